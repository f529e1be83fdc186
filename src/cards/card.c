/* card.c -- names and text of cards.
 *
 * Grammar of one card, read from left to right without going back:
 *
 *     card  = rank suit | joker
 *     rank  = "2" .. "9" | "T" | "10" | "J" | "Q" | "K" | "A"      small letters too
 *     suit  = "c" | "d" | "h" | "s"                                capitals too
 *           | one of the characters U+2660 .. U+2667, and behind it a variation selector if any
 *     joker = "J" ( "r" | "b" )
 *
 * Phones like to send a spade as U+2660 U+FE0F, "the spade, as a picture"; the second character is
 * swallowed.
 *
 * When a text is refused, the complaint points at the first byte that cannot go on, quotes the
 * whole word (up to white space or a comma), and says what would do. */
#include "felt/card.h"

#include "base/format.h"
#include "base/utf8.h"
#include "felt/assert.h"

#include <stdbool.h>
#include <string.h>

static const char rank_letters[FELT_RANKS + 1] = "23456789TJQKA";
static const char suit_letters[FELT_SUITS + 1] = "cdhs";

#define RANKS_HELP "ranks are 2-9 T J Q K A (or 10)"
#define SUITS_HELP "suits are c d h s"

static bool is_rank(int rank)
{
    return rank >= 0 && rank < FELT_RANKS;
}

static bool is_suit(int suit)
{
    return suit >= 0 && suit < FELT_SUITS;
}

char felt_rank_letter(int rank)
{
    felt_assert(is_rank(rank));
    return rank_letters[rank];
}

const char *felt_rank_name(int rank)
{
    static const char names[FELT_RANKS][6] = {"deuce", "three", "four", "five", "six",
                                              "seven", "eight", "nine", "ten",  "jack",
                                              "queen", "king",  "ace"};
    felt_assert(is_rank(rank));
    return names[rank];
}

const char *felt_rank_plural(int rank)
{
    static const char names[FELT_RANKS][7] = {"deuces", "threes", "fours", "fives", "sixes",
                                              "sevens", "eights", "nines", "tens",  "jacks",
                                              "queens", "kings",  "aces"};
    felt_assert(is_rank(rank));
    return names[rank];
}

char felt_suit_letter(int suit)
{
    felt_assert(is_suit(suit));
    return suit_letters[suit];
}

const char *felt_suit_name(int suit)
{
    static const char names[FELT_SUITS][9] = {"clubs", "diamonds", "hearts", "spades"};
    felt_assert(is_suit(suit));
    return names[suit];
}

/* Only ASCII letters: the locale has no say here. */
static char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

static int find_letter(const char *letters, int count, char letter)
{
    for (int i = 0; i < count; i++) {
        if (lower(letters[i]) == lower(letter)) return i;
    }
    return -1;
}

int felt_rank_from_letter(char letter)
{
    return find_letter(rank_letters, FELT_RANKS, letter);
}

void felt_card_write(felt_card card, char out[FELT_CARD_TEXT_BYTES])
{
    felt_assert(card < FELT_CARDS_MAX || card == FELT_CARD_NONE);
    out[2] = 0;
    if (card < FELT_CARDS) {
        out[0] = rank_letters[felt_card_rank(card)];
        out[1] = suit_letters[felt_card_suit(card)];
    } else {
        memcpy(out, card == FELT_JOKER_RED ? "Jr" : card == FELT_JOKER_BLACK ? "Jb" : "??", 2);
    }
}

static bool is_separator(char c)
{
    return c == ' ' || c == ',' || (c >= '\t' && c <= '\r');
}

static size_t word_length(const char *text, size_t bytes)
{
    size_t length = 0;
    while (length < bytes && !is_separator(text[length])) length++;
    return length;
}

/* The suit at the start of text[0 .. bytes), or -1; *used says how many bytes it takes. */
static int read_suit(const char *text, size_t bytes, size_t *used)
{
    /* black spade, white heart, white diamond, black club, white spade, ... */
    static const int8_t pictures[8] = {FELT_SPADES, FELT_HEARTS, FELT_DIAMONDS, FELT_CLUBS,
                                       FELT_SPADES, FELT_HEARTS, FELT_DIAMONDS, FELT_CLUBS};
    *used = 1;
    if (bytes == 0) return -1;
    if (bytes < 3 || memcmp(text, "\xE2\x99", 2) != 0) {
        return find_letter(suit_letters, FELT_SUITS, text[0]);
    }
    unsigned picture = (unsigned char)text[2] - 0xA0U;
    if (picture >= 8) return -1;
    *used = 3;
    if (bytes >= 6 &&
        (memcmp(text + 3, "\xEF\xB8\x8E", 3) == 0 || memcmp(text + 3, "\xEF\xB8\x8F", 3) == 0)) {
        *used = 6;
    }
    return pictures[picture];
}

