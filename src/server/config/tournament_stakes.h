/* tournament_stakes.h -- stakes of tournaments: a game for each level, made of a row
 * (server/room/tournaments/row.h), and of the text that the journal has of them.
 *
 * Somebody who thinks in a thread of his own may look at the rules of a hand that is over, and even
 * of a table that is closed: the last FELT_TOURNAMENT_STAKES_RETIRED that are used no more are
 * kept. */
#ifndef FELT_SERVER_CONFIG_TOURNAMENT_STAKES_H
#define FELT_SERVER_CONFIG_TOURNAMENT_STAKES_H

#include "server/room/room.h"
#include "server/room/tournaments/row.h"

enum { FELT_TOURNAMENT_STAKES_RETIRED = 64 };

struct felt_tournament_stakes;

/* NULL: no memory. */
struct felt_tournament_stakes *felt_tournament_stakes_open(void);
/* Stakes that are still there are freed too. */
void felt_tournament_stakes_close(struct felt_tournament_stakes *stakes);
/* NULL: `why` says what is wrong with the row. */
const struct felt_stake *felt_tournament_stakes_make(struct felt_tournament_stakes *stakes,
                                                     const struct felt_tournament_row *row,
                                                     struct felt_complaint *why);
/* Is this the text of one of them?  And the stake of it; NULL: it cannot be made any more. */
bool felt_tournament_stakes_wrote(const char *text, size_t bytes);
const struct felt_stake *felt_tournament_stakes_again(struct felt_tournament_stakes *stakes,
                                                      const char *text, size_t bytes);
void felt_tournament_stakes_gone(struct felt_tournament_stakes *stakes,
                                 const struct felt_stake *stake);

#endif
