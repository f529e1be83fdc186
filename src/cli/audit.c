/* audit.c -- the books: what the events say, against what the state says.
 *
 * Awards are checked by their rules and not by computing them as the engine does: layers are cut
 * anew from what the events paid (RULES 9), a winner must hold the best hand of a half among those
 * who can win the layer, and must get its even share or one odd chip more (RULES 10). */
#include "cli/audit.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { VIEWS_EVERY = 4 }; /* ends of hands between looks at the views, on average */

bool felt_audit_violate(struct felt_audit *audit, const char *format, ...)
{
    if (audit->violated) return false;
    audit->violated = true;
    va_list rest;
    va_start(rest, format);
    (void)vsnprintf(audit->violation, sizeof audit->violation, format, rest);
    va_end(rest);
    return false;
}

void felt_audit_begin(struct felt_audit *audit, const struct felt_poker_rules *rules,
                      const struct felt_deal *deal, struct felt_rng rng)
{
    audit->rules = rules;
    audit->deal = deal;
    audit->rng = rng;
    memset(audit->stack, 0, sizeof audit->stack);
    for (felt_seats left = deal->seats; left;) {
        felt_seat seat = felt_seats_take(&left);
        audit->stack[seat] = deal->stack[seat];
    }
    memset(audit->paid, 0, sizeof audit->paid);
    memset(audit->won, 0, sizeof audit->won);
    memset(audit->holes, 0, sizeof audit->holes);
    memset(audit->known, 0, sizeof audit->known);
    audit->dead = audit->pot = audit->rake = 0;
    audit->live = deal->seats;
    audit->shown = 0;
    audit->boards = 0;
    audit->seen = 0;
    audit->over = false;
    audit->before = (struct felt_betting){0};
    audit->street = 0;
    audit->actions = 0;
    audit->violated = false;
    audit->violation[0] = '\0';
}

/* ---- events --------------------------------------------------------------------------------- */

static felt_chips least(felt_chips a, felt_chips b)
{
    return a < b ? a : b;
}

static bool pay(struct felt_audit *audit, const struct felt_event *event)
{
    felt_seat seat = event->seat;
    FELT_AUDIT(seat >= 0 && felt_seats_has(audit->live, seat), "seat %d pays and is not live",
               seat);
    FELT_AUDIT(event->amount >= 0 && event->amount <= audit->stack[seat],
               "seat %d pays %lld of %lld", seat, (long long)event->amount,
               (long long)audit->stack[seat]);
    const felt_chips *asked = event->kind == FELT_EVENT_ANTE    ? audit->deal->ante
                              : event->kind == FELT_EVENT_DEAD  ? audit->deal->dead
                              : event->kind == FELT_EVENT_BLIND ? audit->deal->blind
                                                                : NULL;
    FELT_AUDIT(asked == NULL || event->amount == least(asked[seat], audit->stack[seat]),
               "seat %d posts %lld of %lld", seat, (long long)event->amount,
               asked ? (long long)asked[seat] : 0);
    audit->stack[seat] -= event->amount;
    audit->pot += event->amount;
    if (event->kind == FELT_EVENT_DEAD)
        audit->dead += event->amount;
    else
        audit->paid[seat] += event->amount;
    if (event->kind == FELT_EVENT_ACT && event->act == FELT_FOLD)
        audit->live &= (felt_seats)~felt_seats_of(seat);
    return true;
}

static bool give_back(struct felt_audit *audit, const struct felt_event *event)
{
    felt_seat seat = event->seat;
    FELT_AUDIT(seat >= 0 && felt_seats_has(audit->live, seat),
               "chips go back to seat %d, which is not live", seat);
    FELT_AUDIT(event->amount > 0 && event->amount <= audit->paid[seat],
               "seat %d gets %lld back and paid %lld", seat, (long long)event->amount,
               (long long)audit->paid[seat]);
    audit->paid[seat] -= event->amount;
    audit->stack[seat] += event->amount;
    audit->pot -= event->amount;
    return true;
}

