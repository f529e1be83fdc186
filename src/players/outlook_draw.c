/* outlook_draw.c -- what to keep in a draw: a rule of thumb, and a trial of every choice.
 *
 * The rule of thumb is quick, since a sample plays every draw of every seat by it:
 *
 *   high     straights and better stand pat; else trips, two pair, a pair; else four to a flush
 *            or to an open straight; else the two highest cards from jacks up, or the highest.
 *            Wild cards are never thrown, and stay with the largest group.
 *   low      cards of different ranks up to eight; a complete hand stands pat if its highest card
 *            is low enough for the number of draws to come.
 *   badugi   the best cards of different suits and ranks, again as low as the draws to come ask.
 *
 * Trying every choice plays each on the same deals, and goes on with the best quarter of the
 * choices, but no fewer than four, after a quarter of the deals. */
#include "felt/assert.h"
#include "players/outlook.h"

#include <string.h>

/* ---- the rule of thumb: high ---------------------------------------------------------------- */

static bool is_wild(felt_cards wild, felt_card card)
{
    return card >= FELT_CARDS || (wild >> card & 1);
}

/* The places of cards whose rank is `rank`. */
static unsigned of_rank(const felt_card *cards, int count, int rank, felt_cards wild)
{
    unsigned mask = 0;
    for (int i = 0; i < count; i++)
        if (!is_wild(wild, cards[i]) && felt_card_rank(cards[i]) == rank) mask |= 1u << i;
    return mask;
}

static unsigned keep_groups(const felt_card *cards, int count, felt_cards wild, int least)
{
    unsigned keep = 0;
    for (int i = 0; i < count; i++) {
        if (is_wild(wild, cards[i])) continue;
        unsigned mask = of_rank(cards, count, felt_card_rank(cards[i]), wild);
        if (__builtin_popcount(mask) >= least) keep |= mask;
    }
    return keep;
}

/* Four to a flush, or to a straight that is open at both ends; 0 if there is none. */
static unsigned keep_four(const felt_card *cards, int count)
{
    unsigned of_suit[FELT_SUITS] = {0}, ranks = 0;
    for (int i = 0; i < count; i++) {
        of_suit[felt_card_suit(cards[i])] |= 1u << i;
        ranks |= 1u << felt_card_rank(cards[i]);
    }
    for (int suit = 0; suit < FELT_SUITS; suit++)
        if (__builtin_popcount(of_suit[suit]) == 4) return of_suit[suit];
    for (int low = FELT_NINE + 1; low >= 0; low--) {
        unsigned keep = 0;
        if ((ranks >> low & 15) != 15 || low + 3 == FELT_ACE) continue;
        for (int i = 0; i < count; i++) {
            int rank = felt_card_rank(cards[i]);
            if (rank >= low && rank < low + 4) keep |= 1u << i;
        }
        return keep;
    }
    return 0;
}

static unsigned keep_high_cards(const felt_card *cards, int count)
{
    int top = 0, second = -1;
    for (int i = 0; i < count; i++)
        if (cards[i] > cards[top]) top = i;
    for (int i = 0; i < count; i++) {
        if (i == top || felt_card_rank(cards[i]) < FELT_JACK) continue;
        if (second < 0 || cards[i] > cards[second]) second = i;
    }
    return 1u << top | (second < 0 ? 0 : 1u << second);
}

static unsigned keep_wild(const felt_card *cards, int count, felt_cards wild)
{
    unsigned wilds = 0, best = 0;
    for (int i = 0; i < count; i++)
        if (is_wild(wild, cards[i])) wilds |= 1u << i;
    for (int i = 0; i < count; i++) {
        if (wilds >> i & 1) continue;
        unsigned mask = of_rank(cards, count, felt_card_rank(cards[i]), wild);
        int size = __builtin_popcount(mask), best_size = __builtin_popcount(best);
        bool higher = best && cards[i] > cards[__builtin_ctz(best)];
        if (size > best_size || (size == best_size && higher)) best = mask;
    }
    return wilds | best;
}

static unsigned keep_high(const struct felt_showdown *showdown, const felt_card *cards, int count)
{
    felt_value value[2];
    bool wild = false;
    for (int i = 0; i < count; i++) wild |= is_wild(showdown->wild, cards[i]);
    felt_showdown_values(showdown, cards, count, NULL, 0, value);
    enum felt_category category = felt_value_category(showdown->first, value[0]);
    if (category >= FELT_STRAIGHT) return (1u << count) - 1;
    if (wild) return keep_wild(cards, count, showdown->wild);
    if (category >= FELT_PAIR) return keep_groups(cards, count, 0, 2);
    unsigned four = keep_four(cards, count);
    return four ? four : keep_high_cards(cards, count);
}

