/* test_chips.c -- one betting round in chips.
 *
 * Every round that can be played with a few chips, node by node beside slow_round.c and, for fixed
 * increments, beside slow_phase.c; and the situations RULES 6 to 8 name, as tables.  Whole hands
 * are in tests/golden/betting. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "felt/chips.h"
#include "felt/rng.h"
#include "module.h"
#include "slow_phase.h"
#include "slow_round.h"
#include "support.h"

#include <stdio.h>
#include <string.h>

enum { SEATS_FEW = 4, DEPTH_MAX = 64, UNIT = 10, RANDOM_ROUNDS = 30000 };

/* --- two rounds side by side --- */

struct pair {
    struct felt_betting fast;
    struct slow_round slow;
    felt_seats dealt;
    felt_chips total; /* of all stacks, in the beginning */
    char text[512];   /* what has happened */
};

static void note(struct pair *pair, const char *format, ...)
{
    size_t length = strlen(pair->text);
    va_list list;
    va_start(list, format);
    vsnprintf(pair->text + length, sizeof pair->text - length, format, list);
    va_end(list);
}

static void pair_open(struct pair *pair, enum felt_limit limit, int seats, const felt_chips *stack)
{
    *pair = (struct pair){.dealt = (felt_seats)((1 << seats) - 1)};
    pair->fast.limit = (uint8_t)limit;
    pair->slow.limit = (int)limit;
    pair->fast.turn.live = pair->fast.turn.able = pair->dealt;
    note(pair, "limit %d;", (int)limit);
    for (int seat = 0; seat < seats; seat++) {
        pair->fast.stack[seat] = stack[seat];
        pair->total += stack[seat];
        pair->slow.player[seat] = (struct slow_player){.live = true, .stack = stack[seat]};
        note(pair, " %lld", (long long)stack[seat]);
    }
}

static void pair_post(struct pair *pair, felt_seat seat, felt_chips amount)
{
    felt_chips before = pair->slow.player[seat].stack;
    slow_round_post(&pair->slow, seat, amount);
    felt_chips moved = felt_betting_post(&pair->fast, seat, amount);
    assert_int_equal(moved, before - pair->slow.player[seat].stack);
    note(pair, " post%d=%lld", seat, (long long)amount);
}

static void pair_begin(struct pair *pair, felt_seat first, felt_chips unit, uint8_t cap)
{
    slow_round_begin(&pair->slow, first, unit, cap);
    felt_betting_begin(&pair->fast, first, unit, cap);
    note(pair, " first %d, unit %lld, cap %d:", first, (long long)unit, cap);
}

static void pair_act(struct pair *pair, enum felt_action_kind kind, felt_chips to)
{
    note(pair, " %d%c", pair->fast.turn.actor, "fkcr"[kind]);
    if (kind == FELT_RAISE_TO) note(pair, "%lld", (long long)to);
    slow_round_apply(&pair->slow, kind, to);
    felt_betting_apply(&pair->fast, kind, to);
}

static void differ(const struct pair *pair, const char *what, felt_chips is, felt_chips should_be)
{
    fail_msg("%s is %lld, should be %lld: %s", what, (long long)is, (long long)should_be,
             pair->text);
}
#define SAME(what, is, should_be)                                                                  \
    do {                                                                                           \
        if ((is) != (should_be)) differ(pair, what, is, should_be);                                \
    } while (0)

static void pair_verify_chips(const struct pair *pair)
{
    const struct felt_betting *fast = &pair->fast;
    felt_chips sum = fast->pot;
    SAME("the pot", fast->pot, pair->slow.pot);
    SAME("the price", fast->to_match, pair->slow.price);
    SAME("the actor", fast->turn.actor, pair->slow.actor);
    for (int seat = 0; seat < FELT_SEATS_MAX; seat++) {
        const struct slow_player *player = &pair->slow.player[seat];
        SAME("a stack", fast->stack[seat], player->stack);
        SAME("a stake", fast->staked[seat], player->staked);
        SAME("live", felt_seats_has(fast->turn.live, seat), player->live);
        if (fast->stack[seat] < 0 || fast->staked[seat] > fast->to_match)
            differ(pair, "C1: a stake", fast->staked[seat], fast->to_match);
        if (felt_seats_has(fast->turn.able, seat) && fast->stack[seat] == 0)
            differ(pair, "C3: an able stack", 0, 1);
        sum += fast->stack[seat];
    }
    SAME("C4: stacks and pot", sum, pair->total);
    if (fast->raise_from > fast->to_match) differ(pair, "C5", fast->raise_from, fast->to_match);
}

