/* fuzz_arena_server.c -- any bytes as the frames of a server, one to a line; the first byte says
 * who plays.
 *
 * Whatever arrives, the guest stays alive, and every answer is one JSON object whose action the
 * frame offered (E1). */
#include "felt/assert.h"
#include "client/arena.h"

#include <jansson.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { ANSWER_BYTES = 1024, FRAMES_MAX = 200 };

static bool offers(const json_t *frame, const char *word)
{
    size_t index;
    const json_t *item;
    json_array_foreach(json_object_get(frame, "legal"), index, item)
    {
        if (json_is_string(item) && strcmp(json_string_value(item), word) == 0) return true;
    }
    return false;
}

/* Amounts are within the bounds that were given, as far as they were. */
static void verify_amount(const json_t *frame, const json_t *answer)
{
    const json_t *least = json_object_get(frame, "min_raise_to");
    const json_t *most = json_object_get(frame, "max_raise_to");
    const json_t *amount = json_object_get(answer, "amount");
    felt_assert(json_is_integer(amount));
    json_int_t to = json_integer_value(amount);
    if (json_is_integer(least) && json_is_integer(most) && json_integer_value(least) >= 0 &&
        json_integer_value(least) <= json_integer_value(most) &&
        json_integer_value(most) <= FELT_CHIPS_MAX)
        felt_assert(to >= json_integer_value(least) && to <= json_integer_value(most));
}

static void verify_answer(const char *line, size_t bytes, const struct felt_buffer *out)
{
    json_t *frame = json_loadb(line, bytes, 0, NULL);
    json_t *answer = json_loadb(out->bytes, out->used, JSON_REJECT_DUPLICATES, NULL);
    felt_assert(!out->overflow && frame && answer);
    const char *word = json_string_value(json_object_get(answer, "action"));
    felt_assert(word && offers(frame, word));
    if (strcmp(word, "RAISE_TO") == 0) verify_amount(frame, answer);
    json_decref(frame);
    json_decref(answer);
}

static void take(struct felt_client_arena *client, const char *line, size_t bytes)
{
    char memory[ANSWER_BYTES];
    struct felt_buffer out = felt_buffer_make(memory, sizeof memory);
    struct felt_budget budget = {.samples = 8};
    if (felt_client_arena_take(client, line, bytes) != FELT_CLIENT_ARENA_ACT) return;
    felt_client_arena_answer(client, &budget, &out, NULL);
    verify_answer(line, bytes, &out);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char *const names[] = {"house", "zoo:tag", "mcts:4", "house-plain", "zoo:random"};
    struct felt_player_spec spec;
    if (size == 0) return 0;
    const char *name = names[data[0] % (sizeof names / sizeof names[0])];
    felt_assert(felt_player_read(name, strlen(name), &spec, NULL) == FELT_OK);
    struct felt_client_arena *client = felt_client_arena_open(&spec, 1);
    const char *at = (const char *)data + 1, *end = (const char *)data + size;
    for (int frames = 0; at < end && frames < FRAMES_MAX; frames++) {
        const char *line_end = memchr(at, '\n', (size_t)(end - at));
        if (line_end == NULL) line_end = end;
        take(client, at, (size_t)(line_end - at));
        at = line_end + 1;
    }
    felt_client_arena_close(client);
    return 0;
}
