/* replay.c -- see replay.h.
 *
 * Cards first (replay_cards.c).  Then the actions, one by one.  The engine deals by itself and
 * tells what; the dealing actions of the record only count along: a card may be named once the
 * engine has dealt it and must be named before anybody acts. */
#include "formats/hands/replay_parts.h"

#include "felt/assert.h"

#include <string.h>

/* ---- rules and forced bets ---- */

/* RULES 5.1: the record does not say who acts first.  It is the seat left of the largest blind; of
 * equal ones the last, and posts out of turn do not count. */
static felt_seat find_opener(const struct felt_record *record)
{
    int largest = -1;
    if (record->opener) return (felt_seat)(record->opener - 1);
    for (int seat = 0; seat < record->seats; seat++)
        if (record->blind[seat] > 0 &&
            (largest < 0 || record->blind[seat] >= record->blind[largest]))
            largest = seat;
    if (largest < 0) return FELT_SEAT_NONE;
    return (felt_seat)((largest + 1) % record->seats);
}

static enum felt_status make_deal(const struct felt_record *record, struct felt_deal *deal,
                                  struct felt_complaint *complaint)
{
    *deal = (struct felt_deal){.seats = (felt_seats)((1u << record->seats) - 1),
                               .button = (felt_seat)(record->seats - 1),
                               .opener = find_opener(record),
                               .bomb = record->bomb};
    if (record->later.state[0] || record->later.state[1]) deal->later = &record->later;
    for (int seat = 0; seat < record->seats; seat++) {
        felt_chips ante = record->ante[seat], blind = record->blind[seat];
        if (record->stack[seat] == FELT_RECORD_NONE)
            return felt_complain(complaint, FELT_UNSUPPORTED, 0, 0,
                                 "the stack of p%d is not recorded", seat + 1);
        if (record->stack[seat] == 0)
            return felt_complain(complaint, FELT_BAD_DEAL, 0, 0,
                                 "p%d has no chips; only seats with chips are dealt in", seat + 1);
        deal->stack[seat] = record->stack[seat];
        deal->blind[seat] = blind < 0 ? -blind : blind;
        deal->ante[seat] = record->antes_matched ? ante : 0;
        deal->dead[seat] = record->dead[seat] + (record->antes_matched ? 0 : ante);
    }
    return FELT_OK;
}

enum felt_status felt_replay_begin(const struct felt_record *record, struct felt_poker_rules *rules,
                                   struct felt_deal *deal, struct felt_complaint *complaint)
{
    const struct felt_record_variant code = felt_record_variant_at(record->variant);
    felt_chips small = record->min_bet ? record->min_bet : record->small_bet;
    felt_chips big = record->min_bet ? record->min_bet : record->big_bet;
    if (small == 0 || big == 0)
        return felt_complain(complaint, FELT_BAD_RULES, 0, 0,
                             "there is no min_bet, nor small_bet and big_bet");
    enum felt_status status =
        felt_poker_rules_make(code.row, (enum felt_limit)code.limit, small, rules, complaint);
    if (status != FELT_OK) return status;
    rules->bet[1] = big;
    rules->bring_in = record->bring_in;
    if (record->cap) rules->cap = record->cap;
    rules->cap_counts_blind = record->cap_counts_blind;
    rules->heads_up_uncapped = record->heads_up_uncapped;
    rules->rake_per_10000 = record->rake_per_10000;
    rules->rake_needs_board = record->rake_needs_board;
    if (record->rake_cap) rules->rake_cap = record->rake_cap;
    if (record->has_wild) rules->wild = record->wild;
    rules->run_twice = record->runs > 0;
    for (int i = 0; i < record->actions; i++)
        rules->may_muck |= record->action[i].kind == FELT_RECORD_SHOW && !record->action[i].count;
    status = felt_poker_rules_verify(rules, complaint);
    if (status == FELT_OK) status = make_deal(record, deal, complaint);
    return status == FELT_OK ? felt_poker_deal_verify(rules, deal, complaint) : status;
}

/* ---- complaints ---- */

