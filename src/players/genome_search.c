/* genome_search.c -- mcts for genomes: information set tree search with one observer.
 *
 * An iteration draws everything hidden anew, goes down a tree of moves that all deals share, adds a
 * node to it, plays the hand out and tells everybody on the way what it came to.  Nodes are moves
 * by content (play the seven of hearts), not by number: whichever deal allows them.  A move that is
 * rarely legal is not behind, because its bonus counts how often it could have been chosen:
 *
 *     mean + c * spread * sqrt(ln(available) / visits)
 *
 * `spread` is how far results differ, so that games for points and games for thousands of chips are
 * searched alike.  A node keeps 1 / sqrt(visits), and logarithms come from a table: choosing among
 * the moves of a node costs a few instructions for each.
 *
 * The others in betting rounds do not learn in this tree: in all of its deals the searching seat
 * holds the same cards, and whoever learned from them would soon bet as if it saw them.  They bet
 * by the strength of the hand that they were dealt (docs/SEARCH.md).
 *
 * The game of the search is that of one hand: a copy of the program whose session ends with it, and
 * whose cap cuts playouts that lead nowhere. */
#include "players/genome_parts.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

enum {
    DEPTH_MAX = 96,  /* moves of a descent                                                   */
    HORIZON = 240,   /* moves of an iteration, then the cap of the game decides              */
    ASK_EVERY = 16,  /* iterations between looks at the clock                                */
    LOG_STEPS = 256, /* eight for each power of two                                          */
    WARM = 8         /* playouts that measure how many points a hand is about                */
};
static const float exploration = 0.9f;
/* How an opponent bets that is not known: not always by the book. */
static const double offbeat = 0.15;

struct node {
    float mean; /* result of the seat whose move it is                                         */
    float root; /* 1 / sqrt(visits)                                                            */
    uint32_t visits;
    uint32_t available; /* how often it was legal when its parent was visited                  */
    uint32_t first;     /* the first move that follows it, 0: none yet                         */
    uint32_t next : 24; /* another move of the same parent, 0: no more                         */
    uint32_t move : 8;
};
FELT_STATIC_ASSERT(sizeof(struct node) == 24, "a tree fits a cache");

/* What a hand is played for, from the root. */
struct stakes {
    felt_chips stack[FELT_GENOME_SEATS_MAX]; /* with what lies in the pot                      */
    int16_t score[FELT_GENOME_SEATS_MAX];
    int direction; /* of scores: 1 more is better, -1 fewer, 0 they do not count              */
    float points;  /* a result that is worth as much as a game                                 */
};

struct genome_search {
    struct felt_genome_program program; /* of one hand                                         */
    const struct felt_strengths *strengths;
    uint8_t limit;
    felt_seat self;
    uint32_t nodes, room;
    struct stakes stakes;
    uint64_t turns;
    double sum, squares; /* of results                                                         */
    uint64_t results;
    float urge;                /* c * spread                                                  */
    float root_log[LOG_STEPS]; /* sqrt(ln(n)), by the upper bits of n as a float              */
    struct node node[];        /* 0 is the root                                               */
};

struct path {
    int count;
    uint32_t node[DEPTH_MAX];
    felt_seat seat[DEPTH_MAX];
};

/* ---- the block ---- */

size_t felt_genome_search_bytes(uint32_t nodes)
{
    return sizeof(struct genome_search) + nodes * sizeof(struct node);
}

/* Sign and the lowest exponents are cut off: n >= 1. */
static uint32_t log_step(uint32_t n)
{
    float number = (float)n;
    uint32_t bits;
    memcpy(&bits, &number, sizeof bits);
    return (bits >> 20) - (127u << 3);
}

/* Scores count if a win condition looks at them, or if hands that are won are points. */
static int direction_of(const struct felt_genome_program *program)
{
    const unsigned more = 1u << FELT_WIN_HIGH_SCORE | 1u << FELT_WIN_FIRST_TO_SCORE;
    if (program->counts_hands) return 1;
    for (int i = 0; i < program->wins; i++) {
        unsigned type = 1u << program->win[i][FELT_WIN_TYPE];
        if (type & more) return 1;
        if (type & 1u << FELT_WIN_LOW_SCORE) return -1;
    }
    return program->several ? 1 : 0;
}

void felt_genome_search_init(const struct felt_genome_program *program,
                             const struct felt_strengths *strengths, uint8_t limit, uint32_t nodes,
                             struct genome_search *search)
{
    search->program = *program;
    search->strengths = strengths;
    search->limit = limit;
    search->room = nodes;
    search->stakes.direction = direction_of(program);
    for (uint32_t i = 0; i < LOG_STEPS; i++) {
        uint32_t bits = (i + (127u << 3)) << 20 | 1u << 19; /* the middle of a step */
        float number;
        memcpy(&number, &bits, sizeof number);
        search->root_log[i] = sqrtf(logf(number));
    }
}

