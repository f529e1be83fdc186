/* bluff_train.c -- the small game of bets, and an equilibrium of it by regret.
 *
 * External sampling: a hand is dealt, and for each seat in turn the tree of its own bets is walked,
 * the others' bets being drawn from what they play now.  What a move would have won more than what
 * is played is added to its regret; moves are played in proportion to regrets that are above 0.
 * What is played is summed, later hands counting more (the t-th with weight t), and that average is
 * the strategy.
 *
 * Trees of own bets can be large: games of many rounds.  Behind OWN_MAX own bets one move, any, is
 * followed, and the others are valued by playing on as everybody plays now.  How likely a set is
 * followed depends on the own moves that lead there alone, so that all its regrets are scaled
 * alike.
 *
 * A set is known by rule, seat, step, bucket, legal moves, and the bets for the pot that lies
 * there. With many rounds for one pot (ROUNDS_MAX) those before are known by the size of the pot
 * only. */
#include "lab/search/bluff_parts.h"

#include "felt/assert.h"

#include <string.h>

enum {
    OWN_MAX = 6,
    DEAL_WORK = 4,
    ROUNDS_MAX = 2,
    HAND_MOVES = 400, /* then the cap of the game ends the hand                                */
    DRAWINGS = 4,     /* estimates of a strength on a board, averaged                          */
    DRAWING_WORK = 40 /* what they cost, in moves                                              */
};

/* So much of what is regretted without a limit weighs under one. */
/* What is played less often is left over from the first hands. */
static const double residue = 0.06;
static const float inherited = 0.1f, remembered = 0.01f;

/* ---- the game ---- */

static int bets_of(const struct felt_genome_program *program, int32_t *smallest)
{
    int count = 0;
    *smallest = 0;
    for (int i = 0; i < program->steps; i++) {
        const int32_t *gene = program->step[i].gene;
        if (program->step[i].type != FELT_PHASE_TYPE_BETTING) continue;
        if (!count++ || gene[FELT_BET_MIN] < *smallest) *smallest = gene[FELT_BET_MIN];
    }
    return program->chips ? count : 0;
}

bool felt_bluff_open(const struct felt_genome_program *program,
                     const struct felt_strengths *strengths, uint64_t seed,
                     struct felt_bluff_game *game)
{
    static const uint8_t buckets[2][4] = {{20, 12, 8, 6}, {12, 8, 6, 4}};
    const struct felt_agent_spec greedy = {.kind = FELT_AGENT_GREEDY};
    memset(game, 0, sizeof *game);
    int steps = bets_of(program, &game->bet);
    if (!steps) return false;
    felt_assert(game->bet > 0);
    felt_assert(felt_agent_bytes(&greedy) <= sizeof game->agent);
    game->program = *program;
    int32_t *session = game->program.session;
    session[FELT_SESSION_HANDS] = 1;
    if (session[FELT_SESSION_TURNS] > HAND_MOVES) session[FELT_SESSION_TURNS] = HAND_MOVES;
    game->strengths = strengths;
    game->greedy = felt_agent_init(&greedy, &game->program, strengths, game->agent);
    game->rounds = steps;
    game->buckets = buckets[program->seats > 2][steps < 4 ? steps - 1 : 3];
    game->board = program->showdown && program->evaluation[FELT_EVAL_COMMUNITY] > 0;
    game->rng = felt_rng_make(felt_hash_word(seed, program->hash));
    return true;
}

static bool is_betting(const struct felt_bluff_game *game, const struct felt_genome_state *state)
{
    return game->program.step[state->pc].type == FELT_PHASE_TYPE_BETTING;
}

/* Many bets between many seats come to the same: what counts is who raised last, how often it was
 * raised, and how many are left; with more than three only that somebody raised. */
static bool is_crowd(const struct felt_bluff_game *game)
{
    return game->program.seats > 2;
}

