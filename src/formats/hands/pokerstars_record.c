/* pokerstars_record.c -- what was read of a text becomes a record: seats from left of the button,
 * amounts in whole units, hole cards in front of all else, the rest as notes. */
#include "formats/hands/pokerstars_parts.h"

#include "formats/hands/amount.h"
#include "formats/hands/toml.h"

/* ---- seats and amounts ---- */

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

/* ---- all of it ---- */

enum felt_status pokerstars_finish(struct reader *reader)
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
