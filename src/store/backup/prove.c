/* prove.c -- the ledger is right, or which row is the first that is not.
 *
 * A proof is a statement that gives one row: how many were looked at, how many of them are wrong,
 * and which is the first of these.  A statement that the database refuses (a sum that overflows, a
 * table that is gone) is a proof that failed, too. */
#include "store/backup/parts.h"

#include "felt/assert.h"

#include <inttypes.h>
#include <string.h>

struct proof {
    uint8_t kind;
    char when; /* q also a quick one, r also of books that are restored, space neither        */
    const char *noun; /* of `first`                                                              */
    struct felt_statement statement;
};

/* Sums of halves, since a sum of wrong balances may be too large for a number: all of them sum to
 * zero if and only if high * 10^9 + low does. */
static const struct felt_statement sum_balances = {
    "SELECT count(*), CAST(coalesce(sum(balance / 1000000000), 0) AS BIGINT),"
    " CAST(coalesce(sum(balance % 1000000000), 0) AS BIGINT) FROM account",
    ""};

static const struct proof proofs[] = {
    {FELT_PROOF_NEGATIVE,
     'q',
     "account",
     {"SELECT (SELECT count(*) FROM account), count(*), min(name) FROM account"
      " WHERE balance < 0 AND kind <> 'mint'",
      ""}},
    /* Sums are looked up account by account, and only wrong lines are gathered: a join with all
     * sums would be kept in memory. */
    {FELT_PROOF_BALANCES,
     ' ',
     "account",
     {"SELECT (SELECT count(*) FROM account), count(*), min(a.name) FROM account AS a"
      " WHERE a.balance <>"
      " coalesce((SELECT sum(e.amount) FROM ledger_entry AS e WHERE e.account_id = a.id), 0)"
      " OR a.id IN (SELECT r.account_id FROM (SELECT account_id, balance_after, sum(amount) OVER"
      " (PARTITION BY account_id ORDER BY tx_id ROWS UNBOUNDED PRECEDING) AS running"
      " FROM ledger_entry) AS r WHERE r.running <> r.balance_after)",
      ""}},
    {FELT_PROOF_TRANSACTIONS,
     ' ',
     "transaction",
     {"SELECT (SELECT count(*) FROM ledger_tx), count(*), min(w.id) FROM"
      " (SELECT t.id AS id FROM ledger_tx AS t LEFT JOIN ledger_entry AS e ON e.tx_id = t.id"
      " GROUP BY t.id HAVING count(e.tx_id) < 2 OR sum(e.amount) <> 0"
      " UNION SELECT o.tx_id FROM ledger_entry AS o"
      " WHERE NOT EXISTS (SELECT 1 FROM ledger_tx AS x WHERE x.id = o.tx_id)) AS w",
      ""}},
    /* A gap is wrong once, however wide.  The counter knows the last number that was given. */
    {FELT_PROOF_NUMBERS,
     'r',
     "transaction",
     {"SELECT (SELECT count(*) FROM ledger_tx), count(*), min(w.id) FROM"
      " (SELECT p.id + 1 AS id FROM (SELECT 0 AS id UNION ALL SELECT id FROM ledger_tx) AS p"
      " WHERE p.id < coalesce((SELECT value FROM counters WHERE name = 'transaction'), 0)"
      " AND NOT EXISTS (SELECT 1 FROM ledger_tx AS n WHERE n.id = p.id + 1)"
      " UNION ALL SELECT id FROM ledger_tx WHERE id < 1"
      " OR id > coalesce((SELECT value FROM counters WHERE name = 'transaction'), 0)) AS w",
      ""}},
    {FELT_PROOF_CHIPS,
     'q',
     "user",
     {"SELECT (SELECT count(*) FROM users), count(*), min(u.id) FROM users AS u"
      " LEFT JOIN account AS a ON a.owner = u.id AND a.kind = 'bank'"
      " WHERE u.chips <> coalesce(a.balance, 0)",
      ""}},
    {FELT_PROOF_INVESTED,
     ' ',
     "user",
     {"SELECT (SELECT count(*) FROM users), count(*), min(u.id) FROM users AS u"
      " WHERE u.invested <> coalesce((SELECT sum(t.invested) FROM ledger_tx AS t"
      " WHERE t.user_id = u.id AND t.invested <> 0), 0)",
      ""}},
    /* The name says the owner once more. */
    {FELT_PROOF_OWNERS,
     'r',
     "account",
     {"SELECT (SELECT count(*) FROM account), count(*), min(a.name) FROM account AS a"
      " LEFT JOIN users AS u ON u.id = a.owner"
      " WHERE (a.kind IN ('bank', 'seat') AND (u.id IS NULL"
      " OR (a.kind = 'bank' AND a.name <> 'bank:' || CAST(u.id AS TEXT))"
      " OR (a.kind = 'seat' AND a.name NOT LIKE 'seat:%:' || CAST(u.id AS TEXT))))"
      " OR (a.kind NOT IN ('bank', 'seat') AND a.owner IS NOT NULL)",
      ""}},
    /* What is won is what was lost; whom it is about has a line of it. */
    {FELT_PROOF_AMOUNTS,
     'r',
     "transaction",
     {"SELECT (SELECT count(*) FROM ledger_tx), count(*), min(t.id) FROM ledger_tx AS t"
      " WHERE t.amount < 1 OR t.amount <> coalesce((SELECT sum(e.amount) FROM ledger_entry AS e"
      " WHERE e.tx_id = t.id AND e.amount > 0), 0)"
      " OR (t.user_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM ledger_entry AS l"
      " JOIN account AS a ON a.id = l.account_id WHERE l.tx_id = t.id AND a.owner = t.user_id))",
      ""}},
    {FELT_PROOF_COUNTERS,
     'r',
     "counter",
     {"SELECT (SELECT count(*) FROM counters), count(*), min(n.name) FROM"
      " (SELECT CAST('user' AS TEXT) AS name, (SELECT max(id) FROM users) AS last"
      " UNION ALL SELECT 'account', (SELECT max(id) FROM account)"
      " UNION ALL SELECT 'transaction', (SELECT max(id) FROM ledger_tx)"
      " UNION ALL SELECT 'audit', (SELECT max(id) FROM audit)"
      " UNION ALL SELECT 'club', (SELECT max(id) FROM clubs)"
      " UNION ALL SELECT 'member', (SELECT max(id) FROM club_members)"
      " UNION ALL SELECT 'report', (SELECT max(id) FROM reports)) AS n"
      " LEFT JOIN counters AS c ON c.name = n.name"
      " WHERE c.value IS NULL OR c.value < coalesce(n.last, 0)",
      ""}},
    {FELT_PROOF_AUDIT,
     'r',
     "audit",
     {"SELECT (SELECT count(*) FROM audit), count(*), min(w.id) FROM"
      " (SELECT p.id + 1 AS id FROM (SELECT 0 AS id UNION ALL SELECT id FROM audit) AS p"
      " WHERE p.id < coalesce((SELECT value FROM counters WHERE name = 'audit'), 0)"
      " AND NOT EXISTS (SELECT 1 FROM audit AS n WHERE n.id = p.id + 1)) AS w",
      ""}},
};

