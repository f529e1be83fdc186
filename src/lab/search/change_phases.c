/* change_phases.c -- operators on the list of phases: the document's four on bets, and those that
 * add, remove, move and replace phases of any type. */
#include "lab/search/parts.h"

#include "games/genome/needs.h"

#include <string.h>

enum { NEW_PERCENT = 30, BET_STACK = 50 };

/* ---- the list ---- */

struct felt_genome_phase *felt_phases_insert(struct felt_genome *genome, int index)
{
    if (genome->phases == FELT_PHASES_MAX) return NULL;
    size_t behind = (size_t)(genome->phases++ - index);
    memmove(&genome->phase[index + 1], &genome->phase[index], behind * sizeof genome->phase[0]);
    return &genome->phase[index];
}

void felt_phases_remove(struct felt_genome *genome, int index)
{
    size_t behind = (size_t)(--genome->phases - index);
    memmove(&genome->phase[index], &genome->phase[index + 1], behind * sizeof genome->phase[0]);
}

/* A random phase of a type; -1: there is none. */
static int any_of_type(const struct felt_genome *genome, struct felt_rng *rng, int type)
{
    int found = 0, choice = -1;
    for (int i = 0; i < genome->phases; i++)
        if (genome->phase[i].type == type && any_below(rng, ++found) == 0) choice = i;
    return choice;
}

/* ---- bets ---- */

/* Bets are a fiftieth to a quarter of the chips. */
void felt_any_bet(struct felt_rng *rng, struct felt_genome *genome, struct felt_genome_phase *phase)
{
    int32_t *chips = &genome->setup.gene[FELT_SETUP_CHIPS];
    felt_phase_init(phase, FELT_PHASE_TYPE_BETTING);
    int32_t *gene = phase->genes.gene;
    if (*chips == 0) *chips = BET_STACK * gene[FELT_BET_MIN];
    static const uint8_t shares[] = {50, 25, 20, 10, 5, 4};
    int32_t bet = *chips / shares[any_below(rng, (int)sizeof shares)];
    gene[FELT_BET_MIN] = bet > 0 ? bet : 1;
    gene[FELT_BET_RAISES] = any_between(rng, 0, 4);
    gene[FELT_BET_SIDE_POTS] = 1;
}

bool felt_change_add_betting(struct felt_genome *genome, struct felt_rng *rng)
{
    struct felt_genome_phase *phase =
        felt_phases_insert(genome, any_between(rng, 0, genome->phases));
    if (phase) felt_any_bet(rng, genome, phase);
    return phase != NULL;
}

bool felt_change_remove_betting(struct felt_genome *genome, struct felt_rng *rng)
{
    int index = any_of_type(genome, rng, FELT_PHASE_TYPE_BETTING);
    if (index < 0 || genome->phases == 1) return false;
    felt_phases_remove(genome, index);
    return true;
}

bool felt_change_betting(struct felt_genome *genome, struct felt_rng *rng)
{
    int index = any_of_type(genome, rng, FELT_PHASE_TYPE_BETTING), count;
    const struct felt_gene_row *rows =
        felt_genes_of((enum felt_section)(FELT_SECTION_PHASE + FELT_PHASE_TYPE_BETTING), &count);
    if (index < 0) return false;
    int32_t *gene = genome->phase[index].genes.gene;
    int which = any_chance(rng, 60) ? FELT_BET_MIN : FELT_BET_RAISES;
    gene[which] = felt_any_near(rng, &rows[which], gene[which]);
    if (gene[FELT_BET_MIN] > genome->setup.gene[FELT_SETUP_CHIPS])
        gene[FELT_BET_MIN] = genome->setup.gene[FELT_SETUP_CHIPS];
    gene[FELT_BET_SIDE_POTS] = 1;
    return true;
}

