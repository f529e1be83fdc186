/* test_clubs.c -- clubs, reports, bans, silence, notes and the accounts of tournaments, in both
 * kinds of database. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#pragma GCC diagnostic ignored "-Wunused-function" /* the scene has more than these cases need */
#include "ledger_store_scene.h"
#include "base/hex.h"
#include "module.h"
#include "os/secret.h"
#include "store/backup/backup.h"

#define CODE  "abcdefghijklmnopqrst"
#define OTHER "ABCDEFGHIJKLMNOPQRST"
#define NOW   BANK_NOW_MS

static enum felt_outcome give(struct bank_scene *scene, const struct felt_order *order,
                              struct felt_receipt *receipt)
{
    felt_ledger_client_do(scene->client, order, receipt);
    return (enum felt_outcome)receipt->outcome;
}

/* An order about club `number`, as `by` wishes. */
static enum felt_outcome wish(struct bank_scene *scene, enum felt_order_kind kind, int64_t by,
                              int64_t number, int64_t user, const char *text)
{
    struct felt_receipt receipt;
    struct felt_order order = {
        .kind = (uint8_t)kind, .now_ms = NOW, .by = by, .number = number, .user = user};
    (void)snprintf(order.code, sizeof order.code, "%s", kind == FELT_ORDER_CLUB_NAME ? "" : text);
    (void)snprintf(order.handle, sizeof order.handle, "%s",
                   kind == FELT_ORDER_CLUB_NAME ? text : "");
    if (!by) (void)snprintf(order.actor, sizeof order.actor, "op");
    return give(scene, &order, &receipt);
}

static int64_t open_club(struct bank_scene *scene, int64_t by, const char *name, const char *code)
{
    struct felt_receipt receipt;
    struct felt_order order = {.kind = FELT_ORDER_CLUB_OPEN, .now_ms = NOW, .by = by};
    (void)snprintf(order.handle, sizeof order.handle, "%s", name);
    (void)snprintf(order.code, sizeof order.code, "%s", code);
    assert_int_equal(give(scene, &order, &receipt), FELT_OUTCOME_OK);
    assert_true(receipt.number > 0);
    return receipt.number;
}

static struct felt_ledger_answer find(struct bank_scene *scene, enum felt_question_kind kind,
                                      int64_t number, int64_t before)
{
    struct felt_ledger_answer answer;
    struct felt_question question = {
        .kind = (uint8_t)kind, .now_ms = NOW, .number = number, .before = before, .limit = 100};
    felt_ledger_client_find(scene->client, &question, &answer);
    return answer;
}

/* What somebody is in a club; -1: nothing. */
static int rank_of(struct bank_scene *scene, int64_t user, int64_t club)
{
    struct felt_ledger_answer answer = find(scene, FELT_QUESTION_MEMBER, user, club);
    int rank = answer.outcome == FELT_OUTCOME_OK ? answer.clubs[0].member.rank : -1;
    if (rank < 0) assert_int_equal(answer.outcome, FELT_OUTCOME_NO_CLUB);
    free(answer.rows);
    return rank;
}

static enum felt_outcome set_rank(struct bank_scene *scene, int64_t by, int64_t club, int64_t user,
                                  enum felt_club_rank rank)
{
    struct felt_receipt receipt;
    struct felt_order order = {.kind = FELT_ORDER_CLUB_RANK,
                               .now_ms = NOW,
                               .by = by,
                               .number = club,
                               .user = user,
                               .rank = (uint8_t)rank};
    return give(scene, &order, &receipt);
}