static void note(struct felt_bluff_hand *hand, struct felt_event_log *log)
{
    for (uint32_t i = 0; log && i < log->count; i++) {
        const struct felt_event *event = &log->event[i];
        if (event->kind == FELT_EVENT_WIN) hand->won += event->amount;
        if (event->kind == FELT_EVENT_ANTE || event->kind == FELT_EVENT_BLIND)
            hand->forced += event->amount;
    }
    if (log) log->count = 0;
}

/* Whatever is no bet is decided by greedy, and the same way whatever was bet. */
static void go_on(struct felt_bluff_game *game, struct felt_bluff_hand *hand,
                  struct felt_event_log *log)
{
    struct felt_genome_state *state = &hand->state;
    while (state->actor >= 0) {
        struct felt_moves moves;
        felt_genome_moves(&game->program, state, &moves);
        int move = felt_moves_pick(&moves, 0);
        if (felt_moves_count(&moves) > 1) {
            if (is_betting(game, state)) break;
            struct felt_rng rng = felt_rng_make(felt_hash_word(state->chance, state->turns));
            move = felt_agent_choose(game->greedy, state, &rng, NULL);
            game->work++;
        }
        felt_genome_play(&game->program, state, move, log);
        note(hand, log);
        game->work++;
    }
    if (state->betting.pot == 0) {
        hand->bets = 0;
        hand->rounds = hand->raiser = 0;
    }
    if (state->actor >= 0 &&
        (!hand->rounds || hand->round != state->pc || hand->cycle != state->cycle)) {
        if (hand->rounds < (game->rounds > ROUNDS_MAX || is_crowd(game) ? 1 : ROUNDS_MAX)) {
            hand->rounds++;
        } else {
            uint64_t pot = (uint64_t)(state->betting.pot / game->bet);
            if (is_crowd(game)) pot = pot ? 63u - (unsigned)__builtin_clzll(pot) : 64;
            hand->bets = felt_hash_word(pot, game->program.seats > 3 ? 0 : hand->raiser);
        }
        hand->round = state->pc;
        hand->cycle = state->cycle;
    }
}

void felt_bluff_deal(struct felt_bluff_game *game, uint64_t seed, struct felt_bluff_hand *hand,
                     struct felt_event_log *log)
{
    *hand = (struct felt_bluff_hand){.bets = 0};
    felt_genome_begin(&game->program, NULL, seed, &hand->state, log);
    note(hand, log);
    game->work += DEAL_WORK;
    go_on(game, hand, log);
}

void felt_bluff_play(struct felt_bluff_game *game, struct felt_bluff_hand *hand, int move,
                     struct felt_event_log *log)
{
    uint64_t word = (uint64_t)hand->state.pc << 16 | (uint64_t)hand->state.actor << 8;
    if (!is_crowd(game)) hand->bets = felt_hash_word(hand->bets, word | (uint64_t)move);
    if (move == FELT_MOVE_BET || move == FELT_MOVE_RAISE)
        hand->raiser = (uint8_t)(hand->state.actor + 1);
    felt_genome_play(&game->program, &hand->state, move, log);
    note(hand, log);
    game->work++;
    go_on(game, hand, log);
}

/* ---- what a seat knows ---- */

/* The same cards always have the same strength. */
static double strength_of(struct felt_bluff_game *game, const struct felt_genome_state *state)
{
    felt_seat seat = state->actor;
    if (!game->board || !state->table) {
        struct felt_rng rng = felt_rng_make(1);
        return felt_strengths_of(game->strengths, &game->program, state, seat, &rng);
    }
    uint64_t key = felt_hash_word(felt_hash_word(state->pc, state->hand[seat]), state->table) | 1;
    uint32_t at = (uint32_t)(key >> 52) % FELT_BLUFF_RATED;
    if (game->rated[at].key != key) {
        struct felt_rng rng = felt_rng_make(key);
        double sum = 0;
        for (int i = 0; i < DRAWINGS; i++)
            sum += felt_strengths_of(game->strengths, &game->program, state, seat, &rng);
        game->rated[at].key = key;
        game->rated[at].strength = sum / DRAWINGS;
        game->work += DRAWING_WORK;
    }
    return game->rated[at].strength;
}

