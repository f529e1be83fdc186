/* fields.c -- see fields.h. */
#include "formats/hands/fields.h"

#include "felt/assert.h"
#include "formats/hands/toml.h"

#include <stddef.h>
#include <string.h>

_Static_assert(FELT_FIELDS <= 32, "a bit for each");

#define AT(member) offsetof(struct felt_record, member)
#define AMOUNT_MAX (FELT_SEATS_MAX * FELT_CHIPS_MAX)

const struct felt_field felt_fields[FELT_FIELDS] = {
    {"_id", "id", FELT_FIELD_TEXT, false, false, AT(id), 0, 0},
    {"variant", "variant", FELT_FIELD_VARIANT, true, false, AT(variant), 0, 0},
    {"_decimals", "_decimals", FELT_FIELD_SMALL, false, false, AT(decimals), 0,
     FELT_RECORD_DECIMALS_MAX},
    {"starting_stacks", "starting_stacks", FELT_FIELD_LIST, true, false, AT(stack), 0,
     FELT_CHIPS_MAX},
    {"antes", "antes", FELT_FIELD_LIST, false, true, AT(ante), 0, FELT_CHIPS_MAX},
    {"ante_trimming_status", "ante_trimming_status", FELT_FIELD_FLAG, false, false,
     AT(antes_matched), 0, 1},
    {"_dead", "_dead", FELT_FIELD_LIST, false, true, AT(dead), 0, FELT_CHIPS_MAX},
    {"blinds_or_straddles", "blinds_or_straddles", FELT_FIELD_LIST, false, true, AT(blind),
     -FELT_CHIPS_MAX, FELT_CHIPS_MAX},
    {"_opener", "_opener", FELT_FIELD_SMALL, false, false, AT(opener), 0, FELT_SEATS_MAX},
    {"bring_in", "bring_in", FELT_FIELD_CHIPS, false, false, AT(bring_in), 0, FELT_CHIPS_MAX},
    {"small_bet", "small_bet", FELT_FIELD_CHIPS, false, false, AT(small_bet), 0, FELT_CHIPS_MAX},
    {"big_bet", "big_bet", FELT_FIELD_CHIPS, false, false, AT(big_bet), 0, FELT_CHIPS_MAX},
    {"min_bet", "min_bet", FELT_FIELD_CHIPS, false, false, AT(min_bet), 0, FELT_CHIPS_MAX},
    {"_cap", "_cap", FELT_FIELD_SMALL, false, false, AT(cap), 0, FELT_CAP_NONE},
    {"_cap_counts_blind", "_cap_counts_blind", FELT_FIELD_FLAG, false, false, AT(cap_counts_blind),
     0, 1},
    {"_heads_up_uncapped", "_heads_up_uncapped", FELT_FIELD_FLAG, false, false,
     AT(heads_up_uncapped), 0, 1},
    {"_rake_per_10000", "_rake_per_10000", FELT_FIELD_NUMBER, false, false, AT(rake_per_10000), 0,
     10000},
    {"_rake_cap", "_rake_cap", FELT_FIELD_CHIPS, false, false, AT(rake_cap), 0, FELT_CHIPS_MAX},
    {"_rake_needs_board", "_rake_needs_board", FELT_FIELD_FLAG, false, false, AT(rake_needs_board),
     0, 1},
    {"_runs", "_runs", FELT_FIELD_SMALL, false, false, AT(runs), 0, 2},
    {"_bomb", "_bomb", FELT_FIELD_FLAG, false, false, AT(bomb), 0, 1},
    {"_wild", "_wild", FELT_FIELD_CARDS, false, false, AT(wild), 0, 0},
    {"_later", "_later", FELT_FIELD_STREAM, false, false, AT(later), 0, 0},
    {"actions", "actions", FELT_FIELD_ACTIONS, true, false, AT(action), 0, 0},
    {"finishing_stacks", "finishing_stacks", FELT_FIELD_LIST, false, false, AT(finish), 0,
     AMOUNT_MAX},
    {"_decisions", "decisions", FELT_FIELD_DECISIONS, false, false, AT(decision), 0, 0},
};

