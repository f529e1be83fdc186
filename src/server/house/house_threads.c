/* house_threads.c -- seats, a queue of those that were asked, threads that think.
 *
 * A seat has two halves.  What it has to hear and the last question belong to the loop and are
 * touched under the lock.  The player and what it is hearing belong, while the seat is busy, to
 * the thread that took it from the queue, and are touched without.  enqueue() hands everything
 * over: lists are exchanged, the question and the settings are copied.
 *
 * A house player's block is 160 KB, of which 6 KB must last from one decision to the next; the rest
 * saves work within a hand.  So the first seats get whole blocks, until WHOLE_BYTES_MAX is spent,
 * and the others keep what must last: a thread copies it to the front of a block of its own, thinks
 * there, and copies it back.  The same hand costs such a seat more time, but six thousand of them
 * need no gigabyte. */
#include "server/house/house_threads.h"

#include "felt/assert.h"
#include "os/clock.h"
#include "os/thread_pool.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

enum {
    THREADS_MAX = 4,
    SHARE_OF_TIME = 2,
    THINK_MS_MAX = 3000,
    NOTES_FEW = 16,
    NOTES_MAX = 2048, /* to be heard by a seat that is not asked; then it forgets              */
    NICENESS = 5      /* the loop comes first                                                   */
};
static const uint64_t WHOLE_BYTES_MAX = 64 << 20;

struct note { /* a hand begins, or an event                                                     */
    bool begins;
    union {
        struct felt_place place;
        struct felt_event event;
    };
};

struct table_seat {
    uint32_t table;
    felt_seat seat;
    bool gone, busy, asked;
    struct table_seat *next; /* at the same table */
    struct table_seat *queued, *answered;
    struct felt_player_spec wanted, playing; /* from the next hand on; in this one               */
    const struct felt_game_adapter *adapter; /* of this hand */
    struct note *note;                       /* to be heard                                     */
    uint32_t notes, notes_room;
    uint64_t req_id;
    int64_t asked_us;
    struct felt_view view;
    /* of the thread that has it */
    struct note *heard;
    uint32_t heard_count, heard_room;
    const struct felt_game_adapter *heard_adapter;
    uint64_t asked_id;
    int64_t since_us, until_us;
    struct felt_view asked_view;
    struct felt_player_spec player;
    bool whole, fresh, adjusts; /* the whole block is here; sit() first; adjust() first          */
    bool begun;                 /* a hand                                                       */
    struct felt_rng rng;
    struct felt_place place;
    struct felt_action action;
    void *block; /* NULL: there was no memory                                                   */
};

/* A thread's own block, for seats that have none. */
struct desk {
    void *bytes;
    size_t room;
};

struct felt_house_threads {
    bool has_player;
    struct felt_player_spec player;
    struct felt_rng rng;
    uint64_t players_made;
    uint32_t move_ms;
    void (*wake)(void *self);
    void *self;
    pthread_mutex_t mutex;
    pthread_cond_t work;
    bool stop;
    int threads;
    pthread_t thread[THREADS_MAX];
    uint32_t tables;
    struct table_seat **table_seats; /* by table */
    struct table_seat *queue, **queue_end, *answers, **answers_end;
    uint64_t whole_bytes;
    struct felt_house_threads_counts counts;
};

/* ---- threads ---- */

static bool time_left(void *self)
{
    return felt_clock_us() < ((struct table_seat *)self)->until_us;
}

static void hear(struct table_seat *table_seat, void *self)
{
    const struct felt_player_kind *kind = table_seat->player.kind;
    const struct felt_game_adapter *adapter = table_seat->heard_adapter;
    bool inside =
        adapter && adapter->place_inside; /* then all that is heard is of the hand asked about */
    const struct felt_view *view = &table_seat->asked_view;
    for (uint32_t i = 0; i < table_seat->heard_count; i++) {
        struct note note = table_seat->heard[i];
        if (note.begins) {
            table_seat->place = note.place;
            if (inside) adapter->place_inside(adapter, view, &table_seat->place);
            table_seat->place.owner = table_seat->player.owner;
            table_seat->begun = true;
            kind->begin(self, &table_seat->place);
        } else if (table_seat->begun && kind->observe) {
            if (inside) adapter->event_inside(adapter, view, &note.event);
            kind->observe(self, &note.event);
        }
    }
    if (inside) adapter->view_inside(adapter, &table_seat->asked_view);
}

