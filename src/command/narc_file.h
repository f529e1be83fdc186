/* narc_file.h -- rules of Narc as somebody names them: a rule set and a catalogue, each a file, -
 * for standard input, or one that the program has within it.
 *
 * Known are those of data/narc, by the names of their files without the ending; a catalogue is also
 * known by the name it has within.  A name with a slash or a dot, or of nothing known, is a file.
 * Texts are read up to their limit (narc_json.h) and not further.
 *
 *   L1  what is wrong is one line, "FILE: POINTER: REASON", fit to be shown; out is untouched.  */
#ifndef FELT_COMMAND_NARC_FILE_H
#define FELT_COMMAND_NARC_FILE_H

#include "felt/narc_json.h"

struct felt_narc_known {
    const char *name;
    const char *text;
    size_t bytes;
};
int felt_narc_rules_known_count(void);
const struct felt_narc_known *felt_narc_rules_known_at(int index);
int felt_narc_cards_known_count(void);
const struct felt_narc_known *felt_narc_cards_known_at(int index);

/* NULL: not known. */
const struct felt_narc_known *felt_narc_rules_known_find(const char *name);
const struct felt_narc_known *felt_narc_cards_known_find(const char *name);

#define FELT_NARC_RULES_USUAL "house"
#define FELT_NARC_CARDS_USUAL "cards"

enum { FELT_NARC_WHY_BYTES = 512 };

/* A text somebody names, up to `bytes_max` bytes and one more (so that what is too long is seen to
 * be).  NULL: `why` and errno say why not.  Free it. */
char *felt_narc_file_text(const char *name, size_t bytes_max, size_t *bytes,
                          char why[FELT_NARC_WHY_BYTES]);
/* "FILE: POINTER: REASON" */
void felt_narc_file_say(const char *name, const struct felt_narc_error *error,
                        char why[FELT_NARC_WHY_BYTES]);

/* One of them; NULL as a name is the usual one. */
FELT_MUST_USE enum felt_status felt_narc_load_options(const char *name,
                                                      struct felt_narc_options *out,
                                                      char why[FELT_NARC_WHY_BYTES]);
FELT_MUST_USE enum felt_status felt_narc_load_cards(const char *name,
                                                    struct felt_narc_catalogue *out,
                                                    char why[FELT_NARC_WHY_BYTES]);
/* Both together, ready to play.  `sweep` as in felt_narc_rules_make(). */
FELT_MUST_USE enum felt_status felt_narc_load(const char *rules_name, const char *cards_name,
                                              bool sweep, struct felt_narc_rules *out,
                                              char why[FELT_NARC_WHY_BYTES]);

/* The text of a run, which came from `name`, and the rules it was played by: those that are named
 * (NULL: the known ones that it names itself). */
FELT_MUST_USE enum felt_status felt_narc_load_run(const char *name, const char *text, size_t bytes,
                                                  const char *rules_name, const char *cards_name,
                                                  struct felt_narc_rules *rules,
                                                  struct felt_narc_run *out,
                                                  char why[FELT_NARC_WHY_BYTES]);

#endif
