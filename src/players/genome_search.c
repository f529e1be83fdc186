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
 * Bets are moves like others, but what they mean depends on cards that nobody else sees.  Three
 * things follow (docs/SEARCH.md).  The others do not learn in this tree where cards are bet on or
 * moves are hidden: in all of its deals the searching seat holds the same cards and has made the
 * same choice, and whoever learned from them would soon act as if it saw them.  They act by the
 * cards that they were dealt.  Deals in which somebody has bet without the cards for it are mostly
 * dealt again.  And where there are chips the tree ends with the step: behind it lie new cards, and
 * one node for all of them would be a bet made blindly.
 *
 * The game of the search is that of one hand: a copy of the program whose session ends with it, and
 * whose cap cuts playouts that lead nowhere. */
#include "players/genome_rules.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

enum {
    DEPTH_MAX = 96,  /* moves of a descent                                                   */
    HORIZON = 120,   /* moves of an iteration, then the cap of the game decides              */
    CLAIMS = 40,     /* the same where claims are made: such games go on and on              */
    ASK_EVERY = 16,  /* iterations between looks at the clock                                */
    LOG_STEPS = 256, /* eight for each power of two                                          */
    DEALS = 4,       /* tries for a deal that fits the bets                                  */
    SHARED = 3,      /* iterations with one deal                                             */
    WARM = 8         /* playouts that measure how many points a hand is about                */
};
static const float exploration = 1.4f;
/* How others act who are not known: not always by the book. */
static const double offbeat = 0.15;
/* How often a deal is kept in which a seat has bet, called or passed without the cards for it. */
static const double doubtful = 0.2;

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
    float scale;   /* of points: so much of a game is one of them                              */
};

