/* toml.h -- the part of TOML that hand histories are written in.  Private to formats/.
 *
 * Reads: keys, all four kinds of strings, numbers, dates, lists, inline tables.  Does not read:
 * dotted keys, tables below tables.  A value that is only kept is brought into one form:
 *
 *     text         "in double quotes", with \" \\ \b \t \n \f \r and \u00XX for other control
 * characters whole        decimal digits list, table  [1, 2]  { a = 1, b = "x" }  on one line,
 * without remarks others       as they stand: 1.50, inf, 19:30:00, true
 *
 * so that equal values are equal texts, and a kept value read once more is itself.
 *
 * Functions return false after they have filled in the complaint and the status. */
#ifndef FELT_FORMATS_HANDS_TOML_H
#define FELT_FORMATS_HANDS_TOML_H

#include "felt/buffer.h"
#include "felt/seat.h"
#include "felt/status.h"

struct felt_toml {
    const char *text;
    size_t bytes, at;
    struct felt_complaint *complaint; /* may be NULL */
    enum felt_status status;
};

/* The complaint of a parser, as an expression that is false. */
#define felt_toml_refuse(toml, why, ...)                                                           \
    ((toml)->status = felt_complain((toml)->complaint, why, __VA_ARGS__), false)

/* Is all of it UTF-8 without control characters? */
bool felt_toml_verify(struct felt_toml *toml);

void felt_toml_skip_spaces(struct felt_toml *toml);
/* Spaces, line ends and remarks. */
void felt_toml_skip_lines(struct felt_toml *toml);
/* Nothing but spaces and a remark until the end of the line, which is skipped. */
bool felt_toml_end_line(struct felt_toml *toml);
/* The byte here, 0 at the end. */
static inline char felt_toml_peek(const struct felt_toml *toml)
{
    return toml->at < toml->bytes ? toml->text[toml->at] : '\0';
}

/* Appends what the key or the string says. */
bool felt_toml_key(struct felt_toml *toml, struct felt_buffer *out);
bool felt_toml_text(struct felt_toml *toml, struct felt_buffer *out);
bool felt_toml_bool(struct felt_toml *toml, bool *out);

/* An amount in ten-thousandths; *digits is how many decimal places it was written with.  `inf` is
 * FELT_RECORD_NONE. */
bool felt_toml_amount(struct felt_toml *toml, felt_chips *out, int *digits);

/* Lists: open() once, then more() before each item; more() is false at the end and after a
 * complaint (look at status). */
bool felt_toml_open(struct felt_toml *toml);
bool felt_toml_more(struct felt_toml *toml, int items);

/* Any value, in the one form. */
bool felt_toml_value(struct felt_toml *toml, struct felt_buffer *out);

/* The one form of a key and of a text. */
void felt_toml_write_key(struct felt_buffer *out, const char *key, size_t bytes);
void felt_toml_write_text(struct felt_buffer *out, const char *text, size_t bytes);

#endif
