/* row_levels.c -- levels and prizes of a tournament as texts.
 *
 *     levels  10m 10/20 15/30 25/50 break=5m 8m 50/100/10 20hands 75/150/15
 *             words with blanks between them: how long levels last from here on, in time or in
 *             hands of a table; a small blind, a big blind and perhaps an ante; a break.  The last
 *             level lasts for ever.
 *     prizes  65 35                       the pool in these parts, best place first
 *             2: 100, 5: 65 35, 9: 50 30 20, 28: 30 20 14 10 2.5*8
 *             from so many entries on these; *8 is for eight places.
 *
 * A part is kept as hundredths: 2.5 is 250. */
#include "server/room/tournaments/row_parts.h"

#include <string.h>

enum { SHOWN = 20, WORD_BYTES = 63, PART = 100, HANDS_MAX = 10000, SPAN_MAX_MS = 24 * 3600 * 1000 };

/* ---- presets of levels ---- */

struct pace {
    const char *word;
    uint32_t smalls; /* the stack has so many small blinds of the first level, or some more  */
    uint32_t ms;     /* of a level                                                           */
    int break_after; /* so many levels; 0: never                                             */
};
static const struct pace paces[FELT_PACES] = {
    [FELT_TOURNAMENT_PACE_HYPER] = {"hyper", 50, 3 * 60000, 0},
    [FELT_TOURNAMENT_PACE_TURBO] = {"turbo", 100, 5 * 60000, 0},
    [FELT_TOURNAMENT_PACE_REGULAR] = {"regular", 150, 10 * 60000, 6},
    [FELT_TOURNAMENT_PACE_DEEP] = {"deep", 300, 15 * 60000, 4},
};
enum { BREAK_MS = 5 * 60000, ANTES_FROM = 5 };

static const uint32_t growth[] = {1,     2,     3,     4,     6,     8,     10,    15,    20,
                                  30,    40,    60,    80,    100,   150,   200,   300,   400,
                                  600,   800,   1000,  1500,  2000,  3000,  4000,  6000,  8000,
                                  10000, 15000, 20000, 30000, 40000, 60000, 80000, 100000};
enum { GROWTHS = sizeof growth / sizeof growth[0] };

/* The largest of 1, 2, 5, 10, 20, 50 ... up to this. */
static felt_chips round_down(felt_chips chips)
{
    felt_chips power = 1;
    while (chips / power >= 10) power *= 10;
    felt_chips lead = chips / power;
    return power * (lead >= 5 ? 5 : lead >= 2 ? 2 : 1);
}

void felt_tournament_levels_make(struct felt_tournament_row *row)
{
    struct felt_director_plan *plan = &row->plan;
    if (row->pace == FELT_TOURNAMENT_PACE_OWN || row->pace >= FELT_PACES) return;
    const struct pace *pace = &paces[row->pace];
    felt_chips first = plan->stack < pace->smalls ? 1 : round_down(plan->stack / pace->smalls);
    int levels = 0;
    memset(plan->level, 0, sizeof plan->level);
    for (int i = 0; i < GROWTHS && levels < FELT_DIRECTOR_LEVELS_MAX; i++) {
        felt_chips small = first * growth[i], big = 2 * small;
        if (i > 0 && big > FELT_CHIPS_MAX / 4) break;
        if (i > 0 && pace->break_after && i % pace->break_after == 0)
            plan->level[levels++].ms = BREAK_MS;
        felt_chips ante = i < ANTES_FROM                            ? 0
                          : plan->ante == FELT_DIRECTOR_ANTE_OF_BIG ? big
                                                                    : (small + 4) / 5;
        plan->level[levels++] = (struct felt_director_level){small, big, ante, pace->ms, 0};
    }
    plan->levels = (uint8_t)levels;
    plan->level[levels - 1].ms = 0;
}

/* ---- levels ---- */

static enum felt_status bad_level(struct felt_complaint *complaint, const char *word)
{
    return felt_complain(complaint, FELT_BAD_FORMAT, 0, 0,
                         "levels: \"%.*s\" is neither 10/20 (or 50/100/10 with an ante), nor 10m, "
                         "20hands or break=5m: as in 10m 10/20 15/30 break=5m 25/50/5",
                         SHOWN, word);
}

static bool read_blinds(const char *word, struct felt_director_level *level)
{
    uint64_t small, big, ante = 0;
    const char *at = felt_tournament_number(word, FELT_CHIPS_MAX, &small);
    if (!at || *at != '/') return false;
    at = felt_tournament_number(at + 1, FELT_CHIPS_MAX, &big);
    if (at && *at == '/') at = felt_tournament_number(at + 1, FELT_CHIPS_MAX, &ante);
    if (!at || *at || big < 1 || small > big) return false;
    level->small = (felt_chips)small;
    level->big = (felt_chips)big;
    level->ante = (felt_chips)ante;
    return true;
}

