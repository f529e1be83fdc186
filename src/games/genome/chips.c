/* chips.c -- the betting phase of the document, antes, and pots.
 *
 * The round itself is betting/round.h with FELT_STEP_LIMIT (RULES 8.6); this file is its edge: the
 * document's six actions, what a phase takes before it and gives back after it, and who gets the
 * pot.  paid[] remembers what each seat has put into the pot of this hand and not lost yet: layers
 * are cut by it, and a pot that nobody wins goes back by it (BET-15). */
#include "felt/pots.h"
#include "games/genome/parts.h"

/* ---- into the pot ---- */

felt_chips felt_genome_pay(genome_state state, felt_seat seat, felt_chips amount,
                           struct felt_event_log *log)
{
    felt_chips moved = round_pay(&state->betting, seat, amount);
    state->paid[seat] += (int32_t)moved;
    if (moved) genome_tell(log, FELT_EVENT_DEAD, seat, moved, 0);
    return moved;
}

static void ante(genome_state state, unsigned seats, felt_chips amount, struct felt_event_log *log)
{
    for (felt_seats left = (felt_seats)seats; left;) {
        felt_seat seat = felt_seats_take(&left);
        felt_chips moved = round_ante(&state->betting, seat, amount);
        state->paid[seat] += (int32_t)moved;
        if (moved) genome_tell(log, FELT_EVENT_ANTE, seat, moved, 0);
    }
}

void felt_phase_ante(genome_program program, genome_state state, struct felt_event_log *log)
{
    const struct felt_genome_step *step = genome_step(program, state);
    unsigned payers = genome_live(state);
    if (step->gene[FELT_ANTE_WHO] == FELT_ANTE_START) payers &= 1u << state->start;
    ante(state, payers, step->gene[FELT_ANTE_AMOUNT], log);
}

void felt_genome_end_round(genome_state state, struct felt_event_log *log)
{
    struct felt_betting *betting = &state->betting;
    felt_seat owner;
    felt_chips back = round_give(betting, state->dealt, &owner);
    if (back) {
        betting->turn.able |= felt_seats_of(owner); /* has chips again */
        genome_tell(log, FELT_EVENT_RETURN, owner, back, 0);
    }
    for (felt_seats left = state->dealt; left;) {
        felt_seat seat = felt_seats_take(&left);
        state->paid[seat] += (int32_t)betting->staked[seat];
        betting->staked[seat] = 0;
    }
    betting->to_match = 0;
    betting->missing = 0;
    felt_turn_close(&betting->turn);
}

/* ---- the phase ---- */

static void post(genome_state state, felt_seat seat, felt_chips amount, struct felt_event_log *log)
{
    if (amount <= 0 || !felt_seats_has(state->betting.turn.able, seat)) return;
    felt_chips moved = round_post(&state->betting, seat, amount);
    genome_tell(log, FELT_EVENT_BLIND, seat, moved, state->betting.staked[seat]);
}

enum genome_flow felt_phase_betting_enter(genome_program program, genome_state state,
                                          struct felt_event_log *log)
{
    const int32_t *gene = genome_step(program, state)->gene;
    struct felt_betting *betting = &state->betting;
    if (state->flags & FELT_FLAG_FREE_CHECK) {
        state->flags &= (uint8_t)~FELT_FLAG_FREE_CHECK;
        return FLOW_NEXT;
    }
    if (gene[FELT_BET_ANTE]) ante(state, genome_live(state), gene[FELT_BET_ANTE], log);
    felt_seat first = state->start;
    if (gene[FELT_BET_SMALL] || gene[FELT_BET_BIG]) {
        felt_seat big = felt_seats_from((felt_seats)genome_live(state), state->start + 1);
        post(state, state->start, gene[FELT_BET_SMALL], log);
        post(state, big, gene[FELT_BET_BIG], log);
        first = felt_seats_from((felt_seats)genome_live(state), big + 1);
    }
    int cap = gene[FELT_BET_RAISES] + state->raises;
    round_begin(betting, first, gene[FELT_BET_MIN],
                (uint8_t)(cap < FELT_CAP_NONE ? cap : FELT_CAP_NONE - 1));
    if (betting->turn.actor < 0) {
        felt_genome_end_round(state, log);
        return FLOW_NEXT;
    }
    state->actor = betting->turn.actor;
    return FLOW_ASK;
}

#define BIT(move) (1u << ((move)-FELT_MOVE_ITEMS))

void felt_phase_betting_moves(genome_program program, genome_look state, struct felt_moves *out)
{
    const struct felt_betting *betting = &state->betting;
    felt_seat me = state->actor;
    felt_chips stack = betting->stack[me], owed = betting->to_match - betting->staked[me];
    bool capped = felt_turn_capped(&betting->turn), steps = stack >= owed + betting->raise_min;
    uint32_t moves;
    (void)program;
    if (owed == 0) {
        moves = BIT(FELT_MOVE_CHECK);
        if (!steps)
            moves |= BIT(FELT_MOVE_ALL_IN);
        else if (betting->to_match == 0)
            moves |= BIT(FELT_MOVE_BET);
        else if (!capped)
            moves |= BIT(FELT_MOVE_RAISE);
    } else {
        moves = BIT(FELT_MOVE_FOLD);
        moves |= stack >= owed ? BIT(FELT_MOVE_CALL) : BIT(FELT_MOVE_ALL_IN);
        if (steps && !capped) moves |= BIT(FELT_MOVE_RAISE);
    }
    *out = (struct felt_moves){.others = moves};
}

