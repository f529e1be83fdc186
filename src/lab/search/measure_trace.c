/* measure_trace.c -- games watched from beginning to end.
 *
 * At up to twelve decisions, evenly chosen, the game is played out again and again by casual
 * players, with everything drawn anew that a spectator cannot see.  What each side wins of these
 * rollouts is its standing.  Where a game is played for chips, a standing is the share of chips
 * that a side has after the hand: chips only change hands, and nobody is expected to win more
 * later.
 *
 * A standing of few rollouts is noisy.  So a lead changes only if the new leader is ahead by more
 * than two standard errors, and a deficit is what is left of it beyond one. */
#include "lab/search/measure_parts.h"

#include <string.h>

enum {
    PART_TRACE = 1 << 20,
    LOOKS = 12,
    ROLLOUTS = 10,
    LONGEST = 400, /* casual moves of a rollout, then anything goes                             */
    SAMPLES = 8
};

/* What a spectator thinks at one moment. */
struct look {
    double part[FELT_GENOME_SEATS_MAX]; /* by side                                             */
    double error;                       /* of a difference between two sides                   */
};

struct trace {
    int looks;
    struct look look[LOOKS];
    int winner; /* a side; -1: none or several                                                 */
};

/* ---- rollouts ---- */

/* Chips: what a side has above its part, as if what a whole game usually moves were won or lost. */
static void end_of(const struct felt_measurer *m, const struct felt_genome_state *state,
                   double part[FELT_GENOME_SEATS_MAX])
{
    double all = 0;
    for (int i = 0; i < FELT_GENOME_SEATS_MAX; i++) part[i] = 0;
    for (int seat = 0; seat < m->program.seats; seat++) {
        double won = (double)(state->betting.stack[seat] - state->chips[seat]) * m->stretch;
        part[m->side[seat]] +=
            m->program.chips ? 1.0 / m->program.seats + won : felt_measure_part(m, state, seat);
    }
    for (int i = 0; i < m->sides; i++) all += part[i] = measure_bound(part[i]);
    for (int i = 0; i < m->sides && all > 0; i++) part[i] /= all;
}

static void roll(struct felt_measurer *m, struct felt_genome_state *state, struct felt_rng *rng)
{
    uint8_t hands = state->hands;
    for (int turns = 0; state->actor >= 0; turns++) {
        struct felt_moves moves;
        if (m->random_ends && (state->hands != hands || turns >= LONGEST)) {
            m->work += felt_genome_playout(&m->ahead, state, rng, false) / m->quick;
            return;
        }
        felt_genome_moves(&m->ahead, state, &moves);
        felt_genome_play(&m->ahead, state, felt_measure_casual(m, state, &moves, rng), NULL);
    }
}

static void look_at(struct felt_measurer *m, const struct felt_genome_state *state,
                    struct felt_rng *rng, struct look *look)
{
    double squares[FELT_GENOME_SEATS_MAX] = {0}, part[FELT_GENOME_SEATS_MAX], variance = 0;
    struct felt_genome_hidden hidden;
    memset(look, 0, sizeof *look);
    if (m->program.chips) m->ahead.session[FELT_SESSION_HANDS] = state->hands + 1;
    felt_genome_hide(&m->ahead, state, FELT_SEAT_NONE, &hidden);
    for (int i = 0; i < ROLLOUTS; i++) {
        struct felt_genome_state end = *state;
        felt_genome_redeal_from(&m->ahead, FELT_SEAT_NONE, &hidden, rng, &end);
        roll(m, &end, rng);
        end_of(m, &end, part);
        for (int side = 0; side < m->sides; side++) {
            look->part[side] += part[side] / ROLLOUTS;
            squares[side] += part[side] * part[side] / ROLLOUTS;
        }
    }
    for (int side = 0; side < m->sides; side++)
        variance += squares[side] - look->part[side] * look->part[side];
    /* As if sides were alike and the parts of all were one: then differences vary twice as much. */
    look->error = sqrt(2 * fmax(variance, 0) / (m->sides * (ROLLOUTS - 1)));
}

/* ---- a game ---- */

/* Plays it, notes the moves, counts decisions.  False: too long to be watched. */
static bool play_through(struct felt_measurer *m, uint64_t seed, struct felt_rng *rng, bool search,
                         int *decisions, struct trace *trace)
{
    struct felt_genome_state state;
    double part[FELT_GENOME_SEATS_MAX];
    int count = 0;
    *decisions = 0;
    felt_genome_begin(&m->program, NULL, seed, &state, NULL);
    while (state.actor >= 0) {
        struct felt_moves moves;
        if (count == MEASURE_MOVES) return false;
        felt_genome_moves(&m->program, &state, &moves);
        *decisions += felt_moves_count(&moves) > 1;
        int move = search ? felt_agent_choose(m->agent[0], &state, rng, NULL)
                          : felt_measure_casual(m, &state, &moves, rng);
        m->move[count++] = (uint8_t)move;
        felt_genome_play(&m->program, &state, move, NULL);
    }
    end_of(m, &state, part);
    trace->winner = 0;
    for (int side = 1; side < m->sides; side++)
        if (part[side] > part[trace->winner]) trace->winner = side;
    for (int side = 0, best = trace->winner; side < m->sides; side++)
        if (side != best && part[side] >= part[best]) trace->winner = -1;
    return true;
}

