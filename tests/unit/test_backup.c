/* test_backup.c -- a backup comes back byte for byte, from either kind of store to the other, or
 * not at all; transactions as lists. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "module.h"
#include "os/secret.h"
#include "store/backup/lines.h"
#include "support.h"
#include "backup_ledger.h"

/* ---- texts ----------------------------------------------------------------------------------- */

struct text {
    char *bytes;
    size_t count;
};

static struct text make_backup(const struct place *place, struct felt_ledger_backup_sums *sums)
{
    struct text text = {0};
    struct felt_complaint complaint = {0};
    FILE *out = open_memstream(&text.bytes, &text.count);
    if (felt_ledger_backup_backup(&place->config, out, sums, &complaint) != FELT_OK)
        fail_msg("%s", complaint.text);
    fclose(out);
    return text;
}

static enum felt_status restore(const struct place *place, const char *bytes, size_t count,
                                struct felt_ledger_backup_sums *sums,
                                struct felt_complaint *complaint)
{
    char nothing = 0;
    FILE *in = count > 0 ? fmemopen((void *)bytes, count, "r") : fmemopen(&nothing, 1, "r");
    assert_non_null(in);
    if (count == 0) (void)getc(in);
    *complaint = (struct felt_complaint){0};
    enum felt_status status = felt_ledger_backup_restore(&place->config, in, sums, complaint);
    fclose(in);
    return status;
}

static void expect_same(struct text a, struct text b)
{
    assert_int_equal(a.count, b.count);
    assert_memory_equal(a.bytes, b.bytes, a.count);
}

static void expect_proved(const struct place *place, bool quick, int proofs, uint64_t transactions)
{
    struct felt_proof proof[FELT_PROOFS];
    struct felt_complaint complaint = {0};
    int count = 0;
    bool good = false;
    if (felt_ledger_backup_prove(&place->config, quick, proof, &count, &good, &complaint) !=
        FELT_OK)
        fail_msg("%s", complaint.text);
    for (int i = 0; i < count; i++) {
        if (proof[i].wrong)
            fail_msg("%s: %s", felt_proof_text((enum felt_proof_kind)proof[i].kind),
                     proof[i].first);
        if (proof[i].kind == FELT_PROOF_TRANSACTIONS)
            assert_int_equal(proof[i].looked_at, transactions);
    }
    assert_int_equal(count, proofs);
    assert_true(good);
}

/* ---- there and back -------------------------------------------------------------------------- */

static void move(const struct place *from, const struct place *to, int users, int transactions)
{
    struct felt_ledger_backup_sums sums, again;
    struct felt_complaint complaint;
    struct text backup = make_backup(from, &sums);
    assert_int_equal(sums.users, users);
    assert_int_equal(sums.transactions, transactions);
    if (restore(to, backup.bytes, backup.count, &again, &complaint) != FELT_OK)
        fail_msg("%s", complaint.text);
    assert_memory_equal(&sums, &again, sizeof sums);
    struct text second = make_backup(to, &again);
    expect_same(backup, second);
    expect_proved(to, false, FELT_PROOFS, (uint64_t)transactions);
    expect_proved(to, true, 3, 0);
    free(backup.bytes);
    free(second.bytes);
}

/* From SQLite to this kind, and back to SQLite. */
static void backup_moves_ledger(void **state)
{
    static const struct {
        int users, transfers;
    } rows[] = {{0, 0}, {1, 0}, {3, 20}, {1001, 0}, {500, 4800}, {1000, 0}, {1, 1999}};
    /* The fifth is more than a server gets in one statement; the rest is about pages. */
    int count = test_is_quick() ? 4 : *state ? 5 : sizeof rows / sizeof *rows;
    struct place to;
    if (!open_place(&to, kind_of(state))) skip();
    for (int i = 0; i < count; i++) {
        struct place from, back;
        int transactions = rows[i].users + rows[i].transfers;
        open_place(&from, FELT_SQL_SQLITE);
        make_ledger(&from, rows[i].users, rows[i].transfers);
        move(&from, &to, rows[i].users, transactions);
        close_place(&from);
        if (to.config.kind == FELT_SQL_POSTGRES) {
            open_place(&back, FELT_SQL_SQLITE);
            move(&to, &back, rows[i].users, transactions);
            close_place(&back);
        }
        change_place(&to);
    }
    close_place(&to);
}

