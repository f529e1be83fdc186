/* order.c */
typedef int felt_order_is_to_come;
