/* room_parts.h -- what the files of the room share.
 *
 *   room.c       the pools, tables and players by name, alarms, the operator
 *   conns.c       lines of people: watching, being told, what they want
 *   lobby.c       tables to choose from: lists, rows that change, a quick seat
 *   seats.c      sitting down, standing up, sitting out, settings, more chips
 *   orders.c      what the ledger is asked to do, and what it answers
 *   deal.c        between hands: who plays, who chooses the game, the next hand
 *   play.c        the life of a hand: asked, applied, settled
 *   away.c        lines that are gone: auto-actions, grace, coming back
 *   chat.c        words
 *   resume.c      the first moments after a start
 *   stakes.c      stakes that are added at run time
 *   private.c     tables of a host: keys, what he may do
 *   options.c     antes, straddles, bomb pots
 *   journal_records.c       records of the journal: written, read, applied again; room_hash.c
 *                           proves it
 *   blinds.c      button and blinds, a pure function
 *   directed.c      tables of tournaments: seated and dealt by somebody else
 *
 * A table of the room is called a table, as its game is; a seat at it a seat.  A table changes in
 * few ways that must survive, and each has one function: live play calls it after it has decided,
 * restoring calls it with what was decided then. */
#ifndef FELT_SERVER_ROOM_ROOM_PARTS_H
#define FELT_SERVER_ROOM_ROOM_PARTS_H

#include "felt/assert.h"
#include "server/room/directed.h"
#include "server/table/heap.h"
#include "server/table/live_hand.h"

#define FELT_NO_PLAYER UINT32_MAX
#define FELT_NO_WATCH  UINT32_MAX
enum {
    FELT_SERIES_BYTES = 32,
    FELT_SEATS_OF_PLAYER = FELT_TABLES_OF_PLAYER + FELT_ROOM_DIRECTED_OF_PLAYER,
    FELT_ROOM_AWAY_NOTES = 24,
    FELT_CHATS_KEPT = 6,
    FELT_BLOCKS_MAX = 16,
    FELT_RATHOLES = 256,
    FELT_EPOCH_BYTES = 8,
    FELT_ALARMS_OF_TICK = 64,
    FELT_CONNS_AT_ONCE = 256,
    FELT_HANDS_OF_TURN = 8, /* hands without a question that are dealt in one call              */
    FELT_STEPS_OF_TURN = 1024, /* steps of a table in one call: games may be long               */
    FELT_HURRY_MS = 250, /* between hands, if a person waits for the next                    */
    FELT_ROOM_PRIVATE_KEY_BYTES = 16,
    FELT_SALT_BYTES = 16,
    FELT_BANS_MAX = 32,
    FELT_DOORS_OF_LINE = 8, /* private tables whose key a connection has shown */
    FELT_SETTLE_SLOT = 15   /* of a ticket: the table's own order                                */
};

/* An order whose receipt is awaited. */
struct felt_due {
    uint8_t kind; /* enum felt_order_kind; valid if number is not 0                             */
    bool given, has_req;
    bool again; /* it may have been done before: by an earlier life, or unheard              */
    uint8_t epoch[FELT_EPOCH_BYTES]; /* of the start in which it was first given: part of its key */
    uint32_t conn; /* that asked for it, or FELT_NO_LINE                                        */
    uint64_t number, req;
    felt_chips amount;
    int64_t retry_ms;
};

enum felt_sitting { FELT_SITTING_NOT, FELT_SITTING_BUYING, FELT_SITTING_DOWN, FELT_SITTING_UP };

