/* first_solve.c -- the equilibrium of push or fold, by counterfactual regret.
 *
 * Everybody has one decision for each of the 169 kinds: to play (push, call, or call behind a
 * caller) or to fold.  What playing gains over folding depends on the ranges of the others only
 * through two numbers for each kind: in how many ways a range can be met, and what is won from it.
 * Those are kept up to date: a kind whose chance changes adds its row times the change, and since
 * most chances are soon 0 or 1 and stay there, that costs little.
 *
 * Several callers.  A hand that wins 3 of 4 pots from a range has odds of 1 to 3 against it.
 * Against several ranges the odds are added: a hand with odds of 1 to 3 and 1 to 1 has 4 to 3
 * against it, and wins 3 of 7 pots.  That is right for equal hands, and close for others: aces
 * win 85.2 % from one random hand, 73.4 % from two, and by the rule 74.2 %.  The first to call may
 * be overcalled by everybody behind; those decide as if they were the last, and of more than two of
 * them without a blind the others do not count.
 *
 * Cards are counted between any two hands that meet: an ace in one hand makes aces in the other
 * less likely.  The cards of players who folded are not.
 *
 * The iteration is CFR+, in which late iterations weigh more, in the regrets and more so in the
 * averages: for each kind the regrets of both choices, never below zero, make the chance to play,
 * and pusher and callers take turns.  (Without weights the large regrets of the first iterations,
 * when nobody calls yet, take ten times as many to be forgotten.)  For two players the average
 * tends to an equilibrium; for more nothing is promised, so now and then somebody computes what a
 * better answer to the average would gain, and the iteration goes on until that is as little as
 * asked for. */
#include "players/poker/first/first_solve.h"

#include <stdbool.h>
#include <string.h>

enum {
    ROUND = 40,            /* iterations between two looks at how good the average is       */
    ITERATIONS_MAX = 2000, /* ... and when to give up                                       */
    WARM_UP = 20,          /* iterations that the average leaves out                        */
    OTHERS_MAX = 2         /* overcallers without a blind                                   */
};

/* A range that is met in fewer ways is empty: what is left of it is rounding. */
static const double NO_PAIRS = 1e-6;

void first_meetings_count(struct first_meetings *out)
{
    memset(out, 0, sizeof *out);
    for (felt_card a = 0; a < FELT_CARDS; a++)
        for (felt_card b = 0; b < a; b++)
            for (felt_card c = 0; c < FELT_CARDS; c++)
                for (felt_card d = 0; d < c; d++)
                    if (a != c && a != d && b != c && b != d)
                        out->pairs[first_kind(a, b)][first_kind(c, d)] += 1;
}

void first_meetings_weigh(struct first_meetings *meetings,
                          const uint16_t equity[FIRST_KINDS][FIRST_KINDS])
{
    for (int mine = 0; mine < FIRST_KINDS; mine++)
        for (int theirs = 0; theirs < FIRST_KINDS; theirs++)
            meetings->lost[mine][theirs] =
                meetings->pairs[mine][theirs] * equity[theirs][mine] / FIRST_SHARE;
}

/* ---- ranges ---- */

/* How often a player plays each kind, and what that means for a hand that meets the range. */
struct range {
    double chance[FIRST_KINDS];
    double pairs[FIRST_KINDS]; /* for each kind of the other player: ways to meet the range   */
    double won[FIRST_KINDS];   /* ... and what that kind wins, in pots                        */
};

static void change_chance(struct range *range, const struct first_meetings *meetings, int kind,
                          double chance)
{
    double change = chance - range->chance[kind];
    if (change == 0) return;
    range->chance[kind] = chance;
    const double *pairs = meetings->pairs[kind], *lost = meetings->lost[kind];
    for (int other = 0; other < FIRST_KINDS; other++) {
        range->pairs[other] += change * pairs[other];
        range->won[other] += change * lost[other];
    }
}

/* What a hand has to fear of a range. */
struct threat {
    double chance; /* that the range is met                     */
    double odds;   /* against the hand, in pots lost for one won */
};

static struct threat meet(const struct range *range, int kind)
{
    double pairs = range->pairs[kind], won = range->won[kind];
    if (pairs < NO_PAIRS) return (struct threat){0, 0};
    return (struct threat){pairs / first_pairs_all(kind), (pairs - won) / won};
}

/* ---- the table ---- */

/* Everybody who decides: callers by enum first_caller, the same behind a caller, the pusher. */
enum { OVERCALLERS = FIRST_CALLERS, PUSHER = 2 * FIRST_CALLERS, PLAYERS };

static double posted_by(int caller)
{
    return caller == FIRST_BIG_BLIND ? 1 : caller == FIRST_SMALL_BLIND ? 0.5 : 0;
}

static double posted_by_pusher(struct first_game game)
{
    return game.behind == 1 ? 0.5 : 0;
}