static const char key_lost[] = "a row that points to nothing in";
static const struct felt_statement sqlite_integrity = {"PRAGMA integrity_check", ""};
static const struct felt_statement sqlite_quick = {"PRAGMA quick_check(1)", ""};
static const struct felt_statement sqlite_first = {"PRAGMA integrity_check(1)", ""};
static const struct felt_statement sqlite_bytes = {
    "SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()", ""};
static const struct felt_statement sqlite_keys = {"PRAGMA foreign_key_check", ""};
/* What a server believes without looking: constraints that were never tried on old rows, triggers
 * that are switched off, indexes that are not complete. */
static const struct felt_statement postgres_rules = {
    "SELECT (SELECT count(*) FROM pg_constraint WHERE connamespace = "
    "current_schema()::regnamespace)"
    " + (SELECT count(*) FROM pg_trigger AS g JOIN pg_class AS c ON c.oid = g.tgrelid"
    " WHERE c.relnamespace = current_schema()::regnamespace), count(*), min(w.name) FROM"
    " (SELECT CAST(conname AS TEXT) AS name FROM pg_constraint"
    " WHERE connamespace = current_schema()::regnamespace AND NOT convalidated"
    " UNION ALL SELECT CAST(tgname AS TEXT) FROM pg_trigger AS g JOIN pg_class AS c"
    " ON c.oid = g.tgrelid WHERE c.relnamespace = current_schema()::regnamespace"
    " AND tgenabled NOT IN ('O', 'A')"
    " UNION ALL SELECT CAST(c.relname AS TEXT) FROM pg_index AS i JOIN pg_class AS c"
    " ON c.oid = i.indexrelid WHERE c.relnamespace = current_schema()::regnamespace"
    " AND NOT (indisvalid AND indisready)) AS w",
    ""};
