/* play_lesson.c -- see play_lesson.h.
 *
 * A lesson has up to three sentences: what was done and why, by the word of the player; what it
 * expected, from strength, price and range; what that was worth, from the gain.  What the player
 * did not ask for is 0, and its part is left out. */
#include "cli/play_lesson.h"

#include "cli/term.h"
#include "felt/assert.h"

#include <string.h>

enum { PERCENT = 100 };

/* Behind "Bob raised to 300: ". */
static const struct {
    const char *word, *clause;
} reasons[] = {
    {"strong_hand", "the hand was strong"},
    {"medium_hand", "the hand was fair, neither one to raise with nor one to give up"},
    {"weak_hand", "the hand was too weak"},
    {"bluff", "a bluff, with a hand that could hardly win if it was called"},
    {"semi_bluff", "half a bluff, with a hand that could win by a fold or become the best"},
    {"slow_play", "a strong hand that lay in wait"},
    {"pot_odds", "the price was right"},
    {"too_expensive", "the price was too high"},
    {"value_bet", "for value, since worse hands might pay"},
    {"raise_for_value", "for value, since worse hands might pay even more"},
    {"bluff_catch", "a hand that beats a bluff, and the bet could be one"},
    {"push", "with so few chips it was all of them or none"},
    {"free_card", "it cost nothing to wait"},
    {"draw", "new cards promised more than the old ones"},
    {"stand_pat", "the hand was good as it was"},
    {"open", "nobody had come in yet, and the hand was good enough to be the first"},
    {"defend", "the hand was too good to give the blind away"},
    {"timeout", "there was no time left to think"},
    {"no_time", "there was no time left to think"},
    {"formality", "there was nothing to think about"},
};
enum { REASONS = sizeof reasons / sizeof reasons[0] };

/* ---- actions --------------------------------------------------------------------------------- */

static const struct felt_option *find_option(const struct felt_view *view,
                                             enum felt_action_kind kind)
{
    for (int i = 0; i < view->options; i++)
        if (view->option[i].kind == kind) return &view->option[i];
    felt_assert(!"a legal decision has an option");
    return NULL;
}

struct felt_thought felt_lesson_think(const struct felt_view *view,
                                      const struct felt_decision *decision)
{
    struct felt_action action = decision->action;
    const struct felt_option *option = find_option(view, (enum felt_action_kind)action.kind);
    felt_chips amount = 0;
    if (action.kind == FELT_CALL || action.kind == FELT_BRING_IN) amount = option->min;
    if (action.kind == FELT_RAISE_TO) amount = action.amount;
    if (action.kind == FELT_DISCARD) amount = __builtin_popcountll(action.cards);
    return (struct felt_thought){.seat = view->viewer,
                                 .round = (uint8_t)(view->street + 1),
                                 .act = action.kind,
                                 .bet = view->betting.to_match > 0,
                                 .choice = action.choice,
                                 .amount = amount,
                                 .warning = decision->warning,
                                 .reasoning = decision->reasoning,
                                 .confidence = decision->confidence,
                                 .strength = decision->strength,
                                 .price = decision->price,
                                 .range = decision->range,
                                 .share = decision->share,
                                 .gain = decision->gain};
}

static void write_number(struct felt_buffer *out, uint64_t number)
{
    char digits[FELT_TERM_NUMBER_BYTES];
    felt_buffer_text(out, felt_term_number(number, digits));
}

/* "strong_hand" as "strong hand" */
static void write_words(struct felt_buffer *out, const char *word)
{
    for (; *word; word++) felt_buffer_char(out, *word == '_' ? ' ' : *word);
}

void felt_lesson_action(const struct felt_thought *thought, struct felt_buffer *out)
{
    const char *words = felt_action_word((enum felt_action_kind)thought->act);
    switch (thought->act) {
    case FELT_BRING_IN: words = "bring in"; break;
    case FELT_RAISE_TO: words = thought->bet ? "raise to" : "bet"; break;
    case FELT_DISCARD: words = thought->amount ? "discard" : "stand pat"; break;
    case FELT_RUNS: words = thought->choice ? "two boards" : "one board"; break;
    default: break;
    }
    felt_buffer_text(out, words);
    if (thought->amount == 0) return;
    felt_buffer_char(out, ' ');
    write_number(out, (uint64_t)thought->amount);
}

/* "raised to 300" */
static void write_deed(const struct felt_thought *thought, struct felt_buffer *out)
{
    const char *words = NULL;
    switch (thought->act) {
    case FELT_FOLD: words = "folded"; break;
    case FELT_CHECK: words = "checked"; break;
    case FELT_CALL: words = "called"; break;
    case FELT_BRING_IN: words = "brought in"; break;
    case FELT_RAISE_TO: words = thought->bet ? "raised to" : "bet"; break;
    case FELT_DISCARD: words = thought->amount ? "threw away" : "stood pat"; break;
    case FELT_SHOW: words = "showed the hand"; break;
    case FELT_MUCK: words = "kept the hand hidden"; break;
    case FELT_RUNS: words = thought->choice ? "asked for two boards" : "kept to one board"; break;
    default: break;
    }
    if (words == NULL) {
        felt_buffer_text(out, "chose ");
        write_words(out, felt_action_word((enum felt_action_kind)thought->act));
        return;
    }
    felt_buffer_text(out, words);
    if (thought->amount == 0) return;
    felt_buffer_char(out, ' ');
    write_number(out, (uint64_t)thought->amount);
    if (thought->act == FELT_DISCARD)
        felt_buffer_text(out, thought->amount == 1 ? " card" : " cards");
}

