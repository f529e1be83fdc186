/* rulebook_ends.c -- what can come to an end: piles, stacks, rounds, games.  By counting what there
 * is at most; when in doubt, it can. */
#include "lab/rulebook/rulebook_parts.h"

static bool is_type(const struct rulebook_author *author, int index, int type)
{
    return author->happens[index] && author->genome->phase[index].type == type;
}

/* Cards that leave the pile in a hand of one cycle, at most. */
bool rulebook_pile_ends(const struct rulebook_author *author)
{
    const struct felt_genome *genome = author->genome;
    const int32_t *setup = genome->setup.gene;
    int64_t cards = (int64_t)setup[FELT_SETUP_CARDS] * author->max + setup[FELT_SETUP_DISCARDS] +
                    setup[FELT_SETUP_COMMUNITY];
    if (!rulebook_draws(author)) return false;
    if (setup[FELT_SETUP_DEAL_ALL] || genome->session.gene[FELT_SESSION_CYCLES] != 1 ||
        rulebook_effect_type(author, FELT_EFFECT_DRAW) ||
        rulebook_effect_type(author, FELT_EFFECT_EXTRA_TURN))
        return true;
    for (int i = 0; i < genome->phases; i++) {
        const int32_t *gene = genome->phase[i].genes.gene;
        if (is_type(author, i, FELT_PHASE_TYPE_ASK)) return true;
        if (is_type(author, i, FELT_PHASE_TYPE_DEAL))
            cards += (int64_t)gene[FELT_DEAL_COUNT] *
                     (gene[FELT_DEAL_TO] == FELT_DEAL_HANDS ? author->max : 1);
        if (!is_type(author, i, FELT_PHASE_TYPE_DRAW)) continue;
        int64_t draws = gene[FELT_DRAW_REPEAT] == FELT_REPEAT_ONCE ? 1 : gene[FELT_DRAW_MAX_REPEAT];
        int64_t each =
            gene[FELT_DRAW_REFILL] ? gene[FELT_DRAW_REFILL] : draws * gene[FELT_DRAW_COUNT];
        cards += each * author->max;
    }
    return cards > felt_cards_count(author->deck);
}

/* Does the phase ask somebody as long as there are cards in hands? */
static bool always_asks(struct rulebook_author *author, int index)
{
    const struct felt_genome_phase *phase = &author->genome->phase[index];
    const int32_t *gene = phase->genes.gene;
    if (!author->happens[index] || rulebook_truth(author, &phase->condition) != TRUTH_ALWAYS)
        return false;
    switch (phase->type) {
    case FELT_PHASE_TYPE_COMPARE:
    case FELT_PHASE_TYPE_TRICK: return true;
    case FELT_PHASE_TYPE_CLAIM: return rulebook_truth(author, &phase->valid) == TRUTH_ALWAYS;
    case FELT_PHASE_TYPE_PLAY:
        return rulebook_truth(author, &phase->valid) == TRUTH_ALWAYS &&
               gene[FELT_PLAY_GROUP] == FELT_GROUP_SINGLE && !gene[FELT_PLAY_LADDER];
    default: return false;
    }
}

/* Does it ask the player whenever a card can be drawn, and end the hand otherwise? */
static bool asks_or_ends(struct rulebook_author *author, int index)
{
    const struct felt_genome_phase *phase = &author->genome->phase[index];
    const int32_t *gene = phase->genes.gene;
    return is_type(author, index, FELT_PHASE_TYPE_DRAW) &&
           author->genome->session.gene[FELT_SESSION_EMPTY] == FELT_EMPTY_END_HAND &&
           rulebook_truth(author, &phase->condition) == TRUTH_ALWAYS &&
           gene[FELT_DRAW_SOURCE] == FELT_FROM_EITHER && !gene[FELT_DRAW_REFILL] &&
           gene[FELT_DRAW_REPEAT] != FELT_REPEAT_UNTIL_PLAYABLE;
}

bool rulebook_stall_happens(struct rulebook_author *author)
{
    const unsigned ends =
        1u << FELT_WIN_EMPTY_HAND | 1u << FELT_WIN_ALL_HANDS_EMPTY | 1u << FELT_WIN_NOT_HOLDING;
    bool emptied = author->program.win_types & ends ||
                   (author->program.queue && rulebook_win_type(author, FELT_WIN_CAPTURE_ALL));
    if (author->genome->session.gene[FELT_SESSION_CYCLES] == 1) return false;
    for (int i = 0; i < author->genome->phases; i++) {
        if (emptied && always_asks(author, i)) return false;
        if (asks_or_ends(author, i)) return false;
    }
    return true;
}

bool rulebook_short_stacks(const struct rulebook_author *author)
{
    const struct felt_genome *genome = author->genome;
    int64_t spent = 0;
    if (author->program.several || genome->session.gene[FELT_SESSION_CYCLES] != 1 ||
        rulebook_phase_happens(author, FELT_PHASE_TYPE_PLAY) ||
        rulebook_phase_happens(author, FELT_PHASE_TYPE_CLAIM))
        return true;
    for (int i = 0; i < genome->phases; i++) {
        const int32_t *gene = genome->phase[i].genes.gene;
        spent += felt_phase_forced(&genome->phase[i]);
        if (is_type(author, i, FELT_PHASE_TYPE_BETTING))
            spent += (int64_t)gene[FELT_BET_MIN] * (1 + gene[FELT_BET_RAISES]);
    }
    return spent > author->program.starting_chips;
}

/* ---- the cap of turns ---- */

/* Moves of a phase in one cycle, at most; 0: nobody can tell. */
static int64_t moves_of(const struct rulebook_author *author, const struct felt_genome_phase *phase)
{
    const int32_t *gene = phase->genes.gene;
    int64_t seats = author->max;
    switch (phase->type) {
    case FELT_PHASE_TYPE_BETTING: return (2 + gene[FELT_BET_RAISES] + seats) * seats;
    case FELT_PHASE_TYPE_TRICK: return FELT_CARDS;
    case FELT_PHASE_TYPE_TRANSFER: return gene[FELT_TRANSFER_COUNT] * seats;
    case FELT_PHASE_TYPE_BIDDING:
    case FELT_PHASE_TYPE_MELD: return seats;
    case FELT_PHASE_TYPE_COMPARE: return FELT_CARDS;
    case FELT_PHASE_TYPE_DISCARD: return (gene[FELT_DISCARD_MAX] + 27) * seats;
    case FELT_PHASE_TYPE_DRAW: return 256 * seats;
    case FELT_PHASE_TYPE_PLAY: return 2 * seats;
    case FELT_PHASE_TYPE_CLAIM: return (6 + seats) * seats;
    case FELT_PHASE_TYPE_ASK: return 0;
    default: return 1;
    }
}

bool rulebook_cut_happens(const struct rulebook_author *author)
{
    const struct felt_genome *genome = author->genome;
    const int32_t *session = genome->session.gene;
    int64_t moves = 0;
    if (session[FELT_SESSION_CYCLES] == 0 || rulebook_effect_type(author, FELT_EFFECT_EXTRA_TURN) ||
        rulebook_effect_type(author, FELT_EFFECT_RAISE_CAP))
        return true;
    for (int i = 0; i < genome->phases; i++) {
        int64_t here = author->happens[i] ? moves_of(author, &genome->phase[i]) : 1;
        if (here == 0) return true;
        moves += here;
    }
    moves *= session[FELT_SESSION_CYCLES];
    if (author->program.several) moves *= session[FELT_SESSION_HANDS];
    return moves >= session[FELT_SESSION_TURNS];
}
