/* tournaments_parts.h -- what the files of the tournament service share.
 *
 *   tournaments.c          tournaments by number and id, the clock, a series, what is there
 *   registration.c    who registers, who withdraws, what an operator directs
 *   money.c    what the ledger is asked to do, and what follows from its answers
 *   tables.c   directed tables: seats, hands, what those who sit there are told
 *   house.c    house players who fill up
 *   check.c    pools of an earlier life: what the journal lost
 *   undelivered.c  ends of entries that nobody was there to hear
 *   journal_records.c  records of the journal: written, read, applied again
 *   resume.c   the first moments after a start
 *
 * A tournament (a tournament, for short) changes by three things that are in the journal: an input
 * of its director, a request to come in (JOIN), and an answer of the ledger (DONE).  Each has one
 * function, felt_tournament_apply(), _join() and _done(), which live play and restoring call alike;
 * orders for refunds, fee, overlay and prizes follow from them, so they have the same numbers, and
 * keys, each time.  Everything else (room, answers, house players) is looked after when the change
 * is in the journal. */
#ifndef FELT_SERVER_ROOM_TOURNAMENTS_TOURNAMENTS_PARTS_H
#define FELT_SERVER_ROOM_TOURNAMENTS_TOURNAMENTS_PARTS_H

#include "felt/assert.h"
#include "server/room/tournaments/tournaments.h"

enum {
    FELT_TOURNAMENT_EPOCH_BYTES = 16,
    FELT_TOURNAMENT_SEED_BYTES = 16,
    FELT_LIFE_BYTES = 8,
    FELT_PAYMENTS_MAX = 1 << 24, /* of a tournament, and tournaments: both are in a ticket        */
    FELT_TOURNAMENTS_ROOM = FELT_TOURNAMENTS_MAX_OPEN + FELT_TOURNAMENT_KEPT + 1,
    FELT_PAYMENTS_GIVEN = 64, /* of a tournament, under way to the ledger                         */
    FELT_TOURNAMENTS_TEXT = 200
};

/* An order for the ledger.  Payment n of a tournament has the key of that number and of the life in
 * which it was first owed: if the journal loses its end, the next payment n has another key. */
struct felt_tournament_payment {
    uint8_t kind; /* enum felt_order_kind                                                        */
    bool done;
    felt_chips amount; /* 0: an ENTER that costs nothing                                         */
    int64_t user;
    struct felt_room_guest who;    /* ENTER                                                     */
    uint8_t life[FELT_LIFE_BYTES]; /* all 0: of a program that had none                          */
    /* of this life */
    bool given, told, has_req;
    bool again; /* it was given before, and nobody knows whether it was done                     */
    uint32_t conn;
    uint64_t req;
    int64_t retry_ms;
};

/* A table of the director, as it is on the room. */
struct felt_tournament_table {
    int64_t room;     /* its number there, -1: none                                              */
    uint64_t hand;    /* number of the hand that the director began last                         */
    int64_t next_ms;  /* no hand before                                                          */
    int64_t held_ms;  /* a hand could begin here since then, and none does; 0: it goes on        */
    uint32_t idle;    /* hands in a row in which nobody was there to play                        */
    bool dirty, told; /* seats are not as they should be; an operator knows                     */
};

struct felt_tournament {
    uint32_t number;
    uint8_t epoch[FELT_TOURNAMENT_EPOCH_BYTES]; /* part of keys and of the name of its pool */
    bool has_seed; /* false: of a program whose epoch was the seed, and whose pool is ID.NUMBER  */
    uint8_t
        seed[FELT_TOURNAMENT_SEED_BYTES]; /* begins the director's generator: in the journal only */
    int64_t created_ms;
    uint32_t follows; /* the one before it in a series, 0: none                                  */
    bool followed, retired;
    struct felt_tournament_row row;
    struct felt_director *director;
    size_t bytes;
    size_t block_read; /* bytes of it that a snapshot has brought so far; 0: all, or none         */
    struct felt_room_guest *person; /* of each entry                                         */
    struct felt_tournament_table *table;
    struct felt_tournament_payment *payment; /* numbers first_payment ... */
    uint32_t first_payment, payments, payments_room;
    uint32_t due;              /* payments that are not done                                     */
    uint32_t overlays;         /* of them                                                        */
    uint64_t hands;            /* begun                                                          */
    felt_chips paid, paid_out; /* into its account, and out of it                                */
    struct felt_tournament_message *unheard;
    uint32_t unheards, unheards_room;
    /* of this life */
    int stake; /* -1: none                                                                       */
    bool done; /* nothing is left to do                                                          */
    bool checked, asked; /* its pool is what the journal says; the ledger was asked              */
    uint32_t given;
    int64_t gather_ms, first_ms, house_ms, follow_ms, pay_ms, ticked_ms;
    int64_t held_ms; /* a hand could begin since then, and none does; 0: it goes on              */
    bool stuck;      /* one table is held up for good: no hand begins any more                   */
};

