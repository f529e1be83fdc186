/* measure_sum.c -- metrics and facts out of tallies.  docs/LAB.md has the definitions. */
#include "lab/search/measure_parts.h"

#include "lab/rulebook/rulebook.h"

/* ---- intervals ---- */

/* Of a mean of few results: wider than for many, and never a point. */
static double half_of(const struct series *series)
{
    if (series->count < 2) return 0.5;
    double error = series_error(series), least = 0.3 / (series->count + 1);
    return 1.96 * (1 + 1.7 / (series->count - 1)) * sqrt(error * error + least * least);
}

static struct felt_measure measure_of(double mean, double half)
{
    struct felt_measure measure = {measure_bound(mean), half < 0.5 ? half : 0.5};
    return measure;
}

static const struct felt_measure unknown = {0.5, 0.5};

static struct felt_measure mean_of(const struct series *series, double times)
{
    if (series->count < 2) return unknown;
    return measure_of(series_mean(series) * times, half_of(series) * times);
}

/* Of yes and no. */
static struct felt_measure share_of(uint64_t yes, uint64_t all)
{
    double n = (double)all, mean = n > 0 ? (double)yes / n : 0;
    double middle = ((double)yes + 2) / (n + 4);
    double half = 1.96 * sqrt(middle * (1 - middle) / (n + 4)) + fabs(middle - mean);
    if (yes == 0 || yes == all) half = 3 / (n + 3);
    return measure_of(mean, half);
}

/* ---- metrics ---- */

/* Seats take turns to start, if the session says so; then a hand's advantage moves on, and whole
 * rounds of the table cancel: what one seat wins the others lose. */
static struct felt_measure balance_of(const struct felt_measurer *m, double hands)
{
    const struct series *seat = m->tallies.seat;
    int seats = m->program.seats, count = hands < 1 ? 1 : (int)(hands + 0.5);
    bool rotate = m->program.session[FELT_SESSION_ROTATE] != 0;
    bool single = !m->program.chips && !m->program.several;
    double worst = 0, error = 0, sd = sqrt(series_variance(&m->tallies.spread));
    if (seat[0].count < 2) return unknown;
    if (sd <= 0) return measure_of(1, 0);
    if (single) count = 1;
    for (int i = 0; i < seats; i++) {
        double sum = 0, squares = 0;
        for (int k = 0; k < seats; k++) {
            /* so many hands more it sits k places behind the start */
            int times = rotate ? k < count % seats : (k == 0) * count;
            int place = ((i - k) % seats + seats) % seats;
            sum += times * series_mean(&seat[place]);
            squares += times * series_error(&seat[place]) * times * series_error(&seat[place]);
        }
        double by = single ? (double)seats / (seats - 1) : 1 / (sd * sqrt(count));
        double off = sum * by, noise = squares * by * by;
        double beyond = off * off > noise ? sqrt(off * off - noise) : 0;
        if (!single) beyond = erf(beyond / sqrt(2));
        if (beyond >= worst) worst = beyond;
        error = fmax(error, sqrt(noise) * (single ? 1 : 0.8));
    }
    return measure_of(1 - worst, 1.96 * (1 + 1.7 / (seat[0].count - 1)) * error);
}

/* Hands that people play in an evening of twelve minutes. */
static double evening(const struct felt_measures *out)
{
    double minutes = out->fact[FELT_FACT_MINUTES] / fmax(out->fact[FELT_FACT_HANDS], 1);
    return 12 / fmax(minutes, 0.1);
}

static const double ladder_weight[] = {
    [LADDER_GREEDY] = 0.2, [LADDER_LOW] = 0.4, [LADDER_HIGH] = 0.4};

static struct felt_measure skill_of(const struct felt_measurer *m, double hands)
{
    double sum = 0, squares = 0;
    for (int i = LADDER_GREEDY; i <= LADDER_HIGH; i++) {
        struct felt_measure edge = felt_measure_edge(&m->tallies.duel[i], hands);
        sum += ladder_weight[i] * fmax(edge.mean, 0);
        squares += ladder_weight[i] * edge.half * ladder_weight[i] * edge.half;
    }
    return measure_of(sum, sqrt(squares));
}

/* How far the strongest is above random, in spreads of an evening; what that does not explain. */
static double luck_of(const struct felt_measurer *m, double hands)
{
    double z = 0;
    for (int i = LADDER_GREEDY; i <= LADDER_HIGH; i++) {
        const struct step_duel *duel = &m->tallies.duel[i];
        double sd = sqrt(series_variance(&duel->game));
        if (sd > 0) z += fmax(series_mean(&duel->edge), 0) / sd;
    }
    return 1 / (1 + z * z * hands);
}

