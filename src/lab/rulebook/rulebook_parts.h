/* rulebook_parts.h -- what the files of the rulebook share.  Private to the lab.
 *
 *   rulebook.c         the sections in their order; words, concepts and covers
 *   rulebook_page.c    blocks of text as Markdown, as HTML, or only counted
 *   rulebook_words.c   numbers, cards and lists of them in English
 *   rulebook_tree.c    expressions without what is always so in this game
 *   rulebook_moment.c  tests of the moment in English
 *   rulebook_expr.c    expressions in English
 *   rulebook_able.c    what can happen in this game, and what cannot
 *   rulebook_ends.c    what can come to an end: piles, stacks, rounds, games
 *   rulebook_setup.c   what you need, the cards, the deal
 *   rulebook_course.c  the steps of a hand in their order, and phases of the whole table
 *   rulebook_turns.c   phases of one player
 *   rulebook_tricks.c  tricks and bids
 *   rulebook_chips.c   betting
 *   rulebook_value.c   what beats what
 *   rulebook_cards.c   special cards, points
 *   rulebook_end.c     how hands and games end
 *   rulebook_names.c   names for games that have none
 *
 * An author writes sentences into the block at hand and puts the block onto the page.  Whoever
 * writes the sentence about a thing marks it as covered: the marks cannot say more than the text.
 */
#ifndef FELT_LAB_RULEBOOK_RULEBOOK_PARTS_H
#define FELT_LAB_RULEBOOK_RULEBOOK_PARTS_H

#include "felt/genome_play.h"
#include "games/genome/needs.h"
#include "lab/rulebook/rulebook.h"

/* ---- the page ---- */

enum rulebook_block {
    BLOCK_TITLE,
    BLOCK_LEAD,
    BLOCK_HEADING,
    BLOCK_PARAGRAPH,
    BLOCK_ITEM,
    BLOCK_STEP,    /* numbered                                                              */
    BLOCK_SUBSTEP, /* of a step                                                             */
    BLOCK_HEAD,    /* of a table; cells are parted by RULEBOOK_CELL                          */
    BLOCK_ROW,
    BLOCK_LINES /* as they are: a transcript                                                 */
};
/* Within the text of a block.  Foreign text has no such characters (base/format.h). */
#define RULEBOOK_STRONG "\1"
#define RULEBOOK_PLAIN  "\2"
#define RULEBOOK_CELL   "\3"

enum { RULEBOOK_TEXT_BYTES = 8192 };

struct rulebook_page {
    enum felt_rulebook_form form;
    struct felt_buffer *out; /* NULL: words are counted, nothing is written                  */
    int words;               /* so far                                                       */
    int step;                /* number of the last one                                       */
    bool begun;
    enum rulebook_block last; /* the block before                                            */
    struct felt_buffer text;  /* of the block at hand                                        */
    char memory[RULEBOOK_TEXT_BYTES];
};
void rulebook_page_begin(struct rulebook_page *page, enum felt_rulebook_form form,
                         const char *title, struct felt_buffer *out);
/* The text of the block goes onto the page; an empty one does not. */
void rulebook_page_put(struct rulebook_page *page, enum rulebook_block block);
void rulebook_page_heading(struct rulebook_page *page, const char *heading);
void rulebook_page_end(struct rulebook_page *page);

/* ---- the author ---- */

/* What there is to learn: a bit each. */
enum rulebook_concept {
    CONCEPT_PHASE,                                       /* + enum felt_phase_type         */
    CONCEPT_EFFECT = CONCEPT_PHASE + FELT_PHASE_TYPES,   /* + enum felt_effect_type        */
    CONCEPT_SCORING = CONCEPT_EFFECT + 13,               /* + enum felt_scoring_trigger    */
    CONCEPT_WIN = CONCEPT_SCORING + FELT_SCORE_TRIGGERS, /* + enum felt_win_type           */
    CONCEPT_EVALUATION = CONCEPT_WIN + FELT_WIN_TYPES,   /* + enum felt_eval_method        */
    CONCEPT_TEST = CONCEPT_EVALUATION + 7,               /* + enum felt_test               */
    CONCEPT_TRUMP = CONCEPT_TEST + FELT_TESTS,
    CONCEPT_WILD,
    CONCEPT_TEAMS,
    CONCEPT_SIDE_POTS,
    CONCEPT_BLINDS,
    CONCEPT_LADDER,
    CONCEPT_CAPTURE_RANK,
    CONCEPT_CAPTURE_SUM,
    CONCEPT_SWEEP,
    CONCEPT_GROUPS,
    CONCEPT_PAIRS,
    CONCEPT_BREAKING,
    CONCEPT_MUST_BEAT,
    CONCEPT_OPENING,
    CONCEPT_MOON,
    CONCEPT_NIL,
    CONCEPT_BATTLE,
    CONCEPT_PASS_COST,
    CONCEPT_VALUES,
    CONCEPT_OWN_SUITS,
    CONCEPT_FACE_DOWN,
    CONCEPT_OPEN_HANDS,
    CONCEPT_LOW,
    CONCEPT_HAND_END,
    CONCEPTS
};