static void bank_clubs_are_opened_joined_and_left(void **state)
{
    struct bank_scene *scene = bank_begin(state);
    int64_t ann = bank_sign_up(scene->client, "ann"), bob = bank_sign_up(scene->client, "bob"),
            cat = bank_sign_up(scene->client, "cat");
    int64_t club = open_club(scene, ann, "Tuesdays", CODE);
    assert_true(open_club(scene, ann, "Tuesdays", CODE) == club); /* its receipt was lost */
    assert_int_equal(wish(scene, FELT_ORDER_CLUB_JOIN, bob, 0, 0, OTHER), FELT_OUTCOME_NO_CLUB);
    assert_int_equal(wish(scene, FELT_ORDER_CLUB_JOIN, bob, 0, 0, CODE), FELT_OUTCOME_OK);
    assert_int_equal(wish(scene, FELT_ORDER_CLUB_JOIN, bob, 0, 0, CODE), FELT_OUTCOME_OK);
    assert_int_equal(wish(scene, FELT_ORDER_CLUB_JOIN, cat, 0, 0, CODE), FELT_OUTCOME_OK);
    struct felt_ledger_answer answer = find(scene, FELT_QUESTION_CLUB, club, 0);
    assert_int_equal(answer.count, 3);
    assert_int_equal(answer.clubs[0].club.members, 3);
    assert_true(answer.clubs[0].member.user == ann); /* the owner first */
    assert_string_equal(answer.clubs[0].club.code, CODE);
    free(answer.rows);
    /* a new invitation: the old one is worth nothing */
    assert_int_equal(wish(scene, FELT_ORDER_CLUB_CODE, bob, club, 0, OTHER),
                     FELT_OUTCOME_NOT_ALLOWED);
    assert_int_equal(wish(scene, FELT_ORDER_CLUB_LEAVE, cat, club, cat, ""), FELT_OUTCOME_OK);
    assert_int_equal(wish(scene, FELT_ORDER_CLUB_CODE, ann, club, 0, OTHER), FELT_OUTCOME_OK);
    assert_int_equal(wish(scene, FELT_ORDER_CLUB_JOIN, cat, 0, 0, CODE), FELT_OUTCOME_NO_CLUB);
    assert_int_equal(rank_of(scene, cat, club), -1);
    assert_int_equal(wish(scene, FELT_ORDER_CLUB_JOIN, cat, 0, 0, OTHER), FELT_OUTCOME_OK);
    assert_int_equal(rank_of(scene, cat, club), FELT_CLUB_MEMBER);
    /* an owner stays */
    assert_int_equal(wish(scene, FELT_ORDER_CLUB_LEAVE, ann, club, ann, ""),
                     FELT_OUTCOME_NOT_ALLOWED);
    assert_int_equal(wish(scene, FELT_ORDER_CLUB_CLOSE, bob, club, 0, ""),
                     FELT_OUTCOME_NOT_ALLOWED);
    assert_int_equal(wish(scene, FELT_ORDER_CLUB_CLOSE, ann, club, 0, ""), FELT_OUTCOME_OK);
    assert_int_equal(rank_of(scene, ann, club), -1);
    assert_int_equal(wish(scene, FELT_ORDER_CLUB_NAME, ann, club, 0, "Again"),
                     FELT_OUTCOME_NO_CLUB);
}

static void bank_clubs_know_ranks(void **state)
{
    struct bank_scene *scene = bank_begin(state);
    int64_t ann = bank_sign_up(scene->client, "ann"), bob = bank_sign_up(scene->client, "bob"),
            cat = bank_sign_up(scene->client, "cat"), dan = bank_sign_up(scene->client, "dan");
    int64_t club = open_club(scene, ann, "Tuesdays", CODE);
    assert_int_equal(wish(scene, FELT_ORDER_CLUB_JOIN, bob, 0, 0, CODE), FELT_OUTCOME_OK);
    assert_int_equal(wish(scene, FELT_ORDER_CLUB_JOIN, cat, 0, 0, CODE), FELT_OUTCOME_OK);
    /* members remove nobody, strangers learn nothing */
    assert_int_equal(wish(scene, FELT_ORDER_CLUB_LEAVE, bob, club, cat, ""),
                     FELT_OUTCOME_NOT_ALLOWED);
    assert_int_equal(wish(scene, FELT_ORDER_CLUB_LEAVE, dan, club, cat, ""), FELT_OUTCOME_NO_CLUB);
    assert_int_equal(wish(scene, FELT_ORDER_CLUB_LEAVE, dan, club, dan, ""), FELT_OUTCOME_NO_CLUB);
    assert_int_equal(wish(scene, FELT_ORDER_CLUB_LEAVE, ann, club, dan, ""),
                     FELT_OUTCOME_NO_MEMBER);
    assert_int_equal(wish(scene, FELT_ORDER_CLUB_LEAVE, 0, club, dan, ""), FELT_OUTCOME_NO_MEMBER);
    assert_int_equal(set_rank(scene, bob, club, bob, FELT_CLUB_MANAGER), FELT_OUTCOME_NOT_ALLOWED);
    assert_int_equal(set_rank(scene, ann, club, dan, FELT_CLUB_MANAGER), FELT_OUTCOME_NO_MEMBER);
    assert_int_equal(set_rank(scene, ann, club, bob, FELT_CLUB_MANAGER), FELT_OUTCOME_OK);
    /* a manager removes members, and neither the owner nor himself becomes one */
    assert_int_equal(wish(scene, FELT_ORDER_CLUB_LEAVE, bob, club, cat, ""), FELT_OUTCOME_OK);
    assert_int_equal(wish(scene, FELT_ORDER_CLUB_LEAVE, bob, club, ann, ""),
                     FELT_OUTCOME_NOT_ALLOWED);
    assert_int_equal(set_rank(scene, bob, club, bob, FELT_CLUB_OWNER), FELT_OUTCOME_NOT_ALLOWED);
    assert_int_equal(wish(scene, FELT_ORDER_CLUB_CODE, bob, club, 0, OTHER), FELT_OUTCOME_OK);
    /* handed over: there is always one owner */
    assert_int_equal(set_rank(scene, ann, club, bob, FELT_CLUB_OWNER), FELT_OUTCOME_OK);
    assert_int_equal(rank_of(scene, ann, club), FELT_CLUB_MANAGER);
    assert_int_equal(rank_of(scene, bob, club), FELT_CLUB_OWNER);
    assert_int_equal(wish(scene, FELT_ORDER_CLUB_NAME, ann, club, 0, "Mine"),
                     FELT_OUTCOME_NOT_ALLOWED);
    assert_int_equal(wish(scene, FELT_ORDER_CLUB_NAME, bob, club, 0, "Bob\'s"), FELT_OUTCOME_OK);
    /* an operator closes it, and the audit says so */
    assert_int_equal(wish(scene, FELT_ORDER_CLUB_CLOSE, 0, club, 0, ""), FELT_OUTCOME_OK);
    struct felt_ledger_answer answer = find(scene, FELT_QUESTION_AUDIT, 0, 0);
    assert_int_equal(answer.count, 1);
    assert_int_equal(answer.audit[0].line.kind, FELT_ORDER_CLUB_CLOSE);
    free(answer.rows);
}

