/* test_ledger_users.c -- orders about users and sessions, decided on rows in memory: names, guests,
 * Facebook, passwords, links, what is closed.  `old_`: see test_ledger.c. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "ledger_scene.h"
#include "module.h"

/* ---- users and sessions ---- */

static void ledger_names_are_unique_in_any_capitals(void **state)
{
    (void)state;
    sign_up(FELT_USER_HUMAN, "Ada");
    struct felt_order order = named(FELT_USER_HUMAN, "aDA");
    assert_int_equal(outcome_of(&order), FELT_OUTCOME_NAME_TAKEN);
    struct felt_order both[2] = {named(FELT_USER_HUMAN, "bob"), named(FELT_USER_HUMAN, "BOB")};
    struct felt_receipt receipt[2];
    fake_store_do(fake_store, both, 2, receipt, false);
    assert_int_equal(receipt[0].outcome, FELT_OUTCOME_OK);
    assert_int_equal(receipt[1].outcome, FELT_OUTCOME_NAME_TAKEN);
    order = order_of(FELT_ORDER_PROFILE, 1, 0);
    (void)snprintf(order.handle, sizeof order.handle, "Ace");
    assert_int_equal(outcome_of(&order), FELT_OUTCOME_OK);
    order.user = 2;
    (void)snprintf(order.handle, sizeof order.handle, "ACE");
    assert_int_equal(outcome_of(&order), FELT_OUTCOME_HANDLE_TAKEN);
}

static void ledger_guest_who_registers_keeps_his_chips(void **state)
{
    (void)state;
    struct felt_order order = named(FELT_USER_GUEST, "");
    with_token(&order, 1);
    int64_t id = do_order(&order).user.id;
    assert_string_equal(fake_store_user(fake_store, id)->username, "guest-1");
    struct felt_order debit = order_of(FELT_ORDER_DEBIT, id, 100);
    assert_int_equal(outcome_of(&debit), FELT_OUTCOME_OK);
    order = named(FELT_USER_HUMAN, "ada");
    with_old(&order, 1);
    with_token(&order, 2);
    struct felt_receipt receipt = do_order(&order);
    assert_int_equal(receipt.outcome, FELT_OUTCOME_OK);
    assert_int_equal(receipt.user.id, id);
    assert_int_equal(receipt.user.chips, 300);
    assert_int_equal(fake_store_user(fake_store, id)->kind, FELT_USER_HUMAN);
    assert_true(has_session(2) && !has_session(1));
}

static void ledger_facebook_user_is_made_once(void **state)
{
    (void)state;
    struct felt_order order = facebook("12345678901234567890", 1, 1);
    struct felt_receipt receipt = do_order(&order);
    assert_int_equal(receipt.outcome, FELT_OUTCOME_OK);
    assert_true(receipt.created);
    assert_int_equal(receipt.user.chips, 400);
    assert_int_equal(receipt.user.invested, 400);
    assert_string_equal(receipt.user.username, "12345678901234567890");
    assert_string_equal(receipt.user.handle, "Player1");
    struct felt_order debit = order_of(FELT_ORDER_DEBIT, 1, 150);
    assert_int_equal(outcome_of(&debit), FELT_OUTCOME_OK);
    order = facebook("12345678901234567890", 2, 2);
    receipt = do_order(&order);
    assert_false(receipt.created);
    assert_int_equal(receipt.user.id, 1);
    assert_int_equal(receipt.user.chips, 250);
    assert_int_equal(fake_store_users(fake_store), 1);
    struct felt_order same[2] = {facebook("77", 3, 3), facebook("77", 4, 4)};
    struct felt_receipt receipts[2];
    fake_store_do(fake_store, same, 2, receipts, false);
    assert_true(receipts[0].created && !receipts[1].created);
    assert_int_equal(receipts[0].user.id, receipts[1].user.id);
}

