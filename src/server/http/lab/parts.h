/* parts.h -- the inside of the lab over HTTP.
 *
 *     lab.c         requests that are under way: who asks, limits, who waits for news
 *     read.c    what a request says: path, query, body
 *     clerk.c   the thread that works on wants, and what it hands back
 *     shelf.c   the directory: which archives there are, and those that were read
 *     follow.c  what grows beside an archive: progress and ratings
 *     write.c   answers about archives and games
 *     pages.c   rulebooks, reports, plots
 *     known.c   the games that the program itself knows, as an archive; tables of games
 *
 * What is below "the clerk's" is touched by his thread alone. */
#ifndef FELT_SERVER_HTTP_LAB_PARTS_H
#define FELT_SERVER_HTTP_LAB_PARTS_H

#include "lab/archive/lab_dir.h"
#include "server/http/lab/lab.h"
#include "felt/genome_json.h"
#include "felt/json.h"
#include "lab/rulebook/rulebook.h"

#include <stdio.h>
#include <sys/stat.h>

enum {
    FELT_HTTP_LAB_NAME_MAX = 64,       /* letters of an archive's name */
    FELT_HTTP_LAB_BOOKS_MAX = 1000,    /* archives of a directory */
    FELT_HTTP_LAB_ENTRIES_MAX = 10000, /* entries of it that are looked at */
    FELT_HTTP_LAB_OPEN_MAX = 3,        /* archives that are in memory as a whole */
    FELT_HTTP_LAB_ROWS_USUAL = 50,
    FELT_HTTP_LAB_ROWS_MAX = 200,
    FELT_HTTP_LAB_POINTS_USUAL = 200,
    FELT_HTTP_LAB_POINTS_MAX = 1000,     /* of an answer */
    FELT_HTTP_LAB_KEPT_POINTS = 1 << 16, /* of an archive; of more the newest */
    FELT_HTTP_LAB_FOLLOWED_MAX = 8,      /* archives of which they are kept */
    FELT_HTTP_LAB_PROGRESS_BYTES = 64 << 20,
    FELT_HTTP_LAB_HEAD_BYTES = 128,
    FELT_HTTP_LAB_RATINGS_BYTES = 16 << 20, /* no rating is added to more */
    FELT_HTTP_LAB_WAIT_MAX_S = 20,
    FELT_HTTP_LAB_QUEUE = 256,    /* wants that the clerk has or is going to have                 */
    FELT_HTTP_LAB_RUNNING_S = 600 /* an evolution that wrote nothing for longer has stopped       */
};

enum felt_http_lab_what {
    FELT_HTTP_LAB_LIST,
    FELT_HTTP_LAB_ARCHIVE,
    FELT_HTTP_LAB_PROGRESS,
    FELT_HTTP_LAB_REPORT,
    FELT_HTTP_LAB_PLOT,
    FELT_HTTP_LAB_GAME,
    FELT_HTTP_LAB_RULES,      /* JSON with Markdown in it */
    FELT_HTTP_LAB_RULES_TEXT, /* Markdown */
    FELT_HTTP_LAB_RULES_PAGE,
    FELT_HTTP_LAB_GENOME,
    FELT_HTTP_LAB_RATE,
    FELT_HTTP_LAB_TABLE, /* makes the game ready for a table of the room */
    FELT_HTTP_LAB_WHATS
};

enum felt_http_lab_sort {
    FELT_HTTP_LAB_FITNESS,
    FELT_HTTP_LAB_NAME,
    FELT_HTTP_LAB_BORN,
    FELT_HTTP_LAB_STARS,
    FELT_HTTP_LAB_BY_METRIC,
    FELT_HTTP_LAB_BY_FACT
};

/* What somebody wants to know: a plain value, handed to the clerk. */
struct felt_http_lab_want {
    uint8_t what;
    char archive[FELT_HTTP_LAB_NAME_MAX + 1]; /* "": of another form, so there is none */
    char game[FELT_LAB_SLUG_BYTES]; /* the same                                             */
    uint8_t plot;
    uint8_t sort, sort_index; /* which metric or fact                                            */
    bool turned;              /* the other way round                                             */
    int8_t genre;             /* -1: any                                                         */
    uint8_t seats;            /* 0: any                                                          */
    bool good;
    bool waits; /* nothing new is no answer yet                                                  */
    uint32_t limit, offset;
    int64_t after, wait_ms;
    int64_t user; /* who rates                                                                   */
    int stars;
    bool broken;
};

