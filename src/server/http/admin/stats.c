/* stats.c -- what an operator may know of figures: those of a user, what the house
 * won day by day, and pairs that should be looked at. */
#include "server/http/admin/parts.h"
#include "server/http/stats/write.h"

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

static void ask(struct felt_http_admin *admin, struct task *task,
                struct felt_hand_store_question question, uint32_t usual, uint32_t most)
{
    uint32_t days = days_of(task, usual, most);
    question.since = felt_http_stats_since(days, task->now_ms);
    task->limit = days;
    if (!days)
        felt_http_admin_refuse(admin, task, 400, "BAD_FIELD", "days",
                               "there is something wrong with this part of the query");
    else
        felt_http_admin_ask_stats(admin, task, &question);
}

/* ---- a user ---- */

static void write_stats(struct felt_json *json, const struct felt_http_admin *admin,
                        const struct task *task)
{
    (void)admin;
    felt_json_object(json);
    felt_json_put_int(json, "user", task->id);
    felt_json_put_int(json, "days", task->limit);
    felt_http_stats_write_stakes(json, task->findings);
    felt_json_end(json);
}

void felt_http_admin_stats(struct felt_http_admin *admin, struct task *task)
{
    struct felt_hand_store_question question = {.topic = FELT_HAND_STORE_STAKES, .user = task->id};
    if (task->findings)
        felt_http_admin_answer(admin, task, write_stats);
    else
        ask(admin, task, question, FELT_HTTP_STATS_DAYS_MAX, FELT_HTTP_STATS_DAYS_MAX);
}

/* ---- the house ---- */

static void write_profit(struct felt_json *json, const struct felt_http_admin *admin,
                         const struct task *task)
{
    (void)admin;
    felt_json_object(json);
    felt_http_stats_write_days(json, task->findings);
    felt_json_end(json);
}

void felt_http_admin_house_profit(struct felt_http_admin *admin, struct task *task)
{
    struct felt_hand_store_question question = {.topic = FELT_HAND_STORE_HOUSE};
    if (task->findings)
        felt_http_admin_answer(admin, task, write_profit);
    else
        ask(admin, task, question, DAYS_USUAL, FELT_HTTP_STATS_DAYS_MAX);
}

/* ---- pairs ---- */

static void write_pairs(struct felt_json *json, const struct felt_http_admin *admin,
                        const struct task *task)
{
    const struct felt_hand_store_findings *findings = task->findings;
    (void)admin;
    felt_json_object(json);
    felt_json_put_int(json, "days", task->limit);
    felt_json_key(json, "pairs");
    felt_json_array(json);
    for (uint32_t i = 0; i < findings->count && !json->out->overflow; i++)
        felt_http_stats_write_pair(json, &findings->pairs[i]);
    felt_json_end(json);
    felt_json_end(json);
}

void felt_http_admin_fairplay(struct felt_http_admin *admin, struct task *task)
{
    struct felt_hand_store_question question = {.topic = FELT_HAND_STORE_PAIRS,
                                                .limit = PAIRS_TOLD};
    if (task->findings)
        felt_http_admin_answer(admin, task, write_pairs);
    else
        ask(admin, task, question, DAYS_USUAL, FELT_HAND_STORE_PAIRS_DAYS);
}
