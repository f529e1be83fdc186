/* pokerstars.c -- see pokerstars.h.
 *
 * Line by line, into seats of the table and a list of actions.  Only at the end it is known who was
 * dealt in; then seats become those of the record, and the hole cards are dealt in front of all
 * else.  Amounts are ten-thousandths until all of them are read (amount.h). */
#include "felt/pokerstars.h"

#include "amount.h"
#include "base/format.h"
#include "felt/assert.h"
#include "toml.h"

#include <string.h>

enum { HOLE_MAX = 6, BOARD_MAX = 5, HEAD_MAX = 64, NOTE_BYTES = 2048 };

struct piece {
    const char *text;
    size_t bytes;
};

enum section { SECTION_HEAD, SECTION_BETTING, SECTION_SHOWDOWN, SECTION_SUMMARY };

struct seat {
    struct piece name;
    bool taken, dealt;
    felt_chips stack, ante, dead, blind;
    felt_chips staked;    /* on this street */
    felt_chips paid, won; /* in the whole hand; won: and given back */
    felt_card cards[HOLE_MAX];
    uint8_t count;
};

struct reader {
    const char *text;
    size_t bytes;
    struct felt_record *record;
    struct felt_complaint *complaint;
    struct piece line;
    enum section section;
    struct seat seat[FELT_SEATS_MAX];
    int button; /* -1: not yet told */
    int hole;   /* cards of a hand */
    struct piece table, date;
    const char *currency;
    int digits;
    felt_chips stakes[2], rake;
    bool fixed, big_blind, side_pots, collected;
    int boards, seconds;
    felt_card second[BOARD_MAX];
};

/* ---- pieces of text ---- */

static bool starts(struct piece piece, const char *word)
{
    size_t bytes = strlen(word);
    return piece.bytes >= bytes && memcmp(piece.text, word, bytes) == 0;
}

static bool is(struct piece piece, const char *word)
{
    return piece.bytes == strlen(word) && starts(piece, word);
}

static bool ends(struct piece piece, const char *word)
{
    size_t bytes = strlen(word);
    return piece.bytes >= bytes && memcmp(piece.text + piece.bytes - bytes, word, bytes) == 0;
}

static struct piece behind(struct piece piece, size_t bytes)
{
    felt_assert(bytes <= piece.bytes);
    return (struct piece){piece.text + bytes, piece.bytes - bytes};
}

static struct piece before(struct piece piece, size_t bytes)
{
    felt_assert(bytes <= piece.bytes);
    return (struct piece){piece.text, bytes};
}

/* Steps over a word, if it is there. */
static bool skip(struct piece *piece, const char *word)
{
    if (!starts(*piece, word)) return false;
    *piece = behind(*piece, strlen(word));
    return true;
}

/* Where a word stands for the last time; false: nowhere. */
static bool find_last(struct piece piece, const char *word, size_t *at)
{
    for (size_t i = piece.bytes; i-- > 0;)
        if (starts(behind(piece, i), word)) {
            *at = i;
            return true;
        }
    return false;
}

static bool find(struct piece piece, const char *word, size_t *at)
{
    for (*at = 0; *at < piece.bytes; ++*at)
        if (starts(behind(piece, *at), word)) return true;
    return false;
}

static bool has(struct piece piece, const char *word)
{
    size_t at;
    return find(piece, word, &at);
}

/* Cuts the first line off; without its end. */
static struct piece take_line(struct piece *rest)
{
    const char *end = rest->bytes ? memchr(rest->text, '\n', rest->bytes) : NULL;
    size_t bytes = end ? (size_t)(end - rest->text) : rest->bytes;
    struct piece line = before(*rest, bytes);
    *rest = behind(*rest, end ? bytes + 1 : bytes);
    while (line.bytes > 0 && memchr(" \t\r", line.text[line.bytes - 1], 3)) line.bytes--;
    return line;
}

/* ---- complaints ---- */

static enum felt_status refuse(const struct reader *reader, enum felt_status status,
                               struct piece piece, const char *wanted)
{
    char quoted[FELT_QUOTE_BYTES];
    felt_quote(piece.text, piece.bytes, quoted);
    return felt_complain(reader->complaint, status, (size_t)(piece.text - reader->text),
                         piece.bytes, "\"%s\": %s", quoted, wanted);
}

/* ---- amounts and cards ---- */

static const struct {
    const char *sign, *code;
} currencies[] = {{"$", "USD"}, {"\xE2\x82\xAC", "EUR"}, {"\xC2\xA3", "GBP"}};

