/* audit_views.c -- what may be seen: tried on copies.
 *
 * For each seat everything that no event has told it changes at random in a copy: cards change
 * places, discards of others become other ones, reshuffles come out differently.  A view of the
 * copy that differs would tell something about them (G3).  This needs no knowledge of how views are
 * made.
 */
#include "audit/audit.h"
#include "audit/policy.h"

enum {
    PLAYS_EVERY = 16, /* looks between imagined hands that are played out   */
    PLAY_ACTIONS_MAX = 4000,
    PLAY_RAISES_MAX = 40
};

static bool only_known_cards(struct felt_audit *audit, const struct felt_view *view)
{
    for (int i = 0; i < view->zones; i++) {
        const struct felt_zone *zone = &view->zone[i];
        FELT_AUDIT(zone->at + zone->count <= FELT_ZONE_CARDS_MAX, "zone %d of a view is too long",
                   i);
        for (int k = 0; k < zone->count; k++) {
            felt_card card = view->cards[zone->at + k];
            FELT_AUDIT(card == FELT_CARD_NONE || (card < FELT_CARDS_MAX &&
                                                  audit->books.known[view->viewer + 1] >> card & 1),
                       "seat %d sees card %d, which no event has shown to it", view->viewer, card);
        }
    }
    return true;
}

/* As many bits of `among` as `mask` has, any of them. */
static uint8_t other_mask(uint8_t mask, int among, struct felt_rng *rng)
{
    uint8_t out = 0;
    for (int want = __builtin_popcount(mask), left = among; left > 0; left--) {
        if ((int)felt_rng_below(rng, (uint32_t)left) >= want) continue;
        out |= (uint8_t)(1u << (left - 1));
        want--;
    }
    return out;
}

/* Cards that the viewer does not know change places; others throw away other cards, as many. */
static void change_hidden(struct felt_audit *audit, felt_seat viewer, struct felt_poker *state)
{
    int places[FELT_CARDS_MAX] = {0}, count = 0;
    state->later = felt_rng_make(felt_rng_next(&audit->rng));
    for (int seat = 0; seat < FELT_SEATS_MAX; seat++)
        if (seat != viewer)
            state->thrown[seat] =
                other_mask(state->thrown[seat], audit->books.holes[seat], &audit->rng);
    for (int i = 0; i < state->size; i++)
        if (!(audit->books.known[viewer + 1] >> state->deck[i] & 1)) places[count++] = i;
    for (; count > 1; count--) {
        int other = places[felt_rng_below(&audit->rng, (uint32_t)count)], last = places[count - 1];
        felt_card card = state->deck[last];
        state->deck[last] = state->deck[other];
        state->deck[other] = card;
    }
}

/* An imagined hand is a hand: it can be played to its end. */
static bool play_out(struct felt_audit *audit, struct felt_poker *state)
{
    int actions = 0;
    while (felt_poker_actor(state) >= 0) {
        FELT_AUDIT(++actions <= PLAY_ACTIONS_MAX, "an imagined hand does not end");
        struct felt_policy policy = {1, 2, actions < PLAY_RAISES_MAX};
        struct felt_action action = felt_policy_answer(policy, audit->rules, state, &audit->rng);
        FELT_AUDIT(felt_poker_apply(audit->rules, state, felt_poker_actor(state), action, NULL) ==
                       FELT_OK,
                   "a legal action of an imagined hand is refused");
    }
    felt_chips payoff[FELT_SEATS_MAX], sum = state->rake;
    felt_poker_payoff(state, payoff);
    for (int seat = 0; seat < FELT_SEATS_MAX; seat++) sum += payoff[seat];
    FELT_AUDIT(sum == 0, "an imagined hand makes or loses %lld chips", (long long)sum);
    return true;
}

