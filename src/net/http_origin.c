/* http_origin.c -- see parts.h: whose page asks, by which name, and how a WebSocket begins.
 *
 * A browser says in Origin which page wants something.  Programs send no Origin and may connect:
 * the check keeps other people's pages from using a client's browser, nothing else.  A page of
 * ours has our scheme too: http://HOST is not https://HOST.
 *
 * Host is the name by which a browser found us.  A foreign page can make a name of its own point to
 * our address (DNS rebinding); then its Origin and our Host agree.  An address as such and
 * localhost cannot be made to point elsewhere, so they are always fine; other names must be in
 * config.hosts, if that is there. */
#include "net/parts.h"

#include <arpa/inet.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

enum { ORIGIN_BYTES = 300, HOST_BYTES = 256, KEY_LETTERS = 24, VERSION_BYTES = 8 };

/* ---- lists of names ---- */

static bool same_host(const char *name, size_t bytes, const char *host)
{
    if (strlen(host) == bytes && strncasecmp(name, host, bytes) == 0) return true;
    /* A name without a port stands for every port; "[::1]" has colons of its own. */
    const char *colon = strrchr(host, ':');
    if (!colon || strchr(colon, ']')) return false;
    return (size_t)(colon - host) == bytes && strncasecmp(name, host, bytes) == 0;
}

static bool has_scheme(const char *entry, size_t bytes)
{
    const char *colon = memchr(entry, ':', bytes);
    return colon && (size_t)(colon - entry) + 3 <= bytes && memcmp(colon, "://", 3) == 0;
}

/* Is the host in a list with commas between names?  A name with a scheme before it must be the
 * whole origin. */
static bool is_listed(const char *list, const char *host, const char *origin)
{
    for (const char *at = list; *at;) {
        size_t bytes = strcspn(at, ",");
        const char *next = at + bytes + (at[bytes] == ',');
        while (bytes > 0 && *at == ' ') at++, bytes--;
        while (bytes > 0 && at[bytes - 1] == ' ') bytes--;
        const char *wanted = has_scheme(at, bytes) ? origin : host;
        if (bytes > 0 && same_host(at, bytes, wanted)) return true;
        at = next;
    }
    return false;
}

/* ---- Origin ---- */

/* The host of "https://HOST"; NULL: it is no origin of a page. */
static const char *host_of(const char *origin)
{
    if (strncasecmp(origin, "http://", 7) == 0) return origin + 7;
    if (strncasecmp(origin, "https://", 8) == 0) return origin + 8;
    return NULL;
}

static bool is_own_page(const struct felt_net *net, struct lws *wsi, const char *origin)
{
    char host[ORIGIN_BYTES], own[ORIGIN_BYTES + 8];
    if (lws_hdr_copy(wsi, host, sizeof host, WSI_TOKEN_HOST) <= 0) return false;
    (void)snprintf(own, sizeof own, "%s://%s", felt_net_http_is_secure(net, wsi) ? "https" : "http",
                   host);
    return strcasecmp(origin, own) == 0;
}

bool felt_net_http_is_welcome(const struct felt_net *net, struct lws *wsi)
{
    if (lws_hdr_total_length(wsi, WSI_TOKEN_ORIGIN) <= 0) return true;
    const char *origins = net->config.origins;
    if (origins && strcmp(origins, "*") == 0) return true;
    char origin[ORIGIN_BYTES];
    if (lws_hdr_copy(wsi, origin, sizeof origin, WSI_TOKEN_ORIGIN) <= 0) return false;
    const char *host = host_of(origin);
    if (!host) return false;
    return origins ? is_listed(origins, host, origin) : is_own_page(net, wsi, origin);
}

bool felt_net_http_is_foreign(const struct felt_net *net, struct lws *wsi)
{
    char origin[ORIGIN_BYTES];
    if (felt_net_http_is_welcome(net, wsi)) return false;
    return lws_hdr_copy(wsi, origin, sizeof origin, WSI_TOKEN_ORIGIN) <= 0 ||
           !is_own_page(net, wsi, origin);
}

/* ---- Host ---- */

/* Without ":PORT" and the brackets of IPv6. */
static bool is_address(const char *host)
{
    char text[HOST_BYTES];
    unsigned char address[sizeof(struct in6_addr)];
    bool six = *host == '[';
    size_t bytes = strcspn(host + six, six ? "]" : ":");
    if (bytes >= sizeof text) return false;
    memcpy(text, host + six, bytes);
    text[bytes] = '\0';
    return inet_pton(six ? AF_INET6 : AF_INET, text, address) == 1;
}

static bool is_localhost(const char *host)
{
    static const char name[] = "localhost";
    size_t bytes = strcspn(host, ":"), length = sizeof name - 1;
    if (bytes > 0 && host[bytes - 1] == '.') bytes--;
    if (bytes < length || strncasecmp(host + bytes - length, name, length) != 0) return false;
    return bytes == length || host[bytes - length - 1] == '.';
}

int felt_net_http_host(const struct felt_net *net, struct lws *wsi)
{
    char host[HOST_BYTES];
    if (lws_hdr_fragment_length(wsi, WSI_TOKEN_HOST, 1) > 0) return 400; /* two of them */
    if (!net->config.hosts || lws_hdr_total_length(wsi, WSI_TOKEN_HOST) <= 0) return 0;
    if (lws_hdr_copy(wsi, host, sizeof host, WSI_TOKEN_HOST) <= 0) return 400;
    if (is_address(host) || is_localhost(host)) return 0;
    return is_listed(net->config.hosts, host, host) ? 0 : 421;
}

/* ---- TLS for ever ---- */

bool felt_net_http_strict(const struct felt_net *net, struct lws *wsi, char out[STRICT_BYTES])
{
    if (!net->config.strict_seconds || !felt_net_http_is_secure(net, wsi)) return false;
    (void)snprintf(out, STRICT_BYTES, "max-age=%u", net->config.strict_seconds);
    return true;
}

/* ---- WebSocket ---- */

/* Sixteen bytes in base64: 22 letters, of which the last has four bits that are 0, and "==". */
static bool is_key(const char *key)
{
    static const char letters[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    return strlen(key) == KEY_LETTERS && strspn(key, letters) == KEY_LETTERS - 2 &&
           strchr("AQgw", key[KEY_LETTERS - 3]) && strcmp(key + KEY_LETTERS - 2, "==") == 0;
}

int felt_net_http_handshake(struct lws *wsi)
{
    char version[VERSION_BYTES], key[KEY_LETTERS + 2];
    if (lws_hdr_copy(wsi, version, sizeof version, WSI_TOKEN_VERSION) <= 0 ||
        strcmp(version, "13") != 0)
        return 426;
    if (lws_hdr_copy(wsi, key, sizeof key, WSI_TOKEN_KEY) <= 0 || !is_key(key)) return 400;
    return 0;
}
