/* solve_cards.c -- see players/poker/solve.h: hands, symmetries and boards.
 *
 * Which permutations are symmetries is not taken for granted but tried: a swap of two suits, or of
 * two cards of one rank, is one if every hand on every board is worth the same after it.  In Leduc
 * any two cards of a rank can be swapped, since nobody makes a flush with two cards; in Rhode
 * Island only whole suits can. */
#include "players/poker/solve.h"

#include "felt/assert.h"

#include <string.h>

/* Hands on complete boards that we are ready to look at. */
#define VALUES_MAX UINT64_C(5000000)

/* ---- counting ------------------------------------------------------------------------------- */

static void fill_choose(struct cards *cards)
{
    for (int n = 0; n <= FELT_CARDS_MAX; n++) {
        cards->choose[n][0] = 1;
        for (int k = 1; k <= FELT_HOLE_MAX; k++)
            cards->choose[n][k] =
                n == 0 ? 0 : cards->choose[n - 1][k - 1] + cards->choose[n - 1][k];
    }
}

/* The number of a set of `hole` cards among all of them. */
static int rank_of(const struct cards *cards, uint64_t set)
{
    uint32_t rank = 0;
    for (int k = 1; set; k++) rank += cards->choose[felt_cards_take(&set)][k];
    return (int)rank;
}

/* The next set with as many cards, in the order of ranks. */
static uint64_t next_set(uint64_t set)
{
    uint64_t low = set & (~set + 1), carried = set + low;
    return carried | ((set ^ carried) >> 2) / low;
}

static uint64_t first_set(int count)
{
    return ((uint64_t)1 << count) - 1;
}

static uint64_t turn(const uint8_t *symmetry, uint64_t set)
{
    uint64_t out = 0;
    while (set) out |= felt_cards_of(symmetry[felt_cards_take(&set)]);
    return out;
}

int felt_solve_spell(const struct cards *cards, uint64_t set, felt_card *out)
{
    int count = 0;
    while (set) out[count++] = cards->deck[felt_cards_take(&set)];
    return count;
}

static felt_value value_of(const struct cards *cards, uint64_t hand, uint64_t board)
{
    felt_card hole[FELT_HOLE_MAX], common[FELT_BOARD_MAX];
    felt_value value[2];
    int holes = felt_solve_spell(cards, hand, hole);
    int commons = felt_solve_spell(cards, board, common);
    felt_showdown_values(&cards->showdown, hole, holes, common, commons, value);
    return value[0];
}

/* ---- symmetries ----------------------------------------------------------------------------- */

static void do_nothing(const struct cards *cards, uint8_t *out)
{
    for (int i = 0; i < cards->cards; i++) out[i] = (uint8_t)i;
}

static int place_of(const struct cards *cards, felt_card card)
{
    for (int i = 0; i < cards->cards; i++)
        if (cards->deck[i] == card) return i;
    return -1;
}

/* False: the deck has not the same ranks in both suits. */
static bool swap_suits(const struct cards *cards, int a, int b, uint8_t *out)
{
    do_nothing(cards, out);
    for (int i = 0; i < cards->cards; i++) {
        felt_card card = cards->deck[i];
        int suit = felt_card_suit(card);
        if (card >= FELT_CARDS || (suit != a && suit != b)) continue;
        int to = place_of(cards, felt_card_make(felt_card_rank(card), suit == a ? b : a));
        if (to < 0) return false;
        out[i] = (uint8_t)to;
    }
    return true;
}

static bool is_symmetry(const struct cards *cards, const uint8_t *symmetry)
{
    uint64_t end = (uint64_t)1 << cards->cards;
    for (uint64_t board = first_set(cards->board_cards); board < end; board = next_set(board)) {
        uint64_t turned = turn(symmetry, board);
        for (uint64_t hand = first_set(cards->hole); hand < end; hand = next_set(hand)) {
            if (hand & board) continue;
            if (value_of(cards, hand, board) != value_of(cards, turn(symmetry, hand), turned))
                return false;
        }
        if (board == 0) break;
    }
    return true;
}

