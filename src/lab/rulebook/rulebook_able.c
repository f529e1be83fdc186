/* rulebook_able.c -- what can happen in this game, and what cannot: of the latter no sentence is
 * written.  When in doubt, it can. */
#include "lab/rulebook/rulebook_parts.h"

#include <string.h>

static bool is_type(const struct rulebook_author *author, int index, int type)
{
    return author->happens[index] && author->genome->phase[index].type == type;
}

felt_cards rulebook_match(const struct rulebook_author *author, int rank, int suit)
{
    felt_cards cards = author->deck;
    if (rank >= 0) cards &= felt_cards_of_rank(rank);
    if (suit >= 0) cards &= rulebook_suit_cards(suit);
    return cards;
}

bool rulebook_phase_happens(const struct rulebook_author *author, int type)
{
    for (int i = 0; i < author->genome->phases; i++)
        if (is_type(author, i, type)) return true;
    return false;
}

bool rulebook_win_type(const struct rulebook_author *author, int type)
{
    return author->program.win_types >> type & 1;
}

/* ---- cards ---- */

/* Chips and betting that an effect needs. */
bool rulebook_effect_happens(const struct rulebook_author *author, int index)
{
    const int32_t *gene = author->genome->effect[index].gene;
    bool chips = author->program.chips;
    if (!rulebook_match(author, gene[FELT_EFFECT_RANK], gene[FELT_EFFECT_SUIT])) return false;
    if (gene[FELT_EFFECT_TYPE] == FELT_EFFECT_WILD) return rulebook_wild_matters(author);
    if (!rulebook_phase_happens(author, FELT_PHASE_TYPE_PLAY)) return false;
    switch (gene[FELT_EFFECT_TYPE]) {
    case FELT_EFFECT_DRAW:
    case FELT_EFFECT_FORCE_DISCARD:
    case FELT_EFFECT_PEEK: return gene[FELT_EFFECT_VALUE] > 0;
    case FELT_EFFECT_STEAL:
        return gene[FELT_EFFECT_VALUE] > 0 && gene[FELT_EFFECT_TARGET] != FELT_TARGET_SELF;
    case FELT_EFFECT_SWAP_HANDS: return gene[FELT_EFFECT_TARGET] != FELT_TARGET_SELF;
    case FELT_EFFECT_ANTE_UP: return chips && gene[FELT_EFFECT_VALUE] > 0;
    case FELT_EFFECT_DOUBLE_POT: return chips;
    case FELT_EFFECT_FREE_CHECK: return author->betting;
    case FELT_EFFECT_RAISE_CAP: return author->betting && gene[FELT_EFFECT_VALUE] > 0;
    default: return true;
    }
}

bool rulebook_effect_type(const struct rulebook_author *author, int type)
{
    for (int i = 0; i < author->genome->effects; i++)
        if (author->genome->effect[i].gene[FELT_EFFECT_TYPE] == type &&
            rulebook_effect_happens(author, i))
            return true;
    return false;
}

static bool captures(const struct rulebook_author *author)
{
    for (int i = 0; i < author->genome->phases; i++) {
        const int32_t *gene = author->genome->phase[i].genes.gene;
        if (is_type(author, i, FELT_PHASE_TYPE_COMPARE) &&
            (gene[FELT_COMPARE_TAKES] == FELT_TAKES_CAPTURED ||
             (gene[FELT_COMPARE_TAKES] == FELT_TAKES_POINTS && author->table)))
            return true;
        if (is_type(author, i, FELT_PHASE_TYPE_PLAY) &&
            (gene[FELT_PLAY_TARGET] == FELT_TO_OWN ||
             (gene[FELT_PLAY_TARGET] == FELT_TO_TABLE && gene[FELT_PLAY_CAPTURE])))
            return true;
    }
    return false;
}

