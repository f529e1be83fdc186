/* narc_study.c -- see narc_study.h. */
#include "lab/narc/narc_study.h"

#include "base/nearest.h"
#include "felt/assert.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>

/* ---- cases ---- */

static bool tick_part(void *self, double done)
{
    const struct felt_narc_study *study = self;
    return !study->tick || study->tick(study->self, study->begin + study->part * done);
}

enum felt_narc_study_end felt_narc_study_play(struct felt_narc_study *study,
                                              const struct felt_narc_case *first, uint16_t playouts,
                                              struct felt_narc_case *out)
{
    struct felt_narc_trial trial = {.rules = &out->rules,
                                    .seed = study->seed,
                                    .heat = study->heat,
                                    .sessions_max = study->sessions_max,
                                    .playouts = playouts};
    struct felt_narc_plan plan = {.hands = study->hands,
                                  .sessions = first ? first->result.sessions : 0,
                                  .chunk = felt_narc_trial_chunk(study->hands),
                                  .runner = study->runner,
                                  .pool = study->pool,
                                  .tick = tick_part,
                                  .self = study};
    memcpy(trial.bot, study->bot, sizeof trial.bot);
    if (!felt_narc_trial_run(&trial, &plan, &out->result)) return FELT_STUDY_NO_MEMORY;
    felt_narc_values_of(&out->result, &out->values);
    study->begin += study->part;
    return out->result.complete ? FELT_STUDY_DONE : FELT_STUDY_STOPPED;
}

/* ---- policies ---- */

enum felt_status felt_narc_policy_read(const char *text, struct felt_narc_bot bot[FELT_ROLES],
                                       struct felt_complaint *complaint)
{
    struct felt_narc_bot read[FELT_ROLES];
    size_t at = 0, bytes = strlen(text);
    memcpy(read, bot, sizeof read);
    for (int role = 0; role < FELT_ROLES && at <= bytes; role++) {
        size_t length = strcspn(text + at, ",");
        if (length > 0) {
            enum felt_status status = felt_narc_bot_read(
                text + at, length, (enum felt_narc_role)role, &read[role], complaint);
            if (status && complaint) complaint->at += at;
            if (status) return status;
        }
        at += length + 1;
    }
    if (at <= bytes)
        return felt_complain(complaint, FELT_BAD_FORMAT, at, bytes - at,
                             "a policy is three names, NARC,CUSTOMER,PLAYER; leave out the rest");
    memcpy(bot, read, sizeof read);
    return FELT_OK;
}

const char *felt_narc_policy_write(const struct felt_narc_bot bot[FELT_ROLES],
                                   char out[FELT_NARC_POLICY_BYTES])
{
    char name[FELT_ROLES][FELT_NARC_BOT_TEXT_BYTES];
    for (int role = 0; role < FELT_ROLES; role++) (void)felt_narc_bot_write(&bot[role], name[role]);
    snprintf(out, FELT_NARC_POLICY_BYTES, "%s,%s,%s", name[0], name[1], name[2]);
    return out;
}

/* ---- sweeps ---- */

enum shape { SMALL, WIDE, FLAG, ANSWERS, EFFECT, ORDER };

#define AT(field) offsetof(struct felt_narc_options, field)
static const struct {
    const char *name;
    size_t at;
    uint8_t shape;
    uint16_t max;
} sweeps[] = {
    {"rounds", AT(rounds), SMALL, FELT_NARC_ROUNDS_MAX},
    {"hand_size", AT(hand_size), SMALL, FELT_NARC_HAND_MAX},
    {"cap", AT(cap), SMALL, FELT_NARC_CAP_MAX},
    {"fold_price", AT(fold_price), SMALL, FELT_NARC_HAND_MAX},
    {"session_hands", AT(session_hands), SMALL, FELT_NARC_SESSION_MAX},
    {"session_cards", AT(session_cards), SMALL, FELT_NARC_DECK_MAX},
    {"pot_per_card", AT(pot_per_card), WIDE, FELT_NARC_NUMBER_MAX},
    {"initiative", AT(initiative), FLAG, 1},
    {"rotates", AT(rotates), FLAG, 1},
    {"pays_to_stay", AT(pays_to_stay), FLAG, 1},
    {"insurance", AT(insurance), FLAG, 1},
    {"conviction", AT(conviction), FLAG, 1},
    {"open", AT(open), FLAG, 1},
    {"recycles", AT(recycles), FLAG, 1},
    {"answers", AT(answers), ANSWERS, FELT_ANSWERS - 1},
    {"cap_effect", AT(cap_effect), EFFECT, 1},
    {"order", AT(order), ORDER, 5},
};
enum { SWEEPS = sizeof sweeps / sizeof sweeps[0], WORDS = 6 };

static const char *const words[][WORDS + 1] = {
    [FLAG] = {"no", "yes"},
    [ANSWERS] = {"behind", "others", "poker"},
    [EFFECT] = {"mute", "end"},
    [ORDER] = {"NCP", "NPC", "CNP", "CPN", "PNC", "PCN"},
};
static const uint8_t orders[WORDS][FELT_ROLES] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2},
                                                  {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};

