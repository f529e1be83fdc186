/* ohh.c -- see ohh.h.
 *
 * The hand is replayed, and the events of the engine are told once more in the words of the form.
 * Streets begin with the cards of the board; a second board repeats its streets. */
#include "felt/ohh.h"

#include "felt/assert.h"
#include "felt/replay.h"
#include "formats/hands/fields.h"

#include <string.h>

enum { EVENTS_MAX = 4096, NAME_BYTES = 256, LARGEST = 1000000000 };

static const struct {
    const char *row, *type;
} games[] = {
    {"holdem", "Holdem"}, {"omaha", "Omaha"},          {"omaha5", "Omaha"},
    {"omaha6", "Omaha"},  {"omaha-hilo", "OmahaHiLo"}, {"omaha5-hilo", "OmahaHiLo"},
};

struct writer {
    const struct felt_record *record;
    const struct felt_replay *replay;
    struct felt_json json;
    int rounds, actions; /* written; actions of the round that is open */
    bool open;           /* a round is */
    int boards[2];       /* cards of the boards so far */
    felt_chips stack[FELT_SEATS_MAX];
    felt_chips price; /* of this street */
    bool big_blind;   /* is posted */
};

/* ---- pieces ---- */

static void write_text(struct writer *writer, const char *key, const char *text)
{
    felt_json_key(&writer->json, key);
    felt_json_text(&writer->json, text);
}

static void write_int(struct writer *writer, const char *key, int64_t number)
{
    felt_json_key(&writer->json, key);
    felt_json_int(&writer->json, number);
}

static void write_amount(struct writer *writer, const char *key, felt_chips amount)
{
    double unit = 1;
    for (int i = 0; i < writer->record->decimals; i++) unit *= 10;
    felt_json_key(&writer->json, key);
    if (writer->record->decimals == 0)
        felt_json_int(&writer->json, amount);
    else
        felt_json_decimal(&writer->json, (double)amount / unit, writer->record->decimals);
}

static void write_cards(struct writer *writer, const felt_card *cards, int count)
{
    felt_json_key(&writer->json, "cards");
    felt_json_array(&writer->json);
    for (int i = 0; i < count; i++) {
        char card[FELT_CARD_TEXT_BYTES];
        felt_card_write(cards[i], card);
        felt_json_text(&writer->json, card);
    }
    felt_json_end(&writer->json);
}

/* ---- the head ---- */

/* The first positive blind below the big one; 0: there is none. */
static felt_chips find_small_blind(const struct felt_record *record, felt_chips big)
{
    for (int seat = 0; seat < record->seats; seat++)
        if (record->blind[seat] > 0 && record->blind[seat] < big) return record->blind[seat];
    return 0;
}

static felt_chips find_ante(const struct felt_record *record)
{
    felt_chips most = 0;
    for (int seat = 0; seat < record->seats; seat++)
        if (record->ante[seat] > most) most = record->ante[seat];
    return most;
}

/* A note that is a text, or what stands in for it. */
static void write_note(struct writer *writer, const char *key, const char *note, const char *other)
{
    char memory[NAME_BYTES];
    struct felt_buffer text = felt_buffer_make(memory, sizeof memory);
    felt_json_key(&writer->json, key);
    if (felt_note_text(writer->record, note, &text))
        felt_json_text_n(&writer->json, memory, text.used);
    else if (other)
        felt_json_text(&writer->json, other);
    else
        felt_json_null(&writer->json);
}

/* 2026-05-01T20:15:00Z if the notes have a date, and a time of that zone. */
static void write_date(struct writer *writer)
{
    static const char *const keys[] = {"year", "month", "day"};
    char memory[64], zone[8];
    struct felt_buffer date = felt_buffer_make(memory, sizeof memory);
    struct felt_buffer text = felt_buffer_make(zone, sizeof zone);
    bool good = felt_note_text(writer->record, "time_zone", &text) && text.used == 3 &&
                memcmp(zone, "UTC", 3) == 0;
    for (int i = 0; i < 3 && good; i++) {
        int64_t number = -1;
        good = felt_note_int(writer->record, keys[i], &number) && number >= 1 &&
               number <= (i == 0 ? 9999 : 31);
        if (i > 0) felt_buffer_char(&date, '-');
        for (int place = i == 0 ? 1000 : 10; good && place > 0; place /= 10)
            felt_buffer_char(&date, (char)('0' + number / place % 10));
    }
    const struct felt_record_note *time = felt_record_find_note(writer->record, "time");
    good = good && time && time->value.bytes == 8;
    felt_json_key(&writer->json, "start_date_utc");
    if (!good) {
        felt_json_null(&writer->json);
        return;
    }
    felt_buffer_char(&date, 'T');
    felt_buffer_bytes(&date, felt_record_bytes(writer->record, time->value), 8);
    felt_buffer_char(&date, 'Z');
    felt_json_text_n(&writer->json, memory, date.used);
}

