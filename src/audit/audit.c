/* audit.c -- the state against the books, the deal, the actions and the end of a hand.
 *
 * The books (audit_books.c) say what the events tell; here the state must agree with them after
 * every call, an action must have the event that belongs to it, and the same actions must lead to
 * the same end. */
#include "audit/audit.h"

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
    felt_audit_open(audit);
    audit->before = (struct felt_betting){0};
    audit->street = 0;
    audit->phase = FELT_PHASE_DEAL;
    audit->actions = 0;
    audit->violated = false;
    audit->violation[0] = '\0';
}

/* ---- the state ------------------------------------------------------------------------------ */

static bool compare_chips(struct felt_audit *audit, const struct felt_poker *state)
{
    const struct felt_audit_books *books = &audit->books;
    const struct felt_betting *betting = &state->betting;
    felt_chips sum = betting->pot + state->rake, total = 0;
    for (int seat = 0; seat < FELT_SEATS_MAX; seat++) {
        sum += betting->stack[seat];
        if (felt_seats_has(audit->deal->seats, seat)) total += audit->deal->stack[seat];
        FELT_AUDIT(betting->stack[seat] == books->stack[seat],
                   "seat %d has %lld chips; by the events it has %lld", seat,
                   (long long)betting->stack[seat], (long long)books->stack[seat]);
        FELT_AUDIT(betting->staked[seat] >= 0 && betting->staked[seat] <= betting->to_match,
                   "seat %d has staked %lld at a price of %lld", seat,
                   (long long)betting->staked[seat], (long long)betting->to_match);
        FELT_AUDIT(state->paid[seat] + betting->staked[seat] == books->paid[seat],
                   "seat %d has paid %lld; by the events it has paid %lld", seat,
                   (long long)(state->paid[seat] + betting->staked[seat]),
                   (long long)books->paid[seat]);
    }
    FELT_AUDIT(sum == total, "there are %lld chips; the hand began with %lld", (long long)sum,
               (long long)total);
    FELT_AUDIT(betting->pot == books->pot && state->rake == books->rake &&
                   state->dead == books->dead,
               "pot %lld, rake %lld, dead %lld; by the events %lld, %lld, %lld",
               (long long)betting->pot, (long long)state->rake, (long long)state->dead,
               (long long)books->pot, (long long)books->rake, (long long)books->dead);
    return true;
}

static bool compare_turn(struct felt_audit *audit, const struct felt_poker *state)
{
    const struct felt_audit_books *books = &audit->books;
    const struct felt_turn *turn = &state->betting.turn;
    FELT_AUDIT(turn->live == books->live, "live are %#x; by the events %#x", turn->live,
               books->live);
    FELT_AUDIT((turn->able & ~turn->live) == 0 && (turn->owes & ~turn->live) == 0 &&
                   (turn->may_raise & ~turn->able) == 0,
               "able %#x, owing %#x and raising %#x seats do not fit live %#x", turn->able,
               turn->owes, turn->may_raise, turn->live);
    for (felt_seats left = turn->live; left;) {
        felt_seat seat = felt_seats_take(&left);
        bool spent = books->stack[seat] == 0 || felt_seats_has(books->all_in, seat);
        FELT_AUDIT(felt_seats_has(turn->able, seat) == !spent || books->over,
                   "seat %d has %lld chips and is%s able to act", seat,
                   (long long)books->stack[seat], felt_seats_has(turn->able, seat) ? "" : " not");
    }
    FELT_AUDIT((turn->actor < 0) == books->over && (state->phase == FELT_PHASE_OVER) == books->over,
               "seat %d is to act in phase %d; by the events the hand is%s over", turn->actor,
               state->phase, books->over ? "" : " not");
    return true;
}

static bool compare_boards(struct felt_audit *audit, const struct felt_poker *state)
{
    const struct felt_audit_books *books = &audit->books;
    felt_card second[FELT_BOARD_MAX];
    int count = felt_poker_second_board(audit->rules, state, second);
    FELT_AUDIT(state->boards == books->boards[0] &&
                   memcmp(felt_poker_board(state), books->board[0], books->boards[0]) == 0,
               "the board is not what the events dealt");
    FELT_AUDIT(!books->over || (count == books->boards[1] &&
                                memcmp(second, books->board[1], (size_t)count) == 0),
               "the second board is not what the events dealt");
    FELT_AUDIT(state->runs == books->runs && (books->runs < 2 || state->common == books->common),
               "%d boards with %d cards in common; by the events %d and %d", state->runs,
               state->common, books->runs, books->common);
    return true;
}

