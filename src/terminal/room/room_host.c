/* room_host.c -- private tables, in words: opening one, coming to one by its key, and what its
 * host may do. */
#include "terminal/room/room_terminal.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

enum { KEY_BYTES = 64, VALUE_BYTES = 256 };

void felt_room_terminal_show_private(struct felt_room_terminal *terminal,
                                     const struct felt_client_room_news *news)
{
    const struct felt_client_room *room = terminal->room;
    if (news->kind == FELT_CLIENT_ROOM_TERMS) {
        if (news->text[0]) fprintf(felt_room_terminal_out(terminal), "  %s\n", news->text);
        return;
    }
    FILE *out = felt_room_terminal_out(terminal);
    fprintf(out, "  %s is your table.  Who shall come types:  join %s %s\n", room->own_table,
            room->own_table, room->own_key);
    if (room->own_link[0]) fprintf(out, "  or opens  %s%s\n", terminal->http, room->own_link);
    if (room->own_password) fputs("  the password opens it, too\n", out);
    fputs("  sit sits down; host lists what you can do\n", out);
    if (news->has_req && terminal->table[0] == '\0') /* its `table` is on the way */
        memcpy(terminal->table, room->own_table, sizeof terminal->table);
}

/* ---- settings ---- */

/* The next NAME=VALUE; a value with blanks stands in quotation marks.  NULL: no more, or wrong. */
static const char *next_setting(const char *at, char name[KEY_BYTES], char value[VALUE_BYTES])
{
    size_t used = 0;
    at += strspn(at, " \t");
    size_t bytes = strcspn(at, "= \t");
    if (bytes == 0 || bytes >= KEY_BYTES || at[bytes] != '=') return NULL;
    memcpy(name, at, bytes);
    name[bytes] = '\0';
    at += bytes + 1;
    bool quoted = *at == '"';
    at += quoted;
    for (; *at && (quoted ? *at != '"' : *at != ' ' && *at != '\t'); at++)
        if (used < VALUE_BYTES - 1) value[used++] = *at;
    value[used] = '\0';
    if (quoted && *at != '"') return NULL;
    return at + quoted;
}

/* "1/2", "20-100" */
static bool read_pair(const char *value, char sign, felt_chips *first, felt_chips *second)
{
    char left[VALUE_BYTES];
    const char *at = strchr(value, sign);
    if (!at) return false;
    (void)snprintf(left, sizeof left, "%.*s", (int)(at - value), value);
    *first = felt_prompt_chips(left);
    *second = felt_prompt_chips(at + 1);
    return *first >= 0 && *second > 0;
}

static bool is_word(const char *value, const char *yes, const char *other)
{
    return strcasecmp(value, yes) == 0 || strcasecmp(value, other) == 0;
}

/* A value goes as a number, as true or false, or as it is: the server knows what it must be. */
static bool put_setting(struct felt_room_terminal_request *request, char *name, const char *value)
{
    felt_chips first, second;
    static const char *const texts[] = {"title",   "game",     "limit",    "password",
                                        "ante_by", "straddle", "run_twice"};
    for (char *at = name; *at; at++) *at = *at == '-' ? '_' : (char)tolower((unsigned char)*at);
    bool is_blinds = strcmp(name, "blinds") == 0;
    if (is_blinds || strcmp(name, "buy_in") == 0) {
        if (!read_pair(value, is_blinds ? '/' : '-', &first, &second)) return false;
        felt_room_terminal_request_chips(request, is_blinds ? "sb" : "buy_in_min", first);
        felt_room_terminal_request_chips(request, is_blinds ? "bb" : "buy_in_max", second);
        return true;
    }
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        if (strcmp(name, texts[i]) != 0) continue;
        felt_room_terminal_request_text(request, name, value);
        return true;
    }
    if (is_word(value, "yes", "on") || is_word(value, "no", "off")) {
        felt_room_terminal_request_bool(request, name, is_word(value, "yes", "on"));
        return true;
    }
    first = felt_prompt_chips(value);
    if (first < 0) return false;
    felt_room_terminal_request_chips(request, name, first);
    return true;
}

/* False: complained, and nothing is sent. */
static bool put_settings(struct felt_room_terminal *terminal,
                         struct felt_room_terminal_request *request, const char *rest)
{
    char name[KEY_BYTES], value[VALUE_BYTES];
    while (*rest) {
        const char *next = next_setting(rest, name, value);
        if (!next || !put_setting(request, name, value)) {
            fprintf(felt_room_terminal_out(terminal),
                    "  \"%s\": settings are as in blinds=1/2 game=omaha seats=6 buy-in=20-100 "
                    "title=\"Friday night\"\n",
                    rest);
            return false;
        }
        rest = next + strspn(next, " \t");
    }
    return true;
}

