/* rollout.c -- a bot that imagines what it cannot see and plays it out.
 *
 * For every sample everything hidden is dealt anew; then each candidate is tried on that deal, with
 * the same generator, and the hand is played to its end by the usual bots of the rules.  Since all
 * candidates meet the same luck, what differs between them is what they do.  A candidate is a legal
 * kind of action, for those with a card one for each kind of card in the hand.
 *
 * Values are whole numbers, in quarters of a unit of money, so that every machine chooses alike. */
#include "players/narc/parts.h"

/* Prices of what is not money, in units of it; all were tried out over sessions (docs/NARC.md).
 *
 * A bust ends the session and the run: the rest of the session is lost, which hangs on the cards
 * that are left, and a run is worth something by itself.  Heat brings the next session a harder
 * Narc.  A card that is played or lost is one that a later hand lacks.  A fold costs more than its
 * card: the imagined Player goes on less well than this one will, so that leaving looks better than
 * it is, and the more so the hotter it gets. */
enum {
    QUARTERS = 4,
    BUST = 60,
    BUST_PER_CARD = 5,
    CARD = 5,
    FOLD = 25,
    FOLD_PER_TIER = 10,
    HEAT_QUARTERS = 1,
    /* The Customer wants the deal to be made, large rather than small, and not to be there when
     * the Player is caught; to have left is worth nothing. */
    DEAL = 100,
    CAUGHT = 150,
    CANDIDATES_MAX = FELT_NARC_HAND_MAX * 2 + 4
};

struct candidates {
    int count;
    struct felt_narc_choice choice[CANDIDATES_MAX];
    int64_t value[CANDIDATES_MAX];
};

static void add(struct candidates *list, enum felt_action_kind kind, int card)
{
    felt_assert(list->count < CANDIDATES_MAX);
    list->value[list->count] = 0;
    list->choice[list->count++] = (struct felt_narc_choice){(uint8_t)kind, (uint8_t)card};
}

static void list_candidates(const struct narc_spot *spot, struct candidates *list)
{
    list->count = 0;
    for (int kind = 0; kind < FELT_ACTION_KINDS; kind++) {
        if (!narc_may(spot, (enum felt_action_kind)kind)) continue;
        if (kind != FELT_COMMIT && kind != FELT_CALL) {
            add(list, (enum felt_action_kind)kind, 0);
            continue;
        }
        int last = -1; /* copies of a kind lie side by side */
        for (felt_cards left = spot->hand; left;) {
            int card = felt_cards_take(&left);
            if (spot->kind[card] != last) add(list, (enum felt_action_kind)kind, card);
            last = spot->kind[card];
        }
    }
}

/* ---- what a hand was worth ---- */

static int cards_left(const struct felt_narc_rules *rules, const struct felt_narc_state *state)
{
    return felt_cards_count((state->deck | state->hand) & rules->of_role[FELT_ROLE_PLAYER]);
}

static int64_t players_value(const struct felt_narc_rules *rules,
                             const struct felt_narc_state *state)
{
    int cards = cards_left(rules, state);
    int64_t value = (int64_t)QUARTERS * state->banked - (int64_t)HEAT_QUARTERS * state->heat;
    if (state->end == FELT_NARC_BUSTED) return value - QUARTERS * (BUST + BUST_PER_CARD * cards);
    if (state->end == FELT_NARC_FOLDED) value -= QUARTERS * (FOLD + FOLD_PER_TIER * state->tier);
    return value + QUARTERS * CARD * cards;
}

static int64_t customers_value(const struct felt_narc_state *state)
{
    if (state->folded >> FELT_ROLE_CUSTOMER & 1) return 0;
    if (state->end == FELT_NARC_BUSTED) return -QUARTERS * CAUGHT;
    if (state->end != FELT_NARC_SAFE || state->banked == 0) return 0;
    return QUARTERS * ((int64_t)DEAL + state->banked);
}

static int64_t value_of(const struct felt_narc_rules *rules, const struct felt_narc_state *state,
                        int role)
{
    if (role == FELT_ROLE_CUSTOMER) return customers_value(state);
    int64_t value = players_value(rules, state);
    return role == FELT_ROLE_PLAYER ? value : -value;
}

/* ---- samples ---- */

/* Those of the rules; one that imagines itself is replaced: an imagined rollout within a rollout
 * would take for ever. */
static void imagined_bots(const struct felt_narc_rules *rules, struct felt_narc_bot out[FELT_ROLES])
{
    static const uint8_t plain[FELT_ROLES] = {FELT_BOT_BEST, FELT_BOT_WARY, FELT_BOT_CAREFUL};
    felt_narc_bots_usual(rules, out);
    for (int role = 0; role < FELT_ROLES; role++)
        if (out[role].kind == FELT_BOT_ROLLOUT)
            out[role] = (struct felt_narc_bot){.role = (uint8_t)role, .kind = plain[role]};
}

/* Decks are drawn by the generator of the state, which candidates would put out of step with each
 * other as soon as one draws a card more.  So the cards to come are laid out before they are tried:
 * each of them meets the same ones. */
static void lay_out(const struct felt_narc_rules *rules, struct felt_narc_state *state,
                    struct felt_rng *rng)
{
    int rounds = rules->options.rounds - 1 - state->round;
    for (int role = 0; role < FELT_ROLES; role++) {
        uint8_t *next = state->pile + rules->first[role] + state->top[role];
        int left = state->left[role], wanted = rounds * rules->options.hand_size;
        for (int i = 0; i < wanted && i < left; i++) {
            uint32_t pick = (uint32_t)i + felt_rng_below(rng, (uint32_t)(left - i));
            uint8_t card = next[pick];
            next[pick] = next[i];
            next[i] = card;
        }
    }
    state->ordered = (1u << FELT_ROLES) - 1;
}

static bool has_time(const struct felt_budget *budget)
{
    return !budget || !budget->time_left || budget->time_left(budget->self);
}

struct felt_narc_choice narc_rollout(const struct felt_narc_bot *bot, const struct narc_spot *spot,
                                     struct felt_rng *rng, const struct felt_budget *budget)
{
    struct felt_narc_bot others[FELT_ROLES];
    struct candidates list;
    struct felt_narc_state base = *spot->state;
    felt_seat seat = felt_narc_seat(spot->rules, (enum felt_narc_role)spot->role);
    uint32_t samples = bot->samples;
    if (budget && budget->samples && budget->samples < samples) samples = budget->samples;
    list_candidates(spot, &list);
    felt_assert(list.count > 0);
    if (list.count == 1) return list.choice[0];
    imagined_bots(spot->rules, others);
    others[spot->role].limit = bot->limit;
    for (uint32_t i = 0; i < samples && (i == 0 || has_time(budget)); i++) {
        felt_narc_redeal(spot->rules, &base, seat, rng);
        lay_out(spot->rules, &base, rng);
        struct felt_rng luck = felt_rng_split(rng, i);
        for (int j = 0; j < list.count; j++) {
            struct felt_narc_state state = base;
            struct felt_rng same = luck;
            felt_narc_act(spot->rules, &state, (enum felt_action_kind)list.choice[j].kind,
                          list.choice[j].card);
            (void)felt_narc_bots_play(others, spot->rules, &state, &same);
            list.value[j] += value_of(spot->rules, &state, spot->role);
        }
    }
    int best = 0;
    for (int j = 1; j < list.count; j++)
        if (list.value[j] > list.value[best]) best = j;
    return list.choice[best];
}
