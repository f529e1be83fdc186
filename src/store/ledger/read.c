/* read.c -- questions: one statement each, many in one journey.
 *
 * Every question is asked in the same transaction, which begins after the last of them was given:
 * so each sees all that was committed before it (N3). */
#include "felt/assert.h"
#include "store/ledger/parts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A pattern for LIKE: every byte of a text may need an escape, and two signs go around it. */
enum {
    PATTERN_BYTES = 2 * FELT_ORDER_KEY_BYTES + 3,
    TEXTS_BYTES = 2 * PATTERN_BYTES, /* of a question */
    PARAMETERS_MAX = 5,
    ROWS_FIRST = 16
};

#define TOTAL                                                                                      \
    "(SELECT CAST(COALESCE(SUM(account.balance), 0) AS BIGINT) FROM account"                       \
    " WHERE account.owner = users.id AND account.kind IN ('bank', 'seat'))"
#define USER_AND_TOTAL "SELECT " FELT_LEDGER_STORE_USER ", " TOTAL

/* What hands at private tables brought each user since the last reset, which took it away.  Friends
 * can give each other what they like there: it is no profit.  Private tables are called p-... and
 * c12-..., and no others are (felt_lobby_is_private_name()), so their seats are two pieces of the
 * index of names. */
#define PRIVATE                                                                                    \
    "(SELECT seat.owner AS owner, CAST(SUM(ledger_entry.amount) AS BIGINT) AS won FROM"            \
    " (SELECT account.id AS id, account.owner AS owner, COALESCE((SELECT MAX(ledger_tx.id)"        \
    " FROM ledger_tx WHERE ledger_tx.user_id = account.owner AND ledger_tx.kind = 'reset'), 0)"    \
    " AS since FROM account WHERE account.name >= 'seat:p-' AND account.name < 'seat:p.'"          \
    " OR account.name >= 'seat:c0' AND account.name < 'seat:c:') AS seat"                          \
    " JOIN ledger_entry ON ledger_entry.account_id = seat.id AND ledger_entry.tx_id > seat.since"  \
    " JOIN ledger_tx ON ledger_tx.id = ledger_entry.tx_id AND ledger_tx.kind = 'settle'"           \
    " GROUP BY seat.owner)"

#define CLUB_ROW                                                                                   \
    "SELECT " FELT_LEDGER_STORE_CLUB ", " FELT_LEDGER_STORE_MEMBER                                 \
    ", users.kind, users.handle FROM clubs"                                                        \
    " JOIN club_members ON club_members.club_id = clubs.id"                                        \
    " JOIN users ON users.id = club_members.user_id"

