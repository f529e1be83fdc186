/* script_complain.h -- what is wrong with cases of a script of hands: a line for each, in one text.
 */
#ifndef FELT_TESTS_SCRIPT_COMPLAIN_H
#define FELT_TESTS_SCRIPT_COMPLAIN_H

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* Adds one: which script, where in it, the title of the case, and what is wrong. */
__attribute__((format(printf, 6, 0))) static inline void
script_complain(char *text, size_t room, const char *script, int line, const char *title,
                const char *format, va_list list)
{
    size_t used = strlen(text);
    text += used;
    room -= used;
    int length = snprintf(text, room, "%s%s:%d: %s: ", used ? "\n" : "", script, line, title);
    if (length > 0 && (size_t)length < room)
        vsnprintf(text + length, room - (size_t)length, format, list);
}

#endif
