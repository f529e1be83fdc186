/* wire_cutter.h -- somebody between a client and its PostgreSQL server, with a pair of pliers.
 *
 * A thread that listens on a socket of its own and passes everything on to the server's, message by
 * message, until it is told otherwise.  Messages of the client are read as far as needed to know
 * which of them is a COMMIT. */
#ifndef FELT_TESTS_WIRE_CUTTER_H
#define FELT_TESTS_WIRE_CUTTER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum wire_mode {
    WIRE_PASS,
    WIRE_CUT_BEFORE_COMMIT, /* everything arrives but the next COMMIT: then the line is cut       */
    WIRE_CUT_AFTER_COMMIT,  /* the next COMMIT arrives, its answer does not                       */
    WIRE_CUT_MESSAGE,       /* the nth message of a client from now does not arrive               */
    WIRE_HOLD,              /* nothing arrives any more, in either direction                      */
    WIRE_REFUSE             /* lines are cut, and new ones at once                                */
};

struct wire_cutter;

/* Between clients and the server of `conninfo` (host=DIRECTORY ...).  NULL: it cannot be had. */
struct wire_cutter *wire_cutter_open(const char *conninfo);
void wire_cutter_close(struct wire_cutter *cutter);
/* The same database, over this socket.  Valid as long as the cutter. */
const char *wire_cutter_conninfo(const struct wire_cutter *cutter);

/* What happens from now on.  The modes that cut do it once and then pass everything again. */
void wire_cutter_set(struct wire_cutter *cutter, enum wire_mode mode, uint64_t nth);
/* How many lines were cut since the mode was set. */
uint64_t wire_cutter_cuts(struct wire_cutter *cutter);

#endif