static void bank_clubs_have_limits(void **state)
{
    struct bank_scene *scene = bank_begin(state);
    int64_t ann = bank_sign_up(scene->client, "ann");
    struct felt_receipt receipt;
    char code[FELT_CLUB_CODE_BYTES + 1];
    for (int i = 0; i < FELT_CLUBS_OF_USER_MAX; i++) {
        (void)snprintf(code, sizeof code, "code-of-club-number-%d", i);
        (void)open_club(scene, ann, "One of many", code);
    }
    struct felt_order more = {
        .kind = FELT_ORDER_CLUB_OPEN, .now_ms = NOW, .by = ann, .handle = "More", .code = CODE};
    assert_int_equal(give(scene, &more, &receipt), FELT_OUTCOME_CLUBS);
    assert_int_equal(wish(scene, FELT_ORDER_CLUB_CLOSE, ann, 1, 0, ""), FELT_OUTCOME_OK);
    assert_int_equal(give(scene, &more, &receipt), FELT_OUTCOME_OK); /* closed ones do not count */
    /* guests join, and own nothing */
    struct felt_order guest = {
        .kind = FELT_ORDER_SIGN_UP, .now_ms = NOW, .user_kind = FELT_USER_GUEST, .key = "guest"};
    assert_int_equal(give(scene, &guest, &receipt), FELT_OUTCOME_OK);
    int64_t info = receipt.user.id;
    more.by = info;
    memcpy(more.code, OTHER, sizeof OTHER);
    assert_int_equal(give(scene, &more, &receipt), FELT_OUTCOME_WRONG_KIND);
    assert_int_equal(wish(scene, FELT_ORDER_CLUB_JOIN, info, 0, 0, CODE), FELT_OUTCOME_OK);
    assert_int_equal(set_rank(scene, ann, 17, info, FELT_CLUB_OWNER), FELT_OUTCOME_WRONG_KIND);
    /* whoever closes his account takes his clubs along */
    struct felt_order close = {.kind = FELT_ORDER_CLOSE, .now_ms = NOW, .user = ann};
    assert_int_equal(give(scene, &close, &receipt), FELT_OUTCOME_OK);
    assert_int_equal(rank_of(scene, info, 17), -1);
    struct felt_ledger_answer answer = find(scene, FELT_QUESTION_CLUBS, info, 0);
    assert_int_equal(answer.count, 0);
}

static void bank_reports_are_kept_and_ended_once(void **state)
{
    struct bank_scene *scene = bank_begin(state);
    int64_t ann = bank_sign_up(scene->client, "ann"), bob = bank_sign_up(scene->client, "bob");
    struct felt_receipt receipt;
    struct felt_order report = {.kind = FELT_ORDER_REPORT,
                                .now_ms = NOW,
                                .by = ann,
                                .user = bob,
                                .table = "nl-2-1",
                                .text = "folds for his friend"};
    assert_int_equal(give(scene, &report, &receipt), FELT_OUTCOME_OK);
    int64_t first = receipt.number;
    assert_int_equal(give(scene, &report, &receipt), FELT_OUTCOME_OK);
    report.user = 999;
    assert_int_equal(give(scene, &report, &receipt), FELT_OUTCOME_NO_USER);
    struct felt_order done = {.kind = FELT_ORDER_REPORT_DONE,
                              .now_ms = NOW + 5,
                              .number = first,
                              .actor = "op",
                              .reason = "warned"};
    assert_int_equal(give(scene, &done, &receipt), FELT_OUTCOME_OK);
    assert_int_equal(give(scene, &done, &receipt), FELT_OUTCOME_NO_REPORT);
    struct felt_ledger_answer answer = find(scene, FELT_QUESTION_REPORTS, 1, 0);
    assert_int_equal(answer.count, 1); /* the open one */
    assert_string_equal(answer.reports[0].by, "ann");
    assert_string_equal(answer.reports[0].username, "bob");
    free(answer.rows);
    answer = find(scene, FELT_QUESTION_REPORTS, 0, 0);
    assert_int_equal(answer.count, 2);
    assert_true(answer.reports[1].report.id == first);
    assert_string_equal(answer.reports[1].report.remark, "warned");
    assert_true(answer.reports[1].report.done_at == NOW + 5);
    free(answer.rows);
}

