/* phase_play.c -- a player plays a card, a set or a run: to the discards, the table, or the own
 * pile.
 *
 * What may be played is a mask: the hand, the set of valid_play_condition, and for sets and runs a
 * few shifts of both.  A turn has up to two decisions, and state->sub says which one is pending:
 *
 *   CHOOSING   what to play
 *   NAMING     the suit that a wild card stands for; the next player faces it
 *   CAPTURING  which cards of the table to take, if there are several ways.  The card that takes
 *              them is state->laid[] of its player until then
 *
 * On the ladder (President) state->rank and state->size are the group that lies there,
 * state->leader is who played it, state->passed who has passed since.  Turns go round the table, so
 * when all the others have passed it is the leader's turn again, or the next player's if the leader
 * is out of cards: only the pile has to be cleared. */
#include "games/genome/hands.h"

enum { CHOOSING, NAMING, CAPTURING };

/* ---- what may be played ---- */

/* Bit 4 * rank + n - 1 for every n cards of a rank. */
static felt_cards sets_in(felt_cards hand)
{
    felt_cards clubs = hand & GENOME_RANKS, diamonds = hand >> 1 & GENOME_RANKS;
    felt_cards hearts = hand >> 2 & GENOME_RANKS, spades = hand >> 3 & GENOME_RANKS;
    felt_cards low = clubs | diamonds, low_pair = clubs & diamonds;
    felt_cards high = hearts | spades, high_pair = hearts & spades;
    return (low | high) | ((low & high) | low_pair | high_pair) << 1 |
           ((low_pair & high) | (low & high_pair)) << 2 | (low_pair & high_pair) << 3;
}

/* The lowest card of each rank. */
static felt_cards lowest_suits(felt_cards hand)
{
    return hand & ~((hand << 1 & GENOME_RANKS * 14) | (hand << 2 & GENOME_RANKS * 12) |
                    (hand << 3 & GENOME_RANKS * 8));
}

felt_cards felt_genome_run(genome_program program, felt_card lowest, int length)
{
    int rank = felt_card_rank(lowest), suit = felt_card_suit(lowest);
    int bottom = genome_rank_lowest(program);
    felt_cards cards = felt_cards_of(lowest);
    for (int i = 1; i < length; i++) {
        int up = genome_rank_up(program, rank);
        if (up < 0 && i == 1 && program->beside[rank] & felt_cards_of_rank(bottom)) up = bottom;
        if (up < 0) return 0;
        rank = up;
        cards |= felt_cards_of(felt_card_make(rank, suit));
    }
    return cards;
}

static felt_cards runs_in(genome_program program, felt_cards hand, felt_cards from, int length)
{
    felt_cards lowest = 0;
    for (felt_cards left = hand & from; left;) {
        felt_card card = felt_cards_take(&left);
        felt_cards run = felt_genome_run(program, card, length);
        if (run && !(run & ~hand)) lowest |= felt_cards_of(card);
    }
    return lowest;
}

/* Ranks that go over what lies on the ladder, and wild cards. */
static felt_cards over_ladder(genome_program program, genome_look state)
{
    return program->above[state->rank] | program->wild;
}

static felt_cards groups(genome_program program, genome_look state,
                         const struct felt_genome_step *step, felt_cards hand, felt_cards valid)
{
    const int32_t *gene = step->gene;
    int min = gene[FELT_PLAY_MIN], max = gene[FELT_PLAY_MAX];
    if (gene[FELT_PLAY_LADDER] && state->rank != FELT_CARD_NONE) {
        if (state->size < min ||
            (gene[FELT_PLAY_GROUP] == FELT_GROUP_SET ? state->size > max : state->size != min))
            return 0;
        valid &= over_ladder(program, state);
        min = max = state->size;
    }
    if (gene[FELT_PLAY_GROUP] == FELT_GROUP_RUN) return runs_in(program, hand, valid, min);
    felt_cards sizes = GENOME_RANKS * (((1u << max) - 1) & ~((1u << (min - 1)) - 1));
    return sets_in(hand) & sizes & genome_ranks_of(lowest_suits(hand) & valid);
}

/* Items of the first decision. */
static inline felt_cards playable(genome_program program, genome_look state,
                                  const struct felt_genome_step *step, felt_seat seat)
{
    felt_cards hand = state->hand[seat];
    felt_cards valid = genome_valid(program, state, step->valid, seat) | program->wild;
    if (step->gene[FELT_PLAY_GROUP] != FELT_GROUP_SINGLE)
        return groups(program, state, step, hand, valid);
    if (step->gene[FELT_PLAY_LADDER] && state->rank != FELT_CARD_NONE)
        valid &= state->size == 1 ? over_ladder(program, state) : 0;
    return hand & valid;
}

