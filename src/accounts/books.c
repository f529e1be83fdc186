/* books.c */
typedef int felt_books_is_to_come;
