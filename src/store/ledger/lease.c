/* lease.c -- see lease.h. */
#include "store/ledger/lease.h"

#include "base/calendar.h"
#include "felt/assert.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TRIES = 10 };

#define NOW "CAST(extract(epoch FROM clock_timestamp()) * 1000 AS BIGINT)"

/* Every batch writes counters, so of two ledger stores one would fail after all its work, and which
 * one is a matter of luck.  Locks are given in the order in which they were asked for: nobody fails
 * and nobody starves.  A transaction sees the state of the first statement that reads, and this one
 * does not. */
static const struct felt_statement queue_up = {"LOCK TABLE counters IN SHARE ROW EXCLUSIVE MODE",
                                               ""};
/* One row, always: a lease that was removed is not ours either. */
static const struct felt_statement read_lease = {
    "SELECT coalesce((SELECT value FROM meta WHERE name = 'lease'), '')", ""};
static const struct felt_statement read_all = {
    "SELECT coalesce((SELECT value FROM meta WHERE name = 'lease'), ''),"
    " CAST(coalesce((SELECT value FROM meta WHERE name = 'lease_until'), '0') AS BIGINT), " NOW,
    ""};
static const struct felt_statement write_lease = {
    "INSERT INTO meta (name, value) VALUES ('lease', $1)"
    " ON CONFLICT (name) DO UPDATE SET value = excluded.value",
    "t"};
static const struct felt_statement write_until = {
    "INSERT INTO meta (name, value) VALUES ('lease_until', CAST(" NOW " + $1 AS TEXT))"
    " ON CONFLICT (name) DO UPDATE SET value = excluded.value",
    "i"};
static const struct felt_statement end_now = {
    "UPDATE meta SET value = '0' WHERE name = 'lease_until'", ""};

/* ---- what the rows say ----------------------------------------------------------------------- */

struct standing {
    int64_t epoch, taken_ms, until_ms, now_ms;
    char owner[FELT_LEASE_OWNER_BYTES + 1], place[FELT_LEASE_PLACE_BYTES + 1];
};

/* A row that nobody of us wrote is of nobody. */
static void read_text(const char *text, struct standing *out)
{
    _Static_assert(FELT_LEASE_OWNER_BYTES == 32 && FELT_LEASE_PLACE_BYTES == 63, "as below");
    (void)sscanf(text, "%" SCNd64 " %32s %" SCNd64 " %63[^\n]", &out->epoch, out->owner,
                 &out->taken_ms, out->place);
}

static void take_standing(void *self, const struct felt_value *value, int count)
{
    struct standing *standing = self;
    felt_assert(count == 3);
    if (value[0].kind == FELT_VALUE_TEXT) read_text(value[0].text, standing);
    standing->until_ms = value[1].number;
    standing->now_ms = value[2].number;
}

static bool is_held_by_other(const struct standing *standing, const char *owner)
{
    return standing->until_ms > standing->now_ms && strcmp(standing->owner, owner) != 0;
}

static enum felt_status refuse(const struct standing *standing, struct felt_complaint *complaint)
{
    char since[FELT_MOMENT_BYTES];
    int64_t seconds = (standing->until_ms - standing->now_ms + 999) / 1000;
    return felt_complain(complaint, FELT_UNSUPPORTED, 0, 0,
                         "%s works on these books since %s; stop it first, or wait %lld seconds if "
                         "it has died",
                         standing->place, felt_moment_write(standing->taken_ms, since),
                         (long long)seconds);
}

static enum felt_status fail(const struct felt_sql *sql, struct felt_complaint *complaint)
{
    return felt_complain(complaint, FELT_FULL, 0, 0, "the lease cannot be read or written: %s",
                         felt_sql_why(sql));
}

/* ---- transactions ---------------------------------------------------------------------------- */

/* The first word of every transaction that writes. */
static void compare(void *self, const struct felt_value *value, int count)
{
    struct felt_lease *lease = self;
    struct standing standing = {0};
    felt_assert(count == 1);
    bool text = value[0].kind == FELT_VALUE_TEXT;
    if (text && strcmp(value[0].text, lease->text) == 0) return;
    if (text) read_text(value[0].text, &standing);
    memcpy(lease->heir, standing.place, sizeof lease->heir);
    lease->fenced = true;
    felt_sql_reject(lease->sql, "the lease of these books was taken by another server");
}

