/* settle.c -- the end of a hand: who shows, which pots there are, who gets them (RULES 9 to 11). */
#include "games/poker/poker.h"

#include <string.h>

/* What one board decides: values by seat, and who gets odd chips. */
struct verdict {
    felt_card card[FELT_BOARD_MAX]; /* the board, if it is not where the first one lies */
    const felt_card *board;
    int boards;
    felt_value first[FELT_SEATS_MAX], second[FELT_SEATS_MAX];
    felt_seat order[2][FELT_SEATS_MAX];
    struct felt_split split;
};

struct felt_showdown felt_poker_showdown(const struct felt_poker_rules *rules,
                                         const struct felt_poker *state)
{
    struct felt_showdown game = *rules->showdown;
    game.wild = poker_wild(rules, state);
    return game;
}

int felt_poker_second_board(const struct felt_poker_rules *rules, const struct felt_poker *state,
                            felt_card out[FELT_BOARD_MAX])
{
    int own = rules->variant->board_cards - state->common;
    if (state->runs != 2 || state->phase != FELT_PHASE_OVER ||
        felt_seats_lone(state->betting.turn.live))
        return 0;
    memcpy(out, state->deck, state->common);
    memcpy(out + state->common, state->deck + state->next, (size_t)own);
    return rules->variant->board_cards;
}

/* ---- odd chips by card ---------------------------------------------------------------------- */

/* The highest card among those that play, ranks first, then suits: with cards as numbers, the
 * largest.  Of several fives that make the hand the one that has it.  Wild and shared cards are
 * skipped (RULES 14.1, 14.4). */
static int top_card(const struct felt_showdown *game, const struct felt_poker *state,
                    const struct verdict *verdict, felt_seat seat, int half)
{
    felt_card copy[FELT_HOLE_MAX], five[FELT_HOLE_MAX];
    const felt_card *hole = poker_cards(state, seat, copy);
    felt_value goal = half ? verdict->second[seat] : verdict->first[seat];
    int holes = state->slots, all = holes + verdict->boards, top = -1;
    for (unsigned choice = 0; choice < 1u << all; choice++) {
        int count = 0, best = -1;
        felt_value value[2];
        if (__builtin_popcount(choice) != 5) continue;
        for (unsigned left = choice; left; left &= left - 1) {
            int at = __builtin_ctz(left);
            felt_card card = at < holes ? hole[at] : verdict->board[at - holes];
            five[count++] = card;
            if (at < holes && card < FELT_CARDS && !(game->wild >> card & 1) && card > best)
                best = card;
        }
        if (best <= top) continue;
        felt_showdown_values(game, five, count, NULL, 0, value);
        if (value[half] == goal) top = best;
    }
    return top;
}

/* RULES 10.4: live seats by their highest card, then clockwise from left of the button. */
static const felt_seat *order_by_card(const struct felt_showdown *game,
                                      const struct felt_poker *state, struct verdict *verdict,
                                      int half)
{
    felt_seat *order = verdict->order[half];
    int top[FELT_SEATS_MAX], count = 0;
    for (felt_seats left = state->betting.turn.live; left;) {
        felt_seat seat = felt_seats_from(left, state->button + 1);
        int mine = top_card(game, state, verdict, seat, half), at = count++;
        left &= (felt_seats)~felt_seats_of(seat);
        for (; at > 0 && top[at - 1] < mine; at--) {
            top[at] = top[at - 1];
            order[at] = order[at - 1];
        }
        top[at] = mine;
        order[at] = seat;
    }
    return order;
}

/* Do two live seats have the same hand, and not none? */
static bool tied(const felt_value *value, felt_seats live)
{
    while (live) {
        felt_value mine = value[felt_seats_take(&live)];
        for (felt_seats others = mine ? live : 0; others;)
            if (value[felt_seats_take(&others)] == mine) return true;
    }
    return false;
}

/* ---- judging -------------------------------------------------------------------------------- */