/* The longest handle: 24 characters of four bytes each. */
static void backup_moves_the_longest_handle(void **state)
{
#define FOUR "\U0001f0cf\U0001f0a1\U0001f0b1\U0001f0c1"
    static const char longest[] = FOUR FOUR FOUR FOUR FOUR FOUR;
    _Static_assert(sizeof longest == FELT_HANDLE_BYTES + 1, "four bytes each");
    static const struct felt_statement set_handle = {
        "UPDATE users SET handle = $1, handle_folded = $2 WHERE id = 1", "tt"};
    char folded[FELT_HANDLE_BYTES + 1];
    felt_handle_fold(longest, folded);
    struct felt_value value[] = {felt_value_text(longest), felt_value_text(folded)};
    struct place from, to;
    struct felt_sql *sql;
    struct felt_complaint complaint;
    if (!open_place(&to, kind_of(state))) skip();
    open_place(&from, FELT_SQL_SQLITE);
    make_ledger(&from, 1, 0);
    assert_int_equal(felt_sql_open(&from.config, &sql, &complaint), FELT_OK);
    felt_sql_begin(sql, true);
    felt_sql_add(sql, &set_handle, value, 2, NULL, NULL);
    assert_int_equal(felt_sql_commit(sql), FELT_SQL_OK);
    felt_sql_close(sql);
    move(&from, &to, 1, 1);
    close_place(&from);
    close_place(&to);
}

static void backup_refuses_a_store_that_is_not_empty(void **state)
{
    struct place from;
    struct felt_ledger_backup_sums sums;
    struct felt_complaint complaint;
    if (!open_place(&from, kind_of(state))) skip();
    make_ledger(&from, 1, 1);
    struct text backup = make_backup(&from, &sums);
    assert_int_equal(restore(&from, backup.bytes, backup.count, &sums, &complaint),
                     FELT_UNSUPPORTED);
    assert_non_null(strstr(complaint.text, "not empty"));
    expect_proved(&from, false, FELT_PROOFS, 2);
    free(backup.bytes);
    close_place(&from);
}

static void backup_says_that_the_world_failed(void **state)
{
    struct place from, to;
    struct felt_ledger_backup_sums sums;
    struct felt_complaint complaint;
    struct felt_proof proof[FELT_PROOFS];
    int count;
    bool good;
    if (!open_place(&to, kind_of(state))) skip();
    open_place(&from, FELT_SQL_SQLITE);
    assert_int_equal(felt_ledger_backup_prove(&to.config, true, proof, &count, &good, &complaint),
                     FELT_UNSUPPORTED);
    make_ledger(&from, 50, 100);
    FILE *full = fopen("/dev/full", "w");
    assert_int_equal(felt_ledger_backup_backup(&from.config, full, &sums, &complaint), FELT_FULL);
    assert_non_null(strstr(complaint.text, "cannot be written"));
    fclose(full);
    full = fopen("/dev/full", "w");
    assert_int_equal(felt_ledger_backup_export(&from.config, 0, true, full, &sums, &complaint),
                     FELT_FULL);
    fclose(full);
    FILE *directory = fopen("/tmp", "r");
    assert_int_equal(felt_ledger_backup_restore(&to.config, directory, &sums, &complaint),
                     FELT_FULL);
    assert_non_null(strstr(complaint.text, "cannot be read"));
    fclose(directory);
    close_place(&from);
    close_place(&to);
}

/* ---- damage ---------------------------------------------------------------------------------- */

enum damage {
    DROPPED,
    DOUBLED,
    SWAPPED,
    CUT_BEHIND,
    CUT_WITHIN,
    FIRST_BIT,
    MIDDLE_BIT,
    LAST_BIT,
    BLANK,
    ZERO,
    DAMAGES
};

