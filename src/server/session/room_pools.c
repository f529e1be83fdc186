/* room_pools.c -- prize pools of the ledger: what the tournament service asks for after a start,
 * and those that belong to no tournament. */
#include "server/session/room_session_parts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TEXT_BYTES = 320 };

/* ---- the pool of a tournament ---- */

static bool ask_page(struct felt_room_session *session, uint32_t number, const char *pool,
                     int64_t behind)
{
    struct felt_question question = {
        .kind = FELT_QUESTION_POOL, .before = behind, .limit = FELT_QUESTION_ROWS_MAX};
    (void)snprintf(question.text, sizeof question.text, "%s", pool);
    return felt_room_session_ask(session, &question, FELT_ERRAND_POOL, number);
}

/* One after the other. */
bool felt_room_session_ask_pool(void *self, uint32_t number, const char *pool)
{
    struct felt_room_session *session = self;
    struct felt_room_session_pool *asked = &session->pool;
    if (asked->number || !ask_page(session, number, pool, -1)) return false;
    asked->number = number;
    (void)snprintf(asked->name, sizeof asked->name, "%s", pool);
    return true;
}

/* A page more.  False: there is no memory. */
static bool keep(struct felt_room_session_pool *asked, const struct felt_ledger_answer *answer)
{
    uint32_t all = asked->count + answer->count;
    struct felt_pool_row *rows = realloc(asked->row, (all + 1) * sizeof *rows);
    if (!rows) return false;
    asked->row = rows;
    if (answer->count) memcpy(rows + asked->count, answer->pools, answer->count * sizeof *rows);
    asked->count = all;
    return true;
}

void felt_room_session_pool_found(struct felt_room_session *session, uint32_t number,
                                  const struct felt_ledger_answer *answer)
{
    struct felt_room_session_pool *asked = &session->pool;
    if (number != asked->number) return;
    bool good = answer->outcome == FELT_OUTCOME_OK && keep(asked, answer);
    if (good && answer->count == FELT_QUESTION_ROWS_MAX) {
        if (ask_page(session, number, asked->name, asked->row[asked->count - 1].user)) return;
        good = false;
    }
    struct felt_room_session_pool found = *asked;
    *asked = (struct felt_room_session_pool){0};
    felt_tournaments_pool_found(felt_room_session_tournaments(session), number,
                                good ? found.row : NULL, found.count,
                                felt_room_session_wall_ms(session));
    free(found.row);
}

/* ---- those without one ---- */

/* A journal that is lost knows of no tournament, but buy-ins may be there. */
void felt_room_session_ask_pools(struct felt_room_session *session)
{
    struct felt_question question = {.kind = FELT_QUESTION_POOLS, .limit = FELT_QUESTION_ROWS_MAX};
    (void)felt_room_session_ask(session, &question, FELT_ERRAND_PRIZES, 0);
}

static bool is_pool(const struct felt_tournaments *tournaments, const char *name)
{
    char own[FELT_ORDER_TABLE_BYTES + 1];
    for (uint32_t i = 0; i < felt_tournaments_count(tournaments); i++) {
        felt_tournaments_pool(tournaments, i, own);
        if (strcmp(own, name) == 0) return true;
    }
    return false;
}

void felt_room_session_pools_found(struct felt_room_session *session,
                                   const struct felt_ledger_answer *answer)
{
    if (answer->outcome != FELT_OUTCOME_OK) return;
    for (uint32_t i = 0; i < answer->count; i++) {
        const char *name = strchr(answer->accounts[i].name, ':');
        if (!name || is_pool(felt_room_session_tournaments(session), name + 1)) continue;
        char text[TEXT_BYTES];
        (void)snprintf(text, sizeof text,
                       "the ledger has %lld chips in the prize pool %s, and the journal has no "
                       "such tournament: felt admin event refund %s gives back buy-ins, unless "
                       "you restore the directory room/ from a backup",
                       (long long)answer->accounts[i].balance, name + 1, name + 1);
        felt_room_session_alarm_tournament(session, name + 1, text);
    }
}
