/* lobby_narc.h -- rows of the lobby whose game is Narc: "narc", "narc:RULES", "narc:RULES,CARDS",
 * by the names of data/narc or as files; and what /api/narc tells of them.
 *
 * A row without a unit is played for the score: seats hold markers, which are no chips.
 * With one it is played for chips (server/table/narc_adapter.h). */
#ifndef FELT_SERVER_CONFIG_LOBBY_NARC_H
#define FELT_SERVER_CONFIG_LOBBY_NARC_H

#include "server/config/lobby.h"
#include "server/table/narc_adapter.h"
#include "net/server.h"

/* Is the game of the row Narc? */
bool felt_lobby_is_narc(const struct felt_lobby_row *row);
/* FELT_OK, or why no table can be made of it. */
FELT_MUST_USE enum felt_status felt_lobby_narc_verify(const struct felt_lobby_row *row,
                                                      struct felt_complaint *complaint);
/* The same, and the adapter, for free(); NULL: no memory, or a file has changed since. */
struct felt_narc_adapter *felt_lobby_narc_open(const struct felt_lobby_row *row);
/* Two rule sets of a lobby that are not the same have different names: a later one is called by
 * the stake. */
void felt_lobby_narc_name(const struct felt_lobby *lobby, int stake);

/* ---- /api/narc (docs/PROTOCOL.md 15.20) ---- */

bool felt_http_narc_owns(const char *path);
/* Rule sets that are played here, then those that the program knows besides.  `lobby` may be NULL;
 * the body is for free(). */
void felt_http_narc_answer(const struct felt_lobby *lobby, bool post, const char *path,
                           struct felt_net_answer *out);

#endif
