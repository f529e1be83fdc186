/* outside_player.c -- see outside_player.h.
 *
 * A block of a match is a piece of memory that is given to sit() and forgotten at some time; nobody
 * says when.  So seats are kept here, found by the address of the block, until the end. */
#include "programs/outside_parts.h"
#include "command/player_name.h"
#include "felt/assert.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { GRACE_MS = 3000, PORT_MAX = 65535, FILE_MB = 1024, PROCESSES = 4096 };

static const char exec_prefix[] = "exec:", acpc_prefix[] = "acpc:";

struct block {
    struct felt_outside_seat *table_seat; /* since begin(); NULL: no memory */
};

struct felt_outside_options felt_outside_options_default(void)
{
    return (struct felt_outside_options){
        .move_ms = FELT_OUTSIDE_MOVE_MS,
        .start_ms = FELT_OUTSIDE_START_MS,
        .limits = {.memory_bytes = (uint64_t)FELT_OUTSIDE_MEMORY_MB << 20,
                   .file_bytes = (uint64_t)FILE_MB << 20,
                   .processes = PROCESSES},
        .complaints = -1,
        .bind = "127.0.0.1",
        .passes_illegal = true};
}

/* ---- what went wrong ------------------------------------------------------------------------- */

static void add(atomic_ullong *count)
{
    atomic_fetch_add_explicit(count, 1, memory_order_relaxed);
}

void felt_outside_fail(struct felt_outside *outside, atomic_ullong *what)
{
    add(what);
    unsigned long long before =
        atomic_fetch_add_explicit(&outside->counts.failures, 1, memory_order_relaxed);
    if (before + 1 >= FELT_OUTSIDE_FAILURES_MAX)
        atomic_store_explicit(&outside->counts.benched, true, memory_order_relaxed);
}

/* A decision was made. */
static void praise(struct felt_outside *outside)
{
    add(&outside->counts.answers);
    atomic_store_explicit(&outside->counts.failures, 0, memory_order_relaxed);
}

static bool is_benched(const struct felt_outside *outside)
{
    return atomic_load_explicit(&outside->counts.benched, memory_order_relaxed);
}

const struct felt_outside_counts *felt_outside_counts(const struct felt_outside *outside)
{
    return &outside->counts;
}

bool felt_outside_is_legal(const struct felt_view *view, struct felt_action action)
{
    for (int i = 0; i < view->options; i++)
        if (felt_option_admits(&view->option[i], action)) return true;
    return false;
}

/* ---- seats ---------------------------------------------------------------------------------- */

static struct felt_outside_seat *find_table_seat(struct felt_outside *outside, const void *block)
{
    pthread_mutex_lock(&outside->mutex);
    struct felt_outside_seat *table_seat = outside->first;
    while (table_seat && table_seat->block != block) table_seat = table_seat->next;
    if (table_seat == NULL) {
        table_seat = calloc(1, outside->manner->table_seat_bytes);
        if (table_seat) {
            table_seat->outside = outside;
            table_seat->block = block;
            table_seat->next = outside->first;
            outside->first = table_seat;
        }
    }
    pthread_mutex_unlock(&outside->mutex);
    return table_seat;
}

/* ---- a player -------------------------------------------------------------------------------- */

static void sit(void *self, const struct felt_strategy_config *settings, struct felt_rng rng)
{
    (void)settings, (void)rng;
    *(struct block *)self = (struct block){0};
}

static void begin(void *self, const struct felt_place *place)
{
    struct block *block = self;
    struct felt_outside *outside = place->owner;
    felt_assert(outside != NULL);
    block->table_seat = find_table_seat(outside, self);
    if (block->table_seat == NULL) return;
    block->table_seat->place = place;
    block->table_seat->silent = is_benched(outside);
    if (!block->table_seat->silent) outside->manner->begin(block->table_seat);
}

static void observe(void *self, const struct felt_event *event)
{
    struct felt_outside_seat *table_seat = ((struct block *)self)->table_seat;
    if (table_seat && !table_seat->silent) table_seat->outside->manner->observe(table_seat, event);
}

static struct felt_decision choose(void *self, const struct felt_view *view,
                                   const struct felt_budget *budget)
{
    struct felt_outside_seat *table_seat = ((struct block *)self)->table_seat;
    struct felt_decision decision = {.reasoning = "outside", .confidence = 1};
    enum felt_warning warning = FELT_WARN_BAD_STATE;
    (void)budget;
    if (table_seat && !table_seat->silent && is_benched(table_seat->outside))
        table_seat->silent = true;
    if (table_seat && !table_seat->silent &&
        table_seat->outside->manner->choose(table_seat, view, &decision.action, &warning)) {
        praise(table_seat->outside);
        if (felt_outside_is_legal(view, decision.action)) add(&table_seat->outside->counts.legal);
        return decision;
    }
    decision.action = felt_player_timid(view);
    decision.reasoning = "no_answer";
    decision.confidence = 0;
    decision.warning = (uint8_t)warning;
    return decision;
}

