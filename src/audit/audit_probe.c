/* audit_probe.c -- what may be done: tried on copies.
 *
 * Everything at the ends of what is legal, one chip and one card beyond them, kinds that are not
 * offered, amounts where none belong, other seats.  An action is accepted exactly if an option of
 * the actor admits it (A1, G2), and a refused one leaves no trace. */
#include "audit/audit.h"

enum {
    TEXTS_EVERY = 32, /* tries between looks at the explanation, on average */
    VIEWS_EVERY = 8   /* decisions between looks at the views, on average   */
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

/* Masks of every size around what may be thrown away, and slots that no card lies in; choices. */
static bool try_cards(struct felt_audit *audit, const struct probe *probe)
{
    const struct felt_option *option = &probe->option[0];
    const uint16_t choices[] = {1, 2, UINT16_MAX};
    int held = audit->books.holes[probe->actor];
    for (size_t i = 0; i < sizeof choices / sizeof choices[0]; i++) {
        struct felt_action action = {.kind = option->kind, .choice = choices[i]};
        if (!try_action(audit, probe, probe->actor, action)) return false;
    }
    for (int count = 0; count <= held + 1; count++) {
        struct felt_action action = {.kind = FELT_DISCARD, .cards = (1u << count) - 1};
        if (!try_action(audit, probe, probe->actor, action)) return false;
        action.cards = felt_rng_next(&audit->rng) & ((1u << held) - 1);
        if (!try_action(audit, probe, probe->actor, action)) return false;
        action.cards |= UINT64_C(1)
                        << (held + (int)felt_rng_below(&audit->rng, 64u - (unsigned)held));
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

/* RULES 13.1, 11.4, 11.5: outside of betting rounds there is one question. */
static bool verify_question(struct felt_audit *audit, const struct felt_poker *state,
                            const struct felt_legal *legal, const struct probe *probe)
{
    const struct felt_option *option = &probe->option[0];
    unsigned kinds = 0, held = (1u << audit->books.holes[probe->actor]) - 1;
    const struct felt_step *step = felt_audit_discard(audit->rules->variant, audit->books.draws);
    switch (state->phase) {
    case FELT_PHASE_DISCARD:
        kinds = 1u << FELT_DISCARD;
        FELT_AUDIT(step && legal->discard_min == step->discard_min &&
                       legal->discard_max == step->discard_max,
                   "%d to %d cards may be thrown away", legal->discard_min, legal->discard_max);
        FELT_AUDIT(option->cards == held && option->cards_min == legal->discard_min &&
                       option->cards_max == legal->discard_max,
                   "the option to discard is %d to %d of %#llx", option->cards_min,
                   option->cards_max, (unsigned long long)option->cards);
        break;
    case FELT_PHASE_RUNS:
        kinds = 1u << FELT_RUNS;
        FELT_AUDIT(option->choice_max == 1, "two boards are offered as 0 to %d",
                   option->choice_max);
        break;
    case FELT_PHASE_SHOW: kinds = 1u << FELT_SHOW | 1u << FELT_MUCK; break;
    default: break;
    }
    FELT_AUDIT(legal->kinds == kinds, "phase %d offers %#x", state->phase, legal->kinds);
    FELT_AUDIT(legal->to_call == 0 && legal->raise_to_min == 0 && legal->raise_to_max == 0,
               "phase %d names prices", state->phase);
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
    bool bets = state->phase == FELT_PHASE_BET || state->phase == FELT_PHASE_BRING_IN;
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
    if (!bets) return verify_question(audit, state, &legal, probe);
    if (state->phase == FELT_PHASE_BET) {
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

/* ---- who opens ------------------------------------------------------------------------------ */

/* The cards of a seat that lie face up. */
static int showing(const struct felt_audit_books *books, felt_seat seat,
                   felt_card out[FELT_HOLE_MAX])
{
    int count = 0;
    for (int i = 0; i < books->holes[seat]; i++)
        if (books->up[seat] >> i & 1) out[count++] = books->hole[seat][i];
    return count;
}

/* How early a seat opens by what it shows; the largest opens, ties to the first left of the button
 * (RULES 12.21, 12.22, 12.24). */
static int eagerness(const struct felt_audit *audit, felt_seat seat, bool bring_in)
{
    bool low = audit->rules->variant->opener == FELT_OPENER_SHOW_LOW;
    felt_card up[FELT_HOLE_MAX];
    int count = showing(&audit->books, seat, up);
    if (!bring_in && low) return felt_eval(FELT_LOW_A5, up, count);
    if (!bring_in) return felt_eval_wild(felt_audit_wild(audit), up, count);
    if (!low) return -up[0];
    return felt_card_rank(up[0]) == FELT_ACE ? up[0] - FELT_CARDS : up[0];
}

static bool verify_opener(struct felt_audit *audit, const struct felt_poker *state)
{
    const struct felt_audit_books *books = &audit->books;
    bool bring_in = state->phase == FELT_PHASE_BRING_IN;
    bool opens = bring_in || (state->phase == FELT_PHASE_BET && state->street > 0);
    felt_seat who = FELT_SEAT_NONE;
    int best = 0;
    if (audit->rules->variant->opener == FELT_OPENER_BUTTON || !opens || books->betting)
        return true;
    for (felt_seats left = books->live; left;) {
        felt_seat seat = felt_seats_from(left, audit->deal->button + 1);
        int mine = eagerness(audit, seat, bring_in);
        left &= (felt_seats)~felt_seats_of(seat);
        if (who >= 0 && mine <= best) continue;
        who = seat;
        best = mine;
    }
    /* One that is all-in is passed over. */
    felt_seat actor = felt_seats_from(state->betting.turn.able, who);
    FELT_AUDIT(actor == felt_poker_actor(state), "seat %d opens; by its cards it should be %d",
               felt_poker_actor(state), actor);
    return true;
}

bool felt_audit_decision(struct felt_audit *audit, const struct felt_poker *state)
{
    struct probe probe = {.state = state, .actor = felt_poker_actor(state)};
    const struct felt_turn *turn = &state->betting.turn;
    bool bets = state->phase == FELT_PHASE_BET || state->phase == FELT_PHASE_BRING_IN;
    FELT_AUDIT(probe.actor >= 0 && felt_seats_has(turn->live, probe.actor) &&
                   (!bets || felt_seats_has(turn->able, probe.actor)) &&
                   felt_seats_has(turn->owes, probe.actor),
               "seat %d is to act; live %#x, able %#x, owing %#x", probe.actor, turn->live,
               turn->able, turn->owes);
    probe.options = felt_poker_options(audit->rules, state, probe.option);
    FELT_AUDIT(probe.options > 0 && probe.options <= FELT_OPTIONS_MAX, "there are %d options",
               probe.options);
    if (!verify_legal(audit, state, &probe) || !verify_opener(audit, state) ||
        !try_amounts(audit, &probe) || !try_kinds(audit, &probe) ||
        (!bets && !try_cards(audit, &probe)))
        return false;
    return felt_rng_below(&audit->rng, VIEWS_EVERY) > 0 || felt_audit_views(audit, state);
}
