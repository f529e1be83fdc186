/* test_factor.c -- codes of the second factor: RFC 6238, windows, replays, recovery codes. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "accounts/factor.h"
#include "module.h"
#include "os/secret.h"

#include <stdio.h>
#include <string.h>

enum { STEP_MS = 30000 };
static const int64_t now_ms = INT64_C(1800000000000);
static const uint8_t server_secret[FELT_DIGEST_BYTES] = {1, 2, 3};

static struct felt_factor_lock lock_of(int64_t user)
{
    return (struct felt_factor_lock){&felt_secret_digests, server_secret, user};
}

static struct felt_factor make(void)
{
    struct felt_factor factor = {.nonce = {9, 9}};
    memcpy(factor.secret, "12345678901234567890", sizeof factor.secret);
    for (int i = 0; i < FELT_FACTOR_CODES; i++) {
        char code[FELT_FACTOR_CODE_LETTERS + 1];
        snprintf(code, sizeof code, "AAAABBBBCCCCDDD%c", 'A' + i);
        assert_true(felt_factor_hash(&felt_secret_digests, code, factor.code[i]));
    }
    return factor;
}

static const char *code_at(int64_t at_ms)
{
    static char text[16];
    snprintf(text, sizeof text, "%06u",
             felt_factor_totp(&felt_secret_digests, "12345678901234567890", 20,
                              (uint64_t)(at_ms / STEP_MS)));
    return text;
}

/* The last six of the eight digits of appendix B, SHA-1. */
static void totp_is_that_of_rfc_6238(void **state)
{
    (void)state;
    static const struct {
        uint64_t seconds;
        uint32_t code;
    } rows[] = {
        {59, 287082},       {1111111109, 81804},  {1111111111, 50471},
        {1234567890, 5924}, {2000000000, 279037}, {UINT64_C(20000000000), 353130},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        assert_int_equal(felt_factor_totp(&felt_secret_digests, "12345678901234567890", 20,
                                          rows[i].seconds / 30),
                         rows[i].code);
}

static void base32_is_that_of_rfc_4648(void **state)
{
    (void)state;
    static const char *const rows[][2] = {{"", ""},
                                          {"f", "MY"},
                                          {"fo", "MZXQ"},
                                          {"foo", "MZXW6"},
                                          {"foob", "MZXW6YQ"},
                                          {"fooba", "MZXW6YTB"},
                                          {"foobar", "MZXW6YTBOI"}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char out[16];
        felt_factor_base32((const uint8_t *)rows[i][0], strlen(rows[i][0]), out);
        assert_string_equal(out, rows[i][1]);
    }
}

static void step_is_accepted_once_and_none_before_it(void **state)
{
    (void)state;
    struct felt_factor factor = make();
    struct felt_factor_lock lock = lock_of(7);
    char kept[FELT_FACTOR_BYTES + 1];
    felt_factor_write(&lock, &factor, kept);
    assert_int_equal(strlen(kept), FELT_FACTOR_BYTES);
    assert_null(strstr(kept, "3132333435363738")); /* the secret is covered */
    assert_false(felt_factor_is_on(kept));
    assert_false(felt_factor_accept(&lock, "AAAABBBBCCCCDDDA", now_ms, kept)); /* pending */
    assert_false(felt_factor_accept(&lock, code_at(now_ms - 2 * STEP_MS), now_ms, kept));
    assert_false(felt_factor_accept(&lock, code_at(now_ms + 2 * STEP_MS), now_ms, kept));
    assert_false(felt_factor_is_on(kept));
    assert_true(felt_factor_accept(&lock, code_at(now_ms - STEP_MS), now_ms, kept));
    assert_true(felt_factor_is_on(kept));
    assert_false(felt_factor_accept(&lock, code_at(now_ms - STEP_MS), now_ms, kept));
    assert_true(felt_factor_accept(&lock, code_at(now_ms + STEP_MS), now_ms, kept));
    assert_false(felt_factor_accept(&lock, code_at(now_ms + STEP_MS), now_ms, kept));
    assert_false(felt_factor_accept(&lock, code_at(now_ms), now_ms, kept)); /* before it */
    assert_true(
        felt_factor_accept(&lock, code_at(now_ms + 2 * STEP_MS), now_ms + 2 * STEP_MS, kept));
}

static void recovery_code_is_used_up(void **state)
{
    (void)state;
    struct felt_factor factor = make();
    struct felt_factor_lock lock = lock_of(7);
    char kept[FELT_FACTOR_BYTES + 1];
    felt_factor_write(&lock, &factor, kept);
    assert_true(felt_factor_accept(&lock, code_at(now_ms), now_ms, kept));
    assert_false(felt_factor_accept(&lock, "AAAABBBBCCCCDDDZ", now_ms, kept));
    assert_false(felt_factor_accept(&lock, "AAAABBBBCCCCDDD", now_ms, kept));
    assert_false(felt_factor_accept(&lock, "AAAABBBBCCCCDDDBB", now_ms, kept));
    assert_false(felt_factor_accept(&lock, "", now_ms, kept));
    for (int i = FELT_FACTOR_CODES - 1; i >= 0; i--) {
        char code[32];
        snprintf(code, sizeof code, "aaaa-bbbb CCCC-ddd%c", 'a' + i);
        assert_true(felt_factor_accept(&lock, code, now_ms, kept));
        assert_false(felt_factor_accept(&lock, code, now_ms, kept));
    }
    assert_true(felt_factor_accept(&lock, code_at(now_ms + STEP_MS), now_ms, kept));
}

/* What is kept of one user is nothing for another, or without the server's secret. */
static void factor_belongs_to_user_and_server(void **state)
{
    (void)state;
    static const uint8_t other_secret[FELT_DIGEST_BYTES] = {1, 2, 4};
    struct felt_factor factor = make();
    struct felt_factor_lock lock = lock_of(7), user = lock_of(8), server = lock_of(7);
    char kept[FELT_FACTOR_BYTES + 1];
    server.secret = other_secret;
    felt_factor_write(&lock, &factor, kept);
    assert_false(felt_factor_accept(&user, code_at(now_ms), now_ms, kept));
    assert_false(felt_factor_accept(&server, code_at(now_ms), now_ms, kept));
    assert_true(felt_factor_accept(&lock, code_at(now_ms), now_ms, kept));
    char none[FELT_FACTOR_BYTES + 1] = "";
    assert_false(felt_factor_accept(&lock, code_at(now_ms), now_ms, none));
}

TEST_MODULE(factor)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(totp_is_that_of_rfc_6238),
        cmocka_unit_test(base32_is_that_of_rfc_4648),
        cmocka_unit_test(step_is_accepted_once_and_none_before_it),
        cmocka_unit_test(recovery_code_is_used_up),
        cmocka_unit_test(factor_belongs_to_user_and_server),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
