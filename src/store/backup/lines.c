/* lines.c -- see lines.h.
 *
 * Tables are rows of data: a column more is a line more here, and one in the statements of
 * copy.c and restore.c.  To be strict costs little: a line that was read is written
 * again and compared, so blanks, other orders, other spellings of a number or letter and members
 * too many need no rules of their own. */
#include "store/backup/lines.h"

#include "base/utf8.h"
#include "felt/assert.h"
#include "felt/json.h"
#include "formats/load.h"

#include <string.h>

#define INT(name)                                                                                  \
    {                                                                                              \
        name, 'i', false, false, 0, 0                                                              \
    }
#define INT_OR_NULL(name)                                                                          \
    {                                                                                              \
        name, 'i', true, false, 0, 0                                                               \
    }
#define KEPT(name)                                                                                 \
    {                                                                                              \
        name, 'i', false, true, 0, 0                                                               \
    }
#define TEXT(name, n)                                                                              \
    {                                                                                              \
        name, 't', false, false, n, 0                                                              \
    }
#define TEXT_OR_NULL(name, n)                                                                      \
    {                                                                                              \
        name, 't', true, false, n, 0                                                               \
    }

/* Since version 3. */
#define INT_OR_NULL_3(name)                                                                        \
    {                                                                                              \
        name, 'i', true, false, 0, 3                                                               \
    }
#define TEXT_OR_NULL_3(name, n)                                                                    \
    {                                                                                              \
        name, 't', true, false, n, 3                                                               \
    }

/* The tables count characters; of a handle, each takes four bytes at most. */
enum { WORD_BYTES = 32, HEX_BYTES = 2 * FELT_DIGEST_BYTES };