bool rulebook_scoring_happens(const struct rulebook_author *author, int index)
{
    const int32_t *gene = author->genome->scoring[index].gene;
    if (!gene[FELT_SCORING_POINTS] ||
        !rulebook_match(author, gene[FELT_SCORING_RANK], gene[FELT_SCORING_SUIT]))
        return false;
    switch (gene[FELT_SCORING_TRIGGER]) {
    case FELT_SCORE_TRICK_WIN: return rulebook_phase_happens(author, FELT_PHASE_TYPE_TRICK);
    case FELT_SCORE_CAPTURE: return captures(author);
    case FELT_SCORE_PLAY: return rulebook_phase_happens(author, FELT_PHASE_TYPE_PLAY);
    case FELT_SCORE_SET_COMPLETE:
        return rulebook_phase_happens(author, FELT_PHASE_TYPE_ASK) ||
               rulebook_phase_happens(author, FELT_PHASE_TYPE_MELD);
    case FELT_SCORE_POT_WIN: return author->program.chips;
    default: return true;
    }
}

/* ---- expressions ---- */

static bool expr_asks(const struct felt_expr *expr, int test)
{
    for (int i = 0; i < expr->count; i++)
        if (expr->node[i].op == FELT_EXPR_TEST && expr->node[i].test == test) return true;
    return false;
}

bool rulebook_asks(struct rulebook_author *author, int test)
{
    const struct felt_genome *genome = author->genome;
    if (rulebook_truth(author, &genome->hand_end) == TRUTH_DEPENDS &&
        expr_asks(&genome->hand_end, test))
        return true;
    for (int i = 0; i < genome->phases; i++)
        if (author->happens[i] && (expr_asks(&genome->phase[i].condition, test) ||
                                   (felt_phase_has_valid(genome->phase[i].type) &&
                                    expr_asks(&genome->phase[i].valid, test))))
            return true;
    return false;
}

/* ---- features ---- */

/* Only if there is a wild rank are wild cards looked for in hands that are shown. */
bool rulebook_wild_hands(const struct rulebook_author *author)
{
    const struct felt_genome *genome = author->genome;
    return genome->wild_ranks && rulebook_hands_matter(author) &&
           genome->evaluation.gene[FELT_EVAL_METHOD] == FELT_EVAL_POKER &&
           genome->evaluation.gene[FELT_EVAL_BEST_OF] == 5;
}

bool rulebook_wild_matters(const struct rulebook_author *author)
{
    const struct felt_genome *genome = author->genome;
    if (!(author->program.wild & author->deck)) return false;
    if (rulebook_wild_hands(author) || expr_asks(&genome->hand_end, FELT_TEST_IS_WILD)) return true;
    for (int i = 0; i < genome->phases; i++) {
        const struct felt_genome_phase *phase = &genome->phase[i];
        if (!author->happens[i]) continue;
        if (expr_asks(&phase->condition, FELT_TEST_IS_WILD)) return true;
        if (phase->type == FELT_PHASE_TYPE_DRAW && author->program.play != FELT_SLOT_NONE &&
            phase->genes.gene[FELT_DRAW_REPEAT] == FELT_REPEAT_UNTIL_PLAYABLE &&
            genome->phase[author->program.play].valid.count)
            return true;
        if (felt_phase_has_valid(phase->type) && expr_asks(&phase->valid, FELT_TEST_IS_WILD))
            return true;
        if (phase->type == FELT_PHASE_TYPE_PLAY &&
            (phase->valid.count || phase->genes.gene[FELT_PLAY_LADDER]))
            return true;
    }
    return false;
}

bool rulebook_trump_matters(const struct rulebook_author *author)
{
    const int32_t *setup = author->genome->setup.gene;
    if (setup[FELT_SETUP_TRUMP_MODE] == FELT_TRUMP_NONE ||
        (setup[FELT_SETUP_TRUMP_MODE] == FELT_TRUMP_FIXED && setup[FELT_SETUP_TRUMP] < 0))
        return false;
    for (int i = 0; i < author->genome->phases; i++)
        if (is_type(author, i, FELT_PHASE_TYPE_TRICK) &&
            author->genome->phase[i].genes.gene[FELT_TRICK_TRUMP])
            return true;
    return false;
}

/* Is anything decided by comparing hands? */
bool rulebook_hands_matter(const struct rulebook_author *author)
{
    const struct felt_genome *genome = author->genome;
    if (genome->evaluation.gene[FELT_EVAL_METHOD] == FELT_EVAL_NONE) return false;
    if (rulebook_win_type(author, FELT_WIN_BEST_HAND)) return true;
    if (author->program.showdown && author->program.chips && author->has.pays) return true;
    for (int i = 0; i < genome->phases; i++)
        if (is_type(author, i, FELT_PHASE_TYPE_SHOWDOWN) &&
            genome->phase[i].genes.gene[FELT_SHOWDOWN_AWARD] == FELT_AWARD_POINTS)
            return true;
    return false;
}

