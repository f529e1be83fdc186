/* simplify.c -- genes that do not matter go.
 *
 * A sample of random games is played with the fewest and the most players, and everything that can
 * be seen of it goes into a fingerprint: who is asked, what is legal, what is chosen, chips,
 * scores, how it ends.  Meanwhile it is counted which phases ask anybody anything.  Then each gene
 * that might be idle is taken away, and if the sample still has the same fingerprint it stays away.
 *
 * A phase that asks somebody matters, and is not tried; conditions, effects, scorings, later win
 * conditions and phases without decisions have no such counter and are.  Rounds go on until nothing
 * more can be taken away, so simplifying twice is the same as once. */
#include "felt/assert.h"
#include "felt/genome_play.h"
#include "felt/hash.h"
#include "lab/search/parts.h"

#include <string.h>

struct sample {
    uint64_t seed;
    int games;
    uint64_t result;
    uint16_t asked; /* bit per phase that asked somebody */
    struct felt_genome_program program;
};

static uint64_t hash_moment(uint64_t hash, const struct felt_genome_program *program,
                            const struct felt_genome_state *state)
{
    hash = felt_hash_word(hash, (uint64_t)(unsigned)state->actor << 32 | state->hands);
    for (int seat = 0; seat < program->seats; seat++) {
        hash = felt_hash_word(hash, (uint64_t)state->betting.stack[seat]);
        /* points that everybody gets decide nothing */
        hash = felt_hash_word(hash, (uint64_t)(uint16_t)(state->score[seat] - state->score[0]));
        hash = felt_hash_word(hash, state->hand[seat]);
    }
    return felt_hash_word(hash, state->table);
}

static uint64_t play(struct sample *sample, int seats, int game)
{
    const struct felt_genome_program *program = &sample->program;
    uint64_t seed = felt_hash_word(felt_hash_word(sample->seed, (uint64_t)seats), (uint64_t)game);
    struct felt_rng rng = felt_rng_make(seed);
    struct felt_genome_state state;
    uint64_t hash = seed;
    felt_genome_begin(program, NULL, seed, &state, NULL);
    while (state.actor >= 0) {
        struct felt_moves moves;
        felt_genome_moves(program, &state, &moves);
        sample->asked |= (uint16_t)(1u << state.pc);
        hash = hash_moment(hash, program, &state);
        hash = felt_hash_word(felt_hash_word(hash, moves.items), moves.others);
        int move = felt_moves_pick(&moves, any_below(&rng, felt_moves_count(&moves)));
        felt_genome_play(program, &state, move, NULL);
    }
    return felt_hash_word(hash_moment(hash, program, &state), state.winners);
}

static void play_sample(struct sample *sample, const struct felt_genome *genome)
{
    int min = genome->players.gene[FELT_PLAYERS_MIN], max = genome->players.gene[FELT_PLAYERS_MAX];
    sample->result = 0;
    sample->asked = 0;
    for (int seats = min;; seats = max) {
        felt_genome_compile(genome, seats, &sample->program);
        for (int game = 0; game < sample->games; game++)
            sample->result = felt_hash_word(sample->result, play(sample, seats, game));
        if (seats == max) return;
    }
}

/* Does the sample stay the same?  Then the genome becomes the smaller one. */
static bool try_smaller(struct sample *sample, struct felt_genome *genome,
                        const struct felt_genome *smaller)
{
    uint64_t result = sample->result;
    if (felt_genome_verify(smaller, NULL, 0) != 0) return false;
    uint16_t asked = sample->asked;
    play_sample(sample, smaller);
    if (sample->result == result) {
        *genome = *smaller;
        return true;
    }
    sample->result = result;
    sample->asked = asked;
    return false;
}

/* ---- what can be taken away ---- */

enum kind { PHASES, EXPRS, EFFECTS, SCORINGS, WINS, KINDS };

/* hand_end, then condition and valid of each phase. */
static struct felt_expr *expr_at(struct felt_genome *genome, int index)
{
    struct felt_genome_phase *phase = &genome->phase[(index - 1) / 2];
    if (index == 0) return &genome->hand_end;
    return index % 2 ? &phase->condition : &phase->valid;
}

static int count_of(const struct felt_genome *genome, enum kind kind)
{
    switch (kind) {
    case PHASES: return genome->phases;
    case EXPRS: return 1 + 2 * genome->phases;
    case EFFECTS: return genome->effects;
    case SCORINGS: return genome->scorings;
    default: return genome->wins;
    }
}

static void remove_genes(struct felt_genes *list, uint8_t *count, int index)
{
    size_t behind = (size_t)(--*count - index);
    memmove(&list[index], &list[index + 1], behind * sizeof list[0]);
}

/* False: it is not there, or it is needed. */
static bool take_away(const struct sample *sample, struct felt_genome *genome, enum kind kind,
                      int index)
{
    switch (kind) {
    case PHASES:
        if (genome->phases == 1 || sample->asked >> index & 1) return false;
        felt_phases_remove(genome, index);
        return true;
    case EXPRS: {
        struct felt_expr *expr = expr_at(genome, index);
        if (expr->count == 0) return false;
        memset(expr, 0, sizeof *expr);
        return true;
    }
    case EFFECTS: remove_genes(genome->effect, &genome->effects, index); return true;
    case SCORINGS: remove_genes(genome->scoring, &genome->scorings, index); return true;
    default:
        if (genome->wins == 1) return false;
        remove_genes(genome->win, &genome->wins, index);
        return true;
    }
}

/* How many of this kind went. */
static int drop_idle(struct sample *sample, struct felt_genome *genome, enum kind kind)
{
    int dropped = 0;
    for (int i = count_of(genome, kind) - 1; i >= 0; i--) {
        struct felt_genome smaller = *genome;
        if (take_away(sample, &smaller, kind, i)) dropped += try_smaller(sample, genome, &smaller);
    }
    return dropped;
}

int felt_genome_simplify(struct felt_genome *genome, uint64_t seed, int games,
                         struct felt_simplified *out)
{
    struct sample sample = {.seed = seed, .games = games};
    uint8_t *const counts[KINDS] = {[PHASES] = &out->phases,
                                    [EXPRS] = &out->conditions,
                                    [EFFECTS] = &out->effects,
                                    [SCORINGS] = &out->scorings,
                                    [WINS] = &out->wins};
    int before, sum = 0;
    felt_assert(games > 0);
    *out = (struct felt_simplified){0};
    play_sample(&sample, genome);
    out->result = sample.result;
    do {
        before = sum;
        for (int kind = 0; kind < KINDS; kind++) {
            int dropped = drop_idle(&sample, genome, (enum kind)kind);
            *counts[kind] += (uint8_t)dropped;
            sum += dropped;
        }
    } while (sum > before);
    felt_assert(sample.result == out->result);
    return sum;
}
