/* cards.c -- catalogues of Narc as JSON.
 *
 *     {
 *       "format": "felt.narc.cards",
 *       "version": 1,
 *       "name": "back-room-curios",
 *       "hand_size": 3,
 *       "cards": [
 *         {"id":"bootleg_records","name":"Bootleg Records","owner":"player","type":"product",
 *          "count":2,"price":30,"heat":5,"text":"Live at a club that never existed."}
 *       ],
 *       "tier_cards": [
 *         {"id":"dawn_raid","name":"Dawn Visit","owner":"narc","type":"evidence","evidence":40}
 *       ],
 *       "narc_tiers": [
 *         {"name":"Cold","heat_min":0,"swap":[]},
 *         {"name":"Warm","heat_min":26,"swap":[["long_lunch",-4],["dawn_raid",4]]}
 *       ]
 *     }
 *
 * Cards of tier_cards have no copies in the first tier; in memory they stand behind the others.  A
 * number that is missing is 0, a missing price_pct is 100. */
#include "felt/assert.h"
#include "felt/narc_json.h"
#include "formats/narc/parts.h"

#include <stdlib.h>
#include <string.h>

#define FORMAT "felt.narc.cards"

static const char *const types[] = {"product",  "location",  "evidence",   "cover",
                                    "modifier", "insurance", "conviction", NULL};
_Static_assert(sizeof types / sizeof types[0] == FELT_NARC_TYPES + 1, "a word for each");

#define CARD(member) offsetof(struct felt_narc_card, member)
#define NUMBER(member)                                                                             \
    {                                                                                              \
        .name = #member, .kind = NARC_INT16, .offset = CARD(member), .min = -FELT_NARC_NUMBER_MAX, \
        .max = FELT_NARC_NUMBER_MAX                                                                \
    }
/* Of a card: `count` is left out of the cards of tiers. */
enum { COUNT_FIELD = 4 };
static const struct narc_field card_fields[] = {
    {.name = "id",
     .kind = NARC_NAME,
     .use = NARC_MUST,
     .offset = CARD(id),
     .max = FELT_NARC_ID_BYTES},
    {.name = "name",
     .kind = NARC_TEXT,
     .use = NARC_MUST,
     .offset = CARD(name),
     .max = FELT_NARC_NAME_BYTES},
    {.name = "owner",
     .kind = NARC_WORD,
     .use = NARC_MUST,
     .offset = CARD(owner),
     .words = felt_narc_roles_in_files},
    {.name = "type", .kind = NARC_WORD, .use = NARC_MUST, .offset = CARD(type), .words = types},
    {.name = "count",
     .kind = NARC_UINT8,
     .use = NARC_MUST,
     .offset = CARD(count),
     .min = 1,
     .max = FELT_NARC_DECK_MAX},
    NUMBER(price),
    {.name = "price_pct",
     .kind = NARC_STEPS,
     .offset = CARD(price_steps),
     .min = 1,
     .max = FELT_NARC_STEPS_MAX,
     .usual = FELT_NARC_FACTOR},
    NUMBER(price_flat),
    NUMBER(evidence),
    NUMBER(cover),
    NUMBER(heat),
    NUMBER(cost),
    NUMBER(heat_penalty),
    NUMBER(threshold),
    {.name = "text", .kind = NARC_TEXT, .offset = CARD(text), .max = FELT_NARC_TEXT_BYTES}};
enum { CARD_FIELDS = sizeof card_fields / sizeof card_fields[0] };

/* ---- reading ---- */

static void without_count(struct narc_field out[CARD_FIELDS - 1])
{
    int used = 0;
    for (int i = 0; i < CARD_FIELDS; i++)
        if (i != COUNT_FIELD) out[used++] = card_fields[i];
}

static enum felt_status read_list(struct narc_reader *reader, const json_t *list,
                                  const struct narc_field *fields, int count,
                                  struct felt_narc_catalogue *catalogue)
{
    enum felt_status status = felt_narc_want_list(
        reader, list, (size_t)(FELT_NARC_KINDS_MAX - catalogue->kinds), "cards");
    for (size_t i = 0; status == FELT_OK && i < json_array_size(list); i++) {
        struct felt_narc_card *card = &catalogue->card[catalogue->kinds++];
        size_t mark = felt_narc_enter_item(reader, i);
        card->price_steps = FELT_NARC_FACTOR;
        status = felt_narc_read_fields(reader, json_array_get(list, i), fields, count, card);
        felt_narc_leave(reader, mark);
    }
    return status;
}

static enum felt_status read_cards(struct narc_reader *reader, const json_t *value, void *object)
{
    return read_list(reader, value, card_fields, CARD_FIELDS, object);
}

static enum felt_status read_tier_cards(struct narc_reader *reader, const json_t *value,
                                        void *object)
{
    struct narc_field fields[CARD_FIELDS - 1];
    without_count(fields);
    return read_list(reader, value, fields, CARD_FIELDS - 1, object);
}

