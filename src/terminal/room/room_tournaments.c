/* room_tournaments.c -- tournaments, in words: which there are, registering, being moved, going
 * out. */
#include "terminal/room/room_terminal.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { LINE_BYTES = 256, SOON_MS = 60000 };

/* ---- showing ---- */

static void print_line(struct felt_room_terminal *terminal,
                       const struct felt_client_room_tournament *tournament)
{
    char text[LINE_BYTES];
    struct felt_buffer line = felt_buffer_make(text, sizeof text);
    felt_client_room_level_line(tournament, &line);
    fprintf(felt_room_terminal_out(terminal), "  %s: %s\n", tournament->id,
            felt_buffer_terminate(&line));
}

static void print_tournaments(struct felt_room_terminal *terminal)
{
    FILE *out = felt_room_terminal_out(terminal);
    const struct felt_client_room *room = terminal->room;
    char number[FELT_TERM_NUMBER_BYTES], pool[FELT_TERM_NUMBER_BYTES];
    if (room->tournaments == 0) {
        fputs("  there are no tournaments here\n", out);
        return;
    }
    felt_term_style(&terminal->term, FELT_BOLD);
    fprintf(out, "  %-19s  %-9s %11s %8s %9s  %s\n", "event", "state", "entries", "buy-in",
            "prizes", "what");
    felt_term_style(&terminal->term, FELT_PLAIN);
    for (int i = 0; i < room->tournaments; i++) {
        const struct felt_client_room_tournament *tournament = &room->tournament[i];
        char entries[32], text[LINE_BYTES];
        struct felt_buffer line = felt_buffer_make(text, sizeof text);
        bool over = strcmp(tournament->state, "over") == 0 || strcmp(tournament->state, "off") == 0;
        if (!over) felt_client_room_level_line(tournament, &line);
        (void)snprintf(entries, sizeof entries, "%d/%d", tournament->entries,
                       tournament->entrants_max);
        fprintf(out, "  %-19s  %-9s %11s %8s %9s  %s%s%s%s\n", tournament->id, tournament->state,
                entries, felt_room_terminal_chips(tournament->buy_in, number),
                felt_room_terminal_chips(tournament->pool, pool), tournament->title,
                tournament->is_private ? " (private)" : "", over ? "" : "; ",
                felt_buffer_terminate(&line));
    }
    fputs("  register ID (or register ID KEY) takes part; event ID tells more\n", out);
}

/* ---- the own entry ---- */

bool felt_room_terminal_plays_tournament(const struct felt_room_terminal *terminal,
                                         const char *table)
{
    for (int i = 0; i < terminal->room->entries; i++) {
        const struct felt_client_room_entry *entry = &terminal->room->entry[i];
        if (strcmp(entry->state, "in") == 0 && strcmp(entry->table, table) == 0) return true;
    }
    return false;
}

/* It is known to start in a while: there is time for something else. */
static bool starts_later(const struct felt_room_terminal *terminal, const char *event)
{
    const struct felt_client_room *room = terminal->room;
    for (int i = 0; i < room->tournaments; i++)
        if (strcmp(room->tournament[i].id, event) == 0)
            return room->tournament[i].starts_ms > SOON_MS;
    return false;
}

bool felt_room_terminal_awaits_tournament(const struct felt_room_terminal *terminal)
{
    if (terminal->entering) return true;
    for (int i = 0; i < terminal->room->entries; i++) {
        const struct felt_client_room_entry *entry = &terminal->room->entry[i];
        if (strcmp(entry->state, "in") == 0) return true;
        if (strcmp(entry->state, "waits") == 0 && !starts_later(terminal, entry->event))
            return true;
    }
    return false;
}

void felt_room_terminal_follow(struct felt_room_terminal *terminal)
{
    const struct felt_client_room_table *table = felt_room_terminal_table(terminal);
    if (table && table->seat >= 0) return;
    for (int i = 0; i < terminal->room->entries; i++) {
        const struct felt_client_room_entry *entry = &terminal->room->entry[i];
        if (strcmp(entry->state, "in") != 0 || !entry->table[0]) continue;
        if (felt_client_room_find(terminal->room, entry->table) < 0) continue;
        felt_room_terminal_look(terminal, entry->table);
        felt_room_terminal_draw(terminal);
        return;
    }
}

static void show_out(struct felt_room_terminal *terminal,
                     const struct felt_client_room_entry *entry)
{
    FILE *out = felt_room_terminal_out(terminal);
    char number[FELT_TERM_NUMBER_BYTES];
    if (entry->place == 1)
        fprintf(out, "  %s: you have won the tournament", entry->title);
    else if (entry->place)
        fprintf(out, "  %s: you are out, in place %d of %d", entry->title, entry->place,
                entry->entries);
    else
        fprintf(out, "  %s: you are out; your place is decided when the others have played",
                entry->title);
    if (entry->tied > 1) fprintf(out, ", with %d others", entry->tied - 1);
    if (entry->prize)
        fprintf(out, "; your prize is %s chips", felt_room_terminal_chips(entry->prize, number));
    fputc('\n', out);
}

