/* fake_tournaments.h -- the tournament service over a real room, with a clock, a
 * journal and a ledger that are made up.  House players have local connections and act at random;
 * people come by connections, register, act, and go.
 *
 * Orders go to the ledger when the journal was flushed, as in a server; a crash leaves the records
 * up to a boundary that was chosen before, between any two of them.  The first mistake is kept in
 * `failure`.
 *
 *   U1  a tournament that is restored is the one that wrote the record (tournaments.h Q2, Q4).
 *   U2  seats of directed tables between hands are those of the director (Q3), and nobody of a
 *       tournament sits in two.
 *   U3  the account of a tournament holds what was paid for it, and nothing when it is settled
 *       (Q1); each user has paid and won what the director says, the house too.
 *   U4  blinds and antes of every hand are those of its level, in the order of RULES 19. */
#ifndef FELT_TESTS_FAKE_TOURNAMENTS_H
#define FELT_TESTS_FAKE_TOURNAMENTS_H

#include "server/room/tournaments/tournaments.h"
#include "server/table/poker_adapter.h"
#include "ledger_toy.h"
#include "fake_tables.h"

enum { FAKE_TOURNAMENTS_STAKES = 8, FAKE_TOURNAMENTS_ANSWERS = 4096 };
#define FAKE_TOURNAMENTS_NOON INT64_C(1800000000000) /* the wall clock when the other one is 0 */

struct fake_tournaments_stake {
    char id[FELT_TOURNAMENT_ID_BYTES + 1];
    struct felt_stake stake;
    struct felt_poker_adapter adapter[FELT_DIRECTOR_LEVELS_MAX];
    int uses;
    bool refused; /* it cannot be made any more                                                  */
};

struct fake_tournaments_ask {
    bool due, local;
    uint32_t conn;
    int64_t at_ms;
    struct fake_tables_ask ask;
};

struct fake_tournaments_person {
    int64_t user;
    uint32_t conn;
    bool in;   /* has a connection */
    bool busy; /* of the house: hired                                                            */
    felt_chips began;
    char name[FELT_HANDLE_BYTES + 1];
};

struct fake_tournaments {
    /* set before fake_tournaments_open() */
    uint32_t tables, people, house;
    felt_chips chips;  /* each begins with                                                  */
    uint32_t think_ms; /* an answer takes 0 .. so long                                      */
    uint32_t silent;   /* percent of questions that people do not answer                    */
    uint32_t meek;     /* percent of questions that are answered by a check or a fold       */
    uint32_t bold;     /* percent of questions that are answered by everything             */
    uint32_t other; /* percent of crashes after which another program comes: hands are void      */
    struct felt_tournaments_config tournaments_config;

    struct felt_room_config config;
    struct felt_room_services services;
    struct felt_tournaments_services tournaments_services;
    struct felt_room *room;
    void *memory;
    struct felt_tournaments *tournaments;
    struct ledger_toy *toy;
    struct felt_rng rng;
    uint64_t entropy;
    int64_t now_ms, room_next, tournaments_next;
    int64_t skew_ms; /* the wall clock was set by so much                                        */
    struct made_up_record *record;
    uint32_t records, records_room, flushed;
    uint32_t crash_at; /* the process dies when so many records are there; 0: not yet            */
    uint64_t crash_hash;
    struct felt_order *order;
    uint64_t *ticket;
    uint32_t orders, orders_room;
    struct fake_tournaments_person *person; /* people, then house players */
    struct fake_tournaments_ask *ask;       /* of each table */
    struct fake_tournaments_stake *stake[FAKE_TOURNAMENTS_STAKES];
    uint8_t answer[FAKE_TOURNAMENTS_ANSWERS]; /* by request: 0 none yet, 1 + enum felt_no */
    uint64_t req;
    uint64_t hands, crashes, alarms, entries_told, unheard_told, faces_told, snapshots,
        results_found, clocks_found;
    felt_chips house_began, rake_began;
    char last_alarm[300];
    char failure[400];
};

/* Usual settings; change them, then open. */
void fake_tournaments_init(struct fake_tournaments *fake_tournaments, uint64_t seed);
void fake_tournaments_open(struct fake_tournaments *fake_tournaments);
void fake_tournaments_close(struct fake_tournaments *fake_tournaments);
void fake_tournaments_fail(struct fake_tournaments *fake_tournaments, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
int64_t fake_tournaments_wall(const struct fake_tournaments *fake_tournaments);

void fake_tournaments_come(struct fake_tournaments *fake_tournaments,
                           uint32_t person); /* a connection of his */
void fake_tournaments_go(struct fake_tournaments *fake_tournaments, uint32_t person);
/* The number of the request: see `answer`. */
uint64_t fake_tournaments_register(struct fake_tournaments *fake_tournaments, const char *id,
                                   uint32_t person, const char *word);
uint64_t fake_tournaments_unregister(struct fake_tournaments *fake_tournaments, const char *id,
                                     uint32_t person);

/* Everything that is due. */
void fake_tournaments_turn(struct fake_tournaments *fake_tournaments);
/* To the next thing, at most so far. */
void fake_tournaments_step(struct fake_tournaments *fake_tournaments, int64_t ms_max);
void fake_tournaments_wait(struct fake_tournaments *fake_tournaments, int64_t ms);
/* Dies at the next record from now on, or when so many more were written, and comes back after so
 * long; orders that wait at the ledger are done, but for the last. */
void fake_tournaments_crash_after(struct fake_tournaments *fake_tournaments, uint32_t records);
void fake_tournaments_crash(struct fake_tournaments *fake_tournaments, int64_t down_ms);
void fake_tournaments_snapshot(struct fake_tournaments *fake_tournaments);

/* U2 and what directors, room and ledger know of themselves. */
void fake_tournaments_verify(struct fake_tournaments *fake_tournaments);
/* U3, when all tournaments are settled. */
void fake_tournaments_verify_money(struct fake_tournaments *fake_tournaments);
/* What is in the account of a tournament. */
felt_chips fake_tournaments_account(const struct fake_tournaments *fake_tournaments,
                                    uint32_t index);

#endif