static bool phase_ranks(const struct felt_genome_phase *phase)
{
    const int32_t *gene = phase->genes.gene;
    switch (phase->type) {
    case FELT_PHASE_TYPE_TRICK:
    case FELT_PHASE_TYPE_COMPARE:
    case FELT_PHASE_TYPE_MELD: return true;
    case FELT_PHASE_TYPE_PLAY:
        return gene[FELT_PLAY_LADDER] || gene[FELT_PLAY_GROUP] == FELT_GROUP_RUN;
    case FELT_PHASE_TYPE_CLAIM: return gene[FELT_CLAIM_MODE] != FELT_CLAIM_CHOICE;
    default: return false;
    }
}

static bool evaluation_ranks(const struct rulebook_author *author)
{
    int method = author->genome->evaluation.gene[FELT_EVAL_METHOD];
    if (!rulebook_hands_matter(author)) return false;
    return method == FELT_EVAL_HIGH_CARD || method == FELT_EVAL_PATTERN;
}

static bool expr_ranks(const struct felt_expr *expr)
{
    for (int i = 0; i < expr->count; i++) {
        const struct felt_expr_node *node = &expr->node[i];
        if (node->op != FELT_EXPR_TEST) continue;
        if (node->test == FELT_TEST_BEATS || node->test == FELT_TEST_ADJACENT ||
            node->test == FELT_TEST_HAS_RUN)
            return true;
        if (node->test == FELT_TEST_CARD_RANK && node->cmp > FELT_NE) return true;
    }
    return false;
}

bool rulebook_ranks_matter(const struct rulebook_author *author)
{
    const struct felt_genome *genome = author->genome;
    if (evaluation_ranks(author) || expr_ranks(&genome->hand_end)) return true;
    for (int i = 0; i < genome->phases; i++)
        if (author->happens[i] &&
            (phase_ranks(&genome->phase[i]) || expr_ranks(&genome->phase[i].condition) ||
             expr_ranks(&genome->phase[i].valid)))
            return true;
    return false;
}

bool rulebook_values_matter(const struct rulebook_author *author)
{
    const struct felt_genome *genome = author->genome;
    if (genome->evaluation.gene[FELT_EVAL_METHOD] == FELT_EVAL_POINT_TOTAL &&
        rulebook_hands_matter(author))
        return true;
    for (int i = 0; i < genome->phases; i++) {
        const int32_t *gene = genome->phase[i].genes.gene;
        if (!author->happens[i]) continue;
        if (expr_asks(&genome->phase[i].condition, FELT_TEST_HAND_VALUE) ||
            (felt_phase_has_valid(genome->phase[i].type) &&
             expr_asks(&genome->phase[i].valid, FELT_TEST_HAND_VALUE)) ||
            genome->phase[i].type == FELT_PHASE_TYPE_MELD)
            return true;
        if (genome->phase[i].type == FELT_PHASE_TYPE_PLAY &&
            gene[FELT_PLAY_TARGET] == FELT_TO_TABLE && gene[FELT_PLAY_CAPTURE] == FELT_CAPTURE_SUM)
            return true;
        if (genome->phase[i].type == FELT_PHASE_TYPE_COMPARE && author->table &&
            gene[FELT_COMPARE_TAKES] == FELT_TAKES_POINTS)
            return true;
    }
    return expr_asks(&genome->hand_end, FELT_TEST_HAND_VALUE);
}

bool rulebook_draws(const struct rulebook_author *author)
{
    for (int i = 0; i < author->genome->phases; i++) {
        const int32_t *gene = author->genome->phase[i].genes.gene;
        if (is_type(author, i, FELT_PHASE_TYPE_DRAW) &&
            (gene[FELT_DRAW_SOURCE] == FELT_FROM_DECK ||
             gene[FELT_DRAW_SOURCE] == FELT_FROM_EITHER))
            return true;
        if (is_type(author, i, FELT_PHASE_TYPE_DEAL) || is_type(author, i, FELT_PHASE_TYPE_ASK))
            return true;
    }
    return rulebook_effect_type(author, FELT_EFFECT_DRAW);
}

