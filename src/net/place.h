/* place.h -- where a client connects to: the parts of an address, and whom it trusts there. */
#ifndef FELT_NET_PLACE_H
#define FELT_NET_PLACE_H

#include <stdbool.h>

enum { FELT_NET_URL_BYTES = 1024 };

struct felt_net_place {
    char text[FELT_NET_URL_BYTES], path[FELT_NET_URL_BYTES];
    const char *host; /* points into text, so a place is not copied                              */
    int port;
    bool tls;
};

/* Reads PLAIN://HOST[:PORT][/PATH], or SECURE://... .  False: it is no such address. */
bool felt_net_place_read(const char *url, const char *plain, const char *secure,
                         struct felt_net_place *out);

/* What libwebsockets is to do about TLS there. */
int felt_net_place_tls(const struct felt_net_place *place);

#endif
