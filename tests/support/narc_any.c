/* narc_any.c -- see narc_any.h. */
#include "narc_any.h"

static uint8_t within(struct felt_rng *rng, uint32_t low, uint32_t high)
{
    return (uint8_t)(low + felt_rng_below(rng, high - low + 1));
}

static bool toss(struct felt_rng *rng)
{
    return felt_rng_below(rng, 2) == 1;
}

void narc_any_options(struct felt_rng *rng, struct felt_narc_options *out)
{
    static const uint8_t orders[6][FELT_ROLES] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2},
                                                  {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
    *out = felt_narc_options_usual;
    out->rounds = within(rng, 1, FELT_NARC_ROUNDS_MAX);
    out->hand_size = within(rng, 1, FELT_NARC_HAND_MAX);
    out->cap = within(rng, 1, FELT_NARC_CAP_MAX);
    out->cap_effect = within(rng, 0, 1);
    out->answers = within(rng, 0, FELT_ANSWERS - 1);
    out->initiative = felt_rng_below(rng, 4) > 0;
    const uint8_t *order = orders[felt_rng_below(rng, 6)];
    for (int seat = 0; seat < FELT_ROLES; seat++) out->order[seat] = order[seat];
    out->rotates = toss(rng);
    out->fold_price = within(rng, 0, 3);
    out->pays_to_stay = felt_rng_below(rng, 4) == 0;
    out->insurance = toss(rng);
    out->conviction = toss(rng);
    out->tiers = toss(rng);
    out->open = felt_rng_below(rng, 4) == 0;
    out->pot_per_card = (int16_t)(toss(rng) ? 0 : within(rng, 1, 9));
    out->session_hands = within(rng, 1, FELT_NARC_SESSION_MAX);
    out->session_cards = within(rng, 1, 8);
    out->recycles = felt_rng_below(rng, 4) > 0;
    while (out->rounds * out->cap * (out->pays_to_stay ? FELT_ROLES : 1) > FELT_NARC_COMMITS_MAX)
        out->rounds--;
}

struct felt_action narc_any_action(const struct felt_narc_rules *rules,
                                   const struct felt_narc_state *state, struct felt_rng *rng,
                                   uint32_t folds)
{
    struct felt_option option[FELT_OPTIONS_MAX];
    int count = felt_narc_game.legal(rules, state, option);
    felt_assert(count > 0);
    int64_t all = felt_options_count(option, count);
    struct felt_action action;
    do {
        action = felt_options_pick(option, count, felt_rng_below(rng, (uint32_t)all));
    } while (action.kind == FELT_FOLD && felt_rng_below(rng, folds) > 0);
    return action;
}

/* Each kind of action, with each card and with fields that do not belong to it. */
static const char *fault_of_refusals(const struct felt_narc_rules *rules,
                                     const struct felt_narc_state *state)
{
    struct felt_option option[FELT_OPTIONS_MAX];
    int count = felt_narc_game.legal(rules, state, option);
    felt_seat actor = felt_narc_actor(rules, state);
    for (int i = 0; i < (FELT_ACTION_KINDS + 1) * 12; i++) {
        int what = i % 12;
        struct felt_action action = {.kind = (uint8_t)(i / 12)};
        if (what < 8) action.cards = what == 0 ? 0 : UINT64_C(1) << (what - 1);
        if (what == 8) action.cards = 3;
        if (what == 9) action.amount = 1;
        if (what == 10) action.choice = 1;
        felt_seat seat = what == 11 ? (felt_seat)((actor + 1) % FELT_ROLES) : actor;
        bool admitted = false;
        for (int j = 0; j < count && seat == actor; j++)
            admitted |= felt_option_admits(&option[j], action);
        struct felt_narc_state copy = *state;
        enum felt_status status = felt_narc_apply(rules, &copy, seat, action, NULL);
        if ((status == FELT_OK) != admitted) return "legal and apply do not agree";
        if (status != FELT_OK && !felt_narc_equal(&copy, state))
            return "an action was refused, and something changed";
        if (status == FELT_OK && !felt_narc_sound(rules, &copy))
            return "an action leads to an unsound state";
    }
    return NULL;
}

/* Two states that look alike offer the same. */
static const char *fault_of_view(const struct felt_narc_rules *rules,
                                 const struct felt_narc_state *state, felt_seat seat,
                                 struct felt_rng *rng)
{
    struct felt_view view, other;
    struct felt_narc_state copy;
    felt_narc_game.view(rules, state, seat, &view);
    felt_narc_game.imagine(rules, &view, rng, &copy);
    if (!felt_narc_sound(rules, &copy)) return "an imagined state is unsound";
    felt_narc_game.view(rules, &copy, seat, &other);
    if (!felt_view_equal(&view, &other)) return "an imagined state looks different";
    if (felt_narc_legal(rules, &copy) != felt_narc_legal(rules, state))
        return "an imagined state offers something else";
    copy = *state;
    felt_narc_redeal(rules, &copy, seat, rng);
    if (!felt_narc_sound(rules, &copy)) return "a redealt state is unsound";
    felt_narc_game.view(rules, &copy, seat, &other);
    if (!felt_view_equal(&view, &other)) return "a view shows what is hidden";
    return NULL;
}

const char *narc_fault(const struct felt_narc_rules *rules, const struct felt_narc_state *state,
                       struct felt_rng *rng)
{
    if (!felt_narc_sound(rules, state)) return "the state is unsound";
    const char *fault = fault_of_refusals(rules, state);
    for (felt_seat seat = -1; seat < FELT_ROLES && !fault; seat++)
        fault = fault_of_view(rules, state, seat, rng);
    return fault;
}
