/* lab_file.h -- a genome as somebody names it: a file, - for standard input, or a known game.
 *
 * Known games are those of data/genomes, by the names of their files without the ending; the
 * program has them within it, so that they are there wherever it is.  A name with a slash, a dot or
 * of no known game is a file.  Texts are read up to FELT_GENOME_TEXT_MAX bytes and not further. */
#ifndef FELT_COMMAND_LAB_FILE_H
#define FELT_COMMAND_LAB_FILE_H

#include "command/args.h"
#include "felt/genome_json.h"
#include "felt/genome_play.h"

struct felt_lab_known {
    const char *name;
    const char *text;
    size_t bytes;
};
int felt_lab_known_count(void);
const struct felt_lab_known *felt_lab_known_at(int index);
/* NULL: there is none of this name. */
const struct felt_lab_known *felt_lab_known_find(const char *name);

enum { FELT_LAB_ERRORS_MAX = 32, FELT_LAB_NAME_BYTES = 256 };

/* What a name stands for, as far as it could be read. */
struct felt_lab_file {
    char name[FELT_LAB_NAME_BYTES];  /* as it was given; "standard input" for -.  Fit to be shown */
    char title[FELT_LAB_NAME_BYTES]; /* what the genome calls itself, else its name.  The same */
    bool found; /* there is a text; else error[0].text says why not                   */
    bool read;  /* it is a genome, right or wrong                                     */
    int errors; /* of them FELT_LAB_ERRORS_MAX are kept; 0: in order                  */
    struct felt_genome genome;
    struct felt_genome_error error[FELT_LAB_ERRORS_MAX];
};

/* Finds, reads and verifies. */
void felt_lab_file_look(const char *name, struct felt_lab_file *out);
/* The same for a command that needs a game which can be played.  NULL: complained, exit 2, or there
 * was no memory.  Free it. */
struct felt_lab_file *felt_lab_file_open(const struct felt_args *args, const char *name);
/* The one that the only plain argument names. */
struct felt_lab_file *felt_lab_file_only(const struct felt_args *args);

/* Does a word of `felt play` name a genome?  It does if it is a file, ends in .json, is - or a
 * known game. */
bool felt_lab_file_named(const char *word);

#endif
