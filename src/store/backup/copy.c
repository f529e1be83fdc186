/* copy.c -- every table as lines, page by page.
 *
 * A server may deliver a whole result at once, so tables are read in pages of PAGE rows, each
 * beginning behind the last number of the page before; one read transaction makes the pages parts
 * of one state.  There is no time and no name of a machine in a backup: the same ledger give the
 * same bytes, on either kind of database. */
#include "store/backup/parts.h"
#include "base/hex.h"

#include "felt/assert.h"
#include "felt/hash.h"
#include "store/schema/schema.h"

#include <string.h>

enum { PAGE = 1000 };

static const struct felt_statement select_counters = {
    "SELECT name, value FROM counters ORDER BY name", ""};
static const struct felt_statement select_counters_2 = {
    "SELECT name, value FROM counters WHERE name NOT IN ('club', 'member', 'report')"
    " ORDER BY name",
    ""};
static const struct felt_statement select_users = {
    "SELECT id, facebook_id, username, username_folded, handle, handle_folded, password, email,"
    " birthday, chips, invested, level, kind, bookmark, reg_date, last_visit, remote_address,"
    " disabled_at, deleted_at, disabled_until, silenced_until FROM users WHERE id > $1 ORDER BY id "
    "LIMIT 1000",
    "i"};
static const struct felt_statement select_accounts = {
    "SELECT id, kind, owner, name, balance FROM account WHERE id > $1 ORDER BY id LIMIT 1000", "i"};
/* A transaction comes once for each of its lines; without any, once with NULLs. */
static const struct felt_statement select_transactions = {
    "SELECT t.id, t.kind, t.idem_key, t.fingerprint, t.user_id, t.invested, t.amount, t.hand,"
    " t.created, e.account_id, e.amount, e.balance_after"
    " FROM (SELECT id, kind, idem_key, fingerprint, user_id, invested, amount, hand, created"
    " FROM ledger_tx WHERE id > $1 ORDER BY id LIMIT 1000) AS t"
    " LEFT JOIN ledger_entry AS e ON e.tx_id = t.id ORDER BY t.id, e.account_id",
    "i"};
static const struct felt_statement select_audits = {
    "SELECT id, at, actor, kind, user_id, amount, reason, action, about FROM audit"
    " WHERE id > $1 ORDER BY id LIMIT 1000",
    "i"};

static const struct felt_statement select_clubs = {
    "SELECT id, name, owner, code, created, closed_at FROM clubs"
    " WHERE id > $1 ORDER BY id LIMIT 1000",
    "i"};
static const struct felt_statement select_members = {
    "SELECT id, club_id, user_id, rank, joined FROM club_members"
    " WHERE id > $1 ORDER BY id LIMIT 1000",
    "i"};
static const struct felt_statement select_reports = {
    "SELECT id, at, by_id, user_id, place, hand, text, done_at, done_by, remark FROM reports"
    " WHERE id > $1 ORDER BY id LIMIT 1000",
    "i"};

/* ---- where lines go -------------------------------------------------------------------------- */

void felt_ledger_backup_tally_open(struct felt_ledger_backup_tally *tally, FILE *out, int schema)
{
    *tally =
        (struct felt_ledger_backup_tally){.out = out, .schema = schema, .digest = EVP_MD_CTX_new()};
    felt_assert(tally->digest != NULL);
    int begun = EVP_DigestInit_ex(tally->digest, EVP_sha256(), NULL);
    felt_assert(begun == 1);
}

void felt_ledger_backup_tally_close(struct felt_ledger_backup_tally *tally)
{
    EVP_MD_CTX_free(tally->digest);
    tally->digest = NULL;
}

void felt_ledger_backup_tally_line(struct felt_ledger_backup_tally *tally,
                                   enum felt_ledger_backup_kind kind, const char *line,
                                   size_t bytes)
{
    int taken = EVP_DigestUpdate(tally->digest, line, bytes);
    felt_assert(taken == 1);
    tally->count[kind]++;
    tally->hash[kind] = felt_hash_bytes(tally->hash[kind], line, bytes);
    if (tally->out) fwrite(line, 1, bytes, tally->out);
}

static void tally_row(struct felt_ledger_backup_tally *tally,
                      const struct felt_ledger_backup_row *row)
{
    char memory[FELT_LEDGER_BACKUP_LINE_BYTES + 1];
    struct felt_buffer line = felt_buffer_make(memory, sizeof memory);
    felt_ledger_backup_line_write(row, &line);
    felt_assert(!line.overflow);
    felt_ledger_backup_tally_line(tally, (enum felt_ledger_backup_kind)row->kind, line.bytes,
                                  line.used);
}

