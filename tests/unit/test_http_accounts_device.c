/* test_http_accounts_device.c -- the cookie of a device: what was written is read, and nothing else
 * is. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "server/http/accounts/device.h"
#include "module.h"
#include "os/secret.h"

#include <string.h>

#define NOW INT64_C(1767323045000)
static const uint8_t key[FELT_DIGEST_BYTES] = {1, 2, 3}, other_key[FELT_DIGEST_BYTES] = {1, 2, 4};

static struct felt_http_device make_device(char out[FELT_HTTP_DEVICE_TEXT_BYTES + 1])
{
    struct felt_http_device device = {.mark = "0123456789abcde", .user = 17, .expires_ms = NOW + 1};
    device.name = felt_http_device_name(&felt_secret_digests, key, "ada");
    felt_http_device_write(&felt_secret_digests, key, &device, out);
    return device;
}

static bool is_read(const char *text, size_t bytes, int64_t now_ms)
{
    struct felt_http_device device;
    return felt_http_device_read(&felt_secret_digests, key, text, bytes, now_ms, &device);
}

static void device_is_read_as_it_was_written(void **state)
{
    char text[FELT_HTTP_DEVICE_TEXT_BYTES + 1];
    struct felt_http_device device = make_device(text), found;
    (void)state;
    assert_int_equal(strlen(text), FELT_HTTP_DEVICE_TEXT_BYTES);
    assert_true(felt_http_device_read(&felt_secret_digests, key, text, strlen(text), NOW, &found));
    assert_memory_equal(found.mark, device.mark, sizeof device.mark);
    assert_int_equal(found.user, 17);
    assert_true(found.name == device.name);
    assert_int_equal(found.expires_ms, NOW + 1);
    assert_true(device.name != felt_http_device_name(&felt_secret_digests, key, "bob"));
    assert_true(device.name != felt_http_device_name(&felt_secret_digests, other_key, "ada"));
}

static void device_is_refused_when_old_changed_or_of_others(void **state)
{
    char text[FELT_HTTP_DEVICE_TEXT_BYTES + 1];
    struct felt_http_device device;
    (void)state;
    make_device(text);
    assert_true(is_read(text, strlen(text), NOW));
    assert_false(is_read(text, strlen(text), NOW + 1));
    assert_false(is_read(text, strlen(text) - 1, NOW));
    assert_false(is_read(text, strlen(text) - 4, NOW));
    assert_false(is_read("", 0, NOW));
    for (size_t i = 0; i < FELT_HTTP_DEVICE_TEXT_BYTES; i++) {
        char was = text[i];
        text[i] = was == 'x' ? 'y' : 'x';
        assert_false(is_read(text, strlen(text), NOW));
        text[i] = was;
    }
    assert_false(
        felt_http_device_read(&felt_secret_digests, other_key, text, strlen(text), NOW, &device));
}

/* Two of the same user have nothing in common, so that nobody can tell whose they are. */
static void device_hides_its_user(void **state)
{
    char one[FELT_HTTP_DEVICE_TEXT_BYTES + 1], two[FELT_HTTP_DEVICE_TEXT_BYTES + 1];
    struct felt_http_device device = make_device(one);
    (void)state;
    device.mark[0] ^= 1;
    felt_http_device_write(&felt_secret_digests, key, &device, two);
    int same = 0;
    for (int i = FELT_HTTP_DEVICE_MARK_BYTES / 3 * 4 + 4; i < FELT_HTTP_DEVICE_TEXT_BYTES; i++)
        same += one[i] == two[i];
    assert_true(same < 12); /* of 72, where chance makes one or two */
}

TEST_MODULE(http_accounts_device)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(device_is_read_as_it_was_written),
        cmocka_unit_test(device_is_refused_when_old_changed_or_of_others),
        cmocka_unit_test(device_hides_its_user),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
