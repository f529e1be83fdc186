/* toml.c -- see toml.h.
 *
 * A recursive descent over bytes that are known to be UTF-8.  Depth is bounded by
 * FELT_RECORD_DEPTH_MAX, everything else by the length of the text. */
#include "formats/hands/toml.h"

#include "base/format.h"
#include "base/utf8.h"
#include "felt/assert.h"
#include "felt/record.h"
#include "formats/hands/amount.h"

#include <string.h>

enum { TOKEN_MAX = 64, TABLE_KEYS_MAX = 32 };

bool felt_toml_verify(struct felt_toml *toml)
{
    for (size_t at = 0, used; at < toml->bytes; at += used) {
        uint32_t c;
        if (!felt_utf8_read(toml->text + at, toml->bytes - at, &used, &c))
            return felt_toml_refuse(toml, FELT_BAD_FORMAT, at, used, "these bytes are not UTF-8");
        bool line_end =
            c == '\n' || (c == '\r' && at + 1 < toml->bytes && toml->text[at + 1] == '\n');
        if ((c < 0x20 && c != '\t' && !line_end) || c == 0x7F)
            return felt_toml_refuse(toml, FELT_BAD_FORMAT, at, 1,
                                    "a control character (%d); write it as \\u00XX", (int)c);
    }
    return true;
}

/* ---- white space ---- */

void felt_toml_skip_spaces(struct felt_toml *toml)
{
    while (felt_toml_peek(toml) == ' ' || felt_toml_peek(toml) == '\t') toml->at++;
}

static void skip_remark(struct felt_toml *toml)
{
    if (felt_toml_peek(toml) != '#') return;
    while (toml->at < toml->bytes && toml->text[toml->at] != '\n') toml->at++;
}

void felt_toml_skip_lines(struct felt_toml *toml)
{
    for (;;) {
        felt_toml_skip_spaces(toml);
        skip_remark(toml);
        char c = felt_toml_peek(toml);
        if (c != '\n' && c != '\r') return;
        toml->at++;
    }
}

bool felt_toml_end_line(struct felt_toml *toml)
{
    felt_toml_skip_spaces(toml);
    skip_remark(toml);
    if (felt_toml_peek(toml) == '\r') toml->at++;
    if (toml->at < toml->bytes && toml->text[toml->at] != '\n')
        return felt_toml_refuse(toml, FELT_BAD_FORMAT, toml->at, 1,
                                "the line should end here; put one field on a line");
    if (toml->at < toml->bytes) toml->at++;
    return true;
}

/* ---- strings ---- */

static int hex_digit(char c)
{
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    return -1;
}

static void append_utf8(struct felt_buffer *out, uint32_t c)
{
    if (c < 0x80) {
        felt_buffer_char(out, (char)c);
        return;
    }
    char bytes[4];
    int count = c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
    for (int i = count - 1; i > 0; i--, c >>= 6) bytes[i] = (char)(0x80 | (c & 0x3F));
    bytes[0] = (char)((0xF00 >> count & 0xFF) | c);
    felt_buffer_bytes(out, bytes, (size_t)count);
}

/* \u and \U: the cursor stands behind the letter. */
static bool read_code(struct felt_toml *toml, int digits, struct felt_buffer *out)
{
    uint32_t c = 0;
    size_t start = toml->at - 2;
    for (int i = 0; i < digits; i++, toml->at++) {
        int digit = hex_digit(felt_toml_peek(toml));
        if (digit < 0)
            return felt_toml_refuse(toml, FELT_BAD_FORMAT, start, toml->at - start,
                                    "\\u takes four hexadecimal digits, \\U eight");
        c = c << 4 | (uint32_t)digit;
    }
    if (c > 0x10FFFF || (c >= 0xD800 && c < 0xE000))
        return felt_toml_refuse(toml, FELT_BAD_FORMAT, start, toml->at - start,
                                "there is no such character in Unicode");
    append_utf8(out, c);
    return true;
}

