/* narc_careful.c -- the Player's heuristics.
 *
 * All of them reckon with a margin: Cover less Evidence of what is flipped and of the own cards
 * face down.  A careful Player keeps a margin for what it cannot see (cards face down, rounds to
 * come), spends cards on cover while it has less, on money while it has more, and leaves when what
 * it can still play is not enough. */
#include "players/narc_parts.h"

/* ---- the table ---- */

static inline void add_card(const struct narc_spot *spot, int kind, struct narc_standing *standing)
{
    const struct felt_narc_worth *worth = &spot->rules->worth[kind];
    if (worth->type == FELT_NARC_LOCATION) {
        if (standing->location >= 0) {
            const struct felt_narc_worth *base = &spot->rules->worth[standing->location];
            standing->evidence -= base->evidence;
            standing->cover -= base->cover;
        }
        standing->location = kind;
    } else if (worth->type == FELT_NARC_PRODUCT) {
        standing->product = kind;
        standing->price = worth->price;
    }
    standing->evidence += worth->evidence;
    standing->cover += worth->cover;
}

static inline struct narc_standing look(const struct narc_spot *spot)
{
    const struct felt_narc_state *state = spot->state;
    const struct felt_narc_rules *rules = spot->rules;
    struct narc_standing standing = {.evidence = state->totals.evidence,
                                     .cover = state->totals.cover,
                                     .product = state->totals.product,
                                     .location = state->totals.location};
    if (standing.product >= 0) standing.price = rules->worth[standing.product].price;
    for (int i = state->flipped; i < state->commits; i++) {
        int card = state->commit[i];
        int owner = (card >= rules->first[1]) + (card >= rules->first[2]);
        if (owner == spot->role || rules->options.open)
            add_card(spot, spot->kind[card], &standing);
        else
            standing.unseen[owner]++;
    }
    return standing;
}

static inline struct narc_gain gain_of(const struct narc_spot *spot,
                                       const struct narc_standing *standing, int card)
{
    const struct felt_narc_worth *worth = narc_worth(spot, card);
    struct narc_gain gain = {.margin = worth->cover - worth->evidence, .price = worth->price_flat};
    if (worth->type == FELT_NARC_PRODUCT) {
        gain.price += worth->price - standing->price;
    } else if (worth->type == FELT_NARC_LOCATION && standing->location >= 0) {
        const struct felt_narc_worth *base = &spot->rules->worth[standing->location];
        gain.margin -= base->cover - base->evidence;
        gain.price -= base->price_flat;
    } else if (worth->price_steps != FELT_NARC_FACTOR) {
        gain.price += standing->price * (worth->price_steps - FELT_NARC_FACTOR) / FELT_NARC_FACTOR;
    }
    return gain;
}

struct narc_standing narc_look(const struct narc_spot *spot)
{
    return look(spot);
}

struct narc_gain narc_gain_of(const struct narc_spot *spot, const struct narc_standing *standing,
                              int card)
{
    return gain_of(spot, standing, card);
}

/* ---- yardsticks ---- */

/* The card that adds most to the margin. */
static inline int safest(const struct narc_spot *spot, const struct narc_standing *standing,
                         int *margin)
{
    int best = 0;
    *margin = -2 * FELT_NARC_NUMBER_MAX;
    for (felt_cards left = spot->hand; left;) {
        int card = felt_cards_take(&left);
        struct narc_gain gain = gain_of(spot, standing, card);
        if (gain.margin <= *margin) continue;
        *margin = gain.margin;
        best = card;
    }
    return best;
}

/* A product if there is none, else what is safest: "dump all cards, look at the sum at the end". */
struct felt_narc_choice narc_dump(const struct narc_spot *spot)
{
    struct narc_standing standing = look(spot);
    int margin, card = safest(spot, &standing, &margin);
    if (spot->state->phase == FELT_NARC_DECISION)
        return standing.cover < standing.evidence ? narc_fold(spot, card) : narc_pass(spot, card);
    for (felt_cards left = standing.product < 0 ? spot->hand : 0; left;) {
        int other = felt_cards_take(&left);
        if (narc_worth(spot, other)->type == FELT_NARC_PRODUCT) card = other;
    }
    return narc_raise(spot, card);
}

struct felt_narc_choice narc_most_cover(const struct narc_spot *spot)
{
    struct narc_standing standing = look(spot);
    int margin, card = safest(spot, &standing, &margin), product = -1;
    for (felt_cards left = standing.product < 0 ? spot->hand : 0; left;) {
        int other = felt_cards_take(&left);
        if (narc_worth(spot, other)->type == FELT_NARC_PRODUCT) product = other;
    }
    if (margin > 0) return narc_raise(spot, card);
    return product >= 0 ? narc_raise(spot, product) : narc_pass(spot, card);
}

/* ---- careful ---- */

