/* file_check.h -- the file of the ledger is read through by the clock, off the loop, for
 * damage that a disk made: the first time a while after the start, then every so often.
 *
 * What is found is said once in the log and until the server ends by felt_file_check_damage(). */
#ifndef FELT_SERVER_APP_FILE_CHECK_H
#define FELT_SERVER_APP_FILE_CHECK_H

#include "store/sql/sql.h"

struct felt_file_check;
/* *sql stays.  NULL: no memory. */
struct felt_file_check *
felt_file_check_open(const struct felt_sql_config *sql, uint32_t every_ms, void (*wake)(void *self),
                     void (*log)(void *self, const char *level, const char *text), void *self,
                     int64_t ticks_ms);
/* Waits for a check that is under way. */
void felt_file_check_close(struct felt_file_check *check);
/* Milliseconds until it wants to be called, -1: never. */
int64_t felt_file_check_turn(struct felt_file_check *check, int64_t ticks_ms);
/* A sentence for /healthz; NULL: none was found. */
const char *felt_file_check_damage(const struct felt_file_check *check);
/* How many were done. */
uint64_t felt_file_check_count(const struct felt_file_check *check);

#endif