static enum felt_status read_word(int option, const char *text, size_t length, size_t at,
                                  uint32_t *out, struct felt_complaint *complaint)
{
    const char *const *list = words[sweeps[option].shape];
    for (uint32_t i = 0; list[i]; i++) {
        if (strlen(list[i]) != length || strncmp(text, list[i], length) != 0) continue;
        *out = i;
        return FELT_OK;
    }
    return felt_complain(complaint, FELT_BAD_NAME, at, length, "%s has no %.*s; it is %s or %s%s",
                         sweeps[option].name, (int)length, text, list[0], list[1],
                         list[2] ? ", ..." : "");
}

static enum felt_status read_number(int option, const char *text, size_t length, size_t at,
                                    uint32_t *out, struct felt_complaint *complaint)
{
    uint32_t number = 0;
    size_t digits = strspn(text, "0123456789");
    for (size_t i = 0; i < length && i < 6; i++) number = number * 10 + (uint32_t)(text[i] - '0');
    if (length == 0 || length > 5 || digits < length || number > sweeps[option].max)
        return felt_complain(complaint, FELT_BAD_NUMBER, at, length,
                             "%s is a number of 0 to %u, not %.*s", sweeps[option].name,
                             (unsigned)sweeps[option].max, (int)length, text);
    *out = number;
    return FELT_OK;
}

static enum felt_status read_value(int option, const char *text, size_t length, size_t at,
                                   uint32_t *out, struct felt_complaint *complaint)
{
    return sweeps[option].shape >= FLAG ? read_word(option, text, length, at, out, complaint)
                                        : read_number(option, text, length, at, out, complaint);
}

static enum felt_status add_values(uint32_t from, uint32_t to, size_t at,
                                   struct felt_narc_sweep *out, struct felt_complaint *complaint)
{
    if (to < from)
        return felt_complain(complaint, FELT_BAD_NUMBER, at, 0, "a range rises, as in 2..5");
    for (uint32_t value = from; value <= to; value++) {
        if (out->values == FELT_NARC_CASES_MAX)
            return felt_complain(complaint, FELT_FULL, at, 0, "at most %d values in a sweep",
                                 (int)FELT_NARC_CASES_MAX);
        out->value[out->values++] = value;
    }
    return FELT_OK;
}

static enum felt_status find_option(const char *text, size_t length, int *option,
                                    struct felt_complaint *complaint)
{
    const char *names[SWEEPS];
    for (int i = 0; i < SWEEPS; i++) {
        names[i] = sweeps[i].name;
        if (strlen(names[i]) != length || strncmp(text, names[i], length) != 0) continue;
        *option = i;
        return FELT_OK;
    }
    const char *near = felt_nearest(text, length, names, SWEEPS);
    if (near)
        return felt_complain(complaint, FELT_BAD_NAME, 0, length,
                             "there is no option %.*s to sweep; did you mean %s?", (int)length,
                             text, near);
    return felt_complain(complaint, FELT_BAD_NAME, 0, length,
                         "there is no option %.*s to sweep; take cap, fold_price, hand_size, "
                         "rounds, order, answers, ...",
                         (int)length, text);
}

enum felt_status felt_narc_sweep_read(const char *text, struct felt_narc_sweep *out,
                                      struct felt_complaint *complaint)
{
    struct felt_narc_sweep sweep = {0};
    size_t at = strcspn(text, "="), bytes = strlen(text);
    if (at == bytes || at + 1 == bytes)
        return felt_complain(complaint, FELT_BAD_FORMAT, at, 0,
                             "a sweep is an option and its values, as in cap=2..5");
    enum felt_status status = find_option(text, at, &sweep.option, complaint);
    for (at++; !status && at <= bytes;) {
        size_t length = strcspn(text + at, ",");
        const char *dots = strstr(text + at, "..");
        size_t first = dots && dots < text + at + length ? (size_t)(dots - text) - at : length;
        uint32_t from = 0, to = 0;
        status = read_value(sweep.option, text + at, first, at, &from, complaint);
        to = from;
        if (!status && first < length)
            status = read_value(sweep.option, text + at + first + 2, length - first - 2,
                                at + first + 2, &to, complaint);
        if (!status) status = add_values(from, to, at, &sweep, complaint);
        at += length + 1;
    }
    if (!status) *out = sweep;
    return status;
}

void felt_narc_sweep_set(const struct felt_narc_sweep *sweep, int index,
                         struct felt_narc_options *options, char label[FELT_NARC_LABEL_BYTES])
{
    uint32_t value = sweep->value[index];
    unsigned char *at = (unsigned char *)options + sweeps[sweep->option].at;
    int16_t wide = (int16_t)value;
    bool flag = value != 0;
    const char *name = sweeps[sweep->option].name;
    switch ((enum shape)sweeps[sweep->option].shape) {
    case SMALL:
    case ANSWERS:
    case EFFECT: *at = (unsigned char)value; break;
    case WIDE: memcpy(at, &wide, sizeof wide); break;
    case FLAG: memcpy(at, &flag, sizeof flag); break;
    case ORDER: memcpy(at, orders[value], FELT_ROLES); break;
    }
    if (sweeps[sweep->option].shape >= FLAG)
        snprintf(label, FELT_NARC_LABEL_BYTES, "%s %s", name,
                 words[sweeps[sweep->option].shape][value]);
    else
        snprintf(label, FELT_NARC_LABEL_BYTES, "%s %u", name, (unsigned)value);
}

const char *felt_narc_sweep_name(const struct felt_narc_sweep *sweep)
{
    return sweeps[sweep->option].name;
}
