/* arena_script.c -- see arena.h: the frames of some hands, written down.
 *
 * One table plays slowly: after each action we wait until nothing more comes, so that it is plain
 * which frames belong to it.  An even number of hands, so that the button is where it was. */
#include "bench/arena.h"

#include <stdlib.h>
#include <string.h>

enum { FIRST_BYTES = 1 << 16, FIRST_FRAMES = 1024, QUIET_MS = 2, STEPS_MAX = 4096, TRIES = 500 };

static bool make_room(struct bench_script *script, size_t bytes)
{
    while (script->used + bytes + 2 * BENCH_SCRIPT_PRE > script->room) {
        uint32_t room = script->room ? 2 * script->room : FIRST_BYTES;
        unsigned char *text = realloc(script->text, room);
        if (!text) return false;
        script->text = text;
        script->room = room;
    }
    if (script->frames == script->frames_room) {
        uint32_t room = script->frames_room ? 2 * script->frames_room : FIRST_FRAMES;
        struct bench_script_frame *frame = realloc(script->frame, room * sizeof *frame);
        if (!frame) return false;
        script->frame = frame;
        script->frames_room = room;
    }
    return true;
}

bool bench_script_add(struct bench_script *script, uint32_t conn, const char *text, size_t bytes)
{
    if (!make_room(script, bytes)) return false;
    uint32_t at = (script->used + BENCH_SCRIPT_PRE + 15) / 16 * 16;
    memcpy(script->text + at, text, bytes);
    script->used = at + (uint32_t)bytes;
    script->frame[script->frames++] = (struct bench_script_frame){
        .at = at, .bytes = (uint32_t)bytes, .step = script->steps - 1, .conn = conn};
    return true;
}

/* Waits for the next act and what comes with it; false: none. */
static bool settle(struct bench_load *load)
{
    for (int i = 0; i < TRIES && !load->broken && load->waiting_count == 0; i++)
        bench_load_drain(load, QUIET_MS);
    bench_load_drain(load, QUIET_MS);
    return !load->broken && load->waiting_count == 1;
}

static bool record(struct bench_script *script, struct bench_load *load)
{
    if (!settle(load)) return false;
    uint64_t begin = load->hand_ends;
    load->script = script;
    /* The frames behind the last action include the act that asks for the first. */
    while (load->hand_ends - begin < 2 * BENCH_SCRIPT_HANDS) {
        if (++script->steps > STEPS_MAX || !bench_load_answer(load) || !settle(load)) return false;
    }
    for (uint32_t i = 0; i < script->frames; i++)
        if (memcmp(script->text + script->frame[i].at, "{\"type\":\"act\"", 13) == 0)
            script->opening = i;
    return script->frames > 0;
}

bool bench_script_record(struct bench_script *script, uint16_t port)
{
    struct bench_load load;
    *script = (struct bench_script){0};
    bool good = bench_load_open(&load, port, 1, true) && bench_load_sit(&load, false) &&
                record(script, &load);
    bench_load_close(&load);
    if (!good) bench_script_close(script);
    return good;
}

void bench_script_close(struct bench_script *script)
{
    free(script->text);
    free(script->frame);
    *script = (struct bench_script){0};
}
