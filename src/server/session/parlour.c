/* parlour.c -- the parlour: opening, what the floor wants from it, and the turns of the loop. */
#include "server/session/parlour_parts.h"

#include "felt/assert.h"
#include "felt/json.h"
#include "server/protocol/write_news.h"

#include <stdlib.h>
#include <string.h>

enum { LOG_BYTES = 1024, COUNTER_MS = 10, DAY_MS = 86400000 };

/* ---- log ---- */

void felt_parlour_log(struct felt_parlour *parlour, const struct felt_parlour_log *log)
{
    if (!parlour->services->log) return;
    char text[LOG_BYTES];
    struct felt_buffer out = felt_buffer_make(text, sizeof text);
    struct felt_json json = felt_json_make(&out);
    felt_json_object(&json);
    felt_json_key(&json, "at_ms"), felt_json_int(&json, felt_parlour_wall_ms(parlour));
    felt_json_key(&json, "level"), felt_json_text(&json, log->level ? log->level : "info");
    felt_json_key(&json, "event"), felt_json_text(&json, log->event);
    if (log->line != FELT_NO_LINE) felt_json_key(&json, "line"), felt_json_uint(&json, log->line);
    if (log->user) felt_json_key(&json, "user"), felt_json_int(&json, log->user);
    if (log->key) felt_json_key(&json, log->key), felt_json_text(&json, log->value);
    if (log->more_key) felt_json_key(&json, log->more_key), felt_json_text(&json, log->more);
    felt_json_end(&json);
    if (felt_json_done(&json)) parlour->services->log(parlour->services->self, out.bytes, out.used);
}

/* ---- the ledger ---- */

bool felt_parlour_order(struct felt_parlour *parlour, struct felt_order *order,
                        enum felt_errand errand, uint64_t number)
{
    const struct felt_counter *bank = &parlour->services->bank;
    felt_assert(number <= FELT_TICKET_NUMBER);
    order->now_ms = felt_parlour_wall_ms(parlour);
    return bank->order(bank->self, order, felt_parlour_ticket(errand, number));
}

bool felt_parlour_ask(struct felt_parlour *parlour, struct felt_question *question,
                      enum felt_errand errand, uint64_t number)
{
    const struct felt_counter *bank = &parlour->services->bank;
    felt_assert(number <= FELT_TICKET_NUMBER);
    question->now_ms = felt_parlour_wall_ms(parlour);
    return bank->ask(bank->self, question, felt_parlour_ticket(errand, number));
}

bool felt_parlour_hold(struct felt_parlour *parlour, const struct felt_order *order,
                       enum felt_errand errand, uint64_t number)
{
    if (parlour->held_count == FELT_PARLOUR_ORDERS) return false;
    uint32_t at = (parlour->held_first + parlour->held_count++) % FELT_PARLOUR_ORDERS;
    parlour->held[at] = (struct felt_held_order){
        .errand = errand, .turn = parlour->box.sealed_turns, .ticket = number, .order = *order};
    return true;
}

/* The journal has what it rests on (A1). */
static bool may_leave(const struct felt_parlour *parlour, const struct felt_held_order *held)
{
    return (int32_t)(held->turn - parlour->box.sent_turns) < 0;
}

/* Orders of the floor and the office, in their order, as far as the counter takes them. */
static void give_orders(struct felt_parlour *parlour)
{
    parlour->held_retry_ms = INT64_MAX;
    while (parlour->held_count) {
        struct felt_held_order *held = &parlour->held[parlour->held_first];
        if (!may_leave(parlour, held)) return;
        if (!felt_parlour_order(parlour, &held->order, held->errand, held->ticket)) {
            parlour->held_retry_ms = felt_parlour_ms(parlour) + COUNTER_MS;
            return;
        }
        parlour->held_first = (parlour->held_first + 1) % FELT_PARLOUR_ORDERS;
        parlour->held_count--;
    }
}

/* ---- frames ---- */

/* News that a slow reader may miss: the next one says the same and more. */
static bool is_droppable(const struct felt_news *news)
{
    return news->kind == FELT_NEWS_LOBBY_ROW || news->kind == FELT_NEWS_EVENT_ROW;
}

static bool is_act(const struct felt_news *news)
{
    return news->kind == FELT_NEWS_CHOOSE ||
           (news->kind == FELT_NEWS_HAND && news->tell->kind == FELT_TELL_ACT);
}

