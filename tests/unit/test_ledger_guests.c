/* test_ledger_guests.c -- guests without a row: what they cost, when they get one, who is
 * forgotten.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#pragma GCC diagnostic ignored "-Wunused-function" /* the scene has more than these cases need */
#include "ledger_store_scene.h"
#include "module.h"

enum { GUESTS = 64 };

static struct bank_scene *begin_with_guests(void **state)
{
    struct bank_scene *scene = bank_begin(state);
    scene->config.guests_max = GUESTS;
    bank_reopen(scene);
    assert_int_equal(bank_sign_up(scene->client, "ann"),
                     1); /* guests who never came took no number */
    return scene;
}

static struct felt_order guest_order(uint32_t which)
{
    struct felt_order order = {.kind = FELT_ORDER_SIGN_UP,
                               .now_ms = BANK_NOW_MS,
                               .user_kind = FELT_USER_GUEST,
                               .has_token = true,
                               .expires_ms = BANK_NOW_MS + 3600000};
    memcpy(order.token, &which, sizeof which);
    order.token[31] = 1;
    (void)snprintf(order.key, sizeof order.key, "signup:guest-%u", which);
    return order;
}

static struct felt_user be_guest(struct bank_scene *scene, uint32_t which)
{
    struct felt_receipt receipt;
    struct felt_order order = guest_order(which);
    felt_ledger_client_do(scene->client, &order, &receipt);
    assert_int_equal(receipt.outcome, FELT_OUTCOME_OK);
    assert_true(receipt.created);
    assert_int_equal(receipt.total, 400);
    assert_int_equal(receipt.user.chips, 400);
    return receipt.user;
}

static enum felt_outcome find_session(struct bank_scene *scene, uint32_t which,
                                      struct felt_ledger_answer *answer)
{
    struct felt_order order = guest_order(which);
    struct felt_question question = {
        .kind = FELT_QUESTION_SESSION, .now_ms = BANK_NOW_MS + 1000, .limit = 1};
    memcpy(question.token, order.token, sizeof question.token);
    felt_ledger_client_find(scene->client, &question, answer);
    return answer->outcome;
}

static int64_t count_users(struct bank_scene *scene)
{
    return bank_number(scene, "SELECT COUNT(*) FROM users");
}

static int64_t count_transactions(struct bank_scene *scene)
{
    return bank_number(scene, "SELECT COUNT(*) FROM ledger_tx");
}

/* ---- no row ---------------------------------------------------------------------------------- */

static void bank_thousand_guests_cost_no_row(void **state)
{
    struct bank_scene *scene = begin_with_guests(state);
    int64_t users = count_users(scene), transactions = count_transactions(scene);
    for (uint32_t i = 0; i < 1000; i++) (void)be_guest(scene, i);
    assert_int_equal(count_users(scene), users);
    assert_int_equal(count_transactions(scene), transactions);
    struct felt_ledger_store_counts counts;
    felt_ledger_store_counts(scene->bank, &counts);
    assert_int_equal(counts.guests, GUESTS); /* U4 */
    struct felt_ledger_answer answer;
    assert_int_equal(find_session(scene, 999, &answer), FELT_OUTCOME_OK);
    assert_int_equal(find_session(scene, 0, &answer), FELT_OUTCOME_NO_SESSION);
    bank_prove(scene);
}

