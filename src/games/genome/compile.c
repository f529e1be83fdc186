/* compile.c -- a genome becomes a program: steps, tables of cards, and what can be known before the
 * first card is dealt.
 *
 * Names and unknown fields do not get in, so that genomes which play the same game have the same
 * program and the same hash. */
#include "felt/hash.h"
#include "games/genome/parts.h"

#include <string.h>

/* ---- ranks and cards ---- */

static void order_ranks(const struct felt_genome *genome, struct felt_genome_program *out)
{
    int ace = genome->deck.gene[FELT_DECK_ACE];
    bool both = ace == FELT_ACE_BOTH;
    int lowest = ace == FELT_ACE_LOW           ? FELT_ACE
                 : ace == FELT_ACE_UNDER_DEUCE ? FELT_THREE
                                               : FELT_DEUCE;
    felt_cards deck = felt_genome_deck(genome);
    int place = 0;
    /* Neighbours are neighbours in this deck: the nine and the jack, if there are no tens. */
    for (int i = 0; i < FELT_RANKS; i++) {
        int rank = (i + lowest) % FELT_RANKS;
        out->order[rank] = (uint8_t)place;
        place += (deck & felt_cards_of_rank(rank)) != 0;
    }
    for (int rank = 0; rank < FELT_RANKS; rank++) {
        out->above[rank] = out->beside[rank] = 0;
        for (int other = 0; other < FELT_RANKS; other++) {
            felt_cards cards = felt_cards_of_rank(other);
            int by = out->order[other] - out->order[rank];
            if (!(cards & deck)) continue;
            if (by > 0) out->above[rank] |= cards;
            bool round = both && by * by == (place - 1) * (place - 1); /* ace and the lowest */
            if (by == 1 || by == -1 || round) out->beside[rank] |= cards;
        }
        out->value[rank] = (int8_t)genome->values[rank];
    }
}

static felt_cards match(int32_t rank, int32_t suit)
{
    felt_cards cards = FELT_CARDS_ALL;
    if (rank >= 0) cards &= felt_cards_of_rank(rank);
    if (suit >= 0) cards &= genome_suit_cards(suit);
    return cards;
}

static void lay_cards(const struct felt_genome *genome, struct felt_genome_program *out)
{
    for (int i = 0; i < genome->scorings; i++) {
        const int32_t *gene = genome->scoring[i].gene;
        int trigger = gene[FELT_SCORING_TRIGGER];
        out->scores |= (uint8_t)(1u << trigger);
        out->scored[trigger] |= match(gene[FELT_SCORING_RANK], gene[FELT_SCORING_SUIT]);
        for (felt_cards left = match(gene[FELT_SCORING_RANK], gene[FELT_SCORING_SUIT]); left;) {
            int8_t *points = &out->points[trigger][felt_cards_take(&left)];
            int sum = *points + gene[FELT_SCORING_POINTS];
            *points = (int8_t)(sum > INT8_MAX ? INT8_MAX : sum < -INT8_MAX ? -INT8_MAX : sum);
        }
    }
    for (int rank = 0; rank < FELT_RANKS; rank++)
        if (genome->wild_ranks >> rank & 1) out->wild |= felt_cards_of_rank(rank);
    out->wild_ranks = genome->wild_ranks;
    out->effects = genome->effects;
    for (int i = 0; i < genome->effects; i++) {
        const int32_t *gene = genome->effect[i].gene;
        felt_cards cards = match(gene[FELT_EFFECT_RANK], gene[FELT_EFFECT_SUIT]);
        memcpy(out->effect[i], gene, sizeof out->effect[i]);
        if (gene[FELT_EFFECT_TYPE] == FELT_EFFECT_WILD) out->wild |= cards;
        while (cards) out->effects_of[felt_cards_take(&cards)] |= (uint8_t)(1u << i);
    }
    for (felt_cards left = felt_genome_deck(genome); left;)
        out->deck[out->deck_count++] = felt_cards_take(&left);
}

/* ---- steps ---- */

/* Into memory of zeros, field by field: what lies between fields, and behind the last node, would
 * get into the hash. */
static void copy_expr(const struct felt_expr *expr, struct felt_expr *out)
{
    out->count = expr->count;
    for (int i = 0; i < expr->count; i++) {
        const struct felt_expr_node *from = &expr->node[i];
        struct felt_expr_node *to = &out->node[i];
        to->op = from->op;
        to->args = from->args;
        to->test = from->test;
        to->ref = from->ref;
        to->cmp = from->cmp;
        to->value = from->value;
    }
}

