/* narc_file.c -- see narc_file.h. */
#include "command/narc_file.h"

#include "base/format.h"
#include "base/nearest.h"
#include "felt/assert.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NAMES_MAX = 32 };

/* ---- what is wrong ---- */

FELT_PRINTF(2, 3) static void say(char why[FELT_NARC_WHY_BYTES], const char *format, ...)
{
    struct felt_buffer text = felt_buffer_make(why, FELT_NARC_WHY_BYTES - 1);
    va_list rest;
    va_start(rest, format);
    felt_format(&text, format, rest);
    va_end(rest);
    why[text.used] = 0;
}

static const char *shown(const char *name)
{
    return strcmp(name, "-") ? name : "standard input";
}

void felt_narc_file_say(const char *name, const struct felt_narc_error *error,
                        char why[FELT_NARC_WHY_BYTES])
{
    say(why, "%s: %s%s%s", shown(name), error->pointer, error->pointer[0] ? ": " : "", error->text);
}

/* ---- names ---- */

const struct felt_narc_known *felt_narc_rules_known_find(const char *name)
{
    for (int i = 0; i < felt_narc_rules_known_count(); i++)
        if (!strcmp(felt_narc_rules_known_at(i)->name, name)) return felt_narc_rules_known_at(i);
    return NULL;
}

const struct felt_narc_known *felt_narc_cards_known_find(const char *name)
{
    struct felt_narc_catalogue catalogue;
    for (int i = 0; i < felt_narc_cards_known_count(); i++) {
        const struct felt_narc_known *known = felt_narc_cards_known_at(i);
        if (!strcmp(known->name, name)) return known;
        if (felt_narc_cards_read(known->text, known->bytes, &catalogue, NULL) == FELT_OK &&
            !strcmp(catalogue.name, name))
            return known;
    }
    return NULL;
}

/* ---- files ---- */

char *felt_narc_file_text(const char *name, size_t bytes_max, size_t *bytes,
                          char why[FELT_NARC_WHY_BYTES])
{
    bool standard = !strcmp(name, "-");
    char *text = malloc(bytes_max + 1);
    if (!text) {
        say(why, "%s: out of memory; free some and try again", shown(name));
        return NULL;
    }
    errno = 0;
    FILE *in = standard ? stdin : fopen(name, "rb");
    *bytes = in ? fread(text, 1, bytes_max + 1, in) : 0;
    bool good = in && !ferror(in);
    int reason = errno;
    if (in && !standard) (void)fclose(in);
    if (good) return text;
    say(why, "%s: %s", shown(name), strerror(reason));
    free(text);
    errno = reason;
    return NULL;
}

/* What a name stands for: a known text, or a file's, which is to be freed. */
struct source {
    const char *name;
    const char *text;
    size_t bytes;
    char *owned;
};

typedef int count_known(void);
typedef const struct felt_narc_known *known_at(int index);

/* No file and nothing known: what was meant? */
static void say_nearest(const char *name, const char *what, count_known *count, known_at *at,
                        char why[FELT_NARC_WHY_BYTES])
{
    const char *names[NAMES_MAX];
    felt_assert(count() <= NAMES_MAX);
    for (int i = 0; i < count(); i++) names[i] = at(i)->name;
    const char *near = felt_nearest(name, strlen(name), names, count());
    if (near)
        say(why, "%s: there is no such file or %s; did you mean %s?", name, what, near);
    else
        say(why, "%s: there is no such file or %s; felt narc list lists them", name, what);
}

static bool open_source(const char *name, const struct felt_narc_known *known, const char *what,
                        count_known *count, known_at *at, struct source *out,
                        char why[FELT_NARC_WHY_BYTES])
{
    *out = (struct source){.name = name};
    if (known) {
        out->text = known->text;
        out->bytes = known->bytes;
        return true;
    }
    out->text = out->owned = felt_narc_file_text(name, FELT_NARC_TEXT_MAX, &out->bytes, why);
    if (out->text) return true;
    if (errno == ENOENT && !strpbrk(name, "./")) say_nearest(name, what, count, at, why);
    return false;
}

