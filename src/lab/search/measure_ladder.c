/* measure_ladder.c -- how much a stronger player wins.
 *
 * Two players sit in turn around the table; then the same cards are dealt again with seats changed
 * (batch.h).  A group of such games gives one result, free of the luck of the deal.
 *
 * If the stronger one is ahead by `mean` in a hand, with a spread of `sd` from hand to hand, it is
 * ahead after H hands with probability Phi(mean * sqrt(H) / sd), and its edge is 2 Phi() - 1.  H is
 * what people play in twelve minutes: so a game that is over after a minute, and is played again,
 * and a session of an hour are measured alike. */
#include "lab/search/batch.h"
#include "lab/search/measure_parts.h"

enum {
    PART_LADDER = 16,
    GROUPS_MIN = 6,
    GROUPS = 100, /* that there should be                                                        */
    SAMPLES = 8,
    SAMPLES_MIN = 2,
    UNIT_ITERATION = 25
};

/* ---- a duel ---- */

/* What the first player's seats have more than the others', in one game. */
static double ahead(const struct felt_measurer *m, const struct felt_genome_state *state,
                    const int name[FELT_GENOME_SEATS_MAX])
{
    double result[FELT_GENOME_SEATS_MAX], sum[2] = {0, 0}, seats[2] = {0, 0};
    felt_measure_result(m, state, result);
    for (int seat = 0; seat < m->program.seats; seat++) {
        sum[name[seat]] += result[seat];
        seats[name[seat]]++;
    }
    return sum[0] / seats[0] - sum[1] / seats[1];
}

static double play_leg(struct felt_measurer *m, const struct felt_batch *batch, int leg,
                       uint64_t seed, struct felt_rng *rng, uint64_t until)
{
    int name[FELT_GENOME_SEATS_MAX];
    struct felt_genome_state state;
    for (int seat = 0; seat < m->program.seats; seat++)
        name[seat] = felt_batch_name(batch, leg, (felt_seat)seat);
    felt_genome_begin(&m->hand, NULL, seed, &state, NULL);
    while (state.actor >= 0) {
        felt_seat actor = state.actor;
        struct felt_agent *agent = m->agent[name[state.actor]];
        uint64_t before = felt_measure_worked(m, agent);
        if (m->work >= until) agent = m->greedy; /* a hand without end */
        felt_genome_play(&m->hand, &state, felt_agent_choose(agent, &state, rng, NULL), NULL);
        m->work += felt_measure_worked(m, m->agent[name[actor]]) - before + 1;
    }
    return ahead(m, &state, name);
}

void felt_measure_duel(struct felt_measurer *m, enum ladder_step step,
                       const struct felt_agent_spec spec[2], uint64_t budget, int most)
{
    struct step_duel *duel = &m->tallies.duel[step];
    const struct felt_batch batch = {.program = &m->hand, .names = 2};
    int legs = felt_batch_legs(&batch);
    uint64_t until = m->work + budget;
    for (int i = 0; i < 2; i++) (void)felt_measure_agent(m, i, &m->hand, spec[i]);
    for (int i = 0; i < most && (i < GROUPS_MIN || m->work < until) && m->work < until + budget;
         i++) {
        struct felt_rng rng = felt_measure_rng(m, PART_LADDER + step, (uint64_t)duel->edge.count);
        uint64_t seed = felt_rng_next(&rng);
        double sum = 0;
        for (int leg = 0; leg < legs; leg++) {
            struct felt_rng own = rng; /* who cannot decide anything plays the same game again */
            double result = play_leg(m, &batch, leg, seed, &own, until + budget);
            series_add(&duel->game, result);
            sum += result;
        }
        series_add(&duel->edge, sum / legs);
    }
}

struct felt_measure felt_measure_edge(const struct step_duel *duel, double hands)
{
    double mean = series_mean(&duel->edge), error = series_error(&duel->edge);
    double sd = sqrt(series_variance(&duel->game));
    if (duel->edge.count < 2) return (struct felt_measure){0, 1};
    if (sd <= 0) return (struct felt_measure){0, 0};
    double by = sqrt(hands) / sd, z = mean * by;
    double density = 0.3989422804014327 * exp(-z * z / 2);
    return (struct felt_measure){erf(z * 0.7071067811865476), 1.96 * 2 * density * by * error};
}

/* ---- the ladder ---- */

/* Iterations of the shorter search: fewer where hands are long, so that there are some groups. */
static uint32_t samples_for(const struct felt_measurer *m, double budget)
{
    const struct felt_batch batch = {.program = &m->hand, .names = 2};
    const struct ends *ends = felt_measure_ends(m);
    double decisions = ends->hands ? (double)ends->decisions / (double)ends->hands : 1;
    double cap = m->hand.session[FELT_SESSION_TURNS];
    double each = fmin(decisions, cap) * felt_batch_legs(&batch) * UNIT_ITERATION / m->quick;
    uint32_t samples = SAMPLES;
    while (samples > SAMPLES_MIN && each * 2.5 * samples * GROUPS > budget) samples /= 2;
    return samples;
}

/* `units` at effort 1.  How long searches are does not depend on the effort, which is about noise
 * and not about what is measured. */
void felt_measure_ladder(struct felt_measurer *m, uint64_t units)
{
    const struct felt_agent_spec greedy = {.kind = FELT_AGENT_GREEDY};
    double all = (double)units / (m->claims ? 4 : 3), effort = m->plan.effort;
    struct felt_agent_spec low = {.kind = FELT_AGENT_MCTS, .samples = samples_for(m, all * 2)};
    struct felt_agent_spec high = low, honest = low;
    high.samples *= 4;
    honest.limit = FELT_AGENT_NEVER_BLUFF;
    uint64_t part = (uint64_t)fmax(all * effort, 1);
    int most = (int)fmin(fmax(1000 * effort, 10), 1e6);
    felt_measure_duel(m, LADDER_LOW, (struct felt_agent_spec[]){high, greedy}, part, most);
    felt_measure_duel(m, LADDER_HIGH, (struct felt_agent_spec[]){high, low}, 2 * part, most);
    if (!m->claims) return;
    felt_measure_duel(m, LADDER_CLAIM, (struct felt_agent_spec[]){low, honest}, part, most);
}
