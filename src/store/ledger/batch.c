/* batch.c -- one batch of orders: load what they need, decide, write what has changed.
 *
 * Orders name the rows they need one by one (felt_order_needs()), and orders of the same moment
 * mostly name the same ones.  So needs are gathered without repetition, and those of a kind are
 * loaded by up to sixteen at a time, with IN ($1 ... $16); places that are left over are NULL,
 * which is equal to nothing.  A need of a user, a session or a transaction brings more than one
 * table: each statement joins from the same parameters, so that everything is asked in one journey.
 *
 *     journey 1   begin; the queue of ledger stores; counters; the statements of every kind of need
 *     (decide)
 *     journey 2   what has changed; the counters; commit
 *
 * The numbers of new rows come from table counters, in the same transaction: they have no gaps, and
 * two writers on one database can never give the same one. */
#include "felt/assert.h"
#include "felt/hash.h"
#include "store/ledger/parts.h"

#include <stdlib.h>
#include <string.h>

enum {
    AT_ONCE = 16,
    NEEDS_MAX = FELT_LEDGER_ORDERS_MAX * FELT_NEEDS_MAX,
    SLOTS = 8192, /* a power of two, more than twice as many as needs                            */
    LOADS_MAX = 3 /* statements of a kind of need                                                */
};
_Static_assert(SLOTS >= 2 * NEEDS_MAX, "a search ends soon");
_Static_assert(NEEDS_MAX < UINT16_MAX, "slots hold them");
_Static_assert((int)AT_ONCE <= (int)FELT_SQL_PARAMETERS_MAX, "one statement takes them");

struct felt_ledger_store_batch {
    struct felt_sql *sql; /* of the try that is under way                                        */
    struct felt_ledger *ledger; /* owned */
    struct felt_counters counters;
    bool begun; /* the ledger know the counters: rows may be put                                  */
    int needs;
    struct felt_need need[NEEDS_MAX];
    uint16_t slot[SLOTS]; /* 0: free; else a need's index + 1                                    */
};

/* ---- needs, each once ------------------------------------------------------------------------ */

static uint64_t hash_need(const struct felt_need *need)
{
    uint64_t hash = felt_hash_word(need->kind, (uint64_t)need->number);
    hash = felt_hash_word(hash, felt_hash_text(need->text));
    return felt_hash_bytes(hash, need->digest, sizeof need->digest);
}

static bool same_need(const struct felt_need *a, const struct felt_need *b)
{
    return a->kind == b->kind && a->number == b->number && strcmp(a->text, b->text) == 0 &&
           memcmp(a->digest, b->digest, sizeof a->digest) == 0;
}

static void gather_need(struct felt_ledger_store_batch *batch, const struct felt_need *need)
{
    size_t at = hash_need(need) % SLOTS;
    for (; batch->slot[at] != 0; at = (at + 1) % SLOTS)
        if (same_need(&batch->need[batch->slot[at] - 1], need)) return;
    felt_assert(batch->needs < NEEDS_MAX);
    batch->need[batch->needs++] = *need;
    batch->slot[at] = (uint16_t)batch->needs;
}

static void gather(struct felt_ledger_store_batch *batch, const struct felt_order *const *order,
                   int count)
{
    batch->needs = 0;
    memset(batch->slot, 0, sizeof batch->slot);
    for (int i = 0; i < count; i++) {
        struct felt_need need[FELT_NEEDS_MAX];
        memset(need, 0, sizeof need);
        int needs = felt_order_needs(order[i], need);
        felt_assert(needs >= 0 && needs <= FELT_NEEDS_MAX);
        for (int k = 0; k < needs; k++) gather_need(batch, &need[k]);
    }
}

/* ---- rows that come in ----------------------------------------------------------------------- */

