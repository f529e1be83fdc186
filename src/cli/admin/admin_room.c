/* admin_room.c -- felt admin tables, felt admin house dials: what is done in the room of a running
 * server.
 *
 * Tables belong to the server's loop.  These commands send it the requests that an operator's page
 * sends (admin.h), and print what is answered. */
#include "cli/admin/admin.h"

#include "cli/cli.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

enum { PATH_BYTES = 128 };

/* ---- asking ---- */

/* What the answer says of a refusal. */
static void complain(const struct felt_cli_admin_job *admin,
                     const struct felt_admin_request *request)
{
    json_t *root = request->answer ? json_loadb(request->answer, request->bytes, 0, NULL) : NULL;
    const char *message =
        json_string_value(json_object_get(json_object_get(root, "error"), "message"));
    (void)felt_cli_admin_fail(admin, "%s", message ? message : "the room does not answer");
    json_decref(root);
}

static bool send_letter(const struct felt_cli_admin_job *admin, const char *path, const char *body,
                        struct felt_admin_request *request)
{
    *request = (struct felt_admin_request){
        .post = body != NULL, .path = path, .body = body ? body : "", .actor = admin->actor};
    return felt_admin_requests_send(admin->requests, request);
}

bool felt_cli_admin_room(const struct felt_cli_admin_job *admin, const char *path, const char *body,
                         char **answer)
{
    struct felt_admin_request request;
    if (!admin->served) {
        (void)felt_cli_admin_fail(
            admin, "no server works on %s: there are tables only while felt serve runs",
            admin->data->directory);
        return false;
    }
    if (!admin->requests) {
        (void)felt_cli_admin_fail(admin, "the server that works on %s has no room",
                                  admin->data->directory);
        return false;
    }
    if (!send_letter(admin, path, body, &request)) {
        (void)felt_cli_admin_fail(admin, "the server is too busy, or stops: try again");
        return false;
    }
    if (request.status == 200) {
        *answer = request.answer;
        return true;
    }
    complain(admin, &request);
    free(request.answer);
    return false;
}

/* A JSON object of texts: "stake", "nl-2", NULL. */
static char *make_body(const char *key, const char *text, const char *other, const char *other_text)
{
    json_t *root = json_pack(other ? "{s:s,s:s}" : "{s:s}", key, text, other, other_text);
    char *body = json_dumps(root, JSON_COMPACT);
    json_decref(root);
    return body;
}

static int post(const struct felt_cli_admin_job *admin, const char *path, char *body, char **answer)
{
    bool good = false;
    if (body)
        good = felt_cli_admin_room(admin, path, body, answer);
    else
        (void)felt_cli_admin_refuse(admin, "these words are no text that can be sent");
    free(body);
    return good ? FELT_EXIT_OK : FELT_EXIT_FAILED;
}

void felt_cli_admin_dismiss(const struct felt_cli_admin_job *admin, int64_t user, bool stands,
                            bool closed, const char *why)
{
    char path[PATH_BYTES];
    struct felt_admin_request request;
    if (!admin->requests) return;
    (void)snprintf(path, sizeof path, "/api/operator/users/%lld/dismiss", (long long)user);
    json_t *root = json_pack("{s:s,s:b,s:b}", "reason", why, "stands", stands, "closed", closed);
    char *body = json_dumps(root, JSON_COMPACT);
    json_decref(root);
    if (body && send_letter(admin, path, body, &request)) free(request.answer);
    free(body);
}

/* ---- tables ---- */

static const char *text_of(const json_t *object, const char *key)
{
    const char *text = json_string_value(json_object_get(object, key));
    return text ? text : "";
}

static long long number_of(const json_t *object, const char *key)
{
    return (long long)json_integer_value(json_object_get(object, key));
}

static void print_table(const struct felt_cli_admin_job *admin, const json_t *table)
{
    size_t index;
    json_t *seat;
    fprintf(admin->out, "%-16s  %-32s  %-8s  %2lld/%-2lld  %6lld  %8lld%s\n",
            text_of(table, "table"), text_of(table, "title"), text_of(table, "phase"),
            number_of(table, "taken"), number_of(table, "seats"), number_of(table, "people"),
            number_of(table, "hands"),
            json_is_true(json_object_get(table, "closing")) ? "  closes" : "");
    json_array_foreach(json_object_get(table, "chairs"), index, seat)
    {
        if (strcmp(text_of(seat, "kind"), "house") == 0) continue; /* felt admin house list */
        fprintf(admin->out, "  seat %lld  %-24s  #%-8lld  %12lld  %s%s\n", number_of(seat, "seat"),
                text_of(seat, "name"), number_of(seat, "user"), number_of(seat, "stack"),
                text_of(seat, "state"),
                json_is_true(json_object_get(seat, "connected")) ? "" : ", away");
    }
}