struct felt_room_seat {
    int64_t user; /* 0: free                                                                    */
    uint32_t player;
    uint8_t sitting; /* enum felt_sitting; UP: his chips are on their way back                  */
    uint8_t kind, twice, auto_action, owes, preselect;
    bool bot, out, leaving, wait, rebuy, muck, straddle;
    bool away;    /* his last connection is gone, and he was not back since */
    bool proved;  /* by the ledger, after a start                                              */
    bool expired; /* for too long: he folds, and stands up                                      */
    bool asleep;  /* gave no answer in a game of many moves: nobody waits for him until he stirs */
    uint32_t bank_ms, timeouts, preselect_hand;
    felt_chips auto_limit, auto_spent, preselect_amount;
    felt_chips stack;  /* at the last settlement                                                */
    felt_chips extra;  /* came during the hand                                                  */
    felt_chips buy_in; /* what he sat down with                                                 */
    felt_chips top_up; /* wanted after the hand                                                 */
    felt_chips away_stack;
    int64_t since_ms; /* when he last wanted to play                                            */
    struct felt_due due;
    uint32_t notes; /* all; the last FELT_ROOM_AWAY_NOTES are kept, the last at (notes-1) % ... */
    struct felt_room_away_note note[FELT_ROOM_AWAY_NOTES];
    char name[FELT_HANDLE_BYTES + 1];
};

struct felt_watch {
    uint32_t conn, table;
    uint32_t next, previous; /* of the table; free: next                                         */
    uint32_t next_of_conn;
    felt_seat seat; /* of the connection's player */
    bool mute;
};

struct felt_room_conn {
    bool in, local, lobby;
    uint32_t player; /* or FELT_NO_PLAYER                                                       */
    uint32_t next;   /* of the same player                                                      */
    uint32_t next_lobby;
    uint32_t watches; /* first                                                                  */
    struct felt_room_client_filter filter;
    uint32_t doors, door[FELT_DOORS_OF_LINE]; /* the last ones: of private.door                 */
    int64_t wrong_ms; /* when the last wrong key was given, if one comes every WRONG_MS         */
    uint64_t network; /* 0: not known                                                           */
};

struct felt_room_player {
    int64_t user;   /* 0: free                                                                    */
    uint32_t next;  /* of the same bucket, or free                                               */
    uint32_t conns; /* first                                                                    */
    uint32_t conn_count, seats;
    uint8_t kind;
    bool bot, local;
    bool cut; /* by a restart: he may be back in a moment                                       */
    felt_chips bank; /* as far as is known                                                      */
    int64_t away_ms;
    int64_t silent_ms; /* until then                                                            */
    int64_t chat_ms;   /* when the last word was said, if one comes every chat_ms               */
    uint32_t table[FELT_SEATS_OF_PLAYER];
    felt_seat seat[FELT_SEATS_OF_PLAYER];
    uint32_t blocks;
    int64_t block[FELT_BLOCKS_MAX];
    char name[FELT_HANDLE_BYTES + 1];
};

/* What a table knows of whoever directs it (directed.h). */
struct felt_room_director_state {
    bool any;    /* there was a hand                                                            */
    bool voided; /* and it was void                                                             */
    bool over;   /* the director has yet to hear of it; not kept: after a start he hears it again */
    struct felt_room_directed_hand hand; /* the last one */
};

enum { FELT_GUESSERS_MAX = 8 };
/* A network from which a password was guessed. */
struct felt_guesser {
    uint64_t network; /* 0: none                                                                 */
    int64_t wrong_ms; /* as of a connection */
};

/* What a private table has besides (private.c): a table of an added stake that is not directed. */
struct felt_room_private {
    int64_t host, club;
    bool paused, bomb, has_password;
    char host_name[FELT_HANDLE_BYTES + 1];
    char key[FELT_ROOM_PRIVATE_KEY_BYTES + 1]; /* itself: host and club may see it again */
    uint8_t salt[FELT_SALT_BYTES], password[FELT_KEY_BYTES];
    uint32_t bans;
    int64_t ban[FELT_BANS_MAX];
    uint32_t door; /* of all that were opened since the start; not kept, as the next          */
    int64_t
        wrong_ms[2]; /* as of a connection, for all connections without an account, and for users */
    struct felt_guesser guesser[FELT_GUESSERS_MAX];
    int64_t empty_ms; /* since when no person sits here; 0: somebody does                        */
};

