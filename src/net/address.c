/* address.c -- see parts.h: who the client is, and how many sockets each address has open, from the
 * moment they are accepted.
 *
 * Behind a proxy the peer is the proxy, and the client is the last address of X-Forwarded-For: that
 * one the proxy wrote itself; those before it are the client's own words.
 *
 * A guest is a network with at least one socket, found by a hash of it; the last socket that goes
 * takes the guest along.  An address counts for the networks it lies in (base/network.h): its guest
 * is the narrowest, which knows the next wider one.
 */
#include "net/parts.h"

#include "base/network.h"
#include "felt/assert.h"
#include "felt/hash.h"
#include "net/socket.h"

#include <arpa/inet.h>
#include <stdlib.h>
#include <string.h>

static struct crowd **bucket(struct felt_net *net, const struct in6_addr *network, uint8_t bits)
{
    return &net->guests[felt_hash_bytes(bits, network, sizeof *network) % CROWD_BUCKETS];
}

static struct crowd *add_network(struct felt_net *net, const struct in6_addr *network, uint8_t bits)
{
    struct crowd **first = bucket(net, network, bits), *crowd = *first;
    while (crowd && (crowd->bits != bits || memcmp(&crowd->network, network, sizeof *network) != 0))
        crowd = crowd->next;
    if (!crowd) {
        crowd = calloc(1, sizeof *crowd);
        if (!crowd) return NULL;
        crowd->network = *network;
        crowd->bits = bits;
        crowd->next = *first;
        *first = crowd;
    }
    crowd->sockets++;
    return crowd;
}

struct crowd *felt_net_crowd_add(struct felt_net *net, const struct in6_addr *address)
{
    struct crowd *crowd = NULL;
    for (int level = FELT_NETWORKS - 1; level >= 0; level--) {
        struct in6_addr network = *address;
        int bits = felt_network_bits(address->s6_addr, level);
        if (bits == 0) continue;
        felt_network_cut(network.s6_addr, bits);
        struct crowd *narrower = add_network(net, &network, (uint8_t)bits);
        if (!narrower) {
            felt_net_crowd_drop(net, crowd);
            return NULL;
        }
        narrower->wider = crowd;
        narrower->level = (uint8_t)level;
        crowd = narrower;
    }
    return crowd;
}

void felt_net_crowd_drop(struct felt_net *net, struct crowd *crowd)
{
    for (struct crowd *wider; crowd; crowd = wider) {
        wider = crowd->wider;
        if (--crowd->sockets) continue;
        struct crowd **link = bucket(net, &crowd->network, crowd->bits);
        while (*link != crowd) link = &(*link)->next;
        *link = crowd->next;
        free(crowd);
    }
}

void felt_net_crowd_conns(struct crowd *crowd, int32_t change)
{
    for (; crowd; crowd = crowd->wider) crowd->conns += (uint32_t)change;
}

bool felt_net_crowd_has_room(const struct crowd *crowd, uint32_t conns_max)
{
    for (; crowd; crowd = crowd->wider)
        if (crowd->conns >= conns_max * felt_network_times(crowd->level)) return false;
    return true;
}

bool felt_net_crowd_is_crowded(const struct crowd *crowd, uint32_t sockets_max)
{
    for (; crowd; crowd = crowd->wider)
        if (crowd->sockets > sockets_max * felt_network_times(crowd->level)) return true;
    return false;
}

/* --- who it is --- */

bool felt_net_is_proxied(const struct felt_net *net, struct lws *wsi)
{
    struct in6_addr peer;
    bool loopback = false;
    return net->config.proxy && felt_net_socket_peer(lws_get_socket_fd(wsi), &peer, &loopback) &&
           loopback;
}

bool felt_net_is_local(const struct felt_net *net, struct lws *wsi)
{
    struct in6_addr peer;
    bool loopback = false;
    if (!felt_net_socket_peer(lws_get_socket_fd(wsi), &peer, &loopback) || !loopback) return false;
    return !net->config.proxy || lws_hdr_total_length(wsi, WSI_TOKEN_X_FORWARDED_FOR) <= 0;
}

static bool read_address(const char *text, struct in6_addr *out)
{
    struct in_addr four;
    if (inet_pton(AF_INET6, text, out) == 1) return true;
    if (inet_pton(AF_INET, text, &four) != 1) return false;
    *out = (struct in6_addr)IN6ADDR_ANY_INIT;
    out->s6_addr[10] = out->s6_addr[11] = 0xff;
    memcpy(&out->s6_addr[12], &four, 4);
    return true;
}

/* 192.0.2.1:80, [2001:db8::1], [2001:db8::1]:80, and all of them in quotes, as some proxies write.
 */
static bool read_forms(char *text, struct in6_addr *out)
{
    size_t bytes = strlen(text);
    if (bytes >= 2 && text[0] == '"' && text[bytes - 1] == '"') {
        text[bytes - 1] = '\0';
        text++;
    }
    char *port = NULL;
    if (*text == '[') {
        char *end = strchr(++text, ']');
        if (!end || (end[1] && end[1] != ':')) return false;
        port = end[1] ? end + 2 : NULL;
        *end = '\0';
    } else if (strchr(text, ':') == strrchr(text, ':') && strchr(text, ':')) {
        port = strchr(text, ':') + 1;
        port[-1] = '\0';
    }
    if (port && (!*port || strlen(port) > 5 || port[strspn(port, "0123456789")])) return false;
    return read_address(text, out);
}

static bool read_forwarded(struct felt_net *net, struct lws *wsi, struct in6_addr *out)
{
    char list[HEAD_BYTES];
    if (lws_hdr_total_length(wsi, WSI_TOKEN_X_FORWARDED_FOR) <= 0 ||
        lws_hdr_copy(wsi, list, sizeof list, WSI_TOKEN_X_FORWARDED_FOR) <= 0)
        return false;
    char *last = strrchr(list, ',');
    last = last ? last + 1 : list;
    last += strspn(last, " \t");
    last[strcspn(last, " \t")] = '\0';
    if (read_forms(last, out)) return true;
    if (!net->warned)
        fputs(
            "felt: the proxy's X-Forwarded-For does not end with an address: all whom it does not "
            "name count as one\n",
            stderr);
    net->warned = true;
    return false;
}

bool felt_net_client_address(struct felt_net *net, struct lws *wsi, struct in6_addr *address,
                             bool *loopback)
{
    if (!felt_net_socket_peer(lws_get_socket_fd(wsi), address, loopback)) return false;
    if (!net->config.proxy || !*loopback) return true;
    struct in6_addr named;
    if (read_forwarded(net, wsi, &named)) *address = named;
    *loopback = false;
    return true;
}

void felt_net_address_show(const struct in6_addr *address, char out[INET6_ADDRSTRLEN])
{
    const char *text = IN6_IS_ADDR_V4MAPPED(address)
                           ? inet_ntop(AF_INET, &address->s6_addr[12], out, INET6_ADDRSTRLEN)
                           : inet_ntop(AF_INET6, address, out, INET6_ADDRSTRLEN);
    felt_assert(text);
}
