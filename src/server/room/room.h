/* room.h -- cash tables where people and house players sit down, play and leave with their chips.
 *
 * The room takes wants (client_message.h) and the time, plays the games of its tables (room/: the
 * same hands, shuffles, announcements and alarms as the arena's), posts news (server_message.h),
 * and gives orders to the ledger (accounts/order.h), whose receipts come back later.  It knows no
 * socket, file, thread or clock, and names no game: stakes have adapters.
 *
 * Who is who: a player is a user (ROOM-10).  He may have several connections at a time; each
 * watches tables, and sees those where he sits with his own eyes.  A house player has a local
 * connection: the same wants by the same functions, but nothing is posted to it except answers to
 * its wants.
 *
 *   F1  chips: at every table, the stacks and what is in the hand add up to what the ledger has on
 *       its seats as of the last receipt.  A stack changes by a receipt or by a settled hand only.
 *   F2  whoever is asked has a running alarm; every table that could go on has one.  No table
 *       waits for a client alone, and none for another table.
 *   F3  what is refused changes nothing, and the answer bears the request's number.
 *   F4  everything that must survive is appended to the journal in the same call that does it, and
 *       felt_room_restore() of the same records makes the same room (felt_room_hash()).
 *   F5  the result of a hand is told when the ledger has it, not before.  An order whose fate is
 *       not known is given again, with the same key, until it is.
 *   F6  nobody is dealt in, asked or heard under a name that is not his: wants of a connection act
 *       for its user only.
 *   F7  a hidden card is in no news but the owner's (server/table/arena_message.h L1).
 *
 * Memory is one block of the caller's; a full pool is a refusal. */
#ifndef FELT_SERVER_ROOM_ROOM_H
#define FELT_SERVER_ROOM_ROOM_H

#include "accounts/order.h"
#include "server/room/blinds.h"
#include "server/room/server_message.h"
#include "server/table/shuffle.h"

#define FELT_NO_LINE UINT32_MAX
enum {
    FELT_STAKES_MAX = 64,
    FELT_STAKES_ADDED = 256, /* at run time, at most: their numbers follow FELT_STAKES_MAX */
    FELT_STAKE_TEXT_BYTES = 8000,
    FELT_OTHER_BYTES = 8000,
    FELT_GAMES_MAX = 64,       /* of a dealer's choice, or levels of a tournament            */
    FELT_TABLES_OF_LINE = 16,  /* watched by a connection */
    FELT_TABLES_OF_PLAYER = 8, /* where a user sits                                          */
    FELT_ROOM_DIRECTED_OF_PLAYER = 4, /* and of tournaments */
    FELT_CONNS_OF_PLAYER = 8,
    FELT_STAKE_ID_BYTES = 23,
    FELT_STAKE_TITLE_BYTES = 63,
    FELT_ROOM_TEXT_BYTES = 160
};

/* What is played at some tables, and for how much: constant. */
struct felt_stake {
    char id[FELT_STAKE_ID_BYTES + 1];       /* "nl-2": its tables are nl-2-1, nl-2-2 ...         */
    char title[FELT_STAKE_TITLE_BYTES + 1]; /* "No-limit hold'em 1/2"                            */
    const char *variant, *limit;            /* words for filters; "choice", "" with several games */
    const struct felt_game_adapter *game[FELT_GAMES_MAX];
    int games; /* more than one: the button chooses; [0] by default */
    uint8_t seats;
    uint8_t tables; /* that are always there                            */
    uint8_t house;  /* seats the house fills up to, people included     */
    bool bots_welcome;
    bool directed; /* of a tournament: directed.h; a game for each level                       */
    bool practice; /* of a private table: gone when its player has left                      */
    bool markers;  /* for the score: its stacks are markers, no chips of the ledger, and nothing
                      is won; whoever has no chips sits down too                           */
    felt_chips small_blind, big_blind; /* or what stands for them                           */
    felt_chips buy_in_min, buy_in_max;
    uint32_t move_ms;  /* clock of a turn                                  */
    uint32_t bank_ms;  /* time bank of a seat; a hundredth comes back a hand */
    uint32_t pause_ms; /* between hands                                    */
    /* Of an added one: what its owner can make the same stake of again; NULL: of the config. */
    const char *text;
    size_t text_bytes; /* 1 .. FELT_STAKE_TEXT_BYTES                       */
    struct felt_room_table_options options;
};

