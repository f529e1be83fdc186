/* admin_tournament.c -- felt admin event: tournaments of a running server.
 *
 * They belong to the server's loop: these commands send it the requests that an operator's page
 * sends (docs/PROTOCOL.md 14.7), and print what is answered. */
#include "cli/admin/admin.h"

#include "cli/cli.h"
#include "server/room/tournaments/row_parts.h"
#include "server/table/arena_message.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

enum { PATH_BYTES = 128, KEY_BYTES = 32, ENTRANTS_MAX = 10000 };

static const char *text_of(const json_t *object, const char *key)
{
    const char *text = json_string_value(json_object_get(object, key));
    return text ? text : "";
}

static long long number_of(const json_t *object, const char *key)
{
    return (long long)json_integer_value(json_object_get(object, key));
}

static bool is_true(const json_t *object, const char *key)
{
    return json_is_true(json_object_get(object, key));
}

/* The answer to a request as JSON; NULL: complained.  *text, if wanted, is to be freed. */
static json_t *ask(const struct felt_cli_admin_job *admin, const char *path, char **text)
{
    char *answer;
    if (!felt_cli_admin_room(admin, path, NULL, &answer)) return NULL;
    json_t *root = json_loads(answer, 0, NULL);
    if (!root) (void)felt_cli_admin_fail(admin, "the room's answer cannot be read");
    if (text && root)
        *text = answer;
    else
        free(answer);
    return root;
}

/* ---- the list ---- */

static void print_blinds(const struct felt_cli_admin_job *admin, const json_t *level)
{
    if (is_true(level, "break")) {
        fputs("break", admin->out);
        return;
    }
    fprintf(admin->out, "%lld/%lld", number_of(level, "sb"), number_of(level, "bb"));
    if (number_of(level, "ante")) fprintf(admin->out, "/%lld", number_of(level, "ante"));
}

static void print_row(const struct felt_cli_admin_job *admin, const json_t *event)
{
    char time[FELT_CLI_ADMIN_TIME_BYTES];
    int64_t starts = number_of(event, "starts");
    fprintf(admin->out, "%-20s #%-5lld %-9s  %5lld/%-5lld %8lld  %-20s  %s%s",
            text_of(event, "event"), number_of(event, "number"), text_of(event, "state"),
            number_of(event, "entries"), number_of(event, "entrants_max"),
            number_of(event, "buy_in"),
            starts ? felt_cli_admin_time(starts, time) : "when it is full", text_of(event, "title"),
            is_true(event, "private") ? " (private)" : "");
    if (number_of(event, "level")) {
        fprintf(admin->out, "; %lld left, level %lld: ", number_of(event, "left"),
                number_of(event, "level"));
        print_blinds(admin, json_object_get(event, "now"));
    }
    fputc('\n', admin->out);
}

int felt_cli_admin_tournament_list(const struct felt_cli_admin_job *admin, const char *const *word)
{
    (void)word;
    char *text = NULL;
    json_t *root = ask(admin, "/api/operator/events", &text);
    if (!root) return FELT_EXIT_FAILED;
    const json_t *events = json_object_get(root, "events");
    if (felt_cli_admin_json(admin)) {
        fprintf(admin->out, "%s\n", text);
    } else if (!json_array_size(events)) {
        fputs("no tournaments\n", admin->out);
    } else {
        fprintf(admin->out, "%-20s %-6s %-9s  %11s %8s  %-20s  %s\n", "event", "number", "state",
                "entries", "buy-in", "start", "title");
        for (size_t i = 0; i < json_array_size(events); i++)
            print_row(admin, json_array_get(events, i));
    }
    json_decref(root);
    free(text);
    return FELT_EXIT_OK;
}

/* ---- one of them ---- */

static void print_settings(const struct felt_cli_admin_job *admin, const json_t *settings)
{
    const char *help;
    for (int i = 1; felt_tournament_row_key(i, &help); i++) {
        const char *key = felt_tournament_row_key(i, NULL);
        fprintf(admin->out, "  %-12s %s\n", key, text_of(settings, key));
    }
}

static void print_entrant(const struct felt_cli_admin_job *admin, const json_t *entrant)
{
    fprintf(admin->out, "  %4lld  %-24s %-9s", number_of(entrant, "entry"),
            text_of(entrant, "name"), text_of(entrant, "state"));
    if (number_of(entrant, "stack"))
        fprintf(admin->out, " %10lld chips, table %s seat %lld", number_of(entrant, "stack"),
                text_of(entrant, "table"), number_of(entrant, "seat"));
    if (number_of(entrant, "place")) {
        fprintf(admin->out, " place %lld", number_of(entrant, "place"));
        if (number_of(entrant, "tied") > 1)
            fprintf(admin->out, " with %lld others", number_of(entrant, "tied") - 1);
    }
    if (number_of(entrant, "prize"))
        fprintf(admin->out, ", prize %lld", number_of(entrant, "prize"));
    fputs(is_true(entrant, "house") ? "  (house)\n" : "\n", admin->out);
}

