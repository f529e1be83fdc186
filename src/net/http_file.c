/* http_file.c -- see parts.h: files of the configured directory, for browsers.
 *
 * A path is a file if the directory has a plain file of that name.  libwebsockets decodes and
 * shortens paths ("/a/../b" is "/b"); here every name of a path that begins with a dot is refused,
 * which leaves no way up and hides what starts with a dot.  A link that leads out of the directory
 * is not there.
 *
 * Beside FILE may lie FILE.gz, the same packed: it is sent to those who take it.
 *
 * A name like "app-3KZQ7A2B.js" has a hash of its content in it: whatever it is, it never changes,
 * and a browser may keep it.  Everything else is asked for again each time.
 *
 * Pages run what comes from this server and nothing else: no script or style of their own, no
 * address of others, no frame around them.  'self' is also ws: and wss: of this host. */
#include "net/parts.h"

#include "felt/assert.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

enum { HASH_LETTERS = 8, ENCODINGS_BYTES = 256, HEADERS_BYTES = 1024 };

#define LINE_END "\x0d\x0a"

static const char guards[] =
    "x-content-type-options: nosniff" LINE_END "referrer-policy: no-referrer" LINE_END
    "x-frame-options: DENY" LINE_END "cross-origin-opener-policy: same-origin" LINE_END
    "content-security-policy: default-src 'none'; script-src 'self'; style-src 'self'; "
    "img-src 'self' data:; connect-src 'self'; manifest-src 'self'; font-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'" LINE_END;

/* ---- what a file is ---- */

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

/* "app-3KZQ7A2B.js": is a hash of the content part of the name? */
static bool has_hash(const char *file)
{
    static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
    const char *dash = strrchr(file, '-');
    return dash && strspn(dash + 1, letters) == HASH_LETTERS && dash[1 + HASH_LETTERS] == '.';
}

/* A plain file that lies within the directory, also if links lead to it. */
static bool is_file(const struct felt_net *net, const char *name)
{
    struct stat about;
    char root[PATH_MAX], real[PATH_MAX];
    if (stat(name, &about) != 0 || !S_ISREG(about.st_mode)) return false;
    if (!realpath(net->config.files, root) || !realpath(name, real)) return false;
    size_t bytes = strcmp(root, "/") == 0 ? 0 : strlen(root);
    return strncmp(real, root, bytes) == 0 && real[bytes] == '/';
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

bool felt_net_file_find(const struct felt_net *net, const char *path, char out[FILE_PATH_BYTES])
{
    char own[FILE_PATH_BYTES];
    if (!out) out = own;
    if (!net->config.files || !path_is_plain(path)) return false;
    size_t length = strlen(path);
    const char *index = path[length - 1] == '/' ? "index.html" : "";
    int bytes = snprintf(out, FILE_PATH_BYTES, "%s%s%s", net->config.files, path, index);
    return bytes >= 0 && bytes < FILE_PATH_BYTES && is_file(net, out);
}

/* ---- sending ---- */

/* "q=0", "q=0.000": by no means. */
static bool is_refused(const char *weight, size_t bytes)
{
    while (bytes > 0 && (*weight == ' ' || *weight == ';')) weight++, bytes--;
    if (bytes < 3 || (*weight != 'q' && *weight != 'Q') || weight[1] != '=') return false;
    return strspn(weight + 2, "0.") >= bytes - 2;
}

/* "gzip, deflate, br": what cannot be read is not there. */
static bool takes_gzip(struct lws *wsi)
{
    char list[ENCODINGS_BYTES];
    if (lws_hdr_total_length(wsi, WSI_TOKEN_HTTP_ACCEPT_ENCODING) <= 0 ||
        lws_hdr_copy(wsi, list, sizeof list, WSI_TOKEN_HTTP_ACCEPT_ENCODING) <= 0)
        return false;
    for (const char *at = list; *at;) {
        at += strspn(at, " \t,");
        size_t bytes = strcspn(at, ","), name = strcspn(at, " \t;,");
        if (name == 4 && strncasecmp(at, "gzip", 4) == 0) return !is_refused(at + 4, bytes - 4);
        at += bytes;
    }
    return false;
}

int felt_net_file_send(const struct felt_net *net, struct lws *wsi, const char *file)
{
    char packed[FILE_PATH_BYTES + 4], headers[HEADERS_BYTES], strict[STRICT_BYTES];
    bool always = felt_net_http_strict(net, wsi, strict);
    (void)snprintf(packed, sizeof packed, "%s.gz", file);
    bool both = is_file(net, packed), small = both && takes_gzip(wsi);
    int bytes = snprintf(
        headers, sizeof headers, "%scache-control: %s" LINE_END "%s%s%s%s%s", guards,
        has_hash(file) ? "public, max-age=31536000, immutable" : "no-cache",
        both ? "vary: accept-encoding" LINE_END : "",
        small ? "content-encoding: gzip" LINE_END : "", always ? "strict-transport-security: " : "",
        always ? strict : "", always ? LINE_END : "");
    felt_assert(bytes > 0 && (size_t)bytes < sizeof headers);
    int done = lws_serve_http_file(wsi, small ? packed : file, type_of(file), headers, (int)bytes);
    if (done < 0) return -1;
    if (done > 0) return felt_net_file_sent(wsi);
    const struct caller *caller = lws_get_opaque_user_data(wsi);
    return caller->bare && caller->last ? -1 : 0; /* of a file without body the head was all */
}

int felt_net_file_sent(struct lws *wsi)
{
    bool last = ((const struct caller *)lws_get_opaque_user_data(wsi))->last;
    return lws_http_transaction_completed(wsi) || last ? -1 : 0;
}