static bool is_known(const struct cards *cards, const uint8_t *symmetry)
{
    for (int i = 0; i < cards->symmetries; i++)
        if (memcmp(cards->symmetry[i], symmetry, (size_t)cards->cards) == 0) return true;
    return false;
}

/* False: there is no room. */
static bool add_product(struct cards *cards, int a, int b)
{
    uint8_t product[FELT_CARDS_MAX];
    for (int c = 0; c < cards->cards; c++) product[c] = cards->symmetry[a][cards->symmetry[b][c]];
    if (is_known(cards, product)) return true;
    if (cards->symmetries == SYMMETRIES_MAX) return false;
    memcpy(cards->symmetry[cards->symmetries++], product, (size_t)cards->cards);
    return true;
}

/* A new one, and all products with those we have.  False: they are too many. */
static bool add_symmetry(struct cards *cards, const uint8_t *symmetry)
{
    if (is_known(cards, symmetry)) return true;
    if (cards->symmetries == SYMMETRIES_MAX) return false;
    memcpy(cards->symmetry[cards->symmetries++], symmetry, (size_t)cards->cards);
    for (int before = 0; before != cards->symmetries;) {
        before = cards->symmetries;
        for (int i = 0; i < before * before; i++)
            if (!add_product(cards, i / before, i % before)) return false;
    }
    return true;
}

static void forget_symmetries(struct cards *cards)
{
    memset(cards->symmetry, 0, sizeof cards->symmetry);
    do_nothing(cards, cards->symmetry[0]);
    cards->symmetries = 1;
}

/* True: suits do not matter at all. */
static bool find_ranks(struct cards *cards)
{
    forget_symmetries(cards);
    for (int i = 0; i + 1 < cards->cards; i++) {
        uint8_t swap[FELT_CARDS_MAX];
        if (cards->deck[i + 1] >= FELT_CARDS ||
            felt_card_rank(cards->deck[i]) != felt_card_rank(cards->deck[i + 1]))
            continue;
        do_nothing(cards, swap);
        swap[i] = (uint8_t)(i + 1);
        swap[i + 1] = (uint8_t)i;
        if (!is_symmetry(cards, swap) || !add_symmetry(cards, swap)) return false;
    }
    return true;
}

static void find_suits(struct cards *cards)
{
    forget_symmetries(cards);
    for (int a = 0; a < FELT_SUITS; a++) {
        for (int b = a + 1; b < FELT_SUITS; b++) {
            uint8_t swap[FELT_CARDS_MAX];
            if (!swap_suits(cards, a, b, swap) || is_known(cards, swap)) continue;
            if (!is_symmetry(cards, swap)) continue;
            bool fits = add_symmetry(cards, swap);
            felt_assert(fits); /* there are 24 at most */
        }
    }
}

/* ---- what is solved ------------------------------------------------------------------------- */

static enum felt_status verify_rules(const struct felt_poker_rules *rules,
                                     struct felt_complaint *complaint)
{
    const struct felt_variant *variant = rules->variant;
    bool plain = variant->opener == FELT_OPENER_BUTTON && !rules->special &&
                 variant->step[0].down == variant->hole_cards;
    for (int i = 0; i < variant->steps; i++) {
        const struct felt_step *step = &variant->step[i];
        plain &= step->kind != FELT_STEP_DISCARD && step->up == 0 && (i == 0 || step->down == 0);
    }
    if (!plain)
        return felt_complain(complaint, FELT_UNSUPPORTED, 0, 0,
                             "%s: only games without draws and without cards face up are solved",
                             variant->title);
    if (rules->showdown->second != FELT_FAMILY_NONE)
        return felt_complain(complaint, FELT_UNSUPPORTED, 0, 0,
                             "%s: games in which the pot is divided are not solved",
                             variant->title);
    if (rules->rake_per_10000 > 0 || rules->may_muck || rules->run_twice)
        return felt_complain(complaint, FELT_UNSUPPORTED, 0, 0,
                             "games are solved without rake, mucking and running it twice");
    return FELT_OK;
}

