/* measure_play.c -- how hands and games are played to be measured. */
#include "lab/search/measure_parts.h"

#include "felt/hash.h"

#include <string.h>

enum {
    HANDS_MIN = 24,   /* hands, so that there is something to say about seats                    */
    HAND_TURNS = 500, /* of a hand that is played to be measured                                */
    PART_RANDOM = 1,
    PART_CASUAL,
    PART_HANDS,
    PART_BLIND,
    UNIT_CASUAL = 5,  /* units of a casual move ...                                             */
    UNIT_MELD = 10,   /* ... of one that looks for melds ...                                     */
    UNIT_BOARD = 120, /* ... of one that compares its hand with others over a board              */
    ANY_MOVE = 3      /* mask of random bits: one move of four                                   */
};

/* ---- what follows from the genome ---- */

static int direction_of(const struct felt_genome_program *program)
{
    if (program->counts_hands) return 1;
    for (int i = 0; i < program->wins; i++) {
        if (program->win[i][FELT_WIN_TYPE] == FELT_WIN_LOW_SCORE) return -1;
        if (program->win[i][FELT_WIN_TYPE] == FELT_WIN_HIGH_SCORE ||
            program->win[i][FELT_WIN_TYPE] == FELT_WIN_FIRST_TO_SCORE)
            return 1;
    }
    return 1;
}

static void find_sides(struct felt_measurer *m)
{
    int of_team[256];
    for (int i = 0; i < 256; i++) of_team[i] = -1;
    m->sides = 0;
    for (int seat = 0; seat < m->program.seats; seat++) {
        int team = m->program.team[seat];
        if (!m->program.teams) {
            m->side[seat] = m->sides++;
            continue;
        }
        if (of_team[team] < 0) of_team[team] = m->sides++;
        m->side[seat] = (uint8_t)of_team[team];
    }
}

/* Searches of tricks, and of cards played one by one, are quick (players/genome/playout.c). */
static void find_phases(struct felt_measurer *m)
{
    bool tricks = false, plays = false, slow = m->program.chips;
    m->bets = m->claims = m->melds = false;
    for (int i = 0; i < m->program.steps; i++) {
        const struct felt_genome_step *step = &m->program.step[i];
        m->bets |= step->type == FELT_PHASE_TYPE_BETTING;
        m->claims |= step->type == FELT_PHASE_TYPE_CLAIM;
        m->melds |= step->type == FELT_PHASE_TYPE_MELD;
        tricks |= step->type == FELT_PHASE_TYPE_TRICK;
        if (step->type != FELT_PHASE_TYPE_PLAY) continue;
        plays = true;
        slow |= step->gene[FELT_PLAY_LADDER] || step->gene[FELT_PLAY_CAPTURE] != FELT_CAPTURE_NONE;
    }
    m->quick = slow ? 1 : tricks ? 4 : plays ? 2 : 1;
}

void felt_measure_sit(struct felt_measurer *m, const struct felt_genome *genome, int seats)
{
    const struct felt_agent_spec greedy = {.kind = FELT_AGENT_GREEDY};
    felt_genome_compile(genome, seats, &m->program);
    felt_strengths_make(&m->program, &m->strengths);
    m->hand = m->ahead = m->program;
    m->hand.session[FELT_SESSION_HANDS] = 1;
    if (m->hand.session[FELT_SESSION_TURNS] > HAND_TURNS)
        m->hand.session[FELT_SESSION_TURNS] = HAND_TURNS;
    find_phases(m);
    m->direction = direction_of(&m->program);
    find_sides(m);
    m->greedy = felt_agent_init(&greedy, &m->program, &m->strengths, m->greedy_block);
    m->by_rule = true;
    m->random_ends = true;
    m->work = 0;
    m->scale = 1;
    memset(&m->tallies, 0, sizeof m->tallies);
}

struct felt_rng felt_measure_rng(const struct felt_measurer *m, uint64_t part, uint64_t n)
{
    return felt_rng_make(
        felt_hash_word(felt_hash_word(felt_hash_word(m->plan.seed, m->program.hash), part), n));
}

struct felt_agent *felt_measure_agent(struct felt_measurer *m, int n,
                                      const struct felt_genome_program *program,
                                      struct felt_agent_spec spec)
{
    felt_assert(spec.samples <= MEASURE_SAMPLES);
    return m->agent[n] = felt_agent_init(&spec, program, &m->strengths, m->agent_block[n]);
}

uint64_t felt_measure_worked(const struct felt_measurer *m, const struct felt_agent *agent)
{
    struct felt_agent_work work = felt_agent_worked(agent);
    return (work.turns + 8 * work.iterations) / m->quick + UNIT_CASUAL * work.decisions;
}

/* ---- moves ---- */

static int any_move(const struct felt_moves *moves, struct felt_rng *rng)
{
    int count = felt_moves_count(moves);
    return felt_moves_pick(moves, count > 1 ? (int)felt_rng_below(rng, (uint32_t)count) : 0);
}

