/* operator_office.h -- an office with one tournament that takes notes: the functions of office.h
 * that the operator's requests call.  Included once in a program, after cmocka.h. */
#ifndef FELT_TESTS_OPERATOR_OFFICE_H
#define FELT_TESTS_OPERATOR_OFFICE_H

#include "server/room/tournaments/office.h"

#include <stdio.h>
#include <string.h>

enum { OFFICE_NUMBER = 12 };
struct felt_office {
    int count, changes;
    struct felt_event_row row[2];
    struct felt_tour_entry entry;
    struct felt_tour_input input;
    enum felt_tour_no no;
    int64_t now_ms;
    bool retired;
};

static inline void open_office(struct felt_office *office)
{
    memset(office, 0, sizeof *office);
    felt_event_row_usual(&office->row[0]);
    assert_int_equal(felt_event_row_set(&office->row[0], "id", "friday", NULL), FELT_OK);
    assert_int_equal(felt_event_row_set(&office->row[0], "key", "open sesame", NULL), FELT_OK);
    office->entry = (struct felt_tour_entry){
        .user = 7, .stack = 1500, .number = 1, .state = FELT_ENTRY_IN, .chair = 2};
    office->count = 1;
}

void felt_office_pool(const struct felt_office *office, uint32_t index,
                      char out[FELT_ORDER_TABLE_BYTES + 1])
{
    (void)snprintf(out, FELT_ORDER_TABLE_BYTES + 1, "%s.%d-00ff", office->row[index].id,
                   OFFICE_NUMBER);
}

uint32_t felt_office_count(const struct felt_office *office)
{
    return (uint32_t)office->count;
}

void felt_office_face(const struct felt_office *office, uint32_t index,
                      struct felt_event_face *face)
{
    assert_true(index < (uint32_t)office->count);
    *face = (struct felt_event_face){.number = OFFICE_NUMBER + index,
                                     .row = &office->row[index],
                                     .tour = {.state = FELT_TOUR_RUNNING, .entries = 1, .left = 1},
                                     .registering = true};
}

int64_t felt_office_find(const struct felt_office *office, const char *id)
{
    for (int i = office->count; i-- > 0;)
        if (strcmp(office->row[i].id, id) == 0) return i;
    return -1;
}

bool felt_office_entrant(const struct felt_office *office, uint32_t index, uint32_t entry,
                         struct felt_event_entrant *out)
{
    if (index || entry) return false;
    *out = (struct felt_event_entrant){.entry = &office->entry, .name = "Ada"};
    return true;
}

int64_t felt_office_table(const struct felt_office *office, uint32_t index, uint32_t table)
{
    (void)office;
    return index == 0 && table == 0 ? 0 : -1; /* the first table of the floor */
}

const struct felt_tour *felt_office_tour(const struct felt_office *office, uint32_t index)
{
    (void)office, (void)index;
    return NULL;
}

int64_t felt_office_add(struct felt_office *office, const struct felt_event_row *row,
                        int64_t wall_ms, struct felt_complaint *complaint)
{
    assert_true(felt_event_row_fixed(row));
    if (office->count == 2) {
        (void)felt_complain(complaint, FELT_FULL, 0, 0, "there are too many tournaments");
        return -1;
    }
    office->changes++;
    office->now_ms = wall_ms;
    office->row[office->count] = *row;
    return OFFICE_NUMBER + office->count++;
}

bool felt_office_retire(struct felt_office *office, const char *id)
{
    if (felt_office_find(office, id) < 0) return false;
    office->changes++;
    return office->retired = true;
}

enum felt_tour_no felt_office_direct(struct felt_office *office, const char *id,
                                     const struct felt_tour_input *input, int64_t wall_ms)
{
    assert_true(felt_office_find(office, id) >= 0);
    office->input = *input;
    office->now_ms = wall_ms;
    if (office->no == FELT_TOUR_OK) office->changes++;
    return office->no;
}

#endif
