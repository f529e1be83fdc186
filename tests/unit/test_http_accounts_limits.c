/* test_http_accounts_limits.c -- how often somebody may do something: buckets, floods, addresses.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "server/http/limits.h"
#include "module.h"
#include "os/secret.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SETS = 4, NOW = 1000000000 };

/* 3 at once, then one in ten seconds. */
static const struct felt_limits_rule rule = {.number = 1, .burst = 3, .per_hour = 360};

static int set_up(void **state)
{
    struct felt_limits *limits = calloc(1, sizeof *limits);
    assert_non_null(limits);
    limits->buckets = calloc(SETS * FELT_LIMITS_WAYS, sizeof *limits->buckets);
    limits->sets = SETS;
    limits->digests = &felt_secret_digests;
    memset(limits->seed, 7, sizeof limits->seed);
    *state = limits;
    return 0;
}

static int tear_down(void **state)
{
    struct felt_limits *limits = *state;
    free(limits->buckets);
    free(limits);
    return 0;
}

static void empty(struct felt_limits *limits, const char *whom, int64_t now_ms)
{
    for (uint32_t i = 0; i < rule.burst; i++)
        assert_int_equal(felt_limits_take(limits, rule, whom, now_ms), 0);
}

static void limits_burst_then_one_each_interval(void **state)
{
    struct felt_limits *limits = *state;
    empty(limits, "a", NOW);
    assert_int_equal(felt_limits_take(limits, rule, "a", NOW), 10000);
    assert_int_equal(felt_limits_take(limits, rule, "a", NOW + 4000), 6000);
    assert_int_equal(felt_limits_take(limits, rule, "a", NOW + 9999), 1);
    assert_int_equal(felt_limits_take(limits, rule, "a", NOW + 10000), 0);
    assert_int_equal(felt_limits_take(limits, rule, "a", NOW + 10000), 10000);
    empty(limits, "a", NOW + 40000);
    assert_int_not_equal(felt_limits_take(limits, rule, "a", NOW + 40000), 0);
    empty(limits, "a", NOW + 10000000); /* no more than the burst is saved up */
    assert_int_not_equal(felt_limits_take(limits, rule, "a", NOW + 10000000), 0);
}

static void limits_used_tokens_are_counted(void **state)
{
    struct felt_limits *limits = *state;
    assert_int_equal(felt_limits_used(limits, rule, "a", NOW), 0);
    for (uint32_t i = 1; i <= rule.burst; i++) {
        assert_int_equal(felt_limits_take(limits, rule, "a", NOW), 0);
        assert_int_equal(felt_limits_used(limits, rule, "a", NOW), i);
    }
    assert_int_not_equal(felt_limits_take(limits, rule, "a", NOW), 0);
    assert_int_equal(felt_limits_used(limits, rule, "a", NOW + 9999), 3);
    assert_int_equal(felt_limits_used(limits, rule, "a", NOW + 10000), 2);
    assert_int_equal(felt_limits_used(limits, rule, "a", NOW + 30000), 0);
    assert_int_equal(felt_limits_used(limits, rule, "a", NOW - 500000), 3);
    assert_int_equal(felt_limits_used(limits, rule, "b", NOW), 0);
}

static void limits_others_and_other_rules_are_unaffected(void **state)
{
    struct felt_limits *limits = *state;
    struct felt_limits_rule other = rule;
    other.number = 2;
    empty(limits, "a", NOW);
    assert_int_equal(felt_limits_take(limits, rule, "b", NOW), 0);
    assert_int_equal(felt_limits_take(limits, other, "a", NOW), 0);
    assert_int_not_equal(felt_limits_take(limits, rule, "a", NOW), 0);
}

static void limits_burst_of_zero_is_no_limit(void **state)
{
    struct felt_limits_rule none = {.number = 1, .burst = 0, .per_hour = 1};
    for (int i = 0; i < 1000; i++) assert_int_equal(felt_limits_take(*state, none, "a", NOW), 0);
}

