/* place.c -- see place.h. */
#include "net/place.h"

#include "felt/assert.h"

#include <libwebsockets.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

/* libwebsockets knows the usual ports of http and https only. */
static bool names_port(const char *url)
{
    const char *authority = strstr(url, "://");
    felt_assert(authority);
    authority += 3;
    const char *bracket = strchr(authority, ']'); /* of an IPv6 address */
    const char *colon = strchr(bracket ? bracket : authority, ':');
    return colon && colon < authority + strcspn(authority, "/?");
}

bool felt_net_place_read(const char *url, const char *plain, const char *secure,
                         struct felt_net_place *out)
{
    const char *scheme = NULL, *path = NULL;
    size_t bytes = strlen(url);
    if (bytes == 0 || bytes >= sizeof out->text) return false;
    for (const char *at = url; *at; at++)
        if ((unsigned char)*at <= 0x20 || (unsigned char)*at == 0x7f) return false;
    memcpy(out->text, url, bytes + 1);
    out->port = 0;
    if (lws_parse_uri(out->text, &scheme, &out->host, &out->port, &path)) return false;
    out->tls = strcasecmp(scheme, secure) == 0;
    if ((!out->tls && strcasecmp(scheme, plain) != 0) || !*out->host) return false;
    if (!names_port(url)) out->port = out->tls ? 443 : 80;
    if (out->port <= 0 || out->port > 65535) return false;
    int written = snprintf(out->path, sizeof out->path, "%s%s", *path == '/' ? "" : "/", path);
    return written > 0 && (size_t)written < sizeof out->path;
}

/* Nobody stands between us and this very machine: any certificate will do, since none is made out
 * to 127.0.0.1.  Elsewhere it must be trusted. */
int felt_net_place_tls(const struct felt_net_place *place)
{
    bool own = strcmp(place->host, "127.0.0.1") == 0 || strcmp(place->host, "localhost") == 0 ||
               strcmp(place->host, "::1") == 0;
    int trust = own ? LCCSCF_ALLOW_SELFSIGNED | LCCSCF_ALLOW_INSECURE |
                          LCCSCF_SKIP_SERVER_CERT_HOSTNAME_CHECK
                    : 0;
    return place->tls ? LCCSCF_USE_SSL | trust : 0;
}