/* Half of the move time counts from the question, so that a long queue makes decisions short, not
 * late. */
static void decide(const struct felt_house_threads *threads, struct table_seat *table_seat,
                   void *self)
{
    const struct felt_player_spec *player = &table_seat->player;
    int64_t now = felt_clock_us(), most = now + (int64_t)THINK_MS_MAX * 1000;
    table_seat->until_us = table_seat->since_us + (int64_t)threads->move_ms * 1000 / SHARE_OF_TIME;
    if (table_seat->until_us > most) table_seat->until_us = most;
    struct felt_budget budget = {
        .samples = felt_player_samples(player, 0), .time_left = time_left, .self = table_seat};
    table_seat->action = player->kind->choose(self, &table_seat->asked_view, &budget).action;
}

static void *block_of(struct table_seat *table_seat, struct desk *desk)
{
    const struct felt_player_kind *kind = table_seat->player.kind;
    if (table_seat->whole || !table_seat->block) return table_seat->block;
    if (desk->room < kind->bytes) {
        void *more = realloc(desk->bytes, kind->bytes);
        if (!more) return NULL;
        desk->bytes = more;
        desk->room = kind->bytes;
    }
    memcpy(desk->bytes, table_seat->block, kind->lasting);
    memset((char *)desk->bytes + kind->lasting, 0, kind->bytes - kind->lasting);
    return desk->bytes;
}

/* Without the lock: the seat is ours. */
static void think(const struct felt_house_threads *threads, struct table_seat *table_seat,
                  struct desk *desk)
{
    const struct felt_player_kind *kind = table_seat->player.kind;
    void *self = block_of(table_seat, desk);
    if (self && (table_seat->fresh || (table_seat->adjusts && !kind->adjust))) {
        kind->sit(self, &table_seat->player.settings, table_seat->rng);
        table_seat->begun = false;
    } else if (self && table_seat->adjusts) {
        kind->adjust(self, &table_seat->player.settings);
    }
    if (self) {
        table_seat->fresh = table_seat->adjusts = false;
        hear(table_seat, self);
    }
    if (self && table_seat->begun)
        decide(threads, table_seat, self);
    else
        table_seat->action = felt_player_timid(&table_seat->asked_view);
    if (self && !table_seat->whole) memcpy(table_seat->block, self, kind->lasting);
}

static void *work(void *self)
{
    struct felt_house_threads *threads = self;
    struct desk desk = {0};
    (void)setpriority(PRIO_PROCESS, 0, NICENESS); /* on Linux: of this thread */
    (void)pthread_mutex_lock(&threads->mutex);
    for (;;) {
        while (!threads->queue && !threads->stop)
            (void)pthread_cond_wait(&threads->work, &threads->mutex);
        if (threads->stop) break;
        struct table_seat *table_seat = threads->queue;
        threads->queue = table_seat->queued;
        if (!threads->queue) threads->queue_end = &threads->queue;
        threads->counts.waiting--;
        (void)pthread_mutex_unlock(&threads->mutex);
        int64_t began = felt_clock_us();
        think(threads, table_seat, &desk);
        uint64_t took = (uint64_t)(felt_clock_us() - began);
        (void)pthread_mutex_lock(&threads->mutex);
        threads->counts.answers++;
        threads->counts.think_us += took;
        if (took > threads->counts.longest_us) threads->counts.longest_us = took;
        table_seat->answered = NULL;
        *threads->answers_end = table_seat;
        threads->answers_end = &table_seat->answered;
        threads->wake(threads->self);
    }
    (void)pthread_mutex_unlock(&threads->mutex);
    free(desk.bytes);
    return NULL;
}

/* ---- a seat's memory; with the lock, nobody thinks there ---- */

static void drop_block(struct felt_house_threads *threads, struct table_seat *table_seat)
{
    if (!table_seat->block) return;
    const struct felt_player_kind *kind = table_seat->player.kind;
    if (table_seat->whole) threads->whole_bytes -= kind->bytes;
    threads->counts.bytes -= table_seat->whole ? kind->bytes : kind->lasting;
    free(table_seat->block);
    table_seat->block = NULL;
}

