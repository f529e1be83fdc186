/* serve_office.c -- bank, hasher, front desk, operator and lab, joined to the arena's loop.
 *
 * The desk runs on the loop's thread.  What it gives away comes back on others, which wake the
 * loop; everything that is there is taken in its next turn. */
#include "server/app/serve.h"
#include "server/config/serve_conf.h"
#include "base/metric.h"
#include "server/http/accounts/desk.h"
#include "felt/assert.h"
#include "server/app/serve_file_check.h"
#include "server/http/lab/serve_lab.h"
#include "server/config/serve_narc.h"
#include "server/http/admin/serve_operator.h"
#include "server/app/serve_stats_join.h"
#include "felt/json.h"
#include "os/clock.h"
#include "os/hasher.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
    REQUESTS_MAX = 1024,
    GUESTS_IN_MEMORY = 65536, /* who have not sat down; 450 bytes each, when they come           */
    HASHES_WAITING_MAX = FELT_DESK_HASHERS, /* the others wait at the desk, in turns              */
    LOG_BYTES = 1024
};
#define DAY_MS (INT64_C(24) * 3600 * 1000)

/* Who answers a request. */
enum owner { OWNER_DESK, OWNER_OPERATOR, OWNER_LAB, OWNER_STATS };

struct felt_serve_desk {
    pthread_mutex_t lock; /* of the next two: threads of the bank log, and wake the loop         */
    struct felt_arena *arena; /* NULL: not yet, or not any more                                  */
    bool fenced;              /* the books are another server's now                              */
    struct felt_arena_annex annex;
    struct felt_bank *bank;
    struct felt_bank_desk *counter;
    struct felt_hasher *hasher;
    struct felt_chores *chores;
    struct felt_file_check *file_check;
    struct felt_desk_config config;
    int64_t operator_session_ms, operator_proof_ms; /* of felt.conf                             */
    uint8_t device_key[FELT_DIGEST_BYTES]; /* of cookies                                         */
    struct felt_desk_services services;
    struct felt_desk *desk;
    struct felt_serve_room *room; /* NULL: there is none                                         */
    struct felt_operator_services operator_services;
    struct felt_operator *operator;
    struct felt_serve_lab_services lab_services;
    struct felt_serve_lab *lab;
    struct felt_stats_join stats;
    uint8_t owners[REQUESTS_MAX]; /* by number: enum owner                                       */
    uint32_t given, hashing; /* to the bank and the hasher, without an answer so far             */
    uint32_t requests;       /* of clients, without an answer so far                             */
    uint64_t hashes;
};

/* ---- logs ---- */

static void log_text(void *self, const char *level, const char *text)
{
    struct felt_serve_desk *office = self;
    char line[LOG_BYTES];
    struct felt_buffer out = felt_buffer_make(line, sizeof line);
    struct felt_json json = felt_json_make(&out);
    felt_json_object(&json);
    felt_json_key(&json, "level"), felt_json_text(&json, level);
    felt_json_key(&json, "event"), felt_json_text(&json, "store");
    felt_json_key(&json, "text"), felt_json_text(&json, text);
    felt_json_end(&json);
    (void)pthread_mutex_lock(&office->lock);
    bool kept =
        felt_json_done(&json) && office->arena && felt_arena_log(office->arena, line, out.used);
    (void)pthread_mutex_unlock(&office->lock);
    if (!kept) fprintf(stderr, "felt serve: %s\n", text);
}

static void log_desk(void *self, const char *json, size_t bytes)
{
    const struct felt_serve_desk *office = self;
    if (office->arena) (void)felt_arena_log(office->arena, json, bytes);
}

static void wake(void *self)
{
    struct felt_serve_desk *office = self;
    (void)pthread_mutex_lock(&office->lock);
    if (office->arena) felt_arena_wake(office->arena);
    (void)pthread_mutex_unlock(&office->lock);
}

