/* room_show.c -- what the room says, as lines: lobby, table, hands, seats.
 *
 * Only the table that is looked at is told in full; of the others it is said when something is
 * wanted of the person there. */
#include "terminal/room/room_terminal.h"

#include "command/setting.h"
#include "felt/record.h"

#include <string.h>

const char *felt_room_terminal_chips(felt_chips amount, char out[FELT_TERM_NUMBER_BYTES])
{
    return felt_term_number((uint64_t)(amount > 0 ? amount : 0), out);
}

FILE *felt_room_terminal_out(struct felt_room_terminal *terminal)
{
    felt_room_terminal_clear(terminal);
    return terminal->term.out;
}

void felt_room_terminal_clear(struct felt_room_terminal *terminal)
{
    if (!terminal->prompted) return;
    terminal->prompted = false;
    fputs(terminal->term.terminal ? "\r\033[K" : "\n", terminal->term.out);
}

struct felt_client_room_table *felt_room_terminal_table(const struct felt_room_terminal *terminal)
{
    int place = terminal->table[0] ? felt_client_room_find(terminal->room, terminal->table) : -1;
    return place < 0 ? NULL : &terminal->room->table[place];
}

/* ---- games ---- */

const char *felt_room_terminal_game_title(const char *code,
                                          char out[FELT_CLIENT_ROOM_TITLE_BYTES + 1])
{
    int index = felt_record_variant_find(strcmp(code, "HUNL") == 0 ? "NT" : code,
                                         strcmp(code, "HUNL") == 0 ? 2 : strlen(code));
    if (index < 0) {
        (void)snprintf(out, FELT_CLIENT_ROOM_TITLE_BYTES + 1, "%s", code);
        return out;
    }
    struct felt_record_variant variant = felt_record_variant_at(index);
    const struct felt_variant *row = felt_variant_find(variant.row);
    (void)snprintf(out, FELT_CLIENT_ROOM_TITLE_BYTES + 1, "%s, %s", row ? row->title : variant.row,
                   felt_setting_limit_title((enum felt_limit)variant.limit));
    return out;
}

void felt_room_terminal_print_games(struct felt_room_terminal *terminal,
                                    const struct felt_client_room_table *table)
{
    FILE *out = felt_room_terminal_out(terminal);
    const struct felt_client_room_offer *offer = &table->offer;
    int rows = (offer->games + 1) / 2;
    char title[FELT_CLIENT_ROOM_TITLE_BYTES + 1];
    for (int i = 0; i < rows; i++) {
        fprintf(out, "  %2d %s", i + 1, felt_room_terminal_game_title(offer->game[i], title));
        if (i + rows < offer->games)
            fprintf(out, "%*s  %2d %s", strlen(title) < 36 ? (int)(36 - strlen(title)) : 0, "",
                    i + rows + 1, felt_room_terminal_game_title(offer->game[i + rows], title));
        fputc('\n', out);
    }
}

void felt_room_terminal_print_moves(struct felt_room_terminal *terminal,
                                    const struct felt_client_room_table *table)
{
    enum { WIDTH = 24, COLUMNS = 3 };
    FILE *out = felt_room_terminal_out(terminal);
    const struct felt_client_room_genome *genome = &table->genome;
    for (int i = 0; i < genome->moves; i++) {
        bool last = i % COLUMNS == COLUMNS - 1 || i == genome->moves - 1;
        fprintf(out, "  %2d %-*s%s", i + 1, last ? 0 : WIDTH, genome->move[i], last ? "\n" : "");
    }
}

/* ---- the lobby ---- */

/* Columns of the lobby fit what is in them. */
static void measure(const struct felt_client_room *room, int *id, int *title)
{
    *id = 5;
    *title = 4;
    for (int i = 0; i < room->rows; i++) {
        int ids = (int)strlen(room->row[i].id), titles = (int)strlen(room->row[i].title);
        if (ids > *id) *id = ids;
        if (titles > *title) *title = titles;
    }
}