/* "10m" or "20hands": how long levels last from here on. */
static bool read_length(const char *word, struct felt_director_level *length)
{
    uint64_t number;
    const char *end = felt_tournament_span(word, &number);
    if (end && !*end && number >= 1 && number <= SPAN_MAX_MS) {
        *length = (struct felt_director_level){.ms = (uint32_t)number};
        return true;
    }
    end = felt_tournament_number(word, HANDS_MAX, &number);
    if (!end || strcmp(end, "hands") != 0 || number < 1) return false;
    *length = (struct felt_director_level){.hands = (uint32_t)number};
    return true;
}

static enum felt_status take_level(struct felt_director_plan *plan,
                                   struct felt_director_level *length, const char *word,
                                   struct felt_complaint *complaint)
{
    static const char rest[] = "break=";
    struct felt_director_level level = *length;
    if (read_length(word, length)) return FELT_OK;
    if (strncmp(word, rest, sizeof rest - 1) == 0) {
        if (!read_length(word + sizeof rest - 1, &level) || level.hands)
            return felt_complain(complaint, FELT_BAD_FORMAT, 0, 0,
                                 "levels: a break lasts some time, as in break=5m");
    } else if (!read_blinds(word, &level)) {
        return bad_level(complaint, word);
    }
    if (plan->levels == FELT_DIRECTOR_LEVELS_MAX)
        return felt_complain(complaint, FELT_WRONG_COUNT, 0, 0,
                             "levels: %d at most, breaks counted", FELT_DIRECTOR_LEVELS_MAX);
    if (plan->levels > 0 && plan->level[plan->levels - 1].ms == 0 &&
        plan->level[plan->levels - 1].hands == 0)
        return felt_complain(complaint, FELT_BAD_FORMAT, 0, 0,
                             "levels: how long they last comes first, as in 10m 10/20 15/30");
    plan->level[plan->levels++] = level;
    return FELT_OK;
}

/* The next word, of blanks and commas between them; NULL: there is none, or it is too long. */
static const char *next_word(const char *at, char out[WORD_BYTES + 1])
{
    at += strspn(at, " \t,");
    size_t bytes = strcspn(at, " \t,");
    if (bytes == 0 || bytes > WORD_BYTES) return NULL;
    memcpy(out, at, bytes);
    out[bytes] = '\0';
    return at + bytes;
}

enum felt_status felt_tournament_levels_read(struct felt_tournament_row *row, const char *value,
                                             struct felt_complaint *complaint)
{
    struct felt_director_plan *plan = &row->plan;
    struct felt_director_level length = {0};
    char word[WORD_BYTES + 1];
    for (int i = 1; i < FELT_PACES; i++) {
        if (strcmp(value, paces[i].word) != 0) continue;
        row->pace = (uint8_t)i;
        return FELT_OK;
    }
    row->pace = FELT_TOURNAMENT_PACE_OWN;
    memset(plan->level, 0, sizeof plan->level);
    plan->levels = 0;
    const char *at = value;
    for (const char *next; (next = next_word(at, word)) != NULL; at = next) {
        enum felt_status status = take_level(plan, &length, word, complaint);
        if (status != FELT_OK) return status;
    }
    if (at[strspn(at, " \t,")]) return bad_level(complaint, at);
    if (plan->levels == 0 || plan->level[plan->levels - 1].big == 0)
        return felt_complain(complaint, FELT_WRONG_COUNT, 0, 0,
                             "levels: hyper, turbo, regular, deep, or a list that ends with "
                             "blinds, as in 10m 10/20 15/30 break=5m 25/50");
    plan->level[plan->levels - 1].ms = plan->level[plan->levels - 1].hands = 0;
    return FELT_OK;
}

static void write_length(const struct felt_director_level *level, struct felt_buffer *out)
{
    if (level->hands) {
        felt_buffer_uint(out, level->hands);
        felt_buffer_text(out, "hands");
    } else {
        felt_tournament_span_write(level->ms, out);
    }
}

