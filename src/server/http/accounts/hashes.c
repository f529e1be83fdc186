/* hashes.c -- whose password is hashed next (D6).
 *
 * A hash costs a quarter of a second, so the hasher gets no more of them than it has threads, and
 * the others wait here, where they can be put in order and dropped.  Strangers wait in turns of
 * their networks (turns.h): the rank of a password is how many its network has had of late, by
 * tokens that come back one in half a minute.
 *
 *     a a a come: 1 2 3     b comes: 1     c comes: 1     b again: 2
 *     done in the order a b c, a b, a
 *
 * So an address, and a network of them, waits for itself.  Somebody who is known, by a session or
 * by the cookie of a device, waits in a lane of its own, by users.  A hasher that
 * is free looks there first, unless another one is at work for that lane: so each lane has a hasher
 * as long as it needs one, and no password waits behind the other lane's but for those that are
 * being hashed. */
#include "server/http/accounts/parts.h"

#include "felt/assert.h"

#include <stdio.h>
#include <string.h>

enum {
    RANK_MAX = 1000,
    QUIET_RANK = 16 /* a network that has had more of late has one hasher with all its like       */
};
/* Whom a hasher is at work for. */
enum trade { TRADE_QUIET, TRADE_GREEDY, TRADE_KNOWN };
_Static_assert((int)FELT_DESK_HASHERS >= (int)LANES, "each lane has a hasher");
_Static_assert((int)FELT_DESK_HASHES_MAX <= (int)FELT_TURNS_MAX, "all who may wait have a place");

void felt_desk_open_lanes(struct felt_desk *desk)
{
    desk->lanes[LANE_STRANGERS] = (struct felt_turns){
        .places = FELT_DESK_HASHES_MAX,
        .each = {FELT_DESK_HASHES_EACH, FELT_DESK_HASHES_MIDDLE, FELT_DESK_HASHES_WIDE}};
    desk->lanes[LANE_KNOWN] = (struct felt_turns){
        .places = FELT_DESK_KNOWN_MAX,
        .each = {FELT_DESK_KNOWN_EACH, FELT_DESK_KNOWN_EACH, FELT_DESK_KNOWN_EACH}};
}

/* Whose tokens passwords in this lane take. */
static void find_source(const struct visit *visit, enum lane lane, struct felt_limits_source *out)
{
    char user[32];
    *out = visit->from;
    if (lane == LANE_STRANGERS) return;
    felt_assert(visit->user.id != 0);
    (void)snprintf(user, sizeof user, "%lld", (long long)visit->user.id);
    felt_limits_source_name(user, out);
}

/* How many a network had of late: as a limit of HASHES counts it, but nobody is refused, and a wide
 * network is forgiven no sooner than an address.  Else those with many networks would always be as
 * good as new. */
static struct felt_limits_rule turns_rule(const struct felt_desk *desk)
{
    struct felt_limits_rule rule = felt_desk_rule_of(desk, FELT_DESK_HASHES);
    rule.number = FELT_DESK_TURNS;
    rule.burst = RANK_MAX;
    return rule;
}

static bool is_network(const struct felt_limits_source *source, int level)
{
    return level == FELT_NETWORK_NARROW || source->whom[level][0];
}

/* Nothing was hashed: the token is given back. */
static void turn_away(struct felt_desk *desk, struct visit *visit)
{
    struct felt_limits_source source;
    find_source(visit, (enum lane)visit->job.lane, &source);
    felt_limits_return_from(&desk->limits, felt_desk_rule_of(desk, FELT_DESK_HASHES), &source,
                            visit->now_ms);
    for (int level = 0; level < FELT_NETWORKS; level++)
        if (is_network(&source, level))
            felt_limits_return(&desk->limits, turns_rule(desk), source.whom[level], visit->now_ms);
    visit->job.waits = false;
    felt_desk_refuse_busy(desk, visit);
}

/* A user who is known and has had too many is as good as a stranger. */
static bool take_token(struct felt_desk *desk, struct visit *visit, enum lane *lane)
{
    struct felt_limits_source source;
    *lane = visit->known ? LANE_KNOWN : LANE_STRANGERS;
    find_source(visit, *lane, &source);
    if (*lane == LANE_KNOWN &&
        felt_limits_take_from(&desk->limits, felt_desk_rule_of(desk, FELT_DESK_HASHES), &source,
                              visit->now_ms) == 0)
        return true;
    *lane = LANE_STRANGERS;
    return felt_desk_take(desk, visit, FELT_DESK_HASHES);
}

