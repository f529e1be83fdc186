/* names.c -- names of the bots of Narc: "careful", "rollout:64", "best/never-fold", "3". */
#include "base/format.h"
#include "base/nearest.h"
#include "players/narc/parts.h"

#include <stdio.h>
#include <string.h>

enum {
    LEVELS = 4,
    NARC = 1 << FELT_ROLE_NARC,
    CUSTOMER = 1 << FELT_ROLE_CUSTOMER,
    PLAYER = 1 << FELT_ROLE_PLAYER,
    ANYBODY = NARC | CUSTOMER | PLAYER
};

/* What a rollout imagines if nothing is said. */
enum { SAMPLES_USUAL = 64 };

static const struct {
    const char *word, *about;
    uint8_t roles;
} kinds[FELT_BOT_KINDS] = {
    [FELT_BOT_RANDOM] = {"random", "any action that is legal; folds one time in ten", ANYBODY},
    [FELT_BOT_SEED] = {"seed", "the document's: raises at fixed odds, with any card",
                       NARC | CUSTOMER},
    [FELT_BOT_BEST] = {"best", "raises at the document's odds, with the strongest evidence", NARC},
    [FELT_BOT_PRESSURE] = {"pressure",
                           "takes the initiative when it is close, keeps its best card for the end",
                           NARC},
    [FELT_BOT_WARY] = {"wary", "orders from the first round on, leaves when evidence is high",
                       CUSTOMER},
    [FELT_BOT_GREEDY] = {"greedy", "wants large orders, and does not mind an audience", CUSTOMER},
    [FELT_BOT_SHY] = {"shy", "small orders, and leaves early", CUSTOMER},
    [FELT_BOT_LOYAL] = {"loyal", "stays, and plays what keeps evidence low", CUSTOMER},
    [FELT_BOT_PERSONA] = {"persona", "greedy, shy or loyal: another one each hand", CUSTOMER},
    [FELT_BOT_PASSIVE] = {"passive", "only checks and goes on", ANYBODY},
    [FELT_BOT_DUMP] = {"dump", "raises whatever it can, folds if behind after a flip", PLAYER},
    [FELT_BOT_COVER] = {"cover", "always the most cover, never folds", PLAYER},
    [FELT_BOT_CAREFUL] = {"careful", "cover first, money when there is room, folds lost hands",
                          PLAYER},
    [FELT_BOT_ROLLOUT] = {"rollout", "imagines what is hidden and plays it out", ANYBODY},
};
static const char *const limits[FELT_BOT_LIMITS] = {"", "never-fold", "never-raise", "never-check"};

static const struct {
    uint8_t kind;
    uint16_t samples;
} levels[FELT_ROLES][LEVELS] = {
    [FELT_ROLE_NARC] = {{FELT_BOT_SEED, 0},
                        {FELT_BOT_BEST, 0},
                        {FELT_BOT_PRESSURE, 0},
                        {FELT_BOT_ROLLOUT, SAMPLES_USUAL}},
    [FELT_ROLE_CUSTOMER] = {{FELT_BOT_SEED, 0},
                            {FELT_BOT_WARY, 0},
                            {FELT_BOT_PERSONA, 0},
                            {FELT_BOT_ROLLOUT, SAMPLES_USUAL}},
    [FELT_ROLE_PLAYER] = {{FELT_BOT_RANDOM, 0},
                          {FELT_BOT_CAREFUL, 0},
                          {FELT_BOT_ROLLOUT, 16},
                          {FELT_BOT_ROLLOUT, 256}},
};

/* ---- reading ---- */

static bool is_word(const char *word, const char *text, size_t bytes)
{
    return strlen(word) == bytes && memcmp(word, text, bytes) == 0;
}

static enum felt_status refuse_name(const char *text, size_t bytes, enum felt_narc_role role,
                                    struct felt_complaint *complaint)
{
    const char *words[FELT_BOT_KINDS];
    char quoted[FELT_QUOTE_BYTES];
    int count = 0;
    for (int kind = 0; kind < FELT_BOT_KINDS; kind++)
        if (kinds[kind].roles >> role & 1) words[count++] = kinds[kind].word;
    const char *near = felt_nearest(text, bytes, words, count);
    felt_quote(text, bytes, quoted);
    if (near)
        return felt_complain(complaint, FELT_BAD_NAME, 0, bytes,
                             "there is no bot \"%s\"; did you mean %s?", quoted, near);
    return felt_complain(complaint, FELT_BAD_NAME, 0, bytes,
                         "there is no bot \"%s\"; take a level, 1 to 4, or a name like %s", quoted,
                         kinds[levels[role][1].kind].word);
}

