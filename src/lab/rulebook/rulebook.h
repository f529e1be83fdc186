/* rulebook.h -- the rules of a genome in plain English, as a family would read them.
 *
 * Made of templates by the genome alone: what you need, the deal, how a turn goes, betting, what
 * beats what, how it ends, who wins, what is easily forgotten.  Around it, if they are given: a
 * hand that was really played (transcript.h), and hints from players who were not free to do
 * something.
 *
 *   W1  every phase, effect, scoring row, win condition, evaluation, trump, wild card and cap that
 *       can come about in a game has a sentence.
 *   W2  no sentence about what cannot happen in this game.
 *   W3  Markdown and HTML have the same words.  HTML is a whole page, without scripts, without
 *       anything from elsewhere, and prints well. */
#ifndef FELT_LAB_RULEBOOK_RULEBOOK_H
#define FELT_LAB_RULEBOOK_RULEBOOK_H

#include "felt/buffer.h"
#include "felt/genome.h"

enum felt_rulebook_form { FELT_RULEBOOK_MARKDOWN, FELT_RULEBOOK_HTML };
enum { FELT_RULEBOOK_BYTES = 256 * 1024, FELT_RULEBOOK_HINTS = 8 };

struct felt_rulebook {
    const struct felt_genome *genome; /* in order                                              */
    const char *summary; /* the line under the title; NULL: made of the genome                 */
    double minutes;      /* of a game, for that line; 0: nobody knows                          */
    const char *example; /* lines of a transcript, or NULL                         */
    int hints;
    const char *hint[FELT_RULEBOOK_HINTS]; /* whole sentences                                   */
};
void felt_rulebook_write(const struct felt_rulebook *book, enum felt_rulebook_form form,
                         struct felt_buffer *out);

/* How much there is to read and to learn: words of the rules (no example, no hints), and concepts
 * (kinds of phases, effects, scorings, wins, evaluations ... that are different). */
void felt_rulebook_count(const struct felt_genome *genome, int *words, int *concepts);

/* What the rules speak of; bits by index.  For the proof of W1. */
struct felt_rulebook_cover {
    uint32_t phases, effects, scorings, wins, patterns;
    bool evaluation, trump, wild, chips, cap;
};
void felt_rulebook_covers(const struct felt_genome *genome, struct felt_rulebook_cover *out);

/* A name for a game that has none, made of its hash: "Copper Heron".  Returns out. */
const char *felt_rulebook_name(uint64_t hash, char out[FELT_GENOME_NAME_BYTES]);

#endif
