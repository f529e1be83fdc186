/* tournament_message.h -- what everybody may know of a tournament, as types that
 * server/protocol/write_tournament.h makes frames of (docs/PROTOCOL.md 15.22).
 *
 * Whoever fills them in knows the tournament (server/room/tournaments/messages.h).  There is no
 * hidden card in them, no key, no number of a user and no address.  What they point to is valid
 * during the call. */
#ifndef FELT_SERVER_ROOM_TOURNAMENT_MESSAGE_H
#define FELT_SERVER_ROOM_TOURNAMENT_MESSAGE_H

#include "felt/seat.h"

enum {
    FELT_ROOM_TOURNAMENT_LEADERS = 10,
    FELT_ROOM_TOURNAMENT_PAGE = 50,        /* entrants of a frame */
    FELT_ROOM_TOURNAMENT_TABLES_TOLD = 60, /* tables of a frame */
    FELT_ROOM_TOURNAMENT_LEVELS_TOLD = 64,
    FELT_ROOM_TOURNAMENT_PRIZES_TOLD = 130,
    FELT_ROOM_TOURNAMENT_ROWS_TOLD = 64 /* tournaments of a list */
};

struct felt_room_tournament_level {
    felt_chips small, big, ante; /* all 0: a break                                               */
    uint32_t ms, hands;          /* both 0: for ever                                             */
};

/* A tournament in the list. */
struct felt_room_tournament_card {
    const char *id, *title, *game, *limit, *format;
    const char *state; /* "announced", "open", "running", "break", "paused", "over", "off"       */
    uint32_t number;
    bool registering, is_private, bots_welcome, hand_for_hand, final;
    uint32_t seats, entries, left, house, entrants_min, entrants_max, tables, round;
    felt_chips stack, buy_in, fee, pool, guarantee;
    int64_t opens_ms, starts_ms; /* since 1970; 0: at once; when it is full                      */
    uint32_t level;              /* 1, 2, ... of those that are no breaks; 0: not begun          */
    struct felt_room_tournament_level now, next; /* blinds; next.big 0: there is none */
    int64_t level_ends_ms; /* 0: not timed                                           */
};

/* An entry. */
struct felt_room_tournament_guest {
    const char *name;  /* handle                                                                 */
    const char *state; /* "waits", "in", "out", "refunded"; of an ENTRY also "unregistered"       */
    const char *table; /* NULL: none                                                             */
    bool house;
    felt_seat seat;
    uint32_t number, place, tied; /* place 0: none yet                                           */
    felt_chips stack, prize;
};

struct felt_room_tournament_table {
    const char *table;
    uint32_t players;
};

/* These places get this each, as it is now. */
struct felt_room_tournament_prize {
    uint32_t first, last;
    felt_chips chips;
};

/* Everything about one. */
struct felt_room_tournament_page {
    const struct felt_room_tournament_card *card;
    const char *ante; /* "each", "big"                                                           */
    uint32_t late, reentries, bubble, final_seats;
    uint32_t move_ms, bank_ms;
    felt_chips average; /* stack                                                                 */
    uint32_t levels, prizes, tables, leaders, guests;
    const struct felt_room_tournament_level *level;
    const struct felt_room_tournament_prize *prize;
    const struct felt_room_tournament_table *table;
    const struct felt_room_tournament_guest *leader,
        *guest;                                   /* by chips; in the order of registration */
    const struct felt_room_tournament_guest *you; /* the receiver's last entry; NULL: none */
    uint32_t next; /* `from` for those behind them; 0: there are none                            */
};

/* Something has happened to the receiver's own entry. */
struct felt_room_tournament_entry {
    const struct felt_room_tournament_card *card;
    const struct felt_room_tournament_guest *you;
};

#endif
