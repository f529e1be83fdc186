/* bots.c -- bots of Narc choose: those of the Narc and the Customer, limits, and the loop of
 * simulations.
 *
 * The loop makes no view and allocates nothing: a decision costs some tens of nanoseconds. */
#include "betting/commit_round.h"
#include "felt/hash.h"
#include "players/narc/parts.h"

/* What simulations ask most often is inlined into their loop, where a spot lives in registers; all
 * else is given a copy, so that the compiler need not lay it into memory for everybody. */
#define NARC_INLINE static inline __attribute__((always_inline))

/* In percent by round, as in the document. */
static const uint8_t narc_odds[] = {40, 60, 80};
enum { SEED_ORDERS = 70, SEED_SCARED = 60 };

/* Two rolls of one word of the generator, which is what decisions cost most: the upper half is the
 * chance, the lower half the card.  Both are as good as uniform: 2^32 is no multiple of them, by
 * less than one in ten million. */
struct rolls {
    uint32_t percent, card;
};
NARC_INLINE struct rolls roll(const struct narc_spot *spot, struct felt_rng *rng)
{
    uint64_t word = felt_rng_next(rng);
    return (struct rolls){(uint32_t)((word >> 32) * 100 >> 32),
                          (uint32_t)((word & 0xffffffffu) * spot->held >> 32)};
}

/* ---- what everybody can do ---- */

/* Every card is as likely as a check, a fold is one time in ten. */
static struct felt_narc_choice choose_random(const struct narc_spot *spot, struct felt_rng *rng)
{
    enum { FOLDS = 10 };
    int card = spot->hand ? narc_any_card(spot, rng) : 0;
    if (narc_may(spot, FELT_FOLD) && narc_chance(rng, FOLDS)) return narc_fold(spot, card);
    uint32_t cards = (uint32_t)felt_cards_count(spot->hand);
    if (narc_may(spot, FELT_COMMIT) && felt_rng_below(rng, cards + 1))
        return narc_raise(spot, card);
    return narc_pass(spot, card);
}

struct narc_best {
    int card, score;
};

/* ---- the Narc ---- */

/* What a card does to the Player: evidence, and a conviction that would hold voids an insurance. */
NARC_INLINE int evidence_of(const struct narc_spot *spot, int card)
{
    enum { CONVICTION_HOLDS = 12 };
    const struct felt_narc_worth *worth = narc_worth(spot, card);
    int score = worth->evidence - worth->cover;
    if (worth->type == FELT_NARC_CONVICTION && spot->rules->options.conviction &&
        spot->state->heat + spot->state->totals.heat >= worth->threshold)
        score += CONVICTION_HOLDS;
    return score;
}

NARC_INLINE struct narc_best most_evidence(const struct narc_spot *spot)
{
    struct narc_best best = {.card = 0, .score = -FELT_NARC_NUMBER_MAX};
    for (felt_cards left = spot->hand; left;) {
        int card = felt_cards_take(&left), score = evidence_of(spot, card);
        if (score > best.score) best = (struct narc_best){card, score};
    }
    return best;
}

static struct narc_best least_evidence(const struct narc_spot *spot)
{
    struct narc_best best = {.card = 0, .score = FELT_NARC_NUMBER_MAX};
    for (felt_cards left = spot->hand; left;) {
        int card = felt_cards_take(&left), score = evidence_of(spot, card);
        if (score < best.score) best = (struct narc_best){card, score};
    }
    return best;
}

NARC_INLINE struct felt_narc_choice choose_seed_narc(const struct narc_spot *spot,
                                                     struct felt_rng *rng)
{
    struct rolls rolls = roll(spot, rng);
    bool raises = rolls.percent < narc_odds[narc_stage(spot)];
    if (!raises && narc_may(spot, FELT_CHECK)) return (struct felt_narc_choice){FELT_CHECK, 0};
    int card = narc_card_at(spot, rolls.card);
    return raises ? narc_raise(spot, card) : narc_pass(spot, card);
}

NARC_INLINE struct felt_narc_choice choose_best(const struct narc_spot *spot, struct felt_rng *rng)
{
    bool raises = narc_chance(rng, narc_odds[narc_stage(spot)]);
    if (!raises && narc_may(spot, FELT_CHECK)) return (struct felt_narc_choice){FELT_CHECK, 0};
    int card = most_evidence(spot).card;
    return raises ? narc_raise(spot, card) : narc_pass(spot, card);
}

