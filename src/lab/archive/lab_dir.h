/* lab_dir.h -- the directory of an evolution: archive, progress, games, ratings.
 *
 *     archive.json     everything (archive_json.h); what --resume goes on from
 *     progress.jsonl   a line for each generation: seconds, generation, elites, good, made, viable,
 *                      measured, best, mean, quality, coverage; the last one has "done":true
 *     report.html      report.h
 *     games/NAME.json, NAME.md, NAME.html    distinct good games, the fittest first in index.json
 *     ratings.jsonl    what people said: {"game","hash","user","stars","broken","at","metrics"}
 *
 *     .lock            held (flock) by whoever writes here; empty
 *
 *   D1  a file is written beside its place, synced, and renamed: whoever reads sees the old one or
 *       the new one, also after kill -9.
 *   D2  nothing is overwritten that was not written by us: a directory with files and without an
 *       archive.json is refused, and one with an archive is only gone on with if that is asked for.
 *   D3  NAME is made of [a-z0-9-], at most 60 characters; no name of a file comes from elsewhere.
 */
#ifndef FELT_LAB_ARCHIVE_LAB_DIR_H
#define FELT_LAB_ARCHIVE_LAB_DIR_H

#include "felt/status.h"
#include "lab/archive/archive_json.h"
#include "lab/report/report.h"
#include "lab/search/taste.h"

enum { FELT_LAB_DIR_BYTES = 512, FELT_LAB_SLUG_BYTES = 64 };

/* What is in memory of a directory.  Large: allocated, free it. */
struct felt_lab_archive {
    char preset[32];
    struct felt_evolve evolve;
    struct felt_genome start; /* of evolve.plan, if it has one                                  */
    struct felt_known_game known[64];
    struct felt_progress_point *point; /* malloc'ed                                             */
    int points;
    bool done; /* the run that wrote it has come to its end                                     */
};

/* FELT_OK: an archive can be begun here (it is made if need be).  Else the complaint says why not:
 * it is there already, is no directory, cannot be written. */
enum felt_status felt_lab_dir_new(const char *path, struct felt_complaint *complaint);
/* NULL: there is none, or it is damaged; the complaint says so. */
struct felt_lab_archive *felt_lab_dir_read(const char *path, struct felt_complaint *complaint);
void felt_lab_archive_free(struct felt_lab_archive *archive);
/* D1: a file of the directory, "archive.json", "games/x.md".  False: the complaint says why. */
bool felt_lab_dir_write(const char *path, const char *file, const char *text, size_t bytes,
                        struct felt_complaint *complaint);
/* A copy of the file of that name in another directory. */
bool felt_lab_dir_adopt(const char *path, const char *from, const char *file,
                        struct felt_complaint *complaint);
/* archive.json, if it fits (D1). */
bool felt_lab_dir_checkpoint(const char *path, const struct felt_lab_archive *archive,
                             struct felt_complaint *complaint);
/* Appends a line to progress.jsonl; all lines anew (D1), of archive->point. */
bool felt_lab_dir_point(const char *path, const struct felt_progress_point *point, bool done,
                        struct felt_complaint *complaint);
bool felt_lab_dir_points(const char *path, const struct felt_lab_archive *archive,
                         struct felt_complaint *complaint);
/* One writer at a time: a file to be closed at the end, or -1: somebody else writes here, or nobody
 * can. */
int felt_lab_dir_lock(const char *path, struct felt_complaint *complaint);
/* Takes a directory away again in which nothing but the lock was written. */
void felt_lab_dir_forget(const char *path);
/* The games that the program knows: archive->known, and the plan's pointer to them. */
void felt_lab_archive_known(struct felt_lab_archive *archive);
/* How it stands now, `seconds` after the beginning. */
struct felt_progress_point felt_lab_point(const struct felt_evolve *evolve, double seconds);
/* Keeps a point in archive->point.  False: no memory. */
bool felt_lab_archive_add(struct felt_lab_archive *archive,
                          const struct felt_progress_point *point);
/* D3: "Copper Heron" of id 17 is "copper-heron-17". */
const char *felt_lab_slug(const struct felt_elite *elite, char out[FELT_LAB_SLUG_BYTES]);

/* ---- ratings ---- */

struct felt_lab_rating {
    char game[FELT_LAB_SLUG_BYTES];
    uint64_t hash; /* of the program                                                            */
    int64_t user;  /* of a server: only what he said last of a game counts; 0: nobody's account,
                      each of them counts                                                       */
    int stars;     /* 1 .. 5                                                                    */
    bool broken;   /* "something did not work"                                                  */
    int64_t at;    /* Unix time                                                                 */
};
/* Appends a line, with the metrics of the game if the archive knows it. */
bool felt_lab_rate(const char *path, const struct felt_lab_rating *rating,
                   const struct felt_measures *measures, struct felt_complaint *complaint);
/* All of them that can be read (damaged lines are left out and counted).  Returns how many; *out is
 * malloc'ed, metrics and all. */
int felt_lab_ratings(const char *path, struct felt_rating_of **out, int *damaged);
/* The same as they were given, in their order, without those that a later one of the same user and
 * game replaced.  *out is malloc'ed. */
int felt_lab_rating_list(const char *path, struct felt_lab_rating **out, int *damaged);
/* Stars of one game: how many, and their mean. */
int felt_lab_stars(const char *path, uint64_t hash, double *mean);

#endif