static void begin(struct felt_sql *sql)
{
    felt_sql_begin(sql, true);
    if (felt_sql_kind(sql) == FELT_SQL_POSTGRES) felt_sql_add(sql, &queue_up, NULL, 0, NULL, NULL);
}

void felt_lease_begin(struct felt_sql *sql, struct felt_lease *lease)
{
    begin(sql);
    if (!lease || !lease->text[0]) return;
    lease->sql = sql;
    felt_sql_add(sql, &read_lease, NULL, 0, compare, lease);
}

static enum felt_sql_result try_to_take(struct felt_sql *sql, struct felt_lease *lease,
                                        struct standing *standing)
{
    char text[FELT_LEASE_TEXT_BYTES];
    *standing = (struct standing){0};
    begin(sql);
    felt_sql_add(sql, &read_all, NULL, 0, take_standing, standing);
    enum felt_sql_result result = felt_sql_run(sql);
    if (result != FELT_SQL_OK) return result;
    if (is_held_by_other(standing, lease->owner)) {
        felt_sql_rollback(sql);
        return FELT_SQL_OK;
    }
    (void)snprintf(text, sizeof text, "%" PRId64 " %s %" PRId64 " %s", standing->epoch + 1,
                   lease->owner, standing->now_ms, lease->place);
    const struct felt_value value = felt_value_text(text);
    const struct felt_value valid_ms = felt_value_int(FELT_LEASE_VALID_MS);
    felt_sql_add(sql, &write_lease, &value, 1, NULL, NULL);
    felt_sql_add(sql, &write_until, &valid_ms, 1, NULL, NULL);
    result = felt_sql_commit(sql);
    if (result == FELT_SQL_OK) memcpy(lease->text, text, sizeof text);
    return result;
}

enum felt_status felt_lease_take(struct felt_sql *sql, struct felt_lease *lease,
                                 struct felt_complaint *complaint)
{
    struct standing standing;
    enum felt_sql_result result = FELT_SQL_CONFLICT;
    felt_assert(felt_sql_kind(sql) == FELT_SQL_POSTGRES);
    felt_assert(strlen(lease->owner) == FELT_LEASE_OWNER_BYTES);
    felt_assert(!lease->text[0]);
    for (int i = 0; i < TRIES && result == FELT_SQL_CONFLICT; i++)
        result = try_to_take(sql, lease, &standing);
    if (result != FELT_SQL_OK) return fail(sql, complaint);
    return lease->text[0] ? FELT_OK : refuse(&standing, complaint);
}

enum felt_status felt_lease_look(struct felt_sql *sql, const char *owner,
                                 struct felt_complaint *complaint)
{
    struct standing standing = {0};
    felt_sql_begin(sql, false);
    felt_sql_add(sql, &read_all, NULL, 0, take_standing, &standing);
    if (felt_sql_commit(sql) != FELT_SQL_OK) return fail(sql, complaint);
    return is_held_by_other(&standing, owner) ? refuse(&standing, complaint) : FELT_OK;
}

enum felt_sql_result felt_lease_renew(struct felt_sql *sql, struct felt_lease *lease)
{
    const struct felt_value valid_ms = felt_value_int(FELT_LEASE_VALID_MS);
    felt_lease_begin(sql, lease);
    enum felt_sql_result result = felt_sql_run(sql);
    if (result != FELT_SQL_OK) return result;
    felt_sql_add(sql, &write_until, &valid_ms, 1, NULL, NULL);
    return felt_sql_commit(sql);
}

void felt_lease_give_back(struct felt_sql *sql, struct felt_lease *lease)
{
    enum felt_sql_result result = FELT_SQL_CONFLICT;
    for (int i = 0; i < TRIES && result == FELT_SQL_CONFLICT; i++) {
        felt_lease_begin(sql, lease);
        result = felt_sql_run(sql);
        if (result != FELT_SQL_OK) continue;
        felt_sql_add(sql, &end_now, NULL, 0, NULL, NULL);
        result = felt_sql_commit(sql);
    }
    lease->text[0] = '\0'; /* if that failed it ends by itself */
}
