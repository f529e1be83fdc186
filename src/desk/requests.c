/* requests.c */
typedef int felt_requests_is_to_come;
