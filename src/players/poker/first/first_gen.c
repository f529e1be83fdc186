/* first_gen.c -- writes the tables of the first street of hold'em as C source, at build time.
 *
 *     first_gen > first_tables.c       equities of kind against kind, push or fold
 *
 * Equities.  All 2,598,960 boards stand in a row, in the order of their cards, and one of every 65
 * neighbours is drawn: 39,984 boards.  Neighbours have three or four cards in common, so the sample
 * holds almost exactly as many boards of each sort as there should be, and errs less than one of
 * boards that are drawn freely.  On each board the value of all 1,326 hands is looked up once; then
 * a hand of one kind is compared with every hand of the other kind that has no card in common with
 * it.  One hand stands for its kind, because a change of suits changes nothing when all hands of
 * the other kind are met.  A comparison is one lane of a vector of eight boards.
 *
 * A hand that shares a card with the board is no hand: as the first of two it gets a value below
 * all others, as the second one above all others, so that no comparison of it counts.
 *
 * Luck.  What a kind wins from a random hand is known exactly (felt_starting_equity()), and most of
 * the error of its equities is that the drawn boards suited it or did not.  So every kind's
 * equities are moved by the same amount, until they add up to what is known.
 *
 * The same numbers come out on every machine: one seed, integers in the sample, and then nothing
 * but the four operations, in the solver (first_solve.c) too. */
#include "felt/hand.h"
#include "felt/rng.h"
#include "players/poker/first/first_solve.h"

#include <stdio.h>
#include <stdlib.h>

enum {
    SEED = 169,
    BOARDS_ALL = 2598960,
    NEIGHBOURS = 65,
    BOARD_CARDS = 5,
    LANES = 8,
    CHUNK = 256, /* boards at a time: the values of all hands on them fit a cache       */
    SETS = CHUNK / LANES,
    PASSES = 5,
    BELOW_ALL = INT16_MIN,
    ABOVE_ALL = INT16_MAX
};
_Static_assert(BOARDS_ALL % NEIGHBOURS == 0, "every board is as likely to be drawn");

/* What may be gained against a plan, in big blinds for each hand. */
static const double GAIN_GOAL = 0.0002;

typedef int16_t lanes __attribute__((vector_size(2 * LANES), may_alias));

static void require(int condition, const char *what)
{
    if (condition) return;
    fprintf(stderr, "first_gen: %s\n", what);
    exit(1);
}

/* ---- hands ---- */

struct combo {
    felt_cards cards;
    struct felt_tally tally;
};

/* All hands, those of a kind together. */
struct combos {
    struct combo combo[FELT_COMBOS];
    int first[FIRST_KINDS + 1];
};

static void list_combos(struct combos *out)
{
    int count = 0;
    for (int kind = 0; kind < FIRST_KINDS; kind++) {
        out->first[kind] = count;
        for (felt_card high = 0; high < FELT_CARDS; high++)
            for (felt_card low = 0; low < high; low++) {
                if (first_kind(high, low) != kind) continue;
                struct combo *combo = &out->combo[count++];
                combo->cards = felt_cards_of(high) | felt_cards_of(low);
                combo->tally = (struct felt_tally){0, 0};
                felt_tally_add(&combo->tally, high);
                felt_tally_add(&combo->tally, low);
            }
        require(count - out->first[kind] == first_combos(kind), "a kind has too few hands");
    }
    out->first[FIRST_KINDS] = count;
}

/* ---- boards ---- */

struct boards {
    felt_card next[BOARD_CARDS]; /* rising */
    int left;                    /* of all boards, `next` included                             */
    int count;                   /* of this chunk                                              */
    felt_cards cards[CHUNK];
    struct felt_tally tally[CHUNK];
};

static void step_board(felt_card board[BOARD_CARDS])
{
    int place = BOARD_CARDS - 1;
    while (place > 0 && board[place] == FELT_CARDS - BOARD_CARDS + place) place--;
    board[place]++;
    for (place++; place < BOARD_CARDS; place++) board[place] = (felt_card)(board[place - 1] + 1);
}

