/* hand.c -- the hand machine.  Read run_steps() first: it is the whole life of a hand. */
#include "games/poker/hand.h"

/* ---- dealing -------------------------------------------------------------------------------- */

static void log_dealing(const struct felt_poker *state, const struct felt_step *step,
                        struct felt_event_log *log)
{
    felt_seats everybody = (felt_seats)-1;
    felt_seats left = step->down + step->up ? state->betting.turn.live : 0;
    while (left) {
        felt_seat seat = felt_seats_from(left, state->button + 1);
        const felt_card *cards = state->deck + state->row[seat] + state->slots;
        poker_emit_cards(log, FELT_EVENT_DEAL, seat, felt_seats_of(seat), cards, step->down);
        poker_emit_cards(log, FELT_EVENT_DEAL_UP, seat, everybody, cards + step->down, step->up);
        left &= (felt_seats)~felt_seats_of(seat);
    }
    poker_emit_cards(log, FELT_EVENT_BOARD, FELT_SEAT_NONE, everybody, state->deck + state->boards,
                     step->board);
}

/* RULES 14.1: the last cards of a crowded table have no places in the rows; one card for all if
 * there are too few. */
static void deal_late(const struct felt_poker_rules *rules, struct felt_poker *state,
                      struct felt_event_log *log)
{
    uint8_t places[FELT_CARDS_MAX];
    felt_seats live = state->betting.turn.live;
    if (felt_seats_count(live) > poker_free_places(rules, state, places)) {
        if (LOGGING(log))
            poker_emit_cards(log, FELT_EVENT_BOARD, FELT_SEAT_NONE, (felt_seats)-1, state->deck, 1);
        state->boards = 1;
        return;
    }
    for (int i = 0; live; i++) {
        felt_seat seat = felt_seats_from(live, state->button + 1);
        live &= (felt_seats)~felt_seats_of(seat);
        state->late[seat] = (uint8_t)(places[i] + 1);
        if (places[i] == state->next) state->next++;
        if (LOGGING(log))
            poker_emit_cards(log, FELT_EVENT_DEAL, seat, felt_seats_of(seat),
                             state->deck + places[i], 1);
    }
    state->slots++;
}

/* Dealing is counting. */
static inline void deal_step(struct felt_poker *state, const struct felt_step *step,
                             struct felt_event_log *log)
{
    if (LOGGING(log)) log_dealing(state, step, log);
    state->slots = (uint8_t)(state->slots + step->down + step->up);
    state->boards = (uint8_t)(state->boards + step->board);
}

/* ---- betting -------------------------------------------------------------------------------- */

static inline void begin_betting(const struct felt_poker_rules *rules, struct felt_poker *state,
                                 const struct felt_step *step)
{
    struct felt_betting *betting = &state->betting;
    bool blinds = betting->to_match > 0, showing = rules->variant->opener != FELT_OPENER_BUTTON;
    felt_seat first = (felt_seat)(state->button + 1);
    uint8_t cap = rules->cap;
    if (state->street == 0 && state->opener >= 0)
        first = state->opener;
    else if (showing)
        first =
            state->street ? poker_best_showing(rules, state) : poker_bring_in_seat(rules, state);
    if (rules->heads_up_uncapped && felt_seats_count(betting->turn.able) == 2) cap = FELT_CAP_NONE;
    round_begin(betting, first, rules->bet[step->big], cap);
    if (blinds && rules->cap_counts_blind) betting->turn.raises = 1;
    state->phase = FELT_PHASE_BET;
    if (showing && state->street == 0 && rules->bring_in && !blinds && betting->turn.actor >= 0)
        state->phase = FELT_PHASE_BRING_IN;
}

/* The betting of a step is over: uncalled chips go back (RULES 9.3), the others to the middle. */
static inline void end_betting(struct felt_poker *state, struct felt_event_log *log)
{
    struct felt_betting *betting = &state->betting;
    if (betting->to_match == 0) return; /* checked round, or none */
    if (felt_seats_lone(betting->turn.able) || felt_seats_lone(betting->turn.live)) {
        felt_seat owner;
        felt_chips back = round_give(betting, state->dealt, &owner);
        if (LOGGING(log) && back) (void)poker_emit(log, FELT_EVENT_RETURN, owner, back);
    }
    round_collect(betting, state->paid);
}

/* ---- steps ---------------------------------------------------------------------------------- */

static void ask(struct felt_poker *state, enum felt_phase phase)
{
    felt_turn_ask(&state->betting.turn, state->betting.turn.live, (felt_seat)(state->button + 1));
    state->phase = (uint8_t)phase;
}

/* RULES 11.5: nobody can bet any more, and from here on only boards are dealt. */
static bool may_run_twice(const struct felt_poker_rules *rules, const struct felt_poker *state,
                          int at)
{
    const struct felt_variant *variant = rules->variant;
    if (state->runs || state->street == 0 || !felt_seats_lone(state->betting.turn.able) ||
        state->size - state->next < variant->board_cards - state->boards)
        return false;
    for (int i = at; i < variant->steps; i++)
        if (variant->step[i].kind == FELT_STEP_DISCARD) return false;
    return true;
}