static struct felt_turn make_turn(struct felt_desk *desk, const struct visit *visit)
{
    struct felt_turn turn = {.ticket = felt_desk_ticket(visit)};
    struct felt_limits_rule rule = turns_rule(desk);
    struct felt_limits_source source;
    find_source(visit, (enum lane)visit->job.lane, &source);
    for (int level = 0; level < FELT_NETWORKS; level++) {
        const char *whom = source.whom[level];
        if (!is_network(&source, level)) {
            turn.network[level] = turn.network[level - 1];
            turn.rank[level] = turn.rank[level - 1];
            continue;
        }
        (void)felt_limits_take(&desk->limits, rule, whom, visit->now_ms);
        turn.network[level] = felt_limits_key(&desk->limits, rule, whom);
        turn.rank[level] = felt_limits_used(&desk->limits, rule, whom, visit->now_ms);
    }
    return turn;
}

static struct visit *find_waiting(const struct felt_desk *desk, uint64_t ticket)
{
    struct visit *visit = &desk->visits[(uint32_t)ticket];
    felt_assert(visit->busy && visit->job.waits && felt_desk_ticket(visit) == ticket);
    return visit;
}

static void queue(struct felt_desk *desk, struct visit *visit, const char *password,
                  const char *hash, felt_desk_step *then)
{
    struct job *job = &visit->job;
    enum lane lane;
    felt_assert(!job->waits);
    if (!take_token(desk, visit, &lane)) return;
    *job = (struct job){.waits = true, .verifies = hash != NULL, .lane = (uint8_t)lane};
    bool fits = felt_desk_copy(job->password, sizeof job->password, password) &&
                felt_desk_copy(job->hash, sizeof job->hash, hash ? hash : "");
    felt_assert(fits);
    felt_desk_await(visit, AWAITS_HASH, then);
    struct felt_turn turn = make_turn(desk, visit);
    uint64_t away = felt_turns_add(&desk->lanes[lane], &turn);
    if (away) turn_away(desk, find_waiting(desk, away));
    if (away != turn.ticket) felt_desk_start_hashes(desk);
}

void felt_desk_leave_lane(struct felt_desk *desk, const struct visit *visit)
{
    if (visit->job.waits) felt_turns_drop(&desk->lanes[visit->job.lane], felt_desk_ticket(visit));
}

static void hand_over(struct felt_desk *desk, struct visit *visit, uint64_t *place)
{
    const struct felt_desk_services *services = desk->services;
    struct job job = visit->job;
    uint64_t ticket = felt_desk_ticket(visit);
    felt_desk_wipe(&visit->job, sizeof visit->job);
    visit->job.lane = job.lane;
    *place = ticket;
    bool taken = job.verifies ? services->verify(services->self, job.password, job.hash, ticket)
                              : services->hash(services->self, job.password, ticket);
    felt_desk_wipe(&job, sizeof job);
    if (taken) return;
    *place = 0;
    turn_away(desk, visit);
}

static bool is_at_work(const struct felt_desk *desk, enum trade trade)
{
    for (int i = 0; i < FELT_DESK_HASHERS; i++)
        if (desk->hashing[i] && desk->hashing_for[i] == trade) return true;
    return false;
}

/* For a hasher that is free: somebody who is known, unless another one is at work for such a one;
 * else a stranger.  Networks that have had many have one hasher among them: the other is there when
 * somebody else comes. */
static struct visit *find_next(struct felt_desk *desk, uint8_t *trade)
{
    uint32_t rank = felt_turns_least(&desk->lanes[LANE_STRANGERS]);
    bool known = desk->lanes[LANE_KNOWN].count > 0, stranger = rank < UINT32_MAX;
    if (rank > QUIET_RANK && is_at_work(desk, TRADE_GREEDY)) stranger = false;
    if (known && stranger && is_at_work(desk, TRADE_KNOWN)) known = false;
    if (!known && !stranger) return NULL;
    *trade = known ? TRADE_KNOWN : rank > QUIET_RANK ? TRADE_GREEDY : TRADE_QUIET;
    return find_waiting(desk, felt_turns_next(&desk->lanes[known ? LANE_KNOWN : LANE_STRANGERS]));
}

void felt_desk_start_hashes(struct felt_desk *desk)
{
    for (int i = 0; i < FELT_DESK_HASHERS; i++) {
        struct visit *next;
        while (desk->hashing[i] == 0 && (next = find_next(desk, &desk->hashing_for[i])) != NULL)
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
