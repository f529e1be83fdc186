/* room_hash.c -- a number for everything that must survive: two floors with the same one go on
 * alike. */
#include "server/room/room_parts.h"

#include "felt/hash.h"

static uint64_t hash_words(uint64_t hash, const uint64_t *words, size_t count)
{
    for (size_t i = 0; i < count; i++) hash = felt_hash_word(hash, words[i]);
    return hash;
}

static uint64_t hash_seat(const struct felt_room_seat *seat, uint64_t hash)
{
    uint64_t words[] = {(uint64_t)seat->user,
                        seat->kind,
                        seat->sitting,
                        seat->twice,
                        seat->auto_action,
                        seat->owes,
                        seat->bot,
                        seat->out,
                        seat->leaving,
                        seat->wait,
                        seat->rebuy,
                        seat->muck,
                        seat->straddle,
                        seat->away,
                        seat->expired,
                        (uint64_t)seat->auto_limit,
                        (uint64_t)seat->auto_spent,
                        (uint64_t)seat->stack,
                        (uint64_t)seat->extra,
                        (uint64_t)seat->buy_in,
                        (uint64_t)seat->top_up,
                        (uint64_t)seat->away_stack,
                        seat->due.number,
                        seat->due.number ? seat->due.kind : 0,
                        (uint64_t)seat->due.amount,
                        seat->notes,
                        felt_hash_text(seat->name)};
    hash = hash_words(hash, words, sizeof words / sizeof words[0]);
    uint32_t kept = seat->notes < FELT_ROOM_AWAY_NOTES ? seat->notes : FELT_ROOM_AWAY_NOTES;
    for (uint32_t i = 0; i < kept; i++) {
        const struct felt_room_away_note *note =
            &seat->note[(seat->notes - kept + i) % FELT_ROOM_AWAY_NOTES];
        uint64_t said[] = {note->date, note->counter, note->result, note->action,
                           (uint64_t)note->amount};
        hash = hash_words(hash, said, sizeof said / sizeof said[0]);
    }
    return hash;
}

static uint64_t hash_events(const struct felt_room *room, const struct felt_chunks *list,
                            uint64_t hash)
{
    uint32_t left = list->count;
    for (uint32_t at = list->first; left; at = room->pool.chunk[at].next) {
        hash = felt_hash_bytes(hash, room->pool.chunk[at].event,
                               room->pool.chunk[at].count * sizeof(struct felt_event));
        left -= room->pool.chunk[at].count;
    }
    return felt_hash_word(hash, list->count);
}

static uint64_t hash_private(const struct felt_room_private *mine, uint64_t hash)
{
    uint64_t words[] = {(uint64_t)mine->host,
                        (uint64_t)mine->club,
                        mine->paused,
                        mine->bomb,
                        mine->has_password,
                        felt_hash_text(mine->host_name),
                        felt_hash_text(mine->key),
                        mine->bans};
    hash = hash_words(hash, words, sizeof words / sizeof words[0]);
    for (uint32_t i = 0; i < mine->bans; i++) hash = felt_hash_word(hash, (uint64_t)mine->ban[i]);
    return felt_hash_bytes(felt_hash_bytes(hash, mine->salt, sizeof mine->salt), mine->password,
                           sizeof mine->password);
}

static uint64_t hash_table(const struct felt_room *room, const struct felt_room_table *table,
                           uint64_t hash)
{
    uint64_t words[] = {felt_room_table_index(room, table),
                        table->stake,
                        table->number,
                        table->hands,
                        table->req_id - (table->asked || table->choosing ? 1 : 0),
                        table->game,
                        table->chosen,
                        table->closing,
                        (uint8_t)table->blinds.button,
                        (uint8_t)table->blinds.small,
                        (uint8_t)table->blinds.big,
                        table->blinds.dealt,
                        table->hand,
                        table->settling,
                        table->settle.number,
                        table->direction.any,
                        table->direction.voided,
                        table->direction.hand.number,
                        table->direction.hand.removed,
                        felt_hash_text(table->name),
                        felt_hash_text(table->series)};
    hash = hash_words(hash, words, sizeof words / sizeof words[0]);
    hash = felt_hash_bytes(hash, table->secret, sizeof table->secret);
    if (felt_room_table_is_private(room, table)) hash = hash_private(&table->private_table, hash);
    for (int seat = 0; seat < felt_room_table_stake(room, table)->seats; seat++)
        if (table->seat[seat].user)
            hash = felt_hash_word(hash_seat(&table->seat[seat], hash), (uint64_t)seat);
    if (!table->hand) return hash;
    hash = felt_hash_bytes(hash, table->fresh, sizeof table->fresh);
    hash = felt_hash_word(hash, (uint64_t)table->live.date << 32 | table->live.counter);
    return hash_events(room, &table->held, hash_events(room, &table->live.history, hash));
}

uint64_t felt_room_hash(const struct felt_room *room)
{
    uint64_t hash = felt_hash_word(room->next_hand, room->next_order);
    hash = felt_hash_bytes(hash, room->epoch, sizeof room->epoch);
    for (int i = 0; i < FELT_STAKES_ADDED; i++) {
        const struct felt_stake *both[] = {room->added[i].stake, room->added[i].next};
        for (int k = 0; k < 2; k++)
            if (both[k])
                hash = felt_hash_word(felt_hash_bytes(hash, both[k]->text, both[k]->text_bytes),
                                      (uint64_t)(2 * i + k));
    }
    for (uint32_t index = 0; index < room->fresh_table; index++) {
        const struct felt_room_table *table = felt_room_table_at(room, index);
        if (table->used) hash = hash_table(room, table, hash);
    }
    return hash;
}
