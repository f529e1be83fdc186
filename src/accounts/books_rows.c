/* books_rows.c -- see books_parts.h: the rows of a batch, and an index to find them by.
 *
 * One open-addressed index serves every kind of row.  An entry says which row had which hash when
 * it was made; the row itself says whether that still holds, so a name that changes gets a second
 * entry and the first is no longer true.  Entries of earlier batches do not count: a batch begins
 * with the next number instead of clearing. */
#include "accounts/books_parts.h"

#include "felt/assert.h"
#include "felt/buffer.h"
#include "felt/hash.h"

#include <string.h>

size_t felt_books_bytes(void)
{
    return sizeof(struct felt_books);
}

void felt_books_init(struct felt_books *books, const struct felt_books_config *config)
{
    felt_assert(config->reloads <= FELT_RELOADS_MAX);
    memset(books, 0, sizeof *books);
    books->config = *config;
}

void felt_books_begin(struct felt_books *books, const struct felt_counters *counters)
{
    if (++books->batch == 0) { /* after four thousand million batches: entries could look new */
        memset(books->slot, 0, sizeof books->slot);
        books->batch = 1;
    }
    books->counters = *counters;
    books->users = books->accounts = books->sessions = books->found = books->transactions = 0;
    books->signatures = books->audits = books->sessions_of = books->orders = 0;
    books->clubs = books->members = books->reports = books->forgotten_users = 0;
    books->reloads = 0;
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

static void enter(struct felt_books *books, enum row_kind kind, uint64_t hash, int row)
{
    uint32_t at = (uint32_t)hash & (SLOTS - 1);
    for (int step = 0; books->slot[at].batch == books->batch; step++) {
        felt_assert(step < SLOTS / 2);
        at = (at + 1) & (SLOTS - 1);
    }
    books->slot[at] = (struct slot){
        .batch = books->batch, .kind = (uint16_t)kind, .row = (uint32_t)row, .hash = hash};
}

/* The next row of that kind and hash, from *at on; -1: no more. */
static int next_row(const struct felt_books *books, enum row_kind kind, uint64_t hash, uint32_t *at)
{
    while (books->slot[*at].batch == books->batch) {
        const struct slot *slot = &books->slot[*at];
        *at = (*at + 1) & (SLOTS - 1);
        if (slot->hash == hash && slot->kind == (uint16_t)kind) return (int)slot->row;
    }
    return -1;
}

struct user_row *felt_books_user(struct felt_books *books, int64_t id)
{
    uint64_t hash = hash_number(ROW_USER, id);
    uint32_t at = (uint32_t)hash & (SLOTS - 1);
    for (int row; (row = next_row(books, ROW_USER, hash, &at)) >= 0;)
        if (books->user[row].user.id == id) return &books->user[row];
    return NULL;
}

struct user_row *felt_books_username(struct felt_books *books, const char *name)
{
    char folded[FELT_USERNAME_MAX + 1], own[FELT_USERNAME_MAX + 1];
    felt_name_fold(name, folded);
    uint64_t hash = hash_text(ROW_NAME, folded);
    uint32_t at = (uint32_t)hash & (SLOTS - 1);
    for (int row; (row = next_row(books, ROW_NAME, hash, &at)) >= 0;) {
        felt_name_fold(books->user[row].user.username, own);
        if (strcmp(own, folded) == 0) return &books->user[row];
    }
    return NULL;
}

struct user_row *felt_books_handle(struct felt_books *books, const char *handle)
{
    char folded[FELT_HANDLE_BYTES + 1], own[FELT_HANDLE_BYTES + 1];
    felt_handle_fold(handle, folded);
    uint64_t hash = hash_text(ROW_HANDLE, folded);
    uint32_t at = (uint32_t)hash & (SLOTS - 1);
    for (int row; (row = next_row(books, ROW_HANDLE, hash, &at)) >= 0;) {
        felt_handle_fold(books->user[row].user.handle, own);
        if (strcmp(own, folded) == 0) return &books->user[row];
    }
    return NULL;
}

struct user_row *felt_books_facebook(struct felt_books *books, const char *id)
{
    uint64_t hash = hash_text(ROW_FACEBOOK, id);
    uint32_t at = (uint32_t)hash & (SLOTS - 1);
    for (int row; (row = next_row(books, ROW_FACEBOOK, hash, &at)) >= 0;)
        if (strcmp(books->user[row].user.facebook_id, id) == 0) return &books->user[row];
    return NULL;
}

struct account_row *felt_books_account(struct felt_books *books, const char *name)
{
    uint64_t hash = hash_text(ROW_ACCOUNT, name);
    uint32_t at = (uint32_t)hash & (SLOTS - 1);
    for (int row; (row = next_row(books, ROW_ACCOUNT, hash, &at)) >= 0;)
        if (strcmp(books->account[row].account.name, name) == 0) return &books->account[row];
    return NULL;
}

felt_chips felt_books_seated(const struct felt_books *books, int64_t user, int *tables)
{
    felt_chips sum = 0;
    *tables = 0;
    uint64_t hash = hash_number(ROW_OWNER, user);
    uint32_t at = (uint32_t)hash & (SLOTS - 1);
    for (int row; (row = next_row(books, ROW_OWNER, hash, &at)) >= 0;) {
        const struct felt_account *account = &books->account[row].account;
        if (account->owner != user || account->kind != FELT_ACCOUNT_SEAT) continue;
        sum += account->balance;
        *tables += account->balance > 0;
    }
    return sum;
}

struct session_row *felt_books_session(struct felt_books *books,
                                       const uint8_t token[FELT_DIGEST_BYTES])
{
    uint64_t hash = felt_hash_bytes(ROW_SESSION, token, FELT_DIGEST_BYTES);
    uint32_t at = (uint32_t)hash & (SLOTS - 1);
    for (int row; (row = next_row(books, ROW_SESSION, hash, &at)) >= 0;)
        if (memcmp(books->session[row].session.token, token, FELT_DIGEST_BYTES) == 0)
            return &books->session[row];
    return NULL;
}

/* Rows below 0 .. are those of this batch; known ones come behind them. */
const struct felt_transaction *felt_books_transaction(struct felt_books *books, const char *key)
{
    uint64_t hash = hash_text(ROW_KEY, key);
    uint32_t at = (uint32_t)hash & (SLOTS - 1);
    for (int row; (row = next_row(books, ROW_KEY, hash, &at)) >= 0;) {
        const struct felt_transaction *transaction = row < TRANSACTIONS_MAX
                                                         ? &books->transaction[row]
                                                         : &books->known[row - TRANSACTIONS_MAX];
        if (strcmp(transaction->key, key) == 0) return transaction;
    }
    return NULL;
}

/* Few sign-ins share a batch. */
struct signature_row *felt_books_signature(struct felt_books *books,
                                           const uint8_t signature[FELT_DIGEST_BYTES])
{
    for (int i = 0; i < books->signatures; i++)
        if (memcmp(books->signature[i].signature.signature, signature, FELT_DIGEST_BYTES) == 0)
            return &books->signature[i];
    return NULL;
}

/* ---- rows of the store ---- */

void felt_books_index_user(struct felt_books *books, struct user_row *user)
{
    char folded[FELT_HANDLE_BYTES + 1];
    int row = (int)(user - books->user);
    felt_name_fold(user->user.username, folded);
    enter(books, ROW_NAME, hash_text(ROW_NAME, folded), row);
    felt_handle_fold(user->user.handle, folded);
    enter(books, ROW_HANDLE, hash_text(ROW_HANDLE, folded), row);
    if (*user->user.facebook_id)
        enter(books, ROW_FACEBOOK, hash_text(ROW_FACEBOOK, user->user.facebook_id), row);
}

static struct user_row *add_user(struct felt_books *books, const struct felt_user *user)
{
    felt_assert(books->users < USERS_MAX);
    struct user_row *row = &books->user[books->users];
    *row = (struct user_row){.user = *user};
    enter(books, ROW_USER, hash_number(ROW_USER, user->id), books->users++);
    return row;
}

void felt_books_put_user(struct felt_books *books, const struct felt_user *user)
{
    felt_assert(books->orders == 0); /* rows are loaded before orders are decided */
    if (felt_books_user(books, user->id)) return;
    felt_books_index_user(books, add_user(books, user));
}

static struct account_row *add_account(struct felt_books *books, const struct felt_account *account)
{
    felt_assert(books->accounts < ACCOUNTS_MAX);
    struct account_row *row = &books->account[books->accounts];
    *row = (struct account_row){.account = *account};
    enter(books, ROW_ACCOUNT, hash_text(ROW_ACCOUNT, account->name), books->accounts);
    if (account->owner)
        enter(books, ROW_OWNER, hash_number(ROW_OWNER, account->owner), books->accounts);
    books->accounts++;
    return row;
}

void felt_books_put_account(struct felt_books *books, const struct felt_account *account)
{
    felt_assert(books->orders == 0);
    if (!felt_books_account(books, account->name)) add_account(books, account);
}

void felt_books_put_transaction(struct felt_books *books, const struct felt_transaction *row)
{
    felt_assert(books->orders == 0);
    if (felt_books_transaction(books, row->key)) return;
    felt_assert(books->found < TRANSACTIONS_MAX);
    books->known[books->found] = *row;
    enter(books, ROW_KEY, hash_text(ROW_KEY, row->key), TRANSACTIONS_MAX + books->found++);
}

static struct session_row *add_session(struct felt_books *books, const struct felt_session *session)
{
    felt_assert(books->sessions < SESSIONS_MAX);
    struct session_row *row = &books->session[books->sessions];
    *row = (struct session_row){.session = *session};
    enter(books, ROW_SESSION, felt_hash_bytes(ROW_SESSION, session->token, FELT_DIGEST_BYTES),
          books->sessions++);
    return row;
}

void felt_books_put_session(struct felt_books *books, const struct felt_session *session)
{
    felt_assert(books->orders == 0);
    if (!felt_books_session(books, session->token)) add_session(books, session)->loaded = true;
}

void felt_books_put_signature(struct felt_books *books, const uint8_t signature[FELT_DIGEST_BYTES],
                              const uint8_t token[FELT_DIGEST_BYTES], int64_t until_ms)
{
    felt_assert(books->orders == 0);
    if (felt_books_signature(books, signature)) return;
    felt_assert(books->signatures < TRANSACTIONS_MAX);
    struct signature_row *row = &books->signature[books->signatures++];
    *row = (struct signature_row){.signature.until_ms = until_ms};
    memcpy(row->signature.signature, signature, FELT_DIGEST_BYTES);
    memcpy(row->signature.token, token, FELT_DIGEST_BYTES);
}

/* ---- new rows ---- */

struct user_row *felt_books_make_user(struct felt_books *books, int64_t number)
{
    struct felt_user user = {.id = number ? number : ++books->counters.user, .level = 1};
    struct user_row *row = add_user(books, &user);
    row->is_new = true;
    return row;
}

struct account_row *felt_books_open_account(struct felt_books *books, enum felt_account_kind kind,
                                            int64_t owner, const char *name)
{
    struct account_row *there = felt_books_account(books, name);
    if (there) {
        felt_assert(there->account.kind == (uint8_t)kind);
        felt_assert(there->account.owner == owner); /* an account is never given to another */
        return there;
    }
    struct felt_account account = {.kind = (uint8_t)kind, .owner = owner};
    felt_assert(strlen(name) <= FELT_ACCOUNT_NAME_BYTES);
    memcpy(account.name, name, strlen(name) + 1);
    struct account_row *row = add_account(books, &account);
    row->is_new = true;
    return row;
}

struct felt_transaction *felt_books_make_transaction(struct felt_books *books, const char *key)
{
    felt_assert(books->transactions < TRANSACTIONS_MAX);
    felt_assert(felt_books_transaction(books, key) == NULL); /* B3 */
    felt_assert(*key && strlen(key) <= FELT_ORDER_KEY_BYTES);
    struct felt_transaction *transaction = &books->transaction[books->transactions];
    *transaction = (struct felt_transaction){.id = ++books->counters.transaction};
    memcpy(transaction->key, key, strlen(key) + 1);
    enter(books, ROW_KEY, hash_text(ROW_KEY, key), books->transactions++);
    return transaction;
}

void felt_books_open_session(struct felt_books *books, const struct felt_order *order, int64_t user)
{
    felt_assert(order->has_token);
    if (felt_books_session(books, order->token)) return; /* the same order, done again */
    struct felt_session session = {.user = user,
                                   .kind = order->session_kind,
                                   .created = order->now_ms,
                                   .last_seen = order->now_ms,
                                   .expires = order->expires_ms};
    memcpy(session.token, order->token, FELT_DIGEST_BYTES);
    memcpy(session.address, order->address, sizeof session.address);
    memcpy(session.agent, order->agent, sizeof session.agent);
    add_session(books, &session);
}

void felt_books_end_sessions(struct felt_books *books, int64_t user, const uint8_t *but)
{
    for (int i = 0; i < books->sessions; i++) {
        struct session_row *row = &books->session[i];
        if (row->session.user != user || row->ended) continue;
        if (but && memcmp(row->session.token, but, FELT_DIGEST_BYTES) == 0)
            row->loaded = false; /* removed with the others, and written again */
        else
            row->ended = true;
    }
    felt_assert(books->sessions_of < FELT_BOOKS_ORDERS_MAX);
    books->ends[books->sessions_of++] = user;
}

void felt_books_make_signature(struct felt_books *books, const struct felt_order *order)
{
    felt_assert(books->signatures < TRANSACTIONS_MAX);
    struct signature_row *row = &books->signature[books->signatures++];
    *row = (struct signature_row){.signature.until_ms = order->signature_until_ms, .is_new = true};
    memcpy(row->signature.signature, order->signature, FELT_DIGEST_BYTES);
    memcpy(row->signature.token, order->token, FELT_DIGEST_BYTES);
}

/* ---- names of accounts ---- */

const char *felt_books_bank_name(int64_t user, char out[NAME_BYTES])
{
    struct felt_buffer text = felt_buffer_make(out, NAME_BYTES);
    felt_buffer_text(&text, "bank:");
    felt_buffer_int(&text, user);
    felt_assert(!text.overflow);
    return felt_buffer_terminate(&text);
}

const char *felt_books_seat_name(const char *table, int64_t user, char out[NAME_BYTES])
{
    struct felt_buffer text = felt_buffer_make(out, NAME_BYTES);
    felt_buffer_text(&text, "seat:");
    felt_buffer_text(&text, table);
    felt_buffer_char(&text, ':');
    felt_buffer_int(&text, user);
    felt_assert(!text.overflow);
    return felt_buffer_terminate(&text);
}

const char *felt_books_table_name(const char *kind, const char *table, char out[NAME_BYTES])
{
    struct felt_buffer text = felt_buffer_make(out, NAME_BYTES);
    felt_buffer_text(&text, kind);
    felt_buffer_char(&text, ':');
    felt_buffer_text(&text, table);
    felt_assert(!text.overflow);
    return felt_buffer_terminate(&text);
}

/* ---- what has changed ---- */

static void tell_users(struct felt_books *books, struct felt_changes *out)
{
    for (int i = 0; i < books->users; i++) {
        const struct user_row *row = &books->user[i];
        if (row->is_new)
            books->new_user[out->new_user_count++] = &row->user;
        else if (row->changed)
            books->changed_user[out->changed_user_count++] = &row->user;
    }
    for (int i = 0; i < books->accounts; i++)
        if (books->account[i].is_new && books->account[i].account.id)
            books->new_account[out->new_account_count++] = &books->account[i].account;
}

static void tell_sessions(struct felt_books *books, struct felt_changes *out)
{
    for (int i = 0; i < books->sessions; i++) {
        const struct session_row *row = &books->session[i];
        if (row->ended && row->loaded)
            books->ended_session[out->ended_session_count++] = &row->session;
        else if (row->ended)
            continue; /* came and went within the batch */
        else if (!row->loaded)
            books->new_session[out->new_session_count++] = &row->session;
        else if (row->changed)
            books->changed_session[out->changed_session_count++] = &row->session;
    }
    for (int i = 0; i < books->signatures; i++)
        if (books->signature[i].is_new)
            books->new_signature[out->signature_count++] = books->signature[i].signature;
}

void felt_books_changes(struct felt_books *books, struct felt_changes *out)
{
    *out = (struct felt_changes){
        .new_users = books->new_user,
        .changed_users = books->changed_user,
        .new_accounts = books->new_account,
        .transactions = books->transaction,
        .transaction_count = books->transactions,
        .new_sessions = books->new_session,
        .changed_sessions = books->changed_session,
        .ended_sessions = books->ended_session,
        .sessions_of = books->ends,
        .sessions_of_count = books->sessions_of,
        .signatures = books->new_signature,
        .audits = books->audit,
        .audit_count = books->audits,
        .counters = books->counters,
    };
    tell_users(books, out);
    tell_sessions(books, out);
    felt_books_tell_clubs(books, out);
}