static void copy_steps(const struct felt_genome *genome, struct felt_genome_program *out)
{
    out->all_turns = true;
    out->play = FELT_SLOT_NONE;
    for (int i = 0; i < genome->phases; i++) {
        const struct felt_genome_phase *phase = &genome->phase[i];
        struct felt_genome_step *step = &out->step[i];
        step->type = phase->type;
        step->turn = felt_phase_is_turn(phase->type);
        step->condition = step->valid = FELT_SLOT_NONE;
        memcpy(step->gene, phase->genes.gene, sizeof step->gene);
        if (phase->condition.count) {
            step->condition = (uint8_t)(2 * i);
            copy_expr(&phase->condition, &out->expr[2 * i]);
        }
        if (phase->valid.count) {
            step->valid = (uint8_t)(2 * i + 1);
            copy_expr(&phase->valid, &out->expr[2 * i + 1]);
        }
        if (!step->turn) out->all_turns = false;
        if (step->type == FELT_PHASE_TYPE_PLAY && out->play == FELT_SLOT_NONE)
            out->play = (uint8_t)i;
        if (step->type == FELT_PHASE_TYPE_BETTING && step->gene[FELT_BET_SIDE_POTS])
            out->layered = true;
    }
    out->steps = genome->phases;
    for (int i = 0; i < out->steps; i++) {
        struct felt_genome_step *step = &out->step[i];
        step->block = (uint8_t)(i > 0 && out->step[i - 1].turn ? out->step[i - 1].block : i);
    }
    for (int i = out->steps - 1; i >= 0; i--)
        out->step[i].block_end =
            (uint8_t)(i + 1 < out->steps && out->step[i + 1].turn ? out->step[i + 1].block_end
                                                                  : i + 1);
    copy_expr(&genome->hand_end, &out->expr[FELT_EXPR_SLOTS - 1]);
    out->hand_ends = genome->hand_end.count > 0;
}

static bool has_phase(const struct felt_genome_program *program, int type)
{
    for (int i = 0; i < program->steps; i++)
        if (program->step[i].type == type) return true;
    return false;
}

static bool has_effect(const struct felt_genome_program *program, int type)
{
    for (int i = 0; i < program->effects; i++)
        if (program->effect[i][FELT_EFFECT_TYPE] == type) return true;
    return false;
}

/* Discards lie face up if they matter to anybody; a claim must not be seen. */
static bool shows_discards(const struct felt_genome_program *program)
{
    bool shows = program->setup[FELT_SETUP_DISCARDS] > 0;
    for (int i = 0; i < program->steps; i++) {
        const struct felt_genome_step *step = &program->step[i];
        if (step->type == FELT_PHASE_TYPE_CLAIM) return false;
        if (step->type == FELT_PHASE_TYPE_DRAW)
            shows |= step->gene[FELT_DRAW_SOURCE] == FELT_FROM_DISCARD ||
                     step->gene[FELT_DRAW_SOURCE] == FELT_FROM_EITHER;
        if (step->type == FELT_PHASE_TYPE_PLAY)
            shows |= step->gene[FELT_PLAY_TARGET] == FELT_TO_DISCARD;
        if (step->type == FELT_PHASE_TYPE_COMPARE) /* everybody saw them; nobody the piles */
            shows |= program->setup[FELT_SETUP_VISIBLE] != FELT_HAND_NOBODY;
        if (step->type == FELT_PHASE_TYPE_DISCARD) /* a pair is shown to be one */
            shows |= step->gene[FELT_DISCARD_MATCHING] == FELT_MATCHING_PAIRS;
    }
    return shows;
}

/* Cards that a hand can need: those of the setup and of deals, or all if cards are drawn. */
static int cards_needed(const struct felt_genome_program *program)
{
    int cards = program->setup[FELT_SETUP_CARDS] * program->seats;
    if (program->setup[FELT_SETUP_DEAL_ALL] || program->setup[FELT_SETUP_OWN_SUITS] ||
        program->draws)
        return program->deck_count;
    cards += program->setup[FELT_SETUP_DISCARDS] + program->setup[FELT_SETUP_COMMUNITY];
    int cycles = program->session[FELT_SESSION_CYCLES];
    for (int i = 0; i < program->steps; i++) {
        const struct felt_genome_step *step = &program->step[i];
        if (step->type != FELT_PHASE_TYPE_DEAL) continue;
        if (cycles != 1) return program->deck_count;
        cards += step->gene[FELT_DEAL_COUNT] *
                 (step->gene[FELT_DEAL_TO] == FELT_DEAL_HANDS ? program->seats : 1);
    }
    return cards < program->deck_count ? cards : program->deck_count;
}

