/* arena_endpoint.c -- see arena_endpoint.h. */
#include "server/app/arena/arena_endpoint.h"

#include "base/metric.h"
#include "felt/assert.h"
#include "felt/hash.h"
#include "os/clock.h"
#include "os/secret.h"
#include "server/app/arena/kept_matches.h"
#include "server/app/arena/team_file.h"
#include "server/house/house_threads.h"
#include "server/http/limits.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    SEGMENT_HANDS = 200000,
    HOLD_MS = 10000,
    ABANDON_MS = 600000,
    PHH_BYTES = 1 << 20,
    PHH_BYTES_TOTAL = 64 << 20,
    WAITING_MS = FELT_JOURNAL_STALL_US / 1000,
    OVERVIEW_US = 250000,
    DATE_US = 1000000
};

struct felt_arena_endpoint {
    struct felt_server_slot *slot;
    const struct felt_server_options *options;
    const struct felt_args *args;
    struct felt_team_file teams;
    struct felt_arena_session_config config;
    struct felt_arena_session_services services;
    struct felt_arena_session *session;
    struct felt_tables_journal *journal; /* of the slot                                           */
    struct felt_house_threads *threads;  /* NULL: nobody of ours plays                            */
    FILE *phh;
    struct felt_arena_overview {
        char *text;
        size_t bytes;
        int64_t made_us;
        uint64_t matches;
    } overview[2]; /* the last answers of /api/arena, and /api/arena/tournament                  */
    uint32_t date, restored;
    int64_t date_us;
    bool failed, finished;
};

/* ---- what the session wants ---- */

static void give_entropy(void *self, void *out, size_t bytes)
{
    (void)self;
    felt_secret_fill(out, bytes);
}

int64_t felt_arena_endpoint_us(const struct felt_arena_endpoint *arena)
{
    return felt_tables_journal_us(arena->journal);
}

static enum felt_arena_identity identify(void *self, const char *team, const char *code)
{
    return felt_team_file_identify(&((struct felt_arena_endpoint *)self)->teams, team, code);
}

static bool admit(void *self, enum felt_comes_as role, const char *secret)
{
    return felt_team_file_admit(&((struct felt_arena_endpoint *)self)->teams, role, secret);
}

static void write_log(void *self, const char *json, size_t bytes)
{
    (void)felt_server_log(((const struct felt_arena_endpoint *)self)->slot->server, json, bytes);
}

static void write_phh(void *self, const char *text, size_t bytes)
{
    (void)fwrite(text, 1, bytes, ((struct felt_arena_endpoint *)self)->phh);
}

/* Whoever looks at the terminal learns how the match of the usual table ended. */
static void print_winner(void *self, const struct felt_arena_server_msg *match_end)
{
    const struct felt_arena_endpoint *arena = self;
    const struct felt_table_face *table = match_end->table;
    if (arena->options->tournament) return; /* it has a display of its own */
    if (strcmp(table->id, arena->config.arena.default_table) != 0 || match_end->seat < 0) return;
    printf("%s: %s has won, after %u hands\n", table->id, table->seat[match_end->seat].team,
           table->hands);
    (void)fflush(stdout);
}

/* The journal has the end of the match: that its hands are not kept is no reason to stop. */
static void keep_match(void *self, const char *id, const char *text, size_t bytes)
{
    const struct felt_arena_endpoint *arena = self;
    const char *data = arena->options->data;
    if (!felt_kept_matches_write(data, id, text, bytes))
        fprintf(stderr, "felt %s: cannot keep match %s in %s/matches: %s\n",
                arena->args->spec->command, id, data, strerror(errno));
}

static char *find_match(void *self, const char *id, size_t *bytes)
{
    return felt_kept_matches_read(((struct felt_arena_endpoint *)self)->options->data, id, bytes);
}

static void local_begin(void *self, uint32_t table, felt_seat seat,
                        const struct felt_game_adapter *adapter)
{
    felt_house_threads_begin(((struct felt_arena_endpoint *)self)->threads, table, seat, adapter);
}

static void local_event(void *self, uint32_t table, felt_seat seat, const struct felt_event *event)
{
    felt_house_threads_event(((struct felt_arena_endpoint *)self)->threads, table, seat, event);
}

