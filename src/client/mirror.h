/* mirror.h -- a hand played along with the engine, from what a seat was told.  Private to this
 * folder.
 *
 *   M1  a mirror that fits shows its seat the view that the server's own state shows it.
 *   M2  the events of a mirror are a function of what was said: what is said later adds to them,
 *       and changes none but for cards that were not known before. */
#ifndef FELT_CLIENT_MIRROR_H
#define FELT_CLIENT_MIRROR_H

#include "client/frame.h"

enum { CLIENT_EVENTS_MAX = 4096 };

/* What a table plays, as its server told. */
struct client_game {
    struct felt_poker_rules rules;
    felt_chips small_blind, big_blind;
};

/* What is known of the hand under way. */
struct client_hand {
    bool begun, over; /* start_hand or a whole history was there; end_hand came              */
    bool lost;        /* something was said that we do not know, or too much                 */
    felt_seat seat, button;
    felt_seats seats;
    felt_chips start[FELT_SEATS_MAX];
    struct client_cards hole; /* of the first `act`, for games that do not say their deals     */
    int saids;
    struct client_said said[CLIENT_SAIDS_MAX];
};

struct client_mirror {
    struct felt_poker state;
    bool fits;  /* all that was said was played                                              */
    bool blank; /* own cards were dealt that nobody told: there is no view                   */
    uint32_t events;
    struct felt_event event[CLIENT_EVENTS_MAX];
};

/* Plays what was said. */
void client_mirror_run(const struct client_game *game, const struct client_hand *hand,
                       struct client_mirror *out);

/* guess.c: a view from the fields of one `act` alone, for hands that no mirror fits.  False: the
 * fields make no sense, or the game is one of discards or cards face up. */
bool client_guess_view(const struct client_game *game, const struct client_hand *hand,
                       const struct client_table *table, felt_seat seat, struct felt_view *out);

#endif
