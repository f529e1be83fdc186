/* rows.c -- a row of each table: read into our values, written from them.
 *
 * Kinds are words in the database and digests hexadecimal digits, so that an operator can read a
 * table.  An empty text and a time that never was are NULL. */
#include "base/utf8.h"
#include "felt/assert.h"
#include "store/ledger/parts.h"
#include "store/schema/seals.h"

#include <stdio.h>
#include <string.h>

/* ---- texts and numbers ----------------------------------------------------------------------- */

void felt_ledger_store_hex(const uint8_t digest[FELT_DIGEST_BYTES],
                           char out[FELT_LEDGER_STORE_HEX_BYTES])
{
    static const char digit[] = "0123456789abcdef";
    for (int i = 0; i < FELT_DIGEST_BYTES; i++) {
        out[2 * i] = digit[digest[i] >> 4];
        out[2 * i + 1] = digit[digest[i] & 15];
    }
    out[FELT_LEDGER_STORE_HEX_BYTES - 1] = 0;
}

static uint8_t nibble(char digit)
{
    if (digit >= '0' && digit <= '9') return (uint8_t)(digit - '0');
    return digit >= 'a' && digit <= 'f' ? (uint8_t)(digit - 'a' + 10) : 0;
}

/* Anything but a whole digest becomes zeros: no token and no fingerprint has that hash. */
void felt_ledger_store_read_digest(const struct felt_value *value, uint8_t out[FELT_DIGEST_BYTES])
{
    memset(out, 0, FELT_DIGEST_BYTES);
    if (value->kind != FELT_VALUE_TEXT || value->bytes != FELT_LEDGER_STORE_HEX_BYTES - 1) return;
    for (int i = 0; i < FELT_DIGEST_BYTES; i++)
        out[i] = (uint8_t)(nibble(value->text[2 * i]) << 4 | nibble(value->text[2 * i + 1]));
}

void felt_ledger_store_read_text(const struct felt_value *value, char *out, size_t capacity)
{
    size_t bytes = value->kind == FELT_VALUE_TEXT ? value->bytes : 0;
    if (bytes >= capacity) bytes = capacity - 1;
    if (bytes > 0) memcpy(out, value->text, bytes);
    out[bytes] = 0;
}

void felt_ledger_store_clean(const char *text, size_t capacity, char *out)
{
    size_t bytes = strnlen(text, capacity - 1), used = 1;
    uint32_t character = 0;
    memmove(out, text, bytes);
    out[bytes] = 0;
    for (size_t at = 0; at < bytes; at += used)
        if (!felt_utf8_read(out + at, bytes - at, &used, &character)) memset(out + at, '?', used);
}

#define READ_TEXT(value, field) felt_ledger_store_read_text(&(value), (field), sizeof(field))

/* The tables take no other words than ours: an unknown one is in a database that was tampered with,
 * or belongs to a later version.  `id` is the number by which an operator finds the row. */
bool felt_ledger_store_read_word(struct felt_sql *sql, const struct felt_value *value,
                                 int (*find)(const char *word), const char *table, int64_t id,
                                 uint8_t *out)
{
    char word[32], why[128];
    felt_ledger_store_read_text(value, word, sizeof word);
    int kind = find(word);
    *out = kind < 0 ? 0 : (uint8_t)kind;
    if (kind >= 0) return true;
    felt_ledger_store_clean(word, sizeof word, word);
    (void)snprintf(why, sizeof why, "%s %lld has the unknown kind \"%s\"", table, (long long)id,
                   word);
    felt_sql_reject(sql, why);
    return false;
}

bool felt_ledger_store_read_order_kind(struct felt_sql *sql, const struct felt_value *value,
                                       int64_t transaction, uint8_t *out)
{
    return felt_ledger_store_read_word(sql, value, felt_order_find, "ledger_tx: transaction",
                                       transaction, out);
}

/* ---- reading --------------------------------------------------------------------------------- */

bool felt_ledger_store_read_user(struct felt_sql *sql, const struct felt_value *value,
                                 struct felt_user *out)
{
    *out = (struct felt_user){.id = value[0].number,
                              .chips = value[7].number,
                              .invested = value[8].number,
                              .level = (int32_t)value[9].number,
                              .reg_date = value[12].number,
                              .last_visit = value[13].number,
                              .disabled_at = value[15].number,
                              .deleted_at = value[16].number,
                              .disabled_until = value[17].number,
                              .silenced_until = value[18].number};
    READ_TEXT(value[1], out->facebook_id);
    READ_TEXT(value[2], out->username);
    READ_TEXT(value[3], out->handle);
    READ_TEXT(value[4], out->password);
    READ_TEXT(value[5], out->email);
    READ_TEXT(value[6], out->birthday);
    READ_TEXT(value[11], out->bookmark);
    READ_TEXT(value[14], out->remote_address);
    READ_TEXT(value[19], out->factor);
    return felt_ledger_store_read_word(sql, &value[10], felt_user_kind_find, "users: user", out->id,
                                       &out->kind);
}

