/* characters.c -- see characters.h.  Tables are sorted and searched by halves. */
#include "accounts/characters.h"

struct range {
    uint32_t first, last;
};

static bool is_within(const struct range *ranges, size_t count, uint32_t character)
{
    size_t low = 0, high = count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (character > ranges[middle].last)
            low = middle + 1;
        else
            high = middle;
    }
    return low < count && character >= ranges[low].first;
}

bool felt_character_is_hidden(uint32_t character)
{
    static const struct range ranges[] = {
        {0x0000, 0x001F},    /* controls                                    */
        {0x007F, 0x00A0},    /* controls, a blank that does not break       */
        {0x00AD, 0x00AD},    /* a hyphen that shows at line ends only       */
        {0x034F, 0x034F},    /* a joiner                                    */
        {0x0600, 0x0605},    /* signs that enclose the numbers behind them  */
        {0x061C, 0x061C},    /* a direction                                 */
        {0x06DD, 0x06DD},    /* encloses a number                           */
        {0x070F, 0x070F},    /* marks an abbreviation                       */
        {0x0890, 0x0891},    /* enclose numbers                             */
        {0x08E2, 0x08E2},    /* encloses a number                           */
        {0x115F, 0x1160},    /* fillers                                     */
        {0x1680, 0x1680},    /* a blank                                     */
        {0x17B4, 0x17B5},    /* vowels that are not written                 */
        {0x180B, 0x180F},    /* selectors                                   */
        {0x2000, 0x200F},    /* blanks, joiners, directions                 */
        {0x2028, 0x202F},    /* ends of lines, directions, a blank          */
        {0x205F, 0x206F},    /* a blank, joiners, invisible operators       */
        {0x2800, 0x2800},    /* a braille cell without dots                 */
        {0x3000, 0x3000},    /* a wide blank                                */
        {0x3164, 0x3164},    /* a filler                                    */
        {0xD800, 0xF8FF},    /* surrogates, private use                     */
        {0xFDD0, 0xFDEF},    /* no characters                               */
        {0xFE00, 0xFE0F},    /* selectors                                   */
        {0xFEFF, 0xFEFF},    /* a mark of byte order                        */
        {0xFFA0, 0xFFA0},    /* a filler                                    */
        {0xFFF0, 0xFFFB},    /* annotations                                 */
        {0xFFFD, 0xFFFF},    /* what could not be read; no characters       */
        {0x110BD, 0x110BD},  /* encloses a number                           */
        {0x110CD, 0x110CD},  /* encloses a number                           */
        {0x13430, 0x1343F},  /* arrange hieroglyphs                         */
        {0x1BCA0, 0x1BCA3},  /* of shorthand                                */
        {0x1D159, 0x1D159},  /* a note without a head                       */
        {0x1D173, 0x1D17A},  /* of music                                    */
        {0xE0000, 0x10FFFF}, /* tags, selectors, private use                */
    };
    if ((character & 0xFFFE) == 0xFFFE) return true; /* the last two of each plane */
    return is_within(ranges, sizeof ranges / sizeof ranges[0], character);
}

bool felt_character_is_mark(uint32_t character)
{
    static const struct range ranges[] = {
#include "marks.inc"
    };
    return is_within(ranges, sizeof ranges / sizeof ranges[0], character);
}

bool felt_character_is_accent(uint32_t character)
{
    static const struct range ranges[] = {
#include "accents.inc"
    };
    return is_within(ranges, sizeof ranges / sizeof ranges[0], character);
}

/* ---- likeness ------------------------------------------------------------------------------- */

/* Characters first, first + step .. last, each like the one that is as far from to[0]; step 0: all
 * of them like to[0].  A character that is like several others has a row of its own. */
struct likeness {
    uint32_t first, last;
    uint8_t step;
    uint32_t to[FELT_LIKENESS_MAX];
};

static const struct likeness likenesses[] = {
#include "likeness.inc"
};

static const struct likeness *find_likeness(uint32_t character)
{
    size_t low = 0, high = sizeof likenesses / sizeof likenesses[0];
    const size_t count = high;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (character > likenesses[middle].last)
            low = middle + 1;
        else
            high = middle;
    }
    if (low == count || character < likenesses[low].first) return NULL;
    const struct likeness *row = &likenesses[low];
    return row->step == 2 && (character - row->first) % 2 ? NULL : row;
}

/* Of ASCII.  A capital I, a small L and the digit are the same stroke in most typefaces, and
 * capitals do not count: so i is the same, too.  Signs that only remind of each other (3 and E,
 * 5 and S) stay different here. */
static uint32_t plain(uint32_t character)
{
    if (character >= 'A' && character <= 'Z') character = character - 'A' + 'a';
    switch (character) {
    case '0': return 'o';
    case '1':
    case 'i':
    case '|': return 'l';
    default: return character;
    }
}

size_t felt_character_likeness(uint32_t character, uint32_t out[FELT_LIKENESS_MAX])
{
    const struct likeness *row = character < 0x80 ? NULL : find_likeness(character);
    out[0] = row ? row->to[0] : character;
    if (row && row->step > 0) out[0] += character - row->first;
    out[0] = plain(out[0]);
    size_t count = 1;
    for (; row && count < FELT_LIKENESS_MAX && row->to[count]; count++)
        out[count] = plain(row->to[count]);
    return count;
}

/* ---- joining -------------------------------------------------------------------------------- */

/* Syllables of Hangul are numbered by their parts: 19 that begin, 21 vowels, 27 that end or none.
 */
static uint32_t join_hangul(uint32_t first, uint32_t second)
{
    enum { BEGIN = 0x1100, VOWEL = 0x1161, END = 0x11A7, WHOLE = 0xAC00 };
    enum { BEGINS = 19, VOWELS = 21, ENDS = 28 };
    if (first >= BEGIN && first < BEGIN + BEGINS && second >= VOWEL && second < VOWEL + VOWELS)
        return WHOLE + ((first - BEGIN) * VOWELS + (second - VOWEL)) * ENDS;
    bool open =
        first >= WHOLE && first < WHOLE + BEGINS * VOWELS * ENDS && (first - WHOLE) % ENDS == 0;
    return open && second > END && second < END + ENDS ? first + second - END : 0;
}

uint32_t felt_character_join(uint32_t first, uint32_t second)
{
    static const struct {
        uint32_t first, second, whole;
    } pairs[] = {
#include "pairs.inc"
    };
    size_t low = 0, high = sizeof pairs / sizeof pairs[0];
    const size_t count = high;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        bool below = pairs[middle].first != first ? pairs[middle].first < first
                                                  : pairs[middle].second < second;
        if (below)
            low = middle + 1;
        else
            high = middle;
    }
    if (low < count && pairs[low].first == first && pairs[low].second == second)
        return pairs[low].whole;
    return join_hangul(first, second);
}
