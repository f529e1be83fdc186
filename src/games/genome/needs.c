/* needs.c -- what a genome has, and what that asks for; what is wrong with an expression. */
#include "games/genome/needs.h"

#include "felt/assert.h"

#define BIT(n)   (1u << (n))
#define PHASE(p) BIT(FELT_PHASE_TYPE_##p)

bool felt_genome_countable(const struct felt_genome *genome)
{
    if (genome->phases > FELT_PHASES_MAX || genome->effects > FELT_EFFECTS_MAX ||
        genome->scorings > FELT_SCORINGS_MAX || genome->wins > FELT_WINS_MAX ||
        genome->patterns > FELT_PATTERNS_MAX)
        return false;
    for (int i = 0; i < genome->phases; i++)
        if (genome->phase[i].type >= FELT_PHASE_TYPES) return false;
    return true;
}

/* ---- phases ---- */

static bool captures(const struct felt_genome_phase *phase)
{
    const int32_t *gene = phase->genes.gene;
    switch (phase->type) {
    case FELT_PHASE_TYPE_TRICK:
    case FELT_PHASE_TYPE_ASK: return true;
    case FELT_PHASE_TYPE_PLAY:
        return gene[FELT_PLAY_TARGET] == FELT_TO_OWN ||
               (gene[FELT_PLAY_TARGET] == FELT_TO_TABLE && gene[FELT_PLAY_CAPTURE]);
    case FELT_PHASE_TYPE_COMPARE: return gene[FELT_COMPARE_TAKES] == FELT_TAKES_CAPTURED;
    default: return false;
    }
}

static bool pays(const struct felt_genome_phase *phase)
{
    const int32_t *gene = phase->genes.gene;
    switch (phase->type) {
    case FELT_PHASE_TYPE_BETTING:
    case FELT_PHASE_TYPE_ANTE: return true;
    case FELT_PHASE_TYPE_PLAY: return gene[FELT_PLAY_PASS_COST] > 0;
    case FELT_PHASE_TYPE_CLAIM:
        return gene[FELT_CLAIM_PENALTY] == FELT_PENALTY_CHIPS && gene[FELT_CLAIM_CHIPS] > 0;
    default: return false;
    }
}

/* Cards leave hands for somewhere else, or for another hand. */
static bool empties(const struct felt_genome_phase *phase)
{
    const int32_t *gene = phase->genes.gene;
    switch (phase->type) {
    case FELT_PHASE_TYPE_DRAW: return gene[FELT_DRAW_SOURCE] == FELT_FROM_OPPONENT;
    case FELT_PHASE_TYPE_DISCARD: return gene[FELT_DISCARD_MAX] > 0 || gene[FELT_DISCARD_MATCHING];
    default:
        return BIT(phase->type) & (PHASE(PLAY) | PHASE(COMPARE) | PHASE(TRICK) | PHASE(CLAIM) |
                                   PHASE(ASK) | PHASE(MELD));
    }
}

static bool fills(const struct felt_genome_phase *phase)
{
    const int32_t *gene = phase->genes.gene;
    return phase->type == FELT_PHASE_TYPE_DRAW || phase->type == FELT_PHASE_TYPE_ASK ||
           (phase->type == FELT_PHASE_TYPE_DEAL && gene[FELT_DEAL_TO] == FELT_DEAL_HANDS);
}

static bool scores(const struct felt_genome_phase *phase)
{
    const int32_t *gene = phase->genes.gene;
    switch (phase->type) {
    case FELT_PHASE_TYPE_SHOWDOWN: return gene[FELT_SHOWDOWN_AWARD] == FELT_AWARD_POINTS;
    case FELT_PHASE_TYPE_COMPARE: return gene[FELT_COMPARE_TAKES] == FELT_TAKES_POINTS;
    default: return BIT(phase->type) & (PHASE(BIDDING) | PHASE(MELD) | PHASE(SCORE));
    }
}

/* Somebody is asked something whether there are cards in hands or not.  A card that must be drawn
 * from the deck is drawn at once. */
static bool asks(const struct felt_genome_phase *phase)
{
    const int32_t *gene = phase->genes.gene;
    if (phase->type != FELT_PHASE_TYPE_DRAW)
        return BIT(phase->type) & (PHASE(BETTING) | PHASE(ASK));
    return gene[FELT_DRAW_SOURCE] != FELT_FROM_DECK || !gene[FELT_DRAW_MANDATORY] ||
           gene[FELT_DRAW_REPEAT] == FELT_REPEAT_UNTIL_PASS;
}

/* A hand that such a phase is part of cannot go on for ever: its cards run out, or it ends there.
 */
