/* http_endpoint.c -- the HTTP APIs of a server: accounts, the operator, the lab, statistics; with
 * the hasher of passwords.
 *
 * They run on the loop's thread.  What they give away comes back on others, which wake the loop;
 * everything that is there is taken in its next turn. */
#include "server/app/http_endpoint.h"
#include "server/config/conf.h"
#include "base/metric.h"
#include "server/http/accounts/accounts.h"
#include "felt/assert.h"
#include "server/http/lab/lab.h"
#include "server/config/lobby_narc.h"
#include "server/http/admin/admin.h"
#include "server/app/scheduled_jobs.h"
#include "server/app/stats_join.h"
#include "felt/json.h"
#include "os/clock.h"
#include "os/hasher.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    REQUESTS_MAX = FELT_SERVER_REQUESTS_MAX,
    HASHES_WAITING_MAX =
        FELT_HTTP_ACCOUNTS_HASHERS, /* the others wait at the accounts API, in turns */
};
#define DAY_MS (INT64_C(24) * 3600 * 1000)

/* Who answers a request. */
enum owner { OWNER_ACCOUNTS, OWNER_ADMIN, OWNER_LAB, OWNER_STATS };

struct felt_http_endpoint {
    struct felt_server *server;
    struct felt_room_endpoint *room; /* NULL: there is none                                      */
    struct felt_ledger_client *ledger_client;
    struct felt_hasher *hasher;
    struct felt_http_accounts_config config;
    uint8_t device_key[FELT_DIGEST_BYTES]; /* of cookies                                         */
    struct felt_http_accounts_services services;
    struct felt_http_accounts *accounts;
    struct felt_http_admin_services admin_services;
    struct felt_http_admin *admin;
    struct felt_http_lab_services lab_services;
    struct felt_http_lab *lab;
    struct felt_stats_join stats;
    uint8_t owners[REQUESTS_MAX]; /* by number: enum owner                                       */
    uint32_t given, hashing; /* to the ledger and the hasher, without an answer so far           */
    uint32_t requests;       /* of clients, without an answer so far                             */
    uint64_t hashes;
};

static void log_line(void *self, const char *json, size_t bytes)
{
    (void)felt_server_log(((const struct felt_http_endpoint *)self)->server, json, bytes);
}

static void wake(void *self)
{
    felt_server_wake(((const struct felt_http_endpoint *)self)->server);
}

/* ---- what the accounts API wants ---- */

static bool give_order(void *self, const struct felt_order *order, uint64_t ticket)
{
    struct felt_http_endpoint *http = self;
    bool taken = felt_ledger_client_order(http->ledger_client, order, ticket);
    http->given += taken;
    return taken;
}

static bool give_question(void *self, const struct felt_question *question, uint64_t ticket)
{
    struct felt_http_endpoint *http = self;
    bool taken = felt_ledger_client_ask(http->ledger_client, question, ticket);
    http->given += taken;
    return taken;
}

static void give_entropy(void *self, void *out, size_t bytes)
{
    (void)self;
    felt_secret_fill(out, bytes);
}

static bool give_hash(void *self, const char *password, uint64_t ticket)
{
    struct felt_http_endpoint *http = self;
    bool taken = felt_hasher_hash(http->hasher, password, ticket);
    http->hashing += taken;
    return taken;
}

static bool give_verify(void *self, const char *password, const char *hash, uint64_t ticket)
{
    struct felt_http_endpoint *http = self;
    bool taken = felt_hasher_verify(http->hasher, password, hash, ticket);
    http->hashing += taken;
    return taken;
}

static void give_answer(void *self, uint32_t request,
                        const struct felt_http_accounts_answer *answer)
{
    struct felt_http_endpoint *http = self;
    struct felt_net_answer out = {.status = answer->status,
                                  .type = "application/json",
                                  .body = malloc(answer->bytes + 1),
                                  .bytes = answer->bytes,
                                  .cookie = answer->cookie,
                                  .cookie_two = answer->device,
                                  .retry_s = answer->retry_s,
                                  .filename = answer->filename};
    if (out.body) {
        memcpy(out.body, answer->body, answer->bytes);
    } else {
        out.status = 503;
        out.bytes = 0;
    }
    felt_assert(http->requests > 0);
    http->requests--;
    felt_server_reply(http->server, request, &out);
}

