#include "lounge.h"

#include "base/base64url.h"
#include "felt/assert.h"
#include "os/secret.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { OPEN_MS = 10000, ROUNDS_MAX = 100000, SAY_BYTES = 8192 };

/* ---- the link ---- */

static uint32_t lines_of(const struct lounge *lounge)
{
    return lounge->config.floor.lines_max - lounge->config.house_players -
           lounge->config.event_house;
}

static void take_frame(void *self, uint32_t number, char *text, size_t bytes, bool droppable)
{
    struct lounge *lounge = self;
    felt_assert(number < lines_of(lounge)); /* L1 */
    struct lounge_line *line = &lounge->line[number];
    struct lounge_frame *frame = malloc(sizeof *frame + bytes + 1);
    felt_assert(frame && line->open);
    felt_assert(lounge->flushed >= lounge->given); /* L2 */
    *frame = (struct lounge_frame){.bytes = bytes};
    memcpy(frame->text, text, bytes);
    frame->text[bytes] = '\0';
    if (line->first)
        line->last->next = frame;
    else
        line->first = frame;
    line->last = frame;
    line->frames++;
    /* What lies before a frame is the link's to overwrite. */
    memset(text - FELT_HOST_PRE, 0xA5, FELT_HOST_PRE);
    if (lounge->heard) lounge->heard(lounge->listener, number, frame->text, bytes, droppable);
}

static struct lounge_line *line_at(struct lounge *lounge, uint32_t number)
{
    felt_assert(number < lines_of(lounge)); /* L1 */
    felt_assert(lounge->line[number].open);
    return &lounge->line[number];
}

static void hold_line(void *self, uint32_t number, bool held)
{
    struct lounge_line *line = line_at(self, number);
    felt_assert(line->held != held);
    line->held = held;
}

static void close_line(void *self, uint32_t number, uint16_t code, const char *reason)
{
    struct lounge_line *line = line_at(self, number);
    felt_assert(!line->closed && reason);
    line->closed = code;
}

static void pause_line(void *self, uint32_t number, bool paused)
{
    struct lounge_line *line = line_at(self, number);
    felt_assert(line->paused != paused);
    line->paused = paused;
}

static void mark_line(void *self, uint32_t number)
{
    line_at(self, number)->marks++;
}

/* ---- what the parlour is lent ---- */

static void fill_entropy(void *self, void *out, size_t bytes)
{
    made_up_entropy(&((struct lounge *)self)->entropy, out, bytes);
}

static int64_t read_clock(void *self)
{
    return ((struct lounge *)self)->now_us;
}

static void note_record(void *self, const void *bytes, size_t count)
{
    struct lounge *lounge = self;
    (void)made_up_append(&lounge->record, &lounge->records, &lounge->records_room, bytes, count);
    if (lounge->noted) lounge->noted(lounge->listener, bytes, count);
}

/* The journal answers later: lounge_turn() gives its word. */
static enum felt_flush flush_records(void *self, uint64_t *number)
{
    struct lounge *lounge = self;
    if (lounge->flushes && !lounge->flushes(lounge->listener)) return FELT_FLUSH_FAILED;
    if (lounge->flushed == lounge->records) return FELT_FLUSH_DONE;
    lounge->given = lounge->records;
    lounge->given_us = lounge->now_us;
    *number = lounge->forgotten + lounge->given;
    return FELT_FLUSH_LATER;
}

static void take_log(void *self, const char *json, size_t bytes)
{
    struct lounge *lounge = self;
    (void)snprintf(lounge->log, sizeof lounge->log, "%.*s", (int)bytes, json);
    if (lounge->logged) lounge->logged(lounge->listener, lounge->log);
}

/* ---- the library ---- */

static void keep_hand(void *self, int64_t user, const struct felt_hand_row *row, const char *phh,
                      size_t bytes)
{
    struct lounge *lounge = self;
    if (lounge->hands < LOUNGE_HANDS) {
        struct lounge_hand *hand = &lounge->hand[lounge->hands++];
        *hand = (struct lounge_hand){.user = user, .row = *row, .phh = strndup(phh, bytes)};
        felt_assert(hand->phh);
        if (lounge->kept) lounge->kept(lounge->listener, user, row, hand->phh);
    }
}

