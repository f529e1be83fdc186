/* game.c -- the table of game.h for genomes, and actions for moves.
 *
 * A betting phase speaks the words of every betting game.  All other moves are MOVE with the number
 * of the move in the list of legal ones, words (pass, done, ...) last; so options need no mask, and
 * whoever plays needs felt_genome_move_text() to know what they are. */
#include "games/genome/parts.h"

#include <string.h>

/* What is done for a seat that gives no answer: nothing, if that is possible, else the first. */
static int idle_choice(const struct felt_moves *moves)
{
    static const uint8_t idle[] = {FELT_MOVE_PASS, FELT_MOVE_DONE, FELT_MOVE_BELIEVE};
    for (size_t i = 0; i < sizeof idle; i++) {
        if (!felt_moves_has(moves, idle[i])) continue;
        uint32_t before = moves->others & ((1u << (idle[i] - FELT_MOVE_ITEMS)) - 1);
        return __builtin_popcountll(moves->items) + __builtin_popcount(before);
    }
    return 0;
}

int felt_genome_options(const struct felt_genome_program *program,
                        const struct felt_genome_state *state,
                        struct felt_option out[FELT_OPTIONS_MAX])
{
    struct felt_moves moves;
    int count = 0;
    if (state->actor < 0) return 0;
    felt_genome_moves(program, state, &moves);
    if (genome_step(program, state)->type != FELT_PHASE_TYPE_BETTING) {
        out[0] = (struct felt_option){.kind = FELT_MOVE,
                                      .choice_max = (uint16_t)(felt_moves_count(&moves) - 1),
                                      .min = idle_choice(&moves)};
        return 1;
    }
    struct felt_legal legal;
    felt_assert(!moves.items);
    round_legal(&state->betting, &legal);
    if (felt_legal_has(&legal, FELT_FOLD)) out[count++] = (struct felt_option){.kind = FELT_FOLD};
    if (felt_legal_has(&legal, FELT_CHECK)) out[count++] = (struct felt_option){.kind = FELT_CHECK};
    if (felt_legal_has(&legal, FELT_CALL))
        out[count++] =
            (struct felt_option){.kind = FELT_CALL, .min = legal.to_call, .max = legal.to_call};
    if (felt_legal_has(&legal, FELT_RAISE_TO))
        out[count++] = (struct felt_option){
            .kind = FELT_RAISE_TO, .min = legal.raise_to_min, .max = legal.raise_to_max};
    return count;
}

struct felt_action felt_genome_action(const struct felt_genome_program *program,
                                      const struct felt_genome_state *state, int move)
{
    struct felt_moves moves;
    felt_genome_moves(program, state, &moves);
    felt_assert(felt_moves_has(&moves, move));
    if (genome_step(program, state)->type != FELT_PHASE_TYPE_BETTING) {
        int n = move < FELT_MOVE_ITEMS
                    ? __builtin_popcountll(moves.items & ((UINT64_C(1) << move) - 1))
                    : __builtin_popcountll(moves.items) +
                          __builtin_popcount(moves.others & ((1u << (move - FELT_MOVE_ITEMS)) - 1));
        return (struct felt_action){.kind = FELT_MOVE, .choice = (uint16_t)n};
    }
    const struct felt_betting *betting = &state->betting;
    felt_chips mine = betting->staked[state->actor];
    bool owes = betting->to_match > mine;
    switch (move) {
    case FELT_MOVE_FOLD: return (struct felt_action){.kind = FELT_FOLD};
    case FELT_MOVE_CHECK: return (struct felt_action){.kind = FELT_CHECK};
    case FELT_MOVE_CALL: return (struct felt_action){.kind = FELT_CALL};
    case FELT_MOVE_ALL_IN:
        if (owes) return (struct felt_action){.kind = FELT_CALL};
        return (struct felt_action){.kind = FELT_RAISE_TO,
                                    .amount = mine + betting->stack[state->actor]};
    default:
        return (struct felt_action){.kind = FELT_RAISE_TO,
                                    .amount = betting->to_match + betting->raise_min};
    }
}