/* ---- results ---- */

/* Of the team, or of the seat. */
static double side_score(const struct genome_search *search, const struct felt_genome_state *state,
                         int seat)
{
    const struct felt_genome_program *program = &search->program;
    int own = 0, owns = 0, others = 0, count = 0;
    for (int i = 0; i < program->seats; i++) {
        int more = state->score[i] - search->stakes.score[i];
        bool mine = program->teams ? program->team[i] == program->team[seat] : i == seat;
        own += mine ? more : 0;
        owns += mine;
        others += mine ? 0 : more;
        count += !mine;
    }
    return search->stakes.direction * ((double)own / owns - (count ? (double)others / count : 0));
}

static double result_of(const struct genome_search *search, const struct felt_genome_state *state,
                        int seat)
{
    const struct felt_genome_program *program = &search->program;
    const struct stakes *stakes = &search->stakes;
    double result = 0;
    if (program->chips) return (double)(state->betting.stack[seat] - stakes->stack[seat]);
    if (stakes->direction) result = side_score(search, state, seat) / stakes->points;
    if (program->several) return result;
    if (state->winners)
        result += (state->winners >> seat & 1 ? 1.0 / __builtin_popcount(state->winners) : 0) -
                  1.0 / program->seats;
    return result;
}

/* ---- the tree ---- */

static uint32_t grow(struct genome_search *search, uint32_t parent, int move)
{
    if (search->nodes == search->room) return 0;
    uint32_t at = search->nodes++;
    search->node[at] = (struct node){
        .available = 1, .next = search->node[parent].first & 0xffffff, .move = (uint8_t)move};
    search->node[parent].first = at;
    return at;
}

/* The move that is worth a look; *child is its node, 0 if there is none yet. */
static int explore(struct genome_search *search, uint32_t parent, const struct felt_moves *moves,
                   struct felt_rng *rng, uint32_t *child)
{
    struct felt_moves untried = *moves;
    float best = -INFINITY;
    *child = 0;
    for (uint32_t at = search->node[parent].first; at; at = search->node[at].next) {
        struct node *node = &search->node[at];
        int move = node->move;
        if (!felt_moves_has(moves, move)) continue;
        if (move < FELT_MOVE_ITEMS)
            untried.items &= ~(UINT64_C(1) << move);
        else
            untried.others &= ~MOVE_BIT(move);
        float worth =
            node->mean + search->urge * search->root_log[log_step(++node->available)] * node->root;
        if (worth > best) {
            best = worth;
            *child = at;
        }
    }
    if (!(untried.items | untried.others)) return search->node[*child].move;
    *child = 0;
    return felt_moves_random(&untried, rng);
}

/* An opponent bets by its cards. */
static int bet_as_usual(struct genome_search *search, const struct felt_genome_state *state,
                        const struct felt_moves *moves, struct felt_rng *rng)
{
    if (felt_rng_unit(rng) < offbeat) return felt_moves_random(moves, rng);
    double strength =
        felt_strengths_of(search->strengths, &search->program, state, state->actor, rng);
    return felt_greedy_bet(moves, strength);
}

static uint32_t find(const struct genome_search *search, uint32_t parent, int move)
{
    uint32_t at = search->node[parent].first;
    while (at && search->node[at].move != (unsigned)move) at = search->node[at].next;
    return at;
}

/* From the root through the tree and one move beyond it. */
static void descend(struct genome_search *search, struct felt_genome_state *state,
                    const struct felt_moves *root, struct path *path, struct felt_rng *rng)
{
    const struct felt_genome_program *program = &search->program;
    struct felt_moves moves = *root;
    uint32_t parent = 0;
    for (path->count = 0; state->actor >= 0 && path->count < DEPTH_MAX;) {
        felt_seat seat = state->actor;
        uint32_t child;
        int move;
        if (path->count > 0) {
            felt_genome_moves(program, state, &moves);
            if (seat == search->self) felt_agent_restrict(search->limit, program, state, &moves);
        }
        if (seat != search->self && genome_is_betting(program, state)) {
            move = bet_as_usual(search, state, &moves, rng);
            child = find(search, parent, move);
        } else {
            move = explore(search, parent, &moves, rng, &child);
        }
        bool known = child != 0;
        if (!known) child = grow(search, parent, move);
        felt_genome_play(program, state, move, NULL);
        search->turns++;
        if (!child) return;
        path->node[path->count] = child;
        path->seat[path->count++] = seat;
        if (!known) return;
        parent = child;
    }
}

/* To the end of the hand.  Where there are chips nobody folds or raises any more: what comes out is
 * who has the best cards, for the stakes as they are. */
