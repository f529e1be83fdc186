/* clerk.c -- the thread that reads archives and writes answers.
 *
 * Wants lie in a ring, and so do results: there is room for a result before its client message is
 * taken, so the clerk never waits for the loop, and the loop never for him. */
#include "server/http/lab/parts.h"

#include "felt/assert.h"
#include "os/clock.h"

#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

enum { PATIENT = 10 }; /* as of nice(1): whoever plays comes first */

struct errand {
    struct felt_http_lab_want want;
    uint64_t ticket;
};

struct felt_http_lab_clerk {
    void (*wake)(void *self);
    void *self;
    pthread_t thread;
    pthread_mutex_t lock; /* of all that follows, but the shelf                                 */
    pthread_cond_t news;
    bool closing;
    uint32_t under_way; /* given and not yet taken back                                          */
    uint32_t first, waiting;
    struct errand errand[FELT_HTTP_LAB_QUEUE];
    uint32_t first_result, results;
    struct felt_http_lab_result result[FELT_HTTP_LAB_QUEUE];
    struct felt_http_lab_shelf shelf; /* the thread's */
};

/* ---- ratings ---- */

static const struct felt_lab_rating *find_rating(const struct felt_http_lab_book *book,
                                                 uint64_t hash, int64_t user)
{
    for (int i = book->ratings - 1; i >= 0; i--)
        if (book->rating[i].hash == hash && book->rating[i].user == user) return &book->rating[i];
    return NULL;
}

/* What a program of ours finds the directory by, whatever it is called meanwhile. */
static void name_directory(int directory, char out[FELT_LAB_DIR_BYTES])
{
    (void)snprintf(out, FELT_LAB_DIR_BYTES, "/proc/self/fd/%d", directory);
}

static void rate(struct felt_http_lab_view *view)
{
    const struct felt_http_lab_want *want = view->want;
    const struct felt_elite *elite = &view->opened->archive.evolve.archive.elite[view->game];
    struct felt_lab_rating rating = {.hash = elite->measures.hash,
                                     .user = want->user,
                                     .stars = want->stars,
                                     .broken = want->broken,
                                     .at = felt_clock_wall_ms() / 1000};
    char path[FELT_LAB_DIR_BYTES];
    struct felt_complaint complaint = {0};
    struct stat about;
    (void)felt_lab_slug(elite, rating.game);
    const struct felt_lab_rating *before = find_rating(view->book, rating.hash, want->user);
    bool same = before && before->stars == want->stars && before->broken == want->broken;
    bool there = fstatat(view->directory, "ratings.jsonl", &about, AT_SYMLINK_NOFOLLOW) == 0;
    if (there && (!S_ISREG(about.st_mode) || about.st_size >= FELT_HTTP_LAB_RATINGS_BYTES)) {
        (void)snprintf(view->result->log, sizeof view->result->log, "%s",
                       S_ISREG(about.st_mode) ? "ratings.jsonl is full"
                                              : "ratings.jsonl is no plain file");
        felt_http_lab_refuse(view->result, 503, "UNAVAILABLE", "ratings cannot be kept here now");
        return;
    }
    name_directory(view->directory, path);
    if (!same && !felt_lab_rate(path, &rating, &elite->measures, &complaint)) {
        (void)snprintf(view->result->log, sizeof view->result->log, "a rating was not kept: %s",
                       complaint.text);
        felt_http_lab_refuse(view->result, 503, "UNAVAILABLE", "ratings cannot be kept here now");
        return;
    }
    felt_http_lab_book_ratings(view->book, view->directory);
    felt_http_lab_answer(view, felt_http_lab_write_rating);
    view->result->rated = !same;
}

/* ---- one want ---- */

/* Nothing new, and something may come: no answer yet. */
static bool is_too_early(const struct felt_http_lab_view *view)
{
    const struct felt_http_lab_book *book = view->book;
    bool any =
        book->points > 0 && (int64_t)book->point[book->points - 1].generation > view->want->after;
    return view->want->waits && !any && felt_http_lab_book_state(book) == FELT_HTTP_LAB_RUNNING;
}