static void ledger_signed_request_opens_one_session(void **state)
{
    (void)state;
    struct felt_order order = facebook("77", 1, 1);
    struct felt_receipt receipt;
    fake_store_do(fake_store, &order, 1, &receipt,
                  true); /* the same order again is the same session */
    assert_int_equal(receipt.outcome, FELT_OUTCOME_OK);
    order = facebook("77", 1, 2);
    assert_int_equal(outcome_of(&order), FELT_OUTCOME_REPLAYED);
    struct felt_order both[2] = {facebook("78", 5, 5), facebook("78", 5, 6)};
    struct felt_receipt receipts[2];
    fake_store_do(fake_store, both, 2, receipts, false);
    assert_int_equal(receipts[1].outcome, FELT_OUTCOME_REPLAYED);
}

static void ledger_guest_is_closed_when_facebook_signs_in(void **state)
{
    (void)state;
    struct felt_order order = named(FELT_USER_GUEST, "");
    with_token(&order, 1);
    assert_int_equal(outcome_of(&order), FELT_OUTCOME_OK);
    sit(1, 50, "t");
    order = facebook("77", 1, 2);
    with_old(&order, 1);
    assert_int_equal(outcome_of(&order), FELT_OUTCOME_SEATED);
    struct felt_order out = at_table(FELT_ORDER_CASH_OUT, 1, 0, "t");
    assert_int_equal(outcome_of(&out), FELT_OUTCOME_OK);
    struct felt_receipt receipt = do_order(&order);
    assert_int_equal(receipt.outcome, FELT_OUTCOME_OK);
    assert_int_equal(receipt.user.chips, 400);
    assert_int_equal(fake_store_user(fake_store, 1)->chips, 0);
    assert_true(fake_store_user(fake_store, 1)->deleted_at > 0);
    assert_true(!has_session(1) && has_session(2));
    assert_int_equal(fake_store_balance(fake_store, "mint"), -400);
}

static void ledger_sessions_end_as_they_should(void **state)
{
    (void)state;
    int64_t ada = sign_up(FELT_USER_HUMAN, "ada");
    for (int i = 1; i <= 4; i++) {
        struct felt_order order = order_of(FELT_ORDER_SIGN_IN, ada, 0);
        with_token(&order, i);
        assert_int_equal(outcome_of(&order), FELT_OUTCOME_OK);
    }
    struct felt_order order = order_of(FELT_ORDER_SIGN_OUT, 0, 0);
    with_old(&order, 1);
    assert_int_equal(outcome_of(&order), FELT_OUTCOME_OK);
    assert_int_equal(outcome_of(&order), FELT_OUTCOME_NO_SESSION);
    assert_true(!has_session(1) && has_session(2));
    order = order_of(FELT_ORDER_PASSWORD, ada, 0);
    with_old(&order, 3);
    (void)snprintf(order.proof, sizeof order.proof, "$2b$12$hash");
    assert_int_equal(outcome_of(&order), FELT_OUTCOME_OK);
    assert_true(has_session(3) && !has_session(2) && !has_session(4));
    struct felt_order both[2] = {order_of(FELT_ORDER_SIGN_IN, ada, 0),
                                 order_of(FELT_ORDER_DISABLE, ada, 1)};
    struct felt_receipt receipt[2];
    with_token(&both[0], 5);
    fake_store_do(fake_store, both, 2, receipt, false); /* disabled in the very batch he signs in */
    assert_int_equal(fake_store_sessions(fake_store), 0);
    order = order_of(FELT_ORDER_SIGN_IN, ada, 0);
    with_token(&order, 6);
    assert_int_equal(outcome_of(&order), FELT_OUTCOME_DISABLED);
    order = order_of(FELT_ORDER_RELOAD, ada, 0);
    assert_int_equal(outcome_of(&order), FELT_OUTCOME_DISABLED);
}

static void ledger_password_that_was_changed_meanwhile_opens_nothing(void **state)
{
    (void)state;
    int64_t ada = sign_up(FELT_USER_HUMAN, "ada");
    struct felt_order order[2] = {order_of(FELT_ORDER_PASSWORD, ada, 0),
                                  order_of(FELT_ORDER_SIGN_IN, ada, 0)};
    (void)snprintf(order[0].password, sizeof order[0].password, "$2b$12$new");
    (void)snprintf(order[1].proof, sizeof order[1].proof, "$2b$12$hash");
    with_token(&order[1], 1);
    struct felt_receipt receipt[2];
    fake_store_do(fake_store, order, 2, receipt, false);
    assert_int_equal(receipt[1].outcome, FELT_OUTCOME_WRONG_SECRET);
    assert_int_equal(fake_store_sessions(fake_store), 0);
    (void)snprintf(order[1].proof, sizeof order[1].proof, "$2b$12$new");
    assert_int_equal(outcome_of(&order[1]), FELT_OUTCOME_OK);
}

