/* serve_operator_parts.h -- the inside of the operator's requests.
 *
 *     serve_operator.c        tasks, tickets, who asks, and what comes back
 *     serve_operator_read.c   what a request says: route, body, query
 *     serve_operator_room.c   tables, house players, notices, figures
 *     serve_operator_events.c tournaments
 *     serve_operator_stats.c  figures of users and of the house, pairs of players
 *     serve_operator_users.c  users, chips, proofs of the books
 *     serve_operator_watch.c  the audit, reports, clubs
 *     serve_operator_write.c  answers, lines of the log and notes of the audit
 *
 * A task is a request or a letter that is under way, as a visit is at the desk. */
#ifndef FELT_SERVER_HTTP_ADMIN_SERVE_OPERATOR_PARTS_H
#define FELT_SERVER_HTTP_ADMIN_SERVE_OPERATOR_PARTS_H

#include "base/json_member.h"
#include "server/http/admin/serve_operator.h"
#include "store/serve_prove.h"
#include "server/http/limits.h"
#include "felt/json.h"

#include <jansson.h>

enum {
    FELT_OPERATOR_KEY_BYTES = 64, /* chosen by the client                                       */
    FELT_OPERATOR_WHY_BYTES = 200,
    FELT_OPERATOR_ROWS_USUAL = 50,
    FELT_OPERATOR_ROWS_MAX = 200,
    FELT_OPERATOR_LINES = 50, /* of a user's history                                            */
    FELT_OPERATOR_MINUTES_MAX = 525600
};

/* Fields of bodies. */
enum felt_operator_field {
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

struct felt_operator_values {
    json_t *root;
    uint32_t has; /* bits of fields                                                              */
    const char *text[FIELDS];
    int64_t number[FIELDS];
};

struct task;
typedef void felt_operator_step(struct felt_operator *operator, struct task * task);

struct felt_operator_route {
    const char *path; /* behind /api/operator/; '#' stands for a number                           */
    bool post;
    bool room;    /* there must be a floor                                                       */
    bool letters; /* only by mail                                                                */
    uint32_t fields, required;
    felt_operator_step *run;
    bool proof; /* the sign-in must be a recent one                                              */
};

enum awaits { AWAITS_NOTHING, AWAITS_RECEIPT, AWAITS_ANSWER, AWAITS_PROOF, AWAITS_FIGURES };

struct task {
    uint32_t number, generation;
    bool busy, by_mail, by_bearer;
    uint8_t awaits;
    felt_operator_step *then; /* what came is in receipt or answer                               */
    int64_t now_ms;
    const struct felt_operator_route *route;

    bool post, is_json;
    char *path, *query, *body; /* copies                                                         */
    size_t bytes;
    int64_t id; /* in the path                                                                   */
    struct felt_operator_values values;
    char search[FELT_HANDLE_BYTES + 1]; /* of a query                                            */
    int64_t behind;
    uint32_t limit;

    int64_t signed_in_ms; /* when the session of the browser began; 0: there is none             */
    int64_t admin; /* the user who asks; 0: by mail                                              */
    char actor[FELT_ORDER_ACTOR_BYTES + 1], address[FELT_ADDRESS_BYTES + 1];
    struct felt_limits_source from; /* the address, as it is limited                             */

    const struct felt_receipt *receipt;
    struct felt_answer *answer; /* its rows may be taken away                                    */
    const struct felt_proved *proved;
    const struct felt_library_findings *findings; /* NULL: not asked for yet                     */

    /* what was collected so far */
    struct felt_user user;
    felt_chips total;
    struct felt_account *seats;
    uint32_t seat_count;
    felt_chips house_account, house_bank, house_seated;
    struct felt_order order;
};

struct felt_operator {
    struct felt_operator_config config;
    const struct felt_operator_services *services;
    struct felt_counter bank;
    struct felt_bank_desk *desk;
    struct felt_mail *mail;
    struct felt_prover *prover;
    struct felt_limits limits;
    struct task *tasks; /* those of requests, then those of letters                              */
    uint32_t given;     /* to the bank, without an answer so far                                 */
    struct felt_operator_counts counts;
    char *out;
    size_t out_bytes;
};

/* ---- serve_operator.c ---- */

void felt_operator_ask(struct felt_operator *operator, struct task * task,
                       const struct felt_question *question, felt_operator_step *then);
/* task->order, with time, actor and reason filled in. */
void felt_operator_order(struct felt_operator *operator, struct task * task,
                         felt_operator_step *then);
void felt_operator_prove(struct felt_operator *operator, struct task * task,
                         felt_operator_step *then);
/* Runs the route again when they are there, in task->findings. */
void felt_operator_ask_figures(struct felt_operator *operator, struct task * task,
                               const struct felt_library_question *question);
void felt_operator_release(struct task *task);
/* Of an order that nobody waits for. */
#define FELT_OPERATOR_NO_TICKET UINT64_MAX
/* The answer is FELT_OUTCOME_OK; else it was refused. */
bool felt_operator_is_good(struct felt_operator *operator, struct task * task);

/* ---- serve_operator_read.c ---- */

/* The route of task->path, and the number in it.  NULL; *known: but for the method. */
const struct felt_operator_route *felt_operator_find_route(struct task *task, bool *known);
/* NULL, or what is wrong with the body; *field: which, NULL: none that has a name. */
const char *felt_operator_read_body(struct task *task, char why[FELT_OPERATOR_WHY_BYTES],
                                    const char **field);
/* NULL, or the name in the query that is wrong. */
const char *felt_operator_read_query(struct task *task);
static inline bool felt_operator_has(const struct task *task, enum felt_operator_field field)
{
    return task->values.has >> field & 1;
}

/* ---- serve_operator_write.c ---- */

typedef void felt_operator_writer(struct felt_json *json, const struct felt_operator *operator,
                                  const struct task * task);
/* Each answers the task, which is over then. */
void felt_operator_answer(struct felt_operator *operator, struct task * task,
                          felt_operator_writer *write);
void felt_operator_answer_nothing(struct felt_operator *operator, struct task * task);
void felt_operator_refuse(struct felt_operator *operator, struct task * task, int status,
                          const char *code, const char *field, const char *message);
void felt_operator_refuse_outcome(struct felt_operator *operator, struct task * task,
                                  enum felt_outcome outcome);
/* A change, done or refused (outcome).  One that is done and was no order becomes a note of the
 * audit. */
void felt_operator_log(struct felt_operator *operator, const struct task * task,
                       const char *outcome, const char *detail);
/* A note that did not reach the books. */
void felt_operator_lost_note(struct felt_operator *operator, const char * why);

/* ---- what routes do ---- */

felt_operator_step felt_operator_stats, felt_operator_house_profit, felt_operator_fairplay;
felt_operator_step felt_operator_tables, felt_operator_open_table, felt_operator_close_table,
    felt_operator_house, felt_operator_dial, felt_operator_settings, felt_operator_notice,
    felt_operator_figures, felt_operator_users, felt_operator_user, felt_operator_disable,
    felt_operator_enable, felt_operator_sign_out, felt_operator_silence, felt_operator_stand,
    felt_operator_credit, felt_operator_debit, felt_operator_dismiss, felt_operator_check,
    felt_operator_events, felt_operator_pools, felt_operator_event, felt_operator_create_event,
    felt_operator_direct, felt_operator_retire_event, felt_operator_audit, felt_operator_reports,
    felt_operator_end_report, felt_operator_clubs, felt_operator_club, felt_operator_close_club;

#endif
