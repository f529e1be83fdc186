/* solve.c -- see genome_solve.h: CFR+ over the moves of a genome.
 *
 * The tree holds every deal as a tree of its own, one behind the other, nodes in preorder: the
 * first child of node n is n + 1, the next one begins where that ends.  What a seat knows is a
 * running hash of the events it was told and of the moves it made; nodes of one hash are one
 * information set. Such a set has a slot for each of its moves in four arrays:
 *
 *     regret    how much more the move would have won so far, never below nothing
 *     more      what this pass adds to it: all deals play against the same strategies
 *     share     how often the move is played now, in proportion to the regrets
 *     average   the same over all iterations, the n-th counting n times: this one converges */
#include "felt/genome_solve.h"

#include "base/format.h"
#include "felt/assert.h"
#include "felt/hash.h"

#include <stdalign.h>
#include <stddef.h>
#include <string.h>

enum { SEATS = 2, OVER = 2 /* as the seat of a node: the hand is over */ };

struct node {
    uint32_t end; /* the subtree is [n, end)                                                   */
    union {
        uint32_t set;
        int32_t payoff; /* of seat 0                                                           */
    };
    uint8_t seat, move; /* who decides here; the move that led here                            */
};

struct set {
    uint64_t key;
    uint32_t slot, node; /* the first of its nodes                                             */
    uint8_t seat, moves, level; /* level: own moves before it                                  */
    uint8_t choice;             /* of a best response                                          */
};

struct felt_genome_solve {
    struct felt_genome_solve_size size;
    uint32_t nodes, sets, slots, table_mask, levels;
    uint64_t iterations;
    uint8_t deck_count;
    felt_card deck[FELT_CARDS];
    uint32_t *root, *table; /* table: set + 1 by key, 0: free                                  */
    struct node *node;
    struct set *set;
    double *regret, *more, *share, *average;
};

/* A walk through all deals: it counts, and builds if there is something to build in. */
struct walk {
    struct felt_genome_program program; /* of one hand                                         */
    struct felt_genome_solve_size size;
    struct felt_genome_solve *solve; /* NULL: only count                                       */
    enum felt_status status;
    struct felt_complaint *complaint;
    struct felt_event event[FELT_EVENTS_MAX];
};

/* What both seats know of a moment. */
struct known {
    uint64_t key[SEATS];
    uint8_t level[SEATS];
};

/* ---- deals ---- */

/* The n-th order of the first `cards` cards of the deck; the rest follows as it was. */
static void order_deck(const felt_card *deck, int count, uint32_t cards, uint32_t n,
                       felt_card out[FELT_CARDS])
{
    memcpy(out, deck, (size_t)count);
    for (uint32_t i = 0; i < cards; i++) {
        uint32_t from = i + n % ((uint32_t)count - i);
        n /= (uint32_t)count - i;
        felt_card card = out[from];
        memmove(out + i + 1, out + i, from - i);
        out[i] = card;
    }
}

/* ---- information sets ---- */

static struct set *find_set(struct felt_genome_solve *solve, uint64_t key)
{
    uint32_t at = (uint32_t)key & solve->table_mask;
    while (solve->table[at] && solve->set[solve->table[at] - 1].key != key)
        at = (at + 1) & solve->table_mask;
    if (!solve->table[at]) {
        solve->set[solve->sets] = (struct set){.key = key};
        solve->table[at] = ++solve->sets;
    }
    return &solve->set[solve->table[at] - 1];
}

static uint32_t set_of(struct felt_genome_solve *solve, const struct known *known, felt_seat seat,
                       int moves, uint32_t node)
{
    struct set *set = find_set(solve, known->key[seat]);
    if (set->moves == 0) {
        set->seat = (uint8_t)seat;
        set->moves = (uint8_t)moves;
        set->level = known->level[seat];
        set->slot = solve->slots;
        set->node = node;
        solve->slots += (uint32_t)moves;
        if (set->level >= solve->levels) solve->levels = set->level + 1u;
    }
    felt_assert(set->seat == seat && set->moves == moves); /* M6 */
    return (uint32_t)(set - solve->set);
}