static bool find_hands(void *self, int64_t user, const char *before, uint32_t limit,
                       uint64_t ticket)
{
    struct lounge *lounge = self;
    struct felt_hand_row rows[FELT_WANT_ROWS_MAX];
    uint32_t count = 0;
    bool begun = !*before, more = false;
    for (uint32_t i = lounge->hands; i-- > 0;) {
        const struct lounge_hand *hand = &lounge->hand[i];
        if (hand->user != user) continue;
        if (begun && count == limit) more = true;
        if (begun && count < limit) rows[count++] = hand->row;
        if (strcmp(hand->row.hand_id, before) == 0) begun = true;
    }
    felt_parlour_hands(lounge->parlour, ticket, rows, count, more, lounge->now_us);
    return true;
}

static bool find_hand(void *self, int64_t user, const char *hand_id, uint64_t ticket)
{
    struct lounge *lounge = self;
    const char *phh = NULL;
    for (uint32_t i = 0; i < lounge->hands; i++)
        if (lounge->hand[i].user == user && strcmp(lounge->hand[i].row.hand_id, hand_id) == 0)
            phh = lounge->hand[i].phh;
    felt_parlour_hand(lounge->parlour, ticket, phh, phh ? strlen(phh) : 0, lounge->now_us);
    return true;
}

/* ---- thinkers ---- */

/* Any legal action; folds seldom, so that there is something to see. */
static struct felt_action choose_any(void *listener, uint32_t table, felt_seat seat,
                                     const struct felt_view *view, struct felt_rng *rng)
{
    (void)listener, (void)table, (void)seat;
    felt_assert(view->options > 0 && view->viewer == seat);
    uint32_t pick = felt_rng_below(rng, view->options);
    if (view->option[pick].kind == FELT_FOLD && felt_rng_below(rng, 4))
        pick = felt_rng_below(rng, view->options);
    const struct felt_option *option = &view->option[pick];
    int64_t ways = felt_options_count(option, 1);
    uint32_t most = ways > 1000 ? 1000 : (uint32_t)ways;
    return felt_options_pick(option, 1, felt_rng_below(rng, most));
}

static void ask_local(void *self, uint32_t table, felt_seat seat, uint64_t req_id,
                      const struct felt_view *view)
{
    struct lounge *lounge = self;
    lounge->asks++;
    if (lounge->thinkers_sleep) return;
    if (lounge->thoughts == lounge->thoughts_room) {
        lounge->thoughts_room = 2 * lounge->thoughts_room + 64;
        lounge->thought = realloc(lounge->thought, lounge->thoughts_room * sizeof *lounge->thought);
        felt_assert(lounge->thought);
    }
    struct felt_action action = lounge->chooses(lounge->listener, table, seat, view, &lounge->rng);
    lounge->thought[lounge->thoughts++] =
        (struct lounge_thought){.table = table,
                                .seat = seat,
                                .req_id = req_id,
                                .due_us = lounge->now_us + lounge->think_us,
                                .action = action};
}

static void tell_local(void *self, uint32_t table, felt_seat seat, const struct felt_event *event)
{
    struct felt_event mine = felt_event_for(event, seat);
    (void)self, (void)table;
    felt_assert(memcmp(mine.cards, event->cards, sizeof mine.cards) == 0);
}

/* ---- opening ---- */

void lounge_init(struct lounge *lounge, uint64_t seed)
{
    *lounge = (struct lounge){.entropy = seed * 1000 + 1,
                              .now_us = 1000000,
                              .rng = felt_rng_make(seed),
                              .ledger = ledger_toy_open(seed),
                              .chooses = choose_any};
    lounge->config = (struct felt_parlour_config){.floor = felt_floor_config_usual,
                                                  .limits = felt_host_limits_usual,
                                                  .staff = felt_staff_config_usual};
    lounge->config.floor.tables_max = 32;
    lounge->config.floor.lines_max = LOUNGE_LINES;
    lounge->config.floor.players_max = 512;
    lounge->config.floor.watches_max = 4096;
    lounge->config.floor.stakes = 0;
    lounge->services = (struct felt_parlour_services){.self = lounge,
                                                      .digests = felt_secret_digests,
                                                      .bank = ledger_toy_counter(lounge->ledger),
                                                      .entropy = fill_entropy,
                                                      .now_us = read_clock,
                                                      .append = note_record,
                                                      .flush = flush_records,
                                                      .log = take_log,
                                                      .keep_hand = keep_hand,
                                                      .find_hands = find_hands,
                                                      .find_hand = find_hand,
                                                      .local_event = tell_local,
                                                      .local_ask = ask_local};
    lounge->link = (struct felt_link){.self = lounge,
                                      .send = take_frame,
                                      .hold = hold_line,
                                      .dismiss = close_line,
                                      .pause = pause_line,
                                      .mark = mark_line};
    lounge->hand = calloc(LOUNGE_HANDS, sizeof *lounge->hand);
    felt_assert(lounge->hand);
}

