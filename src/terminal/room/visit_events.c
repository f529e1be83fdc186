/* visit_events.c -- tournaments, in words: which there are, registering, being moved, going out. */
#include "terminal/room/visit.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { LINE_BYTES = 256, SOON_MS = 60000 };

/* ---- showing ---- */

static void print_line(struct felt_visit *visit, const struct felt_room_tourney *tourney)
{
    char text[LINE_BYTES];
    struct felt_buffer line = felt_buffer_make(text, sizeof text);
    felt_room_level_line(tourney, &line);
    fprintf(felt_visit_out(visit), "  %s: %s\n", tourney->id, felt_buffer_terminate(&line));
}

void felt_visit_print_events(struct felt_visit *visit)
{
    FILE *out = felt_visit_out(visit);
    const struct felt_room_guest *room = visit->room;
    char number[FELT_TERM_NUMBER_BYTES], pool[FELT_TERM_NUMBER_BYTES];
    if (room->tourneys == 0) {
        fputs("  there are no tournaments here\n", out);
        return;
    }
    felt_term_style(&visit->term, FELT_BOLD);
    fprintf(out, "  %-19s  %-9s %11s %8s %9s  %s\n", "event", "state", "entries", "buy-in",
            "prizes", "what");
    felt_term_style(&visit->term, FELT_PLAIN);
    for (int i = 0; i < room->tourneys; i++) {
        const struct felt_room_tourney *tourney = &room->tourney[i];
        char entries[32], text[LINE_BYTES];
        struct felt_buffer line = felt_buffer_make(text, sizeof text);
        bool over = strcmp(tourney->state, "over") == 0 || strcmp(tourney->state, "off") == 0;
        if (!over) felt_room_level_line(tourney, &line);
        (void)snprintf(entries, sizeof entries, "%d/%d", tourney->entries, tourney->entrants_max);
        fprintf(out, "  %-19s  %-9s %11s %8s %9s  %s%s%s%s\n", tourney->id, tourney->state, entries,
                felt_visit_chips(tourney->buy_in, number), felt_visit_chips(tourney->pool, pool),
                tourney->title, tourney->is_private ? " (private)" : "", over ? "" : "; ",
                felt_buffer_terminate(&line));
    }
    fputs("  register ID (or register ID KEY) takes part; event ID tells more\n", out);
}

/* ---- the own entry ---- */

bool felt_visit_plays_event(const struct felt_visit *visit, const char *table)
{
    for (int i = 0; i < visit->room->entries; i++) {
        const struct felt_room_entry *entry = &visit->room->entry[i];
        if (strcmp(entry->state, "in") == 0 && strcmp(entry->table, table) == 0) return true;
    }
    return false;
}

/* It is known to start in a while: there is time for something else. */
static bool starts_later(const struct felt_visit *visit, const char *event)
{
    const struct felt_room_guest *room = visit->room;
    for (int i = 0; i < room->tourneys; i++)
        if (strcmp(room->tourney[i].id, event) == 0) return room->tourney[i].starts_ms > SOON_MS;
    return false;
}

bool felt_visit_awaits_event(const struct felt_visit *visit)
{
    if (visit->entering) return true;
    for (int i = 0; i < visit->room->entries; i++) {
        const struct felt_room_entry *entry = &visit->room->entry[i];
        if (strcmp(entry->state, "in") == 0) return true;
        if (strcmp(entry->state, "waits") == 0 && !starts_later(visit, entry->event)) return true;
    }
    return false;
}

void felt_visit_follow(struct felt_visit *visit)
{
    const struct felt_room_table *table = felt_visit_table(visit);
    if (table && table->seat >= 0) return;
    for (int i = 0; i < visit->room->entries; i++) {
        const struct felt_room_entry *entry = &visit->room->entry[i];
        if (strcmp(entry->state, "in") != 0 || !entry->table[0]) continue;
        if (felt_room_guest_find(visit->room, entry->table) < 0) continue;
        felt_visit_look(visit, entry->table);
        felt_visit_draw(visit);
        return;
    }
}

static void show_out(struct felt_visit *visit, const struct felt_room_entry *entry)
{
    FILE *out = felt_visit_out(visit);
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
        fprintf(out, "; your prize is %s chips", felt_visit_chips(entry->prize, number));
    fputc('\n', out);
}