/* Called by the bank's writer. */
static void be_fenced(void *self, const char *heir)
{
    struct felt_serve_desk *office = self;
    fprintf(stderr,
            "felt serve: %s has taken these books over, since this server did not answer in time; "
            "it has written nothing since, and stops\n",
            *heir ? heir : "another server");
    (void)pthread_mutex_lock(&office->lock);
    office->fenced = true;
    if (office->arena) felt_arena_wake(office->arena);
    (void)pthread_mutex_unlock(&office->lock);
}

static bool has_failed(void *self)
{
    struct felt_serve_desk *office = self;
    (void)pthread_mutex_lock(&office->lock);
    bool fenced = office->fenced;
    (void)pthread_mutex_unlock(&office->lock);
    return fenced;
}

/* ---- what the desk wants ---- */

static bool give_order(void *self, const struct felt_order *order, uint64_t ticket)
{
    struct felt_serve_desk *office = self;
    bool taken = felt_bank_order(office->counter, order, ticket);
    office->given += taken;
    return taken;
}

static bool give_question(void *self, const struct felt_question *question, uint64_t ticket)
{
    struct felt_serve_desk *office = self;
    bool taken = felt_bank_ask(office->counter, question, ticket);
    office->given += taken;
    return taken;
}

static void give_entropy(void *self, void *out, size_t bytes)
{
    (void)self;
    felt_secret_fill(out, bytes);
}

static bool give_hash(void *self, const char *password, uint64_t ticket)
{
    struct felt_serve_desk *office = self;
    bool taken = felt_hasher_hash(office->hasher, password, ticket);
    office->hashing += taken;
    return taken;
}

static bool give_verify(void *self, const char *password, const char *hash, uint64_t ticket)
{
    struct felt_serve_desk *office = self;
    bool taken = felt_hasher_verify(office->hasher, password, hash, ticket);
    office->hashing += taken;
    return taken;
}

static void give_answer(void *self, uint32_t request, const struct felt_desk_answer *answer)
{
    struct felt_serve_desk *office = self;
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
    felt_assert(office->requests > 0);
    office->requests--;
    felt_arena_reply(office->arena, request, &out);
}

static bool prepare_table(void *self, int seats, const char *genome, size_t bytes)
{
    const struct felt_serve_desk *office = self;
    return office->room && felt_serve_room_prepare(office->room, seats, genome, bytes);
}

static void give_lab(void *self, uint32_t request, struct felt_net_answer *answer)
{
    struct felt_serve_desk *office = self;
    felt_assert(office->requests > 0);
    office->requests--;
    felt_arena_reply(office->arena, request, answer);
}

/* Lines of a user end with his sessions; what the room kept of him, with his account. */
static void end_sessions(void *self, int64_t user, bool closed)
{
    const struct felt_serve_desk *office = self;
    if (!office->room) return;
    felt_serve_room_dismiss(office->room, user,
                            closed ? "this account is closed" : "you were signed out");
    if (closed) felt_serve_room_forget(office->room, user);
}

static void end_session(void *self, const uint8_t token[FELT_DIGEST_BYTES])
{
    const struct felt_serve_desk *office = self;
    if (office->room) felt_serve_room_end_session(office->room, token);
}

/* ---- what the arena's loop calls ---- */

/* Rules stay as they are: the answer is there at once. */
static bool answer_narc(const struct felt_serve_desk *office, uint32_t number,
                        const struct felt_net_request *request)
{
    struct felt_net_answer answer;
    const struct felt_lobby *lobby = office->room ? felt_serve_room_lobby(office->room) : NULL;
    felt_serve_narc_answer(lobby, request->post, request->path, &answer);
    felt_arena_reply(office->arena, number, &answer);
    return true;
}