static struct felt_bluff_set *find_key(struct felt_bluff_game *game, uint64_t key, bool grow)
{
    key = key ? key : 1;
    uint32_t at = (uint32_t)(key >> 40) % FELT_BLUFF_SETS;
    for (; game->set[at].key; at = (at + 1) % FELT_BLUFF_SETS)
        if (game->set[at].key == key) return &game->set[at];
    if (!grow || game->sets >= FELT_BLUFF_SETS / 8 * 7) return NULL;
    game->sets++;
    game->set[at].key = key;
    return &game->set[at];
}

/* Under a limit everybody begins as they play without it. */
static struct felt_bluff_set *find_set(struct felt_bluff_game *game,
                                       const struct felt_bluff_rule *rule, uint64_t key, bool grow)
{
    bool is_free = rule->limit == FELT_AGENT_FREE;
    uint64_t who = is_free ? 0 : (uint64_t)rule->limit << 8 | (uint64_t)rule->seat;
    struct felt_bluff_set *set = find_key(game, felt_hash_word(key, who), grow && is_free);
    if (set || is_free) return set;
    struct felt_bluff_set *usual = find_key(game, felt_hash_word(key, 0), false);
    if (!grow) return usual;
    set = find_key(game, felt_hash_word(key, who), true);
    for (int i = 0; set && usual && i < FELT_BLUFF_MOVES; i++) {
        set->regret[i] = inherited * usual->regret[i];
        set->played[i] = remembered * usual->played[i];
    }
    return set;
}

#define BIT(move) (1u << ((move)-FELT_MOVE_ITEMS))

void felt_bluff_look(struct felt_bluff_game *game, const struct felt_bluff_rule *rule,
                     const struct felt_bluff_hand *hand, bool grow, struct felt_bluff_spot *spot)
{
    const struct felt_genome_state *state = &hand->state;
    struct felt_moves moves;
    felt_genome_moves(&game->program, state, &moves);
    felt_assert(!moves.items);
    int bucket = (int)(strength_of(game, state) * game->buckets);
    if (bucket >= game->buckets) bucket = game->buckets - 1;
    bool bound = rule->limit != FELT_AGENT_FREE && rule->seat == state->actor;
    unsigned others = moves.others;
    if (bound && rule->limit == FELT_AGENT_NEVER_BLUFF && 2 * bucket < game->buckets) {
        others &= ~(BIT(FELT_MOVE_BET) | BIT(FELT_MOVE_RAISE));
        if (others & BIT(FELT_MOVE_CHECK)) others &= ~BIT(FELT_MOVE_ALL_IN);
    }
    if (bound && rule->limit == FELT_AGENT_NEVER_FOLD) others &= ~BIT(FELT_MOVE_FOLD);
    spot->bucket = (uint8_t)bucket;
    spot->count = 0;
    uint8_t place = 0;
    for (unsigned left = moves.others; left; left &= left - 1, place++) {
        if (!(others & left & (0u - left))) continue;
        felt_assert(place < FELT_BLUFF_MOVES);
        spot->place[spot->count] = place;
        spot->move[spot->count++] = (uint8_t)(FELT_MOVE_ITEMS + __builtin_ctz(left));
    }
    felt_assert(spot->count > 0);
    spot->set = NULL;
    if (spot->count == 1) return;
    uint64_t key = hand->bets, place_of = (uint64_t)state->pc << 40 | (uint64_t)moves.others << 24;
    if (is_crowd(game)) {
        const struct felt_turn *turn = &state->betting.turn;
        int left = felt_seats_count((felt_seats)(turn->live & state->dealt));
        int raiser = game->program.seats > 3 ? turn->raiser >= 0 : turn->raiser + 1;
        if (game->program.seats > 3 && left > 3) left = 3;
        key = felt_hash_word(key,
                             (uint64_t)raiser << 16 | (uint64_t)turn->raises << 8 | (uint64_t)left);
    }
    key = felt_hash_word(key, place_of | (uint64_t)bucket << 16 | (uint64_t)state->actor);
    spot->set = find_set(game, rule, key, grow);
}

