/* solve_tree.c -- see players/poker/solve.h: how large a tree is, and the tree itself.
 *
 * The betting does not depend on cards, so one walk over the actions of one deal tells how often
 * each number of board cards is reached, and the number of boards with so many cards does the rest:
 * a game is measured without being built.
 *
 * What an end pays is asked from the engine.  Three hands are played side by side, with the same
 * actions and such cards that the first seat wins, ties and loses; their results are what the end
 * pays in each case.  They are dealt these cards from the start, as a hand in which the forced bets
 * take everything is paid before anybody can act.  (Where there are no ties, the hand that should
 * be one has any cards, and what it pays at a showdown is never asked.) */
#include "felt/assert.h"
#include "players/poker/solve.h"

#include <stdalign.h>
#include <string.h>

/* Sequences of actions of one deal. */
enum { WALK_MAX = 1 << 20 };

/* The same hand with other cards. */
struct spot {
    struct felt_poker state[OUTCOMES];
};

/* Where the walk is. */
struct place {
    uint32_t board, parent;
    int boards; /* cards                                                                      */
    int depth, steps;
    struct felt_solve_action taken;
};

struct tally {
    uint64_t decisions, actions, ends, deals;
};

struct growth {
    const struct felt_poker_rules *rules;
    const struct cards *cards;
    struct felt_solve *solve; /* NULL: measure                                                */
    felt_seat seat[2];
    int base; /* an outcome that happens                                                      */
    int depth, actions_max;
    uint64_t visits;
    struct tally tally[FELT_BOARD_MAX + 1];
    uint32_t nodes;
    uint64_t slots, sets, decisions;
    struct felt_complaint *complaint;
};

/* ---- deals ---------------------------------------------------------------------------------- */

static uint64_t set_of(const struct cards *cards, int hand)
{
    uint64_t set = 0;
    for (int k = cards->hole; k > 0; k--) {
        int card = k - 1;
        while (cards->choose[card + 1][k] <= (uint32_t)hand) card++;
        hand -= (int)cards->choose[card][k];
        set |= felt_cards_of((felt_card)card);
    }
    return set;
}

/* The cards from the top that lead to an outcome, in the order of RULES 2.4; returns how many. */
static int stack_deck(const struct growth *growth, const struct felt_deal *deal, int outcome,
                      felt_card deck[FELT_CARDS_MAX])
{
    const struct cards *cards = growth->cards;
    felt_seat leader = felt_seats_from(deal->seats, deal->button + 1);
    felt_card card[FELT_HOLE_MAX];
    for (int i = 0; i < 2; i++) {
        int from = growth->seat[i] == leader ? 0 : 1;
        int count = felt_solve_spell(cards, set_of(cards, cards->example[outcome][i]), card);
        for (int k = 0; k < count; k++) deck[2 * k + from] = card[k];
    }
    int holes = 2 * cards->hole;
    return holes + felt_solve_spell(cards, cards->example_board[outcome], deck + holes);
}

/* Cards that do not matter are those of the generator. */
static enum felt_status open_hand(const struct growth *growth, struct felt_deal deal,
                                  const felt_card *deck, int count, struct felt_poker *state)
{
    struct felt_rng rng = felt_rng_make(1);
    deal.deck = deck;
    deal.deck_count = count;
    if (felt_poker_open(growth->rules, &deal, state, NULL) != FELT_OK) return FELT_BAD_DEAL;
    return felt_poker_deal(growth->rules, &deal, &rng, state, NULL);
}

/* Who opens the betting; where nobody has chips left for it, who would have. */
static felt_seat find_first(const struct felt_deal *deal, const struct felt_poker *state)
{
    if (felt_poker_actor(state) >= 0) return felt_poker_actor(state);
    if (deal->opener >= 0 && !deal->bomb) return deal->opener;
    return felt_seats_from(deal->seats, deal->button + 1);
}

static enum felt_status open_hands(struct growth *growth, const struct felt_deal *deal,
                                   struct spot *spot)
{
    enum felt_status status = felt_poker_deal_verify(growth->rules, deal, growth->complaint);
    if (status != FELT_OK) return status;
    if (felt_seats_count(deal->seats) != 2)
        return felt_complain(growth->complaint, FELT_UNSUPPORTED, 0, 0,
                             "games of two players are solved; these are %d",
                             felt_seats_count(deal->seats));
    struct felt_poker any;
    status = open_hand(growth, *deal, NULL, 0, &any);
    if (status != FELT_OK) return status;
    growth->seat[0] = find_first(deal, &any);
    growth->seat[1] = felt_seats_from(deal->seats, growth->seat[0] + 1);
    felt_assert(growth->seat[0] != growth->seat[1]);
    for (int i = 0; i < OUTCOMES; i++) {
        spot->state[i] = any;
        if (growth->cards->example[i][0] < 0) continue;
        felt_card deck[FELT_CARDS_MAX];
        int count = stack_deck(growth, deal, i, deck);
        status = open_hand(growth, *deal, deck, count, &spot->state[i]);
        if (status != FELT_OK) return status;
        growth->base = i;
    }
    return FELT_OK;
}

