/* test_lease.c -- the lease on the ledger of a real PostgreSQL: one bank at a time, and banks that
 * lost theirs. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#pragma GCC diagnostic ignored "-Wunused-function" /* the scene has more than these cases need */
#include "ledger_store_scene.h"
#include "module.h"
#include "store/ledger/lease.h"
#include "store/schema/schema.h"

#define ANN "000000000000000000000000000000aa"
#define BOB "000000000000000000000000000000bb"

/* A bank of its own beside the scene's, which has no lease. */
struct tenant {
    struct felt_ledger_store_config config;
    struct felt_ledger_store *bank;
    struct felt_ledger_client *desk;
    char heir[FELT_LEASE_PLACE_BYTES + 1]; /* under the scene's lock                             */
    struct bank_scene *scene;
};

static void tenant_fenced(void *self, const char *heir)
{
    struct tenant *tenant = self;
    pthread_mutex_lock(&tenant->scene->lock);
    (void)snprintf(tenant->heir, sizeof tenant->heir, "%s", heir);
    pthread_mutex_unlock(&tenant->scene->lock);
}

static void tenant_log(void *self, const char *level, const char *text)
{
    bank_log(((struct tenant *)self)->scene, level, text);
}

static enum felt_status tenant_open(struct tenant *tenant, struct bank_scene *scene,
                                    const char *owner, const char *place,
                                    struct felt_complaint *complaint)
{
    *tenant = (struct tenant){.config = scene->config, .scene = scene};
    tenant->config.owner = owner;
    tenant->config.place = place;
    tenant->config.log = tenant_log;
    tenant->config.fenced = tenant_fenced;
    tenant->config.self = tenant;
    enum felt_status status = felt_ledger_store_open(&tenant->config, &tenant->bank, complaint);
    if (status == FELT_OK) tenant->desk = felt_ledger_client_open(tenant->bank, NULL, NULL);
    return status;
}

static void tenant_move_in(struct tenant *tenant, struct bank_scene *scene, const char *owner,
                           const char *place)
{
    struct felt_complaint complaint = {0};
    if (tenant_open(tenant, scene, owner, place, &complaint) != FELT_OK)
        fail_msg("%s", complaint.text);
}

static int64_t epoch_of(struct bank_scene *scene)
{
    return bank_number(scene, "SELECT CAST(split_part(value, ' ', 1) AS BIGINT) FROM meta"
                              " WHERE name = 'lease'");
}

static int64_t count_users(struct bank_scene *scene)
{
    return bank_number(scene, "SELECT count(*) FROM users");
}

static void do_sql(struct bank_scene *scene, const char *sql)
{
    assert_true(felt_cluster_do(scene->place, sql));
}

/* ---- cases ----------------------------------------------------------------------------------- */

static void lease_of_another_is_respected(void **state)
{
    struct bank_scene *scene = bank_begin(state);
    struct felt_complaint complaint = {0};
    struct tenant ann, bob;
    tenant_move_in(&ann, scene, ANN, "felt serve on db1, process 7");
    assert_int_equal(tenant_open(&bob, scene, BOB, "bob", &complaint), FELT_UNSUPPORTED);
    assert_non_null(
        strstr(complaint.text, "felt serve on db1, process 7 works on these books since"));
    assert_non_null(strstr(complaint.text, "seconds if it has died"));
    (void)bank_sign_up(ann.desk, "ann");
    felt_ledger_store_close(ann.bank);
    tenant_move_in(&bob, scene, BOB, "bob"); /* it was given back */
    assert_int_equal(epoch_of(scene), 2);
    felt_ledger_store_close(bob.bank);
    bank_prove(scene);
}

/* Somebody was killed, and is back while the lease is still valid; the old one was only asleep. */
static void lease_is_taken_again_by_its_owner(void **state)
{
    struct bank_scene *scene = bank_begin(state);
    struct tenant before, after;
    tenant_move_in(&before, scene, ANN, "before");
    tenant_move_in(&after, scene, ANN, "after");
    assert_int_equal(epoch_of(scene), 2);
    (void)bank_sign_up(after.desk, "ann");
    struct felt_order order = bank_sign_up_order("bob");
    assert_int_equal(bank_do(before.desk, &order), FELT_OUTCOME_UNAVAILABLE);
    assert_string_equal(before.heir, "after");
    assert_int_equal(count_users(scene), 1);
    assert_int_equal(bank_do(before.desk, &order), FELT_OUTCOME_UNAVAILABLE);
    felt_ledger_store_close(before.bank); /* it gives nothing back that is another one's */
    assert_int_equal(bank_do(after.desk, &order), FELT_OUTCOME_OK);
    felt_ledger_store_close(after.bank);
    bank_prove(scene);
}