struct felt_room_table {
    bool used, closing, hand, asked, choosing, chosen, settling, foreign, in_bank, dirty, slow;
    bool missing; /* its stake is not in the lobby any more: its records are passed over         */
    uint16_t stake; /* numbers                                                                  */
    uint8_t game;
    felt_seat actor;
    uint32_t next; /* of the same name's bucket, or free                                       */
    uint32_t next_dirty;
    uint32_t watches, watchers;
    uint32_t seq, asked_turn, number; /* number: of the stake's tables                          */
    uint64_t hands, req_id;
    int64_t deadline, bank_from, ended_ms; /* ended: the last hand                              */
    uint32_t folds, saw; /* of this hand: folded; left when the board came                      */
    struct felt_due settle;
    uint8_t secret[FELT_KEY_BYTES];
    uint8_t fresh
        [FELT_KEY_BYTES]; /* of the hand under way (server/table/shuffle.h)                    */
    char series[FELT_SERIES_BYTES];
    char name[FELT_TABLE_NAME_BYTES + 1];
    char hand_id[FELT_LIVE_HAND_ID_BYTES + 1]; /* "" between hands */
    struct felt_room_blinds blinds;
    struct felt_room_blinds_plan plan;
    struct felt_room_director_state direction;
    struct felt_room_private private_table;
    struct felt_deal deal;   /* of the hand under way, without its deck                          */
    struct felt_chunks held; /* events that wait for the ledger                                 */
    felt_chips won[FELT_SEATS_MAX]; /* of the hand that is being settled                        */
    struct felt_live_hand live;
    int64_t started_ms;
    int64_t knocked_ms;   /* somebody found no free seat; not kept                            */
    uint8_t knocked_seat; /* the one that he wanted, from 1; 0: any                            */
    int64_t knocked_by;   /* who                                                               */
    double pot, flops, hand_ms; /* lately; 0: not known                                         */
    uint32_t chats;
    struct felt_room_chat_line chat[FELT_CHATS_KEPT];
    struct felt_room_seat seat[FELT_SEATS_MAX];
};

struct felt_rathole {
    int64_t user, until_ms;
    uint16_t stake;
    felt_chips amount;
};

/* A stake that was added.  `next` takes its place between hands. */
struct felt_added_stake {
    const struct felt_stake *stake, *next;
    uint32_t tables;
    bool dropped;
};

struct felt_room {
    const struct felt_room_config *config;
    const struct felt_room_services *services;
    struct felt_room_counts counts;
    uint32_t date, next_hand, hands_above;
    uint32_t turn, turn_sent; /* the turn under way; turns whose news are on their way            */
    uint64_t next_order;
    uint8_t epoch[FELT_EPOCH_BYTES]; /* of this start: part of the key of every new order        */
    bool strange; /* records are of another lobby: only added stakes count                       */
    bool has_epoch, open, quiet; /* quiet: restoring: nothing is posted, appended or ordered */
    size_t table_bytes, state_bytes;
    uint32_t free_table, fresh_table;   /* number + 1, 0: none                                  */
    uint32_t free_player, fresh_player; /* the same                                             */
    uint32_t free_watch, fresh_watch;
    uint32_t table_buckets, player_buckets, *table_bucket, *player_bucket;
    uint32_t lobby, dirty; /* first connection; first table + 1 */
    char *tables;
    struct felt_room_conn *conn;
    struct felt_room_player *player;
    struct felt_watch *watch;
    struct felt_chunk_pool pool;
    struct felt_heap alarms; /* players, then tables, then the lobby: who is gone for too long at
                                this very moment folds before a clock runs out              */
    struct felt_rathole rathole[FELT_RATHOLES];
    struct felt_added_stake added[FELT_STAKES_ADDED];
    uint32_t ratholes, doors;
    /* for one call */
    struct felt_event event[FELT_EVENTS_MAX];
    struct felt_view view;
    uint32_t to[FELT_CONNS_AT_ONCE];
};

