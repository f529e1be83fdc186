/* arena.h -- what commands that start a server share. */
#ifndef FELT_CLI_ARENA_ARENA_H
#define FELT_CLI_ARENA_ARENA_H

#include "server/app/server.h"

/* From now on SIGTERM and SIGINT stop this server. */
void felt_cli_arena_catch_signals(struct felt_server *server);
/* Serves until it is stopped, with the players of --with.  As felt_server_run(). */
int felt_cli_arena_live(struct felt_server *server);
/* The web client, if it was built and nobody said --web; `--web -` is none. */
void felt_cli_arena_find_web(struct felt_server_options *options);
/* Where to open it in a browser: a line of the banner, if there is one. */
void felt_cli_arena_print_web(const struct felt_server *server);
/* felt arena tournament */
int felt_cli_arena_tournament(int argc, char **argv);

#endif