/* G5: seats that may not see the cards get the event without them, and nothing else is missing. */
static bool hide_cards(struct felt_audit *audit, const struct felt_event *event)
{
    for (int viewer = FELT_SEAT_NONE; viewer < FELT_SEATS_MAX; viewer++) {
        struct felt_event seen = felt_event_for(event, (felt_seat)viewer);
        bool open = event->cards_to == (felt_seats)-1 ||
                    (viewer >= 0 && felt_seats_has(event->cards_to, viewer));
        for (int i = 0; i < event->count; i++) {
            felt_card want = open ? event->cards[i] : (felt_card)FELT_CARD_NONE;
            FELT_AUDIT(seen.cards[i] == want, "an event %s shows a wrong card to seat %d",
                       felt_event_word((enum felt_event_kind)event->kind), viewer);
            if (open) audit->known[viewer + 1] |= felt_cards_of(want);
        }
        FELT_AUDIT(seen.kind == event->kind && seen.seat == event->seat &&
                       seen.count == event->count && seen.amount == event->amount &&
                       seen.to == event->to,
                   "an event %s is not the same for seat %d",
                   felt_event_word((enum felt_event_kind)event->kind), viewer);
    }
    return true;
}

static bool take_cards(struct felt_audit *audit, const struct felt_event *event)
{
    bool board = event->kind == FELT_EVENT_BOARD;
    felt_seat seat = event->seat;
    felt_seats to =
        event->kind == FELT_EVENT_DEAL && seat >= 0 ? felt_seats_of(seat) : (felt_seats)-1;
    FELT_AUDIT(board || (seat >= 0 && felt_seats_has(audit->live, seat)),
               "seat %d gets a card and is not live", seat);
    FELT_AUDIT(event->cards_to == to, "cards of seat %d are shown to the wrong seats", seat);
    uint8_t *count = board ? &audit->boards : &audit->holes[seat];
    felt_card *cards = board ? audit->board : audit->hole[seat];
    int room = board ? audit->rules->variant->board_cards : audit->rules->variant->hole_cards;
    FELT_AUDIT(*count + event->count <= room, "seat %d gets more than %d cards", seat, room);
    for (int i = 0; i < event->count; i++) {
        felt_card card = event->cards[i];
        FELT_AUDIT(card < FELT_CARDS_MAX && audit->rules->variant->deck >> card & 1,
                   "card %d is not in the deck", card);
        FELT_AUDIT(!(audit->seen >> card & 1), "card %d is dealt twice", card);
        audit->seen |= felt_cards_of(card);
        cards[(*count)++] = card;
    }
    return hide_cards(audit, event);
}

static bool take_show(struct felt_audit *audit, const struct felt_event *event)
{
    felt_seat seat = event->seat;
    FELT_AUDIT(seat >= 0 && felt_seats_has(audit->live, seat), "seat %d shows and is not live",
               seat);
    FELT_AUDIT(!felt_seats_has(audit->shown, seat), "seat %d shows twice", seat);
    audit->shown |= felt_seats_of(seat);
    FELT_AUDIT(event->count == audit->holes[seat] &&
                   memcmp(event->cards, audit->hole[seat], event->count) == 0,
               "seat %d shows cards that it was not dealt", seat);
    felt_value value[2];
    felt_showdown_values(audit->rules->showdown, audit->hole[seat], audit->holes[seat],
                         audit->board, audit->boards, value);
    FELT_AUDIT(event->amount == value[0] && event->to == value[1],
               "seat %d shows values %lld and %lld; its cards are worth %d and %d", seat,
               (long long)event->amount, (long long)event->to, value[0], value[1]);
    return hide_cards(audit, event);
}

