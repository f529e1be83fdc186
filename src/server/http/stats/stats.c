/* stats.c -- see stats.h.
 *
 * A task waits for one thing at a time: the session of whoever asks, figures of the hand store,
 * leaders of the ledger, or the handle of one leader after the other.  A leaderboard that is made
 * is kept
 * (`board`), and whoever asks for the same in the next seconds gets it at once. */
#include "server/http/stats/stats.h"
#include "server/http/mistake.h"

#include "server/http/stats/write.h"
#include "server/http/credentials.h"
#include "server/http/limits.h"
#include "felt/assert.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    LIMIT_SETS = 512, /* 4096 buckets                                                            */
    HANDS_USUAL = 200,
    OUT_BYTES = 1 << 18,
    OUT_MAX = 1 << 23
};
static const struct felt_limits_rule limit = {.burst = 60, .per_hour = 240 * 60};

enum page { PAGE_STATS, PAGE_GRAPH, PAGE_LEADERS, PAGES };
static const char *const paths[PAGES] = {"/api/stats", "/api/stats/graph", "/api/leaderboard"};

enum order { BY_PROFIT, BY_BLINDS, BY_HANDS, BY_WON, ORDERS };
static const char *const order_words[ORDERS] = {"profit", "bb", "hands", "won"};

enum awaits { AWAITS_NOTHING, AWAITS_SESSION, AWAITS_STATS, AWAITS_LEADERS, AWAITS_HANDLE };

struct leader {
    int64_t user;
    char handle[FELT_HANDLE_BYTES + 1];
    int64_t hands, won, won_mbb, chips, invested;
};

struct board {
    bool made;
    uint8_t by;
    uint32_t days, count;
    int64_t made_ms;
    struct leader leader[FELT_HTTP_STATS_LEADERS];
};

struct task {
    uint32_t number, generation;
    bool busy, by_bearer;
    uint8_t awaits, page, by;
    uint32_t days, hands, next; /* next: leader whose handle is asked for                        */
    int64_t now_ms;
    struct board *board; /* that is made for it                                                  */
};

struct felt_http_stats {
    const struct felt_http_stats_services *services;
    uint32_t requests_max;
    struct felt_limits limits;
    struct task *tasks;
    struct board board[FELT_HTTP_STATS_BOARDS];
    char *out;
    size_t out_bytes;
};

/* ---- opening and closing ---- */

struct felt_http_stats *felt_http_stats_open(uint32_t requests_max,
                                             const struct felt_http_stats_services *services)
{
    struct felt_http_stats *stats = calloc(1, sizeof *stats);
    if (!stats) return NULL;
    stats->services = services;
    stats->requests_max = requests_max;
    stats->tasks = calloc(requests_max, sizeof *stats->tasks);
    stats->limits.sets = LIMIT_SETS;
    stats->limits.buckets =
        calloc((size_t)LIMIT_SETS * FELT_LIMITS_WAYS, sizeof *stats->limits.buckets);
    stats->limits.digests = &services->digests;
    stats->out_bytes = OUT_BYTES;
    stats->out = malloc(stats->out_bytes);
    if (!stats->tasks || !stats->limits.buckets || !stats->out) {
        felt_http_stats_close(stats);
        return NULL;
    }
    services->entropy(services->self, stats->limits.seed, sizeof stats->limits.seed);
    for (uint32_t i = 0; i < requests_max; i++) stats->tasks[i].number = i;
    return stats;
}

static void release(struct task *task)
{
    felt_assert(task->busy);
    free(task->board);
    *task = (struct task){.number = task->number, .generation = task->generation};
}

void felt_http_stats_close(struct felt_http_stats *stats)
{
    if (!stats) return;
    for (uint32_t i = 0; stats->tasks && i < stats->requests_max; i++)
        if (stats->tasks[i].busy) release(&stats->tasks[i]);
    free(stats->tasks);
    free(stats->limits.buckets);
    free(stats->out);
    free(stats);
}

/* ---- answers ---- */

typedef void writer(struct felt_json *json, const struct task *task, const void *what);

