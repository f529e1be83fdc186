/* arena_serve.c -- journal, files and players, joined to a host. */
#include "server/app/arena_parts.h"
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
    RECORD_CONFIG = 0 /* the record that is ours; the room's have other first bytes */
};
#define SNAPSHOT_BYTES (UINT64_C(64) << 20)

/* ---- what the host wants ---- */

static void give_entropy(void *self, void *out, size_t bytes)
{
    (void)self;
    felt_secret_fill(out, bytes);
}

int64_t felt_arena_us(const struct felt_arena *arena)
{
    return felt_journal_clock_at(&arena->clock, felt_clock_us());
}

static int64_t give_time(void *self)
{
    return felt_arena_us(self);
}

/* What resuming decides is in the snapshot that follows it, in a segment of this build. */
static void append(void *self, const void *bytes, size_t count)
{
    struct felt_arena *arena = self;
    if (!arena->resuming) felt_journal_append(arena->journal, bytes, count);
}

static enum felt_flush flush(void *self, uint64_t *number)
{
    struct felt_arena *arena = self;
    enum felt_flush flush = felt_journal_flush(arena->journal, number);
    if (flush == FELT_FLUSH_FAILED && !arena->disk_failed)
        fprintf(stderr,
                "felt %s: no memory for the journal; the server stops, nothing that was told is "
                "lost\n",
                arena->args->spec->command);
    arena->disk_failed |= flush == FELT_FLUSH_FAILED;
    return flush;
}

static enum felt_identity identify(void *self, const char *team, const char *code)
{
    return felt_arena_identify(&((struct felt_arena *)self)->teams, team, code);
}

static bool admit(void *self, enum felt_comes_as role, const char *secret)
{
    return felt_arena_admit(&((struct felt_arena *)self)->teams, role, secret);
}

static void write_log(void *self, const char *json, size_t bytes)
{
    FILE *log = ((struct felt_arena *)self)->log;
    char now[FELT_CLOCK_TEXT_BYTES];
    felt_clock_text(now);
    fprintf(log, "{\"ts\":\"%s\",%.*s\n", now, (int)bytes - 1, json + 1);
}

static void write_phh(void *self, const char *text, size_t bytes)
{
    (void)fwrite(text, 1, bytes, ((struct felt_arena *)self)->phh);
}

/* Whoever looks at the terminal learns how the match of the usual table ended. */
static void print_winner(void *self, const struct felt_tell *match_end)
{
    const struct felt_arena *arena = self;
    const struct felt_table_face *table = match_end->table;
    if (arena->options->contest) return; /* it has a display of its own */
    if (strcmp(table->id, arena->config.room.default_table) != 0 || match_end->seat < 0) return;
    printf("%s: %s has won, after %u hands\n", table->id, table->seat[match_end->seat].team,
           table->hands);
    (void)fflush(stdout);
}

/* The journal has the end of the match: that its hands are not kept is no reason to stop. */
static void keep_match(void *self, const char *id, const char *text, size_t bytes)
{
    const struct felt_arena *arena = self;
    const char *data = arena->options->data;
    if (!felt_arena_kept_write(data, id, text, bytes))
        fprintf(stderr, "felt %s: cannot keep match %s in %s/matches: %s\n",
                arena->args->spec->command, id, data, strerror(errno));
}

static char *find_match(void *self, const char *id, size_t *bytes)
{
    return felt_arena_kept_read(((struct felt_arena *)self)->options->data, id, bytes);
}

static void local_begin(void *self, uint32_t table, felt_seat seat, const struct felt_plug *plug)
{
    felt_thinkers_begin(((struct felt_arena *)self)->thinkers, table, seat, plug);
}

static void local_event(void *self, uint32_t table, felt_seat seat, const struct felt_event *event)
{
    felt_thinkers_event(((struct felt_arena *)self)->thinkers, table, seat, event);
}

static void local_ask(void *self, uint32_t table, felt_seat seat, uint64_t req_id,
                      const struct felt_view *view)
{
    felt_thinkers_ask(((struct felt_arena *)self)->thinkers, table, seat, req_id, view);
}

static void local_gone(void *self, uint32_t table)
{
    felt_thinkers_gone(((struct felt_arena *)self)->thinkers, table);
}

/* ---- turns ---- */

static uint32_t today(struct felt_arena *arena, int64_t now_us)
{
    if (!arena->date || now_us - arena->date_us > 1000000) {
        arena->date = felt_clock_date();
        arena->date_us = now_us;
    }
    return arena->date;
}

