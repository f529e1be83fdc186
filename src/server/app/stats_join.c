#include "server/app/stats_join.h"

#include "felt/assert.h"
#include "os/secret.h"

#include <stdlib.h>

#define OF_ADMIN (UINT64_C(1) << 63)

/* The services of the stats have `self` of the server: what they need of us is beside them. */
static bool ask_bank(void *self, const struct felt_question *question, uint64_t ticket)
{
    struct felt_stats_join *join = self;
    bool taken = felt_ledger_client_ask(join->ledger_client, question, ticket);
    join->given += taken;
    return taken;
}

static bool ask_hand_store(struct felt_stats_join *join,
                           const struct felt_hand_store_question *question, uint64_t ticket)
{
    return join->hand_store && felt_hand_store_ask(join->hand_store, question, ticket);
}

static bool ask_stats(void *self, const struct felt_hand_store_question *question, uint64_t ticket)
{
    return ask_hand_store(self, question, ticket & ~OF_ADMIN);
}

bool felt_stats_join_ask(struct felt_stats_join *join,
                         const struct felt_hand_store_question *question, uint64_t ticket)
{
    return ask_hand_store(join, question, ticket | OF_ADMIN);
}

static void fill(void *self, void *out, size_t bytes)
{
    (void)self;
    felt_secret_fill(out, bytes);
}

bool felt_stats_join_open(struct felt_stats_join *join, struct felt_ledger_store *store,
                          uint32_t requests_max,
                          void (*answer)(void *self, uint32_t request,
                                         const struct felt_http_accounts_answer *answer),
                          void (*wake)(void *self), void *self)
{
    *join = (struct felt_stats_join){.services = {.self = self,
                                                  .bank = {.self = join, .ask = ask_bank},
                                                  .digests = felt_secret_digests,
                                                  .entropy = fill,
                                                  .stats = ask_stats,
                                                  .stats_of = join,
                                                  .answer = answer}};
    join->ledger_client = felt_ledger_client_open(store, wake, self);
    join->stats = felt_http_stats_open(requests_max, &join->services);
    return join->ledger_client && join->stats;
}

void felt_stats_join_close(struct felt_stats_join *join)
{
    struct felt_ledger_store_reply reply;
    while (join->given && felt_ledger_client_take(join->ledger_client, -1, &reply)) {
        join->given--;
        if (!reply.is_receipt) free(reply.answer.rows);
    }
    felt_http_stats_close(join->stats);
    if (join->ledger_client) felt_ledger_client_close(join->ledger_client);
}

static void take_findings(struct felt_stats_join *join, struct felt_http_admin *admin,
                          int64_t now_ms)
{
    struct felt_hand_store_findings findings;
    while (join->hand_store && felt_hand_store_take_findings(join->hand_store, &findings)) {
        bool of_admin = (findings.ticket & OF_ADMIN) != 0;
        findings.ticket &= ~OF_ADMIN;
        if (!of_admin)
            felt_http_stats_counted(join->stats, &findings, now_ms);
        else if (admin)
            felt_http_admin_counted(admin, &findings, now_ms);
        felt_hand_store_drop(&findings);
    }
}

void felt_stats_join_turn(struct felt_stats_join *join, struct felt_http_admin *admin,
                          int64_t now_ms)
{
    struct felt_ledger_store_reply reply;
    while (join->given && felt_ledger_client_take(join->ledger_client, 0, &reply)) {
        join->given--;
        felt_assert(!reply.is_receipt);
        felt_http_stats_found(join->stats, reply.ticket, &reply.answer, now_ms);
        free(reply.answer.rows);
    }
    take_findings(join, admin, now_ms);
}
