/* archive_parts.h -- what writer and reader of archives share.  Private to this folder. */
#ifndef FELT_LAB_ARCHIVE_ARCHIVE_PARTS_H
#define FELT_LAB_ARCHIVE_ARCHIVE_PARTS_H

#include "felt/json.h"
#include "lab/archive/archive_json.h"

#define FELT_ARCHIVE_FORMAT "felt.lab.archive"
enum {
    FELT_ARCHIVE_VERSION = 1,
    FELT_ARCHIVE_HEX_BYTES = 17,
    FELT_ARCHIVE_TAIL_BYTES = 33 /* of ,"checksum":"0123456789abcdef"} and its line end           */
};
_Static_assert(sizeof ",\n\"checksum\":\"0123456789abcdef\"}\n" - 1 == FELT_ARCHIVE_TAIL_BYTES,
               "the last bytes of every archive");

/* Words of enum felt_stage and enum felt_flaw, in their order. */
const char *felt_stage_word(int stage);
const char *felt_flaw_word(int flaw);

/* The last FELT_ARCHIVE_TAIL_BYTES of an archive whose other bytes are these. */
void felt_archive_tail(const char *text, size_t bytes, char out[FELT_ARCHIVE_TAIL_BYTES + 1]);

#endif
