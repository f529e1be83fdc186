/* invent.c -- a random genome in order.
 *
 * Phases thrown together at random are seldom a game: a set is never completed without questions, a
 * pot never won without bets.  So most inventions begin as one of a dozen plain games, the rest as
 * a heap of random phases; operators change either a few times, and repair does the rest. */
#include "lab/search/parts.h"

#include "felt/assert.h"

enum { HEAP_PERCENT = 25, CHANGES_MAX = 8, HEAP_PHASES = 6 };

static int32_t *add(struct felt_genome *genome, enum felt_phase_type type)
{
    struct felt_genome_phase *phase = felt_phases_insert(genome, genome->phases);
    felt_assert(phase);
    felt_phase_init(phase, type);
    return phase->genes.gene;
}

static void add_bet(struct felt_genome *genome, struct felt_rng *rng)
{
    add(genome, FELT_PHASE_TYPE_BETTING);
    felt_any_bet(rng, genome, &genome->phase[genome->phases - 1]);
}

static void add_win(struct felt_genome *genome, enum felt_win_type type)
{
    struct felt_genes *win = &genome->win[genome->wins++];
    felt_genes_init(win, FELT_SECTION_WIN);
    win->gene[FELT_WIN_TYPE] = (int32_t)type;
}

static void add_points(struct felt_genome *genome, struct felt_rng *rng,
                       enum felt_scoring_trigger trigger)
{
    struct felt_genes *scoring = &genome->scoring[genome->scorings++];
    felt_any_genes(rng, FELT_SECTION_SCORING, 50, scoring);
    scoring->gene[FELT_SCORING_TRIGGER] = (int32_t)trigger;
    if (scoring->gene[FELT_SCORING_POINTS] == 0) scoring->gene[FELT_SCORING_POINTS] = 1;
}

static void add_test(struct felt_expr *expr, enum felt_test test, enum felt_ref ref)
{
    expr->node[expr->count++] =
        (struct felt_expr_node){.op = FELT_EXPR_TEST, .test = (uint8_t)test, .ref = (uint8_t)ref};
}

/* ---- plain games ---- */

static void poker(struct felt_genome *genome, struct felt_rng *rng)
{
    int streets = any_between(rng, 1, 2);
    genome->setup.gene[FELT_SETUP_CARDS] = any_between(rng, 1, 5);
    genome->session.gene[FELT_SESSION_CYCLES] = 1;
    genome->evaluation.gene[FELT_EVAL_METHOD] = any_between(rng, FELT_EVAL_HIGH_CARD, 6);
    genome->evaluation.gene[FELT_EVAL_COMMUNITY] = any_between(rng, 0, 5);
    if (any_chance(rng, 60)) add(genome, FELT_PHASE_TYPE_ANTE);
    for (int i = 0; i < streets; i++) {
        add_bet(genome, rng);
        if (any_chance(rng, 50)) {
            add(genome, FELT_PHASE_TYPE_DEAL)[FELT_DEAL_COUNT] = any_between(rng, 1, 3);
        } else if (any_chance(rng, 60)) {
            int32_t *gene = add(genome, FELT_PHASE_TYPE_DISCARD);
            gene[FELT_DISCARD_MIN] = 0;
            gene[FELT_DISCARD_MAX] = any_between(rng, 1, 3);
            add(genome, FELT_PHASE_TYPE_DRAW)[FELT_DRAW_REFILL] =
                genome->setup.gene[FELT_SETUP_CARDS];
        }
    }
    add_bet(genome, rng);
    if (any_chance(rng, 60) && genome->phases < FELT_PHASES_MAX)
        add(genome, FELT_PHASE_TYPE_SHOWDOWN);
    add_win(genome, any_chance(rng, 50) ? FELT_WIN_MOST_CHIPS : FELT_WIN_LAST_WITH_CHIPS);
}