/* A step of a game in which dealing is not only counting.  The index of the next step, or -1 if
 * somebody is asked. */
static int special_step(const struct felt_poker_rules *rules, struct felt_poker *state, int at,
                        struct felt_event_log *log)
{
    const struct felt_variant *variant = rules->variant;
    const struct felt_step *step = &variant->step[at];
    if (step->kind == FELT_STEP_DISCARD) {
        ask(state, FELT_PHASE_DISCARD);
        return -1;
    }
    if (rules->run_twice && step->board && may_run_twice(rules, state, at)) {
        ask(state, FELT_PHASE_RUNS);
        return -1;
    }
    if (state->crowded && state->slots + step->down + step->up == variant->hole_cards)
        deal_late(rules, state, log);
    else
        deal_step(state, step, log);
    if (variant->on_up == FELT_UP_NOTHING || !poker_notice_up(rules, state, step)) return at + 1;
    poker_redeal(rules, state, log);
    return 0;
}

/* From the beginning of a step to the next decision, or to the end of the hand. */
static void run_steps(const struct felt_poker_rules *rules, struct felt_poker *state, int at,
                      struct felt_event_log *log)
{
    const struct felt_variant *variant = rules->variant;
    const struct felt_turn *turn = &state->betting.turn;
    while (at < variant->steps) {
        const struct felt_step *step = &variant->step[at];
        state->step = (uint8_t)at;
        if (step->kind != FELT_STEP_BET) {
            if (__builtin_expect(state->special, 0)) {
                at = special_step(rules, state, at, log);
                if (at < 0) return;
            } else {
                deal_step(state, step, log);
                at++;
            }
            continue;
        }
        /* A bomb pot has no first round (RULES 6.9); later than the blinds a lone seat has nobody
         * to bet with (RULES 7.7). */
        if (state->street == 0 ? !state->bomb : !felt_seats_lone(turn->able)) {
            begin_betting(rules, state, step);
            if (turn->actor >= 0) return;
            end_betting(state, log);
        }
        state->street++;
        at++;
    }
    poker_settle(rules, state, log);
}

void poker_start(const struct felt_poker_rules *rules, struct felt_poker *state,
                 struct felt_event_log *log)
{
    run_steps(rules, state, 0, log);
    poker_assert_chips(state);
}

void poker_advance(const struct felt_poker_rules *rules, struct felt_poker *state,
                   struct felt_event_log *log)
{
    end_betting(state, log);
    if (felt_seats_lone(state->betting.turn.live)) {
        poker_settle(rules, state, log);
        return;
    }
    state->street++;
    run_steps(rules, state, state->step + 1, log);
}

/* ---- decisions that are no bets, and the bring-in -------------------------------------------- */

/* RULES 6.7: bring in or complete.  A stack of no more than the bring-in cannot complete; a seat
 * that opens only because the one with the card is all-in may fold as well. */
static void legal_opening(const struct felt_poker_rules *rules, const struct felt_poker *state,
                          struct felt_legal *out)
{
    const struct felt_turn *turn = &state->betting.turn;
    felt_chips stack = state->betting.stack[turn->actor];
    bool completes = felt_legal_has(out, FELT_RAISE_TO) && out->raise_to_max > rules->bring_in;
    out->kinds = 1u << FELT_BRING_IN;
    if (completes)
        out->kinds |= 1u << FELT_RAISE_TO;
    else
        out->raise_to_min = out->raise_to_max = 0;
    if (turn->actor != turn->first) out->kinds |= 1u << FELT_FOLD;
    out->to_call = rules->bring_in < stack ? rules->bring_in : stack;
}

void poker_legal_other(const struct felt_poker_rules *rules, const struct felt_poker *state,
                       struct felt_legal *out)
{
    const struct felt_step *step = &rules->variant->step[state->step];
    if (state->phase == FELT_PHASE_BRING_IN) {
        legal_opening(rules, state, out);
        return;
    }
    *out = (struct felt_legal){0};
    switch ((enum felt_phase)state->phase) {
    case FELT_PHASE_DISCARD:
        out->kinds = 1u << FELT_DISCARD;
        out->discard_min = step->discard_min;
        out->discard_max = step->discard_max < state->slots ? step->discard_max : state->slots;
        return;
    case FELT_PHASE_RUNS: out->kinds = 1u << FELT_RUNS; return;
    case FELT_PHASE_SHOW: out->kinds = 1u << FELT_SHOW | 1u << FELT_MUCK; return;
    default: felt_assert(!"somebody is to act");
    }
}