void felt_parlour_post(void *self, const uint32_t *lines, int count, const struct felt_news *news)
{
    struct felt_parlour *parlour = self;
    uint32_t receivers = 0;
    for (int i = 0; i < count; i++) {
        if (lines[i] >= parlour->lines) { /* A4 */
            if (lines[i] - parlour->lines < parlour->config.house_players)
                felt_staff_hear(parlour->staff, lines[i], news, felt_parlour_ms(parlour));
            continue;
        }
        if (news->kind == FELT_NEWS_ERROR && !felt_parlour_may_complain(parlour, lines[i]))
            continue;
        parlour->receivers[receivers++] = lines[i];
    }
    if (news->kind == FELT_NEWS_ERROR && count > 0 && lines[0] < parlour->lines)
        parlour->counts.refusals[news->no]++;
    bool fits = felt_outbox_post(
        &parlour->box, parlour->receivers, receivers, news,
        (struct felt_outbox_manner){.droppable = is_droppable(news), .act = is_act(news)});
    if (!fits)
        felt_parlour_log(parlour, &(struct felt_parlour_log){.level = "error",
                                                             .event = "frame_too_long",
                                                             .line = parlour->receivers[0]});
}

static enum felt_flush flush(void *self, uint64_t *number)
{
    struct felt_parlour *parlour = self;
    if (!parlour->services->flush) return FELT_FLUSH_DONE;
    return parlour->services->flush(parlour->services->self, number);
}

static void note_sealed(void *self)
{
    felt_floor_sealed(((struct felt_parlour *)self)->floor);
}

static void write_frame(void *self, const void *what, struct felt_buffer *out)
{
    struct felt_parlour *parlour = self;
    struct felt_news news = *(const struct felt_news *)what;
    if (news.kind == FELT_NEWS_TABLE && news.table->stake->guided) /* the floor knows no more */
        news.event = felt_parlour_events_at(parlour, news.table->index);
    felt_wire_write_news(&news, felt_parlour_wall_ms(parlour), felt_parlour_ms(parlour), out);
}

static void note_sent(void *self)
{
    struct felt_parlour *parlour = self;
    struct felt_parlour_counts *counts = &parlour->counts;
    if (!parlour->box.failed) give_orders(parlour);
    felt_floor_sent(parlour->floor);
    counts->frames = parlour->box.sent_frames;
    counts->bytes = parlour->box.sent_bytes;
    felt_outbox_latency(&parlour->box, parlour->services->now_us(parlour->services->self),
                        counts->latency, &counts->latency_us, &counts->latencies);
}

/* ---- what the floor wants ---- */

static void serve_entropy(void *self, void *out, size_t bytes)
{
    struct felt_parlour *parlour = self;
    parlour->services->entropy(parlour->services->self, out, bytes);
}

static void serve_append(void *self, const void *bytes, size_t count)
{
    struct felt_parlour *parlour = self;
    if (parlour->services->append) parlour->services->append(parlour->services->self, bytes, count);
}

/* It goes to the ledger once the journal knows of it: an order that was done and then forgotten
 * would leave chips where nobody looks for them. */
static bool serve_order(void *self, const struct felt_order *order, uint64_t ticket)
{
    return felt_parlour_hold(self, order, FELT_ERRAND_FLOOR, ticket);
}

static void serve_alarm(void *self, const char *table, const char *text)
{
    felt_parlour_log(self, &(struct felt_parlour_log){.level = "error",
                                                      .event = "alarm",
                                                      .line = FELT_NO_LINE,
                                                      .key = "table",
                                                      .value = table ? table : "",
                                                      .more_key = "text",
                                                      .more = text});
}

static void serve_local_sit(void *self, uint32_t table, felt_seat seat, int64_t user)
{
    const struct felt_parlour_services *services = ((struct felt_parlour *)self)->services;
    if (services->local_sit) services->local_sit(services->self, table, seat, user);
}

static void serve_local_stand(void *self, uint32_t table, felt_seat seat)
{
    const struct felt_parlour_services *services = ((struct felt_parlour *)self)->services;
    if (services->local_stand) services->local_stand(services->self, table, seat);
}