static bool compare_cards(struct felt_audit *audit, const struct felt_poker *state)
{
    const struct felt_variant *variant = audit->rules->variant;
    const struct felt_audit_books *books = &audit->books;
    felt_cards deck = felt_cards_from(state->deck, state->size);
    FELT_AUDIT(state->size == felt_cards_count(variant->deck) && deck == variant->deck,
               "the deck is not the variant's");
    for (felt_seats left = audit->deal->seats; left;) {
        felt_seat seat = felt_seats_take(&left);
        felt_card hole[FELT_HOLE_MAX];
        int count = felt_poker_hole(audit->rules, state, seat, hole);
        FELT_AUDIT(count == books->holes[seat] &&
                       memcmp(hole, books->hole[seat], (size_t)count) == 0,
                   "the cards of seat %d are not what the events dealt", seat);
    }
    FELT_AUDIT(state->redeals == books->redeals && state->shuffles == books->shuffles &&
                   state->draws == books->draws,
               "%d redeals, %d shuffles, %d draws; by the events %d, %d, %d", state->redeals,
               state->shuffles, state->draws, books->redeals, books->shuffles, books->draws);
    FELT_AUDIT(felt_poker_showdown(audit->rules, state).wild == felt_audit_wild(audit),
               "other cards are wild than by the events");
    FELT_AUDIT(state->mucked == books->mucked && state->shown == books->shown[0],
               "%#x show and %#x do not; by the events %#x and %#x", state->shown, state->mucked,
               books->shown[0], books->mucked);
    return compare_boards(audit, state);
}

/* How many cards lie where by the steps up to the one under way, which must be of the right kind.
 */
static bool compare_step(struct felt_audit *audit, const struct felt_poker *state)
{
    const struct felt_variant *variant = audit->rules->variant;
    const struct felt_audit_books *books = &audit->books;
    bool discard = state->phase == FELT_PHASE_DISCARD;
    bool bet = state->phase == FELT_PHASE_BET || state->phase == FELT_PHASE_BRING_IN;
    int holes = 0, boards = 0, bets = 0;
    if (!discard && !bet) return true;
    FELT_AUDIT(state->step < variant->steps &&
                   variant->step[state->step].kind == (bet ? FELT_STEP_BET : FELT_STEP_DISCARD),
               "phase %d in step %d", state->phase, state->step);
    for (int i = 0; i < state->step; i++) {
        const struct felt_step *step = &variant->step[i];
        bets += step->kind == FELT_STEP_BET;
        holes += step->down + step->up;
        boards += step->board;
        if (step->kind == FELT_STEP_DISCARD && !step->replace) holes -= step->discard_min;
    }
    if (variant->shares_last && books->boards[0]) { /* RULES 14.1 */
        holes--;
        boards++;
    }
    for (felt_seats left = books->live; left;) {
        felt_seat seat = felt_seats_take(&left);
        FELT_AUDIT(books->holes[seat] == holes, "seat %d has %d cards in step %d; it should be %d",
                   seat, books->holes[seat], state->step, holes);
    }
    FELT_AUDIT(books->boards[0] == boards, "the board has %d cards in step %d; it should be %d",
               books->boards[0], state->step, boards);
    FELT_AUDIT(state->street == bets, "step %d is on street %d; it should be %d", state->step,
               state->street, bets);
    FELT_AUDIT(!bet || !audit->deal->bomb || bets > 0, "a bomb pot has bets before the flop");
    return true;
}

/* P1, P2, P3 as the hand goes on. */
static bool compare_pots(struct felt_audit *audit, const struct felt_poker *state)
{
    const struct felt_audit_books *books = &audit->books;
    struct felt_pot pots[FELT_SEATS_MAX];
    int count = felt_poker_pots(state, pots);
    felt_chips sum = 0, stakes = 0;
    FELT_AUDIT(count >= 0 && count <= FELT_SEATS_MAX, "there are %d pots", count);
    for (int i = 0; i < count; i++) {
        sum += pots[i].amount;
        FELT_AUDIT(pots[i].amount > 0, "pot %d is empty", i);
        FELT_AUDIT(pots[i].eligible != 0 && (pots[i].eligible & ~books->live) == 0,
                   "pot %d can be won by %#x; live are %#x", i, pots[i].eligible, books->live);
        FELT_AUDIT(i == 0 || ((pots[i].eligible & ~pots[i - 1].eligible) == 0 &&
                              pots[i].eligible != pots[i - 1].eligible),
                   "pot %d is not within pot %d", i, i - 1);
    }
    for (int seat = 0; seat < FELT_SEATS_MAX; seat++) stakes += state->betting.staked[seat];
    FELT_AUDIT(sum + stakes == books->pot, "pots of %lld and stakes of %lld are not %lld",
               (long long)sum, (long long)stakes, (long long)books->pot);
    return true;
}

