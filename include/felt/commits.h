/* commits.h -- a betting round in which a raise is a card: check, raise, fold, initiative, cap.
 *
 * The economy of cards over the turn machine (turn.h), as chips.h is that of chips.  It knows how
 * many cards a seat holds, not which: what the cards are, and what becomes of them, is the game's
 * (narc.h).
 *
 *   K1  a raise commits one card: held[seat] goes down by one, committed[seat] up by one, and
 *       nothing else changes them within a round.
 *   K2  a seat without cards that comes to act checks by itself; whoever runs the round is told
 *       (felt_commits_idle()), so that it is an action like any other in a log.
 *   K3  with a cap that ends the round, the last raise under it does so at once; with one that
 *       mutes, the answers are still given, and there is no option once the cap is reached.
 *   K4  the first raiser of the round holds the initiative until the round ends or it folds.
 *   K5  where staying has a price, a seat that faces a raise it has not answered commits a card to
 *       stay (CALL) or folds; a call is no raise: it counts towards no cap and reopens nothing.
 *       A seat without cards stays for nothing. */
#ifndef FELT_COMMITS_H
#define FELT_COMMITS_H

#include "felt/action.h"
#include "felt/status.h"
#include "felt/turn.h"

FELT_BEGIN

enum { FELT_COMMIT_SEATS_MAX = 4 };

struct felt_commit_rules {
    struct felt_turn_rules turn;
    uint8_t cap;       /* raises of all seats together, in a round                          */
    bool pays_to_stay; /* K5                                                               */
};

/* A plain value.  The seats that are live, and what they hold, are set before the first round. */
struct felt_commits {
    struct felt_turn turn; /* able = live: who holds nothing is asked, and checks (K2)       */
    uint8_t held[FELT_COMMIT_SEATS_MAX];
    uint8_t committed[FELT_COMMIT_SEATS_MAX]; /* in this round                             */
    felt_seats faces; /* seats that have not acted since somebody else raised: K5           */
};

/* The three machines of RULES 18, by who answers a raise: "behind" (S), "others" (A), "poker" (P).
 */
extern FELT_API const struct felt_turn_rules felt_commit_behind, felt_commit_others,
    felt_commit_poker;

/* Begins a round: every live seat is to act, from `first` on. */
FELT_API void felt_commits_begin(struct felt_commits *commits,
                                 const struct felt_commit_rules *rules, felt_seat first);
/* Bits 1 << enum felt_action_kind: CHECK or CALL, COMMIT, FOLD; 0: the round is over. */
FELT_API unsigned felt_commits_legal(const struct felt_commits *commits,
                                     const struct felt_commit_rules *rules);
/* Has the actor nothing to decide (K2)?  Then felt_commits_apply(CHECK) is done for it. */
FELT_API bool felt_commits_idle(const struct felt_commits *commits);
/* The actor checks, calls, raises (COMMIT) or folds.  FELT_NOT_LEGAL changes nothing. */
FELT_API FELT_MUST_USE enum felt_status felt_commits_apply(struct felt_commits *commits,
                                                           const struct felt_commit_rules *rules,
                                                           enum felt_action_kind kind);
static inline bool felt_commits_over(const struct felt_commits *commits)
{
    return commits->turn.actor < 0;
}
/* Raises that all seats together may still make in this round. */
static inline int felt_commits_left(const struct felt_commits *commits)
{
    return felt_turn_capped(&commits->turn) ? 0 : commits->turn.cap - commits->turn.raises;
}

FELT_END

#endif
