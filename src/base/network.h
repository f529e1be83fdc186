/* network.h -- the networks that an address lies in, for limits that count networks.
 *
 * Whoever has one IPv6 address has the 2^64 of its /64, and often all of a /56 or a /48; whoever
 * rents IPv4 addresses gets neighbours of one /24.  So each is counted at three levels at once, and
 * a wider network may do more than one address, but not as much as all that lie in it:
 *
 *     level     IPv6   IPv4        allowance
 *     NARROW    /64    the address     1
 *     MIDDLE    /56    (none)          4
 *     WIDE      /48    /24            16
 *
 * An address is 16 bytes, an IPv4 one within IPv6 (::ffff:192.0.2.1).  Pure. */
#ifndef FELT_BASE_NETWORK_H
#define FELT_BASE_NETWORK_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

enum felt_network_level {
    FELT_NETWORK_NARROW,
    FELT_NETWORK_MIDDLE,
    FELT_NETWORK_WIDE,
    FELT_NETWORKS
};
enum { FELT_NETWORK_BYTES = 16, FELT_NETWORK_FOUR_BITS = 96 /* before an IPv4 address */ };

static inline bool felt_network_is_four(const uint8_t address[FELT_NETWORK_BYTES])
{
    static const uint8_t mapped[FELT_NETWORK_FOUR_BITS / 8] = {0, 0, 0, 0, 0,    0,
                                                               0, 0, 0, 0, 0xFF, 0xFF};
    return memcmp(address, mapped, sizeof mapped) == 0;
}

/* How many bits of the address name the network; 0: there is none of that level. */
static inline int felt_network_bits(const uint8_t address[FELT_NETWORK_BYTES], int level)
{
    static const uint8_t six[FELT_NETWORKS] = {64, 56, 48};
    static const uint8_t four[FELT_NETWORKS] = {128, 0, FELT_NETWORK_FOUR_BITS + 24};
    return felt_network_is_four(address) ? four[level] : six[level];
}

/* Nothing but the first `bits` stays: a multiple of eight. */
static inline void felt_network_cut(uint8_t address[FELT_NETWORK_BYTES], int bits)
{
    memset(address + bits / 8, 0, (size_t)(FELT_NETWORK_BYTES - bits / 8));
}

/* How many times the allowance of an address a network has. */
static inline uint32_t felt_network_times(int level)
{
    static const uint8_t times[FELT_NETWORKS] = {1, 4, 16};
    return times[level];
}

#endif
