/* tournaments_tools.h -- a fake tournaments with eight people, and what tests of the tournament
 * service do there. */
#ifndef FELT_TESTS_TOURNAMENTS_TOOLS_H
#define FELT_TESTS_TOURNAMENTS_TOOLS_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "fake_tournaments.h"

#include <stdlib.h>
#include <string.h>

enum { ADA, BEA, CID, DAN, PEOPLE = 8 };

static const struct felt_tournaments_config tournaments_config = {
    .retry_ms = 1000, .house_seat_ms = 15000, .house_before_ms = 30000, .gather_ms = 15000};

static inline int open_fake_tournaments(void **state)
{
    struct fake_tournaments *fake_tournaments = calloc(1, sizeof *fake_tournaments);
    if (!fake_tournaments) return -1;
    fake_tournaments_init(fake_tournaments, 5);
    fake_tournaments->people = PEOPLE;
    fake_tournaments->house = 12;
    fake_tournaments->tournaments_config = tournaments_config;
    fake_tournaments_open(fake_tournaments);
    for (uint32_t i = 0; i < PEOPLE; i++) fake_tournaments_come(fake_tournaments, i);
    *state = fake_tournaments;
    return 0;
}

static inline int close_fake_tournaments(void **state)
{
    struct fake_tournaments *fake_tournaments = *state;
    fake_tournaments_verify(fake_tournaments);
    bool good = *fake_tournaments->failure == '\0';
    if (!good) print_error("%s\n", fake_tournaments->failure);
    fake_tournaments_close(fake_tournaments);
    free(fake_tournaments);
    return good ? 0 : -1;
}

/* "key = value" pairs, NULL behind the last. */
static inline struct felt_tournament_row row_of(const char *id, ...)
{
    struct felt_tournament_row row;
    struct felt_complaint complaint;
    felt_tournament_row_usual(&row);
    assert_int_equal(felt_tournament_row_set(&row, "id", id, &complaint), FELT_OK);
    assert_int_equal(felt_tournament_row_set(&row, "levels",
                                             "60s 10/20 20/40/5 break=30s 100/200 "
                                             "1000/2000 5000/10000",
                                             &complaint),
                     FELT_OK);
    va_list args;
    va_start(args, id);
    for (const char *key = va_arg(args, const char *); key; key = va_arg(args, const char *))
        if (felt_tournament_row_set(&row, key, va_arg(args, const char *), &complaint) != FELT_OK)
            fail_msg("%s: %s", key, complaint.text);
    va_end(args);
    return row;
}

static inline void add(struct fake_tournaments *fake_tournaments,
                       const struct felt_tournament_row *row)
{
    struct felt_complaint complaint;
    if (felt_tournaments_add(fake_tournaments->tournaments, row,
                             fake_tournaments_wall(fake_tournaments), &complaint) < 0)
        fail_msg("%s", complaint.text);
    fake_tournaments_turn(fake_tournaments);
}

/* FELT_NO_NOT, or why not. */
static inline int enter(struct fake_tournaments *fake_tournaments, const char *id, uint32_t person,
                        const char *word)
{
    uint64_t req = fake_tournaments_register(fake_tournaments, id, person, word);
    fake_tournaments_turn(fake_tournaments);
    for (int i = 0; i < 100 && !fake_tournaments->answer[req]; i++)
        fake_tournaments_step(fake_tournaments, 1000);
    return fake_tournaments->answer[req] - 1;
}

static inline int leave(struct fake_tournaments *fake_tournaments, const char *id, uint32_t person)
{
    uint64_t req = fake_tournaments_unregister(fake_tournaments, id, person);
    fake_tournaments_turn(fake_tournaments);
    for (int i = 0; i < 100 && !fake_tournaments->answer[req]; i++)
        fake_tournaments_step(fake_tournaments, 1000);
    return fake_tournaments->answer[req] - 1;
}

static inline felt_chips bank(const struct fake_tournaments *fake_tournaments, uint32_t person)
{
    return ledger_toy_bank(fake_tournaments->toy, fake_tournaments->person[person].user);
}

static inline struct felt_tournament_face face_of(const struct fake_tournaments *fake_tournaments,
                                                  const char *id)
{
    struct felt_tournament_face face;
    int64_t index = felt_tournaments_find(fake_tournaments->tournaments, id);
    assert_true(index >= 0);
    felt_tournaments_face(fake_tournaments->tournaments, (uint32_t)index, &face);
    return face;
}

static inline enum felt_director_no direct(struct fake_tournaments *fake_tournaments,
                                           const char *id, enum felt_director_do what, int64_t user,
                                           int64_t amount)
{
    struct felt_director_input input = {
        .what = (uint8_t)what, .user = user, .amount = amount, .seat = FELT_SEAT_NONE};
    enum felt_director_no no = felt_tournaments_direct(fake_tournaments->tournaments, id, &input,
                                                       fake_tournaments_wall(fake_tournaments));
    fake_tournaments_turn(fake_tournaments);
    return no;
}

static inline void play_out(struct fake_tournaments *fake_tournaments, const char *id)
{
    for (int i = 0;
         i < 200000 && !face_of(fake_tournaments, id).settled && !*fake_tournaments->failure; i++)
        fake_tournaments_step(fake_tournaments, 1000);
    assert_true(face_of(fake_tournaments, id).settled);
}

#define CASE(name)                                                                                 \
    cmocka_unit_test_setup_teardown(name, open_fake_tournaments, close_fake_tournaments)

#endif
