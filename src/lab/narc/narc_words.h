/* narc_words.h -- Narc in words: what a card does, what happened, and what a hand came to.
 *
 * Knows rules and events; of what is hidden it knows what it is told: a caller that tells somebody
 * passes felt_event_for() of its seat, one that replays a run may pass the event as it is.  Prints
 * nothing and allocates nothing: every sentence goes to a buffer, without a line end.
 *
 *   W1  a card whose number is FELT_CARD_NONE is "a card".
 *   W2  sentences have no colours and need none: signs and words say what is good or bad. */
#ifndef FELT_LAB_NARC_NARC_WORDS_H
#define FELT_LAB_NARC_NARC_WORDS_H

#include "felt/buffer.h"
#include "felt/narc.h"

enum { FELT_NARC_SENTENCE_BYTES = 400 }; /* room for any sentence, and its zero byte             */

/* Somebody who tells a hand.  Made once, fed with every event in order: a flip and the end of a
 * hand are told with sums, which are kept here. */
struct felt_narc_words {
    const struct felt_narc_rules *rules;
    felt_seats you; /* seats that are called "you"; 0: everybody has a name                      */
    int32_t heat;   /* of the run before the hand; negative: not known                           */
    int32_t cash;   /* the same                                                                  */
    /* of the hand so far */
    int32_t total[4], change[4]; /* evidence, cover, heat, profit                                */
    unsigned withdrawn;          /* roles that folded                                            */
    uint8_t flipped;
    uint8_t kind[FELT_NARC_COMMITS_MAX];
    uint8_t raises; /* of the round                                                              */
};

/* `viewer` is called "you"; FELT_SEAT_NONE: nobody is. */
struct felt_narc_words felt_narc_words_make(const struct felt_narc_rules *rules, felt_seat viewer);

/* "you", "the Narc"; at the beginning of a sentence "You", "The Narc". */
const char *felt_narc_words_seat(const struct felt_narc_words *words, felt_seat seat, bool begins);

/* "+30 cover, -5 heat", "price 100, +30 heat", "price x1.5, +25 evidence, +20 heat", "base: 10
 * evidence, 30 cover; -5 heat", "nothing". */
void felt_narc_words_effects(const struct felt_narc_rules *rules, int kind,
                             struct felt_buffer *out);
/* "+5", "0", "-5" */
void felt_narc_words_signed(int64_t number, struct felt_buffer *out);
/* "safe by 5", "even, which is safe", "10 behind" */
void felt_narc_words_margin(int32_t evidence, int32_t cover, struct felt_buffer *out);

/* One event as one sentence.  False: there is nothing to say of it (yet): cards dealt to others,
 * three of the four tallies of a flip (the last one, profit, tells all), OVER.
 *
 *     The Narc raises with a card face down (2 raises left).
 *     The Narc holds the initiative: first raise of the round; may raise again after the answers.
 *     You draw Bootleg Records (price 30, +5 heat) and Handshake (nothing).
 *     The Narc's card is Parked Van: +20 evidence, +5 heat.
 *     Evidence 30 (+20), Cover 30, Heat +5, Profit 30: even, which is safe.
 *     Busted: Evidence 45 is 15 more than Cover 30. */
bool felt_narc_words_event(struct felt_narc_words *words, const struct felt_event *event,
                           struct felt_buffer *out);

#endif
