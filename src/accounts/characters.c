/* characters.c -- see characters.h.  Ranges are sorted and searched by halves. */
#include "accounts/characters.h"

#include <stddef.h>

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

/* ---- likeness ------------------------------------------------------------------------------- */

/* Whole alphabets of ASCII, again: wide, in circles, in the styles of mathematics. */
static uint32_t unstyle(uint32_t character)
{
    enum { ALPHABET = 26, DIGITS = 10 };
    if (character >= 0xFF01 && character <= 0xFF5E) return character - 0xFF01 + '!';
    if (character >= 0x24B6 && character <= 0x24E9) return (character - 0x24B6) % ALPHABET + 'a';
    if (character >= 0x249C && character <= 0x24B5) return character - 0x249C + 'a';
    if (character >= 0x1F130 && character <= 0x1F149) return character - 0x1F130 + 'a';
    if (character >= 0x1D400 && character <= 0x1D6A3) return (character - 0x1D400) % ALPHABET + 'a';
    if (character >= 0x1D7CE && character <= 0x1D7FF) return (character - 0x1D7CE) % DIGITS + '0';
    if (character >= 0x2460 && character <= 0x2468) return character - 0x2460 + '1';
    if (character >= 0x2080 && character <= 0x2089) return character - 0x2080 + '0';
    if (character >= 0x2074 && character <= 0x2079) return character - 0x2074 + '4';
    return character;
}

/* Cyrillic, Greek and others that print like a letter of ours. */
static char stranger(uint32_t character)
{
    static const struct {
        uint32_t character;
        char like;
    } rows[] = {
        {0x00B2, '2'}, {0x00B3, '3'}, {0x00B9, '1'}, {0x0131, 'i'}, {0x0251, 'a'}, {0x0261, 'g'},
        {0x0391, 'a'}, {0x0395, 'e'}, {0x0397, 'h'}, {0x0399, 'i'}, {0x039F, 'o'}, {0x03A1, 'p'},
        {0x03A5, 'y'}, {0x03B1, 'a'}, {0x03B5, 'e'}, {0x03B9, 'i'}, {0x03BF, 'o'}, {0x03C1, 'p'},
        {0x03C3, 'o'}, {0x03C5, 'u'}, {0x03B3, 'y'}, {0x0405, 's'}, {0x0406, 'i'}, {0x0410, 'a'},
        {0x0415, 'e'}, {0x041D, 'h'}, {0x041E, 'o'}, {0x0420, 'p'}, {0x0423, 'y'}, {0x0430, 'a'},
        {0x0433, 'r'}, {0x0435, 'e'}, {0x043D, 'h'}, {0x043E, 'o'}, {0x0440, 'p'}, {0x0443, 'y'},
        {0x0455, 's'}, {0x0456, 'i'}, {0x04AE, 'y'}, {0x04AF, 'y'}, {0x04BA, 'h'}, {0x04BB, 'h'},
        {0x04C0, 'l'}, {0x04CF, 'l'}, {0x0501, 'd'}, {0x054D, 'u'}, {0x0555, 'o'}, {0x0570, 'h'},
        {0x057D, 'u'}, {0x0585, 'o'}, {0x1D00, 'a'}, {0x1D07, 'e'}, {0x1D0F, 'o'}, {0x1D18, 'p'},
        {0x1D1C, 'u'}, {0x0280, 'r'}, {0x028F, 'y'}, {0x029C, 'h'}, {0x029F, 'l'}, {0xA731, 's'},
        {0x2070, '0'}, {0x212E, 'e'}, {0x2113, 'l'}, {0x24EA, '0'}, {0x217C, 'l'}, {0x2160, 'i'},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        if (rows[i].character == character) return rows[i].like;
    return 0;
}

char felt_character_likeness(uint32_t character)
{
    /* U+00C0 .. U+00FF without their accents; '*': a sign. */
    static const char plain[] = "aaaaaaaceeeeiiiidnooooo*ouuuuypsaaaaaaaceeeeiiiidnooooo*ouuuuypy";
    _Static_assert(sizeof plain - 1 == 64, "one for each");
    character = unstyle(character);
    if (character >= 0xC0 && character <= 0xFF) return plain[character - 0xC0];
    if (character >= 'A' && character <= 'Z') return (char)(character - 'A' + 'a');
    return character < 0x80 ? (char)character : stranger(character);
}
