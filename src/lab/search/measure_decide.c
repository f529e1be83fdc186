/* measure_decide.c -- what moves are worth, and what they do to the others.
 *
 * At some decisions of hands between casual players every move (or six of them) is tried over the
 * same imagined deals, from what the actor sees, and the hand is played out by casual players.  The
 * best move is chosen by one half of these deals and valued by the other half, and the other way
 * round: then noise is worth nothing on average.  A decision counts if both halves say that it is
 * worth more than 0.02; as many are taken off again as both halves say are worth less than -0.02,
 * which noise does as often.
 *
 * What a move does to the others is seen twice: in their results, by how far these go with the
 * move (products of the two halves: noise is worth nothing again); and in what the
 * others do next, which is the same after every move in a game that everybody plays alone. */
#include "lab/search/measure_parts.h"

#include "felt/hash.h"

enum { PART_DECIDE = 32, HALF = 12, MOVES = 6, A_HAND = 4, REPLIES = 4 };
static const double worth = 0.02;

/* Results of moves, by half. */
struct trial {
    int count;
    uint8_t move[MOVES];
    double sum[2][MOVES][FELT_GENOME_SEATS_MAX];
    double replies, different; /* pairs of moves                                               */
};

static void pick_moves(const struct felt_moves *moves, struct felt_rng *rng, struct trial *trial)
{
    int left = felt_moves_count(moves), wanted = left < MOVES ? left : MOVES;
    for (int i = 0; left > 0 && trial->count < wanted; i++, left--)
        if (felt_rng_below(rng, (uint32_t)left) < (uint32_t)(wanted - trial->count))
            trial->move[trial->count++] = (uint8_t)felt_moves_pick(moves, i);
}

/* What the others do until it is the player's turn again: a number that stands for it.  0: it is
 * the player's turn all the time. */
static uint64_t reply_to(struct felt_measurer *m, struct felt_genome_state state, felt_seat actor,
                         struct felt_rng rng)
{
    uint64_t reply = 0;
    for (int i = 1; i < m->program.seats && state.actor != actor; i++) {
        if (state.actor < 0) return felt_hash_word(reply, 1);
        int move = felt_agent_choose(m->greedy, &state, &rng, NULL);
        m->work += 5;
        reply = felt_hash_word(reply, (uint64_t)state.actor << 8 | (uint64_t)move);
        felt_genome_play(&m->hand, &state, move, NULL);
    }
    return reply;
}

static void try_moves(struct felt_measurer *m, const struct felt_genome_state *state,
                      struct felt_rng *rng, struct trial *trial)
{
    struct felt_genome_hidden hidden;
    felt_genome_hide(&m->hand, state, state->actor, &hidden);
    for (int deal = 0; deal < 2 * HALF; deal++) {
        struct felt_genome_state imagined = *state;
        uint64_t reply[MOVES];
        felt_genome_redeal_from(&m->hand, state->actor, &hidden, rng, &imagined);
        for (int i = 0; i < trial->count; i++) {
            struct felt_genome_state end = imagined;
            struct felt_rng own = *rng;
            double result[FELT_GENOME_SEATS_MAX];
            felt_genome_play(&m->hand, &end, trial->move[i], NULL);
            reply[i] = deal < REPLIES ? reply_to(m, end, state->actor, own) : 0;
            felt_measure_roll(m, &m->hand, &end, &own);
            felt_measure_result(m, &end, result);
            for (int seat = 0; seat < m->program.seats; seat++)
                trial->sum[deal & 1][i][seat] += result[seat] * m->scale / HALF;
        }
        for (int i = 0; deal < REPLIES && i < trial->count; i++)
            for (int k = 0; k < i; k++) {
                if (!reply[i] && !reply[k]) continue;
                trial->replies++;
                trial->different += reply[i] != reply[k];
            }
        (void)felt_rng_next(rng);
    }
}