static void give(struct felt_http_stats *stats, struct task *task, int status, int retry_s,
                 size_t bytes)
{
    uint32_t number = task->number;
    struct felt_http_accounts_answer answer = {
        .status = status, .body = stats->out, .bytes = bytes, .retry_s = retry_s};
    release(task); /* U2 */
    stats->services->answer(stats->services->self, number, &answer);
}

static void refuse(struct felt_http_stats *stats, struct task *task, int status, const char *code,
                   const char *field, const char *message)
{
    struct felt_buffer out = felt_buffer_make(stats->out, stats->out_bytes);
    struct felt_json json = felt_json_make(&out);
    felt_json_put_mistake(&json, code, message, field);
    felt_assert(felt_json_done(&json));
    give(stats, task, status, status == 503 || status == 429, out.used);
}

static void refuse_busy(struct felt_http_stats *stats, struct task *task)
{
    refuse(stats, task, 503, "BUSY", NULL, "too much is asked for at once: try again");
}

/* Into memory that is doubled until it is enough. */
static void answer(struct felt_http_stats *stats, struct task *task, writer *write,
                   const void *what)
{
    for (;;) {
        struct felt_buffer out = felt_buffer_make(stats->out, stats->out_bytes);
        struct felt_json json = felt_json_make(&out);
        felt_json_object(&json);
        write(&json, task, what);
        felt_json_end(&json);
        if (!out.overflow) {
            felt_assert(felt_json_done(&json));
            give(stats, task, 200, 0, out.used);
            return;
        }
        char *larger =
            stats->out_bytes < OUT_MAX ? realloc(stats->out, 2 * stats->out_bytes) : NULL;
        if (!larger) {
            refuse_busy(stats, task);
            return;
        }
        stats->out = larger;
        stats->out_bytes *= 2;
    }
}

static void write_own(struct felt_json *json, const struct task *task, const void *what)
{
    felt_json_key(json, "days");
    if (task->days)
        felt_json_int(json, task->days);
    else
        felt_json_null(json);
    if (task->page == PAGE_GRAPH)
        felt_http_stats_write_graph(json, what);
    else
        felt_http_stats_write_stakes(json, what);
}

static void write_leader(struct felt_json *json, const struct leader *leader, int rank, int by)
{
    felt_json_object(json);
    felt_json_key(json, "rank"), felt_json_int(json, rank);
    felt_json_key(json, "name"), felt_json_text(json, leader->handle);
    if (by == BY_PROFIT) {
        felt_json_key(json, "profit"), felt_json_int(json, leader->chips - leader->invested);
    } else {
        felt_json_key(json, "hands"), felt_json_int(json, leader->hands);
    }
    if (by == BY_WON) felt_json_key(json, "won"), felt_json_int(json, leader->won);
    if (by == BY_BLINDS) {
        felt_json_key(json, "bb_per_100");
        felt_json_decimal(json, (double)leader->won_mbb / 10 / (double)leader->hands, 1);
    }
    felt_json_end(json);
}

static void write_board(struct felt_json *json, const struct task *task, const void *what)
{
    const struct board *board = what;
    (void)task;
    felt_json_key(json, "by"), felt_json_text(json, order_words[board->by]);
    felt_json_key(json, "days");
    if (board->days)
        felt_json_int(json, board->days);
    else
        felt_json_null(json);
    if (board->by == BY_BLINDS)
        felt_json_key(json, "hands_min"), felt_json_int(json, FELT_HTTP_STATS_HANDS_MIN);
    felt_json_key(json, "leaders");
    felt_json_array(json);
    for (uint32_t i = 0; i < board->count; i++)
        write_leader(json, &board->leader[i], (int)i + 1, board->by);
    felt_json_end(json);
}

/* ---- asking ---- */

static uint64_t make_ticket(const struct task *task)
{
    return (uint64_t)task->generation << 32 | task->number;
}

static struct task *find_task(struct felt_http_stats *stats, uint64_t ticket)
{
    uint32_t number = (uint32_t)ticket, generation = (uint32_t)(ticket >> 32);
    if (number >= stats->requests_max) return NULL;
    struct task *task = &stats->tasks[number];
    return task->busy && task->generation == generation ? task : NULL;
}

static void ask_bank(struct felt_http_stats *stats, struct task *task,
                     const struct felt_question *question, enum awaits what)
{
    const struct felt_ledger_services *bank = &stats->services->bank;
    task->awaits = (uint8_t)what;
    if (!bank->ask(bank->self, question, make_ticket(task))) refuse_busy(stats, task);
}