static void write_limit(struct writer *writer, uint8_t limit)
{
    static const char *const names[] = {"NL", "PL", "FL"};
    felt_json_key(&writer->json, "bet_limit");
    felt_json_object(&writer->json);
    write_text(writer, "bet_type", names[limit]);
    write_int(writer, "bet_cap", 0);
    felt_json_end(&writer->json);
}

static void write_players(struct writer *writer)
{
    const struct felt_record *record = writer->record;
    felt_json_key(&writer->json, "players");
    felt_json_array(&writer->json);
    for (int seat = 0; seat < record->seats; seat++) {
        char memory[NAME_BYTES];
        struct felt_buffer name = felt_buffer_make(memory, sizeof memory);
        felt_note_player(record, seat, &name);
        felt_json_object(&writer->json);
        write_int(writer, "id", seat);
        write_int(writer, "seat", felt_note_chair(record, seat));
        felt_json_key(&writer->json, "name");
        felt_json_text_n(&writer->json, memory, name.used);
        write_amount(writer, "starting_stack", record->stack[seat]);
        felt_json_end(&writer->json);
    }
    felt_json_end(&writer->json);
}

static void write_head(struct writer *writer, uint64_t number, const char *type)
{
    const struct felt_record *record = writer->record;
    const struct felt_record_variant code = felt_record_variant_at(record->variant);
    felt_chips big = writer->replay->rules.bet[0];
    int chairs = record->seats;
    for (int seat = 0; seat < record->seats; seat++)
        if (felt_note_chair(record, seat) > chairs) chairs = felt_note_chair(record, seat);
    write_text(writer, "spec_version", "1.4.6");
    write_text(writer, "internal_version", FELT_VERSION);
    write_text(writer, "network_name", "Feltworks");
    write_note(writer, "site_name", "venue", "Feltworks");
    felt_json_key(&writer->json, "game_number");
    if (record->id.bytes > 0) {
        felt_json_text_n(&writer->json, felt_record_bytes(record, record->id), record->id.bytes);
    } else {
        char memory[24];
        struct felt_buffer text = felt_buffer_make(memory, sizeof memory);
        felt_buffer_uint(&text, number);
        felt_json_text_n(&writer->json, memory, text.used);
    }
    write_date(writer);
    write_note(writer, "table_name", "table", "");
    write_text(writer, "game_type", type);
    write_limit(writer, code.limit);
    write_int(writer, "table_size", chairs);
    write_note(writer, "currency", "currency", "PPC");
    write_int(writer, "dealer_seat", felt_note_chair(record, record->seats - 1)); /* R1 */
    write_amount(writer, "small_blind_amount", find_small_blind(record, big));
    write_amount(writer, "big_blind_amount", big);
    write_amount(writer, "ante_amount", find_ante(record));
    felt_json_key(&writer->json, "flags");
    felt_json_array(&writer->json);
    if (writer->replay->state.runs == 2) felt_json_text(&writer->json, "Run_It_Twice");
    if (record->bomb) felt_json_text(&writer->json, "Bomb_Pot");
    felt_json_end(&writer->json);
    write_players(writer);
}

/* ---- rounds ---- */

static void end_round(struct writer *writer)
{
    if (!writer->open) return;
    felt_json_end(&writer->json); /* actions */
    felt_json_end(&writer->json);
    writer->open = false;
}

static void begin_round(struct writer *writer, const char *street, const felt_card *cards,
                        int count)
{
    end_round(writer);
    felt_json_object(&writer->json);
    write_int(writer, "id", writer->rounds++);
    write_text(writer, "street", street);
    write_cards(writer, cards, count);
    felt_json_key(&writer->json, "actions");
    felt_json_array(&writer->json);
    writer->open = true;
    writer->actions = 0;
    writer->price = 0;
}

/* Opens the object of an action. */
static void begin_action(struct writer *writer, int seat, const char *name)
{
    felt_json_object(&writer->json);
    write_int(writer, "action_number", writer->actions++);
    write_int(writer, "player_id", seat);
    write_text(writer, "action", name);
}