static void bank_bans_and_silence_end(void **state)
{
    struct bank_scene *scene = bank_begin(state);
    int64_t ann = bank_sign_up(scene->client, "ann");
    struct felt_receipt receipt;
    struct felt_order ban = {.kind = FELT_ORDER_DISABLE,
                             .now_ms = NOW,
                             .user = ann,
                             .amount = 1,
                             .until_ms = NOW + 1000,
                             .actor = "op"};
    struct felt_order sign_in = {.kind = FELT_ORDER_SIGN_IN,
                                 .now_ms = NOW,
                                 .user = ann,
                                 .has_token = true,
                                 .token = {1},
                                 .expires_ms = NOW + 100000};
    assert_int_equal(give(scene, &sign_in, &receipt), FELT_OUTCOME_OK);
    assert_int_equal(give(scene, &ban, &receipt), FELT_OUTCOME_OK);
    struct felt_ledger_answer answer;
    struct felt_question who = {
        .kind = FELT_QUESTION_SESSION, .now_ms = NOW, .token = {1}, .limit = 1};
    felt_ledger_client_find(scene->client, &who, &answer);
    assert_int_equal(answer.outcome, FELT_OUTCOME_NO_SESSION); /* his sessions have ended */
    sign_in.token[0] = 2;
    sign_in.now_ms = NOW + 999;
    assert_int_equal(give(scene, &sign_in, &receipt), FELT_OUTCOME_DISABLED);
    sign_in.now_ms = NOW + 1000;
    assert_int_equal(give(scene, &sign_in, &receipt), FELT_OUTCOME_OK);
    who.token[0] = 2;
    who.now_ms = NOW + 1000;
    felt_ledger_client_find(scene->client, &who, &answer);
    assert_int_equal(answer.outcome, FELT_OUTCOME_OK);
    assert_true(answer.user.disabled_until == NOW + 1000);
    ban.until_ms = 0; /* for good */
    assert_int_equal(give(scene, &ban, &receipt), FELT_OUTCOME_OK);
    sign_in.token[0] = 3;
    sign_in.now_ms = NOW + 100000;
    assert_int_equal(give(scene, &sign_in, &receipt), FELT_OUTCOME_DISABLED);
    struct felt_order hush = {.kind = FELT_ORDER_SILENCE,
                              .now_ms = NOW,
                              .user = ann,
                              .until_ms = NOW + 60000,
                              .actor = "op"};
    assert_int_equal(give(scene, &hush, &receipt), FELT_OUTCOME_OK);
    answer = find(scene, FELT_QUESTION_SILENCED, 0, 0);
    assert_int_equal(answer.count, 1);
    assert_true(answer.users[0].silenced_until == NOW + 60000);
    free(answer.rows);
}

