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

void room_lines_token(uint32_t person, char out[ROOM_TOKEN_BYTES])
{
    (void)snprintf(out, ROOM_TOKEN_BYTES, "bench-person-%029uA", person);
}

void room_lines_table(uint32_t table, char out[ROOM_NAME_BYTES])
{
    (void)snprintf(out, ROOM_NAME_BYTES, "b%u-%u", table / ROOM_STAKE_TABLES,
                   table % ROOM_STAKE_TABLES + 1);
}

bool room_lines_open(struct room_lines *lines, const struct bench_room_config *config)
{
    uint32_t people = config->people;
    *lines = (struct room_lines){.people = people,
                                 .spectators = config->spectators,
                                 .person = calloc(people + 1, sizeof(struct room_person)),
                                 .due_memory = malloc(felt_heap_bytes(people + 1)),
                                 .sample = malloc(ROOM_SAMPLES_MAX * sizeof(uint32_t)),
                                 .sink = malloc(ROOM_SINK_BYTES),
                                 .tape = malloc(ROOM_TAPE_BYTES),
                                 .random = 88172645463325252u};
    if (!lines->person || !lines->due_memory || !lines->sample || !lines->sink || !lines->tape)
        return false;
    felt_heap_init(&lines->due, people + 1, lines->due_memory);
    for (uint32_t i = 0; i < people; i++) room_lines_table(i, lines->person[i].table);
    return true;
}

void room_lines_close(struct room_lines *lines)
{
    free(lines->person);
    free(lines->due_memory);
    free(lines->sample);
    free(lines->sink);
    free(lines->tape);
    *lines = (struct room_lines){0};
}

static void say(struct felt_parlour *parlour, uint32_t line, const char *text, int64_t now_us)
{
    felt_parlour_text(parlour, line, text, strlen(text), false, now_us);
}

void room_lines_connect(struct room_lines *lines, struct felt_parlour *parlour, int64_t now_us)
{
    char token[ROOM_TOKEN_BYTES], text[TEXT_BYTES], table[ROOM_NAME_BYTES];
    for (uint32_t i = 0; i < lines->people; i++) {
        room_lines_token(i, token);
        if (!felt_parlour_line(parlour, i, "127.0.0.1", true, "", now_us)) continue;
        (void)snprintf(text, sizeof text, "{\"type\":\"hello\",\"v\":1,\"token\":\"%s\"}", token);
        say(parlour, i, text, now_us);
    }
    room_lines_table(0, table);
    (void)snprintf(text, sizeof text, "{\"type\":\"watch\",\"table\":\"%s\"}", table);
    for (uint32_t i = lines->people; i < lines->people + lines->spectators; i++) {
        if (!felt_parlour_line(parlour, i, "127.0.0.1", true, "", now_us)) continue;
        say(parlour, i, "{\"type\":\"hello\",\"v\":1}", now_us);
        say(parlour, i, text, now_us);
    }
}

/* ---- what people say ------------------------------------------------------------------------- */

static void speak(struct room_lines *lines, struct felt_parlour *parlour, uint32_t line,
                  int64_t due_us, int64_t now_us)
{
    struct room_person *person = &lines->person[line];
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
    say(parlour, line, text, now_us);
}

