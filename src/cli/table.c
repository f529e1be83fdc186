/* table.c -- see table.h. */
#include "cli/table.h"

#include "cli/input.h"
#include "felt/assert.h"

#include <string.h>

const char *felt_table_name(const struct felt_table *table, felt_seat seat)
{
    static const char *const names[FELT_SEATS_MAX] = {"Zoe", "Ada", "Bob", "Cy",  "Dot",
                                                      "Eve", "Fox", "Gus", "Hal", "Ivy"};
    felt_assert(seat >= 0 && seat < FELT_SEATS_MAX);
    return seat == table->viewer ? "you" : names[seat];
}

struct felt_table felt_table_begin(const struct felt_term *term,
                                   const struct felt_poker_rules *rules, felt_seat viewer,
                                   const felt_chips stacks[FELT_SEATS_MAX])
{
    struct felt_table table = {.term = term, .rules = rules, .viewer = viewer};
    memcpy(table.stack, stacks, sizeof table.stack);
    return table;
}

/* ---- lines ---------------------------------------------------------------------------------- */

/* "  Ada calls", "  you call". */
static void say(const struct felt_table *table, felt_seat seat, const char *verb)
{
    fprintf(table->term->out, "  %s %s%s", felt_table_name(table, seat), verb,
            seat == table->viewer ? "" : "s");
}

static void say_chips(const struct felt_table *table, const char *before, felt_chips amount)
{
    char number[FELT_TERM_NUMBER_BYTES];
    fprintf(table->term->out, "%s%s", before, felt_term_number((uint64_t)amount, number));
}

/* Chips leave a stack: the line ends with what is left, if that is nothing. */
static void pay(struct felt_table *table, const struct felt_event *event)
{
    table->stack[event->seat] -= event->amount;
    if (event->amount > 0 && table->stack[event->seat] == 0)
        fputs(event->seat == table->viewer ? " and are all-in" : " and is all-in",
              table->term->out);
    fputc('\n', table->term->out);
}

static void tell_post(struct felt_table *table, const struct felt_event *event)
{
    say(table, event->seat, event->kind == FELT_EVENT_ANTE ? "ante" : "post");
    say_chips(table, " ", event->amount);
    if (event->kind == FELT_EVENT_DEAD) fputs(" dead", table->term->out);
    if (event->kind == FELT_EVENT_BLIND) table->bet = true;
    pay(table, event);
}

static void tell_act(struct felt_table *table, const struct felt_event *event)
{
    switch (event->act) {
    case FELT_FOLD: say(table, event->seat, "fold"); break;
    case FELT_CHECK: say(table, event->seat, "check"); break;
    case FELT_CALL:
        say(table, event->seat, "call");
        say_chips(table, " ", event->amount);
        break;
    case FELT_BRING_IN:
        say(table, event->seat, "bring");
        say_chips(table, " in ", event->amount);
        table->bet = true;
        break;
    default:
        say(table, event->seat, table->bet ? "raise" : "bet");
        say_chips(table, table->bet ? " to " : " ", event->to);
        table->bet = true;
        break;
    }
    pay(table, event);
}

/* "flop" and so on where the board has five cards. */
static const char *board_name(const struct felt_table *table, int count)
{
    if (table->rules->variant->board_cards != 5) return "board";
    return count == 3 ? "flop" : table->boards == 3 ? "turn" : "river";
}

static void tell_cards(struct felt_table *table, const struct felt_event *event)
{
    const struct felt_term *term = table->term;
    if (event->count == 0 || event->cards[0] == FELT_CARD_NONE) return;
    if (event->kind == FELT_EVENT_BOARD) {
        fprintf(term->out, "  -- %s: ", board_name(table, event->count));
        table->boards += event->count;
        table->bet = false;
    } else {
        say(table, event->seat, "get");
        fputc(' ', term->out);
        /* Streets of stud begin with cards: everybody's bets are in the middle then. */
        table->bet = false;
    }
    felt_input_print(term, event->cards, event->count);
    if (event->kind == FELT_EVENT_DEAL_UP) fputs(" face up", term->out);
    fputc('\n', term->out);
}

static void tell_show(struct felt_table *table, const struct felt_event *event)
{
    const struct felt_showdown *showdown = table->rules->showdown;
    char name[FELT_VALUE_NAME_BYTES];
    say(table, event->seat, "show");
    fputc(' ', table->term->out);
    felt_input_print(table->term, event->cards, event->count);
    felt_showdown_name(showdown, 0, (felt_value)event->amount, name, sizeof name);
    fprintf(table->term->out, ": %s", name);
    if (showdown->second != FELT_FAMILY_NONE && event->to > 0) {
        felt_showdown_name(showdown, 1, (felt_value)event->to, name, sizeof name);
        fprintf(table->term->out, "; %s: %s", felt_input_half(showdown, 1), name);
    }
    fputc('\n', table->term->out);
}