static void make_block(struct felt_house_threads *threads, struct table_seat *table_seat)
{
    const struct felt_player_kind *kind = table_seat->player.kind;
    table_seat->whole = !kind->lasting || threads->whole_bytes + kind->bytes <= WHOLE_BYTES_MAX;
    size_t bytes = table_seat->whole ? kind->bytes : kind->lasting;
    table_seat->block = calloc(1, bytes);
    table_seat->fresh = true;
    if (!table_seat->block) return;
    if (table_seat->whole) threads->whole_bytes += bytes;
    threads->counts.bytes += bytes;
}

static bool same_settings(const struct felt_player_spec *a, const struct felt_player_spec *b)
{
    const struct felt_strategy_config *x = &a->settings, *y = &b->settings;
    return x->aggression == y->aggression && x->tightness == y->tightness &&
           x->bluff_frequency == y->bluff_frequency &&
           x->randomization_factor == y->randomization_factor &&
           x->slow_play_threshold == y->slow_play_threshold;
}

/* The player of this hand takes the seat, unless he has it. */
static void seat_player(struct felt_house_threads *threads, struct table_seat *table_seat)
{
    bool other = table_seat->player.kind != table_seat->playing.kind;
    table_seat->adjusts =
        table_seat->adjusts || !same_settings(&table_seat->player, &table_seat->playing);
    if (other) drop_block(threads, table_seat);
    table_seat->player = table_seat->playing;
    if (!table_seat->block) make_block(threads, table_seat);
    if (table_seat->fresh || table_seat->adjusts)
        table_seat->rng = felt_rng_split(&threads->rng, threads->players_made++);
}

/* Hands the seat to a thread: what it heard, and the question. */
static void enqueue(struct felt_house_threads *threads, struct table_seat *table_seat)
{
    struct note *spare = table_seat->heard;
    uint32_t spare_room = table_seat->heard_room;
    seat_player(threads, table_seat);
    table_seat->busy = true;
    table_seat->asked = false;
    table_seat->heard = table_seat->note;
    table_seat->heard_count = table_seat->notes;
    table_seat->heard_room = table_seat->notes_room;
    table_seat->heard_adapter = table_seat->adapter;
    table_seat->note = spare;
    table_seat->notes = 0;
    table_seat->notes_room = spare_room;
    table_seat->asked_id = table_seat->req_id;
    table_seat->since_us = table_seat->asked_us;
    table_seat->asked_view = table_seat->view;
    table_seat->queued = NULL;
    *threads->queue_end = table_seat;
    threads->queue_end = &table_seat->queued;
    threads->counts.waiting++;
    (void)pthread_cond_signal(&threads->work);
}

/* ---- opening ---- */

struct felt_house_threads *felt_house_threads_open(const struct felt_player_spec *player,
                                                   uint32_t tables, uint64_t seed, uint32_t move_ms,
                                                   void (*wake)(void *self), void *self)
{
    struct felt_house_threads *threads = calloc(1, sizeof *threads);
    struct table_seat **table_seats = calloc(tables ? tables : 1, sizeof(struct table_seat *));
    if (!threads || !table_seats) {
        free(threads);
        free(table_seats);
        return NULL;
    }
    threads->tables = tables;
    threads->table_seats = table_seats;
    threads->has_player = player != NULL;
    if (player) threads->player = *player;
    threads->rng = felt_rng_make(seed);
    threads->move_ms = move_ms;
    threads->wake = wake;
    threads->self = self;
    threads->queue_end = &threads->queue;
    threads->answers_end = &threads->answers;
    (void)pthread_mutex_init(&threads->mutex, NULL);
    (void)pthread_cond_init(&threads->work, NULL);
    int wanted = felt_thread_pool_processors();
    if (wanted > THREADS_MAX) wanted = THREADS_MAX;
    while (threads->threads < wanted &&
           pthread_create(&threads->thread[threads->threads], NULL, work, threads) == 0)
        threads->threads++;
    if (threads->threads) return threads;
    felt_house_threads_close(threads);
    return NULL;
}

static void free_table_seat(struct felt_house_threads *threads, struct table_seat *table_seat)
{
    drop_block(threads, table_seat);
    free(table_seat->note);
    free(table_seat->heard);
    free(table_seat);
}

