/* bank_read.c */
typedef int felt_bank_read_is_to_come;