/* How many players behind have posted nothing. */
static int without_blind(struct first_game game)
{
    return game.behind > 2 ? game.behind - 2 : 0;
}

static bool takes_part(struct first_game game, int player)
{
    static const int behind_min[PLAYERS] = {1, 2, 3, 2, 3, 4, 1}; /* the pusher is the last */
    return game.behind >= behind_min[player];
}

/* ---- what playing gains over folding ---- */

/* The pot of a hand that is called or calls, and who else may come in. */
struct contest {
    double odds;                         /* of those who are in for certain                  */
    double stacks;                       /* of theirs, the own one included                  */
    double dead;                         /* blinds that are not in those stacks              */
    double comers[OTHERS_MAX + 1];       /* chance that 0, 1, 2 or more without a blind call */
    struct threat behind[FIRST_CALLERS]; /* one overcaller of each sort                      */
};

/* The pot that is won less the stack that is risked, over all who may come in. */
static double value_of(const struct contest *contest, double depth)
{
    struct threat big = contest->behind[FIRST_BIG_BLIND];
    struct threat small = contest->behind[FIRST_SMALL_BLIND];
    double sum = 0;
    for (int others = 0; others <= OTHERS_MAX; others++) {
        double chance = contest->comers[others];
        if (chance == 0) continue;
        double odds = contest->odds + others * contest->behind[FIRST_NO_BLIND].odds;
        for (int blinds = 0; blinds < 4; blinds++) {
            bool has_big = blinds & 1, has_small = blinds >> 1;
            double met = (has_big ? big.chance : 1 - big.chance) *
                         (has_small ? small.chance : 1 - small.chance);
            if (met == 0) continue;
            double pot = depth * (contest->stacks + others + has_big + has_small) + contest->dead -
                         has_big - 0.5 * has_small;
            double against = odds + has_big * big.odds + has_small * small.odds;
            sum += chance * met * (pot / (1 + against) - depth);
        }
    }
    return sum;
}

/* Adds the chances that of `count` players 0, 1, 2 or more come in. */
static void add_comers(double weight, double chance, int count, double out[OTHERS_MAX + 1])
{
    double none = 1, one = 0;
    for (int i = 0; i < count; i++) {
        one = one * (1 - chance) + none * chance;
        none *= 1 - chance;
    }
    out[0] += weight * none;
    out[1] += weight * one;
    if (count > 1) out[2] += weight * (1 - none - one);
}

/* Those who can still come in behind a caller. */
static void meet_overcallers(const struct range range[PLAYERS], int caller, int kind,
                             struct threat out[FIRST_CALLERS])
{
    for (int sort = 0; sort < FIRST_CALLERS; sort++)
        if (sort < caller || sort == FIRST_NO_BLIND)
            out[sort] = meet(&range[OVERCALLERS + sort], kind);
}

static double push_gains(struct first_game game, const struct range range[PLAYERS], int kind)
{
    double value = 0, alone = 1, posted = posted_by_pusher(game);
    for (int caller = FIRST_CALLERS - 1; caller >= 0; caller--) {
        if (!takes_part(game, caller)) continue;
        struct threat call = meet(&range[caller], kind);
        struct contest contest = {
            .odds = call.odds, .stacks = 2, .dead = 1.5 - posted - posted_by(caller)};
        meet_overcallers(range, caller, kind, contest.behind);
        int count = caller == FIRST_NO_BLIND ? without_blind(game) : 1;
        while (count-- > 0) {
            add_comers(alone * call.chance, contest.behind[FIRST_NO_BLIND].chance, count,
                       contest.comers);
            alone *= 1 - call.chance;
        }
        value += value_of(&contest, game.depth);
    }
    return value + alone * (1.5 - posted) + posted;
}

/* Weighted with how often there is a push to be called.  Those without a blind all play the range
 * of an average place among them. */
static double call_gains(struct first_game game, const struct range range[PLAYERS], int caller,
                         int kind)
{
    struct threat push = meet(&range[PUSHER], kind);
    struct contest contest = {
        .odds = push.odds, .stacks = 2, .dead = 1.5 - posted_by_pusher(game) - posted_by(caller)};
    meet_overcallers(range, caller, kind, contest.behind);
    int places = caller == FIRST_NO_BLIND ? without_blind(game) : 1;
    for (int count = 0; count < places; count++)
        add_comers(1.0 / places, contest.behind[FIRST_NO_BLIND].chance, count, contest.comers);
    return push.chance * (value_of(&contest, game.depth) + posted_by(caller));
}

