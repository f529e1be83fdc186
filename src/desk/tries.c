/* tries.c -- which limits there are, and what a try to sign in takes of them.
 *
 * A secret that is compared costs a token of the address, and of the name two: one of that name
 * from that address, of which there are few, and one of that name from everywhere, of which there
 * are many.  So whoever guesses from one address is stopped soon and locks nobody out but himself,
 * and whoever guesses from many is stopped too.  The password of somebody who is signed in has a
 * bucket of his own: nobody without his session reaches it. */
#include "desk/parts.h"

#include "felt/assert.h"

#include <stdio.h>
#include <string.h>

const struct felt_desk_limits felt_desk_limits_usual = {
    .requests_burst = 60,
    .requests_per_minute = 240,
    .fails_burst = 20,
    .fails_per_hour = 60,
    .hashes_burst = 30,
    .hashes_per_hour = 120,
    .name_burst = 10,
    .name_per_hour = 30,
    .spread_burst = 100,
    .spread_per_hour = 100,
    .proof_burst = 10,
    .proof_per_hour = 30,
    .new_burst = 10,
    .new_per_hour = 20,
    .guests_burst = 20,
    .guests_per_hour = 60,
    .clubs_burst = 10,
    .clubs_per_hour = 30,
    .reports_burst = 5,
    .reports_per_hour = 10,
};

static struct felt_limits_rule rule_of(const struct felt_desk *desk, enum felt_desk_rule rule)
{
    const struct felt_desk_limits *limits = &desk->config->limits;
    const struct {
        uint32_t burst, per_hour;
    } rules[FELT_DESK_RULES] = {
        [FELT_DESK_REQUESTS] = {limits->requests_burst, limits->requests_per_minute * 60},
        [FELT_DESK_FAILS] = {limits->fails_burst, limits->fails_per_hour},
        [FELT_DESK_HASHES] = {limits->hashes_burst, limits->hashes_per_hour},
        [FELT_DESK_NAMES] = {limits->name_burst, limits->name_per_hour},
        [FELT_DESK_SPREAD] = {limits->spread_burst, limits->spread_per_hour},
        [FELT_DESK_PROOFS] = {limits->proof_burst, limits->proof_per_hour},
        [FELT_DESK_ACCOUNTS] = {limits->new_burst, limits->new_per_hour},
        [FELT_DESK_GUESTS] = {limits->guests_burst, limits->guests_per_hour},
        [FELT_DESK_CLUBS] = {limits->clubs_burst, limits->clubs_per_hour},
        [FELT_DESK_REPORTS] = {limits->reports_burst, limits->reports_per_hour},
    };
    felt_assert(rule < FELT_DESK_RULES);
    return (struct felt_limits_rule){.number = (uint8_t)rule,
                                     .burst = rules[rule].burst,
                                     .per_hour = rules[rule].per_hour ? rules[rule].per_hour : 1};
}

static void refuse_limited(struct felt_desk *desk, struct visit *visit, enum felt_desk_rule rule,
                           int64_t wait_ms)
{
    char message[64];
    int64_t seconds = (wait_ms + 999) / 1000;
    (void)snprintf(message, sizeof message, "that was too often: wait %lld second%s",
                   (long long)seconds, seconds == 1 ? "" : "s");
    desk->counts.limited++;
    if (rule !=
        FELT_DESK_REQUESTS) /* there are so many of those that a log would be full of them */
        felt_desk_log(desk, visit, visit->route->path + strlen("/api/"), "limited", visit->user.id,
                      NULL);
    felt_desk_refuse(desk, visit, 429, "TOO_MANY_REQUESTS", NULL, message, (int)seconds);
}

bool felt_desk_take(struct felt_desk *desk, struct visit *visit, enum felt_desk_rule rule)
{
    int64_t wait_ms =
        felt_limits_take(&desk->limits, rule_of(desk, rule), visit->whom, visit->now_ms);
    if (wait_ms == 0) return true;
    felt_desk_return_try(desk, visit); /* nothing was compared */
    refuse_limited(desk, visit, rule, wait_ms);
    return false;
}

void felt_desk_return(struct felt_desk *desk, const struct visit *visit, enum felt_desk_rule rule)
{
    felt_limits_return(&desk->limits, rule_of(desk, rule), visit->whom, visit->now_ms);
}

uint32_t felt_desk_used(const struct felt_desk *desk, const struct visit *visit,
                        enum felt_desk_rule rule)
{
    return felt_limits_used(&desk->limits, rule_of(desk, rule), visit->whom, visit->now_ms);
}

/* One token more for the try.  False: refused, and those that it had are given back. */
static bool add_token(struct felt_desk *desk, struct visit *visit, enum felt_desk_rule rule,
                      const char *whom)
{
    felt_assert(visit->try_count < FELT_DESK_TRIES);
    struct try *next = &visit->tries[visit->try_count];
    int64_t wait_ms = felt_limits_take(&desk->limits, rule_of(desk, rule), whom, visit->now_ms);
    if (wait_ms > 0) {
        felt_desk_return_try(desk, visit);
        refuse_limited(desk, visit, rule, wait_ms);
        return false;
    }
    next->rule = (uint8_t)rule;
    (void)snprintf(next->whom, sizeof next->whom, "%s", whom);
    visit->try_count++;
    return true;
}

bool felt_desk_take_try(struct felt_desk *desk, struct visit *visit, const char *username)
{
    char name[FELT_USERNAME_MAX + 1], from_here[FELT_LIMITS_KEY_BYTES];
    felt_assert(visit->try_count == 0);
    felt_name_fold(username, name);
    /* No name has a blank in it, so that no two pairs are written alike. */
    (void)snprintf(from_here, sizeof from_here, "%s %.*s", name,
                   (int)(sizeof from_here - sizeof name - 1), visit->whom);
    if (!add_token(desk, visit, FELT_DESK_FAILS, visit->whom)) return false;
    return !name[0] || (add_token(desk, visit, FELT_DESK_NAMES, from_here) &&
                        add_token(desk, visit, FELT_DESK_SPREAD, name));
}

bool felt_desk_take_proof(struct felt_desk *desk, struct visit *visit)
{
    char user[32];
    felt_assert(visit->try_count == 0);
    felt_assert(visit->user.id != 0);
    (void)snprintf(user, sizeof user, "%lld", (long long)visit->user.id);
    return add_token(desk, visit, FELT_DESK_FAILS, visit->whom) &&
           add_token(desk, visit, FELT_DESK_PROOFS, user);
}

bool felt_desk_take_user(struct felt_desk *desk, struct visit *visit, enum felt_desk_rule rule)
{
    char user[32];
    felt_assert(visit->user.id != 0);
    (void)snprintf(user, sizeof user, "%lld", (long long)visit->user.id);
    int64_t wait_ms = felt_limits_take(&desk->limits, rule_of(desk, rule), user, visit->now_ms);
    if (wait_ms > 0) refuse_limited(desk, visit, rule, wait_ms);
    return wait_ms == 0;
}

void felt_desk_return_try(struct felt_desk *desk, struct visit *visit)
{
    for (uint32_t i = 0; i < visit->try_count; i++) {
        const struct try *try = &visit->tries[i];
        felt_limits_return(&desk->limits, rule_of(desk, (enum felt_desk_rule)try->rule), try->whom,
                           visit->now_ms);
    }
    visit->try_count = 0;
}
