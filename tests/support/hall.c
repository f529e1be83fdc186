#include "hall.h"

#include "felt/assert.h"
#include "felt/rng.h"
#include "os/secret.h"
#include "support.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- what is made up ---- */

static void write_script(struct hall *hall, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
static void write_script(struct hall *hall, const char *format, ...)
{
    if (!hall->keeps_script) return;
    va_list args;
    va_start(args, format);
    int bytes = vsnprintf(NULL, 0, format, args);
    va_end(args);
    if (hall->script_used + (size_t)bytes + 1 > hall->script_room) {
        hall->script_room = 2 * hall->script_room + (size_t)bytes + 4096;
        hall->script = realloc(hall->script, hall->script_room);
        felt_assert(hall->script);
    }
    va_start(args, format);
    vsnprintf(hall->script + hall->script_used, (size_t)bytes + 1, format, args);
    va_end(args);
    hall->script_used += (size_t)bytes;
}

static void take_frame(void *self, uint32_t number, char *text, size_t bytes, bool droppable)
{
    struct hall *hall = self;
    struct hall_line *line = &hall->line[number];
    struct hall_frame *frame = malloc(sizeof *frame + bytes + 1);
    felt_assert(frame && line->open);
    frame->next = NULL;
    frame->bytes = bytes;
    memcpy(frame->text, text, bytes);
    frame->text[bytes] = '\0';
    if (line->first)
        line->last->next = frame;
    else
        line->first = frame;
    line->last = frame;
    write_script(hall, "< line %u %s\n", number, frame->text);
    /* What lies before a frame is the link's to overwrite. */
    memset(text - FELT_HOST_PRE, 0xA5, FELT_HOST_PRE);
    if (hall->heard) hall->heard(hall->listener, number, frame->text, bytes, droppable);
}

static void close_line(void *self, uint32_t number, uint16_t code, const char *reason)
{
    struct hall *hall = self;
    felt_assert(hall->line[number].open && !hall->line[number].closed);
    hall->line[number].closed = code;
    write_script(hall, "< line %u closed %u %s\n", number, code, reason);
}

static void pause_line(void *self, uint32_t number, bool paused)
{
    struct hall *hall = self;
    hall->line[number].paused = paused;
}

static void mark_line(void *self, uint32_t number)
{
    struct hall *hall = self;
    hall->line[number].marks++;
    if (hall->marked) hall->marked(hall->listener, number);
}

static void fill_entropy(void *self, void *out, size_t bytes)
{
    made_up_entropy(&((struct hall *)self)->entropy, out, bytes);
}

static int64_t read_clock(void *self)
{
    return ((struct hall *)self)->now_us;
}

static void note_record(void *self, const void *bytes, size_t count)
{
    struct hall *hall = self;
    (void)made_up_append(&hall->record, &hall->records, &hall->records_room, bytes, count);
    if (hall->noted) hall->noted(hall->listener, bytes, count);
}

/* The journal answers later: hall_turn() gives its word. */
static enum felt_flush flush_records(void *self, uint64_t *number)
{
    struct hall *hall = self;
    if (hall->flushes && !hall->flushes(hall->listener)) return FELT_FLUSH_FAILED;
    if (hall->flushed == hall->records) return FELT_FLUSH_DONE;
    hall->given = hall->records;
    hall->given_us = hall->now_us;
    *number = hall->forgotten + hall->given;
    return FELT_FLUSH_LATER;
}

static bool admit_watcher(void *self, enum felt_comes_as role, const char *secret)
{
    struct hall *hall = self;
    (void)role;
    return hall->secret && strcmp(hall->secret, secret) == 0;
}

/* Registered teams: their code is the name written twice. */
static enum felt_identity identify_team(void *self, const char *team, const char *code)
{
    size_t length = strlen(team);
    (void)self;
    if (strcmp(team, "Stranger") == 0) return FELT_IDENTITY_UNKNOWN;
    bool twice = strlen(code) == 2 * length && strncmp(code, team, length) == 0 &&
                 strcmp(code + length, team) == 0;
    return twice ? FELT_IDENTITY_OK : FELT_IDENTITY_WRONG;
}

static void begin_local(void *self, uint32_t table, felt_seat seat, const struct felt_plug *plug)
{
    (void)self, (void)table, (void)seat, (void)plug;
}

static void tell_local(void *self, uint32_t table, felt_seat seat, const struct felt_event *event)
{
    struct felt_event mine = felt_event_for(event, seat);
    (void)self, (void)table;
    felt_assert(memcmp(&mine, event, sizeof mine) == 0);
}

static void ask_local(void *self, uint32_t table, felt_seat seat, uint64_t req_id,
                      const struct felt_view *view)
{
    struct hall *hall = self;
    if (hall->asked) hall->asked(hall->listener, table, seat, req_id, view);
}

static void hash_nothing(const void *text, size_t bytes, uint8_t out[FELT_KEY_BYTES])
{
    (void)text, (void)bytes;
    memset(out, 0, FELT_KEY_BYTES);
}

static void hmac_nothing(const uint8_t key[FELT_KEY_BYTES], const void *text, size_t bytes,
                         uint8_t out[FELT_KEY_BYTES])
{
    /* Codes must still differ: those are the only texts without a '|'. */
    struct felt_rng rng = felt_rng_make(bytes);
    (void)key;
    memset(out, 0, FELT_KEY_BYTES);
    if (memchr(text, '|', bytes)) return;
    for (size_t i = 0; i < bytes; i++)
        out[i % FELT_KEY_BYTES] ^= (uint8_t)(((const uint8_t *)text)[i] + felt_rng_below(&rng, 7));
}

const struct felt_digests hall_unshuffled = {.hmac = hmac_nothing, .hash = hash_nothing};

/* ---- opening ---- */

void hall_init(struct hall *hall, const struct felt_plug *plug)
{
    *hall = (struct hall){.entropy = 1, .now_us = 1000000, .secret = "sesame"};
    hall->table = (struct felt_table_config){.plug = plug,
                                             .seats = plug->seats_max < 6 ? plug->seats_max : 6,
                                             .min_players = 2,
                                             .stack = 10000,
                                             .move_ms = 15000,
                                             .absent_ms = 15000};
    hall->config = (struct felt_host_config){.room = {.tables_max = HALL_TABLES,
                                                      .sessions_max = HALL_LINES,
                                                      .configs = 1,
                                                      .config = {&hall->table},
                                                      .default_table = "T-1",
                                                      .practice = -1,
                                                      .practice_team = "House",
                                                      .hold_ms = 60000,
                                                      .abandon_ms = 600000},
                                             .limits = felt_host_limits_usual,
                                             .phh_bytes_max = 1 << 20,
                                             .phh_bytes_total = 1 << 22};
    hall->services =
        (struct felt_host_services){.self = hall,
                                    .digests = {.hmac = felt_secret_hmac, .hash = felt_secret_hash},
                                    .entropy = fill_entropy,
                                    .now_us = read_clock,
                                    .append = note_record,
                                    .flush = flush_records,
                                    .identify = identify_team,
                                    .admit = admit_watcher,
                                    .local_begin = begin_local,
                                    .local_event = tell_local,
                                    .local_ask = ask_local};
    hall->link = (struct felt_link){.self = hall,
                                    .send = take_frame,
                                    .dismiss = close_line,
                                    .pause = pause_line,
                                    .mark = mark_line};
}

void hall_open(struct hall *hall)
{
    hall->host = felt_host_open(&hall->config, &hall->services, &hall->link);
    felt_assert(hall->host);
    felt_host_resume(hall->host, HALL_DATE, hall->now_us);
    hall_turn(hall);
}

void hall_forget_records(struct hall *hall)
{
    hall->forgotten += hall->records;
    made_up_forget(hall->record, &hall->records, 0);
    hall->flushed = hall->given = 0;
}

void hall_deafen(struct hall *hall)
{
    for (uint32_t line = 0; line < HALL_LINES; line++)
        for (struct hall_frame *frame; (frame = hall_take(hall, line));) free(frame);
}

void hall_close(struct hall *hall)
{
    felt_host_close(hall->host);
    hall_deafen(hall);
    hall_forget_records(hall);
    free(hall->record);
    free(hall->script);
    hall->host = NULL;
}

/* The journal has what was given to it. */
static void give_journal(struct hall *hall)
{
    hall->flushed = hall->given;
    felt_host_acked(hall->host, hall->forgotten + hall->flushed, hall->now_us);
}

void hall_snapshot(struct hall *hall)
{
    hall_forget_records(hall);
    felt_host_snapshot(hall->host);
    hall->given = hall->records;
    give_journal(hall);
}

bool hall_crash(struct hall *hall, uint32_t more, bool same_build)
{
    uint32_t count = hall->flushed + more;
    felt_assert(count <= hall->records);
    felt_host_close(hall->host);
    for (uint32_t line = 0; line < HALL_LINES; line++)
        hall->line[line].open = hall->line[line].paused = false;
    hall->host = felt_host_open(&hall->config, &hall->services, &hall->link);
    felt_assert(hall->host);
    made_up_forget(hall->record, &hall->records, count);
    hall->flushed = hall->given = count;
    for (uint32_t i = 0; i < count; i++)
        if (!felt_host_restore(hall->host, same_build, hall->record[i].bytes,
                               hall->record[i].count))
            return false;
    hall->restored_hash = felt_room_hash(felt_host_room(hall->host));
    felt_host_resume(hall->host, HALL_DATE, hall->now_us);
    if (!same_build) hall_snapshot(hall); /* a segment belongs to one build */
    return true;
}

/* ---- lines ---- */

void hall_connect(struct hall *hall, uint32_t number, const char *table)
{
    struct hall_line *line = &hall->line[number];
    felt_assert(number < HALL_LINES && !line->open);
    line->open = true;
    line->paused = false;
    line->closed = 0;
    line->marks = 0;
    write_script(hall, "> line %u connects %s\n", number, table);
    bool taken = felt_host_line(hall->host, number, "192.0.2.1", true, table, hall->now_us);
    felt_assert(taken);
}

void hall_send(struct hall *hall, uint32_t number, const char *text, bool stale)
{
    felt_assert(hall->line[number].open);
    if (hall->line[number].closed) return;
    write_script(hall, "> line %u %s\n", number, text);
    felt_host_text(hall->host, number, text, strlen(text), stale, hall->now_us);
}

void hall_gone(struct hall *hall, uint32_t number)
{
    felt_assert(hall->line[number].open);
    hall->line[number].open = false;
    write_script(hall, "> line %u gone\n", number);
    felt_host_gone(hall->host, number, hall->now_us);
}

void hall_say(struct hall *hall, uint32_t number, const char *format, ...)
{
    char text[8192];
    va_list args;
    va_start(args, format);
    int bytes = vsnprintf(text, sizeof text, format, args);
    va_end(args);
    felt_assert(bytes >= 0 && (size_t)bytes < sizeof text);
    hall_send(hall, number, text, false);
    hall_turn(hall);
}

void hall_turn(struct hall *hall)
{
    hall->next_us = felt_host_turn(hall->host, HALL_DATE, hall->now_us);
    if (hall->given > hall->flushed) give_journal(hall);
    felt_assert(hall->next_us > hall->now_us || felt_host_failed(hall->host));
}

void hall_wait(struct hall *hall, int64_t ms)
{
    int64_t until = hall->now_us + ms * 1000;
    while (hall->next_us <= until) {
        if (hall->next_us / 1000 != hall->now_us / 1000)
            write_script(hall, "@ %lld ms\n", (long long)(hall->next_us / 1000));
        hall->now_us = hall->next_us;
        hall_turn(hall);
    }
    if (until / 1000 != hall->now_us / 1000)
        write_script(hall, "@ %lld ms\n", (long long)(until / 1000));
    hall->now_us = until;
    hall_turn(hall);
}

struct hall_frame *hall_take(struct hall *hall, uint32_t number)
{
    struct hall_line *line = &hall->line[number];
    struct hall_frame *frame = line->first;
    if (frame) line->first = frame->next;
    return frame;
}

/* ---- golden files ---- */

bool hall_script_equals(struct hall *hall, const char *file)
{
    char path[1024];
    snprintf(path, sizeof path, "%s/arena/%s", golden_folder(), file);
    bool rewrites = getenv("FELT_REWRITE_GOLDEN") != NULL;
    FILE *stream = fopen(path, rewrites ? "w" : "r");
    if (!stream) return false;
    if (rewrites) {
        bool good = fwrite(hall->script, 1, hall->script_used, stream) == hall->script_used;
        return fclose(stream) == 0 && good;
    }
    size_t at = 0;
    for (int c; (c = fgetc(stream)) != EOF; at++)
        if (at >= hall->script_used || hall->script[at] != (char)c) {
            size_t row = at;
            while (row > 0 && row <= hall->script_used && hall->script[row - 1] != '\n') row--;
            fprintf(stderr, "%s differs at byte %zu:\n%.*s\n", file, at,
                    (int)strcspn(hall->script + row, "\n"), hall->script + row);
            fclose(stream);
            return false;
        }
    fclose(stream);
    return at == hall->script_used;
}