void felt_ledger_backup_tally_hex(const struct felt_ledger_backup_tally *tally,
                                  char out[2 * FELT_DIGEST_BYTES + 1])
{
    uint8_t digest[FELT_DIGEST_BYTES];
    EVP_MD_CTX *copy = EVP_MD_CTX_new();
    felt_assert(copy != NULL);
    int done =
        EVP_MD_CTX_copy_ex(copy, tally->digest) == 1 && EVP_DigestFinal_ex(copy, digest, NULL) == 1;
    felt_assert(done);
    EVP_MD_CTX_free(copy);
    felt_hex_write(digest, sizeof digest, out);
}

void felt_ledger_backup_tally_sums(const struct felt_ledger_backup_tally *tally,
                                   struct felt_ledger_backup_sums *out)
{
    *out = (struct felt_ledger_backup_sums){.users = tally->count[FELT_LEDGER_BACKUP_USER],
                                            .transactions =
                                                tally->count[FELT_LEDGER_BACKUP_TRANSACTION]};
    for (int kind = FELT_LEDGER_BACKUP_COUNTER; kind < FELT_LEDGER_BACKUP_END; kind++)
        out->rows += tally->count[kind];
}

/* ---- pages ----------------------------------------------------------------------------------- */

struct page {
    struct felt_ledger_backup_tally *tally;
    struct felt_complaint *complaint;
    enum felt_status status;
    enum felt_ledger_backup_kind kind;
    uint64_t rows; /* of this page                                                               */
    int64_t last;  /* the number of the last row                                                 */
    bool has_row;
    struct felt_ledger_backup_row row; /* a transaction whose lines still come */
};

static void pass_row(struct page *page)
{
    if (page->has_row) tally_row(page->tally, &page->row);
    page->has_row = false;
}

static void begin_row(struct page *page, const struct felt_value *value)
{
    const struct felt_ledger_backup_table *table = &felt_ledger_backup_tables[page->kind];
    int wrong = 0;
    pass_row(page);
    felt_ledger_backup_row_init(&page->row, page->kind, page->tally->schema);
    if (!felt_ledger_backup_row_fill(&page->row, value, &wrong)) {
        page->status = felt_complain(page->complaint, FELT_BAD_FORMAT, 0, 0,
                                     "%s %lld: \"%s\" is not what a backup can hold", table->name,
                                     (long long)value[0].number, table->column[wrong].name);
        return;
    }
    page->has_row = true;
    page->rows++;
    page->last = value[0].number;
}

static void add_line(struct page *page, const struct felt_value *value)
{
    struct felt_ledger_line line = {value[0].number, value[1].number, value[2].number};
    if (value[0].kind != FELT_VALUE_INT || felt_ledger_backup_row_line(&page->row, line)) return;
    page->status = felt_complain(page->complaint, FELT_BAD_FORMAT, 0, 0,
                                 "transaction %lld has more than %d lines", (long long)page->last,
                                 FELT_LEDGER_LINES_MAX);
}

static void take_row(void *self, const struct felt_value *value, int count)
{
    struct page *page = self;
    bool is_transaction = page->kind == FELT_LEDGER_BACKUP_TRANSACTION;
    int columns = felt_ledger_backup_tables[page->kind].columns;
    felt_assert(count == columns + (is_transaction ? 3 : 0));
    if (page->status != FELT_OK) return;
    if (!is_transaction || !page->has_row || value[0].number != page->last) begin_row(page, value);
    if (is_transaction && page->status == FELT_OK) add_line(page, value + columns);
}

static enum felt_status read_table(struct felt_ledger_backup_tally *tally, struct felt_sql *sql,
                                   enum felt_ledger_backup_kind kind,
                                   const struct felt_statement *statement,
                                   struct felt_complaint *complaint)
{
    struct page page = {
        .tally = tally, .complaint = complaint, .kind = kind, .last = INT64_MIN, .rows = PAGE};
    bool paged = statement->types[0] != 0;
    while (page.rows == PAGE) {
        struct felt_value behind = felt_value_int(page.last);
        page.rows = 0;
        felt_sql_add(sql, statement, &behind, paged ? 1 : 0, take_row, &page);
        enum felt_status status = felt_ledger_backup_result(sql, felt_sql_run(sql), complaint);
        if (status != FELT_OK) return status;
        if (page.status != FELT_OK) return page.status;
        pass_row(&page);
        if (tally->out && ferror(tally->out))
            return felt_ledger_backup_flush(tally->out, complaint);
        if (!paged) break;
    }
    return FELT_OK;
}

