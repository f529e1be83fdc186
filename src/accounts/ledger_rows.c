/* ledger_rows.c -- see ledger_parts.h: the rows of a batch, and an index to find them by.
 *
 * One open-addressed index serves every kind of row.  An entry says which row had which hash when
 * it was made; the row itself says whether that still holds, so a name that changes gets a second
 * entry and the first is no longer true.  Entries of earlier batches do not count: a batch begins
 * with the next number instead of clearing. */
#include "accounts/ledger_parts.h"

#include "felt/assert.h"
#include "felt/buffer.h"
#include "felt/hash.h"

#include <string.h>

size_t felt_ledger_bytes(void)
{
    return sizeof(struct felt_ledger);
}

void felt_ledger_init(struct felt_ledger *ledger, const struct felt_ledger_config *config)
{
    felt_assert(config->reloads <= FELT_RELOADS_MAX);
    memset(ledger, 0, sizeof *ledger);
    ledger->config = *config;
}

void felt_ledger_begin(struct felt_ledger *ledger, const struct felt_counters *counters)
{
    if (++ledger->batch == 0) { /* after four thousand million batches: entries could look new */
        memset(ledger->slot, 0, sizeof ledger->slot);
        ledger->batch = 1;
    }
    ledger->counters = *counters;
    ledger->users = ledger->accounts = ledger->sessions = ledger->found = ledger->transactions = 0;
    ledger->signatures = ledger->audits = ledger->sessions_of = ledger->orders = 0;
    ledger->clubs = ledger->members = ledger->reports = ledger->forgotten_users = 0;
    ledger->reloads = 0;
}

/* ---- the index ---- */

static uint64_t hash_text(enum row_kind kind, const char *text)
{
    return felt_hash_bytes((uint64_t)kind, text, strlen(text));
}

static uint64_t hash_number(enum row_kind kind, int64_t number)
{
    return felt_hash_bytes((uint64_t)kind, &number, sizeof number);
}

static void enter(struct felt_ledger *ledger, enum row_kind kind, uint64_t hash, int row)
{
    uint32_t at = (uint32_t)hash & (SLOTS - 1);
    for (int step = 0; ledger->slot[at].batch == ledger->batch; step++) {
        felt_assert(step < SLOTS / 2);
        at = (at + 1) & (SLOTS - 1);
    }
    ledger->slot[at] = (struct slot){
        .batch = ledger->batch, .kind = (uint16_t)kind, .row = (uint32_t)row, .hash = hash};
}

/* The next row of that kind and hash, from *at on; -1: no more. */
static int next_row(const struct felt_ledger *ledger, enum row_kind kind, uint64_t hash,
                    uint32_t *at)
{
    while (ledger->slot[*at].batch == ledger->batch) {
        const struct slot *slot = &ledger->slot[*at];
        *at = (*at + 1) & (SLOTS - 1);
        if (slot->hash == hash && slot->kind == (uint16_t)kind) return (int)slot->row;
    }
    return -1;
}

struct user_row *felt_ledger_user(struct felt_ledger *ledger, int64_t id)
{
    uint64_t hash = hash_number(ROW_USER, id);
    uint32_t at = (uint32_t)hash & (SLOTS - 1);
    for (int row; (row = next_row(ledger, ROW_USER, hash, &at)) >= 0;)
        if (ledger->user[row].user.id == id) return &ledger->user[row];
    return NULL;
}

struct user_row *felt_ledger_username(struct felt_ledger *ledger, const char *name)
{
    char folded[FELT_USERNAME_MAX + 1], own[FELT_USERNAME_MAX + 1];
    felt_name_fold(name, folded);
    uint64_t hash = hash_text(ROW_NAME, folded);
    uint32_t at = (uint32_t)hash & (SLOTS - 1);
    for (int row; (row = next_row(ledger, ROW_NAME, hash, &at)) >= 0;) {
        felt_name_fold(ledger->user[row].user.username, own);
        if (strcmp(own, folded) == 0) return &ledger->user[row];
    }
    return NULL;
}

struct user_row *felt_ledger_handle(struct felt_ledger *ledger, const char *handle)
{
    char folded[FELT_HANDLE_BYTES + 1], own[FELT_HANDLE_BYTES + 1];
    felt_handle_fold(handle, folded);
    uint64_t hash = hash_text(ROW_HANDLE, folded);
    uint32_t at = (uint32_t)hash & (SLOTS - 1);
    for (int row; (row = next_row(ledger, ROW_HANDLE, hash, &at)) >= 0;) {
        felt_handle_fold(ledger->user[row].user.handle, own);
        if (strcmp(own, folded) == 0) return &ledger->user[row];
    }
    return NULL;
}

