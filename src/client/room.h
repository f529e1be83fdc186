/* room.h -- the other end of a connection to the room: what a person's program knows from the
 * frames it got (docs/PROTOCOL.md 15).
 *
 * A room guest keeps the lobby, the tables that it watches with their seats, and the hand under way
 * at each of them, as events and a view that everything which shows a hand understands.  It opens
 * no connection, reads no clock and prints nothing.
 *
 *   G1  nothing that arrives makes it fail or take more memory: what is too long is cut off, what
 *       is too many is left out, what is not known is passed over.
 *   G2  texts are what can be shown: valid UTF-8 without characters that move a cursor or turn the
 *       direction of writing.
 *   G3  an offer holds only what the server offered. */
#ifndef FELT_CLIENT_ROOM_H
#define FELT_CLIENT_ROOM_H

#include "felt/buffer.h"
#include "felt/poker.h"

enum {
    FELT_CLIENT_ROOM_ROWS_MAX = 256,
    FELT_CLIENT_ROOM_TABLES_MAX = 8,
    FELT_CLIENT_ROOM_GAMES_MAX = 64,
    FELT_CLIENT_ROOM_LIST_MAX = 100, /* notes of a report, own hands */
    FELT_CLIENT_ROOM_EVENTS_MAX = 2048,
    FELT_CLIENT_ROOM_NAME_BYTES = 96,
    FELT_CLIENT_ROOM_ID_BYTES = 32,
    FELT_CLIENT_ROOM_TITLE_BYTES = 64,
    FELT_CLIENT_ROOM_WORD_BYTES = 32,
    FELT_CLIENT_ROOM_TEXT_BYTES = 32 * 1024, /* a hand in PHH is the longest */
    FELT_CLIENT_ROOM_CODE_BYTES = 32,
    FELT_CLIENT_ROOM_UP_MAX = 8,
    FELT_CLIENT_ROOM_TOURNAMENTS_MAX = 64,
    FELT_CLIENT_ROOM_ENTRIES_MAX = 8, /* own, of tournaments */
    FELT_CLIENT_ROOM_LINK_BYTES = 160,
    FELT_CLIENT_ROOM_MOVES_MAX = 80,
    FELT_CLIENT_ROOM_MOVE_BYTES = 63,
    FELT_CLIENT_ROOM_STATE_BYTES = 2048
};

/* A tournament: docs/PROTOCOL.md 15.22. */
struct felt_client_room_level {
    felt_chips small, big, ante;
    bool is_break;
};
struct felt_client_room_tournament {
    char id[FELT_CLIENT_ROOM_ID_BYTES + 1], title[FELT_CLIENT_ROOM_TITLE_BYTES + 1];
    char variant[FELT_CLIENT_ROOM_WORD_BYTES + 1], limit[FELT_CLIENT_ROOM_WORD_BYTES + 1];
    char format[FELT_CLIENT_ROOM_WORD_BYTES + 1], state[FELT_CLIENT_ROOM_WORD_BYTES + 1];
    bool registering, is_private;
    int number, seats, entries, entrants_max, left, tables, level;
    felt_chips buy_in, fee, pool, stack;
    int64_t starts_ms, level_ms; /* from when it was told; -1: not said                      */
    struct felt_client_room_level now, next;
};

/* An own entry, or somebody's. */
struct felt_client_room_entry {
    char event[FELT_CLIENT_ROOM_ID_BYTES + 1], title[FELT_CLIENT_ROOM_TITLE_BYTES + 1];
    char name[FELT_CLIENT_ROOM_NAME_BYTES + 1];
    char state[FELT_CLIENT_ROOM_WORD_BYTES +
               1]; /* "waits", "in", "out", "refunded", "unregistered" */
    char table[FELT_CLIENT_ROOM_ID_BYTES + 1]; /* "" */
    bool house;
    felt_seat seat;
    int entries, place, tied;
    felt_chips stack, prize;
};

