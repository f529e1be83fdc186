/* options.c -- rule sets of Narc as JSON, and rules of a rule set and a catalogue.
 *
 *     {
 *       "format": "felt.narc.rules",
 *       "version": 1,
 *       "name": "quick",
 *       "title": "Two rounds instead of three",
 *       "rounds": 2,
 *       "order": ["narc","customer","player"],
 *       "bots": {"narc":"best","customer":"wary","player":"careful"}
 *     }
 *
 * What is not said is as in the usual rules; hand_size as in the catalogue. */
#include "felt/assert.h"
#include "felt/narc_json.h"
#include "felt/narc_players.h"
#include "formats/narc/parts.h"

#include <string.h>

#define FORMAT "felt.narc.rules"

static const char *const answers[] = {"behind", "others", "poker", NULL};
static const char *const effects[] = {"mute", "end", NULL};
_Static_assert(sizeof answers / sizeof answers[0] == FELT_ANSWERS + 1, "a word for each");
_Static_assert(FELT_CAP_MUTES == 0 && FELT_CAP_ENDS == 1, "in the order of `effects`");

/* ---- order and bots ---- */

static enum felt_status read_order(struct narc_reader *reader, const json_t *value, void *object)
{
    struct felt_narc_options *options = object;
    unsigned seen = 0;
    enum felt_status status = FELT_OK;
    if (!json_is_array(value) || json_array_size(value) != FELT_ROLES)
        return felt_narc_refuse(reader, FELT_BAD_FORMAT,
                                "take a list of the three: [\"narc\",\"customer\",\"player\"]");
    for (size_t seat = 0; seat < FELT_ROLES && status == FELT_OK; seat++) {
        uint8_t role = 0;
        size_t mark = felt_narc_enter_item(reader, seat);
        status = felt_narc_read_word(reader, json_array_get(value, seat), felt_narc_roles_in_files,
                                     &role);
        if (status == FELT_OK && (seen >> role & 1))
            status = felt_narc_refuse(reader, FELT_BAD_FORMAT, "%s is there twice",
                                      felt_narc_roles_in_files[role]);
        felt_narc_leave(reader, mark);
        seen |= 1u << role;
        options->order[seat] = role;
    }
    return status;
}

static void write_order(struct felt_json *json, const void *object)
{
    const struct felt_narc_options *options = object;
    felt_json_array(json);
    for (int seat = 0; seat < FELT_ROLES; seat++)
        felt_json_text(json, felt_narc_roles_in_files[options->order[seat]]);
    felt_json_end(json);
}

#define BOT(role, index)                                                                           \
    {                                                                                              \
        .name = role, .kind = NARC_TEXT, .use = NARC_SAID,                                         \
        .offset = offsetof(struct felt_narc_options, bot[index]), .max = FELT_NARC_ID_BYTES        \
    }
static const struct narc_field bot_fields[FELT_ROLES] = {BOT("narc", FELT_ROLE_NARC),
                                                         BOT("customer", FELT_ROLE_CUSTOMER),
                                                         BOT("player", FELT_ROLE_PLAYER)};

static enum felt_status read_bots(struct narc_reader *reader, const json_t *value, void *object)
{
    struct felt_narc_options *options = object;
    enum felt_status status = felt_narc_read_fields(reader, value, bot_fields, FELT_ROLES, object);
    for (int role = 0; role < FELT_ROLES && status == FELT_OK; role++) {
        struct felt_complaint complaint;
        struct felt_narc_bot bot;
        size_t mark = felt_narc_enter(reader, felt_narc_roles_in_files[role]);
        status = felt_narc_bot_read(options->bot[role], strlen(options->bot[role]),
                                    (enum felt_narc_role)role, &bot, &complaint);
        if (status != FELT_OK) status = felt_narc_refuse(reader, status, "%s", complaint.text);
        felt_narc_leave(reader, mark);
    }
    return status;
}

static void write_bots(struct felt_json *json, const void *object)
{
    felt_narc_write_fields(json, bot_fields, FELT_ROLES, object);
}

/* ---- the whole ---- */

#define AT(member) offsetof(struct felt_narc_options, member)
#define SMALL(member, least, most)                                                                 \
    {                                                                                              \
        .name = #member, .kind = NARC_UINT8, .use = NARC_SAID, .offset = AT(member), .min = least, \
        .max = most                                                                                \
    }
