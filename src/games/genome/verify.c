/* verify.c -- what is wrong with a genome, where, and what would do.
 *
 * A genome that passes can be compiled for each number of players it allows, and whatever its
 * players do, there is a legal move until the game is over (N3).  It need not be a good game: a
 * hand may be dull, a phase may never come about, a draw may find an empty deck.  Only what has no
 * meaning is refused. */
#include "base/format.h"
#include "felt/assert.h"
#include "games/genome/needs.h"

#include <stdarg.h>
#include <string.h>

#define PHASES  "/turn_structure/phases"
#define BETTING (enum felt_section)(FELT_SECTION_PHASE + FELT_PHASE_TYPE_BETTING)

struct report {
    struct felt_genome_error *out;
    int max, count;
    char pointer[FELT_POINTER_BYTES];
};

/* Where the next complaint points to. */
__attribute__((format(printf, 2, 3))) static void point(struct report *report, const char *format,
                                                        ...)
{
    if (report->count >= report->max) return; /* it would not be read */
    struct felt_buffer text = felt_buffer_make(report->pointer, sizeof report->pointer);
    va_list arguments;
    va_start(arguments, format);
    felt_format(&text, format, arguments);
    va_end(arguments);
    felt_buffer_terminate(&text);
}

__attribute__((format(printf, 3, 4))) static void
wrong(struct report *report, enum felt_genome_fault fault, const char *format, ...)
{
    if (report->count++ >= report->max) return;
    struct felt_genome_error *error = &report->out[report->count - 1];
    struct felt_buffer text = felt_buffer_make(error->text, sizeof error->text);
    va_list arguments;
    error->fault = (uint8_t)fault;
    memcpy(error->pointer, report->pointer, sizeof error->pointer);
    va_start(arguments, format);
    felt_format(&text, format, arguments);
    va_end(arguments);
    felt_buffer_terminate(&text);
}

/* ---- counts and ranges ---- */

/* Nothing else can be looked at if these are wrong; the reader lets none of them through. */
static bool verify_counts(struct report *report, const struct felt_genome *genome)
{
    const struct {
        const char *pointer;
        int count, max;
    } lists[] = {{"/effects", genome->effects, FELT_EFFECTS_MAX},
                 {"/card_scoring", genome->scorings, FELT_SCORINGS_MAX},
                 {"/win_conditions", genome->wins, FELT_WINS_MAX},
                 {"/hand_evaluation/patterns", genome->patterns, FELT_PATTERNS_MAX}};
    int before = report->count;
    for (size_t i = 0; i < sizeof lists / sizeof lists[0]; i++) {
        if (lists[i].count <= lists[i].max) continue;
        point(report, "%s", lists[i].pointer);
        wrong(report, FELT_FAULT_RANGE, "there are %d; take at most %d", lists[i].count,
              lists[i].max);
    }
    point(report, "%s", PHASES);
    if (genome->phases == 0)
        wrong(report, FELT_FAULT_PHASES, "there are no phases; take 1 to %d", FELT_PHASES_MAX);
    if (genome->phases > FELT_PHASES_MAX)
        wrong(report, FELT_FAULT_PHASES, "there are %d phases; take at most %d", genome->phases,
              FELT_PHASES_MAX);
    for (int i = 0; i < genome->phases && i < FELT_PHASES_MAX; i++) {
        if (genome->phase[i].type < FELT_PHASE_TYPES) continue;
        point(report, PHASES "/%d/type", i);
        wrong(report, FELT_FAULT_PHASES, "there is no phase of type %d", genome->phase[i].type);
    }
    return report->count == before && felt_genome_countable(genome);
}

/* The object in which an item of a list has its rank and suit. */
static const char *inner_of(enum felt_section section, const struct felt_gene_row *row)
{
    if (row->kind != FELT_GENE_RANK && row->kind != FELT_GENE_SUIT) return "";
    switch (section) {
    case FELT_SECTION_EFFECT: return "trigger/";
    case FELT_SECTION_SCORING: return "match/";
    case FELT_SECTION_WIN: return "card/";
    default: return "";
    }
}