/* Fills a chunk, or what is left of one. */
static void draw_boards(struct boards *boards, struct felt_rng *rng)
{
    boards->count = 0;
    while (boards->count < CHUNK && boards->left > 0) {
        int drawn = (int)felt_rng_below(rng, NEIGHBOURS);
        for (int i = 0; i < NEIGHBOURS; i++, boards->left--, step_board(boards->next)) {
            if (i != drawn) continue;
            struct felt_tally tally = felt_tally_empty();
            for (int c = 0; c < BOARD_CARDS; c++) felt_tally_add(&tally, boards->next[c]);
            boards->cards[boards->count] = felt_cards_from(boards->next, BOARD_CARDS);
            boards->tally[boards->count++] = tally;
        }
    }
}

/* ---- values ---- */

/* Of every hand on every board of a chunk, as the first and as the second of a comparison. */
struct values {
    int16_t one[FELT_COMBOS][CHUNK] __attribute__((aligned(64)));
    int16_t other[FELT_COMBOS][CHUNK] __attribute__((aligned(64)));
};

static void look_up(const struct boards *boards, const struct combo *combo, int16_t one[CHUNK],
                    int16_t other[CHUNK])
{
    for (int i = 0; i < CHUNK; i++) {
        one[i] = BELOW_ALL;
        other[i] = ABOVE_ALL;
        if (i >= boards->count || boards->cards[i] & combo->cards) continue;
        struct felt_tally tally = {boards->tally[i].key + combo->tally.key,
                                   boards->tally[i].ranks + combo->tally.ranks};
        one[i] = other[i] = (int16_t)(felt_tally_value(tally) + BELOW_ALL);
    }
}

/* ---- comparisons ---- */

struct score {
    int64_t ahead; /* won less lost */
    int64_t met;
};

static int sum_lanes(lanes counts)
{
    int sum = 0;
    for (int i = 0; i < LANES; i++) sum += counts[i];
    return sum;
}

/* The first hand of one kind against all of the other on the boards of a chunk.  A lane that is
 * true is -1. */
static void compare(const struct values *values, const struct combos *combos, int mine, int theirs,
                    struct score *score)
{
    int hero = combos->first[mine];
    const lanes *one = (const lanes *)values->one[hero],
                *other = (const lanes *)values->other[hero];
    lanes behind = {0}, met = {0};
    for (int c = combos->first[theirs]; c < combos->first[theirs + 1]; c++) {
        if (combos->combo[c].cards & combos->combo[hero].cards) continue;
        const lanes *their_one = (const lanes *)values->one[c];
        const lanes *their_other = (const lanes *)values->other[c];
        for (int i = 0; i < SETS; i++) {
            lanes won = one[i] > their_other[i], lost = their_one[i] > other[i];
            behind += won - lost;
            met += won + lost + (one[i] == their_other[i]);
        }
    }
    score->ahead -= sum_lanes(behind);
    score->met -= sum_lanes(met);
}

static void compare_all(struct score scores[FIRST_KINDS][FIRST_KINDS])
{
    static struct combos combos;
    static struct values values;
    static struct boards boards = {.next = {0, 1, 2, 3, 4}, .left = BOARDS_ALL};
    struct felt_rng rng = felt_rng_make(SEED);
    list_combos(&combos);
    while (boards.left > 0) {
        draw_boards(&boards, &rng);
        for (int c = 0; c < FELT_COMBOS; c++)
            look_up(&boards, &combos.combo[c], values.one[c], values.other[c]);
        for (int mine = 0; mine < FIRST_KINDS; mine++)
            for (int theirs = 0; theirs < mine; theirs++)
                compare(&values, &combos, mine, theirs, &scores[mine][theirs]);
    }
}

/* ---- equities ---- */

typedef double shares[FIRST_KINDS][FIRST_KINDS];

static double against_random(const struct first_meetings *meetings, shares share, int kind)
{
    double sum = 0;
    for (int other = 0; other < FIRST_KINDS; other++)
        sum += meetings->pairs[kind][other] * share[kind][other];
    return sum / first_pairs_all(kind);
}

/* One pass moves every other kind a little, too: a few of them settle it. */
static void take_out_luck(const struct first_meetings *meetings, shares share)
{
    double luck[FIRST_KINDS];
    for (int pass = 0; pass < PASSES; pass++) {
        for (int place = 0; place < FIRST_KINDS; place++) {
            int kind = felt_starting_kind(place);
            luck[kind] = against_random(meetings, share, kind) - felt_starting_equity(place) / 1e6;
        }
        for (int mine = 0; mine < FIRST_KINDS; mine++)
            for (int theirs = 0; theirs < FIRST_KINDS; theirs++)
                share[mine][theirs] -= luck[mine] - luck[theirs];
    }
}