/* ---- room.c ---- */

static inline struct felt_room_table *felt_room_table_at(const struct felt_room *room,
                                                         uint32_t index)
{
    felt_assert(index < room->config->tables_max);
    return (struct felt_room_table *)(room->tables + index * room->table_bytes);
}
static inline uint32_t felt_room_table_index(const struct felt_room *room,
                                             const struct felt_room_table *table)
{
    return (uint32_t)((size_t)((const char *)table - room->tables) / room->table_bytes);
}
static inline void *felt_room_table_state(const struct felt_room_table *table)
{
    return (void *)(table + 1);
}
/* The question under way has left: an answer can be one to it. */
static inline bool felt_room_table_was_asked(const struct felt_room *room,
                                             const struct felt_room_table *table)
{
    return (int32_t)(table->asked_turn - room->turn_sent) < 0;
}

static inline const struct felt_stake *felt_room_table_stake(const struct felt_room *room,
                                                             const struct felt_room_table *table)
{
    return table->stake < FELT_STAKES_MAX ? room->config->stake[table->stake]
                                          : room->added[table->stake - FELT_STAKES_MAX].stake;
}
static inline uint32_t felt_room_table_alarm(const struct felt_room *room, uint32_t table)
{
    return room->config->players_max + table;
}

static inline const struct felt_game_adapter *
felt_room_table_adapter(const struct felt_room *room, const struct felt_room_table *table)
{
    return felt_room_table_stake(room, table)->game[table->game];
}
static inline struct felt_room_player *felt_room_player_of(const struct felt_room *room,
                                                           const struct felt_room_seat *seat)
{
    felt_assert(seat->user && seat->player != FELT_NO_PLAYER);
    return &room->player[seat->player];
}
/* Is somebody there who can answer? */
static inline bool felt_room_seat_is_here(const struct felt_room *room,
                                          const struct felt_room_seat *seat)
{
    return felt_room_player_of(room, seat)->conn_count > 0;
}

struct felt_room_table *felt_room_table_find(const struct felt_room *room, const char *name);
/* Opens a table; NULL: none is free. */
struct felt_room_table *felt_room_table_open(struct felt_room *room, int stake, uint32_t number);
/* The same, under the lowest number that is free. */
struct felt_room_table *felt_room_table_add(struct felt_room *room, int stake);
void felt_room_table_close(struct felt_room *room, struct felt_room_table *table);
uint32_t felt_room_player_find(const struct felt_room *room, int64_t user);
/* Finds or makes; FELT_NO_PLAYER: no room. */
uint32_t felt_room_player_make(struct felt_room *room, int64_t user, const char *name, uint8_t kind,
                               bool bot);
/* Lets go of somebody who has neither lines nor seats. */
void felt_room_player_drop(struct felt_room *room, uint32_t player);
/* A seat begins or ends to be his. */
bool felt_room_player_sits(struct felt_room *room, uint32_t player, uint32_t table, felt_seat seat);
void felt_room_player_rises(struct felt_room *room, uint32_t player, uint32_t table);

void felt_room_table_face(const struct felt_room *room, const struct felt_room_table *table,
                          struct felt_room_face *face);
/* As frames of a hand want to see the table. */
struct felt_room_hand_face {
    struct felt_table_config config;
    struct felt_table_face face;
};
void felt_room_table_hand_face(const struct felt_room *room, const struct felt_room_table *table,
                               struct felt_room_hand_face *out);

/* To everybody who watches, under the table's next number. */
void felt_room_table_post(struct felt_room *room, struct felt_room_table *table,
                          struct felt_room_server_msg *out);
/* To those who watch from one of these seats, or to all others, under the table's present number.
 */
void felt_room_table_post_seats(struct felt_room *room, const struct felt_room_table *table,
                                struct felt_room_server_msg *out, felt_seats seats, bool others);