static uint64_t hash_event(uint64_t key, const struct felt_event *event, felt_seat seat)
{
    struct felt_event told = felt_event_for(event, seat);
    uint64_t words[3] = {told.kind | (uint64_t)told.act << 8 | (uint64_t)(uint8_t)told.seat << 16 |
                             (uint64_t)told.count << 24 | (uint64_t)told.pot << 32 |
                             (uint64_t)told.board << 40,
                         (uint64_t)told.amount, (uint64_t)told.to};
    for (int i = 0; i < 3; i++) key = felt_hash_word(key, words[i]);
    return felt_hash_bytes(key, told.cards, told.count);
}

static struct known tell(const struct walk *walk, const struct known *known, uint32_t events,
                         felt_seat actor, int move)
{
    struct known now = *known;
    for (felt_seat seat = 0; seat < SEATS; seat++) {
        if (seat == actor) {
            now.key[seat] = felt_hash_word(now.key[seat], (uint64_t)move);
            now.level[seat]++;
        }
        for (uint32_t i = 0; i < events; i++)
            now.key[seat] = hash_event(now.key[seat], &walk->event[i], seat);
    }
    return now;
}

/* ---- the tree ---- */

static enum felt_status refuse_size(struct walk *walk)
{
    return felt_complain(walk->complaint, FELT_FULL, 0, 0,
                         "more than %d positions in %u deals: what is solved is smaller",
                         FELT_GENOME_SOLVE_NODES_MAX, walk->size.deals);
}

static void end_hand(struct walk *walk, const struct felt_genome_state *state, struct node *node)
{
    felt_chips payoff[FELT_SEATS_MAX] = {0};
    if (!node) return;
    felt_genome_payoff(&walk->program, state, payoff);
    felt_assert(payoff[0] + payoff[1] == 0);
    node->seat = OVER;
    node->payoff = (int32_t)payoff[0];
}

/* The position and what can follow; recursion ends with FELT_GENOME_SOLVE_DEPTH_MAX. */
static void visit(struct walk *walk, const struct felt_genome_state *state,
                  const struct known *known, int depth)
{
    struct felt_genome_solve *solve = walk->solve;
    struct node *node = solve ? &solve->node[solve->nodes++] : NULL;
    struct felt_moves moves;
    if (++walk->size.nodes > FELT_GENOME_SOLVE_NODES_MAX || depth == FELT_GENOME_SOLVE_DEPTH_MAX) {
        walk->status = refuse_size(walk);
        return;
    }
    if (state->actor < 0) {
        end_hand(walk, state, node);
    } else {
        felt_genome_moves(&walk->program, state, &moves);
        int count = felt_moves_count(&moves);
        walk->size.decisions++;
        walk->size.moves += (uint32_t)count;
        if (node) {
            node->seat = (uint8_t)state->actor;
            node->set = set_of(solve, known, state->actor, count, solve->nodes - 1);
        }
        for (int n = 0; n < count && walk->status == FELT_OK; n++) {
            struct felt_genome_state next = *state;
            struct felt_event_log log = {walk->event, 0, FELT_EVENTS_MAX};
            int move = felt_moves_pick(&moves, n);
            if (solve) solve->node[solve->nodes].move = (uint8_t)move;
            felt_genome_play(&walk->program, &next, move, &log);
            if (next.chance != state->chance)
                walk->status = felt_complain(walk->complaint, FELT_UNSUPPORTED, 0, 0,
                                             "lots are drawn in this game besides the deck: such "
                                             "games are not solved");
            struct known now = tell(walk, known, log.count, state->actor, move);
            if (walk->status == FELT_OK) visit(walk, &next, &now, depth + 1);
        }
    }
    if (node) node->end = solve->nodes;
}

