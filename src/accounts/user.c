/* user.c */
typedef int felt_user_is_to_come;