/* "$1.50" and what follows is left in *piece. */
static enum felt_status take_amount(struct reader *reader, struct piece *piece, felt_chips *out)
{
    struct piece start = *piece;
    for (size_t i = 0; i < sizeof currencies / sizeof currencies[0]; i++) {
        if (!skip(piece, currencies[i].sign)) continue;
        reader->currency = currencies[i].code;
        if (reader->digits < 2) reader->digits = 2; /* cents, also where none are written */
        break;
    }
    size_t bytes = 0;
    while (bytes < piece->bytes && memchr("0123456789.", piece->text[bytes], 11)) bytes++;
    /* A full stop behind an amount belongs to the sentence. */
    while (bytes > 0 && piece->text[bytes - 1] == '.') bytes--;
    if (felt_amount_read(piece->text, bytes, out, &reader->digits) != FELT_OK)
        return refuse(reader, FELT_BAD_NUMBER, start, "an amount should stand here");
    *piece = behind(*piece, bytes);
    return FELT_OK;
}

/* "[Ah Kd]" and what follows is left in *piece. */
static enum felt_status take_cards(struct reader *reader, struct piece *piece, int most,
                                   felt_card *cards, int *count)
{
    size_t end;
    struct felt_complaint inner = {0};
    if (!starts(*piece, "[") || !find(*piece, "]", &end))
        return refuse(reader, FELT_BAD_FORMAT, *piece, "cards in [] should stand here");
    *count = 0;
    enum felt_status status = felt_cards_read(piece->text + 1, end - 1, most, cards, count, &inner);
    if (status != FELT_OK)
        return felt_complain(reader->complaint, status,
                             (size_t)(piece->text - reader->text) + 1 + inner.at, inner.length,
                             "%s", inner.text);
    if (*count == 0) return refuse(reader, FELT_WRONG_COUNT, *piece, "there are no cards");
    *piece = behind(*piece, end + 1);
    return FELT_OK;
}

/* ---- head ---- */

static bool is_head(struct piece line)
{
    struct piece first = before(line, line.bytes < HEAD_MAX ? line.bytes : HEAD_MAX);
    return starts(first, "PokerStars ") && (has(first, "Hand #") || has(first, "Game #"));
}

/* The number is the id of the hand. */
static enum felt_status read_number(struct reader *reader)
{
    size_t at = 0, bytes = 0;
    bool found = find(reader->line, " #", &at);
    felt_assert(found);
    struct piece number = behind(reader->line, at + 2);
    while (bytes < number.bytes && number.text[bytes] >= '0' && number.text[bytes] <= '9') bytes++;
    if (bytes == 0 || bytes > 20)
        return refuse(reader, FELT_BAD_NUMBER, reader->line, "the number of the hand stands here");
    return felt_record_keep(reader->record, number.text, bytes, &reader->record->id);
}

static const struct game {
    const char *words, *row;
    uint8_t hole;
} games[] = {
    /* longer names first */
    {"6+ Hold'em", NULL, 0},         {"5 Card Omaha Hi/Lo", "omaha5-hilo", 5},
    {"6 Card Omaha Hi/Lo", NULL, 0}, {"Omaha Hi/Lo", "omaha-hilo", 4},
    {"5 Card Omaha", "omaha5", 5},   {"6 Card Omaha", "omaha6", 6},
    {"Omaha", "omaha", 4},           {"Hold'em", "holdem", 2},
};
static const struct {
    const char *words;
    enum felt_limit limit;
} limits[] = {
    {" No Limit", FELT_NO_LIMIT}, {" Pot Limit", FELT_POT_LIMIT}, {" Limit", FELT_FIXED_LIMIT}};

/* "Hold'em No Limit"; the rest of the line behind it. */
static const struct game *find_game(struct piece line, enum felt_limit *limit, struct piece *rest)
{
    for (size_t i = 0; i < sizeof games / sizeof games[0]; i++)
        for (size_t k = 0; k < sizeof limits / sizeof limits[0]; k++)
            for (size_t at = 0; at < line.bytes; at++) {
                *rest = behind(line, at);
                *limit = limits[k].limit;
                if (skip(rest, games[i].words) && skip(rest, limits[k].words)) return &games[i];
            }
    return NULL;
}

/* The first "(A/B" or ", A/B" of the rest of the head. */
static enum felt_status read_stakes(struct reader *reader, struct piece rest)
{
    struct felt_complaint *complaint = reader->complaint;
    reader->complaint = NULL;
    for (size_t at = 0; at < rest.bytes; at++) {
        struct piece piece = behind(rest, at);
        if (!skip(&piece, "(") && !skip(&piece, ", ")) continue; /* not a date */
        if (take_amount(reader, &piece, &reader->stakes[0]) != FELT_OK || !skip(&piece, "/") ||
            take_amount(reader, &piece, &reader->stakes[1]) != FELT_OK)
            continue;
        reader->complaint = complaint;
        reader->date = piece;
        if (has(piece, " Cap ") || has(piece, " CAP "))
            return refuse(reader, FELT_UNSUPPORTED, reader->line, "bets have a cap here");
        return FELT_OK;
    }
    reader->complaint = complaint;
    return refuse(reader, FELT_BAD_FORMAT, reader->line, "the head has no stakes as in (1/2)");
}

