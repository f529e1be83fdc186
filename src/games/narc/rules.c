/* rules.c -- a catalogue and a rule set become rules, or a reason why they cannot.
 *
 * Errors point into the file that the value came from; the index of a card is its place there. */
#include "base/format.h"
#include "felt/hash.h"
#include "games/narc/parts.h"

#include <stdarg.h>
#include <string.h>

const struct felt_narc_options felt_narc_options_usual = {
    .rounds = 3,
    .hand_size = 3,
    .cap = 3,
    .cap_effect = FELT_CAP_ENDS,
    .answers = FELT_ANSWERS_BEHIND,
    .initiative = true,
    .order = {FELT_ROLE_NARC, FELT_ROLE_CUSTOMER, FELT_ROLE_PLAYER},
    .fold_price = 1,
    .insurance = true,
    .conviction = true,
    .tiers = true,
    .session_hands = 12,
    .session_cards = 5,
    .recycles = true,
    .bot = {"best", "wary", "careful"}};

const char *felt_narc_role_name(enum felt_narc_role role)
{
    static const char *const names[FELT_ROLES] = {"Narc", "Customer", "Player"};
    felt_assert((unsigned)role < FELT_ROLES);
    return names[role];
}

const char *felt_narc_type_word(enum felt_narc_type type)
{
    static const char *const words[FELT_NARC_TYPES] = {
        "product", "location", "evidence", "cover", "modifier", "insurance", "conviction"};
    felt_assert((unsigned)type < FELT_NARC_TYPES);
    return words[type];
}

const char *felt_narc_end_word(enum felt_narc_end end)
{
    static const char *const words[FELT_NARC_ENDS] = {"playing", "safe", "saved", "busted",
                                                      "folded"};
    felt_assert((unsigned)end < FELT_NARC_ENDS);
    return words[end];
}

int felt_narc_tier_at(const struct felt_narc_rules *rules, int32_t heat)
{
    int tier = 0;
    while (tier + 1 < rules->catalogue.tiers && rules->catalogue.tier[tier + 1].heat_min <= heat)
        tier++;
    return tier;
}

/* ---- reasons ---- */

struct judge {
    const struct felt_narc_options *options;
    const struct felt_narc_catalogue *catalogue;
    struct felt_narc_error *error; /* may be NULL */
    char pointer[FELT_NARC_POINTER_BYTES];
    bool in_options;
};

/* Where the next refusal points to. */
FELT_PRINTF(2, 3) static void point(struct judge *judge, const char *format, ...)
{
    struct felt_buffer text = felt_buffer_make(judge->pointer, sizeof judge->pointer);
    va_list arguments;
    va_start(arguments, format);
    felt_format(&text, format, arguments);
    va_end(arguments);
    (void)felt_buffer_terminate(&text);
}

/* Always false. */
FELT_PRINTF(2, 3) static bool refuse(struct judge *judge, const char *format, ...)
{
    va_list arguments;
    if (!judge->error) return false;
    struct felt_buffer text = felt_buffer_make(judge->error->text, sizeof judge->error->text);
    judge->error->in_options = judge->in_options;
    memcpy(judge->error->pointer, judge->pointer, sizeof judge->pointer);
    va_start(arguments, format);
    felt_format(&text, format, arguments);
    va_end(arguments);
    (void)felt_buffer_terminate(&text);
    return false;
}

static bool in_range(struct judge *judge, const char *field, int number, int low, int high)
{
    if (number >= low && number <= high) return true;
    size_t used = strlen(judge->pointer);
    struct felt_buffer text = felt_buffer_make(judge->pointer, sizeof judge->pointer);
    text.used = used;
    felt_buffer_char(&text, '/');
    felt_buffer_text(&text, field);
    (void)felt_buffer_terminate(&text);
    return refuse(judge, "%d is out of range; take %d to %d", number, low, high);
}

/* ---- the rule set ---- */

