/* setting.c -- see setting.h. */
#include "command/setting.h"

#include "felt/assert.h"
#include "felt/buffer.h"

#include <string.h>

enum {
    VARIANTS_MAX = 64,
    LISTS = 3,
    NAME_BYTES = 64,
    ROTATION_BYTES = 4096,
    STACK_UNITS = 100,
    UNIT_MAX = 1000000000
};

#define STACK_MAX INT64_C(1000000000000)
FELT_STATIC_ASSERT(STACK_MAX <= FELT_CHIPS_MAX, "the engine takes any stack that we take");

static const struct {
    const char *name, *title;
} limit_names[FELT_SETTING_LIMITS] = {
    [FELT_NO_LIMIT] = {"nl", "no limit"},
    [FELT_POT_LIMIT] = {"pl", "pot limit"},
    [FELT_FIXED_LIMIT] = {"fl", "fixed limit"},
};

const char *felt_setting_limit_name(enum felt_limit limit)
{
    felt_assert((int)limit < FELT_SETTING_LIMITS);
    return limit_names[limit].name;
}

const char *felt_setting_limit_title(enum felt_limit limit)
{
    felt_assert((int)limit < FELT_SETTING_LIMITS);
    return limit_names[limit].title;
}

bool felt_setting_plays(const struct felt_variant *variant, enum felt_limit limit)
{
    struct felt_poker_rules rules;
    return felt_poker_rules_make(variant->name, limit, STACK_UNITS, &rules, NULL) == FELT_OK;
}

enum felt_limit felt_setting_usual(const struct felt_variant *variant)
{
    return (enum felt_limit)variant->limit;
}

const char *felt_setting_seats(int min, int max, char out[FELT_SETTING_SEATS_BYTES])
{
    struct felt_buffer text = felt_buffer_make(out, FELT_SETTING_SEATS_BYTES);
    felt_buffer_int(&text, min);
    if (max > min) felt_buffer_text(&text, " to ");
    if (max > min) felt_buffer_int(&text, max);
    return felt_buffer_terminate(&text);
}

/* Names may be typed in any case.  What does not fit in is cut off. */
static void lower(const char *text, char *out, size_t room)
{
    size_t used = 0;
    for (; *text && used + 1 < room; text++)
        out[used++] = (char)(*text >= 'A' && *text <= 'Z' ? *text - 'A' + 'a' : *text);
    out[used] = '\0';
}

const struct felt_variant *felt_setting_variant(const struct felt_args *args, const char *name)
{
    char word[NAME_BYTES]; /* longer than any name: one that is cut off is none */
    lower(name, word, sizeof word);
    const struct felt_variant *variant = felt_variant_find(word);
    if (variant) return variant;
    const char *names[VARIANTS_MAX];
    int count = felt_variant_count();
    felt_assert(count <= VARIANTS_MAX);
    for (int i = 0; i < count; i++) names[i] = felt_variant_at(i)->name;
    const char *near = felt_args_nearest(word, names, count);
    if (near)
        (void)felt_args_refuse(args, "there is no variant \"%s\"; did you mean %s?", name, near);
    else
        (void)felt_args_refuse(args, "there is no variant \"%s\"; felt variants lists them", name);
    return NULL;
}

bool felt_setting_limits(const struct felt_args *args, int option, const char *choices,
                         unsigned *limits)
{
    const char *text = args->value[option];
    if (text == NULL) return true;
    if (strcmp(text, "all") == 0) {
        *limits = (1u << FELT_SETTING_LIMITS) - 1;
        return true;
    }
    for (int i = 0; i < FELT_SETTING_LIMITS; i++) {
        if (strcmp(text, limit_names[i].name) != 0) continue;
        *limits = 1u << i;
        return true;
    }
    (void)felt_args_refuse(args, "--%s \"%s\": take %s", args->spec->options[option].name, text,
                           choices);
    return false;
}

/* Reads a whole number with an optional k, M or G; false if there is none or it is too large. */
static bool read_number(const char **at, int64_t max, int64_t *out)
{
    const char *from = *at;
    int64_t value = 0;
    for (; **at >= '0' && **at <= '9'; ++*at) {
        if (value <= max)
            value = value * 10 + (**at - '0'); /* max is far from the end of 64 bits */
    }
    if (*at == from) return false;
    int64_t unit = **at == 'k' ? 1000 : **at == 'M' ? 1000000 : **at == 'G' ? 1000000000 : 1;
    if (unit > 1) ++*at;
    if (value > max / unit) return false;
    *out = value * unit;
    return true;
}

