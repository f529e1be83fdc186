/* sqlite.c */
typedef int felt_sqlite_is_to_come;