/* Without a set: stays in with the better half. */
static void stay_or_not(const struct felt_bluff_game *game, const struct felt_bluff_spot *spot,
                        double share[])
{
    int chosen = 0;
    for (int i = 0; i < spot->count; i++) {
        share[i] = 0;
        if (spot->move[i] == FELT_MOVE_CHECK ||
            ((spot->move[i] == FELT_MOVE_CALL || spot->move[i] == FELT_MOVE_ALL_IN) &&
             2 * spot->bucket >= game->buckets && spot->move[chosen] != FELT_MOVE_CHECK))
            chosen = i;
    }
    share[chosen] = 1;
}

static void proportions(const struct felt_bluff_game *game, const struct felt_bluff_spot *spot,
                        const float *weight, double share[])
{
    double sum = 0;
    if (spot->count > 1 && !weight) {
        stay_or_not(game, spot, share);
        return;
    }
    for (int i = 0; i < spot->count; i++) {
        share[i] = weight && weight[spot->place[i]] > 0 ? (double)weight[spot->place[i]] : 0;
        sum += share[i];
    }
    for (int i = 0; i < spot->count; i++) share[i] = sum > 0 ? share[i] / sum : 1.0 / spot->count;
}

void felt_bluff_average(const struct felt_bluff_game *game, const struct felt_bluff_spot *spot,
                        double share[FELT_BLUFF_MOVES])
{
    double sum = 0;
    proportions(game, spot, spot->set ? spot->set->played : NULL, share);
    for (int i = 0; i < spot->count; i++) {
        if (share[i] < residue) share[i] = 0;
        sum += share[i];
    }
    for (int i = 0; i < spot->count; i++) share[i] /= sum;
}

int felt_bluff_draw(struct felt_bluff_game *game, const struct felt_bluff_spot *spot,
                    const double share[FELT_BLUFF_MOVES])
{
    double at = felt_rng_unit(&game->rng);
    int i = 0;
    while (i < spot->count - 1 && (at -= share[i]) >= 0) i++;
    while (i > 0 && share[i] <= 0) i--;
    return i;
}

/* ---- training ---- */

struct walk {
    struct felt_bluff_game *game;
    const struct felt_bluff_rule *rule;
    felt_seat self;
    float weight;
};

static double result_of(const struct felt_bluff_game *game, const struct felt_genome_state *state,
                        felt_seat seat)
{
    return (double)(state->betting.stack[seat] - state->chips[seat]) / game->bet;
}

/* Plays on as everybody plays now, and learns nothing. */
static double probe(const struct walk *walk, struct felt_bluff_hand *hand)
{
    while (hand->state.actor >= 0) {
        struct felt_bluff_spot spot;
        double share[FELT_BLUFF_MOVES];
        felt_bluff_look(walk->game, walk->rule, hand, false, &spot);
        proportions(walk->game, &spot, spot.set ? spot.set->regret : NULL, share);
        felt_bluff_play(walk->game, hand, spot.move[felt_bluff_draw(walk->game, &spot, share)],
                        NULL);
    }
    return result_of(walk->game, &hand->state, walk->self);
}

static double learn(const struct walk *walk, struct felt_bluff_hand *hand, int own);