/* Rows that point to nothing, as SQLite finds them by itself. */
static const struct felt_statement postgres_keys = {
    "SELECT (SELECT count(*) FROM ledger_entry), count(*), min(w.name) FROM"
    " (SELECT CAST('ledger_entry' AS TEXT) AS name FROM ledger_entry AS r"
    " WHERE r.account_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM account AS o WHERE o.id = "
    "r.account_id)"
    " UNION ALL SELECT CAST('ledger_entry' AS TEXT) AS name FROM ledger_entry AS r"
    " WHERE r.tx_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM ledger_tx AS o WHERE o.id = r.tx_id)"
    " UNION ALL SELECT CAST('ledger_tx' AS TEXT) AS name FROM ledger_tx AS r"
    " WHERE r.user_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM users AS o WHERE o.id = r.user_id)"
    " UNION ALL SELECT CAST('account' AS TEXT) AS name FROM account AS r"
    " WHERE r.owner IS NOT NULL AND NOT EXISTS (SELECT 1 FROM users AS o WHERE o.id = r.owner)"
    " UNION ALL SELECT CAST('audit' AS TEXT) AS name FROM audit AS r"
    " WHERE r.user_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM users AS o WHERE o.id = r.user_id)"
    " UNION ALL SELECT CAST('clubs' AS TEXT) AS name FROM clubs AS r"
    " WHERE NOT EXISTS (SELECT 1 FROM users AS o WHERE o.id = r.owner)"
    " UNION ALL SELECT CAST('club_members' AS TEXT) AS name FROM club_members AS r"
    " WHERE NOT EXISTS (SELECT 1 FROM users AS o WHERE o.id = r.user_id)"
    " OR NOT EXISTS (SELECT 1 FROM clubs AS o WHERE o.id = r.club_id)"
    " UNION ALL SELECT CAST('reports' AS TEXT) AS name FROM reports AS r"
    " WHERE NOT EXISTS (SELECT 1 FROM users AS o WHERE o.id = r.user_id)"
    " OR NOT EXISTS (SELECT 1 FROM users AS o WHERE o.id = r.by_id)"
    " UNION ALL SELECT CAST('sessions' AS TEXT) AS name FROM sessions AS r"
    " WHERE r.user_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM users AS o WHERE o.id = r.user_id)"
    ") AS w",
    ""};

const char *felt_proof_text(enum felt_proof_kind kind)
{
    static const char *const text[FELT_PROOFS] = {
        [FELT_PROOF_SUM] = "all balances sum to zero",
        [FELT_PROOF_NEGATIVE] = "no balance but the mint's is below zero",
        [FELT_PROOF_BALANCES] = "every balance is the sum of its lines",
        [FELT_PROOF_TRANSACTIONS] = "every transaction has two lines or more that sum to zero",
        [FELT_PROOF_NUMBERS] = "transactions are numbered without gaps",
        [FELT_PROOF_CHIPS] = "the chips of every user are the balance of the bank account",
        [FELT_PROOF_INVESTED] = "what every user invested is the sum of the transactions",
        [FELT_PROOF_OWNERS] = "every bank and seat belongs to a user",
        [FELT_PROOF_AMOUNTS] = "every transaction says what its lines move, and whose they are",
        [FELT_PROOF_COUNTERS] = "no counter is behind the numbers that were given",
        [FELT_PROOF_AUDIT] = "the audit is numbered without gaps",
        [FELT_PROOF_SCHEMA] = "tables and rules are those that this program makes",
        [FELT_PROOF_DATABASE] = "the database finds no fault in itself"};
    felt_assert(kind < FELT_PROOFS);
    return text[kind];
}