enum felt_status poker_verify_other(const struct felt_poker_rules *rules,
                                    const struct felt_poker *state, struct felt_action action)
{
    struct felt_legal legal;
    poker_legal(rules, state, &legal);
    if (action.kind >= FELT_ACTION_KINDS || !felt_legal_has(&legal, action.kind))
        return FELT_NOT_LEGAL;
    if (action.choice > (action.kind == FELT_RUNS)) return FELT_NOT_LEGAL;
    uint64_t own = action.kind == FELT_DISCARD ? (1u << state->slots) - 1 : 0;
    if (action.cards & ~own) return FELT_NOT_LEGAL;
    int cards = __builtin_popcountll(action.cards);
    if (cards < legal.discard_min || cards > legal.discard_max) return FELT_NOT_LEGAL;
    if (action.kind == FELT_RAISE_TO)
        return round_verify(&state->betting, action.kind, action.amount);
    return action.amount ? FELT_BAD_AMOUNT : FELT_OK;
}

/* RULES 11.5: the first that refuses ends it. */
static void choose_runs(struct felt_poker *state, unsigned choice, struct felt_event_log *log)
{
    struct felt_turn *turn = &state->betting.turn;
    if (LOGGING(log)) {
        struct felt_event *event = poker_emit(log, FELT_EVENT_ACT, turn->actor, 0);
        event->act = FELT_RUNS;
        event->to = choice;
    }
    if (choice)
        felt_turn_pass(turn, &felt_turn_poker);
    else
        felt_turn_close(turn);
    if (turn->actor >= 0) return;
    state->runs = choice ? 2 : 1;
    state->common = state->boards;
}

enum felt_status poker_apply_other(const struct felt_poker_rules *rules, struct felt_poker *state,
                                   struct felt_action action, const felt_card *given,
                                   struct felt_event_log *log)
{
    enum felt_status status = poker_verify_other(rules, state, action);
    if (status != FELT_OK) return status;
    switch (action.kind) {
    case FELT_DISCARD:
        if (poker_throw(rules, state, action.cards, given, log))
            run_steps(rules, state, state->step + 1, log);
        break;
    case FELT_RUNS:
        choose_runs(state, action.choice, log);
        if (state->runs) run_steps(rules, state, state->step, log);
        break;
    case FELT_SHOW:
    case FELT_MUCK: poker_show(rules, state, action.kind == FELT_SHOW, log); break;
    default:
        if (action.kind != FELT_FOLD) state->phase = FELT_PHASE_BET; /* opened */
        poker_act(rules, state, action, log);
    }
    felt_assert((state->phase == FELT_PHASE_OVER) == (state->betting.turn.actor < 0)); /* H3 */
    poker_assert_chips(state);
    return FELT_OK;
}

/* ---- playing -------------------------------------------------------------------------------- */

void felt_poker_legal(const struct felt_poker_rules *rules, const struct felt_poker *state,
                      struct felt_legal *out)
{
    poker_legal(rules, state, out);
}

enum felt_status felt_poker_apply(const struct felt_poker_rules *rules, struct felt_poker *state,
                                  felt_seat seat, struct felt_action action,
                                  struct felt_event_log *log)
{
    return poker_apply(rules, state, seat, action, log);
}

/* RULES 13.6: any card that is not on the board or in a hand. */
static enum felt_status verify_given(const struct felt_poker_rules *rules,
                                     const struct felt_poker *state, uint64_t thrown,
                                     const felt_card *cards, int count)
{
    felt_cards taken = felt_cards_from(state->deck, state->boards);
    for (felt_seats left = state->betting.turn.live; left;) {
        felt_seat seat = felt_seats_take(&left);
        uint64_t out = seat == state->betting.turn.actor ? thrown : state->thrown[seat];
        for (int i = 0; i < state->slots; i++)
            if (!(out >> i & 1)) taken |= felt_cards_of(state->deck[state->row[seat] + i]);
    }
    for (int i = 0; i < count; i++) {
        if (cards[i] == FELT_CARD_NONE) continue;
        if (cards[i] >= FELT_CARDS_MAX || !(rules->variant->deck >> cards[i] & 1))
            return FELT_BAD_CARD;
        if (taken >> cards[i] & 1) return FELT_DUPLICATE_CARD;
        taken |= felt_cards_of(cards[i]);
    }
    return FELT_OK;
}

enum felt_status felt_poker_apply_dealing(const struct felt_poker_rules *rules,
                                          struct felt_poker *state, felt_seat seat,
                                          struct felt_action action, const felt_card *cards,
                                          int count, struct felt_event_log *log)
{
    if (seat < 0 || seat != state->betting.turn.actor) return FELT_NOT_YOUR_TURN;
    if (state->phase != FELT_PHASE_DISCARD && count == 0)
        return poker_apply(rules, state, seat, action, log);
    if (count != felt_poker_draw_due(rules, state, action.cards)) return FELT_WRONG_COUNT;
    enum felt_status status = verify_given(rules, state, action.cards, cards, count);
    if (status != FELT_OK) return status;
    return poker_apply_other(rules, state, action, count ? cards : NULL, log);
}
