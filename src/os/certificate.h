/* certificate.h -- what a TLS certificate says of itself, and whether a key belongs to it. */
#ifndef FELT_OS_CERTIFICATE_H
#define FELT_OS_CERTIFICATE_H

#include "felt/status.h"

#include <stdint.h>

struct felt_certificate {
    int64_t from_ms, until_ms; /* since 1970                                                     */
    char name[128];            /* "CN=cards.example.org"                                         */
};

/* The first certificate of a PEM file, and the key of another.  FELT_UNSUPPORTED: a file cannot be
 * read; FELT_BAD_FORMAT: it is no such thing, or they do not belong together. */
FELT_MUST_USE enum felt_status felt_certificate_read(const char *cert, const char *key,
                                                     struct felt_certificate *out,
                                                     struct felt_complaint *complaint);

#endif
