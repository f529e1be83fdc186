/* play_lesson.c -- see play_lesson.h.
 *
 * A lesson has two sentences: what was done and why, by the word of the player and the sign of its
 * gain; what it expected, from range, share and price.  What the player did not ask for is 0, and
 * its part is left out. */
#include "terminal/local/play_lesson.h"

#include "command/term.h"
#include "felt/assert.h"

#include <string.h>

enum { PERCENT = 100 };

/* What a gain says of a reason: the same word is another story when chips are lost by it. */
enum sign { ANY, GAIN, LOSS };

/* Behind "raised to 300, ".  The first row whose word and sign fit; a '#' is the gain in chips, and
 * a '~' tells of bets to come where share and price alone say the opposite. */
static const struct {
    const char *word;
    enum sign sign;
    const char *clause;
} reasons[] = {
    {"strong_hand", ANY, "since the hand was strong"},
    {"medium_hand", ANY, "with a fair hand"},
    {"weak_hand", ANY, "since the hand was weak"},
    {"bluff", GAIN, "a bluff worth about #, since better hands might fold"},
    {"bluff", LOSS, "a bluff that loses about # so that good hands get paid"},
    {"bluff", ANY, "a bluff, since better hands might fold"},
    {"semi_bluff", GAIN, "half a bluff worth about #: others might fold, or better cards come"},
    {"semi_bluff", LOSS, "half a bluff that loses about # so that good hands get paid"},
    {"semi_bluff", ANY, "half a bluff: others might fold, or better cards come"},
    {"slow_play", ANY, "lying in wait with a strong hand"},
    {"pot_odds", GAIN, "worth about # more than a fold~"},
    {"pot_odds", LOSS, "though about # worse than a fold~"},
    {"pot_odds", ANY, "since the price was right"},
    {"bluff_catch", LOSS, "losing about # so as not to be bluffed every time"},
    {"bluff_catch", ANY, "since the bet could be a bluff"},
    {"too_expensive", GAIN, "since a call promised only about #, too little for the risk"},
    {"too_expensive", LOSS, "since a call would have lost about #~"},
    {"too_expensive", ANY, "since the price was too high"},
    {"not_enough", GAIN, "since a call promised only about #, too little for the risk"},
    {"not_enough", ANY, "since a call promised too little for the risk"},
    {"value_bet", GAIN, "for value, worth about #, since worse hands might pay"},
    {"value_bet", LOSS, "for value, though about # worse than giving up"},
    {"value_bet", ANY, "for value, since worse hands might pay"},
    {"raise_for_value", ANY, "for value, since worse hands might pay even more"},
    {"push", ANY, "since with stacks this short it is all-in or fold"},
    {"free_card", ANY, "which cost nothing"},
    {"bring_in", ANY, "as the rules demand"},
    {"draw", ANY, "hoping for better ones"},
    {"stand_pat", ANY, "since the hand was good as it was"},
    {"open", ANY, "with a hand good enough to come in first"},
    {"defend", ANY, "since the hand was too good to give the blind away"},
    {"timeout", ANY, "without time to think"},
    {"no_time", ANY, "without time to think"},
    {"formality", ANY, "with nothing to think about"},
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

/* How many cards lie there. */
static uint8_t count_cards(const struct felt_view *view, enum felt_zone_kind kind, felt_seat owner)
{
    const struct felt_zone *zone = felt_view_zone(view, kind, owner);
    return zone ? zone->count : 0;
}

struct felt_lesson_thought felt_lesson_think(const struct felt_variant *variant,
                                             const struct felt_view *view,
                                             const struct felt_decision *decision)
{
    struct felt_action action = decision->action;
    const struct felt_option *option = find_option(view, (enum felt_action_kind)action.kind);
    felt_chips amount = 0;
    if (action.kind == FELT_CALL || action.kind == FELT_BRING_IN) amount = option->min;
    if (action.kind == FELT_RAISE_TO) amount = action.amount;
    if (action.kind == FELT_DISCARD) amount = __builtin_popcountll(action.cards);
    struct felt_lesson_thought thought = {.seat = view->viewer,
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
                                          .gain = decision->gain,
                                          .boards =
                                              count_cards(view, FELT_ZONE_BOARD, FELT_SEAT_NONE),
                                          .cards = count_cards(view, FELT_ZONE_HAND, view->viewer),
                                          .variant = variant};
    felt_assert(thought.cards <= FELT_HOLE_MAX);
    if (thought.cards == 0) return thought;
    const struct felt_zone *own = felt_view_zone(view, FELT_ZONE_HAND, view->viewer);
    memcpy(thought.card, view->cards + own->at, thought.cards * sizeof thought.card[0]);
    return thought;
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

void felt_lesson_action(const struct felt_lesson_thought *thought, struct felt_buffer *out)
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
static void write_deed(const struct felt_lesson_thought *thought, struct felt_buffer *out)
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

/* ---- rounds ---------------------------------------------------------------------------------- */

/* Is this the last round of betting? */
static bool is_last(const struct felt_lesson_thought *thought)
{
    int rounds = 0;
    if (thought->variant == NULL) return false;
    for (int i = 0; i < thought->variant->steps; i++)
        rounds += thought->variant->step[i].kind == FELT_STEP_BET;
    if (thought->variant->board_cards > 0) return thought->boards == thought->variant->board_cards;
    return thought->round >= rounds;
}

/* Cards of a seat in the first round where some of them lie open, as in stud; 0 elsewhere. */
static int count_first_street(const struct felt_variant *variant)
{
    int cards = 0, up = 0;
    for (int i = 0; i < variant->steps && variant->step[i].kind != FELT_STEP_BET; i++) {
        cards += variant->step[i].down + variant->step[i].up;
        up += variant->step[i].up;
    }
    return up ? cards : 0;
}

/* A bomb pot has its first round on the flop: cards tell more than numbers do. */
static const char *name_board(const struct felt_lesson_thought *thought)
{
    if (thought->variant == NULL || thought->variant->board_cards != 5) return NULL;
    switch (thought->boards) {
    case 3: return "flop";
    case 4: return "turn";
    case 5: return "river";
    default: return thought->round == 1 ? "preflop" : NULL;
    }
}

static const char *name_street(const struct felt_lesson_thought *thought)
{
    static const char *const streets[] = {"second street", "third street", "fourth street",
                                          "fifth street",  "sixth street", "seventh street"};
    int first = thought->variant ? count_first_street(thought->variant) : 0;
    int place = first + thought->round - 1 - 2;
    bool named = first >= 2 && place < (int)(sizeof streets / sizeof streets[0]);
    return named ? streets[place] : NULL;
}

void felt_lesson_round(const struct felt_lesson_thought *thought, struct felt_buffer *out)
{
    const char *name = name_board(thought);
    if (name == NULL) name = name_street(thought);
    if (thought->act == FELT_DISCARD) name = "draw";
    if (thought->act == FELT_SHOW || thought->act == FELT_MUCK) name = "showdown";
    felt_buffer_text(out, name ? name : "round ");
    if (name == NULL) felt_buffer_uint(out, thought->round);
}

/* ---- reasons --------------------------------------------------------------------------------- */

/* As a person would count them; 0 for what is no number of chips. */
static uint64_t whole_chips(double gain)
{
    double size = gain < 0 ? -gain : gain;
    return size < (double)INT64_MAX / 2 ? (uint64_t)(size + 0.5) : 0;
}

static uint64_t percent_of(double share)
{
    return (uint64_t)(PERCENT * share + 0.5);
}

/* Does the gain have another sign than share and price would give it?  Then it is made of bets that
 * were to come. */
static bool looks_ahead(const struct felt_lesson_thought *thought)
{
    uint64_t share = percent_of(thought->share), price = percent_of(thought->price);
    if (share == 0 || price == 0 || is_last(thought)) return false;
    return thought->gain > 0 ? share < price : share > price;
}

static void write_clause(const struct felt_lesson_thought *thought, const char *clause,
                         struct felt_buffer *out)
{
    uint64_t chips = whole_chips(thought->gain);
    for (; *clause; clause++) {
        if (*clause == '#') {
            write_number(out, chips);
            felt_buffer_text(out, chips == 1 ? " chip" : " chips");
        } else if (*clause == '~') {
            if (looks_ahead(thought)) felt_buffer_text(out, " with the bets to come");
        } else {
            felt_buffer_char(out, *clause);
        }
    }
}

static void write_reason(const struct felt_lesson_thought *thought, struct felt_buffer *out)
{
    const char *word = thought->reasoning;
    enum sign sign = whole_chips(thought->gain) == 0 ? ANY : thought->gain > 0 ? GAIN : LOSS;
    if (strcmp(word, "semi_bluff") == 0 && is_last(thought)) word = "bluff"; /* no card comes */
    for (int i = 0; i < REASONS; i++) {
        bool fits = reasons[i].sign == ANY || reasons[i].sign == sign;
        if (!fits || strcmp(word, reasons[i].word) != 0) continue;
        write_clause(thought, reasons[i].clause, out);
        return;
    }
    felt_buffer_text(out, "for a reason called \"");
    write_words(out, word);
    felt_buffer_char(out, '"');
}

/* ---- prospects ------------------------------------------------------------------------------- */

/* "41 %", "less than 1 %" */
static void write_share(double share, struct felt_buffer *out)
{
    uint64_t percent = percent_of(share);
    if (percent == 0) felt_buffer_text(out, "less than ");
    felt_buffer_uint(out, percent ? percent : 1);
    felt_buffer_text(out, " %");
}

/* How much was known of the others' hands: which ones they are is not told. */
static void write_range(const struct felt_lesson_thought *thought, const char *others,
                        struct felt_buffer *out)
{
    if (percent_of(thought->range) >= PERCENT) {
        felt_buffer_text(out, "With nothing known of ");
        felt_buffer_text(out, others);
        return;
    }
    felt_buffer_text(out, "With ");
    felt_buffer_text(out, others);
    felt_buffer_text(out, " narrowed down to ");
    write_share(thought->range, out);
    felt_buffer_text(out, " of all hands");
}

/* What the hand is worth against those, else what it looked like by itself. */
static void write_hand(const struct felt_lesson_thought *thought, bool starts,
                       struct felt_buffer *out)
{
    bool sure = thought->share > 0;
    felt_buffer_text(out, starts ? sure ? "Its" : "The" : sure ? ", its" : ", the");
    felt_buffer_text(out, sure ? " share of the pot was " : " hand looked good for ");
    write_share(sure ? thought->share : thought->strength, out);
    if (!sure) felt_buffer_text(out, " of the pot");
}

static void write_prospects(const struct felt_lesson_thought *thought, const char *others,
                            struct felt_buffer *out)
{
    bool range = thought->range > 0, hand = thought->share > 0 || thought->strength > 0;
    bool pays = thought->act == FELT_CALL || thought->act == FELT_FOLD;
    bool price = pays && thought->price > 0;
    if (!hand && !price) return; /* a range alone says nothing of the choice */
    felt_buffer_char(out, ' ');
    if (range) write_range(thought, others, out);
    if (hand) write_hand(thought, !range, out);
    if (price) {
        felt_buffer_text(out, range || hand ? ", the price " : "The price was ");
        if (!hand && range) felt_buffer_text(out, "was ");
        write_share(thought->price, out);
        if (!hand) felt_buffer_text(out, " of the pot");
    }
    felt_buffer_char(out, '.');
}

void felt_lesson_write(const struct felt_lesson_thought *thought, const char *others, bool brief,
                       struct felt_buffer *out)
{
    write_deed(thought, out);
    felt_buffer_text(out, ", ");
    write_reason(thought, out);
    felt_buffer_char(out, '.');
    if (!brief) write_prospects(thought, others, out);
}
