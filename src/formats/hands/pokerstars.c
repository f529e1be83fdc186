/* pokerstars.c -- see pokerstars.h.
 *
 * Line by line, into seats of the table and a list of actions.  Only at the end it is known who was
 * dealt in; then seats become those of the record, and the hole cards are dealt in front of all
 * else.  Amounts are ten-thousandths until all of them are read (amount.h). */
#include "formats/hands/pokerstars_parts.h"

#include "base/format.h"
#include "formats/hands/amount.h"

#include <string.h>

/* ---- pieces of text ---- */

static bool is(struct piece piece, const char *word)
{
    return piece.bytes == strlen(word) && starts(piece, word);
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
    return status == FELT_OK ? pokerstars_finish(&reader) : status;
}