static void tell_win(struct felt_table *table, const struct felt_event *event)
{
    felt_term_style(table->term, event->seat == table->viewer ? FELT_GREEN : FELT_BOLD);
    say(table, event->seat, "win");
    say_chips(table, " ", event->amount);
    if (event->pot > 0) fprintf(table->term->out, " of side pot %d", event->pot);
    felt_term_style(table->term, FELT_PLAIN);
    fputc('\n', table->term->out);
    table->stack[event->seat] += event->amount;
}

void felt_table_tell(struct felt_table *table, const struct felt_event *event)
{
    switch (event->kind) {
    case FELT_EVENT_ANTE:
    case FELT_EVENT_DEAD:
    case FELT_EVENT_BLIND: tell_post(table, event); break;
    case FELT_EVENT_DEAL:
    case FELT_EVENT_DEAL_UP:
    case FELT_EVENT_BOARD: {
        /* Blinds stay on the table while the first cards are dealt. */
        bool bet = table->bet && table->boards == 0 && event->kind != FELT_EVENT_BOARD &&
                   table->rules->variant->opener == FELT_OPENER_BUTTON;
        tell_cards(table, event);
        table->bet |= bet;
        break;
    }
    case FELT_EVENT_ACT: tell_act(table, event); break;
    case FELT_EVENT_RETURN:
        say(table, event->seat, "get");
        say_chips(table, " ", event->amount);
        fputs(" back\n", table->term->out);
        table->stack[event->seat] += event->amount;
        break;
    case FELT_EVENT_SHOW: tell_show(table, event); break;
    case FELT_EVENT_WIN: tell_win(table, event); break;
    case FELT_EVENT_RAKE:
        say_chips(table, "  the house takes ", event->amount);
        fputc('\n', table->term->out);
        break;
    default: break;
    }
}

/* ---- the table ------------------------------------------------------------------------------ */

/* The cards of a seat if the viewer knows any of them. */
static bool knows_cards(const struct felt_view *view, const struct felt_zone *zone)
{
    bool any = false;
    for (int i = 0; zone && i < zone->count; i++)
        any |= view->cards[zone->at + i] != FELT_CARD_NONE;
    return any;
}

static void draw_seat(const struct felt_table *table, const struct felt_view *view, felt_seat seat)
{
    FILE *out = table->term->out;
    const struct felt_betting *betting = &view->betting;
    const struct felt_zone *zone = felt_view_zone(view, FELT_ZONE_HAND, seat);
    char number[FELT_TERM_NUMBER_BYTES];
    bool live = felt_seats_has(betting->turn.live, seat), cards = live && knows_cards(view, zone);
    bool able = felt_seats_has(betting->turn.able, seat);
    const char *state = !live ? "folded" : !able ? "all-in" : "";
    enum felt_style style = !live ? FELT_DIM : seat == view->viewer ? FELT_BOLD : FELT_PLAIN;
    if (style != FELT_PLAIN) felt_term_style(table->term, style);
    fprintf(out, "  %c %-4s %11s", seat == view->button ? 'D' : ' ', felt_table_name(table, seat),
            felt_term_number((uint64_t)betting->stack[seat], number));
    if (betting->staked[seat] > 0)
        fprintf(out, "  bet %9s", felt_term_number((uint64_t)betting->staked[seat], number));
    else if (cards || *state)
        fprintf(out, "  %13s", "");
    if (cards || *state) fprintf(out, "  %-6s", state);
    if (style != FELT_PLAIN) felt_term_style(table->term, FELT_PLAIN);
    if (cards) {
        fputs("  ", out);
        felt_input_print(table->term, view->cards + zone->at, zone->count);
    }
    fputc('\n', out);
}

/* Side pots, if there are any: how much, and who can win it. */
static void draw_pots(const struct felt_table *table, const struct felt_view *view)
{
    FILE *out = table->term->out;
    for (int i = 0; view->pots > 1 && i < view->pots; i++) {
        say_chips(table, i == 0 ? "  main pot " : "  side pot ", view->pot[i].amount);
        fputs(": ", out);
        felt_seats left = view->pot[i].eligible;
        while (left) {
            felt_seat seat = felt_seats_take(&left);
            fprintf(out, "%s%s", felt_table_name(table, seat), left ? ", " : "\n");
        }
    }
}

void felt_table_draw(const struct felt_table *table, const struct felt_view *view)
{
    FILE *out = table->term->out;
    const struct felt_zone *board = felt_view_zone(view, FELT_ZONE_BOARD, FELT_SEAT_NONE);
    fputc('\n', out);
    say_chips(table, "  pot ", view->betting.pot);
    if (board && board->count > 0) {
        fputs("    board ", out);
        felt_input_print(table->term, view->cards + board->at, board->count);
    }
    fputc('\n', out);
    draw_pots(table, view);
    for (felt_seats left = view->seats; left;) draw_seat(table, view, felt_seats_take(&left));
}
