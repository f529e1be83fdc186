/* action.c -- options: what they admit, how many actions they stand for, the n-th of them. */
#include "felt/action.h"
#include "felt/assert.h"

const char *felt_action_word(enum felt_action_kind kind)
{
    static const char *const words[FELT_ACTION_KINDS] = {
        "fold", "check", "call", "raise_to", "bring_in", "discard", "choose",
        "show", "muck",  "runs", "commit",   "continue", "move"};
    felt_assert((unsigned)kind < FELT_ACTION_KINDS);
    return words[kind];
}

bool felt_option_admits(const struct felt_option *option, struct felt_action action)
{
    if (action.kind != option->kind || action.choice > option->choice_max) return false;
    if (action.kind == FELT_RAISE_TO) {
        if (action.amount < option->min || action.amount > option->max) return false;
    } else if (action.amount != 0) {
        return false;
    }
    int cards = __builtin_popcountll(action.cards);
    return (action.cards & ~option->cards) == 0 && cards >= option->cards_min &&
           cards <= option->cards_max;
}

/* INT64_MAX stands for more than that. */
static int64_t times(int64_t a, int64_t b)
{
    int64_t product;
    return __builtin_mul_overflow(a, b, &product) ? INT64_MAX : product;
}
static int64_t plus(int64_t a, int64_t b)
{
    int64_t sum;
    return __builtin_add_overflow(a, b, &sum) ? INT64_MAX : sum;
}

/* n over k, at most 64; each step divides exactly, and none is larger than the largest result. */
static int64_t combinations(int n, int k)
{
    int64_t result = 1;
    if (k > n) return 0;
    if (k > n - k) k = n - k;
    for (int i = 1; i <= k; i++) {
        int64_t more = n - k + i;
        result = result / i * more + result % i * more / i;
    }
    return result;
}

static int64_t hands_of(const struct felt_option *option)
{
    int64_t sum = 0;
    int held = __builtin_popcountll(option->cards);
    for (int k = option->cards_min; k <= option->cards_max && k <= held; k++)
        sum = plus(sum, combinations(held, k));
    return sum;
}

static int64_t amounts_of(const struct felt_option *option)
{
    return option->kind == FELT_RAISE_TO ? option->max - option->min + 1 : 1;
}

static int64_t actions_of(const struct felt_option *option)
{
    return times(times(amounts_of(option), hands_of(option)), (int64_t)option->choice_max + 1);
}

int64_t felt_options_count(const struct felt_option *options, int count)
{
    int64_t sum = 0;
    for (int i = 0; i < count; i++) sum = plus(sum, actions_of(&options[i]));
    return sum;
}

/* The n-th set of cards_min .. cards_max cards of the option, small sets first. */
static uint64_t pick_cards(const struct felt_option *option, int64_t n)
{
    int held = __builtin_popcountll(option->cards), want = option->cards_min;
    uint64_t from = option->cards, picked = 0;
    while (n >= combinations(held, want)) n -= combinations(held, want++);
    felt_assert(want <= option->cards_max);
    for (int left = held; want > 0; left--) { /* with the lowest card, or without it */
        uint64_t lowest = from & -from;
        int64_t with = combinations(left - 1, want - 1);
        from ^= lowest;
        if (n < with) {
            picked |= lowest;
            want--;
        } else {
            n -= with;
        }
    }
    return picked;
}

struct felt_action felt_options_pick(const struct felt_option *options, int count, int64_t n)
{
    felt_assert(n >= 0);
    for (int i = 0; i < count; i++) {
        const struct felt_option *option = &options[i];
        int64_t here = actions_of(option);
        if (n >= here) {
            n -= here;
            continue;
        }
        struct felt_action action = {.kind = option->kind};
        if (option->kind == FELT_RAISE_TO) action.amount = option->min + n % amounts_of(option);
        n /= amounts_of(option);
        action.cards = pick_cards(option, n % hands_of(option));
        action.choice = (uint16_t)(n / hands_of(option));
        felt_assert(felt_option_admits(option, action)); /* A3 */
        return action;
    }
    felt_assert(!"n is below the number of actions");
    return (struct felt_action){0};
}