static void print_lobby(struct felt_room_terminal *terminal)
{
    FILE *out = felt_room_terminal_out(terminal);
    const struct felt_client_room *room = terminal->room;
    char low[FELT_TERM_NUMBER_BYTES], high[FELT_TERM_NUMBER_BYTES];
    int id, title;
    if (room->rows == 0) {
        fputs("  there is no table here\n", out);
        return;
    }
    measure(room, &id, &title);
    felt_term_style(&terminal->term, FELT_BOLD);
    fprintf(out, "   # %-*s  %-*s %9s %8s %7s  %s\n", id, "table", title, "game", "blinds",
            "players", "waiting", "buy-in");
    felt_term_style(&terminal->term, FELT_PLAIN);
    for (int i = 0; i < room->rows; i++) {
        const struct felt_client_room_row *row = &room->row[i];
        char blinds[2 * FELT_TERM_NUMBER_BYTES], players[16];
        int waiting = row->in_hand && row->taken > row->in_hand ? row->taken - row->in_hand : 0;
        bool unit = row->small_blind == 0; /* of a genome, or of a game of antes */
        (void)snprintf(blinds, sizeof blinds, "%s%s%s",
                       unit ? "" : felt_room_terminal_chips(row->small_blind, low), unit ? "" : "/",
                       felt_room_terminal_chips(row->big_blind, high));
        (void)snprintf(players, sizeof players, "%d/%d", row->taken, row->seats);
        fprintf(out, "  %2d %-*s  %-*s %9s %8s %7d  %s to %s\n", i + 1, id, row->id, title,
                row->title, blinds, players, waiting,
                felt_room_terminal_chips(row->buy_in_min, low),
                felt_room_terminal_chips(row->buy_in_max, high));
    }
    fprintf(out,
            "  you have %s chips; which table? (a number or a name, quick for any; help (?))\n",
            felt_room_terminal_chips(room->bank, low));
}

/* ---- the hand ---- */

/* Names stay those of the hand, whoever leaves or comes meanwhile. */
static void take_names(struct felt_room_terminal *terminal,
                       const struct felt_client_room_table *table, bool anew)
{
    for (int seat = 0; seat < FELT_SEATS_MAX; seat++) {
        char *text = terminal->name_text[seat];
        if (anew) text[0] = '\0';
        if (text[0] == '\0' || strncmp(text, "seat ", 5) == 0) {
            if (table->table_seat[seat].taken)
                memcpy(text, table->table_seat[seat].name, sizeof table->table_seat[seat].name);
            else
                (void)snprintf(text, sizeof terminal->name_text[seat], "seat %d", seat + 1);
        }
        terminal->names[seat] = text;
    }
}

/* The own stack before the hand; -1: not dealt in. */
static felt_chips find_before(const struct felt_client_room_table *table)
{
    bool dealt = table->seat >= 0 && felt_seats_has(table->hand.seats, table->seat);
    return dealt ? table->hand.start[table->seat] : -1;
}

static void begin_telling(struct felt_room_terminal *terminal,
                          const struct felt_client_room_table *table)
{
    take_names(terminal, table, true);
    terminal->shown =
        felt_table_screen_begin(&terminal->term, &table->rules, table->seat, table->hand.start);
    terminal->shown.names = terminal->names;
    terminal->told = 0;
    terminal->before = find_before(table);
}

void felt_room_terminal_tell(struct felt_room_terminal *terminal)
{
    const struct felt_client_room_table *table = felt_room_terminal_table(terminal);
    if (!table || terminal->told >= table->hand.events) return;
    felt_room_terminal_clear(terminal);
    take_names(terminal, table, false);
    felt_table_screen_tell(&terminal->shown, table->hand.event + terminal->told,
                           table->hand.events - terminal->told);
    terminal->told = table->hand.events;
}

