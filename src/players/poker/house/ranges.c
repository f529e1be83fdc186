/* ranges.c -- how likely each hand of the others is, and deals to the end drawn from that. */
#include "felt/assert.h"
#include "players/poker/first/first.h"
#include "players/poker/house/house.h"

#include <string.h>

/* ---- weights -------------------------------------------------------------------------------- */

static const uint16_t *order_of(const struct house_deals *deals, int other)
{
    return deals->order + (deals->lasting ? 0 : other * HOUSE_FEW);
}

void house_ranges_reset(struct house_turn *turn)
{
    struct house_ranges *ranges = &turn->house->ranges;
    int hands = turn->house->deals.hands;
    ranges->acts = ranges->boards = 0;
    for (felt_seats left = turn->view->seats; left;) {
        felt_seat seat = felt_seats_take(&left);
        for (int k = 0; k < hands; k++) ranges->weight[seat][k] = 1;
        ranges->total[seat] = hands;
    }
}

/* So that weights never vanish. */
static void scale(struct house_ranges *ranges, felt_seat seat, int hands)
{
    static const double small = 1e-9;
    double total = ranges->total[seat];
    if (total > small * hands || !(total > 0)) return;
    float by = (float)(hands / total);
    for (int k = 0; k < hands; k++) ranges->weight[seat][k] *= by;
    ranges->total[seat] = hands;
}

/* The house stays with more hands than others: so much of what they fold. */
static const double wide = 0.4;

/* Multiplies weights by how likely the action was.  Of earlier streets a hand that is drawn anew
 * tells less. */
static void apply(const struct house_turn *turn, int other, const struct house_act *act,
                  double memory)
{
    const struct house_deals *deals = &turn->house->deals;
    const uint16_t *order = order_of(deals, other);
    float *weight = turn->house->ranges.weight[act->seat];
    struct house_shares shares =
        house_shares_of(&act->spot, &turn->house->model[act->seat], turn->trust);
    if (act->seat == turn->view->viewer) shares.stay = wide + (1 - wide) * shares.stay;
    double total = turn->house->ranges.total[act->seat], below = 0, sum = 0;
    float chances[HOUSE_PLACES + 1];
    if (!(total > 0)) return;
    house_chances(&shares, &act->spot, act->kind, act->size, chances);
    for (int i = 0; i <= HOUSE_PLACES; i++)
        chances[i] = (float)(1 - memory + memory * (double)chances[i]);
    double to_place = HOUSE_PLACES / total;
    for (int i = 0; i < deals->hands; i++) {
        float mine = weight[order[i]];
        int place = (int)((below + 0.5 * (double)mine) * to_place + 0.5);
        below += (double)mine;
        mine *= chances[place < HOUSE_PLACES ? place : HOUSE_PLACES];
        weight[order[i]] = mine;
        sum += (double)mine;
    }
    turn->house->ranges.total[act->seat] = sum;
    scale(&turn->house->ranges, act->seat, deals->hands);
}

/* Hands that hold a card of the board are no more.  If nothing else was likely, all others are. */
static void strike(struct house_turn *turn, felt_seat seat)
{
    const struct house_deals *deals = &turn->house->deals;
    struct house_ranges *ranges = &turn->house->ranges;
    felt_cards board = felt_cards_from(turn->known.board, turn->known.boards);
    double sum = 0;
    for (int k = 0; k < deals->hands; k++) {
        if (deals->set[k] & board) ranges->weight[seat][k] = 0;
        sum += (double)ranges->weight[seat][k];
    }
    for (int k = 0; !(sum > 0) && k < deals->hands; k++)
        ranges->weight[seat][k] = !(deals->set[k] & board);
    ranges->total[seat] = 0;
    for (int k = 0; k < deals->hands; k++) ranges->total[seat] += (double)ranges->weight[seat][k];
    scale(ranges, seat, deals->hands);
}

static int other_of(const struct house *house, felt_seat seat)
{
    for (int i = 0; i < house->others; i++)
        if (house->other[i] == seat) return i;
    return -1;
}

/* The place of the own hand among those that it may be taken for. */
static double place_of_own(const struct house_turn *turn)
{
    const struct house_deals *deals = &turn->house->deals;
    const float *weight = turn->house->ranges.weight[turn->view->viewer];
    int weaker = (int)(deals->standing * deals->hands + 0.5);
    double below = 0, total = 0;
    for (int i = 0; i < deals->hands; i++) {
        if (deals->set[deals->order[i]] & turn->known.seen) continue;
        double mine = (double)weight[deals->order[i]];
        total += mine;
        if (i < weaker) below += mine;
    }
    return total > 0 ? below / total : deals->standing;
}