/* A change or a deletion that was under way must not win against a later one, an operator's reset,
 * a sign-out or a disabling. */
static void ledger_own_wish_is_refused_if_something_came_between(void **state)
{
    (void)state;
    int64_t ada = sign_up(FELT_USER_HUMAN, "ada");
    static const enum felt_order_kind kinds[] = {FELT_ORDER_PASSWORD, FELT_ORDER_CLOSE};
    for (int i = 0; i < 2; i++) {
        struct felt_order sign = order_of(FELT_ORDER_SIGN_IN, ada, 0);
        with_token(&sign, 1 + i);
        assert_int_equal(outcome_of(&sign), FELT_OUTCOME_OK);
        struct felt_order wish = order_of(kinds[i], ada, 0), other;
        with_old(&wish, 1 + i);
        (void)snprintf(wish.password, sizeof wish.password, "$2b$12$thief");
        (void)snprintf(wish.proof, sizeof wish.proof, "$2b$12$other");
        assert_int_equal(outcome_of(&wish), FELT_OUTCOME_WRONG_SECRET);
        (void)snprintf(wish.proof, sizeof wish.proof, "%s",
                       fake_store_user(fake_store, ada)->password);
        other = order_of(FELT_ORDER_DISABLE, ada, 1);
        assert_int_equal(outcome_of(&other), FELT_OUTCOME_OK);
        assert_int_equal(outcome_of(&wish), FELT_OUTCOME_NO_SESSION);
        other.amount = 0;
        assert_int_equal(outcome_of(&other), FELT_OUTCOME_OK);
        assert_int_equal(outcome_of(&wish), FELT_OUTCOME_NO_SESSION);
        with_token(&sign, 11 + i);
        assert_int_equal(outcome_of(&sign), FELT_OUTCOME_OK);
        with_old(&wish, 11 + i);
        assert_int_equal(outcome_of(&wish), FELT_OUTCOME_OK);
    }
    assert_true(fake_store_user(fake_store, ada)->deleted_at > 0);
}

static void ledger_sweep_spares_guests_who_came_back(void **state)
{
    (void)state;
    struct felt_order guest = named(FELT_USER_GUEST, "");
    with_token(&guest, 1);
    int64_t id = do_order(&guest).user.id;
    struct felt_order sweep = order_of(FELT_ORDER_CLOSE, id, 0);
    sweep.unseen_since_ms = guest.now_ms - 1;
    assert_int_equal(outcome_of(&sweep), FELT_OUTCOME_WRONG_KIND);
    struct felt_order human = named(FELT_USER_HUMAN, "ada");
    with_old(&human, 1);
    with_token(&human, 2);
    human.now_ms = guest.now_ms;
    assert_int_equal(do_order(&human).user.id, id);
    sweep.unseen_since_ms = guest.now_ms + 1;
    assert_int_equal(outcome_of(&sweep), FELT_OUTCOME_WRONG_KIND);
    guest = named(FELT_USER_GUEST, "");
    sweep.user = do_order(&guest).user.id;
    sweep.unseen_since_ms = guest.now_ms;
    assert_int_equal(outcome_of(&sweep), FELT_OUTCOME_OK);
}

static void ledger_link_is_redeemed_once(void **state)
{
    (void)state;
    int64_t root = sign_up(FELT_USER_ADMIN, "root");
    struct felt_order order = order_of(FELT_ORDER_ISSUE, root, 0);
    order.session_kind = FELT_SESSION_LINK;
    with_token(&order, 1);
    assert_int_equal(outcome_of(&order), FELT_OUTCOME_OK);
    order = order_of(FELT_ORDER_REDEEM, 0, 0);
    with_old(&order, 1);
    with_token(&order, 2);
    struct felt_receipt receipt;
    fake_store_do(fake_store, &order, 1, &receipt, true);
    assert_int_equal(receipt.outcome, FELT_OUTCOME_OK);
    assert_int_equal(receipt.user.id, root);
    order.token[0] = 3;
    assert_int_equal(outcome_of(&order), FELT_OUTCOME_NO_SESSION);
    order.old_token[0] = 2; /* a session is no link */
    assert_int_equal(outcome_of(&order), FELT_OUTCOME_NO_SESSION);
}

