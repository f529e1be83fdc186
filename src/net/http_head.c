/* http_head.c -- see parts.h: headers that must not be believed.
 *
 * libwebsockets gives us the headers it knows, and forgets about the others.  "Content-Length : 5"
 * is another one to it, because of the blank, and what follows the head would be the next request;
 * a proxy before us may have read that line as it was meant, and then one client's body is another
 * client's request.  So whatever could be meant as a length by anybody is refused.
 *
 * There is no call that lists the unknown headers; but the path that comes with LWS_CALLBACK_HTTP
 * lies in the memory that holds the whole head, and that looks like this in all versions since 4.0
 * (4.1.6 is what we test with):
 *
 *     path \0  [arguments]  "HTTP/1.1" \0  item item ...  8 bytes 0, \r, \n
 *
 * An item is the value of a known header with a zero byte behind it, or an unknown header:
 *
 *     2 bytes length of the name, with its colon      numbers have the highest byte first
 *     2 bytes length of the value
 *     4 bytes where the next unknown header is, 0: none
 *     name, in small letters, and value
 *
 * Values are printable (is_clean() has asked for each), names and values of unknown headers must be
 * too.  So nothing that a client sends looks like the eight bytes before an unknown header, and
 * none can hide in another item.  Only a known header without a value is a lone zero byte, of which
 * one cannot say whose it is: "Content-Length:" is not there to libwebsockets.  After such a
 * request the connection is closed, which leaves nothing to be taken for a request.
 *
 * An unknown header whose name is the beginning of a known one ("X", "If") swallows the next line
 * into its name: libwebsockets sees too late that it does not know it.  Such a name is refused too.
 *
 * What cannot be seen: a carriage return within the value of a known header, behind which
 * libwebsockets drops the rest of the line, and whether a line ended with \n alone. */
#define _GNU_SOURCE /* memmem */
#include "net/parts.h"

#include <string.h>
#include <strings.h>

enum { ENTRY_BYTES = 8, VERSION_BYTES = 16, FRAGMENTS_MAX = 100, BEFORE = 16 };

/* Nothing below a blank; a tab is a blank within a value. */
static bool is_printable(const char *text, size_t bytes)
{
    for (size_t index = 0; index < bytes; index++) {
        unsigned char letter = (unsigned char)text[index];
        if ((letter < 0x20 && (letter != '\t' || index == 0)) || letter == 0x7f) return false;
    }
    return true;
}

/* Are the values of all known headers printable? */
static bool is_clean(struct lws *wsi)
{
    char value[HEAD_BYTES + 1];
    for (int token = 0; token < WSI_TOKEN_COUNT; token++) {
        if (token == WSI_TOKEN_HTTP_URI_ARGS) continue; /* decoded: whatever was meant */
        enum lws_token_indexes which = (enum lws_token_indexes)token;
        for (int index = 0; index < FRAGMENTS_MAX; index++) {
            int bytes = lws_hdr_fragment_length(wsi, which, index);
            if (bytes <= 0) break;
            if (lws_hdr_copy_fragment(wsi, value, sizeof value, which, index) < 0) return false;
            if (!is_printable(value, (size_t)bytes)) return false;
        }
    }
    return true;
}

static bool contains(const char *text, size_t bytes, const char *word)
{
    size_t length = strlen(word);
    for (size_t at = 0; at + length <= bytes; at++)
        if (strncasecmp(text + at, word, length) == 0) return true;
    return false;
}

/* A name that could be meant to say where the body ends, or that is none (RFC 9110, 5.6.2). */
static bool is_bad_name(const char *name, size_t bytes)
{
    static const char signs[] = "!#$%&'*+-.^_`|~";
    for (size_t index = 0; index < bytes; index++) {
        char letter = name[index];
        bool good = (letter >= 'a' && letter <= 'z') || (letter >= '0' && letter <= '9') ||
                    (letter && strchr(signs, letter));
        if (!good) return true;
    }
    return bytes == 0 || contains(name, bytes, "content-length") ||
           contains(name, bytes, "content_length") || contains(name, bytes, "transfer-encoding") ||
           contains(name, bytes, "transfer_encoding");
}

/* A carriage return within a value is left out; so a header may hide behind it. */
static bool is_bad_value(const char *value, size_t bytes)
{
    return !is_printable(value, bytes) || contains(value, bytes, "content-length:") ||
           contains(value, bytes, "transfer-encoding:");
}

static size_t read_number(const char *at)
{
    return (size_t)(unsigned char)at[0] << 8 | (unsigned char)at[1];
}

/* The bytes of the unknown header at `at`; 0: it is none, or one that is refused. */
static size_t measure(const char *at, size_t room, bool *bad)
{
    if (room < ENTRY_BYTES) return 0;
    size_t name = read_number(at), value = read_number(at + 2);
    if (name == 0 || name + value > room - ENTRY_BYTES) return 0;
    const char *text = at + ENTRY_BYTES;
    if (read_number(at + 4) != 0 || memchr(text, ':', name) != text + name - 1) return 0;
    *bad = is_bad_name(text, name - 1) || is_bad_value(text + name, value);
    return ENTRY_BYTES + name + value;
}

enum felt_net_doubt felt_net_http_doubt(struct lws *wsi, const char *path)
{
    static const char end[ENTRY_BYTES + 2] = {0, 0, 0, 0, 0, 0, 0, 0, '\r', '\n'};
    char version[VERSION_BYTES + 2] = "";
    enum felt_net_doubt doubt = FELT_NET_BELIEVED;
    if (!is_clean(wsi)) return FELT_NET_REFUSED;
    int bytes = lws_hdr_copy(wsi, version + 1, VERSION_BYTES, WSI_TOKEN_HTTP);
    if (bytes <= 0) return FELT_NET_REFUSED;
    /* Before the path lie what libwebsockets keeps of the method, less than BEFORE bytes. */
    const char *last = path + HEAD_BYTES - BEFORE,
               *at = memmem(path, (size_t)(last - path), version, (size_t)bytes + 2);
    if (!at) return FELT_NET_REFUSED;
    for (at += bytes + 2; at + sizeof end <= last;) {
        bool bad = false;
        size_t room = (size_t)(last - at), used = 0;
        if (memcmp(at, end, sizeof end) == 0) return doubt;
        if ((unsigned char)*at >= 0x20) {
            const char *zero = memchr(at, '\0', room);
            if (!zero) return FELT_NET_REFUSED;
            used = (size_t)(zero - at) + 1;
        } else {
            used = measure(at, room, &bad);
        }
        if (bad || (used == 0 && *at)) return FELT_NET_REFUSED;
        if (used == 0) doubt = FELT_NET_DOUBTED;
        at += used ? used : 1;
    }
    return FELT_NET_REFUSED;
}
