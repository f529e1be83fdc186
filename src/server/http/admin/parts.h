/* parts.h -- the inside of the operator's requests.
 *
 *     admin.c        tasks, tickets, who asks, and what comes back
 *     read.c   what a request says: route, body, query
 *     room.c   tables, house players, notices, figures
 *     tournaments.c tournaments
 *     stats.c  figures of users and of the house, pairs of players
 *     users.c  users, chips, proofs of the ledger
 *     watch.c  the audit, reports, clubs
 *     write.c  answers, lines of the log and notes of the audit
 *
 * A task is a request over HTTP, or one of the admin socket, that has no answer yet. */
#ifndef FELT_SERVER_HTTP_ADMIN_PARTS_H
#define FELT_SERVER_HTTP_ADMIN_PARTS_H

#include "base/json_member.h"
#include "server/http/admin/admin.h"
#include "store/backup/prover.h"
#include "server/http/limits.h"
#include "felt/json.h"

#include <jansson.h>

enum {
    FELT_HTTP_ADMIN_KEY_BYTES = 64, /* chosen by the client                                       */
    FELT_HTTP_ADMIN_WHY_BYTES = 200,
    FELT_HTTP_ADMIN_ROWS_USUAL = 50,
    FELT_HTTP_ADMIN_ROWS_MAX = 200,
    FELT_HTTP_ADMIN_LINES = 50, /* of a user's history                                            */
    FELT_HTTP_ADMIN_MINUTES_MAX = 525600
};

/* Fields of bodies. */
enum felt_http_admin_field {
    FIELD_STAKE,
    FIELD_TABLE,
    FIELD_WHO,
    FIELD_PERSONA,
    FIELD_THINK_MS,
    FIELD_THINK_MAX_MS,
    FIELD_LOOK_MS,
    FIELD_STAY_HANDS,
    FIELD_USER,
    FIELD_AMOUNT,
    FIELD_REASON,
    FIELD_KEY,
    FIELD_MINUTES,
    FIELD_TEXT,
    FIELD_CLOSED,
    FIELD_EVENT,
    FIELD_SETTINGS, /* an object, of values.root                                                 */
    FIELD_SECONDS,
    FIELD_HANDS,
    FIELD_SEAT,
    FIELD_STANDS,
    FIELDS
};

struct felt_http_admin_values {
    json_t *root;
    uint32_t has; /* bits of fields                                                              */
    const char *text[FIELDS];
    int64_t number[FIELDS];
};

struct task;
typedef void felt_http_admin_step(struct felt_http_admin *admin, struct task *task);

struct felt_http_admin_route {
    const char *path; /* behind /api/operator/; '#' stands for a number                           */
    bool post;
    bool room;    /* there must be a room                                                       */
    bool letters; /* only by socket                                                              */
    uint32_t fields, required;
    felt_http_admin_step *run;
    bool proof; /* the sign-in must be a recent one                                              */
};

enum admin_awaits { AWAITS_NOTHING, AWAITS_RECEIPT, AWAITS_ANSWER, AWAITS_PROOF, AWAITS_STATS };

struct task {
    uint32_t number, generation;
    bool busy, by_requests, by_bearer;
    uint8_t awaits;
    felt_http_admin_step *then; /* what came is in receipt or answer */
    int64_t now_ms;
    const struct felt_http_admin_route *route;

    bool post, is_json;
    char *path, *query, *body; /* copies                                                         */
    size_t bytes;
    int64_t id; /* in the path                                                                   */
    struct felt_http_admin_values values;
    char search[FELT_HANDLE_BYTES + 1]; /* of a query                                            */
    int64_t behind;
    uint32_t limit;

    int64_t signed_in_ms; /* when the session of the browser began; 0: there is none             */
    int64_t admin; /* the user who asks; 0: by mail                                              */
    char actor[FELT_ORDER_ACTOR_BYTES + 1], address[FELT_ADDRESS_BYTES + 1];
    struct felt_limits_source from; /* the address, as it is limited                             */

    const struct felt_receipt *receipt;
    struct felt_ledger_answer *answer; /* its rows may be taken away */
    const struct felt_proved *proved;
    const struct felt_hand_store_findings *findings; /* NULL: not asked for yet */

    /* what was collected so far */
    struct felt_user user;
    felt_chips total;
    struct felt_account *seats;
    uint32_t seat_count;
    felt_chips house_account, house_bank, house_seated;
    struct felt_order order;
};

