/* acpc.h -- log lines of the annual computer poker competition.
 *
 *     STATE:7:cr300c/cr600f:5d5c|9hQd/8dAs8s:-300|300:Ann|Bob
 *
 * hand number, betting (f fold, c check or call, r raise; / between streets), cards (hands, then
 * the streets of the board), chips won, names.  In no limit r is followed by everything the seat
 * has put in during the hand.  A line does not say whose action it is, nor blinds and stacks: the
 * game definition does, and reading means playing the hand.
 *
 * Hold'em only, no limit or fixed limit, two blinds, no antes; seats as in record.h, R1. */
#ifndef FELT_ACPC_H
#define FELT_ACPC_H

#include "felt/record.h"

FELT_BEGIN

struct felt_acpc_game {
    uint8_t limit;  /* FELT_NO_LIMIT or FELT_FIXED_LIMIT                            */
    uint8_t stacks; /* 1: all seats have stack[0]                                  */
    felt_chips stack[FELT_SEATS_MAX];
    felt_chips small_blind, big_blind;
    felt_chips small_bet, big_bet; /* fixed limit                                  */
};

/* One line, without its end.  Statuses as in record.h; also those of an illegal action, and
 * FELT_UNSUPPORTED for fractions of chips. */
FELT_API FELT_MUST_USE enum felt_status felt_acpc_read(const char *line, size_t bytes,
                                                       const struct felt_acpc_game *game,
                                                       struct felt_record *out,
                                                       struct felt_complaint *complaint);
/* One line, without its end.  `number` stands in if the id is not a number.  FELT_UNSUPPORTED: the
 * form cannot say this hand; FELT_FULL.  The game a reader needs is written to *game, which may be
 * NULL. */
FELT_API FELT_MUST_USE enum felt_status
felt_acpc_write(const struct felt_record *record, uint64_t number, struct felt_acpc_game *game,
                struct felt_buffer *out, struct felt_complaint *complaint);

FELT_END

#endif
