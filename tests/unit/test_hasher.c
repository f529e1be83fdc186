/* test_hasher.c -- passwords hashed and verified, on threads and at once. */
#define _GNU_SOURCE /* getrusage */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "module.h"
#include "os/hasher.h"

#include <pthread.h>
#include <string.h>
#include <sys/resource.h>

enum { COST = 4, WAITING_MAX = 64 };

/* Counts wakes, and lets the test sleep until the next one. */
struct bell {
    pthread_mutex_t lock;
    pthread_cond_t rung;
    int tables, heard;
};

static void table(void *self)
{
    struct bell *bell = self;
    pthread_mutex_lock(&bell->lock);
    bell->tables++;
    pthread_cond_signal(&bell->rung);
    pthread_mutex_unlock(&bell->lock);
}

/* One ring for each result: never waits for something that does not come. */
static void hear(struct bell *bell)
{
    pthread_mutex_lock(&bell->lock);
    while (bell->tables == bell->heard) pthread_cond_wait(&bell->rung, &bell->lock);
    bell->heard++;
    pthread_mutex_unlock(&bell->lock);
}

static struct felt_hashed await(struct felt_hasher *hasher, struct bell *bell)
{
    struct felt_hashed out = {0};
    hear(bell);
    assert_true(felt_hasher_take(hasher, &out));
    return out;
}

#define BELL                                                                                       \
    {                                                                                              \
        .lock = PTHREAD_MUTEX_INITIALIZER, .rung = PTHREAD_COND_INITIALIZER                        \
    }

static void hasher_hash_verifies(void **state)
{
    (void)state;
    struct bell bell = BELL;
    struct felt_hasher *hasher = felt_hasher_open(2, COST, WAITING_MAX, table, &bell);
    assert_non_null(hasher);
    assert_true(felt_hasher_hash(hasher, "correct horse", 17));
    struct felt_hashed hashed = await(hasher, &bell);
    assert_int_equal(hashed.ticket, 17);
    assert_true(hashed.good);
    assert_false(hashed.stale);
    assert_int_equal(strlen(hashed.hash), 60);
    assert_memory_equal(hashed.hash, "$2b$04$", 7);

    static const struct {
        const char *password;
        bool good;
    } rows[] = {{"correct horse", true},   {"correct horsf", false}, {"correct hors", false},
                {"correct horse ", false}, {"Correct horse", false}, {"", false}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        assert_true(felt_hasher_verify(hasher, rows[i].password, hashed.hash, i));
        struct felt_hashed verified = await(hasher, &bell);
        assert_int_equal(verified.ticket, i);
        assert_int_equal(verified.good, rows[i].good);
        assert_false(verified.stale);
        assert_string_equal(verified.hash, "");
    }
    struct felt_hashed none;
    assert_false(felt_hasher_take(hasher, &none));
    felt_hasher_close(hasher);
}

/* Hashes that other programs made: the first is published with crypt_blowfish, the others are its
 * password under other settings. */
static void hasher_knows_other_hashes(void **state)
{
    (void)state;
    static const struct {
        const char *password, *hash;
        bool good, stale;
    } rows[] = {
        {"U*U", "$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW", true, true},
        {"U*U*", "$2a$05$CCCCCCCCCCCCCCCCCCCCC.VGOzA784oUp/Z0DY336zx7pLYAy0lwK", true, true},
        {"U*U", "$2a$05$CCCCCCCCCCCCCCCCCCCCC.VGOzA784oUp/Z0DY336zx7pLYAy0lwK", false, false},
        {"U*U", "$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeX", false, false},
        {"U*U", "$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOe", false, false},
        {"U*U", "$2a$05$CCCCCCCCCCCCCCCCCCCCC.", false, false}, /* a setting only */
        {"U*U", "$2a$05$", false, false},
        {"U*U", "$2b$99$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW", false, false},
        {"U*U", "*0", false, false},
        {"U*U", "*1", false, false},
        {"U*U", "U*U", false, false},                     /* a password that was kept as it is */
        {"rasmuslerdorf", "rl.3StKT.4T8M", false, false}, /* of the old kind: too weak */
        {"", "", false, false},
    };
    struct bell bell = BELL;
    struct felt_hasher *hasher = felt_hasher_open(1, COST, WAITING_MAX, table, &bell);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        assert_true(felt_hasher_verify(hasher, rows[i].password, rows[i].hash, i));
        struct felt_hashed verified = await(hasher, &bell);
        if (verified.good != rows[i].good || verified.stale != rows[i].stale)
            fail_msg("%s: %d, %d", rows[i].hash, verified.good, verified.stale);
    }
    felt_hasher_close(hasher);
}