bool felt_ledger_store_read_account(struct felt_sql *sql, const struct felt_value *value,
                                    struct felt_account *out)
{
    *out = (struct felt_account){
        .id = value[0].number, .owner = value[2].number, .balance = value[4].number};
    READ_TEXT(value[3], out->name);
    return felt_ledger_store_read_word(sql, &value[1], felt_account_kind_find, "account: account",
                                       out->id, &out->kind);
}

bool felt_ledger_store_read_transaction(struct felt_sql *sql, const struct felt_value *value,
                                        struct felt_transaction *out)
{
    *out = (struct felt_transaction){.id = value[0].number,
                                     .user = value[4].number,
                                     .invested = value[5].number,
                                     .amount = value[6].number,
                                     .at_ms = value[8].number};
    READ_TEXT(value[2], out->key);
    felt_ledger_store_read_digest(&value[3], out->fingerprint);
    READ_TEXT(value[7], out->hand);
    return felt_ledger_store_read_order_kind(sql, &value[1], out->id, &out->kind);
}

/* Tokens are no matter for a log. */
bool felt_ledger_store_read_session(struct felt_sql *sql, const struct felt_value *value,
                                    struct felt_session *out)
{
    *out = (struct felt_session){.user = value[1].number,
                                 .created = value[3].number,
                                 .last_seen = value[4].number,
                                 .expires = value[5].number};
    felt_ledger_store_read_digest(&value[0], out->token);
    READ_TEXT(value[6], out->address);
    READ_TEXT(value[7], out->agent);
    return felt_ledger_store_read_word(sql, &value[2], felt_session_kind_find,
                                       "sessions: a session of user", out->user, &out->kind);
}

/* ---- writing --------------------------------------------------------------------------------- */

/* Balances begin at nothing: the database's triggers bring chips and invested along. */
static const struct felt_statement new_user = {
    "INSERT INTO users (facebook_id, username, username_folded, handle, handle_folded, password, "
    "email, birthday, level, kind, bookmark, reg_date, last_visit, remote_address, disabled_at, "
    "deleted_at, disabled_until, silenced_until, factor, id, chips, invested) VALUES ($1, $2, $3, "
    "$4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, 0, 0)",
    "ttttttttittiitiiiiti"};
static const struct felt_statement changed_user = {
    "UPDATE users SET facebook_id = $1, username = $2, username_folded = $3, handle = $4, "
    "handle_folded = $5, password = $6, email = $7, birthday = $8, level = $9, kind = $10, "
    "bookmark = $11, reg_date = $12, last_visit = $13, remote_address = $14, disabled_at = $15, "
    "deleted_at = $16, disabled_until = $17, silenced_until = $18, factor = $19 WHERE id = $20",
    "ttttttttittiitiiiiti"};

static void write_user(struct felt_sql *sql, const struct felt_statement *statement,
                       const struct felt_user *user)
{
    char username[sizeof user->username], handle[sizeof user->handle];
    felt_name_fold(user->username, username);
    felt_handle_fold(user->handle, handle);
    const struct felt_value value[] = {felt_value_text_or_null(user->facebook_id),
                                       felt_value_text_or_null(user->username),
                                       felt_value_text_or_null(username),
                                       felt_value_text_or_null(user->handle),
                                       felt_value_text_or_null(handle),
                                       felt_value_text_or_null(user->password),
                                       felt_value_text_or_null(user->email),
                                       felt_value_text_or_null(user->birthday),
                                       felt_value_int(user->level),
                                       felt_value_text(felt_user_kind_word(user->kind)),
                                       felt_value_text_or_null(user->bookmark),
                                       felt_value_int(user->reg_date),
                                       felt_value_int_or_null(user->last_visit),
                                       felt_value_text_or_null(user->remote_address),
                                       felt_value_int_or_null(user->disabled_at),
                                       felt_value_int_or_null(user->deleted_at),
                                       felt_value_int_or_null(user->disabled_until),
                                       felt_value_int_or_null(user->silenced_until),
                                       felt_value_text_or_null(user->factor),
                                       felt_value_int(user->id)};
    felt_sql_add(sql, statement, value, (int)(sizeof value / sizeof *value), NULL, NULL);
}

