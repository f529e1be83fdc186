/* tries.c -- which limits there are, and what a try to sign in takes of them.
 *
 * A secret that is compared costs a token of the address, and of the name two: one of that name
 * from that address, of which there are few, and one of that name from everywhere, of which there
 * are many.  Every address stands for its networks too (base/network.h).  So whoever guesses from
 * one network is stopped soon and locks nobody out, and whoever guesses from many is stopped too;
 * then the name is closed to strangers, but not to a device that has signed in by it before.  The
 * code of a second factor has few values, so those who know the password have few tries at it.  The
 * password of somebody who is signed in has a bucket of the user: nobody without the session
 * reaches it. */
#include "server/http/accounts/parts.h"
#include "base/hex.h"

#include "felt/assert.h"

#include <stdio.h>
#include <string.h>

const struct felt_http_accounts_limits felt_http_accounts_limits_usual = {
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
    .device_burst = 10,
    .device_per_hour = 30,
    .code_burst = 5,
    .code_per_hour = 10,
    .new_burst = 10,
    .new_per_hour = 20,
    .all_new_burst = 2000,
    .all_new_per_hour = 2000,
    .guests_burst = 20,
    .guests_per_hour = 60,
    .guests_times = 4,
    .all_guests_burst = 1000,
    .all_guests_per_hour = 1000,
    .clubs_burst = 10,
    .clubs_per_hour = 30,
    .reports_burst = 5,
    .reports_per_hour = 10,
};

struct felt_limits_rule felt_http_accounts_rule_of(const struct felt_http_accounts *accounts,
                                                   enum felt_http_accounts_rule rule)
{
    const struct felt_http_accounts_limits *limits = &accounts->config->limits;
    const struct {
        uint32_t burst, per_hour;
    } rules[FELT_HTTP_ACCOUNTS_RULES] = {
        [FELT_HTTP_ACCOUNTS_REQUESTS] = {limits->requests_burst, limits->requests_per_minute * 60},
        [FELT_HTTP_ACCOUNTS_FAILS] = {limits->fails_burst, limits->fails_per_hour},
        [FELT_HTTP_ACCOUNTS_HASHES] = {limits->hashes_burst, limits->hashes_per_hour},
        [FELT_HTTP_ACCOUNTS_NAMES] = {limits->name_burst, limits->name_per_hour},
        [FELT_HTTP_ACCOUNTS_SPREAD] = {limits->spread_burst, limits->spread_per_hour},
        [FELT_HTTP_ACCOUNTS_PROOFS] = {limits->proof_burst, limits->proof_per_hour},
        [FELT_HTTP_ACCOUNTS_DEVICES] = {limits->device_burst, limits->device_per_hour},
        [FELT_HTTP_ACCOUNTS_CODES] = {limits->code_burst, limits->code_per_hour},
        [FELT_HTTP_ACCOUNTS_ACCOUNTS] = {limits->new_burst, limits->new_per_hour},
        [FELT_HTTP_ACCOUNTS_ALL_ACCOUNTS] = {limits->all_new_burst, limits->all_new_per_hour},
        [FELT_HTTP_ACCOUNTS_GUESTS] = {limits->guests_burst, limits->guests_per_hour},
        [FELT_HTTP_ACCOUNTS_ALL_GUESTS] = {limits->all_guests_burst, limits->all_guests_per_hour},
        [FELT_HTTP_ACCOUNTS_CLUBS] = {limits->clubs_burst, limits->clubs_per_hour},
        [FELT_HTTP_ACCOUNTS_REPORTS] = {limits->reports_burst, limits->reports_per_hour},
    };
    felt_assert(rule < FELT_HTTP_ACCOUNTS_RULES);
    struct felt_limits_rule out = {.number = (uint8_t)rule,
                                   .burst = rules[rule].burst,
                                   .per_hour = rules[rule].per_hour ? rules[rule].per_hour : 1};
    if (rule == FELT_HTTP_ACCOUNTS_GUESTS && limits->guests_times > 0) {
        uint32_t times = limits->guests_times < UINT8_MAX ? limits->guests_times : UINT8_MAX;
        out.times[FELT_NETWORK_WIDE] = (uint8_t)times;
        out.times[FELT_NETWORK_MIDDLE] = (uint8_t)((times + 1) / 2);
    }
    /* So few that one network cannot use up all of SPREAD. */
    if (rule == FELT_HTTP_ACCOUNTS_NAMES)
        out.times[FELT_NETWORK_MIDDLE] = out.times[FELT_NETWORK_WIDE] = 2;
    return out;
}

