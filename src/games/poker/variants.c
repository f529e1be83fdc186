/* variants.c -- the rows: every poker game as data.
 *
 * A new game is a line of `rows` (and a row of cards/showdown.c if it compares hands in a way of
 * its own); docs/HACKING.md shows one from beginning to end. */
#include "felt/poker.h"
#include "games/poker/poker.h"

#include <string.h>

/* ---- decks ---------------------------------------------------------------------------------- */

#define FROM(rank) (FELT_CARDS_ALL & ~(((felt_cards)1 << (4 * (rank))) - 1))

/* Six and ten up; jacks, queens and kings of spades, of hearts and spades.  With the least number
 * of seats, which is two everywhere. */
#define D52 FELT_CARDS_ALL, 2
#define D54 (FELT_CARDS_ALL | (felt_cards)3 << FELT_CARDS), 2
#define D36 FROM(FELT_SIX), 2
#define D20 FROM(FELT_TEN), 2
#define D3  ((felt_cards)0x888 << (4 * FELT_JACK)), 2
#define D6  ((felt_cards)0xccc << (4 * FELT_JACK)), 2

/* ---- steps ---------------------------------------------------------------------------------- */

/* kind, down, up, board, discard from, to, replace, big */
/* clang-format off */
#define DEAL(down, up, board) {FELT_STEP_DEAL, down, up, board, 0, 0, false, 0}
#define DOWN(n)               DEAL(n, 0, 0)
#define UP(n)                 DEAL(0, n, 0)
#define BOARD(n)              DEAL(0, 0, n)
#define THROW(n)              {FELT_STEP_DISCARD, 0, 0, 0, n, n, false, 0}
#define DRAW(n)               {FELT_STEP_DISCARD, 0, 0, 0, 0, n, true, 0}
#define BET                   {FELT_STEP_BET, 0, 0, 0, 0, 0, false, 0}
#define BIG                   {FELT_STEP_BET, 0, 0, 0, 0, 0, false, 1}

/* hole cards, board cards, number of steps, steps */
#define FLOP(n)   n, 5, 8,  {DOWN(n), BET, BOARD(3), BET, BOARD(1), BIG, BOARD(1), BIG}
#define PINE      3, 5, 9,  {DOWN(3), BET, THROW(1), BOARD(3), BET, BOARD(1), BIG, BOARD(1), BIG}
#define CRAZY     3, 5, 9,  {DOWN(3), BET, BOARD(3), BET, THROW(1), BOARD(1), BIG, BOARD(1), BIG}
#define IRISH     4, 5, 9,  {DOWN(4), BET, BOARD(3), BET, THROW(2), BOARD(1), BIG, BOARD(1), BIG}
#define EARLY     5, 5, 8,  {DEAL(5, 0, 1), BET, BOARD(2), BET, BOARD(1), BIG, BOARD(1), BIG}
#define DRAW1     5, 0, 4,  {DOWN(5), BET, DRAW(5), BIG}
#define DRAW3     5, 0, 8,  {DOWN(5), BET, DRAW(5), BET, DRAW(5), BIG, DRAW(5), BIG}
#define BADUGI    4, 0, 8,  {DOWN(4), BET, DRAW(4), BET, DRAW(4), BIG, DRAW(4), BIG}
#define STUD      7, 0, 10, {DEAL(2, 1, 0), BET, UP(1), BET, UP(1), BIG, UP(1), BIG, DOWN(1), BIG}
#define ONE       1, 0, 2,  {DOWN(1), BET}
#define ONE1      1, 1, 4,  {DOWN(1), BET, BOARD(1), BIG}
#define ONE2      1, 2, 6,  {DOWN(1), BET, BOARD(1), BIG, BOARD(1), BIG}

/* ---- manners: opener, odd chips, forced bets, cap, what a card up does, shared last card ---- */

