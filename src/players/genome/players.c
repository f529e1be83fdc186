/* players.c -- agents by name, what limits forbid them, and who decides. */
#include "base/format.h"
#include "players/genome/parts.h"

#include <stdio.h>
#include <string.h>

static const char *const kind_words[FELT_AGENT_KINDS] = {"random", "greedy", "mcts"};
static const char *const limit_words[FELT_AGENT_LIMITS] = {"", "never-fold", "never-raise",
                                                           "never-bluff", "always-max"};

struct felt_agent {
    struct felt_agent_spec spec;
    const struct felt_genome_program *program;
    const struct felt_strengths *strengths;
    struct felt_agent_work work;
    double confidence; /* of the last decision                                                 */
};

/* Its memory is behind the agent's. */
static struct genome_search *search_of(struct felt_agent *agent)
{
    return (struct genome_search *)(agent + 1);
}

/* ---- names ---- */

static int find_word(const char *const *words, int count, const char *text, size_t bytes)
{
    for (int i = 0; i < count; i++)
        if (strlen(words[i]) == bytes && memcmp(words[i], text, bytes) == 0) return i;
    return -1;
}

int felt_agent_limit_find(const char *text, size_t bytes, size_t at,
                          struct felt_complaint *complaint)
{
    int limit = find_word(limit_words, FELT_AGENT_LIMITS, text, bytes);
    if (limit > FELT_AGENT_FREE) return limit;
    (void)felt_complain(complaint, FELT_BAD_NAME, at, bytes,
                        "behind the stroke comes never-fold, never-raise, never-bluff or "
                        "always-max");
    return -1;
}

static enum felt_status read_samples(const char *text, size_t at, size_t bytes, uint32_t *out,
                                     struct felt_complaint *complaint)
{
    uint32_t number = 0;
    for (size_t i = at; i < bytes; i++) {
        if (text[i] < '0' || text[i] > '9')
            return felt_complain(complaint, FELT_BAD_FORMAT, at, bytes - at,
                                 "behind the colon comes a number of iterations, as in mcts:400");
        number = 10 * number + (uint32_t)(text[i] - '0');
        if (number > FELT_PLAYER_SAMPLES_MAX) break;
    }
    if (number < 1 || number > FELT_PLAYER_SAMPLES_MAX)
        return felt_complain(complaint, FELT_BAD_NUMBER, at, bytes - at, "iterations are 1 to %d",
                             FELT_PLAYER_SAMPLES_MAX);
    *out = number;
    return FELT_OK;
}

enum felt_status felt_agent_read(const char *text, size_t bytes, struct felt_agent_spec *out,
                                 struct felt_complaint *complaint)
{
    struct felt_agent_spec spec = {.limit = FELT_AGENT_FREE};
    const char *stroke = memchr(text, '/', bytes);
    size_t end = stroke ? (size_t)(stroke - text) : bytes;
    const char *colon = memchr(text, ':', end);
    size_t name = colon ? (size_t)(colon - text) : end;
    int kind = find_word(kind_words, FELT_AGENT_KINDS, text, name);
    if (kind < 0) {
        char quoted[FELT_QUOTE_BYTES];
        felt_quote(text, name, quoted);
        return felt_complain(complaint, FELT_BAD_NAME, 0, name,
                             "nobody is called \"%s\"; take random, greedy or mcts:400", quoted);
    }
    spec.kind = (uint8_t)kind;
    if (colon) {
        if (kind != FELT_AGENT_MCTS)
            return felt_complain(complaint, FELT_BAD_FORMAT, name, end - name, "%s has no settings",
                                 kind_words[kind]);
        enum felt_status status = read_samples(text, name + 1, end, &spec.samples, complaint);
        if (status != FELT_OK) return status;
    }
    if (stroke) {
        int limit = felt_agent_limit_find(stroke + 1, bytes - end - 1, end + 1, complaint);
        if (limit < 0) return FELT_BAD_NAME;
        spec.limit = (uint8_t)limit;
    }
    *out = spec;
    return FELT_OK;
}

const char *felt_agent_write(const struct felt_agent_spec *spec, char out[FELT_AGENT_TEXT_BYTES])
{
    char samples[12] = "";
    felt_assert(spec->kind < FELT_AGENT_KINDS && spec->limit < FELT_AGENT_LIMITS);
    if (spec->samples) snprintf(samples, sizeof samples, ":%u", spec->samples);
    snprintf(out, FELT_AGENT_TEXT_BYTES, "%s%s%s%s", kind_words[spec->kind], samples,
             spec->limit ? "/" : "", limit_words[spec->limit]);
    return out;
}

/* ---- limits ---- */

enum { RAISES = MOVE_BIT(FELT_MOVE_BET) | MOVE_BIT(FELT_MOVE_RAISE) };

/* Bets and raises; an all-in that is no call is a bet. */
static void forbid_raises(struct felt_moves *moves)
{
    moves->others &= ~(uint32_t)RAISES;
    if (felt_moves_has(moves, FELT_MOVE_CHECK)) moves->others &= ~MOVE_BIT(FELT_MOVE_ALL_IN);
}

static void force_most(struct felt_moves *moves)
{
    static const uint8_t order[] = {FELT_MOVE_RAISE, FELT_MOVE_BET, FELT_MOVE_ALL_IN,
                                    FELT_MOVE_CALL};
    for (size_t i = 0; i < sizeof order; i++)
        if (felt_moves_has(moves, order[i])) {
            moves->others = MOVE_BIT(order[i]);
            return;
        }
}