felt_cards felt_phase_play_cards(genome_program program, genome_look state, int step,
                                 felt_seat seat)
{
    const struct felt_genome_step *play = &program->step[step];
    felt_cards items = playable(program, state, play, seat);
    if (play->gene[FELT_PLAY_GROUP] == FELT_GROUP_SET)
        return state->hand[seat] & genome_ranks_of(items);
    return items;
}

static felt_cards cards_of(genome_program program, genome_look state,
                           const struct felt_genome_step *step, int move)
{
    switch (step->gene[FELT_PLAY_GROUP]) {
    case FELT_GROUP_SET:
        return genome_lowest(state->hand[state->turn] & felt_cards_of_rank(move >> 2),
                             (move & 3) + 1);
    case FELT_GROUP_RUN:
        return felt_genome_run(program, (felt_card)move, step->gene[FELT_PLAY_MIN]);
    default: return felt_cards_of((felt_card)move);
    }
}

/* ---- passing ---- */

static bool may_pass(genome_look state, const struct felt_genome_step *step)
{
    return !step->gene[FELT_PLAY_MANDATORY] ||
           (step->gene[FELT_PLAY_LADDER] && state->rank != FELT_CARD_NONE);
}

static enum genome_flow pass(genome_state state, const struct felt_genome_step *step,
                             struct felt_event_log *log)
{
    felt_seat seat = state->turn;
    genome_tell(log, FELT_EVENT_SAY, seat, FELT_ASKS_NOTHING, FELT_MOVE_PASS);
    if (step->gene[FELT_PLAY_PASS_COST])
        felt_genome_pay(state, seat, step->gene[FELT_PLAY_PASS_COST], log);
    if (!step->gene[FELT_PLAY_LADDER] || state->rank == FELT_CARD_NONE) return FLOW_NEXT;
    state->passed |= (uint8_t)felt_seats_of(seat);
    unsigned others = genome_holding(state);
    if (state->leader >= 0) others &= ~(1u << state->leader);
    if (!(others & ~(unsigned)state->passed)) {
        state->rank = FELT_CARD_NONE;
        state->size = 0;
        state->passed = 0;
    }
    return FLOW_NEXT;
}

/* Has the player drawn to be able to play, and could the next one?  The hand goes on then, even if
 * nobody can play for a whole cycle. */
static bool drew_for_it(genome_program program, genome_look state,
                        const struct felt_genome_step *step)
{
    for (int i = step->block; i < step->block_end; i++)
        if (program->step[i].type == FELT_PHASE_TYPE_DRAW &&
            program->step[i].condition == FELT_SLOT_NONE &&
            program->step[i].gene[FELT_DRAW_REPEAT] == FELT_REPEAT_UNTIL_PLAYABLE &&
            program->step[i].gene[FELT_DRAW_SOURCE] == FELT_FROM_DECK)
            return felt_genome_drawable(program, state) > 0;
    return false;
}

/* Nothing to play.  A pass that costs chips is said aloud, and so is one after drawing; else there
 * is nothing to decide. */
static enum genome_flow be_unable(genome_program program, genome_state state,
                                  const struct felt_genome_step *step, struct felt_event_log *log)
{
    if (!state->hand[state->turn]) return FLOW_NEXT;
    if (!may_pass(state, step) && !step->gene[FELT_PLAY_PASS_IF_UNABLE]) {
        state->flags |= FELT_FLAG_ENDING;
        return FLOW_NEXT;
    }
    if ((program->chips && step->gene[FELT_PLAY_PASS_COST] > 0 &&
         state->betting.stack[state->turn] > 0) ||
        drew_for_it(program, state, step)) {
        state->actor = state->turn;
        return FLOW_ASK;
    }
    return pass(state, step, log);
}

/* ---- after a card was played ---- */

bool felt_genome_names_suits(genome_program program)
{
    for (int i = 0; i < program->steps; i++) {
        const struct felt_genome_step *step = &program->step[i];
        if (step->type != FELT_PHASE_TYPE_PLAY || step->valid == FELT_SLOT_NONE) continue;
        const struct felt_expr *expr = &program->expr[step->valid];
        for (int n = 0; n < expr->count; n++)
            if (expr->node[n].op == FELT_EXPR_TEST && expr->node[n].ref == FELT_REF_TOP &&
                (expr->node[n].test == FELT_TEST_SAME_SUIT ||
                 expr->node[n].test == FELT_TEST_SAME_COLOR))
                return true;
    }
    return false;
}