static bool prepare_table(void *self, int seats, const char *genome, size_t bytes)
{
    const struct felt_http_endpoint *http = self;
    return http->room && felt_room_endpoint_prepare(http->room, seats, genome, bytes);
}

static void give_lab(void *self, uint32_t request, struct felt_net_answer *answer)
{
    struct felt_http_endpoint *http = self;
    felt_assert(http->requests > 0);
    http->requests--;
    felt_server_reply(http->server, request, answer);
}

/* Lines of a user end with his sessions; what the room kept of him, with his account. */
static void end_sessions(void *self, int64_t user, bool closed)
{
    const struct felt_http_endpoint *http = self;
    if (!http->room) return;
    felt_room_endpoint_dismiss(http->room, user,
                               closed ? "this account is closed" : "you were signed out");
    if (closed) felt_room_endpoint_forget(http->room, user);
}

static void end_session(void *self, const uint8_t token[FELT_DIGEST_BYTES])
{
    const struct felt_http_endpoint *http = self;
    if (http->room) felt_room_endpoint_end_session(http->room, token);
}

/* ---- what the arena's loop calls ---- */

/* Rules stay as they are: the answer is there at once. */
static bool answer_narc(const struct felt_http_endpoint *http, uint32_t number,
                        const struct felt_net_request *request)
{
    struct felt_net_answer answer;
    const struct felt_lobby *lobby = http->room ? felt_room_endpoint_lobby(http->room) : NULL;
    felt_http_narc_answer(lobby, request->post, request->path, &answer);
    felt_server_reply(http->server, number, &answer);
    return true;
}

static bool take_request(void *self, uint32_t number, const struct felt_net_request *request)
{
    struct felt_http_endpoint *http = self;
    enum owner owner = OWNER_ACCOUNTS;
    if (http->admin && felt_http_admin_owns(request->path))
        owner = OWNER_ADMIN;
    else if (felt_http_lab_owns(request->path))
        owner = OWNER_LAB;
    else if (felt_http_stats_owns(request->path))
        owner = OWNER_STATS;
    else if (felt_http_narc_owns(request->path))
        return answer_narc(http, number, request);
    else if (!felt_http_accounts_owns(request->path))
        return false;
    struct felt_http_accounts_request out = {.post = request->post,
                                             .path = request->path,
                                             .query = request->query,
                                             .body = request->body,
                                             .bytes = request->bytes,
                                             .type = request->type,
                                             .cookie = request->cookie,
                                             .bearer = request->bearer,
                                             .agent = request->agent,
                                             .address = request->address,
                                             .foreign = request->foreign,
                                             .secure = request->secure};
    http->requests++;
    http->owners[number] = (uint8_t)owner;
    if (owner == OWNER_ADMIN)
        felt_http_admin_request(http->admin, number, &out, felt_clock_wall_ms());
    else if (owner == OWNER_LAB)
        felt_http_lab_request(http->lab, number, &out, felt_clock_wall_ms());
    else if (owner == OWNER_STATS)
        felt_http_stats_request(http->stats.stats, number, &out, felt_clock_wall_ms());
    else
        felt_http_accounts_request(http->accounts, number, &out, felt_clock_wall_ms());
    return true;
}

static void lose_request(void *self, uint32_t number)
{
    struct felt_http_endpoint *http = self;
    http->requests--;
    if (http->owners[number] == OWNER_ADMIN)
        felt_http_admin_gone(http->admin, number);
    else if (http->owners[number] == OWNER_LAB)
        felt_http_lab_gone(http->lab, number);
    else if (http->owners[number] == OWNER_STATS)
        felt_http_stats_gone(http->stats.stats, number);
    else
        felt_http_accounts_gone(http->accounts, number);
}

