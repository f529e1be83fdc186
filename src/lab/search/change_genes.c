/* change_genes.c -- operators on numbers and words: any of them, by the table of genes, and those
 * that know what a section is about. */
#include "lab/search/parts.h"

#include <string.h>

enum { CHANGED = 40, SITES_MAX = 8 + 2 * FELT_PHASES_MAX + FELT_EFFECTS_MAX + FELT_SCORINGS_MAX };

/* ---- any gene ---- */

struct site {
    struct felt_genes *genes;
    enum felt_section section;
};

static int list_sites(struct felt_genome *genome, struct site out[SITES_MAX])
{
    int count = 0;
    out[count++] = (struct site){&genome->players, FELT_SECTION_PLAYERS};
    out[count++] = (struct site){&genome->deck, FELT_SECTION_DECK};
    out[count++] = (struct site){&genome->setup, FELT_SECTION_SETUP};
    out[count++] = (struct site){&genome->session, FELT_SECTION_SESSION};
    if (genome->evaluation.gene[FELT_EVAL_METHOD] != FELT_EVAL_NONE)
        out[count++] = (struct site){&genome->evaluation, FELT_SECTION_EVALUATION};
    for (int i = 0; i < genome->phases; i++)
        out[count++] =
            (struct site){&genome->phase[i].genes,
                          (enum felt_section)(FELT_SECTION_PHASE + genome->phase[i].type)};
    for (int i = 0; i < genome->effects; i++)
        out[count++] = (struct site){&genome->effect[i], FELT_SECTION_EFFECT};
    for (int i = 0; i < genome->scorings; i++)
        out[count++] = (struct site){&genome->scoring[i], FELT_SECTION_SCORING};
    for (int i = 0; i < genome->wins; i++)
        out[count++] = (struct site){&genome->win[i], FELT_SECTION_WIN};
    return count;
}

/* The cards of a custom deck are no gene of its kind. */
static bool may_change(enum felt_section section, int gene, bool number,
                       const struct felt_gene_row *row)
{
    if (section == FELT_SECTION_DECK && gene == FELT_DECK_KIND) return false;
    return (row->kind == FELT_GENE_INT) == number && row->min < row->max;
}

/* A random gene of all that are numbers, or of all that are not. */
static int32_t *any_gene(struct felt_genome *genome, struct felt_rng *rng, bool number,
                         const struct felt_gene_row **row)
{
    struct site sites[SITES_MAX];
    int count = list_sites(genome, sites), found = 0;
    int32_t *gene = NULL;
    for (int i = 0; i < count; i++) {
        int genes;
        const struct felt_gene_row *rows = felt_genes_of(sites[i].section, &genes);
        for (int g = 0; g < genes; g++) {
            if (!may_change(sites[i].section, g, number, &rows[g])) continue;
            if (any_below(rng, ++found) != 0) continue;
            gene = &sites[i].genes->gene[g];
            *row = &rows[g];
        }
    }
    return gene;
}

bool felt_change_number(struct felt_genome *genome, struct felt_rng *rng)
{
    const struct felt_gene_row *row = NULL;
    int32_t *gene = any_gene(genome, rng, true, &row);
    *gene = felt_any_near(rng, row, *gene); /* the session has numbers: there is one */
    return true;
}

bool felt_change_word(struct felt_genome *genome, struct felt_rng *rng)
{
    const struct felt_gene_row *row = NULL;
    int32_t *gene = any_gene(genome, rng, false, &row);
    int32_t before = *gene;
    while (*gene == before) *gene = felt_any_word(rng, row);
    return true;
}

/* ---- lists ---- */

static void remove_genes(struct felt_genes *list, uint8_t *count, int index)
{
    size_t behind = (size_t)(--*count - index);
    memmove(&list[index], &list[index + 1], behind * sizeof list[0]);
}

/* Adds one, removes one, or makes one of them another. */
static bool change_list(struct felt_genes *list, uint8_t *count, int max, enum felt_section section,
                        struct felt_rng *rng)
{
    int act = any_below(rng, 3);
    if (*count == 0 || (act == 0 && *count < max)) {
        felt_any_genes(rng, section, 100, &list[(*count)++]);
        return true;
    }
    int index = any_below(rng, *count);
    if (act == 1) {
        remove_genes(list, count, index);
        return true;
    }
    int genes;
    const struct felt_gene_row *rows = felt_genes_of(section, &genes);
    int which = any_below(rng, genes);
    int32_t *gene = &list[index].gene[which];
    *gene = rows[which].kind == FELT_GENE_INT ? felt_any_near(rng, &rows[which], *gene)
                                              : felt_any_word(rng, &rows[which]);
    return true;
}

bool felt_change_effects(struct felt_genome *genome, struct felt_rng *rng)
{
    return change_list(genome->effect, &genome->effects, FELT_EFFECTS_MAX, FELT_SECTION_EFFECT,
                       rng);
}

bool felt_change_scoring(struct felt_genome *genome, struct felt_rng *rng)
{
    return change_list(genome->scoring, &genome->scorings, FELT_SCORINGS_MAX, FELT_SECTION_SCORING,
                       rng);
}

