/* cluster.h -- PostgreSQL for a test program: a server of its own, fresh tables for each test.
 *
 * The server is made by tools/cluster when it is first asked for, and ends with the program,
 * however that ends: it holds one end of a pipe of ours.  FELT_TEST_POSTGRES in the environment
 * names a server that is there already (a conninfo whose user may create databases); nobody stops
 * that one. */
#ifndef FELT_TESTS_CLUSTER_H
#define FELT_TESTS_CLUSTER_H

#include <stdbool.h>
#include <stdint.h>

enum { CLUSTER_CONNINFO_BYTES = 256 };

/* Where the files of a test are made: in memory if there is room, for most tests need no disk that
 * keeps what it was given, and every sync of one takes its time; else in /tmp.  TMPDIR in the
 * environment counts more. */
const char *felt_test_folder(void);

/* NULL, and a line on stderr: PostgreSQL is not installed.  Tests that need it are skipped. */
const char *felt_cluster_conninfo(void);
/* A new, empty place for tables: its conninfo.  It is a schema of the server's one database, made
 * in a moment; a database would be three hundred files.  False: there is no server. */
bool felt_cluster_database(char out[CLUSTER_CONNINFO_BYTES]);
/* Removes it.  Nobody may be connected to it with a transaction under way. */
void felt_cluster_drop(const char *conninfo);
/* One statement outside of any transaction, to be done by the server at once: for accidents, such
 * as pg_terminate_backend().  False: it failed. */
bool felt_cluster_do(const char *conninfo, const char *sql);

/* The server of this program is ours, so it may be stopped. */
bool felt_cluster_is_ours(void);
/* "stop", "kill" (-9) or "restart": see tools/cluster.  False: it failed. */
bool felt_cluster_order(const char *verb);

#endif
