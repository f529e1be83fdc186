/* lab.h -- the lab over HTTP: archives of `felt lab evolve` under --lab-dir, their games,
 * rulebooks and ratings, and evolutions that are under way, below /api/lab (docs/PROTOCOL.md 16).
 *
 * It sits beside the accounts API (server/http/accounts/accounts.h) and lives on the loop's thread.
 * Files are read, and answers written, by a clerk on a thread of its own.
 *
 *   B1  nothing here waits for a file: a large archive costs the clerk time, and nobody else.
 *   B2  no text of a request becomes the name of a file.  Archives are found by their names in a
 *       list of what is there, games by theirs among the elites.
 *   B3  below the directory no link is followed, and no file is read that is not a plain one.
 *   B4  whatever is in a file, it is answered as JSON or text, or as a page that runs no script and
 *       loads nothing; nothing of it comes into a header.
 *   B5  to look needs no session.  To rate, and to play, needs one, and is a POST of
 *       application/json from no other origin.
 *   B6  every request is answered exactly once, or its client is gone. */
#ifndef FELT_SERVER_HTTP_LAB_LAB_H
#define FELT_SERVER_HTTP_LAB_LAB_H

#include "server/http/accounts/accounts.h"
#include "net/server.h"
#include "store/ledger/ledger_store.h"

struct felt_http_lab_services {
    void *self;
    struct felt_digests digests;
    void (*entropy)(void *self, void *out, size_t bytes);
    /* The answer to a request; its body becomes the receiver's. */
    void (*answer)(void *self, uint32_t request, struct felt_net_answer *answer);
    void (*log)(void *self, const char *json, size_t bytes); /* one JSON object; NULL: none      */
    void (*wake)(void *self); /* from other threads: felt_http_lab_turn() has something to do    */
    /* A genome lies ready for tables of the room (practice.h).  False: there is none. */
    bool (*prepare)(void *self, int seats, const char *genome, size_t bytes);
};

struct felt_http_lab_config {
    const char *directory; /* NULL: there is no lab but the known games                           */
    uint32_t requests_max; /* numbers of requests are below                                     */
    struct felt_ledger_store *bank;
};

struct felt_http_lab_counts {
    uint64_t requests, refused, ratings, tables;
    uint32_t held; /* clients that wait for the next generation of an evolution                  */
};

struct felt_http_lab;

/* NULL: no memory, no thread, or the directory cannot be opened.  Services stay where they are. */
struct felt_http_lab *felt_http_lab_open(const struct felt_http_lab_config *config,
                                         const struct felt_http_lab_services *services);
/* Waits for what the clerk and the ledger store have under way. */
void felt_http_lab_close(struct felt_http_lab *lab);

/* /api/lab and everything below it: to be asked before felt_http_accounts_owns(). */
bool felt_http_lab_owns(const char *path);
/* As felt_http_accounts_request() and felt_http_accounts_gone(). */
void felt_http_lab_request(struct felt_http_lab *lab, uint32_t number,
                           const struct felt_http_accounts_request *request, int64_t now_ms);
void felt_http_lab_gone(struct felt_http_lab *lab, uint32_t number);
/* Takes what came back.  Milliseconds until it wants to be called again, -1: never. */
int64_t felt_http_lab_turn(struct felt_http_lab *lab, int64_t now_ms);

const struct felt_http_lab_counts *felt_http_lab_counts(const struct felt_http_lab *lab);

#endif