struct user_row *felt_ledger_facebook(struct felt_ledger *ledger, const char *id)
{
    uint64_t hash = hash_text(ROW_FACEBOOK, id);
    uint32_t at = (uint32_t)hash & (SLOTS - 1);
    for (int row; (row = next_row(ledger, ROW_FACEBOOK, hash, &at)) >= 0;)
        if (strcmp(ledger->user[row].user.facebook_id, id) == 0) return &ledger->user[row];
    return NULL;
}

struct account_row *felt_ledger_account(struct felt_ledger *ledger, const char *name)
{
    uint64_t hash = hash_text(ROW_ACCOUNT, name);
    uint32_t at = (uint32_t)hash & (SLOTS - 1);
    for (int row; (row = next_row(ledger, ROW_ACCOUNT, hash, &at)) >= 0;)
        if (strcmp(ledger->account[row].account.name, name) == 0) return &ledger->account[row];
    return NULL;
}

felt_chips felt_ledger_seated(const struct felt_ledger *ledger, int64_t user, int *tables)
{
    felt_chips sum = 0;
    *tables = 0;
    uint64_t hash = hash_number(ROW_OWNER, user);
    uint32_t at = (uint32_t)hash & (SLOTS - 1);
    for (int row; (row = next_row(ledger, ROW_OWNER, hash, &at)) >= 0;) {
        const struct felt_account *account = &ledger->account[row].account;
        if (account->owner != user || account->kind != FELT_ACCOUNT_SEAT) continue;
        sum += account->balance;
        *tables += account->balance > 0;
    }
    return sum;
}

struct session_row *felt_ledger_session(struct felt_ledger *ledger,
                                        const uint8_t token[FELT_DIGEST_BYTES])
{
    uint64_t hash = felt_hash_bytes(ROW_SESSION, token, FELT_DIGEST_BYTES);
    uint32_t at = (uint32_t)hash & (SLOTS - 1);
    for (int row; (row = next_row(ledger, ROW_SESSION, hash, &at)) >= 0;)
        if (memcmp(ledger->session[row].session.token, token, FELT_DIGEST_BYTES) == 0)
            return &ledger->session[row];
    return NULL;
}

/* Rows below 0 .. are those of this batch; known ones come behind them. */
const struct felt_transaction *felt_ledger_transaction(struct felt_ledger *ledger, const char *key)
{
    uint64_t hash = hash_text(ROW_KEY, key);
    uint32_t at = (uint32_t)hash & (SLOTS - 1);
    for (int row; (row = next_row(ledger, ROW_KEY, hash, &at)) >= 0;) {
        const struct felt_transaction *transaction = row < TRANSACTIONS_MAX
                                                         ? &ledger->transaction[row]
                                                         : &ledger->known[row - TRANSACTIONS_MAX];
        if (strcmp(transaction->key, key) == 0) return transaction;
    }
    return NULL;
}

/* Few sign-ins share a batch. */
struct signature_row *felt_ledger_signature(struct felt_ledger *ledger,
                                            const uint8_t signature[FELT_DIGEST_BYTES])
{
    for (int i = 0; i < ledger->signatures; i++)
        if (memcmp(ledger->signature[i].signature.signature, signature, FELT_DIGEST_BYTES) == 0)
            return &ledger->signature[i];
    return NULL;
}

/* ---- rows of the store ---- */

void felt_ledger_index_user(struct felt_ledger *ledger, struct user_row *user)
{
    char folded[FELT_HANDLE_BYTES + 1];
    int row = (int)(user - ledger->user);
    felt_name_fold(user->user.username, folded);
    enter(ledger, ROW_NAME, hash_text(ROW_NAME, folded), row);
    felt_handle_fold(user->user.handle, folded);
    enter(ledger, ROW_HANDLE, hash_text(ROW_HANDLE, folded), row);
    if (*user->user.facebook_id)
        enter(ledger, ROW_FACEBOOK, hash_text(ROW_FACEBOOK, user->user.facebook_id), row);
}

static struct user_row *add_user(struct felt_ledger *ledger, const struct felt_user *user)
{
    felt_assert(ledger->users < USERS_MAX);
    struct user_row *row = &ledger->user[ledger->users];
    *row = (struct user_row){.user = *user};
    enter(ledger, ROW_USER, hash_number(ROW_USER, user->id), ledger->users++);
    return row;
}

void felt_ledger_put_user(struct felt_ledger *ledger, const struct felt_user *user)
{
    felt_assert(ledger->orders == 0); /* rows are loaded before orders are decided */
    if (felt_ledger_user(ledger, user->id)) return;
    felt_ledger_index_user(ledger, add_user(ledger, user));
}

