/* schema.c */
typedef int felt_schema_is_to_come;
