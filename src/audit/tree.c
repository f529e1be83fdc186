/* tree.c -- see tree.h.
 *
 * Depth first over copies of the state.  Streets begin in few different ways: what a street leads
 * to is counted once for each way it can begin, and remembered.  That makes fixed limit a matter of
 * milliseconds where the sequences are billions.  For the same reason all discards of a draw are
 * one visit: what a seat throws away is not seen, and nobody's turn depends on it.
 *
 * Weights are functions of the state: how many cards lie where says how many ways there are to deal
 * them.  Cards that one step deals to one place are a set, so hold'em's two cards have 1,326 ways
 * and the flop 22,100 from a full deck. */
#include "audit/tree.h"

#include "felt/assert.h"

#include <stdlib.h>
#include <string.h>

enum { MEMORY_SLOTS = 1 << 15, TICK_EVERY = 1 << 16 };

/* What a street that begins in this state leads to; rows[0] is the state itself. */
struct memory {
    struct felt_poker state;
    int rows;  /* 0: a free slot */
    int depth; /* how deep it was counted */
    bool cut;
    struct felt_tree_row *row;
};

struct count {
    const struct felt_poker_rules *rules;
    const struct felt_tree_options *options;
    uint64_t visits;
    double done, share; /* progress: what is done, and what this part of the tree stands for */
    bool shows;         /* who acts depends on cards */
    bool weighs;        /* sequences are weighed with the ways to deal their cards */
    enum felt_status status;
    struct memory *memory;
    int remembered;
};

/* Counts of a part of the tree, by depth below its root. */
struct branch {
    int rows;
    bool cut;
    struct felt_tree_row row[FELT_TREE_DEPTH_MAX + 1];
};

/* ---- numbers -------------------------------------------------------------------------------- */

static void add(uint64_t *sum, uint64_t number)
{
    if (__builtin_add_overflow(*sum, number, sum)) *sum = FELT_TREE_MANY;
}

static void multiply(uint64_t *product, uint64_t factor)
{
    if (__builtin_mul_overflow(*product, factor, product)) *product = FELT_TREE_MANY;
}

static void add_row(struct felt_tree_row *sum, const struct felt_tree_row *row)
{
    add(&sum->nodes, row->nodes);
    add(&sum->ends, row->ends);
    add(&sum->states, row->states);
    add(&sum->information, row->information);
    add(&sum->histories, row->histories);
}

static void scale_row(struct felt_tree_row *row, uint64_t times)
{
    multiply(&row->nodes, times);
    multiply(&row->ends, times);
    multiply(&row->states, times);
    multiply(&row->information, times);
    multiply(&row->histories, times);
}

/* ---- weights -------------------------------------------------------------------------------- */

/* Multiplies by the ways to deal `count` cards of *left to one place. */
static void deal(uint64_t *ways, int *left, int count)
{
    uint64_t choose = 1;
    for (int i = 0; i < count; i++) choose = choose * (uint64_t)(*left - i) / (uint64_t)(i + 1);
    multiply(ways, choose);
    *left -= count;
}

static int held(const struct felt_poker *state, felt_seat seat)
{
    return felt_seats_has(state->betting.turn.live, seat) ? state->slots : state->kept[seat];
}

/* In how many ways the cards on the table can have been dealt; for a seat, those it can see. */
static uint64_t ways_to_deal(const struct felt_poker_rules *rules, const struct felt_poker *state,
                             felt_seat viewer)
{
    const struct felt_variant *variant = rules->variant;
    int left = state->size, slots = 0, boards = 0;
    uint64_t ways = 1;
    for (int i = 0; i < variant->steps; i++) {
        const struct felt_step *step = &variant->step[i];
        slots += step->down + step->up;
        boards += step->board;
        for (felt_seats seats = state->dealt; seats;) {
            felt_seat seat = felt_seats_take(&seats);
            if (held(state, seat) < slots) continue;
            if (viewer < 0 || viewer == seat) deal(&ways, &left, step->down);
            deal(&ways, &left, step->up);
        }
        if (boards <= state->boards) deal(&ways, &left, step->board);
    }
    return ways;
}

