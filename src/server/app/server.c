/* server.c -- journal, files and players, joined to a session. */
#include "server/app/server_parts.h"
#include "felt/assert.h"
#include "felt/hash.h"
#include "os/clock.h"
#include "os/secret.h"
#include "store/journal.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    SNAPSHOT_HANDS = 200000,
    HOLD_MS = 10000,
    ABANDON_MS = 600000,
    PHH_BYTES = 1 << 20,
    PHH_BYTES_TOTAL = 64 << 20,
    FAREWELL_US = 5000000, /* for requests that are under way          */
    WAITING_MS = FELT_JOURNAL_STALL_US / 1000,
    DAY_SECONDS = 86400,
    RECORD_CONFIG = 0 /* the record that is ours; the arena's have other first bytes */
};
#define SNAPSHOT_BYTES (UINT64_C(64) << 20)

/* ---- what the session wants ---- */

static void give_entropy(void *self, void *out, size_t bytes)
{
    (void)self;
    felt_secret_fill(out, bytes);
}

int64_t felt_server_us(const struct felt_server *server)
{
    return felt_journal_clock_at(&server->clock, felt_clock_us());
}

static int64_t give_time(void *self)
{
    return felt_server_us(self);
}

/* What resuming decides is in the snapshot that follows it, in a segment of this build. */
static void append(void *self, const void *bytes, size_t count)
{
    struct felt_server *server = self;
    if (!server->resuming) felt_journal_append(server->journal, bytes, count);
}

static enum felt_flush flush(void *self, uint64_t *number)
{
    struct felt_server *server = self;
    enum felt_flush flush = felt_journal_flush(server->journal, number);
    if (flush == FELT_FLUSH_FAILED && !server->disk_failed)
        fprintf(stderr,
                "felt %s: no memory for the journal; the server stops, nothing that was told is "
                "lost\n",
                server->args->spec->command);
    server->disk_failed |= flush == FELT_FLUSH_FAILED;
    return flush;
}

static enum felt_arena_identity identify(void *self, const char *team, const char *code)
{
    return felt_team_file_identify(&((struct felt_server *)self)->teams, team, code);
}

static bool admit(void *self, enum felt_comes_as role, const char *secret)
{
    return felt_team_file_admit(&((struct felt_server *)self)->teams, role, secret);
}

static void write_log(void *self, const char *json, size_t bytes)
{
    FILE *log = ((struct felt_server *)self)->log;
    char now[FELT_CLOCK_TEXT_BYTES];
    felt_clock_text(now);
    fprintf(log, "{\"ts\":\"%s\",%.*s\n", now, (int)bytes - 1, json + 1);
}

static void write_phh(void *self, const char *text, size_t bytes)
{
    (void)fwrite(text, 1, bytes, ((struct felt_server *)self)->phh);
}

/* Whoever looks at the terminal learns how the match of the usual table ended. */
static void print_winner(void *self, const struct felt_arena_server_msg *match_end)
{
    const struct felt_server *server = self;
    const struct felt_table_face *table = match_end->table;
    if (server->options->tournament) return; /* it has a display of its own */
    if (strcmp(table->id, server->config.room.default_table) != 0 || match_end->seat < 0) return;
    printf("%s: %s has won, after %u hands\n", table->id, table->seat[match_end->seat].team,
           table->hands);
    (void)fflush(stdout);
}

/* The journal has the end of the match: that its hands are not kept is no reason to stop. */
static void keep_match(void *self, const char *id, const char *text, size_t bytes)
{
    const struct felt_server *server = self;
    const char *data = server->options->data;
    if (!felt_kept_matches_write(data, id, text, bytes))
        fprintf(stderr, "felt %s: cannot keep match %s in %s/matches: %s\n",
                server->args->spec->command, id, data, strerror(errno));
}

static char *find_match(void *self, const char *id, size_t *bytes)
{
    return felt_kept_matches_read(((struct felt_server *)self)->options->data, id, bytes);
}

static void local_begin(void *self, uint32_t table, felt_seat seat,
                        const struct felt_game_adapter *adapter)
{
    felt_house_threads_begin(((struct felt_server *)self)->threads, table, seat, adapter);
}

