/* lab_archive.c -- an archive for tests of what shows archives, made in no time: known games as
 * elites, with metrics out of a hat.
 *
 * usage: lab_archive DIR GENERATIONS
 *
 * What felt lab evolve writes is written by the same code; only the search is left out. */
#include "lab/archive/lab_dir.h"
#include "felt/genome_play.h"
#include "felt/rng.h"
#include "lab/rulebook/rulebook.h"

#include <stdio.h>
#include <stdlib.h>

static struct felt_measures measure(struct felt_rng *rng, const struct felt_genome *genome)
{
    static struct felt_genome_program program;
    int seats = genome->players.gene[FELT_PLAYERS_MIN];
    felt_genome_compile(genome, seats, &program);
    struct felt_measures measures = {
        .hash = program.hash, .seats = (uint8_t)seats, .stage = FELT_STAGE_FULL};
    for (int i = 0; i < FELT_METRICS; i++)
        measures.metric[i] = (struct felt_measure){0.3 + felt_rng_below(rng, 600) / 1000.0, 0.05};
    measures.metric[FELT_METRIC_COMPLETION].mean = measures.metric[FELT_METRIC_DECIDED].mean = 1;
    measures.metric[FELT_METRIC_BALANCE].mean = 0.95;
    for (int i = 0; i < FELT_FACTS; i++) measures.fact[i] = felt_rng_below(rng, 1000) / 10.0;
    return measures;
}

static void fill(struct felt_lab_archive *lab, uint32_t generations)
{
    struct felt_rng rng = felt_rng_make(12);
    struct felt_evolve *evolve = &lab->evolve;
    const struct felt_preset *preset = felt_preset_find("balanced");
    static struct felt_elite elite;
    snprintf(lab->preset, sizeof lab->preset, "%s", preset->name);
    evolve->plan = (struct felt_evolve_plan){
        .weights = preset->weights, .seed = 12, .candidates = 8, .effort = 1};
    felt_lab_archive_known(lab);
    felt_archive_clear(&evolve->archive, &preset->weights);
    evolve->counts.generation = generations;
    evolve->counts.made = 8 * (uint64_t)generations;
    evolve->next_id = 1;
    for (int i = 0; i < evolve->plan.known_count; i++) {
        struct felt_known_game *known = &lab->known[i];
        known->measures = measure(&rng, &known->genome);
        known->fitness = felt_fitness_of(&known->measures, &preset->weights);
        elite = (struct felt_elite){.id = evolve->next_id++,
                                    .parent = {i > 2 ? evolve->archive.elite[0].id : 0,
                                               i > 3 ? 999 : 0}, /* who is there no more */
                                    .born = (uint32_t)i,
                                    .measured = 1,
                                    .emitter = FELT_EMIT_KNOWN,
                                    .genome = known->genome,
                                    .measures = measure(&rng, &known->genome)};
        (void)felt_rulebook_name(elite.measures.hash, elite.genome.name);
        (void)felt_archive_put(&evolve->archive, &elite);
    }
    evolve->floor = felt_evolve_median(lab->known, evolve->plan.known_count);
}

int main(int argc, char **argv)
{
    struct felt_complaint complaint = {0};
    struct felt_lab_archive *lab = argc == 3 ? calloc(1, sizeof *lab) : NULL;
    if (!lab) return 2;
    uint32_t generations = (uint32_t)strtoul(argv[2], NULL, 10);
    fill(lab, generations);
    bool good = felt_lab_dir_new(argv[1], &complaint) == FELT_OK &&
                felt_lab_dir_checkpoint(argv[1], lab, &complaint);
    for (uint32_t i = 0; good && i <= generations; i++) {
        struct felt_progress_point point = felt_lab_point(&lab->evolve, i);
        point.generation = i;
        good = felt_lab_dir_point(argv[1], &point, i == generations, &complaint);
    }
    if (!good) fprintf(stderr, "lab_archive: %s\n", complaint.text);
    free(lab);
    return good ? 0 : 1;
}
