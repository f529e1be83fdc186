/* showdown.c -- the rows: what each game compares. */
#include "felt/showdown.h"
#include "cards/high.h"
#include "felt/assert.h"
#include "felt/buffer.h"

#include <string.h>

/* Short words, so that a game is a line. */
#define NONE     FELT_FAMILY_NONE
#define HIGH     FELT_HIGH
#define SHORT    FELT_HIGH_SHORT
#define THREE    FELT_HIGH_THREE
#define LOW_8    FELT_LOW_8
#define LOW_A5   FELT_LOW_A5
#define LOW_27   FELT_LOW_27
#define BADUGI   FELT_BADUGI
#define BADUGI_A FELT_BADUGI_HIGH
#define SPADE    FELT_SPADE
#define D_52     FELT_DECK_52
#define D_54     FELT_DECK_54
#define D_SHORT  FELT_DECK_SHORT
#define D_ROYAL  FELT_DECK_ROYAL
/* Stud deals two cards down, four up, one down. */
#define DOWN (1u << 0 | 1u << 1 | 1u << 6)
/* wild, second_of, second_only */
#define PLAIN  0, 0, 0
#define DEUCES (felt_cards)15 << (4 * FELT_DEUCE), 0, 0
#define QUEENS (felt_cards)15 << (4 * FELT_QUEEN), 0, 0
#define SPADES 0, DOWN, 0
#define LADY   0, DOWN, (felt_cards)8 << (4 * FELT_QUEEN)

/* name, title, hole, board, two and three, halves, deck, what is wild or counts */
/* clang-format off */
static const struct felt_showdown rows[] = {
    {"holdem",          "Hold'em",                      2, 5, 0, HIGH,   NONE,     D_52,    PLAIN},
    {"holdem-jokers",   "Hold'em, jokers wild",         2, 5, 0, HIGH,   NONE,     D_54,    PLAIN},
    {"short-deck",      "Short-deck hold'em",           2, 5, 0, SHORT,  NONE,     D_SHORT, PLAIN},
    {"royal",           "Royal hold'em",                2, 5, 0, HIGH,   NONE,     D_ROYAL, PLAIN},
    {"omaha",           "Omaha",                        4, 5, 1, HIGH,   NONE,     D_52,    PLAIN},
    {"omaha-hilo",      "Omaha hi-lo",                  4, 5, 1, HIGH,   LOW_8,    D_52,    PLAIN},
    {"omaha5",          "Five-card Omaha",              5, 5, 1, HIGH,   NONE,     D_52,    PLAIN},
    {"omaha5-hilo",     "Five-card Omaha hi-lo",        5, 5, 1, HIGH,   LOW_8,    D_52,    PLAIN},
    {"omaha6",          "Six-card Omaha",               6, 5, 1, HIGH,   NONE,     D_52,    PLAIN},
    {"courchevel",      "Courchevel",                   5, 5, 1, HIGH,   NONE,     D_52,    PLAIN},
    {"courchevel-hilo", "Courchevel hi-lo",             5, 5, 1, HIGH,   LOW_8,    D_52,    PLAIN},
    {"stud",            "Seven-card stud",              7, 0, 0, HIGH,   NONE,     D_52,    PLAIN},
    {"stud-jokers",     "Seven-card stud, jokers wild", 7, 0, 0, HIGH,   NONE,     D_54,    PLAIN},
    {"stud-hilo",       "Seven-card stud hi-lo",        7, 0, 0, HIGH,   LOW_8,    D_52,    PLAIN},
    {"razz",            "Razz",                         7, 0, 0, LOW_A5, NONE,     D_52,    PLAIN},
    {"chicago",         "High Chicago",                 7, 0, 0, HIGH,   SPADE,    D_52,    SPADES},
    {"follow-queen",    "Follow the queen",             7, 0, 0, HIGH,   NONE,     D_52,    QUEENS},
    {"the-bitch",       "The bitch",                    7, 0, 0, HIGH,   SPADE,    D_52,    LADY},
    {"draw",            "Five-card draw",               5, 0, 0, HIGH,   NONE,     D_52,    PLAIN},
    {"draw-deuces",     "Five-card draw, deuces wild",  5, 0, 0, HIGH,   NONE,     D_52,    DEUCES},
    {"draw-jokers",     "Five-card draw, jokers wild",  5, 0, 0, HIGH,   NONE,     D_54,    PLAIN},
    {"low-27",          "Deuce-to-seven draw",          5, 0, 0, LOW_27, NONE,     D_52,    PLAIN},
    {"low-a5",          "Ace-to-five draw",             5, 0, 0, LOW_A5, NONE,     D_52,    PLAIN},
    {"badugi",          "Badugi",                       4, 0, 0, BADUGI, NONE,     D_52,    PLAIN},
    {"badacey",         "Badacey",                      5, 0, 0, LOW_A5, BADUGI,   D_52,    PLAIN},
    {"badeucy",         "Badeucy",                      5, 0, 0, LOW_27, BADUGI_A, D_52,    PLAIN},
    {"three-card",      "Three-card hold'em",           1, 2, 0, THREE,  NONE,     D_52,    PLAIN},
};
/* clang-format on */