static void bank_guest_is_known_by_every_name(void **state)
{
    struct bank_scene *scene = begin_with_guests(state);
    struct felt_user guest = be_guest(scene, 7);
    struct felt_ledger_answer answer;
    assert_int_equal(find_session(scene, 7, &answer), FELT_OUTCOME_OK);
    assert_true(answer.in_memory);
    assert_int_equal(answer.user.id, guest.id);
    assert_int_equal(answer.session.user, guest.id);
    assert_int_equal(answer.total, 400);
    struct felt_question question = {
        .kind = FELT_QUESTION_USER, .now_ms = BANK_NOW_MS, .limit = 10};
    question.number = guest.id;
    felt_ledger_client_find(scene->client, &question, &answer);
    assert_int_equal(answer.outcome, FELT_OUTCOME_OK);
    assert_string_equal(answer.user.bookmark, guest.bookmark);
    question.kind = FELT_QUESTION_SESSIONS;
    assert_int_equal(bank_rows(scene->client, &question), 1);
    question.kind = FELT_QUESTION_NAME;
    (void)snprintf(question.text, sizeof question.text, "%s", guest.username);
    felt_ledger_client_find(scene->client, &question, &answer);
    assert_int_equal(answer.outcome, FELT_OUTCOME_OK);
    assert_int_equal(answer.user.id, guest.id);
    question.kind = FELT_QUESTION_HANDLE;
    (void)snprintf(question.text, sizeof question.text, "%s", guest.handle);
    felt_ledger_client_find(scene->client, &question, &answer);
    assert_int_equal(answer.outcome, FELT_OUTCOME_OK);
    assert_int_equal(answer.user.id, guest.id);
    assert_int_equal(be_guest(scene, 7).id, guest.id); /* the same order, sent again */
}

/* ---- a row ----------------------------------------------------------------------------------- */

static void bank_guest_who_sits_down_has_a_row(void **state)
{
    struct bank_scene *scene = begin_with_guests(state);
    int64_t users = count_users(scene);
    struct felt_user guest = be_guest(scene, 1), other = be_guest(scene, 2);
    struct felt_order buy_in = bank_table_order(FELT_ORDER_BUY_IN, guest.id, 100, "t1", "b1");
    struct felt_receipt receipt;
    felt_ledger_client_do(scene->client, &buy_in, &receipt);
    assert_int_equal(receipt.outcome, FELT_OUTCOME_OK);
    assert_int_equal(receipt.user.chips, 300);
    assert_string_equal(receipt.user.username, guest.username);
    assert_string_equal(receipt.user.bookmark, guest.bookmark);
    assert_int_equal(count_users(scene), users + 1);
    struct felt_ledger_answer answer;
    assert_int_equal(find_session(scene, 1, &answer), FELT_OUTCOME_OK);
    assert_false(answer.in_memory);
    assert_int_equal(answer.total, 400);
    bank_reopen(scene);
    assert_int_equal(find_session(scene, 1, &answer), FELT_OUTCOME_OK);
    assert_int_equal(find_session(scene, 2, &answer), FELT_OUTCOME_NO_SESSION);
    /* No number is given out twice (U1). */
    (void)bank_sign_up(scene->client, "cat");
    assert_true(be_guest(scene, 3).id > other.id);
    bank_prove(scene);
}

static void bank_guest_is_kept_before_leaving_traces(void **state)
{
    struct bank_scene *scene = begin_with_guests(state);
    int64_t users = count_users(scene);
    struct felt_order keep = {.kind = FELT_ORDER_KEEP, .now_ms = BANK_NOW_MS};
    keep.user = be_guest(scene, 1).id;
    assert_int_equal(bank_do(scene->client, &keep), FELT_OUTCOME_OK);
    assert_int_equal(count_users(scene), users + 1);
    assert_int_equal(bank_do(scene->client, &keep), FELT_OUTCOME_OK);
    assert_int_equal(count_users(scene), users + 1);
    keep.user = 1 << 20;
    assert_int_equal(bank_do(scene->client, &keep), FELT_OUTCOME_NO_USER);
}