static void write_config(struct felt_arena *arena)
{
    uint8_t record[9] = {RECORD_CONFIG};
    for (int i = 0; i < 8; i++) record[1 + i] = (uint8_t)(arena->fingerprint >> (8 * i));
    felt_journal_append(arena->journal, record, sizeof record);
}

/* A new segment: everything that is, instead of everything that was. */
static bool turn_journal(struct felt_arena *arena)
{
    uint64_t number;
    arena->snapshot_hands = felt_room_counts(felt_host_room(arena->host))->hands;
    felt_journal_turn_begin(arena->journal);
    write_config(arena);
    felt_host_snapshot(arena->host);
    return felt_journal_turn_end(arena->journal, &number) != FELT_FLUSH_FAILED;
}

static bool snapshot_is_due(const struct felt_arena *arena)
{
    uint64_t hands = felt_room_counts(felt_host_room(arena->host))->hands;
    return hands - arena->snapshot_hands >= SNAPSHOT_HANDS ||
           felt_journal_bytes(arena->journal) > SNAPSHOT_BYTES;
}

static void tell_trouble(const struct felt_arena *arena, bool stands)
{
    int trouble = felt_journal_trouble(arena->journal);
    if (stands)
        fprintf(stderr,
                "felt %s: the tables wait: the journal in %s cannot be written: %s; they go on by "
                "themselves when it can\n",
                arena->args->spec->command, arena->options->data,
                trouble ? strerror(trouble) : "the disk does not answer");
    else
        fprintf(stderr, "felt %s: the disk of the journal goes on, and so do the tables\n",
                arena->args->spec->command);
}

/* What the journal has; whether the tables must wait for it. */
static bool mind_journal(struct felt_arena *arena)
{
    if (!arena->journal) return false;
    uint64_t acked = felt_journal_acked(arena->journal);
    int64_t real_us = felt_clock_us();
    felt_host_acked(arena->host, acked, felt_arena_us(arena));
    bool stands =
        felt_journal_clock_mind(&arena->clock, acked, felt_host_waiting(arena->host), real_us);
    felt_host_freeze(arena->host, stands);
    if (felt_journal_clock_news(&arena->clock, felt_journal_trouble(arena->journal) != 0, real_us))
        tell_trouble(arena, arena->clock.told);
    return stands;
}

static bool match_is_over(const struct felt_arena *arena)
{
    if (arena->options->contest)
        return arena->options->once && felt_contest_over(felt_host_contest(arena->host));
    return arena->options->once && felt_host_counts(arena->host)->default_matches > 0;
}

/* Of two times in milliseconds; -1: never. */
static int64_t sooner(int64_t a, int64_t b)
{
    if (a < 0 || b < 0) return a < 0 ? b : a;
    return a < b ? a : b;
}

static int64_t turn_annex(struct felt_arena *arena)
{
    const struct felt_arena_annex *annex = arena->options->annex;
    if (!annex) return -1;
    int64_t next = annex->turn(annex->self);
    if (!annex->failed || !annex->failed(annex->self)) return next;
    arena->disk_failed = true;
    felt_net_stop(arena->net);
    return -1;
}

static int64_t turn_wing(struct felt_arena *arena)
{
    const struct felt_arena_wing *wing = arena->options->wing;
    if (!wing) return -1;
    int64_t next = wing->turn(wing->self);
    if (!wing->failed(wing->self)) return next;
    arena->disk_failed = true;
    felt_net_stop(arena->net);
    return -1;
}

/* What was said last leaves if the disk lets it. */
static void settle_journal(struct felt_arena *arena)
{
    if (!arena->journal) return;
    if (felt_journal_wait(arena->journal, FELT_JOURNAL_PATIENCE_MS) == FELT_OK)
        felt_host_acked(arena->host, felt_journal_acked(arena->journal), felt_arena_us(arena));
}

/* Everybody is told at once; the lines are closed when no request is under way any more. */
static int64_t say_farewell(struct felt_arena *arena, int64_t now)
{
    const struct felt_arena_annex *annex = arena->options->annex;
    const struct felt_arena_wing *wing = arena->options->wing;
    if (!arena->stopping && !match_is_over(arena)) return -1;
    if (!arena->said_farewell) {
        arena->said_farewell = true;
        arena->farewell_us = now;
        if (arena->stopping)
            felt_host_farewell(arena->host, "the server stops; connect again later",
                               felt_arena_us(arena));
        settle_journal(arena);
        if (wing) wing->farewell(wing->self, "the server stops; connect again later");
    }
    if (annex && annex->busy(annex->self) && now - arena->farewell_us < FAREWELL_US) return 20;
    if (!arena->ended) felt_net_stop(arena->net);
    arena->ended = true;
    return -1;
}

