/* commit_round.h -- one betting round in cards, inline.  The hand of Narc is built of these
 * functions; commits.c makes the public ones of felt/commits.h of them, where what they do stands.
 */
#ifndef FELT_BETTING_COMMIT_ROUND_H
#define FELT_BETTING_COMMIT_ROUND_H

#include "felt/commits.h"

static inline void commit_begin(struct felt_commits *commits, const struct felt_commit_rules *rules,
                                felt_seat first)
{
    felt_assert(commits->turn.live != 0);
    commits->turn.able = commits->turn.live;
    commits->faces = 0;
    for (int seat = 0; seat < FELT_COMMIT_SEATS_MAX; seat++) commits->committed[seat] = 0;
    felt_turn_begin(&commits->turn, commits->turn.live, first, rules->cap);
}

static inline bool commit_idle(const struct felt_commits *commits)
{
    return commits->turn.actor >= 0 && commits->held[commits->turn.actor] == 0; /* K2 */
}

/* Must the actor commit a card to stay?  An option is a right: to decline it costs nothing. */
static inline bool commit_owes(const struct felt_commits *commits,
                               const struct felt_commit_rules *rules, felt_seat me)
{
    return rules->pays_to_stay && felt_seats_has(commits->faces, me) && commits->held[me] > 0 &&
           !commits->turn.on_option; /* K5 */
}

static inline bool commit_may_raise(const struct felt_commits *commits, felt_seat me)
{
    /* Only a raise makes a seat act again, and every raise gives back the right to raise. */
    felt_assert(felt_seats_has(commits->turn.may_raise, me));
    return commits->held[me] > 0 && !felt_turn_capped(&commits->turn);
}

static inline unsigned commit_legal(const struct felt_commits *commits,
                                    const struct felt_commit_rules *rules)
{
    felt_seat me = commits->turn.actor;
    if (me < 0) return 0;
    unsigned kinds = 1u << FELT_FOLD;
    kinds |= commit_owes(commits, rules, me) ? 1u << FELT_CALL : 1u << FELT_CHECK;
    if (commit_may_raise(commits, me)) kinds |= 1u << FELT_COMMIT;
    return kinds;
}

/* K1 */
static inline void commit_card(struct felt_commits *commits, felt_seat me)
{
    felt_assert(commits->held[me] > 0);
    commits->held[me]--;
    commits->committed[me]++;
}

/* The action is legal.  Inline in any case: rules that the compiler knows halve it. */
static inline __attribute__((always_inline)) void
commit_apply(struct felt_commits *commits, const struct felt_commit_rules *rules,
             enum felt_action_kind kind)
{
    felt_seat me = commits->turn.actor;
    felt_seats others = (felt_seats)~felt_seats_of(me);
    if (kind == FELT_COMMIT) {
        commit_card(commits, me);
        commits->faces = commits->turn.live & others;
        felt_turn_raise(&commits->turn, &rules->turn, (felt_seats)-1, true);
        return;
    }
    commits->faces &= others;
    if (kind == FELT_FOLD) {
        felt_turn_fold(&commits->turn, &rules->turn);
    } else {
        if (kind == FELT_CALL) commit_card(commits, me);
        felt_turn_pass(&commits->turn, &rules->turn);
    }
}

#endif
