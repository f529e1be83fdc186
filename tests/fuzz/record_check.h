/* record_check.h -- what holds for every record that a reader accepts: it is verified, comes back
 * from both of its texts, and can be given to a replay, which plays it or says why not. */
#ifndef FELT_FUZZ_RECORD_CHECK_H
#define FELT_FUZZ_RECORD_CHECK_H

#include "complaint.h"

#include "felt/acpc.h"
#include "felt/ohh.h"
#include "felt/replay.h"

/* Too large for the stack, and slow to allocate anew for each input. */
struct record_memory {
    struct felt_record record, again;
    struct felt_replay replay;
    char text[FELT_RECORD_TEXT_MAX], second[FELT_RECORD_TEXT_MAX];
};

static inline void verify_phh(struct record_memory *memory)
{
    struct felt_buffer out = felt_buffer_make(memory->text, sizeof memory->text);
    felt_assert(felt_phh_write(&memory->record, 0, &out) == FELT_OK);
    felt_assert(felt_phh_first(memory->text, out.used) == out.used);
    felt_assert(felt_phh_read(memory->text, out.used, &memory->again, NULL) == FELT_OK);
    felt_assert(felt_record_equal(&memory->record, &memory->again));
    struct felt_buffer second = felt_buffer_make(memory->second, sizeof memory->second);
    felt_assert(felt_phh_write(&memory->again, 0, &second) == FELT_OK);
    felt_assert(second.used == out.used);
    felt_assert(memcmp(memory->text, memory->second, out.used) == 0);
}

static inline void verify_json(struct record_memory *memory)
{
    struct felt_buffer out = felt_buffer_make(memory->text, sizeof memory->text);
    felt_assert(felt_hand_json_write(&memory->record, &out) == FELT_OK);
    felt_assert(felt_hand_json_read(memory->text, out.used, &memory->again, NULL) == FELT_OK);
    felt_assert(felt_record_equal(&memory->record, &memory->again));
    struct felt_buffer second = felt_buffer_make(memory->second, sizeof memory->second);
    felt_assert(felt_hand_json_write(&memory->again, &second) == FELT_OK);
    felt_assert(second.used == out.used);
    felt_assert(memcmp(memory->text, memory->second, out.used) == 0);
}

static inline void verify_replay(struct record_memory *memory)
{
    struct felt_complaint complaint;
    const struct felt_record *record = &memory->record;
    memset(&complaint, 0xFF, sizeof complaint);
    enum felt_status status = felt_replay_run(record, &memory->replay, &complaint);
    felt_assert(felt_replay_run(record, &memory->replay, NULL) == status);
    if (status != FELT_OK) {
        verify_complaint(&complaint, FELT_RECORD_ACTIONS_MAX);
        return;
    }
    felt_chips start = 0, finish = 0;
    for (int seat = 0; seat < record->seats; seat++) {
        start += record->stack[seat];
        finish += memory->replay.finish[seat];
    }
    felt_assert(start == finish + memory->replay.state.rake);
    if (!felt_replay_agrees(record, &memory->replay, &complaint))
        verify_complaint(&complaint, FELT_RECORD_ACTIONS_MAX);
    struct felt_acpc_game game;
    struct felt_buffer out = felt_buffer_make(memory->text, sizeof memory->text);
    status = felt_ohh_write(record, 1, &out, &complaint);
    felt_assert(status == FELT_OK || status == FELT_UNSUPPORTED);
    if (status != FELT_OK) verify_complaint(&complaint, FELT_RECORD_ACTIONS_MAX);
    felt_buffer_clear(&out);
    status = felt_acpc_write(record, 1, &game, &out, &complaint);
    felt_assert(status == FELT_OK || status == FELT_UNSUPPORTED);
    if (status != FELT_OK) return;
    felt_assert(felt_acpc_read(memory->text, out.used, &game, &memory->again, NULL) == FELT_OK);
    status = felt_replay_run(&memory->again, &memory->replay, NULL);
    felt_assert(status == FELT_OK);
    felt_assert(felt_replay_agrees(&memory->again, &memory->replay, NULL));
}

/* After a reader's answer: `bytes` is the length of what it read. */
static inline void verify_answer(struct record_memory *memory, enum felt_status status,
                                 const struct felt_complaint *complaint, size_t bytes)
{
    if (status != FELT_OK) {
        verify_complaint(complaint, bytes);
        return;
    }
    felt_assert(felt_record_verify(&memory->record, NULL) == FELT_OK);
    verify_phh(memory);
    verify_json(memory);
    verify_replay(memory);
}

/* A reader without further arguments: what it answers, and that it answers the same if nobody asks
 * for the reason. */
static inline void verify_reader(enum felt_status (*read)(const char *, size_t,
                                                          struct felt_record *,
                                                          struct felt_complaint *),
                                 const char *text, size_t bytes)
{
    struct felt_complaint complaint;
    static struct record_memory memory;
    memset(&complaint, 0xFF, sizeof complaint);
    enum felt_status status = read(text, bytes, &memory.record, &complaint);
    verify_answer(&memory, status, &complaint, bytes);
    felt_assert(read(text, bytes, &memory.record, NULL) == status);
}

#endif
