/* totals.c -- what the cards on the table come to, and how a hand ends: RULES 18.6, 18.7.
 *
 * Sums first, the floor at zero once at the end: the order of modifiers does not matter.  Price
 * factors are whole numbers of twentieths and rounded down once: 100 x 1.5 x 1.3 is 195. */
#include "games/narc/parts.h"

__extension__ typedef unsigned __int128 wide;

/* What is active: the last card of each. */
enum { SLOT_PRODUCT, SLOT_LOCATION, SLOT_INSURANCE, SLOT_CONVICTION, NO_SLOT, SLOTS };

/* A kind that is worth nothing.  With it, and one place too many for factors, nothing here branches
 * on what a card is: which cards come is what a processor cannot guess. */
enum { NOTHING = FELT_NARC_KINDS_MAX };

struct sums {
    int evidence, cover, heat, flat, factors;
    int slot[SLOTS]; /* kinds; the last one is for cards that replace nothing */
    uint8_t factor[FELT_NARC_FACTORS_MAX + 1];
};

void narc_weigh(const struct felt_narc_card *card, struct felt_narc_worth *out)
{
    static const uint8_t slots[FELT_NARC_TYPES] = {
        [FELT_NARC_PRODUCT] = SLOT_PRODUCT,     [FELT_NARC_LOCATION] = SLOT_LOCATION,
        [FELT_NARC_INSURANCE] = SLOT_INSURANCE, [FELT_NARC_CONVICTION] = SLOT_CONVICTION,
        [FELT_NARC_EVIDENCE] = NO_SLOT,         [FELT_NARC_COVER] = NO_SLOT,
        [FELT_NARC_MODIFIER] = NO_SLOT};
    *out = (struct felt_narc_worth){.evidence = card->evidence,
                                    .cover = card->cover,
                                    .heat = card->heat,
                                    .price = card->price,
                                    .price_flat = card->price_flat,
                                    .type = card->type,
                                    .owner = card->owner,
                                    .price_steps = card->price_steps,
                                    .slot = slots[card->type],
                                    .cost = card->cost,
                                    .penalty = card->heat_penalty,
                                    .threshold = card->threshold};
    if (card->type == FELT_NARC_LOCATION) return; /* a base, while it is the last one */
    out->add_evidence = card->evidence;
    out->add_cover = card->cover;
    out->add_flat = card->price_flat;
}

/* Many factors: no more than FELT_NARC_FACTORS_MAX, so 128 bits hold the product. */
static int64_t scale_far(const struct sums *sums, int64_t price)
{
    wide product = (wide)price, parts = 1;
    for (int i = 0; i < sums->factors; i++) {
        product *= sums->factor[i];
        parts *= FELT_NARC_FACTOR;
    }
    product /= parts;
    return product > FELT_NARC_CASH_MAX ? FELT_NARC_CASH_MAX : (int64_t)product;
}

static int64_t scale(const struct sums *sums, int64_t price)
{
    enum { FACTORS = 5 }; /* 10000 * 60^5 is below 2^53, and so is its share of 20^5 */
    if (sums->factors > FACTORS) return scale_far(sums, price);
    uint64_t product = (uint64_t)price, parts = 1;
    for (int i = 0; i < sums->factors; i++) {
        product *= sums->factor[i];
        parts *= FELT_NARC_FACTOR;
    }
    return (int64_t)(product / parts);
}

static inline int32_t profit_of(const struct felt_narc_rules *rules, const struct sums *sums,
                                int cards)
{
    int product = sums->slot[SLOT_PRODUCT];
    int64_t price = rules->worth[product].price;
    if (sums->factors) price = scale(sums, price);
    price += sums->flat + rules->options.pot_per_card * cards;
    price = price > FELT_NARC_CASH_MAX ? FELT_NARC_CASH_MAX : price;
    price = price < 0 || product == NOTHING ? 0 : price;
    return (int32_t)price;
}

static inline int8_t active(const struct sums *sums, int slot)
{
    return (int8_t)(sums->slot[slot] == NOTHING ? -1 : sums->slot[slot]);
}

static inline struct felt_narc_totals finish(const struct felt_narc_rules *rules, struct sums *sums,
                                             int cards)
{
    const struct felt_narc_worth *base = &rules->worth[sums->slot[SLOT_LOCATION]];
    felt_assert(sums->factors <= FELT_NARC_FACTORS_MAX);
    sums->evidence += base->evidence;
    sums->cover += base->cover;
    sums->flat += base->price_flat;
    return (struct felt_narc_totals){
        .evidence = sums->evidence > 0 ? sums->evidence : 0,
        .cover = sums->cover > 0 ? sums->cover : 0,
        .heat = sums->heat,
        .profit = profit_of(rules, sums, cards),
        .product = active(sums, SLOT_PRODUCT),
        .location = active(sums, SLOT_LOCATION),
        .insurance = rules->options.insurance ? active(sums, SLOT_INSURANCE) : (int8_t)-1,
        .conviction = rules->options.conviction ? active(sums, SLOT_CONVICTION) : (int8_t)-1};
}

static inline void start(struct sums *sums)
{
    sums->evidence = sums->cover = sums->heat = sums->flat = sums->factors = 0;
    for (int i = 0; i < SLOTS; i++) sums->slot[i] = NOTHING;
}

static inline void add(const struct felt_narc_rules *rules, int kind, unsigned withdrawn,
                       struct sums *sums)
{
    const struct felt_narc_worth *worth = &rules->worth[kind];
    sums->heat += worth->heat; /* of overridden and withdrawn cards too */
    if (withdrawn >> worth->owner & 1) return;
    sums->evidence += worth->add_evidence;
    sums->cover += worth->add_cover;
    sums->flat += worth->add_flat;
    sums->slot[worth->slot] = kind;
    sums->factor[sums->factors] = worth->price_steps;
    sums->factors += worth->price_steps != FELT_NARC_FACTOR;
}

struct felt_narc_totals felt_narc_totals_of(const struct felt_narc_rules *rules,
                                            const uint8_t *kinds, int count, unsigned withdrawn)
{
    struct sums sums;
    start(&sums);
    for (int i = 0; i < count; i++) {
        felt_assert(kinds[i] < rules->catalogue.kinds);
        add(rules, kinds[i], withdrawn, &sums);
    }
    return finish(rules, &sums, count);
}

struct felt_narc_totals narc_totals(const struct felt_narc_rules *rules,
                                    const struct felt_narc_state *state, int count)
{
    struct sums sums;
    start(&sums);
    const uint8_t *kind = rules->kind[state->tier];
    unsigned withdrawn = state->folded & ~(1u << FELT_ROLE_PLAYER); /* whose fold is the end */
    for (int i = 0; i < count; i++) add(rules, kind[state->commit[i]], withdrawn, &sums);
    return finish(rules, &sums, count);
}

enum felt_narc_end felt_narc_resolve(const struct felt_narc_rules *rules,
                                     const struct felt_narc_totals *totals, int32_t cash,
                                     int32_t run_heat)
{
    if (totals->evidence <= totals->cover) return FELT_NARC_SAFE; /* a tie is safe */
    if (totals->conviction >= 0 &&
        run_heat + totals->heat >= rules->worth[totals->conviction].threshold)
        return FELT_NARC_BUSTED;
    if (totals->insurance >= 0 && cash >= rules->worth[totals->insurance].cost)
        return FELT_NARC_SAVED;
    return FELT_NARC_BUSTED;
}
