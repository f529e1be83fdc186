/* conf.c -- felt.conf is read, line by line. */
#include "server/config/conf_parts.h"

#include "base/nearest.h"
#include "base/utf8.h"
#include "server/config/lobby_genome.h"
#include "server/config/lobby_narc.h"
#include "felt/assert.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum {
    LINE_BYTES_MAX = 4096,
    NAMES_MAX = FELT_CONF_OPTIONS + FELT_CONF_NUMBERS,
    UNIT_MAX = 1000000
};

enum key {
    KEY_TITLE,
    KEY_GAME,
    KEY_LIMIT,
    KEY_BLINDS,
    KEY_UNIT,
    KEY_ROLES,
    KEY_SEATS,
    KEY_TABLES,
    KEY_BUY_IN,
    KEY_CLOCK,
    KEY_TIME_BANK,
    KEY_PAUSE,
    KEY_HOUSE,
    KEY_BOTS,
    KEY_ANTE,
    KEY_STRADDLE,
    KEY_BOMB,
    KEY_TWICE,
    KEY_RATHOLE,
    KEYS
};
static const char *const key_words[KEYS] = {
    [KEY_TITLE] = "title",       [KEY_GAME] = "game",           [KEY_LIMIT] = "limit",
    [KEY_BLINDS] = "blinds",     [KEY_UNIT] = "unit",           [KEY_ROLES] = "roles",
    [KEY_SEATS] = "seats",       [KEY_TABLES] = "tables",       [KEY_BUY_IN] = "buy-in",
    [KEY_CLOCK] = "clock",       [KEY_TIME_BANK] = "time-bank", [KEY_PAUSE] = "pause",
    [KEY_HOUSE] = "house",       [KEY_BOTS] = "bots",           [KEY_ANTE] = "ante",
    [KEY_STRADDLE] = "straddle", [KEY_BOMB] = "bomb",           [KEY_TWICE] = "run-twice",
    [KEY_RATHOLE] = "rathole"};

/* ---- values ---- */

/* One line of the file, and what is known around it. */
struct reader {
    struct felt_conf *conf;
    struct felt_complaint *complaint;
    int line, table_line;
    bool said[NAMES_MAX], said_key[KEYS], own_tables, own_tournaments;
    struct felt_lobby_row *row; /* of the [table] under way, NULL: none is                     */
    struct felt_tournament_row *event; /* of the [tournament] under way */
    uint64_t said_event; /* bits of its settings                                        */
};

/* What is wrong, as an expression that is false; the line is put in front. */
__attribute__((format(printf, 3, 4))) static bool refuse(struct reader *reader, int line,
                                                         const char *format, ...)
{
    char text[FELT_COMPLAINT_BYTES];
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    return felt_complain(reader->complaint, FELT_BAD_FORMAT, 0, 0, "line %d: %s", line, text) ==
           FELT_OK;
}

/* Digits, at most ten of them.  NULL: there are none, else what is behind them. */
static const char *read_digits(const char *text, uint64_t *number)
{
    size_t count = strspn(text, "0123456789");
    if (count == 0 || count > 10) return NULL;
    *number = 0;
    for (size_t i = 0; i < count; i++) *number = *number * 10 + (uint64_t)(text[i] - '0');
    return text + count;
}

static bool read_time(struct reader *reader, const char *name, const char *value, uint32_t min,
                      uint32_t max, uint32_t *out)
{
    uint64_t number;
    const char *unit = read_digits(value, &number);
    if (unit) unit += strspn(unit, " ");
    for (int i = 0; unit && i < FELT_CONF_UNITS; i++) {
        if (strcmp(unit, felt_conf_units[i].word) != 0) continue;
        uint64_t ms = number * felt_conf_units[i].ms;
        if (ms < min || ms > max)
            return refuse(reader, reader->line, "%s: %ums to %us", name, min,
                          max / FELT_CONF_SECOND);
        *out = (uint32_t)ms;
        return true;
    }
    return refuse(reader, reader->line, "%s: a time, as in 500ms, 20s, 10min or 1h", name);
}

