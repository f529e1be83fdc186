/* room_session_parts.h -- what the files of the room session share.
 *
 *   room_session.c          opening, what the room wants, turns
 *   room_conns.c    lines, hello, wants, limits
 *   house_accounts.c    the start: what the ledger has on seats, strays, house players and their
 *                      stakes
 *   house_reserve.c  house players for tournaments
 *   room_clubs.c    tables of clubs: members only
 *   room_tournaments.c   the tournament service: its records, orders and news
 *   house_answers.c questions to house players, and their thinking time
 *   room_hands.c  hands as their players may know them
 *   room_metrics.c  what /metrics says
 *
 * Tickets of the ledger and the hand store say what they are about: a kind (enum felt_errand) in
 * the topmost four bits, and a number of that kind below. The room's numbers grow for ever; so many
 * bits last for longer than any server runs. */
#ifndef FELT_SERVER_SESSION_ROOM_SESSION_PARTS_H
#define FELT_SERVER_SESSION_ROOM_SESSION_PARTS_H

#include "felt/record.h"
#include "server/session/rate_limit.h"
#include "server/session/outbox.h"
#include "server/session/room_session.h"
#include "server/table/heap.h"

enum {
    FELT_ROOM_SESSION_OUTBOX_BYTES = 4 << 20,
    FELT_ROOM_SESSION_WAITING_MAX = 16, /* frames that came with a hello and wait for its answer */
    FELT_ROOM_SESSION_LOOKUPS = 1024,   /* questions to the hand store under way */
    FELT_ROOM_SESSION_HANDS_USUAL = 20, /* rows of a list */
    FELT_ROOM_SESSION_ORDERS = 4096,    /* of the room that wait for the journal */
    FELT_ROOM_SESSION_CREATES = 32,     /* tables of clubs that wait for the ledger */
    FELT_CREATE_SERIALS = 0xffffff, /* a mask                                                   */
    FELT_HOUSE_AT_ONCE = 64,        /* house players that are looked up or made                  */
    FELT_TICKET_SHIFT = 60
};

enum felt_errand {
    FELT_ERRAND_FLOOR = 1, /* the room's ticket                                               */
    FELT_ERRAND_HELLO,     /* line, and its life << 32                                         */
    FELT_ERRAND_SEATS,     /* a page of seats                                                  */
    FELT_ERRAND_STRAY,     /* number of the stray                                              */
    FELT_ERRAND_HOUSE,     /* number of the house player                                       */
    FELT_ERRAND_FUND,
    FELT_ERRAND_LOOKUP, /* slot, and its serial << 32                                          */
    FELT_ERRAND_OFFICE, /* the tournament service's ticket */
    FELT_ERRAND_MEMBER, /* slot of a table that waits, and its serial << 32                    */
    FELT_ERRAND_PRIZES, /* which prize pools hold chips                                        */
    FELT_ERRAND_POOL,   /* number of a tournament: what is in its pool                         */
    FELT_ERRAND_KEEP    /* a guest gets a row: the orders behind it tell how that went         */
};
/* A pool that the tournament service asks for, as far as it has come. */
struct felt_room_session_pool {
    uint32_t number, count; /* of the tournament, 0: none; of rows                              */
    char name[FELT_ORDER_TABLE_BYTES + 1];
    struct felt_pool_row *row;
};

#define FELT_TICKET_NUMBER ((UINT64_C(1) << FELT_TICKET_SHIFT) - 1)

/* ---- connections ---- */

enum felt_room_session_state {
    FELT_ROOM_SESSION_NONE,
    FELT_ROOM_SESSION_SILENT,
    FELT_ROOM_SESSION_ASKING, /* the ledger is asked whose token that is */
    FELT_ROOM_SESSION_IN,
    FELT_ROOM_SESSION_REFUSED
};

struct felt_waiting_frame {
    struct felt_waiting_frame *next;
    size_t bytes;
    bool stale;
    char text[];
};

struct felt_room_session_conn {
    uint8_t state;
    uint64_t network;    /* as a number, 0: not known                                        */
    bool paused;         /* sent too fast                                                    */
    bool stopped;        /* the link was told to pause, for whatever reason                  */
    bool bot, by_cookie; /* of the hello that was asked for                                  */
    bool doubted;        /* somebody was dismissed since it was asked                        */
    bool rowless;        /* a guest whom the database does not know (store/ledger/guests.h)    */
    bool put_off;        /* the ledger was away at his hello                                     */
    bool tournaments;    /* he looks at the list of tournaments                              */
    uint8_t kind;        /* enum felt_user_kind                                              */
    bool has_req;        /* of the hello                                                     */
    uint32_t life;       /* tells answers for this connection from those for one before it    */
    uint32_t bad_in_row, waiting;
    uint64_t req;
    int64_t user; /* 0: watches                                                                */
    int64_t hello_until_us, paused_until_us;
    int64_t expires_ms; /* of its session, by the calendar; 0: it has none                      */
    struct felt_rate_limit messages, errors;
    struct felt_waiting_frame *first, *last;
    uint8_t token[FELT_DIGEST_BYTES]; /* hash of the token of its session; 0: there is none */
    char cookie[FELT_TOKEN_TEXT_BYTES + 1];
    char name[FELT_HANDLE_BYTES + 1];
};

