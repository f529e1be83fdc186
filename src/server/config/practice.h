/* practice.h -- tables where somebody tries a game of the lab against house players, for the
 * score (docs/PROTOCOL.md 16.8).
 *
 * Somebody asks the lab for a game: its text lies ready here, under a key.  Then he opens a private
 * table whose game is "lab:KEY".  What the journal has of such a table is a text with the genome in
 * it: nothing is looked up when it is restored.  Known games are always ready, by their names.
 *
 *   Q1  no text of a client becomes the name of a file.
 *   Q2  chips stay where they are (server/table/genome_adapter.h): a seat holds a marker of one. */
#ifndef FELT_SERVER_CONFIG_PRACTICE_H
#define FELT_SERVER_CONFIG_PRACTICE_H

#include "server/config/practice_key.h"
#include "felt/buffer.h"
#include "server/room/room.h"
#include "server/table/genome_adapter.h"

enum {
    FELT_PRACTICES_READY = 256, /* games that lie ready; the one asked for longest ago goes       */
    FELT_PRACTICE_PAUSE_MS = 60000 /* between two games, at most                                  */
};

struct felt_practices;

/* NULL: no memory. */
struct felt_practices *felt_practices_open(void);
void felt_practices_close(struct felt_practices *practices);

/* A genome that can be played lies ready from now on; `seats`: of a table, if nothing is said.
 * False: it is too long, or there is no memory. */
FELT_MUST_USE bool felt_practices_prepare(struct felt_practices *practices, int seats,
                                          const char *genome, size_t bytes);

/* Does this game of a private table mean one of ours? */
bool felt_practice_named(const char *game);
/* The text of a stake, for felt_practice_read().  False: `why` says what is wrong. */
FELT_MUST_USE bool felt_practices_write(struct felt_practices *practices, const char *id,
                                        const struct felt_room_client_terms *terms,
                                        struct felt_buffer *out, char why[FELT_ROOM_TEXT_BYTES]);
bool felt_practice_wrote(const char *text, size_t bytes);
/* The stake and the adapter it plays with, for free(); NULL: the text is none of ours, or there is
 * no memory. */
struct felt_genome_adapter *felt_practice_read(const char *text, size_t bytes,
                                               struct felt_stake *out);

#endif