static void visit_deals(struct walk *walk)
{
    const struct felt_genome_program *program = &walk->program;
    for (uint32_t n = 0; n < walk->size.deals && walk->status == FELT_OK; n++) {
        felt_card deck[FELT_CARDS];
        struct felt_genome_state state;
        struct felt_event_log log = {walk->event, 0, FELT_EVENTS_MAX};
        struct felt_deal deal = {.seats = (1 << SEATS) - 1,
                                 .button = SEATS - 1,
                                 .opener = 0,
                                 .deck = deck,
                                 .deck_count = program->deck_count};
        struct known known = {{0}, {0}};
        order_deck(program->deck, program->deck_count, walk->size.cards, n, deck);
        for (int seat = 0; seat < SEATS; seat++) deal.stack[seat] = program->starting_chips;
        felt_genome_begin(program, &deal, 0, &state, &log);
        known = tell(walk, &known, log.count, FELT_SEAT_NONE, 0);
        if (walk->solve) walk->solve->root[n] = walk->solve->nodes;
        visit(walk, &state, &known, 0);
    }
}

static enum felt_status prepare(const struct felt_genome_program *program, struct walk *walk,
                                struct felt_complaint *complaint)
{
    *walk = (struct walk){.program = *program, .complaint = complaint};
    walk->program.session[FELT_SESSION_HANDS] = 1;
    walk->size.cards = program->shuffled;
    walk->size.deals = 1;
    if (program->seats != SEATS)
        return felt_complain(complaint, FELT_UNSUPPORTED, 0, 0,
                             "games of two seats are solved; this one has %d", program->seats);
    if (program->setup[FELT_SETUP_TRUMP_MODE] == FELT_TRUMP_RANDOM)
        return felt_complain(complaint, FELT_UNSUPPORTED, 0, 0,
                             "the trump suit is drawn by lot: such games are not solved");
    for (uint32_t i = 0; i < walk->size.cards; i++) {
        walk->size.deals *= program->deck_count - i;
        if (walk->size.deals > FELT_GENOME_SOLVE_DEALS_MAX)
            return felt_complain(complaint, FELT_FULL, 0, 0,
                                 "%u cards of a deck of %d can be dealt in more than %d ways: what "
                                 "is solved is smaller",
                                 walk->size.cards, program->deck_count,
                                 FELT_GENOME_SOLVE_DEALS_MAX);
    }
    return FELT_OK;
}

/* ---- the block ---- */

/* Where an array begins; *at goes behind it. */
static void *place(char *block, size_t *at, size_t count, size_t bytes)
{
    size_t begin = (*at + alignof(max_align_t) - 1) & ~(alignof(max_align_t) - 1);
    *at = begin + count * bytes;
    return block ? block + begin : NULL;
}

/* Lays out the block; with NULL it only says how large it is. */
static size_t lay_out(char *block, const struct felt_genome_solve_size *size,
                      struct felt_genome_solve *out)
{
    uint32_t table = 2;
    size_t at = sizeof *out, moves = size->moves;
    while (table < 2 * size->decisions) table *= 2;
    out->table_mask = table - 1;
    out->root = place(block, &at, size->deals, sizeof *out->root);
    out->table = place(block, &at, table, sizeof *out->table);
    out->node = place(block, &at, size->nodes, sizeof *out->node);
    out->set = place(block, &at, size->decisions, sizeof *out->set);
    out->regret = place(block, &at, moves, sizeof(double));
    out->more = place(block, &at, moves, sizeof(double));
    out->share = place(block, &at, moves, sizeof(double));
    out->average = place(block, &at, moves, sizeof(double));
    return at;
}

enum felt_status felt_genome_solve_measure(const struct felt_genome_program *program,
                                           struct felt_genome_solve_size *out,
                                           struct felt_complaint *complaint)
{
    struct felt_genome_solve layout;
    struct walk walk;
    enum felt_status status = prepare(program, &walk, complaint);
    if (status == FELT_OK) {
        visit_deals(&walk);
        status = walk.status;
    }
    *out = walk.size;
    if (status == FELT_OK) out->bytes = lay_out(NULL, &walk.size, &layout);
    return status;
}