/* N1.  `at` is the pointer of the section; a number in it is that of a list. */
static void verify_genes(struct report *report, const struct felt_genes *genes,
                         enum felt_section section, const char *at, int index)
{
    int count;
    const struct felt_gene_row *rows = felt_genes_of(section, &count);
    for (int i = 0; i < count; i++) {
        int32_t gene = genes->gene[i];
        bool bet = section == BETTING && i == FELT_BET_MIN; /* has a fault of its own */
        if (gene >= rows[i].min && gene <= rows[i].max) continue;
        if (bet && gene < rows[i].min) continue;
        if (index < 0)
            point(report, "%s/%s", at, rows[i].key);
        else
            point(report, "%s/%d/%s%s", at, index, inner_of(section, &rows[i]), rows[i].key);
        wrong(report, FELT_FAULT_RANGE, "%s is %d; take %d to %d", rows[i].key, gene, rows[i].min,
              rows[i].max);
    }
}

static void verify_ranges(struct report *report, const struct felt_genome *genome)
{
    verify_genes(report, &genome->players, FELT_SECTION_PLAYERS, "/players", -1);
    verify_genes(report, &genome->deck, FELT_SECTION_DECK, "/deck", -1);
    verify_genes(report, &genome->setup, FELT_SECTION_SETUP, "/setup", -1);
    verify_genes(report, &genome->session, FELT_SECTION_SESSION, "/session", -1);
    verify_genes(report, &genome->evaluation, FELT_SECTION_EVALUATION, "/hand_evaluation", -1);
    for (int i = 0; i < genome->patterns; i++)
        verify_genes(report, &genome->pattern[i], FELT_SECTION_PATTERN, "/hand_evaluation/patterns",
                     i);
    for (int i = 0; i < genome->effects; i++)
        verify_genes(report, &genome->effect[i], FELT_SECTION_EFFECT, "/effects", i);
    for (int i = 0; i < genome->scorings; i++)
        verify_genes(report, &genome->scoring[i], FELT_SECTION_SCORING, "/card_scoring", i);
    for (int i = 0; i < genome->wins; i++)
        verify_genes(report, &genome->win[i], FELT_SECTION_WIN, "/win_conditions", i);
    for (int i = 0; i < genome->phases; i++)
        verify_genes(report, &genome->phase[i].genes,
                     (enum felt_section)(FELT_SECTION_PHASE + genome->phase[i].type), PHASES, i);
    if (genome->wild_ranks >> FELT_RANKS) {
        point(report, "/setup/wild_cards");
        wrong(report, FELT_FAULT_RANGE, "a rank that no card has; take 2 to A");
    }
}

/* ---- players, deck, deal ---- */

static void verify_players(struct report *report, const struct felt_genome *genome)
{
    int min = genome->players.gene[FELT_PLAYERS_MIN], max = genome->players.gene[FELT_PLAYERS_MAX];
    if (max >= min) return;
    point(report, "/players/max");
    wrong(report, FELT_FAULT_PLAYERS, "at most %d players, but at least %d; take a max of %d", max,
          min, min);
}

/* Everybody is in a team, and there is more than one, with however many players. */
static void verify_teams(struct report *report, const struct felt_genome *genome)
{
    int max = genome->players.gene[FELT_PLAYERS_MAX], min = genome->players.gene[FELT_PLAYERS_MIN];
    int flaw = felt_genome_teams_flaw(genome);
    if (flaw == FELT_GENOME_SEATS_MAX) return;
    point(report, "/teams");
    if (flaw < 0)
        wrong(report, FELT_FAULT_TEAMS, "with %d players all of them are in one team; make it two",
              min);
    else if (flaw >= max)
        wrong(report, FELT_FAULT_TEAMS, "seat %d is in a team, and there are %d players", flaw,
              max);
    else
        wrong(report, FELT_FAULT_TEAMS, "seat %d is in no team of 1 to %d; each seat is in one",
              flaw, FELT_GENOME_SEATS_MAX);
}

