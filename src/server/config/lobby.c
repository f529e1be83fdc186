/* lobby.c -- see lobby.h. */
#include "server/config/lobby.h"

#include "base/nearest.h"
#include "server/config/lobby_genome.h"
#include "server/config/lobby_narc.h"
#include "felt/assert.h"
#include "felt/hash.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    VARIANTS_MAX = 64,
    CLOCK_MAX_MS = 24 * 3600 * 1000,
    PAUSE_MAX_MS = 3600 * 1000,
    TABLES_MAX = 100
};

const struct felt_lobby_row felt_lobby_row_usual = {.game = "holdem",
                                                    .limit = FELT_LIMITS,
                                                    .seats = 6,
                                                    .tables = 1,
                                                    .house = 5,
                                                    .small_blind = 1,
                                                    .big_blind = 2,
                                                    .buy_in_min = 20,
                                                    .buy_in_max = 100,
                                                    .clock_ms = 20000,
                                                    .bank_ms = 60000,
                                                    .pause_ms = 1500};

/* A new account can sit down at everything with blinds of 1/2.  Behind the blinds: seats, those of
 * them that the house fills, and tables. */
#define ROW(name, text, games, kind, small, big, table_seats, filled, count)                       \
    .id = name, .title = text, .game = games, .limit = kind, .small_blind = small,                 \
    .big_blind = big, .seats = table_seats, .house = filled, .tables = count, .buy_in_min = 20,    \
    .buy_in_max = 100, .clock_ms = 20000, .bank_ms = 60000

static const struct felt_lobby_row usual_rows[] = {
    {ROW("nl-2", "No-limit hold'em 1/2", "holdem", FELT_NO_LIMIT, 1, 2, 6, 5, 2), .pause_ms = 1500},
    {ROW("nl-10", "No-limit hold'em 5/10", "holdem", FELT_NO_LIMIT, 5, 10, 6, 5, 1),
     .pause_ms = 1500},
    {ROW("nl-50", "No-limit hold'em 25/50", "holdem", FELT_NO_LIMIT, 25, 50, 6, 5, 1),
     .pause_ms = 1500},
    {ROW("duel-2", "Heads-up no-limit hold'em 1/2", "holdem", FELT_NO_LIMIT, 1, 2, 2, 1, 1),
     .pause_ms = 1500},
    {ROW("plo-2", "Pot-limit Omaha 1/2", "omaha", FELT_POT_LIMIT, 1, 2, 6, 5, 1), .pause_ms = 1500},
    {ROW("draw-2", "Five-card draw 1/2", "draw", FELT_NO_LIMIT, 1, 2, 6, 5, 1), .pause_ms = 1500},
    {ROW("stud-hilo-2", "Seven-card stud hi-lo 2/4", "stud-hilo", FELT_FIXED_LIMIT, 1, 2, 6, 5, 1),
     .pause_ms = 1500},
    {ROW("27-triple-2", "Deuce-to-seven triple draw 2/4", "27-triple", FELT_FIXED_LIMIT, 1, 2, 6, 5,
         1),
     .pause_ms = 1500},
    {ROW("badugi-2", "Badugi 2/4", "badugi", FELT_FIXED_LIMIT, 1, 2, 6, 5, 1), .pause_ms = 1500},
    {ROW("choice-2", "Dealer's choice 1/2, every game", "all", FELT_LIMITS, 1, 2, 6, 5, 1),
     .pause_ms = 1500},
    {ROW("eights-5", "Crazy Eights for 5", "genome:crazy-eights", FELT_LIMITS, 5, 5, 4, 3, 1),
     .pause_ms = 3000},
    {.id = "narc",
     .title = "Narc, for the score",
     .game = "narc",
     .limit = FELT_LIMITS,
     .seats = 3,
     .house = 2,
     .tables = 1,
     .buy_in_min = 1,
     .buy_in_max = 1,
     .clock_ms = 30000,
     .bank_ms = 60000,
     .pause_ms = 5000},
    {ROW("bots-2", "No-limit hold'em 1/2, bots welcome", "holdem", FELT_NO_LIMIT, 1, 2, 6, 4, 1),
     .bots = true, .pause_ms = 200},
};
#undef ROW