int felt_measure_casual(struct felt_measurer *m, const struct felt_genome_state *state,
                        const struct felt_moves *moves, struct felt_rng *rng)
{
    if (felt_moves_count(moves) == 1 || !m->by_rule || (felt_rng_next(rng) & ANY_MOVE) == 0) {
        m->work++;
        return any_move(moves, rng);
    }
    bool board = state->table && m->program.step[state->pc].type == FELT_PHASE_TYPE_BETTING;
    m->work += board ? UNIT_BOARD : m->melds ? UNIT_MELD : UNIT_CASUAL;
    return felt_agent_choose(m->greedy, state, rng, NULL);
}

void felt_measure_roll(struct felt_measurer *m, const struct felt_genome_program *program,
                       struct felt_genome_state *state, struct felt_rng *rng)
{
    if (!m->by_rule && state->actor >= 0)
        m->work += felt_genome_playout(program, state, rng, false);
    while (state->actor >= 0) {
        struct felt_moves moves;
        felt_genome_moves(program, state, &moves);
        felt_genome_play(program, state, felt_measure_casual(m, state, &moves, rng), NULL);
    }
}

/* ---- results ---- */

double felt_measure_part(const struct felt_measurer *m, const struct felt_genome_state *state,
                         int seat)
{
    if (state->winners == 0) return 1.0 / m->program.seats;
    return state->winners >> seat & 1 ? 1.0 / __builtin_popcount(state->winners) : 0;
}

/* Points of a side ahead of the mean of the others. */
static void margins(const struct felt_measurer *m, const struct felt_genome_state *state,
                    double out[FELT_GENOME_SEATS_MAX])
{
    double points[FELT_GENOME_SEATS_MAX] = {0}, size[FELT_GENOME_SEATS_MAX] = {0}, sum = 0;
    int seats = m->program.seats;
    for (int seat = 0; seat < seats; seat++) {
        points[m->side[seat]] += m->direction * state->score[seat];
        size[m->side[seat]]++;
        sum += m->direction * state->score[seat];
    }
    for (int seat = 0; seat < seats; seat++) {
        int side = m->side[seat];
        double others = seats - size[side];
        out[seat] = points[side] / size[side] - (others > 0 ? (sum - points[side]) / others : 0);
    }
}

void felt_measure_result(const struct felt_measurer *m, const struct felt_genome_state *state,
                         double out[FELT_GENOME_SEATS_MAX])
{
    if (!m->program.chips && m->program.several) {
        margins(m, state, out);
        return;
    }
    for (int seat = 0; seat < m->program.seats; seat++)
        out[seat] = m->program.chips ? (double)(state->betting.stack[seat] - state->chips[seat])
                                     : felt_measure_part(m, state, seat) - 1.0 / m->program.seats;
}

/* ---- whole games ---- */

/* Seconds that people need for a move: to look at the choices, and to do it. */
static double seconds_of(int choices)
{
    return choices > 1 ? 2 + log2(choices) : 1;
}

/* Is it a bet of somebody who has no cards, with none on the table? */
static bool on_nothing(const struct felt_measurer *m, const struct felt_genome_state *state)
{
    return m->program.step[state->pc].type == FELT_PHASE_TYPE_BETTING &&
           !state->hand[state->actor] && !state->table;
}

static void play_game(struct felt_measurer *m, bool casual, uint64_t number, struct ends *ends)
{
    struct felt_rng rng = felt_measure_rng(m, casual ? PART_CASUAL : PART_RANDOM, number);
    struct felt_genome_state state;
    felt_genome_begin(&m->program, NULL, felt_rng_next(&rng), &state, NULL);
    while (state.actor >= 0) {
        struct felt_moves moves;
        felt_genome_moves(&m->program, &state, &moves);
        int count = felt_moves_count(&moves);
        if (count > 1) {
            ends->decisions++;
            ends->moves += (uint64_t)count;
            ends->empty += on_nothing(m, &state);
        }
        ends->seconds += seconds_of(count);
        int move = casual ? felt_measure_casual(m, &state, &moves, &rng) : any_move(&moves, &rng);
        felt_genome_play(&m->program, &state, move, NULL);
    }
    m->work += state.turns;
    ends->seconds += 25.0 * state.hands; /* shuffling, dealing, sorting */
    ends->games++;
    ends->cut += (state.flags & FELT_FLAG_CUT) != 0;
    ends->drawn += state.winners == 0;
    ends->hands += state.hands;
    ends->turns += state.turns;
}

void felt_measure_games(struct felt_measurer *m, bool casual, uint64_t budget, int least, int most)
{
    struct ends *ends = casual ? &m->tallies.casual : &m->tallies.random;
    uint64_t until = m->work + budget;
    bool by_rule = m->by_rule;
    m->by_rule = casual;
    for (int i = 0; i < most && (i < least || m->work < until); i++)
        play_game(m, casual, ends->games, ends);
    m->by_rule = by_rule;
}

/* ---- do cards matter? ---- */

