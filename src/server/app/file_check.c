/* file_check.c -- see file_check.h. */
#include "server/app/file_check.h"
#include "store/backup/prover.h"

#include <stdio.h>
#include <stdlib.h>

/* A server that is restarted every day has its check, too; but a start is busy enough. */
enum { FIRST_MS = 10 * 60 * 1000, TEXT_BYTES = 256 };

struct felt_file_check {
    struct felt_prover *prover; /* NULL: there is no file                                        */
    uint32_t every_ms;
    int64_t due_ms; /* by the clock that nobody sets                                             */
    bool under_way;
    uint64_t count;
    char damage[TEXT_BYTES]; /* "": none                                                         */
    void (*log)(void *self, const char *level, const char *text);
    void *self;
};

struct felt_file_check *
felt_file_check_open(const struct felt_sql_config *sql, uint32_t every_ms, void (*wake)(void *self),
                     void (*log)(void *self, const char *level, const char *text), void *self,
                     int64_t ticks_ms)
{
    struct felt_file_check *check = calloc(1, sizeof *check);
    if (!check) return NULL;
    check->every_ms = every_ms;
    check->due_ms = ticks_ms + (every_ms < FIRST_MS ? (int64_t)every_ms : FIRST_MS);
    check->log = log;
    check->self = self;
    if (sql->kind != FELT_SQL_SQLITE) return check;
    check->prover = felt_prover_open(sql, true, wake, self);
    if (check->prover) return check;
    free(check);
    return NULL;
}

void felt_file_check_close(struct felt_file_check *check)
{
    if (!check) return;
    felt_prover_close(check->prover);
    free(check);
}

static void take(struct felt_file_check *check, const struct felt_proved *proved)
{
    char line[TEXT_BYTES];
    check->under_way = false;
    if (!proved->done) {
        (void)snprintf(line, sizeof line, "the file of the books was not read through: %.160s",
                       proved->complaint.text);
        check->log(check->self, "error", line);
        return;
    }
    check->count++;
    if (proved->good) {
        check->damage[0] = '\0'; /* what could not be read then can be read now */
        check->log(check->self, "info", "the file of the books was read through: no fault");
        return;
    }
    (void)snprintf(check->damage, sizeof check->damage,
                   "the file of the books is damaged (%.90s): stop the server, keep a copy, and "
                   "restore the last good backup\n",
                   proved->proof[0].first);
    (void)snprintf(line, sizeof line, "%.*s", (int)sizeof line - 2, check->damage);
    for (char *at = line; *at; at++)
        if (*at == '\n') *at = '\0';
    check->log(check->self, "critical", line);
}

int64_t felt_file_check_turn(struct felt_file_check *check, int64_t ticks_ms)
{
    struct felt_proved proved;
    if (!check->prover) return -1;
    if (check->under_way && felt_prover_take(check->prover, &proved)) take(check, &proved);
    if (check->under_way) return -1; /* it wakes us */
    if (ticks_ms >= check->due_ms) {
        check->due_ms = ticks_ms + check->every_ms;
        check->under_way = felt_prover_begin(check->prover, 0);
    }
    return check->under_way ? -1 : check->due_ms - ticks_ms;
}

const char *felt_file_check_damage(const struct felt_file_check *check)
{
    return check->damage[0] ? check->damage : NULL;
}

uint64_t felt_file_check_count(const struct felt_file_check *check)
{
    return check->count;
}
