/* operators.c -- the table of operators, locks, and changes that are looked at before they count.
 *
 * An operator changes whatever it likes.  What it leaves is repaired and compared with what was
 * there: out of order, the same as before, or changed where it is locked, it is taken back and
 * tried again with other chances, a few times. */
#include "lab/search/parts.h"

#include "felt/assert.h"

#include <string.h>

enum { TRIES = 8 };

static const struct felt_operator operators[] = {
    {"AddBettingPhase", "a round of bets somewhere, and chips if there are none", 6,
     felt_change_add_betting},
    {"RemoveBettingPhase", "one round of bets less", 4, felt_change_remove_betting},
    {"MutateBettingPhase", "another min_bet or max_raises", 6, felt_change_betting},
    {"MutateStartingChips", "more or fewer chips to start with", 3, felt_change_starting_chips},
    {"AddPhase", "a phase of any type, somewhere", 8, felt_change_add_phase},
    {"RemovePhase", "one phase less", 8, felt_change_remove_phase},
    {"SwapPhases", "two phases change places", 5, felt_change_swap_phases},
    {"DuplicatePhase", "a phase again, somewhere else", 3, felt_change_duplicate_phase},
    {"ReplacePhase", "a phase becomes one of any type", 5, felt_change_replace_phase},
    {"InsertStreet", "cards for the table and a round of bets on them", 3,
     felt_change_insert_street},
    {"TweakNumber", "any number, a step up or down", 14, felt_change_number},
    {"ChangeWord", "any word, flag, rank or suit", 8, felt_change_word},
    {"GrowExpression", "a test more in a condition, or a first one", 4, felt_change_grow_expr},
    {"ShrinkExpression", "a part of a condition less", 3, felt_change_shrink_expr},
    {"MutateExpression", "one test, value or word of a condition", 4, felt_change_point_expr},
    {"SwapWinCondition", "another way to win, one more or one less", 5, felt_change_win},
    {"SwapEvaluation", "hands are worth something else", 4, felt_change_evaluation},
    {"ChangeEffects", "an effect of played cards: new, gone, or another", 4, felt_change_effects},
    {"ChangeScoring", "points of cards: new, gone, or others", 4, felt_change_scoring},
    {"ChangeDeck", "another deck, fewer ranks, wild cards, the ace", 3, felt_change_deck},
    {"ChangePlayers", "how many may play", 2, felt_change_players},
    {"ChangeSession", "cycles of a hand, hands, turns, and what ends them", 4, felt_change_session},
};
enum { OPERATORS = sizeof operators / sizeof operators[0] };

int felt_operator_count(void)
{
    return OPERATORS;
}

const struct felt_operator *felt_operator_at(int index)
{
    felt_assert(index >= 0 && index < OPERATORS);
    return &operators[index];
}

const struct felt_operator *felt_operator_find(const char *name)
{
    for (int i = 0; i < OPERATORS; i++)
        if (!strcmp(operators[i].name, name)) return &operators[i];
    return NULL;
}

const struct felt_operator *felt_operator_pick(struct felt_rng *rng)
{
    int sum = 0, index = 0;
    for (int i = 0; i < OPERATORS; i++) sum += operators[i].weight;
    for (int choice = any_below(rng, sum); choice >= operators[index].weight; index++)
        choice -= operators[index].weight;
    felt_assert(index < OPERATORS);
    return &operators[index];
}

/* ---- locks ---- */

static bool same_genes(const struct felt_genes *a, const struct felt_genes *b)
{
    return !memcmp(a->gene, b->gene, sizeof a->gene);
}

static bool same_list(const struct felt_genes *a, int a_count, const struct felt_genes *b,
                      int b_count)
{
    if (a_count != b_count) return false;
    for (int i = 0; i < a_count; i++)
        if (!same_genes(&a[i], &b[i])) return false;
    return true;
}

/* The next phase that is locked, from `index` on. */
static int next_locked(const struct felt_genome *genome, int index, uint32_t locks)
{
    while (index < genome->phases &&
           !(locks & FELT_LOCK(FELT_SECTION_PHASE + genome->phase[index].type)))
        index++;
    return index;
}

static bool same_phases(const struct felt_genome *a, const struct felt_genome *b, uint32_t locks)
{
    int i = next_locked(a, 0, locks), j = next_locked(b, 0, locks);
    while (i < a->phases && j < b->phases) {
        const struct felt_genome_phase *x = &a->phase[i], *y = &b->phase[j];
        if (x->type != y->type || !same_genes(&x->genes, &y->genes) ||
            !felt_expr_equal(&x->condition, &y->condition) ||
            !felt_expr_equal(&x->valid, &y->valid))
            return false;
        i = next_locked(a, i + 1, locks);
        j = next_locked(b, j + 1, locks);
    }
    return i == a->phases && j == b->phases;
}

static bool same_evaluation(const struct felt_genome *a, const struct felt_genome *b)
{
    return same_genes(&a->evaluation, &b->evaluation) &&
           same_list(a->pattern, a->patterns, b->pattern, b->patterns) &&
           !memcmp(a->values, b->values, sizeof a->values);
}

bool felt_locks_hold(const struct felt_genome *a, const struct felt_genome *b, uint32_t locks)
{
#define LOCKED(section) (locks & FELT_LOCK(FELT_SECTION_##section))
    if (LOCKED(PLAYERS) &&
        !(same_genes(&a->players, &b->players) && !memcmp(a->teams, b->teams, sizeof a->teams)))
        return false;
    if (LOCKED(DECK) && !(same_genes(&a->deck, &b->deck) && a->deck_cards == b->deck_cards))
        return false;
    if (LOCKED(SETUP) && !(same_genes(&a->setup, &b->setup) && a->wild_ranks == b->wild_ranks))
        return false;
    if (LOCKED(SESSION) &&
        !(same_genes(&a->session, &b->session) && felt_expr_equal(&a->hand_end, &b->hand_end)))
        return false;
    if ((LOCKED(EVALUATION) || LOCKED(PATTERN)) && !same_evaluation(a, b)) return false;
    if (LOCKED(EFFECT) && !same_list(a->effect, a->effects, b->effect, b->effects)) return false;
    if (LOCKED(SCORING) && !same_list(a->scoring, a->scorings, b->scoring, b->scorings))
        return false;
    if (LOCKED(WIN) && !same_list(a->win, a->wins, b->win, b->wins)) return false;
    return !(locks & FELT_LOCK_PHASES) || same_phases(a, b, locks);
#undef LOCKED
}

uint32_t felt_lock_find(const char *word)
{
    if (!strcmp(word, "phases")) return FELT_LOCK_PHASES;
    for (int section = 0; section < FELT_SECTIONS; section++)
        if (!strcmp(word, felt_section_word((enum felt_section)section))) return FELT_LOCK(section);
    return 0;
}

/* ---- changes ---- */

bool felt_operator_apply(const struct felt_operator *operation, struct felt_genome *genome,
                         struct felt_rng *rng, uint32_t locks)
{
    const struct felt_genome before = *genome;
    for (int i = 0; i < TRIES; i++) {
        if (operation->change(genome, rng) && felt_genome_repair(genome) &&
            !felt_genome_equal(genome, &before) && felt_locks_hold(&before, genome, locks))
            return true;
        *genome = before;
    }
    return false;
}