static void shedding(struct felt_genome *genome, struct felt_rng *rng)
{
    genome->setup.gene[FELT_SETUP_CARDS] = any_between(rng, 4, 8);
    genome->setup.gene[FELT_SETUP_DISCARDS] = 1;
    add(genome, FELT_PHASE_TYPE_DRAW)[FELT_DRAW_REPEAT] = FELT_REPEAT_UNTIL_PLAYABLE;
    add(genome, FELT_PHASE_TYPE_PLAY);
    struct felt_expr *valid = &genome->phase[1].valid;
    add_test(valid, FELT_TEST_SAME_SUIT, FELT_REF_TOP);
    add_test(valid, FELT_TEST_SAME_RANK, FELT_REF_TOP);
    valid->node[valid->count++] = (struct felt_expr_node){.op = FELT_EXPR_OR, .args = 2};
    genome->effects = (uint8_t)any_below(rng, FELT_EFFECTS_MAX + 1);
    for (int i = 0; i < genome->effects; i++) {
        felt_any_genes(rng, FELT_SECTION_EFFECT, 80, &genome->effect[i]);
        genome->effect[i].gene[FELT_EFFECT_RANK] = any_below(rng, FELT_RANKS);
    }
    add_win(genome, FELT_WIN_EMPTY_HAND);
}

static void tricks(struct felt_genome *genome, struct felt_rng *rng)
{
    int32_t *setup = genome->setup.gene;
    setup[FELT_SETUP_CARDS] = any_between(rng, 3, 13);
    setup[FELT_SETUP_DEAL_ALL] = any_chance(rng, 30);
    setup[FELT_SETUP_TRUMP_MODE] = any_below(rng, FELT_TRUMP_ROTATE + 1);
    setup[FELT_SETUP_TRUMP] = any_below(rng, FELT_SUITS);
    if (any_chance(rng, 30)) add(genome, FELT_PHASE_TYPE_TRANSFER);
    if (any_chance(rng, 40)) add(genome, FELT_PHASE_TYPE_BIDDING);
    felt_any_phase(rng, FELT_PHASE_TYPE_TRICK, 50, felt_phases_insert(genome, genome->phases));
    add_win(genome, FELT_WIN_ALL_HANDS_EMPTY);
    if (any_chance(rng, 50)) {
        add_points(genome, rng, FELT_SCORE_TRICK_WIN);
        add_win(genome, any_chance(rng, 50) ? FELT_WIN_LOW_SCORE : FELT_WIN_HIGH_SCORE);
    } else {
        add_win(genome, any_chance(rng, 80) ? FELT_WIN_MOST_TRICKS : FELT_WIN_FEWEST_TRICKS);
    }
}

static void fishing(struct felt_genome *genome, struct felt_rng *rng)
{
    genome->setup.gene[FELT_SETUP_CARDS] = any_between(rng, 3, 6);
    genome->setup.gene[FELT_SETUP_COMMUNITY] = any_between(rng, 0, 6);
    int32_t *play = add(genome, FELT_PHASE_TYPE_PLAY);
    play[FELT_PLAY_TARGET] = FELT_TO_TABLE;
    play[FELT_PLAY_CAPTURE] = any_between(rng, FELT_CAPTURE_RANK, FELT_CAPTURE_SUM);
    add(genome, FELT_PHASE_TYPE_DRAW)[FELT_DRAW_REFILL] = 3;
    genome->session.gene[FELT_SESSION_EMPTY] = FELT_EMPTY_NOTHING;
    add_points(genome, rng, FELT_SCORE_CAPTURE);
    add_win(genome, FELT_WIN_ALL_HANDS_EMPTY);
    add_win(genome, any_chance(rng, 50) ? FELT_WIN_MOST_CAPTURED : FELT_WIN_HIGH_SCORE);
}

static void piles(struct felt_genome *genome, struct felt_rng *rng)
{
    genome->setup.gene[FELT_SETUP_DEAL_ALL] = any_chance(rng, 70);
    genome->setup.gene[FELT_SETUP_VISIBLE] = FELT_HAND_NOBODY;
    genome->session.gene[FELT_SESSION_MODE] = FELT_MODE_CONTINUOUS;
    genome->session.gene[FELT_SESSION_TURNS] = any_between(rng, 50, 500);
    if (any_chance(rng, 40)) add_bet(genome, rng);
    felt_any_phase(rng, FELT_PHASE_TYPE_COMPARE, 60, felt_phases_insert(genome, genome->phases));
    add_win(genome, FELT_WIN_CAPTURE_ALL);
}

