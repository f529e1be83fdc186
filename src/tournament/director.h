/* director.h -- a tournament: entrants, tables, seats, stacks, levels, places and prizes.
 *
 * The director knows no cards and plays no hands.  It is asked what the next hand of a table is
 * (felt_director_next), told that it begins and how it ended, and decides everything between hands:
 * who sits where, what the blinds are, who is out, who gets what (docs/RULES.md 19).  Users are
 * opaque numbers.  Stacks are tournament chips; buy-ins and prizes are chips of the ledger, which
 * somebody else moves (ROOM-4).
 *
 * Everything that happens is an input; felt_director_apply() of the same inputs to the same plan
 * makes the same block, byte by byte (felt_director_hash).  Time comes with inputs and passes by
 * TICK alone: give one when felt_director_alarm() is due, before anything else.  The whole
 * tournament is one block of the caller's memory without pointers: copying it is a snapshot.
 *
 *   T1  chips: the stacks of those who are in add up to `chips`, which is the stack of the plan for
 *       each entry (each player of the round, in rounds).  Asserted after every input.
 *   T2  nobody sits twice: who is in sits in one seat, which names him (but for a bye of a round);
 *       no user is in twice.
 *   T3  an input that is refused changes nothing.
 *   T4  sizes: a hand begins only at a table that differs from every other by one player at most.
 *       While hands are under way the difference is two, and more only by players who go out
 *       together in one hand.  When no hand is under way it is one, hand-for-hand when all tables
 *       have played.  (A table that was opened for late entrants counts from its first hand on.)
 *   T5  blinds and button move as button.h says; they and the level are those of the moment a hand
 *       begins, until it is over.
 *   T6  prizes add up to the pool, and the pool is what was paid in without the fees, or the
 *       guarantee if that is more.  Whoever is refunded gets all that he paid.
 *   T7  places are 1 .. entries, each given once; those who tie share theirs.
 *
 * A full pool is a refusal. */
#ifndef FELT_TOURNAMENT_DIRECTOR_H
#define FELT_TOURNAMENT_DIRECTOR_H

#include "tournament/prizes.h"

#include <stddef.h>

#include "felt/rng.h"

FELT_BEGIN

enum {
    FELT_DIRECTOR_ENTRANTS_MAX = 10000,
    FELT_DIRECTOR_LEVELS_MAX = 64,
    FELT_DIRECTOR_NOBODY = 0xffff,  /* no entry */
    FELT_DIRECTOR_NO_TABLE = 0xffff /* no table */
};

enum felt_director_format {
    FELT_DIRECTOR_FREEZEOUT, /* tables are balanced and broken until one is left */
    FELT_DIRECTOR_BRACKET,   /* heads-up matches, single elimination, byes in the first round */
    FELT_DIRECTOR_SHOOTOUT,  /* each table plays to one winner; winners meet */
    FELT_DIRECTOR_FORMATS
};
enum felt_director_start { FELT_DIRECTOR_WHEN_FULL, FELT_DIRECTOR_AT_TIME };
enum felt_director_ante { FELT_DIRECTOR_ANTE_EACH, FELT_DIRECTOR_ANTE_OF_BIG };

/* A level lasts so long, or until a table has played so many hands of it; the last one for ever. */
struct felt_director_level {
    felt_chips small, big, ante; /* all 0: a break                                               */
    uint32_t ms, hands;          /* one of them, but for the last level                          */
};

/* What kind of tournament it is: constant. */
struct felt_director_plan {
    uint8_t format, start, ante; /* enums above                                                  */
    uint8_t seats;               /* seats of a table, 2 .. 10                                   */
    uint8_t final_seats; /* so many left: all seats of the final table are drawn anew.  0: never */
    uint8_t reentries;   /* of a user, while registration is open                                */
    uint8_t levels;      /* rows of level[]                                                      */
    uint8_t late_levels; /* registration stays open during so many of them, breaks counted       */
    uint32_t bubble;     /* hand-for-hand from so many places before the prizes; 0: never        */
    uint32_t entrants_min, entrants_max; /* entries; when_full starts with entrants_max          */
    uint32_t house_max;                  /* entries of house players                             */
    uint32_t tables_max;
    int64_t start_ms;       /* at_time                                                     */
    felt_chips stack;       /* to begin with, tournament chips                             */
    felt_chips buy_in, fee; /* ledger chips; the fee is a part of the buy-in               */
    felt_chips guarantee;   /* the pool is at least this                                   */
    struct felt_prize_table prizes;
    struct felt_director_level level[FELT_DIRECTOR_LEVELS_MAX];
};

