/* lab_preference.h -- what people say about games of an archive, asked for and shown. */
#ifndef FELT_TERMINAL_LOCAL_LAB_PREFERENCE_H
#define FELT_TERMINAL_LOCAL_LAB_PREFERENCE_H

#include "lab/archive/lab_dir.h"
#include "command/term.h"

/* Where the rating of a game belongs: of DIR/games/NAME.json, beside DIR/archive.json. */
struct felt_play_lab_place {
    char dir[FELT_LAB_DIR_BYTES];
    char name[FELT_LAB_SLUG_BYTES];
};
/* False: the file is no game of an archive, or there is none. */
bool felt_play_lab_place_find(const char *file, struct felt_play_lab_place *out);

/* Asks how the game was, keeps the answer, and says in a few lines what the ratings so far change.
 * `genome` is the game that was played.  An exit code: 1 if an answer could not be kept. */
int felt_play_lab_ask_rating(const struct felt_term *term, bool echo,
                             const struct felt_play_lab_place *place,
                             const struct felt_genome *genome);

/* felt lab rate, felt lab taste: as lab.h. */
int felt_play_lab_rate(int argc, char **argv);
int felt_play_lab_preference_show(int argc, char **argv);

#endif