/* What everybody may count (enum felt_poker_number). */
static bool compare_numbers(struct felt_audit *audit, const struct felt_view *view)
{
    const struct felt_audit_books *books = &audit->books;
    const struct felt_step *draw = felt_audit_discard(audit->rules->variant, 0);
    int64_t thrown = view->viewer >= 0 ? books->draw.slots[view->viewer] : 0;
    int64_t left = felt_cards_count(audit->rules->variant->deck & ~books->out);
    for (int seat = 0; seat < FELT_SEATS_MAX; seat++)
        for (int i = 0; i < FELT_DRAWS_MAX; i++)
            FELT_AUDIT(felt_poker_drew((uint16_t)view->number[FELT_POKER_DREW + seat], i) ==
                           books->drew[seat][i],
                       "the view of seat %d shows a wrong draw of seat %d", view->viewer, seat);
    FELT_AUDIT(view->number[FELT_POKER_THROWN] == thrown,
               "the view of seat %d shows discards %#llx; it threw %#llx", view->viewer,
               (unsigned long long)view->number[FELT_POKER_THROWN], (unsigned long long)thrown);
    FELT_AUDIT(draw == NULL || !draw->replace || view->number[FELT_POKER_STUB] == left,
               "the view of seat %d shows a stub of %lld; it is %lld", view->viewer,
               (long long)view->number[FELT_POKER_STUB], (long long)left);
    FELT_AUDIT(view->number[FELT_POKER_FOLLOW] == books->follow,
               "the view of seat %d shows follower %lld; it is %d", view->viewer,
               (long long)view->number[FELT_POKER_FOLLOW], books->follow);
    FELT_AUDIT(view->number[FELT_POKER_REDEALS] ==
                   books->redeals + 256 * books->shuffles + 65536 * books->gone,
               "the view of seat %d shows wrong redeals", view->viewer);
    FELT_AUDIT(view->number[FELT_POKER_RUNS] == books->runs + 256 * books->common,
               "the view of seat %d shows wrong boards", view->viewer);
    FELT_AUDIT(view->number[FELT_POKER_SHOWN] == books->shown[0] + 65536 * (int64_t)books->mucked,
               "the view of seat %d shows wrong hands shown", view->viewer);
    return true;
}

/* Everybody sees the own discards of the draws after the last shuffle, and nobody those of others.
 */
static bool compare_discards(struct felt_audit *audit, const struct felt_view *view)
{
    const struct felt_audit_books *books = &audit->books;
    felt_cards seen = 0, own = 0;
    if (view->viewer >= 0)
        own = books->discards[view->viewer] & ~books->draw.threw[view->viewer] &
              ~books->lost[view->viewer];
    for (int i = 0; i < view->zones; i++) {
        const struct felt_zone *zone = &view->zone[i];
        if (zone->kind != FELT_ZONE_DISCARDS) continue;
        FELT_AUDIT(zone->owner == view->viewer, "seat %d sees discards of seat %d", view->viewer,
                   zone->owner);
        seen |= felt_cards_from(view->cards + zone->at, zone->count);
    }
    FELT_AUDIT(seen == own, "seat %d sees discards %#llx; it threw %#llx away", view->viewer,
               (unsigned long long)seen, (unsigned long long)own);
    return true;
}

static bool compare_view(struct felt_audit *audit, const struct felt_poker *state,
                         const struct felt_view *view)
{
    FELT_AUDIT(view->seats == audit->deal->seats && view->actor == felt_poker_actor(state) &&
                   view->phase == state->phase,
               "the view of seat %d shows another hand", view->viewer);
    for (int seat = 0; seat < FELT_SEATS_MAX; seat++)
        FELT_AUDIT(view->betting.stack[seat] == audit->books.stack[seat] &&
                       view->paid[seat] + view->betting.staked[seat] == audit->books.paid[seat],
                   "the view of seat %d shows wrong chips of seat %d", view->viewer, seat);
    if (!compare_numbers(audit, view) || !compare_discards(audit, view)) return false;
    bool asked = view->viewer >= 0 && view->viewer == view->actor;
    FELT_AUDIT((view->options > 0) == asked, "the view of seat %d has %d options", view->viewer,
               view->options);
    return only_known_cards(audit, view);
}

bool felt_audit_views(struct felt_audit *audit, const struct felt_poker *state)
{
    for (int viewer = FELT_SEAT_NONE; viewer < FELT_SEATS_MAX; viewer++) {
        struct felt_view view, other;
        struct felt_poker copy = *state;
        felt_poker_view(audit->rules, state, (felt_seat)viewer, &view);
        if (!compare_view(audit, state, &view)) return false;
        change_hidden(audit, (felt_seat)viewer, &copy);
        felt_poker_view(audit->rules, &copy, (felt_seat)viewer, &other);
        FELT_AUDIT(felt_view_equal(&view, &other),
                   "the view of seat %d depends on cards that it does not know", viewer);
        felt_poker_imagine(audit->rules, &view, &audit->rng, &copy);
        felt_poker_view(audit->rules, &copy, (felt_seat)viewer, &other);
        FELT_AUDIT(felt_view_equal(&view, &other), "the view of seat %d is imagined differently",
                   viewer);
        if (felt_rng_below(&audit->rng, PLAYS_EVERY) == 0 && !play_out(audit, &copy)) return false;
    }
    return true;
}