/* ---- the walk ------------------------------------------------------------------------------- */

/* V5.  Returns how many; -1: too many. */
static int list_actions(const struct growth *growth, const struct felt_poker *state,
                        struct felt_action out[FELT_SOLVE_ACTIONS_MAX])
{
    struct felt_option option[FELT_OPTIONS_MAX];
    int options = felt_poker_options(growth->rules, state, option), count = 0;
    bool free_card = false;
    for (int i = 0; i < options; i++) free_card |= option[i].kind == FELT_CHECK;
    for (int i = 0; i < options; i++) {
        if (option[i].kind == FELT_FOLD && free_card) continue;
        int64_t ways = felt_options_count(&option[i], 1);
        if (ways > FELT_SOLVE_ACTIONS_MAX - count) return -1;
        for (int64_t n = 0; n < ways; n++) out[count++] = felt_options_pick(&option[i], 1, n);
    }
    return count;
}

static uint32_t add_node(struct growth *growth, const struct place *place, enum node_kind kind)
{
    uint32_t index = growth->nodes++;
    felt_assert(index < growth->solve->nodes);
    growth->solve->node[index] = (struct solve_node){.parent = place->parent,
                                                     .board = place->board,
                                                     .kind = (uint8_t)kind,
                                                     .depth = (uint8_t)place->depth,
                                                     .taken = place->taken};
    return index;
}

static void end_hand(struct growth *growth, const struct spot *spot, const struct place *place)
{
    const struct felt_poker *base = &spot->state[growth->base];
    bool fold = felt_seats_lone(base->betting.turn.live);
    growth->tally[place->boards].ends++;
    felt_assert(fold || place->boards == growth->cards->board_cards);
    if (growth->solve == NULL) return;
    uint32_t index = add_node(growth, place, fold ? NODE_FOLD : NODE_SHOWDOWN);
    struct solve_node *node = &growth->solve->node[index];
    node->end = growth->nodes;
    for (int i = 0; i < OUTCOMES; i++) {
        felt_chips won[FELT_SEATS_MAX];
        felt_poker_payoff(&spot->state[i], won);
        felt_assert(won[growth->seat[0]] + won[growth->seat[1]] == 0);
        node->pay[i] = (double)won[growth->seat[0]];
    }
}

static bool grow(struct growth *growth, const struct spot *spot, struct place place);

/* The next card of the board is dealt. */
static bool grow_boards(struct growth *growth, const struct spot *spot, struct place place)
{
    struct felt_solve *solve = growth->solve;
    growth->tally[place.boards].deals++;
    struct place below = {
        .boards = place.boards + 1, .depth = place.depth + 1, .steps = place.steps};
    if (solve == NULL) return grow(growth, spot, below);
    uint32_t index = add_node(growth, &place, NODE_CHANCE);
    below.parent = index;
    bool good = true;
    for (uint32_t b = solve->board[place.board].child; good && b; b = solve->board[b].next) {
        below.board = b;
        good = grow(growth, spot, below);
    }
    solve->node[index].end = growth->nodes;
    return good;
}

static bool follow(struct growth *growth, const struct spot *spot, struct place below,
                   struct felt_action action)
{
    struct spot next = *spot;
    const struct felt_poker *base = &spot->state[growth->base];
    felt_seat actor = felt_poker_actor(base);
    for (int i = 0; i < OUTCOMES; i++) {
        enum felt_status status =
            felt_poker_apply(growth->rules, &next.state[i], actor, action, NULL);
        felt_assert(status == FELT_OK);
    }
    below.taken = (struct felt_solve_action){.kind = action.kind,
                                             .opens = action.kind == FELT_RAISE_TO &&
                                                      base->betting.to_match == 0,
                                             .seat = actor,
                                             .boards = (uint8_t)below.boards,
                                             .to = action.amount};
    return grow(growth, &next, below);
}