static void write_account(struct felt_sql *sql, const struct felt_account *account)
{
    static const struct felt_statement statement = {
        "INSERT INTO account (id, kind, owner, name, balance) VALUES ($1, $2, $3, $4, 0)", "itit"};
    const struct felt_value value[] = {
        felt_value_int(account->id), felt_value_text(felt_account_kind_word(account->kind)),
        felt_value_int_or_null(account->owner), felt_value_text(account->name)};
    felt_sql_add(sql, &statement, value, 4, NULL, NULL);
}

/* Lines of all transactions come first, then the rows that seal them. */
static void write_lines(struct felt_sql *sql, const struct felt_transaction *transaction, int count)
{
    struct felt_ledger_store_lines lines = {.sql = sql};
    for (int i = 0; i < count; i++) {
        felt_assert(transaction[i].lines >= 2); /* B1 */
        for (int k = 0; k < transaction[i].lines; k++)
            felt_ledger_store_add_line(&lines, transaction[i].id, &transaction[i].line[k]);
    }
    felt_ledger_store_end_lines(&lines);
}

static void write_seals(struct felt_sql *sql, const struct felt_transaction *transaction, int count)
{
    struct felt_value value[FELT_LEDGER_STORE_SEAL_COLUMNS * FELT_LEDGER_STORE_SEALS];
    char fingerprint[FELT_LEDGER_STORE_SEALS][FELT_LEDGER_STORE_HEX_BYTES];
    int rows = 0;
    for (int i = 0; i < count; i++) {
        const struct felt_transaction *one = &transaction[i];
        struct felt_value *row = &value[FELT_LEDGER_STORE_SEAL_COLUMNS * rows];
        felt_ledger_store_hex(one->fingerprint, fingerprint[rows]);
        row[0] = felt_value_int(one->id);
        row[1] = felt_value_text(felt_order_word(one->kind));
        row[2] = felt_value_text(one->key);
        row[3] = felt_value_text(fingerprint[rows]);
        row[4] = felt_value_int_or_null(one->user);
        row[5] = felt_value_int(one->invested);
        row[6] = felt_value_int(one->amount);
        row[7] = felt_value_text_or_null(one->hand);
        row[8] = felt_value_int(one->at_ms);
        if (++rows < FELT_LEDGER_STORE_SEALS) continue;
        felt_ledger_store_add_seals(sql, value, rows);
        rows = 0;
    }
    felt_ledger_store_add_seals(sql, value, rows);
}

/* A session that was changed is written whole as well: it may have just been swept away with all
 * the others of its user. */
static void write_session(struct felt_sql *sql, const struct felt_session *session)
{
    static const struct felt_statement statement = {
        "INSERT INTO sessions (token, user_id, kind, created, last_seen, expires, address, agent) "
        "VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (token) DO UPDATE SET "
        "user_id = excluded.user_id, kind = excluded.kind, created = excluded.created, "
        "last_seen = excluded.last_seen, expires = excluded.expires, "
        "address = excluded.address, agent = excluded.agent",
        "titiiitt"};
    char token[FELT_LEDGER_STORE_HEX_BYTES], agent[sizeof session->agent];
    felt_ledger_store_hex(session->token, token);
    felt_ledger_store_clean(session->agent, sizeof agent, agent);
    const struct felt_value value[] = {felt_value_text(token),
                                       felt_value_int(session->user),
                                       felt_value_text(felt_session_kind_word(session->kind)),
                                       felt_value_int(session->created),
                                       felt_value_int(session->last_seen),
                                       felt_value_int(session->expires),
                                       felt_value_text_or_null(session->address),
                                       felt_value_text_or_null(agent)};
    felt_sql_add(sql, &statement, value, 8, NULL, NULL);
}

/* Nobody needs so many browsers: the oldest sessions make room for the newest. */
static void end_oldest(struct felt_sql *sql, const struct felt_session *session)
{
    static const struct felt_statement statement = {
        "DELETE FROM sessions WHERE user_id = $1 AND kind IN ('cookie', 'fresh') AND token NOT IN "
        "(SELECT token FROM sessions WHERE user_id = $1 AND kind IN ('cookie', 'fresh') "
        "ORDER BY created DESC, token LIMIT 50)",
        "i"};
    if (!felt_session_is_browser(session->kind)) return;
    struct felt_value user = felt_value_int(session->user);
    felt_sql_add(sql, &statement, &user, 1, NULL, NULL);
}

