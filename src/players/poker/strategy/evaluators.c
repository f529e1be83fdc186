/* evaluators.c -- how good a hand is, one row for each kind of game.
 *
 * The house's own evaluators ask the outlook: what share of the pot the hand wins when the rest is
 * dealt.  Against several opponents the share is brought to what it would be against one of them,
 *
 *     strength = share / (share + (1 - share) / opponents)
 *
 * so that 0.5 is an average hand at every table, and thresholds mean the same.
 *
 * Those of the first version ("classic") take the place of the made hand among all hands: nothing
 * before five cards are there, and the board's own pairs count as much as one's own. */
#include "felt/assert.h"
#include "felt/strategy.h"

#include <string.h>

double felt_strategy_normalize_score(double raw_score, double max_score)
{
    double score = max_score > 0 ? raw_score / max_score : 0;
    return score >= 0 ? (score <= 1 ? score : 1) : 0; /* not a number: 0 */
}

/* ---- what all rows share -------------------------------------------------------------------- */

/* The hand as it stands.  Before a discard without new cards, of the cards that would be kept. */
static void describe(const struct felt_known *known, struct felt_strategy_strength *out)
{
    felt_value value[2];
    felt_card kept[FELT_HOLE_MAX];
    uint64_t keep = (UINT64_C(1) << known->holes) - 1;
    int count = 0;
    if (known->holes > known->showdown.hole) keep = felt_outlook_keep(known);
    for (int i = 0; i < known->holes; i++)
        if (keep >> i & 1) kept[count++] = known->hole[i];
    felt_showdown_values(&known->showdown, kept, count, known->board, known->boards, value);
    *out = (struct felt_strategy_strength){
        .raw_score = value[0], .hand_rank = felt_value_category(known->showdown.first, value[0])};
}

static uint32_t samples_of(const struct felt_strategy_means *means)
{
    return means->samples ? means->samples : FELT_STRATEGY_SAMPLES;
}

/* ---- the house ------------------------------------------------------------------------------ */

static double sampled_potential(const struct felt_known *known,
                                const struct felt_strategy_means *means)
{
    return felt_outlook_potential(known, (samples_of(means) + 3) / 4, means->budget, means->rng);
}

static void sampled_strength(const struct felt_known *known,
                             const struct felt_strategy_means *means,
                             struct felt_strategy_strength *out)
{
    describe(known, out);
    struct felt_outlook outlook =
        felt_outlook_sample(known, samples_of(means), means->budget, means->rng);
    double others = known->opponents > 0 ? (1 - outlook.share) / known->opponents : 0;
    out->normalized = felt_strategy_normalize_score(outlook.share, outlook.share + others);
    out->timeout = outlook.timeout;
    if (out->timeout) return;
    out->potential = sampled_potential(known, means);
    out->outs = felt_outlook_outs(known);
}

static uint64_t sampled_discards(const struct felt_known *known, int min, int max,
                                 const struct felt_strategy_means *means)
{
    return felt_outlook_discard(known, min, max, (samples_of(means) + 1) / 2, means->budget,
                                means->rng);
}

/* ---- the first version ---------------------------------------------------------------------- */

static void ordinal_strength(const struct felt_known *known,
                             const struct felt_strategy_means *means,
                             struct felt_strategy_strength *out)
{
    describe(known, out);
    (void)means;
    int high_class = felt_high_class((felt_value)out->raw_score);
    out->normalized = felt_strategy_normalize_score(high_class, FELT_HIGH_CLASSES);
    out->outs = felt_outlook_outs(known);
}

/* Any other family: the number itself, as far as five cards (or a whole hand) are there. */
static void plain_strength(const struct felt_known *known, const struct felt_strategy_means *means,
                           struct felt_strategy_strength *out)
{
    bool is_high = known->showdown.first == FELT_HIGH && known->showdown.hole > 1;
    int whole = known->showdown.hole + known->showdown.board;
    if (is_high) {
        ordinal_strength(known, means, out);
        return;
    }
    describe(known, out);
    out->outs = felt_outlook_outs(known);
    if (known->holes + known->boards < (whole < 5 ? whole : 5)) return;
    out->normalized = felt_strategy_normalize_score(out->raw_score, 0x9fff);
}

static double outs_potential(const struct felt_known *known,
                             const struct felt_strategy_means *means)
{
    (void)means;
    int unseen = felt_cards_count(known->variant->deck & ~known->seen);
    return felt_strategy_normalize_score(felt_outlook_outs(known), unseen);
}

static uint64_t thumb_discards(const struct felt_known *known, int min, int max,
                               const struct felt_strategy_means *means)
{
    uint64_t all = (UINT64_C(1) << known->holes) - 1, thrown = all & ~felt_outlook_keep(known);
    int count = __builtin_popcountll(thrown);
    (void)means;
    for (; count > max; count--) thrown &= thrown - 1;
    for (uint64_t rest = all & ~thrown; count < min; count++, rest &= rest - 1)
        thrown |= rest & -rest;
    return thrown;
}

/* ---- rows ----------------------------------------------------------------------------------- */

/* clang-format off */
static const struct felt_strategy_evaluator rows[] = {
    {"holdem",          sampled_strength, sampled_potential, sampled_discards},
    {"omaha",           sampled_strength, sampled_potential, NULL},
    {"draw",            sampled_strength, sampled_potential, sampled_discards},
    {"lowball",         sampled_strength, sampled_potential, sampled_discards},
    {"badugi",          sampled_strength, sampled_potential, sampled_discards},
    {"stud",            sampled_strength, sampled_potential, NULL},
    {"default",         sampled_strength, sampled_potential, sampled_discards},
    {"classic-holdem",  ordinal_strength, outs_potential,    thumb_discards},
    {"classic-omaha",   ordinal_strength, outs_potential,    NULL},
    {"classic-draw",    ordinal_strength, outs_potential,    thumb_discards},
    {"classic-default", plain_strength,   outs_potential,    thumb_discards},
};
/* clang-format on */

const struct felt_strategy_evaluator *felt_strategy_evaluator_find(const char *name)
{
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        if (strcmp(rows[i].name, name) == 0) return &rows[i];
    return NULL;
}
