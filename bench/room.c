/* room.c -- see room.h.
 *
 * House players answer at once where no people play; so that a table makes an action a second, the
 * question itself is held back here until its time has come.  Processor time is that of threads:
 * ours is the loop, those that came with the ledger store are the ledger store's, those that came
 * later think. */
#define _GNU_SOURCE /* ppoll */
#include "bench/room_parts.h"
#include "accounts/token.h"
#include "felt/assert.h"
#include "felt/player.h"
#include "server/table/poker_adapter.h"
#include "os/clock.h"
#include "os/secret.h"
#include "store/ledger/ledger_store.h"

#include <dirent.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <time.h>
#include <unistd.h>

enum {
    SMALL_BLIND = 1,
    BIG_BLIND = 2,
    BUY_IN_BLINDS = 100,
    MOVE_MS = 60000,
    PACE_US = 1000000,
    THREADS_MAX = 64,
    STAKES = (BENCH_ROOM_TABLES_MAX + ROOM_STAKE_TABLES - 1) / ROOM_STAKE_TABLES,
    IDLE_US = 50000,
    SESSION_MS = 86400000,
    FUND = 100000000
};
_Static_assert(STAKES <= (int)FELT_STAKES_MAX, "every table has a stake");

struct threads {
    int count;
    int number[THREADS_MAX];
};

/* A question that is held back. */
struct question {
    bool bare; /* nobody thinks in this hand, and nobody listens: a player who has not heard of a
                  hand cannot be asked in the middle of it                                       */
    felt_seat seat;
    uint64_t req_id;
    int64_t last_us; /* when the one before it was given                                         */
    struct felt_view view;
};

struct bench_room {
    struct bench_room_config config;
    struct bench_room_minds minds;
    enum bench_room_pace pace;
    struct room_conns conns;
    struct felt_poker_adapter adapter;
    struct felt_game scoreless; /* the plug's game without a ledger                             */
    struct felt_stake stake[STAKES];
    struct felt_room_session_config session_config;
    struct felt_room_session_services services;
    struct felt_transport link;
    struct felt_room_session *session;
    struct felt_ledger_store *bank;
    struct felt_ledger_client *client;
    struct room_journal journal;
    char bank_place[ROOM_PATH_BYTES];
    struct question *question; /* by table                                                       */
    struct felt_heap due;      /* of questions                                                   */
    void *due_memory;
    int bell;
    uint64_t random;
    uint32_t date;
    int64_t wall_minus_ms;
    struct threads bank_threads, mind_threads, older;
};

/* ---- threads --------------------------------------------------------------------------------- */

static bool knows(const struct threads *threads, int number)
{
    for (int i = 0; i < threads->count; i++)
        if (threads->number[i] == number) return true;
    return false;
}

/* Threads of this process that are not among those. */
static void look_around(const struct threads *known, const struct threads *others,
                        struct threads *out)
{
    DIR *directory = opendir("/proc/self/task");
    *out = (struct threads){0};
    for (const struct dirent *entry; directory && (entry = readdir(directory));) {
        int number = atoi(entry->d_name);
        if (number > 0 && out->count < THREADS_MAX && !(known && knows(known, number)) &&
            !(others && knows(others, number)))
            out->number[out->count++] = number;
    }
    if (directory) (void)closedir(directory);
}

static double seconds_of(const struct threads *threads)
{
    double sum = 0;
    for (int i = 0; i < threads->count; i++) {
        char name[64];
        long long ran = 0;
        (void)snprintf(name, sizeof name, "/proc/self/task/%d/schedstat", threads->number[i]);
        FILE *file = fopen(name, "r");
        if (!file) continue;
        if (fscanf(file, "%lld", &ran) == 1) sum += (double)ran / 1e9;
        (void)fclose(file);
    }
    return sum;
}

static double own_seconds(void)
{
    struct timespec spent;
    (void)clock_gettime(CLOCK_THREAD_CPUTIME_ID, &spent);
    return (double)spent.tv_sec + (double)spent.tv_nsec / 1e9;
}

static double waited_seconds(void)
{
    long long ran = 0, waited = 0;
    FILE *file = fopen("/proc/thread-self/schedstat", "r");
    if (!file) return 0;
    if (fscanf(file, "%lld %lld", &ran, &waited) != 2) waited = 0;
    (void)fclose(file);
    return (double)waited / 1e9;
}

/* ---- what the room session wants
 * ------------------------------------------------------------------ */

static void give_entropy(void *self, void *out, size_t bytes)
{
    (void)self;
    felt_secret_fill(out, bytes);
}