/* A session of a link, under `token`. */
static void come_by_link(int64_t user, int token, int64_t now_ms)
{
    struct felt_order order = order_of(FELT_ORDER_ISSUE, user, 0);
    order.session_kind = FELT_SESSION_LINK;
    order.now_ms = now_ms;
    with_token(&order, token + 100);
    order.expires_ms = now_ms + 2 * FELT_SESSION_FRESH_MS;
    assert_int_equal(outcome_of(&order), FELT_OUTCOME_OK);
    order.kind = FELT_ORDER_REDEEM;
    order.user = 0;
    order.session_kind = FELT_SESSION_COOKIE; /* what it becomes is not for the order to say */
    with_old(&order, token + 100);
    order.token[0] = (uint8_t)token;
    assert_int_equal(outcome_of(&order), FELT_OUTCOME_OK);
}

static void ledger_password_needs_a_proof_or_a_fresh_session(void **state)
{
    (void)state;
    static const int64_t ages[] = {0, FELT_SESSION_FRESH_MS, FELT_SESSION_FRESH_MS + 1};
    int64_t ada = sign_up(FELT_USER_HUMAN, "ada");
    struct felt_order sign = order_of(FELT_ORDER_SIGN_IN, ada, 0);
    struct felt_order wish = order_of(FELT_ORDER_PASSWORD, ada, 0);
    int64_t begin_ms = wish.now_ms;
    with_token(&sign, 1);
    with_old(&wish, 1);
    (void)snprintf(wish.password, sizeof wish.password, "$2b$12$new0");
    assert_int_equal(outcome_of(&sign), FELT_OUTCOME_OK);
    assert_int_equal(outcome_of(&wish), FELT_OUTCOME_WRONG_SECRET);
    assert_string_equal(fake_store_user(fake_store, ada)->password, "$2b$12$hash");
    for (int i = 0; i < 3; i++) {
        bool good = ages[i] <= FELT_SESSION_FRESH_MS;
        come_by_link(ada, 2 + i, begin_ms);
        with_old(&wish, 2 + i);
        wish.now_ms = begin_ms + ages[i];
        (void)snprintf(wish.password, sizeof wish.password, "$2b$12$new%d", i);
        assert_int_equal(outcome_of(&wish), good ? FELT_OUTCOME_OK : FELT_OUTCOME_WRONG_SECRET);
        if (!good) continue;
        assert_true(has_session(2 + i) && !has_session(1 + i));
        (void)snprintf(wish.password, sizeof wish.password, "$2b$12$again");
        assert_int_equal(outcome_of(&wish), FELT_OUTCOME_WRONG_SECRET); /* once */
    }
    (void)snprintf(wish.proof, sizeof wish.proof, "$2b$12$new1");
    assert_int_equal(outcome_of(&wish), FELT_OUTCOME_OK);
    wish = order_of(FELT_ORDER_PASSWORD, ada, 0); /* an operator's */
    (void)snprintf(wish.password, sizeof wish.password, "$2b$12$reset");
    assert_int_equal(outcome_of(&wish), FELT_OUTCOME_OK);
}

static void ledger_expired_session_is_none(void **state)
{
    (void)state;
    int64_t ada = sign_up(FELT_USER_HUMAN, "ada");
    struct felt_order order = order_of(FELT_ORDER_SIGN_IN, ada, 0);
    with_token(&order, 1);
    assert_int_equal(outcome_of(&order), FELT_OUTCOME_OK);
    struct felt_order seen = order_of(FELT_ORDER_SEEN, 0, 0);
    with_old(&seen, 1);
    seen.now_ms = order.expires_ms - 1;
    assert_int_equal(outcome_of(&seen), FELT_OUTCOME_OK);
    seen.now_ms = order.expires_ms;
    assert_int_equal(outcome_of(&seen), FELT_OUTCOME_NO_SESSION);
}