/* A backslash at the end of a line joins it with the next text.  True if it was one. */
static bool join_lines(struct felt_toml *toml)
{
    size_t at = toml->at;
    while (at < toml->bytes && (toml->text[at] == ' ' || toml->text[at] == '\t')) at++;
    if (at < toml->bytes && toml->text[at] == '\r') at++;
    if (at == toml->bytes || toml->text[at] != '\n') return false;
    while (at < toml->bytes && memchr(" \t\r\n", toml->text[at], 4)) at++;
    toml->at = at;
    return true;
}

/* The cursor stands behind the backslash. */
static bool read_escape(struct felt_toml *toml, bool lines, struct felt_buffer *out)
{
    static const char letters[] = "btnfr\"\\", meant[] = "\b\t\n\f\r\"\\";
    char c = felt_toml_peek(toml);
    if (lines && join_lines(toml)) return true;
    const char *letter = c ? strchr(letters, c) : NULL;
    if (letter) {
        toml->at++;
        felt_buffer_char(out, meant[letter - letters]);
        return true;
    }
    if (c != 'u' && c != 'U')
        return felt_toml_refuse(toml, FELT_BAD_FORMAT, toml->at - 1, 1,
                                "\\ in a text is followed by b t n f r u U \" or \\");
    toml->at++;
    return read_code(toml, c == 'u' ? 4 : 8, out);
}

/* How many of `quote` stand here, at most five. */
static size_t count_quotes(const struct felt_toml *toml, char quote)
{
    size_t count = 0;
    while (count < 5 && toml->at + count < toml->bytes && toml->text[toml->at + count] == quote)
        count++;
    return count;
}

bool felt_toml_text(struct felt_toml *toml, struct felt_buffer *out)
{
    size_t start = toml->at;
    char quote = felt_toml_peek(toml);
    if (quote != '"' && quote != '\'')
        return felt_toml_refuse(toml, FELT_BAD_FORMAT, start, start < toml->bytes,
                                "a text in quotes should stand here");
    size_t quotes = count_quotes(toml, quote);
    bool lines = quotes >= 3;
    toml->at += lines ? 3 : 1;
    if (lines && felt_toml_peek(toml) == '\r') toml->at++;
    if (lines && felt_toml_peek(toml) == '\n') toml->at++;
    for (;;) {
        if (toml->at == toml->bytes || (!lines && toml->text[toml->at] == '\n'))
            return felt_toml_refuse(toml, FELT_BAD_FORMAT, start, 1,
                                    "the quotes that open here are never closed");
        char c = toml->text[toml->at];
        if (c == quote) {
            size_t run = lines ? count_quotes(toml, quote) : 1;
            toml->at += run;
            if (!lines) return true;
            felt_buffer_bytes(out, toml->text + toml->at - run, run >= 3 ? run - 3 : run);
            if (run >= 3) return true;
            continue;
        }
        toml->at++;
        if (c == '\\' && quote == '"') {
            if (!read_escape(toml, lines, out)) return false;
        } else {
            felt_buffer_char(out, c);
        }
    }
}

void felt_toml_write_text(struct felt_buffer *out, const char *text, size_t bytes)
{
    static const char escaped[] = "\b\t\n\f\r\"\\", letters[] = "btnfr\"\\";
    static const char digits[] = "0123456789ABCDEF";
    felt_buffer_char(out, '"');
    for (size_t i = 0; i < bytes; i++) {
        char c = text[i];
        const char *found = c ? strchr(escaped, c) : NULL;
        if (found) {
            felt_buffer_char(out, '\\');
            felt_buffer_char(out, letters[found - escaped]);
        } else if ((unsigned char)c < 0x20 || c == 0x7F) {
            felt_buffer_text(out, "\\u00");
            felt_buffer_char(out, digits[c >> 4 & 15]);
            felt_buffer_char(out, digits[c & 15]);
        } else {
            felt_buffer_char(out, c);
        }
    }
    felt_buffer_char(out, '"');
}