enum felt_director_do {
    FELT_DIRECTOR_TICK = 1, /* time has passed */
    FELT_DIRECTOR_WAKE,     /* after a crash: the time since the last input did not pass */
    FELT_DIRECTOR_REGISTER, /* user, house: comes in, late or again too */
    FELT_DIRECTOR_REMOVE,   /* user: refunded before the start; later he is blinded off */
    FELT_DIRECTOR_CALL_OFF, /* before the start: everybody is refunded */
    FELT_DIRECTOR_PAUSE,    /* the clock stops, no hand begins */
    FELT_DIRECTOR_RESUME,
    FELT_DIRECTOR_ADD_TIME, /* amount: ms (or hands) that this level lasts longer */
    FELT_DIRECTOR_MOVE,     /* user, table, seat: between hands; seat NONE: the worst position */
    FELT_DIRECTOR_BEGIN,    /* table: the hand that felt_director_next() tells begins */
    FELT_DIRECTOR_RESULT,   /* table, stack[] of those who were dealt in: the hand is over */
    FELT_DIRECTOR_VOID,     /* table: the hand never was */
    FELT_DIRECTOR_GIVE_UP,  /* between hands, it cannot go on: everybody is refunded, or, if prizes
                           were given, those who are in share the places that are left            */
    FELT_DIRECTOR_DOS
};

struct felt_director_input {
    uint8_t what; /* enum felt_director_do */
    bool house;
    felt_seat seat;
    uint32_t table;
    int64_t now_ms, user, amount;
    felt_chips stack[FELT_SEATS_MAX];
};

/* Why an input is refused, or why a table waits. */
enum felt_director_no {
    FELT_DIRECTOR_OK,
    FELT_DIRECTOR_NOT_NOW,       /* not before the start, or not after it */
    FELT_DIRECTOR_CLOSED,        /* registration is over */
    FELT_DIRECTOR_FULL,          /* no entry is left */
    FELT_DIRECTOR_HOUSE_FULL,    /* no entry for a house player is left */
    FELT_DIRECTOR_ALREADY_IN,    /* this user is */
    FELT_DIRECTOR_NO_REENTRY,    /* he was in too often */
    FELT_DIRECTOR_NO_SUCH_USER,  /* nobody of this number is in */
    FELT_DIRECTOR_NO_SUCH_TABLE, /* or nobody plays there any more */
    FELT_DIRECTOR_BAD_SEAT,      /* taken, or not there */
    FELT_DIRECTOR_BAD_AMOUNT,    /* chips would be made or lost; time cannot be taken */
    FELT_DIRECTOR_UNBALANCED,    /* tables would differ by more than one */
    FELT_DIRECTOR_IN_HAND,       /* a hand is under way there */
    FELT_DIRECTOR_NO_HAND,       /* none is under way there */
    FELT_DIRECTOR_BAD_INPUT,     /* no input at all */
    /* a table waits ... */
    FELT_DIRECTOR_PAUSED,
    FELT_DIRECTOR_BREAK,
    FELT_DIRECTOR_ALONE,         /* for a second player */
    FELT_DIRECTOR_BALANCING,     /* for players of larger tables */
    FELT_DIRECTOR_HAND_FOR_HAND, /* for the hands of the other tables */
    FELT_DIRECTOR_FINAL,         /* for the other tables: the final table is drawn */
    FELT_DIRECTOR_NOS
};
const char *felt_director_no_text(enum felt_director_no no);

enum felt_director_state {
    FELT_DIRECTOR_OPEN,
    FELT_DIRECTOR_RUNNING,
    FELT_DIRECTOR_OVER,
    FELT_DIRECTOR_CALLED_OFF
};