/* ---- one proof ------------------------------------------------------------------------------- */

struct look {
    struct felt_proof *proof;
    const char *noun;
};

static void name_first(struct felt_proof *proof, const char *noun, const struct felt_value *first)
{
    if (proof->first[0]) return;
    if (first->kind == FELT_VALUE_TEXT)
        snprintf(proof->first, sizeof proof->first, "%s %.*s", noun, (int)first->bytes,
                 first->text);
    else
        snprintf(proof->first, sizeof proof->first, "%s %" PRId64, noun, first->number);
}

static void take_counts(void *self, const struct felt_value *value, int count)
{
    struct look *look = self;
    felt_assert(count == 3);
    look->proof->looked_at += (uint64_t)value[0].number;
    look->proof->wrong += (uint64_t)value[1].number;
    if (value[1].number > 0) name_first(look->proof, look->noun, &value[2]);
}

static void take_sum(void *self, const struct felt_value *value, int count)
{
    struct look *look = self;
    __extension__ __int128 sum = value[1].number;
    felt_assert(count == 3);
    sum = sum * 1000000000 + value[2].number;
    look->proof->looked_at = (uint64_t)value[0].number;
    if (sum == 0) return;
    look->proof->wrong = 1;
    bool large = sum > INT64_MAX || sum < INT64_MIN;
    snprintf(look->proof->first, sizeof look->proof->first, "the sum is %s%" PRId64,
             large ? "beyond " : "", large ? (sum > 0 ? INT64_MAX : INT64_MIN) : (int64_t)sum);
}

/* "ok", or a fault in each row. */
static void take_integrity(void *self, const struct felt_value *value, int count)
{
    struct look *look = self;
    felt_assert(count == 1);
    look->proof->looked_at++;
    if (value[0].kind == FELT_VALUE_TEXT && value[0].bytes == 2 &&
        memcmp(value[0].text, "ok", 2) == 0)
        return;
    look->proof->wrong++;
    name_first(look->proof, "fault:", &value[0]);
}

/* Table, row, table that it points to, number of the key: only what is wrong. */
static void take_key(void *self, const struct felt_value *value, int count)
{
    struct look *look = self;
    felt_assert(count >= 1);
    look->proof->looked_at++;
    look->proof->wrong++;
    name_first(look->proof, key_lost, &value[0]);
}

/* ---- all of them ----------------------------------------------------------------------------- */

static enum felt_status prove(struct felt_sql *sql, const struct felt_statement *statement,
                              felt_sql_row take, struct look *look,
                              struct felt_complaint *complaint)
{
    felt_sql_add(sql, statement, NULL, 0, take, look);
    enum felt_sql_result result = felt_sql_run(sql);
    if (result != FELT_SQL_REFUSED) return felt_ledger_backup_result(sql, result, complaint);
    look->proof->wrong++;
    snprintf(look->proof->first, sizeof look->proof->first, "refused: %.80s", felt_sql_why(sql));
    felt_sql_begin(sql, false);
    return FELT_OK;
}

static enum felt_status prove_ledger(struct felt_sql *sql, const struct proof *spec,
                                     struct felt_proof *out, struct felt_complaint *complaint)
{
    struct look look = {out, spec->noun};
    *out = (struct felt_proof){.kind = spec->kind};
    return prove(sql, &spec->statement, take_counts, &look, complaint);
}

static enum felt_status prove_database(struct felt_sql *sql, struct felt_proof *out,
                                       struct felt_complaint *complaint)
{
    bool sqlite = felt_sql_kind(sql) == FELT_SQL_SQLITE;
    struct look look = {out, "rule"};
    *out = (struct felt_proof){.kind = FELT_PROOF_DATABASE};
    enum felt_status status = sqlite
                                  ? prove(sql, &sqlite_integrity, take_integrity, &look, complaint)
                                  : prove(sql, &postgres_rules, take_counts, &look, complaint);
    if (status != FELT_OK) return status;
    look.noun = key_lost;
    return sqlite ? prove(sql, &sqlite_keys, take_key, &look, complaint)
                  : prove(sql, &postgres_keys, take_counts, &look, complaint);
}

