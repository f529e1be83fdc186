/* range.c -- reads the range language of range.h.
 *
 * One pass over the text with a cursor, one term at a time:
 *
 *     range    = term { "," term }
 *     term     = [ "!" ] ( "random" | percent | kinds | combination )
 *     percent  = digits [ "." digits ] "%"
 *     kinds    = kind [ "+" | "-" kind ]         kind = rank rank [ "s" | "o" ]
 *     combination = card ( card | "*" | "x" )    card = rank suit
 *
 * No two of these begin alike for longer than two characters: digits that end in a percent sign are
 * a percentage, else the second character says whether a rank begins a kind or a card.  Every term
 * is gathered in a set of its own and then added to or taken from the whole, so the result is
 * written once, after the last term was good.
 *
 * A complaint quotes the term it is about and says what would be right there; its place is that of
 * the first byte that cannot stand where it stands.  The text may hold any bytes. */
#include "felt/assert.h"
#include "felt/range.h"

#include "base/format.h"
#include "base/utf8.h"

enum { PERCENT_DECIMALS = 6, PERCENT_UNIT = 1000000 };

/* Which of the sixteen suit pairs a kind stands for. */
enum form { FORM_PAIR, FORM_BOTH, FORM_SUITED, FORM_OFFSUIT };

struct kind {
    int high, low; /* ranks, high >= low */
    enum form form;
};

struct reader {
    const char *text;
    size_t bytes;
    size_t at;   /* next byte to read */
    size_t term; /* first byte of this term, behind its exclamation mark */
    struct felt_complaint *complaint;
};

/* ---- combinations and sets ---- */

void felt_combo_cards(int index, felt_card *high, felt_card *low)
{
    felt_assert(index >= 0 && index < FELT_COMBOS);
    int h = 1;
    while ((h + 1) * h / 2 <= index) h++;
    *high = (felt_card)h;
    *low = (felt_card)(index - h * (h - 1) / 2);
}

int felt_range_count(const struct felt_range *range)
{
    int count = 0;
    for (size_t i = 0; i < sizeof range->combos / sizeof range->combos[0]; i++)
        count += __builtin_popcountll(range->combos[i]);
    return count;
}

void felt_range_remove_cards(struct felt_range *range, felt_cards cards)
{
    cards &= FELT_CARDS_ALL;
    while (cards) {
        felt_card card = felt_cards_take(&cards);
        for (felt_card other = 0; other < FELT_CARDS; other++)
            if (other != card) felt_range_remove(range, felt_combo_index(card, other));
    }
}

static void add_all(struct felt_range *set)
{
    for (int combo = 0; combo < FELT_COMBOS; combo++) felt_range_add(set, combo);
}

static void add_kind(struct felt_range *set, int high, int low, enum form form)
{
    for (int a = 0; a < FELT_SUITS; a++) {
        for (int b = 0; b < FELT_SUITS; b++) {
            if (form == FORM_PAIR && a <= b) continue;
            if (form == FORM_SUITED && a != b) continue;
            if (form == FORM_OFFSUIT && a == b) continue;
            felt_range_add(set, felt_combo_index(felt_card_make(high, a), felt_card_make(low, b)));
        }
    }
}

/* ---- the cursor ---- */