static void show_entry(struct felt_room_terminal *terminal,
                       const struct felt_client_room_news *news)
{
    const struct felt_client_room_entry *entry = &terminal->room->entry[news->count],
                                        *was = &news->was_entry;
    char number[FELT_TERM_NUMBER_BYTES];
    bool same = strcmp(entry->state, was->state) == 0;
    terminal->entering = false;
    if (strcmp(entry->state, "waits") == 0) {
        if (!same)
            fprintf(felt_room_terminal_out(terminal), "  %s: you are registered\n", entry->title);
        return;
    }
    if (strcmp(entry->state, "in") == 0) {
        if (!entry->table[0] || (same && strcmp(entry->table, was->table) == 0)) return;
        fprintf(felt_room_terminal_out(terminal), "  %s: you %s %s, seat %d, with %s chips\n",
                entry->title, same && was->table[0] ? "are moved to" : "sit at", entry->table,
                entry->seat + 1, felt_room_terminal_chips(entry->stack, number));
        felt_room_terminal_follow(terminal);
        return;
    }
    if (strcmp(entry->state, "refunded") == 0 || strcmp(entry->state, "unregistered") == 0) {
        if (!same)
            fprintf(felt_room_terminal_out(terminal),
                    "  %s: you are not registered any more, your buy-in is back\n", entry->title);
        return;
    }
    if (same && entry->place == was->place && entry->prize == was->prize) return;
    show_out(terminal, entry);
}

/* Those that we play in: levels are told at the table, what else changes is worth a line. */
void felt_room_terminal_show_tournament(struct felt_room_terminal *terminal,
                                        const struct felt_client_room_news *news)
{
    if (news->kind == FELT_CLIENT_ROOM_TOURNAMENTS) {
        print_tournaments(terminal);
    } else if (news->kind == FELT_CLIENT_ROOM_TOURNAMENT) {
        fprintf(felt_room_terminal_out(terminal), "%s", news->text);
    } else if (news->kind == FELT_CLIENT_ROOM_ENTRY) {
        show_entry(terminal, news);
    }
}

/* ---- words ---- */

static void ask_events(struct felt_room_terminal *terminal)
{
    struct felt_room_terminal_request request;
    felt_room_terminal_request_begin(terminal, &request, "events", NULL);
    felt_room_terminal_request_bool(&request, "watch", true);
    felt_room_terminal_request_finish(terminal, &request, "");
}

void felt_room_terminal_list_tournaments(struct felt_room_terminal *terminal, const char *rest)
{
    (void)rest;
    ask_events(terminal);
}

/* The first word behind a command; what is behind it is returned. */
static const char *take_word(const char *rest, char *out, size_t room)
{
    size_t bytes = strcspn(rest, " \t");
    (void)snprintf(out, room, "%.*s", (int)bytes, rest);
    return rest + bytes + strspn(rest + bytes, " \t");
}

static void ask_about(struct felt_room_terminal *terminal, const char *type, const char *id,
                      const char *key, const char *done)
{
    struct felt_room_terminal_request request;
    felt_room_terminal_request_begin(terminal, &request, type, NULL);
    felt_room_terminal_request_text(&request, "event", id);
    if (key && *key) felt_room_terminal_request_text(&request, "key", key);
    felt_room_terminal_request_finish(terminal, &request, done);
}

/* The id that was typed, or the only tournament that there is. */
static const char *name_event(struct felt_room_terminal *terminal, const char *word)
{
    const struct felt_client_room *room = terminal->room;
    for (int i = 0; i < room->tournaments; i++)
        if (strcasecmp(room->tournament[i].id, word) == 0) return room->tournament[i].id;
    if (!*word && room->tournaments == 1) return room->tournament[0].id;
    if (*word) return word; /* the server knows more than we do */
    fputs("  which one? events lists them\n", felt_room_terminal_out(terminal));
    return NULL;
}

void felt_room_terminal_one_tournament(struct felt_room_terminal *terminal, const char *rest)
{
    char word[FELT_CLIENT_ROOM_ID_BYTES + 1];
    (void)take_word(rest, word, sizeof word);
    const char *id = name_event(terminal, word);
    if (id) ask_about(terminal, "event", id, NULL, "");
}

void felt_room_terminal_register(struct felt_room_terminal *terminal, const char *rest)
{
    char word[FELT_CLIENT_ROOM_ID_BYTES + 1];
    const char *key = take_word(rest, word, sizeof word);
    const char *id = name_event(terminal, word);
    if (!id) return;
    ask_about(terminal, "register", id, key, "");
    terminal->pending[terminal->pendings - 1].asked = FELT_ASKED_ENTRY;
}

void felt_room_terminal_unregister(struct felt_room_terminal *terminal, const char *rest)
{
    char word[FELT_CLIENT_ROOM_ID_BYTES + 1];
    (void)take_word(rest, word, sizeof word);
    const char *id = name_event(terminal, word);
    if (!id) return;
    ask_about(terminal, "unregister", id, NULL, ""); /* what it led to is told by an `entry` */
}

/* Level and clock of those that we are in, as they were last told. */
void felt_room_terminal_print_level(struct felt_room_terminal *terminal, const char *rest)
{
    const struct felt_client_room *room = terminal->room;
    const char *of = ""; /* the first of them */
    int told = 0;
    (void)rest;
    for (int i = 0; i < room->entries; i++)
        for (int j = 0; j < room->tournaments; j++) {
            if (strcmp(room->entry[i].event, room->tournament[j].id) != 0 ||
                strcmp(room->entry[i].state, "unregistered") == 0)
                continue;
            print_line(terminal, &room->tournament[j]);
            if (told++ == 0) of = room->tournament[j].id;
        }
    if (!told)
        fputs("  you are in no tournament; events lists them\n", felt_room_terminal_out(terminal));
    if (told) ask_about(terminal, "event", of, NULL, "");
}
