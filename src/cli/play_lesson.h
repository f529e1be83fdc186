/* play_lesson.h -- one decision of a player in plain sentences, for who wants to learn from it.
 *
 * Knows what the player told of itself (struct felt_decision) and nothing of cards.  When it may be
 * told is the business of play_company.h (C3). */
#ifndef FELT_CLI_PLAY_LESSON_H
#define FELT_CLI_PLAY_LESSON_H

#include "felt/buffer.h"
#include "felt/player.h"

/* A decision, and what it was about. */
struct felt_thought {
    felt_seat seat;
    uint8_t round;     /* of betting, from 1                                               */
    uint8_t act;       /* enum felt_action_kind                                            */
    bool bet;          /* somebody had bet before: RAISE_TO is a raise                     */
    uint16_t choice;   /* RUNS                                                             */
    felt_chips amount; /* CALL, BRING_IN: chips that moved.  RAISE_TO: the stake.  DISCARD: cards */
    uint8_t warning;   /* enum felt_warning                                                */
    const char *reasoning; /* this and the following: of struct felt_decision              */
    double confidence, strength, price, range, share, gain;
};

/* The thought of the viewer about a legal decision. */
struct felt_thought felt_lesson_think(const struct felt_view *view,
                                      const struct felt_decision *decision);

/* "raise to 300" */
void felt_lesson_action(const struct felt_thought *thought, struct felt_buffer *out);

/* "Bob called 300: the price was right. Bob put the others on the best 35 % of hands; against these
 * the hand was good for 41 % of the pot, and the call cost 28 % of it."  A word that is not known
 * is quoted.  `others` is "the others", or "you" for one. */
enum { FELT_LESSON_BYTES = 600 };
void felt_lesson_write(const struct felt_thought *thought, const char *name, const char *others,
                       struct felt_buffer *out);

#endif
