/* totals.c -- what the cards on the table come to, and how a hand ends: RULES 18.6, 18.7.
 *
 * Sums first, the floor at zero once at the end: the order of modifiers does not matter.  Price
 * factors are whole numbers of twentieths and rounded down once: 100 x 1.5 x 1.3 is 195. */
#include "games/narc/parts.h"

__extension__ typedef unsigned __int128 wide;

struct sums {
    int evidence, cover, heat, flat;
    int product, location, insurance, conviction; /* kinds, -1: none */
    int factors;
    uint8_t factor[FELT_NARC_FACTORS_MAX];
};

static void count_card(const struct felt_narc_worth *worth, int kind, struct sums *sums)
{
    switch ((enum felt_narc_type)worth->type) {
    case FELT_NARC_PRODUCT: sums->product = kind; break;
    case FELT_NARC_LOCATION: sums->location = kind; break;
    case FELT_NARC_INSURANCE:
        sums->insurance = kind;
        sums->cover += worth->cover;
        break;
    case FELT_NARC_CONVICTION: sums->conviction = kind; break;
    case FELT_NARC_EVIDENCE: sums->evidence += worth->evidence; break;
    case FELT_NARC_COVER: sums->cover += worth->cover; break;
    case FELT_NARC_MODIFIER:
        sums->evidence += worth->evidence;
        sums->cover += worth->cover;
        sums->flat += worth->price_flat;
        if (worth->price_steps != FELT_NARC_FACTOR) {
            felt_assert(sums->factors < FELT_NARC_FACTORS_MAX);
            sums->factor[sums->factors++] = worth->price_steps;
        }
        break;
    case FELT_NARC_TYPES: break;
    }
}

static int32_t profit_of(const struct felt_narc_rules *rules, const struct sums *sums, int cards)
{
    if (sums->product < 0) return 0;
    int64_t price = rules->worth[sums->product].price;
    if (sums->factors) {
        wide product = (wide)price, parts = 1;
        for (int i = 0; i < sums->factors; i++) {
            product *= sums->factor[i];
            parts *= FELT_NARC_FACTOR;
        }
        product /= parts;
        price = product > FELT_NARC_CASH_MAX ? FELT_NARC_CASH_MAX : (int64_t)product;
    }
    price += sums->flat + rules->options.pot_per_card * cards;
    if (price > FELT_NARC_CASH_MAX) price = FELT_NARC_CASH_MAX;
    return price > 0 ? (int32_t)price : 0;
}

static struct felt_narc_totals finish(const struct felt_narc_rules *rules, struct sums *sums,
                                      int cards)
{
    if (sums->location >= 0) {
        const struct felt_narc_worth *base = &rules->worth[sums->location];
        sums->evidence += base->evidence;
        sums->cover += base->cover;
        sums->flat += base->price_flat;
    }
    return (struct felt_narc_totals){
        .evidence = sums->evidence > 0 ? sums->evidence : 0,
        .cover = sums->cover > 0 ? sums->cover : 0,
        .heat = sums->heat,
        .profit = profit_of(rules, sums, cards),
        .product = (int8_t)sums->product,
        .location = (int8_t)sums->location,
        .insurance = (int8_t)(rules->options.insurance ? sums->insurance : -1),
        .conviction = (int8_t)(rules->options.conviction ? sums->conviction : -1)};
}

static struct sums no_sums(void)
{
    return (struct sums){.product = -1, .location = -1, .insurance = -1, .conviction = -1};
}

static inline void add(const struct felt_narc_rules *rules, int kind, unsigned withdrawn,
                       struct sums *sums)
{
    const struct felt_narc_worth *worth = &rules->worth[kind];
    sums->heat += worth->heat; /* of overridden and withdrawn cards too */
    if (!(withdrawn >> worth->owner & 1)) count_card(worth, kind, sums);
}

struct felt_narc_totals felt_narc_totals_of(const struct felt_narc_rules *rules,
                                            const uint8_t *kinds, int count, unsigned withdrawn)
{
    struct sums sums = no_sums();
    for (int i = 0; i < count; i++) {
        felt_assert(kinds[i] < rules->catalogue.kinds);
        add(rules, kinds[i], withdrawn, &sums);
    }
    return finish(rules, &sums, count);
}

struct felt_narc_totals narc_totals(const struct felt_narc_rules *rules,
                                    const struct felt_narc_state *state, int count)
{
    struct sums sums = no_sums();
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
