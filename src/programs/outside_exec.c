/* outside_exec.c -- a program that is started and asked in frames.
 *
 * Frames are collected, and sent when the program is asked and when the hand is over: a hand takes
 * a few writes.  What it says while nobody asks is thrown away just before the next question, so an
 * answer that comes too late is never taken for another one.
 *
 * A program that ended, or that stopped reading, is silent for the rest of the hand and started
 * anew for the next one.  One that was merely slow is kept. */
#include "programs/outside_parts.h"
#include "felt/assert.h"
#include "server/table/poker_adapter.h"
#include "server/protocol/read_arena_client.h"
#include "server/protocol/write_arena_server.h"

#include <stdio.h>
#include <string.h>

enum { FRAMES_BYTES = 65536, FRAME_ROOM = 16384, LINES_MAX = 32, BABBLE_BYTES = 65536 };

struct exec_table_seat {
    struct felt_outside_seat table_seat; /* first */
    struct felt_process process;
    bool fresh;     /* it has not been asked since it was started                          */
    bool broken;    /* it is stopped before the next hand                                  */
    bool told;      /* start_hand of this hand was told                                    */
    felt_seat seat; /* that it was welcomed at; FELT_SEAT_NONE: not yet                    */
    const void *rules;
    struct felt_poker_adapter adapter; /* for these rules                                        */
    struct felt_table_config config;
    struct felt_table_face face;
    struct felt_announcer announcer;
    uint64_t hands, req_id;
    char hand_id[FELT_LIVE_HAND_ID_BYTES + 1];
    struct felt_buffer frames; /* in `memory`                                              */
    char memory[FRAMES_BYTES];
};

static struct exec_table_seat *of(struct felt_outside_seat *table_seat)
{
    return (struct exec_table_seat *)table_seat;
}

static bool plays(const struct felt_game *game, const void *rules)
{
    (void)rules;
    return game == &felt_poker_game;
}

/* ---- telling --------------------------------------------------------------------------------- */

static void break_off(struct exec_table_seat *exec, atomic_ullong *what)
{
    exec->table_seat.silent = exec->broken = true;
    felt_outside_fail(exec->table_seat.outside, what);
}

static void flush(struct exec_table_seat *exec)
{
    struct felt_outside *outside = exec->table_seat.outside;
    uint32_t ms = exec->fresh ? outside->options.start_ms : outside->options.move_ms;
    size_t used = exec->frames.used;
    felt_buffer_clear(&exec->frames);
    if (exec->table_seat.silent || used == 0) return;
    if (!felt_line_io_send(&exec->process.io, exec->memory, used, felt_line_io_now_ms() + ms))
        break_off(exec, &outside->counts.crashes);
}

static void tell(struct exec_table_seat *exec, const struct felt_arena_server_msg *what)
{
    if (exec->table_seat.silent) return;
    if (exec->frames.capacity - exec->frames.used < FRAME_ROOM) flush(exec);
    felt_protocol_write_arena_server(what, &exec->frames);
    felt_buffer_char(&exec->frames, '\n');
    felt_assert(!exec->frames.overflow);
}

static void tell_error(struct exec_table_seat *exec, enum felt_refusal refusal, const char *text)
{
    atomic_ullong *refused = &exec->table_seat.outside->counts.refused;
    atomic_fetch_add_explicit(refused, 1, memory_order_relaxed);
    tell(exec, &(struct felt_arena_server_msg){
                   .kind = FELT_ARENA_SERVER_ERROR, .refusal = (uint8_t)refusal, .text = text});
    flush(exec);
}

/* ---- a hand begins --------------------------------------------------------------------------- */

/* Stops what is broken and starts what does not run. */
static bool is_running(struct exec_table_seat *exec)
{
    struct felt_outside *outside = exec->table_seat.outside;
    if (exec->broken) felt_process_stop(&exec->process, 0);
    exec->broken = false;
    if (exec->process.pid) return true;
    exec->frames = felt_buffer_make(exec->memory, sizeof exec->memory);
    exec->seat = FELT_SEAT_NONE;
    exec->fresh = true;
    if (felt_spawner_start(outside->spawner, &exec->process, outside->rest,
                           &outside->options.limits, outside->options.complaints))
        return true;
    break_off(exec, &outside->counts.crashes);
    return false;
}

