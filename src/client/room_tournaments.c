/* room_tournaments.c -- tournaments and private tables, as a connection is told of them
 * (docs/PROTOCOL.md 15.21 and 15.22).
 *
 * Times come as those of a calendar, with the time of the frame beside them (`at`): what is kept is
 * the difference, since our own clock may be another. */
#include "client/room_parts.h"

#include <string.h>

enum { LINE_BYTES = 160 };

static int64_t read_ms(const json_t *object, const char *key)
{
    const json_t *value = json_object_get(object, key);
    json_int_t ms = json_is_integer(value) ? json_integer_value(value) : 0;
    return ms < 0 || ms > INT64_C(1) << 53 ? 0 : ms;
}

/* So long from the frame on; -1: it is not said. */
static int64_t read_until(const json_t *object, const char *key, int64_t at_ms)
{
    int64_t ms = read_ms(object, key);
    if (ms == 0) return -1;
    return ms > at_ms ? ms - at_ms : 0;
}

static felt_chips at_least_0(felt_chips chips)
{
    return chips > 0 ? chips : 0;
}

static void read_level(const json_t *object, struct felt_client_room_level *level)
{
    *level = (struct felt_client_room_level){.small = at_least_0(room_read_chips(object, "sb")),
                                             .big = at_least_0(room_read_chips(object, "bb")),
                                             .ante = at_least_0(room_read_chips(object, "ante")),
                                             .is_break = room_read_bool(object, "break")};
}

static void read_card(const json_t *object, int64_t at_ms, struct felt_client_room_tournament *card)
{
    enum { MANY = 1000000 };
    memset(card, 0, sizeof *card);
    room_read_text(object, "event", card->id, sizeof card->id);
    room_read_text(object, "title", card->title, sizeof card->title);
    room_read_text(object, "variant", card->variant, sizeof card->variant);
    room_read_text(object, "limit", card->limit, sizeof card->limit);
    room_read_text(object, "format", card->format, sizeof card->format);
    room_read_text(object, "state", card->state, sizeof card->state);
    card->registering = room_read_bool(object, "registering");
    card->is_private = room_read_bool(object, "private");
    card->number = room_read_count(object, "number", INT32_MAX);
    card->seats = room_read_count(object, "seats", FELT_SEATS_MAX);
    card->entries = room_read_count(object, "entries", MANY);
    card->entrants_max = room_read_count(object, "entrants_max", MANY);
    card->left = room_read_count(object, "left", MANY);
    card->tables = room_read_count(object, "tables", MANY);
    card->level = room_read_count(object, "level", MANY);
    card->buy_in = at_least_0(room_read_chips(object, "buy_in"));
    card->fee = at_least_0(room_read_chips(object, "fee"));
    card->pool = at_least_0(room_read_chips(object, "pool"));
    card->stack = at_least_0(room_read_chips(object, "stack"));
    card->starts_ms = read_until(object, "starts", at_ms);
    card->level_ms = read_until(object, "level_ends", at_ms);
    read_level(json_object_get(object, "now"), &card->now);
    read_level(json_object_get(object, "next"), &card->next);
}

/* The place of a tournament: its own, that of an older one of its id, or a new one; -1: too many.
 */
static int find_place(const struct felt_client_room *room, const char *id)
{
    for (int i = 0; i < room->tournaments; i++)
        if (strcmp(room->tournament[i].id, id) == 0) return i;
    return room->tournaments < FELT_CLIENT_ROOM_TOURNAMENTS_MAX ? room->tournaments : -1;
}

static int keep_card(struct felt_client_room *room, const json_t *object, int64_t at_ms)
{
    struct felt_client_room_tournament card;
    read_card(object, at_ms, &card);
    int place = card.id[0] ? find_place(room, card.id) : -1;
    if (place < 0) return -1;
    if (place < room->tournaments && room->tournament[place].number > card.number) return -1;
    room->tournament[place] = card;
    if (place == room->tournaments) room->tournaments++;
    return place;
}

static void take_events(struct felt_client_room *room, const json_t *object)
{
    size_t index;
    const json_t *item;
    room->tournaments = 0;
    json_array_foreach(json_object_get(object, "events"), index, item)
    {
        (void)keep_card(room, item, read_ms(object, "at"));
    }
    room->news.kind = FELT_CLIENT_ROOM_TOURNAMENTS;
}

static void take_event_row(struct felt_client_room *room, const json_t *object)
{
    int place = keep_card(room, object, read_ms(object, "at"));
    if (place < 0) return;
    room->news.kind = FELT_CLIENT_ROOM_TOURNAMENT_ROW;
    room->news.count = place;
}

/* ---- an entry ---- */