void house_ranges_make(struct house_turn *turn)
{
    struct house *house = turn->house;
    struct house_ranges *ranges = &house->ranges;
    const struct house_deals *deals = &house->deals;
    felt_seat own = turn->view->viewer;
    if (!deals->lasting) ranges->acts = 0;
    for (; ranges->acts < house->hand.acts; ranges->acts++) {
        const struct house_act *act = &house->hand.act[ranges->acts];
        int other = other_of(house, act->seat);
        /* The own seat, too: that is what the others may think. */
        if (other < 0 && (act->seat != own || !deals->lasting)) continue;
        if (deals->lasting) house_deals_order(turn, act->spot.boards);
        bool now = deals->lasting || act->spot.street == turn->street;
        apply(turn, other, act, now ? 1 : 0.6);
    }
    turn->seen_as = deals->standing;
    if (!deals->lasting) return;
    house_deals_order(turn, turn->known.boards);
    turn->seen_as = place_of_own(turn);
    if (ranges->boards == turn->known.boards) return;
    ranges->boards = turn->known.boards;
    for (int i = 0; i < house->others; i++) strike(turn, house->other[i]);
}

/* ---- rows ----------------------------------------------------------------------------------- */

/* Cumulated weights in the order of strength, and the place of each hand among those that are
 * held. */
struct ladder {
    float up_to[HOUSE_HANDS];
    float place[HOUSE_HANDS];
    double total, effective; /* hands that carry the weight */
};

static void make_ladder(const float *weight, double total, const uint16_t *order, int hands,
                        struct ladder *out)
{
    double below = 0, squares = 0;
    felt_assert(total > 0);
    for (int i = 0; i < hands; i++) {
        double mine = (double)weight[order[i]];
        out->place[order[i]] = (float)((below + 0.5 * mine) / total);
        below += mine;
        out->up_to[i] = (float)below;
        squares += mine * mine;
    }
    out->total = below;
    out->effective = squares > 0 ? total * total / squares : 0;
}

/* The hand at a part of the way up, from the weakest to the strongest. */
static int find_hand(const struct ladder *ladder, const uint16_t *order, int hands, double part)
{
    float at = (float)(part * ladder->total);
    int low = 0, high = hands - 1;
    while (low < high) {
        int middle = (low + high) / 2;
        if (ladder->up_to[middle] > at)
            high = middle;
        else
            low = middle + 1;
    }
    while (low > 0 && !(ladder->up_to[low] > ladder->up_to[low - 1])) low--; /* of no weight */
    return order[low];
}

static void deal_rows(struct house_turn *turn, uint16_t (*hand)[HOUSE_OTHERS]);

/* Rows take hands from the weakest to the strongest, so that no part of a range is missed; those of
 * several opponents in different steps, which have no divisor in common with the usual numbers of
 * rows. */
void house_rows_make(struct house_turn *turn)
{
    static const int steps[HOUSE_OTHERS] = {1, 5, 7, 11, 13, 17, 19, 23, 25};
    struct house *house = turn->house;
    struct house_rows *rows = &house->rows;
    struct ladder ladder;
    uint16_t hand[HOUSE_ROWS][HOUSE_OTHERS];
    uint32_t samples = turn->budget->samples;
    double narrow = 0;
    rows->others = house->others;
    rows->rows = house->others > 1 ? HOUSE_ROWS * 2 / 3 : HOUSE_ROWS;
    if (!house->deals.lasting || house->deals.hands == HOUSE_FEW) rows->rows = 256;
    if (samples && samples < (uint32_t)rows->rows) rows->rows = (int)samples;
    rows->split = turn->known.showdown.second != FELT_FAMILY_NONE;
    for (int i = 0; i < house->others; i++) {
        const uint16_t *order = order_of(&house->deals, i);
        make_ladder(house->ranges.weight[house->other[i]], house->ranges.total[house->other[i]],
                    order, house->deals.hands, &ladder);
        narrow += ladder.effective / house->deals.hands / house->others;
        for (int row = 0; row < rows->rows; row++) {
            double part = (row * steps[i] % rows->rows + felt_rng_unit(&house->rng)) / rows->rows;
            int k = find_hand(&ladder, order, house->deals.hands, part);
            hand[row][i] = (uint16_t)k;
            rows->place[row][i] = ladder.place[k];
            rows->drawn[row][i] = (float)felt_rng_unit(&house->rng);
        }
    }
    turn->range = narrow < 1 ? narrow : 1;
    deal_rows(turn, hand);
}

/* ---- to the end ----------------------------------------------------------------------------- */

static felt_card draw_card(const struct house_turn *turn, felt_cards *used, struct felt_rng *rng)
{
    for (;;) {
        felt_card card = turn->plan.card[felt_rng_below(rng, turn->plan.cards)];
        if (*used & felt_cards_of(card)) continue;
        *used |= felt_cards_of(card);
        return card;
    }
}

/* Hands of a row that share a card: another one near by, else so be it. */
static void part_hands(const struct house *house, uint16_t *hand)
{
    const struct house_deals *deals = &house->deals;
    felt_cards used = 0;
    for (int i = 0; i < house->others; i++) {
        const float *weight = house->ranges.weight[house->other[i]];
        for (int tries = 0; tries < 40 && deals->set[hand[i]] & used; tries++)
            for (int more = 0; more < deals->hands; more++) {
                hand[i] = (uint16_t)(hand[i] + 1 < deals->hands ? hand[i] + 1 : 0);
                if (weight[hand[i]] > 0) break;
            }
        used |= deals->set[hand[i]];
    }
}