/* The number of the newest of that id; 0: complained. */
static long long find_event(const struct felt_cli_admin_job *admin, const char *id)
{
    size_t index;
    json_t *event;
    long long number = 0;
    json_t *root = ask(admin, "/api/operator/events", NULL);
    if (!root) return 0;
    json_array_foreach(json_object_get(root, "events"), index, event)
    {
        if (strcmp(text_of(event, "event"), id) == 0 && number_of(event, "number") > number)
            number = number_of(event, "number");
    }
    json_decref(root);
    if (!number)
        (void)felt_cli_admin_fail(
            admin, "there is no tournament %s; felt admin event list shows them", id);
    return number;
}

static json_t *ask_page(const struct felt_cli_admin_job *admin, long long number, long long from,
                        char **text)
{
    char path[PATH_BYTES];
    (void)snprintf(path, sizeof path,
                   from ? "/api/operator/events/%lld?behind=%lld" : "/api/operator/events/%lld",
                   number, from);
    return ask(admin, path, text);
}

static void print_prizes(const struct felt_cli_admin_job *admin, const json_t *list)
{
    size_t index;
    json_t *row;
    json_array_foreach(list, index, row)
    {
        fprintf(admin->out, "  place %lld to %lld  %lld\n", number_of(row, "first"),
                number_of(row, "last"), number_of(row, "chips"));
    }
}

static void print_tables(const struct felt_cli_admin_job *admin, const json_t *list)
{
    size_t index;
    json_t *row;
    json_array_foreach(list, index, row)
    {
        fprintf(admin->out, "  %-24s %lld players\n", text_of(row, "table"),
                number_of(row, "players"));
    }
}

static void print_page(const struct felt_cli_admin_job *admin, const json_t *root, bool first)
{
    size_t index;
    json_t *row;
    if (first) {
        print_row(admin, root);
        fputs("settings\n", admin->out);
        print_settings(admin, json_object_get(root, "settings"));
        fprintf(admin->out, "prizes: %lld in the pool\n", number_of(root, "pool"));
        print_prizes(admin, json_object_get(root, "prizes"));
        fputs("tables\n", admin->out);
        print_tables(admin, json_object_get(root, "at_tables"));
        fputs("entrants\n", admin->out);
    }
    json_array_foreach(json_object_get(root, "entrants"), index, row)
    {
        print_entrant(admin, row);
    }
}

int felt_cli_admin_tournament_show(const struct felt_cli_admin_job *admin, const char *const *word)
{
    long long number = find_event(admin, word[0]), from = 0;
    if (!number) return FELT_EXIT_FAILED;
    for (int page = 0; page < ENTRANTS_MAX; page++) {
        char *text = NULL;
        json_t *root = ask_page(admin, number, from, &text);
        if (!root) return FELT_EXIT_FAILED;
        if (felt_cli_admin_json(admin))
            fprintf(admin->out, "%s\n", text);
        else
            print_page(admin, root, page == 0);
        from = number_of(root, "more_from");
        json_decref(root);
        free(text);
        if (!from) break;
    }
    return FELT_EXIT_OK;
}

/* ---- changes ---- */

/* Sends it, with the reason; prints the answer for --json, else `done`.  Takes the body. */
static int post(const struct felt_cli_admin_job *admin, const char *verb, json_t *body,
                const char *done)
{
    char path[PATH_BYTES], *answer = NULL;
    const char *reason = admin->args->value[FELT_CLI_ADMIN_REASON];
    if (body && reason && json_object_set_new(body, "reason", json_string(reason)) != 0) {
        json_decref(body);
        body = NULL;
    }
    char *text = body ? json_dumps(body, JSON_COMPACT) : NULL;
    json_decref(body);
    if (!text) return felt_cli_admin_refuse(admin, "these words are no text that can be sent");
    (void)snprintf(path, sizeof path, "/api/operator/events/%s", verb);
    bool good = felt_cli_admin_room(admin, path, text, &answer);
    free(text);
    if (!good) return FELT_EXIT_FAILED;
    fprintf(admin->out, "%s\n", felt_cli_admin_json(admin) ? answer : done);
    free(answer);
    return FELT_EXIT_OK;
}

