/* genome.h -- a card game with betting phases as data: what a person writes, a search mutates.
 *
 * A genome is a value without pointers.  Its numbers are *genes*: every gene is a row of a table
 * (felt_genes_of()) that says its word in JSON, its kind, its range and its default.  Reader,
 * writer, validator, repair and mutation all go by these rows, so a gene is described once.
 *
 *   N1  a gene of a verified genome is in the range of its row.
 *   N2  write(read(text)) is canonical: writing what was read from it gives the same bytes.
 *   N3  a genome that felt_genome_verify() accepts can be compiled, and its game ends: by its
 *       rules, or by its caps.
 *
 * How a game is played is in genome_play.h and docs/LAB.md. */
#ifndef FELT_GENOME_H
#define FELT_GENOME_H

#include "felt/card.h"
#include "felt/seat.h"
#include "felt/status.h"

FELT_BEGIN

enum {
    FELT_GENOME_SEATS_MAX = 6,
    FELT_PHASES_MAX = 10,
    FELT_EFFECTS_MAX = 6,
    FELT_SCORINGS_MAX = 12,
    FELT_WINS_MAX = 3,
    FELT_PATTERNS_MAX = 8,
    FELT_EXPR_NODES_MAX = 15,
    FELT_EXPR_DEPTH_MAX = 3,
    FELT_GENES_MAX = 10, /* of one section                                                  */
    FELT_GENOME_NAME_BYTES = 64,
    FELT_GENOME_EXTRA_BYTES = 2048, /* unknown fields, as compact JSON                      */
    FELT_GENE_NONE = -1             /* of ranks and suits: none                             */
};

/* ---- expressions ---- */

/* Tests of a moment, and of a card.  Together they make a set of cards: a test of a moment is all
 * cards or none, a test of a card the cards that pass it.  Where a yes or no is asked (conditions,
 * hand_end) an expression is true if a card of the seat's hand is in the set, or, if it only tests
 * moments, if they hold. */
enum felt_test {
    FELT_TEST_HAND_SIZE, /* of the seat (ref self), or of the smallest other hand (ref others)  */
    FELT_TEST_ZONE_SIZE, /* ref: deck, discard, table, captured                                 */
    FELT_TEST_CHIPS,
    FELT_TEST_POT,
    FELT_TEST_TO_CALL,
    FELT_TEST_TRICKS,
    FELT_TEST_SCORE,
    FELT_TEST_FOLDED_COUNT,
    FELT_TEST_CYCLE,      /* cycles of this hand that are over                                  */
    FELT_TEST_IS_LEADER,  /* nobody has more chips (without chips: a higher score)              */
    FELT_TEST_HAND_VALUE, /* points of the hand, by hand_evaluation values (10 for pictures, ...) */
    FELT_TEST_HAS_SET,    /* the largest number of cards of one rank in the hand                */
    FELT_TEST_HAS_RUN,    /* the longest run of one suit in the hand                            */
    FELT_TEST_CARD_RANK,  /* cmp in the order of ranks of this deck; value: a rank              */
    FELT_TEST_CARD_SUIT,  /* EQ and NE only; value: a suit                                      */
    FELT_TEST_SAME_RANK,  /* as the reference card: ref top (of the discards), led (of the trick),
                             any (a card of the table).  No reference card: all cards pass      */
    FELT_TEST_SAME_SUIT,
    FELT_TEST_SAME_COLOR,
    FELT_TEST_BEATS,    /* a higher rank than the reference                                     */
    FELT_TEST_ADJACENT, /* a rank beside it; ref any: beside a card of the table, of its suit   */
    FELT_TEST_IS_WILD,
    FELT_TESTS
};
enum felt_cmp { FELT_EQ, FELT_NE, FELT_LT, FELT_GT, FELT_LE, FELT_GE, FELT_CMPS };
enum felt_ref {
    FELT_REF_SELF,
    FELT_REF_OTHERS,
    FELT_REF_DECK,
    FELT_REF_DISCARD,
    FELT_REF_TABLE,
    FELT_REF_CAPTURED,
    FELT_REF_TOP,
    FELT_REF_LED,
    FELT_REF_ANY,
    FELT_REFS
};
enum felt_expr_op { FELT_EXPR_TEST, FELT_EXPR_AND, FELT_EXPR_OR, FELT_EXPR_NOT };