/* ---- the rule of thumb: low and badugi ------------------------------------------------------ */

/* Ranks from the lowest: ace 0 where it is low, else deuce 0. */
static int low_rank(felt_card card, bool ace_low)
{
    int rank = felt_card_rank(card);
    if (!ace_low) return rank;
    return rank == FELT_ACE ? 0 : rank + 1;
}

/* The highest rank that a complete hand stands pat with, by how many draws follow: ten, nine,
 * eight. */
static int pat_rank(bool ace_low, int more)
{
    static const int highest[3] = {FELT_TEN, FELT_NINE, FELT_EIGHT};
    return highest[more > 2 ? 2 : more] + ace_low;
}
static int drawing_rank(bool ace_low)
{
    return FELT_EIGHT + ace_low;
}

static unsigned keep_low(enum felt_family family, const felt_card *cards, int count, int more)
{
    bool ace_low = family != FELT_LOW_27;
    unsigned keep = 0, ranks = 0;
    int top = 0, highest = -1;
    for (int i = 0; i < count; i++) {
        int rank = low_rank(cards[i], ace_low);
        if (rank > highest) {
            highest = rank;
            top = i;
        }
        if (rank <= drawing_rank(ace_low) && !(ranks >> rank & 1)) keep |= 1u << i;
        ranks |= 1u << rank;
    }
    if (__builtin_popcount(ranks) < count) return keep;
    if (family == FELT_LOW_27) { /* a straight or a flush is no low hand */
        felt_value value = felt_eval(FELT_LOW_27, cards, count);
        if (felt_value_category(FELT_LOW_27, value) != FELT_HIGH_CARD) return keep & ~(1u << top);
    }
    return highest <= pat_rank(ace_low, more) ? (1u << count) - 1 : keep;
}

/* The most cards of different suits and ranks, and of those the lowest.  A choice is the one
 * without its first card, and that card: nothing is looked at twice. */
static unsigned best_badugi(const felt_card *cards, int count, bool ace_low)
{
    uint32_t taken[1 << 5] = {0}; /* by choice: ranks and, above them, suits; 0 where cards clash */
    uint8_t size[1 << 5] = {0};
    unsigned best = 0;
    felt_assert(count <= 5);
    for (unsigned choice = 1; choice < 1u << count; choice++) {
        unsigned rest = choice & (choice - 1);
        felt_card card = cards[__builtin_ctz(choice)];
        uint32_t mark = 1u << low_rank(card, ace_low) | 1u << (16 + felt_card_suit(card));
        if ((rest && taken[rest] == 0) || taken[rest] & mark) continue;
        taken[choice] = taken[rest] | mark;
        size[choice] = (uint8_t)(size[rest] + 1);
        bool lower = (taken[choice] & 0xffff) < (taken[best] & 0xffff);
        if (size[choice] > size[best] || (size[choice] == size[best] && lower)) best = choice;
    }
    return best;
}

static unsigned keep_badugi(const struct felt_showdown *showdown, const felt_card *cards, int count,
                            int more)
{
    bool ace_low = showdown->first == FELT_BADUGI || showdown->second == FELT_BADUGI;
    unsigned best = best_badugi(cards, count, ace_low), keep = 0, ranks = 0;
    bool made = __builtin_popcount(best) == 4;
    int limit = made ? pat_rank(ace_low, more) : drawing_rank(ace_low);
    for (int i = 0; i < count; i++) {
        int rank = low_rank(cards[i], ace_low);
        if (!(best >> i & 1) || rank > limit) continue;
        keep |= 1u << i;
        ranks |= 1u << rank;
    }
    /* Of five cards one more is for the other half: the lowest that has a rank of its own. */
    int fifth = -1;
    for (int i = 0; count == 5 && i < count; i++) {
        int rank = low_rank(cards[i], ace_low);
        if (keep >> i & 1 || ranks >> rank & 1 || rank > drawing_rank(ace_low)) continue;
        if (fifth < 0 || rank < low_rank(cards[fifth], ace_low)) fifth = i;
    }
    if (fifth >= 0) keep |= 1u << fifth;
    return keep;
}

static bool is_badugi(enum felt_family family)
{
    return family == FELT_BADUGI || family == FELT_BADUGI_HIGH;
}