static void limits_token_given_back_is_there_again(void **state)
{
    struct felt_limits *limits = *state;
    empty(limits, "a", NOW);
    felt_limits_return(limits, rule, "a", NOW);
    assert_int_equal(felt_limits_take(limits, rule, "a", NOW), 0);
    assert_int_not_equal(felt_limits_take(limits, rule, "a", NOW), 0);
    for (int i = 0; i < 10; i++) /* more than were taken: a bucket is never more than full */
        felt_limits_return(limits, rule, "a", NOW);
    empty(limits, "a", NOW);
    assert_int_not_equal(felt_limits_take(limits, rule, "a", NOW), 0);
    felt_limits_return(limits, rule, "nobody", NOW);
}

static void limits_clock_set_back_blocks_for_one_bucket_at_most(void **state)
{
    struct felt_limits *limits = *state;
    empty(limits, "a", NOW);
    assert_int_equal(felt_limits_take(limits, rule, "a", NOW - 500000000), 10000);
    assert_int_equal(felt_limits_take(limits, rule, "a", NOW - 500000000 + 10000), 0);
}

/* L2: whoever is blocked stays so, however many others come. */
static void limits_flood_of_addresses_frees_nobody(void **state)
{
    struct felt_limits *limits = *state;
    char whom[32];
    empty(limits, "blocked", NOW);
    for (int i = 0; i < 10000; i++) {
        (void)snprintf(whom, sizeof whom, "flood-%d", i);
        assert_int_equal(felt_limits_take(limits, rule, whom, NOW), 0);
    }
    assert_int_equal(felt_limits_take(limits, rule, "blocked", NOW), 10000);
}

static void limits_fullest_bucket_is_forgotten_across_rules(void **state)
{
    struct felt_limits *limits = *state;
    /* An hour until it is full, but only a hundredth of it is gone; that is fuller than 2 of 3. */
    struct felt_limits_rule large = {.number = 2, .burst = 100, .per_hour = 100};
    char whom[32];
    limits->sets = 1;
    for (int i = 0; i < FELT_LIMITS_WAYS - 1; i++) {
        (void)snprintf(whom, sizeof whom, "%d", i);
        empty(limits, whom, NOW);
        felt_limits_return(limits, rule, whom, NOW);
    }
    assert_int_equal(felt_limits_take(limits, large, "large", NOW), 0);
    empty(limits, "new", NOW);
    for (int i = 0; i < FELT_LIMITS_WAYS - 1; i++) {
        (void)snprintf(whom, sizeof whom, "%d", i);
        assert_int_equal(felt_limits_take(limits, rule, whom, NOW), 0);
        assert_int_not_equal(felt_limits_take(limits, rule, whom, NOW), 0);
    }
}

