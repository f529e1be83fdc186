/* repair.c -- mends what has one obvious answer.
 *
 * A genome in order is left alone (GEN-5).  In any other, each rule of verify.c has a mender, run
 * in an order in which later ones do not undo what earlier ones did: first numbers and lists, then
 * which phases there are, then what these ask for (chips, wins, scoring, an evaluation), then the
 * deal, and last what nothing refers to any more.  A second round is for what a mended phase asks
 * for anew.  Everything but a list without phases has an answer. */
#include "games/genome/needs.h"

#include "felt/assert.h"

#include <string.h>

enum { ROUNDS = 4, BET_STACK = 50, CHIPS_LEAST = 100, HAND = 5 };

/* ---- lists ---- */

static void drop_phase(struct felt_genome *genome, int index)
{
    size_t behind = (size_t)(--genome->phases - index);
    memmove(&genome->phase[index], &genome->phase[index + 1], behind * sizeof genome->phase[0]);
}

static void drop_genes(struct felt_genes *list, uint8_t *count, int index)
{
    size_t behind = (size_t)(--*count - index);
    memmove(&list[index], &list[index + 1], behind * sizeof list[0]);
}

/* A new phase with its defaults; in a full list it takes the place of the one that stands there. */
static struct felt_genes *insert_phase(struct felt_genome *genome, int index,
                                       enum felt_phase_type type)
{
    if (genome->phases < FELT_PHASES_MAX) {
        size_t behind = (size_t)(genome->phases++ - index);
        memmove(&genome->phase[index + 1], &genome->phase[index], behind * sizeof genome->phase[0]);
    } else if (index == FELT_PHASES_MAX) {
        index--;
    }
    felt_phase_init(&genome->phase[index], type);
    return &genome->phase[index].genes;
}

static uint8_t least(uint8_t a, int b)
{
    return (uint8_t)(a < b ? a : b);
}

static void mend_lists(struct felt_genome *genome)
{
    genome->phases = least(genome->phases, FELT_PHASES_MAX);
    genome->effects = least(genome->effects, FELT_EFFECTS_MAX);
    genome->scorings = least(genome->scorings, FELT_SCORINGS_MAX);
    genome->wins = least(genome->wins, FELT_WINS_MAX);
    genome->patterns = least(genome->patterns, FELT_PATTERNS_MAX);
    for (int i = genome->phases - 1; i >= 0; i--)
        if (genome->phase[i].type >= FELT_PHASE_TYPES) drop_phase(genome, i);
}

/* ---- numbers ---- */

static int32_t clamp(int32_t number, int32_t min, int32_t max)
{
    return number < min ? min : number > max ? max : number;
}

/* A number goes to the end of its range; a word that is none becomes the default. */
static void mend_genes(struct felt_genes *genes, enum felt_section section)
{
    int count;
    const struct felt_gene_row *rows = felt_genes_of(section, &count);
    for (int i = 0; i < count; i++) {
        int32_t *gene = &genes->gene[i];
        if (*gene >= rows[i].min && *gene <= rows[i].max) continue;
        *gene = rows[i].kind == FELT_GENE_INT ? clamp(*gene, rows[i].min, rows[i].max)
                                              : rows[i].otherwise;
    }
}

static void mend_list(struct felt_genes *list, int count, enum felt_section section)
{
    for (int i = 0; i < count; i++) mend_genes(&list[i], section);
}

static void order_pair(int32_t *gene, int min, int max)
{
    if (gene[min] <= gene[max]) return;
    int32_t more = gene[min];
    gene[min] = gene[max];
    gene[max] = more;
}