static void answer_game(struct felt_http_lab_view *view)
{
    view->game = felt_http_lab_book_game(view->opened, view->want->game);
    if (view->game < 0) {
        felt_http_lab_refuse(view->result, 404, "NOT_FOUND", "there is no such game");
        return;
    }
    switch ((enum felt_http_lab_what)view->want->what) {
    case FELT_HTTP_LAB_GAME: felt_http_lab_answer(view, felt_http_lab_write_game); return;
    case FELT_HTTP_LAB_RULES:
    case FELT_HTTP_LAB_RULES_TEXT:
    case FELT_HTTP_LAB_RULES_PAGE: felt_http_lab_answer_rules(view); return;
    case FELT_HTTP_LAB_GENOME: felt_http_lab_answer_genome(view); return;
    case FELT_HTTP_LAB_TABLE: {
        const struct felt_elite *elite = &view->opened->archive.evolve.archive.elite[view->game];
        felt_http_lab_answer_table(view, &elite->genome, elite->measures.seats);
        return;
    }
    default: rate(view); return;
    }
}

static void answer_book(struct felt_http_lab_view *view)
{
    struct felt_http_lab_book *book = view->book;
    enum felt_http_lab_what what = (enum felt_http_lab_what)view->want->what;
    felt_http_lab_book_follow(book, view->directory);
    if (what == FELT_HTTP_LAB_PROGRESS) { /* needs nothing of the archive */
        if (!is_too_early(view)) felt_http_lab_answer(view, felt_http_lab_write_progress);
        return;
    }
    felt_http_lab_book_ratings(book, view->directory);
    view->opened = felt_http_lab_book_open(view->shelf, book);
    if (!view->opened) {
        char message[FELT_COMPLAINT_BYTES + 40];
        (void)snprintf(message, sizeof message, "the archive cannot be read: %s", book->why);
        felt_http_lab_refuse(view->result, 409, "DAMAGED", message);
        return;
    }
    if (what == FELT_HTTP_LAB_ARCHIVE)
        felt_http_lab_answer(view, felt_http_lab_write_archive);
    else if (what == FELT_HTTP_LAB_REPORT)
        felt_http_lab_answer_report(view);
    else if (what == FELT_HTTP_LAB_PLOT)
        felt_http_lab_answer_plot(view);
    else
        answer_game(view);
}

static void answer(struct felt_http_lab_shelf *shelf, const struct felt_http_lab_want *want,
                   struct felt_http_lab_result *result)
{
    struct felt_http_lab_view view = {
        .shelf = shelf, .want = want, .result = result, .game = -1, .directory = -1};
    result->type = "application/json";
    if (strcmp(want->archive, FELT_HTTP_LAB_KNOWN) == 0) {
        felt_http_lab_answer_known(&view);
        return;
    }
    felt_http_lab_shelf_look(shelf);
    if (want->what == FELT_HTTP_LAB_LIST) {
        felt_http_lab_answer(&view, felt_http_lab_write_list);
        return;
    }
    view.book = felt_http_lab_shelf_find(shelf, want->archive);
    if (view.book) view.directory = felt_http_lab_book_enter(shelf, view.book);
    if (view.directory < 0) {
        felt_http_lab_refuse(result, 404, "NOT_FOUND", "there is no such archive");
        return;
    }
    view.book->used = ++shelf->asked;
    answer_book(&view);
    (void)close(view.directory);
    felt_http_lab_shelf_tidy(shelf);
}

/* ---- the thread ---- */