static void local_event(void *self, uint32_t table, felt_seat seat, const struct felt_event *event)
{
    felt_house_threads_event(((struct felt_server *)self)->threads, table, seat, event);
}

static void local_ask(void *self, uint32_t table, felt_seat seat, uint64_t req_id,
                      const struct felt_view *view)
{
    felt_house_threads_ask(((struct felt_server *)self)->threads, table, seat, req_id, view);
}

static void local_gone(void *self, uint32_t table)
{
    felt_house_threads_gone(((struct felt_server *)self)->threads, table);
}

/* ---- turns ---- */

static uint32_t today(struct felt_server *server, int64_t now_us)
{
    if (!server->date || now_us - server->date_us > 1000000) {
        server->date = felt_clock_date();
        server->date_us = now_us;
    }
    return server->date;
}

static void write_config(struct felt_server *server)
{
    uint8_t record[9] = {RECORD_CONFIG};
    for (int i = 0; i < 8; i++) record[1 + i] = (uint8_t)(server->fingerprint >> (8 * i));
    felt_journal_append(server->journal, record, sizeof record);
}

/* A new segment: everything that is, instead of everything that was. */
static bool turn_journal(struct felt_server *server)
{
    uint64_t number;
    server->snapshot_hands = felt_arena_counts(felt_arena_session_arena(server->host))->hands;
    felt_journal_turn_begin(server->journal);
    write_config(server);
    felt_arena_session_snapshot(server->host);
    return felt_journal_turn_end(server->journal, &number) != FELT_FLUSH_FAILED;
}

static bool snapshot_is_due(const struct felt_server *server)
{
    uint64_t hands = felt_arena_counts(felt_arena_session_arena(server->host))->hands;
    return hands - server->snapshot_hands >= SNAPSHOT_HANDS ||
           felt_journal_bytes(server->journal) > SNAPSHOT_BYTES;
}

static void tell_trouble(const struct felt_server *server, bool stands)
{
    int trouble = felt_journal_trouble(server->journal);
    if (stands)
        fprintf(stderr,
                "felt %s: the tables wait: the journal in %s cannot be written: %s; they go on by "
                "themselves when it can\n",
                server->args->spec->command, server->options->data,
                trouble ? strerror(trouble) : "the disk does not answer");
    else
        fprintf(stderr, "felt %s: the disk of the journal goes on, and so do the tables\n",
                server->args->spec->command);
}

/* What the journal has; whether the tables must wait for it. */
static bool mind_journal(struct felt_server *server)
{
    if (!server->journal) return false;
    uint64_t acked = felt_journal_acked(server->journal);
    int64_t real_us = felt_clock_us();
    felt_arena_session_acked(server->host, acked, felt_server_us(server));
    bool stands = felt_journal_clock_mind(&server->clock, acked,
                                          felt_arena_session_waiting(server->host), real_us);
    felt_arena_session_freeze(server->host, stands);
    if (felt_journal_clock_news(&server->clock, felt_journal_trouble(server->journal) != 0,
                                real_us))
        tell_trouble(server, server->clock.told);
    return stands;
}

static bool match_is_over(const struct felt_server *server)
{
    if (server->options->tournament)
        return server->options->once &&
               felt_arena_tournament_over(felt_arena_session_tournament(server->host));
    return server->options->once && felt_arena_session_counts(server->host)->default_matches > 0;
}

/* Of two times in milliseconds; -1: never. */
static int64_t sooner(int64_t a, int64_t b)
{
    if (a < 0 || b < 0) return a < 0 ? b : a;
    return a < b ? a : b;
}

static int64_t turn_annex(struct felt_server *server)
{
    const struct felt_server_annex *annex = server->options->annex;
    if (!annex) return -1;
    int64_t next = annex->turn(annex->self);
    if (!annex->failed || !annex->failed(annex->self)) return next;
    server->disk_failed = true;
    felt_net_stop(server->net);
    return -1;
}

static int64_t turn_wing(struct felt_server *server)
{
    const struct felt_server_wing *wing = server->options->wing;
    if (!wing) return -1;
    int64_t next = wing->turn(wing->self);
    if (!wing->failed(wing->self)) return next;
    server->disk_failed = true;
    felt_net_stop(server->net);
    return -1;
}