void felt_room_terminal_create(struct felt_room_terminal *terminal, const char *rest)
{
    struct felt_room_terminal_request request;
    felt_room_terminal_request_begin(terminal, &request, "create", NULL);
    if (put_settings(terminal, &request, rest))
        felt_room_terminal_request_finish(terminal, &request, "");
}

/* ---- coming ---- */

/* "join TABLE KEY", or the link that the host gave. */
void felt_room_terminal_join(struct felt_room_terminal *terminal, const char *rest)
{
    char table[FELT_CLIENT_ROOM_ID_BYTES + 1], key[KEY_BYTES + 1];
    const char *link = strstr(rest, "table="), *behind = strstr(rest, "key=");
    if (link && behind) {
        link += strlen("table=");
        behind += strlen("key=");
        (void)snprintf(table, sizeof table, "%.*s", (int)strcspn(link, "& \t"), link);
        (void)snprintf(key, sizeof key, "%.*s", (int)strcspn(behind, "& \t"), behind);
    } else {
        size_t bytes = strcspn(rest, " \t");
        (void)snprintf(table, sizeof table, "%.*s", (int)bytes, rest);
        (void)snprintf(key, sizeof key, "%s", rest + bytes + strspn(rest + bytes, " \t"));
    }
    if (!table[0] || !key[0]) {
        fputs("  join TABLE KEY, with the key or the password that the host gave\n",
              felt_room_terminal_out(terminal));
        return;
    }
    struct felt_room_terminal_request request;
    terminal->table[0] = '\0';
    felt_room_terminal_request_begin(terminal, &request, "watch", table);
    felt_room_terminal_request_text(&request, "key", key);
    felt_room_terminal_request_finish(terminal, &request, "sit sits down here");
}

/* ---- the host ---- */

static const char host_help[] =
    "  stakes 2/4       other blinds from the next hand on; change NAME=VALUE ... for the rest\n"
    "  host pause, host resume, host bomb (the next hand is a bomb pot), host close\n"
    "  host kick NAME, host allow NAME, host give NAME (he is the host then)\n"
    "  key              the key of your table; host new-key makes another one\n";

/* The table that a word of the host is about: the one we look at, or the own one. */
static const char *host_table(struct felt_room_terminal *terminal)
{
    const struct felt_client_room_table *table = felt_room_terminal_table(terminal);
    if (table) return table->id;
    if (terminal->room->own_table[0]) return terminal->room->own_table;
    fputs("  you have no table of your own: create opens one\n", felt_room_terminal_out(terminal));
    return NULL;
}

void felt_room_terminal_change(struct felt_room_terminal *terminal, const char *rest)
{
    struct felt_room_terminal_request request;
    const char *table = host_table(terminal);
    if (!table) return;
    felt_room_terminal_request_begin(terminal, &request, "change", table);
    if (put_settings(terminal, &request, rest))
        felt_room_terminal_request_finish(terminal, &request, "");
}

void felt_room_terminal_stakes(struct felt_room_terminal *terminal, const char *rest)
{
    char setting[VALUE_BYTES];
    (void)snprintf(setting, sizeof setting, "blinds=%s", rest);
    felt_room_terminal_change(terminal, setting);
}

void felt_room_terminal_key(struct felt_room_terminal *terminal, const char *rest)
{
    struct felt_client_room_news news = {.kind = FELT_CLIENT_ROOM_PRIVATE};
    (void)rest;
    if (terminal->room->own_table[0])
        felt_room_terminal_show_private(terminal, &news);
    else
        fputs("  you have no table of your own: create opens one\n",
              felt_room_terminal_out(terminal));
}

void felt_room_terminal_host(struct felt_room_terminal *terminal, const char *rest)
{
    static const struct {
        const char *word, *what, *done;
        bool named;
    } rows[] = {{"pause", "pause", "", false},
                {"resume", "resume", "", false},
                {"bomb", "bomb", "", false},
                {"close", "close", "everybody stands up after the hand", false},
                {"new-key", "new_key", "", false},
                {"kick", "kick", "they stand up after the hand", true},
                {"allow", "allow", "they may come back", true},
                {"give", "hand_over", "they are the host now", true}};
    size_t bytes = strcspn(rest, " \t");
    const char *name = rest + bytes + strspn(rest + bytes, " \t");
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        if (strlen(rows[i].word) != bytes || strncasecmp(rest, rows[i].word, bytes) != 0) continue;
        if (rows[i].named && !*name) break;
        const char *table = host_table(terminal);
        struct felt_room_terminal_request request;
        if (!table) return;
        felt_room_terminal_request_begin(terminal, &request, "host", table);
        felt_room_terminal_request_text(&request, "do", rows[i].what);
        if (rows[i].named) felt_room_terminal_request_text(&request, "name", name);
        felt_room_terminal_request_finish(terminal, &request, rows[i].done);
        return;
    }
    fputs(host_help, felt_room_terminal_out(terminal));
}
