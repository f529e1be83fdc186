/* office_parts.h -- what the files of the office share.
 *
 *   office.c          tournaments by number and id, the clock, a series, what is there
 *   office_enter.c    who registers, who withdraws, what an operator directs
 *   office_money.c    what the ledger is asked to do, and what follows from its answers
 *   office_tables.c   guided tables: chairs, hands, what those who sit there are told
 *   office_house.c    house players who fill up
 *   office_check.c    pools of an earlier life: what the journal lost
 *   office_unheard.c  ends of entries that nobody was there to hear
 *   office_records.c  records of the journal: written, read, applied again
 *   office_resume.c   the first moments after a start
 *
 * A tournament (a cup, for short) changes by three things that are in the journal: an input of its
 * director, a request to come in (JOIN), and an answer of the ledger (DONE).  Each has one
 * function, felt_cup_apply(), _join() and _done(), which live play and restoring call alike; orders
 * for refunds, fee, overlay and prizes follow from them, so they have the same numbers, and keys,
 * each time.  Everything else (floor, answers, house players) is looked after when the change is in
 * the journal. */
#ifndef FELT_SERVER_ROOM_TOURNAMENTS_OFFICE_PARTS_H
#define FELT_SERVER_ROOM_TOURNAMENTS_OFFICE_PARTS_H

#include "felt/assert.h"
#include "server/room/tournaments/office.h"

enum {
    FELT_EVENT_EPOCH_BYTES = 16,
    FELT_EVENT_SEED_BYTES = 16,
    FELT_LIFE_BYTES = 8,
    FELT_PAYMENTS_MAX = 1 << 24, /* of a tournament, and tournaments: both are in a ticket        */
    FELT_EVENTS_ROOM = FELT_EVENTS_MAX_OPEN + FELT_EVENT_KEPT + 1,
    FELT_PAYMENTS_GIVEN = 64, /* of a tournament, under way to the ledger                         */
    FELT_OFFICE_TEXT = 200
};

/* An order for the ledger.  Payment n of a tournament has the key of that number and of the life in
 * which it was first owed: if the journal loses its end, the next payment n has another key. */
struct felt_payment {
    uint8_t kind; /* enum felt_order_kind                                                        */
    bool done;
    felt_chips amount; /* 0: an ENTER that costs nothing                                         */
    int64_t user;
    struct felt_guest_of_floor who; /* ENTER                                                     */
    uint8_t life[FELT_LIFE_BYTES];  /* all 0: of a program that had none                          */
    /* of this life */
    bool given, told, has_req;
    bool again; /* it was given before, and nobody knows whether it was done                     */
    uint32_t line;
    uint64_t req;
    int64_t retry_ms;
};

/* A table of the director, as it is on the floor. */
struct felt_cup_table {
    int64_t floor;    /* its number there, -1: none                                              */
    uint64_t hand;    /* number of the hand that the director began last                         */
    int64_t next_ms;  /* no hand before                                                          */
    int64_t held_ms;  /* a hand could begin here since then, and none does; 0: it goes on        */
    uint32_t idle;    /* hands in a row in which nobody was there to play                        */
    bool dirty, told; /* chairs are not as they should be; an operator knows                     */
};

