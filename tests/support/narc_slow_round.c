/* narc_slow_round.c -- see narc_slow_round.h. */
#include "narc_slow_round.h"

static void leave_queue(struct narc_slow_round *round, int seat)
{
    int kept = 0;
    for (int i = 0; i < round->queued; i++)
        if (round->queue[i] != seat) round->queue[kept++] = round->queue[i];
    round->queued = kept;
}

/* Everybody who is in, but for one seat, from a seat on. */
static void queue_from(struct narc_slow_round *round, int from, int but)
{
    round->queued = 0;
    for (int i = 0; i < SLOW_SEATS; i++) {
        int seat = (from + i) % SLOW_SEATS;
        if (seat != but && round->in[seat]) round->queue[round->queued++] = seat;
    }
}

/* Those who sit between the raiser and the end of the lap. */
static void queue_behind(struct narc_slow_round *round, int raiser)
{
    round->queued = 0;
    for (int seat = (raiser + 1) % SLOW_SEATS; seat != round->first; seat = (seat + 1) % SLOW_SEATS)
        if (round->in[seat]) round->queue[round->queued++] = seat;
}

void narc_slow_begin(struct narc_slow_round *round, int first)
{
    round->first = first;
    round->holder = -1;
    round->raises = 0;
    round->anybody_raised = round->option = round->over = false;
    for (int seat = 0; seat < SLOW_SEATS; seat++) {
        round->laid[seat] = 0;
        round->unanswered[seat] = false;
    }
    queue_from(round, first, SLOW_SEATS);
}

int narc_slow_actor(const struct narc_slow_round *round)
{
    if (round->over) return -1;
    return round->option ? round->holder : round->queue[0];
}

bool narc_slow_may(const struct narc_slow_round *round, const struct narc_slow_rules *rules,
                   enum felt_action_kind kind)
{
    int me = narc_slow_actor(round);
    if (me < 0) return false;
    bool pays = rules->pays && round->unanswered[me] && !round->option && round->cards[me] > 0;
    if (kind == FELT_FOLD) return true;
    if (kind == FELT_CHECK) return !pays;
    if (kind == FELT_CALL) return pays;
    return kind == FELT_COMMIT && round->cards[me] > 0 && round->raises < rules->cap;
}

static void lay_card(struct narc_slow_round *round, int me)
{
    round->cards[me]--;
    round->laid[me]++;
}

/* Nobody is to act: the holder is asked, or it is over. */
static void look_round(struct narc_slow_round *round, const struct narc_slow_rules *rules)
{
    round->option = false;
    if (round->queued > 0) return;
    if (rules->initiative && round->holder >= 0 && round->raises < rules->cap)
        round->option = true;
    else
        round->over = true;
}

static void raise(struct narc_slow_round *round, const struct narc_slow_rules *rules, int me)
{
    lay_card(round, me);
    round->raises++;
    if (!round->anybody_raised) round->holder = me;
    round->anybody_raised = true;
    for (int seat = 0; seat < SLOW_SEATS; seat++)
        round->unanswered[seat] = round->in[seat] && seat != me;
    if (rules->machine == 'S') queue_behind(round, me);
    if (rules->machine == 'A' && round->option) queue_from(round, round->first, me);
    if (rules->machine == 'P') queue_from(round, me, me);
    leave_queue(round, me);
    if (rules->cap_ends && round->raises == rules->cap) {
        round->queued = 0;
        round->option = false;
        round->over = true;
        return;
    }
    look_round(round, rules);
}

void narc_slow_act(struct narc_slow_round *round, const struct narc_slow_rules *rules,
                   enum felt_action_kind kind)
{
    int me = narc_slow_actor(round), live = 0;
    bool was_option = round->option;
    if (kind == FELT_COMMIT) {
        raise(round, rules, me);
        return;
    }
    if (kind == FELT_CALL) lay_card(round, me);
    round->unanswered[me] = false;
    leave_queue(round, me);
    if (kind == FELT_FOLD) {
        round->in[me] = false;
        if (round->holder == me) round->holder = -1;
    }
    for (int seat = 0; seat < SLOW_SEATS; seat++) live += round->in[seat];
    look_round(round, rules);
    if (was_option || (kind == FELT_FOLD && live == 1)) {
        round->option = false;
        round->queued = 0;
        round->over = true;
    }
}

bool narc_slow_agrees(const struct narc_slow_round *slow, const struct narc_slow_rules *slow_rules,
                      const struct felt_commits *commits, const struct felt_commit_rules *rules)
{
    unsigned legal = felt_commits_legal(commits, rules);
    for (int kind = 0; kind < FELT_ACTION_KINDS; kind++)
        if (narc_slow_may(slow, slow_rules, (enum felt_action_kind)kind) != (legal >> kind & 1))
            return false;
    for (int seat = 0; seat < SLOW_SEATS; seat++) {
        bool queued = false;
        for (int i = 0; i < slow->queued; i++) queued |= slow->queue[i] == seat;
        if (queued != felt_seats_has(commits->turn.owes, seat)) return false;
        if (slow->in[seat] != felt_seats_has(commits->turn.live, seat)) return false;
        if (slow->unanswered[seat] != felt_seats_has(commits->faces, seat)) return false;
        if (slow->cards[seat] != commits->held[seat]) return false;
        if (slow->laid[seat] != commits->committed[seat]) return false;
    }
    return narc_slow_actor(slow) == commits->turn.actor && slow->holder == commits->turn.holder &&
           slow->raises == commits->turn.raises && slow->option == commits->turn.on_option;
}
