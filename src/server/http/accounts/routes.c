/* routes.c -- what a request says: its route, body, cookie, token and query, read strictly. */
#include "server/http/accounts/parts.h"
#include "server/http/path.h"

#include "accounts/token.h"
#include "felt/assert.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

/* ---- bodies ---- */

static const struct {
    const char *word;
    json_type type;
    size_t bytes_max;
} fields[FIELDS] = {
    [FIELD_USERNAME] = {"username", JSON_STRING, FELT_HTTP_ACCOUNTS_TEXT_MAX},
    [FIELD_PASSWORD] = {"password", JSON_STRING, FELT_HTTP_ACCOUNTS_TEXT_MAX},
    [FIELD_HANDLE] = {"handle", JSON_STRING, FELT_HTTP_ACCOUNTS_TEXT_MAX},
    [FIELD_EMAIL] = {"email", JSON_STRING, FELT_HTTP_ACCOUNTS_TEXT_MAX},
    [FIELD_BIRTHDAY] = {"birthday", JSON_STRING, FELT_HTTP_ACCOUNTS_TEXT_MAX},
    [FIELD_OLD] = {"old", JSON_STRING, FELT_HTTP_ACCOUNTS_TEXT_MAX},
    [FIELD_NEW] = {"new", JSON_STRING, FELT_HTTP_ACCOUNTS_TEXT_MAX},
    [FIELD_KEY] = {"key", JSON_STRING, FELT_HTTP_ACCOUNTS_KEY_BYTES},
    [FIELD_TOKEN] = {"token", JSON_STRING, FELT_HTTP_ACCOUNTS_TEXT_MAX},
    [FIELD_CONFIRM] = {"confirm", JSON_STRING, FELT_HTTP_ACCOUNTS_TEXT_MAX},
    [FIELD_SIGNED_REQUEST] = {"signedRequest", JSON_STRING, FELT_SIGNED_BYTES},
    [FIELD_AUTH_RESPONSE] = {"authResponse", JSON_OBJECT, 0},
    [FIELD_ALL] = {"all", JSON_TRUE, 0},
    [FIELD_NAME] = {"name", JSON_STRING, FELT_HTTP_ACCOUNTS_TEXT_MAX},
    [FIELD_CODE] = {"code", JSON_STRING, FELT_HTTP_ACCOUNTS_TEXT_MAX},
    [FIELD_RANK] = {"rank", JSON_STRING, FELT_HTTP_ACCOUNTS_TEXT_MAX},
    [FIELD_TABLE] = {"table", JSON_STRING, FELT_HTTP_ACCOUNTS_TEXT_MAX},
    [FIELD_HAND] = {"hand", JSON_STRING, FELT_HTTP_ACCOUNTS_TEXT_MAX},
    [FIELD_TEXT] = {"text", JSON_STRING, FELT_USER_REPORT_BYTES},
    [FIELD_ID] = {"id", JSON_STRING, FELT_HTTP_ACCOUNTS_TEXT_MAX},
};

const char *felt_http_accounts_field_word(enum field field)
{
    felt_assert(field < FIELDS);
    return fields[field].word;
}

bool felt_http_is_json(const char *type)
{
    static const char json[] = "application/json";
    if (strncasecmp(type, json, sizeof json - 1) != 0) return false;
    type += sizeof json - 1;
    type += strspn(type, " \t");
    return *type == '\0' || *type == ';';
}

static int find_field(const char *name, uint32_t allowed)
{
    for (int field = 0; field < FIELDS; field++)
        if ((allowed >> field & 1) && strcmp(fields[field].word, name) == 0) return field;
    return -1;
}

/* NULL, or what is wrong with it: said behind the name of the field. */
static const char *take_text(const json_t *value, enum field field, struct body *out)
{
    if (!json_is_string(value)) return "must be a text";
    if (json_string_length(value) > fields[field].bytes_max) return "is too long";
    out->text[field] = json_string_value(value);
    return NULL;
}

/* Facebook's own object: only the request in it is looked at. */
static const char *take_auth(const json_t *value, struct body *out)
{
    if (!json_is_object(value)) return "must be an object with signedRequest in it";
    const json_t *inner = json_object_get(value, fields[FIELD_SIGNED_REQUEST].word);
    if (!json_is_string(inner)) return "must be an object with signedRequest in it";
    if (json_string_length(inner) > FELT_SIGNED_BYTES) return "is too long";
    out->text[FIELD_AUTH_RESPONSE] = json_string_value(inner);
    return NULL;
}

static const char *take_value(const json_t *value, enum field field, struct body *out)
{
    if (field == FIELD_AUTH_RESPONSE) return take_auth(value, out);
    if (fields[field].type == JSON_STRING) return take_text(value, field, out);
    if (!json_is_boolean(value)) return "must be true or false";
    out->text[field] = "";
    out->all = json_is_true(value);
    return NULL;
}