static bool read_count(struct reader *reader, const char *name, const char *value, uint32_t min,
                       uint32_t max, uint32_t *out)
{
    uint64_t number;
    const char *end = read_digits(value, &number);
    if (!end || *end || number < min || number > max)
        return refuse(reader, reader->line, "%s: a number, %u to %u", name, min, max);
    *out = (uint32_t)number;
    return true;
}

static bool read_flag(struct reader *reader, const char *name, const char *value, bool *out)
{
    *out = strcmp(value, "yes") == 0;
    if (*out || strcmp(value, "no") == 0) return true;
    return refuse(reader, reader->line, "%s: yes or no", name);
}

static bool read_number(struct reader *reader, int which, const char *value)
{
    const struct felt_conf_number_row *row = &felt_conf_number_rows[which];
    uint32_t *out = &reader->conf->number[which];
    bool flag = false;
    switch (row->kind) {
    case FELT_CONF_FLAG:
        if (!read_flag(reader, row->name, value, &flag)) return false;
        *out = flag;
        return true;
    case FELT_CONF_TIME: return read_time(reader, row->name, value, row->min, row->max, out);
    case FELT_CONF_COUNT_OR_AUTO:
        *out = FELT_CONF_AUTO;
        if (strcmp(value, "auto") == 0) return true;
        break;
    case FELT_CONF_COUNT: break;
    }
    return read_count(reader, row->name, value, row->min, row->max, out);
}

static bool read_option(struct reader *reader, int which, const char *value)
{
    bool flag;
    if (felt_conf_option_rows[which].flag &&
        !read_flag(reader, felt_conf_option_rows[which].name, value, &flag))
        return false;
    (void)snprintf(reader->conf->option[which], sizeof reader->conf->option[which], "%s", value);
    return true;
}

/* ---- settings of a table ---- */

/* Two numbers with a sign between them: 1/2, 20-100. */
static bool read_pair(const char *value, char sign, uint64_t *first, uint64_t *second)
{
    const char *at = read_digits(value, first);
    if (at) at += strspn(at, " ");
    if (!at || *at != sign) return false;
    at++;
    at = read_digits(at + strspn(at, " "), second);
    return at && *at == '\0';
}

static bool keep_text(struct reader *reader, const char *name, const char *value, char *out,
                      size_t size)
{
    if (strlen(value) >= size)
        return refuse(reader, reader->line, "%s: %zu bytes at most", name, size - 1);
    memcpy(out, value, strlen(value) + 1);
    return true;
}

static bool read_amounts(struct reader *reader, enum key key, const char *value)
{
    struct felt_lobby_row *row = reader->row;
    uint64_t first, second;
    if (key == KEY_BLINDS) {
        if (!read_pair(value, '/', &first, &second))
            return refuse(reader, reader->line, "blinds: the small one and the big one, as in 1/2");
        row->small_blind = (felt_chips)first;
        row->big_blind = (felt_chips)second;
        return true;
    }
    if (!read_pair(value, '-', &first, &second) || second > UINT32_MAX || first > UINT32_MAX)
        return refuse(reader, reader->line, "buy-in: in big blinds, as in 20-100");
    row->buy_in_min = (uint32_t)first;
    row->buy_in_max = (uint32_t)second;
    return true;
}

/* What a genome or Narc is played for. */
static bool read_unit(struct reader *reader, const char *value)
{
    uint32_t unit = 0;
    if (!read_count(reader, key_words[KEY_UNIT], value, 0, UNIT_MAX, &unit)) return false;
    reader->row->small_blind = reader->row->big_blind = unit;
    return true;
}

static bool read_roles(struct reader *reader, const char *value)
{
    int roles = felt_lobby_roles_find(value);
    if (roles < 0) return refuse(reader, reader->line, "roles: fixed, turn, or usual");
    reader->row->roles = (uint8_t)roles;
    return true;
}

