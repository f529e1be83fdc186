/* value.c -- categories and names of values: code.h read backwards.
 *
 * A value is first taken apart into a reading: category, the ranks that make it and the kickers, as
 * ranks of real cards from the most to the least important.  Texts are made from readings only.
 * What the texts look like is laid down in tests/golden/value_names.txt. */
#include "felt/value.h"
#include "felt/assert.h"
#include "felt/buffer.h"
#include "felt/card.h"

#include "cards/code.h"

struct reading {
    enum felt_category category;
    int made[2], made_count; /* rank of the pair, trips ...; both of two pair and full house */
    int kicker[5], kicker_count;
    int top; /* straights: highest rank; else -1 */
};

static bool ace_is_low(enum felt_family family)
{
    return family == FELT_LOW_A5 || family == FELT_LOW_8 || family == FELT_BADUGI;
}
static bool is_low(enum felt_family family)
{
    return family == FELT_LOW_27 || family == FELT_LOW_A5 || family == FELT_LOW_8;
}
static bool is_badugi(enum felt_family family)
{
    return family == FELT_BADUGI || family == FELT_BADUGI_HIGH;
}

/* The category code of a family as one of FELT_HIGH. */
static unsigned plain_category(enum felt_family family, unsigned code)
{
    static const uint8_t three[6] = {CODE_HIGH_CARD, CODE_PAIR,  CODE_FLUSH,
                                     CODE_STRAIGHT,  CODE_TRIPS, CODE_STRAIGHT_FLUSH};
    if (family == FELT_HIGH_THREE) return code < 6 ? three[code] : CODE_HIGH_CARD;
    if (family == FELT_HIGH_SHORT && code == CODE_FLUSH) return CODE_FULL_HOUSE;
    if (family == FELT_HIGH_SHORT && code == CODE_FULL_HOUSE) return CODE_FLUSH;
    return code;
}

enum felt_category felt_value_category(enum felt_family family, felt_value value)
{
    unsigned code = is_low(family) ? CODE_LOW_TOP - (unsigned)value : value;
    if (value == 0 || family == FELT_FAMILY_NONE || family >= FELT_FAMILIES) return FELT_NOTHING;
    if (family == FELT_SPADE) return FELT_ONE_SPADE;
    if (is_badugi(family)) {
        unsigned cards = value >> 12;
        if (cards < 1 || cards > 4) return FELT_NOTHING;
        return (enum felt_category)(FELT_BADUGI_1 + cards - 1);
    }
    unsigned category = plain_category(family, code >> 12 & 15);
    if (category > CODE_FIVE_OF_A_KIND) return FELT_NOTHING;
    return (enum felt_category)(FELT_HIGH_CARD + category);
}

/* ---- readings ---- */

static void add_kickers(struct reading *reading, unsigned mask)
{
    for (int bit = 12; bit >= 0; bit--)
        if (mask >> bit & 1 && reading->kicker_count < 5)
            reading->kicker[reading->kicker_count++] = bit;
}

static void add_one_kicker(struct reading *reading, unsigned kicker)
{
    if (kicker) add_kickers(reading, 1u << (kicker - 1));
}

static void read_two_pair(struct reading *reading, unsigned place)
{
    unsigned pairs = place / CODE_ONE_KICKER, high = 1;
    while (high * (high + 1) / 2 <= pairs) high++;
    reading->made[0] = (int)high;
    reading->made[1] = (int)(pairs - high * (high - 1) / 2);
    reading->made_count = 2;
    add_one_kicker(reading, place % CODE_ONE_KICKER);
}