/* The tables of matches; in milliseconds, when they want to be called again. */
static int64_t turn_host(struct felt_arena *arena)
{
    struct felt_thought thought;
    if (mind_journal(arena)) return WAITING_MS;
    int64_t now = felt_arena_us(arena);
    while (arena->thinkers && felt_thinkers_take(arena->thinkers, &thought))
        felt_host_answer(arena->host, thought.table, thought.seat, thought.req_id, thought.action,
                         now);
    int64_t next = felt_host_turn(arena->host, today(arena, now), now);
    if (arena->phh) (void)fflush(arena->phh);
    bool good = !felt_host_failed(arena->host);
    if (good && arena->journal && snapshot_is_due(arena)) good = turn_journal(arena);
    if (!good) {
        arena->disk_failed = true;
        felt_net_stop(arena->net);
        return -1;
    }
    int64_t ms = next == INT64_MAX ? -1 : next <= now ? 0 : (next - now + 999) / 1000;
    return felt_host_waiting(arena->host) ? sooner(ms, WAITING_MS) : ms;
}

static int64_t net_turn(void *self)
{
    struct felt_arena *arena = self;
    int64_t host_ms = turn_host(arena);
    int64_t annex_ms = sooner(turn_annex(arena), turn_wing(arena));
    int64_t farewell_ms = say_farewell(arena, felt_clock_us());
    return sooner(host_ms, sooner(annex_ms, farewell_ms));
}

static void wake(void *self)
{
    struct felt_arena *arena = self;
    if (arena->net) felt_net_wake(arena->net);
}

/* ---- opening ---- */

uint64_t felt_arena_signature(void)
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

static uint64_t hash_contest(const struct felt_contest_plan *plan, uint64_t hash)
{
    const struct felt_tour_plan *tour = &plan->tour;
    uint64_t words[] = {tour->format,      tour->seats,  tour->entrants_max, tour->tables_max,
                        tour->late_levels, tour->levels, tour->entrants_min, plan->deals};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        hash = felt_hash_word(hash, words[i]);
    for (int i = 0; i < tour->levels; i++) {
        hash = felt_hash_word(hash, (uint64_t)tour->level[i].small);
        hash = felt_hash_word(hash, (uint64_t)tour->level[i].big);
        hash = felt_hash_word(hash, (uint64_t)tour->level[i].ms << 32 | tour->level[i].hands);
    }
    return hash;
}

/* Of what a table is: other options would make other tables of the same records. */
static uint64_t hash_config(const struct felt_arena_options *options)
{
    const struct felt_table_config *table = &options->table;
    const struct felt_plug *plug = table->plug;
    uint64_t hash = felt_hash_text(plug->variant);
    uint64_t words[] = {table->seats,
                        (uint64_t)table->stack,
                        (uint64_t)plug->small_blind,
                        (uint64_t)plug->big_blind,
                        options->plug.rules.limit,
                        (uint64_t)felt_hash_text(options->plug.rules.variant->name)};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        hash = felt_hash_word(hash, words[i]);
    return options->contest ? hash_contest(&options->contest->plan, hash) : hash;
}

static bool take_record(void *self, uint64_t signature, const void *bytes, size_t count)
{
    struct felt_arena *arena = self;
    const uint8_t *record = bytes;
    if (count == 9 && record[0] == RECORD_CONFIG) {
        uint64_t fingerprint = 0;
        for (int i = 0; i < 8; i++) fingerprint |= (uint64_t)record[1 + i] << (8 * i);
        arena->other_config = fingerprint != arena->fingerprint;
        return !arena->other_config;
    }
    return felt_host_restore(arena->host, signature == arena->signature, bytes, count);
}

static bool open_journal(struct felt_arena *arena)
{
    struct felt_complaint complaint = {0};
    struct felt_journal_config config = {.directory = arena->options->data,
                                         .signature = arena->signature,
                                         .record = take_record,
                                         .self = arena,
                                         .unsynced = arena->options->unsynced,
                                         .wake = wake,
                                         .waker = arena,
                                         .disk = arena->options->disk};
    enum felt_status status = felt_journal_open(&config, &arena->journal, &complaint);
    if (status == FELT_OK) return true;
    if (arena->other_config)
        felt_args_refuse(
            arena->args,
            "%s holds tables of other options (--seats, --stack, --sb, --bb, "
            "--variant, --limit, or of a tournament): start with the same, or name another --data",
            arena->options->data);
    else
        felt_args_refuse(arena->args, "--data %s: %s", arena->options->data, complaint.text);
    return false;
}

