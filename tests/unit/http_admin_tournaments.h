/* http_admin_tournaments.h -- a tournament service with one tournament that takes notes: the
 * functions of tournaments.h that the operator's requests call.  Included once in a program, after
 * cmocka.h. */
#ifndef FELT_TESTS_HTTP_ADMIN_TOURNAMENTS_H
#define FELT_TESTS_HTTP_ADMIN_TOURNAMENTS_H

#include "server/room/tournaments/tournaments.h"

#include <stdio.h>
#include <string.h>

enum { TOURNAMENTS_NUMBER = 12 };
struct felt_tournaments {
    int count, changes;
    struct felt_tournament_row row[2];
    struct felt_director_entry entry;
    struct felt_director_input input;
    enum felt_director_no no;
    int64_t now_ms;
    bool retired;
};

static inline void open_tournaments(struct felt_tournaments *tournaments)
{
    memset(tournaments, 0, sizeof *tournaments);
    felt_tournament_row_usual(&tournaments->row[0]);
    assert_int_equal(felt_tournament_row_set(&tournaments->row[0], "id", "friday", NULL), FELT_OK);
    assert_int_equal(felt_tournament_row_set(&tournaments->row[0], "key", "open sesame", NULL),
                     FELT_OK);
    tournaments->entry = (struct felt_director_entry){
        .user = 7, .stack = 1500, .number = 1, .state = FELT_DIRECTOR_ENTRY_IN, .seat = 2};
    tournaments->count = 1;
}

void felt_tournaments_pool(const struct felt_tournaments *tournaments, uint32_t index,
                           char out[FELT_ORDER_TABLE_BYTES + 1])
{
    (void)snprintf(out, FELT_ORDER_TABLE_BYTES + 1, "%s.%d-00ff", tournaments->row[index].id,
                   TOURNAMENTS_NUMBER);
}

uint32_t felt_tournaments_count(const struct felt_tournaments *tournaments)
{
    return (uint32_t)tournaments->count;
}

void felt_tournaments_face(const struct felt_tournaments *tournaments, uint32_t index,
                           struct felt_tournament_face *face)
{
    assert_true(index < (uint32_t)tournaments->count);
    *face = (struct felt_tournament_face){
        .number = TOURNAMENTS_NUMBER + index,
        .row = &tournaments->row[index],
        .director = {.state = FELT_DIRECTOR_RUNNING, .entries = 1, .left = 1},
        .registering = true};
}

int64_t felt_tournaments_find(const struct felt_tournaments *tournaments, const char *id)
{
    for (int i = tournaments->count; i-- > 0;)
        if (strcmp(tournaments->row[i].id, id) == 0) return i;
    return -1;
}

bool felt_tournaments_entrant(const struct felt_tournaments *tournaments, uint32_t index,
                              uint32_t entry, struct felt_tournament_entrant *out)
{
    if (index || entry) return false;
    *out = (struct felt_tournament_entrant){.entry = &tournaments->entry, .name = "Ada"};
    return true;
}

int64_t felt_tournaments_table(const struct felt_tournaments *tournaments, uint32_t index,
                               uint32_t table)
{
    (void)tournaments;
    return index == 0 && table == 0 ? 0 : -1; /* the first table of the room */
}

const struct felt_director *felt_tournaments_director(const struct felt_tournaments *tournaments,
                                                      uint32_t index)
{
    (void)tournaments, (void)index;
    return NULL;
}

int64_t felt_tournaments_add(struct felt_tournaments *tournaments,
                             const struct felt_tournament_row *row, int64_t wall_ms,
                             struct felt_complaint *complaint)
{
    assert_true(felt_tournament_row_fixed(row));
    if (tournaments->count == 2) {
        (void)felt_complain(complaint, FELT_FULL, 0, 0, "there are too many tournaments");
        return -1;
    }
    tournaments->changes++;
    tournaments->now_ms = wall_ms;
    tournaments->row[tournaments->count] = *row;
    return TOURNAMENTS_NUMBER + tournaments->count++;
}

bool felt_tournaments_retire(struct felt_tournaments *tournaments, const char *id)
{
    if (felt_tournaments_find(tournaments, id) < 0) return false;
    tournaments->changes++;
    return tournaments->retired = true;
}

enum felt_director_no felt_tournaments_direct(struct felt_tournaments *tournaments, const char *id,
                                              const struct felt_director_input *input,
                                              int64_t wall_ms)
{
    assert_true(felt_tournaments_find(tournaments, id) >= 0);
    tournaments->input = *input;
    tournaments->now_ms = wall_ms;
    if (tournaments->no == FELT_DIRECTOR_OK) tournaments->changes++;
    return tournaments->no;
}

#endif
