/* record.c -- inputs as bytes, for a journal.
 *
 * A byte that says what, eight of the time, then the fields that this input has, in this order,
 * little-endian: user (8), house (1), table (4), seat (1), amount (8), ten stacks (8 each). */
#include "base/fields.h"
#include "tournament/director_parts.h"

enum { USER = 1, HOUSE = 2, TABLE = 4, SEAT = 8, AMOUNT = 16, STACKS = 32 };

static unsigned fields_of(unsigned what)
{
    static const uint8_t fields[FELT_DIRECTOR_DOS] = {[FELT_DIRECTOR_REGISTER] = USER | HOUSE,
                                                      [FELT_DIRECTOR_REMOVE] = USER,
                                                      [FELT_DIRECTOR_ADD_TIME] = AMOUNT,
                                                      [FELT_DIRECTOR_MOVE] = USER | TABLE | SEAT,
                                                      [FELT_DIRECTOR_BEGIN] = TABLE,
                                                      [FELT_DIRECTOR_RESULT] = TABLE | STACKS,
                                                      [FELT_DIRECTOR_VOID] = TABLE};
    return fields[what];
}

size_t felt_director_write(const struct felt_director_input *input,
                           uint8_t out[FELT_DIRECTOR_RECORD_BYTES])
{
    felt_assert(input->what > 0 && input->what < FELT_DIRECTOR_DOS);
    struct felt_putter record;
    unsigned fields = fields_of(input->what);
    record.out = felt_buffer_make(record.bytes, FELT_DIRECTOR_RECORD_BYTES);
    felt_put(&record, input->what, 1);
    felt_put(&record, (uint64_t)input->now_ms, 8);
    if (fields & USER) felt_put(&record, (uint64_t)input->user, 8);
    if (fields & HOUSE) felt_put(&record, input->house, 1);
    if (fields & TABLE) felt_put(&record, input->table, 4);
    if (fields & SEAT) felt_put(&record, (uint8_t)input->seat, 1);
    if (fields & AMOUNT) felt_put(&record, (uint64_t)input->amount, 8);
    for (int i = 0; fields & STACKS && i < FELT_SEATS_MAX; i++)
        felt_put(&record, (uint64_t)input->stack[i], 8);
    felt_assert(!record.out.overflow);
    memcpy(out, record.bytes, record.out.used);
    return record.out.used;
}

bool felt_director_read(const uint8_t *bytes, size_t count, struct felt_director_input *input)
{
    struct felt_getter getter = {.at = bytes, .left = count};
    unsigned what = (unsigned)felt_get(&getter, 1);
    if (what < 1 || what >= FELT_DIRECTOR_DOS) return false;
    unsigned fields = fields_of(what), house = 0;
    *input = (struct felt_director_input){.what = (uint8_t)what};
    input->now_ms = (int64_t)felt_get(&getter, 8);
    if (fields & USER) input->user = (int64_t)felt_get(&getter, 8);
    if (fields & HOUSE) house = (unsigned)felt_get(&getter, 1);
    if (fields & TABLE) input->table = (uint32_t)felt_get(&getter, 4);
    if (fields & SEAT) input->seat = (felt_seat)felt_get(&getter, 1);
    if (fields & AMOUNT) input->amount = (int64_t)felt_get(&getter, 8);
    for (int i = 0; fields & STACKS && i < FELT_SEATS_MAX; i++)
        input->stack[i] = (felt_chips)felt_get(&getter, 8);
    input->house = house == 1;
    return felt_get_is_over(&getter) && house <= 1;
}
