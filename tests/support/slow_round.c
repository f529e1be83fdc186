/* slow_round.c -- see slow_round.h.  Numbers in brackets are paragraphs of docs/RULES.md. */
#include "slow_round.h"

static felt_chips smaller(felt_chips a, felt_chips b)
{
    return a < b ? a : b;
}
static felt_chips larger(felt_chips a, felt_chips b)
{
    return a > b ? a : b;
}

static felt_chips move(struct slow_round *round, int seat, felt_chips chips)
{
    felt_chips moved = smaller(chips, round->player[seat].stack);
    round->player[seat].stack -= moved;
    round->pot += moved;
    return moved;
}

void slow_round_ante(struct slow_round *round, int seat, felt_chips amount)
{
    move(round, seat, amount);
}

void slow_round_post(struct slow_round *round, int seat, felt_chips amount)
{
    felt_chips moved = move(round, seat, amount);
    round->player[seat].staked += moved;
    round->missing += amount - moved;            /* [8.3] */
    round->price = larger(round->price, amount); /* [6.4] */
}

/* Has chips and is in the hand. */
static bool able(const struct slow_round *round, int seat)
{
    return round->player[seat].live && round->player[seat].stack > 0;
}

/* [7.7]: everybody else who is live is all-in for no more than this seat has in. */
static bool has_nothing_to_answer(const struct slow_round *round, int seat)
{
    for (int other = 0; other < FELT_SEATS_MAX; other++) {
        if (other == seat || !round->player[other].live) continue;
        if (able(round, other)) return false;
        if (round->player[other].staked > round->player[seat].staked) return false;
    }
    return true;
}

/* [5.5]: must this seat still act? */
static bool must_act(const struct slow_round *round, int seat)
{
    const struct slow_player *player = &round->player[seat];
    if (!able(round, seat) || has_nothing_to_answer(round, seat)) return false;
    return player->acted_at == 0 || player->staked < round->price;
}

static int count_live(const struct slow_round *round)
{
    int live = 0;
    for (int seat = 0; seat < FELT_SEATS_MAX; seat++) live += round->player[seat].live;
    return live;
}

static void find_actor(struct slow_round *round, int from)
{
    round->actor = -1;
    if (count_live(round) < 2) return;
    for (int step = 0; step < FELT_SEATS_MAX; step++) {
        int seat = (from + step) % FELT_SEATS_MAX;
        if (!must_act(round, seat)) continue;
        round->actor = seat;
        return;
    }
}

void slow_round_begin(struct slow_round *round, int first, felt_chips unit, int cap)
{
    bool fixed = round->limit == FELT_FIXED_LIMIT || round->limit == FELT_STEP_LIMIT;
    round->unit = unit;
    round->last_full = fixed ? unit : larger(unit, round->price); /* [7.2], [6.5] */
    round->level = round->price;
    round->cap = cap;
    round->counted = 0;
    round->clock = round->reopened_at = 0;
    for (int seat = 0; seat < FELT_SEATS_MAX; seat++) round->player[seat].acted_at = 0;
    find_actor(round, first);
}

/* [7.4], and for fixed limit [8.5]: the seat has not acted, or the betting was reopened since, or
 * short all-ins have added up. */
static bool has_right_to_raise(const struct slow_round *round, int seat)
{
    const struct slow_player *player = &round->player[seat];
    if (player->acted_at == 0 || player->acted_at < round->reopened_at) return true;
    if (round->limit == FELT_FIXED_LIMIT) return false;
    return round->price - player->staked >= round->last_full;
}

/* [7.6] */
static bool somebody_can_call(const struct slow_round *round, int raiser)
{
    for (int other = 0; other < FELT_SEATS_MAX; other++) {
        if (other == raiser || !able(round, other)) continue;
        if (round->player[other].stack + round->player[other].staked > round->price) return true;
    }
    return false;
}