static bool ends(const struct felt_genome_phase *phase)
{
    const int32_t *gene = phase->genes.gene;
    if (phase->type == FELT_PHASE_TYPE_DISCARD && gene[FELT_DISCARD_MAX] == 0)
        return gene[FELT_DISCARD_MATCHING];
    return BIT(phase->type) & (PHASE(PLAY) | PHASE(DISCARD) | PHASE(COMPARE) | PHASE(TRICK) |
                               PHASE(CLAIM) | PHASE(ASK) | PHASE(MELD) | PHASE(DRAW) | PHASE(DEAL));
}

bool felt_phase_fits_queue(const struct felt_genome_phase *phase)
{
    const int32_t *gene = phase->genes.gene;
    switch (phase->type) {
    case FELT_PHASE_TYPE_COMPARE: return gene[FELT_COMPARE_REVEAL] == FELT_REVEAL_TOP;
    default:
        return BIT(phase->type) &
               (PHASE(BETTING) | PHASE(ANTE) | PHASE(DEAL) | PHASE(SHOWDOWN) | PHASE(SCORE));
    }
}

int64_t felt_phase_forced(const struct felt_genome_phase *phase)
{
    const int32_t *gene = phase->genes.gene;
    if (phase->type == FELT_PHASE_TYPE_ANTE) return gene[FELT_ANTE_AMOUNT];
    if (phase->type != FELT_PHASE_TYPE_BETTING) return 0;
    int32_t small = gene[FELT_BET_SMALL], big = gene[FELT_BET_BIG];
    return (int64_t)gene[FELT_BET_ANTE] + (small > big ? small : big);
}

/* ---- the genome ---- */

static void add_effects(const struct felt_genome *genome, struct genome_has *has)
{
    for (int i = 0; i < genome->effects; i++) {
        int type = genome->effect[i].gene[FELT_EFFECT_TYPE];
        if (type == FELT_EFFECT_ANTE_UP || type == FELT_EFFECT_DOUBLE_POT) {
            has->wants_chips = true;
            has->pays |= has->plays;
        }
        if (type == FELT_EFFECT_STEAL || type == FELT_EFFECT_FORCE_DISCARD)
            has->empties |= has->plays;
    }
}

/* Which triggers can come about, and whether one of the scorings has such a trigger. */
static void add_scorings(const struct felt_genome *genome, struct genome_has *has)
{
    has->triggers = BIT(FELT_SCORE_HAND_END);
    if (has->captures) has->triggers |= BIT(FELT_SCORE_CAPTURE);
    if (genome_has_phase(has, FELT_PHASE_TYPE_TRICK)) has->triggers |= BIT(FELT_SCORE_TRICK_WIN);
    if (has->plays) has->triggers |= BIT(FELT_SCORE_PLAY);
    if (has->phases & (PHASE(ASK) | PHASE(MELD))) has->triggers |= BIT(FELT_SCORE_SET_COMPLETE);
    if (has->pays) has->triggers |= BIT(FELT_SCORE_POT_WIN);
    for (int i = 0; i < genome->scorings; i++) {
        const int32_t *gene = genome->scoring[i].gene;
        unsigned trigger = (unsigned)gene[FELT_SCORING_TRIGGER];
        if (trigger < FELT_SCORE_TRIGGERS && gene[FELT_SCORING_POINTS])
            has->scores |= has->triggers >> trigger & 1;
    }
    const int32_t *session = genome->session.gene;
    unsigned of_hands = BIT(FELT_WIN_EMPTY_HAND) | BIT(FELT_WIN_CAPTURE_ALL) |
                        BIT(FELT_WIN_MOST_CAPTURED) | BIT(FELT_WIN_BEST_HAND) |
                        BIT(FELT_WIN_MOST_TRICKS) | BIT(FELT_WIN_FEWEST_TRICKS) |
                        BIT(FELT_WIN_NOT_HOLDING);
    has->counts_hands = session[FELT_SESSION_MODE] == FELT_MODE_HANDS &&
                        session[FELT_SESSION_HANDS] > 1 && !has->scores && !genome->scorings &&
                        !genome->setup.gene[FELT_SETUP_CHIPS] && has->wins & of_hands;
}

