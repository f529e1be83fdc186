/* hashes.c -- whose password is hashed next (D6).
 *
 * A hash costs a quarter of a second, so the hasher gets no more of them than it has threads, and
 * the others wait here, where they can be put in order and dropped.  The turn of a password is how
 * many its address has had of late, by the tokens that are gone; the smallest turn is next, and
 * among the same the one that came first:
 *
 *     nobody was here before     a a a come: 1 2 3     b comes: 1     c comes: 1     b again: 2
 *     done in the order a b c, a b, a
 *
 * So an address that sends many waits for itself, and one that comes back all the time for all who
 * do not.  If too many wait, the last of all is sent away for one whose turn is sooner: a crowd at
 * one address cannot fill the room. */
#include "desk/parts.h"

#include "felt/assert.h"

#include <string.h>

static struct visit *waiting(const struct felt_desk *desk, uint32_t number)
{
    struct visit *visit = &desk->visits[number];
    return visit->busy && visit->job.waits ? visit : NULL;
}

static bool is_sooner(const struct job *a, const struct job *b)
{
    return a->turn != b->turn ? a->turn < b->turn : a->arrival < b->arrival;
}

/* The first of all that wait, or the last.  NULL: nobody waits. */
static struct visit *find_end(const struct felt_desk *desk, bool first)
{
    struct visit *found = NULL;
    for (uint32_t i = 0; desk->hashes_waiting && i < desk->config->requests_max; i++) {
        struct visit *visit = waiting(desk, i);
        if (visit && (!found || is_sooner(&visit->job, &found->job) == first)) found = visit;
    }
    return found;
}

static uint32_t count_waiting(const struct felt_desk *desk, const char *whom)
{
    uint32_t count = 0;
    for (uint32_t i = 0; desk->hashes_waiting && i < desk->config->requests_max; i++) {
        const struct visit *other = waiting(desk, i);
        if (other && strcmp(other->whom, whom) == 0) count++;
    }
    return count;
}

static void leave(struct felt_desk *desk, struct visit *visit)
{
    felt_assert(visit->job.waits);
    felt_assert(desk->hashes_waiting > 0);
    visit->job.waits = false;
    desk->hashes_waiting--;
}

/* Nothing was hashed: the token is given back. */
static void turn_away(struct felt_desk *desk, struct visit *visit)
{
    felt_desk_return(desk, visit, FELT_DESK_HASHES);
    felt_desk_refuse_busy(desk, visit);
}

/* False: there is no room for somebody with this turn. */
static bool make_room(struct felt_desk *desk, uint32_t turn)
{
    if (desk->hashes_waiting < FELT_DESK_HASHES_MAX) return true;
    struct visit *last = find_end(desk, false);
    felt_assert(last != NULL);
    if (last->job.turn <= turn) return false;
    turn_away(desk, last);
    return true;
}

static void queue(struct felt_desk *desk, struct visit *visit, const char *password,
                  const char *hash, felt_desk_step *then)
{
    struct job *job = &visit->job;
    felt_assert(!job->waits);
    if (!felt_desk_take(desk, visit, FELT_DESK_HASHES)) return;
    uint32_t turn = felt_desk_used(desk, visit, FELT_DESK_HASHES);
    if (count_waiting(desk, visit->whom) >= FELT_DESK_HASHES_EACH || !make_room(desk, turn)) {
        turn_away(desk, visit);
        return;
    }
    *job = (struct job){.waits = true, .verifies = hash != NULL, .turn = turn};
    job->arrival = ++desk->arrivals;
    bool fits = felt_desk_copy(job->password, sizeof job->password, password) &&
                felt_desk_copy(job->hash, sizeof job->hash, hash ? hash : "");
    felt_assert(fits);
    desk->hashes_waiting++;
    felt_desk_await(visit, AWAITS_HASH, then);
    felt_desk_start_hashes(desk);
}

static void hand_over(struct felt_desk *desk, struct visit *visit, uint64_t *place)
{
    const struct felt_desk_services *services = desk->services;
    struct job job = visit->job;
    uint64_t ticket = felt_desk_ticket(visit);
    leave(desk, visit);
    felt_desk_wipe(&visit->job, sizeof visit->job);
    *place = ticket;
    bool taken = job.verifies ? services->verify(services->self, job.password, job.hash, ticket)
                              : services->hash(services->self, job.password, ticket);
    felt_desk_wipe(&job, sizeof job);
    if (taken) return;
    *place = 0;
    turn_away(desk, visit);
}

void felt_desk_start_hashes(struct felt_desk *desk)
{
    for (int i = 0; i < FELT_DESK_HASHERS; i++) {
        struct visit *next;
        while (desk->hashing[i] == 0 && (next = find_end(desk, true)) != NULL)
            hand_over(desk, next, &desk->hashing[i]);
    }
}

bool felt_desk_end_hash(struct felt_desk *desk, uint64_t ticket)
{
    for (int i = 0; ticket && i < FELT_DESK_HASHERS; i++)
        if (desk->hashing[i] == ticket) {
            desk->hashing[i] = 0;
            return true;
        }
    return false;
}

void felt_desk_hash(struct felt_desk *desk, struct visit *visit, const char *password,
                    felt_desk_step *then)
{
    queue(desk, visit, password, NULL, then);
}

void felt_desk_verify(struct felt_desk *desk, struct visit *visit, const char *password,
                      const char *hash, felt_desk_step *then)
{
    queue(desk, visit, password, hash, then);
}
