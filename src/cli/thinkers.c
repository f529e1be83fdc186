/* thinkers.c -- players inside the program, on threads of their own.
 *
 * Every seat of ours has a chair: the player's block, and what it has to hear before its next
 * question.  The loop's thread fills chairs; when a seat is asked, its chair goes into a queue, and
 * a thread takes it, lets the player hear everything, and choose.  A chair is in the hands of one
 * thread at a time; what happens meanwhile waits in its list. */
#include "cli/arena.h"
#include "felt/assert.h"
#include "os/clock.h"
#include "os/crew.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { THREADS_MAX = 4, SHARE_OF_TIME = 2 };

struct note { /* a hand begins, or an event                                                     */
    bool begins;
    struct felt_place place;
    struct felt_event event;
};

struct chair {
    uint32_t table;
    felt_seat seat;
    bool gone, busy, asked;
    struct chair *next; /* at the same table                                                    */
    struct chair *queued, *answered;
    struct note *note; /* to be heard                                                           */
    uint32_t notes, notes_room;
    uint64_t req_id;
    struct felt_view view;
    /* of the thread that has it */
    struct note *heard;
    uint32_t heard_count, heard_room;
    uint64_t asked_id;
    struct felt_view asked_view;
    struct felt_place place;
    struct felt_action action;
    int64_t until_us;
    void *block;
};

struct felt_thinkers {
    const struct felt_player_spec *player;
    struct felt_rng rng;
    uint64_t chairs_made;
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
    struct chair *queue, **queue_end, *answers;
};

/* ---- threads ---- */

static bool time_left(void *self)
{
    return felt_clock_us() < ((struct chair *)self)->until_us;
}

/* Without the lock: the chair is ours. */
static void think(const struct felt_thinkers *thinkers, struct chair *chair)
{
    const struct felt_player_kind *kind = thinkers->player->kind;
    for (uint32_t i = 0; i < chair->heard_count; i++) {
        const struct note *note = &chair->heard[i];
        if (note->begins) {
            chair->place = note->place;
            kind->begin(chair->block, &chair->place);
        } else if (kind->observe) {
            kind->observe(chair->block, &note->event);
        }
    }
    chair->until_us = felt_clock_us() + (int64_t)thinkers->move_ms * 1000 / SHARE_OF_TIME;
    struct felt_budget budget = {
        .samples = felt_player_samples(thinkers->player, 0), .time_left = time_left, .self = chair};
    chair->action = kind->choose(chair->block, &chair->asked_view, &budget).action;
}

/* Hands the chair to a thread: what it heard, and the question. */
static void enqueue(struct felt_thinkers *thinkers, struct chair *chair)
{
    struct note *spare = chair->heard;
    uint32_t spare_room = chair->heard_room;
    chair->busy = true;
    chair->asked = false;
    chair->heard = chair->note;
    chair->heard_count = chair->notes;
    chair->heard_room = chair->notes_room;
    chair->note = spare;
    chair->notes = 0;
    chair->notes_room = spare_room;
    chair->asked_id = chair->req_id;
    chair->asked_view = chair->view;
    chair->queued = NULL;
    *thinkers->queue_end = chair;
    thinkers->queue_end = &chair->queued;
    (void)pthread_cond_signal(&thinkers->work);
}

static void *work(void *self)
{
    struct felt_thinkers *thinkers = self;
    (void)pthread_mutex_lock(&thinkers->mutex);
    for (;;) {
        while (!thinkers->queue && !thinkers->stop)
            (void)pthread_cond_wait(&thinkers->work, &thinkers->mutex);
        if (thinkers->stop) break;
        struct chair *chair = thinkers->queue;
        thinkers->queue = chair->queued;
        if (!thinkers->queue) thinkers->queue_end = &thinkers->queue;
        (void)pthread_mutex_unlock(&thinkers->mutex);
        think(thinkers, chair);
        (void)pthread_mutex_lock(&thinkers->mutex);
        chair->answered = thinkers->answers;
        thinkers->answers = chair;
        thinkers->wake(thinkers->self);
    }
    (void)pthread_mutex_unlock(&thinkers->mutex);
    return NULL;
}

/* ---- opening ---- */

