/* restore.c -- a backup becomes a database again.
 *
 * Lines are read one by one and their rows written in batches, in one transaction.  Users begin
 * without chips and accounts without a balance; then every transaction is booked again, its lines
 * first, and the database's own rules (schema.h, S1 and S2) refuse what could not have been booked.
 *
 * At the end the database is asked for its lines, as for a backup, before anything is kept: if they
 * are the lines that were read, byte for byte, then so are balances, chips and everything else.
 * Rows that a ledger store would stumble over later are refused one by one (verify.c), and
 * numbers and counters by the proofs that are about them. */
#include "store/backup/parts.h"

#include "felt/assert.h"
#include "store/schema/schema.h"
#include "store/schema/seals.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum {
    BATCH = 400,           /* statements                                                         */
    GROUP = 128,           /* transactions that SQLite gets together; a server gets ...          */
    GROUP_BYTES = 1 << 20, /* ... so many bytes of them                                          */
    SCHEMA_MIN = 2
};

struct restore {
    FILE *in;
    struct felt_sql *sql;
    struct felt_complaint *complaint;
    struct felt_ledger_backup_tally tally; /* of the lines that were read */
    uint64_t line;    /* under way, from 1                                           */
    uint64_t written; /* the last line whose rows the database has                   */
    int waiting;      /* statements that were added since                            */
    int kind;         /* of the line before                                          */
    int64_t number;   /* of the row before, if it is of the same kind                */
    char name[160];   /* of the counter before                                       */
    struct felt_ledger_backup_row *row; /* under way: that behind the group */
    size_t bytes;
    char text[FELT_LEDGER_BACKUP_LINE_BYTES + 1]; /* with "\n" */
    int grouped; /* transactions that are to be written together: SQLite                          */
    struct felt_ledger_backup_row rows[GROUP];
    uint64_t groups, look_at; /* a server: how many it has got, and when it is to look at them    */
    size_t used;
    char group[GROUP_BYTES + FELT_LEDGER_BACKUP_LINE_BYTES + 2]; /* "[{...},{...}", or nothing */
};

static const struct felt_statement count_rows = {
    "SELECT (SELECT count(*) FROM users) + (SELECT count(*) FROM ledger_tx)"
    " + (SELECT count(*) FROM ledger_entry) + (SELECT count(*) FROM account)"
    " + (SELECT count(*) FROM audit) + (SELECT count(*) FROM clubs)"
    " + (SELECT count(*) FROM club_members) + (SELECT count(*) FROM reports)",
    ""};
static const struct felt_statement insert_counter = {
    "INSERT INTO counters (name, value) VALUES ($1, $2)"
    " ON CONFLICT (name) DO UPDATE SET value = excluded.value",
    "ti"};
static const struct felt_statement insert_user = {
    "INSERT INTO users (id, facebook_id, username, username_folded, handle, handle_folded,"
    " password, email, birthday, chips, invested, level, kind, bookmark, reg_date, last_visit,"
    " remote_address, disabled_at, deleted_at, disabled_until, silenced_until)"
    " VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10,"
    " $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21)",
    "itttttttt"
    "iiitti"
    "itiiii"};
static const struct felt_statement insert_account = {
    "INSERT INTO account (id, kind, owner, name, balance) VALUES ($1, $2, $3, $4, $5)", "ititi"};
static const struct felt_statement insert_audit = {
    "INSERT INTO audit (id, at, actor, kind, user_id, amount, reason, action, about)"
    " VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)",
    "iittiittt"};
static const struct felt_statement insert_club = {
    "INSERT INTO clubs (id, name, owner, code, created, closed_at)"
    " VALUES ($1, $2, $3, $4, $5, $6)",
    "ititii"};
static const struct felt_statement insert_member = {
    "INSERT INTO club_members (id, club_id, user_id, rank, joined) VALUES ($1, $2, $3, $4, $5)",
    "iiiti"};
static const struct felt_statement insert_report = {
    "INSERT INTO reports (id, at, by_id, user_id, place, hand, text, done_at, done_by, remark)"
    " VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)",
    "iiiitttitt"};

