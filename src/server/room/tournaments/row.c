/* row.c -- settings of a tournament by name.
 *
 * Every setting is a row of a table: its name, a line about it, how it is read and how it is
 * written.  What follows from several settings (levels from the stack, house players from the
 * entries) is made anew after each. */
#include "server/room/tournaments/row_parts.h"

#include "base/hex.h"
#include "base/nearest.h"
#include "base/utf8.h"
#include "felt/assert.h"

#include <string.h>

enum {
    DAY_MS = 24 * 3600 * 1000,
    MINUTE_MS = 60 * 1000,
    NAMES_MAX = 96,
    VALUE_BYTES = 4096,
    PERCENT = 100,
    SHOWN = 31,
    REENTRIES_MAX = 100,
    WORD_BYTES_MIN = 4
};

static const char hash_word[] = "sha256:";

struct setting {
    const char *name, *help;
    enum felt_status (*read)(struct felt_tournament_row *row, const char *value,
                             struct felt_complaint *complaint);
    void (*write)(const struct felt_tournament_row *row, struct felt_buffer *out);
};

/* ---- texts and words ---- */

static enum felt_status keep_text(const char *name, const char *value, char *out, size_t max,
                                  struct felt_complaint *complaint)
{
    size_t bytes = strlen(value), used;
    if (bytes > max)
        return felt_complain(complaint, FELT_BAD_FORMAT, 0, 0, "%s: %zu bytes at most", name, max);
    for (size_t at = 0; at < bytes; at += used) {
        uint32_t character;
        if (!felt_utf8_read(value + at, bytes - at, &used, &character) || character < 0x20 ||
            (character >= 0x7f && character < 0xa0))
            return felt_complain(complaint, FELT_BAD_FORMAT, 0, 0,
                                 "%s: UTF-8 text without control characters", name);
    }
    memset(out, 0, max + 1);
    memcpy(out, value, bytes);
    return FELT_OK;
}

static enum felt_status read_id(struct felt_tournament_row *row, const char *value,
                                struct felt_complaint *complaint)
{
    size_t bytes = strlen(value);
    if (bytes < 1 || bytes > FELT_TOURNAMENT_ID_BYTES || value[0] == '-' ||
        value[bytes - 1] == '-' || strspn(value, "abcdefghijklmnopqrstuvwxyz0123456789-") != bytes)
        return felt_complain(complaint, FELT_BAD_NAME, 0, 0,
                             "id: 1 to %d small letters, digits and -, as in friday-nl",
                             FELT_TOURNAMENT_ID_BYTES);
    return keep_text("id", value, row->id, FELT_TOURNAMENT_ID_BYTES, complaint);
}

static void write_id(const struct felt_tournament_row *row, struct felt_buffer *out)
{
    felt_buffer_text(out, row->id);
}

static enum felt_status read_title(struct felt_tournament_row *row, const char *value,
                                   struct felt_complaint *complaint)
{
    return keep_text("title", value, row->title, FELT_TOURNAMENT_TITLE_BYTES, complaint);
}

static void write_title(const struct felt_tournament_row *row, struct felt_buffer *out)
{
    felt_buffer_text(out, row->title);
}

static enum felt_status read_game(struct felt_tournament_row *row, const char *value,
                                  struct felt_complaint *complaint)
{
    const char *names[NAMES_MAX];
    int count = 0;
    if (felt_variant_find(value))
        return keep_text("game", value, row->game, FELT_TOURNAMENT_GAME_BYTES, complaint);
    for (int i = 0; i < felt_variant_count() && count < NAMES_MAX; i++)
        if (felt_variant_at(i)->forced == FELT_FORCED_BLINDS)
            names[count++] = felt_variant_at(i)->name;
    const char *nearest = felt_nearest(value, strlen(value), names, count);
    if (nearest)
        return felt_complain(complaint, FELT_BAD_NAME, 0, 0,
                             "game: there is no game \"%.*s\"; is it \"%s\"?", SHOWN, value,
                             nearest);
    return felt_complain(complaint, FELT_BAD_NAME, 0, 0,
                         "game: there is no poker game \"%.*s\": felt variants lists them", SHOWN,
                         value);
}

