/* outside_acpc.c -- a program that connects and speaks the protocol of the computer poker
 * competition.
 *
 * The dealer of that protocol sends a line after every action, and cards that follow an action
 * come in the same line.  So a line is sent when the next action is there, when the program is
 * asked, and when the hand is over.
 *
 * There is one line and thus one hand at a time.  A program that leaves may connect again: the next
 * hand waits for it. */
#include "programs/outside_parts.h"
#include "felt/assert.h"
#include "formats/hands/acpc_state.h"

#include <stdio.h>
#include <string.h>

enum { LINES_MAX = 32, EARLY_MAX = 64, UNSAID_MS = 100 };

struct acpc_table_seat {
    struct felt_outside_seat table_seat; /* first */
    struct felt_line_io io;
    bool connected, fresh;
    bool told;  /* the state has begun                                                     */
    bool dirty; /* there is something in it that was not sent                              */
    uint64_t hands;
    struct felt_acpc_state state;
    /* events before anybody knew where the button is */
    struct felt_event early[EARLY_MAX];
    int earlies;
    size_t sent_bytes;
    char sent[FELT_ACPC_LINE_BYTES];
};

static struct acpc_table_seat *of(struct felt_outside_seat *table_seat)
{
    return (struct acpc_table_seat *)table_seat;
}

static bool plays(const struct felt_game *game, const void *rules)
{
    return game == &felt_poker_game && felt_acpc_state_tells(rules);
}

static void leave(struct acpc_table_seat *acpc)
{
    if (acpc->connected) felt_line_io_close(&acpc->io);
    acpc->connected = false;
}

static void break_off(struct acpc_table_seat *acpc, atomic_ullong *what)
{
    leave(acpc);
    acpc->table_seat.silent = true;
    felt_outside_fail(acpc->table_seat.outside, what);
}

/* ---- connecting ------------------------------------------------------------------------------ */

/* Somebody at the door by the deadline.  Who waits for longer than a moment says so, once: a match
 * that does nothing looks like one that hangs. */
static bool is_met(struct acpc_table_seat *acpc, int64_t deadline)
{
    struct felt_outside *outside = acpc->table_seat.outside;
    int64_t moment = felt_line_io_now_ms() + UNSAID_MS;
    if (felt_line_io_accept(&acpc->io, outside->listener, moment < deadline ? moment : deadline))
        return true;
    if (!outside->announced)
        fprintf(stderr, "felt %s: waiting for a bot at %s:%s\n", outside->command,
                outside->options.bind, outside->rest);
    outside->announced = true;
    return felt_line_io_accept(&acpc->io, outside->listener, deadline);
}

/* One who connects and says his version. */
static bool is_connected(struct acpc_table_seat *acpc)
{
    struct felt_outside *outside = acpc->table_seat.outside;
    int64_t deadline = felt_line_io_now_ms() + outside->options.start_ms;
    const char *line;
    size_t bytes;
    while (!acpc->connected) {
        if (!is_met(acpc, deadline)) break;
        atomic_store_explicit(&outside->counts.came, true, memory_order_relaxed);
        if (felt_line_io_hear(&acpc->io, deadline, &line, &bytes) == FELT_LINE_IO_HEARD_LINE &&
            felt_acpc_is_version(line, bytes))
            acpc->connected = acpc->fresh = true;
        else
            felt_line_io_close(&acpc->io); /* somebody else may come in time */
    }
    if (!acpc->connected) break_off(acpc, &outside->counts.crashes);
    return acpc->connected;
}

/* ---- telling --------------------------------------------------------------------------------- */

static void send_state(struct acpc_table_seat *acpc)
{
    struct felt_outside *outside = acpc->table_seat.outside;
    struct felt_buffer line = felt_buffer_make(acpc->sent, sizeof acpc->sent);
    if (acpc->table_seat.silent) return;
    acpc->dirty = false;
    felt_acpc_state_write(&acpc->state, &line);
    acpc->sent_bytes = line.used;
    felt_buffer_text(&line, "\r\n");
    bool fits = !line.overflow && !acpc->state.overflow;
    if (!fits || !felt_line_io_send(&acpc->io, acpc->sent, line.used,
                                    felt_line_io_now_ms() + outside->options.move_ms))
        break_off(acpc, &outside->counts.crashes);
}

