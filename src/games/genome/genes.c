/* genes.c -- the table of genes: every number of a genome has a row that says its word, its range
 * and its default.  Reader, writer, validator and mutation know genes only by these rows. */
#include "felt/assert.h"
#include "felt/genome.h"

#include <string.h>

#define COUNT(array) ((int)(sizeof(array) / sizeof(array)[0]))

#define INT(key, min, max, otherwise)                                                              \
    {                                                                                              \
        key, FELT_GENE_INT, false, min, max, otherwise, NULL                                       \
    }
#define MUST(key, min, max, otherwise)                                                             \
    {                                                                                              \
        key, FELT_GENE_INT, true, min, max, otherwise, NULL                                        \
    }
#define FLAG(key, otherwise)                                                                       \
    {                                                                                              \
        key, FELT_GENE_BOOL, false, 0, 1, otherwise, NULL                                          \
    }
#define WORD(key, words, otherwise)                                                                \
    {                                                                                              \
        key, FELT_GENE_WORD, false, 0, COUNT(words) - 1, otherwise, words                          \
    }
#define RANK(key)                                                                                  \
    {                                                                                              \
        key, FELT_GENE_RANK, false, FELT_GENE_NONE, 12, FELT_GENE_NONE, NULL                       \
    }
#define SUIT(key)                                                                                  \
    {                                                                                              \
        key, FELT_GENE_SUIT, false, FELT_GENE_NONE, 3, FELT_GENE_NONE, NULL                        \
    }

enum { CHIPS_MAX = 1000000, CARDS = 52, POINTS = 1000 };

static const char *const decks[] = {"standard52", "short36", "short32", "spanish40", "custom"};
static const char *const aces[] = {"high", "low", "both", "under_deuce"};
static const char *const trumps[] = {"none", "fixed", "random", "rotate"};
static const char *const owners[] = {"owner", "all", "none"};
static const char *const modes[] = {"hands", "continuous"};
static const char *const empties[] = {"reshuffle", "end_hand", "nothing"};
static const char *const ties[] = {"draw", "start"};
static const char *const methods[] = {"none",    "high_card",  "point_total", "poker",
                                      "pattern", "card_count", "badugi"};
static const char *const patterns[] = {"same_rank", "same_suit", "run", "pairs"};
static const char *const effects[] = {
    "skip",  "reverse", "draw",    "extra_turn", "force_discard", "wild",     "swap_hands",
    "steal", "peek",    "ante_up", "double_pot", "free_check",    "raise_cap"};
static const char *const targets[] = {"self", "next", "previous", "others", "all"};
static const char *const triggers[] = {"trick_win", "capture",      "play",
                                       "hand_end",  "set_complete", "pot_win"};
static const char *const wins[] = {
    "empty_hand",  "all_hands_empty", "high_score", "low_score",   "first_to_score",
    "capture_all", "most_captured",   "best_hand",  "most_tricks", "fewest_tricks",
    "most_chips",  "last_with_chips", "not_holding"};
static const char *const payers[] = {"all", "start"};
static const char *const deal_to[] = {"community", "hands", "discard"};
static const char *const faces[] = {"down", "up"};
static const char *const awards[] = {"pot", "points"};
static const char *const sources[] = {"deck", "discard", "either", "opponent", "table"};
static const char *const repeats[] = {"once", "until_pass", "until_playable"};
static const char *const play_to[] = {"discard", "table", "own"};
static const char *const groups[] = {"single", "set", "run"};
static const char *const captures[] = {"none", "rank", "sum"};
static const char *const matchings[] = {"none", "pairs"};
static const char *const directions[] = {"left", "right", "across", "rotate"};
static const char *const reveals[] = {"top", "choose"};
static const char *const high_low[] = {"high", "low"};
static const char *const takes[] = {"captured", "hand", "pot", "points", "discard"};
static const char *const compare_ties[] = {"split", "carry", "battle"};
static const char *const claim_modes[] = {"sequential", "choice", "up_down"};
static const char *const challengers[] = {"next", "all"};
static const char *const penalties[] = {"pile", "chips"};
static const char *const zones[] = {"hand", "captured", "tricks"};
static const char *const everybody[] = {"all", "start"};

