/* books_rows.c */
typedef int felt_books_rows_is_to_come;
