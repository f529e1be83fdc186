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
_Static_assert((int)FELT_HTTP_ACCOUNTS_HASHERS >= (int)LANES, "each lane has a hasher");
_Static_assert((int)FELT_HTTP_ACCOUNTS_HASHES_MAX <= (int)FELT_TURNS_MAX,
               "all who may wait have a place");

void felt_http_accounts_open_lanes(struct felt_http_accounts *accounts)
{
    accounts->lanes[LANE_STRANGERS] = (struct felt_turns){.places = FELT_HTTP_ACCOUNTS_HASHES_MAX,
                                                          .each = {FELT_HTTP_ACCOUNTS_HASHES_EACH,
                                                                   FELT_HTTP_ACCOUNTS_HASHES_MIDDLE,
                                                                   FELT_HTTP_ACCOUNTS_HASHES_WIDE}};
    accounts->lanes[LANE_KNOWN] =
        (struct felt_turns){.places = FELT_HTTP_ACCOUNTS_KNOWN_MAX,
                            .each = {FELT_HTTP_ACCOUNTS_KNOWN_EACH, FELT_HTTP_ACCOUNTS_KNOWN_EACH,
                                     FELT_HTTP_ACCOUNTS_KNOWN_EACH}};
}

/* Whose tokens passwords in this lane take. */
static void find_source(const struct req *req, enum lane lane, struct felt_limits_source *out)
{
    char user[32];
    *out = req->from;
    if (lane == LANE_STRANGERS) return;
    felt_assert(req->user.id != 0);
    (void)snprintf(user, sizeof user, "%lld", (long long)req->user.id);
    felt_limits_source_name(user, out);
}

/* How many a network had of late: as a limit of HASHES counts it, but nobody is refused, and a wide
 * network is forgiven no sooner than an address.  Else those with many networks would always be as
 * good as new. */
static struct felt_limits_rule turns_rule(const struct felt_http_accounts *accounts)
{
    struct felt_limits_rule rule = felt_http_accounts_rule_of(accounts, FELT_HTTP_ACCOUNTS_HASHES);
    rule.number = FELT_HTTP_ACCOUNTS_TURNS;
    rule.burst = RANK_MAX;
    return rule;
}

static bool is_network(const struct felt_limits_source *source, int level)
{
    return level == FELT_NETWORK_NARROW || source->whom[level][0];
}

/* Nothing was hashed: the token is given back. */
static void turn_away(struct felt_http_accounts *accounts, struct req *req)
{
    struct felt_limits_source source;
    find_source(req, (enum lane)req->job.lane, &source);
    felt_limits_return_from(&accounts->limits,
                            felt_http_accounts_rule_of(accounts, FELT_HTTP_ACCOUNTS_HASHES),
                            &source, req->now_ms);
    for (int level = 0; level < FELT_NETWORKS; level++)
        if (is_network(&source, level))
            felt_limits_return(&accounts->limits, turns_rule(accounts), source.whom[level],
                               req->now_ms);
    req->job.waits = false;
    felt_http_accounts_refuse_busy(accounts, req);
}

/* A user who is known and has had too many is as good as a stranger. */
static bool take_token(struct felt_http_accounts *accounts, struct req *req, enum lane *lane)
{
    struct felt_limits_source source;
    *lane = req->known ? LANE_KNOWN : LANE_STRANGERS;
    find_source(req, *lane, &source);
    if (*lane == LANE_KNOWN &&
        felt_limits_take_from(&accounts->limits,
                              felt_http_accounts_rule_of(accounts, FELT_HTTP_ACCOUNTS_HASHES),
                              &source, req->now_ms) == 0)
        return true;
    *lane = LANE_STRANGERS;
    return felt_http_accounts_take(accounts, req, FELT_HTTP_ACCOUNTS_HASHES);
}

static struct felt_turns_one make_turn(struct felt_http_accounts *accounts, const struct req *req)
{
    struct felt_turns_one turn = {.ticket = felt_http_accounts_ticket(req)};
    struct felt_limits_rule rule = turns_rule(accounts);
    struct felt_limits_source source;
    find_source(req, (enum lane)req->job.lane, &source);
    for (int level = 0; level < FELT_NETWORKS; level++) {
        const char *whom = source.whom[level];
        if (!is_network(&source, level)) {
            turn.network[level] = turn.network[level - 1];
            turn.rank[level] = turn.rank[level - 1];
            continue;
        }
        (void)felt_limits_take(&accounts->limits, rule, whom, req->now_ms);
        turn.network[level] = felt_limits_key(&accounts->limits, rule, whom);
        turn.rank[level] = felt_limits_used(&accounts->limits, rule, whom, req->now_ms);
    }
    return turn;
}