/* ---- keys ---- */

static bool is_bare(char c)
{
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
           c == '-';
}

void felt_toml_write_key(struct felt_buffer *out, const char *key, size_t bytes)
{
    size_t bare = 0;
    while (bare < bytes && is_bare(key[bare])) bare++;
    if (bytes > 0 && bare == bytes)
        felt_buffer_bytes(out, key, bytes);
    else
        felt_toml_write_text(out, key, bytes);
}

bool felt_toml_key(struct felt_toml *toml, struct felt_buffer *out)
{
    size_t start = toml->at, used = out->used;
    char c = felt_toml_peek(toml);
    if (c == '"' || c == '\'') {
        if (count_quotes(toml, c) >= 3)
            return felt_toml_refuse(toml, FELT_BAD_FORMAT, start, 3,
                                    "the name of a field stands on one line");
        if (!felt_toml_text(toml, out)) return false;
        if (memchr(out->bytes + used, '\0', out->used - used))
            return felt_toml_refuse(toml, FELT_BAD_FORMAT, start, toml->at - start,
                                    "the name of a field has no zero in it");
    } else {
        while (toml->at < toml->bytes && is_bare(toml->text[toml->at])) toml->at++;
        if (toml->at == start)
            return felt_toml_refuse(toml, FELT_BAD_FORMAT, start, start < toml->bytes,
                                    "a field should stand here, as in variant = \"NT\"");
        felt_buffer_bytes(out, toml->text + start, toml->at - start);
    }
    felt_toml_skip_spaces(toml);
    if (felt_toml_peek(toml) == '.')
        return felt_toml_refuse(toml, FELT_BAD_FORMAT, toml->at, 1,
                                "names with dots are not used in hand histories");
    return true;
}

/* ---- numbers, dates, words ---- */

/* The characters of a number, date or word; a date and a time may have one space between them. */
static size_t measure_token(const struct felt_toml *toml)
{
    const char *text = toml->text + toml->at;
    size_t left = toml->bytes - toml->at, bytes = 0;
    while (bytes < left && (is_bare(text[bytes]) || memchr("+.:", text[bytes], 3))) bytes++;
    if (bytes == 10 && text[4] == '-' && left > 11 && text[10] == ' ' && text[11] >= '0' &&
        text[11] <= '9') {
        bytes++;
        while (bytes < left && (is_bare(text[bytes]) || memchr("+.:", text[bytes], 3))) bytes++;
    }
    return bytes;
}

/* Does the text follow the pattern?  0 is a digit, other characters stand for themselves.  Returns
 * how many bytes of it do, 0 if not all of the pattern is there. */
static size_t follow(const char *text, size_t bytes, const char *pattern)
{
    size_t i = 0;
    for (; pattern[i]; i++) {
        if (i == bytes) return 0;
        bool digit = text[i] >= '0' && text[i] <= '9';
        if (pattern[i] == '0' ? !digit : text[i] != pattern[i]) return 0;
    }
    return i;
}

static size_t count_digits(const char *text, size_t bytes)
{
    size_t i = 0;
    while (i < bytes && ((text[i] >= '0' && text[i] <= '9') ||
                         (i > 0 && text[i] == '_' && i + 1 < bytes && text[i - 1] != '_')))
        i++;
    return i > 0 && text[i - 1] == '_' ? 0 : i;
}

/* 12:30:00, 12:30:00.5 */
static size_t follow_time(const char *text, size_t bytes)
{
    size_t at = follow(text, bytes, "00:00:00");
    if (at == 0 || at == bytes || text[at] != '.') return at;
    size_t digits = count_digits(text + at + 1, bytes - at - 1);
    return digits ? at + 1 + digits : 0;
}