static bool take_award(struct felt_audit *audit, const struct felt_event *event)
{
    FELT_AUDIT(event->amount > 0 && event->amount <= audit->pot, "%lld chips of a pot of %lld move",
               (long long)event->amount, (long long)audit->pot);
    audit->pot -= event->amount;
    if (event->kind == FELT_EVENT_RAKE) {
        audit->rake += event->amount;
        return true;
    }
    FELT_AUDIT(event->seat >= 0 && felt_seats_has(audit->live, event->seat),
               "seat %d wins and is not live", event->seat);
    FELT_AUDIT(event->pot < FELT_SEATS_MAX, "there is no pot %d", event->pot);
    audit->stack[event->seat] += event->amount;
    audit->won[event->pot][event->seat] += event->amount;
    return true;
}

static bool take_event(struct felt_audit *audit, const struct felt_event *event)
{
    FELT_AUDIT(!audit->over, "an event follows the last one");
    switch (event->kind) {
    case FELT_EVENT_ANTE:
    case FELT_EVENT_DEAD:
    case FELT_EVENT_BLIND:
    case FELT_EVENT_ACT: return pay(audit, event);
    case FELT_EVENT_RETURN: return give_back(audit, event);
    case FELT_EVENT_DEAL:
    case FELT_EVENT_DEAL_UP:
    case FELT_EVENT_BOARD: return take_cards(audit, event);
    case FELT_EVENT_SHOW: return take_show(audit, event);
    case FELT_EVENT_RAKE:
    case FELT_EVENT_WIN: return take_award(audit, event);
    case FELT_EVENT_OVER: audit->over = true; return true;
    default: return felt_audit_violate(audit, "an event of kind %d", event->kind);
    }
}

static bool take_events(struct felt_audit *audit, const struct felt_event_log *log)
{
    for (uint32_t i = 0; i < log->count; i++)
        if (!take_event(audit, &log->event[i])) return false;
    return true;
}

/* ---- the state ------------------------------------------------------------------------------ */

static bool compare_chips(struct felt_audit *audit, const struct felt_poker *state)
{
    const struct felt_betting *betting = &state->betting;
    felt_chips sum = betting->pot + state->rake, total = 0;
    for (int seat = 0; seat < FELT_SEATS_MAX; seat++) {
        sum += betting->stack[seat];
        if (felt_seats_has(audit->deal->seats, seat)) total += audit->deal->stack[seat];
        FELT_AUDIT(betting->stack[seat] == audit->stack[seat],
                   "seat %d has %lld chips; by the events it has %lld", seat,
                   (long long)betting->stack[seat], (long long)audit->stack[seat]);
        FELT_AUDIT(betting->staked[seat] >= 0 && betting->staked[seat] <= betting->to_match,
                   "seat %d has staked %lld at a price of %lld", seat,
                   (long long)betting->staked[seat], (long long)betting->to_match);
        FELT_AUDIT(state->paid[seat] + betting->staked[seat] == audit->paid[seat],
                   "seat %d has paid %lld; by the events it has paid %lld", seat,
                   (long long)(state->paid[seat] + betting->staked[seat]),
                   (long long)audit->paid[seat]);
    }
    FELT_AUDIT(sum == total, "there are %lld chips; the hand began with %lld", (long long)sum,
               (long long)total);
    FELT_AUDIT(betting->pot == audit->pot && state->rake == audit->rake &&
                   state->dead == audit->dead,
               "pot %lld, rake %lld, dead %lld; by the events %lld, %lld, %lld",
               (long long)betting->pot, (long long)state->rake, (long long)state->dead,
               (long long)audit->pot, (long long)audit->rake, (long long)audit->dead);
    return true;
}