/* Another condition in the place of one, in front, or none. */
bool felt_change_win(struct felt_genome *genome, struct felt_rng *rng)
{
    int act = any_below(rng, 4);
    if (act == 0 && genome->wins > 1) {
        remove_genes(genome->win, &genome->wins, any_below(rng, genome->wins));
        return true;
    }
    int index = any_below(rng, genome->wins);
    if (act == 1 && genome->wins < FELT_WINS_MAX) {
        index = any_between(rng, 0, genome->wins);
        memmove(&genome->win[index + 1], &genome->win[index],
                (size_t)(genome->wins++ - index) * sizeof genome->win[0]);
    }
    struct felt_genes *win = &genome->win[index];
    felt_genes_init(win, FELT_SECTION_WIN);
    win->gene[FELT_WIN_TYPE] = any_below(rng, FELT_WIN_TYPES);
    if (win->gene[FELT_WIN_TYPE] == FELT_WIN_FIRST_TO_SCORE)
        win->gene[FELT_WIN_THRESHOLD] = any_between(rng, 1, 50);
    if (win->gene[FELT_WIN_TYPE] == FELT_WIN_NOT_HOLDING)
        win->gene[FELT_WIN_RANK] = any_below(rng, FELT_RANKS);
    return true;
}

/* ---- what hands are worth ---- */

static void any_patterns(struct felt_genome *genome, struct felt_rng *rng)
{
    genome->patterns = (uint8_t)any_between(rng, 1, 4);
    for (int i = 0; i < genome->patterns; i++)
        felt_any_genes(rng, FELT_SECTION_PATTERN, 80, &genome->pattern[i]);
}

bool felt_change_evaluation(struct felt_genome *genome, struct felt_rng *rng)
{
    int32_t *gene = genome->evaluation.gene;
    uint16_t extra = genome->evaluation.extra;
    if (any_chance(rng, 20)) {
        int rank = any_below(rng, FELT_RANKS);
        static const struct felt_gene_row row = {.min = -10, .max = 20};
        genome->values[rank] = (int16_t)felt_any_near(rng, &row, genome->values[rank]);
        return true;
    }
    int method = gene[FELT_EVAL_METHOD];
    int community = gene[FELT_EVAL_COMMUNITY];
    while (gene[FELT_EVAL_METHOD] == method) {
        felt_any_genes(rng, FELT_SECTION_EVALUATION, CHANGED, &genome->evaluation);
        gene[FELT_EVAL_METHOD] = any_between(rng, FELT_EVAL_HIGH_CARD, FELT_EVAL_BADUGI);
    }
    gene[FELT_EVAL_COMMUNITY] = community; /* belongs to the table, not to the method */
    genome->evaluation.extra = extra;
    if (gene[FELT_EVAL_METHOD] == FELT_EVAL_PATTERN)
        any_patterns(genome, rng);
    else
        genome->patterns = 0;
    return true;
}

/* ---- deck, players, session ---- */

/* Another deck, another place of the ace, or a rank less in it. */
bool felt_change_deck(struct felt_genome *genome, struct felt_rng *rng)
{
    int32_t *gene = genome->deck.gene;
    int act = any_below(rng, 4);
    if (act == 0) {
        int count, aces = felt_genes_of(FELT_SECTION_DECK, &count)[FELT_DECK_ACE].max + 1;
        gene[FELT_DECK_ACE] = (gene[FELT_DECK_ACE] + any_between(rng, 1, aces - 1)) % aces;
    } else if (act == 1) {
        genome->wild_ranks ^= (uint16_t)(1u << any_below(rng, FELT_RANKS));
    } else if (act == 2) {
        felt_cards left =
            felt_genome_deck(genome) & ~felt_cards_of_rank(any_below(rng, FELT_RANKS));
        gene[FELT_DECK_KIND] = FELT_GENOME_DECK_CUSTOM;
        genome->deck_cards = left;
    } else {
        gene[FELT_DECK_KIND] = any_between(rng, 0, FELT_GENOME_DECK_SPANISH40);
        genome->deck_cards = 0;
    }
    return true;
}

bool felt_change_players(struct felt_genome *genome, struct felt_rng *rng)
{
    int32_t *gene = genome->players.gene;
    int a = any_between(rng, 2, FELT_GENOME_SEATS_MAX), b = any_between(rng, 2, 4);
    gene[FELT_PLAYERS_MIN] = a < b ? a : b;
    gene[FELT_PLAYERS_MAX] = a < b ? b : a;
    memset(genome->teams, 0, sizeof genome->teams);
    if (gene[FELT_PLAYERS_MAX] == 4 && any_chance(rng, 30)) { /* partners sit opposite */
        gene[FELT_PLAYERS_MIN] = 4;
        for (int seat = 0; seat < 4; seat++) genome->teams[seat] = (uint8_t)(1 + seat % 2);
    }
    return true;
}

bool felt_change_session(struct felt_genome *genome, struct felt_rng *rng)
{
    int count;
    const struct felt_gene_row *rows = felt_genes_of(FELT_SECTION_SESSION, &count);
    int32_t *gene = genome->session.gene;
    int which = any_chance(rng, 50) ? FELT_SESSION_CYCLES : any_below(rng, count);
    if (rows[which].kind == FELT_GENE_INT)
        gene[which] = felt_any_near(rng, &rows[which], gene[which]);
    else
        gene[which] = felt_any_word(rng, &rows[which]);
    return true;
}