static bool is_date(const char *text, size_t bytes)
{
    size_t at = follow(text, bytes, "0000-00-00");
    if (at == 0) return follow_time(text, bytes) == bytes;
    if (at == bytes) return true;
    if (!memchr("Tt ", text[at++], 3)) return false;
    size_t time = follow_time(text + at, bytes - at);
    if (time == 0) return false;
    at += time;
    if (at == bytes) return true;
    if (text[at] == 'Z' || text[at] == 'z') return at + 1 == bytes;
    return (follow(text + at, bytes - at, "+00:00") == 6 ||
            follow(text + at, bytes - at, "-00:00") == 6) &&
           at + 6 == bytes;
}

static bool is_float(const char *text, size_t bytes)
{
    size_t at = bytes > 0 && (text[0] == '+' || text[0] == '-') ? 1 : 0;
    if (bytes - at == 3 && (!memcmp(text + at, "inf", 3) || !memcmp(text + at, "nan", 3)))
        return true;
    size_t whole = count_digits(text + at, bytes - at);
    if (whole == 0 || (whole > 1 && text[at] == '0')) return false;
    at += whole;
    if (at < bytes && text[at] == '.') {
        size_t digits = count_digits(text + at + 1, bytes - at - 1);
        if (digits == 0) return false;
        at += 1 + digits;
    }
    if (at < bytes && (text[at] == 'e' || text[at] == 'E')) {
        at++;
        if (at < bytes && (text[at] == '+' || text[at] == '-')) at++;
        size_t digits = count_digits(text + at, bytes - at);
        if (digits == 0) return false;
        at += digits;
    }
    return at == bytes;
}

/* A whole number in decimal, or with 0x, 0o, 0b.  False: it is none, or does not fit. */
static bool read_whole(const char *text, size_t bytes, int64_t *out)
{
    bool sign = bytes > 0 && (text[0] == '+' || text[0] == '-');
    size_t at = sign ? 1 : 0;
    unsigned base = 10;
    if (!sign && bytes > 2 && text[0] == '0') {
        base = text[1] == 'x' ? 16 : text[1] == 'o' ? 8 : text[1] == 'b' ? 2 : 10;
        at = base == 10 ? 0 : 2;
    }
    if (at == bytes || text[at] == '_' || text[bytes - 1] == '_') return false;
    if (base == 10 && text[at] == '0' && bytes - at > 1) return false;
    uint64_t value = 0;
    for (; at < bytes; at++) {
        if (text[at] == '_' && text[at - 1] != '_') continue;
        int digit = hex_digit(text[at]);
        if (digit < 0 || (unsigned)digit >= base) return false;
        if (__builtin_mul_overflow(value, base, &value) ||
            __builtin_add_overflow(value, (uint64_t)digit, &value))
            return false;
    }
    bool negative = text[0] == '-';
    if (value > (uint64_t)INT64_MAX + negative) return false;
    *out = negative ? (int64_t)(0 - value) : (int64_t)value;
    return true;
}

/* A number, date or word that is kept as it stands.  A whole number that does not fit is none. */
static bool is_token(const char *text, size_t bytes)
{
    static const char *const words[] = {"true", "false"};
    for (size_t i = 0; i < 2; i++)
        if (strlen(words[i]) == bytes && memcmp(text, words[i], bytes) == 0) return true;
    if (is_date(text, bytes)) return true;
    bool fraction = false;
    for (size_t i = 0; i < bytes; i++) fraction |= memchr(".eEn", text[i], 4) != NULL;
    return fraction && is_float(text, bytes);
}

static bool read_token(struct felt_toml *toml, struct felt_buffer *out)
{
    const char *text = toml->text + toml->at;
    size_t bytes = measure_token(toml), start = toml->at;
    int64_t whole;
    char quoted[FELT_QUOTE_BYTES];
    if (bytes == 0)
        return felt_toml_refuse(toml, FELT_BAD_FORMAT, start, start < toml->bytes,
                                "a value should stand here: a text in quotes, a number, a list "
                                "in []");
    felt_quote(text, bytes, quoted);
    if (bytes <= TOKEN_MAX && read_whole(text, bytes, &whole))
        felt_buffer_int(out, whole);
    else if (bytes <= TOKEN_MAX && is_token(text, bytes))
        felt_buffer_bytes(out, text, bytes);
    else
        return felt_toml_refuse(toml, FELT_BAD_FORMAT, start, bytes,
                                "%s is no number, date, true or false; write texts in quotes",
                                quoted);
    toml->at += bytes;
    return true;
}