/* ["long_lunch", -4] */
static enum felt_status read_change(struct narc_reader *reader, const json_t *pair,
                                    struct felt_narc_catalogue *catalogue,
                                    struct felt_narc_tier *tier)
{
    const char *ids[FELT_NARC_KINDS_MAX + 1] = {NULL};
    uint8_t kind = 0;
    int64_t change = 0;
    if (!json_is_array(pair) || json_array_size(pair) != 2)
        return felt_narc_refuse(reader, FELT_BAD_FORMAT,
                                "take the id of a card and a number, as in [\"long_lunch\",-4]");
    for (int i = 0; i < catalogue->kinds; i++) ids[i] = catalogue->card[i].id;
    size_t mark = felt_narc_enter_item(reader, 0);
    enum felt_status status = felt_narc_read_word(reader, json_array_get(pair, 0), ids, &kind);
    if (status == FELT_OK && tier->change[kind] != 0)
        status = felt_narc_refuse(reader, FELT_BAD_FORMAT, "%s is there twice", ids[kind]);
    felt_narc_leave(reader, mark);
    if (status != FELT_OK) return status;
    mark = felt_narc_enter_item(reader, 1);
    status = felt_narc_read_int(reader, json_array_get(pair, 1), -FELT_NARC_DECK_MAX,
                                FELT_NARC_DECK_MAX, &change);
    if (status == FELT_OK && change == 0)
        status = felt_narc_refuse(reader, FELT_BAD_NUMBER, "0 changes nothing; leave the pair out");
    felt_narc_leave(reader, mark);
    if (status == FELT_OK) tier->change[kind] = (int8_t)change;
    return status;
}

/* A tier, and the catalogue whose cards it names. */
struct tier_place {
    struct felt_narc_tier tier;
    struct felt_narc_catalogue *catalogue;
};

static enum felt_status read_swap(struct narc_reader *reader, const json_t *value, void *object)
{
    struct tier_place *place = object;
    enum felt_status status = felt_narc_want_list(reader, value, FELT_NARC_KINDS_MAX, "swaps");
    for (size_t i = 0; status == FELT_OK && i < json_array_size(value); i++) {
        size_t mark = felt_narc_enter_item(reader, i);
        status = read_change(reader, json_array_get(value, i), place->catalogue, &place->tier);
        felt_narc_leave(reader, mark);
    }
    return status;
}

static void write_swap(struct felt_json *json, const void *object)
{
    const struct tier_place *place = object;
    felt_json_array(json);
    for (int kind = 0; kind < place->catalogue->kinds; kind++) {
        if (place->tier.change[kind] == 0) continue;
        felt_json_array(json);
        felt_json_text(json, place->catalogue->card[kind].id);
        felt_json_int(json, place->tier.change[kind]);
        felt_json_end(json);
    }
    felt_json_end(json);
}

static const struct narc_field tier_fields[] = {
    {.name = "name",
     .kind = NARC_TEXT,
     .use = NARC_MUST,
     .offset = offsetof(struct tier_place, tier.name),
     .max = FELT_NARC_NAME_BYTES},
    {.name = "heat_min",
     .kind = NARC_INT32,
     .use = NARC_MUST,
     .offset = offsetof(struct tier_place, tier.heat_min),
     .max = FELT_NARC_NUMBER_MAX},
    {.name = "swap", .kind = NARC_APART, .use = NARC_MUST, .read = read_swap, .write = write_swap}};
enum { TIER_FIELDS = sizeof tier_fields / sizeof tier_fields[0] };

static enum felt_status read_tiers(struct narc_reader *reader, const json_t *value, void *object)
{
    struct felt_narc_catalogue *catalogue = object;
    enum felt_status status = felt_narc_want_list(reader, value, FELT_NARC_TIERS_MAX, "tiers");
    for (size_t i = 0; status == FELT_OK && i < json_array_size(value); i++) {
        struct tier_place place = {.catalogue = catalogue};
        size_t mark = felt_narc_enter_item(reader, i);
        status = felt_narc_read_fields(reader, json_array_get(value, i), tier_fields, TIER_FIELDS,
                                       &place);
        felt_narc_leave(reader, mark);
        catalogue->tier[catalogue->tiers++] = place.tier;
    }
    return status;
}

/* ---- writing ---- */

/* The cards that have copies in the first tier; the rest are tier_cards. */
static int cards_with_copies(const struct felt_narc_catalogue *catalogue)
{
    int count = 0;
    while (count < catalogue->kinds && catalogue->card[count].count > 0) count++;
    return count;
}

