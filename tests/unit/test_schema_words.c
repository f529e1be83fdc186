/* test_schema_words.c -- the words that tables take are those that the program writes, all of them
 * and no others. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "accounts/ledger.h"
#include "databases.h"
#include "module.h"
#include "store/schema/schema.h"

#define DIGEST "'0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef'"

enum { TEXT_BYTES = 1024 };

static void make_world(struct scene *scene)
{
    struct felt_complaint complaint = {0};
    if (felt_schema_bring_up(scene->sql, FELT_SCHEMA_VERSION, &complaint) != FELT_OK)
        fail_msg("%s", complaint.text);
    if (felt_sql_script(scene->sql,
                        "INSERT INTO users (id, username, username_folded, handle, handle_folded,"
                        " kind, reg_date) VALUES (1, 'ann', 'ann', 'Ann', 'ann', 'human', 1);"
                        "INSERT INTO account (id, kind, owner, name) VALUES (1, 'mint', NULL,"
                        " 'mint'), (2, 'bank', 1, 'bank:1');") != FELT_SQL_OK)
        fail_msg("%s", felt_sql_why(scene->sql));
}

/* Tried, and never kept. */
static bool is_taken(struct felt_sql *sql, const char *text)
{
    felt_sql_begin(sql, true);
    enum felt_sql_result result = felt_sql_script(sql, text);
    assert_true(result == FELT_SQL_OK || result == FELT_SQL_REFUSED);
    felt_sql_rollback(sql);
    return result == FELT_SQL_OK;
}

static bool takes_transaction(struct felt_sql *sql, const char *word)
{
    char text[TEXT_BYTES];
    snprintf(text, sizeof text,
             "INSERT INTO ledger_entry VALUES (1, 1, -4, -4), (1, 2, 4, 4);"
             "INSERT INTO ledger_tx VALUES (1, '%s', 'k', " DIGEST ", 1, 0, 4, NULL, 1);",
             word);
    return is_taken(sql, text);
}

static bool takes_user(struct felt_sql *sql, const char *word)
{
    char text[TEXT_BYTES];
    snprintf(text, sizeof text,
             "INSERT INTO users (id, username, username_folded, handle, handle_folded, kind,"
             " reg_date) VALUES (2, 'bob', 'bob', 'Bob', 'bob', '%s', 1);",
             word);
    return is_taken(sql, text);
}

static bool takes_account(struct felt_sql *sql, int kind, const char *word)
{
    char text[TEXT_BYTES];
    bool owned = kind == FELT_ACCOUNT_BANK || kind == FELT_ACCOUNT_SEAT;
    if (kind == FELT_ACCOUNT_MINT || kind == FELT_ACCOUNT_BANK) return true; /* is in the world */
    snprintf(text, sizeof text,
             "INSERT INTO account (id, kind, owner, name) VALUES (3, '%s', %s, '%s');", word,
             owned ? "1" : "NULL", word);
    return is_taken(sql, text);
}

static bool takes_session(struct felt_sql *sql, const char *word)
{
    char text[TEXT_BYTES];
    snprintf(text, sizeof text,
             "INSERT INTO sessions (token, user_id, kind, created) VALUES (" DIGEST
             ", 1, '%s', 1);",
             word);
    return is_taken(sql, text);
}

static void expect(bool taken, bool wanted, const char *word)
{
    if (taken != wanted) fail_msg("%s: %s", word, taken ? "taken" : "refused");
}

static void tables_take_our_words(void **state)
{
    struct scene *scene = *state;
    make_world(scene);
    for (int kind = 0; kind < FELT_ORDER_KINDS; kind++) {
        const char *word = felt_order_word((enum felt_order_kind)kind);
        bool moves = felt_order_moves((enum felt_order_kind)kind) || kind == FELT_ORDER_CLOSE;
        expect(takes_transaction(scene->sql, word), moves, word);
    }
    for (int kind = 0; kind < FELT_USER_KINDS; kind++) {
        const char *word = felt_user_kind_word((enum felt_user_kind)kind);
        expect(takes_user(scene->sql, word), true, word);
    }
    for (int kind = 0; kind < FELT_ACCOUNT_KINDS; kind++) {
        const char *word = felt_account_kind_word((enum felt_account_kind)kind);
        expect(takes_account(scene->sql, kind, word), true, word);
    }
    for (int kind = 0; kind < FELT_SESSION_KINDS; kind++) {
        const char *word = felt_session_kind_word((enum felt_session_kind)kind);
        expect(takes_session(scene->sql, word), true, word);
    }
}

static void tables_take_no_other_words(void **state)
{
    static const char *const words[] = {"", "gift", "Reload", "reload ", "reloads", "sign_in"};
    struct scene *scene = *state;
    make_world(scene);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        expect(takes_transaction(scene->sql, words[i]), false, words[i]);
        expect(takes_user(scene->sql, words[i]), false, words[i]);
        expect(takes_account(scene->sql, FELT_ACCOUNT_KINDS, *words[i] ? words[i] : "x"), false,
               words[i]);
        expect(takes_session(scene->sql, words[i]), false, words[i]);
    }
}

TEST_MODULE(schema_words)
{
    static const struct scene_test tests[] = {
        {"tables take our words", tables_take_our_words, "sp"},
        {"tables take no other words", tables_take_no_other_words, "sp"},
    };
    return run_scenes("schema_words", tests, sizeof tests / sizeof tests[0]);
}
