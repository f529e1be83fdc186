/* director_parts.h -- the block of a tournament, and which file does what.
 *
 *   plan.c       what a plan must be; memory
 *   director.c   inputs, and what follows from one: go_on()
 *   clock.c      levels, breaks, pauses
 *   entrants.c   registration, refunds, the start
 *   seating.c    seats: draws, moves, tables that open and close
 *   balance.c    breaking, balancing, hand-for-hand, the final table
 *   rounds.c     brackets and shoot-outs
 *   hands.c      the next hand, its begin and its end
 *   places.c     who is out, in which place, with which prize
 *   record.c     inputs as bytes
 *   audit.c      a hash, and what always holds */
#ifndef FELT_TOURNAMENT_DIRECTOR_PARTS_H
#define FELT_TOURNAMENT_DIRECTOR_PARTS_H

#include "felt/assert.h"
#include "tournament/button.h"
#include "tournament/director.h"

#include <string.h>

#define FELT_DIRECTOR_MARK                                                                         \
    UINT64_C(0x3152554f54544c46) /* "FLTTOUR1"                                    */

struct felt_director_table {
    uint16_t seat[FELT_SEATS_MAX]; /* entries, NOBODY                                            */
    uint8_t open, in_hand;
    uint8_t filling; /* opened for late entrants, no hand yet                                     */
    uint8_t played;  /* hand-for-hand: has played its hand of this turn                           */
    uint8_t level;   /* of the hand under way, or the last one                                    */
    struct felt_button at;     /* of the hand under way, or the last one                          */
    struct felt_button before; /* of the hand before it: if it is void                            */
    uint8_t unused;
    felt_seats dealt; /* into the hand under way                                                  */
    uint16_t size;    /* players                                                                  */
    uint16_t unused2[2];
    uint32_t hands;       /* that were played                                                     */
    uint32_t level_hands; /* of them, in this level                                               */
    felt_chips chips;     /* the stacks of its players                                            */
};
_Static_assert(sizeof(struct felt_director_table) == 56, "hashed as bytes: no padding");

struct felt_director {
    uint64_t mark, bytes;
    struct felt_rng draws;
    int64_t at_ms;   /* the clock was looked at                                                   */
    int64_t left_ms; /* of the level, then                                                        */
    felt_chips chips; /* in play                                                                  */
    felt_chips pool;  /* fixed when registration is over                                          */
    felt_chips given; /* prizes                                                                   */
    uint32_t left_hands; /* more than those of the level: added                                   */
    uint32_t next_number;
    uint32_t entries; /* that count: all but those who were refunded                              */
    uint32_t alive;   /* IN                                                                       */
    uint32_t placed;  /* OUT                                                                      */
    uint32_t house, tables, round;
    uint32_t used; /* entries that ever were, rows 0 .. used-1                                    */
    uint8_t state, level, paused, closed;
    uint8_t by_hand; /* hand-for-hand                                                             */
    uint8_t final;
    uint8_t unused[6];
    struct felt_director_plan plan;
    /* behind it: entries, tables, and a list for draws                                           */
};

/* One input at work. */
struct felt_director_work {
    struct felt_director *director;
    struct felt_director_log *log;
    int64_t now_ms;
};

static inline struct felt_director_entry *
felt_director_entries(const struct felt_director *director)
{
    return (struct felt_director_entry *)(uintptr_t)(director + 1);
}
static inline struct felt_director_table *felt_director_tables(const struct felt_director *director)
{
    return (struct felt_director_table *)(uintptr_t)(felt_director_entries(director) +
                                                     director->plan.entrants_max);
}
/* Room for a list of entries, free between inputs. */
static inline uint16_t *felt_director_list(const struct felt_director *director)
{
    return (uint16_t *)(uintptr_t)(felt_director_tables(director) + director->plan.tables_max);
}
static inline bool felt_director_is_rounds(const struct felt_director *director)
{
    return director->plan.format != FELT_DIRECTOR_FREEZEOUT;
}
static inline int felt_director_seats(const struct felt_director *director)
{
    return director->final ? director->plan.final_seats : director->plan.seats;
}
static inline bool felt_director_is_break(const struct felt_director *director)
{
    return director->plan.level[director->level].big == 0;
}

