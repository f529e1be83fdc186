/* office_tools.h -- a bureau with eight people, and what tests of the office do there. */
#ifndef FELT_TESTS_OFFICE_TOOLS_H
#define FELT_TESTS_OFFICE_TOOLS_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "bureau.h"

#include <stdlib.h>
#include <string.h>

enum { ADA, BEA, CID, DAN, PEOPLE = 8 };

static const struct felt_office_config office_config = {
    .retry_ms = 1000, .house_chair_ms = 15000, .house_before_ms = 30000, .gather_ms = 15000};

static inline int open_bureau(void **state)
{
    struct bureau *bureau = calloc(1, sizeof *bureau);
    if (!bureau) return -1;
    bureau_init(bureau, 5);
    bureau->people = PEOPLE;
    bureau->house = 12;
    bureau->office_config = office_config;
    bureau_open(bureau);
    for (uint32_t i = 0; i < PEOPLE; i++) bureau_come(bureau, i);
    *state = bureau;
    return 0;
}

static inline int close_bureau(void **state)
{
    struct bureau *bureau = *state;
    bureau_verify(bureau);
    bool good = *bureau->failure == '\0';
    if (!good) print_error("%s\n", bureau->failure);
    bureau_close(bureau);
    free(bureau);
    return good ? 0 : -1;
}

/* "key = value" pairs, NULL behind the last. */
static inline struct felt_event_row row_of(const char *id, ...)
{
    struct felt_event_row row;
    struct felt_complaint complaint;
    felt_event_row_usual(&row);
    assert_int_equal(felt_event_row_set(&row, "id", id, &complaint), FELT_OK);
    assert_int_equal(felt_event_row_set(&row, "levels",
                                        "60s 10/20 20/40/5 break=30s 100/200 "
                                        "1000/2000 5000/10000",
                                        &complaint),
                     FELT_OK);
    va_list args;
    va_start(args, id);
    for (const char *key = va_arg(args, const char *); key; key = va_arg(args, const char *))
        if (felt_event_row_set(&row, key, va_arg(args, const char *), &complaint) != FELT_OK)
            fail_msg("%s: %s", key, complaint.text);
    va_end(args);
    return row;
}

static inline void add(struct bureau *bureau, const struct felt_event_row *row)
{
    struct felt_complaint complaint;
    if (felt_office_add(bureau->office, row, bureau_wall(bureau), &complaint) < 0)
        fail_msg("%s", complaint.text);
    bureau_turn(bureau);
}

/* FELT_NO_NOT, or why not. */
static inline int enter(struct bureau *bureau, const char *id, uint32_t person, const char *word)
{
    uint64_t req = bureau_register(bureau, id, person, word);
    bureau_turn(bureau);
    for (int i = 0; i < 100 && !bureau->answer[req]; i++) bureau_step(bureau, 1000);
    return bureau->answer[req] - 1;
}

static inline int leave(struct bureau *bureau, const char *id, uint32_t person)
{
    uint64_t req = bureau_unregister(bureau, id, person);
    bureau_turn(bureau);
    for (int i = 0; i < 100 && !bureau->answer[req]; i++) bureau_step(bureau, 1000);
    return bureau->answer[req] - 1;
}

static inline felt_chips bank(const struct bureau *bureau, uint32_t person)
{
    return ledger_toy_bank(bureau->toy, bureau->person[person].user);
}

static inline struct felt_event_face face_of(const struct bureau *bureau, const char *id)
{
    struct felt_event_face face;
    int64_t index = felt_office_find(bureau->office, id);
    assert_true(index >= 0);
    felt_office_face(bureau->office, (uint32_t)index, &face);
    return face;
}

static inline enum felt_tour_no direct(struct bureau *bureau, const char *id,
                                       enum felt_tour_do what, int64_t user, int64_t amount)
{
    struct felt_tour_input input = {
        .what = (uint8_t)what, .user = user, .amount = amount, .chair = FELT_SEAT_NONE};
    enum felt_tour_no no = felt_office_direct(bureau->office, id, &input, bureau_wall(bureau));
    bureau_turn(bureau);
    return no;
}

static inline void play_out(struct bureau *bureau, const char *id)
{
    for (int i = 0; i < 200000 && !face_of(bureau, id).settled && !*bureau->failure; i++)
        bureau_step(bureau, 1000);
    assert_true(face_of(bureau, id).settled);
}

#define CASE(name) cmocka_unit_test_setup_teardown(name, open_bureau, close_bureau)

#endif