/* Of whom a condition speaks. */
enum rulebook_subject { SUBJECT_YOU, SUBJECT_STARTER, SUBJECT_PLAYER };

struct rulebook_author {
    const struct felt_genome *genome;
    int min, max;                       /* players                                            */
    bool duel;                          /* two, never more                                    */
    struct felt_genome_program program; /* with the most players                              */
    struct genome_has has;
    felt_cards deck;
    bool happens[FELT_PHASES_MAX]; /* phases that can come about                              */
    bool betting;                  /* a betting phase happens                                 */
    bool discards, table;          /* cards can lie there                                     */
    bool points;                   /* points are written down                                 */
    bool points_win;               /* and say who wins, or something else                     */
    struct felt_rulebook_cover cover;
    uint64_t concepts[2];
    const char *heading; /* of the section at hand, until its first block                    */
    struct rulebook_page page;
};
_Static_assert(CONCEPTS <= 128, "bits of concepts[]");

void rulebook_author_init(struct rulebook_author *author, const struct felt_genome *genome);
/* Text as it is, into the block at hand; the conversions of base/format.h. */
__attribute__((format(printf, 2, 3))) void rulebook_say(struct rulebook_author *author,
                                                        const char *format, ...);
/* A sentence: a blank before it if it is not the first. */
__attribute__((format(printf, 2, 3))) void rulebook_tell(struct rulebook_author *author,
                                                         const char *format, ...);
void rulebook_put(struct rulebook_author *author, enum rulebook_block block);
/* Is written with the first block of its section; without one, not at all. */
void rulebook_heading(struct rulebook_author *author, const char *text);
/* The letter at this place of the block as a capital, or small. */
void rulebook_capital(struct rulebook_author *author, size_t at);
void rulebook_small(struct rulebook_author *author, size_t at);
static inline void rulebook_learn(struct rulebook_author *author, int idea)
{
    author->concepts[idea / 64] |= UINT64_C(1) << idea % 64;
}

/* ---- words ---- */

/* "three cards", "one card", "no cards", "20 cards". */
void rulebook_count(struct rulebook_author *author, int64_t count, const char *one,
                    const char *many);
/* "three", "20", "2,000". */
void rulebook_number(struct rulebook_author *author, int64_t number);
/* "first", "second", ... "21st". */
void rulebook_ordinal(struct rulebook_author *author, int64_t number);
const char *rulebook_rank(int rank);   /* "two", "ace"                                     */
const char *rulebook_ranks(int rank);  /* "twos", "aces"                                   */
const char *rulebook_a_rank(int rank); /* "a two", "an ace"                                */
const char *rulebook_suit(int suit);   /* "hearts"                                         */
const char *rulebook_a_suit(int suit); /* "a heart"                                        */
/* Between items of a list: ", ", " and " before the last. */
const char *rulebook_between(int index, int count, const char *last);
/* Cards that a rank and a suit name, one of them or both: "eights", "hearts", "the queen of
 * spades", "cards". */
void rulebook_cards_of(struct rulebook_author *author, int rank, int suit);
/* "an eight", "a heart", "the queen of spades", "any card". */
void rulebook_a_card_of(struct rulebook_author *author, int rank, int suit);
/* Any set of cards, in as few words as we find. */
void rulebook_card_set(struct rulebook_author *author, felt_cards cards);
/* "the other player" between two, else "the next player"; "the others", ... */
static inline const char *rulebook_next(const struct rulebook_author *author)
{
    return author->duel ? "the other player" : "the next player";
}
static inline const char *rulebook_others(const struct rulebook_author *author)
{
    return author->duel ? "the other player" : "the others";
}
static inline const char *rulebook_everybody(const struct rulebook_author *author)
{
    return author->duel ? "Both players" : "All players";
}