/* "action 12, p3 cbr 40: ", what is wrong, and "; " what would be right. */
enum felt_status replay_refuse(struct replay_table *table, enum felt_status status,
                               const char *wrong, const char *right)
{
    char memory[REPLAY_WORDS_BYTES];
    struct felt_buffer words = felt_buffer_make(memory, sizeof memory);
    int at = table->replay->action;
    struct felt_record_action action = table->record->action[at];
    action.remark.bytes = 0;
    felt_record_action_write(table->record, &action, table->record->decimals, &words);
    return felt_complain(table->complaint, status, (size_t)at, 0, "action %d, %s: %s%s%s", at + 1,
                         felt_buffer_terminate(&words), wrong, *right ? "; " : "", right);
}

static void write_chips(struct felt_buffer *out, const char *before, felt_chips amount)
{
    felt_buffer_text(out, before);
    felt_buffer_int(out, amount);
}

/* "p3 may fold, call 50 or raise to 200 up to 564" */
static const char *list_legal(const struct replay_table *table, char out[REPLAY_WORDS_BYTES])
{
    struct felt_buffer text = felt_buffer_make(out, REPLAY_WORDS_BYTES);
    const struct felt_poker *state = &table->replay->state;
    struct felt_legal legal;
    felt_poker_legal(&table->replay->rules, state, &legal);
    write_chips(&text, "p", felt_poker_actor(state) + 1);
    felt_buffer_text(&text, " may");
    const char *comma = "";
    if (felt_legal_has(&legal, FELT_DISCARD)) {
        write_chips(&text, " throw away ", legal.discard_min);
        if (legal.discard_max > legal.discard_min) write_chips(&text, " to ", legal.discard_max);
        felt_buffer_text(&text, " cards");
    }
    if (felt_legal_has(&legal, FELT_FOLD)) felt_buffer_text(&text, " fold"), comma = ",";
    if (felt_legal_has(&legal, FELT_CHECK)) felt_buffer_text(&text, comma);
    if (felt_legal_has(&legal, FELT_CHECK)) felt_buffer_text(&text, " check"), comma = ",";
    if (felt_legal_has(&legal, FELT_CALL)) felt_buffer_text(&text, comma);
    if (felt_legal_has(&legal, FELT_CALL)) write_chips(&text, " call ", legal.to_call), comma = ",";
    if (felt_legal_has(&legal, FELT_BRING_IN)) felt_buffer_text(&text, comma);
    if (felt_legal_has(&legal, FELT_BRING_IN)) write_chips(&text, " bring in ", legal.to_call);
    if (felt_legal_has(&legal, FELT_RAISE_TO)) {
        write_chips(&text, " or raise to ", legal.raise_to_min);
        if (legal.raise_to_max > legal.raise_to_min)
            write_chips(&text, " up to ", legal.raise_to_max);
    }
    return felt_buffer_terminate(&text);
}

/* What the hand is waiting for. */
static const char *describe(const struct replay_table *table, char out[REPLAY_WORDS_BYTES])
{
    if (felt_poker_actor(&table->replay->state) >= 0) return list_legal(table, out);
    struct felt_buffer text = felt_buffer_make(out, REPLAY_WORDS_BYTES);
    felt_buffer_text(&text, "the hand is over");
    return felt_buffer_terminate(&text);
}

const char *replay_name_card(const char *before, felt_card card, const char *behind,
                             char out[REPLAY_WORDS_BYTES])
{
    char name[FELT_CARD_TEXT_BYTES];
    struct felt_buffer text = felt_buffer_make(out, REPLAY_WORDS_BYTES);
    felt_card_write(card, name);
    felt_buffer_text(&text, before);
    felt_buffer_text(&text, name);
    felt_buffer_text(&text, behind);
    return felt_buffer_terminate(&text);
}

/* ---- playing ---- */

static bool is_live(const struct replay_table *table, int seat)
{
    return felt_seats_has(table->replay->state.betting.turn.live, seat);
}

/* What the engine has dealt since the last time. */
static void take_events(struct replay_table *table)
{
    for (uint32_t i = 0; i < table->log.count; i++) {
        const struct felt_event *event = &table->event[i];
        if (table->told && table->told->count < table->told->room)
            table->told->event[table->told->count] = *event;
        if (table->told) table->told->count++; /* beyond its room: found at the end */
        bool hole = event->kind == FELT_EVENT_DEAL || event->kind == FELT_EVENT_DEAL_UP ||
                    event->kind == FELT_EVENT_DRAW;
        if (!hole && event->kind != FELT_EVENT_BOARD) continue;
        struct replay_due *due = &table->due[hole ? event->seat : FELT_SEATS_MAX];
        felt_assert(due->count + event->count <= REPLAY_DUE_MAX);
        memcpy(due->card + due->count, event->cards, event->count);
        due->count = (uint8_t)(due->count + event->count);
    }
    table->log.count = 0;
}

