/* base64url.c */
typedef int felt_base64url_is_to_come;