static bool is_space(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\v' || c == '\f';
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* The byte `ahead` of the cursor; 0 past the end, which no rule accepts either. */
static char peek(const struct reader *r, size_t ahead)
{
    return ahead < r->bytes - r->at ? r->text[r->at + ahead] : '\0';
}

static void skip_space(struct reader *r)
{
    while (r->at < r->bytes && is_space(r->text[r->at])) r->at++;
}

static char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

static bool take(struct reader *r, char wanted)
{
    if (r->at == r->bytes || lower(r->text[r->at]) != wanted) return false;
    r->at++;
    return true;
}

/* A rank: one letter, or 10 for the ten.  -1 if none stands here, and the cursor stays. */
static int take_rank(struct reader *r)
{
    if (peek(r, 0) == '1' && peek(r, 1) == '0') {
        r->at += 2;
        return FELT_TEN;
    }
    char c = peek(r, 0);
    int rank = c == '\0' ? -1 : felt_rank_from_letter(c);
    if (rank >= 0) r->at++;
    return rank;
}

/* One of the 52 cards; if none stands here, the cursor stays. */
static bool take_card(struct reader *r, felt_card *card)
{
    size_t used;
    if (felt_card_read(r->text + r->at, r->bytes - r->at, &used, card, NULL) != FELT_OK)
        return false;
    if (*card >= FELT_CARDS) return false;
    r->at += used;
    return true;
}

/* Complains about the bytes from `from` to the cursor and quotes the whole term, up to its comma.
 */
static enum felt_status complain_from(struct reader *r, size_t from, enum felt_status status,
                                      const char *advice)
{
    size_t end = r->term;
    while (end < r->bytes && r->text[end] != ',') end++;
    while (end > r->term && is_space(r->text[end - 1])) end--;
    char term[FELT_QUOTE_BYTES];
    felt_quote(r->text + r->term, end - r->term, term);
    return felt_complain(r->complaint, status, from, r->at - from, "\"%s\": %s", term, advice);
}

/* Complains about the character under the cursor: a whole one, also of several bytes. */
static enum felt_status complain(struct reader *r, enum felt_status status, const char *advice)
{
    size_t from = r->at, used = 0;
    uint32_t character;
    if (r->at < r->bytes)
        (void)felt_utf8_read(r->text + r->at, r->bytes - r->at, &used, &character);
    r->at += used;
    return complain_from(r, from, status, advice);
}

/* Complains about everything from the start of the term to the cursor. */
static enum felt_status complain_term(struct reader *r, enum felt_status status, const char *advice)
{
    return complain_from(r, r->term, status, advice);
}

/* ---- terms ---- */

static bool at_percent(const struct reader *r)
{
    size_t i = 0;
    while (is_digit(peek(r, i)) || peek(r, i) == '.') i++;
    return i > 0 && peek(r, i) == '%';
}

/* Whole kinds from the best one on, while they do not pass the share. */
static void add_best(struct felt_range *set, uint64_t percent_millionths)
{
    uint64_t whole = (uint64_t)100 * PERCENT_UNIT;
    int most = (int)((percent_millionths * FELT_COMBOS + whole / 2) / whole);
    int count = 0;
    for (int place = 0; place < FELT_STARTING_KINDS; place++) {
        int kind = felt_starting_kind(place);
        int first = kind / FELT_RANKS, second = kind % FELT_RANKS;
        enum form form = first == second ? FORM_PAIR : first > second ? FORM_SUITED : FORM_OFFSUIT;
        count += form == FORM_PAIR ? 6 : form == FORM_SUITED ? 4 : 12;
        if (count > most) break;
        add_kind(set, first > second ? first : second, first > second ? second : first, form);
    }
}

static enum felt_status read_percent(struct reader *r, struct felt_range *set)
{
    uint64_t percent = 0;
    int digits = 0, decimals = 0;
    bool point = false;
    for (;; r->at++) {
        char c = peek(r, 0);
        if (c == '%') break;
        if (c == '.') {
            if (point) return complain(r, FELT_BAD_RANGE, "a number has one decimal point");
            point = true;
            continue;
        }
        if (point && ++decimals > PERCENT_DECIMALS)
            return complain(r, FELT_BAD_RANGE, "a percentage has at most six decimals");
        digits++;
        /* Any number of this size is too large anyway; more digits must not wrap it round. */
        if (percent <= (uint64_t)1000 * PERCENT_UNIT) percent = 10 * percent + (uint64_t)(c - '0');
    }
    if (digits == 0) return complain_term(r, FELT_BAD_RANGE, "a percentage needs a number");
    for (int i = decimals; i < PERCENT_DECIMALS; i++) percent *= 10;
    r->at++;
    if (percent == 0 || percent > (uint64_t)100 * PERCENT_UNIT)
        return complain_term(r, FELT_BAD_RANGE, "a percentage is more than 0 and at most 100");
    add_best(set, percent);
    if (felt_range_count(set) == 0)
        return complain_term(r, FELT_BAD_RANGE,
                             "the best kind of hand, AA, is 0.45% of all; take at least that much");
    return FELT_OK;
}

static enum felt_status read_combination(struct reader *r, struct felt_range *set)
{
    felt_card first, second;
    bool is_card = take_card(r, &first);
    felt_assert(is_card);
    if (take(r, '*') || take(r, 'x')) {
        for (felt_card other = 0; other < FELT_CARDS; other++)
            if (other != first) felt_range_add(set, felt_combo_index(first, other));
        return FELT_OK;
    }
    size_t second_at = r->at;
    if (!take_card(r, &second)) {
        if (take_rank(r) >= 0)
            return complain(r, FELT_BAD_CARD, "the second card needs a suit too: c, d, h or s");
        return complain(r, FELT_BAD_RANGE,
                        "after a card comes a second card, as in AhKd, or * for any card");
    }
    if (second == first)
        return complain_from(r, second_at, FELT_BAD_RANGE,
                             "a hand is two different cards; this one is there twice");
    felt_range_add(set, felt_combo_index(first, second));
    return FELT_OK;
}

/* Two ranks and what may follow them.  `dash`: this is the far end of a dash. */
static enum felt_status read_kind(struct reader *r, bool dash, struct kind *kind)
{
    int a = take_rank(r);
    if (a < 0)
        return complain(r, FELT_BAD_RANGE, "after the dash comes the other end, as in 76s-54s");
    int b = take_rank(r);
    if (b < 0)
        return complain(r, FELT_BAD_RANGE,
                        dash ? "after the dash come two ranks, as in A5s-A2s"
                             : "after a rank comes a second rank, as in AK, or a suit, as in Ah");
    *kind = (struct kind){a > b ? a : b, a > b ? b : a, a == b ? FORM_PAIR : FORM_BOTH};
    char c = lower(peek(r, 0));
    if (c != 's' && c != 'o') return FELT_OK;
    if (a == b)
        return complain(r, FELT_BAD_RANGE, "a pair is neither suited nor offsuit; leave it out");
    kind->form = c == 's' ? FORM_SUITED : FORM_OFFSUIT;
    r->at++;
    return FELT_OK;
}

/* From one end of a dash to the other, in either order. */
static enum felt_status add_between(struct reader *r, struct kind a, struct kind b,
                                    struct felt_range *set)
{
    if ((a.form == FORM_PAIR) != (b.form == FORM_PAIR))
        return complain_term(r, FELT_BAD_RANGE, "both ends must be pairs, as in JJ-77, or neither");
    if (a.form != b.form)
        return complain_term(r, FELT_BAD_RANGE,
                             a.form == FORM_BOTH || b.form == FORM_BOTH
                                 ? "write s or o at both ends, or at neither"
                                 : "both ends must be suited, or both offsuit");
    bool together = a.high - a.low == b.high - b.low;
    if (!together && a.high != b.high)
        return complain_term(r, FELT_BAD_RANGE,
                             "the ends must share the first rank, as in A5s-A2s, or the gap, "
                             "as in 76s-54s");
    struct kind from = a.low < b.low ? a : b, to = a.low < b.low ? b : a;
    for (int low = from.low; low <= to.low; low++) {
        add_kind(set, from.high, low, from.form);
        if (together) from.high++;
    }
    return FELT_OK;
}

static enum felt_status read_kinds(struct reader *r, struct felt_range *set)
{
    struct kind kind;
    enum felt_status status = read_kind(r, false, &kind);
    if (status != FELT_OK) return status;
    if (take(r, '+')) {
        int top = kind.form == FORM_PAIR ? FELT_ACE : kind.high - 1;
        for (int low = kind.low; low <= top; low++)
            add_kind(set, kind.form == FORM_PAIR ? low : kind.high, low, kind.form);
        return FELT_OK;
    }
    if (take(r, '-')) {
        if (r->at == r->bytes || r->text[r->at] == ',' || is_space(r->text[r->at]))
            return complain(r, FELT_BAD_RANGE,
                            kind.form == FORM_PAIR ? "a pair range needs its other end, as in JJ-77"
                                                   : "a dash needs its other end, as in 76s-54s");
        struct kind other;
        status = read_kind(r, true, &other);
        return status == FELT_OK ? add_between(r, kind, other, set) : status;
    }
    add_kind(set, kind.high, kind.low, kind.form);
    char c = peek(r, 0);
    bool letter = (lower(c) >= 'a' && lower(c) <= 'z') || is_digit(c);
    if (letter && kind.form == FORM_BOTH)
        return complain(r, FELT_BAD_RANGE,
                        "after two ranks comes s (suited), o (offsuit) or nothing");
    return FELT_OK;
}

static bool take_random(struct reader *r)
{
    static const char word[] = "random";
    size_t length = sizeof word - 1;
    for (size_t i = 0; i < length; i++)
        if (lower(peek(r, i)) != word[i]) return false;
    r->at += length;
    return true;
}

static enum felt_status read_term(struct reader *r, struct felt_range *set)
{
    if (take_random(r)) {
        add_all(set);
        return FELT_OK;
    }
    if (at_percent(r)) return read_percent(r, set);
    felt_card card;
    bool is_card = take_card(r, &card);
    r->at = r->term;
    if (is_card) return read_combination(r, set);
    if (take_rank(r) < 0)
        return complain(r, FELT_BAD_RANGE,
                        is_digit(peek(r, 0)) ? "a share of all hands ends in %, as in 15%"
                                             : "a hand begins with one of A K Q J T 9 .. 2; or "
                                               "write a share, as in 15%, or random");
    char c = peek(r, 0);
    if (c == '*' || lower(c) == 'x')
        return complain(r, FELT_BAD_RANGE,
                        "* follows a card, as in Ah*; for every hand with a rank write A2+,AA");
    r->at = r->term;
    return read_kinds(r, set);
}

/* White space, then a comma or the end. */
static enum felt_status end_term(struct reader *r)
{
    size_t end = r->at;
    skip_space(r);
    if (r->at == r->bytes || r->text[r->at] == ',') return FELT_OK;
    char c = r->text[r->at];
    if (r->at > end && (c == '-' || c == '+'))
        return complain(r, FELT_BAD_RANGE, "write it without white space, as in JJ-77 or JJ+");
    return complain(r, FELT_BAD_RANGE,
                    r->at > end ? "hands are separated by commas, as in AA,KK"
                                : "here a comma or the end should follow");
}

static void merge(struct felt_range *whole, const struct felt_range *term, bool out)
{
    for (size_t i = 0; i < sizeof whole->combos / sizeof whole->combos[0]; i++) {
        if (out)
            whole->combos[i] &= ~term->combos[i];
        else
            whole->combos[i] |= term->combos[i];
    }
}

enum felt_status felt_range_read(const char *text, size_t bytes, struct felt_range *out,
                                 struct felt_complaint *complaint)
{
    struct felt_range whole = {0};
    struct reader r = {.text = text, .bytes = bytes, .complaint = complaint};
    if (bytes > FELT_RANGE_TEXT_MAX)
        return felt_complain(complaint, FELT_BAD_RANGE, FELT_RANGE_TEXT_MAX,
                             bytes - FELT_RANGE_TEXT_MAX, "a range has at most %d characters",
                             FELT_RANGE_TEXT_MAX);
    for (bool first = true;; first = false) {
        skip_space(&r);
        if (r.at == r.bytes || r.text[r.at] == ',')
            return felt_complain(complaint, FELT_BAD_RANGE, r.at, r.at < r.bytes ? 1 : 0,
                                 first ? "a range names at least one hand, as in QQ+,AKs"
                                       : "a comma needs a hand behind it, as in AA,KK");
        r.term = r.at;
        bool out_of = take(&r, '!');
        if (out_of && first)
            return felt_complain(complaint, FELT_BAD_RANGE, r.term, 1,
                                 "! takes hands out of what stands before it, as in random,!AA");
        skip_space(&r);
        if (r.at == r.bytes || r.text[r.at] == ',')
            return felt_complain(complaint, FELT_BAD_RANGE, r.term, 1,
                                 "! needs a hand behind it, as in random,!AA");
        r.term = r.at;
        struct felt_range term = {0};
        enum felt_status status = read_term(&r, &term);
        if (status == FELT_OK) status = end_term(&r);
        if (status != FELT_OK) return status;
        merge(&whole, &term, out_of);
        if (r.at == r.bytes) break;
        r.at++;
    }
    if (felt_range_count(&whole) == 0)
        return felt_complain(complaint, FELT_BAD_RANGE, 0, bytes,
                             "nothing is left of this range: its ! terms take all of it out");
    *out = whole;
    return FELT_OK;
}