static void mend_numbers(struct felt_genome *genome)
{
    mend_genes(&genome->players, FELT_SECTION_PLAYERS);
    mend_genes(&genome->deck, FELT_SECTION_DECK);
    mend_genes(&genome->setup, FELT_SECTION_SETUP);
    mend_genes(&genome->session, FELT_SECTION_SESSION);
    mend_genes(&genome->evaluation, FELT_SECTION_EVALUATION);
    mend_list(genome->pattern, genome->patterns, FELT_SECTION_PATTERN);
    mend_list(genome->effect, genome->effects, FELT_SECTION_EFFECT);
    mend_list(genome->scoring, genome->scorings, FELT_SECTION_SCORING);
    mend_list(genome->win, genome->wins, FELT_SECTION_WIN);
    order_pair(genome->players.gene, FELT_PLAYERS_MIN, FELT_PLAYERS_MAX);
    genome->wild_ranks &= (1u << FELT_RANKS) - 1;
    for (int rank = 0; rank < FELT_RANKS; rank++)
        genome->values[rank] =
            (int16_t)clamp(genome->values[rank], -GENOME_VALUE_MAX, GENOME_VALUE_MAX);
    for (int i = 0; i < genome->phases; i++) {
        struct felt_genome_phase *phase = &genome->phase[i];
        int32_t *gene = phase->genes.gene;
        mend_genes(&phase->genes, (enum felt_section)(FELT_SECTION_PHASE + phase->type));
        switch (phase->type) {
        case FELT_PHASE_TYPE_PLAY: order_pair(gene, FELT_PLAY_MIN, FELT_PLAY_MAX); break;
        case FELT_PHASE_TYPE_DISCARD: order_pair(gene, FELT_DISCARD_MIN, FELT_DISCARD_MAX); break;
        case FELT_PHASE_TYPE_CLAIM: order_pair(gene, FELT_CLAIM_MIN, FELT_CLAIM_MAX); break;
        case FELT_PHASE_TYPE_BIDDING: order_pair(gene, FELT_BID_MIN, FELT_BID_MAX); break;
        default: break;
        }
    }
}

/* ---- expressions ---- */

static void mend_node(struct felt_expr_node *node)
{
    int min, max;
    if (node->op != FELT_EXPR_TEST) return;
    if (node->test >= FELT_TESTS) node->test = FELT_TEST_HAND_SIZE;
    enum felt_test test = (enum felt_test)node->test;
    unsigned refs = felt_test_refs(test);
    felt_test_values(test, &min, &max);
    if (node->ref >= FELT_REFS || !(refs >> node->ref & 1))
        node->ref = (uint8_t)__builtin_ctz(refs);
    if (node->cmp >= FELT_CMPS || (test == FELT_TEST_CARD_SUIT && node->cmp > FELT_NE))
        node->cmp = FELT_EQ;
    node->value = (int16_t)clamp(node->value, min, max);
}

/* The longest beginning that is an expression of its own. */
static void mend_expr(struct felt_expr *expr)
{
    int node;
    expr->count = least(expr->count, FELT_EXPR_NODES_MAX);
    for (int i = 0; i < expr->count; i++) mend_node(&expr->node[i]);
    while (felt_expr_inspect(expr, &node) != EXPR_FINE) expr->count--;
}

static void mend_exprs(struct felt_genome *genome)
{
    for (int i = 0; i < genome->phases; i++) {
        mend_expr(&genome->phase[i].condition);
        if (!felt_phase_has_valid(genome->phase[i].type)) genome->phase[i].valid.count = 0;
        mend_expr(&genome->phase[i].valid);
    }
    mend_expr(&genome->hand_end);
}

/* ---- players and deck ---- */

static void mend_table(struct felt_genome *genome)
{
    const int32_t *players = genome->players.gene;
    if (felt_genome_teams_flaw(genome) != FELT_GENOME_SEATS_MAX)
        memset(genome->teams, 0, sizeof genome->teams);
    if (genome->deck.gene[FELT_DECK_KIND] != FELT_GENOME_DECK_CUSTOM) return;
    genome->deck_cards &= FELT_CARDS_ALL;
    if (felt_cards_count(genome->deck_cards) >= players[FELT_PLAYERS_MAX]) return;
    genome->deck.gene[FELT_DECK_KIND] = FELT_GENOME_DECK_52;
    genome->deck_cards = 0;
}

/* ---- phases ---- */

/* Piles face down are turned over, not played from: what does not fit into such a game makes its
 * hands ordinary ones, but for a comparison that could be one of piles. */
static void mend_queue(struct felt_genome *genome)
{
    if (genome->setup.gene[FELT_SETUP_VISIBLE] != FELT_HAND_NOBODY) return;
    for (int i = 0; i < genome->phases; i++) {
        struct felt_genome_phase *phase = &genome->phase[i];
        if (felt_phase_fits_queue(phase)) continue;
        if (phase->type != FELT_PHASE_TYPE_COMPARE) {
            genome->setup.gene[FELT_SETUP_VISIBLE] = FELT_HAND_OWNER;
            return;
        }
        phase->genes.gene[FELT_COMPARE_REVEAL] = FELT_REVEAL_TOP;
    }
    for (int i = 0; i < genome->wins; i++)
        if (genome->win[i].gene[FELT_WIN_TYPE] == FELT_WIN_MOST_CAPTURED)
            genome->win[i].gene[FELT_WIN_TYPE] = FELT_WIN_CAPTURE_ALL;
}