unsigned outlook_keep(const struct felt_showdown *showdown, const felt_card *cards, int count,
                      int more)
{
    if (is_badugi(showdown->first) || is_badugi(showdown->second))
        return keep_badugi(showdown, cards, count, more);
    if (showdown->first == FELT_LOW_27 || showdown->first == FELT_LOW_A5)
        return keep_low(showdown->first, cards, count, more);
    return keep_high(showdown, cards, count);
}

/* ---- drawing -------------------------------------------------------------------------------- */

void outlook_replace(felt_card *cards, int count, unsigned keep, struct outlook_pool *pool,
                     struct felt_rng *rng)
{
    for (int i = 0; i < count; i++) {
        int left = pool->count - pool->top;
        if (keep >> i & 1 || left == 0) continue;
        if (left > pool->reserve) {
            cards[i] = outlook_take(pool, rng);
            continue;
        }
        felt_card *other = &pool->card[pool->top + (int)felt_rng_below(rng, (uint32_t)left)];
        felt_card old = cards[i];
        cards[i] = *other;
        *other = old;
        /* What was taken lies in front of the top: a retry or the next deal starts from there. */
        for (int k = 0; k < pool->top; k++)
            if (pool->card[k] == old) pool->card[k] = cards[i];
    }
}

void outlook_draw_on(const struct felt_known *known, const struct outlook_plan *plan, int from,
                     felt_card *cards, int count, struct outlook_pool *pool, struct felt_rng *rng)
{
    for (int draw = from; draw < plan->draws; draw++) {
        unsigned keep = outlook_keep(&known->showdown, cards, count, plan->draws - draw - 1);
        outlook_replace(cards, count, keep, pool, rng);
    }
}

/* ---- discards without new cards ------------------------------------------------------------- */

/* How good cards look that stay: what they make with the board, then ranks, a pair, one suit. */
static uint32_t look(const struct felt_known *known, unsigned keep)
{
    felt_card cards[FELT_HOLE_MAX] = {0};
    felt_value value[2];
    int count = 0;
    uint32_t ranks = 0, suited = 1;
    for (int i = 0; i < known->holes; i++)
        if (keep >> i & 1) cards[count++] = known->hole[i];
    felt_showdown_values(&known->showdown, cards, count, known->board, known->boards, value);
    for (int i = 0; i < count; i++) {
        ranks += (uint32_t)felt_card_rank(cards[i]);
        suited &= felt_card_suit(cards[i]) == felt_card_suit(cards[0]);
    }
    return (uint32_t)value[0] << 8 | (ranks + 6 * suited);
}

void outlook_reduce(const struct felt_known *known, struct felt_known *out)
{
    struct outlook_plan plan;
    unsigned best = 0;
    *out = *known;
    outlook_plan_make(known, &plan);
    if (known->holes <= plan.holes_end) return;
    for (unsigned keep = 0; keep < 1u << known->holes; keep++) {
        if (__builtin_popcount(keep) != plan.holes_end) continue;
        if (best == 0 || look(known, keep) > look(known, best)) best = keep;
    }
    out->holes = 0;
    for (int i = 0; i < known->holes; i++)
        if (best >> i & 1) out->hole[out->holes++] = known->hole[i];
}

uint64_t felt_outlook_keep(const struct felt_known *known)
{
    struct outlook_plan plan;
    struct felt_known reduced;
    uint64_t keep = 0;
    outlook_plan_make(known, &plan);
    if (!outlook_drawing(&plan)) return (UINT64_C(1) << known->holes) - 1;
    if (plan.replaces)
        return outlook_keep(&known->showdown, known->hole, known->holes,
                            plan.draws - plan.draw - 1);
    outlook_reduce(known, &reduced);
    for (int i = 0; i < known->holes; i++)
        for (int k = 0; k < reduced.holes; k++)
            if (known->hole[i] == reduced.hole[k]) keep |= UINT64_C(1) << i;
    return keep;
}

/* ---- trying every choice -------------------------------------------------------------------- */

enum { CHOICES_MAX = 1 << FELT_HOLE_MAX };

struct trial {
    int choices;
    unsigned keep[CHOICES_MAX];
    double sum[CHOICES_MAX]; /* over the same deals for all that are left */
    uint32_t deals;
};

/* Choices in the order of how many cards are thrown: the first of equals is the quietest. */
static void list_choices(int holes, int min, int max, struct trial *trial)
{
    trial->choices = 0;
    trial->deals = 0;
    for (int thrown = min; thrown <= max; thrown++)
        for (unsigned keep = 0; keep < 1u << holes; keep++)
            if (__builtin_popcount(keep) == holes - thrown) {
                trial->sum[trial->choices] = 0;
                trial->keep[trial->choices++] = keep;
            }
}