static void verify_deal(struct report *report, const struct felt_genome *genome)
{
    felt_cards cards = felt_genome_deck(genome);
    int deck = felt_cards_count(cards), max = genome->players.gene[FELT_PLAYERS_MAX];
    if (cards & ~FELT_CARDS_ALL || deck < max) {
        point(report, "/deck/cards");
        if (cards & ~FELT_CARDS_ALL)
            wrong(report, FELT_FAULT_DECK, "a card that is none of the 52");
        else
            wrong(report, FELT_FAULT_DECK, "%d cards for %d players; take at least %d", deck, max,
                  max);
        return;
    }
    int64_t dealt = felt_genome_dealt(genome, max);
    if (dealt <= deck) return;
    point(report, "/setup/cards_per_player");
    wrong(report, FELT_FAULT_DEAL,
          "%d players are dealt %lld cards in all, and the deck has %d; deal fewer", max,
          (long long)dealt, deck);
}

static void verify_values(struct report *report, const struct felt_genome *genome)
{
    for (int rank = 0; rank < FELT_RANKS; rank++) {
        if (genome->values[rank] >= -GENOME_VALUE_MAX && genome->values[rank] <= GENOME_VALUE_MAX)
            continue;
        point(report, "/hand_evaluation/values/%d", rank);
        wrong(report, FELT_FAULT_VALUES, "a card of %d points; take %d to %d", genome->values[rank],
              -GENOME_VALUE_MAX, GENOME_VALUE_MAX);
    }
}

/* ---- chips ---- */

static void verify_chip_phase(struct report *report, const struct felt_genome *genome, int index)
{
    const struct felt_genome_phase *phase = &genome->phase[index];
    const int32_t *gene = phase->genes.gene;
    int chips = genome->setup.gene[FELT_SETUP_CHIPS];
    int64_t forced = felt_phase_forced(phase);
    int least = gene[FELT_BET_MIN];
    if (phase->type == FELT_PHASE_TYPE_BETTING && (least < 1 || (chips > 0 && least > chips))) {
        point(report, PHASES "/%d/min_bet", index);
        wrong(report, FELT_FAULT_MIN_BET,
              "min_bet is %d, and everybody starts with %d chips; take more than 0, and no more "
              "than all of them",
              least, chips);
    }
    if (chips > 0 && forced > chips) {
        point(report, PHASES "/%d/%s", index,
              phase->type == FELT_PHASE_TYPE_ANTE ? "amount" : "ante");
        wrong(report, FELT_FAULT_BLINDS,
              "%lld chips are to be put in before cards, and everybody starts with %d",
              (long long)forced, chips);
    }
}

static void verify_chips(struct report *report, const struct felt_genome *genome,
                         const struct genome_has *has)
{
    int chips = genome->setup.gene[FELT_SETUP_CHIPS];
    point(report, "/setup/starting_chips");
    if (chips <= 0 && has->wants_chips)
        wrong(report, FELT_FAULT_CHIPS,
              "there are bets, antes or wins in chips, and no starting_chips; take 100 or so");
    if (chips > 0 && !has->pays)
        wrong(report, FELT_FAULT_IDLE_CHIPS,
              "no phase moves chips; add a BettingPhase or an AntePhase, or take 0");
    for (int i = 0; i < genome->phases; i++) verify_chip_phase(report, genome, i);
}

/* ---- phases ---- */