struct felt_hand_lookup {
    bool used, has_req;
    uint32_t serial, conn, life;
    uint64_t req;
    char hand_id[FELT_LIVE_HAND_ID_BYTES + 1];
};

/* A table of a club that somebody wants to open. */
struct felt_waiting_create {
    bool used;
    uint32_t serial, conn, life;
    struct felt_room_client_msg want;
};

/* ---- house players ---- */

enum felt_house_account_step {
    FELT_HOUSE_UNKNOWN,
    FELT_HOUSE_FINDING,
    FELT_HOUSE_MAKING,
    FELT_HOUSE_HIRED,
    FELT_HOUSE_STAKING,  /* chips are on their way from the house's account                     */
    FELT_HOUSE_UNFUNDED, /* that has too few; more are asked for                               */
    FELT_HOUSE_LOST      /* the ledger will not have him                                        */
};

struct felt_house_account {
    uint8_t step;
    bool waits; /* an order or a question is under way                                          */
    uint32_t member;
    uint64_t funds_seen; /* of the manager, when the house had too little                        */
    uint64_t stakes;     /* so far: the key of this one                                           */
    felt_chips amount;   /* of the stake                                                          */
    /* Of the reserve: */
    bool engaged; /* in a tournament                                                             */
    int64_t user;
    felt_chips bank;
    char name[FELT_HANDLE_BYTES + 1];
};

struct felt_stray {
    bool done, waits;
    int64_t account, user;
    char table[FELT_ORDER_TABLE_BYTES + 1];
};

/* A seat that was a house player's when the room opened. */
struct felt_house_seat {
    int64_t user;
    uint32_t table;
    felt_seat seat;
};

enum felt_room_opening {
    FELT_ROOM_OPENING_NOT,      /* before resume() */
    FELT_ROOM_OPENING_SETTLING, /* orders of the last time have no receipt yet */
    FELT_ROOM_OPENING_COUNTING, /* the ledger is asked for its seats */
    FELT_ROOM_OPENING_CLEARING, /* strays are cashed out */
    FELT_ROOM_OPENING_DONE
};

struct felt_house_accounts { /* the start, and the house's chips */
    uint8_t opening;
    bool waits, funding;
    int64_t retry_ms, behind, scolded_ms;
    int64_t unfundable_ms; /* until then no more chips are asked for: the mint refused           */
    uint64_t epoch, funds; /* funds: orders for more that were answered                           */
    felt_chips fund_amount; /* of the one under way, 0: none */
    struct felt_stray *stray;
    uint32_t strays, strays_room, strays_open;
    struct felt_house_account *house;
    struct felt_heap alarms; /* of house players: when to try again                             */
    void *alarm_memory;
    uint32_t next, busy; /* the next to be looked up; how many are                            */
    uint32_t *player;    /* by member of the house seating: the house player */
    struct felt_house_seat *seat;
    uint32_t seats;
    int64_t *engaged; /* users of the reserve who are in tournaments of an earlier life */
    uint32_t engagements;
    int64_t reserve_broke_ms; /* until then the house pays nobody's buy-in: it could not          */
};

/* ---- thoughts ---- */

enum felt_house_answer_state {
    FELT_HOUSE_ANSWER_NONE,
    FELT_HOUSE_ANSWER_ASKED,
    FELT_HOUSE_ANSWER_READY
};

/* What a house player thinks about; one at a table. */
struct felt_house_answer {
    uint8_t state;
    bool people;
    felt_seat seat;
    uint64_t req_id;
    int64_t asked_ms;
    struct felt_action action;
    struct felt_view *view; /* kept for as long as the table is; NULL: never needed             */
};

/* An order of the room that waits until the journal has what it rests on. */
struct felt_held_order {
    enum felt_errand errand;
    uint32_t turn; /* whose records it rests on                                                 */
    uint64_t ticket;
    struct felt_order order;
};

struct felt_room_tournament_state; /* room_tournaments.c */

