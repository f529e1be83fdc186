/* postgres.c */
typedef int felt_postgres_is_to_come;
