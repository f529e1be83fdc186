#include "fake_arena.h"

#include "felt/assert.h"
#include "felt/rng.h"
#include "os/secret.h"
#include "support.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- what is made up ---- */

static void write_script(struct fake_arena *fake_arena, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
static void write_script(struct fake_arena *fake_arena, const char *format, ...)
{
    if (!fake_arena->keeps_script) return;
    va_list args;
    va_start(args, format);
    int bytes = vsnprintf(NULL, 0, format, args);
    va_end(args);
    if (fake_arena->script_used + (size_t)bytes + 1 > fake_arena->script_room) {
        fake_arena->script_room = 2 * fake_arena->script_room + (size_t)bytes + 4096;
        fake_arena->script = realloc(fake_arena->script, fake_arena->script_room);
        felt_assert(fake_arena->script);
    }
    va_start(args, format);
    vsnprintf(fake_arena->script + fake_arena->script_used, (size_t)bytes + 1, format, args);
    va_end(args);
    fake_arena->script_used += (size_t)bytes;
}

static void take_frame(void *self, uint32_t number, char *text, size_t bytes, bool droppable)
{
    struct fake_arena *fake_arena = self;
    struct fake_arena_line *conn = &fake_arena->conn[number];
    struct fake_arena_frame *frame = malloc(sizeof *frame + bytes + 1);
    felt_assert(frame && conn->open);
    frame->next = NULL;
    frame->bytes = bytes;
    memcpy(frame->text, text, bytes);
    frame->text[bytes] = '\0';
    if (conn->first)
        conn->last->next = frame;
    else
        conn->first = frame;
    conn->last = frame;
    write_script(fake_arena, "< line %u %s\n", number, frame->text);
    /* What lies before a frame is the link's to overwrite. */
    memset(text - FELT_TRANSPORT_PRE, 0xA5, FELT_TRANSPORT_PRE);
    if (fake_arena->heard)
        fake_arena->heard(fake_arena->listener, number, frame->text, bytes, droppable);
}

static void close_conn(void *self, uint32_t number, uint16_t code, const char *reason)
{
    struct fake_arena *fake_arena = self;
    felt_assert(fake_arena->conn[number].open && !fake_arena->conn[number].closed);
    fake_arena->conn[number].closed = code;
    write_script(fake_arena, "< line %u closed %u %s\n", number, code, reason);
}

static void pause_conn(void *self, uint32_t number, bool paused)
{
    struct fake_arena *fake_arena = self;
    fake_arena->conn[number].paused = paused;
}

static void mark_conn(void *self, uint32_t number)
{
    struct fake_arena *fake_arena = self;
    fake_arena->conn[number].marks++;
    if (fake_arena->marked) fake_arena->marked(fake_arena->listener, number);
}

static void fill_entropy(void *self, void *out, size_t bytes)
{
    made_up_entropy(&((struct fake_arena *)self)->entropy, out, bytes);
}

static int64_t read_clock(void *self)
{
    return ((struct fake_arena *)self)->now_us;
}

static void note_record(void *self, const void *bytes, size_t count)
{
    struct fake_arena *fake_arena = self;
    (void)made_up_append(&fake_arena->record, &fake_arena->records, &fake_arena->records_room,
                         bytes, count);
    if (fake_arena->noted) fake_arena->noted(fake_arena->listener, bytes, count);
}

/* The journal answers later: fake_arena_turn() gives its word. */
static enum felt_flush flush_records(void *self, uint64_t *number)
{
    struct fake_arena *fake_arena = self;
    if (fake_arena->flushes && !fake_arena->flushes(fake_arena->listener)) return FELT_FLUSH_FAILED;
    if (fake_arena->flushed == fake_arena->records) return FELT_FLUSH_DONE;
    fake_arena->given = fake_arena->records;
    fake_arena->given_us = fake_arena->now_us;
    *number = fake_arena->forgotten + fake_arena->given;
    return FELT_FLUSH_LATER;
}

static bool admit_watcher(void *self, enum felt_comes_as role, const char *secret)
{
    struct fake_arena *fake_arena = self;
    (void)role;
    return fake_arena->secret && strcmp(fake_arena->secret, secret) == 0;
}

/* Registered teams: their code is the name written twice. */
static enum felt_arena_identity identify_team(void *self, const char *team, const char *code)
{
    size_t length = strlen(team);
    (void)self;
    if (strcmp(team, "Stranger") == 0) return FELT_ARENA_IDENTITY_UNKNOWN;
    bool twice = strlen(code) == 2 * length && strncmp(code, team, length) == 0 &&
                 strcmp(code + length, team) == 0;
    return twice ? FELT_ARENA_IDENTITY_OK : FELT_ARENA_IDENTITY_WRONG;
}

static void begin_local(void *self, uint32_t table, felt_seat seat,
                        const struct felt_game_adapter *adapter)
{
    (void)self, (void)table, (void)seat, (void)adapter;
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
    struct fake_arena *fake_arena = self;
    if (fake_arena->asked) fake_arena->asked(fake_arena->listener, table, seat, req_id, view);
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

const struct felt_digests fake_arena_unshuffled = {.hmac = hmac_nothing, .hash = hash_nothing};

/* ---- opening ---- */

void fake_arena_init(struct fake_arena *fake_arena, const struct felt_game_adapter *adapter)
{
    *fake_arena = (struct fake_arena){.entropy = 1, .now_us = 1000000, .secret = "sesame"};
    fake_arena->table =
        (struct felt_table_config){.adapter = adapter,
                                   .seats = adapter->seats_max < 6 ? adapter->seats_max : 6,
                                   .min_players = 2,
                                   .stack = 10000,
                                   .move_ms = 15000,
                                   .absent_ms = 15000};
    fake_arena->config =
        (struct felt_arena_session_config){.arena = {.tables_max = FAKE_ARENA_TABLES,
                                                     .conns_max = FAKE_ARENA_CONNS,
                                                     .configs = 1,
                                                     .config = {&fake_arena->table},
                                                     .default_table = "T-1",
                                                     .practice = -1,
                                                     .practice_team = "House",
                                                     .hold_ms = 60000,
                                                     .abandon_ms = 600000},
                                           .limits = felt_arena_session_limits_usual,
                                           .phh_bytes_max = 1 << 20,
                                           .phh_bytes_total = 1 << 22};
    fake_arena->services = (struct felt_arena_session_services){
        .self = fake_arena,
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
    fake_arena->link = (struct felt_transport){.self = fake_arena,
                                               .send = take_frame,
                                               .dismiss = close_conn,
                                               .pause = pause_conn,
                                               .mark = mark_conn};
}

void fake_arena_open(struct fake_arena *fake_arena)
{
    fake_arena->host =
        felt_arena_session_open(&fake_arena->config, &fake_arena->services, &fake_arena->link);
    felt_assert(fake_arena->host);
    felt_arena_session_resume(fake_arena->host, FAKE_ARENA_DATE, fake_arena->now_us);
    fake_arena_turn(fake_arena);
}

void fake_arena_forget_records(struct fake_arena *fake_arena)
{
    fake_arena->forgotten += fake_arena->records;
    made_up_forget(fake_arena->record, &fake_arena->records, 0);
    fake_arena->flushed = fake_arena->given = 0;
}

void fake_arena_deafen(struct fake_arena *fake_arena)
{
    for (uint32_t conn = 0; conn < FAKE_ARENA_CONNS; conn++)
        for (struct fake_arena_frame *frame; (frame = fake_arena_take(fake_arena, conn));)
            free(frame);
}

void fake_arena_close(struct fake_arena *fake_arena)
{
    felt_arena_session_close(fake_arena->host);
    fake_arena_deafen(fake_arena);
    fake_arena_forget_records(fake_arena);
    free(fake_arena->record);
    free(fake_arena->script);
    fake_arena->host = NULL;
}

/* The journal has what was given to it. */
static void give_journal(struct fake_arena *fake_arena)
{
    fake_arena->flushed = fake_arena->given;
    felt_arena_session_acked(fake_arena->host, fake_arena->forgotten + fake_arena->flushed,
                             fake_arena->now_us);
}

void fake_arena_snapshot(struct fake_arena *fake_arena)
{
    fake_arena_forget_records(fake_arena);
    felt_arena_session_snapshot(fake_arena->host);
    fake_arena->given = fake_arena->records;
    give_journal(fake_arena);
}

bool fake_arena_crash(struct fake_arena *fake_arena, uint32_t more, bool same_build)
{
    uint32_t count = fake_arena->flushed + more;
    felt_assert(count <= fake_arena->records);
    felt_arena_session_close(fake_arena->host);
    for (uint32_t conn = 0; conn < FAKE_ARENA_CONNS; conn++)
        fake_arena->conn[conn].open = fake_arena->conn[conn].paused = false;
    fake_arena->host =
        felt_arena_session_open(&fake_arena->config, &fake_arena->services, &fake_arena->link);
    felt_assert(fake_arena->host);
    made_up_forget(fake_arena->record, &fake_arena->records, count);
    fake_arena->flushed = fake_arena->given = count;
    for (uint32_t i = 0; i < count; i++)
        if (!felt_arena_session_restore(fake_arena->host, same_build, fake_arena->record[i].bytes,
                                        fake_arena->record[i].count))
            return false;
    fake_arena->restored_hash = felt_arena_hash(felt_arena_session_arena(fake_arena->host));
    felt_arena_session_resume(fake_arena->host, FAKE_ARENA_DATE, fake_arena->now_us);
    if (!same_build) fake_arena_snapshot(fake_arena); /* a segment belongs to one build */
    return true;
}

/* ---- connections ---- */

void fake_arena_connect(struct fake_arena *fake_arena, uint32_t number, const char *table)
{
    struct fake_arena_line *conn = &fake_arena->conn[number];
    felt_assert(number < FAKE_ARENA_CONNS && !conn->open);
    conn->open = true;
    conn->paused = false;
    conn->closed = 0;
    conn->marks = 0;
    write_script(fake_arena, "> line %u connects %s\n", number, table);
    bool taken = felt_arena_session_conn(fake_arena->host, number, "192.0.2.1", true, table,
                                         fake_arena->now_us);
    felt_assert(taken);
}

void fake_arena_send(struct fake_arena *fake_arena, uint32_t number, const char *text, bool stale)
{
    felt_assert(fake_arena->conn[number].open);
    if (fake_arena->conn[number].closed) return;
    write_script(fake_arena, "> line %u %s\n", number, text);
    felt_arena_session_text(fake_arena->host, number, text, strlen(text), stale,
                            fake_arena->now_us);
}

void fake_arena_gone(struct fake_arena *fake_arena, uint32_t number)
{
    felt_assert(fake_arena->conn[number].open);
    fake_arena->conn[number].open = false;
    write_script(fake_arena, "> line %u gone\n", number);
    felt_arena_session_gone(fake_arena->host, number, fake_arena->now_us);
}

void fake_arena_say(struct fake_arena *fake_arena, uint32_t number, const char *format, ...)
{
    char text[8192];
    va_list args;
    va_start(args, format);
    int bytes = vsnprintf(text, sizeof text, format, args);
    va_end(args);
    felt_assert(bytes >= 0 && (size_t)bytes < sizeof text);
    fake_arena_send(fake_arena, number, text, false);
    fake_arena_turn(fake_arena);
}

void fake_arena_turn(struct fake_arena *fake_arena)
{
    fake_arena->next_us =
        felt_arena_session_turn(fake_arena->host, FAKE_ARENA_DATE, fake_arena->now_us);
    if (fake_arena->given > fake_arena->flushed) give_journal(fake_arena);
    felt_assert(fake_arena->next_us > fake_arena->now_us ||
                felt_arena_session_failed(fake_arena->host));
}

void fake_arena_wait(struct fake_arena *fake_arena, int64_t ms)
{
    int64_t until = fake_arena->now_us + ms * 1000;
    while (fake_arena->next_us <= until) {
        if (fake_arena->next_us / 1000 != fake_arena->now_us / 1000)
            write_script(fake_arena, "@ %lld ms\n", (long long)(fake_arena->next_us / 1000));
        fake_arena->now_us = fake_arena->next_us;
        fake_arena_turn(fake_arena);
    }
    if (until / 1000 != fake_arena->now_us / 1000)
        write_script(fake_arena, "@ %lld ms\n", (long long)(until / 1000));
    fake_arena->now_us = until;
    fake_arena_turn(fake_arena);
}

struct fake_arena_frame *fake_arena_take(struct fake_arena *fake_arena, uint32_t number)
{
    struct fake_arena_line *conn = &fake_arena->conn[number];
    struct fake_arena_frame *frame = conn->first;
    if (frame) conn->first = frame->next;
    return frame;
}

/* ---- golden files ---- */

bool fake_arena_script_equals(struct fake_arena *fake_arena, const char *file)
{
    char path[1024];
    snprintf(path, sizeof path, "%s/arena/%s", golden_folder(), file);
    bool rewrites = getenv("FELT_REWRITE_GOLDEN") != NULL;
    FILE *stream = fopen(path, rewrites ? "w" : "r");
    if (!stream) return false;
    if (rewrites) {
        bool good = fwrite(fake_arena->script, 1, fake_arena->script_used, stream) ==
                    fake_arena->script_used;
        return fclose(stream) == 0 && good;
    }
    size_t at = 0;
    for (int c; (c = fgetc(stream)) != EOF; at++)
        if (at >= fake_arena->script_used || fake_arena->script[at] != (char)c) {
            size_t row = at;
            while (row > 0 && row <= fake_arena->script_used && fake_arena->script[row - 1] != '\n')
                row--;
            fprintf(stderr, "%s differs at byte %zu:\n%.*s\n", file, at,
                    (int)strcspn(fake_arena->script + row, "\n"), fake_arena->script + row);
            fclose(stream);
            return false;
        }
    fclose(stream);
    return at == fake_arena->script_used;
}