/* What was said last leaves if the disk lets it. */
static void settle_journal(struct felt_server *server)
{
    if (!server->journal) return;
    if (felt_journal_wait(server->journal, FELT_JOURNAL_PATIENCE_MS) == FELT_OK)
        felt_arena_session_acked(server->host, felt_journal_acked(server->journal),
                                 felt_server_us(server));
}

/* Everybody is told at once; the connections are closed when no request is under way any more. */
static int64_t say_farewell(struct felt_server *server, int64_t now)
{
    const struct felt_server_annex *annex = server->options->annex;
    const struct felt_server_wing *wing = server->options->wing;
    if (!server->stopping && !match_is_over(server)) return -1;
    if (!server->said_farewell) {
        server->said_farewell = true;
        server->farewell_us = now;
        if (server->stopping)
            felt_arena_session_farewell(server->host, "the server stops; connect again later",
                                        felt_server_us(server));
        settle_journal(server);
        if (wing) wing->farewell(wing->self, "the server stops; connect again later");
    }
    if (annex && annex->busy(annex->self) && now - server->farewell_us < FAREWELL_US) return 20;
    if (!server->ended) felt_net_stop(server->net);
    server->ended = true;
    return -1;
}

/* The tables of matches; in milliseconds, when they want to be called again. */
static int64_t turn_host(struct felt_server *server)
{
    struct felt_house_decision thought;
    if (mind_journal(server)) return WAITING_MS;
    int64_t now = felt_server_us(server);
    while (server->threads && felt_house_threads_take(server->threads, &thought))
        felt_arena_session_answer(server->host, thought.table, thought.seat, thought.req_id,
                                  thought.action, now);
    int64_t next = felt_arena_session_turn(server->host, today(server, now), now);
    if (server->phh) (void)fflush(server->phh);
    bool good = !felt_arena_session_failed(server->host);
    if (good && server->journal && snapshot_is_due(server)) good = turn_journal(server);
    if (!good) {
        server->disk_failed = true;
        felt_net_stop(server->net);
        return -1;
    }
    int64_t ms = next == INT64_MAX ? -1 : next <= now ? 0 : (next - now + 999) / 1000;
    return felt_arena_session_waiting(server->host) ? sooner(ms, WAITING_MS) : ms;
}

static int64_t net_turn(void *self)
{
    struct felt_server *server = self;
    int64_t host_ms = turn_host(server);
    int64_t annex_ms = sooner(turn_annex(server), turn_wing(server));
    int64_t farewell_ms = say_farewell(server, felt_clock_us());
    return sooner(host_ms, sooner(annex_ms, farewell_ms));
}

static void wake(void *self)
{
    struct felt_server *server = self;
    if (server->net) felt_net_wake(server->net);
}

/* ---- opening ---- */

uint64_t felt_server_signature(void)
{
    uint64_t hash = felt_hash_text(FELT_VERSION);
    static const size_t piece = 1 << 16;
    char *bytes = malloc(piece);
    int file = open("/proc/self/exe", O_RDONLY | O_CLOEXEC);
    for (ssize_t got; bytes && file >= 0 && (got = read(file, bytes, piece)) > 0;)
        hash = felt_hash_bytes(hash, bytes, (size_t)got);
    if (file >= 0) (void)close(file);
    free(bytes);
    return hash;
}

static uint64_t hash_tournament(const struct felt_arena_tournament_plan *plan, uint64_t hash)
{
    const struct felt_director_plan *director = &plan->director;
    uint64_t words[] = {
        director->format,      director->seats,  director->entrants_max, director->tables_max,
        director->late_levels, director->levels, director->entrants_min, plan->deals};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        hash = felt_hash_word(hash, words[i]);
    for (int i = 0; i < director->levels; i++) {
        hash = felt_hash_word(hash, (uint64_t)director->level[i].small);
        hash = felt_hash_word(hash, (uint64_t)director->level[i].big);
        hash =
            felt_hash_word(hash, (uint64_t)director->level[i].ms << 32 | director->level[i].hands);
    }
    return hash;
}