/* ---- memory --------------------------------------------------------------------------------- */

/* The slot of a state, or the free one where it belongs; NULL if there is no room. */
static struct memory *find(struct count *count, const struct felt_poker *state)
{
    uint64_t at = felt_poker_hash(state) % MEMORY_SLOTS;
    for (int tries = 0; tries < MEMORY_SLOTS; tries++, at = (at + 1) % MEMORY_SLOTS) {
        struct memory *slot = &count->memory[at];
        if (slot->rows == 0) return count->remembered < MEMORY_SLOTS / 2 ? slot : NULL;
        if (felt_poker_equal(&slot->state, state)) return slot;
    }
    return NULL;
}

static void remember(struct count *count, struct memory *slot, const struct felt_poker *state,
                     int depth, const struct branch *branch)
{
    struct felt_tree_row *row = malloc((size_t)branch->rows * sizeof *row);
    if (row == NULL) return; /* then it is counted again */
    memcpy(row, branch->row, (size_t)branch->rows * sizeof *row);
    count->remembered += slot->rows == 0;
    free(slot->row);
    slot->state = *state;
    slot->rows = branch->rows;
    slot->depth = depth;
    slot->cut = branch->cut;
    slot->row = row;
}

/* ---- counting ------------------------------------------------------------------------------- */

static bool visit(struct count *count, const struct felt_poker *state, int depth,
                  struct branch *branch);

/* Adds what one action leads to, as often as there are actions that lead to the same. */
static bool follow(struct count *count, const struct felt_poker *state, struct felt_action action,
                   uint64_t times, int depth, struct branch *branch)
{
    struct felt_poker next = *state;
    struct branch *below = malloc(sizeof *below);
    if (below == NULL) {
        count->status = FELT_FULL;
        return false;
    }
    enum felt_status status =
        felt_poker_apply(count->rules, &next, felt_poker_actor(state), action, NULL);
    felt_assert(status == FELT_OK);
    bool good = visit(count, &next, depth - 1, below);
    for (int i = 0; good && i < below->rows; i++) {
        if (i + 1 == branch->rows) branch->row[branch->rows++] = (struct felt_tree_row){0};
        scale_row(&below->row[i], times);
        add_row(&branch->row[i + 1], &below->row[i]);
    }
    if (good) branch->cut |= below->cut;
    free(below);
    return good;
}

static bool follow_all(struct count *count, const struct felt_poker *state, int depth,
                       struct branch *branch)
{
    struct felt_option option[FELT_OPTIONS_MAX];
    int options = felt_poker_options(count->rules, state, option);
    bool free_card = false;
    for (int i = 0; i < options; i++) free_card |= option[i].kind == FELT_CHECK;
    double share = count->share;
    int64_t actions = felt_options_count(option, options);
    for (int i = 0; i < options; i++) {
        if (option[i].kind == FELT_FOLD && free_card && !count->options->free_folds) continue;
        int64_t ways = felt_options_count(&option[i], 1);
        /* Which cards are thrown away changes nothing in what can be done later. */
        bool alike = option[i].kind == FELT_DISCARD && !count->shows;
        for (int64_t n = 0; n < (alike ? 1 : ways); n++) {
            struct felt_action action = felt_options_pick(&option[i], 1, n);
            count->share = share * (alike ? (double)ways : 1) / (double)actions;
            if (!follow(count, state, action, alike ? (uint64_t)ways : 1, depth, branch))
                return false;
        }
    }
    count->share = share;
    return true;
}

