/* fuzz_acpc.c -- any bytes as a log line, for a game that the first two bytes choose: see
 * record_check.h for what must hold. */
#include "record_check.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static struct felt_acpc_game choose_game(uint8_t first, uint8_t second)
{
    struct felt_acpc_game game = {.limit = first & 1 ? FELT_FIXED_LIMIT : FELT_NO_LIMIT,
                                  .stacks = 1,
                                  .small_blind = 50,
                                  .big_blind = 100,
                                  .small_bet = 100,
                                  .big_bet = 200};
    if (first & 2) game.stacks = (uint8_t)(2 + (first >> 2) % 9);
    for (int seat = 0; seat < FELT_SEATS_MAX; seat++)
        game.stack[seat] = second & 1 ? 20000 : 1 + 37 * (felt_chips)second * (seat + 1) % 700;
    return game;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < 2) return 0;
    const char *line = (const char *)data + 2;
    struct felt_acpc_game game = choose_game(data[0], data[1]);
    struct felt_complaint complaint;
    static struct record_memory memory;
    memset(&complaint, 0xFF, sizeof complaint);
    enum felt_status status = felt_acpc_read(line, size - 2, &game, &memory.record, &complaint);
    verify_answer(&memory, status, &complaint, size - 2);
    felt_assert(felt_acpc_read(line, size - 2, &game, &memory.record, NULL) == status);
    return 0;
}