/* Of what a table is: other options would make other tables of the same records. */
static uint64_t hash_config(const struct felt_server_options *options)
{
    const struct felt_table_config *table = &options->table;
    const struct felt_game_adapter *adapter = table->adapter;
    uint64_t hash = felt_hash_text(adapter->variant);
    uint64_t words[] = {table->seats,
                        (uint64_t)table->stack,
                        (uint64_t)adapter->small_blind,
                        (uint64_t)adapter->big_blind,
                        options->adapter.rules.limit,
                        (uint64_t)felt_hash_text(options->adapter.rules.variant->name)};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        hash = felt_hash_word(hash, words[i]);
    return options->tournament ? hash_tournament(&options->tournament->plan, hash) : hash;
}

static bool take_record(void *self, uint64_t signature, const void *bytes, size_t count)
{
    struct felt_server *server = self;
    const uint8_t *record = bytes;
    if (count == 9 && record[0] == RECORD_CONFIG) {
        uint64_t fingerprint = 0;
        for (int i = 0; i < 8; i++) fingerprint |= (uint64_t)record[1 + i] << (8 * i);
        server->other_config = fingerprint != server->fingerprint;
        return !server->other_config;
    }
    return felt_arena_session_restore(server->host, signature == server->signature, bytes, count);
}

static bool open_journal(struct felt_server *server)
{
    struct felt_complaint complaint = {0};
    struct felt_journal_config config = {.directory = server->options->data,
                                         .signature = server->signature,
                                         .record = take_record,
                                         .self = server,
                                         .unsynced = server->options->unsynced,
                                         .wake = wake,
                                         .waker = server,
                                         .disk = server->options->disk};
    enum felt_status status = felt_journal_open(&config, &server->journal, &complaint);
    if (status == FELT_OK) return true;
    if (server->other_config)
        felt_args_refuse(
            server->args,
            "%s holds tables of other options (--seats, --stack, --sb, --bb, "
            "--variant, --limit, or of a tournament): start with the same, or name another --data",
            server->options->data);
    else
        felt_args_refuse(server->args, "--data %s: %s", server->options->data, complaint.text);
    return false;
}

static FILE *open_file(const struct felt_server *server, const char *name, mode_t mode)
{
    int file = open(name, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, mode);
    FILE *out = file < 0 ? NULL : fdopen(file, "a");
    if (!out) felt_args_refuse(server->args, "cannot write %s: %s", name, strerror(errno));
    return out;
}

/* Hands in the file so far: the number of its last header, [7]. */
static uint64_t count_hands(const char *name)
{
    char conn[256];
    uint64_t number = 0;
    bool begins = true;
    FILE *in = fopen(name, "r");
    while (in && fgets(conn, sizeof conn, in)) {
        char *end;
        unsigned long long head = begins && conn[0] == '[' ? strtoull(conn + 1, &end, 10) : 0;
        if (head && *end == ']') number = head;
        begins = strchr(conn, '\n') != NULL;
    }
    if (in) (void)fclose(in);
    return number;
}

static bool open_files(struct felt_server *server)
{
    const struct felt_server_options *options = server->options;
    if (options->teams && !felt_team_file_read(&server->teams, options->teams, server->args))
        return false;
    if (options->secret &&
        !felt_team_file_secret_read(&server->teams, options->secret, server->args))
        return false;
    if (options->phh && !(server->phh = open_file(server, options->phh, 0600))) return false;
    if (options->log && strcmp(options->log, "-") == 0)
        server->log = stderr;
    else if (options->log && !(server->log = open_file(server, options->log, 0600)))
        return false;
    if (server->log) (void)setvbuf(server->log, NULL, _IOLBF, 0);
    return true;
}