/* The longest that is kept, in the tables themselves. */
static void bank_second_factors_count_once(void **state)
{
    struct bank_scene *scene = bank_begin(state);
    struct felt_receipt receipt;
    struct felt_order order = {.kind = FELT_ORDER_SIGN_UP,
                               .now_ms = NOW,
                               .user_kind = FELT_USER_ADMIN,
                               .username = "boss",
                               .password = "$2b$04$x",
                               .key = "boss"};
    assert_int_equal(give(scene, &order, &receipt), FELT_OUTCOME_OK);
    int64_t boss = receipt.user.id, ann = bank_sign_up(scene->client, "ann");
    struct felt_order factor = {
        .kind = FELT_ORDER_FACTOR, .now_ms = NOW, .amount = 1, .actor = "op"};
    memset(factor.factor.secret, 7, sizeof factor.factor.secret);
    factor.user = ann;
    assert_int_equal(give(scene, &factor, &receipt), FELT_OUTCOME_WRONG_KIND);
    factor.user = boss;
    assert_int_equal(give(scene, &factor, &receipt), FELT_OUTCOME_OK);
    struct felt_order sign_in = {.kind = FELT_ORDER_SIGN_IN,
                                 .now_ms = NOW,
                                 .user = boss,
                                 .has_token = true,
                                 .token = {1},
                                 .expires_ms = NOW + 1000000};
    assert_int_equal(give(scene, &sign_in, &receipt), FELT_OUTCOME_OK); /* still pending */
    factor.amount = 2;
    (void)snprintf(factor.factor_code, sizeof factor.factor_code, "12345");
    assert_int_equal(give(scene, &factor, &receipt), FELT_OUTCOME_WRONG_CODE);
    (void)snprintf(factor.factor_code, sizeof factor.factor_code, "%06u",
                   felt_factor_totp(&felt_secret_digests, factor.factor.secret,
                                    sizeof factor.factor.secret, (uint64_t)NOW / 30000));
    assert_int_equal(give(scene, &factor, &receipt), FELT_OUTCOME_OK);
    struct felt_order again = factor; /* must not switch the one off that is on */
    again.amount = 1;
    memset(again.factor.secret, 8, sizeof again.factor.secret);
    assert_int_equal(give(scene, &again, &receipt), FELT_OUTCOME_FACTOR_ON);
    struct felt_ledger_answer answer;
    struct felt_question who = {
        .kind = FELT_QUESTION_SESSION, .now_ms = NOW, .token = {1}, .limit = 1};
    felt_ledger_client_find(scene->client, &who, &answer);
    assert_int_equal(answer.outcome, FELT_OUTCOME_NO_SESSION);
    sign_in.token[0] = 2;
    assert_int_equal(give(scene, &sign_in, &receipt), FELT_OUTCOME_NEEDS_CODE);
    memcpy(sign_in.factor_code, factor.factor_code, sizeof sign_in.factor_code);
    assert_int_equal(give(scene, &sign_in, &receipt), FELT_OUTCOME_WRONG_CODE); /* used */
    (void)snprintf(sign_in.factor_code, sizeof sign_in.factor_code, "%06u",
                   felt_factor_totp(&felt_secret_digests, factor.factor.secret,
                                    sizeof factor.factor.secret, (uint64_t)NOW / 30000 + 1));
    assert_int_equal(give(scene, &sign_in, &receipt), FELT_OUTCOME_OK);
    assert_int_equal(give(scene, &sign_in, &receipt), FELT_OUTCOME_OK); /* the same order again */
    sign_in.token[0] = 3;
    assert_int_equal(give(scene, &sign_in, &receipt), FELT_OUTCOME_WRONG_CODE);
    sign_in.kind = FELT_ORDER_ISSUE; /* by an operator on the machine */
    assert_int_equal(give(scene, &sign_in, &receipt), FELT_OUTCOME_OK);
    factor.amount = 0;
    assert_int_equal(give(scene, &factor, &receipt), FELT_OUTCOME_OK);
    sign_in.kind = FELT_ORDER_SIGN_IN;
    sign_in.token[0] = 4;
    sign_in.factor_code[0] = '\0';
    assert_int_equal(give(scene, &sign_in, &receipt), FELT_OUTCOME_OK);
}

static void bank_notes_are_found_by_their_words(void **state)
{
    struct bank_scene *scene = bank_begin(state);
    struct felt_receipt receipt;
    struct felt_order note = {.kind = FELT_ORDER_NOTE,
                              .now_ms = NOW,
                              .actor = "operator:root",
                              .action = "tables_close",
                              .about = "nl-2-1",
                              .reason = "quiet"};
    assert_int_equal(give(scene, &note, &receipt), FELT_OUTCOME_OK);
    (void)snprintf(note.action, sizeof note.action, "notice");
    assert_int_equal(give(scene, &note, &receipt), FELT_OUTCOME_OK);
    (void)snprintf(note.action, sizeof note.action, "no such word");
    assert_int_equal(give(scene, &note, &receipt), FELT_OUTCOME_BAD_TEXT);
    note.actor[0] = '\0';
    (void)snprintf(note.action, sizeof note.action, "notice");
    assert_int_equal(give(scene, &note, &receipt), FELT_OUTCOME_BAD_TEXT); /* by nobody */
    struct felt_ledger_answer answer;
    struct felt_question question = {
        .kind = FELT_QUESTION_AUDIT, .now_ms = NOW, .limit = 10, .text = "tables_close"};
    felt_ledger_client_find(scene->client, &question, &answer);
    assert_int_equal(answer.count, 1);
    assert_string_equal(answer.audit[0].line.about, "nl-2-1");
    free(answer.rows);
    (void)snprintf(question.text, sizeof question.text, "operator:root");
    felt_ledger_client_find(scene->client, &question, &answer);
    assert_int_equal(answer.count, 2);
    free(answer.rows);
}

/* An order of chips, under a key of its own. */
static enum felt_outcome move(struct bank_scene *scene, enum felt_order_kind kind, int64_t user,
                              felt_chips amount, const char *table)
{
    static int keys;
    struct felt_receipt receipt;
    struct felt_order order = {
        .kind = (uint8_t)kind, .now_ms = NOW, .user = user, .amount = amount};
    (void)snprintf(order.key, sizeof order.key, "clubs:%d", keys++);
    (void)snprintf(order.table, sizeof order.table, "%s", table);
    return give(scene, &order, &receipt);
}