void felt_room_post_conn(struct felt_room *room, uint32_t conn, struct felt_room_server_msg *out);
/* To every connection of a player. */
void felt_room_post_player(struct felt_room *room, uint32_t player,
                           struct felt_room_server_msg *out);
void felt_room_table_post_seat(struct felt_room *room, struct felt_room_table *table,
                               felt_seat seat);
void felt_room_table_post_mine(struct felt_room *room, const struct felt_room_table *table,
                               felt_seat seat);
/* Answers to a client message. */
void felt_room_ok(struct felt_room *room, uint32_t conn, const struct felt_room_client_msg *msg,
                  const struct felt_room_table *table, felt_seat seat, felt_chips amount);
void felt_room_refuse(struct felt_room *room, uint32_t conn, const struct felt_room_client_msg *msg,
                      enum felt_no no, const char *text);
/* False: too many tables are watched. */
bool felt_room_conn_watch(struct felt_room *room, uint32_t conn, struct felt_room_table *table,
                          int64_t now_ms);
void felt_room_conn_unwatch(struct felt_room *room, uint32_t conn,
                            const struct felt_room_table *table);
uint32_t felt_room_conn_watches(const struct felt_room *room, uint32_t conn,
                                const struct felt_room_table *table);
/* Connections of a player that watch a table do so no more, and hear why (NULL: he goes on
 * elsewhere). */
void felt_room_player_looks_away(struct felt_room *room, uint32_t player,
                                 const struct felt_room_table *table, const char *why);
/* Those of a player's connections look from this seat, or from none. */
void felt_room_player_looks(struct felt_room *room, uint32_t player,
                            const struct felt_room_table *table, felt_seat seat);

/* ---- lobby.c ---- */

void felt_room_lobby_touch(struct felt_room *room, struct felt_room_table *table);
int64_t felt_room_lobby_tick(struct felt_room *room, int64_t now_ms);
void felt_room_lobby_msg(struct felt_room *room, uint32_t conn,
                         const struct felt_room_client_msg *msg, int64_t now_ms);
void felt_room_lobby_leave(struct felt_room *room, uint32_t conn);
/* The table that suits best, NULL: none. */
struct felt_room_table *felt_room_lobby_pick(const struct felt_room *room, uint32_t player,
                                             const struct felt_room_client_filter *filter);

/* ---- seats.c ---- */

void felt_room_seat_sit(struct felt_room *room, uint32_t conn,
                        const struct felt_room_client_msg *msg, struct felt_room_table *table,
                        int64_t now_ms);
void felt_room_seat_msg(struct felt_room *room, uint32_t conn,
                        const struct felt_room_client_msg *msg, struct felt_room_table *table,
                        felt_seat seat, int64_t now_ms);
void felt_room_seat_free(struct felt_room *room, struct felt_room_table *table, felt_seat seat);
/* Whoever asked for that seat has some time to come, from now on. */
void felt_room_seat_got_up(struct felt_room_table *table, felt_seat seat, int64_t now_ms);
/* Between hands: whoever leaves, leaves; whoever wants chips, gets them. */
void felt_room_seats_tidy(struct felt_room *room, struct felt_room_table *table, int64_t now_ms);
/* The time of the next seat that is kept for nobody, INT64_MAX: none. */
int64_t felt_room_seats_alarm(const struct felt_room *room, const struct felt_room_table *table);
bool felt_room_seat_in_hand(const struct felt_room_table *table, felt_seat seat);
bool felt_room_seat_is_present(const struct felt_room_seat *place);
void felt_room_note_rathole(struct felt_room *room, const struct felt_room_table *table,
                            const struct felt_room_seat *place, felt_chips amount, int64_t now_ms);

/* ---- orders.c ---- */

/* An order of a seat: written down, then given. */
void felt_room_seat_order(struct felt_room *room, struct felt_room_table *table, felt_seat seat,
                          enum felt_order_kind kind, felt_chips amount, uint32_t conn,
                          const struct felt_room_client_msg *msg, int64_t now_ms);
