/* admin_pools.c -- felt admin event pools, felt admin event refund: prize pools without a
 * tournament.
 *
 * If the room's journal is lost, nobody knows its tournaments any more, but the ledger has the
 * buy-ins.  Who paid what is in the ledger, so everybody gets back what he paid and did not get
 * back yet.  Fees that the house took are put back first.  If prizes were paid before, there are
 * fewer chips than that: each gets the same share.  What is left goes to the house.
 *
 * Done again after a failure it goes on where that ended: it begins with what the ledger says, and
 * each order has a key of the buy-in that it gives back. */
#include "cli/admin/admin.h"

#include "cli/cli.h"
#include "os/clock.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

__extension__ typedef __int128 wide;
enum { POOL_HEAD_BYTES = sizeof "prize:" - 1 };

struct pool {
    const struct felt_cli_admin_job *admin;
    const char *name;
    struct felt_ledger_answer answer; /* rows of FELT_QUESTION_POOL */
    felt_chips chips, owed; /* in it; to users                                                   */
    felt_chips house;       /* what the house paid in, below 0: took out                         */
    felt_chips refunded;
    int users;
};

/* The names of pools that belong to a tournament; NULL: complained. */
static json_t *ask_owned(const struct felt_cli_admin_job *admin)
{
    char *text;
    if (!felt_cli_admin_room(admin, "/api/operator/events/pools", NULL, &text)) return NULL;
    json_t *root = json_loads(text, 0, NULL);
    if (!root) (void)felt_cli_admin_fail(admin, "the room's answer cannot be read");
    free(text);
    return root;
}

static bool is_owned(const json_t *owned, const char *name)
{
    size_t index;
    json_t *one;
    json_array_foreach(json_object_get(owned, "pools"), index, one)
    {
        if (strcmp(json_string_value(one), name) == 0) return true;
    }
    return false;
}

typedef bool take_pool(void *self, const char *name, felt_chips chips);

/* Calls it for each pool that has chips and no tournament, until it says false. */
static bool each_stranded(const struct felt_cli_admin_job *admin, take_pool *take, void *self)
{
    struct felt_question question = {.kind = FELT_QUESTION_POOLS,
                                     .now_ms = felt_clock_wall_ms(),
                                     .limit = FELT_QUESTION_ROWS_MAX};
    struct felt_ledger_answer answer;
    bool more = true;
    /* First the ledger: a tournament of these pools that is settled meanwhile is still known. */
    json_t *owned = NULL;
    while (more && felt_cli_admin_ask(admin, &question, &answer)) {
        if (!owned) owned = ask_owned(admin);
        for (uint32_t i = 0; owned && more && i < answer.count; i++) {
            const struct felt_account *account = &answer.accounts[i];
            const char *name = account->name + POOL_HEAD_BYTES;
            question.before = account->id;
            if (!is_owned(owned, name)) more = take(self, name, account->balance);
        }
        more = more && owned && answer.count == question.limit;
        bool good = owned != NULL;
        free(answer.rows);
        if (more) continue;
        json_decref(owned);
        return good;
    }
    json_decref(owned);
    return false;
}

/* ---- the list ---- */

struct list {
    const struct felt_cli_admin_job *admin;
    int count;
};

static bool print_pool(void *self, const char *name, felt_chips chips)
{
    struct list *list = self;
    const struct felt_cli_admin_job *admin = list->admin;
    if (felt_cli_admin_json(admin))
        fprintf(admin->out, "%s{\"pool\":\"%s\",\"chips\":%lld}", list->count ? "," : "", name,
                (long long)chips);
    else
        fprintf(admin->out, "%-32s %10lld chips\n", name, (long long)chips);
    list->count++;
    return true;
}

int felt_cli_admin_tournament_pools(const struct felt_cli_admin_job *admin, const char *const *word)
{
    struct list list = {admin, 0};
    (void)word;
    if (felt_cli_admin_json(admin)) fputs("{\"pools\":[", admin->out);
    if (!each_stranded(admin, print_pool, &list)) return FELT_EXIT_FAILED;
    if (felt_cli_admin_json(admin))
        fputs("]}\n", admin->out);
    else if (list.count)
        fputs("no tournament knows these pools; felt admin event refund POOL gives back buy-ins\n",
              admin->out);
    else
        fputs("every prize pool belongs to a tournament\n", admin->out);
    return FELT_EXIT_OK;
}

/* ---- refunds ---- */

static bool find_pool(void *self, const char *name, felt_chips chips)
{
    struct pool *pool = self;
    if (strcmp(name, pool->name) != 0) return true;
    pool->chips = chips;
    return false;
}

