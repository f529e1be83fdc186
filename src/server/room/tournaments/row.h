/* row.h -- what a tournament is, as it is written in felt.conf ([tournament ID]), sent by an
 * operator, and kept in the journal: settings by name, and the plan that is made of them.
 *
 * A row may say what depends on the moment: it starts in ten minutes or daily at eight, its levels
 * are "turbo" for whatever the stack is, the key is a word.  felt_tournament_row_fix() makes a
 * fixed row of it, which says the same at every time and has no secret: offices and journals know
 * only those.
 *
 * Knows texts and plans, no room. */
#ifndef FELT_SERVER_ROOM_TOURNAMENTS_ROW_H
#define FELT_SERVER_ROOM_TOURNAMENTS_ROW_H

#include "base/digests.h"
#include "felt/buffer.h"
#include "felt/poker.h"
#include "felt/status.h"
#include "tournament/director.h"

enum {
    FELT_TOURNAMENT_ID_BYTES = 19, /* small letters, digits and -: its tables are ID-1, ID-2, ... */
    FELT_TOURNAMENT_TITLE_BYTES = 63,
    FELT_TOURNAMENT_GAME_BYTES = 31,
    FELT_TOURNAMENT_WORD_BYTES = 63, /* of the key */
    FELT_TOURNAMENT_ROW_BYTES = 7168 /* of its text */
};

enum felt_tournament_start {
    FELT_TOURNAMENT_FULL,  /* a sit-and-go */
    FELT_TOURNAMENT_AT,    /* plan.start_ms is since 1970 */
    FELT_TOURNAMENT_IN,    /* not fixed: plan.start_ms from now on */
    FELT_TOURNAMENT_DAILY, /* not fixed: plan.start_ms after midnight (UTC) */
    FELT_TOURNAMENT_STARTS
};

/* How levels grow: PACE_OWN is a list of the row, others are made for its stack. */
enum felt_tournament_pace {
    FELT_TOURNAMENT_PACE_OWN,
    FELT_TOURNAMENT_PACE_HYPER,
    FELT_TOURNAMENT_PACE_TURBO,
    FELT_TOURNAMENT_PACE_REGULAR,
    FELT_TOURNAMENT_PACE_DEEP,
    FELT_PACES
};

struct felt_tournament_row {
    char id[FELT_TOURNAMENT_ID_BYTES + 1];
    char title[FELT_TOURNAMENT_TITLE_BYTES + 1];
    char game[FELT_TOURNAMENT_GAME_BYTES + 1]; /* a name of felt variants */
    uint8_t limit;         /* enum felt_limit; FELT_LIMITS: the usual one          */
    uint8_t start, pace;   /* enums above                                          */
    bool bots;             /* programs may register                                */
    uint8_t house_percent; /* so many of a hundred entries may be house players: they come when
                              it starts, to fill it up                                            */
    uint32_t clock_ms, bank_ms, pause_ms;
    uint32_t open_ms;  /* registration opens so long before the start; 0: at once                */
    uint32_t every_ms; /* the next one of its kind starts so long after this one; of a
                          sit-and-go, more than 0: another opens when this one starts.  0: once  */
    uint8_t key[FELT_DIGEST_BYTES];            /* SHA-256 of the word one needs to register; all 0:
                                             everybody may                                        */
    char word[FELT_TOURNAMENT_WORD_BYTES + 1]; /* the word itself, until the row is fixed */
    struct felt_director_plan plan;
};

/* A sit-and-go of six: no-limit hold'em, 1500 chips, regular levels, buy-in 100. */
void felt_tournament_row_usual(struct felt_tournament_row *row);

/* "title", "game", ..., in the order in which they are written; NULL behind the last one.  `help`:
 * a line about it, with an example. */
const char *felt_tournament_row_key(int index, const char **help);

/* "levels" = "10m 10/20 15/30 25/50 break=5m 8m 50/100/10 ...", "prizes", "stack", "buy-in", ...:
 * docs/ROOM.md 13.  "id" is set by this too.  Anything but FELT_OK: the complaint says what to
 * write, and *row is as before. */
FELT_MUST_USE enum felt_status felt_tournament_row_set(struct felt_tournament_row *row,
                                                       const char *key, const char *value,
                                                       struct felt_complaint *complaint);
/* Whether there can be such a tournament. */
FELT_MUST_USE enum felt_status felt_tournament_row_verify(const struct felt_tournament_row *row,
                                                          struct felt_complaint *complaint);
/* Makes a fixed row of a verified one, at this moment.  "daily" repeats every 24 hours.  Without a
 * title it is called by its id.  The word is not kept. */
void felt_tournament_row_fix(struct felt_tournament_row *row, int64_t wall_ms,
                             const struct felt_digests *digests);
bool felt_tournament_row_fixed(const struct felt_tournament_row *row);
/* Does this word open it?  Always if it has no key.  The row is fixed. */
bool felt_tournament_row_opens(const struct felt_tournament_row *row, const char *word,
                               const struct felt_digests *digests);
bool felt_tournament_row_private(const struct felt_tournament_row *row); /* it has a key */
/* "key = value" lines, "id" first, that felt_tournament_row_read() makes the same row of. */
void felt_tournament_row_write(const struct felt_tournament_row *row, struct felt_buffer *out);
FELT_MUST_USE enum felt_status felt_tournament_row_read(struct felt_tournament_row *row,
                                                        const char *text, size_t bytes,
                                                        struct felt_complaint *complaint);

/* The value of one setting alone, as it would be typed; the key's word is never told. */
void felt_tournament_row_value(const struct felt_tournament_row *row, int index,
                               struct felt_buffer *out);

/* "no-limit", also where the usual one was meant; "freezeout"; "each" or "big". */
const char *felt_tournament_row_limit(const struct felt_tournament_row *row);
const char *felt_tournament_row_format(const struct felt_tournament_row *row);
const char *felt_tournament_row_ante(const struct felt_tournament_row *row);

#endif
