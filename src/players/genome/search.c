/* search.c -- mcts for genomes: information set tree search with one observer.
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
#include "players/genome/rules.h"

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
    MELDS = 8,       /* the same for little deadwood                                         */
    HUNTS = 24,      /* tries for one with given strengths                                   */
    WARM = 8         /* playouts that measure how many points a hand is about                */
};
static const float exploration = 1.4f;
/* How others act who are not known: not always by the book. */
static const double offbeat = 0.15;
/* How often a deal is kept in which a seat has bet, called or passed without the cards for it. */
static const double doubtful = 0.2;
/* A deal whose strengths are so far from what was wanted will do. */
static const double near = 0.12;

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
    const struct felt_genome_step *melds; /* of the program, or NULL                           */
    uint8_t horizon;
    bool bets; /* playouts bet by strength: it does not depend on the table                    */
    uint8_t step, cycle; /* of the root                                                        */
    uint8_t rating; /* the betting step whose hands the rivals hold, or FELT_SLOT_NONE: it depends
                       on the table how good they are                                           */
    felt_seats rivals; /* others whose hands are done, and bet on                              */
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
    search->melds = NULL;
    for (int i = 0; i < program->steps; i++) {
        if (program->step[i].type == FELT_PHASE_TYPE_CLAIM) search->horizon = CLAIMS;
        if (program->step[i].type == FELT_PHASE_TYPE_MELD) search->melds = &search->program.step[i];
    }
    felt_playout_init(program, &search->playout);
    search->bets = program->chips && !program->queue &&
                   !(program->showdown && program->evaluation[FELT_EVAL_COMMUNITY] > 0);
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
    if (search->playout.melds) return felt_playout_move(&search->playout, &spot, rng);
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

