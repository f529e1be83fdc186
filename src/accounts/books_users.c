/* books_users.c */
typedef int felt_books_users_is_to_come;
