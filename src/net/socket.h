/* socket.h -- how much has arrived at a TCP socket, by the kernel's count. */
#ifndef FELT_NET_SOCKET_H
#define FELT_NET_SOCKET_H

#include <stdbool.h>
#include <stdint.h>

/* Bytes that have arrived and nobody has read. */
bool felt_net_socket_unread(int socket, int *unread);
/* Bytes of the peer that ever arrived, and how many of them nobody has read.  What comes between
 * the two questions counts as unread only. */
bool felt_net_socket_count(int socket, uint64_t *received, int *unread);

#endif