static int64_t take_turn(void *self)
{
    struct felt_http_endpoint *http = self;
    int64_t now = felt_clock_wall_ms();
    struct felt_ledger_store_reply reply;
    struct felt_hashed hashed;
    while (http->hashing && felt_hasher_take(http->hasher, &hashed)) {
        http->hashing--;
        http->hashes++;
        felt_http_accounts_hashed(http->accounts, hashed.ticket, hashed.good, hashed.stale,
                                  hashed.hash, now);
    }
    while (http->given && felt_ledger_client_take(http->ledger_client, 0, &reply)) {
        http->given--;
        if (reply.is_receipt)
            felt_http_accounts_receipt(http->accounts, reply.ticket, &reply.receipt, now);
        else
            felt_http_accounts_found(http->accounts, reply.ticket, &reply.answer, now);
    }
    if (http->admin) felt_http_admin_turn(http->admin, now);
    felt_stats_join_turn(&http->stats, http->admin, now);
    return felt_http_lab_turn(http->lab, now);
}

/* Nobody waits for those who wait for the next generation of an evolution. */
static bool is_busy(void *self)
{
    const struct felt_http_endpoint *http = self;
    return http->requests > felt_http_lab_counts(http->lab)->held;
}

/* ---- metrics ---- */

static void write_metrics(void *self, struct felt_buffer *out)
{
    const struct felt_http_endpoint *http = self;
    felt_metric(out, "hasher_waiting", "gauge", "Passwords that wait or are worked on",
                http->hashing);
    felt_metric(out, "hasher_total", "counter", "Passwords that were worked on", http->hashes);
    felt_http_accounts_metrics(http->accounts, out);
    const struct felt_http_lab_counts *lab = felt_http_lab_counts(http->lab);
    felt_metric(out, "lab_requests_total", "counter", "Requests to the lab", lab->requests);
    felt_metric(out, "lab_refused_total", "counter", "Requests to the lab that were refused",
                lab->refused);
    felt_metric(out, "lab_ratings_total", "counter", "Ratings of games that were kept",
                lab->ratings);
    felt_metric(out, "lab_tables_total", "counter", "Games that were made ready for a table",
                lab->tables);
    felt_metric(out, "lab_held", "gauge", "Requests that wait for the next generation", lab->held);
}

/* ---- opening ---- */

/* ---- clubs ---- */

static void write_club_tables(void *self, int64_t club, struct felt_json *json)
{
    const struct felt_http_endpoint *http = self;
    if (http->room) {
        felt_room_session_club_tables(felt_room_endpoint_session(http->room), club, json);
        return;
    }
    felt_json_array(json);
    felt_json_end(json);
}

static void leave_club(void *self, int64_t club, int64_t user)
{
    const struct felt_http_endpoint *http = self;
    if (http->room)
        felt_room_session_club_left(felt_room_endpoint_session(http->room), club, user,
                                    felt_room_endpoint_us(http->room));
}

static void close_club(void *self, int64_t club)
{
    const struct felt_http_endpoint *http = self;
    if (http->room)
        felt_room_session_club_closed(felt_room_endpoint_session(http->room), club,
                                      felt_room_endpoint_us(http->room));
}

/* ---- guests ---- */

static void tell_guests(void *self, uint64_t count)
{
    felt_http_accounts_tell_guests(((const struct felt_http_endpoint *)self)->accounts, count);
}

/* A third of an hour's guests at once, but for all of them together: a link that many follow. */
static void limit_guests(const uint32_t *numbers, struct felt_http_accounts_config *out)
{
    struct felt_http_accounts_limits *limits = &out->limits;
    uint32_t each = numbers[FELT_CONF_GUESTS_ADDRESS];
    limits->guests_per_hour = each;
    limits->guests_burst = (each + 2) / 3;
    limits->guests_times = numbers[FELT_CONF_GUESTS_NETWORK] / each;
    if (limits->guests_times == 0) limits->guests_times = 1;
    limits->all_guests_burst = limits->all_guests_per_hour = numbers[FELT_CONF_GUESTS_HOUR];
    out->guests_max = numbers[FELT_CONF_GUESTS_MAX];
    out->guest_ms = numbers[FELT_CONF_GUEST_AWAY];
}