/* The line at[from .. to) of the backup, damaged. */
static struct text damage_line(struct text backup, size_t from, size_t to, enum damage how)
{
    struct text out = {malloc(2 * backup.count + 1), 0};
    const char *next = memchr(backup.bytes + to, '\n', backup.count - to);
    size_t behind = how == SWAPPED && next ? (size_t)(next + 1 - backup.bytes) : to;
    size_t middle = (from + to) / 2, part[4][2] = {{0, from}, {from, to}, {to, backup.count}};
    if (how == DROPPED) part[1][1] = from;
    if (how == DOUBLED) part[3][0] = from, part[3][1] = to;
    if (how == SWAPPED) part[1][0] = to, part[1][1] = behind, part[2][0] = from, part[2][1] = to;
    if (how == SWAPPED) part[3][0] = behind, part[3][1] = backup.count;
    if (how == CUT_BEHIND || how == CUT_WITHIN) part[2][1] = to;
    if (how == CUT_WITHIN) part[1][1] = middle;
    for (int i = 0; i < 4; i++) {
        if (part[i][1] <= part[i][0]) continue;
        memcpy(out.bytes + out.count, backup.bytes + part[i][0], part[i][1] - part[i][0]);
        out.count += part[i][1] - part[i][0];
    }
    if (how == FIRST_BIT) out.bytes[from] ^= 1;
    if (how == MIDDLE_BIT) out.bytes[middle] ^= 1;
    if (how == LAST_BIT) out.bytes[to - 1] ^= 1;
    if (how == ZERO) out.bytes[middle] = 0;
    if (how == BLANK) {
        memmove(out.bytes + from + 2, out.bytes + from + 1, out.count - from - 1);
        out.bytes[from + 1] = ' ';
        out.count++;
    }
    return out;
}

static void backup_refuses_damage_in_every_line(void **state)
{
    struct place from, to;
    struct felt_ledger_backup_sums sums;
    struct felt_complaint complaint;
    if (!open_place(&to, kind_of(state))) skip();
    open_place(&from, FELT_SQL_SQLITE);
    make_ledger(&from, 3, 9);
    struct text backup = make_backup(&from, &sums);
    for (size_t at = 0, end; at < backup.count; at = end) {
        const char *newline = memchr(backup.bytes + at, '\n', backup.count - at);
        end = (size_t)(newline + 1 - backup.bytes);
        for (int how = 0; how < DAMAGES; how++) {
            bool last = end == backup.count;
            if (*state && (at + (size_t)how) % 5 != 0) continue;         /* a server takes longer */
            if (last && (how == SWAPPED || how == CUT_BEHIND)) continue; /* are no damage */
            struct text bad = damage_line(backup, at, end, (enum damage)how);
            enum felt_status status = restore(&to, bad.bytes, bad.count, &sums, &complaint);
            if (status != FELT_BAD_FORMAT || !strstr(complaint.text, "line"))
                fail_msg("damage %d at byte %zu: status %d, %s", how, at, status, complaint.text);
            free(bad.bytes);
        }
    }
    assert_int_equal(restore(&to, backup.bytes, 0, &sums, &complaint), FELT_BAD_FORMAT);
    assert_int_equal(restore(&to, backup.bytes, backup.count, &sums, &complaint), FELT_OK);
    expect_proved(&to, false, FELT_PROOFS, 12);
    free(backup.bytes);
    close_place(&from);
    close_place(&to);
}

/* ---- forgery: the digest is right, the ledger is not ----------------------------------------- */

static void seal(struct text *text)
{
    uint8_t digest[FELT_SECRET_BYTES];
    char *end = text->bytes + text->count - 1;
    while (end > text->bytes && end[-1] != '\n') end--;
    felt_secret_hash(text->bytes, (size_t)(end - text->bytes), digest);
    char *hex = strstr(end, "sha256") + strlen("sha256\":\"");
    for (int i = 0; i < FELT_SECRET_BYTES; i++) {
        char pair[3];
        snprintf(pair, sizeof pair, "%02x", (unsigned)digest[i]);
        memcpy(hex + (size_t)i * 2, pair, 2);
    }
}

static struct text replace(struct text text, const char *old, const char *fresh)
{
    struct text out = {malloc(text.count + strlen(fresh) + 1), 0};
    char *at = strstr(text.bytes, old);
    if (!at) fail_msg("no %s", old);
    size_t before = (size_t)(at - text.bytes), behind = before + strlen(old);
    memcpy(out.bytes, text.bytes, before);
    memcpy(out.bytes + before, fresh, strlen(fresh));
    memcpy(out.bytes + before + strlen(fresh), text.bytes + behind, text.count - behind);
    out.count = text.count - strlen(old) + strlen(fresh);
    out.bytes[out.count] = 0;
    return out;
}