struct felt_thinkers *felt_thinkers_open(const struct felt_player_spec *player, uint32_t tables,
                                         uint64_t seed, uint32_t move_ms, void (*wake)(void *self),
                                         void *self)
{
    struct felt_thinkers *thinkers = calloc(1, sizeof *thinkers);
    struct chair **chairs = calloc(tables, sizeof *chairs);
    if (!thinkers || !chairs) {
        free(thinkers);
        free(chairs);
        return NULL;
    }
    thinkers->tables = tables;
    thinkers->chairs = chairs;
    thinkers->player = player;
    thinkers->rng = felt_rng_make(seed);
    thinkers->move_ms = move_ms;
    thinkers->wake = wake;
    thinkers->self = self;
    thinkers->queue_end = &thinkers->queue;
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

static void free_chair(struct chair *chair)
{
    free(chair->note);
    free(chair->heard);
    free(chair->block);
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
            free_chair(chair);
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

static struct chair *make(struct felt_thinkers *thinkers, uint32_t table, felt_seat seat)
{
    const struct felt_player_spec *player = thinkers->player;
    struct chair *chair = calloc(1, sizeof *chair);
    if (!chair) return NULL;
    chair->block = calloc(1, player->kind->bytes);
    if (!chair->block) {
        free(chair);
        return NULL;
    }
    chair->table = table;
    chair->seat = seat;
    chair->next = thinkers->chairs[table];
    thinkers->chairs[table] = chair;
    player->kind->sit(chair->block, &player->settings,
                      felt_rng_split(&thinkers->rng, thinkers->chairs_made++));
    return chair;
}

static void add_note(struct chair *chair, const struct note *note)
{
    if (chair->notes == chair->notes_room) {
        uint32_t room = chair->notes_room ? 2 * chair->notes_room : 64;
        struct note *more = realloc(chair->note, room * sizeof *more);
        if (!more) return; /* it hears less */
        chair->note = more;
        chair->notes_room = room;
    }
    chair->note[chair->notes++] = *note;
}

void felt_thinkers_begin(struct felt_thinkers *thinkers, uint32_t table, felt_seat seat,
                         const struct felt_plug *plug)
{
    (void)pthread_mutex_lock(&thinkers->mutex);
    struct chair *chair = find(thinkers, table, seat);
    if (!chair) chair = make(thinkers, table, seat);
    struct note note = {.begins = true,
                        .place = {.game = plug->game, .rules = plug->rules, .seat = seat}};
    if (chair) add_note(chair, &note);
    (void)pthread_mutex_unlock(&thinkers->mutex);
}

void felt_thinkers_event(struct felt_thinkers *thinkers, uint32_t table, felt_seat seat,
                         const struct felt_event *event)
{
    (void)pthread_mutex_lock(&thinkers->mutex);
    struct chair *chair = find(thinkers, table, seat);
    struct note note = {.event = *event};
    if (chair) add_note(chair, &note);
    (void)pthread_mutex_unlock(&thinkers->mutex);
}

void felt_thinkers_ask(struct felt_thinkers *thinkers, uint32_t table, felt_seat seat,
                       uint64_t req_id, const struct felt_view *view)
{
    (void)pthread_mutex_lock(&thinkers->mutex);
    struct chair *chair = find(thinkers, table, seat);
    if (chair) {
        chair->req_id = req_id;
        chair->view = *view;
        chair->asked = true;
        if (!chair->busy) enqueue(thinkers, chair);
    }
    (void)pthread_mutex_unlock(&thinkers->mutex);
}

static void unlink_chair(struct felt_thinkers *thinkers, struct chair *chair)
{
    struct chair **link = &thinkers->chairs[chair->table];
    while (*link != chair) link = &(*link)->next;
    *link = chair->next;
    free_chair(chair);
}

void felt_thinkers_gone(struct felt_thinkers *thinkers, uint32_t table)
{
    (void)pthread_mutex_lock(&thinkers->mutex);
    for (struct chair *chair = thinkers->chairs[table], *next; chair; chair = next) {
        next = chair->next;
        chair->gone = true; /* a thread may have it: it goes when its answer is taken */
        if (!chair->busy) unlink_chair(thinkers, chair);
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