void felt_house_threads_close(struct felt_house_threads *threads)
{
    if (!threads) return;
    (void)pthread_mutex_lock(&threads->mutex);
    threads->stop = true;
    (void)pthread_cond_broadcast(&threads->work);
    (void)pthread_mutex_unlock(&threads->mutex);
    for (int i = 0; i < threads->threads; i++) (void)pthread_join(threads->thread[i], NULL);
    for (uint32_t table = 0; table < threads->tables; table++) {
        for (struct table_seat *table_seat = threads->table_seats[table], *next; table_seat;
             table_seat = next) {
            next = table_seat->next;
            free_table_seat(threads, table_seat);
        }
    }
    free(threads->table_seats);
    (void)pthread_cond_destroy(&threads->work);
    (void)pthread_mutex_destroy(&threads->mutex);
    free(threads);
}

/* ---- seats; with the lock ---- */

static struct table_seat *find(const struct felt_house_threads *threads, uint32_t table,
                               felt_seat seat)
{
    felt_assert(table < threads->tables);
    struct table_seat *table_seat = threads->table_seats[table];
    while (table_seat && (table_seat->seat != seat || table_seat->gone))
        table_seat = table_seat->next;
    return table_seat;
}

/* The player's memory comes with the first question: many seats are never asked. */
static struct table_seat *make(struct felt_house_threads *threads, uint32_t table, felt_seat seat,
                               const struct felt_player_spec *player)
{
    struct table_seat *table_seat = calloc(1, sizeof *table_seat);
    if (!table_seat) return NULL;
    table_seat->table = table;
    table_seat->seat = seat;
    table_seat->wanted = table_seat->playing = table_seat->player = *player;
    table_seat->next = threads->table_seats[table];
    threads->table_seats[table] = table_seat;
    threads->counts.table_seats++;
    return table_seat;
}

static void unlink_table_seat(struct felt_house_threads *threads, struct table_seat *table_seat)
{
    struct table_seat **link = &threads->table_seats[table_seat->table];
    while (*link != table_seat) link = &(*link)->next;
    *link = table_seat->next;
    free_table_seat(threads, table_seat);
}

/* A thread may have it: it goes when its answer is taken. */
static void clear(struct felt_house_threads *threads, struct table_seat *table_seat)
{
    if (!table_seat->gone) threads->counts.table_seats--;
    table_seat->gone = true;
    if (!table_seat->busy) unlink_table_seat(threads, table_seat);
}

static void add_note(struct table_seat *table_seat, const struct note *note)
{
    if (table_seat->notes == table_seat->notes_room) {
        uint32_t room = table_seat->notes_room ? 2 * table_seat->notes_room : NOTES_FEW;
        struct note *more = realloc(table_seat->note, room * sizeof *more);
        if (!more) return; /* it hears less */
        table_seat->note = more;
        table_seat->notes_room = room;
    }
    table_seat->note[table_seat->notes++] = *note;
}

/* Somebody who knows the game: the house before all others, then whoever knows this one, then
 * whoever weighs what is worth more. */
static void replace(const struct felt_game_adapter *adapter, struct felt_player_spec *player)
{
    static const char *const names[] = {"house", "narc:3", "greedy"};
    const struct felt_player_kind *kind = player->kind;
    struct felt_place place = {.game = adapter->game, .rules = adapter->rules};
    if (adapter->place_inside) adapter->place_inside(adapter, NULL, &place);
    if (kind->plays(place.game, place.rules)) return;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        struct felt_player_spec named;
        if (felt_player_read(names[i], strlen(names[i]), &named, NULL) != FELT_OK ||
            !named.kind->plays(place.game, place.rules))
            continue;
        *player = named;
        return;
    }
    for (int i = 0; i < felt_player_count() && !kind->plays(place.game, place.rules); i++)
        kind = felt_player_at(i);
    *player = (struct felt_player_spec){.kind = kind, .settings = felt_strategy_config_default()};
}

/* ---- what the loop calls ---- */

bool felt_house_threads_sit(struct felt_house_threads *threads, uint32_t table, felt_seat seat,
                            const struct felt_player_spec *player)
{
    (void)pthread_mutex_lock(&threads->mutex);
    struct table_seat *table_seat = find(threads, table, seat);
    if (table_seat) clear(threads, table_seat);
    table_seat = make(threads, table, seat, player);
    (void)pthread_mutex_unlock(&threads->mutex);
    return table_seat != NULL;
}