static void refuse_limited(struct felt_http_accounts *accounts, struct req *req,
                           enum felt_http_accounts_rule rule, int64_t wait_ms)
{
    char message[64];
    int64_t seconds = (wait_ms + 999) / 1000;
    (void)snprintf(message, sizeof message, "that was too often: wait %lld second%s",
                   (long long)seconds, seconds == 1 ? "" : "s");
    accounts->counts.limited++;
    if (rule !=
        FELT_HTTP_ACCOUNTS_REQUESTS) /* there are so many of those that a log would be full of them
                                        */
        felt_http_accounts_log(accounts, req, req->route->path + strlen("/api/"), "limited",
                               req->user.id, NULL);
    felt_http_accounts_refuse(accounts, req, 429, "TOO_MANY_REQUESTS", NULL, message, (int)seconds);
}

static int64_t take(struct felt_http_accounts *accounts, const struct req *req,
                    enum felt_http_accounts_rule rule, const struct felt_limits_source *source)
{
    return felt_limits_take_from(&accounts->limits, felt_http_accounts_rule_of(accounts, rule),
                                 source, req->now_ms);
}

/* What all of them together may do, RULES: as much as they like. */
static enum felt_http_accounts_rule rule_of_all(enum felt_http_accounts_rule rule)
{
    if (rule == FELT_HTTP_ACCOUNTS_ACCOUNTS) return FELT_HTTP_ACCOUNTS_ALL_ACCOUNTS;
    return rule == FELT_HTTP_ACCOUNTS_GUESTS ? FELT_HTTP_ACCOUNTS_ALL_GUESTS
                                             : FELT_HTTP_ACCOUNTS_RULES;
}

static int64_t take_of_all(struct felt_http_accounts *accounts, const struct req *req,
                           enum felt_http_accounts_rule rule)
{
    struct felt_limits_source all = {0};
    enum felt_http_accounts_rule of_all = rule_of_all(rule);
    int64_t wait_ms = of_all < FELT_HTTP_ACCOUNTS_RULES ? take(accounts, req, of_all, &all) : 0;
    if (wait_ms > 0)
        felt_limits_return_from(&accounts->limits, felt_http_accounts_rule_of(accounts, rule),
                                &req->from, req->now_ms);
    return wait_ms;
}

bool felt_http_accounts_take(struct felt_http_accounts *accounts, struct req *req,
                             enum felt_http_accounts_rule rule)
{
    int64_t wait_ms = take(accounts, req, rule, &req->from);
    if (wait_ms == 0) wait_ms = take_of_all(accounts, req, rule);
    if (wait_ms == 0) return true;
    felt_http_accounts_return_try(accounts, req); /* nothing was compared */
    refuse_limited(accounts, req, rule, wait_ms);
    return false;
}

static void name_user(int64_t user, struct felt_limits_source *out)
{
    char text[32];
    (void)snprintf(text, sizeof text, "%lld", (long long)user);
    felt_limits_source_name(text, out);
}

bool felt_http_accounts_take_request(struct felt_http_accounts *accounts, struct req *req)
{
    struct felt_limits_source source;
    name_user(req->device.user, &source);
    if (req->has_device && take(accounts, req, FELT_HTTP_ACCOUNTS_REQUESTS, &source) == 0)
        return true;
    return felt_http_accounts_take(accounts, req, FELT_HTTP_ACCOUNTS_REQUESTS);
}

/* Tokens more for the try.  Else how long it would have to wait for them. */
static int64_t add_tokens(struct felt_http_accounts *accounts, struct req *req,
                          enum felt_http_accounts_rule rule,
                          const struct felt_limits_source *source)
{
    felt_assert(req->try_count < FELT_HTTP_ACCOUNTS_TRIES);
    int64_t wait_ms = take(accounts, req, rule, source);
    if (wait_ms > 0) return wait_ms;
    req->tries[req->try_count++] = (struct attempt){.rule = (uint8_t)rule, .source = *source};
    return 0;
}