/* A list with a line for each card; it stands between the lines of the catalogue. */
static void write_list(struct felt_json *json, const struct felt_narc_catalogue *catalogue,
                       int first, int end, const struct narc_field *fields, int count)
{
    felt_buffer_char(json->out, '[');
    for (int i = first; i < end; i++) {
        struct felt_json line = felt_json_make(json->out);
        felt_buffer_text(json->out, i > first ? ",\n    " : "\n    ");
        felt_narc_write_fields(&line, fields, count, &catalogue->card[i]);
    }
    felt_buffer_text(json->out, first < end ? "\n  ]" : "]");
}

static void write_cards(struct felt_json *json, const void *object)
{
    const struct felt_narc_catalogue *catalogue = object;
    write_list(json, catalogue, 0, cards_with_copies(catalogue), card_fields, CARD_FIELDS);
}

static void write_tier_cards(struct felt_json *json, const void *object)
{
    const struct felt_narc_catalogue *catalogue = object;
    struct narc_field fields[CARD_FIELDS - 1];
    without_count(fields);
    write_list(json, catalogue, cards_with_copies(catalogue), catalogue->kinds, fields,
               CARD_FIELDS - 1);
}

static void write_tiers(struct felt_json *json, const void *object)
{
    struct felt_narc_catalogue *catalogue = (struct felt_narc_catalogue *)(uintptr_t)object;
    felt_buffer_char(json->out, '[');
    for (int i = 0; i < catalogue->tiers; i++) {
        struct felt_json line = felt_json_make(json->out);
        struct tier_place place = {catalogue->tier[i], catalogue};
        felt_buffer_text(json->out, i ? ",\n    " : "\n    ");
        felt_narc_write_fields(&line, tier_fields, TIER_FIELDS, &place);
    }
    felt_buffer_text(json->out, catalogue->tiers ? "\n  ]" : "]");
}

/* ---- both ---- */

static const struct narc_field root_fields[] = {
    {.name = "name",
     .kind = NARC_NAME,
     .use = NARC_MUST,
     .offset = offsetof(struct felt_narc_catalogue, name),
     .max = FELT_NARC_NAME_BYTES},
    {.name = "hand_size",
     .kind = NARC_UINT8,
     .use = NARC_SAID,
     .offset = offsetof(struct felt_narc_catalogue, hand_size),
     .min = 1,
     .max = FELT_NARC_HAND_MAX},
    {.name = "cards",
     .kind = NARC_APART,
     .use = NARC_MUST,
     .read = read_cards,
     .write = write_cards},
    {.name = "tier_cards",
     .kind = NARC_APART,
     .use = NARC_SAID,
     .read = read_tier_cards,
     .write = write_tier_cards},
    {.name = "narc_tiers",
     .kind = NARC_APART,
     .use = NARC_MUST,
     .read = read_tiers,
     .write = write_tiers}};
enum { ROOT_FIELDS = sizeof root_fields / sizeof root_fields[0] };

enum felt_status felt_narc_cards_read(const char *text, size_t bytes,
                                      struct felt_narc_catalogue *out,
                                      struct felt_narc_error *error)
{
    struct narc_reader reader = {.error = error, .what = "a catalogue"};
    struct felt_narc_catalogue catalogue = {.hand_size = felt_narc_options_usual.hand_size};
    enum felt_status status = FELT_OK;
    json_t *root = felt_narc_load_json(&reader, text, bytes, FELT_NARC_TEXT_MAX, FORMAT, &status);
    if (!root) return status;
    status = felt_narc_read_fields(&reader, root, root_fields, ROOT_FIELDS, &catalogue);
    json_decref(root);
    if (status == FELT_OK) *out = catalogue;
    return status;
}

enum felt_status felt_narc_cards_write(const struct felt_narc_catalogue *catalogue,
                                       struct felt_buffer *out)
{
    size_t start = out->used;
    for (int i = cards_with_copies(catalogue); i < catalogue->kinds; i++)
        if (catalogue->card[i].count) return FELT_BAD_RULES;
    felt_narc_write_lines(out, FORMAT, root_fields, ROOT_FIELDS, catalogue);
    if (out->overflow || out->used - start > FELT_NARC_TEXT_MAX) return FELT_FULL;
    return FELT_OK;
}

/* Only these pointers name a card by its place: "/cards/30", "/cards/30/cover". */
void felt_narc_cards_point(const struct felt_narc_catalogue *catalogue,
                           struct felt_narc_error *error)
{
    static const char prefix[] = "/cards/";
    char *rest;
    int split = cards_with_copies(catalogue);
    if (error->in_options || strncmp(error->pointer, prefix, sizeof prefix - 1) != 0) return;
    long index = strtol(error->pointer + sizeof prefix - 1, &rest, 10);
    if (rest == error->pointer + sizeof prefix - 1 || index < split) return;
    struct felt_narc_error moved = *error;
    struct felt_buffer text = felt_buffer_make(moved.pointer, sizeof moved.pointer);
    felt_buffer_text(&text, "/tier_cards/");
    felt_buffer_int(&text, index - split);
    felt_buffer_text(&text, rest);
    (void)felt_buffer_terminate(&text);
    *error = moved;
}