static void read_place(struct reading *reading, unsigned place)
{
    int rank;
    switch (reading->category) {
    case FELT_HIGH_CARD:
    case FELT_FLUSH: add_kickers(reading, code_from_ordinal(place, 5)); return;
    case FELT_PAIR:
        rank = (int)(place / CODE_PAIR_KICKERS);
        reading->made[reading->made_count++] = rank;
        add_kickers(reading, code_unsqueeze(code_from_ordinal(place % CODE_PAIR_KICKERS, 3), rank));
        return;
    case FELT_TWO_PAIR: read_two_pair(reading, place); return;
    case FELT_TRIPS:
        reading->made[reading->made_count++] = (int)(place / CODE_TRIPS_KICKERS);
        add_kickers(reading, code_from_ordinal(place % CODE_TRIPS_KICKERS, 2));
        return;
    case FELT_FULL_HOUSE:
        reading->made[0] = (int)(place / 13);
        reading->made[1] = (int)(place % 13);
        reading->made_count = 2;
        return;
    case FELT_QUADS:
        reading->made[reading->made_count++] = (int)(place / CODE_ONE_KICKER);
        add_one_kicker(reading, place % CODE_ONE_KICKER);
        return;
    case FELT_STRAIGHT:
    case FELT_STRAIGHT_FLUSH: reading->top = (int)place; return;
    default: reading->made[reading->made_count++] = (int)place; return;
    }
}

/* Rotated ranks (the ace is 0) back to real ones. */
static void raise_ace(int *ranks, int count)
{
    for (int i = 0; i < count; i++) ranks[i] = ranks[i] == 0 ? FELT_ACE : ranks[i] - 1;
}

static struct reading read_value(enum felt_family family, felt_value value)
{
    struct reading reading = {.category = felt_value_category(family, value), .top = -1};
    unsigned code = is_low(family) ? CODE_LOW_TOP - (unsigned)value : value;
    if (reading.category == FELT_NOTHING) return reading;
    if (is_badugi(family))
        add_kickers(&reading, code_from_ordinal(0xfff - (code & 0xfff), 4));
    else if (family == FELT_SPADE)
        reading.top = value - 1;
    else
        read_place(&reading, code & 0xfff);
    if (ace_is_low(family)) {
        raise_ace(reading.made, reading.made_count);
        raise_ace(reading.kicker, reading.kicker_count);
    }
    return reading;
}

/* ---- classes ---- */

/* Place of a mask among all masks with as many bits. */
static int place_of(unsigned mask)
{
    int place = 0;
    for (int size = 1; mask; size++, mask &= mask - 1) {
        int below = 1; /* sets of `size` of the ranks below the lowest bit */
        int bit = __builtin_ctz(mask);
        for (int i = 0; i < size; i++) below = below * (bit - i) / (i + 1);
        place += bit < size ? 0 : below;
    }
    return place;
}

/* Kickers as a place, with the ranks of the made hand left out. */
static int kickers_place(const struct reading *reading)
{
    unsigned mask = 0;
    for (int i = 0; i < reading->kicker_count; i++) mask |= 1u << reading->kicker[i];
    for (int i = 0; i < reading->made_count; i++) mask = code_squeeze(mask, reading->made[i]);
    return place_of(mask);
}

/* Five different ranks: straights are no high cards. */
static int ranks_place(const struct reading *reading)
{
    unsigned mask = 0;
    int straights = 0;
    for (int i = 0; i < reading->kicker_count; i++) mask |= 1u << reading->kicker[i];
    for (unsigned line = 0x1f; line < mask; line <<= 1) straights++;
    straights += CODE_WHEEL < mask;
    return place_of(mask) - straights;
}

