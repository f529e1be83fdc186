/* tour_sim_parts.h -- the simulation and its witness. */
#ifndef FELT_TESTS_TOUR_SIM_PARTS_H
#define FELT_TESTS_TOUR_SIM_PARTS_H

#include "tournament/director.h"
#include "tour_sim.h"

enum { TOUR_EVENTS = 1 << 16, TOUR_TABLES = 5000 };

/* What the witness remembers of an entry and of a table. */
struct tour_seen {
    bool sat;      /* and was not dealt in since                                                 */
    bool was_big;  /* in his last hand, without a move since                                     */
    uint8_t waits; /* hands that began without him since he sat down                             */
    bool refunded;
};
struct tour_spot {
    bool open, in_hand, dealt_once;
    int big;  /* of the last hand, -1: none                                                      */
    int lost; /* players who went out in its last hand                                           */
    int big_before, dealt;
};

struct tour_sim {
    struct felt_tour_plan plan;
    uint64_t seed;
    struct felt_rng rng, draws;
    struct felt_tour *tour;
    size_t bytes;
    int64_t now_ms;
    int64_t next_user;
    uint8_t *journal, *snapshot;
    size_t written, room, snapshot_at;
    struct felt_tour_log log;
    struct felt_tour_event *event;
    struct tour_seen *seen;
    struct tour_spot *spot;
    uint32_t open[TOUR_TABLES], open_count;
    felt_chips money_in, money_out;
    uint32_t refunds;
    uint8_t level_told;
    struct tour_sim_result *result;
};

#define TOUR_FAIL(sim, ...)                                                                        \
    (snprintf((sim)->result->failure, sizeof(sim)->result->failure, __VA_ARGS__), false)

/* tour_sim_plan.c: what a seed plays */
void tour_sim_plan(uint64_t seed, struct felt_tour_plan *plan);

/* tour_sim_witness.c */
bool tour_witness_begin(struct tour_sim *sim, uint32_t table);
bool tour_witness_events(struct tour_sim *sim, uint32_t table);
bool tour_witness_sizes(struct tour_sim *sim);
bool tour_witness_seats(struct tour_sim *sim);
bool tour_witness_end(struct tour_sim *sim);

#endif
