/* bureau.h -- an office of tournaments over a real floor, with a clock, a journal and a ledger that
 * are made up.  House players have local lines and act at random; people come by lines, register,
 * act, and go.
 *
 * Orders go to the ledger when the journal was flushed, as in a server; a crash leaves the records
 * up to a boundary that was chosen before, between any two of them.  The first mistake is kept in
 * `failure`.
 *
 *   U1  a tournament that is restored is the one that wrote the record (office.h Q2, Q4).
 *   U2  chairs of guided tables between hands are those of the director (Q3), and nobody of a
 *       tournament sits in two.
 *   U3  the account of a tournament holds what was paid for it, and nothing when it is settled
 *       (Q1); each user has paid and won what the director says, the house too.
 *   U4  blinds and antes of every hand are those of its level, in the order of RULES 19. */
#ifndef FELT_TESTS_BUREAU_H
#define FELT_TESTS_BUREAU_H

#include "server/room/tournaments/office.h"
#include "server/table/poker_plug.h"
#include "ledger_toy.h"
#include "salon.h"

enum { BUREAU_STAKES = 8, BUREAU_ANSWERS = 4096 };
#define BUREAU_NOON INT64_C(1800000000000) /* the wall clock when the other one is 0 */

struct bureau_stake {
    char id[FELT_EVENT_ID_BYTES + 1];
    struct felt_stake stake;
    struct felt_poker_plug plug[FELT_TOUR_LEVELS_MAX];
    int uses;
    bool refused; /* it cannot be made any more                                                  */
};

struct bureau_ask {
    bool due, local;
    uint32_t line;
    int64_t at_ms;
    struct salon_ask ask;
};

struct bureau_person {
    int64_t user;
    uint32_t line;
    bool in;   /* has a line                                                                     */
    bool busy; /* of the house: hired                                                            */
    felt_chips began;
    char name[FELT_HANDLE_BYTES + 1];
};

struct bureau {
    /* set before bureau_open() */
    uint32_t tables, people, house;
    felt_chips chips;  /* each begins with                                                  */
    uint32_t think_ms; /* an answer takes 0 .. so long                                      */
    uint32_t silent;   /* percent of questions that people do not answer                    */
    uint32_t meek;     /* percent of questions that are answered by a check or a fold       */
    uint32_t bold;     /* percent of questions that are answered by everything             */
    uint32_t other; /* percent of crashes after which another program comes: hands are void      */
    struct felt_office_config office_config;

    struct felt_floor_config config;
    struct felt_floor_services services;
    struct felt_office_services office_services;
    struct felt_floor *floor;
    void *memory;
    struct felt_office *office;
    struct ledger_toy *toy;
    struct felt_rng rng;
    uint64_t entropy;
    int64_t now_ms, floor_next, office_next;
    int64_t skew_ms; /* the wall clock was set by so much                                        */
    struct made_up_record *record;
    uint32_t records, records_room, flushed;
    uint32_t crash_at; /* the process dies when so many records are there; 0: not yet            */
    uint64_t crash_hash;
    struct felt_order *order;
    uint64_t *ticket;
    uint32_t orders, orders_room;
    struct bureau_person *person; /* people, then house players                                  */
    struct bureau_ask *ask;       /* of each table                                               */
    struct bureau_stake *stake[BUREAU_STAKES];
    uint8_t answer[BUREAU_ANSWERS]; /* by request: 0 none yet, 1 + enum felt_no                  */
    uint64_t req;
    uint64_t hands, crashes, alarms, entries_told, unheard_told, faces_told, snapshots,
        results_found, clocks_found;
    felt_chips house_began, rake_began;
    char last_alarm[300];
    char failure[400];
};

/* Usual settings; change them, then open. */
void bureau_init(struct bureau *bureau, uint64_t seed);
void bureau_open(struct bureau *bureau);
void bureau_close(struct bureau *bureau);
void bureau_fail(struct bureau *bureau, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
int64_t bureau_wall(const struct bureau *bureau);

void bureau_come(struct bureau *bureau, uint32_t person); /* a line of his                       */
void bureau_go(struct bureau *bureau, uint32_t person);
/* The number of the request: see `answer`. */
uint64_t bureau_register(struct bureau *bureau, const char *id, uint32_t person, const char *word);
uint64_t bureau_unregister(struct bureau *bureau, const char *id, uint32_t person);

/* Everything that is due. */
void bureau_turn(struct bureau *bureau);
/* To the next thing, at most so far. */
void bureau_step(struct bureau *bureau, int64_t ms_max);
void bureau_wait(struct bureau *bureau, int64_t ms);
/* Dies at the next record from now on, or when so many more were written, and comes back after so
 * long; orders that wait at the ledger are done, but for the last. */
void bureau_crash_after(struct bureau *bureau, uint32_t records);
void bureau_crash(struct bureau *bureau, int64_t down_ms);
void bureau_snapshot(struct bureau *bureau);

/* U2 and what directors, floor and ledger know of themselves. */
void bureau_verify(struct bureau *bureau);
/* U3, when all tournaments are settled. */
void bureau_verify_money(struct bureau *bureau);
/* What is in the account of a tournament. */
felt_chips bureau_account(const struct bureau *bureau, uint32_t index);

#endif