/* Whoever plays for the score sits down without one. */
void felt_room_seat_mark(struct felt_room *room, struct felt_room_table *table, felt_seat seat,
                         felt_chips marker, uint32_t conn, const struct felt_room_client_msg *msg,
                         int64_t now_ms);
/* The settlement of the hand that is over. */
void felt_room_table_order_settle(struct felt_room *room, struct felt_room_table *table,
                                  int64_t now_ms);
/* Gives what waits to be given (again).  The time of the next try, INT64_MAX: none. */
int64_t felt_room_table_give(struct felt_room *room, struct felt_room_table *table, int64_t now_ms);

/* ---- deal.c ---- */

/* Goes on as far as it can without an answer.  Sets the alarm. */
void felt_room_table_go_on(struct felt_room *room, struct felt_room_table *table, int64_t now_ms);
/* The next hand with this id by this plan. */
void felt_room_table_deal(struct felt_room *room, struct felt_room_table *table, uint32_t date,
                          uint32_t counter, const struct felt_room_blinds_plan *plan,
                          int64_t now_ms);
void felt_room_table_choose(struct felt_room *room, struct felt_room_table *table, int game,
                            int64_t now_ms);
void felt_room_table_tell_choose(struct felt_room *room, const struct felt_room_table *table,
                                 uint32_t conn, int64_t now_ms);
int felt_room_table_games(const struct felt_room *room, const struct felt_room_table *table,
                          const struct felt_game_adapter *game[FELT_GAMES_MAX],
                          int index[FELT_GAMES_MAX]);
/* Does somebody wait for the next hand while nobody but the house plays this one? */
bool felt_room_table_hurries(const struct felt_room_table *table);

/* ---- play.c ---- */

void felt_room_table_ask(struct felt_room *room, struct felt_room_table *table, felt_seat actor,
                         int64_t now_ms);
/* The question under way, to the house player whose it is. */
void felt_room_table_ask_local(struct felt_room *room, struct felt_room_table *table);
/* False: it is not legal, and nothing changed. */
FELT_MUST_USE bool felt_room_table_apply(struct felt_room *room, struct felt_room_table *table,
                                         felt_seat seat, struct felt_action action,
                                         bool done_for_him);
void felt_room_table_act(struct felt_room *room, uint32_t conn,
                         const struct felt_room_client_msg *msg, struct felt_room_table *table,
                         felt_seat seat, bool stale, int64_t now_ms);
/* The clock of the turn, or of a choice, is over. */
void felt_room_table_time_over(struct felt_room *room, struct felt_room_table *table,
                               int64_t now_ms);
/* The hand is over and the ledger has it: stacks, frames. */
void felt_room_table_settle(struct felt_room *room, struct felt_room_table *table, felt_seats away,
                            int64_t now_ms);
void felt_room_table_void(struct felt_room *room, struct felt_room_table *table, const char *why);
void felt_room_table_give_up(struct felt_room *room, struct felt_room_table *table);
/* The hand as `seat` sees it, and the question if it is his. */
void felt_room_table_snapshot_to(struct felt_room *room, struct felt_room_table *table,
                                 uint32_t conn, felt_seat seat, int64_t now_ms);
/* The new events in room->event: kept, told to local seats, said aloud.  If the hand is over, its
 * result waits for the ledger. */
void felt_room_table_spread(struct felt_room *room, struct felt_room_table *table, uint32_t count);
void felt_room_table_won(const struct felt_room *room, const struct felt_room_table *table,
                         felt_chips won[FELT_SEATS_MAX]);

/* ---- away.c ---- */

/* The actor is blinded off by the director of the table. */
bool felt_room_away_is_removed(const struct felt_room *room, const struct felt_room_table *table);
/* What is done at once for the actor, if anything: absent, expired, chosen ahead, by setting.
 * Leaves the actor's view in room->view. */
bool felt_room_away_action(struct felt_room *room, struct felt_room_table *table,
                           struct felt_action *action);