static void serve_local_begin(void *self, uint32_t table, felt_seat seat,
                              const struct felt_plug *plug)
{
    const struct felt_parlour_services *services = ((struct felt_parlour *)self)->services;
    if (services->local_begin) services->local_begin(services->self, table, seat, plug);
}

static void serve_local_event(void *self, uint32_t table, felt_seat seat,
                              const struct felt_event *event)
{
    const struct felt_parlour_services *services = ((struct felt_parlour *)self)->services;
    if (services->local_event) services->local_event(services->self, table, seat, event);
}

static const struct felt_stake *serve_stake_again(void *self, const char *text, size_t bytes)
{
    const struct felt_parlour_services *services = ((struct felt_parlour *)self)->services;
    return services->stake_again(services->self, text, bytes);
}

static void serve_stake_gone(void *self, const struct felt_stake *stake)
{
    const struct felt_parlour_services *services = ((struct felt_parlour *)self)->services;
    if (services->stake_gone) services->stake_gone(services->self, stake);
}

static const struct felt_stake *serve_stake_make(void *self, const char *id,
                                                 const struct felt_want_terms *terms,
                                                 const struct felt_stake *old,
                                                 char why[FELT_FLOOR_TEXT_BYTES])
{
    const struct felt_parlour_services *services = ((struct felt_parlour *)self)->services;
    return services->stake_make(services->self, id, terms, old, why);
}

/* ---- opening ---- */

static bool open_box(struct felt_parlour *parlour)
{
    return felt_outbox_open(&parlour->box,
                            &(struct felt_outbox_config){.self = parlour,
                                                         .link = parlour->link,
                                                         .lines = parlour->lines,
                                                         .bytes = FELT_PARLOUR_OUTBOX_BYTES,
                                                         .flush = flush,
                                                         .write = write_frame,
                                                         .sealed = note_sealed,
                                                         .sent = note_sent});
}

static void open_floor(struct felt_parlour *parlour)
{
    uint64_t seed;
    serve_entropy(parlour, &seed, sizeof seed);
    parlour->rng = felt_rng_make(seed);
    parlour->floor_services = (struct felt_floor_services){
        .self = parlour,
        .digests = parlour->services->digests,
        .entropy = serve_entropy,
        .post = felt_parlour_post,
        .append = serve_append,
        .order = serve_order,
        .guided_over = felt_parlour_events_hand,
        .stake_again = parlour->services->stake_again ? serve_stake_again : NULL,
        .stake_gone = serve_stake_gone,
        .stake_make = parlour->services->stake_make ? serve_stake_make : NULL,
        .other = felt_parlour_events_record,
        .hand_over = parlour->services->keep_hand ? felt_parlour_hand_over : NULL,
        .alarm = serve_alarm,
        .local_sit = serve_local_sit,
        .local_stand = serve_local_stand,
        .local_begin = serve_local_begin,
        .local_event = serve_local_event,
        .local_ask = felt_thoughts_ask,
        .local_choose = felt_thoughts_choose};
    parlour->staff_services =
        (struct felt_staff_services){.self = parlour, .stake = felt_manager_stake};
    parlour->floor =
        felt_floor_init(parlour->floor_memory, &parlour->config.floor, &parlour->floor_services);
    if (parlour->staff_memory)
        parlour->staff =
            felt_staff_init(parlour->staff_memory, parlour->floor, parlour->config.house_players,
                            parlour->config.floor.tables_max, &parlour->config.staff,
                            &parlour->staff_services, felt_rng_split(&parlour->rng, 1));
}

