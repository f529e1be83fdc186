/* play_lesson.h -- one decision of a player in plain sentences, for who wants to learn from it.
 *
 * Knows what the player told of itself (struct felt_decision), its own cards and the round.  When
 * it may be told is the business of play_company.h (C3). */
#ifndef FELT_TERMINAL_LOCAL_PLAY_LESSON_H
#define FELT_TERMINAL_LOCAL_PLAY_LESSON_H

#include "felt/buffer.h"
#include "felt/player.h"
#include "felt/poker.h"

/* A decision, and what it was about. */
struct felt_lesson_thought {
    felt_seat seat;
    uint8_t round;     /* of betting, from 1                                               */
    uint8_t act;       /* enum felt_action_kind                                            */
    bool bet;          /* somebody had bet before: RAISE_TO is a raise                     */
    uint16_t choice;   /* RUNS                                                             */
    felt_chips amount; /* CALL, BRING_IN: chips that moved.  RAISE_TO: the stake.  DISCARD: cards */
    uint8_t warning;   /* enum felt_warning                                                */
    uint8_t boards;    /* cards on the board                                               */
    uint8_t cards;     /* of its own                                                       */
    felt_card card[FELT_HOLE_MAX];
    const struct felt_variant *variant; /* NULL: rounds have numbers only                  */
    const char *reasoning; /* this and the following: of struct felt_decision              */
    double confidence, strength, price, range, share, gain;
};

/* The thought of the viewer about a legal decision. */
struct felt_lesson_thought felt_lesson_think(const struct felt_variant *variant,
                                             const struct felt_view *view,
                                             const struct felt_decision *decision);

/* "raise to 300" */
void felt_lesson_action(const struct felt_lesson_thought *thought, struct felt_buffer *out);

/* "preflop", "turn"; "fourth street" where cards lie open; "round 2" elsewhere; "draw", "showdown"
 */
void felt_lesson_round(const struct felt_lesson_thought *thought, struct felt_buffer *out);

/* "called 300, worth about 120 chips more than a fold. With the others narrowed down to 35 % of all
 * hands, its share of the pot was 41 %, the price 28 %."  A word that is not known is quoted.
 * `others` is "the others", or "you" for one.  `brief`: the first sentence only. */
enum { FELT_LESSON_BYTES = 600 };
void felt_lesson_write(const struct felt_lesson_thought *thought, const char *others, bool brief,
                       struct felt_buffer *out);

#endif