void felt_agent_restrict(uint8_t limit, const struct felt_genome_program *program,
                         const struct felt_genome_state *state, struct felt_moves *moves)
{
    if (limit == FELT_AGENT_FREE || !genome_is_betting(program, state)) return;
    if (limit == FELT_AGENT_NEVER_FOLD) moves->others &= ~MOVE_BIT(FELT_MOVE_FOLD);
    if (limit == FELT_AGENT_NEVER_RAISE) forbid_raises(moves);
    if (limit == FELT_AGENT_ALWAYS_MAX) force_most(moves);
    felt_assert(moves->items | moves->others);
}

/* True claims only, where there is one. */
static void forbid_lies(const struct genome_spot *spot, struct felt_moves *moves)
{
    const struct felt_genome_state *state = spot->state;
    felt_cards hand = state->hand[spot->seat];
    int min = spot_step(spot)->gene[FELT_CLAIM_MIN];
    enum felt_asks asks = felt_genome_asks(spot->program, state);
    if (asks == FELT_ASKS_RANK) {
        uint64_t held = 0;
        for (int rank = 0; rank < FELT_RANKS; rank++)
            if (felt_cards_count(hand & felt_cards_of_rank(rank)) >= min)
                held |= UINT64_C(1) << rank;
        if (moves->items & held) moves->items &= held;
    } else if (asks == FELT_ASKS_CARD) {
        felt_cards truth = felt_cards_of_rank(state->rank), chosen = state->chosen & hand;
        felt_cards honest = moves->items & truth;
        if (chosen & ~truth || felt_cards_count(honest | chosen) < min) return;
        if (honest || moves->others) moves->items = honest;
    }
}

static void forbid_bluffs(const struct genome_spot *spot, struct felt_rng *rng,
                          struct felt_moves *moves)
{
    if (spot_step(spot)->type == FELT_PHASE_TYPE_CLAIM) forbid_lies(spot, moves);
    if (!genome_is_betting(spot->program, spot->state)) return;
    if (felt_strengths_of(spot->strengths, spot->program, spot->state, spot->seat, rng) < 0.5)
        forbid_raises(moves);
}

/* ---- agents ---- */

size_t felt_agent_bytes_for(uint8_t kind, uint32_t nodes)
{
    return sizeof(struct felt_agent) +
           (kind == FELT_AGENT_MCTS ? felt_genome_search_bytes(nodes) : 0);
}

struct felt_agent *felt_agent_init_for(const struct felt_agent_spec *spec, uint32_t nodes,
                                       const struct felt_genome_program *program,
                                       const struct felt_strengths *strengths, void *memory)
{
    struct felt_agent *agent = memory;
    *agent = (struct felt_agent){.spec = *spec, .program = program, .strengths = strengths};
    if (spec->kind == FELT_AGENT_MCTS)
        felt_genome_search_init(program, strengths, spec->limit, nodes, search_of(agent));
    return agent;
}

/* An iteration adds a node, and there is the root. */
static uint32_t nodes_for(const struct felt_agent_spec *spec)
{
    uint32_t samples = spec->samples ? spec->samples : FELT_AGENT_SAMPLES;
    return samples < FELT_AGENT_NODES_MAX ? samples + 1 : FELT_AGENT_NODES_MAX;
}

size_t felt_agent_bytes(const struct felt_agent_spec *spec)
{
    return felt_agent_bytes_for(spec->kind, nodes_for(spec));
}

struct felt_agent *felt_agent_init(const struct felt_agent_spec *spec,
                                   const struct felt_genome_program *program,
                                   const struct felt_strengths *strengths, void *memory)
{
    return felt_agent_init_for(spec, nodes_for(spec), program, strengths, memory);
}

double felt_agent_confidence(const struct felt_agent *agent)
{
    return agent->confidence;
}

struct felt_agent_work felt_agent_worked(const struct felt_agent *agent)
{
    return agent->work;
}

static uint32_t samples_of(const struct felt_agent *agent, const struct felt_budget *budget)
{
    if (agent->spec.samples) return agent->spec.samples;
    return budget && budget->samples ? budget->samples : (uint32_t)FELT_AGENT_SAMPLES;
}

int felt_agent_choose(struct felt_agent *agent, const struct felt_genome_state *state,
                      struct felt_rng *rng, const struct felt_budget *budget)
{
    struct genome_spot spot = {.program = agent->program,
                               .state = state,
                               .strengths = agent->strengths,
                               .seat = state->actor};
    felt_assert(state->actor >= 0);
    felt_genome_moves(agent->program, state, &spot.moves);
    if (felt_moves_count(&spot.moves) > 1) agent->work.decisions++;
    felt_agent_restrict(agent->spec.limit, agent->program, state, &spot.moves);
    if (agent->spec.limit == FELT_AGENT_NEVER_BLUFF && felt_moves_count(&spot.moves) > 1)
        forbid_bluffs(&spot, rng, &spot.moves);
    int count = felt_moves_count(&spot.moves);
    agent->confidence = 1.0 / count;
    if (count == 1) return felt_moves_pick(&spot.moves, 0);
    switch (agent->spec.kind) {
    case FELT_AGENT_GREEDY: return felt_greedy_choose(&spot, rng);
    case FELT_AGENT_MCTS:
        return felt_genome_search_choose(search_of(agent), &spot, samples_of(agent, budget), rng,
                                         budget, &agent->work, &agent->confidence);
    default: return felt_moves_random(&spot.moves, rng);
    }
}