struct felt_prompt felt_room_terminal_ask(const struct felt_room_terminal *terminal,
                                          const struct felt_client_room_table *table)
{
    const struct felt_client_room_hand *hand = &table->hand;
    struct felt_prompt ask = {.term = &terminal->term,
                              .echo = !terminal->terminal,
                              .replaces = table->offer.replaces,
                              .phase = table->offer.phase,
                              .legal = table->offer.legal,
                              .to_match = hand->to_match,
                              .pot = hand->pot,
                              .owns = hand->holes,
                              .seat = table->seat};
    memcpy(ask.own, hand->hole, sizeof ask.own);
    if (table->seat >= 0) ask.stack = hand->stack[table->seat];
    if (table->seat >= 0) ask.staked = hand->staked[table->seat];
    return ask;
}

static void print_clock(struct felt_room_terminal *terminal,
                        const struct felt_client_room_offer *offer)
{
    if (offer->time_ms == 0 || !terminal->term.terminal) return;
    felt_term_style(&terminal->term, FELT_DIM);
    fprintf(terminal->term.out, "  you have %u seconds", (unsigned)(offer->time_ms + 999) / 1000);
    if (offer->bank_ms)
        fprintf(terminal->term.out, ", and %u more in the time bank",
                (unsigned)(offer->bank_ms / 1000));
    felt_term_style(&terminal->term, FELT_PLAIN);
    fputc('\n', terminal->term.out);
}

/* Seats between hands. */
static void draw_seats(struct felt_room_terminal *terminal,
                       const struct felt_client_room_table *table)
{
    FILE *out = felt_room_terminal_out(terminal);
    char number[FELT_TERM_NUMBER_BYTES];
    for (int seat = 0; seat < table->seats; seat++) {
        const struct felt_client_room_seat *table_seat = &table->table_seat[seat];
        if (!table_seat->taken) {
            fprintf(out, "  %2d free\n", seat + 1);
            continue;
        }
        fprintf(out, "  %2d %-16s %11s  %s%s%s\n", seat + 1,
                seat == table->seat ? "you" : table_seat->name,
                felt_room_terminal_chips(table_seat->stack, number),
                strcmp(table_seat->state, "playing") == 0 ? "" : table_seat->state,
                table_seat->connected ? "" : ", not connected", table_seat->bot ? ", bot" : "");
    }
}

void felt_room_terminal_draw(struct felt_room_terminal *terminal)
{
    struct felt_client_room_table *table = felt_room_terminal_table(terminal);
    if (!table) {
        print_lobby(terminal);
        return;
    }
    felt_room_terminal_tell(terminal);
    felt_room_terminal_clear(terminal);
    if (!table->hand.under_way) {
        draw_seats(terminal, table);
    } else if (table->genome.here) {
        fputs(table->genome.text, terminal->term.out);
    } else {
        struct felt_view view;
        struct felt_poker like = {.follow = table->hand.follow};
        struct felt_showdown showdown = felt_poker_showdown(&table->rules, &like);
        felt_client_room_view(table, &view);
        felt_table_screen_draw(&terminal->shown, &view);
        if (felt_client_room_comparable(table))
            felt_table_screen_hand(&terminal->shown, &view, &showdown);
    }
    if (!table->offer.asked) return;
    if (table->offer.games) {
        fputs("  you have the button: which game? (a number or a name)\n", terminal->term.out);
        felt_room_terminal_print_games(terminal, table);
    } else if (table->genome.moves) {
        felt_room_terminal_print_moves(terminal, table);
    } else {
        struct felt_prompt ask = felt_room_terminal_ask(terminal, table);
        felt_prompt_offer(&ask);
    }
    print_clock(terminal, &table->offer);
}

