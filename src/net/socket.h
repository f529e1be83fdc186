/* socket.h -- what the kernel knows of a TCP socket: its peer, and how much has arrived. */
#ifndef FELT_NET_SOCKET_H
#define FELT_NET_SOCKET_H

#include <netinet/in.h>
#include <stdbool.h>
#include <stdint.h>

/* What is written while it is held leaves when it is let go, or 200 ms later. */
void felt_net_socket_hold(int socket, bool held);
/* Bytes that have arrived and nobody has read. */
bool felt_net_socket_unread(int socket, int *unread);
/* Bytes of the peer that ever arrived, and how many of them nobody has read.  What comes between
 * the two questions counts as unread only. */
bool felt_net_socket_count(int socket, uint64_t *received, int *unread);

/* The peer's address, IPv4 as ::ffff:a.b.c.d.  False: it is gone. */
bool felt_net_socket_peer(int socket, struct in6_addr *address, bool *loopback);
/* SILENT: it has closed its side, and perhaps still reads.  GONE: the connection is broken. */
enum felt_net_peer { FELT_NET_PEER_THERE, FELT_NET_PEER_SILENT, FELT_NET_PEER_GONE };
enum felt_net_peer felt_net_socket_look(int socket);

#endif
