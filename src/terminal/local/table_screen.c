/* table_screen.c -- see table_screen.h. */
#include "terminal/local/table_screen.h"

#include "command/input.h"
#include "felt/assert.h"
#include "felt/buffer.h"

#include <string.h>

enum { DRAWS_BYTES = 32, COLUMNS = 80 };

const char *felt_table_screen_name(const struct felt_table_screen *table, felt_seat seat)
{
    static const char *const names[FELT_SEATS_MAX] = {"Zoe", "Ada", "Bob", "Cy",  "Dot",
                                                      "Eve", "Fox", "Gus", "Hal", "Ivy"};
    felt_assert(seat >= 0 && seat < FELT_SEATS_MAX);
    if (seat == table->viewer) return "you";
    return table->names && table->names[seat] ? table->names[seat] : names[seat];
}

struct felt_table_screen felt_table_screen_begin(const struct felt_term *term,
                                                 const struct felt_poker_rules *rules,
                                                 felt_seat viewer,
                                                 const felt_chips stacks[FELT_SEATS_MAX])
{
    struct felt_table_screen table = {.term = term, .rules = rules, .viewer = viewer};
    memcpy(table.stack, stacks, sizeof table.stack);
    return table;
}

/* ---- chips ---------------------------------------------------------------------------------- */

/* "  Ada calls", "  you call". */
static void say(const struct felt_table_screen *table, felt_seat seat, const char *verb)
{
    fprintf(table->term->out, "  %s %s%s", felt_table_screen_name(table, seat), verb,
            seat == table->viewer ? "" : "s");
}

static void say_chips(const struct felt_table_screen *table, const char *before, felt_chips amount)
{
    char number[FELT_TERM_NUMBER_BYTES];
    fprintf(table->term->out, "%s%s", before, felt_term_number((uint64_t)amount, number));
}

/* Chips leave a stack: the line ends with what is left, if that is nothing. */
static void pay(struct felt_table_screen *table, const struct felt_event *event)
{
    table->stack[event->seat] -= event->amount;
    if (event->amount > 0 && table->stack[event->seat] == 0)
        fputs(event->seat == table->viewer ? " and are all-in" : " and is all-in",
              table->term->out);
    fputc('\n', table->term->out);
}

static void tell_post(struct felt_table_screen *table, const struct felt_event *event)
{
    say(table, event->seat, event->kind == FELT_EVENT_ANTE ? "ante" : "post");
    say_chips(table, " ", event->amount);
    if (event->kind == FELT_EVENT_DEAD) fputs(" dead", table->term->out);
    if (event->kind == FELT_EVENT_BLIND) table->bet = true;
    pay(table, event);
}

/* The viewer sees which cards it throws away, of the others how many. */
static void tell_discard(const struct felt_table_screen *table, const struct felt_event *event)
{
    if (event->count == 0) {
        say(table, event->seat, "stand");
        fputs(" pat", table->term->out);
        return;
    }
    say(table, event->seat, "discard");
    fputc(' ', table->term->out);
    if (event->cards[0] == FELT_CARD_NONE)
        fprintf(table->term->out, "%d", event->count);
    else
        felt_input_print(table->term, event->cards, event->count);
}

static void tell_act(struct felt_table_screen *table, const struct felt_event *event)
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
    case FELT_DISCARD: tell_discard(table, event); break;
    case FELT_RUNS:
        say(table, event->seat, "want");
        fputs(event->to ? " two boards" : " one board", table->term->out);
        table->boards[1] = table->boards[0];
        break;
    case FELT_SHOW: return; /* the cards follow */
    case FELT_MUCK: say(table, event->seat, "muck"); break;
    default:
        say(table, event->seat, table->bet ? "raise" : "bet");
        say_chips(table, table->bet ? " to " : " ", event->to);
        table->bet = true;
        break;
    }
    pay(table, event);
}

/* ---- cards ---------------------------------------------------------------------------------- */