static void verify_counts_of(struct report *report, const struct felt_genome_phase *phase,
                             int index)
{
    const int32_t *gene = phase->genes.gene;
    int section = FELT_SECTION_PHASE + phase->type, min, max, rows;
    switch (phase->type) {
    case FELT_PHASE_TYPE_PLAY: min = FELT_PLAY_MIN, max = FELT_PLAY_MAX; break;
    case FELT_PHASE_TYPE_DISCARD: min = FELT_DISCARD_MIN, max = FELT_DISCARD_MAX; break;
    case FELT_PHASE_TYPE_CLAIM: min = FELT_CLAIM_MIN, max = FELT_CLAIM_MAX; break;
    case FELT_PHASE_TYPE_BIDDING: min = FELT_BID_MIN, max = FELT_BID_MAX; break;
    default: return;
    }
    if (gene[min] <= gene[max]) return;
    const struct felt_gene_row *row = felt_genes_of((enum felt_section)section, &rows);
    point(report, PHASES "/%d/%s", index, row[max].key);
    wrong(report, FELT_FAULT_PLAY_COUNT, "%s is %d and %s is %d; take at least %d", row[min].key,
          gene[min], row[max].key, gene[max], gene[min]);
}

static void verify_queue(struct report *report, const struct felt_genome *genome,
                         const struct genome_has *has)
{
    if (!has->queue) return;
    for (int i = 0; i < genome->phases; i++) {
        const struct felt_genome_phase *phase = &genome->phase[i];
        if (felt_phase_fits_queue(phase)) continue;
        point(report, PHASES "/%d", i);
        wrong(report, FELT_FAULT_QUEUE,
              "nobody sees a hand (hand_visible none): it is a pile whose top is turned.  Take a "
              "ComparePhase with reveal top, or hand_visible owner");
    }
    for (int i = 0; i < genome->wins; i++) {
        if (genome->win[i].gene[FELT_WIN_TYPE] != FELT_WIN_MOST_CAPTURED) continue;
        point(report, "/win_conditions/%d/type", i);
        wrong(report, FELT_FAULT_QUEUE,
              "piles face down (hand_visible none) are never captured; take capture_all");
    }
}

static void verify_phases(struct report *report, const struct felt_genome *genome,
                          const struct genome_has *has)
{
    for (int i = 0; i < genome->phases; i++) {
        verify_counts_of(report, &genome->phase[i], i);
        if (genome->phase[i].type != FELT_PHASE_TYPE_BIDDING ||
            genome_has_phase(has, FELT_PHASE_TYPE_TRICK))
            continue;
        point(report, PHASES "/%d/type", i);
        wrong(report, FELT_FAULT_TRICKS, "tricks are bid on, and there is no TrickPhase; add one");
    }
    point(report, PHASES);
    if (!has->asks)
        wrong(report, FELT_FAULT_NO_PLAY,
              "nobody ever decides anything; add a phase that does, and cards for it");
    else if (!has->ends) {
        point(report, "/session/cycles_per_hand");
        wrong(report, FELT_FAULT_ENDLESS, "no hand would ever end; take 1, or add a hand_end");
    }
    verify_queue(report, genome, has);
}

/* ---- wins ---- */

