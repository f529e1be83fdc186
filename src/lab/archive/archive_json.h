/* archive_json.h -- an evolution as JSON: what felt lab evolve writes, and goes on from.
 *
 * One object: "format":"felt.lab.archive", "version":1, "preset", "plan" (weights, seed,
 * candidates, effort, locks, start), "counts", "next_id", "floor", "emitters", "operators", "race",
 * "known" (name, fitness, measures, genome), "elites" (id, name, parents, born, emitter, measured,
 * cell, fitness, measures, genome), "guests", "cache", and last "checksum" (FNV-1a of everything
 * before it, in hex).  A fitness is [value, half of its interval, gates].  Numbers that are not
 * whole are written with 17 digits, so that they are read as they were; those of 64 bits are texts.
 * Nothing in it depends on time, threads or machine.
 *
 *   K1  write(read(write(e))) is write(e), and the evolution that was read goes on as e would.
 *   K2  a text that was cut or changed is refused; nothing is written to *out then. */
#ifndef FELT_LAB_ARCHIVE_ARCHIVE_JSON_H
#define FELT_LAB_ARCHIVE_ARCHIVE_JSON_H

#include "felt/buffer.h"
#include "felt/status.h"
#include "lab/search/evolve.h"

enum { FELT_ARCHIVE_TEXT_MAX = 64 << 20 };

/* FELT_FULL: it did not fit. */
FELT_MUST_USE enum felt_status felt_archive_json_write(const struct felt_evolve *evolve,
                                                       const char *preset, struct felt_buffer *out);
/* known[] of out->plan is there, with room for `known_count` games: they are read too, and
 * known_count is how many there are.  start: where the locked genome goes, if there is one.
 * FELT_BAD_FORMAT (no archive, damaged), FELT_UNSUPPORTED (another version), FELT_FULL (no
 * memory). */
FELT_MUST_USE enum felt_status felt_archive_json_read(const char *text, size_t bytes,
                                                      struct felt_evolve *out,
                                                      struct felt_genome *start, char preset[32],
                                                      struct felt_complaint *complaint);
/* One measures object, as in the archive: also for `felt lab measure --json` and the server. */
struct felt_json;
void felt_measures_json(struct felt_json *json, const struct felt_measures *measures);

#endif