struct felt_parlour *felt_parlour_open(const struct felt_parlour_config *config,
                                       const struct felt_parlour_services *services,
                                       const struct felt_link *link)
{
    uint32_t house = config->house_players + config->event_house;
    felt_assert(house < config->floor.lines_max);
    struct felt_parlour *parlour = calloc(1, sizeof *parlour);
    if (!parlour) return NULL;
    parlour->config = *config;
    parlour->services = services;
    parlour->link = link;
    parlour->lines = config->floor.lines_max - house;
    parlour->floor_memory = calloc(1, felt_floor_bytes(&parlour->config.floor));
    /* Without members it still knows how long somebody thinks. */
    if (house)
        parlour->staff_memory =
            calloc(1, felt_staff_bytes(config->house_players, config->floor.tables_max));
    parlour->alarm_memory = calloc(1, felt_heap_bytes(parlour->lines));
    parlour->line = calloc(parlour->lines, sizeof *parlour->line);
    parlour->receivers = calloc(config->floor.lines_max, sizeof *parlour->receivers);
    parlour->told = calloc(parlour->lines, sizeof *parlour->told);
    parlour->lookup = calloc(FELT_PARLOUR_LOOKUPS, sizeof *parlour->lookup);
    parlour->held = calloc(FELT_PARLOUR_ORDERS, sizeof *parlour->held);
    parlour->record = calloc(1, sizeof *parlour->record);
    parlour->hand_text = malloc(FELT_RECORD_TEXT_MAX);
    bool opened = open_box(parlour);
    opened = felt_manager_open(parlour) && opened;
    opened = felt_thoughts_open(parlour) && opened;
    if (!opened || !parlour->floor_memory || (house && !parlour->staff_memory) ||
        !parlour->alarm_memory || !parlour->line || !parlour->receivers || !parlour->told ||
        !parlour->lookup || !parlour->held || !parlour->record || !parlour->hand_text) {
        felt_parlour_close(parlour);
        return NULL;
    }
    felt_heap_init(&parlour->alarms, parlour->lines, parlour->alarm_memory);
    open_floor(parlour);
    if (config->events && !felt_parlour_events_open(parlour)) {
        felt_parlour_close(parlour);
        return NULL;
    }
    return parlour;
}

void felt_parlour_close(struct felt_parlour *parlour)
{
    if (!parlour) return;
    for (uint32_t i = 0; parlour->line && i < parlour->lines; i++)
        felt_parlour_forget_frames(&parlour->line[i]);
    felt_outbox_close(&parlour->box);
    felt_parlour_events_close(parlour);
    felt_manager_close(parlour);
    felt_thoughts_close(parlour);
    free(parlour->floor_memory);
    free(parlour->staff_memory);
    free(parlour->alarm_memory);
    free(parlour->line);
    free(parlour->receivers);
    free(parlour->told);
    free(parlour->lookup);
    free(parlour->held);
    free(parlour->record);
    free(parlour->hand_text);
    free(parlour);
}

bool felt_parlour_restore(struct felt_parlour *parlour, bool same_build, const void *bytes,
                          size_t count)
{
    return felt_floor_restore(parlour->floor, same_build, bytes, count);
}

void felt_parlour_snapshot(struct felt_parlour *parlour)
{
    felt_floor_snapshot(parlour->floor);
    felt_parlour_events_snapshot(parlour);
}

void felt_parlour_set_time(struct felt_parlour *parlour, int64_t now_us)
{
    if (now_us > parlour->now_us) parlour->now_us = now_us;
}

void felt_parlour_resume(struct felt_parlour *parlour, uint32_t date, int64_t now_us,
                         int64_t wall_ms)
{
    felt_parlour_set_time(parlour, now_us);
    parlour->wall_minus_ms = wall_ms - felt_parlour_ms(parlour);
    felt_floor_date(parlour->floor, date);
    /* Hundredths of a second of the day: no room deals so many hands. */
    felt_floor_hands_above(parlour->floor, (uint32_t)(wall_ms % DAY_MS / 10));
    felt_floor_resume(parlour->floor, felt_parlour_ms(parlour));
    felt_manager_resume(parlour);
}

/* ---- answers that come later ---- */

void felt_parlour_acked(struct felt_parlour *parlour, uint64_t number, int64_t now_us)
{
    felt_parlour_set_time(parlour, now_us);
    felt_outbox_acked(&parlour->box, number);
}

size_t felt_parlour_waiting(const struct felt_parlour *parlour)
{
    return felt_outbox_waits(&parlour->box) ? parlour->box.waiting_bytes + 1 : 0;
}

void felt_parlour_receipt(struct felt_parlour *parlour, uint64_t ticket,
                          const struct felt_receipt *receipt, int64_t now_us)
{
    enum felt_errand errand = (enum felt_errand)(ticket >> FELT_TICKET_SHIFT);
    uint64_t number = ticket & FELT_TICKET_NUMBER;
    felt_parlour_set_time(parlour, now_us);
    if (errand == FELT_ERRAND_FLOOR)
        felt_floor_receipt(parlour->floor, number, receipt, felt_parlour_ms(parlour));
    else if (errand == FELT_ERRAND_OFFICE)
        felt_parlour_events_receipt(parlour, number, receipt);
    else
        felt_manager_receipt(parlour, errand, number, receipt);
}