int felt_field_find(const char *name, size_t bytes)
{
    for (int i = 0; i < FELT_FIELDS; i++) {
        const char *phh = felt_fields[i].phh, *json = felt_fields[i].json;
        if (strlen(phh) == bytes && memcmp(phh, name, bytes) == 0) return i;
        if (strlen(json) == bytes && memcmp(json, name, bytes) == 0) return i;
    }
    return -1;
}

static bool has_any(const struct felt_record *record, enum felt_field_id id)
{
    const felt_chips *list = felt_field_of(record, id);
    for (int seat = 0; seat < record->seats; seat++)
        if (list[seat] != 0) return true;
    return false;
}

bool felt_field_present(const struct felt_record *record, enum felt_field_id id)
{
    const void *at = felt_field_of(record, id);
    if (id == FELT_FIELD_MATCHED || id == FELT_FIELD_ANTES) return true;
    if (id == FELT_FIELD_FINISH) return record->has_finish;
    if (id == FELT_FIELD_BLINDS) return record->bring_in == 0 || has_any(record, id);
    switch ((enum felt_field_type)felt_fields[id].type) {
    case FELT_FIELD_TEXT: return ((const struct felt_record_text *)at)->bytes > 0;
    case FELT_FIELD_CHIPS: return *(const felt_chips *)at != 0;
    case FELT_FIELD_LIST: return felt_fields[id].required || has_any(record, id);
    case FELT_FIELD_FLAG: return *(const bool *)at;
    case FELT_FIELD_SMALL: return *(const uint8_t *)at != 0;
    case FELT_FIELD_NUMBER: return *(const uint16_t *)at != 0;
    case FELT_FIELD_CARDS: return record->has_wild;
    case FELT_FIELD_STREAM: return record->later.state[0] || record->later.state[1];
    case FELT_FIELD_DECISIONS: return record->has_decisions;
    case FELT_FIELD_VARIANT:
    case FELT_FIELD_ACTIONS: break;
    }
    return true;
}

static bool parse_cards(const char *text, size_t bytes, felt_cards *out)
{
    felt_card cards[FELT_CARDS_MAX];
    int count = 0;
    if (felt_cards_read(text, bytes, FELT_CARDS_MAX, cards, &count, NULL) != FELT_OK) return false;
    *out = felt_cards_from(cards, count);
    return true;
}

static bool parse_stream(const char *text, size_t bytes, struct felt_rng *out)
{
    *out = (struct felt_rng){{0, 0}};
    if (bytes != 32) return false;
    for (size_t i = 0; i < bytes; i++) {
        static const char digits[] = "0123456789abcdef";
        const char *digit = memchr(digits, text[i], 16);
        if (digit == NULL) return false;
        out->state[i / 16] = out->state[i / 16] << 4 | (uint64_t)(digit - digits);
    }
    return out->state[0] || out->state[1];
}

bool felt_field_parse(struct felt_record *record, enum felt_field_id id, const char *text,
                      size_t bytes)
{
    if (felt_fields[id].type == FELT_FIELD_STREAM)
        return parse_stream(text, bytes, felt_field_at(record, id));
    felt_assert(felt_fields[id].type == FELT_FIELD_CARDS);
    return parse_cards(text, bytes, felt_field_at(record, id));
}

void felt_field_print(const struct felt_record *record, enum felt_field_id id,
                      struct felt_buffer *out)
{
    const void *at = felt_field_of(record, id);
    if (felt_fields[id].type == FELT_FIELD_STREAM) {
        const struct felt_rng *stream = at;
        for (int i = 0; i < 32; i++)
            felt_buffer_char(out,
                             "0123456789abcdef"[stream->state[i / 16] >> (60 - i % 16 * 4) & 15]);
        return;
    }
    felt_assert(felt_fields[id].type == FELT_FIELD_CARDS);
    for (felt_cards left = *(const felt_cards *)at; left;) {
        char card[FELT_CARD_TEXT_BYTES];
        felt_card_write(felt_cards_take(&left), card);
        felt_buffer_text(out, card);
    }
}