enum felt_status felt_ledger_backup_tally_tables(struct felt_ledger_backup_tally *tally,
                                                 struct felt_sql *sql,
                                                 struct felt_complaint *complaint)
{
    static const struct felt_statement *const select[FELT_LEDGER_BACKUP_KINDS] = {
        [FELT_LEDGER_BACKUP_COUNTER] = &select_counters,
        [FELT_LEDGER_BACKUP_USER] = &select_users,
        [FELT_LEDGER_BACKUP_ACCOUNT] = &select_accounts,
        [FELT_LEDGER_BACKUP_TRANSACTION] = &select_transactions,
        [FELT_LEDGER_BACKUP_AUDIT] = &select_audits,
        [FELT_LEDGER_BACKUP_CLUB] = &select_clubs,
        [FELT_LEDGER_BACKUP_MEMBER] = &select_members,
        [FELT_LEDGER_BACKUP_REPORT] = &select_reports};
    enum felt_status status = FELT_OK;
    for (int kind = FELT_LEDGER_BACKUP_COUNTER; kind < FELT_LEDGER_BACKUP_END && status == FELT_OK;
         kind++) {
        if (felt_ledger_backup_tables[kind].since > tally->schema) continue;
        bool old = kind == FELT_LEDGER_BACKUP_COUNTER && tally->schema < 3;
        status = read_table(tally, sql, (enum felt_ledger_backup_kind)kind,
                            old ? &select_counters_2 : select[kind], complaint);
    }
    return status;
}

/* ---- the backup ------------------------------------------------------------------------------ */

static void pass_values(struct felt_ledger_backup_tally *tally, enum felt_ledger_backup_kind kind,
                        const struct felt_value *value)
{
    struct felt_ledger_backup_row row;
    int wrong = 0;
    felt_ledger_backup_row_init(&row, kind, tally->schema);
    bool filled = felt_ledger_backup_row_fill(&row, value, &wrong);
    felt_assert(filled);
    tally_row(tally, &row);
}

void felt_ledger_backup_tally_head(struct felt_ledger_backup_tally *tally)
{
    struct felt_value value[] = {felt_value_text(FELT_LEDGER_BACKUP_WHAT),
                                 felt_value_int(FELT_LEDGER_BACKUP_FORMAT),
                                 felt_value_int(tally->schema)};
    pass_values(tally, FELT_LEDGER_BACKUP_HEAD, value);
}

static void write_end(struct felt_ledger_backup_tally *tally)
{
    char hex[2 * FELT_DIGEST_BYTES + 1];
    felt_ledger_backup_tally_hex(tally, hex);
    struct felt_value value[FELT_LEDGER_BACKUP_COLUMNS_MAX];
    int columns = 0;
    for (int kind = FELT_LEDGER_BACKUP_COUNTER; kind < FELT_LEDGER_BACKUP_END; kind++)
        value[columns++] = felt_value_int((int64_t)tally->count[kind]);
    value[columns++] = felt_value_text(hex);
    felt_assert(columns == felt_ledger_backup_tables[FELT_LEDGER_BACKUP_END].columns);
    pass_values(tally, FELT_LEDGER_BACKUP_END, value);
}

enum felt_status felt_ledger_backup_backup(const struct felt_sql_config *config, FILE *out,
                                           struct felt_ledger_backup_sums *sums,
                                           struct felt_complaint *complaint)
{
    struct felt_sql *sql = NULL;
    *sums = (struct felt_ledger_backup_sums){0};
    enum felt_status status = felt_ledger_backup_open(config, &sql, complaint);
    if (status != FELT_OK) return status;
    struct felt_ledger_backup_tally tally;
    felt_ledger_backup_tally_open(&tally, out, FELT_SCHEMA_VERSION);
    felt_sql_begin(sql, false);
    felt_ledger_backup_tally_head(&tally);
    status = felt_ledger_backup_tally_tables(&tally, sql, complaint);
    felt_sql_rollback(sql);
    if (status == FELT_OK) {
        felt_ledger_backup_tally_sums(&tally, sums);
        write_end(&tally);
        status = felt_ledger_backup_flush(out, complaint);
    }
    felt_ledger_backup_tally_close(&tally);
    felt_sql_close(sql);
    return status;
}
