/* lab_file.c -- see lab_file.h. */
#include "command/lab_file.h"

#include "base/format.h"
#include "felt/assert.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

enum { NAMES_MAX = 64 };

const struct felt_lab_known *felt_lab_known_find(const char *name)
{
    for (int i = 0; i < felt_lab_known_count(); i++)
        if (!strcasecmp(felt_lab_known_at(i)->name, name)) return felt_lab_known_at(i);
    return NULL;
}

/* ---- texts ---- */

/* What comes from outside, without anything that could drive a terminal. */
__attribute__((format(printf, 2, 3))) static void show(char out[FELT_LAB_NAME_BYTES],
                                                       const char *format, ...)
{
    struct felt_buffer text = felt_buffer_make(out, FELT_LAB_NAME_BYTES - 1);
    va_list rest;
    va_start(rest, format);
    felt_format(&text, format, rest);
    va_end(rest);
    (void)felt_buffer_terminate(&text);
}

static const char *nearest_name(const char *name)
{
    const char *names[NAMES_MAX];
    int count = felt_lab_known_count();
    felt_assert(count <= NAMES_MAX);
    for (int i = 0; i < count; i++) names[i] = felt_lab_known_at(i)->name;
    return felt_args_nearest(name, names, count);
}

static bool looks_like_file(const char *name)
{
    return strpbrk(name, "./") != NULL;
}

static void complain(struct felt_lab_file *out, const char *format, const char *why)
{
    struct felt_complaint complaint;
    (void)felt_complain(&complaint, FELT_BAD_NAME, 0, 0, format, why);
    memcpy(out->error[0].text, complaint.text, sizeof out->error[0].text);
    out->errors = 1;
}

/* Up to `room` bytes of a file; -1: said why not. */
static long read_bytes(const char *name, char *text, size_t room, struct felt_lab_file *out)
{
    bool standard = !strcmp(name, "-");
    errno = 0;
    FILE *in = standard ? stdin : fopen(name, "rb");
    size_t bytes = in ? fread(text, 1, room, in) : 0;
    bool good = in && !ferror(in);
    int why = errno;
    if (in && !standard) (void)fclose(in);
    if (good) return (long)bytes;
    const char *near = looks_like_file(name) ? NULL : nearest_name(name);
    if (why == ENOENT && near)
        complain(out, "there is no such file or game; did you mean %s?", near);
    else if (why == ENOENT && !looks_like_file(name))
        complain(out, "there is no such file or game; felt lab list lists the games%s", "");
    else
        complain(out, "%s", strerror(why));
    return -1;
}

static void read_genome(const char *text, size_t bytes, struct felt_lab_file *out)
{
    out->found = true;
    if (felt_genome_json_read(text, bytes, &out->genome, &out->error[0]) != FELT_OK) {
        out->errors = 1;
        return;
    }
    out->read = true;
    if (out->genome.name[0]) show(out->title, "%s", out->genome.name);
    out->errors = felt_genome_verify(&out->genome, out->error, FELT_LAB_ERRORS_MAX);
}

void felt_lab_file_look(const char *name, struct felt_lab_file *out)
{
    const struct felt_lab_known *known = felt_lab_known_find(name);
    memset(out, 0, sizeof *out);
    show(out->name, "%s", strcmp(name, "-") ? name : "standard input");
    show(out->title, "%s", name);
    if (known) {
        read_genome(known->text, known->bytes, out);
        return;
    }
    /* One byte more than a genome may have: what is longer is seen to be so. */
    char *text = malloc(FELT_GENOME_TEXT_MAX + 1);
    if (!text) {
        complain(out, "out of memory%s", "");
        return;
    }
    long bytes = read_bytes(name, text, FELT_GENOME_TEXT_MAX + 1, out);
    if (bytes >= 0) read_genome(text, (size_t)bytes, out);
    free(text);
}

struct felt_lab_file *felt_lab_file_open(const struct felt_args *args, const char *name)
{
    struct felt_lab_file *file = malloc(sizeof *file);
    if (!file) {
        (void)felt_args_refuse(args, "out of memory; free some and try again");
        return NULL;
    }
    felt_lab_file_look(name, file);
    if (file->errors == 0) return file;
    const struct felt_genome_error *error = &file->error[0];
    const char *place = error->pointer[0] ? ": " : "";
    if (file->errors == 1)
        (void)felt_args_refuse(args, "%s%s%s: %s", file->name, place, error->pointer, error->text);
    else
        (void)felt_args_refuse(args, "%s%s%s: %s (felt lab validate shows %d more)", file->name,
                               place, error->pointer, error->text, file->errors - 1);
    free(file);
    return NULL;
}

struct felt_lab_file *felt_lab_file_only(const struct felt_args *args)
{
    if (args->count == 1) return felt_lab_file_open(args, args->word[0]);
    (void)felt_args_refuse(args, "name one genome: a file, -, or a name of felt lab list");
    return NULL;
}

bool felt_lab_file_named(const char *word)
{
    struct stat about;
    size_t bytes = strlen(word);
    if (!strcmp(word, "-") || felt_lab_known_find(word)) return true;
    if (bytes >= 5 && !strcmp(word + bytes - 5, ".json")) return true;
    return stat(word, &about) == 0 && S_ISREG(about.st_mode);
}