/* A card that lies face up may make a rank wild (RULES 14.2). */
static void follow(struct felt_table_screen *table, felt_card card)
{
    if (table->rules->variant->on_up != FELT_UP_FOLLOW || card >= FELT_CARDS) return;
    if (table->rules->variant->trigger & felt_cards_of(card))
        table->follow = 1;
    else if (table->follow == 1)
        table->follow = (uint8_t)(2 + felt_card_rank(card));
}

/* "queens, sevens", "jokers" */
static void print_wild(const struct felt_table_screen *table, int followed)
{
    FILE *out = table->term->out;
    const struct felt_poker_rules *rules = table->rules;
    const char *comma = "";
    if (rules->variant->deck & FELT_CARDS_JOKERS) fputs("jokers", out), comma = ", ";
    for (int rank = 0; rank < FELT_RANKS; rank++) {
        if (!(rules->wild & felt_cards_of_rank(rank)) && followed != 2 + rank) continue;
        fprintf(out, "%s%s", comma, felt_rank_plural(rank));
        comma = ", ";
    }
}

static bool any_wild(const struct felt_table_screen *table, int followed)
{
    return table->rules->wild || followed > 1 || table->rules->variant->deck & FELT_CARDS_JOKERS;
}

/* After cards that were turned up: what they made wild. */
static void tell_wild(const struct felt_table_screen *table, uint8_t before)
{
    if (table->follow == before) return;
    fputs("  -- wild now: ", table->term->out);
    print_wild(table, table->follow);
    if (table->follow == 1)
        fputs(table->rules->wild ? ", and the rank of the next card up" : "the next card up",
              table->term->out);
    fputc('\n', table->term->out);
}

/* What the cards of a board are called, `count` more beside those that are there. */
static const char *board_name(const struct felt_table_screen *table, int there, int count)
{
    int cards = table->rules->variant->board_cards;
    if (cards == 0) return "a shared card";
    if (cards != 5 || there + count < 3) return "board";
    if (there < 3) return there + count == 3 ? "flop" : "board";
    return there + count == 4 ? "turn" : there == 4 ? "river" : "turn and river";
}

static void tell_board(struct felt_table_screen *table, const struct felt_event *event)
{
    uint8_t before = table->follow;
    int *there = &table->boards[event->board];
    fprintf(table->term->out, "  -- %s%s: ", event->board ? "second " : "",
            board_name(table, *there, event->count));
    felt_input_print(table->term, event->cards, event->count);
    fputc('\n', table->term->out);
    *there += event->count;
    if (event->board) table->twice = true;
    /* A card of the board that comes with the first ones leaves the blinds on the table. */
    if (*there > table->rules->variant->step[0].board) table->bet = false;
    for (int i = 0; table->rules->variant->board_cards == 0 && i < event->count; i++)
        follow(table, event->cards[i]);
    tell_wild(table, before);
}

/* How many events deal one street: each seat gets cards down, up, or both. */
static size_t count_street(const struct felt_event *events, size_t count)
{
    felt_seats down = 0, up = 0;
    size_t i = 0;
    for (; i < count; i++) {
        bool dealt_up = events[i].kind == FELT_EVENT_DEAL_UP;
        if (!dealt_up && events[i].kind != FELT_EVENT_DEAL) break;
        if (felt_seats_has(dealt_up ? up : (felt_seats)(down | up), events[i].seat)) break;
        *(dealt_up ? &up : &down) |= felt_seats_of(events[i].seat);
    }
    return i;
}