bool felt_toml_bool(struct felt_toml *toml, bool *out)
{
    const char *text = toml->text + toml->at;
    size_t bytes = measure_token(toml);
    bool yes = bytes == 4 && !memcmp(text, "true", 4);
    if (!yes && !(bytes == 5 && !memcmp(text, "false", 5)))
        return felt_toml_refuse(toml, FELT_BAD_FORMAT, toml->at, bytes, "write true or false here");
    toml->at += bytes;
    *out = yes;
    return true;
}

bool felt_toml_amount(struct felt_toml *toml, felt_chips *out, int *digits)
{
    const char *text = toml->text + toml->at;
    size_t bytes = measure_token(toml), clean = 0;
    char number[TOKEN_MAX];
    if (bytes == 3 && !memcmp(text, "inf", 3)) {
        *out = FELT_RECORD_NONE;
        toml->at += bytes;
        return true;
    }
    bool good = bytes > 0 && bytes <= TOKEN_MAX && is_float(text, bytes);
    for (size_t i = 0; good && i < bytes; i++)
        if (text[i] != '_' && text[i] != '+') number[clean++] = text[i];
    if (!good || felt_amount_read(number, clean, out, digits) != FELT_OK) {
        char quoted[FELT_QUOTE_BYTES];
        felt_quote(text, bytes, quoted);
        return felt_toml_refuse(toml, FELT_BAD_NUMBER, toml->at, bytes,
                                "\"%s\" is no amount of chips; " FELT_AMOUNT_WANTED, quoted);
    }
    toml->at += bytes;
    return true;
}

/* ---- lists and tables ---- */

bool felt_toml_open(struct felt_toml *toml)
{
    if (felt_toml_peek(toml) != '[')
        return felt_toml_refuse(toml, FELT_BAD_FORMAT, toml->at, toml->at < toml->bytes,
                                "a list in [] should stand here");
    toml->at++;
    return true;
}

bool felt_toml_more(struct felt_toml *toml, int items)
{
    felt_toml_skip_lines(toml);
    bool comma = items > 0 && felt_toml_peek(toml) == ',';
    if (comma) {
        toml->at++;
        felt_toml_skip_lines(toml);
    }
    if (felt_toml_peek(toml) == ']') {
        toml->at++;
        return false;
    }
    if (toml->at == toml->bytes)
        return felt_toml_refuse(toml, FELT_BAD_FORMAT, toml->at, 0,
                                "the list is never closed with ]");
    if (items > 0 && !comma)
        return felt_toml_refuse(toml, FELT_BAD_FORMAT, toml->at, 1,
                                "a comma or ] should stand here in the list");
    return true;
}

static bool read_value(struct felt_toml *toml, int depth, struct felt_buffer *out);

static bool read_list(struct felt_toml *toml, int depth, struct felt_buffer *out)
{
    felt_buffer_char(out, '[');
    if (!felt_toml_open(toml)) return false;
    for (int items = 0; felt_toml_more(toml, items); items = 1) {
        if (items) felt_buffer_text(out, ", ");
        if (!read_value(toml, depth + 1, out)) return false;
    }
    felt_buffer_char(out, ']');
    return toml->status == FELT_OK;
}

struct key_place {
    size_t at, bytes; /* in the buffer that is written */
};

/* Is the last key of a table one of the others? */
static bool is_repeated(const struct felt_buffer *out, const struct key_place *keys, int count)
{
    struct key_place last = keys[count - 1];
    for (int i = 0; i + 1 < count; i++)
        if (keys[i].bytes == last.bytes &&
            memcmp(out->bytes + keys[i].at, out->bytes + last.at, last.bytes) == 0)
            return true;
    return false;
}

