/* play_hand.h -- players at a table of poker, hand after hand, with a book of what they did.
 *
 * Every answer is compared with the options before it is played: an answer that none of them admits
 * is counted and replaced by the timid one. */
#ifndef FELT_TESTS_PLAY_HAND_H
#define FELT_TESTS_PLAY_HAND_H

#include "felt/player.h"
#include "felt/poker.h"

FELT_BEGIN

enum { PLAY_BLOCK_BYTES = 1 << 20 };

struct play_table {
    const struct felt_poker_rules *rules;
    int seats;
    const struct felt_player_kind *kind[FELT_SEATS_MAX];
    struct felt_place place[FELT_SEATS_MAX];
    struct felt_budget budget;
    /* the book */
    uint64_t hash; /* of every action so far                                                  */
    int illegal, decisions;
    int warnings;    /* but for games without an evaluator, which are no mistake              */
    int wrong_words; /* no reasoning, or a confidence that is none                            */
    int count[FELT_SEATS_MAX][FELT_ACTION_KINDS];
    felt_chips won[FELT_SEATS_MAX];
    _Alignas(16) char block[FELT_SEATS_MAX][PLAY_BLOCK_BYTES];
};

/* Everybody takes a seat.  kind[] holds `seats` kinds. */
void play_sit(struct play_table *table, const struct felt_poker_rules *rules, int seats,
              const struct felt_player_kind *const *kind, uint64_t seed);

/* Takes one of these seats anew, with settings other than the usual ones. */
void play_sit_as(struct play_table *table, felt_seat seat,
                 const struct felt_strategy_config *settings, uint64_t seed);

/* The next hands are of another game; *rules stay where they are. */
void play_change(struct play_table *table, const struct felt_poker_rules *rules);

/* One hand that begins like this. */
void play_deal(struct play_table *table, const struct felt_deal *deal, struct felt_rng *rng);

/* One hand with these stacks, from the button on; the deal's deck may be given (NULL: shuffle). */
void play_hand(struct play_table *table, const felt_chips *stacks, felt_seat button,
               const felt_card *deck, int deck_count, struct felt_rng *rng);

FELT_END

#endif