static bool read_small(struct reader *reader, enum key key, const char *value, uint8_t *out)
{
    uint32_t number = 0;
    if (!read_count(reader, key_words[key], value, 0, 100, &number)) return false;
    *out = (uint8_t)number;
    return true;
}

/* "5 each", "5 big"; "10/2": every ten hands, for two big blinds.  Both may be none. */
static bool read_extra_pair(struct reader *reader, enum key key, const char *value)
{
    struct felt_room_table_options *options = &reader->row->options;
    uint64_t first, second;
    bool none = strcmp(value, "none") == 0;
    if (key == KEY_BOMB) {
        if (!none && (!read_pair(value, '/', &first, &second) || first < 1 || first > 1000 ||
                      second < 1 || second > 100))
            return refuse(reader, reader->line,
                          "bomb: none, or every so many hands for so many big blinds, as in 10/2");
        options->bomb_every = (uint16_t)(none ? 0 : first);
        options->bomb_units = (uint16_t)(none ? 0 : second);
        return true;
    }
    const char *at = none ? NULL : read_digits(value, &first);
    int by = at ? felt_ante_find(at + strspn(at, " ")) : FELT_ANTE_NONE;
    if (!none && by <= FELT_ANTE_NONE)
        return refuse(reader, reader->line,
                      "ante: none, or chips and by whom, as in 5 each, 5 big");
    options->ante_by = (uint8_t)by;
    options->ante = none ? 0 : (felt_chips)first;
    return true;
}

static bool read_extra(struct reader *reader, enum key key, const char *value)
{
    struct felt_room_table_options *options = &reader->row->options;
    bool rathole;
    if (key == KEY_RATHOLE) {
        if (!read_flag(reader, key_words[key], value, &rathole)) return false;
        options->no_rathole = !rathole;
        return true;
    }
    if (key == KEY_ANTE || key == KEY_BOMB) return read_extra_pair(reader, key, value);
    int word = key == KEY_TWICE ? felt_twice_find(value) : felt_straddle_find(value);
    if (word < 0)
        return refuse(reader, reader->line,
                      key == KEY_TWICE ? "run-twice: ask, never or always"
                                       : "straddle: none, optional or always");
    *(key == KEY_TWICE ? &options->twice : &options->straddle) = (uint8_t)word;
    return true;
}

static bool read_key(struct reader *reader, enum key key, const char *value)
{
    struct felt_lobby_row *row = reader->row;
    const char *name = key_words[key];
    int limit;
    switch (key) {
    case KEY_TITLE: return keep_text(reader, name, value, row->title, sizeof row->title);
    case KEY_GAME: return keep_text(reader, name, value, row->game, sizeof row->game);
    case KEY_LIMIT:
        limit = felt_lobby_limit_find(value);
        if (limit < 0)
            return refuse(reader, reader->line,
                          "limit: no-limit, pot-limit, fixed-limit, or usual");
        row->limit = (uint8_t)limit;
        return true;
    case KEY_BLINDS:
    case KEY_BUY_IN: return read_amounts(reader, key, value);
    case KEY_UNIT: return read_unit(reader, value);
    case KEY_ROLES: return read_roles(reader, value);
    case KEY_SEATS: return read_small(reader, key, value, &row->seats);
    case KEY_TABLES: return read_small(reader, key, value, &row->tables);
    case KEY_HOUSE: return read_small(reader, key, value, &row->house);
    case KEY_CLOCK:
        return read_time(reader, name, value, FELT_CONF_SECOND, 24 * FELT_CONF_HOUR,
                         &row->clock_ms);
    case KEY_TIME_BANK:
        return read_time(reader, name, value, 0, 24 * FELT_CONF_HOUR, &row->bank_ms);
    case KEY_PAUSE: return read_time(reader, name, value, 0, FELT_CONF_HOUR, &row->pause_ms);
    case KEY_BOTS: return read_flag(reader, name, value, &row->bots);
    case KEY_ANTE:
    case KEY_STRADDLE:
    case KEY_BOMB:
    case KEY_TWICE:
    case KEY_RATHOLE: return read_extra(reader, key, value);
    case KEYS: break;
    }
    return false;
}

