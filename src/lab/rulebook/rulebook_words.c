/* rulebook_words.c -- numbers, cards and lists of them in English. */
#include "base/format.h"
#include "lab/rulebook/rulebook_parts.h"

#include <stdarg.h>
#include <string.h>

/* ---- the block at hand ---- */

void rulebook_say(struct rulebook_author *author, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    felt_format(&author->page.text, format, arguments);
    va_end(arguments);
}

void rulebook_tell(struct rulebook_author *author, const char *format, ...)
{
    const struct felt_buffer *text = &author->page.text;
    va_list arguments;
    if (text->used > 0 && text->bytes[text->used - 1] != ' ')
        felt_buffer_char(&author->page.text, ' ');
    va_start(arguments, format);
    felt_format(&author->page.text, format, arguments);
    va_end(arguments);
}

void rulebook_put(struct rulebook_author *author, enum rulebook_block block)
{
    if (author->heading && author->page.text.used > 0) {
        rulebook_page_heading(&author->page, author->heading);
        author->heading = NULL;
    }
    rulebook_page_put(&author->page, block);
}

void rulebook_heading(struct rulebook_author *author, const char *text)
{
    author->heading = text;
}

void rulebook_capital(struct rulebook_author *author, size_t at)
{
    struct felt_buffer *text = &author->page.text;
    if (at < text->used && text->bytes[at] >= 'a' && text->bytes[at] <= 'z')
        text->bytes[at] = (char)(text->bytes[at] - 'a' + 'A');
}

void rulebook_small(struct rulebook_author *author, size_t at)
{
    struct felt_buffer *text = &author->page.text;
    if (at < text->used && text->bytes[at] >= 'A' && text->bytes[at] <= 'Z')
        text->bytes[at] = (char)(text->bytes[at] - 'A' + 'a');
}

/* ---- numbers ---- */

void rulebook_number(struct rulebook_author *author, int64_t number)
{
    static const char *const words[] = {"no",    "one",   "two",  "three", "four",   "five",  "six",
                                        "seven", "eight", "nine", "ten",   "eleven", "twelve"};
    if (number < 0) {
        rulebook_say(author, "minus ");
        number = -number;
    }
    if (number < (int)(sizeof words / sizeof words[0])) {
        rulebook_say(author, "%s", words[number]);
        return;
    }

    int64_t thousands = number / 1000, millions = thousands / 1000;
    if (millions)
        rulebook_say(author, "%lld,%c%c%lld,", (long long)millions,
                     (char)('0' + thousands / 100 % 10), (char)('0' + thousands / 10 % 10),
                     (long long)(thousands % 10));
    else if (thousands)
        rulebook_say(author, "%lld,", (long long)thousands);
    if (thousands)
        rulebook_say(author, "%c%c%c", (char)('0' + number / 100 % 10),
                     (char)('0' + number / 10 % 10), (char)('0' + number % 10));
    else
        rulebook_say(author, "%lld", (long long)number);
}

void rulebook_count(struct rulebook_author *author, int64_t count, const char *one,
                    const char *many)
{
    rulebook_number(author, count);
    rulebook_say(author, " %s", count == 1 || count == -1 ? one : many);
}

void rulebook_ordinal(struct rulebook_author *author, int64_t number)
{
    static const char *const words[] = {"",      "first",   "second", "third", "fourth", "fifth",
                                        "sixth", "seventh", "eighth", "ninth", "tenth"};
    static const char *const ends[] = {"th", "st", "nd", "rd"};
    if (number > 0 && number < (int)(sizeof words / sizeof words[0])) {
        rulebook_say(author, "%s", words[number]);
        return;
    }
    bool teen = number / 10 % 10 == 1 || number % 10 > 3;
    rulebook_say(author, "%lld%s", (long long)number, ends[teen ? 0 : number % 10]);
}

/* ---- ranks and suits ---- */

const char *rulebook_rank(int rank)
{
    static const char *const words[FELT_RANKS] = {"two",   "three", "four", "five", "six",
                                                  "seven", "eight", "nine", "ten",  "jack",
                                                  "queen", "king",  "ace"};
    return words[rank];
}

const char *rulebook_ranks(int rank)
{
    static const char *const words[FELT_RANKS] = {"twos",   "threes", "fours", "fives", "sixes",
                                                  "sevens", "eights", "nines", "tens",  "jacks",
                                                  "queens", "kings",  "aces"};
    return words[rank];
}

const char *rulebook_a_rank(int rank)
{
    static const char *const words[FELT_RANKS] = {
        "a two",  "a three", "a four", "a five",  "a six",  "a seven", "an eight",
        "a nine", "a ten",   "a jack", "a queen", "a king", "an ace"};
    return words[rank];
}

const char *rulebook_suit(int suit)
{
    static const char *const words[FELT_SUITS] = {"clubs", "diamonds", "hearts", "spades"};
    return words[suit];
}

const char *rulebook_a_suit(int suit)
{
    static const char *const words[FELT_SUITS] = {"a club", "a diamond", "a heart", "a spade"};
    return words[suit];
}

const char *rulebook_between(int index, int count, const char *last)
{
    if (index == 0) return "";
    return index == count - 1 ? last : ", ";
}

