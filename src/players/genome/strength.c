/* strength.c -- how good a hand is in a genome: by what others hold at that point.
 *
 * Some hands of the program are played, everybody staying in and playing cards by rules of thumb;
 * at every betting phase the values of all hands are noted.  Sorted, they are quantiles: where a
 * value stands among them is the probability to beat one opponent.  Where cards of the table count,
 * that depends on which lie there: then opponents' hands are drawn for the moment. */
#include "players/genome/parts.h"

#include <string.h>

enum {
    SAMPLES = 1024, /* values noted for a step                                           */
    GAMES_MAX = 600,
    MOVES_MAX = 20000, /* of all games together                                             */
    DRAWS = 16         /* opponents' hands for a table that lies there                      */
};

/* What is known of the cards of a seat.  Games that compare no hands: high cards win tricks and
 * comparisons, or lose them. */
static uint32_t value_of(const struct felt_genome_program *program,
                         const struct felt_genome_state *state, felt_seat seat)
{
    const unsigned low = 1u << FELT_WIN_LOW_SCORE | 1u << FELT_WIN_FEWEST_TRICKS;
    if (program->showdown) return felt_genome_value(program, state, seat);
    int sum = 0, count = 0;
    for (felt_cards left = state->hand[seat]; left; count++) {
        felt_card card = felt_cards_take(&left);
        int place = program->order[felt_card_rank(card)];
        sum += place * place + (felt_card_suit(card) == state->trump ? 100 : 0);
    }
    int mean = count ? 100 * sum / count : 0;
    return (uint32_t)(program->win_types & low ? 1000000 - mean : mean);
}

static bool depends_on_table(const struct felt_genome_program *program,
                             const struct felt_genome_state *state)
{
    return program->showdown && program->evaluation[FELT_EVAL_COMMUNITY] > 0 && state->table;
}

/* ---- quantiles ---- */

struct sample {
    uint32_t count[FELT_PHASES_MAX];
    uint32_t value[FELT_PHASES_MAX][SAMPLES];
    uint32_t steps, full; /* betting phases, and how many of them have all samples             */
};

static void note(const struct felt_genome_program *program, const struct felt_genome_state *state,
                 struct sample *sample)
{
    uint32_t *count = &sample->count[state->pc];
    for (felt_seats left = (felt_seats)(state->dealt & state->betting.turn.live); left;) {
        felt_seat seat = felt_seats_take(&left);
        if (*count == SAMPLES) return;
        sample->value[state->pc][(*count)++] = value_of(program, state, seat);
        sample->full += *count == SAMPLES;
    }
}

/* One hand; returns how many moves it took. */
static uint32_t play_sample(const struct felt_genome_program *program, uint64_t seed,
                            struct sample *sample)
{
    struct felt_rng rng = felt_rng_make(seed);
    struct felt_genome_state state;
    uint32_t moves = 0;
    int noted = -1; /* step and cycle of the last note */
    felt_genome_begin(program, NULL, felt_rng_next(&rng), &state, NULL);
    for (; state.actor >= 0 && state.hands == 0 && moves < MOVES_MAX / 4; moves++) {
        struct genome_spot spot = {.program = program, .state = &state, .seat = state.actor};
        int here = state.pc + FELT_PHASES_MAX * state.cycle;
        felt_genome_moves(program, &state, &spot.moves);
        if (genome_is_betting(program, &state) && here != noted) {
            note(program, &state, sample);
            noted = here;
        }
        int move = genome_is_betting(program, &state) ? felt_greedy_stay(&spot.moves)
                                                      : felt_greedy_cards(&spot, &rng);
        felt_genome_play(program, &state, move, NULL);
    }
    return moves + 1;
}

/* Small arrays: the shell sort is short and needs no memory. */
static void sort(uint32_t *value, uint32_t count)
{
    static const uint32_t gaps[] = {701, 301, 132, 57, 23, 10, 4, 1};
    for (size_t g = 0; g < sizeof gaps / sizeof gaps[0]; g++)
        for (uint32_t i = gaps[g]; i < count; i++) {
            uint32_t here = value[i], at = i;
            for (; at >= gaps[g] && value[at - gaps[g]] > here; at -= gaps[g])
                value[at] = value[at - gaps[g]];
            value[at] = here;
        }
}

void felt_strengths_make(const struct felt_genome_program *program, struct felt_strengths *out)
{
    struct sample sample = {.steps = 0};
    memset(out, 0, sizeof *out);
    for (int i = 0; i < program->steps; i++)
        sample.steps += program->step[i].type == FELT_PHASE_TYPE_BETTING;
    if (!sample.steps || program->queue) return;
    uint32_t moves = 0;
    for (uint32_t game = 0; game < GAMES_MAX && moves < MOVES_MAX; game++) {
        moves += play_sample(program, program->hash + game, &sample);
        if (sample.full == sample.steps) break;
    }
    for (int i = 0; i < program->steps; i++) {
        uint32_t count = sample.count[i];
        if (!count) continue;
        sort(sample.value[i], count);
        uint32_t kept = count < FELT_STRENGTH_QUANTILES ? count : FELT_STRENGTH_QUANTILES;
        for (uint32_t k = 0; k < kept; k++)
            out->quantile[i][k] = sample.value[i][(2 * k + 1) * count / (2 * kept)];
        out->count[i] = (uint16_t)kept;
    }
}

/* ---- strength ---- */

/* How many of the values are below `value`.  Without branches: nobody could guess them. */
static uint32_t below(const uint32_t *quantile, uint32_t count, uint64_t value)
{
    const uint32_t *from = quantile;
    while (count > 1) {
        uint32_t half = count / 2;
        from += from[half - 1] < value ? half : 0;
        count -= half;
    }
    return (uint32_t)(from - quantile) + (*from < value);
}

/* Against a live opponent's hand, drawn a few times. */
static double against_draws(const struct felt_genome_program *program,
                            const struct felt_genome_state *state, felt_seat seat,
                            struct felt_rng *rng)
{
    felt_seats others =
        (felt_seats)(state->dealt & state->betting.turn.live & ~felt_seats_of(seat));
    uint32_t own = felt_genome_value(program, state, seat);
    double won = 0;
    if (!others) return 1;
    felt_seat other = felt_seats_first(others);
    for (int i = 0; i < DRAWS; i++) {
        struct felt_genome_state imagined = *state;
        felt_genome_redeal(program, seat, rng, &imagined);
        uint32_t value = felt_genome_value(program, &imagined, other);
        won += own > value ? 1 : own == value ? 0.5 : 0;
    }
    return won / DRAWS;
}

double felt_strengths_at(const struct felt_strengths *strengths,
                         const struct felt_genome_program *program,
                         const struct felt_genome_state *state, felt_seat seat, int step)
{
    uint32_t count = strengths->count[step];
    if (!count) return 0.5;
    const uint32_t *quantile = strengths->quantile[step];
    uint32_t value = value_of(program, state, seat);
    return (below(quantile, count, value) + below(quantile, count, (uint64_t)value + 1)) /
           (2.0 * count);
}

double felt_strengths_of(const struct felt_strengths *strengths,
                         const struct felt_genome_program *program,
                         const struct felt_genome_state *state, felt_seat seat,
                         struct felt_rng *rng)
{
    if (program->queue) return 0.5;
    if (depends_on_table(program, state)) return against_draws(program, state, seat, rng);
    return felt_strengths_at(strengths, program, state, seat, state->pc);
}
