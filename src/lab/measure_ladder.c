/* measure_ladder.c -- how much a stronger player wins.
 *
 * Two players sit in turn around the table; then the same cards are dealt again with seats changed
 * (batch.h).  A group of such games gives one result, free of the luck of the deal.
 *
 * Where a game is one hand, the edge is (share of games won - fair share) / (1 - fair share).  A
 * session of H hands is reckoned up from single hands: if the stronger one is ahead by `mean` in a
 * hand, with a spread of `sd` from hand to hand, it is ahead at the end with probability
 * Phi(mean * sqrt(H) / sd), and the edge is 2 Phi() - 1. */
#include "lab/batch.h"
#include "lab/measure_parts.h"

enum { PART_LADDER = 16, GROUPS_MIN = 6, SAMPLES_LOW = 8 };

/* ---- a duel ---- */

/* What the first player's side has more than is fair, in one game. */
static double ahead(const struct felt_measurer *m, const struct felt_genome_state *state,
                    const int name[FELT_GENOME_SEATS_MAX])
{
    double result[FELT_GENOME_SEATS_MAX], sum[2] = {0, 0}, seats[2] = {0, 0};
    felt_measure_result(m, state, result);
    for (int seat = 0; seat < m->program.seats; seat++) {
        sum[name[seat]] += result[seat];
        seats[name[seat]]++;
    }
    if (m->program.chips || m->program.several) return sum[0] / seats[0] - sum[1] / seats[1];
    return sum[0] / (1 - seats[0] / m->program.seats);
}

static double play_leg(struct felt_measurer *m, const struct felt_batch *batch, int leg,
                       uint64_t seed, struct felt_rng *rng)
{
    int name[FELT_GENOME_SEATS_MAX];
    struct felt_genome_state state;
    for (int seat = 0; seat < m->program.seats; seat++)
        name[seat] = felt_batch_name(batch, leg, (felt_seat)seat);
    felt_genome_begin(&m->hand, NULL, seed, &state, NULL);
    while (state.actor >= 0) {
        struct felt_agent *agent = m->agent[name[state.actor]];
        felt_genome_play(&m->hand, &state, felt_agent_choose(agent, &state, rng, NULL), NULL);
    }
    m->work += state.turns;
    return ahead(m, &state, name);
}

void felt_measure_duel(struct felt_measurer *m, enum ladder_step step,
                       const struct felt_agent_spec spec[2], uint64_t budget, int most)
{
    struct duel *duel = &m->tallies.duel[step];
    const struct felt_batch batch = {.program = &m->hand, .names = 2};
    int legs = felt_batch_legs(&batch);
    uint64_t until = m->work + budget;
    for (int i = 0; i < 2; i++) (void)felt_measure_agent(m, i, &m->hand, spec[i]);
    for (int i = 0; i < most && (i < GROUPS_MIN || m->work < until); i++) {
        struct felt_rng rng = felt_measure_rng(m, PART_LADDER + step, (uint64_t)duel->edge.count);
        uint64_t seed = felt_rng_next(&rng);
        uint64_t before = felt_measure_worked(m->agent[0]) + felt_measure_worked(m->agent[1]);
        double sum = 0;
        for (int leg = 0; leg < legs; leg++) {
            struct felt_rng own = rng; /* who cannot decide anything plays the same game again */
            double result = play_leg(m, &batch, leg, seed, &own);
            series_add(&duel->game, result);
            sum += result;
        }
        series_add(&duel->edge, sum / legs);
        m->work += felt_measure_worked(m->agent[0]) + felt_measure_worked(m->agent[1]) - before;
    }
}

struct felt_measure felt_measure_edge(const struct felt_measurer *m, const struct duel *duel,
                                      double hands)
{
    double mean = series_mean(&duel->edge), error = series_error(&duel->edge);
    if (duel->edge.count < 2) return (struct felt_measure){0, 1};
    if (!m->program.chips && !m->program.several) return (struct felt_measure){mean, 1.96 * error};
    double sd = sqrt(series_variance(&duel->game));
    if (sd <= 0) return (struct felt_measure){0, 0};
    double by = sqrt(hands < 1 ? 1 : hands) / sd, z = mean * by;
    double density = 0.3989422804014327 * exp(-z * z / 2);
    return (struct felt_measure){erf(z * 0.7071067811865476), 1.96 * 2 * density * by * error};
}

/* ---- the ladder ---- */

void felt_measure_ladder(struct felt_measurer *m, uint64_t budget)
{
    const struct felt_agent_spec greedy = {.kind = FELT_AGENT_GREEDY};
    struct felt_agent_spec low = {.kind = FELT_AGENT_MCTS, .samples = SAMPLES_LOW}, middle = low,
                           high = low;
    middle.samples *= 4;
    high.samples *= 16;
    felt_measure_duel(m, LADDER_LOW, (struct felt_agent_spec[]){middle, greedy}, budget / 4, 400);
    felt_measure_duel(m, LADDER_MIDDLE, (struct felt_agent_spec[]){middle, low}, budget / 4, 400);
    felt_measure_duel(m, LADDER_HIGH, (struct felt_agent_spec[]){high, middle}, budget / 2, 200);
    if (!m->claims) return;
    low = middle;
    low.limit = FELT_AGENT_NEVER_BLUFF;
    felt_measure_duel(m, LADDER_CLAIM, (struct felt_agent_spec[]){middle, low}, budget / 4, 400);
}