/* ---- lines ---- */

static bool refuse_name(struct reader *reader, const char *name, const char *const *names,
                        int count)
{
    const char *nearest = felt_nearest(name, strlen(name), names, count);
    if (nearest)
        return refuse(reader, reader->line, "there is no setting \"%.40s\"; is it \"%s\"?", name,
                      nearest);
    return refuse(reader, reader->line,
                  "there is no setting \"%.40s\": felt serve --print-config shows all", name);
}

/* Which setting of the server this is: options, then numbers; -1: none. */
static int find_setting(const char *name)
{
    for (int i = 0; i < FELT_CONF_OPTIONS; i++)
        if (strcmp(name, felt_conf_option_rows[i].name) == 0) return i;
    for (int i = 0; i < FELT_CONF_NUMBERS; i++)
        if (strcmp(name, felt_conf_number_rows[i].name) == 0) return FELT_CONF_OPTIONS + i;
    return -1;
}

static bool take_setting(struct reader *reader, const char *name, const char *value)
{
    const char *names[NAMES_MAX];
    for (int i = 0; i < FELT_CONF_OPTIONS; i++) names[i] = felt_conf_option_rows[i].name;
    for (int i = 0; i < FELT_CONF_NUMBERS; i++)
        names[FELT_CONF_OPTIONS + i] = felt_conf_number_rows[i].name;
    int which = find_setting(name);
    if (which < 0) return refuse_name(reader, name, names, NAMES_MAX);
    if (reader->said[which]) return refuse(reader, reader->line, "%s is set a second time", name);
    reader->said[which] = true;
    return which < FELT_CONF_OPTIONS ? read_option(reader, which, value)
                                     : read_number(reader, which - FELT_CONF_OPTIONS, value);
}

static bool take_key(struct reader *reader, const char *name, const char *value)
{
    int key = 0;
    while (key < KEYS && strcmp(name, key_words[key]) != 0) key++;
    if (key == KEYS && find_setting(name) >= 0)
        return refuse(reader, reader->line,
                      "%s is no setting of a table: it stands before the "
                      "first [table]",
                      name);
    if (key == KEYS) return refuse_name(reader, name, key_words, KEYS);
    if (reader->said_key[key]) return refuse(reader, reader->line, "%s is set a second time", name);
    reader->said_key[key] = true;
    return read_key(reader, (enum key)key, value);
}

/* Are blinds, unit and roles said of a game that has them? */
static bool fits_game(struct reader *reader, const struct felt_lobby_row *row)
{
    bool narc = felt_lobby_is_narc(row), genome = felt_lobby_genome_name(row) != NULL;
    bool unit = reader->said_key[KEY_UNIT];
    if (unit && !genome && !narc)
        return refuse(reader, reader->table_line,
                      "[table %s] unit: of a genome or Narc; others have blinds", row->id);
    if (unit && genome && row->big_blind == 0)
        return refuse(reader, reader->table_line, "[table %s] unit: a number, 1 to %d", row->id,
                      UNIT_MAX);
    if (reader->said_key[KEY_BLINDS] && (genome || narc))
        return refuse(reader, reader->table_line, "[table %s] blinds: %s has a unit instead",
                      row->id, narc ? "Narc" : "a genome");
    if (reader->said_key[KEY_ROLES] && !narc)
        return refuse(reader, reader->table_line, "[table %s] roles: Narc alone has them", row->id);
    return true;
}

/* Of Narc, what was not said. */
static void fill_narc(const struct reader *reader, struct felt_lobby_row *row)
{
    if (!reader->said_key[KEY_UNIT]) row->small_blind = row->big_blind = 0;
    if (!reader->said_key[KEY_SEATS]) row->seats = FELT_ROLES;
    if (!reader->said_key[KEY_BUY_IN] && row->big_blind == 0) row->buy_in_min = row->buy_in_max = 1;
}

