/* deals.c -- hands that the others may hold, and how strong they are.
 *
 * Strength is the share of the pot against a hand of which nothing is known: every hand meets some
 * others on the same ways to the end.  Two kinds of games:
 *
 *   lasting   own cards are dealt at once, the rest lies on the board (hold'em, Omaha).  All pairs
 *             of cards, or a sample of larger hands, once for the hand; an order for each street.
 *   others    draws, stud, discards: the others are dealt anew for each decision as far as they are
 *             not known, and each deal is played to its end in a few ways. */
#include "felt/assert.h"
#include "felt/range.h"
#include "players/poker/first/first.h"
#include "players/poker/house/house.h"

#include <string.h>

enum { RUNS = 12, RUNS_FEW = 8, PEERS = 32, PEERS_MAX = 256, LEVELS = 1024, AWAY = 64 };

int house_compare(uint32_t mine, uint32_t theirs, bool split)
{
    if (!split) return 2 * ((mine > theirs) + (mine >= theirs));
    uint32_t first = mine >> 16, second = mine & 0xffff;
    uint32_t other = theirs >> 16, low = theirs & 0xffff;
    int high = (first > other) + (first >= other);
    if (second == 0 && low == 0) return 2 * high;
    return high + (second > low ? 2 : second == low);
}

/* From strengths to an order, by counting. */
static void sort_hands(const double *strength, int hands, uint16_t *order)
{
    uint16_t start[LEVELS + 1] = {0};
    uint16_t level[HOUSE_HANDS];
    for (int i = 0; i < hands; i++) {
        level[i] = (uint16_t)(strength[i] * (LEVELS - 1));
        start[level[i] + 1]++;
    }
    for (int i = 0; i < LEVELS; i++) start[i + 1] = (uint16_t)(start[i + 1] + start[i]);
    for (int i = 0; i < hands; i++) order[start[level[i]]++] = (uint16_t)i;
}

static double standing_of(double own, const double *strength, int hands)
{
    int weaker = 0;
    for (int i = 0; i < hands; i++) weaker += strength[i] < own;
    return (double)weaker / hands;
}

/* ---- lasting -------------------------------------------------------------------------------- */

static bool is_lasting(const struct felt_variant *variant)
{
    bool dealt = false;
    if (variant->board_cards == 0 || variant->on_up != FELT_UP_NOTHING) return false;
    for (int i = 0; i < variant->steps; i++) {
        const struct felt_step *step = &variant->step[i];
        if (step->kind == FELT_STEP_DISCARD || step->up) return false;
        if (dealt && step->down) return false;
        dealt |= step->down > 0;
    }
    return true;
}

static void list_pairs(const struct house_turn *turn, felt_cards seen, struct house_deals *deals)
{
    felt_card left[FELT_CARDS_MAX];
    int cards = 0;
    for (felt_cards rest = turn->known.variant->deck & ~seen; rest;)
        left[cards++] = felt_cards_take(&rest);
    deals->hands = 0;
    for (int a = 1; a < cards; a++)
        for (int b = 0; b < a; b++) {
            felt_assert(deals->hands < HOUSE_HANDS);
            deals->card[deals->hands][0] = left[a];
            deals->card[deals->hands][1] = left[b];
            deals->word[deals->hands] = felt_hand_of(left[a]) + felt_hand_of(left[b]);
            deals->set[deals->hands++] = felt_cards_of(left[a]) | felt_cards_of(left[b]);
        }
}

static void list_some(const struct house_turn *turn, felt_cards seen, struct house_deals *deals)
{
    felt_card left[FELT_CARDS_MAX];
    int cards = 0, holes = turn->known.holes;
    for (felt_cards rest = turn->known.variant->deck & ~seen; rest;)
        left[cards++] = felt_cards_take(&rest);
    deals->hands = HOUSE_FEW;
    if (holes == 1) deals->hands = (uint16_t)(cards < HOUSE_FEW ? cards : HOUSE_FEW);
    for (int i = 0; i < deals->hands; i++) {
        if (holes == 1) /* each card once */
            deals->card[i][0] = left[i];
        else {
            felt_cards_shuffle(left, cards, holes, &turn->house->rng);
            memcpy(deals->card[i], left, (size_t)holes);
        }
        deals->set[i] = felt_cards_from(deals->card[i], holes);
    }
}