/* The viewer's cards, then the cards that lie up, all in one line. */
static void tell_street(struct felt_table_screen *table, const struct felt_event *events,
                        size_t count)
{
    const struct felt_term *term = table->term;
    uint8_t before = table->follow;
    bool ups = false;
    for (size_t i = 0; i < count; i++) {
        if (events[i].kind != FELT_EVENT_DEAL || events[i].seat != table->viewer) continue;
        say(table, table->viewer, "get");
        fputc(' ', term->out);
        felt_input_print(term, events[i].cards, events[i].count);
        fputc('\n', term->out);
    }
    for (size_t i = 0; i < count; i++) {
        if (events[i].kind != FELT_EVENT_DEAL_UP) continue;
        fprintf(term->out, "%s%s ",
                ups ? ", " : "  -- up: ", felt_table_screen_name(table, events[i].seat));
        felt_input_print(term, events[i].cards, events[i].count);
        for (int k = 0; k < events[i].count; k++) follow(table, events[i].cards[k]);
        ups = true;
    }
    if (ups) fputc('\n', term->out);
    /* Streets of stud begin with cards: everybody's bets are in the middle then. */
    if (table->rules->variant->opener != FELT_OPENER_BUTTON) table->bet = false;
    tell_wild(table, before);
}

static void tell_draw(struct felt_table_screen *table, const struct felt_event *event)
{
    table->bet = false; /* a draw is between two rounds */
    if (event->cards[0] == FELT_CARD_NONE) return;
    say(table, event->seat, "draw");
    fputc(' ', table->term->out);
    felt_input_print(table->term, event->cards, event->count);
    fputc('\n', table->term->out);
}

static void tell_redeal(struct felt_table_screen *table)
{
    felt_cards trigger = table->rules->variant->trigger;
    fputs("  -- ", table->term->out);
    while (trigger) {
        felt_term_card(table->term, felt_cards_take(&trigger));
        fputc(' ', table->term->out);
    }
    fputs("lies face up: all cards are shuffled and dealt anew\n", table->term->out);
    table->boards[0] = 0;
    table->follow = 0;
}

/* ---- the end -------------------------------------------------------------------------------- */

/* "low", "Qs" */
static const char *half_name(const struct felt_showdown *showdown, int half,
                             char card[FELT_CARD_TEXT_BYTES])
{
    enum felt_family family = half == 0 ? showdown->first : showdown->second;
    felt_cards only = showdown->second_only;
    if (family == FELT_LOW_27 || family == FELT_LOW_A5) return "low";
    if (half == 0 || only == 0) return felt_input_half(showdown, half);
    felt_card_write(felt_cards_take(&only), card);
    return card;
}

/* "two pair, ...; low: 8-6-5-2-A low", behind `used` columns; the second half goes to a line of its
 * own where there is no room for it. */
static void print_values(const struct felt_table_screen *table, const felt_value value[2],
                         size_t used)
{
    const struct felt_showdown *showdown = table->rules->showdown;
    char first[FELT_VALUE_NAME_BYTES], second[FELT_VALUE_NAME_BYTES], card[FELT_CARD_TEXT_BYTES];
    felt_showdown_name(showdown, 0, value[0], first, sizeof first);
    fputs(first, table->term->out);
    if (showdown->second == FELT_FAMILY_NONE || value[1] == 0) return;
    const char *half = half_name(showdown, 1, card);
    felt_showdown_name(showdown, 1, value[1], second, sizeof second);
    bool room = used + strlen(first) + strlen(half) + strlen(second) + 4 <= COLUMNS;
    fprintf(table->term->out, "%s%s: %s", room ? "; " : "\n      ", half, second);
}

/* Run twice, the cards are shown once and compared on both boards. */
static void tell_show(struct felt_table_screen *table, const struct felt_event *event)
{
    const felt_value value[2] = {(felt_value)event->amount, (felt_value)event->to};
    table->shown[event->board][0][event->seat] = value[0];
    table->shown[event->board][1][event->seat] = value[1];
    size_t used = strlen(felt_table_screen_name(table, event->seat));
    if (event->board == 0) {
        say(table, event->seat, "show");
        fputc(' ', table->term->out);
        felt_input_print(table->term, event->cards, event->count);
        used += strlen("   shows: ") + 3 * (size_t)event->count;
    } else {
        fprintf(table->term->out, "  second board, %s", felt_table_screen_name(table, event->seat));
        used += strlen("  second board, : ");
    }
    fputs(": ", table->term->out);
    print_values(table, value, used);
    fputc('\n', table->term->out);
}