/* The own hand at the end of a deal if `keep` stays. */
static double try_choice(const struct felt_known *known, const struct outlook_plan *plan,
                         unsigned keep, const struct outlook_deal *deal, struct outlook_pool pool,
                         struct felt_rng rng)
{
    felt_card mine[FELT_HOLE_MAX];
    felt_value value[2];
    int count = 0;
    pool.reserve = 0;
    if (plan->replaces) {
        count = known->holes;
        memcpy(mine, known->hole, known->holes);
        outlook_replace(mine, count, keep, &pool, &rng);
        outlook_draw_on(known, plan, plan->draw + 1, mine, count, &pool, &rng);
    } else {
        for (int i = 0; i < known->holes; i++)
            if (keep >> i & 1) mine[count++] = known->hole[i];
    }
    felt_showdown_values(&known->showdown, mine, count, deal->board, plan->boards_end, value);
    return outlook_share(&known->showdown, value, deal);
}

/* The best quarter of the choices, in the order they had. */
static void drop_worse(struct trial *trial)
{
    int left = 0, want = trial->choices / 4 < 4 ? 4 : trial->choices / 4;
    double sorted[CHOICES_MAX];
    if (trial->choices <= want) return;
    for (int i = 0; i < trial->choices; i++) { /* insertion: there are few */
        int at = i;
        for (; at > 0 && sorted[at - 1] < trial->sum[i]; at--) sorted[at] = sorted[at - 1];
        sorted[at] = trial->sum[i];
    }
    double cut = sorted[want - 1];
    int equal = 0; /* of those that are as good as the cut, so many have room */
    for (int i = 0; i < want; i++) equal += !(sorted[i] > cut);
    for (int i = 0; i < trial->choices; i++) {
        if (trial->sum[i] < cut || (!(trial->sum[i] > cut) && equal-- <= 0)) continue;
        trial->keep[left] = trial->keep[i];
        trial->sum[left++] = trial->sum[i];
    }
    trial->choices = left;
}

/* False: time is over. */
static bool run_trial(const struct felt_known *known, const struct outlook_plan *plan,
                      uint32_t samples, const struct felt_budget *budget, struct felt_rng *rng,
                      struct trial *trial)
{
    struct outlook_pool pool = {.count = plan->cards};
    memcpy(pool.card, plan->card, plan->cards);
    for (uint32_t i = 0; i < samples; i++) {
        struct outlook_deal deal;
        if (i % OUTLOOK_BLOCK == 0 && !outlook_time_left(budget)) return false;
        if (i == samples / 4) drop_worse(trial);
        pool.top = 0;
        outlook_deal_others(known, plan, &pool, rng, &deal);
        struct felt_rng own = felt_rng_split(rng, i);
        for (int k = 0; k < trial->choices; k++)
            trial->sum[k] += try_choice(known, plan, trial->keep[k], &deal, pool, own);
        trial->deals++;
    }
    return true;
}

static int best_choice(const struct trial *trial)
{
    int best = 0;
    for (int k = 1; k < trial->choices; k++)
        if (trial->sum[k] > trial->sum[best]) best = k;
    return best;
}

uint64_t felt_outlook_discard(const struct felt_known *known, int min, int max, uint32_t samples,
                              const struct felt_budget *budget, struct felt_rng *rng)
{
    struct outlook_plan plan;
    struct trial trial;
    unsigned all = (1u << known->holes) - 1;
    felt_assert(min >= 0 && min <= max && max <= known->holes);
    outlook_plan_make(known, &plan);
    list_choices(known->holes, min, max, &trial);
    if (known->opponents > 0) (void)run_trial(known, &plan, samples, budget, rng, &trial);
    if (trial.deals > 0) return all & ~trial.keep[best_choice(&trial)];
    uint64_t thrown = all & ~felt_outlook_keep(known); /* no time: the rule of thumb */
    int count = __builtin_popcountll(thrown);
    return count >= min && count <= max ? thrown : all & ~trial.keep[0];
}

struct felt_outlook outlook_sample_thrown(const struct felt_known *known,
                                          const struct outlook_plan *plan, uint32_t samples,
                                          const struct felt_budget *budget, struct felt_rng *rng)
{
    struct trial trial;
    struct felt_outlook outlook = {0};
    int thrown = known->holes - plan->holes_end;
    list_choices(known->holes, thrown, thrown, &trial);
    outlook.timeout = !run_trial(known, plan, samples, budget, rng, &trial);
    outlook.samples = trial.deals;
    if (trial.deals) outlook.share = trial.sum[best_choice(&trial)] / trial.deals;
    return outlook;
}