/* A hand in which choices do not look at cards: the n-th of the moves that do not fold.  Or only
 * bets do not: some games lead nowhere if nobody looks. */
static void play_blindly(struct felt_measurer *m, bool bets_only, struct felt_rng rng,
                         struct felt_genome_state *state, double out[FELT_GENOME_SEATS_MAX])
{
    while (state->actor >= 0) {
        struct felt_moves moves;
        felt_genome_moves(&m->hand, state, &moves);
        uint64_t random = felt_rng_next(&rng);
        if (felt_moves_count(&moves) > 1) moves.others &= ~1u; /* FELT_MOVE_FOLD is the first */
        uint32_t count = (uint32_t)felt_moves_count(&moves);
        int move = felt_moves_pick(&moves, (int)((random >> 32) % count));
        if (bets_only && m->hand.step[state->pc].type != FELT_PHASE_TYPE_BETTING)
            move = felt_agent_choose(m->greedy, state, &rng, NULL);
        felt_genome_play(&m->hand, state, move, NULL);
    }
    m->work += state->turns;
    felt_measure_result(m, state, out);
}

double felt_measure_cards(struct felt_measurer *m, bool bets_only, int pairs)
{
    int different = 0;
    for (int i = 0; i < pairs; i++) {
        struct felt_rng rng = felt_measure_rng(m, PART_BLIND, (uint64_t)i);
        struct felt_genome_state one, other;
        double result[2][FELT_GENOME_SEATS_MAX] = {{0}};
        felt_genome_begin(&m->hand, NULL, felt_rng_next(&rng), &one, NULL);
        felt_genome_begin(&m->hand, NULL, felt_rng_next(&rng), &other, NULL);
        play_blindly(m, bets_only, rng, &one, result[0]);
        play_blindly(m, bets_only, rng, &other, result[1]);
        for (int seat = 0; seat < m->program.seats; seat++)
            if (fabs(result[0][seat] - result[1][seat]) > 1e-9) {
                different++;
                break;
            }
    }
    return (double)different / pairs;
}

/* ---- hands ---- */

/* Bets nothing, pays what it must, never folds; everything else as greedy does. */
static int check_down(struct felt_measurer *m, const struct felt_genome_state *state,
                      const struct felt_moves *moves, struct felt_rng *rng)
{
    static const uint8_t calm[] = {FELT_MOVE_CHECK, FELT_MOVE_CALL, FELT_MOVE_ALL_IN};
    m->work += UNIT_CASUAL;
    if (m->program.step[state->pc].type == FELT_PHASE_TYPE_BETTING)
        for (size_t i = 0; i < sizeof calm; i++)
            if (felt_moves_has(moves, calm[i])) return calm[i];
    return felt_agent_choose(m->greedy, state, rng, NULL);
}

/* The same hand with bets and without. */
static void compare_bets(struct felt_measurer *m, uint64_t seed, const struct felt_rng *rng)
{
    double result[2][FELT_GENOME_SEATS_MAX];
    for (int calm = 0; calm < 2; calm++) {
        struct felt_rng own = *rng;
        struct felt_genome_state state;
        felt_genome_begin(&m->hand, NULL, seed, &state, NULL);
        while (state.actor >= 0) {
            struct felt_moves moves;
            felt_genome_moves(&m->hand, &state, &moves);
            m->work += state.table ? UNIT_BOARD : UNIT_CASUAL;
            felt_genome_play(&m->hand, &state,
                             calm ? check_down(m, &state, &moves, &own)
                                  : felt_agent_choose(m->greedy, &state, &own, NULL),
                             NULL);
        }
        felt_measure_result(m, &state, result[calm]);
    }
    for (int seat = 0; seat < m->program.seats; seat++) {
        m->tallies.with_bets += result[0][seat] * result[0][seat];
        m->tallies.checked += result[1][seat] * result[1][seat];
        m->tallies.both += result[0][seat] * result[1][seat];
    }
}

void felt_measure_hands(struct felt_measurer *m, uint64_t budget, int most)
{
    uint64_t until = m->work + budget;
    double result[FELT_GENOME_SEATS_MAX];
    for (int i = 0; i < most && (i < HANDS_MIN || m->work < until); i++) {
        struct felt_rng rng = felt_measure_rng(m, PART_HANDS, (uint64_t)m->tallies.seat[0].count);
        uint64_t seed = felt_rng_next(&rng);
        struct felt_genome_state state;
        felt_genome_begin(&m->hand, NULL, seed, &state, NULL);
        if (m->bets) compare_bets(m, seed, &rng);
        felt_measure_roll(m, &m->hand, &state, &rng);
        felt_measure_result(m, &state, result);
        for (int seat = 0; seat < m->program.seats; seat++) {
            series_add(&m->tallies.seat[seat], result[seat]);
            series_add(&m->tallies.spread, result[seat]);
        }
    }
    double n = m->program.seats, spread = sqrt(series_variance(&m->tallies.spread));
    m->scale = spread > 0 ? sqrt(n - 1) / n / spread : 0;
}
