/* persona.c -- dials: ranges, defaults, and "tight=7,aggr=3"; personas that have a name.
 *
 * Numbers are read here and not by strtod(), which knows a locale, hexadecimal digits, infinities
 * and exponents.  Up to fifteen digits are a whole number of 53 bits, and a power of ten up to 1e9
 * is exact, too: one division, correctly rounded, gives what strtod() would. */
#include "felt/persona.h"

#include "base/format.h"
#include "base/nearest.h"
#include "felt/assert.h"
#include "players/kinds.h"

#include <stdint.h>
#include <string.h>

#define AT(field) offsetof(struct felt_strategy_config, field)

static const struct felt_strategy_dial dials[FELT_STRATEGY_DIALS] = {
    {"aggression", "aggr", 1, 10, AT(aggression)},
    {"tightness", "tight", 1, 10, AT(tightness)},
    {"bluff_frequency", "bluff", 0.05, 0.15, AT(bluff_frequency)},
    {"randomization_factor", "random", 0, 0.15, AT(randomization_factor)},
    {"slow_play_threshold", "slow", 0, 1, AT(slow_play_threshold)},
};

/* From the most careful to the wildest; data/personas has the same as files. */
static const struct felt_persona_kind personas[] = {
    {"rock", "few hands, played quietly, and hardly a bluff", {3, 9, 0.05, 0.05, 0.9}, false},
    {"tag", "few hands, played with force", {7, 7, 0.08, 0.1, 0.95}, false},
    {"lag", "many hands, played with force", {8, 3, 0.13, 0.15, 0.95}, false},
    {"station",
     "calls with almost anything, and gives chips away",
     {1.5, 1.5, 0.05, 0.1, 0.6},
     false},
    {"maniac", "bets and raises with almost anything", {10, 1, 0.15, 0.15, 1}, false},
    {"teacher",
     "plays like the house, and explains itself after the hand",
     {5, 5, 0.1, 0.15, 0.85},
     true},
};

enum { NUMBER_BYTES = 32, PERSONAS = sizeof personas / sizeof personas[0] };

/* ---- numbers ---- */

bool felt_dial_parse(const char *text, size_t bytes, double *out)
{
    uint64_t whole = 0, power = 1;
    int digits = 0, places = 0;
    bool point = false;
    for (size_t at = 0; at < bytes; at++) {
        if (text[at] == '.' && !point && digits > 0) {
            point = true;
            continue;
        }
        if (text[at] < '0' || text[at] > '9' || ++digits > FELT_DIAL_DIGITS) return false;
        whole = whole * 10 + (uint64_t)(text[at] - '0');
        if (!point) continue;
        if (++places > FELT_DIAL_PLACES) return false;
        power *= 10;
    }
    if (digits == 0 || (point && places == 0)) return false;
    *out = (double)whole / (double)power;
    return true;
}

int felt_dial_places(double number)
{
    felt_assert(number >= 0 && number < 1e5);
    double power = 1;
    for (int places = 0; places <= FELT_DIAL_PLACES; places++, power *= 10) {
        double same = (double)(int64_t)(number * power + 0.5) / power;
        if (!(same < number) && !(same > number)) return places;
    }
    return -1;
}

static const char *write_number(double number, char out[NUMBER_BYTES])
{
    struct felt_buffer text = felt_buffer_make(out, NUMBER_BYTES);
    felt_buffer_decimal(&text, number, felt_dial_places(number));
    return felt_buffer_terminate(&text);
}

/* ---- dials ---- */

static double get(const struct felt_strategy_config *config, int dial)
{
    double value;
    memcpy(&value, (const char *)config + dials[dial].at, sizeof value);
    return value;
}

static void set(struct felt_strategy_config *config, int dial, double value)
{
    memcpy((char *)config + dials[dial].at, &value, sizeof value);
}

/* What is no number is in no range: both comparisons are false. */
static bool in_range(int dial, double value)
{
    return value >= dials[dial].min && value <= dials[dial].max;
}