static void hasher_other_cost_is_stale(void **state)
{
    (void)state;
    char hash[FELT_HASHER_HASH_BYTES + 1];
    struct bell bell = BELL;
    struct felt_hasher *hasher = felt_hasher_open(1, COST + 1, WAITING_MAX, table, &bell);
    for (int cost = COST; cost <= COST + 2; cost++) {
        assert_true(felt_hasher_now("correct horse", cost, hash));
        assert_true(felt_hasher_verify(hasher, "correct horse", hash, 0));
        struct felt_hashed verified = await(hasher, &bell);
        assert_true(verified.good);
        assert_int_equal(verified.stale, cost != COST + 1);
        assert_true(felt_hasher_verify(hasher, "wrong horse", hash, 0));
        verified = await(hasher, &bell);
        assert_false(verified.good);
        assert_false(verified.stale);
    }
    felt_hasher_close(hasher);
}

static void hasher_longest_password_counts_to_its_end(void **state)
{
    (void)state;
    char password[FELT_HASHER_PASSWORD_BYTES + 1], hash[FELT_HASHER_HASH_BYTES + 1];
    struct bell bell = BELL;
    memset(password, 'x', FELT_HASHER_PASSWORD_BYTES);
    password[FELT_HASHER_PASSWORD_BYTES] = '\0';
    assert_true(felt_hasher_now(password, COST, hash));
    struct felt_hasher *hasher = felt_hasher_open(1, COST, WAITING_MAX, table, &bell);
    assert_true(felt_hasher_verify(hasher, password, hash, 0));
    assert_true(await(hasher, &bell).good);
    password[FELT_HASHER_PASSWORD_BYTES - 1] = 'y';
    assert_true(felt_hasher_verify(hasher, password, hash, 0));
    assert_false(await(hasher, &bell).good);
    felt_hasher_close(hasher);
}

static void hasher_salts_differ(void **state)
{
    (void)state;
    enum { HASHES = 16 };
    char hash[HASHES][FELT_HASHER_HASH_BYTES + 1];
    for (int i = 0; i < HASHES; i++) {
        assert_true(felt_hasher_now("correct horse", COST, hash[i]));
        for (int j = 0; j < i; j++) assert_int_not_equal(strncmp(hash[i] + 7, hash[j] + 7, 22), 0);
    }
}

/* H1 */
static void hasher_too_many_are_refused(void **state)
{
    (void)state;
    enum { FEW = 3, THREADS = 2, ROUNDS = 5 };
    struct bell bell = BELL;
    struct felt_hasher *hasher = felt_hasher_open(THREADS, COST, FEW, table, &bell);
    uint64_t posted = 0, seen = 0;
    for (int round = 0; round < ROUNDS; round++) {
        int taken_in = 0;
        while (felt_hasher_verify(hasher, "correct horse", "", posted)) {
            posted++;
            taken_in++;
            assert_true(taken_in <= FEW + THREADS);
        }
        assert_true(taken_in >= 1);
        for (; taken_in > 0; taken_in--) {
            struct felt_hashed out = await(hasher, &bell);
            assert_int_equal(seen >> out.ticket & 1, 0);
            seen |= UINT64_C(1) << out.ticket;
        }
        assert_int_equal(seen, (UINT64_C(1) << posted) - 1);
    }
    felt_hasher_close(hasher);
}

/* Results that nobody takes are not lost; they hold up those that come after them. */
static void hasher_results_wait_to_be_taken(void **state)
{
    (void)state;
    enum { FEW = 3, THREADS = 2 };
    struct bell bell = BELL;
    struct felt_hashed out;
    struct felt_hasher *hasher = felt_hasher_open(THREADS, COST, FEW, table, &bell);
    for (uint64_t ticket = 0; ticket < FEW + THREADS; ticket++) {
        assert_true(felt_hasher_verify(hasher, "correct horse", "", ticket));
        hear(&bell);
    }
    assert_false(felt_hasher_verify(hasher, "correct horse", "", 99));
    assert_true(felt_hasher_take(hasher, &out));
    assert_int_equal(out.ticket, 0);
    assert_true(felt_hasher_verify(hasher, "correct horse", "", FEW + THREADS));
    hear(&bell);
    for (uint64_t ticket = 1; ticket <= FEW + THREADS; ticket++) {
        assert_true(felt_hasher_take(hasher, &out));
        assert_int_equal(out.ticket, ticket);
    }
    assert_false(felt_hasher_take(hasher, &out));
    felt_hasher_close(hasher);
}

