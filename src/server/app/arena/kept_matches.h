/* kept_matches.h -- matches that are over, in the directory of --data. */
#ifndef FELT_SERVER_APP_ARENA_KEPT_MATCHES_H
#define FELT_SERVER_APP_ARENA_KEPT_MATCHES_H

#include "server/session/arena_session.h"

/* Whole or not at all; false: errno says why. */
bool felt_kept_matches_write(const char *data, const char *id, const char *text, size_t bytes);
/* The same text, malloc'ed; NULL: there is none of that id, which is letters, digits and '-'. */
char *felt_kept_matches_read(const char *data, const char *id, size_t *bytes);
/* Recalls the newest ones. */
void felt_kept_matches_list(const char *data, struct felt_arena_session *session);

#endif