static void bank_guest_registers_with_number_and_chips(void **state)
{
    struct bank_scene *scene = begin_with_guests(state);
    struct felt_user guest = be_guest(scene, 1);
    struct felt_order as_guest = guest_order(1), order = bank_sign_up_order("dora");
    order.has_old_token = true;
    memcpy(order.old_token, as_guest.token, sizeof order.old_token);
    struct felt_receipt receipt;
    felt_ledger_client_do(scene->client, &order, &receipt);
    assert_int_equal(receipt.outcome, FELT_OUTCOME_OK);
    assert_int_equal(receipt.user.id, guest.id);
    assert_int_equal(receipt.total, 400);
    assert_string_equal(receipt.user.username, "dora");
    bank_prove(scene);
}

/* ---- without the database -------------------------------------------------------------------- */

static void bank_guest_leaves_without_a_trace(void **state)
{
    struct bank_scene *scene = begin_with_guests(state);
    int64_t users = count_users(scene), transactions = count_transactions(scene);
    struct felt_ledger_answer answer;
    for (uint32_t i = 0; i < 2; i++) {
        struct felt_user guest = be_guest(scene, i);
        struct felt_order as_guest = guest_order(i);
        struct felt_order reload = {
            .kind = FELT_ORDER_RELOAD, .now_ms = BANK_NOW_MS, .user = guest.id, .key = "r"};
        assert_int_equal(bank_do(scene->client, &reload), FELT_OUTCOME_ENOUGH);
        struct felt_order order = {.kind = i ? FELT_ORDER_CLOSE : FELT_ORDER_SIGN_OUT,
                                   .now_ms = BANK_NOW_MS};
        order.user = i ? guest.id : 0;
        order.has_old_token = true;
        memcpy(order.old_token, as_guest.token, sizeof order.old_token);
        assert_int_equal(bank_do(scene->client, &order), FELT_OUTCOME_OK);
        assert_int_equal(find_session(scene, i, &answer), FELT_OUTCOME_NO_SESSION);
    }
    assert_int_equal(count_users(scene), users);
    assert_int_equal(count_transactions(scene), transactions);
}

/* U2: the sign-up failed, and the guest is there still. */
static void bank_guest_survives_a_lost_database(void **state)
{
    struct bank_scene *scene = bank_begin(state);
    scene->config.guests_max = GUESTS;
    bank_hurry(scene, 1500, 600);
    uint64_t unavailable = 0;
    struct felt_order first = bank_sign_up_order("ann");
    assert_int_equal(bank_insist(scene->client, &first, &unavailable), FELT_OUTCOME_OK);
    struct felt_user guest = be_guest(scene, 1);
    struct felt_order buy_in = bank_table_order(FELT_ORDER_BUY_IN, guest.id, 100, "t1", "b1");
    bank_break(scene);
    assert_int_equal(bank_do(scene->client, &buy_in), FELT_OUTCOME_UNAVAILABLE);
    bank_mend(scene);
    assert_int_equal(bank_insist(scene->client, &buy_in, &unavailable), FELT_OUTCOME_OK);
    assert_int_equal(bank_number(scene, "SELECT chips FROM users WHERE kind = 'guest'"), 300);
    bank_prove(scene);
}

#define ON(kind, name)                                                                             \
    {                                                                                              \
        "bank_" #kind "_" #name, bank_##name, bank_set_up_##kind, bank_tear_down, NULL             \
    }

TEST_MODULE(ledger_guests)
{
    const struct CMUnitTest tests[] = {
        ON(sqlite, thousand_guests_cost_no_row),
        ON(postgres, thousand_guests_cost_no_row),
        ON(sqlite, guest_is_known_by_every_name),
        ON(sqlite, guest_who_sits_down_has_a_row),
        ON(postgres, guest_who_sits_down_has_a_row),
        ON(sqlite, guest_is_kept_before_leaving_traces),
        ON(sqlite, guest_registers_with_number_and_chips),
        ON(postgres, guest_registers_with_number_and_chips),
        ON(sqlite, guest_leaves_without_a_trace),
        ON(sqlite, guest_survives_a_lost_database),
    };
    return cmocka_run_group_tests_name("ledger_guests", tests, bank_group_set_up,
                                       bank_group_tear_down);
}