/* False: refused, and those that it had are given back. */
static bool add_or_refuse(struct felt_http_accounts *accounts, struct req *req,
                          enum felt_http_accounts_rule rule,
                          const struct felt_limits_source *source)
{
    int64_t wait_ms = add_tokens(accounts, req, rule, source);
    if (wait_ms == 0) return true;
    felt_http_accounts_return_try(accounts, req);
    refuse_limited(accounts, req, rule, wait_ms);
    return false;
}

/* The name from each of these networks.  No name has a blank in it, so that no two pairs are
 * written alike. */
static void name_from(const char *name, const struct felt_limits_source *from,
                      struct felt_limits_source *out)
{
    *out = (struct felt_limits_source){0};
    for (int level = 0; level < FELT_NETWORKS; level++)
        if (from->whom[level][0])
            (void)snprintf(out->whom[level], sizeof out->whom[level], "%s %.*s", name,
                           FELT_LIMITS_KEY_BYTES - FELT_USERNAME_MAX - 2, from->whom[level]);
}

bool felt_http_accounts_take_try(struct felt_http_accounts *accounts, struct req *req,
                                 const char *username)
{
    char name[FELT_USERNAME_MAX + 1];
    struct felt_limits_source from_here, everywhere;
    felt_assert(req->try_count == 0);
    felt_name_fold(username, name);
    name_from(name, &req->from, &from_here);
    felt_limits_source_name(name, &everywhere);
    if (!add_or_refuse(accounts, req, FELT_HTTP_ACCOUNTS_FAILS, &req->from)) return false;
    return !name[0] || (add_or_refuse(accounts, req, FELT_HTTP_ACCOUNTS_NAMES, &from_here) &&
                        add_or_refuse(accounts, req, FELT_HTTP_ACCOUNTS_SPREAD, &everywhere));
}

static void name_device(const struct req *req, struct felt_limits_source *out)
{
    char mark[2 * FELT_HTTP_DEVICE_MARK_BYTES + 1];
    felt_hex_write(req->device.mark, sizeof req->device.mark, mark);
    felt_limits_source_name(mark, out);
}

bool felt_http_accounts_take_device(struct felt_http_accounts *accounts, struct req *req,
                                    const char *username)
{
    char name[FELT_USERNAME_MAX + 1];
    struct felt_limits_source source;
    if (!req->has_device) return false;
    felt_name_fold(username, name);
    if (felt_http_device_name(&accounts->services->digests, accounts->device_key, name) !=
        req->device.name)
        return false;
    name_device(req, &source);
    return add_tokens(accounts, req, FELT_HTTP_ACCOUNTS_DEVICES, &source) == 0;
}

bool felt_http_accounts_take_proof(struct felt_http_accounts *accounts, struct req *req)
{
    struct felt_limits_source source;
    felt_assert(req->try_count == 0);
    felt_assert(req->user.id != 0);
    name_user(req->user.id, &source);
    return add_or_refuse(accounts, req, FELT_HTTP_ACCOUNTS_PROOFS, &source);
}

bool felt_http_accounts_take_code(struct felt_http_accounts *accounts, struct req *req)
{
    struct felt_limits_source source;
    felt_assert(req->user.id != 0);
    if (req->known)
        name_device(req, &source);
    else
        name_user(req->user.id, &source);
    return add_or_refuse(accounts, req, FELT_HTTP_ACCOUNTS_CODES, &source);
}

bool felt_http_accounts_take_user(struct felt_http_accounts *accounts, struct req *req,
                                  enum felt_http_accounts_rule rule)
{
    struct felt_limits_source source;
    felt_assert(req->user.id != 0);
    name_user(req->user.id, &source);
    int64_t wait_ms = take(accounts, req, rule, &source);
    if (wait_ms > 0) refuse_limited(accounts, req, rule, wait_ms);
    return wait_ms == 0;
}

void felt_http_accounts_return_try(struct felt_http_accounts *accounts, struct req *req)
{
    for (uint32_t i = 0; i < req->try_count; i++) {
        const struct attempt *attempt = &req->tries[i];
        felt_limits_return_from(
            &accounts->limits,
            felt_http_accounts_rule_of(accounts, (enum felt_http_accounts_rule)attempt->rule),
            &attempt->source, req->now_ms);
    }
    req->try_count = 0;
}