static void take_counter(void *self, const struct felt_value *value, int count)
{
    struct felt_ledger_store_batch *batch = self;
    char name[16];
    felt_assert(count == 2);
    felt_ledger_store_read_text(&value[0], name, sizeof name);
    if (strcmp(name, "user") == 0) batch->counters.user = value[1].number;
    if (strcmp(name, "account") == 0) batch->counters.account = value[1].number;
    if (strcmp(name, "transaction") == 0) batch->counters.transaction = value[1].number;
    if (strcmp(name, "audit") == 0) batch->counters.audit = value[1].number;
    if (strcmp(name, "club") == 0) batch->counters.club = value[1].number;
    if (strcmp(name, "member") == 0) batch->counters.member = value[1].number;
    if (strcmp(name, "report") == 0) batch->counters.report = value[1].number;
}

/* Counters are asked for first, so they are complete when any other row comes. */
static struct felt_ledger *open_ledger(struct felt_ledger_store_batch *batch)
{
    if (!batch->begun) felt_ledger_begin(batch->ledger, &batch->counters);
    batch->begun = true;
    return batch->ledger;
}

static void take_user(void *self, const struct felt_value *value, int count)
{
    struct felt_ledger_store_batch *batch = self;
    struct felt_user user;
    felt_assert(count == FELT_LEDGER_STORE_USER_COLUMNS);
    if (felt_ledger_store_read_user(batch->sql, value, &user))
        felt_ledger_put_user(open_ledger(batch), &user);
}

static void take_account(void *self, const struct felt_value *value, int count)
{
    struct felt_ledger_store_batch *batch = self;
    struct felt_account account;
    felt_assert(count == 5);
    if (felt_ledger_store_read_account(batch->sql, value, &account))
        felt_ledger_put_account(open_ledger(batch), &account);
}

static void take_transaction(void *self, const struct felt_value *value, int count)
{
    struct felt_ledger_store_batch *batch = self;
    struct felt_transaction transaction;
    felt_assert(count == 9);
    if (felt_ledger_store_read_transaction(batch->sql, value, &transaction))
        felt_ledger_put_transaction(open_ledger(batch), &transaction);
}

static void take_session(void *self, const struct felt_value *value, int count)
{
    struct felt_ledger_store_batch *batch = self;
    struct felt_session session;
    felt_assert(count == FELT_LEDGER_STORE_SESSION_COLUMNS);
    if (felt_ledger_store_read_session(batch->sql, value, &session))
        felt_ledger_put_session(open_ledger(batch), &session);
}

static void take_signature(void *self, const struct felt_value *value, int count)
{
    uint8_t signature[FELT_DIGEST_BYTES], token[FELT_DIGEST_BYTES];
    felt_assert(count == 3);
    felt_ledger_store_read_digest(&value[0], signature);
    felt_ledger_store_read_digest(&value[1], token);
    felt_ledger_put_signature(open_ledger(self), signature, token, value[2].number);
}

static void take_club(void *self, const struct felt_value *value, int count)
{
    struct felt_club club;
    felt_assert(count == FELT_LEDGER_STORE_CLUB_COLUMNS);
    felt_ledger_store_read_club(value, &club);
    felt_ledger_put_club(open_ledger(self), &club);
}

static void take_member(void *self, const struct felt_value *value, int count)
{
    struct felt_ledger_store_batch *batch = self;
    struct felt_member member;
    felt_assert(count == FELT_LEDGER_STORE_MEMBER_COLUMNS);
    if (felt_ledger_store_read_member(batch->sql, value, &member))
        felt_ledger_put_member(open_ledger(batch), &member);
}

static void take_report(void *self, const struct felt_value *value, int count)
{
    struct felt_user_report report;
    felt_assert(count == FELT_LEDGER_STORE_REPORT_COLUMNS);
    felt_ledger_store_read_report(value, &report);
    felt_ledger_put_report(open_ledger(self), &report);
}

static void take_reload(void *self, const struct felt_value *value, int count)
{
    felt_assert(count == 3);
    felt_ledger_put_reload(open_ledger(self), value[0].number, value[1].number, value[2].number);
}