/* Dealing actions: has the engine dealt these cards? */
static enum felt_status name_cards(struct replay_table *table,
                                   const struct felt_record_action *action)
{
    char words[REPLAY_WORDS_BYTES];
    bool board = action->kind == FELT_RECORD_BOARD;
    struct replay_due *due = &table->due[board ? FELT_SEATS_MAX : action->seat];
    if (!board && !is_live(table, action->seat))
        return replay_refuse(table, FELT_NOT_LEGAL, "the seat has folded", "");
    if (action->count > due->count)
        return replay_refuse(table, FELT_NOT_LEGAL, "no such card is due", describe(table, words));
    for (int i = 0; i < action->count; i++)
        if (action->cards[i] != FELT_CARD_NONE && action->cards[i] != due->card[i])
            return replay_refuse(table, FELT_BAD_CARD,
                                 replay_name_card("the stream deals ", due->card[i], "", words),
                                 "");
    due->count = (uint8_t)(due->count - action->count);
    memmove(due->card, due->card + action->count, due->count);
    return FELT_OK;
}

/* Before somebody acts: has the record named all cards that were dealt? */
static enum felt_status verify_named(struct replay_table *table)
{
    char words[REPLAY_WORDS_BYTES];
    struct felt_buffer text = felt_buffer_make(words, sizeof words);
    int seat = 0;
    while (seat < FELT_SEATS_MAX && !(table->due[seat].count && is_live(table, seat))) seat++;
    if (table->due[seat].count == 0) return FELT_OK;
    if (seat == FELT_SEATS_MAX) {
        felt_buffer_text(&text, "first the board gets its cards");
    } else {
        write_chips(&text, "first p", seat + 1);
        felt_buffer_text(&text, " gets its cards");
    }
    return replay_refuse(table, FELT_NOT_LEGAL, felt_buffer_terminate(&text), "");
}

static void note_decision(struct felt_replay *replay)
{
    struct felt_legal legal;
    const struct felt_poker *state = &replay->state;
    felt_poker_legal(&replay->rules, state, &legal);
    bool raise = felt_legal_has(&legal, FELT_RAISE_TO);
    felt_assert(replay->decisions < FELT_RECORD_ACTIONS_MAX);
    replay->decision[replay->decisions++] = (struct felt_record_decision){
        .call = felt_legal_has(&legal, FELT_BRING_IN) ? FELT_RECORD_NONE : legal.to_call,
        .raise_to_min = raise ? legal.raise_to_min : FELT_RECORD_NONE,
        .raise_to_max = raise ? legal.raise_to_max : FELT_RECORD_NONE,
        .pot = state->betting.pot,
        .actor = felt_poker_actor(state),
        .street = state->street};
}

static struct felt_action translate(const struct felt_record_action *action,
                                    const struct felt_legal *legal)
{
    bool check = felt_legal_has(legal, FELT_CHECK);
    switch (action->kind) {
    case FELT_RECORD_FOLD: return (struct felt_action){.kind = FELT_FOLD};
    case FELT_RECORD_BRING_IN: return (struct felt_action){.kind = FELT_BRING_IN};
    case FELT_RECORD_CHECK_CALL:
        return (struct felt_action){.kind = check ? FELT_CHECK : FELT_CALL};
    default: return (struct felt_action){.kind = FELT_RAISE_TO, .amount = action->amount};
    }
}

/* Cards that are in nobody's hand and not on the board. */
static felt_cards find_spare(const struct replay_table *table)
{
    const struct felt_poker *state = &table->replay->state;
    felt_cards spare = replay_variant(table)->deck & ~felt_cards_from(state->deck, state->boards);
    for (int seat = 0; seat < table->record->seats; seat++) {
        felt_card hole[FELT_HOLE_MAX];
        int count = felt_poker_hole(&table->replay->rules, state, (felt_seat)seat, hole);
        spare &= ~felt_cards_from(hole, count);
    }
    return spare;
}

