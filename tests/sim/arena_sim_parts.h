/* arena_sim_parts.h -- what the files of the simulation share.
 *
 *   arena_sim.c         the plan of a seed, the clock, what goes wrong, crashes
 *   arena_sim_client.c  clients: connect, read, answer, misbehave
 *   arena_sim_ear.c     S1, S3, S4: every frame is looked at the moment it is sent
 *   arena_sim_book.c    what the journal says: hands, decks, stacks; S2 and S5 */
#ifndef FELT_TESTS_ARENA_SIM_PARTS_H
#define FELT_TESTS_ARENA_SIM_PARTS_H

#include "felt/rng.h"
#include "fake_arena.h"
#include "server/table/poker_adapter.h"
#include "arena_sim.h"

#include <jansson.h>
#include <setjmp.h>

enum { SIM_CLIENTS = 22, SIM_HANDS = 8192, SIM_TABLES = 3, SIM_LOCAL = 32 };

struct sim_plan {
    const char *variant; /* NULL: the toy game                                                */
    enum felt_limit limit;
    int seats, teams, tables, watchers;
    int mischief; /* 0 .. 3                                                                   */
    int crashes;  /* one in so many flushes fails; 0: none                                    */
    bool practice, jumps;
    int64_t calm_us; /* when everybody begins to behave                                       */
};

/* What a client sent, on its way. */
struct sim_message {
    struct sim_message *next;
    int64_t due_us;
    bool stale;
    char text[];
};

struct sim_client {
    char team[24], code[24], table[24];
    enum felt_comes_as role;
    int conn; /* -1: not connected                                                            */
    bool asleep, unwanted; /* unwanted: the server has no place for it                        */
    int64_t read_us, connect_us, command_us;
    size_t unread;
    char hand_id[FELT_LIVE_HAND_ID_BYTES + 1];
    struct sim_message *first, *last;
};

/* A hand as the journal knows it. */
struct sim_hand {
    bool known, over, shuffled;
    uint32_t table, number, counter;
    felt_seats dealt;
    felt_seat button;
    felt_card deck[FELT_CARDS_MAX];
    uint8_t key[FELT_KEY_BYTES];
};

struct sim_book {
    bool used;
    uint32_t hands;
    uint8_t secret[FELT_KEY_BYTES];
    char match_id[64], name[64];
    felt_chips stack[FELT_SEATS_MAX];
    felt_seats taken;
    int64_t progress_us;
    uint32_t counter; /* of the last hand                                                     */
    uint32_t eliminated[FELT_SEATS_MAX];
    felt_seat pending; /* who was sent an act that is not answered                            */
    uint64_t req_id;
    char req_hand[FELT_LIVE_HAND_ID_BYTES + 1];
};

enum sim_stage { SIM_OPENING, SIM_PLAY, SIM_SHOW, SIM_AWARD, SIM_OUT };

/* What a connection has heard. */
struct sim_ear {
    bool welcomed, lobby_due, snapshot_may, in_hand, match_over;
    int table; /* index of its book                                                           */
    felt_seat seat;
    enum felt_comes_as role;
    enum sim_stage stage;
    uint32_t counter; /* of the hand                                                          */
    felt_seats eliminated;
};

struct sim_local { /* a seat that is played inside the program                                */
    int64_t due_us;
    uint32_t table;
    felt_seat seat;
    uint64_t req_id;
    struct felt_action action;
};

struct sim {
    uint64_t seed;
    struct sim_plan plan;
    struct felt_rng rng;
    struct fake_arena fake_arena;
    struct felt_poker_adapter poker;
    struct sim_client client[SIM_CLIENTS];
    int clients;
    struct sim_ear ear[FAKE_ARENA_CONNS];
    struct sim_book book[FAKE_ARENA_TABLES];
    struct sim_hand *hand; /* by counter                                                      */
    struct sim_local local[SIM_LOCAL];
    int locals;
    bool failing, quiet, calm, every_flush;
    int64_t happening_us;
    uint64_t flushed_hash;
    struct felt_arena *spare;
    struct felt_arena_services spare_services;
    void *spare_memory;
    struct sim_result *result;
    jmp_buf out;
};

_Noreturn void sim_fail(struct sim *sim, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
static inline uint32_t sim_below(struct sim *sim, uint32_t bound)
{
    return felt_rng_below(&sim->rng, bound);
}
static inline bool sim_chance(struct sim *sim, uint32_t percent)
{
    return sim_below(sim, 100) < percent;
}

/* arena_sim_client.c */
int64_t sim_clients_next(const struct sim *sim);
void sim_clients_move(struct sim *sim);
void sim_client_drop(struct sim *sim, struct sim_client *client);
void sim_client_say(struct sim *sim, struct sim_client *client, int64_t delay_us,
                    const char *format, ...) __attribute__((format(printf, 4, 5)));
void sim_client_mischief(struct sim *sim, struct sim_client *client);
void sim_clients_forget(struct sim *sim);

/* arena_sim_ear.c */
void sim_ear_hear(void *sim, uint32_t conn, const char *text, size_t bytes, bool droppable);

/* arena_sim_book.c */
void sim_book_note(void *sim, const void *bytes, size_t count);
/* After a crash: what the records say that are left. */
void sim_book_rebuild(struct sim *sim);
void sim_book_verify(struct sim *sim);
void sim_book_verify_void(struct sim *sim);
void sim_book_restore_spare(struct sim *sim);
struct sim_book *sim_book_of(struct sim *sim, const char *table, int *index);
/* The place of the hand with this number, which may be new. */
struct sim_hand *sim_book_place(struct sim *sim, uint32_t counter);
const struct sim_hand *sim_book_hand(struct sim *sim, const char *hand_id, uint32_t *counter);

#endif
