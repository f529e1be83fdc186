/* player.c -- the list of players, and the texts that name them. */
#include "felt/player.h"

#include "base/format.h"
#include "base/nearest.h"
#include "felt/assert.h"
#include "players/kinds.h"

#include <string.h>

#define ZOO "zoo:"

/* In the order of the help text: from those that do not look at their cards to those that think. */
static const struct felt_player_kind *const kinds[] = {
    &felt_zoo_random,     &felt_zoo_call,           &felt_zoo_fold,
    &felt_zoo_shove,      &felt_zoo_stealer,        &felt_zoo_tag,
    &felt_zoo_lag,        &felt_zoo_station,        &felt_zoo_threshold,
    &felt_player_house,   &felt_player_house_plain, &felt_player_house_classic,
    &felt_player_greedy,  &felt_player_narc[0],     &felt_player_narc[1],
    &felt_player_narc[2], &felt_player_narc[3],     &felt_player_narc[4],
    &felt_player_search,
};
enum { KINDS = sizeof kinds / sizeof kinds[0] };

const char *felt_warning_word(enum felt_warning warning)
{
    static const char *const words[FELT_WARNINGS] = {"none",         "timeout",    "bad_state",
                                                     "no_evaluator", "bad_config", "no_entropy"};
    felt_assert((unsigned)warning < FELT_WARNINGS);
    return words[warning];
}

/* ---- names ---- */

int felt_player_count(void)
{
    return KINDS;
}

const struct felt_player_kind *felt_player_at(int index)
{
    felt_assert(index >= 0 && index < KINDS);
    return kinds[index];
}

/* "zoo:tag" -> "tag"; the name itself if it has no such part. */
static const char *brief_name(const struct felt_player_kind *kind)
{
    size_t zoo = sizeof ZOO - 1;
    return strncmp(kind->name, ZOO, zoo) == 0 ? kind->name + zoo : kind->name;
}

static bool is_word(const char *word, const char *text, size_t bytes)
{
    return strlen(word) == bytes && memcmp(word, text, bytes) == 0;
}

static const struct felt_player_kind *find_free(const char *name, size_t bytes)
{
    for (int i = 0; i < KINDS; i++)
        if (is_word(kinds[i]->name, name, bytes) || is_word(brief_name(kinds[i]), name, bytes))
            return kinds[i];
    return NULL;
}

/* "greedy/never-fold": a player under a limit, of which the list shows only the free one. */
const struct felt_player_kind *felt_player_find(const char *name, size_t bytes)
{
    const char *stroke = memchr(name, '/', bytes);
    if (!stroke) return find_free(name, bytes);
    size_t before = (size_t)(stroke - name);
    const struct felt_player_kind *kind = find_free(name, before);
    int limit = kind ? felt_agent_limit_find(stroke + 1, bytes - before - 1, 0, NULL) : -1;
    return limit > 0 ? felt_player_limited(kind, limit) : NULL;
}

/* ---- texts ---- */

static const char *find_nearest(const char *text, size_t bytes)
{
    const char *names[2 * KINDS];
    for (int i = 0; i < KINDS; i++) {
        names[i] = kinds[i]->name;
        names[KINDS + i] = brief_name(kinds[i]);
    }
    return felt_nearest(text, bytes, names, 2 * KINDS);
}

static enum felt_status refuse_name(const char *text, size_t bytes,
                                    struct felt_complaint *complaint)
{
    char quoted[FELT_QUOTE_BYTES];
    const char *near = find_nearest(text, bytes);
    felt_quote(text, bytes, quoted);
    if (felt_persona_find(text, bytes))
        return felt_complain(complaint, FELT_BAD_NAME, 0, bytes,
                             "there is no player \"%s\"; did you mean house:%s?", quoted, quoted);
    if (near)
        return felt_complain(complaint, FELT_BAD_NAME, 0, bytes,
                             "there is no player \"%s\"; did you mean %s?", quoted, near);
    return felt_complain(complaint, FELT_BAD_NAME, 0, bytes,
                         "there is no player \"%s\"; take zoo:tag, or another one of the list",
                         quoted);
}

/* Where the name ends: at the last colon, unless it belongs to the name, or may: "zoo:tga" is
 * mistyped as a whole, "hause:rock" before the colon. */
static size_t find_name_end(const char *text, size_t bytes)
{
    size_t colon = bytes;
    while (colon > 0 && text[colon - 1] != ':') colon--;
    if (colon-- == 0 || felt_player_find(text, bytes)) return bytes;
    bool dials = memchr(text + colon, '=', bytes - colon) != NULL;
    if (dials || felt_player_find(text, colon)) return colon;
    return find_nearest(text, bytes) || !find_nearest(text, colon) ? bytes : colon;
}

/* "400" behind "mcts:" */
static enum felt_status read_effort(const char *text, size_t at, size_t bytes, uint32_t *out,
                                    struct felt_complaint *complaint)
{
    double number;
    bool is_number =
        felt_dial_parse(text + at, bytes - at, &number) && !memchr(text + at, '.', bytes - at);
    if (!is_number)
        return felt_complain(complaint, FELT_BAD_FORMAT, at, bytes - at,
                             "behind the colon comes a number of iterations, as in mcts:400");
    if (!(number >= 1 && number <= FELT_PLAYER_SAMPLES_MAX))
        return felt_complain(complaint, FELT_BAD_NUMBER, at, bytes - at, "iterations are 1 to %d",
                             FELT_PLAYER_SAMPLES_MAX);
    *out = (uint32_t)number;
    return FELT_OK;
}