static void ask_stats(struct felt_http_stats *stats, struct task *task,
                      const struct felt_hand_store_question *question)
{
    task->awaits = AWAITS_STATS;
    if (!stats->services->stats)
        refuse(stats, task, 503, "CLOSED", NULL, "no figures are kept here");
    else if (!stats->services->stats(stats->services->stats_of, question, make_ticket(task)))
        refuse_busy(stats, task);
}

/* ---- leaderboards ---- */

static void keep_board(struct felt_http_stats *stats, const struct board *board)
{
    struct board *place = &stats->board[0];
    for (int i = 0; i < FELT_HTTP_STATS_BOARDS; i++) {
        struct board *other = &stats->board[i];
        bool same = other->made && other->by == board->by && other->days == board->days;
        if (same || !other->made || (place->made && other->made_ms < place->made_ms)) place = other;
        if (same) break;
    }
    *place = *board;
}

static const struct board *find_board(const struct felt_http_stats *stats, const struct task *task)
{
    for (int i = 0; i < FELT_HTTP_STATS_BOARDS; i++) {
        const struct board *board = &stats->board[i];
        int64_t age = task->now_ms - board->made_ms;
        if (board->made && board->by == task->by && board->days == task->days && age >= 0 &&
            age < FELT_HTTP_STATS_FRESH_MS)
            return board;
    }
    return NULL;
}

static void end_board(struct felt_http_stats *stats, struct task *task)
{
    task->board->made = true;
    task->board->made_ms = task->now_ms;
    keep_board(stats, task->board);
    answer(stats, task, write_board, task->board);
}

static void ask_handle(struct felt_http_stats *stats, struct task *task)
{
    struct felt_question question = {
        .kind = FELT_QUESTION_USER, .now_ms = task->now_ms, .limit = 1};
    if (task->next == task->board->count) {
        end_board(stats, task);
        return;
    }
    question.number = task->board->leader[task->next].user;
    ask_bank(stats, task, &question, AWAITS_HANDLE);
}

/* U1: whoever is not to be seen is taken out. */
static void handle_found(struct felt_http_stats *stats, struct task *task,
                         const struct felt_ledger_answer *found)
{
    struct board *board = task->board;
    struct leader *leader = &board->leader[task->next];
    const struct felt_user *user = &found->user;
    bool seen = found->outcome == FELT_OUTCOME_OK && !user->deleted_at &&
                !felt_user_is_disabled(user, task->now_ms) && user->kind != FELT_USER_HOUSE;
    if (found->outcome == FELT_OUTCOME_UNAVAILABLE || found->outcome == FELT_OUTCOME_BUSY) {
        refuse_busy(stats, task);
        return;
    }
    if (seen) {
        memcpy(leader->handle, user->handle, sizeof leader->handle);
        task->next++;
    } else {
        board->count--;
        memmove(leader, leader + 1, (board->count - task->next) * sizeof *leader);
    }
    ask_handle(stats, task);
}

static void best_found(struct felt_http_stats *stats, struct task *task,
                       const struct felt_hand_store_findings *findings)
{
    struct board *board = task->board;
    for (uint32_t i = 0; i < findings->count && board->count < FELT_HTTP_STATS_LEADERS; i++) {
        const struct felt_hand_store_day_stats *row = &findings->days[i];
        if (row->hands <= 0) continue;
        board->leader[board->count++] = (struct leader){
            .user = row->user, .hands = row->hands, .won = row->won, .won_mbb = row->won_mbb};
    }
    ask_handle(stats, task);
}

static void leaders_found(struct felt_http_stats *stats, struct task *task,
                          const struct felt_ledger_answer *found)
{
    struct board *board = task->board;
    if (found->outcome != FELT_OUTCOME_OK) {
        refuse_busy(stats, task);
        return;
    }
    for (uint32_t i = 0; i < found->count && board->count < FELT_HTTP_STATS_LEADERS; i++) {
        const struct felt_ledger_leader *row = &found->leaders[i];
        struct leader *leader = &board->leader[board->count++];
        *leader =
            (struct leader){.user = row->user, .chips = row->chips, .invested = row->invested};
        memcpy(leader->handle, row->handle, sizeof leader->handle);
    }
    end_board(stats, task);
}