static bool refuse(const struct growth *growth, const char *what)
{
    (void)felt_complain(growth->complaint, FELT_FULL, 0, 0,
                        "the tree is too large: %s; take smaller stacks, or fixed limit", what);
    return false;
}

static bool grow_actions(struct growth *growth, const struct spot *spot, struct place place)
{
    struct felt_action action[FELT_SOLVE_ACTIONS_MAX];
    const struct felt_poker *base = &spot->state[growth->base];
    int actions = list_actions(growth, base, action);
    if (actions < 0) return refuse(growth, "more than 64 actions to choose from");
    if (place.steps == FELT_SOLVE_PATH_MAX) return refuse(growth, "more than 64 actions in a hand");
    struct tally *tally = &growth->tally[place.boards];
    tally->decisions++;
    tally->actions += (uint64_t)actions;
    if (actions > growth->actions_max) growth->actions_max = actions;
    struct place below = place;
    below.depth++;
    below.steps++;
    if (growth->solve) {
        int classes = growth->solve->board[place.board].classes;
        below.parent = add_node(growth, &place, NODE_DECISION);
        struct solve_node *node = &growth->solve->node[below.parent];
        node->seat = felt_poker_actor(base) == growth->seat[1];
        node->children = (uint8_t)actions;
        node->decision.slot = growth->slots;
        node->decision.set = growth->sets;
        growth->solve->decision[growth->decisions++] = below.parent;
        growth->slots += (uint64_t)(actions * classes);
        growth->sets += (uint64_t)classes;
    }
    for (int i = 0; i < actions; i++)
        if (!follow(growth, spot, below, action[i])) return false;
    if (growth->solve) growth->solve->node[below.parent].end = growth->nodes;
    return true;
}

static bool grow(struct growth *growth, const struct spot *spot, struct place place)
{
    const struct felt_poker *base = &spot->state[growth->base];
    if (place.depth > growth->depth) growth->depth = place.depth;
    if (growth->solve == NULL && ++growth->visits > WALK_MAX)
        return refuse(growth, "more than a million sequences of actions");
    if (base->boards > place.boards) return grow_boards(growth, spot, place);
    if (felt_poker_actor(base) >= 0) return grow_actions(growth, spot, place);
    end_hand(growth, spot, &place);
    return true;
}

/* ---- memory --------------------------------------------------------------------------------- */

struct block {
    unsigned char *memory; /* NULL: count */
    uint64_t used;
};

static void *take(struct block *block, uint64_t count, size_t bytes)
{
    uint64_t at = block->used;
    uint64_t room = count * bytes + alignof(max_align_t) - 1;
    block->used += room - room % alignof(max_align_t);
    return block->memory ? block->memory + at : NULL;
}

/* Takes memory for everything; the counts of *solve are known.  Returns how many bytes. */
static uint64_t lay_out(struct felt_solve *solve, unsigned char *memory)
{
    struct block block = {.memory = memory};
    uint64_t hands = (uint64_t)solve->cards.hands, rows = solve->boards * hands;
    (void)take(&block, 1, sizeof *solve);
    solve->node = take(&block, solve->nodes, sizeof *solve->node);
    solve->decision = take(&block, solve->decisions, sizeof *solve->decision);
    solve->board = take(&block, solve->boards, sizeof *solve->board);
    solve->hand = take(&block, hands, sizeof *solve->hand);
    solve->image = take(&block, hands * (uint64_t)solve->cards.symmetries, sizeof *solve->image);
    solve->conflict =
        take(&block, hands * (uint64_t)solve->cards.conflicts, sizeof *solve->conflict);
    solve->class_of = take(&block, rows, sizeof *solve->class_of);
    solve->first_of = take(&block, rows, sizeof *solve->first_of);
    solve->live = take(&block, rows, sizeof *solve->live);
    solve->strength = take(&block, rows, sizeof *solve->strength);
    solve->turn_to =
        take(&block, solve->boards * (uint64_t)solve->cards.cards, sizeof *solve->turn_to);
    solve->regret = take(&block, solve->slots, sizeof *solve->regret);
    solve->average = take(&block, solve->slots, sizeof *solve->average);
    solve->scratch =
        take(&block, felt_solve_scratch(solve->cards.hands, solve->depth, solve->actions_max),
             sizeof *solve->scratch);
    return block.used;
}

/* ---- measuring ------------------------------------------------------------------------------ */

