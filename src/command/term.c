/* term.c -- see term.h. */
#include "command/term.h"

#include "felt/card.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { PROGRESS_FIRST_MS = 2000, PROGRESS_EVERY_MS = 100, PROGRESS_WIDTH = 30 };

struct felt_term felt_term_make(FILE *out)
{
    const char *no_colour = getenv("NO_COLOR"), *kind = getenv("TERM");
    struct felt_term term = {.out = out, .terminal = isatty(fileno(out)) == 1};
    bool dumb = kind == NULL || strcmp(kind, "dumb") == 0;
    term.colour = term.terminal && !dumb && (no_colour == NULL || *no_colour == '\0');
    return term;
}

void felt_term_style(const struct felt_term *term, enum felt_style style)
{
    static const char *const codes[] = {
        [FELT_PLAIN] = "\033[0m",  [FELT_BOLD] = "\033[1m",    [FELT_DIM] = "\033[2m",
        [FELT_GREEN] = "\033[32m", [FELT_YELLOW] = "\033[33m", [FELT_RED] = "\033[31m",
        [FELT_BLUE] = "\033[34m",
    };
    if (term->colour) fputs(codes[style], term->out);
}

void felt_term_card(const struct felt_term *term, uint8_t card)
{
    static const enum felt_style suits[FELT_SUITS] = {FELT_GREEN, FELT_BLUE, FELT_RED, FELT_BOLD};
    char text[FELT_CARD_TEXT_BYTES];
    felt_card_write(card, text);
    felt_term_style(term, card < FELT_CARDS ? suits[felt_card_suit(card)] : FELT_YELLOW);
    fputs(text, term->out);
    felt_term_style(term, FELT_PLAIN);
}

static bool is_utf8(void)
{
    static const char *const names[] = {"LC_ALL", "LC_CTYPE", "LANG"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        const char *value = getenv(names[i]);
        if (value && *value) return strstr(value, "UTF-8") || strstr(value, "utf8");
    }
    return false;
}

void felt_term_bar(const struct felt_term *term, double share, int width)
{
    static const char *const eighths[] = {"",       "\u258f", "\u258e", "\u258d",
                                          "\u258c", "\u258b", "\u258a", "\u2589"};
    bool fine = term->terminal && is_utf8();
    if (!(share >= 0)) share = 0;
    if (share > 1) share = 1;
    int steps = fine ? 8 : 1;
    int filled = (int)(share * width * steps + 0.5);
    for (int i = 0; i < filled / steps; i++) fputs(fine ? "\u2588" : "#", term->out);
    if (filled % steps) fputs(eighths[filled % steps], term->out);
}

const char *felt_term_number(uint64_t number, char out[FELT_TERM_NUMBER_BYTES])
{
    char *at = &out[FELT_TERM_NUMBER_BYTES - 1];
    *at = '\0';
    for (int digits = 0; digits == 0 || number > 0; digits++) {
        if (digits > 0 && digits % 3 == 0) *--at = ',';
        *--at = (char)('0' + number % 10);
        number /= 10;
    }
    return at;
}

static int64_t now_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

struct felt_progress felt_progress_make(void)
{
    return (struct felt_progress){.term = felt_term_make(stderr), .start_ms = now_ms()};
}

bool felt_progress_tick(void *self, double done)
{
    struct felt_progress *progress = self;
    if (!progress->term.terminal) return true;
    int64_t now = now_ms(), spent = now - progress->start_ms;
    if (spent < PROGRESS_FIRST_MS || now - progress->shown_ms < PROGRESS_EVERY_MS) return true;
    progress->shown_ms = now;
    progress->visible = true;
    if (done > 1) done = 1;
    FILE *out = progress->term.out;
    fputs("\r  ", out);
    int filled = (int)(done * PROGRESS_WIDTH);
    for (int i = 0; i < PROGRESS_WIDTH; i++) fputc(i < filled ? '#' : '.', out);
    fprintf(out, " %3.0f %%", done * 100);
    if (done > 0.02) fprintf(out, ", %.0f s left ", (double)spent / 1000 * (1 - done) / done);
    fputs("\033[K", out);
    fflush(out);
    return true;
}

void felt_progress_end(struct felt_progress *progress)
{
    if (!progress->visible) return;
    fputs("\r\033[K", progress->term.out);
    fflush(progress->term.out);
    progress->visible = false;
}
