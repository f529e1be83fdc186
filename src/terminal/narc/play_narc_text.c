/* play_narc_text.c -- see play_narc_text.h. */
#include "terminal/narc/play_narc_text.h"

#include <string.h>

enum { COLUMNS = 80, SAY_BYTES = 4096 };

uint32_t felt_narc_text_take(const char **text)
{
    const unsigned char *at = (const unsigned char *)*text;
    int more = *at < 0x80 ? 0 : *at < 0xc0 ? -1 : *at < 0xe0 ? 1 : *at < 0xf0 ? 2 : 3;
    uint32_t code = more <= 0 ? *at : *at & (0x3fu >> more);
    for (int i = 1; i <= more; i++) {
        if ((at[i] & 0xc0) != 0x80) {
            more = -1;
            break;
        }
        code = code << 6 | (at[i] & 0x3f);
    }
    *text += more > 0 ? more + 1 : 1;
    return more < 0 || code < ' ' || (code >= 0x7f && code < 0xa0) ? '?' : code;
}

int felt_narc_text_columns(uint32_t code)
{
    static const uint32_t wide[][2] = {{0x1100, 0x115f},   {0x2e80, 0xa4cf},  {0xac00, 0xd7a3},
                                       {0xf900, 0xfaff},   {0xfe30, 0xfe6f},  {0xff00, 0xff60},
                                       {0x1f300, 0x1faff}, {0x20000, 0x3fffd}};
    for (size_t i = 0; i < sizeof wide / sizeof wide[0]; i++)
        if (code >= wide[i][0] && code <= wide[i][1]) return 2;
    return 1;
}

int felt_narc_text_measure(const char *text)
{
    int columns = 0;
    while (*text) columns += felt_narc_text_columns(felt_narc_text_take(&text));
    return columns;
}

void felt_narc_text_print(FILE *out, uint32_t code)
{
    if (code < 0x80) {
        fputc((int)code, out);
    } else if (code < 0x800) {
        fputc((int)(0xc0 | code >> 6), out);
        fputc((int)(0x80 | (code & 0x3f)), out);
    } else {
        if (code < 0x10000) {
            fputc((int)(0xe0 | code >> 12), out);
        } else {
            fputc((int)(0xf0 | code >> 18), out);
            fputc((int)(0x80 | (code >> 12 & 0x3f)), out);
        }
        fputc((int)(0x80 | (code >> 6 & 0x3f)), out);
        fputc((int)(0x80 | (code & 0x3f)), out);
    }
}

int felt_narc_text_wrap(const char *text, int indent, struct felt_buffer *out)
{
    int lines = 0;
    while (*text) {
        size_t rest = strcspn(text, "\n");
        const char *end = text + rest;
        int column = 0;
        /* what a line begins with is kept: lists are indented */
        for (; *text == ' '; text++, column++) felt_buffer_char(out, ' ');
        int margin = indent >= 0 ? indent : column ? column + 2 : 0;
        bool first = true;
        while (text < end) {
            size_t bytes = strcspn(text, " \n");
            char word[COLUMNS * 4];
            snprintf(word, sizeof word, "%.*s", (int)bytes, text);
            int columns = felt_narc_text_measure(word);
            if (!first && column + 1 + columns > COLUMNS - 2) {
                felt_buffer_char(out, '\n');
                lines++;
                for (column = 0; column < margin; column++) felt_buffer_char(out, ' ');
            } else if (!first) {
                felt_buffer_char(out, ' ');
                column++;
            }
            felt_buffer_text(out, word);
            column += columns;
            first = false;
            text += bytes;
            while (text < end && *text == ' ') text++;
        }
        felt_buffer_char(out, '\n');
        lines++;
        text = *end ? end + 1 : end;
    }
    return lines;
}

void felt_narc_text_say(FILE *out, const char *text)
{
    char memory[SAY_BYTES];
    struct felt_buffer lines = felt_buffer_make(memory, sizeof memory);
    felt_narc_text_wrap(text, 4, &lines);
    fputs(felt_buffer_terminate(&lines), out);
}
