/* ledger.c -- see ledger.h. */
#include "bench/ledger.h"

#include "os/clock.h"
#include "os/secret.h"
#include "store/ledger/ledger_store.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    TABLES = 20,
    SEATS = 6,
    STACK = 1000000,
    BLOCK = 4096,
    SAMPLES_MAX = 1 << 18,
    ROUNDS_MAX = 999,
    PLACE_BYTES = 4096,
    FLIGHT_MAX = 100
};

struct work {
    const struct ledger_bench *bench;
    uint64_t number; /* of the next key                                                          */
    uint64_t seed;
    int64_t user[TABLES][SEATS];
    int64_t given[FLIGHT_MAX];
    uint32_t *sample; /* microseconds                                                            */
    size_t samples;
    double rate[LEDGER_ROWS][ROUNDS_MAX], p50[LEDGER_ROWS][ROUNDS_MAX];
    double p99[LEDGER_ROWS][ROUNDS_MAX], batch[LEDGER_ROWS][ROUNDS_MAX];
};

static void note(struct work *work, int64_t us)
{
    if (work->samples < SAMPLES_MAX) work->sample[work->samples++] = us > 0 ? (uint32_t)us : 0;
}

static int compare_samples(const void *a, const void *b)
{
    uint32_t one = *(const uint32_t *)a, other = *(const uint32_t *)b;
    return (one > other) - (one < other);
}

static int compare_doubles(const void *a, const void *b)
{
    double one = *(const double *)a, other = *(const double *)b;
    return (one > other) - (one < other);
}

static void keep(struct work *work, enum ledger_row row, int round, uint64_t done, int64_t us,
                 double batch)
{
    work->rate[row][round] = us > 0 ? (double)done * 1e6 / (double)us : 0;
    work->batch[row][round] = batch;
    if (!work->samples) return;
    qsort(work->sample, work->samples, sizeof work->sample[0], compare_samples);
    work->p50[row][round] = work->sample[work->samples / 2];
    work->p99[row][round] = work->sample[work->samples * 99 / 100];
}

static bool time_is_left(const struct work *work, int64_t start)
{
    return (double)(felt_clock_us() - start) < work->bench->seconds * 1e6;
}

/* ---- yardsticks ---- */

