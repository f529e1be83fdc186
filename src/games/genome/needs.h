/* needs.h -- what a genome has, and what that asks for.
 *
 * verify.c complains about the difference, repair.c mends it, and the operators of the lab look
 * before they change anything.  Nothing here trusts the genome but for its counts and the types of
 * its phases (felt_genome_countable()). */
#ifndef FELT_GAMES_GENOME_NEEDS_H
#define FELT_GAMES_GENOME_NEEDS_H

#include "felt/genome.h"

enum { GENOME_VALUE_MAX = 100 }; /* points of a card, at most */

struct genome_has {
    uint16_t phases;  /* bit per enum felt_phase_type                                         */
    uint16_t wins;    /* bit per enum felt_win_type                                           */
    uint8_t triggers; /* bit per enum felt_scoring_trigger that can come about                */
    bool queue;       /* hands are piles face down                                            */
    bool cards;       /* hands have cards at some time                                        */
    bool asks;        /* somebody is asked something                                          */
    bool plays;       /* cards are played one by one: effects are triggered                   */
    bool pays;        /* chips can move                                                       */
    bool wants_chips; /* something that says chips                                            */
    bool shows;       /* hands are compared by hand_evaluation                                */
    bool scores;
    bool counts_hands; /* a hand that is won is a point, for there are no others               */
    bool captures;
    bool collects; /* captures, or takes cards into hands: somebody can get them all          */
    bool empties;  /* cards leave hands                                                        */
    bool ends;     /* a hand ends by itself, sooner or later                                   */
};

/* Counts within their arrays and phases of known types: the rest can be looked at. */
bool felt_genome_countable(const struct felt_genome *genome);
void felt_genome_has(const struct felt_genome *genome, struct genome_has *out);

static inline bool genome_has_phase(const struct genome_has *has, enum felt_phase_type type)
{
    return has->phases >> type & 1;
}
static inline bool genome_has_win(const struct genome_has *has, enum felt_win_type type)
{
    return has->wins >> type & 1;
}

/* Cards that a hand deals for certain: setup, and deals without a condition in the first cycle, or
 * in all cycles if nothing goes back into the deck. */
int64_t felt_genome_dealt(const struct felt_genome *genome, int seats);
/* Chips that a seat may have to put in at the start of this phase; 0 for phases without chips. */
int64_t felt_phase_forced(const struct felt_genome_phase *phase);
/* The first seat that is in a team it should not be in, or in none; FELT_SEAT_NONE: all are in one;
 * FELT_GENOME_SEATS_MAX: nothing is wrong. */
int felt_genome_teams_flaw(const struct felt_genome *genome);
/* Does it ask for cards by an expression? */
static inline bool felt_phase_has_valid(int type)
{
    return type == FELT_PHASE_TYPE_PLAY || type == FELT_PHASE_TYPE_CLAIM ||
           type == FELT_PHASE_TYPE_DISCARD;
}
/* Phases in which players choose cards, or look at them: not of piles face down. */
bool felt_phase_fits_queue(const struct felt_genome_phase *phase);

/* ---- expressions ---- */

enum genome_expr_flaw {
    EXPR_FINE,
    EXPR_SHAPE, /* not one expression in postfix order                                        */
    EXPR_DEEP,
    EXPR_TEST, /* no such test                                                                */
    EXPR_REF,
    EXPR_CMP,
    EXPR_VALUE
};
/* What is wrong first, and at which node. */
enum genome_expr_flaw felt_expr_inspect(const struct felt_expr *expr, int *node);
/* Bit per enum felt_ref that a test may have. */
unsigned felt_test_refs(enum felt_test test);
/* Does it compare with a value? */
bool felt_test_compares(enum felt_test test);
/* Values that a test may be compared with. */
void felt_test_values(enum felt_test test, int *min, int *max);
/* Where the expression that ends with this node begins; the shape is fine. */
int felt_expr_begin(const struct felt_expr *expr, int node);
/* How deep it is: 1 for a test. */
int felt_expr_depth(const struct felt_expr *expr);

#endif
