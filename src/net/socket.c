/* socket.c -- see socket.h.
 *
 * A file of its own, because the kernel's header, which knows tcpi_bytes_received, cannot be
 * included together with the C library's <netinet/tcp.h>. */
#include "net/socket.h"

#include <linux/tcp.h>
#include <netinet/in.h>
#include <sys/ioctl.h>
#include <sys/socket.h>

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