/* The [table] under way is complete. */
static bool end_table(struct reader *reader)
{
    struct felt_complaint why = {0};
    struct felt_lobby_row *row = reader->row;
    if (!row) return true;
    if (!fits_game(reader, row)) return false;
    if (felt_lobby_is_narc(row))
        fill_narc(reader, row);
    else if (felt_lobby_genome_name(row) && !reader->said_key[KEY_SEATS])
        felt_lobby_genome_seats(row);
    if (!reader->said_key[KEY_HOUSE]) row->house = row->seats > 0 ? row->seats - 1 : 0;
    if (felt_lobby_row_verify(row, &why) == FELT_OK) return true;
    return refuse(reader, reader->table_line, "[table %s] %s", row->id, why.text);
}

/* The [tournament] under way is complete. */
static bool end_event(struct reader *reader)
{
    struct felt_complaint why = {0};
    if (!reader->event || felt_tournament_row_verify(reader->event, &why) == FELT_OK) return true;
    return refuse(reader, reader->table_line, "[tournament %s] %s", reader->event->id, why.text);
}

static bool take_event_key(struct reader *reader, const char *name, const char *value)
{
    struct felt_complaint why = {0};
    for (int i = 1; felt_tournament_row_key(i, NULL); i++) { /* the first is the id, in the head */
        if (strcmp(name, felt_tournament_row_key(i, NULL)) != 0) continue;
        if (reader->said_event >> i & 1)
            return refuse(reader, reader->line, "%s is set a second time", name);
        reader->said_event |= UINT64_C(1) << i;
    }
    if (strcmp(name, "id") == 0)
        return refuse(reader, reader->line, "the id of a tournament is in [tournament ID]");
    if (felt_tournament_row_set(reader->event, name, value, &why) == FELT_OK) return true;
    return refuse(reader, reader->line, "%s", why.text);
}

static bool begin_event(struct reader *reader, const char *id)
{
    struct felt_conf *conf = reader->conf;
    struct felt_complaint why = {0};
    if (!reader->own_tournaments) conf->tournaments = 0; /* the file has its own */
    reader->own_tournaments = true;
    for (int i = 0; i < conf->tournaments; i++)
        if (strcmp(conf->event[i].id, id) == 0)
            return refuse(reader, reader->line, "there are two [tournament %s]", id);
    if (conf->tournaments == FELT_CONF_EVENTS_MAX)
        return refuse(reader, reader->line, "%d tournaments at most", FELT_CONF_EVENTS_MAX);
    reader->event = &conf->event[conf->tournaments++];
    felt_tournament_row_usual(reader->event);
    reader->said_event = 0;
    if (felt_tournament_row_set(reader->event, "id", id, &why) == FELT_OK) return true;
    return refuse(reader, reader->line, "[tournament] %s", why.text);
}

static bool begin_table(struct reader *reader, const char *id)
{
    struct felt_conf *conf = reader->conf;
    if (!reader->own_tables) conf->rows = 0; /* the file has its own lobby */
    reader->own_tables = true;
    for (int i = 0; i < conf->rows; i++)
        if (strcmp(conf->row[i].id, id) == 0)
            return refuse(reader, reader->line, "there are two [table %s]", id);
    if (conf->rows == FELT_STAKES_MAX)
        return refuse(reader, reader->line, "%d kinds of tables at most", FELT_STAKES_MAX);
    reader->row = &conf->row[conf->rows++];
    *reader->row = felt_lobby_row_usual;
    memcpy(reader->row->id, id, strlen(id) + 1);
    memset(reader->said_key, 0, sizeof reader->said_key);
    return true;
}

