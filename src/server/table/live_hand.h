/* live_hand.h -- a hand under way, as every table keeps it: its deck from a committed shuffle, what
 * happened so far, what was said aloud.
 *
 * The state of the game lies beside it and belongs to the table. */
#ifndef FELT_SERVER_TABLE_LIVE_HAND_H
#define FELT_SERVER_TABLE_LIVE_HAND_H

#include "server/table/announce.h"
#include "server/table/chunks.h"
#include "server/table/shuffle.h"

struct felt_live_hand {
    uint32_t date, counter; /* of the hand's id                                              */
    felt_seat button;
    felt_seats dealt;
    bool cut; /* the history is not complete: its end is missing, or, of games that are more than
                 betting and may last, its beginning                                         */
    struct felt_chunks history;
    struct felt_announcer announcer;
};

/* "H-2025-10-17-00123" */
const char *felt_live_hand_id(uint32_t date, uint32_t counter,
                              char out[FELT_LIVE_HAND_ID_BYTES + 1]);

/* The deck that a key stands for. */
void felt_live_hand_deck(const struct felt_digests *digests,
                         const struct felt_game_adapter *adapter, const uint8_t key[FELT_KEY_BYTES],
                         felt_card deck[FELT_CARDS_MAX], struct felt_rng *later);
/* Opens and deals the hand of `deal`, whose deck comes from the key; first events are in the log.
 */
void felt_live_hand_deal(struct felt_live_hand *live, const struct felt_digests *digests,
                         const struct felt_game_adapter *adapter, const uint8_t key[FELT_KEY_BYTES],
                         const struct felt_deal *deal, void *state, struct felt_event_log *log);
/* Into the history; if there is no room for one, it is cut. */
void felt_live_hand_keep(struct felt_live_hand *live, struct felt_chunk_pool *pool,
                         const struct felt_game_adapter *adapter, const struct felt_event *events,
                         uint32_t count);
/* The whole history, at most FELT_EVENTS_MAX; 0: it is longer, or not complete. */
uint32_t felt_live_hand_events(const struct felt_live_hand *live,
                               const struct felt_chunk_pool *pool,
                               struct felt_event out[FELT_EVENTS_MAX]);
/* What was said so far, as a seat (or a spectator) may hear it.  `deal`: how the hand began. */
void felt_live_hand_retell(const struct felt_live_hand *live, const struct felt_chunk_pool *pool,
                           const struct felt_game_adapter *adapter, const struct felt_deal *deal,
                           felt_seat seat, felt_say say, void *to);
/* The announcer as the history leaves it. */
void felt_live_hand_recall(struct felt_live_hand *live, const struct felt_chunk_pool *pool,
                           const struct felt_game_adapter *adapter, const struct felt_deal *deal);

#endif