/* All accounts of a kind. */
static felt_chips sum_of(struct bank_scene *scene, enum felt_account_kind kind)
{
    struct felt_ledger_answer answer = find(scene, FELT_QUESTION_SUMMARY, 0, 0);
    felt_chips sum = -1;
    for (uint32_t i = 0; i < answer.count; i++)
        if (answer.accounts[i].kind == (uint8_t)kind) sum = answer.accounts[i].balance;
    free(answer.rows);
    return sum;
}

static void bank_pools_pay_fees_and_come_back(void **state)
{
    struct bank_scene *scene = bank_begin(state);
    int64_t ann = bank_sign_up(scene->client, "ann"), bob = bank_sign_up(scene->client, "bob");
    assert_int_equal(move(scene, FELT_ORDER_FEE, 0, 5, "sng.1"), FELT_OUTCOME_INSUFFICIENT);
    assert_int_equal(move(scene, FELT_ORDER_OVERLAY, 0, 5, "sng.1"), FELT_OUTCOME_INSUFFICIENT);
    assert_int_equal(move(scene, FELT_ORDER_ENTER, ann, 100, "sng.1"), FELT_OUTCOME_OK);
    assert_int_equal(move(scene, FELT_ORDER_ENTER, bob, 100, "sng.1"), FELT_OUTCOME_OK);
    assert_int_equal(move(scene, FELT_ORDER_FUND, 0, 50, ""), FELT_OUTCOME_OK);
    assert_int_equal(move(scene, FELT_ORDER_OVERLAY, 0, 50, "sng.1"), FELT_OUTCOME_OK);
    assert_int_equal(move(scene, FELT_ORDER_FEE, 0, 20, "sng.1"), FELT_OUTCOME_OK);
    assert_int_equal(move(scene, FELT_ORDER_REFUND, bob, 90, "sng.1"), FELT_OUTCOME_OK);
    assert_int_equal(move(scene, FELT_ORDER_PRIZE, ann, 140, "sng.1"), FELT_OUTCOME_OK);
    assert_int_equal(move(scene, FELT_ORDER_REFUND, ann, 1, "sng.1"), FELT_OUTCOME_INSUFFICIENT);
    assert_int_equal(sum_of(scene, FELT_ACCOUNT_PRIZE), 0);
    assert_int_equal(sum_of(scene, FELT_ACCOUNT_RAKE), 20);
    assert_int_equal(sum_of(scene, FELT_ACCOUNT_HOUSE), 0);
    /* what is in a pool is spent, what comes back is no gift: ann 440, bob 390 */
    struct felt_ledger_answer answer = find(scene, FELT_QUESTION_LEADERS, 0, 0);
    assert_int_equal(answer.count, 2);
    assert_true(answer.leaders[0].user == ann);
    assert_int_equal(answer.leaders[0].chips - answer.leaders[0].invested, 40);
    assert_int_equal(answer.leaders[1].chips - answer.leaders[1].invested, -10);
    free(answer.rows);
    answer = find(scene, FELT_QUESTION_HISTORY, bob, 0);
    assert_int_equal(answer.history[0].kind, FELT_ORDER_REFUND);
    free(answer.rows);
}

static void bank_clubs_count_what_is_won_at_their_tables(void **state)
{
    struct bank_scene *scene = bank_begin(state);
    int64_t ann = bank_sign_up(scene->client, "ann"), bob = bank_sign_up(scene->client, "bob");
    int64_t club = open_club(scene, ann, "Tuesdays", CODE);
    char table[FELT_ORDER_TABLE_BYTES + 1];
    assert_int_equal(wish(scene, FELT_ORDER_CLUB_JOIN, bob, 0, 0, CODE), FELT_OUTCOME_OK);
    (void)snprintf(table, sizeof table, "c%lld-x7k3qd-1", (long long)club);
    const char *const tables[] = {table, "c12-x7k3qd-1"}; /* the other is of another club */
    for (int i = 0; i < 2; i++) {
        struct felt_receipt receipt;
        assert_int_equal(move(scene, FELT_ORDER_BUY_IN, ann, 100, tables[i]), FELT_OUTCOME_OK);
        assert_int_equal(move(scene, FELT_ORDER_BUY_IN, bob, 100, tables[i]), FELT_OUTCOME_OK);
        struct felt_order hand = {.kind = FELT_ORDER_SETTLE,
                                  .now_ms = NOW,
                                  .seats = 2,
                                  .rake = 2,
                                  .seat = {{ann, -30}, {bob, 28}}};
        (void)snprintf(hand.key, sizeof hand.key, "hand:%d", i);
        (void)snprintf(hand.table, sizeof hand.table, "%s", tables[i]);
        assert_int_equal(give(scene, &hand, &receipt), FELT_OUTCOME_OK);
    }
    struct felt_ledger_answer answer = find(scene, FELT_QUESTION_CLUB_LEADERS, club, 0);
    assert_int_equal(answer.count, 2);
    assert_true(answer.leaders[0].user == bob);
    assert_int_equal(answer.leaders[0].chips, 28);
    assert_int_equal(answer.leaders[1].chips, -30);
    free(answer.rows);
}