static void welcome(struct exec_table_seat *exec, felt_chips stack, felt_seats seats)
{
    static const char *const teams[FELT_SEATS_MAX] = {"seat 0", "seat 1", "seat 2", "seat 3",
                                                      "seat 4", "seat 5", "seat 6", "seat 7",
                                                      "seat 8", "seat 9"};
    const struct felt_place *place = exec->table_seat.place;
    int count = felt_seats_count(seats);
    if (exec->seat == place->seat && exec->rules == place->rules && exec->config.seats == count)
        return;
    exec->seat = place->seat;
    exec->rules = place->rules;
    felt_poker_adapter_of(&exec->adapter, place->rules);
    exec->config = (struct felt_table_config){.adapter = &exec->adapter.adapter,
                                              .seats = (uint8_t)count,
                                              .min_players = (uint8_t)count,
                                              .stack = stack,
                                              .move_ms = exec->table_seat.outside->options.move_ms};
    exec->face = (struct felt_table_face){.id = "match", .config = &exec->config, .in_hand = true};
    for (int seat = 0; seat < FELT_SEATS_MAX; seat++)
        if (felt_seats_has(seats, seat))
            exec->face.seat[seat] = (struct felt_seat_face){teams[seat], true, false, stack};
    tell(exec, &(struct felt_arena_server_msg){.kind = FELT_ARENA_SERVER_WELCOME,
                                               .table = &exec->face,
                                               .seat = place->seat,
                                               .match_id = "match"});
}

static void start_hand(struct exec_table_seat *exec, const struct felt_deal *deal)
{
    exec->told = true;
    exec->hands++;
    snprintf(exec->hand_id, sizeof exec->hand_id, "H-%06llu", (unsigned long long)exec->hands);
    welcome(exec, deal->stack[exec->table_seat.place->seat], deal->seats);
    felt_announcer_begin(&exec->announcer, deal);
    for (int seat = 0; seat < FELT_SEATS_MAX; seat++)
        exec->face.seat[seat].stack = deal->stack[seat];
    tell(exec, &(struct felt_arena_server_msg){.kind = FELT_ARENA_SERVER_START_HAND,
                                               .table = &exec->face,
                                               .hand_id = exec->hand_id,
                                               .hand_number = (uint32_t)exec->hands,
                                               .button = deal->button,
                                               .stacks = deal->stack});
}

static void begin(struct felt_outside_seat *table_seat)
{
    struct exec_table_seat *exec = of(table_seat);
    exec->told = false;
    if (is_running(exec) && table_seat->place->deal) start_hand(exec, table_seat->place->deal);
}

/* ---- watching -------------------------------------------------------------------------------- */

static void say(void *self, const struct felt_announcement *said)
{
    struct exec_table_seat *exec = self;
    struct felt_announcement heard = felt_announcement_for(said, exec->seat);
    tell(exec, &(struct felt_arena_server_msg){.kind = FELT_ARENA_SERVER_EVENT, .event = &heard});
}

static void observe(struct felt_outside_seat *table_seat, const struct felt_event *event)
{
    struct exec_table_seat *exec = of(table_seat);
    if (!exec->told) return;
    felt_announce(&exec->announcer, &exec->adapter.adapter, event, 1, say, exec);
    if (event->kind != FELT_EVENT_OVER) return;
    tell(exec, &(struct felt_arena_server_msg){.kind = FELT_ARENA_SERVER_END_HAND,
                                               .table = &exec->face,
                                               .hand_id = exec->hand_id,
                                               .stacks = exec->announcer.stack});
    flush(exec);
}

/* ---- asking ---------------------------------------------------------------------------------- */

/* Where nobody told how the hand began, the view does; what happened before is not told. */
static void start_late(struct exec_table_seat *exec, const struct felt_view *view)
{
    const struct felt_zone *board = felt_view_zone(view, FELT_ZONE_BOARD, FELT_SEAT_NONE);
    struct felt_announcer *announcer = &exec->announcer;
    struct felt_deal deal = {
        .seats = view->seats, .button = view->button, .opener = FELT_SEAT_NONE};
    memcpy(deal.stack, view->start, sizeof deal.stack);
    start_hand(exec, &deal);
    memcpy(announcer->stack, view->betting.stack, sizeof announcer->stack);
    if (board == NULL || board->count > FELT_ANNOUNCED_BOARD) return;
    announcer->board_count[0] = board->count;
    memcpy(announcer->board[0], view->cards + board->at, board->count);
}

/* Cards by name become places in the own hand.  One that is not there makes it illegal. */
static uint64_t place_cards(const struct felt_view *view,
                            const struct felt_arena_client_action *ask)
{
    const struct felt_zone *hand = felt_view_zone(view, FELT_ZONE_HAND, view->viewer);
    uint64_t places = 0;
    for (int i = 0; i < ask->cards; i++) {
        int at = 0;
        while (hand && at < hand->count && view->cards[hand->at + at] != ask->card[i]) at++;
        if (hand == NULL || at == hand->count || (places >> at & 1)) return UINT64_MAX;
        places |= UINT64_C(1) << at;
    }
    return places;
}

static struct felt_action action_of(const struct felt_view *view,
                                    const struct felt_arena_client_action *ask)
{
    struct felt_action action = {.kind = ask->kind};
    if (ask->kind == FELT_RAISE_TO && ask->has_amount) action.amount = ask->amount;
    if (ask->kind == FELT_DISCARD || ask->kind == FELT_COMMIT)
        action.cards = place_cards(view, ask);
    if (ask->kind == FELT_CHOOSE || ask->kind == FELT_RUNS || ask->kind == FELT_MOVE)
        action.choice = ask->choice;
    return action;
}

