/* bank_rows.c */
typedef int felt_bank_rows_is_to_come;