void felt_room_terminal_look(struct felt_room_terminal *terminal, const char *id)
{
    (void)snprintf(terminal->table, sizeof terminal->table, "%.*s", FELT_CLIENT_ROOM_ID_BYTES, id);
    struct felt_client_room_table *table = felt_room_terminal_table(terminal);
    if (!table) return;
    begin_telling(terminal, table);
}

/* ---- news ---- */

static void show_begin(struct felt_room_terminal *terminal,
                       const struct felt_client_room_table *table)
{
    FILE *out = felt_room_terminal_out(terminal);
    char title[FELT_CLIENT_ROOM_TITLE_BYTES + 1];
    begin_telling(terminal, table);
    fputc('\n', out);
    felt_term_style(&terminal->term, FELT_BOLD);
    fprintf(out, "hand %s: %s", table->hand.id, felt_room_terminal_game_title(table->game, title));
    felt_term_style(&terminal->term, FELT_PLAIN);
    fputc('\n', out);
}

static void print_net(struct felt_room_terminal *terminal, felt_chips net)
{
    char number[FELT_TERM_NUMBER_BYTES];
    felt_term_style(&terminal->term, net > 0 ? FELT_GREEN : net < 0 ? FELT_RED : FELT_PLAIN);
    fprintf(terminal->term.out, "%s%s",
            net > 0   ? "+"
            : net < 0 ? "-"
                      : "",
            felt_room_terminal_chips(net < 0 ? -net : net, number));
    felt_term_style(&terminal->term, FELT_PLAIN);
}

static void show_end(struct felt_room_terminal *terminal,
                     const struct felt_client_room_table *table)
{
    char number[FELT_TERM_NUMBER_BYTES];
    felt_room_terminal_tell(terminal);
    felt_room_terminal_clear(terminal);
    if (table->seat < 0 || terminal->before < 0) return;
    felt_chips stack = table->table_seat[table->seat].stack;
    fputs("  this hand ", terminal->term.out);
    print_net(terminal, stack - terminal->before);
    fprintf(terminal->term.out, ", you have %s\n", felt_room_terminal_chips(stack, number));
}

/* Who came, left, or does something else than before. */
static void show_table_seat(struct felt_room_terminal *terminal,
                            const struct felt_client_room_table *table,
                            const struct felt_client_room_news *news)
{
    const struct felt_client_room_seat *now = &table->table_seat[news->seat], *was = &news->before;
    char number[FELT_TERM_NUMBER_BYTES];
    bool own = news->seat == table->seat || strcmp(was->name, terminal->room->name) == 0,
         same = was->taken && strcmp(was->name, now->name) == 0;
    const char *name = own ? "you" : now->taken ? now->name : was->name;
    if (was->taken && !same && strcmp(was->state, "buying") != 0)
        fprintf(felt_room_terminal_out(terminal), "  %s %s the table\n", own ? "you" : was->name,
                own ? "leave" : "leaves");
    if (!now->taken) return;
    bool settled = strcmp(now->state, "buying") != 0;
    bool bought = settled && (!same || strcmp(was->state, "buying") == 0);
    if (bought)
        fprintf(felt_room_terminal_out(terminal), "  %s %s down with %s\n", name,
                own ? "sit" : "sits", felt_room_terminal_chips(now->stack, number));
    if (!same || bought) return;
    bool out = strcmp(now->state, "out") == 0, was_out = strcmp(was->state, "out") == 0;
    if (out != was_out && strcmp(now->state, "leaving") != 0)
        fprintf(felt_room_terminal_out(terminal), "  %s %s\n", name,
                out ? (own ? "sit out" : "sits out") : (own ? "are back" : "is back"));
    if (was->connected != now->connected && !own)
        fprintf(felt_room_terminal_out(terminal), "  %s %s\n", name,
                now->connected ? "is connected again" : "lost the line");
}