static bool compare(struct felt_audit *audit, const struct felt_poker *state)
{
    if (!compare_turn(audit, state) || !compare_chips(audit, state) ||
        !compare_cards(audit, state) || !compare_step(audit, state) ||
        (!audit->books.over && !compare_pots(audit, state)))
        return false;
    audit->before = state->betting;
    audit->street = state->street;
    audit->phase = state->phase;
    return true;
}

/* ---- the deal ------------------------------------------------------------------------------- */

/* RULES 2.4: the deck in the order in which it is dealt gives the same hand again.  A table at
 * which not everybody gets the last card has it in no row, and a place for one that is shared. */
static bool deal_again(struct felt_audit *audit, const struct felt_poker *state)
{
    const struct felt_variant *variant = audit->rules->variant;
    felt_card deck[FELT_CARDS_MAX];
    int seats = felt_seats_count(audit->deal->seats), place = 0;
    bool crowded = seats * variant->hole_cards + variant->board_cards > state->size;
    int holes = variant->hole_cards - crowded, boards = variant->board_cards + crowded;
    int rows = seats * holes, used = rows + boards;
    struct felt_deal deal = *audit->deal;
    if (state->redeals) return true; /* the deck of the first deal is gone */
    for (felt_seats left = deal.seats; left; place++) {
        felt_seat seat = felt_seats_from(left, deal.button + 1);
        int row = felt_seats_count((felt_seats)(deal.seats & (felt_seats_of(seat) - 1)));
        for (int i = 0; i < holes; i++)
            deck[i * seats + place] = state->deck[boards + row * holes + i];
        left &= (felt_seats)~felt_seats_of(seat);
    }
    memcpy(deck + rows, state->deck, (size_t)boards);
    memcpy(deck + used, state->deck + used, (size_t)(state->size - used));
    deal.deck = deck;
    deal.deck_count = state->size;
    deal.later = &state->later;
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
    return felt_audit_take(audit, log) && compare(audit, state) && deal_again(audit, state);
}

/* ---- an action ------------------------------------------------------------------------------ */

static bool compare_discard(struct felt_audit *audit, const struct felt_event *event,
                            struct felt_action action)
{
    const felt_card *hole = audit->books.hole[event->seat];
    int count = 0;
    FELT_AUDIT(event->count == __builtin_popcountll(action.cards),
               "seat %d throws %d cards away, the event says %d", event->seat,
               __builtin_popcountll(action.cards), event->count);
    for (uint64_t left = action.cards; left; left &= left - 1)
        FELT_AUDIT(event->cards[count++] == hole[__builtin_ctzll(left)],
                   "the event of a discard names another card");
    return true;
}

static bool compare_action(struct felt_audit *audit, felt_seat seat, struct felt_action action,
                           const struct felt_event_log *log)
{
    const struct felt_event *event = &log->event[0];
    FELT_AUDIT(log->count > 0 && event->kind == FELT_EVENT_ACT,
               "an action begins without its event");
    FELT_AUDIT(event->seat == seat && event->act == action.kind,
               "the event of an action names seat %d and action %d", event->seat, event->act);
    felt_chips to =
        action.kind == FELT_RUNS ? action.choice : audit->before.staked[seat] + event->amount;
    FELT_AUDIT(event->to == to, "the event of an action leads to %lld", (long long)event->to);
    FELT_AUDIT(action.kind != FELT_RAISE_TO || event->to == action.amount,
               "a raise to %lld leads to %lld", (long long)action.amount, (long long)event->to);
    for (uint32_t i = 1; i < log->count; i++)
        FELT_AUDIT(log->event[i].kind != FELT_EVENT_ACT, "one action makes two events");
    return action.kind != FELT_DISCARD || compare_discard(audit, event, action);
}

/* H4: every raise that is not all-in adds a bet or completes one, all-ins are one for each seat,
 * between two raises each seat acts once, each redeal begins anew, and each seat is asked once for
 * two boards and once whether it shows. */
static bool within_bound(struct felt_audit *audit)
{
    felt_chips most = 0;
    int seats = felt_seats_count(audit->deal->seats);
    int streets = audit->rules->variant->steps * (1 + audit->books.redeals);
    for (felt_seats left = audit->deal->seats; left;) {
        felt_chips stack = audit->deal->stack[felt_seats_take(&left)];
        if (stack > most) most = stack;
    }
    felt_chips bound = seats * (most / audit->rules->bet[0] + 2 * seats + 2 * streets + 2);
    FELT_AUDIT(audit->actions <= bound, "the hand takes %d actions; %lld are possible",
               audit->actions, (long long)bound);
    FELT_AUDIT(audit->actions < FELT_AUDIT_ACTIONS_MAX, "the hand takes %d actions",
               audit->actions);
    return true;
}