/* director.c */
void felt_director_tell(struct felt_director_work *work, struct felt_director_event event);

/* clock.c */
bool felt_director_is_timed(const struct felt_director *director); /* the level, by time */
void felt_director_clock_start(struct felt_director_work *work);
void felt_director_clock_pass(struct felt_director_work *work);
void felt_director_clock_hands(struct felt_director_work *work);
enum felt_director_no felt_director_clock_pause(struct felt_director_work *work, bool paused);
enum felt_director_no felt_director_clock_add(struct felt_director_work *work, int64_t amount);

/* entrants.c */
enum felt_director_no felt_director_come(struct felt_director_work *work, int64_t user, bool house);
enum felt_director_no felt_director_remove(struct felt_director_work *work, int64_t user);
enum felt_director_no felt_director_call_off(struct felt_director_work *work);
enum felt_director_no felt_director_give_up(struct felt_director_work *work);
void felt_director_start(struct felt_director_work *work);
void felt_director_close(struct felt_director_work *work);

/* seating.c */
felt_seats felt_director_taken(const struct felt_director *director,
                               const struct felt_director_table *table);
felt_seats felt_director_fresh(const struct felt_director *director,
                               const struct felt_director_table *table);
uint32_t
felt_director_live(const struct felt_director *director); /* entries that are in, into the list */
void felt_director_shuffle(struct felt_director *director, uint32_t count);   /* the list */
void felt_director_sort(const struct felt_director *director, uint32_t count, /* the list */
                        bool (*is_before)(const struct felt_director_entry *a,
                                          const struct felt_director_entry *b));
void felt_director_sit(struct felt_director_work *work, uint16_t entry, uint32_t table,
                       felt_seat seat);
void felt_director_rise(struct felt_director *director, uint16_t entry);
/* The list sits down at the tables from `first` on, `tables` of them, as evenly as can be. */
void felt_director_seat_list(struct felt_director_work *work, uint32_t count, uint32_t first,
                             uint32_t tables);
/* A seat by lot at one of the smallest tables; another table is opened if all are full. */
void felt_director_sit_anywhere(struct felt_director_work *work, uint16_t entry);
felt_seat felt_director_worst_seat(struct felt_director *director,
                                   const struct felt_director_table *table);
void felt_director_open_table(struct felt_director_work *work, uint32_t table, bool filling);
void felt_director_close_table(struct felt_director_work *work, uint32_t table);

/* balance.c */
struct felt_director_sizes {
    uint32_t least, most; /* of all tables                                                        */
    uint32_t counted;     /* least of those that count (T4)                                       */
    bool in_hand;         /* a hand is under way somewhere                                        */
};
struct felt_director_sizes felt_director_sizes(const struct felt_director *director);
bool felt_director_awaits_final(const struct felt_director *director);
void felt_director_balance(struct felt_director_work *work);
enum felt_director_no felt_director_move(struct felt_director_work *work, int64_t user,
                                         uint32_t table, felt_seat seat);

/* rounds.c */
void felt_director_first_round(struct felt_director_work *work);
void felt_director_rounds_go_on(struct felt_director_work *work);

/* hands.c */
enum felt_director_no felt_director_begin(struct felt_director_work *work, uint32_t table);
enum felt_director_no felt_director_end(struct felt_director_work *work, uint32_t table,
                                        const felt_chips stack[FELT_SEATS_MAX]);
enum felt_director_no felt_director_undo(struct felt_director_work *work, uint32_t table);

/* places.c */
void felt_director_place_pending(struct felt_director_work *work);
void felt_director_pay(struct felt_director_work *work, uint16_t entry);
void felt_director_finish(struct felt_director_work *work);
felt_chips felt_director_pool(const struct felt_director *director);

#endif