static void local_ask(void *self, uint32_t table, felt_seat seat, uint64_t req_id,
                      const struct felt_view *view)
{
    felt_house_threads_ask(((struct felt_arena_endpoint *)self)->threads, table, seat, req_id,
                           view);
}

static void local_gone(void *self, uint32_t table)
{
    felt_house_threads_gone(((struct felt_arena_endpoint *)self)->threads, table);
}

/* ---- connections ---- */

static void number_networks(const char *address, uint64_t out[FELT_NETWORKS])
{
    struct felt_limits_source source;
    felt_limits_source_of(address, &source);
    for (int level = 0; level < FELT_NETWORKS; level++)
        out[level] = source.whom[level][0] ? felt_hash_text(source.whom[level]) : 0;
}

static bool open_conn(void *self, uint32_t conn, const struct felt_net_conn_info *info)
{
    struct felt_arena_endpoint *arena = self;
    if (!felt_arena_session_conn(arena->session, conn, info->address, info->loopback, info->table,
                                 felt_arena_endpoint_us(arena)))
        return false;
    uint64_t network[FELT_NETWORKS];
    number_networks(info->address, network);
    felt_arena_session_networks(arena->session, conn, network);
    return true;
}

static void lose_conn(void *self, uint32_t conn)
{
    struct felt_arena_endpoint *arena = self;
    felt_arena_session_gone(arena->session, conn, felt_arena_endpoint_us(arena));
}

/* ---- HTTP ---- */

/* Thousands of tables are a long answer: it is made at most four times a second. */
static bool answer_overview(struct felt_arena_endpoint *arena, const char *path, int which,
                            struct felt_net_answer *out)
{
    struct felt_arena_overview *overview = &arena->overview[which];
    int64_t now = felt_clock_us();
    uint64_t matches = felt_arena_counts(felt_arena_session_arena(arena->session))->matches;
    if (!overview->text || now - overview->made_us > OVERVIEW_US || matches != overview->matches) {
        free(overview->text);
        overview->text = NULL;
        if (!felt_arena_session_api(arena->session, path, "", &overview->text, &overview->bytes))
            return false;
        overview->made_us = now;
        overview->matches = matches;
    }
    out->body = malloc(overview->bytes);
    if (!out->body) return false;
    memcpy(out->body, overview->text, overview->bytes);
    out->bytes = overview->bytes;
    return true;
}

static bool answer_get(void *self, const char *path, const char *query, struct felt_net_answer *out)
{
    struct felt_arena_endpoint *arena = self;
    if (strcmp(path, "/api/arena") == 0) return answer_overview(arena, path, 0, out);
    if (strcmp(path, "/api/arena/tournament") == 0) return answer_overview(arena, path, 1, out);
    return felt_arena_session_api(arena->session, path, query, &out->body, &out->bytes);
}

static void write_journal_metrics(const struct felt_arena_endpoint *arena, struct felt_buffer *text)
{
    struct felt_journal_counts counts;
    felt_journal_counts(arena->journal->journal, &counts);
    felt_metric(text, "journal_bytes", "gauge", "Bytes of the segment under way",
                felt_journal_bytes(arena->journal->journal));
    felt_metric(text, "journal_syncs_total", "counter", "Syncs of the journal", counts.syncs);
    felt_metric(text, "journal_sync_microseconds_total", "counter", "Time they took",
                counts.sync_us);
    felt_metric(text, "journal_retries_total", "counter",
                "Writes of the journal that failed and were tried again", counts.retries);
    felt_metric(text, "journal_waiting", "gauge", "Batches that are not on the disk yet",
                counts.waiting);
}

static void write_metrics(void *self, struct felt_buffer *out)
{
    const struct felt_arena_endpoint *arena = self;
    felt_arena_session_metrics(arena->session, out);
    if (arena->journal->journal) write_journal_metrics(arena, out);
}

static const char *name_illness(void *self)
{
    const struct felt_arena_endpoint *arena = self;
    return felt_tables_journal_is_ill(arena->journal)
               ? "the tables wait for the disk of the journal\n"
               : NULL;
}

/* ---- turns ---- */