static enum felt_status read_head(struct reader *reader)
{
    struct felt_record *record = reader->record;
    struct piece rest;
    enum felt_limit limit;
    if (!is_head(reader->line))
        return refuse(reader, FELT_BAD_FORMAT, reader->line,
                      "a hand begins with PokerStars Hand #");
    enum felt_status status = read_number(reader);
    if (status != FELT_OK) return status;
    const struct game *game = find_game(reader->line, &limit, &rest);
    int variant = game && game->row ? felt_record_variant_of(game->row, limit) : -1;
    if (variant < 0)
        return refuse(reader, FELT_UNSUPPORTED, reader->line,
                      "this form is read for Hold'em and Omaha only");
    record->variant = (uint8_t)variant;
    reader->hole = game->hole;
    reader->fixed = limit == FELT_FIXED_LIMIT;
    return read_stakes(reader, rest);
}

/* Table 'Vesta' 6-max Seat #2 is the button */
static enum felt_status read_table(struct reader *reader)
{
    size_t seat = 0, end = 0;
    struct piece line = reader->line;
    if (!find_last(line, "Seat #", &seat) || !ends(line, " is the button"))
        return refuse(reader, FELT_BAD_FORMAT, line, "the table's line names the button's seat");
    struct piece number = behind(line, seat + 6);
    felt_chips button = 0;
    int places = 0;
    if (!find(number, " ", &end) ||
        felt_amount_read(number.text, end, &button, &places) != FELT_OK || places > 0 ||
        button < 10000 || button > 10000 * FELT_SEATS_MAX)
        return refuse(reader, FELT_BAD_NUMBER, number, "seats have the numbers 1 to 10");
    reader->button = (int)(button / 10000) - 1;
    reader->table = behind(before(line, seat), strlen("Table "));
    if (skip(&reader->table, "'") && find_last(reader->table, "'", &end))
        reader->table = before(reader->table, end);
    return FELT_OK;
}

/* "Seat 3" and what follows is left in *piece; NULL: no seat. */
static struct seat *take_seat(struct reader *reader, struct piece *piece)
{
    int number = 0;
    size_t bytes = 0;
    struct piece rest = *piece;
    if (!skip(&rest, "Seat ")) return NULL;
    for (; bytes < rest.bytes && bytes < 2; bytes++) {
        if (rest.text[bytes] < '0' || rest.text[bytes] > '9') break;
        number = number * 10 + (rest.text[bytes] - '0');
    }
    if (number < 1 || number > FELT_SEATS_MAX) return NULL;
    *piece = behind(rest, bytes);
    return &reader->seat[number - 1];
}

/* Seat 1: Ann ($200 in chips) */
static enum felt_status read_seat(struct reader *reader)
{
    struct piece rest = reader->line, chips;
    size_t at = 0;
    struct seat *seat = take_seat(reader, &rest);
    if (seat == NULL || !skip(&rest, ": ") || !find_last(rest, " in chips", &at) ||
        !find_last(before(rest, at), " (", &at) || at == 0)
        return refuse(reader, FELT_BAD_FORMAT, reader->line,
                      "a seat is written Seat 1: NAME (20 in chips)");
    if (seat->taken) return refuse(reader, FELT_BAD_FORMAT, reader->line, "the seat is taken");
    *seat = (struct seat){.taken = true, .name = before(rest, at)};
    chips = behind(rest, at + 2);
    enum felt_status status = take_amount(reader, &chips, &seat->stack);
    if (status != FELT_OK || starts(chips, " in chips")) return status;
    return refuse(reader, FELT_BAD_NUMBER, chips, "an amount has digits and a point only");
}

/* ---- deeds ---- */

/* The player whose name the line begins with, and the text behind it: the longest name counts. */
static struct seat *take_name(struct reader *reader, const char *follows, struct piece *rest)
{
    struct seat *best = NULL;
    for (int i = 0; i < FELT_SEATS_MAX; i++) {
        struct seat *seat = &reader->seat[i];
        struct piece text = reader->line;
        if (!seat->taken || text.bytes < seat->name.bytes ||
            memcmp(text.text, seat->name.text, seat->name.bytes) != 0)
            continue;
        text = behind(text, seat->name.bytes);
        if (!skip(&text, follows) || (best && best->name.bytes >= seat->name.bytes)) continue;
        best = seat;
        *rest = text;
    }
    return best;
}

static struct seat *find_name(struct reader *reader, struct piece name)
{
    for (int i = 0; i < FELT_SEATS_MAX; i++) {
        struct seat *seat = &reader->seat[i];
        if (seat->taken && seat->name.bytes == name.bytes &&
            memcmp(seat->name.text, name.text, name.bytes) == 0)
            return seat;
    }
    return NULL;
}