static void evaluate(const struct felt_showdown *game, const struct felt_poker *state,
                     struct verdict *verdict)
{
    const felt_card *hole[FELT_SEATS_MAX];
    felt_card copy[FELT_SEATS_MAX][FELT_HOLE_MAX];
    felt_value values[2][FELT_SEATS_MAX];
    int hands = 0;
    for (felt_seats left = state->betting.turn.live; left; hands++)
        hole[hands] = poker_cards(state, felt_seats_take(&left), copy[hands]);
    felt_showdown_values_each(game, hole, hands, state->slots, verdict->board, verdict->boards,
                              values[0], values[1]);
    hands = 0;
    for (felt_seats left = state->betting.turn.live; left; hands++) {
        felt_seat seat = felt_seats_take(&left);
        verdict->first[seat] = values[0][hands];
        if (game->second) verdict->second[seat] = values[1][hands];
    }
}

static void judge(const struct felt_poker_rules *rules, const struct felt_poker *state, int run,
                  struct verdict *verdict)
{
    felt_seats live = state->betting.turn.live;
    const struct felt_showdown *game = rules->showdown;
    struct felt_showdown changed;
    if (__builtin_expect(poker_wild(rules, state) != game->wild, 0)) {
        changed = felt_poker_showdown(rules, state);
        game = &changed;
    }
    verdict->board = state->deck;
    verdict->boards = state->boards;
    if (run) {
        verdict->boards = felt_poker_second_board(rules, state, verdict->card);
        verdict->board = verdict->card;
    }
    evaluate(game, state, verdict);
    verdict->split =
        (struct felt_split){.first = verdict->first, .from = (felt_seat)(state->button + 1)};
    if (game->second) verdict->split.second = verdict->second;
    if (rules->variant->odd_chips != FELT_ODD_BY_CARD) return;
    if (tied(verdict->first, live)) verdict->split.order = order_by_card(game, state, verdict, 0);
    if (game->second && tied(verdict->second, live))
        verdict->split.order_second = order_by_card(game, state, verdict, 1);
}

/* ---- showing -------------------------------------------------------------------------------- */

static void log_show(const struct felt_poker_rules *rules, const struct felt_poker *state,
                     const struct verdict *verdict, felt_seat seat, int run,
                     struct felt_event_log *log)
{
    struct felt_event *event = poker_emit(log, FELT_EVENT_SHOW, seat, verdict->first[seat]);
    event->to = rules->showdown->second ? verdict->second[seat] : 0;
    event->cards_to = (felt_seats)-1;
    event->board = (uint8_t)run;
    event->count = (uint8_t)felt_poker_hole(rules, state, seat, event->cards);
}

/* RULES 11.1. */
static felt_seat first_to_show(const struct felt_poker *state)
{
    const struct felt_turn *turn = &state->betting.turn;
    return turn->raiser >= 0 ? turn->raiser : turn->first;
}

static void log_shows(const struct felt_poker_rules *rules, const struct felt_poker *state,
                      const struct verdict *verdict, int run, struct felt_event_log *log)
{
    for (felt_seats left = state->betting.turn.live; left;) {
        felt_seat seat = felt_seats_from(left, first_to_show(state));
        log_show(rules, state, verdict, seat, run, log);
        left &= (felt_seats)~felt_seats_of(seat);
    }
}

/* The board that is dealt once more, step by step as the first one was. */
static void log_second_board(const struct felt_poker_rules *rules, const struct felt_poker *state,
                             struct felt_event_log *log)
{
    felt_card board[FELT_BOARD_MAX];
    int at = 0;
    (void)felt_poker_second_board(rules, state, board);
    for (int i = 0; i < rules->variant->steps; i++) {
        int from = at < state->common ? state->common : at;
        at += rules->variant->step[i].board;
        if (at <= from) continue;
        poker_emit_cards(log, FELT_EVENT_BOARD, FELT_SEAT_NONE, (felt_seats)-1, board + from,
                         at - from);
        log->event[log->count - 1].board = 1;
    }
}

/* ---- paying --------------------------------------------------------------------------------- */

static inline void pay(struct felt_poker *state, int pot, int run, felt_seat seat,
                       felt_chips amount, struct felt_event_log *log)
{
    state->betting.stack[seat] += amount;
    state->betting.pot -= amount;
    if (LOGGING(log)) {
        struct felt_event *event = poker_emit(log, FELT_EVENT_WIN, seat, amount);
        event->pot = (uint8_t)pot;
        event->board = (uint8_t)run;
    }
}

