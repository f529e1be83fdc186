/* archive.h -- many different good games: the best one of each kind (MAP-Elites).
 *
 * A kind is a cell: genre x seats x length x skill x betting x interaction.  A cell holds one
 * elite, the fittest game of that kind that was found.
 *
 *   R1  an elite is measured in FULL, has no flaw, at most FELT_PHASES_MAX phases, and no genes
 *       that do not matter (felt_genome_simplify() finds none).
 *   R2  a game enters an empty cell, or one whose elite is less fit.
 *   R3  two elites are never the same program.
 *   R4  elites stand in the order of their cells; so the archive is a function of what was put in,
 *       and in which order. */
#ifndef FELT_LAB_ARCHIVE_ARCHIVE_H
#define FELT_LAB_ARCHIVE_ARCHIVE_H

#include "lab/search/distance.h"
#include "lab/search/fitness.h"

enum {
    FELT_CELL_SEATS = 3,  /* two, three, more                                                 */
    FELT_CELL_LENGTH = 5, /* decisions of a game: up to 12, 30, 75, 190, more                  */
    FELT_CELL_SKILL = 4,
    FELT_CELL_BETTING = 3,
    FELT_CELL_INTERACTION = 3,
    FELT_CELLS = FELT_GENRES * FELT_CELL_SEATS * FELT_CELL_LENGTH * FELT_CELL_SKILL *
                 FELT_CELL_BETTING * FELT_CELL_INTERACTION,
    FELT_ELITES_MAX = 1024,
    FELT_GOOD_MAX = 256
};

struct felt_cell {
    uint8_t genre, seats, length, skill, betting, interaction;
};
struct felt_cell felt_cell_of(const struct felt_genome *genome,
                              const struct felt_measures *measures);
int felt_cell_index(const struct felt_cell *cell);
struct felt_cell felt_cell_at(int index);

struct felt_elite {
    uint32_t id;        /* counts from 1, in the order of evaluation                            */
    uint32_t parent[2]; /* ids; 0: none (a known game, invented)                                */
    uint32_t born;      /* generation                                                          */
    uint16_t cell;      /* felt_cell_index()                                                   */
    uint16_t measured;  /* how often; metrics are the mean of all times                         */
    uint8_t emitter;    /* enum felt_emitter                                                   */
    struct felt_genome genome; /* its name is a name for people                                 */
    struct felt_measures measures;
    struct felt_fitness fitness; /* by the archive's weights                                   */
};

struct felt_archive {
    struct felt_weights weights;
    uint32_t count;
    uint16_t cell[FELT_CELLS]; /* 1 + index of the elite; 0: empty                              */
    struct felt_elite elite[FELT_ELITES_MAX]; /* in the order of cells (R4)                     */
};
void felt_archive_clear(struct felt_archive *archive, const struct felt_weights *weights);

enum felt_archive_answer {
    FELT_ARCHIVE_NEW,    /* a cell that was empty                                              */
    FELT_ARCHIVE_BETTER, /* the fittest of its cell now                                        */
    FELT_ARCHIVE_WORSE,
    FELT_ARCHIVE_TWICE, /* the program is there (R3)                                          */
    FELT_ARCHIVE_UNFIT, /* not what R1 asks for                                               */
    FELT_ARCHIVE_FULL
};
/* Fitness and cell are worked out here. */
enum felt_archive_answer felt_archive_put(struct felt_archive *archive,
                                          const struct felt_elite *elite);
/* Takes one out, to be put in again with other measures. */
void felt_archive_drop(struct felt_archive *archive, uint32_t index);
/* -1: it is not there. */
int felt_archive_find(const struct felt_archive *archive, uint64_t hash);

/* Distinct good games: fitness at least `floor`, pairwise distance at least 0.25, the fittest
 * first.  Returns how many; their indices in good[]. */
#define FELT_GOOD_DISTANCE 0.25
int felt_archive_good(const struct felt_archive *archive, double floor,
                      uint16_t good[FELT_GOOD_MAX]);

struct felt_archive_sums {
    double best, mean, quality; /* quality: sum of fitness over all cells (QD score)            */
    double coverage;            /* share of cells                                              */
};
struct felt_archive_sums felt_archive_sum(const struct felt_archive *archive);

#endif