static const struct {
    const char *old, *fresh;
    enum felt_status status;
    const char *says;
} forged[] = {
    {"felt backup", "felt backuq", FELT_BAD_FORMAT, "line 1: this is no backup"},
    {"\"format\":1", "\"format\":2", FELT_UNSUPPORTED, "format 2"},
    {"\"format\":1", "\"format\":-1", FELT_UNSUPPORTED, "format -1"},
    {"\"schema\":4", "\"schema\":5", FELT_UNSUPPORTED, "version 5"},
    {"\"schema\":4", "\"schema\":1", FELT_UNSUPPORTED, "version 1"},
    {"\"chips\":", "\"chips\":1", FELT_BAD_FORMAT, "rows \"user\""},
    {"\"invested\":4", "\"invested\":5", FELT_BAD_FORMAT, "rows \"user\""},
    {"\"name\":\"bank:1\",\"balance\":", "\"name\":\"bank:1\",\"balance\":1", FELT_BAD_FORMAT,
     "rows \"account\""},
    {"[[1,-400,-400]", "[[1,-401,-401]", FELT_BAD_FORMAT, "refuses a row"},
    {"[[1,-400,-400],[2,400,400]]", "[[1,-400,-400]]", FELT_BAD_FORMAT, "refuses a row"},
    {"[[1,-400,-400],[2,400,400]]", "[]", FELT_BAD_FORMAT, "refuses a row"},
    {"[2,400,400]", "[3,400,400]", FELT_BAD_FORMAT, "refuses a row"},
    {"[2,400,400]", "[99,400,400]", FELT_BAD_FORMAT, "lines 1 to"},
    {"[[1,-400,-400],[2,400,400]]", "[[2,400,400],[1,-400,-400]]", FELT_BAD_FORMAT,
     "rows \"transaction\""},
    {"\"key:2\"", "\"key:1\"", FELT_BAD_FORMAT, "refuses a row"},
    {"\"owner\":2", "\"owner\":9", FELT_BAD_FORMAT, "refuses a row"},
    {"\"owner\":2", "\"owner\":null", FELT_BAD_FORMAT, "refuses a row"},
    {"\"kind\":\"human\"", "\"kind\":\"alien\"", FELT_BAD_FORMAT, "\"kind\" of this user"},
    {"\"kind\":\"human\"", "\"kind\":\"house\"", FELT_BAD_FORMAT, "\"username\" of this user"},
    {"\"Ada.1\",\"username_folded\":\"ada.1\"",
     "\"HousePlayer1\",\"username_folded\":\"houseplayer1\"", FELT_BAD_FORMAT,
     "\"username\" of this user"},
    {"\"username_folded\":\"ada.1\"", "\"username_folded\":\"ada.9\"", FELT_BAD_FORMAT,
     "\"username_folded\" of this user"},
    {"\"level\":1", "\"level\":4294967297", FELT_BAD_FORMAT, "\"level\" of this user"},
    {"\"reg_date\":1767323045001", "\"reg_date\":1767323045001000", FELT_BAD_FORMAT,
     "\"reg_date\" of this user"},
    {"\"kind\":\"bank\"", "\"kind\":\"purse\"", FELT_BAD_FORMAT, "\"kind\" of this account"},
    {"\"name\":\"bank:2\"", "\"name\":\"tank:2\"", FELT_BAD_FORMAT, "\"name\" of this account"},
    {"\"name\":\"bank:2\"", "\"name\":\"bank:9\"", FELT_BAD_FORMAT, "belongs to a user"},
    {"\"kind\":\"sign_up\"", "\"kind\":\"gift\"", FELT_BAD_FORMAT, "\"kind\" of this transaction"},
    {"\"kind\":\"sign_up\"", "\"kind\":\"sign_in\"", FELT_BAD_FORMAT,
     "\"kind\" of this transaction"},
    {"\"fingerprint\":\"0", "\"fingerprint\":\"g", FELT_BAD_FORMAT,
     "\"fingerprint\" of this transaction"},
    {"\"key:2\"", "\"key 2\"", FELT_BAD_FORMAT, "\"idem_key\" of this transaction"},
    {"\"amount\":400", "\"amount\":-400", FELT_BAD_FORMAT, "\"amount\" of this transaction"},
    {"\"amount\":400", "\"amount\":401", FELT_BAD_FORMAT, "what its lines move"},
    {"\"kind\":\"credit\"", "\"kind\":\"gift\"", FELT_BAD_FORMAT, "\"kind\" of this audit"},
    {"\"user\",\"value\":3", "\"user\",\"value\":2", FELT_BAD_FORMAT, "counter user"},
    {"\"user\",\"value\":3", "\"user\",\"value\":9223372036854775807", FELT_BAD_FORMAT,
     "\"value\" of this counter"},
    {"\"transaction\",\"value\":12", "\"transaction\",\"value\":13", FELT_BAD_FORMAT,
     "without gaps: transaction 13"},
    {"\"audit\",\"value\":1", "\"audit\",\"value\":2", FELT_BAD_FORMAT, "audit 2"},
    {"{\"user\":{\"id\":2", "{\"user\":{\"id\":1", FELT_BAD_FORMAT, "line 10: rows are not"},
    {"{\"user\":{\"id\":1", "{\"user\":{\"id\":0", FELT_BAD_FORMAT, "line 9: rows are not"},
    {"\"name\":\"audit\"", "\"name\":\"aardvark\"", FELT_BAD_FORMAT, "line 3: counters"},
    {"\"users\":3", "\"users\":4", FELT_BAD_FORMAT, "3 lines \"user\", not 4"},
    {"\"audits\":1", "\"audits\":0", FELT_BAD_FORMAT, "1 lines \"audit\", not 0"},
};