struct felt_room_session {
    struct felt_room_session_config config;
    const struct felt_room_session_services *services;
    const struct felt_transport *link;
    struct felt_room_services room_services;
    struct felt_house_seating_services seating_services;
    struct felt_room *room;
    struct felt_house_seating *seating; /* NULL without house players */
    struct felt_rng rng;
    uint32_t conns; /* of the net; those of the house follow                                    */
    bool frozen;    /* no connection is read from */
    bool stood;     /* it was frozen, and tournaments do not know it yet                         */
    struct felt_room_session_conn *conn;
    uint32_t *receivers;     /* scratch: lines of the net among those of a post                  */
    uint32_t *told;          /* scratch: lines of a post about tournaments                       */
    struct felt_heap alarms; /* of connections: hello, or the next token */
    struct felt_outbox box;
    struct felt_room_session_counts counts;
    int64_t now_us, wall_minus_ms; /* calendar minus clock                                      */
    struct felt_held_order *held;  /* a table */
    uint32_t held_first, held_count;
    int64_t held_retry_ms; /* the ledger's counter is full                                       */
    struct felt_hand_lookup *lookup;
    uint32_t lookup_next;
    struct felt_waiting_create create[FELT_ROOM_SESSION_CREATES];
    struct felt_house_accounts house_accounts;
    struct felt_room_tournament_state *tournaments; /* NULL: no tournaments */
    struct felt_room_session_pool pool;
    struct felt_house_answer *house_answer; /* by table */
    struct felt_heap thinking; /* tables whose answer waits for its time                     */
    struct felt_record *record;
    char *hand_text;
    uint64_t hands_left_out;
    void *room_memory, *seating_memory, *alarm_memory, *thinking_memory;
};

/* Whose append, flush and now_us they are. */
static inline void *felt_room_session_journal(const struct felt_room_session *session)
{
    const struct felt_room_session_services *services = session->services;
    return services->journal ? services->journal : services->self;
}

static inline int64_t felt_room_session_ms(const struct felt_room_session *session)
{
    return session->now_us / 1000;
}
static inline int64_t felt_room_session_wall_ms(const struct felt_room_session *session)
{
    return felt_room_session_ms(session) + session->wall_minus_ms;
}
static inline uint64_t felt_room_session_ticket(enum felt_errand errand, uint64_t number)
{
    return (uint64_t)errand << FELT_TICKET_SHIFT | number;
}

static inline uint32_t felt_room_session_house(const struct felt_room_session *session)
{
    return session->config.house_players + session->config.event_house;
}

/* room_session.c */
void felt_room_session_post(void *session, const uint32_t *conns, int count,
                            const struct felt_room_server_msg *msg);
/* {"at_ms":..., "level":..., "event":..., "line":n, "user":n, KEY:VALUE}; FELT_NO_LINE and user 0
 * are left out, and so is what has no key. */
struct felt_room_session_log {
    const char *level, *event; /* level NULL: "info"                                            */
    uint32_t conn;
    int64_t user;
    const char *key, *value, *more_key, *more;
};
void felt_room_session_log(struct felt_room_session *session,
                           const struct felt_room_session_log *log);
/* Gives an order, with the time of the calendar. */
bool felt_room_session_order(struct felt_room_session *session, struct felt_order *order,
                             enum felt_errand errand, uint64_t number);
/* The same when the journal has been flushed; false: too many wait. */
bool felt_room_session_hold(struct felt_room_session *session, const struct felt_order *order,
                            enum felt_errand errand, uint64_t number);
bool felt_room_session_ask(struct felt_room_session *session, struct felt_question *question,
                           enum felt_errand errand, uint64_t number);

void felt_room_session_set_time(struct felt_room_session *session, int64_t now_us);

/* room_clubs.c */
void felt_room_session_club_create(struct felt_room_session *session, uint32_t conn,
                                   const struct felt_room_client_msg *msg);
void felt_room_session_club_found(struct felt_room_session *session, uint64_t number,
                                  const struct felt_ledger_answer *answer);

/* room_conns.c */
bool felt_room_session_may_complain(struct felt_room_session *session, uint32_t conn);
void felt_room_session_hello_found(struct felt_room_session *session, uint64_t number,
                                   const struct felt_ledger_answer *answer);
void felt_room_session_alarm_conn(struct felt_room_session *session, uint32_t conn);
void felt_room_session_forget_frames(struct felt_room_session_conn *conn);

/* house_accounts.c */
bool felt_house_accounts_open(struct felt_room_session *session);
void felt_house_accounts_close(struct felt_room_session *session);
void felt_house_accounts_resume(struct felt_room_session *session);
/* What is due; when to come again, in ms. */
int64_t felt_house_accounts_tick(struct felt_room_session *session);
/* When the next house player needs something, in ms; house seating and tournament service may have
 * asked for it. */