/* ---- expressions ---- */

enum rulebook_truth { TRUTH_NEVER, TRUTH_ALWAYS, TRUTH_DEPENDS };
/* Can it be false, and can it be true, in this game? */
enum rulebook_truth rulebook_truth(struct rulebook_author *author, const struct felt_expr *expr);
/* "you hold at least three cards and the draw pile is not empty" */
void rulebook_condition(struct rulebook_author *author, const struct felt_expr *expr,
                        enum rulebook_subject subject);
/* "a card of the same suit or rank as the top discard": the cards that pass. */
void rulebook_fitting(struct rulebook_author *author, const struct felt_expr *expr);
/* Does it compare cards with the top discard (FELT_REF_TOP) or with the table (ANY), and could
 * there be none?  Bit 1: cards are let through then; bit 2: none are. */
unsigned rulebook_bare(struct rulebook_author *author, const struct felt_expr *expr, int ref);
/* Does it look at suits of cards? */
bool rulebook_asks_suits(const struct felt_expr *expr);

/* ---- what can happen ---- */

static inline felt_cards rulebook_suit_cards(int suit)
{
    return UINT64_C(0x1111111111111) << suit;
}
/* Cards that a rank and a suit name, of this deck. */
felt_cards rulebook_match(const struct rulebook_author *author, int rank, int suit);
bool rulebook_effect_happens(const struct rulebook_author *author, int index);
bool rulebook_effect_type(const struct rulebook_author *author, int type);
bool rulebook_scoring_happens(const struct rulebook_author *author, int index);
bool rulebook_phase_happens(const struct rulebook_author *author, int type);
bool rulebook_wild_matters(const struct rulebook_author *author);
bool rulebook_wild_hands(const struct rulebook_author *author);
bool rulebook_trump_matters(const struct rulebook_author *author);
bool rulebook_hands_matter(const struct rulebook_author *author);
bool rulebook_suits_matter(const struct rulebook_author *author);
bool rulebook_ranks_matter(const struct rulebook_author *author);
bool rulebook_values_matter(const struct rulebook_author *author);
/* Is a card drawn or dealt from the pile while a hand goes on? */
bool rulebook_draws(const struct rulebook_author *author);
bool rulebook_win_type(const struct rulebook_author *author, int type);
/* Do captured cards matter to anybody? */
bool rulebook_captured_matters(struct rulebook_author *author);
/* Can the draw pile run out? */
bool rulebook_pile_ends(const struct rulebook_author *author);
/* Can a round go by without a decision? */
bool rulebook_stall_happens(struct rulebook_author *author);
/* Can a stack be too short for a bet? */
bool rulebook_short_stacks(const struct rulebook_author *author);
/* Could a game be cut at the cap of turns? */
bool rulebook_cut_happens(const struct rulebook_author *author);
/* Does any condition of this game ask this? */
bool rulebook_asks(struct rulebook_author *author, int test);

/* ---- sections ---- */

void rulebook_intro(struct rulebook_author *author, const struct felt_rulebook *book);
void rulebook_needed(struct rulebook_author *author);
void rulebook_deal(struct rulebook_author *author);
void rulebook_course(struct rulebook_author *author);
void rulebook_betting(struct rulebook_author *author);
void rulebook_values(struct rulebook_author *author);
void rulebook_special(struct rulebook_author *author);
void rulebook_scoring(struct rulebook_author *author);
void rulebook_hand_end(struct rulebook_author *author);
void rulebook_game_end(struct rulebook_author *author);
void rulebook_forgotten(struct rulebook_author *author);

/* Sentences about one phase, into the block at hand. */
void rulebook_turn_phase(struct rulebook_author *author, int index);
void rulebook_bet_phase(struct rulebook_author *author, int index);
void rulebook_trick_phase(struct rulebook_author *author, int index);
void rulebook_bid_phase(struct rulebook_author *author, int index);
/* What takes the pot, if no showdown says so: "the first to have no cards left". */
void rulebook_pot_winner(struct rulebook_author *author);

#endif