/* ---- loading --------------------------------------------------------------------------------- */

#define NUMBERS  "iiiiiiiiiiiiiiii"
#define TEXTS    "tttttttttttttttt"
#define IN       " IN ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)"
#define USERS    "SELECT " FELT_LEDGER_STORE_USER " FROM users"
#define ACCOUNTS "SELECT " FELT_LEDGER_STORE_ACCOUNT " FROM account"
/* A user's accounts that matter: his bank, and seats with chips on them. */
#define MATTER " AND (account.kind = 'bank' OR account.kind = 'seat' AND account.balance > 0)"

struct load {
    struct felt_statement statement;
    felt_sql_row take;
};
static const struct load loads[FELT_NEED_KINDS][LOADS_MAX] = {
    [FELT_NEED_USER] = {{{USERS " WHERE users.id" IN, NUMBERS}, take_user},
                        {{ACCOUNTS " WHERE account.owner" IN MATTER, NUMBERS}, take_account}},
    [FELT_NEED_USERNAME] = {{{USERS " WHERE users.username_folded" IN, TEXTS}, take_user},
                            {{ACCOUNTS " JOIN users ON users.id = account.owner"
                                       " WHERE users.username_folded" IN MATTER,
                              TEXTS},
                             take_account}},
    [FELT_NEED_HANDLE] = {{{USERS " WHERE users.handle_folded" IN, TEXTS}, take_user}},
    [FELT_NEED_FACEBOOK] = {{{USERS " WHERE users.facebook_id" IN, TEXTS}, take_user},
                            {{ACCOUNTS " JOIN users ON users.id = account.owner"
                                       " WHERE users.facebook_id" IN MATTER,
                              TEXTS},
                             take_account}},
    [FELT_NEED_ACCOUNT] = {{{ACCOUNTS " WHERE account.name" IN, TEXTS}, take_account}},
    [FELT_NEED_TRANSACTION] = {{{"SELECT " FELT_LEDGER_STORE_TRANSACTION
                                 " FROM ledger_tx WHERE ledger_tx.idem_key" IN,
                                 TEXTS},
                                take_transaction},
                               {{USERS " JOIN ledger_tx ON ledger_tx.user_id = users.id"
                                       " WHERE ledger_tx.idem_key" IN,
                                 TEXTS},
                                take_user},
                               {{ACCOUNTS " JOIN ledger_tx ON ledger_tx.user_id = account.owner"
                                          " WHERE ledger_tx.idem_key" IN MATTER,
                                 TEXTS},
                                take_account}},
    [FELT_NEED_SESSION] =
        {{{"SELECT " FELT_LEDGER_STORE_SESSION " FROM sessions WHERE sessions.token" IN, TEXTS},
          take_session},
         {{USERS " JOIN sessions ON sessions.user_id = users.id"
                 " WHERE sessions.token" IN,
           TEXTS},
          take_user},
         {{ACCOUNTS " JOIN sessions ON sessions.user_id = account.owner"
                    " WHERE sessions.token" IN MATTER,
           TEXTS},
          take_account}},
    [FELT_NEED_SIGNATURE] = {{{"SELECT signature, token, expires FROM signatures"
                               " WHERE signature" IN,
                               TEXTS},
                              take_signature}},
    [FELT_NEED_CLUB] = {{{"SELECT " FELT_LEDGER_STORE_CLUB " FROM clubs WHERE clubs.id" IN,
                          NUMBERS},
                         take_club}},
    [FELT_NEED_CODE] = {{{"SELECT " FELT_LEDGER_STORE_CLUB " FROM clubs WHERE clubs.code" IN,
                          TEXTS},
                         take_club}},
    [FELT_NEED_MEMBER] = {{{"SELECT " FELT_LEDGER_STORE_MEMBER " FROM club_members"
                            " JOIN clubs ON clubs.id = club_members.club_id"
                            " WHERE clubs.closed_at IS NULL AND club_members.user_id" IN,
                            NUMBERS},
                           take_member}},
    [FELT_NEED_REPORT] = {{{"SELECT " FELT_LEDGER_STORE_REPORT " FROM reports WHERE reports.id" IN,
                            NUMBERS},
                           take_report}},
};