static void backup_refuses_forged_ledger(void **state)
{
    struct place from, to;
    struct felt_ledger_backup_sums sums;
    struct felt_complaint complaint;
    if (!open_place(&to, kind_of(state))) skip();
    open_place(&from, FELT_SQL_SQLITE);
    make_ledger(&from, 3, 9);
    struct text backup = make_backup(&from, &sums);
    for (size_t i = 0; i < sizeof forged / sizeof *forged; i++) {
        struct text bad = replace(backup, forged[i].old, forged[i].fresh);
        seal(&bad);
        enum felt_status status = restore(&to, bad.bytes, bad.count, &sums, &complaint);
        if (status != forged[i].status || !strstr(complaint.text, forged[i].says))
            fail_msg("%s: status %d, %s", forged[i].fresh, status, complaint.text);
        free(bad.bytes);
    }
    struct text more = {malloc(backup.count + 1), backup.count + 1};
    memcpy(more.bytes, backup.bytes, backup.count);
    more.bytes[backup.count] = '\n';
    assert_int_equal(restore(&to, more.bytes, more.count, &sums, &complaint), FELT_BAD_FORMAT);
    assert_non_null(strstr(complaint.text, "behind the end"));
    free(more.bytes);
    assert_int_equal(restore(&to, backup.bytes, backup.count, &sums, &complaint), FELT_OK);
    free(backup.bytes);
    close_place(&from);
    close_place(&to);
}

static void backup_refuses_a_line_without_end(void **state)
{
    struct place to;
    struct felt_ledger_backup_sums sums;
    struct felt_complaint complaint;
    char *line = malloc(2 * FELT_LEDGER_BACKUP_LINE_BYTES);
    (void)state;
    open_place(&to, FELT_SQL_SQLITE);
    memset(line, ' ', 2 * FELT_LEDGER_BACKUP_LINE_BYTES);
    assert_int_equal(restore(&to, line, 2 * FELT_LEDGER_BACKUP_LINE_BYTES, &sums, &complaint),
                     FELT_BAD_FORMAT);
    assert_string_equal(complaint.text, "line 1: it is too long");
    free(line);
    close_place(&to);
}

/* ---- lists ----------------------------------------------------------------------------------- */

