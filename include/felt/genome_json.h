/* genome_json.h -- genomes as text: JSON in its canonical form.
 *
 * Knows texts in memory, no files.  Reads our own format ("betlab.genome", version 1) and the two
 * older dialects of the same idea (no `format`): phases with capital names and fields beside the
 * type, and lower-case types with the fields under `data`.  A missing field has its default; a
 * field that is not known is kept and written again; a type that is not known is an error.
 *
 *   W1  write(read(text)) is canonical: reading and writing it again gives the same bytes.
 *   W2  read(write(genome)) equals the genome, field by field.
 *   W3  reading takes time and memory in proportion to FELT_GENOME_TEXT_MAX, whatever the text. */
#ifndef FELT_GENOME_JSON_H
#define FELT_GENOME_JSON_H

#include "felt/buffer.h"
#include "felt/genome.h"

FELT_BEGIN

enum { FELT_GENOME_TEXT_MAX = 64 * 1024 };

/* FELT_BAD_FORMAT (no JSON, a value of another kind, something missing or there twice),
 * FELT_BAD_NAME (a word that is not known), FELT_BAD_NUMBER, FELT_BAD_CARD, FELT_DUPLICATE_CARD,
 * FELT_UNSUPPORTED (another format or version, what no genome of ours can say), FELT_FULL (too
 * long, too deep, too many): *error, which may be NULL, says where and why.  Its pointer is ""
 * where the text itself is wrong, and the reason gives line and column.  *out is written only on
 * FELT_OK.  The genome need not be a playable one: felt_genome_verify(). */
FELT_API FELT_MUST_USE enum felt_status felt_genome_json_read(const char *text, size_t bytes,
                                                              struct felt_genome *out,
                                                              struct felt_genome_error *error);

/* The canonical form, with a line end; FELT_GENOME_TEXT_MAX bytes are enough, unless many parts
 * share long unknown fields.  Words, ranks and suits are in range, expressions well formed.
 * FELT_FULL: it does not fit, or could not be read again. */
FELT_API FELT_MUST_USE enum felt_status felt_genome_json_write(const struct felt_genome *genome,
                                                               struct felt_buffer *out);

FELT_END

#endif
