/* books_chips.c */
typedef int felt_books_chips_is_to_come;
