/* backup.c -- opening a database to read, and the transactions as a list for people and programs.
 *
 * JSON lines, one for each transaction:
 *
 *     {"transaction":7,"at":"2026-01-02T03:04:05Z","kind":"buy_in","key":"...","user":17,
 *      "hand":null,"lines":[{"account":"bank:17","amount":-100,"after":300},
 *                           {"account":"seat:t1:17","amount":100,"after":100}]}
 *
 * CSV (RFC 4180), one record for each line of a transaction.  A program that calculates takes a
 * text that begins with = + - @ for a formula; such texts get an apostrophe in front. */
#include "store/backup/parts.h"

#include "base/calendar.h"
#include "felt/assert.h"
#include "felt/json.h"
#include "store/schema/schema.h"

#include <errno.h>
#include <string.h>

enum { PAGE = 1000, RECORD_BYTES = 4096 };

enum felt_status felt_ledger_backup_result(struct felt_sql *sql, enum felt_sql_result result,
                                           struct felt_complaint *complaint)
{
    if (result == FELT_SQL_OK) return FELT_OK;
    return felt_complain(complaint, FELT_FULL, 0, 0, "the database failed: %s", felt_sql_why(sql));
}

enum felt_status felt_ledger_backup_flush(FILE *out, struct felt_complaint *complaint)
{
    if (fflush(out) == 0 && !ferror(out)) return FELT_OK;
    return felt_complain(complaint, FELT_FULL, 0, 0, "the file cannot be written: %s",
                         strerror(errno));
}

enum felt_status felt_ledger_backup_open(const struct felt_sql_config *config,
                                         struct felt_sql **out, struct felt_complaint *complaint)
{
    struct felt_sql_config to_read = *config;
    to_read.read_only = true;
    to_read.patient = true;
    *out = NULL;
    enum felt_status status = felt_sql_open(&to_read, out, complaint);
    if (status != FELT_OK) return status;
    int version = felt_schema_version(*out);
    if (version == FELT_SCHEMA_VERSION) return FELT_OK;
    felt_sql_close(*out);
    *out = NULL;
    if (version <= 0)
        return felt_complain(complaint, FELT_UNSUPPORTED, 0, 0,
                             version == 0 ? "the database is empty"
                                          : "this is no database of ours");
    return felt_complain(complaint, FELT_UNSUPPORTED, 0, 0,
                         "the database has tables of version %d, this program knows %d", version,
                         FELT_SCHEMA_VERSION);
}

/* ---- transactions as a list ------------------------------------------------------------------ */

enum { T_ID, T_CREATED, T_KIND, T_KEY, T_USER, T_HAND, T_ACCOUNT, T_AMOUNT, T_AFTER, T_COLUMNS };

#define LIST_OF(which)                                                                             \
    "SELECT t.id, t.created, t.kind, t.idem_key, t.user_id, t.hand, a.name, e.amount,"             \
    " e.balance_after FROM (SELECT x.id, x.created, x.kind, x.idem_key, x.user_id, x.hand"         \
    " FROM ledger_tx AS x WHERE x.id > $1" which " ORDER BY x.id LIMIT 1000) AS t"                 \
    " JOIN ledger_entry AS e ON e.tx_id = t.id JOIN account AS a ON a.id = e.account_id"           \
    " ORDER BY t.id, e.account_id"

static const struct felt_statement list_all = {LIST_OF(""), "i"};
/* About the user, or with a line of one of his accounts. */
static const struct felt_statement list_user = {
    LIST_OF(" AND (x.user_id = $2 OR EXISTS (SELECT 1 FROM ledger_entry AS l JOIN account AS o"
            " ON o.id = l.account_id WHERE l.tx_id = x.id AND o.owner = $2))"),
    "ii"};

struct list {
    FILE *out;
    bool csv;
    int64_t last;     /* the transaction under way                                          */
    uint64_t on_page; /* transactions                                                       */
    struct felt_ledger_backup_sums *sums;
    struct felt_json json; /* of the transaction under way                                       */
    struct felt_buffer buffer;
    char memory[RECORD_BYTES];
};

/* What was gathered of a line goes out; a record is never longer than its bounds allow. */
static void pass_on(struct list *list)
{
    felt_assert(!list->buffer.overflow);
    fwrite(list->buffer.bytes, 1, list->buffer.used, list->out);
    felt_buffer_clear(&list->buffer);
}

static void write_member(struct felt_json *json, const char *key, const struct felt_value *value)
{
    felt_json_key(json, key);
    felt_ledger_backup_value_write(json, value);
}

static void end_object(struct list *list)
{
    if (list->json.depth == 0) return;
    felt_json_end(&list->json);
    felt_json_end(&list->json);
    felt_buffer_char(&list->buffer, '\n');
    pass_on(list);
}

