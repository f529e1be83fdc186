/* recorder.c -- see replay.h: a hand as it is played becomes a record.
 *
 * Seats of a record begin left of the button and have no gaps; `seats` of PHH keeps the numbers of
 * the table.  Stacks are followed through the events, so the record ends with the true ones. */
#include "felt/replay.h"

#include "felt/assert.h"

#include <string.h>

/* ---- the beginning ---- */

/* What felt_replay_begin() would make of the record, but for what is recorded. */
static enum felt_status note_rules(const struct felt_poker_rules *rules, struct felt_record *record)
{
    struct felt_poker_rules usual;
    int variant = felt_record_variant_of(rules->variant->name, (enum felt_limit)rules->limit);
    if (variant < 0) return FELT_UNSUPPORTED;
    record->variant = (uint8_t)variant;
    enum felt_status status = felt_poker_rules_make(
        rules->variant->name, (enum felt_limit)rules->limit, rules->bet[0], &usual, NULL);
    if (status != FELT_OK || rules->variant != usual.variant || rules->showdown != usual.showdown)
        return FELT_UNSUPPORTED;
    if (rules->limit == FELT_FIXED_LIMIT) {
        record->small_bet = rules->bet[0];
        record->big_bet = rules->bet[1];
    } else {
        record->min_bet = rules->bet[0];
    }
    record->bring_in = rules->bring_in;
    if (rules->cap != usual.cap) record->cap = rules->cap;
    record->cap_counts_blind = rules->cap_counts_blind;
    record->heads_up_uncapped = rules->heads_up_uncapped;
    record->has_wild = rules->wild != usual.wild;
    record->wild = record->has_wild ? rules->wild : 0;
    if (rules->rake_per_10000 == 0 || rules->rake_cap == 0) return FELT_OK;
    record->rake_per_10000 = rules->rake_per_10000;
    record->rake_needs_board = rules->rake_needs_board;
    if (rules->rake_cap < FELT_CHIPS_MAX) record->rake_cap = rules->rake_cap;
    return FELT_OK;
}

/* Antes that are dead for everybody need no field of ours. */
static void note_antes(const struct felt_deal *deal, struct felt_recorder *recorder,
                       struct felt_record *record)
{
    bool matched = false;
    for (int seat = 0; seat < FELT_SEATS_MAX; seat++)
        matched |= recorder->place[seat] >= 0 && deal->ante[seat] > 0;
    record->antes_matched = matched;
    for (int seat = 0; seat < FELT_SEATS_MAX; seat++) {
        felt_seat place = recorder->place[seat];
        if (place < 0) continue;
        record->ante[place] = matched ? deal->ante[seat] : deal->dead[seat];
        record->dead[place] = matched ? deal->dead[seat] : 0;
        record->blind[place] = deal->blind[seat];
        record->stack[place] = recorder->stack[seat] = deal->stack[seat];
    }
}

/* The opener is recorded if the blinds do not tell it. */
static enum felt_status note_opener(const struct felt_deal *deal,
                                    const struct felt_recorder *recorder,
                                    struct felt_record *record)
{
    struct felt_poker_rules rules;
    struct felt_deal derived;
    felt_seat opener = deal->opener < 0 ? deal->opener : recorder->place[deal->opener];
    enum felt_status status = felt_replay_begin(record, &rules, &derived, NULL);
    if (status != FELT_OK || opener == derived.opener) return status;
    /* With blinds and nobody named, the first seat left of the button opens; in stud a card does,
     * which no record can say. */
    if (opener < 0 && rules.variant->opener != FELT_OPENER_BUTTON) return FELT_UNSUPPORTED;
    record->opener = (uint8_t)(opener < 0 ? 1 : opener + 1);
    return FELT_OK;
}

/* "[3, 4, 6]": the numbers of the table, if they are not 1, 2, 3. */
static enum felt_status note_seats(const struct felt_recorder *recorder, struct felt_record *record)
{
    char memory[8 * FELT_SEATS_MAX];
    struct felt_buffer text = felt_buffer_make(memory, sizeof memory);
    bool usual = true;
    for (int place = 0; place < record->seats; place++) {
        felt_buffer_text(&text, place ? ", " : "[");
        for (int seat = 0; seat < FELT_SEATS_MAX; seat++)
            if (recorder->place[seat] == place) felt_buffer_int(&text, seat + 1);
        usual &= recorder->place[place] == place;
    }
    felt_buffer_char(&text, ']');
    return usual ? FELT_OK : felt_record_add_raw(record, "seats", memory, text.used);
}

enum felt_status felt_recorder_begin(struct felt_recorder *recorder,
                                     const struct felt_poker_rules *rules,
                                     const struct felt_deal *deal, struct felt_record *record)
{
    *recorder = (struct felt_recorder){.record = record};
    felt_record_clear(record);
    for (int seat = 0; seat < FELT_SEATS_MAX; seat++) recorder->place[seat] = FELT_SEAT_NONE;
    for (felt_seats left = deal->seats; left; record->seats++) {
        felt_seat seat = felt_seats_from(left, deal->button + 1);
        left &= (felt_seats)~felt_seats_of(seat);
        recorder->place[seat] = (felt_seat)record->seats;
    }
    enum felt_status status = note_rules(rules, record);
    record->bomb = deal->bomb;
    if (deal->later) recorder->later = *deal->later;
    note_antes(deal, recorder, record);
    if (status == FELT_OK) status = note_opener(deal, recorder, record);
    if (status == FELT_OK) status = note_seats(recorder, record);
    recorder->status = status;
    return status;
}