int felt_lobby_usual(const struct felt_lobby_row **rows)
{
    *rows = usual_rows;
    return (int)(sizeof usual_rows / sizeof usual_rows[0]);
}

/* ---- words ---- */

static const char *const limit_words[FELT_LIMITS + 1] = {[FELT_NO_LIMIT] = "no-limit",
                                                         [FELT_POT_LIMIT] = "pot-limit",
                                                         [FELT_FIXED_LIMIT] = "fixed-limit",
                                                         [FELT_LIMITS] = "usual"};

const char *felt_lobby_limit_word(int limit)
{
    felt_assert(limit >= 0 && limit <= FELT_LIMITS && limit_words[limit]);
    return limit_words[limit];
}

int felt_lobby_limit_find(const char *word)
{
    static const char *const shorts[FELT_LIMITS] = {
        [FELT_NO_LIMIT] = "nl", [FELT_POT_LIMIT] = "pl", [FELT_FIXED_LIMIT] = "fl"};
    for (int i = 0; i <= FELT_LIMITS; i++) {
        if (limit_words[i] && strcmp(word, limit_words[i]) == 0) return i;
        if (i < FELT_LIMITS && shorts[i] && strcmp(word, shorts[i]) == 0) return i;
    }
    return -1;
}

static const char *const roles_words[FELT_LOBBY_ROLES] = {[FELT_LOBBY_ROLES_USUAL] = "usual",
                                                          [FELT_LOBBY_ROLES_FIXED] = "fixed",
                                                          [FELT_LOBBY_ROLES_TURN] = "turn"};

const char *felt_lobby_roles_word(int roles)
{
    felt_assert(roles >= 0 && roles < FELT_LOBBY_ROLES);
    return roles_words[roles];
}

int felt_lobby_roles_find(const char *word)
{
    for (int i = 0; i < FELT_LOBBY_ROLES; i++)
        if (strcmp(word, roles_words[i]) == 0) return i;
    return -1;
}

/* ---- games of a row ---- */

static enum felt_limit limit_of(const struct felt_lobby_row *row,
                                const struct felt_variant *variant)
{
    return (enum felt_limit)(row->limit == FELT_LIMITS ? variant->limit : row->limit);
}

/* As cash tables want it: losers need not show, and where much is at stake boards may be run
 * twice. */
static enum felt_status make_rules(const struct felt_lobby_row *row,
                                   const struct felt_variant *variant,
                                   struct felt_poker_rules *rules, struct felt_complaint *complaint)
{
    enum felt_limit limit = limit_of(row, variant);
    enum felt_status status =
        felt_poker_rules_make(variant->name, limit, row->big_blind, rules, complaint);
    if (status != FELT_OK) return status;
    rules->may_muck = true;
    rules->run_twice = limit != FELT_FIXED_LIMIT && variant->board_cards > 0 &&
                       row->options.twice != FELT_TWICE_NEVER;
    return felt_poker_rules_verify(rules, complaint);
}

static const struct felt_variant *find_variant(const char *name, size_t bytes)
{
    for (int i = 0; i < felt_variant_count(); i++) {
        const struct felt_variant *variant = felt_variant_at(i);
        if (strlen(variant->name) == bytes && memcmp(name, variant->name, bytes) == 0)
            return variant;
    }
    return NULL;
}

static enum felt_status refuse_game(const char *name, size_t bytes,
                                    struct felt_complaint *complaint)
{
    const char *names[VARIANTS_MAX + 1] = {"all"};
    int count = 1;
    for (int i = 0; i < felt_variant_count() && count < VARIANTS_MAX; i++)
        names[count++] = felt_variant_at(i)->name;
    const char *nearest = felt_nearest(name, bytes, names, count);
    if (nearest)
        return felt_complain(complaint, FELT_BAD_NAME, 0, 0,
                             "game: there is no game \"%.*s\"; is it \"%s\"?", (int)bytes, name,
                             nearest);
    return felt_complain(complaint, FELT_BAD_NAME, 0, 0,
                         "game: there is no game \"%.*s\": felt variants lists them", (int)bytes,
                         name);
}