int felt_showdown_count(void)
{
    return (int)(sizeof rows / sizeof rows[0]);
}

const struct felt_showdown *felt_showdown_at(int index)
{
    felt_assert(index >= 0 && index < felt_showdown_count());
    return &rows[index];
}

const struct felt_showdown *felt_showdown_find(const char *name)
{
    for (int i = 0; i < felt_showdown_count(); i++)
        if (!strcmp(rows[i].name, name)) return &rows[i];
    return NULL;
}

static bool has_wild_cards(const struct felt_showdown *game)
{
    return game->wild || game->deck == FELT_DECK_53 || game->deck == FELT_DECK_54;
}

/* One half from own cards and board. */
static felt_value half_value(const struct felt_showdown *game, enum felt_family family,
                             const felt_card *hole, int holes, const felt_card *board, int boards)
{
    felt_card all[FELT_EVAL_CARDS_MAX];
    if (family == FELT_FAMILY_NONE) return 0;
    if (game->two_three) {
        if (holes < 2 || boards < 3) return 0;
        return felt_eval_two_three(family, hole, holes, board, boards);
    }
    felt_assert(holes + boards <= FELT_EVAL_CARDS_MAX);
    for (int i = 0; i < holes; i++) all[i] = hole[i];
    for (int i = 0; i < boards; i++) all[holes + i] = board[i];
    if (family == FELT_HIGH && has_wild_cards(game))
        return felt_eval_wild(game->wild, all, holes + boards);
    return felt_eval(family, all, holes + boards);
}

/* The own cards that count for a half. */
static int counting_cards(const struct felt_showdown *game, int half, const felt_card *hole,
                          int holes, felt_card out[FELT_HOLE_MAX])
{
    int count = 0;
    for (int i = 0; i < holes; i++) {
        bool counts = !game->second_of || game->second_of >> i & 1;
        if (game->second_only && !(game->second_only >> hole[i] & 1)) counts = false;
        if (half == 0 || counts) out[count++] = hole[i];
    }
    return count;
}

/* Cards of a board are nobody's own: where only some of the own cards count, they do not. */
static int counting_boards(const struct felt_showdown *game, int half, int boards)
{
    return half && game->second_of ? 0 : boards;
}

static enum felt_family half_family(const struct felt_showdown *game, int half)
{
    felt_assert(half == 0 || half == 1);
    return half ? game->second : game->first;
}

void felt_showdown_values(const struct felt_showdown *game, const felt_card *hole, int holes,
                          const felt_card *board, int boards, felt_value out[2])
{
    felt_card mine[FELT_HOLE_MAX];
    felt_assert(holes >= 0 && holes <= FELT_HOLE_MAX);
    felt_assert(boards >= 0 && boards <= FELT_BOARD_MAX);
    out[0] = half_value(game, game->first, hole, holes, board, boards);
    out[1] = 0;
    if (game->second == FELT_FAMILY_NONE) return;
    int count = counting_cards(game, 1, hole, holes, mine);
    out[1] = half_value(game, game->second, mine, count, board, counting_boards(game, 1, boards));
}