/* "teacher" or "teacher,aggr=4": does the persona that comes first explain itself? */
static bool names_teacher(const char *text, size_t bytes)
{
    const char *comma = memchr(text, ',', bytes);
    const struct felt_persona_kind *persona =
        felt_persona_find(text, comma ? (size_t)(comma - text) : bytes);
    return persona && persona->explains;
}

/* "/never-bluff" behind the rest, at `at`. */
static enum felt_status read_limit(const char *text, size_t at, size_t bytes,
                                   struct felt_player_spec *spec, struct felt_complaint *complaint)
{
    int limit = felt_agent_limit_find(text + at + 1, bytes - at - 1, at + 1, complaint);
    if (limit < 0) return FELT_BAD_NAME;
    const struct felt_player_kind *kind = felt_player_limited(spec->kind, limit);
    if (!kind)
        return felt_complain(complaint, FELT_BAD_FORMAT, at, bytes - at,
                             "%s plays without limits; random, greedy and mcts know them",
                             spec->kind->name);
    spec->kind = kind;
    return FELT_OK;
}

enum felt_status felt_player_read(const char *text, size_t bytes, struct felt_player_spec *out,
                                  struct felt_complaint *complaint)
{
    struct felt_player_spec spec = {.settings = felt_strategy_config_default()};
    if (bytes > FELT_PLAYER_TEXT_MAX)
        return felt_complain(complaint, FELT_WRONG_COUNT, FELT_PLAYER_TEXT_MAX, 0,
                             "a player is named in at most %d bytes", FELT_PLAYER_TEXT_MAX);
    if (bytes == 0)
        return felt_complain(complaint, FELT_BAD_FORMAT, 0, 0, "name a player, as in zoo:tag");
    const char *stroke = memchr(text, '/', bytes);
    size_t free_bytes = stroke ? (size_t)(stroke - text) : bytes;
    size_t name_bytes = find_name_end(text, free_bytes), at = name_bytes + 1;
    spec.kind = find_free(text, name_bytes);
    if (!spec.kind) return refuse_name(text, name_bytes, complaint);
    if (name_bytes < free_bytes && spec.kind->has_effort) {
        enum felt_status status = read_effort(text, at, free_bytes, &spec.samples, complaint);
        if (status != FELT_OK) return status;
    } else if (name_bytes < free_bytes) {
        if (!spec.kind->has_settings)
            return felt_complain(complaint, FELT_BAD_FORMAT, name_bytes, free_bytes - name_bytes,
                                 "%s has no settings", spec.kind->name);
        enum felt_status status =
            felt_persona_read(text + at, free_bytes - at, &spec.settings, complaint);
        if (complaint && status != FELT_OK) complaint->at += at;
        if (status != FELT_OK) return status;
        spec.explains = names_teacher(text + at, free_bytes - at);
    }
    if (stroke) {
        enum felt_status status = read_limit(text, free_bytes, bytes, &spec, complaint);
        if (status != FELT_OK) return status;
    }
    memcpy(spec.text, text, bytes);
    *out = spec;
    return FELT_OK;
}

/* ---- no answer ---- */

/* As many of the own cards as must be thrown, the lowest first; the first ones if they are not
 * known. */
static uint64_t lowest_cards(const struct felt_view *view, const struct felt_option *option)
{
    const struct felt_zone *hand = felt_view_zone(view, FELT_ZONE_HAND, view->viewer);
    uint64_t from = option->cards, thrown = 0;
    for (int count = option->cards_min; count > 0; count--) {
        int lowest = __builtin_ctzll(from);
        for (uint64_t left = from & (from - 1); hand && left; left &= left - 1) {
            int at = __builtin_ctzll(left);
            if (view->cards[hand->at + at] < view->cards[hand->at + lowest]) lowest = at;
        }
        thrown |= UINT64_C(1) << lowest;
        from &= ~(UINT64_C(1) << lowest);
    }
    return thrown;
}

felt_chips felt_player_pot(const struct felt_view *view)
{
    const struct felt_betting *betting = &view->betting;
    felt_chips reach = betting->staked[view->viewer] + betting->stack[view->viewer];
    felt_chips pot = betting->pot;
    for (felt_seats left = view->seats; left;) {
        felt_chips staked = betting->staked[felt_seats_take(&left)];
        if (staked > reach) pot -= staked - reach;
    }
    return pot;
}

struct felt_action felt_player_timid(const struct felt_view *view)
{
    static const uint8_t order[] = {FELT_CHECK,   FELT_CONTINUE, FELT_CALL, FELT_FOLD,
                                    FELT_DISCARD, FELT_BRING_IN, FELT_RUNS, FELT_MUCK,
                                    FELT_SHOW,    FELT_MOVE};
    const struct felt_option *options = view->option;
    felt_assert(view->options > 0);
    for (size_t i = 0; i < sizeof order; i++)
        for (int j = 0; j < view->options; j++) {
            if (options[j].kind != order[i]) continue;
            if (order[i] == FELT_CALL && !options[j].cards_min) continue; /* chips are not spent */
            struct felt_action action = {.kind = order[i]};
            if (options[j].cards_min) action.cards = lowest_cards(view, &options[j]);
            if (order[i] == FELT_MOVE) action.choice = (uint16_t)options[j].min;
            felt_assert(felt_option_admits(&options[j], action)); /* P1 */
            return action;
        }
    return felt_options_pick(options, view->options, 0); /* a game of its own: its first action */
}
