/* visit_show.c -- what the room says, as lines: lobby, table, hands, seats.
 *
 * Only the table that is looked at is told in full; of the others it is said when something is
 * wanted of the person there. */
#include "terminal/room/visit.h"

#include "command/setting.h"
#include "felt/record.h"

#include <string.h>

const char *felt_visit_chips(felt_chips amount, char out[FELT_TERM_NUMBER_BYTES])
{
    return felt_term_number((uint64_t)(amount > 0 ? amount : 0), out);
}

FILE *felt_visit_out(struct felt_visit *visit)
{
    felt_visit_clear(visit);
    return visit->term.out;
}

void felt_visit_clear(struct felt_visit *visit)
{
    if (!visit->prompted) return;
    visit->prompted = false;
    fputs(visit->term.terminal ? "\r\033[K" : "\n", visit->term.out);
}

struct felt_room_table *felt_visit_table(const struct felt_visit *visit)
{
    int place = visit->table[0] ? felt_room_guest_find(visit->room, visit->table) : -1;
    return place < 0 ? NULL : &visit->room->table[place];
}

/* ---- games ---- */

const char *felt_visit_game_title(const char *code, char out[FELT_ROOM_TITLE_BYTES + 1])
{
    int index = felt_record_variant_find(strcmp(code, "HUNL") == 0 ? "NT" : code,
                                         strcmp(code, "HUNL") == 0 ? 2 : strlen(code));
    if (index < 0) {
        (void)snprintf(out, FELT_ROOM_TITLE_BYTES + 1, "%s", code);
        return out;
    }
    struct felt_record_variant variant = felt_record_variant_at(index);
    const struct felt_variant *row = felt_variant_find(variant.row);
    (void)snprintf(out, FELT_ROOM_TITLE_BYTES + 1, "%s, %s", row ? row->title : variant.row,
                   felt_setting_limit_title((enum felt_limit)variant.limit));
    return out;
}

void felt_visit_print_games(struct felt_visit *visit, const struct felt_room_table *table)
{
    FILE *out = felt_visit_out(visit);
    const struct felt_room_offer *offer = &table->offer;
    int rows = (offer->games + 1) / 2;
    char title[FELT_ROOM_TITLE_BYTES + 1];
    for (int i = 0; i < rows; i++) {
        fprintf(out, "  %2d %s", i + 1, felt_visit_game_title(offer->game[i], title));
        if (i + rows < offer->games)
            fprintf(out, "%*s  %2d %s", strlen(title) < 36 ? (int)(36 - strlen(title)) : 0, "",
                    i + rows + 1, felt_visit_game_title(offer->game[i + rows], title));
        fputc('\n', out);
    }
}

void felt_visit_print_moves(struct felt_visit *visit, const struct felt_room_table *table)
{
    enum { WIDTH = 24, COLUMNS = 3 };
    FILE *out = felt_visit_out(visit);
    const struct felt_room_genome *genome = &table->genome;
    for (int i = 0; i < genome->moves; i++) {
        bool last = i % COLUMNS == COLUMNS - 1 || i == genome->moves - 1;
        fprintf(out, "  %2d %-*s%s", i + 1, last ? 0 : WIDTH, genome->move[i], last ? "\n" : "");
    }
}

/* ---- the lobby ---- */

/* Columns of the lobby fit what is in them. */
static void measure(const struct felt_room_guest *room, int *id, int *title)
{
    *id = 5;
    *title = 4;
    for (int i = 0; i < room->rows; i++) {
        int ids = (int)strlen(room->row[i].id), titles = (int)strlen(room->row[i].title);
        if (ids > *id) *id = ids;
        if (titles > *title) *title = titles;
    }
}