/* Once for a hand.  What lies on the board by now is left to the weights: what others did before
 * is judged with the hands of that time. */
static void list_hands(const struct house_turn *turn, struct house_deals *deals)
{
    felt_cards own = felt_cards_from(turn->known.hole, turn->known.holes);
    deals->stage = UINT8_MAX;
    if (house_is_plain(turn))
        list_pairs(turn, own, deals);
    else
        list_some(turn, own, deals);
}

bool house_is_plain(const struct house_turn *turn)
{
    const struct felt_showdown *showdown = &turn->known.showdown;
    return showdown->first == FELT_HIGH && showdown->second == FELT_FAMILY_NONE &&
           !showdown->two_three && !showdown->wild &&
           !(turn->known.variant->deck & FELT_CARDS_JOKERS) &&
           turn->known.holes + turn->plan.boards_end == 7;
}

/* Values of all hands on a complete board, and of the own hand behind them; those that share a card
 * with it get those of the own hand. */
static void value_hands(const struct house_turn *turn, const felt_card *board, bool split,
                        uint32_t *value)
{
    const struct house_deals *deals = &turn->house->deals;
    int boards = turn->plan.boards_end, holes = turn->known.holes;
    felt_cards lies = felt_cards_from(board, boards);
    if (house_is_plain(turn)) {
        felt_hand words[HOUSE_HANDS + 1], common = felt_hand_from(board, boards);
        felt_hand own = felt_hand_from(turn->known.hole, holes);
        for (int i = 0; i < deals->hands; i++)
            words[i] = common + (deals->set[i] & lies ? own : deals->word[i]);
        words[deals->hands] = common + own;
        felt_high7_batch(words, value, (size_t)deals->hands + 1);
        return;
    }
    const felt_card *cards[HOUSE_HANDS + 1];
    felt_value first[HOUSE_HANDS + 1], second[HOUSE_HANDS + 1] = {0};
    for (int i = 0; i < deals->hands; i++)
        cards[i] = deals->set[i] & lies ? turn->known.hole : deals->card[i];
    cards[deals->hands] = turn->known.hole;
    felt_showdown_values_each(&turn->known.showdown, cards, deals->hands + 1, holes, board, boards,
                              first, split ? second : NULL);
    for (int i = 0; i <= deals->hands; i++) value[i] = house_pack(first[i], second[i]);
}

/* Some of the hands, drawn at random; none of them holds a card of the board. */
static void draw_peers(const struct house_turn *turn, const uint32_t *value, felt_cards lies,
                       uint32_t *peers, int count)
{
    const struct house_deals *deals = &turn->house->deals;
    int hands = deals->hands;
    for (int i = 0; i < count; i++) {
        int peer = (int)felt_rng_below(&turn->house->rng, (uint32_t)hands);
        for (int tries = 0; tries < hands && deals->set[peer] & lies; tries++)
            peer = peer + 1 < hands ? peer + 1 : 0;
        uint32_t theirs = value[peer];
        int at = i;
        for (; at > 0 && peers[at - 1] > theirs; at--) peers[at] = peers[at - 1];
        peers[at] = theirs;
    }
}

/* What each hand wins against the peers, in quarters of a pot.  Without halves ties are left out:
 * a search, the same steps for every hand, is enough for an order. */
static void meet_peers(const uint32_t *peers, int count, const uint32_t *value, int hands,
                       bool split, uint16_t *won)
{
    for (int k = 0; split && k < hands; k++) {
        int quarters = 0;
        for (int i = 0; i < count; i++) quarters += house_compare(value[k], peers[i], true);
        won[k] = (uint16_t)quarters;
    }
    for (int k = 0; !split && k < hands; k++) {
        unsigned beaten = 0;
        for (unsigned half = (unsigned)count / 2; half; half /= 2)
            beaten += peers[beaten + half - 1] < value[k] ? half : 0;
        won[k] = (uint16_t)(4 * beaten);
    }
}

static void draw_board(const struct house_turn *turn, int boards, felt_card *board)
{
    felt_cards used = felt_cards_from(turn->known.hole, turn->known.holes);
    const struct felt_variant *variant = turn->known.variant;
    memcpy(board, turn->known.board, (size_t)boards);
    used |= felt_cards_from(board, boards);
    for (int i = boards; i < turn->plan.boards_end; i++) {
        felt_card card;
        do card = (felt_card)felt_rng_below(&turn->house->rng, FELT_CARDS_MAX);
        while (used & felt_cards_of(card) || !(variant->deck & felt_cards_of(card)));
        board[i] = card;
        used |= felt_cards_of(card);
    }
}

