/* sql.c */
typedef int felt_sql_is_to_come;