static void verify_win(struct report *report, const struct felt_genome *genome, int index,
                       const struct genome_has *has)
{
    const int32_t *gene = genome->win[index].gene;
    point(report, "/win_conditions/%d/type", index);
    switch (gene[FELT_WIN_TYPE]) {
    case FELT_WIN_EMPTY_HAND:
    case FELT_WIN_ALL_HANDS_EMPTY:
        if (!has->empties)
            wrong(report, FELT_FAULT_EMPTY,
                  "empty hands win, and no phase takes cards from hands; add a PlayPhase");
        return;
    case FELT_WIN_FIRST_TO_SCORE:
        if (gene[FELT_WIN_THRESHOLD] < 1) {
            point(report, "/win_conditions/%d/threshold", index);
            wrong(report, FELT_FAULT_RANGE, "everybody has %d points at once; take 1 or more",
                  gene[FELT_WIN_THRESHOLD]);
            point(report, "/win_conditions/%d/type", index);
        } /* fall through */
    case FELT_WIN_HIGH_SCORE:
    case FELT_WIN_LOW_SCORE:
        if (!has->scores && !has->counts_hands)
            wrong(report, FELT_FAULT_SCORING,
                  "points win, and nothing scores; add to card_scoring, or a ScorePhase");
        return;
    case FELT_WIN_CAPTURE_ALL:
    case FELT_WIN_MOST_CAPTURED: {
        bool all = gene[FELT_WIN_TYPE] == FELT_WIN_CAPTURE_ALL;
        if (!(all ? has->collects : has->captures || has->queue)) /* verify_queue() */
            wrong(
                report, FELT_FAULT_CAPTURE,
                "captured cards win, and nothing captures; add a ComparePhase, a TrickPhase, or a "
                "capture to a PlayPhase");
        return;
    }
    case FELT_WIN_MOST_TRICKS:
    case FELT_WIN_FEWEST_TRICKS:
        if (!genome_has_phase(has, FELT_PHASE_TYPE_TRICK))
            wrong(report, FELT_FAULT_TRICKS, "tricks win, and there is no TrickPhase; add one");
        return;
    case FELT_WIN_NOT_HOLDING:
        if (gene[FELT_WIN_RANK] != FELT_GENE_NONE || gene[FELT_WIN_SUIT] != FELT_GENE_NONE) return;
        point(report, "/win_conditions/%d/card", index);
        wrong(report, FELT_FAULT_RANGE, "not_holding what?  Name a rank, a suit or both");
        return;
    default: return;
    }
}

static void verify_wins(struct report *report, const struct felt_genome *genome,
                        const struct genome_has *has)
{
    if (genome->wins == 0) {
        point(report, "/win_conditions");
        wrong(report, FELT_FAULT_WINS, "nobody can win; name 1 to %d conditions", FELT_WINS_MAX);
    }
    for (int i = 0; i < genome->wins; i++) verify_win(report, genome, i, has);
    int method = genome->evaluation.gene[FELT_EVAL_METHOD];
    point(report, "/hand_evaluation/method");
    if (has->shows && method == FELT_EVAL_NONE)
        wrong(report, FELT_FAULT_EVALUATION,
              "hands are compared, and nothing says how; take poker, high_card or point_total");
    point(report, "/hand_evaluation/patterns");
    if (method == FELT_EVAL_PATTERN && genome->patterns == 0)
        wrong(report, FELT_FAULT_PATTERNS, "no patterns; name 1 to %d, the best one first",
              FELT_PATTERNS_MAX);
}

/* ---- expressions ---- */

/* The pointer of a node: "/args/1/args/0" behind that of the expression.  The order is postfix, so
 * whatever takes a node as an argument comes after it. */
static void point_node(struct report *report, const struct felt_expr *expr, int node,
                       const char *key)
{
    int path[FELT_EXPR_NODES_MAX], steps = 0;
    size_t used = strlen(report->pointer);
    struct felt_buffer text = felt_buffer_make(report->pointer, sizeof report->pointer);
    for (int child = node, parent = node + 1; parent < expr->count; parent++) {
        const struct felt_expr_node *here = &expr->node[parent];
        if (here->op == FELT_EXPR_TEST || felt_expr_begin(expr, parent) > child) continue;
        int arg = here->args - 1;
        for (int at = parent - 1; at != child && at > child; arg--)
            at = felt_expr_begin(expr, at) - 1;
        path[steps++] = arg;
        child = parent;
    }
    text.used = used;
    while (steps > 0) {
        felt_buffer_text(&text, "/args/");
        felt_buffer_int(&text, path[--steps]);
    }
    felt_buffer_char(&text, '/');
    felt_buffer_text(&text, key);
    felt_buffer_terminate(&text);
}

/* Only a list in postfix order has pointers for its nodes. */
static bool shaped(const struct felt_expr *expr)
{
    int height = 0;
    for (int i = 0; i < expr->count; i++) {
        const struct felt_expr_node *node = &expr->node[i];
        if (node->op == FELT_EXPR_TEST)
            height++;
        else if (node->op > FELT_EXPR_NOT || node->args < 1 || node->args > height)
            return false;
        else
            height -= node->args - 1;
    }
    return height == 1;
}

