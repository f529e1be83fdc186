/* fake_tables.h -- a room on a clock, a journal and a ledger that are made up, and an ear at every
 * connection.
 *
 * What the room posts is heard when the journal was flushed, and orders go to the ledger then, as
 * in a server; a crash takes with it whatever was not flushed.  The first mistake that the ear or
 * fake_tables_verify() finds is kept in `failure`.
 *
 *   V1  chips on the room are those of the ledger's seats as of the last receipt (room.h F1).
 *   V2  whoever can go on goes on within the clocks of his table (F2).
 *   V3  a refused want has changed neither hash nor journal, and nothing is answered twice (F3).
 *   V4  a restored room has the hash of the one that was flushed (F4).
 *   V5  no award and no end of a hand is heard before the receipt of its settlement (F5).
 *   V6  nobody hears a card that he may not know (F7), and what is public is public in the order of
 *       the hand; nothing but answers goes to a local connection.
 *   V7  numbers of a table have no gaps (server_message.h J3). */
#ifndef FELT_TESTS_FAKE_TABLES_H
#define FELT_TESTS_FAKE_TABLES_H

#ifdef __cplusplus
extern "C" {
#endif

#include "server/room/room.h"
#include "server/table/poker_adapter.h"
#include "ledger_toy.h"
#include "made_up.h"

enum {
    FAKE_TABLES_CONNS = 64,
    FAKE_TABLES_USERS = 40, /* numbers of users are below this */
    FAKE_TABLES_TABLES = 12,
    FAKE_TABLES_STAKES = 8,
    FAKE_TABLES_SAID = 512,
    FAKE_TABLES_TOKENS = 1024,
    FAKE_TABLES_NOTES = 256,
    FAKE_TABLES_REQUESTS = 1 << 12
};

/* What is asked at a table just now. */
struct fake_tables_ask {
    bool due, choose, has_view;
    felt_seat seat;
    uint32_t seq;
    uint64_t req_id;
    int games;
    char hand_id[FELT_LIVE_HAND_ID_BYTES + 1];
    struct felt_view view;
};

/* What was heard of the hand under way at a table, or of the last one. */
struct fake_tables_hand {
    bool known; /* from its beginning                                                         */
    bool over, reported;
    char hand_id[FELT_LIVE_HAND_ID_BYTES + 1];
    felt_cards open; /* cards that are everybody's so far                        */
    felt_cards seen[FAKE_TABLES_USERS]; /* by a user, before they were everybody's */
    felt_cards mine[FAKE_TABLES_USERS]; /* reported: what he may have seen */
    uint64_t token[FAKE_TABLES_TOKENS]; /* actions and open cards in their order */
    int tokens;
    struct felt_announcement said[FAKE_TABLES_SAID]; /* as a watcher hears it */
    int saids;
};

/* What a user saw of a hand when one of his connections came to the table. */
struct fake_tables_snapshot {
    uint32_t heard;
    char hand_id[FELT_LIVE_HAND_ID_BYTES + 1];
    struct felt_view view;
};

/* The last report of a user's absence from a table. */
struct fake_tables_report {
    uint32_t heard, count;
    felt_chips amount;
    struct felt_room_away_note note[FAKE_TABLES_NOTES];
};

struct fake_tables_line {
    bool in, local;
    int64_t user;
    bool watches[FAKE_TABLES_TABLES];
    uint32_t seq[FAKE_TABLES_TABLES];
    uint64_t heard;
};

struct fake_tables_seat { /* of the ledger, as receipts told */
    char table[FELT_TABLE_NAME_BYTES + 1];
    int64_t user;
    felt_chips chips;
};

struct fake_tables_added; /* a stake that was added: fake_tables_stakes.c */
struct fake_tables_item;  /* heard when the journal is flushed */

struct fake_tables {
    /* Set before fake_tables_open(). */
    struct felt_room_config config;
    struct felt_stake stake[FAKE_TABLES_STAKES];
    bool wire;     /* every frame is written and read again: slow                        */
    bool hashes;   /* V3, V4: hashes are compared                                        */
    uint32_t busy; /* percent of orders that are not taken                                       */
    int64_t slack_ms; /* V2: that things may take longer: receipts, house players who think       */
    bool own_toy;
    void *listener;
    void (*over)(void *listener, const struct felt_room_report *report); /* NULL: nobody cares  */
    /* An order on its way to the ledger; false: the listener answers it.  NULL: all go there. */
    bool (*gives)(void *listener, const struct felt_order *order, uint64_t ticket);
    /* A frame as lines get it, where there is `wire`; NULL: nobody cares. */
    void (*frame)(void *listener, const uint32_t *conns, int count, const char *text, size_t bytes);

    struct felt_room_services services;
    struct felt_room *room;
    void *memory;
    struct ledger_toy *toy;
    struct felt_rng rng;
    uint64_t entropy;
    int64_t now_ms, next_ms;
    uint32_t date;
    struct made_up_record *record;
    uint32_t records, records_room, flushed, build;
    uint64_t flushed_hash;
    struct fake_tables_item *first, *last;
    struct felt_order order[256]; /* given by the room, not yet to the ledger                  */
    uint64_t ticket[256];
    int orders;
    uint64_t network; /* from which lines enter                                                  */
    struct fake_tables_line conn[FAKE_TABLES_CONNS];
    struct fake_tables_ask ask[FAKE_TABLES_TABLES];   /* of people */
    struct fake_tables_ask local[FAKE_TABLES_TABLES]; /* of house players */
    struct fake_tables_hand hand[FAKE_TABLES_TABLES];
    struct fake_tables_report report[FAKE_TABLES_TABLES][FAKE_TABLES_USERS];
    struct fake_tables_snapshot snapshot[FAKE_TABLES_TABLES][FAKE_TABLES_USERS];
    uint8_t told_state[FAKE_TABLES_TABLES][FELT_SEATS_MAX];        /* of the last CHAIR of each */
    char settling[FAKE_TABLES_TABLES][FELT_ORDER_HAND_BYTES + 1];  /* V5: without a receipt yet */
    char awarded[FAKE_TABLES_TABLES][FELT_LIVE_HAND_ID_BYTES + 1]; /* V5: whose result was told */
    int64_t progress_ms[FAKE_TABLES_TABLES];
    int64_t trouble_ms; /* the ledger failed, or the room was opened, the last time             */
    struct fake_tables_seat seat[512];
    int seats;
    uint64_t req;
    uint8_t answer[FAKE_TABLES_REQUESTS]; /* by number: 0 none yet, 1 OK, 1 + enum felt_no */
    uint8_t asker[FAKE_TABLES_REQUESTS];  /* 1 + line; 0: it is gone */
    uint64_t applied[1 << 12]; /* keys of orders that are in `seat`                         */
    felt_seat answer_seat;     /* of the last OK                                            */
    struct fake_tables_added *added;
    int stakes_live; /* added ones that the room has                                            */
    char key[FELT_ROOM_CLIENT_KEY_BYTES + 1]; /* of the last PRIVATE */
    uint32_t terms; /* frames of TERMS that were heard                        */
    uint64_t hands, frames, voids, alarms, crashes, locals_asked;
    char failure[512];
};

/* Fills in usual settings; stakes are added with fake_tables_stake(). */
void fake_tables_init(struct fake_tables *fake_tables, uint64_t seed);
/* `adapter` stays.  The stake, to be changed before fake_tables_open(). */
struct felt_stake *fake_tables_stake(struct fake_tables *fake_tables, const char *id,
                                     const struct felt_game_adapter *adapter, int seats,
                                     int tables);
/* `toy`: to be used instead of an own one; it stays the caller's.  NULL: none. */
void fake_tables_open(struct fake_tables *fake_tables, struct ledger_toy *toy);
void fake_tables_close(struct fake_tables *fake_tables);
void fake_tables_fail(struct fake_tables *fake_tables, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* A user with chips; his number. */
int64_t fake_tables_user(struct fake_tables *fake_tables, enum felt_user_kind kind,
                         felt_chips chips);
bool fake_tables_enter(struct fake_tables *fake_tables, uint32_t conn, int64_t user, bool local);
void fake_tables_leave(struct fake_tables *fake_tables, uint32_t conn);
/* Gives the want with the next number, which is returned; see `answer`. */
uint64_t fake_tables_want(struct fake_tables *fake_tables, uint32_t conn,
                          struct felt_room_client_msg *msg);
/* And waits for its answer: FELT_NO_NOT, or why not. */
enum felt_no fake_tables_do(struct fake_tables *fake_tables, uint32_t conn,
                            struct felt_room_client_msg *msg);
struct felt_room_client_msg fake_tables_make(enum felt_room_client_kind kind, const char *table);
/* The action as the frame of a client says it. */
struct felt_room_client_msg fake_tables_action(const char *table, const struct fake_tables_ask *ask,
                                               struct felt_action action);
/* A legal action: mostly cheap ones. */
struct felt_action fake_tables_choose(struct felt_rng *rng, const struct felt_view *view);
struct felt_action fake_tables_choose_ask(struct felt_rng *rng, const struct fake_tables_ask *ask);
/* Answers the question of a table if a local connection is asked; false: it is not. */
bool fake_tables_answer(struct fake_tables *fake_tables, uint32_t table, struct felt_action action);

/* Alarms, receipts, the journal.  False: it was not flushed (`fails`). */
void fake_tables_turn(struct fake_tables *fake_tables);
void fake_tables_wait(struct fake_tables *fake_tables, int64_t ms);
/* To the next alarm or receipt, at most so far. */
void fake_tables_step(struct fake_tables *fake_tables, int64_t ms_max);
/* The process dies: all records that were flushed are left and `more` of the others; of the orders
 * that wait at the ledger `done` are done.  Else than the same build: from now on all records so
 * far are another program's. */
void fake_tables_crash(struct fake_tables *fake_tables, uint32_t more, int done, bool same_build);
/* A new segment of the journal: its records are those of a snapshot. */
void fake_tables_snapshot(struct fake_tables *fake_tables);
/* V1, V2 and the ledger's own rules. */
void fake_tables_verify(struct fake_tables *fake_tables);
/* The ledger has done an order of this key: a receipt for it brings no chips any more. */
void fake_tables_done_before(struct fake_tables *fake_tables, const char *key);
felt_chips fake_tables_seat_chips(const struct fake_tables *fake_tables, const char *table,
                                  int64_t user);
/* -1: he has no seat there. */
int fake_tables_find(const struct fake_tables *fake_tables, uint32_t table, int64_t user,
                     struct felt_room_face *face);

/* ---- fake_tables_crowd.c: people and house players who do whatever comes into their minds ---- */

enum { CROWD_MAX = 12 };

struct fake_tables_crowd {
    struct fake_tables *fake_tables;
    struct felt_rng rng;
    int people, house;
    uint32_t mischief; /* percent of what people do that makes no sense, or is rude             */
    uint32_t drops;    /* percent of steps in which a connection comes or goes */
    int64_t person[CROWD_MAX], house_player[CROWD_MAX];
};

/* House player i has line 40 + i; people take lines below that as they come. */
enum { CROWD_HOUSE_CONNS = 40 };
void fake_tables_crowd_make(struct fake_tables_crowd *crowd, struct fake_tables *fake_tables,
                            uint64_t seed, int people, int house);
/* One of them does one thing.  Nobody's clock moves. */
void fake_tables_crowd_act(struct fake_tables_crowd *crowd);
/* Whoever is asked answers, by a chance of so many percent. */
void fake_tables_crowd_answer(struct fake_tables_crowd *crowd, uint32_t percent);
/* House players who are not seated take a seat. */
void fake_tables_crowd_seat_house(struct fake_tables_crowd *crowd);
/* A connection of this user, -1: none. */
int fake_tables_line_of(const struct fake_tables *fake_tables, int64_t user);

/* fake_tables_stakes.c: hosts may create tables; before fake_tables_open(). */
void fake_tables_stakes_join(struct fake_tables *fake_tables);
void fake_tables_stakes_forget(
    struct fake_tables *fake_tables); /* the room that had them is no more */
void fake_tables_stakes_close(struct fake_tables *fake_tables);

/* fake_tables_ear.c */
void fake_tables_ear_post(void *fake_tables, const uint32_t *conns, int count,
                          const struct felt_room_server_msg *msg);
void fake_tables_ear_report(void *fake_tables, const struct felt_room_report *report);
void fake_tables_ear_hear(struct fake_tables *fake_tables);   /* what was flushed */
void fake_tables_ear_forget(struct fake_tables *fake_tables); /* what was not */
void fake_tables_ear_drop(struct fake_tables *fake_tables,
                          uint32_t conn); /* what is under way to a connection */
/* The answer to this request is among what waits: as in `answer`. */
uint8_t fake_tables_ear_find(const struct fake_tables *fake_tables, uint64_t req);

#ifdef __cplusplus
}
#endif
#endif