void rulebook_cards_of(struct rulebook_author *author, int rank, int suit)
{
    if (rank >= 0 && suit >= 0)
        rulebook_say(author, "the %s of %s", rulebook_rank(rank), rulebook_suit(suit));
    else if (rank >= 0)
        rulebook_say(author, "%s", rulebook_ranks(rank));
    else if (suit >= 0)
        rulebook_say(author, "%s", rulebook_suit(suit));
    else
        rulebook_say(author, "cards");
}

void rulebook_a_card_of(struct rulebook_author *author, int rank, int suit)
{
    if (rank >= 0 && suit >= 0)
        rulebook_say(author, "the %s of %s", rulebook_rank(rank), rulebook_suit(suit));
    else if (rank >= 0)
        rulebook_say(author, "%s", rulebook_a_rank(rank));
    else if (suit >= 0)
        rulebook_say(author, "%s", rulebook_a_suit(suit));
    else
        rulebook_say(author, "any card");
}

/* ---- sets of cards ---- */

static unsigned ranks_in(felt_cards cards)
{
    unsigned ranks = 0;
    for (int rank = 0; rank < FELT_RANKS; rank++)
        ranks |= (unsigned)((cards & felt_cards_of_rank(rank)) != 0) << rank;
    return ranks;
}

static unsigned suits_in(felt_cards cards)
{
    unsigned suits = 0;
    for (; cards; cards >>= 4) suits |= (unsigned)cards & 15;
    return suits;
}

static felt_cards product(unsigned ranks, unsigned suits)
{
    felt_cards cards = 0;
    for (int rank = 0; rank < FELT_RANKS; rank++)
        if (ranks >> rank & 1) cards |= (felt_cards)suits << (4 * rank);
    return cards;
}

/* "sixes to aces", "jack, queen and king": ranks of a set, in their order; four in a row or more
 * are said by their ends. */
static void say_ranks(struct rulebook_author *author, unsigned ranks, bool plural)
{
    int parts = 0, said = 0;
    unsigned begins = 0; /* ranks at which a part begins */
    uint8_t last[FELT_RANKS];
    for (int rank = 0; rank < FELT_RANKS; rank++) {
        if (!(ranks >> rank & 1)) continue;
        int end = rank;
        while (end + 1 < FELT_RANKS && ranks >> (end + 1) & 1) end++;
        if (end - rank < 3) end = rank;
        begins |= 1u << rank;
        last[rank] = (uint8_t)end;
        parts++;
        rank = end;
    }
    for (int rank = 0; rank < FELT_RANKS; rank++) {
        if (!(begins >> rank & 1)) continue;
        rulebook_say(author, "%s%s", rulebook_between(said++, parts, " and "),
                     plural ? rulebook_ranks(rank) : rulebook_rank(rank));
        if (last[rank] > rank)
            rulebook_say(author, " to %s",
                         plural ? rulebook_ranks(last[rank]) : rulebook_rank(last[rank]));
    }
}

static void say_suits(struct rulebook_author *author, unsigned suits)
{
    for (int suit = 0, index = 0; suit < FELT_SUITS; suit++)
        if (suits >> suit & 1)
            rulebook_say(author, "%s%s",
                         rulebook_between(index++, __builtin_popcount(suits), " and "),
                         rulebook_suit(suit));
}

/* Suit by suit: what no simpler words fit. */
static void say_by_suit(struct rulebook_author *author, felt_cards cards)
{
    unsigned suits = suits_in(cards);
    int count = __builtin_popcount(suits), index = 0;
    bool lists = felt_cards_count(cards) > count; /* within the list */
    for (int suit = 0; suit < FELT_SUITS; suit++) {
        if (!(suits >> suit & 1)) continue;
        unsigned ranks = ranks_in(cards & product((1u << FELT_RANKS) - 1, 1u << suit));
        const char *glue = rulebook_between(index++, count, lists ? "; and " : " and ");
        rulebook_say(author, "%sthe ", lists && glue[0] == ',' ? "; " : glue);
        say_ranks(author, ranks, false);
        rulebook_say(author, " of %s", rulebook_suit(suit));
    }
}

void rulebook_card_set(struct rulebook_author *author, felt_cards cards)
{
    unsigned ranks = ranks_in(cards), suits = suits_in(cards);
    felt_cards whole = product(ranks, suits);
    if (cards == FELT_CARDS_ALL) {
        rulebook_say(author, "the usual 52");
    } else if (whole == cards && __builtin_popcount(suits) == FELT_SUITS) {
        say_ranks(author, ranks, true);
    } else if (whole == cards && __builtin_popcount(ranks) == FELT_RANKS) {
        rulebook_say(author, "all ");
        say_suits(author, suits);
    } else if (whole == cards) {
        rulebook_say(author, "the ");
        say_ranks(author, ranks, false);
        rulebook_say(author, " of ");
        say_suits(author, suits);
    } else if (felt_cards_count(whole & ~cards) <= 3) {
        felt_cards missing = whole & ~cards;
        rulebook_card_set(author, whole);
        rulebook_say(author, " without ");
        if (product(ranks_in(missing), suits_in(missing)) == missing)
            rulebook_card_set(author, missing);
        else
            say_by_suit(author, missing);
    } else {
        say_by_suit(author, cards);
    }
}