static void take(struct acpc_table_seat *acpc, const struct felt_event *event)
{
    if (event->kind == FELT_EVENT_ACT && acpc->dirty) send_state(acpc);
    felt_acpc_state_take(&acpc->state, event);
    acpc->dirty |= event->kind == FELT_EVENT_ACT || event->kind == FELT_EVENT_DEAL ||
                   event->kind == FELT_EVENT_BOARD || event->kind == FELT_EVENT_SHOW;
    if (event->kind == FELT_EVENT_OVER && acpc->dirty) send_state(acpc);
}

static void start(struct acpc_table_seat *acpc, felt_seats seats, felt_seat button)
{
    const struct felt_place *place = acpc->table_seat.place;
    felt_acpc_state_begin(&acpc->state, place->rules, seats, button, place->seat, acpc->hands++);
    acpc->told = true;
    acpc->dirty = false;
    for (int i = 0; i < acpc->earlies; i++) take(acpc, &acpc->early[i]);
    acpc->earlies = 0;
}

static void begin(struct felt_outside_seat *table_seat)
{
    struct acpc_table_seat *acpc = of(table_seat);
    acpc->told = false;
    acpc->earlies = 0;
    if (is_connected(acpc) && table_seat->place->deal)
        start(acpc, table_seat->place->deal->seats, table_seat->place->deal->button);
}

static void observe(struct felt_outside_seat *table_seat, const struct felt_event *event)
{
    struct acpc_table_seat *acpc = of(table_seat);
    if (acpc->told)
        take(acpc, event);
    else if (acpc->earlies < EARLY_MAX)
        acpc->early[acpc->earlies++] = *event;
}

/* ---- asking ---------------------------------------------------------------------------------- */

static bool hear(struct acpc_table_seat *acpc, int64_t deadline, struct felt_action *reply,
                 enum felt_warning *warning)
{
    struct felt_outside *outside = acpc->table_seat.outside;
    for (int lines = 0; lines < LINES_MAX; lines++) {
        const char *line;
        size_t bytes;
        switch (felt_line_io_hear(&acpc->io, deadline, &line, &bytes)) {
        case FELT_LINE_IO_HEARD_LINE: break;
        case FELT_LINE_IO_HEARD_NOTHING:
            *warning = FELT_WARN_TIMEOUT;
            felt_outside_fail(outside, &outside->counts.timeouts);
            return false;
        case FELT_LINE_IO_HEARD_END: break_off(acpc, &outside->counts.crashes); return false;
        case FELT_LINE_IO_HEARD_TOO_MUCH: break_off(acpc, &outside->counts.garbage); return false;
        }
        if (bytes > 0 && (line[0] == '#' || line[0] == ';')) continue; /* comments */
        if (felt_acpc_reply_read(line, bytes, acpc->sent, acpc->sent_bytes, acpc->state.has_amounts,
                                 reply, NULL) == FELT_OK)
            return true;
        atomic_fetch_add_explicit(&outside->counts.refused, 1, memory_order_relaxed);
    }
    felt_outside_fail(outside, &outside->counts.garbage);
    return false;
}

static bool choose(struct felt_outside_seat *table_seat, const struct felt_view *view,
                   struct felt_action *action, enum felt_warning *warning)
{
    struct acpc_table_seat *acpc = of(table_seat);
    const struct felt_outside_options *options = &table_seat->outside->options;
    struct felt_action reply;
    if (!acpc->told) start(acpc, view->seats, view->button);
    (void)felt_line_io_forget(&acpc->io);
    uint32_t ms = felt_outside_patience_ms(table_seat->outside, acpc->fresh);
    int64_t deadline = felt_line_io_now_ms() + ms;
    send_state(acpc);
    bool answered = !table_seat->silent && hear(acpc, deadline, &reply, warning);
    acpc->fresh = false;
    if (!answered) return false;
    *action = felt_acpc_reply_action(reply, acpc->state.has_amounts, view);
    return felt_outside_is_legal(view, *action) || options->passes_illegal;
}

/* ---- the end --------------------------------------------------------------------------------- */

static void hang_up(struct felt_outside_seat *table_seat)
{
    leave(of(table_seat));
}

static void stop(struct felt_outside_seat *table_seat, int64_t deadline_ms)
{
    (void)deadline_ms;
    leave(of(table_seat));
}

const struct felt_outside_manner felt_manner_acpc = {.table_seat_bytes =
                                                         sizeof(struct acpc_table_seat),
                                                     .plays = plays,
                                                     .begin = begin,
                                                     .observe = observe,
                                                     .choose = choose,
                                                     .hang_up = hang_up,
                                                     .stop = stop};