/* Raises are few and shared: one that the Narc makes is one that the Player cannot.  Before the
 * last round it takes them with cards that are worth nothing, and begins to press with better ones
 * when the margin is small; what it kept is for the end, and the last raise cannot be answered. */
static struct felt_narc_choice choose_pressure(const struct narc_spot *spot, struct felt_rng *rng)
{
    enum { CLOSE = 25, IDLE_RAISES = 60, SMALL = 10 };
    const struct felt_narc_totals *totals = &spot->state->totals;
    bool last = spot->state->round + 1 == spot->rules->options.rounds;
    struct narc_best best = most_evidence(spot), least = least_evidence(spot);
    if (last) return narc_raise(spot, best.card);
    bool close = totals->cover - totals->evidence < CLOSE && spot->state->round > 0;
    if (close && spot->held > 1) return narc_raise(spot, best.card);
    if (least.score <= SMALL && narc_chance(rng, IDLE_RAISES)) return narc_raise(spot, least.card);
    return narc_pass(spot, least.card);
}

/* ---- the Customer ---- */

NARC_INLINE struct felt_narc_choice choose_seed_customer(const struct narc_spot *spot,
                                                         struct felt_rng *rng)
{
    bool last = spot->state->round + 1 == spot->rules->options.rounds;
    if (!last && narc_may(spot, FELT_CHECK)) return (struct felt_narc_choice){FELT_CHECK, 0};
    struct rolls rolls = roll(spot, rng);
    int card = narc_card_at(spot, rolls.card);
    if (last && rolls.percent < SEED_ORDERS) return narc_raise(spot, card);
    return last && spot->state->totals.evidence > SEED_SCARED ? narc_fold(spot, card)
                                                              : narc_pass(spot, card);
}

/* A customer as odds by round. */
struct patron {
    uint8_t orders[3]; /* raises, percent                                              */
    uint8_t scared[3]; /* leaves if there is more evidence than this ...               */
    uint8_t leaves;    /* ... so often, percent                                        */
};

NARC_INLINE bool patron_leaves(const struct narc_spot *spot, const struct patron *patron,
                               struct felt_rng *rng)
{
    return spot->state->totals.evidence > patron->scared[narc_stage(spot)] &&
           narc_may(spot, FELT_FOLD) && narc_chance(rng, patron->leaves);
}

NARC_INLINE struct felt_narc_choice choose_wary(const struct narc_spot *spot, struct felt_rng *rng)
{
    static const struct patron wary = {{35, 35, 70}, {30, 35, 40}, 70};
    if (patron_leaves(spot, &wary, rng)) return (struct felt_narc_choice){FELT_FOLD, 0};
    struct rolls rolls = roll(spot, rng);
    bool raises = rolls.percent < wary.orders[narc_stage(spot)];
    if (!raises && narc_may(spot, FELT_CHECK)) return (struct felt_narc_choice){FELT_CHECK, 0};
    int card = narc_card_at(spot, rolls.card);
    return raises ? narc_raise(spot, card) : narc_pass(spot, card);
}

/* The card that is best by these weights: of what it adds to the price of a deal of 100, and of
 * the evidence that it saves. */
static struct narc_best favourite(const struct narc_spot *spot, int of_price, int of_margin)
{
    struct narc_best best = {.card = 0, .score = INT32_MIN};
    for (felt_cards left = spot->hand; left;) {
        int card = felt_cards_take(&left);
        const struct felt_narc_worth *worth = narc_worth(spot, card);
        int price = 5 * (worth->price_steps - FELT_NARC_FACTOR) + worth->price_flat;
        int score = of_price * price + of_margin * (worth->cover - worth->evidence);
        if (score > best.score) best = (struct narc_best){card, score};
    }
    return best;
}

static struct felt_narc_choice choose_patron(const struct narc_spot *spot,
                                             const struct patron *patron, struct narc_best card,
                                             struct felt_rng *rng)
{
    if (patron_leaves(spot, patron, rng)) return (struct felt_narc_choice){FELT_FOLD, 0};
    if (card.score > 0 && narc_chance(rng, patron->orders[narc_stage(spot)]))
        return narc_raise(spot, card.card);
    return narc_pass(spot, card.card);
}