#define BUTTON       FELT_OPENER_BUTTON, FELT_ODD_CLOCKWISE
#define NO_UP        FELT_UP_NOTHING, false, 0
#define BLINDS       BUTTON, FELT_FORCED_BLINDS, 4, NO_UP
#define ANTES        BUTTON, FELT_FORCED_BUTTON_BLIND, 4, NO_UP
#define WHOLE        BUTTON, FELT_FORCED_ANTES, 1, NO_UP
#define HALF2        BUTTON, FELT_FORCED_HALF_ANTES, 2, NO_UP
#define HALF4        BUTTON, FELT_FORCED_HALF_ANTES, 4, NO_UP
#define SHOW(opener) FELT_OPENER_##opener, FELT_ODD_BY_CARD, FELT_FORCED_BRING_IN, 4
#define HIGH         SHOW(SHOW_HIGH), FELT_UP_NOTHING, true, 0
#define LOW          SHOW(SHOW_LOW), FELT_UP_NOTHING, true, 0
#define QUEENS       SHOW(SHOW_HIGH), FELT_UP_FOLLOW, true, (felt_cards)15 << (4 * FELT_QUEEN)
#define LADY         SHOW(SHOW_HIGH), FELT_UP_REDEAL, true, (felt_cards)8 << (4 * FELT_QUEEN)

#define NL FELT_NO_LIMIT
#define PL FELT_POT_LIMIT
#define FL FELT_FIXED_LIMIT

/* ---- the games ------------------------------------------------------------------------------ */

#define ROW(name, code, title)          name, title, code, name
#define AS(showdown, name, code, title) name, title, code, showdown

/* (showdown,) name, code, title; deck, most seats, usual limit, manners, cards and steps */
static const struct felt_variant rows[] = {
    {ROW("holdem",           "T",     "Hold'em"),                     D52, 10, NL, BLINDS, FLOP(2)},
    {ROW("holdem-jokers",    "TJ",    "Hold'em, jokers wild"),        D54, 10, FL, BLINDS, FLOP(2)},
    {ROW("short-deck",       "S",     "Short-deck hold'em"),          D36, 10, NL, ANTES,  FLOP(2)},
    {ROW("royal",            "RT",    "Royal hold'em"),               D20, 7,  NL, BLINDS, FLOP(2)},
    {AS("holdem", "pineapple", "TP", "Pineapple"),                    D52, 10, NL, BLINDS, PINE},
    {AS("holdem", "crazy-pineapple", "TCP", "Crazy pineapple"),       D52, 10, NL, BLINDS, CRAZY},
    {ROW("omaha",            "O",     "Omaha"),                       D52, 10, PL, BLINDS, FLOP(4)},
    {ROW("omaha-hilo",       "O/8",   "Omaha hi-lo"),                 D52, 10, PL, BLINDS, FLOP(4)},
    {ROW("omaha5",           "O5",    "Five-card Omaha"),             D52, 9,  PL, BLINDS, FLOP(5)},
    {ROW("omaha5-hilo",      "O5/8",  "Five-card Omaha hi-lo"),       D52, 9,  PL, BLINDS, FLOP(5)},
    {ROW("omaha6",           "O6",    "Six-card Omaha"),              D52, 7,  PL, BLINDS, FLOP(6)},
    {ROW("courchevel",       "C",     "Courchevel"),                  D52, 9,  PL, BLINDS, EARLY},
    {ROW("courchevel-hilo",  "C/8",   "Courchevel hi-lo"),            D52, 9,  PL, BLINDS, EARLY},
    {ROW("draw",             "5C1D",  "Five-card draw"),              D52, 9,  NL, BLINDS, DRAW1},
    {ROW("draw-deuces",      "5C1DW", "Five-card draw, deuces wild"), D52, 9,  NL, BLINDS, DRAW1},
    {ROW("draw-jokers",      "5C1DJ", "Five-card draw, jokers wild"), D54, 9,  NL, BLINDS, DRAW1},
    {AS("low-27", "27-single", "2L1D", "Deuce-to-seven single draw"), D52, 9,  NL, BLINDS, DRAW1},
    {AS("low-27", "27-triple", "2L3D", "Deuce-to-seven triple draw"), D52, 7,  NL, BLINDS, DRAW3},
    {AS("low-a5", "a5-single", "AL1D", "Ace-to-five single draw"),    D52, 9,  NL, BLINDS, DRAW1},
    {AS("low-a5", "a5-triple", "AL3D", "Ace-to-five triple draw"),    D52, 7,  NL, BLINDS, DRAW3},
    {ROW("stud",             "7S",    "Seven-card stud"),             D52, 8,  FL, HIGH,   STUD},
    {ROW("stud-jokers",      "7SJ",   "Seven-card stud, jokers wild"), D54, 8,  FL, HIGH,   STUD},
    {ROW("stud-hilo",        "7S/8",  "Seven-card stud hi-lo"),       D52, 8,  FL, HIGH,   STUD},
    {ROW("razz",             "RZ",    "Razz"),                        D52, 8,  FL, LOW,    STUD},
    {ROW("chicago",          "7SC",   "High Chicago"),                D52, 8,  FL, HIGH,   STUD},
    {ROW("follow-queen",     "7SQ",   "Follow the queen"),            D52, 8,  FL, QUEENS, STUD},
    {ROW("the-bitch",        "7SB",   "The bitch"),                   D52, 8,  FL, LADY,   STUD},
    {ROW("badugi",           "B",     "Badugi"),                      D52, 10, NL, BLINDS, BADUGI},
    {ROW("badacey",          "BA",    "Badacey"),                     D52, 7,  NL, BLINDS, DRAW3},
    {ROW("badeucy",          "BD",    "Badeucy"),                     D52, 7,  NL, BLINDS, DRAW3},
    {ROW("kuhn",             "KUHN",  "Kuhn poker"),                  D3,  2,  FL, WHOLE,  ONE},
    {ROW("leduc",            "LEDUC", "Leduc hold'em"),               D6,  2,  FL, HALF2,  ONE1},
    {AS("three-card", "rhode-island", "RI", "Rhode Island hold'em"),  D52, 2,  FL, HALF4,  ONE2},
    {AS("holdem", "irish", "TI", "Irish poker"),                      D52, 10, PL, BLINDS, IRISH},
};