/* Every game that so many can play for these blinds; others are left out. */
static int find_all(const struct felt_lobby_row *row,
                    const struct felt_variant *out[FELT_GAMES_MAX])
{
    int count = 0;
    for (int i = 0; i < felt_variant_count() && count < FELT_GAMES_MAX; i++) {
        const struct felt_variant *variant = felt_variant_at(i);
        struct felt_poker_rules rules;
        if (variant->seats_max < row->seats || variant->seats_min > 2) continue;
        if (make_rules(row, variant, &rules, NULL) == FELT_OK) out[count++] = variant;
    }
    return count;
}

static enum felt_status verify_game(const struct felt_lobby_row *row,
                                    const struct felt_variant *variant,
                                    struct felt_complaint *complaint)
{
    struct felt_poker_rules rules;
    struct felt_complaint why = {0};
    if (row->seats > variant->seats_max)
        return felt_complain(complaint, FELT_BAD_RULES, 0, 0, "seats: %s is for %d to %d players",
                             variant->name, variant->seats_min, variant->seats_max);
    if (make_rules(row, variant, &rules, &why) != FELT_OK)
        return felt_complain(complaint, FELT_BAD_RULES, 0, 0, "limit: %s: %s", variant->name,
                             why.text);
    return FELT_OK;
}

/* *count games in `out`. */
static enum felt_status find_games(const struct felt_lobby_row *row,
                                   const struct felt_variant *out[FELT_GAMES_MAX], int *count,
                                   struct felt_complaint *complaint)
{
    *count = 0;
    if (strcmp(row->game, "all") == 0) {
        *count = find_all(row, out);
        if (*count > 0) return FELT_OK;
        return felt_complain(complaint, FELT_BAD_RULES, 0, 0, "seats: no game is for so many");
    }
    for (const char *at = row->game;;) {
        at += strspn(at, " ");
        size_t bytes = strcspn(at, ","), length = bytes;
        while (length > 0 && at[length - 1] == ' ') length--;
        const struct felt_variant *variant = find_variant(at, length);
        if (!variant) return refuse_game(at, length, complaint);
        if (*count == FELT_GAMES_MAX)
            return felt_complain(complaint, FELT_WRONG_COUNT, 0, 0, "game: %d games at most",
                                 FELT_GAMES_MAX);
        for (int i = 0; i < *count; i++)
            if (out[i] == variant)
                return felt_complain(complaint, FELT_BAD_NAME, 0, 0, "game: %s is there twice",
                                     variant->name);
        enum felt_status status = verify_game(row, variant, complaint);
        if (status != FELT_OK) return status;
        out[(*count)++] = variant;
        if (!at[bytes]) return FELT_OK;
        at += bytes + 1;
    }
}

/* ---- rows ---- */

static bool is_id(const char *text)
{
    size_t bytes = strlen(text);
    for (const char *at = text; *at; at++)
        if (!((*at >= 'a' && *at <= 'z') || (*at >= '0' && *at <= '9') || *at == '-')) return false;
    return bytes > 0 && text[0] != '-' && text[bytes - 1] != '-';
}

static bool has_options(const struct felt_room_table_options *options)
{
    return options->ante_by || options->straddle || options->bomb_every || options->twice ||
           options->no_rathole;
}

