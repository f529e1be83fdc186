/* commits.c -- the public functions of commit_round.h, and the three machines. */
#include "betting/commit_round.h"

/* S: a raise is answered by the seats behind the raiser; then the first raiser has the option. */
const struct felt_turn_rules felt_commit_behind = {FELT_REOPEN_BEHIND, FELT_REOPEN_BEHIND,
                                                   FELT_SCAN_AFTER_ACTOR, FELT_CAP_ENDS,
                                                   FELT_OPTION_FIRST_RAISER};
/* A: everybody once; a raise on the option is answered by all others, from the first seat on. */
const struct felt_turn_rules felt_commit_others = {FELT_REOPEN_NONE, FELT_REOPEN_OTHERS,
                                                   FELT_SCAN_FROM_FIRST, FELT_CAP_ENDS,
                                                   FELT_OPTION_FIRST_RAISER};
/* P: every raise is answered by all others, as in poker; then the option. */
const struct felt_turn_rules felt_commit_poker = {FELT_REOPEN_OTHERS, FELT_REOPEN_OTHERS,
                                                  FELT_SCAN_AFTER_ACTOR, FELT_CAP_ENDS,
                                                  FELT_OPTION_FIRST_RAISER};

void felt_commits_begin(struct felt_commits *commits, const struct felt_commit_rules *rules,
                        felt_seat first)
{
    commit_begin(commits, rules, first);
}

unsigned felt_commits_legal(const struct felt_commits *commits,
                            const struct felt_commit_rules *rules)
{
    return commit_legal(commits, rules);
}

bool felt_commits_idle(const struct felt_commits *commits)
{
    return commit_idle(commits);
}

enum felt_status felt_commits_apply(struct felt_commits *commits,
                                    const struct felt_commit_rules *rules,
                                    enum felt_action_kind kind)
{
    if ((unsigned)kind >= FELT_ACTION_KINDS || !(commit_legal(commits, rules) >> kind & 1))
        return FELT_NOT_LEGAL;
    commit_apply(commits, rules, kind);
    return FELT_OK;
}