int64_t felt_house_accounts_next(const struct felt_room_session *session);
void felt_house_accounts_receipt(struct felt_room_session *session, enum felt_errand errand,
                                 uint64_t number, const struct felt_receipt *receipt);
void felt_house_accounts_found(struct felt_room_session *session, enum felt_errand errand,
                               uint64_t number, const struct felt_ledger_answer *answer);
void felt_house_accounts_stake(void *session, uint32_t member, felt_chips amount);

/* Chips for house player `number`, asked for while the room is busy: with the next turn. */
void felt_house_accounts_pay(struct felt_room_session *session, uint32_t number, felt_chips amount);

/* house_reserve.c: house players behind the first config.house_players */
void felt_house_reserve_found(struct felt_room_session *session, uint32_t number,
                              const struct felt_user *user);
bool felt_house_reserve_hire(struct felt_room_session *session, felt_chips buy_in,
                             struct felt_room_guest *who);
void felt_house_reserve_hired(struct felt_room_session *session, int64_t user);
void felt_house_reserve_let_go(struct felt_room_session *session, int64_t user);
/* The ledger said what somebody has, who may be one of them. */
void felt_house_reserve_bank(struct felt_room_session *session, int64_t user, felt_chips bank);

/* room_tournaments.c */
bool felt_room_session_tournaments_open(struct felt_room_session *session);
void felt_room_session_tournaments_close(struct felt_room_session *session);
/* Of the room: a record of the tournament service; the end of a hand. */
bool felt_room_session_tournaments_record(void *session, const void *bytes, size_t count);
void felt_room_session_tournaments_hand(void *session, uint32_t table, uint64_t number,
                                        const felt_chips stack[FELT_SEATS_MAX], bool is_void);
void felt_room_session_tournaments_snapshot(struct felt_room_session *session);
/* The room is open. */
void felt_room_session_tournaments_resume(struct felt_room_session *session);
/* What the ledger has in prize pools, where the journal knows of no tournament. */
/* An alarm about a tournament. */
void felt_room_session_alarm_tournament(void *self, const char *event, const char *text);

/* ---- room_pools.c ---- */

/* Of the tournament service: what is in a pool.  False: later. */
bool felt_room_session_ask_pool(void *self, uint32_t number, const char *pool);
void felt_room_session_pool_found(struct felt_room_session *session, uint32_t number,
                                  const struct felt_ledger_answer *answer);
/* Which pools hold chips: those that no tournament knows are an alarm. */
void felt_room_session_ask_pools(struct felt_room_session *session);
void felt_room_session_pools_found(struct felt_room_session *session,
                                   const struct felt_ledger_answer *answer);
void felt_room_session_tournaments_receipt(struct felt_room_session *session, uint64_t ticket,
                                           const struct felt_receipt *receipt);
/* The number of the tournament that a table of the room belongs to; 0: none. */
uint32_t felt_room_session_tournaments_at(const struct felt_room_session *session, uint32_t table);
/* Somebody has come: his connections are told of his entries that wait or are in, and of those that
 * ended since he was here. */
void felt_room_session_tournaments_greet(struct felt_room_session *session, int64_t user);
void felt_room_session_tournaments_tick(struct felt_room_session *session);
/* When to come again, in ms. */
int64_t felt_room_session_tournaments_next(const struct felt_room_session *session);
void felt_room_session_tournaments_want(struct felt_room_session *session, uint32_t conn,
                                        const struct felt_room_client_msg *msg);
void felt_room_session_tournaments_gone(struct felt_room_session *session, uint32_t conn);
void felt_room_session_tournaments_metrics(const struct felt_room_session *session,
                                           struct felt_buffer *out);

/* house_answers.c */
bool felt_house_answers_open(struct felt_room_session *session);
void felt_house_answers_close(struct felt_room_session *session);
void felt_house_answers_ask(void *session, uint32_t table, felt_seat seat, uint64_t req_id,
                            const struct felt_view *view, bool people);
void felt_house_answers_choose(void *session, uint32_t table, felt_seat seat, uint64_t req_id,
                               int games);
void felt_house_answers_answer(struct felt_room_session *session, uint32_t table, felt_seat seat,
                               uint64_t req_id, struct felt_action action);
/* Gives answers whose time is over. */
void felt_house_answers_tick(struct felt_room_session *session);
/* When the next one is due, in ms. */
int64_t felt_house_answers_next(const struct felt_room_session *session);

/* room_hands.c */
void felt_room_session_hand_over(void *session, const struct felt_room_report *report);

#endif
