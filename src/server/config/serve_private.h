/* serve_private.h -- stakes of private tables: made of what a host wants, and of the text that the
 * journal has of them.
 *
 * The text is a [table] as in felt.conf (serve_conf.h), or that of a game of the lab
 * (serve_practice.h); a stake is always made of it, so that one that is restored is the one that
 * was made.
 *
 * Somebody who thinks in a thread of his own may look at the rules of a hand that is over, and even
 * of a table that is closed, as long as he thinks: three seconds (thinkers.h).  Therefore rules
 * outlive their stake by FELT_PRIVATES_KEPT_MS, however many come after them; where those of
 * FELT_PRIVATES_RETIRED bytes are kept no new ones are made. */
#ifndef FELT_SERVER_CONFIG_SERVE_PRIVATE_H
#define FELT_SERVER_CONFIG_SERVE_PRIVATE_H

#include "server/room/floor.h"

enum { FELT_PRIVATES_KEPT_MS = 30000, FELT_PRIVATES_RETIRED = 16 << 20 };

struct felt_privates;
struct felt_practices; /* serve_practice.h */

/* NULL: no memory. */
struct felt_privates *felt_privates_open(int64_t (*now_ms)(void));
/* Stakes that are still there are freed too. */
void felt_privates_close(struct felt_privates *privates);
/* Games of the lab that lie ready for a table. */
struct felt_practices *felt_privates_practices(struct felt_privates *privates);
/* See stake_make, stake_again and stake_gone of floor.h. */
const struct felt_stake *felt_privates_make(struct felt_privates *privates, const char *id,
                                            const struct felt_want_terms *terms,
                                            const struct felt_stake *old,
                                            char why[FELT_FLOOR_TEXT_BYTES]);
const struct felt_stake *felt_privates_again(struct felt_privates *privates, const char *text,
                                             size_t bytes);
void felt_privates_gone(struct felt_privates *privates, const struct felt_stake *stake);

#endif