static const char *complain(struct body *out, const char *first, const char *second)
{
    (void)snprintf(out->why, sizeof out->why, "%s %s", first, second);
    return out->why;
}

/* A name that looks like one is told; what else a client may write there is not said after him. */
static const char *refuse_name(struct body *out, const char *name, const char **field)
{
    static const char usual[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.-";
    size_t bytes = strlen(name);
    if (bytes == 0 || bytes > FELT_HTTP_ACCOUNTS_FIELD_MAX || strspn(name, usual) != bytes)
        return "there is a field that is not known here";
    *field = name;
    return complain(out, "there is no field called", name);
}

static const char *take_members(uint32_t allowed, struct body *out, const char **field)
{
    const char *name;
    json_t *value;
    json_object_foreach(out->root, name, value)
    {
        int found = find_field(name, allowed);
        if (found < 0) return refuse_name(out, name, field);
        const char *wrong = take_value(value, (enum field)found, out);
        if (!wrong) continue;
        *field = fields[found].word;
        return complain(out, *field, wrong);
    }
    return NULL;
}

const char *felt_http_accounts_read_body(const char *text, size_t bytes, uint32_t allowed,
                                         uint32_t required, struct body *out, const char **field,
                                         const char **code)
{
    json_error_t error = {0};
    felt_assert(bytes <= FELT_HTTP_ACCOUNTS_BODY_MAX);
    *out = (struct body){0};
    *field = NULL;
    *code = "BAD_JSON";
    out->root = json_loadb(text, bytes, JSON_REJECT_DUPLICATES, &error);
    if (!out->root && json_error_code(&error) == json_error_duplicate_key)
        return "a name stands twice";
    if (!out->root) return "the body is not strict JSON";
    if (!json_is_object(out->root)) return "the body is not a JSON object";
    *code = "BAD_FIELD";
    const char *wrong = take_members(allowed, out, field);
    if (wrong) return wrong;
    for (int i = 0; i < FIELDS; i++)
        if ((required >> i & 1) && !out->text[i]) {
            *field = fields[i].word;
            return complain(out, *field, "is missing");
        }
    return NULL;
}

void felt_http_accounts_free_body(struct body *body)
{
    const char *name;
    json_t *value;
    if (!body->root) return;
    /* The texts may be passwords.  They are in memory of our own, whatever the type says. */
    if (json_is_object(body->root)) {
        json_object_foreach(body->root, name, value)
        {
            if (json_is_string(value))
                felt_http_accounts_wipe((char *)(uintptr_t)json_string_value(value),
                                        json_string_length(value));
        }
    }
    json_decref(body->root);
    *body = (struct body){0};
}

/* ---- cookies and tokens ---- */

int felt_http_find_cookie(const char *header, bool secure, const char *which, const char **value,
                          size_t *bytes)
{
    char name[64];
    int found = 0;
    (void)snprintf(name, sizeof name, "%s%s", secure ? FELT_HTTP_HOST : "", which);
    size_t name_bytes = strlen(name);
    for (const char *at = header; *at;) {
        at += strspn(at, " \t;");
        size_t length = strcspn(at, ";");
        if (length > name_bytes && strncmp(at, name, name_bytes) == 0 && at[name_bytes] == '=') {
            if (found) return -1;
            found = 1;
            *value = at + name_bytes + 1;
            *bytes = length - name_bytes - 1;
            while (*bytes > 0 && ((*value)[*bytes - 1] == ' ' || (*value)[*bytes - 1] == '\t'))
                --*bytes;
        }
        at += length;
    }
    return found;
}

int felt_http_read_cookie(const char *header, bool secure, const char **value, size_t *bytes)
{
    return felt_http_find_cookie(header, secure, FELT_HTTP_SESSION, value, bytes);
}

bool felt_http_read_token(const struct felt_digests *digests, const char *text, size_t bytes,
                          uint8_t out[FELT_DIGEST_BYTES])
{
    return felt_token_hash(digests, text, bytes, out);
}

/* ---- queries ---- */

const char *felt_http_accounts_read_query(const char *query, int64_t *before, uint32_t *limit)
{
    bool has_before = false, has_limit = false;
    int64_t number;
    *before = INT64_MAX;
    *limit = FELT_HTTP_ACCOUNTS_LINES_USUAL;
    while (*query) {
        size_t length = strcspn(query, "&");
        if (strncmp(query, "before=", 7) == 0) {
            if (has_before || !felt_http_path_number(query + 7, length - 7, INT64_MAX, before))
                return "before";
            has_before = true;
        } else if (strncmp(query, "limit=", 6) == 0) {
            if (has_limit || !felt_http_path_number(query + 6, length - 6,
                                                    FELT_HTTP_ACCOUNTS_LINES_MAX, &number))
                return "limit";
            *limit = (uint32_t)number;
            has_limit = true;
        } else {
            return "query";
        }
        query += length;
        if (*query == '&' && *++query == '\0') return "query";
    }
    return NULL;
}

/* ---- routes ---- */

#define BIT(field) (UINT32_C(1) << FIELD_##field)
#define PERSON     (BIT(HANDLE) | BIT(EMAIL) | BIT(BIRTHDAY))
#define SECRETS    (BIT(USERNAME) | BIT(PASSWORD))

static const struct route routes[] = {
    {"/api/config", false, false, false, 0, 0, NULL, felt_http_accounts_begin_config},
    {"/api/register", true, false, true, SECRETS | PERSON, SECRETS,
     felt_http_accounts_read_register, felt_http_accounts_begin_register},
    {"/api/login", true, false, true, SECRETS | BIT(CODE), SECRETS, felt_http_accounts_read_login,
     felt_http_accounts_begin_login},
    {"/api/guest", true, false, false, 0, 0, felt_http_accounts_read_guest,
     felt_http_accounts_begin_guest},
    {"/api/facebook", true, false, true, BIT(SIGNED_REQUEST) | BIT(AUTH_RESPONSE), 0,
     felt_http_accounts_read_facebook, felt_http_accounts_begin_facebook},
    {"/api/link", true, false, true, BIT(TOKEN), BIT(TOKEN), felt_http_accounts_read_link,
     felt_http_accounts_begin_link},
    {"/api/logout", true, false, true, BIT(ALL), 0, felt_http_accounts_read_logout,
     felt_http_accounts_begin_logout},
    {"/api/me", false, true, false, 0, 0, NULL, felt_http_accounts_begin_me},
    {"/api/me", true, true, false, PERSON, 0, felt_http_accounts_read_profile,
     felt_http_accounts_begin_profile},
    {"/api/password", true, true, false, BIT(OLD) | BIT(NEW), BIT(NEW),
     felt_http_accounts_read_password, felt_http_accounts_begin_password},
    {"/api/reload", true, true, false, BIT(KEY), 0, felt_http_accounts_read_reload,
     felt_http_accounts_begin_reload},
    {"/api/ledger", false, true, false, 0, 0, felt_http_accounts_read_ledger,
     felt_http_accounts_begin_ledger},
    {"/api/sessions", false, true, false, 0, 0, NULL, felt_http_accounts_begin_sessions},
    {"/api/sessions/end", true, true, false, BIT(ID), BIT(ID), felt_http_accounts_read_session_end,
     felt_http_accounts_begin_session_end},
    {"/api/export", false, true, false, 0, 0, NULL, felt_http_accounts_begin_export},
    {"/api/delete", true, true, false, BIT(PASSWORD) | BIT(CONFIRM), 0,
     felt_http_accounts_read_delete, felt_http_accounts_begin_delete},
    {"/api/clubs", false, true, false, 0, 0, NULL, felt_http_accounts_begin_clubs},
    {"/api/clubs", true, true, false, BIT(NAME), BIT(NAME), felt_http_accounts_read_club,
     felt_http_accounts_begin_club_open},
    {"/api/clubs/join", true, true, false, BIT(CODE), BIT(CODE), felt_http_accounts_read_club,
     felt_http_accounts_begin_club_join},
    {"/api/clubs/#", false, true, false, 0, 0, NULL, felt_http_accounts_begin_club},
    {"/api/clubs/#/leaders", false, true, false, 0, 0, NULL, felt_http_accounts_begin_club_leaders},
    {"/api/clubs/#/leave", true, true, false, 0, 0, NULL, felt_http_accounts_begin_club_leave},
    {"/api/clubs/#/remove", true, true, false, BIT(HANDLE), BIT(HANDLE),
     felt_http_accounts_read_club, felt_http_accounts_begin_club_remove},
    {"/api/clubs/#/rank", true, true, false, BIT(HANDLE) | BIT(RANK), BIT(HANDLE) | BIT(RANK),
     felt_http_accounts_read_club, felt_http_accounts_begin_club_rank},
    {"/api/clubs/#/code", true, true, false, 0, 0, NULL, felt_http_accounts_begin_club_code},
    {"/api/clubs/#/name", true, true, false, BIT(NAME), BIT(NAME), felt_http_accounts_read_club,
     felt_http_accounts_begin_club_name},
    {"/api/clubs/#/close", true, true, false, 0, 0, NULL, felt_http_accounts_begin_club_close},
    {"/api/reports", true, true, false, BIT(HANDLE) | BIT(TABLE) | BIT(HAND) | BIT(TEXT),
     BIT(HANDLE) | BIT(TEXT), felt_http_accounts_read_report, felt_http_accounts_begin_report},
};

const struct route *felt_http_accounts_route(const char *path, bool post, bool *known, int64_t *id)
{
    *known = false;
    for (size_t i = 0; i < sizeof routes / sizeof *routes; i++)
        if (felt_http_path_matches(routes[i].path, path, id)) {
            *known = true;
            if (routes[i].post == post) return &routes[i];
        }
    return NULL;
}
