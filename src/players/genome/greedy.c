/* greedy.c -- the player greedy: the document's thresholds for bets, and for each phase a
 * rule of thumb (rules.c).
 *
 * The document says what a strong, a medium and a weak hand do; what it leaves open is S10: a
 * strong hand that may not raise calls, and a short stack, one that is offered ALL_IN, goes all-in
 * with a strong hand and else checks or folds. */
#include "players/genome/rules.h"

int felt_moves_random(const struct felt_moves *moves, struct felt_rng *rng)
{
    uint32_t count = (uint32_t)felt_moves_count(moves);
    felt_assert(count > 0);
    return felt_moves_pick(moves, count > 1 ? (int)felt_rng_below(rng, count) : 0);
}

/* The first of a list that may be played; any if none may. */
static int first_of(const struct felt_moves *moves, const uint8_t *list, int count)
{
    for (int i = 0; i < count; i++)
        if (felt_moves_has(moves, list[i])) return list[i];
    return felt_moves_pick(moves, 0);
}

int felt_greedy_bet(const struct felt_moves *moves, double strength)
{
    static const uint8_t strong[] = {FELT_MOVE_RAISE, FELT_MOVE_BET, FELT_MOVE_ALL_IN,
                                     FELT_MOVE_CALL, FELT_MOVE_CHECK};
    static const uint8_t medium[] = {FELT_MOVE_CALL, FELT_MOVE_CHECK, FELT_MOVE_FOLD};
    static const uint8_t weak[] = {FELT_MOVE_CHECK, FELT_MOVE_FOLD, FELT_MOVE_CALL,
                                   FELT_MOVE_ALL_IN};
    if (strength > STRONG) return first_of(moves, strong, 5);
    bool is_short = felt_moves_has(moves, FELT_MOVE_ALL_IN);
    return strength > MEDIUM && !is_short ? first_of(moves, medium, 3) : first_of(moves, weak, 4);
}

int felt_greedy_stay(const struct felt_moves *moves)
{
    static const uint8_t stay[] = {FELT_MOVE_CHECK, FELT_MOVE_CALL, FELT_MOVE_ALL_IN};
    return first_of(moves, stay, 3);
}

int felt_greedy_cards(const struct genome_spot *spot, struct felt_rng *rng)
{
    if (felt_moves_count(&spot->moves) == 1) return felt_moves_pick(&spot->moves, 0);
    switch (spot_step(spot)->type) {
    case FELT_PHASE_TYPE_DRAW: return felt_rule_draw(spot);
    case FELT_PHASE_TYPE_PLAY: return felt_rule_play(spot);
    case FELT_PHASE_TYPE_DISCARD: return felt_rule_discard(spot);
    case FELT_PHASE_TYPE_TRANSFER: return felt_rule_transfer(spot);
    case FELT_PHASE_TYPE_COMPARE: return felt_rule_compare(spot);
    case FELT_PHASE_TYPE_TRICK: return felt_rule_trick(spot);
    case FELT_PHASE_TYPE_BIDDING: return felt_rule_bid(spot);
    case FELT_PHASE_TYPE_CLAIM: return felt_rule_claim(spot);
    case FELT_PHASE_TYPE_ASK: return felt_rule_ask(spot, rng);
    case FELT_PHASE_TYPE_MELD:
        if (spot_has(spot, FELT_MOVE_KNOCK)) return FELT_MOVE_KNOCK;
        break;
    default: break;
    }
    return felt_moves_random(&spot->moves, rng);
}

int felt_greedy_choose(const struct genome_spot *spot, struct felt_rng *rng)
{
    if (!genome_is_betting(spot->program, spot->state)) return felt_greedy_cards(spot, rng);
    if (felt_moves_count(&spot->moves) == 1) return felt_moves_pick(&spot->moves, 0);
    return felt_greedy_bet(&spot->moves, felt_strengths_of(spot->strengths, spot->program,
                                                           spot->state, spot->seat, rng));
}