static void write_sessions(struct felt_sql *sql, const struct felt_changes *changes)
{
    static const struct felt_statement of_user = {"DELETE FROM sessions WHERE user_id = $1", "i"},
                                       ended = {"DELETE FROM sessions WHERE token = $1", "t"};
    for (int i = 0; i < changes->sessions_of_count; i++) {
        struct felt_value user = felt_value_int(changes->sessions_of[i]);
        felt_sql_add(sql, &of_user, &user, 1, NULL, NULL);
    }
    for (int i = 0; i < changes->ended_session_count; i++) {
        char token[FELT_LEDGER_STORE_HEX_BYTES];
        felt_ledger_store_hex(changes->ended_sessions[i]->token, token);
        struct felt_value value = felt_value_text(token);
        felt_sql_add(sql, &ended, &value, 1, NULL, NULL);
    }
    for (int i = 0; i < changes->new_session_count; i++) {
        write_session(sql, changes->new_sessions[i]);
        end_oldest(sql, changes->new_sessions[i]);
    }
    for (int i = 0; i < changes->changed_session_count; i++)
        write_session(sql, changes->changed_sessions[i]);
}

static void write_signature(struct felt_sql *sql, const struct felt_signature *signature)
{
    static const struct felt_statement statement = {
        "INSERT INTO signatures (signature, token, expires) VALUES ($1, $2, $3)", "tti"};
    char digest[FELT_LEDGER_STORE_HEX_BYTES], token[FELT_LEDGER_STORE_HEX_BYTES];
    felt_ledger_store_hex(signature->signature, digest);
    felt_ledger_store_hex(signature->token, token);
    const struct felt_value value[] = {felt_value_text(digest), felt_value_text(token),
                                       felt_value_int(signature->until_ms)};
    felt_sql_add(sql, &statement, value, 3, NULL, NULL);
}

static void write_audit(struct felt_sql *sql, const struct felt_ledger_audit *audit)
{
    static const struct felt_statement statement = {
        "INSERT INTO audit (id, at, actor, kind, user_id, amount, reason, action, about) VALUES "
        "($1, $2, $3, $4, $5, $6, $7, $8, $9)",
        "iittiittt"};
    char actor[sizeof audit->actor], reason[sizeof audit->reason], about[sizeof audit->about];
    felt_ledger_store_clean(audit->actor, sizeof actor, actor);
    felt_ledger_store_clean(audit->reason, sizeof reason, reason);
    felt_ledger_store_clean(audit->about, sizeof about, about);
    const struct felt_value value[] = {felt_value_int(audit->id),
                                       felt_value_int(audit->at_ms),
                                       felt_value_text(actor),
                                       felt_value_text(felt_order_word(audit->kind)),
                                       felt_value_int_or_null(audit->user),
                                       felt_value_int(audit->amount),
                                       felt_value_text_or_null(reason),
                                       felt_value_text_or_null(audit->action),
                                       felt_value_text_or_null(about)};
    felt_sql_add(sql, &statement, value, 9, NULL, NULL);
}

bool felt_ledger_store_write(struct felt_sql *sql, const struct felt_changes *changes)
{
    /* Users that change come before new ones: a name that one of them gave up may be taken. */
    for (int i = 0; i < changes->changed_user_count; i++)
        write_user(sql, &changed_user, changes->changed_users[i]);
    for (int i = 0; i < changes->new_user_count; i++)
        write_user(sql, &new_user, changes->new_users[i]);
    for (int i = 0; i < changes->new_account_count; i++)
        write_account(sql, changes->new_accounts[i]);
    write_lines(sql, changes->transactions, changes->transaction_count);
    write_seals(sql, changes->transactions, changes->transaction_count);
    write_sessions(sql, changes);
    for (int i = 0; i < changes->signature_count; i++)
        write_signature(sql, &changes->signatures[i]);
    for (int i = 0; i < changes->audit_count; i++) write_audit(sql, &changes->audits[i]);
    bool clubs = felt_ledger_store_write_clubs(sql, changes);
    return clubs || changes->changed_user_count > 0 || changes->new_user_count > 0 ||
           changes->new_account_count > 0 || changes->transaction_count > 0 ||
           changes->sessions_of_count > 0 || changes->ended_session_count > 0 ||
           changes->new_session_count > 0 || changes->changed_session_count > 0 ||
           changes->signature_count > 0 || changes->audit_count > 0;
}