/* The last ones of each user: not to be asked for by sixteen at a time. */
static const struct felt_statement reloads = {
    "SELECT user_id, id, created FROM ledger_tx WHERE user_id = $1 AND kind = 'reload'"
    " AND invested <> 0 ORDER BY id DESC LIMIT $2",
    "ii"};

static void load_reloads(struct felt_ledger_store_batch *batch, struct felt_sql *sql)
{
    for (int i = 0; i < batch->needs; i++) {
        const struct felt_value value[] = {felt_value_int(batch->need[i].number),
                                           felt_value_int(FELT_RELOADS_MAX)};
        if (batch->need[i].kind == FELT_NEED_RELOADS)
            felt_sql_add(sql, &reloads, value, 2, take_reload, batch);
    }
}

static void load_some(struct felt_ledger_store_batch *batch, struct felt_sql *sql, int kind,
                      const struct felt_value value[AT_ONCE])
{
    for (int i = 0; i < LOADS_MAX; i++) {
        const struct load *load = &loads[kind][i];
        if (!load->take) break;
        felt_sql_add(sql, &load->statement, value, AT_ONCE, load->take, batch);
    }
}

static bool need_is_number(int kind)
{
    return kind == FELT_NEED_USER || kind == FELT_NEED_CLUB || kind == FELT_NEED_MEMBER ||
           kind == FELT_NEED_REPORT;
}

static void load_kind(struct felt_ledger_store_batch *batch, struct felt_sql *sql, int kind)
{
    struct felt_value value[AT_ONCE] = {{0}};
    char hex[AT_ONCE][FELT_LEDGER_STORE_HEX_BYTES];
    int used = 0;
    for (int i = 0; i < batch->needs; i++) {
        const struct felt_need *need = &batch->need[i];
        if (need->kind != kind) continue;
        if (kind == FELT_NEED_SESSION || kind == FELT_NEED_SIGNATURE) {
            felt_ledger_store_hex(need->digest, hex[used]);
            value[used] = felt_value_text(hex[used]);
        } else {
            value[used] =
                need_is_number(kind) ? felt_value_int(need->number) : felt_value_text(need->text);
        }
        if (++used < AT_ONCE) continue;
        load_some(batch, sql, kind, value);
        memset(value, 0, sizeof value);
        used = 0;
    }
    if (used > 0) load_some(batch, sql, kind, value);
}

static enum felt_sql_result load_all(struct felt_ledger_store_batch *batch, struct felt_sql *sql,
                                     struct felt_lease *lease)
{
    static const struct felt_statement counters = {"SELECT name, value FROM counters", ""};
    batch->counters = (struct felt_counters){0};
    batch->begun = false;
    batch->sql = sql;
    felt_lease_begin(sql, lease);
    felt_sql_add(sql, &counters, NULL, 0, take_counter, batch);
    for (int kind = 0; kind < FELT_NEED_KINDS; kind++)
        if (kind != FELT_NEED_RELOADS) load_kind(batch, sql, kind);
    load_reloads(batch, sql);
    enum felt_sql_result result = felt_sql_run(sql);
    if (result == FELT_SQL_OK) (void)open_ledger(batch);
    return result;
}

/* ---- writing --------------------------------------------------------------------------------- */

static void keep_counter(struct felt_sql *sql, const char *name, int64_t before, int64_t after)
{
    static const struct felt_statement statement = {
        "UPDATE counters SET value = $1 WHERE name = $2", "it"};
    felt_assert(after >= before);
    if (after == before) return;
    const struct felt_value value[] = {felt_value_int(after), felt_value_text(name)};
    felt_sql_add(sql, &statement, value, 2, NULL, NULL);
}

