/* operators.h -- how one genome becomes another: mutation, crossover, simplification, invention.
 *
 * An operator is a row of a table: a name, what it does, a function.  What it leaves behind is
 * repaired (felt_genome_repair()) and looked at: a genome comes out changed and in order, or as it
 * went in.  Chance comes from the caller's generator, so the same generator gives the same genome.
 * Nothing here allocates, and nothing here plays a game but felt_genome_simplify().
 *
 *   O1  what comes out passes felt_genome_verify(), if what went in did.
 *   O2  the locked sections of what comes out are those of what went in, repair included.
 *   O3  bets that an operator writes have 0 < min_bet <= starting_chips and side_pots (BET-5).
 *   O4  there are never more than FELT_PHASES_MAX phases. */
#ifndef FELT_LAB_SEARCH_OPERATORS_H
#define FELT_LAB_SEARCH_OPERATORS_H

#include "felt/genome.h"
#include "felt/rng.h"

FELT_BEGIN

/* ---- locks ---- */

/* A bit for each enum felt_section; those of phases lock phases of that type: none of them is
 * added, removed or changed, and they stay in their order.  The lock of hand_evaluation holds card
 * values and patterns too, that of the deck its cards, that of setup the wild cards, that of the
 * session hand_end, that of the players the teams. */
#define FELT_LOCK(section) (UINT32_C(1) << (section))
#define FELT_LOCK_PHASES   (((UINT32_C(1) << FELT_PHASE_TYPES) - 1) << FELT_SECTION_PHASE)
/* Are the locked sections of the two the same? */
bool felt_locks_hold(const struct felt_genome *a, const struct felt_genome *b, uint32_t locks);
/* The lock of "setup", "BettingPhase", "phases" (all types) ...; 0: there is none. */
uint32_t felt_lock_find(const char *word);

/* ---- operators ---- */

struct felt_operator {
    const char *name; /* "AddBettingPhase": the document's names, and ours                   */
    const char *does; /* one line for a list                                                 */
    uint8_t weight;   /* how often it is picked, beside the others                           */
    /* False: there is nothing to change.  The genome may be out of order afterwards. */
    bool (*change)(struct felt_genome *genome, struct felt_rng *rng);
};

int felt_operator_count(void);
const struct felt_operator *felt_operator_at(int index);
/* NULL: there is none of this name. */
const struct felt_operator *felt_operator_find(const char *name);
/* A random one, by weight. */
const struct felt_operator *felt_operator_pick(struct felt_rng *rng);
/* Changes the genome, which is in order.  False: it stayed as it was, because there is nothing to
 * change, or only what is locked. */
bool felt_operator_apply(const struct felt_operator *operation, struct felt_genome *genome,
                         struct felt_rng *rng, uint32_t locks);

/* ---- more than one genome ---- */

/* A child of two genomes.  The lists of phases are laid side by side, phases of the same type in
 * pairs, and cut between two pairs: its first phases are those of `a`, the others those of `b`.
 * Each other section comes from one of them.  Locked sections are those of `a`; unknown fields are
 * those of `a`.  False: the child would be `a` itself; *child is a copy of it. */
bool felt_genome_cross(const struct felt_genome *a, const struct felt_genome *b,
                       struct felt_rng *rng, uint32_t locks, struct felt_genome *child);

/* ---- fewer genes ---- */

struct felt_simplified {
    uint8_t phases, conditions, effects, scorings, wins; /* removed, of each kind             */
    uint64_t result; /* a fingerprint of the sample: the same before and after                */
};
/* Removes what does not matter: `games` random games from `seed` on, with the fewest and with the
 * most players, are the same without it, decision for decision.  Twice is as good as once.  Returns
 * how many things were removed. */
int felt_genome_simplify(struct felt_genome *genome, uint64_t seed, int games,
                         struct felt_simplified *out);

/* ---- out of nothing ---- */

/* A random genome in order, of any kind: all phase types, words and numbers come up. */
void felt_genome_invent(struct felt_rng *rng, struct felt_genome *out);

FELT_END

#endif