static felt_chips profit_of(struct bank_scene *scene, int64_t user)
{
    struct felt_ledger_answer answer = find(scene, FELT_QUESTION_LEADERS, 0, 0);
    felt_chips profit = INT64_MIN;
    for (uint32_t i = 0; i < answer.count; i++)
        if (answer.leaders[i].user == user)
            profit = answer.leaders[i].chips - answer.leaders[i].invested;
    free(answer.rows);
    return profit;
}

/* `to` wins so many of `from`, who both have a seat there. */
static void settle(struct bank_scene *scene, const char *table, int64_t from, int64_t to,
                   felt_chips amount, const char *key)
{
    struct felt_receipt receipt;
    struct felt_order hand = {.kind = FELT_ORDER_SETTLE,
                              .now_ms = NOW,
                              .seats = 2,
                              .seat = {{from, -amount}, {to, amount}}};
    (void)snprintf(hand.key, sizeof hand.key, "%s", key);
    (void)snprintf(hand.table, sizeof hand.table, "%s", table);
    assert_int_equal(give(scene, &hand, &receipt), FELT_OUTCOME_OK);
}

static void bank_profit_knows_no_private_tables(void **state)
{
    static const char *const tables[] = {"p-x7k3qd-1", "c12-x7k3qd-1", "nl-2-1"};
    static const felt_chips won[] = {70, 50, 30};
    struct bank_scene *scene = bank_begin(state);
    int64_t ann = bank_sign_up(scene->client, "ann"), bob = bank_sign_up(scene->client, "bob");
    for (int i = 0; i < 3; i++) {
        assert_int_equal(move(scene, FELT_ORDER_BUY_IN, ann, 80, tables[i]), FELT_OUTCOME_OK);
        assert_int_equal(move(scene, FELT_ORDER_BUY_IN, bob, 80, tables[i]), FELT_OUTCOME_OK);
        settle(scene, tables[i], ann, bob, won[i], tables[i]);
    }
    assert_int_equal(profit_of(scene, ann), -30); /* while they sit there */
    assert_int_equal(profit_of(scene, bob), 30);
    for (int i = 0; i < 3; i++) {
        assert_int_equal(move(scene, FELT_ORDER_CASH_OUT, ann, 0, tables[i]), FELT_OUTCOME_OK);
        assert_int_equal(move(scene, FELT_ORDER_CASH_OUT, bob, 0, tables[i]), FELT_OUTCOME_OK);
    }
    assert_int_equal(profit_of(scene, ann), -30); /* and when they have left */
    assert_int_equal(profit_of(scene, bob), 30);
    /* a reset takes away what was won anywhere: from then on it counts again */
    assert_int_equal(move(scene, FELT_ORDER_RESET, bob, 0, ""), FELT_OUTCOME_OK);
    assert_int_equal(profit_of(scene, bob), 0);
    assert_int_equal(move(scene, FELT_ORDER_BUY_IN, ann, 80, tables[0]), FELT_OUTCOME_OK);
    assert_int_equal(move(scene, FELT_ORDER_BUY_IN, bob, 80, tables[0]), FELT_OUTCOME_OK);
    settle(scene, tables[0], ann, bob, 20, "again");
    assert_int_equal(profit_of(scene, bob), 0);
    assert_int_equal(profit_of(scene, ann), -30);
}

/* Into a new database. */
static enum felt_status restore(char *backup)
{
    static const char *const files[] = {"felt.db", "felt.db-wal", "felt.db-shm"};
    char place[] = "/tmp/felt-clubs-XXXXXX", file[64];
    struct felt_ledger_backup_sums sums;
    struct felt_complaint complaint = {0};
    assert_non_null(mkdtemp(place));
    struct felt_sql_config config = {.kind = FELT_SQL_SQLITE, .place = place, .wait_ms = 60000};
    FILE *in = fmemopen(backup, strlen(backup), "r");
    assert_non_null(in);
    enum felt_status status = felt_ledger_backup_restore(&config, in, &sums, &complaint);
    if (status != FELT_OK) print_message("%s\n", complaint.text);
    (void)fclose(in);
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        (void)snprintf(file, sizeof file, "%s/%s", place, files[i]);
        (void)unlink(file);
    }
    (void)rmdir(place);
    return status;
}