static struct text make_list(const struct place *place, int64_t user, bool csv,
                             struct felt_ledger_backup_sums *sums)
{
    struct text text = {0};
    struct felt_complaint complaint = {0};
    FILE *out = open_memstream(&text.bytes, &text.count);
    if (felt_ledger_backup_export(&place->config, user, csv, out, sums, &complaint) != FELT_OK)
        fail_msg("%s", complaint.text);
    fclose(out);
    return text;
}

static void backup_lists_transactions(void **state)
{
    static const char csv[] = "transaction,at,kind,key,user,hand,account,amount,after\r\n"
                              "1,2026-01-02T03:04:07Z,sign_up,key:1,1,,mint,-400,-400\r\n"
                              "1,2026-01-02T03:04:07Z,sign_up,key:1,1,,bank:1,400,400\r\n"
                              "2,2026-01-02T03:04:07Z,sign_up,key:2,2,,mint,-400,-800\r\n"
                              "2,2026-01-02T03:04:07Z,sign_up,key:2,2,,bank:2,400,400\r\n"
                              "3,2026-01-02T03:04:07Z,sign_up,'=key:3,3,,mint,-400,-1200\r\n"
                              "3,2026-01-02T03:04:07Z,sign_up,'=key:3,3,,bank:3,400,400\r\n";
    static const char json[] =
        "{\"transaction\":2,\"at\":\"2026-01-02T03:04:07Z\",\"kind\":\"sign_up\",\"key\":\"key:2\","
        "\"user\":2,\"hand\":null,\"lines\":[{\"account\":\"mint\",\"amount\":-400,\"after\":-800},"
        "{\"account\":\"bank:2\",\"amount\":400,\"after\":400}]}\n";
    struct place place;
    struct felt_ledger_backup_sums sums;
    if (!open_place(&place, kind_of(state))) skip();
    make_ledger(&place, 3, 0);
    struct text text = make_list(&place, 0, true, &sums);
    assert_string_equal(text.bytes, csv);
    assert_int_equal(sums.rows, 6);
    free(text.bytes);
    text = make_list(&place, 2, false, &sums);
    assert_string_equal(text.bytes, json);
    assert_int_equal(sums.transactions, 1);
    free(text.bytes);
    text = make_list(&place, 9, false, &sums);
    assert_int_equal(text.count, 0);
    free(text.bytes);
    close_place(&place);
}

/* On a server it is quicker to restore books than to make them row by row. */
static void bring_ledger(const struct place *to, int users, int transfers)
{
    struct place from;
    struct felt_ledger_backup_sums sums;
    struct felt_complaint complaint;
    open_place(&from, FELT_SQL_SQLITE);
    make_ledger(&from, users, transfers);
    struct text backup = make_backup(&from, &sums);
    if (restore(to, backup.bytes, backup.count, &sums, &complaint) != FELT_OK)
        fail_msg("%s", complaint.text);
    free(backup.bytes);
    close_place(&from);
}

static void backup_lists_more_than_a_page(void **state)
{
    struct place place;
    struct felt_ledger_backup_sums sums;
    if (!open_place(&place, kind_of(state))) skip();
    bring_ledger(&place, 5, 1100);
    struct text text = make_list(&place, 0, false, &sums);
    uint64_t lines = 0;
    for (size_t i = 0; i < text.count; i++) lines += text.bytes[i] == '\n';
    assert_int_equal(lines, 1105);
    assert_int_equal(sums.transactions, 1105);
    assert_int_equal(sums.rows, 2210);
    assert_non_null(strstr(text.bytes, "\"hand\":\"hand,\\\"5\\\"\",\"lines\""));
    free(text.bytes);
    text = make_list(&place, 0, true, &sums);
    assert_non_null(strstr(text.bytes, ",\"hand,\"\"5\"\"\",bank:"));
    assert_int_equal(sums.rows, 2210);
    free(text.bytes);
    close_place(&place);
}

/* ---- lines ----------------------------------------------------------------------------------- */

#define TRANSACTION(lines)                                                                         \
    "{\"transaction\":{\"id\":1,\"kind\":\"k\",\"idem_key\":\"a\",\"fingerprint\":\"f\","          \
    "\"user_id\":null,\"invested\":0,\"amount\":1,\"hand\":null,\"created\":0,\"lines\":" lines    \
    "}}"