struct felt_tournaments {
    struct felt_room *room;
    struct felt_tournaments_config config;
    const struct felt_tournaments_services *services;
    struct felt_tournament *event[FELT_TOURNAMENTS_ROOM];
    uint32_t count, next_number;
    int64_t now_ms, next_ms;
    bool awake; /* resumed                                                                       */
    bool stir;  /* something happened since the last tick                                        */
    uint8_t life[FELT_LIFE_BYTES]; /* drawn at every start: part of the keys of new payments      */
    struct felt_director_log log;
    uint64_t *at; /* of each table of the room: 1 + (event number << 16 | director's table)      */
};

/* ---- tournaments.c ---- */

struct felt_tournament *felt_tournament_find(const struct felt_tournaments *tournaments,
                                             uint32_t number);
uint32_t felt_tournament_index(const struct felt_tournaments *tournaments,
                               const struct felt_tournament *tournament);
/* A new one, without a stake; NULL: no memory, or no room.  `seed` NULL: the epoch is. */
struct felt_tournament *felt_tournament_make(struct felt_tournaments *tournaments, uint32_t number,
                                             const struct felt_tournament_row *row,
                                             const uint8_t epoch[FELT_TOURNAMENT_EPOCH_BYTES],
                                             const uint8_t seed[FELT_TOURNAMENT_SEED_BYTES]);
/* The name of its prize pool in the ledger, which no other tournament ever has. */
void felt_tournament_pool(const struct felt_tournament *tournament,
                          char out[FELT_ORDER_TABLE_BYTES + 1]);
void felt_tournament_drop(struct felt_tournaments *tournaments, struct felt_tournament *tournament);
/* Applies and derives orders; what it led to is in tournament service->log. */
enum felt_director_no felt_tournament_apply(struct felt_tournaments *tournaments,
                                            struct felt_tournament *tournament,
                                            const struct felt_director_input *input);
/* The same at this moment, into the journal, and everything that follows. */
enum felt_director_no felt_tournament_give(struct felt_tournaments *tournaments,
                                           struct felt_tournament *tournament,
                                           struct felt_director_input input);
/* A TICK, if it is time: for the director, or since a second has passed. */
void felt_tournament_pass(struct felt_tournaments *tournaments, struct felt_tournament *tournament);
/* What was decided is told: tables, entries, lists. */
void felt_tournament_follow(struct felt_tournaments *tournaments,
                            struct felt_tournament *tournament);