/* What the two toy games compare: one or two cards, a pair beats a high card.  (They are no rows of
 * cards/: nobody asks for their equities or ranges.) */
static const struct felt_showdown toys[] = {
    {"kuhn", "Kuhn poker", 1, 0, false, FELT_HIGH, FELT_FAMILY_NONE, FELT_DECK_52, 0, 0, 0},
    {"leduc", "Leduc hold'em", 1, 1, false, FELT_HIGH, FELT_FAMILY_NONE, FELT_DECK_52, 0, 0, 0},
};
/* clang-format on */

int felt_variant_count(void)
{
    return (int)(sizeof rows / sizeof rows[0]);
}

const struct felt_variant *felt_variant_at(int index)
{
    felt_assert(index >= 0 && index < felt_variant_count());
    return &rows[index];
}

const struct felt_variant *felt_variant_find(const char *name)
{
    for (int i = 0; i < felt_variant_count(); i++)
        if (!strcmp(rows[i].name, name)) return &rows[i];
    return NULL;
}

const struct felt_showdown *poker_find_showdown(const char *name)
{
    for (size_t i = 0; i < sizeof toys / sizeof toys[0]; i++)
        if (!strcmp(toys[i].name, name)) return &toys[i];
    return felt_showdown_find(name);
}

/* ---- what a row must be --------------------------------------------------------------------- */

bool poker_is_special(const struct felt_variant *variant)
{
    bool special = variant->on_up != FELT_UP_NOTHING;
    for (int i = 0; i < variant->steps; i++) special |= variant->step[i].kind == FELT_STEP_DISCARD;
    return special;
}