static double learn_own(const struct walk *walk, const struct felt_bluff_hand *hand,
                        const struct felt_bluff_spot *spot, const double share[], int own)
{
    double value[FELT_BLUFF_MOVES], mean = 0;
    int followed = own < OWN_MAX ? -1 : (int)felt_rng_below(&walk->game->rng, spot->count);
    for (int i = 0; i < spot->count; i++) {
        struct felt_bluff_hand next = *hand;
        felt_bluff_play(walk->game, &next, spot->move[i], NULL);
        value[i] = followed < 0 || followed == i ? learn(walk, &next, own + 1) : probe(walk, &next);
        mean += share[i] * value[i];
    }
    for (int i = 0; spot->set && i < spot->count; i++)
        spot->set->regret[spot->place[i]] += walk->weight * (float)(value[i] - mean);
    return mean;
}

static double learn(const struct walk *walk, struct felt_bluff_hand *hand, int own)
{
    struct felt_bluff_game *game = walk->game;
    while (hand->state.actor >= 0) {
        struct felt_bluff_spot spot;
        double share[FELT_BLUFF_MOVES];
        felt_bluff_look(game, walk->rule, hand, true, &spot);
        proportions(game, &spot, spot.set ? spot.set->regret : NULL, share);
        if (hand->state.actor == walk->self && spot.count > 1)
            return learn_own(walk, hand, &spot, share, own);
        if (hand->state.actor != walk->self)
            for (int i = 0; spot.set && i < spot.count; i++)
                spot.set->played[spot.place[i]] += walk->weight * (float)share[i];
        felt_bluff_play(game, hand, spot.move[felt_bluff_draw(game, &spot, share)], NULL);
    }
    return result_of(game, &hand->state, walk->self);
}

void felt_bluff_train(struct felt_bluff_game *game, const struct felt_bluff_rule *rules, int count,
                      uint64_t work)
{
    uint64_t until = game->work + work;
    while (game->work < until) {
        struct felt_bluff_hand hand;
        float weight = (float)++game->trained;
        felt_bluff_deal(game, felt_rng_next(&game->rng), &hand, NULL);
        if (hand.state.actor < 0) continue;
        for (int i = 0; i < count; i++)
            for (int seat = 0; seat < game->program.seats; seat++) {
                struct walk walk = {game, &rules[i], (felt_seat)seat, weight};
                struct felt_bluff_hand copy = hand;
                (void)learn(&walk, &copy, 0);
            }
    }
}

/* ---- what it comes to ---- */

static void follow(struct felt_bluff_game *game, const struct felt_bluff_rule *rule,
                   struct felt_bluff_hand *hand, double breadth, double weight,
                   double out[FELT_GENOME_SEATS_MAX])
{
    while (hand->state.actor >= 0) {
        struct felt_bluff_spot spot;
        double share[FELT_BLUFF_MOVES];
        felt_bluff_look(game, rule, hand, false, &spot);
        felt_bluff_average(game, &spot, share);
        int chosen = spot.count > 1 ? felt_bluff_draw(game, &spot, share) : 0;
        for (int i = 0; breadth >= 2 && i < spot.count; i++) {
            struct felt_bluff_hand next = *hand;
            if (share[i] <= 0) continue;
            felt_bluff_play(game, &next, spot.move[i], NULL);
            follow(game, rule, &next, breadth * share[i], weight * share[i], out);
        }
        if (breadth >= 2) return;
        felt_bluff_play(game, hand, spot.move[chosen], NULL);
    }
    for (int seat = 0; seat < game->program.seats; seat++)
        out[seat] += weight * result_of(game, &hand->state, (felt_seat)seat);
}

void felt_bluff_expect(struct felt_bluff_game *game, const struct felt_bluff_rule *rule,
                       const struct felt_bluff_hand *hand, double breadth,
                       double out[FELT_GENOME_SEATS_MAX])
{
    struct felt_bluff_hand copy = *hand;
    memset(out, 0, FELT_GENOME_SEATS_MAX * sizeof *out);
    follow(game, rule, &copy, breadth, 1, out);
}