/* Wants much, whatever it draws upon everybody. */
static struct felt_narc_choice choose_greedy(const struct narc_spot *spot, struct felt_rng *rng)
{
    static const struct patron greedy = {{50, 60, 90}, {90, 100, 110}, 30};
    return choose_patron(spot, &greedy, favourite(spot, 1, 0), rng);
}

/* Orders little, and is gone when people begin to look. */
static struct felt_narc_choice choose_shy(const struct narc_spot *spot, struct felt_rng *rng)
{
    static const struct patron shy = {{20, 20, 40}, {20, 25, 35}, 60};
    struct narc_best card = favourite(spot, 0, 1);
    card.score += 11; /* the usual order will do, the whole crate will not */
    return choose_patron(spot, &shy, card, rng);
}

/* Stays whatever happens, and plays only what does the Player some good. */
static struct felt_narc_choice choose_loyal(const struct narc_spot *spot, struct felt_rng *rng)
{
    static const struct patron loyal = {{40, 50, 80}, {255, 255, 255}, 0};
    const struct felt_narc_totals *totals = &spot->state->totals;
    bool close = totals->cover - totals->evidence < 20;
    return choose_patron(spot, &loyal, favourite(spot, 1, close ? 4 : 1), rng);
}

/* Who it is today follows from what everybody can see when the hand begins, and stays so. */
static struct felt_narc_choice choose_persona(const struct narc_spot *spot, struct felt_rng *rng)
{
    const struct felt_narc_state *state = spot->state;
    uint64_t who = felt_hash_word(felt_hash_word(state->hand_number, (uint64_t)state->heat),
                                  (uint64_t)state->cash);
    switch (who % 3) {
    case 0: return choose_greedy(spot, rng);
    case 1: return choose_shy(spot, rng);
    default: return choose_loyal(spot, rng);
    }
}

/* ---- choosing ---- */

static inline unsigned limited(unsigned legal, enum felt_narc_bot_limit limit)
{
    switch (limit) {
    case FELT_BOT_NEVER_FOLD: return legal & ~NARC_BIT(FELT_FOLD);
    case FELT_BOT_NEVER_RAISE: return legal & ~NARC_BIT(FELT_COMMIT);
    case FELT_BOT_NEVER_CHECK:
        return legal & NARC_BIT(FELT_COMMIT) ? legal & ~NARC_BIT(FELT_CHECK) : legal;
    default: return legal;
    }
}

/* The spot of whoever is to act. */
NARC_INLINE struct narc_spot spot_of(const struct felt_narc_rules *rules,
                                     const struct felt_narc_state *state, const uint8_t *kind)
{
    struct narc_spot spot = {
        .rules = rules, .state = state, .kind = kind, .role = FELT_ROLE_PLAYER};
    if (state->phase == FELT_NARC_BETTING) {
        felt_seat seat = state->betting.turn.actor;
        felt_assert(seat >= 0 && seat < FELT_ROLES);
        spot.role = rules->options.order[seat];
        spot.held = state->betting.held[seat];
        spot.legal = commit_legal(&state->betting, &rules->betting);
    } else {
        felt_assert(state->phase == FELT_NARC_DECISION);
        spot.held = state->betting.held[rules->seat_of[FELT_ROLE_PLAYER]];
        spot.legal = NARC_BIT(FELT_CONTINUE) | NARC_BIT(FELT_FOLD);
    }
    spot.hand = state->hand & rules->of_role[spot.role];
    return spot;
}

