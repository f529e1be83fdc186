/* record.c -- see record.h: variants, the pool of texts, verifying and comparing. */
#include "felt/record.h"

#include "base/utf8.h"
#include "felt/assert.h"
#include "felt/poker.h"
#include "formats/hands/fields.h"
#include "formats/hands/toml.h"

#include <string.h>

enum { REMARK_MAX = FELT_RECORD_LINE_MAX - 64 }; /* the longest action is shorter than 64 bytes */

/* ---- variants ---- */

/* A code is the limit (N P F) and the code of the game's row.  PHH has NT FT NS PO FO/8 F7S F7S/8
 * FR N2L1D F2L3D FB; the others are ours and made alike: 1D and 3D are draws, /8 is eight or
 * better, J has jokers.  R was given away twice before there were rows: FR is razz, NR and PR are
 * royal. */
enum { LIMITS = 3 };
static const char letters[LIMITS + 1] = "NPF";
static const struct felt_record_variant older[] = {{"FR", "razz", FELT_FIXED_LIMIT},
                                                   {"NR", "royal", FELT_NO_LIMIT},
                                                   {"PR", "royal", FELT_POT_LIMIT}};

int felt_record_variant_count(void)
{
    return felt_variant_count() * LIMITS;
}

struct felt_record_variant felt_record_variant_at(int index)
{
    felt_assert(index >= 0 && index < felt_record_variant_count());
    const struct felt_variant *row = felt_variant_at(index / LIMITS);
    struct felt_record_variant variant = {.row = row->name, .limit = (uint8_t)(index % LIMITS)};
    for (size_t i = 0; i < sizeof older / sizeof older[0]; i++)
        if (older[i].limit == variant.limit && !strcmp(older[i].row, row->name)) return older[i];
    struct felt_buffer code = felt_buffer_make(variant.code, sizeof variant.code);
    felt_buffer_char(&code, letters[variant.limit]);
    felt_buffer_text(&code, row->code);
    (void)felt_buffer_terminate(&code);
    felt_assert(!code.overflow); /* felt_variant_verify() */
    return variant;
}

int felt_record_variant_find(const char *code, size_t bytes)
{
    for (int i = 0; i < felt_record_variant_count(); i++) {
        struct felt_record_variant variant = felt_record_variant_at(i);
        if (strlen(variant.code) == bytes && memcmp(variant.code, code, bytes) == 0) return i;
    }
    return -1;
}

int felt_record_variant_of(const char *row, enum felt_limit limit)
{
    for (int i = 0; i < felt_variant_count() && (int)limit < LIMITS; i++)
        if (strcmp(felt_variant_at(i)->name, row) == 0) return i * LIMITS + (int)limit;
    return -1;
}

/* ---- texts and notes ---- */

void felt_record_clear(struct felt_record *record)
{
    /* What lies behind the counts is not looked at: no need to write 90 KiB for each hand. */
    memset(record, 0, offsetof(struct felt_record, action));
}

enum felt_status felt_record_keep(struct felt_record *record, const char *text, size_t bytes,
                                  struct felt_record_text *out)
{
    felt_assert(record->pool_used <= FELT_RECORD_POOL_BYTES);
    if (bytes > (size_t)(FELT_RECORD_POOL_BYTES - record->pool_used)) return FELT_FULL;
    if (bytes > 0) memcpy(record->pool + record->pool_used, text, bytes);
    *out = (struct felt_record_text){record->pool_used, (uint16_t)bytes};
    record->pool_used = (uint16_t)(record->pool_used + bytes);
    return FELT_OK;
}

static const struct felt_record_note *find_note(const struct felt_record *record, const char *key,
                                                size_t bytes)
{
    for (int i = 0; i < record->notes; i++) {
        struct felt_record_text name = record->note[i].key;
        if (name.bytes == bytes && memcmp(felt_record_bytes(record, name), key, bytes) == 0)
            return &record->note[i];
    }
    return NULL;
}

const struct felt_record_note *felt_record_find_note(const struct felt_record *record,
                                                     const char *key)
{
    return find_note(record, key, strlen(key));
}

