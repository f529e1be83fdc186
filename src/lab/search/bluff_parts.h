/* bluff_parts.h -- what the files of bluff.h share, and its tests look at.
 *
 *   bluff_train.c  the small game, its information sets, and regret minimisation
 *   bluff.c        what restricted players lose
 *
 * The small game is one hand from fresh stacks in which only bets are decided.  A *rule* of it says
 * who may not do what.  The sets of all rules lie in one table. */
#ifndef FELT_LAB_SEARCH_BLUFF_PARTS_H
#define FELT_LAB_SEARCH_BLUFF_PARTS_H

#include "felt/hash.h"
#include "lab/search/bluff.h"

enum {
    FELT_BLUFF_MOVES = 3,      /* of a betting decision at most                                  */
    FELT_BLUFF_SETS = 1 << 17, /* room in the table                                            */
    FELT_BLUFF_RATED = 1 << 12 /* strengths that are remembered                                */
};

struct felt_bluff_rule {
    uint8_t limit;  /* FREE, NEVER_BLUFF or NEVER_FOLD                                          */
    felt_seat seat; /* whom it binds                                                           */
};

/* An information set: what was regretted, and what was played, summed over time. */
struct felt_bluff_set {
    uint64_t key; /* 0: free                                                                   */
    float regret[FELT_BLUFF_MOVES], played[FELT_BLUFF_MOVES];
};

/* A hand on its way. */
struct felt_bluff_hand {
    struct felt_genome_state state;
    uint64_t bets; /* hash of the bets for the pot that lies there                             */
    uint8_t rounds, round;  /* betting rounds of this pot; step of the last one                 */
    uint8_t cycle, raiser;  /* who raised last, plus one                                        */
    felt_chips won, forced; /* from pots; antes and blinds                                     */
};

/* A betting decision. */
struct felt_bluff_spot {
    struct felt_bluff_set *set; /* NULL: the table is full                                     */
    uint8_t count, bucket;
    uint8_t move[FELT_BLUFF_MOVES], place[FELT_BLUFF_MOVES]; /* place: in the set              */
};

struct felt_bluff_game {
    struct felt_genome_program program; /* of one hand                                         */
    const struct felt_strengths *strengths;
    struct felt_agent *greedy;
    int buckets; /* even: a half is a border                                                   */
    int rounds;  /* betting phases                                                             */
    int32_t bet; /* the smallest                                                               */
    bool board;  /* strengths are drawn for a table that lies there                            */
    struct felt_rng rng;
    uint64_t work; /* moves, and what strengths cost                                           */
    uint32_t sets;
    uint32_t trained; /* hands                                                                 */
    struct {
        uint64_t key;
        double strength;
    } rated[FELT_BLUFF_RATED];
    struct felt_bluff_set set[FELT_BLUFF_SETS];
    _Alignas(16) unsigned char agent[1024];
};

/* False: there is nothing to bet.  Everything is zero but what is said above. */
bool felt_bluff_open(const struct felt_genome_program *program,
                     const struct felt_strengths *strengths, uint64_t seed,
                     struct felt_bluff_game *game);
/* A new hand, up to its first bet or its end.  A log, which may be NULL and else is empty with room
 * for FELT_EVENTS_MAX, is worked in: with it, won and forced are counted. */
void felt_bluff_deal(struct felt_bluff_game *game, uint64_t seed, struct felt_bluff_hand *hand,
                     struct felt_event_log *log);
/* The bet that is pending, under a rule.  `grow`: a set that is not there yet is made. */
void felt_bluff_look(struct felt_bluff_game *game, const struct felt_bluff_rule *rule,
                     const struct felt_bluff_hand *hand, bool grow, struct felt_bluff_spot *spot);
/* Plays a move and goes on to the next bet or the end. */
void felt_bluff_play(struct felt_bluff_game *game, struct felt_bluff_hand *hand, int move,
                     struct felt_event_log *log);
/* The average strategy. */
void felt_bluff_average(const struct felt_bluff_game *game, const struct felt_bluff_spot *spot,
                        double share[FELT_BLUFF_MOVES]);
/* One of the moves of the spot, by its share. */
int felt_bluff_draw(struct felt_bluff_game *game, const struct felt_bluff_spot *spot,
                    const double share[FELT_BLUFF_MOVES]);
/* Trains all rules on the same deals until so much work is done. */
void felt_bluff_train(struct felt_bluff_game *game, const struct felt_bluff_rule *rules, int count,
                      uint64_t work);
/* Chips that each seat wins with this hand when everybody plays the average strategy; `breadth` is
 * how many lines of bets are followed at most, beyond that one is drawn. */
void felt_bluff_expect(struct felt_bluff_game *game, const struct felt_bluff_rule *rule,
                       const struct felt_bluff_hand *hand, double breadth,
                       double out[FELT_GENOME_SEATS_MAX]);

#endif
