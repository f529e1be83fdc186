/* floor_hash.c -- a number for everything that must survive: two floors with the same one go on
 * alike. */
#include "server/room/floor_parts.h"

#include "felt/hash.h"

static uint64_t hash_words(uint64_t hash, const uint64_t *words, size_t count)
{
    for (size_t i = 0; i < count; i++) hash = felt_hash_word(hash, words[i]);
    return hash;
}

static uint64_t hash_chair(const struct felt_chair *chair, uint64_t hash)
{
    uint64_t words[] = {(uint64_t)chair->user,
                        chair->kind,
                        chair->sitting,
                        chair->twice,
                        chair->auto_action,
                        chair->owes,
                        chair->bot,
                        chair->out,
                        chair->leaving,
                        chair->wait,
                        chair->rebuy,
                        chair->muck,
                        chair->straddle,
                        chair->away,
                        chair->expired,
                        (uint64_t)chair->auto_limit,
                        (uint64_t)chair->auto_spent,
                        (uint64_t)chair->stack,
                        (uint64_t)chair->extra,
                        (uint64_t)chair->buy_in,
                        (uint64_t)chair->top_up,
                        (uint64_t)chair->away_stack,
                        chair->due.number,
                        chair->due.number ? chair->due.kind : 0,
                        (uint64_t)chair->due.amount,
                        chair->notes,
                        felt_hash_text(chair->name)};
    hash = hash_words(hash, words, sizeof words / sizeof words[0]);
    uint32_t kept = chair->notes < FELT_AWAY_NOTES ? chair->notes : FELT_AWAY_NOTES;
    for (uint32_t i = 0; i < kept; i++) {
        const struct felt_away_note *note =
            &chair->note[(chair->notes - kept + i) % FELT_AWAY_NOTES];
        uint64_t said[] = {note->date, note->counter, note->result, note->action,
                           (uint64_t)note->amount};
        hash = hash_words(hash, said, sizeof said / sizeof said[0]);
    }
    return hash;
}

static uint64_t hash_events(const struct felt_floor *floor, const struct felt_chunks *list,
                            uint64_t hash)
{
    uint32_t left = list->count;
    for (uint32_t at = list->first; left; at = floor->pool.chunk[at].next) {
        hash = felt_hash_bytes(hash, floor->pool.chunk[at].event,
                               floor->pool.chunk[at].count * sizeof(struct felt_event));
        left -= floor->pool.chunk[at].count;
    }
    return felt_hash_word(hash, list->count);
}

static uint64_t hash_private(const struct felt_private *mine, uint64_t hash)
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

static uint64_t hash_ring(const struct felt_floor *floor, const struct felt_ring *ring,
                          uint64_t hash)
{
    uint64_t words[] = {felt_ring_index(floor, ring),
                        ring->stake,
                        ring->number,
                        ring->hands,
                        ring->req_id - (ring->asked || ring->choosing ? 1 : 0),
                        ring->game,
                        ring->chosen,
                        ring->closing,
                        (uint8_t)ring->blinds.button,
                        (uint8_t)ring->blinds.small,
                        (uint8_t)ring->blinds.big,
                        ring->blinds.dealt,
                        ring->hand,
                        ring->settling,
                        ring->settle.number,
                        ring->guide.any,
                        ring->guide.voided,
                        ring->guide.hand.number,
                        ring->guide.hand.removed,
                        felt_hash_text(ring->name),
                        felt_hash_text(ring->series)};
    hash = hash_words(hash, words, sizeof words / sizeof words[0]);
    hash = felt_hash_bytes(hash, ring->secret, sizeof ring->secret);
    if (felt_ring_is_private(floor, ring)) hash = hash_private(&ring->private, hash);
    for (int seat = 0; seat < felt_ring_stake(floor, ring)->seats; seat++)
        if (ring->chair[seat].user)
            hash = felt_hash_word(hash_chair(&ring->chair[seat], hash), (uint64_t)seat);
    if (!ring->hand) return hash;
    hash = felt_hash_bytes(hash, ring->fresh, sizeof ring->fresh);
    hash = felt_hash_word(hash, (uint64_t)ring->live.date << 32 | ring->live.counter);
    return hash_events(floor, &ring->held, hash_events(floor, &ring->live.history, hash));
}

uint64_t felt_floor_hash(const struct felt_floor *floor)
{
    uint64_t hash = felt_hash_word(floor->next_hand, floor->next_order);
    hash = felt_hash_bytes(hash, floor->epoch, sizeof floor->epoch);
    for (int i = 0; i < FELT_STAKES_ADDED; i++) {
        const struct felt_stake *both[] = {floor->added[i].stake, floor->added[i].next};
        for (int k = 0; k < 2; k++)
            if (both[k])
                hash = felt_hash_word(felt_hash_bytes(hash, both[k]->text, both[k]->text_bytes),
                                      (uint64_t)(2 * i + k));
    }
    for (uint32_t index = 0; index < floor->fresh_ring; index++) {
        const struct felt_ring *ring = felt_ring_at(floor, index);
        if (ring->used) hash = hash_ring(floor, ring, hash);
    }
    return hash;
}