enum felt_status felt_record_add_raw(struct felt_record *record, const char *key, const char *value,
                                     size_t bytes)
{
    size_t key_bytes = strlen(key);
    if (felt_field_find(key, key_bytes) >= 0 || find_note(record, key, key_bytes))
        return FELT_BAD_NAME;
    uint16_t used = record->pool_used;
    if (record->notes == FELT_RECORD_NOTES_MAX || key_bytes > FELT_FIELD_KEY_MAX) return FELT_FULL;
    struct felt_record_note note = {0};
    struct felt_toml toml = {.text = value, .bytes = bytes};
    enum felt_status status = felt_record_keep(record, key, key_bytes, &note.key);
    if (status != FELT_OK) return status;
    struct felt_buffer out = felt_buffer_make(record->pool + record->pool_used,
                                              (size_t)(FELT_RECORD_POOL_BYTES - record->pool_used));
    if (!felt_toml_verify(&toml) || !felt_toml_value(&toml, &out) || toml.at != bytes)
        status = toml.status == FELT_FULL ? FELT_FULL : FELT_BAD_FORMAT;
    else if (out.overflow)
        status = FELT_FULL;
    if (status != FELT_OK) {
        record->pool_used = used;
        return status;
    }
    note.value = (struct felt_record_text){record->pool_used, (uint16_t)out.used};
    record->pool_used = (uint16_t)(record->pool_used + out.used);
    record->note[record->notes++] = note;
    return FELT_OK;
}

enum felt_status felt_record_add_note(struct felt_record *record, const char *key,
                                      const char *value, size_t bytes)
{
    char memory[FELT_RECORD_POOL_BYTES];
    struct felt_buffer out = felt_buffer_make(memory, sizeof memory);
    felt_toml_write_text(&out, value, bytes);
    return out.overflow ? FELT_FULL : felt_record_add_raw(record, key, memory, out.used);
}

/* ---- verifying ---- */

static bool is_text(const struct felt_record *record, struct felt_record_text text)
{
    if ((size_t)text.at + text.bytes > record->pool_used) return false;
    const char *bytes = felt_record_bytes(record, text);
    for (size_t at = 0, used; at < text.bytes; at += used) {
        uint32_t c;
        if (!felt_utf8_read(bytes + at, text.bytes - at, &used, &c) || c == 0) return false;
    }
    return true;
}

/* White space around a remark would be lost. */
static bool is_remark(const struct felt_record *record, struct felt_record_text text)
{
    if (!is_text(record, text) || text.bytes > REMARK_MAX) return false;
    const char *bytes = felt_record_bytes(record, text);
    return text.bytes == 0 ||
           (!memchr(" \t\r\n", bytes[0], 4) && !memchr(" \t\r\n", bytes[text.bytes - 1], 4));
}

static bool verify_cards(const struct felt_record_action *action)
{
    bool cards = action->kind == FELT_RECORD_HOLE || action->kind == FELT_RECORD_BOARD;
    bool optional = action->kind == FELT_RECORD_DISCARD || action->kind == FELT_RECORD_SHOW;
    if (action->count > FELT_RECORD_CARDS_MAX) return false;
    if (!optional && cards != (action->count > 0)) return false;
    for (int i = 0; i < action->count; i++)
        if (action->cards[i] >= FELT_CARDS_MAX && action->cards[i] != FELT_CARD_NONE) return false;
    return true;
}

static bool verify_action(const struct felt_record *record, const struct felt_record_action *action)
{
    if (action->kind >= FELT_RECORD_KINDS) return false;
    bool nobody = action->kind == FELT_RECORD_BOARD || action->kind == FELT_RECORD_REMARK;
    if (nobody ? action->seat != FELT_SEAT_NONE : action->seat < 0 || action->seat >= record->seats)
        return false;
    bool raise = action->kind == FELT_RECORD_RAISE_TO;
    if (raise ? action->amount < 0 || action->amount > FELT_CHIPS_MAX : action->amount != 0)
        return false;
    return verify_cards(action) && is_remark(record, action->remark);
}

static bool is_amount(felt_chips amount, int64_t min, int64_t max)
{
    return amount >= min && amount <= max;
}

