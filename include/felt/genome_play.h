/* genome_play.h -- a genome at the table: program, state, moves.
 *
 * A verified genome is compiled to a program (constant, flat).  A state is a whole session: hands
 * follow each other inside it until the game is over.  Every decision, in a betting phase, in the
 * middle of a trick or while cards are being chosen, is a *move*: a number below
 * FELT_MOVE_CODES.  Codes below 64 stand for a card, a rank, a number ... of the phase (felt_move
 * says which), the others for words like pass or raise.  So the legal moves of any moment are two
 * masks, and random play needs no list.
 *
 *     struct felt_genome_program program;
 *     felt_genome_compile(&genome, seats, &program);
 *     felt_genome_begin(&program, NULL, seed, &state, NULL);
 *     while (state.actor >= 0) {
 *         struct felt_moves moves;
 *         felt_genome_moves(&program, &state, &moves);
 *         felt_genome_play(&program, &state, felt_moves_pick(&moves, n), NULL);
 *     }
 *
 *   M1  chips: sum of stacks + pot = sum of state.chips after every move, in release builds too.
 *   M2  every card of the deck is in exactly one place: a hand, a captured pile, the table, a trick
 *       (laid), the draw pile or the discards.
 *   M3  there is always a legal move while actor >= 0, and each of them may be played.
 *   M4  a game of a verified genome ends after at most session.max_turns moves and what it takes to
 *       finish the hand.
 *   M5  folded seats take no turns, win no pots and win no hand.
 *   M6  the legal moves of a seat depend on nothing that it cannot see.
 *   M7  chance is in the state: the same moves from the same state lead to the same state. */
#ifndef FELT_GENOME_PLAY_H
#define FELT_GENOME_PLAY_H

#include "felt/game.h"
#include "felt/genome.h"

FELT_BEGIN

enum felt_move {
    /* below 64: an item.  Its meaning is that of the phase (enum felt_asks) */
    FELT_MOVE_ITEMS = 64,
    FELT_MOVE_FOLD = FELT_MOVE_ITEMS,
    FELT_MOVE_CHECK,
    FELT_MOVE_BET,
    FELT_MOVE_CALL,
    FELT_MOVE_RAISE,
    FELT_MOVE_ALL_IN,
    FELT_MOVE_PASS,
    FELT_MOVE_DRAW,  /* from the deck, or the one source of the phase                         */
    FELT_MOVE_TAKE,  /* the top of the discards                                              */
    FELT_MOVE_DONE,  /* enough cards chosen                                                  */
    FELT_MOVE_FLIP,  /* turn the top card                                                    */
    FELT_MOVE_DOUBT, /* challenge a claim                                                    */
    FELT_MOVE_BELIEVE,
    FELT_MOVE_KNOCK,
    FELT_MOVE_CODES
};

/* What the items of the pending decision are. */
enum felt_asks {
    FELT_ASKS_NOTHING, /* no items: words only                                               */
    FELT_ASKS_CARD,    /* a card of the own hand                                             */
    FELT_ASKS_GROUP,   /* 4 * rank + n - 1: n cards of a rank, lowest suits first            */
    FELT_ASKS_RUN,     /* the lowest card of a run of min_cards                              */
    FELT_ASKS_TABLE,   /* a card of the table                                                */
    FELT_ASKS_CAPTURE, /* the n-th way to capture (felt_genome_captures())                   */
    FELT_ASKS_RANK,
    FELT_ASKS_SUIT,
    FELT_ASKS_NUMBER, /* a bid                                                               */
    FELT_ASKS_SEAT
};

struct felt_moves {
    uint64_t items;  /* bit n: item n                                                        */
    uint32_t others; /* bit n: move 64 + n                                                   */
};
static inline int felt_moves_count(const struct felt_moves *moves)
{
#ifdef __POPCNT__
    return __builtin_popcountll(moves->items) + __builtin_popcountll(moves->others);
#else /* else the compiler calls a function for each */
    uint64_t a = moves->items, b = moves->others;
    const uint64_t pairs = UINT64_C(0x5555555555555555), fours = UINT64_C(0x3333333333333333);
    a -= a >> 1 & pairs;
    b -= b >> 1 & pairs;
    a = (a & fours) + (a >> 2 & fours);
    a += (b & fours) + (b >> 2 & fours); /* at most eight in four bits */
    a = (a & UINT64_C(0x0f0f0f0f0f0f0f0f)) + (a >> 4 & UINT64_C(0x0f0f0f0f0f0f0f0f));
    return (int)(a * UINT64_C(0x0101010101010101) >> 56);
#endif
}
static inline bool felt_moves_has(const struct felt_moves *moves, int move)
{
    return move < FELT_MOVE_ITEMS ? moves->items >> move & 1
                                  : moves->others >> (move - FELT_MOVE_ITEMS) & 1;
}
/* The n-th of them, items first; 0 <= n < felt_moves_count(). */
FELT_API int felt_moves_pick(const struct felt_moves *moves, int n);

