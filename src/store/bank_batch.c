/* bank_batch.c */
typedef int felt_bank_batch_is_to_come;
