/* arena.c -- felt arena: bots play over WebSocket. */
#include "cli/arena/arena.h"

#include "cli/cli.h"
#include "server/app/arena/arena_endpoint.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void print_banner(const struct felt_server *server, uint32_t restored)
{
    const struct felt_server_options *options = felt_server_options_of(server);
    const struct felt_table_config *table = &options->table;
    const char *web = options->cert ? "https" : "http";
    char place[FELT_SERVER_PLACE_BYTES], url[FELT_SERVER_URL_BYTES];
    printf("felt arena: %s %lld/%lld, %d seats of %lld chips, %.1f s for a move%s\n",
           options->adapter.rules.variant->title, (long long)table->adapter->small_blind,
           (long long)table->adapter->big_blind, table->seats, (long long)table->stack,
           table->move_ms / 1000.0, options->practice ? ", practice" : "");
    if (restored)
        printf("  %u %s found in %s\n", restored, restored == 1 ? "table" : "tables",
               options->data);
    felt_cli_arena_print_web(server);
    printf("  play   %s\n", felt_server_url(server, url));
    printf("  look   %s://%s/api/arena\n", web, felt_server_place(server, place));
    printf("  a bot  felt bot %s --team %s\n", url,
           options->practice                             ? "Alpha"
           : options->table.join == FELT_JOIN_REGISTERED ? "TEAM --code CODE"
                                                         : "Alpha --code secret");
    (void)fflush(stdout);
}

static int serve(const struct felt_server_options *options, const struct felt_args *args)
{
    struct felt_server *server = felt_server_open(options, args);
    struct felt_arena_endpoint *arena = server ? felt_arena_endpoint_open(server) : NULL;
    int result = FELT_EXIT_FAILED;
    if (arena && felt_server_listen(server)) {
        felt_cli_arena_catch_signals(server);
        print_banner(server, felt_arena_endpoint_restored(arena));
        result = felt_cli_arena_live(server) ? FELT_EXIT_FAILED : FELT_EXIT_OK;
    }
    felt_server_close(server);
    return result;
}

int felt_cli_arena(int argc, char **argv)
{
    struct felt_args args;
    bool suggest = argc > 1 && strcmp(argv[1], FELT_ARGS_SUGGEST) == 0;
    if (suggest && argc == 2) puts("tournament");
    if (suggest && argc > 2 && strcmp(argv[2], "tournament") == 0) {
        char *word = argv[1];
        argv[1] = argv[2];
        argv[2] = word;
    }
    if (argc > 1 && strcmp(argv[1], "tournament") == 0)
        return felt_cli_arena_tournament(argc - 1, argv + 1);
    if (!felt_args_read(&felt_server_spec, argc, argv, &args)) return args.exit;
    struct felt_server_options *options = calloc(1, sizeof *options);
    if (!options) return FELT_EXIT_FAILED;
    if (!felt_server_options_read(options, &args)) {
        free(options);
        return FELT_EXIT_USAGE;
    }
    felt_cli_arena_find_web(options);
    int result = serve(options, &args);
    free(options);
    return result;
}