static uint32_t today(struct felt_arena_endpoint *arena, int64_t now_us)
{
    if (!arena->date || now_us - arena->date_us > 1000000) {
        arena->date = felt_clock_date();
        arena->date_us = now_us;
    }
    return arena->date;
}

static uint64_t count_over(const struct felt_arena_endpoint *arena)
{
    return felt_arena_counts(felt_arena_session_arena(arena->session))->hands;
}

/* A new segment: everything that is, instead of everything that was. */
static bool begin_segment(struct felt_arena_endpoint *arena)
{
    felt_tables_journal_begin_segment(arena->journal, count_over(arena));
    felt_arena_session_snapshot(arena->session);
    return felt_tables_journal_end_segment(arena->journal);
}

static void tell_trouble(const struct felt_arena_endpoint *arena, bool stands)
{
    const char *command = arena->args->spec->command;
    if (stands)
        fprintf(stderr,
                "felt %s: the tables wait: the journal in %s cannot be written: %s; they go on by "
                "themselves when it can\n",
                command, arena->options->data, felt_tables_journal_why(arena->journal));
    else
        fprintf(stderr, "felt %s: the disk of the journal goes on, and so do the tables\n",
                command);
}

/* What the journal has; whether the tables must wait for it. */
static bool mind_journal(struct felt_arena_endpoint *arena)
{
    bool changed;
    if (!arena->journal->journal) return false;
    felt_arena_session_acked(arena->session, felt_journal_acked(arena->journal->journal),
                             felt_arena_endpoint_us(arena));
    bool stands = felt_tables_journal_stands(arena->journal,
                                             felt_arena_session_waiting(arena->session), &changed);
    felt_arena_session_freeze(arena->session, stands);
    if (changed) tell_trouble(arena, arena->journal->clock.told);
    return stands;
}

static bool match_is_over(const struct felt_arena_endpoint *arena)
{
    if (!arena->options->once) return false;
    if (arena->options->tournament)
        return felt_arena_tournament_over(felt_arena_session_tournament(arena->session));
    return felt_arena_session_counts(arena->session)->default_matches > 0;
}

static void take_decisions(struct felt_arena_endpoint *arena, int64_t now)
{
    struct felt_house_decision decision;
    while (arena->threads && felt_house_threads_take(arena->threads, &decision))
        felt_arena_session_answer(arena->session, decision.table, decision.seat, decision.req_id,
                                  decision.action, now);
}

static int64_t take_turn(void *self)
{
    struct felt_arena_endpoint *arena = self;
    if (mind_journal(arena)) return WAITING_MS;
    int64_t now = felt_arena_endpoint_us(arena);
    take_decisions(arena, now);
    int64_t next = felt_arena_session_turn(arena->session, today(arena, now), now);
    if (arena->phh) (void)fflush(arena->phh);
    if (felt_arena_session_failed(arena->session)) return -1;
    if (felt_tables_journal_is_long(arena->journal, count_over(arena), SEGMENT_HANDS) &&
        !begin_segment(arena))
        return -1;
    if (match_is_over(arena)) {
        arena->finished = true;
        felt_server_finish(arena->slot->server);
    }
    int64_t ms = next == INT64_MAX ? -1 : next <= now ? 0 : (next - now + 999) / 1000;
    return felt_arena_session_waiting(arena->session) ? felt_server_sooner(ms, WAITING_MS) : ms;
}

static bool has_failed(void *self)
{
    const struct felt_arena_endpoint *arena = self;
    if (arena->journal->failed)
        fprintf(stderr,
                "felt %s: no memory for the journal; the server stops, nothing that was told is "
                "lost\n",
                arena->args->spec->command);
    return arena->journal->failed || felt_arena_session_failed(arena->session);
}

/* What was said last leaves if the disk lets it.  After the one match that was wanted nobody is
 * told to connect again. */
static void say_farewell(void *self, const char *text)
{
    struct felt_arena_endpoint *arena = self;
    if (!arena->finished)
        felt_arena_session_farewell(arena->session, text, felt_arena_endpoint_us(arena));
    if (arena->journal->journal && felt_tables_journal_settle(arena->journal))
        felt_arena_session_acked(arena->session, felt_journal_acked(arena->journal->journal),
                                 felt_arena_endpoint_us(arena));
}