/* Points and effects of the played cards; a wild card on the discards asks for a suit, unless its
 * player is out of cards. */
static inline enum genome_flow settle(genome_program program, genome_state state,
                                      const struct felt_genome_step *step, felt_cards cards,
                                      struct felt_event_log *log)
{
    felt_seat seat = state->turn;
    if (program->scores >> FELT_SCORE_PLAY & 1)
        felt_genome_score(state, seat, felt_genome_points(program, FELT_SCORE_PLAY, cards), log);
    if (program->effects) felt_genome_effects(program, state, seat, cards, log);
    if (!(cards & program->wild) || step->gene[FELT_PLAY_TARGET] != FELT_TO_DISCARD ||
        !state->hand[seat] || !felt_genome_names_suits(program))
        return FLOW_NEXT;
    state->sub = NAMING;
    state->actor = seat;
    return FLOW_ASK;
}

static void climb(genome_program program, genome_state state, felt_cards cards)
{
    int rank = __builtin_ctzll(cards) >> 2;
    if (cards & program->wild) /* only another wild card goes over it */
        for (int other = 0; other < FELT_RANKS; other++)
            if (program->order[other] > program->order[rank]) rank = other;
    state->rank = (uint8_t)rank;
    state->size = (uint8_t)felt_cards_count(cards);
    state->leader = state->turn;
    state->passed = 0;
}

/* ---- capturing ---- */

/* All sets of these cards whose values sum to `sum`, lowest cards first.  reach[i] has bit n if
 * some of the cards from i on sum to n: no branch is entered that does not lead to a set. */
static int sums(genome_program program, felt_cards table, int sum, felt_cards out[64])
{
    felt_card card[FELT_CARDS];
    uint8_t value[FELT_CARDS];
    uint64_t reach[FELT_CARDS + 1];
    int cards = 0, found = 0, depth = 0, left = sum;
    for (felt_cards rest = table; rest;) {
        felt_card next = felt_cards_take(&rest);
        int worth = program->value[felt_card_rank(next)];
        if (worth <= 0 || worth > sum) continue;
        card[cards] = next;
        value[cards++] = (uint8_t)worth;
    }
    reach[cards] = 1;
    for (int i = cards - 1; i >= 0; i--) reach[i] = reach[i + 1] | reach[i + 1] << value[i];
    uint8_t at[FELT_CARDS]; /* the cards taken so far, by index */
    felt_cards taken = 0;
    int i = 0;
    for (;;) {
        if (left == 0) {
            out[found++] = taken;
            if (found == 64) return found;
        } else if (i < cards && reach[i] >> left & 1) {
            if (value[i] <= left && reach[i + 1] >> (left - value[i]) & 1) {
                at[depth++] = (uint8_t)i;
                taken |= felt_cards_of(card[i]);
                left -= value[i];
            }
            i++;
            continue;
        }
        if (depth == 0) return found;
        i = at[--depth]; /* the other branch: without this card */
        taken &= ~felt_cards_of(card[i]);
        left += value[i++];
    }
}

int felt_genome_captures(const struct felt_genome_program *program,
                         const struct felt_genome_state *state, felt_card card, felt_cards out[64])
{
    felt_cards table = state->table;
    int worth = program->value[felt_card_rank(card)], found = 0;
    for (felt_cards left = table; left;) {
        felt_card other = felt_cards_take(&left);
        if (program->value[felt_card_rank(other)] == worth) out[found++] = felt_cards_of(other);
    }
    if (found || worth <= 0 || worth > 63) return found;
    return sums(program, table, worth, out);
}

/* The cards were played, and take others with them or stay on the table. */
static enum genome_flow capture(genome_program program, genome_state state,
                                const struct felt_genome_step *step, felt_cards cards,
                                felt_cards taken, struct felt_event_log *log)
{
    state->table |= cards;
    if (taken) {
        state->table &= ~(taken | cards);
        felt_genome_capture(program, state, state->turn, taken | cards, FELT_SCORE_CAPTURE, log);
        if (!state->table) felt_genome_score(state, state->turn, step->gene[FELT_PLAY_SWEEP], log);
    }
    return settle(program, state, step, cards, log);
}