/* Options that some game of the row can have (RULES 16.10 ff.). */
static enum felt_status verify_options(const struct felt_lobby_row *row,
                                       const struct felt_variant *const *games, int count,
                                       struct felt_complaint *complaint)
{
    const struct felt_room_table_options *options = &row->options;
    bool blinds = false, straddle = false, board = false;
    const char *why = NULL;
    for (int i = 0; i < count; i++) {
        bool posts = games[i]->forced == FELT_FORCED_BLINDS;
        blinds |= posts;
        straddle |= posts && limit_of(row, games[i]) <= FELT_POT_LIMIT;
        board |= games[i]->board_cards > 0;
    }
    if (options->ante_by && (options->ante < 1 || options->ante > row->big_blind))
        why = "ante: 1 chip to the big blind";
    else if (options->ante_by && !blinds)
        why = "ante: of games with blinds; others have their own";
    else if (options->straddle && !straddle)
        why = "straddle: of games with blinds that are not fixed-limit";
    else if (options->straddle && row->seats < 3)
        why = "straddle: three seats at least";
    else if (options->bomb_every && !board)
        why = "bomb: of games with a board";
    else if (options->bomb_every && (options->bomb_units < 1 || options->bomb_units > 100))
        why = "bomb: 1 to 100 big blinds";
    else if (options->twice == FELT_TWICE_ALWAYS && !board)
        why = "run-twice: of games with a board";
    if (!why) return FELT_OK;
    return felt_complain(complaint, FELT_BAD_RULES, 0, 0, "%s", why);
}

bool felt_lobby_is_private_name(const char *id)
{
    if (id[0] == 'p') return id[1] == '\0' || id[1] == '-'; /* the first table of "p" is "p-1" */
    return id[0] == 'c' && id[1] >= '0' && id[1] <= '9';
}

/* What a chip of the buy-in is counted in. */
static felt_chips unit_of(const struct felt_lobby_row *row)
{
    return row->big_blind > 0 ? row->big_blind : 1;
}

enum felt_status felt_lobby_row_verify(const struct felt_lobby_row *row,
                                       struct felt_complaint *complaint)
{
    const struct felt_variant *games[FELT_GAMES_MAX];
    int count;
    const char *why = NULL;
    bool narc = felt_lobby_is_narc(row);
    if (!is_id(row->id))
        why = "a table's name is small letters, digits and - between them";
    else if (row->seats < 2 || row->seats > FELT_SEATS_MAX)
        why = "seats: 2 to 10";
    else if (row->tables < 1 || row->tables > TABLES_MAX)
        why = "tables: 1 to 100";
    else if (row->house >= row->seats)
        why = "house: fewer than there are seats: one stays free for whoever comes";
    else if (!narc && (row->small_blind < 1 || row->small_blind > row->big_blind))
        why = "blinds: the small one first, as in 1/2";
    else if (row->buy_in_min < 1 || row->buy_in_min > row->buy_in_max)
        why = "buy-in: the least and the most in big blinds, as in 20-100";
    else if (row->buy_in_max > FELT_CHIPS_MAX / unit_of(row) / FELT_SEATS_MAX)
        why = "buy-in: more chips than a table can count";
    else if (row->clock_ms < 1000 || row->clock_ms > CLOCK_MAX_MS || row->bank_ms > CLOCK_MAX_MS)
        why = "clock, time-bank: a second to a day";
    else if (row->pause_ms > PAUSE_MAX_MS)
        why = "pause: an hour at most";
    if (why) return felt_complain(complaint, FELT_BAD_RULES, 0, 0, "%s", why);
    bool poker = !narc && !felt_lobby_genome_name(row);
    if (!poker && has_options(&row->options))
        return felt_complain(complaint, FELT_BAD_RULES, 0, 0,
                             "ante, straddle, bomb, run-twice, rathole: of poker only");
    if (narc) return felt_lobby_narc_verify(row, complaint);
    if (!poker) return felt_lobby_genome_verify(row, complaint);
    enum felt_status status = find_games(row, games, &count, complaint);
    return status != FELT_OK ? status : verify_options(row, games, count, complaint);
}

/* ---- the lobby ---- */

