/* postgres.c -- PostgreSQL as a store. */
#include "store/sql_parts.h"
bool felt_postgres_can_read(const char *conninfo)
{
    return conninfo != NULL;
}
static enum felt_sql_result connect_postgres(struct felt_sql *sql)
{
    felt_sql_fail(sql, FELT_SQL_LOST, "PostgreSQL is not there yet");
    return FELT_SQL_LOST;
}
static void disconnect(struct felt_sql *sql)
{
    (void)sql;
}
const struct felt_sql_driver felt_postgres_driver = {
    .bytes = sizeof(struct felt_sql), .connect = connect_postgres, .disconnect = disconnect};