int felt_genome_move_of(const struct felt_genome_program *program,
                        const struct felt_genome_state *state, struct felt_action action)
{
    struct felt_moves moves;
    if (state->actor < 0) return -1;
    felt_genome_moves(program, state, &moves);
    if (action.cards) return -1;
    if (genome_step(program, state)->type != FELT_PHASE_TYPE_BETTING)
        return action.kind == FELT_MOVE && !action.amount &&
                       action.choice < felt_moves_count(&moves)
                   ? felt_moves_pick(&moves, action.choice)
                   : -1;
    for (uint32_t left = moves.others; left && !action.choice; left &= left - 1) {
        int move = FELT_MOVE_ITEMS + __builtin_ctz(left);
        struct felt_action same = felt_genome_action(program, state, move);
        if (same.kind == action.kind && same.amount == action.amount) return move;
    }
    return -1;
}

/* ---- the table ---- */

/* Seats are 0 .. n-1, all of them; chips fit; a deck holds cards of this game, none twice. */
static bool can_deal(genome_program program, const struct felt_deal *from)
{
    felt_cards deck = 0, given = 0;
    if (from->seats != (1u << program->seats) - 1 || from->opener >= program->seats) return false;
    for (int seat = 0; seat < program->seats; seat++)
        if (from->stack[seat] < 0 || from->stack[seat] > INT32_MAX / FELT_GENOME_SEATS_MAX ||
            (program->chips && from->stack[seat] == 0) || from->ante[seat] < 0 ||
            from->ante[seat] > from->stack[seat] || from->blind[seat] || from->dead[seat])
            return false;
    if (!from->deck) return true;
    if (from->deck_count < 0 || from->deck_count > program->deck_count) return false;
    for (int i = 0; i < program->deck_count; i++) deck |= felt_cards_of(program->deck[i]);
    for (int i = 0; i < from->deck_count; i++) {
        if (from->deck[i] >= FELT_CARDS || !(deck >> from->deck[i] & 1) ||
            given >> from->deck[i] & 1)
            return false;
        given |= felt_cards_of(from->deck[i]);
    }
    return true;
}

static enum felt_status game_open(const void *rules, const struct felt_deal *from, void *state,
                                  struct felt_event_log *log)
{
    (void)log;
    memset(state, 0, sizeof(struct felt_genome_state));
    ((struct felt_genome_state *)state)->actor = FELT_SEAT_NONE;
    return can_deal(rules, from) ? FELT_OK : FELT_BAD_DEAL;
}

static enum felt_status game_deal(const void *rules, const struct felt_deal *from,
                                  struct felt_rng *rng, void *state, struct felt_event_log *log)
{
    if (!can_deal(rules, from) || (!rng && !from->later)) return FELT_BAD_DEAL;
    felt_genome_begin(rules, from, rng ? felt_rng_next(rng) : 0, state, log);
    return FELT_OK;
}

static felt_seat game_actor(const void *rules, const void *state)
{
    (void)rules;
    return ((genome_look)state)->actor;
}

static int game_legal(const void *rules, const void *state,
                      struct felt_option out[FELT_OPTIONS_MAX])
{
    return felt_genome_options(rules, state, out);
}

static enum felt_status game_apply(const void *rules, void *state, felt_seat seat,
                                   struct felt_action action, struct felt_event_log *log)
{
    genome_state now = state;
    if (now->actor < 0 || now->actor != seat) return FELT_NOT_YOUR_TURN;
    int move = felt_genome_move_of(rules, now, action);
    if (move < 0) return action.kind == FELT_RAISE_TO ? FELT_BAD_AMOUNT : FELT_NOT_LEGAL;
    felt_genome_play(rules, now, move, log);
    return FELT_OK;
}

static void game_view(const void *rules, const void *state, felt_seat seat, struct felt_view *out)
{
    felt_genome_view(rules, state, seat, out);
}

static void game_imagine(const void *rules, const struct felt_view *view, struct felt_rng *rng,
                         void *state)
{
    felt_genome_imagine(rules, view, rng, state);
}

static void game_payoff(const void *rules, const void *state, felt_chips out[FELT_SEATS_MAX])
{
    felt_genome_payoff(rules, state, out);
}

const struct felt_game felt_genome_game = {.name = "genome",
                                           .rules_bytes = sizeof(struct felt_genome_program),
                                           .state_bytes = sizeof(struct felt_genome_state),
                                           .open = game_open,
                                           .deal = game_deal,
                                           .actor = game_actor,
                                           .legal = game_legal,
                                           .apply = game_apply,
                                           .view = game_view,
                                           .imagine = game_imagine,
                                           .payoff = game_payoff};