/* A table in the lobby. */
struct felt_client_room_row {
    char id[FELT_CLIENT_ROOM_ID_BYTES + 1], title[FELT_CLIENT_ROOM_TITLE_BYTES + 1];
    char variant[FELT_CLIENT_ROOM_WORD_BYTES + 1], limit[FELT_CLIENT_ROOM_WORD_BYTES + 1];
    felt_chips small_blind, big_blind, buy_in_min, buy_in_max;
    int seats, taken, people, in_hand;
    bool bots_welcome;
};

struct felt_client_room_seat {
    bool taken, bot, connected, in_hand;
    char name[FELT_CLIENT_ROOM_NAME_BYTES + 1];
    char state[FELT_CLIENT_ROOM_WORD_BYTES + 1]; /* "playing", "waiting", "out", ... */
    char kind[FELT_CLIENT_ROOM_WORD_BYTES + 1];  /* "human", "guest", "house", "admin" */
    felt_chips stack; /* between hands                                   */
};

/* What the own seat is told. */
struct felt_client_room_mine {
    bool wait, rebuy, muck, out, leaving;
    char twice[FELT_CLIENT_ROOM_WORD_BYTES + 1], auto_action[FELT_CLIENT_ROOM_WORD_BYTES + 1];
    char preselect[FELT_CLIENT_ROOM_WORD_BYTES + 1];
    felt_chips top_up; /* on its way                                                         */
};

/* What is asked of the own seat. */
struct felt_client_room_offer {
    bool asked;
    uint8_t phase; /* enum felt_phase; how an answer is understood                           */
    bool replaces; /* DISCARD: new cards come for those that are thrown away                 */
    struct felt_legal legal;
    bool has_req;
    uint64_t req_id;
    bool answered;    /* that question: it may be on its way once more                          */
    uint32_t time_ms; /* when it was asked                                                   */
    uint32_t bank_ms;
    int games; /* more than 0: which game is next, one of these                              */
    char game[FELT_CLIENT_ROOM_GAMES_MAX][FELT_CLIENT_ROOM_TITLE_BYTES + 1];
};

struct felt_client_room_hand {
    bool under_way;
    char id[FELT_CLIENT_ROOM_ID_BYTES + 1];
    felt_seat button, actor;
    felt_seats seats, live; /* dealt in; of them not folded                                  */
    felt_chips start[FELT_SEATS_MAX], stack[FELT_SEATS_MAX], staked[FELT_SEATS_MAX];
    felt_chips pot, to_match;
    bool acted;     /* somebody, on this street                                              */
    uint8_t follow; /* as in struct felt_poker                                               */
    uint16_t drew[FELT_SEATS_MAX]; /* as in struct felt_poker                                 */
    uint8_t draws[FELT_SEATS_MAX];
    uint8_t holes, ups[FELT_SEATS_MAX], boards[2];
    felt_card hole[FELT_HOLE_MAX], up[FELT_SEATS_MAX][FELT_CLIENT_ROOM_UP_MAX];
    felt_card board[2][FELT_BOARD_MAX];
    uint32_t events; /* those that were told so far                                          */
    struct felt_event event[FELT_CLIENT_ROOM_EVENTS_MAX];
};

/* A table of a genome: what lies there and what can be done, in words. */
struct felt_client_room_genome {
    bool here; /* else it is a table of poker                         */
    char text
        [FELT_CLIENT_ROOM_STATE_BYTES]; /* players, piles, the own hand: lines, when last told */
    int moves;                          /* of the question that is open; 0: a bet, or none     */
    char move[FELT_CLIENT_ROOM_MOVES_MAX][FELT_CLIENT_ROOM_MOVE_BYTES + 1];
};

/* A table of Narc is one of those, too: its moves are words, and stand for these actions. */
struct felt_client_room_narc {
    bool here;
    char rules[FELT_CLIENT_ROOM_WORD_BYTES + 1]; /* as the server tells them apart */
    uint8_t kind[FELT_CLIENT_ROOM_MOVES_MAX];    /* enum felt_action_kind */
    char card[FELT_CLIENT_ROOM_MOVES_MAX][FELT_CLIENT_ROOM_WORD_BYTES + 1]; /* that is named; "" */
};