/* ---- program ---- */

enum { FELT_EXPR_SLOTS = 2 * FELT_PHASES_MAX + 1, FELT_SLOT_NONE = 255 };

struct felt_genome_step {
    uint8_t type; /* enum felt_phase_type                                                    */
    bool turn;
    uint8_t block, block_end; /* turn phases: the run it belongs to                          */
    uint8_t condition, valid; /* slots of expr[], or FELT_SLOT_NONE                          */
    int32_t gene[FELT_GENES_MAX];
};

struct felt_genome_program {
    uint8_t seats, steps, wins, effects, patterns;
    uint8_t deck_count;
    bool chips;         /* starting_chips > 0                                                  */
    bool queue;         /* hands are piles face down, in order: next[] instead of captured[]   */
    bool several;       /* a session of more than one hand                                     */
    bool counts_hands;  /* a hand that is won is a point: there is no other score, and no chips */
    bool all_turns;     /* there are no table phases                                           */
    bool draws;         /* cards may be drawn while the hand goes on                           */
    uint8_t shuffled;   /* cards that can appear in a hand: so many are shuffled               */
    uint16_t win_types; /* bit per enum felt_win_type                                         */
    bool open_discards; /* discards lie face up                                               */
    bool showdown;      /* the pot is won by the best hand (else GEN-3)                        */
    bool layered;       /* a betting phase has side_pots                                       */
    bool teams;
    uint8_t scores; /* bit per enum felt_scoring_trigger that has points                   */
    uint8_t play;   /* first step that is a PlayPhase, or FELT_SLOT_NONE                   */
    uint16_t wild_ranks;
    int32_t starting_chips;
    int32_t setup[FELT_GENES_MAX], session[FELT_GENES_MAX], evaluation[FELT_GENES_MAX];
    int32_t win[FELT_WINS_MAX][FELT_GENES_MAX];
    int32_t effect[FELT_EFFECTS_MAX][FELT_GENES_MAX];
    int32_t pattern[FELT_PATTERNS_MAX][2];
    uint8_t team[FELT_GENOME_SEATS_MAX];
    felt_cards wild;               /* wild ranks, and cards with the effect wild              */
    felt_cards above[FELT_RANKS];  /* cards of a higher rank                                  */
    felt_cards beside[FELT_RANKS]; /* cards of a neighbouring rank                            */
    uint8_t order[FELT_RANKS];     /* 0: the lowest rank of this deck's order                 */
    int8_t value[FELT_RANKS];      /* points of a card                                        */
    int8_t points[FELT_SCORE_TRIGGERS][FELT_CARDS];
    felt_cards scored[FELT_SCORE_TRIGGERS]; /* cards that have points                        */
    uint8_t effects_of[FELT_CARDS]; /* bit per effect of a card that is played                 */
    felt_card deck[FELT_CARDS];
    struct felt_genome_step step[FELT_PHASES_MAX];
    struct felt_expr expr[FELT_EXPR_SLOTS]; /* last slot: hand_end                            */
    bool hand_ends;                         /* there is a hand_end                            */
    uint8_t top_slot; /* an expression that looks at nothing but the top of the discards ...     */
    felt_cards top_mask[FELT_CARDS]; /* ... and what passes it, for each card that may lie there */
    uint64_t hash;                   /* of everything above: what the game is          */
};

/* The genome is in order (felt_genome_verify()), seats are between its players.min and max. */
FELT_API void felt_genome_compile(const struct felt_genome *genome, int seats,
                                  struct felt_genome_program *out);

/* ---- state ---- */