static enum felt_status add_action(struct reader *reader, enum felt_record_kind kind,
                                   const struct seat *seat, const felt_card *cards, int count,
                                   felt_chips amount)
{
    struct felt_record *record = reader->record;
    if (record->actions + FELT_SEATS_MAX >= FELT_RECORD_ACTIONS_MAX)
        return refuse(reader, FELT_FULL, reader->line, "no hand has so many actions");
    struct felt_record_action *action = &record->action[record->actions++];
    *action = (struct felt_record_action){
        .kind = (uint8_t)kind, .seat = FELT_SEAT_NONE, .count = (uint8_t)count, .amount = amount};
    if (seat) action->seat = (felt_seat)(seat - reader->seat);
    if (count > 0) memcpy(action->cards, cards, (size_t)count);
    return FELT_OK;
}

/* Chips leave the stack; `live` ones are the stake of the street. */
static enum felt_status pay(struct reader *reader, struct seat *seat, felt_chips amount,
                            felt_chips live)
{
    seat->dealt = true;
    seat->paid += amount;
    seat->staked += live;
    if (amount >= 0 && seat->paid <= seat->stack) return FELT_OK;
    return refuse(reader, FELT_BAD_NUMBER, reader->line, "the player has fewer chips than that");
}

/* Nothing but this may stand behind an amount. */
static enum felt_status read_all_in(struct reader *reader, struct piece rest)
{
    if (rest.bytes == 0 || is(rest, " and is all-in")) return FELT_OK;
    return refuse(reader, FELT_BAD_FORMAT, rest, "only \"and is all-in\" may follow an amount");
}

static enum felt_status read_post(struct reader *reader, struct seat *seat, struct piece rest)
{
    felt_chips amount = 0;
    bool ante = skip(&rest, "the ante "), both = skip(&rest, "small & big blinds ");
    bool big = skip(&rest, "big blind "), straddle = skip(&rest, "straddle ");
    if (!(ante || both || big || straddle || skip(&rest, "small blind ")))
        return refuse(reader, FELT_BAD_FORMAT, rest,
                      "posted are: small blind, big blind, small & big blinds, the ante, straddle");
    enum felt_status status = take_amount(reader, &rest, &amount);
    if (status == FELT_OK) status = read_all_in(reader, rest);
    if (status != FELT_OK) return status;
    if (ante) {
        seat->ante += amount;
        return pay(reader, seat, amount, 0);
    }
    felt_chips blind = reader->fixed ? reader->stakes[0] : reader->stakes[1];
    felt_chips live = both && amount > blind ? blind : amount;
    seat->dead += amount - live;
    /* Who is all-in by a part of the big blind has all of it to post: it is the price (6.4). */
    felt_chips due = big && rest.bytes > 0 && live < blind ? blind : live;
    seat->blind = both || (big && reader->big_blind) ? -due : due;
    reader->big_blind |= big;
    return pay(reader, seat, amount, live);
}

static enum felt_status read_raise(struct reader *reader, struct seat *seat, struct piece rest,
                                   bool raise)
{
    felt_chips by = 0, to = 0;
    enum felt_status status = FELT_OK;
    if (raise) status = take_amount(reader, &rest, &by);
    if (status == FELT_OK && raise && !skip(&rest, " to "))
        return refuse(reader, FELT_BAD_FORMAT, rest, "a raise is written raises 1 to 2");
    if (status == FELT_OK) status = take_amount(reader, &rest, &to);
    if (status == FELT_OK) status = read_all_in(reader, rest);
    if (status != FELT_OK) return status;
    status = pay(reader, seat, to - seat->staked, to - seat->staked);
    return status == FELT_OK ? add_action(reader, FELT_RECORD_RAISE_TO, seat, NULL, 0, to) : status;
}

static enum felt_status read_call(struct reader *reader, struct seat *seat, struct piece rest)
{
    felt_chips amount = 0;
    enum felt_status status = take_amount(reader, &rest, &amount);
    if (status == FELT_OK) status = read_all_in(reader, rest);
    if (status == FELT_OK) status = pay(reader, seat, amount, amount);
    if (status != FELT_OK) return status;
    return add_action(reader, FELT_RECORD_CHECK_CALL, seat, NULL, 0, 0);
}

/* Cards that are seen before or after the hand's end; they are dealt where nothing was known. */
static enum felt_status read_own(struct reader *reader, struct seat *seat, struct piece rest)
{
    int count = 0;
    enum felt_status status = take_cards(reader, &rest, reader->hole, seat->cards, &count);
    if (status != FELT_OK) return status;
    seat->count = (uint8_t)count;
    return FELT_OK;
}

static enum felt_status read_show(struct reader *reader, struct seat *seat, struct piece rest)
{
    felt_card cards[HOLE_MAX];
    int count = 0;
    enum felt_status status = take_cards(reader, &rest, reader->hole, cards, &count);
    if (status != FELT_OK) return status;
    return add_action(reader, FELT_RECORD_SHOW, seat, cards, count, 0);
}