static const struct felt_gene_row players_rows[] = {MUST("min", 2, FELT_GENOME_SEATS_MAX, 2),
                                                    MUST("max", 2, FELT_GENOME_SEATS_MAX, 4)};
static const struct felt_gene_row deck_rows[] = {
    {"kind", FELT_GENE_WORD, true, 0, COUNT(decks) - 1, 0, decks},
    WORD("ace", aces, FELT_ACE_HIGH)};
static const struct felt_gene_row setup_rows[] = {MUST("cards_per_player", 0, 26, 5),
                                                  FLAG("deal_all", 0),
                                                  INT("initial_discard_count", 0, 8, 0),
                                                  INT("community_count", 0, 8, 0),
                                                  WORD("trump_mode", trumps, FELT_TRUMP_NONE),
                                                  SUIT("trump_suit"),
                                                  INT("starting_chips", 0, CHIPS_MAX, 0),
                                                  WORD("hand_visible", owners, FELT_HAND_OWNER),
                                                  FLAG("own_suits", 0)};
static const struct felt_gene_row session_rows[] = {
    WORD("mode", modes, FELT_MODE_HANDS),
    INT("max_hands", 1, 200, 40),
    INT("max_turns", 4, 20000, 2000),
    INT("cycles_per_hand", 0, 200, 0),
    FLAG("rotate", 1),
    WORD("on_deck_empty", empties, FELT_EMPTY_RESHUFFLE),
    WORD("tie_rule", ties, FELT_TIE_DRAW)};
static const struct felt_gene_row evaluation_rows[] = {WORD("method", methods, FELT_EVAL_NONE),
                                                       INT("best_of", 1, 5, 5),
                                                       INT("use_community", 0, 8, 0),
                                                       INT("target", 0, POINTS, 0),
                                                       INT("bust", 0, POINTS, 0),
                                                       INT("ace_alt", 0, 20, 0),
                                                       FLAG("low", 0)};
static const struct felt_gene_row pattern_rows[] = {
    {"kind", FELT_GENE_WORD, true, 0, COUNT(patterns) - 1, 0, patterns}, MUST("count", 1, 8, 2)};
static const struct felt_gene_row effect_rows[] = {
    RANK("rank"),
    SUIT("suit"),
    {"type", FELT_GENE_WORD, true, 0, COUNT(effects) - 1, FELT_EFFECT_SKIP, effects},
    WORD("target", targets, FELT_TARGET_NEXT),
    INT("value", 0, 10, 1)};
static const struct felt_gene_row scoring_rows[] = {
    RANK("rank"),
    SUIT("suit"),
    MUST("points", -100, 100, 1),
    {"trigger", FELT_GENE_WORD, true, 0, COUNT(triggers) - 1, FELT_SCORE_TRICK_WIN, triggers}};
static const struct felt_gene_row win_rows[] = {
    {"type", FELT_GENE_WORD, true, 0, COUNT(wins) - 1, FELT_WIN_EMPTY_HAND, wins},
    INT("threshold", 0, POINTS, 0),
    RANK("rank"),
    SUIT("suit")};

static const struct felt_gene_row betting_rows[] = {
    MUST("min_bet", 1, CHIPS_MAX, 10), MUST("max_raises", 0, 20, 3),
    INT("ante", 0, CHIPS_MAX, 0),      INT("small_blind", 0, CHIPS_MAX, 0),
    INT("big_blind", 0, CHIPS_MAX, 0), FLAG("side_pots", 0)};
static const struct felt_gene_row ante_rows[] = {MUST("amount", 1, CHIPS_MAX, 5),
                                                 WORD("who", payers, FELT_ANTE_ALL)};
static const struct felt_gene_row deal_rows[] = {
    {"to", FELT_GENE_WORD, true, 0, COUNT(deal_to) - 1, FELT_DEAL_COMMUNITY, deal_to},
    MUST("count", 1, 8, 1),
    WORD("face", faces, FELT_FACE_UP)};
static const struct felt_gene_row showdown_rows[] = {WORD("award", awards, FELT_AWARD_POT),
                                                     INT("points", 1, 100, 1)};
static const struct felt_gene_row draw_rows[] = {
    {"source", FELT_GENE_WORD, true, 0, COUNT(sources) - 1, FELT_FROM_DECK, sources},
    INT("count", 1, 8, 1),
    FLAG("mandatory", 1),
    WORD("repeat", repeats, FELT_REPEAT_ONCE),
    INT("max_repeat", 1, 20, 10),
    INT("refill_to", 0, 13, 0)};
