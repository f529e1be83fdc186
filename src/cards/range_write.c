/* range_write.c -- writes a range in the language of range.h, as short as we know how.
 *
 * There are many texts for one range.  We write six drafts, measure them without storing anything,
 * and write out the shortest (the earliest of equals):
 *
 *     turned   no: the combinations that are there            QQ+,AKs
 *              yes: random, then what is not there            random,!AA,!72o
 *     cards    KEEP   nothing special
 *              FIRST  a card with all its 51 combinations is written Ah* before anything else
 *              LAST   a card without any combination is taken for present, which makes kinds
 *                     complete, and taken out again at the end: 22+,AT+,!Ah*
 *
 * A turned draft is the draft of the complement with every sign changed: where that one adds, this
 * one takes out.
 *
 * Within a draft the complete kinds come first, in runs:
 *     pairs        QQ+ or TT-77
 *     rows         for each first rank: A2s+ or A5s-A3s.  Suited and offsuit kinds are written
 * apart (A2s+,ATo+) or merged (AK,AQs), whichever is shorter. Then the kinds that are not complete,
 * each as a list of its combinations or as the kind with the others taken out, whichever is
 * shorter.  So a kind of 12 combinations needs at most 34 bytes with its commas, one of 4 at most
 * 10, a pair at most 15: 78 * 34 + 78 * 10 + 13 * 15 = 3627 bytes, and any text of ours fits into
 * FELT_RANGE_TEXT_MAX and reads back. */
#include "felt/assert.h"
#include "felt/range.h"

enum cards_draft { CARDS_KEEP, CARDS_FIRST, CARDS_LAST, CARDS_DRAFTS };

/* Where the text goes.  Nothing is stored behind `bytes`, but everything is counted. */
struct pen {
    char *out;
    size_t bytes;
    size_t length;
    bool turned; /* a term that adds gets an exclamation mark, a term that takes out gets none */
};

/* What a draft has to say, kind by kind.  Bit l of suited[h] stands for the kind with ranks h > l;
 * bit l of suited[l] for the pair. */
struct picture {
    uint16_t suited[FELT_RANKS];
    uint16_t offsuit[FELT_RANKS];
};

static void put(struct pen *pen, char c)
{
    if (pen->length + 1 < pen->bytes) pen->out[pen->length] = c;
    pen->length++;
}

/* Comma and sign before a term. */
static void begin_term(struct pen *pen, bool adds)
{
    if (pen->length > 0) put(pen, ',');
    if (adds == pen->turned) put(pen, '!');
}

static void put_card(struct pen *pen, felt_card card)
{
    put(pen, felt_rank_letter(felt_card_rank(card)));
    put(pen, felt_suit_letter(felt_card_suit(card)));
}

/* Two ranks and 's', 'o' or, for 0, nothing. */
static void put_kind(struct pen *pen, int high, int low, char form)
{
    put(pen, felt_rank_letter(high));
    put(pen, felt_rank_letter(low));
    if (form) put(pen, form);
}

static void put_one(struct pen *pen, int high, int low, char form)
{
    begin_term(pen, true);
    put_kind(pen, high, low, form);
}

static void put_span(struct pen *pen, int high, int low, int to_high, int to_low, char form)
{
    put_one(pen, high, low, form);
    put(pen, '-');
    put_kind(pen, to_high, to_low, form);
}

/* ---- complete kinds ---- */

/* The runs of ones in `mask` below bit `top`, highest first.  Pairs if `high` is negative, else one
 * row of the picture. */
static void put_runs(struct pen *pen, int high, unsigned mask, int top, char form)
{
    for (int end = top - 1; end >= 0; end--) {
        if (!(mask >> end & 1)) continue;
        int start = end;
        while (start > 0 && (mask >> (start - 1) & 1)) start--;
        bool pair = high < 0;
        if (end == top - 1 && start < end) {
            put_one(pen, pair ? start : high, start, form);
            put(pen, '+');
        } else if (end - start >= 2) {
            put_span(pen, pair ? end : high, end, pair ? start : high, start, form);
        } else {
            for (int low = end; low >= start; low--) put_one(pen, pair ? low : high, low, form);
        }
        end = start;
    }
}

/* Writes diagonals of at least three lone kinds and clears them in every picture that is given. */
static void put_diagonals(struct pen *pen, const uint16_t lone[FELT_RANKS], char form,
                          uint16_t *clear_a, uint16_t *clear_b)
{
    for (int gap = 1; gap < FELT_RANKS; gap++) {
        for (int high = FELT_ACE; high >= gap; high--) {
            int last = high;
            while (last >= gap && (lone[last] >> (last - gap) & 1)) last--;
            last++;
            if (high - last < 2) continue;
            put_span(pen, high, high - gap, last, last - gap, form);
            for (int h = last; h <= high; h++) {
                uint16_t keep = (uint16_t) ~(1u << (h - gap));
                clear_a[h] &= keep;
                if (clear_b) clear_b[h] &= keep;
            }
            high = last;
        }
    }
}