/* Before the flop the strength of two cards is known; returns that of the own ones. */
static double know_strengths(const struct house_turn *turn, double *strength)
{
    struct house_deals *deals = &turn->house->deals;
    double of_kind[FELT_STARTING_KINDS];
    for (int place = 0; place < FELT_STARTING_KINDS; place++)
        of_kind[felt_starting_kind(place)] = felt_starting_equity(place) / 1e6;
    for (int k = 0; k < deals->hands; k++)
        strength[k] = of_kind[felt_first_kind(deals->card[k][0], deals->card[k][1])];
    return of_kind[felt_first_kind(turn->known.hole[0], turn->known.hole[1])];
}

/* Every hand meets some others on some boards; returns the same for the own hand. */
static double sample_strengths(const struct house_turn *turn, int boards, double *strength)
{
    struct house_deals *deals = &turn->house->deals;
    uint8_t of[HOUSE_HANDS] = {0};
    uint16_t won[HOUSE_HANDS + 1], sum[HOUSE_HANDS] = {0};
    uint32_t value[HOUSE_HANDS + 1], peers[PEERS_MAX];
    felt_card board[FELT_BOARD_MAX];
    bool split = turn->known.showdown.second != FELT_FAMILY_NONE;
    int runs = boards == turn->plan.boards_end ? 1 : house_is_plain(turn) ? RUNS : RUNS_FEW;
    /* Where nothing is to come, one way to the end is all there is. */
    int count = runs == 1 ? PEERS_MAX : PEERS, hands = deals->hands, own = 0;
    for (int run = 0; run < runs; run++) {
        draw_board(turn, boards, board);
        felt_cards lies = felt_cards_from(board, turn->plan.boards_end);
        value_hands(turn, board, split, value);
        draw_peers(turn, value, lies, peers, count);
        meet_peers(peers, count, value, hands + 1, split, won);
        for (int k = 0; k < hands; k++) {
            bool there = !(deals->set[k] & lies);
            sum[k] = (uint16_t)(sum[k] + (there ? won[k] : 0));
            of[k] = (uint8_t)(of[k] + there);
        }
        own += won[hands];
    }
    for (int k = 0; k < hands; k++)
        strength[k] = of[k] ? (double)sum[k] / (4.0 * count * of[k]) : 0.5;
    return (double)own / (4.0 * count * runs);
}

/* The share of the own hand against one of which nothing is known. */
static double own_strength(const struct house_turn *turn)
{
    enum { SAMPLES = 320 };
    struct felt_known known = turn->known;
    known.opponents = 1;
    known.before = 0;
    return felt_outlook_sample(&known, SAMPLES, NULL, &turn->house->rng).share;
}

void house_deals_order(struct house_turn *turn, int boards)
{
    struct house_deals *deals = &turn->house->deals;
    double strength[HOUSE_HANDS], own;
    if (deals->stage == boards) return;
    if (boards == 0 && house_is_plain(turn) && turn->known.variant->deck == FELT_CARDS_ALL)
        own = know_strengths(turn, strength);
    else
        own = sample_strengths(turn, boards, strength);
    deals->stage = (uint8_t)boards;
    deals->standing = standing_of(own, strength, deals->hands);
    deals->strength = boards == turn->known.boards ? own_strength(turn) : own;
    sort_hands(strength, deals->hands, deals->order);
}

/* ---- others --------------------------------------------------------------------------------- */

/* What is known if the others hold these cards. */
static void refine(const struct felt_known *known, const struct outlook_deal *deal, int holes_end,
                   struct felt_known *out)
{
    *out = *known;
    for (int i = 0; i < known->opponents; i++) {
        struct felt_known_hand *hand = &out->opponent[i];
        int count = hand->count < holes_end ? hand->count : holes_end;
        for (int k = 0; k < count; k++) {
            hand->card[k] = deal->hand[i][k];
            out->seen |= felt_cards_of(hand->card[k]);
        }
    }
}