/* The action of chips.h that a move stands for; *to is the stake it leads to. */
static enum felt_action_kind action_of(const struct felt_betting *betting, int move, felt_chips *to)
{
    felt_seat me = betting->turn.actor;
    bool owes = betting->to_match > betting->staked[me];
    *to = 0;
    switch (move) {
    case FELT_MOVE_FOLD: return FELT_FOLD;
    case FELT_MOVE_CHECK: return FELT_CHECK;
    case FELT_MOVE_CALL: return FELT_CALL;
    case FELT_MOVE_ALL_IN:
        if (owes) return FELT_CALL; /* for less */
        *to = betting->staked[me] + betting->stack[me];
        return FELT_RAISE_TO;
    default:
        felt_assert(move == FELT_MOVE_BET || move == FELT_MOVE_RAISE);
        *to = betting->to_match + betting->raise_min;
        return FELT_RAISE_TO;
    }
}

enum genome_flow felt_phase_betting_play(genome_program program, genome_state state, int move,
                                         struct felt_event_log *log)
{
    struct felt_betting *betting = &state->betting;
    felt_seat me = betting->turn.actor;
    felt_chips to, before = betting->stack[me];
    enum felt_action_kind kind = action_of(betting, move, &to);
    (void)program;
    felt_assert(me == state->actor);
    round_apply(betting, kind, to);
    struct felt_event *event =
        genome_tell(log, FELT_EVENT_ACT, me, before - betting->stack[me], betting->staked[me]);
    if (event) {
        event->act = (uint8_t)kind;
        event->board = (uint8_t)move; /* the document's word for it */
    }
    if (betting->turn.actor >= 0) {
        state->actor = betting->turn.actor;
        return FLOW_ASK;
    }
    felt_genome_end_round(state, log);
    return FLOW_NEXT;
}

/* ---- out of the pot ---- */

static void win(genome_program program, genome_state state, felt_seat seat, felt_chips amount,
                int pot, struct felt_event_log *log)
{
    state->betting.stack[seat] += amount;
    state->betting.pot -= amount;
    struct felt_event *event = genome_tell(log, FELT_EVENT_WIN, seat, amount, 0);
    if (event) event->pot = (uint8_t)pot;
    if (program->scores >> FELT_SCORE_POT_WIN & 1)
        felt_genome_score(state, seat,
                          felt_genome_points(program, FELT_SCORE_POT_WIN, state->hand[seat]), log);
}

/* Equal shares, the whole remainder to the first from the start seat (BET-6, S7). */
static void share(genome_program program, genome_state state, felt_chips amount, unsigned winners,
                  int pot, struct felt_event_log *log)
{
    int count = felt_seats_count((felt_seats)winners);
    felt_chips each = amount / count, odd = amount % count;
    felt_seat seat = felt_seats_from((felt_seats)winners, state->start);
    for (int i = 0; i < count; i++, odd = 0) {
        if (each + odd) win(program, state, seat, each + odd, pot, log);
        seat = felt_seats_from((felt_seats)winners, seat + 1);
    }
}

static unsigned best_of(const uint32_t value[], unsigned seats)
{
    uint32_t best = 0;
    unsigned winners = 0;
    for (felt_seats left = (felt_seats)seats; left;) {
        felt_seat seat = felt_seats_take(&left);
        if (value[seat] > best) {
            best = value[seat];
            winners = 0;
        }
        if (value[seat] == best && best) winners |= 1u << seat;
    }
    return winners;
}

static void share_layers(genome_program program, genome_state state, const uint32_t value[],
                         unsigned live, struct felt_event_log *log)
{
    felt_chips paid[FELT_SEATS_MAX] = {0};
    struct felt_pot pots[FELT_SEATS_MAX];
    felt_seats payers = 0;
    for (int seat = 0; seat < program->seats; seat++) {
        paid[seat] = state->paid[seat];
        if (paid[seat]) payers |= felt_seats_of(seat);
    }
    int count = felt_pots_layer(paid, payers | (felt_seats)live, (felt_seats)live, 0,
                                state->betting.pot, pots);
    for (int i = 0; i < count; i++) {
        unsigned winners = best_of(value, pots[i].eligible);
        /* Only busted hands reached this layer: those who paid for it share it. */
        share(program, state, pots[i].amount, winners ? winners : pots[i].eligible, i, log);
    }
}

void felt_genome_award(genome_program program, genome_state state, const uint32_t value[],
                       unsigned winners, struct felt_event_log *log)
{
    unsigned live = genome_live(state);
    if (!winners || !state->betting.pot) return; /* S6: it stays */
    felt_assert((winners & ~live) == 0);         /* M5 */
    if (program->layered && !felt_seats_lone((felt_seats)live))
        share_layers(program, state, value, live, log);
    else
        share(program, state, state->betting.pot, winners, 0, log);
    felt_assert(state->betting.pot == 0); /* P1 */
    for (int seat = 0; seat < program->seats; seat++) {
        state->paid[seat] = 0;
        if (state->betting.stack[seat] > 0 && (live >> seat & 1))
            state->betting.turn.able |= felt_seats_of(seat);
    }
}