static const struct felt_gene_row play_rows[] = {
    {"target", FELT_GENE_WORD, true, 0, COUNT(play_to) - 1, FELT_TO_DISCARD, play_to},
    INT("min_cards", 1, 4, 1),
    INT("max_cards", 1, 4, 1),
    WORD("group", groups, FELT_GROUP_SINGLE),
    FLAG("mandatory", 1),
    FLAG("pass_if_unable", 1),
    WORD("capture", captures, FELT_CAPTURE_NONE),
    FLAG("ladder", 0),
    INT("pass_cost", 0, CHIPS_MAX, 0),
    INT("sweep", 0, 100, 0)};
static const struct felt_gene_row discard_rows[] = {
    MUST("min", 0, 8, 1), MUST("max", 0, 8, 1), WORD("matching", matchings, FELT_MATCHING_NONE)};
static const struct felt_gene_row transfer_rows[] = {MUST("count", 1, 5, 3),
                                                     WORD("direction", directions, FELT_LEFT)};
static const struct felt_gene_row compare_rows[] = {
    WORD("reveal", reveals, FELT_REVEAL_TOP),
    WORD("winner", high_low, FELT_COMPARE_HIGH),
    {"takes", FELT_GENE_WORD, true, 0, COUNT(takes) - 1, FELT_TAKES_CAPTURED, takes},
    WORD("tie", compare_ties, FELT_COMPARE_CARRY),
    INT("battle_down", 0, 4, 1),
    INT("points", 0, 100, 1)};
static const struct felt_gene_row trick_rows[] = {
    FLAG("follow", 1),     FLAG("trump", 0),     FLAG("high_wins", 1),
    SUIT("breaking_suit"), FLAG("must_beat", 0), INT("count", 0, 26, 0),
    RANK("opening_rank"),  SUIT("opening_suit"), FLAG("moon", 0)};
static const struct felt_gene_row bidding_rows[] = {
    MUST("min", 0, 13, 1),        MUST("max", 1, 13, 13),
    INT("nil", 0, 200, 0),        INT("points_per_trick", 0, 100, 10),
    INT("overtrick", -20, 20, 1), INT("penalty", 0, 100, 10)};
static const struct felt_gene_row claim_rows[] = {
    MUST("min_cards", 1, 4, 1),
    MUST("max_cards", 1, 4, 4),
    WORD("rank_mode", claim_modes, FELT_CLAIM_SEQUENTIAL),
    WORD("challengers", challengers, FELT_CHALLENGE_ALL),
    WORD("penalty", penalties, FELT_PENALTY_PILE),
    INT("chips", 0, CHIPS_MAX, 0)};
static const struct felt_gene_row ask_rows[] = {FLAG("again", 1), FLAG("draw", 1),
                                                INT("set_size", 2, 4, 4)};
static const struct felt_gene_row meld_rows[] = {
    INT("min_set", 3, 4, 3), INT("min_run", 3, 5, 3), MUST("knock_limit", 0, 60, 10),
    INT("gin", 0, 100, 25), INT("undercut", 0, 100, 10)};
static const struct felt_gene_row score_rows[] = {
    {"zone", FELT_GENE_WORD, true, 0, COUNT(zones) - 1, FELT_ZONE_OF_CAPTURED, zones},
    WORD("who", everybody, 0),
    SUIT("suit"),
    INT("beyond", 0, 13, 0)};

#define ROWS(word, rows)                                                                           \
    {                                                                                              \
        word, rows, COUNT(rows)                                                                    \
    }
