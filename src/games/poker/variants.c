/* variants.c -- the rows: every poker game as data.
 *
 * A new game is a line of `rows` (and a row of cards/showdown.c if it compares hands in a way of
 * its own); docs/HACKING.md shows one from beginning to end. */
#include "felt/poker.h"
#include "games/poker/poker.h"

#include <string.h>

/* ---- decks ---------------------------------------------------------------------------------- */

#define D_52    FELT_CARDS_ALL
#define D_54    (FELT_CARDS_ALL | (felt_cards)3 << FELT_CARDS)
#define D_SHORT (FELT_CARDS_ALL & ~(((felt_cards)1 << (4 * FELT_SIX)) - 1))
#define D_ROYAL (FELT_CARDS_ALL & ~(((felt_cards)1 << (4 * FELT_TEN)) - 1))
/* Jacks, queens and kings: of spades, of hearts and spades. */
#define D_KUHN  ((felt_cards)0x888 << (4 * FELT_JACK))
#define D_LEDUC ((felt_cards)0xccc << (4 * FELT_JACK))

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
#define COUR      5, 5, 8,  {DEAL(5, 0, 1), BET, BOARD(2), BET, BOARD(1), BIG, BOARD(1), BIG}
#define DRAW1(n)  n, 0, 4,  {DOWN(n), BET, DRAW(n), BIG}
#define DRAW3(n)  n, 0, 8,  {DOWN(n), BET, DRAW(n), BET, DRAW(n), BIG, DRAW(n), BIG}
#define STUD      7, 0, 10, {DEAL(2, 1, 0), BET, UP(1), BET, UP(1), BIG, UP(1), BIG, DOWN(1), BIG}
#define ONE_CARD  1, 0, 2,  {DOWN(1), BET}
#define ONE_ONE   1, 1, 4,  {DOWN(1), BET, BOARD(1), BIG}
#define ONE_TWO   1, 2, 6,  {DOWN(1), BET, BOARD(1), BIG, BOARD(1), BIG}

/* ---- manners: opener, odd chips, forced bets, cap, what a card up does, shared last card ---- */

#define BUTTON       FELT_OPENER_BUTTON, FELT_ODD_CLOCKWISE
#define NO_UP        FELT_UP_NOTHING, false, 0
#define BLINDS       BUTTON, FELT_FORCED_BLINDS, 4, NO_UP
#define ANTES        BUTTON, FELT_FORCED_BUTTON_BLIND, 4, NO_UP
#define WHOLE        BUTTON, FELT_FORCED_ANTES, 1, NO_UP
#define HALF(cap)    BUTTON, FELT_FORCED_HALF_ANTES, cap, NO_UP
#define SHOW(which)  FELT_OPENER_SHOW_##which, FELT_ODD_BY_CARD, FELT_FORCED_BRING_IN, 4
#define HIGH         SHOW(HIGH), FELT_UP_NOTHING, true, 0
#define LOW          SHOW(LOW), FELT_UP_NOTHING, true, 0
#define QUEENS       SHOW(HIGH), FELT_UP_FOLLOW, true, (felt_cards)15 << (4 * FELT_QUEEN)
#define LADY         SHOW(HIGH), FELT_UP_REDEAL, true, (felt_cards)8 << (4 * FELT_QUEEN)

#define NL FELT_NO_LIMIT
#define PL FELT_POT_LIMIT
#define FL FELT_FIXED_LIMIT

/* ---- the games ------------------------------------------------------------------------------ */

#define GAME(name, title)           name, title, name
#define LIKE(showdown, name, title) name, title, showdown

