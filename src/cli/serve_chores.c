/* serve_chores.c -- what a server does by the clock: guests who never came back are closed every
 * hour, and, if it is wanted, every human's account is set back once a day.
 *
 * A chore goes through pages of users: a question, an order for each of its rows, and when the last
 * receipt is there, the next page.  Nothing of it must be done exactly once by us: to close a guest
 * twice does nothing, and a reset has a key with its day in it.  So a chore that met a lost store
 * begins again a minute later. */
#include "cli/serve.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { PAGE_ROWS = 200, MINUTE_MS = 60000, HOUR_MS = 60 * MINUTE_MS, DAY_MS = 24 * HOUR_MS };
#define GUEST_MS (INT64_C(30) * DAY_MS)

enum task { GUESTS, RESET, TASKS };

struct chore {
    int64_t due_ms; /* INT64_MAX: never                                                          */
    int64_t day_ms; /* RESET: when it should have begun                                          */
    int64_t behind; /* RESET: the last user of the page                                          */
    bool asking, full, failed;
    uint32_t orders, done; /* of the page: without a receipt; that changed something              */
};

struct felt_chores {
    struct felt_bank_desk *desk;
    struct chore chore[TASKS];
    struct felt_chores_counts counts;
    int reset_minute;
    void (*log)(void *self, const char *level, const char *text);
    void *self;
};

/* ---- when ---- */

/* The reset that is due next.  One that was missed by less than an hour, because nobody was there,
 * is still done. */
static int64_t next_reset(const struct felt_chores *chores, int64_t now_ms)
{
    if (chores->reset_minute < 0) return INT64_MAX;
    int64_t due = now_ms - now_ms % DAY_MS + (int64_t)chores->reset_minute * MINUTE_MS;
    return now_ms - due < HOUR_MS ? due : due + DAY_MS;
}

struct felt_chores *felt_chores_open(struct felt_bank *bank, int reset_minute,
                                     void (*wake)(void *self),
                                     void (*log)(void *self, const char *level, const char *text),
                                     void *self, int64_t now_ms)
{
    struct felt_chores *chores = calloc(1, sizeof *chores);
    if (!chores) return NULL;
    *chores = (struct felt_chores){.reset_minute = reset_minute, .log = log, .self = self};
    chores->desk = felt_bank_desk_open(bank, wake, self);
    if (!chores->desk) {
        free(chores);
        return NULL;
    }
    chores->chore[GUESTS].due_ms = now_ms;
    chores->chore[RESET].due_ms = chores->chore[RESET].day_ms = next_reset(chores, now_ms);
    return chores;
}

/* ---- one order for each row ---- */

static void note(const struct felt_chores *chores, const char *level, const char *what,
                 int64_t user, const char *why)
{
    char text[200];
    (void)snprintf(text, sizeof text, "%s of user %lld: %s", what, (long long)user, why);
    chores->log(chores->self, level, text);
}

static void write_key(const struct chore *chore, int64_t user, char out[FELT_ORDER_KEY_BYTES + 1])
{
    time_t day = (time_t)(chore->day_ms / 1000);
    struct tm utc;
    char date[16];
    (void)gmtime_r(&day, &utc);
    (void)strftime(date, sizeof date, "%Y-%m-%d", &utc);
    (void)snprintf(out, FELT_ORDER_KEY_BYTES + 1, "reset:%lld:%s", (long long)user, date);
}

/* Tickets of orders say which chore and which user; that of a question has no user. */
static uint64_t make_ticket(enum task task, int64_t user)
{
    return (uint64_t)user * TASKS + task;
}

static void give_order(struct felt_chores *chores, enum task task, const struct felt_user *user,
                       int64_t now_ms)
{
    struct chore *chore = &chores->chore[task];
    struct felt_order order = {.now_ms = now_ms, .user = user->id};
    order.kind = task == GUESTS ? FELT_ORDER_CLOSE : FELT_ORDER_RESET;
    if (task == RESET) write_key(chore, user->id, order.key);
    if (task == GUESTS) order.unseen_since_ms = user->last_visit; /* he may be back by then */
    if (felt_bank_order(chores->desk, &order, make_ticket(task, user->id)))
        chore->orders++;
    else
        chore->failed = true;
}