static void show_report(struct felt_room_terminal *terminal,
                        const struct felt_client_room_news *news)
{
    FILE *out = felt_room_terminal_out(terminal);
    char number[FELT_TERM_NUMBER_BYTES];
    fprintf(out, "  you were away for %u seconds, with %s chips at first%s\n",
            (unsigned)(news->time_ms / 1000), felt_room_terminal_chips(news->amount, number),
            news->count ? ":" : "; nothing was done for you");
    if (news->more) fputs("    ...\n", out);
    for (int i = 0; i < news->count; i++) {
        const struct felt_client_room_note *note = &news->note[i];
        if (note->result) {
            fprintf(out, "    %s: ", note->hand_id);
            print_net(terminal, note->amount);
            fputc('\n', out);
        } else if (note->amount) {
            fprintf(out, "    %s: %s %s\n", note->hand_id, note->action,
                    felt_room_terminal_chips(note->amount, number));
        } else {
            fprintf(out, "    %s: %s\n", note->hand_id, note->action);
        }
    }
}

static void show_hands(struct felt_room_terminal *terminal,
                       const struct felt_client_room_news *news)
{
    FILE *out = felt_room_terminal_out(terminal);
    char title[FELT_CLIENT_ROOM_TITLE_BYTES + 1];
    if (news->count == 0) fputs("  there is no hand of yours yet\n", out);
    for (int i = 0; i < news->count; i++) {
        const struct felt_client_room_record *record = &news->record[i];
        fprintf(out, "  %s  %-14s %-32s ", record->hand_id, record->table,
                felt_room_terminal_game_title(record->variant, title));
        print_net(terminal, record->won);
        fputc('\n', out);
    }
    if (news->more)
        fprintf(out, "  hands %s shows those before\n", news->record[news->count - 1].hand_id);
}

static void show_asked(struct felt_room_terminal *terminal,
                       const struct felt_client_room_table *table, bool again)
{
    if (felt_room_terminal_table(terminal) != table) {
        fprintf(felt_room_terminal_out(terminal), "  %s: it is your turn there (go %s)\n",
                table->id, table->id);
        return;
    }
    terminal->deadline_ms =
        table->offer.time_ms ? felt_room_terminal_now_ms() + table->offer.time_ms : 0;
    terminal->warned = false;
    if (!again)
        felt_room_terminal_draw(terminal);
    else if (terminal->terminal)
        fprintf(felt_room_terminal_out(terminal), "  you have %u seconds more\n",
                (unsigned)(table->offer.time_ms + 999) / 1000);
}

/* A line came up, or a table was gone to: what is there. */
static void show_table(struct felt_room_terminal *terminal,
                       const struct felt_client_room_table *table)
{
    char low[FELT_TERM_NUMBER_BYTES], high[FELT_TERM_NUMBER_BYTES];
    bool seated = table->seat >= 0;
    if (terminal->table[0] == '\0' || strcmp(terminal->table, table->id) == 0 ||
        (seated && felt_room_terminal_table(terminal) == NULL)) {
        felt_room_terminal_look(terminal, table->id);
        if (table->narc.here && table->buy_in_max <= 1)
            fprintf(felt_room_terminal_out(terminal), "%s: %s\n", table->id, table->title);
        else if (table->genome.here)
            fprintf(felt_room_terminal_out(terminal), "%s: %s, played for %s\n", table->id,
                    table->title, felt_room_terminal_chips(table->big_blind, high));
        else
            fprintf(felt_room_terminal_out(terminal), "%s: %s, blinds %s/%s\n", table->id,
                    table->title, felt_room_terminal_chips(table->small_blind, low),
                    felt_room_terminal_chips(table->big_blind, high));
        draw_seats(terminal, table);
    }
}

