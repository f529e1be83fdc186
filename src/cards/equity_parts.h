/* equity_parts.h -- what the methods of equity share.  Private to cards/.
 *
 *   equity.c          verify, count, choose the method, fill in the answer
 *   equity_boards.c   hold'em: fixed hands over all boards to come, by classes of boards
 *   equity_ranges.c   hold'em: ranges, exact
 *   equity_deals.c    any game, exact, by going through all deals
 *   equity_sample.c   Monte Carlo, any game */
#ifndef FELT_CARDS_EQUITY_PARTS_H
#define FELT_CARDS_EQUITY_PARTS_H

#include "felt/equity.h"
#include "felt/hand.h"

#include "cards/kernels.h"

enum {
    PLAYERS_MAX = FELT_EQUITY_PLAYERS_MAX,
    /* The caller's memory: the last part for equity_boards(), the first for the method above it. */
    EQUITY_BOARDS_BYTES = 1 << 18,
    EQUITY_METHOD_BYTES = (int)sizeof(struct felt_equity_work) - EQUITY_BOARDS_BYTES
};

/* A question made ready.  Hands of two cards are always ranges. */
struct equity_job {
    const struct felt_equity_question *question;
    const struct felt_equity_options *options;
    struct felt_equity_work *work;
    int players;
    felt_cards stub; /* cards of the deck that are neither dead nor on the board */
    felt_cards board;
    int to_come; /* board cards to come */
    struct felt_range range[PLAYERS_MAX];
    bool stopped;
};

/* Counts of match-ups.  Shares are in 1/FELT_EQUITY_SHARE of a pot. */
struct equity_count {
    uint64_t matchups;
    uint64_t wins[PLAYERS_MAX], ties[PLAYERS_MAX];
    uint64_t share[PLAYERS_MAX];
    uint64_t second[PLAYERS_MAX]; /* the part of `share` won with the second half */
    double square[PLAYERS_MAX];   /* sum of squared shares (as parts of 1): for the error */
};

/* Goes through the combinations of a range: start from {0}, then while (equity_next_combo(...)). */
struct combo_walk {
    int next; /* number of the combination to look at */
    felt_card high, low;
};
static inline bool equity_next_combo(const struct felt_range *range, struct combo_walk *walk)
{
    for (; walk->next < FELT_COMBOS; walk->next++) {
        bool row_done = walk->next == 0 || walk->low + 1 == walk->high;
        walk->high = (felt_card)(walk->high + row_done);
        walk->low = (felt_card)(row_done ? 0 : walk->low + 1);
        if (!felt_range_has(range, walk->next)) continue;
        walk->next++;
        return true;
    }
    return false;
}
static inline felt_cards equity_combo_cards(const struct combo_walk *walk)
{
    return felt_cards_of(walk->high) | felt_cards_of(walk->low);
}
static inline felt_hand equity_word(felt_cards cards)
{
    felt_hand word = 0;
    while (cards) word += felt_hand_of(felt_cards_take(&cards));
    return word;
}
/* C(n, k), exact while it fits; saturates. */
uint64_t equity_choose(int n, int k);

/* One match-up that counts `weight` times: who has the most takes it.  `value` are numbers of one
 * family. */
void equity_count_one(struct equity_count *count, const uint32_t *value, int players,
                      uint64_t weight);
/* The same with two halves; a second half that nobody has (all 0) goes to the first. */
void equity_count_halves(struct equity_count *count, const felt_value (*value)[2], int players,
                         uint64_t weight);

/* A board on which many hands are compared. */
struct equity_table {
    const struct felt_showdown *game;
    felt_card board[FELT_BOARD_MAX];
    int boards;
    struct felt_omaha_board omaha; /* where two and three play and the board is complete */
};
void equity_table_set(struct equity_table *table, const struct felt_showdown *game,
                      const felt_card *board, int boards);
void equity_table_values(const struct equity_table *table, const felt_card *hole,
                         felt_value out[2]);

/* Combinations of one player as sets of cards. */
struct combos {
    int count;
    felt_cards cards[FELT_COMBOS];
};
void equity_list_combos(const struct felt_range *range, struct combos *out);

/* True if the caller of felt_equity_ask() wants to go on; remembers a no. */
bool equity_go_on(struct equity_job *job, double done);

static inline void *equity_method_memory(struct equity_job *job)
{
    return job->work->words;
}
static inline void *equity_boards_memory(struct equity_job *job)
{
    return job->work->words + EQUITY_METHOD_BYTES / sizeof(uint64_t);
}

/* Fixed hold'em hands: all boards to come from `stub`, `board` is the word of the known ones.  Each
 * match-up counts `weight` times. */
void equity_boards(const felt_hand *hands, int players, felt_hand board, felt_cards stub,
                   int to_come, uint64_t weight, void *memory, struct equity_count *count);

void equity_exact_ranges(struct equity_job *job, struct equity_count *count);
void equity_exact_deals(struct equity_job *job, struct equity_count *count);
/* FELT_OK or FELT_IMPOSSIBLE (nothing could be dealt). */
enum felt_status equity_sample(struct equity_job *job, struct equity_count *count);

/* Number of ways to give every player a combination of its range, no card twice; UINT64_MAX if
 * there are too many to count. */
uint64_t equity_count_tuples(const struct felt_range *range, int players);
/* False if no such way exists.  (Ranges so entangled that a search of two million steps finds none
 * are called possible; sampling then gives up.) */
bool equity_possible(const struct felt_range *range, int players);
/* Whether exact counting merges hands that differ by a change of suits. */
bool equity_merges(const struct equity_job *job);
/* How many changes of suits leave board and dead cards as they are (1 .. 24). */
int equity_symmetries(const struct equity_job *job);
bool equity_is_holdem(const struct felt_showdown *game);
/* Match-ups of an exact answer (felt_equity_matchups). */
uint64_t equity_matchups(const struct equity_job *job);

#endif