/* What the clock does. */
struct felt_action felt_room_away_timeout(struct felt_room *room, struct felt_room_table *table);
void felt_room_away_note_action(struct felt_room_table *table, struct felt_room_seat *place,
                                const struct felt_event *events, uint32_t count,
                                struct felt_action action, felt_seat seat);
void felt_room_away_note_result(const struct felt_room_table *table, struct felt_room_seat *place,
                                felt_chips won);
/* Of those who were dealt in. */
felt_seats felt_room_away_seats(const struct felt_room_table *table);
void felt_room_away_begin(struct felt_room *room, uint32_t player, int64_t now_ms);
void felt_room_away_end(struct felt_room *room, uint32_t player, uint32_t conn, int64_t now_ms);
void felt_room_away_expire(struct felt_room *room, uint32_t player, int64_t now_ms);

/* ---- chat.c ---- */

void felt_room_chat_msg(struct felt_room *room, uint32_t conn,
                        const struct felt_room_client_msg *msg, struct felt_room_table *table,
                        int64_t now_ms);
void felt_room_chat_block(struct felt_room *room, uint32_t conn,
                          const struct felt_room_client_msg *msg);
/* Lines of chat of a table that this connection may read. */
uint32_t felt_room_chat_of(const struct felt_room *room, const struct felt_room_table *table,
                           uint32_t conn, const struct felt_room_chat_line *out[FELT_CHATS_KEPT]);

/* ---- directed.c ---- */

static inline bool felt_room_table_is_directed(const struct felt_room *room,
                                               const struct felt_room_table *table)
{
    return felt_room_table_stake(room, table)->directed;
}
/* Its stacks are chips of the ledger: not those of a tournament, nor markers of a game for the
 * score, which come from nowhere and go there. */
static inline bool felt_room_table_has_chips(const struct felt_room *room,
                                             const struct felt_room_table *table)
{
    const struct felt_stake *stake = felt_room_table_stake(room, table);
    return !stake->directed && !stake->markers;
}
/* Seats of a kind that a player has, of tournaments or not. */
uint32_t felt_room_player_seats(const struct felt_room *room, const struct felt_room_player *player,
                                bool directed);
/* Can it be like that here? */
bool felt_room_directed_is_good(const struct felt_room *room, const struct felt_room_table *table,
                                const struct felt_room_directed_hand *hand);
struct felt_room_blinds_plan felt_room_directed_plan(const struct felt_room_directed_hand *hand);
void felt_room_directed_make_deal(const struct felt_room *room, struct felt_room_table *table);
/* Nobody but house players sit there: none of them has to seem to think. */
bool felt_room_directed_is_houses(const struct felt_room *room,
                                  const struct felt_room_table *table);
/* The hand ended; its director is told by the next tick. */
void felt_room_directed_ended(const struct felt_room *room, struct felt_room_table *table,
                              bool is_void);
/* Tells the director, who may do anything. */
void felt_room_directed_tell_over(struct felt_room *room, struct felt_room_table *table);
/* As fields of a record. */
struct felt_putter;
struct felt_getter;
void felt_room_directed_put(struct felt_putter *entry, const struct felt_room_directed_hand *hand);
bool felt_room_directed_get(struct felt_getter *getter, struct felt_room_directed_hand *hand);

/* ---- private.c ---- */

static inline bool felt_room_table_is_private(const struct felt_room *room,
                                              const struct felt_room_table *table)
{
    return table->stake >= FELT_STAKES_MAX && !felt_room_table_stake(room, table)->directed;
}
/* May this connection know of the table?  The host, who sits there, who has shown the key, the
 * house. */
bool felt_room_private_is_open_to(const struct felt_room *room, uint32_t conn,
                                  const struct felt_room_table *table);
/* The same for a client message that may bring the key; `table` NULL: there is none of that name.
 * False: refused, and nobody can tell one from the other. */