static bool verify_order(struct judge *judge)
{
    unsigned seen = 0;
    for (int seat = 0; seat < FELT_ROLES; seat++)
        if (judge->options->order[seat] < FELT_ROLES) seen |= 1u << judge->options->order[seat];
    point(judge, "/order");
    if (seen != (1u << FELT_ROLES) - 1)
        return refuse(judge, "name each of narc, customer and player once");
    return true;
}

static bool verify_options(struct judge *judge, bool sweep)
{
    const struct felt_narc_options *options = judge->options;
    judge->in_options = true;
    point(judge, "%s", "");
    if (!in_range(judge, "rounds", options->rounds, 1, FELT_NARC_ROUNDS_MAX) ||
        !in_range(judge, "hand_size", options->hand_size, 1, FELT_NARC_HAND_MAX) ||
        !in_range(judge, "fold_price", options->fold_price, 0, FELT_NARC_HAND_MAX) ||
        !in_range(judge, "pot_per_card", options->pot_per_card, 0, 1000) ||
        !in_range(judge, "session_hands", options->session_hands, 1, FELT_NARC_SESSION_MAX) ||
        !in_range(judge, "session_cards", options->session_cards, 1, FELT_NARC_DECK_MAX) ||
        !in_range(judge, "answers", options->answers, 0, FELT_ANSWERS - 1) ||
        !in_range(judge, "cap_effect", options->cap_effect, 0, FELT_CAP_ENDS))
        return false;
    if (options->cap < FELT_ROLES && !sweep) {
        point(judge, "/cap");
        return refuse(judge,
                      "%d is below the three seats: not everybody would get to act; "
                      "take 3 to %d",
                      options->cap, FELT_NARC_CAP_MAX);
    }
    if (!in_range(judge, "cap", options->cap, 1, FELT_NARC_CAP_MAX)) return false;
    int commits = options->rounds * options->cap;
    if (options->pays_to_stay) commits *= FELT_ROLES;
    point(judge, "/cap");
    if (commits > FELT_NARC_COMMITS_MAX)
        return refuse(judge,
                      "with %d rounds up to %d cards could lie on the table; "
                      "take less, so that it is at most %d",
                      options->rounds, commits, FELT_NARC_COMMITS_MAX);
    return verify_order(judge);
}

/* ---- the catalogue ---- */