/* Is this line the answer?  What is wrong with it is told. */
static bool is_answer(struct exec_table_seat *exec, const char *line, size_t bytes,
                      struct felt_arena_client_msg *msg)
{
    char text[FELT_PROTOCOL_TEXT_BYTES];
    enum felt_refusal refusal = felt_protocol_read_arena_client(line, bytes, msg, text);
    if (refusal != FELT_REFUSED_NOT) {
        tell_error(exec, refusal, text);
        return false;
    }
    if (msg->kind == FELT_ARENA_CLIENT_HELLO) return false; /* programs for the arena begin so */
    if (msg->kind != FELT_ARENA_CLIENT_ACTION) {
        tell_error(exec, FELT_REFUSED_UNKNOWN_TYPE, "send an action");
        return false;
    }
    if ((msg->action.has_req && msg->action.req_id != exec->req_id) ||
        (msg->action.hand_id[0] && strcmp(msg->action.hand_id, exec->hand_id) != 0)) {
        tell_error(exec, FELT_REFUSED_ACTION_TOO_LATE, "this answers another act");
        return false;
    }
    if (msg->action.known) return true;
    tell_error(exec, FELT_REFUSED_INVALID_ACTION, "take one of the words in legal");
    return false;
}

/* Listens until there is an answer. */
static bool hear(struct exec_table_seat *exec, int64_t deadline, struct felt_arena_client_msg *msg,
                 enum felt_warning *warning)
{
    struct felt_outside *outside = exec->table_seat.outside;
    size_t heard_bytes = 0;
    for (int lines = 0; lines < LINES_MAX && heard_bytes < BABBLE_BYTES; lines++) {
        const char *line;
        size_t bytes;
        switch (felt_line_io_hear(&exec->process.io, deadline, &line, &bytes)) {
        case FELT_LINE_IO_HEARD_LINE: break;
        case FELT_LINE_IO_HEARD_NOTHING:
            *warning = FELT_WARN_TIMEOUT;
            felt_outside_fail(outside, &outside->counts.timeouts);
            tell_error(exec, FELT_REFUSED_ACTION_TOO_LATE, "there was no answer in time");
            return false;
        case FELT_LINE_IO_HEARD_END: break_off(exec, &outside->counts.crashes); return false;
        case FELT_LINE_IO_HEARD_TOO_MUCH: break_off(exec, &outside->counts.garbage); return false;
        }
        heard_bytes += bytes + 1;
        if (is_answer(exec, line, bytes, msg)) return true;
        if (exec->table_seat.silent) return false; /* it does not even read errors */
    }
    felt_outside_fail(outside, &outside->counts.garbage);
    return false;
}

static bool choose(struct felt_outside_seat *table_seat, const struct felt_view *view,
                   struct felt_action *action, enum felt_warning *warning)
{
    struct exec_table_seat *exec = of(table_seat);
    const struct felt_outside_options *options = &table_seat->outside->options;
    struct felt_arena_client_msg msg;
    if (!exec->told) start_late(exec, view);
    uint32_t ms = felt_outside_patience_ms(table_seat->outside, exec->fresh);
    exec->req_id++;
    tell(exec, &(struct felt_arena_server_msg){.kind = FELT_ARENA_SERVER_ACT,
                                               .table = &exec->face,
                                               .hand_id = exec->hand_id,
                                               .seat = exec->seat,
                                               .view = view,
                                               .req_id = exec->req_id,
                                               .time_ms = ms});
    (void)felt_line_io_forget(&exec->process.io);
    int64_t deadline = felt_line_io_now_ms() + ms;
    flush(exec);
    bool answered = !table_seat->silent && hear(exec, deadline, &msg, warning);
    exec->fresh = false;
    if (!answered) return false;
    *action = action_of(view, &msg.action);
    if (felt_outside_is_legal(view, *action)) return true;
    tell_error(exec, FELT_REFUSED_INVALID_ACTION, "not legal now; the timid action was taken");
    return options->passes_illegal;
}

/* ---- the end --------------------------------------------------------------------------------- */

static void hang_up(struct felt_outside_seat *table_seat)
{
    if (of(table_seat)->process.pid) felt_line_io_hang_up(&of(table_seat)->process.io);
}

static void stop(struct felt_outside_seat *table_seat, int64_t deadline_ms)
{
    felt_process_stop(&of(table_seat)->process, of(table_seat)->broken ? 0 : deadline_ms);
}

const struct felt_outside_manner felt_manner_exec = {.table_seat_bytes =
                                                         sizeof(struct exec_table_seat),
                                                     .plays = plays,
                                                     .begin = begin,
                                                     .observe = observe,
                                                     .choose = choose,
                                                     .hang_up = hang_up,
                                                     .stop = stop};
