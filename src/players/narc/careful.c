/* careful.c -- the Player's heuristics.
 *
 * All of them reckon with a margin: Cover less Evidence of what is flipped and of the own cards
 * face down.  A careful Player keeps a margin for what it cannot see (cards face down, rounds to
 * come), spends cards on cover while it has less, on money while it has more, and leaves when what
 * it can still play is not enough. */
#include "players/narc/parts.h"

/* ---- the table ---- */

struct standing {
    int evidence, cover, price; /* price: of the product alone, without factors              */
    int product, location;      /* kinds, -1: none                                           */
    int base;                   /* Cover less Evidence of the location                        */
};
static inline void add_card(const struct narc_spot *spot, int card, struct standing *standing)
{
    const struct felt_narc_worth *worth = narc_worth(spot, card);
    if (worth->type == FELT_NARC_LOCATION) {
        if (standing->location >= 0) {
            const struct felt_narc_worth *base = &spot->rules->worth[standing->location];
            standing->evidence -= base->evidence;
            standing->cover -= base->cover;
        }
        standing->location = spot->kind[card];
    } else if (worth->type == FELT_NARC_PRODUCT) {
        standing->product = spot->kind[card];
    }
    standing->evidence += worth->evidence;
    standing->cover += worth->cover;
}

/* What is flipped, and of the cards face down those that the Player can see. */
static inline struct standing look(const struct narc_spot *spot)
{
    const struct felt_narc_state *state = spot->state;
    const struct felt_narc_rules *rules = spot->rules;
    struct standing standing = {.evidence = state->totals.evidence,
                                .cover = state->totals.cover,
                                .product = state->totals.product,
                                .location = state->totals.location};
    felt_cards seen =
        rules->options.open ? state->down : state->down & rules->of_role[FELT_ROLE_PLAYER];
    for (int i = state->flipped; seen && i < state->commits; i++)
        if (seen & felt_cards_of(state->commit[i])) add_card(spot, state->commit[i], &standing);
    if (standing.product >= 0) standing.price = rules->worth[standing.product].price;
    if (standing.location >= 0) {
        const struct felt_narc_worth *base = &rules->worth[standing.location];
        standing.base = base->cover - base->evidence;
    }
    return standing;
}

/* What Cover less Evidence becomes more by if the card is committed.  No branch: cards are as they
 * come, and a wrong guess costs more than the rest of it. */
static inline int margin_of(const struct standing *standing, const struct felt_narc_worth *worth)
{
    int replaced = worth->type == FELT_NARC_LOCATION ? standing->base : 0;
    return worth->cover - worth->evidence - replaced;
}

/* The same for the price. */
static inline int price_of(const struct narc_spot *spot, const struct standing *standing,
                           const struct felt_narc_worth *worth)
{
    int price = worth->price_flat;
    if (worth->type == FELT_NARC_PRODUCT)
        price += worth->price - standing->price;
    else if (worth->type == FELT_NARC_LOCATION && standing->location >= 0)
        price -= spot->rules->worth[standing->location].price_flat;
    else
        price += standing->price * (worth->price_steps - FELT_NARC_FACTOR) / FELT_NARC_FACTOR;
    return price;
}

/* ---- yardsticks ---- */

/* The card that adds most to the margin. */
static int safest(const struct narc_spot *spot, const struct standing *standing, int *margin)
{
    int best = 0;
    *margin = -2 * FELT_NARC_NUMBER_MAX;
    for (felt_cards left = spot->hand; left;) {
        int card = felt_cards_take(&left);
        int gain = margin_of(standing, narc_worth(spot, card));
        if (gain <= *margin) continue;
        *margin = gain;
        best = card;
    }
    return best;
}

/* A product of the hand if there is none on the table; -1: none. */
static int first_product(const struct narc_spot *spot, const struct standing *standing)
{
    if (standing->product >= 0) return -1;
    for (felt_cards left = spot->hand; left;) {
        int card = felt_cards_take(&left);
        if (narc_worth(spot, card)->type == FELT_NARC_PRODUCT) return card;
    }
    return -1;
}

/* A product if there is none, else what is safest: all cards on the table, and see what they make.
 */
struct felt_narc_choice narc_dump(const struct narc_spot *spot)
{
    struct standing standing = look(spot);
    int margin, card = safest(spot, &standing, &margin), product = first_product(spot, &standing);
    if (spot->state->phase == FELT_NARC_DECISION)
        return standing.cover < standing.evidence ? narc_fold(spot, card) : narc_pass(spot, card);
    return narc_raise(spot, product >= 0 ? product : card);
}

