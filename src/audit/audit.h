/* audit.h -- a second opinion on every hand that is simulated.
 *
 * The audit keeps books of its own from the events alone, and after each call compares them with
 * the state: chips, cards, who is live, who won.  Before each action it tries what is legal and
 * what is not on copies.  It knows the rules of docs/RULES.md and shares no code with the engine
 * but the values of hands; what the engine asserts about itself is not repeated here.
 *
 *   I1  the audit changes neither the state nor the generators of the hand.
 *   I2  the first violation stays: later calls do not replace its text.
 *
 * Order of calls: begin, dealt, then (decision, applied) until over, then over.  Each but the first
 * says false when it has found a violation; `violation` then says which. */
#ifndef FELT_AUDIT_AUDIT_H
#define FELT_AUDIT_AUDIT_H

#include "felt/poker.h"

enum {
    FELT_AUDIT_ACTIONS_MAX = 2048, /* a hand that takes more is a violation */
    FELT_AUDIT_TEXT_BYTES = 256
};

struct felt_audit_step {
    felt_seat seat;
    struct felt_action action;
};

/* A draw under way (RULES 13), from the first discard to the last new card. */
struct felt_audit_draw {
    felt_seats owes;                  /* have not thrown yet                             */
    felt_seats due;                   /* threw and wait for new cards                    */
    uint8_t slots[FELT_SEATS_MAX];    /* what they threw: bit i = card i                 */
    felt_cards threw[FELT_SEATS_MAX]; /* the same as cards                               */
    felt_cards first;                 /* after a shuffle: the old stub, to be dealt first */
    bool on, shuffled;
};

/* What the events say.  Everything in it is made anew for a hand. */
struct felt_audit_books {
    felt_chips stack[FELT_SEATS_MAX];
    felt_chips paid[FELT_SEATS_MAX]; /* antes and stakes, in the whole hand */
    felt_chips dead, pot, rake;
    felt_chips won[2][FELT_SEATS_MAX][FELT_SEATS_MAX]; /* by board, pot and seat */
    felt_seats live, mucked;
    felt_seats all_in;   /* went all-in and got uncalled chips back: acts no more */
    int rows;            /* seats that the cards were dealt to                              */
    felt_seats shown[2]; /* by board */
    felt_card board[2][FELT_BOARD_MAX];
    felt_card hole[FELT_SEATS_MAX][FELT_HOLE_MAX];
    uint8_t boards[2], holes[FELT_SEATS_MAX];
    uint8_t up[FELT_SEATS_MAX];           /* bit i: card i lies face up                        */
    felt_cards out;                       /* cards that were dealt and did not go back         */
    felt_cards discards[FELT_SEATS_MAX];  /* thrown away, and not back in the deck             */
    felt_cards known[FELT_SEATS_MAX + 1]; /* by seat + 1: what it may know; 0 is a spectator   */

    struct felt_audit_draw draw;
    felt_card fresh[FELT_DRAWS_MAX][FELT_CARDS_MAX]; /* new cards of each draw, as dealt       */
    uint8_t freshes[FELT_DRAWS_MAX];
    int draws;                                   /* that are done                             */
    int8_t drew[FELT_SEATS_MAX][FELT_DRAWS_MAX]; /* cards thrown away; -1: did not draw       */
    int shuffles, redeals;
    int gone; /* draws up to the last one with a shuffle                            */
    felt_cards lost[FELT_SEATS_MAX]; /* discards of those draws: no longer in a view         */
    uint8_t redeal_at; /* a card that brings about a redeal is up: cards of a seat by then     */
    uint8_t follow;    /* RULES 14.2: 0; 1: the next card up; 2 + its rank                     */
    felt_seats runs_owes;
    uint8_t runs, common; /* boards, 0 nobody was asked; cards that two boards have in common */

    bool betting;            /* a betting round is under way                                */
    felt_seat first, raiser; /* who acted first, and raised last, in the last of them      */
    bool chose_show;
    bool over;
};

/* About 90 KiB; one for any number of hands. */
struct felt_audit {
    const struct felt_poker_rules *rules;
    const struct felt_deal *deal;
    struct felt_rng rng; /* what to try, and when to look at views */
    struct felt_audit_books books;

    struct felt_betting before; /* as it was before the last action                        */
    uint8_t street, phase;      /* the same                                                */
    struct felt_poker start;    /* as it was dealt                                         */
    int actions;
    struct felt_audit_step step[FELT_AUDIT_ACTIONS_MAX];

    bool violated;
    char violation[FELT_AUDIT_TEXT_BYTES];
};

/* A new hand.  Rules and deal must stay where they are until it is over. */
void felt_audit_begin(struct felt_audit *audit, const struct felt_poker_rules *rules,
                      const struct felt_deal *deal, struct felt_rng rng);
/* The hand is open and dealt; the log has all events so far. */
bool felt_audit_dealt(struct felt_audit *audit, const struct felt_poker *state,
                      const struct felt_event_log *log);
/* Somebody is to act. */
bool felt_audit_decision(struct felt_audit *audit, const struct felt_poker *state);
/* The seat has acted; the log has the events of that action. */
bool felt_audit_applied(struct felt_audit *audit, const struct felt_poker *state, felt_seat seat,
                        struct felt_action action, const struct felt_event_log *log);
bool felt_audit_over(struct felt_audit *audit, const struct felt_poker *state);

/* ---- between the files of the audit ---- */

/* Always false. */
__attribute__((format(printf, 2, 3))) bool felt_audit_violate(struct felt_audit *audit,
                                                              const char *format, ...);
#define FELT_AUDIT(condition, ...)                                                                 \
    do {                                                                                           \
        if (!(condition)) return felt_audit_violate(audit, __VA_ARGS__);                           \
    } while (0)

/* audit_books.c: opens the books, and enters events. */
void felt_audit_open(struct felt_audit *audit);
bool felt_audit_take(struct felt_audit *audit, const struct felt_event_log *log);
/* The step of the n-th draw or discard; NULL if there is none. */
const struct felt_step *felt_audit_discard(const struct felt_variant *variant, int n);

/* audit_award.c: what is wild, what hands are worth on a board, who must show, who wins. */
felt_cards felt_audit_wild(const struct felt_audit *audit);
void felt_audit_values(const struct felt_audit *audit, felt_seat seat, int board,
                       felt_value out[2]);
/* RULES 11.4: may hands be mucked, who is next to show, and must it? */
bool felt_audit_mucks(const struct felt_audit *audit);
felt_seat felt_audit_shower(const struct felt_audit *audit);
bool felt_audit_must_show(const struct felt_audit *audit, felt_seat seat);
bool felt_audit_awards(struct felt_audit *audit);

/* audit_views.c: what every seat, and a spectator, is shown: nothing hidden, and enough to imagine
 * the rest. */
bool felt_audit_views(struct felt_audit *audit, const struct felt_poker *state);

#endif
