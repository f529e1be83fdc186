/* phh.c -- hand histories in the PHH form.
 *
 *     [1]                                   only in files of many hands
 *     _id = "friday-12"
 *     variant = "NT"
 *     starting_stacks = [1000, 2000, 1500]
 *     antes = [0, 0, 0]
 *     ante_trimming_status = true
 *     blinds_or_straddles = [5, 10, 0]
 *     min_bet = 10
 *     actions = [
 *       "d dh p1 AhKd",
 *       "p3 f",
 *     ]
 *     finishing_stacks = [1010, 1990, 1500]
 *     players = ["Ann", "Bob", "Cy"]
 *
 * Amounts may have fractions: the most decimal places of any of them are those of the hand, and the
 * writer gives all of them as many.  Names with a _ are ours, as the format asks for. */
#include "felt/record.h"

#include "base/format.h"
#include "felt/assert.h"
#include "formats/hands/amount.h"
#include "formats/hands/fields.h"
#include "formats/hands/toml.h"

#include <string.h>

enum { KEY_MAX = FELT_FIELD_KEY_MAX };

struct reader {
    struct felt_toml toml;
    struct felt_record *record;
    struct felt_fields_seen seen;
    int digits; /* the most decimal places so far */
};

/* ---- reading ---- */

/* An amount of a field, in ten-thousandths. */
static bool read_chips(struct reader *reader, enum felt_field_id id, felt_chips *out)
{
    struct felt_toml *toml = &reader->toml;
    size_t start = toml->at;
    bool known = felt_toml_peek(toml) != 'i';
    if (!felt_toml_amount(toml, out, &reader->digits)) return false;
    if (known ? *out >= 0 || felt_fields[id].min < 0 : id == FELT_FIELD_STACKS) return true;
    return felt_toml_refuse(toml, FELT_BAD_NUMBER, start, toml->at - start,
                            known ? "%s is not negative" : "%s is not infinite",
                            felt_fields[id].json);
}

static bool read_list(struct reader *reader, enum felt_field_id id)
{
    struct felt_toml *toml = &reader->toml;
    felt_chips *list = felt_field_at(reader->record, id);
    int count = 0;
    if (!felt_toml_open(toml)) return false;
    for (; felt_toml_more(toml, count); count++) {
        if (count == FELT_SEATS_MAX)
            return felt_toml_refuse(toml, FELT_WRONG_COUNT, toml->at, 0,
                                    "%s has more than %d seats", felt_fields[id].json,
                                    FELT_SEATS_MAX);
        if (!read_chips(reader, id, &list[count])) return false;
    }
    reader->seen.count[id] = (uint8_t)count;
    return toml->status == FELT_OK;
}

/* A whole number without a unit. */
static bool read_number(struct reader *reader, enum felt_field_id id)
{
    struct felt_toml *toml = &reader->toml;
    size_t start = toml->at;
    int places = 0;
    felt_chips number = 0;
    const struct felt_field *field = &felt_fields[id];
    if (felt_toml_peek(toml) == 'i' || !felt_toml_amount(toml, &number, &places) || places > 0 ||
        number < 0 || number / 10000 > field->max)
        return felt_toml_refuse(toml, FELT_BAD_NUMBER, start, toml->at - start,
                                "%s is a whole number up to %lld", field->phh,
                                (long long)field->max);
    number /= 10000;
    if (field->type == FELT_FIELD_SMALL)
        *(uint8_t *)felt_field_at(reader->record, id) = (uint8_t)number;
    else
        *(uint16_t *)felt_field_at(reader->record, id) = (uint16_t)number;
    return true;
}

static bool read_variant(struct reader *reader)
{
    struct felt_toml *toml = &reader->toml;
    size_t start = toml->at;
    char code[16], quoted[FELT_QUOTE_BYTES];
    struct felt_buffer text = felt_buffer_make(code, sizeof code);
    if (!felt_toml_text(toml, &text)) return false;
    int variant = text.overflow ? -1 : felt_record_variant_find(code, text.used);
    felt_quote(code, text.used, quoted);
    if (variant < 0)
        return felt_toml_refuse(toml, FELT_UNSUPPORTED, start, toml->at - start,
                                "variant \"%s\" is not known", quoted);
    reader->record->variant = (uint8_t)variant;
    return true;
}

static bool refuse_full(struct felt_toml *toml, size_t start)
{
    return felt_toml_refuse(toml, FELT_FULL, start, toml->at - start,
                            "all texts of a hand together have at most %d bytes",
                            FELT_RECORD_POOL_BYTES);
}