enum felt_status felt_solve_cards(const struct felt_poker_rules *rules, struct cards *out,
                                  struct felt_complaint *complaint)
{
    memset(out, 0, sizeof *out);
    enum felt_status status = verify_rules(rules, complaint);
    if (status != FELT_OK) return status;
    out->showdown = *rules->showdown;
    out->showdown.wild = rules->wild;
    out->cards = rules->deck_count;
    out->hole = rules->variant->hole_cards;
    out->board_cards = rules->variant->board_cards;
    memcpy(out->deck, rules->deck, sizeof out->deck);
    fill_choose(out);
    uint32_t hands = out->choose[out->cards][out->hole];
    uint64_t boards = out->choose[out->cards][out->board_cards];
    if (hands > FELT_SOLVE_HANDS_MAX || hands * boards > VALUES_MAX)
        return felt_complain(complaint, FELT_FULL, 0, 0,
                             "%s has %u starting hands and %llu boards; games of up to %d hands, "
                             "and %llu pairs of both, are solved",
                             rules->variant->title, (unsigned)hands, (unsigned long long)boards,
                             FELT_SOLVE_HANDS_MAX, (unsigned long long)VALUES_MAX);
    out->hands = (int)hands;
    out->conflicts = (int)(hands - out->choose[out->cards - out->hole][out->hole]);
    out->suits = !find_ranks(out);
    if (out->suits) find_suits(out);
    return FELT_OK;
}

/* ---- hands ---------------------------------------------------------------------------------- */

void felt_solve_list_hands(struct felt_solve *solve)
{
    const struct cards *cards = &solve->cards;
    uint64_t set = first_set(cards->hole);
    for (int h = 0; h < cards->hands; h++, set = next_set(set)) {
        felt_assert(rank_of(cards, set) == h);
        solve->hand[h] = set;
        for (int s = 0; s < cards->symmetries; s++)
            solve->image[s * cards->hands + h] =
                (uint16_t)rank_of(cards, turn(cards->symmetry[s], set));
    }
    for (int h = 0; h < cards->hands; h++) {
        uint16_t *conflict = &solve->conflict[h * cards->conflicts];
        for (int other = 0; other < cards->hands; other++)
            if (solve->hand[h] & solve->hand[other]) *conflict++ = (uint16_t)other;
        felt_assert(conflict == &solve->conflict[(h + 1) * cards->conflicts]);
    }
}

/* ---- boards --------------------------------------------------------------------------------- */

struct listing {
    struct cards *cards;
    struct felt_solve *solve; /* NULL: count */
    uint32_t boards;
    uint64_t hand[FELT_SOLVE_HANDS_MAX];
    felt_value value[FELT_SOLVE_HANDS_MAX];
};

/* Is there no lower hand of the same class?  `keeps` is the set of symmetries of the board. */
static bool is_first(const struct cards *cards, uint64_t hand, uint64_t keeps)
{
    int rank = rank_of(cards, hand);
    while (keeps) {
        const uint8_t *symmetry = cards->symmetry[felt_cards_take(&keeps)];
        if (rank_of(cards, turn(symmetry, hand)) < rank) return false;
    }
    return true;
}

static void note_outcomes(struct listing *listing, uint64_t board)
{
    struct cards *cards = listing->cards;
    bool open = false;
    for (int i = 0; i < OUTCOMES; i++) open |= cards->example[i][0] < 0;
    for (int h = 0; open && h < cards->hands; h++) {
        for (int other = 0; other < cards->hands; other++) {
            if ((listing->hand[h] | listing->hand[other]) & board) continue;
            if (listing->hand[h] & listing->hand[other]) continue;
            felt_value a = listing->value[h], b = listing->value[other];
            enum outcome outcome = a > b ? OUTCOME_WIN : a == b ? OUTCOME_TIE : OUTCOME_LOSS;
            if (cards->example[outcome][0] >= 0) continue;
            cards->example[outcome][0] = h;
            cards->example[outcome][1] = other;
            cards->example_board[outcome] = board;
        }
    }
}

