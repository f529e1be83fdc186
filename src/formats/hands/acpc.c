/* acpc.c -- see acpc.h.
 *
 * Both directions play the hand: the line says neither whose turn it is nor where the streets of a
 * fixed bet end, the engine does.  A street that is not bet on, because everybody is all-in, has a
 * slash and nothing behind it: r20000c/// */
#include "felt/acpc.h"

#include "base/format.h"
#include "felt/assert.h"
#include "felt/replay.h"
#include "formats/hands/fields.h"
#include "formats/hands/toml.h"

#include <string.h>

enum { PARTS = 6, STREETS = 4, NAMES_BYTES = 1024 };
enum { PART_STATE, PART_NUMBER, PART_BETTING, PART_CARDS, PART_VALUES, PART_NAMES };

struct piece {
    size_t at, bytes;
};

struct reader {
    const char *line;
    struct piece part[PARTS];
    const struct felt_acpc_game *game;
    struct felt_record *record;
    struct felt_complaint *complaint;
    struct felt_poker_rules rules;
    struct felt_poker state;
    felt_card board[FELT_BOARD_MAX];
    int boards, boards_noted; /* read, put into the record */
    int slashes;
};

/* ---- reading: pieces ---- */

static enum felt_status refuse(const struct reader *reader, enum felt_status status,
                               struct piece piece, const char *what)
{
    return felt_complain(reader->complaint, status, piece.at, piece.bytes, "%s", what);
}

static enum felt_status split(struct reader *reader, size_t bytes)
{
    size_t start = 0;
    int parts = 0;
    for (size_t at = 0; at <= bytes; at++) {
        if (at < bytes && reader->line[at] != ':') continue;
        if (parts == PARTS)
            return refuse(reader, FELT_BAD_FORMAT, (struct piece){at, 0},
                          "a line has six parts with : between them");
        reader->part[parts++] = (struct piece){start, at - start};
        start = at + 1;
    }
    if (parts != PARTS || reader->part[PART_STATE].bytes != 5 ||
        memcmp(reader->line, "STATE", 5) != 0)
        return refuse(reader, FELT_BAD_FORMAT, (struct piece){0, bytes},
                      "a line is STATE:number:betting:cards:values:names");
    return FELT_OK;
}

/* The next piece of a part, up to `separator`; *at is where it begins, and then the next. */
static bool next_piece(const struct reader *reader, int part, char separator, size_t *at,
                       struct piece *out)
{
    struct piece whole = reader->part[part];
    size_t end = whole.at + whole.bytes;
    if (*at > end) return false;
    out->at = *at;
    while (*at < end && reader->line[*at] != separator) ++*at;
    out->bytes = *at - out->at;
    ++*at;
    return true;
}

static enum felt_status read_cards(struct reader *reader, struct piece piece, int wanted,
                                   felt_card *out)
{
    int count = 0;
    enum felt_status status = felt_cards_read(reader->line + piece.at, piece.bytes, wanted, out,
                                              &count, reader->complaint);
    if (status != FELT_OK) {
        if (reader->complaint) reader->complaint->at += piece.at;
        return status;
    }
    if (count == wanted) return FELT_OK;
    return felt_complain(reader->complaint, FELT_WRONG_COUNT, piece.at, piece.bytes,
                         "%d cards should stand here", wanted);
}

static enum felt_status read_hand(struct reader *reader, struct piece piece)
{
    struct felt_record *record = reader->record;
    if (record->seats == FELT_SEATS_MAX)
        return refuse(reader, FELT_WRONG_COUNT, piece, "there are at most ten hands");
    struct felt_record_action *action = &record->action[record->actions++];
    *action = (struct felt_record_action){.kind = FELT_RECORD_HOLE,
                                          .seat = (felt_seat)record->seats++,
                                          .count = 2,
                                          .cards = {FELT_CARD_NONE, FELT_CARD_NONE}};
    return piece.bytes == 0 ? FELT_OK : read_cards(reader, piece, 2, action->cards);
}