static void fill_games(struct felt_stake *stake, const struct felt_lobby_row *row,
                       struct felt_poker_adapter **next)
{
    const struct felt_variant *games[FELT_GAMES_MAX];
    int count;
    enum felt_status status = find_games(row, games, &count, NULL);
    felt_assert(status == FELT_OK && count > 0);
    for (int i = 0; i < count; i++) {
        struct felt_poker_rules rules;
        struct felt_poker_adapter *adapter = (*next)++;
        status = make_rules(row, games[i], &rules, NULL);
        felt_assert(status == FELT_OK);
        felt_poker_adapter_room(adapter, &rules, row->small_blind);
        stake->game[i] = &adapter->adapter;
    }
    stake->games = count;
    stake->variant = count > 1 ? "choice" : games[0]->name;
    stake->limit = count > 1 ? "" : felt_lobby_limit_word((int)limit_of(row, games[0]));
    stake->small_blind = row->small_blind;
    stake->big_blind = row->big_blind;
}

static void fill_genome(struct felt_stake *stake, const struct felt_genome_adapter *genome)
{
    stake->game[0] = &genome->adapter;
    stake->games = 1;
    stake->variant = "genome";
    stake->limit = "";
    stake->big_blind = genome->adapter.big_blind;
}

/* For the score alone a seat holds a marker. */
static void fill_narc(struct felt_stake *stake, const struct felt_narc_adapter *narc)
{
    stake->game[0] = &narc->adapter;
    stake->games = 1;
    stake->variant = "narc";
    stake->limit = narc->rules.unit ? "" : "score";
    stake->markers = !narc->rules.unit;
    stake->big_blind = narc->rules.unit ? narc->rules.unit : 1;
}

/* What is the same for all games. */
static void fill_rest(struct felt_stake *stake, const struct felt_lobby_row *row)
{
    stake->seats = row->seats;
    stake->tables = row->tables;
    stake->house = row->house;
    stake->bots_welcome = row->bots;
    stake->buy_in_min = row->buy_in_min * stake->big_blind;
    stake->buy_in_max = row->buy_in_max * stake->big_blind;
    stake->move_ms = row->clock_ms;
    stake->bank_ms = row->bank_ms;
    stake->pause_ms = row->pause_ms;
    stake->options = row->options;
}

static void fill_stake(struct felt_lobby *lobby, const struct felt_lobby_row *row,
                       struct felt_poker_adapter **next)
{
    const struct felt_genome_adapter *genome = lobby->genome[lobby->stakes];
    const struct felt_narc_adapter *narc = lobby->narc[lobby->stakes];
    struct felt_stake *stake = &lobby->stake[lobby->stakes++];
    if (genome)
        fill_genome(stake, genome);
    else if (narc)
        fill_narc(stake, narc);
    else
        fill_games(stake, row, next);
    memcpy(stake->id, row->id, sizeof stake->id);
    if (narc) felt_lobby_narc_name(lobby, lobby->stakes - 1);
    (void)snprintf(stake->title, sizeof stake->title, "%s",
                   row->title[0]                  ? row->title
                   : genome && genome->variant[0] ? genome->variant
                   : narc                         ? "Narc"
                                                  : row->id);
    fill_rest(stake, row);
    lobby->tables += row->tables;
    lobby->table_seats += (uint32_t)row->tables * row->house;
}

/* How many adapters of poker the rows need, and those of genomes.  False: see felt_lobby_open(). */
static bool open_games(struct felt_lobby *lobby, const struct felt_lobby_row *rows, int count,
                       int *adapters)
{
    const struct felt_variant *games[FELT_GAMES_MAX];
    for (int i = 0; i < count; i++) {
        int more = 0;
        if (felt_lobby_genome_name(&rows[i])) {
            lobby->genome[i] = felt_lobby_genome_open(&rows[i]);
            if (!lobby->genome[i]) return false;
        } else if (felt_lobby_is_narc(&rows[i])) {
            lobby->narc[i] = felt_lobby_narc_open(&rows[i]);
            if (!lobby->narc[i]) return false;
        } else {
            enum felt_status status = find_games(&rows[i], games, &more, NULL);
            felt_assert(status == FELT_OK);
        }
        *adapters += more;
    }
    return true;
}