static double squash(double x, double middle)
{
    return x > 0 ? x / (x + middle) : 0;
}
static double squash_half(double x, double half, double middle)
{
    double own = squash(x, middle);
    return fmax(squash(x + half, middle) - own, own - squash(x - half, middle));
}

/* The share of decisions that one word decides, because it is the best whenever it may be said. */
static double routine(const struct tallies *tallies)
{
    double sum = 0;
    for (int i = 0; i < FELT_MOVE_CODES - FELT_MOVE_ITEMS; i++)
        if (tallies->offered[i] >= 20 && tallies->best[i] > 0.9 * tallies->offered[i])
            sum += tallies->best[i];
    return tallies->value.count > 0 ? measure_bound(sum / tallies->value.count) : 0;
}

/* A hand with many decisions is decided by many small ones: each is worth 1 / sqrt(decisions) of
 * what a single one would be. */
static struct felt_measure decision_of(const struct tallies *tallies, double decisions)
{
    double each = sqrt(fmax(decisions, 1));
    double value = series_mean(&tallies->value) * each, half = half_of(&tallies->value) * each;
    double share = measure_bound(series_mean(&tallies->counts));
    double of_value = 0.7 * squash_half(value, half, 0.06);
    double of_share = 0.3 * half_of(&tallies->counts);
    if (tallies->value.count < 2) return unknown;
    double free = 1 - routine(tallies);
    return measure_of(free * (0.7 * squash(value, 0.06) + 0.3 * share),
                      free * sqrt(of_value * of_value + of_share * of_share));
}

static struct felt_measure interaction_of(const struct felt_measurer *m, double decisions)
{
    const struct tallies *tallies = &m->tallies;
    double sway = decisions * m->program.seats * series_mean(&tallies->choice);
    double half = decisions * m->program.seats * 1.96 * series_error(&tallies->choice);
    double of_sway = 0.3 * squash_half(sway, half, 1), of_reply = 0.7 * half_of(&tallies->reply);
    if (tallies->choice.count < 2) return unknown;
    if (tallies->reply.count < 2) of_reply = 0;
    return measure_of(0.3 * squash(sway, 1) + 0.7 * series_mean(&tallies->reply),
                      sqrt(of_sway * of_sway + of_reply * of_reply));
}

static double near_third(double share)
{
    return measure_bound(share < 0.35 ? share / 0.35 : (1 - share) / 0.65);
}

static struct felt_measure comeback_of(const struct series *trailing)
{
    double mean = measure_bound(series_mean(trailing)), half = half_of(trailing);
    double low = near_third(measure_bound(mean - half)),
           high = near_third(measure_bound(mean + half));
    if (trailing->count < 2) return unknown;
    double own = near_third(mean);
    return measure_of(own, fmax(fabs(own - low), fabs(own - high)));
}

static void sum_traces(const struct felt_measurer *m, struct felt_measures *out)
{
    const struct tallies *tallies = &m->tallies;
    struct felt_measure *metric = out->metric;
    metric[FELT_METRIC_DRAMA] = mean_of(&tallies->drama, 2);
    metric[FELT_METRIC_COMEBACK] = comeback_of(&tallies->trailing);
    metric[FELT_METRIC_LEAD] = mean_of(&tallies->changes, 1 / 1.5);
    metric[FELT_METRIC_UNCERTAINTY] = mean_of(&tallies->open, 1);
    metric[FELT_METRIC_DECISIVENESS] = mean_of(&tallies->settled, 1);
    if (tallies->settled.count >= 2)
        metric[FELT_METRIC_DECISIVENESS].mean = 1 - metric[FELT_METRIC_DECISIVENESS].mean;
}

static void sum_bluffs(const struct felt_measurer *m, struct felt_measures *out)
{
    const struct tallies *tallies = &m->tallies;
    double bluff = squash(tallies->bluff, 0.05), fold = squash(tallies->fold, 0.5);
    double half = squash_half(tallies->bluff, tallies->bluff_half, 0.05);
    struct felt_measure claim = {0, 0};
    if (m->claims) claim = felt_measure_edge(&tallies->duel[LADDER_CLAIM], evening(out));
    double lie = squash(claim.mean, 0.2), lie_half = squash_half(claim.mean, claim.half, 0.2);
    out->metric[FELT_METRIC_BLUFF] =
        measure_of(1 - (1 - bluff) * (1 - lie), sqrt(half * half + lie_half * lie_half));
    out->metric[FELT_METRIC_FOLD] =
        measure_of(fold, squash_half(tallies->fold, tallies->fold_half, 0.5));
    out->fact[FELT_FACT_BLUFF_CHIPS] = m->bets ? tallies->bluff : claim.mean;
    out->fact[FELT_FACT_BLUFF_LOW] =
        m->bets ? tallies->bluff - tallies->bluff_half : claim.mean - claim.half;
    out->fact[FELT_FACT_SHOWDOWN] = tallies->showdown;
    out->fact[FELT_FACT_POT] = tallies->pot;
}