struct felt_expr_node {
    uint8_t op;   /* enum felt_expr_op                                            */
    uint8_t args; /* AND, OR: 1 .. 15 expressions before it in the list; NOT: 1   */
    uint8_t test, ref, cmp;
    int16_t value;
};
/* In postfix order; count 0: there is none, everything passes. */
struct felt_expr {
    uint8_t count;
    struct felt_expr_node node[FELT_EXPR_NODES_MAX];
};

/* ---- genes ---- */

enum felt_gene_kind {
    FELT_GENE_INT,
    FELT_GENE_BOOL,
    FELT_GENE_WORD, /* one of words[]                                                        */
    FELT_GENE_RANK, /* FELT_GENE_NONE, or 0 .. 12: "2" .. "A"; null is none                   */
    FELT_GENE_SUIT  /* FELT_GENE_NONE, or 0 .. 3: "C" "D" "H" "S"; null is none               */
};
struct felt_gene_row {
    const char *key;
    uint8_t kind;
    bool always;                 /* written even if it is the default                      */
    int32_t min, max, otherwise; /* otherwise: the default                                 */
    const char *const *words;    /* WORD: max + 1 of them                                  */
};

/* Parts of a genome that have genes. */
enum felt_section {
    FELT_SECTION_PLAYERS,
    FELT_SECTION_DECK,
    FELT_SECTION_SETUP,
    FELT_SECTION_SESSION,
    FELT_SECTION_EVALUATION,
    FELT_SECTION_PATTERN,
    FELT_SECTION_EFFECT,
    FELT_SECTION_SCORING,
    FELT_SECTION_WIN,
    FELT_SECTION_PHASE, /* + enum felt_phase_type                                            */
    FELT_SECTIONS = FELT_SECTION_PHASE + 15
};
/* Its rows; *count of them, at most FELT_GENES_MAX. */
FELT_API const struct felt_gene_row *felt_genes_of(enum felt_section section, int *count);
/* "setup", "session", ..., "BettingPhase": the word of a section. */
FELT_API const char *felt_section_word(enum felt_section section);

struct felt_genes {
    int32_t gene[FELT_GENES_MAX];
    uint16_t extra; /* unknown fields: where they stand in genome.extra, 0: there are none    */
};