/* False: complained. */
static bool read_rows(struct pool *pool)
{
    struct felt_question question = {.kind = FELT_QUESTION_POOL,
                                     .now_ms = felt_clock_wall_ms(),
                                     .before = -1,
                                     .limit = FELT_QUESTION_ROWS_MAX};
    (void)snprintf(question.text, sizeof question.text, "%s", pool->name);
    struct felt_ledger_answer page;
    do {
        if (!felt_cli_admin_ask(pool->admin, &question, &page)) return false;
        size_t row = sizeof *page.pools;
        void *more = realloc(pool->answer.rows, (pool->answer.count + page.count + 1) * row);
        if (more) pool->answer.rows = more;
        if (more && page.count)
            memcpy(pool->answer.pools + pool->answer.count, page.pools, page.count * row);
        if (page.count) question.before = page.pools[page.count - 1].user;
        pool->answer.count += more ? page.count : 0;
        free(page.rows);
        if (!more) return false;
    } while (page.count == question.limit);
    for (uint32_t i = 0; i < pool->answer.count; i++) {
        const struct felt_pool_row *row = &pool->answer.pools[i];
        if (row->user == 0)
            pool->house = row->paid;
        else if (row->paid > 0)
            pool->owed += row->paid;
    }
    return true;
}

/* The house's part: OVERLAY or FEE.  False: complained. */
static bool move_house(struct pool *pool, enum felt_order_kind kind, felt_chips amount)
{
    struct felt_order order = {.kind = (uint8_t)kind, .amount = amount};
    struct felt_receipt receipt;
    (void)snprintf(order.table, sizeof order.table, "%s", pool->name);
    felt_cli_admin_key(pool->admin, order.key);
    if (!felt_cli_admin_order(pool->admin, &order, NULL, &receipt)) return false;
    pool->chips += kind == FELT_ORDER_OVERLAY ? amount : -amount;
    return true;
}

/* What he paid, or his share of what is there.  False: complained. */
static bool refund(struct pool *pool, const struct felt_pool_row *row, felt_chips chips)
{
    struct felt_order order = {.kind = FELT_ORDER_REFUND, .user = row->user, .amount = row->paid};
    struct felt_receipt receipt;
    if (chips < pool->owed) order.amount = (felt_chips)((wide)row->paid * chips / pool->owed);
    if (order.amount == 0) return true;
    (void)snprintf(order.table, sizeof order.table, "%s", pool->name);
    (void)snprintf(order.key, sizeof order.key, "pool/%s/%lld/%lld", pool->name,
                   (long long)row->user, (long long)row->transaction);
    order.now_ms = felt_clock_wall_ms();
    (void)snprintf(order.actor, sizeof order.actor, "%s", pool->admin->actor);
    const char *reason = pool->admin->args->value[FELT_CLI_ADMIN_REASON];
    if (reason) (void)snprintf(order.reason, sizeof order.reason, "%s", reason);
    felt_ledger_client_do(pool->admin->client, &order, &receipt);
    if (receipt.outcome == FELT_OUTCOME_OK && !receipt.replayed) {
        pool->chips -= order.amount;
        pool->refunded += order.amount;
        pool->users++;
    }
    if (receipt.outcome == FELT_OUTCOME_OK || receipt.outcome == FELT_OUTCOME_KEY_REUSED ||
        receipt.outcome == FELT_OUTCOME_NO_USER) /* he had it; he is gone: the house's */
        return true;
    (void)felt_cli_admin_fail(pool->admin, "user #%lld: %s", (long long)row->user,
                              felt_outcome_text((enum felt_outcome)receipt.outcome));
    return false;
}

/* False: complained, and the rest waits. */
static bool give_back(struct pool *pool)
{
    felt_chips missing = pool->owed - pool->chips;
    if (missing > 0 && pool->house < 0) {
        felt_chips fees = -pool->house;
        if (!move_house(pool, FELT_ORDER_OVERLAY, fees < missing ? fees : missing)) return false;
    }
    felt_chips chips = pool->chips;
    for (uint32_t i = 0; i < pool->answer.count; i++) {
        const struct felt_pool_row *row = &pool->answer.pools[i];
        if (row->user && row->paid > 0 && !refund(pool, row, chips)) return false;
    }
    return true;
}

static int refund_pool(struct pool *pool)
{
    const struct felt_cli_admin_job *admin = pool->admin;
    if (!read_rows(pool) || !give_back(pool)) return FELT_EXIT_FAILED;
    felt_chips rest = pool->chips;
    if (rest > 0 && !move_house(pool, FELT_ORDER_FEE, rest)) return FELT_EXIT_FAILED;
    if (felt_cli_admin_json(admin)) {
        fprintf(admin->out, "{\"pool\":\"%s\",\"refunded\":%lld,\"users\":%d,\"house\":%lld}\n",
                pool->name, (long long)pool->refunded, pool->users, (long long)rest);
        return FELT_EXIT_OK;
    }
    fprintf(admin->out, "%lld chips went back to %d users\n", (long long)pool->refunded,
            pool->users);
    if (rest > 0)
        fprintf(admin->out, "%lld chips that are nobody's went to the house (account rake)\n",
                (long long)rest);
    return FELT_EXIT_OK;
}

int felt_cli_admin_tournament_refund(const struct felt_cli_admin_job *admin,
                                     const char *const *word)
{
    struct pool pool = {.admin = admin, .name = word[0]};
    if (!each_stranded(admin, find_pool, &pool)) return FELT_EXIT_FAILED;
    if (pool.chips == 0)
        return felt_cli_admin_fail(
            admin,
            "there is no pool %s that has chips and no tournament; felt admin "
            "event pools shows them",
            word[0]);
    int code = refund_pool(&pool);
    free(pool.answer.rows);
    return code;
}