static void verify_expr(struct report *report, const struct felt_expr *expr)
{
    int at;
    enum genome_expr_flaw flaw = felt_expr_inspect(expr, &at);
    if (flaw == EXPR_FINE || report->count >= report->max) {
        report->count += flaw != EXPR_FINE;
        return;
    }
    const struct felt_expr_node *node = &expr->node[at];
    bool known = flaw > EXPR_TEST && shaped(expr);
    const char *test = flaw > EXPR_TEST ? felt_test_word((enum felt_test)node->test) : "";
    static const char *const keys[] = {
        [EXPR_REF] = "ref", [EXPR_CMP] = "cmp", [EXPR_VALUE] = "value"};
    if (known) point_node(report, expr, at, keys[flaw]);
    switch (flaw) {
    case EXPR_DEEP:
        wrong(report, FELT_FAULT_EXPR, "expressions inside expressions; take at most %d levels",
              FELT_EXPR_DEPTH_MAX);
        return;
    case EXPR_TEST: wrong(report, FELT_FAULT_EXPR, "there is no test %d", node->test); return;
    case EXPR_REF: {
        char refs[FELT_COMPLAINT_BYTES];
        struct felt_buffer text = felt_buffer_make(refs, sizeof refs);
        for (int ref = 0; ref < FELT_REFS; ref++) {
            if (!(felt_test_refs((enum felt_test)node->test) >> ref & 1)) continue;
            if (text.used) felt_buffer_text(&text, ", ");
            felt_buffer_text(&text, felt_ref_word((enum felt_ref)ref));
        }
        wrong(report, FELT_FAULT_EXPR, "%s does not know this ref; take %s", test,
              felt_buffer_terminate(&text));
        return;
    }
    case EXPR_CMP:
        wrong(report, FELT_FAULT_EXPR, "%s is not compared like that; take EQ or NE", test);
        return;
    case EXPR_VALUE: {
        int min, max;
        felt_test_values((enum felt_test)node->test, &min, &max);
        wrong(report, FELT_FAULT_EXPR, "%s is never %d; take %d to %d", test, node->value, min,
              max);
        return;
    }
    default:
        wrong(report, FELT_FAULT_EXPR,
              "not an expression of at most %d tests, each and, or, not with its arguments",
              FELT_EXPR_NODES_MAX);
    }
}

static void verify_exprs(struct report *report, const struct felt_genome *genome)
{
    for (int i = 0; i < genome->phases; i++) {
        const struct felt_genome_phase *phase = &genome->phase[i];
        point(report, PHASES "/%d/condition", i);
        verify_expr(report, &phase->condition);
        if (phase->valid.count == 0) continue;
        point(report, PHASES "/%d/valid", i);
        if (felt_phase_has_valid(phase->type))
            verify_expr(report, &phase->valid);
        else
            wrong(report, FELT_FAULT_EXPR,
                  "only cards of Play-, Claim- and DiscardPhases are valid or not; take condition");
    }
    point(report, "/hand_end");
    verify_expr(report, &genome->hand_end);
}

/* ---- all of it ---- */

int felt_genome_verify(const struct felt_genome *genome, struct felt_genome_error *out, int max)
{
    struct report report = {.out = out, .max = out ? max : 0};
    struct genome_has has;
    if (!verify_counts(&report, genome)) return report.count;
    verify_ranges(&report, genome);
    felt_genome_has(genome, &has);
    verify_players(&report, genome);
    verify_deal(&report, genome);
    verify_teams(&report, genome);
    verify_values(&report, genome);
    verify_chips(&report, genome, &has);
    verify_phases(&report, genome, &has);
    verify_wins(&report, genome, &has);
    verify_exprs(&report, genome);
    return report.count;
}