static struct account_row *add_account(struct felt_ledger *ledger,
                                       const struct felt_account *account)
{
    felt_assert(ledger->accounts < ACCOUNTS_MAX);
    struct account_row *row = &ledger->account[ledger->accounts];
    *row = (struct account_row){.account = *account};
    enter(ledger, ROW_ACCOUNT, hash_text(ROW_ACCOUNT, account->name), ledger->accounts);
    if (account->owner)
        enter(ledger, ROW_OWNER, hash_number(ROW_OWNER, account->owner), ledger->accounts);
    ledger->accounts++;
    return row;
}

void felt_ledger_put_account(struct felt_ledger *ledger, const struct felt_account *account)
{
    felt_assert(ledger->orders == 0);
    if (!felt_ledger_account(ledger, account->name)) add_account(ledger, account);
}

void felt_ledger_put_transaction(struct felt_ledger *ledger, const struct felt_transaction *row)
{
    felt_assert(ledger->orders == 0);
    if (felt_ledger_transaction(ledger, row->key)) return;
    felt_assert(ledger->found < TRANSACTIONS_MAX);
    ledger->known[ledger->found] = *row;
    enter(ledger, ROW_KEY, hash_text(ROW_KEY, row->key), TRANSACTIONS_MAX + ledger->found++);
}

static struct session_row *add_session(struct felt_ledger *ledger,
                                       const struct felt_session *session)
{
    felt_assert(ledger->sessions < SESSIONS_MAX);
    struct session_row *row = &ledger->session[ledger->sessions];
    *row = (struct session_row){.session = *session};
    enter(ledger, ROW_SESSION, felt_hash_bytes(ROW_SESSION, session->token, FELT_DIGEST_BYTES),
          ledger->sessions++);
    return row;
}

void felt_ledger_put_session(struct felt_ledger *ledger, const struct felt_session *session)
{
    felt_assert(ledger->orders == 0);
    if (!felt_ledger_session(ledger, session->token)) add_session(ledger, session)->loaded = true;
}

void felt_ledger_put_signature(struct felt_ledger *ledger,
                               const uint8_t signature[FELT_DIGEST_BYTES],
                               const uint8_t token[FELT_DIGEST_BYTES], int64_t until_ms)
{
    felt_assert(ledger->orders == 0);
    if (felt_ledger_signature(ledger, signature)) return;
    felt_assert(ledger->signatures < TRANSACTIONS_MAX);
    struct signature_row *row = &ledger->signature[ledger->signatures++];
    *row = (struct signature_row){.signature.until_ms = until_ms};
    memcpy(row->signature.signature, signature, FELT_DIGEST_BYTES);
    memcpy(row->signature.token, token, FELT_DIGEST_BYTES);
}

/* ---- new rows ---- */

struct user_row *felt_ledger_make_user(struct felt_ledger *ledger, int64_t number)
{
    struct felt_user user = {.id = number ? number : ++ledger->counters.user, .level = 1};
    struct user_row *row = add_user(ledger, &user);
    row->is_new = true;
    return row;
}

struct account_row *felt_ledger_open_account(struct felt_ledger *ledger,
                                             enum felt_account_kind kind, int64_t owner,
                                             const char *name)
{
    struct account_row *there = felt_ledger_account(ledger, name);
    if (there) {
        felt_assert(there->account.kind == (uint8_t)kind);
        felt_assert(there->account.owner == owner); /* an account is never given to another */
        return there;
    }
    struct felt_account account = {.kind = (uint8_t)kind, .owner = owner};
    felt_assert(strlen(name) <= FELT_ACCOUNT_NAME_BYTES);
    memcpy(account.name, name, strlen(name) + 1);
    struct account_row *row = add_account(ledger, &account);
    row->is_new = true;
    return row;
}

struct felt_transaction *felt_ledger_make_transaction(struct felt_ledger *ledger, const char *key)
{
    felt_assert(ledger->transactions < TRANSACTIONS_MAX);
    felt_assert(felt_ledger_transaction(ledger, key) == NULL); /* B3 */
    felt_assert(*key && strlen(key) <= FELT_ORDER_KEY_BYTES);
    struct felt_transaction *transaction = &ledger->transaction[ledger->transactions];
    *transaction = (struct felt_transaction){.id = ++ledger->counters.transaction};
    memcpy(transaction->key, key, strlen(key) + 1);
    enter(ledger, ROW_KEY, hash_text(ROW_KEY, key), ledger->transactions++);
    return transaction;
}

void felt_ledger_open_session(struct felt_ledger *ledger, const struct felt_order *order,
                              int64_t user)
{
    felt_assert(order->has_token);
    if (felt_ledger_session(ledger, order->token)) return; /* the same order, done again */
    struct felt_session session = {.user = user,
                                   .kind = order->session_kind,
                                   .created = order->now_ms,
                                   .last_seen = order->now_ms,
                                   .expires = order->expires_ms};
    memcpy(session.token, order->token, FELT_DIGEST_BYTES);
    memcpy(session.address, order->address, sizeof session.address);
    memcpy(session.agent, order->agent, sizeof session.agent);
    add_session(ledger, &session);
}