/* The caller in front has no blind if there is such a player. */
static double overcall_gains(struct first_game game, const struct range range[PLAYERS], int caller,
                             int kind)
{
    int front = game.behind > 2 ? FIRST_NO_BLIND : FIRST_SMALL_BLIND;
    struct threat push = meet(&range[PUSHER], kind), call = meet(&range[front], kind);
    struct contest contest = {.odds = push.odds + call.odds,
                              .stacks = 3,
                              .dead = 1.5 - posted_by(front) - posted_by(caller),
                              .comers = {1}};
    return push.chance * call.chance * (value_of(&contest, game.depth) + posted_by(caller));
}

static double gains(struct first_game game, const struct range range[PLAYERS], int player, int kind)
{
    if (player == PUSHER) return push_gains(game, range, kind);
    if (player < OVERCALLERS) return call_gains(game, range, player, kind);
    return overcall_gains(game, range, player - OVERCALLERS, kind);
}

/* ---- regrets ---- */

struct regrets {
    double play[FIRST_KINDS], fold[FIRST_KINDS];
};

/* Takes notice of what playing would have gained and chooses anew. */
static void learn(struct regrets *regrets, struct range *range,
                  const struct first_meetings *meetings, double weight,
                  const double gain[FIRST_KINDS])
{
    for (int kind = 0; kind < FIRST_KINDS; kind++) {
        double chance = range->chance[kind];
        double play = regrets->play[kind] + weight * (1 - chance) * gain[kind];
        double fold = regrets->fold[kind] - weight * chance * gain[kind];
        regrets->play[kind] = play = play > 0 ? play : 0;
        regrets->fold[kind] = fold = fold > 0 ? fold : 0;
        change_chance(range, meetings, kind, play + fold > 0 ? play / (play + fold) : chance);
    }
}

static void add_chances(const struct range *range, double weight, double sum[FIRST_KINDS])
{
    for (int kind = 0; kind < FIRST_KINDS; kind++) sum[kind] += weight * range->chance[kind];
}

static void round_chances(const double sum[FIRST_KINDS], double weights, uint8_t out[FIRST_KINDS])
{
    for (int kind = 0; kind < FIRST_KINDS; kind++)
        out[kind] = (uint8_t)(sum[kind] / weights * FIRST_ALWAYS + 0.5);
}

/* ---- solving ---- */

/* Everything the iteration remembers. */
struct work {
    struct range range[PLAYERS];
    struct regrets regrets[PLAYERS];
    double sum[PLAYERS][FIRST_KINDS];
};

/* The pusher first, then those who answer. */
static void iterate(struct work *work, const struct first_meetings *meetings,
                    struct first_game game, double weight)
{
    double gain[FIRST_KINDS];
    for (int player = PUSHER; player >= 0; player--) {
        if (!takes_part(game, player)) continue;
        for (int kind = 0; kind < FIRST_KINDS; kind++)
            gain[kind] = gains(game, work->range, player, kind);
        learn(&work->regrets[player], &work->range[player], meetings, weight, gain);
    }
}

/* What the average gives away, once rounded: each player alone could gain its part. */
static double given_away(struct first_game game, const struct range range[PLAYERS])
{
    double sum = 0;
    for (int player = 0; player < PLAYERS; player++) {
        if (!takes_part(game, player)) continue;
        for (int kind = 0; kind < FIRST_KINDS; kind++) {
            double gain = gains(game, range, player, kind);
            double best = gain > 0 ? gain : 0;
            sum += (best - range[player].chance[kind] * gain) * first_combos(kind) / FELT_COMBOS;
        }
    }
    return sum;
}

static double write_plan(const struct work *work, double weights,
                         const struct first_meetings *meetings, struct first_game game,
                         struct first_plan *out)
{
    struct range rounded[PLAYERS];
    uint8_t chances[PLAYERS][FIRST_KINDS];
    memset(rounded, 0, sizeof rounded);
    for (int player = 0; player < PLAYERS; player++) {
        round_chances(work->sum[player], weights, chances[player]);
        for (int kind = 0; kind < FIRST_KINDS; kind++)
            change_chance(&rounded[player], meetings, kind,
                          (double)chances[player][kind] / FIRST_ALWAYS);
    }
    memcpy(out->push, chances[PUSHER], sizeof out->push);
    memcpy(out->call, chances, sizeof out->call);
    return given_away(game, rounded);
}

double first_solve(const struct first_meetings *meetings, struct first_game game, double goal,
                   struct first_plan *out)
{
    struct work work;
    double weights = 0, gain = game.depth;
    memset(&work, 0, sizeof work);
    for (int i = 1; i <= ITERATIONS_MAX && gain > goal; i++) {
        double weight = (double)i * i;
        iterate(&work, meetings, game, i);
        if (i <= WARM_UP) continue;
        weights += weight;
        for (int player = 0; player < PLAYERS; player++)
            add_chances(&work.range[player], weight, work.sum[player]);
        if (i % ROUND == 0) gain = write_plan(&work, weights, meetings, game, out);
    }
    return gain;
}
