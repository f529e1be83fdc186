/* read.c -- what a request of an operator says: its route, body and query, read
 * strictly. */
#include "server/http/admin/parts.h"
#include "server/http/path.h"

#include "base/utf8.h"
#include "felt/assert.h"

#include <stdio.h>
#include <string.h>

/* ---- bodies ---- */

enum type { TEXT, NUMBER, TRUTH, OBJECT };
static const struct {
    const char *word;
    enum type type;
    int64_t least, most; /* bytes of a text                                                      */
} fields[FIELDS] = {
    [FIELD_STAKE] = {"stake", TEXT, 1, FELT_STAKE_ID_BYTES},
    [FIELD_TABLE] = {"table", TEXT, 1, FELT_TABLE_NAME_BYTES},
    [FIELD_WHO] = {"who", TEXT, 1, FELT_USERNAME_MAX},
    [FIELD_PERSONA] = {"persona", TEXT, 0, FELT_PLAYER_TEXT_MAX},
    [FIELD_THINK_MS] = {"think_ms", NUMBER, 0, 60000},
    [FIELD_THINK_MAX_MS] = {"think_max_ms", NUMBER, 0, 60000},
    [FIELD_LOOK_MS] = {"look_ms", NUMBER, 10, 60000},
    [FIELD_STAY_HANDS] = {"stay_hands", NUMBER, 0, 1000000},
    [FIELD_USER] = {"user", NUMBER, 1, INT64_MAX},
    [FIELD_AMOUNT] = {"amount", NUMBER, 1, FELT_ACCOUNT_CHIPS_MAX},
    [FIELD_REASON] = {"reason", TEXT, 1, FELT_ORDER_REASON_BYTES},
    [FIELD_KEY] = {"key", TEXT, 1, FELT_HTTP_ADMIN_KEY_BYTES},
    [FIELD_MINUTES] = {"minutes", NUMBER, 0, FELT_HTTP_ADMIN_MINUTES_MAX},
    [FIELD_TEXT] = {"text", TEXT, 1, FELT_ROOM_TEXT_BYTES - 1},
    [FIELD_CLOSED] = {"closed", TRUTH, 0, 1},
    [FIELD_EVENT] = {"event", TEXT, 1, FELT_TOURNAMENT_ID_BYTES},
    [FIELD_SETTINGS] = {"settings", OBJECT, 0, 0},
    [FIELD_SECONDS] = {"seconds", NUMBER, 1, 86400},
    [FIELD_HANDS] = {"hands", NUMBER, 1, 10000},
    [FIELD_SEAT] = {"seat", NUMBER, 0, FELT_SEATS_MAX - 1},
    [FIELD_STANDS] = {"stands", TRUTH, 0, 1},
};

/* One line, and nothing in it that could drive a terminal. */
static bool is_line(const char *text)
{
    for (size_t at = 0, used; text[at]; at += used) {
        uint32_t character;
        if (!felt_utf8_read(text + at, strlen(text + at), &used, &character)) return false;
        if (character < ' ' || (character >= 0x7f && character < 0xa0)) return false;
    }
    return true;
}

static bool is_key(const char *text)
{
    for (; *text; text++)
        if (*text <= ' ' || *text > '~') return false;
    return true;
}

static bool take_text(struct felt_http_admin_values *values, int field, const json_t *value,
                      char why[FELT_HTTP_ADMIN_WHY_BYTES])
{
    const char *text = json_string_value(value);
    if (text && (int64_t)json_string_length(value) >= fields[field].least &&
        (int64_t)json_string_length(value) <= fields[field].most && is_line(text) &&
        strlen(text) == json_string_length(value) && (field != FIELD_KEY || is_key(text))) {
        values->text[field] = text;
        return true;
    }
    (void)snprintf(why, FELT_HTTP_ADMIN_WHY_BYTES, "%s must be one line of %lld to %lld bytes%s",
                   fields[field].word, (long long)fields[field].least,
                   (long long)fields[field].most,
                   field == FIELD_KEY ? " of ASCII without blanks" : "");
    return false;
}

static bool take_value(struct felt_http_admin_values *values, int field, const json_t *value,
                       char why[FELT_HTTP_ADMIN_WHY_BYTES])
{
    values->has |= UINT32_C(1) << field;
    if (fields[field].type == TEXT) return take_text(values, field, value, why);
    if (fields[field].type == OBJECT && json_is_object(value)) return true;
    if (fields[field].type == TRUTH && json_is_boolean(value)) {
        values->number[field] = json_is_true(value);
        return true;
    }
    int64_t number = json_integer_value(value);
    if (fields[field].type == NUMBER && json_is_integer(value) && number >= fields[field].least &&
        number <= fields[field].most) {
        values->number[field] = number;
        return true;
    }
    if (fields[field].type == OBJECT)
        (void)snprintf(why, FELT_HTTP_ADMIN_WHY_BYTES, "%s must be an object", fields[field].word);
    else if (fields[field].type == TRUTH)
        (void)snprintf(why, FELT_HTTP_ADMIN_WHY_BYTES, "%s must be true or false",
                       fields[field].word);
    else
        (void)snprintf(why, FELT_HTTP_ADMIN_WHY_BYTES,
                       "%s must be a whole number from %lld to %lld", fields[field].word,
                       (long long)fields[field].least, (long long)fields[field].most);
    return false;
}

