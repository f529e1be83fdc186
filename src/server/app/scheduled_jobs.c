/* scheduled_jobs.c -- see scheduled_jobs.h.
 *
 * A chore goes through pages of users: a question, an order for each of its rows, and when the last
 * receipt is there, the next page.  Nothing of it must be done exactly once by us: to close a guest
 * twice does nothing, and a reset has a key with its day in it.  So a chore that met a lost store
 * begins again a minute later.
 *
 * Whoever sits at a table when a reset begins is asked to stand up, which takes until his hand is
 * over and the ledger has his chips.  Those users are remembered; a few seconds later they are
 * asked again and tried again, until nobody is left or ten minutes are over (C5). */
#include "server/app/scheduled_jobs.h"

#include "base/calendar.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    PAGE_ROWS = 200,
    SEATED_MS = 5000,
    MINUTE_MS = 60000,
    HOUR_MS = 60 * MINUTE_MS,
    DAY_MS = 24 * HOUR_MS
};
#define GUEST_MS (INT64_C(30) * DAY_MS)
#define STAND_MS (INT64_C(10) * MINUTE_MS)

struct chore {
    int64_t begun_ms; /* by which guests are long unseen                                         */
    int64_t day_ms;   /* of a reset: in its keys                                                 */
    int64_t behind;   /* the last user of the page                                               */
    bool asking, full, failed;
    bool counted; /* guests: how many are left                                                   */
    uint32_t orders; /* of the page: without a receipt                                           */
};

/* Users whose reset waits for them to stand up.  A round goes through [0, count); those who still
 * sit are kept at the front again, where nobody is left to be tried. */
struct seated {
    int64_t *user;
    uint32_t capacity, count, at, kept;
    int64_t until_ms;
};

struct felt_scheduled_jobs {
    struct felt_ledger_client *accounts;
    struct felt_scheduled_jobs_plan plan;
    struct chore chore[FELT_SCHEDULED_JOBS];
    struct seated seated;
    struct felt_scheduled_jobs_room room;
    struct felt_scheduled_jobs_counts counts;
    int64_t away_ms, idle_ms; /* of guests                                                       */
    void (*told)(void *self, uint64_t count);
    void (*log)(void *self, const char *level, const char *text);
    void *self;
};

/* ---- when ---- */

/* The reset that is due next, or was less than an hour ago (C1): yesterday's, if that was shortly
 * before midnight. */
static int64_t next_reset(int reset_minute, int64_t now_ms)
{
    if (reset_minute < 0) return INT64_MAX;
    int64_t due = now_ms - now_ms % DAY_MS - DAY_MS + (int64_t)reset_minute * MINUTE_MS;
    while (now_ms - due >= HOUR_MS) due += DAY_MS;
    return due;
}

static void plan_reset(struct felt_scheduled_jobs_plan *plan, int64_t now_ms)
{
    plan->day_ms = plan->due_ms[FELT_SCHEDULED_JOB_RESET] = next_reset(plan->reset_minute, now_ms);
}

void felt_scheduled_jobs_plan_init(struct felt_scheduled_jobs_plan *plan, int reset_minute,
                                   int64_t now_ms, int64_t ticks_ms)
{
    *plan = (struct felt_scheduled_jobs_plan){
        .reset_minute = reset_minute, .ahead_ms = now_ms - ticks_ms, .quiet_ticks = ticks_ms};
    plan->due_ms[FELT_SCHEDULED_JOB_GUESTS] = now_ms;
    plan_reset(plan, now_ms);
}

void felt_scheduled_jobs_plan_tick(struct felt_scheduled_jobs_plan *plan, int64_t now_ms,
                                   int64_t ticks_ms)
{
    int64_t ahead_ms = now_ms - ticks_ms, jump_ms = ahead_ms - plan->ahead_ms;
    int64_t *guests = &plan->due_ms[FELT_SCHEDULED_JOB_GUESTS],
            reset = plan->due_ms[FELT_SCHEDULED_JOB_RESET];
    plan->ahead_ms = ahead_ms;
    if (jump_ms >= MINUTE_MS || jump_ms <= -MINUTE_MS) plan->quiet_ticks = ticks_ms + HOUR_MS;
    int64_t soonest = now_ms + plan->quiet_ticks - ticks_ms;
    if (soonest > now_ms && *guests < soonest) *guests = soonest; /* C3 */
    if (*guests - now_ms > HOUR_MS) *guests = now_ms + HOUR_MS;   /* C2 */
    if (plan->reset_minute < 0) return;
    if (reset - now_ms > DAY_MS || now_ms - reset >= HOUR_MS) plan_reset(plan, now_ms);
}

