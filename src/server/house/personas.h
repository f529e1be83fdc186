/* personas.h -- how each house account plays: its persona and dials, changed live, kept in a file.
 *
 * HousePlayer<N> has one of the named personas (felt/persona.h) in turn, unless the file says
 * otherwise.  DIR/house.json is an object of players by account, as felt/player.h names them; "*"
 * is everybody who is not named:
 *
 *     {"*": "house:tag", "HousePlayer3": "house:rock,aggr=4"}
 *
 * Knows files, no tables: whoever changes a persona tells the seats (server/house/house_threads.h).
 *
 *   N1  what is refused changes nothing: neither what is played nor the file.
 *   N2  the file is replaced as a whole; it holds the old or the new, whatever happens. */
#ifndef FELT_SERVER_HOUSE_PERSONAS_H
#define FELT_SERVER_HOUSE_PERSONAS_H

#include "felt/json.h"
#include "felt/player.h"

enum { FELT_PERSONAS_MAX = 8192 }; /* accounts that are named                                   */

struct felt_personas;

/* `dir` NULL: nothing is kept.  No file is an empty one.  NULL: refused, and the complaint says
 * which entry is wrong and why. */
struct felt_personas *felt_personas_open(const char *dir, struct felt_complaint *complaint);
void felt_personas_close(struct felt_personas *personas);

/* By username; for another name than HousePlayer<N> what "*" says, or the first persona. */
void felt_personas_of(const struct felt_personas *personas, const char *username,
                      struct felt_player_spec *out);

/* `who`: HousePlayer<N>, or "*".  `text`: a player; "" takes the entry away.  As
 * felt_player_read(); FELT_BAD_NAME also if `who` is no such account, FELT_UNSUPPORTED for a player
 * who searches (it would keep the threads from everybody else), FELT_FULL if too many are named or
 * the file cannot be written.  N1. */
FELT_MUST_USE enum felt_status felt_personas_set(struct felt_personas *personas, const char *who,
                                                 const char *text,
                                                 struct felt_complaint *complaint);

/* One object: "all" (a player or null), "named" (players by account), "personas" (name, title and
 * dials of each), "dials" (name, range). */
void felt_personas_list(const struct felt_personas *personas, struct felt_json *json);

#endif