/* "[table nl-2]", "[tournament friday]" */
static bool begin_section(struct reader *reader, const char *text)
{
    static const char *const words[] = {"[table ", "[tournament "};
    char id[FELT_STAKE_ID_BYTES + 1];
    _Static_assert((int)FELT_STAKE_ID_BYTES >= (int)FELT_TOURNAMENT_ID_BYTES, "both fit");
    size_t bytes = strlen(text);
    if (!end_table(reader) || !end_event(reader)) return false;
    bool table = strncmp(text, words[0], strlen(words[0])) == 0;
    if ((!table && strncmp(text, words[1], strlen(words[1])) != 0) || text[bytes - 1] != ']')
        return refuse(reader, reader->line, "a section is [table NAME] or [tournament NAME]");
    const char *name = text + strlen(words[!table]);
    name += strspn(name, " ");
    size_t length = strcspn(name, " ]");
    if (length >= sizeof id || name + length + strspn(name + length, " ") != text + bytes - 1)
        return refuse(reader, reader->line, "a table's name is one word of at most %d letters",
                      FELT_STAKE_ID_BYTES);
    memcpy(id, name, length);
    id[length] = '\0';
    reader->row = NULL;
    reader->event = NULL;
    reader->table_line = reader->line;
    return table ? begin_table(reader, id) : begin_event(reader, id);
}

/* Without what is blank at both ends, and without a remark. */
static char *trim(char *text)
{
    text += strspn(text, " \t");
    size_t bytes = 0;
    while (text[bytes] && !(text[bytes] == '#' && (bytes == 0 || strchr(" \t", text[bytes - 1]))))
        bytes++;
    text[bytes] = '\0';
    while (bytes > 0 && strchr(" \t\r", text[bytes - 1])) text[--bytes] = '\0';
    return text;
}

static bool take_line(struct reader *reader, char *text)
{
    text = trim(text);
    if (!*text) return true;
    if (*text == '[') return begin_section(reader, text);
    char *equals = strchr(text, '=');
    if (!equals)
        return refuse(reader, reader->line,
                      "a line is NAME = VALUE, [table NAME] or [tournament NAME]");
    *equals = '\0';
    char *name = trim(text), *value = trim(equals + 1);
    if (!*value) return refuse(reader, reader->line, "%.40s has no value", name);
    if (reader->event) return take_event_key(reader, name, value);
    if (strlen(value) > FELT_CONF_VALUE_BYTES)
        return refuse(reader, reader->line, "the value is too long");
    return reader->row ? take_key(reader, name, value) : take_setting(reader, name, value);
}

/* Texts end up in frames and on terminals. */
static bool is_text(const char *text, size_t bytes)
{
    size_t used;
    for (size_t at = 0; at < bytes; at += used) {
        uint32_t character;
        if (!felt_utf8_read(text + at, bytes - at, &used, &character)) return false;
        if (character < 0x20 && character != '\t' && !(character == '\r' && at == bytes - 1))
            return false;
        if (character >= 0x7f && character < 0xa0) return false;
    }
    return true;
}

/* ---- all of it ---- */

enum felt_status felt_conf_read(struct felt_conf *conf, const char *text, size_t bytes,
                                struct felt_complaint *complaint)
{
    struct reader reader = {.conf = conf, .complaint = complaint};
    char line[LINE_BYTES_MAX + 1];
    felt_conf_usual(conf);
    if (bytes > FELT_CONF_BYTES_MAX)
        return felt_complain(complaint, FELT_BAD_FORMAT, 0, 0, "longer than %d bytes",
                             FELT_CONF_BYTES_MAX);
    for (size_t at = 0; at < bytes;) {
        const char *end = memchr(text + at, '\n', bytes - at);
        size_t length = end ? (size_t)(end - text) - at : bytes - at;
        reader.line++;
        bool good = length <= LINE_BYTES_MAX && is_text(text + at, length);
        if (!good) {
            (void)refuse(&reader, reader.line, "too long, or not UTF-8 text");
            return FELT_BAD_FORMAT;
        }
        memcpy(line, text + at, length);
        line[length] = '\0';
        if (!take_line(&reader, line)) return FELT_BAD_FORMAT;
        at += length + 1;
    }
    if (!end_table(&reader) || !end_event(&reader)) return FELT_BAD_FORMAT;
    if (conf->number[FELT_CONF_NO_EVENTS]) conf->tournaments = 0;
    return FELT_OK;
}