struct genome_search {
    struct felt_genome_program program; /* of one hand                                         */
    const struct felt_strengths *strengths;
    struct genome_playout playout;
    struct felt_genome_hidden hidden; /* from the searching seat, at the root                  */
    uint8_t limit;
    felt_seat self;
    uint8_t horizon;
    uint8_t shared; /* iterations with one deal                                                */
    uint8_t step, cycle; /* of the root                                                        */
    uint32_t nodes, room;
    struct stakes stakes;
    struct felt_genome_state deal;
    double strength[FELT_GENOME_SEATS_MAX]; /* of the hands of this deal, in the step of the root */
    uint8_t rated; /* seats whose strength is known                       */
    uint64_t turns;
    double sum, squares; /* of results                                                         */
    uint64_t results;
    float spread; /* standard deviation of results so far                                       */
    float urge;   /* c * spread                                                                 */
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
    search->horizon = HORIZON;
    search->shared = program->chips && !program->draws ? SHARED : 1;
    for (int i = 0; i < program->steps; i++) {
        if (program->step[i].type == FELT_PHASE_TYPE_CLAIM) search->horizon = CLAIMS;
        if (program->step[i].type == FELT_PHASE_TYPE_DEAL) search->shared = 1;
    }
    felt_playout_init(program, &search->playout);
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

/* How much better a side did than the others on average, in points. */
static void margins_of(const struct genome_search *search, const struct felt_genome_state *state,
                       float out[FELT_GENOME_SEATS_MAX])
{
    const struct felt_genome_program *program = &search->program;
    int more[FELT_GENOME_SEATS_MAX], sum = 0, seats = program->seats;
    for (int seat = 0; seat < seats; seat++) {
        more[seat] = search->stakes.direction * (state->score[seat] - search->stakes.score[seat]);
        sum += more[seat];
    }
    for (int seat = 0; seat < seats; seat++) {
        int own = more[seat], size = 1;
        for (int i = 0; program->teams && i < seats; i++)
            if (i != seat && program->team[i] == program->team[seat]) {
                own += more[i];
                size++;
            }
        out[seat] = ((float)own / (float)size - (float)(sum - own) / (float)(seats - size));
    }
}

/* Nobody got rid of all cards before the playout was cut: few cards are a part of a win. */
static void compare_hands(const struct felt_genome_program *program,
                          const struct felt_genome_state *state, float out[FELT_GENOME_SEATS_MAX])
{
    float part = 1 / (float)program->deck_count;
    int sum = 0;
    for (int seat = 0; seat < program->seats; seat++) sum += felt_cards_count(state->hand[seat]);
    for (int seat = 0; seat < program->seats; seat++)
        out[seat] +=
            part * ((float)sum / program->seats - (float)felt_cards_count(state->hand[seat]));
}

static void results_of(const struct genome_search *search, const struct felt_genome_state *state,
                       float out[FELT_GENOME_SEATS_MAX])
{
    const struct felt_genome_program *program = &search->program;
    const struct stakes *stakes = &search->stakes;
    for (int seat = 0; seat < program->seats; seat++)
        out[seat] = program->chips ? (float)(state->betting.stack[seat] - stakes->stack[seat]) : 0;
    if (program->chips) return;
    if (stakes->direction) {
        margins_of(search, state, out);
        for (int seat = 0; seat < program->seats; seat++) out[seat] *= stakes->scale;
    }
    if (state->flags & FELT_FLAG_CUT && program->win_types & 1u << FELT_WIN_EMPTY_HAND) {
        compare_hands(program, state, out);
        return;
    }
    if (program->several || !state->winners) return;
    float each = 1 / (float)__builtin_popcount(state->winners), fair = 1 / (float)program->seats;
    for (int seat = 0; seat < program->seats; seat++)
        out[seat] += (state->winners >> seat & 1 ? each : 0) - fair;
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

/* Is it told to the others what is chosen here, and can they act without the cards of others in
 * mind? */
static bool is_open(const struct felt_genome_program *program, int type)
{
    return !program->chips && type != FELT_PHASE_TYPE_COMPARE && type != FELT_PHASE_TYPE_TRANSFER &&
           type != FELT_PHASE_TYPE_CLAIM;
}

static double strength_of(struct genome_search *search, const struct felt_genome_state *state,
                          felt_seat seat, struct felt_rng *rng)
{
    if (!(search->rated >> seat & 1)) {
        search->strength[seat] =
            felt_strengths_of(search->strengths, &search->program, state, seat, rng);
        search->rated |= (uint8_t)(1u << seat);
    }
    return search->strength[seat];
}

/* Another seat acts by its cards. */
static int act_as_usual(struct genome_search *search, const struct felt_genome_state *state,
                        const struct felt_moves *moves, struct felt_rng *rng)
{
    struct genome_spot spot = {.program = &search->program,
                               .state = state,
                               .strengths = search->strengths,
                               .moves = *moves,
                               .seat = state->actor};
    if (felt_rng_unit(rng) < offbeat) return felt_moves_random(moves, rng);
    if (!genome_is_betting(spot.program, state)) return felt_greedy_cards(&spot, rng);
    return felt_greedy_bet(moves, strength_of(search, state, spot.seat, rng));
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
        if (program->chips && (state->pc != search->step || state->cycle != search->cycle)) return;
        if (path->count > 0) {
            felt_genome_moves(program, state, &moves);
            if (seat == search->self) felt_agent_restrict(search->limit, program, state, &moves);
        }
        if (seat != search->self && !is_open(program, program->step[state->pc].type)) {
            move = act_as_usual(search, state, &moves, rng);
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

/* To the end of the hand. */
static void play_out(struct genome_search *search, struct felt_genome_state *state,
                     struct felt_rng *rng)
{
    const struct felt_genome_program *program = &search->program;
    if (search->playout.at_random) {
        if (state->actor >= 0) search->turns += felt_genome_playout(program, state, rng, false);
        return;
    }
    for (; state->actor >= 0; search->turns++) {
        struct genome_spot spot = {.program = program, .state = state, .seat = state->actor};
        felt_genome_moves(program, state, &spot.moves);
        felt_genome_play(program, state, felt_playout_move(&search->playout, &spot, rng), NULL);
    }
}

static void learn(struct genome_search *search, const struct path *path,
                  const struct felt_genome_state *state)
{
    float result[FELT_GENOME_SEATS_MAX];
    results_of(search, state, result);
    for (int i = 0; i < path->count; i++) {
        struct node *node = &search->node[path->node[i]];
        node->root = 1 / sqrtf((float)++node->visits);
        node->mean += (result[path->seat[i]] - node->mean) * node->root * node->root;
    }
    double own = (double)result[search->self];
    search->sum += own;
    search->squares += own * own;
    search->results++;
    if (search->results < 32 || (search->results & (search->results - 1)) == 0) {
        double mean = search->sum / (double)search->results;
        double variance = search->squares / (double)search->results - mean * mean;
        search->spread = variance > 1e-9 ? (float)sqrt(variance) : 1e-3f;
        search->urge = exploration * search->spread;
    }
}

/* Could the others have bet as they did with these cards?  What is known are the stakes of the
 * round: who bet last has a strong hand, who called not a weak one, who checked no strong one. */
static bool is_likely(struct genome_search *search, const struct felt_genome_state *state,
                      struct felt_rng *rng)
{
    const struct felt_betting *betting = &state->betting;
    const struct felt_turn *turn = &betting->turn;
    double keep = 1;
    for (felt_seats left = (felt_seats)(state->dealt & turn->live & ~felt_seats_of(search->self));
         left;) {
        felt_seat seat = felt_seats_take(&left);
        bool raised = turn->raiser == seat, called = turn->raiser >= 0 && betting->staked[seat] > 0;
        bool checked = !raised && !called && !felt_seats_has(turn->owes, seat);
        if (!raised && !called && !checked) continue;
        double strength = strength_of(search, state, seat, rng);
        bool fits = raised ? strength > STRONG : checked ? strength <= STRONG : strength > MEDIUM;
        if (!fits) keep *= doubtful;
    }
    return keep >= 1 || felt_rng_unit(rng) < keep;
}

/* A hidden card of a rank, from another hand or from farther down in the pile, changes places with
 * the one at `place` of the discards. */
static void bring(const struct genome_search *search, struct felt_genome_state *state, int place)
{
    felt_cards rank = felt_cards_of_rank(state->rank), own = felt_cards_of(state->order[place]);
    if (own & rank) return;
    for (int seat = 0; seat < search->program.seats; seat++) {
        felt_cards found = state->hand[seat] & rank & ~state->shown;
        if (seat == search->self || !found) continue;
        state->order[place] = (felt_card)__builtin_ctzll(found);
        state->hand[seat] = (state->hand[seat] & ~felt_cards_of(state->order[place])) | own;
        return;
    }
    for (int i = 0; i < state->discards - state->size; i++) {
        if (!(felt_cards_of(state->order[i]) & rank)) continue;
        felt_card card = state->order[place];
        state->order[place] = state->order[i];
        state->order[i] = card;
        return;
    }
}

/* Claims are true more often than any cards would be: as often as they can be. */
static void believe(const struct genome_search *search, const struct genome_spot *spot,
                    struct felt_rng *rng, struct felt_genome_state *state)
{
    if (felt_rng_unit(rng) >= felt_rule_truth(spot)) return;
    for (int i = 0; i < state->size; i++) bring(search, state, state->discards - 1 - i);
}

static void deal(struct genome_search *search, const struct genome_spot *spot, struct felt_rng *rng,
                 struct felt_genome_state *state)
{
    bool betting = genome_is_betting(&search->program, spot->state);
    bool claim = spot_has(spot, FELT_MOVE_DOUBT);
    *state = *spot->state;
    for (int tries = DEALS; tries > 0; tries--) {
        search->rated = 0;
        felt_genome_redeal_from(&search->program, search->self, &search->hidden, rng, state);
        if (claim) believe(search, spot, rng, state);
        if (!betting || is_likely(search, state, rng)) return;
    }
}

/* Where no more cards come, a deal serves several iterations: what differs then are the moves. */
static void iterate(struct genome_search *search, const struct genome_spot *spot,
                    struct felt_rng *rng)
{
    struct felt_genome_state state;
    struct path path;
    if (search->shared == 1) {
        deal(search, spot, rng, &state);
    } else {
        if (search->results % search->shared == 0) deal(search, spot, rng, &search->deal);
        state = search->deal;
    }
    descend(search, &state, &spot->moves, &path, rng);
    play_out(search, &state, rng);
    learn(search, &path, &state);
}

/* ---- a decision ---- */

/* How many points a hand is about, from some that are played. */
static void measure_points(struct genome_search *search, const struct genome_spot *spot,
                           struct felt_rng *rng)
{
    float sum = 0, margin[FELT_GENOME_SEATS_MAX];
    search->stakes.scale = 1;
    if (search->program.chips || !search->stakes.direction || search->program.several) return;
    for (int i = 0; i < WARM; i++) {
        struct felt_genome_state state = *spot->state;
        felt_genome_redeal_from(&search->program, search->self, &search->hidden, rng, &state);
        play_out(search, &state, rng);
        margins_of(search, &state, margin);
        for (int seat = 0; seat < search->program.seats; seat++) sum += fabsf(margin[seat]);
    }
    sum /= (float)(WARM * search->program.seats);
    if (sum > 1) search->stakes.scale = 1 / sum;
}

static void prepare(struct genome_search *search, const struct genome_spot *spot,
                    struct felt_rng *rng)
{
    const struct felt_genome_state *state = spot->state;
    int32_t *session = search->program.session;
    const int32_t *given = spot->program->session;
    search->self = spot->seat;
    felt_genome_hide(&search->program, state, spot->seat, &search->hidden);
    search->step = state->pc;
    search->cycle = state->cycle;
    search->node[0] = (struct node){.first = 0};
    search->nodes = 1;
    search->sum = search->squares = 0;
    search->results = 0;
    search->spread = search->urge = 1;
    search->turns = 0;
    session[FELT_SESSION_HANDS] = state->hands + 1;
    int horizon = state->turns + search->horizon;
    session[FELT_SESSION_TURNS] =
        horizon < given[FELT_SESSION_TURNS] ? horizon : given[FELT_SESSION_TURNS];
    for (int seat = 0; seat < search->program.seats; seat++) {
        search->stakes.stack[seat] =
            state->betting.stack[seat] + state->betting.staked[seat] + state->paid[seat];
        search->stakes.score[seat] = state->score[seat];
    }
    measure_points(search, spot, rng);
}

static const struct node *find_best(const struct genome_search *search)
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

/* The most visited move.  If it is better than what a rule of thumb says, but by less than the
 * error of such a comparison, the rule decides. */
static const struct node *conclude(const struct genome_search *search, int usual)
{
    const struct node *best = find_best(search), *known = &search->node[find(search, 0, usual)];
    float error = search->spread * sqrtf(best->root * best->root + known->root * known->root);
    return known->visits && best->mean - known->mean < error ? known : best;
}

int felt_genome_search_choose(struct genome_search *search, const struct genome_spot *spot,
                              uint32_t samples, struct felt_rng *rng,
                              const struct felt_budget *budget, struct felt_agent_work *work,
                              double *confidence)
{
    uint32_t done = 0;
    felt_assert(samples > 0);
    prepare(search, spot, rng);
    int usual = felt_greedy_choose(spot, rng);
    for (; done < samples; done++) {
        if (done > 0 && done % ASK_EVERY == 0 && budget && budget->time_left &&
            !budget->time_left(budget->self))
            break;
        iterate(search, spot, rng);
    }
    work->iterations += done;
    work->turns += search->turns;
    const struct node *best = conclude(search, usual);
    *confidence = (double)best->visits / done;
    return best->move;
}