static bool may_raise(const struct slow_round *round, int seat)
{
    const struct slow_player *player = &round->player[seat];
    felt_chips behind = player->stack - (round->price - player->staked);
    bool step = round->limit == FELT_STEP_LIMIT;
    bool opening = step && round->price == player->staked; /* [8.6]: a bet is not a raise */
    if (behind <= 0) return false;
    if (round->counted >= round->cap && round->cap != FELT_CAP_NONE && !opening) return false;
    if (!has_right_to_raise(round, seat)) return false;
    if (step) return opening || behind >= round->unit; /* [8.6] */
    return somebody_can_call(round, seat);
}

static felt_chips largest_raise(const struct slow_round *round, int seat, felt_chips least)
{
    felt_chips to_call = round->price - round->player[seat].staked;
    if (round->limit == FELT_FIXED_LIMIT || round->limit == FELT_STEP_LIMIT) return least;
    if (round->limit == FELT_POT_LIMIT) /* [8.2], [8.3] */
        return larger(least, round->price + to_call + round->pot + round->missing);
    return FELT_CHIPS_MAX * FELT_SEATS_MAX;
}

struct slow_choice slow_round_choices(const struct slow_round *round)
{
    struct slow_choice choice = {0};
    const struct slow_player *player = &round->player[round->actor];
    felt_chips to_call = round->price - player->staked, all_in = player->stack + player->staked;
    choice.check = to_call == 0;
    choice.call = to_call > 0;
    choice.call_chips = smaller(to_call, player->stack);
    choice.fold = round->limit != FELT_STEP_LIMIT || to_call > 0; /* [7.5], [8.6] */
    if (may_raise(round, round->actor)) {
        felt_chips least = round->level + round->last_full;
        felt_chips most = largest_raise(round, round->actor, least);
        choice.raise_min = smaller(least, all_in); /* [7.3] */
        choice.raise_max = smaller(most, all_in);
    }
    return choice;
}

static void raise_to(struct slow_round *round, struct slow_player *player, felt_chips to)
{
    felt_chips over = to - round->level;
    bool full = over >= round->last_full, opening = round->price == 0;
    move(round, round->actor, to - player->staked);
    player->staked = round->price = to;
    if (round->limit == FELT_FIXED_LIMIT) {
        full = 2 * over >= round->unit; /* [8.5] */
        if (full) round->level = to;
        round->counted += full;
    } else if (round->limit == FELT_STEP_LIMIT) { /* [8.6] */
        round->counted += full && !opening;
        round->level = to;
        full = true;
    } else {
        if (full) round->last_full = over;
        round->level = to;
        round->counted += full;
    }
    if (full) round->reopened_at = round->clock;
}

void slow_round_apply(struct slow_round *round, enum felt_action_kind kind, felt_chips to)
{
    struct slow_player *player = &round->player[round->actor];
    round->clock++;
    if (kind == FELT_FOLD)
        player->live = false;
    else if (kind == FELT_CALL)
        player->staked += move(round, round->actor, round->price - player->staked);
    else if (kind == FELT_RAISE_TO)
        raise_to(round, player, to);
    player->acted_at = round->clock;
    find_actor(round, round->actor + 1);
}

void slow_round_bring_in(struct slow_round *round, felt_chips bring_in)
{
    struct slow_player *player = &round->player[round->actor];
    player->staked += move(round, round->actor, bring_in);
    player->acted_at = ++round->clock;
    round->price = bring_in; /* [6.7]; the level stays where it is, so that a raise completes */
    find_actor(round, round->actor + 1);
}

felt_chips slow_round_give(struct slow_round *round, int *seat)
{
    for (*seat = 0; *seat < FELT_SEATS_MAX; ++*seat) {
        felt_chips matched = 0, mine = round->player[*seat].staked;
        if (!round->player[*seat].live) continue;
        for (int other = 0; other < FELT_SEATS_MAX; other++)
            if (other != *seat) matched = larger(matched, round->player[other].staked);
        if (mine <= matched) continue;
        round->player[*seat].staked = matched;
        round->player[*seat].stack += mine - matched;
        round->pot -= mine - matched;
        return mine - matched;
    }
    *seat = -1;
    return 0;
}

void slow_round_end(struct slow_round *round)
{
    for (int seat = 0; seat < FELT_SEATS_MAX; seat++) round->player[seat].staked = 0;
    round->price = round->level = round->missing = 0;
}