/* Links are no sessions yet: they open nothing but by FELT_ORDER_REDEEM. */
static const struct felt_statement statements[FELT_QUESTION_KINDS] = {
    [FELT_QUESTION_SESSION] = {USER_AND_TOTAL
                               ", " FELT_LEDGER_STORE_SESSION
                               " FROM sessions JOIN users ON users.id = sessions.user_id"
                               " WHERE sessions.token = $1 AND sessions.kind <> 'link'"
                               " AND sessions.expires > $2"
                               " AND (users.disabled_at IS NULL"
                               " OR users.disabled_until <= $2)"
                               " AND users.deleted_at IS NULL",
                               "ti"},
    [FELT_QUESTION_USER] = {USER_AND_TOTAL " FROM users WHERE users.id = $1", "i"},
    [FELT_QUESTION_NAME] = {USER_AND_TOTAL " FROM users WHERE users.username_folded = $1", "t"},
    [FELT_QUESTION_HANDLE] = {USER_AND_TOTAL " FROM users WHERE users.handle_folded = $1", "t"},
    [FELT_QUESTION_HISTORY] = {"SELECT ledger_tx.id, ledger_tx.created, ledger_tx.kind,"
                               " ledger_entry.amount, ledger_entry.balance_after, account.name,"
                               " ledger_tx.hand FROM ledger_entry"
                               " JOIN account ON account.id = ledger_entry.account_id"
                               " JOIN ledger_tx ON ledger_tx.id = ledger_entry.tx_id"
                               " WHERE account.owner = $1 AND ledger_entry.tx_id < $2"
                               " ORDER BY ledger_entry.tx_id DESC, account.id LIMIT $3",
                               "iii"},
    [FELT_QUESTION_SESSIONS] = {"SELECT " FELT_LEDGER_STORE_SESSION
                                " FROM sessions WHERE sessions.user_id = $1"
                                " AND sessions.expires > $2"
                                " ORDER BY sessions.created DESC, sessions.token LIMIT $3",
                                "iii"},
    [FELT_QUESTION_SEATS] = {"SELECT " FELT_LEDGER_STORE_ACCOUNT
                             " FROM account WHERE account.owner = $1"
                             " AND account.balance <> 0 ORDER BY account.id LIMIT $2",
                             "ii"},
    [FELT_QUESTION_USERS] =
        {"SELECT " FELT_LEDGER_STORE_USER " FROM users WHERE users.id > $1"
         " AND (users.username_folded LIKE $2 ESCAPE '!'"
         " OR users.handle_folded LIKE $3 ESCAPE '!') ORDER BY users.id LIMIT $4",
         "itti"},
    [FELT_QUESTION_GUESTS] =
        {"SELECT " FELT_LEDGER_STORE_USER " FROM users WHERE users.kind = 'guest'"
         " AND users.deleted_at IS NULL AND users.id > $1"
         " AND (COALESCE(users.last_visit, users.reg_date) < $2"
         " OR (COALESCE(users.last_visit, users.reg_date) < $3"
         " AND users.chips = users.invested AND NOT EXISTS (SELECT 1 FROM account"
         " WHERE account.owner = users.id AND account.kind = 'seat')))"
         " AND NOT EXISTS (SELECT 1 FROM account WHERE account.owner = users.id"
         " AND account.kind = 'seat' AND account.balance > 0)"
         " ORDER BY users.id LIMIT $4",
         "iiii"},
    [FELT_QUESTION_GUEST_COUNT] =
        {"SELECT 0, 'bank', 0, 'guests', COUNT(*) FROM users"
         " WHERE users.kind = 'guest' AND users.deleted_at IS NULL LIMIT $1",
         "i"},
    [FELT_QUESTION_SUMMARY] =
        {"SELECT MIN(account.id), account.kind, MIN(account.owner), account.kind,"
         " CAST(SUM(account.balance) AS BIGINT) FROM account"
         " WHERE account.owner IS NULL GROUP BY account.kind"
         " ORDER BY MIN(account.id) LIMIT $1",
         "i"},
    /* Along the numbers from `before` on: as long as seats with chips are a fair part of all
     * accounts no other order finds a page sooner, and the question is rare: at every start. */
    [FELT_QUESTION_TABLES] = {"SELECT " FELT_LEDGER_STORE_ACCOUNT
                              " FROM account WHERE account.id > $1"
                              " AND account.kind = 'seat' AND account.balance > 0"
                              " ORDER BY account.id LIMIT $2",
                              "ii"},
    [FELT_QUESTION_AUDIT] = {"SELECT audit.id, audit.at, audit.actor, audit.kind, audit.user_id,"
                             " audit.amount, audit.reason, audit.action, audit.about,"
                             " users.username FROM audit"
                             " LEFT JOIN users ON users.id = audit.user_id"
                             " WHERE audit.id < $1 AND ($2 = 0 OR audit.user_id = $2)"
                             " AND ($3 = '' OR $3 IN (audit.kind, audit.action, audit.actor))"
                             " ORDER BY audit.id DESC LIMIT $4",
                             "iiti"},
    [FELT_QUESTION_LEADERS] =
        {"SELECT l.id, l.kind, l.handle, l.total, l.invested FROM"
         " (SELECT users.id, users.kind, users.handle, users.invested, " TOTAL
         " - COALESCE(own.won, 0) AS total FROM users"
         " LEFT JOIN " PRIVATE " AS own ON own.owner = users.id"
         " WHERE users.kind IN ('guest', 'human')"
         " AND users.deleted_at IS NULL"
         " AND (users.disabled_at IS NULL OR users.disabled_until <= $1)) AS l"
         " ORDER BY l.total - l.invested DESC, l.id LIMIT $2",
         "ii"},
    [FELT_QUESTION_SILENCED] = {"SELECT " FELT_LEDGER_STORE_USER
                                " FROM users WHERE users.silenced_until > $1"
                                " AND users.id > $2 ORDER BY users.id LIMIT $3",
                                "iii"},
    [FELT_QUESTION_CLUB] = {CLUB_ROW " WHERE clubs.id = $1 AND clubs.closed_at IS NULL"
                                     " ORDER BY CASE club_members.rank WHEN 'owner' THEN 0"
                                     " WHEN 'manager' THEN 1 ELSE 2 END, club_members.id LIMIT $2",
                            "ii"},
    [FELT_QUESTION_CLUBS] = {CLUB_ROW " WHERE ($1 = 0 AND club_members.user_id = clubs.owner"
                                      " OR $1 > 0 AND club_members.user_id = $1"
                                      " AND clubs.closed_at IS NULL)"
                                      " AND clubs.id > $2 ORDER BY clubs.id LIMIT $3",
                             "iii"},
    [FELT_QUESTION_MEMBER] = {CLUB_ROW " WHERE club_members.user_id = $1 AND clubs.id = $2"
                                       " AND clubs.closed_at IS NULL LIMIT 1",
                              "ii"},
    /* '.' follows '-': the accounts of seats at its tables are a piece of the index of names. */
    [FELT_QUESTION_CLUB_LEADERS] = {"SELECT users.id, users.kind, users.handle,"
                                    " CAST(SUM(ledger_entry.amount) AS BIGINT), 0"
                                    " FROM account JOIN users ON users.id = account.owner"
                                    " JOIN club_members ON club_members.user_id = users.id"
                                    " AND club_members.club_id = $1"
                                    " JOIN ledger_entry ON ledger_entry.account_id = account.id"
                                    " JOIN ledger_tx ON ledger_tx.id = ledger_entry.tx_id"
                                    " AND ledger_tx.kind = 'settle'"
                                    " WHERE account.name >= $2 AND account.name < $3"
                                    " GROUP BY users.id, users.kind, users.handle"
                                    " ORDER BY SUM(ledger_entry.amount) DESC, users.id LIMIT $4",
                                    "itti"},
    [FELT_QUESTION_REPORTS] = {"SELECT " FELT_LEDGER_STORE_REPORT
                               ", sayer.username, users.username,"
                               " users.handle FROM reports JOIN users ON users.id = reports.user_id"
                               " JOIN users AS sayer ON sayer.id = reports.by_id"
                               " WHERE reports.id < $1 AND ($2 = 0 OR reports.done_at IS NULL)"
                               " ORDER BY reports.id DESC LIMIT $3",
                               "iii"},
    [FELT_QUESTION_POOLS] = {"SELECT " FELT_LEDGER_STORE_ACCOUNT
                             " FROM account WHERE account.id > $1"
                             " AND account.kind = 'prize' AND account.balance > 0"
                             " ORDER BY account.id LIMIT $2",
                             "ii"},
    [FELT_QUESTION_POOL] =
        {"SELECT COALESCE(ledger_tx.user_id, 0),"
         " CAST(SUM(ledger_entry.amount) AS BIGINT),"
         " MAX(CASE ledger_tx.kind WHEN 'enter' THEN ledger_tx.id ELSE 0 END)"
         " FROM account JOIN ledger_entry ON ledger_entry.account_id = account.id"
         " JOIN ledger_tx ON ledger_tx.id = ledger_entry.tx_id"
         " WHERE account.name = $1 AND COALESCE(ledger_tx.user_id, 0) > $2"
         " GROUP BY COALESCE(ledger_tx.user_id, 0)"
         " ORDER BY COALESCE(ledger_tx.user_id, 0) LIMIT $3",
         "tii"},
};