bool rulebook_captured_matters(struct rulebook_author *author)
{
    const struct felt_genome *genome = author->genome;
    if (rulebook_win_type(author, FELT_WIN_MOST_CAPTURED) ||
        rulebook_win_type(author, FELT_WIN_CAPTURE_ALL) ||
        rulebook_asks(author, FELT_TEST_ZONE_SIZE))
        return true;
    for (int i = 0; i < genome->phases; i++)
        if (is_type(author, i, FELT_PHASE_TYPE_SCORE) &&
            genome->phase[i].genes.gene[FELT_SCORE_ZONE] == FELT_ZONE_OF_CAPTURED)
            return true;
    for (int i = 0; i < genome->scorings; i++)
        if (genome->scoring[i].gene[FELT_SCORING_TRIGGER] == FELT_SCORE_CAPTURE &&
            rulebook_scoring_happens(author, i))
            return true;
    return false;
}

static bool expr_suits(const struct felt_expr *expr)
{
    return rulebook_asks_suits(expr) || expr_asks(expr, FELT_TEST_HAS_RUN);
}

bool rulebook_suits_matter(const struct rulebook_author *author)
{
    const struct felt_genome *genome = author->genome;
    bool matter = expr_suits(&genome->hand_end) || rulebook_hands_matter(author) ||
                  rulebook_phase_happens(author, FELT_PHASE_TYPE_TRICK) ||
                  rulebook_phase_happens(author, FELT_PHASE_TYPE_MELD);
    for (int i = 0; i < genome->effects; i++)
        matter |= genome->effect[i].gene[FELT_EFFECT_SUIT] >= 0;
    for (int i = 0; i < genome->scorings; i++)
        matter |= genome->scoring[i].gene[FELT_SCORING_SUIT] >= 0;
    for (int i = 0; i < genome->wins; i++) matter |= genome->win[i].gene[FELT_WIN_SUIT] >= 0;
    for (int i = 0; i < genome->phases; i++) {
        const struct felt_genome_phase *phase = &genome->phase[i];
        matter |= expr_suits(&phase->condition) || expr_suits(&phase->valid);
        matter |= phase->type == FELT_PHASE_TYPE_SCORE && phase->genes.gene[FELT_SCORE_SUIT] >= 0;
        matter |= phase->type == FELT_PHASE_TYPE_PLAY &&
                  phase->genes.gene[FELT_PLAY_GROUP] == FELT_GROUP_RUN;
    }
    return matter;
}

/* ---- the beginning ---- */

static void find_zones(struct rulebook_author *author)
{
    const struct felt_genome *genome = author->genome;
    author->table = genome->setup.gene[FELT_SETUP_COMMUNITY] > 0;
    author->discards = genome->setup.gene[FELT_SETUP_DISCARDS] > 0;
    for (int i = 0; i < genome->phases; i++) {
        const int32_t *gene = genome->phase[i].genes.gene;
        switch (genome->phase[i].type) {
        case FELT_PHASE_TYPE_DEAL:
            author->table |= gene[FELT_DEAL_TO] == FELT_DEAL_COMMUNITY;
            author->discards |= gene[FELT_DEAL_TO] == FELT_DEAL_DISCARD;
            break;
        case FELT_PHASE_TYPE_PLAY:
            author->table |= gene[FELT_PLAY_TARGET] == FELT_TO_TABLE;
            author->discards |= gene[FELT_PLAY_TARGET] == FELT_TO_DISCARD;
            for (int n = 0; n < genome->effects; n++)
                author->discards |=
                    genome->effect[n].gene[FELT_EFFECT_TYPE] == FELT_EFFECT_FORCE_DISCARD;
            break;
        case FELT_PHASE_TYPE_DISCARD:
        case FELT_PHASE_TYPE_CLAIM:
        case FELT_PHASE_TYPE_COMPARE: author->discards = true; break;
        default: break;
        }
    }
}

