/* parts.h -- what the operators share: random genes, lists of phases, random expressions.  Private
 * to the lab.
 *
 *   operators.c      the table, locks, changes that are looked at
 *   change_phases.c  bets, phases, streets
 *   change_genes.c   numbers, words, wins, effects, scoring, deck, players, session
 *   change_exprs.c   expressions
 *   any.c            random genes, phases and tests
 *   crossover.c, simplify.c, invent.c */
#ifndef FELT_LAB_SEARCH_PARTS_H
#define FELT_LAB_SEARCH_PARTS_H

#include "lab/search/operators.h"

/* ---- any.c ---- */

static inline int any_below(struct felt_rng *rng, int count)
{
    return (int)felt_rng_below(rng, (uint32_t)count);
}
static inline bool any_chance(struct felt_rng *rng, int percent)
{
    return any_below(rng, 100) < percent;
}
static inline int any_between(struct felt_rng *rng, int min, int max)
{
    return min + any_below(rng, max - min + 1);
}

/* A number near this one, and not the same unless the range has one number: one step, or about half
 * as much or as much again. */
int32_t felt_any_near(struct felt_rng *rng, const struct felt_gene_row *row, int32_t number);
/* A value of a gene that is not a number. */
int32_t felt_any_word(struct felt_rng *rng, const struct felt_gene_row *row);
/* Defaults, some of which are changed: each with this chance. */
void felt_any_genes(struct felt_rng *rng, enum felt_section section, int percent,
                    struct felt_genes *out);
void felt_any_phase(struct felt_rng *rng, enum felt_phase_type type, int percent,
                    struct felt_genome_phase *out);
/* What can be asked of a card, or of the moment. */
void felt_any_test(struct felt_rng *rng, bool of_cards, const struct felt_genome *genome,
                   struct felt_expr_node *out);

/* ---- change_phases.c ---- */

/* Makes room; *phase is not changed yet.  NULL: the list is full. */
struct felt_genome_phase *felt_phases_insert(struct felt_genome *genome, int index);
void felt_phases_remove(struct felt_genome *genome, int index);
/* A bet that fits the chips of the genome; gives it chips if it has none. */
void felt_any_bet(struct felt_rng *rng, struct felt_genome *genome,
                  struct felt_genome_phase *phase);

#define FELT_CHANGE(name) bool felt_change_##name(struct felt_genome *genome, struct felt_rng *rng)
FELT_CHANGE(add_betting);
FELT_CHANGE(remove_betting);
FELT_CHANGE(betting);
FELT_CHANGE(starting_chips);
FELT_CHANGE(add_phase);
FELT_CHANGE(remove_phase);
FELT_CHANGE(swap_phases);
FELT_CHANGE(duplicate_phase);
FELT_CHANGE(replace_phase);
FELT_CHANGE(insert_street);

/* ---- change_genes.c ---- */

FELT_CHANGE(number);
FELT_CHANGE(word);
FELT_CHANGE(win);
FELT_CHANGE(evaluation);
FELT_CHANGE(effects);
FELT_CHANGE(scoring);
FELT_CHANGE(deck);
FELT_CHANGE(players);
FELT_CHANGE(session);

/* ---- change_exprs.c ---- */

FELT_CHANGE(grow_expr);
FELT_CHANGE(shrink_expr);
FELT_CHANGE(point_expr);

#endif