/* Never fewer chips than a bet needs. */
bool felt_change_starting_chips(struct felt_genome *genome, struct felt_rng *rng)
{
    int32_t *chips = &genome->setup.gene[FELT_SETUP_CHIPS];
    int count;
    const struct felt_gene_row *row = &felt_genes_of(FELT_SECTION_SETUP, &count)[FELT_SETUP_CHIPS];
    int64_t most = 0;
    if (*chips == 0) return false;
    for (int i = 0; i < genome->phases; i++) {
        const struct felt_genome_phase *phase = &genome->phase[i];
        int64_t here = felt_phase_forced(phase);
        if (phase->type == FELT_PHASE_TYPE_BETTING && phase->genes.gene[FELT_BET_MIN] > here)
            here = phase->genes.gene[FELT_BET_MIN];
        if (here > most) most = here;
    }
    *chips = felt_any_near(rng, row, *chips);
    if (*chips < most) *chips = (int32_t)most;
    return true;
}

/* ---- phases of any type ---- */

static void any_new_phase(struct felt_genome *genome, struct felt_rng *rng,
                          struct felt_genome_phase *phase)
{
    enum felt_phase_type type = (enum felt_phase_type)any_below(rng, FELT_PHASE_TYPES);
    if (type == FELT_PHASE_TYPE_BETTING)
        felt_any_bet(rng, genome, phase);
    else
        felt_any_phase(rng, type, NEW_PERCENT, phase);
}

bool felt_change_add_phase(struct felt_genome *genome, struct felt_rng *rng)
{
    struct felt_genome_phase *phase =
        felt_phases_insert(genome, any_between(rng, 0, genome->phases));
    if (phase) any_new_phase(genome, rng, phase);
    return phase != NULL;
}

bool felt_change_remove_phase(struct felt_genome *genome, struct felt_rng *rng)
{
    if (genome->phases < 2) return false;
    felt_phases_remove(genome, any_below(rng, genome->phases));
    return true;
}

bool felt_change_swap_phases(struct felt_genome *genome, struct felt_rng *rng)
{
    if (genome->phases < 2) return false;
    int a = any_below(rng, genome->phases), b = any_below(rng, genome->phases - 1);
    b += b >= a;
    struct felt_genome_phase phase = genome->phase[a];
    genome->phase[a] = genome->phase[b];
    genome->phase[b] = phase;
    return true;
}

bool felt_change_duplicate_phase(struct felt_genome *genome, struct felt_rng *rng)
{
    struct felt_genome_phase copy = genome->phase[any_below(rng, genome->phases)];
    struct felt_genome_phase *phase =
        felt_phases_insert(genome, any_between(rng, 0, genome->phases));
    if (phase) *phase = copy;
    return phase != NULL;
}

bool felt_change_replace_phase(struct felt_genome *genome, struct felt_rng *rng)
{
    any_new_phase(genome, rng, &genome->phase[any_below(rng, genome->phases)]);
    return true;
}

/* A street: cards for the table and a round of bets on them, before hands are shown. */
bool felt_change_insert_street(struct felt_genome *genome, struct felt_rng *rng)
{
    int last = genome->phases, bet = any_of_type(genome, rng, FELT_PHASE_TYPE_BETTING);
    int32_t *use = &genome->evaluation.gene[FELT_EVAL_COMMUNITY];
    if (genome->phases > FELT_PHASES_MAX - 2) return false;
    while (last > 0 && genome->phase[last - 1].type == FELT_PHASE_TYPE_SHOWDOWN) last--;
    int at = any_between(rng, 0, last), cards = any_between(rng, 1, 3);
    struct felt_genome_phase betting;
    if (bet >= 0)
        betting = genome->phase[bet];
    else
        felt_any_bet(rng, genome, &betting);
    /* Forced bets are for the first street. */
    betting.genes.gene[FELT_BET_ANTE] = betting.genes.gene[FELT_BET_SMALL] = 0;
    betting.genes.gene[FELT_BET_BIG] = 0;
    betting.genes.gene[FELT_BET_SIDE_POTS] = 1;
    *felt_phases_insert(genome, at) = betting;
    struct felt_genome_phase *deal = felt_phases_insert(genome, at);
    felt_phase_init(deal, FELT_PHASE_TYPE_DEAL);
    deal->genes.gene[FELT_DEAL_COUNT] = cards;
    *use = *use + cards > 8 ? 8 : *use + cards;
    if (genome->evaluation.gene[FELT_EVAL_METHOD] == FELT_EVAL_NONE)
        genome->evaluation.gene[FELT_EVAL_METHOD] = FELT_EVAL_POKER;
    return true;
}