static bool sync_blocks(struct work *work, int round)
{
    char name[4096], block[BLOCK];
    (void)snprintf(name, sizeof name, "%s/sync", work->bench->directory);
    int file = open(name, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (file < 0) return false;
    memset(block, (int)(round & 0xff), sizeof block);
    bool good = true;
    uint64_t done = 0;
    int64_t start = felt_clock_us(), before = start, now = start;
    while (good && time_is_left(work, start)) {
        good = pwrite(file, block, BLOCK, (off_t)(done % 256) * BLOCK) == BLOCK &&
               fdatasync(file) == 0;
        done++;
        now = felt_clock_us();
        note(work, now - before);
        before = now;
    }
    (void)close(file);
    keep(work, LEDGER_SYNC, round, done, now - start, 1);
    return good;
}

static bool commit_statements(struct work *work, int round)
{
    static const struct felt_statement statement = {
        "UPDATE counters SET value = value + 1 WHERE name = $1", "t"};
    struct felt_sql *sql;
    if (felt_sql_open(&work->bench->sql, &sql, NULL) != FELT_OK) return false;
    const struct felt_value name = felt_value_text("audit");
    bool good = true;
    uint64_t done = 0;
    int64_t start = felt_clock_us(), before = start, now = start;
    while (good && time_is_left(work, start)) {
        felt_sql_begin(sql, true);
        felt_sql_add(sql, &statement, &name, 1, NULL, NULL);
        good = felt_sql_commit(sql) == FELT_SQL_OK;
        done++;
        now = felt_clock_us();
        note(work, now - before);
        before = now;
    }
    felt_sql_close(sql);
    keep(work, LEDGER_SINGLE, round, done, now - start, 1);
    return good;
}

/* ---- settlements ---- */

static uint64_t draw(struct work *work)
{
    work->seed = work->seed * UINT64_C(6364136223846793005) + 1442695040888963407;
    return work->seed >> 33;
}

/* Somebody wins what the others lose: stacks only wander. */
static void make_hand(struct work *work, struct felt_order *order)
{
    uint64_t table = draw(work) % TABLES, winner = draw(work) % SEATS;
    *order = (struct felt_order){
        .kind = FELT_ORDER_SETTLE, .now_ms = (int64_t)++work->number, .seats = SEATS};
    (void)snprintf(order->key, sizeof order->key, "hand:%llu:settle",
                   (unsigned long long)work->number);
    (void)snprintf(order->hand, sizeof order->hand, "H-%llu", (unsigned long long)work->number);
    (void)snprintf(order->table, sizeof order->table, "t%llu", (unsigned long long)table);
    felt_chips pot = 0;
    for (uint64_t seat = 0; seat < SEATS; seat++) {
        felt_chips lost = (felt_chips)(draw(work) % 20) + 1;
        order->seat[seat] = (struct felt_order_seat){work->user[table][seat], -lost};
        if (seat != winner) pot += lost;
    }
    order->seat[winner].won = pot;
}

static bool give_hand(struct work *work, struct felt_ledger_client *client, uint64_t ticket)
{
    struct felt_order order;
    make_hand(work, &order);
    work->given[ticket] = felt_clock_us();
    return felt_ledger_client_order(client, &order, ticket);
}

static bool settle_on(struct work *work, struct felt_ledger_store *store, enum ledger_row row,
                      int flight, int round)
{
    struct felt_ledger_client *client = felt_ledger_client_open(store, NULL, NULL);
    if (!client) return false;
    struct felt_ledger_store_counts before, after;
    felt_ledger_store_counts(store, &before);
    bool good = true;
    uint64_t done = 0;
    int under_way = 0;
    int64_t start = felt_clock_us(), now = start;
    for (; under_way < flight && good; under_way++)
        good = give_hand(work, client, (uint64_t)under_way);
    while (under_way > 0) {
        struct felt_ledger_store_reply reply;
        if (!felt_ledger_client_take(client, -1, &reply)) continue;
        now = felt_clock_us();
        note(work, now - work->given[reply.ticket]);
        good &= reply.receipt.outcome == FELT_OUTCOME_OK;
        done++;
        if (good && time_is_left(work, start))
            good = give_hand(work, client, reply.ticket);
        else
            under_way--;
    }
    felt_ledger_client_close(client);
    felt_ledger_store_counts(store, &after);
    uint64_t batches = after.batches - before.batches;
    keep(work, row, round, done, now - start, batches ? (double)done / (double)batches : 0);
    return good;
}

static struct felt_ledger_store *open_bank(const struct work *work, uint32_t batch_max,
                                           struct felt_complaint *complaint)
{
    struct felt_ledger_store_config config = felt_ledger_store_config_usual;
    struct felt_ledger_store *store = NULL;
    config.sql = work->bench->sql;
    config.ledger.digests = &felt_secret_digests;
    config.batch_max = batch_max;
    config.owner = "00000000000000000000000000000001"; /* as a server has one, on PostgreSQL */
    config.place = "felt bench ledger";
    return felt_ledger_store_open(&config, &store, complaint) == FELT_OK ? store : NULL;
}

static bool settle(struct work *work, enum ledger_row row, int flight, uint32_t batch_max,
                   int round, struct felt_complaint *complaint)
{
    struct felt_ledger_store *store = open_bank(work, batch_max, complaint);
    if (!store) return false;
    bool good = settle_on(work, store, row, flight, round);
    felt_ledger_store_close(store);
    return good;
}

/* ---- a room full of players ---- */

static bool do_order(struct felt_ledger_client *client, struct felt_order *order,
                     struct felt_receipt *receipt)
{
    order->now_ms = 1;
    felt_ledger_client_do(client, order, receipt);
    return receipt->outcome == FELT_OUTCOME_OK;
}

static bool seat_player(struct work *work, struct felt_ledger_client *client, int table, int seat)
{
    int number = table * SEATS + seat;
    struct felt_receipt receipt;
    struct felt_order order = {.kind = FELT_ORDER_SIGN_UP, .user_kind = FELT_USER_HUMAN};
    (void)snprintf(order.username, sizeof order.username, "bench%d", number);
    (void)snprintf(order.key, sizeof order.key, "up:%d", number);
    if (!do_order(client, &order, &receipt)) return false;
    int64_t user = work->user[table][seat] = receipt.user.id;
    order = (struct felt_order){.kind = FELT_ORDER_CREDIT, .user = user, .amount = STACK};
    (void)snprintf(order.key, sizeof order.key, "credit:%d", number);
    if (!do_order(client, &order, &receipt)) return false;
    order = (struct felt_order){.kind = FELT_ORDER_BUY_IN, .user = user, .amount = STACK};
    (void)snprintf(order.key, sizeof order.key, "in:%d", number);
    (void)snprintf(order.table, sizeof order.table, "t%d", table);
    return do_order(client, &order, &receipt);
}

static bool seat_players(struct work *work, struct felt_complaint *complaint)
{
    struct felt_ledger_store *store = open_bank(work, FELT_LEDGER_ORDERS_MAX, complaint);
    if (!store) return false;
    struct felt_ledger_client *client = felt_ledger_client_open(store, NULL, NULL);
    bool good = client != NULL;
    for (int table = 0; table < TABLES; table++)
        for (int seat = 0; good && seat < SEATS; seat++)
            good = seat_player(work, client, table, seat);
    if (client) felt_ledger_client_close(client);
    felt_ledger_store_close(store);
    return good;
}

/* ---- all of it ---- */

static bool run_rounds(struct work *work, void (*tick)(void *self, double done), void *self,
                       struct felt_complaint *complaint)
{
    static const struct {
        enum ledger_row row;
        int flight;
        uint32_t batch_max;
    } rows[] = {{LEDGER_ONE, 1, FELT_LEDGER_ORDERS_MAX},
                {LEDGER_TEN, 10, FELT_LEDGER_ORDERS_MAX},
                {LEDGER_HUNDRED, 100, FELT_LEDGER_ORDERS_MAX},
                {LEDGER_UNBATCHED, 100, 1}};
    enum { SETTLED = sizeof rows / sizeof rows[0] };
    bool good = true;
    for (int round = 0; good && round < work->bench->rounds; round++) {
        work->samples = 0;
        good = sync_blocks(work, round);
        work->samples = 0;
        good = good && commit_statements(work, round);
        for (int i = 0; good && i < SETTLED; i++) {
            work->samples = 0;
            good = settle(work, rows[i].row, rows[i].flight, rows[i].batch_max, round, complaint);
            if (tick) tick(self, (round + (i + 1.0) / SETTLED) / work->bench->rounds);
        }
    }
    if (!good && !complaint->text[0])
        (void)felt_complain(complaint, FELT_FULL, 0, 0, "the disk or the database failed");
    return good;
}

static double middle(double *figures, int count)
{
    qsort(figures, (size_t)count, sizeof figures[0], compare_doubles);
    return figures[count / 2];
}

/* On a server everything happens in a schema of its own, which is dropped in the end: whatever else
 * is in the database is not seen. */
struct room {
    struct felt_sql *sql; /* to make and drop it; NULL: a file, which goes with its directory */
    char name[32];
    char place[PLACE_BYTES];
};

static bool open_room(const struct ledger_bench *bench, struct room *room,
                      struct felt_sql_config *config, struct felt_complaint *complaint)
{
    *room = (struct room){.sql = NULL};
    *config = bench->sql;
    if (bench->sql.kind != FELT_SQL_POSTGRES) return true;
    uint32_t number;
    char text[80];
    felt_secret_fill(&number, sizeof number);
    (void)snprintf(room->name, sizeof room->name, "felt_bench_%08x", number);
    bool url = strstr(config->place, "://") != NULL;
    int bytes = snprintf(room->place, sizeof room->place, "%s%s%s", config->place,
                         !url                                 ? " options=-csearch_path="
                         : strchr(config->place, '?') != NULL ? "&options=-csearch_path%3D"
                                                              : "?options=-csearch_path%3D",
                         room->name);
    if (bytes < 0 || bytes >= (int)sizeof room->place) {
        (void)felt_complain(complaint, FELT_UNSUPPORTED, 0, 0, "the conninfo is too long");
        return false;
    }
    if (felt_sql_open(&bench->sql, &room->sql, complaint) != FELT_OK) return false;
    (void)snprintf(text, sizeof text, "CREATE SCHEMA %s", room->name);
    if (felt_sql_script(room->sql, text) != FELT_SQL_OK) {
        (void)felt_complain(complaint, FELT_UNSUPPORTED, 0, 0, "%s", felt_sql_why(room->sql));
        felt_sql_close(room->sql);
        room->sql = NULL;
        return false;
    }
    config->place = room->place;
    return true;
}

static void close_room(struct room *room)
{
    char text[80];
    if (!room->sql) return;
    (void)snprintf(text, sizeof text, "DROP SCHEMA %s CASCADE", room->name);
    if (felt_sql_script(room->sql, text) != FELT_SQL_OK)
        fprintf(stderr, "felt bench: schema %s could not be dropped: %s\n", room->name,
                felt_sql_why(room->sql));
    felt_sql_close(room->sql);
}

bool bench_ledger(const struct ledger_bench *bench, struct ledger_figures figures[LEDGER_ROWS],
                  void (*tick)(void *self, double done), void *self,
                  struct felt_complaint *complaint)
{
    struct room room;
    struct ledger_bench inside = *bench;
    *complaint = (struct felt_complaint){0};
    if (!open_room(bench, &room, &inside.sql, complaint)) return false;
    struct work *work = calloc(1, sizeof *work);
    if (work) work->sample = malloc(SAMPLES_MAX * sizeof work->sample[0]);
    bool good = work && work->sample;
    if (good) {
        work->bench = &inside;
        work->seed = 1;
        good = seat_players(work, complaint) && run_rounds(work, tick, self, complaint);
    }
    for (int row = 0; good && row < LEDGER_ROWS; row++) {
        figures[row].median = middle(work->rate[row], bench->rounds);
        figures[row].best = work->rate[row][bench->rounds - 1];
        figures[row].p50_us = middle(work->p50[row], bench->rounds);
        figures[row].p99_us = middle(work->p99[row], bench->rounds);
        figures[row].batch = middle(work->batch[row], bench->rounds);
    }
    close_room(&room);
    if (work) free(work->sample);
    free(work);
    return good;
}
