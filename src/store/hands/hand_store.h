/* hand_store.h -- hands that people played, as each of them may know them, and figures of what they
 * did: one SQLite file beside the ledger (DIR/hands.db), whatever the store of the ledger is.
 *
 * It is a convenience, not money: commits are not forced to the disk, and a hand store that fails
 * loses hands, never a server.  One thread of its own writes and reads; calls do not wait for it.
 *
 *   Y1  a text is given to the user it was kept for, and to nobody else.
 *   Y2  what was kept before a question is found by it.
 *   Y3  of each user at most hands_max are kept: the oldest go.
 *   Y4  a hand is counted once, however often it is told.
 *   Y5  an address is kept as a hash whose key is thrown away when its day is over.
 *   Y6  figures are sums by user, day and stake: hands that are gone stay counted, for
 *       FELT_HAND_STORE_STATS_DAYS; pairs and addresses for FELT_HAND_STORE_PAIRS_DAYS. */
#ifndef FELT_STORE_HANDS_HAND_STORE_H
#define FELT_STORE_HANDS_HAND_STORE_H

#include "felt/status.h"
#include "match/collusion.h"
#include "match/user_stats.h"
#include "store/hands/row.h"

struct felt_hand_store_config {
    const char *file;
    uint32_t hands_max;   /* of a user: 10000                                                   */
    uint32_t waiting_max; /* jobs that may wait: 4096                                           */
    void (*wake)(void *self); /* from its thread, when an answer is there; NULL: nobody          */
    void (*log)(void *self, const char *level, const char *text); /* from any thread             */
    void *self;
};
struct felt_hand_store;

FELT_MUST_USE enum felt_status felt_hand_store_open(const struct felt_hand_store_config *config,
                                                    struct felt_hand_store **out,
                                                    struct felt_complaint *complaint);
/* What was given is written first. */
void felt_hand_store_close(struct felt_hand_store *hand_store);
/* False: too many wait, and the hand is lost (and counted). */
bool felt_hand_store_keep(struct felt_hand_store *hand_store, int64_t user,
                          const struct felt_hand_store_row *row, const char *phh, size_t bytes);
bool felt_hand_store_list(struct felt_hand_store *hand_store, int64_t user, const char *before,
                          uint32_t limit, uint64_t ticket);
bool felt_hand_store_find(struct felt_hand_store *hand_store, int64_t user, const char *hand_id,
                          uint64_t ticket);
/* All hands and figures of a user are forgotten: his account was closed. */
bool felt_hand_store_forget(struct felt_hand_store *hand_store, int64_t user);

struct felt_hand_store_answer {
    uint64_t ticket;
    bool is_list, more;
    uint32_t count;
    struct felt_hand_store_row *rows; /* of a list; freed by whoever takes it */
    char *phh; /* of one hand, NULL: there is none of his; the same             */
    size_t bytes;
};
bool felt_hand_store_take(struct felt_hand_store *hand_store, struct felt_hand_store_answer *out);
struct felt_hand_store_counts {
    uint64_t kept, lost, found, counted, uncounted;
};
void felt_hand_store_counts(struct felt_hand_store *hand_store, struct felt_hand_store_counts *out);

/* ---- figures ---- */

enum {
    FELT_HAND_STORE_STATS_DAYS = 730,
    FELT_HAND_STORE_PAIRS_DAYS = 90,
    FELT_HAND_STORE_STAKE_BYTES = 31,
    FELT_HAND_STORE_HANDS_TOLD = 1000, /* of a graph */
    FELT_HAND_STORE_PAIRS_TOLD = 100,
    FELT_HAND_STORE_CLUES = 5, /* hands of a pair and day */
    FELT_HAND_STORE_ADDRESS_BYTES = 63
};
/* Days are counted from 1970, in UTC. */
static inline int32_t felt_hand_store_day(int64_t wall_ms)
{
    return (int32_t)(wall_ms / 86400000);
}

enum felt_hand_store_table {
    FELT_HAND_STORE_TABLE_CASH,
    FELT_HAND_STORE_TABLE_PRIVATE,
    FELT_HAND_STORE_TABLE_EVENT,
    FELT_HAND_STORE_TABLE_KINDS
};
enum felt_seated { FELT_SEATED_PERSON, FELT_SEATED_BOT, FELT_SEATED_HOUSE, FELT_SEATEDS };