/* The id; whole numbers are texts, too. */
static bool read_id(struct reader *reader)
{
    char memory[FELT_RECORD_LINE_MAX];
    struct felt_toml *toml = &reader->toml;
    struct felt_buffer text = felt_buffer_make(memory, sizeof memory);
    size_t start = toml->at;
    char c = felt_toml_peek(toml);
    bool digits = c >= '0' && c <= '9';
    if (digits ? !felt_toml_value(toml, &text) : !felt_toml_text(toml, &text)) return false;
    if (text.overflow ||
        felt_record_keep(reader->record, memory, text.used, &reader->record->id) != FELT_OK)
        return refuse_full(toml, start);
    return true;
}

/* A short text with a meaning: cards, a stream. */
static bool read_word(struct reader *reader, enum felt_field_id id)
{
    struct felt_toml *toml = &reader->toml;
    size_t start = toml->at;
    char memory[FELT_FIELD_WORD_MAX];
    struct felt_buffer text = felt_buffer_make(memory, sizeof memory);
    if (!felt_toml_text(toml, &text)) return false;
    if (!text.overflow && felt_field_parse(reader->record, id, memory, text.used)) return true;
    return felt_toml_refuse(toml, FELT_BAD_FORMAT, start, toml->at - start, FELT_FIELD_WORD_WANTED,
                            felt_fields[id].phh);
}

static bool read_action(struct reader *reader)
{
    char memory[FELT_RECORD_LINE_MAX];
    struct felt_toml *toml = &reader->toml;
    struct felt_record *record = reader->record;
    struct felt_buffer text = felt_buffer_make(memory, sizeof memory);
    size_t start = toml->at;
    if (record->actions == FELT_RECORD_ACTIONS_MAX)
        return felt_toml_refuse(toml, FELT_FULL, start, 0, "a hand has at most %d actions",
                                FELT_RECORD_ACTIONS_MAX);
    if (!felt_toml_text(toml, &text)) return false;
    if (text.overflow)
        return felt_toml_refuse(toml, FELT_FULL, start, toml->at - start,
                                "an action has at most %d bytes", FELT_RECORD_LINE_MAX);
    struct felt_complaint inner = {0};
    toml->status = felt_action_text_read(memory, text.used, record,
                                         &record->action[record->actions], &reader->digits, &inner);
    if (toml->status == FELT_OK) {
        record->actions++;
        return true;
    }
    bool plain = text.used == toml->at - start - 2; /* no escapes: places in it are ours */
    (void)felt_complain(toml->complaint, toml->status, start + (plain ? 1 + inner.at : 0),
                        plain ? inner.length : toml->at - start, "action %d: %s",
                        record->actions + 1, inner.text);
    return false;
}

static bool read_actions(struct reader *reader)
{
    if (!felt_toml_open(&reader->toml)) return false;
    while (felt_toml_more(&reader->toml, reader->record->actions))
        if (!read_action(reader)) return false;
    return reader->toml.status == FELT_OK;
}

/* [call, raise_to_min, raise_to_max, actor, street, pot]; -1 is none. */
static bool read_decision(struct reader *reader)
{
    struct felt_toml *toml = &reader->toml;
    struct felt_record *record = reader->record;
    felt_chips number[6];
    size_t start = toml->at;
    int count = 0, whole = 0;
    if (!felt_toml_open(toml)) return false;
    for (; felt_toml_more(toml, count) && count < 6; count++)
        if (!felt_toml_amount(toml, &number[count],
                              count == 3 || count == 4 ? &whole : &reader->digits))
            return false;
    if (toml->status != FELT_OK) return false;
    bool good = count == 6 && toml->text[toml->at - 1] == ']' && whole == 0 && number[3] >= 0 &&
                number[3] < FELT_SEATS_MAX * 10000 && number[4] >= 0 && number[4] <= 255 * 10000;
    for (int i = 0; good && i < 3; i++)
        if (number[i] < 0) number[i] = FELT_RECORD_NONE;
    if (!good || record->decisions == FELT_RECORD_ACTIONS_MAX)
        return felt_toml_refuse(toml, good ? FELT_FULL : FELT_BAD_FORMAT, start, toml->at - start,
                                "decision %d is not a list [call, min_raise_to, max_raise_to, "
                                "actor, street, pot], or one too many",
                                record->decisions + 1);
    record->decision[record->decisions++] =
        (struct felt_record_decision){number[0],
                                      number[1],
                                      number[2],
                                      number[5],
                                      (felt_seat)(number[3] / 10000),
                                      (uint8_t)(number[4] / 10000)};
    return true;
}

