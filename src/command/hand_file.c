/* hand_file.c -- see hand_file.h. */
#include "command/hand_file.h"

#include "felt/assert.h"
#include "felt/pokerstars.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* Always room for a longest hand and the byte that proves it too long. */
enum { WINDOW_BYTES = 2 * FELT_RECORD_TEXT_MAX };

static const struct {
    const char *name;
    enum felt_hand_form form;
} forms[] = {
    {"phh", FELT_HAND_PHH},
    {"phhs", FELT_HAND_PHH},
    {"jsonl", FELT_HAND_JSON},
    {"json", FELT_HAND_JSON},
    {"acpc", FELT_HAND_ACPC},
    {"log", FELT_HAND_ACPC},
    {"pokerstars", FELT_HAND_POKERSTARS},
    {"ohh", FELT_HAND_OHH},
};

enum felt_hand_form felt_hand_form_find(const char *name)
{
    for (size_t i = 0; i < sizeof forms / sizeof forms[0]; i++)
        if (strcmp(forms[i].name, name) == 0) return forms[i].form;
    return FELT_HAND_ANY;
}

/* ---- the window ---- */

static size_t left(const struct felt_hand_file *file)
{
    return file->used - file->at;
}

/* Reads on until a longest hand must be in the window. */
static void fill(struct felt_hand_file *file)
{
    if (file->end || left(file) > FELT_RECORD_TEXT_MAX) return;
    memmove(file->window, file->window + file->at, left(file));
    file->used -= file->at;
    file->at = 0;
    while (!file->end && file->used < WINDOW_BYTES) {
        size_t count = fread(file->window + file->used, 1, WINDOW_BYTES - file->used, file->in);
        file->used += count;
        if (count > 0) continue;
        file->end = true;
        file->failed = ferror(file->in) != 0;
    }
}

static void take(struct felt_hand_file *file, size_t bytes)
{
    const char *at = file->window + file->at, *end = at + bytes;
    felt_assert(bytes <= left(file));
    while ((at = memchr(at, '\n', (size_t)(end - at))) != NULL) {
        file->line++;
        at++;
    }
    file->at += bytes;
    file->taken += bytes;
}

/* ---- opening ---- */

static enum felt_hand_form form_of_name(const char *name)
{
    const char *dot = strrchr(name, '.');
    return dot && !strchr(dot, '/') ? felt_hand_form_find(dot + 1) : FELT_HAND_ANY;
}

/* By the first line that says something. */
static enum felt_hand_form form_of_text(const char *text, size_t bytes)
{
    size_t at = 0;
    while (at < bytes) {
        if (strchr(" \t\r\n", text[at]) && text[at]) {
            at++;
        } else if (text[at] == '#') {
            while (at < bytes && text[at] != '\n') at++;
        } else {
            break;
        }
    }
    if (at < bytes && text[at] == '{') return FELT_HAND_JSON;
    if (bytes - at >= 6 && memcmp(text + at, "STATE:", 6) == 0) return FELT_HAND_ACPC;
    if (felt_pokerstars_likely(text, bytes)) return FELT_HAND_POKERSTARS;
    return FELT_HAND_PHH;
}

bool felt_hand_file_open(struct felt_hand_file *file, const char *name, enum felt_hand_form form)
{
    struct stat about;
    bool standard = strcmp(name, "-") == 0;
    *file = (struct felt_hand_file){.in = standard ? stdin : fopen(name, "rb"), .line = 1};
    if (file->in == NULL) return false;
    file->window = malloc(WINDOW_BYTES);
    if (fstat(fileno(file->in), &about) == 0 && S_ISREG(about.st_mode))
        file->size = (uint64_t)about.st_size;
    if (file->window) fill(file);
    if (file->window == NULL || file->failed) {
        int why = errno;
        felt_hand_file_close(file);
        errno = why;
        return false;
    }
    file->form = form != FELT_HAND_ANY ? form : form_of_name(name);
    if (file->form == FELT_HAND_ANY || file->form == FELT_HAND_OHH)
        file->form = form_of_text(file->window, file->used);
    return true;
}

void felt_hand_file_close(struct felt_hand_file *file)
{
    free(file->window);
    if (file->in && file->in != stdin) fclose(file->in);
    *file = (struct felt_hand_file){0};
}

/* ---- hands ---- */

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

/* Steps over white space, and over remarks where the form has them. */
static void skip_blanks(struct felt_hand_file *file)
{
    for (;;) {
        size_t count = 0;
        fill(file);
        const char *text = file->window + file->at;
        while (count < left(file) && is_blank(text[count])) count++;
        bool remarks = file->form == FELT_HAND_PHH || file->form == FELT_HAND_ACPC;
        bool remark = remarks && count == 0 && left(file) > 0 && text[0] == '#';
        while (remark && count < left(file) && text[count] != '\n') count++;
        if (count == 0) return;
        take(file, count);
    }
}

/* A line that is too long is left behind up to its end. */
static void skip_line(struct felt_hand_file *file)
{
    while (left(file) > 0) {
        const char *text = file->window + file->at, *end = memchr(text, '\n', left(file));
        take(file, end ? (size_t)(end - text) : left(file));
        if (end) return;
        fill(file);
    }
}

static void next_line(struct felt_hand_file *file, struct felt_hand_text *out)
{
    const char *text = file->window + file->at, *end = memchr(text, '\n', left(file));
    size_t bytes = end ? (size_t)(end - text) : left(file);
    *out = (struct felt_hand_text){.text = text, .bytes = bytes, .line = file->line};
    if (bytes > FELT_RECORD_TEXT_MAX) {
        out->too_long = true;
        out->bytes = 0;
        skip_line(file);
        return;
    }
    if (bytes > 0 && text[bytes - 1] == '\r') out->bytes--;
    take(file, bytes);
}

bool felt_hand_file_next(struct felt_hand_file *file, struct felt_hand_text *out)
{
    skip_blanks(file);
    if (file->failed || left(file) == 0) return false;
    if (file->form == FELT_HAND_JSON || file->form == FELT_HAND_ACPC) {
        next_line(file, out);
        return !file->failed;
    }
    const char *text = file->window + file->at;
    size_t bytes = file->form == FELT_HAND_PHH ? felt_phh_first(text, left(file))
                                               : felt_pokerstars_first(text, left(file));
    *out = (struct felt_hand_text){.text = text, .bytes = bytes, .line = file->line};
    if (bytes > FELT_RECORD_TEXT_MAX) { /* and nobody knows where the next one begins */
        out->too_long = true;
        out->bytes = 0;
        while (left(file) > 0) {
            take(file, left(file));
            fill(file);
        }
        return true;
    }
    take(file, bytes);
    return true;
}

uint64_t felt_hand_line(const struct felt_hand_text *hand, size_t at)
{
    uint64_t line = hand->line;
    for (size_t i = 0; i < at && i < hand->bytes; i++) line += hand->text[i] == '\n';
    return line;
}