int felt_high_class(felt_value value)
{
    static const int16_t first[FELT_FIVE_OF_A_KIND + 1] = {
        [FELT_HIGH_CARD] = 1,         [FELT_PAIR] = 1278,
        [FELT_TWO_PAIR] = 4138,       [FELT_TRIPS] = 4996,
        [FELT_STRAIGHT] = 5854,       [FELT_FLUSH] = 5864,
        [FELT_FULL_HOUSE] = 7141,     [FELT_QUADS] = 7297,
        [FELT_STRAIGHT_FLUSH] = 7453, [FELT_FIVE_OF_A_KIND] = FELT_HIGH_CLASSES};
    static const int8_t kickers[FELT_FIVE_OF_A_KIND + 1] = {
        [FELT_HIGH_CARD] = 5, [FELT_PAIR] = 3,  [FELT_TWO_PAIR] = 1,
        [FELT_TRIPS] = 2,     [FELT_FLUSH] = 5, [FELT_QUADS] = 1};
    struct reading reading = read_value(FELT_HIGH, value);
    if (reading.category == FELT_NOTHING || reading.kicker_count < kickers[reading.category])
        return 0;
    int least = first[reading.category], made = reading.made[0], low = reading.made[1];
    switch (reading.category) {
    case FELT_HIGH_CARD:
    case FELT_FLUSH: return least + ranks_place(&reading);
    case FELT_PAIR: return least + 220 * made + kickers_place(&reading);
    case FELT_TWO_PAIR: return least + 11 * (made * (made - 1) / 2 + low) + kickers_place(&reading);
    case FELT_TRIPS: return least + 66 * made + kickers_place(&reading);
    case FELT_STRAIGHT:
    case FELT_STRAIGHT_FLUSH: return least + reading.top - FELT_FIVE;
    case FELT_FULL_HOUSE: return least + 12 * made + low - (low > made);
    case FELT_QUADS: return least + 12 * made + kickers_place(&reading);
    default: return least;
    }
}

/* ---- texts ---- */

static void put_ranks(struct felt_buffer *out, const int *ranks, int count)
{
    for (int i = 0; i < count; i++) {
        if (i) felt_buffer_char(out, '-');
        felt_buffer_char(out, felt_rank_letter(ranks[i]));
    }
}

/* ", king and ten kickers" */
static void put_kickers(struct felt_buffer *out, const struct reading *reading)
{
    int count = reading->kicker_count;
    for (int i = 0; i < count; i++) {
        felt_buffer_text(out, i && i == count - 1 ? " and " : ", ");
        felt_buffer_text(out, felt_rank_name(reading->kicker[i]));
    }
    if (count) felt_buffer_text(out, count == 1 ? " kicker" : " kickers");
}

/* "pair of tens", "full house, aces full of kings", ... */
static void put_made(struct felt_buffer *out, const struct reading *reading)
{
    const char *first = felt_rank_plural(reading->made[0]);
    felt_buffer_text(out, felt_category_name(reading->category));
    felt_buffer_text(out, reading->category == FELT_PAIR ? " of " : ", ");
    felt_buffer_text(out, first);
    if (reading->made_count == 2) {
        felt_buffer_text(out, reading->category == FELT_FULL_HOUSE ? " full of " : " and ");
        felt_buffer_text(out, felt_rank_plural(reading->made[1]));
    }
}

static void put_high(struct felt_buffer *out, enum felt_family family,
                     const struct reading *reading)
{
    const char *name = felt_category_name(reading->category);
    if (reading->top >= 0) {
        if (reading->category == FELT_STRAIGHT_FLUSH && reading->top == FELT_ACE &&
            family != FELT_HIGH_THREE) {
            felt_buffer_text(out, "royal flush");
            return;
        }
        felt_buffer_text(out, name);
        felt_buffer_text(out, ", ");
        felt_buffer_text(out, felt_rank_name(reading->top));
        felt_buffer_text(out, " high");
    } else if (reading->made_count) {
        put_made(out, reading);
        put_kickers(out, reading);
    } else {
        felt_buffer_text(out, name);
        felt_buffer_text(out, ", ");
        felt_buffer_text(out, felt_rank_name(reading->kicker[0]));
        if (reading->category == FELT_FLUSH) felt_buffer_text(out, " high");
        if (reading->kicker_count > 1) {
            felt_buffer_text(out, ": ");
            put_ranks(out, reading->kicker, reading->kicker_count);
        }
    }
}

