/* address.c -- see parts.h: how many sockets each address has open, from the moment they are
 * accepted.
 *
 * A guest is an address with at least one socket, found by a hash of it; the last socket that goes
 * takes the guest along.  Of IPv6 the first 64 bits count: whoever has one such address has them
 * all.
 */
#include "net/parts.h"

#include "felt/hash.h"

#include <stdlib.h>
#include <string.h>

static struct in6_addr shorten(const struct in6_addr *address)
{
    struct in6_addr network = *address;
    if (!IN6_IS_ADDR_V4MAPPED(address)) memset(&network.s6_addr[8], 0, 8);
    return network;
}

static struct guest **bucket(struct felt_net *net, const struct in6_addr *network)
{
    return &net->guests[felt_hash_bytes(1, network, sizeof *network) % GUEST_BUCKETS];
}

struct guest *felt_net_guest_add(struct felt_net *net, const struct in6_addr *address)
{
    struct in6_addr network = shorten(address);
    struct guest **first = bucket(net, &network), *guest = *first;
    while (guest && memcmp(&guest->network, &network, sizeof network) != 0) guest = guest->next;
    if (!guest) {
        guest = calloc(1, sizeof *guest);
        if (!guest) return NULL;
        guest->network = network;
        guest->next = *first;
        *first = guest;
    }
    guest->sockets++;
    return guest;
}

void felt_net_guest_drop(struct felt_net *net, struct guest *guest)
{
    if (!guest || --guest->sockets) return;
    struct guest **link = bucket(net, &guest->network);
    while (*link != guest) link = &(*link)->next;
    *link = guest->next;
    free(guest);
}