static void begin_object(struct list *list, const struct felt_value *value)
{
    char at[FELT_MOMENT_BYTES];
    felt_moment_write(value[T_CREATED].number, at);
    end_object(list);
    list->json = felt_json_make(&list->buffer);
    felt_json_object(&list->json);
    write_member(&list->json, "transaction", &value[T_ID]);
    felt_json_key(&list->json, "at");
    felt_json_text(&list->json, at);
    write_member(&list->json, "kind", &value[T_KIND]);
    write_member(&list->json, "key", &value[T_KEY]);
    write_member(&list->json, "user", &value[T_USER]);
    write_member(&list->json, "hand", &value[T_HAND]);
    felt_json_key(&list->json, "lines");
    felt_json_array(&list->json);
}

static void write_line(struct list *list, const struct felt_value *value)
{
    felt_json_object(&list->json);
    write_member(&list->json, "account", &value[T_ACCOUNT]);
    write_member(&list->json, "amount", &value[T_AMOUNT]);
    write_member(&list->json, "after", &value[T_AFTER]);
    felt_json_end(&list->json);
    pass_on(list);
}

static void write_cell(struct felt_buffer *out, const struct felt_value *value)
{
    if (value->kind == FELT_VALUE_INT) felt_buffer_int(out, value->number);
    if (value->kind != FELT_VALUE_TEXT || value->bytes == 0) return;
    bool formula = memchr("=+-@\t\r", value->text[0], 6) != NULL;
    bool quoted = false;
    for (size_t i = 0; i < value->bytes; i++)
        if (memchr(",\"\r\n", value->text[i], 4)) quoted = true;
    if (quoted) felt_buffer_char(out, '"');
    if (formula) felt_buffer_char(out, '\'');
    for (size_t i = 0; i < value->bytes; i++) {
        if (value->text[i] == '"') felt_buffer_char(out, '"');
        felt_buffer_char(out, value->text[i]);
    }
    if (quoted) felt_buffer_char(out, '"');
}

static void write_record(struct list *list, const struct felt_value *value)
{
    char at[FELT_MOMENT_BYTES];
    felt_moment_write(value[T_CREATED].number, at);
    for (int i = 0; i < T_COLUMNS; i++) {
        if (i > 0) felt_buffer_char(&list->buffer, ',');
        if (i == T_CREATED)
            felt_buffer_text(&list->buffer, at);
        else
            write_cell(&list->buffer, &value[i]);
    }
    felt_buffer_text(&list->buffer, "\r\n");
    pass_on(list);
}

static void take_line(void *self, const struct felt_value *value, int count)
{
    struct list *list = self;
    felt_assert(count == T_COLUMNS);
    bool next = list->on_page == 0 || value[T_ID].number != list->last;
    list->last = value[T_ID].number;
    list->on_page += next;
    list->sums->transactions += next;
    list->sums->rows++;
    if (list->csv) {
        write_record(list, value);
    } else {
        if (next) begin_object(list, value);
        write_line(list, value);
    }
}

static enum felt_status write_list(struct list *list, struct felt_sql *sql, int64_t user,
                                   struct felt_complaint *complaint)
{
    enum felt_status status = FELT_OK;
    if (list->csv) fputs("transaction,at,kind,key,user,hand,account,amount,after\r\n", list->out);
    do {
        struct felt_value value[] = {felt_value_int(list->last), felt_value_int(user)};
        list->on_page = 0;
        felt_sql_add(sql, user ? &list_user : &list_all, value, user ? 2 : 1, take_line, list);
        status = felt_ledger_backup_result(sql, felt_sql_run(sql), complaint);
        if (!list->csv) end_object(list);
    } while (status == FELT_OK && !ferror(list->out) && list->on_page == PAGE);
    return status == FELT_OK ? felt_ledger_backup_flush(list->out, complaint) : status;
}

enum felt_status felt_ledger_backup_export(const struct felt_sql_config *config, int64_t user,
                                           bool csv, FILE *out,
                                           struct felt_ledger_backup_sums *sums,
                                           struct felt_complaint *complaint)
{
    struct felt_sql *sql = NULL;
    *sums = (struct felt_ledger_backup_sums){0};
    enum felt_status status = felt_ledger_backup_open(config, &sql, complaint);
    if (status != FELT_OK) return status;
    struct list list = {.out = out, .csv = csv, .sums = sums};
    list.buffer = felt_buffer_make(list.memory, sizeof list.memory);
    felt_sql_begin(sql, false);
    status = write_list(&list, sql, user, complaint);
    felt_sql_rollback(sql);
    felt_sql_close(sql);
    return status;
}