/* Bids on tricks that are never played go; if there is nothing else the tricks come. */
static void mend_bids(struct felt_genome *genome)
{
    struct genome_has has;
    felt_genome_has(genome, &has);
    if (genome_has_phase(&has, FELT_PHASE_TYPE_TRICK) ||
        !genome_has_phase(&has, FELT_PHASE_TYPE_BIDDING))
        return;
    for (int i = genome->phases - 1; i >= 0; i--) {
        if (genome->phase[i].type != FELT_PHASE_TYPE_BIDDING) continue;
        if (genome->phases > 1)
            drop_phase(genome, i);
        else
            felt_phase_init(&genome->phase[i], FELT_PHASE_TYPE_TRICK);
    }
}

/* Somebody must be asked something: for phases that need cards there are cards; else it is a bet
 * where chips are at stake, a card turned over from piles, or a card played. */
static void mend_play(struct felt_genome *genome)
{
    struct genome_has has;
    int at = genome->phases;
    felt_genome_has(genome, &has);
    if (has.asks) return;
    if (!has.cards) genome->setup.gene[FELT_SETUP_CARDS] = HAND;
    felt_genome_has(genome, &has);
    if (has.asks) return;
    if (genome->phase[at - 1].type == FELT_PHASE_TYPE_SHOWDOWN) at--;
    if (has.pays)
        insert_phase(genome, at, FELT_PHASE_TYPE_BETTING)->gene[FELT_BET_SIDE_POTS] = 1;
    else if (has.queue)
        insert_phase(genome, at, FELT_PHASE_TYPE_COMPARE)->gene[FELT_COMPARE_TAKES] =
            FELT_TAKES_HAND;
    else
        insert_phase(genome, at, FELT_PHASE_TYPE_PLAY);
}

/* ---- chips ---- */

static void mend_bets(struct felt_genome *genome)
{
    int32_t chips = genome->setup.gene[FELT_SETUP_CHIPS];
    for (int i = 0; i < genome->phases; i++) {
        struct felt_genome_phase *phase = &genome->phase[i];
        int32_t *gene = phase->genes.gene;
        int32_t most = chips / 4 > 0 ? chips / 4 : 1;
        if (phase->type == FELT_PHASE_TYPE_BETTING &&
            (gene[FELT_BET_MIN] < 1 || gene[FELT_BET_MIN] > chips))
            gene[FELT_BET_MIN] = clamp(gene[FELT_BET_MIN], 1, most);
        if (felt_phase_forced(phase) <= chips) continue;
        if (phase->type == FELT_PHASE_TYPE_ANTE) {
            gene[FELT_ANTE_AMOUNT] = clamp(gene[FELT_ANTE_AMOUNT], 1, most);
            continue;
        }
        gene[FELT_BET_ANTE] = clamp(gene[FELT_BET_ANTE], 0, chips / 4);
        gene[FELT_BET_SMALL] = clamp(gene[FELT_BET_SMALL], 0, chips / 4);
        gene[FELT_BET_BIG] = clamp(gene[FELT_BET_BIG], 0, chips / 2);
    }
}

/* Chips where something moves them, and nowhere else. */
static void mend_chips(struct felt_genome *genome)
{
    struct genome_has has;
    int count;
    int32_t *chips = &genome->setup.gene[FELT_SETUP_CHIPS];
    int64_t most = 0;
    felt_genome_has(genome, &has);
    if (!has.pays) {
        *chips = 0;
        return;
    }
    for (int i = 0; i < genome->phases && *chips == 0; i++) {
        const struct felt_genome_phase *phase = &genome->phase[i];
        int64_t here = felt_phase_forced(phase);
        if (phase->type == FELT_PHASE_TYPE_BETTING && phase->genes.gene[FELT_BET_MIN] > here)
            here = phase->genes.gene[FELT_BET_MIN];
        if (here > most) most = here;
    }
    if (*chips == 0) {
        int32_t max = felt_genes_of(FELT_SECTION_SETUP, &count)[FELT_SETUP_CHIPS].max;
        int64_t stack = BET_STACK * most > CHIPS_LEAST ? BET_STACK * most : CHIPS_LEAST;
        *chips = stack > max ? max : (int32_t)stack;
    }
    mend_bets(genome);
}