/* Indices of genes, by section. */
enum { FELT_PLAYERS_MIN, FELT_PLAYERS_MAX };
enum { FELT_DECK_KIND, FELT_DECK_ACE };
enum felt_genome_deck {
    FELT_GENOME_DECK_52,
    FELT_GENOME_DECK_SHORT36,   /* six to ace                                                */
    FELT_GENOME_DECK_SHORT32,   /* seven to ace                                              */
    FELT_GENOME_DECK_SPANISH40, /* ace, two to seven, jack, queen, king                      */
    FELT_GENOME_DECK_CUSTOM     /* genome.deck_cards                                         */
};
enum felt_ace {
    FELT_ACE_HIGH,
    FELT_ACE_LOW,
    FELT_ACE_BOTH,       /* high, and below the deuce in runs                                */
    FELT_ACE_UNDER_DEUCE /* the deuce is the highest card, the three the lowest (President)  */
};
enum {
    FELT_SETUP_CARDS,      /* cards_per_player                                               */
    FELT_SETUP_DEAL_ALL,   /* the whole deck is dealt out, one by one                        */
    FELT_SETUP_DISCARDS,   /* initial_discard_count, face up                                 */
    FELT_SETUP_COMMUNITY,  /* community_count, to the table                                  */
    FELT_SETUP_TRUMP_MODE, /* none, fixed, random (a suit for each hand), rotate             */
    FELT_SETUP_TRUMP,      /* trump_suit: of fixed; rotate begins with it                    */
    FELT_SETUP_CHIPS,      /* starting_chips; 0: no betting                                  */
    FELT_SETUP_VISIBLE,    /* hand_visible: owner, all, none (a pile face down)              */
    FELT_SETUP_OWN_SUITS   /* seat n is dealt suit n of the deck, lowest suit first (Goofspiel) */
};
enum { FELT_TRUMP_NONE, FELT_TRUMP_FIXED, FELT_TRUMP_RANDOM, FELT_TRUMP_ROTATE };
enum { FELT_HAND_OWNER, FELT_HAND_ALL, FELT_HAND_NOBODY };
enum {
    FELT_SESSION_MODE,   /* hands, continuous                                                */
    FELT_SESSION_HANDS,  /* max_hands                                                        */
    FELT_SESSION_TURNS,  /* max_turns                                                        */
    FELT_SESSION_CYCLES, /* cycles_per_hand; 0: no limit                                     */
    FELT_SESSION_ROTATE,
    FELT_SESSION_EMPTY, /* on_deck_empty: reshuffle, end_hand, nothing                      */
    FELT_SESSION_TIE    /* tie_rule: draw, start (first of the tied from the start seat)    */
};
enum { FELT_MODE_HANDS, FELT_MODE_CONTINUOUS };
enum { FELT_EMPTY_RESHUFFLE, FELT_EMPTY_END_HAND, FELT_EMPTY_NOTHING };
enum { FELT_TIE_DRAW, FELT_TIE_START };
enum {
    FELT_EVAL_METHOD,
    FELT_EVAL_BEST_OF,   /* poker, high_card: how many cards count, 1 .. 5                    */
    FELT_EVAL_COMMUNITY, /* use_community: cards of the table that may be used; 0: none       */
    FELT_EVAL_TARGET,    /* point_total: the nearest to it wins; 0: the most points           */
    FELT_EVAL_BUST,      /* more points than this are worth nothing; 0: never                 */
    FELT_EVAL_ACE_ALT,   /* an ace may count this many points instead; 0: it may not          */
    FELT_EVAL_LOW        /* the lowest hand wins                                              */
};
enum felt_eval_method {
    FELT_EVAL_NONE,
    FELT_EVAL_HIGH_CARD,
    FELT_EVAL_POINT_TOTAL,
    FELT_EVAL_POKER,
    FELT_EVAL_PATTERN, /* the highest pattern that the hand holds, then its highest cards     */
    FELT_EVAL_CARD_COUNT,
    FELT_EVAL_BADUGI
};
/* A pattern: so many cards of one rank, or of one suit, or in a run; the first in the list is the
 * best one. */
enum { FELT_PATTERN_SAME_RANK, FELT_PATTERN_SAME_SUIT, FELT_PATTERN_RUN, FELT_PATTERN_PAIRS };
enum {
    FELT_EFFECT_RANK, /* trigger: the card that is played, by rank, suit or both              */
    FELT_EFFECT_SUIT,
    FELT_EFFECT_TYPE,
    FELT_EFFECT_TARGET,
    FELT_EFFECT_VALUE
};
enum felt_effect_type {
    FELT_EFFECT_SKIP,
    FELT_EFFECT_REVERSE,
    FELT_EFFECT_DRAW,          /* the target draws `value` cards                                */
    FELT_EFFECT_EXTRA_TURN,    /* whoever played it plays again                                 */
    FELT_EFFECT_FORCE_DISCARD, /* the target loses `value` random cards to the discards       */
    FELT_EFFECT_WILD,       /* such cards pass every valid_play_condition and may be any suit: the
                               next player faces the suit that the player names            */
    FELT_EFFECT_SWAP_HANDS, /* with the target                                             */
    FELT_EFFECT_STEAL,      /* `value` random cards of the target's hand                   */
    FELT_EFFECT_PEEK,       /* `value` random cards of the target's hand become known to all */
    FELT_EFFECT_ANTE_UP,    /* everybody who can pays `value` chips to the pot             */
    FELT_EFFECT_DOUBLE_POT, /* whoever played it pays as much as the pot holds, if it can  */
    FELT_EFFECT_FREE_CHECK, /* the next betting phase of the hand is skipped               */
    FELT_EFFECT_RAISE_CAP   /* max_raises of the next betting phases of the hand grow by `value` */
};
enum felt_effect_target {
    FELT_TARGET_SELF,
    FELT_TARGET_NEXT,
    FELT_TARGET_PREVIOUS,
    FELT_TARGET_OTHERS,
    FELT_TARGET_ALL
};
enum { FELT_SCORING_RANK, FELT_SCORING_SUIT, FELT_SCORING_POINTS, FELT_SCORING_TRIGGER };
enum felt_scoring_trigger {
    FELT_SCORE_TRICK_WIN,    /* for cards in tricks that a seat wins                          */
    FELT_SCORE_CAPTURE,      /* for cards captured in play and compare phases                 */
    FELT_SCORE_PLAY,         /* for playing it                                                */
    FELT_SCORE_HAND_END,     /* for cards left in a hand when the hand ends                   */
    FELT_SCORE_SET_COMPLETE, /* for laying down the set that holds it (ask, meld)             */
    FELT_SCORE_POT_WIN,      /* for winning a pot while holding it                            */
    FELT_SCORE_TRIGGERS
};
enum { FELT_WIN_TYPE, FELT_WIN_THRESHOLD, FELT_WIN_RANK, FELT_WIN_SUIT };
enum felt_win_type {
    FELT_WIN_EMPTY_HAND,      /* first without cards: ends the hand                           */
    FELT_WIN_ALL_HANDS_EMPTY, /* ends the hand; the next condition says who wins              */
    FELT_WIN_HIGH_SCORE,
    FELT_WIN_LOW_SCORE,      /* with a `threshold`, whoever has so many points ends the game   */
    FELT_WIN_FIRST_TO_SCORE, /* `threshold` points; the most, if several reach it at once     */
    FELT_WIN_CAPTURE_ALL,    /* holds every card: ends the hand                               */
    FELT_WIN_MOST_CAPTURED,
    FELT_WIN_BEST_HAND,
    FELT_WIN_MOST_TRICKS,
    FELT_WIN_FEWEST_TRICKS,
    FELT_WIN_MOST_CHIPS,
    FELT_WIN_LAST_WITH_CHIPS,
    FELT_WIN_NOT_HOLDING, /* everybody who does not hold the card (rank, suit) at the end     */
    FELT_WIN_TYPES
};