const struct felt_ledger_backup_table felt_ledger_backup_tables[FELT_LEDGER_BACKUP_KINDS] = {
    [FELT_LEDGER_BACKUP_HEAD] = {"head",
                                 3,
                                 0,
                                 {TEXT("what", WORD_BYTES), INT("format"), INT("schema")}},
    [FELT_LEDGER_BACKUP_COUNTER] = {"counter", 2, 0, {TEXT("name", WORD_BYTES), INT("value")}},
    [FELT_LEDGER_BACKUP_USER] = {"user",
                                 21,
                                 0,
                                 {INT("id"),
                                  TEXT_OR_NULL("facebook_id", FELT_FACEBOOK_ID_BYTES),
                                  TEXT_OR_NULL("username", FELT_USERNAME_MAX),
                                  TEXT_OR_NULL("username_folded", FELT_USERNAME_MAX),
                                  TEXT_OR_NULL("handle", FELT_HANDLE_BYTES),
                                  TEXT_OR_NULL("handle_folded", FELT_HANDLE_BYTES),
                                  TEXT_OR_NULL("password", FELT_PASSWORD_HASH_BYTES),
                                  TEXT_OR_NULL("email", FELT_EMAIL_BYTES),
                                  TEXT_OR_NULL("birthday", FELT_BIRTHDAY_BYTES),
                                  KEPT("chips"),
                                  KEPT("invested"),
                                  INT("level"),
                                  TEXT("kind", WORD_BYTES),
                                  TEXT_OR_NULL("bookmark", FELT_BOOKMARK_BYTES),
                                  INT("reg_date"),
                                  INT_OR_NULL("last_visit"),
                                  TEXT_OR_NULL("remote_address", FELT_ADDRESS_BYTES),
                                  INT_OR_NULL("disabled_at"),
                                  INT_OR_NULL("deleted_at"),
                                  INT_OR_NULL_3("disabled_until"),
                                  INT_OR_NULL_3("silenced_until")}},
    [FELT_LEDGER_BACKUP_ACCOUNT] = {"account",
                                    5,
                                    0,
                                    {INT("id"), TEXT("kind", WORD_BYTES), INT_OR_NULL("owner"),
                                     TEXT("name", FELT_ACCOUNT_NAME_BYTES), KEPT("balance")}},
    [FELT_LEDGER_BACKUP_TRANSACTION] =
        {"transaction",
         9,
         0,
         {INT("id"), TEXT("kind", WORD_BYTES), TEXT("idem_key", FELT_ORDER_KEY_BYTES),
          TEXT("fingerprint", HEX_BYTES), INT_OR_NULL("user_id"), INT("invested"), INT("amount"),
          TEXT_OR_NULL("hand", FELT_ORDER_HAND_BYTES), INT("created")}},
    [FELT_LEDGER_BACKUP_AUDIT] = {"audit",
                                  9,
                                  0,
                                  {INT("id"), INT("at"), TEXT("actor", FELT_ORDER_ACTOR_BYTES),
                                   TEXT("kind", WORD_BYTES), INT_OR_NULL("user_id"), INT("amount"),
                                   TEXT_OR_NULL("reason", FELT_ORDER_REASON_BYTES),
                                   TEXT_OR_NULL_3("action", FELT_ORDER_ACTION_BYTES),
                                   TEXT_OR_NULL_3("about", FELT_ORDER_ABOUT_BYTES)}},
    [FELT_LEDGER_BACKUP_CLUB] = {"club",
                                 6,
                                 3,
                                 {INT("id"), TEXT("name", FELT_HANDLE_BYTES), INT("owner"),
                                  TEXT("code", FELT_CLUB_CODE_BYTES), INT("created"),
                                  INT_OR_NULL("closed_at")}},
    [FELT_LEDGER_BACKUP_MEMBER] = {"member",
                                   5,
                                   3,
                                   {INT("id"), INT("club_id"), INT("user_id"),
                                    TEXT("rank", WORD_BYTES), INT("joined")}},
    [FELT_LEDGER_BACKUP_REPORT] = {"report",
                                   10,
                                   3,
                                   {INT("id"), INT("at"), INT("by_id"), INT("user_id"),
                                    TEXT_OR_NULL("place", FELT_ORDER_TABLE_BYTES),
                                    TEXT_OR_NULL("hand", FELT_ORDER_HAND_BYTES),
                                    TEXT("text", FELT_USER_REPORT_BYTES), INT_OR_NULL("done_at"),
                                    TEXT_OR_NULL("done_by", FELT_ORDER_ACTOR_BYTES),
                                    TEXT_OR_NULL("remark", FELT_ORDER_REASON_BYTES)}},
    [FELT_LEDGER_BACKUP_END] = {"end",
                                9,
                                0,
                                {INT("counters"), INT("users"), INT("accounts"),
                                 INT("transactions"), INT("audits"), INT_OR_NULL_3("clubs"),
                                 INT_OR_NULL_3("members"), INT_OR_NULL_3("reports"),
                                 TEXT("sha256", HEX_BYTES)}},
};

/* ---- rows ------------------------------------------------------------------------------------ */

void felt_ledger_backup_row_init(struct felt_ledger_backup_row *row,
                                 enum felt_ledger_backup_kind kind, int schema)
{
    row->schema = schema;
    row->kind = (uint8_t)kind;
    row->lines = 0;
    row->used = 0;
    memset(row->value, 0, sizeof row->value);
}

/* A text that JSON cannot hold as it is would come back as another one. */
static bool is_utf8(const char *text, size_t bytes)
{
    size_t used = 0;
    for (size_t at = 0; at < bytes; at += used) {
        uint32_t character;
        if (!felt_utf8_read(text + at, bytes - at, &used, &character) || character == 0)
            return false;
    }
    return true;
}

static bool fits(const struct felt_ledger_backup_column *column, const struct felt_value *value)
{
    switch (value->kind) {
    case FELT_VALUE_NULL: return column->or_null;
    case FELT_VALUE_INT: return column->type == 'i';
    case FELT_VALUE_TEXT:
        return column->type == 't' && value->bytes <= column->bytes &&
               is_utf8(value->text, value->bytes);
    default: return false;
    }
}