/* No more looks after so much work: then the game was too long, and is left out. */
static void watch(struct felt_measurer *m, uint64_t seed, struct felt_rng *rng, int decisions,
                  uint64_t until, struct trace *trace)
{
    struct felt_genome_state state;
    int wanted = decisions < LOOKS ? decisions : LOOKS, seen = 0, count = 0;
    trace->looks = 0;
    felt_genome_begin(&m->program, NULL, seed, &state, NULL);
    while (state.actor >= 0) {
        struct felt_moves moves;
        felt_genome_moves(&m->program, &state, &moves);
        if (felt_moves_count(&moves) > 1 && trace->looks < wanted && m->work < until &&
            seen++ * 2 * wanted >= (2 * trace->looks + 1) * decisions - wanted)
            look_at(m, &state, rng, &trace->look[trace->looks++]);
        felt_genome_play(&m->program, &state, m->move[count++], NULL);
    }
    m->work += (uint64_t)count;
}

/* ---- what it was like ---- */

static int leader_of(const struct look *look, int sides)
{
    int best = 0;
    for (int i = 1; i < sides; i++)
        if (look->part[i] > look->part[best]) best = i;
    return best;
}

/* 0: one side has all of it, 1: all sides are alike. */
static double openness(const struct felt_measurer *m, const struct look *look)
{
    double sum = 0, held = 0;
    for (int i = 0; i < m->sides; i++)
        if (look->part[i] > 0) {
            sum -= look->part[i] * log(look->part[i]);
            held++;
        }
    /* Shares that are counted have too little entropy on average; by so much. */
    if (!m->program.chips) sum += (held - 1) / (2 * ROLLOUTS);
    return measure_bound(sum / log(m->sides));
}

/* How likely the winner was behind at half-time: in the middle quarter. */
static double trailing(const struct felt_measurer *m, const struct trace *trace)
{
    int first = trace->looks * 3 / 8, last = trace->looks * 5 / 8;
    double sum = 0;
    for (int i = first; i <= last && i < trace->looks; i++) {
        const struct look *look = &trace->look[i];
        double gap = look->part[leader_of(look, m->sides)] - look->part[trace->winner];
        if (gap > 0) sum += look->error > 0 ? erf(gap / look->error / 1.4) : 1;
    }
    return sum / (last - first + 1);
}

static void add_trace(struct felt_measurer *m, const struct trace *trace)
{
    struct tallies *tallies = &m->tallies;
    double drama = 0, open = 0, weights = 0, changes = 0;
    int leader = -1, decided = trace->looks;
    for (int i = 0; i < trace->looks; i++) {
        const struct look *look = &trace->look[i];
        int first = leader_of(look, m->sides);
        double weight = 0.5 + (i + 0.5) / trace->looks;
        if (leader < 0 || look->part[first] - look->part[leader] > 2 * look->error) {
            changes += leader >= 0 && first != leader;
            leader = first;
        }
        open += weight * openness(m, look);
        weights += weight;
        if (trace->winner < 0) continue;
        double behind = look->part[first] - look->part[trace->winner] - look->error;
        drama += behind > 0 ? sqrt(behind) : 0;
        if (look->part[trace->winner] < 0.9)
            decided = trace->looks;
        else if (decided == trace->looks)
            decided = i;
    }
    series_add(&tallies->changes, changes * 10 / trace->looks);
    series_add(&tallies->open, open / weights);
    if (trace->winner < 0) return;
    series_add(&tallies->drama, drama / trace->looks);
    series_add(&tallies->trailing, trailing(m, trace));
    series_add(&tallies->settled, (double)(trace->looks - decided) / trace->looks);
}

void felt_measure_trace(struct felt_measurer *m, uint64_t budget, int most)
{
    const struct ends *ends = felt_measure_ends(m);
    uint64_t until = m->work + budget, begun = (uint64_t)m->tallies.open.count;
    double hands = fmax(1, (double)ends->hands / (double)ends->games);
    double turns = (double)ends->turns / (double)ends->games;
    double decisions = (double)ends->decisions / (double)ends->games;
    /* A search that takes no more than a tenth of the budget for a game, or none. */
    bool search = m->stage == FELT_STAGE_SKETCH && m->by_rule &&
                  decisions * SAMPLES * (turns / hands + 5) < (double)budget / 10;
    const struct felt_agent_spec spec = {.kind = FELT_AGENT_MCTS, .samples = SAMPLES};
    if (decisions <= 0) return;
    if (search) (void)felt_measure_agent(m, 0, &m->program, spec);
    m->ahead = m->program;
    m->stretch = m->scale / sqrt(hands);
    for (int i = 0; i < most && (i < 1 || m->work < until); i++) {
        struct felt_rng rng = felt_measure_rng(m, PART_TRACE + begun, (uint64_t)i);
        uint64_t seed = felt_rng_next(&rng),
                 before = search ? felt_measure_worked(m, m->agent[0]) : 0;
        struct trace trace;
        int count;
        bool whole = play_through(m, seed, &rng, search, &count, &trace);
        if (search) m->work += felt_measure_worked(m, m->agent[0]) - before;
        if (!whole || count == 0) continue;
        watch(m, seed, &rng, count, until + budget / 2, &trace);
        if (trace.looks == (count < LOOKS ? count : LOOKS)) add_trace(m, &trace);
    }
}