void lounge_add_stake(struct lounge *lounge, const struct felt_stake *stake)
{
    struct felt_floor_config *floor = &lounge->config.floor;
    felt_assert(floor->stakes < LOUNGE_STAKES && !lounge->parlour);
    lounge->stake[floor->stakes] = *stake;
    floor->stake[floor->stakes] = &lounge->stake[floor->stakes];
    floor->stakes++;
}

static int64_t wall_ms(const struct lounge *lounge)
{
    return LOUNGE_WALL_MS + lounge->now_us / 1000;
}

static void open_parlour(struct lounge *lounge)
{
    lounge->parlour = felt_parlour_open(&lounge->config, &lounge->services, &lounge->link);
    felt_assert(lounge->parlour);
}

void lounge_open(struct lounge *lounge)
{
    open_parlour(lounge);
    felt_parlour_resume(lounge->parlour, LOUNGE_DATE, lounge->now_us, wall_ms(lounge));
    for (int ms = 0; ms < OPEN_MS; ms += 10) {
        lounge_turn(lounge);
        const struct felt_staff *staff = felt_parlour_staff(lounge->parlour);
        if (felt_floor_is_open(felt_parlour_floor(lounge->parlour)) &&
            (!staff || felt_staff_count(staff) == lounge->config.house_players))
            return;
        lounge_wait(lounge, 10);
    }
}

static void forget_records(struct lounge *lounge, uint32_t from)
{
    made_up_forget(lounge->record, &lounge->records, from);
    lounge->flushed = lounge->given = from;
}

/* The journal has what was given to it; true: there was something. */
static bool give_journal(struct lounge *lounge)
{
    if (lounge->given == lounge->flushed || lounge->given_us + lounge->sync_us > lounge->now_us)
        return false;
    lounge->flushed = lounge->given;
    felt_parlour_acked(lounge->parlour, lounge->forgotten + lounge->flushed, lounge->now_us);
    return true;
}

void lounge_close(struct lounge *lounge)
{
    felt_parlour_close(lounge->parlour);
    lounge_deafen(lounge);
    forget_records(lounge, 0);
    for (uint32_t i = 0; i < lounge->hands; i++) free(lounge->hand[i].phh);
    free(lounge->hand);
    free(lounge->record);
    free(lounge->thought);
    ledger_toy_close(lounge->ledger);
    *lounge = (struct lounge){0};
}

void lounge_snapshot(struct lounge *lounge)
{
    lounge->forgotten += lounge->records;
    forget_records(lounge, 0);
    felt_parlour_snapshot(lounge->parlour);
    lounge->flushed = lounge->given = lounge->records;
    felt_parlour_acked(lounge->parlour, lounge->forgotten + lounge->flushed, lounge->now_us);
}

bool lounge_crash(struct lounge *lounge, uint32_t more, int done, bool same_build)
{
    uint32_t count = lounge->flushed + more;
    felt_assert(count <= lounge->records);
    felt_parlour_close(lounge->parlour);
    lounge->thoughts = 0;
    ledger_toy_crash(lounge->ledger, done);
    for (uint32_t line = 0; line < LOUNGE_LINES; line++)
        lounge->line[line].open = lounge->line[line].paused = lounge->line[line].held = false;
    open_parlour(lounge);
    forget_records(lounge, count);
    for (uint32_t i = 0; i < count; i++)
        if (!felt_parlour_restore(lounge->parlour, same_build, lounge->record[i].bytes,
                                  lounge->record[i].count))
            return false;
    lounge->restored_hash = felt_floor_hash(felt_parlour_floor(lounge->parlour));
    felt_parlour_resume(lounge->parlour, LOUNGE_DATE, lounge->now_us, wall_ms(lounge));
    if (!same_build) lounge_snapshot(lounge); /* a segment belongs to one build */
    lounge->next_us = lounge->now_us;
    return true;
}

/* ---- people ---- */