static enum felt_status prove_all(struct felt_sql *sql, const struct felt_sql_config *config,
                                  bool quick, struct felt_proof *out, int *count,
                                  struct felt_complaint *complaint)
{
    out[0] = (struct felt_proof){.kind = FELT_PROOF_SUM};
    struct look look = {&out[0], ""};
    enum felt_status status = prove(sql, &sum_balances, take_sum, &look, complaint);
    *count = 1;
    for (size_t i = 0; i < sizeof proofs / sizeof *proofs && status == FELT_OK; i++)
        if (proofs[i].when == 'q' || !quick)
            status = prove_ledger(sql, &proofs[i], &out[(*count)++], complaint);
    if (status == FELT_OK && !quick)
        status = felt_ledger_backup_prove_schema(sql, config, &out[(*count)++], complaint);
    if (status == FELT_OK && !quick) status = prove_database(sql, &out[(*count)++], complaint);
    return status;
}

enum felt_status felt_ledger_backup_prove(const struct felt_sql_config *config, bool quick,
                                          struct felt_proof out[FELT_PROOFS], int *count,
                                          bool *good, struct felt_complaint *complaint)
{
    struct felt_sql *sql = NULL;
    *count = 0;
    *good = false;
    enum felt_status status = felt_ledger_backup_open(config, &sql, complaint);
    if (status != FELT_OK) return status;
    felt_sql_begin(sql, false);
    status = prove_all(sql, config, quick, out, count, complaint);
    felt_sql_rollback(sql);
    felt_sql_close(sql);
    if (status != FELT_OK) return status;
    *good = true;
    for (int i = 0; i < *count; i++)
        if (out[i].wrong > 0) *good = false;
    return FELT_OK;
}

static void take_bytes(void *self, const struct felt_value *value, int count)
{
    felt_assert(count == 1);
    *(int64_t *)self = value[0].number;
}

/* Damage may be found by the look itself, or be in the way of it. */
enum felt_status felt_ledger_backup_prove_file(const struct felt_sql_config *config, bool quick,
                                               int64_t most_bytes, struct felt_proof *out,
                                               struct felt_complaint *complaint)
{
    struct felt_sql_config to_read = *config;
    struct felt_sql *sql = NULL;
    struct look look = {out, "rule"};
    int64_t bytes = 0;
    *out = (struct felt_proof){.kind = FELT_PROOF_DATABASE};
    if (config->kind != FELT_SQL_SQLITE) return FELT_OK;
    to_read.read_only = true;
    enum felt_status status = felt_sql_open(&to_read, &sql, complaint);
    if (status != FELT_OK) return status;
    felt_sql_begin(sql, false);
    felt_sql_add(sql, &sqlite_bytes, NULL, 0, take_bytes, &bytes);
    enum felt_sql_result result = felt_sql_run(sql);
    if (result == FELT_SQL_OK && bytes <= most_bytes) {
        felt_sql_add(sql, quick ? &sqlite_quick : &sqlite_first, NULL, 0, take_integrity, &look);
        result = felt_sql_run(sql);
    }
    if (result != FELT_SQL_OK) {
        out->looked_at = out->wrong = 1;
        snprintf(out->first, sizeof out->first, "fault: %.80s", felt_sql_why(sql));
    }
    felt_sql_rollback(sql);
    felt_sql_close(sql);
    return FELT_OK;
}

enum felt_status felt_ledger_backup_prove_restored(struct felt_sql *sql,
                                                   struct felt_complaint *complaint)
{
    struct felt_proof proof = {0};
    for (size_t i = 0; i < sizeof proofs / sizeof *proofs; i++) {
        if (proofs[i].when != 'r') continue;
        enum felt_status status = prove_ledger(sql, &proofs[i], &proof, complaint);
        if (status != FELT_OK) return status;
        if (proof.wrong > 0)
            return felt_complain(complaint, FELT_BAD_FORMAT, 0, 0,
                                 "the backup is wrong, it is not so that %s: %s",
                                 felt_proof_text((enum felt_proof_kind)proof.kind), proof.first);
    }
    return FELT_OK;
}
