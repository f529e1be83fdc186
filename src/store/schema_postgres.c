/* schema_postgres.c -- the tables for PostgreSQL. */
#include "store/schema.h"

#include <stddef.h>

static const char *const nothing[] = {NULL};
const char *const *const felt_schema_postgres[FELT_SCHEMA_VERSION] = {nothing, nothing};