/* Kinds of `rows` with no neighbour in their row. */
static void find_lone(const uint16_t rows[FELT_RANKS], uint16_t lone[FELT_RANKS])
{
    for (int high = 0; high < FELT_RANKS; high++) {
        unsigned row = rows[high] & ((1u << high) - 1);
        lone[high] = (uint16_t)(row & ~(row << 1) & ~(row >> 1));
    }
}

static void put_all_diagonals(struct pen *pen, struct picture *full)
{
    uint16_t suited[FELT_RANKS], offsuit[FELT_RANKS], both[FELT_RANKS];
    find_lone(full->suited, suited);
    find_lone(full->offsuit, offsuit);
    for (int high = 0; high < FELT_RANKS; high++) both[high] = suited[high] & offsuit[high];
    put_diagonals(pen, both, 0, full->suited, full->offsuit);
    for (int high = 0; high < FELT_RANKS; high++) {
        suited[high] &= full->suited[high];
        offsuit[high] &= full->offsuit[high];
    }
    put_diagonals(pen, suited, 's', full->suited, NULL);
    put_diagonals(pen, offsuit, 'o', full->offsuit, NULL);
}

static void put_row_apart(struct pen *pen, int high, unsigned suited, unsigned offsuit)
{
    put_runs(pen, high, suited, high, 's');
    put_runs(pen, high, offsuit, high, 'o');
}

static void put_row_merged(struct pen *pen, int high, unsigned suited, unsigned offsuit)
{
    put_runs(pen, high, suited & offsuit, high, 0);
    put_row_apart(pen, high, suited & ~offsuit, offsuit & ~suited);
}

static void put_row(struct pen *pen, int high, unsigned suited, unsigned offsuit)
{
    struct pen merged = *pen, apart = *pen;
    merged.bytes = apart.bytes = 0;
    put_row_merged(&merged, high, suited, offsuit);
    put_row_apart(&apart, high, suited, offsuit);
    if (merged.length <= apart.length)
        put_row_merged(pen, high, suited, offsuit);
    else
        put_row_apart(pen, high, suited, offsuit);
}

static bool is_everything(const struct picture *full)
{
    for (int high = 0; high < FELT_RANKS; high++) {
        unsigned below = (1u << high) - 1;
        if (full->suited[high] != (below | 1u << high) || full->offsuit[high] != below)
            return false;
    }
    return true;
}

static void put_random(struct pen *pen)
{
    for (const char *c = "random"; *c; c++) put(pen, *c);
}

static void put_full(struct pen *pen, struct picture full)
{
    unsigned pairs = 0;
    for (int rank = 0; rank < FELT_RANKS; rank++) pairs |= full.suited[rank] & (1u << rank);
    put_runs(pen, -1, pairs, FELT_RANKS, 0);
    /* Diagonals read best at the end, but have to be known before the rows. */
    struct pen nowhere = {0};
    struct picture all = full;
    put_all_diagonals(&nowhere, &full);
    for (int high = FELT_ACE; high > 0; high--) {
        unsigned below = (1u << high) - 1;
        put_row(pen, high, full.suited[high] & below, full.offsuit[high] & below);
    }
    put_all_diagonals(pen, &all);
}

/* ---- kinds that are not complete ---- */

/* The combinations of a kind, at most 12, highest cards first.  Returns their number. */
static int list_kind(int high, int low, bool suited, int out[12])
{
    int count = 0;
    for (int a = FELT_SUITS - 1; a >= 0; a--) {
        for (int b = FELT_SUITS - 1; b >= 0; b--) {
            if (high == low ? a <= b : suited != (a == b)) continue;
            out[count++] = felt_combo_index(felt_card_make(high, a), felt_card_make(low, b));
        }
    }
    return count;
}

static void put_combo(struct pen *pen, int combo, bool adds)
{
    felt_card high, low;
    felt_combo_cards(combo, &high, &low);
    begin_term(pen, adds);
    put_card(pen, high);
    put_card(pen, low);
}

/* One kind of which some combinations are there, in the shorter of two ways.  Those that are
 * covered need not be said. */
static void put_part(struct pen *pen, int high, int low, bool suited,
                     const struct felt_range *range, const struct felt_range *covered)
{
    int combos[12], count = list_kind(high, low, suited, combos), there = 0, missing = 0;
    char form = high == low ? 0 : suited ? 's' : 'o';
    for (int i = 0; i < count; i++) {
        if (felt_range_has(covered, combos[i])) continue;
        if (felt_range_has(range, combos[i]))
            there++;
        else
            missing++;
    }
    felt_assert(there > 0 && missing > 0);
    /* A combination is five bytes with its comma, six with a sign; the kind itself three or four.
     */
    int listed = (pen->turned ? 6 : 5) * there;
    int without = (form ? 4 : 3) + (pen->turned ? 1 : 0) + (pen->turned ? 5 : 6) * missing;
    bool whole = without < listed;
    if (whole) put_one(pen, high, low, form);
    for (int i = 0; i < count; i++)
        if (!felt_range_has(covered, combos[i]) && felt_range_has(range, combos[i]) != whole)
            put_combo(pen, combos[i], !whole);
}