/* Which half of the pot a seat takes, if it was divided: the winners of a half are those with its
 * best value among all who win something. */
static void print_halves(const struct felt_table_screen *table, felt_seat seat, felt_seats winners,
                         int board)
{
    const struct felt_showdown *showdown = table->rules->showdown;
    char card[FELT_CARD_TEXT_BYTES];
    felt_value best[2] = {0, 0};
    if (showdown->second == FELT_FAMILY_NONE) return;
    for (felt_seats left = winners; left;) {
        felt_seat one = felt_seats_take(&left);
        for (int half = 0; half < 2; half++)
            if (table->shown[board][half][one] > best[half])
                best[half] = table->shown[board][half][one];
    }
    const char *with = " with the ";
    for (int half = 0; half < 2 && best[0]; half++) {
        if (best[half] == 0 || table->shown[board][half][seat] != best[half]) continue;
        fprintf(table->term->out, "%s%s", with, half_name(showdown, half, card));
        with = " and the ";
    }
    if (best[0] && best[1] == 0)
        fprintf(table->term->out, ", nobody has %s%s", showdown->second_only ? "" : "a ",
                half_name(showdown, 1, card));
}

/* The winners of one pot on one board; returns how many events they are. */
static size_t tell_wins(struct felt_table_screen *table, const struct felt_event *events,
                        size_t count)
{
    felt_seats winners = 0;
    size_t wins = 0;
    for (; wins < count && events[wins].kind == FELT_EVENT_WIN &&
           events[wins].pot == events[0].pot && events[wins].board == events[0].board;
         wins++)
        winners |= felt_seats_of(events[wins].seat);
    for (size_t i = 0; i < wins; i++) {
        const struct felt_event *event = &events[i];
        felt_term_style(table->term, event->seat == table->viewer ? FELT_GREEN : FELT_BOLD);
        say(table, event->seat, "win");
        say_chips(table, " ", event->amount);
        if (event->pot > 0) fprintf(table->term->out, " of side pot %d", event->pot);
        if (table->twice)
            fputs(event->board ? " on the second board" : " on the first board", table->term->out);
        print_halves(table, event->seat, winners, event->board);
        felt_term_style(table->term, FELT_PLAIN);
        fputc('\n', table->term->out);
        table->stack[event->seat] += event->amount;
    }
    return wins;
}

/* ---- events --------------------------------------------------------------------------------- */

static void tell_one(struct felt_table_screen *table, const struct felt_event *event)
{
    FILE *out = table->term->out;
    switch (event->kind) {
    case FELT_EVENT_ANTE:
    case FELT_EVENT_DEAD:
    case FELT_EVENT_BLIND: tell_post(table, event); break;
    case FELT_EVENT_BOARD: tell_board(table, event); break;
    case FELT_EVENT_ACT: tell_act(table, event); break;
    case FELT_EVENT_DRAW: tell_draw(table, event); break;
    case FELT_EVENT_RETURN:
        say(table, event->seat, "get");
        say_chips(table, " ", event->amount);
        fputs(" back\n", out);
        table->stack[event->seat] += event->amount;
        break;
    case FELT_EVENT_SHOW: tell_show(table, event); break;
    case FELT_EVENT_RAKE:
        say_chips(table, "  the house takes ", event->amount);
        fputc('\n', out);
        break;
    case FELT_EVENT_SHUFFLE:
        fprintf(out, "  -- the deck is used up: %lld cards thrown away or folded are shuffled\n",
                (long long)event->amount);
        break;
    case FELT_EVENT_REDEAL: tell_redeal(table); break;
    default: break;
    }
}