/* "5d5c|9hQd/8dAs8s/4h" */
static enum felt_status read_all_cards(struct reader *reader)
{
    struct piece cards = reader->part[PART_CARDS], piece;
    const char *slash = memchr(reader->line + cards.at, '/', cards.bytes);
    size_t end = slash ? (size_t)(slash - reader->line) : cards.at + cards.bytes, at = cards.at;
    struct reader hands = *reader; /* the part before the first slash */
    hands.part[PART_CARDS].bytes = end - cards.at;
    while (next_piece(&hands, PART_CARDS, '|', &at, &piece)) {
        enum felt_status status = read_hand(reader, piece);
        if (status != FELT_OK) return status;
    }
    at = end + 1;
    while (next_piece(reader, PART_CARDS, '/', &at, &piece)) {
        int wanted = reader->boards ? 1 : 3;
        if (reader->boards == FELT_BOARD_MAX)
            return refuse(reader, FELT_WRONG_COUNT, piece, "the board has five cards");
        enum felt_status status = read_cards(reader, piece, wanted, reader->board + reader->boards);
        if (status != FELT_OK) return status;
        reader->boards += wanted;
    }
    if (reader->record->seats >= 2) return FELT_OK;
    return refuse(reader, FELT_WRONG_COUNT, cards, "a hand has two seats or more, with | between");
}

/* ---- reading: the game ---- */

static enum felt_status set_game(struct reader *reader)
{
    const struct felt_acpc_game *game = reader->game;
    struct felt_record *record = reader->record;
    bool fixed = game->limit == FELT_FIXED_LIMIT;
    int seats = record->seats;
    record->variant = (uint8_t)felt_record_variant_of("holdem", (enum felt_limit)game->limit);
    record->antes_matched = true;
    record->min_bet = fixed ? 0 : game->big_blind;
    record->small_bet = fixed ? game->small_bet : 0;
    record->big_bet = fixed ? game->big_bet : 0;
    if (game->stacks != 1 && game->stacks != seats)
        return felt_complain(reader->complaint, FELT_WRONG_COUNT, reader->part[PART_CARDS].at,
                             reader->part[PART_CARDS].bytes, "%d hands, but %d stacks", seats,
                             game->stacks);
    for (int seat = 0; seat < seats; seat++)
        record->stack[seat] = game->stack[game->stacks == 1 ? 0 : seat];
    record->blind[seats == 2 ? 1 : 0] = game->small_blind;
    record->blind[seats == 2 ? 0 : 1] = game->big_blind;
    struct felt_deal deal;
    enum felt_status status = felt_replay_begin(record, &reader->rules, &deal, reader->complaint);
    if (status != FELT_OK) return status;
    struct felt_rng rng = felt_rng_make(0); /* any cards: nobody looks at them */
    status = felt_poker_open(&reader->rules, &deal, &reader->state, NULL);
    if (status == FELT_OK)
        status = felt_poker_deal(&reader->rules, &deal, &rng, &reader->state, NULL);
    felt_assert(status == FELT_OK); /* felt_replay_begin() has verified it */
    return FELT_OK;
}

/* Puts the cards that the engine has turned over into the record. */
static enum felt_status note_board(struct reader *reader)
{
    struct felt_record *record = reader->record;
    while (reader->boards_noted < reader->state.boards) {
        int count = reader->boards_noted ? 1 : 3;
        if (reader->boards_noted + count > reader->boards)
            return refuse(reader, FELT_WRONG_COUNT, reader->part[PART_CARDS],
                          "the board has fewer cards than the betting needs");
        if (record->actions == FELT_RECORD_ACTIONS_MAX)
            return refuse(reader, FELT_FULL, reader->part[PART_BETTING], "too many actions");
        struct felt_record_action *action = &record->action[record->actions++];
        *action = (struct felt_record_action){
            .kind = FELT_RECORD_BOARD, .seat = FELT_SEAT_NONE, .count = (uint8_t)count};
        memcpy(action->cards, reader->board + reader->boards_noted, (size_t)count);
        reader->boards_noted += count;
    }
    return FELT_OK;
}

/* The digits behind r, as a stake of this street. */
static bool read_raise(const struct reader *reader, size_t *at, size_t end, felt_chips *out)
{
    felt_chips total = 0;
    size_t start = *at;
    for (; *at < end && reader->line[*at] >= '0' && reader->line[*at] <= '9'; ++*at) {
        if (total > FELT_CHIPS_MAX) return false;
        total = total * 10 + (reader->line[*at] - '0');
    }
    *out = total - reader->state.paid[felt_poker_actor(&reader->state)];
    return *at > start && total <= FELT_CHIPS_MAX;
}