struct felt_room_config {
    uint32_t tables_max, conns_max, players_max, watches_max;
    int stakes;
    const struct felt_stake *stake[FELT_STAKES_MAX];
    size_t state_bytes; /* games of added stakes have no larger state; 0: none but those of stake */
    uint32_t grace_ms;  /* a seat whose connection is gone is kept so long: 60000                 */
    uint32_t out_ms;    /* whoever sits out, or is broke, so long stands up: 600000         */
    uint32_t rathole_ms;   /* who comes back sooner brings what he left with: 1800000; 0: never */
    uint32_t timeouts_max; /* in a row, then he sits out: 2                                   */
    uint32_t retry_ms;     /* an order that was not answered is given again after: 1000        */
    uint32_t lobby_ms;     /* rows of the lobby are told that often at most: 1000              */
    uint32_t chat_burst, chat_ms; /* 5 lines, then one in so many ms: 3000                       */
    uint32_t choose_ms; /* to choose a game: 15000                                          */
    bool not_fresh;     /* for tests: shuffles follow from the secrets of tables alone           */
    uint32_t private_max;     /* private tables: 128; 0: there are none                      */
    uint32_t private_of_user; /* that one of them hosts: 2                                   */
    uint32_t private_ms;      /* one where no person sits so long is closed: 600000          */
    bool dealt_before; /* here, as a hand store remembers: also without a journal no hand has the id
                          of another one                                                         */
};
extern const struct felt_room_config felt_room_config_usual; /* all but pools and stakes        */

/* Somebody at a connection.  user 0: nobody known; he watches. */
struct felt_room_guest {
    int64_t user;
    uint8_t kind; /* enum felt_user_kind                                                        */
    bool bot, local;
    uint64_t network; /* that the connection comes from, as a number; 0: not known */
    felt_chips bank;
    char name[FELT_HANDLE_BYTES + 1];
};

/* A hand that is over, with all its cards: for records, never for a connection. */
struct felt_room_report {
    const struct felt_room_face *table; /* stacks before the hand are in deal                   */
    const char *hand_id;
    const struct felt_deal *deal; /* with its deck                                       */
    const struct felt_event *events;
    uint32_t count; /* 0: there were too many                              */
    felt_seats seats;
    const felt_chips *won;
    const uint8_t *key;
};

struct felt_room_services {
    void *self;
    struct felt_digests digests;
    void (*entropy)(void *self, void *out, size_t bytes);
    void (*post)(void *self, const uint32_t *conns, int count,
                 const struct felt_room_server_msg *news);
    void (*append)(void *self, const void *bytes, size_t count);
    /* To the ledger; answered later by felt_room_receipt().  False: too many wait, nothing was
     * done. */
    bool (*order)(void *self, const struct felt_order *order, uint64_t ticket);
    void (*hand_over)(void *self, const struct felt_room_report *report); /* NULL: nobody cares  */
    /* The hand of a directed table is over, or is void (directed.h G2); NULL: there are none. */
    void (*directed_over)(void *self, uint32_t table, uint64_t number,
                          const felt_chips stack[FELT_SEATS_MAX], bool is_void);
    /* Something an operator should know. */
    void (*alarm)(void *self, const char *table, const char *text);
    /* Seats of local connections: sat down and gone; a hand begins, an event as the seat may know
     * it, a question (`people`: he may take as long as a person would), or which of so many games
     * is next.  Answers: felt_room_answer(); asked again with the same req_id, the first counts. */
    void (*local_sit)(void *self, uint32_t table, felt_seat seat, int64_t user);
    void (*local_stand)(void *self, uint32_t table, felt_seat seat);
    void (*local_begin)(void *self, uint32_t table, felt_seat seat,
                        const struct felt_game_adapter *adapter);
    void (*local_event)(void *self, uint32_t table, felt_seat seat, const struct felt_event *event);
    void (*local_ask)(void *self, uint32_t table, felt_seat seat, uint64_t req_id,
                      const struct felt_view *view, bool people);
    void (*local_choose)(void *self, uint32_t table, felt_seat seat, uint64_t req_id, int games);
    /* Restoring: the stake that was added with this text, NULL: it cannot be made any more (its
     * tables are passed over, their chips are strays).  NULL: there are none. */
    const struct felt_stake *(*stake_again)(void *self, const char *text, size_t bytes);
    /* An added stake is not used any more: its memory is the owner's again. */
    void (*stake_gone)(void *self, const struct felt_stake *stake);
    /* A stake of this id for a private table, by its host's terms.  `old`: what they do not say
     * stays as it is there; NULL: as usual.  NULL: `why` says what is wrong with them. */
    const struct felt_stake *(*stake_make)(void *self, const char *id,
                                           const struct felt_room_client_terms *terms,
                                           const struct felt_stake *old,
                                           char why[FELT_ROOM_TEXT_BYTES]);
    /* Restoring: a record of felt_room_append_other().  False: it is not good. */
    bool (*other)(void *self, const void *bytes, size_t count);
};