static bool open_accounts(struct felt_http_endpoint *http,
                          const struct felt_http_endpoint_config *config)
{
    static const char device_key_name[] = "cookies of devices";
    http->config = (struct felt_http_accounts_config){.requests_max = REQUESTS_MAX,
                                                      .limits = felt_http_accounts_limits_usual,
                                                      .facebook_secret = config->facebook_secret,
                                                      .facebook_app = config->facebook_app,
                                                      .session_ms = 30 * DAY_MS,
                                                      .open = !config->closed,
                                                      .factor_required = config->factor_required,
                                                      .device_key = http->device_key};
    limit_guests(config->numbers, &http->config);
    felt_secret_hmac(config->data->secret, device_key_name, sizeof device_key_name - 1,
                     http->device_key);
    http->services = (struct felt_http_accounts_services){.self = http,
                                                          .bank = {http, give_order, give_question},
                                                          .digests = felt_secret_digests,
                                                          .entropy = give_entropy,
                                                          .hash = give_hash,
                                                          .verify = give_verify,
                                                          .answer = give_answer,
                                                          .log = log_line,
                                                          .ended = end_sessions,
                                                          .session_ended = end_session,
                                                          .club_tables = write_club_tables,
                                                          .club_left = leave_club,
                                                          .club_closed = close_club};
    struct felt_ledger_store *store = felt_server_store(http->server);
    http->ledger_client = felt_ledger_client_open(store, wake, http);
    http->hasher = felt_hasher_open(FELT_HTTP_ACCOUNTS_HASHERS, FELT_HASHER_COST,
                                    HASHES_WAITING_MAX, wake, http);
    http->accounts = felt_http_accounts_open(&http->config, &http->services);
    return http->ledger_client && http->hasher && http->accounts &&
           felt_stats_join_open(&http->stats, store, REQUESTS_MAX, give_answer, wake, http);
}

static bool open_lab(struct felt_http_endpoint *http,
                     const struct felt_http_endpoint_config *config)
{
    struct felt_http_lab_config lab = {.directory = config->lab,
                                       .requests_max = REQUESTS_MAX,
                                       .bank = felt_server_store(http->server)};
    http->lab_services = (struct felt_http_lab_services){.self = http,
                                                         .digests = felt_secret_digests,
                                                         .entropy = give_entropy,
                                                         .answer = give_lab,
                                                         .log = log_line,
                                                         .wake = wake,
                                                         .prepare = prepare_table};
    http->lab = felt_http_lab_open(&lab, &http->lab_services);
    return http->lab != NULL;
}

/* ---- the operator ---- */

static int64_t tell_room_ms(void *self)
{
    return felt_room_endpoint_ms(((const struct felt_http_endpoint *)self)->room);
}

static void dismiss(void *self, int64_t user, const char *why)
{
    const struct felt_http_endpoint *http = self;
    if (http->room) felt_room_endpoint_dismiss(http->room, user, why);
}

static void forget(void *self, int64_t user)
{
    const struct felt_http_endpoint *http = self;
    if (http->room) felt_room_endpoint_forget(http->room, user);
}

static bool ask_stats(void *self, const struct felt_hand_store_question *question, uint64_t ticket)
{
    return felt_stats_join_ask(&((struct felt_http_endpoint *)self)->stats, question, ticket);
}

static void tell_persona(void *self, const char *name, char out[FELT_PLAYER_TEXT_MAX + 1])
{
    const struct felt_http_endpoint *http = self;
    struct felt_player_spec player;
    felt_personas_of(felt_room_endpoint_personas(http->room), name, &player);
    (void)snprintf(out, FELT_PLAYER_TEXT_MAX + 1, "%s", player.text);
}

static enum felt_status dial(void *self, const char *who, const char *persona,
                             struct felt_complaint *complaint)
{
    const struct felt_http_endpoint *http = self;
    return felt_room_endpoint_dial(http->room, who, persona, complaint);
}

static void find_neighbours(void *self, const int64_t *users, int count, bool *out)
{
    felt_room_endpoint_neighbours(((const struct felt_http_endpoint *)self)->room, users, count,
                                  out);
}

static void clear_room(void *self)
{
    felt_room_endpoint_clear(((const struct felt_http_endpoint *)self)->room);
}

/* What the operator may do to a room. */
static void lead_to_room(struct felt_http_endpoint *http, struct felt_http_admin_config *config)
{
    struct felt_room_session *session = felt_room_endpoint_session(http->room);
    config->room = felt_room_session_room(session);
    config->seating = felt_room_session_seating(session);
    config->tournaments = felt_room_session_tournaments(session);
    config->room_config = &felt_room_endpoint_config(http->room)->room;
    config->seating_config = felt_room_endpoint_config(http->room)->seating;
    config->counts = felt_room_session_counts(session);
    http->admin_services.persona = tell_persona;
    http->admin_services.dial = dial;
    http->admin_services.neighbours = find_neighbours;
    http->stats.hand_store = felt_room_endpoint_hand_store(http->room);
    if (http->stats.hand_store) http->admin_services.stats = ask_stats;
    felt_server_join_jobs(http->server,
                          &(struct felt_scheduled_jobs_room){http, clear_room, forget});
}