struct felt_counted_seat {
    int64_t user;
    uint8_t seated; /* enum felt_seated                                                         */
    struct felt_user_stats stats;
};
/* What one of two people did to the other. */
struct felt_counted_pair {
    int64_t giver, taker;
    uint8_t clue; /* bits of enum felt_clue                                                     */
    struct felt_collusion of;
};
enum { FELT_COUNTED_PAIRS = FELT_SEATS_MAX * (FELT_SEATS_MAX - 1) };
struct felt_counted_hand {
    char hand_id[FELT_HAND_STORE_ROW_ID + 1];
    char stake[FELT_HAND_STORE_STAKE_BYTES + 1]; /* "nl-2" */
    uint8_t kind;                                /* enum felt_hand_store_table */
    int32_t day;
    uint8_t seats, pairs;
    struct felt_counted_seat seat[FELT_SEATS_MAX];
    struct felt_counted_pair pair[FELT_COUNTED_PAIRS]; /* only the first `pairs` are copied     */
};
/* False: too many wait, and the hand is not counted. */
bool felt_hand_store_count(struct felt_hand_store *hand_store,
                           const struct felt_counted_hand *hand);
/* A user came from this address (of IPv6: its network). */
bool felt_hand_store_seen(struct felt_hand_store *hand_store, int64_t user, const char *address,
                          int32_t day);

enum felt_hand_store_topic {
    FELT_HAND_STORE_STAKES, /* user, since: figures by stake */
    FELT_HAND_STORE_GRAPH,  /* user, since, limit: days, and the last hands at cash tables */
    FELT_HAND_STORE_BEST,   /* since, limit, by, hands_min: people at cash tables */
    FELT_HAND_STORE_HOUSE,  /* since: days of all house players at tables for chips */
    FELT_HAND_STORE_PAIRS,  /* since, limit: pairs to be looked at, the most suspicious first */
    FELT_HAND_STORE_TOPICS
};
enum felt_hand_store_order { FELT_BEST_BLINDS, FELT_BEST_HANDS, FELT_BEST_WON, FELT_BEST_ORDERS };

struct felt_hand_store_question {
    uint8_t topic, by; /* by: enum felt_hand_store_order */
    int64_t user;
    int32_t since; /* the first day                                                             */
    uint32_t limit, hands_min;
};

struct felt_hand_store_stake_stats { /* STAKES */
    char stake[FELT_HAND_STORE_STAKE_BYTES + 1];
    uint8_t kind, seated;
    struct felt_user_stats stats;
};
struct felt_hand_store_day_stats { /* GRAPH, HOUSE; BEST: user instead of day */
    int64_t user;
    int32_t day;
    int64_t hands, won, won_mbb, time_ms;
};
struct felt_hand_store_clue_row {
    char hand_id[FELT_HAND_STORE_ROW_ID + 1];
    uint8_t clue;
    int64_t gave_mbb; /* by the first of the pair                                               */
};
struct felt_hand_store_pair_row { /* PAIRS */
    int64_t first, second; /* the first gives                                                   */
    bool same_address;
    struct felt_collusion there, back;
    struct felt_suspicion suspicion;
    uint32_t clues;
    struct felt_hand_store_clue_row clue[FELT_HAND_STORE_CLUES];
};

struct felt_hand_store_findings {
    uint64_t ticket;
    uint8_t topic;
    bool failed; /* the hand store cannot be read now */
    uint32_t count, hand_count;
    union { /* freed by whoever takes it: felt_hand_store_drop() */
        void *rows;
        struct felt_hand_store_stake_stats *stakes;
        struct felt_hand_store_day_stats *days;
        struct felt_hand_store_pair_row *pairs;
    };
    struct felt_hand_store_row *hands; /* of GRAPH, newest first; the same */
};
bool felt_hand_store_ask(struct felt_hand_store *hand_store,
                         const struct felt_hand_store_question *question, uint64_t ticket);
bool felt_hand_store_take_findings(struct felt_hand_store *hand_store,
                                   struct felt_hand_store_findings *out);
void felt_hand_store_drop(struct felt_hand_store_findings *findings);

#endif
