/* replay.h -- plays a recorded hand through the engine, and records a hand that is being played.
 *
 * Replaying asks the engine at every step: is this action legal, are these cards due now, who has
 * which chips at the end.  It bends nothing: the first thing that does not fit ends it.
 *
 *   W1  a replay is a function of its record: no clock, no chance.
 *   W2  replay(recorded hand) ends with the same cards and stacks as the hand itself. */
#ifndef FELT_REPLAY_H
#define FELT_REPLAY_H

#include "felt/poker.h"
#include "felt/record.h"

FELT_BEGIN

struct felt_replay {
    struct felt_poker_rules rules;
    struct felt_poker state; /* as far as it came; seats are those of the record (R1)       */
    int action;              /* actions that were played; if refused, the index of the wrong one */
    int decisions;
    struct felt_record_decision decision[FELT_RECORD_ACTIONS_MAX];
    felt_chips finish[FELT_SEATS_MAX]; /* once over                                          */
};

/* Rules and forced bets of a record.  The deck of *deal is not set; its stream for later shuffles
 * is the one in the record.  FELT_UNSUPPORTED: a stack is not known. */
FELT_API FELT_MUST_USE enum felt_status felt_replay_begin(const struct felt_record *record,
                                                          struct felt_poker_rules *rules,
                                                          struct felt_deal *deal,
                                                          struct felt_complaint *complaint);

/* Plays the record to its end.
 *
 * FELT_OK: the hand is over and *out says how.  FELT_UNSUPPORTED: we cannot tell (unknown
 * cards that decide, cards dealt anew in an unknown way, a record that stops early and claims no
 * result).  Any
 * other status: the record is wrong.  The complaint names the action and says what would have been
 * right; its place is the number of the action. */
FELT_API FELT_MUST_USE enum felt_status felt_replay_run(const struct felt_record *record,
                                                        struct felt_replay *out,
                                                        struct felt_complaint *complaint);

/* The same, and the events of the hand are appended to *log.  FELT_FULL: it has too little room;
 * 4096 events are enough for any hand that fits a record and does not redeal all the time. */
FELT_API FELT_MUST_USE enum felt_status felt_replay_tell(const struct felt_record *record,
                                                         struct felt_replay *out,
                                                         struct felt_event_log *log,
                                                         struct felt_complaint *complaint);

/* After FELT_OK: does the replay agree with the stacks and decisions that are recorded?  If not,
 * the complaint names the first difference. */
FELT_API FELT_MUST_USE bool felt_replay_agrees(const struct felt_record *record,
                                               const struct felt_replay *replay,
                                               struct felt_complaint *complaint);

/* ---- recording ---- */

struct felt_recorder {
    struct felt_record *record; /* kept until the hand is over                                */
    felt_seat place[FELT_SEATS_MAX]; /* seat of the table -> seat of the record, or NONE      */
    felt_chips stack[FELT_SEATS_MAX];
    struct felt_rng later;   /* of the deal; zero: not given                                  */
    enum felt_status status; /* the first thing that went wrong                               */
};

/* Starts a record of a hand with these rules and forced bets.  In games that deal anew (RULES 14.3)
 * deal->later must be given.  FELT_UNSUPPORTED: no code stands for the variant and limit, or rules
 * were changed in a way no record can say. */
FELT_API FELT_MUST_USE enum felt_status felt_recorder_begin(struct felt_recorder *recorder,
                                                            const struct felt_poker_rules *rules,
                                                            const struct felt_deal *deal,
                                                            struct felt_record *record);
/* Takes the events of open, deal and every apply, in their order.  After the event OVER the record
 * is complete.  FELT_FULL: the hand has more actions than a record.  FELT_UNSUPPORTED: cards were
 * dealt anew, and the deal had no stream of its own for that. */
FELT_API enum felt_status felt_recorder_observe(struct felt_recorder *recorder,
                                                const struct felt_event *events, uint32_t count);

FELT_END

#endif
