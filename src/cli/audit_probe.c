/* audit_probe.c -- what may be done, and what may be seen: tried on copies.
 *
 * Actions: everything at the ends of what is legal, one chip beyond them, kinds that are not
 * offered, amounts where none belong, other seats.  An action is accepted exactly if an option of
 * the actor admits it (A1, G2), and a refused one leaves no trace.
 *
 * Views: for each seat, cards that no event has shown to it change places at random in a copy.  A
 * view of the copy that differs would tell something about them (G3).  This needs no knowledge of
 * how views are made. */
#include "cli/audit.h"
#include "cli/policy.h"

#include <string.h>

enum {
    TEXTS_EVERY = 32, /* tries between looks at the explanation, on average */
    VIEWS_EVERY = 8,  /* decisions between looks at the views, on average   */
    PLAYS_EVERY = 16, /* looks between imagined hands that are played out   */
    PLAY_ACTIONS_MAX = 2000,
    PLAY_RAISES_MAX = 40
};

/* ---- actions -------------------------------------------------------------------------------- */

struct probe {
    const struct felt_poker *state;
    felt_seat actor;
    int options;
    struct felt_option option[FELT_OPTIONS_MAX];
};

/* Tries one action on a copy. */
static bool try_action(struct felt_audit *audit, const struct probe *probe, felt_seat seat,
                       struct felt_action action)
{
    bool admitted = false;
    for (int i = 0; seat == probe->actor && i < probe->options; i++)
        admitted |= felt_option_admits(&probe->option[i], action);
    struct felt_poker copy = *probe->state;
    enum felt_status status = felt_poker_apply(audit->rules, &copy, seat, action, NULL);
    FELT_AUDIT((status == FELT_OK) == admitted,
               "seat %d, action %d, amount %lld: admitted %d, and applying it says: %s", seat,
               action.kind, (long long)action.amount, admitted, felt_status_text(status));
    FELT_AUDIT(status == FELT_OK || felt_poker_equal(&copy, probe->state),
               "seat %d, action %d, amount %lld is refused and leaves a trace", seat, action.kind,
               (long long)action.amount);
    if (felt_rng_below(&audit->rng, TEXTS_EVERY) > 0) return true;
    struct felt_complaint complaint = {0};
    enum felt_status explained =
        felt_poker_explain(audit->rules, probe->state, seat, action, &complaint);
    FELT_AUDIT(explained == status && (status == FELT_OK) == (complaint.text[0] == '\0'),
               "seat %d, action %d, amount %lld: refused by \"%s\", explained by \"%s\"", seat,
               action.kind, (long long)action.amount, felt_status_text(status), complaint.text);
    return true;
}

static bool try_amounts(struct felt_audit *audit, const struct probe *probe)
{
    const struct felt_betting *betting = &probe->state->betting;
    felt_chips all_in = betting->staked[probe->actor] + betting->stack[probe->actor];
    felt_chips low = betting->to_match, high = all_in;
    for (int i = 0; i < probe->options; i++)
        if (probe->option[i].kind == FELT_RAISE_TO) {
            low = probe->option[i].min;
            high = probe->option[i].max;
        }
    uint64_t range = high > low ? (uint64_t)(high - low) : 0;
    felt_chips inner = low + (felt_chips)(felt_rng_next(&audit->rng) % (range + 1));
    const felt_chips amounts[] = {low - 1,           low,    inner,      high,      high + 1, 0, -1,
                                  betting->to_match, all_in, all_in + 1, INT64_MAX, INT64_MIN};
    for (size_t i = 0; i < sizeof amounts / sizeof amounts[0]; i++) {
        struct felt_action action = {.kind = FELT_RAISE_TO, .amount = amounts[i]};
        if (!try_action(audit, probe, probe->actor, action)) return false;
    }
    return true;
}