static bool is_id(const char *text)
{
    size_t count = 0;
    for (; text[count]; count++) {
        char c = text[count];
        if (!((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_')) return false;
    }
    return count > 0 && count < FELT_NARC_ID_BYTES;
}

static bool is_name(const char name[FELT_NARC_NAME_BYTES])
{
    return name[0] != 0 && memchr(name, 0, FELT_NARC_NAME_BYTES) != NULL;
}

/* Who may own a card of a type: roles as bits. */
static unsigned owners_of(int type)
{
    const unsigned narc = 1u << FELT_ROLE_NARC, customer = 1u << FELT_ROLE_CUSTOMER,
                   player = 1u << FELT_ROLE_PLAYER;
    switch ((enum felt_narc_type)type) {
    case FELT_NARC_LOCATION: return customer | player;
    case FELT_NARC_EVIDENCE:
    case FELT_NARC_CONVICTION: return narc;
    case FELT_NARC_MODIFIER: return narc | customer | player;
    default: return player;
    }
}

struct field {
    const char *name;
    size_t offset;
    unsigned types; /* that have it: bits */
    int16_t low, high;
};

#define TYPE(name) (1u << FELT_NARC_##name)
#define FIELD(name, types, low, high)                                                              \
    {                                                                                              \
#name, offsetof(struct felt_narc_card, name), types, low, high                             \
    }
static const struct field fields[] = {
    FIELD(price, TYPE(PRODUCT), 0, FELT_NARC_NUMBER_MAX),
    FIELD(price_flat, TYPE(MODIFIER) | TYPE(LOCATION), -FELT_NARC_NUMBER_MAX, FELT_NARC_NUMBER_MAX),
    FIELD(evidence, TYPE(EVIDENCE) | TYPE(LOCATION) | TYPE(MODIFIER), -FELT_NARC_NUMBER_MAX,
          FELT_NARC_NUMBER_MAX),
    FIELD(cover, TYPE(COVER) | TYPE(LOCATION) | TYPE(MODIFIER) | TYPE(INSURANCE),
          -FELT_NARC_NUMBER_MAX, FELT_NARC_NUMBER_MAX),
    FIELD(heat, (1u << FELT_NARC_TYPES) - 1, -FELT_NARC_NUMBER_MAX, FELT_NARC_NUMBER_MAX),
    FIELD(cost, TYPE(INSURANCE), 0, FELT_NARC_NUMBER_MAX),
    FIELD(heat_penalty, TYPE(INSURANCE), 0, FELT_NARC_NUMBER_MAX),
    FIELD(threshold, TYPE(CONVICTION), 0, FELT_NARC_NUMBER_MAX)};
#undef FIELD
#undef TYPE

static bool verify_numbers(struct judge *judge, const struct felt_narc_card *card)
{
    for (size_t i = 0; i < sizeof fields / sizeof fields[0]; i++) {
        int16_t number;
        memcpy(&number, (const char *)card + fields[i].offset, sizeof number);
        bool has = fields[i].types >> card->type & 1;
        if (has && !in_range(judge, fields[i].name, number, fields[i].low, fields[i].high))
            return false;
        if (!has && number != 0)
            return refuse(judge, "a card of type %s has no %s",
                          felt_narc_type_word((enum felt_narc_type)card->type), fields[i].name);
    }
    if (card->type != FELT_NARC_MODIFIER && card->price_steps != FELT_NARC_FACTOR)
        return refuse(judge, "only a modifier has price_pct");
    if (card->price_steps < 1 || card->price_steps > FELT_NARC_STEPS_MAX)
        return refuse(judge, "price_pct is %d; take 5 to %d in steps of 5", 5 * card->price_steps,
                      5 * FELT_NARC_STEPS_MAX);
    return true;
}

static bool verify_card(struct judge *judge, int index)
{
    const struct felt_narc_card *card = &judge->catalogue->card[index];
    point(judge, "/cards/%d", index);
    if (memchr(card->id, 0, sizeof card->id) == NULL || !is_id(card->id))
        return refuse(judge, "an id is lower-case letters, digits and underscores, at most %d",
                      FELT_NARC_ID_BYTES - 1);
    for (int i = 0; i < index; i++)
        if (strcmp(judge->catalogue->card[i].id, card->id) == 0)
            return refuse(judge, "the id %s is there twice", card->id);
    if (!is_name(card->name)) return refuse(judge, "the card has no name, or one that is too long");
    if (memchr(card->text, 0, sizeof card->text) == NULL)
        return refuse(judge, "the text is too long");
    if (card->owner >= FELT_ROLES || card->type >= FELT_NARC_TYPES)
        return refuse(judge, "the card has no owner or no type");
    if (!(owners_of(card->type) >> card->owner & 1))
        return refuse(judge, "the %s cannot own a card of type %s",
                      felt_narc_role_name((enum felt_narc_role)card->owner),
                      felt_narc_type_word((enum felt_narc_type)card->type));
    return in_range(judge, "count", card->count, 0, FELT_NARC_DECK_MAX) &&
           verify_numbers(judge, card);
}

static bool verify_tier(struct judge *judge, int index)
{
    const struct felt_narc_catalogue *catalogue = judge->catalogue;
    const struct felt_narc_tier *tier = &catalogue->tier[index];
    int sum = 0;
    point(judge, "/narc_tiers/%d", index);
    if (!is_name(tier->name)) return refuse(judge, "the tier has no name, or one that is too long");
    if (index == 0 ? tier->heat_min != 0 : tier->heat_min <= catalogue->tier[index - 1].heat_min)
        return refuse(judge, "heat_min is %d; tiers begin with 0 and rise", (int)tier->heat_min);
    for (int kind = 0; kind < catalogue->kinds; kind++) {
        int change = tier->change[kind];
        const struct felt_narc_card *card = &catalogue->card[kind];
        if (change && card->owner != FELT_ROLE_NARC)
            return refuse(judge, "%s is no card of the Narc", card->id);
        if (card->count + change < 0)
            return refuse(judge, "there are only %d of %s to take away", card->count, card->id);
        sum += change;
    }
    if (sum != 0)
        return refuse(judge, "the swaps add up to %d cards; a tier has as many as the first one",
                      sum);
    return true;
}

/* Sizes of decks, and what the Player cannot do without. */
static bool verify_decks(struct judge *judge)
{
    const struct felt_narc_catalogue *catalogue = judge->catalogue;
    int count[FELT_ROLES] = {0}, products = 0, locations = 0, factors = 0;
    for (int kind = 0; kind < catalogue->kinds; kind++) {
        const struct felt_narc_card *card = &catalogue->card[kind];
        int most = card->count; /* of all tiers */
        for (int tier = 0; tier < catalogue->tiers; tier++)
            if (card->count + catalogue->tier[tier].change[kind] > most)
                most = card->count + catalogue->tier[tier].change[kind];
        count[card->owner] += card->count;
        if (card->price_steps != FELT_NARC_FACTOR) factors += most;
        if (card->owner != FELT_ROLE_PLAYER) continue;
        products += card->type == FELT_NARC_PRODUCT ? card->count : 0;
        locations += card->type == FELT_NARC_LOCATION ? card->count : 0;
    }
    point(judge, "/cards");
    for (int role = 0; role < FELT_ROLES; role++)
        if (count[role] < FELT_NARC_DECK_MIN || count[role] > FELT_NARC_DECK_MAX)
            return refuse(judge, "the deck of the %s has %d cards; take %d to %d",
                          felt_narc_role_name((enum felt_narc_role)role), count[role],
                          FELT_NARC_DECK_MIN, FELT_NARC_DECK_MAX);
    int sum = count[0] + count[1] + count[2];
    if (sum > FELT_NARC_CARDS_MAX)
        return refuse(judge, "the three decks have %d cards; take at most %d together", sum,
                      FELT_NARC_CARDS_MAX);
    if (products == 0 || locations == 0)
        return refuse(judge, "the deck of the Player needs a product and a location");
    if (factors > FELT_NARC_FACTORS_MAX)
        return refuse(judge, "%d cards have a price_pct; take at most %d", factors,
                      FELT_NARC_FACTORS_MAX);
    return true;
}

static bool verify_catalogue(struct judge *judge)
{
    const struct felt_narc_catalogue *catalogue = judge->catalogue;
    judge->in_options = false;
    point(judge, "/cards");
    if (catalogue->kinds < 1 || catalogue->kinds > FELT_NARC_KINDS_MAX)
        return refuse(judge, "there are %d kinds of cards; take 1 to %d", catalogue->kinds,
                      FELT_NARC_KINDS_MAX);
    for (int i = 0; i < catalogue->kinds; i++)
        if (!verify_card(judge, i)) return false;
    point(judge, "/narc_tiers");
    if (catalogue->tiers < 1 || catalogue->tiers > FELT_NARC_TIERS_MAX)
        return refuse(judge, "there are %d tiers; take 1 to %d", catalogue->tiers,
                      FELT_NARC_TIERS_MAX);
    for (int i = 0; i < catalogue->tiers; i++)
        if (!verify_tier(judge, i)) return false;
    return verify_decks(judge);
}

/* ---- making ---- */

static void lay_out(struct felt_narc_rules *rules)
{
    const struct felt_narc_catalogue *catalogue = &rules->catalogue;
    for (int tier = 0; tier < catalogue->tiers; tier++) {
        int card = 0;
        for (int role = 0; role < FELT_ROLES; role++) {
            rules->first[role] = (uint8_t)card;
            for (int kind = 0; kind < catalogue->kinds; kind++) {
                if (catalogue->card[kind].owner != role) continue;
                int copies = catalogue->card[kind].count + catalogue->tier[tier].change[kind];
                while (copies-- > 0) rules->kind[tier][card++] = (uint8_t)kind;
            }
            rules->count[role] = (uint8_t)(card - rules->first[role]);
            felt_cards below = ((felt_cards)1 << rules->first[role]) - 1;
            rules->of_role[role] = (((felt_cards)1 << card) - 1) & ~below;
        }
        rules->cards = (uint8_t)card;
    }
}

static uint64_t hash_cards(const struct felt_narc_rules *rules, uint64_t hash)
{
    const struct felt_narc_catalogue *catalogue = &rules->catalogue;
    for (int kind = 0; kind < catalogue->kinds; kind++) {
        const struct felt_narc_worth *worth = &rules->worth[kind];
        const int words[] = {worth->evidence,   worth->cover,   worth->heat,     worth->price,
                             worth->price_flat, worth->type,    worth->owner,    worth->price_steps,
                             worth->cost,       worth->penalty, worth->threshold};
        for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
            hash = felt_hash_word(hash, (uint64_t)words[i]);
    }
    for (int tier = 0; tier < catalogue->tiers; tier++) {
        hash = felt_hash_word(hash, (uint64_t)catalogue->tier[tier].heat_min);
        hash = felt_hash_bytes(hash, rules->kind[tier], rules->cards);
    }
    return hash;
}

static uint64_t hash_rules(const struct felt_narc_rules *rules)
{
    const struct felt_narc_options *options = &rules->options;
    const int words[] = {options->rounds,        options->hand_size,    options->cap,
                         options->cap_effect,    options->answers,      options->initiative,
                         options->order[0],      options->order[1],     options->order[2],
                         options->rotates,       options->fold_price,   options->pays_to_stay,
                         options->insurance,     options->conviction,   options->tiers,
                         options->open,          options->pot_per_card, options->session_hands,
                         options->session_cards, options->recycles};
    uint64_t hash = felt_hash_text("narc rules 1");
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        hash = felt_hash_word(hash, (uint64_t)words[i]);
    return hash_cards(rules, hash);
}

static void arm(struct felt_narc_rules *rules)
{
    static const struct felt_turn_rules *const machines[FELT_ANSWERS] = {
        &felt_commit_behind, &felt_commit_others, &felt_commit_poker};
    const struct felt_narc_options *options = &rules->options;
    rules->betting = (struct felt_commit_rules){.turn = *machines[options->answers],
                                                .cap = options->cap,
                                                .pays_to_stay = options->pays_to_stay};
    rules->betting.turn.cap_effect = options->cap_effect;
    if (options->cap < FELT_ROLES) rules->betting.turn.cap_effect = FELT_CAP_MUTES; /* NARC-3 */
    if (!options->initiative) rules->betting.turn.option = FELT_OPTION_NONE;
    rules->usual_betting = options->answers == FELT_ANSWERS_BEHIND && options->initiative &&
                           rules->betting.turn.cap_effect == FELT_CAP_ENDS &&
                           !options->pays_to_stay;
    for (int seat = 0; seat < FELT_ROLES; seat++)
        rules->seat_of[options->order[seat]] = (uint8_t)seat;
}

enum felt_status felt_narc_rules_make(const struct felt_narc_options *options,
                                      const struct felt_narc_catalogue *catalogue, bool sweep,
                                      struct felt_narc_rules *out, struct felt_narc_error *error)
{
    struct judge judge = {.options = options, .catalogue = catalogue, .error = error};
    if (!verify_options(&judge, sweep) || !verify_catalogue(&judge)) return FELT_BAD_RULES;
    memset(out, 0, sizeof *out);
    out->options = *options;
    out->catalogue = *catalogue;
    arm(out);
    lay_out(out);
    for (int kind = 0; kind < out->catalogue.kinds; kind++)
        narc_weigh(&out->catalogue.card[kind], &out->worth[kind]);
    out->hash = hash_rules(out);
    return FELT_OK;
}