static void take_page(struct felt_chores *chores, enum task task, struct felt_answer *answer,
                      int64_t now_ms)
{
    struct chore *chore = &chores->chore[task];
    chore->asking = false;
    chore->done = 0;
    chore->full = answer->count == PAGE_ROWS;
    if (answer->outcome != FELT_OUTCOME_OK) chore->failed = true;
    for (uint32_t i = 0; i < answer->count; i++) {
        const struct felt_user *user = &answer->users[i];
        chore->behind = user->id;
        bool wanted =
            task == GUESTS ? user->kind == FELT_USER_GUEST : user->kind == FELT_USER_HUMAN;
        if (wanted && !user->deleted_at) give_order(chores, task, user, now_ms);
    }
    free(answer->rows);
}

static void take_receipt(struct felt_chores *chores, enum task task, int64_t user,
                         const struct felt_receipt *receipt)
{
    struct chore *chore = &chores->chore[task];
    enum felt_outcome outcome = receipt->outcome;
    chore->orders--;
    if (outcome == FELT_OUTCOME_OK) {
        chore->done++;
        if (!receipt->replayed)
            ++*(task == GUESTS ? &chores->counts.guests_closed : &chores->counts.resets);
    } else if (outcome == FELT_OUTCOME_SEATED) {
        chores->counts.resets_skipped++;
        note(chores, "warn", task == GUESTS ? "closing" : "reset", user, "chips are on a table");
    } else if (outcome == FELT_OUTCOME_UNAVAILABLE || outcome == FELT_OUTCOME_BUSY) {
        chore->failed = true;
    } else {
        chores->counts.failed++;
        note(chores, "error", task == GUESTS ? "closing" : "reset", user,
             felt_outcome_text(outcome));
    }
}

/* ---- turns ---- */

static void ask_page(struct felt_chores *chores, enum task task, int64_t now_ms)
{
    struct chore *chore = &chores->chore[task];
    struct felt_question question = {.now_ms = now_ms, .limit = PAGE_ROWS};
    question.kind = task == GUESTS ? FELT_ASK_GUESTS : FELT_ASK_USERS;
    question.before = task == GUESTS ? now_ms - GUEST_MS : chore->behind;
    chore->asking = felt_bank_ask(chores->desk, &question, make_ticket(task, 0));
    chore->failed = !chore->asking;
}

/* Nothing of the chore is under way: the next page, the next time, or again. */
static void go_on(struct felt_chores *chores, enum task task, int64_t now_ms)
{
    struct chore *chore = &chores->chore[task];
    bool more = chore->full && (task == RESET || chore->done);
    chore->full = false;
    if (chore->failed) {
        chore->due_ms = now_ms + MINUTE_MS;
        chore->behind = 0;
        chore->failed = false;
        chores->log(chores->self, "warn", "the store was not there for a chore; again in a minute");
    } else if (more) {
        ask_page(chores, task, now_ms);
    } else {
        chore->behind = 0;
        chore->due_ms = task == GUESTS ? now_ms + HOUR_MS : chore->day_ms + DAY_MS;
        chore->day_ms = chore->due_ms;
    }
}

int64_t felt_chores_turn(struct felt_chores *chores, int64_t now_ms)
{
    struct felt_bank_reply reply;
    int64_t wait = INT64_MAX;
    bool came[TASKS] = {false};
    while (felt_bank_take(chores->desk, 0, &reply)) {
        enum task task = (enum task)(reply.ticket % TASKS);
        came[task] = true;
        if (reply.is_receipt)
            take_receipt(chores, task, (int64_t)(reply.ticket / TASKS), &reply.receipt);
        else
            take_page(chores, task, &reply.answer, now_ms);
    }
    for (enum task task = GUESTS; task < TASKS; task++) {
        struct chore *chore = &chores->chore[task];
        if (chore->asking || chore->orders) continue;
        if (came[task]) go_on(chores, task, now_ms);
        if (!chore->asking && now_ms >= chore->due_ms) {
            ask_page(chores, task, now_ms);
            if (!chore->asking) go_on(chores, task, now_ms);
        }
        if (!chore->asking && chore->due_ms - now_ms < wait) wait = chore->due_ms - now_ms;
    }
    if (wait > HOUR_MS) wait = HOUR_MS; /* somebody may set the clock */
    return wait > 0 ? wait : 0;
}

void felt_chores_close(struct felt_chores *chores)
{
    struct felt_bank_reply reply;
    if (!chores) return;
    uint32_t left = 0;
    for (int task = 0; task < TASKS; task++)
        left += chores->chore[task].orders + chores->chore[task].asking;
    while (left && felt_bank_take(chores->desk, -1, &reply)) {
        if (!reply.is_receipt) free(reply.answer.rows);
        left--;
    }
    felt_bank_desk_close(chores->desk);
    free(chores);
}

const struct felt_chores_counts *felt_chores_counts(const struct felt_chores *chores)
{
    return &chores->counts;
}