enum felt_status felt_genome_solve_init(const struct felt_genome_program *program, void *memory,
                                        size_t bytes, struct felt_genome_solve **out,
                                        struct felt_complaint *complaint)
{
    struct felt_genome_solve_size size;
    struct felt_genome_solve *solve = memory;
    struct walk walk;
    enum felt_status status = felt_genome_solve_measure(program, &size, complaint);
    if (status != FELT_OK) return status;
    if (size.bytes > bytes)
        return felt_complain(complaint, FELT_FULL, 0, 0, "%zu bytes are needed, %zu are there",
                             size.bytes, bytes);
    memset(memory, 0, size.bytes);
    (void)lay_out(memory, &size, solve);
    solve->size = size;
    solve->deck_count = program->deck_count;
    memcpy(solve->deck, program->deck, program->deck_count);
    status = prepare(program, &walk, complaint);
    felt_assert(status == FELT_OK);
    walk.solve = solve;
    visit_deals(&walk);
    felt_assert(walk.status == FELT_OK && solve->nodes == size.nodes);
    *out = solve;
    return FELT_OK;
}

/* ---- strategies ---- */

/* In proportion to the weights; all alike if there are none. */
static void spread(const double *weight, int count, double *share)
{
    double sum = 0;
    for (int i = 0; i < count; i++) sum += weight[i];
    for (int i = 0; i < count; i++) share[i] = sum > 0 ? weight[i] / sum : 1.0 / count;
}

static void spread_all(struct felt_genome_solve *solve, const double *weight)
{
    for (uint32_t i = 0; i < solve->sets; i++) {
        const struct set *set = &solve->set[i];
        spread(weight + set->slot, set->moves, solve->share + set->slot);
    }
}

/* A seat learns; returns what it wins from here. */
struct lesson {
    struct felt_genome_solve *solve;
    uint8_t seat;
    double weight; /* of this iteration in the average                                         */
};

static double payoff_of(const struct node *node, uint8_t seat)
{
    return seat == 0 ? node->payoff : -node->payoff;
}

static double learn(const struct lesson *lesson, uint32_t at, double own, double other)
{
    struct felt_genome_solve *solve = lesson->solve;
    const struct node *node = &solve->node[at];
    if (node->seat == OVER) return payoff_of(node, lesson->seat);
    const struct set *set = &solve->set[node->set];
    const double *share = solve->share + set->slot;
    double won[FELT_MOVE_CODES], sum = 0;
    uint32_t child = at + 1;
    bool self = node->seat == lesson->seat;
    for (int i = 0; i < set->moves; i++, child = solve->node[child].end) {
        won[i] = self ? learn(lesson, child, own * share[i], other)
                      : learn(lesson, child, own, other * share[i]);
        sum += share[i] * won[i];
    }
    for (int i = 0; self && i < set->moves; i++) {
        solve->more[set->slot + (uint32_t)i] += other * (won[i] - sum);
        solve->average[set->slot + (uint32_t)i] += lesson->weight * own * share[i];
    }
    return sum;
}

static void improve(struct felt_genome_solve *solve, uint8_t seat)
{
    struct lesson lesson = {solve, seat, (double)solve->iterations};
    spread_all(solve, solve->regret);
    for (uint32_t n = 0; n < solve->size.deals; n++) (void)learn(&lesson, solve->root[n], 1, 1);
    for (uint32_t i = 0; i < solve->slots; i++) {
        double regret = solve->regret[i] + solve->more[i];
        solve->regret[i] = regret > 0 ? regret : 0;
        solve->more[i] = 0;
    }
}

void felt_genome_solve_iterate(struct felt_genome_solve *solve, uint64_t iterations)
{
    for (uint64_t i = 0; i < iterations; i++) {
        solve->iterations++;
        for (uint8_t seat = 0; seat < SEATS; seat++) improve(solve, seat);
    }
}

/* ---- how good it is ---- */

/* What seat 0 wins when both play solve->share. */
static double value_of(const struct felt_genome_solve *solve, uint32_t at)
{
    const struct node *node = &solve->node[at];
    if (node->seat == OVER) return node->payoff;
    const struct set *set = &solve->set[node->set];
    uint32_t child = at + 1;
    double sum = 0;
    for (int i = 0; i < set->moves; i++, child = solve->node[child].end)
        if (solve->share[set->slot + (uint32_t)i] > 0)
            sum += solve->share[set->slot + (uint32_t)i] * value_of(solve, child);
    return sum;
}