/* ---- events ---- */

static enum felt_status add_action(struct felt_recorder *recorder, enum felt_record_kind kind,
                                   const struct felt_event *event)
{
    struct felt_record *record = recorder->record;
    if (record->actions == FELT_RECORD_ACTIONS_MAX) return FELT_FULL;
    struct felt_record_action *action = &record->action[record->actions++];
    *action = (struct felt_record_action){.kind = (uint8_t)kind, .seat = FELT_SEAT_NONE};
    if (kind != FELT_RECORD_BOARD) action->seat = recorder->place[event->seat];
    if (kind == FELT_RECORD_RAISE_TO) action->amount = event->to;
    action->count = event->count;
    memcpy(action->cards, event->cards, event->count);
    return FELT_OK;
}

static enum felt_status add_act(struct felt_recorder *recorder, const struct felt_event *event)
{
    switch (event->act) {
    case FELT_FOLD: return add_action(recorder, FELT_RECORD_FOLD, event);
    case FELT_CHECK:
    case FELT_CALL: return add_action(recorder, FELT_RECORD_CHECK_CALL, event);
    case FELT_RAISE_TO: return add_action(recorder, FELT_RECORD_RAISE_TO, event);
    case FELT_BRING_IN: return add_action(recorder, FELT_RECORD_BRING_IN, event);
    case FELT_DISCARD: return add_action(recorder, FELT_RECORD_DISCARD, event);
    case FELT_MUCK: return add_action(recorder, FELT_RECORD_SHOW, event); /* without cards */
    case FELT_SHOW: return FELT_OK; /* the event SHOW has the cards */
    case FELT_RUNS:
        if (recorder->record->runs != 1) recorder->record->runs = event->to ? 2 : 1;
        return FELT_OK;
    default: return FELT_UNSUPPORTED;
    }
}

/* Dealt anew: a replay needs the stream, which is known only if the deal came with one. */
static enum felt_status note_redeal(struct felt_recorder *recorder)
{
    recorder->record->later = recorder->later;
    return recorder->later.state[0] || recorder->later.state[1] ? FELT_OK : FELT_UNSUPPORTED;
}

static void finish(struct felt_recorder *recorder)
{
    for (int seat = 0; seat < FELT_SEATS_MAX; seat++)
        if (recorder->place[seat] >= 0)
            recorder->record->finish[recorder->place[seat]] = recorder->stack[seat];
    recorder->record->has_finish = true;
}

static enum felt_status take_event(struct felt_recorder *recorder, const struct felt_event *event)
{
    switch ((enum felt_event_kind)event->kind) {
    case FELT_EVENT_ANTE:
    case FELT_EVENT_DEAD:
    case FELT_EVENT_BLIND: recorder->stack[event->seat] -= event->amount; return FELT_OK;
    case FELT_EVENT_DEAL:
    case FELT_EVENT_DEAL_UP:
    case FELT_EVENT_DRAW: return add_action(recorder, FELT_RECORD_HOLE, event);
    case FELT_EVENT_BOARD: return add_action(recorder, FELT_RECORD_BOARD, event);
    case FELT_EVENT_ACT:
        recorder->stack[event->seat] -= event->amount;
        return add_act(recorder, event);
    case FELT_EVENT_SHOW:
        return event->board ? FELT_OK : add_action(recorder, FELT_RECORD_SHOW, event);
    case FELT_EVENT_REDEAL: return note_redeal(recorder);
    case FELT_EVENT_RETURN:
    case FELT_EVENT_WIN: recorder->stack[event->seat] += event->amount; return FELT_OK;
    case FELT_EVENT_OVER: finish(recorder); return FELT_OK;
    case FELT_EVENT_RAKE:
    case FELT_EVENT_SHUFFLE: /* a replay takes the cards of draws as they are recorded */
    case FELT_EVENT_HAND:    /* not of poker */
    case FELT_EVENT_PLAY:
    case FELT_EVENT_TAKE:
    case FELT_EVENT_GIVE:
    case FELT_EVENT_SAY:
    case FELT_EVENT_SCORE:
    case FELT_EVENT_EFFECT:
    case FELT_EVENT_OUT:
    case FELT_EVENT_ROUND:
    case FELT_EVENT_INITIATIVE:
    case FELT_EVENT_FLIP:
    case FELT_EVENT_TALLY:
    case FELT_EVENT_OUTCOME:
    case FELT_EVENT_KINDS: break;
    }
    return FELT_OK;
}

enum felt_status felt_recorder_observe(struct felt_recorder *recorder,
                                       const struct felt_event *events, uint32_t count)
{
    for (uint32_t i = 0; i < count && recorder->status == FELT_OK; i++)
        recorder->status = take_event(recorder, &events[i]);
    return recorder->status;
}