/* The state itself. */
static void begin(const struct count *count, const struct felt_poker *state, struct branch *branch)
{
    felt_seat actor = felt_poker_actor(state);
    struct felt_tree_row row = {.nodes = 1, .ends = actor < 0};
    if (count->weighs) {
        uint64_t ways = ways_to_deal(count->rules, state, FELT_SEAT_NONE);
        if (actor < 0)
            row.histories = ways;
        else
            row.states = ways;
        if (actor >= 0) row.information = ways_to_deal(count->rules, state, actor);
    }
    branch->rows = 1;
    branch->row[0] = row;
    branch->cut = false;
}

static bool tick(struct count *count)
{
    const struct felt_tree_options *options = count->options;
    if (++count->visits > options->visits_max) {
        count->status = FELT_UNSUPPORTED;
        return false;
    }
    if (count->visits % TICK_EVERY == 0 && options->progress)
        (void)options->progress(options->self, count->done);
    return true;
}

/* Nothing has happened on this street. */
static bool is_fresh(const struct felt_poker *state)
{
    return state->street > 0 && state->betting.to_match == 0 && state->betting.turn.raiser < 0 &&
           state->betting.turn.owes == state->betting.turn.able;
}

static bool visit(struct count *count, const struct felt_poker *state, int depth,
                  struct branch *branch)
{
    if (!tick(count)) return false;
    begin(count, state, branch);
    if (felt_poker_actor(state) < 0 || depth == 0) {
        branch->cut = felt_poker_actor(state) >= 0;
        count->done += count->share;
        return true;
    }
    struct memory *slot = is_fresh(state) ? find(count, state) : NULL;
    bool known = slot && slot->rows > 0 && (slot->depth >= depth || !slot->cut);
    if (known) {
        int rows = slot->rows - 1 <= depth ? slot->rows : depth + 1;
        memcpy(branch->row, slot->row, (size_t)rows * sizeof branch->row[0]);
        branch->rows = rows;
        /* Cut if something is left to do at the greatest depth; the memory may go deeper. */
        const struct felt_tree_row *last = &branch->row[rows - 1];
        branch->cut = rows == depth + 1 && last->nodes > last->ends;
        count->done += count->share;
        return true;
    }
    if (!follow_all(count, state, depth, branch)) return false;
    /* While we were away the slot may have been taken. */
    slot = is_fresh(state) ? find(count, state) : NULL;
    if (slot) remember(count, slot, state, depth, branch);
    return true;
}

static bool shows(const struct felt_variant *variant)
{
    return variant->opener != FELT_OPENER_BUTTON;
}

bool felt_tree_weighs(const struct felt_variant *variant)
{
    bool throws = false;
    for (int i = 0; i < variant->steps; i++) throws |= variant->step[i].kind == FELT_STEP_DISCARD;
    return !shows(variant) && !throws;
}

enum felt_status felt_tree_count(const struct felt_poker_rules *rules,
                                 const struct felt_poker *state,
                                 const struct felt_tree_options *options, struct felt_tree *out)
{
    felt_assert(options->depth >= 0 && options->depth <= FELT_TREE_DEPTH_MAX);
    struct count count = {.rules = rules,
                          .options = options,
                          .share = 1,
                          .shows = shows(rules->variant),
                          .weighs = felt_tree_weighs(rules->variant),
                          .status = FELT_OK,
                          .memory = calloc(MEMORY_SLOTS, sizeof *count.memory)};
    struct branch *branch = malloc(sizeof *branch);
    bool good = count.memory && branch && visit(&count, state, options->depth, branch);
    if (count.memory == NULL || branch == NULL) count.status = FELT_FULL;
    if (good) {
        memset(out, 0, sizeof *out);
        out->depth = branch->rows - 1;
        out->cut = branch->cut;
        memcpy(out->row, branch->row, (size_t)branch->rows * sizeof out->row[0]);
        for (int i = 0; i < branch->rows; i++) add_row(&out->sum, &branch->row[i]);
    }
    for (int i = 0; count.memory && i < MEMORY_SLOTS; i++) free(count.memory[i].row);
    free(count.memory);
    free(branch);
    return count.status;
}
