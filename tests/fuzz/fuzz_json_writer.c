/* fuzz_json_writer.c -- any bytes as a program for the JSON writer.
 *
 * The first two bytes are the capacity of the buffer.  Then each byte is an instruction (open an
 * object or an array, close, write a value), followed by what it needs.  The document is closed at
 * the end.  If it fitted, jansson must read it, and find as many values as were written; if not,
 * the text must be a prefix of the one that a large buffer gets. */
#include "felt/assert.h"
#include "felt/json.h"

#include <jansson.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { TEXT_MAX = 32, OUT_BYTES = 1 << 17, INPUT_MAX = 2048 };

struct program {
    const uint8_t *data;
    size_t size, at;
};

static uint8_t take_byte(struct program *p)
{
    return p->at < p->size ? p->data[p->at++] : 0;
}

static uint64_t take_word(struct program *p)
{
    uint64_t word = 0;
    for (int i = 0; i < 8; i++) word = word << 8 | take_byte(p);
    return word;
}

/* Up to TEXT_MAX bytes of the input. */
static size_t take_text(struct program *p, const char **text)
{
    size_t length = take_byte(p) % (TEXT_MAX + 1);
    if (length > p->size - p->at) length = p->size - p->at;
    *text = (const char *)p->data + p->at;
    p->at += length;
    return length;
}

/* Keys begin with a number, so they are all different. */
static void write_key(struct program *p, struct felt_json *json, int number)
{
    char key[TEXT_MAX + 16];
    const char *text;
    size_t length = take_text(p, &text);
    int used = snprintf(key, sizeof key, "%d:", number);
    memcpy(key + used, text, length);
    key[(size_t)used + length] = 0;
    felt_json_key(json, key);
}

static void write_value(struct program *p, struct felt_json *json, unsigned kind)
{
    const char *text;
    size_t length;
    double number;
    uint64_t word;
    switch (kind) {
    case 0: felt_json_int(json, (int64_t)take_word(p)); break;
    case 1: felt_json_uint(json, take_word(p) >> 1); break; /* jansson has no larger ones */
    case 2: felt_json_bool(json, take_byte(p) & 1); break;
    case 3: felt_json_null(json); break;
    case 4:
        word = take_word(p);
        memcpy(&number, &word, sizeof number);
        felt_json_decimal(json, number, take_byte(p) % 10);
        break;
    default: length = take_text(p, &text); felt_json_text_n(json, text, length);
    }
}

/* Runs the program; returns how many values it wrote. */
static int run(struct program p, struct felt_json *json)
{
    int values = 1;
    felt_json_array(json);
    while (p.at < p.size) {
        unsigned instruction = take_byte(&p) % 10;
        if (instruction == 9) {
            if (json->depth > 1) felt_json_end(json);
            continue;
        }
        if (instruction < 2 && json->depth == FELT_JSON_DEPTH_MAX) continue;
        if (json->in_object >> json->depth & 1) write_key(&p, json, values);
        if (instruction == 0) felt_json_object(json);
        if (instruction == 1) felt_json_array(json);
        if (instruction >= 2) write_value(&p, json, instruction - 2);
        values++;
    }
    while (json->depth > 0) felt_json_end(json);
    return values;
}

static int count_values(json_t *value)
{
    int values = 1;
    const char *key;
    json_t *item;
    size_t index;
    json_object_foreach(value, key, item) values += count_values(item);
    json_array_foreach(value, index, item) values += count_values(item);
    return values;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static char whole[OUT_BYTES], small[OUT_BYTES];
    if (size < 2 || size > INPUT_MAX) return 0;
    size_t capacity = (size_t)data[0] << 8 | data[1];
    struct program program = {data, size, 2};

    struct felt_buffer out = felt_buffer_make(whole, sizeof whole);
    struct felt_json json = felt_json_make(&out);
    int values = run(program, &json);
    felt_assert(felt_json_done(&json));
    json_error_t error;
    json_t *read = json_loadb(whole, out.used, JSON_REJECT_DUPLICATES | JSON_ALLOW_NUL, &error);
    felt_assert(read != NULL);
    felt_assert(count_values(read) == values);
    json_decref(read);

    struct felt_buffer part = felt_buffer_make(small, capacity);
    struct felt_json cut = felt_json_make(&part);
    felt_assert(run(program, &cut) == values);
    felt_assert(part.used <= capacity);
    felt_assert(memcmp(small, whole, part.used) == 0);
    felt_assert(felt_json_done(&cut) == (capacity >= out.used));
    return 0;
}
