/* audit.h -- a second opinion on every hand that is simulated.
 *
 * The audit keeps books of its own from the events alone, and after each call compares them with
 * the state: chips, cards, who is live, who won.  Before each action it tries what is legal and
 * what is not on copies.  It knows the rules of docs/RULES.md and shares no code with the engine;
 * what the engine asserts about itself is not repeated here.
 *
 *   I1  the audit changes neither the state nor the generators of the hand.
 *   I2  the first violation stays: later calls do not replace its text.
 *
 * Order of calls: begin, dealt, then (decision, applied) until over, then over.  Each but the first
 * says false when it has found a violation; `violation` then says which. */
#ifndef FELT_CLI_AUDIT_H
#define FELT_CLI_AUDIT_H

#include "felt/poker.h"

enum {
    FELT_AUDIT_ACTIONS_MAX = 1024, /* a hand that takes more is a violation */
    FELT_AUDIT_TEXT_BYTES = 256
};

struct felt_audit_step {
    felt_seat seat;
    struct felt_action action;
};

/* About 40 KiB; one for any number of hands. */
struct felt_audit {
    const struct felt_poker_rules *rules;
    const struct felt_deal *deal;
    struct felt_rng rng; /* what to try, and when to look at views */

    /* the books */
    felt_chips stack[FELT_SEATS_MAX];
    felt_chips paid[FELT_SEATS_MAX]; /* antes and stakes, in the whole hand */
    felt_chips dead, pot, rake;
    felt_chips won[FELT_SEATS_MAX][FELT_SEATS_MAX]; /* by pot and seat */
    felt_seats live, shown;
    felt_card board[FELT_BOARD_MAX];
    felt_card hole[FELT_SEATS_MAX][FELT_HOLE_MAX];
    uint8_t boards, holes[FELT_SEATS_MAX];
    felt_cards seen;                      /* cards that were dealt                             */
    felt_cards known[FELT_SEATS_MAX + 1]; /* by seat + 1: what it may know; 0 is a spectator   */
    bool over;

    struct felt_betting before; /* as it was before the last action                        */
    uint8_t street;
    struct felt_poker start; /* as it was dealt                                         */
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

/* ---- between the two files of the audit ---- */

/* Always false. */
__attribute__((format(printf, 2, 3))) bool felt_audit_violate(struct felt_audit *audit,
                                                              const char *format, ...);
#define FELT_AUDIT(condition, ...)                                                                 \
    do {                                                                                           \
        if (!(condition)) return felt_audit_violate(audit, __VA_ARGS__);                           \
    } while (0)

/* What every seat, and a spectator, is shown: nothing hidden, and enough to imagine the rest. */
bool felt_audit_views(struct felt_audit *audit, const struct felt_poker *state);

#endif