#define LINES_4 "[1,1,1],[1,1,1],[1,1,1],[1,1,1]"

static void backup_reads_lines_strictly(void **state)
{
    static const struct {
        const char *text, *says; /* NULL: good */
    } rows[] = {
        {"{\"counter\":{\"name\":\"user\",\"value\":3}}", NULL},
        {"{\"counter\":{\"name\":\"\",\"value\":-9223372036854775808}}", NULL},
        {TRANSACTION("[]"), NULL},
        {TRANSACTION("[[1,-1,0],[2,1,5]]"), NULL},
        {TRANSACTION("[" LINES_4 "," LINES_4 "," LINES_4 "," LINES_4 "]"), NULL},
        {TRANSACTION("[[1,1,1]," LINES_4 "," LINES_4 "," LINES_4 "," LINES_4 "]"), "the lines of"},
        {TRANSACTION("[[1,-1]]"), "the lines of"},
        {TRANSACTION("[[1,-1,0.5]]"), "the lines of"},
        {TRANSACTION("[1,2,3]"), "the lines of"},
        {TRANSACTION("null"), "the lines of"},
        {"", "this is not JSON"},
        {"{}", "no row of a backup"},
        {"[]", "no row of a backup"},
        {"{\"table\":{}}", "no row of a backup"},
        {"{\"counter\":[]}", "no row of a backup"},
        {"{\"counter\":{\"name\":\"user\",\"value\":3},\"user\":{}}", "no row of a backup"},
        {"{\"counter\":{\"name\":\"user\"}}", "\"value\" of this counter"},
        {"{\"counter\":{\"name\":\"user\",\"value\":null}}", "\"value\" of this counter"},
        {"{\"counter\":{\"name\":\"user\",\"value\":\"3\"}}", "\"value\" of this counter"},
        {"{\"counter\":{\"name\":\"user\",\"value\":3.0}}", "\"value\" of this counter"},
        {"{\"counter\":{\"name\":7,\"value\":3}}", "\"name\" of this counter"},
        {"{\"counter\":{\"name\":\"user\",\"value\":9223372036854775808}}", "not JSON"},
        {"{\"counter\":{\"name\":\"user\",\"value\":3,\"value\":3}}", "not JSON"},
        {"{\"counter\":{\"name\":\"\\u0000\",\"value\":3}}", "not JSON"},
        {"{\"counter\":{\"name\":\"\xff\",\"value\":3}}", "not JSON"},
        {"{\"counter\":{\"name\":\"user\",\"value\":-0}}", "not written as"},
        {"{\"counter\":{\"value\":3,\"name\":\"user\"}}", "not written as"},
        {"{\"counter\":{\"name\":\"us\\u0065r\",\"value\":3}}", "not written as"},
        {"{\"counter\":{\"name\":\"user\",\"value\":3,\"more\":1}}", "not written as"},
        {"{\"counter\": {\"name\":\"user\",\"value\":3}}", "not written as"},
        {"{\"counter\":{\"name\":\"user\",\"value\":3}} ", "not written as"},
    };
    struct felt_ledger_backup_row row;
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct felt_complaint complaint = {0};
        enum felt_status status =
            felt_ledger_backup_line_read(rows[i].text, strlen(rows[i].text), 3, &row, &complaint);
        if (rows[i].says ? status != FELT_BAD_FORMAT || !strstr(complaint.text, rows[i].says)
                         : status != FELT_OK)
            fail_msg("%s: status %d, %s", rows[i].text, status, complaint.text);
    }
}

TEST_MODULE(backup)
{
    char postgres = 1;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(backup_reads_lines_strictly),
        cmocka_unit_test(backup_refuses_a_line_without_end),
        ON_BOTH(backup_moves_ledger),
        ON_BOTH(backup_moves_the_longest_handle),
        ON_BOTH(backup_refuses_a_store_that_is_not_empty),
        ON_BOTH(backup_says_that_the_world_failed),
        ON_BOTH(backup_refuses_damage_in_every_line),
        ON_BOTH(backup_refuses_forged_ledger),
        ON_BOTH(backup_lists_transactions),
        ON_BOTH(backup_lists_more_than_a_page),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