struct felt_narc_choice narc_most_cover(const struct narc_spot *spot)
{
    struct standing standing = look(spot);
    int margin, card = safest(spot, &standing, &margin), product = first_product(spot, &standing);
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

static inline int to_expect(const struct narc_spot *spot)
{
    const struct felt_narc_state *state = spot->state;
    const struct felt_narc_rules *rules = spot->rules;
    const struct felt_narc_totals *totals = &state->totals;
    int of_tier = dials.per_tier * state->tier;
    int expected = (rules->options.rounds - 1 - state->round) * (dials.per_round + of_tier);
    if (state->phase == FELT_NARC_BETTING) {
        int narc = rules->seat_of[FELT_ROLE_NARC], customer = rules->seat_of[FELT_ROLE_CUSTOMER];
        if (!rules->options.open)
            expected += state->betting.committed[narc] * (dials.per_narc + of_tier) +
                        state->betting.committed[customer] * dials.per_customer;
        if (state->betting.turn.holder == narc) expected += dials.answer;
        /* In other orders than the usual one some act after the Player in the same lap. */
        felt_seats after = state->betting.turn.owes & ~felt_seats_of(state->betting.turn.actor);
        if (__builtin_expect(after != 0, 0)) {
            if (felt_seats_has(after, narc)) expected += dials.per_narc + of_tier;
            if (felt_seats_has(after, customer)) expected += dials.per_customer;
        }
    }
    if (totals->insurance >= 0 && state->cash >= rules->worth[totals->insurance].cost)
        expected -= dials.insured;
    return expected;
}

/* The two cards that add most to the margin; at a decision point. */
static int within_reach(const struct narc_spot *spot, const struct standing *standing)
{
    int best = 0, second = 0;
    for (felt_cards left = spot->hand; left;) {
        int card = felt_cards_take(&left);
        int margin = margin_of(standing, narc_worth(spot, card));
        if (margin > best) {
            second = best;
            best = margin;
        } else if (margin > second) {
            second = margin;
        }
    }
    return best + second;
}

static inline struct felt_narc_choice decide(const struct narc_spot *spot)
{
    const struct felt_narc_state *state = spot->state;
    int rounds = spot->rules->options.rounds - 1 - state->round;
    int lost = dials.lost[state->round > 0] - rounds * dials.draws;
    int left = state->totals.cover - state->totals.evidence - to_expect(spot);
    if (left < lost) {
        struct standing standing = look(spot);
        if (left + within_reach(spot, &standing) < lost) return narc_fold(spot, 0);
    }
    return narc_pass(spot, 0);
}

/* The product of the hand with the highest price, -1: none. */
static inline int best_product(const struct narc_spot *spot)
{
    int best = -1, most = -1;
    for (felt_cards left = spot->hand; left;) {
        int card = felt_cards_take(&left);
        const struct felt_narc_worth *worth = narc_worth(spot, card);
        int price = worth->type == FELT_NARC_PRODUCT ? worth->price : -1;
        best = price > most ? card : best;
        most = price > most ? price : most;
    }
    return best;
}

/* The smallest card that adds at least `missing` to the margin, else the one that adds most. */
static inline int best_cover(const struct narc_spot *spot, const struct standing *standing,
                             int missing, int *margin)
{
    enum { ENOUGH = 8 * FELT_NARC_NUMBER_MAX }; /* above every margin, less one still is */
    int best = 0, most = -ENOUGH;
    *margin = most;
    for (felt_cards left = spot->hand; left;) {
        int card = felt_cards_take(&left);
        int gain = margin_of(standing, narc_worth(spot, card));
        int score = gain >= missing ? ENOUGH - gain : gain;
        bool better = score > most;
        best = better ? card : best;
        *margin = better ? gain : *margin;
        most = better ? score : most;
    }
    return best;
}

/* The card that adds most to the price and leaves a margin; -1: none is worth it. */
static int best_money(const struct narc_spot *spot, const struct standing *standing, int left)
{
    int best = -1, most = dials.upgrade - 1;
    for (felt_cards hand = spot->hand; hand;) {
        int card = felt_cards_take(&hand);
        const struct felt_narc_worth *worth = narc_worth(spot, card);
        int price = price_of(spot, standing, worth);
        if (price <= most || left + margin_of(standing, worth) < dials.spare) continue;
        most = price;
        best = card;
    }
    return best;
}

struct felt_narc_choice narc_careful(const struct narc_spot *spot)
{
    if (spot->state->phase == FELT_NARC_DECISION) return decide(spot);
    int stage = narc_stage(spot), cover;
    bool last = spot->state->round + 1 == spot->rules->options.rounds;
    bool raises = narc_may(spot, FELT_COMMIT);
    struct standing standing = look(spot);
    int left = standing.cover - standing.evidence - to_expect(spot);
    int product = standing.product < 0 ? best_product(spot) : -1;
    if (raises && !last && product >= 0 && left >= dials.sells[stage])
        return narc_raise(spot, product);
    int cover_card = best_cover(spot, &standing, dials.aims[stage] - left, &cover);
    if (last) {
        bool sells = standing.product >= 0 || product >= 0;
        int reach = raises && sells && cover > 0 ? cover : 0;
        if (left + reach < dials.hopeless) return narc_fold(spot, cover_card);
        if (!sells) return narc_pass(spot, cover_card);
        if (product >= 0 && left >= dials.sells[stage]) return narc_raise(spot, product);
    }
    if (!raises) return narc_pass(spot, cover_card);
    if (left < dials.aims[stage] && cover > 0) return narc_raise(spot, cover_card);
    int money_card = standing.product >= 0 ? best_money(spot, &standing, left) : -1;
    return money_card >= 0 ? narc_raise(spot, money_card) : narc_pass(spot, cover_card);
}
