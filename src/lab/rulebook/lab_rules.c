/* lab_rules.c -- see lab_rules.h. */
#include "lab/rulebook/lab_rules.h"

#include "lab/rulebook/lab_rules_parts.h"

#include <stdlib.h>

bool felt_lab_rules_write(const struct felt_lab_rules *rules, enum felt_rulebook_form form,
                          struct felt_buffer *out)
{
    struct rules_play *play = calloc(1, sizeof *play);
    struct felt_rulebook book = {.genome = rules->genome};
    int seats = rules->seats ? rules->seats : rules->genome->players.gene[FELT_PLAYERS_MIN];
    if (!play) return false;
    play->rules = rules;
    felt_genome_compile(rules->genome, seats, &play->program);
    felt_strengths_make(&play->program, &play->strengths);
    play->minutes = rules->minutes;
    bool good = rules->minutes > 0 || rules_minutes(play);
    if (good && rules->example) good = rules_example(play);
    if (good && rules->hints && rules->effort > 0) good = rules_hints(play);
    book.minutes = play->minutes;
    book.example = play->example;
    for (; book.hints < play->hints; book.hints++) book.hint[book.hints] = play->hint[book.hints];
    if (good) felt_rulebook_write(&book, form, out);
    free(play);
    return good && !out->overflow;
}

bool felt_lab_rules_book(const struct felt_genome *genome, int seats, uint64_t seed, double effort,
                         enum felt_rulebook_form form, struct felt_buffer *out)
{
    const struct felt_lab_rules rules = {.genome = genome,
                                         .seats = seats,
                                         .seed = seed,
                                         .effort = effort,
                                         .example = true,
                                         .hints = effort > 0};
    return felt_lab_rules_write(&rules, form, out);
}
