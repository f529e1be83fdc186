/* acpc_state.h -- lines of the protocol of the Annual Computer Poker Competition, version 2.
 *
 *     S-> MATCHSTATE:0:30:cc/:9s8h|/8c8d5c          position : hand : betting : cards
 *     <-C MATCHSTATE:0:30:cc/:9s8h|/8c8d5c:r250     the same, and what is done
 *
 * Position 0 is the first seat behind the button; with two players, where the button posts the
 * small blind, that is the big blind.  Betting is f, c (checks too) and r, with / where a street
 * begins; in no-limit games r has a number: all chips that the player has then put in over the
 * whole hand.  Cards are those of each position, as far as the receiver may see them, with |
 * between them, then those of the board, with / before each street.
 *
 * A state follows the events of one hand as one seat may know them.  A plain value. */
#ifndef FELT_FORMATS_HANDS_ACPC_STATE_H
#define FELT_FORMATS_HANDS_ACPC_STATE_H

#include "felt/buffer.h"
#include "felt/poker.h"

enum { FELT_ACPC_BETTING_BYTES = 4096, FELT_ACPC_LINE_BYTES = 4352, FELT_ACPC_HOLE = 2 };

struct felt_acpc_state {
    uint8_t players;
    bool has_amounts;                /* of raises: no-limit                             */
    bool overflow;                   /* more betting than a line holds                  */
    int8_t position[FELT_SEATS_MAX]; /* of each seat; -1: not dealt in                  */
    felt_seat viewer;
    uint64_t hand;
    felt_chips paid[FELT_SEATS_MAX];   /* on earlier streets, by seat                     */
    felt_chips staked[FELT_SEATS_MAX]; /* on this one                                     */
    felt_card hole[FELT_SEATS_MAX][FELT_ACPC_HOLE]; /* by position; FELT_CARD_NONE: hidden */
    felt_card board[5];
    uint8_t boards;
    uint16_t used;
    char betting[FELT_ACPC_BETTING_BYTES];
};

/* Can hands of these rules be told?  Hold'em, no-limit and fixed-limit. */
bool felt_acpc_state_tells(const struct felt_poker_rules *rules);

void felt_acpc_state_begin(struct felt_acpc_state *state, const struct felt_poker_rules *rules,
                           felt_seats seats, felt_seat button, felt_seat viewer, uint64_t hand);
/* The next event, as the viewer may know it. */
void felt_acpc_state_take(struct felt_acpc_state *state, const struct felt_event *event);
/* "MATCHSTATE:..." without an end of line. */
void felt_acpc_state_write(const struct felt_acpc_state *state, struct felt_buffer *out);

/* What a client answered to the line `sent`.  FELT_NOT_YOUR_TURN: it answers another line.
 * FELT_BAD_FORMAT: no answer at all.  Whether the action is legal is not looked at; CALL stands for
 * checks too, and the amount of a raise without a number is 0. */
FELT_MUST_USE enum felt_status felt_acpc_reply_read(const char *text, size_t bytes,
                                                    const char *sent, size_t sent_bytes,
                                                    bool has_amounts, struct felt_action *out,
                                                    struct felt_complaint *complaint);
/* The action in the words of the viewer, who is to act: checks, street totals, the fixed raise. */
struct felt_action felt_acpc_reply_action(struct felt_action reply, bool has_amounts,
                                          const struct felt_view *view);

/* "VERSION:2.0.0": what a client says first. */
bool felt_acpc_is_version(const char *text, size_t bytes);

#endif