/* What the clerk hands back. */
struct felt_http_lab_result {
    uint64_t ticket;
    int status; /* 0: nothing new, ask again                                                    */
    const char *type;
    bool page;
    char *body; /* malloc'ed; NULL with a status: no memory                                      */
    size_t bytes;
    char log[FELT_COMPLAINT_BYTES + 64]; /* for the operator, "": nothing */
    bool rated;
    char *genome; /* malloc'ed: to be made ready for tables of so many seats; NULL: none          */
    size_t genome_bytes;
    int seats;
};

/* ---- read.c ---- */

/* 0, or the status of the mistake; *code, *field and *why say which it is. */
int felt_http_lab_read_path(const char *path, bool post, struct felt_http_lab_want *out,
                            const char **code, const char **why);
/* NULL, or the name in the query that is wrong. */
const char *felt_http_lab_read_query(const char *query, struct felt_http_lab_want *out);
/* NULL, or what is wrong with a rating. */
const char *felt_http_lab_read_rating(const char *body, size_t bytes,
                                      struct felt_http_lab_want *out, const char **code,
                                      const char **field);
/* The same for the body of a request for a table: nothing can be said. */
const char *felt_http_lab_read_nothing(const char *body, size_t bytes, const char **code,
                                       const char **field);
/* The archive of the games that the program knows: it is there without a directory. */
#define FELT_HTTP_LAB_KNOWN "known"
/* [a-z0-9._-], no dot first. */
bool felt_http_lab_is_name(const char *text, size_t bytes);

/* ---- clerk.c ---- */

struct felt_http_lab_clerk;
/* Takes the directory, also if it is NULL: no memory, no thread.  A directory of -1: there is none.
 */
struct felt_http_lab_clerk *felt_http_lab_clerk_open(int directory, void (*wake)(void *self),
                                                     void *self);
/* What he is at is done first; what waits is not done any more. */
void felt_http_lab_clerk_close(struct felt_http_lab_clerk *clerk);
/* False: FELT_HTTP_LAB_QUEUE are there already. */
bool felt_http_lab_clerk_give(struct felt_http_lab_clerk *clerk,
                              const struct felt_http_lab_want *want, uint64_t ticket);
bool felt_http_lab_clerk_take(struct felt_http_lab_clerk *clerk, struct felt_http_lab_result *out);

/* ---- the clerk's: shelf.c ---- */

/* Which state of a file was read. */
struct felt_http_lab_mark {
    bool there;
    dev_t device;
    ino_t file;
    off_t bytes;
    struct timespec at;
};
bool felt_http_lab_mark_equal(const struct felt_http_lab_mark *a,
                              const struct felt_http_lab_mark *b);
/* A plain file below a directory, and no link; there is false if it is anything else. */
struct felt_http_lab_mark felt_http_lab_mark_of(int directory, const char *name);
/* Its text with a zero byte behind it, malloc'ed.  NULL: it is not there, is no plain file, is
 * longer than `most`, or there is no memory. */
char *felt_http_lab_text(int directory, const char *name, size_t most, size_t *bytes,
                         struct felt_http_lab_mark *mark);

enum felt_http_lab_state {
    FELT_HTTP_LAB_UNREAD,
    FELT_HTTP_LAB_DAMAGED,
    FELT_HTTP_LAB_STOPPED,
    FELT_HTTP_LAB_RUNNING,
    FELT_HTTP_LAB_DONE
};

/* An archive that is in memory as a whole. */
struct felt_http_lab_opened {
    struct felt_lab_archive archive;
    bool good[FELT_ELITES_MAX]; /* by index: a distinct good game                                */
};

/* What people said of a game of an archive. */
struct felt_http_lab_stars {
    uint32_t count, broken;
    double mean;
};

struct felt_http_lab_book {
    char name[FELT_HTTP_LAB_NAME_MAX + 1];
    bool seen; /* in the last look at the directory                                              */
    struct felt_http_lab_mark mark;
    struct felt_http_lab_mark read; /* what the following is of */
    bool damaged;
    char why[FELT_COMPLAINT_BYTES];
    char preset[32];
    uint32_t generation, elites, good;
    double best;
    struct felt_http_lab_opened *opened; /* NULL: not in memory */
    uint64_t used; /* when it was last asked for                                */

    struct felt_http_lab_mark progress; /* as it was last seen; `done` is of it */
    struct felt_http_lab_mark followed; /* what points are of */
    off_t progress_used;
    char
        progress_head[FELT_HTTP_LAB_HEAD_BYTES]; /* how it begins: a new file may have its number */
    struct felt_progress_point *point;
    uint32_t points, points_room;
    bool done; /* the last line says so                                                          */

