/* expr.c -- expressions as sets of cards.
 *
 * A test of the moment is all cards or none, a test of a card the set of cards that pass it, and
 * and, or, not are the operations of sets: one pass over the postfix list answers for a whole hand
 * at once, which is what makes legal plays cheap. */
#include "games/genome/parts.h"

static const felt_cards colors[2] = {UINT64_C(0x1111111111111) * 6,  /* diamonds, hearts */
                                     UINT64_C(0x1111111111111) * 9}; /* clubs, spades    */

static bool compare(int64_t a, int cmp, int64_t b)
{
    switch (cmp) {
    case FELT_EQ: return a == b;
    case FELT_NE: return a != b;
    case FELT_LT: return a < b;
    case FELT_GT: return a > b;
    case FELT_LE: return a <= b;
    default: return a >= b;
    }
}

/* ---- numbers of the moment ---- */

static int smallest_other_hand(genome_look state, felt_seat seat)
{
    unsigned others = genome_live(state) & ~(1u << seat);
    int least = FELT_CARDS;
    for (felt_seats left = (felt_seats)others; left;) {
        int held = felt_cards_count(state->hand[felt_seats_take(&left)]);
        if (held < least) least = held;
    }
    return least;
}

static int zone_size(genome_program program, genome_look state, int ref, felt_seat seat)
{
    switch (ref) {
    case FELT_REF_DECK: return program->deck_count - state->deck_at;
    case FELT_REF_DISCARD: return state->discards;
    case FELT_REF_CAPTURED:
        return program->queue ? 0 : felt_cards_count(state->pile.captured[seat]);
    default: return felt_cards_count(state->table);
    }
}

static bool leads(genome_program program, genome_look state, felt_seat seat)
{
    for (int other = 0; other < program->seats; other++) {
        if (!(state->dealt >> other & 1)) continue;
        if (program->chips ? state->betting.stack[other] > state->betting.stack[seat]
                           : state->score[other] > state->score[seat])
            return false;
    }
    return true;
}

static int largest_set(felt_cards hand)
{
    int most = 0;
    for (; hand; hand >>= 4) {
        int here = __builtin_popcount((unsigned)hand & 15);
        if (here > most) most = here;
    }
    return most;
}

static int longest_run(genome_program program, felt_cards hand)
{
    int longest = 0;
    for (int suit = 0; suit < FELT_SUITS; suit++) {
        unsigned ranks = 0;
        for (felt_cards left = hand & genome_suit_cards(suit); left;)
            ranks |= 1u << program->order[felt_card_rank(felt_cards_take(&left))];
        int length = 0;
        for (; ranks; ranks &= ranks << 1) length++; /* each step shortens every run by one */
        if (length > longest) longest = length;
    }
    return longest;
}

static int64_t number(genome_program program, genome_look state, const struct felt_expr_node *node,
                      felt_seat seat)
{
    switch (node->test) {
    case FELT_TEST_HAND_SIZE:
        return node->ref == FELT_REF_OTHERS ? smallest_other_hand(state, seat)
                                            : felt_cards_count(state->hand[seat]);
    case FELT_TEST_ZONE_SIZE: return zone_size(program, state, node->ref, seat);
    case FELT_TEST_CHIPS: return state->betting.stack[seat];
    case FELT_TEST_POT: return state->betting.pot;
    case FELT_TEST_TO_CALL: return state->betting.to_match - state->betting.staked[seat];
    case FELT_TEST_TRICKS: return program->queue ? 0 : state->by.count.tricks[seat];
    case FELT_TEST_SCORE: return state->score[seat];
    case FELT_TEST_FOLDED_COUNT:
        return __builtin_popcount(state->dealt & ~(unsigned)state->betting.turn.live);
    case FELT_TEST_CYCLE: return state->cycle;
    case FELT_TEST_HAND_VALUE: return felt_genome_total(program, state->hand[seat]);
    case FELT_TEST_HAS_SET: return largest_set(state->hand[seat]);
    default: return longest_run(program, state->hand[seat]);
    }
}

/* ---- cards beside a reference ---- */

/* Discards that lie face down are no reference: legal moves would tell what lies there (M6). */
static felt_card reference(genome_program program, genome_look state, int ref)
{
    if (ref == FELT_REF_LED)
        return state->leader >= 0 ? state->laid[state->leader] : (felt_card)FELT_CARD_NONE;
    return program->open_discards ? genome_top_discard(state) : (felt_card)FELT_CARD_NONE;
}