static bool verify_decision(const struct felt_record *record,
                            const struct felt_record_decision *decision)
{
    const int64_t none = FELT_RECORD_NONE, max = felt_fields[FELT_FIELD_FINISH].max;
    return decision->actor >= 0 && decision->actor < record->seats &&
           is_amount(decision->call, none, max) && is_amount(decision->raise_to_min, none, max) &&
           is_amount(decision->raise_to_max, none, max) && is_amount(decision->pot, 0, max);
}

static bool verify_note(const struct felt_record *record, int index)
{
    const struct felt_record_note *note = &record->note[index];
    if (!is_text(record, note->key) || !is_text(record, note->value)) return false;
    if (note->key.bytes > FELT_FIELD_KEY_MAX) return false;
    const char *key = felt_record_bytes(record, note->key);
    if (felt_field_find(key, note->key.bytes) >= 0) return false;
    if (find_note(record, key, note->key.bytes) != note) return false;
    char memory[FELT_RECORD_POOL_BYTES];
    struct felt_buffer out = felt_buffer_make(memory, sizeof memory);
    const char *value = felt_record_bytes(record, note->value);
    struct felt_toml toml = {.text = value, .bytes = note->value.bytes};
    return felt_toml_verify(&toml) && felt_toml_value(&toml, &out) && !out.overflow &&
           out.used == note->value.bytes && memcmp(memory, value, out.used) == 0;
}

/* The numbers of the table of fields. */
static enum felt_status verify_fields(const struct felt_record *record,
                                      struct felt_complaint *complaint)
{
    for (int id = 0; id < FELT_FIELDS; id++) {
        const struct felt_field *field = &felt_fields[id];
        const void *at = felt_field_of(record, (enum felt_field_id)id);
        const felt_chips *list = at;
        int count = 0;
        if (field->type == FELT_FIELD_LIST) count = record->seats;
        if (field->type == FELT_FIELD_CHIPS) count = 1;
        if (id == FELT_FIELD_FINISH && !record->has_finish) continue;
        bool good = true;
        for (int i = 0; i < count; i++)
            good &= is_amount(list[i], field->min, field->max) ||
                    (id == FELT_FIELD_STACKS && list[i] == FELT_RECORD_NONE);
        if (field->type == FELT_FIELD_SMALL) good = *(const uint8_t *)at <= field->max;
        if (field->type == FELT_FIELD_NUMBER) good = *(const uint16_t *)at <= field->max;
        if (!good)
            return felt_complain(complaint, FELT_BAD_NUMBER, 0, 0, "%s has a number out of range",
                                 field->json);
    }
    return FELT_OK;
}

enum felt_status felt_record_verify(const struct felt_record *record,
                                    struct felt_complaint *complaint)
{
    if (record->seats < 2 || record->seats > FELT_SEATS_MAX || record->opener > record->seats)
        return felt_complain(complaint, FELT_WRONG_COUNT, 0, 0,
                             "a hand has 2 to %d seats, and its opener is one of them",
                             FELT_SEATS_MAX);
    if (record->variant >= felt_record_variant_count() ||
        record->actions > FELT_RECORD_ACTIONS_MAX || record->decisions > FELT_RECORD_ACTIONS_MAX ||
        record->notes > FELT_RECORD_NOTES_MAX || record->pool_used > FELT_RECORD_POOL_BYTES ||
        (record->decisions && !record->has_decisions))
        return felt_complain(complaint, FELT_BAD_FORMAT, 0, 0, "a count is out of its range");
    if (record->min_bet && (record->small_bet || record->big_bet))
        return felt_complain(complaint, FELT_BAD_FORMAT, 0, 0,
                             "there is min_bet beside small_bet or big_bet; drop one");
    if (record->has_wild && record->wild >> FELT_CARDS_MAX)
        return felt_complain(complaint, FELT_BAD_CARD, 0, 0, "_wild names no cards");
    if (!is_text(record, record->id) || record->id.bytes > FELT_RECORD_LINE_MAX)
        return felt_complain(complaint, FELT_BAD_FORMAT, 0, 0, "the id is not a text");
    enum felt_status status = verify_fields(record, complaint);
    if (status != FELT_OK) return status;
    for (int i = 0; i < record->actions; i++)
        if (!verify_action(record, &record->action[i]))
            return felt_complain(complaint, FELT_BAD_FORMAT, 0, 0,
                                 "action %d names no seat of the hand, or has a wrong amount, "
                                 "cards or remark",
                                 i + 1);
    for (int i = 0; i < record->decisions; i++)
        if (!verify_decision(record, &record->decision[i]))
            return felt_complain(complaint, FELT_BAD_FORMAT, 0, 0,
                                 "decision %d names no seat of the hand, or a wrong amount", i + 1);
    for (int i = 0; i < record->notes; i++)
        if (!verify_note(record, i))
            return felt_complain(complaint, FELT_BAD_FORMAT, 0, 0, "note %d is no field and value",
                                 i + 1);
    return FELT_OK;
}

