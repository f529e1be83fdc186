/* serve_operator_stats.c -- what an operator may know of figures: those of a user, what the house
 * won day by day, and pairs that should be looked at. */
#include "server/http/admin/serve_operator_parts.h"
#include "server/http/stats/stats_write.h"

#include <stdlib.h>
#include <string.h>

enum { DAYS_USUAL = 7, PAIRS_TOLD = 50 };

/* "days=30", or nothing; 0: it is wrong. */
static uint32_t days_of(const struct task *task, uint32_t usual, uint32_t most)
{
    if (!*task->query) return usual;
    if (strncmp(task->query, "days=", 5) != 0) return 0;
    char *end;
    unsigned long days = strtoul(task->query + 5, &end, 10);
    bool good = task->query[5] >= '1' && task->query[5] <= '9' && !*end && days <= most;
    return good ? (uint32_t)days : 0;
}

static void ask(struct felt_operator *operator, struct task * task,
                struct felt_library_question question, uint32_t usual, uint32_t most)
{
    uint32_t days = days_of(task, usual, most);
    question.since = felt_stats_since(days, task->now_ms);
    task->limit = days;
    if (!days)
        felt_operator_refuse(operator, task, 400, "BAD_FIELD", "days",
                             "there is something wrong with this part of the query");
    else
        felt_operator_ask_figures(operator, task, &question);
}

/* ---- a user ---- */

static void write_stats(struct felt_json *json, const struct felt_operator *operator,
                        const struct task * task)
{
    (void)operator;
    felt_json_object(json);
    felt_json_put_int(json, "user", task->id);
    felt_json_put_int(json, "days", task->limit);
    felt_stats_write_stakes(json, task->findings);
    felt_json_end(json);
}

void felt_operator_stats(struct felt_operator *operator, struct task * task)
{
    struct felt_library_question question = {.topic = FELT_LIBRARY_STAKES, .user = task->id};
    if (task->findings)
        felt_operator_answer(operator, task, write_stats);
    else
        ask(operator, task, question, FELT_STATS_DAYS_MAX, FELT_STATS_DAYS_MAX);
}

/* ---- the house ---- */

static void write_profit(struct felt_json *json, const struct felt_operator *operator,
                         const struct task * task)
{
    (void)operator;
    felt_json_object(json);
    felt_stats_write_days(json, task->findings);
    felt_json_end(json);
}

void felt_operator_house_profit(struct felt_operator *operator, struct task * task)
{
    struct felt_library_question question = {.topic = FELT_LIBRARY_HOUSE};
    if (task->findings)
        felt_operator_answer(operator, task, write_profit);
    else
        ask(operator, task, question, DAYS_USUAL, FELT_STATS_DAYS_MAX);
}

/* ---- pairs ---- */

static void write_pairs(struct felt_json *json, const struct felt_operator *operator,
                        const struct task * task)
{
    const struct felt_library_findings *findings = task->findings;
    (void)operator;
    felt_json_object(json);
    felt_json_put_int(json, "days", task->limit);
    felt_json_key(json, "pairs");
    felt_json_array(json);
    for (uint32_t i = 0; i < findings->count && !json->out->overflow; i++)
        felt_stats_write_pair(json, &findings->pairs[i]);
    felt_json_end(json);
    felt_json_end(json);
}

void felt_operator_fairplay(struct felt_operator *operator, struct task * task)
{
    struct felt_library_question question = {.topic = FELT_LIBRARY_PAIRS, .limit = PAIRS_TOLD};
    if (task->findings)
        felt_operator_answer(operator, task, write_pairs);
    else
        ask(operator, task, question, DAYS_USUAL, FELT_LIBRARY_PAIRS_DAYS);
}
