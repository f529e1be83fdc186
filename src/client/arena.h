/* arena.h -- the other end of the connection: what a bot knows from the frames it got.
 *
 * A guest reads the frames of one table (docs/PROTOCOL.md), keeps the hand as far as its seat may
 * know it, and turns an `act` into a view that any of our players understands, with the events of
 * the hand for those who watch.  It opens no connection and reads no clock.
 *
 *   E1  the options of the view are those of the `act`: whatever a player chooses from them, the
 *       server offered.
 *   E2  frames may come from any server of the protocol: fields and types that are not known are
 *       passed over, fields that are missing are made good as far as possible, and nothing that
 *       arrives makes the guest fail. */
#ifndef FELT_CLIENT_ARENA_H
#define FELT_CLIENT_ARENA_H

#include "felt/player.h"
#include "felt/buffer.h"
#include "felt/poker.h"
#include "server/table/arena_message.h"

enum felt_client_arena_news {
    FELT_CLIENT_ARENA_NOTHING,   /* nothing to do */
    FELT_CLIENT_ARENA_WELCOME,   /* seated: guest->seat */
    FELT_CLIENT_ARENA_HAND,      /* a hand begins */
    FELT_CLIENT_ARENA_ACT,       /* asked: felt_client_arena_answer() */
    FELT_CLIENT_ARENA_HAND_OVER, /* guest->stack is new */
    FELT_CLIENT_ARENA_MATCH_END,
    FELT_CLIENT_ARENA_ERROR /* guest->code, guest->text */
};

struct felt_client_arena; /* owned by felt_client_arena_open() */

/* A guest whose seat is played by this player. NULL: no memory. */
struct felt_client_arena *felt_client_arena_open(const struct felt_player_spec *player,
                                                 uint64_t seed);
void felt_client_arena_close(struct felt_client_arena *client);

/* One frame. */
enum felt_client_arena_news felt_client_arena_take(struct felt_client_arena *client,
                                                   const char *frame, size_t bytes);
/* After FELT_CLIENT_ARENA_ACT: lets the player choose and writes the `action` frame.  `decision`
 * may be NULL. */
void felt_client_arena_answer(struct felt_client_arena *client, const struct felt_budget *budget,
                              struct felt_buffer *out, struct felt_decision *decision);

/* What is known besides. */
struct felt_client_arena_facts {
    felt_seat seat;
    felt_chips stack; /* own, as last told                                                  */
    uint32_t time_ms; /* of the last `act`                                                  */
    uint64_t hands;
    char hand_id[FELT_LIVE_HAND_ID_BYTES + 1];
    char code[32], text[160]; /* of the last `error`                                           */
    char winner[FELT_TEAM_BYTES + 1];
    bool won;
};
const struct felt_client_arena_facts *
felt_client_arena_facts(const struct felt_client_arena *client);

#endif