/* ---- opening ---- */

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
    struct felt_arena_endpoint *arena = self;
    if (felt_tables_journal_takes(arena->journal, bytes, count)) return !arena->journal->foreign;
    return felt_arena_session_restore(arena->session, signature == arena->journal->signature, bytes,
                                      count);
}

static bool open_journal(struct felt_arena_endpoint *arena)
{
    const char *data = arena->options->data;
    struct felt_complaint complaint = {0};
    arena->journal->signature = felt_server_signature();
    arena->journal->fingerprint = hash_config(arena->options);
    struct felt_journal_config config = {.directory = data,
                                         .signature = arena->journal->signature,
                                         .record = take_record,
                                         .self = arena,
                                         .unsynced = arena->options->unsynced,
                                         .wake = felt_net_bell_ring,
                                         .waker = felt_server_bell(arena->slot->server),
                                         .disk = arena->options->disk};
    if (felt_journal_open(&config, &arena->journal->journal, &complaint) == FELT_OK) return true;
    if (arena->journal->foreign)
        felt_args_refuse(
            arena->args,
            "%s holds tables of other options (--seats, --stack, --sb, --bb, "
            "--variant, --limit, or of a tournament): start with the same, or name another --data",
            data);
    else
        felt_args_refuse(arena->args, "--data %s: %s", data, complaint.text);
    return false;
}

static FILE *open_file(const struct felt_arena_endpoint *arena, const char *name, mode_t mode)
{
    int file = open(name, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, mode);
    FILE *out = file < 0 ? NULL : fdopen(file, "a");
    if (!out) felt_args_refuse(arena->args, "cannot write %s: %s", name, strerror(errno));
    return out;
}

/* Hands in the file so far: the number of its last header, [7]. */
static uint64_t count_hands(const char *name)
{
    char line[256];
    uint64_t number = 0;
    bool begins = true;
    FILE *in = fopen(name, "r");
    while (in && fgets(line, sizeof line, in)) {
        char *end;
        unsigned long long head = begins && line[0] == '[' ? strtoull(line + 1, &end, 10) : 0;
        if (head && *end == ']') number = head;
        begins = strchr(line, '\n') != NULL;
    }
    if (in) (void)fclose(in);
    return number;
}

static bool open_files(struct felt_arena_endpoint *arena)
{
    const struct felt_server_options *options = arena->options;
    if (options->teams && !felt_team_file_read(&arena->teams, options->teams, arena->args))
        return false;
    if (options->secret && !felt_team_file_secret_read(&arena->teams, options->secret, arena->args))
        return false;
    return !options->phh || (arena->phh = open_file(arena, options->phh, 0600)) != NULL;
}

static void fill_services(struct felt_arena_endpoint *arena)
{
    arena->services = (struct felt_arena_session_services){
        .self = arena,
        .journal = arena->journal,
        .digests = {.hmac = felt_secret_hmac, .hash = felt_secret_hash},
        .entropy = give_entropy,
        .now_us = felt_tables_journal_us,
        .identify = identify,
        .admit = admit,
        .match_over = print_winner,
        .local_begin = local_begin,
        .local_event = local_event,
        .local_ask = local_ask,
        .local_gone = local_gone};
    if (arena->options->log) arena->services.log = write_log;
    if (arena->phh) arena->services.phh = write_phh;
    if (arena->options->data) {
        arena->services.append = felt_tables_journal_append;
        arena->services.flush = felt_tables_journal_flush;
        arena->services.keep_match = keep_match;
        arena->services.find_match = find_match;
    }
}

