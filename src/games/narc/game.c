/* game.c -- Narc as the rest of the platform knows a game (game.h). */
#include "games/narc/parts.h"

#include <string.h>

/* Three seats, and a last hand that is over.  The deck is looked at when it is dealt. */
static enum felt_status narc_open(const void *rules, const struct felt_deal *from, void *state,
                                  struct felt_event_log *log)
{
    struct felt_narc_state *hand = state;
    (void)log;
    if (from->seats != (1u << FELT_ROLES) - 1) return FELT_BAD_DEAL;
    if (from->carry) {
        const struct felt_narc_state *last = from->carry;
        if (last->phase != FELT_NARC_OVER) return FELT_BAD_DEAL;
        *hand = *last;
    } else {
        felt_narc_rest(rules, 0, 0, hand);
    }
    return FELT_OK;
}

static enum felt_status narc_deal(const void *rules, const struct felt_deal *from,
                                  struct felt_rng *rng, void *state, struct felt_event_log *log)
{
    struct felt_narc_state *hand = state;
    if (hand->phase != FELT_NARC_OVER) return FELT_BAD_DEAL;
    if (from->deck) {
        struct felt_rng later = felt_rng_make(0);
        if (from->later)
            later = *from->later;
        else if (rng)
            later = felt_rng_split(rng, 1);
        return felt_narc_begin_with(rules, hand, from->deck, from->deck_count, &later, hand, log);
    }
    if (!rng && hand->session_over) return FELT_BAD_DEAL;
    felt_narc_begin(rules, hand, rng, hand, log);
    return FELT_OK;
}

static felt_seat narc_actor(const void *rules, const void *state)
{
    return felt_narc_actor(rules, state);
}

/* In the order of enum felt_action_kind. */
static int narc_legal(const void *rules, const void *state,
                      struct felt_option out[FELT_OPTIONS_MAX])
{
    const struct felt_narc_state *hand = state;
    felt_seat actor = felt_narc_actor(rules, hand);
    unsigned kinds = felt_narc_legal(rules, hand);
    int count = 0;
    for (uint8_t kind = 0; kind < FELT_ACTION_KINDS; kind++) {
        if (!(kinds >> kind & 1)) continue;
        struct felt_option option = {.kind = kind};
        if (kind == FELT_COMMIT || kind == FELT_CALL) {
            option.cards_min = option.cards_max = 1;
            option.cards = (UINT64_C(1) << hand->betting.held[actor]) - 1;
        }
        out[count++] = option;
    }
    return count;
}

static enum felt_status narc_apply(const void *rules, void *state, felt_seat seat,
                                   struct felt_action action, struct felt_event_log *log)
{
    return felt_narc_apply(rules, state, seat, action, log);
}

static void show_view(const void *rules, const void *state, felt_seat seat, struct felt_view *out)
{
    narc_view(rules, state, seat, out);
}

static void imagine(const void *rules, const struct felt_view *view, struct felt_rng *rng,
                    void *state)
{
    narc_imagine(rules, view, rng, state);
}

/* Cards that may still be drawn in this hand: a new generator draws others. */
static bool narc_future(const void *rules, struct felt_rng *rng, void *state)
{
    struct felt_narc_state *hand = state;
    (void)rules;
    if (hand->phase == FELT_NARC_OVER || !hand->deck) return false;
    narc_renew(hand, rng);
    return true;
}

/* Only the Player wins or loses: what the hand banked. */
static void narc_payoff(const void *rules, const void *state, felt_chips out[FELT_SEATS_MAX])
{
    const struct felt_narc_state *hand = state;
    memset(out, 0, sizeof(felt_chips) * FELT_SEATS_MAX);
    out[felt_narc_seat(rules, FELT_ROLE_PLAYER)] = hand->banked;
}

const struct felt_game felt_narc_game = {.name = "narc",
                                         .rules_bytes = sizeof(struct felt_narc_rules),
                                         .state_bytes = sizeof(struct felt_narc_state),
                                         .open = narc_open,
                                         .deal = narc_deal,
                                         .actor = narc_actor,
                                         .legal = narc_legal,
                                         .apply = narc_apply,
                                         .view = show_view,
                                         .imagine = imagine,
                                         .future = narc_future,
                                         .payoff = narc_payoff};