/* Is there anything to score for? */
static bool can_score(const struct rulebook_author *author, const int32_t *gene)
{
    const struct felt_genome *genome = author->genome;
    if (gene[FELT_SCORE_ZONE] == FELT_ZONE_OF_TRICKS)
        return genome_has_phase(&author->has, FELT_PHASE_TYPE_TRICK);
    if (gene[FELT_SCORE_ZONE] == FELT_ZONE_OF_CAPTURED)
        return author->program.queue || author->has.captures ||
               (genome_has_phase(&author->has, FELT_PHASE_TYPE_COMPARE) && author->table);
    for (int i = 0; i < genome->scorings; i++)
        if (genome->scoring[i].gene[FELT_SCORING_TRIGGER] == FELT_SCORE_HAND_END &&
            rulebook_scoring_happens(author, i))
            return true;
    return false;
}

/* Is there anything that the phase could do? */
static bool can_do(struct rulebook_author *author, const struct felt_genome_phase *phase)
{
    const int32_t *gene = phase->genes.gene;
    if (rulebook_truth(author, &phase->condition) == TRUTH_NEVER) return false;
    switch (phase->type) {
    case FELT_PHASE_TYPE_DISCARD:
        if (phase->valid.count && rulebook_truth(author, &phase->valid) == TRUTH_NEVER)
            return false;
        return gene[FELT_DISCARD_MAX] > 0 || gene[FELT_DISCARD_MATCHING];
    case FELT_PHASE_TYPE_CLAIM:
        return !phase->valid.count || rulebook_truth(author, &phase->valid) != TRUTH_NEVER;
    case FELT_PHASE_TYPE_SCORE: return can_score(author, gene);
    case FELT_PHASE_TYPE_DRAW:
        if (gene[FELT_DRAW_SOURCE] == FELT_FROM_TABLE) return author->table;
        return gene[FELT_DRAW_SOURCE] != FELT_FROM_DISCARD || author->discards;
    default: return true;
    }
}

static bool scores_points(const struct rulebook_author *author, int index)
{
    const struct felt_genome_phase *phase = &author->genome->phase[index];
    const int32_t *gene = phase->genes.gene;
    if (!author->happens[index]) return false;
    switch (phase->type) {
    case FELT_PHASE_TYPE_SHOWDOWN: return gene[FELT_SHOWDOWN_AWARD] == FELT_AWARD_POINTS;
    case FELT_PHASE_TYPE_COMPARE: return gene[FELT_COMPARE_TAKES] == FELT_TAKES_POINTS;
    case FELT_PHASE_TYPE_PLAY:
        return gene[FELT_PLAY_TARGET] == FELT_TO_TABLE && gene[FELT_PLAY_CAPTURE] &&
               gene[FELT_PLAY_SWEEP];
    case FELT_PHASE_TYPE_BIDDING:
    case FELT_PHASE_TYPE_MELD:
    case FELT_PHASE_TYPE_SCORE: return true;
    default: return false;
    }
}

static void find_points(struct rulebook_author *author)
{
    const struct felt_genome *genome = author->genome;
    author->points = author->program.counts_hands;
    for (int i = 0; i < genome->phases; i++) author->points |= scores_points(author, i);
    for (int i = 0; i < genome->scorings; i++)
        author->points |= rulebook_scoring_happens(author, i);
    enum {
        BY_SCORE = 1 << FELT_WIN_HIGH_SCORE | 1 << FELT_WIN_LOW_SCORE | 1 << FELT_WIN_FIRST_TO_SCORE
    };
    author->points_win = author->program.win_types & BY_SCORE ||
                         (author->program.several && !author->program.chips) ||
                         rulebook_asks(author, FELT_TEST_SCORE) ||
                         (!author->program.chips && rulebook_asks(author, FELT_TEST_IS_LEADER));
}

void rulebook_author_init(struct rulebook_author *author, const struct felt_genome *genome)
{
    memset(author, 0, offsetof(struct rulebook_author, page));
    author->genome = genome;
    author->min = genome->players.gene[FELT_PLAYERS_MIN];
    author->max = genome->players.gene[FELT_PLAYERS_MAX];
    author->duel = author->max == 2;
    author->deck = felt_genome_deck(genome);
    felt_genome_compile(genome, author->max, &author->program);
    felt_genome_has(genome, &author->has);
    find_zones(author);
    for (int i = 0; i < genome->phases; i++) {
        author->happens[i] = can_do(author, &genome->phase[i]);
        author->betting |= author->happens[i] && genome->phase[i].type == FELT_PHASE_TYPE_BETTING;
    }
    find_points(author);
}