bool felt_tournament_is_over(const struct felt_tournament *tournament);
bool felt_tournament_is_settled(const struct felt_tournament *tournament);
void felt_tournaments_note(const struct felt_tournaments *tournaments, const char *level,
                           const struct felt_tournament *tournament, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
/* The clock goes to `wall_ms`: see tournaments.h. */
void felt_tournaments_clock(struct felt_tournaments *tournaments, int64_t wall_ms);

/* ---- money.c ---- */

struct felt_tournament_payment *felt_tournament_payment_at(const struct felt_tournament *tournament,
                                                           uint32_t number);
uint32_t felt_tournament_payment_add(const struct felt_tournaments *tournaments,
                                     struct felt_tournament *tournament, enum felt_order_kind kind,
                                     int64_t user, felt_chips amount);
/* Is there a number for one more entry, and for all that may follow from those who are in? */
bool felt_tournament_has_numbers(const struct felt_tournament *tournament);
/* Somebody asks to come in: the number of his payment. */
uint32_t felt_tournament_join(const struct felt_tournaments *tournaments,
                              struct felt_tournament *tournament,
                              const struct felt_room_guest *who);
/* The ledger has answered for good. */
void felt_tournament_done(struct felt_tournaments *tournaments, struct felt_tournament *tournament,
                          uint32_t number, enum felt_outcome outcome, int64_t now_ms);
/* Orders that follow from what is in tournament service->log. */
void felt_tournament_owe(struct felt_tournaments *tournaments, struct felt_tournament *tournament);
/* Gives what is due.  When to come again. */
int64_t felt_tournament_pay(struct felt_tournaments *tournaments,
                            struct felt_tournament *tournament);
/* Entries that are asked for: those of people, or of the house. */
uint32_t felt_tournament_pending(const struct felt_tournament *tournament, bool house);

/* ---- check.c ---- */

/* Asks what is in its pool, before anything is paid in this life.  When to come again. */
int64_t felt_tournament_check(struct felt_tournaments *tournaments,
                              struct felt_tournament *tournament);
/* Chips that were paid into its pool and are in no other record; user 0: of the house. */
void felt_tournament_stray(const struct felt_tournaments *tournaments,
                           struct felt_tournament *tournament, int64_t user, felt_chips amount);

/* ---- tables.c ---- */

/* Seats of tables that are dirty become those of the director. */
void felt_tournament_arrange(struct felt_tournaments *tournaments,
                             struct felt_tournament *tournament);
/* Hands begin where they may.  When to come again. */
int64_t felt_tournament_deal(struct felt_tournaments *tournaments,
                             struct felt_tournament *tournament);
/* Gives a tournament up that could go on and does not. */
void felt_tournament_mind(struct felt_tournaments *tournaments, struct felt_tournament *tournament);
void felt_tournament_announce(struct felt_tournaments *tournaments,
                              struct felt_tournament *tournament);
/* To all its tables. */
void felt_tournament_tell(struct felt_tournaments *tournaments,
                          const struct felt_tournament *tournament, const char *text);
void felt_tournament_set_table(struct felt_tournaments *tournaments,
                               struct felt_tournament *tournament, uint32_t table, int64_t room);

/* ---- house.c ---- */

int64_t felt_tournament_house(struct felt_tournaments *tournaments,
                              struct felt_tournament *tournament);
/* A house player makes room for somebody.  False: none can. */
bool felt_tournament_make_room(struct felt_tournaments *tournaments,
                               struct felt_tournament *tournament);

/* ---- registration.c ---- */

/* Gives the order for an entry; `line` FELT_NO_LINE: of the house. */
void felt_tournament_ask_in(struct felt_tournaments *tournaments,
                            struct felt_tournament *tournament, const struct felt_room_guest *who,
                            uint32_t conn, bool has_req, uint64_t req);

/* ---- undelivered.c ---- */

/* False: it is there already. */
bool felt_tournament_keep_message(struct felt_tournament *tournament,
                                  const struct felt_tournament_message *one);
/* False: it is not there. */
bool felt_tournament_message_delivered(struct felt_tournament *tournament, uint32_t number);

/* ---- journal_records.c ---- */

void felt_tournaments_write_life(struct felt_tournaments *tournaments);
void felt_tournaments_write_tournament(struct felt_tournaments *tournaments,
                                       const struct felt_tournament *tournament);
void felt_tournaments_write_input(struct felt_tournaments *tournaments,
                                  const struct felt_tournament *tournament,
                                  const struct felt_director_input *input);
void felt_tournaments_write_join(struct felt_tournaments *tournaments,
                                 const struct felt_tournament *tournament,
                                 const struct felt_room_guest *who);
void felt_tournaments_write_done(struct felt_tournaments *tournaments,
                                 const struct felt_tournament *tournament, uint32_t number,
                                 enum felt_outcome outcome, int64_t now_ms);
void felt_tournaments_write_table(struct felt_tournaments *tournaments,
                                  const struct felt_tournament *tournament, uint32_t table);
void felt_tournaments_write_stray(struct felt_tournaments *tournaments,
                                  const struct felt_tournament *tournament, int64_t user,
                                  felt_chips amount);
void felt_tournaments_write_gone(struct felt_tournaments *tournaments, uint32_t number);
void felt_tournaments_write_retired(struct felt_tournaments *tournaments,
                                    const struct felt_tournament *tournament);
void felt_tournaments_write_message(struct felt_tournaments *tournaments,
                                    const struct felt_tournament *tournament,
                                    const struct felt_tournament_message *one);
void felt_tournaments_write_delivered(struct felt_tournaments *tournaments,
                                      const struct felt_tournament *tournament, uint32_t number);

#endif