static bool compare_turn(struct felt_audit *audit, const struct felt_poker *state)
{
    const struct felt_turn *turn = &state->betting.turn;
    FELT_AUDIT(turn->live == audit->live, "live are %#x; by the events %#x", turn->live,
               audit->live);
    FELT_AUDIT((turn->able & ~turn->live) == 0 && (turn->owes & ~turn->live) == 0 &&
                   (turn->may_raise & ~turn->able) == 0,
               "able %#x, owing %#x and raising %#x seats do not fit live %#x", turn->able,
               turn->owes, turn->may_raise, turn->live);
    for (felt_seats left = turn->live; left;) {
        felt_seat seat = felt_seats_take(&left);
        FELT_AUDIT(felt_seats_has(turn->able, seat) == (audit->stack[seat] > 0) || audit->over,
                   "seat %d has %lld chips and is%s able to act", seat,
                   (long long)audit->stack[seat], felt_seats_has(turn->able, seat) ? "" : " not");
    }
    FELT_AUDIT((turn->actor < 0) == audit->over && (state->phase == FELT_PHASE_OVER) == audit->over,
               "seat %d is to act in phase %d; by the events the hand is%s over", turn->actor,
               state->phase, audit->over ? "" : " not");
    return true;
}

static bool compare_cards(struct felt_audit *audit, const struct felt_poker *state)
{
    const struct felt_variant *variant = audit->rules->variant;
    felt_cards deck = felt_cards_from(state->deck, state->size);
    FELT_AUDIT(state->size == felt_cards_count(variant->deck) && deck == variant->deck,
               "the deck is not the variant's");
    FELT_AUDIT(state->boards == audit->boards &&
                   memcmp(felt_poker_board(state), audit->board, audit->boards) == 0,
               "the board is not what the events dealt");
    for (felt_seats left = audit->deal->seats; left;) {
        felt_seat seat = felt_seats_take(&left);
        felt_card hole[FELT_HOLE_MAX];
        int count = felt_poker_hole(audit->rules, state, seat, hole);
        FELT_AUDIT(count == audit->holes[seat] &&
                       memcmp(hole, audit->hole[seat], (size_t)count) == 0,
                   "the cards of seat %d are not what the events dealt", seat);
    }
    return true;
}

/* P1, P2, P3 as the hand goes on. */
static bool compare_pots(struct felt_audit *audit, const struct felt_poker *state)
{
    struct felt_pot pots[FELT_SEATS_MAX];
    int count = felt_poker_pots(state, pots);
    felt_chips sum = 0, stakes = 0;
    FELT_AUDIT(count >= 0 && count <= FELT_SEATS_MAX, "there are %d pots", count);
    for (int i = 0; i < count; i++) {
        sum += pots[i].amount;
        FELT_AUDIT(pots[i].amount > 0, "pot %d is empty", i);
        FELT_AUDIT(pots[i].eligible != 0 && (pots[i].eligible & ~audit->live) == 0,
                   "pot %d can be won by %#x; live are %#x", i, pots[i].eligible, audit->live);
        FELT_AUDIT(i == 0 || ((pots[i].eligible & ~pots[i - 1].eligible) == 0 &&
                              pots[i].eligible != pots[i - 1].eligible),
                   "pot %d is not within pot %d", i, i - 1);
    }
    for (int seat = 0; seat < FELT_SEATS_MAX; seat++) stakes += state->betting.staked[seat];
    FELT_AUDIT(sum + stakes == audit->pot, "pots of %lld and stakes of %lld are not %lld",
               (long long)sum, (long long)stakes, (long long)audit->pot);
    return true;
}

static bool compare(struct felt_audit *audit, const struct felt_poker *state)
{
    if (!compare_turn(audit, state) || !compare_chips(audit, state) ||
        !compare_cards(audit, state) || (!audit->over && !compare_pots(audit, state)))
        return false;
    audit->before = state->betting;
    audit->street = state->street;
    return true;
}

/* ---- the deal ------------------------------------------------------------------------------- */

