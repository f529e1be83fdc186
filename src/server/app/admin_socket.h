/* admin_socket.h -- the socket of `felt admin` in the data directory: commands of operators, run by
 * the server while it serves. */
#ifndef FELT_SERVER_APP_ADMIN_SOCKET_H
#define FELT_SERVER_APP_ADMIN_SOCKET_H

#include "server/app/data_dir.h"
#include "server/http/admin/requests.h"
#include "store/ledger/ledger_store.h"

#include <stdio.h>

enum { FELT_ADMIN_SOCKET_REQUEST_BYTES = 65536 };

/* A command as it came in: the JSON of cli/admin/admin.h. */
struct felt_admin_command {
    const struct felt_data_dir *data;
    struct felt_ledger_client *client;    /* of its own                                           */
    struct felt_admin_requests *requests; /* to the room                                          */
    const char *text;
    long uid; /* of the operator                                                                  */
    FILE *out, *err;
};

struct felt_admin_socket_config {
    const struct felt_data_dir *data;
    struct felt_ledger_store *store;
    /* Commands about the room are sent there.  They are shut when the socket closes, and must stay
     * until then. */
    struct felt_admin_requests *requests;
    /* Runs a command, on a thread of its own client; the exit code. */
    int (*run)(const struct felt_admin_command *command);
};

struct felt_admin_socket;
/* Listens, on a thread of its own, and has one more for each client.  NULL: complained. */
struct felt_admin_socket *felt_admin_socket_open(const struct felt_admin_socket_config *config,
                                                 const struct felt_args *args);
/* Commands that are not done lose their clients. */
void felt_admin_socket_close(struct felt_admin_socket *admin);

#endif