static void pay_pot(struct felt_poker *state, int pot, int run, felt_seats winners,
                    const felt_chips won[FELT_SEATS_MAX], struct felt_event_log *log)
{
    while (winners) {
        felt_seat seat = felt_seats_from(winners, state->button + 1);
        winners &= (felt_seats)~felt_seats_of(seat);
        if (won[seat]) pay(state, pot, run, seat, won[seat], log);
    }
}

static void take_rake(const struct felt_poker_rules *rules, struct felt_poker *state,
                      struct felt_pot *pots, int count, struct felt_event_log *log)
{
    /* A shared card (RULES 14.1) is no flop. */
    if (rules->rake_needs_board && (state->boards == 0 || state->crowded)) return;
    felt_chips rake = felt_pots_rake(state->betting.pot, rules->rake_per_10000, rules->rake_cap);
    state->rake = felt_pots_drop(pots, count, rake);
    state->betting.pot -= state->rake;
    if (LOGGING(log) && state->rake)
        (void)poker_emit(log, FELT_EVENT_RAKE, FELT_SEAT_NONE, state->rake);
}

/* RULES 11.5: of two boards each decides about half of every pot, the first about the larger. */
static void pay_all(const struct felt_poker_rules *rules, struct felt_poker *state,
                    const struct verdict *verdict, int runs, struct felt_event_log *log)
{
    struct felt_pot pots[FELT_SEATS_MAX];
    struct felt_betting *betting = &state->betting;
    int count = felt_pots_layer(state->paid, state->dealt, betting->turn.live, state->dead,
                                betting->pot, pots);
    if (rules->rake_per_10000) take_rake(rules, state, pots, count, log);
    for (int i = 0; i < count; i++) {
        felt_chips left = pots[i].amount;
        for (int run = 0; run < runs; run++) {
            felt_chips won[FELT_SEATS_MAX] = {0};
            struct felt_pot part = pots[i];
            if (runs == 2) part.amount = run ? left : left - left / 2;
            left -= part.amount;
            if (part.amount == 0) continue;
            felt_seats winners = felt_pots_award(&part, &verdict[run].split, won);
            pay_pot(state, i, run, winners, won, log);
        }
    }
}

static void end_hand(struct felt_poker *state, struct felt_event_log *log)
{
    state->phase = FELT_PHASE_OVER;
    felt_assert(state->betting.pot == 0); /* P1 */
    if (LOGGING(log)) (void)poker_emit(log, FELT_EVENT_OVER, FELT_SEAT_NONE, 0);
}

/* RULES 9.3: what is left of an ante that nobody could match.  (Stakes went back when their round
 * ended.) */
static void return_ante(struct felt_poker *state, struct felt_event_log *log)
{
    felt_chips top = 0, second = 0;
    felt_seat owner = FELT_SEAT_NONE;
    for (felt_seats left = state->dealt; left;) {
        felt_seat seat = felt_seats_take(&left);
        felt_chips paid = state->paid[seat];
        if (paid > top) owner = seat;
        second = paid > top ? top : paid > second ? paid : second;
        if (paid > top) top = paid;
    }
    if (top == second || !felt_seats_has(state->betting.turn.live, owner)) return;
    state->paid[owner] = second;
    state->betting.stack[owner] += top - second;
    state->betting.pot -= top - second;
    if (LOGGING(log)) (void)poker_emit(log, FELT_EVENT_RETURN, owner, top - second);
}

/* ---- two ways to end ------------------------------------------------------------------------ */

/* Everybody else has folded: nothing is shown (RULES 11.2). */
static void settle_alone(const struct felt_poker_rules *rules, struct felt_poker *state,
                         struct felt_event_log *log)
{
    felt_seats live = state->betting.turn.live;
    struct felt_pot pot = {state->betting.pot, live};
    if (rules->rake_per_10000) take_rake(rules, state, &pot, 1, log);
    if (pot.amount) pay(state, 0, 0, felt_seats_first(live), pot.amount, log);
}