/* The new cards of the draw that this discard ends, as the record deals them afterwards. */
static int look_ahead(const struct replay_table *table, felt_seat actor, unsigned mask,
                      felt_card out[FELT_SEATS_MAX * FELT_HOLE_MAX])
{
    const struct felt_poker *state = &table->replay->state;
    felt_cards spare = find_spare(table);
    int count = 0;
    for (int seat = 0; seat < table->record->seats; seat++) {
        unsigned thrown = seat == actor ? mask : state->thrown[seat];
        int at = 0;
        for (int left = is_live(table, seat) ? __builtin_popcount(thrown) : 0; left > 0; left--) {
            while (at < table->dealts &&
                   (table->dealt[at].seat != seat || table->dealt[at].acts != table->acts + 1))
                at++;
            out[count] = at < table->dealts ? table->dealt[at++].card : FELT_CARD_NONE;
            if (out[count] == FELT_CARD_NONE) out[count] = replay_fill_in(table, &spare);
            count++;
        }
    }
    return count;
}

static enum felt_status discard(struct replay_table *table, felt_seat actor)
{
    struct felt_replay *replay = table->replay;
    felt_card cards[FELT_SEATS_MAX * FELT_HOLE_MAX];
    uint8_t mask = table->mask[replay->action];
    struct felt_action action = {.kind = FELT_DISCARD, .cards = mask};
    if (replay->state.phase != FELT_PHASE_DISCARD) return FELT_NOT_LEGAL;
    if (felt_poker_draw_due(&replay->rules, &replay->state, mask) == 0)
        return felt_poker_apply(&replay->rules, &replay->state, actor, action, &table->log);
    int count = look_ahead(table, actor, mask, cards);
    enum felt_status status = felt_poker_apply_dealing(&replay->rules, &replay->state, actor,
                                                       action, cards, count, &table->log);
    /* Known cards were found to be different while they were gathered. */
    return status == FELT_DUPLICATE_CARD ? FELT_UNSUPPORTED : status;
}

static enum felt_status bet(struct replay_table *table, felt_seat actor,
                            const struct felt_record_action *action)
{
    struct felt_replay *replay = table->replay;
    struct felt_legal legal;
    felt_poker_legal(&replay->rules, &replay->state, &legal);
    note_decision(replay);
    enum felt_status status = felt_poker_apply(&replay->rules, &replay->state, actor,
                                               translate(action, &legal), &table->log);
    if (status != FELT_OK) replay->decisions--;
    return status;
}

/* Whether the seat mucks, as the rest of the record tells. */
static bool mucks(const struct replay_table *table, felt_seat seat)
{
    for (int i = table->replay->action; i < table->record->actions; i++) {
        const struct felt_record_action *action = &table->record->action[i];
        if (action->kind == FELT_RECORD_SHOW && action->seat == seat) return action->count == 0;
    }
    return false;
}

/* Questions that are answered by other parts of a record: one board or two, show or muck. */
static void answer(struct replay_table *table)
{
    struct felt_replay *replay = table->replay;
    for (;;) {
        felt_seat actor = felt_poker_actor(&replay->state);
        struct felt_action action = {.kind = FELT_SHOW};
        take_events(table);
        if (replay->state.phase == FELT_PHASE_RUNS)
            action = (struct felt_action){.kind = FELT_RUNS, .choice = table->record->runs == 2};
        else if (replay->state.phase != FELT_PHASE_SHOW)
            return;
        else if (mucks(table, actor))
            action.kind = FELT_MUCK;
        enum felt_status status =
            felt_poker_apply(&replay->rules, &replay->state, actor, action, &table->log);
        felt_assert(status == FELT_OK); /* both answers are always legal */
    }
}

static const char *name_reason(const struct felt_replay *replay,
                               const struct felt_record_action *action, enum felt_status status)
{
    bool drawing = replay->state.phase == FELT_PHASE_DISCARD;
    switch (status) {
    case FELT_BAD_AMOUNT: return "the amount is out of range";
    case FELT_UNSUPPORTED: return "the new cards may be in hands that are not recorded";
    default:
        if (action->kind != FELT_RECORD_DISCARD) return "not offered";
        return drawing ? "too many or too few cards" : "no draw is due";
    }
}

