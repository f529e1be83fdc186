/* outside_parts.h -- what outside_player.c shares with the two ways to talk to somebody outside.
 *
 * A seat is one block of memory that a match plays in, and the line that belongs to it. */
#ifndef FELT_PROGRAMS_OUTSIDE_PARTS_H
#define FELT_PROGRAMS_OUTSIDE_PARTS_H

#include "programs/outside_player.h"
#include "os/spawner.h"

#include <pthread.h>

struct felt_outside_seat;

/* A way to talk. */
struct felt_outside_manner {
    size_t table_seat_bytes;
    bool (*plays)(const struct felt_game *game, const void *rules);
    /* A hand begins at seat->place. */
    void (*begin)(struct felt_outside_seat *table_seat);
    void (*observe)(struct felt_outside_seat *table_seat, const struct felt_event *event);
    /* False: there is no answer, the reason was counted and *warning set. */
    bool (*choose)(struct felt_outside_seat *table_seat, const struct felt_view *view,
                   struct felt_action *action, enum felt_warning *warning);
    /* The end is near: no waiting here. */
    void (*hang_up)(struct felt_outside_seat *table_seat);
    void (*stop)(struct felt_outside_seat *table_seat, int64_t deadline_ms);
};

extern const struct felt_outside_manner felt_manner_exec, felt_manner_acpc;

struct felt_outside {
    struct felt_player_kind kind; /* its name is `text`                                    */
    const struct felt_outside_manner *manner;
    struct felt_outside_options options;
    struct felt_outside_counts counts;
    struct felt_spawner *spawner; /* exec:, else NULL                                      */
    int listener;                 /* acpc:, else -1                                        */
    const char *command;          /* who speaks when there is something to say: "match"    */
    bool announced;               /* acpc: that it waits was said                          */
    pthread_mutex_t mutex;
    struct felt_outside_seat *first; /* guarded by the mutex                                      */
    char text[FELT_PLAYER_TEXT_MAX + 1];
    const char *rest; /* of the text, behind the colon                                     */
};

/* First in the seat of each manner. */
struct felt_outside_seat {
    struct felt_outside *outside;
    struct felt_outside_seat *next;
    const void *block; /* whose seat it is                                                */
    const struct felt_place *place;
    bool silent; /* for the rest of this hand: something is broken                         */
};

/* Counts one more of `what`, and a failure in a row; benches. */
void felt_outside_fail(struct felt_outside *outside, atomic_ullong *what);

/* How long an answer may take; `fresh`: somebody who was just started, and may need longer. */
static inline uint32_t felt_outside_patience_ms(const struct felt_outside *outside, bool fresh)
{
    uint32_t start_ms = outside->options.start_ms, move_ms = outside->options.move_ms;
    return fresh && start_ms > move_ms ? start_ms : move_ms;
}

/* Is it one that the options admit? */
bool felt_outside_is_legal(const struct felt_view *view, struct felt_action action);

#endif