/* Where the rows of one question go. */
struct asked {
    struct felt_sql *sql;
    struct felt_ledger_answer *answer;
};

/* ---- rows that come in ----------------------------------------------------------------------- */

static void take_user(void *self, const struct felt_value *value, int count)
{
    const struct asked *asked = self;
    struct felt_ledger_answer *answer = asked->answer;
    felt_assert(count == FELT_LEDGER_STORE_USER_COLUMNS + 1);
    answer->outcome = FELT_OUTCOME_OK;
    (void)felt_ledger_store_read_user(asked->sql, value, &answer->user);
    answer->total = value[FELT_LEDGER_STORE_USER_COLUMNS].number;
}

static void take_visitor(void *self, const struct felt_value *value, int count)
{
    const struct asked *asked = self;
    felt_assert(count == FELT_LEDGER_STORE_USER_COLUMNS + 1 + FELT_LEDGER_STORE_SESSION_COLUMNS);
    take_user(self, value, FELT_LEDGER_STORE_USER_COLUMNS + 1);
    (void)felt_ledger_store_read_session(asked->sql, &value[FELT_LEDGER_STORE_USER_COLUMNS + 1],
                                         &asked->answer->session);
}

/* Room for one more row; it doubles whenever the count reaches a power of two.  NULL: no memory. */
static void *next_row(struct felt_ledger_answer *answer, size_t bytes)
{
    if (answer->outcome != FELT_OUTCOME_OK) return NULL;
    uint32_t count = answer->count;
    if (count == 0 || (count >= ROWS_FIRST && (count & (count - 1)) == 0)) {
        size_t room = count == 0 ? ROWS_FIRST : (size_t)count * 2;
        void *grown = realloc(answer->rows, room * bytes);
        if (!grown) {
            answer->outcome = FELT_OUTCOME_UNAVAILABLE;
            return NULL;
        }
        answer->rows = grown;
    }
    answer->count++;
    return (char *)answer->rows + (size_t)count * bytes;
}