bool felt_ledger_backup_row_fill(struct felt_ledger_backup_row *row, const struct felt_value *value,
                                 int *wrong)
{
    const struct felt_ledger_backup_table *table = &felt_ledger_backup_tables[row->kind];
    for (int i = 0; i < table->columns; i++) {
        *wrong = i;
        if (!fits(&table->column[i], &value[i])) return false;
        row->value[i] = value[i];
        if (value[i].kind != FELT_VALUE_TEXT) continue;
        felt_assert(row->used + value[i].bytes < sizeof row->text);
        char *own = row->text + row->used;
        if (value[i].bytes > 0) memcpy(own, value[i].text, value[i].bytes);
        own[value[i].bytes] = 0;
        row->value[i].text = own;
        row->used += value[i].bytes + 1;
    }
    return true;
}

bool felt_ledger_backup_row_line(struct felt_ledger_backup_row *row, struct felt_ledger_line line)
{
    felt_assert(row->kind == FELT_LEDGER_BACKUP_TRANSACTION);
    if (row->lines == FELT_LEDGER_LINES_MAX) return false;
    row->line[row->lines++] = line;
    return true;
}

/* ---- writing --------------------------------------------------------------------------------- */

void felt_ledger_backup_value_write(struct felt_json *json, const struct felt_value *value)
{
    if (value->kind == FELT_VALUE_INT)
        felt_json_int(json, value->number);
    else if (value->kind == FELT_VALUE_TEXT)
        felt_json_text_n(json, value->text, value->bytes);
    else
        felt_json_null(json);
}

static void write_lines(struct felt_json *json, const struct felt_ledger_backup_row *row)
{
    felt_json_key(json, "lines");
    felt_json_array(json);
    for (int i = 0; i < row->lines; i++) {
        felt_json_array(json);
        felt_json_int(json, row->line[i].account);
        felt_json_int(json, row->line[i].amount);
        felt_json_int(json, row->line[i].after);
        felt_json_end(json);
    }
    felt_json_end(json);
}

void felt_ledger_backup_line_write(const struct felt_ledger_backup_row *row,
                                   struct felt_buffer *out)
{
    const struct felt_ledger_backup_table *table = &felt_ledger_backup_tables[row->kind];
    struct felt_json json = felt_json_make(out);
    felt_json_object(&json);
    felt_json_key(&json, table->name);
    felt_json_object(&json);
    for (int i = 0; i < table->columns; i++) {
        if (table->column[i].since > row->schema) continue;
        felt_json_key(&json, table->column[i].name);
        felt_ledger_backup_value_write(&json, &row->value[i]);
    }
    if (row->kind == FELT_LEDGER_BACKUP_TRANSACTION) write_lines(&json, row);
    felt_json_end(&json);
    felt_json_end(&json);
    felt_buffer_char(out, '\n');
}

/* ---- reading --------------------------------------------------------------------------------- */

static bool read_value(const json_t *item, struct felt_value *out)
{
    *out = (struct felt_value){.kind = FELT_VALUE_NULL};
    if (json_is_integer(item)) {
        *out = felt_value_int(json_integer_value(item));
    } else if (json_is_string(item)) {
        out->kind = FELT_VALUE_TEXT;
        out->text = json_string_value(item);
        out->bytes = json_string_length(item);
    } else if (!json_is_null(item)) {
        return false;
    }
    return true;
}

static bool read_lines(const json_t *lines, struct felt_ledger_backup_row *out)
{
    if (!json_is_array(lines) || json_array_size(lines) > FELT_LEDGER_LINES_MAX) return false;
    for (size_t i = 0; i < json_array_size(lines); i++) {
        const json_t *item = json_array_get(lines, i);
        if (!json_is_array(item) || json_array_size(item) != 3) return false;
        for (size_t j = 0; j < 3; j++)
            if (!json_is_integer(json_array_get(item, j))) return false;
        struct felt_ledger_line line = {.account = json_integer_value(json_array_get(item, 0)),
                                        .amount = json_integer_value(json_array_get(item, 1)),
                                        .after = json_integer_value(json_array_get(item, 2))};
        if (!felt_ledger_backup_row_line(out, line)) return false;
    }
    return true;
}