/* name and what is compared, deck, seats from and to, usual limit, manners, cards and steps */
static const struct felt_variant rows[] = {
    {GAME("holdem",          "Hold'em"),                      D_52,    2, 10, NL, BLINDS, FLOP(2)},
    {GAME("holdem-jokers",   "Hold'em, jokers wild"),         D_54,    2, 10, FL, BLINDS, FLOP(2)},
    {GAME("short-deck",      "Short-deck hold'em"),           D_SHORT, 2, 10, NL, ANTES,  FLOP(2)},
    {GAME("royal",           "Royal hold'em"),                D_ROYAL, 2, 7,  NL, BLINDS, FLOP(2)},
    {LIKE("holdem", "pineapple", "Pineapple"),                D_52,    2, 10, NL, BLINDS, PINE},
    {LIKE("holdem", "crazy-pineapple", "Crazy pineapple"),    D_52,    2, 10, NL, BLINDS, CRAZY},
    {GAME("omaha",           "Omaha"),                        D_52,    2, 10, PL, BLINDS, FLOP(4)},
    {GAME("omaha-hilo",      "Omaha hi-lo"),                  D_52,    2, 10, PL, BLINDS, FLOP(4)},
    {GAME("omaha5",          "Five-card Omaha"),              D_52,    2, 9,  PL, BLINDS, FLOP(5)},
    {GAME("omaha5-hilo",     "Five-card Omaha hi-lo"),        D_52,    2, 9,  PL, BLINDS, FLOP(5)},
    {GAME("omaha6",          "Six-card Omaha"),               D_52,    2, 7,  PL, BLINDS, FLOP(6)},
    {GAME("courchevel",      "Courchevel"),                   D_52,    2, 9,  PL, BLINDS, COUR},
    {GAME("courchevel-hilo", "Courchevel hi-lo"),             D_52,    2, 9,  PL, BLINDS, COUR},
    {GAME("draw",            "Five-card draw"),               D_52,    2, 9,  NL, BLINDS, DRAW1(5)},
    {GAME("draw-deuces",     "Five-card draw, deuces wild"),  D_52,    2, 9,  NL, BLINDS, DRAW1(5)},
    {GAME("draw-jokers",     "Five-card draw, jokers wild"),  D_54,    2, 9,  NL, BLINDS, DRAW1(5)},
    {LIKE("low-27", "27-single", "Deuce-to-seven single draw"), D_52,  2, 9,  NL, BLINDS, DRAW1(5)},
    {LIKE("low-27", "27-triple", "Deuce-to-seven triple draw"), D_52,  2, 7,  NL, BLINDS, DRAW3(5)},
    {LIKE("low-a5", "a5-single", "Ace-to-five single draw"),  D_52,    2, 9,  NL, BLINDS, DRAW1(5)},
    {LIKE("low-a5", "a5-triple", "Ace-to-five triple draw"),  D_52,    2, 7,  NL, BLINDS, DRAW3(5)},
    {GAME("stud",            "Seven-card stud"),              D_52,    2, 8,  FL, HIGH,   STUD},
    {GAME("stud-jokers",     "Seven-card stud, jokers wild"), D_54,    2, 8,  FL, HIGH,   STUD},
    {GAME("stud-hilo",       "Seven-card stud hi-lo"),        D_52,    2, 8,  FL, HIGH,   STUD},
    {GAME("razz",            "Razz"),                         D_52,    2, 8,  FL, LOW,    STUD},
    {GAME("chicago",         "High Chicago"),                 D_52,    2, 8,  FL, HIGH,   STUD},
    {GAME("follow-queen",    "Follow the queen"),             D_52,    2, 8,  FL, QUEENS, STUD},
    {GAME("the-bitch",       "The bitch"),                    D_52,    2, 8,  FL, LADY,   STUD},
    {GAME("badugi",          "Badugi"),                       D_52,    2, 10, NL, BLINDS, DRAW3(4)},
    {GAME("badacey",         "Badacey"),                      D_52,    2, 7,  NL, BLINDS, DRAW3(5)},
    {GAME("badeucy",         "Badeucy"),                      D_52,    2, 7,  NL, BLINDS, DRAW3(5)},
    {GAME("kuhn",            "Kuhn poker"),                   D_KUHN,  2, 2,  FL, WHOLE,  ONE_CARD},
    {GAME("leduc",           "Leduc hold'em"),                D_LEDUC, 2, 2,  FL, HALF(2), ONE_ONE},
    {LIKE("three-card", "rhode-island", "Rhode Island hold'em"), D_52, 2, 2,  FL, HALF(4), ONE_TWO},
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
