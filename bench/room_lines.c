/* room_lines.c -- see room.h: lines that are made up.
 *
 * A person takes a seat, and checks or folds a tenth of a second after he was asked, more or less:
 * that moment is when his frame arrives, whether the loop has time to read it or not.  No JSON:
 * what an answer needs is found by its key. */
#define _GNU_SOURCE /* memmem */
#include "bench/room_parts.h"
#include "os/clock.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { THINK_US = 100000, AGAIN_US = 500000, TEXT_BYTES = 256 };

void room_conns_token(uint32_t person, char out[ROOM_TOKEN_BYTES])
{
    (void)snprintf(out, ROOM_TOKEN_BYTES, "bench-person-%029uA", person);
}

void room_conns_table(uint32_t table, char out[ROOM_NAME_BYTES])
{
    (void)snprintf(out, ROOM_NAME_BYTES, "b%u-%u", table / ROOM_STAKE_TABLES,
                   table % ROOM_STAKE_TABLES + 1);
}

bool room_conns_open(struct room_conns *conns, const struct bench_room_config *config)
{
    uint32_t people = config->people;
    *conns = (struct room_conns){.people = people,
                                 .spectators = config->spectators,
                                 .person = calloc(people + 1, sizeof(struct room_person)),
                                 .due_memory = malloc(felt_heap_bytes(people + 1)),
                                 .sample = malloc(ROOM_SAMPLES_MAX * sizeof(uint32_t)),
                                 .sink = malloc(ROOM_SINK_BYTES),
                                 .tape = malloc(ROOM_TAPE_BYTES),
                                 .random = 88172645463325252u};
    if (!conns->person || !conns->due_memory || !conns->sample || !conns->sink || !conns->tape)
        return false;
    felt_heap_init(&conns->due, people + 1, conns->due_memory);
    for (uint32_t i = 0; i < people; i++) room_conns_table(i, conns->person[i].table);
    return true;
}

void room_conns_close(struct room_conns *conns)
{
    free(conns->person);
    free(conns->due_memory);
    free(conns->sample);
    free(conns->sink);
    free(conns->tape);
    *conns = (struct room_conns){0};
}

static void say(struct felt_room_session *session, uint32_t conn, const char *text, int64_t now_us)
{
    felt_room_session_text(session, conn, text, strlen(text), false, now_us);
}

void room_conns_connect(struct room_conns *conns, struct felt_room_session *session, int64_t now_us)
{
    char token[ROOM_TOKEN_BYTES], text[TEXT_BYTES], table[ROOM_NAME_BYTES];
    for (uint32_t i = 0; i < conns->people; i++) {
        room_conns_token(i, token);
        if (!felt_room_session_conn(session, i, "127.0.0.1", true, "", now_us)) continue;
        (void)snprintf(text, sizeof text, "{\"type\":\"hello\",\"v\":1,\"token\":\"%s\"}", token);
        say(session, i, text, now_us);
    }
    room_conns_table(0, table);
    (void)snprintf(text, sizeof text, "{\"type\":\"watch\",\"table\":\"%s\"}", table);
    for (uint32_t i = conns->people; i < conns->people + conns->spectators; i++) {
        if (!felt_room_session_conn(session, i, "127.0.0.1", true, "", now_us)) continue;
        say(session, i, "{\"type\":\"hello\",\"v\":1}", now_us);
        say(session, i, text, now_us);
    }
}

/* ---- what people say ------------------------------------------------------------------------- */

static void speak(struct room_conns *conns, struct felt_room_session *session, uint32_t conn,
                  int64_t due_us, int64_t now_us)
{
    struct room_person *person = &conns->person[conn];
    char text[TEXT_BYTES];
    if (person->step == ROOM_WELCOME) {
        (void)snprintf(text, sizeof text,
                       "{\"type\":\"sit\",\"req\":1,\"table\":\"%s\",\"auto_rebuy\":true}",
                       person->table);
    } else if (person->step == ROOM_ASKED) {
        (void)snprintf(text, sizeof text,
                       "{\"type\":\"action\",\"table\":\"%s\",\"hand_id\":\"%s\",\"action\":\"%s\","
                       "\"req_id\":%s}",
                       person->table, person->hand, person->may_pass ? "CHECK" : "FOLD",
                       person->request);
        person->step = ROOM_SEATED;
        person->sent_us = due_us;
    } else {
        return;
    }
    say(session, conn, text, now_us);
}

int64_t room_conns_speak(struct room_conns *conns, struct felt_room_session *session,
                         int64_t now_us)
{
    int64_t due_us, conn;
    while ((conn = felt_heap_next(&conns->due, &due_us)) != FELT_HEAP_NONE) {
        if (due_us > now_us) return due_us;
        felt_heap_clear(&conns->due, (uint32_t)conn);
        speak(conns, session, (uint32_t)conn, due_us, now_us);
    }
    return INT64_MAX;
}

/* ---- what they hear -------------------------------------------------------------------------- */

