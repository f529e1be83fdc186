/* test_heap.c -- alarms against a list that is searched from end to end. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "felt/rng.h"
#include "module.h"
#include "server/table/heap.h"

#include <stdbool.h>
#include <stdlib.h>

enum { ALARMS = 37, ROUNDS = 20000 };

static void heap_of_one_tables_it(void **state)
{
    (void)state;
    int64_t memory[2], time = -1;
    struct felt_heap heap;
    assert_true(felt_heap_bytes(1) <= sizeof memory);
    felt_heap_init(&heap, 1, memory);
    assert_int_equal(felt_heap_next(&heap, &time), FELT_HEAP_NONE);
    felt_heap_set(&heap, 0, 7);
    assert_int_equal(felt_heap_next(&heap, &time), 0);
    assert_int_equal(time, 7);
    felt_heap_set(&heap, 0, 3);
    assert_int_equal(felt_heap_next(&heap, &time), 0);
    assert_int_equal(time, 3);
    felt_heap_clear(&heap, 0);
    felt_heap_clear(&heap, 0);
    assert_int_equal(felt_heap_next(&heap, &time), FELT_HEAP_NONE);
}

static void heap_tables_equal_times_by_number(void **state)
{
    (void)state;
    struct felt_heap heap;
    void *memory = malloc(felt_heap_bytes(ALARMS));
    felt_heap_init(&heap, ALARMS, memory);
    for (uint32_t i = 0; i < ALARMS; i++) felt_heap_set(&heap, ALARMS - 1 - i, 5);
    for (uint32_t i = 0; i < ALARMS; i++) {
        int64_t time;
        assert_int_equal(felt_heap_next(&heap, &time), i);
        felt_heap_clear(&heap, i);
    }
    free(memory);
}

/* P1 and P2, and the next alarm by the slow way. */
static void verify(const struct felt_heap *heap, const bool *set, const int64_t *times)
{
    int64_t best = FELT_HEAP_NONE, time;
    uint32_t count = 0;
    for (uint32_t i = 0; i < ALARMS; i++) {
        if (set[i]) count++;
        if (set[i] && (best < 0 || times[i] < times[best])) best = i;
        assert_int_equal(heap->place[i] >= 0, set[i]);
        if (set[i]) assert_int_equal(heap->order[heap->place[i]], i);
    }
    assert_int_equal(heap->set, count);
    assert_int_equal(felt_heap_next(heap, &time), best);
    if (best >= 0) assert_int_equal(time, times[best]);
}

static void heap_agrees_with_a_list(void **state)
{
    (void)state;
    struct felt_rng rng = felt_rng_make(5);
    struct felt_heap heap;
    bool set[ALARMS] = {false};
    int64_t times[ALARMS] = {0};
    void *memory = malloc(felt_heap_bytes(ALARMS));
    felt_heap_init(&heap, ALARMS, memory);
    for (int round = 0; round < ROUNDS; round++) {
        uint32_t number = felt_rng_below(&rng, ALARMS);
        set[number] = felt_rng_below(&rng, 3) > 0;
        times[number] = (int64_t)felt_rng_below(&rng, 50) - 10;
        if (set[number])
            felt_heap_set(&heap, number, times[number]);
        else
            felt_heap_clear(&heap, number);
        verify(&heap, set, times);
    }
    free(memory);
}

TEST_MODULE(heap)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(heap_of_one_tables_it),
        cmocka_unit_test(heap_tables_equal_times_by_number),
        cmocka_unit_test(heap_agrees_with_a_list),
    };
    return cmocka_run_group_tests_name("heap", tests, NULL, NULL);
}
