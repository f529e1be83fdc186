/* measure.c -- see measure.h: the cascade, and what a game does before it is worth more time.
 *
 * A measurer keeps the tallies of what it measured last.  If it is asked to go on with the same
 * game it goes on with these; else it plays the stages before again, which gives the same (Q1). */
#include "lab/search/measure_parts.h"

#include "lab/search/bluff.h"

#include <stdalign.h>
#include <string.h>

/* Units of work at effort 1, and how many games or hands are enough. */
enum {
    PAIRS = 24, /* of deals, to see whether cards matter                                        */
    FILTER_RANDOM = 6000,
    FILTER_CASUAL = 8000,
    SKETCH_GAMES = 20000,
    SKETCH_HANDS = 20000,
    SKETCH_LADDER = 20000,
    SKETCH_DECIDE = 100000,
    SKETCH_TRACE = 100000,
    FULL_GAMES = 300000,
    FULL_HANDS = 500000,
    FULL_GREEDY = 150000,
    FULL_LADDER = 5000000,
    FULL_DECIDE = 4000000,
    FULL_TRACE = 3000000
};
static const double bluff_effort = 0.6;

/* ---- memory ---- */

static size_t aligned(size_t bytes)
{
    return (bytes + alignof(max_align_t) - 1) / alignof(max_align_t) * alignof(max_align_t);
}

static const struct felt_agent_spec plain_spec = {.kind = FELT_AGENT_GREEDY};
static const struct felt_agent_spec search_spec = {.kind = FELT_AGENT_MCTS,
                                                   .samples = MEASURE_SAMPLES};

size_t felt_measure_bytes(void)
{
    return aligned(sizeof(struct felt_measurer)) + aligned(felt_agent_bytes(&plain_spec)) +
           2 * aligned(felt_agent_bytes(&search_spec)) + aligned(felt_bluff_bytes());
}

struct felt_measurer *felt_measurer_init(void *memory)
{
    struct felt_measurer *m = memory;
    char *at = (char *)memory + aligned(sizeof *m);
    m->greedy_block = at;
    at += aligned(felt_agent_bytes(&plain_spec));
    for (int i = 0; i < 2; i++, at += aligned(felt_agent_bytes(&search_spec)))
        m->agent_block[i] = at;
    m->bluff_block = at;
    m->stage = FELT_STAGE_NONE;
    return m;
}

/* ---- stages ---- */

static uint64_t budget(const struct felt_measurer *m, int units)
{
    double scaled = units * m->plan.effort;
    return scaled < 1 ? 1 : scaled > 1e15 ? (uint64_t)1e15 : (uint64_t)scaled;
}

static int most(const struct felt_measurer *m, int count)
{
    double scaled = count * m->plan.effort;
    return scaled < 4 ? 4 : scaled > 1e6 ? 1000000 : (int)scaled;
}

/* How well games of one kind of player come to an end, 0 .. 1. */
static double soundness(const struct ends *ends)
{
    if (ends->games == 0) return 0;
    return (double)(ends->games - ends->cut) * (double)(ends->games - ends->drawn) /
           (double)(ends->games * ends->games);
}

static void play_filter(struct felt_measurer *m)
{
    const struct ends *random = &m->tallies.random;
    m->tallies.cards = felt_measure_cards(m, false, PAIRS);
    if (m->tallies.cards < 1.5 / PAIRS) m->tallies.cards = felt_measure_cards(m, true, PAIRS);
    felt_measure_games(m, false, budget(m, FILTER_RANDOM), 2, most(m, 60));
    m->random_ends = soundness(random) > 0.8;
    m->by_rule = !m->random_ends || random->turns / random->games > 1000;
    if (!m->by_rule) return;
    felt_measure_games(m, true, budget(m, FILTER_CASUAL), 1, most(m, 20));
    m->by_rule = soundness(&m->tallies.casual) >= soundness(random) - 0.15;
}

static void play_sketch(struct felt_measurer *m)
{
    const struct felt_agent_spec greedy = {.kind = FELT_AGENT_GREEDY},
                                 random = {.kind = FELT_AGENT_RANDOM};
    felt_measure_games(m, true, budget(m, SKETCH_GAMES), 6, most(m, 40) + 2);
    m->by_rule = soundness(&m->tallies.casual) >= soundness(&m->tallies.random) - 0.15;
    felt_measure_hands(m, budget(m, SKETCH_HANDS), most(m, 200) + 24);
    felt_measure_duel(m, LADDER_GREEDY, (struct felt_agent_spec[]){greedy, random},
                      budget(m, SKETCH_LADDER), most(m, 100));
    felt_measure_decide(m, budget(m, SKETCH_DECIDE), most(m, 20));
    felt_measure_trace(m, budget(m, SKETCH_TRACE), most(m, 12));
}