int64_t room_lines_speak(struct room_lines *lines, struct felt_parlour *parlour, int64_t now_us)
{
    int64_t due_us, line;
    while ((line = felt_heap_next(&lines->due, &due_us)) != FELT_HEAP_NONE) {
        if (due_us > now_us) return due_us;
        felt_heap_clear(&lines->due, (uint32_t)line);
        speak(lines, parlour, (uint32_t)line, due_us, now_us);
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

static int64_t think_us(struct room_lines *lines)
{
    lines->random ^= lines->random << 13;
    lines->random ^= lines->random >> 7;
    lines->random ^= lines->random << 17;
    return THINK_US / 2 + (int64_t)(lines->random % THINK_US);
}

static void note_told(struct room_lines *lines, struct room_person *person, int64_t now_us)
{
    if (!person->sent_us) return;
    int64_t took = now_us - person->sent_us;
    person->sent_us = 0;
    if (lines->samples < ROOM_SAMPLES_MAX)
        lines->sample[lines->samples++] = took > UINT32_MAX ? UINT32_MAX : (uint32_t)took;
}

static void hear(struct room_lines *lines, uint32_t line, const char *text, size_t bytes)
{
    struct room_person *person = &lines->person[line];
    char type[16];
    int64_t now_us = felt_clock_us();
    copy_value(text, bytes, "\"type\":\"", type, sizeof type);
    if (strcmp(type, "event") == 0) {
        note_told(lines, person, now_us);
    } else if (strcmp(type, "act") == 0) {
        copy_value(text, bytes, "\"hand_id\":\"", person->hand, sizeof person->hand);
        copy_value(text, bytes, "\"req_id\":", person->request, sizeof person->request);
        person->may_pass = has(text, bytes, "\"CHECK\"");
        person->step = ROOM_ASKED;
        felt_heap_set(&lines->due, line, now_us + think_us(lines));
    } else if (strcmp(type, "welcome") == 0) {
        person->step = ROOM_WELCOME;
        felt_heap_set(&lines->due, line, now_us);
    } else if (strcmp(type, "ok") == 0 && person->step == ROOM_WELCOME) {
        person->step = ROOM_SEATED;
        lines->seated++;
    } else if (strcmp(type, "error") == 0 && person->step == ROOM_WELCOME) {
        felt_heap_set(&lines->due, line, now_us + AGAIN_US);
    }
}

static void sink(struct room_lines *lines, const char *text, size_t bytes)
{
    if (bytes > ROOM_SINK_BYTES) bytes = ROOM_SINK_BYTES;
    if (lines->sunk + bytes > ROOM_SINK_BYTES) lines->sunk = 0;
    memcpy(lines->sink + lines->sunk, text, bytes);
    lines->sunk += bytes;
    lines->frames++;
    lines->bytes += bytes;
}

static void record(struct room_lines *lines, const char *text, size_t bytes)
{
    if (lines->taped_frames == ROOM_TAPE_FRAMES || lines->taped + bytes > ROOM_TAPE_BYTES) return;
    memcpy(lines->tape + lines->taped, text, bytes);
    lines->taped += bytes;
    lines->frame_bytes[lines->taped_frames++] = (uint32_t)bytes;
}

void room_lines_send(void *self, uint32_t line, char *text, size_t bytes, bool droppable)
{
    struct room_lines *lines = self;
    (void)droppable;
    sink(lines, text, bytes);
    if (line < lines->people)
        hear(lines, line, text, bytes);
    else if (line == lines->people)
        record(lines, text, bytes);
    if (line >= lines->people && lines->watching < lines->spectators &&
        has(text, bytes, "\"type\":\"table\""))
        lines->watching++;
}

/* ---- figures --------------------------------------------------------------------------------- */

static int by_size(const void *a, const void *b)
{
    uint32_t first = *(const uint32_t *)a, second = *(const uint32_t *)b;
    return first < second ? -1 : first > second;
}

uint32_t room_lines_latency(struct room_lines *lines, double *p50_us, double *p99_us,
                            double *max_us)
{
    uint32_t count = lines->samples;
    *p50_us = *p99_us = *max_us = 0;
    lines->samples = 0;
    if (count == 0) return 0;
    qsort(lines->sample, count, sizeof *lines->sample, by_size);
    *p50_us = lines->sample[count / 2];
    *p99_us = lines->sample[(uint64_t)count * 99 / 100];
    *max_us = lines->sample[count - 1];
    return count;
}

uint32_t room_lines_samples(struct room_lines *lines, uint32_t *out, uint32_t room)
{
    uint32_t count = lines->samples < room ? lines->samples : room;
    memcpy(out, lines->sample, count * sizeof *out);
    lines->samples = 0;
    return count;
}

uint64_t room_lines_echo(struct room_lines *lines)
{
    uint64_t copies = 0;
    const char *text = lines->tape;
    for (uint32_t i = 0; i < lines->taped_frames; i++) {
        for (uint32_t k = 0; k < lines->spectators; k++) sink(lines, text, lines->frame_bytes[i]);
        text += lines->frame_bytes[i];
        copies += lines->spectators;
    }
    return copies;
}
