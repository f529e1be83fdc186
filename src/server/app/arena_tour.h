/* arena_tour.h -- felt arena tournament: what its files share.
 *
 *   arena_tour.c         the command: options, the plan, the life of the server
 *   arena_tour_desk.c    what the operator types or asks for over HTTP
 *   arena_tour_show.c    what is shown in the terminal
 *   arena_tour_report.c  the report: text, JSON, a page */
#ifndef FELT_SERVER_APP_ARENA_TOUR_H
#define FELT_SERVER_APP_ARENA_TOUR_H

#include "server/app/arena.h"
#include "command/term.h"
#include "server/http/limits.h"

enum { FELT_TOURNEY_LINE_BYTES = 256, FELT_TOURNEY_SETS = 64 };

struct felt_tourney {
    struct felt_arena_options options;
    struct felt_arena_contest contest;
    struct felt_arena_annex annex;
    struct felt_arena *arena; /* NULL: not yet                                                   */
    const char *report;
    bool reported;
    /* terminal */
    struct felt_term term;
    uint64_t shown; /* notes                                                                     */
    int64_t status_us;
    bool has_status; /* the last line is one that is written over                                */
    /* what is typed */
    bool listens;
    char line[FELT_TOURNEY_LINE_BYTES];
    size_t typed;
    /* requests */
    struct felt_limits wrong; /* secrets, by network                                             */
    struct felt_limits_bucket wrong_bucket[(int)FELT_TOURNEY_SETS * (int)FELT_LIMITS_WAYS];
};

int felt_arena_tournament(int argc, char **argv);

/* arena_tour_desk.c: fills tourney->annex. */
void felt_tourney_desk(struct felt_tourney *tourney);

/* arena_tour_show.c: what happened since, and how it stands. */
void felt_tourney_show(struct felt_tourney *tourney);
/* The status line makes room for other text. */
void felt_tourney_wipe(struct felt_tourney *tourney);

/* arena_tour_report.c: by the end of the name: .json, .html, else text.  False: cannot write. */
bool felt_tourney_report(const struct felt_contest *contest, const char *file);
void felt_tourney_print(const struct felt_contest *contest, FILE *out);

#endif