static void write_action(struct writer *writer, int seat, const char *name, felt_chips amount)
{
    begin_action(writer, seat, name);
    writer->stack[seat] -= amount;
    write_amount(writer, "amount", amount);
    felt_json_key(&writer->json, "is_allin");
    felt_json_bool(&writer->json, amount > 0 && writer->stack[seat] == 0);
    felt_json_end(&writer->json);
}

/* What the record says about the cards a seat was dealt: all of them, or none. */
static bool are_known(const struct felt_record *record, int seat)
{
    for (int i = 0; i < record->actions; i++) {
        const struct felt_record_action *action = &record->action[i];
        if (action->kind != FELT_RECORD_HOLE || action->seat != seat) continue;
        for (int k = 0; k < action->count; k++)
            if (action->cards[k] == FELT_CARD_NONE) return false;
    }
    return true;
}

static void write_seen(struct writer *writer, const struct felt_event *event, const char *name)
{
    begin_action(writer, event->seat, name);
    if (event->count > 0) write_cards(writer, event->cards, event->count);
    felt_json_end(&writer->json);
}

static void write_deal(struct writer *writer, struct felt_event event)
{
    if (!are_known(writer->record, event.seat)) event.count = 0; /* O2 */
    write_seen(writer, &event, "Dealt Cards");
}

static void write_blind(struct writer *writer, const struct felt_event *event)
{
    felt_chips blind = writer->record->blind[event->seat], big = writer->replay->rules.bet[0];
    const char *name = "Post Extra Blind";
    if (blind > big)
        name = "Straddle";
    else if (blind > 0 && blind < big)
        name = "Post SB";
    else if (blind == big && !writer->big_blind)
        name = "Post BB", writer->big_blind = true;
    if (blind < 0) blind = -blind;
    if (blind > writer->price) writer->price = blind; /* RULES 6.4 */
    write_action(writer, event->seat, name, event->amount);
}

/* Antes of which nobody plays for a part are dead money to the engine. */
static void write_dead(struct writer *writer, const struct felt_event *event)
{
    const struct felt_record *record = writer->record;
    felt_chips dead = record->dead[event->seat];
    if (dead > event->amount) dead = event->amount;
    if (dead > 0) write_action(writer, event->seat, "Post Dead", dead);
    if (event->amount > dead) write_action(writer, event->seat, "Post Ante", event->amount - dead);
}

static void write_act(struct writer *writer, const struct felt_event *event)
{
    switch (event->act) {
    case FELT_FOLD: write_action(writer, event->seat, "Fold", 0); return;
    case FELT_CHECK: write_action(writer, event->seat, "Check", 0); return;
    case FELT_CALL: write_action(writer, event->seat, "Call", event->amount); return;
    case FELT_RAISE_TO:
        write_action(writer, event->seat, writer->price > 0 ? "Raise" : "Bet", event->amount);
        writer->price = event->to;
        return;
    default: return; /* show and muck have a round of their own; runs are a flag */
    }
}

static void write_street(struct writer *writer, const struct felt_event *event)
{
    static const char *const names[] = {"Flop", "Flop", "Flop", "Turn", "River"};
    int run = event->board;
    if (run && writer->boards[1] == 0) writer->boards[1] = writer->replay->state.common;
    felt_assert(writer->boards[run] + event->count <= 5);
    begin_round(writer, names[writer->boards[run]], event->cards, event->count);
    writer->boards[run] += event->count;
}

static void write_event(struct writer *writer, const struct felt_event *event)
{
    switch ((enum felt_event_kind)event->kind) {
    case FELT_EVENT_ANTE: write_action(writer, event->seat, "Post Ante", event->amount); break;
    case FELT_EVENT_DEAD: write_dead(writer, event); break;
    case FELT_EVENT_BLIND: write_blind(writer, event); break;
    case FELT_EVENT_DEAL: write_deal(writer, *event); break;
    case FELT_EVENT_BOARD: write_street(writer, event); break;
    case FELT_EVENT_ACT: write_act(writer, event); break;
    default: break;
    }
}

/* Who showed and who mucked, after everything else. */
static void write_shows(struct writer *writer, const struct felt_event_log *log)
{
    bool open = false;
    for (uint32_t i = 0; i < log->count; i++) {
        const struct felt_event *event = &log->event[i];
        bool show = event->kind == FELT_EVENT_SHOW && event->board == 0;
        bool muck = event->kind == FELT_EVENT_ACT && event->act == FELT_MUCK;
        if (!show && !muck) continue;
        if (!open) begin_round(writer, "Showdown", NULL, 0);
        open = true;
        write_seen(writer, event, show ? "Shows Cards" : "Mucks Cards");
    }
    end_round(writer);
}