static void find_equities(const struct first_meetings *meetings,
                          uint16_t equity[FIRST_KINDS][FIRST_KINDS])
{
    static struct score scores[FIRST_KINDS][FIRST_KINDS];
    static shares share;
    compare_all(scores);
    for (int mine = 0; mine < FIRST_KINDS; mine++) {
        share[mine][mine] = 0.5;
        for (int theirs = 0; theirs < mine; theirs++) {
            const struct score *score = &scores[mine][theirs];
            share[mine][theirs] = 0.5 + 0.5 * (double)score->ahead / (double)score->met;
            share[theirs][mine] = 1 - share[mine][theirs];
        }
    }
    take_out_luck(meetings, share);
    for (int mine = 0; mine < FIRST_KINDS; mine++) {
        equity[mine][mine] = FIRST_SHARE / 2;
        for (int theirs = 0; theirs < mine; theirs++) {
            equity[mine][theirs] = (uint16_t)(share[mine][theirs] * FIRST_SHARE + 0.5);
            equity[theirs][mine] = (uint16_t)(FIRST_SHARE - equity[mine][theirs]);
        }
    }
}

/* ---- the file ---- */

static void print_chances(const uint8_t *chance)
{
    printf("{");
    for (int kind = 0; kind < FIRST_KINDS; kind++) printf("%u,", chance[kind]);
    printf("},\n");
}

static void print_equities(uint16_t equity[FIRST_KINDS][FIRST_KINDS])
{
    printf("const uint16_t first_equity[FIRST_KINDS][FIRST_KINDS] = {\n");
    for (int mine = 0; mine < FIRST_KINDS; mine++) {
        printf("{");
        for (int theirs = 0; theirs < FIRST_KINDS; theirs++) printf("%u,", equity[mine][theirs]);
        printf("},\n");
    }
    printf("};\n");
}

static void print_plans(const struct first_plan plan[FIRST_BEHIND_MAX][FIRST_DEPTHS])
{
    printf("const uint8_t first_push[FIRST_BEHIND_MAX][FIRST_DEPTHS][FIRST_KINDS] = {\n");
    for (int behind = 0; behind < FIRST_BEHIND_MAX; behind++) {
        printf("{\n");
        for (int depth = 0; depth < FIRST_DEPTHS; depth++) print_chances(plan[behind][depth].push);
        printf("},\n");
    }
    printf("};\nconst uint8_t "
           "first_call[FIRST_BEHIND_MAX][FIRST_DEPTHS][FIRST_CALLERS][FIRST_KINDS] = {\n");
    for (int behind = 0; behind < FIRST_BEHIND_MAX; behind++) {
        printf("{\n");
        for (int depth = 0; depth < FIRST_DEPTHS; depth++) {
            printf("{\n");
            for (int caller = 0; caller < FIRST_CALLERS; caller++)
                print_chances(plan[behind][depth].call[caller]);
            printf("},\n");
        }
        printf("},\n");
    }
    printf("};\n");
}

int main(void)
{
    static uint16_t equity[FIRST_KINDS][FIRST_KINDS];
    static struct first_meetings meetings;
    static struct first_plan plan[FIRST_BEHIND_MAX][FIRST_DEPTHS];
    first_meetings_count(&meetings);
    find_equities(&meetings, equity);
    first_meetings_weigh(&meetings, (const uint16_t(*)[FIRST_KINDS])equity);
    for (int behind = 1; behind <= FIRST_BEHIND_MAX; behind++)
        for (int depth = 0; depth < FIRST_DEPTHS; depth++) {
            struct first_game game = {first_depth(depth), behind};
            double gain = first_solve(&meetings, game, GAIN_GOAL, &plan[behind - 1][depth]);
            require(gain <= GAIN_GOAL, "a better answer gains too much");
        }
    printf("/* Made by first_gen from src/players/poker/first/first_gen.c.  Do not edit. */\n");
    printf("#include \"players/poker/first/first_tables.h\"\n\n");
    print_equities(equity);
    print_plans((const struct first_plan(*)[FIRST_DEPTHS])plan);
    return 0;
}