struct felt_lobby *felt_lobby_open(const struct felt_lobby_row *rows, int count)
{
    struct felt_lobby *lobby = calloc(1, sizeof *lobby);
    int adapters = 0;
    felt_assert(count > 0 && count <= FELT_STAKES_MAX);
    if (lobby && open_games(lobby, rows, count, &adapters))
        lobby->adapter = calloc((size_t)adapters + 1, sizeof *lobby->adapter);
    if (!lobby || !lobby->adapter) {
        felt_lobby_close(lobby);
        return NULL;
    }
    struct felt_poker_adapter *next = lobby->adapter;
    for (int i = 0; i < count; i++) fill_stake(lobby, &rows[i], &next);
    felt_assert(next == lobby->adapter + adapters);
    return lobby;
}

int felt_lobby_games(const struct felt_lobby_row *row)
{
    const struct felt_variant *games[FELT_GAMES_MAX];
    int count = 0;
    if (felt_lobby_is_narc(row) || felt_lobby_genome_name(row)) return 0;
    return find_games(row, games, &count, NULL) == FELT_OK ? count : 0;
}

void felt_lobby_fill(const struct felt_lobby_row *row, struct felt_poker_adapter *adapters,
                     struct felt_stake *stake)
{
    fill_games(stake, row, &adapters);
    memcpy(stake->id, row->id, sizeof stake->id);
    (void)snprintf(stake->title, sizeof stake->title, "%s", row->title[0] ? row->title : row->id);
    fill_rest(stake, row);
}

void felt_lobby_close(struct felt_lobby *lobby)
{
    if (!lobby) return;
    for (int i = 0; i < FELT_STAKES_MAX; i++) free(lobby->genome[i]);
    for (int i = 0; i < FELT_STAKES_MAX; i++) free(lobby->narc[i]);
    free(lobby->adapter);
    free(lobby);
}

/* Options that a hand is begun with; without any the hash is what it was before there were some. */
static uint64_t hash_options(const struct felt_room_table_options *options, uint64_t hash)
{
    const uint64_t words[] = {options->ante_by,    (uint64_t)options->ante, options->straddle,
                              options->bomb_every, options->bomb_units,     options->twice};
    if (!(options->ante_by || options->straddle || options->bomb_every || options->twice))
        return hash;
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        hash = felt_hash_word(hash, words[i]);
    return hash;
}

uint64_t felt_lobby_hash(const struct felt_lobby *lobby)
{
    uint64_t hash = felt_hash_text("lobby");
    for (int i = 0; i < lobby->stakes; i++) {
        const struct felt_stake *stake = &lobby->stake[i];
        hash = felt_hash_word(hash, felt_hash_text(stake->id));
        hash = felt_hash_word(hash, stake->seats);
        hash = felt_hash_word(hash, (uint64_t)stake->small_blind);
        hash = felt_hash_word(hash, (uint64_t)stake->big_blind);
        hash = hash_options(&stake->options, hash);
        for (int j = 0; lobby->genome[i] && j <= FELT_GENOME_SEATS_MAX; j++)
            hash = felt_hash_word(hash, lobby->genome[i]->rules.program[j].hash);
        if (lobby->narc[i]) {
            const struct felt_narc_adapter_rules *narc = &lobby->narc[i]->rules;
            hash = felt_hash_word(hash, narc->narc.hash);
            hash = felt_hash_word(hash, (uint64_t)narc->unit << 1 | narc->turns);
        }
        bool poker = !lobby->genome[i] && !lobby->narc[i];
        for (int j = 0; poker && j < stake->games; j++) {
            const struct felt_poker_rules *rules = stake->game[j]->rules;
            hash = felt_hash_word(hash, felt_hash_text(rules->variant->name));
            hash = felt_hash_word(hash, rules->limit);
        }
    }
    return hash;
}