/* "seed", or a level. */
static enum felt_status read_word(const char *text, size_t bytes, struct felt_narc_bot *bot,
                                  struct felt_complaint *complaint)
{
    enum felt_narc_role role = (enum felt_narc_role)bot->role;
    if (bytes == 1 && text[0] >= '1' && text[0] <= '0' + LEVELS) {
        bot->kind = levels[role][text[0] - '1'].kind;
        bot->samples = levels[role][text[0] - '1'].samples;
        return FELT_OK;
    }
    for (int kind = 0; kind < FELT_BOT_KINDS; kind++) {
        if (!is_word(kinds[kind].word, text, bytes)) continue;
        if (!(kinds[kind].roles >> role & 1))
            return felt_complain(complaint, FELT_UNSUPPORTED, 0, bytes,
                                 "%s does not play the %s; take %s, or a level, 1 to 4",
                                 kinds[kind].word, felt_narc_role_name(role),
                                 kinds[levels[role][1].kind].word);
        bot->kind = (uint8_t)kind;
        bot->samples = kind == FELT_BOT_ROLLOUT ? SAMPLES_USUAL : 0;
        return FELT_OK;
    }
    return refuse_name(text, bytes, role, complaint);
}

/* "64" behind "rollout:" */
static enum felt_status read_samples(const char *text, size_t at, size_t bytes,
                                     struct felt_narc_bot *bot, struct felt_complaint *complaint)
{
    uint32_t number = 0;
    bool is_number = at < bytes;
    if (bot->kind != FELT_BOT_ROLLOUT)
        return felt_complain(complaint, FELT_BAD_FORMAT, at, bytes - at,
                             "only rollout has a number, as in rollout:64");
    for (size_t i = at; i < bytes; i++) {
        if (text[i] < '0' || text[i] > '9') is_number = false;
        if (is_number && number <= FELT_NARC_BOT_SAMPLES_MAX)
            number = 10 * number + (uint32_t)(text[i] - '0');
    }
    if (!is_number)
        return felt_complain(complaint, FELT_BAD_FORMAT, at, bytes - at,
                             "behind the colon comes a number of samples, as in rollout:64");
    if (number < 1 || number > FELT_NARC_BOT_SAMPLES_MAX)
        return felt_complain(complaint, FELT_BAD_NUMBER, at, bytes - at, "samples are 1 to %d",
                             FELT_NARC_BOT_SAMPLES_MAX);
    bot->samples = number;
    return FELT_OK;
}

static enum felt_status read_limit(const char *text, size_t at, size_t bytes,
                                   struct felt_narc_bot *bot, struct felt_complaint *complaint)
{
    for (int limit = FELT_BOT_FREE + 1; limit < FELT_BOT_LIMITS; limit++) {
        if (!is_word(limits[limit], text + at, bytes - at)) continue;
        bot->limit = (uint8_t)limit;
        return FELT_OK;
    }
    return felt_complain(complaint, FELT_BAD_NAME, at, bytes - at,
                         "behind the stroke comes never-fold, never-raise or never-check");
}

enum felt_status felt_narc_bot_read(const char *text, size_t bytes, enum felt_narc_role role,
                                    struct felt_narc_bot *out, struct felt_complaint *complaint)
{
    struct felt_narc_bot bot = {.role = (uint8_t)role};
    felt_assert((unsigned)role < FELT_ROLES);
    if (bytes == 0)
        return felt_complain(complaint, FELT_BAD_FORMAT, 0, 0,
                             "name a bot, as in %s, or a level, 1 to 4",
                             kinds[levels[role][1].kind].word);
    const char *stroke = memchr(text, '/', bytes);
    size_t free_bytes = stroke ? (size_t)(stroke - text) : bytes;
    const char *colon = memchr(text, ':', free_bytes);
    size_t word_bytes = colon ? (size_t)(colon - text) : free_bytes;
    enum felt_status status = read_word(text, word_bytes, &bot, complaint);
    if (status == FELT_OK && colon)
        status = read_samples(text, word_bytes + 1, free_bytes, &bot, complaint);
    if (status == FELT_OK && stroke)
        status = read_limit(text, free_bytes + 1, bytes, &bot, complaint);
    if (status == FELT_OK) *out = bot;
    return status;
}

/* ---- writing ---- */

const char *felt_narc_bot_write(const struct felt_narc_bot *bot, char out[FELT_NARC_BOT_TEXT_BYTES])
{
    char samples[12] = "";
    felt_assert(bot->kind < FELT_BOT_KINDS && bot->limit < FELT_BOT_LIMITS);
    if (bot->kind == FELT_BOT_ROLLOUT) snprintf(samples, sizeof samples, ":%u", bot->samples);
    snprintf(out, FELT_NARC_BOT_TEXT_BYTES, "%s%s%s%s", kinds[bot->kind].word, samples,
             bot->limit ? "/" : "", limits[bot->limit]);
    return out;
}

const char *felt_narc_bot_about(const struct felt_narc_bot *bot)
{
    felt_assert(bot->kind < FELT_BOT_KINDS);
    return kinds[bot->kind].about;
}

void felt_narc_bots_usual(const struct felt_narc_rules *rules, struct felt_narc_bot out[FELT_ROLES])
{
    for (int role = 0; role < FELT_ROLES; role++) {
        const char *name = rules->options.bot[role];
        const char *end = memchr(name, 0, FELT_NARC_ID_BYTES);
        size_t bytes = end ? (size_t)(end - name) : FELT_NARC_ID_BYTES;
        /* a rule set may come from elsewhere: a name that is none is a bot of the second level */
        if (felt_narc_bot_read(name, bytes, (enum felt_narc_role)role, &out[role], NULL) != FELT_OK)
            out[role] = (struct felt_narc_bot){.role = (uint8_t)role, .kind = levels[role][1].kind};
    }
}