static bool read_decisions(struct reader *reader)
{
    if (!felt_toml_open(&reader->toml)) return false;
    while (felt_toml_more(&reader->toml, reader->record->decisions))
        if (!read_decision(reader)) return false;
    return reader->toml.status == FELT_OK;
}

static bool read_note(struct reader *reader, const char *key, size_t key_at)
{
    struct felt_toml *toml = &reader->toml;
    size_t start = toml->at;
    char memory[FELT_RECORD_POOL_BYTES];
    struct felt_buffer value = felt_buffer_make(memory, sizeof memory);
    if (!felt_toml_value(toml, &value)) return false;
    if (value.overflow) return refuse_full(toml, start);
    enum felt_status status = felt_record_add_raw(reader->record, key, memory, value.used);
    if (status == FELT_OK) return true;
    if (status == FELT_FULL && reader->record->notes < FELT_RECORD_NOTES_MAX)
        return refuse_full(toml, start);
    if (status == FELT_FULL)
        return felt_toml_refuse(toml, FELT_FULL, key_at, toml->at - key_at,
                                "a hand has at most %d fields besides those of the game",
                                FELT_RECORD_NOTES_MAX);
    return felt_toml_refuse(toml, FELT_BAD_FORMAT, key_at, toml->at - key_at,
                            "the field %s is there twice", key);
}

static bool read_value(struct reader *reader, enum felt_field_id id)
{
    struct felt_toml *toml = &reader->toml;
    if (id == FELT_FIELD_DECIMALS)
        return felt_toml_refuse(toml, FELT_BAD_FORMAT, toml->at, 0,
                                "%s is for JSON; here amounts show their decimal places",
                                felt_fields[id].phh);
    switch ((enum felt_field_type)felt_fields[id].type) {
    case FELT_FIELD_TEXT: return read_id(reader);
    case FELT_FIELD_VARIANT: return read_variant(reader);
    case FELT_FIELD_CHIPS: return read_chips(reader, id, felt_field_at(reader->record, id));
    case FELT_FIELD_LIST: return read_list(reader, id);
    case FELT_FIELD_FLAG: return felt_toml_bool(toml, felt_field_at(reader->record, id));
    case FELT_FIELD_SMALL:
    case FELT_FIELD_NUMBER: return read_number(reader, id);
    case FELT_FIELD_CARDS:
    case FELT_FIELD_STREAM: return read_word(reader, id);
    case FELT_FIELD_ACTIONS: return read_actions(reader);
    case FELT_FIELD_DECISIONS: return read_decisions(reader);
    }
    return false;
}

/* key = value */
static bool read_field(struct reader *reader)
{
    struct felt_toml *toml = &reader->toml;
    char key[KEY_MAX + 1];
    struct felt_buffer name = felt_buffer_make(key, KEY_MAX);
    size_t start = toml->at;
    if (!felt_toml_key(toml, &name)) return false;
    if (name.overflow)
        return felt_toml_refuse(toml, FELT_FULL, start, toml->at - start,
                                "the name of a field has at most %d bytes", KEY_MAX);
    key[name.used] = '\0';
    if (felt_toml_peek(toml) != '=')
        return felt_toml_refuse(toml, FELT_BAD_FORMAT, toml->at, toml->at < toml->bytes,
                                "after the name %s comes =", key);
    toml->at++;
    felt_toml_skip_spaces(toml);
    int id = felt_field_find(key, name.used);
    if (id < 0) return read_note(reader, key, start) && felt_toml_end_line(toml);
    if (reader->seen.fields >> id & 1)
        return felt_toml_refuse(toml, FELT_BAD_FORMAT, start, toml->at - start,
                                "the field %s is there twice", key);
    reader->seen.fields |= UINT32_C(1) << id;
    return read_value(reader, (enum felt_field_id)id) && felt_toml_end_line(toml);
}

/* [1] above a hand of many. */
static bool read_header(struct reader *reader)
{
    struct felt_toml *toml = &reader->toml;
    char key[KEY_MAX];
    struct felt_buffer name = felt_buffer_make(key, KEY_MAX);
    if (felt_toml_peek(toml) != '[') return true;
    toml->at++;
    felt_toml_skip_spaces(toml);
    if (!felt_toml_key(toml, &name)) return false;
    if (felt_toml_peek(toml) != ']')
        return felt_toml_refuse(toml, FELT_BAD_FORMAT, toml->at, toml->at < toml->bytes,
                                "a header is a number in [], as in [1]");
    toml->at++;
    return felt_toml_end_line(toml);
}