static void ledger_closed_user_is_forgotten(void **state)
{
    (void)state;
    struct felt_order order = named(FELT_USER_HUMAN, "ada");
    (void)snprintf(order.email, sizeof order.email, "ada@example.com");
    with_token(&order, 1);
    int64_t ada = do_order(&order).user.id;
    order = order_of(FELT_ORDER_CLOSE, ada, 0);
    assert_int_equal(outcome_of(&order), FELT_OUTCOME_OK);
    const struct felt_user *user = fake_store_user(fake_store, ada);
    assert_string_equal(user->username, "deleted-1");
    assert_string_equal(user->email, "");
    assert_string_equal(user->password, "");
    assert_string_equal(user->bookmark, "");
    assert_int_equal(user->chips, 0);
    assert_int_equal(fake_store_sessions(fake_store), 0);
    assert_int_equal(fake_store_balance(fake_store, "mint"), 0);
    assert_true(do_order(&order).replayed);
    assert_int_equal(sign_up(FELT_USER_HUMAN, "ada"), 2); /* the name is free again */
}

static void old_house_names_are_for_house_players_only(void **state)
{
    (void)state;
    static const char *const names[] = {"HousePlayer1", "houseplayer2", "HOUSEPLAYER33", "guest-7",
                                        "Deleted-7"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        struct felt_order order = named(FELT_USER_HUMAN, names[i]);
        assert_int_equal(outcome_of(&order), FELT_OUTCOME_BAD_NAME);
    }
    int64_t ada = sign_up(FELT_USER_HUMAN, "ada");
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        struct felt_order order = order_of(FELT_ORDER_PROFILE, ada, 0);
        (void)snprintf(order.handle, sizeof order.handle, "%s", names[i]);
        assert_int_equal(outcome_of(&order), FELT_OUTCOME_BAD_NAME);
    }
    static const char *const wrong[] = {"House1", "HousePlayer", "houseplayer1", "HousePlayer1x"};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        struct felt_order order = named(FELT_USER_HOUSE, wrong[i]);
        assert_int_equal(outcome_of(&order), FELT_OUTCOME_BAD_NAME);
    }
}

/* There a guest who signed in by Facebook was told "already registered". */
static void old_facebook_sign_up_works_for_a_guest(void **state)
{
    (void)state;
    struct felt_order order = named(FELT_USER_GUEST, "");
    with_token(&order, 1);
    assert_int_equal(outcome_of(&order), FELT_OUTCOME_OK);
    order = facebook("77", 1, 2);
    with_old(&order, 1);
    struct felt_receipt receipt = do_order(&order);
    assert_int_equal(receipt.outcome, FELT_OUTCOME_OK);
    assert_true(receipt.created);
    assert_int_equal(receipt.user.chips, 400); /* there: 800 */
}

TEST_MODULE(ledger_users)
{
#define CASE(name) cmocka_unit_test_setup_teardown(name, open_fake_store, close_fake_store)
    const struct CMUnitTest tests[] = {
        CASE(ledger_names_are_unique_in_any_capitals),
        CASE(ledger_guest_who_registers_keeps_his_chips),
        CASE(ledger_facebook_user_is_made_once),
        CASE(ledger_signed_request_opens_one_session),
        CASE(ledger_guest_is_closed_when_facebook_signs_in),
        CASE(ledger_sessions_end_as_they_should),
        CASE(ledger_password_that_was_changed_meanwhile_opens_nothing),
        CASE(ledger_own_wish_is_refused_if_something_came_between),
        CASE(ledger_sweep_spares_guests_who_came_back),
        CASE(ledger_link_is_redeemed_once),
        CASE(ledger_password_needs_a_proof_or_a_fresh_session),
        CASE(ledger_expired_session_is_none),
        CASE(ledger_closed_user_is_forgotten),
        CASE(old_house_names_are_for_house_players_only),
        CASE(old_facebook_sign_up_works_for_a_guest),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
