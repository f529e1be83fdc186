/* outlook_trial.c -- discards: every choice on the same deals.
 *
 * The rule of thumb is usually right, and a hundred deals are a small sample.  So another choice is
 * taken only if it does better than the rule's by more than three standard errors of the
 * difference, deal by deal.  After a quarter of the deals the best quarter of the choices goes on,
 * and the rule's. */
#include "felt/assert.h"
#include "players/poker/outlook.h"

#include <math.h>

enum { CHOICES_MAX = 1 << FELT_HOLE_MAX };

struct choice {
    unsigned keep;
    double lead, squares; /* over the first choice: sum and sum of squares over deals */
};
struct trial {
    int choices;
    struct choice choice[CHOICES_MAX]; /* the first is the rule's                         */
    uint32_t deals;
};

static void add_choice(struct trial *trial, unsigned keep)
{
    trial->choice[trial->choices++] = (struct choice){.keep = keep};
}

/* The rule's choice, if it is allowed, then the others from those that throw few cards on. */
static void list_choices(const struct felt_known *known, int min, int max, struct trial *trial)
{
    unsigned rule = (unsigned)felt_outlook_keep(known);
    int thrown_by_rule = known->holes - __builtin_popcount(rule);
    bool allowed = thrown_by_rule >= min && thrown_by_rule <= max;
    trial->choices = 0;
    trial->deals = 0;
    if (allowed) add_choice(trial, rule);
    for (int thrown = min; thrown <= max; thrown++)
        for (unsigned keep = 0; keep < 1u << known->holes; keep++)
            if (__builtin_popcount(keep) == known->holes - thrown && !(allowed && keep == rule))
                add_choice(trial, keep);
}

/* The best quarter of the choices, but four at least, in the order they had; and the first. */
static void drop_worse(struct trial *trial)
{
    int left = 1, want = trial->choices / 4 < 4 ? 4 : trial->choices / 4;
    double lead[CHOICES_MAX];
    if (trial->choices <= want) return;
    for (int i = 0; i < trial->choices; i++) lead[i] = trial->choice[i].lead;
    for (int i = 1; i < trial->choices; i++) {
        int better = 0; /* of equals the earlier one is */
        for (int k = 1; k < trial->choices; k++)
            better += lead[k] > lead[i] || (k < i && !(lead[k] < lead[i]));
        if (better < want) trial->choice[left++] = trial->choice[i];
    }
    trial->choices = left;
}

static void try_deal(const struct felt_known *known, const struct outlook_plan *plan,
                     const struct outlook_deal *deal, struct felt_rng own, struct trial *trial)
{
    double first = 0;
    for (int k = 0; k < trial->choices; k++) {
        struct outlook_deal copy = *deal;
        struct felt_rng rng = own;
        struct choice *choice = &trial->choice[k];
        double share = outlook_deal_share(known, plan, (int)choice->keep, &rng, &copy);
        if (k == 0) first = share;
        choice->lead += share - first;
        choice->squares += (share - first) * (share - first);
    }
    trial->deals++;
}

static void run_trial(const struct felt_known *known, const struct outlook_plan *plan,
                      uint32_t samples, const struct felt_budget *budget, struct felt_rng *rng,
                      struct trial *trial)
{
    struct outlook_past past;
    if (!outlook_time_left(budget)) return;
    outlook_past_make(known, plan, OUTLOOK_PAST_HANDS, rng, &past);
    for (uint32_t i = 0; i < samples; i++) {
        struct outlook_deal deal;
        if (i % OUTLOOK_BLOCK == 0 && !outlook_time_left(budget)) return;
        if (i > 0 && i == samples / 4) drop_worse(trial);
        outlook_deal_begin(known, plan, &past, rng, &deal);
        outlook_deal_settle(known, plan, rng, &deal);
        try_deal(known, plan, &deal, felt_rng_split(rng, i), trial);
    }
}

/* Is the lead of a choice more than chance? */
static bool leads(const struct choice *choice, uint32_t deals)
{
    double n = deals, mean = choice->lead / n;
    double variance = (choice->squares - choice->lead * mean) / (n - 1);
    return choice->lead > 0 && n > 1 && mean > 3 * sqrt(variance > 0 ? variance / n : 0);
}

uint64_t felt_outlook_discard(const struct felt_known *known, int min, int max, uint32_t samples,
                              const struct felt_budget *budget, struct felt_rng *rng)
{
    struct outlook_plan plan;
    struct trial trial;
    unsigned all = (1u << known->holes) - 1;
    int best = 0;
    felt_assert(min >= 0 && min <= max && max <= known->holes);
    outlook_plan_make(known, &plan);
    list_choices(known, min, max, &trial);
    if (known->opponents > 0) run_trial(known, &plan, samples, budget, rng, &trial);
    for (int k = 1; k < trial.choices && trial.deals > 0; k++)
        if (leads(&trial.choice[k], trial.deals) &&
            (best == 0 || trial.choice[k].lead > trial.choice[best].lead))
            best = k;
    return all & ~trial.choice[best].keep;
}
