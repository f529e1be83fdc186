/* arena_hash.c -- a number for everything that must survive: two rooms with the same one go on
 * alike. */
#include "server/arena/arena_parts.h"

#include "felt/hash.h"

static uint64_t hash_table(const struct felt_arena *arena, const struct felt_arena_table *table,
                           uint64_t hash)
{
    const struct felt_table_config *config = felt_arena_table_config(arena, table);
    uint64_t words[] = {felt_arena_table_index(arena, table),
                        table->config,
                        table->paused,
                        table->started,
                        table->end,
                        table->hands,
                        (uint8_t)table->live.button,
                        table->in_hand,
                        table->req_id - (table->asked ? 1 : 0),
                        felt_hash_text(table->name),
                        felt_hash_text(table->match_id)};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        hash = felt_hash_word(hash, words[i]);
    hash = felt_hash_bytes(hash, table->secret, sizeof table->secret);
    for (int seat = 0; seat < config->seats; seat++) {
        const struct felt_arena_seat *one = felt_arena_table_seat(arena, table, seat);
        if (!one->taken) continue;
        hash = felt_hash_word(hash, (uint64_t)seat);
        hash = felt_hash_word(hash, (uint64_t)one->stack);
        hash = felt_hash_word(hash, one->has_code + 2u * one->forfeited);
        hash = felt_hash_bytes(hash, one->code, sizeof one->code);
        hash = felt_hash_word(hash, felt_hash_text(one->team));
    }
    if (table->in_hand)
        hash = felt_hash_word(hash, (uint64_t)table->live.date << 32 | table->live.counter);
    uint32_t left = table->live.history.count;
    for (uint32_t at = table->live.history.first; left; at = arena->pool.chunk[at].next) {
        hash = felt_hash_bytes(hash, arena->pool.chunk[at].event,
                               arena->pool.chunk[at].count * sizeof(struct felt_event));
        left -= arena->pool.chunk[at].count;
    }
    return hash;
}

uint64_t felt_arena_hash(const struct felt_arena *arena)
{
    uint64_t hash = felt_hash_word(arena->next_hand, arena->next_match);
    for (uint32_t index = 0; index < arena->fresh_table; index++) {
        const struct felt_arena_table *table = felt_arena_table_at(arena, index);
        if (table->used && table->durable) hash = hash_table(arena, table, hash);
    }
    return hash;
}