static void limits_address_is_host_or_subscriber(void **state)
{
    static const struct {
        const char *address, *whom;
    } rows[] = {
        {"192.0.2.7", "192.0.2.7"},
        {"::ffff:192.0.2.7", "192.0.2.7"},
        {"2001:db8:1:2:3:4:5:6", "2001:0db8:0001:0002::/64"},
        {"2001:db8:1:2::1", "2001:0db8:0001:0002::/64"},
        {"2001:db8:1:3::1", "2001:0db8:0001:0003::/64"},
        {"::1", "0000:0000:0000:0000::/64"},
        {"", ""},
        {"unix", "unix"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char out[FELT_LIMITS_KEY_BYTES];
        felt_limits_address(rows[i].address, out);
        assert_string_equal(out, rows[i].whom);
    }
}

static void limits_source_is_an_address_and_its_networks(void **state)
{
    static const struct {
        const char *address, *narrow, *middle, *wide;
    } rows[] = {
        {"192.0.2.7", "192.0.2.7", "", "192.0.2.0/24"},
        {"::ffff:192.0.2.7", "192.0.2.7", "", "192.0.2.0/24"},
        {"2001:db8:1:203:4::5", "2001:0db8:0001:0203::/64", "2001:0db8:0001:0200::/56",
         "2001:0db8:0001:0000::/48"},
        {"::1", "0000:0000:0000:0000::/64", "0000:0000:0000:0000::/56", "0000:0000:0000:0000::/48"},
        {"", "", "", ""},
        {"unix", "unix", "", ""},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct felt_limits_source source;
        felt_limits_source_of(rows[i].address, &source);
        assert_string_equal(source.whom[FELT_NETWORK_NARROW], rows[i].narrow);
        assert_string_equal(source.whom[FELT_NETWORK_MIDDLE], rows[i].middle);
        assert_string_equal(source.whom[FELT_NETWORK_WIDE], rows[i].wide);
    }
}

/* How many of these addresses may come, one after the other, all at once. */
static int count_from(struct felt_limits *limits, const char *start, int most)
{
    for (int i = 0; i < most; i++) {
        char address[64];
        struct felt_limits_source source;
        (void)snprintf(address, sizeof address, strchr(start, ':') ? "%s%02x::1" : "%s%d", start,
                       i);
        felt_limits_source_of(address, &source);
        if (felt_limits_take_from(limits, rule, &source, NOW) > 0) return i;
    }
    return most;
}

/* 3 tokens of an address: 12 of a /56, 48 of a /48 or a /24. */
static void limits_networks_have_more_than_an_address_but_not_all(void **state)
{
    struct felt_limits *limits = *state;
    assert_int_equal(count_from(limits, "2001:db8:1:1", 100), 12); /* 100 to 1ff: a /56 */
    assert_int_equal(count_from(limits, "192.0.2.", 250), 48);
    assert_int_equal(count_from(limits, "198.51.100.", 250), 48); /* another network */
}

static void limits_wide_network_stops_at_sixteen_times(void **state)
{
    struct felt_limits *limits = *state;
    int taken = 0;
    for (int i = 0; i < 1000; i++) {
        char address[64];
        struct felt_limits_source source;
        (void)snprintf(address, sizeof address, "2001:db8:2:%x00::1", (unsigned int)i % 256);
        felt_limits_source_of(address, &source);
        taken += felt_limits_take_from(limits, rule, &source, NOW) == 0;
    }
    assert_int_equal(taken, 48);
}

/* L4: a source that is refused has taken nothing, and what it gives back is there again. */
static void limits_source_takes_all_or_nothing(void **state)
{
    struct felt_limits *limits = *state;
    struct felt_limits_source one, two;
    felt_limits_source_of("192.0.2.1", &one);
    felt_limits_source_of("192.0.2.2", &two);
    for (int i = 0; i < 3; i++) assert_int_equal(felt_limits_take_from(limits, rule, &one, NOW), 0);
    for (int i = 0; i < 100; i++)
        assert_int_equal(felt_limits_take_from(limits, rule, &one, NOW), 10000);
    struct felt_limits_rule wide = felt_limits_widen(rule, FELT_NETWORK_WIDE);
    assert_int_equal(felt_limits_used(limits, wide, "192.0.2.0/24", NOW), 3);
    assert_int_equal(felt_limits_take_from(limits, rule, &two, NOW), 0);
    felt_limits_return_from(limits, rule, &one, NOW);
    assert_int_equal(felt_limits_used(limits, wide, "192.0.2.0/24", NOW), 3);
    assert_int_equal(felt_limits_take_from(limits, rule, &one, NOW), 0);
}

TEST_MODULE(http_accounts_limits)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(limits_burst_then_one_each_interval, set_up, tear_down),
        cmocka_unit_test_setup_teardown(limits_used_tokens_are_counted, set_up, tear_down),
        cmocka_unit_test_setup_teardown(limits_others_and_other_rules_are_unaffected, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(limits_burst_of_zero_is_no_limit, set_up, tear_down),
        cmocka_unit_test_setup_teardown(limits_token_given_back_is_there_again, set_up, tear_down),
        cmocka_unit_test_setup_teardown(limits_clock_set_back_blocks_for_one_bucket_at_most, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(limits_flood_of_addresses_frees_nobody, set_up, tear_down),
        cmocka_unit_test_setup_teardown(limits_fullest_bucket_is_forgotten_across_rules, set_up,
                                        tear_down),
        cmocka_unit_test(limits_address_is_host_or_subscriber),
        cmocka_unit_test(limits_source_is_an_address_and_its_networks),
        cmocka_unit_test_setup_teardown(limits_networks_have_more_than_an_address_but_not_all,
                                        set_up, tear_down),
        cmocka_unit_test_setup_teardown(limits_wide_network_stops_at_sixteen_times, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(limits_source_takes_all_or_nothing, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
