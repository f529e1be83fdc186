/* neighbours.c -- see neighbours.h.
 *
 * The order by user is made when somebody asks and something has changed since: operators ask now
 * and then, lines come and go all the time. */
#include "server/app/room/neighbours.h"

#include "felt/assert.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool felt_neighbours_open(struct felt_neighbours *neighbours, uint32_t conns)
{
    *neighbours = (struct felt_neighbours){.conns = conns, .sorted = true};
    neighbours->conn = calloc(conns, sizeof *neighbours->conn);
    neighbours->order = calloc(conns, sizeof *neighbours->order);
    return neighbours->conn && neighbours->order;
}

void felt_neighbours_close(struct felt_neighbours *neighbours)
{
    free(neighbours->conn);
    free((void *)neighbours->order);
    *neighbours = (struct felt_neighbours){0};
}

static struct felt_neighbour *conn_at(struct felt_neighbours *neighbours, uint32_t conn)
{
    felt_assert(conn < neighbours->conns);
    neighbours->sorted = false;
    return &neighbours->conn[conn];
}

void felt_neighbours_line(struct felt_neighbours *neighbours, uint32_t conn, const char *address)
{
    struct felt_neighbour *one = conn_at(neighbours, conn);
    one->user = 0;
    (void)snprintf(one->address, sizeof one->address, "%s", address);
}

void felt_neighbours_known(struct felt_neighbours *neighbours, uint32_t conn, int64_t user)
{
    conn_at(neighbours, conn)->user = user;
}

void felt_neighbours_gone(struct felt_neighbours *neighbours, uint32_t conn)
{
    *conn_at(neighbours, conn) = (struct felt_neighbour){0};
}

/* ---- asking ---- */

static int by_user(const void *a, const void *b)
{
    int64_t one = (*(const struct felt_neighbour *const *)a)->user;
    int64_t two = (*(const struct felt_neighbour *const *)b)->user;
    return (one > two) - (one < two);
}

static void sort(struct felt_neighbours *neighbours)
{
    if (neighbours->sorted) return;
    neighbours->known = 0;
    for (uint32_t i = 0; i < neighbours->conns; i++)
        if (neighbours->conn[i].user && neighbours->conn[i].address[0])
            neighbours->order[neighbours->known++] = &neighbours->conn[i];
    qsort(neighbours->order, neighbours->known, sizeof *neighbours->order, by_user);
    neighbours->sorted = true;
}

/* The first of his connections in the order. */
static uint32_t first_of(const struct felt_neighbours *neighbours, int64_t user)
{
    uint32_t low = 0, high = neighbours->known;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (neighbours->order[middle]->user < user)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* The connection at this place of the order, if it is his; else NULL. */
static const struct felt_neighbour *his(const struct felt_neighbours *neighbours, uint32_t place,
                                        int64_t user)
{
    if (place >= neighbours->known) return NULL;
    const struct felt_neighbour *conn = neighbours->order[place];
    return conn->user == user ? conn : NULL;
}

static bool share(const struct felt_neighbours *neighbours, int64_t one, int64_t two)
{
    const struct felt_neighbour *a, *b;
    uint32_t first = first_of(neighbours, one), second = first_of(neighbours, two);
    for (uint32_t i = first; (a = his(neighbours, i, one)); i++)
        for (uint32_t j = second; (b = his(neighbours, j, two)); j++)
            if (strcmp(a->address, b->address) == 0) return true;
    return false;
}

void felt_neighbours_find(struct felt_neighbours *neighbours, const int64_t *users, int count,
                          bool *out)
{
    sort(neighbours);
    for (int i = 0; i < count; i++) out[i] = false;
    for (int i = 0; i < count; i++)
        for (int j = i + 1; j < count; j++)
            if (users[i] != users[j] && share(neighbours, users[i], users[j]))
                out[i] = out[j] = true;
}