static enum felt_status act(struct replay_table *table, const struct felt_record_action *action)
{
    char words[REPLAY_WORDS_BYTES];
    struct felt_replay *replay = table->replay;
    felt_seat actor = felt_poker_actor(&replay->state);
    if (actor < 0) return replay_refuse(table, FELT_NOT_YOUR_TURN, "the hand is over", "");
    enum felt_status status = verify_named(table);
    if (status != FELT_OK) return status;
    if (actor != action->seat)
        return replay_refuse(table, FELT_NOT_YOUR_TURN, "another seat is to act",
                             list_legal(table, words));
    status =
        action->kind == FELT_RECORD_DISCARD ? discard(table, actor) : bet(table, actor, action);
    if (status != FELT_OK)
        return replay_refuse(table, status, name_reason(replay, action, status),
                             list_legal(table, words));
    table->acts++;
    answer(table);
    return FELT_OK;
}

static enum felt_status play_one(struct replay_table *table,
                                 const struct felt_record_action *action)
{
    char words[REPLAY_WORDS_BYTES];
    switch ((enum felt_record_kind)action->kind) {
    case FELT_RECORD_HOLE:
    case FELT_RECORD_BOARD: return name_cards(table, action);
    case FELT_RECORD_SHOW:
        if (felt_poker_actor(&table->replay->state) < 0) return FELT_OK;
        return replay_refuse(table, FELT_NOT_LEGAL, "the betting is not over",
                             list_legal(table, words));
    case FELT_RECORD_REMARK:
    case FELT_RECORD_KINDS: return FELT_OK;
    case FELT_RECORD_FOLD:
    case FELT_RECORD_CHECK_CALL:
    case FELT_RECORD_RAISE_TO:
    case FELT_RECORD_BRING_IN:
    case FELT_RECORD_DISCARD: break;
    }
    return act(table, action);
}

/* ---- the end ---- */

/* The record has no more actions.  It may stop early, if it does not claim to know the end. */
static enum felt_status verify_over(struct replay_table *table)
{
    felt_seat actor = felt_poker_actor(&table->replay->state);
    if (actor < 0) return FELT_OK;
    return felt_complain(
        table->complaint, table->record->has_finish ? FELT_WRONG_COUNT : FELT_UNSUPPORTED,
        table->record->actions, 0, "the record ends after %d actions, while p%d is to act",
        table->record->actions, actor + 1);
}

/* RULES 11: a showdown is decided by cards, so all of them must be known. */
static enum felt_status verify_showdown(struct replay_table *table)
{
    const struct felt_poker *state = &table->replay->state;
    size_t end = table->record->actions;
    felt_card hole[FELT_HOLE_MAX];
    if (felt_seats_lone(state->betting.turn.live) || table->redealt) return FELT_OK;
    for (int seat = 0; seat < table->record->seats; seat++) {
        int count = felt_poker_hole(&table->replay->rules, state, (felt_seat)seat, hole);
        bool known = count <= table->holes[seat] && table->waiting[seat] == 0;
        for (int i = 0; known && i < count; i++)
            known = table->dealt[table->hole[seat][i]].card != FELT_CARD_NONE;
        if (is_live(table, seat) && !known)
            return felt_complain(table->complaint, FELT_UNSUPPORTED, end, 0,
                                 "there is a showdown, but the cards of p%d are not recorded",
                                 seat + 1);
    }
    int boards = state->boards + (state->runs == 2 ? state->boards - state->common : 0);
    for (int i = 0; i < boards; i++)
        if (i >= table->boards || table->board[i] == FELT_CARD_NONE)
            return felt_complain(table->complaint, FELT_UNSUPPORTED, end, 0,
                                 "there is a showdown, but card %d of the board is not recorded",
                                 i + 1);
    return FELT_OK;
}

static enum felt_status play(struct replay_table *table)
{
    struct felt_replay *replay = table->replay;
    for (; replay->action < table->record->actions; replay->action++) {
        enum felt_status status = play_one(table, &table->record->action[replay->action]);
        if (status != FELT_OK) return status;
    }
    enum felt_status status = verify_over(table);
    return status == FELT_OK ? verify_showdown(table) : status;
}

enum felt_status felt_replay_run(const struct felt_record *record, struct felt_replay *out,
                                 struct felt_complaint *complaint)
{
    return felt_replay_tell(record, out, NULL, complaint);
}