/* One letter, and the digits that belong to it. */
static enum felt_status read_act(struct reader *reader, size_t *at, size_t end)
{
    struct felt_record *record = reader->record;
    struct piece piece = {*at, 1};
    char letter = reader->line[(*at)++];
    felt_seat actor = felt_poker_actor(&reader->state);
    if (letter != 'f' && letter != 'c' && letter != 'r')
        return refuse(reader, FELT_BAD_FORMAT, piece, "betting is written with f, c, r and /");
    if (actor < 0) return refuse(reader, FELT_NOT_YOUR_TURN, piece, "the hand is over before this");
    if (reader->slashes != reader->state.street)
        return refuse(reader, FELT_BAD_FORMAT, piece, "the streets are not cut here by /");
    if (record->actions == FELT_RECORD_ACTIONS_MAX)
        return refuse(reader, FELT_FULL, piece, "too many actions");
    struct felt_legal legal;
    felt_poker_legal(&reader->rules, &reader->state, &legal);
    struct felt_action action = {.kind = FELT_FOLD};
    if (letter == 'c') action.kind = felt_legal_has(&legal, FELT_CHECK) ? FELT_CHECK : FELT_CALL;
    if (letter == 'r') action.kind = FELT_RAISE_TO;
    if (letter == 'r' && reader->game->limit == FELT_FIXED_LIMIT)
        action.amount = legal.raise_to_min;
    else if (letter == 'r' && !read_raise(reader, at, end, &action.amount))
        return refuse(reader, FELT_BAD_NUMBER, piece,
                      "in no limit r is followed by the chips put in during the hand");
    piece.bytes = *at - piece.at;
    struct felt_complaint inner = {0};
    enum felt_status status =
        felt_poker_explain(&reader->rules, &reader->state, actor, action, &inner);
    if (status != FELT_OK)
        return felt_complain(reader->complaint, status, piece.at, piece.bytes, "p%d: %s", actor + 1,
                             inner.text);
    status = felt_poker_apply(&reader->rules, &reader->state, actor, action, NULL);
    felt_assert(status == FELT_OK);
    uint8_t kind = letter == 'f'   ? FELT_RECORD_FOLD
                   : letter == 'c' ? FELT_RECORD_CHECK_CALL
                                   : FELT_RECORD_RAISE_TO;
    record->action[record->actions++] =
        (struct felt_record_action){.kind = kind, .seat = actor, .amount = action.amount};
    return note_board(reader);
}

static enum felt_status read_betting(struct reader *reader)
{
    struct piece betting = reader->part[PART_BETTING];
    size_t at = betting.at, end = betting.at + betting.bytes;
    enum felt_status status = note_board(reader);
    while (status == FELT_OK && at < end) {
        if (reader->line[at] != '/') {
            status = read_act(reader, &at, end);
        } else {
            at++;
            reader->slashes++;
        }
    }
    if (status != FELT_OK) return status;
    struct piece behind = {end, 0};
    bool showdown = !felt_seats_lone(reader->state.betting.turn.live);
    if (felt_poker_actor(&reader->state) >= 0)
        return refuse(reader, FELT_WRONG_COUNT, behind, "the betting ends before the hand does");
    if (reader->slashes != (showdown ? STREETS - 1 : reader->state.street))
        return refuse(reader, FELT_BAD_FORMAT, betting, "the streets are not cut right by /");
    if (reader->boards_noted != reader->boards)
        return refuse(reader, FELT_WRONG_COUNT, reader->part[PART_CARDS],
                      "the board has more cards than the betting needs");
    return FELT_OK;
}

/* ---- reading: the rest ---- */

static enum felt_status read_value(struct reader *reader, struct piece piece, felt_chips *out)
{
    const char *text = reader->line + piece.at;
    bool negative = piece.bytes > 0 && text[0] == '-', fraction = false;
    size_t at = negative, digits = 0;
    felt_chips value = 0;
    for (; at < piece.bytes && text[at] >= '0' && text[at] <= '9' && digits < 14; at++, digits++)
        value = value * 10 + (text[at] - '0');
    if (digits > 0 && at < piece.bytes && text[at] == '.')
        for (at++; at < piece.bytes && text[at] >= '0' && text[at] <= '9'; at++)
            fraction |= text[at] != '0';
    if (digits == 0 || at != piece.bytes)
        return refuse(reader, FELT_BAD_NUMBER, piece, "a number of chips should stand here");
    if (fraction)
        return refuse(reader, FELT_UNSUPPORTED, piece, "parts of chips are not paid out here");
    *out = negative ? -value : value;
    return FELT_OK;
}