/* ---- pots ---- */

static void write_pot(struct writer *writer, const struct felt_event_log *log, int number,
                      felt_chips gross)
{
    felt_chips won[FELT_SEATS_MAX] = {0}, paid = 0;
    for (uint32_t i = 0; i < log->count; i++) {
        const struct felt_event *event = &log->event[i];
        if (event->kind != FELT_EVENT_WIN || event->pot != number) continue;
        won[event->seat] += event->amount;
        paid += event->amount;
    }
    felt_json_object(&writer->json);
    write_int(writer, "number", number);
    write_amount(writer, "amount", gross);
    write_amount(writer, "rake", gross - paid);
    felt_json_key(&writer->json, "player_wins");
    felt_json_array(&writer->json);
    for (int seat = 0; seat < writer->record->seats; seat++) {
        if (won[seat] == 0) continue;
        felt_json_object(&writer->json);
        write_int(writer, "player_id", seat);
        write_amount(writer, "win_amount", won[seat]);
        felt_json_end(&writer->json);
    }
    felt_json_end(&writer->json);
    felt_json_end(&writer->json);
}

static void write_pots(struct writer *writer, const struct felt_event_log *log)
{
    const struct felt_poker *state = &writer->replay->state;
    struct felt_pot pot[FELT_SEATS_MAX];
    felt_chips total = state->dead;
    for (int seat = 0; seat < writer->record->seats; seat++) total += state->paid[seat];
    felt_json_key(&writer->json, "pots");
    felt_json_array(&writer->json);
    int count = 1;
    pot[0].amount = total;
    if (!felt_seats_lone(state->betting.turn.live))
        count = felt_pots_layer(state->paid, state->dealt, state->betting.turn.live, state->dead,
                                total, pot);
    for (int i = 0; i < count; i++) write_pot(writer, log, i, pot[i].amount);
    felt_json_end(&writer->json);
}

/* ---- public ---- */

static enum felt_status cannot(struct felt_complaint *complaint, const char *what)
{
    return felt_complain(complaint, FELT_UNSUPPORTED, 0, 0, "Open Hand History has no word for %s",
                         what);
}

static enum felt_status find_type(const struct felt_record *record, const char **type,
                                  struct felt_complaint *complaint)
{
    const char *row = felt_record_variant_at(record->variant).row;
    *type = NULL;
    for (size_t i = 0; i < sizeof games / sizeof games[0]; i++)
        if (strcmp(games[i].row, row) == 0) *type = games[i].type;
    if (*type == NULL) return cannot(complaint, "games other than hold'em and Omaha");
    if (record->has_wild) return cannot(complaint, "wild cards");
    felt_chips unit = 1;
    for (int i = 0; i < record->decimals; i++) unit *= 10;
    for (int seat = 0; seat < record->seats; seat++)
        if (record->stack[seat] / unit >= LARGEST && record->decimals > 0)
            return cannot(complaint, "parts of so many chips");
    return FELT_OK;
}

enum felt_status felt_ohh_write(const struct felt_record *record, uint64_t number,
                                struct felt_buffer *out, struct felt_complaint *complaint)
{
    struct felt_replay replay;
    struct felt_event events[EVENTS_MAX];
    struct felt_event_log log = {events, 0, EVENTS_MAX};
    const char *type;
    enum felt_status status = find_type(record, &type, complaint);
    if (status == FELT_OK) status = felt_replay_tell(record, &replay, &log, complaint);
    if (status != FELT_OK) return status;
    struct felt_buffer before = *out;
    struct writer writer = {.record = record, .replay = &replay, .json = felt_json_make(out)};
    memcpy(writer.stack, record->stack, sizeof writer.stack);
    felt_json_object(&writer.json);
    felt_json_key(&writer.json, "ohh");
    felt_json_object(&writer.json);
    write_head(&writer, number, type);
    felt_json_key(&writer.json, "rounds");
    felt_json_array(&writer.json);
    begin_round(&writer, "Preflop", NULL, 0);
    for (uint32_t i = 0; i < log.count; i++) write_event(&writer, &events[i]);
    end_round(&writer);
    write_shows(&writer, &log);
    felt_json_end(&writer.json);
    write_pots(&writer, &log);
    felt_json_end(&writer.json);
    felt_json_end(&writer.json);
    if (felt_json_done(&writer.json)) return FELT_OK;
    *out = before;
    return felt_complain(complaint, FELT_FULL, 0, 0, "there is not enough room for the hand");
}
