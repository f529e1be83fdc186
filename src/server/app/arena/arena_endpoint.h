/* arena_endpoint.h -- the arena of a server: its session (server/session/arena_session.h) with
 * connections, a journal, files and players of ours.
 *
 *     DATA/journal.*   tables, matches and hands, if there is a --data
 *     DATA/matches/    matches that are over (kept_matches.h) */
#ifndef FELT_SERVER_APP_ARENA_ARENA_ENDPOINT_H
#define FELT_SERVER_APP_ARENA_ARENA_ENDPOINT_H

#include "server/app/server.h"

struct felt_arena_endpoint;

/* Attached to the server, with the server's options; the tables are as the journal has them.
 * Closed with the server.  NULL: complained. */
struct felt_arena_endpoint *felt_arena_endpoint_open(struct felt_server *server);
/* What was found in the journal: tables, or teams of a tournament. */
uint32_t felt_arena_endpoint_restored(const struct felt_arena_endpoint *arena);
struct felt_arena_session *felt_arena_endpoint_session(struct felt_arena_endpoint *arena);
/* Is this the secret of the operator? */
bool felt_arena_endpoint_is_admin(const struct felt_arena_endpoint *arena, const char *secret);
/* The time of its tables: it stands while they wait for the journal. */
int64_t felt_arena_endpoint_us(const struct felt_arena_endpoint *arena);

#endif
