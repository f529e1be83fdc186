/* salon.h -- a floor on a clock, a journal and a ledger that are made up, and an ear at every line.
 *
 * What the floor posts is heard when the journal was flushed, and orders go to the ledger then, as
 * in a server; a crash takes with it whatever was not flushed.  The first mistake that the ear or
 * salon_verify() finds is kept in `failure`.
 *
 *   V1  chips on the floor are those of the ledger's seats as of the last receipt (floor.h F1).
 *   V2  whoever can go on goes on within the clocks of his table (F2).
 *   V3  a refused want has changed neither hash nor journal, and nothing is answered twice (F3).
 *   V4  a restored floor has the hash of the one that was flushed (F4).
 *   V5  no award and no end of a hand is heard before the receipt of its settlement (F5).
 *   V6  nobody hears a card that he may not know (F7), and what is public is public in the order of
 *       the hand; nothing but answers goes to a local line.
 *   V7  numbers of a table have no gaps (news.h J3). */
#ifndef FELT_TESTS_SALON_H
#define FELT_TESTS_SALON_H

#ifdef __cplusplus
extern "C" {
#endif

#include "server/room/floor.h"
#include "server/table/poker_plug.h"
#include "ledger_toy.h"
#include "made_up.h"

enum {
    SALON_LINES = 64,
    SALON_USERS = 40, /* numbers of users are below this                                      */
    SALON_TABLES = 12,
    SALON_STAKES = 8,
    SALON_SAID = 512,
    SALON_TOKENS = 1024,
    SALON_NOTES = 256,
    SALON_REQUESTS = 1 << 12
};

/* What is asked at a table just now. */
struct salon_ask {
    bool due, choose, has_view;
    felt_seat seat;
    uint32_t seq;
    uint64_t req_id;
    int games;
    char hand_id[FELT_HAND_ID_BYTES + 1];
    struct felt_view view;
};

/* What was heard of the hand under way at a table, or of the last one. */
struct salon_hand {
    bool known; /* from its beginning                                                         */
    bool over, reported;
    char hand_id[FELT_HAND_ID_BYTES + 1];
    felt_cards open;              /* cards that are everybody's so far                        */
    felt_cards seen[SALON_USERS]; /* by a user, before they were everybody's                  */
    felt_cards mine[SALON_USERS]; /* reported: what he may have seen                          */
    uint64_t token[SALON_TOKENS]; /* actions and open cards in their order                    */
    int tokens;
    struct felt_announcement said[SALON_SAID]; /* as a watcher hears it                       */
    int saids;
};

/* What a user saw of a hand when one of his lines came to the table. */
struct salon_snapshot {
    uint32_t heard;
    char hand_id[FELT_HAND_ID_BYTES + 1];
    struct felt_view view;
};

/* The last report of a user's absence from a table. */
struct salon_report {
    uint32_t heard, count;
    felt_chips amount;
    struct felt_away_note note[SALON_NOTES];
};

struct salon_line {
    bool in, local;
    int64_t user;
    bool watches[SALON_TABLES];
    uint32_t seq[SALON_TABLES];
    uint64_t heard;
};

struct salon_seat { /* of the ledger, as receipts told                                          */
    char table[FELT_TABLE_NAME_BYTES + 1];
    int64_t user;
    felt_chips chips;
};

struct salon_added; /* a stake that was added: salon_stakes.c                                   */
struct salon_item;  /* heard when the journal is flushed                                         */

struct salon {
    /* Set before salon_open(). */
    struct felt_floor_config config;
    struct felt_stake stake[SALON_STAKES];
    bool wire;     /* every frame is written and read again: slow                        */
    bool hashes;   /* V3, V4: hashes are compared                                        */
    uint32_t busy; /* percent of orders that are not taken                                       */
    int64_t slack_ms; /* V2: that things may take longer: receipts, house players who think       */
    bool own_toy;
    void *listener;
    void (*over)(void *listener, const struct felt_floor_report *report); /* NULL: nobody cares  */
    /* An order on its way to the ledger; false: the listener answers it.  NULL: all go there. */
    bool (*gives)(void *listener, const struct felt_order *order, uint64_t ticket);
    /* A frame as lines get it, where there is `wire`; NULL: nobody cares. */
    void (*frame)(void *listener, const uint32_t *lines, int count, const char *text, size_t bytes);

    struct felt_floor_services services;
    struct felt_floor *floor;
    void *memory;
    struct ledger_toy *toy;
    struct felt_rng rng;
    uint64_t entropy;
    int64_t now_ms, next_ms;
    uint32_t date;
    struct made_up_record *record;
    uint32_t records, records_room, flushed, build;
    uint64_t flushed_hash;
    struct salon_item *first, *last;
    struct felt_order order[256]; /* given by the floor, not yet to the ledger                  */
    uint64_t ticket[256];
    int orders;
    uint64_t network; /* from which lines enter                                                  */
    struct salon_line line[SALON_LINES];
    struct salon_ask ask[SALON_TABLES];   /* of people                                           */
    struct salon_ask local[SALON_TABLES]; /* of house players                                    */
    struct salon_hand hand[SALON_TABLES];
    struct salon_report report[SALON_TABLES][SALON_USERS];
    struct salon_snapshot snapshot[SALON_TABLES][SALON_USERS];
    uint8_t told_state[SALON_TABLES][FELT_SEATS_MAX]; /* of the last CHAIR of each               */
    char settling[SALON_TABLES][FELT_ORDER_HAND_BYTES + 1]; /* V5: without a receipt yet */
    char awarded[SALON_TABLES][FELT_HAND_ID_BYTES + 1];     /* V5: whose result was told */
    int64_t progress_ms[SALON_TABLES];
    int64_t trouble_ms; /* the ledger failed, or the floor was opened, the last time             */
    struct salon_seat seat[512];
    int seats;
    uint64_t req;
    uint8_t answer[SALON_REQUESTS]; /* by number: 0 none yet, 1 OK, 1 + enum felt_no             */
    uint8_t asker[SALON_REQUESTS];  /* 1 + line; 0: it is gone                                   */
    uint64_t applied[1 << 12];      /* keys of orders that are in `seat`                         */
    felt_seat answer_seat;          /* of the last OK                                            */
    struct salon_added *added;
    int stakes_live; /* added ones that the floor has                                            */
    char key[FELT_WANT_KEY_BYTES + 1]; /* of the last PRIVATE                                    */
    uint32_t terms;                    /* frames of TERMS that were heard                        */
    uint64_t hands, frames, voids, alarms, crashes, locals_asked;
    char failure[512];
};

/* Fills in usual settings; stakes are added with salon_stake(). */
void salon_init(struct salon *salon, uint64_t seed);
/* `plug` stays.  The stake, to be changed before salon_open(). */
struct felt_stake *salon_stake(struct salon *salon, const char *id, const struct felt_plug *plug,
                               int seats, int tables);
/* `toy`: to be used instead of an own one; it stays the caller's.  NULL: none. */
void salon_open(struct salon *salon, struct ledger_toy *toy);
void salon_close(struct salon *salon);
void salon_fail(struct salon *salon, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* A user with chips; his number. */
int64_t salon_user(struct salon *salon, enum felt_user_kind kind, felt_chips chips);
bool salon_enter(struct salon *salon, uint32_t line, int64_t user, bool local);
void salon_leave(struct salon *salon, uint32_t line);
/* Gives the want with the next number, which is returned; see `answer`. */
uint64_t salon_want(struct salon *salon, uint32_t line, struct felt_want *want);
/* And waits for its answer: FELT_NO_NOT, or why not. */
enum felt_no salon_do(struct salon *salon, uint32_t line, struct felt_want *want);
struct felt_want salon_make(enum felt_want_kind kind, const char *table);
/* The action as the frame of a client says it. */
struct felt_want salon_action(const char *table, const struct salon_ask *ask,
                              struct felt_action action);
/* A legal action: mostly cheap ones. */
struct felt_action salon_choose(struct felt_rng *rng, const struct felt_view *view);
struct felt_action salon_choose_ask(struct felt_rng *rng, const struct salon_ask *ask);
/* Answers the question of a table if a local line is asked; false: it is not. */
bool salon_answer(struct salon *salon, uint32_t table, struct felt_action action);

/* Alarms, receipts, the journal.  False: it was not flushed (`fails`). */
void salon_turn(struct salon *salon);
void salon_wait(struct salon *salon, int64_t ms);
/* To the next alarm or receipt, at most so far. */
void salon_step(struct salon *salon, int64_t ms_max);
/* The process dies: all records that were flushed are left and `more` of the others; of the orders
 * that wait at the ledger `done` are done.  Else than the same build: from now on all records so
 * far are another program's. */
void salon_crash(struct salon *salon, uint32_t more, int done, bool same_build);
/* A new segment of the journal: its records are those of a snapshot. */
void salon_snapshot(struct salon *salon);
/* V1, V2 and the ledger's own rules. */
void salon_verify(struct salon *salon);
/* The ledger has done an order of this key: a receipt for it brings no chips any more. */
void salon_done_before(struct salon *salon, const char *key);
felt_chips salon_seat_chips(const struct salon *salon, const char *table, int64_t user);
/* -1: he has no seat there. */
int salon_find(const struct salon *salon, uint32_t table, int64_t user,
               struct felt_floor_face *face);

/* ---- salon_crowd.c: people and house players who do whatever comes into their minds ---- */

enum { CROWD_MAX = 12 };

struct salon_crowd {
    struct salon *salon;
    struct felt_rng rng;
    int people, house;
    uint32_t mischief; /* percent of what people do that makes no sense, or is rude             */
    uint32_t drops;    /* percent of steps in which a line comes or goes                        */
    int64_t person[CROWD_MAX], house_player[CROWD_MAX];
};

/* House player i has line 40 + i; people take lines below that as they come. */
enum { CROWD_HOUSE_LINES = 40 };
void salon_crowd_make(struct salon_crowd *crowd, struct salon *salon, uint64_t seed, int people,
                      int house);
/* One of them does one thing.  Nobody's clock moves. */
void salon_crowd_act(struct salon_crowd *crowd);
/* Whoever is asked answers, by a chance of so many percent. */
void salon_crowd_answer(struct salon_crowd *crowd, uint32_t percent);
/* House players who are not seated take a seat. */
void salon_crowd_seat_house(struct salon_crowd *crowd);
/* A line of this user, -1: none. */
int salon_line_of(const struct salon *salon, int64_t user);

/* salon_stakes.c: hosts may create tables; before salon_open(). */
void salon_stakes_join(struct salon *salon);
void salon_stakes_forget(struct salon *salon); /* the floor that had them is no more            */
void salon_stakes_close(struct salon *salon);

/* salon_ear.c */
void salon_ear_post(void *salon, const uint32_t *lines, int count, const struct felt_news *news);
void salon_ear_report(void *salon, const struct felt_floor_report *report);
void salon_ear_hear(struct salon *salon);   /* what was flushed                                 */
void salon_ear_forget(struct salon *salon); /* what was not                                     */
void salon_ear_drop(struct salon *salon, uint32_t line); /* what is under way to a line          */
/* The answer to this request is among what waits: as in `answer`. */
uint8_t salon_ear_find(const struct salon *salon, uint64_t req);

#ifdef __cplusplus
}
#endif
#endif