int felt_cli_admin_tournament_create(const struct felt_cli_admin_job *admin,
                                     const char *const *word)
{
    json_t *settings = json_pack("{s:s}", "id", word[0]);
    int count = admin->args->count - 2;
    for (int i = 1; i < count && settings; i++) {
        char key[KEY_BYTES];
        size_t bytes = strcspn(word[i], "=");
        if (!word[i][bytes] || bytes == 0 || bytes >= sizeof key) {
            json_decref(settings);
            return felt_cli_admin_refuse(admin, "%s: a setting is NAME=VALUE, as in seats=6",
                                         word[i]);
        }
        memcpy(key, word[i], bytes);
        key[bytes] = '\0';
        if (json_object_get(settings, key)) {
            json_decref(settings);
            return felt_cli_admin_refuse(admin, "%s is set a second time", key);
        }
        if (json_object_set_new(settings, key, json_string(word[i] + bytes + 1)) != 0) {
            json_decref(settings);
            return felt_cli_admin_refuse(admin, "these words are no text that can be sent");
        }
    }
    char done[PATH_BYTES];
    (void)snprintf(done, sizeof done, "%.19s is announced: felt admin event show %.19s tells more",
                   word[0], word[0]);
    return post(admin, "create", json_pack("{s:o}", "settings", settings), done);
}

static json_t *about(const char *id)
{
    return json_pack("{s:s}", "event", id);
}

int felt_cli_admin_tournament_pause(const struct felt_cli_admin_job *admin, const char *const *word)
{
    return post(admin, "pause", about(word[0]), "paused: hands under way are played to their end");
}

int felt_cli_admin_tournament_resume(const struct felt_cli_admin_job *admin,
                                     const char *const *word)
{
    return post(admin, "resume", about(word[0]), "it goes on");
}

int felt_cli_admin_tournament_cancel(const struct felt_cli_admin_job *admin,
                                     const char *const *word)
{
    return post(admin, "cancel", about(word[0]), "called off: everybody gets his buy-in back");
}

int felt_cli_admin_tournament_retire(const struct felt_cli_admin_job *admin,
                                     const char *const *word)
{
    return post(admin, "retire", about(word[0]), "the last of its series: none follows");
}

int felt_cli_admin_tournament_add_time(const struct felt_cli_admin_job *admin,
                                       const char *const *word)
{
    uint64_t ms = 0, hands = 0;
    const char *end = felt_tournament_number(word[1], 10000, &hands);
    json_t *body;
    if (end && strcmp(end, "hands") == 0 && hands > 0) {
        body = json_pack("{s:s,s:I}", "event", word[0], "hands", (json_int_t)hands);
    } else {
        end = felt_tournament_span(word[1], &ms);
        if (!end || *end || ms < 1000 || ms % 1000 != 0)
            return felt_cli_admin_refuse(admin, "%s: a time, as in 90s, 5m or 1h, or 10hands",
                                         word[1]);
        body = json_pack("{s:s,s:I}", "event", word[0], "seconds", (json_int_t)(ms / 1000));
    }
    return post(admin, "add-time", body, "this level lasts so much longer");
}

/* By name or #ID, among all users: the director knows who is in. */
static bool find_user(const struct felt_cli_admin_job *admin, const char *name, int64_t *user,
                      int *code)
{
    struct felt_ledger_answer answer;
    if (!felt_cli_admin_user(admin, name, &answer, code)) return false;
    *user = answer.user.id;
    return true;
}

int felt_cli_admin_tournament_move(const struct felt_cli_admin_job *admin, const char *const *word)
{
    int64_t user;
    int code;
    uint64_t seat = 0;
    char table[FELT_TABLE_NAME_BYTES + 1];
    size_t bytes = strcspn(word[2], ":");
    const char *end = word[2][bytes] ? felt_tournament_number(word[2] + bytes + 1, 9, &seat) : "";
    if (bytes == 0 || bytes >= sizeof table || !end || *end)
        return felt_cli_admin_refuse(
            admin, "%s: a table, and a seat if you like: friday-2, friday-2:4", word[2]);
    memcpy(table, word[2], bytes);
    table[bytes] = '\0';
    if (!find_user(admin, word[1], &user, &code)) return code;
    json_t *body =
        json_pack("{s:s,s:I,s:s}", "event", word[0], "user", (json_int_t)user, "table", table);
    if (body && word[2][bytes])
        (void)json_object_set_new(body, "seat", json_integer((json_int_t)seat));
    return post(admin, "move", body, "moved");
}

int felt_cli_admin_tournament_remove(const struct felt_cli_admin_job *admin,
                                     const char *const *word)
{
    int64_t user;
    int code;
    if (!find_user(admin, word[1], &user, &code)) return code;
    return post(admin, "remove", json_pack("{s:s,s:I}", "event", word[0], "user", (json_int_t)user),
                "removed: refunded before the start, else blinded off");
}
