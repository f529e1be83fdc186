/* serve_event_stakes.h -- stakes of tournaments: a game for each level, made of a row
 * (server/room/tournaments/event_row.h), and of the text that the journal has of them.
 *
 * Somebody who thinks in a thread of his own may look at the rules of a hand that is over, and even
 * of a table that is closed: the last FELT_EVENT_STAKES_RETIRED that are used no more are kept. */
#ifndef FELT_SERVER_CONFIG_SERVE_EVENT_STAKES_H
#define FELT_SERVER_CONFIG_SERVE_EVENT_STAKES_H

#include "server/room/floor.h"
#include "server/room/tournaments/event_row.h"

enum { FELT_EVENT_STAKES_RETIRED = 64 };

struct felt_event_stakes;

/* NULL: no memory. */
struct felt_event_stakes *felt_event_stakes_open(void);
/* Stakes that are still there are freed too. */
void felt_event_stakes_close(struct felt_event_stakes *stakes);
/* NULL: `why` says what is wrong with the row. */
const struct felt_stake *felt_event_stakes_make(struct felt_event_stakes *stakes,
                                                const struct felt_event_row *row,
                                                struct felt_complaint *why);
/* Is this the text of one of them?  And the stake of it; NULL: it cannot be made any more. */
bool felt_event_stakes_wrote(const char *text, size_t bytes);
const struct felt_stake *felt_event_stakes_again(struct felt_event_stakes *stakes, const char *text,
                                                 size_t bytes);
void felt_event_stakes_gone(struct felt_event_stakes *stakes, const struct felt_stake *stake);

#endif
