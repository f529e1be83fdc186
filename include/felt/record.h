/* record.h -- one recorded hand, and the texts it is read from and written to.
 *
 * A record is what a file says about a hand: who had how many chips, what was dealt, what everybody
 * did, and, if the file tells, how it ended.  It does not know whether that was legal: replay.h
 * finds out.  Readers and writers work in memory; files are the caller's.
 *
 * Forms:
 *
 *   PHH   the poker hand history, a subset of TOML; of many hands each has a header, [1], [2]
 *
 *   JSON  the same fields, one object a line
 *
 *   ACPC  log lines of the computer poker competition (acpc.h)
 *
 * Texts of PokerStars are read (pokerstars.h), Open Hand Histories are written (ohh.h).  Fields
 * that PHH has no name for begin with _ there: house rules, _bomb, _runs (two boards), _wild, and
 * _later, the stream of cards that go back into the deck.
 *
 *   R1  seats are numbered 0 .. seats-1 in the order p1, p2, ...: p1 is left of the button, the
 *       last one has the button.  Every list is in this order.  (In files of two seats, antes and
 *       blinds stand the other way round; readers and writers see to that.)
 *   R2  amounts are whole: files with fractions are multiplied by 10^decimals.
 *   R3  read(write(r)) equals r, for every verified record and both PHH and JSON; write(read(text))
 *       is text again if one of the writers made it.
 *   R4  fields that mean nothing to a replay are kept as notes, in their order.
 *
 * A flat value of about 90 KiB without pointers, in memory of the caller. */
#ifndef FELT_RECORD_H
#define FELT_RECORD_H

#include "felt/buffer.h"
#include "felt/card.h"
#include "felt/chips.h"
#include "felt/json.h"
#include "felt/rng.h"
#include "felt/seat.h"
#include "felt/status.h"

FELT_BEGIN

enum {
    FELT_RECORD_ACTIONS_MAX = 1024,
    FELT_RECORD_CARDS_MAX = 8, /* of one action */
    FELT_RECORD_NOTES_MAX = 64,
    FELT_RECORD_POOL_BYTES = 16384,
    FELT_RECORD_LINE_MAX = 1024, /* bytes of an id, or of an action with its remark */
    FELT_RECORD_DECIMALS_MAX = 4,
    FELT_RECORD_DEPTH_MAX = 8,         /* lists within lists, in notes                    */
    FELT_RECORD_TEXT_MAX = 512 * 1024, /* no text of one hand is longer, read or written  */
    FELT_RECORD_NONE = -1              /* an amount that is not there or not known        */
};

/* ---- variants ---- */

/* What a code of a file means: a limit (N P F) and the code of a row of poker.h. */
struct felt_record_variant {
    char code[12];   /* "NT"                                                                */
    const char *row; /* name of the row                                                     */
    uint8_t limit;   /* enum felt_limit                                                     */
};
FELT_API int felt_record_variant_count(void);
FELT_API struct felt_record_variant felt_record_variant_at(int index);
/* The index of a code, or of a row and limit; -1 if there is none. */
FELT_API int felt_record_variant_find(const char *code, size_t bytes);
FELT_API int felt_record_variant_of(const char *row, enum felt_limit limit);

/* ---- the record ---- */

/* A piece of pool[]. */
struct felt_record_text {
    uint16_t at, bytes;
};

enum felt_record_kind {
    FELT_RECORD_HOLE,       /* d dh p1 AhKd     cards to a seat; ?? is unknown         */
    FELT_RECORD_BOARD,      /* d db 2c3d4h                                             */
    FELT_RECORD_FOLD,       /* p1 f                                                    */
    FELT_RECORD_CHECK_CALL, /* p1 cc                                                   */
    FELT_RECORD_RAISE_TO,   /* p1 cbr 210       complete, bet or raise to              */
    FELT_RECORD_BRING_IN,   /* p1 pb                                                   */
    FELT_RECORD_DISCARD,    /* p1 sd AsKd       without cards: stands pat              */
    FELT_RECORD_SHOW,       /* p1 sm AhKd       without cards: mucks                   */
    FELT_RECORD_REMARK,     /* # text           nothing happens                        */
    FELT_RECORD_KINDS
};

struct felt_record_action {
    uint8_t kind;   /* enum felt_record_kind                                                 */
    felt_seat seat; /* FELT_SEAT_NONE for the board and remarks                              */
    uint8_t count;  /* cards                                                                 */
    felt_card cards[FELT_RECORD_CARDS_MAX];
    struct felt_record_text remark; /* what stands behind #, any action may have one          */
    felt_chips amount;              /* RAISE_TO: the stake on this street                     */
};

/* What the actor of a betting action could do.  FELT_RECORD_NONE: `call` if the choice is bring-in
 * or complete, the raises if raising is not legal. */
struct felt_record_decision {
    felt_chips call, raise_to_min, raise_to_max;
    felt_chips pot; /* with the stakes on the table */
    felt_seat actor;
    uint8_t street;
};

struct felt_record_note {
    struct felt_record_text key;
    struct felt_record_text value; /* as PHH would write it: "text", 5, [1, 2], 19:30:00        */
};

