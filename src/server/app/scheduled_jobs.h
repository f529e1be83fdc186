/* scheduled_jobs.h -- what a server does by the clock: guests who never came back, and much sooner
 * those who never sat down, are closed every hour, and, if it is wanted, every human's account is
 * set back once a day.
 *
 * The clock of the day may be wrong, and be set while the server runs; `ticks_ms` is another that
 * nobody sets, and says when that was so.
 *
 *   C1  a reset that was missed by less than an hour is done; one that was missed by more is not.
 *   C2  whatever the clock said for a while, a chore is due within its period once it is right.
 *   C3  no guest is closed within an hour after the clock was set: who seems long unseen may have
 *       been here a minute ago.
 *   C4  a reset is for those who were there at its time, however late it is done.
 *   C5  whoever has chips on a table when a reset is due stands up first; until he has done so his
 *       reset is tried again, for ten minutes, and then it is left out. */
#ifndef FELT_SERVER_APP_SCHEDULED_JOBS_H
#define FELT_SERVER_APP_SCHEDULED_JOBS_H

#include "store/ledger/ledger_store.h"

/* ---- when: pure ---- */

enum felt_scheduled_job {
    FELT_SCHEDULED_JOB_GUESTS,
    FELT_SCHEDULED_JOB_RESET,
    FELT_SCHEDULED_JOBS
};

struct felt_scheduled_jobs_plan {
    int reset_minute; /* of the day, in UTC; -1: never                                */
    int64_t due_ms[FELT_SCHEDULED_JOBS]; /* INT64_MAX: never */
    int64_t day_ms;      /* when the reset that is due should have begun                 */
    int64_t ahead_ms;    /* how far the clock of the day is ahead of the other           */
    int64_t quiet_ticks; /* no guest is closed before                                    */
};

void felt_scheduled_jobs_plan_init(struct felt_scheduled_jobs_plan *plan, int reset_minute,
                                   int64_t now_ms, int64_t ticks_ms);
/* Puts right what a clock that was set has made wrong; to be called before a chore is begun. */
void felt_scheduled_jobs_plan_tick(struct felt_scheduled_jobs_plan *plan, int64_t now_ms,
                                   int64_t ticks_ms);
/* The chore is done: when it is due next.  Or it failed: soon again. */
void felt_scheduled_jobs_plan_done(struct felt_scheduled_jobs_plan *plan,
                                   enum felt_scheduled_job chore, int64_t now_ms);
void felt_scheduled_jobs_plan_failed(struct felt_scheduled_jobs_plan *plan,
                                     enum felt_scheduled_job chore, int64_t now_ms);
/* Is the chore for this user?  day_ms: of the reset. */
bool felt_scheduled_jobs_wants(enum felt_scheduled_job chore, const struct felt_user *user,
                               int64_t day_ms);

/* ---- what is done ---- */

struct felt_scheduled_jobs_counts {
    uint64_t guests_closed, resets, resets_skipped, failed;
};

struct felt_scheduled_jobs;
/* At a client of its own of the ledger store.  `log` gets a level and a sentence.  NULL: no memory.
 */
struct felt_scheduled_jobs *felt_scheduled_jobs_open(struct felt_ledger_store *store,
                                                     int reset_minute, void (*wake)(void *self),
                                                     void (*log)(void *self, const char *level,
                                                                 const char *text),
                                                     void *self, int64_t now_ms, int64_t ticks_ms);
/* Where people sit, so that they can be asked to stand up (C5), and who must be told that a guest
 * was closed.  Both are called by felt_scheduled_jobs_turn(); each may be NULL.  Without, whoever
 * has chips on a table keeps them, and is not reset. */
struct felt_scheduled_jobs_room {
    void *self;
    void (*clear)(void *self); /* everybody who is not the house's stands up after the hand       */
    void (*closed)(void *self, int64_t user);
};
void felt_scheduled_jobs_join(struct felt_scheduled_jobs *chores,
                              const struct felt_scheduled_jobs_room *room);
/* How long a guest may be unseen, and one who never sat down (both 30 days at first), and who is
 * told, every hour, how many guests there are: with the `self` of felt_scheduled_jobs_open(); NULL:
 * nobody is. */
void felt_scheduled_jobs_guests(struct felt_scheduled_jobs *chores, int64_t away_ms,
                                int64_t idle_ms, void (*told)(void *self, uint64_t count));
/* Waits for what is under way. */
void felt_scheduled_jobs_close(struct felt_scheduled_jobs *chores);
/* Takes what has come back and begins what is due.  Milliseconds until it wants to be called. */
int64_t felt_scheduled_jobs_turn(struct felt_scheduled_jobs *chores, int64_t now_ms,
                                 int64_t ticks_ms);
const struct felt_scheduled_jobs_counts *
felt_scheduled_jobs_counts(const struct felt_scheduled_jobs *chores);

#endif