static void play_out(struct genome_search *search, struct felt_genome_state *state,
                     struct felt_rng *rng)
{
    const struct felt_genome_program *program = &search->program;
    if (!program->chips) {
        if (state->actor >= 0) search->turns += felt_genome_playout(program, state, rng, false);
        return;
    }
    for (; state->actor >= 0; search->turns++) {
        struct genome_spot spot = {.program = program, .state = state, .seat = state->actor};
        felt_genome_moves(program, state, &spot.moves);
        int move = genome_is_betting(program, state) ? felt_greedy_stay(&spot.moves)
                                                     : felt_greedy_cards(&spot, rng);
        felt_genome_play(program, state, move, NULL);
    }
}

static void learn(struct genome_search *search, const struct path *path,
                  const struct felt_genome_state *state)
{
    float result[FELT_GENOME_SEATS_MAX];
    for (int seat = 0; seat < search->program.seats; seat++)
        result[seat] = (float)result_of(search, state, seat);
    for (int i = 0; i < path->count; i++) {
        struct node *node = &search->node[path->node[i]];
        float visits = (float)++node->visits;
        node->mean += (result[path->seat[i]] - node->mean) / visits;
        node->root = 1 / sqrtf(visits);
    }
    double own = (double)result[search->self];
    search->sum += own;
    search->squares += own * own;
    search->results++;
    if (search->results < 32 || (search->results & (search->results - 1)) == 0) {
        double mean = search->sum / (double)search->results;
        double variance = search->squares / (double)search->results - mean * mean;
        search->urge = exploration * (variance > 1e-9 ? (float)sqrt(variance) : 1e-3f);
    }
}

static void iterate(struct genome_search *search, const struct genome_spot *spot,
                    struct felt_rng *rng)
{
    struct felt_genome_state state = *spot->state;
    struct path path;
    felt_genome_redeal(&search->program, search->self, rng, &state);
    descend(search, &state, &spot->moves, &path, rng);
    play_out(search, &state, rng);
    learn(search, &path, &state);
}

/* ---- a decision ---- */

/* How many points a hand is about, from some that are played. */
static void measure_points(struct genome_search *search, const struct genome_spot *spot,
                           struct felt_rng *rng)
{
    double sum = 0;
    search->stakes.points = 1;
    if (search->program.chips || !search->stakes.direction || search->program.several) return;
    for (int i = 0; i < WARM; i++) {
        struct felt_genome_state state = *spot->state;
        felt_genome_redeal(&search->program, search->self, rng, &state);
        play_out(search, &state, rng);
        for (int seat = 0; seat < search->program.seats; seat++)
            sum += fabs(side_score(search, &state, seat));
    }
    sum /= WARM * search->program.seats;
    search->stakes.points = sum > 1 ? (float)sum : 1;
}

static void prepare(struct genome_search *search, const struct genome_spot *spot,
                    struct felt_rng *rng)
{
    const struct felt_genome_state *state = spot->state;
    int32_t *session = search->program.session;
    const int32_t *given = spot->program->session;
    search->self = spot->seat;
    search->node[0] = (struct node){.first = 0};
    search->nodes = 1;
    search->sum = search->squares = 0;
    search->results = 0;
    search->urge = 1;
    search->turns = 0;
    session[FELT_SESSION_HANDS] = state->hands + 1;
    int horizon = state->turns + HORIZON;
    session[FELT_SESSION_TURNS] =
        horizon < given[FELT_SESSION_TURNS] ? horizon : given[FELT_SESSION_TURNS];
    for (int seat = 0; seat < search->program.seats; seat++) {
        search->stakes.stack[seat] =
            state->betting.stack[seat] + state->betting.staked[seat] + state->paid[seat];
        search->stakes.score[seat] = state->score[seat];
    }
    measure_points(search, spot, rng);
}

static const struct node *most_visited(const struct genome_search *search)
{
    const struct node *best = NULL;
    for (uint32_t at = search->node[0].first; at; at = search->node[at].next) {
        const struct node *node = &search->node[at];
        if (!best || node->visits > best->visits ||
            (node->visits == best->visits && node->mean > best->mean))
            best = node;
    }
    felt_assert(best != NULL);
    return best;
}

int felt_genome_search_choose(struct genome_search *search, const struct genome_spot *spot,
                              uint32_t samples, struct felt_rng *rng,
                              const struct felt_budget *budget, struct felt_agent_work *work,
                              double *confidence)
{
    uint32_t done = 0;
    felt_assert(samples > 0);
    prepare(search, spot, rng);
    for (; done < samples; done++) {
        if (done > 0 && done % ASK_EVERY == 0 && budget && budget->time_left &&
            !budget->time_left(budget->self))
            break;
        iterate(search, spot, rng);
    }
    work->iterations += done;
    work->turns += search->turns;
    const struct node *best = most_visited(search);
    *confidence = (double)best->visits / done;
    return best->move;
}
