/* neighbours.h -- who came from the same address: lines of the room that have said who they
 * are.  For fair play; nothing of it is written down here.
 *
 *   N1  somebody without a connection, or whose address nobody knows (this machine itself, behind a
 *       proxy that names nobody), is nobody's neighbour
 *   N2  two connections of one user are no neighbours */
#ifndef FELT_SERVER_APP_ROOM_NEIGHBOURS_H
#define FELT_SERVER_APP_ROOM_NEIGHBOURS_H

#include "server/http/limits.h"

#include <stdbool.h>
#include <stdint.h>

struct felt_neighbour {
    int64_t user;                        /* 0: it has not said who it is                         */
    char address[FELT_LIMITS_KEY_BYTES]; /* as felt_limits_address() has it; "": nobody's        */
};

struct felt_neighbours {
    struct felt_neighbour *conn;         /* by its number                                       */
    const struct felt_neighbour **order; /* those that have both, by user                       */
    uint32_t conns, known;
    bool sorted;
};

bool felt_neighbours_open(struct felt_neighbours *neighbours, uint32_t conns);
void felt_neighbours_close(struct felt_neighbours *neighbours);

/* A connection is there, from this address; "": from nowhere. */
void felt_neighbours_line(struct felt_neighbours *neighbours, uint32_t conn, const char *address);
void felt_neighbours_known(struct felt_neighbours *neighbours, uint32_t conn, int64_t user);
void felt_neighbours_gone(struct felt_neighbours *neighbours, uint32_t conn);

/* out[i]: users[i] came from the address of another one of them. */
void felt_neighbours_find(struct felt_neighbours *neighbours, const int64_t *users, int count,
                          bool *out);

#endif