struct felt_http_admin {
    struct felt_http_admin_config config;
    const struct felt_http_admin_services *services;
    struct felt_ledger_services bank;
    struct felt_ledger_client *accounts;
    struct felt_admin_requests *requests;
    struct felt_prover *prover;
    struct felt_limits limits;
    struct task *tasks; /* those of requests, then those of the socket                            */
    uint32_t given;     /* to the ledger store, without an answer so far */
    struct felt_http_admin_counts counts;
    char *out;
    size_t out_bytes;
};

/* ---- admin.c ---- */

void felt_http_admin_ask(struct felt_http_admin *admin, struct task *task,
                         const struct felt_question *question, felt_http_admin_step *then);
/* task->order, with time, actor and reason filled in. */
void felt_http_admin_order(struct felt_http_admin *admin, struct task *task,
                           felt_http_admin_step *then);
void felt_http_admin_prove(struct felt_http_admin *admin, struct task *task,
                           felt_http_admin_step *then);
/* Runs the route again when they are there, in task->findings. */
void felt_http_admin_ask_stats(struct felt_http_admin *admin, struct task *task,
                               const struct felt_hand_store_question *question);
void felt_http_admin_release(struct task *task);
/* Of an order that nobody waits for. */
#define FELT_HTTP_ADMIN_NO_TICKET UINT64_MAX
/* The answer is FELT_OUTCOME_OK; else it was refused. */
bool felt_http_admin_is_good(struct felt_http_admin *admin, struct task *task);

/* ---- read.c ---- */

/* The route of task->path, and the number in it.  NULL; *known: but for the method. */
const struct felt_http_admin_route *felt_http_admin_find_route(struct task *task, bool *known);
/* NULL, or what is wrong with the body; *field: which, NULL: none that has a name. */
const char *felt_http_admin_read_body(struct task *task, char why[FELT_HTTP_ADMIN_WHY_BYTES],
                                      const char **field);
/* NULL, or the name in the query that is wrong. */
const char *felt_http_admin_read_query(struct task *task);
static inline bool felt_http_admin_has(const struct task *task, enum felt_http_admin_field field)
{
    return task->values.has >> field & 1;
}

/* ---- write.c ---- */

typedef void felt_http_admin_writer(struct felt_json *json, const struct felt_http_admin *admin,
                                    const struct task *task);
/* Each answers the task, which is over then. */
void felt_http_admin_answer(struct felt_http_admin *admin, struct task *task,
                            felt_http_admin_writer *write);
void felt_http_admin_answer_nothing(struct felt_http_admin *admin, struct task *task);
void felt_http_admin_refuse(struct felt_http_admin *admin, struct task *task, int status,
                            const char *code, const char *field, const char *message);
void felt_http_admin_refuse_outcome(struct felt_http_admin *admin, struct task *task,
                                    enum felt_outcome outcome);
/* A change, done or refused (outcome).  One that is done and was no order becomes a note of the
 * audit. */
void felt_http_admin_log(struct felt_http_admin *admin, const struct task *task,
                         const char *outcome, const char *detail);
/* A note that did not reach the ledger. */
void felt_http_admin_lost_note(struct felt_http_admin *admin, const char *why);

/* ---- what routes do ---- */

felt_http_admin_step felt_http_admin_stats, felt_http_admin_house_profit, felt_http_admin_fairplay;
felt_http_admin_step felt_http_admin_tables, felt_http_admin_open_table,
    felt_http_admin_close_table, felt_http_admin_house, felt_http_admin_dial,
    felt_http_admin_settings, felt_http_admin_notice, felt_http_admin_stats_asked,
    felt_http_admin_users, felt_http_admin_user, felt_http_admin_disable, felt_http_admin_enable,
    felt_http_admin_sign_out, felt_http_admin_silence, felt_http_admin_stand,
    felt_http_admin_credit, felt_http_admin_debit, felt_http_admin_dismiss, felt_http_admin_check,
    felt_http_admin_tournaments, felt_http_admin_pools, felt_http_admin_tournament,
    felt_http_admin_create_tournament, felt_http_admin_direct, felt_http_admin_retire_tournament,
    felt_http_admin_audit, felt_http_admin_reports, felt_http_admin_end_report,
    felt_http_admin_clubs, felt_http_admin_club, felt_http_admin_close_club;

#endif