static void write_game(const struct felt_tournament_row *row, struct felt_buffer *out)
{
    felt_buffer_text(out, row->game);
}

/* One of several words; -1: none of them. */
static int find_word(const char *value, const char *const *words, int count)
{
    for (int i = 0; i < count; i++)
        if (words[i] && strcmp(value, words[i]) == 0) return i;
    return -1;
}

static const char *const limit_words[FELT_LIMITS + 1] = {[FELT_NO_LIMIT] = "no-limit",
                                                         [FELT_POT_LIMIT] = "pot-limit",
                                                         [FELT_FIXED_LIMIT] = "fixed-limit",
                                                         [FELT_LIMITS] = "usual"};

static enum felt_status read_limit(struct felt_tournament_row *row, const char *value,
                                   struct felt_complaint *complaint)
{
    int limit = find_word(value, limit_words, FELT_LIMITS + 1);
    if (limit < 0)
        return felt_complain(complaint, FELT_BAD_NAME, 0, 0,
                             "limit: no-limit, pot-limit, fixed-limit, or usual");
    row->limit = (uint8_t)limit;
    return FELT_OK;
}

static void write_limit(const struct felt_tournament_row *row, struct felt_buffer *out)
{
    felt_buffer_text(out, limit_words[row->limit]);
}

static const char *const format_words[FELT_DIRECTOR_FORMATS] = {
    [FELT_DIRECTOR_FREEZEOUT] = "freezeout",
    [FELT_DIRECTOR_BRACKET] = "bracket",
    [FELT_DIRECTOR_SHOOTOUT] = "shootout"};

static enum felt_status read_format(struct felt_tournament_row *row, const char *value,
                                    struct felt_complaint *complaint)
{
    int format = find_word(value, format_words, FELT_DIRECTOR_FORMATS);
    if (format < 0)
        return felt_complain(complaint, FELT_BAD_NAME, 0, 0,
                             "format: freezeout, bracket (heads-up matches) or shootout");
    row->plan.format = (uint8_t)format;
    return FELT_OK;
}

static void write_format(const struct felt_tournament_row *row, struct felt_buffer *out)
{
    felt_buffer_text(out, format_words[row->plan.format]);
}

static const char *const ante_words[] = {
    [FELT_DIRECTOR_ANTE_EACH] = "each", [FELT_DIRECTOR_ANTE_OF_BIG] = "big"};

static enum felt_status read_ante(struct felt_tournament_row *row, const char *value,
                                  struct felt_complaint *complaint)
{
    int ante = find_word(value, ante_words, 2);
    if (ante < 0)
        return felt_complain(complaint, FELT_BAD_NAME, 0, 0,
                             "ante: each (everybody pays it) or big (the big blind pays it for "
                             "all)");
    row->plan.ante = (uint8_t)ante;
    return FELT_OK;
}

static void write_ante(const struct felt_tournament_row *row, struct felt_buffer *out)
{
    felt_buffer_text(out, ante_words[row->plan.ante]);
}

static enum felt_status read_bots(struct felt_tournament_row *row, const char *value,
                                  struct felt_complaint *complaint)
{
    bool yes = strcmp(value, "yes") == 0;
    if (!yes && strcmp(value, "no") != 0)
        return felt_complain(complaint, FELT_BAD_NAME, 0, 0, "bots: yes or no");
    row->bots = yes;
    return FELT_OK;
}

static void write_bots(const struct felt_tournament_row *row, struct felt_buffer *out)
{
    felt_buffer_text(out, row->bots ? "yes" : "no");
}

/* ---- numbers ---- */

static enum felt_status read_whole(const char *name, const char *value, uint64_t min, uint64_t max,
                                   uint64_t *out, struct felt_complaint *complaint)
{
    uint64_t number;
    const char *end = felt_tournament_number(value, max, &number);
    if (!end || *end || number < min)
        return felt_complain(complaint, FELT_BAD_NUMBER, 0, 0, "%s: a number, %llu to %llu", name,
                             (unsigned long long)min, (unsigned long long)max);
    *out = number;
    return FELT_OK;
}

