/* socket.c -- see socket.h.
 *
 * A file of its own, because the kernel's header, which knows tcpi_bytes_received, cannot be
 * included together with the C library's <netinet/tcp.h>. */
#include "net/socket.h"

#include <linux/tcp.h>
#include <netinet/in.h>
#include <sys/ioctl.h>
#include <string.h>
#include <sys/socket.h>

bool felt_net_socket_peer(int socket, struct in6_addr *address, bool *loopback)
{
    struct sockaddr_storage storage = {0};
    socklen_t bytes = sizeof storage;
    if (getpeername(socket, (struct sockaddr *)&storage, &bytes) != 0) return false;
    *address = (struct in6_addr)IN6ADDR_ANY_INIT;
    if (storage.ss_family == AF_INET) {
        const struct sockaddr_in *four = (const struct sockaddr_in *)&storage;
        address->s6_addr[10] = address->s6_addr[11] = 0xff;
        memcpy(&address->s6_addr[12], &four->sin_addr, 4);
    } else if (storage.ss_family == AF_INET6) {
        *address = ((const struct sockaddr_in6 *)&storage)->sin6_addr;
    } else {
        return false;
    }
    *loopback = IN6_IS_ADDR_LOOPBACK(address) ||
                (IN6_IS_ADDR_V4MAPPED(address) && address->s6_addr[12] == 127);
    return true;
}

void felt_net_socket_hold(int socket, bool held)
{
    int on = held;
    (void)setsockopt(socket, IPPROTO_TCP, TCP_CORK, &on, sizeof on);
}

bool felt_net_socket_unread(int socket, int *unread)
{
    return ioctl(socket, FIONREAD, unread) == 0;
}

bool felt_net_socket_count(int socket, uint64_t *received, int *unread)
{
    struct tcp_info info = {0};
    socklen_t bytes = sizeof info;
    if (getsockopt(socket, IPPROTO_TCP, TCP_INFO, &info, &bytes) != 0) return false;
    *received = info.tcpi_bytes_received;
    return felt_net_socket_unread(socket, unread);
}

enum felt_net_peer felt_net_socket_look(int socket)
{
    enum { OPEN = 1, HALF_CLOSED = 8 }; /* TCP_ESTABLISHED, TCP_CLOSE_WAIT: not in <linux/tcp.h> */
    struct tcp_info info = {0};
    socklen_t bytes = sizeof info;
    if (getsockopt(socket, IPPROTO_TCP, TCP_INFO, &info, &bytes) != 0) return FELT_NET_PEER_GONE;
    if (info.tcpi_state == OPEN) return FELT_NET_PEER_THERE;
    return info.tcpi_state == HALF_CLOSED ? FELT_NET_PEER_SILENT : FELT_NET_PEER_GONE;
}