/* Compares what may be done; there is an actor. */
static struct slow_choice pair_verify_choices(const struct pair *pair)
{
    struct felt_legal legal;
    struct slow_choice choice = slow_round_choices(&pair->slow);
    felt_betting_legal(&pair->fast, &legal);
    SAME("fold", felt_legal_has(&legal, FELT_FOLD), choice.fold);
    SAME("check", felt_legal_has(&legal, FELT_CHECK), choice.check);
    SAME("call", felt_legal_has(&legal, FELT_CALL), choice.call);
    SAME("raise", felt_legal_has(&legal, FELT_RAISE_TO), choice.raise_max > 0);
    SAME("chips to call", legal.to_call, choice.call_chips);
    SAME("the smallest raise", legal.raise_to_min, choice.raise_min);
    SAME("the largest raise", legal.raise_to_max, choice.raise_max);
    return choice;
}

static void pair_verify_end(const struct pair *original)
{
    struct pair copy = *original, *pair = &copy;
    felt_chips paid[FELT_SEATS_MAX] = {0};
    felt_seat owner;
    int slow_owner;
    felt_chips slow_back = slow_round_give(&pair->slow, &slow_owner);
    felt_chips back = felt_betting_give(&pair->fast, pair->dealt, &owner);
    SAME("what is given back", back, slow_back);
    if (back) SAME("its owner", owner, slow_owner);
    for (int seat = 0; seat < FELT_SEATS_MAX; seat++) {
        SAME("a stack in the end", pair->fast.stack[seat], pair->slow.player[seat].stack);
        SAME("a stake in the end", pair->fast.staked[seat], pair->slow.player[seat].staked);
    }
    felt_betting_collect(&pair->fast, paid);
    for (int seat = 0; seat < FELT_SEATS_MAX; seat++) {
        SAME("what was paid", paid[seat], pair->slow.player[seat].staked);
        SAME("a stake", pair->fast.staked[seat], 0);
    }
    SAME("the price", pair->fast.to_match, 0);
}

/* --- every round of a few chips --- */

static long walk(const struct pair *pair, int depth)
{
    long nodes = 1;
    pair_verify_chips(pair);
    if (depth > DEPTH_MAX) differ(pair, "the number of actions", depth, DEPTH_MAX);
    if (pair->fast.turn.actor < 0) {
        pair_verify_end(pair);
        return nodes;
    }
    struct slow_choice choice = pair_verify_choices(pair);
    struct pair next;
    if (choice.fold) {
        next = *pair;
        pair_act(&next, FELT_FOLD, 0);
        nodes += walk(&next, depth + 1);
    }
    next = *pair;
    pair_act(&next, choice.check ? FELT_CHECK : FELT_CALL, 0);
    nodes += walk(&next, depth + 1);
    for (felt_chips to = choice.raise_min; to && to <= choice.raise_max; to++) {
        next = *pair;
        pair_act(&next, FELT_RAISE_TO, to);
        nodes += walk(&next, depth + 1);
    }
    return nodes;
}

/* Small stacks: all of 1 .. largest, in every combination. */
static bool next_stacks(felt_chips *stack, int seats, felt_chips largest)
{
    for (int seat = 0; seat < seats; seat++) {
        if (++stack[seat] <= largest) return true;
        stack[seat] = 1;
    }
    return false;
}

