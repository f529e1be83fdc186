/* directed.h -- tables of the room at which somebody else says who sits where and what the next
 * hand is: those of a tournament (server/room/tournaments/tournaments.h).
 *
 * A directed table has the hands, shuffles, clocks, absence, words and watchers of every other, but
 * no ledger: its stacks are chips of a tournament (ROOM-4).  Nobody sits down, stands up, sits out
 * or buys chips there by a client message of his own (FORBIDDEN).  Whoever has no connection is
 * played for: his auto-action, at once; he is never sent away.  Its stake has a game for each
 * level.
 *
 *   G1  seats and stacks change by the functions below and by the end of a hand, and never while a
 *       hand is under way.
 *   G2  every hand that was begun ends by one guided_over(), in this life or in the next: after a
 *       crash it goes on, or is void.  Before it is called the journal has the result.
 *   G3  the stacks after a hand add up to those before it.
 *   G4  F2, F4, F6 and F7 of room.h hold; no order is given.
 *
 * guided_over() is called by felt_room_tick() only, at once (its alarm is due when the hand ends),
 * and only while the room is open.  Everything may be called from inside it, the next
 * felt_room_directed_deal() too: nothing goes deeper by that.  After a start the last hand of every
 * directed table that has none under way is told again: whoever directs passes over numbers that he
 * does not wait for (felt_room_directed_look() says the same).  A hand of which no record was
 * written never was: look tells the number before it, and it is dealt again. */
#ifndef FELT_SERVER_ROOM_DIRECTED_H
#define FELT_SERVER_ROOM_DIRECTED_H

#include "server/room/room.h"

struct felt_room_directed_hand {
    uint8_t game;       /* of the stake: the level                                               */
    felt_seats seats;   /* dealt in; each has chips                                              */
    felt_seats removed; /* of them, those who are blinded off: they check or fold at once        */
    felt_seat button;   /* may be an empty seat                                                 */
    felt_seat small, big; /* small NONE: nobody posts it                                         */
    felt_chips ante[FELT_SEATS_MAX], dead[FELT_SEATS_MAX], blind[FELT_SEATS_MAX];
    uint64_t number; /* the director's own: told to guided_over() */
};

/* What a directed table is like: for its director, after a start. */
struct felt_room_directed_look {
    bool hand; /* one is under way                                                               */
    bool any;  /* there was one: its number; else it is 0                                        */
    bool is_void; /* the last one was                                                            */
    uint64_t number;
    int64_t user[FELT_SEATS_MAX]; /* who sits there, 0: nobody                                   */
    felt_chips stack[FELT_SEATS_MAX];
};

/* A table of a directed stake; its number, or -1: there is no room. */
int64_t felt_room_directed_open(struct felt_room *room, int stake, int64_t now_ms);
/* Between hands.  False: no such table or seat, it is taken, or there is no room for him. */
FELT_MUST_USE bool felt_room_directed_seat(struct felt_room *room, uint32_t table, felt_seat seat,
                                           const struct felt_room_guest *who, felt_chips stack,
                                           int64_t now_ms);
FELT_MUST_USE bool felt_room_directed_rise(struct felt_room *room, uint32_t table, felt_seat seat,
                                           int64_t now_ms);
/* Begins a hand.  False: one is under way, or it cannot be like that; nothing happened. */
FELT_MUST_USE bool felt_room_directed_deal(struct felt_room *room, uint32_t table,
                                           const struct felt_room_directed_hand *hand,
                                           int64_t now_ms);
/* Between hands; whoever sits there rises. */
void felt_room_directed_close(struct felt_room *room, uint32_t table, int64_t now_ms);
/* The hand under way never was; guided_over() tells so. */
void felt_room_directed_void(struct felt_room *room, uint32_t table, const char *why,
                             int64_t now_ms);
/* A line of text for those at the table: "level 4: 100/200". */
void felt_room_directed_tell(struct felt_room *room, uint32_t table, const char *text);
/* False: there is no directed table of that number. */
bool felt_room_directed_look(const struct felt_room *room, uint32_t table,
                             struct felt_room_directed_look *look);

#endif