/* RULES 2.4: the deck in the order in which it is dealt gives the same hand again. */
static bool deal_again(struct felt_audit *audit, const struct felt_poker *state)
{
    const struct felt_variant *variant = audit->rules->variant;
    felt_card deck[FELT_CARDS_MAX];
    int seats = felt_seats_count(audit->deal->seats), rows = seats * variant->hole_cards, place = 0;
    struct felt_deal deal = *audit->deal;
    for (felt_seats left = deal.seats; left; place++) {
        felt_seat seat = felt_seats_from(left, deal.button + 1);
        int row = felt_seats_count((felt_seats)(deal.seats & (felt_seats_of(seat) - 1)));
        for (int i = 0; i < variant->hole_cards; i++)
            deck[i * seats + place] =
                state->deck[variant->board_cards + row * variant->hole_cards + i];
        left &= (felt_seats)~felt_seats_of(seat);
    }
    memcpy(deck + rows, state->deck, variant->board_cards);
    int used = rows + variant->board_cards;
    memcpy(deck + used, state->deck + used, (size_t)(state->size - used));
    deal.deck = deck;
    deal.deck_count = state->size;
    struct felt_poker again;
    FELT_AUDIT(felt_poker_open(audit->rules, &deal, &again, NULL) == FELT_OK &&
                   felt_poker_deal(audit->rules, &deal, NULL, &again, NULL) == FELT_OK,
               "the same deck cannot be dealt again");
    FELT_AUDIT(felt_poker_equal(&again, state), "the same deck deals another hand");
    return true;
}

bool felt_audit_dealt(struct felt_audit *audit, const struct felt_poker *state,
                      const struct felt_event_log *log)
{
    audit->start = *state;
    return take_events(audit, log) && compare(audit, state) && deal_again(audit, state);
}

/* ---- an action ------------------------------------------------------------------------------ */

static bool compare_action(struct felt_audit *audit, felt_seat seat, struct felt_action action,
                           const struct felt_event_log *log)
{
    const struct felt_event *event = &log->event[0];
    FELT_AUDIT(log->count > 0 && event->kind == FELT_EVENT_ACT,
               "an action begins without its event");
    FELT_AUDIT(event->seat == seat && event->act == action.kind,
               "the event of an action names seat %d and action %d", event->seat, event->act);
    FELT_AUDIT(event->to == audit->before.staked[seat] + event->amount,
               "the event of an action leads to %lld", (long long)event->to);
    FELT_AUDIT(action.kind != FELT_RAISE_TO || event->to == action.amount,
               "a raise to %lld leads to %lld", (long long)action.amount, (long long)event->to);
    for (uint32_t i = 1; i < log->count; i++)
        FELT_AUDIT(log->event[i].kind != FELT_EVENT_ACT, "one action makes two events");
    return true;
}

/* H4: every raise that is not all-in adds a bet or completes one, all-ins are one for each seat,
 * and between two raises each seat acts once. */
static bool within_bound(struct felt_audit *audit)
{
    felt_chips most = 0;
    int seats = felt_seats_count(audit->deal->seats), streets = audit->rules->variant->steps;
    for (felt_seats left = audit->deal->seats; left;) {
        felt_chips stack = audit->deal->stack[felt_seats_take(&left)];
        if (stack > most) most = stack;
    }
    felt_chips bound = seats * (most / audit->rules->bet[0] + 2 * seats + 2 * streets);
    FELT_AUDIT(audit->actions <= bound, "the hand takes %d actions; %lld are possible",
               audit->actions, (long long)bound);
    FELT_AUDIT(audit->actions < FELT_AUDIT_ACTIONS_MAX, "the hand takes %d actions",
               audit->actions);
    return true;
}

bool felt_audit_applied(struct felt_audit *audit, const struct felt_poker *state, felt_seat seat,
                        struct felt_action action, const struct felt_event_log *log)
{
    audit->step[audit->actions++] = (struct felt_audit_step){seat, action};
    if (!within_bound(audit) || !compare_action(audit, seat, action, log)) return false;
    const struct felt_betting before = audit->before, *now = &state->betting;
    bool same_street = audit->street == state->street && state->phase != FELT_PHASE_OVER;
    if (!take_events(audit, log) || !compare(audit, state)) return false;
    felt_chips price = action.kind == FELT_RAISE_TO   ? action.amount
                       : action.kind == FELT_BRING_IN ? audit->rules->bring_in /* RULES 6.7 */
                                                      : before.to_match;
    FELT_AUDIT(!same_street || now->to_match == price, "the price is %lld; it should be %lld",
               (long long)now->to_match, (long long)price);
    FELT_AUDIT(!same_street || now->raise_min >= before.raise_min,
               "the smallest raise shrinks from %lld to %lld", (long long)before.raise_min,
               (long long)now->raise_min);
    return true;
}