static void begin_board(struct felt_http_stats *stats, struct task *task)
{
    const struct board *kept = find_board(stats, task);
    struct felt_question question = {
        .kind = FELT_QUESTION_LEADERS, .now_ms = task->now_ms, .limit = FELT_HTTP_STATS_LEADERS};
    struct felt_hand_store_question best = {
        .topic = FELT_HAND_STORE_BEST,
        .since = felt_http_stats_since(task->days, task->now_ms),
        .limit = FELT_HTTP_STATS_LEADERS,
        .hands_min = task->by == BY_BLINDS ? FELT_HTTP_STATS_HANDS_MIN : 1};
    if (kept) {
        answer(stats, task, write_board, kept);
        return;
    }
    task->board = calloc(1, sizeof *task->board);
    if (!task->board) {
        refuse_busy(stats, task);
        return;
    }
    task->board->by = task->by;
    task->board->days = task->days;
    best.by = task->by == BY_BLINDS  ? FELT_BEST_BLINDS
              : task->by == BY_HANDS ? FELT_BEST_HANDS
                                     : FELT_BEST_WON;
    if (task->by == BY_PROFIT)
        ask_bank(stats, task, &question, AWAITS_LEADERS);
    else
        ask_stats(stats, task, &best);
}

/* ---- what comes back ---- */

static void session_found(struct felt_http_stats *stats, struct task *task,
                          const struct felt_ledger_answer *found)
{
    enum felt_outcome outcome = (enum felt_outcome)found->outcome;
    enum felt_session_kind kind = (enum felt_session_kind)found->session.kind;
    bool fits = task->by_bearer ? kind == FELT_SESSION_BEARER : felt_session_is_browser(kind);
    struct felt_hand_store_question question = {
        .topic = task->page == PAGE_GRAPH ? FELT_HAND_STORE_GRAPH : FELT_HAND_STORE_STAKES,
        .user = found->user.id,
        .since = felt_http_stats_since(task->days, task->now_ms),
        .limit = task->hands};
    if (outcome == FELT_OUTCOME_UNAVAILABLE || outcome == FELT_OUTCOME_BUSY)
        refuse(stats, task, 503, felt_outcome_word(outcome), NULL,
               "the books cannot be reached; try again");
    else if (outcome != FELT_OUTCOME_OK || !fits)
        refuse(stats, task, 401, felt_outcome_word(FELT_OUTCOME_NO_SESSION), NULL,
               felt_outcome_text(FELT_OUTCOME_NO_SESSION));
    else
        ask_stats(stats, task, &question);
}

void felt_http_stats_found(struct felt_http_stats *stats, uint64_t ticket,
                           const struct felt_ledger_answer *found, int64_t now_ms)
{
    struct task *task = find_task(stats, ticket);
    if (!task) return;
    task->now_ms = now_ms;
    switch (task->awaits) {
    case AWAITS_SESSION: session_found(stats, task, found); break;
    case AWAITS_LEADERS: leaders_found(stats, task, found); break;
    case AWAITS_HANDLE: handle_found(stats, task, found); break;
    default: break;
    }
}

void felt_http_stats_counted(struct felt_http_stats *stats,
                             const struct felt_hand_store_findings *findings, int64_t now_ms)
{
    struct task *task = find_task(stats, findings->ticket);
    if (!task || task->awaits != AWAITS_STATS) return;
    task->now_ms = now_ms;
    if (findings->failed)
        refuse(stats, task, 503, "UNAVAILABLE", NULL, "the figures cannot be read now: try again");
    else if (task->page == PAGE_LEADERS)
        best_found(stats, task, findings);
    else
        answer(stats, task, write_own, findings);
}

/* ---- requests ---- */

static int find_page(const char *path)
{
    for (int i = 0; i < PAGES; i++)
        if (strcmp(path, paths[i]) == 0) return i;
    return -1;
}

bool felt_http_stats_owns(const char *path)
{
    return find_page(path) >= 0;
}

