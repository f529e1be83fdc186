/* bluff.c -- what is lost by those who may not bluff, or not fold.
 *
 * All rules are trained on the same hands: everybody free, and for each seat that seat never
 * bluffing, and never folding.  Then other hands are dealt, each once for every rule, and what the
 * restricted seat wins with it is reckoned over all lines of bets, or as many as there is time for.
 * Chips only change hands, so that free players win nothing on average over seats: what the
 * restricted ones lose, on average over seats, is the value.  That good cards lie at one seat in
 * all rules of a hand takes most of the luck away. */
#include "felt/assert.h"
#include "lab/search/bluff_parts.h"

#include <math.h>
#include <string.h>

enum {
    FREELY = 500000, /* work of training at effort 1: without limits, with them                */
    BOUND = 1100000,
    LARGE = 3, /* a game with thousands of sets is given so many times as much                 */
    PLAYING = 800000,
    HANDS_MIN = 2 * FELT_SCORE_MIN,
    HANDS_MAX = 1 << 20,
    BREADTH = 16,
    PARTS = 1000, /* of a smallest bet: scores are whole numbers                               */
};

size_t felt_bluff_bytes(void)
{
    return sizeof(struct felt_bluff_game);
}

/* Everybody free, then each seat under each limit. */
static int list_rules(int seats, struct felt_bluff_rule *out)
{
    int count = 0;
    out[count++] = (struct felt_bluff_rule){FELT_AGENT_FREE, 0};
    for (int seat = 0; seat < seats; seat++) {
        out[count++] = (struct felt_bluff_rule){FELT_AGENT_NEVER_BLUFF, (felt_seat)seat};
        out[count++] = (struct felt_bluff_rule){FELT_AGENT_NEVER_FOLD, (felt_seat)seat};
    }
    return count;
}

/* ---- how free players bet ---- */

struct table_talk {
    uint64_t hands, folded, shown;
    uint64_t raises, bluffs;
    int64_t won, forced;
    struct felt_event event[FELT_EVENTS_MAX];
};

/* One hand between free players, by the average strategy. */
static void overhear(struct felt_bluff_game *game, const struct felt_bluff_rule *rule,
                     uint64_t seed, struct table_talk *talk)
{
    struct felt_event_log log = {.event = talk->event, .room = FELT_EVENTS_MAX};
    struct felt_bluff_hand hand;
    felt_bluff_deal(game, seed, &hand, &log);
    talk->hands++;
    while (hand.state.actor >= 0) {
        struct felt_bluff_spot spot;
        double share[FELT_BLUFF_MOVES];
        felt_bluff_look(game, rule, &hand, false, &spot);
        felt_bluff_average(game, &spot, share);
        int move = spot.move[felt_bluff_draw(game, &spot, share)];
        bool more = move == FELT_MOVE_BET || move == FELT_MOVE_RAISE ||
                    (move == FELT_MOVE_ALL_IN && spot.move[0] == FELT_MOVE_CHECK);
        talk->raises += more;
        talk->bluffs += more && 2 * spot.bucket < game->buckets;
        felt_bluff_play(game, &hand, move, &log);
    }
    talk->won += hand.won;
    talk->forced += hand.forced;
    unsigned live = hand.state.dealt & hand.state.betting.turn.live;
    talk->folded += (live & (live - 1)) == 0;
    talk->shown += (live & (live - 1)) != 0;
}

/* ---- the measurement ---- */

/* What the seats lose that a limit binds, each in its own rule, on average. */
static int64_t loss(struct felt_bluff_game *game, const struct felt_bluff_rule *rules, int count,
                    uint8_t limit, const struct felt_bluff_hand *hand)
{
    double sum = 0;
    for (int i = 0; i < count; i++) {
        double won[FELT_GENOME_SEATS_MAX];
        if (rules[i].limit != limit) continue;
        felt_bluff_expect(game, &rules[i], hand, BREADTH, won);
        sum -= won[rules[i].seat];
    }
    return llround(PARTS * sum / game->program.seats);
}

/* The interval holds for the strategies that were found.  Others would be found with other hands:
 * over 16 seeds values differ 1.0 to 1.7 times as much as the hands of one measurement say, and a
 * little more where next to nothing is at stake. */
static struct felt_interval in_bets(const struct felt_score *score)
{
    const double wider = 1.5, more = 0.0005;
    struct felt_interval interval = felt_interval_fixed(score, 0.95);
    double mean = interval.mean / PARTS, half = (interval.high - interval.mean) / PARTS;
    if (isinf(half))
        half = 3 / (double)score->count; /* all alike: a bet in so few hands, at most */
    if (half > 0) half = wider * half + more;
    return (struct felt_interval){mean, mean - half, mean + half};
}

static double part(double of, double all)
{
    return all > 0 ? of / all : 0;
}

void felt_bluff_measure(const struct felt_genome_program *program,
                        const struct felt_strengths *strengths, uint64_t seed, double effort,
                        void *memory, struct felt_bluff *out)
{
    struct felt_bluff_game *game = memory;
    struct felt_bluff_rule rules[1 + 2 * FELT_GENOME_SEATS_MAX];
    struct felt_score bluff = {0}, fold = {0};
    struct table_talk talk = {0};
    felt_assert(effort > 0);
    *out = (struct felt_bluff){.raised = 0};
    if (!felt_bluff_open(program, strengths, seed, game)) return;
    int count = list_rules(program->seats, rules);
    felt_bluff_train(game, rules, 1, (uint64_t)(FREELY * effort));
    double large = fmin(fmax(game->sets / 1000.0, 1), LARGE);
    felt_bluff_train(game, rules + 1, count - 1, (uint64_t)(BOUND * effort * large));
    uint64_t until = game->work + (uint64_t)(PLAYING * effort * large);
    struct felt_rng deals = felt_rng_make(felt_hash_word(game->rng.state[0], seed));
    for (int i = 0; i < HANDS_MIN || (i < HANDS_MAX && game->work < until); i++) {
        uint64_t deal = felt_rng_next(&deals);
        struct felt_bluff_hand hand;
        felt_bluff_deal(game, deal, &hand, NULL);
        felt_score_add(&bluff, loss(game, rules, count, FELT_AGENT_NEVER_BLUFF, &hand));
        felt_score_add(&fold, loss(game, rules, count, FELT_AGENT_NEVER_FOLD, &hand));
        overhear(game, &rules[0], deal, &talk);
    }
    out->bluff = in_bets(&bluff);
    out->fold = in_bets(&fold);
    out->raised = part((double)talk.bluffs, (double)talk.raises);
    out->folded = part((double)talk.folded, (double)talk.hands);
    out->showdown = part((double)talk.shown, (double)talk.hands);
    out->pot = talk.forced ? part((double)talk.won, (double)talk.forced)
                           : part((double)talk.won, (double)talk.hands * game->bet);
    out->forced = part((double)talk.forced, (double)talk.hands * game->bet);
    out->sets = game->sets;
}
