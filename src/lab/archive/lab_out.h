/* lab_out.h -- what is left of an evolution for people: report, rulebooks, a list of games. */
#ifndef FELT_LAB_ARCHIVE_LAB_OUT_H
#define FELT_LAB_ARCHIVE_LAB_OUT_H

#include "lab/archive/lab_dir.h"
#include "felt/json.h"

/* archive.json, report.html, games/NAME.{json,md,html} of the distinct good games, and index.json,
 * the fittest first.  Games that were good once keep their files.  False: the complaint says why.
 */
bool felt_lab_out_write(const char *path, const struct felt_lab_archive *archive, int threads,
                        struct felt_complaint *complaint);
/* The same for somebody who waits: rulebooks without hints, which take time to be found. */
bool felt_lab_out_hurry(const char *path, const struct felt_lab_archive *archive, int threads,
                        struct felt_complaint *complaint);

/* ---- figures of an archive, also for felt lab show ---- */

/* Does a bluff pay, at 95 %? */
bool felt_lab_bluffs(const struct felt_elite *elite);
/* sd of a fitness, by elites that were measured again; 0: none were. */
double felt_lab_noise(const struct felt_evolve *evolve);
/* "2", "2-6": for how many the game is. */
enum { FELT_LAB_PLAYERS_BYTES = 8 };
const char *felt_lab_players(const struct felt_genome *genome, char out[FELT_LAB_PLAYERS_BYTES]);
/* "skill 0.81, drama 0.72": where it is best, compared with known games. */
enum { FELT_LAB_STRONG_BYTES = 64 };
const char *felt_lab_strong(const struct felt_evolve *evolve, const struct felt_elite *elite,
                            char out[FELT_LAB_STRONG_BYTES]);
/* Members of an object about an elite: "game", "name", "fitness", "half", "genre", "players", ...,
 * "metrics" and "facts". */
void felt_lab_elite_json(struct felt_json *json, const struct felt_elite *elite, bool good);

#endif