void felt_table_screen_tell(struct felt_table_screen *table, const struct felt_event *events,
                            size_t count)
{
    for (size_t i = 0; i < count;) {
        size_t street = count_street(events + i, count - i);
        if (street > 0) {
            tell_street(table, events + i, street);
            i += street;
        } else if (events[i].kind == FELT_EVENT_WIN) {
            i += tell_wins(table, events + i, count - i);
        } else {
            /* Between two rounds, also if nobody draws a card. */
            if (events[i].kind == FELT_EVENT_ACT && events[i].act == FELT_DISCARD)
                table->bet = false;
            tell_one(table, &events[i++]);
        }
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

/* "drew 3, 0": how many cards a seat threw away in each draw.  Discards that nothing replaces are
 * the same for all.  Nothing is written if it did not draw. */
static const char *write_draws(const struct felt_table_screen *table, const struct felt_view *view,
                               felt_seat seat, char out[DRAWS_BYTES])
{
    const struct felt_variant *variant = table->rules->variant;
    uint16_t drew = (uint16_t)view->number[FELT_POKER_DREW + seat];
    struct felt_buffer text = felt_buffer_make(out, DRAWS_BYTES);
    int draw = 0;
    for (int i = 0; i < variant->steps; i++) {
        if (variant->step[i].kind != FELT_STEP_DISCARD) continue;
        int cards = felt_poker_drew(drew, draw++);
        if (!variant->step[i].replace || cards < 0) continue;
        felt_buffer_text(&text, text.used ? ", " : "drew ");
        felt_buffer_int(&text, cards);
    }
    return felt_buffer_terminate(&text);
}

/* Of a name on a terminal, if every character takes one. */
static int count_columns(const char *name)
{
    int columns = 0;
    for (; *name; name++) columns += ((unsigned char)*name & 0xc0) != 0x80;
    return columns;
}

static int widest_name(const struct felt_table_screen *table, const struct felt_view *view)
{
    int widest = 4;
    for (felt_seats left = view->seats; left;) {
        int columns = count_columns(felt_table_screen_name(table, felt_seats_take(&left)));
        if (columns > widest) widest = columns;
    }
    return widest;
}

static void draw_seat(const struct felt_table_screen *table, const struct felt_view *view,
                      felt_seat seat)
{
    FILE *out = table->term->out;
    const struct felt_betting *betting = &view->betting;
    const struct felt_zone *zone = felt_view_zone(view, FELT_ZONE_HAND, seat);
    char number[FELT_TERM_NUMBER_BYTES], draws[DRAWS_BYTES];
    bool live = felt_seats_has(betting->turn.live, seat), cards = live && knows_cards(view, zone);
    bool able = felt_seats_has(betting->turn.able, seat);
    const char *drew = live ? write_draws(table, view, seat, draws) : "";
    const char *state = !live ? "folded" : !able ? "all-in" : "";
    enum felt_style style = !live ? FELT_DIM : seat == view->viewer ? FELT_BOLD : FELT_PLAIN;
    if (style != FELT_PLAIN) felt_term_style(table->term, style);
    const char *name = felt_table_screen_name(table, seat);
    fprintf(out, "  %c %s%*s %11s", seat == view->button ? 'D' : ' ', name,
            widest_name(table, view) - count_columns(name), "",
            felt_term_number((uint64_t)betting->stack[seat], number));
    if (betting->staked[seat] > 0)
        fprintf(out, "  bet %9s", felt_term_number((uint64_t)betting->staked[seat], number));
    else if (cards || *drew || *state)
        fprintf(out, "  %13s", "");
    if (cards || *drew)
        fprintf(out, "  %-6s", state);
    else if (*state)
        fprintf(out, "  %s", state);
    if (style != FELT_PLAIN) felt_term_style(table->term, FELT_PLAIN);
    if (cards) {
        fputs("  ", out);
        felt_input_print(table->term, view->cards + zone->at, zone->count);
    }
    if (*drew) fprintf(out, "  %s", drew);
    fputc('\n', out);
}

/* Side pots, if there are any: how much, and who can win it. */
static void draw_pots(const struct felt_table_screen *table, const struct felt_view *view)
{
    FILE *out = table->term->out;
    for (int i = 0; view->pots > 1 && i < view->pots; i++) {
        say_chips(table, i == 0 ? "  main pot " : "  side pot ", view->pot[i].amount);
        fputs(": ", out);
        felt_seats left = view->pot[i].eligible;
        while (left) {
            felt_seat seat = felt_seats_take(&left);
            fprintf(out, "%s%s", felt_table_screen_name(table, seat), left ? ", " : "\n");
        }
    }
}

static void draw_board(const struct felt_table_screen *table, const struct felt_view *view,
                       enum felt_zone_kind kind, const char *name)
{
    const struct felt_zone *board = felt_view_zone(view, kind, FELT_SEAT_NONE);
    if (board == NULL || board->count == 0) return;
    fprintf(table->term->out, "    %s ", name);
    felt_input_print(table->term, view->cards + board->at, board->count);
}

void felt_table_screen_draw(const struct felt_table_screen *table, const struct felt_view *view)
{
    FILE *out = table->term->out;
    int followed = (int)view->number[FELT_POKER_FOLLOW];
    fputc('\n', out);
    say_chips(table, "  pot ", view->betting.pot);
    draw_board(table, view, FELT_ZONE_BOARD,
               table->rules->variant->board_cards ? "board" : "shared");
    draw_board(table, view, FELT_ZONE_SECOND_BOARD, "second board");
    if (any_wild(table, followed)) {
        fputs("    wild: ", out);
        print_wild(table, followed);
    }
    fputc('\n', out);
    draw_pots(table, view);
    for (felt_seats left = view->seats; left;) draw_seat(table, view, felt_seats_take(&left));
}

/* How many cards the viewer has to throw away for which no new ones come. */
static int count_throws(const struct felt_table_screen *table, const struct felt_view *view)
{
    const struct felt_variant *variant = table->rules->variant;
    uint16_t drew = (uint16_t)view->number[FELT_POKER_DREW + table->viewer];
    int draw = 0, throws = 0;
    for (int i = 0; i < variant->steps; i++) {
        const struct felt_step *step = &variant->step[i];
        if (step->kind != FELT_STEP_DISCARD) continue;
        if (felt_poker_drew(drew, draw++) < 0 && !step->replace) throws += step->discard_min;
    }
    return throws;
}

void felt_table_screen_hand(const struct felt_table_screen *table, const struct felt_view *view,
                            const struct felt_showdown *showdown)
{
    const struct felt_zone *own = felt_view_zone(view, FELT_ZONE_HAND, table->viewer);
    const struct felt_zone *board = felt_view_zone(view, FELT_ZONE_BOARD, FELT_SEAT_NONE);
    felt_value best[2] = {0, 0};
    if (own == NULL || own->count == 0) return;
    int keeps = own->count - count_throws(table, view);
    for (unsigned mask = 1; mask < 1u << own->count; mask++) {
        felt_card kept[FELT_HOLE_MAX];
        felt_value value[2] = {0, 0};
        int count = 0;
        if (__builtin_popcount(mask) != keeps) continue;
        for (int i = 0; i < own->count; i++)
            if (mask >> i & 1) kept[count++] = view->cards[own->at + i];
        felt_showdown_values(showdown, kept, count, board ? view->cards + board->at : NULL,
                             board ? board->count : 0, value);
        if (value[0] > best[0] || (value[0] == best[0] && value[1] > best[1]))
            memcpy(best, value, sizeof best);
    }
    if (best[0] == 0) return;
    fputs("  you have ", table->term->out);
    print_values(table, best, strlen("  you have "));
    fputc('\n', table->term->out);
}