void felt_scheduled_jobs_plan_done(struct felt_scheduled_jobs_plan *plan,
                                   enum felt_scheduled_job chore, int64_t now_ms)
{
    if (chore == FELT_SCHEDULED_JOB_GUESTS)
        plan->due_ms[chore] = now_ms + HOUR_MS;
    else
        plan->due_ms[chore] = plan->day_ms += DAY_MS;
}

void felt_scheduled_jobs_plan_failed(struct felt_scheduled_jobs_plan *plan,
                                     enum felt_scheduled_job chore, int64_t now_ms)
{
    plan->due_ms[chore] = now_ms + MINUTE_MS;
}

bool felt_scheduled_jobs_wants(enum felt_scheduled_job chore, const struct felt_user *user,
                               int64_t day_ms)
{
    if (user->deleted_at) return false;
    if (chore == FELT_SCHEDULED_JOB_GUESTS) return user->kind == FELT_USER_GUEST;
    return user->kind == FELT_USER_HUMAN && user->reg_date <= day_ms; /* C4 */
}

struct felt_scheduled_jobs *felt_scheduled_jobs_open(struct felt_ledger_store *store,
                                                     int reset_minute, void (*wake)(void *self),
                                                     void (*log)(void *self, const char *level,
                                                                 const char *text),
                                                     void *self, int64_t now_ms, int64_t ticks_ms)
{
    struct felt_scheduled_jobs *chores = calloc(1, sizeof *chores);
    if (!chores) return NULL;
    *chores = (struct felt_scheduled_jobs){
        .log = log, .self = self, .away_ms = GUEST_MS, .idle_ms = GUEST_MS};
    felt_scheduled_jobs_plan_init(&chores->plan, reset_minute, now_ms, ticks_ms);
    chores->accounts = felt_ledger_client_open(store, wake, self);
    if (chores->accounts) return chores;
    free(chores);
    return NULL;
}

void felt_scheduled_jobs_join(struct felt_scheduled_jobs *chores,
                              const struct felt_scheduled_jobs_room *room)
{
    chores->room = *room;
}

void felt_scheduled_jobs_guests(struct felt_scheduled_jobs *chores, int64_t away_ms,
                                int64_t idle_ms, void (*told)(void *self, uint64_t count))
{
    chores->away_ms = away_ms;
    chores->idle_ms = idle_ms;
    chores->told = told;
}

/* ---- one order for each row ---- */

static void note(const struct felt_scheduled_jobs *chores, const char *level, const char *what,
                 int64_t user, const char *why)
{
    char text[200];
    (void)snprintf(text, sizeof text, "%s of user %lld: %s", what, (long long)user, why);
    chores->log(chores->self, level, text);
}

static void write_key(const struct chore *chore, int64_t user, char out[FELT_ORDER_KEY_BYTES + 1])
{
    char date[FELT_DATE_BYTES];
    (void)snprintf(out, FELT_ORDER_KEY_BYTES + 1, "reset:%lld:%s", (long long)user,
                   felt_date_write(chore->day_ms / DAY_MS, date));
}

/* Tickets of orders say which chore and which user; that of a question has no user. */
static uint64_t make_ticket(enum felt_scheduled_job task, int64_t user)
{
    return (uint64_t)user * FELT_SCHEDULED_JOBS + task;
}

/* last_visit: of a guest, who may be back by then. */
static void give_order(struct felt_scheduled_jobs *chores, enum felt_scheduled_job task,
                       int64_t user, int64_t last_visit, int64_t now_ms)
{
    struct chore *chore = &chores->chore[task];
    struct felt_order order = {.now_ms = now_ms, .user = user};
    order.kind = task == FELT_SCHEDULED_JOB_GUESTS ? FELT_ORDER_CLOSE : FELT_ORDER_RESET;
    if (task == FELT_SCHEDULED_JOB_RESET) write_key(chore, user, order.key);
    if (task == FELT_SCHEDULED_JOB_GUESTS) order.unseen_since_ms = last_visit;
    if (felt_ledger_client_order(chores->accounts, &order, make_ticket(task, user)))
        chore->orders++;
    else
        chore->failed = true;
}

/* How many guests are left. */
static void take_count(struct felt_scheduled_jobs *chores, const struct felt_ledger_answer *answer)
{
    struct chore *chore = &chores->chore[FELT_SCHEDULED_JOB_GUESTS];
    chore->asking = false;
    chore->failed = answer->outcome != FELT_OUTCOME_OK;
    if (!chore->failed && answer->count == 1)
        chores->told(chores->self, (uint64_t)answer->accounts[0].balance);
    free(answer->rows);
}

