/* event_row.h -- what a tournament is, as it is written in felt.conf ([tournament ID]), sent by an
 * operator, and kept in the journal: settings by name, and the plan that is made of them.
 *
 * Knows texts and plans, no room. */
#ifndef FELT_HOST_EVENT_ROW_H
#define FELT_HOST_EVENT_ROW_H

#include "felt/buffer.h"
#include "felt/poker.h"
#include "felt/status.h"
#include "tour/director.h"

enum {
    FELT_EVENT_ID_BYTES = 19, /* small letters, digits and -: its tables are ID-1, ID-2, ...     */
    FELT_EVENT_TITLE_BYTES = 63,
    FELT_EVENT_GAME_BYTES = 31,
    FELT_EVENT_ROW_BYTES = 4096 /* of its text                                                   */
};

struct felt_event_row {
    char id[FELT_EVENT_ID_BYTES + 1];
    char title[FELT_EVENT_TITLE_BYTES + 1];
    char game[FELT_EVENT_GAME_BYTES + 1]; /* a name of felt variants                              */
    uint8_t limit;                        /* enum felt_limit; FELT_LIMITS: the usual one          */
    bool bots;                            /* programs may register                                */
    uint8_t house_percent; /* so many of a hundred entries may be house players: they come when
                              it starts, to fill it up                                            */
    uint32_t clock_ms, bank_ms, pause_ms;
    uint32_t open_ms;  /* registration opens so long before the start; 0: at once                */
    uint32_t every_ms; /* the next one of its kind starts so long after this one; of a
                          sit-and-go, more than 0: another opens when this one starts.  0: once  */
    uint8_t key[32];   /* SHA-256 of the word one needs to register; all 0: everybody may        */
    struct felt_tour_plan plan;
};

/* A sit-and-go of six: no-limit hold'em, 1500 chips, levels of ten minutes, buy-in 100. */
extern const struct felt_event_row felt_event_row_usual;

/* "levels" = "10m 10/20 15/30 25/50 break=5m 8m 50/100/10 ...", "prizes", "stack", "buy-in", ...:
 * docs/ROOM.md.  Anything but FELT_OK: the complaint says what to write, and *row is as before. */
FELT_MUST_USE enum felt_status felt_event_row_set(struct felt_event_row *row, const char *key,
                                                  const char *value,
                                                  struct felt_complaint *complaint);
/* Whether there can be such a tournament. */
FELT_MUST_USE enum felt_status felt_event_row_verify(const struct felt_event_row *row,
                                                     struct felt_complaint *complaint);
/* "key = value" lines that felt_event_row_read() makes the same row of. */
void felt_event_row_write(const struct felt_event_row *row, struct felt_buffer *out);
FELT_MUST_USE enum felt_status felt_event_row_read(struct felt_event_row *row, const char *text,
                                                   size_t bytes, struct felt_complaint *complaint);

#endif
