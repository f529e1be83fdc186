/* pokerstars_parts.h -- what the two files of the reader share: pokerstars.c reads lines into seats
 * of a table, pokerstars_record.c makes a record of them.  Private to this folder. */
#ifndef FELT_FORMATS_HANDS_POKERSTARS_PARTS_H
#define FELT_FORMATS_HANDS_POKERSTARS_PARTS_H

#include "felt/assert.h"
#include "felt/pokerstars.h"

#include <string.h>

enum { HOLE_MAX = 6, BOARD_MAX = 5, HEAD_MAX = 64, NOTE_BYTES = 2048 };

struct piece {
    const char *text;
    size_t bytes;
};

enum section { SECTION_HEAD, SECTION_BETTING, SECTION_SHOWDOWN, SECTION_SUMMARY };

struct seat {
    struct piece name;
    bool taken, dealt;
    felt_chips stack, ante, dead, blind;
    felt_chips staked;    /* on this street */
    felt_chips paid, won; /* in the whole hand; won: and given back */
    felt_card cards[HOLE_MAX];
    uint8_t count;
};

struct reader {
    const char *text;
    size_t bytes;
    struct felt_record *record;
    struct felt_complaint *complaint;
    struct piece line;
    enum section section;
    struct seat seat[FELT_SEATS_MAX];
    int button; /* -1: not yet told */
    int hole;   /* cards of a hand */
    struct piece table, date;
    const char *currency;
    int digits;
    felt_chips stakes[2], rake;
    bool fixed, big_blind, side_pots, collected;
    int boards, seconds;
    felt_card second[BOARD_MAX];
};

static inline bool starts(struct piece piece, const char *word)
{
    size_t bytes = strlen(word);
    return piece.bytes >= bytes && memcmp(piece.text, word, bytes) == 0;
}

static inline struct piece behind(struct piece piece, size_t bytes)
{
    felt_assert(bytes <= piece.bytes);
    return (struct piece){piece.text + bytes, piece.bytes - bytes};
}

static inline bool ends(struct piece piece, const char *word)
{
    size_t bytes = strlen(word);
    return piece.bytes >= bytes && memcmp(piece.text + piece.bytes - bytes, word, bytes) == 0;
}

static inline bool find(struct piece piece, const char *word, size_t *at)
{
    for (*at = 0; *at < piece.bytes; ++*at)
        if (starts(behind(piece, *at), word)) return true;
    return false;
}

/* pokerstars_record.c: all lines are read. */
enum felt_status pokerstars_finish(struct reader *reader);

#endif