/* Of any table. */
static void show_of_table(struct felt_room_terminal *terminal, struct felt_client_room_table *table,
                          const struct felt_client_room_news *news)
{
    char title[FELT_CLIENT_ROOM_TITLE_BYTES + 1];
    bool looked = felt_room_terminal_table(terminal) == table;
    if (news->kind == FELT_CLIENT_ROOM_TABLE) {
        show_table(terminal, table);
        return;
    }
    if (news->kind == FELT_CLIENT_ROOM_ASKED) {
        if (table->offer.asked) show_asked(terminal, table, news->again);
        return;
    }
    if (news->kind == FELT_CLIENT_ROOM_END && find_before(table) >= 0) terminal->hands++;
    if (!looked) return;
    switch ((enum felt_client_room_news_kind)news->kind) {
    case FELT_CLIENT_ROOM_BEGIN: show_begin(terminal, table); break;
    case FELT_CLIENT_ROOM_SAID:
        if (news->text[0]) fprintf(felt_room_terminal_out(terminal), "  %s\n", news->text);
        break;
    case FELT_CLIENT_ROOM_SNAPSHOT:
        begin_telling(terminal, table);
        if (table->hand.events) fputs("  the hand so far:\n", felt_room_terminal_out(terminal));
        felt_room_terminal_tell(terminal);
        if (table->offer.asked)
            show_asked(terminal, table, false);
        else
            felt_room_terminal_draw(terminal);
        break;
    case FELT_CLIENT_ROOM_END: show_end(terminal, table); break;
    case FELT_CLIENT_ROOM_SEAT: show_table_seat(terminal, table, news); break;
    case FELT_CLIENT_ROOM_GAME:
        fprintf(felt_room_terminal_out(terminal), "  the next game is %s\n",
                felt_room_terminal_game_title(table->game, title));
        break;
    case FELT_CLIENT_ROOM_TURN:
        terminal->deadline_ms = table->offer.asked ? terminal->deadline_ms : 0;
        break;
    case FELT_CLIENT_ROOM_VOID:
        fprintf(felt_room_terminal_out(terminal), "  the hand is void, all chips go back: %s\n",
                news->text);
        break;
    case FELT_CLIENT_ROOM_SETTLING:
        fputs("  the cashier takes a moment...\n", felt_room_terminal_out(terminal));
        break;
    case FELT_CLIENT_ROOM_REPORT: show_report(terminal, news); break;
    default: break;
    }
}

/* An action that was refused leaves the question open. */
static void ask_again(struct felt_room_terminal *terminal, const struct felt_client_room_news *news)
{
    struct felt_client_room_table *table = felt_room_terminal_table(terminal);
    bool open = strcmp(news->code, "INVALID_ACTION") == 0 || strcmp(news->code, "BAD_SCHEMA") == 0;
    if (!table || !open || !table->hand.under_way || table->hand.actor != table->seat) return;
    table->offer.asked = true;
    table->offer.answered = false;
}

/* No seat at the table that was chosen: the lobby is where another one is chosen. */
static void go_back(struct felt_room_terminal *terminal)
{
    const struct felt_client_room_table *table = felt_room_terminal_table(terminal);
    if (table && table->seat < 0) terminal->table[0] = '\0';
}

static void show_ok(struct felt_room_terminal *terminal, const struct felt_client_room_news *news)
{
    for (int i = 0; i < terminal->pendings; i++) {
        if (!news->has_req || terminal->pending[i].req != news->req) continue;
        bool seat = terminal->pending[i].asked == FELT_ASKED_SEAT;
        bool error = news->kind == FELT_CLIENT_ROOM_ERROR;
        bool act = terminal->pending[i].asked == FELT_ASKED_ACTION;
        bool entry = terminal->pending[i].asked == FELT_ASKED_ENTRY;
        const char *done = terminal->pending[i].done;
        terminal->pending[i] = terminal->pending[--terminal->pendings];
        if (error && act) ask_again(terminal, news);
        if (error && seat) go_back(terminal);
        if (error) return;
        if (entry && !felt_room_terminal_awaits_tournament(terminal)) terminal->entering = true;
        if (done[0]) fprintf(felt_room_terminal_out(terminal), "  %s\n", done);
        if (seat && news->name[0] && strcmp(terminal->table, news->name) != 0)
            felt_room_terminal_look(terminal, news->name);
        return;
    }
}

