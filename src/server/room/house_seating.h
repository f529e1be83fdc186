/* house_seating.h -- house players: who sits where, when they get up, how long they seem to think.
 *
 * The house seating looks at the tables now and then and gives wants, as people do, by a local
 * connection of each house player: it sits down where a table has fewer players than its stake
 * wants (people included), stands up where people want seats, rebuys.  It fills the last free seat
 * only so that nobody is alone.  Money comes from the house account: an employer
 * (server/session/room_session.h) is asked to stake a player.
 *
 *   W1  a table with a person who wants to play has at least one other player after a look (as
 *       many as its game needs, after some), if any house player is free; and a free seat, if any
 *       seat is a house player's that no person needs for company.  Stakes that client message no
 *       house players (house 0) get none.
 *   W2  wants are given by felt_room_client_msg_take() only.
 *   W3  thinking time is drawn when the question comes; the answer is given when both it and that
 *       time are over.  Where only the house plays and a person waits for the next hand there is
 *       none: he is dealt in at once. */
#ifndef FELT_SERVER_ROOM_HOUSE_SEATING_H
#define FELT_SERVER_ROOM_HOUSE_SEATING_H

#include "felt/rng.h"
#include "server/room/room.h"

enum felt_house_seating_state {
    FELT_HOUSE_SEATING_ABSENT, /* has no connection */
    FELT_HOUSE_SEATING_FREE,
    FELT_HOUSE_SEATING_GOING, /* a client message to sit is under way */
    FELT_HOUSE_SEATING_SEATED,
    FELT_HOUSE_SEATING_BROKE /* waits for chips */
};

struct felt_house_seating_member {
    int64_t user;
    uint32_t conn;
    uint32_t table; /* where he sits or goes                                                    */
    felt_seat seat;
    uint8_t state;
    felt_chips bank;
    int64_t not_before_ms;
    char name[FELT_HANDLE_BYTES + 1];
};

struct felt_house_seating_config {
    uint32_t look_ms;      /* a look at every table that often: 250                             */
    uint32_t think_ms;     /* median of the thinking time where people play: 1200; 0: none       */
    uint32_t think_max_ms; /* 6000                                                              */
    uint32_t stay_hands;   /* about so many hands, then somebody else comes: 200; 0: for ever     */
};
extern const struct felt_house_seating_config felt_house_seating_config_usual;

struct felt_house_seating_services {
    void *self;
    /* He needs so many more chips in his bank; felt_house_seating_paid() says when it is done. */
    void (*stake)(void *self, uint32_t member, felt_chips amount);
};

struct felt_house_seating;
size_t felt_house_seating_bytes(uint32_t members_max, uint32_t tables_max);
struct felt_house_seating *
felt_house_seating_init(void *memory, struct felt_room *room, uint32_t members_max,
                        uint32_t tables_max, const struct felt_house_seating_config *config,
                        const struct felt_house_seating_services *services, struct felt_rng rng);
/* A house player, and the local connection that is his.  His number; -1: no room. */
int felt_house_seating_hire(struct felt_house_seating *seating, const struct felt_room_guest *who,
                            uint32_t conn, int64_t now_ms);
/* News that was posted to a local connection: OK and ERROR of its wants, CASHIER. */
void felt_house_seating_hear(struct felt_house_seating *seating, uint32_t conn,
                             const struct felt_room_server_msg *msg, int64_t now_ms);
void felt_house_seating_paid(struct felt_house_seating *seating, uint32_t member, bool paid,
                             felt_chips bank, int64_t now_ms);
/* After a restart: he has a seat there already. */
void felt_house_seating_found(struct felt_house_seating *seating, uint32_t member, uint32_t table,
                              felt_seat seat);
/* Looks at tables that are due; the time of the next look. */
int64_t felt_house_seating_tick(struct felt_house_seating *seating, int64_t now_ms);
uint32_t felt_house_seating_count(const struct felt_house_seating *seating);
const struct felt_house_seating_member *
felt_house_seating_at(const struct felt_house_seating *seating, uint32_t member);
/* Of the seat's player, -1: it is not one of ours. */
int felt_house_seating_find(const struct felt_house_seating *seating, uint32_t table,
                            felt_seat seat);

/* W3: how long this decision seems to take.  `people` as local_ask() says; a fold is quick, a large
 * bet takes longer; never more than half of move_ms. */
uint32_t felt_house_seating_think_ms(struct felt_house_seating *seating,
                                     const struct felt_view *view, const struct felt_action *action,
                                     bool people, uint32_t move_ms);
void felt_house_seating_configure(struct felt_house_seating *seating,
                                  const struct felt_house_seating_config *config);

#endif