static const struct {
    const char *word;
    const struct felt_gene_row *rows;
    int count;
} sections[FELT_SECTIONS] = {
    ROWS("players", players_rows),
    ROWS("deck", deck_rows),
    ROWS("setup", setup_rows),
    ROWS("session", session_rows),
    ROWS("hand_evaluation", evaluation_rows),
    ROWS("patterns", pattern_rows),
    ROWS("effects", effect_rows),
    ROWS("card_scoring", scoring_rows),
    ROWS("win_conditions", win_rows),
    ROWS("BettingPhase", betting_rows),
    ROWS("AntePhase", ante_rows),
    ROWS("DealPhase", deal_rows),
    ROWS("ShowdownPhase", showdown_rows),
    ROWS("DrawPhase", draw_rows),
    ROWS("PlayPhase", play_rows),
    ROWS("DiscardPhase", discard_rows),
    ROWS("TransferPhase", transfer_rows),
    ROWS("ComparePhase", compare_rows),
    ROWS("TrickPhase", trick_rows),
    ROWS("BiddingPhase", bidding_rows),
    ROWS("ClaimPhase", claim_rows),
    ROWS("AskPhase", ask_rows),
    ROWS("MeldPhase", meld_rows),
    ROWS("ScorePhase", score_rows),
};

const struct felt_gene_row *felt_genes_of(enum felt_section section, int *count)
{
    felt_assert((unsigned)section < FELT_SECTIONS);
    *count = sections[section].count;
    return sections[section].rows;
}

const char *felt_section_word(enum felt_section section)
{
    felt_assert((unsigned)section < FELT_SECTIONS);
    return sections[section].word;
}

void felt_genes_init(struct felt_genes *genes, enum felt_section section)
{
    int count;
    const struct felt_gene_row *rows = felt_genes_of(section, &count);
    memset(genes, 0, sizeof *genes);
    for (int i = 0; i < count; i++) genes->gene[i] = rows[i].otherwise;
}

void felt_phase_init(struct felt_genome_phase *phase, enum felt_phase_type type)
{
    memset(phase, 0, sizeof *phase);
    phase->type = (uint8_t)type;
    felt_genes_init(&phase->genes, (enum felt_section)(FELT_SECTION_PHASE + (int)type));
}

void felt_genome_init(struct felt_genome *genome)
{
    memset(genome, 0, sizeof *genome);
    felt_genes_init(&genome->players, FELT_SECTION_PLAYERS);
    felt_genes_init(&genome->deck, FELT_SECTION_DECK);
    felt_genes_init(&genome->setup, FELT_SECTION_SETUP);
    felt_genes_init(&genome->session, FELT_SECTION_SESSION);
    felt_genes_init(&genome->evaluation, FELT_SECTION_EVALUATION);
    for (int rank = 0; rank < FELT_RANKS; rank++) /* 2 .. 10, pictures 10, ace 1 */
        genome->values[rank] = (int16_t)(rank == FELT_ACE ? 1 : rank < FELT_TEN ? rank + 2 : 10);
    genome->extra_bytes = 1;
}

felt_cards felt_genome_deck(const struct felt_genome *genome)
{
    felt_cards cards = FELT_CARDS_ALL;
    switch (genome->deck.gene[FELT_DECK_KIND]) {
    case FELT_GENOME_DECK_SHORT36: return cards & ~(felt_cards_of_rank(FELT_SIX) - 1);
    case FELT_GENOME_DECK_SHORT32:
        return cards & ~(felt_cards_of_rank(FELT_SEVEN) - 1 - 0) & ~felt_cards_of_rank(FELT_SIX);
    case FELT_GENOME_DECK_SPANISH40:
        return cards & ~(felt_cards_of_rank(FELT_EIGHT) | felt_cards_of_rank(FELT_NINE) |
                         felt_cards_of_rank(FELT_TEN));
    case FELT_GENOME_DECK_CUSTOM: return genome->deck_cards;
    default: return cards;
    }
}

/* ---- words ---- */

static const char *const tests[FELT_TESTS] = {
    "hand_size",    "zone_size", "chips",     "pot",        "to_call", "tricks",   "score",
    "folded_count", "cycle",     "is_leader", "hand_value", "has_set", "has_run",  "card_rank",
    "card_suit",    "same_rank", "same_suit", "same_color", "beats",   "adjacent", "is_wild"};
static const char *const cmps[FELT_CMPS] = {"EQ", "NE", "LT", "GT", "LE", "GE"};
static const char *const refs[FELT_REFS] = {"self",     "others", "deck", "discard", "table",
                                            "captured", "top",    "led",  "any"};
static const char *const faults[FELT_FAULTS] = {
    "none",       "range",  "players",  "deck",       "deal",       "phases",
    "wins",       "chips",  "min_bet",  "blinds",     "idle_chips", "evaluation",
    "scoring",    "tricks", "capture",  "empty_hand", "no_play",    "expression",
    "play_count", "teams",  "patterns", "values",     "endless",    "queue"};

