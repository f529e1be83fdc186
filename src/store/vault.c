/* vault.c */
typedef int felt_vault_is_to_come;