static enum felt_status read_fold(struct reader *reader, struct seat *seat, struct piece rest)
{
    enum felt_status status = FELT_OK;
    seat->dealt = true;
    if (skip(&rest, " "))
        status = read_own(reader, seat, rest);
    else if (rest.bytes > 0)
        status = refuse(reader, FELT_BAD_FORMAT, rest, "only cards may follow a fold");
    if (status != FELT_OK) return status;
    return add_action(reader, FELT_RECORD_FOLD, seat, NULL, 0, 0);
}

/* NAME: deed */
static enum felt_status read_deed(struct reader *reader, struct seat *seat, struct piece rest)
{
    if (skip(&rest, "posts ")) return read_post(reader, seat, rest);
    if (skip(&rest, "folds")) return read_fold(reader, seat, rest);
    if (skip(&rest, "calls ")) return read_call(reader, seat, rest);
    if (skip(&rest, "bets ")) return read_raise(reader, seat, rest, false);
    if (skip(&rest, "raises ")) return read_raise(reader, seat, rest, true);
    if (skip(&rest, "shows ")) return read_show(reader, seat, rest);
    if (is(rest, "checks")) {
        seat->dealt = true;
        return add_action(reader, FELT_RECORD_CHECK_CALL, seat, NULL, 0, 0);
    }
    if (is(rest, "mucks hand")) return add_action(reader, FELT_RECORD_SHOW, seat, NULL, 0, 0);
    if (is(rest, "doesn't show hand") || is(rest, "sits out") || is(rest, "is sitting out"))
        return FELT_OK;
    return refuse(reader, FELT_BAD_FORMAT, rest,
                  "a player folds, checks, calls, bets, raises, shows or mucks");
}

/* ---- streets ---- */

static enum felt_status deal_board(struct reader *reader, struct piece rest, bool second, int due)
{
    felt_card cards[BOARD_MAX];
    size_t at = 0;
    int count = 0, *boards = second ? &reader->seconds : &reader->boards;
    if (!find_last(rest, "[", &at))
        return refuse(reader, FELT_BAD_FORMAT, reader->line, "a street ends with its cards in []");
    rest = behind(rest, at);
    enum felt_status status = take_cards(reader, &rest, BOARD_MAX, cards, &count);
    if (status != FELT_OK) return status;
    if (count != due || *boards + count > BOARD_MAX)
        return refuse(reader, FELT_WRONG_COUNT, reader->line,
                      "a flop has three cards, turn and river one each");
    if (!second) {
        *boards += count;
        return add_action(reader, FELT_RECORD_BOARD, NULL, cards, count, 0);
    }
    memcpy(reader->second + *boards, cards, (size_t)count);
    *boards += count;
    return FELT_OK;
}

/* *** FIRST TURN *** [2c 3d 4h] [5s] */
static enum felt_status read_street(struct reader *reader, struct piece rest)
{
    bool first = skip(&rest, "FIRST "), second = !first && skip(&rest, "SECOND ");
    if (skip(&rest, "SUMMARY ***")) {
        reader->section = SECTION_SUMMARY;
        return FELT_OK;
    }
    if (skip(&rest, "SHOW DOWN ***")) {
        reader->section = SECTION_SHOWDOWN;
        return FELT_OK;
    }
    if (skip(&rest, "HOLE CARDS ***")) {
        reader->section = SECTION_BETTING;
        return FELT_OK;
    }
    bool flop = skip(&rest, "FLOP ***");
    if (!flop && !skip(&rest, "TURN ***") && !skip(&rest, "RIVER ***"))
        return refuse(reader, FELT_BAD_FORMAT, reader->line,
                      "streets are HOLE CARDS, FLOP, TURN, RIVER, SHOW DOWN and SUMMARY");
    for (int i = 0; i < FELT_SEATS_MAX; i++) reader->seat[i].staked = 0;
    return deal_board(reader, rest, second, flop ? 3 : 1);
}

/* ---- chips come back ---- */

/* Uncalled bet ($4) returned to Bob */
static enum felt_status read_return(struct reader *reader, struct piece rest)
{
    felt_chips amount = 0;
    enum felt_status status = take_amount(reader, &rest, &amount);
    if (status != FELT_OK) return status;
    struct seat *seat = skip(&rest, ") returned to ") ? find_name(reader, rest) : NULL;
    if (seat == NULL) return refuse(reader, FELT_BAD_FORMAT, rest, "no such player");
    seat->won += amount;
    return FELT_OK;
}

/* Bob collected $4 from pot */
static enum felt_status read_collect(struct reader *reader, struct seat *seat, struct piece rest)
{
    felt_chips amount = 0;
    enum felt_status status = take_amount(reader, &rest, &amount);
    if (status != FELT_OK) return status;
    if (!starts(rest, " from "))
        return refuse(reader, FELT_BAD_FORMAT, rest, "chips are collected from a pot");
    reader->side_pots |= has(rest, "side pot");
    reader->collected = true;
    seat->won += amount;
    return FELT_OK;
}

