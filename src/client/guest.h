/* guest.h -- the other end of the line: what a bot knows from the frames it got.
 *
 * A guest reads the frames of one table (docs/PROTOCOL.md), keeps the hand as far as its seat may
 * know it, and turns an `act` into a view that any of our players understands, with the events of
 * the hand for those who watch.  It opens no line and reads no clock.
 *
 *   E1  the options of the view are those of the `act`: whatever a player chooses from them, the
 *       server offered.
 *   E2  frames may come from any server of the protocol: fields and types that are not known are
 *       passed over, fields that are missing are made good as far as possible, and nothing that
 *       arrives makes the guest fail. */
#ifndef FELT_CLIENT_GUEST_H
#define FELT_CLIENT_GUEST_H

#include "felt/player.h"
#include "felt/buffer.h"
#include "felt/poker.h"
#include "server/table/message.h"

enum felt_guest_news {
    FELT_GUEST_NOTHING,   /* nothing to do                                                    */
    FELT_GUEST_WELCOME,   /* seated: guest->seat                                              */
    FELT_GUEST_HAND,      /* a hand begins                                                    */
    FELT_GUEST_ACT,       /* asked: felt_guest_answer()                                       */
    FELT_GUEST_HAND_OVER, /* guest->stack is new                                              */
    FELT_GUEST_MATCH_END,
    FELT_GUEST_ERROR /* guest->code, guest->text                                              */
};

struct felt_guest; /* owned by felt_guest_open()                                             */

/* A guest whose seat is played by this player. NULL: no memory. */
struct felt_guest *felt_guest_open(const struct felt_player_spec *player, uint64_t seed);
void felt_guest_close(struct felt_guest *guest);

/* One frame. */
enum felt_guest_news felt_guest_take(struct felt_guest *guest, const char *frame, size_t bytes);
/* After FELT_GUEST_ACT: lets the player choose and writes the `action` frame.  `decision` may be
 * NULL. */
void felt_guest_answer(struct felt_guest *guest, const struct felt_budget *budget,
                       struct felt_buffer *out, struct felt_decision *decision);

/* What is known besides. */
struct felt_guest_facts {
    felt_seat seat;
    felt_chips stack; /* own, as last told                                                  */
    uint32_t time_ms; /* of the last `act`                                                  */
    uint64_t hands;
    char hand_id[FELT_HAND_ID_BYTES + 1];
    char code[32], text[160]; /* of the last `error`                                           */
    char winner[FELT_TEAM_BYTES + 1];
    bool won;
};
const struct felt_guest_facts *felt_guest_facts(const struct felt_guest *guest);

#endif