/* ---- drafts ---- */

/* How many of a card's 51 combinations are there. */
static int count_with(const struct felt_range *range, felt_card card)
{
    int count = 0;
    for (felt_card other = 0; other < FELT_CARDS; other++)
        if (other != card) count += felt_range_has(range, felt_combo_index(card, other));
    return count;
}

/* The cards a draft writes as Ah*. */
static felt_cards special_cards(const struct felt_range *range, enum cards_draft draft)
{
    felt_cards cards = 0;
    if (draft == CARDS_KEEP) return 0;
    for (felt_card card = 0; card < FELT_CARDS; card++)
        if (count_with(range, card) == (draft == CARDS_FIRST ? FELT_CARDS - 1 : 0))
            cards |= felt_cards_of(card);
    return cards;
}

static void put_cards(struct pen *pen, felt_cards cards, bool adds)
{
    for (int card = FELT_CARDS - 1; card >= 0; card--) {
        if (!(cards >> card & 1)) continue;
        begin_term(pen, adds);
        put_card(pen, (felt_card)card);
        put(pen, '*');
    }
}

static void mark(struct picture *picture, bool suited, int high, int low)
{
    uint16_t *rows = suited ? picture->suited : picture->offsuit;
    rows[high] = (uint16_t)(rows[high] | 1u << low);
}

/* Sorts the kinds into complete and partial ones and writes both.  What is covered need not be
 * said, but may be said where that completes a kind. */
static void put_kinds(struct pen *pen, const struct felt_range *range,
                      const struct felt_range *covered)
{
    struct picture may = {0}, full = {0}, part = {0};
    for (int kind = 0; kind < FELT_STARTING_KINDS; kind++) {
        int first = kind / FELT_RANKS, second = kind % FELT_RANKS;
        bool suited = first >= second;
        int high = suited ? first : second, low = suited ? second : first;
        int combos[12], count = list_kind(high, low, suited, combos), there = 0, open = 0;
        for (int i = 0; i < count; i++) {
            bool is_covered = felt_range_has(covered, combos[i]);
            there += is_covered || felt_range_has(range, combos[i]);
            open += !is_covered && felt_range_has(range, combos[i]);
        }
        if (there == count) mark(&may, suited, high, low);
        if (open > 0) mark(there == count ? &full : &part, suited, high, low);
    }
    if (is_everything(&may)) {
        begin_term(pen, true);
        put_random(pen);
        return;
    }
    put_full(pen, full);
    for (int high = FELT_ACE; high >= 0; high--) {
        for (int low = high; low >= 0; low--) {
            if (part.suited[high] >> low & 1) put_part(pen, high, low, true, range, covered);
            if (part.offsuit[high] >> low & 1) put_part(pen, high, low, false, range, covered);
        }
    }
}

/* One draft of a range that is not empty. */
static void put_draft(struct pen *pen, const struct felt_range *range, enum cards_draft draft)
{
    felt_cards cards = special_cards(range, draft);
    struct felt_range covered = {0};
    felt_cards left = cards;
    while (left) {
        felt_card card = felt_cards_take(&left);
        for (felt_card other = 0; other < FELT_CARDS; other++)
            if (other != card) felt_range_add(&covered, felt_combo_index(card, other));
    }
    if (draft == CARDS_FIRST) put_cards(pen, cards, true);
    put_kinds(pen, range, &covered);
    if (draft == CARDS_LAST) put_cards(pen, cards, false);
}

static struct pen write_draft(const struct felt_range *range, bool turned, enum cards_draft draft,
                              char *out, size_t bytes)
{
    struct pen pen = {out, bytes, 0, turned};
    struct felt_range rest = *range;
    if (turned) {
        for (int combo = 0; combo < FELT_COMBOS; combo++) {
            if (felt_range_has(range, combo))
                felt_range_remove(&rest, combo);
            else
                felt_range_add(&rest, combo);
        }
        put_random(&pen);
    }
    if (felt_range_count(&rest) > 0) put_draft(&pen, &rest, draft);
    return pen;
}

size_t felt_range_write(const struct felt_range *range, char *out, size_t bytes)
{
    size_t shortest = SIZE_MAX;
    int best = 0;
    for (int i = 0; i < 2 * CARDS_DRAFTS; i++) {
        bool turned = i >= CARDS_DRAFTS;
        enum cards_draft draft = (enum cards_draft)(i % CARDS_DRAFTS);
        size_t length = write_draft(range, turned, draft, NULL, 0).length;
        if (length >= shortest) continue;
        shortest = length;
        best = i;
    }
    enum cards_draft draft = (enum cards_draft)(best % CARDS_DRAFTS);
    struct pen pen = write_draft(range, best >= CARDS_DRAFTS, draft, out, bytes);
    felt_assert(pen.length == shortest);
    felt_assert(pen.length < FELT_RANGE_TEXT_MAX);
    if (bytes > 0) out[pen.length < bytes ? pen.length : bytes - 1] = '\0';
    return pen.length;
}