static void bidding_war(struct felt_genome *genome, struct felt_rng *rng)
{
    genome->setup.gene[FELT_SETUP_CARDS] = any_between(rng, 3, 13);
    genome->setup.gene[FELT_SETUP_COMMUNITY] = any_between(rng, 0, 4);
    if (any_chance(rng, 30)) add_bet(genome, rng);
    int32_t *gene = add(genome, FELT_PHASE_TYPE_COMPARE);
    gene[FELT_COMPARE_REVEAL] = FELT_REVEAL_CHOOSE;
    gene[FELT_COMPARE_TAKES] = any_below(rng, FELT_TAKES_DISCARD + 1);
    gene[FELT_COMPARE_TIE] = any_below(rng, FELT_COMPARE_BATTLE + 1);
    gene[FELT_COMPARE_DOWN] = any_below(rng, 3);
    add_win(genome, FELT_WIN_ALL_HANDS_EMPTY);
    add_win(genome, any_chance(rng, 50) ? FELT_WIN_HIGH_SCORE : FELT_WIN_MOST_CAPTURED);
}

static void claims(struct felt_genome *genome, struct felt_rng *rng)
{
    genome->setup.gene[FELT_SETUP_CARDS] = any_between(rng, 3, 10);
    genome->setup.gene[FELT_SETUP_DEAL_ALL] = any_chance(rng, 50);
    felt_any_phase(rng, FELT_PHASE_TYPE_CLAIM, 50, felt_phases_insert(genome, genome->phases));
    if (any_chance(rng, 20)) add_bet(genome, rng);
    add_win(genome, FELT_WIN_EMPTY_HAND);
}

static void questions(struct felt_genome *genome, struct felt_rng *rng)
{
    genome->setup.gene[FELT_SETUP_CARDS] = any_between(rng, 4, 7);
    felt_any_phase(rng, FELT_PHASE_TYPE_ASK, 60, felt_phases_insert(genome, genome->phases));
    add_points(genome, rng, FELT_SCORE_SET_COMPLETE);
    add_win(genome, FELT_WIN_ALL_HANDS_EMPTY);
    add_win(genome, FELT_WIN_HIGH_SCORE);
}

static void rummy(struct felt_genome *genome, struct felt_rng *rng)
{
    genome->setup.gene[FELT_SETUP_CARDS] = any_between(rng, 6, 10);
    genome->setup.gene[FELT_SETUP_DISCARDS] = 1;
    add(genome, FELT_PHASE_TYPE_DRAW)[FELT_DRAW_SOURCE] = FELT_FROM_EITHER;
    felt_any_phase(rng, FELT_PHASE_TYPE_MELD, 50, felt_phases_insert(genome, genome->phases));
    add(genome, FELT_PHASE_TYPE_DISCARD);
    add_win(genome, any_chance(rng, 50) ? FELT_WIN_FIRST_TO_SCORE : FELT_WIN_HIGH_SCORE);
    genome->win[0].gene[FELT_WIN_THRESHOLD] = any_between(rng, 10, 100);
}

static void twenty_one(struct felt_genome *genome, struct felt_rng *rng)
{
    genome->setup.gene[FELT_SETUP_CARDS] = any_between(rng, 0, 3);
    int32_t *evaluation = genome->evaluation.gene;
    evaluation[FELT_EVAL_METHOD] = FELT_EVAL_POINT_TOTAL;
    evaluation[FELT_EVAL_TARGET] = evaluation[FELT_EVAL_BUST] = any_between(rng, 9, 31);
    evaluation[FELT_EVAL_ACE_ALT] = 11;
    genome->session.gene[FELT_SESSION_CYCLES] = 1;
    if (any_chance(rng, 50)) add_bet(genome, rng);
    int32_t *draw = add(genome, FELT_PHASE_TYPE_DRAW);
    draw[FELT_DRAW_MANDATORY] = 0;
    draw[FELT_DRAW_REPEAT] = FELT_REPEAT_UNTIL_PASS;
    if (any_chance(rng, 50)) add_bet(genome, rng);
    add(genome, FELT_PHASE_TYPE_SHOWDOWN)[FELT_SHOWDOWN_AWARD] = any_below(rng, 2);
    add_win(genome, any_chance(rng, 50) ? FELT_WIN_HIGH_SCORE : FELT_WIN_BEST_HAND);
}