void felt_genome_has(const struct felt_genome *genome, struct genome_has *out)
{
    struct genome_has has = {.queue = genome->setup.gene[FELT_SETUP_VISIBLE] == FELT_HAND_NOBODY,
                             .cards = genome->setup.gene[FELT_SETUP_CARDS] > 0 ||
                                      genome->setup.gene[FELT_SETUP_DEAL_ALL],
                             .ends = genome->session.gene[FELT_SESSION_CYCLES] > 0 ||
                                     genome->hand_end.count > 0};
    for (int i = 0; i < genome->phases; i++) {
        const struct felt_genome_phase *phase = &genome->phase[i];
        has.phases |= (uint16_t)BIT(phase->type);
        has.captures |= captures(phase);
        has.collects |=
            captures(phase) || (phase->type == FELT_PHASE_TYPE_COMPARE &&
                                phase->genes.gene[FELT_COMPARE_TAKES] == FELT_TAKES_HAND);
        has.pays |= pays(phase);
        has.empties |= empties(phase);
        has.cards |= fills(phase);
        has.scores |= scores(phase);
        has.ends |= ends(phase);
        has.asks |= asks(phase);
    }
    for (int i = 0; i < genome->wins; i++) {
        unsigned type = (unsigned)genome->win[i].gene[FELT_WIN_TYPE];
        if (type < FELT_WIN_TYPES) has.wins |= (uint16_t)BIT(type);
    }
    unsigned with_cards = PHASE(DISCARD) | PHASE(PLAY) | PHASE(TRANSFER) | PHASE(COMPARE) |
                          PHASE(TRICK) | PHASE(CLAIM) | PHASE(MELD);
    has.asks |= has.cards && has.phases & with_cards;
    has.plays = genome_has_phase(&has, FELT_PHASE_TYPE_PLAY);
    has.wants_chips =
        has.pays || has.wins & (BIT(FELT_WIN_MOST_CHIPS) | BIT(FELT_WIN_LAST_WITH_CHIPS));
    has.shows = genome_has_phase(&has, FELT_PHASE_TYPE_SHOWDOWN) ||
                genome_has_win(&has, FELT_WIN_BEST_HAND);
    add_effects(genome, &has);
    add_scorings(genome, &has);
    *out = has;
}

int felt_genome_teams_flaw(const struct felt_genome *genome)
{
    const int32_t *players = genome->players.gene;
    bool any = false, same = true;
    for (int seat = 0; seat < FELT_GENOME_SEATS_MAX; seat++) {
        any |= genome->teams[seat] != 0;
        if (seat < players[FELT_PLAYERS_MIN]) same &= genome->teams[seat] == genome->teams[0];
    }
    for (int seat = 0; any && seat < FELT_GENOME_SEATS_MAX; seat++)
        if ((genome->teams[seat] != 0) != (seat < players[FELT_PLAYERS_MAX]) ||
            genome->teams[seat] > FELT_GENOME_SEATS_MAX)
            return seat;
    return any && same ? FELT_SEAT_NONE : FELT_GENOME_SEATS_MAX;
}

/* Does a card that was in a hand or on the table come back into the deck? */
static bool deck_fills(const struct felt_genome *genome)
{
    if (genome->session.gene[FELT_SESSION_EMPTY] != FELT_EMPTY_RESHUFFLE) return false;
    for (int i = 0; i < genome->phases; i++) {
        const int32_t *gene = genome->phase[i].genes.gene;
        switch (genome->phase[i].type) {
        case FELT_PHASE_TYPE_DISCARD:
        case FELT_PHASE_TYPE_CLAIM:
        case FELT_PHASE_TYPE_MELD: return true;
        case FELT_PHASE_TYPE_PLAY:
            if (gene[FELT_PLAY_TARGET] == FELT_TO_DISCARD || gene[FELT_PLAY_LADDER]) return true;
            break;
        case FELT_PHASE_TYPE_COMPARE:
            if (gene[FELT_COMPARE_TAKES] > FELT_TAKES_HAND) return true;
            break;
        default: break;
        }
    }
    return false;
}

int64_t felt_genome_dealt(const struct felt_genome *genome, int seats)
{
    const int32_t *setup = genome->setup.gene;
    int64_t once = (int64_t)setup[FELT_SETUP_DISCARDS] + setup[FELT_SETUP_COMMUNITY];
    int64_t hands = setup[FELT_SETUP_DEAL_ALL] ? 1 : setup[FELT_SETUP_CARDS];
    int64_t later = 0, cycles = genome->session.gene[FELT_SESSION_CYCLES];
    for (int i = 0; i < genome->phases; i++) {
        const struct felt_genome_phase *phase = &genome->phase[i];
        const int32_t *gene = phase->genes.gene;
        if (phase->type != FELT_PHASE_TYPE_DEAL || phase->condition.count) continue;
        later +=
            (int64_t)gene[FELT_DEAL_COUNT] * (gene[FELT_DEAL_TO] == FELT_DEAL_HANDS ? seats : 1);
    }
    bool fills_again = deck_fills(genome);
    if (cycles == 0 || fills_again) cycles = 1;
    if (setup[FELT_SETUP_DEAL_ALL] && !fills_again && later > 0)
        return felt_cards_count(felt_genome_deck(genome)) + later;
    return once + hands * seats + later * cycles;
}