struct felt_client_room_table {
    bool known;
    char id[FELT_CLIENT_ROOM_ID_BYTES + 1], title[FELT_CLIENT_ROOM_TITLE_BYTES + 1];
    char game[FELT_CLIENT_ROOM_WORD_BYTES + 1]; /* of the hand under way, as its server calls it */
    felt_chips small_blind, big_blind, buy_in_min, buy_in_max;
    int seats;
    felt_seat seat; /* own; FELT_SEAT_NONE: watches                                          */
    uint32_t seq;
    bool gap; /* a number is missing: the table should be asked for anew                     */
    bool paused, bomb_next; /* of a private one                                              */
    char host[FELT_CLIENT_ROOM_NAME_BYTES + 1]; /* "" */
    bool has_rules;
    struct felt_poker_rules rules;
    struct felt_client_room_seat table_seat[FELT_SEATS_MAX];
    struct felt_client_room_mine mine;
    struct felt_client_room_hand hand;
    struct felt_client_room_offer offer;
    struct felt_client_room_genome genome;
    struct felt_client_room_narc narc;
};

struct felt_client_room_note { /* of a report: what was done, or what a hand brought */
    char hand_id[FELT_CLIENT_ROOM_ID_BYTES + 1];
    char action[FELT_CLIENT_ROOM_WORD_BYTES + 1]; /* "" */
    bool result;
    felt_chips amount;
};

struct felt_client_room_record { /* one of the own hands */
    char hand_id[FELT_CLIENT_ROOM_ID_BYTES + 1], table[FELT_CLIENT_ROOM_ID_BYTES + 1];
    char variant[FELT_CLIENT_ROOM_WORD_BYTES + 1];
    felt_chips won;
};

enum felt_client_room_news_kind {
    FELT_CLIENT_ROOM_NOTHING,
    FELT_CLIENT_ROOM_WELCOME, /* room.name, room.bank */
    FELT_CLIENT_ROOM_OK,      /* req; table, seat, amount if they were told */
    FELT_CLIENT_ROOM_ERROR,   /* req, code, text */
    FELT_CLIENT_ROOM_LOBBY,   /* room.row */
    FELT_CLIENT_ROOM_ROW,     /* one of them has changed */
    FELT_CLIENT_ROOM_TABLE,   /* a table is watched from now on */
    FELT_CLIENT_ROOM_SEAT, /* seat; before: who sat there                                       */
    FELT_CLIENT_ROOM_MINE,
    FELT_CLIENT_ROOM_BEGIN, /* a hand begins */
    FELT_CLIENT_ROOM_EVENT, /* hand.event[first] and those behind it */
    FELT_CLIENT_ROOM_SAID,  /* text: what happened at a table of a genome or of Narc; may be "" */
    FELT_CLIENT_ROOM_SNAPSHOT, /* the hand so far: all of hand.event */
    FELT_CLIENT_ROOM_ASKED,    /* the own seat: offer */
    FELT_CLIENT_ROOM_TURN,     /* hand.actor is asked; text: what for */
    FELT_CLIENT_ROOM_GAME,     /* the next game was chosen by seat: table.game */
    FELT_CLIENT_ROOM_END,      /* a hand is over: stacks are in seat */
    FELT_CLIENT_ROOM_SETTLING,
    FELT_CLIENT_ROOM_VOID,           /* text: why the hand never was */
    FELT_CLIENT_ROOM_CHAT,           /* name, text */
    FELT_CLIENT_ROOM_REPORT,         /* notes, amount: the stack then, time_ms */
    FELT_CLIENT_ROOM_CASHIER,        /* room.bank */
    FELT_CLIENT_ROOM_GONE,           /* the table is not watched any more */
    FELT_CLIENT_ROOM_NOTICE,         /* text */
    FELT_CLIENT_ROOM_HANDS,          /* records */
    FELT_CLIENT_ROOM_ONE_HAND,       /* text */
    FELT_CLIENT_ROOM_TOURNAMENTS,    /* room.tournament */
    FELT_CLIENT_ROOM_TOURNAMENT_ROW, /* count: the one of them that has changed */
    FELT_CLIENT_ROOM_TOURNAMENT,     /* text: lines about one; count: which */
    FELT_CLIENT_ROOM_ENTRY,          /* count: of room.entry; was_entry: before */
    FELT_CLIENT_ROOM_PRIVATE,        /* room.own_table, own_key, own_link */
    FELT_CLIENT_ROOM_TERMS,          /* text: what the host changed; more: from the next hand on */
    FELT_CLIENT_ROOM_PONG
};