/* The value behind a key, up to a comma, brace or quote. */
static void copy_value(const char *text, size_t bytes, const char *key, char *out, size_t room)
{
    const char *at = memmem(text, bytes, key, strlen(key)), *end = text + bytes;
    size_t used = 0;
    if (at)
        for (at += strlen(key); at < end && !strchr(",}\"", *at) && used + 1 < room;)
            out[used++] = *at++;
    out[used] = '\0';
}

static bool has(const char *text, size_t bytes, const char *what)
{
    return memmem(text, bytes, what, strlen(what)) != NULL;
}

static int64_t think_us(struct room_conns *conns)
{
    conns->random ^= conns->random << 13;
    conns->random ^= conns->random >> 7;
    conns->random ^= conns->random << 17;
    return THINK_US / 2 + (int64_t)(conns->random % THINK_US);
}

static void note_told(struct room_conns *conns, struct room_person *person, int64_t now_us)
{
    if (!person->sent_us) return;
    int64_t took = now_us - person->sent_us;
    person->sent_us = 0;
    if (conns->samples < ROOM_SAMPLES_MAX)
        conns->sample[conns->samples++] = took > UINT32_MAX ? UINT32_MAX : (uint32_t)took;
}

static void hear(struct room_conns *conns, uint32_t conn, const char *text, size_t bytes)
{
    struct room_person *person = &conns->person[conn];
    char type[16];
    int64_t now_us = felt_clock_us();
    copy_value(text, bytes, "\"type\":\"", type, sizeof type);
    if (strcmp(type, "event") == 0) {
        note_told(conns, person, now_us);
    } else if (strcmp(type, "act") == 0) {
        copy_value(text, bytes, "\"hand_id\":\"", person->hand, sizeof person->hand);
        copy_value(text, bytes, "\"req_id\":", person->request, sizeof person->request);
        person->may_pass = has(text, bytes, "\"CHECK\"");
        person->step = ROOM_ASKED;
        felt_heap_set(&conns->due, conn, now_us + think_us(conns));
    } else if (strcmp(type, "welcome") == 0) {
        person->step = ROOM_WELCOME;
        felt_heap_set(&conns->due, conn, now_us);
    } else if (strcmp(type, "ok") == 0 && person->step == ROOM_WELCOME) {
        person->step = ROOM_SEATED;
        conns->seated++;
    } else if (strcmp(type, "error") == 0 && person->step == ROOM_WELCOME) {
        felt_heap_set(&conns->due, conn, now_us + AGAIN_US);
    }
}

static void sink(struct room_conns *conns, const char *text, size_t bytes)
{
    if (bytes > ROOM_SINK_BYTES) bytes = ROOM_SINK_BYTES;
    if (conns->sunk + bytes > ROOM_SINK_BYTES) conns->sunk = 0;
    memcpy(conns->sink + conns->sunk, text, bytes);
    conns->sunk += bytes;
    conns->frames++;
    conns->bytes += bytes;
}

static void record(struct room_conns *conns, const char *text, size_t bytes)
{
    if (conns->taped_frames == ROOM_TAPE_FRAMES || conns->taped + bytes > ROOM_TAPE_BYTES) return;
    memcpy(conns->tape + conns->taped, text, bytes);
    conns->taped += bytes;
    conns->frame_bytes[conns->taped_frames++] = (uint32_t)bytes;
}

void room_conns_send(void *self, uint32_t conn, char *text, size_t bytes, bool droppable)
{
    struct room_conns *conns = self;
    (void)droppable;
    sink(conns, text, bytes);
    if (conn < conns->people)
        hear(conns, conn, text, bytes);
    else if (conn == conns->people)
        record(conns, text, bytes);
    if (conn >= conns->people && conns->watching < conns->spectators &&
        has(text, bytes, "\"type\":\"table\""))
        conns->watching++;
}

/* ---- figures --------------------------------------------------------------------------------- */

static int by_size(const void *a, const void *b)
{
    uint32_t first = *(const uint32_t *)a, second = *(const uint32_t *)b;
    return first < second ? -1 : first > second;
}

uint32_t room_conns_latency(struct room_conns *conns, double *p50_us, double *p99_us,
                            double *max_us)
{
    uint32_t count = conns->samples;
    *p50_us = *p99_us = *max_us = 0;
    conns->samples = 0;
    if (count == 0) return 0;
    qsort(conns->sample, count, sizeof *conns->sample, by_size);
    *p50_us = conns->sample[count / 2];
    *p99_us = conns->sample[(uint64_t)count * 99 / 100];
    *max_us = conns->sample[count - 1];
    return count;
}

uint32_t room_conns_samples(struct room_conns *conns, uint32_t *out, uint32_t room)
{
    uint32_t count = conns->samples < room ? conns->samples : room;
    memcpy(out, conns->sample, count * sizeof *out);
    conns->samples = 0;
    return count;
}

uint64_t room_conns_echo(struct room_conns *conns)
{
    uint64_t copies = 0;
    const char *text = conns->tape;
    for (uint32_t i = 0; i < conns->taped_frames; i++) {
        for (uint32_t k = 0; k < conns->spectators; k++) sink(conns, text, conns->frame_bytes[i]);
        text += conns->frame_bytes[i];
        copies += conns->spectators;
    }
    return copies;
}