static bool try_kinds(struct felt_audit *audit, const struct probe *probe)
{
    for (int kind = 0; kind <= FELT_ACTION_KINDS; kind++) {
        struct felt_action action = {.kind = (uint8_t)kind};
        if (!try_action(audit, probe, probe->actor, action)) return false;
    }
    int64_t count = felt_options_count(probe->option, probe->options);
    FELT_AUDIT(count > 0, "%d options stand for %lld actions", probe->options, (long long)count);
    int64_t n = (int64_t)(felt_rng_next(&audit->rng) % (uint64_t)count);
    struct felt_action action = felt_options_pick(probe->option, probe->options, n);
    if (!try_action(audit, probe, probe->actor, action)) return false;
    /* The same with something added that does not belong to it, and from other seats. */
    struct felt_action strange = action;
    strange.choice = 1;
    if (!try_action(audit, probe, probe->actor, strange)) return false;
    strange = action;
    strange.cards = 1;
    if (!try_action(audit, probe, probe->actor, strange)) return false;
    strange = action;
    strange.amount += action.kind == FELT_RAISE_TO ? FELT_CHIPS_MAX : 1;
    if (!try_action(audit, probe, probe->actor, strange)) return false;
    const felt_seat others[] = {(felt_seat)(probe->actor + 1), (felt_seat)(probe->actor - 1),
                                FELT_SEATS_MAX, INT8_MAX, INT8_MIN};
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
        if (!try_action(audit, probe, others[i], action)) return false;
    return true;
}

/* ---- what is legal -------------------------------------------------------------------------- */

/* What RULES 7 and 8 say about any range of raises. */
static bool verify_raise(struct felt_audit *audit, const struct felt_poker *state,
                         const struct felt_legal *legal)
{
    const struct felt_betting *betting = &state->betting;
    felt_seat me = betting->turn.actor;
    felt_chips all_in = betting->staked[me] + betting->stack[me];
    felt_chips low = legal->raise_to_min, high = legal->raise_to_max;
    FELT_AUDIT(low > betting->to_match && low <= high && high <= all_in,
               "raises go from %lld to %lld at a price of %lld and a stack of %lld", (long long)low,
               (long long)high, (long long)betting->to_match, (long long)all_in);
    felt_chips full = betting->raise_from + betting->raise_min;
    FELT_AUDIT(low == (full < all_in ? full : all_in), "the smallest raise goes to %lld, not %lld",
               (long long)low, (long long)full);
    FELT_AUDIT(betting->limit != FELT_NO_LIMIT || high == all_in,
               "no limit: raises end at %lld; all-in is %lld", (long long)high, (long long)all_in);
    felt_chips owed = betting->to_match - betting->staked[me];
    felt_chips pot = betting->to_match + betting->pot + betting->missing + owed;
    FELT_AUDIT(betting->limit != FELT_POT_LIMIT || high <= pot || high == low,
               "pot limit: raises end at %lld; the pot allows %lld", (long long)high,
               (long long)pot);
    FELT_AUDIT(betting->limit != FELT_FIXED_LIMIT || high == low,
               "fixed limit: raises go from %lld to %lld", (long long)low, (long long)high);
    FELT_AUDIT(felt_seats_has(betting->turn.may_raise, me), "seat %d may not raise and is asked to",
               me);
    felt_chips most = 0; /* RULES 7.6 */
    for (felt_seats left = betting->turn.live & (felt_seats)~felt_seats_of(me); left;) {
        felt_seat seat = felt_seats_take(&left);
        felt_chips reach = betting->staked[seat] + betting->stack[seat];
        if (betting->stack[seat] > 0 && reach > most) most = reach;
    }
    FELT_AUDIT(most > betting->to_match, "seat %d may make a raise that nobody can call", me);
    return true;
}