/* How hands of each of the others stand among all that he may have. */
static void rank_hands(struct house_turn *turn, bool split)
{
    struct house_deals *deals = &turn->house->deals;
    int hands = deals->hands;
    double own = 0, standing = 0;
    for (int i = 0; i < turn->house->others; i++) {
        double strength[HOUSE_FEW], before = own;
        for (int k = 0; k < hands; k++) {
            int won = 0;
            for (int way = 0; way < HOUSE_WAYS; way++) {
                uint32_t mine = deals->value[i][k][way];
                for (int peer = 0; peer < hands; peer++)
                    won += house_compare(mine, deals->value[i][peer][way], split);
                own += house_compare(deals->mine[k][way], mine, split);
            }
            strength[k] = (double)won / (4.0 * HOUSE_WAYS * hands);
        }
        sort_hands(strength, hands, deals->order + i * HOUSE_FEW);
        standing += standing_of((own - before) / (4.0 * HOUSE_WAYS * hands), strength, hands);
    }
    deals->standing = standing / turn->house->others;
    deals->strength = own / (4.0 * HOUSE_WAYS * hands * turn->house->others);
}

/* Draws take time, and so do many hands. */
static int count_deals(const struct house_turn *turn)
{
    int draws = turn->plan.replaces ? turn->plan.draws - turn->plan.draw : 0;
    int others = turn->known.opponents, hands = AWAY;
    if (turn->known.showdown.second != FELT_FAMILY_NONE && draws > 0) hands = hands * 3 / 4;
    if (others > 2) hands = others > 4 ? hands / 2 : hands * 3 / 4;
    return hands - hands * draws / 6;
}

static bool deal_others(struct house_turn *turn)
{
    struct house_deals *deals = &turn->house->deals;
    const struct felt_known *known = &turn->known;
    struct felt_rng *rng = &turn->house->rng;
    struct outlook_past past, none;
    struct outlook_deal deal;
    bool split = known->showdown.second != FELT_FAMILY_NONE;
    int others = known->opponents;
    deals->hands = (uint16_t)count_deals(turn);
    outlook_past_make(known, &turn->plan, deals->hands, rng, &past);
    for (int k = 0; k < deals->hands; k++) {
        struct felt_known refined;
        struct outlook_plan plan;
        if (k % 16 == 0 && !outlook_time_left(turn->budget)) return false;
        outlook_deal_begin(known, &turn->plan, &past, rng, &deal);
        refine(known, &deal, turn->plan.holes_end, &refined);
        outlook_plan_make(&refined, &plan);
        outlook_past_make(&refined, &plan, deals->hands, rng, &none);
        for (int way = 0; way < HOUSE_WAYS; way++) {
            felt_value theirs[2][FELT_SEATS_MAX], mine[2];
            outlook_deal_begin(&refined, &plan, &none, rng, &deal);
            outlook_deal_values(&refined, &plan, rng, &deal, theirs, mine);
            deals->mine[k][way] = house_pack(mine[0], mine[1]);
            for (int i = 0; i < others; i++)
                deals->value[i][k][way] = house_pack(theirs[0][i], theirs[1][i]);
        }
    }
    rank_hands(turn, split);
    house_ranges_reset(turn);
    return true;
}

/* ---- both ----------------------------------------------------------------------------------- */

/* Who is meant by known.opponent[]: the same order. */
static void name_others(struct house_turn *turn)
{
    struct house *house = turn->house;
    const struct felt_view *view = turn->view;
    house->others = 0;
    for (felt_seats left = view->betting.turn.live; left;) {
        felt_seat seat = felt_seats_from(left, view->button + 1);
        left &= (felt_seats)~felt_seats_of(seat);
        if (seat != view->viewer) house->other[house->others++] = seat;
    }
    felt_assert(house->others == turn->known.opponents);
}

bool house_deals_make(struct house_turn *turn)
{
    struct house *house = turn->house;
    struct house_deals *deals = &house->deals;
    name_others(turn);
    outlook_plan_make(&turn->known, &turn->plan);
    if (!outlook_time_left(turn->budget)) return false;
    deals->lasting = is_lasting(turn->known.variant);
    if (!deals->lasting) return deal_others(turn);
    if (house->dealt) return true;
    list_hands(turn, deals);
    house_ranges_reset(turn);
    house->dealt = true;
    return true;
}
