/* archive.c -- see archive.h.
 *
 * Elites stand in one array in the order of their cells; cell[] says where.  Putting one in or
 * taking one out moves those behind it: some megabytes at most, once for each game that took a
 * second to measure. */
#include "lab/archive/archive.h"

#include "felt/assert.h"

#include <string.h>

/* ---- cells ---- */

/* How many of the limits a value is beyond. */
static uint8_t above(double value, const double *limits, int count)
{
    int beyond = 0;
    while (beyond < count && value > limits[beyond]) beyond++;
    return (uint8_t)beyond;
}

struct felt_cell felt_cell_of(const struct felt_genome *genome,
                              const struct felt_measures *measures)
{
    static const double lengths[FELT_CELL_LENGTH - 1] = {12, 30, 75, 190};
    static const double skills[FELT_CELL_SKILL - 1] = {0.2, 0.35, 0.5};
    static const double bets[FELT_CELL_BETTING - 1] = {0.1, 0.5};
    static const double interactions[FELT_CELL_INTERACTION - 1] = {0.33, 0.66};
    felt_assert(measures->seats >= 2);
    return (struct felt_cell){
        .genre = (uint8_t)felt_genre_of(genome),
        .seats = (uint8_t)(measures->seats > 4    ? 2
                           : measures->seats == 4 ? 2
                                                  : measures->seats - 2),
        .length = above(measures->fact[FELT_FACT_DECISIONS], lengths, FELT_CELL_LENGTH - 1),
        .skill = above(measures->metric[FELT_METRIC_SKILL].mean, skills, FELT_CELL_SKILL - 1),
        .betting = above(measures->fact[FELT_FACT_BETTING], bets, FELT_CELL_BETTING - 1),
        .interaction = above(measures->metric[FELT_METRIC_INTERACTION].mean, interactions,
                             FELT_CELL_INTERACTION - 1)};
}

int felt_cell_index(const struct felt_cell *cell)
{
    int index = cell->genre;
    index = index * FELT_CELL_SEATS + cell->seats;
    index = index * FELT_CELL_LENGTH + cell->length;
    index = index * FELT_CELL_SKILL + cell->skill;
    index = index * FELT_CELL_BETTING + cell->betting;
    index = index * FELT_CELL_INTERACTION + cell->interaction;
    felt_assert(index < FELT_CELLS);
    return index;
}

/* The remainder, and what is left above it. */
static uint8_t split(int *index, int by)
{
    int rest = *index % by;
    *index /= by;
    return (uint8_t)rest;
}

struct felt_cell felt_cell_at(int index)
{
    struct felt_cell cell;
    felt_assert(index >= 0 && index < FELT_CELLS);
    cell.interaction = split(&index, FELT_CELL_INTERACTION);
    cell.betting = split(&index, FELT_CELL_BETTING);
    cell.skill = split(&index, FELT_CELL_SKILL);
    cell.length = split(&index, FELT_CELL_LENGTH);
    cell.seats = split(&index, FELT_CELL_SEATS);
    cell.genre = (uint8_t)index;
    return cell;
}

/* ---- the archive ---- */

void felt_archive_clear(struct felt_archive *archive, const struct felt_weights *weights)
{
    memset(archive, 0, sizeof *archive);
    archive->weights = *weights;
}

int felt_archive_find(const struct felt_archive *archive, uint64_t hash)
{
    for (uint32_t i = 0; i < archive->count; i++)
        if (archive->elite[i].measures.hash == hash) return (int)i;
    return -1;
}

