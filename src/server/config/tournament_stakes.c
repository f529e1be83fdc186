/* tournament_stakes.c -- see tournament_stakes.h. */
#include "server/config/tournament_stakes.h"

#include "server/config/lobby.h"
#include "server/session/room_session.h"
#include "server/table/poker_adapter.h"

#include <stdlib.h>
#include <string.h>

/* The stake is first: its address is that of the whole. */
struct event_stake {
    struct felt_stake stake;
    struct event_stake *next;
    struct felt_poker_adapter adapter[FELT_DIRECTOR_LEVELS_MAX];
    char text[sizeof FELT_EVENT_STAKE_MARK + FELT_TOURNAMENT_ROW_BYTES];
};

struct felt_tournament_stakes {
    struct event_stake *used;
    struct event_stake *retired[FELT_TOURNAMENT_STAKES_RETIRED]; /* a table */
    uint32_t retirements;
};
_Static_assert(sizeof(((struct event_stake *)0)->text) <= (size_t)FELT_STAKE_TEXT_BYTES,
               "a row is a record");

struct felt_tournament_stakes *felt_tournament_stakes_open(void)
{
    return calloc(1, sizeof(struct felt_tournament_stakes));
}

void felt_tournament_stakes_close(struct felt_tournament_stakes *stakes)
{
    if (!stakes) return;
    for (struct event_stake *one; (one = stakes->used) != NULL; free(one)) stakes->used = one->next;
    for (int i = 0; i < FELT_TOURNAMENT_STAKES_RETIRED; i++) free(stakes->retired[i]);
    free(stakes);
}

/* As cash tables play it, but boards are run once. */
static enum felt_status make_game(const struct felt_tournament_row *row,
                                  const struct felt_variant *variant,
                                  const struct felt_director_level *level,
                                  struct felt_poker_adapter *adapter, struct felt_complaint *why)
{
    struct felt_poker_rules rules;
    enum felt_limit limit =
        (enum felt_limit)(row->limit == FELT_LIMITS ? variant->limit : row->limit);
    enum felt_status status = felt_poker_rules_make(variant->name, limit, level->big, &rules, why);
    if (status != FELT_OK) return status;
    rules.may_muck = true;
    status = felt_poker_rules_verify(&rules, why);
    if (status != FELT_OK) return status;
    felt_poker_adapter_room(adapter, &rules, level->small > 0 ? level->small : 1);
    return FELT_OK;
}

/* A break plays nothing: it has the game of its neighbour. */
static const struct felt_director_level *level_of(const struct felt_director_plan *plan, int row)
{
    int at = row;
    while (at > 0 && plan->level[at].big == 0) at--;
    while (at < plan->levels - 1 && plan->level[at].big == 0) at++;
    return &plan->level[at];
}

static enum felt_status fill(struct event_stake *one, const struct felt_tournament_row *row,
                             struct felt_complaint *why)
{
    const struct felt_director_plan *plan = &row->plan;
    const struct felt_variant *variant = felt_variant_find(row->game);
    if (!variant)
        return felt_complain(why, FELT_BAD_RULES, 0, 0, "game = %s: there is no game of that name",
                             row->game);
    for (int i = 0; i < plan->levels; i++) {
        enum felt_status status = make_game(row, variant, level_of(plan, i), &one->adapter[i], why);
        if (status != FELT_OK) return status;
        one->stake.game[i] = &one->adapter[i].adapter;
    }
    if (plan->seats > one->stake.game[0]->seats_max)
        return felt_complain(why, FELT_BAD_RULES, 0, 0, "seats = %d: %s is for %d at most",
                             plan->seats, variant->name, one->stake.game[0]->seats_max);
    one->stake.variant = variant->name;
    one->stake.limit = felt_lobby_limit_word(one->adapter[0].rules.limit);
    return FELT_OK;
}

const struct felt_stake *felt_tournament_stakes_make(struct felt_tournament_stakes *stakes,
                                                     const struct felt_tournament_row *row,
                                                     struct felt_complaint *why)
{
    const struct felt_director_plan *plan = &row->plan;
    struct event_stake *one = calloc(1, sizeof *one);
    if (!one) {
        (void)felt_complain(why, FELT_FULL, 0, 0, "there is no memory for its tables");
        return NULL;
    }
    const struct felt_director_level *first = level_of(plan, 0);
    one->stake = (struct felt_stake){.directed = true,
                                     .games = plan->levels,
                                     .seats = plan->seats,
                                     .bots_welcome = row->bots,
                                     .small_blind = first->small,
                                     .big_blind = first->big > 0 ? first->big : 1,
                                     .buy_in_min = plan->stack,
                                     .buy_in_max = plan->stack,
                                     .move_ms = row->clock_ms,
                                     .bank_ms = row->bank_ms,
                                     .pause_ms = row->pause_ms,
                                     .text = one->text};
    memcpy(one->stake.id, row->id, strlen(row->id) + 1);
    memcpy(one->stake.title, row->title, strlen(row->title) + 1);
    struct felt_buffer out = felt_buffer_make(one->text, sizeof one->text);
    felt_buffer_text(&out, FELT_EVENT_STAKE_MARK);
    felt_tournament_row_write(row, &out);
    one->stake.text_bytes = out.used;
    if (out.overflow || fill(one, row, why) != FELT_OK) {
        if (out.overflow) (void)felt_complain(why, FELT_BAD_RULES, 0, 0, "its text is too long");
        free(one);
        return NULL;
    }
    one->next = stakes->used;
    stakes->used = one;
    return &one->stake;
}

bool felt_tournament_stakes_wrote(const char *text, size_t bytes)
{
    size_t mark = sizeof FELT_EVENT_STAKE_MARK - 1;
    return bytes > mark && memcmp(text, FELT_EVENT_STAKE_MARK, mark) == 0;
}

const struct felt_stake *felt_tournament_stakes_again(struct felt_tournament_stakes *stakes,
                                                      const char *text, size_t bytes)
{
    struct felt_tournament_row row;
    size_t mark = sizeof FELT_EVENT_STAKE_MARK - 1;
    if (!felt_tournament_stakes_wrote(text, bytes) ||
        felt_tournament_row_read(&row, text + mark, bytes - mark, NULL) != FELT_OK ||
        felt_tournament_row_verify(&row, NULL) != FELT_OK)
        return NULL;
    return felt_tournament_stakes_make(stakes, &row, NULL);
}

void felt_tournament_stakes_gone(struct felt_tournament_stakes *stakes,
                                 const struct felt_stake *stake)
{
    struct event_stake **link = &stakes->used;
    while (*link && &(*link)->stake != stake) link = &(*link)->next;
    if (!*link) return;
    struct event_stake *one = *link;
    *link = one->next;
    struct event_stake **place =
        &stakes->retired[stakes->retirements % FELT_TOURNAMENT_STAKES_RETIRED];
    stakes->retirements++;
    free(*place);
    *place = one;
}