void felt_visit_print_lobby(struct felt_visit *visit)
{
    FILE *out = felt_visit_out(visit);
    const struct felt_room_guest *room = visit->room;
    char low[FELT_TERM_NUMBER_BYTES], high[FELT_TERM_NUMBER_BYTES];
    int id, title;
    if (room->rows == 0) {
        fputs("  there is no table here\n", out);
        return;
    }
    measure(room, &id, &title);
    felt_term_style(&visit->term, FELT_BOLD);
    fprintf(out, "   # %-*s  %-*s %9s %8s %7s  %s\n", id, "table", title, "game", "blinds",
            "players", "waiting", "buy-in");
    felt_term_style(&visit->term, FELT_PLAIN);
    for (int i = 0; i < room->rows; i++) {
        const struct felt_room_row *row = &room->row[i];
        char blinds[2 * FELT_TERM_NUMBER_BYTES], players[16];
        int waiting = row->in_hand && row->taken > row->in_hand ? row->taken - row->in_hand : 0;
        bool unit = row->small_blind == 0; /* of a genome, or of a game of antes */
        (void)snprintf(blinds, sizeof blinds, "%s%s%s",
                       unit ? "" : felt_visit_chips(row->small_blind, low), unit ? "" : "/",
                       felt_visit_chips(row->big_blind, high));
        (void)snprintf(players, sizeof players, "%d/%d", row->taken, row->seats);
        fprintf(out, "  %2d %-*s  %-*s %9s %8s %7d  %s to %s\n", i + 1, id, row->id, title,
                row->title, blinds, players, waiting, felt_visit_chips(row->buy_in_min, low),
                felt_visit_chips(row->buy_in_max, high));
    }
    fprintf(out,
            "  you have %s chips; which table? (a number or a name, quick for any; help (?))\n",
            felt_visit_chips(room->bank, low));
}

/* ---- the hand ---- */

/* Names stay those of the hand, whoever leaves or comes meanwhile. */
static void take_names(struct felt_visit *visit, const struct felt_room_table *table, bool anew)
{
    for (int seat = 0; seat < FELT_SEATS_MAX; seat++) {
        char *text = visit->name_text[seat];
        if (anew) text[0] = '\0';
        if (text[0] == '\0' || strncmp(text, "seat ", 5) == 0) {
            if (table->chair[seat].taken)
                memcpy(text, table->chair[seat].name, sizeof table->chair[seat].name);
            else
                (void)snprintf(text, sizeof visit->name_text[seat], "seat %d", seat + 1);
        }
        visit->names[seat] = text;
    }
}

/* The own stack before the hand; -1: not dealt in. */
static felt_chips find_before(const struct felt_room_table *table)
{
    bool dealt = table->seat >= 0 && felt_seats_has(table->hand.seats, table->seat);
    return dealt ? table->hand.start[table->seat] : -1;
}

static void begin_telling(struct felt_visit *visit, const struct felt_room_table *table)
{
    take_names(visit, table, true);
    visit->shown = felt_table_begin(&visit->term, &table->rules, table->seat, table->hand.start);
    visit->shown.names = visit->names;
    visit->told = 0;
    visit->before = find_before(table);
}

void felt_visit_tell(struct felt_visit *visit)
{
    const struct felt_room_table *table = felt_visit_table(visit);
    if (!table || visit->told >= table->hand.events) return;
    felt_visit_clear(visit);
    take_names(visit, table, false);
    felt_table_tell(&visit->shown, table->hand.event + visit->told,
                    table->hand.events - visit->told);
    visit->told = table->hand.events;
}