/* "6" or "2-10".  False: it is neither. */
static bool read_span(const char *text, int *min, int *max)
{
    const char *at = text;
    int64_t from = 0, to = 0;
    bool good = read_number(&at, FELT_SEATS_MAX, &from);
    to = from;
    if (good && *at == '-') {
        at++;
        good = read_number(&at, FELT_SEATS_MAX, &to);
    }
    if (!good || *at != '\0' || from < 2 || from > to) return false;
    *min = (int)from;
    *max = (int)to;
    return true;
}

bool felt_setting_players(const struct felt_args *args, int option, int *min, int *max)
{
    const char *text = args->value[option];
    if (text == NULL || read_span(text, min, max)) return true;
    (void)felt_args_refuse(args, "--%s \"%s\": take a number from 2 to %d, or two as in 2-6",
                           args->spec->options[option].name, text, FELT_SEATS_MAX);
    return false;
}

bool felt_setting_unit(const struct felt_args *args, int option, felt_chips *unit)
{
    uint64_t number = (uint64_t)*unit;
    if (!felt_args_uint(args, option, 1, UNIT_MAX, &number)) return false;
    *unit = (felt_chips)number;
    return true;
}

bool felt_setting_stacks(const struct felt_args *args, int option,
                         felt_chips stacks[FELT_SEATS_MAX], int *count)
{
    const char *text = args->value[option], *at = text;
    *count = 0;
    if (text == NULL) return true;
    for (;;) {
        int64_t chips;
        if (*count == FELT_SEATS_MAX || !read_number(&at, STACK_MAX, &chips) || chips < 1) break;
        stacks[(*count)++] = chips;
        if (*at == '\0') return true;
        if (*at++ != ',') break;
    }
    (void)felt_args_refuse(args,
                           "--%s \"%s\": take 1 to %d numbers of chips from 1 to %lld, as in "
                           "500 or 500,200",
                           args->spec->options[option].name, text, FELT_SEATS_MAX,
                           (long long)STACK_MAX);
    return false;
}

/* ---- one table ---- */

static bool read_limit(const struct felt_args *args, int option, struct felt_setting *setting)
{
    if (setting->limit == FELT_LIMITS) setting->limit = felt_setting_usual(setting->variant);
    unsigned limits = 1u << setting->limit;
    if (!felt_setting_limits(args, option, "nl, pl or fl", &limits)) return false;
    if (!felt_seats_lone((felt_seats)limits)) {
        (void)felt_args_refuse(args, "--%s all: take one of nl, pl and fl here",
                               args->spec->options[option].name);
        return false;
    }
    setting->limit = (enum felt_limit)__builtin_ctz(limits);
    if (felt_setting_plays(setting->variant, setting->limit)) return true;
    for (int i = 0; args->value[option] == NULL && i < FELT_SETTING_LIMITS; i++) {
        setting->limit = (enum felt_limit)i;
        if (felt_setting_plays(setting->variant, setting->limit)) return true;
    }
    (void)felt_args_refuse(args, "%s is not played with %s; felt variants lists the limits",
                           setting->variant->title, limit_names[setting->limit].title);
    return false;
}

/* How many players a table for seats_min .. seats_max has.  False: complained. */
static bool read_players(const struct felt_args *args, int option, int seats_min, int seats_max,
                         int *players)
{
    const char *text = args->value[option], *name = args->spec->options[option].name;
    int min = *players, max = min;
    if (text && !read_span(text, &min, &max)) {
        if (seats_min < seats_max)
            (void)felt_args_refuse(args, "--%s \"%s\": take a number from %d to %d", name, text,
                                   seats_min, seats_max);
        else
            (void)felt_args_refuse(args, "--%s \"%s\": take %d", name, text, seats_min);
        return false;
    }
    if (min != max) {
        (void)felt_args_refuse(args, "--%s %d-%d: take one number here", name, min, max);
        return false;
    }
    *players = min;
    return true;
}

static int clamp(int value, int min, int max)
{
    return value < min ? min : value > max ? max : value;
}

/* Players and stacks for a game, or several, that seat min .. max. */
static bool read_seats(const struct felt_args *args, const struct felt_setting_options *options,
                       const char *title, int seats_min, int seats_max,
                       struct felt_setting *setting)
{
    int players = clamp(setting->players, seats_min, seats_max), stacks = 0;
    if (!felt_setting_stacks(args, options->stacks, setting->stack, &stacks)) return false;
    if (stacks > 1) players = stacks;
    if (!read_players(args, options->players, seats_min, seats_max, &players)) return false;
    if (players < seats_min || players > seats_max) {
        char seats[FELT_SETTING_SEATS_BYTES];
        (void)felt_args_refuse(args, "%s is for %s players; these are %d", title,
                               felt_setting_seats(seats_min, seats_max, seats), players);
        return false;
    }
    if (stacks > 1 && stacks != players) {
        (void)felt_args_refuse(args, "%d stacks for %d players; name one stack for all, or %d",
                               stacks, players, players);
        return false;
    }
    setting->players = players;
    for (int i = stacks; i < players; i++)
        setting->stack[i] = stacks ? setting->stack[0] : STACK_UNITS * setting->unit;
    return true;
}