/* Brings every amount from ten-thousandths to the places of the hand. */
static bool scale_all(struct felt_record *record, int decimals)
{
    bool good = true;
    for (int id = 0; id < FELT_FIELDS; id++) {
        felt_chips *at = felt_field_at(record, (enum felt_field_id)id);
        int count = felt_fields[id].type == FELT_FIELD_LIST ? FELT_SEATS_MAX : 0;
        if (felt_fields[id].type == FELT_FIELD_CHIPS) count = 1;
        for (int i = 0; i < count; i++)
            if (at[i] != FELT_RECORD_NONE) good &= felt_amount_scale(&at[i], decimals);
    }
    for (int i = 0; i < record->actions; i++)
        good &= felt_amount_scale(&record->action[i].amount, decimals);
    for (int i = 0; i < record->decisions; i++) {
        struct felt_record_decision *decision = &record->decision[i];
        felt_chips *amounts[] = {&decision->call, &decision->raise_to_min, &decision->raise_to_max,
                                 &decision->pot};
        for (int k = 0; k < 4; k++)
            if (*amounts[k] != FELT_RECORD_NONE) good &= felt_amount_scale(amounts[k], decimals);
    }
    return good;
}

enum felt_status felt_phh_read(const char *text, size_t bytes, struct felt_record *out,
                               struct felt_complaint *complaint)
{
    struct reader reader = {.toml = {.text = text, .bytes = bytes, .complaint = complaint},
                            .record = out};
    felt_record_clear(out);
    if (bytes > FELT_RECORD_TEXT_MAX)
        return felt_complain(complaint, FELT_FULL, FELT_RECORD_TEXT_MAX, 0,
                             "a hand has at most %d bytes", FELT_RECORD_TEXT_MAX);
    if (!felt_toml_verify(&reader.toml)) return reader.toml.status;
    felt_toml_skip_lines(&reader.toml);
    if (!read_header(&reader)) return reader.toml.status;
    for (;;) {
        felt_toml_skip_lines(&reader.toml);
        if (reader.toml.at == bytes) break;
        if (!read_field(&reader)) return reader.toml.status;
    }
    if (!scale_all(out, reader.digits))
        return felt_complain(complaint, FELT_BAD_NUMBER, 0, 0,
                             "an amount is too large with %d decimal places", reader.digits);
    out->decimals = (uint8_t)reader.digits;
    return felt_fields_finish(&reader.seen, out, complaint);
}

/* Steps over a string without looking into it. */
static void skip_string(struct felt_toml *toml)
{
    char quote = toml->text[toml->at];
    size_t left = toml->bytes - toml->at;
    bool lines =
        left >= 3 && toml->text[toml->at + 1] == quote && toml->text[toml->at + 2] == quote;
    toml->at += lines ? 3 : 1;
    for (int run = 0; toml->at < toml->bytes; toml->at++) {
        char c = toml->text[toml->at];
        if (!lines && c == '\n') return;
        run = c == quote ? run + 1 : 0;
        if (run == (lines ? 3 : 1)) {
            toml->at++;
            return;
        }
        if (c == '\\' && quote == '"' && toml->at + 1 < toml->bytes) toml->at++;
    }
}

size_t felt_phh_first(const char *text, size_t bytes)
{
    struct felt_toml toml = {.text = text, .bytes = bytes};
    int depth = 0; /* of lists and tables */
    bool fields = false, line_start = true;
    while (toml.at < bytes) {
        char c = text[toml.at];
        bool first = line_start;
        line_start = c == '\n' || (line_start && (c == ' ' || c == '\t'));
        if (c == '#') {
            while (toml.at < bytes && text[toml.at] != '\n') toml.at++;
            continue;
        }
        if (c == '"' || c == '\'') {
            fields = true;
            skip_string(&toml);
            continue;
        }
        if (c == '[' && depth == 0 && first) {
            if (fields) return toml.at;
            while (toml.at < bytes && text[toml.at] != '\n') toml.at++;
            fields = true;
            continue;
        }
        if (c != ' ' && c != '\t' && c != '\n' && c != '\r') fields = true;
        if (c == '[' || c == '{') depth++;
        if ((c == ']' || c == '}') && depth > 0) depth--;
        toml.at++;
    }
    return bytes;
}

/* ---- writing ---- */

static void write_list(struct felt_buffer *out, const struct felt_record *record,
                       enum felt_field_id id)
{
    const felt_chips *list = felt_field_of(record, id);
    felt_buffer_char(out, '[');
    for (int i = 0; i < record->seats; i++) {
        felt_chips amount = list[felt_field_index(record, id, i)];
        if (i > 0) felt_buffer_text(out, ", ");
        if (id == FELT_FIELD_STACKS && amount == FELT_RECORD_NONE)
            felt_buffer_text(out, "inf");
        else
            felt_amount_write(out, amount, record->decimals);
    }
    felt_buffer_char(out, ']');
}