static enum felt_status refuse_range(int dial, size_t at, size_t length,
                                     struct felt_complaint *complaint)
{
    char low[NUMBER_BYTES], high[NUMBER_BYTES];
    return felt_complain(complaint, FELT_BAD_NUMBER, at, length, "%s: take a number from %s to %s",
                         dials[dial].name, write_number(dials[dial].min, low),
                         write_number(dials[dial].max, high));
}

struct felt_strategy_config felt_strategy_config_default(void)
{
    return (struct felt_strategy_config){5, 5, 0.10, 0.15, 0.85};
}

enum felt_status felt_strategy_config_validate(const struct felt_strategy_config *config,
                                               struct felt_complaint *complaint)
{
    for (int dial = 0; dial < FELT_STRATEGY_DIALS; dial++)
        if (!in_range(dial, get(config, dial))) return refuse_range(dial, 0, 0, complaint);
    return FELT_OK;
}

/* ---- text ---- */

static bool is_word(const char *word, const char *text, size_t bytes)
{
    return strlen(word) == bytes && memcmp(word, text, bytes) == 0;
}

static int find_dial(const char *text, size_t bytes)
{
    for (int dial = 0; dial < FELT_STRATEGY_DIALS; dial++)
        if (is_word(dials[dial].name, text, bytes) || is_word(dials[dial].brief, text, bytes))
            return dial;
    return -1;
}

static void list_dials(const char *names[2 * FELT_STRATEGY_DIALS])
{
    for (int dial = 0; dial < FELT_STRATEGY_DIALS; dial++) {
        names[dial] = dials[dial].brief;
        names[FELT_STRATEGY_DIALS + dial] = dials[dial].name;
    }
}

/* What is no dial. */
static enum felt_status refuse_name(const char *text, size_t bytes, size_t at,
                                    struct felt_complaint *complaint)
{
    const char *names[2 * FELT_STRATEGY_DIALS];
    char quoted[FELT_QUOTE_BYTES];
    list_dials(names);
    const char *near = felt_nearest(text + at, bytes, names, 2 * FELT_STRATEGY_DIALS);
    felt_quote(text + at, bytes, quoted);
    if (felt_persona_find(text + at, bytes))
        return felt_complain(complaint, FELT_BAD_FORMAT, at, bytes,
                             "%s is a persona and comes first, as in %s,aggr=4", quoted, quoted);
    if (near)
        return felt_complain(complaint, FELT_BAD_NAME, at, bytes,
                             "there is no dial \"%s\"; did you mean %s?", quoted, near);
    return felt_complain(complaint, FELT_BAD_NAME, at, bytes,
                         "there is no dial \"%s\"; there are aggr, tight, bluff, random and slow",
                         quoted);
}

/* "tight=7" at text[at .. end). */
static enum felt_status read_dial(const char *text, size_t at, size_t end, unsigned *seen,
                                  struct felt_strategy_config *config,
                                  struct felt_complaint *complaint)
{
    const char *equals = memchr(text + at, '=', end - at);
    size_t name_bytes = equals ? (size_t)(equals - text) - at : end - at;
    if (name_bytes == 0)
        return felt_complain(complaint, FELT_BAD_FORMAT, at, end - at,
                             "name a dial and its number, as in tight=7");
    int dial = find_dial(text + at, name_bytes);
    if (dial < 0) return refuse_name(text, name_bytes, at, complaint);
    if (!equals)
        return felt_complain(complaint, FELT_BAD_FORMAT, at, end - at,
                             "%s needs a number, as in %s=%s", dials[dial].name, dials[dial].brief,
                             dials[dial].max > 1 ? "7" : "0.1");
    if (*seen >> dial & 1)
        return felt_complain(complaint, FELT_BAD_FORMAT, at, end - at, "%s is set twice",
                             dials[dial].name);
    size_t number_at = at + name_bytes + 1;
    double value;
    if (!felt_dial_parse(text + number_at, end - number_at, &value) || !in_range(dial, value))
        return refuse_range(dial, number_at, end - number_at, complaint);
    *seen |= 1u << dial;
    set(config, dial, value);
    return FELT_OK;
}