bool poker_reshuffles(const struct felt_variant *variant)
{
    bool back = variant->on_up == FELT_UP_REDEAL;
    for (int i = 0; i < variant->steps; i++)
        back |= variant->step[i].kind == FELT_STEP_DISCARD && variant->step[i].replace;
    return back;
}

uint8_t poker_up_slots(const struct felt_variant *variant)
{
    unsigned up = 0, at = 0;
    for (int i = 0; i < variant->steps; i++) {
        const struct felt_step *step = &variant->step[i];
        up |= ((1u << step->up) - 1) << (at + step->down);
        at += step->down + step->up;
    }
    return (uint8_t)up;
}

/* Cards of each kind that the steps deal, and the largest draw. */
struct sums {
    int hole, up, board, dropped, draw, draws, bets;
    bool up_first;   /* a card up before the first bet  */
    bool deals_late; /* cards are dealt after a draw    */
};

static struct sums add_up(const struct felt_variant *variant)
{
    struct sums sums = {0};
    for (int i = 0; i < variant->steps; i++) {
        const struct felt_step *step = &variant->step[i];
        sums.hole += step->down + step->up;
        sums.up += step->up;
        sums.board += step->board;
        sums.bets += step->kind == FELT_STEP_BET;
        sums.up_first |= sums.up && sums.bets == 0;
        sums.deals_late |= sums.draw && step->kind == FELT_STEP_DEAL;
        if (step->kind != FELT_STEP_DISCARD) continue;
        sums.draws++;
        if (!step->replace) sums.dropped += step->discard_min;
        if (step->replace && step->discard_max > sums.draw) sums.draw = step->discard_max;
    }
    return sums;
}

/* One step by itself, and what it does to a hand of `held` cards. */
static const char *step_fault(const struct felt_step *step, int *held)
{
    bool deals = step->down || step->up || step->board;
    bool discards = step->discard_min || step->discard_max || step->replace;
    *held += step->down + step->up;
    switch ((enum felt_step_kind)step->kind) {
    case FELT_STEP_DEAL: return !deals || discards ? "a deal has cards and no discards" : NULL;
    case FELT_STEP_BET:
        return deals || discards || step->big > 1 ? "a bet has neither cards nor discards" : NULL;
    case FELT_STEP_DISCARD: break;
    default: return "a step is a deal, a discard or a bet";
    }
    if (deals) return "a discard deals no cards but new ones";
    if (step->discard_max < 1 || step->discard_max > *held || step->discard_min > step->discard_max)
        return "a discard is of at least one card, and of no more than the hand has";
    if (!step->replace && step->discard_min != step->discard_max)
        return "without new cards everybody discards the same number";
    if (!step->replace) *held -= step->discard_min;
    return *held < 1 ? "a hand keeps at least one card" : NULL;
}

static const char *steps_fault(const struct felt_variant *variant)
{
    int held = 0;
    if (variant->steps < 2 || variant->steps > FELT_STEPS_MAX)
        return "a game has two steps to FELT_STEPS_MAX";
    if (variant->step[0].kind != FELT_STEP_DEAL || variant->step[0].down + variant->step[0].up < 1)
        return "a game begins with cards to everybody";
    if (variant->step[variant->steps - 1].kind != FELT_STEP_BET) return "a game ends with a bet";
    for (int i = 0; i < variant->steps; i++) {
        const char *fault = step_fault(&variant->step[i], &held);
        if (fault) return fault;
    }
    return NULL;
}

/* RULES 14.1: the last card of all is one that is dealt down, and alone. */
static bool ends_with_one_down(const struct felt_variant *variant)
{
    const struct felt_step *last = &variant->step[0];
    for (int i = 0; i < variant->steps; i++)
        if (variant->step[i].kind == FELT_STEP_DEAL) last = &variant->step[i];
    return last->down == 1 && last->up == 0 && last->board == 0;
}