static void fill_services(struct felt_server *server)
{
    server->services = (struct felt_arena_session_services){
        .self = server,
        .digests = {.hmac = felt_secret_hmac, .hash = felt_secret_hash},
        .entropy = give_entropy,
        .now_us = give_time,
        .identify = identify,
        .admit = admit,
        .match_over = print_winner,
        .local_begin = local_begin,
        .local_event = local_event,
        .local_ask = local_ask,
        .local_gone = local_gone};
    if (server->log) server->services.log = write_log;
    if (server->phh) server->services.phh = write_phh;
    if (server->options->data) {
        server->services.append = append;
        server->services.flush = flush;
        server->services.keep_match = keep_match;
        server->services.find_match = find_match;
    }
    server->link = felt_server_transport(server);
    server->calls = (struct felt_net_calls){.self = server,
                                            .open = felt_server_conn_open,
                                            .text = felt_server_conn_text,
                                            .gone = felt_server_conn_gone,
                                            .get = felt_server_get,
                                            .turn = net_turn};
    if (!server->options->annex) return;
    server->calls.request = felt_server_request;
    server->calls.request_gone = felt_server_request_gone;
}

static bool open_host(struct felt_server *server)
{
    const struct felt_server_options *options = server->options;
    server->config = (struct felt_arena_session_config){
        .room = {.tables_max = options->tables,
                 .conns_max = options->connections,
                 .configs = 1,
                 .config = {&options->table},
                 .default_table = "T-1",
                 .practice = options->practice ? 0 : -1,
                 .practice_team = options->house.text,
                 .hold_ms = HOLD_MS,
                 .abandon_ms = ABANDON_MS},
        .limits = felt_arena_session_limits_usual,
        .phh_bytes_max = PHH_BYTES,
        .phh_bytes_total = PHH_BYTES_TOTAL,
        .phh_written = options->phh ? count_hands(options->phh) : 0,
        .watch_open = options->watch_open};
    if (options->tournament) {
        const struct felt_server_tournament *tournament = options->tournament;
        struct felt_arena_config *room = &server->config.room;
        server->config.tournament = &tournament->plan;
        server->config.phh_bytes_max = 0; /* --phh has the hands of all tables */
        room->tables_max = tournament->plan.director.tables_max;
        room->directed_teams = tournament->plan.director.entrants_max;
        room->configs = tournament->plan.director.levels;
        for (int i = 0; i < room->configs; i++) room->config[i] = &tournament->level[i];
    }
    if (options->practice) {
        uint64_t seed;
        felt_secret_fill(&seed, sizeof seed);
        server->threads = felt_house_threads_open(&options->house, options->tables, seed,
                                                  options->table.move_ms, wake, server);
        if (!server->threads) return false;
    }
    server->host = felt_arena_session_open(&server->config, &server->services, &server->link);
    return server->host != NULL;
}

/* A server on loopback is asked for by this machine only, which calls it localhost, or by its own
 * name: any other one is a trick of a foreign page.  Elsewhere our name is not known. */
static const char *usual_hosts(const struct felt_server_options *options,
                               char own[FELT_SERVER_HOST_NAME_BYTES])
{
    bool here = strncmp(options->bind, "127.", 4) == 0 || strcmp(options->bind, "::1") == 0 ||
                strcmp(options->bind, "localhost") == 0;
    if (!here || (options->annex && options->annex->proxy)) return NULL;
    if (gethostname(own, FELT_SERVER_HOST_NAME_BYTES - 1) != 0) own[0] = '\0';
    return own;
}

static bool open_net(struct felt_server *server)
{
    const struct felt_server_options *options = server->options;
    struct felt_net_config config = {.bind = options->bind,
                                     .port = options->port,
                                     .cert = options->cert,
                                     .key = options->key,
                                     .files = options->web,
                                     .ws = {{"/ws", options->connections}},
                                     .per_address_max = options->per_address,
                                     .message_max = 4096,
                                     .queue_soft = 64 * 1024,
                                     .queue_max = 256 * 1024,
                                     .head_seconds = 5,
                                     .ping_seconds = 20,
                                     .pong_seconds = 20};
    if (options->wing)
        config.ws[1] = (struct felt_net_path){options->wing->path, options->wing->connections_max};
    config.strict_seconds = options->hsts_days * DAY_SECONDS;
    if (options->metrics == FELT_METRICS_LOOPBACK) config.local_path = "/metrics";
    config.hosts = options->hosts ? options->hosts : usual_hosts(options, server->host_name);
    if (options->annex) {
        config.origins = options->annex->origins;
        config.proxy = options->annex->proxy;
        config.requests_max = options->annex->requests_max;
        config.body_max = options->annex->body_max;
    }
    struct felt_complaint complaint = {0};
    if (felt_net_open(&config, &server->calls, &server->net, &complaint) == FELT_OK) return true;
    felt_args_refuse(server->args, "%s", complaint.text);
    return false;
}