void felt_ledger_end_sessions(struct felt_ledger *ledger, int64_t user, const uint8_t *but)
{
    for (int i = 0; i < ledger->sessions; i++) {
        struct session_row *row = &ledger->session[i];
        if (row->session.user != user || row->ended) continue;
        if (but && memcmp(row->session.token, but, FELT_DIGEST_BYTES) == 0)
            row->loaded = false; /* removed with the others, and written again */
        else
            row->ended = true;
    }
    felt_assert(ledger->sessions_of < FELT_LEDGER_ORDERS_MAX);
    ledger->ends[ledger->sessions_of++] = user;
}

void felt_ledger_make_signature(struct felt_ledger *ledger, const struct felt_order *order)
{
    felt_assert(ledger->signatures < TRANSACTIONS_MAX);
    struct signature_row *row = &ledger->signature[ledger->signatures++];
    *row = (struct signature_row){.signature.until_ms = order->signature_until_ms, .is_new = true};
    memcpy(row->signature.signature, order->signature, FELT_DIGEST_BYTES);
    memcpy(row->signature.token, order->token, FELT_DIGEST_BYTES);
}

/* ---- names of accounts ---- */

const char *felt_ledger_bank_name(int64_t user, char out[NAME_BYTES])
{
    struct felt_buffer text = felt_buffer_make(out, NAME_BYTES);
    felt_buffer_text(&text, "bank:");
    felt_buffer_int(&text, user);
    felt_assert(!text.overflow);
    return felt_buffer_terminate(&text);
}

const char *felt_ledger_seat_name(const char *table, int64_t user, char out[NAME_BYTES])
{
    struct felt_buffer text = felt_buffer_make(out, NAME_BYTES);
    felt_buffer_text(&text, "seat:");
    felt_buffer_text(&text, table);
    felt_buffer_char(&text, ':');
    felt_buffer_int(&text, user);
    felt_assert(!text.overflow);
    return felt_buffer_terminate(&text);
}

const char *felt_ledger_table_name(const char *kind, const char *table, char out[NAME_BYTES])
{
    struct felt_buffer text = felt_buffer_make(out, NAME_BYTES);
    felt_buffer_text(&text, kind);
    felt_buffer_char(&text, ':');
    felt_buffer_text(&text, table);
    felt_assert(!text.overflow);
    return felt_buffer_terminate(&text);
}

/* ---- what has changed ---- */

static void tell_users(struct felt_ledger *ledger, struct felt_changes *out)
{
    for (int i = 0; i < ledger->users; i++) {
        const struct user_row *row = &ledger->user[i];
        if (row->is_new)
            ledger->new_user[out->new_user_count++] = &row->user;
        else if (row->changed)
            ledger->changed_user[out->changed_user_count++] = &row->user;
    }
    for (int i = 0; i < ledger->accounts; i++)
        if (ledger->account[i].is_new && ledger->account[i].account.id)
            ledger->new_account[out->new_account_count++] = &ledger->account[i].account;
}

static void tell_sessions(struct felt_ledger *ledger, struct felt_changes *out)
{
    for (int i = 0; i < ledger->sessions; i++) {
        const struct session_row *row = &ledger->session[i];
        if (row->ended && row->loaded)
            ledger->ended_session[out->ended_session_count++] = &row->session;
        else if (row->ended)
            continue; /* came and went within the batch */
        else if (!row->loaded)
            ledger->new_session[out->new_session_count++] = &row->session;
        else if (row->changed)
            ledger->changed_session[out->changed_session_count++] = &row->session;
    }
    for (int i = 0; i < ledger->signatures; i++)
        if (ledger->signature[i].is_new)
            ledger->new_signature[out->signature_count++] = ledger->signature[i].signature;
}

void felt_ledger_changes(struct felt_ledger *ledger, struct felt_changes *out)
{
    *out = (struct felt_changes){
        .new_users = ledger->new_user,
        .changed_users = ledger->changed_user,
        .new_accounts = ledger->new_account,
        .transactions = ledger->transaction,
        .transaction_count = ledger->transactions,
        .new_sessions = ledger->new_session,
        .changed_sessions = ledger->changed_session,
        .ended_sessions = ledger->ended_session,
        .sessions_of = ledger->ends,
        .sessions_of_count = ledger->sessions_of,
        .signatures = ledger->new_signature,
        .audits = ledger->audit,
        .audit_count = ledger->audits,
        .counters = ledger->counters,
    };
    tell_users(ledger, out);
    tell_sessions(ledger, out);
    felt_ledger_tell_clubs(ledger, out);
}
