/* limits.c */
typedef int felt_limits_is_to_come;