/* Found by a search over simulated sessions (docs/NARC.md says how). */
static const struct dials {
    int per_narc, per_tier; /* evidence to expect of a card of the Narc face down              */
    int per_customer;       /* ... of the Customer                                             */
    int per_round;          /* ... of a round to come                                          */
    int answer;             /* ... of the Narc's option, if it holds the initiative            */
    int aims[3];            /* cover is raised until this much is left over, by round          */
    int sells[3];           /* the first product is raised from this much on                   */
    int spare;              /* more money only if this much is left afterwards ...             */
    int upgrade;            /* ... and if it is at least so much                               */
    int hopeless;           /* last round: less than this within reach, and it folds           */
    int lost[2];            /* the same at decision points                                     */
    int draws;              /* margin that a round to come brings along                        */
    int insured;            /* an insurance that would pay is worth so much margin             */
} dials = {6, 4, 12, 1, 3, {56, 86, 17}, {-22, -20, -8}, 0, 0, -5, {-25, -80}, 10, 6};

struct plan {
    struct narc_standing standing;
    int left;              /* margin less what is to be expected                               */
    int cover, cover_card; /* the best card for the margin                                     */
    int enough_card;       /* the smallest one that is enough, -1: none is                     */
    int money, money_card; /* the best card for the price that leaves enough                   */
    int product;           /* the best product in hand, -1: none                               */
    int reach;             /* what the hand could add to the margin                            */
};

static inline int to_expect(const struct narc_spot *spot, const struct narc_standing *standing)
{
    const struct felt_narc_state *state = spot->state;
    const struct felt_narc_totals *totals = &state->totals;
    int of_tier = dials.per_tier * state->tier;
    int rounds = spot->rules->options.rounds - 1 - state->round;
    int expected = standing->unseen[FELT_ROLE_NARC] * (dials.per_narc + of_tier) +
                   standing->unseen[FELT_ROLE_CUSTOMER] * dials.per_customer +
                   rounds * (dials.per_round + of_tier);
    if (state->betting.turn.holder == (felt_seat)spot->rules->seat_of[FELT_ROLE_NARC] &&
        state->phase == FELT_NARC_BETTING)
        expected += dials.answer;
    if (totals->insurance >= 0 && state->cash >= spot->rules->worth[totals->insurance].cost)
        expected -= dials.insured;
    return expected;
}

/* The hand, card by card; `aim` is the margin that is wanted. */
static inline struct plan make_plan(const struct narc_spot *spot, int aim)
{
    struct plan plan = {.standing = look(spot),
                        .cover = -2 * FELT_NARC_NUMBER_MAX,
                        .enough_card = -1,
                        .money = dials.upgrade - 1,
                        .money_card = -1,
                        .product = -1};
    const struct narc_standing *standing = &plan.standing;
    int price = -1, best = 0, second = 0, enough = 2 * FELT_NARC_NUMBER_MAX;
    plan.left = standing->cover - standing->evidence - to_expect(spot, standing);
    for (felt_cards left = spot->hand; left;) {
        int card = felt_cards_take(&left);
        struct narc_gain gain = gain_of(spot, standing, card);
        if (gain.margin > plan.cover) plan.cover = gain.margin, plan.cover_card = card;
        if (plan.left + gain.margin >= aim && gain.margin < enough)
            enough = gain.margin, plan.enough_card = card;
        if (gain.margin > best)
            second = best, best = gain.margin;
        else if (gain.margin > second)
            second = gain.margin;
        if (gain.price > plan.money && plan.left + gain.margin >= dials.spare)
            plan.money = gain.price, plan.money_card = card;
        const struct felt_narc_worth *worth = narc_worth(spot, card);
        if (worth->type == FELT_NARC_PRODUCT && worth->price > price)
            price = worth->price, plan.product = card;
    }
    plan.reach = best + second;
    return plan;
}

static struct felt_narc_choice decide(const struct narc_spot *spot, const struct plan *plan)
{
    const struct felt_narc_state *state = spot->state;
    int lost = dials.lost[state->round < 1 ? 0 : 1];
    int rounds = spot->rules->options.rounds - 1 - state->round;
    return plan->left + plan->reach + rounds * dials.draws < lost
               ? narc_fold(spot, plan->cover_card)
               : narc_pass(spot, plan->cover_card);
}

struct felt_narc_choice narc_careful(const struct narc_spot *spot)
{
    const struct felt_narc_state *state = spot->state;
    int stage = narc_stage(spot), aim = dials.aims[stage];
    struct plan plan = make_plan(spot, aim);
    if (state->phase == FELT_NARC_DECISION) return decide(spot, &plan);
    bool last = state->round + 1 == spot->rules->options.rounds;
    bool raises = narc_may(spot, FELT_COMMIT);
    bool sells = plan.standing.product >= 0 || plan.product >= 0;
    if (last) {
        int reach = raises && sells && plan.cover > 0 ? plan.cover : 0;
        if (plan.left + reach < dials.hopeless) return narc_fold(spot, plan.cover_card);
        if (!sells) return narc_pass(spot, plan.cover_card);
    }
    if (!raises) return narc_pass(spot, plan.cover_card);
    if (plan.standing.product < 0 && plan.product >= 0 && plan.left >= dials.sells[stage])
        return narc_raise(spot, plan.product);
    if (plan.left < aim && plan.cover > 0)
        return narc_raise(spot, plan.enough_card >= 0 ? plan.enough_card : plan.cover_card);
    if (plan.money_card >= 0 && plan.standing.product >= 0)
        return narc_raise(spot, plan.money_card);
    return narc_pass(spot, plan.cover_card);
}