static void chips_agree_with_the_slow_round_in_every_small_round(void **state)
{
    (void)state;
    static const struct {
        int limit, seats, cap;
        felt_chips largest, unit;
        felt_chips blind[SEATS_FEW];
        felt_seat first;
    } rows[] = {{FELT_NO_LIMIT, 2, FELT_CAP_NONE, 7, 2, {1, 2}, 0},
                {FELT_NO_LIMIT, 2, FELT_CAP_NONE, 7, 2, {0, 0}, 1},
                {FELT_NO_LIMIT, 3, FELT_CAP_NONE, 5, 2, {1, 2}, 2},
                {FELT_NO_LIMIT, 3, FELT_CAP_NONE, 5, 2, {0, 0}, 0},
                {FELT_NO_LIMIT, 3, FELT_CAP_NONE, 5, 1, {1, 2, 3}, 1}, /* a straddle */
                {FELT_NO_LIMIT, 3, FELT_CAP_NONE, 5, 2, {2, 1, 2}, 0}, /* a late post */
                {FELT_NO_LIMIT, 4, FELT_CAP_NONE, 3, 1, {1, 2}, 2},
                {FELT_POT_LIMIT, 2, FELT_CAP_NONE, 9, 2, {1, 2}, 0},
                {FELT_POT_LIMIT, 3, FELT_CAP_NONE, 6, 2, {1, 2}, 2},
                {FELT_POT_LIMIT, 3, FELT_CAP_NONE, 5, 4, {2, 4}, 2}, /* blinds are often short */
                {FELT_FIXED_LIMIT, 2, 4, 20, 4, {2, 4}, 0},
                {FELT_FIXED_LIMIT, 3, 3, 11, 4, {0, 0}, 0},
                {FELT_FIXED_LIMIT, 3, 3, 11, 4, {2, 4}, 2},
                {FELT_FIXED_LIMIT, 4, 2, 6, 4, {0, 0}, 1},
                {FELT_FIXED_LIMIT, 4, 2, 7, 5, {2, 5}, 2}, /* half a bet is not a whole number */
                {FELT_STEP_LIMIT, 3, 2, 11, 3, {0, 0}, 0},
                {FELT_STEP_LIMIT, 4, 3, 5, 2, {0, 0}, 3}};
    long nodes = 0;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        felt_chips stack[SEATS_FEW] = {1, 1, 1, 1};
        int tables = 0;
        do {
            struct pair pair;
            if (test_is_quick() && ++tables % 17) continue;
            pair_open(&pair, (enum felt_limit)rows[i].limit, rows[i].seats, stack);
            for (int seat = 0; seat < rows[i].seats; seat++)
                if (rows[i].blind[seat]) pair_post(&pair, (felt_seat)seat, rows[i].blind[seat]);
            pair_begin(&pair, rows[i].first, rows[i].unit, (uint8_t)rows[i].cap);
            nodes += walk(&pair, 0);
        } while (next_stacks(stack, rows[i].seats, rows[i].largest));
    }
    print_message("# %ld nodes\n", nodes);
    assert_true(nodes > 10000);
}

/* --- large random rounds --- */

static void play_random_round(struct felt_rng *rng, struct pair *pair, uint8_t cap)
{
    int actions = 0;
    felt_chips raise_min = pair->fast.raise_min;
    while (pair->fast.turn.actor >= 0) {
        pair_verify_chips(pair);
        struct slow_choice choice = pair_verify_choices(pair);
        felt_chips span = choice.raise_max - choice.raise_min;
        uint32_t dice = felt_rng_below(rng, 10);
        if (choice.raise_max > 0 && dice < 5) {
            felt_chips more = span ? (felt_chips)(felt_rng_next(rng) % (uint64_t)(span + 1)) : 0;
            if (dice < 2) more = 0;
            if (dice == 2) more = span;
            pair_act(pair, FELT_RAISE_TO, choice.raise_min + more);
        } else if (choice.fold && dice == 9) {
            pair_act(pair, FELT_FOLD, 0);
        } else {
            pair_act(pair, choice.check ? FELT_CHECK : FELT_CALL, 0);
        }
        if (pair->fast.raise_min < raise_min) differ(pair, "C2", pair->fast.raise_min, raise_min);
        raise_min = pair->fast.raise_min;
        /* T4, and without a cap each full raise is at least a unit; 10 seats, few units deep. */
        int most = cap == FELT_CAP_NONE ? 20000 : FELT_SEATS_MAX * (cap + 1 + FELT_SEATS_MAX);
        if (++actions > most) differ(pair, "the number of actions", actions, most);
    }
    pair_verify_chips(pair);
    pair_verify_end(pair);
}