struct felt_ask felt_visit_ask(const struct felt_visit *visit, const struct felt_room_table *table)
{
    const struct felt_room_hand *hand = &table->hand;
    struct felt_ask ask = {.term = &visit->term,
                           .echo = !visit->terminal,
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

static void print_clock(struct felt_visit *visit, const struct felt_room_offer *offer)
{
    if (offer->time_ms == 0 || !visit->term.terminal) return;
    felt_term_style(&visit->term, FELT_DIM);
    fprintf(visit->term.out, "  you have %u seconds", (unsigned)(offer->time_ms + 999) / 1000);
    if (offer->bank_ms)
        fprintf(visit->term.out, ", and %u more in the time bank",
                (unsigned)(offer->bank_ms / 1000));
    felt_term_style(&visit->term, FELT_PLAIN);
    fputc('\n', visit->term.out);
}

/* Seats between hands. */
static void draw_seats(struct felt_visit *visit, const struct felt_room_table *table)
{
    FILE *out = felt_visit_out(visit);
    char number[FELT_TERM_NUMBER_BYTES];
    for (int seat = 0; seat < table->seats; seat++) {
        const struct felt_room_chair *chair = &table->chair[seat];
        if (!chair->taken) {
            fprintf(out, "  %2d free\n", seat + 1);
            continue;
        }
        fprintf(out, "  %2d %-16s %11s  %s%s%s\n", seat + 1,
                seat == table->seat ? "you" : chair->name, felt_visit_chips(chair->stack, number),
                strcmp(chair->state, "playing") == 0 ? "" : chair->state,
                chair->connected ? "" : ", not connected", chair->bot ? ", bot" : "");
    }
}

void felt_visit_draw(struct felt_visit *visit)
{
    struct felt_room_table *table = felt_visit_table(visit);
    if (!table) {
        felt_visit_print_lobby(visit);
        return;
    }
    felt_visit_tell(visit);
    felt_visit_clear(visit);
    if (!table->hand.under_way) {
        draw_seats(visit, table);
    } else if (table->genome.here) {
        fputs(table->genome.text, visit->term.out);
    } else {
        struct felt_view view;
        struct felt_poker like = {.follow = table->hand.follow};
        struct felt_showdown showdown = felt_poker_showdown(&table->rules, &like);
        felt_room_guest_view(table, &view);
        felt_table_draw(&visit->shown, &view);
        if (felt_room_guest_comparable(table)) felt_table_hand(&visit->shown, &view, &showdown);
    }
    if (!table->offer.asked) return;
    if (table->offer.games) {
        fputs("  you have the button: which game? (a number or a name)\n", visit->term.out);
        felt_visit_print_games(visit, table);
    } else if (table->genome.moves) {
        felt_visit_print_moves(visit, table);
    } else {
        struct felt_ask ask = felt_visit_ask(visit, table);
        felt_ask_offer(&ask);
    }
    print_clock(visit, &table->offer);
}

void felt_visit_look(struct felt_visit *visit, const char *id)
{
    (void)snprintf(visit->table, sizeof visit->table, "%.*s", FELT_ROOM_ID_BYTES, id);
    struct felt_room_table *table = felt_visit_table(visit);
    if (!table) return;
    begin_telling(visit, table);
}

/* ---- news ---- */

static void show_begin(struct felt_visit *visit, const struct felt_room_table *table)
{
    FILE *out = felt_visit_out(visit);
    char title[FELT_ROOM_TITLE_BYTES + 1];
    begin_telling(visit, table);
    fputc('\n', out);
    felt_term_style(&visit->term, FELT_BOLD);
    fprintf(out, "hand %s: %s", table->hand.id, felt_visit_game_title(table->game, title));
    felt_term_style(&visit->term, FELT_PLAIN);
    fputc('\n', out);
}

static void print_net(struct felt_visit *visit, felt_chips net)
{
    char number[FELT_TERM_NUMBER_BYTES];
    felt_term_style(&visit->term, net > 0 ? FELT_GREEN : net < 0 ? FELT_RED : FELT_PLAIN);
    fprintf(visit->term.out, "%s%s",
            net > 0   ? "+"
            : net < 0 ? "-"
                      : "",
            felt_visit_chips(net < 0 ? -net : net, number));
    felt_term_style(&visit->term, FELT_PLAIN);
}

static void show_end(struct felt_visit *visit, const struct felt_room_table *table)
{
    char number[FELT_TERM_NUMBER_BYTES];
    felt_visit_tell(visit);
    felt_visit_clear(visit);
    if (table->seat < 0 || visit->before < 0) return;
    felt_chips stack = table->chair[table->seat].stack;
    fputs("  this hand ", visit->term.out);
    print_net(visit, stack - visit->before);
    fprintf(visit->term.out, ", you have %s\n", felt_visit_chips(stack, number));
}

/* Who came, left, or does something else than before. */
static void show_chair(struct felt_visit *visit, const struct felt_room_table *table,
                       const struct felt_room_news *news)
{
    const struct felt_room_chair *now = &table->chair[news->seat], *was = &news->before;
    char number[FELT_TERM_NUMBER_BYTES];
    bool own = news->seat == table->seat || strcmp(was->name, visit->room->name) == 0,
         same = was->taken && strcmp(was->name, now->name) == 0;
    const char *name = own ? "you" : now->taken ? now->name : was->name;
    if (was->taken && !same && strcmp(was->state, "buying") != 0)
        fprintf(felt_visit_out(visit), "  %s %s the table\n", own ? "you" : was->name,
                own ? "leave" : "leaves");
    if (!now->taken) return;
    bool settled = strcmp(now->state, "buying") != 0;
    bool bought = settled && (!same || strcmp(was->state, "buying") == 0);
    if (bought)
        fprintf(felt_visit_out(visit), "  %s %s down with %s\n", name, own ? "sit" : "sits",
                felt_visit_chips(now->stack, number));
    if (!same || bought) return;
    bool out = strcmp(now->state, "out") == 0, was_out = strcmp(was->state, "out") == 0;
    if (out != was_out && strcmp(now->state, "leaving") != 0)
        fprintf(felt_visit_out(visit), "  %s %s\n", name,
                out ? (own ? "sit out" : "sits out") : (own ? "are back" : "is back"));
    if (was->connected != now->connected && !own)
        fprintf(felt_visit_out(visit), "  %s %s\n", name,
                now->connected ? "is connected again" : "lost the line");
}

static void show_report(struct felt_visit *visit, const struct felt_room_news *news)
{
    FILE *out = felt_visit_out(visit);
    char number[FELT_TERM_NUMBER_BYTES];
    fprintf(out, "  you were away for %u seconds, with %s chips at first%s\n",
            (unsigned)(news->time_ms / 1000), felt_visit_chips(news->amount, number),
            news->count ? ":" : "; nothing was done for you");
    if (news->more) fputs("    ...\n", out);
    for (int i = 0; i < news->count; i++) {
        const struct felt_room_note *note = &news->note[i];
        if (note->result) {
            fprintf(out, "    %s: ", note->hand_id);
            print_net(visit, note->amount);
            fputc('\n', out);
        } else if (note->amount) {
            fprintf(out, "    %s: %s %s\n", note->hand_id, note->action,
                    felt_visit_chips(note->amount, number));
        } else {
            fprintf(out, "    %s: %s\n", note->hand_id, note->action);
        }
    }
}

static void show_hands(struct felt_visit *visit, const struct felt_room_news *news)
{
    FILE *out = felt_visit_out(visit);
    char title[FELT_ROOM_TITLE_BYTES + 1];
    if (news->count == 0) fputs("  there is no hand of yours yet\n", out);
    for (int i = 0; i < news->count; i++) {
        const struct felt_room_record *record = &news->record[i];
        fprintf(out, "  %s  %-14s %-32s ", record->hand_id, record->table,
                felt_visit_game_title(record->variant, title));
        print_net(visit, record->won);
        fputc('\n', out);
    }
    if (news->more)
        fprintf(out, "  hands %s shows those before\n", news->record[news->count - 1].hand_id);
}

static void show_asked(struct felt_visit *visit, const struct felt_room_table *table, bool again)
{
    if (felt_visit_table(visit) != table) {
        fprintf(felt_visit_out(visit), "  %s: it is your turn there (go %s)\n", table->id,
                table->id);
        return;
    }
    visit->deadline_ms = table->offer.time_ms ? felt_visit_now_ms() + table->offer.time_ms : 0;
    visit->warned = false;
    if (!again)
        felt_visit_draw(visit);
    else if (visit->terminal)
        fprintf(felt_visit_out(visit), "  you have %u seconds more\n",
                (unsigned)(table->offer.time_ms + 999) / 1000);
}

/* A line came up, or a table was gone to: what is there. */
static void show_table(struct felt_visit *visit, const struct felt_room_table *table)
{
    char low[FELT_TERM_NUMBER_BYTES], high[FELT_TERM_NUMBER_BYTES];
    bool seated = table->seat >= 0;
    if (visit->table[0] == '\0' || strcmp(visit->table, table->id) == 0 ||
        (seated && felt_visit_table(visit) == NULL)) {
        felt_visit_look(visit, table->id);
        if (table->narc.here && table->buy_in_max <= 1)
            fprintf(felt_visit_out(visit), "%s: %s\n", table->id, table->title);
        else if (table->genome.here)
            fprintf(felt_visit_out(visit), "%s: %s, played for %s\n", table->id, table->title,
                    felt_visit_chips(table->big_blind, high));
        else
            fprintf(felt_visit_out(visit), "%s: %s, blinds %s/%s\n", table->id, table->title,
                    felt_visit_chips(table->small_blind, low),
                    felt_visit_chips(table->big_blind, high));
        draw_seats(visit, table);
    }
}

/* Of any table. */
static void show_of_table(struct felt_visit *visit, struct felt_room_table *table,
                          const struct felt_room_news *news)
{
    char title[FELT_ROOM_TITLE_BYTES + 1];
    bool looked = felt_visit_table(visit) == table;
    if (news->kind == FELT_ROOM_TABLE) {
        show_table(visit, table);
        return;
    }
    if (news->kind == FELT_ROOM_ASKED) {
        if (table->offer.asked) show_asked(visit, table, news->again);
        return;
    }
    if (news->kind == FELT_ROOM_END && find_before(table) >= 0) visit->hands++;
    if (!looked) return;
    switch ((enum felt_room_news_kind)news->kind) {
    case FELT_ROOM_BEGIN: show_begin(visit, table); break;
    case FELT_ROOM_SAID:
        if (news->text[0]) fprintf(felt_visit_out(visit), "  %s\n", news->text);
        break;
    case FELT_ROOM_SNAPSHOT:
        begin_telling(visit, table);
        if (table->hand.events) fputs("  the hand so far:\n", felt_visit_out(visit));
        felt_visit_tell(visit);
        if (table->offer.asked)
            show_asked(visit, table, false);
        else
            felt_visit_draw(visit);
        break;
    case FELT_ROOM_END: show_end(visit, table); break;
    case FELT_ROOM_CHAIR: show_chair(visit, table, news); break;
    case FELT_ROOM_GAME:
        fprintf(felt_visit_out(visit), "  the next game is %s\n",
                felt_visit_game_title(table->game, title));
        break;
    case FELT_ROOM_TURN: visit->deadline_ms = table->offer.asked ? visit->deadline_ms : 0; break;
    case FELT_ROOM_VOID:
        fprintf(felt_visit_out(visit), "  the hand is void, all chips go back: %s\n", news->text);
        break;
    case FELT_ROOM_SETTLING:
        fputs("  the cashier takes a moment...\n", felt_visit_out(visit));
        break;
    case FELT_ROOM_REPORT: show_report(visit, news); break;
    default: break;
    }
}

/* An action that was refused leaves the question open. */
static void ask_again(struct felt_visit *visit, const struct felt_room_news *news)
{
    struct felt_room_table *table = felt_visit_table(visit);
    bool open = strcmp(news->code, "INVALID_ACTION") == 0 || strcmp(news->code, "BAD_SCHEMA") == 0;
    if (!table || !open || !table->hand.under_way || table->hand.actor != table->seat) return;
    table->offer.asked = true;
    table->offer.answered = false;
}

/* No seat at the table that was chosen: the lobby is where another one is chosen. */
static void go_back(struct felt_visit *visit)
{
    const struct felt_room_table *table = felt_visit_table(visit);
    if (table && table->seat < 0) visit->table[0] = '\0';
}

static void show_ok(struct felt_visit *visit, const struct felt_room_news *news)
{
    for (int i = 0; i < visit->pendings; i++) {
        if (!news->has_req || visit->pending[i].req != news->req) continue;
        bool seat = visit->pending[i].asked == FELT_ASKED_SEAT;
        bool error = news->kind == FELT_ROOM_ERROR;
        bool act = visit->pending[i].asked == FELT_ASKED_ACTION;
        bool entry = visit->pending[i].asked == FELT_ASKED_ENTRY;
        const char *done = visit->pending[i].done;
        visit->pending[i] = visit->pending[--visit->pendings];
        if (error && act) ask_again(visit, news);
        if (error && seat) go_back(visit);
        if (error) return;
        if (entry && !felt_visit_awaits_event(visit)) visit->entering = true;
        if (done[0]) fprintf(felt_visit_out(visit), "  %s\n", done);
        if (seat && news->name[0] && strcmp(visit->table, news->name) != 0)
            felt_visit_look(visit, news->name);
        return;
    }
}

static void show_welcome(struct felt_visit *visit)
{
    const struct felt_room_guest *room = visit->room;
    char number[FELT_TERM_NUMBER_BYTES];
    if (!visit->welcomed && room->signed_in)
        fprintf(felt_visit_out(visit), "You are %s, with %s chips in the bank.\n", room->name,
                felt_visit_chips(room->bank, number));
    else if (visit->welcomed)
        fputs("  the line is there again\n", felt_visit_out(visit));
    visit->welcomed = true;
}

static void show_gone(struct felt_visit *visit, const struct felt_room_news *news)
{
    const struct felt_room_table *table = &visit->room->table[news->table];
    if (strcmp(visit->table, table->id) != 0) return;
    fprintf(felt_visit_out(visit), "  you left %s%s%s\n", table->id, news->text[0] ? ": " : "",
            news->text);
    visit->table[0] = '\0';
    visit->deadline_ms = 0;
    felt_visit_follow(visit);
}

void felt_visit_show(struct felt_visit *visit, const struct felt_room_news *news)
{
    struct felt_room_table *table = news->table >= 0 ? &visit->room->table[news->table] : NULL;
    bool looked = table && felt_visit_table(visit) == table;
    if (looked && news->kind != FELT_ROOM_EVENT && news->kind != FELT_ROOM_BEGIN &&
        news->kind != FELT_ROOM_SNAPSHOT && news->kind != FELT_ROOM_TABLE)
        felt_visit_tell(visit);
    switch ((enum felt_room_news_kind)news->kind) {
    case FELT_ROOM_WELCOME: show_welcome(visit); break;
    case FELT_ROOM_OK: show_ok(visit, news); break;
    case FELT_ROOM_ERROR:
        show_ok(visit, news);
        fprintf(felt_visit_out(visit), "  %s\n", news->text[0] ? news->text : news->code);
        break;
    case FELT_ROOM_LOBBY:
        show_ok(visit, news);
        visit->lobby_shown = true;
        if (visit->table[0] == '\0') felt_visit_print_lobby(visit);
        break;
    case FELT_ROOM_CHAT:
        fprintf(felt_visit_out(visit), "  %s: %s\n", news->name, news->text);
        break;
    case FELT_ROOM_NOTICE: fprintf(felt_visit_out(visit), "  -- %s\n", news->text); break;
    case FELT_ROOM_HANDS:
        show_ok(visit, news);
        show_hands(visit, news);
        break;
    case FELT_ROOM_ONE_HAND:
        show_ok(visit, news);
        fputs(news->text, felt_visit_out(visit));
        break;
    case FELT_ROOM_GONE: show_gone(visit, news); break;
    case FELT_ROOM_TOURNEYS:
    case FELT_ROOM_TOURNEY:
    case FELT_ROOM_TOURNEY_ROW:
    case FELT_ROOM_ENTRY:
        show_ok(visit, news);
        felt_visit_show_event(visit, news);
        break;
    case FELT_ROOM_PRIVATE:
    case FELT_ROOM_TERMS:
        show_ok(visit, news);
        felt_visit_show_private(visit, news);
        break;
    default:
        if (table) show_of_table(visit, table, news);
        break;
    }
}