/* Whoever cannot read a format must say so, not that it is damaged. */
static enum felt_status verify_head(const json_t *head, struct felt_complaint *complaint)
{
    const json_t *what = json_object_get(head, "what"), *format = json_object_get(head, "format");
    if (!json_is_string(what) || strcmp(json_string_value(what), FELT_LEDGER_BACKUP_WHAT) != 0 ||
        !json_is_integer(format))
        return felt_complain(complaint, FELT_BAD_FORMAT, 0, 0, "this is no backup of ours");
    if (json_integer_value(format) != FELT_LEDGER_BACKUP_FORMAT)
        return felt_complain(complaint, FELT_UNSUPPORTED, 0, 0,
                             "a backup of format %lld; this program reads format %d",
                             (long long)json_integer_value(format), FELT_LEDGER_BACKUP_FORMAT);
    return FELT_OK;
}

static enum felt_status read_columns(const json_t *body, struct felt_ledger_backup_row *out,
                                     struct felt_complaint *complaint)
{
    const struct felt_ledger_backup_table *table = &felt_ledger_backup_tables[out->kind];
    struct felt_value value[FELT_LEDGER_BACKUP_COLUMNS_MAX];
    int wrong = 0;
    for (; wrong < table->columns; wrong++) {
        value[wrong] = (struct felt_value){.kind = FELT_VALUE_NULL};
        if (table->column[wrong].since > out->schema) continue;
        const json_t *item = json_object_get(body, table->column[wrong].name);
        if (!item || !read_value(item, &value[wrong])) break;
    }
    if (wrong < table->columns || !felt_ledger_backup_row_fill(out, value, &wrong))
        return felt_complain(complaint, FELT_BAD_FORMAT, 0, 0,
                             "\"%s\" of this %s is missing or not what it must be",
                             table->column[wrong].name, table->name);
    if (out->kind == FELT_LEDGER_BACKUP_TRANSACTION &&
        !read_lines(json_object_get(body, "lines"), out))
        return felt_complain(complaint, FELT_BAD_FORMAT, 0, 0,
                             "the lines of this transaction are not up to %d times "
                             "[account,amount,after]",
                             FELT_LEDGER_LINES_MAX);
    return FELT_OK;
}

static enum felt_status read_row(json_t *root, int schema, struct felt_ledger_backup_row *out,
                                 struct felt_complaint *complaint)
{
    void *only = json_object_iter(root);
    int kind = FELT_LEDGER_BACKUP_KINDS;
    if (only && json_object_size(root) == 1 && json_is_object(json_object_iter_value(only)))
        for (kind = 0; kind < FELT_LEDGER_BACKUP_KINDS; kind++)
            if (strcmp(json_object_iter_key(only), felt_ledger_backup_tables[kind].name) == 0)
                break;
    if (kind == FELT_LEDGER_BACKUP_KINDS || felt_ledger_backup_tables[kind].since > schema)
        return felt_complain(complaint, FELT_BAD_FORMAT, 0, 0, "this is no row of a backup");
    felt_ledger_backup_row_init(out, (enum felt_ledger_backup_kind)kind, schema);
    const json_t *body = json_object_iter_value(only);
    enum felt_status status = FELT_OK;
    if (kind == FELT_LEDGER_BACKUP_HEAD) status = verify_head(body, complaint);
    return status == FELT_OK ? read_columns(body, out, complaint) : status;
}

enum felt_status felt_ledger_backup_line_read(const char *text, size_t bytes, int schema,
                                              struct felt_ledger_backup_row *out,
                                              struct felt_complaint *complaint)
{
    enum felt_status status = FELT_OK;
    json_t *root =
        felt_load_json(text, bytes, FELT_LEDGER_BACKUP_LINE_BYTES, "a line", &status, complaint);
    if (!root) return status;
    status = read_row(root, schema, out, complaint);
    json_decref(root);
    if (status != FELT_OK) return status;
    char memory[FELT_LEDGER_BACKUP_LINE_BYTES + 1];
    struct felt_buffer again = felt_buffer_make(memory, sizeof memory);
    felt_ledger_backup_line_write(out, &again);
    felt_assert(!again.overflow);
    if (again.used != bytes + 1 || memcmp(memory, text, bytes) != 0)
        return felt_complain(complaint, FELT_BAD_FORMAT, 0, 0,
                             "this %s is not written as a backup writes it",
                             felt_ledger_backup_tables[out->kind].name);
    return FELT_OK;
}