/* Bots that are not asked millions of times. */
static struct felt_narc_choice think_long(const struct felt_narc_bot *bot, struct narc_spot spot,
                                          struct felt_rng *rng, const struct felt_budget *budget)
{
    switch ((enum felt_narc_bot_kind)bot->kind) {
    case FELT_BOT_RANDOM: return choose_random(&spot, rng);
    case FELT_BOT_PRESSURE: return choose_pressure(&spot, rng);
    case FELT_BOT_GREEDY: return choose_greedy(&spot, rng);
    case FELT_BOT_SHY: return choose_shy(&spot, rng);
    case FELT_BOT_LOYAL: return choose_loyal(&spot, rng);
    case FELT_BOT_PERSONA: return choose_persona(&spot, rng);
    case FELT_BOT_DUMP: return narc_dump(&spot);
    case FELT_BOT_COVER: return narc_most_cover(&spot);
    case FELT_BOT_ROLLOUT: return narc_rollout(bot, &spot, rng, budget);
    default: break;
    }
    felt_assert(bot->kind == FELT_BOT_PASSIVE);
    return narc_pass(&spot, spot.hand ? __builtin_ctzll(spot.hand) : 0);
}

NARC_INLINE struct felt_narc_choice think_freely(const struct felt_narc_bot *bot,
                                                 struct narc_spot spot, struct felt_rng *rng,
                                                 const struct felt_budget *budget)
{
    switch ((enum felt_narc_bot_kind)bot->kind) {
    case FELT_BOT_BEST: return choose_best(&spot, rng);
    case FELT_BOT_WARY: return choose_wary(&spot, rng);
    case FELT_BOT_SEED:
        return bot->role == FELT_ROLE_NARC ? choose_seed_narc(&spot, rng)
                                           : choose_seed_customer(&spot, rng);
    case FELT_BOT_CAREFUL: {
        const struct felt_narc_totals *totals = &spot.state->totals;
        if (spot.state->phase == FELT_NARC_DECISION && totals->cover >= totals->evidence)
            return (struct felt_narc_choice){FELT_CONTINUE, 0}; /* nobody folds who is ahead */
        struct narc_spot copy = spot;
        return narc_careful(&copy);
    }
    default: return think_long(bot, spot, rng, budget);
    }
}

static struct felt_narc_choice think_limited(const struct felt_narc_bot *bot, struct narc_spot spot,
                                             struct felt_rng *rng, const struct felt_budget *budget)
{
    spot.legal = limited(spot.legal, (enum felt_narc_bot_limit)bot->limit);
    return think_freely(bot, spot, rng, budget);
}

NARC_INLINE struct felt_narc_choice think(const struct felt_narc_bot *bot, struct narc_spot spot,
                                          struct felt_rng *rng, const struct felt_budget *budget)
{
    return __builtin_expect(bot->limit, FELT_BOT_FREE) ? think_limited(bot, spot, rng, budget)
                                                       : think_freely(bot, spot, rng, budget);
}

struct felt_narc_choice felt_narc_bot_choose(const struct felt_narc_bot *bot,
                                             const struct felt_narc_rules *rules,
                                             const struct felt_narc_state *state,
                                             struct felt_rng *rng, const struct felt_budget *budget)
{
    struct narc_spot spot = spot_of(rules, state, rules->kind[state->tier]);
    felt_assert(bot->role == spot.role);
    struct felt_narc_choice choice = think(bot, spot, rng, budget);
    felt_assert(narc_may(&spot, (enum felt_action_kind)choice.kind)); /* O1 */
    return choice;
}

struct felt_action felt_narc_bot_action(const struct felt_narc_rules *rules,
                                        const struct felt_narc_state *state,
                                        struct felt_narc_choice choice)
{
    struct felt_action action = {.kind = choice.kind};
    if (choice.kind != FELT_COMMIT && choice.kind != FELT_CALL) return action;
    felt_cards hand = spot_of(rules, state, NULL).hand;
    felt_assert(hand & felt_cards_of(choice.card));
    action.cards = UINT64_C(1) << felt_cards_count(hand & (felt_cards_of(choice.card) - 1));
    return action;
}

int felt_narc_bots_play(const struct felt_narc_bot bot[FELT_ROLES],
                        const struct felt_narc_rules *rules, struct felt_narc_state *state,
                        struct felt_rng *rng)
{
    const uint8_t *kind = rules->kind[state->tier];
    int actions = 0;
    while (state->phase != FELT_NARC_OVER) {
        struct narc_spot spot = spot_of(rules, state, kind);
        struct felt_narc_choice choice = think(&bot[spot.role], spot, rng, NULL);
        felt_narc_act(rules, state, (enum felt_action_kind)choice.kind, choice.card);
        actions++;
    }
    return actions;
}