static void take_page(struct felt_scheduled_jobs *chores, enum felt_scheduled_job task,
                      struct felt_ledger_answer *answer, int64_t now_ms)
{
    struct chore *chore = &chores->chore[task];
    if (task == FELT_SCHEDULED_JOB_GUESTS && chore->counted) {
        take_count(chores, answer);
        return;
    }
    chore->asking = false;
    chore->full = answer->count == PAGE_ROWS;
    if (answer->outcome != FELT_OUTCOME_OK) chore->failed = true;
    for (uint32_t i = 0; i < answer->count; i++) {
        const struct felt_user *user = &answer->users[i];
        chore->behind = user->id;
        if (felt_scheduled_jobs_wants(task, user, chore->day_ms))
            give_order(chores, task, user->id, user->last_visit, now_ms);
    }
    free(answer->rows);
}

/* ---- whoever sits ---- */

static bool remember(struct seated *seated, int64_t user)
{
    if (seated->kept == seated->capacity) {
        uint32_t capacity = seated->capacity ? 2 * seated->capacity : PAGE_ROWS;
        int64_t *larger = realloc(seated->user, capacity * sizeof *larger);
        if (!larger) return false;
        seated->user = larger;
        seated->capacity = capacity;
    }
    seated->user[seated->kept++] = user;
    return true;
}

static void skip(struct felt_scheduled_jobs *chores, enum felt_scheduled_job task, int64_t user)
{
    chores->counts.resets_skipped++;
    note(chores, "warn", task == FELT_SCHEDULED_JOB_GUESTS ? "closing" : "reset", user,
         "chips are on a table");
}

static void skip_all(struct felt_scheduled_jobs *chores)
{
    struct seated *seated = &chores->seated;
    for (uint32_t i = 0; i < seated->kept; i++)
        skip(chores, FELT_SCHEDULED_JOB_RESET, seated->user[i]);
    seated->kept = 0;
}

/* As many of the round as a page has. */
static void try_seated(struct felt_scheduled_jobs *chores, int64_t now_ms)
{
    struct seated *seated = &chores->seated;
    for (int i = 0; i < PAGE_ROWS && seated->at < seated->count; i++)
        give_order(chores, FELT_SCHEDULED_JOB_RESET, seated->user[seated->at++], 0, now_ms);
}

static void take_receipt(struct felt_scheduled_jobs *chores, enum felt_scheduled_job task,
                         int64_t user, const struct felt_receipt *receipt)
{
    struct chore *chore = &chores->chore[task];
    enum felt_outcome outcome = receipt->outcome;
    chore->orders--;
    if (outcome == FELT_OUTCOME_OK) {
        if (!receipt->replayed)
            ++*(task == FELT_SCHEDULED_JOB_GUESTS ? &chores->counts.guests_closed
                                                  : &chores->counts.resets);
        if (task == FELT_SCHEDULED_JOB_GUESTS && chores->room.closed)
            chores->room.closed(chores->room.self, user);
    } else if (outcome == FELT_OUTCOME_SEATED) {
        bool waits = task == FELT_SCHEDULED_JOB_RESET && chores->room.clear;
        if (!waits || !remember(&chores->seated, user)) skip(chores, task, user);
    } else if (outcome == FELT_OUTCOME_UNAVAILABLE || outcome == FELT_OUTCOME_BUSY) {
        chore->failed = true;
    } else {
        chores->counts.failed++;
        note(chores, "error", task == FELT_SCHEDULED_JOB_GUESTS ? "closing" : "reset", user,
             felt_outcome_text(outcome));
    }
}

/* ---- turns ---- */

static void ask_page(struct felt_scheduled_jobs *chores, enum felt_scheduled_job task,
                     int64_t now_ms)
{
    struct chore *chore = &chores->chore[task];
    struct felt_question question = {.now_ms = now_ms, .limit = PAGE_ROWS};
    question.kind = task == FELT_SCHEDULED_JOB_GUESTS ? FELT_QUESTION_GUESTS : FELT_QUESTION_USERS;
    question.number = chore->behind;
    question.before =
        task == FELT_SCHEDULED_JOB_GUESTS ? chore->begun_ms - chores->away_ms : chore->behind;
    question.idle = chore->begun_ms - chores->idle_ms;
    if (chore->counted) question.kind = FELT_QUESTION_GUEST_COUNT;
    chore->asking = felt_ledger_client_ask(chores->accounts, &question, make_ticket(task, 0));
    chore->failed = !chore->asking;
}

/* The pages are done.  Is nobody left who sits at a table, or was that long enough? */
static void finish(struct felt_scheduled_jobs *chores, enum felt_scheduled_job task, int64_t now_ms)
{
    struct seated *seated = &chores->seated;
    chores->chore[task].behind = 0;
    chores->chore[task].counted = false;
    if (task == FELT_SCHEDULED_JOB_RESET && seated->kept) {
        if (now_ms < seated->until_ms) {
            chores->plan.due_ms[task] = now_ms + SEATED_MS;
            return;
        }
        skip_all(chores);
    }
    felt_scheduled_jobs_plan_done(&chores->plan, task, now_ms);
}

