/* verify.c -- a row that comes from outside: could a ledger store have written it?
 *
 * The database refuses what its own rules know.  Here is what only the program knows: words, names
 * that say what somebody is, digests, and numbers that leave room for the next one. */
#include "store/backup/parts.h"

#include <string.h>

/* The last millisecond of the year 9999. */
#define TIME_MAX   INT64_C(253402300799999)
#define NUMBER_MAX FELT_ACCOUNT_CHIPS_MAX
#define MOVED_MAX  (FELT_LEDGER_LINES_MAX * FELT_ACCOUNT_CHIPS_MAX)

enum { U_ID, U_FACEBOOK, U_USERNAME, U_USERNAME_FOLDED, U_HANDLE, U_HANDLE_FOLDED, U_LEVEL = 11 };
enum { U_KIND = 12, U_BOOKMARK, U_REG_DATE, U_LAST_VISIT, U_DISABLED_AT = 17, U_DELETED_AT };
enum { U_DISABLED_UNTIL = 19, U_SILENCED_UNTIL };
enum { A_ID, A_KIND, A_OWNER, A_NAME };
enum { T_ID, T_KIND, T_KEY, T_FINGERPRINT, T_USER, T_INVESTED, T_AMOUNT, T_HAND, T_CREATED };
enum { L_ID, L_AT, L_ACTOR, L_KIND, L_USER, L_AMOUNT };
enum { C_ID, C_NAME, C_OWNER, C_CODE, C_CREATED, C_CLOSED_AT };
enum { M_ID, M_CLUB, M_USER, M_RANK, M_JOINED };
enum { R_ID, R_AT, R_TEXT = 6, R_DONE_AT };

static enum felt_status refuse(const struct felt_ledger_backup_row *row, int column,
                               struct felt_complaint *complaint)
{
    const struct felt_ledger_backup_table *table = &felt_ledger_backup_tables[row->kind];
    return felt_complain(complaint, FELT_BAD_FORMAT, 0, 0,
                         "\"%s\" of this %s is nothing that we ever write",
                         table->column[column].name, table->name);
}

static bool is_within(const struct felt_value *value, int64_t min, int64_t max)
{
    return value->kind == FELT_VALUE_NULL || (value->number >= min && value->number <= max);
}

static bool is_hex(const struct felt_value *value, size_t digits)
{
    return value->kind == FELT_VALUE_NULL ||
           (value->bytes == digits && strspn(value->text, "0123456789abcdef") == digits);
}

static bool is_folded(const struct felt_value *folded, const struct felt_value *name, bool handle)
{
    char again[FELT_HANDLE_BYTES + 1];
    if (name->kind == FELT_VALUE_NULL || folded->kind == FELT_VALUE_NULL)
        return name->kind == folded->kind;
    if (handle)
        felt_handle_fold(name->text, again);
    else
        felt_name_fold(name->text, again);
    return strcmp(again, folded->text) == 0;
}

/* Each: the column that is wrong, -1 for none. */
static int verify_counter(const struct felt_value *value)
{
    return is_within(&value[1], 0, NUMBER_MAX) ? -1 : 1;
}

/* Whoever is deleted has another name and is still what he was. */
static bool has_own_name(const struct felt_value *value, int kind)
{
    if (value[U_DELETED_AT].kind != FELT_VALUE_NULL) return true;
    if (value[U_USERNAME].kind != FELT_VALUE_TEXT) return false;
    const char *name = value[U_USERNAME].text;
    return kind == FELT_USER_HOUSE ? felt_name_is_house(name) : !felt_name_is_reserved(name);
}

static bool has_own_handle(const struct felt_value *value, int kind)
{
    return kind == FELT_USER_HOUSE || value[U_HANDLE].kind != FELT_VALUE_TEXT ||
           !felt_name_is_reserved(value[U_HANDLE].text);
}

static int verify_user(const struct felt_value *value)
{
    static const int times[] = {U_REG_DATE,   U_LAST_VISIT,     U_DISABLED_AT,
                                U_DELETED_AT, U_DISABLED_UNTIL, U_SILENCED_UNTIL};
    int kind = felt_user_kind_find(value[U_KIND].text);
    if (kind < 0) return U_KIND;
    if (!is_within(&value[U_ID], 1, NUMBER_MAX)) return U_ID;
    if (!is_within(&value[U_LEVEL], 0, INT32_MAX)) return U_LEVEL;
    if (!is_hex(&value[U_BOOKMARK], FELT_BOOKMARK_BYTES)) return U_BOOKMARK;
    for (size_t i = 0; i < sizeof times / sizeof *times; i++)
        if (!is_within(&value[times[i]], 0, TIME_MAX)) return times[i];
    if (!is_folded(&value[U_USERNAME_FOLDED], &value[U_USERNAME], false)) return U_USERNAME_FOLDED;
    if (!is_folded(&value[U_HANDLE_FOLDED], &value[U_HANDLE], true)) return U_HANDLE_FOLDED;
    if (!has_own_name(value, kind)) return U_USERNAME;
    return has_own_handle(value, kind) ? -1 : U_HANDLE;
}