/* key = value, of an inline table. */
static bool read_pair(struct felt_toml *toml, int depth, struct key_place *place,
                      struct felt_buffer *out)
{
    char memory[TOKEN_MAX];
    struct felt_buffer key = felt_buffer_make(memory, sizeof memory);
    size_t start = toml->at;
    if (!felt_toml_key(toml, &key)) return false;
    if (key.overflow)
        return felt_toml_refuse(toml, FELT_FULL, start, toml->at - start,
                                "a name in a table has at most %d bytes", TOKEN_MAX);
    place->at = out->used;
    felt_toml_write_key(out, memory, key.used);
    place->bytes = out->used - place->at;
    if (felt_toml_peek(toml) != '=')
        return felt_toml_refuse(toml, FELT_BAD_FORMAT, toml->at, toml->at < toml->bytes,
                                "= should stand here");
    toml->at++;
    felt_toml_skip_spaces(toml);
    felt_buffer_text(out, " = ");
    return read_value(toml, depth + 1, out);
}

static bool read_table(struct felt_toml *toml, int depth, struct felt_buffer *out)
{
    struct key_place keys[TABLE_KEYS_MAX];
    toml->at++;
    felt_toml_skip_spaces(toml);
    if (felt_toml_peek(toml) == '}') {
        toml->at++;
        felt_buffer_text(out, "{}");
        return true;
    }
    felt_buffer_text(out, "{ ");
    for (int count = 0;; count++) {
        size_t start = toml->at;
        if (count == TABLE_KEYS_MAX)
            return felt_toml_refuse(toml, FELT_FULL, start, 0, "a table has at most %d names",
                                    TABLE_KEYS_MAX);
        if (count > 0) felt_buffer_text(out, ", ");
        if (!read_pair(toml, depth, &keys[count], out)) return false;
        if (!out->overflow && is_repeated(out, keys, count + 1))
            return felt_toml_refuse(toml, FELT_BAD_FORMAT, start, toml->at - start,
                                    "this name is there twice");
        felt_toml_skip_spaces(toml);
        char c = felt_toml_peek(toml);
        if (c != ',' && c != '}')
            return felt_toml_refuse(toml, FELT_BAD_FORMAT, toml->at, toml->at < toml->bytes,
                                    "a comma or } should stand here in the table");
        toml->at++;
        felt_toml_skip_spaces(toml);
        if (c == '}') break;
    }
    felt_buffer_text(out, " }");
    return true;
}

/* A text in the one form.  Apart from read_value, because it takes much of the stack. */
static bool read_text(struct felt_toml *toml, struct felt_buffer *out)
{
    char memory[FELT_RECORD_POOL_BYTES];
    struct felt_buffer text = felt_buffer_make(memory, sizeof memory);
    size_t start = toml->at;
    if (!felt_toml_text(toml, &text)) return false;
    if (text.overflow)
        return felt_toml_refuse(toml, FELT_FULL, start, toml->at - start,
                                "this text is too long; all texts of a hand have at most %d bytes",
                                FELT_RECORD_POOL_BYTES);
    felt_toml_write_text(out, memory, text.used);
    return true;
}

static bool read_value(struct felt_toml *toml, int depth, struct felt_buffer *out)
{
    char c = felt_toml_peek(toml);
    if (depth > FELT_RECORD_DEPTH_MAX)
        return felt_toml_refuse(toml, FELT_FULL, toml->at, 0,
                                "lists stand at most %d deep in each other", FELT_RECORD_DEPTH_MAX);
    if (c == '"' || c == '\'') return read_text(toml, out);
    if (c == '[') return read_list(toml, depth, out);
    if (c == '{') return read_table(toml, depth, out);
    return read_token(toml, out);
}

bool felt_toml_value(struct felt_toml *toml, struct felt_buffer *out)
{
    return read_value(toml, 0, out);
}