/* How many bytes of the wrong character at text[at] to point at: a whole UTF-8 character. */
static size_t wrong_length(const char *text, size_t bytes, size_t at)
{
    size_t used;
    uint32_t character;
    (void)felt_utf8_read(text + at, bytes - at, &used, &character);
    return used;
}

/* No rank at the start of the text. */
static enum felt_status refuse_rank(const char *text, size_t bytes,
                                    struct felt_complaint *complaint)
{
    size_t length = word_length(text, bytes), used;
    if (length == 0) {
        return felt_complain(complaint, FELT_BAD_CARD, 0, 0,
                             "a card is missing: write its rank and suit, as in Ah");
    }
    char word[FELT_QUOTE_BYTES];
    felt_quote(text, length, word);
    size_t wrong = wrong_length(text, length, 0);
    if (text[0] == '1') {
        return felt_complain(complaint, FELT_BAD_CARD, 0, wrong,
                             "\"%s\" is not a card: ten is T or 10, an ace is A", word);
    }
    if (read_suit(text, length, &used) >= 0 && used < length &&
        felt_rank_from_letter(text[used]) >= 0) {
        return felt_complain(complaint, FELT_BAD_CARD, 0, wrong,
                             "\"%s\" is not a card: the rank comes first, as in Ah", word);
    }
    return felt_complain(complaint, FELT_BAD_CARD, 0, wrong,
                         "\"%s\" is not a card: " RANKS_HELP ", " SUITS_HELP, word);
}

/* A rank takes the first `at` bytes, but no suit follows. */
static enum felt_status refuse_suit(const char *text, size_t bytes, size_t at,
                                    struct felt_complaint *complaint)
{
    size_t length = word_length(text, bytes);
    char word[FELT_QUOTE_BYTES], suit[FELT_QUOTE_BYTES];
    felt_quote(text, length, word);
    if (length == at) {
        return felt_complain(complaint, FELT_BAD_CARD, at, 0,
                             "the suit of \"%s\" is missing: " SUITS_HELP ", as in Ah", word);
    }
    size_t wrong = wrong_length(text, length, at);
    felt_quote(text + at, wrong, suit);
    return felt_complain(complaint, FELT_BAD_CARD, at, wrong,
                         "\"%s\" is not a card: \"%s\" is not a suit, " SUITS_HELP "%s", word, suit,
                         lower(text[0]) == 'j' ? " (jokers are Jr and Jb)" : "");
}

enum felt_status felt_card_read(const char *text, size_t bytes, size_t *used, felt_card *out,
                                struct felt_complaint *complaint)
{
    felt_assert(text != NULL || bytes == 0);
    if (bytes == 0) return refuse_rank("", 0, complaint);
    size_t at = 1, suit_bytes;
    int rank = felt_rank_from_letter(text[0]);
    if (rank < 0 && bytes >= 2 && text[0] == '1' && text[1] == '0') {
        rank = FELT_TEN;
        at = 2;
    }
    if (rank < 0) return refuse_rank(text, bytes, complaint);
    int suit = read_suit(text + at, bytes - at, &suit_bytes);
    if (suit >= 0) {
        *out = felt_card_make(rank, suit);
        *used = at + suit_bytes;
        return FELT_OK;
    }
    char joker = rank == FELT_JACK && bytes >= 2 ? lower(text[1]) : 0;
    if (joker != 'r' && joker != 'b') return refuse_suit(text, bytes, at, complaint);
    *out = joker == 'r' ? FELT_JOKER_RED : FELT_JOKER_BLACK;
    *used = 2;
    return FELT_OK;
}

enum felt_status felt_cards_read(const char *text, size_t bytes, int max, felt_card *out,
                                 int *count, struct felt_complaint *complaint)
{
    felt_assert(max >= 0);
    felt_card read[FELT_CARDS_MAX]; /* no card twice, so never more than these */
    felt_cards seen = 0;
    int cards = 0;
    for (size_t at = 0; at < bytes;) {
        if (is_separator(text[at])) {
            at++;
            continue;
        }
        size_t used = 0;
        felt_card card;
        enum felt_status status = felt_card_read(text + at, bytes - at, &used, &card, complaint);
        if (status != FELT_OK) {
            if (complaint != NULL) complaint->at += at;
            return status;
        }
        char name[FELT_CARD_TEXT_BYTES];
        felt_card_write(card, name);
        if (seen & felt_cards_of(card)) {
            return felt_complain(complaint, FELT_DUPLICATE_CARD, at, used,
                                 "%s is there twice; each card exists once", name);
        }
        if (cards == max) {
            return felt_complain(complaint, FELT_WRONG_COUNT, at, used,
                                 "%s is one card too many; at most %d %s here", name, max,
                                 max == 1 ? "fits" : "fit");
        }
        seen |= felt_cards_of(card);
        read[cards++] = card;
        at += used;
    }
    if (cards > 0) memcpy(out, read, (size_t)cards);
    *count = cards;
    return FELT_OK;
}
