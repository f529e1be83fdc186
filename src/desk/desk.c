/* desk.c */
typedef int felt_desk_is_to_come;