int64_t lounge_user(struct lounge *lounge, enum felt_user_kind kind, const char *name,
                    felt_chips chips)
{
    return ledger_toy_user(lounge->ledger, kind, name, chips);
}

const char *lounge_token(struct lounge *lounge, int64_t user, enum felt_session_kind kind,
                         char out[LOUNGE_TOKEN_BYTES + 1])
{
    uint8_t raw[FELT_DIGEST_BYTES];
    struct felt_receipt receipt;
    struct felt_order order = {.kind = FELT_ORDER_ISSUE,
                               .now_ms = wall_ms(lounge),
                               .user = user,
                               .session_kind = (uint8_t)kind,
                               .has_token = true,
                               .expires_ms = wall_ms(lounge) + INT64_C(86400000)};
    for (size_t i = 0; i < sizeof raw; i++) raw[i] = (uint8_t)felt_rng_next(&lounge->rng);
    felt_base64url_write(raw, sizeof raw, out);
    felt_secret_hash(raw, sizeof raw, order.token);
    ledger_toy_do(lounge->ledger, &order, &receipt);
    felt_assert(receipt.outcome == FELT_OUTCOME_OK);
    return out;
}

void lounge_connect(struct lounge *lounge, uint32_t number, const char *cookie)
{
    felt_assert(number < lines_of(lounge) && !lounge->line[number].open);
    for (struct lounge_frame *frame; (frame = lounge_take(lounge, number));) free(frame);
    lounge->line[number] = (struct lounge_line){.open = true};
    bool taken =
        felt_parlour_line(lounge->parlour, number, "192.0.2.1", true, cookie, lounge->now_us);
    felt_assert(taken);
}

void lounge_send(struct lounge *lounge, uint32_t number, const char *text, bool stale)
{
    felt_assert(lounge->line[number].open);
    if (lounge->line[number].closed) return;
    felt_parlour_text(lounge->parlour, number, text, strlen(text), stale, lounge->now_us);
}

void lounge_gone(struct lounge *lounge, uint32_t number)
{
    felt_assert(lounge->line[number].open);
    lounge->line[number].open = lounge->line[number].held = lounge->line[number].paused = false;
    felt_parlour_gone(lounge->parlour, number, lounge->now_us);
}

void lounge_say(struct lounge *lounge, uint32_t number, const char *format, ...)
{
    char text[SAY_BYTES];
    va_list args;
    va_start(args, format);
    int bytes = vsnprintf(text, sizeof text, format, args);
    va_end(args);
    felt_assert(bytes >= 0 && (size_t)bytes < sizeof text);
    lounge_send(lounge, number, text, false);
    lounge_turn(lounge);
}

void lounge_enter(struct lounge *lounge, uint32_t number, int64_t user)
{
    char token[LOUNGE_TOKEN_BYTES + 1];
    lounge_connect(lounge, number, "");
    if (user)
        lounge_say(lounge, number, "{\"type\":\"hello\",\"v\":1,\"token\":\"%s\"}",
                   lounge_token(lounge, user, FELT_SESSION_COOKIE, token));
    else
        lounge_say(lounge, number, "{\"type\":\"hello\",\"v\":1}");
    const struct felt_floor *floor = felt_parlour_floor(lounge->parlour);
    for (int i = 0; i < 100 && !felt_floor_is_in(floor, number); i++) lounge_wait(lounge, 10);
}

/* ---- time ---- */

/* What is due now is given; true: there was something. */
static bool give_ledger(struct lounge *lounge)
{
    struct ledger_toy_reply *reply = malloc(sizeof *reply);
    bool any = false;
    felt_assert(reply);
    ledger_toy_clock(lounge->ledger, lounge->now_us / 1000);
    while (ledger_toy_take(lounge->ledger, reply)) {
        any = true;
        if (reply->is_answer)
            felt_parlour_found(lounge->parlour, reply->ticket, &reply->answer, lounge->now_us);
        else
            felt_parlour_receipt(lounge->parlour, reply->ticket, &reply->receipt, lounge->now_us);
    }
    free(reply);
    return any;
}

static bool give_thoughts(struct lounge *lounge)
{
    bool any = false;
    for (uint32_t i = 0; i < lounge->thoughts;) {
        struct lounge_thought thought = lounge->thought[i];
        if (thought.due_us > lounge->now_us) {
            i++;
            continue;
        }
        any = true;
        memmove(&lounge->thought[i], &lounge->thought[i + 1],
                (--lounge->thoughts - i) * sizeof thought);
        felt_parlour_answer(lounge->parlour, thought.table, thought.seat, thought.req_id,
                            thought.action, lounge->now_us);
    }
    return any;
}