int felt_cli_admin_tables(const struct felt_cli_admin_job *admin, const char *const *word)
{
    (void)word;
    char *answer;
    if (!felt_cli_admin_room(admin, "/api/operator/tables", NULL, &answer)) return FELT_EXIT_FAILED;
    if (felt_cli_admin_json(admin)) {
        fprintf(admin->out, "%s\n", answer);
        free(answer);
        return FELT_EXIT_OK;
    }
    json_t *root = json_loads(answer, 0, NULL), *tables = json_object_get(root, "tables");
    fprintf(admin->out, "%-16s  %-32s  %-8s  %5s  %6s  %8s\n", "table", "game", "phase", "taken",
            "people", "hands");
    for (size_t i = 0; i < json_array_size(tables); i++)
        print_table(admin, json_array_get(tables, i));
    if (!json_array_size(tables)) fputs("no tables\n", admin->out);
    json_decref(root);
    free(answer);
    return FELT_EXIT_OK;
}

int felt_cli_admin_tables_open(const struct felt_cli_admin_job *admin, const char *const *word)
{
    char *answer;
    int code =
        post(admin, "/api/operator/tables/open", make_body("stake", word[0], NULL, NULL), &answer);
    if (code != FELT_EXIT_OK) return code;
    json_t *root = json_loads(answer, 0, NULL);
    if (felt_cli_admin_json(admin))
        fprintf(admin->out, "%s\n", answer);
    else
        fprintf(admin->out, "%s is open\n", text_of(root, "table"));
    json_decref(root);
    free(answer);
    return FELT_EXIT_OK;
}

int felt_cli_admin_tables_close(const struct felt_cli_admin_job *admin, const char *const *word)
{
    char *answer;
    int code =
        post(admin, "/api/operator/tables/close", make_body("table", word[0], NULL, NULL), &answer);
    if (code != FELT_EXIT_OK) return code;
    free(answer);
    fprintf(admin->out, "%s closes: everybody stands up after the hand\n", word[0]);
    return FELT_EXIT_OK;
}

/* ---- house players ---- */

struct json_t *felt_cli_admin_house_open(const struct felt_cli_admin_job *admin)
{
    struct felt_admin_request request;
    if (!admin->requests || !send_letter(admin, "/api/operator/house", NULL, &request)) return NULL;
    json_t *root =
        request.status == 200 ? json_loadb(request.answer, request.bytes, 0, NULL) : NULL;
    free(request.answer);
    return root;
}

void felt_cli_admin_house_print(const struct felt_cli_admin_job *admin, const struct json_t *house,
                                int64_t user)
{
    size_t index;
    json_t *member;
    json_array_foreach(json_object_get(house, "members"), index, member)
    {
        if (number_of(member, "user") != user) continue;
        const char *state = text_of(member, "state"), *table = text_of(member, "table");
        if (felt_cli_admin_json(admin)) {
            fprintf(admin->out,
                    ",\"state\":\"%s\",\"table\":\"%s\",\"seated\":%lld,\"persona\":", state, table,
                    number_of(member, "seated"));
            felt_cli_admin_text(admin, text_of(member, "persona"));
        } else {
            fprintf(admin->out, "  %10lld  %-6s  %-16s  %s", number_of(member, "seated"), state,
                    table, text_of(member, "persona"));
        }
        return;
    }
}

void felt_cli_admin_house_close(struct json_t *house)
{
    json_decref(house);
}

int felt_cli_admin_house_dials(const struct felt_cli_admin_job *admin, const char *const *word)
{
    char *answer;
    int code = post(admin, "/api/operator/house/dials",
                    make_body("who", word[0], "persona", word[1]), &answer);
    if (code != FELT_EXIT_OK) return code;
    free(answer);
    fprintf(admin->out, "%s plays as %s from the next hand on\n",
            strcmp(word[0], "*") == 0 ? "every house player" : word[0], word[1]);
    return FELT_EXIT_OK;
}