/* A best response is found from the last decisions of a seat to its first: what a move is worth at
 * one level is known when the choices behind it are made. */
static double respond(struct felt_genome_solve *solve, uint8_t seat, int level, uint32_t at,
                      double other)
{
    const struct node *node = &solve->node[at];
    if (node->seat == OVER) return payoff_of(node, seat);
    const struct set *set = &solve->set[node->set];
    uint32_t child = at + 1;
    double sum = 0;
    for (int i = 0; i < set->moves; i++, child = solve->node[child].end) {
        double share = solve->share[set->slot + (uint32_t)i];
        if (node->seat != seat) {
            if (share > 0) sum += share * respond(solve, seat, level, child, other * share);
        } else if (set->level > level) {
            if (i == set->choice) sum = respond(solve, seat, level, child, other);
        } else {
            double won = respond(solve, seat, level, child, other);
            if (set->level == level) solve->more[set->slot + (uint32_t)i] += other * won;
        }
    }
    return sum;
}

static void choose_best(struct felt_genome_solve *solve, uint8_t seat, int level)
{
    for (uint32_t i = 0; i < solve->sets; i++) {
        struct set *set = &solve->set[i];
        if (set->seat != seat || set->level != level) continue;
        set->choice = 0;
        for (uint8_t k = 1; k < set->moves; k++)
            if (solve->more[set->slot + k] > solve->more[set->slot + set->choice]) set->choice = k;
    }
    memset(solve->more, 0, solve->slots * sizeof *solve->more);
}

static double best_response(struct felt_genome_solve *solve, uint8_t seat)
{
    double sum = 0;
    for (int level = (int)solve->levels - 1; level >= 0; level--) {
        for (uint32_t n = 0; n < solve->size.deals; n++)
            (void)respond(solve, seat, level, solve->root[n], 1);
        choose_best(solve, seat, level);
    }
    for (uint32_t n = 0; n < solve->size.deals; n++)
        sum += respond(solve, seat, -1, solve->root[n], 1);
    return sum / solve->size.deals;
}

void felt_genome_solve_rate(struct felt_genome_solve *solve, struct felt_genome_solve_rating *out)
{
    double sum = 0;
    spread_all(solve, solve->average);
    for (uint32_t n = 0; n < solve->size.deals; n++) sum += value_of(solve, solve->root[n]);
    *out = (struct felt_genome_solve_rating){
        .iterations = solve->iterations, .sets = solve->sets, .value = sum / solve->size.deals};
    for (uint8_t seat = 0; seat < SEATS; seat++) out->best[seat] = best_response(solve, seat);
    out->exploitability = (out->best[0] + out->best[1]) / 2;
}

void felt_genome_solve_look(const struct felt_genome_solve *solve, uint32_t index,
                            struct felt_genome_solve_set *out)
{
    felt_assert(index < solve->sets);
    const struct set *set = &solve->set[index];
    felt_card deck[FELT_CARDS];
    uint32_t deal = 0, child = set->node + 1;
    *out = (struct felt_genome_solve_set){.seat = (felt_seat)set->seat, .moves = set->moves};
    spread(solve->average + set->slot, set->moves, out->share);
    for (int i = 0; i < set->moves; i++, child = solve->node[child].end)
        out->move[i] = solve->node[child].move;
    while (deal + 1 < solve->size.deals && solve->root[deal + 1] <= set->node) deal++;
    order_deck(solve->deck, solve->deck_count, solve->size.cards, deal, deck);
    out->cards = (uint8_t)solve->size.cards;
    memcpy(out->card, deck, out->cards);
    for (uint32_t at = solve->root[deal]; at != set->node;) {
        for (at++; solve->node[at].end <= set->node;) at = solve->node[at].end;
        felt_assert(out->steps < FELT_GENOME_SOLVE_DEPTH_MAX);
        out->step[out->steps++] = solve->node[at].move;
    }
}