/* Nothing of the chore is under way: the next page, the next time, or again. */
static void go_on(struct felt_scheduled_jobs *chores, enum felt_scheduled_job task, int64_t now_ms)
{
    struct chore *chore = &chores->chore[task];
    struct seated *seated = &chores->seated;
    bool more = chore->full;
    chore->full = false;
    if (chore->failed) {
        felt_scheduled_jobs_plan_failed(&chores->plan, task, now_ms);
        chore->behind = 0;
        chore->failed = chore->counted = false;
        if (task == FELT_SCHEDULED_JOB_RESET) seated->count = seated->at = seated->kept = 0;
        chores->log(chores->self, "warn", "the store was not there for a chore; again in a minute");
    } else if (more) {
        ask_page(chores, task, now_ms);
    } else if (task == FELT_SCHEDULED_JOB_RESET && seated->at < seated->count) {
        try_seated(chores, now_ms);
    } else if (task == FELT_SCHEDULED_JOB_GUESTS && chores->told && !chore->counted) {
        chore->counted = true;
        ask_page(chores, task, now_ms);
    } else {
        finish(chores, task, now_ms);
    }
}

/* A reset begins, or goes on with those who sat. */
static void begin_reset(struct felt_scheduled_jobs *chores, int64_t now_ms)
{
    struct seated *seated = &chores->seated;
    seated->count = seated->kept;
    seated->at = seated->kept = 0;
    if (chores->room.clear) chores->room.clear(chores->room.self); /* C5 */
    if (seated->count) {
        try_seated(chores, now_ms);
    } else {
        seated->until_ms = now_ms + STAND_MS;
        ask_page(chores, FELT_SCHEDULED_JOB_RESET, now_ms);
    }
}

static bool is_under_way(const struct chore *chore)
{
    return chore->asking || chore->orders;
}

static void begin(struct felt_scheduled_jobs *chores, enum felt_scheduled_job task, int64_t now_ms)
{
    struct chore *chore = &chores->chore[task];
    chore->begun_ms = now_ms;
    if (task == FELT_SCHEDULED_JOB_RESET && chore->day_ms != chores->plan.day_ms) skip_all(chores);
    chore->day_ms = chores->plan.day_ms;
    if (task == FELT_SCHEDULED_JOB_RESET)
        begin_reset(chores, now_ms);
    else
        ask_page(chores, task, now_ms);
    if (!is_under_way(chore)) go_on(chores, task, now_ms);
}

int64_t felt_scheduled_jobs_turn(struct felt_scheduled_jobs *chores, int64_t now_ms,
                                 int64_t ticks_ms)
{
    struct felt_ledger_store_reply reply;
    int64_t wait = INT64_MAX;
    bool came[FELT_SCHEDULED_JOBS] = {false};
    while (felt_ledger_client_take(chores->accounts, 0, &reply)) {
        enum felt_scheduled_job task =
            (enum felt_scheduled_job)(reply.ticket % FELT_SCHEDULED_JOBS);
        came[task] = true;
        if (reply.is_receipt)
            take_receipt(chores, task, (int64_t)(reply.ticket / FELT_SCHEDULED_JOBS),
                         &reply.receipt);
        else
            take_page(chores, task, &reply.answer, now_ms);
    }
    for (enum felt_scheduled_job task = FELT_SCHEDULED_JOB_GUESTS; task < FELT_SCHEDULED_JOBS;
         task++) {
        struct chore *chore = &chores->chore[task];
        const int64_t *due_ms = &chores->plan.due_ms[task];
        if (is_under_way(chore)) continue;
        if (came[task]) go_on(chores, task, now_ms);
        felt_scheduled_jobs_plan_tick(&chores->plan, now_ms, ticks_ms);
        if (!is_under_way(chore) && now_ms >= *due_ms) begin(chores, task, now_ms);
        if (!is_under_way(chore) && *due_ms - now_ms < wait) wait = *due_ms - now_ms;
    }
    if (wait > HOUR_MS) wait = HOUR_MS; /* somebody may set the clock */
    return wait > 0 ? wait : 0;
}

void felt_scheduled_jobs_close(struct felt_scheduled_jobs *chores)
{
    struct felt_ledger_store_reply reply;
    if (!chores) return;
    uint32_t left = 0;
    for (int task = 0; task < FELT_SCHEDULED_JOBS; task++)
        left += chores->chore[task].orders + chores->chore[task].asking;
    while (left && felt_ledger_client_take(chores->accounts, -1, &reply)) {
        if (!reply.is_receipt) free(reply.answer.rows);
        left--;
    }
    felt_ledger_client_close(chores->accounts);
    free(chores->seated.user);
    free(chores);
}

const struct felt_scheduled_jobs_counts *
felt_scheduled_jobs_counts(const struct felt_scheduled_jobs *chores)
{
    return &chores->counts;
}