static int64_t give_time(void *self)
{
    (void)self;
    return felt_clock_us();
}

static void append(void *self, const void *bytes, size_t count)
{
    felt_journal_append(((struct bench_room *)self)->journal.journal, bytes, count);
}

static enum felt_flush flush(void *self, uint64_t *number)
{
    return room_journal_flush(&((struct bench_room *)self)->journal, number);
}

static void local_sit(void *self, uint32_t table, felt_seat seat, int64_t user)
{
    const struct bench_room_minds *minds = &((struct bench_room *)self)->minds;
    minds->sit(minds->self, table, seat, user);
}

static void local_stand(void *self, uint32_t table, felt_seat seat)
{
    const struct bench_room_minds *minds = &((struct bench_room *)self)->minds;
    minds->stand(minds->self, table, seat);
}

static void local_begin(void *self, uint32_t table, felt_seat seat,
                        const struct felt_game_adapter *adapter)
{
    struct bench_room *room = self;
    room->question[table].bare = room->pace == BENCH_ROOM_BARE;
    if (!room->question[table].bare) room->minds.begin(room->minds.self, table, seat, adapter);
}

static void local_event(void *self, uint32_t table, felt_seat seat, const struct felt_event *event)
{
    const struct bench_room *room = self;
    if (!room->question[table].bare) room->minds.event(room->minds.self, table, seat, event);
}

/* Tables that have stood still must not all go on at once. */
static int64_t due_at(struct bench_room *room, int64_t last_us, int64_t now_us)
{
    int64_t due_us = last_us + PACE_US;
    if (due_us >= now_us - PACE_US) return due_us;
    room->random = room->random * UINT64_C(6364136223846793005) + 1442695040888963407;
    return now_us + (int64_t)((room->random >> 33) % PACE_US);
}

static void local_ask(void *self, uint32_t table, felt_seat seat, uint64_t req_id,
                      const struct felt_view *view)
{
    struct bench_room *room = self;
    struct question *question = &room->question[table];
    bool paced = room->pace == BENCH_ROOM_PACED;
    if (!paced && !question->bare) {
        room->minds.ask(room->minds.self, table, seat, req_id, view);
        return;
    }
    int64_t now_us = felt_clock_us();
    question->last_us = paced ? due_at(room, question->last_us, now_us) : now_us;
    question->seat = seat;
    question->req_id = req_id;
    question->view = *view;
    felt_heap_set(&room->due, table, question->last_us);
}

static void link_hold(void *self, uint32_t conn, bool held)
{
    (void)self, (void)conn, (void)held;
}

static void link_dismiss(void *self, uint32_t conn, uint16_t code, const char *reason)
{
    (void)self, (void)conn, (void)code, (void)reason;
}

static void link_pause(void *self, uint32_t conn, bool paused)
{
    (void)self, (void)conn, (void)paused;
}

static void link_mark(void *self, uint32_t conn)
{
    (void)self, (void)conn;
}

/* ---- the loop -------------------------------------------------------------------------------- */

static void take_receipts(struct bench_room *room, int64_t now)
{
    struct felt_ledger_store_reply reply;
    while (felt_ledger_client_take(room->client, 0, &reply)) {
        if (reply.is_receipt)
            felt_room_session_receipt(room->session, reply.ticket, &reply.receipt, now);
        else
            felt_room_session_found(room->session, reply.ticket, &reply.answer, now);
    }
}

/* Check, else call, else what costs least. */
static struct felt_action call_down(const struct felt_view *view)
{
    for (int kind = 0; kind < 2; kind++)
        for (int i = 0; i < view->options; i++)
            if (view->option[i].kind == (kind ? FELT_CALL : FELT_CHECK))
                return (struct felt_action){.kind = view->option[i].kind};
    return felt_player_timid(view);
}

/* When the next question will be due. */
static int64_t ask_due(struct bench_room *room, int64_t now)
{
    int64_t due, table;
    while ((table = felt_heap_next(&room->due, &due)) != FELT_HEAP_NONE) {
        if (due > now) return due;
        const struct question *question = &room->question[table];
        felt_heap_clear(&room->due, (uint32_t)table);
        if (question->bare)
            felt_room_session_answer(room->session, (uint32_t)table, question->seat,
                                     question->req_id, call_down(&question->view), now);
        else
            room->minds.ask(room->minds.self, (uint32_t)table, question->seat, question->req_id,
                            &question->view);
    }
    return INT64_MAX;
}