static void write_actions(struct felt_buffer *out, const struct felt_record *record)
{
    char memory[FELT_RECORD_LINE_MAX];
    felt_buffer_text(out, "[\n");
    for (int i = 0; i < record->actions; i++) {
        struct felt_buffer text = felt_buffer_make(memory, sizeof memory);
        felt_record_action_write(record, &record->action[i], record->decimals, &text);
        felt_assert(!text.overflow);
        felt_buffer_text(out, "  ");
        felt_toml_write_text(out, memory, text.used);
        felt_buffer_text(out, ",\n");
    }
    felt_buffer_char(out, ']');
}

/* An amount or -1. */
static void write_choice(struct felt_buffer *out, felt_chips amount, int decimals)
{
    if (amount == FELT_RECORD_NONE)
        felt_buffer_text(out, "-1");
    else
        felt_amount_write(out, amount, decimals);
    felt_buffer_text(out, ", ");
}

static void write_decisions(struct felt_buffer *out, const struct felt_record *record)
{
    felt_buffer_text(out, "[\n");
    for (int i = 0; i < record->decisions; i++) {
        const struct felt_record_decision *decision = &record->decision[i];
        felt_buffer_text(out, "  [");
        write_choice(out, decision->call, record->decimals);
        write_choice(out, decision->raise_to_min, record->decimals);
        write_choice(out, decision->raise_to_max, record->decimals);
        felt_buffer_int(out, decision->actor);
        felt_buffer_text(out, ", ");
        felt_buffer_int(out, decision->street);
        felt_buffer_text(out, ", ");
        felt_amount_write(out, decision->pot, record->decimals);
        felt_buffer_text(out, "],\n");
    }
    felt_buffer_char(out, ']');
}

static void write_field(struct felt_buffer *out, const struct felt_record *record,
                        enum felt_field_id id)
{
    const void *at = felt_field_of(record, id);
    felt_buffer_text(out, felt_fields[id].phh);
    felt_buffer_text(out, " = ");
    switch ((enum felt_field_type)felt_fields[id].type) {
    case FELT_FIELD_TEXT:
        felt_toml_write_text(out, felt_record_bytes(record, record->id), record->id.bytes);
        break;
    case FELT_FIELD_VARIANT:
        felt_buffer_char(out, '"');
        felt_buffer_text(out, felt_record_variant_at(record->variant).code);
        felt_buffer_char(out, '"');
        break;
    case FELT_FIELD_CHIPS: felt_amount_write(out, *(const felt_chips *)at, record->decimals); break;
    case FELT_FIELD_LIST: write_list(out, record, id); break;
    case FELT_FIELD_FLAG: felt_buffer_text(out, *(const bool *)at ? "true" : "false"); break;
    case FELT_FIELD_SMALL: felt_buffer_uint(out, *(const uint8_t *)at); break;
    case FELT_FIELD_NUMBER: felt_buffer_uint(out, *(const uint16_t *)at); break;
    case FELT_FIELD_CARDS:
    case FELT_FIELD_STREAM:
        felt_buffer_char(out, '"');
        felt_field_print(record, id, out);
        felt_buffer_char(out, '"');
        break;
    case FELT_FIELD_ACTIONS: write_actions(out, record); break;
    case FELT_FIELD_DECISIONS: write_decisions(out, record); break;
    }
    felt_buffer_char(out, '\n');
}

enum felt_status felt_phh_write(const struct felt_record *record, uint64_t number,
                                struct felt_buffer *out)
{
    if (number > 0) {
        felt_buffer_char(out, '[');
        felt_buffer_uint(out, number);
        felt_buffer_text(out, "]\n");
    }
    for (int id = 0; id < FELT_FIELDS; id++)
        if (id != FELT_FIELD_DECIMALS && felt_field_present(record, (enum felt_field_id)id))
            write_field(out, record, (enum felt_field_id)id);
    for (int i = 0; i < record->notes; i++) {
        const struct felt_record_note *note = &record->note[i];
        felt_toml_write_key(out, felt_record_bytes(record, note->key), note->key.bytes);
        felt_buffer_text(out, " = ");
        felt_buffer_bytes(out, felt_record_bytes(record, note->value), note->value.bytes);
        felt_buffer_char(out, '\n');
    }
    return out->overflow ? FELT_FULL : FELT_OK;
}