static struct req *find_waiting(const struct felt_http_accounts *accounts, uint64_t ticket)
{
    struct req *req = &accounts->visits[(uint32_t)ticket];
    felt_assert(req->busy && req->job.waits && felt_http_accounts_ticket(req) == ticket);
    return req;
}

static void queue(struct felt_http_accounts *accounts, struct req *req, const char *password,
                  const char *hash, felt_http_accounts_step *then)
{
    struct job *job = &req->job;
    enum lane lane;
    felt_assert(!job->waits);
    if (!take_token(accounts, req, &lane)) return;
    *job = (struct job){.waits = true, .verifies = hash != NULL, .lane = (uint8_t)lane};
    bool fits = felt_http_accounts_copy(job->password, sizeof job->password, password) &&
                felt_http_accounts_copy(job->hash, sizeof job->hash, hash ? hash : "");
    felt_assert(fits);
    felt_http_accounts_await(req, AWAITS_HASH, then);
    struct felt_turns_one turn = make_turn(accounts, req);
    uint64_t away = felt_turns_add(&accounts->lanes[lane], &turn);
    if (away) turn_away(accounts, find_waiting(accounts, away));
    if (away != turn.ticket) felt_http_accounts_start_hashes(accounts);
}

void felt_http_accounts_leave_lane(struct felt_http_accounts *accounts, const struct req *req)
{
    if (req->job.waits)
        felt_turns_drop(&accounts->lanes[req->job.lane], felt_http_accounts_ticket(req));
}

static void hand_over(struct felt_http_accounts *accounts, struct req *req, uint64_t *place)
{
    const struct felt_http_accounts_services *services = accounts->services;
    struct job job = req->job;
    uint64_t ticket = felt_http_accounts_ticket(req);
    felt_http_accounts_wipe(&req->job, sizeof req->job);
    req->job.lane = job.lane;
    *place = ticket;
    bool taken = job.verifies ? services->verify(services->self, job.password, job.hash, ticket)
                              : services->hash(services->self, job.password, ticket);
    felt_http_accounts_wipe(&job, sizeof job);
    if (taken) return;
    *place = 0;
    turn_away(accounts, req);
}

static bool is_at_work(const struct felt_http_accounts *accounts, enum trade trade)
{
    for (int i = 0; i < FELT_HTTP_ACCOUNTS_HASHERS; i++)
        if (accounts->hashing[i] && accounts->hashing_for[i] == trade) return true;
    return false;
}

/* For a hasher that is free: somebody who is known, unless another one is at work for such a one;
 * else a stranger.  Networks that have had many have one hasher among them: the other is there when
 * somebody else comes. */
static struct req *find_next(struct felt_http_accounts *accounts, uint8_t *trade)
{
    uint32_t rank = felt_turns_least(&accounts->lanes[LANE_STRANGERS]);
    bool known = accounts->lanes[LANE_KNOWN].count > 0, stranger = rank < UINT32_MAX;
    if (rank > QUIET_RANK && is_at_work(accounts, TRADE_GREEDY)) stranger = false;
    if (known && stranger && is_at_work(accounts, TRADE_KNOWN)) known = false;
    if (!known && !stranger) return NULL;
    *trade = known ? TRADE_KNOWN : rank > QUIET_RANK ? TRADE_GREEDY : TRADE_QUIET;
    return find_waiting(accounts,
                        felt_turns_next(&accounts->lanes[known ? LANE_KNOWN : LANE_STRANGERS]));
}

void felt_http_accounts_start_hashes(struct felt_http_accounts *accounts)
{
    for (int i = 0; i < FELT_HTTP_ACCOUNTS_HASHERS; i++) {
        struct req *next;
        while (accounts->hashing[i] == 0 &&
               (next = find_next(accounts, &accounts->hashing_for[i])) != NULL)
            hand_over(accounts, next, &accounts->hashing[i]);
    }
}

bool felt_http_accounts_end_hash(struct felt_http_accounts *accounts, uint64_t ticket)
{
    for (int i = 0; ticket && i < FELT_HTTP_ACCOUNTS_HASHERS; i++)
        if (accounts->hashing[i] == ticket) {
            accounts->hashing[i] = 0;
            return true;
        }
    return false;
}

void felt_http_accounts_hash(struct felt_http_accounts *accounts, struct req *req,
                             const char *password, felt_http_accounts_step *then)
{
    queue(accounts, req, password, NULL, then);
}

void felt_http_accounts_verify(struct felt_http_accounts *accounts, struct req *req,
                               const char *password, const char *hash,
                               felt_http_accounts_step *then)
{
    queue(accounts, req, password, hash, then);
}
