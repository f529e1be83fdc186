/* room_parts.h -- what the files of a room guest share.  Private to this folder.
 *
 *   room.c  lobby, tables, answers
 *   room_hand.c   the hand under way
 *   room_genome.c the same at tables of genomes, in words
 *   room_narc.c   the same at tables of Narc
 *   room_tournaments.c tournaments, private tables
 *   room_text.c   texts and numbers of others, made harmless */
#ifndef FELT_CLIENT_ROOM_PARTS_H
#define FELT_CLIENT_ROOM_PARTS_H

#include "client/frame.h"
#include "client/room.h"

#include <jansson.h>

/* Copies what can be shown and fits (G2); lines are kept where `lines` says so. */
void room_text_copy(const char *text, size_t bytes, bool lines, char *out, size_t room);

/* A field that is absent or of a wrong type is "", -1 (chips, seats) or false. */
void room_read_text(const json_t *object, const char *key, char *out, size_t room);
felt_chips room_read_chips(const json_t *object, const char *key);
/* The same, but less than 0 is possible; 0 if absent. */
felt_chips room_read_signed(const json_t *object, const char *key);
felt_seat room_read_seat(const json_t *object, const char *key);
int room_read_count(const json_t *object, const char *key, int max);
bool room_read_bool(const json_t *object, const char *key);

/* Rules for telling and comparing; without any known game those of hold'em, for telling only. */
void room_hand_rules(struct felt_client_room_table *table, const char *game, const char *limit);
void room_hand_begin(struct felt_client_room_table *table, const struct client_frame *frame);
void room_hand_said(struct felt_client_room_table *table, const struct client_said *said);
/* Stacks, stakes and cards as an `act` or a snapshot has them, and what is asked. */
void room_hand_state(struct felt_client_room_table *table, const struct client_frame *frame);
void room_hand_asked(struct felt_client_room_table *table, const struct client_frame *frame);
void room_hand_snapshot(struct felt_client_room_table *table, const struct client_frame *frame);
void room_hand_end(struct felt_client_room_table *table, const struct client_frame *frame);

/* Frames about tournaments and private tables.  False: it is none of them. */
bool room_events_take(struct felt_client_room *room, const json_t *object, const char *type);

/* ---- words ---- */

/* "you", a handle, or "somebody". */
const char *room_name_of(const struct felt_client_room_table *table, felt_seat seat);
/* Of a text at most so many bytes, made harmless. */
void room_put_text(struct felt_buffer *out, const json_t *value, size_t most);
void room_put_number(struct felt_buffer *out, const json_t *object, const char *key,
                     const char *behind);
/* "you play ", "Ada plays " */
void room_put_does(struct felt_buffer *out, const struct felt_client_room_table *table,
                   felt_seat seat, const char *verb);

/* Does the event move chips, as in every game of betting? */
bool room_genome_is_chips(uint8_t said);
/* Any other event, in a sentence. */
void room_genome_said(const struct felt_client_room_table *table, const json_t *event, uint8_t said,
                      char *out, size_t room);
/* An event of a table of Narc; "": there is nothing to say. */
void room_narc_said(const struct felt_client_room *room, const struct felt_client_room_table *table,
                    const json_t *event, uint8_t said, char *out, size_t bytes);
/* What an `act` or a snapshot tells; moves are those that the server offers. */
void room_narc_state(const struct felt_client_room *room, struct felt_client_room_table *table,
                     const json_t *frame);
/* What an `act` or a snapshot tells. */
void room_genome_state(struct felt_client_room_table *table, const json_t *frame);

#endif