void felt_visit_show_entry(struct felt_visit *visit, const struct felt_room_news *news)
{
    const struct felt_room_entry *entry = &visit->room->entry[news->count], *was = &news->was_entry;
    char number[FELT_TERM_NUMBER_BYTES];
    bool same = strcmp(entry->state, was->state) == 0;
    visit->entering = false;
    if (strcmp(entry->state, "waits") == 0) {
        if (!same) fprintf(felt_visit_out(visit), "  %s: you are registered\n", entry->title);
        return;
    }
    if (strcmp(entry->state, "in") == 0) {
        if (!entry->table[0] || (same && strcmp(entry->table, was->table) == 0)) return;
        fprintf(felt_visit_out(visit), "  %s: you %s %s, seat %d, with %s chips\n", entry->title,
                same && was->table[0] ? "are moved to" : "sit at", entry->table, entry->seat + 1,
                felt_visit_chips(entry->stack, number));
        felt_visit_follow(visit);
        return;
    }
    if (strcmp(entry->state, "refunded") == 0 || strcmp(entry->state, "unregistered") == 0) {
        if (!same)
            fprintf(felt_visit_out(visit),
                    "  %s: you are not registered any more, your buy-in is back\n", entry->title);
        return;
    }
    if (same && entry->place == was->place && entry->prize == was->prize) return;
    show_out(visit, entry);
}

/* Those that we play in: levels are told at the table, what else changes is worth a line. */
void felt_visit_show_event(struct felt_visit *visit, const struct felt_room_news *news)
{
    if (news->kind == FELT_ROOM_TOURNEYS) {
        felt_visit_print_events(visit);
    } else if (news->kind == FELT_ROOM_TOURNEY) {
        fprintf(felt_visit_out(visit), "%s", news->text);
    } else if (news->kind == FELT_ROOM_ENTRY) {
        felt_visit_show_entry(visit, news);
    }
}

/* ---- words ---- */

static void ask_events(struct felt_visit *visit)
{
    struct felt_request request;
    felt_request_begin(visit, &request, "events", NULL);
    felt_request_bool(&request, "watch", true);
    felt_request_finish(visit, &request, "");
}

void felt_visit_list_events(struct felt_visit *visit, const char *rest)
{
    (void)rest;
    ask_events(visit);
}

/* The first word behind a command; what is behind it is returned. */
static const char *take_word(const char *rest, char *out, size_t room)
{
    size_t bytes = strcspn(rest, " \t");
    (void)snprintf(out, room, "%.*s", (int)bytes, rest);
    return rest + bytes + strspn(rest + bytes, " \t");
}

static void ask_about(struct felt_visit *visit, const char *type, const char *id, const char *key,
                      const char *done)
{
    struct felt_request request;
    felt_request_begin(visit, &request, type, NULL);
    felt_request_text(&request, "event", id);
    if (key && *key) felt_request_text(&request, "key", key);
    felt_request_finish(visit, &request, done);
}

/* The id that was typed, or the only tournament that there is. */
static const char *name_event(struct felt_visit *visit, const char *word)
{
    const struct felt_room_guest *room = visit->room;
    for (int i = 0; i < room->tourneys; i++)
        if (strcasecmp(room->tourney[i].id, word) == 0) return room->tourney[i].id;
    if (!*word && room->tourneys == 1) return room->tourney[0].id;
    if (*word) return word; /* the server knows more than we do */
    fputs("  which one? events lists them\n", felt_visit_out(visit));
    return NULL;
}

void felt_visit_one_event(struct felt_visit *visit, const char *rest)
{
    char word[FELT_ROOM_ID_BYTES + 1];
    (void)take_word(rest, word, sizeof word);
    const char *id = name_event(visit, word);
    if (id) ask_about(visit, "event", id, NULL, "");
}

void felt_visit_register(struct felt_visit *visit, const char *rest)
{
    char word[FELT_ROOM_ID_BYTES + 1];
    const char *key = take_word(rest, word, sizeof word);
    const char *id = name_event(visit, word);
    if (!id) return;
    ask_about(visit, "register", id, key, "");
    visit->pending[visit->pendings - 1].asked = FELT_ASKED_ENTRY;
}

void felt_visit_unregister(struct felt_visit *visit, const char *rest)
{
    char word[FELT_ROOM_ID_BYTES + 1];
    (void)take_word(rest, word, sizeof word);
    const char *id = name_event(visit, word);
    if (!id) return;
    ask_about(visit, "unregister", id, NULL, ""); /* what it led to is told by an `entry` */
}

/* Level and clock of those that we are in, as they were last told. */
void felt_visit_print_level(struct felt_visit *visit, const char *rest)
{
    const struct felt_room_guest *room = visit->room;
    const char *of = ""; /* the first of them */
    int told = 0;
    (void)rest;
    for (int i = 0; i < room->entries; i++)
        for (int j = 0; j < room->tourneys; j++) {
            if (strcmp(room->entry[i].event, room->tourney[j].id) != 0 ||
                strcmp(room->entry[i].state, "unregistered") == 0)
                continue;
            print_line(visit, &room->tourney[j]);
            if (told++ == 0) of = room->tourney[j].id;
        }
    if (!told) fputs("  you are in no tournament; events lists them\n", felt_visit_out(visit));
    if (told) ask_about(visit, "event", of, NULL, "");
}