static int find(const char *const *words, int count, const char *word)
{
    for (int i = 0; i < count; i++)
        if (!strcmp(words[i], word)) return i;
    return -1;
}

const char *felt_test_word(enum felt_test test)
{
    felt_assert((unsigned)test < FELT_TESTS);
    return tests[test];
}
const char *felt_cmp_word(enum felt_cmp cmp)
{
    felt_assert((unsigned)cmp < FELT_CMPS);
    return cmps[cmp];
}
const char *felt_ref_word(enum felt_ref ref)
{
    felt_assert((unsigned)ref < FELT_REFS);
    return refs[ref];
}
const char *felt_fault_word(enum felt_genome_fault fault)
{
    felt_assert((unsigned)fault < FELT_FAULTS);
    return faults[fault];
}
int felt_test_find(const char *word)
{
    return find(tests, FELT_TESTS, word);
}
int felt_cmp_find(const char *word)
{
    return find(cmps, FELT_CMPS, word);
}
int felt_ref_find(const char *word)
{
    return find(refs, FELT_REFS, word);
}

/* ---- equality ---- */

/* Unknown fields are the same wherever they are kept. */
static bool same_extra(const struct felt_genome *a, uint16_t at_a, const struct felt_genome *b,
                       uint16_t at_b)
{
    return (at_a == 0) == (at_b == 0) && !strcmp(a->extra_text + at_a, b->extra_text + at_b);
}

static bool same_list(const struct felt_genome *a, const struct felt_genes *of_a,
                      const struct felt_genome *b, const struct felt_genes *of_b, int count)
{
    for (int i = 0; i < count; i++)
        if (memcmp(of_a[i].gene, of_b[i].gene, sizeof of_a[i].gene) != 0 ||
            !same_extra(a, of_a[i].extra, b, of_b[i].extra))
            return false;
    return true;
}

bool felt_expr_equal(const struct felt_expr *a, const struct felt_expr *b)
{
    if (a->count != b->count) return false;
    for (int i = 0; i < a->count; i++) {
        const struct felt_expr_node *x = &a->node[i], *y = &b->node[i];
        if (x->op != y->op || x->args != y->args || x->test != y->test || x->ref != y->ref ||
            x->cmp != y->cmp || x->value != y->value)
            return false;
    }
    return true;
}

static bool same_phases(const struct felt_genome *a, const struct felt_genome *b)
{
    for (int i = 0; i < a->phases; i++) {
        const struct felt_genome_phase *x = &a->phase[i], *y = &b->phase[i];
        if (x->type != y->type || !same_list(a, &x->genes, b, &y->genes, 1) ||
            !felt_expr_equal(&x->condition, &y->condition) ||
            !felt_expr_equal(&x->valid, &y->valid))
            return false;
    }
    return true;
}

bool felt_genome_equal(const struct felt_genome *a, const struct felt_genome *b)
{
    return !strcmp(a->name, b->name) && same_list(a, &a->players, b, &b->players, 1) &&
           same_list(a, &a->deck, b, &b->deck, 1) && same_list(a, &a->setup, b, &b->setup, 1) &&
           same_list(a, &a->session, b, &b->session, 1) &&
           same_list(a, &a->evaluation, b, &b->evaluation, 1) && a->deck_cards == b->deck_cards &&
           a->wild_ranks == b->wild_ranks && !memcmp(a->values, b->values, sizeof a->values) &&
           a->phases == b->phases && a->effects == b->effects && a->scorings == b->scorings &&
           a->wins == b->wins && a->patterns == b->patterns &&
           !memcmp(a->teams, b->teams, sizeof a->teams) && a->legacy_deck == b->legacy_deck &&
           same_phases(a, b) && same_list(a, a->effect, b, b->effect, a->effects) &&
           same_list(a, a->scoring, b, b->scoring, a->scorings) &&
           same_list(a, a->win, b, b->win, a->wins) &&
           same_list(a, a->pattern, b, b->pattern, a->patterns) &&
           felt_expr_equal(&a->hand_end, &b->hand_end) && same_extra(a, a->extra, b, b->extra);
}
