/* hasher.c */
typedef int felt_hasher_is_to_come;
