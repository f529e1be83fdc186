/* director_sim_parts.h -- the simulation and its witness. */
#ifndef FELT_TESTS_DIRECTOR_SIM_PARTS_H
#define FELT_TESTS_DIRECTOR_SIM_PARTS_H

#include "tournament/director.h"
#include "director_sim.h"

enum { DIRECTOR_EVENTS = 1 << 16, DIRECTOR_TABLES = 5000 };

/* What the witness remembers of an entry and of a table. */
struct director_seen {
    bool sat;      /* and was not dealt in since                                                 */
    bool was_big;  /* in his last hand, without a move since                                     */
    uint8_t waits; /* hands that began without him since he sat down                             */
    bool refunded;
};
struct director_spot {
    bool open, in_hand, dealt_once;
    int big;  /* of the last hand, -1: none                                                      */
    int lost; /* players who went out in its last hand                                           */
    int big_before, dealt;
};

struct director_sim {
    struct felt_director_plan plan;
    uint64_t seed;
    struct felt_rng rng, draws;
    struct felt_director *director;
    size_t bytes;
    int64_t now_ms;
    int64_t next_user;
    uint8_t *journal, *snapshot;
    size_t written, room, snapshot_at;
    struct felt_director_log log;
    struct felt_director_event *event;
    struct director_seen *seen;
    struct director_spot *spot;
    uint32_t open[DIRECTOR_TABLES], open_count;
    felt_chips money_in, money_out;
    uint32_t refunds;
    uint8_t level_told;
    struct director_sim_result *result;
};

#define DIRECTOR_FAIL(sim, ...)                                                                    \
    (snprintf((sim)->result->failure, sizeof(sim)->result->failure, __VA_ARGS__), false)

/* director_sim_plan.c: what a seed plays */
void director_sim_plan(uint64_t seed, struct felt_director_plan *plan);

/* director_sim_witness.c */
bool director_witness_begin(struct director_sim *sim, uint32_t table);
bool director_witness_events(struct director_sim *sim, uint32_t table);
bool director_witness_sizes(struct director_sim *sim);
bool director_witness_seats(struct director_sim *sim);
bool director_witness_end(struct director_sim *sim);

#endif