/* How many cards each of the ranks that make a hand stands for. */
static int pile_size(enum felt_category category)
{
    if (category == FELT_QUADS) return 4;
    return category == FELT_TRIPS ? 3 : 2;
}

static void put_low(struct felt_buffer *out, enum felt_family family, const struct reading *reading)
{
    int ranks[5], count = 0;
    for (int i = 0; i < reading->made_count; i++)
        for (int j = 0; j < pile_size(reading->category) && count < 5; j++)
            ranks[count++] = reading->made[i];
    for (int i = 0; i < reading->kicker_count && count < 5; i++)
        ranks[count++] = reading->kicker[i];
    for (int i = 0; reading->top >= 0 && i < 5; i++) ranks[count++] = reading->top - i;

    if (reading->category == FELT_HIGH_CARD) {
        bool wheel = family != FELT_LOW_27 && count == 5 && ranks[0] == FELT_FIVE;
        if (wheel) felt_buffer_text(out, "wheel: ");
        put_ranks(out, ranks, count);
        felt_buffer_text(out, " low");
        return;
    }
    if (reading->made_count)
        put_made(out, reading);
    else
        felt_buffer_text(out, felt_category_name(reading->category));
    if (reading->category == FELT_FULL_HOUSE) return;
    felt_buffer_text(out, ": ");
    put_ranks(out, ranks, count);
}

void felt_value_name(enum felt_family family, felt_value value, char *out, size_t bytes)
{
    struct reading reading = read_value(family, value);
    struct felt_buffer buffer = felt_buffer_make(out, bytes);
    felt_assert(bytes > 0);
    if (reading.category == FELT_NOTHING)
        felt_buffer_text(&buffer, family == FELT_LOW_8   ? "no low"
                                  : family == FELT_SPADE ? "no spade"
                                                         : "nothing");
    else if (is_badugi(family)) {
        felt_buffer_text(&buffer, felt_category_name(reading.category));
        felt_buffer_text(&buffer, ", ");
        put_ranks(&buffer, reading.kicker, reading.kicker_count);
    } else if (family == FELT_SPADE) {
        felt_buffer_text(&buffer, felt_rank_name(reading.top));
        felt_buffer_text(&buffer, " of spades");
    } else if (is_low(family))
        put_low(&buffer, family, &reading);
    else
        put_high(&buffer, family, &reading);
    felt_buffer_terminate(&buffer);
}

const char *felt_category_word(enum felt_category category)
{
    static const char *const words[FELT_CATEGORIES] = {
        "nothing",  "high_card",  "pair",           "two_pair",       "three_of_a_kind", "straight",
        "flush",    "full_house", "four_of_a_kind", "straight_flush", "five_of_a_kind",  "badugi_1",
        "badugi_2", "badugi_3",   "badugi_4",       "spade"};
    return category < FELT_CATEGORIES ? words[category] : "nothing";
}

const char *felt_category_name(enum felt_category category)
{
    static const char *const names[FELT_CATEGORIES] = {"nothing",
                                                       "high card",
                                                       "pair",
                                                       "two pair",
                                                       "three of a kind",
                                                       "straight",
                                                       "flush",
                                                       "full house",
                                                       "four of a kind",
                                                       "straight flush",
                                                       "five of a kind",
                                                       "one-card badugi",
                                                       "two-card badugi",
                                                       "three-card badugi",
                                                       "four-card badugi",
                                                       "spade"};
    return category < FELT_CATEGORIES ? names[category] : "nothing";
}

const char *felt_family_name(enum felt_family family)
{
    static const char *const names[FELT_FAMILIES] = {"none",   "high",  "high-short", "low-27",
                                                     "low-a5", "low-8", "badugi",     "badugi-high",
                                                     "three",  "spade"};
    return family < FELT_FAMILIES ? names[family] : "none";
}