static enum felt_status read_summary(struct reader *reader)
{
    struct piece rest = reader->line;
    size_t at = 0;
    if (starts(rest, "Total pot ")) {
        if (!find(rest, "| Rake ", &at)) return FELT_OK;
        rest = behind(rest, at + strlen("| Rake "));
        return take_amount(reader, &rest, &reader->rake);
    }
    struct seat *seat = take_seat(reader, &rest);
    if (seat == NULL || !seat->taken || !ends(rest, "]") || !find_last(rest, " mucked [", &at))
        return FELT_OK;
    return read_own(reader, seat, behind(rest, at + strlen(" mucked ")));
}

/* ---- lines ---- */

static enum felt_status read_dealt(struct reader *reader, struct piece rest)
{
    size_t at = 0;
    struct seat *seat = NULL;
    if (find_last(rest, " [", &at)) seat = find_name(reader, before(rest, at));
    if (seat == NULL) return refuse(reader, FELT_BAD_FORMAT, rest, "no such player");
    seat->dealt = true;
    return read_own(reader, seat, behind(rest, at + 1));
}

static enum felt_status read_line(struct reader *reader)
{
    struct piece rest = reader->line;
    struct seat *seat;
    if (skip(&rest, "*** ")) return read_street(reader, rest);
    if (reader->section == SECTION_SUMMARY) return read_summary(reader);
    if (reader->section == SECTION_HEAD && starts(rest, "Seat ")) return read_seat(reader);
    if (starts(rest, "Table ") && reader->button < 0) return read_table(reader);
    if (skip(&rest, "Dealt to ")) return read_dealt(reader, rest);
    if (skip(&rest, "Uncalled bet (")) return read_return(reader, rest);
    if ((seat = take_name(reader, ": ", &rest))) return read_deed(reader, seat, rest);
    if ((seat = take_name(reader, " collected ", &rest))) return read_collect(reader, seat, rest);
    if (take_name(reader, " cashed out ", &rest))
        return refuse(reader, FELT_UNSUPPORTED, reader->line,
                      "a hand that is cashed out ends outside of the table");
    return FELT_OK;
}

/* ---- the record ---- */

/* Seats of the table -> seats of the record, from left of the button. */
static int find_places(const struct reader *reader, int place[FELT_SEATS_MAX])
{
    int seats = 0;
    for (int i = 1; i <= FELT_SEATS_MAX; i++) {
        int at = (reader->button + i) % FELT_SEATS_MAX;
        place[at] = reader->seat[at].dealt ? seats++ : FELT_SEAT_NONE;
    }
    return seats;
}

static enum felt_status scale(struct reader *reader, felt_chips *amount)
{
    if (felt_amount_scale(amount, reader->digits) && *amount <= FELT_CHIPS_MAX) return FELT_OK;
    return felt_complain(reader->complaint, FELT_BAD_NUMBER, 0, 0, "an amount is too large");
}

/* Amounts in the places of the hand, from here on. */
static enum felt_status scale_all(struct reader *reader)
{
    enum felt_status status = FELT_OK;
    for (int i = 0; i < FELT_SEATS_MAX && status == FELT_OK; i++) {
        struct seat *seat = &reader->seat[i];
        felt_chips *amounts[] = {&seat->stack, &seat->ante, &seat->dead,
                                 &seat->blind, &seat->paid, &seat->won};
        for (int k = 0; k < 6 && status == FELT_OK; k++) status = scale(reader, amounts[k]);
    }
    for (int i = 0; i < reader->record->actions && status == FELT_OK; i++)
        status = scale(reader, &reader->record->action[i].amount);
    if (status == FELT_OK) status = scale(reader, &reader->stakes[0]);
    if (status == FELT_OK) status = scale(reader, &reader->stakes[1]);
    return status == FELT_OK ? scale(reader, &reader->rake) : status;
}

static void set_amounts(struct reader *reader, const int place[FELT_SEATS_MAX])
{
    struct felt_record *record = reader->record;
    record->antes_matched = true;
    for (int i = 0; i < FELT_SEATS_MAX; i++) {
        const struct seat *seat = &reader->seat[i];
        if (place[i] < 0) continue;
        record->stack[place[i]] = seat->stack;
        record->ante[place[i]] = seat->ante;
        record->dead[place[i]] = seat->dead;
        record->blind[place[i]] = seat->blind;
        /* The ante of one for all is dead money. */
        record->antes_matched &= seat->ante > 0;
    }
    record->decimals = (uint8_t)reader->digits;
    record->min_bet = reader->fixed ? 0 : reader->stakes[1];
    record->small_bet = reader->fixed ? reader->stakes[0] : 0;
    record->big_bet = reader->fixed ? reader->stakes[1] : 0;
    record->cap_counts_blind = reader->fixed;
    record->rake_per_10000 = reader->rake ? 10000 : 0;
    record->rake_cap = reader->rake;
    record->runs = reader->seconds ? 2 : 0;
}