static void chips_agree_with_the_slow_round_at_large_tables(void **state)
{
    (void)state;
    struct felt_rng rng = felt_rng_make(0xC415);
    for (int i = 0; i < RANDOM_ROUNDS; i++) {
        struct pair pair;
        felt_chips stack[FELT_SEATS_MAX];
        int seats = 2 + (int)felt_rng_below(&rng, FELT_SEATS_MAX - 1);
        enum felt_limit limit = (enum felt_limit)felt_rng_below(&rng, FELT_LIMITS);
        uint8_t cap =
            limit <= FELT_POT_LIMIT ? FELT_CAP_NONE : (uint8_t)(1 + felt_rng_below(&rng, 5));
        uint32_t depth = felt_rng_below(&rng, 4) ? 1 + felt_rng_below(&rng, 12) * UNIT : 3;
        for (int seat = 0; seat < seats; seat++) stack[seat] = 1 + felt_rng_below(&rng, depth);
        pair_open(&pair, limit, seats, stack);
        bool stud = felt_rng_below(&rng, 4) == 0, blinds = !stud && limit != FELT_STEP_LIMIT;
        felt_seat opener = (felt_seat)felt_rng_below(&rng, (uint32_t)seats);
        for (int seat = 0; seat < seats && blinds; seat++) {
            static const felt_chips posts[6] = {0, 0, 5, UNIT, UNIT, 2 * UNIT};
            felt_chips post = posts[felt_rng_below(&rng, limit == FELT_FIXED_LIMIT ? 5 : 6)];
            if (post) pair_post(&pair, (felt_seat)seat, post);
        }
        pair_begin(&pair, opener, UNIT, cap);
        if (stud && limit != FELT_STEP_LIMIT && pair.fast.turn.actor >= 0 &&
            felt_rng_below(&rng, 4)) {
            felt_chips bring_in = 1 + felt_rng_below(&rng, UNIT - 1);
            note(&pair, " %d brings in %lld", pair.fast.turn.actor, (long long)bring_in);
            felt_betting_bring_in(&pair.fast, bring_in);
            slow_round_bring_in(&pair.slow, bring_in);
        }
        play_random_round(&rng, &pair, cap);
    }
}

/* --- fixed increments --- */

struct phase_pair {
    struct felt_betting fast;
    struct slow_phase slow;
};

/* The moves of the phase, from what the engine offers. */
static unsigned moves_of(const struct felt_betting *betting)
{
    struct felt_legal legal;
    felt_seat me = betting->turn.actor;
    felt_chips owed = betting->to_match - betting->staked[me], stack = betting->stack[me];
    unsigned moves = 0;
    felt_betting_legal(betting, &legal);
    if (felt_legal_has(&legal, FELT_FOLD)) moves |= 1u << PHASE_FOLD;
    if (felt_legal_has(&legal, FELT_CHECK)) moves |= 1u << PHASE_CHECK;
    if (felt_legal_has(&legal, FELT_CALL))
        moves |= 1u << (stack < owed ? PHASE_ALL_IN : PHASE_CALL);
    if (felt_legal_has(&legal, FELT_RAISE_TO)) {
        assert_int_equal(legal.raise_to_min, legal.raise_to_max);
        felt_chips added = legal.raise_to_min - betting->staked[me];
        if (owed) {
            assert_int_equal(added, owed + betting->raise_min);
            moves |= 1u << PHASE_RAISE;
        } else {
            assert_int_equal(added, stack < betting->raise_min ? stack : betting->raise_min);
            moves |= 1u << (stack < betting->raise_min ? PHASE_ALL_IN : PHASE_BET);
        }
    }
    return moves;
}

static void phase_act(struct phase_pair *pair, enum phase_move move)
{
    struct felt_legal legal;
    felt_betting_legal(&pair->fast, &legal);
    bool owed = pair->fast.to_match > pair->fast.staked[pair->fast.turn.actor];
    enum felt_action_kind kind = FELT_RAISE_TO;
    if (move == PHASE_FOLD) kind = FELT_FOLD;
    if (move == PHASE_CHECK) kind = FELT_CHECK;
    if (move == PHASE_CALL || (move == PHASE_ALL_IN && owed)) kind = FELT_CALL;
    felt_betting_apply(&pair->fast, kind, kind == FELT_RAISE_TO ? legal.raise_to_min : 0);
    slow_phase_apply(&pair->slow, move);
}

static long walk_phase(const struct phase_pair *pair)
{
    long nodes = 1;
    for (int i = 0; i < pair->slow.seats; i++) {
        assert_int_equal(pair->fast.stack[i], pair->slow.player[i].chips);
        assert_int_equal(pair->fast.staked[i], pair->slow.player[i].current_bet);
    }
    assert_int_equal(pair->fast.pot, pair->slow.pot);
    assert_int_equal(pair->fast.turn.actor, pair->slow.current);
    if (pair->slow.current < 0) return nodes;
    unsigned moves = slow_phase_moves(&pair->slow);
    assert_int_equal(moves_of(&pair->fast), moves);
    for (int move = PHASE_CHECK; move <= PHASE_FOLD; move++) {
        struct phase_pair next = *pair;
        if (!(moves >> move & 1)) continue;
        phase_act(&next, (enum phase_move)move);
        nodes += walk_phase(&next);
    }
    return nodes;
}