static void show_welcome(struct felt_room_terminal *terminal)
{
    const struct felt_client_room *room = terminal->room;
    char number[FELT_TERM_NUMBER_BYTES];
    if (!terminal->welcomed && room->signed_in)
        fprintf(felt_room_terminal_out(terminal), "You are %s, with %s chips in the bank.\n",
                room->name, felt_room_terminal_chips(room->bank, number));
    else if (terminal->welcomed)
        fputs("  the line is there again\n", felt_room_terminal_out(terminal));
    terminal->welcomed = true;
}

static void show_gone(struct felt_room_terminal *terminal, const struct felt_client_room_news *news)
{
    const struct felt_client_room_table *table = &terminal->room->table[news->table];
    if (strcmp(terminal->table, table->id) != 0) return;
    fprintf(felt_room_terminal_out(terminal), "  you left %s%s%s\n", table->id,
            news->text[0] ? ": " : "", news->text);
    terminal->table[0] = '\0';
    terminal->deadline_ms = 0;
    felt_room_terminal_follow(terminal);
}

void felt_room_terminal_show(struct felt_room_terminal *terminal,
                             const struct felt_client_room_news *news)
{
    struct felt_client_room_table *table =
        news->table >= 0 ? &terminal->room->table[news->table] : NULL;
    bool looked = table && felt_room_terminal_table(terminal) == table;
    if (looked && news->kind != FELT_CLIENT_ROOM_EVENT && news->kind != FELT_CLIENT_ROOM_BEGIN &&
        news->kind != FELT_CLIENT_ROOM_SNAPSHOT && news->kind != FELT_CLIENT_ROOM_TABLE)
        felt_room_terminal_tell(terminal);
    switch ((enum felt_client_room_news_kind)news->kind) {
    case FELT_CLIENT_ROOM_WELCOME: show_welcome(terminal); break;
    case FELT_CLIENT_ROOM_OK: show_ok(terminal, news); break;
    case FELT_CLIENT_ROOM_ERROR:
        show_ok(terminal, news);
        fprintf(felt_room_terminal_out(terminal), "  %s\n",
                news->text[0] ? news->text : news->code);
        break;
    case FELT_CLIENT_ROOM_LOBBY:
        show_ok(terminal, news);
        terminal->lobby_shown = true;
        if (terminal->table[0] == '\0') print_lobby(terminal);
        break;
    case FELT_CLIENT_ROOM_CHAT:
        fprintf(felt_room_terminal_out(terminal), "  %s: %s\n", news->name, news->text);
        break;
    case FELT_CLIENT_ROOM_NOTICE:
        fprintf(felt_room_terminal_out(terminal), "  -- %s\n", news->text);
        break;
    case FELT_CLIENT_ROOM_HANDS:
        show_ok(terminal, news);
        show_hands(terminal, news);
        break;
    case FELT_CLIENT_ROOM_ONE_HAND:
        show_ok(terminal, news);
        fputs(news->text, felt_room_terminal_out(terminal));
        break;
    case FELT_CLIENT_ROOM_GONE: show_gone(terminal, news); break;
    case FELT_CLIENT_ROOM_TOURNAMENTS:
    case FELT_CLIENT_ROOM_TOURNAMENT:
    case FELT_CLIENT_ROOM_TOURNAMENT_ROW:
    case FELT_CLIENT_ROOM_ENTRY:
        show_ok(terminal, news);
        felt_room_terminal_show_tournament(terminal, news);
        break;
    case FELT_CLIENT_ROOM_PRIVATE:
    case FELT_CLIENT_ROOM_TERMS:
        show_ok(terminal, news);
        felt_room_terminal_show_private(terminal, news);
        break;
    default:
        if (table) show_of_table(terminal, table, news);
        break;
    }
}
