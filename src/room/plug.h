/* plug.h -- what a table must know of its game besides `struct felt_game`: how a hand begins, and
 * the few words that stand in frames.
 *
 * A plug is constant and outlives its tables.  It is the only way in which a game reaches room/ and
 * wire/: no file of these folders names a variant.  host/poker_plug.h makes one for every row of
 * poker. */
#ifndef FELT_ROOM_PLUG_H
#define FELT_ROOM_PLUG_H

#include "felt/game.h"
#include "felt/value.h"

struct felt_plug {
    const struct felt_game *game;
    const void *rules;
    const char *variant; /* config.variant                                               */
    uint8_t seats_min, seats_max;
    /* Uncalled chips are announced as the last award instead of as a return, and a hand that is won
     * without a showdown as one award (PROTOCOL 6.4). */
    bool awards_uncalled;
    felt_chips small_blind, big_blind; /* as `welcome` and `act` tell them                  */
    const felt_card *deck;             /* fresh, in order: the shuffle starts from it       */
    int deck_count;

    /* Seats, stacks, button and forced bets of a hand; the deck is set by the table. */
    void (*deal)(const struct felt_plug *plug, felt_seats seats,
                 const felt_chips stack[FELT_SEATS_MAX], felt_seat button, struct felt_deal *out);
    /* "PRE_FLOP": what `act` and `snapshot` call this moment; a constant. */
    const char *(*phase)(const struct felt_plug *plug, const struct felt_view *view);
    /* "two_pair" (a constant) and "two pair, aces and kings" for a hand that is shown. */
    const char *(*rank)(const struct felt_plug *plug, const struct felt_event *show,
                        char name[FELT_VALUE_NAME_BYTES]);
};

#endif
