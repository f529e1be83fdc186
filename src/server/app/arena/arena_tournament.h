/* arena_tournament.h -- felt arena tournament: what its files share.
 *
 *   arena_tournament.c         the command: options, the plan, the life of the server
 *   arena_tournament_orders.c    what the operator types or asks for over HTTP
 *   arena_tournament_show.c    what is shown in the terminal
 *   arena_tournament_report.c  the report: text, JSON, a page */
#ifndef FELT_SERVER_APP_ARENA_ARENA_TOURNAMENT_H
#define FELT_SERVER_APP_ARENA_ARENA_TOURNAMENT_H

#include "server/app/arena/arena_endpoint.h"
#include "command/term.h"
#include "server/http/limits.h"

enum { FELT_ARENA_TOURNAMENT_REPORT_LINE_BYTES = 256, FELT_ARENA_TOURNAMENT_REPORT_SETS = 64 };

struct felt_arena_tournament_report {
    struct felt_server_options options;
    struct felt_server_tournament tournament;
    struct felt_server *server;        /* NULL: not yet                                           */
    struct felt_arena_endpoint *arena; /* the same                                                */
    const char *report;
    bool reported;
    /* terminal */
    struct felt_term term;
    uint64_t shown; /* notes                                                                     */
    int64_t status_us;
    bool has_status; /* the last line is one that is written over                                */
    /* what is typed */
    bool listens;
    char line[FELT_ARENA_TOURNAMENT_REPORT_LINE_BYTES];
    size_t typed;
    /* requests */
    struct felt_limits wrong; /* secrets, by network                                             */
    struct felt_limits_bucket
        wrong_bucket[(int)FELT_ARENA_TOURNAMENT_REPORT_SETS * (int)FELT_LIMITS_WAYS];
};

/* arena_tournament_orders.c: orders of the operator come in by its server. */
void felt_arena_tournament_report_attach(struct felt_arena_tournament_report *report);
struct felt_arena_tournament *
felt_arena_tournament_report_of(const struct felt_arena_tournament_report *report);

/* arena_tournament_show.c: what happened since, and how it stands. */
void felt_arena_tournament_report_show(struct felt_arena_tournament_report *report);
/* The status line makes room for other text. */
void felt_arena_tournament_report_wipe(struct felt_arena_tournament_report *report);

/* arena_tournament_report.c: by the end of the name: .json, .html, else text.  False: cannot write.
 */
bool felt_arena_tournament_report_make(const struct felt_arena_tournament *tournament,
                                       const char *file);
void felt_arena_tournament_report_print(const struct felt_arena_tournament *tournament, FILE *out);

#endif
