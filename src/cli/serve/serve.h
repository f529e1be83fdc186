/* serve.h -- felt serve: what its files share. */
#ifndef FELT_CLI_SERVE_SERVE_H
#define FELT_CLI_SERVE_SERVE_H

#include "server/app/admin_socket.h"

/* Runs a command of `felt admin` that came over the socket (serve_admin.c). */
int felt_cli_serve_admin(const struct felt_admin_command *command);

#endif
