/* bank.c */
typedef int felt_bank_is_to_come;