/* ---- phases ---- */

enum felt_phase_type {
    FELT_PHASE_TYPE_BETTING,
    FELT_PHASE_TYPE_ANTE,
    FELT_PHASE_TYPE_DEAL,
    FELT_PHASE_TYPE_SHOWDOWN,
    FELT_PHASE_TYPE_DRAW,
    FELT_PHASE_TYPE_PLAY,
    FELT_PHASE_TYPE_DISCARD,
    FELT_PHASE_TYPE_TRANSFER,
    FELT_PHASE_TYPE_COMPARE,
    FELT_PHASE_TYPE_TRICK,
    FELT_PHASE_TYPE_BIDDING,
    FELT_PHASE_TYPE_CLAIM,
    FELT_PHASE_TYPE_ASK,
    FELT_PHASE_TYPE_MELD,
    FELT_PHASE_TYPE_SCORE,
    FELT_PHASE_TYPES
};
/* Turn phases run for one player; a run of them is a block that each player goes through in turn.
 * All others run once for the whole table. */
static inline bool felt_phase_is_turn(int type)
{
    return type == FELT_PHASE_TYPE_DRAW || type == FELT_PHASE_TYPE_PLAY ||
           type == FELT_PHASE_TYPE_DISCARD || type == FELT_PHASE_TYPE_CLAIM ||
           type == FELT_PHASE_TYPE_ASK || type == FELT_PHASE_TYPE_MELD;
}