bool felt_room_private_admits(struct felt_room *room, uint32_t conn,
                              const struct felt_room_client_msg *msg, struct felt_room_table *table,
                              int64_t now_ms);
bool felt_room_private_is_banned(const struct felt_room_table *table, int64_t user);
void felt_room_private_create(struct felt_room *room, uint32_t conn,
                              const struct felt_room_client_msg *msg, int64_t now_ms);
/* CHANGE and HOST. */
void felt_room_private_host(struct felt_room *room, uint32_t conn,
                            const struct felt_room_client_msg *msg, struct felt_room_table *table,
                            int64_t now_ms);
/* Between hands: new terms begin, and what nobody sits at is closed.  False: no hand begins. */
bool felt_room_private_goes_on(struct felt_room *room, struct felt_room_table *table,
                               int64_t now_ms);
/* Somebody has said that he goes: a game for practice that no person plays on is given up. */
void felt_room_private_left(struct felt_room *room, struct felt_room_table *table);
/* When it will be closed, if nobody comes, or waits for house players no more; INT64_MAX: never. */
int64_t felt_room_private_alarm(const struct felt_room *room, const struct felt_room_table *table,
                                int64_t now_ms);
/* Whoever was sent away has stood up: his connections see the table no more. */
void felt_room_private_show_out(struct felt_room *room, struct felt_room_table *table,
                                int64_t user);
/* Its host has come to the table: he is told the key. */
void felt_room_private_tell_host(struct felt_room *room, uint32_t conn,
                                 const struct felt_room_table *table);

/* ---- options.c ---- */

/* The forced bets of a hand as the options of its table want them; the plan's are posted. */
void felt_room_options_deal(const struct felt_room *room, struct felt_room_table *table, bool bomb,
                            const struct felt_room_blinds_plan *plan);
/* Is the hand that begins a bomb pot? */
bool felt_room_options_is_bomb(const struct felt_room *room, const struct felt_room_table *table);

/* ---- stakes.c ---- */

/* Can these games be played here? */
bool felt_stake_fits(const struct felt_room *room, const struct felt_stake *stake);
/* What no stake may be is a mistake of the owner's. */
void felt_stake_verify(const struct felt_stake *stake);
/* A table of the stake is opened or closed. */
void felt_stake_opened(struct felt_room *room, int stake);
void felt_stake_closed(struct felt_room *room, int stake);
/* Another takes its place: at the next felt_stake_turn(), between hands.  NULL: none after all. */
void felt_stake_next(struct felt_room *room, int number, const struct felt_stake *next);
bool felt_stake_turn(struct felt_room *room, int number);
/* At a start: what nobody holds is gone. */
void felt_room_stakes_resume(struct felt_room *room);

/* ---- journal_records.c ---- */

void felt_room_journal_room(struct felt_room *room);
void felt_room_journal_table(struct felt_room *room, const struct felt_room_table *table);
void felt_room_journal_seat(struct felt_room *room, const struct felt_room_table *table,
                            felt_seat seat);
void felt_room_journal_table_deal(struct felt_room *room, const struct felt_room_table *table,
                                  const struct felt_room_blinds_plan *plan);
void felt_room_journal_table_act(struct felt_room *room, const struct felt_room_table *table,
                                 felt_seat seat, const struct felt_action *action,
                                 bool done_for_him);
/* The settlement was given; the ledger has it. */
void felt_room_journal_table_settle(struct felt_room *room, const struct felt_room_table *table);
void felt_room_journal_table_settled(struct felt_room *room, const struct felt_room_table *table,
                                     felt_seats away);
void felt_room_journal_table_void(struct felt_room *room, const struct felt_room_table *table);
void felt_room_journal_table_close(struct felt_room *room, const struct felt_room_table *table);
void felt_room_journal_table_game(struct felt_room *room, const struct felt_room_table *table);
/* He is away, or back: his notes begin anew. */
void felt_room_journal_away(struct felt_room *room, const struct felt_room_table *table,
                            felt_seat seat);

#endif
