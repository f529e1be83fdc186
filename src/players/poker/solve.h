/* solve.h -- the parts of the solver: cards and boards, the tree, the passes over it.
 * Private to players/.
 *
 * Cards are counted 0 .. cards-1 in the order of the deck, hands by the rank of the combination, so
 * that the hand of a set of cards is found by addition.
 *
 * A symmetry is a permutation of the cards that no showdown can tell from doing nothing.  Of boards
 * that symmetries turn into each other one is in the tree, and stands for all of them: what a hand
 * is worth on another one is what its image is worth on this one.  Hands that symmetries of a board
 * (those that leave each of its cards where it is) turn into each other form a class, and play
 * alike.
 *
 *   W1  nodes are in preorder: a child of node n is n + 1, the next one begins where that ends.
 *   W2  board 0 is the empty one; a board's cards are those of its parent and one more.
 *   W3  a hand that holds a card of the board is in no class: its class_of[] is 0 and means
 * nothing, as the other seat never has it there and it wins 0. */
#ifndef FELT_PLAYERS_POKER_SOLVE_H
#define FELT_PLAYERS_POKER_SOLVE_H

#include "felt/solve.h"

enum { SYMMETRIES_MAX = 64, OUTCOMES = 3 };

/* Of the first of the two seats at showdown. */
enum outcome { OUTCOME_WIN, OUTCOME_TIE, OUTCOME_LOSS };

struct cards {
    struct felt_showdown showdown; /* with the wild cards of the rules                        */
    int cards, hole, board_cards;
    int hands;
    int conflicts; /* hands that share a card with a given one, itself included               */
    int symmetries;
    bool suits; /* suits matter                                                            */
    felt_card deck[FELT_CARDS_MAX];
    uint8_t symmetry[SYMMETRIES_MAX][FELT_CARDS_MAX]; /* card -> card                         */
    uint32_t choose[FELT_CARDS_MAX + 1][FELT_HOLE_MAX + 1];
    /* Counted by felt_solve_list_boards(), by number of cards: */
    uint64_t boards[FELT_BOARD_MAX + 1], classes[FELT_BOARD_MAX + 1];
    /* A deal for each outcome: hands of both seats, and a board.  -1: it does not happen. */
    int example[OUTCOMES][2];
    uint64_t example_board[OUTCOMES];
};

struct board {
    uint64_t cards;
    uint32_t parent;
    uint32_t child, next; /* one card more; another one of the same parent.  0: none          */
    uint8_t card;         /* the last one                                                     */
    uint8_t count;        /* cards                                                            */
    uint8_t orbit;        /* boards of this parent that it stands for                         */
    uint16_t live, classes;
};

enum node_kind { NODE_DECISION, NODE_CHANCE, NODE_FOLD, NODE_SHOWDOWN };

struct solve_node {
    uint32_t parent, end; /* the subtree is [n, end)                                          */
    uint32_t board;
    uint8_t kind, seat; /* 0 or 1: index of the seat to act                                   */
    uint8_t children, depth;
    struct felt_solve_action taken; /* that led here, unless the parent is a chance node      */
    union {
        struct {
            uint64_t slot; /* [action][class] in regret[] and average[]                       */
            uint64_t set;  /* number of the first information set                             */
        } decision;
        double pay[OUTCOMES]; /* chips won by the first seat                                  */
    };
};

struct felt_solve {
    struct cards cards;
    felt_seat seat[2];
    uint64_t iterations;
    uint64_t slots, sets, decisions;
    uint32_t nodes, boards;
    int depth, actions_max;
    struct solve_node *node;
    uint32_t *decision; /* nodes                                                              */
    struct board *board;
    uint64_t *hand;       /* [hands] sets of cards                                           */
    uint16_t *image;      /* [symmetries][hands]                                             */
    uint16_t *conflict;   /* [hands][conflicts]                                              */
    uint16_t *class_of;   /* [boards][hands]                                                 */
    uint16_t *first_of;   /* [boards][hands]: first hand of each class                       */
    uint16_t *live;       /* [boards][hands]: hands without cards of the board, worst first on a
                             complete one                                                    */
    felt_value *strength; /* [boards][hands], on complete boards                             */
    uint8_t *turn_to;     /* [boards][cards]: symmetries that turn the others of its orbit into
                             it                                                              */
    double *regret, *average;
    double *scratch;
};

/* ---- solve_cards.c ---- */

/* Hands, symmetries.  FELT_UNSUPPORTED, FELT_FULL. */
FELT_MUST_USE enum felt_status felt_solve_cards(const struct felt_poker_rules *rules,
                                                struct cards *out,
                                                struct felt_complaint *complaint);
/* The boards, counted, and examples of outcomes; with `solve` its tables are filled too.  False:
 * more than FELT_SOLVE_BOARDS_MAX. */
bool felt_solve_list_boards(struct cards *cards, struct felt_solve *solve);
/* Hands, images and conflicts of *solve. */
void felt_solve_list_hands(struct felt_solve *solve);
/* The cards of a set, lowest first; returns how many. */
int felt_solve_spell(const struct cards *cards, uint64_t set, felt_card *out);

/* ---- solve_pass.c ---- */

enum pass_kind {
    PASS_LEARN, /* both by regret, and the regret of one seat changes                        */
    PASS_VALUE, /* both play the average strategy                                            */
    PASS_BEST   /* one seat plays a best response to it                                      */
};
/* Chips that seat 0 or 1 wins. */
double felt_solve_pass(struct felt_solve *solve, enum pass_kind kind, int seat, double weight);
/* Doubles of felt_solve.scratch. */
uint64_t felt_solve_scratch(int hands, int depth, int actions_max);

#endif