static int64_t next_time(const struct lounge *lounge)
{
    int64_t next = lounge->next_us, ledger_ms = ledger_toy_next(lounge->ledger);
    if (ledger_ms != INT64_MAX && ledger_ms * 1000 < next) next = ledger_ms * 1000;
    if (lounge->given > lounge->flushed && lounge->given_us + lounge->sync_us < next)
        next = lounge->given_us + lounge->sync_us;
    for (uint32_t i = 0; i < lounge->thoughts; i++)
        if (lounge->thought[i].due_us < next) next = lounge->thought[i].due_us;
    return next;
}

void lounge_turn(struct lounge *lounge)
{
    for (int round = 0;; round++) {
        felt_assert(round < ROUNDS_MAX);
        give_journal(lounge);
        give_ledger(lounge);
        give_thoughts(lounge);
        lounge->next_us =
            felt_parlour_turn(lounge->parlour, LOUNGE_DATE, lounge->now_us, wall_ms(lounge));
        if (felt_parlour_failed(lounge->parlour) || next_time(lounge) > lounge->now_us) return;
    }
}

void lounge_wait(struct lounge *lounge, int64_t ms)
{
    int64_t until = lounge->now_us + ms * 1000, next;
    while ((next = next_time(lounge)) <= until && !felt_parlour_failed(lounge->parlour)) {
        if (next > lounge->now_us) lounge->now_us = next;
        lounge_turn(lounge);
    }
    lounge->now_us = until;
    lounge_turn(lounge);
}

/* ---- looking ---- */

struct lounge_frame *lounge_take(struct lounge *lounge, uint32_t number)
{
    struct lounge_line *line = &lounge->line[number];
    struct lounge_frame *frame = line->first;
    if (frame) line->first = frame->next;
    return frame;
}

struct lounge_frame *lounge_find(struct lounge *lounge, uint32_t number, const char *type)
{
    char part[64];
    (void)snprintf(part, sizeof part, "\"type\":\"%s\"", type);
    for (struct lounge_frame *frame; (frame = lounge_take(lounge, number)); free(frame))
        if (strstr(frame->text, part)) return frame;
    return NULL;
}

void lounge_deafen(struct lounge *lounge)
{
    for (uint32_t line = 0; line < LOUNGE_LINES; line++)
        for (struct lounge_frame *frame; (frame = lounge_take(lounge, line));) free(frame);
}

uint32_t lounge_table(struct lounge *lounge, const char *name)
{
    int64_t table = felt_floor_find(felt_parlour_floor(lounge->parlour), name);
    felt_assert(table >= 0);
    return (uint32_t)table;
}

static felt_chips on_seats(const struct lounge *lounge, int64_t user)
{
    char table[FELT_ORDER_TABLE_BYTES + 1];
    felt_chips sum = 0, balance;
    int64_t owner;
    for (int at = 0; ledger_toy_seats(lounge->ledger, &at, table, &owner, &balance);)
        if (owner == user) sum += balance;
    return sum;
}

const char *lounge_wrong(struct lounge *lounge)
{
    const struct felt_floor *floor = felt_parlour_floor(lounge->parlour);
    struct felt_floor_face face;
    char table[FELT_ORDER_TABLE_BYTES + 1];
    felt_chips balance;
    int64_t user;
    const char *wrong = ledger_toy_wrong(lounge->ledger);
    if (wrong || felt_floor_counts(floor)->pending || !felt_floor_is_open(floor)) return wrong;
    for (int at = 0; ledger_toy_seats(lounge->ledger, &at, table, &user, &balance);)
        if (felt_floor_chips(floor, user) != on_seats(lounge, user))
            return "the ledger has other chips on a seat than the floor";
    for (uint32_t index = 0; index < lounge->config.floor.tables_max; index++) {
        if (!felt_floor_face(floor, index, &face)) continue;
        for (int seat = 0; seat < FELT_SEATS_MAX; seat++) {
            user = face.chair[seat].user;
            if (user && felt_floor_chips(floor, user) != on_seats(lounge, user))
                return "the floor has chips on a seat that the ledger does not know";
        }
    }
    return NULL;
}
