#include "server/app/serve_stats_join.h"

#include "felt/assert.h"
#include "os/secret.h"

#include <stdlib.h>

#define OF_OPERATOR (UINT64_C(1) << 63)

/* The services of the stats have `self` of the server: what they need of us is beside them. */
static bool ask_bank(void *self, const struct felt_question *question, uint64_t ticket)
{
    struct felt_stats_join *join = self;
    bool taken = felt_bank_ask(join->counter, question, ticket);
    join->given += taken;
    return taken;
}

static bool ask_library(struct felt_stats_join *join, const struct felt_library_question *question,
                        uint64_t ticket)
{
    return join->library && felt_library_ask(join->library, question, ticket);
}

static bool ask_figures(void *self, const struct felt_library_question *question, uint64_t ticket)
{
    return ask_library(self, question, ticket & ~OF_OPERATOR);
}

bool felt_stats_join_ask(struct felt_stats_join *join, const struct felt_library_question *question,
                         uint64_t ticket)
{
    return ask_library(join, question, ticket | OF_OPERATOR);
}

static void fill(void *self, void *out, size_t bytes)
{
    (void)self;
    felt_secret_fill(out, bytes);
}

bool felt_stats_join_open(struct felt_stats_join *join, struct felt_bank *bank,
                          uint32_t requests_max,
                          void (*answer)(void *self, uint32_t request,
                                         const struct felt_desk_answer *answer),
                          void (*wake)(void *self), void *self)
{
    *join = (struct felt_stats_join){.services = {.self = self,
                                                  .bank = {.self = join, .ask = ask_bank},
                                                  .digests = felt_secret_digests,
                                                  .entropy = fill,
                                                  .figures = ask_figures,
                                                  .figures_of = join,
                                                  .answer = answer}};
    join->counter = felt_bank_desk_open(bank, wake, self);
    join->stats = felt_serve_stats_open(requests_max, &join->services);
    return join->counter && join->stats;
}

void felt_stats_join_close(struct felt_stats_join *join)
{
    struct felt_bank_reply reply;
    while (join->given && felt_bank_take(join->counter, -1, &reply)) {
        join->given--;
        if (!reply.is_receipt) free(reply.answer.rows);
    }
    felt_serve_stats_close(join->stats);
    if (join->counter) felt_bank_desk_close(join->counter);
}

static void take_findings(struct felt_stats_join *join, struct felt_operator *operator,
                          int64_t now_ms)
{
    struct felt_library_findings findings;
    while (join->library && felt_library_take_findings(join->library, &findings)) {
        bool of_operator = (findings.ticket & OF_OPERATOR) != 0;
        findings.ticket &= ~OF_OPERATOR;
        if (!of_operator)
            felt_serve_stats_figured(join->stats, &findings, now_ms);
        else if (operator)
            felt_operator_figured(operator, & findings, now_ms);
        felt_library_drop(&findings);
    }
}

void felt_stats_join_turn(struct felt_stats_join *join, struct felt_operator *operator,
                          int64_t now_ms)
{
    struct felt_bank_reply reply;
    while (join->given && felt_bank_take(join->counter, 0, &reply)) {
        join->given--;
        felt_assert(!reply.is_receipt);
        felt_serve_stats_found(join->stats, reply.ticket, &reply.answer, now_ms);
        free(reply.answer.rows);
    }
    take_findings(join, operator, now_ms);
}