static void *work(void *self)
{
    struct felt_http_lab_clerk *clerk = self;
    struct errand errand;
    (void)setpriority(PRIO_PROCESS, 0, PATIENT); /* B1; on Linux: of this thread */
    (void)pthread_mutex_lock(&clerk->lock);
    for (;;) {
        while (!clerk->waiting && !clerk->closing)
            (void)pthread_cond_wait(&clerk->news, &clerk->lock);
        if (clerk->closing) break;
        errand = clerk->errand[clerk->first];
        clerk->first = (clerk->first + 1) % FELT_HTTP_LAB_QUEUE;
        clerk->waiting--;
        (void)pthread_mutex_unlock(&clerk->lock);
        struct felt_http_lab_result result = {.ticket = errand.ticket};
        answer(&clerk->shelf, &errand.want, &result);
        (void)pthread_mutex_lock(&clerk->lock);
        felt_assert(clerk->results < FELT_HTTP_LAB_QUEUE);
        clerk->result[(clerk->first_result + clerk->results++) % FELT_HTTP_LAB_QUEUE] = result;
        (void)pthread_mutex_unlock(&clerk->lock);
        clerk->wake(clerk->self);
        (void)pthread_mutex_lock(&clerk->lock);
    }
    (void)pthread_mutex_unlock(&clerk->lock);
    return NULL;
}

/* Signals are for the loop's thread. */
static bool start(struct felt_http_lab_clerk *clerk)
{
    sigset_t all, before;
    (void)sigfillset(&all);
    (void)pthread_sigmask(SIG_SETMASK, &all, &before);
    bool good = pthread_create(&clerk->thread, NULL, work, clerk) == 0;
    (void)pthread_sigmask(SIG_SETMASK, &before, NULL);
    return good;
}

struct felt_http_lab_clerk *felt_http_lab_clerk_open(int directory, void (*wake)(void *self),
                                                     void *self)
{
    struct felt_http_lab_clerk *clerk = calloc(1, sizeof *clerk);
    if (!clerk || !felt_http_lab_shelf_open(&clerk->shelf, directory)) {
        if (directory >= 0) (void)close(directory);
        free(clerk);
        return NULL;
    }
    clerk->wake = wake;
    clerk->self = self;
    (void)pthread_mutex_init(&clerk->lock, NULL);
    (void)pthread_cond_init(&clerk->news, NULL);
    if (start(clerk)) return clerk;
    felt_http_lab_shelf_close(&clerk->shelf);
    (void)pthread_cond_destroy(&clerk->news);
    (void)pthread_mutex_destroy(&clerk->lock);
    free(clerk);
    return NULL;
}

void felt_http_lab_clerk_close(struct felt_http_lab_clerk *clerk)
{
    struct felt_http_lab_result result;
    if (!clerk) return;
    (void)pthread_mutex_lock(&clerk->lock);
    clerk->closing = true;
    (void)pthread_cond_signal(&clerk->news);
    (void)pthread_mutex_unlock(&clerk->lock);
    (void)pthread_join(clerk->thread, NULL);
    while (felt_http_lab_clerk_take(clerk, &result)) {
        free(result.body);
        free(result.genome);
    }
    felt_http_lab_shelf_close(&clerk->shelf);
    (void)pthread_cond_destroy(&clerk->news);
    (void)pthread_mutex_destroy(&clerk->lock);
    free(clerk);
}

bool felt_http_lab_clerk_give(struct felt_http_lab_clerk *clerk,
                              const struct felt_http_lab_want *want, uint64_t ticket)
{
    (void)pthread_mutex_lock(&clerk->lock);
    bool room = clerk->under_way < FELT_HTTP_LAB_QUEUE;
    if (room) {
        clerk->under_way++;
        clerk->errand[(clerk->first + clerk->waiting++) % FELT_HTTP_LAB_QUEUE] =
            (struct errand){*want, ticket};
        (void)pthread_cond_signal(&clerk->news);
    }
    (void)pthread_mutex_unlock(&clerk->lock);
    return room;
}

bool felt_http_lab_clerk_take(struct felt_http_lab_clerk *clerk, struct felt_http_lab_result *out)
{
    (void)pthread_mutex_lock(&clerk->lock);
    bool any = clerk->results > 0;
    if (any) {
        *out = clerk->result[clerk->first_result];
        clerk->first_result = (clerk->first_result + 1) % FELT_HTTP_LAB_QUEUE;
        clerk->results--;
        clerk->under_way--;
    }
    (void)pthread_mutex_unlock(&clerk->lock);
    return any;
}