static enum felt_status read_values(struct reader *reader)
{
    struct felt_record *record = reader->record;
    struct piece piece, values = reader->part[PART_VALUES];
    size_t at = values.at;
    int seat = 0;
    for (; seat <= record->seats && next_piece(reader, PART_VALUES, '|', &at, &piece); seat++) {
        felt_chips value = 0;
        enum felt_status status = read_value(reader, piece, &value);
        if (status != FELT_OK) return status;
        if (seat == record->seats) continue;
        record->finish[seat] = record->stack[seat] + value;
        if (record->finish[seat] < 0)
            return refuse(reader, FELT_BAD_NUMBER, piece, "no seat can lose more than its stack");
    }
    record->has_finish = true;
    if (seat == record->seats) return FELT_OK;
    return refuse(reader, FELT_WRONG_COUNT, values, "there should be a value for each hand");
}

/* The name we give to a seat without one. */
static bool is_usual_name(const char *text, size_t bytes, int seat)
{
    char memory[8];
    struct felt_buffer name = felt_buffer_make(memory, sizeof memory);
    felt_buffer_char(&name, 'p');
    felt_buffer_int(&name, seat + 1);
    return name.used == bytes && memcmp(memory, text, bytes) == 0;
}

static enum felt_status read_names(struct reader *reader)
{
    char memory[NAMES_BYTES];
    struct felt_buffer list = felt_buffer_make(memory, sizeof memory);
    struct piece piece, names = reader->part[PART_NAMES];
    size_t at = names.at;
    int seat = 0;
    bool usual = true;
    for (; next_piece(reader, PART_NAMES, '|', &at, &piece); seat++) {
        felt_buffer_text(&list, seat ? ", " : "[");
        felt_toml_write_text(&list, reader->line + piece.at, piece.bytes);
        usual &= is_usual_name(reader->line + piece.at, piece.bytes, seat);
    }
    felt_buffer_char(&list, ']');
    if (seat != reader->record->seats)
        return refuse(reader, FELT_WRONG_COUNT, names, "there should be a name for each hand");
    if (usual) return FELT_OK;
    enum felt_status status = FELT_FULL;
    if (!list.overflow) status = felt_record_add_raw(reader->record, "players", memory, list.used);
    return status == FELT_OK ? status : refuse(reader, status, names, "these are no names");
}

static enum felt_status read_number(struct reader *reader)
{
    struct piece number = reader->part[PART_NUMBER];
    bool good = number.bytes > 0 && number.bytes <= 18;
    for (size_t i = 0; good && i < number.bytes; i++)
        good = reader->line[number.at + i] >= '0' && reader->line[number.at + i] <= '9';
    if (!good) return refuse(reader, FELT_BAD_NUMBER, number, "the number of the hand stands here");
    return felt_record_keep(reader->record, reader->line + number.at, number.bytes,
                            &reader->record->id);
}

enum felt_status felt_acpc_read(const char *line, size_t bytes, const struct felt_acpc_game *game,
                                struct felt_record *out, struct felt_complaint *complaint)
{
    felt_assert(game->limit == FELT_NO_LIMIT || game->limit == FELT_FIXED_LIMIT);
    struct reader reader = {.line = line, .game = game, .record = out, .complaint = complaint};
    felt_record_clear(out);
    if (bytes > FELT_RECORD_TEXT_MAX)
        return felt_complain(complaint, FELT_FULL, FELT_RECORD_TEXT_MAX, 0,
                             "a hand has at most %d bytes", FELT_RECORD_TEXT_MAX);
    enum felt_status status = split(&reader, bytes);
    if (status == FELT_OK) status = read_number(&reader);
    if (status == FELT_OK) status = read_all_cards(&reader);
    if (status == FELT_OK) status = set_game(&reader);
    if (status == FELT_OK) status = read_betting(&reader);
    if (status == FELT_OK) status = read_values(&reader);
    if (status == FELT_OK) status = read_names(&reader);
    if (status == FELT_OK) status = felt_record_verify(out, complaint);
    return status;
}