static double mean_of(const struct trial *trial, int half, int seat)
{
    double sum = 0;
    for (int i = 0; i < trial->count; i++) sum += trial->sum[half][i][seat];
    return sum / trial->count;
}

/* The gain of the move that the other half calls the best. */
static double gain(const struct trial *trial, int half, int actor)
{
    int best = 0;
    for (int i = 1; i < trial->count; i++)
        if (trial->sum[!half][i][actor] > trial->sum[!half][best][actor]) best = i;
    return trial->sum[half][best][actor] - mean_of(trial, half, actor);
}

/* How far the result of a seat goes with the move: its variance. */
static double sway(const struct trial *trial, int seat)
{
    double mean[2] = {mean_of(trial, 0, seat), mean_of(trial, 1, seat)}, sum = 0;
    for (int i = 0; i < trial->count; i++)
        sum += (trial->sum[0][i][seat] - mean[0]) * (trial->sum[1][i][seat] - mean[1]);
    return sum / trial->count;
}

/* Words that are always the best thing to say are no decision; measure_sum.c looks for them. */
static void count_words(struct tallies *tallies, const struct trial *trial, int actor)
{
    int best = 0;
    for (int i = 0; i < trial->count; i++) {
        double sum = trial->sum[0][i][actor] + trial->sum[1][i][actor];
        if (sum > trial->sum[0][best][actor] + trial->sum[1][best][actor]) best = i;
        if (trial->move[i] >= FELT_MOVE_ITEMS) tallies->offered[trial->move[i] - FELT_MOVE_ITEMS]++;
    }
    if (trial->move[best] >= FELT_MOVE_ITEMS) tallies->best[trial->move[best] - FELT_MOVE_ITEMS]++;
}

static void weigh(struct felt_measurer *m, const struct felt_genome_state *state,
                  const struct felt_moves *moves, struct felt_rng *rng)
{
    struct trial trial = {0};
    int actor = state->actor;
    double others = 0;
    pick_moves(moves, rng, &trial);
    try_moves(m, state, rng, &trial);
    double first = gain(&trial, 0, actor), second = gain(&trial, 1, actor);
    series_add(&m->tallies.value, (first + second) / 2);
    series_add(&m->tallies.counts, first > worth && second > worth     ? 1
                                   : first < -worth && second < -worth ? -1
                                                                       : 0);
    for (int seat = 0; seat < m->program.seats; seat++)
        if (seat != actor) others += sway(&trial, seat);
    series_add(&m->tallies.choice, others / (m->program.seats - 1));
    count_words(&m->tallies, &trial, actor);
    if (trial.replies > 0) series_add(&m->tallies.reply, trial.different / trial.replies);
}

void felt_measure_decide(struct felt_measurer *m, uint64_t budget, int most)
{
    const struct ends *ends = felt_measure_ends(m);
    uint64_t until = m->work + budget, number = (uint64_t)m->tallies.value.count;
    double each = ends->hands ? (double)ends->decisions / (double)ends->hands : 1;
    uint32_t often = each > A_HAND ? (uint32_t)(each / A_HAND + 0.5) : 1;
    if (ends->decisions == 0 || m->scale <= 0) return;
    for (int hands = 0; hands < most && (hands < 1 || m->work < until); hands++) {
        struct felt_rng rng = felt_measure_rng(m, PART_DECIDE + number, (uint64_t)hands);
        struct felt_genome_state state;
        felt_genome_begin(&m->hand, NULL, felt_rng_next(&rng), &state, NULL);
        while (state.actor >= 0) {
            struct felt_moves moves;
            felt_genome_moves(&m->hand, &state, &moves);
            if (felt_moves_count(&moves) > 1 && felt_rng_below(&rng, often) == 0 &&
                m->work < until + budget / 4)
                weigh(m, &state, &moves, &rng);
            felt_genome_play(&m->hand, &state, felt_measure_casual(m, &state, &moves, &rng), NULL);
        }
    }
}
