/* first.c -- looking up what first_gen.c wrote. */
#include "players/poker/first/first.h"

#include "felt/assert.h"
#include "players/poker/first/first_tables.h"

_Static_assert((int)FELT_FIRST_BEHIND_MAX == (int)FIRST_BEHIND_MAX, "as many as the tables have");

/* Between which two depths of the tables a stack lies, and how far from the first. */
struct between {
    int lower, upper;
    double part;
};

static struct between find_depth(double depth)
{
    int upper = 1;
    if (!(depth > FELT_FIRST_DEPTH_MIN)) depth = FELT_FIRST_DEPTH_MIN;
    if (depth > FELT_FIRST_DEPTH_MAX) depth = FELT_FIRST_DEPTH_MAX;
    while (upper < FIRST_DEPTHS - 1 && first_depth(upper) < depth) upper++;
    double low = first_depth(upper - 1), high = first_depth(upper);
    return (struct between){upper - 1, upper, (depth - low) / (high - low)};
}

static double mix(struct between between, uint8_t lower, uint8_t upper)
{
    return ((1 - between.part) * lower + between.part * upper) / FIRST_ALWAYS;
}

int felt_first_kind(felt_card a, felt_card b)
{
    felt_assert(a < FELT_CARDS);
    felt_assert(b < FELT_CARDS);
    felt_assert(a != b);
    return first_kind(a, b);
}

double felt_first_equity(int mine, int theirs)
{
    felt_assert(mine >= 0 && mine < FIRST_KINDS);
    felt_assert(theirs >= 0 && theirs < FIRST_KINDS);
    return (double)first_equity[mine][theirs] / FIRST_SHARE;
}

double felt_first_depth(felt_chips stack, felt_chips forced)
{
    felt_assert(stack >= 0);
    felt_assert(forced > 0);
    return 1.5 * (double)stack / (double)forced;
}

double felt_first_push(double depth, int behind, int kind)
{
    felt_assert(behind >= 1);
    felt_assert(kind >= 0 && kind < FIRST_KINDS);
    struct between at = find_depth(depth);
    int index = (behind < FIRST_BEHIND_MAX ? behind : FIRST_BEHIND_MAX) - 1;
    return mix(at, first_push[index][at.lower][kind], first_push[index][at.upper][kind]);
}

double felt_first_call(double depth, int behind, int left, int kind)
{
    felt_assert(left >= 0 && left < behind);
    felt_assert(kind >= 0 && kind < FIRST_KINDS);
    struct between at = find_depth(depth);
    int index = (behind < FIRST_BEHIND_MAX ? behind : FIRST_BEHIND_MAX) - 1;
    int caller = left < FIRST_NO_BLIND ? left : FIRST_NO_BLIND;
    return mix(at, first_call[index][at.lower][caller][kind],
               first_call[index][at.upper][caller][kind]);
}