static bool read_number(const char *text, size_t bytes, uint32_t most, uint32_t *out)
{
    uint32_t number = 0;
    if (bytes == 0 || bytes > 6 || *text == '0') return false;
    for (size_t i = 0; i < bytes; i++) {
        if (text[i] < '0' || text[i] > '9') return false;
        number = number * 10 + (uint32_t)(text[i] - '0');
    }
    *out = number;
    return number <= most;
}

static bool read_order(const char *text, size_t bytes, uint8_t *out)
{
    for (int i = 0; i < ORDERS; i++)
        if (strlen(order_words[i]) == bytes && memcmp(order_words[i], text, bytes) == 0) {
            *out = (uint8_t)i;
            return true;
        }
    return false;
}

/* NULL, or the name in the query that is wrong. */
static const char *read_query(struct task *task, const char *at)
{
    while (*at) {
        size_t length = strcspn(at, "&");
        if (strncmp(at, "days=", 5) == 0) {
            if (!read_number(at + 5, length - 5, FELT_HTTP_STATS_DAYS_MAX, &task->days))
                return "days";
        } else if (task->page == PAGE_LEADERS && strncmp(at, "by=", 3) == 0) {
            if (!read_order(at + 3, length - 3, &task->by)) return "by";
        } else if (task->page == PAGE_GRAPH && strncmp(at, "hands=", 6) == 0) {
            if (!read_number(at + 6, length - 6, FELT_HAND_STORE_HANDS_TOLD, &task->hands))
                return "hands";
        } else {
            return "query";
        }
        at += length;
        if (*at == '&' && *++at == '\0') return "query";
    }
    /* What the ledger know of profit is since the beginning. */
    return task->page == PAGE_LEADERS && task->by == BY_PROFIT && task->days ? "days" : NULL;
}

static void ask_session(struct felt_http_stats *stats, struct task *task,
                        const struct felt_http_accounts_request *request)
{
    struct felt_question question = {
        .kind = FELT_QUESTION_SESSION, .now_ms = task->now_ms, .limit = 1};
    const char *value = request->bearer;
    size_t bytes = strlen(value);
    task->by_bearer = bytes > 0;
    bool found = task->by_bearer ||
                 felt_http_read_cookie(request->cookie, request->secure, &value, &bytes) == 1;
    if (found && felt_http_read_token(&stats->services->digests, value, bytes, question.token))
        ask_bank(stats, task, &question, AWAITS_SESSION);
    else
        refuse(stats, task, 401, felt_outcome_word(FELT_OUTCOME_NO_SESSION), NULL,
               felt_outcome_text(FELT_OUTCOME_NO_SESSION));
}

void felt_http_stats_request(struct felt_http_stats *stats, uint32_t number,
                             const struct felt_http_accounts_request *request, int64_t now_ms)
{
    felt_assert(number < stats->requests_max);
    struct task *task = &stats->tasks[number];
    char address[FELT_ADDRESS_BYTES + 1];
    struct felt_limits_source from;
    const char *wrong = NULL;
    felt_assert(!task->busy);
    task->busy = true;
    if (++task->generation == 0) task->generation = 1;
    task->now_ms = now_ms;
    task->page = (uint8_t)find_page(request->path);
    task->hands = HANDS_USUAL;
    felt_assert(task->page < PAGES);
    (void)snprintf(address, sizeof address, "%s", request->address);
    felt_limits_source_of(address, &from);
    if (felt_limits_take_from(&stats->limits, limit, &from, now_ms))
        refuse(stats, task, 429, "TOO_MANY_REQUESTS", NULL, "too many requests: wait a moment");
    else if (request->foreign)
        refuse(stats, task, 403, "FOREIGN_ORIGIN", NULL,
               "this was sent from a page of another site");
    else if (request->post)
        refuse(stats, task, 405, "WRONG_METHOD", NULL, "use GET");
    else if ((wrong = read_query(task, request->query)) != NULL)
        refuse(stats, task, 400, "BAD_FIELD", wrong,
               "there is something wrong with this part of the query");
    else if (task->page == PAGE_LEADERS)
        begin_board(stats, task);
    else
        ask_session(stats, task, request);
}

void felt_http_stats_gone(struct felt_http_stats *stats, uint32_t number)
{
    felt_assert(number < stats->requests_max);
    if (stats->tasks[number].busy) release(&stats->tasks[number]);
}