static bool open_all(struct felt_server *server)
{
    if (!open_files(server)) return false;
    fill_services(server);
    if (!open_host(server)) {
        felt_args_refuse(server->args, "no memory for %u tables and %u connections: name fewer",
                         server->options->tables, server->options->connections);
        return false;
    }
    server->signature = felt_server_signature();
    server->fingerprint = hash_config(server->options);
    if (server->options->data) felt_kept_matches_list(server->options->data, server->host);
    if (server->options->data && !open_journal(server)) return false;
    server->restored = felt_arena_counts(felt_arena_session_arena(server->host))->tables;
    if (server->options->tournament)
        server->restored = felt_arena_tournament_rows(felt_arena_session_tournament(server->host));
    int64_t now = felt_server_us(server);
    server->resuming = true;
    felt_arena_session_resume(server->host, today(server, now), now);
    server->resuming = false;
    if (server->journal &&
        (!turn_journal(server) || felt_journal_wait(server->journal, 0) != FELT_OK)) {
        felt_args_refuse(server->args, "cannot write to %s: is the disk full?",
                         server->options->data);
        return false;
    }
    return open_net(server);
}

struct felt_server *felt_server_open(const struct felt_server_options *options,
                                     const struct felt_args *args)
{
    struct felt_server *server = calloc(1, sizeof *server);
    if (!server) return NULL;
    server->options = options;
    server->args = args;
    if (open_all(server)) return server;
    felt_server_close(server);
    return NULL;
}

uint16_t felt_server_port(const struct felt_server *server)
{
    return felt_net_port(server->net);
}

uint32_t felt_server_restored(const struct felt_server *server)
{
    return server->restored;
}

int felt_server_run(struct felt_server *server)
{
    felt_net_run(server->net);
    return server->disk_failed ? 1 : 0;
}

void felt_server_stop(struct felt_server *server)
{
    server->stopping = 1;
    felt_net_wake(server->net);
}

/* Before the net, which its thread wakes. */
static void close_journal(struct felt_server *server)
{
    uint64_t number;
    if (!server->journal) return;
    if (server->host && !felt_arena_session_failed(server->host) && !server->disk_failed &&
        (felt_journal_flush(server->journal, &number) == FELT_FLUSH_FAILED ||
         felt_journal_wait(server->journal, FELT_JOURNAL_PATIENCE_MS) != FELT_OK))
        fprintf(stderr,
                "felt %s: cannot write the journal in %s: %s; nothing that was told is lost\n",
                server->args->spec->command, server->options->data,
                strerror(felt_journal_trouble(server->journal)));
    felt_journal_close(server->journal);
    server->journal = NULL;
}

void felt_server_close(struct felt_server *server)
{
    if (!server) return;
    felt_house_threads_close(server->threads);
    close_journal(server);
    if (server->net) felt_net_close(server->net);
    felt_arena_session_close(server->host);
    if (server->phh) (void)fclose(server->phh);
    if (server->log && server->log != stderr) (void)fclose(server->log);
    felt_team_file_close(&server->teams);
    for (int i = 0; i < 2; i++) free(server->overview[i].text);
    free(server);
}

struct felt_arena_session *felt_server_arena_session(struct felt_server *server)
{
    return server->host;
}

bool felt_server_is_admin(const struct felt_server *server, const char *secret)
{
    return felt_team_file_admit(&server->teams, FELT_AS_OPERATOR, secret);
}

/* ---- for the annex ---- */

void felt_server_reply(struct felt_server *server, uint32_t number, struct felt_net_answer *answer)
{
    felt_net_reply(server->net, number, answer);
}

struct felt_net *felt_server_net(struct felt_server *server)
{
    return server->net;
}

void felt_server_wake(struct felt_server *server)
{
    felt_net_wake(server->net);
}

bool felt_server_log(struct felt_server *server, const char *json, size_t bytes)
{
    if (server->log) write_log(server, json, bytes);
    return server->log != NULL;
}
