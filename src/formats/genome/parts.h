/* parts.h -- what the files of genomes as JSON share.  Private to this folder.
 *
 *   json.c    reads the text, sections, phases and lists
 *   fields.c  reads members and genes, by the rows of felt_genes_of()
 *   expr.c    reads expressions
 *   legacy.c  what the two older dialects call otherwise
 *   extra.c   unknown fields: kept, found again
 *   write.c   the canonical form
 *
 * Whatever is read is taken out of its object.  What is left of an object in the end was not known
 * and is kept.  An object within another one that has leavings (`trigger` of an effect, `data` of
 * an older phase, `turn_structure`) stays in the leavings of the other with them. */
#ifndef FELT_FORMATS_GENOME_PARTS_H
#define FELT_FORMATS_GENOME_PARTS_H

#include "felt/buffer.h"
#include "felt/genome.h"

#include <jansson.h>

enum {
    GENOME_DEPTH_MAX = 36, /* a test within fourteen nots within a phase is at level 33 */
    GENOME_WORD_BYTES = 40
};

/* Where a value stands.  Keys are words of ours, so there is nothing to escape in a pointer. */
struct genome_place {
    const struct genome_place *up; /* NULL: the whole text */
    const char *key;               /* NULL: an item of a list */
    size_t index;
};

struct genome_reader {
    struct felt_genome genome;
    struct felt_genome_error *error; /* may be NULL */
    bool legacy;                     /* there is no `format` */
    int trump;                       /* legacy: of a TrickPhase, or FELT_GENE_NONE */
};

/* An object, and one within it that may hold its members too. */
struct genome_members {
    enum felt_section section;
    struct genome_place place;
    json_t *object;
    json_t *inner; /* NULL: there is none */
    struct genome_place inner_place;
    bool inner_any; /* not ranks and suits alone */
};

/* One of its members. */
struct genome_member {
    json_t *value; /* NULL: it is not there, or null */
    json_t *owner;
    struct genome_place place;
};

/* ---- fields.c ---- */

FELT_PRINTF(4, 5)
enum felt_status felt_genome_refuse(struct genome_reader *reader, const struct genome_place *at,
                                    enum felt_status status, const char *format, ...);
/* A word that is none of these: the nearest one, or all of them. */
enum felt_status felt_genome_refuse_word(struct genome_reader *reader,
                                         const struct genome_place *at, const char *word,
                                         const char *const *words, int count);

/* Opens an object, and the one within it that has its ranks and suits (or, in older phases, all of
 * its genes). */
FELT_MUST_USE enum felt_status felt_genome_open(struct genome_reader *reader,
                                                const struct genome_place *at, json_t *object,
                                                enum felt_section section, const char *inner_key,
                                                struct genome_members *out);
/* FELT_BAD_FORMAT if the member is there twice, by two names or in two places. */
FELT_MUST_USE enum felt_status felt_genome_find(struct genome_reader *reader,
                                                const struct genome_members *members,
                                                const char *key, struct genome_member *out);
/* The member was read. */
void felt_genome_take(const struct genome_member *member);
/* Keeps what was not taken. */
FELT_MUST_USE enum felt_status felt_genome_close(struct genome_reader *reader,
                                                 const struct genome_members *members,
                                                 uint16_t *extra);

#define GENOME_VALUE                                                                               \
    struct genome_reader *reader, const struct genome_place *at, const json_t *value
FELT_MUST_USE enum felt_status felt_genome_want_object(GENOME_VALUE);
FELT_MUST_USE enum felt_status felt_genome_read_int(GENOME_VALUE, int32_t min, int32_t max,
                                                    int32_t *out);
FELT_MUST_USE enum felt_status felt_genome_read_bool(GENOME_VALUE, int32_t *out);
FELT_MUST_USE enum felt_status felt_genome_read_word(GENOME_VALUE, const char *const *words,
                                                     int count, int32_t *out);
FELT_MUST_USE enum felt_status felt_genome_read_rank(GENOME_VALUE, int32_t *out);
FELT_MUST_USE enum felt_status felt_genome_read_suit(GENOME_VALUE, int32_t *out);
FELT_MUST_USE enum felt_status felt_genome_read_gene(GENOME_VALUE, const struct felt_gene_row *row,
                                                     int32_t *out);
/* The genes of an object; those that are not there stay as they are. */
FELT_MUST_USE enum felt_status felt_genome_read_genes(struct genome_reader *reader,
                                                      const struct genome_members *members,
                                                      struct felt_genes *genes);

/* ---- expr.c ---- */

FELT_MUST_USE enum felt_status felt_genome_read_expr(struct genome_reader *reader,
                                                     const struct genome_place *at, json_t *value,
                                                     struct felt_expr *out);
/* The reference of a test that names none. */
enum felt_ref felt_genome_default_ref(int test);

/* ---- legacy.c ---- */

static inline char felt_legacy_lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}
/* In lower case, and as we call it today; "" if it is too long to be a word. */
const char *felt_legacy_word(const char *word, char out[GENOME_WORD_BYTES]);
/* The older name of a member; NULL: it has none. */
const char *felt_legacy_key(enum felt_section section, const char *key);
/* A test by its older name: 1 .. 4 nodes.  0: it is not known. */
int felt_legacy_test(const char *word, struct felt_expr_node out[4]);
/* Fields that became other ones; genes have their defaults, and are read afterwards. */
FELT_MUST_USE enum felt_status felt_legacy_phase(struct genome_reader *reader,
                                                 const struct genome_members *members,
                                                 struct felt_genome_phase *phase);
FELT_MUST_USE enum felt_status felt_legacy_section(struct genome_reader *reader,
                                                   const struct genome_members *members,
                                                   struct felt_genes *genes);
/* Fields of the whole genome: before its sections are read. */
FELT_MUST_USE enum felt_status felt_legacy_root(struct genome_reader *reader, json_t *root);
/* What the older dialects leave unsaid, after everything was read. */
FELT_MUST_USE enum felt_status felt_legacy_finish(struct genome_reader *reader, bool has_cycles,
                                                  bool has_evaluation);

/* ---- extra.c ---- */

/* Keeps what is left of an object; *out is 0 if nothing is. */
FELT_MUST_USE enum felt_status felt_genome_keep(struct genome_reader *reader,
                                                const struct genome_place *at, const json_t *object,
                                                uint16_t *out);

/* One of the members that are kept, as text. */
struct genome_kept {
    const char *key; /* between its quotes */
    size_t key_bytes;
    const char *value;
    size_t value_bytes;
};
/* The next member; false: *text was at the end. */
bool felt_genome_next_kept(const char **text, struct genome_kept *out);

#endif