bool felt_setting_read(const struct felt_args *args, const struct felt_setting_options *options,
                       const char *name, struct felt_setting *setting)
{
    setting->variant = felt_setting_variant(args, name);
    if (setting->variant == NULL || !read_limit(args, options->limit, setting) ||
        !felt_setting_unit(args, options->unit, &setting->unit) ||
        !read_seats(args, options, setting->variant->title, setting->variant->seats_min,
                    setting->variant->seats_max, setting))
        return false;
    struct felt_complaint complaint = {0};
    if (felt_poker_rules_make(setting->variant->name, setting->limit, setting->unit,
                              &setting->rules, &complaint) == FELT_OK)
        return true;
    (void)felt_args_complain(args, NULL, &complaint);
    return false;
}

/* ---- several games ---- */

/* A game of the list that is none: the nearest name, if one is near. */
static void refuse_rotation(const struct felt_args *args, const char *text,
                            const struct felt_complaint *complaint)
{
    const char *names[VARIANTS_MAX + LISTS] = {"dealers-choice", "horse", "eight-game"};
    char word[NAME_BYTES] = "";
    int count = LISTS;
    felt_assert(felt_variant_count() <= VARIANTS_MAX);
    for (int i = 0; i < felt_variant_count(); i++) names[count++] = felt_variant_at(i)->name;
    if (complaint->length > 0 && complaint->length < sizeof word)
        memcpy(word, text + complaint->at, complaint->length);
    for (int i = 0; i < LISTS; i++) {
        if (strcmp(word, names[i]) != 0) continue;
        (void)felt_args_refuse(args, "%s is a list of its own and cannot stand in another one",
                               word);
        return;
    }
    const char *near = *word ? felt_args_nearest(word, names, count) : NULL;
    if (near && felt_variant_find(word) == NULL)
        (void)felt_args_refuse(args, "there is no variant \"%s\"; did you mean %s?", word, near);
    else if (*word && complaint->length == strlen(text))
        (void)felt_args_refuse(args, "there is no variant \"%s\"; felt variants lists them", word);
    else
        (void)felt_args_complain(args, text, complaint);
}

bool felt_setting_rotation(const struct felt_args *args, const struct felt_setting_options *options,
                           const char *typed, struct felt_rotation *rotation,
                           struct felt_setting *setting)
{
    struct felt_complaint complaint = {0};
    char text[ROTATION_BYTES];
    unsigned limits = 0;
    if (strlen(typed) >= sizeof text) {
        (void)felt_args_refuse(args, "a list of games has less than %d letters", ROTATION_BYTES);
        return false;
    }
    lower(typed, text, sizeof text);
    if (!felt_setting_limits(args, options->limit, "nl, pl or fl", &limits)) return false;
    if (!felt_seats_lone((felt_seats)limits)) {
        (void)felt_args_refuse(args, "--%s all: take one of nl, pl and fl here",
                               args->spec->options[options->limit].name);
        return false;
    }
    enum felt_limit limit = limits ? (enum felt_limit)__builtin_ctz(limits) : FELT_LIMITS;
    if (felt_rotation_make(text, strlen(text), limit, rotation, &complaint) != FELT_OK) {
        refuse_rotation(args, text, &complaint);
        return false;
    }
    int min = FELT_SEATS_MAX, max = 2;
    for (int i = 0; i < rotation->count; i++) {
        const struct felt_variant *variant = felt_rotation_variant(rotation, i);
        if (variant->seats_min < min) min = variant->seats_min;
        if (variant->seats_max > max) max = variant->seats_max;
    }
    const char *title = rotation->count == 1 ? felt_rotation_variant(rotation, 0)->title
                        : rotation->title    ? rotation->title
                                             : "this list of games";
    if (!felt_setting_unit(args, options->unit, &setting->unit) ||
        !read_seats(args, options, title, min, max, setting))
        return false;
    if (felt_rotation_next(rotation, -1, 0, setting->players) >= 0) return true;
    (void)felt_args_refuse(args,
                           "no game of this list is for %d players; felt variants tells "
                           "for how many they are",
                           setting->players);
    return false;
}