static void take_history(void *self, const struct felt_value *value, int count)
{
    const struct asked *asked = self;
    struct felt_history_row *row = next_row(asked->answer, sizeof *row);
    felt_assert(count == 7);
    if (!row) return;
    *row = (struct felt_history_row){.transaction = value[0].number,
                                     .at_ms = value[1].number,
                                     .amount = value[3].number,
                                     .after = value[4].number};
    (void)felt_ledger_store_read_order_kind(asked->sql, &value[2], row->transaction, &row->kind);
    felt_ledger_store_read_text(&value[5], row->account, sizeof row->account);
    felt_ledger_store_read_text(&value[6], row->hand, sizeof row->hand);
}

static void take_session_row(void *self, const struct felt_value *value, int count)
{
    const struct asked *asked = self;
    struct felt_session *row = next_row(asked->answer, sizeof *row);
    felt_assert(count == FELT_LEDGER_STORE_SESSION_COLUMNS);
    if (row) (void)felt_ledger_store_read_session(asked->sql, value, row);
}

static void take_account_row(void *self, const struct felt_value *value, int count)
{
    const struct asked *asked = self;
    struct felt_account *row = next_row(asked->answer, sizeof *row);
    felt_assert(count == 5);
    if (row) (void)felt_ledger_store_read_account(asked->sql, value, row);
}

static void take_user_row(void *self, const struct felt_value *value, int count)
{
    const struct asked *asked = self;
    struct felt_user *row = next_row(asked->answer, sizeof *row);
    felt_assert(count == FELT_LEDGER_STORE_USER_COLUMNS);
    if (row) (void)felt_ledger_store_read_user(asked->sql, value, row);
}

static void take_audit_row(void *self, const struct felt_value *value, int count)
{
    const struct asked *asked = self;
    struct felt_ledger_audit_row *row = next_row(asked->answer, sizeof *row);
    felt_assert(count == 10);
    if (!row) return;
    *row = (struct felt_ledger_audit_row){.line = {.id = value[0].number,
                                                   .at_ms = value[1].number,
                                                   .user = value[4].number,
                                                   .amount = value[5].number}};
    (void)felt_ledger_store_read_order_kind(asked->sql, &value[3], row->line.id, &row->line.kind);
    felt_ledger_store_read_text(&value[2], row->line.actor, sizeof row->line.actor);
    felt_ledger_store_read_text(&value[6], row->line.reason, sizeof row->line.reason);
    felt_ledger_store_read_text(&value[7], row->line.action, sizeof row->line.action);
    felt_ledger_store_read_text(&value[8], row->line.about, sizeof row->line.about);
    felt_ledger_store_read_text(&value[9], row->username, sizeof row->username);
}

static void take_leader(void *self, const struct felt_value *value, int count)
{
    const struct asked *asked = self;
    struct felt_ledger_leader *row = next_row(asked->answer, sizeof *row);
    felt_assert(count == 5);
    if (!row) return;
    *row = (struct felt_ledger_leader){
        .user = value[0].number, .chips = value[3].number, .invested = value[4].number};
    (void)felt_ledger_store_read_word(asked->sql, &value[1], felt_user_kind_find, "users: user",
                                      row->user, &row->kind);
    felt_ledger_store_read_text(&value[2], row->handle, sizeof row->handle);
}