enum felt_director_entry_state {
    FELT_DIRECTOR_ENTRY_FREE,  /* nobody's */
    FELT_DIRECTOR_ENTRY_WAITS, /* registered, not yet started */
    FELT_DIRECTOR_ENTRY_IN,
    FELT_DIRECTOR_ENTRY_PENDING, /* out; his place is decided with those of other tables */
    FELT_DIRECTOR_ENTRY_OUT,
    FELT_DIRECTOR_ENTRY_REFUNDED /* called off */
};
enum felt_director_entry_flag {
    FELT_DIRECTOR_ENTRY_HOUSE = 1,
    FELT_DIRECTOR_ENTRY_REMOVED = 2, /* blinded off: whoever plays the hand folds for him */
    FELT_DIRECTOR_ENTRY_FRESH = 4,   /* never dealt in at this table */
    FELT_DIRECTOR_ENTRY_MOVED = 8 /* and has not paid a big blind since: others are moved first */
};

/* One buy-in of a user; a re-entry is another entry. */
struct felt_director_entry {
    int64_t user;
    felt_chips stack;
    felt_chips prize; /* ledger chips                                                          */
    int64_t rank;     /* while PENDING: the higher the better                                  */
    uint32_t number;  /* 1, 2, ... in the order of registration: for keys of ledger orders     */
    uint32_t slot;    /* in a bracket                                                          */
    uint16_t table;   /* NO_TABLE: none                                                        */
    uint16_t beaten;  /* OUT: so many went out before him                                      */
    uint16_t tied;    /* OUT: so many went out together, he included                           */
    uint8_t seat;     /* at that table                                                         */
    uint8_t state;    /* enum felt_director_entry_state */
    uint8_t flags;    /* enum felt_director_entry_flag */
    uint8_t paid;     /* his prize is decided                                                  */
    uint8_t unused[6];
};
FELT_STATIC_ASSERT(sizeof(struct felt_director_entry) == 56, "hashed as bytes: no padding");

/* The next hand of a table, or the one under way. */
struct felt_director_hand {
    felt_seats seats;   /* dealt in                                                              */
    felt_seats removed; /* of them, those who are blinded off                                    */
    felt_seat button;   /* may be an empty seat                                                 */
    felt_seat small;    /* NONE: no small blind                                                  */
    felt_seat big;
    uint8_t ante_style; /* enum felt_director_ante */
    uint8_t level;      /* row of the plan                                                       */
    uint32_t number;    /* of the table, from 0                                                  */
    felt_chips small_blind, big_blind, ante;
    felt_chips stack[FELT_SEATS_MAX]; /* dealt in                                                */
    uint16_t entry[FELT_SEATS_MAX];   /* everybody who sits there; NOBODY: an empty seat        */
};

enum felt_director_told {
    FELT_DIRECTOR_STARTED,
    FELT_DIRECTOR_WAS_CALLED_OFF, /* amount: what is missing in the pool for all refunds; below 0:
                               what is too much there                                             */
    FELT_DIRECTOR_REFUND,         /* entry, amount */
    FELT_DIRECTOR_SEATED,         /* entry, table, seat */
    FELT_DIRECTOR_WENT,           /* entry from one table to another: from, table, seat */
    FELT_DIRECTOR_TABLE_UP,       /* table */
    FELT_DIRECTOR_TABLE_DOWN,     /* table */
    FELT_DIRECTOR_LEVEL,          /* amount: the row of the plan that is played now */
    FELT_DIRECTOR_NO_MORE,        /* registration is over; amount: the prize pool */
    FELT_DIRECTOR_BUBBLE,         /* hand-for-hand; amount 1: begins, 0: ends */
    FELT_DIRECTOR_FINAL_TABLE,    /* table */
    FELT_DIRECTOR_ROUND,          /* amount: 1, 2, ... of a bracket or shoot-out */
    FELT_DIRECTOR_BUSTED,         /* entry, table */
    FELT_DIRECTOR_PLACED,         /* entry, amount: the place if nobody else comes in */
    FELT_DIRECTOR_PRIZE,          /* entry, amount */
    FELT_DIRECTOR_DONE,
    FELT_DIRECTOR_TOLDS
};