static int find_field(const char *name, uint32_t allowed)
{
    for (int field = 0; field < FIELDS; field++)
        if (allowed >> field & 1 && strcmp(fields[field].word, name) == 0) return field;
    return -1;
}

const char *felt_http_admin_read_body(struct task *task, char why[FELT_HTTP_ADMIN_WHY_BYTES],
                                      const char **field)
{
    const char *name;
    json_t *value;
    struct felt_http_admin_values *values = &task->values;
    const struct felt_http_admin_route *route = task->route;
    *field = NULL;
    /* A request without fields may have no body. */
    bool empty = task->bytes == 0 && route->required == 0;
    values->root =
        empty ? json_object() : json_loadb(task->body, task->bytes, JSON_REJECT_DUPLICATES, NULL);
    if (!json_is_object(values->root)) return "the body is not a JSON object";
    json_object_foreach(values->root, name, value)
    {
        int found = find_field(name, route->fields);
        if (found < 0) {
            *field = "body";
            return "there is a field that is not known here";
        }
        *field = fields[found].word;
        if (!take_value(values, found, value, why)) return why;
    }
    *field = NULL;
    for (int i = 0; i < FIELDS; i++) {
        if (!(route->required >> i & 1) || values->has >> i & 1) continue;
        *field = fields[i].word;
        (void)snprintf(why, FELT_HTTP_ADMIN_WHY_BYTES, "%s is missing", *field);
        return why;
    }
    return NULL;
}

/* ---- queries ---- */

static int hex_value(char digit)
{
    if (digit >= '0' && digit <= '9') return digit - '0';
    if (digit >= 'a' && digit <= 'f') return digit - 'a' + 10;
    if (digit >= 'A' && digit <= 'F') return digit - 'A' + 10;
    return -1;
}

/* "a%20b" as "a b". */
static bool read_search(const char *text, size_t bytes, char *out, size_t most)
{
    size_t used = 0;
    for (size_t i = 0; i < bytes; i++) {
        char byte = text[i] == '+' ? ' ' : text[i];
        if (byte == '%') {
            int high = i + 2 < bytes ? hex_value(text[i + 1]) : -1;
            int low = i + 2 < bytes ? hex_value(text[i + 2]) : -1;
            if (high < 0 || low < 0) return false;
            byte = (char)(high * 16 + low);
            i += 2;
        }
        if (!byte || used == most) return false;
        out[used++] = byte;
    }
    out[used] = '\0';
    return is_line(out);
}

static const char *read_part(struct task *task, const char *part, size_t length)
{
    int64_t number;
    if (strncmp(part, "query=", 6) == 0)
        return read_search(part + 6, length - 6, task->search, sizeof task->search - 1) ? NULL
                                                                                        : "query";
    if (strncmp(part, "behind=", 7) == 0)
        return felt_http_path_number(part + 7, length - 7, INT64_MAX, &task->behind) ? NULL
                                                                                     : "behind";
    if (strncmp(part, "limit=", 6) == 0) {
        if (!felt_http_path_number(part + 6, length - 6, FELT_HTTP_ADMIN_ROWS_MAX, &number))
            return "limit";
        task->limit = (uint32_t)number;
        return NULL;
    }
    return "query";
}

static bool has_pages(felt_http_admin_step *run)
{
    return run == felt_http_admin_users || run == felt_http_admin_tournament ||
           run == felt_http_admin_audit || run == felt_http_admin_reports ||
           run == felt_http_admin_clubs;
}

static bool has_days(felt_http_admin_step *run)
{
    return run == felt_http_admin_stats || run == felt_http_admin_house_profit ||
           run == felt_http_admin_fairplay;
}

const char *felt_http_admin_read_query(struct task *task)
{
    const char *at = task->query;
    task->limit = FELT_HTTP_ADMIN_ROWS_USUAL;
    if (has_days(task->route->run)) return NULL; /* it reads them itself */
    if (!has_pages(task->route->run)) return *at ? "query" : NULL;
    while (*at) {
        size_t length = strcspn(at, "&");
        const char *wrong = read_part(task, at, length);
        if (wrong) return wrong;
        at += length;
        if (*at == '&' && *++at == '\0') return "query";
    }
    return NULL;
}

/* ---- routes ---- */

#define BIT(field) (UINT32_C(1) << FIELD_##field)
#define SETTINGS   (BIT(THINK_MS) | BIT(THINK_MAX_MS) | BIT(LOOK_MS) | BIT(STAY_HANDS))
#define DIRECT     (BIT(EVENT) | BIT(REASON))
#define MOVE       (BIT(USER) | BIT(AMOUNT) | BIT(REASON) | BIT(KEY))