/* ---- names ----------------------------------------------------------------------------------- */

static bool begins(const char *text, const char *prefix)
{
    return strncmp(text, prefix, strlen(prefix)) == 0;
}

/* Is it the name of such a player? */
static bool is_name(const char *text)
{
    return begins(text, exec_prefix) || begins(text, acpc_prefix);
}

bool felt_outside_is_acpc(const struct felt_outside *outside)
{
    return outside->manner == &felt_manner_acpc;
}

static bool verify_text(const struct felt_args *args, const char *text)
{
    if (!felt_player_name_is_printable(text)) {
        (void)felt_args_refuse(args, "\"%s\": name a player in UTF-8 without control characters",
                               text);
        return false;
    }
    if (strlen(text) > FELT_PLAYER_TEXT_MAX) {
        (void)felt_args_refuse(args,
                               "\"%s\" has more than %d letters; put the command into a script",
                               text, FELT_PLAYER_TEXT_MAX);
        return false;
    }
    if (begins(text, exec_prefix) && text[strspn(text + 5, " ") + 5] == '\0') {
        (void)felt_args_refuse(args, "\"%s\": say what to start, as in exec:./bot", text);
        return false;
    }
    return true;
}

static bool listen_at(const struct felt_args *args, struct felt_outside *outside)
{
    char *end;
    errno = 0;
    unsigned long port = strtoul(outside->rest, &end, 10);
    if (outside->rest[strspn(outside->rest, "0123456789")] != '\0' || end == outside->rest ||
        errno != 0 || port < 1 || port > PORT_MAX) {
        (void)felt_args_refuse(args, "\"%s\": take a port of 1 to %d, as in acpc:18791",
                               outside->text, PORT_MAX);
        return false;
    }
    outside->listener = felt_line_io_listen(outside->options.bind, (uint16_t)port);
    if (outside->listener >= 0) return true;
    (void)felt_args_refuse(args, "%s: port %s of %s: %s", outside->text, outside->rest,
                           outside->options.bind, strerror(errno));
    return false;
}

static struct felt_outside *make(const char *text, const struct felt_outside_options *options)
{
    struct felt_outside *outside = calloc(1, sizeof *outside);
    if (outside == NULL) return NULL;
    if (pthread_mutex_init(&outside->mutex, NULL) != 0) {
        free(outside);
        return NULL;
    }
    memcpy(outside->text, text, strlen(text) + 1);
    outside->rest = outside->text + strlen(exec_prefix);
    outside->manner = begins(text, exec_prefix) ? &felt_manner_exec : &felt_manner_acpc;
    outside->options = *options;
    outside->listener = -1;
    outside->kind = (struct felt_player_kind){.name = outside->text,
                                              .title = "a program of somebody else's",
                                              .bytes = sizeof(struct block),
                                              .plays = outside->manner->plays,
                                              .sit = sit,
                                              .begin = begin,
                                              .observe = observe,
                                              .choose = choose};
    return outside;
}

bool felt_outside_read(const struct felt_args *args, const char *text,
                       const struct felt_outside_options *options, struct felt_player_spec *out)
{
    out->owner = NULL;
    if (!is_name(text)) return felt_player_name_read(args, text, out);
    if (!verify_text(args, text)) return false;
    struct felt_outside *outside = make(text, options);
    if (outside) outside->command = args->spec->command;
    if (outside && outside->manner == &felt_manner_exec) outside->spawner = felt_spawner_open();
    if (outside == NULL || (outside->manner == &felt_manner_exec && outside->spawner == NULL)) {
        (void)felt_args_refuse(args, "out of memory; free some and try again");
        felt_outside_close(outside);
        return false;
    }
    if (outside->manner == &felt_manner_acpc && !listen_at(args, outside)) {
        felt_outside_close(outside);
        return false;
    }
    *out = (struct felt_player_spec){
        .kind = &outside->kind, .settings = felt_strategy_config_default(), .owner = outside};
    memcpy(out->text, text, strlen(text) + 1);
    return true;
}

void felt_outside_close(struct felt_outside *outside)
{
    if (outside == NULL) return;
    for (struct felt_outside_seat *table_seat = outside->first; table_seat;
         table_seat = table_seat->next)
        outside->manner->hang_up(table_seat);
    int64_t deadline = felt_line_io_now_ms() + GRACE_MS;
    while (outside->first) {
        struct felt_outside_seat *table_seat = outside->first;
        outside->first = table_seat->next;
        outside->manner->stop(table_seat, deadline);
        free(table_seat);
    }
    felt_spawner_close(outside->spawner);
    if (outside->listener >= 0) close(outside->listener);
    pthread_mutex_destroy(&outside->mutex);
    free(outside);
}