/* From the root, where `first` is played, through the tree and one move beyond it. */
static void descend(struct genome_search *search, struct felt_genome_state *state, int first,
                    struct path *path, struct felt_rng *rng)
{
    const struct felt_genome_program *program = &search->program;
    uint32_t parent = 0;
    for (path->count = 0; state->actor >= 0 && path->count < DEPTH_MAX;) {
        felt_seat seat = state->actor;
        struct felt_moves moves;
        uint32_t child;
        int move = first;
        if (search->melds && path->count > 0) return;
        if (program->chips && (state->pc != search->step || state->cycle != search->cycle)) return;
        if (path->count > 0) {
            felt_genome_moves(program, state, &moves);
            if (seat == search->self) felt_agent_restrict(search->limit, program, state, &moves);
        }
        if (path->count == 0) {
            child = find(search, parent, move);
        } else if (seat != search->self &&
                   (search->playout.melds || !is_open(program, program->step[state->pc].type))) {
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

static double strength_in_playout(struct genome_search *search,
                                  const struct felt_genome_state *state, struct felt_rng *rng)
{
    if (state->pc == search->step && state->cycle == search->cycle)
        return strength_of(search, state, state->actor, rng);
    return felt_strengths_at(search->strengths, &search->program, state, state->actor, state->pc);
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
        int move;
        if (search->bets && genome_is_betting(program, state))
            move = felt_greedy_bet(&spot.moves, strength_in_playout(search, state, rng));
        else
            move = felt_playout_move(&search->playout, &spot, rng);
        felt_genome_play(program, state, move, NULL);
    }
}

/* Returns the result of the searching seat. */
static double learn(struct genome_search *search, const struct path *path,
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
    return own;
}

/* What is known of a seat's bets are the stakes of the round: who bet last has a strong hand, who
 * called not a weak one, who checked no strong one. */
enum bets { BETS_NONE, BETS_RAISED, BETS_CALLED, BETS_CHECKED };

static enum bets bets_of(const struct felt_genome_state *state, felt_seat seat)
{
    const struct felt_betting *betting = &state->betting;
    const struct felt_turn *turn = &betting->turn;
    if (turn->raiser == seat) return BETS_RAISED;
    if (turn->raiser >= 0 && betting->staked[seat] > 0) return BETS_CALLED;
    return felt_seats_has(turn->owes, seat) ? BETS_NONE : BETS_CHECKED;
}

static bool fits(enum bets bets, double strength)
{
    switch (bets) {
    case BETS_RAISED: return strength > STRONG;
    case BETS_CALLED: return strength > MEDIUM;
    case BETS_CHECKED: return strength <= STRONG;
    default: return true;
    }
}

/* Could the others have bet as they did with these cards? */
static bool is_likely(struct genome_search *search, const struct felt_genome_state *state,
                      struct felt_rng *rng)
{
    double keep = 1;
    for (felt_seats left = search->rivals; left;) {
        felt_seat seat = felt_seats_take(&left);
        enum bets bets = bets_of(state, seat);
        if (bets != BETS_NONE && !fits(bets, strength_of(search, state, seat, rng)))
            keep *= doubtful;
    }
    return keep >= 1 || felt_rng_unit(rng) < keep;
}

/* Cards that are drawn anew are any cards; but hands were improved before they were bet on.  So a
 * strength is drawn for each rival, and of several deals the nearest is taken. */
static void deal_by_strength(struct genome_search *search, struct felt_rng *rng,
                             struct felt_genome_state *state)
{
    const struct felt_genome_program *program = &search->program;
    struct felt_genome_state nearest = *state;
    double wanted[FELT_GENOME_SEATS_MAX] = {0}, least = INFINITY;
    bool betting = genome_is_betting(program, state);
    for (felt_seats left = search->rivals; left;) {
        felt_seat seat = felt_seats_take(&left);
        enum bets bets = betting ? bets_of(state, seat) : BETS_NONE;
        do wanted[seat] = felt_rng_unit(rng);
        while (!fits(bets, wanted[seat]) && felt_rng_unit(rng) >= doubtful);
    }
    for (int tries = 0; tries < HUNTS && least > near; tries++) {
        double away = 0;
        felt_genome_redeal_from(program, search->self, &search->hidden, rng, state);
        for (felt_seats left = search->rivals; left;) {
            felt_seat seat = felt_seats_take(&left);
            away +=
                fabs(felt_strengths_at(search->strengths, program, state, seat, search->rating) -
                     wanted[seat]);
        }
        if (away >= least) continue;
        least = away;
        nearest = *state;
    }
    *state = nearest;
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

/* Hands that are melded from get better turn by turn: of several deals the one is taken in which
 * the others have least deadwood. */
static void deal_melds(struct genome_search *search, struct felt_rng *rng,
                       struct felt_genome_state *state)
{
    const struct felt_genome_program *program = &search->program;
    struct felt_genome_state best;
    int least = INT32_MAX, turns = state->discards / program->seats;
    for (int tries = 0; tries <= turns && tries < MELDS; tries++) {
        int dead = 0;
        felt_genome_redeal_from(program, search->self, &search->hidden, rng, state);
        for (int seat = 0; seat < program->seats; seat++)
            if (seat != search->self)
                dead += felt_meld_deadwood(program, search->melds, state->hand[seat]);
        if (dead >= least) continue;
        least = dead;
        best = *state;
    }
    *state = best;
}

static void deal(struct genome_search *search, const struct genome_spot *spot, struct felt_rng *rng,
                 struct felt_genome_state *state)
{
    bool claim = spot_has(spot, FELT_MOVE_DOUBT);
    uint8_t own = (uint8_t)(1u << search->self); /* the own hand stays as it is */
    *state = *spot->state;
    search->rated &= own;
    if (search->rivals && search->rating != FELT_SLOT_NONE) {
        deal_by_strength(search, rng, state);
        return;
    }
    if (search->melds) {
        deal_melds(search, rng, state);
        return;
    }
    for (int tries = DEALS; tries > 0; tries--) {
        search->rated &= own;
        felt_genome_redeal_from(&search->program, search->self, &search->hidden, rng, state);
        if (claim) believe(search, spot, rng, state);
        if (!search->rivals || is_likely(search, state, rng)) return;
    }
}

/* One move of the root on a deal. */
static double iterate(struct genome_search *search, int move, struct felt_rng rng)
{
    struct felt_genome_state state = search->deal;
    struct path path;
    descend(search, &state, move, &path, &rng);
    play_out(search, &state, &rng);
    return learn(search, &path, &state);
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

/* Whose hands are imagined with more than luck, and by what. */
static void find_rivals(struct genome_search *search, const struct felt_genome_state *state)
{
    const struct felt_genome_program *program = &search->program;
    bool betting = genome_is_betting(program, state),
         board = program->showdown && program->evaluation[FELT_EVAL_COMMUNITY] > 0;
    search->rating = FELT_SLOT_NONE;
    search->rivals = 0;
    if (!program->chips || program->queue || (board && !betting)) return;
    search->rivals =
        (felt_seats)(state->dealt & state->betting.turn.live & ~felt_seats_of(search->self));
    if (!betting) search->rivals &= state->turned;
    if ((board && state->table) || !program->draws) return;
    for (int i = state->pc; i < program->steps && search->rating == FELT_SLOT_NONE; i++)
        if (search->strengths->count[i]) search->rating = (uint8_t)i;
    if (search->rating == FELT_SLOT_NONE) search->rivals = 0;
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
    find_rivals(search, state);
    search->node[0] = (struct node){.first = 0};
    search->nodes = 1;
    search->sum = search->squares = 0;
    search->results = 0;
    search->spread = search->urge = 1;
    search->turns = 0;
    search->rated = 0;
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

/* ---- the race ---- */

/* A move of the root, compared with the usual one on the same deals. */
struct runner {
    uint8_t move;
    uint32_t deals;
    double result;        /* of the deal that lies there                                       */
    double more, squares; /* than the usual move: sums                                         */
};
struct race {
    int count; /* that are still in it, the usual move first                                   */
    struct runner runner[FELT_MOVE_CODES];
};

static void line_up(const struct genome_spot *spot, int usual, struct race *race)
{
    race->count = 0;
    race->runner[race->count++] = (struct runner){.move = (uint8_t)usual};
    for (int i = 0; i < felt_moves_count(&spot->moves); i++) {
        int move = felt_moves_pick(&spot->moves, i);
        if (move != usual) race->runner[race->count++] = (struct runner){.move = (uint8_t)move};
    }
}

/* How much better than the usual move, as far as that is sure. */
static double lead_of(const struct runner *runner, double caution)
{
    double deals = (double)runner->deals;
    if (runner->deals < 2) return caution > 0 ? -INFINITY : runner->more;
    double mean = runner->more / deals, variance = runner->squares / deals - mean * mean;
    return mean - caution * sqrt(fmax(variance, 0) / (deals - 1));
}

/* The worse half is out; the usual move stays. */
static void halve(struct race *race)
{
    int keep = race->count / 2 < 1 ? 1 : race->count / 2; /* besides the usual one */
    for (int i = 1; i <= keep && i < race->count; i++) {
        int best = i;
        for (int k = i + 1; k < race->count; k++)
            if (lead_of(&race->runner[k], 0) > lead_of(&race->runner[best], 0)) best = k;
        struct runner moved = race->runner[i];
        race->runner[i] = race->runner[best];
        race->runner[best] = moved;
    }
    if (race->count > keep + 1) race->count = keep + 1;
}

/* Iterations that are done, and whether there may be more. */
struct effort {
    uint32_t done, samples;
    const struct felt_budget *budget;
    bool over;
};

static bool may_go_on(struct effort *effort)
{
    const struct felt_budget *budget = effort->budget;
    if (effort->done == effort->samples ||
        (effort->done > 0 && effort->done % ASK_EVERY == 0 && budget && budget->time_left &&
         !budget->time_left(budget->self)))
        effort->over = true;
    return !effort->over;
}

/* Everybody who is left, on one deal and with the same luck afterwards.  A deal that is not played
 * by all does not count. */
static void run_deal(struct genome_search *search, const struct genome_spot *spot,
                     struct race *race, struct effort *effort, struct felt_rng *rng)
{
    deal(search, spot, rng, &search->deal);
    struct felt_rng luck = felt_rng_make(felt_rng_next(rng));
    for (int i = 0; i < race->count; i++) {
        if (!may_go_on(effort)) return;
        race->runner[i].result = iterate(search, race->runner[i].move, luck);
        effort->done++;
    }
    for (int i = 0; i < race->count; i++) {
        double more = race->runner[i].result - race->runner[0].result;
        race->runner[i].more += more;
        race->runner[i].squares += more * more;
        race->runner[i].deals++;
    }
}

/* As many rounds as it takes to halve the moves down to two, of as many iterations each. */
static void run(struct genome_search *search, const struct genome_spot *spot, struct race *race,
                struct effort *effort, struct felt_rng *rng)
{
    uint32_t rounds = 1;
    while (1 << rounds < race->count) rounds++;
    for (uint32_t round = 1; !effort->over; round++) {
        uint32_t until = round < rounds ? round * (effort->samples / rounds) : effort->samples;
        do run_deal(search, spot, race, effort, rng);
        while (!effort->over && effort->done < until);
        if (round < rounds) halve(race);
        if (effort->done == effort->samples) break;
    }
}

/* The best move of those that are surely better than the usual one.  The best of many estimates is
 * too good: the more moves there were, the more it must be better. */
static const struct runner *conclude(const struct race *race, int moves)
{
    const struct runner *best = &race->runner[0];
    double most = 0, caution = 0.5 * log2(moves);
    for (int i = 1; i < race->count; i++) {
        double lead = lead_of(&race->runner[i], caution);
        if (lead > most) {
            most = lead;
            best = &race->runner[i];
        }
    }
    return best;
}

int felt_genome_search_choose(struct genome_search *search, const struct genome_spot *spot,
                              uint32_t samples, struct felt_rng *rng,
                              const struct felt_budget *budget, struct felt_agent_work *work,
                              double *confidence)
{
    struct race race;
    felt_assert(samples > 0);
    prepare(search, spot, rng);
    line_up(spot, felt_greedy_choose(spot, rng), &race);
    struct effort effort = {.samples = samples, .budget = budget};
    run(search, spot, &race, &effort, rng);
    work->iterations += effort.done;
    work->turns += search->turns;
    const struct runner *best = conclude(&race, felt_moves_count(&spot->moves));
    *confidence = (double)search->node[find(search, 0, best->move)].visits / effort.done;
    return best->move;
}