/* ---- comparing ---- */

static bool same_text(const struct felt_record *a, struct felt_record_text left,
                      const struct felt_record *b, struct felt_record_text right)
{
    return left.bytes == right.bytes &&
           memcmp(felt_record_bytes(a, left), felt_record_bytes(b, right), left.bytes) == 0;
}

static bool same_list(const felt_chips *a, const felt_chips *b, int count)
{
    for (int i = 0; i < count; i++)
        if (a[i] != b[i]) return false;
    return true;
}

static bool same_action(const struct felt_record *a, const struct felt_record *b, int index)
{
    const struct felt_record_action *left = &a->action[index], *right = &b->action[index];
    return left->kind == right->kind && left->seat == right->seat && left->count == right->count &&
           left->amount == right->amount && memcmp(left->cards, right->cards, left->count) == 0 &&
           same_text(a, left->remark, b, right->remark);
}

static bool same_decision(const struct felt_record_decision *a,
                          const struct felt_record_decision *b)
{
    return a->call == b->call && a->raise_to_min == b->raise_to_min &&
           a->raise_to_max == b->raise_to_max && a->pot == b->pot && a->actor == b->actor &&
           a->street == b->street;
}

static bool same_head(const struct felt_record *a, const struct felt_record *b)
{
    int seats = a->seats;
    return a->variant == b->variant && seats == b->seats && a->decimals == b->decimals &&
           a->opener == b->opener && a->antes_matched == b->antes_matched &&
           a->has_finish == b->has_finish && a->has_decisions == b->has_decisions &&
           a->min_bet == b->min_bet && a->small_bet == b->small_bet && a->big_bet == b->big_bet &&
           a->bring_in == b->bring_in && a->cap == b->cap &&
           a->cap_counts_blind == b->cap_counts_blind &&
           a->heads_up_uncapped == b->heads_up_uncapped &&
           a->rake_needs_board == b->rake_needs_board && a->rake_per_10000 == b->rake_per_10000 &&
           a->rake_cap == b->rake_cap && a->runs == b->runs && a->bomb == b->bomb &&
           a->has_wild == b->has_wild && (!a->has_wild || a->wild == b->wild) &&
           a->later.state[0] == b->later.state[0] && a->later.state[1] == b->later.state[1] &&
           a->actions == b->actions && a->decisions == b->decisions && a->notes == b->notes &&
           same_list(a->stack, b->stack, seats) && same_list(a->ante, b->ante, seats) &&
           same_list(a->dead, b->dead, seats) && same_list(a->blind, b->blind, seats) &&
           (!a->has_finish || same_list(a->finish, b->finish, seats));
}

bool felt_record_equal(const struct felt_record *a, const struct felt_record *b)
{
    if (!same_head(a, b) || !same_text(a, a->id, b, b->id)) return false;
    for (int i = 0; i < a->actions; i++)
        if (!same_action(a, b, i)) return false;
    for (int i = 0; i < a->decisions; i++)
        if (!same_decision(&a->decision[i], &b->decision[i])) return false;
    for (int i = 0; i < a->notes; i++)
        if (!same_text(a, a->note[i].key, b, b->note[i].key) ||
            !same_text(a, a->note[i].value, b, b->note[i].value))
            return false;
    return true;
}