/* The first elite whose cell is not before this one. */
static uint32_t place_of(const struct felt_archive *archive, int cell)
{
    uint32_t low = 0, high = archive->count;
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        if (archive->elite[middle].cell < cell)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* Cells of elites from here on, after they have moved. */
static void renumber(struct felt_archive *archive, uint32_t from)
{
    for (uint32_t i = from; i < archive->count; i++)
        archive->cell[archive->elite[i].cell] = (uint16_t)(i + 1);
}

void felt_archive_drop(struct felt_archive *archive, uint32_t index)
{
    felt_assert(index < archive->count);
    archive->cell[archive->elite[index].cell] = 0;
    archive->count--;
    memmove(&archive->elite[index], &archive->elite[index + 1],
            (archive->count - index) * sizeof archive->elite[0]);
    memset(&archive->elite[archive->count], 0, sizeof archive->elite[0]);
    renumber(archive, index);
}

static uint32_t least_fit(const struct felt_archive *archive)
{
    uint32_t least = 0;
    for (uint32_t i = 1; i < archive->count; i++)
        if (archive->elite[i].fitness.value < archive->elite[least].fitness.value) least = i;
    return least;
}

static void insert(struct felt_archive *archive, const struct felt_elite *elite)
{
    uint32_t index = place_of(archive, elite->cell);
    memmove(&archive->elite[index + 1], &archive->elite[index],
            (archive->count - index) * sizeof archive->elite[0]);
    archive->elite[index] = *elite;
    archive->count++;
    renumber(archive, index);
}

enum felt_archive_answer felt_archive_put(struct felt_archive *archive,
                                          const struct felt_elite *elite)
{
    const struct felt_measures *measures = &elite->measures;
    if (measures->stage != FELT_STAGE_FULL || measures->flaw != FELT_FLAW_NONE ||
        elite->genome.phases > FELT_PHASES_MAX)
        return FELT_ARCHIVE_UNFIT; /* R1 */
    struct felt_elite copy = *elite;
    struct felt_cell cell = felt_cell_of(&elite->genome, measures);
    copy.fitness = felt_fitness_of(measures, &archive->weights);
    copy.cell = (uint16_t)felt_cell_index(&cell);
    if (copy.fitness.value <= 0) return FELT_ARCHIVE_UNFIT;
    if (felt_archive_find(archive, measures->hash) >= 0) return FELT_ARCHIVE_TWICE;
    if (archive->cell[copy.cell]) {
        struct felt_elite *there = &archive->elite[archive->cell[copy.cell] - 1];
        if (there->fitness.value >= copy.fitness.value) return FELT_ARCHIVE_WORSE;
        *there = copy;
        return FELT_ARCHIVE_BETTER;
    }
    if (archive->count == FELT_ELITES_MAX) {
        uint32_t least = least_fit(archive);
        if (archive->elite[least].fitness.value >= copy.fitness.value) return FELT_ARCHIVE_FULL;
        felt_archive_drop(archive, least);
    }
    insert(archive, &copy);
    return FELT_ARCHIVE_NEW;
}

/* ---- the good ones ---- */

/* Fitter first; among equals the older one. */
static bool before(const struct felt_elite *a, const struct felt_elite *b)
{
    if (a->fitness.value > b->fitness.value) return true;
    return !(a->fitness.value < b->fitness.value) && a->id < b->id;
}

static void sort(const struct felt_archive *archive, uint16_t *order, uint32_t count)
{
    for (uint32_t i = 1; i < count; i++) {
        uint16_t moved = order[i];
        uint32_t j = i;
        for (; j > 0 && before(&archive->elite[moved], &archive->elite[order[j - 1]]); j--)
            order[j] = order[j - 1];
        order[j] = moved;
    }
}

static bool distinct(const struct felt_archive *archive, uint16_t index, const uint16_t *good,
                     int count)
{
    const struct felt_elite *elite = &archive->elite[index];
    const struct felt_described game = {&elite->genome, &elite->measures};
    for (int i = 0; i < count; i++) {
        const struct felt_elite *other = &archive->elite[good[i]];
        const struct felt_described there = {&other->genome, &other->measures};
        if (felt_distance(&game, &there) < FELT_GOOD_DISTANCE) return false;
    }
    return true;
}

int felt_archive_good(const struct felt_archive *archive, double floor,
                      uint16_t good[FELT_GOOD_MAX])
{
    uint16_t order[FELT_ELITES_MAX];
    uint32_t fit = 0;
    int count = 0;
    for (uint32_t i = 0; i < archive->count; i++)
        if (archive->elite[i].fitness.value >= floor) order[fit++] = (uint16_t)i;
    sort(archive, order, fit);
    for (uint32_t i = 0; i < fit && count < FELT_GOOD_MAX; i++)
        if (distinct(archive, order[i], good, count)) good[count++] = order[i];
    return count;
}

struct felt_archive_sums felt_archive_sum(const struct felt_archive *archive)
{
    struct felt_archive_sums sums = {0};
    for (uint32_t i = 0; i < archive->count; i++) {
        double value = archive->elite[i].fitness.value;
        if (value > sums.best) sums.best = value;
        sums.quality += value;
    }
    if (archive->count) sums.mean = sums.quality / archive->count;
    sums.coverage = (double)archive->count / FELT_CELLS;
    return sums;
}