struct felt_cup {
    uint32_t number;
    uint8_t epoch[FELT_EVENT_EPOCH_BYTES]; /* part of keys and of the name of its pool            */
    bool has_seed; /* false: of a program whose epoch was the seed, and whose pool is ID.NUMBER  */
    uint8_t seed[FELT_EVENT_SEED_BYTES]; /* begins the director's generator: in the journal only  */
    int64_t created_ms;
    uint32_t follows; /* the one before it in a series, 0: none                                  */
    bool followed, retired;
    struct felt_event_row row;
    struct felt_tour *tour;
    size_t bytes;
    size_t block_read; /* bytes of it that a snapshot has brought so far; 0: all, or none         */
    struct felt_guest_of_floor *person; /* of each entry                                         */
    struct felt_cup_table *table;
    struct felt_payment *payment; /* numbers first_payment ...                                   */
    uint32_t first_payment, payments, payments_room;
    uint32_t due;              /* payments that are not done                                     */
    uint32_t overlays;         /* of them                                                        */
    uint64_t hands;            /* begun                                                          */
    felt_chips paid, paid_out; /* into its account, and out of it                                */
    struct felt_unheard *unheard;
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

struct felt_office {
    struct felt_floor *floor;
    struct felt_office_config config;
    const struct felt_office_services *services;
    struct felt_cup *event[FELT_EVENTS_ROOM];
    uint32_t count, next_number;
    int64_t now_ms, next_ms;
    bool awake; /* resumed                                                                       */
    bool stir;  /* something happened since the last tick                                        */
    uint8_t life[FELT_LIFE_BYTES]; /* drawn at every start: part of the keys of new payments      */
    struct felt_tour_log log;
    uint64_t *at; /* of each table of the floor: 1 + (event number << 16 | director's table)      */
};

/* ---- office.c ---- */

struct felt_cup *felt_cup_find(const struct felt_office *office, uint32_t number);
uint32_t felt_cup_index(const struct felt_office *office, const struct felt_cup *event);
/* A new one, without a stake; NULL: no memory, or no room.  `seed` NULL: the epoch is. */
struct felt_cup *felt_cup_make(struct felt_office *office, uint32_t number,
                               const struct felt_event_row *row,
                               const uint8_t epoch[FELT_EVENT_EPOCH_BYTES],
                               const uint8_t seed[FELT_EVENT_SEED_BYTES]);
/* The name of its prize pool in the ledger, which no other tournament ever has. */
void felt_cup_pool(const struct felt_cup *event, char out[FELT_ORDER_TABLE_BYTES + 1]);
void felt_cup_drop(struct felt_office *office, struct felt_cup *event);
/* Applies and derives orders; what it led to is in office->log. */
enum felt_tour_no felt_cup_apply(struct felt_office *office, struct felt_cup *event,
                                 const struct felt_tour_input *input);
/* The same at this moment, into the journal, and everything that follows. */
enum felt_tour_no felt_cup_give(struct felt_office *office, struct felt_cup *event,
                                struct felt_tour_input input);
/* A TICK, if it is time: for the director, or since a second has passed. */
void felt_cup_pass(struct felt_office *office, struct felt_cup *event);
/* What was decided is told: tables, entries, lists. */
void felt_cup_follow(struct felt_office *office, struct felt_cup *event);
bool felt_cup_is_over(const struct felt_cup *event);
bool felt_cup_is_settled(const struct felt_cup *event);
void felt_office_note(const struct felt_office *office, const char *level,
                      const struct felt_cup *event, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
/* The clock goes to `wall_ms`: see office.h. */
void felt_office_clock(struct felt_office *office, int64_t wall_ms);

/* ---- office_money.c ---- */

struct felt_payment *felt_payment_at(const struct felt_cup *event, uint32_t number);
uint32_t felt_payment_add(const struct felt_office *office, struct felt_cup *event,
                          enum felt_order_kind kind, int64_t user, felt_chips amount);
/* Is there a number for one more entry, and for all that may follow from those who are in? */
bool felt_cup_has_numbers(const struct felt_cup *event);
/* Somebody asks to come in: the number of his payment. */
uint32_t felt_cup_join(const struct felt_office *office, struct felt_cup *event,
                       const struct felt_guest_of_floor *who);
/* The ledger has answered for good. */
void felt_cup_done(struct felt_office *office, struct felt_cup *event, uint32_t number,
                   enum felt_outcome outcome, int64_t now_ms);
/* Orders that follow from what is in office->log. */
void felt_cup_owe(struct felt_office *office, struct felt_cup *event);
/* Gives what is due.  When to come again. */
int64_t felt_cup_pay(struct felt_office *office, struct felt_cup *event);
/* Entries that are asked for: those of people, or of the house. */
uint32_t felt_cup_pending(const struct felt_cup *event, bool house);

/* ---- office_check.c ---- */

/* Asks what is in its pool, before anything is paid in this life.  When to come again. */
int64_t felt_cup_check(struct felt_office *office, struct felt_cup *event);
/* Chips that were paid into its pool and are in no other record; user 0: of the house. */
void felt_cup_stray(const struct felt_office *office, struct felt_cup *event, int64_t user,
                    felt_chips amount);

/* ---- office_tables.c ---- */

/* Chairs of tables that are dirty become those of the director. */
void felt_cup_arrange(struct felt_office *office, struct felt_cup *event);
/* Hands begin where they may.  When to come again. */
int64_t felt_cup_deal(struct felt_office *office, struct felt_cup *event);
/* Gives a tournament up that could go on and does not. */
void felt_cup_mind(struct felt_office *office, struct felt_cup *event);
void felt_cup_announce(struct felt_office *office, struct felt_cup *event);
/* To all its tables. */
void felt_cup_tell(struct felt_office *office, const struct felt_cup *event, const char *text);
void felt_cup_set_table(struct felt_office *office, struct felt_cup *event, uint32_t table,
                        int64_t floor);

/* ---- office_house.c ---- */

int64_t felt_cup_house(struct felt_office *office, struct felt_cup *event);
/* A house player makes room for somebody.  False: none can. */
bool felt_cup_make_room(struct felt_office *office, struct felt_cup *event);

/* ---- office_enter.c ---- */

/* Gives the order for an entry; `line` FELT_NO_LINE: of the house. */
void felt_cup_ask_in(struct felt_office *office, struct felt_cup *event,
                     const struct felt_guest_of_floor *who, uint32_t line, bool has_req,
                     uint64_t req);

/* ---- office_unheard.c ---- */

/* False: it is there already. */
bool felt_cup_unheard(struct felt_cup *event, const struct felt_unheard *one);
/* False: it is not there. */
bool felt_cup_heard(struct felt_cup *event, uint32_t number);

/* ---- office_records.c ---- */

void felt_office_write_life(struct felt_office *office);
void felt_office_write_event(struct felt_office *office, const struct felt_cup *event);
void felt_office_write_input(struct felt_office *office, const struct felt_cup *event,
                             const struct felt_tour_input *input);
void felt_office_write_join(struct felt_office *office, const struct felt_cup *event,
                            const struct felt_guest_of_floor *who);
void felt_office_write_done(struct felt_office *office, const struct felt_cup *event,
                            uint32_t number, enum felt_outcome outcome, int64_t now_ms);
void felt_office_write_table(struct felt_office *office, const struct felt_cup *event,
                             uint32_t table);
void felt_office_write_stray(struct felt_office *office, const struct felt_cup *event, int64_t user,
                             felt_chips amount);
void felt_office_write_gone(struct felt_office *office, uint32_t number);
void felt_office_write_retired(struct felt_office *office, const struct felt_cup *event);
void felt_office_write_unheard(struct felt_office *office, const struct felt_cup *event,
                               const struct felt_unheard *one);
void felt_office_write_heard(struct felt_office *office, const struct felt_cup *event,
                             uint32_t number);

#endif