static bool open_admin(struct felt_http_endpoint *http,
                       const struct felt_http_endpoint_config *config)
{
    struct felt_http_admin_config admin = {.requests_max = REQUESTS_MAX,
                                           .factor_required = config->factor_required,
                                           .session_ms =
                                               config->numbers[FELT_CONF_OPERATOR_SESSION],
                                           .proof_ms = config->numbers[FELT_CONF_OPERATOR_PROOF],
                                           .bank = felt_server_store(http->server),
                                           .sql = &config->data->sql,
                                           .wake = wake};
    http->admin_services = (struct felt_http_admin_services){.self = http,
                                                             .digests = felt_secret_digests,
                                                             .entropy = give_entropy,
                                                             .answer = give_answer,
                                                             .log = log_line,
                                                             .room_ms = tell_room_ms,
                                                             .dismiss = dismiss,
                                                             .forget = forget,
                                                             .club_closed = close_club};
    if (http->room) lead_to_room(http, &admin);
    http->admin = felt_http_admin_open(&admin, &http->admin_services);
    return http->admin != NULL;
}

struct felt_admin_requests *felt_http_endpoint_admin_requests(struct felt_http_endpoint *http)
{
    return felt_http_admin_requests(http->admin);
}

/* Orders that were given are done, though nobody is there any more to hear of it. */
static void drain(struct felt_http_endpoint *http)
{
    struct felt_ledger_store_reply reply;
    while (http->given && felt_ledger_client_take(http->ledger_client, -1, &reply)) {
        http->given--;
        if (!reply.is_receipt) free(reply.answer.rows);
    }
}

static void close_http(void *self)
{
    struct felt_http_endpoint *http = self;
    felt_server_join_jobs(http->server, &(struct felt_scheduled_jobs_room){0});
    felt_server_count_guests(http->server, NULL, NULL);
    if (http->admin) felt_http_admin_close(http->admin);
    felt_http_lab_close(http->lab);
    felt_stats_join_close(&http->stats);
    if (http->ledger_client) drain(http);
    if (http->accounts) felt_http_accounts_close(http->accounts);
    if (http->hasher) felt_hasher_close(http->hasher);
    if (http->ledger_client) felt_ledger_client_close(http->ledger_client);
    explicit_bzero(http->device_key, sizeof http->device_key);
    free(http);
}

/* ---- all of it ---- */

static bool open_all(struct felt_http_endpoint *http,
                     const struct felt_http_endpoint_config *config)
{
    const struct felt_args *args = felt_server_args(http->server);
    if (!open_accounts(http, config) || !open_admin(http, config)) {
        felt_args_refuse(args, "no memory or no threads for the front desk");
        return false;
    }
    felt_server_count_guests(http->server, tell_guests, http);
    if (open_lab(http, config)) return true;
    felt_args_refuse(args, "cannot open the lab%s%s", config->lab ? " " : "",
                     config->lab ? config->lab : "");
    return false;
}

struct felt_http_endpoint *felt_http_endpoint_open(struct felt_server *server,
                                                   const struct felt_http_endpoint_config *config,
                                                   struct felt_room_endpoint *room)
{
    struct felt_http_endpoint *http = calloc(1, sizeof *http);
    if (!http) return NULL;
    http->server = server;
    http->room = room;
    (void)felt_server_attach(server,
                             &(struct felt_endpoint){.self = http,
                                                     .requests_max = REQUESTS_MAX,
                                                     .body_max = FELT_HTTP_ACCOUNTS_BODY_MAX,
                                                     .request = take_request,
                                                     .request_gone = lose_request,
                                                     .turn = take_turn,
                                                     .busy = is_busy,
                                                     .metrics = write_metrics,
                                                     .close = close_http});
    return open_all(http, config) ? http : NULL;
}
