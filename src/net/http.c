/* http.c -- see parts.h: answers to GET, files, and who may become a WebSocket.
 *
 * A path is a file if the configured directory has a plain file of that name.  libwebsockets
 * decodes and shortens paths ("/a/../b" is "/b"); here every name of a path that begins with a dot
 * is refused, which leaves no way up and hides what starts with a dot.
 *
 * A browser says in Origin which page wants to connect.  Programs send no Origin and may connect:
 * the check keeps other people's pages from using a visitor's browser, nothing else. */
#include "net/parts.h"

#include "felt/assert.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

enum { ANSWER_HEAD = 1024, CHUNK = 16384, PATH_MAX_BYTES = 1024, ORIGIN_BYTES = 300 };

/* --- answers --- */

static bool write_head(struct lws *wsi, int status, const char *type, size_t bytes, bool last)
{
    unsigned char head[LWS_PRE + ANSWER_HEAD];
    unsigned char *start = head + LWS_PRE, *at = start, *end = head + sizeof head - 1;
    if (lws_add_http_common_headers(wsi, (unsigned int)status, type, bytes, &at, end)) return false;
    static const unsigned char store[] = "no-store", close[] = "close", kind[] = "nosniff";
    if (lws_add_http_header_by_name(wsi, (const unsigned char *)"cache-control:", store,
                                    (int)sizeof store - 1, &at, end) ||
        lws_add_http_header_by_name(wsi, (const unsigned char *)"x-content-type-options:", kind,
                                    (int)sizeof kind - 1, &at, end))
        return false;
    if (status == 405 && lws_add_http_header_by_name(wsi, (const unsigned char *)"allow:",
                                                     (const unsigned char *)"GET", 3, &at, end))
        return false;
    if (last && lws_add_http_header_by_name(wsi, (const unsigned char *)"connection:", close,
                                            (int)sizeof close - 1, &at, end))
        return false;
    return lws_finalize_write_http_header(wsi, start, &at, end) == 0;
}

static const char *status_text(int status)
{
    switch (status) {
    case 403: return "forbidden\n";
    case 404: return "not found\n";
    case 405: return "only GET\n";
    case 426: return "connect by WebSocket\n";
    case 503: return "full\n";
    default: return "error\n";
    }
}

/* A refusal of one line, after which the connection is closed. */
static int refuse(struct lws *wsi, int status)
{
    char body[LWS_PRE + 32];
    const char *text = status_text(status);
    size_t bytes = strlen(text);
    memcpy(body + LWS_PRE, text, bytes);
    if (write_head(wsi, status, "text/plain; charset=utf-8", bytes, true))
        lws_write(wsi, (unsigned char *)body + LWS_PRE, bytes, LWS_WRITE_HTTP_FINAL);
    return -1;
}

void felt_net_http_free(struct visit *visit)
{
    free(visit->body);
    visit->body = NULL;
    visit->bytes = visit->sent = 0;
}

int felt_net_http_writable(struct lws *wsi, struct visit *visit)
{
    if (!visit->body) return 0;
    unsigned char chunk[LWS_PRE + CHUNK];
    size_t bytes = visit->bytes - visit->sent;
    if (bytes > CHUNK) bytes = CHUNK;
    memcpy(chunk + LWS_PRE, visit->body + visit->sent, bytes);
    bool last = visit->sent + bytes == visit->bytes;
    int written =
        lws_write(wsi, chunk + LWS_PRE, bytes, last ? LWS_WRITE_HTTP_FINAL : LWS_WRITE_HTTP);
    if (written < 0) return -1;
    visit->sent += bytes;
    if (!last) {
        lws_callback_on_writable(wsi);
        return 0;
    }
    felt_net_http_free(visit);
    return lws_http_transaction_completed(wsi) ? -1 : 0;
}

static int answer(struct lws *wsi, struct visit *visit, struct felt_net_answer *answer)
{
    felt_net_http_free(visit);
    if (!write_head(wsi, answer->status, answer->type, answer->bytes, false)) {
        free(answer->body);
        return -1;
    }
    if (answer->bytes == 0) {
        free(answer->body);
        return lws_http_transaction_completed(wsi) ? -1 : 0;
    }
    visit->body = answer->body;
    visit->bytes = answer->bytes;
    lws_callback_on_writable(wsi);
    return 0;
}

/* --- files --- */

static const char *type_of(const char *name)
{
    static const struct {
        const char *end, *type;
    } types[] = {
        {".html", "text/html; charset=utf-8"},
        {".css", "text/css; charset=utf-8"},
        {".js", "text/javascript; charset=utf-8"},
        {".mjs", "text/javascript; charset=utf-8"},
        {".json", "application/json"},
        {".map", "application/json"},
        {".webmanifest", "application/manifest+json"},
        {".txt", "text/plain; charset=utf-8"},
        {".md", "text/plain; charset=utf-8"},
        {".svg", "image/svg+xml"},
        {".png", "image/png"},
        {".jpg", "image/jpeg"},
        {".webp", "image/webp"},
        {".ico", "image/x-icon"},
        {".woff2", "font/woff2"},
        {".wasm", "application/wasm"},
        {".mp3", "audio/mpeg"},
        {".ogg", "audio/ogg"},
    };
    size_t length = strlen(name);
    for (size_t index = 0; index < sizeof types / sizeof types[0]; index++) {
        size_t end = strlen(types[index].end);
        if (length > end && strcmp(name + length - end, types[index].end) == 0)
            return types[index].type;
    }
    return "application/octet-stream";
}