static FILE *open_file(const struct felt_arena *arena, const char *name, mode_t mode)
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

static bool open_files(struct felt_arena *arena)
{
    const struct felt_arena_options *options = arena->options;
    if (options->teams && !felt_arena_teams_read(&arena->teams, options->teams, arena->args))
        return false;
    if (options->secret && !felt_arena_secret_read(&arena->teams, options->secret, arena->args))
        return false;
    if (options->phh && !(arena->phh = open_file(arena, options->phh, 0600))) return false;
    if (options->log && strcmp(options->log, "-") == 0)
        arena->log = stderr;
    else if (options->log && !(arena->log = open_file(arena, options->log, 0600)))
        return false;
    if (arena->log) (void)setvbuf(arena->log, NULL, _IOLBF, 0);
    return true;
}

static void fill_services(struct felt_arena *arena)
{
    arena->services =
        (struct felt_host_services){.self = arena,
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
    if (arena->log) arena->services.log = write_log;
    if (arena->phh) arena->services.phh = write_phh;
    if (arena->options->data) {
        arena->services.append = append;
        arena->services.flush = flush;
        arena->services.keep_match = keep_match;
        arena->services.find_match = find_match;
    }
    arena->link = felt_arena_link(arena);
    arena->calls = (struct felt_net_calls){.self = arena,
                                           .open = felt_arena_line_open,
                                           .text = felt_arena_line_text,
                                           .gone = felt_arena_line_gone,
                                           .get = felt_arena_get,
                                           .turn = net_turn};
    if (!arena->options->annex) return;
    arena->calls.request = felt_arena_request;
    arena->calls.request_gone = felt_arena_request_gone;
}

static bool open_host(struct felt_arena *arena)
{
    const struct felt_arena_options *options = arena->options;
    arena->config =
        (struct felt_host_config){.room = {.tables_max = options->tables,
                                           .sessions_max = options->connections,
                                           .configs = 1,
                                           .config = {&options->table},
                                           .default_table = "T-1",
                                           .practice = options->practice ? 0 : -1,
                                           .practice_team = options->house.text,
                                           .hold_ms = HOLD_MS,
                                           .abandon_ms = ABANDON_MS},
                                  .limits = felt_host_limits_usual,
                                  .phh_bytes_max = PHH_BYTES,
                                  .phh_bytes_total = PHH_BYTES_TOTAL,
                                  .phh_written = options->phh ? count_hands(options->phh) : 0,
                                  .watch_open = options->watch_open};
    if (options->contest) {
        const struct felt_arena_contest *contest = options->contest;
        struct felt_room_config *room = &arena->config.room;
        arena->config.contest = &contest->plan;
        arena->config.phh_bytes_max = 0; /* --phh has the hands of all tables */
        room->tables_max = contest->plan.tour.tables_max;
        room->guided_teams = contest->plan.tour.entrants_max;
        room->configs = contest->plan.tour.levels;
        for (int i = 0; i < room->configs; i++) room->config[i] = &contest->level[i];
    }
    if (options->practice) {
        uint64_t seed;
        felt_secret_fill(&seed, sizeof seed);
        arena->thinkers = felt_thinkers_open(&options->house, options->tables, seed,
                                             options->table.move_ms, wake, arena);
        if (!arena->thinkers) return false;
    }
    arena->host = felt_host_open(&arena->config, &arena->services, &arena->link);
    return arena->host != NULL;
}

/* A server on loopback is asked for by this machine only, which calls it localhost, or by its own
 * name: any other one is a trick of a foreign page.  Elsewhere our name is not known. */
static const char *usual_hosts(const struct felt_arena_options *options,
                               char own[FELT_HOST_NAME_BYTES])
{
    bool here = strncmp(options->bind, "127.", 4) == 0 || strcmp(options->bind, "::1") == 0 ||
                strcmp(options->bind, "localhost") == 0;
    if (!here || (options->annex && options->annex->proxy)) return NULL;
    if (gethostname(own, FELT_HOST_NAME_BYTES - 1) != 0) own[0] = '\0';
    return own;
}

static bool open_net(struct felt_arena *arena)
{
    const struct felt_arena_options *options = arena->options;
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
    config.hosts = options->hosts ? options->hosts : usual_hosts(options, arena->host_name);
    if (options->annex) {
        config.origins = options->annex->origins;
        config.proxy = options->annex->proxy;
        config.requests_max = options->annex->requests_max;
        config.body_max = options->annex->body_max;
    }
    struct felt_complaint complaint = {0};
    if (felt_net_open(&config, &arena->calls, &arena->net, &complaint) == FELT_OK) return true;
    felt_args_refuse(arena->args, "%s", complaint.text);
    return false;
}

static bool open_all(struct felt_arena *arena)
{
    if (!open_files(arena)) return false;
    fill_services(arena);
    if (!open_host(arena)) {
        felt_args_refuse(arena->args, "no memory for %u tables and %u connections: name fewer",
                         arena->options->tables, arena->options->connections);
        return false;
    }
    arena->signature = felt_arena_signature();
    arena->fingerprint = hash_config(arena->options);
    if (arena->options->data) felt_arena_kept_list(arena->options->data, arena->host);
    if (arena->options->data && !open_journal(arena)) return false;
    arena->restored = felt_room_counts(felt_host_room(arena->host))->tables;
    if (arena->options->contest)
        arena->restored = felt_contest_rows(felt_host_contest(arena->host));
    int64_t now = felt_arena_us(arena);
    arena->resuming = true;
    felt_host_resume(arena->host, today(arena, now), now);
    arena->resuming = false;
    if (arena->journal &&
        (!turn_journal(arena) || felt_journal_wait(arena->journal, 0) != FELT_OK)) {
        felt_args_refuse(arena->args, "cannot write to %s: is the disk full?",
                         arena->options->data);
        return false;
    }
    return open_net(arena);
}

struct felt_arena *felt_arena_open(const struct felt_arena_options *options,
                                   const struct felt_args *args)
{
    struct felt_arena *arena = calloc(1, sizeof *arena);
    if (!arena) return NULL;
    arena->options = options;
    arena->args = args;
    if (open_all(arena)) return arena;
    felt_arena_close(arena);
    return NULL;
}

uint16_t felt_arena_port(const struct felt_arena *arena)
{
    return felt_net_port(arena->net);
}

uint32_t felt_arena_restored(const struct felt_arena *arena)
{
    return arena->restored;
}

int felt_arena_run(struct felt_arena *arena)
{
    felt_net_run(arena->net);
    return arena->disk_failed ? 1 : 0;
}

void felt_arena_stop(struct felt_arena *arena)
{
    arena->stopping = 1;
    felt_net_wake(arena->net);
}

/* Before the net, which its thread wakes. */
static void close_journal(struct felt_arena *arena)
{
    uint64_t number;
    if (!arena->journal) return;
    if (arena->host && !felt_host_failed(arena->host) && !arena->disk_failed &&
        (felt_journal_flush(arena->journal, &number) == FELT_FLUSH_FAILED ||
         felt_journal_wait(arena->journal, FELT_JOURNAL_PATIENCE_MS) != FELT_OK))
        fprintf(stderr,
                "felt %s: cannot write the journal in %s: %s; nothing that was told is lost\n",
                arena->args->spec->command, arena->options->data,
                strerror(felt_journal_trouble(arena->journal)));
    felt_journal_close(arena->journal);
    arena->journal = NULL;
}

void felt_arena_close(struct felt_arena *arena)
{
    if (!arena) return;
    felt_thinkers_close(arena->thinkers);
    close_journal(arena);
    if (arena->net) felt_net_close(arena->net);
    felt_host_close(arena->host);
    if (arena->phh) (void)fclose(arena->phh);
    if (arena->log && arena->log != stderr) (void)fclose(arena->log);
    felt_arena_teams_close(&arena->teams);
    for (int i = 0; i < 2; i++) free(arena->overview[i].text);
    free(arena);
}

struct felt_host *felt_arena_host(struct felt_arena *arena)
{
    return arena->host;
}

bool felt_arena_is_operator(const struct felt_arena *arena, const char *secret)
{
    return felt_arena_admit(&arena->teams, FELT_AS_OPERATOR, secret);
}

/* ---- for the annex ---- */

void felt_arena_reply(struct felt_arena *arena, uint32_t number, struct felt_net_answer *answer)
{
    felt_net_reply(arena->net, number, answer);
}

struct felt_net *felt_arena_net(struct felt_arena *arena)
{
    return arena->net;
}

void felt_arena_wake(struct felt_arena *arena)
{
    felt_net_wake(arena->net);
}

bool felt_arena_log(struct felt_arena *arena, const char *json, size_t bytes)
{
    if (arena->log) write_log(arena, json, bytes);
    return arena->log != NULL;
}