/* Lists of two seats stand small blind first: the button, the second seat. */
static void turn_round(struct felt_record *record)
{
    for (int id = 0; id < FELT_FIELDS; id++) {
        if (!felt_fields[id].reversed) continue;
        felt_chips *list = felt_field_at(record, (enum felt_field_id)id), first = list[0];
        list[0] = list[1];
        list[1] = first;
    }
}

enum felt_status felt_fields_finish(const struct felt_fields_seen *seen, struct felt_record *record,
                                    struct felt_complaint *complaint)
{
    for (int id = 0; id < FELT_FIELDS; id++)
        if (felt_fields[id].required && !(seen->fields >> id & 1))
            return felt_complain(complaint, FELT_BAD_FORMAT, 0, 0, "there is no field %s",
                                 felt_fields[id].json);
    int seats = seen->count[FELT_FIELD_STACKS];
    if (seats < 2)
        return felt_complain(complaint, FELT_WRONG_COUNT, 0, 0,
                             "starting_stacks has %d seats; a hand has 2 to %d", seats,
                             FELT_SEATS_MAX);
    for (int id = 0; id < FELT_FIELDS; id++)
        if (felt_fields[id].type == FELT_FIELD_LIST && (seen->fields >> id & 1) &&
            seen->count[id] != seats)
            return felt_complain(complaint, FELT_WRONG_COUNT, 0, 0,
                                 "%s has %d seats, starting_stacks has %d", felt_fields[id].json,
                                 seen->count[id], seats);
    record->seats = (uint8_t)seats;
    record->has_finish = seen->fields >> FELT_FIELD_FINISH & 1;
    record->has_wild = seen->fields >> FELT_FIELD_WILD & 1;
    record->has_decisions = seen->fields >> FELT_FIELD_DECISION_LIST & 1;
    if (seats == 2) turn_round(record);
    enum felt_status status = felt_record_verify(record, complaint);
    if (status != FELT_OK && complaint) complaint->at = complaint->length = 0;
    return status;
}

/* ---- notes ---- */

static bool open_note(const struct felt_record *record, const char *key, struct felt_toml *toml)
{
    const struct felt_record_note *note = felt_record_find_note(record, key);
    *toml = (struct felt_toml){0};
    if (note == NULL) return false;
    toml->text = felt_record_bytes(record, note->value);
    toml->bytes = note->value.bytes;
    return true;
}

/* A whole number at the cursor. */
static bool take_int(struct felt_toml *toml, int64_t *out)
{
    int digits = 0;
    if (!felt_toml_amount(toml, out, &digits) || digits > 0) return false;
    *out /= 10000;
    return true;
}

bool felt_note_text(const struct felt_record *record, const char *key, struct felt_buffer *out)
{
    struct felt_toml toml;
    struct felt_buffer text = *out;
    if (!open_note(record, key, &toml) || felt_toml_peek(&toml) != '"') return false;
    if (!felt_toml_text(&toml, &text) || text.overflow) return false;
    *out = text;
    return true;
}

bool felt_note_int(const struct felt_record *record, const char *key, int64_t *out)
{
    struct felt_toml toml;
    return open_note(record, key, &toml) && take_int(&toml, out);
}

void felt_note_player(const struct felt_record *record, int seat, struct felt_buffer *out)
{
    struct felt_toml toml;
    bool list = open_note(record, "players", &toml) && felt_toml_open(&toml);
    for (int i = 0; i <= seat && list; i++) {
        struct felt_buffer name = *out;
        list = felt_toml_more(&toml, i) && felt_toml_text(&toml, &name) && !name.overflow;
        if (list && i == seat) *out = name;
    }
    if (list) return;
    felt_buffer_char(out, 'p');
    felt_buffer_int(out, seat + 1);
}

int felt_note_chair(const struct felt_record *record, int seat)
{
    struct felt_toml toml;
    int64_t chair = 0;
    bool list = open_note(record, "seats", &toml) && felt_toml_open(&toml);
    for (int i = 0; i <= seat && list; i++)
        list = felt_toml_more(&toml, i) && take_int(&toml, &chair);
    return list && chair >= 1 && chair <= INT16_MAX ? (int)chair : seat + 1;
}
