/* house_threads.h -- players inside the program, on threads of their own.
 *
 * A seat is a seat of a table with a player of ours.  The loop's thread tells it what happens and
 * asks; some thread lets the player hear and choose; the loop takes the answers.  Knows no room:
 * tables are numbers.
 *
 *   T1  every question is answered once, or not at all: its seat stood up, or it was asked anew
 *       before a thread came to it.  Answers come in the order in which they were found.
 *   T2  a player is in the hands of one thread at a time, and seats are served in the order in
 *       which they were asked.
 *   T3  new settings hold from the next hand on, never within one.
 *   T4  a player has half of the move time for a decision, and never more than three seconds; who
 *       does not know the game is replaced for the hand by somebody who does.
 *   T5  memory: up to a limit every seat has its player's whole block; seats beyond it have what
 *       must last (felt_player_kind.lasting) and think in a block of the thread. */
#ifndef FELT_SERVER_HOUSE_HOUSE_THREADS_H
#define FELT_SERVER_HOUSE_HOUSE_THREADS_H

#include "felt/player.h"
#include "server/table/game_adapter.h"

struct felt_house_threads;

/* For tables 0 .. tables-1.  `player` (copied) sits wherever a hand begins and nobody was seated;
 * NULL: nobody does.  `wake` is called from another thread when an answer is there.  NULL: no
 * memory or no thread. */
struct felt_house_threads *felt_house_threads_open(const struct felt_player_spec *player,
                                                   uint32_t tables, uint64_t seed, uint32_t move_ms,
                                                   void (*wake)(void *self), void *self);
void felt_house_threads_close(struct felt_house_threads *threads);

/* A player (copied) takes a seat; whoever had it is gone.  False: no memory. */
bool felt_house_threads_sit(struct felt_house_threads *threads, uint32_t table, felt_seat seat,
                            const struct felt_player_spec *player);
/* Nothing comes from this seat any more, also if somebody thinks there now. */
void felt_house_threads_stand(struct felt_house_threads *threads, uint32_t table, felt_seat seat);
/* T3.  What the player learned stays, if it is of the same kind.  False: nobody sits there. */
bool felt_house_threads_settings(struct felt_house_threads *threads, uint32_t table, felt_seat seat,
                                 const struct felt_player_spec *player);
/* All seats of the table stand up. */
void felt_house_threads_gone(struct felt_house_threads *threads, uint32_t table);

void felt_house_threads_begin(struct felt_house_threads *threads, uint32_t table, felt_seat seat,
                              const struct felt_game_adapter *adapter);
void felt_house_threads_event(struct felt_house_threads *threads, uint32_t table, felt_seat seat,
                              const struct felt_event *event);
void felt_house_threads_ask(struct felt_house_threads *threads, uint32_t table, felt_seat seat,
                            uint64_t req_id, const struct felt_view *view);

struct felt_house_decision {
    uint32_t table;
    felt_seat seat;
    uint64_t req_id;
    struct felt_action action;
};
/* An answer that is there; false: none. */
bool felt_house_threads_take(struct felt_house_threads *threads, struct felt_house_decision *out);

struct felt_house_threads_counts {
    uint64_t answers;  /* decisions                                                        */
    uint64_t think_us; /* that they took, and the longest, without the queue               */
    uint64_t longest_us;
    uint32_t table_seats, waiting;
    uint64_t bytes; /* of players' memory in seats                                             */
};
void felt_house_threads_count(struct felt_house_threads *threads,
                              struct felt_house_threads_counts *out);

#endif