struct felt_room_counts {
    uint64_t hands, actions, timeouts, autos, voids, chats, orders, retries;
    uint32_t tables, in_hand, players, conns, seated, seated_people, pending;
};

struct felt_room;

size_t felt_room_bytes(const struct felt_room_config *config);
/* `memory` is zero; *config, *services and what they point to stay. */
struct felt_room *felt_room_init(void *memory, const struct felt_room_config *config,
                                 const struct felt_room_services *services);

/* Why a client message was refused; `text` says what to do. */
struct felt_room_reply {
    enum felt_no no;
    char text[FELT_ROOM_TEXT_BYTES];
};

/* ---- connections ---- */

/* A connection of somebody who proved who he is, or of nobody.  Seats of his are watched at once:
 * news of every table where he sits follows, and what was done for him.  False: too many (refused).
 */
bool felt_room_enter(struct felt_room *room, uint32_t conn, const struct felt_room_guest *who,
                     int64_t now_ms, struct felt_room_reply *reply);
bool felt_room_is_in(const struct felt_room *room, uint32_t conn);
/* The connection is gone.  If it was his last, his seats are kept for grace_ms. */
void felt_room_leave(struct felt_room *room, uint32_t conn, int64_t now_ms);
/* Anything but what is marked (room session) in client_message.h.  Answered by OK or ERROR to that
 * connection, at once or, where the ledger is needed, when it has answered. */
void felt_room_client_msg_take(struct felt_room *room, uint32_t conn,
                               const struct felt_room_client_msg *msg, bool stale, int64_t now_ms);
/* Whether an action of this connection would be the answer to the `act` of that table. */
bool felt_room_awaits(const struct felt_room *room, uint32_t conn, const char *table);
/* The answer to local_ask() or local_choose() (choice).  A late one is dropped. */
void felt_room_answer(struct felt_room *room, uint32_t table, felt_seat seat, uint64_t req_id,
                      struct felt_action action, int64_t now_ms);
void felt_room_receipt(struct felt_room *room, uint64_t ticket, const struct felt_receipt *receipt,
                       int64_t now_ms);

/* Chips of a user moved without the room: so many are in his bank now, and his connections hear it.
 */
void felt_room_bank(struct felt_room *room, int64_t user, felt_chips bank);

/* Tables alarms that are due, not too many at once.  The time of the next, INT64_MAX: none. */
int64_t felt_room_tick(struct felt_room *room, int64_t now_ms);
/* Before felt_room_resume(): new hands have higher numbers than this, which grows from start to
 * start whatever the journal has lost. */
void felt_room_hands_above(struct felt_room *room, uint32_t number);
/* A turn is over: what is posted from now on is of the next one. */
void felt_room_sealed(struct felt_room *room);
/* What was posted in the oldest turn that is not sent yet is on its way. */
void felt_room_sent(struct felt_room *room);
/* The date that hand ids bear, as 20251017. */
void felt_room_date(struct felt_room *room, uint32_t date);

/* ---- stakes that are added ---- */

/* One more stake, which stays until stake_gone(); its number, or -1: too many, its id is taken, or
 * its games are too large.  It is in the journal before its first table is.  A stake that was added
 * is held: it is gone when it was dropped and has no table. */
