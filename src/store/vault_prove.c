/* vault_prove.c */
typedef int felt_vault_prove_is_to_come;