static void hasher_closes_with_work_left(void **state)
{
    (void)state;
    for (int round = 0; round < 20; round++) {
        struct felt_hasher *hasher = felt_hasher_open(1 + round % 3, COST, WAITING_MAX, NULL, NULL);
        assert_non_null(hasher);
        for (int i = 0; i < round; i++) assert_true(felt_hasher_hash(hasher, "correct horse", 0));
        felt_hasher_close(hasher);
    }
    felt_hasher_close(NULL);
}

/* ---- H3 ------------------------------------------------------------------------------------- */

/* Work of all threads so far; not the time that passed. */
static int64_t work_us(void)
{
    struct rusage spent;
    assert_int_equal(getrusage(RUSAGE_SELF, &spent), 0);
    int64_t seconds = spent.ru_utime.tv_sec + spent.ru_stime.tv_sec;
    return seconds * 1000000 + spent.ru_utime.tv_usec + spent.ru_stime.tv_usec;
}

/* Tries once more.  The least work of all tries counts: what the machine does beside them only adds
 * to it. */
static void try_work(struct felt_hasher *hasher, struct bell *bell, const char *hash,
                     int64_t *least)
{
    int64_t before = work_us();
    assert_true(felt_hasher_verify(hasher, "wrong horse", hash, 0));
    assert_false(await(hasher, bell).good);
    int64_t spent = work_us() - before;
    if (spent < *least) *least = spent;
}

/* A step of cost is twice the work: less than 1.5 times is the same cost. */
static bool same_cost(int64_t nobody, int64_t somebody)
{
    return 2 * nobody >= somebody * 4 / 3 && 2 * nobody <= somebody * 3;
}

/* A busy machine makes both dearer, and not always at the same time: they take turns, and get more
 * of them before it is believed that they differ. */
static void hasher_nobody_costs_as_much_as_somebody(void **state)
{
    (void)state;
    enum { DEAR = 8, TRIES = 5, TRIES_MAX = 100 };
    static const char *const nobodys[] = {"", "*0", "x", "$2b$", "$2b$99$", "rl.3StKT.4T8M"};
    char hash[FELT_HASHER_HASH_BYTES + 1];
    struct bell bell = BELL;
    struct felt_hasher *hasher = felt_hasher_open(1, DEAR, WAITING_MAX, table, &bell);
    assert_true(felt_hasher_now("correct horse", DEAR, hash));
    int64_t somebody = INT64_MAX / 3;
    for (size_t i = 0; i < sizeof nobodys / sizeof nobodys[0]; i++) {
        int64_t nobody = INT64_MAX / 3;
        for (int t = 0; t < TRIES || (t < TRIES_MAX && !same_cost(nobody, somebody)); t++) {
            try_work(hasher, &bell, hash, &somebody);
            try_work(hasher, &bell, nobodys[i], &nobody);
        }
        if (!same_cost(nobody, somebody))
            fail_msg("\"%s\": %lld us instead of %lld", nobodys[i], (long long)nobody,
                     (long long)somebody);
    }
    felt_hasher_close(hasher);
}

TEST_MODULE(hasher)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hasher_hash_verifies),
        cmocka_unit_test(hasher_knows_other_hashes),
        cmocka_unit_test(hasher_other_cost_is_stale),
        cmocka_unit_test(hasher_longest_password_counts_to_its_end),
        cmocka_unit_test(hasher_salts_differ),
        cmocka_unit_test(hasher_too_many_are_refused),
        cmocka_unit_test(hasher_results_wait_to_be_taken),
        cmocka_unit_test(hasher_closes_with_work_left),
        cmocka_unit_test(hasher_nobody_costs_as_much_as_somebody),
    };
    return cmocka_run_group_tests_name("hasher", tests, NULL, NULL);
}
