/* record.c -- inputs as bytes, for a journal.
 *
 * A byte that says what, eight of the time, then the fields that this input has, in this order,
 * little-endian: user (8), house (1), table (4), chair (1), amount (8), ten stacks (8 each). */
#include "tour/tour_parts.h"

enum { USER = 1, HOUSE = 2, TABLE = 4, CHAIR = 8, AMOUNT = 16, STACKS = 32 };

static unsigned fields_of(unsigned what)
{
    static const uint8_t fields[FELT_TOUR_DOS] = {[FELT_TOUR_REGISTER] = USER | HOUSE,
                                                  [FELT_TOUR_REMOVE] = USER,
                                                  [FELT_TOUR_ADD_TIME] = AMOUNT,
                                                  [FELT_TOUR_MOVE] = USER | TABLE | CHAIR,
                                                  [FELT_TOUR_BEGIN] = TABLE,
                                                  [FELT_TOUR_RESULT] = TABLE | STACKS,
                                                  [FELT_TOUR_VOID] = TABLE};
    return fields[what];
}

static void put(uint8_t **at, uint64_t value, int bytes)
{
    for (int i = 0; i < bytes; i++) *(*at)++ = (uint8_t)(value >> (8 * i));
}

size_t felt_tour_write(const struct felt_tour_input *input, uint8_t out[FELT_TOUR_RECORD_BYTES])
{
    felt_assert(input->what > 0 && input->what < FELT_TOUR_DOS);
    uint8_t *at = out;
    unsigned fields = fields_of(input->what);
    put(&at, input->what, 1);
    put(&at, (uint64_t)input->now_ms, 8);
    if (fields & USER) put(&at, (uint64_t)input->user, 8);
    if (fields & HOUSE) put(&at, input->house, 1);
    if (fields & TABLE) put(&at, input->table, 4);
    if (fields & CHAIR) put(&at, (uint8_t)input->chair, 1);
    if (fields & AMOUNT) put(&at, (uint64_t)input->amount, 8);
    for (int i = 0; fields & STACKS && i < FELT_SEATS_MAX; i++)
        put(&at, (uint64_t)input->stack[i], 8);
    felt_assert(at - out <= FELT_TOUR_RECORD_BYTES);
    return (size_t)(at - out);
}

struct reader {
    const uint8_t *at;
    size_t left;
    bool bad;
};

static uint64_t get(struct reader *reader, size_t bytes)
{
    uint64_t value = 0;
    if (reader->left < bytes) {
        reader->bad = true;
        return 0;
    }
    for (size_t i = 0; i < bytes; i++) value |= (uint64_t)reader->at[i] << (8 * i);
    reader->at += bytes;
    reader->left -= bytes;
    return value;
}

bool felt_tour_read(const uint8_t *bytes, size_t count, struct felt_tour_input *input)
{
    struct reader reader = {.at = bytes, .left = count};
    unsigned what = (unsigned)get(&reader, 1);
    if (what < 1 || what >= FELT_TOUR_DOS) return false;
    unsigned fields = fields_of(what), house = 0;
    *input = (struct felt_tour_input){.what = (uint8_t)what};
    input->now_ms = (int64_t)get(&reader, 8);
    if (fields & USER) input->user = (int64_t)get(&reader, 8);
    if (fields & HOUSE) house = (unsigned)get(&reader, 1);
    if (fields & TABLE) input->table = (uint32_t)get(&reader, 4);
    if (fields & CHAIR) input->chair = (felt_seat)get(&reader, 1);
    if (fields & AMOUNT) input->amount = (int64_t)get(&reader, 8);
    for (int i = 0; fields & STACKS && i < FELT_SEATS_MAX; i++)
        input->stack[i] = (felt_chips)get(&reader, 8);
    input->house = house == 1;
    return !reader.bad && reader.left == 0 && house <= 1;
}