static bool betting(uint8_t phase)
{
    return phase == FELT_PHASE_BET || phase == FELT_PHASE_BRING_IN;
}

bool felt_audit_applied(struct felt_audit *audit, const struct felt_poker *state, felt_seat seat,
                        struct felt_action action, const struct felt_event_log *log)
{
    audit->step[audit->actions++] = (struct felt_audit_step){seat, action};
    if (!within_bound(audit) || !compare_action(audit, seat, action, log)) return false;
    const struct felt_betting before = audit->before, *now = &state->betting;
    uint8_t phase = audit->phase;
    if (!felt_audit_take(audit, log) || !compare(audit, state)) return false;
    /* Cards end a round; without them it goes on. */
    bool same_round = betting(phase) && betting(state->phase) && audit->books.betting;
    felt_chips price = action.kind == FELT_RAISE_TO   ? action.amount
                       : action.kind == FELT_BRING_IN ? audit->rules->bring_in /* RULES 6.7 */
                                                      : before.to_match;
    FELT_AUDIT(!same_round || now->to_match == price, "the price is %lld; it should be %lld",
               (long long)now->to_match, (long long)price);
    FELT_AUDIT(!same_round || now->raise_min >= before.raise_min,
               "the smallest raise shrinks from %lld to %lld", (long long)before.raise_min,
               (long long)now->raise_min);
    return true;
}

/* ---- the end -------------------------------------------------------------------------------- */

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

/* RULES 13.6: whatever lies in the stub, with the same new cards the same hand is played. */
static bool replay_dealing(struct felt_audit *audit, const struct felt_poker *state)
{
    const struct felt_audit_books *books = &audit->books;
    struct felt_poker again = audit->start;
    int stub = again.size - again.next;
    if (books->draws == 0 || books->boards[0] > 0) return true; /* a second board is in the stub */
    felt_cards_shuffle(again.deck + again.next, stub, stub, &audit->rng);
    again.later = felt_rng_make(felt_rng_next(&audit->rng));
    for (int i = 0; i < audit->actions; i++) {
        const struct felt_audit_step *step = &audit->step[i];
        int due = felt_poker_draw_due(audit->rules, &again, step->action.cards);
        FELT_AUDIT(due == 0 || due == books->freshes[again.draws],
                   "replayed, action %d asks for %d new cards; there were %d", i + 1, due,
                   books->freshes[again.draws]);
        enum felt_status status =
            felt_poker_apply_dealing(audit->rules, &again, step->seat, step->action,
                                     due ? books->fresh[again.draws] : NULL, due, NULL);
        FELT_AUDIT(status == FELT_OK, "replayed with its new cards, action %d is refused: %s",
                   i + 1, felt_status_text(status));
    }
    FELT_AUDIT(memcmp(again.betting.stack, state->betting.stack, sizeof state->betting.stack) == 0,
               "the same actions and new cards lead to other stacks");
    for (felt_seats left = state->betting.turn.live; left;) {
        felt_seat seat = felt_seats_take(&left);
        felt_card hole[FELT_HOLE_MAX];
        int count = felt_poker_hole(audit->rules, &again, seat, hole);
        FELT_AUDIT(count == books->holes[seat] &&
                       memcmp(hole, books->hole[seat], (size_t)count) == 0,
                   "the same actions and new cards lead to another hand of seat %d", seat);
    }
    return true;
}

bool felt_audit_over(struct felt_audit *audit, const struct felt_poker *state)
{
    const struct felt_audit_books *books = &audit->books;
    felt_chips payoff[FELT_SEATS_MAX];
    FELT_AUDIT(books->over, "the last event is missing");
    FELT_AUDIT(books->pot == 0, "%lld chips are left in the pot", (long long)books->pot);
    felt_poker_payoff(state, payoff);
    for (int seat = 0; seat < FELT_SEATS_MAX; seat++) {
        bool dealt = felt_seats_has(audit->deal->seats, seat);
        felt_chips won = dealt ? books->stack[seat] - audit->deal->stack[seat] : 0;
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
    return felt_audit_awards(audit) && replay(audit, state) && replay_dealing(audit, state) &&
           (felt_rng_below(&audit->rng, VIEWS_EVERY) > 0 || felt_audit_views(audit, state));
}