/* Everything of one row that is drawn: hands without a card in common, and the board. */
struct drawn {
    uint16_t hand[HOUSE_OTHERS];
    felt_card board[FELT_BOARD_MAX];
};

static void draw_row(struct house_turn *turn, const uint16_t *chosen, struct drawn *out)
{
    struct house *house = turn->house;
    const struct felt_known *known = &turn->known;
    felt_cards used = 0;
    memcpy(out->hand, chosen, sizeof out->hand);
    if (house->others > 1) part_hands(house, out->hand);
    for (int i = 0; i < house->others; i++) used |= house->deals.set[out->hand[i]];
    memcpy(out->board, known->board, known->boards);
    for (int i = known->boards; i < turn->plan.boards_end; i++)
        out->board[i] = draw_card(turn, &used, &house->rng);
}

/* Two own cards and five of the board: words for the batch kernel. */
static void deal_plain(struct house_turn *turn, uint16_t (*chosen)[HOUSE_OTHERS])
{
    enum { BLOCK = 64 };
    struct house_rows *rows = &turn->house->rows;
    felt_hand words[BLOCK * FELT_SEATS_MAX], own = felt_hand_from(turn->known.hole, 2);
    uint32_t value[BLOCK * FELT_SEATS_MAX];
    struct drawn drawn;
    for (int from = 0; from < rows->rows; from += BLOCK) {
        int to = from + BLOCK < rows->rows ? from + BLOCK : rows->rows, count = 0;
        for (int row = from; row < to; row++) {
            draw_row(turn, chosen[row], &drawn);
            felt_hand common = felt_hand_from(drawn.board, turn->plan.boards_end);
            for (int i = 0; i < rows->others; i++)
                words[count++] = common + turn->house->deals.word[drawn.hand[i]];
            words[count++] = common + own;
        }
        felt_high7_batch(words, value, (size_t)count);
        count = 0;
        for (int row = from; row < to; row++) {
            for (int i = 0; i < rows->others; i++) rows->theirs[row][i] = value[count++];
            rows->mine[row] = value[count++];
        }
    }
}

static void deal_lasting(struct house_turn *turn, uint16_t (*chosen)[HOUSE_OTHERS])
{
    struct house_rows *rows = &turn->house->rows;
    const struct felt_known *known = &turn->known;
    struct drawn drawn;
    for (int row = 0; row < rows->rows; row++) {
        const felt_card *cards[FELT_SEATS_MAX];
        felt_value value[2][FELT_SEATS_MAX] = {{0}};
        draw_row(turn, chosen[row], &drawn);
        for (int i = 0; i < rows->others; i++) cards[i] = turn->house->deals.card[drawn.hand[i]];
        cards[rows->others] = known->hole;
        felt_showdown_values_each(&known->showdown, cards, rows->others + 1, known->holes,
                                  drawn.board, turn->plan.boards_end, value[0],
                                  rows->split ? value[1] : NULL);
        for (int i = 0; i < rows->others; i++)
            rows->theirs[row][i] = house_pack(value[0][i], value[1][i]);
        rows->mine[row] = house_pack(value[0][rows->others], value[1][rows->others]);
    }
}

/* Two starting hands of hold'em: a table has what the deals would show. */
static void know_rows(struct house_turn *turn, uint16_t (*hand)[HOUSE_OTHERS])
{
    struct house_rows *rows = &turn->house->rows;
    int mine = felt_first_kind(turn->known.hole[0], turn->known.hole[1]);
    for (int row = 0; row < rows->rows; row++) {
        const felt_card *cards = turn->house->deals.card[hand[row][0]];
        rows->share[row] = (float)felt_first_equity(mine, felt_first_kind(cards[0], cards[1]));
    }
}

static void deal_rows(struct house_turn *turn, uint16_t (*hand)[HOUSE_OTHERS])
{
    struct house *house = turn->house;
    struct house_rows *rows = &house->rows;
    rows->known = house->others == 1 && turn->known.boards == 0 && house_is_plain(turn) &&
                  house->deals.lasting && turn->known.variant->deck == FELT_CARDS_ALL;
    if (rows->known) {
        know_rows(turn, hand);
        return;
    }
    if (house->deals.lasting) {
        if (house_is_plain(turn))
            deal_plain(turn, hand);
        else
            deal_lasting(turn, hand);
        return;
    }
    for (int row = 0; row < rows->rows; row++) {
        int own = (int)felt_rng_below(&house->rng, house->deals.hands);
        int way = row % HOUSE_WAYS;
        rows->mine[row] = house->deals.mine[own][way];
        for (int i = 0; i < rows->others; i++)
            rows->theirs[row][i] = house->deals.value[i][hand[row][i]][way];
    }
}