/* The document's two genes, then what defaults to its behaviour. */
enum {
    FELT_BET_MIN,
    FELT_BET_RAISES,
    FELT_BET_ANTE,  /* dead, by everybody, before the phase                                   */
    FELT_BET_SMALL, /* small_blind of the start seat, live                                    */
    FELT_BET_BIG,   /* big_blind of the seat after it                                         */
    FELT_BET_SIDE_POTS
};
enum { FELT_ANTE_AMOUNT, FELT_ANTE_WHO };
enum { FELT_ANTE_ALL, FELT_ANTE_START };
enum { FELT_DEAL_TO, FELT_DEAL_COUNT, FELT_DEAL_FACE };
enum { FELT_DEAL_COMMUNITY, FELT_DEAL_HANDS, FELT_DEAL_DISCARD };
enum { FELT_FACE_DOWN, FELT_FACE_UP };
enum { FELT_SHOWDOWN_AWARD, FELT_SHOWDOWN_POINTS };
enum { FELT_AWARD_POT, FELT_AWARD_POINTS }; /* POINTS: `points` to the score of each winner    */
enum {
    FELT_DRAW_SOURCE,
    FELT_DRAW_COUNT,
    FELT_DRAW_MANDATORY, /* false: the player may pass                                        */
    FELT_DRAW_REPEAT,
    FELT_DRAW_MAX_REPEAT,
    FELT_DRAW_REFILL /* refill_to: draws until the hand has so many cards; 0: `count` cards   */
};
enum {
    FELT_FROM_DECK,
    FELT_FROM_DISCARD,
    FELT_FROM_EITHER,   /* deck or top of the discards, as the player likes                   */
    FELT_FROM_OPPONENT, /* a random card of the next live player's hand                       */
    FELT_FROM_TABLE     /* a card of the table that the player chooses                        */
};
enum { FELT_REPEAT_ONCE, FELT_REPEAT_UNTIL_PASS, FELT_REPEAT_UNTIL_PLAYABLE };
enum {
    FELT_PLAY_TARGET,
    FELT_PLAY_MIN, /* sets and runs: how many cards                                           */
    FELT_PLAY_MAX,
    FELT_PLAY_GROUP,
    FELT_PLAY_MANDATORY, /* false: the player may pass                                        */
    FELT_PLAY_PASS_IF_UNABLE, /* who has no legal card passes; else the hand ends there        */
    FELT_PLAY_CAPTURE,
    FELT_PLAY_LADDER,    /* a group must be as large as the last one and of a higher rank; when all
                            others pass, the pile is cleared and the last to play leads        */
    FELT_PLAY_PASS_COST, /* chips to the pot for a pass, as far as the player has them        */
    FELT_PLAY_SWEEP      /* points for a capture that clears the table                        */
};
enum { FELT_TO_DISCARD, FELT_TO_TABLE, FELT_TO_OWN }; /* OWN: the player's captured cards      */
enum { FELT_GROUP_SINGLE, FELT_GROUP_SET, FELT_GROUP_RUN };
/* What a card played to the table takes from it: cards of its rank; or cards whose values sum to
 * its own, one card of the same value first. */
enum { FELT_CAPTURE_NONE, FELT_CAPTURE_RANK, FELT_CAPTURE_SUM };
enum { FELT_DISCARD_MIN, FELT_DISCARD_MAX, FELT_DISCARD_MATCHING };
enum {
    FELT_MATCHING_NONE,
    FELT_MATCHING_PAIRS
}; /* PAIRS: two cards of a rank together, any number
      of times; min and max do not count         */
