/* playout.c -- how a genome goes on when nobody thinks about it: the playouts of the search.
 *
 * Random moves tell enough of tricks and of cards that are played one by one, and can be had very
 * fast.  They tell little of games in which a random player hardly ever finishes anything: nobody
 * knocks, every claim is a lie.  There most moves follow a rule of thumb, mostly one that takes a
 * few operations on sets of cards; one in eight is any move, and so is what no rule is for.  Nobody
 * bets: what comes out is who has the best cards, for the stakes as they are. */
#include "players/genome/rules.h"

enum { ANY_MOVE = 7 }; /* mask of random bits: one of eight */

/* Tricks, and cards played one by one: random playouts of these are several times as fast as those
 * by rules, and tell enough. */
static bool is_quick(const struct felt_genome_program *program)
{
    bool quick = false;
    if (program->chips) return false;
    for (int i = 0; i < program->steps; i++) {
        const int32_t *gene = program->step[i].gene;
        switch (program->step[i].type) {
        case FELT_PHASE_TYPE_TRICK: quick = true; break;
        case FELT_PHASE_TYPE_PLAY:
            if (gene[FELT_PLAY_LADDER] || gene[FELT_PLAY_CAPTURE] != FELT_CAPTURE_NONE)
                return false;
            quick = true;
            break;
        default: break;
        }
    }
    return quick;
}

void felt_playout_init(const struct felt_genome_program *program, struct genome_playout *out)
{
    *out = (struct genome_playout){.at_random = is_quick(program)};
    for (int i = 0; i < program->steps; i++)
        out->melds |= program->step[i].type == FELT_PHASE_TYPE_MELD;
}

static int any_of(felt_cards items, uint64_t random)
{
    uint32_t count = (uint32_t)felt_cards_count(items);
    for (uint32_t n = (uint32_t)((random >> 32) * count >> 32); n > 0; n--) items &= items - 1;
    return __builtin_ctzll(items);
}

#define RANKS UINT64_C(0x1111111111111)

/* Cards that have neither their rank nor a neighbour of their suit beside them. */
static felt_cards lonely(felt_cards hand)
{
    felt_cards one = hand & RANKS, two = hand >> 1 & RANKS, three = hand >> 2 & RANKS,
               four = hand >> 3 & RANKS;
    felt_cards paired = (one & two) | (three & four) | ((one | two) & (three | four));
    return hand & ~(paired * 15) & ~(hand << 4) & ~(hand >> 4);
}

/* Three of a rank or more, three of a suit in a row or more. */
static felt_cards melded(felt_cards hand)
{
    felt_cards one = hand & RANKS, two = hand >> 1 & RANKS, three = hand >> 2 & RANKS,
               four = hand >> 3 & RANKS;
    felt_cards many = (one & two & (three | four)) | (three & four & (one | two));
    felt_cards run = hand & hand << 4 & hand << 8;
    return (many * 15 & hand) | run | run >> 4 | run >> 8;
}

static int play_cards(const struct genome_spot *spot, uint64_t random)
{
    const int32_t *gene = spot_step(spot)->gene;
    felt_cards items = spot->moves.items;
    if (spot->state->sub || !items) return -1;
    if (gene[FELT_PLAY_CAPTURE] != FELT_CAPTURE_NONE) return felt_rule_play(spot);
    if (gene[FELT_PLAY_GROUP] == FELT_GROUP_SET) { /* as many as there are of the lowest rank */
        unsigned rank = (unsigned)__builtin_ctzll(items) >> 2;
        return (int)(4 * rank + 31 - (unsigned)__builtin_clz((unsigned)(items >> 4 * rank & 15)));
    }
    felt_cards plain = items & ~spot->program->wild;
    return any_of(plain ? plain : items, random);
}

static int claim(const struct genome_spot *spot, uint64_t random)
{
    const struct felt_genome_state *state = spot->state;
    felt_cards rank = felt_cards_of_rank(state->rank & 15), truth = spot->moves.items & rank;
    enum felt_asks asks = felt_genome_asks(spot->program, state);
    if (asks == FELT_ASKS_NOTHING) { /* a claim that cannot be true, or the last chance to doubt */
        bool lie = state->size + felt_cards_count(state->hand[spot->seat] & rank) > FELT_SUITS;
        return lie || !state->hand[state->turn] ? FELT_MOVE_DOUBT : FELT_MOVE_BELIEVE;
    }
    if (asks != FELT_ASKS_CARD) return -1;
    if (truth) return any_of(truth, random);
    return spot_has(spot, FELT_MOVE_DONE) ? FELT_MOVE_DONE : -1;
}

static int throw_away(const struct genome_playout *playout, const struct genome_spot *spot)
{
    felt_cards hand = spot->state->hand[spot->seat];
    if (spot->program->showdown) return felt_rule_discard(spot);
    if (!playout->melds) return -1;
    felt_cards from = spot->moves.items & lonely(hand);
    if (!from) from = spot->moves.items & ~melded(hand);
    felt_cards aces = from & felt_cards_of_rank(FELT_ACE); /* low: the last to go */
    if (aces != from && spot->program->order[FELT_ACE] == 0) from &= ~aces;
    return from ? 63 - __builtin_clzll(from) : -1;
}

static int draw(const struct genome_playout *playout, const struct genome_spot *spot)
{
    const struct felt_genome_state *state = spot->state;
    if (spot->program->showdown) return felt_rule_draw(spot);
    if (!playout->melds || !spot_has(spot, FELT_MOVE_TAKE) || !spot_has(spot, FELT_MOVE_DRAW))
        return -1;
    felt_cards top = felt_cards_of(state->order[state->discards - 1]);
    return melded(state->hand[spot->seat] | top) & top ? FELT_MOVE_TAKE : FELT_MOVE_DRAW;
}

int felt_playout_move(const struct genome_playout *playout, const struct genome_spot *spot,
                      struct felt_rng *rng)
{
    int type = spot_step(spot)->type, move = -1;
    const struct felt_moves *moves = &spot->moves;
    if (!moves->items && !(moves->others & (moves->others - 1)))
        return FELT_MOVE_ITEMS + __builtin_ctz(moves->others);
    if (type == FELT_PHASE_TYPE_BETTING) return felt_greedy_stay(&spot->moves);
    uint64_t random = felt_rng_next(rng);
    if (random & ANY_MOVE || playout->melds) switch (type) {
        case FELT_PHASE_TYPE_TRICK: move = felt_rule_trick(spot); break;
        case FELT_PHASE_TYPE_PLAY: move = play_cards(spot, random); break;
        case FELT_PHASE_TYPE_MELD:
            if (spot_has(spot, FELT_MOVE_KNOCK)) move = FELT_MOVE_KNOCK;
            break;
        case FELT_PHASE_TYPE_DISCARD: move = throw_away(playout, spot); break;
        case FELT_PHASE_TYPE_CLAIM: move = claim(spot, random); break;
        case FELT_PHASE_TYPE_COMPARE: move = felt_rule_compare(spot); break;
        case FELT_PHASE_TYPE_BIDDING: move = felt_rule_bid(spot); break;
        case FELT_PHASE_TYPE_DRAW: move = draw(playout, spot); break;
        default: break;
        }
    return move >= 0 ? move : felt_moves_random(&spot->moves, rng);
}