static const struct felt_http_admin_route routes[] = {
    {"tables", false, true, false, 0, 0, felt_http_admin_tables, false},
    {"tables/open", true, true, false, BIT(STAKE), BIT(STAKE), felt_http_admin_open_table, false},
    {"tables/close", true, true, false, BIT(TABLE), BIT(TABLE), felt_http_admin_close_table, false},
    {"house", false, true, false, 0, 0, felt_http_admin_house, false},
    {"house/dials", true, true, false, BIT(WHO) | BIT(PERSONA), BIT(WHO) | BIT(PERSONA),
     felt_http_admin_dial, false},
    {"house/settings", true, true, false, SETTINGS, 0, felt_http_admin_settings, false},
    {"users", false, false, false, 0, 0, felt_http_admin_users, false},
    {"users/#", false, false, false, 0, 0, felt_http_admin_user, false},
    {"users/#/disable", true, false, false, BIT(REASON) | BIT(MINUTES), 0, felt_http_admin_disable,
     true},
    {"users/#/enable", true, false, false, BIT(REASON), 0, felt_http_admin_enable, false},
    {"users/#/signout", true, false, false, BIT(REASON), 0, felt_http_admin_sign_out, false},
    {"users/#/silence", true, false, false, BIT(MINUTES) | BIT(REASON), BIT(MINUTES),
     felt_http_admin_silence, false},
    {"users/#/stand", true, true, false, 0, 0, felt_http_admin_stand, false},
    {"users/#/dismiss", true, false, true, BIT(REASON) | BIT(CLOSED) | BIT(STANDS), BIT(REASON),
     felt_http_admin_dismiss, false},
    {"chips/credit", true, false, false, MOVE, MOVE, felt_http_admin_credit, true},
    {"chips/debit", true, false, false, MOVE, MOVE, felt_http_admin_debit, true},
    {"notice", true, true, false, BIT(TEXT), BIT(TEXT), felt_http_admin_notice, false},
    {"audit", false, false, false, 0, 0, felt_http_admin_audit, false},
    {"reports", false, false, false, 0, 0, felt_http_admin_reports, false},
    {"reports/#/close", true, false, false, BIT(REASON), BIT(REASON), felt_http_admin_end_report,
     false},
    {"clubs", false, false, false, 0, 0, felt_http_admin_clubs, false},
    {"clubs/#", false, false, false, 0, 0, felt_http_admin_club, false},
    {"clubs/#/close", true, false, false, BIT(REASON), BIT(REASON), felt_http_admin_close_club,
     false},
    {"stats/house", false, false, false, 0, 0, felt_http_admin_house_profit, false},
    {"stats/#", false, false, false, 0, 0, felt_http_admin_stats, false},
    {"fairplay", false, false, false, 0, 0, felt_http_admin_fairplay, false},
    {"ledger/check", false, false, false, 0, 0, felt_http_admin_check, false},
    {"metrics", false, false, false, 0, 0, felt_http_admin_stats_asked, false},
    {"events", false, true, false, 0, 0, felt_http_admin_tournaments, false},
    {"events/pools", false, true, false, 0, 0, felt_http_admin_pools, false},
    {"events/#", false, true, false, 0, 0, felt_http_admin_tournament, false},
    {"events/create", true, true, false, BIT(SETTINGS) | BIT(REASON), BIT(SETTINGS),
     felt_http_admin_create_tournament, false},
    {"events/pause", true, true, false, DIRECT, BIT(EVENT), felt_http_admin_direct, false},
    {"events/resume", true, true, false, DIRECT, BIT(EVENT), felt_http_admin_direct, false},
    {"events/add-time", true, true, false, DIRECT | BIT(SECONDS) | BIT(HANDS), BIT(EVENT),
     felt_http_admin_direct, false},
    {"events/move", true, true, false, DIRECT | BIT(USER) | BIT(TABLE) | BIT(SEAT),
     BIT(EVENT) | BIT(USER) | BIT(TABLE), felt_http_admin_direct, false},
    {"events/remove", true, true, false, DIRECT | BIT(USER), BIT(EVENT) | BIT(USER),
     felt_http_admin_direct, false},
    {"events/cancel", true, true, false, DIRECT, BIT(EVENT), felt_http_admin_direct, false},
    {"events/retire", true, true, false, DIRECT, BIT(EVENT), felt_http_admin_retire_tournament,
     false},
};

const struct felt_http_admin_route *felt_http_admin_find_route(struct task *task, bool *known)
{
    static const char head[] = "/api/operator/";
    *known = false;
    if (strncmp(task->path, head, sizeof head - 1) != 0) return NULL;
    for (size_t i = 0; i < sizeof routes / sizeof *routes; i++) {
        if (!felt_http_path_matches(routes[i].path, task->path + sizeof head - 1, &task->id))
            continue;
        if (routes[i].letters && !task->by_requests) continue;
        *known = true;
        if (routes[i].post == task->post) return &routes[i];
    }
    return NULL;
}