static void play_bluffs(struct felt_measurer *m)
{
    struct felt_bluff out;
    struct felt_rng rng = felt_measure_rng(m, 0, 0);
    felt_bluff_measure(&m->program, &m->strengths, felt_rng_next(&rng),
                       m->plan.effort * bluff_effort, m->bluff_block, &out);
    m->tallies.bluff = out.bluff.mean;
    m->tallies.bluff_half = (out.bluff.high - out.bluff.low) / 2;
    m->tallies.fold = out.fold.mean;
    m->tallies.fold_half = (out.fold.high - out.fold.low) / 2;
    m->tallies.showdown = out.showdown;
    m->tallies.pot = out.pot;
}

static void play_full(struct felt_measurer *m)
{
    const struct felt_agent_spec greedy = {.kind = FELT_AGENT_GREEDY},
                                 random = {.kind = FELT_AGENT_RANDOM};
    felt_measure_games(m, m->by_rule, budget(m, FULL_GAMES), 1, most(m, 300));
    felt_measure_hands(m, budget(m, FULL_HANDS), most(m, 3000));
    felt_measure_duel(m, LADDER_GREEDY, (struct felt_agent_spec[]){greedy, random},
                      budget(m, FULL_GREEDY), most(m, 1000));
    felt_measure_ladder(m, FULL_LADDER);
    felt_measure_decide(m, budget(m, FULL_DECIDE), most(m, 1000));
    felt_measure_trace(m, budget(m, FULL_TRACE), most(m, 400));
    if (m->bets) play_bluffs(m);
}

/* ---- flaws ---- */

static uint8_t flaw_of(const struct felt_measurer *m, const struct felt_measures *out)
{
    const struct ends *ends = felt_measure_ends(m);
    const struct felt_measure *metric = out->metric;
    const double *fact = out->fact;
    double lenient = out->stage == FELT_STAGE_FILTER ? 2 : 1;
    if (fact[FELT_FACT_DECISIONS] < 1) return FELT_FLAW_EMPTY;
    if (m->tallies.cards < 1.5 / PAIRS || 4 * ends->empty > ends->decisions) return FELT_FLAW_BLIND;
    if (metric[FELT_METRIC_COMPLETION].mean < 0.5) return FELT_FLAW_ENDLESS;
    if (metric[FELT_METRIC_DECIDED].mean < 0.25) return FELT_FLAW_DRAWN;
    if (fact[FELT_FACT_MINUTES] > 400 * lenient) return FELT_FLAW_LONG;
    if (fact[FELT_FACT_MINUTES] < 0.25 / lenient) return FELT_FLAW_SHORT;
    if (out->stage < FELT_STAGE_SKETCH) return FELT_FLAW_NONE;
    if (metric[FELT_METRIC_BALANCE].mean + metric[FELT_METRIC_BALANCE].half < 0.3)
        return FELT_FLAW_UNFAIR;
    if (metric[FELT_METRIC_DECISION].mean + metric[FELT_METRIC_DECISION].half < 0.05)
        return FELT_FLAW_IDLE;
    return FELT_FLAW_NONE;
}

/* ---- the cascade ---- */

static bool is_same(const struct felt_measurer *m, const struct felt_measure_plan *plan,
                    const struct felt_measures *out)
{
    return m->stage == out->stage && m->stage > FELT_STAGE_NONE && m->program.hash == out->hash &&
           m->program.seats == out->seats && m->plan.seed == plan->seed &&
           m->plan.seats == plan->seats && m->plan.effort == plan->effort;
}

void felt_measure_more(struct felt_measurer *m, const struct felt_genome *genome,
                       const struct felt_measure_plan *plan, enum felt_stage until,
                       struct felt_measures *out)
{
    static void (*const play[FELT_STAGES])(struct felt_measurer *) = {
        [FELT_STAGE_FILTER] = play_filter,
        [FELT_STAGE_SKETCH] = play_sketch,
        [FELT_STAGE_FULL] = play_full};
    int seats = plan->seats ? plan->seats : genome->players.gene[FELT_PLAYERS_MIN];
    felt_assert(plan->effort > 0);
    felt_assert(seats >= genome->players.gene[FELT_PLAYERS_MIN] &&
                seats <= genome->players.gene[FELT_PLAYERS_MAX]);
    if (out->flaw || out->stage >= until) return;
    if (!is_same(m, plan, out)) {
        m->plan = *plan;
        m->stage = FELT_STAGE_NONE;
        felt_measure_sit(m, genome, seats);
        while (m->stage < out->stage) {
            play[m->stage + 1](m);
            m->stage++;
        }
    }
    out->hash = m->program.hash;
    out->seats = m->program.seats;
    while (m->stage < until && !out->flaw) {
        play[m->stage + 1](m);
        out->stage = ++m->stage;
        felt_measure_sum(m, genome, out);
        out->flaw = flaw_of(m, out);
    }
}

void felt_measure(struct felt_measurer *m, const struct felt_genome *genome,
                  const struct felt_measure_plan *plan, enum felt_stage until,
                  struct felt_measures *out)
{
    memset(out, 0, sizeof *out);
    for (int i = 0; i < FELT_METRICS; i++) out->metric[i] = (struct felt_measure){0.5, 0.5};
    m->stage = FELT_STAGE_NONE;
    felt_measure_more(m, genome, plan, until, out);
}