static void read_entry(const json_t *object, struct felt_client_room_entry *entry)
{
    enum { MANY = 1000000 };
    memset(entry, 0, sizeof *entry);
    entry->seat = room_read_seat(object, "seat");
    room_read_text(object, "event", entry->event, sizeof entry->event);
    room_read_text(object, "title", entry->title, sizeof entry->title);
    room_read_text(object, "name", entry->name, sizeof entry->name);
    room_read_text(object, "state", entry->state, sizeof entry->state);
    room_read_text(object, "table", entry->table, sizeof entry->table);
    entry->entries = room_read_count(object, "entries", MANY);
    entry->place = room_read_count(object, "place", MANY);
    entry->tied = room_read_count(object, "tied", MANY);
    entry->stack = at_least_0(room_read_chips(object, "stack"));
    entry->prize = at_least_0(room_read_chips(object, "prize"));
    entry->house = room_read_bool(object, "house");
}

static void take_entry(struct felt_client_room *room, const json_t *object)
{
    struct felt_client_room_entry entry;
    int place = 0;
    read_entry(object, &entry);
    if (!entry.event[0]) return;
    while (place < room->entries && strcmp(room->entry[place].event, entry.event) != 0) place++;
    if (place == FELT_CLIENT_ROOM_ENTRIES_MAX) { /* the oldest gives way */
        memmove(room->entry, room->entry + 1, sizeof room->entry - sizeof room->entry[0]);
        room->entries = --place;
    }
    room->news.was_entry =
        place < room->entries ? room->entry[place] : (struct felt_client_room_entry){0};
    if (place == room->entries) room->entries++;
    room->entry[place] = entry;
    room->news.kind = FELT_CLIENT_ROOM_ENTRY;
    room->news.count = place;
}

/* ---- everything about one, in lines ---- */

static void put_chips(struct felt_buffer *out, const char *before, felt_chips chips)
{
    felt_buffer_text(out, before);
    felt_buffer_int(out, at_least_0(chips));
}

static void put_blinds(struct felt_buffer *out, const struct felt_client_room_level *level)
{
    if (level->is_break) {
        felt_buffer_text(out, "a break");
        return;
    }
    felt_buffer_int(out, level->small);
    put_chips(out, "/", level->big);
    if (level->ante) put_chips(out, " ante ", level->ante);
}

static void put_span(struct felt_buffer *out, int64_t ms)
{
    int64_t seconds = ms / 1000;
    if (seconds >= 48 * 3600) {
        felt_buffer_int(out, seconds / 86400);
        felt_buffer_text(out, " days");
        return;
    }
    if (seconds >= 3600) {
        felt_buffer_int(out, seconds / 3600);
        felt_buffer_text(out, " h ");
    }
    felt_buffer_int(out, seconds / 60 % 60);
    felt_buffer_text(out, " min");
    if (seconds >= 600) return;
    felt_buffer_char(out, ' ');
    felt_buffer_int(out, seconds % 60);
    felt_buffer_text(out, " s");
}

void felt_client_room_level_line(const struct felt_client_room_tournament *card,
                                 struct felt_buffer *out)
{
    if (!card->level) {
        felt_buffer_text(out, card->starts_ms < 0 ? "starts when it is full" : "starts in ");
        if (card->starts_ms >= 0) put_span(out, card->starts_ms);
        return;
    }
    felt_buffer_text(out, "level ");
    felt_buffer_int(out, card->level);
    felt_buffer_text(out, ": ");
    put_blinds(out, &card->now);
    if (card->level_ms >= 0) {
        felt_buffer_text(out, ", ");
        put_span(out, card->level_ms);
        felt_buffer_text(out, " left");
    }
    if (card->next.big) {
        felt_buffer_text(out, "; then ");
        put_blinds(out, &card->next);
    }
    felt_buffer_text(out, "; ");
    felt_buffer_int(out, card->left);
    felt_buffer_text(out, " of ");
    felt_buffer_int(out, card->entries);
    felt_buffer_text(out, " left");
}

static void put_entrant(struct felt_buffer *out, const json_t *object)
{
    struct felt_client_room_entry entry;
    read_entry(object, &entry);
    felt_buffer_text(out, "    ");
    felt_buffer_text(out, entry.name);
    if (entry.house) felt_buffer_text(out, " (house)");
    felt_buffer_text(out, ": ");
    felt_buffer_text(out, entry.state);
    if (entry.stack) put_chips(out, ", ", entry.stack);
    if (entry.table[0]) {
        felt_buffer_text(out, " at ");
        felt_buffer_text(out, entry.table);
    }
    if (entry.place) put_chips(out, ", place ", entry.place);
    if (entry.prize) put_chips(out, ", prize ", entry.prize);
    felt_buffer_char(out, '\n');
}

static void put_list(struct felt_buffer *out, const json_t *list, const char *head)
{
    size_t index;
    const json_t *item;
    if (!json_array_size(list)) return;
    felt_buffer_text(out, head);
    json_array_foreach(list, index, item)
    {
        put_entrant(out, item);
    }
}

static void put_prizes(struct felt_buffer *out, const json_t *list)
{
    size_t index;
    const json_t *item;
    json_array_foreach(list, index, item)
    {
        felt_chips first = room_read_chips(item, "first"), last = room_read_chips(item, "last");
        put_chips(out, "    place ", first);
        if (last > first) put_chips(out, " to ", last);
        put_chips(out, ": ", room_read_chips(item, "chips"));
        felt_buffer_char(out, '\n');
    }
}