void felt_house_threads_stand(struct felt_house_threads *threads, uint32_t table, felt_seat seat)
{
    (void)pthread_mutex_lock(&threads->mutex);
    struct table_seat *table_seat = find(threads, table, seat);
    if (table_seat) clear(threads, table_seat);
    (void)pthread_mutex_unlock(&threads->mutex);
}

bool felt_house_threads_settings(struct felt_house_threads *threads, uint32_t table, felt_seat seat,
                                 const struct felt_player_spec *player)
{
    (void)pthread_mutex_lock(&threads->mutex);
    struct table_seat *table_seat = find(threads, table, seat);
    if (table_seat) table_seat->wanted = *player;
    (void)pthread_mutex_unlock(&threads->mutex);
    return table_seat != NULL;
}

void felt_house_threads_gone(struct felt_house_threads *threads, uint32_t table)
{
    (void)pthread_mutex_lock(&threads->mutex);
    felt_assert(table < threads->tables);
    for (struct table_seat *table_seat = threads->table_seats[table], *next; table_seat;
         table_seat = next) {
        next = table_seat->next;
        clear(threads, table_seat);
    }
    (void)pthread_mutex_unlock(&threads->mutex);
}

void felt_house_threads_begin(struct felt_house_threads *threads, uint32_t table, felt_seat seat,
                              const struct felt_game_adapter *adapter)
{
    (void)pthread_mutex_lock(&threads->mutex);
    struct table_seat *table_seat = find(threads, table, seat);
    if (!table_seat && threads->has_player)
        table_seat = make(threads, table, seat, &threads->player);
    if (table_seat) {
        table_seat->playing = table_seat->wanted;
        replace(adapter, &table_seat->playing);
        table_seat->adapter = adapter;
        if (!table_seat->playing.kind->observe || adapter->place_inside ||
            table_seat->notes > NOTES_MAX)
            table_seat->notes = 0;
        struct note note = {
            .begins = true,
            .place = {.game = adapter->game, .rules = adapter->rules, .seat = seat}};
        add_note(table_seat, &note);
    }
    (void)pthread_mutex_unlock(&threads->mutex);
}

void felt_house_threads_event(struct felt_house_threads *threads, uint32_t table, felt_seat seat,
                              const struct felt_event *event)
{
    (void)pthread_mutex_lock(&threads->mutex);
    struct table_seat *table_seat = find(threads, table, seat);
    if (table_seat && table_seat->playing.kind->observe) {
        struct note note = {.event = *event};
        add_note(table_seat, &note);
    }
    (void)pthread_mutex_unlock(&threads->mutex);
}

void felt_house_threads_ask(struct felt_house_threads *threads, uint32_t table, felt_seat seat,
                            uint64_t req_id, const struct felt_view *view)
{
    (void)pthread_mutex_lock(&threads->mutex);
    struct table_seat *table_seat = find(threads, table, seat);
    if (table_seat) {
        table_seat->req_id = req_id;
        table_seat->asked_us = felt_clock_us();
        table_seat->view = *view;
        table_seat->asked = true;
        if (!table_seat->busy) enqueue(threads, table_seat);
    }
    (void)pthread_mutex_unlock(&threads->mutex);
}

bool felt_house_threads_take(struct felt_house_threads *threads, struct felt_house_decision *out)
{
    bool found = false;
    (void)pthread_mutex_lock(&threads->mutex);
    while (!found && threads->answers) {
        struct table_seat *table_seat = threads->answers;
        threads->answers = table_seat->answered;
        if (!threads->answers) threads->answers_end = &threads->answers;
        table_seat->busy = false;
        if (table_seat->gone) {
            unlink_table_seat(threads, table_seat);
            continue;
        }
        *out = (struct felt_house_decision){.table = table_seat->table,
                                            .seat = table_seat->seat,
                                            .req_id = table_seat->asked_id,
                                            .action = table_seat->action};
        found = true;
        if (table_seat->asked) enqueue(threads, table_seat); /* asked anew while it thought */
    }
    (void)pthread_mutex_unlock(&threads->mutex);
    return found;
}

void felt_house_threads_count(struct felt_house_threads *threads,
                              struct felt_house_threads_counts *out)
{
    (void)pthread_mutex_lock(&threads->mutex);
    *out = threads->counts;
    (void)pthread_mutex_unlock(&threads->mutex);
}