/* ---- writing ---- */

static enum felt_status cannot(struct felt_complaint *complaint, const char *what)
{
    return felt_complain(complaint, FELT_UNSUPPORTED, 0, 0, "ACPC has no word for %s", what);
}

/* What the line leaves out must be what its readers assume. */
static enum felt_status verify_form(const struct felt_record *record, struct felt_acpc_game *game,
                                    struct felt_complaint *complaint)
{
    const struct felt_record_variant code = felt_record_variant_at(record->variant);
    bool fixed = code.limit == FELT_FIXED_LIMIT;
    if (strcmp(code.row, "holdem") != 0 || code.limit == FELT_POT_LIMIT)
        return cannot(complaint, "games other than hold'em with no limit or fixed limit");
    int small = record->seats == 2 ? 1 : 0, big = 1 - small;
    for (int seat = 0; seat < record->seats; seat++) {
        if (record->ante[seat] || record->dead[seat]) return cannot(complaint, "antes");
        if (seat != small && seat != big && record->blind[seat])
            return cannot(complaint, "straddles and posts");
    }
    felt_chips small_blind = record->blind[small], big_blind = record->blind[big];
    if (small_blind < 0 || small_blind > big_blind || big_blind < 1 || record->opener ||
        (!fixed && record->min_bet != big_blind))
        return cannot(complaint, "blinds that are not a small and a big one");
    if (record->cap || record->cap_counts_blind || record->heads_up_uncapped ||
        record->rake_per_10000 || record->has_wild)
        return cannot(complaint, "house rules and rake");
    if (record->bomb || record->runs == 2) return cannot(complaint, "bomb pots and two boards");
    felt_chips small_bet = record->min_bet ? record->min_bet : record->small_bet;
    felt_chips big_bet = record->min_bet ? record->min_bet : record->big_bet;
    *game = (struct felt_acpc_game){.limit = code.limit,
                                    .stacks = record->seats,
                                    .small_blind = small_blind,
                                    .big_blind = big_blind,
                                    .small_bet = fixed ? small_bet : 0,
                                    .big_bet = fixed ? big_bet : 0};
    memcpy(game->stack, record->stack, sizeof game->stack);
    return FELT_OK;
}

/* The letters: plays the hand once more, which the replay has found to be right. */
static void write_betting(const struct felt_record *record, struct felt_buffer *out)
{
    struct felt_poker_rules rules;
    struct felt_poker state;
    struct felt_deal deal;
    struct felt_rng rng = felt_rng_make(0);
    int slashes = 0;
    enum felt_status status = felt_replay_begin(record, &rules, &deal, NULL);
    if (status == FELT_OK) status = felt_poker_open(&rules, &deal, &state, NULL);
    if (status == FELT_OK) status = felt_poker_deal(&rules, &deal, &rng, &state, NULL);
    for (int i = 0; i < record->actions; i++) {
        const struct felt_record_action *action = &record->action[i];
        if (action->kind < FELT_RECORD_FOLD || action->kind > FELT_RECORD_RAISE_TO) continue;
        for (; slashes < state.street; slashes++) felt_buffer_char(out, '/');
        struct felt_action play = {.kind = FELT_FOLD};
        if (action->kind == FELT_RECORD_CHECK_CALL) {
            struct felt_legal legal;
            felt_poker_legal(&rules, &state, &legal);
            play.kind = felt_legal_has(&legal, FELT_CHECK) ? FELT_CHECK : FELT_CALL;
            felt_buffer_char(out, 'c');
        } else if (action->kind == FELT_RECORD_RAISE_TO) {
            play = (struct felt_action){.kind = FELT_RAISE_TO, .amount = action->amount};
            felt_buffer_char(out, 'r');
            if (rules.limit == FELT_NO_LIMIT)
                felt_buffer_int(out, action->amount + state.paid[action->seat]);
        } else {
            felt_buffer_char(out, 'f');
        }
        if (status == FELT_OK) status = felt_poker_apply(&rules, &state, action->seat, play, NULL);
    }
    felt_assert(status == FELT_OK);
    if (felt_seats_lone(state.betting.turn.live)) return;
    for (; slashes < STREETS - 1; slashes++) felt_buffer_char(out, '/');
}