/* What was paid out must have been paid in. */
static enum felt_status set_finish(struct reader *reader, const int place[FELT_SEATS_MAX])
{
    struct felt_record *record = reader->record;
    felt_chips in = 0, out = reader->rake;
    if (!reader->collected) return FELT_OK;
    for (int i = 0; i < FELT_SEATS_MAX; i++) {
        const struct seat *seat = &reader->seat[i];
        in += seat->paid;
        out += seat->won;
        if (place[i] >= 0) record->finish[place[i]] = seat->stack - seat->paid + seat->won;
    }
    if (in != out && reader->section != SECTION_SUMMARY)
        return felt_complain(reader->complaint, FELT_BAD_FORMAT, 0, 0,
                             "the text ends before its *** SUMMARY ***");
    if (in != out)
        return felt_complain(reader->complaint, FELT_BAD_FORMAT, 0, 0,
                             "%lld were put in, but %lld collected, returned and raked",
                             (long long)in, (long long)out);
    record->has_finish = !(reader->side_pots && reader->rake > 0);
    return FELT_OK;
}

/* Seats of actions, hole cards in front of them, the second board behind them. */
static enum felt_status set_actions(struct reader *reader, const int place[FELT_SEATS_MAX])
{
    struct felt_record *record = reader->record;
    int seats = record->seats;
    for (int i = 0; i < record->actions; i++) {
        struct felt_record_action *action = &record->action[i];
        if (action->seat == FELT_SEAT_NONE) continue;
        if (place[action->seat] < 0)
            return felt_complain(reader->complaint, FELT_BAD_FORMAT, 0, 0,
                                 "seat %d shows cards, but was not dealt any", action->seat + 1);
        action->seat = (felt_seat)place[action->seat];
    }
    memmove(record->action + seats, record->action, record->actions * sizeof record->action[0]);
    record->actions = (uint16_t)(record->actions + seats);
    for (int i = 0; i < FELT_SEATS_MAX; i++) {
        const struct seat *seat = &reader->seat[i];
        if (place[i] < 0) continue;
        struct felt_record_action *action = &record->action[place[i]];
        *action = (struct felt_record_action){
            .kind = FELT_RECORD_HOLE, .seat = (felt_seat)place[i], .count = (uint8_t)reader->hole};
        memset(action->cards, FELT_CARD_NONE, (size_t)reader->hole);
        memcpy(action->cards, seat->cards, seat->count);
    }
    if (reader->seconds == 0) return FELT_OK;
    /* The second board is dealt when the first one is complete: before anybody shows. */
    int last = record->actions;
    while (last > 0 && record->action[last - 1].kind == FELT_RECORD_SHOW) last--;
    memmove(record->action + last + 1, record->action + last,
            (size_t)(record->actions - last) * sizeof record->action[0]);
    record->actions++;
    struct felt_record_action *board = &record->action[last];
    *board = (struct felt_record_action){
        .kind = FELT_RECORD_BOARD, .seat = FELT_SEAT_NONE, .count = (uint8_t)reader->seconds};
    memcpy(board->cards, reader->second, (size_t)reader->seconds);
    return FELT_OK;
}

/* ---- notes ---- */

/* The names, or with `numbers` the seats of the table, as a list. */
static enum felt_status note_list(struct reader *reader, const int place[FELT_SEATS_MAX],
                                  const char *key, bool numbers)
{
    char memory[NOTE_BYTES];
    struct felt_buffer list = felt_buffer_make(memory, sizeof memory);
    for (int at = 0; at < reader->record->seats; at++) {
        int i = 0;
        while (place[i] != at) i++;
        felt_buffer_text(&list, at ? ", " : "[");
        if (numbers)
            felt_buffer_int(&list, i + 1);
        else
            felt_toml_write_text(&list, reader->seat[i].name.text, reader->seat[i].name.bytes);
    }
    felt_buffer_char(&list, ']');
    return list.overflow ? FELT_FULL : felt_record_add_raw(reader->record, key, memory, list.used);
}

/* Does the piece begin with this, where d is any digit? */
static bool matches(struct piece piece, const char *form)
{
    for (size_t i = 0; form[i]; i++) {
        if (i == piece.bytes) return false;
        bool digit = piece.text[i] >= '0' && piece.text[i] <= '9';
        if (form[i] == 'd' ? !digit : piece.text[i] != form[i]) return false;
    }
    return true;
}