struct felt_director_event {
    uint8_t kind; /* enum felt_director_told */
    uint8_t seat;
    uint16_t entry, table, from;
    int64_t amount;
};

/* What an input led to, in memory of the caller.  lost: there was more; look at everything. */
struct felt_director_log {
    struct felt_director_event *event;
    uint32_t count, room;
    bool lost;
};

struct felt_director;

/* NULL, or why there cannot be such a tournament. */
const char *felt_director_verify(const struct felt_director_plan *plan);
/* The plan is good. */
size_t felt_director_bytes(const struct felt_director_plan *plan);
/* *plan is copied; `draws` decides who sits where.  `memory` is aligned for 64 bits. */
struct felt_director *felt_director_init(void *memory, const struct felt_director_plan *plan,
                                         struct felt_rng draws);

/* T3.  The log may be NULL. */
FELT_MUST_USE enum felt_director_no felt_director_apply(struct felt_director *director,
                                                        const struct felt_director_input *input,
                                                        struct felt_director_log *log);
/* What a REGISTER would be answered now. */
FELT_MUST_USE enum felt_director_no felt_director_may_register(const struct felt_director *director,
                                                               int64_t user, bool house);
/* The hand that may begin at a table now, or why none may. */
FELT_MUST_USE enum felt_director_no felt_director_next(const struct felt_director *director,
                                                       uint32_t table,
                                                       struct felt_director_hand *hand);
/* The hand that is under way.  False: none is. */
bool felt_director_under_way(const struct felt_director *director, uint32_t table,
                             struct felt_director_hand *hand);
/* When a TICK is due; INT64_MAX: never. */
int64_t felt_director_alarm(const struct felt_director *director);

/* ---- what is there ---- */

struct felt_director_face {
    uint8_t state; /* enum felt_director_state */
    uint8_t level; /* row of the plan                                                            */
    bool paused, closed, hand_for_hand, final;
    uint32_t entries, left, house, tables, round;
    uint32_t places;    /* that are paid, as it is now                                           */
    int64_t level_ms;   /* left of the level as of the last TICK; INT64_MAX: not timed           */
    felt_chips chips;   /* of the tournament, in play                                            */
    felt_chips pool;    /* prizes, the guarantee counted                                         */
    felt_chips overlay; /* of it, what the buy-ins do not cover                                  */
    felt_chips fees;
};
void felt_director_face(const struct felt_director *director, struct felt_director_face *face);
const struct felt_director_plan *felt_director_plan_of(const struct felt_director *director);
/* 0 .. entrants_max-1 */
const struct felt_director_entry *felt_director_entry(const struct felt_director *director,
                                                      uint32_t entry);
/* The entry of a user that waits or is in, or else his last one; NOBODY: he never came. */
uint32_t felt_director_entry_of(const struct felt_director *director, int64_t user);
/* Who sits there; false: no such table is open (0 .. tables_max-1). */
bool felt_director_table(const struct felt_director *director, uint32_t table,
                         uint16_t entry[FELT_SEATS_MAX]);
/* The best place of an entry that is out, shared by `tied` (final when registration is closed); 0:
 * none yet. */
uint32_t felt_director_place(const struct felt_director *director, uint32_t entry);

/* ---- surviving ---- */

enum { FELT_DIRECTOR_RECORD_BYTES = 128 };
/* An input as bytes, little-endian; how many. */
size_t felt_director_write(const struct felt_director_input *input,
                           uint8_t out[FELT_DIRECTOR_RECORD_BYTES]);
/* False: this is no record. */
bool felt_director_read(const uint8_t *bytes, size_t count, struct felt_director_input *input);
uint64_t felt_director_hash(const struct felt_director *director);
/* NULL, or which of T1, T2, T6, T7 does not hold in a block of so many bytes, which may come from a
 * disk. */
const char *felt_director_audit(const void *memory, size_t bytes);

FELT_END

#endif