/* ---- facts ---- */

static double length_of(double minutes)
{
    double off = 0; /* what is short is played again */
    if (minutes < 8) off = log(8 / fmax(minutes, 0.01)) / 2;
    if (minutes > 25) off = log(minutes / 25) / 0.9;
    return exp(-off * off / 2);
}

static void sum_facts(const struct ends *ends, struct felt_measures *out)
{
    double games = ends->games ? (double)ends->games : 1, *fact = out->fact;
    fact[FELT_FACT_DECISIONS] = (double)ends->decisions / games;
    fact[FELT_FACT_TURNS] = (double)ends->turns / games;
    fact[FELT_FACT_HANDS] = (double)ends->hands / games;
    fact[FELT_FACT_MINUTES] = ends->seconds / games / 60;
    fact[FELT_FACT_BRANCHING] = ends->decisions ? (double)ends->moves / (double)ends->decisions : 1;
}

static void sum_rules(const struct felt_genome *genome, struct felt_measures *out)
{
    int words = 0, concepts = 0;
    felt_rulebook_count(genome, &words, &concepts);
    out->fact[FELT_FACT_WORDS] = words;
    out->fact[FELT_FACT_CONCEPTS] = concepts;
    out->fact[FELT_FACT_PHASES] = genome->phases;
    out->metric[FELT_METRIC_SIMPLICITY] = measure_of(1 / (1 + pow(words / 450.0, 1.5)), 0);
}

void felt_measure_sum(const struct felt_measurer *m, const struct felt_genome *genome,
                      struct felt_measures *out)
{
    const struct tallies *tallies = &m->tallies;
    const struct ends *ends = felt_measure_ends(m);
    struct felt_measure *metric = out->metric;
    sum_facts(ends, out);
    sum_rules(genome, out);
    double hands = out->fact[FELT_FACT_HANDS];
    double decisions = hands > 0 ? out->fact[FELT_FACT_DECISIONS] / hands : 0;
    metric[FELT_METRIC_COMPLETION] = share_of(ends->games - ends->cut, ends->games);
    metric[FELT_METRIC_DECIDED] = share_of(ends->games - ends->drawn, ends->games);
    metric[FELT_METRIC_LENGTH] = measure_of(length_of(out->fact[FELT_FACT_MINUTES]),
                                            out->stage < FELT_STAGE_SKETCH ? 0.3 : 0.03);
    if (!m->bets && !m->claims)
        metric[FELT_METRIC_BLUFF] = metric[FELT_METRIC_FOLD] = (struct felt_measure){0, 0};
    if (out->fact[FELT_FACT_DECISIONS] <= 0) {
        static const uint8_t none[] = {FELT_METRIC_SKILL, FELT_METRIC_DECISION,
                                       FELT_METRIC_INTERACTION, FELT_METRIC_BLUFF,
                                       FELT_METRIC_FOLD};
        for (size_t i = 0; i < sizeof none; i++) metric[none[i]] = (struct felt_measure){0, 0};
        out->fact[FELT_FACT_LUCK] = 1;
    }
    if (out->stage < FELT_STAGE_SKETCH) return;
    metric[FELT_METRIC_BALANCE] = balance_of(m, hands);
    metric[FELT_METRIC_DECISION] = decision_of(tallies, decisions);
    metric[FELT_METRIC_INTERACTION] = interaction_of(m, decisions);
    sum_traces(m, out);
    out->fact[FELT_FACT_LUCK] = luck_of(m, evening(out));
    if (tallies->with_bets > 0)
        out->fact[FELT_FACT_BETTING] =
            1 - (tallies->checked > 0
                     ? tallies->both * tallies->both / (tallies->with_bets * tallies->checked)
                     : 0);
    if (out->stage < FELT_STAGE_FULL) return;
    metric[FELT_METRIC_SKILL] = skill_of(m, evening(out));
    if (m->bets || m->claims) sum_bluffs(m, out);
}