void felt_tournament_levels_write(const struct felt_tournament_row *row, struct felt_buffer *out)
{
    const struct felt_director_plan *plan = &row->plan;
    struct felt_director_level last = {0};
    if (row->pace != FELT_TOURNAMENT_PACE_OWN && row->pace < FELT_PACES) {
        felt_buffer_text(out, paces[row->pace].word);
        return;
    }
    for (int i = 0; i < plan->levels; i++) {
        const struct felt_director_level *level = &plan->level[i];
        if (i > 0) felt_buffer_char(out, ' ');
        if (level->big == 0) {
            felt_buffer_text(out, "break=");
            write_length(level, out);
            continue;
        }
        bool timed = level->ms || level->hands;
        if (timed && (level->ms != last.ms || level->hands != last.hands)) {
            write_length(level, out);
            felt_buffer_char(out, ' ');
            last = *level;
        }
        felt_buffer_int(out, level->small);
        felt_buffer_char(out, '/');
        felt_buffer_int(out, level->big);
        if (!level->ante) continue;
        felt_buffer_char(out, '/');
        felt_buffer_int(out, level->ante);
    }
}

/* ---- prizes ---- */

static const struct {
    const char *word, *list;
} presets[] = {
    {"usual", "2: 100, 4: 65 35, 8: 50 30 20, 19: 40 25 15 11 9, 28: 31 21.5 16.5 12.5 10 8.5, "
              "46: 27 18.5 14 10.5 8.5 7 5.5 4.8 4.2, 64: 26 17.5 12.5 9.5 7.5 6 5 4 3 3*3, "
              "101: 24 16 11.5 8.5 6.5 5 4 3.2 2.6 2*9, "
              "201: 22 14.5 10.5 7.8 5.9 4.5 3.5 2.7 2.1 1.5*9 1*9, "
              "401: 20 13.5 9.5 7 5.3 4 3.1 2.4 1.8 1.3*9 0.9*9 0.7*18, "
              "801: 19 12.5 9 6.6 5 3.8 2.9 2.2 1.7 1.2*9 0.8*9 0.5*18 0.35*45, "
              "1601: 18 12 8.5 6.3 4.7 3.6 2.7 2 1.5 1*9 0.65*9 0.4*18 0.26*45 0.18*90, "
              "3201: 17 11 8 6 4.5 3.4 2.6 1.9 1.4 0.9*9 0.55*9 0.32*18 0.2*45 0.13*90 0.09*180, "
              "6401: 16 10.5 7.5 5.6 4.2 3.2 2.4 1.8 1.3 0.8*9 0.45*9 0.26*18 0.16*45 0.1*90 "
              "0.07*180 0.05*360"},
    {"winner", "100"},
    {"top3", "50 30 20"},
    {"flat", "2: 1*1, 4: 1*2, 10: 1*3, 20: 1*5, 50: 1*10, 100: 1*20, 200: 1*40, 500: 1*100, "
             "1000: 1*200, 2000: 1*400, 5000: 1*1000"},
};
enum { PRESETS = sizeof presets / sizeof presets[0] };

static enum felt_status bad_prizes(struct felt_complaint *complaint, const char *at)
{
    return felt_complain(complaint, FELT_BAD_FORMAT, 0, 0,
                         "prizes: \"%.*s\": usual, winner, top3, flat, or percents of the places, "
                         "as in 50 30 20, or 2: 100, 5: 65 35 from so many entries on",
                         SHOWN, at);
}

/* "2.5" or "2.5*8". */
static const char *read_part(const char *at, uint32_t *weight, uint64_t *places)
{
    uint64_t whole, hundredths = 0;
    at = felt_tournament_number(at, FELT_PRIZE_WEIGHT_MAX / PART, &whole);
    if (at && *at == '.') {
        size_t digits = strspn(at + 1, "0123456789");
        if (digits < 1 || digits > 2) return NULL;
        at = felt_tournament_number(at + 1, PART - 1, &hundredths);
        if (at && digits == 1) hundredths *= 10;
    }
    *places = 1;
    if (at && *at == '*') at = felt_tournament_number(at + 1, FELT_DIRECTOR_ENTRANTS_MAX, places);
    if (!at || *places < 1 || whole * PART + hundredths < 1) return NULL;
    *weight = (uint32_t)(whole * PART + hundredths);
    return at;
}

/* Parts until a comma or the end; NULL: something else, or too many. */
static const char *read_parts(struct felt_prize_table *table, const char *at)
{
    struct felt_prize_row *row = &table->row[table->rows - 1];
    uint32_t last = 0, weight;
    row->first = (uint16_t)table->runs;
    for (at += strspn(at, " \t"); *at && *at != ','; at += strspn(at, " \t")) {
        uint64_t places;
        at = read_part(at, &weight, &places);
        if (!at || (*at && !strchr(" \t,", *at))) return NULL;
        last += (uint32_t)places;
        if (last > FELT_DIRECTOR_ENTRANTS_MAX) return NULL;
        struct felt_prize_run *run = &table->run[table->runs];
        if (row->count > 0 && run[-1].weight == weight) {
            run[-1].last_place = last;
            continue;
        }
        if (table->runs == FELT_PRIZE_RUNS_MAX) return NULL;
        *run = (struct felt_prize_run){last, weight};
        table->runs++;
        row->count++;
    }
    return row->count > 0 ? at : NULL;
}