static void rest(struct bench_room *room, int64_t until)
{
    int64_t wait = until - felt_clock_us();
    struct pollfd bell = {.fd = room->bell, .events = POLLIN};
    if (wait < 0) wait = 0;
    if (wait > IDLE_US) wait = IDLE_US;
    struct timespec time = {.tv_nsec = (long)wait * 1000};
    uint64_t rung;
    if (ppoll(&bell, 1, &time, NULL) > 0 && read(room->bell, &rung, sizeof rung) < 0) return;
}

static int64_t sooner(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

static bool turn(struct bench_room *room)
{
    int64_t now = felt_clock_us();
    struct bench_room_thought thought;
    felt_room_session_acked(room->session, felt_journal_acked(room->journal.journal), now);
    take_receipts(room, now);
    while (room->minds.take(room->minds.self, &thought))
        felt_room_session_answer(room->session, thought.table, thought.seat, thought.req_id,
                                 thought.action, now);
    int64_t next = ask_due(room, now);
    next = sooner(next, room_conns_speak(&room->conns, room->session, now));
    next = sooner(next, felt_room_session_turn(room->session, room->date, now,
                                               now / 1000 + room->wall_minus_ms));
    if (room->pace == BENCH_ROOM_BARE) next = sooner(next, ask_due(room, felt_clock_us()));
    rest(room, next);
    return !felt_room_session_failed(room->session);
}

void bench_room_wake(void *self)
{
    struct bench_room *room = self;
    uint64_t one = 1;
    if (write(room->bell, &one, sizeof one) < 0) return; /* it is rung already */
}

/* ---- opening --------------------------------------------------------------------------------- */

static bool open_ledger(struct bench_room *room, struct felt_complaint *complaint)
{
    struct felt_ledger_store_config config = felt_ledger_store_config_usual;
    config.sql = (struct felt_sql_config){
        .kind = FELT_SQL_SQLITE, .place = room->bank_place, .wait_ms = 10000};
    config.ledger.digests = &felt_secret_digests;
    felt_secret_fill(config.ledger.secret, sizeof config.ledger.secret);
    config.waiting_max = 65536;
    if (felt_ledger_store_open(&config, &room->bank, complaint) != FELT_OK) return false;
    room->client = felt_ledger_client_open(room->bank, bench_room_wake, room);
    return room->client && room_journal_open(&room->journal, BENCH_JOURNAL_GROUP, room, complaint);
}

/* People, each with a session: the room session finds out by itself who they are. */
static bool sign_up(struct bench_room *room, int64_t wall_ms)
{
    for (uint32_t i = 0; i < room->config.people; i++) {
        struct felt_order order = {.kind = FELT_ORDER_SIGN_UP,
                                   .now_ms = wall_ms,
                                   .user_kind = FELT_USER_GUEST,
                                   .has_token = true,
                                   .expires_ms = wall_ms + SESSION_MS};
        char token[ROOM_TOKEN_BYTES];
        room_conns_token(i, token);
        felt_assert(felt_token_hash(&felt_secret_digests, token, strlen(token), order.token));
        (void)snprintf(order.key, sizeof order.key, "bench/%u", i);
        if (!felt_ledger_client_order(room->client, &order, i)) return false;
    }
    bool good = true;
    for (uint32_t i = 0; i < room->config.people; i++) {
        struct felt_ledger_store_reply reply;
        good &= felt_ledger_client_take(room->client, -1, &reply) &&
                reply.receipt.outcome == FELT_OUTCOME_OK;
    }
    return good;
}

static void make_stakes(struct bench_room *room)
{
    struct felt_room_config *live = &room->session_config.room;
    uint32_t left = room->config.tables;
    for (; left > 0; live->stakes++) {
        struct felt_stake *stake = &room->stake[live->stakes];
        uint32_t tables = left < ROOM_STAKE_TABLES ? left : ROOM_STAKE_TABLES;
        *stake = (struct felt_stake){.variant = "holdem",
                                     .limit = "no-limit",
                                     .game = {&room->adapter.adapter},
                                     .games = 1,
                                     .seats = BENCH_ROOM_SEATS,
                                     .tables = (uint8_t)tables,
                                     .house = BENCH_ROOM_HOUSE,
                                     .small_blind = SMALL_BLIND,
                                     .big_blind = BIG_BLIND,
                                     .buy_in_min = 20 * BIG_BLIND,
                                     .buy_in_max = BUY_IN_BLINDS * BIG_BLIND,
                                     .move_ms = MOVE_MS,
                                     .bank_ms = MOVE_MS};
        (void)snprintf(stake->id, sizeof stake->id, "b%d", live->stakes);
        (void)snprintf(stake->title, sizeof stake->title, "Bench %d", live->stakes);
        live->stake[live->stakes] = stake;
        left -= tables;
    }
}

static void fill_config(struct bench_room *room)
{
    const struct bench_room_config *config = &room->config;
    uint32_t house = config->tables * BENCH_ROOM_HOUSE + BENCH_ROOM_SEATS;
    uint32_t conns = config->people + config->spectators;
    room->session_config =
        (struct felt_room_session_config){.room = felt_room_config_usual,
                                          .limits = felt_arena_session_limits_usual,
                                          .seating = felt_house_seating_config_usual,
                                          .house_players = house,
                                          .house_fund = FUND};
    struct felt_room_config *live = &room->session_config.room;
    live->tables_max = config->tables + 8;
    live->conns_max = conns + house + 1; /* there may be no lines but the house's */
    live->players_max = house + config->people + 8;
    live->watches_max = 2 * conns + 8;
    room->session_config.seating.think_ms = 0;
    room->session_config.seating.stay_hands = 0;
    make_stakes(room);
}

static void fill_services(struct bench_room *room)
{
    room->services =
        (struct felt_room_session_services){.self = room,
                                            .digests = felt_secret_digests,
                                            .bank = felt_ledger_client_services(room->client),
                                            .entropy = give_entropy,
                                            .now_us = give_time,
                                            .append = append,
                                            .flush = flush,
                                            .local_sit = local_sit,
                                            .local_stand = local_stand,
                                            .local_begin = local_begin,
                                            .local_event = local_event,
                                            .local_ask = local_ask};
    room->link = (struct felt_transport){.self = &room->conns,
                                         .send = room_conns_send,
                                         .hold = link_hold,
                                         .dismiss = link_dismiss,
                                         .pause = link_pause,
                                         .mark = link_mark};
}

static void win_nothing(const void *rules, const void *state, felt_chips out[FELT_SEATS_MAX])
{
    (void)rules, (void)state;
    for (int seat = 0; seat < FELT_SEATS_MAX; seat++) out[seat] = 0;
}

static bool make_game(struct bench_room *room, struct felt_complaint *complaint)
{
    if (felt_poker_adapter_make(&room->adapter, "holdem", FELT_NO_LIMIT, SMALL_BLIND, BIG_BLIND,
                                complaint) != FELT_OK)
        return false;
    room->scoreless = *room->adapter.adapter.game;
    room->scoreless.payoff = win_nothing;
    if (room->config.no_ledger) room->adapter.adapter.game = &room->scoreless;
    return true;
}

static bool make_room(struct bench_room *room, struct felt_complaint *complaint)
{
    uint32_t tables = room->config.tables + 8;
    room->question = calloc(tables, sizeof *room->question);
    room->due_memory = malloc(felt_heap_bytes(tables));
    room->bell = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
    if (!room->question || !room->due_memory || room->bell < 0 ||
        !room_conns_open(&room->conns, &room->config)) {
        (void)felt_complain(complaint, FELT_FULL, 0, 0, "not enough memory");
        return false;
    }
    felt_heap_init(&room->due, tables, room->due_memory);
    if (!make_game(room, complaint)) return false;
    look_around(NULL, NULL, &room->older);
    if (!open_ledger(room, complaint)) return false;
    look_around(&room->older, NULL, &room->bank_threads);
    fill_config(room);
    fill_services(room);
    return true;
}

struct bench_room *bench_room_open(const struct bench_room_config *config,
                                   struct felt_complaint *complaint)
{
    felt_assert(config->tables > 0 && config->tables <= BENCH_ROOM_TABLES_MAX);
    felt_assert(config->people <= config->tables);
    struct bench_room *room = calloc(1, sizeof *room);
    if (!room) {
        (void)felt_complain(complaint, FELT_FULL, 0, 0, "not enough memory");
        return NULL;
    }
    room->config = *config;
    room->bell = -1;
    room->random = 1;
    (void)snprintf(room->bank_place, sizeof room->bank_place, "%s/bank", config->directory);
    (void)snprintf(room->journal.place, sizeof room->journal.place, "%s/journal",
                   config->directory);
    if (make_room(room, complaint)) return room;
    bench_room_close(room);
    return NULL;
}

void bench_room_close(struct bench_room *room)
{
    if (!room) return;
    if (room->session) felt_room_session_close(room->session);
    if (room->bank) felt_ledger_store_close(room->bank);
    room_journal_close(&room->journal);
    if (room->bell >= 0) (void)close(room->bell);
    room_conns_close(&room->conns);
    room_empty(room->bank_place);
    free(room->question);
    free(room->due_memory);
    free(room);
}

/* ---- measuring ------------------------------------------------------------------------------- */

/* Every seat of the house is taken, and everybody else is there. */
static bool is_full(const struct bench_room *room)
{
    const struct felt_room_counts *counts = felt_room_counts(felt_room_session_room(room->session));
    return counts->seated >= room->config.tables * BENCH_ROOM_HOUSE &&
           room->conns.seated >= room->config.people &&
           room->conns.watching >= room->config.spectators;
}

bool bench_room_start(struct bench_room *room, const struct bench_room_minds *minds, double seconds)
{
    struct timespec wall;
    (void)clock_gettime(CLOCK_REALTIME, &wall);
    int64_t now = felt_clock_us(), end = now + (int64_t)(seconds * 1e6);
    int64_t wall_ms = (int64_t)wall.tv_sec * 1000 + wall.tv_nsec / 1000000;
    room->minds = *minds;
    room->date = felt_clock_date();
    room->wall_minus_ms = wall_ms - now / 1000;
    look_around(&room->older, &room->bank_threads, &room->mind_threads);
    if (!sign_up(room, wall_ms)) return false;
    room->session = felt_room_session_open(&room->session_config, &room->services, &room->link);
    if (!room->session) return false;
    room->pace = BENCH_ROOM_PACED;
    felt_room_session_resume(room->session, room->date, now, wall_ms);
    while (!felt_room_is_open(felt_room_session_room(room->session)) && felt_clock_us() < end)
        if (!turn(room)) return false;
    room_conns_connect(&room->conns, room->session, felt_clock_us());
    while (!is_full(room) && felt_clock_us() < end)
        if (!turn(room)) return false;
    return is_full(room);
}

bool bench_room_journal(struct bench_room *room, enum bench_room_journal kind)
{
    struct felt_journal *journal = room->journal.journal;
    if (felt_journal_wait(journal, 0) != FELT_OK) return false;
    felt_room_session_acked(room->session, felt_journal_acked(journal), felt_clock_us());
    felt_assert(felt_room_session_waiting(room->session) == 0);
    room_journal_close(&room->journal);
    return room_journal_open(&room->journal, kind, room, NULL);
}

bool bench_room_run(struct bench_room *room, enum bench_room_pace pace, double seconds,
                    struct bench_room_result *out)
{
    const struct felt_room_counts *counts = felt_room_counts(felt_room_session_room(room->session));
    /* Tables that were asked in the same moment would be asked together for ever. */
    if (pace == BENCH_ROOM_PACED && room->pace != pace)
        for (uint32_t i = 0; i < room->config.tables; i++) room->question[i].last_us = 0;
    room->pace = pace;
    struct bench_room_result before = {.actions = counts->actions,
                                       .hands = counts->hands,
                                       .frames = room->conns.frames,
                                       .bytes = room->conns.bytes,
                                       .loop_s = own_seconds(),
                                       .waited_s = waited_seconds(),
                                       .minds_s = seconds_of(&room->mind_threads),
                                       .bank_s = seconds_of(&room->bank_threads)};
    int64_t begin = felt_clock_us(), end = begin + (int64_t)(seconds * 1e6);
    bool good = true;
    while (good && felt_clock_us() < end) good = turn(room);
    counts = felt_room_counts(felt_room_session_room(room->session));
    *out = (struct bench_room_result){.seconds = (double)(felt_clock_us() - begin) / 1e6,
                                      .actions = counts->actions - before.actions,
                                      .hands = counts->hands - before.hands,
                                      .frames = room->conns.frames - before.frames,
                                      .bytes = room->conns.bytes - before.bytes,
                                      .loop_s = own_seconds() - before.loop_s,
                                      .waited_s = waited_seconds() - before.waited_s,
                                      .minds_s = seconds_of(&room->mind_threads) - before.minds_s,
                                      .bank_s = seconds_of(&room->bank_threads) - before.bank_s};
    return good;
}

uint32_t bench_room_latency(struct bench_room *room, double *p50_us, double *p99_us, double *max_us)
{
    return room_conns_latency(&room->conns, p50_us, p99_us, max_us);
}

uint32_t bench_room_samples(struct bench_room *room, uint32_t *out, uint32_t count)
{
    return room_conns_samples(&room->conns, out, count);
}

double bench_room_echo(struct bench_room *room, double seconds)
{
    int64_t end = felt_clock_us() + (int64_t)(seconds * 1e6);
    double begin = own_seconds();
    uint64_t copies = 0, more = 1;
    while (more > 0 && felt_clock_us() < end) copies += more = room_conns_echo(&room->conns);
    return copies ? (own_seconds() - begin) / (double)copies : 0;
}
