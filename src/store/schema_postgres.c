/* schema_postgres.c */
typedef int felt_schema_postgres_is_to_come;