enum felt_status felt_strategy_config_read(const char *text, size_t bytes,
                                           struct felt_strategy_config *config,
                                           struct felt_complaint *complaint)
{
    struct felt_strategy_config changed = *config;
    unsigned seen = 0;
    for (size_t at = 0; at <= bytes;) { /* a dial needs a name: no more than there are are read */
        const char *comma = at < bytes ? memchr(text + at, ',', bytes - at) : NULL;
        size_t end = comma ? (size_t)(comma - text) : bytes;
        enum felt_status status = read_dial(text, at, end, &seen, &changed, complaint);
        if (status != FELT_OK) return status;
        at = end + 1;
    }
    *config = changed;
    return FELT_OK;
}

/* ---- personas ---- */

int felt_persona_count(void)
{
    return PERSONAS;
}

const struct felt_persona_kind *felt_persona_at(int index)
{
    felt_assert(index >= 0 && index < PERSONAS);
    return &personas[index];
}

const struct felt_persona_kind *felt_persona_find(const char *name, size_t bytes)
{
    for (int i = 0; i < PERSONAS; i++)
        if (is_word(personas[i].name, name, bytes)) return &personas[i];
    return NULL;
}

/* The first piece is no persona.  Is it meant to be one, and not a dial without its number? */
static bool means_persona(const char *text, size_t bytes, const char **near)
{
    const char *names[PERSONAS], *others[2 * FELT_STRATEGY_DIALS];
    for (int i = 0; i < PERSONAS; i++) names[i] = personas[i].name;
    list_dials(others);
    *near = felt_nearest(text, bytes, names, PERSONAS);
    if (bytes == 0 || find_dial(text, bytes) >= 0) return false;
    return *near || !felt_nearest(text, bytes, others, 2 * FELT_STRATEGY_DIALS);
}

static enum felt_status refuse_persona(const char *text, size_t bytes, const char *near,
                                       struct felt_complaint *complaint)
{
    char quoted[FELT_QUOTE_BYTES];
    felt_quote(text, bytes, quoted);
    if (near)
        return felt_complain(complaint, FELT_BAD_NAME, 0, bytes,
                             "there is no persona \"%s\"; did you mean %s?", quoted, near);
    return felt_complain(
        complaint, FELT_BAD_NAME, 0, bytes,
        "there is no persona \"%s\"; there are rock, tag, lag, station, maniac and "
        "teacher",
        quoted);
}

enum felt_status felt_persona_read(const char *text, size_t bytes,
                                   struct felt_strategy_config *config,
                                   struct felt_complaint *complaint)
{
    const char *comma = bytes ? memchr(text, ',', bytes) : NULL, *near;
    size_t end = comma ? (size_t)(comma - text) : bytes;
    const struct felt_persona_kind *persona = felt_persona_find(text, end);
    bool dial = end > 0 && memchr(text, '=', end) != NULL;
    if (!dial && !persona && means_persona(text, end, &near))
        return refuse_persona(text, end, near, complaint);
    if (!persona) return felt_strategy_config_read(text, bytes, config, complaint);
    struct felt_strategy_config changed = persona->config;
    if (comma) {
        size_t at = end + 1;
        enum felt_status status =
            felt_strategy_config_read(text + at, bytes - at, &changed, complaint);
        if (complaint && status != FELT_OK) complaint->at += at;
        if (status != FELT_OK) return status;
    }
    *config = changed;
    return FELT_OK;
}

const struct felt_strategy_dial *felt_strategy_dial_at(int index)
{
    felt_assert(index >= 0 && index < FELT_STRATEGY_DIALS);
    return &dials[index];
}