/* What was dealt to a seat and not shown later: unknown cards are left out. */
static enum felt_status write_hand(const struct felt_record *record, int seat,
                                   struct felt_buffer *out, struct felt_complaint *complaint)
{
    felt_card cards[FELT_RECORD_CARDS_MAX] = {0};
    int count = 0, unknown = 0;
    for (int i = 0; i < record->actions; i++) {
        const struct felt_record_action *action = &record->action[i];
        bool shown = action->kind == FELT_RECORD_SHOW && unknown == 2 && action->count == 2 &&
                     action->cards[0] != FELT_CARD_NONE && action->cards[1] != FELT_CARD_NONE;
        if (action->seat != seat || (action->kind != FELT_RECORD_HOLE && !shown)) continue;
        if (shown) count = unknown = 0;
        for (int k = 0; k < action->count && count < 2; k++) {
            unknown += action->cards[k] == FELT_CARD_NONE;
            cards[count++] = action->cards[k];
        }
    }
    if (unknown == 1) return cannot(complaint, "a hand with one card known");
    for (int i = 0; unknown == 0 && i < count; i++) {
        char name[FELT_CARD_TEXT_BYTES];
        felt_card_write(cards[i], name);
        felt_buffer_text(out, name);
    }
    return FELT_OK;
}

static enum felt_status write_cards(const struct felt_record *record,
                                    const struct felt_poker *state, struct felt_buffer *out,
                                    struct felt_complaint *complaint)
{
    for (int seat = 0; seat < record->seats; seat++) {
        if (seat > 0) felt_buffer_char(out, '|');
        enum felt_status status = write_hand(record, seat, out, complaint);
        if (status != FELT_OK) return status;
    }
    for (int i = 0; i < state->boards; i++) {
        char name[FELT_CARD_TEXT_BYTES];
        felt_card_write(felt_poker_board(state)[i], name);
        if (i == 0 || i > 2) felt_buffer_char(out, '/');
        felt_buffer_text(out, name);
    }
    return FELT_OK;
}

static enum felt_status write_names(const struct felt_record *record, struct felt_buffer *out,
                                    struct felt_complaint *complaint)
{
    for (int seat = 0; seat < record->seats; seat++) {
        char memory[NAMES_BYTES];
        struct felt_buffer name = felt_buffer_make(memory, sizeof memory);
        if (seat > 0) felt_buffer_char(out, '|');
        felt_note_player(record, seat, &name);
        for (size_t i = 0; i < name.used; i++)
            if ((unsigned char)memory[i] < 0x20 || memchr(":|", memory[i], 2))
                return cannot(complaint, "names with : or |");
        felt_buffer_bytes(out, memory, name.used);
    }
    return FELT_OK;
}

static bool is_number(const char *text, size_t bytes)
{
    bool good = bytes > 0 && bytes <= 18;
    for (size_t i = 0; good && i < bytes; i++) good = text[i] >= '0' && text[i] <= '9';
    return good;
}

enum felt_status felt_acpc_write(const struct felt_record *record, uint64_t number,
                                 struct felt_acpc_game *game, struct felt_buffer *out,
                                 struct felt_complaint *complaint)
{
    struct felt_replay replay;
    struct felt_acpc_game unused;
    enum felt_status status = verify_form(record, game ? game : &unused, complaint);
    if (status == FELT_OK) status = felt_replay_run(record, &replay, complaint);
    if (status != FELT_OK) return status;
    struct felt_buffer before = *out;
    felt_buffer_text(out, "STATE:");
    if (is_number(felt_record_bytes(record, record->id), record->id.bytes))
        felt_buffer_bytes(out, felt_record_bytes(record, record->id), record->id.bytes);
    else
        felt_buffer_uint(out, number);
    felt_buffer_char(out, ':');
    write_betting(record, out);
    felt_buffer_char(out, ':');
    status = write_cards(record, &replay.state, out, complaint);
    for (int seat = 0; seat < record->seats; seat++) {
        felt_buffer_char(out, seat ? '|' : ':');
        felt_buffer_int(out, replay.finish[seat] - record->stack[seat]);
    }
    felt_buffer_char(out, ':');
    if (status == FELT_OK) status = write_names(record, out, complaint);
    if (status == FELT_OK && out->overflow) status = FELT_FULL;
    if (status != FELT_OK) *out = before;
    return status;
}