static void add_up(const struct growth *growth, struct felt_solve *solve,
                   struct felt_solve_size *out)
{
    const struct cards *cards = growth->cards;
    uint64_t nodes = 0, boards = 0;
    out->deals = cards->choose[cards->cards - cards->hole][cards->hole];
    out->deals *= (uint64_t)cards->hands;
    for (int i = 0; i <= cards->board_cards; i++) {
        const struct tally *tally = &growth->tally[i];
        nodes += (tally->decisions + tally->ends + tally->deals) * cards->boards[i];
        solve->decisions += tally->decisions * cards->boards[i];
        solve->slots += tally->actions * cards->classes[i];
        solve->sets += tally->decisions * cards->classes[i];
        boards += cards->boards[i];
        if (i > 0) out->deals *= (uint64_t)(cards->cards - 2 * cards->hole - i + 1);
    }
    out->nodes = nodes;
    out->information = solve->sets;
    out->hands = (uint32_t)cards->hands;
    out->boards = (uint32_t)boards;
    solve->boards = (uint32_t)boards;
    solve->nodes = nodes > FELT_SOLVE_NODES_MAX ? 0 : (uint32_t)nodes;
}

/* Fills in *solve without its tables, *growth, and the hands to begin with. */
static enum felt_status measure(const struct felt_poker_rules *rules, const struct felt_deal *deal,
                                struct growth *growth, struct spot *spot, struct felt_solve *solve,
                                struct felt_solve_size *out, struct felt_complaint *complaint)
{
    *out = (struct felt_solve_size){0};
    memset(solve, 0, sizeof *solve);
    enum felt_status status = felt_solve_cards(rules, &solve->cards, complaint);
    if (status != FELT_OK) return status;
    if (!felt_solve_list_boards(&solve->cards, NULL))
        return felt_complain(complaint, FELT_FULL, 0, 0, "%s has more than %d boards",
                             rules->variant->title, FELT_SOLVE_BOARDS_MAX);
    *growth = (struct growth){.rules = rules, .cards = &solve->cards, .complaint = complaint};
    status = open_hands(growth, deal, spot);
    if (status != FELT_OK) return status;
    if (!grow(growth, spot, (struct place){0})) return FELT_FULL;
    add_up(growth, solve, out);
    if (out->nodes > FELT_SOLVE_NODES_MAX)
        return felt_complain(complaint, FELT_FULL, 0, 0,
                             "%s has a tree of %llu positions; up to %llu are solved",
                             rules->variant->title, (unsigned long long)out->nodes,
                             (unsigned long long)FELT_SOLVE_NODES_MAX);
    memcpy(solve->seat, growth->seat, sizeof solve->seat);
    solve->depth = growth->depth;
    solve->actions_max = growth->actions_max;
    out->bytes = (size_t)lay_out(solve, NULL);
    return FELT_OK;
}

enum felt_status felt_solve_measure(const struct felt_poker_rules *rules,
                                    const struct felt_deal *deal, struct felt_solve_size *out,
                                    struct felt_complaint *complaint)
{
    struct growth growth;
    struct spot spot;
    struct felt_solve solve;
    return measure(rules, deal, &growth, &spot, &solve, out, complaint);
}

enum felt_status felt_solve_init(const struct felt_poker_rules *rules, const struct felt_deal *deal,
                                 void *memory, size_t bytes, struct felt_solve **out,
                                 struct felt_complaint *complaint)
{
    struct growth growth;
    struct spot spot;
    struct felt_solve_size size;
    struct felt_solve sketch, *solve = memory;
    felt_assert((uintptr_t)memory % alignof(max_align_t) == 0);
    enum felt_status status = measure(rules, deal, &growth, &spot, &sketch, &size, complaint);
    if (status != FELT_OK) return status;
    if (bytes < size.bytes)
        return felt_complain(complaint, FELT_FULL, 0, 0, "the tree takes %zu bytes; these are %zu",
                             size.bytes, bytes);
    *solve = sketch;
    uint64_t used = lay_out(solve, memory);
    felt_assert(used == size.bytes);
    memset(solve->regret, 0, solve->slots * sizeof *solve->regret);
    memset(solve->average, 0, solve->slots * sizeof *solve->average);
    felt_solve_list_hands(solve);
    bool listed = felt_solve_list_boards(&solve->cards, solve);
    felt_assert(listed);
    growth.solve = solve;
    growth.cards = &solve->cards;
    bool grown = grow(&growth, &spot, (struct place){0});
    felt_assert(grown);
    felt_assert(growth.nodes == solve->nodes);
    felt_assert(growth.slots == solve->slots);
    felt_assert(growth.sets == solve->sets);
    *out = solve;
    return FELT_OK;
}
