/* schema_sqlite.c */
typedef int felt_schema_sqlite_is_to_come;