/* ---- reasons --------------------------------------------------------------------------------- */

static void write_reason(const struct felt_thought *thought, struct felt_buffer *out)
{
    for (int i = 0; i < REASONS; i++)
        if (strcmp(thought->reasoning, reasons[i].word) == 0) {
            felt_buffer_text(out, reasons[i].clause);
            return;
        }
    felt_buffer_text(out, "for a reason called \"");
    write_words(out, thought->reasoning);
    felt_buffer_char(out, '"');
}

/* "41 %", "less than 1 %" */
static void write_share(double share, struct felt_buffer *out)
{
    uint64_t percent = (uint64_t)(PERCENT * share + 0.5);
    if (percent == 0) felt_buffer_text(out, "less than ");
    felt_buffer_uint(out, percent ? percent : 1);
    felt_buffer_text(out, " %");
}

/* Whom the hand was compared with. */
static void write_range(const struct felt_thought *thought, const char *name, const char *others,
                        struct felt_buffer *out)
{
    bool any = thought->range >= 1 - 0.5 / PERCENT; /* "the best 100 %" */
    felt_buffer_text(out, name);
    felt_buffer_text(out, any ? " thought that " : " put ");
    felt_buffer_text(out, others);
    if (any) {
        felt_buffer_text(out, " could have any hand");
    } else {
        felt_buffer_text(out, " on the best ");
        write_share(thought->range, out);
        felt_buffer_text(out, " of hands");
    }
    if (thought->share > 0)
        felt_buffer_text(out, any ? "; against that " : "; against these ");
    else if (thought->strength > 0)
        felt_buffer_text(out, "; ");
}

/* What the hand is worth against those, else what it is worth by itself. */
static void write_hand(const struct felt_thought *thought, struct felt_buffer *out)
{
    bool sure = thought->share > 0;
    felt_buffer_text(out, sure ? "the hand was good for " : "the hand looked good for ");
    write_share(sure ? thought->share : thought->strength, out);
    felt_buffer_text(out, " of the pot");
}

static void write_price(const struct felt_thought *thought, bool behind_hand,
                        struct felt_buffer *out)
{
    bool behind_range = thought->range > 0;
    felt_buffer_text(out, behind_hand ? ", and " : behind_range ? "; " : "");
    felt_buffer_text(out, thought->act == FELT_CALL ? "the call cost " : "a call cost ");
    write_share(thought->price, out);
    felt_buffer_text(out, behind_hand ? " of it" : " of the pot");
}

static void write_prospects(const struct felt_thought *thought, const char *name,
                            const char *others, struct felt_buffer *out)
{
    size_t start = out->used + 1;
    bool hand = thought->share > 0 || thought->strength > 0;
    if (!hand && !(thought->range > 0) && !(thought->price > 0)) return;
    felt_buffer_char(out, ' ');
    if (thought->range > 0) write_range(thought, name, others, out);
    if (hand) write_hand(thought, out);
    if (thought->price > 0) write_price(thought, hand, out);
    felt_buffer_char(out, '.');
    bool small = start < out->used && out->bytes[start] >= 'a' && out->bytes[start] <= 'z';
    if (small) out->bytes[start] = (char)(out->bytes[start] - 'a' + 'A');
}

/* The gain of a fold is that of the call that was not made. */
static void write_gain(const struct felt_thought *thought, struct felt_buffer *out)
{
    double size = thought->gain < 0 ? -thought->gain : thought->gain;
    bool folded = thought->act == FELT_FOLD, wins = thought->gain > 0;
    if (!(size > 0) || size > (double)INT64_MAX / 2) return;
    uint64_t chips = (uint64_t)(size + 0.5);
    if (chips == 0) {
        felt_buffer_text(out, folded ? " Calling would have brought nothing."
                                     : " Giving up would have been as good.");
        return;
    }
    felt_buffer_text(out, folded ? " Calling would have " : " That was worth ");
    if (folded) felt_buffer_text(out, wins ? "won only " : "lost ");
    felt_buffer_text(out, "about ");
    write_number(out, chips);
    felt_buffer_text(out, chips == 1 ? " chip" : " chips");
    if (!folded) felt_buffer_text(out, wins ? " more" : " less");
    felt_buffer_text(out, folded ? "." : " than giving up.");
}

void felt_lesson_write(const struct felt_thought *thought, const char *name, const char *others,
                       struct felt_buffer *out)
{
    felt_buffer_text(out, name);
    felt_buffer_char(out, ' ');
    write_deed(thought, out);
    felt_buffer_text(out, ": ");
    write_reason(thought, out);
    felt_buffer_char(out, '.');
    write_prospects(thought, name, others, out);
    write_gain(thought, out);
}