static void look_ahead(struct felt_genome_program *out)
{
    out->chips = out->starting_chips > 0;
    out->queue = out->setup[FELT_SETUP_VISIBLE] == FELT_HAND_NOBODY;
    out->several =
        out->session[FELT_SESSION_MODE] == FELT_MODE_HANDS && out->session[FELT_SESSION_HANDS] > 1;
    out->open_discards = shows_discards(out);
    out->showdown = out->evaluation[FELT_EVAL_METHOD] != FELT_EVAL_NONE &&
                    (out->win_types >> FELT_WIN_BEST_HAND & 1 || out->chips ||
                     has_phase(out, FELT_PHASE_TYPE_SHOWDOWN));
    out->draws = has_phase(out, FELT_PHASE_TYPE_DRAW) || has_phase(out, FELT_PHASE_TYPE_ASK) ||
                 has_effect(out, FELT_EFFECT_DRAW);
    out->shuffled = (uint8_t)cards_needed(out);
    bool points = out->scores || has_phase(out, FELT_PHASE_TYPE_BIDDING) ||
                  has_phase(out, FELT_PHASE_TYPE_MELD) || has_phase(out, FELT_PHASE_TYPE_SCORE);
    for (int i = 0; i < out->steps; i++) {
        const struct felt_genome_step *step = &out->step[i];
        points |= step->type == FELT_PHASE_TYPE_PLAY && step->gene[FELT_PLAY_SWEEP];
        points |= step->type == FELT_PHASE_TYPE_COMPARE &&
                  step->gene[FELT_COMPARE_TAKES] == FELT_TAKES_POINTS;
        points |= step->type == FELT_PHASE_TYPE_SHOWDOWN &&
                  step->gene[FELT_SHOWDOWN_AWARD] == FELT_AWARD_POINTS;
    }
    out->counts_hands = out->several && !out->chips && !points;
}

/* Does it depend on the top of the discards alone? */
static bool looks_at_top(const struct felt_expr *expr)
{
    for (int i = 0; i < expr->count; i++) {
        const struct felt_expr_node *node = &expr->node[i];
        if (node->op != FELT_EXPR_TEST || node->test == FELT_TEST_CARD_RANK ||
            node->test == FELT_TEST_CARD_SUIT || node->test == FELT_TEST_IS_WILD)
            continue;
        if (node->test < FELT_TEST_CARD_RANK || node->ref == FELT_REF_LED ||
            node->ref == FELT_REF_ANY)
            return false;
    }
    return expr->count > 0;
}

/* Crazy Eights and its kind ask for what fits the top card all the time: the first such expression
 * of a PlayPhase is evaluated once for every card. */
static void tabulate_top(struct felt_genome_program *out)
{
    struct felt_genome_state state = {.discards = 1, .suit = FELT_CARD_NONE};
    int slot = out->play == FELT_SLOT_NONE ? FELT_SLOT_NONE : out->step[out->play].valid;
    out->top_slot = FELT_SLOT_NONE;
    if (slot == FELT_SLOT_NONE || !looks_at_top(&out->expr[slot])) return;
    for (int card = 0; card < FELT_CARDS; card++) {
        state.order[0] = (uint8_t)card;
        out->top_mask[card] = felt_genome_mask(out, &state, slot, 0);
    }
    out->top_slot = (uint8_t)slot;
}

void felt_genome_compile(const struct felt_genome *genome, int seats,
                         struct felt_genome_program *out)
{
    felt_assert(seats >= 2 && seats <= FELT_GENOME_SEATS_MAX);
    memset(out, 0, sizeof *out); /* padding too: the hash is of bytes */
    out->seats = (uint8_t)seats;
    memcpy(out->setup, genome->setup.gene, sizeof out->setup);
    memcpy(out->session, genome->session.gene, sizeof out->session);
    memcpy(out->evaluation, genome->evaluation.gene, sizeof out->evaluation);
    out->starting_chips = genome->setup.gene[FELT_SETUP_CHIPS];
    out->wins = genome->wins;
    for (int i = 0; i < genome->wins; i++) {
        memcpy(out->win[i], genome->win[i].gene, sizeof out->win[i]);
        out->win_types |= (uint16_t)(1u << genome->win[i].gene[FELT_WIN_TYPE]);
    }
    out->patterns = genome->patterns;
    for (int i = 0; i < genome->patterns; i++)
        memcpy(out->pattern[i], genome->pattern[i].gene, sizeof out->pattern[i]);
    memcpy(out->team, genome->teams, sizeof out->team);
    for (int seat = 1; seat < seats; seat++) out->teams |= out->team[seat] != out->team[0];
    order_ranks(genome, out);
    lay_cards(genome, out);
    copy_steps(genome, out);
    look_ahead(out);
    tabulate_top(out);
    out->hash = felt_hash_bytes(felt_hash_text("genome program"), out, sizeof *out);
}