/* ---- loading ---- */

enum felt_status felt_narc_load_options(const char *name, struct felt_narc_options *out,
                                        char why[FELT_NARC_WHY_BYTES])
{
    struct source source;
    struct felt_narc_error error = {0};
    if (!name) name = FELT_NARC_RULES_USUAL;
    if (!open_source(name, felt_narc_rules_known_find(name), "rule set",
                     felt_narc_rules_known_count, felt_narc_rules_known_at, &source, why))
        return FELT_BAD_NAME;
    enum felt_status status = felt_narc_options_read(source.text, source.bytes, out, &error);
    if (status != FELT_OK) felt_narc_file_say(name, &error, why);
    free(source.owned);
    return status;
}

enum felt_status felt_narc_load_cards(const char *name, struct felt_narc_catalogue *out,
                                      char why[FELT_NARC_WHY_BYTES])
{
    struct source source;
    struct felt_narc_error error = {0};
    if (!name) name = FELT_NARC_CARDS_USUAL;
    if (!open_source(name, felt_narc_cards_known_find(name), "catalogue",
                     felt_narc_cards_known_count, felt_narc_cards_known_at, &source, why))
        return FELT_BAD_NAME;
    enum felt_status status = felt_narc_cards_read(source.text, source.bytes, out, &error);
    if (status != FELT_OK) felt_narc_file_say(name, &error, why);
    free(source.owned);
    return status;
}

enum felt_status felt_narc_load(const char *rules_name, const char *cards_name, bool sweep,
                                struct felt_narc_rules *out, char why[FELT_NARC_WHY_BYTES])
{
    struct felt_narc_options options;
    struct felt_narc_catalogue catalogue;
    struct felt_narc_error error = {0};
    enum felt_status status = felt_narc_load_options(rules_name, &options, why);
    if (status == FELT_OK) status = felt_narc_load_cards(cards_name, &catalogue, why);
    if (status != FELT_OK) return status;
    status = felt_narc_rules_join(&options, &catalogue, sweep, out, &error);
    if (status == FELT_OK) return status;
    const char *name = error.in_options ? rules_name : cards_name;
    if (!name) name = error.in_options ? FELT_NARC_RULES_USUAL : FELT_NARC_CARDS_USUAL;
    felt_narc_file_say(name, &error, why);
    return status;
}

enum felt_status felt_narc_load_run(const char *name, const char *text, size_t bytes,
                                    const char *rules_name, const char *cards_name,
                                    struct felt_narc_rules *rules, struct felt_narc_run *out,
                                    char why[FELT_NARC_WHY_BYTES])
{
    char named_rules[FELT_NARC_NAME_BYTES], named_cards[FELT_NARC_NAME_BYTES];
    struct felt_narc_error error = {0};
    enum felt_status status = felt_narc_run_names(text, bytes, named_rules, named_cards, &error);
    if (status != FELT_OK) {
        felt_narc_file_say(name, &error, why);
        return status;
    }
    /* A file says what it was played by, not what else is to be opened. */
    if (!rules_name && !felt_narc_rules_known_find(named_rules)) {
        say(why, "%s: /rules: \"%s\" is none of felt narc list; name its file with --rules",
            shown(name), named_rules);
        return FELT_BAD_NAME;
    }
    if (!cards_name && !felt_narc_cards_known_find(named_cards)) {
        say(why, "%s: /cards: \"%s\" is none of felt narc list; name its file with --cards",
            shown(name), named_cards);
        return FELT_BAD_NAME;
    }
    status = felt_narc_load(rules_name ? rules_name : named_rules,
                            cards_name ? cards_name : named_cards, false, rules, why);
    if (status != FELT_OK) return status;
    status = felt_narc_run_read(text, bytes, rules, out, &error);
    if (status != FELT_OK) felt_narc_file_say(name, &error, why);
    return status;
}