/* Which hands are live and which are alike; fills in the rows of the board. */
static void sort_hands(struct listing *listing, struct board *board, uint64_t keeps)
{
    const struct cards *cards = listing->cards;
    const struct felt_solve *solve = listing->solve;
    size_t row = (size_t)(board - solve->board) * (size_t)cards->hands;
    uint16_t *class_of = &solve->class_of[row], *live = &solve->live[row];
    bool complete = board->count == cards->board_cards;
    for (int h = 0; h < cards->hands; h++) {
        class_of[h] = 0;
        if (solve->hand[h] & board->cards) continue;
        int first = h;
        for (uint64_t left = keeps; left;) {
            int image = solve->image[felt_cards_take(&left) * cards->hands + h];
            if (image < first) first = image;
        }
        if (first == h) solve->first_of[row + board->classes] = (uint16_t)h;
        class_of[h] = first == h ? board->classes++ : class_of[first];
        int at = board->live++;
        for (; complete && at > 0 && listing->value[live[at - 1]] > listing->value[h]; at--)
            live[at] = live[at - 1];
        live[at] = (uint16_t)h;
        if (complete) solve->strength[row + (size_t)h] = listing->value[h];
    }
}

static bool list_board(struct listing *listing, struct board board, uint64_t keeps);

/* The boards with one card more. */
static bool list_children(struct listing *listing, const struct board *board, uint32_t index,
                          uint64_t keeps)
{
    const struct cards *cards = listing->cards;
    uint32_t last = 0;
    for (int card = 0; card < cards->cards; card++) {
        if (board->cards & felt_cards_of((felt_card)card)) continue;
        uint64_t stays = 0, orbit = 0;
        for (uint64_t left = keeps; left;) {
            int s = felt_cards_take(&left), image = cards->symmetry[s][card];
            orbit |= felt_cards_of((felt_card)image);
            if (image == card) stays |= felt_cards_of((felt_card)s);
        }
        if (__builtin_ctzll(orbit) < card) continue; /* another one stands for it */
        uint32_t child = listing->boards;
        if (listing->solve && last) listing->solve->board[last].next = child;
        if (listing->solve && !last) listing->solve->board[index].child = child;
        last = child;
        struct board more = {.cards = board->cards | felt_cards_of((felt_card)card),
                             .parent = index,
                             .card = (uint8_t)card,
                             .count = (uint8_t)(board->count + 1)};
        uint8_t *turn_to = NULL;
        if (listing->solve) turn_to = &listing->solve->turn_to[child * (uint32_t)cards->cards];
        for (; orbit; more.orbit++) {
            int from = felt_cards_take(&orbit), s = 0;
            while (!(keeps >> s & 1) || cards->symmetry[s][from] != card) s++;
            if (turn_to) turn_to[more.orbit] = (uint8_t)s;
        }
        if (!list_board(listing, more, stays)) return false;
    }
    return true;
}

static bool list_board(struct listing *listing, struct board board, uint64_t keeps)
{
    struct cards *cards = listing->cards;
    uint32_t index = listing->boards++;
    if (listing->boards > FELT_SOLVE_BOARDS_MAX) return false;
    bool complete = board.count == cards->board_cards;
    cards->boards[board.count]++;
    for (int h = 0; h < cards->hands; h++) {
        if (listing->hand[h] & board.cards) continue;
        if (complete) listing->value[h] = value_of(cards, listing->hand[h], board.cards);
        cards->classes[board.count] += is_first(cards, listing->hand[h], keeps);
    }
    if (complete) note_outcomes(listing, board.cards);
    if (listing->solve) {
        struct board *kept = &listing->solve->board[index];
        *kept = board;
        sort_hands(listing, kept, keeps);
    }
    return complete || list_children(listing, &board, index, keeps);
}

bool felt_solve_list_boards(struct cards *cards, struct felt_solve *solve)
{
    struct listing listing = {.cards = cards, .solve = solve};
    uint64_t set = first_set(cards->hole);
    for (int h = 0; h < cards->hands; h++, set = next_set(set)) listing.hand[h] = set;
    memset(cards->boards, 0, sizeof cards->boards);
    memset(cards->classes, 0, sizeof cards->classes);
    memset(cards->example, -1, sizeof cards->example);
    return list_board(&listing, (struct board){0},
                      cards->symmetries == 64 ? UINT64_MAX : first_set(cards->symmetries));
}
