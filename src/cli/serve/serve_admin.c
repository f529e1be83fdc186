/* serve_admin.c -- commands of `felt admin` that a server runs, as they come over its socket. */
#include "cli/serve/serve.h"

#include "cli/admin/admin.h"
#include "cli/cli.h"

#include <jansson.h>
#include <string.h>

static int run_words(json_t *words, const struct felt_cli_admin_job *admin)
{
    struct felt_args args;
    char name[] = "admin", *argv[FELT_ARGS_WORDS_MAX + 1] = {name};
    int argc = 1;
    for (size_t i = 0; i < json_array_size(words) && argc < FELT_ARGS_WORDS_MAX; i++) {
        const char *word = json_string_value(json_array_get(words, i));
        if (!word) return felt_cli_admin_refuse(admin, "the server cannot read this command");
        argv[argc++] = (char *)(uintptr_t)word;
    }
    bool wants_help = argc > 1 && (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0 ||
                                   strcmp(argv[1], FELT_ARGS_SUGGEST) == 0);
    if (wants_help || !felt_args_read(&felt_cli_admin_spec, argc, argv, &args))
        return felt_cli_admin_refuse(admin,
                                     "the server does not know this: is it another version?");
    const char *store = args.value[FELT_CLI_ADMIN_STORE];
    if (store && strcmp(store, admin->data->store) != 0)
        return felt_cli_admin_refuse(admin, "the server that works on %s has another --store",
                                     admin->data->directory);
    struct felt_cli_admin_job ready = *admin;
    ready.args = &args;
    return felt_cli_admin_run(&ready);
}

int felt_cli_serve_admin(const struct felt_admin_command *command)
{
    char actor[FELT_ORDER_ACTOR_BYTES + 1];
    felt_cli_admin_actor(command->uid, actor);
    struct felt_cli_admin_job admin = {.data = command->data,
                                       .client = command->client,
                                       .actor = actor,
                                       .out = command->out,
                                       .err = command->err,
                                       .served = true,
                                       .requests = command->requests};
    json_t *request = json_loads(command->text, JSON_REJECT_DUPLICATES, NULL);
    json_t *words = json_object_get(request, "words");
    int code;
    if (json_integer_value(json_object_get(request, "v")) != 1 || !json_is_array(words)) {
        code = felt_cli_admin_refuse(&admin, "the server cannot read this command");
    } else {
        admin.in = json_string_value(json_object_get(request, "in"));
        code = run_words(words, &admin);
    }
    json_decref(request);
    return code;
}