/* " - 2026/05/01 9:15:00 ET": other forms are left out. */
static enum felt_status note_date(struct reader *reader)
{
    static const char *const keys[] = {"year", "month", "day"};
    static const uint8_t start[] = {0, 5, 8, 11};
    struct piece date = reader->date;
    size_t at = 0;
    while (find(date, " - ", &at)) date = behind(date, at + 3);
    if (!matches(date, "dddd/dd/dd ")) return FELT_OK;
    struct piece hour = behind(date, 11);
    bool two = matches(hour, "dd:dd:dd");
    if (!two && !matches(hour, "d:dd:dd")) return FELT_OK;
    enum felt_status status = FELT_OK;
    for (int i = 0; i < 3 && status == FELT_OK; i++) {
        size_t from = start[i], end = (size_t)start[i + 1] - 1;
        while (from + 1 < end && date.text[from] == '0') from++;
        status = felt_record_add_raw(reader->record, keys[i], date.text + from, end - from);
    }
    char time[9] = "0";
    memcpy(time + !two, hour.text, two ? 8 : 7);
    if (status == FELT_OK) status = felt_record_add_raw(reader->record, "time", time, 8);
    if (status == FELT_OK && ends(date, " ET"))
        status = felt_record_add_raw(reader->record, "time_zone", "\"America/New_York\"", 18);
    return status == FELT_FULL ? FELT_FULL : FELT_OK; /* what is no date is left out */
}

static enum felt_status set_notes(struct reader *reader, const int place[FELT_SEATS_MAX])
{
    struct felt_record *record = reader->record;
    enum felt_status status = note_list(reader, place, "players", false);
    if (status == FELT_OK) status = note_list(reader, place, "seats", true);
    if (status == FELT_OK)
        status = felt_record_add_note(record, "table", reader->table.text, reader->table.bytes);
    if (status == FELT_OK && reader->currency)
        status = felt_record_add_note(record, "currency", reader->currency, 3);
    if (status == FELT_OK) status = note_date(reader);
    if (status == FELT_OK) return FELT_OK;
    return felt_complain(reader->complaint, status, 0, 0,
                         status == FELT_FULL ? "the names of table and players are too long"
                                             : "the names of table and players are not UTF-8");
}

/* ---- public ---- */

/* A byte-order mark and blanks. */
static struct piece trim(const char *text, size_t bytes)
{
    struct piece rest = {text, bytes};
    (void)skip(&rest, "\xEF\xBB\xBF");
    while (rest.bytes > 0 && memchr(" \t\r\n", rest.text[0], 4)) rest = behind(rest, 1);
    return rest;
}

bool felt_pokerstars_likely(const char *text, size_t bytes)
{
    struct piece rest = trim(text, bytes);
    return is_head(take_line(&rest));
}

size_t felt_pokerstars_first(const char *text, size_t bytes)
{
    struct piece rest = trim(text, bytes);
    (void)take_line(&rest);
    while (rest.bytes > 0) {
        rest = trim(rest.text, rest.bytes);
        const char *start = rest.text;
        if (is_head(take_line(&rest))) return (size_t)(start - text);
    }
    return bytes;
}

static enum felt_status finish(struct reader *reader)
{
    int place[FELT_SEATS_MAX];
    struct felt_record *record = reader->record;
    if (reader->button < 0 || reader->section == SECTION_HEAD)
        return felt_complain(reader->complaint, FELT_BAD_FORMAT, 0, 0,
                             "there is no line of the table, or no *** HOLE CARDS ***");
    int seats = find_places(reader, place);
    if (seats < 2)
        return felt_complain(reader->complaint, FELT_WRONG_COUNT, 0, 0,
                             "%d players were dealt in; a hand has 2 to %d", seats, FELT_SEATS_MAX);
    record->seats = (uint8_t)seats;
    enum felt_status status = scale_all(reader);
    if (status != FELT_OK) return status;
    set_amounts(reader, place);
    status = set_finish(reader, place);
    if (status == FELT_OK) status = set_actions(reader, place);
    if (status == FELT_OK) status = set_notes(reader, place);
    return status == FELT_OK ? felt_record_verify(record, reader->complaint) : status;
}

enum felt_status felt_pokerstars_read(const char *text, size_t bytes, struct felt_record *out,
                                      struct felt_complaint *complaint)
{
    struct reader reader = {
        .text = text, .bytes = bytes, .record = out, .complaint = complaint, .button = -1};
    felt_record_clear(out);
    if (bytes > FELT_RECORD_TEXT_MAX)
        return felt_complain(complaint, FELT_FULL, FELT_RECORD_TEXT_MAX, 0,
                             "a hand has at most %d bytes", FELT_RECORD_TEXT_MAX);
    struct piece rest = trim(text, bytes);
    reader.line = take_line(&rest);
    enum felt_status status = read_head(&reader);
    while (status == FELT_OK && rest.bytes > 0) {
        reader.line = take_line(&rest);
        if (reader.line.bytes > 0) status = read_line(&reader);
    }
    return status == FELT_OK ? finish(&reader) : status;
}