static bool take_request(void *self, uint32_t number, const struct felt_net_request *request)
{
    struct felt_serve_desk *office = self;
    enum owner owner = OWNER_DESK;
    if (office->operator&& felt_operator_owns(request->path))
        owner = OWNER_OPERATOR;
    else if (felt_serve_lab_owns(request->path))
        owner = OWNER_LAB;
    else if (felt_serve_stats_owns(request->path))
        owner = OWNER_STATS;
    else if (felt_serve_narc_owns(request->path))
        return answer_narc(office, number, request);
    else if (!felt_desk_owns(request->path))
        return false;
    struct felt_desk_request out = {.post = request->post,
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
    office->requests++;
    office->owners[number] = (uint8_t)owner;
    if (owner == OWNER_OPERATOR)
        felt_operator_request(office->operator, number, &out, felt_clock_wall_ms());
    else if (owner == OWNER_LAB)
        felt_serve_lab_request(office->lab, number, &out, felt_clock_wall_ms());
    else if (owner == OWNER_STATS)
        felt_serve_stats_request(office->stats.stats, number, &out, felt_clock_wall_ms());
    else
        felt_desk_request(office->desk, number, &out, felt_clock_wall_ms());
    return true;
}

static void lose_request(void *self, uint32_t number)
{
    struct felt_serve_desk *office = self;
    office->requests--;
    if (office->owners[number] == OWNER_OPERATOR)
        felt_operator_gone(office->operator, number);
    else if (office->owners[number] == OWNER_LAB)
        felt_serve_lab_gone(office->lab, number);
    else if (office->owners[number] == OWNER_STATS)
        felt_serve_stats_gone(office->stats.stats, number);
    else
        felt_desk_gone(office->desk, number);
}

/* Milliseconds by a clock that nobody sets. */
static int64_t now_ticks(void)
{
    struct timespec now;
    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* Less than 0: never. */
static int64_t sooner(int64_t a, int64_t b)
{
    if (a < 0 || b < 0) return a < 0 ? b : a;
    return a < b ? a : b;
}

static int64_t take_turn(void *self)
{
    struct felt_serve_desk *office = self;
    int64_t now = felt_clock_wall_ms();
    struct felt_bank_reply reply;
    struct felt_hashed hashed;
    while (office->hashing && felt_hasher_take(office->hasher, &hashed)) {
        office->hashing--;
        office->hashes++;
        felt_desk_hashed(office->desk, hashed.ticket, hashed.good, hashed.stale, hashed.hash, now);
    }
    while (office->given && felt_bank_take(office->counter, 0, &reply)) {
        office->given--;
        if (reply.is_receipt)
            felt_desk_receipt(office->desk, reply.ticket, &reply.receipt, now);
        else
            felt_desk_found(office->desk, reply.ticket, &reply.answer, now);
    }
    if (office->operator) felt_operator_turn(office->operator, now);
    felt_stats_join_turn(&office->stats, office->operator, now);
    int64_t lab = felt_serve_lab_turn(office->lab, now);
    int64_t chores = felt_chores_turn(office->chores, now, now_ticks());
    int64_t check = felt_file_check_turn(office->file_check, now_ticks());
    return sooner(lab, sooner(chores, check));
}

/* Nobody waits for those who wait for the next generation of an evolution. */
static bool is_busy(void *self)
{
    const struct felt_serve_desk *office = self;
    return office->requests > felt_serve_lab_counts(office->lab)->held;
}

static const char *name_ailment(void *self)
{
    const struct felt_serve_desk *office = self;
    struct felt_bank_counts counts;
    felt_bank_counts(office->bank, &counts);
    return counts.lost ? "the store of accounts does not answer; it is tried again and again\n"
                       : felt_file_check_damage(office->file_check);
}

/* ---- metrics ---- */

static void write_outcomes(const struct felt_bank_counts *bank, struct felt_buffer *out)
{
    char label[64];
    felt_metric_head(out, "bank_outcomes_total", "counter", "Receipts, by outcome");
    for (int i = 0; i < FELT_OUTCOMES; i++) {
        (void)snprintf(label, sizeof label, "{code=\"%s\"}",
                       felt_outcome_word((enum felt_outcome)i));
        felt_metric_value(out, "bank_outcomes_total", label, bank->outcomes[i]);
    }
}

static void write_latency(const struct felt_bank_counts *bank, struct felt_buffer *out)
{
    char label[64];
    uint64_t sum = 0;
    felt_metric_head(out, "bank_seconds", "histogram", "From giving an order to its receipt");
    for (int i = 0; i < FELT_BANK_BUCKETS; i++) {
        sum += bank->latency[i];
        if (i < FELT_BANK_BUCKETS - 1)
            (void)snprintf(label, sizeof label, "{le=\"%g\"}", felt_bank_bucket_us[i] / 1e6);
        else
            (void)snprintf(label, sizeof label, "{le=\"+Inf\"}");
        felt_metric_value(out, "bank_seconds_bucket", label, sum);
    }
    felt_buffer_text(out, "felt_bank_seconds_sum ");
    felt_buffer_decimal(out, (double)bank->latency_us / 1e6, 6);
    felt_buffer_char(out, '\n');
    felt_metric_value(out, "bank_seconds_count", "", sum);
}

static void write_metrics(void *self, struct felt_buffer *out)
{
    struct felt_serve_desk *office = self;
    const struct felt_chores_counts *chores = felt_chores_counts(office->chores);
    struct felt_bank_counts bank;
    felt_bank_counts(office->bank, &bank);
    felt_metric(out, "bank_lost", "gauge", "1: the store does not answer", bank.lost);
    felt_metric(out, "guests_in_memory", "gauge", "Guests who have not sat down, without a row",
                bank.guests);
    felt_metric(out, "bank_damaged", "gauge", "1: the file of the books is damaged",
                felt_file_check_damage(office->file_check) != NULL);
    felt_metric(out, "bank_file_checks_total", "counter", "Times that file was read through",
                felt_file_check_count(office->file_check));
    felt_metric(out, "bank_waiting", "gauge", "Orders and questions that wait", bank.waiting);
    felt_metric(out, "bank_orders_total", "counter", "Orders that were decided", bank.orders);
    felt_metric(out, "bank_refused_total", "counter", "Orders that were refused", bank.refused);
    felt_metric(out, "bank_replayed_total", "counter", "Orders that had been done before",
                bank.replayed);
    felt_metric(out, "bank_unavailable_total", "counter", "Orders that the store did not answer",
                bank.unavailable);
    felt_metric(out, "bank_batches_total", "counter", "Commits", bank.batches);
    felt_metric(out, "bank_conflicts_total", "counter", "Batches done again after a conflict",
                bank.conflicts);
    felt_metric(out, "bank_reopened_total", "counter", "New connections to the store",
                bank.reopened);
    felt_metric(out, "bank_questions_total", "counter", "Questions that were answered",
                bank.questions);
    write_outcomes(&bank, out);
    write_latency(&bank, out);
    felt_metric(out, "hasher_waiting", "gauge", "Passwords that wait or are worked on",
                office->hashing);
    felt_metric(out, "hasher_total", "counter", "Passwords that were worked on", office->hashes);
    felt_metric(out, "guests_closed_total", "counter", "Guests closed because long unseen",
                chores->guests_closed);
    felt_metric(out, "resets_total", "counter", "Accounts that were set back", chores->resets);
    felt_metric(out, "resets_skipped_total", "counter", "Accounts left alone: chips on a table",
                chores->resets_skipped);
    felt_desk_metrics(office->desk, out);
    const struct felt_serve_lab_counts *lab = felt_serve_lab_counts(office->lab);
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

static bool open_bank(struct felt_serve_desk *office, const struct felt_serve_desk_config *config,
                      const struct felt_args *args)
{
    struct felt_bank_config bank;
    struct felt_complaint complaint = {0};
    felt_serve_bank_config(config->data, &bank);
    bank.books.reloads = config->reloads;
    bank.guests_max = GUESTS_IN_MEMORY;
    bank.log = log_text;
    bank.fenced = be_fenced;
    bank.self = office;
    enum felt_status status = felt_bank_open(&bank, &office->bank, &complaint);
    explicit_bzero(bank.books.secret, sizeof bank.books.secret);
    if (status == FELT_OK) return true;
    felt_serve_store_complain(config->data, complaint.text, args);
    return false;
}

/* ---- clubs ---- */

static void write_club_tables(void *self, int64_t club, struct felt_json *json)
{
    const struct felt_serve_desk *office = self;
    if (office->room) {
        felt_parlour_club_tables(felt_serve_room_parlour(office->room), club, json);
        return;
    }
    felt_json_array(json);
    felt_json_end(json);
}

static void leave_club(void *self, int64_t club, int64_t user)
{
    const struct felt_serve_desk *office = self;
    if (office->room)
        felt_parlour_club_left(felt_serve_room_parlour(office->room), club, user,
                               felt_serve_room_us(office->room));
}

static void close_club(void *self, int64_t club)
{
    const struct felt_serve_desk *office = self;
    if (office->room)
        felt_parlour_club_closed(felt_serve_room_parlour(office->room), club,
                                 felt_serve_room_us(office->room));
}

/* ---- guests ---- */

static void tell_guests(void *self, uint64_t count)
{
    felt_desk_tell_guests(((const struct felt_serve_desk *)self)->desk, count);
}

/* A third of an hour's guests at once, but for all of them together: a link that many follow. */
static void limit_guests(const uint32_t *numbers, struct felt_desk_config *out)
{
    struct felt_desk_limits *limits = &out->limits;
    uint32_t each = numbers[FELT_CONF_GUESTS_ADDRESS];
    limits->guests_per_hour = each;
    limits->guests_burst = (each + 2) / 3;
    limits->guests_times = numbers[FELT_CONF_GUESTS_NETWORK] / each;
    if (limits->guests_times == 0) limits->guests_times = 1;
    limits->all_guests_burst = limits->all_guests_per_hour = numbers[FELT_CONF_GUESTS_HOUR];
    out->guests_max = numbers[FELT_CONF_GUESTS_MAX];
    out->guest_ms = numbers[FELT_CONF_GUEST_AWAY];
}

static bool open_desk(struct felt_serve_desk *office, const struct felt_serve_desk_config *config)
{
    static const char device_key_name[] = "cookies of devices";
    office->config = (struct felt_desk_config){.requests_max = REQUESTS_MAX,
                                               .limits = felt_desk_limits_usual,
                                               .facebook_secret = config->facebook_secret,
                                               .facebook_app = config->facebook_app,
                                               .session_ms = 30 * DAY_MS,
                                               .open = !config->closed,
                                               .factor_required = config->factor_required,
                                               .device_key = office->device_key};
    limit_guests(config->numbers, &office->config);
    office->operator_session_ms = config->numbers[FELT_CONF_OPERATOR_SESSION];
    office->operator_proof_ms = config->numbers[FELT_CONF_OPERATOR_PROOF];
    felt_secret_hmac(config->data->secret, device_key_name, sizeof device_key_name - 1,
                     office->device_key);
    office->services = (struct felt_desk_services){.self = office,
                                                   .bank = {office, give_order, give_question},
                                                   .digests = felt_secret_digests,
                                                   .entropy = give_entropy,
                                                   .hash = give_hash,
                                                   .verify = give_verify,
                                                   .answer = give_answer,
                                                   .log = log_desk,
                                                   .ended = end_sessions,
                                                   .session_ended = end_session,
                                                   .club_tables = write_club_tables,
                                                   .club_left = leave_club,
                                                   .club_closed = close_club};
    office->counter = felt_bank_desk_open(office->bank, wake, office);
    office->hasher =
        felt_hasher_open(FELT_DESK_HASHERS, FELT_HASHER_COST, HASHES_WAITING_MAX, wake, office);
    office->chores = felt_chores_open(office->bank, config->reset_minute, wake, log_text, office,
                                      felt_clock_wall_ms(), now_ticks());
    office->file_check = felt_file_check_open(&config->data->sql, config->check_ms, wake, log_text,
                                              office, now_ticks());
    if (office->chores)
        felt_chores_guests(office->chores, config->numbers[FELT_CONF_GUEST_AWAY],
                           config->numbers[FELT_CONF_GUEST_IDLE], tell_guests);
    office->desk = felt_desk_open(&office->config, &office->services);
    return office->counter && office->hasher && office->chores && office->file_check &&
           office->desk &&
           felt_stats_join_open(&office->stats, office->bank, REQUESTS_MAX, give_answer, wake,
                                office);
}

static bool open_lab(struct felt_serve_desk *office, const struct felt_serve_desk_config *config)
{
    struct felt_serve_lab_config lab = {
        .directory = config->lab, .requests_max = REQUESTS_MAX, .bank = office->bank};
    office->lab_services = (struct felt_serve_lab_services){.self = office,
                                                            .digests = felt_secret_digests,
                                                            .entropy = give_entropy,
                                                            .answer = give_lab,
                                                            .log = log_desk,
                                                            .wake = wake,
                                                            .prepare = prepare_table};
    office->lab = felt_serve_lab_open(&lab, &office->lab_services);
    return office->lab != NULL;
}

struct felt_serve_desk *felt_serve_desk_open(const struct felt_serve_desk_config *config,
                                             const struct felt_args *args)
{
    struct felt_serve_desk *office = calloc(1, sizeof *office);
    if (!office) return NULL;
    (void)pthread_mutex_init(&office->lock, NULL);
    office->annex = (struct felt_arena_annex){.self = office,
                                              .requests_max = REQUESTS_MAX,
                                              .body_max = FELT_DESK_BODY_MAX,
                                              .origins = config->origins,
                                              .proxy = config->proxy,
                                              .request = take_request,
                                              .request_gone = lose_request,
                                              .turn = take_turn,
                                              .failed = has_failed,
                                              .busy = is_busy,
                                              .metrics = write_metrics,
                                              .ailment = name_ailment};
    bool good = open_bank(office, config, args);
    if (good && !open_desk(office, config)) {
        felt_args_refuse(args, "no memory or no threads for the front desk");
        good = false;
    }
    if (good && !open_lab(office, config)) {
        felt_args_refuse(args, "cannot open the lab%s%s", config->lab ? " " : "",
                         config->lab ? config->lab : "");
        good = false;
    }
    if (good) return office;
    felt_serve_desk_close(office);
    return NULL;
}

const struct felt_arena_annex *felt_serve_desk_annex(const struct felt_serve_desk *office)
{
    return &office->annex;
}

void felt_serve_desk_join(struct felt_serve_desk *office, struct felt_arena *arena)
{
    (void)pthread_mutex_lock(&office->lock);
    office->arena = arena;
    (void)pthread_mutex_unlock(&office->lock);
}

struct felt_bank *felt_serve_desk_bank(struct felt_serve_desk *office)
{
    return office->bank;
}

/* ---- the operator ---- */

static int64_t tell_floor_ms(void *self)
{
    return felt_serve_room_ms(((const struct felt_serve_desk *)self)->room);
}

static void dismiss(void *self, int64_t user, const char *why)
{
    const struct felt_serve_desk *office = self;
    if (office->room) felt_serve_room_dismiss(office->room, user, why);
}

static void forget(void *self, int64_t user)
{
    const struct felt_serve_desk *office = self;
    if (office->room) felt_serve_room_forget(office->room, user);
}

static bool ask_figures(void *self, const struct felt_library_question *question, uint64_t ticket)
{
    return felt_stats_join_ask(&((struct felt_serve_desk *)self)->stats, question, ticket);
}

static void tell_persona(void *self, const char *name, char out[FELT_PLAYER_TEXT_MAX + 1])
{
    const struct felt_serve_desk *office = self;
    struct felt_player_spec player;
    felt_personas_of(felt_serve_room_personas(office->room), name, &player);
    (void)snprintf(out, FELT_PLAYER_TEXT_MAX + 1, "%s", player.text);
}

static enum felt_status dial(void *self, const char *who, const char *persona,
                             struct felt_complaint *complaint)
{
    const struct felt_serve_desk *office = self;
    return felt_serve_room_dial(office->room, who, persona, complaint);
}

static void find_neighbours(void *self, const int64_t *users, int count, bool *out)
{
    felt_serve_room_neighbours(((const struct felt_serve_desk *)self)->room, users, count, out);
}

static void clear_room(void *self)
{
    felt_serve_room_clear(((const struct felt_serve_desk *)self)->room);
}

bool felt_serve_desk_host_operator(struct felt_serve_desk *office,
                                   const struct felt_serve_data *data, struct felt_serve_room *room)
{
    struct felt_operator_config config = {.requests_max = REQUESTS_MAX,
                                          .factor_required = office->config.factor_required,
                                          .session_ms = office->operator_session_ms,
                                          .proof_ms = office->operator_proof_ms,
                                          .bank = office->bank,
                                          .sql = &data->sql,
                                          .wake = wake};
    office->operator_services = (struct felt_operator_services){.self = office,
                                                                .digests = felt_secret_digests,
                                                                .entropy = give_entropy,
                                                                .answer = give_answer,
                                                                .log = log_desk,
                                                                .floor_ms = tell_floor_ms,
                                                                .dismiss = dismiss,
                                                                .forget = forget,
                                                                .club_closed = close_club};
    office->room = room;
    if (room) {
        struct felt_parlour *parlour = felt_serve_room_parlour(room);
        config.floor = felt_parlour_floor(parlour);
        config.staff = felt_parlour_staff(parlour);
        config.office = felt_parlour_office(parlour);
        config.floor_config = &felt_serve_room_config(room)->floor;
        config.staff_config = felt_serve_room_config(room)->staff;
        config.counts = felt_parlour_counts(parlour);
        office->operator_services.persona = tell_persona;
        office->operator_services.dial = dial;
        office->operator_services.neighbours = find_neighbours;
        office->stats.library = felt_serve_room_library(room);
        if (office->stats.library) office->operator_services.figures = ask_figures;
        felt_chores_join(office->chores, &(struct felt_chores_room){office, clear_room, forget});
    }
    office->operator= felt_operator_open(&config, &office->operator_services);
    return office->operator!= NULL;
}

void felt_serve_desk_part(struct felt_serve_desk *office)
{
    if (office->operator) felt_operator_close(office->operator);
    office->operator= NULL;
    felt_chores_join(office->chores, &(struct felt_chores_room){0});
    office->room = NULL;
    office->stats.library = NULL;
}

struct felt_mail *felt_serve_desk_mail(struct felt_serve_desk *office)
{
    return felt_operator_mail(office->operator);
}

/* Orders that were given are done, though nobody is there any more to hear of it. */
static void drain(struct felt_serve_desk *office)
{
    struct felt_bank_reply reply;
    while (office->given && felt_bank_take(office->counter, -1, &reply)) {
        office->given--;
        if (!reply.is_receipt) free(reply.answer.rows);
    }
}

void felt_serve_desk_close(struct felt_serve_desk *office)
{
    if (!office) return;
    felt_serve_lab_close(office->lab);
    felt_stats_join_close(&office->stats);
    if (office->counter) drain(office);
    if (office->desk) felt_desk_close(office->desk);
    if (office->hasher) felt_hasher_close(office->hasher);
    felt_chores_close(office->chores);
    felt_file_check_close(office->file_check);
    if (office->counter) felt_bank_desk_close(office->counter);
    if (office->bank) felt_bank_close(office->bank);
    (void)pthread_mutex_destroy(&office->lock);
    explicit_bzero(office->device_key, sizeof office->device_key);
    free(office);
}