/* ---- the end -------------------------------------------------------------------------------- */

/* RULES 9.1, 9.2. */
static int cut_layers(const struct felt_audit *audit, struct felt_pot layers[FELT_SEATS_MAX])
{
    felt_chips below = -1, dead = audit->dead;
    int count = 0;
    for (;;) {
        felt_chips level = INT64_MAX, amount = dead;
        felt_seats eligible = 0;
        for (felt_seats left = audit->live; left;) {
            felt_seat seat = felt_seats_take(&left);
            if (audit->paid[seat] <= below) continue;
            eligible |= felt_seats_of(seat);
            level = least(level, audit->paid[seat]);
        }
        if (eligible == 0) return count;
        bool top = true;
        for (felt_seats left = eligible; left;) top &= audit->paid[felt_seats_take(&left)] == level;
        felt_chips floor = below < 0 ? 0 : below;
        for (int seat = 0; seat < FELT_SEATS_MAX; seat++) {
            felt_chips reach = top ? audit->paid[seat] : least(audit->paid[seat], level);
            if (reach > floor) amount += reach - floor;
        }
        if (amount > 0) layers[count++] = (struct felt_pot){amount, eligible};
        dead = 0;
        below = level;
    }
}

/* The seats with the best hand for a half; 0 if nobody has one. */
static felt_seats best_of(const struct felt_audit *audit, felt_seats among, int half)
{
    felt_value top = 0;
    felt_seats who = 0;
    while (among) {
        felt_seat seat = felt_seats_take(&among);
        felt_value value[2];
        felt_showdown_values(audit->rules->showdown, audit->hole[seat], audit->holes[seat],
                             audit->board, audit->boards, value);
        if (value[half] == 0 || value[half] < top) continue;
        if (value[half] > top) who = 0;
        top = value[half];
        who |= felt_seats_of(seat);
    }
    return who;
}

/* Even shares of a layer, by seat, and how many odd chips a seat may get on top. */
static void share_layer(const struct felt_audit *audit, felt_chips amount, felt_seats eligible,
                        felt_chips even[FELT_SEATS_MAX], int odd[FELT_SEATS_MAX])
{
    bool alone = felt_seats_lone(audit->live);
    felt_seats first = alone ? audit->live : best_of(audit, eligible, 0);
    felt_seats second = alone ? 0 : best_of(audit, eligible, 1);
    bool halves = second != 0 && second != first;
    const felt_seats winners[2] = {first, halves ? second : 0};
    const felt_chips part[2] = {halves ? amount - amount / 2 : amount, halves ? amount / 2 : 0};
    for (int half = 0; half < 2; half++) {
        int count = felt_seats_count(winners[half]);
        for (felt_seats left = winners[half]; left;) {
            felt_seat seat = felt_seats_take(&left);
            even[seat] += part[half] / count;
            odd[seat] += part[half] % count > 0;
        }
    }
}

