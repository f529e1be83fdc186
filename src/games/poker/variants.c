/* variants.c -- the rows: every poker game as data. */
#include "felt/poker.h"
#include "games/poker/poker.h"

#include <string.h>

#define DECK_52    FELT_CARDS_ALL
#define DECK_SHORT (FELT_CARDS_ALL & ~(((felt_cards)1 << (4 * FELT_SIX)) - 1))
#define DECK_ROYAL (FELT_CARDS_ALL & ~(((felt_cards)1 << (4 * FELT_TEN)) - 1))
/* Jacks, queens and kings: of spades, of hearts and spades. */
#define DECK_KUHN  ((felt_cards)0x888 << (4 * FELT_JACK))
#define DECK_LEDUC ((felt_cards)0xccc << (4 * FELT_JACK))

#define DOWN(n)                                                                                    \
    {                                                                                              \
        .kind = FELT_STEP_DEAL, .down = (n)                                                        \
    }
#define UP(n)                                                                                      \
    {                                                                                              \
        .kind = FELT_STEP_DEAL, .up = (n)                                                          \
    }
#define BOARD(n)                                                                                   \
    {                                                                                              \
        .kind = FELT_STEP_DEAL, .board = (n)                                                       \
    }
#define SMALL_BET                                                                                  \
    {                                                                                              \
        .kind = FELT_STEP_BET                                                                      \
    }
#define BIG_BET                                                                                    \
    {                                                                                              \
        .kind = FELT_STEP_BET, .big = 1                                                            \
    }

/* hole cards, board cards, number of steps, steps */
#define FLOP_STEPS(holes)                                                                          \
    holes, 5, 8,                                                                                   \
    {                                                                                              \
        DOWN(holes), SMALL_BET, BOARD(3), SMALL_BET, BOARD(1), BIG_BET, BOARD(1), BIG_BET          \
    }
#define STUD_STEPS                                                                                 \
    7, 0, 10,                                                                                      \
    {                                                                                              \
        {.kind = FELT_STEP_DEAL, .down = 2, .up = 1}, SMALL_BET, UP(1), SMALL_BET, UP(1), BIG_BET, \
            UP(1), BIG_BET, DOWN(1), BIG_BET                                                       \
    }

/* name, title, showdown, deck, seats from and to, opener, odd chips, forced bets, cap, steps */
static const struct felt_variant rows[] = {
    {"holdem", "Hold'em", "holdem", DECK_52, 2, 10, FELT_OPENER_BUTTON, FELT_ODD_CLOCKWISE,
     FELT_FORCED_BLINDS, 4, FLOP_STEPS(2)},
    {"short-deck", "Short-deck hold'em", "short-deck", DECK_SHORT, 2, 10, FELT_OPENER_BUTTON,
     FELT_ODD_CLOCKWISE, FELT_FORCED_BUTTON_BLIND, 4, FLOP_STEPS(2)},
    {"royal", "Royal hold'em", "royal", DECK_ROYAL, 2, 7, FELT_OPENER_BUTTON, FELT_ODD_CLOCKWISE,
     FELT_FORCED_BLINDS, 4, FLOP_STEPS(2)},
    {"omaha", "Omaha", "omaha", DECK_52, 2, 10, FELT_OPENER_BUTTON, FELT_ODD_CLOCKWISE,
     FELT_FORCED_BLINDS, 4, FLOP_STEPS(4)},
    {"omaha-hilo", "Omaha hi-lo", "omaha-hilo", DECK_52, 2, 10, FELT_OPENER_BUTTON,
     FELT_ODD_CLOCKWISE, FELT_FORCED_BLINDS, 4, FLOP_STEPS(4)},
    {"stud", "Seven-card stud", "stud", DECK_52, 2, 7, FELT_OPENER_SHOW_HIGH, FELT_ODD_BY_CARD,
     FELT_FORCED_BRING_IN, 4, STUD_STEPS},
    {"stud-hilo", "Seven-card stud hi-lo", "stud-hilo", DECK_52, 2, 7, FELT_OPENER_SHOW_HIGH,
     FELT_ODD_BY_CARD, FELT_FORCED_BRING_IN, 4, STUD_STEPS},
    {"razz", "Razz", "razz", DECK_52, 2, 7, FELT_OPENER_SHOW_LOW, FELT_ODD_BY_CARD,
     FELT_FORCED_BRING_IN, 4, STUD_STEPS},
    {"kuhn",
     "Kuhn poker",
     "kuhn",
     DECK_KUHN,
     2,
     2,
     FELT_OPENER_BUTTON,
     FELT_ODD_CLOCKWISE,
     FELT_FORCED_ANTES,
     1,
     1,
     0,
     2,
     {DOWN(1), SMALL_BET}},
    {"leduc",
     "Leduc hold'em",
     "leduc",
     DECK_LEDUC,
     2,
     2,
     FELT_OPENER_BUTTON,
     FELT_ODD_CLOCKWISE,
     FELT_FORCED_HALF_ANTES,
     2,
     1,
     1,
     4,
     {DOWN(1), SMALL_BET, BOARD(1), BIG_BET}},
};

/* What the two toy games compare: one or two cards, a pair beats a high card.  (They are no rows of
 * cards/: nobody asks for their equities or ranges.) */
static const struct felt_showdown toys[] = {
    {"kuhn", "Kuhn poker", 1, 0, false, FELT_HIGH, FELT_FAMILY_NONE, FELT_DECK_52, 0, 0},
    {"leduc", "Leduc hold'em", 1, 1, false, FELT_HIGH, FELT_FAMILY_NONE, FELT_DECK_52, 0, 0},
};

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