static bool open_session(struct felt_arena_endpoint *arena)
{
    const struct felt_server_options *options = arena->options;
    arena->config = (struct felt_arena_session_config){
        .arena = {.tables_max = options->tables,
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
        struct felt_arena_config *room = &arena->config.arena;
        arena->config.tournament = &tournament->plan;
        arena->config.phh_bytes_max = 0; /* --phh has the hands of all tables */
        room->tables_max = tournament->plan.director.tables_max;
        room->directed_teams = tournament->plan.director.entrants_max;
        room->configs = tournament->plan.director.levels;
        for (int i = 0; i < room->configs; i++) room->config[i] = &tournament->level[i];
    }
    if (options->practice) {
        uint64_t seed;
        felt_secret_fill(&seed, sizeof seed);
        arena->threads =
            felt_house_threads_open(&options->house, options->tables, seed, options->table.move_ms,
                                    felt_server_wake, arena->slot->server);
        if (!arena->threads) return false;
    }
    arena->session =
        felt_arena_session_open(&arena->config, &arena->services, &arena->slot->transport);
    arena->slot->endpoint.conns.reader = arena->session;
    return arena->session != NULL;
}

/* The tables are as they were, and the journal begins with them. */
static bool resume(struct felt_arena_endpoint *arena)
{
    arena->restored =
        arena->options->tournament
            ? felt_arena_tournament_rows(felt_arena_session_tournament(arena->session))
            : felt_arena_counts(felt_arena_session_arena(arena->session))->tables;
    int64_t now = felt_arena_endpoint_us(arena);
    arena->journal->resuming = true;
    felt_arena_session_resume(arena->session, today(arena, now), now);
    arena->journal->resuming = false;
    if (!arena->journal->journal ||
        (begin_segment(arena) && felt_journal_wait(arena->journal->journal, 0) == FELT_OK))
        return true;
    felt_args_refuse(arena->args, "cannot write to %s: is the disk full?", arena->options->data);
    return false;
}

static bool open_all(struct felt_arena_endpoint *arena)
{
    if (!open_files(arena)) return false;
    fill_services(arena);
    if (!open_session(arena)) {
        felt_args_refuse(arena->args, "no memory for %u tables and %u connections: name fewer",
                         arena->options->tables, arena->options->connections);
        return false;
    }
    if (arena->options->data) {
        felt_kept_matches_list(arena->options->data, arena->session);
        if (!open_journal(arena)) return false;
    }
    return resume(arena);
}

/* What was told is in the journal, or it is said that it is not. */
static void finish_journal(const struct felt_arena_endpoint *arena)
{
    const struct felt_tables_journal *journal = arena->journal;
    if (!journal->journal || !arena->session || journal->failed ||
        felt_arena_session_failed(arena->session) || felt_tables_journal_finish(journal))
        return;
    fprintf(stderr, "felt %s: cannot write the journal in %s: %s; nothing that was told is lost\n",
            arena->args->spec->command, arena->options->data, felt_tables_journal_why(journal));
}

static void close_arena(void *self)
{
    struct felt_arena_endpoint *arena = self;
    felt_house_threads_close(arena->threads);
    finish_journal(arena);
    felt_arena_session_close(arena->session);
    if (arena->phh) (void)fclose(arena->phh);
    felt_team_file_close(&arena->teams);
    for (int i = 0; i < 2; i++) free(arena->overview[i].text);
    free(arena);
}

struct felt_arena_endpoint *felt_arena_endpoint_open(struct felt_server *server)
{
    struct felt_arena_endpoint *arena = calloc(1, sizeof *arena);
    if (!arena) return NULL;
    arena->options = felt_server_options_of(server);
    arena->args = felt_server_args(server);
    arena->slot = felt_server_attach(
        server, &(struct felt_endpoint){.self = arena,
                                        .path = "/ws",
                                        .conns_max = arena->options->connections,
                                        .conns = {.self = arena,
                                                  .open = open_conn,
                                                  .gone = lose_conn,
                                                  .text = felt_arena_session_message},
                                        .get = answer_get,
                                        .turn = take_turn,
                                        .failed = has_failed,
                                        .metrics = write_metrics,
                                        .health = name_illness,
                                        .shutdown = say_farewell,
                                        .close = close_arena});
    arena->journal = &arena->slot->journal;
    return open_all(arena) ? arena : NULL;
}

/* ---- looking ---- */

uint32_t felt_arena_endpoint_restored(const struct felt_arena_endpoint *arena)
{
    return arena->restored;
}

struct felt_arena_session *felt_arena_endpoint_session(struct felt_arena_endpoint *arena)
{
    return arena->session;
}

bool felt_arena_endpoint_is_admin(const struct felt_arena_endpoint *arena, const char *secret)
{
    return felt_team_file_admit(&arena->teams, FELT_AS_OPERATOR, secret);
}