static bool compare_awards(struct felt_audit *audit)
{
    struct felt_pot layers[FELT_SEATS_MAX];
    int count = cut_layers(audit, layers);
    felt_chips raked = 0;
    for (int i = 0; i < FELT_SEATS_MAX; i++) {
        felt_chips sum = 0, even[FELT_SEATS_MAX] = {0};
        int odd[FELT_SEATS_MAX] = {0};
        for (int seat = 0; seat < FELT_SEATS_MAX; seat++) sum += audit->won[i][seat];
        FELT_AUDIT(i < count ? sum <= layers[i].amount : sum == 0,
                   "%lld chips are won from pot %d of %d", (long long)sum, i, count);
        if (i >= count) continue;
        raked += layers[i].amount - sum;
        share_layer(audit, sum, layers[i].eligible, even, odd);
        for (int seat = 0; seat < FELT_SEATS_MAX; seat++) {
            felt_chips won = audit->won[i][seat];
            FELT_AUDIT(won >= even[seat] && won <= even[seat] + odd[seat],
                       "seat %d wins %lld of pot %d; its share is %lld and at most %d odd", seat,
                       (long long)won, i, (long long)even[seat], odd[seat]);
        }
    }
    FELT_AUDIT(raked == audit->rake, "%lld chips of the pots are not won; the rake is %lld",
               (long long)raked, (long long)audit->rake);
    return true;
}

static bool compare_rake(struct felt_audit *audit)
{
    const struct felt_poker_rules *rules = audit->rules;
    felt_chips pot = audit->dead;
    for (int seat = 0; seat < FELT_SEATS_MAX; seat++) pot += audit->paid[seat];
    felt_chips most = least(pot * rules->rake_per_10000 / 10000, rules->rake_cap);
    if (rules->rake_needs_board && audit->boards == 0) most = 0;
    /* Rounded down for each pot: up to a chip less for each. */
    FELT_AUDIT(audit->rake <= most && audit->rake + FELT_SEATS_MAX > most,
               "the rake is %lld; it should be %lld", (long long)audit->rake, (long long)most);
    return true;
}

/* G1, H4: the same actions from the same start lead to the same end. */
static bool replay(struct felt_audit *audit, const struct felt_poker *state)
{
    struct felt_poker again = audit->start;
    for (int i = 0; i < audit->actions; i++) {
        enum felt_status status = felt_poker_apply(audit->rules, &again, audit->step[i].seat,
                                                   audit->step[i].action, NULL);
        FELT_AUDIT(status == FELT_OK, "replayed, action %d is refused: %s", i + 1,
                   felt_status_text(status));
    }
    FELT_AUDIT(felt_poker_equal(&again, state) && felt_poker_hash(&again) == felt_poker_hash(state),
               "the same actions lead to another end");
    return true;
}

bool felt_audit_over(struct felt_audit *audit, const struct felt_poker *state)
{
    felt_chips payoff[FELT_SEATS_MAX];
    FELT_AUDIT(audit->over, "the last event is missing");
    FELT_AUDIT(audit->pot == 0, "%lld chips are left in the pot", (long long)audit->pot);
    felt_seats must_show = felt_seats_lone(audit->live) ? 0 : audit->live;
    FELT_AUDIT(audit->shown == must_show && state->shown == must_show,
               "seats %#x show, the state says %#x, and it should be %#x", audit->shown,
               state->shown, must_show);
    felt_poker_payoff(state, payoff);
    for (int seat = 0; seat < FELT_SEATS_MAX; seat++) {
        bool dealt = felt_seats_has(audit->deal->seats, seat);
        felt_chips won = dealt ? audit->stack[seat] - audit->deal->stack[seat] : 0;
        FELT_AUDIT(payoff[seat] == won, "seat %d won %lld; the pay-off says %lld", seat,
                   (long long)won, (long long)payoff[seat]);
    }
    struct felt_poker copy = *state;
    for (int seat = FELT_SEAT_NONE; seat < FELT_SEATS_MAX; seat++)
        FELT_AUDIT(felt_poker_apply(audit->rules, &copy, (felt_seat)seat,
                                    (struct felt_action){.kind = FELT_FOLD},
                                    NULL) == FELT_NOT_YOUR_TURN,
                   "seat %d acts when the hand is over", seat);
    FELT_AUDIT(felt_poker_equal(&copy, state), "a refused action changes a hand that is over");
    return compare_awards(audit) && compare_rake(audit) && replay(audit, state) &&
           (felt_rng_below(&audit->rng, VIEWS_EVERY) > 0 || felt_audit_views(audit, state));
}