static enum genome_flow play_to_table(genome_program program, genome_state state,
                                      const struct felt_genome_step *step, felt_cards cards,
                                      struct felt_event_log *log)
{
    felt_card lowest = (felt_card)__builtin_ctzll(cards);
    felt_cards taken = 0, ways[64];
    if (step->gene[FELT_PLAY_CAPTURE] == FELT_CAPTURE_RANK)
        taken = state->table & felt_cards_of_rank(felt_card_rank(lowest));
    if (step->gene[FELT_PLAY_CAPTURE] == FELT_CAPTURE_SUM && !(cards & (cards - 1))) {
        int found = felt_genome_captures(program, state, lowest, ways);
        if (found > 1) {
            state->sub = CAPTURING;
            state->laid[state->turn] = lowest;
            state->actor = state->turn;
            return FLOW_ASK;
        }
        if (found == 1) taken = ways[0];
    }
    return capture(program, state, step, cards, taken, log);
}

static enum genome_flow choose_capture(genome_program program, genome_state state, int move,
                                       struct felt_event_log *log)
{
    felt_cards ways[64];
    felt_card card = state->laid[state->turn];
    int found = felt_genome_captures(program, state, card, ways);
    felt_assert(move < found);
    state->laid[state->turn] = FELT_CARD_NONE;
    return capture(program, state, genome_step(program, state), felt_cards_of(card), ways[move],
                   log);
}

/* ---- the phase ---- */

enum genome_flow felt_phase_play_enter(genome_program program, genome_state state,
                                       struct felt_event_log *log)
{
    const struct felt_genome_step *step = genome_step(program, state);
    if (!playable(program, state, step, state->turn)) return be_unable(program, state, step, log);
    state->actor = state->turn;
    return FLOW_ASK;
}

enum felt_asks felt_phase_play_asks(genome_program program, genome_look state)
{
    static const uint8_t groups_asked[] = {FELT_ASKS_CARD, FELT_ASKS_GROUP, FELT_ASKS_RUN};
    if (state->sub == NAMING) return FELT_ASKS_SUIT;
    if (state->sub == CAPTURING) return FELT_ASKS_CAPTURE;
    return (enum felt_asks)groups_asked[genome_step(program, state)->gene[FELT_PLAY_GROUP]];
}

void felt_phase_play_moves(genome_program program, genome_look state, struct felt_moves *out)
{
    const struct felt_genome_step *step = genome_step(program, state);
    out->others = 0;
    if (__builtin_expect(state->sub == CHOOSING, 1)) {
        out->items = playable(program, state, step, state->turn);
        if (!out->items || may_pass(state, step)) out->others = GENOME_WORD(FELT_MOVE_PASS);
    } else if (state->sub == NAMING) {
        out->items = 15;
    } else {
        felt_cards ways[64];
        int found = felt_genome_captures(program, state, state->laid[state->turn], ways);
        out->items = UINT64_MAX >> (64 - found);
    }
}

enum genome_flow felt_phase_play_play(genome_program program, genome_state state, int move,
                                      struct felt_event_log *log)
{
    const struct felt_genome_step *step = genome_step(program, state);
    felt_seat seat = state->turn;
    int target = step->gene[FELT_PLAY_TARGET];
    if (state->sub == NAMING) {
        state->suit = (uint8_t)move;
        genome_tell(log, FELT_EVENT_SAY, seat, FELT_ASKS_SUIT, move);
        return FLOW_NEXT;
    }
    if (state->sub == CAPTURING) return choose_capture(program, state, move, log);
    if (move == FELT_MOVE_PASS) return pass(state, step, log);
    felt_cards cards = cards_of(program, state, step, move);
    felt_assert(cards && !(cards & ~state->hand[seat])); /* M2 */
    if (step->gene[FELT_PLAY_LADDER]) climb(program, state, cards);
    if (target == FELT_TO_OWN) {
        genome_lay_down(program, state, seat, cards, FELT_SCORE_CAPTURE, log);
        return settle(program, state, step, cards, log);
    }
    state->hand[seat] &= ~cards;
    state->shown &= ~cards;
    if (log) felt_genome_tell_cards(log, FELT_EVENT_PLAY, seat, cards, GENOME_EVERYBODY, target);
    if (target == FELT_TO_TABLE) return play_to_table(program, state, step, cards, log);
    state->suit = FELT_CARD_NONE;
    felt_genome_discard(program, state, cards);
    return settle(program, state, step, cards, log);
}
