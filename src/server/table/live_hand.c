/* live_hand.c -- a hand under way: dealt from its key, kept, told again. */
#include "server/table/live_hand.h"

#include "felt/assert.h"
#include "felt/buffer.h"

#include <string.h>

const char *felt_live_hand_id(uint32_t date, uint32_t counter,
                              char out[FELT_LIVE_HAND_ID_BYTES + 1])
{
    char digits[12];
    struct felt_buffer buffer = felt_buffer_make(out, FELT_LIVE_HAND_ID_BYTES + 1);
    struct felt_buffer number = felt_buffer_make(digits, sizeof digits);
    uint32_t part[] = {date / 10000, date / 100 % 100, date % 100};
    felt_buffer_text(&buffer, "H");
    for (int i = 0; i < 3; i++) {
        felt_buffer_text(&buffer, i && part[i] < 10 ? "-0" : "-");
        felt_buffer_uint(&buffer, part[i]);
    }
    felt_buffer_uint(&number, counter);
    felt_buffer_text(&buffer, "-");
    for (size_t i = number.used; i < 5; i++) felt_buffer_text(&buffer, "0");
    felt_buffer_bytes(&buffer, digits, number.used);
    return felt_buffer_terminate(&buffer);
}

void felt_live_hand_deck(const struct felt_digests *digests,
                         const struct felt_game_adapter *adapter, const uint8_t key[FELT_KEY_BYTES],
                         felt_card deck[FELT_CARDS_MAX], struct felt_rng *later)
{
    memcpy(deck, adapter->deck, (size_t)adapter->deck_count * sizeof deck[0]);
    felt_shuffle_deck(digests, key, deck, adapter->deck_count, later);
}

void felt_live_hand_deal(struct felt_live_hand *live, const struct felt_digests *digests,
                         const struct felt_game_adapter *adapter, const uint8_t key[FELT_KEY_BYTES],
                         const struct felt_deal *deal, void *state, struct felt_event_log *log)
{
    felt_card deck[FELT_CARDS_MAX];
    struct felt_rng later;
    struct felt_deal from = *deal;
    felt_live_hand_deck(digests, adapter, key, deck, &later);
    felt_announcer_begin(&live->announcer, deal);
    from.deck = deck;
    from.deck_count = adapter->deck_count;
    from.later = &later;
    memset(state, 0, adapter->game->state_bytes);
    enum felt_status status = adapter->game->open(adapter->rules, &from, state, log);
    felt_assert(status == FELT_OK);
    status = adapter->game->deal(adapter->rules, &from, NULL, state, log);
    felt_assert(status == FELT_OK);
}

void felt_live_hand_keep(struct felt_live_hand *live, struct felt_chunk_pool *pool,
                         const struct felt_game_adapter *adapter, const struct felt_event *events,
                         uint32_t count)
{
    for (uint32_t i = 0; i < count && adapter->lasts; i++)
        if (!felt_chunks_latest(pool, &live->history, &events[i], &live->cut)) live->cut = true;
    if (adapter->lasts) return;
    for (uint32_t i = 0; i < count && !live->cut; i++)
        live->cut = !felt_chunks_event(pool, &live->history, &events[i]);
}

uint32_t felt_live_hand_events(const struct felt_live_hand *live,
                               const struct felt_chunk_pool *pool,
                               struct felt_event out[FELT_EVENTS_MAX])
{
    if (live->cut || live->history.count > FELT_EVENTS_MAX) return 0;
    uint32_t count = 0;
    for (uint32_t index = live->history.first; count < live->history.count;
         index = pool->chunk[index].next) {
        const struct felt_chunk *chunk = &pool->chunk[index];
        memcpy(out + count, chunk->event, chunk->count * sizeof chunk->event[0]);
        count += chunk->count;
    }
    return count;
}

/* ---- telling it again ---- */

static void announce_all(const struct felt_live_hand *live, const struct felt_chunk_pool *pool,
                         const struct felt_game_adapter *adapter, struct felt_announcer *announcer,
                         felt_say say, void *self)
{
    uint32_t index = live->history.first;
    for (uint32_t left = live->history.count; left;) {
        const struct felt_chunk *chunk = &pool->chunk[index];
        felt_announce(announcer, adapter, chunk->event, chunk->count, say, self);
        left -= chunk->count;
        index = chunk->next;
    }
}

struct hearing {
    felt_seat seat;
    felt_say say;
    void *to;
};

static void hear(void *self, const struct felt_announcement *said)
{
    const struct hearing *hearing = self;
    struct felt_announcement mine = felt_announcement_for(said, hearing->seat);
    hearing->say(hearing->to, &mine);
}

void felt_live_hand_retell(const struct felt_live_hand *live, const struct felt_chunk_pool *pool,
                           const struct felt_game_adapter *adapter, const struct felt_deal *deal,
                           felt_seat seat, felt_say say, void *to)
{
    struct hearing hearing = {.seat = seat, .say = say, .to = to};
    struct felt_announcer announcer;
    felt_announcer_begin(&announcer, deal);
    announce_all(live, pool, adapter, &announcer, hear, &hearing);
}

static void hear_nothing(void *self, const struct felt_announcement *said)
{
    (void)self, (void)said;
}

void felt_live_hand_recall(struct felt_live_hand *live, const struct felt_chunk_pool *pool,
                           const struct felt_game_adapter *adapter, const struct felt_deal *deal)
{
    felt_announcer_begin(&live->announcer, deal);
    announce_all(live, pool, adapter, &live->announcer, hear_nothing, NULL);
}