static void take_club_row(void *self, const struct felt_value *value, int count)
{
    const struct asked *asked = self;
    asked->answer->outcome = FELT_OUTCOME_OK;
    struct felt_club_row *row = next_row(asked->answer, sizeof *row);
    const struct felt_value *member = value + FELT_LEDGER_STORE_CLUB_COLUMNS,
                            *user = member + FELT_LEDGER_STORE_MEMBER_COLUMNS;
    felt_assert(count == FELT_LEDGER_STORE_CLUB_COLUMNS + FELT_LEDGER_STORE_MEMBER_COLUMNS + 2);
    if (!row) return;
    *row = (struct felt_club_row){0};
    felt_ledger_store_read_club(value, &row->club);
    (void)felt_ledger_store_read_member(asked->sql, member, &row->member);
    (void)felt_ledger_store_read_word(asked->sql, &user[0], felt_user_kind_find, "users: user",
                                      row->member.user, &row->kind);
    felt_ledger_store_read_text(&user[1], row->handle, sizeof row->handle);
}

static void take_report_row(void *self, const struct felt_value *value, int count)
{
    const struct asked *asked = self;
    struct felt_report_row *row = next_row(asked->answer, sizeof *row);
    const struct felt_value *names = value + FELT_LEDGER_STORE_REPORT_COLUMNS;
    felt_assert(count == FELT_LEDGER_STORE_REPORT_COLUMNS + 3);
    if (!row) return;
    *row = (struct felt_report_row){0};
    felt_ledger_store_read_report(value, &row->report);
    felt_ledger_store_read_text(&names[0], row->by, sizeof row->by);
    felt_ledger_store_read_text(&names[1], row->username, sizeof row->username);
    felt_ledger_store_read_text(&names[2], row->handle, sizeof row->handle);
}

static void take_pool_row(void *self, const struct felt_value *value, int count)
{
    const struct asked *asked = self;
    struct felt_pool_row *row = next_row(asked->answer, sizeof *row);
    felt_assert(count == 3);
    if (row)
        *row = (struct felt_pool_row){
            .user = value[0].number, .paid = value[1].number, .transaction = value[2].number};
}

static const felt_sql_row takes[FELT_QUESTION_KINDS] = {
    [FELT_QUESTION_SESSION] = take_visitor,    [FELT_QUESTION_USER] = take_user,
    [FELT_QUESTION_NAME] = take_user,          [FELT_QUESTION_HANDLE] = take_user,
    [FELT_QUESTION_HISTORY] = take_history,    [FELT_QUESTION_SESSIONS] = take_session_row,
    [FELT_QUESTION_SEATS] = take_account_row,  [FELT_QUESTION_USERS] = take_user_row,
    [FELT_QUESTION_GUESTS] = take_user_row,    [FELT_QUESTION_SUMMARY] = take_account_row,
    [FELT_QUESTION_TABLES] = take_account_row, [FELT_QUESTION_AUDIT] = take_audit_row,
    [FELT_QUESTION_LEADERS] = take_leader,     [FELT_QUESTION_SILENCED] = take_user_row,
    [FELT_QUESTION_CLUB] = take_club_row,      [FELT_QUESTION_CLUBS] = take_club_row,
    [FELT_QUESTION_MEMBER] = take_club_row,    [FELT_QUESTION_CLUB_LEADERS] = take_leader,
    [FELT_QUESTION_REPORTS] = take_report_row, [FELT_QUESTION_POOLS] = take_account_row,
    [FELT_QUESTION_POOL] = take_pool_row,      [FELT_QUESTION_GUEST_COUNT] = take_account_row};

/* ---- asking ---------------------------------------------------------------------------------- */

/* "ann_" becomes "%ann!_%".  `folded` is overwritten. */
static void write_pattern(char folded[FELT_ORDER_KEY_BYTES + 1], char out[PATTERN_BYTES])
{
    felt_ledger_store_clean(folded, FELT_ORDER_KEY_BYTES + 1, folded);
    size_t used = 0;
    out[used++] = '%';
    for (const char *at = folded; *at; at++) {
        if (strchr("%_!", *at)) out[used++] = '!';
        out[used++] = *at;
    }
    out[used++] = '%';
    out[used] = 0;
    felt_assert(used < PATTERN_BYTES);
}