static felt_cards beside_card(genome_program program, genome_look state, int test, felt_card card,
                              bool top)
{
    if (card == FELT_CARD_NONE) return FELT_CARDS_ALL;
    int rank = felt_card_rank(card);
    int suit = top && state->suit != FELT_CARD_NONE ? state->suit : felt_card_suit(card);
    switch (test) {
    case FELT_TEST_SAME_RANK: return felt_cards_of_rank(rank);
    case FELT_TEST_SAME_SUIT: return genome_suit_cards(suit);
    case FELT_TEST_SAME_COLOR: return colors[suit == FELT_CLUBS || suit == FELT_SPADES];
    case FELT_TEST_BEATS: return program->above[rank];
    default: return program->beside[rank];
    }
}

/* Any card of the table will do; neighbours must be of its suit (Fan Tan). */
static felt_cards beside_table(genome_program program, genome_look state, int test)
{
    felt_cards pass = 0;
    if (!state->table) return FELT_CARDS_ALL;
    for (felt_cards left = state->table; left;) {
        felt_card card = felt_cards_take(&left);
        felt_cards here = beside_card(program, state, test, card, false);
        if (test == FELT_TEST_ADJACENT) here &= genome_suit_cards(felt_card_suit(card));
        pass |= here;
    }
    return pass;
}

static felt_cards ranked(genome_program program, int cmp, int rank)
{
    felt_cards equal = felt_cards_of_rank(rank), above = program->above[rank];
    switch (cmp) {
    case FELT_EQ: return equal;
    case FELT_NE: return FELT_CARDS_ALL & ~equal;
    case FELT_LT: return FELT_CARDS_ALL & ~above & ~equal;
    case FELT_GT: return above;
    case FELT_LE: return FELT_CARDS_ALL & ~above;
    default: return above | equal;
    }
}

static felt_cards test(genome_program program, genome_look state, const struct felt_expr_node *node,
                       felt_seat seat)
{
    if (node->test == FELT_TEST_IS_LEADER) /* yes or no: compared with nothing */
        return leads(program, state, seat) ? FELT_CARDS_ALL : 0;
    if (node->test < FELT_TEST_CARD_RANK)
        return compare(number(program, state, node, seat), node->cmp, node->value) ? FELT_CARDS_ALL
                                                                                   : 0;
    switch (node->test) {
    case FELT_TEST_CARD_RANK: return ranked(program, node->cmp, node->value);
    case FELT_TEST_CARD_SUIT: {
        felt_cards suit = genome_suit_cards(node->value);
        return node->cmp == FELT_NE ? FELT_CARDS_ALL & ~suit : suit;
    }
    case FELT_TEST_IS_WILD: return program->wild;
    default:
        if (node->ref == FELT_REF_ANY) return beside_table(program, state, node->test);
        return beside_card(program, state, node->test, reference(program, state, node->ref),
                           node->ref != FELT_REF_LED);
    }
}

felt_cards felt_genome_mask(genome_program program, genome_look state, int slot, felt_seat seat)
{
    if (slot == FELT_SLOT_NONE) return FELT_CARDS_ALL;
    if (slot == program->top_slot && state->discards && state->suit == FELT_CARD_NONE)
        return program->top_mask[state->order[state->discards - 1]];
    const struct felt_expr *expr = &program->expr[slot];
    felt_cards stack[FELT_EXPR_NODES_MAX];
    int depth = 0;
    for (int i = 0; i < expr->count; i++) {
        const struct felt_expr_node *node = &expr->node[i];
        if (node->op == FELT_EXPR_TEST) {
            stack[depth++] = test(program, state, node, seat);
        } else if (node->op == FELT_EXPR_NOT) {
            stack[depth - 1] = FELT_CARDS_ALL & ~stack[depth - 1];
        } else {
            for (int arg = 1; arg < node->args; arg++, depth--)
                stack[depth - 2] = node->op == FELT_EXPR_AND ? stack[depth - 2] & stack[depth - 1]
                                                             : stack[depth - 2] | stack[depth - 1];
        }
        felt_assert(depth > 0);
    }
    return depth ? stack[depth - 1] : FELT_CARDS_ALL;
}

bool felt_genome_holds(genome_program program, genome_look state, int slot, felt_seat seat)
{
    if (slot == FELT_SLOT_NONE) return true;
    felt_cards pass = felt_genome_mask(program, state, slot, seat);
    return pass == FELT_CARDS_ALL || (pass & state->hand[seat]) != 0;
}