static struct phase_pair phase_open(int seats, const felt_chips *stack, felt_chips step,
                                    int max_raises, felt_seat start)
{
    struct phase_pair pair = {.slow = {.seats = seats, .min_bet = step, .max_raises = max_raises}};
    pair.fast.limit = FELT_STEP_LIMIT;
    for (int i = 0; i < seats; i++) {
        pair.fast.stack[i] = pair.slow.player[i].chips = stack[i];
        pair.fast.turn.live |= felt_seats_of(i);
        if (stack[i]) pair.fast.turn.able |= felt_seats_of(i);
    }
    slow_phase_begin(&pair.slow, start);
    felt_betting_begin(&pair.fast, start, step, (uint8_t)max_raises);
    return pair;
}

static void chips_step_limit_is_the_phase_of_fixed_increments(void **state)
{
    (void)state;
    long nodes = 0;
    for (int seats = 2; seats <= PHASE_SEATS; seats++)
        for (int raises = 0; raises <= 3; raises++) {
            felt_chips stack[PHASE_SEATS] = {1, 1, 1, 1};
            felt_chips largest = seats == 2 ? 30 : seats == 3 ? 8 : 4;
            felt_chips step = seats == 2 ? 5 : seats == 3 ? 3 : 2;
            do {
                for (felt_seat start = 0; start < seats; start++) {
                    struct phase_pair pair = phase_open(seats, stack, step, raises, start);
                    nodes += walk_phase(&pair);
                }
            } while (next_stacks(stack, seats, largest) && !test_is_quick());
        }
    print_message("# %ld nodes\n", nodes);
}

/* Move generation, effects, ends and edges of the phase, one row each: before the actor moves, what
 * is offered; then what the chips are.  Moves: k check, b bet, c call, r raise, a all-in, f fold.
 */
static const char move_letters[] = "kbcraf";

static unsigned moves_read(const char *letters)
{
    unsigned moves = 0;
    for (; *letters; letters++) moves |= 1u << (strchr(move_letters, *letters) - move_letters);
    return moves;
}

static const struct step_row {
    const char *name;
    felt_chips stack[3];
    int raises;
    const char *played;
    int actor; /* -1: over */
    const char *offered;
    felt_chips pot, price, left[3];
} step_rows[] = {
    {"no current bet: check, bet", {100, 100, 100}, 3, "", 0, "kb", 0, 0, {100, 100, 100}},
    {"with a bet: call, raise, fold", {100, 100, 100}, 3, "b", 1, "crf", 10, 10, {90, 100, 100}},
    {"cannot afford the call: all-in, fold", {100, 6, 100}, 3, "b", 1, "af", 10, 10, {90, 6, 100}},
    {"cannot afford the bet: check, all-in", {6, 100, 100}, 3, "", 0, "ka", 0, 0, {6, 100, 100}},
    {"can call but not raise", {100, 15, 100}, 3, "b", 1, "cf", 10, 10, {90, 15, 100}},
    {"the largest number of raises: no raise",
     {100, 100, 100},
     2,
     "brr",
     0,
     "cf",
     60,
     30,
     {90, 80, 70}},
    {"... and the bet is none of them", {100, 100, 100}, 2, "br", 2, "crf", 30, 20, {90, 80, 100}},
    {"no raises at all: only a bet", {100, 100, 100}, 0, "b", 1, "cf", 10, 10, {90, 100, 100}},
    {"a folded seat is not asked", {100, 100, 100}, 3, "bfr", 0, "crf", 30, 20, {90, 100, 80}},
    {"an all-in seat is not asked", {100, 6, 100}, 3, "bar", 0, "crf", 36, 20, {90, 0, 80}},
    {"check moves nothing", {100, 100, 100}, 3, "k", 1, "kb", 0, 0, {100, 100, 100}},
    {"call", {100, 100, 100}, 3, "bc", 2, "crf", 20, 10, {90, 90, 100}},
    {"an all-in below the price leaves the price",
     {100, 6, 100},
     3,
     "ba",
     2,
     "crf",
     16,
     10,
     {90, 0, 100}},
    {"an all-in bet is the price; a raise is one step more",
     {6, 100, 100},
     3,
     "ar",
     2,
     "crf",
     22,
     16,
     {0, 84, 100}},
    {"... it is no raise, and it reopens", {100, 6, 100}, 1, "ka", 2, "crf", 6, 6, {100, 0, 100}},
    {"ends: all matched", {100, 100, 100}, 3, "bcc", -1, "", 30, 10, {90, 90, 90}},
    {"ends: all checked", {100, 100, 100}, 3, "kkk", -1, "", 0, 0, {100, 100, 100}},
    {"ends: all folded but one", {100, 100, 100}, 3, "bff", -1, "", 10, 10, {90, 100, 100}},
    {"ends: everybody all-in", {6, 6, 6}, 3, "acc", -1, "", 18, 6, {0, 0, 0}},
    {"goes on: a bet is not matched", {100, 100, 100}, 3, "kb", 2, "crf", 10, 10, {100, 90, 100}},
    {"goes on: a raise reopens", {100, 100, 100}, 3, "bcr", 0, "crf", 40, 20, {90, 90, 80}},
    {"a raise of the last chips is all-in",
     {100, 20, 100},
     3,
     "brc",
     0,
     "crf",
     50,
     20,
     {90, 0, 80}},
    {"a call of the last chips is all-in", {100, 10, 100}, 3, "bcr", 0, "crf", 40, 20, {90, 0, 80}},
};