/* A setting that is one number of the row. */
#define NUMBER(word, name, field, type, min, max)                                                  \
    static enum felt_status read_##word(struct felt_tournament_row *row, const char *value,        \
                                        struct felt_complaint *complaint)                          \
    {                                                                                              \
        uint64_t number = 0;                                                                       \
        enum felt_status status = read_whole(name, value, min, max, &number, complaint);           \
        if (status == FELT_OK) row->field = (type)number;                                          \
        return status;                                                                             \
    }                                                                                              \
    static void write_##word(const struct felt_tournament_row *row, struct felt_buffer *out)       \
    {                                                                                              \
        felt_buffer_uint(out, (uint64_t)row->field);                                               \
    }

NUMBER(seats, "seats", plan.seats, uint8_t, 2, FELT_SEATS_MAX)
NUMBER(final_seats, "final-seats", plan.final_seats, uint8_t, 0, FELT_SEATS_MAX)
NUMBER(house, "house", house_percent, uint8_t, 0, PERCENT)
NUMBER(stack, "stack", plan.stack, felt_chips, 1, FELT_CHIPS_MAX)
NUMBER(buy_in, "buy-in", plan.buy_in, felt_chips, 0, FELT_CHIPS_MAX)
NUMBER(fee, "fee", plan.fee, felt_chips, 0, FELT_CHIPS_MAX)
NUMBER(guarantee, "guarantee", plan.guarantee, felt_chips, 0, FELT_CHIPS_MAX)
NUMBER(late, "late", plan.late_levels, uint8_t, 0, FELT_DIRECTOR_LEVELS_MAX)
NUMBER(reentries, "reentries", plan.reentries, uint8_t, 0, REENTRIES_MAX)
NUMBER(bubble, "bubble", plan.bubble, uint32_t, 0, FELT_DIRECTOR_ENTRANTS_MAX)
#undef NUMBER

static enum felt_status read_entrants(struct felt_tournament_row *row, const char *value,
                                      struct felt_complaint *complaint)
{
    uint64_t min, max;
    const char *at = felt_tournament_number(value, FELT_DIRECTOR_ENTRANTS_MAX, &min);
    max = min;
    if (at && *at == '-') at = felt_tournament_number(at + 1, FELT_DIRECTOR_ENTRANTS_MAX, &max);
    if (!at || *at || min < 2 || min > max)
        return felt_complain(complaint, FELT_BAD_NUMBER, 0, 0,
                             "entrants: how many, as in 6, or at least and at most, as in 2-200 (2 "
                             "to %d)",
                             FELT_DIRECTOR_ENTRANTS_MAX);
    row->plan.entrants_min = (uint32_t)min;
    row->plan.entrants_max = (uint32_t)max;
    return FELT_OK;
}

static void write_entrants(const struct felt_tournament_row *row, struct felt_buffer *out)
{
    felt_buffer_uint(out, row->plan.entrants_min);
    if (row->plan.entrants_min == row->plan.entrants_max) return;
    felt_buffer_char(out, '-');
    felt_buffer_uint(out, row->plan.entrants_max);
}

/* ---- spans ---- */

static enum felt_status read_span(const char *name, const char *value, uint32_t min, uint32_t max,
                                  uint32_t *out, struct felt_complaint *complaint)
{
    uint64_t ms = 0;
    const char *end = felt_tournament_span(value, &ms);
    if (!end || *end)
        return felt_complain(complaint, FELT_BAD_NUMBER, 0, 0,
                             "%s: a time, as in 500ms, 20s, 10m, 2h or 7d", name);
    if (ms < min || ms > max)
        return felt_complain(complaint, FELT_BAD_NUMBER, 0, 0, "%s: %us to %us", name, min / 1000,
                             max / 1000);
    *out = (uint32_t)ms;
    return FELT_OK;
}

