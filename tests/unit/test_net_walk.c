/* test_net_walk.c -- what a POST costs does not grow with the number of connections (D12).
 *
 * The program has a uv_walk() of its own, which counts and then calls that of libuv: walking over
 * all handles is what made every POST cost 0.5 ms on a server with 8,000 connections.  It is
 * linked alone, so that no other test runs with it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "module.h"
#include "net_shop.h"

#include <dlfcn.h>

static atomic_int walks;

void uv_walk(uv_loop_t *loop, uv_walk_cb visit, void *argument)
{
    void (*real)(uv_loop_t *, uv_walk_cb, void *);
    void *found = dlsym(RTLD_NEXT, "uv_walk");
    assert_non_null(found);
    memcpy(&real, &found, sizeof real); /* C has no cast from an object to a function */
    atomic_fetch_add(&walks, 1);
    real(loop, visit, argument);
}

static void net_post_does_not_walk_over_all_handles(void **state)
{
    (void)state;
    static const char post[] = "POST %s HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\nhi";
    static const char *const paths[] = {"/now", "/later", "/unknown"};
    struct shop shop;
    struct felt_net_config config = usual_config();
    shop_open(&shop, &config);
    int before = atomic_load(&walks);
    for (int i = 0; i < 30; i++) {
        char text[128], head[RAW_BYTES];
        int raw = raw_connect(shop.port);
        int bytes = snprintf(text, sizeof text, post, paths[i % 3]);
        raw_write(raw, text, (size_t)bytes);
        if (i % 3 < 2)
            expect_body(raw, 200, "hi");
        else
            raw_head(raw, head);
        close(raw);
    }
    assert_int_equal(atomic_load(&walks), before);
    shop_close(&shop);
    assert_true(atomic_load(&walks) > before); /* closing does: so the count works */
}

TEST_MODULE(net_walk)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(net_post_does_not_walk_over_all_handles),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