/* ---- expressions ---- */

unsigned felt_test_refs(enum felt_test test)
{
    switch (test) {
    case FELT_TEST_HAND_SIZE: return BIT(FELT_REF_SELF) | BIT(FELT_REF_OTHERS);
    case FELT_TEST_ZONE_SIZE:
        return BIT(FELT_REF_DECK) | BIT(FELT_REF_DISCARD) | BIT(FELT_REF_TABLE) |
               BIT(FELT_REF_CAPTURED);
    case FELT_TEST_SAME_RANK:
    case FELT_TEST_SAME_SUIT:
    case FELT_TEST_SAME_COLOR:
    case FELT_TEST_BEATS:
    case FELT_TEST_ADJACENT: return BIT(FELT_REF_TOP) | BIT(FELT_REF_LED) | BIT(FELT_REF_ANY);
    default: return BIT(FELT_REF_SELF);
    }
}

bool felt_test_compares(enum felt_test test)
{
    return test <= FELT_TEST_CARD_SUIT && test != FELT_TEST_IS_LEADER;
}

void felt_test_values(enum felt_test test, int *min, int *max)
{
    *min = test == FELT_TEST_CARD_RANK || test == FELT_TEST_CARD_SUIT ? 0 : INT16_MIN;
    *max = test == FELT_TEST_CARD_RANK   ? FELT_RANKS - 1
           : test == FELT_TEST_CARD_SUIT ? FELT_SUITS - 1
                                         : INT16_MAX;
}

static enum genome_expr_flaw inspect_test(const struct felt_expr_node *node)
{
    if (node->test >= FELT_TESTS) return EXPR_TEST;
    enum felt_test test = (enum felt_test)node->test;
    int min, max;
    felt_test_values(test, &min, &max);
    if (node->ref >= FELT_REFS || !(felt_test_refs(test) >> node->ref & 1)) return EXPR_REF;
    if (node->cmp >= FELT_CMPS || (test == FELT_TEST_CARD_SUIT && node->cmp > FELT_NE))
        return EXPR_CMP;
    return felt_test_compares(test) && (node->value < min || node->value > max) ? EXPR_VALUE
                                                                                : EXPR_FINE;
}

enum genome_expr_flaw felt_expr_inspect(const struct felt_expr *expr, int *node)
{
    int depth[FELT_EXPR_NODES_MAX], height = 0; /* of the expressions on the stack */
    *node = 0;
    if (expr->count == 0) return EXPR_FINE;
    if (expr->count > FELT_EXPR_NODES_MAX) return EXPR_SHAPE;
    for (int i = 0; i < expr->count; i++) {
        const struct felt_expr_node *here = &expr->node[i];
        *node = i;
        if (here->op == FELT_EXPR_TEST) {
            enum genome_expr_flaw flaw = inspect_test(here);
            if (flaw != EXPR_FINE) return flaw;
            depth[height++] = 1;
            continue;
        }
        if (here->op > FELT_EXPR_NOT || here->args < 1 || here->args > height ||
            (here->op == FELT_EXPR_NOT && here->args != 1))
            return EXPR_SHAPE;
        int deepest = 0;
        for (int arg = 0; arg < here->args; arg++)
            if (depth[--height] > deepest) deepest = depth[height];
        if (deepest + 1 > FELT_EXPR_DEPTH_MAX) return EXPR_DEEP;
        depth[height++] = deepest + 1;
    }
    return height == 1 ? EXPR_FINE : EXPR_SHAPE;
}

int felt_expr_begin(const struct felt_expr *expr, int node)
{
    int begin = node + 1;
    felt_assert(node < expr->count);
    for (int missing = 1; missing > 0; missing--) { /* expressions that are still to be read */
        felt_assert(begin > 0);
        const struct felt_expr_node *here = &expr->node[--begin];
        if (here->op != FELT_EXPR_TEST) missing += here->args;
    }
    return begin;
}

int felt_expr_depth(const struct felt_expr *expr)
{
    int depth[FELT_EXPR_NODES_MAX], height = 0;
    for (int i = 0; i < expr->count; i++) {
        int deepest = 0, args = expr->node[i].op == FELT_EXPR_TEST ? 0 : expr->node[i].args;
        for (int arg = 0; arg < args; arg++)
            if (depth[--height] > deepest) deepest = depth[height];
        depth[height++] = deepest + 1;
    }
    return height ? depth[0] : 0;
}