static void lease_that_has_ended_is_free(void **state)
{
    struct bank_scene *scene = bank_begin(state);
    struct felt_complaint complaint = {0};
    struct tenant ann, bob = {0};
    tenant_move_in(&ann, scene, ANN, "ann");
    enum felt_status status = FELT_UNSUPPORTED;
    for (int64_t until_us = felt_clock_us() + BANK_INSIST_US;
         status == FELT_UNSUPPORTED && felt_clock_us() < until_us;) {
        /* As if it had slept; it is awake, and renews it every second. */
        do_sql(scene, "UPDATE meta SET value = '1' WHERE name = 'lease_until'");
        status = tenant_open(&bob, scene, BOB, "bob", &complaint);
    }
    assert_int_equal(status, FELT_OK);
    bank_await_said(scene, "the books were taken over, nothing is written here any more: bob");
    struct felt_ledger_store_counts counts;
    felt_ledger_store_counts(ann.bank, &counts);
    assert_true(counts.lost);
    assert_string_equal(ann.heir, "bob");
    felt_ledger_store_close(ann.bank);
    felt_ledger_store_close(bob.bank);
}

static void lease_is_renewed_though_nobody_comes(void **state)
{
    struct bank_scene *scene = bank_begin(state);
    static const char until[] = "SELECT CAST(value AS BIGINT) FROM meta WHERE name = 'lease_until'";
    struct tenant ann;
    tenant_move_in(&ann, scene, ANN, "ann");
    int64_t first = bank_number(scene, until), insist_us = felt_clock_us() + BANK_INSIST_US;
    while (bank_number(scene, until) == first && felt_clock_us() < insist_us) (void)usleep(5000);
    assert_true(bank_number(scene, until) > first);
    felt_ledger_store_close(ann.bank);
    assert_int_equal(bank_number(scene, until), 0);
}

static void lease_that_was_removed_is_lost(void **state)
{
    struct bank_scene *scene = bank_begin(state);
    struct tenant ann;
    tenant_move_in(&ann, scene, ANN, "ann");
    do_sql(scene, "DELETE FROM meta WHERE name = 'lease'");
    struct felt_order order = bank_sign_up_order("ann");
    assert_int_equal(bank_do(ann.desk, &order), FELT_OUTCOME_UNAVAILABLE);
    assert_int_equal(count_users(scene), 0);
    felt_ledger_store_close(ann.bank);
}

/* A second server must not even bring the tables up to date. */
static void lease_comes_before_new_tables(void **state)
{
    struct bank_scene *scene = bank_begin(state);
    struct felt_complaint complaint = {0};
    struct tenant ann, bob;
    tenant_move_in(&ann, scene, ANN, "ann");
    do_sql(scene, "UPDATE meta SET value = '2' WHERE name = 'version'");
    assert_int_equal(tenant_open(&bob, scene, BOB, "bob", &complaint), FELT_UNSUPPORTED);
    assert_non_null(strstr(complaint.text, "works on these books"));
    do_sql(scene, "UPDATE meta SET value = '3' WHERE name = 'version'");
    felt_ledger_store_close(ann.bank);
}

/* ---- the name of the ledger -------------------------------------------------------------------
 */

static void ledger_keep_their_name(void **state)
{
    struct bank_scene *scene = bank_begin(state);
    char first[FELT_IDENTITY_BYTES + 1], second[FELT_IDENTITY_BYTES + 1];
    scene->eye = bank_connect(scene);
    assert_true(felt_schema_identity(scene->eye, first));
    assert_int_equal(strlen(first), FELT_IDENTITY_BYTES);
    bank_reopen(scene);
    assert_true(felt_schema_identity(scene->eye, second));
    assert_string_equal(first, second);
}

#define ON(kind, name)                                                                             \
    {                                                                                              \
#name "_" #kind, name, bank_set_up_##kind, bank_tear_down, NULL                            \
    }
TEST_MODULE(lease)
{
    const struct CMUnitTest tests[] = {
        ON(postgres, lease_of_another_is_respected),
        ON(postgres, lease_is_taken_again_by_its_owner),
        ON(postgres, lease_that_has_ended_is_free),
        ON(postgres, lease_is_renewed_though_nobody_comes),
        ON(postgres, lease_that_was_removed_is_lost),
        ON(postgres, lease_comes_before_new_tables),
        ON(sqlite, ledger_keep_their_name),
        ON(postgres, ledger_keep_their_name),
    };
    return cmocka_run_group_tests_name("lease", tests, bank_group_set_up, bank_group_tear_down);
}