static int64_t rows_of(const struct felt_question *question)
{
    if (question->limit < 1) return 1;
    return question->limit > FELT_QUESTION_ROWS_MAX ? FELT_QUESTION_ROWS_MAX : question->limit;
}

/* Both patterns: a text may be part of a username, or look like part of a handle. */
static void write_patterns(const char *text, char username[PATTERN_BYTES],
                           char handle[PATTERN_BYTES])
{
    char folded[FELT_ORDER_KEY_BYTES + 1];
    _Static_assert((int)FELT_HANDLE_BYTES <= (int)FELT_ORDER_KEY_BYTES, "a folded handle fits");
    felt_name_fold(text, folded);
    write_pattern(folded, username);
    felt_handle_fold(text, folded);
    write_pattern(folded, handle);
}

/* The same for questions about restraints and clubs; any other has the number of rows alone. */
static int write_more_parameters(const struct felt_question *question, char text[TEXTS_BYTES],
                                 struct felt_value value[PARAMETERS_MAX])
{
    struct felt_value number = felt_value_int(question->number),
                      rows = felt_value_int(rows_of(question));
    value[0] = number;
    switch (question->kind) {
    case FELT_QUESTION_HANDLE:
        felt_handle_fold(question->text, text);
        felt_ledger_store_clean(text, PATTERN_BYTES, text);
        value[0] = felt_value_text(text);
        return 1;
    case FELT_QUESTION_REPORTS:
        value[0] = felt_value_int(question->before > 0 ? question->before : INT64_MAX);
        value[1] = number;
        value[2] = rows;
        return 3;
    case FELT_QUESTION_LEADERS:
        value[0] = felt_value_int(question->now_ms);
        value[1] = rows;
        return 2;
    case FELT_QUESTION_SILENCED:
        value[0] = felt_value_int(question->now_ms);
        value[1] = felt_value_int(question->before);
        value[2] = rows;
        return 3;
    case FELT_QUESTION_CLUB: value[1] = rows; return 2;
    case FELT_QUESTION_CLUBS:
        value[1] = felt_value_int(question->before);
        value[2] = rows;
        return 3;
    case FELT_QUESTION_MEMBER: value[1] = felt_value_int(question->before); return 2;
    case FELT_QUESTION_POOL:
        (void)snprintf(text, PATTERN_BYTES, "prize:%s", question->text);
        felt_ledger_store_clean(text, PATTERN_BYTES, text);
        value[0] = felt_value_text(text);
        value[1] = felt_value_int(question->before);
        value[2] = rows;
        return 3;
    case FELT_QUESTION_CLUB_LEADERS:
        (void)snprintf(text, PATTERN_BYTES, "seat:c%lld-", (long long)question->number);
        (void)snprintf(text + PATTERN_BYTES, PATTERN_BYTES, "seat:c%lld.",
                       (long long)question->number);
        value[1] = felt_value_text(text);
        value[2] = felt_value_text(text + PATTERN_BYTES);
        value[3] = rows;
        return 4;
    default: value[0] = rows; return 1;
    }
}