enum { FELT_TRANSFER_COUNT, FELT_TRANSFER_DIRECTION };
enum {
    FELT_LEFT,
    FELT_RIGHT,
    FELT_ACROSS,
    FELT_PASS_ROTATES /* left, right, across (not with three), not at all: a hand for each    */
};
enum {
    FELT_COMPARE_REVEAL, /* top (of the hand), choose (a card, face down)                     */
    FELT_COMPARE_WINNER, /* high, low                                                         */
    FELT_COMPARE_TAKES,  /* captured, hand (under it), pot, points, discard                   */
    FELT_COMPARE_TIE,    /* split (nobody takes), carry (to the next winner), battle          */
    FELT_COMPARE_DOWN,   /* battle: cards face down before the next one                       */
    FELT_COMPARE_POINTS
};
enum { FELT_REVEAL_TOP, FELT_REVEAL_CHOOSE };
enum { FELT_COMPARE_HIGH, FELT_COMPARE_LOW };
enum {
    FELT_TAKES_CAPTURED,
    FELT_TAKES_HAND,
    FELT_TAKES_POT,    /* the winner of the comparison takes the pot; its cards are discarded */
    FELT_TAKES_POINTS, /* `points`, and a card of the table if there is one (its value)       */
    FELT_TAKES_DISCARD
};
enum { FELT_COMPARE_SPLIT, FELT_COMPARE_CARRY, FELT_COMPARE_BATTLE };
enum {
    FELT_TRICK_FOLLOW,
    FELT_TRICK_TRUMP, /* the trump suit of the setup counts                                   */
    FELT_TRICK_HIGH,  /* high_wins                                                            */
    FELT_TRICK_BREAKING_SUIT, /* not led until one was thrown off, or nothing else is held      */
    FELT_TRICK_MUST_BEAT,     /* who can must play a card that wins                             */
    FELT_TRICK_COUNT,         /* tricks; 0: until the hands are empty                           */
    FELT_TRICK_OPENING_RANK,  /* who holds this card leads it to the first trick of a hand      */
    FELT_TRICK_OPENING_SUIT,
    FELT_TRICK_MOON /* who takes all trick_win points of a hand gives them to everybody else   */
};
enum {
    FELT_BID_MIN,
    FELT_BID_MAX,
    FELT_BID_NIL,    /* 0 may be bid; its bonus or penalty                                  */
    FELT_BID_POINTS, /* points_per_trick of a contract that is made                         */
    FELT_BID_OVER,   /* overtrick                                                           */
    FELT_BID_PENALTY /* per trick of a contract that fails                                  */
};
enum {
    FELT_CLAIM_MIN,
    FELT_CLAIM_MAX,
    FELT_CLAIM_MODE,
    FELT_CLAIM_CHALLENGERS,
    FELT_CLAIM_PENALTY,
    FELT_CLAIM_CHIPS /* of penalty chips: to the pot                                          */
};
enum {
    FELT_CLAIM_SEQUENTIAL,
    FELT_CLAIM_CHOICE,
    FELT_CLAIM_UP_DOWN
}; /* UP_DOWN: a rank beside the last */
enum { FELT_CHALLENGE_NEXT, FELT_CHALLENGE_ALL };
enum { FELT_PENALTY_PILE, FELT_PENALTY_CHIPS };
enum { FELT_ASK_AGAIN, FELT_ASK_DRAW, FELT_ASK_SET }; /* on_hit again, on_miss draw, set_size  */
enum {
    FELT_MELD_MIN_SET,
    FELT_MELD_MIN_RUN, /* of one suit                                                         */
    FELT_MELD_KNOCK,   /* knock_limit: deadwood with which a player may knock                 */
    FELT_MELD_GIN,     /* bonus for no deadwood                                               */
    FELT_MELD_UNDERCUT /* bonus for who has no more deadwood than the knocker                 */
};
enum {
    FELT_SCORE_ZONE,
    FELT_SCORE_WHO,
    FELT_SCORE_SUIT,  /* captured: only cards of this suit count                              */
    FELT_SCORE_BEYOND /* tricks: those after the first so many of a side                      */
};
enum { FELT_ZONE_OF_HAND, FELT_ZONE_OF_CAPTURED, FELT_ZONE_OF_TRICKS };

struct felt_genome_phase {
    uint8_t type;
    struct felt_genes genes;
    struct felt_expr condition; /* false: the phase is skipped                                */
    struct felt_expr valid; /* PlayPhase: valid_play_condition; ClaimPhase and DiscardPhase too */
};

/* ---- the genome ---- */

struct felt_genome {
    char name[FELT_GENOME_NAME_BYTES];
    struct felt_genes players, deck, setup, session, evaluation;
    felt_cards deck_cards;      /* of a custom deck                                               */
    uint16_t wild_ranks;        /* setup.wild_cards: bit r for rank r                             */
    int16_t values[FELT_RANKS]; /* hand_evaluation.values, deuce first: points of a card      */
    uint8_t phases, effects, scorings, wins, patterns;
    uint8_t teams[FELT_GENOME_SEATS_MAX]; /* number of the team of each seat, all 0: no teams */
    bool legacy_deck; /* setup.initial_deck "standard_52" stood there, and is written again */
    struct felt_genome_phase phase[FELT_PHASES_MAX];
    struct felt_genes effect[FELT_EFFECTS_MAX];
    struct felt_genes scoring[FELT_SCORINGS_MAX];
    struct felt_genes win[FELT_WINS_MAX];
    struct felt_genes pattern[FELT_PATTERNS_MAX]; /* kind, count                              */
    struct felt_expr hand_end;
    uint16_t extra;       /* unknown fields of the genome itself                              */
    uint16_t extra_bytes; /* used of extra[]; 0 is never a place                              */
    char extra_text[FELT_GENOME_EXTRA_BYTES];
};