/* ---- who wins ---- */

static enum felt_win_type usual_win(const struct genome_has *has)
{
    if (has->pays) return FELT_WIN_MOST_CHIPS;
    if (genome_has_phase(has, FELT_PHASE_TYPE_TRICK)) return FELT_WIN_MOST_TRICKS;
    if (has->captures && !has->queue) return FELT_WIN_MOST_CAPTURED;
    if (has->collects) return FELT_WIN_CAPTURE_ALL;
    if (has->empties) return FELT_WIN_EMPTY_HAND;
    return has->scores ? FELT_WIN_HIGH_SCORE : FELT_WIN_BEST_HAND;
}

/* Can it be won like this?  Points and best hands can: scoring and evaluation are added. */
static bool can_win(const struct genome_has *has, int type)
{
    switch (type) {
    case FELT_WIN_EMPTY_HAND:
    case FELT_WIN_ALL_HANDS_EMPTY: return has->empties;
    case FELT_WIN_MOST_CAPTURED: return has->captures && !has->queue;
    case FELT_WIN_CAPTURE_ALL: return has->collects;
    case FELT_WIN_MOST_TRICKS:
    case FELT_WIN_FEWEST_TRICKS: return genome_has_phase(has, FELT_PHASE_TYPE_TRICK);
    case FELT_WIN_MOST_CHIPS:
    case FELT_WIN_LAST_WITH_CHIPS: return has->pays;
    default: return true;
    }
}

static void mend_wins(struct felt_genome *genome)
{
    struct genome_has has;
    unsigned seen = 0;
    felt_genome_has(genome, &has);
    if (genome->wins == 0) {
        felt_genes_init(&genome->win[genome->wins++], FELT_SECTION_WIN);
        genome->win[0].gene[FELT_WIN_TYPE] = (int32_t)usual_win(&has);
    }
    for (int i = 0; i < genome->wins; i++) {
        int32_t *gene = genome->win[i].gene;
        if (!can_win(&has, gene[FELT_WIN_TYPE])) {
            felt_genes_init(&genome->win[i], FELT_SECTION_WIN);
            gene[FELT_WIN_TYPE] = (int32_t)usual_win(&has);
        }
        if (gene[FELT_WIN_TYPE] == FELT_WIN_FIRST_TO_SCORE && gene[FELT_WIN_THRESHOLD] < 1)
            gene[FELT_WIN_THRESHOLD] = 10;
        if (gene[FELT_WIN_TYPE] == FELT_WIN_NOT_HOLDING && gene[FELT_WIN_RANK] < 0 &&
            gene[FELT_WIN_SUIT] < 0)
            gene[FELT_WIN_RANK] = FELT_QUEEN;
        if (seen >> gene[FELT_WIN_TYPE] & 1)
            drop_genes(genome->win, &genome->wins, i--); /* said already */
        else
            seen |= 1u << gene[FELT_WIN_TYPE];
    }
}

static void mend_scoring(struct felt_genome *genome)
{
    static const uint8_t triggers[] = {FELT_SCORE_TRICK_WIN,    FELT_SCORE_CAPTURE,
                                       FELT_SCORE_SET_COMPLETE, FELT_SCORE_PLAY,
                                       FELT_SCORE_POT_WIN,      FELT_SCORE_HAND_END};
    struct genome_has has;
    int choice = 0;
    felt_genome_has(genome, &has);
    unsigned points =
        1u << FELT_WIN_HIGH_SCORE | 1u << FELT_WIN_LOW_SCORE | 1u << FELT_WIN_FIRST_TO_SCORE;
    if (has.scores || has.counts_hands || !(has.wins & points)) return;
    if (genome->scorings == FELT_SCORINGS_MAX) genome->scorings--;
    while (!(has.triggers >> triggers[choice] & 1)) choice++;
    struct felt_genes *scoring = &genome->scoring[genome->scorings++];
    felt_genes_init(scoring, FELT_SECTION_SCORING);
    scoring->gene[FELT_SCORING_TRIGGER] = triggers[choice];
}