/* Writes the parameters; texts among them are in `text`. */
static int write_parameters(const struct felt_question *question, char text[TEXTS_BYTES],
                            struct felt_value value[PARAMETERS_MAX])
{
    struct felt_value number = felt_value_int(question->number),
                      rows = felt_value_int(rows_of(question));
    value[0] = number;
    switch (question->kind) {
    case FELT_QUESTION_SESSION:
        felt_ledger_store_hex(question->token, text);
        value[0] = felt_value_text(text);
        value[1] = felt_value_int(question->now_ms);
        return 2;
    case FELT_QUESTION_USER: return 1;
    case FELT_QUESTION_NAME:
        felt_name_fold(question->text, text);
        felt_ledger_store_clean(text, PATTERN_BYTES, text);
        value[0] = felt_value_text(text);
        return 1;
    case FELT_QUESTION_HISTORY: /* one transaction more: see end_history() */
        value[1] = felt_value_int(question->before > 0 ? question->before : INT64_MAX);
        value[2] = felt_value_int(rows_of(question) + FELT_LEDGER_LINES_MAX);
        return 3;
    case FELT_QUESTION_SESSIONS:
        value[1] = felt_value_int(question->now_ms);
        value[2] = rows;
        return 3;
    case FELT_QUESTION_SEATS: value[1] = rows; return 2;
    case FELT_QUESTION_USERS:
        write_patterns(question->text, text, text + PATTERN_BYTES);
        value[0] = felt_value_int(question->before);
        value[1] = felt_value_text(text);
        value[2] = felt_value_text(text + PATTERN_BYTES);
        value[3] = rows;
        return 4;
    case FELT_QUESTION_GUESTS:
        value[1] = felt_value_int(question->before);
        value[2] = felt_value_int(question->idle);
        value[3] = rows;
        return 4;
    case FELT_QUESTION_POOLS:
    case FELT_QUESTION_TABLES:
        value[0] = felt_value_int(question->before);
        value[1] = rows;
        return 2;
    case FELT_QUESTION_AUDIT:
        felt_ledger_store_clean(question->text, sizeof question->text, text);
        value[0] = felt_value_int(question->before > 0 ? question->before : INT64_MAX);
        value[1] = number;
        value[2] = felt_value_text(text);
        value[3] = rows;
        return 4;
    default: break;
    }
    return write_more_parameters(question, text, value);
}
_Static_assert((int)PATTERN_BYTES > (int)FELT_LEDGER_STORE_HEX_BYTES, "a token fits, too");

/* A page ends between two transactions: whoever asks for what came before the last one he has seen
 * misses none of its lines.  Only a transaction that is alone on its page may exceed the limit. */
static void end_history(const struct felt_question *question, struct felt_ledger_answer *answer)
{
    uint32_t limit = (uint32_t)rows_of(question), count = answer->count;
    if (count <= limit) return;
    const struct felt_history_row *row = answer->history;
    uint32_t end = limit;
    while (end > 0 && row[end - 1].transaction == row[end].transaction) end--;
    if (end == 0)
        for (end = limit; end < count && row[end].transaction == row[0].transaction;) end++;
    answer->count = end;
}

static void empty_answer(const struct felt_question *question, struct felt_ledger_answer *answer)
{
    free(answer->rows);
    *answer = (struct felt_ledger_answer){.outcome = FELT_OUTCOME_OK};
    if (question->kind == FELT_QUESTION_SESSION) answer->outcome = FELT_OUTCOME_NO_SESSION;
    if (question->kind == FELT_QUESTION_USER || question->kind == FELT_QUESTION_NAME ||
        question->kind == FELT_QUESTION_HANDLE)
        answer->outcome = FELT_OUTCOME_NO_USER;
    if (question->kind == FELT_QUESTION_CLUB || question->kind == FELT_QUESTION_MEMBER)
        answer->outcome = FELT_OUTCOME_NO_CLUB;
}

enum felt_sql_result felt_ledger_store_read_try(struct felt_sql *sql,
                                                const struct felt_question *const *question,
                                                struct felt_ledger_answer *const *answer, int count)
{
    struct asked asked[FELT_LEDGER_ORDERS_MAX];
    felt_assert(count <= FELT_LEDGER_ORDERS_MAX);
    felt_sql_begin(sql, false);
    for (int i = 0; i < count; i++) {
        int kind = question[i]->kind;
        felt_assert(kind < FELT_QUESTION_KINDS);
        empty_answer(question[i], answer[i]);
        asked[i] = (struct asked){sql, answer[i]};
        char text[TEXTS_BYTES];
        struct felt_value value[PARAMETERS_MAX];
        int values = write_parameters(question[i], text, value);
        felt_sql_add(sql, &statements[kind], value, values, takes[kind], &asked[i]);
    }
    enum felt_sql_result result = felt_sql_commit(sql);
    for (int i = 0; i < count; i++) {
        if (result != FELT_SQL_OK || answer[i]->outcome != FELT_OUTCOME_OK)
            answer[i]->count = 0;
        else if (question[i]->kind == FELT_QUESTION_HISTORY)
            end_history(question[i], answer[i]);
        if (answer[i]->count > 0) continue;
        free(answer[i]->rows);
        answer[i]->rows = NULL;
    }
    return result;
}