/* Banks and seats name their owners too: FELT_PROOF_OWNERS. */
static int verify_account(const struct felt_value *value)
{
    int kind = felt_account_kind_find(value[A_KIND].text);
    if (kind < 0) return A_KIND;
    if (!is_within(&value[A_ID], 1, NUMBER_MAX)) return A_ID;
    const char *word = felt_account_kind_word((enum felt_account_kind)kind);
    const char *name = value[A_NAME].text;
    size_t length = strlen(word);
    bool alone = kind <= FELT_ACCOUNT_RAKE;
    if (strncmp(name, word, length) != 0) return A_NAME;
    return name[length] == (alone ? '\0' : ':') ? -1 : A_NAME;
}

static bool is_key(const char *text)
{
    const char *at = text;
    while (*at > ' ' && *at < '\x7f') at++;
    return at > text && *at == '\0';
}

static int verify_transaction(const struct felt_value *value)
{
    int kind = felt_order_find(value[T_KIND].text);
    if (kind < 0 || !(felt_order_moves((enum felt_order_kind)kind) || kind == FELT_ORDER_CLOSE))
        return T_KIND;
    if (!is_within(&value[T_ID], 1, NUMBER_MAX)) return T_ID;
    if (!is_key(value[T_KEY].text)) return T_KEY;
    if (!is_hex(&value[T_FINGERPRINT], 2 * FELT_DIGEST_BYTES)) return T_FINGERPRINT;
    if (!is_within(&value[T_INVESTED], -MOVED_MAX, MOVED_MAX)) return T_INVESTED;
    if (!is_within(&value[T_AMOUNT], 1, MOVED_MAX)) return T_AMOUNT;
    return is_within(&value[T_CREATED], 0, TIME_MAX) ? -1 : T_CREATED;
}

static int verify_audit(const struct felt_value *value)
{
    if (felt_order_find(value[L_KIND].text) < 0) return L_KIND;
    if (!is_within(&value[L_ID], 1, NUMBER_MAX)) return L_ID;
    if (!is_within(&value[L_AMOUNT], -MOVED_MAX, MOVED_MAX)) return L_AMOUNT;
    return is_within(&value[L_AT], 0, TIME_MAX) ? -1 : L_AT;
}

static int verify_club(const struct felt_value *value)
{
    struct felt_complaint why;
    const struct felt_value *name = &value[C_NAME];
    if (!is_within(&value[C_ID], 1, NUMBER_MAX)) return C_ID;
    if (felt_handle_verify(FELT_USER_HUMAN, name->text, name->bytes, &why) != FELT_OK)
        return C_NAME;
    if (!is_key(value[C_CODE].text)) return C_CODE;
    if (!is_within(&value[C_CREATED], 0, TIME_MAX)) return C_CREATED;
    return is_within(&value[C_CLOSED_AT], 0, TIME_MAX) ? -1 : C_CLOSED_AT;
}

static int verify_member(const struct felt_value *value)
{
    if (!is_within(&value[M_ID], 1, NUMBER_MAX)) return M_ID;
    if (felt_club_rank_find(value[M_RANK].text) < 0) return M_RANK;
    return is_within(&value[M_JOINED], 0, TIME_MAX) ? -1 : M_JOINED;
}

static int verify_report(const struct felt_value *value)
{
    if (!is_within(&value[R_ID], 1, NUMBER_MAX)) return R_ID;
    if (!is_within(&value[R_AT], 0, TIME_MAX)) return R_AT;
    if (value[R_TEXT].bytes == 0) return R_TEXT;
    return is_within(&value[R_DONE_AT], 0, TIME_MAX) ? -1 : R_DONE_AT;
}

enum felt_status felt_ledger_backup_row_verify(const struct felt_ledger_backup_row *row,
                                               struct felt_complaint *complaint)
{
    static int (*const verify[FELT_LEDGER_BACKUP_KINDS])(const struct felt_value *value) = {
        [FELT_LEDGER_BACKUP_COUNTER] = verify_counter,
        [FELT_LEDGER_BACKUP_USER] = verify_user,
        [FELT_LEDGER_BACKUP_ACCOUNT] = verify_account,
        [FELT_LEDGER_BACKUP_TRANSACTION] = verify_transaction,
        [FELT_LEDGER_BACKUP_AUDIT] = verify_audit,
        [FELT_LEDGER_BACKUP_CLUB] = verify_club,
        [FELT_LEDGER_BACKUP_MEMBER] = verify_member,
        [FELT_LEDGER_BACKUP_REPORT] = verify_report,
    };
    int wrong = verify[row->kind] ? verify[row->kind](row->value) : -1;
    return wrong < 0 ? FELT_OK : refuse(row, wrong, complaint);
}