/* Nothing but defaults: no phases, no wins; not a valid game yet. */
FELT_API void felt_genome_init(struct felt_genome *genome);
/* A phase of this type with its defaults. */
FELT_API void felt_phase_init(struct felt_genome_phase *phase, enum felt_phase_type type);
/* Defaults of any section. */
FELT_API void felt_genes_init(struct felt_genes *genes, enum felt_section section);
/* Cards of the deck as a set. */
FELT_API felt_cards felt_genome_deck(const struct felt_genome *genome);
FELT_API bool felt_expr_equal(const struct felt_expr *a, const struct felt_expr *b);
/* Field by field, names and unknown fields too. */
FELT_API bool felt_genome_equal(const struct felt_genome *a, const struct felt_genome *b);

/* Words of tests, comparisons and references in JSON, and back: -1 if there is none. */
FELT_API const char *felt_test_word(enum felt_test test);
FELT_API const char *felt_cmp_word(enum felt_cmp cmp);
FELT_API const char *felt_ref_word(enum felt_ref ref);
FELT_API int felt_test_find(const char *word);
FELT_API int felt_cmp_find(const char *word);
FELT_API int felt_ref_find(const char *word);

/* ---- what is wrong with a genome ---- */

enum felt_genome_fault {
    FELT_FAULT_NONE,
    FELT_FAULT_RANGE,      /* a gene is out of its range                                  */
    FELT_FAULT_PLAYERS,    /* max below min                                               */
    FELT_FAULT_DECK,       /* a custom deck without enough cards                          */
    FELT_FAULT_DEAL,       /* more cards are dealt than the deck has                      */
    FELT_FAULT_PHASES,     /* none, or too many                                           */
    FELT_FAULT_WINS,       /* none                                                        */
    FELT_FAULT_CHIPS,      /* betting, antes or chip wins without starting_chips          */
    FELT_FAULT_MIN_BET,    /* not 0 < min_bet <= starting_chips                           */
    FELT_FAULT_BLINDS,     /* ante and blinds above starting_chips                        */
    FELT_FAULT_IDLE_CHIPS, /* starting_chips that nothing uses                            */
    FELT_FAULT_EVALUATION, /* best_hand or a showdown needs a hand_evaluation             */
    FELT_FAULT_SCORING,    /* a score wins, and nothing scores                            */
    FELT_FAULT_TRICKS,     /* tricks win or are bid on, and there is no TrickPhase        */
    FELT_FAULT_CAPTURE,    /* captures win, and nothing captures                          */
    FELT_FAULT_EMPTY,      /* empty hands win, and no phase takes cards from hands        */
    FELT_FAULT_NO_PLAY,    /* no phase in which anything can happen                       */
    FELT_FAULT_EXPR,       /* malformed, too deep, or a reference that a test does not know */
    FELT_FAULT_PLAY_COUNT, /* min above max                                               */
    FELT_FAULT_TEAMS,      /* a team of everybody, or seats that are not there            */
    FELT_FAULT_PATTERNS,   /* pattern evaluation without patterns                         */
    FELT_FAULT_VALUES,     /* card values out of range                                    */
    FELT_FAULT_ENDLESS,    /* no cap of turns, hands or cycles would end it               */
    FELT_FAULT_QUEUE,      /* a pile face down (hand_visible none) and phases that choose cards */
    FELT_FAULTS
};
/* "min_bet", "scoring", ...: a code for scripts. */
FELT_API const char *felt_fault_word(enum felt_genome_fault fault);

enum { FELT_POINTER_BYTES = 96 };
struct felt_genome_error {
    uint8_t fault;                    /* enum felt_genome_fault; NONE: what the reader says   */
    char pointer[FELT_POINTER_BYTES]; /* JSON pointer: "/turn_structure/phases/2/min_bet"     */
    char text[FELT_COMPLAINT_BYTES];  /* what is wrong, and what would do                     */
};

/* Up to `max` errors; returns how many there are, 0: the genome is in order (N3). */
FELT_API int felt_genome_verify(const struct felt_genome *genome, struct felt_genome_error *out,
                                int max);
/* Mends what has one obvious answer, and drops genes nothing refers to; true: it is in order now.
 * Changes nothing in a genome that is in order (GEN-5). */
FELT_API bool felt_genome_repair(struct felt_genome *genome);

FELT_END

#endif