#define FLAG(member)                                                                               \
    {                                                                                              \
        .name = #member, .kind = NARC_FLAG, .use = NARC_SAID, .offset = AT(member)                 \
    }
#define WORD(member, list)                                                                         \
    {                                                                                              \
        .name = #member, .kind = NARC_WORD, .use = NARC_SAID, .offset = AT(member), .words = list  \
    }
static const struct narc_field fields[] = {
    {.name = "name",
     .kind = NARC_NAME,
     .use = NARC_MUST,
     .offset = AT(name),
     .max = FELT_NARC_NAME_BYTES},
    {.name = "title", .kind = NARC_TEXT, .offset = AT(title), .max = FELT_NARC_TEXT_BYTES},
    SMALL(rounds, 1, FELT_NARC_ROUNDS_MAX),
    {.name = "hand_size",
     .kind = NARC_UINT8,
     .offset = AT(hand_size),
     .min = 1,
     .max = FELT_NARC_HAND_MAX},
    SMALL(cap, 1, FELT_NARC_CAP_MAX),
    WORD(cap_effect, effects),
    WORD(answers, answers),
    FLAG(initiative),
    {.name = "order",
     .kind = NARC_APART,
     .use = NARC_SAID,
     .read = read_order,
     .write = write_order},
    FLAG(rotates),
    SMALL(fold_price, 0, FELT_NARC_HAND_MAX),
    FLAG(pays_to_stay),
    FLAG(insurance),
    FLAG(conviction),
    FLAG(tiers),
    FLAG(open),
    {.name = "pot_per_card",
     .kind = NARC_INT16,
     .use = NARC_SAID,
     .offset = AT(pot_per_card),
     .max = 1000},
    SMALL(session_hands, 1, FELT_NARC_SESSION_MAX),
    SMALL(session_cards, 1, FELT_NARC_DECK_MAX),
    FLAG(recycles),
    {.name = "bots", .kind = NARC_APART, .use = NARC_SAID, .read = read_bots, .write = write_bots}};
enum { FIELDS = sizeof fields / sizeof fields[0] };

enum felt_status felt_narc_options_read(const char *text, size_t bytes,
                                        struct felt_narc_options *out,
                                        struct felt_narc_error *error)
{
    struct narc_reader reader = {.error = error, .what = "a rule set", .in_options = true};
    struct felt_narc_options options = felt_narc_options_usual;
    enum felt_status status = FELT_OK;
    json_t *root = felt_narc_load_json(&reader, text, bytes, FELT_NARC_TEXT_MAX, FORMAT, &status);
    if (!root) return status;
    options.hand_size = 0;
    status = felt_narc_read_fields(&reader, root, fields, FIELDS, &options);
    json_decref(root);
    if (status == FELT_OK) *out = options;
    return status;
}

enum felt_status felt_narc_options_write(const struct felt_narc_options *options,
                                         struct felt_buffer *out)
{
    size_t start = out->used;
    felt_narc_write_lines(out, FORMAT, fields, FIELDS, options);
    if (out->overflow || out->used - start > FELT_NARC_TEXT_MAX) return FELT_FULL;
    return FELT_OK;
}

/* ---- rules ---- */

enum felt_status felt_narc_rules_join(const struct felt_narc_options *options,
                                      const struct felt_narc_catalogue *catalogue, bool sweep,
                                      struct felt_narc_rules *out, struct felt_narc_error *error)
{
    struct felt_narc_options whole = *options;
    if (whole.hand_size == 0) whole.hand_size = catalogue->hand_size;
    enum felt_status status = felt_narc_rules_make(&whole, catalogue, sweep, out, error);
    if (status != FELT_OK && error) felt_narc_cards_point(catalogue, error);
    return status;
}

enum felt_status felt_narc_rules_read(const char *options_text, size_t options_bytes,
                                      const char *cards_text, size_t cards_bytes, bool sweep,
                                      struct felt_narc_rules *out, struct felt_narc_error *error)
{
    struct felt_narc_options options;
    struct felt_narc_catalogue catalogue;
    enum felt_status status = felt_narc_options_read(options_text, options_bytes, &options, error);
    if (status == FELT_OK)
        status = felt_narc_cards_read(cards_text, cards_bytes, &catalogue, error);
    if (status == FELT_OK) status = felt_narc_rules_join(&options, &catalogue, sweep, out, error);
    return status;
}