int felt_room_add_stake(struct felt_room *room, const struct felt_stake *stake);
/* The owner needs it no more for new tables.  Restored ones are held until felt_room_resume(),
 * which drops all that are not directed. */
void felt_room_drop_stake(struct felt_room *room, int stake);
/* -1: there is none of that id. */
int felt_room_find_stake(const struct felt_room *room, const char *id);
/* NULL: there is none of that number (0 .. FELT_STAKES_MAX + FELT_STAKES_ADDED - 1). */
const struct felt_stake *felt_room_stake(const struct felt_room *room, int stake);
/* A record of somebody else, 1 .. FELT_OTHER_BYTES, in the order of things: when it comes back by
 * other(), the room is as it was now.  Into snapshots its owner appends what he needs, before
 * felt_room_snapshot() or after it. */
void felt_room_append_other(struct felt_room *room, const void *bytes, size_t count);

/* ---- private tables ---- */

/* What the server may know of one, and its host and club: never for a frame of somebody else. */
struct felt_room_make_private {
    int64_t host, club; /* users; 0: none                                                    */
    const char *host_name, *key;
    bool paused, has_password;
};
/* False: there is no private table of that number. */
bool felt_room_make_private(const struct felt_room *room, uint32_t table,
                            struct felt_room_make_private *out);
/* The old key opens it no more; whoever is there stays. */
bool felt_room_new_key(struct felt_room *room, uint32_t table);
/* Somebody is of the club no more: as if the host had sent him away, and a new key. */
bool felt_room_show_out(struct felt_room *room, uint32_t table, int64_t user, int64_t now_ms);

/* ---- the operator ---- */

/* One more table of a stake; its number, or -1: no room, or no such stake. */
int64_t felt_room_add_table(struct felt_room *room, int stake, int64_t now_ms);
/* Everybody stands up after the hand; then it is gone.  False: there is none of that name. */
bool felt_room_close_table(struct felt_room *room, const char *table, int64_t now_ms);
/* A user stands up everywhere after the hands under way; 0: everybody who is not the house's. */
void felt_room_clear(struct felt_room *room, int64_t user, int64_t now_ms);
/* What a user says is told to nobody until then (room clock). */
bool felt_room_silence(struct felt_room *room, int64_t user, int64_t until_ms);
/* A line of text for everybody. */
void felt_room_notice(struct felt_room *room, const char *text);

/* ---- what is there ---- */

const struct felt_room_counts *felt_room_counts(const struct felt_room *room);
/* False: no table of that number (0 .. tables_max-1).  The face points into the room. */
bool felt_room_face(const struct felt_room *room, uint32_t table, struct felt_room_face *face);
int64_t felt_room_find(const struct felt_room *room, const char *table); /* -1: none          */
/* Chips of a user in the room: stacks, what is on its way, what is in hands. */
felt_chips felt_room_chips(const struct felt_room *room, int64_t user);

/* ---- surviving ---- */

bool felt_room_restore(struct felt_room *room, bool same_build, const void *bytes, size_t count);
/* Before the first record: they were written with other stakes of the config.  Tables of those are
 * passed over, and their chips are strays; those of added stakes are restored. */
void felt_room_forget_lobby(struct felt_room *room);
/* After the last record.  Tables of the config that are missing are opened.  Orders whose fate is
 * not known are given again; when felt_room_counts()->pending is 0, the owner says what the ledger
 * has on every seat, and opens the room.  Until then nobody is dealt a hand or sits down. */
void felt_room_resume(struct felt_room *room, int64_t now_ms);
/* The ledger has so many chips on the seat of this user.  False: he does not sit there, and they
 * must be cashed out. */
bool felt_room_reconcile(struct felt_room *room, const char *table, int64_t user,
                         felt_chips balance, int64_t now_ms);
/* Seats that were not named have nothing in the ledger, and are free again. */
void felt_room_open(struct felt_room *room, int64_t now_ms);
bool felt_room_is_open(const struct felt_room *room);
void felt_room_snapshot(struct felt_room *room);
uint64_t felt_room_hash(const struct felt_room *room);

#endif
