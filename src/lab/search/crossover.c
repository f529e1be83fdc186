/* crossover.c -- a child of two genomes.
 *
 * Phase lists of different length have no places in common, so they are laid side by side first:
 * the longest list of types that both have in the same order (at most ten phases each, so a small
 * table of lengths finds it) gives pairs of phases that do the same work.  The cut goes between two
 * pairs, anywhere in what stands between them:
 *
 *     a   Ante  Betting | Discard  Draw / Betting  Showdown
 *         |     |       |               / |        |
 *     b   Ante  Betting |  Deal        /  Betting  Showdown
 *
 * One of the children: Ante Betting Discard Draw of a, Deal Betting Showdown of b. */
#include "lab/search/parts.h"

#include <string.h>

struct pair {
    uint8_t a, b;
};

/* Pairs of phases of the same type, in order; at most FELT_PHASES_MAX. */
static int align(const struct felt_genome *a, const struct felt_genome *b,
                 struct pair out[FELT_PHASES_MAX])
{
    uint8_t length[FELT_PHASES_MAX + 1][FELT_PHASES_MAX + 1] = {{0}}; /* of lists from i, j on */
    for (int i = a->phases - 1; i >= 0; i--)
        for (int j = b->phases - 1; j >= 0; j--) {
            uint8_t down = length[i + 1][j], right = length[i][j + 1];
            length[i][j] = down > right ? down : right;
            if (a->phase[i].type == b->phase[j].type)
                length[i][j] = (uint8_t)(length[i + 1][j + 1] + 1);
        }
    int count = 0;
    for (int i = 0, j = 0; i < a->phases && j < b->phases;) {
        if (a->phase[i].type == b->phase[j].type)
            out[count++] = (struct pair){(uint8_t)i++, (uint8_t)j++};
        else if (length[i + 1][j] >= length[i][j + 1])
            i++;
        else
            j++;
    }
    return count;
}

/* The first phases of the child are there; those of b from `from` on follow, as far as there is
 * room. */
static void append_phases(struct felt_genome *child, const struct felt_genome *b, int from)
{
    for (int i = from; i < b->phases && child->phases < FELT_PHASES_MAX; i++) {
        struct felt_genome_phase *phase = &child->phase[child->phases++];
        *phase = b->phase[i];
        phase->genes.extra = 0; /* the text of unknown fields stays with b */
    }
}

static void take_genes(struct felt_genes *to, const struct felt_genes *from)
{
    memcpy(to->gene, from->gene, sizeof to->gene);
}

static void take_list(struct felt_genes *to, uint8_t *count, const struct felt_genes *from,
                      uint8_t from_count)
{
    *count = from_count;
    for (int i = 0; i < from_count; i++) {
        take_genes(&to[i], &from[i]);
        to[i].extra = 0;
    }
}

/* Sections of b, each with even chances. */
static void mix_sections(struct felt_genome *child, const struct felt_genome *b,
                         struct felt_rng *rng)
{
    if (any_chance(rng, 50)) take_genes(&child->setup, &b->setup);
    if (any_chance(rng, 50)) take_genes(&child->session, &b->session);
    if (any_chance(rng, 50)) child->hand_end = b->hand_end;
    if (any_chance(rng, 50)) {
        take_genes(&child->players, &b->players);
        memcpy(child->teams, b->teams, sizeof child->teams);
    }
    if (any_chance(rng, 50)) {
        take_genes(&child->deck, &b->deck);
        child->deck_cards = b->deck_cards;
        child->wild_ranks = b->wild_ranks;
        child->legacy_deck = b->legacy_deck;
    }
    if (any_chance(rng, 50)) {
        take_genes(&child->evaluation, &b->evaluation);
        take_list(child->pattern, &child->patterns, b->pattern, b->patterns);
        memcpy(child->values, b->values, sizeof child->values);
    }
    if (any_chance(rng, 50)) take_list(child->effect, &child->effects, b->effect, b->effects);
    if (any_chance(rng, 50)) take_list(child->scoring, &child->scorings, b->scoring, b->scorings);
    if (any_chance(rng, 50)) take_list(child->win, &child->wins, b->win, b->wins);
}

/* Locked sections come back from a. */
static void restore(struct felt_genome *child, const struct felt_genome *a, uint32_t locks)
{
#define LOCKED(section) (locks & FELT_LOCK(FELT_SECTION_##section))
    if (LOCKED(PLAYERS)) {
        child->players = a->players;
        memcpy(child->teams, a->teams, sizeof child->teams);
    }
    if (LOCKED(DECK)) {
        child->deck = a->deck;
        child->deck_cards = a->deck_cards;
    }
    if (LOCKED(SETUP)) {
        child->setup = a->setup;
        child->wild_ranks = a->wild_ranks;
    }
    if (LOCKED(SESSION)) {
        child->session = a->session;
        child->hand_end = a->hand_end;
    }
    if (LOCKED(EVALUATION) || LOCKED(PATTERN)) {
        child->evaluation = a->evaluation;
        take_list(child->pattern, &child->patterns, a->pattern, a->patterns);
        memcpy(child->values, a->values, sizeof child->values);
    }
    if (LOCKED(EFFECT)) take_list(child->effect, &child->effects, a->effect, a->effects);
    if (LOCKED(SCORING)) take_list(child->scoring, &child->scorings, a->scoring, a->scorings);
    if (LOCKED(WIN)) take_list(child->win, &child->wins, a->win, a->wins);
#undef LOCKED
}

/* Where the lists are cut: a phase of each, in the same gap between two pairs. */
static struct pair any_cut(const struct felt_genome *a, const struct felt_genome *b,
                           const struct pair *pairs, int count, struct felt_rng *rng)
{
    int gap = any_between(rng, 0, count);
    struct pair from = {0, 0}, to = {a->phases, b->phases};
    if (gap > 0)
        from = (struct pair){(uint8_t)(pairs[gap - 1].a + 1), (uint8_t)(pairs[gap - 1].b + 1)};
    if (gap < count) to = pairs[gap];
    return (struct pair){(uint8_t)any_between(rng, from.a, to.a),
                         (uint8_t)any_between(rng, from.b, to.b)};
}

bool felt_genome_cross(const struct felt_genome *a, const struct felt_genome *b,
                       struct felt_rng *rng, uint32_t locks, struct felt_genome *child)
{
    enum { TRIES = 8 };
    struct pair pairs[FELT_PHASES_MAX];
    int count = align(a, b, pairs);
    for (int i = 0; i < TRIES; i++) {
        struct pair cut = any_cut(a, b, pairs, count, rng);
        *child = *a;
        child->phases = cut.a;
        append_phases(child, b, cut.b);
        mix_sections(child, b, rng);
        restore(child, a, locks);
        if (felt_genome_repair(child) && !felt_genome_equal(child, a) &&
            felt_locks_hold(a, child, locks))
            return true;
    }
    *child = *a;
    return false;
}