static enum felt_sql_result write_all(struct felt_ledger_store_batch *batch, struct felt_sql *sql)
{
    struct felt_changes changes;
    felt_ledger_changes(batch->ledger, &changes);
    const struct felt_counters *before = &batch->counters, *after = &changes.counters;
    bool reserved = after->user > before->user; /* also without a row */
    if (!felt_ledger_store_write(sql, &changes) && !reserved) {
        felt_sql_rollback(sql);
        return FELT_SQL_OK;
    }
    keep_counter(sql, "user", before->user, after->user);
    keep_counter(sql, "account", before->account, after->account);
    keep_counter(sql, "transaction", before->transaction, after->transaction);
    keep_counter(sql, "audit", before->audit, after->audit);
    keep_counter(sql, "club", before->club, after->club);
    keep_counter(sql, "member", before->member, after->member);
    keep_counter(sql, "report", before->report, after->report);
    return felt_sql_commit(sql);
}

/* ---- public ---------------------------------------------------------------------------------- */

struct felt_ledger_store_batch *
felt_ledger_store_batch_open(const struct felt_ledger_config *config)
{
    struct felt_ledger_store_batch *batch = calloc(1, sizeof *batch);
    if (!batch) return NULL;
    batch->ledger = malloc(felt_ledger_bytes());
    if (!batch->ledger) {
        free(batch);
        return NULL;
    }
    felt_ledger_init(batch->ledger, config);
    return batch;
}

void felt_ledger_store_batch_close(struct felt_ledger_store_batch *batch)
{
    if (!batch) return;
    free(batch->ledger);
    free(batch);
}

enum felt_sql_result felt_ledger_store_batch_try(struct felt_ledger_store_batch *batch,
                                                 struct felt_sql *sql, struct felt_lease *lease,
                                                 const struct felt_order *const *order,
                                                 struct felt_receipt *const *receipt, int count)
{
    felt_assert(count >= 1);
    felt_assert(count <= FELT_LEDGER_ORDERS_MAX);
    gather(batch, order, count);
    enum felt_sql_result result = load_all(batch, sql, lease);
    if (result != FELT_SQL_OK) return result;
    for (int i = 0; i < count; i++) felt_ledger_decide(batch->ledger, order[i], receipt[i]);
    return write_all(batch, sql);
}

enum felt_sql_result felt_ledger_store_sweep(struct felt_sql *sql, struct felt_lease *lease,
                                             int64_t now_ms)
{
    static const struct felt_statement sessions = {"DELETE FROM sessions WHERE expires <= $1", "i"};
    static const struct felt_statement signatures = {"DELETE FROM signatures WHERE expires <= $1",
                                                     "i"};
    const struct felt_value now = felt_value_int(now_ms);
    felt_lease_begin(sql, lease);
    enum felt_sql_result result = felt_sql_run(sql);
    if (result != FELT_SQL_OK) return result;
    felt_sql_add(sql, &sessions, &now, 1, NULL, NULL);
    felt_sql_add(sql, &signatures, &now, 1, NULL, NULL);
    return felt_sql_commit(sql);
}

/* The value must change, or SQLite has nothing to write. */
enum felt_sql_result felt_ledger_store_probe(struct felt_sql *sql, bool writes)
{
    static const struct felt_statement look = {"SELECT name FROM meta", ""};
    static const struct felt_statement there = {
        "UPDATE counters SET value = value + 1 WHERE name = 'audit'", ""};
    static const struct felt_statement back = {
        "UPDATE counters SET value = value - 1 WHERE name = 'audit'", ""};
    if (writes) {
        felt_lease_begin(sql, NULL);
        felt_sql_add(sql, &there, NULL, 0, NULL, NULL);
        felt_sql_add(sql, &back, NULL, 0, NULL, NULL);
    } else {
        felt_sql_begin(sql, false);
        felt_sql_add(sql, &look, NULL, 0, NULL, NULL);
    }
    return felt_sql_commit(sql);
}