struct felt_genome_state {
    struct felt_betting betting; /* stacks, stakes, pot; turn.live: not folded                */
    uint64_t chance;             /* key of shuffles and draws to come                         */
    felt_cards hand[FELT_GENOME_SEATS_MAX];
    __extension__ union {
        __extension__ struct {
            struct {
                felt_cards captured[FELT_GENOME_SEATS_MAX];
            } pile;
            felt_cards chosen; /* cards chosen so far in the pending decision; in captured piles:
                                  passed on and not there yet (phase_transfer.c)              */
        };
        uint8_t next[FELT_CARDS]; /* queue: the card under this one                           */
    };
    felt_cards table; /* cards face up for everybody; the board of a poker game              */
    felt_cards shown; /* cards of hands that everybody knows                                 */
    int32_t chips[FELT_GENOME_SEATS_MAX]; /* stacks at the beginning of the game: M1           */
    int32_t paid[FELT_GENOME_SEATS_MAX];  /* put into the pot and not won yet, stakes apart     */
    int16_t score[FELT_GENOME_SEATS_MAX];
    uint8_t order[FELT_CARDS]; /* [0, discards): the discards, top last; [deck_at, deck_count): the
                                  draw pile, top first                                       */
    union {
        struct {
            uint8_t tricks[FELT_GENOME_SEATS_MAX];
            uint8_t bid[FELT_GENOME_SEATS_MAX]; /* what was bid plus one; 0: nothing yet       */
        } count;
        struct { /* queue: the ends of each pile, FELT_CARD_NONE: empty                       */
            uint8_t top[FELT_GENOME_SEATS_MAX];
            uint8_t bottom[FELT_GENOME_SEATS_MAX];
        } queue;
    } by;
    uint8_t laid[FELT_GENOME_SEATS_MAX]; /* card of a seat in the trick or comparison; NONE    */
    uint16_t turns;                      /* moves of this game                                */
    uint8_t hands;                       /* that are over                                     */
    uint8_t cycle;                       /* of this hand; stays at 255                        */
    uint8_t pc;                          /* step                                              */
    uint8_t sub;                         /* where in the step: its own numbering              */
    felt_seat actor;                     /* who is to move; FELT_SEAT_NONE: over              */
    felt_seat turn;                      /* whose block it is                                 */
    felt_seat start;                     /* BettingStartPlayer                                */
    felt_seat leader;                    /* leads the trick; last to play on the ladder; claimer */
    uint8_t deck_at, discards;
    uint8_t dealt;   /* seats that play this hand                                              */
    uint8_t asked;   /* seats that have acted in this step                                     */
    uint8_t passed;  /* seats that passed since the last play                                  */
    uint8_t flags;   /* enum felt_genome_flag                                                  */
    uint8_t rank;    /* claimed rank, or of the last group on the ladder; FELT_CARD_NONE: none */
    uint8_t size;    /* cards claimed, or of the last group                                    */
    uint8_t suit;    /* named by whoever played a wild card; FELT_CARD_NONE: none              */
    uint8_t trump;   /* FELT_CARD_NONE: none                                                   */
    uint8_t raises;  /* raise_cap effects of this hand                                         */
    uint8_t repeat;  /* draws in this step                                                     */
    uint8_t winners; /* of the game, once it is over; 0: a draw                               */
    uint8_t carried; /* comparison: upper discards, or prizes, that wait for a winner         */
    uint8_t turned;  /* seats that have had their turn in this block                          */
};
FELT_STATIC_ASSERT(sizeof(struct felt_genome_state) <= 512, "search copies this a lot");

enum felt_genome_flag {
    FELT_FLAG_REVERSED = 1,   /* turns go anticlockwise                                       */
    FELT_FLAG_SKIP = 2,       /* the next player loses a turn                                 */
    FELT_FLAG_AGAIN = 4,      /* the player has another turn                                  */
    FELT_FLAG_FREE_CHECK = 8, /* the next betting phase is skipped                            */
    FELT_FLAG_BROKEN = 16,    /* the breaking suit was thrown off                             */
    FELT_FLAG_ENDING = 32,    /* the hand ends after this move                                */
    FELT_FLAG_CUT = 64,       /* the game was ended by its cap of turns                       */
    FELT_FLAG_OVER = 128
};

