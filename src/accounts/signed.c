/* signed.c */
typedef int felt_signed_is_to_come;
