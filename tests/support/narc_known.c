/* narc_known.c -- see narc_known.h. */
#include "narc_known.h"

#include <stdio.h>
#include <stdlib.h>

static const char *const names[NARC_KNOWN_RULES] = {"house",    "seed", "full-answers", "quick",
                                                    "rotation", "open", "pot"};

const char *narc_known_name(int index)
{
    return names[index];
}

static _Noreturn void give_up(const char *name, const char *pointer, const char *why)
{
    (void)fprintf(stderr, "data/narc/%s.json: %s: %s\n", name, pointer, why);
    abort();
}

char *narc_known_text(const char *name, size_t *bytes)
{
    char path[1024];
    (void)snprintf(path, sizeof path, "%s/narc/%s.json", FELT_DATA_FOLDER, name);
    FILE *in = fopen(path, "rb");
    char *text = malloc(FELT_NARC_TEXT_MAX + 1);
    if (!in || !text) give_up(name, "", "cannot be read");
    *bytes = fread(text, 1, FELT_NARC_TEXT_MAX + 1, in);
    (void)fclose(in);
    return text;
}

void narc_known_options(const char *name, struct felt_narc_options *out)
{
    size_t bytes;
    struct felt_narc_error error = {0};
    char *text = narc_known_text(name, &bytes);
    if (felt_narc_options_read(text, bytes, out, &error) != FELT_OK)
        give_up(name, error.pointer, error.text);
    free(text);
}

void narc_known_cards(struct felt_narc_catalogue *out)
{
    size_t bytes;
    struct felt_narc_error error = {0};
    char *text = narc_known_text("cards", &bytes);
    if (felt_narc_cards_read(text, bytes, out, &error) != FELT_OK)
        give_up("cards", error.pointer, error.text);
    free(text);
}

void narc_known_rules(const char *name, struct felt_narc_rules *out)
{
    struct felt_narc_options options;
    struct felt_narc_catalogue catalogue;
    struct felt_narc_error error = {0};
    narc_known_options(name, &options);
    narc_known_cards(&catalogue);
    if (felt_narc_rules_join(&options, &catalogue, false, out, &error) != FELT_OK)
        give_up(error.in_options ? name : "cards", error.pointer, error.text);
}