/* A server books all rows of a statement at once (schema/postgres.c), and keeps every state of a
 * balance until the transaction ends: with statements of few rows, time would grow with the square
 * of the rows.  So it gets thousands of transactions in one text, and reads it as we did (V1). */
static const struct felt_statement insert_lines = {
    "INSERT INTO ledger_entry (tx_id, account_id, amount, balance_after)"
    " SELECT CAST(t ->> 'id' AS BIGINT), CAST(l ->> 0 AS BIGINT), CAST(l ->> 1 AS BIGINT),"
    " CAST(l ->> 2 AS BIGINT)"
    " FROM json_array_elements(CAST($1 AS JSON)) AS t, json_array_elements(t -> 'lines') AS l",
    "t"};
static const struct felt_statement insert_seals = {
    "INSERT INTO ledger_tx (id, kind, idem_key, fingerprint, user_id, invested, amount, hand,"
    " created) SELECT id, kind, idem_key, fingerprint, user_id, invested, amount, hand, created"
    " FROM json_populate_recordset(CAST(NULL AS ledger_tx), CAST($1 AS JSON))",
    "t"};

/* ---- lines ----------------------------------------------------------------------------------- */

static enum felt_status refuse(struct restore *restore, const char *why)
{
    return felt_complain(restore->complaint, FELT_BAD_FORMAT, 0, 0, "line %llu: %s",
                         (unsigned long long)restore->line, why);
}

/* The next line, with its "\n"; restore->bytes is 0 at the end of the file. */
static enum felt_status read_line(struct restore *restore)
{
    int c = 0;
    restore->bytes = 0;
    restore->line++;
    while (restore->bytes < sizeof restore->text && c != '\n' && (c = getc(restore->in)) != EOF)
        restore->text[restore->bytes++] = (char)c;
    if (ferror(restore->in))
        return felt_complain(restore->complaint, FELT_FULL, 0, 0, "the backup cannot be read: %s",
                             strerror(errno));
    if (c == '\n' || restore->bytes == 0) return FELT_OK;
    return refuse(restore, c == EOF ? "the backup ends in the middle of it" : "it is too long");
}

static enum felt_status read_row(struct restore *restore)
{
    struct felt_complaint inner = {0};
    enum felt_status status = read_line(restore);
    if (status != FELT_OK) return status;
    if (restore->bytes == 0) return refuse(restore, "the backup ends before its end");
    restore->row = &restore->rows[restore->grouped];
    status = felt_ledger_backup_line_read(restore->text, restore->bytes - 1, restore->tally.schema,
                                          restore->row, &inner);
    if (status == FELT_OK) return FELT_OK;
    return felt_complain(restore->complaint, status, 0, 0, "line %llu: %s",
                         (unsigned long long)restore->line, inner.text);
}

/* Tables come in their order, rows in the order of their numbers: none twice. */
static enum felt_status verify_order(struct restore *restore)
{
    const struct felt_ledger_backup_row *row = restore->row;
    const struct felt_value *first = &row->value[0];
    bool same = row->kind == restore->kind;
    if (row->kind < restore->kind || (same && row->kind == FELT_LEDGER_BACKUP_HEAD))
        return refuse(restore, "a row that belongs further up");
    if (row->kind == FELT_LEDGER_BACKUP_COUNTER) {
        if (same && strcmp(first->text, restore->name) <= 0)
            return refuse(restore, "counters are not in the order of their names");
        snprintf(restore->name, sizeof restore->name, "%s", first->text);
    } else if (row->kind < FELT_LEDGER_BACKUP_END) {
        if (first->number < 1 || (same && first->number <= restore->number))
            return refuse(restore, "rows are not in the order of their numbers");
        restore->number = first->number;
    }
    restore->kind = row->kind;
    return FELT_OK;
}

static enum felt_status verify_row(struct restore *restore)
{
    struct felt_complaint inner = {0};
    if (felt_ledger_backup_row_verify(restore->row, &inner) == FELT_OK) return FELT_OK;
    return refuse(restore, inner.text);
}

/* ---- rows ------------------------------------------------------------------------------------ */