    struct felt_http_lab_mark rated;
    struct felt_lab_rating *rating;
    int ratings;
};

struct felt_http_lab_shelf {
    int directory;
    uint32_t ledger;
    struct felt_http_lab_book *book; /* FELT_HTTP_LAB_BOOKS_MAX, by name */
    uint32_t others;   /* archives whose names cannot be asked for, or are too many     */
    int64_t looked_ms; /* when the directory was looked at                              */
    uint64_t asked;
};

bool felt_http_lab_shelf_open(struct felt_http_lab_shelf *shelf, int directory);
void felt_http_lab_shelf_close(struct felt_http_lab_shelf *shelf);
/* Looks which archives there are, not more often than once in a second. */
void felt_http_lab_shelf_look(struct felt_http_lab_shelf *shelf);
/* NULL: there is none. */
struct felt_http_lab_book *felt_http_lab_shelf_find(struct felt_http_lab_shelf *shelf,
                                                    const char *name);
/* The directory of an archive; -1: gone. */
int felt_http_lab_book_enter(const struct felt_http_lab_shelf *shelf,
                             const struct felt_http_lab_book *book);
/* Reads what is new of it, if anything is.  NULL: damaged or gone; book->why says so. */
const struct felt_http_lab_opened *felt_http_lab_book_open(struct felt_http_lab_shelf *shelf,
                                                           struct felt_http_lab_book *book);
/* The same for the line of a list: the archive need not stay in memory. */
bool felt_http_lab_book_sum(struct felt_http_lab_shelf *shelf, struct felt_http_lab_book *book);
/* Points are kept of those that were asked for last. */
void felt_http_lab_shelf_tidy(struct felt_http_lab_shelf *shelf);
enum felt_http_lab_state felt_http_lab_book_state(const struct felt_http_lab_book *book);
/* The elite of this name; -1: there is none. */
int felt_http_lab_book_game(const struct felt_http_lab_opened *opened, const char *slug);

/* ---- the clerk's: follow.c ---- */

/* Reads what is new of the progress. */
void felt_http_lab_book_follow(struct felt_http_lab_book *book, int directory);
/* The same for a list, which needs to know only whether it is over: nothing else is kept. */
void felt_http_lab_book_glance(struct felt_http_lab_book *book, int directory);
void felt_http_lab_book_unfollow(struct felt_http_lab_book *book);
void felt_http_lab_book_ratings(struct felt_http_lab_book *book, int directory);
struct felt_http_lab_stars felt_http_lab_book_stars(const struct felt_http_lab_book *book,
                                                    uint64_t hash);
void felt_http_lab_book_forget(struct felt_http_lab_book *book); /* both */

/* ---- the clerk's: write.c and pages.c ---- */

/* What an answer is made of. */
struct felt_http_lab_view {
    struct felt_http_lab_shelf *shelf;
    const struct felt_http_lab_want *want;
    struct felt_http_lab_book *book;
    const struct felt_http_lab_opened *opened;
    int game;      /* index of the elite                                                         */
    int directory; /* of the archive                                                             */
    struct felt_http_lab_result *result;
};
typedef void felt_http_lab_writer(struct felt_json *json, const struct felt_http_lab_view *view);
/* 200 with what is written, in memory that grows until it fits. */
void felt_http_lab_answer(const struct felt_http_lab_view *view, felt_http_lab_writer *write);
void felt_http_lab_refuse(struct felt_http_lab_result *result, int status, const char *code,
                          const char *message);
/* The member "players": the least and the most. */
void felt_http_lab_write_players(struct felt_json *json, const struct felt_genome *genome);
felt_http_lab_writer felt_http_lab_write_list, felt_http_lab_write_archive,
    felt_http_lab_write_progress, felt_http_lab_write_game, felt_http_lab_write_rating;
void felt_http_lab_answer_report(const struct felt_http_lab_view *view);
void felt_http_lab_answer_plot(const struct felt_http_lab_view *view);
void felt_http_lab_answer_rules(const struct felt_http_lab_view *view);
void felt_http_lab_answer_genome(const struct felt_http_lab_view *view);

/* ---- the clerk's: known.c ---- */

void felt_http_lab_answer_known(const struct felt_http_lab_view *view);
/* Its genome is in the result; 409 TOO_LONG: no table can have it. */
void felt_http_lab_answer_table(const struct felt_http_lab_view *view,
                                const struct felt_genome *genome, int seats);

#endif