static enum felt_status read_table(struct felt_prize_table *table, const char *value,
                                   struct felt_complaint *complaint)
{
    const char *at = value + strspn(value, " \t");
    memset(table, 0, sizeof *table);
    while (*at) {
        uint64_t from = 2;
        if (table->rows == FELT_PRIZE_ROWS_MAX)
            return felt_complain(complaint, FELT_WRONG_COUNT, 0, 0,
                                 "prizes: %d rows of parts at most", FELT_PRIZE_ROWS_MAX);
        if (strchr(value, ':')) {
            const char *colon = felt_tournament_number(at, FELT_DIRECTOR_ENTRANTS_MAX, &from);
            if (!colon || *colon != ':') return bad_prizes(complaint, at);
            at = colon + 1;
        }
        table->row[table->rows++].entries_min = (uint32_t)from;
        const char *next = read_parts(table, at);
        if (!next) return bad_prizes(complaint, at);
        at = next;
        if (*at == ',') {
            at += 1 + strspn(at + 1, " \t");
            if (!*at || !strchr(value, ':')) return bad_prizes(complaint, ",");
        }
    }
    const char *why = felt_prizes_verify(table);
    if (!why) return FELT_OK;
    return felt_complain(complaint, FELT_BAD_FORMAT, 0, 0, "prizes: %s", why);
}

enum felt_status felt_tournament_prizes_read(struct felt_tournament_row *row, const char *value,
                                             struct felt_complaint *complaint)
{
    for (int i = 0; i < PRESETS; i++)
        if (strcmp(value, presets[i].word) == 0) value = presets[i].list;
    return read_table(&row->plan.prizes, value, complaint);
}

static void write_part(uint32_t weight, struct felt_buffer *out)
{
    felt_buffer_uint(out, weight / PART);
    if (weight % PART == 0) return;
    felt_buffer_char(out, '.');
    felt_buffer_uint(out, weight % PART / 10);
    if (weight % 10) felt_buffer_uint(out, weight % 10);
}

static bool is_preset(const struct felt_prize_table *table, const char *list)
{
    struct felt_prize_table other;
    if (read_table(&other, list, NULL) != FELT_OK) return false;
    if (other.rows != table->rows || other.runs != table->runs) return false;
    for (uint32_t i = 0; i < table->rows; i++)
        if (other.row[i].entries_min != table->row[i].entries_min ||
            other.row[i].first != table->row[i].first || other.row[i].count != table->row[i].count)
            return false;
    for (uint32_t i = 0; i < table->runs; i++)
        if (other.run[i].last_place != table->run[i].last_place ||
            other.run[i].weight != table->run[i].weight)
            return false;
    return true;
}

static void write_row(const struct felt_prize_table *table, const struct felt_prize_row *row,
                      struct felt_buffer *out)
{
    uint32_t last = 0;
    for (uint32_t i = row->first; i < (uint32_t)row->first + row->count; i++) {
        if (i > row->first) felt_buffer_char(out, ' ');
        write_part(table->run[i].weight, out);
        uint32_t places = table->run[i].last_place - last;
        last = table->run[i].last_place;
        if (places == 1) continue;
        felt_buffer_char(out, '*');
        felt_buffer_uint(out, places);
    }
}

/* The name of a preset only while the row is not fixed: the next version may have another one. */
void felt_tournament_prizes_write(const struct felt_tournament_row *row, struct felt_buffer *out)
{
    const struct felt_prize_table *table = &row->plan.prizes;
    for (int i = 0; i < PRESETS && !felt_tournament_row_fixed(row); i++) {
        if (!is_preset(table, presets[i].list)) continue;
        felt_buffer_text(out, presets[i].word);
        return;
    }
    for (uint32_t i = 0; i < table->rows; i++) {
        if (i > 0) felt_buffer_text(out, ", ");
        if (table->rows > 1 || table->row[i].entries_min != 2) {
            felt_buffer_uint(out, table->row[i].entries_min);
            felt_buffer_text(out, ": ");
        }
        write_row(table, &table->row[i], out);
    }
}
