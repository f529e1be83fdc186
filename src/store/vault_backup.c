/* vault_backup.c */
typedef int felt_vault_backup_is_to_come;