/* Transactions of the group: all their lines, then their seals. */
static void add_rows(struct restore *restore)
{
    const struct felt_ledger_backup_table *table =
        &felt_ledger_backup_tables[FELT_LEDGER_BACKUP_TRANSACTION];
    struct felt_value seal[FELT_LEDGER_STORE_SEALS * FELT_LEDGER_STORE_SEAL_COLUMNS];
    struct felt_ledger_store_lines lines = {.sql = restore->sql};
    int seals = 0;
    felt_assert(table->columns == FELT_LEDGER_STORE_SEAL_COLUMNS);
    for (int i = 0; i < restore->grouped; i++)
        for (int k = 0; k < restore->rows[i].lines; k++)
            felt_ledger_store_add_line(&lines, restore->rows[i].value[0].number,
                                       &restore->rows[i].line[k]);
    felt_ledger_store_end_lines(&lines);
    for (int i = 0; i < restore->grouped; i++) {
        memcpy(&seal[seals * FELT_LEDGER_STORE_SEAL_COLUMNS], restore->rows[i].value,
               FELT_LEDGER_STORE_SEAL_COLUMNS * sizeof *seal);
        if (++seals < FELT_LEDGER_STORE_SEALS) continue;
        felt_ledger_store_add_seals(restore->sql, seal, seals);
        seals = 0;
    }
    felt_ledger_store_add_seals(restore->sql, seal, seals);
    restore->grouped = 0;
}

/* The keys of lines are verified now: at the end it would be too many for one answer.  And the
 * server plans by what it knew of the tables when they were empty, if it is not told to look. */
static enum felt_sql_result settle_group(struct restore *restore)
{
    static const char settle[] = "SET CONSTRAINTS ALL IMMEDIATE; SET CONSTRAINTS ALL DEFERRED";
    static const char look[] = "ANALYZE users, account, ledger_tx, ledger_entry";
    enum felt_sql_result result = felt_sql_script(restore->sql, settle);
    if (result != FELT_SQL_OK || ++restore->groups < restore->look_at) return result;
    restore->look_at = 4 * restore->groups;
    return felt_sql_script(restore->sql, look);
}

static enum felt_sql_result run_text(struct restore *restore)
{
    restore->group[restore->used++] = ']';
    struct felt_value text = {
        .kind = FELT_VALUE_TEXT, .text = restore->group, .bytes = restore->used};
    felt_sql_add(restore->sql, &insert_lines, &text, 1, NULL, NULL);
    felt_sql_add(restore->sql, &insert_seals, &text, 1, NULL, NULL);
    restore->used = 0;
    enum felt_sql_result result = felt_sql_run(restore->sql);
    return result == FELT_SQL_OK ? settle_group(restore) : result;
}

static enum felt_sql_result run_group(struct restore *restore)
{
    if (restore->used > 0) return run_text(restore);
    add_rows(restore);
    return felt_sql_run(restore->sql);
}

/* What the database refuses was not in any database of ours; the rest is the world. */
static enum felt_status run_batch(struct restore *restore)
{
    enum felt_sql_result result = run_group(restore);
    uint64_t from = restore->written + 1;
    restore->written = restore->line;
    restore->waiting = 0;
    if (result != FELT_SQL_REFUSED && result != FELT_SQL_CONFLICT) /* a key that is there twice */
        return felt_ledger_backup_result(restore->sql, result, restore->complaint);
    return felt_complain(restore->complaint, FELT_BAD_FORMAT, 0, 0,
                         "lines %llu to %llu: the database refuses a row: %s",
                         (unsigned long long)from, (unsigned long long)restore->line,
                         felt_sql_why(restore->sql));
}

/* The transaction without {"transaction": and } around it, for a server. */
static void note_text(struct restore *restore)
{
    static const char before[] = "{\"transaction\":", behind[] = "}\n";
    size_t bytes = restore->bytes - (sizeof before - 1) - (sizeof behind - 1);
    restore->group[restore->used] = restore->used == 0 ? '[' : ',';
    memcpy(restore->group + restore->used + 1, restore->text + sizeof before - 1, bytes);
    restore->used += 1 + bytes;
}