struct felt_client_room_news {
    uint8_t kind;
    bool has_req, more;
    bool again; /* ASKED: the same question as before, with more time                        */
    int table;  /* of room.table; -1: none                                                    */
    felt_seat seat;
    uint32_t first; /* EVENT                                                                 */
    uint32_t time_ms;
    uint64_t req;
    felt_chips amount;
    char code[FELT_CLIENT_ROOM_CODE_BYTES + 1];
    char name[FELT_CLIENT_ROOM_NAME_BYTES + 1];
    struct felt_client_room_seat before;
    struct felt_client_room_entry was_entry;
    int count; /* of notes or records                                                        */
    struct felt_client_room_note note[FELT_CLIENT_ROOM_LIST_MAX];
    struct felt_client_room_record record[FELT_CLIENT_ROOM_LIST_MAX];
    char text[FELT_CLIENT_ROOM_TEXT_BYTES];
};

/* Puts the name of a card of Narc, and what it does; `rules` as above.  False: not known. */
typedef bool (*felt_client_room_card)(void *self, const char *game, const char *rules,
                                      const char *id, bool effects, struct felt_buffer *out);

struct felt_client_room {
    bool signed_in;
    char name[FELT_CLIENT_ROOM_NAME_BYTES + 1]; /* the own handle */
    felt_chips bank; /* chips that are on no table                       */
    int rows;
    struct felt_client_room_row row[FELT_CLIENT_ROOM_ROWS_MAX];
    struct felt_client_room_table table[FELT_CLIENT_ROOM_TABLES_MAX];
    int tournaments, entries;
    struct felt_client_room_tournament tournament[FELT_CLIENT_ROOM_TOURNAMENTS_MAX];
    struct felt_client_room_entry entry[FELT_CLIENT_ROOM_ENTRIES_MAX];
    char own_table[FELT_CLIENT_ROOM_ID_BYTES + 1]; /* the private table that we are the host of */
    char own_key[FELT_CLIENT_ROOM_TITLE_BYTES + 1], own_link[FELT_CLIENT_ROOM_LINK_BYTES + 1];
    bool own_password;
    struct felt_client_room_news news; /* of the last frame */
    felt_client_room_card card;        /* NULL: cards are called by their ids */
    void *card_self;
    struct client_frame *frame; /* private                                                    */
};

/* NULL: no memory. */
struct felt_client_room *felt_client_room_open(void);
void felt_client_room_close(struct felt_client_room *room);
/* The connection dropped: what it told about tables is old.  The lobby stays until it is told anew.
 */
void felt_client_room_dropped(struct felt_client_room *room);

/* One frame; room->news says what it was, and is returned. */
const struct felt_client_room_news *felt_client_room_take(struct felt_client_room *room,
                                                          const char *frame, size_t bytes);

/* "level 3: 30/60, 4 min 10 s left; then 40/80; 5 of 6 left", or when it starts. */
void felt_client_room_level_line(const struct felt_client_room_tournament *tournament,
                                 struct felt_buffer *out);

/* The table of that name, -1: not watched. */
int felt_client_room_find(const struct felt_client_room *room, const char *table);
/* The hand under way as the own seat, or a watcher, may see it: stacks, stakes, cards.  What only
 * an engine could know (options, whose turn comes) is left out. */
void felt_client_room_view(const struct felt_client_room_table *table, struct felt_view *out);
/* Can the own cards be compared with others (felt_table_screen_hand())? */
bool felt_client_room_comparable(const struct felt_client_room_table *table);
/* The `action` frame that answers the offer, and takes it back.  `choice` of CHOOSE: a game, of
 * MOVE: one of genome.move. */
void felt_client_room_answer(struct felt_client_room_table *table, uint64_t req,
                             struct felt_action action, struct felt_buffer *out);

#endif