static bool verify_legal(struct felt_audit *audit, const struct felt_poker *state,
                         const struct probe *probe)
{
    struct felt_legal legal;
    felt_poker_legal(audit->rules, state, &legal);
    const struct felt_betting *betting = &state->betting;
    felt_chips owed = betting->to_match - betting->staked[probe->actor];
    felt_chips stack = betting->stack[probe->actor];
    FELT_AUDIT(__builtin_popcount(legal.kinds) == probe->options, "%d options for kinds %#x",
               probe->options, legal.kinds);
    for (int i = 0; i < probe->options; i++) {
        const struct felt_option *option = &probe->option[i];
        bool moves = option->kind == FELT_CALL || option->kind == FELT_BRING_IN;
        bool raises = option->kind == FELT_RAISE_TO;
        FELT_AUDIT(felt_legal_has(&legal, (enum felt_action_kind)option->kind),
                   "an option of kind %d is not legal", option->kind);
        FELT_AUDIT(!moves || (option->min == legal.to_call && option->max == legal.to_call),
                   "a call of %lld is offered for %lld", (long long)legal.to_call,
                   (long long)option->min);
        FELT_AUDIT(!raises ||
                       (option->min == legal.raise_to_min && option->max == legal.raise_to_max),
                   "the option to raise has another range than is legal");
    }
    if (state->phase != FELT_PHASE_BRING_IN) {
        FELT_AUDIT(felt_legal_has(&legal, FELT_FOLD), "seat %d may not fold", probe->actor);
        FELT_AUDIT(felt_legal_has(&legal, owed ? FELT_CALL : FELT_CHECK) &&
                       !felt_legal_has(&legal, owed ? FELT_CHECK : FELT_CALL),
                   "seat %d owes %lld, and legal are kinds %#x", probe->actor, (long long)owed,
                   legal.kinds);
        FELT_AUDIT(legal.to_call == (owed < stack ? owed : stack),
                   "a call moves %lld; owed are %lld of a stack of %lld", (long long)legal.to_call,
                   (long long)owed, (long long)stack);
    }
    return !felt_legal_has(&legal, FELT_RAISE_TO) || verify_raise(audit, state, &legal);
}

bool felt_audit_decision(struct felt_audit *audit, const struct felt_poker *state)
{
    struct probe probe = {.state = state, .actor = felt_poker_actor(state)};
    const struct felt_turn *turn = &state->betting.turn;
    FELT_AUDIT(probe.actor >= 0 && felt_seats_has(turn->live, probe.actor) &&
                   felt_seats_has(turn->able, probe.actor) &&
                   felt_seats_has(turn->owes, probe.actor),
               "seat %d is to act; live %#x, able %#x, owing %#x", probe.actor, turn->live,
               turn->able, turn->owes);
    probe.options = felt_poker_options(audit->rules, state, probe.option);
    FELT_AUDIT(probe.options > 0 && probe.options <= FELT_OPTIONS_MAX, "there are %d options",
               probe.options);
    if (!verify_legal(audit, state, &probe) || !try_amounts(audit, &probe) ||
        !try_kinds(audit, &probe))
        return false;
    return felt_rng_below(&audit->rng, VIEWS_EVERY) > 0 || felt_audit_views(audit, state);
}

/* ---- views ---------------------------------------------------------------------------------- */

static bool only_known_cards(struct felt_audit *audit, const struct felt_view *view)
{
    for (int i = 0; i < view->zones; i++) {
        const struct felt_zone *zone = &view->zone[i];
        FELT_AUDIT(zone->at + zone->count <= FELT_ZONE_CARDS_MAX, "zone %d of a view is too long",
                   i);
        for (int k = 0; k < zone->count; k++) {
            felt_card card = view->cards[zone->at + k];
            FELT_AUDIT(card == FELT_CARD_NONE ||
                           (card < FELT_CARDS_MAX && audit->known[view->viewer + 1] >> card & 1),
                       "seat %d sees card %d, which no event has shown to it", view->viewer, card);
        }
    }
    return true;
}

/* Cards that the viewer does not know change places. */
static void change_hidden(struct felt_audit *audit, felt_seat viewer, struct felt_poker *state)
{
    int places[FELT_CARDS_MAX], count = 0;
    for (int i = 0; i < state->size; i++)
        if (!(audit->known[viewer + 1] >> state->deck[i] & 1)) places[count++] = i;
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
        struct felt_legal legal;
        struct felt_policy policy = {1, 2, actions < PLAY_RAISES_MAX};
        felt_poker_legal(audit->rules, state, &legal);
        struct felt_action action =
            felt_policy_choose(policy, &state->betting, &legal, &audit->rng);
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

static bool compare_view(struct felt_audit *audit, const struct felt_poker *state,
                         const struct felt_view *view)
{
    FELT_AUDIT(view->seats == audit->deal->seats && view->actor == felt_poker_actor(state) &&
                   view->phase == state->phase,
               "the view of seat %d shows another hand", view->viewer);
    for (int seat = 0; seat < FELT_SEATS_MAX; seat++)
        FELT_AUDIT(view->betting.stack[seat] == audit->stack[seat] &&
                       view->paid[seat] + view->betting.staked[seat] == audit->paid[seat],
                   "the view of seat %d shows wrong chips of seat %d", view->viewer, seat);
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