static enum felt_status add_transaction(struct restore *restore)
{
    bool full = false;
    if (felt_sql_kind(restore->sql) == FELT_SQL_POSTGRES) {
        note_text(restore);
        full = restore->used >= GROUP_BYTES;
    } else {
        full = ++restore->grouped == GROUP;
    }
    return full ? run_batch(restore) : FELT_OK;
}

static enum felt_status add_row(struct restore *restore)
{
    static const struct felt_statement *const insert[FELT_LEDGER_BACKUP_KINDS] = {
        [FELT_LEDGER_BACKUP_COUNTER] = &insert_counter,
        [FELT_LEDGER_BACKUP_USER] = &insert_user,
        [FELT_LEDGER_BACKUP_ACCOUNT] = &insert_account,
        [FELT_LEDGER_BACKUP_AUDIT] = &insert_audit,
        [FELT_LEDGER_BACKUP_CLUB] = &insert_club,
        [FELT_LEDGER_BACKUP_MEMBER] = &insert_member,
        [FELT_LEDGER_BACKUP_REPORT] = &insert_report};
    const struct felt_ledger_backup_row *row = restore->row;
    const struct felt_ledger_backup_table *table = &felt_ledger_backup_tables[row->kind];
    struct felt_value value[FELT_LEDGER_BACKUP_COLUMNS_MAX];
    felt_assert(strlen(insert[row->kind]->types) == (size_t)table->columns);
    for (int i = 0; i < table->columns; i++)
        value[i] = table->column[i].kept ? felt_value_int(0) : row->value[i];
    felt_sql_add(restore->sql, insert[row->kind], value, table->columns, NULL, NULL);
    return ++restore->waiting >= BATCH ? run_batch(restore) : FELT_OK;
}

/* ---- head and end ---------------------------------------------------------------------------- */

static enum felt_status verify_head(struct restore *restore)
{
    if (restore->row->kind != FELT_LEDGER_BACKUP_HEAD)
        return refuse(restore, "a backup begins with a head");
    int64_t schema = restore->row->value[2].number;
    if (schema >= SCHEMA_MIN && schema <= FELT_SCHEMA_VERSION) {
        restore->tally.schema = (int)schema;
        return FELT_OK;
    }
    return felt_complain(restore->complaint, FELT_UNSUPPORTED, 0, 0,
                         "a backup of tables of version %lld; this program knows %d to %d",
                         (long long)schema, SCHEMA_MIN, FELT_SCHEMA_VERSION);
}

static enum felt_status verify_end(struct restore *restore, const char *hex)
{
    const struct felt_value *value = restore->row->value;
    for (int kind = FELT_LEDGER_BACKUP_COUNTER; kind < FELT_LEDGER_BACKUP_END; kind++)
        if (value[kind - FELT_LEDGER_BACKUP_COUNTER].number != (int64_t)restore->tally.count[kind])
            return felt_complain(restore->complaint, FELT_BAD_FORMAT, 0, 0,
                                 "line %llu: the backup has %llu lines \"%s\", not %lld",
                                 (unsigned long long)restore->line,
                                 (unsigned long long)restore->tally.count[kind],
                                 felt_ledger_backup_tables[kind].name,
                                 (long long)value[kind - FELT_LEDGER_BACKUP_COUNTER].number);
    if (strcmp(value[FELT_LEDGER_BACKUP_END - FELT_LEDGER_BACKUP_COUNTER].text, hex) != 0)
        return refuse(restore, "the backup is damaged: its digest is another one");
    enum felt_status status = read_line(restore);
    if (status != FELT_OK || restore->bytes > 0)
        return refuse(restore, "something follows behind the end");
    return FELT_OK;
}

/* The lines again, from the database. */
static enum felt_status compare_lines(struct restore *restore, const char *hex)
{
    struct felt_ledger_backup_tally again;
    char hex_again[2 * FELT_DIGEST_BYTES + 1];
    felt_ledger_backup_tally_open(&again, NULL, restore->tally.schema);
    felt_ledger_backup_tally_head(&again);
    enum felt_status status =
        felt_ledger_backup_tally_tables(&again, restore->sql, restore->complaint);
    felt_ledger_backup_tally_hex(&again, hex_again);
    felt_ledger_backup_tally_close(&again);
    if (status != FELT_OK || strcmp(hex, hex_again) == 0) return status;
    int kind = FELT_LEDGER_BACKUP_COUNTER;
    while (kind < FELT_LEDGER_BACKUP_REPORT && again.hash[kind] == restore->tally.hash[kind])
        kind++;
    return felt_complain(restore->complaint, FELT_BAD_FORMAT, 0, 0,
                         "rows \"%s\" of the backup are not what its transactions make of them: "
                         "balances, chips or invested are wrong",
                         felt_ledger_backup_tables[kind].name);
}