static void chips_step_limit_rows(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof step_rows / sizeof step_rows[0]; i++) {
        struct phase_pair pair = phase_open(3, step_rows[i].stack, 10, step_rows[i].raises, 0);
        for (const char *move = step_rows[i].played; *move; move++) {
            unsigned bit = moves_read((const char[]){*move, 0});
            /* "c" and "a" of a stack that is just short or just enough are one action. */
            if (!(moves_of(&pair.fast) & bit)) fail_msg("%s: no %c", step_rows[i].name, *move);
            phase_act(&pair, (enum phase_move)__builtin_ctz(bit));
        }
        if (pair.fast.turn.actor != step_rows[i].actor)
            fail_msg("%s: seat %d is asked", step_rows[i].name, pair.fast.turn.actor);
        if (step_rows[i].actor >= 0 && moves_of(&pair.fast) != moves_read(step_rows[i].offered))
            fail_msg("%s: %#x is offered", step_rows[i].name, moves_of(&pair.fast));
        if (pair.fast.pot != step_rows[i].pot || pair.fast.to_match != step_rows[i].price)
            fail_msg("%s: pot %lld, price %lld", step_rows[i].name, (long long)pair.fast.pot,
                     (long long)pair.fast.to_match);
        for (int seat = 0; seat < 3; seat++)
            if (pair.fast.stack[seat] != step_rows[i].left[seat])
                fail_msg("%s: seat %d has %lld", step_rows[i].name, seat,
                         (long long)pair.fast.stack[seat]);
    }
}

/* --- amounts --- */

/* RULES 7.1: bet 20, a seat adds 40: to 40, an increment of 20; the next smallest raise adds 60. */
static void chips_amounts_are_converted_at_the_edge(void **state)
{
    (void)state;
    struct felt_betting betting = {.stack = {500, 500, 500}, .limit = FELT_NO_LIMIT};
    struct felt_legal legal;
    betting.turn.live = betting.turn.able = 7;
    felt_betting_begin(&betting, 0, 20, FELT_CAP_NONE);
    felt_betting_apply(&betting, FELT_RAISE_TO, 20);
    felt_chips to = felt_raise_to_by_adding(&betting, 1, 40);
    assert_int_equal(to, 40);
    assert_int_equal(felt_raise_increment(&betting, to), 20);
    assert_int_equal(felt_raise_to_by_increment(&betting, 20), 40);
    felt_betting_apply(&betting, FELT_RAISE_TO, to);
    felt_betting_legal(&betting, &legal);
    assert_int_equal(betting.turn.actor, 2);
    assert_int_equal(felt_raise_added(&betting, 2, legal.raise_to_min), 60);
    felt_betting_apply(&betting, FELT_RAISE_TO, legal.raise_to_min);
    assert_int_equal(felt_raise_to_by_adding(&betting, 0, 60), 80); /* 20 are in already */
    assert_int_equal(felt_raise_added(&betting, 0, 80), 60);
}

TEST_MODULE(chips)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(chips_agree_with_the_slow_round_in_every_small_round),
        cmocka_unit_test(chips_agree_with_the_slow_round_at_large_tables),
        cmocka_unit_test(chips_step_limit_is_the_phase_of_fixed_increments),
        cmocka_unit_test(chips_step_limit_rows),
        cmocka_unit_test(chips_amounts_are_converted_at_the_edge),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