/* A game begins: chips are given (InitializeChips), the first hand is dealt, and the first decision
 * is pending.  `from` may be NULL: seats 0 .. seats-1, starting_chips each, seat 0 starts.  Else it
 * gives stacks, seats (0 .. seats-1 all of them), the start seat (opener, or seat 0), antes of a
 * stake (the winners of the game share them), and perhaps a deck; `later` replaces the seed. */
FELT_API void felt_genome_begin(const struct felt_genome_program *program,
                                const struct felt_deal *from, uint64_t seed,
                                struct felt_genome_state *state, struct felt_event_log *log);

/* The moves of the actor; there is one. */
FELT_API void felt_genome_moves(const struct felt_genome_program *program,
                                const struct felt_genome_state *state, struct felt_moves *out);
FELT_API enum felt_asks felt_genome_asks(const struct felt_genome_program *program,
                                         const struct felt_genome_state *state);
/* The actor's move, which must be legal.  The log may be NULL. */
FELT_API void felt_genome_play(const struct felt_genome_program *program,
                               struct felt_genome_state *state, int move,
                               struct felt_event_log *log);
/* Random moves until the game is over, or, if `hand_only`, the hand; returns how many. */
FELT_API uint32_t felt_genome_playout(const struct felt_genome_program *program,
                                      struct felt_genome_state *state, struct felt_rng *rng,
                                      bool hand_only);
/* Everything that `seat` cannot see is drawn anew: other hands, draw pile, cards face down, chance.
 * What it sees stays, and so do its legal moves (M6). */
FELT_API void felt_genome_redeal(const struct felt_genome_program *program, felt_seat seat,
                                 struct felt_rng *rng, struct felt_genome_state *state);
/* The same in two parts, for whoever draws anew from one state again and again: the cards that the
 * seat cannot see, in order, and new places for them in a copy of that state. */
struct felt_genome_hidden {
    uint8_t count;
    felt_card card[FELT_CARDS];
};
FELT_API void felt_genome_hide(const struct felt_genome_program *program,
                               const struct felt_genome_state *state, felt_seat seat,
                               struct felt_genome_hidden *out);
FELT_API void felt_genome_redeal_from(const struct felt_genome_program *program, felt_seat seat,
                                      const struct felt_genome_hidden *hidden, struct felt_rng *rng,
                                      struct felt_genome_state *state);

/* Ways to capture with `card` from the table by sum, each a set of cards; at most 64. */
FELT_API int felt_genome_captures(const struct felt_genome_program *program,
                                  const struct felt_genome_state *state, felt_card card,
                                  felt_cards out[64]);
/* Points of the cards of a hand that are in no meld, by a MeldPhase of the program. */
FELT_API int felt_meld_deadwood(const struct felt_genome_program *program,
                                const struct felt_genome_step *step, felt_cards hand);
/* Value of a seat's hand at a showdown, larger is better; 0: none (bust). */
FELT_API uint32_t felt_genome_value(const struct felt_genome_program *program,
                                    const struct felt_genome_state *state, felt_seat seat);
/* Won or lost by each seat so far.  Chips if the program (or the deal) has them; else, once it is
 * over, 60 * (seats / winners - 1) for winners and -60 for the others, 0 in a draw. */
FELT_API void felt_genome_payoff(const struct felt_genome_program *program,
                                 const struct felt_genome_state *state,
                                 felt_chips out[FELT_SEATS_MAX]);
enum { FELT_GENOME_POINT = 60 };

/* "play 7h", "raise to 40", "ask for kings": the move of the pending decision.  `bytes` > 0. */
FELT_API void felt_genome_move_text(const struct felt_genome_program *program,
                                    const struct felt_genome_state *state, int move, char *out,
                                    size_t bytes);

/* The table of game.h.  Betting moves are FOLD, CHECK, CALL and RAISE_TO; all others are MOVE, the
 * choice being the n-th legal move.  Rules: struct felt_genome_program. */
FELT_API extern const struct felt_game felt_genome_game;
/* Between moves and actions, for the pending decision. */
FELT_API struct felt_action felt_genome_action(const struct felt_genome_program *program,
                                               const struct felt_genome_state *state, int move);
/* -1: not legal. */
FELT_API int felt_genome_move_of(const struct felt_genome_program *program,
                                 const struct felt_genome_state *state, struct felt_action action);

FELT_END

#endif
