/* thinkers.c -- chairs, a queue of those that were asked, threads that think.
 *
 * A chair has two halves.  What it has to hear and the last question belong to the loop and are
 * touched under the lock.  The player and what it is hearing belong, while the chair is busy, to
 * the thread that took it from the queue, and are touched without.  enqueue() hands everything
 * over: lists are exchanged, the question and the settings are copied.
 *
 * A house player's block is 160 KB, of which 6 KB must last from one decision to the next; the rest
 * saves work within a hand.  So the first chairs get whole blocks, until WHOLE_BYTES_MAX is spent,
 * and the others keep what must last: a thread copies it to the front of a block of its own, thinks
 * there, and copies it back.  The same hand costs such a chair more time, but six thousand of them
 * need no gigabyte. */
#include "server/house/thinkers.h"

#include "felt/assert.h"
#include "os/clock.h"
#include "os/crew.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

enum {
    THREADS_MAX = 4,
    SHARE_OF_TIME = 2,
    THINK_MS_MAX = 3000,
    NOTES_FEW = 16,
    NOTES_MAX = 2048, /* to be heard by a chair that is not asked; then it forgets              */
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

struct chair {
    uint32_t table;
    felt_seat seat;
    bool gone, busy, asked;
    struct chair *next; /* at the same table                                                    */
    struct chair *queued, *answered;
    struct felt_player_spec wanted, playing; /* from the next hand on; in this one               */
    const struct felt_plug *plug;            /* of this hand                                    */
    struct note *note;                       /* to be heard                                     */
    uint32_t notes, notes_room;
    uint64_t req_id;
    int64_t asked_us;
    struct felt_view view;
    /* of the thread that has it */
    struct note *heard;
    uint32_t heard_count, heard_room;
    const struct felt_plug *heard_plug;
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

/* A thread's own block, for chairs that have none. */
struct desk {
    void *bytes;
    size_t room;
};

struct felt_thinkers {
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
    struct chair **chairs; /* by table                                                          */
    struct chair *queue, **queue_end, *answers, **answers_end;
    uint64_t whole_bytes;
    struct felt_thinkers_counts counts;
};

/* ---- threads ---- */

static bool time_left(void *self)
{
    return felt_clock_us() < ((struct chair *)self)->until_us;
}

static void hear(struct chair *chair, void *self)
{
    const struct felt_player_kind *kind = chair->player.kind;
    const struct felt_plug *plug = chair->heard_plug;
    bool inside =
        plug && plug->place_inside; /* then all that is heard is of the hand asked about */
    const struct felt_view *view = &chair->asked_view;
    for (uint32_t i = 0; i < chair->heard_count; i++) {
        struct note note = chair->heard[i];
        if (note.begins) {
            chair->place = note.place;
            if (inside) plug->place_inside(plug, view, &chair->place);
            chair->place.owner = chair->player.owner;
            chair->begun = true;
            kind->begin(self, &chair->place);
        } else if (chair->begun && kind->observe) {
            if (inside) plug->event_inside(plug, view, &note.event);
            kind->observe(self, &note.event);
        }
    }
    if (inside) plug->view_inside(plug, &chair->asked_view);
}

/* Half of the move time counts from the question, so that a long queue makes decisions short, not
 * late. */
static void decide(const struct felt_thinkers *thinkers, struct chair *chair, void *self)
{
    const struct felt_player_spec *player = &chair->player;
    int64_t now = felt_clock_us(), most = now + (int64_t)THINK_MS_MAX * 1000;
    chair->until_us = chair->since_us + (int64_t)thinkers->move_ms * 1000 / SHARE_OF_TIME;
    if (chair->until_us > most) chair->until_us = most;
    struct felt_budget budget = {
        .samples = felt_player_samples(player, 0), .time_left = time_left, .self = chair};
    chair->action = player->kind->choose(self, &chair->asked_view, &budget).action;
}

static void *block_of(struct chair *chair, struct desk *desk)
{
    const struct felt_player_kind *kind = chair->player.kind;
    if (chair->whole || !chair->block) return chair->block;
    if (desk->room < kind->bytes) {
        void *more = realloc(desk->bytes, kind->bytes);
        if (!more) return NULL;
        desk->bytes = more;
        desk->room = kind->bytes;
    }
    memcpy(desk->bytes, chair->block, kind->lasting);
    memset((char *)desk->bytes + kind->lasting, 0, kind->bytes - kind->lasting);
    return desk->bytes;
}

/* Without the lock: the chair is ours. */
static void think(const struct felt_thinkers *thinkers, struct chair *chair, struct desk *desk)
{
    const struct felt_player_kind *kind = chair->player.kind;
    void *self = block_of(chair, desk);
    if (self && (chair->fresh || (chair->adjusts && !kind->adjust))) {
        kind->sit(self, &chair->player.settings, chair->rng);
        chair->begun = false;
    } else if (self && chair->adjusts) {
        kind->adjust(self, &chair->player.settings);
    }
    if (self) {
        chair->fresh = chair->adjusts = false;
        hear(chair, self);
    }
    if (self && chair->begun)
        decide(thinkers, chair, self);
    else
        chair->action = felt_player_timid(&chair->asked_view);
    if (self && !chair->whole) memcpy(chair->block, self, kind->lasting);
}

static void *work(void *self)
{
    struct felt_thinkers *thinkers = self;
    struct desk desk = {0};
    (void)setpriority(PRIO_PROCESS, 0, NICENESS); /* on Linux: of this thread */
    (void)pthread_mutex_lock(&thinkers->mutex);
    for (;;) {
        while (!thinkers->queue && !thinkers->stop)
            (void)pthread_cond_wait(&thinkers->work, &thinkers->mutex);
        if (thinkers->stop) break;
        struct chair *chair = thinkers->queue;
        thinkers->queue = chair->queued;
        if (!thinkers->queue) thinkers->queue_end = &thinkers->queue;
        thinkers->counts.waiting--;
        (void)pthread_mutex_unlock(&thinkers->mutex);
        int64_t began = felt_clock_us();
        think(thinkers, chair, &desk);
        uint64_t took = (uint64_t)(felt_clock_us() - began);
        (void)pthread_mutex_lock(&thinkers->mutex);
        thinkers->counts.answers++;
        thinkers->counts.think_us += took;
        if (took > thinkers->counts.longest_us) thinkers->counts.longest_us = took;
        chair->answered = NULL;
        *thinkers->answers_end = chair;
        thinkers->answers_end = &chair->answered;
        thinkers->wake(thinkers->self);
    }
    (void)pthread_mutex_unlock(&thinkers->mutex);
    free(desk.bytes);
    return NULL;
}

/* ---- a chair's memory; with the lock, nobody thinks there ---- */

static void drop_block(struct felt_thinkers *thinkers, struct chair *chair)
{
    if (!chair->block) return;
    const struct felt_player_kind *kind = chair->player.kind;
    if (chair->whole) thinkers->whole_bytes -= kind->bytes;
    thinkers->counts.bytes -= chair->whole ? kind->bytes : kind->lasting;
    free(chair->block);
    chair->block = NULL;
}

static void make_block(struct felt_thinkers *thinkers, struct chair *chair)
{
    const struct felt_player_kind *kind = chair->player.kind;
    chair->whole = !kind->lasting || thinkers->whole_bytes + kind->bytes <= WHOLE_BYTES_MAX;
    size_t bytes = chair->whole ? kind->bytes : kind->lasting;
    chair->block = calloc(1, bytes);
    chair->fresh = true;
    if (!chair->block) return;
    if (chair->whole) thinkers->whole_bytes += bytes;
    thinkers->counts.bytes += bytes;
}

static bool same_settings(const struct felt_player_spec *a, const struct felt_player_spec *b)
{
    const struct felt_strategy_config *x = &a->settings, *y = &b->settings;
    return x->aggression == y->aggression && x->tightness == y->tightness &&
           x->bluff_frequency == y->bluff_frequency &&
           x->randomization_factor == y->randomization_factor &&
           x->slow_play_threshold == y->slow_play_threshold;
}

/* The player of this hand takes the chair, unless he has it. */
static void seat_player(struct felt_thinkers *thinkers, struct chair *chair)
{
    bool other = chair->player.kind != chair->playing.kind;
    chair->adjusts = chair->adjusts || !same_settings(&chair->player, &chair->playing);
    if (other) drop_block(thinkers, chair);
    chair->player = chair->playing;
    if (!chair->block) make_block(thinkers, chair);
    if (chair->fresh || chair->adjusts)
        chair->rng = felt_rng_split(&thinkers->rng, thinkers->players_made++);
}

/* Hands the chair to a thread: what it heard, and the question. */
static void enqueue(struct felt_thinkers *thinkers, struct chair *chair)
{
    struct note *spare = chair->heard;
    uint32_t spare_room = chair->heard_room;
    seat_player(thinkers, chair);
    chair->busy = true;
    chair->asked = false;
    chair->heard = chair->note;
    chair->heard_count = chair->notes;
    chair->heard_room = chair->notes_room;
    chair->heard_plug = chair->plug;
    chair->note = spare;
    chair->notes = 0;
    chair->notes_room = spare_room;
    chair->asked_id = chair->req_id;
    chair->since_us = chair->asked_us;
    chair->asked_view = chair->view;
    chair->queued = NULL;
    *thinkers->queue_end = chair;
    thinkers->queue_end = &chair->queued;
    thinkers->counts.waiting++;
    (void)pthread_cond_signal(&thinkers->work);
}

/* ---- opening ---- */

struct felt_thinkers *felt_thinkers_open(const struct felt_player_spec *player, uint32_t tables,
                                         uint64_t seed, uint32_t move_ms, void (*wake)(void *self),
                                         void *self)
{
    struct felt_thinkers *thinkers = calloc(1, sizeof *thinkers);
    struct chair **chairs = calloc(tables ? tables : 1, sizeof(struct chair *));
    if (!thinkers || !chairs) {
        free(thinkers);
        free(chairs);
        return NULL;
    }
    thinkers->tables = tables;
    thinkers->chairs = chairs;
    thinkers->has_player = player != NULL;
    if (player) thinkers->player = *player;
    thinkers->rng = felt_rng_make(seed);
    thinkers->move_ms = move_ms;
    thinkers->wake = wake;
    thinkers->self = self;
    thinkers->queue_end = &thinkers->queue;
    thinkers->answers_end = &thinkers->answers;
    (void)pthread_mutex_init(&thinkers->mutex, NULL);
    (void)pthread_cond_init(&thinkers->work, NULL);
    int wanted = felt_crew_processors();
    if (wanted > THREADS_MAX) wanted = THREADS_MAX;
    while (thinkers->threads < wanted &&
           pthread_create(&thinkers->thread[thinkers->threads], NULL, work, thinkers) == 0)
        thinkers->threads++;
    if (thinkers->threads) return thinkers;
    felt_thinkers_close(thinkers);
    return NULL;
}

static void free_chair(struct felt_thinkers *thinkers, struct chair *chair)
{
    drop_block(thinkers, chair);
    free(chair->note);
    free(chair->heard);
    free(chair);
}

void felt_thinkers_close(struct felt_thinkers *thinkers)
{
    if (!thinkers) return;
    (void)pthread_mutex_lock(&thinkers->mutex);
    thinkers->stop = true;
    (void)pthread_cond_broadcast(&thinkers->work);
    (void)pthread_mutex_unlock(&thinkers->mutex);
    for (int i = 0; i < thinkers->threads; i++) (void)pthread_join(thinkers->thread[i], NULL);
    for (uint32_t table = 0; table < thinkers->tables; table++) {
        for (struct chair *chair = thinkers->chairs[table], *next; chair; chair = next) {
            next = chair->next;
            free_chair(thinkers, chair);
        }
    }
    free(thinkers->chairs);
    (void)pthread_cond_destroy(&thinkers->work);
    (void)pthread_mutex_destroy(&thinkers->mutex);
    free(thinkers);
}

/* ---- chairs; with the lock ---- */

static struct chair *find(const struct felt_thinkers *thinkers, uint32_t table, felt_seat seat)
{
    felt_assert(table < thinkers->tables);
    struct chair *chair = thinkers->chairs[table];
    while (chair && (chair->seat != seat || chair->gone)) chair = chair->next;
    return chair;
}

/* The player's memory comes with the first question: many chairs are never asked. */
static struct chair *make(struct felt_thinkers *thinkers, uint32_t table, felt_seat seat,
                          const struct felt_player_spec *player)
{
    struct chair *chair = calloc(1, sizeof *chair);
    if (!chair) return NULL;
    chair->table = table;
    chair->seat = seat;
    chair->wanted = chair->playing = chair->player = *player;
    chair->next = thinkers->chairs[table];
    thinkers->chairs[table] = chair;
    thinkers->counts.chairs++;
    return chair;
}

static void unlink_chair(struct felt_thinkers *thinkers, struct chair *chair)
{
    struct chair **link = &thinkers->chairs[chair->table];
    while (*link != chair) link = &(*link)->next;
    *link = chair->next;
    free_chair(thinkers, chair);
}

/* A thread may have it: it goes when its answer is taken. */
static void clear(struct felt_thinkers *thinkers, struct chair *chair)
{
    if (!chair->gone) thinkers->counts.chairs--;
    chair->gone = true;
    if (!chair->busy) unlink_chair(thinkers, chair);
}

static void add_note(struct chair *chair, const struct note *note)
{
    if (chair->notes == chair->notes_room) {
        uint32_t room = chair->notes_room ? 2 * chair->notes_room : NOTES_FEW;
        struct note *more = realloc(chair->note, room * sizeof *more);
        if (!more) return; /* it hears less */
        chair->note = more;
        chair->notes_room = room;
    }
    chair->note[chair->notes++] = *note;
}

/* Somebody who knows the game: the house before all others, then whoever knows this one, then
 * whoever weighs what is worth more. */
static void replace(const struct felt_plug *plug, struct felt_player_spec *player)
{
    static const char *const names[] = {"house", "narc:3", "greedy"};
    const struct felt_player_kind *kind = player->kind;
    struct felt_place place = {.game = plug->game, .rules = plug->rules};
    if (plug->place_inside) plug->place_inside(plug, NULL, &place);
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

bool felt_thinkers_sit(struct felt_thinkers *thinkers, uint32_t table, felt_seat seat,
                       const struct felt_player_spec *player)
{
    (void)pthread_mutex_lock(&thinkers->mutex);
    struct chair *chair = find(thinkers, table, seat);
    if (chair) clear(thinkers, chair);
    chair = make(thinkers, table, seat, player);
    (void)pthread_mutex_unlock(&thinkers->mutex);
    return chair != NULL;
}

void felt_thinkers_stand(struct felt_thinkers *thinkers, uint32_t table, felt_seat seat)
{
    (void)pthread_mutex_lock(&thinkers->mutex);
    struct chair *chair = find(thinkers, table, seat);
    if (chair) clear(thinkers, chair);
    (void)pthread_mutex_unlock(&thinkers->mutex);
}

bool felt_thinkers_settings(struct felt_thinkers *thinkers, uint32_t table, felt_seat seat,
                            const struct felt_player_spec *player)
{
    (void)pthread_mutex_lock(&thinkers->mutex);
    struct chair *chair = find(thinkers, table, seat);
    if (chair) chair->wanted = *player;
    (void)pthread_mutex_unlock(&thinkers->mutex);
    return chair != NULL;
}

void felt_thinkers_gone(struct felt_thinkers *thinkers, uint32_t table)
{
    (void)pthread_mutex_lock(&thinkers->mutex);
    felt_assert(table < thinkers->tables);
    for (struct chair *chair = thinkers->chairs[table], *next; chair; chair = next) {
        next = chair->next;
        clear(thinkers, chair);
    }
    (void)pthread_mutex_unlock(&thinkers->mutex);
}

void felt_thinkers_begin(struct felt_thinkers *thinkers, uint32_t table, felt_seat seat,
                         const struct felt_plug *plug)
{
    (void)pthread_mutex_lock(&thinkers->mutex);
    struct chair *chair = find(thinkers, table, seat);
    if (!chair && thinkers->has_player) chair = make(thinkers, table, seat, &thinkers->player);
    if (chair) {
        chair->playing = chair->wanted;
        replace(plug, &chair->playing);
        chair->plug = plug;
        if (!chair->playing.kind->observe || plug->place_inside || chair->notes > NOTES_MAX)
            chair->notes = 0;
        struct note note = {.begins = true,
                            .place = {.game = plug->game, .rules = plug->rules, .seat = seat}};
        add_note(chair, &note);
    }
    (void)pthread_mutex_unlock(&thinkers->mutex);
}

void felt_thinkers_event(struct felt_thinkers *thinkers, uint32_t table, felt_seat seat,
                         const struct felt_event *event)
{
    (void)pthread_mutex_lock(&thinkers->mutex);
    struct chair *chair = find(thinkers, table, seat);
    if (chair && chair->playing.kind->observe) {
        struct note note = {.event = *event};
        add_note(chair, &note);
    }
    (void)pthread_mutex_unlock(&thinkers->mutex);
}

void felt_thinkers_ask(struct felt_thinkers *thinkers, uint32_t table, felt_seat seat,
                       uint64_t req_id, const struct felt_view *view)
{
    (void)pthread_mutex_lock(&thinkers->mutex);
    struct chair *chair = find(thinkers, table, seat);
    if (chair) {
        chair->req_id = req_id;
        chair->asked_us = felt_clock_us();
        chair->view = *view;
        chair->asked = true;
        if (!chair->busy) enqueue(thinkers, chair);
    }
    (void)pthread_mutex_unlock(&thinkers->mutex);
}

bool felt_thinkers_take(struct felt_thinkers *thinkers, struct felt_thought *out)
{
    bool found = false;
    (void)pthread_mutex_lock(&thinkers->mutex);
    while (!found && thinkers->answers) {
        struct chair *chair = thinkers->answers;
        thinkers->answers = chair->answered;
        if (!thinkers->answers) thinkers->answers_end = &thinkers->answers;
        chair->busy = false;
        if (chair->gone) {
            unlink_chair(thinkers, chair);
            continue;
        }
        *out = (struct felt_thought){.table = chair->table,
                                     .seat = chair->seat,
                                     .req_id = chair->asked_id,
                                     .action = chair->action};
        found = true;
        if (chair->asked) enqueue(thinkers, chair); /* asked anew while it thought */
    }
    (void)pthread_mutex_unlock(&thinkers->mutex);
    return found;
}

void felt_thinkers_count(struct felt_thinkers *thinkers, struct felt_thinkers_counts *out)
{
    (void)pthread_mutex_lock(&thinkers->mutex);
    *out = thinkers->counts;
    (void)pthread_mutex_unlock(&thinkers->mutex);
}
