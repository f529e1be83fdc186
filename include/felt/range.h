/* range.h -- sets of hold'em starting hands, as players write them.
 *
 * A range is a list of terms with commas between them, white space around terms, letters in any
 * case, ten as T or 10:
 *
 *   QQ           a pair                     QQ+      and all higher pairs
 *   TT-77        pairs from .. to           AK       suited and offsuit
 *   AKs  AKo     suited, offsuit            A2s+     the second rank rises, A2s .. AKs
 *   KTo+  KT+    likewise                   A5s-A2s  the second rank moves
 *   AhKh         one combination            76s-54s  both ranks move together
 *   Ah*  Ahx     all with that card         random   all 1,326
 *   15%  7.5%    the best 15 or 7.5 percent
 *
 * A leading `!` takes a term's combinations out of what stands before it: `random,!AA`.  The two
 * ends of a dash may come in either order.
 *
 * The best n percent are taken in the order of equity against one random hand (felt_starting_kind):
 * whole kinds (AKs, 72o ...) while their combinations together do not pass n percent of 1,326,
 * rounded to nearest.
 *
 * A combination is numbered high * (high - 1) / 2 + low for its two card numbers, high > low. */
#ifndef FELT_RANGE_H
#define FELT_RANGE_H

#include "felt/card.h"

#include <stdbool.h>

FELT_BEGIN

enum { FELT_COMBOS = 1326, FELT_STARTING_KINDS = 169, FELT_RANGE_TEXT_MAX = 4096 };

struct felt_range {
    uint64_t combos[(FELT_COMBOS + 63) / 64];
};

static inline int felt_combo_index(felt_card a, felt_card b)
{
    int high = a > b ? a : b, low = a > b ? b : a;
    return high * (high - 1) / 2 + low;
}
FELT_API void felt_combo_cards(int index, felt_card *high, felt_card *low);

static inline bool felt_range_has(const struct felt_range *range, int combo)
{
    return range->combos[combo / 64] >> (combo % 64) & 1;
}
static inline void felt_range_add(struct felt_range *range, int combo)
{
    range->combos[combo / 64] |= UINT64_C(1) << (combo % 64);
}
static inline void felt_range_remove(struct felt_range *range, int combo)
{
    range->combos[combo / 64] &= ~(UINT64_C(1) << (combo % 64));
}
FELT_API int felt_range_count(const struct felt_range *range);
/* Takes out every combination that holds one of the cards. */
FELT_API void felt_range_remove_cards(struct felt_range *range, felt_cards cards);

/* FELT_BAD_RANGE or FELT_BAD_CARD with the place in the text; an empty range is FELT_BAD_RANGE too.
 * *out is written only on FELT_OK. */
FELT_API FELT_MUST_USE enum felt_status felt_range_read(const char *text, size_t bytes,
                                                        struct felt_range *out,
                                                        struct felt_complaint *complaint);

/* Writes the range back in the shortest of the notations above that we know; reading it again gives
 * the same range.  Returns the length it needs, like snprintf; that is below FELT_RANGE_TEXT_MAX.
 * An empty range is an empty text, the one result that does not read back. */
FELT_API size_t felt_range_write(const struct felt_range *range, char *out, size_t bytes);

/* The 169 kinds of starting hands from best to worst by equity against one random hand.  `kind` is
 * 13 * high rank + low rank for suited and pairs, 13 * low rank + high rank for offsuit. */
FELT_API int felt_starting_kind(int place);
/* Equity against a random hand in 1/1,000,000. */
FELT_API int felt_starting_equity(int place);
/* "AKs" */
FELT_API void felt_starting_write(int kind, char out[4]);

FELT_END

#endif
