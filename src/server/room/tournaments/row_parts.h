/* row_parts.h -- texts of row.h that are longer than a word: levels, prizes, times. */
#ifndef FELT_SERVER_ROOM_TOURNAMENTS_ROW_PARTS_H
#define FELT_SERVER_ROOM_TOURNAMENTS_ROW_PARTS_H

#include "server/room/tournaments/row.h"

/* Digits, at most `max`; what is behind them, or NULL: there are none, or they are too many. */
const char *felt_tournament_number(const char *text, uint64_t max, uint64_t *number);
/* "20s", "10m", "500ms", "2h", "7d": behind it, or NULL. */
const char *felt_tournament_span(const char *text, uint64_t *ms);
void felt_tournament_span_write(uint64_t ms, struct felt_buffer *out);

/* A preset's name, or a list. */
enum felt_status felt_tournament_levels_read(struct felt_tournament_row *row, const char *value,
                                             struct felt_complaint *complaint);
void felt_tournament_levels_write(const struct felt_tournament_row *row, struct felt_buffer *out);
/* The levels of its pace for its stack; nothing if they are its own. */
void felt_tournament_levels_make(struct felt_tournament_row *row);

enum felt_status felt_tournament_prizes_read(struct felt_tournament_row *row, const char *value,
                                             struct felt_complaint *complaint);
void felt_tournament_prizes_write(const struct felt_tournament_row *row, struct felt_buffer *out);

enum felt_status felt_tournament_start_read(struct felt_tournament_row *row, const char *value,
                                            struct felt_complaint *complaint);
void felt_tournament_start_write(const struct felt_tournament_row *row, struct felt_buffer *out);

#endif