static void mend_evaluation(struct felt_genome *genome)
{
    struct genome_has has;
    int32_t *method = &genome->evaluation.gene[FELT_EVAL_METHOD];
    felt_genome_has(genome, &has);
    if (has.shows && *method == FELT_EVAL_NONE)
        *method =
            genome->setup.gene[FELT_SETUP_CARDS] >= HAND ? FELT_EVAL_POKER : FELT_EVAL_HIGH_CARD;
    if (*method == FELT_EVAL_PATTERN && genome->patterns == 0)
        felt_genes_init(&genome->pattern[genome->patterns++], FELT_SECTION_PATTERN); /* a pair */
}

/* ---- the deal ---- */

/* One card fewer, where it hurts least; false: there is nothing left to take away. */
static bool deal_less(struct felt_genome *genome)
{
    int32_t *setup = genome->setup.gene, *players = genome->players.gene;
    int32_t *cycles = &genome->session.gene[FELT_SESSION_CYCLES];
    int most = -1;
    for (int i = 0; i < genome->phases; i++)
        if (genome->phase[i].type == FELT_PHASE_TYPE_DEAL && !genome->phase[i].condition.count &&
            (most < 0 || genome->phase[i].genes.gene[FELT_DEAL_COUNT] >
                             genome->phase[most].genes.gene[FELT_DEAL_COUNT]))
            most = i;
    int32_t *deal = most < 0 ? NULL : &genome->phase[most].genes.gene[FELT_DEAL_COUNT];
    if (deal && *cycles > 1)
        --*cycles;
    else if (deal && *deal > 1 && (*deal > setup[FELT_SETUP_CARDS] || setup[FELT_SETUP_DEAL_ALL]))
        --*deal;
    else if (!setup[FELT_SETUP_DEAL_ALL] && setup[FELT_SETUP_CARDS] > 1)
        setup[FELT_SETUP_CARDS]--;
    else if (setup[FELT_SETUP_COMMUNITY] > 0)
        setup[FELT_SETUP_COMMUNITY]--;
    else if (setup[FELT_SETUP_DISCARDS] > 0)
        setup[FELT_SETUP_DISCARDS]--;
    else if (deal && genome->phases > 1)
        drop_phase(genome, most);
    else if (players[FELT_PLAYERS_MAX] > players[FELT_PLAYERS_MIN])
        players[FELT_PLAYERS_MAX]--;
    else if (players[FELT_PLAYERS_MIN] > 2)
        players[FELT_PLAYERS_MIN] = --players[FELT_PLAYERS_MAX];
    else
        return false;
    return true;
}

static void mend_deal(struct felt_genome *genome)
{
    int deck = felt_cards_count(felt_genome_deck(genome));
    while (felt_genome_dealt(genome, genome->players.gene[FELT_PLAYERS_MAX]) > deck)
        if (!deal_less(genome)) return;
}

static void mend_end(struct felt_genome *genome)
{
    struct genome_has has;
    felt_genome_has(genome, &has);
    if (!has.ends) genome->session.gene[FELT_SESSION_CYCLES] = 1;
}

/* ---- what nothing refers to ---- */

static void drop_orphans(struct felt_genome *genome)
{
    struct genome_has has;
    felt_genome_has(genome, &has);
    if (!has.plays) genome->effects = 0;
    if (genome->evaluation.gene[FELT_EVAL_METHOD] != FELT_EVAL_PATTERN) genome->patterns = 0;
    for (int i = genome->scorings - 1; i >= 0; i--)
        if (!(has.triggers >> genome->scoring[i].gene[FELT_SCORING_TRIGGER] & 1))
            drop_genes(genome->scoring, &genome->scorings, i);
}

bool felt_genome_repair(struct felt_genome *genome)
{
    for (int round = 0; round < ROUNDS; round++) {
        if (felt_genome_verify(genome, NULL, 0) == 0) return true; /* GEN-5 */
        mend_lists(genome);
        if (genome->phases == 0) return false;
        mend_numbers(genome);
        mend_exprs(genome);
        mend_table(genome);
        mend_bids(genome);
        mend_queue(genome);
        mend_play(genome);
        mend_chips(genome);
        mend_wins(genome);
        mend_scoring(genome);
        mend_evaluation(genome);
        mend_deal(genome);
        mend_end(genome);
        drop_orphans(genome);
    }
    return felt_genome_verify(genome, NULL, 0) == 0;
}