static const char *cards_fault(const struct felt_variant *variant)
{
    struct sums sums = add_up(variant);
    const struct felt_showdown *showdown = poker_find_showdown(variant->showdown);
    int deck = felt_cards_count(variant->deck), seats = variant->seats_max;
    int need = seats * variant->hole_cards + variant->board_cards;
    if (showdown == NULL) return "there is no such showdown";
    if (variant->hole_cards != sums.hole || variant->board_cards != sums.board)
        return "hole_cards and board_cards are the sums of the steps";
    if (sums.hole > FELT_HOLE_MAX || sums.board > FELT_BOARD_MAX || sums.draws > FELT_DRAWS_MAX)
        return "more cards or draws than a hand has room for";
    if (sums.hole - sums.dropped != showdown->hole || sums.board != showdown->board)
        return "the showdown compares another number of cards";
    if (deck > FELT_CARDS_MAX || (variant->deck & ~felt_deck_cards(showdown->deck)))
        return "the deck has cards that the showdown does not know";
    if (need > deck && !poker_fits_crowded(variant, seats, deck))
        return "seats_max seats need more cards than the deck has";
    if (sums.draw && need + sums.draw > deck) return "a draw could run out of cards (RULES 13.4)";
    if (variant->shares_last &&
        (sums.board || sums.draws || sums.hole > 7 || !ends_with_one_down(variant)))
        return "a shared last card is for games that end with one card down, without draws";
    if (sums.deals_late) return "after a draw nothing is dealt but new cards";
    return NULL;
}

/* What lies open, and what is wild. */
static const char *open_fault(const struct felt_variant *variant)
{
    struct sums sums = add_up(variant);
    const struct felt_showdown *showdown = poker_find_showdown(variant->showdown);
    bool any_five = showdown->first == FELT_HIGH && !showdown->two_three;
    bool wild = showdown->wild || variant->deck >> FELT_CARDS || variant->on_up == FELT_UP_FOLLOW;
    if (variant->opener != FELT_OPENER_BUTTON && !sums.up_first)
        return "who opens by cards has one face up before the first bet";
    if ((variant->on_up == FELT_UP_NOTHING) != (variant->trigger == 0))
        return "a card face up needs both: which one, and what it brings about";
    if (variant->on_up != FELT_UP_NOTHING && (!sums.up || sums.board))
        return "only cards dealt up to seats bring something about";
    if (sums.up && sums.draws) return "cards face up are not thrown away";
    if (wild && (!any_five || variant->opener == FELT_OPENER_SHOW_LOW))
        return "wild cards are for high hands of any five cards";
    if (variant->odd_chips == FELT_ODD_BY_CARD && (sums.board || showdown->two_three))
        return "odd chips go by card only where all cards are own";
    return NULL;
}

enum felt_status felt_variant_verify(const struct felt_variant *variant,
                                     struct felt_complaint *complaint)
{
    const char *fault = NULL;
    if (variant->name == NULL || variant->title == NULL || variant->showdown == NULL ||
        variant->code == NULL || strlen(variant->code) > FELT_VARIANT_CODE_MAX)
        fault = "a game has a name, a title, a short code and a showdown";
    else if (variant->seats_min < 2 || variant->seats_max < variant->seats_min ||
             variant->seats_max > FELT_SEATS_MAX)
        fault = "a game is for two seats to FELT_SEATS_MAX";
    else if (variant->opener > FELT_OPENER_SHOW_LOW || variant->odd_chips > FELT_ODD_BY_CARD ||
             variant->forced > FELT_FORCED_HALF_ANTES || variant->on_up > FELT_UP_REDEAL ||
             variant->limit > FELT_FIXED_LIMIT || variant->cap == 0)
        fault =
            "opener, odd chips, forced bets, limit, cap or what a card up does is no such value";
    if (fault == NULL) fault = steps_fault(variant);
    if (fault == NULL) fault = cards_fault(variant);
    if (fault == NULL) fault = open_fault(variant);
    if (fault == NULL) return FELT_OK;
    return felt_complain(complaint, FELT_BAD_RULES, 0, 0, "%s: %s",
                         variant->name ? variant->name : "variant", fault);
}