struct felt_record {
    struct felt_record_text id;       /* may be empty                                        */
    uint8_t variant;                  /* index of felt_record_variant_at()                   */
    uint8_t seats;                    /* 2 .. FELT_SEATS_MAX                                 */
    uint8_t decimals;                 /* R2                                                  */
    uint8_t opener;                   /* 0: as the blinds say.  s + 1: seat s acts first     */
    felt_chips stack[FELT_SEATS_MAX]; /* FELT_RECORD_NONE: not known (inf, null)             */
    felt_chips ante[FELT_SEATS_MAX];
    felt_chips dead[FELT_SEATS_MAX];   /* besides antes that are dead                        */
    felt_chips blind[FELT_SEATS_MAX];  /* negative: a live post out of turn                  */
    felt_chips finish[FELT_SEATS_MAX]; /* if has_finish                                      */
    bool antes_matched;                /* ante_trimming_status; false: antes are dead money  */
    bool has_finish, has_decisions;
    felt_chips min_bet, small_bet, big_bet, bring_in; /* 0: not there                        */
    /* House rules that PHH has no field for; 0 and false are the usual ones of the variant. */
    uint8_t cap; /* bets and raises in a round; FELT_CAP_NONE: no cap                        */
    bool cap_counts_blind, heads_up_uncapped, rake_needs_board;
    uint16_t rake_per_10000;
    felt_chips rake_cap;
    uint8_t runs;          /* boards the seats agreed on; 0: nobody was asked (RULES 11.5)    */
    bool bomb;             /* no betting before the flop (RULES 6.9)                          */
    bool has_wild;         /* false: the usual wild cards of the variant                      */
    felt_cards wild;       /* besides jokers and what follows a queen                         */
    struct felt_rng later; /* where cards that go back are shuffled (RULES 2.5); zero: not known */

    uint16_t actions, decisions;
    uint8_t notes;
    uint16_t pool_used;
    struct felt_record_action action[FELT_RECORD_ACTIONS_MAX];
    struct felt_record_decision decision[FELT_RECORD_ACTIONS_MAX];
    struct felt_record_note note[FELT_RECORD_NOTES_MAX];
    char pool[FELT_RECORD_POOL_BYTES];
};
FELT_STATIC_ASSERT(sizeof(struct felt_record) <= 96 * 1024,
                   "one record, one small piece of memory");

/* An empty record: all zero but for the lists' unknown values. */
FELT_API void felt_record_clear(struct felt_record *record);
/* Puts text into the pool.  FELT_FULL: nothing changed. */
FELT_API FELT_MUST_USE enum felt_status felt_record_keep(struct felt_record *record,
                                                         const char *text, size_t bytes,
                                                         struct felt_record_text *out);
static inline const char *felt_record_bytes(const struct felt_record *record,
                                            struct felt_record_text text)
{
    return record->pool + text.at; /* text.bytes of them, not terminated */
}
/* The note with this key, or NULL. */
FELT_API const struct felt_record_note *felt_record_find_note(const struct felt_record *record,
                                                              const char *key);
/* Adds a note with a text as its value.  FELT_FULL, FELT_BAD_NAME (the key is there already, or
 * belongs to a field). */
FELT_API FELT_MUST_USE enum felt_status
felt_record_add_note(struct felt_record *record, const char *key, const char *value, size_t bytes);
/* Adds one with a value as PHH writes it.  Also FELT_BAD_FORMAT: it is no value. */
FELT_API FELT_MUST_USE enum felt_status
felt_record_add_raw(struct felt_record *record, const char *key, const char *value, size_t bytes);

/* FELT_OK, or what no file could say: seats, amounts or cards out of range, texts out of the pool,
 * notes that are no values.  Does not look at the rules of any game. */
FELT_API FELT_MUST_USE enum felt_status felt_record_verify(const struct felt_record *record,
                                                           struct felt_complaint *complaint);
/* Field by field; texts by what they say, not by where they lie. */
FELT_API bool felt_record_equal(const struct felt_record *a, const struct felt_record *b);

/* ---- texts ----
 *
 * Readers: on any status but FELT_OK *out is not to be used, and the complaint says where in the
 * text the reason stands.  FELT_BAD_FORMAT, FELT_BAD_NUMBER, FELT_BAD_CARD, FELT_WRONG_COUNT: the
 * text is wrong.  FELT_UNSUPPORTED: a variant we do not know.  FELT_FULL: more than fits.
 *
 * Writers append to the buffer; the record must be verified.  FELT_FULL: it did not fit, which
 * cannot happen with FELT_RECORD_TEXT_MAX bytes of room. */

/* "p1 cbr 210 # a remark" with amounts of `decimals` places. */
FELT_API FELT_MUST_USE enum felt_status
felt_record_action_read(const char *text, size_t bytes, int decimals, struct felt_record *record,
                        struct felt_record_action *out, struct felt_complaint *complaint);
FELT_API void felt_record_action_write(const struct felt_record *record,
                                       const struct felt_record_action *action, int decimals,
                                       struct felt_buffer *out);

/* One hand, with or without a header [1] above it. */
FELT_API FELT_MUST_USE enum felt_status felt_phh_read(const char *text, size_t bytes,
                                                      struct felt_record *out,
                                                      struct felt_complaint *complaint);
/* `number` > 0 writes the header [number] first. */
FELT_API FELT_MUST_USE enum felt_status felt_phh_write(const struct felt_record *record,
                                                       uint64_t number, struct felt_buffer *out);
/* How many bytes the first hand of a text of many takes: up to the second header, or all of it. */
FELT_API size_t felt_phh_first(const char *text, size_t bytes);

/* One object.  Allocates while it reads, and has freed everything when it returns. */
FELT_API FELT_MUST_USE enum felt_status felt_hand_json_read(const char *text, size_t bytes,
                                                            struct felt_record *out,
                                                            struct felt_complaint *complaint);
/* One line, without the line's end. */
FELT_API FELT_MUST_USE enum felt_status felt_hand_json_write(const struct felt_record *record,
                                                             struct felt_buffer *out);
/* The list of decisions as it stands in such an object, as the next value of *json. */
FELT_API void felt_record_decisions_write(const struct felt_record_decision *decisions, int count,
                                          struct felt_json *json);

FELT_END

#endif