static void put_levels(struct felt_buffer *out, const json_t *list)
{
    size_t index;
    const json_t *item;
    felt_buffer_text(out, "  levels:");
    json_array_foreach(list, index, item)
    {
        struct felt_client_room_level level;
        read_level(item, &level);
        felt_buffer_text(out, index ? ", " : " ");
        put_blinds(out, &level);
    }
    felt_buffer_char(out, '\n');
}

/* What does not fit is left out at the end, whole lines. */
static void take_event(struct felt_client_room *room, const json_t *object)
{
    struct felt_buffer out = felt_buffer_make(room->news.text, sizeof room->news.text - 1);
    int place = keep_card(room, object, read_ms(object, "at"));
    struct felt_client_room_tournament card;
    read_card(object, read_ms(object, "at"), &card);
    room->news.kind = FELT_CLIENT_ROOM_TOURNAMENT;
    room->news.count = place;
    felt_buffer_text(&out, card.title);
    felt_buffer_text(&out, ": ");
    felt_buffer_text(&out, card.variant);
    felt_buffer_text(&out, ", ");
    felt_buffer_text(&out, card.limit);
    felt_buffer_text(&out, ", ");
    felt_buffer_text(&out, card.format);
    felt_buffer_text(&out, ", ");
    felt_buffer_text(&out, card.state);
    put_chips(&out, "\n  buy-in ", card.buy_in);
    if (card.fee) put_chips(&out, ", of it for the house ", card.fee);
    put_chips(&out, "; stack ", card.stack);
    put_chips(&out, "; tables of ", card.seats);
    felt_buffer_text(&out, "\n  ");
    felt_client_room_level_line(&card, &out);
    put_chips(&out, "\n  entries: ", card.entries);
    put_chips(&out, " of ", card.entrants_max);
    put_chips(&out, "; prizes: ", card.pool);
    felt_buffer_char(&out, '\n');
    put_prizes(&out, json_object_get(object, "prizes"));
    put_levels(&out, json_object_get(object, "levels"));
    put_list(&out, json_object_get(object, "leaders"), "  the most chips:\n");
    put_list(&out, json_object_get(object, "entrants"), "  entrants:\n");
    if (json_object_get(object, "more_from")) felt_buffer_text(&out, "    ...\n");
    out.overflow = false;
    (void)felt_buffer_terminate(&out);
}

/* ---- private tables ---- */

static void take_private(struct felt_client_room *room, const json_t *object)
{
    room_read_text(object, "table", room->own_table, sizeof room->own_table);
    room_read_text(object, "key", room->own_key, sizeof room->own_key);
    room_read_text(object, "link", room->own_link, sizeof room->own_link);
    room->own_password = room_read_bool(object, "password");
    room->news.kind = FELT_CLIENT_ROOM_PRIVATE;
}

static void take_terms(struct felt_client_room *room, const json_t *object)
{
    char id[FELT_CLIENT_ROOM_ID_BYTES + 1], when[FELT_CLIENT_ROOM_WORD_BYTES + 1];
    room_read_text(object, "table", id, sizeof id);
    room_read_text(object, "when", when, sizeof when);
    int place = felt_client_room_find(room, id);
    if (place < 0) return;
    struct felt_client_room_table *table = &room->table[place];
    felt_chips small = room_read_chips(object, "sb"), big = room_read_chips(object, "bb");
    bool was_paused = table->paused, was_bomb = table->bomb_next;
    room->news.kind = FELT_CLIENT_ROOM_TERMS;
    room->news.table = place;
    room->news.more = strcmp(when, "next") == 0;
    table->paused = room_read_bool(object, "paused");
    table->bomb_next = room_read_bool(object, "bomb_next");
    room_read_text(object, "host", table->host, sizeof table->host);
    room_read_text(object, "title", table->title, sizeof table->title);
    struct felt_buffer out = felt_buffer_make(room->news.text, LINE_BYTES);
    if (small >= 0 && big > 0 && (small != table->small_blind || big != table->big_blind)) {
        put_chips(&out, "blinds ", small);
        put_chips(&out, "/", big);
        felt_buffer_text(&out, room->news.more ? " from the next hand on; " : "; ");
    }
    if (!room->news.more && small >= 0 && big > 0) {
        table->small_blind = small;
        table->big_blind = big;
    }
    if (table->paused != was_paused)
        felt_buffer_text(&out,
                         table->paused ? "the host has paused the table; " : "the game goes on; ");
    if (table->bomb_next && !was_bomb) felt_buffer_text(&out, "the next hand is a bomb pot; ");
    if (out.used >= 2) out.used -= 2;
    (void)felt_buffer_terminate(&out);
}

bool room_events_take(struct felt_client_room *room, const json_t *object, const char *type)
{
    static const struct {
        const char *type;
        void (*take)(struct felt_client_room *room, const json_t *object);
    } rows[] = {{"events", take_events}, {"event_row", take_event_row}, {"event_page", take_event},
                {"entry", take_entry},   {"private", take_private},     {"terms", take_terms}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        if (strcmp(type, rows[i].type) != 0) continue;
        rows[i].take(room, object);
        return true;
    }
    return false;
}