enum felt_status felt_replay_tell(const struct felt_record *record, struct felt_replay *out,
                                  struct felt_event_log *log, struct felt_complaint *complaint)
{
    struct replay_table table;
    struct felt_deal deal;
    felt_card deck[FELT_CARDS_MAX];
    struct felt_rng rng = felt_rng_make(0); /* for cards that are not known, and do not matter */
    memset(&table, 0, offsetof(struct replay_table, event));
    table.record = record;
    table.replay = out;
    table.complaint = complaint;
    table.told = log;
    table.log = (struct felt_event_log){table.event, 0, FELT_EVENTS_MAX};
    memset(&out->state, 0, sizeof out->state);
    out->action = out->decisions = 0;
    enum felt_status status = felt_replay_begin(record, &out->rules, &deal, complaint);
    if (status == FELT_OK) status = replay_gather_cards(&table);
    if (status != FELT_OK) return status;
    deal.deck = deck;
    deal.deck_count = replay_build_deck(&table, deck);
    status = replay_verify_deck(&table, deck, deal.deck_count);
    if (status != FELT_OK) return status;
    status = felt_poker_open(&out->rules, &deal, &out->state, &table.log);
    if (status == FELT_OK)
        status = felt_poker_deal(&out->rules, &deal, &rng, &out->state, &table.log);
    felt_assert(status == FELT_OK); /* felt_replay_begin() has verified the deal */
    answer(&table);
    status = play(&table);
    if (status != FELT_OK) return status;
    if (log && log->count > log->room)
        return felt_complain(complaint, FELT_FULL, record->actions, 0,
                             "the hand has %d events, more than there is room for",
                             (int)log->count);
    for (int seat = 0; seat < record->seats; seat++)
        out->finish[seat] = out->state.betting.stack[seat];
    return FELT_OK;
}

/* ---- comparing ---- */

static bool differ(struct felt_complaint *complaint, int index, const char *what, felt_chips played,
                   felt_chips recorded)
{
    char numbers[2][24];
    felt_chips value[2] = {played, recorded};
    for (int i = 0; i < 2; i++) {
        struct felt_buffer text = felt_buffer_make(numbers[i], sizeof numbers[i]);
        if (value[i] == FELT_RECORD_NONE)
            felt_buffer_text(&text, "none");
        else
            felt_buffer_int(&text, value[i]);
        (void)felt_buffer_terminate(&text);
    }
    (void)felt_complain(complaint, FELT_IMPOSSIBLE, (size_t)index, 0,
                        "decision %d: %s is %s, recorded %s", index + 1, what, numbers[0],
                        numbers[1]);
    return false;
}

static bool decisions_agree(const struct felt_record *record, const struct felt_replay *replay,
                            struct felt_complaint *complaint)
{
    for (int i = 0; i < record->decisions && i < replay->decisions; i++) {
        const struct felt_record_decision *a = &replay->decision[i], *b = &record->decision[i];
        if (a->actor != b->actor)
            return differ(complaint, i, "the actor's index", a->actor, b->actor);
        if (a->street != b->street) return differ(complaint, i, "the street", a->street, b->street);
        if (a->pot != b->pot) return differ(complaint, i, "the pot", a->pot, b->pot);
        if (a->call != b->call) return differ(complaint, i, "a call", a->call, b->call);
        if (a->raise_to_min != b->raise_to_min)
            return differ(complaint, i, "the smallest raise", a->raise_to_min, b->raise_to_min);
        if (a->raise_to_max != b->raise_to_max)
            return differ(complaint, i, "the largest raise", a->raise_to_max, b->raise_to_max);
    }
    if (record->decisions == replay->decisions) return true;
    (void)felt_complain(complaint, FELT_WRONG_COUNT, 0, 0,
                        "%d decisions were made, %d are recorded", replay->decisions,
                        record->decisions);
    return false;
}

bool felt_replay_agrees(const struct felt_record *record, const struct felt_replay *replay,
                        struct felt_complaint *complaint)
{
    for (int seat = 0; record->has_finish && seat < record->seats; seat++) {
        if (replay->finish[seat] == record->finish[seat]) continue;
        (void)felt_complain(complaint, FELT_IMPOSSIBLE, record->actions, 0,
                            "p%d ends with %lld, recorded %lld", seat + 1,
                            (long long)replay->finish[seat], (long long)record->finish[seat]);
        return false;
    }
    return !record->has_decisions || decisions_agree(record, replay, complaint);
}