#define SPAN(word, min, max)                                                                       \
    static enum felt_status read_##word(struct felt_tournament_row *row, const char *value,        \
                                        struct felt_complaint *complaint)                          \
    {                                                                                              \
        return read_span(#word, value, min, max, &row->word##_ms, complaint);                      \
    }                                                                                              \
    static void write_##word(const struct felt_tournament_row *row, struct felt_buffer *out)       \
    {                                                                                              \
        felt_tournament_span_write(row->word##_ms, out);                                           \
    }

SPAN(clock, 1000, DAY_MS)
SPAN(bank, 0, DAY_MS)
SPAN(pause, 0, 60 * MINUTE_MS)
SPAN(open, 0, UINT32_MAX)
#undef SPAN

static enum felt_status read_every(struct felt_tournament_row *row, const char *value,
                                   struct felt_complaint *complaint)
{
    row->every_ms = 0;
    if (strcmp(value, "once") == 0) return FELT_OK;
    return read_span("every", value, MINUTE_MS, UINT32_MAX, &row->every_ms, complaint);
}

static void write_every(const struct felt_tournament_row *row, struct felt_buffer *out)
{
    if (row->every_ms)
        felt_tournament_span_write(row->every_ms, out);
    else
        felt_buffer_text(out, "once");
}

/* ---- the key ---- */

static enum felt_status read_key(struct felt_tournament_row *row, const char *value,
                                 struct felt_complaint *complaint)
{
    size_t bytes = strlen(value), head = sizeof hash_word - 1;
    uint8_t key[FELT_DIGEST_BYTES] = {0};
    char word[FELT_TOURNAMENT_WORD_BYTES + 1] = {0};
    if (strncmp(value, hash_word, head) == 0) {
        if (!felt_hex_read(value + head, bytes - head, key, sizeof key))
            return felt_complain(complaint, FELT_BAD_FORMAT, 0, 0,
                                 "key: behind sha256: there are 64 digits 0-9 a-f");
    } else if (strcmp(value, "none") != 0) {
        enum felt_status status =
            keep_text("key", value, word, FELT_TOURNAMENT_WORD_BYTES, complaint);
        if (status != FELT_OK) return status;
        if (bytes < WORD_BYTES_MIN)
            return felt_complain(complaint, FELT_BAD_FORMAT, 0, 0,
                                 "key: a word of %d to %d letters that one needs to register, or "
                                 "none",
                                 WORD_BYTES_MIN, FELT_TOURNAMENT_WORD_BYTES);
    }
    memcpy(row->key, key, sizeof key);
    memcpy(row->word, word, sizeof word);
    return FELT_OK;
}

static bool has_key(const struct felt_tournament_row *row)
{
    uint8_t any = 0;
    for (size_t i = 0; i < sizeof row->key; i++) any |= row->key[i];
    return any != 0;
}

static void write_key(const struct felt_tournament_row *row, struct felt_buffer *out)
{
    char hex[2 * FELT_DIGEST_BYTES + 1];
    if (row->word[0] || !has_key(row)) {
        felt_buffer_text(out, row->word[0] ? row->word : "none");
        return;
    }
    felt_hex_write(row->key, sizeof row->key, hex);
    felt_buffer_text(out, hash_word);
    felt_buffer_text(out, hex);
}

/* ---- all settings ---- */

#define ROW(name, word, help)                                                                      \
    {                                                                                              \
        name, help, read_##word, write_##word                                                      \
    }
static const struct setting settings[] = {
    ROW("id", id, "1 to 19 small letters, digits and -"),
    ROW("title", title, "What it is called."),
    ROW("game", game, "A poker game with blinds: holdem, omaha, short-deck, ..."),
    ROW("limit", limit, "no-limit, pot-limit, fixed-limit, or usual."),
    ROW("format", format, "freezeout, bracket (heads-up matches) or shootout."),
    {"start",
     "full: a sit-and-go.  2026-11-20 20:00 (UTC, or +01:00 behind it), daily 20:00, +10m.",
     felt_tournament_start_read, felt_tournament_start_write},
    ROW("seats", seats, "Of a table, 2 to 10."),
    ROW("final-seats", final_seats, "So many left: the final table is drawn.  0: it is not."),
    ROW("entrants", entrants, "How many, or at least and at most: 6, 2-200."),
    ROW("house", house, "So many of a hundred entries may be house players, when people lack."),
    ROW("bots", bots, "Programs may register."),
    ROW("stack", stack, "Tournament chips to begin with."),
    ROW("buy-in", buy_in, "In chips of the ledger, the fee included; 0: it is free."),
    ROW("fee", fee, "Of the buy-in, for the house."),
    ROW("guarantee", guarantee, "The prizes are at least this; the house pays what is missing."),
    {"prizes", "usual, winner, top3, flat, or parts: 50 30 20; 2: 100, 5: 65 35 by entries.",
     felt_tournament_prizes_read, felt_tournament_prizes_write},
    ROW("ante", ante, "Who pays antes: each, or big (the big blind for all)."),
    {"levels", "hyper, turbo, regular, deep, or 10m 10/20 15/30 break=5m 8m 25/50/5 ...",
     felt_tournament_levels_read, felt_tournament_levels_write},
    ROW("late", late, "Registration stays open during so many levels, breaks counted."),
    ROW("reentries", reentries, "Of one user, while registration is open."),
    ROW("bubble", bubble, "Hand-for-hand from so many places before the prizes; 0: never."),
    ROW("clock", clock, "To act."),
    ROW("bank", bank, "More time, of each player at each table."),
    ROW("pause", pause, "Between hands."),
    ROW("open", open, "Registration opens so long before the start; 0s: at once."),
    ROW("every", every, "once, or the next one so long after it; of a sit-and-go any time: again."),
    ROW("key", key, "A word that one needs to register, or none."),
};
#undef ROW
enum { SETTINGS = sizeof settings / sizeof settings[0] };

void felt_tournament_row_usual(struct felt_tournament_row *row)
{
    memset(row, 0, sizeof *row);
    memcpy(row->game, "holdem", sizeof "holdem");
    row->limit = FELT_LIMITS;
    row->pace = FELT_TOURNAMENT_PACE_REGULAR;
    row->house_percent = PERCENT;
    row->clock_ms = 20000, row->bank_ms = 60000, row->pause_ms = 1500;
    row->plan.seats = 6;
    row->plan.entrants_min = row->plan.entrants_max = 6;
    row->plan.stack = 1500, row->plan.buy_in = 100;
    enum felt_status status = felt_tournament_prizes_read(row, "usual", NULL);
    felt_assert(status == FELT_OK);
    enum felt_status again =
        felt_tournament_row_set(row, "bubble", "0", NULL); /* what follows, too */
    felt_assert(again == FELT_OK);
}

const char *felt_tournament_row_key(int index, const char **help)
{
    if (index < 0 || index >= SETTINGS) return NULL;
    if (help) *help = settings[index].help;
    return settings[index].name;
}

const char *felt_tournament_row_limit(const struct felt_tournament_row *row)
{
    const struct felt_variant *variant = felt_variant_find(row->game);
    uint8_t limit = row->limit == FELT_LIMITS && variant ? variant->limit : row->limit;
    return limit_words[limit] ? limit_words[limit] : "";
}

const char *felt_tournament_row_format(const struct felt_tournament_row *row)
{
    return format_words[row->plan.format];
}

const char *felt_tournament_row_ante(const struct felt_tournament_row *row)
{
    return ante_words[row->plan.ante];
}

/* What follows from several settings. */
static void derive(struct felt_tournament_row *row)
{
    struct felt_director_plan *plan = &row->plan;
    felt_tournament_levels_make(row);
    plan->house_max = plan->entrants_max * row->house_percent / PERCENT;
    plan->tables_max = (plan->entrants_max + plan->seats - 1u) / plan->seats;
}

enum felt_status felt_tournament_row_set(struct felt_tournament_row *row, const char *key,
                                         const char *value, struct felt_complaint *complaint)
{
    const char *names[SETTINGS];
    for (int i = 0; i < SETTINGS; i++) {
        names[i] = settings[i].name;
        if (strcmp(key, settings[i].name) != 0) continue;
        if (strlen(value) > VALUE_BYTES)
            return felt_complain(complaint, FELT_BAD_FORMAT, 0, 0, "%s: %d bytes at most", key,
                                 VALUE_BYTES);
        struct felt_tournament_row other = *row;
        enum felt_status status = settings[i].read(&other, value, complaint);
        if (status != FELT_OK) return status;
        derive(&other);
        *row = other;
        return FELT_OK;
    }
    const char *nearest = felt_nearest(key, strlen(key), names, SETTINGS);
    if (nearest)
        return felt_complain(complaint, FELT_BAD_NAME, 0, 0,
                             "a tournament has no setting \"%.*s\"; is it \"%s\"?", SHOWN, key,
                             nearest);
    return felt_complain(complaint, FELT_BAD_NAME, 0, 0,
                         "a tournament has no setting \"%.*s\": docs/ROOM.md 13 lists them", SHOWN,
                         key);
}

/* ---- can it be ---- */

static enum felt_status verify_game(const struct felt_tournament_row *row,
                                    struct felt_complaint *complaint)
{
    const struct felt_variant *variant = felt_variant_find(row->game);
    const struct felt_director_plan *plan = &row->plan;
    struct felt_poker_rules rules;
    struct felt_complaint why = {0};
    if (!variant)
        return felt_complain(complaint, FELT_BAD_NAME, 0, 0, "game: there is no game \"%s\"",
                             row->game);
    if (variant->forced != FELT_FORCED_BLINDS || variant->seats_min > 2)
        return felt_complain(complaint, FELT_UNSUPPORTED, 0, 0,
                             "game: %s is not for tournaments: only games with blinds that two can "
                             "play are",
                             variant->name);
    int most = plan->final_seats > plan->seats ? plan->final_seats : plan->seats;
    if (most > variant->seats_max)
        return felt_complain(complaint, FELT_BAD_RULES, 0, 0, "seats: %s is for %d to %d players",
                             variant->name, variant->seats_min, variant->seats_max);
    enum felt_limit limit =
        (enum felt_limit)(row->limit == FELT_LIMITS ? variant->limit : row->limit);
    for (int i = 0; i < plan->levels; i++) {
        if (plan->level[i].big == 0) continue;
        if (felt_poker_rules_make(variant->name, limit, plan->level[i].big, &rules, &why) !=
            FELT_OK)
            return felt_complain(complaint, FELT_BAD_RULES, 0, 0, "limit: %s: %s", variant->name,
                                 why.text);
    }
    return FELT_OK;
}

enum felt_status felt_tournament_row_verify(const struct felt_tournament_row *row,
                                            struct felt_complaint *complaint)
{
    char text[FELT_TOURNAMENT_ROW_BYTES];
    struct felt_buffer buffer = felt_buffer_make(text, sizeof text);
    if (!row->id[0])
        return felt_complain(complaint, FELT_BAD_NAME, 0, 0, "id: a tournament needs one");
    const char *why = felt_director_verify(&row->plan);
    if (why) return felt_complain(complaint, FELT_BAD_RULES, 0, 0, "%s", why);
    enum felt_status status = verify_game(row, complaint);
    if (status != FELT_OK) return status;
    if (row->start == FELT_TOURNAMENT_FULL && row->open_ms)
        return felt_complain(complaint, FELT_BAD_RULES, 0, 0,
                             "open: a sit-and-go is open at once; leave it out");
    if (row->start == FELT_TOURNAMENT_DAILY && row->every_ms && row->every_ms != DAY_MS)
        return felt_complain(complaint, FELT_BAD_RULES, 0, 0,
                             "every: daily is every 24 hours; leave one of them out");
    felt_tournament_row_write(row, &buffer);
    if (buffer.overflow)
        return felt_complain(complaint, FELT_FULL, 0, 0,
                             "levels and prizes are too long: %d bytes for all settings at most",
                             FELT_TOURNAMENT_ROW_BYTES);
    return FELT_OK;
}

/* ---- fixed rows ---- */

bool felt_tournament_row_fixed(const struct felt_tournament_row *row)
{
    return row->pace == FELT_TOURNAMENT_PACE_OWN && !row->word[0] &&
           (row->start == FELT_TOURNAMENT_FULL || row->start == FELT_TOURNAMENT_AT);
}

void felt_tournament_row_fix(struct felt_tournament_row *row, int64_t wall_ms,
                             const struct felt_digests *digests)
{
    felt_assert(wall_ms >= 0);
    row->pace = FELT_TOURNAMENT_PACE_OWN;
    if (!row->title[0]) memcpy(row->title, row->id, sizeof row->id);
    if (row->start == FELT_TOURNAMENT_IN) {
        row->plan.start_ms += wall_ms;
        row->start = FELT_TOURNAMENT_AT;
    } else if (row->start == FELT_TOURNAMENT_DAILY) {
        int64_t today = wall_ms - wall_ms % DAY_MS + row->plan.start_ms;
        row->plan.start_ms = today > wall_ms ? today : today + DAY_MS;
        row->every_ms = DAY_MS;
        row->start = FELT_TOURNAMENT_AT;
    }
    if (!row->word[0]) return;
    digests->hash(row->word, strlen(row->word), row->key);
    memset(row->word, 0, sizeof row->word);
}

bool felt_tournament_row_private(const struct felt_tournament_row *row)
{
    return row->word[0] || has_key(row);
}

bool felt_tournament_row_opens(const struct felt_tournament_row *row, const char *word,
                               const struct felt_digests *digests)
{
    uint8_t key[FELT_DIGEST_BYTES], differs = 0;
    felt_assert(!row->word[0]);
    if (!has_key(row)) return true;
    digests->hash(word, strlen(word), key);
    for (size_t i = 0; i < sizeof key; i++) differs |= (uint8_t)(key[i] ^ row->key[i]);
    return differs == 0;
}

/* ---- the whole text ---- */

void felt_tournament_row_write(const struct felt_tournament_row *row, struct felt_buffer *out)
{
    for (int i = 0; i < SETTINGS; i++) {
        if (settings[i].write == write_title && !row->title[0]) continue;
        felt_buffer_text(out, settings[i].name);
        felt_buffer_text(out, " = ");
        settings[i].write(row, out);
        felt_buffer_char(out, '\n');
    }
}

void felt_tournament_row_value(const struct felt_tournament_row *row, int index,
                               struct felt_buffer *out)
{
    felt_assert(index >= 0 && index < SETTINGS);
    if (settings[index].write != write_key)
        settings[index].write(row, out);
    else
        felt_buffer_text(out, felt_tournament_row_private(row) ? "yes" : "none");
}

enum felt_status felt_tournament_row_read(struct felt_tournament_row *row, const char *text,
                                          size_t bytes, struct felt_complaint *complaint)
{
    char line[VALUE_BYTES + FELT_TOURNAMENT_ID_BYTES + 8];
    struct felt_tournament_row other;
    felt_tournament_row_usual(&other);
    for (size_t at = 0, length; at < bytes; at += length + 1) {
        const char *end = memchr(text + at, '\n', bytes - at);
        length = end ? (size_t)(end - text) - at : bytes - at;
        if (length >= sizeof line || memchr(text + at, 0, length))
            return felt_complain(complaint, FELT_BAD_FORMAT, at, length, "a line is too long");
        memcpy(line, text + at, length);
        line[length] = '\0';
        char *equals = strstr(line, " = ");
        if (!equals)
            return felt_complain(complaint, FELT_BAD_FORMAT, at, length,
                                 "a line is SETTING = VALUE");
        *equals = '\0';
        enum felt_status status = felt_tournament_row_set(&other, line, equals + 3, complaint);
        if (status != FELT_OK) return status;
    }
    enum felt_status status = felt_tournament_row_verify(&other, complaint);
    if (status == FELT_OK) *row = other;
    return status;
}
