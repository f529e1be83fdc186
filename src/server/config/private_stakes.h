/* private_stakes.h -- stakes of private tables: made of what a host wants, and of the text that the
 * journal has of them.
 *
 * The text is a [table] as in felt.conf (conf.h), or that of a game of the lab
 * (practice.h); a stake is always made of it, so that one that is restored is the one that
 * was made.
 *
 * Somebody who thinks in a thread of his own may look at the rules of a hand that is over, and even
 * of a table that is closed, as long as he thinks: three seconds (house_threads.h).  Therefore
 * rules outlive their stake by FELT_PRIVATE_STAKES_KEPT_MS, however many come after them; where
 * those of FELT_PRIVATE_STAKES_RETIRED bytes are kept no new ones are made. */
#ifndef FELT_SERVER_CONFIG_PRIVATE_STAKES_H
#define FELT_SERVER_CONFIG_PRIVATE_STAKES_H

#include "server/room/room.h"

enum { FELT_PRIVATE_STAKES_KEPT_MS = 30000, FELT_PRIVATE_STAKES_RETIRED = 16 << 20 };

struct felt_private_stakes;
struct felt_practices; /* practice.h */

/* NULL: no memory. */
struct felt_private_stakes *felt_private_stakes_open(int64_t (*now_ms)(void));
/* Stakes that are still there are freed too. */
void felt_private_stakes_close(struct felt_private_stakes *privates);
/* Games of the lab that lie ready for a table. */
struct felt_practices *felt_private_stakes_practices(struct felt_private_stakes *privates);
/* See stake_make, stake_again and stake_gone of room.h. */
const struct felt_stake *felt_private_stakes_make(struct felt_private_stakes *privates,
                                                  const char *id,
                                                  const struct felt_room_client_terms *terms,
                                                  const struct felt_stake *old,
                                                  char why[FELT_ROOM_TEXT_BYTES]);
const struct felt_stake *felt_private_stakes_again(struct felt_private_stakes *privates,
                                                   const char *text, size_t bytes);
void felt_private_stakes_gone(struct felt_private_stakes *privates, const struct felt_stake *stake);

#endif
