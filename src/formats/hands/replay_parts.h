/* replay_parts.h -- what the two files of a replay share: replay_cards.c gathers the cards of a
 * record, replay.c plays it.  Private to this folder. */
#ifndef FELT_FORMATS_HANDS_REPLAY_PARTS_H
#define FELT_FORMATS_HANDS_REPLAY_PARTS_H

#include "felt/replay.h"

enum {
    REPLAY_WORDS_BYTES = 96,
    REPLAY_DEALT_MAX = 1024, /* cards of all seats in a hand; ten seats with three draws have 200 */
    REPLAY_DUE_MAX = 64      /* cards of one seat between two actions, with every redeal          */
};

/* A card that the record deals to a seat. */
struct replay_card {
    felt_card card; /* FELT_CARD_NONE: not known */
    felt_seat seat;
    uint16_t acts; /* actions of seats before it */
};

/* Cards the engine has dealt and the record has not yet named. */
struct replay_due {
    uint8_t count;
    felt_card card[REPLAY_DUE_MAX];
};

struct replay_table {
    const struct felt_record *record;
    struct felt_replay *replay;
    struct felt_complaint *complaint;
    bool crowded; /* the last card of a seat comes from the stub (RULES 14.1) */

    /* gathered */
    felt_cards used, named; /* on the board or in a hand now; anywhere in the record */
    int dealts, acts, boards;
    struct replay_card dealt[REPLAY_DEALT_MAX];
    uint16_t row[FELT_SEATS_MAX][FELT_HOLE_MAX];  /* indices of dealt[]: before any draw   */
    uint16_t hole[FELT_SEATS_MAX][FELT_HOLE_MAX]; /* the same as the hand stands           */
    uint8_t rows[FELT_SEATS_MAX], holes[FELT_SEATS_MAX];
    uint8_t waiting[FELT_SEATS_MAX]; /* bit i: card i was thrown away, a new one comes     */
    uint8_t draws[FELT_SEATS_MAX];
    felt_card board[2 * FELT_BOARD_MAX];
    uint8_t mask[FELT_RECORD_ACTIONS_MAX]; /* of discards: which cards of the hand          */
    int redeal_at; /* 0, or the cards of a seat when everything is dealt anew               */
    bool redealt;

    /* while playing */
    struct replay_due due[FELT_SEATS_MAX + 1]; /* the last one is the board's */
    struct felt_event_log *told;               /* of the caller, or NULL */
    struct felt_event_log log;
    struct felt_event event[FELT_EVENTS_MAX];
};

static inline const struct felt_variant *replay_variant(const struct replay_table *table)
{
    return table->replay->rules.variant;
}

/* replay.c: "action 12, p3 cbr 40: ", what is wrong, and "; " what would be right. */
enum felt_status replay_refuse(struct replay_table *table, enum felt_status status,
                               const char *wrong, const char *right);
const char *replay_name_card(const char *before, felt_card card, const char *behind,
                             char out[REPLAY_WORDS_BYTES]);

/* replay_cards.c: everything the record deals, throws away or shows, by seat and place. */
enum felt_status replay_gather_cards(struct replay_table *table);
/* RULES 2.4; returns how many cards are fixed. */
int replay_build_deck(const struct replay_table *table, felt_card deck[FELT_CARDS_MAX]);
/* A card that was not known at first may turn out to be one of another seat. */
enum felt_status replay_verify_deck(struct replay_table *table, const felt_card *deck, int count);
/* A card for a place nobody knows: one of `from` that the record does not name. */
felt_card replay_fill_in(const struct replay_table *table, felt_cards *from);

#endif
