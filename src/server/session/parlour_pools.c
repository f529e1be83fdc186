/* parlour_pools.c -- prize pools of the ledger: what the office asks for after a start, and those
 * that belong to no tournament. */
#include "server/session/parlour_parts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TEXT_BYTES = 320 };

/* ---- the pool of a tournament ---- */

static bool ask_page(struct felt_parlour *parlour, uint32_t number, const char *pool,
                     int64_t behind)
{
    struct felt_question question = {
        .kind = FELT_ASK_POOL, .before = behind, .limit = FELT_ASK_ROWS_MAX};
    (void)snprintf(question.text, sizeof question.text, "%s", pool);
    return felt_parlour_ask(parlour, &question, FELT_ERRAND_POOL, number);
}

/* One after the other. */
bool felt_parlour_ask_pool(void *self, uint32_t number, const char *pool)
{
    struct felt_parlour *parlour = self;
    struct felt_parlour_pool *asked = &parlour->pool;
    if (asked->number || !ask_page(parlour, number, pool, -1)) return false;
    asked->number = number;
    (void)snprintf(asked->name, sizeof asked->name, "%s", pool);
    return true;
}

/* A page more.  False: there is no memory. */
static bool keep(struct felt_parlour_pool *asked, const struct felt_answer *answer)
{
    uint32_t all = asked->count + answer->count;
    struct felt_pool_row *rows = realloc(asked->row, (all + 1) * sizeof *rows);
    if (!rows) return false;
    asked->row = rows;
    if (answer->count) memcpy(rows + asked->count, answer->pools, answer->count * sizeof *rows);
    asked->count = all;
    return true;
}

void felt_parlour_pool_found(struct felt_parlour *parlour, uint32_t number,
                             const struct felt_answer *answer)
{
    struct felt_parlour_pool *asked = &parlour->pool;
    if (number != asked->number) return;
    bool good = answer->outcome == FELT_OUTCOME_OK && keep(asked, answer);
    if (good && answer->count == FELT_ASK_ROWS_MAX) {
        if (ask_page(parlour, number, asked->name, asked->row[asked->count - 1].user)) return;
        good = false;
    }
    struct felt_parlour_pool found = *asked;
    *asked = (struct felt_parlour_pool){0};
    felt_office_pool_found(felt_parlour_office(parlour), number, good ? found.row : NULL,
                           found.count, felt_parlour_wall_ms(parlour));
    free(found.row);
}

/* ---- those without one ---- */

/* A journal that is lost knows of no tournament, but buy-ins may be there. */
void felt_parlour_ask_pools(struct felt_parlour *parlour)
{
    struct felt_question question = {.kind = FELT_ASK_POOLS, .limit = FELT_ASK_ROWS_MAX};
    (void)felt_parlour_ask(parlour, &question, FELT_ERRAND_PRIZES, 0);
}

static bool is_pool(const struct felt_office *office, const char *name)
{
    char own[FELT_ORDER_TABLE_BYTES + 1];
    for (uint32_t i = 0; i < felt_office_count(office); i++) {
        felt_office_pool(office, i, own);
        if (strcmp(own, name) == 0) return true;
    }
    return false;
}

void felt_parlour_pools_found(struct felt_parlour *parlour, const struct felt_answer *answer)
{
    if (answer->outcome != FELT_OUTCOME_OK) return;
    for (uint32_t i = 0; i < answer->count; i++) {
        const char *name = strchr(answer->accounts[i].name, ':');
        if (!name || is_pool(felt_parlour_office(parlour), name + 1)) continue;
        char text[TEXT_BYTES];
        (void)snprintf(text, sizeof text,
                       "the ledger has %lld chips in the prize pool %s, and the journal has no "
                       "such tournament: felt admin event refund %s gives back buy-ins, unless "
                       "you restore the directory room/ from a backup",
                       (long long)answer->accounts[i].balance, name + 1, name + 1);
        felt_parlour_alarm_event(parlour, name + 1, text);
    }
}