static void old_maid(struct felt_genome *genome, struct felt_rng *rng)
{
    genome->setup.gene[FELT_SETUP_DEAL_ALL] = 1;
    add(genome, FELT_PHASE_TYPE_DISCARD)[FELT_DISCARD_MATCHING] = FELT_MATCHING_PAIRS;
    add(genome, FELT_PHASE_TYPE_DRAW)[FELT_DRAW_SOURCE] = FELT_FROM_OPPONENT;
    add_win(genome, FELT_WIN_NOT_HOLDING);
    genome->win[0].gene[FELT_WIN_RANK] = any_below(rng, FELT_RANKS);
}

static void ladder(struct felt_genome *genome, struct felt_rng *rng)
{
    genome->setup.gene[FELT_SETUP_CARDS] = any_between(rng, 5, 8);
    int32_t *gene = add(genome, FELT_PHASE_TYPE_PLAY);
    gene[FELT_PLAY_GROUP] = any_between(rng, FELT_GROUP_SET, FELT_GROUP_RUN);
    gene[FELT_PLAY_MIN] = any_between(rng, 1, 3);
    gene[FELT_PLAY_MAX] = 4;
    gene[FELT_PLAY_LADDER] = any_chance(rng, 70);
    gene[FELT_PLAY_MANDATORY] = any_chance(rng, 50);
    gene[FELT_PLAY_TARGET] = any_below(rng, FELT_TO_OWN + 1);
    add_win(genome, FELT_WIN_EMPTY_HAND);
}

/* Phases of any type, wins of any type. */
static void heap(struct felt_genome *genome, struct felt_rng *rng)
{
    int phases = any_between(rng, 1, HEAP_PHASES), wins = any_between(rng, 1, FELT_WINS_MAX);
    felt_any_genes(rng, FELT_SECTION_SETUP, 40, &genome->setup);
    genome->session.gene[FELT_SESSION_CYCLES] = any_below(rng, 4);
    felt_any_genes(rng, FELT_SECTION_EVALUATION, 40, &genome->evaluation);
    for (int i = 0; i < phases; i++) {
        struct felt_genome_phase *phase = felt_phases_insert(genome, i);
        felt_any_phase(rng, (enum felt_phase_type)any_below(rng, FELT_PHASE_TYPES), 40, phase);
        if (!any_chance(rng, 15)) continue;
        phase->condition.count = 1;
        felt_any_test(rng, false, genome, &phase->condition.node[0]);
    }
    for (int i = 0; i < wins; i++) {
        struct felt_genes *win = &genome->win[genome->wins++];
        felt_any_genes(rng, FELT_SECTION_WIN, 50, win);
        win->gene[FELT_WIN_TYPE] = any_below(rng, FELT_WIN_TYPES);
    }
}

void felt_genome_invent(struct felt_rng *rng, struct felt_genome *out)
{
    static void (*const games[])(struct felt_genome *, struct felt_rng *) = {
        poker,  shedding,  tricks, fishing,    piles,    bidding_war,
        claims, questions, rummy,  twenty_one, old_maid, ladder};
    int games_count = (int)(sizeof games / sizeof games[0]);
    felt_genome_init(out);
    felt_change_players(out, rng);
    out->session.gene[FELT_SESSION_HANDS] = any_between(rng, 1, 40);
    out->session.gene[FELT_SESSION_TURNS] = 50 << any_below(rng, 6);
    if (any_chance(rng, HEAP_PERCENT))
        heap(out, rng);
    else
        games[any_below(rng, games_count)](out, rng);
    if (any_chance(rng, 30)) felt_change_deck(out, rng);
    bool good = felt_genome_repair(out);
    felt_assert(good);
    for (int changes = any_below(rng, CHANGES_MAX + 1); changes > 0; changes--)
        (void)felt_operator_apply(felt_operator_pick(rng), out, rng, 0);
}