/* One of version 2 of the tables, which knew neither clubs nor bans that end. */
static void older_backup_is_restored(void **state)
{
    static const char lines[] =
        "{\"head\":{\"what\":\"felt backup\",\"format\":1,\"schema\":2}}\n"
        "{\"counter\":{\"name\":\"account\",\"value\":0}}\n"
        "{\"counter\":{\"name\":\"audit\",\"value\":1}}\n"
        "{\"counter\":{\"name\":\"transaction\",\"value\":0}}\n"
        "{\"counter\":{\"name\":\"user\",\"value\":1}}\n"
        "{\"user\":{\"id\":1,\"facebook_id\":null,\"username\":\"ann\",\"username_folded\":\"ann\","
        "\"handle\":\"Ann\",\"handle_folded\":\"ann\",\"password\":null,\"email\":null,"
        "\"birthday\":null,\"chips\":0,\"invested\":0,\"level\":1,\"kind\":\"human\","
        "\"bookmark\":null,\"reg_date\":1,\"last_visit\":null,\"remote_address\":null,"
        "\"disabled_at\":5,\"deleted_at\":null}}\n"
        "{\"audit\":{\"id\":1,\"at\":5,\"actor\":\"op\",\"kind\":\"disable\",\"user_id\":1,"
        "\"amount\":1,\"reason\":null}}\n";
    uint8_t digest[FELT_DIGEST_BYTES];
    char backup[4096], hex[2 * FELT_DIGEST_BYTES + 1];
    (void)state;
    felt_secret_hash(lines, sizeof lines - 1, digest);
    felt_hex_write(digest, sizeof digest, hex);
    (void)snprintf(backup, sizeof backup,
                   "%s{\"end\":{\"counters\":4,\"users\":1,\"accounts\":0,\"transactions\":0,"
                   "\"audits\":1,\"sha256\":\"%s\"}}\n",
                   lines, hex);
    assert_int_equal(restore(backup), FELT_OK);
    /* what is not of that version is not taken for it */
    char *two = strstr(backup, "\"schema\":2");
    assert_non_null(two);
    two[9] = '3';
    assert_int_equal(restore(backup), FELT_BAD_FORMAT);
}

/* A backup holds all of it, and what is restored is the same. */
static void bank_everything_is_in_a_backup(void **state)
{
    struct bank_scene *scene = bank_begin(state);
    bank_reports_are_kept_and_ended_once(state);
    int64_t cat = bank_sign_up(scene->client, "cat");
    (void)open_club(scene, cat, "Tuesdays \xe2\x99\xa5", CODE);
    char memory[1 << 16] = "";
    struct felt_ledger_backup_sums sums;
    struct felt_complaint complaint = {0};
    FILE *out = fmemopen(memory, sizeof memory, "w");
    assert_non_null(out);
    assert_int_equal(felt_ledger_backup_backup(&scene->config.sql, out, &sums, &complaint),
                     FELT_OK);
    (void)fclose(out);
    assert_non_null(strstr(memory, "\"clubs\":1,\"members\":1,\"reports\":2"));
    struct felt_proof proof[FELT_PROOFS];
    int count;
    bool good;
    assert_int_equal(
        felt_ledger_backup_prove(&scene->config.sql, false, proof, &count, &good, &complaint),
        FELT_OK);
    assert_true(good);
    assert_int_equal(restore(memory), FELT_OK);
}

#define ON(kind, name)                                                                             \
    {                                                                                              \
#kind "_" #name, bank_##name, bank_set_up_##kind, bank_tear_down, NULL                     \
    }

TEST_MODULE(clubs)
{
    const struct CMUnitTest tests[] = {
        ON(sqlite, clubs_are_opened_joined_and_left),
        ON(postgres, clubs_are_opened_joined_and_left),
        ON(sqlite, clubs_know_ranks),
        ON(postgres, clubs_know_ranks),
        ON(sqlite, clubs_have_limits),
        ON(postgres, clubs_have_limits),
        ON(sqlite, reports_are_kept_and_ended_once),
        ON(postgres, reports_are_kept_and_ended_once),
        ON(sqlite, bans_and_silence_end),
        ON(postgres, bans_and_silence_end),
        ON(sqlite, second_factors_count_once),
        ON(postgres, second_factors_count_once),
        ON(sqlite, notes_are_found_by_their_words),
        ON(postgres, notes_are_found_by_their_words),
        ON(sqlite, pools_pay_fees_and_come_back),
        ON(postgres, pools_pay_fees_and_come_back),
        ON(sqlite, clubs_count_what_is_won_at_their_tables),
        ON(postgres, clubs_count_what_is_won_at_their_tables),
        ON(sqlite, profit_knows_no_private_tables),
        ON(postgres, profit_knows_no_private_tables),
        cmocka_unit_test(older_backup_is_restored),
        ON(sqlite, everything_is_in_a_backup),
        ON(postgres, everything_is_in_a_backup),
    };
    return cmocka_run_group_tests_name("clubs", tests, bank_group_set_up, bank_group_tear_down);
}