static void settle_showdown(const struct felt_poker_rules *rules, struct felt_poker *state,
                            struct felt_event_log *log)
{
    struct verdict verdict[2];
    int runs = state->runs == 2 ? 2 : 1;
    state->shown = state->betting.turn.live;
    state->phase = FELT_PHASE_OVER;
    if (runs == 2 && LOGGING(log)) log_second_board(rules, state, log);
    for (int run = 0; run < runs; run++) {
        judge(rules, state, run, &verdict[run]);
        if (LOGGING(log)) log_shows(rules, state, &verdict[run], run, log);
    }
    pay_all(rules, state, verdict, runs, log);
}

/* ---- mucking -------------------------------------------------------------------------------- */

/* Is this the best hand of a half among the seats of `rivals`, or as good? */
static bool holds_up(const felt_value *value, felt_seat seat, felt_seats rivals)
{
    if (value[seat] == 0) return false;
    while (rivals)
        if (value[felt_seats_take(&rivals)] > value[seat]) return false;
    return true;
}

/* RULES 11.4: does the hand win or share a part of some pot against those that are shown? */
static bool must_show(const struct felt_poker *state, const struct verdict *verdict, felt_seat seat)
{
    struct felt_pot pots[FELT_SEATS_MAX];
    int count = felt_pots_layer(state->paid, state->dealt, state->betting.turn.live, state->dead,
                                state->betting.pot, pots);
    for (int i = 0; i < count; i++) {
        felt_seats rivals = pots[i].eligible & state->shown;
        if (!felt_seats_has(pots[i].eligible, seat)) continue;
        if (holds_up(verdict->first, seat, rivals)) return true;
        if (verdict->split.second && holds_up(verdict->second, seat, rivals)) return true;
    }
    return false;
}

/* Turns up the hands that have to be shown, until somebody has a choice or the hand is paid out. */
static void show_hands(const struct felt_poker_rules *rules, struct felt_poker *state,
                       struct felt_event_log *log)
{
    struct felt_turn *turn = &state->betting.turn;
    struct verdict verdict;
    judge(rules, state, 0, &verdict);
    while (turn->actor >= 0 && must_show(state, &verdict, turn->actor)) {
        state->shown |= felt_seats_of(turn->actor);
        if (LOGGING(log)) log_show(rules, state, &verdict, turn->actor, 0, log);
        felt_turn_pass(turn, &felt_turn_poker);
    }
    if (turn->actor >= 0) return;
    pay_all(rules, state, &verdict, 1, log);
    end_hand(state, log);
}

void poker_show(const struct felt_poker_rules *rules, struct felt_poker *state, bool shows,
                struct felt_event_log *log)
{
    struct felt_turn *turn = &state->betting.turn;
    felt_seat seat = turn->actor;
    if (LOGGING(log)) poker_emit(log, FELT_EVENT_ACT, seat, 0)->act = shows ? FELT_SHOW : FELT_MUCK;
    if (shows) {
        struct verdict verdict;
        judge(rules, state, 0, &verdict);
        if (LOGGING(log)) log_show(rules, state, &verdict, seat, 0, log);
        state->shown |= felt_seats_of(seat);
    } else {
        state->mucked |= felt_seats_of(seat);
    }
    felt_turn_pass(turn, &felt_turn_poker);
    show_hands(rules, state, log);
}

void poker_settle(const struct felt_poker_rules *rules, struct felt_poker *state,
                  struct felt_event_log *log)
{
    struct felt_turn *turn = &state->betting.turn;
    felt_assert(turn->actor < 0 && state->phase != FELT_PHASE_OVER);
    if (state->antes) return_ante(state, log);
    if (felt_seats_lone(turn->live)) {
        settle_alone(rules, state, log);
    } else if (__builtin_expect(rules->may_muck && turn->able == turn->live, 0)) {
        felt_turn_ask(turn, turn->live, first_to_show(state));
        state->phase = FELT_PHASE_SHOW;
        show_hands(rules, state, log);
        return;
    } else {
        settle_showdown(rules, state, log);
    }
    end_hand(state, log);
}
