/* seat.c -- agents of genomes as players with views: greedy, and random, greedy and mcts
 * under a limit.  (mcts itself is search/search.c, which knows other games too.)
 *
 * A player imagines a state that looks like its view and asks the agent what to do in it.  The
 * agent looks at nothing in a state that the seat cannot see, so any such state will do.  The agent
 * is made anew for each decision: a block may be moved, and an agent points into it (P3). */
#include "players/genome/parts.h"
#include "players/kinds.h"

#include <stddef.h>
#include <string.h>

static bool plays(const struct felt_game *game, const void *rules)
{
    (void)rules;
    return game == &felt_genome_game;
}

void felt_genome_seat_begin(struct genome_seat *seat, uint8_t kind, uint8_t limit,
                            const struct felt_place *place)
{
    const struct felt_genome_program *program = place->rules;
    seat->place = place;
    seat->kind = kind;
    seat->limit = limit;
    if (seat->hash != program->hash) felt_strengths_make(program, &seat->strengths);
    seat->hash = program->hash;
}

static double price_of(const struct felt_view *view)
{
    const struct felt_betting *betting = &view->betting;
    felt_chips pot = felt_player_pot(view), stack = betting->stack[view->viewer];
    felt_chips call = betting->to_match - betting->staked[view->viewer];
    if (call > stack) call = stack;
    return call > 0 ? (double)call / (double)(pot + call) : 0;
}

struct felt_decision felt_genome_seat_choose(struct genome_seat *seat, struct felt_rng *rng,
                                             const struct felt_view *view,
                                             const struct felt_budget *budget)
{
    static const char *const words[FELT_AGENT_KINDS] = {"any_action", "rule_of_thumb", "search"};
    const struct felt_genome_program *program = seat->place->rules;
    struct felt_agent_spec spec = {.kind = seat->kind, .limit = seat->limit};
    struct felt_genome_state state;
    felt_assert(view->viewer >= 0 && view->viewer == view->actor);
    if (budget->time_left && !budget->time_left(budget->self))
        return (struct felt_decision){.action = felt_player_timid(view),
                                      .reasoning = "no_time",
                                      .warning = FELT_WARN_TIMEOUT};
    struct felt_agent *agent =
        felt_agent_init_for(&spec, FELT_GENOME_SEAT_NODES, program, &seat->strengths, seat + 1);
    felt_genome_game.imagine(program, view, rng, &state);
    int move = felt_agent_choose(agent, &state, rng, budget);
    bool bets = genome_is_betting(program, &state);
    double strength =
        bets ? felt_strengths_of(&seat->strengths, program, &state, view->viewer, rng) : 0;
    return (struct felt_decision){.action = felt_genome_action(program, &state, move),
                                  .reasoning = words[spec.kind],
                                  .confidence = felt_agent_confidence(agent),
                                  .strength = strength,
                                  .price = bets ? price_of(view) : 0};
}

/* ---- players ---- */

struct player {
    struct felt_rng rng;
    uint8_t kind, limit;
    struct genome_seat seat;
};
enum {
    SMALL_BYTES = sizeof(struct player) + 256, /* an agent without a tree */
    LARGE_BYTES = offsetof(struct player, seat) + FELT_GENOME_SEAT_BYTES
};

static void take_seat(void *self, struct felt_rng rng, uint8_t kind, uint8_t limit)
{
    struct player *player = self;
    size_t bytes = sizeof player->seat + felt_agent_bytes_for(kind, FELT_GENOME_SEAT_NODES);
    felt_assert(bytes <= (kind == FELT_AGENT_MCTS ? LARGE_BYTES : SMALL_BYTES) -
                             offsetof(struct player, seat));
    player->rng = rng;
    player->kind = kind;
    player->limit = limit;
    player->seat.hash = 0;
}

static void begin(void *self, const struct felt_place *place)
{
    struct player *player = self;
    felt_genome_seat_begin(&player->seat, player->kind, player->limit, place);
}

static struct felt_decision choose(void *self, const struct felt_view *view,
                                   const struct felt_budget *budget)
{
    struct player *player = self;
    return felt_genome_seat_choose(&player->seat, &player->rng, view, budget);
}

#define SIT(word, agent, restriction)                                                              \
    static void word(void *self, const struct felt_strategy_config *settings, struct felt_rng rng) \
    {                                                                                              \
        (void)settings; /* there are none */                                                       \
        take_seat(self, rng, agent, restriction);                                                  \
    }
#define SIT_LIMITED(word, agent)                                                                   \
    SIT(word##_fold, agent, FELT_AGENT_NEVER_FOLD)                                                 \
    SIT(word##_raise, agent, FELT_AGENT_NEVER_RAISE)                                               \
    SIT(word##_bluff, agent, FELT_AGENT_NEVER_BLUFF)                                               \
    SIT(word##_max, agent, FELT_AGENT_ALWAYS_MAX)

SIT(greedy, FELT_AGENT_GREEDY, FELT_AGENT_FREE)
SIT_LIMITED(random, FELT_AGENT_RANDOM)
SIT_LIMITED(greedy, FELT_AGENT_GREEDY)
SIT_LIMITED(mcts, FELT_AGENT_MCTS)

#define PLAYER(word, line, sits, effort)                                                           \
    {                                                                                              \
        .name = word, .title = line, .bytes = effort ? LARGE_BYTES : SMALL_BYTES,                  \
        .has_effort = effort, .plays = plays, .sit = sits, .begin = begin, .choose = choose        \
    }
#define LIMITED(word, sits, effort)                                                                \
    {                                                                                              \
        PLAYER(word "/never-fold", "does not fold", sits##_fold, effort),                          \
            PLAYER(word "/never-raise", "does not bet or raise", sits##_raise, effort),            \
            PLAYER(word "/never-bluff", "bets good hands only, and does not lie", sits##_bluff,    \
                   effort),                                                                        \
            PLAYER(word "/always-max", "raises whenever it may", sits##_max, effort)               \
    }

const struct felt_player_kind felt_player_greedy =
    PLAYER("greedy", "plays genomes by thresholds of strength and rules of thumb", greedy, false);

static const struct felt_player_kind limited[FELT_AGENT_KINDS][FELT_AGENT_LIMITS - 1] = {
    LIMITED("random", random, false), LIMITED("greedy", greedy, false),
    LIMITED("mcts", mcts, true)};

const struct felt_player_kind *felt_player_limited(const struct felt_player_kind *kind, int limit)
{
    const struct felt_player_kind *const free[FELT_AGENT_KINDS] = {
        &felt_zoo_random, &felt_player_greedy, &felt_player_search};
    felt_assert(limit > FELT_AGENT_FREE && limit < FELT_AGENT_LIMITS);
    for (int i = 0; i < FELT_AGENT_KINDS; i++)
        if (kind == free[i]) return &limited[i][limit - 1];
    return NULL;
}