void felt_parlour_found(struct felt_parlour *parlour, uint64_t ticket, struct felt_answer *answer,
                        int64_t now_us)
{
    enum felt_errand errand = (enum felt_errand)(ticket >> FELT_TICKET_SHIFT);
    uint64_t number = ticket & FELT_TICKET_NUMBER;
    felt_parlour_set_time(parlour, now_us);
    if (errand == FELT_ERRAND_HELLO)
        felt_parlour_hello_found(parlour, number, answer);
    else if (errand == FELT_ERRAND_PRIZES)
        felt_parlour_pools_found(parlour, answer);
    else if (errand == FELT_ERRAND_POOL)
        felt_parlour_pool_found(parlour, (uint32_t)number, answer);
    else if (errand == FELT_ERRAND_MEMBER)
        felt_parlour_club_found(parlour, number, answer);
    else
        felt_manager_found(parlour, errand, number, answer);
    free(answer->rows);
    answer->rows = NULL;
}

/* ---- turns ---- */

static int64_t sooner(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

int64_t felt_parlour_turn(struct felt_parlour *parlour, uint32_t date, int64_t now_us,
                          int64_t wall_ms)
{
    int64_t time, number, next_ms = INT64_MAX;
    felt_parlour_set_time(parlour, now_us);
    parlour->wall_minus_ms = wall_ms - felt_parlour_ms(parlour);
    felt_floor_date(parlour->floor, date);
    while ((number = felt_heap_next(&parlour->alarms, &time)) != FELT_HEAP_NONE &&
           time <= parlour->now_us) {
        felt_heap_clear(&parlour->alarms, (uint32_t)number);
        felt_parlour_ring_line(parlour, (uint32_t)number);
    }
    next_ms = sooner(next_ms, felt_manager_tick(parlour));
    if (parlour->staff && felt_floor_is_open(parlour->floor))
        next_ms = sooner(next_ms, felt_staff_tick(parlour->staff, felt_parlour_ms(parlour)));
    felt_thoughts_tick(parlour);
    (void)felt_floor_tick(parlour->floor, felt_parlour_ms(parlour));
    /* The office deals where a hand is over; whatever that brings to an end is its next turn's. */
    felt_parlour_events_tick(parlour);
    next_ms = sooner(next_ms, felt_floor_tick(parlour->floor, felt_parlour_ms(parlour)));
    next_ms = sooner(next_ms, felt_parlour_events_next(parlour));
    next_ms = sooner(next_ms, felt_manager_next(parlour));
    /* What the floor has just asked may have its answer already. */
    next_ms = sooner(next_ms, felt_thoughts_next(parlour));
    felt_outbox_send(&parlour->box);
    /* While the journal waits for its disk no turn is sent: a retry that is due would be due for
     * ever, and the loop would spin. */
    if (parlour->held_count && !parlour->box.failed &&
        parlour->held_retry_ms <= felt_parlour_ms(parlour))
        give_orders(parlour);
    if (parlour->held_count) next_ms = sooner(next_ms, parlour->held_retry_ms);
    int64_t next = next_ms == INT64_MAX ? INT64_MAX : next_ms * 1000;
    if (felt_heap_next(&parlour->alarms, &time) != FELT_HEAP_NONE) next = sooner(next, time);
    return next;
}

bool felt_parlour_failed(const struct felt_parlour *parlour)
{
    return parlour->box.failed;
}

void felt_parlour_answer(struct felt_parlour *parlour, uint32_t table, felt_seat seat,
                         uint64_t req_id, struct felt_action action, int64_t now_us)
{
    felt_parlour_set_time(parlour, now_us);
    felt_thoughts_answer(parlour, table, seat, req_id, action);
}

/* ---- looking ---- */

struct felt_floor *felt_parlour_floor(struct felt_parlour *parlour)
{
    return parlour->floor;
}

struct felt_staff *felt_parlour_staff(struct felt_parlour *parlour)
{
    return parlour->staff;
}

const struct felt_parlour_counts *felt_parlour_counts(const struct felt_parlour *parlour)
{
    return &parlour->counts;
}