/* "/a/b.js": every name has a first letter that is not a dot, nothing is empty. */
static bool path_is_plain(const char *path)
{
    if (*path != '/') return false;
    for (const char *at = path; *at; at++) {
        if (*at == '\\' || (unsigned char)*at < 0x20) return false;
        if (*at == '/' && (at[1] == '.' || at[1] == '/')) return false;
    }
    return true;
}

static bool find_file(const struct felt_net *net, const char *path, char out[PATH_MAX_BYTES])
{
    if (!net->config.files || !path_is_plain(path)) return false;
    size_t length = strlen(path);
    const char *index = path[length - 1] == '/' ? "index.html" : "";
    int bytes = snprintf(out, PATH_MAX_BYTES, "%s%s%s", net->config.files, path, index);
    if (bytes < 0 || bytes >= PATH_MAX_BYTES) return false;
    struct stat about;
    return stat(out, &about) == 0 && S_ISREG(about.st_mode);
}

/* --- requests --- */

int felt_net_http_request(struct felt_net *net, struct lws *wsi, struct visit *visit,
                          const char *path)
{
    net->busy = true;
    if (lws_hdr_total_length(wsi, WSI_TOKEN_GET_URI) <= 0) return refuse(wsi, 405);
    if (strcmp(path, net->config.ws_path) == 0) return refuse(wsi, 426);
    char file[PATH_MAX_BYTES];
    if (find_file(net, path, file)) {
        static const char header[] = "x-content-type-options: nosniff\x0d\x0a";
        int done = lws_serve_http_file(wsi, file, type_of(file), header, (int)sizeof header - 1);
        if (done < 0) return -1;
        return done > 0 && lws_http_transaction_completed(wsi) ? -1 : 0;
    }
    char query[HEAD_BYTES] = "";
    if (lws_hdr_total_length(wsi, WSI_TOKEN_HTTP_URI_ARGS) > 0 &&
        lws_hdr_copy(wsi, query, sizeof query, WSI_TOKEN_HTTP_URI_ARGS) < 0)
        query[0] = '\0';
    struct felt_net_answer found = {.status = 200, .type = "text/plain; charset=utf-8"};
    if (!net->calls.get || !net->calls.get(net->calls.self, path, query, &found))
        return refuse(wsi, 404);
    return answer(wsi, visit, &found);
}

/* --- who may become a WebSocket --- */

static bool same_host(const char *name, size_t bytes, const char *host)
{
    if (strlen(host) == bytes && strncasecmp(name, host, bytes) == 0) return true;
    /* A name without a port stands for every port; "[::1]" has colons of its own. */
    const char *colon = strrchr(host, ':');
    if (!colon || strchr(colon, ']')) return false;
    return (size_t)(colon - host) == bytes && strncasecmp(name, host, bytes) == 0;
}

static bool origin_is_listed(const char *origins, const char *host)
{
    for (const char *at = origins; *at;) {
        size_t bytes = strcspn(at, ",");
        const char *next = at + bytes + (at[bytes] == ',');
        while (bytes > 0 && *at == ' ') at++, bytes--;
        while (bytes > 0 && at[bytes - 1] == ' ') bytes--;
        if (bytes > 0 && same_host(at, bytes, host)) return true;
        at = next;
    }
    return false;
}

static bool origin_is_welcome(const struct felt_net *net, struct lws *wsi)
{
    if (lws_hdr_total_length(wsi, WSI_TOKEN_ORIGIN) <= 0) return true;
    const char *origins = net->config.origins;
    if (origins && strcmp(origins, "*") == 0) return true;
    char origin[ORIGIN_BYTES], own[ORIGIN_BYTES];
    if (lws_hdr_copy(wsi, origin, sizeof origin, WSI_TOKEN_ORIGIN) <= 0) return false;
    const char *host = strstr(origin, "://");
    if (!host) return false;
    host += 3;
    if (origins) return origin_is_listed(origins, host);
    if (lws_hdr_copy(wsi, own, sizeof own, WSI_TOKEN_HOST) <= 0) return false;
    return strcasecmp(host, own) == 0;
}

static bool has_room(const struct felt_net *net, struct lws *wsi)
{
    if (net->stopping || net->counts.connections >= net->config.connections_max) return false;
    const struct guest *guest = lws_get_opaque_user_data(wsi);
    return !guest || guest->lines < net->config.per_address_max;
}

int felt_net_http_upgrade(struct felt_net *net, struct lws *wsi, const char *to)
{
    char path[PATH_MAX_BYTES];
    int status = 0;
    if (strcasecmp(to, "websocket") != 0)
        status = 403;
    else if (lws_hdr_copy(wsi, path, sizeof path, WSI_TOKEN_GET_URI) <= 0)
        status = 405;
    else if (strcmp(path, net->config.ws_path) != 0 && strcmp(path, "/") != 0)
        status = 404; /* whoever forgot the path is welcome too */
    else if (!origin_is_welcome(net, wsi))
        status = 403;
    else if (!has_room(net, wsi))
        status = 503;
    if (!status) return 0;
    net->counts.refused++;
    return refuse(wsi, status);
}