/* ---- the whole ------------------------------------------------------------------------------- */

static void take_count(void *self, const struct felt_value *value, int count)
{
    felt_assert(count == 1);
    *(int64_t *)self = value[0].number;
}

static enum felt_status verify_empty(struct restore *restore)
{
    int64_t rows = 1;
    felt_sql_add(restore->sql, &count_rows, NULL, 0, take_count, &rows);
    enum felt_status status =
        felt_ledger_backup_result(restore->sql, felt_sql_run(restore->sql), restore->complaint);
    if (status != FELT_OK || rows == 0) return status;
    return felt_complain(restore->complaint, FELT_UNSUPPORTED, 0, 0,
                         "the database is not empty: restore into a new one");
}

static enum felt_status read_all(struct restore *restore)
{
    char hex[2 * FELT_DIGEST_BYTES + 1];
    enum felt_status status = read_row(restore);
    if (status == FELT_OK) status = verify_head(restore);
    while (status == FELT_OK && restore->row->kind != FELT_LEDGER_BACKUP_END) {
        felt_ledger_backup_tally_line(&restore->tally,
                                      (enum felt_ledger_backup_kind)restore->row->kind,
                                      restore->text, restore->bytes);
        status = read_row(restore);
        if (status == FELT_OK) status = verify_order(restore);
        if (status == FELT_OK) status = verify_row(restore);
        if (status == FELT_OK && restore->row->kind == FELT_LEDGER_BACKUP_TRANSACTION)
            status = add_transaction(restore);
        else if (status == FELT_OK && restore->row->kind != FELT_LEDGER_BACKUP_END)
            status = add_row(restore);
    }
    if (status != FELT_OK) return status;
    felt_ledger_backup_tally_hex(&restore->tally, hex);
    status = verify_end(restore, hex);
    if (status == FELT_OK) status = run_batch(restore);
    if (status == FELT_OK) status = compare_lines(restore, hex);
    return status == FELT_OK ? felt_ledger_backup_prove_restored(restore->sql, restore->complaint)
                             : status;
}

static enum felt_status restore_all(struct restore *restore)
{
    felt_sql_begin(restore->sql, true);
    enum felt_status status = verify_empty(restore);
    if (status == FELT_OK) status = read_all(restore);
    if (status == FELT_OK)
        status = felt_ledger_backup_result(restore->sql, felt_sql_commit(restore->sql),
                                           restore->complaint);
    else
        felt_sql_rollback(restore->sql);
    return status;
}

enum felt_status felt_ledger_backup_restore(const struct felt_sql_config *config, FILE *in,
                                            struct felt_ledger_backup_sums *sums,
                                            struct felt_complaint *complaint)
{
    struct felt_sql_config to_write = *config;
    to_write.read_only = false;
    to_write.patient = true;
    *sums = (struct felt_ledger_backup_sums){0};
    struct restore *restore = calloc(1, sizeof *restore);
    if (!restore) return felt_complain(complaint, FELT_FULL, 0, 0, "there is not enough memory");
    restore->in = in;
    restore->complaint = complaint;
    enum felt_status status = felt_sql_open(&to_write, &restore->sql, complaint);
    if (status == FELT_OK)
        status = felt_schema_bring_up(restore->sql, FELT_SCHEMA_VERSION, complaint);
    if (status == FELT_OK) {
        felt_ledger_backup_tally_open(&restore->tally, NULL, FELT_SCHEMA_VERSION);
        status = restore_all(restore);
        if (status == FELT_OK) felt_ledger_backup_tally_sums(&restore->tally, sums);
        felt_ledger_backup_tally_close(&restore->tally);
    }
    felt_sql_close(restore->sql);
    free(restore);
    return status;
}