/* Any five cards of own and board, natural high hands: one addition for each card. */
static void high_each(const felt_card *const *hole, int hands, int holes, const felt_card *board,
                      int boards, felt_value *first)
{
    struct felt_tally common = high_tally(board, boards);
    for (int i = 0; i < hands; i++) {
        struct felt_tally tally = common;
        for (int k = 0; k < holes; k++) felt_tally_add(&tally, hole[i][k]);
        first[i] = high_value(tally);
    }
}

void felt_showdown_values_each(const struct felt_showdown *game, const felt_card *const *hole,
                               int hands, int holes, const felt_card *board, int boards,
                               felt_value *first, felt_value *second)
{
    bool halves = game->second != FELT_FAMILY_NONE;
    if (game->first == FELT_HIGH && !halves && !game->two_three && !has_wild_cards(game) &&
        holes + boards >= 5) {
        high_each(hole, hands, holes, board, boards, first);
        return;
    }
    if (game->two_three && boards == FELT_BOARD_MAX && !game->second_of) {
        struct felt_omaha_board prepared = felt_omaha_board_make(board);
        for (int i = 0; i < hands; i++) {
            first[i] = felt_omaha_high(&prepared, hole[i], holes);
            if (halves) second[i] = felt_omaha_low(&prepared, hole[i], holes);
        }
        return;
    }
    for (int i = 0; i < hands; i++) {
        felt_value both[2];
        felt_showdown_values(game, hole[i], holes, board, boards, both);
        first[i] = both[0];
        if (halves) second[i] = both[1];
    }
}

void felt_showdown_name(const struct felt_showdown *game, int half, felt_value value, char *out,
                        size_t bytes)
{
    if (half == 0 || value || !game->second_only) {
        felt_value_name(half_family(game, half), value, out, bytes);
        return;
    }
    /* A hand that lacks the only card that counts may well have a spade. */
    char missing[FELT_VALUE_NAME_BYTES];
    felt_cards only = game->second_only;
    felt_card card = felt_cards_take(&only);
    felt_value_name(game->second, felt_eval(game->second, &card, 1), missing, sizeof missing);
    struct felt_buffer text = felt_buffer_make(out, bytes);
    felt_buffer_text(&text, "no ");
    felt_buffer_text(&text, missing);
    (void)felt_buffer_terminate(&text);
}

/* Tries the choices of cards from small to large; among choices of one size those with the earliest
 * cards first, that is by the bits of the choice read from card 0 on. */
static bool earlier(unsigned a, unsigned b)
{
    unsigned first = (a ^ b) & -(a ^ b);
    return a & first;
}

int felt_showdown_cards(const struct felt_showdown *game, int half, const felt_card *hole,
                        int holes, const felt_card *board, int boards, felt_card out[5])
{
    enum felt_family family = half_family(game, half);
    felt_card mine[FELT_HOLE_MAX];
    felt_value goal[2];
    unsigned best = 0;
    felt_showdown_values(game, hole, holes, board, boards, goal);
    if (goal[half] == 0) return 0;
    boards = counting_boards(game, half, boards);
    int own = counting_cards(game, half, hole, holes, mine), all = own + boards;
    for (unsigned choice = 1; choice < 1u << all; choice++) {
        int size = __builtin_popcount(choice), n = 0, k = 0;
        int smallest = best ? __builtin_popcount(best) : 5;
        felt_card h[5], b[5];
        if (size > smallest || (best && size == smallest && !earlier(choice, best))) continue;
        for (int i = 0; i < own; i++)
            if (choice >> i & 1) h[n++] = mine[i];
        for (int i = 0; i < boards; i++)
            if (choice >> (own + i) & 1) b[k++] = board[i];
        if (game->two_three && (n != 2 || k != 3)) continue;
        if (half_value(game, family, h, n, b, k) == goal[half]) best = choice;
    }
    int count = 0;
    for (int i = 0; i < own; i++)
        if (best >> i & 1) out[count++] = mine[i];
    for (int i = 0; i < boards; i++)
        if (best >> (own + i) & 1) out[count++] = board[i];
    return count;
}
