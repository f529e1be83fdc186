/* rules.c -- rules of thumb for cards that go and come: playing, discarding, drawing.
 *
 * What a card is good for follows from how the game is won.  Who must get rid of cards plays many
 * and keeps wild ones for later; who captures takes the most points; who compares hands throws away
 * what does not belong to a pair, a flush or a straight; who melds lowers its deadwood. */
#include "players/genome/rules.h"

felt_cards felt_rule_highest(felt_cards from, int count, const int worth[FELT_CARDS])
{
    felt_cards out = 0;
    for (; count > 0 && from; count--) {
        felt_cards left = from;
        felt_card best = felt_cards_take(&left);
        while (left) {
            felt_card card = felt_cards_take(&left);
            if (worth[card] > worth[best]) best = card;
        }
        out |= felt_cards_of(best);
        from &= ~felt_cards_of(best);
    }
    return out;
}

/* Does it help to have few cards? */
static bool sheds(const struct genome_spot *spot)
{
    const struct felt_genome_program *program = spot->program;
    const unsigned types =
        1u << FELT_WIN_EMPTY_HAND | 1u << FELT_WIN_NOT_HOLDING | 1u << FELT_WIN_ALL_HANDS_EMPTY;
    if (program->win_types & types) return true;
    return program->scores >> FELT_SCORE_HAND_END & 1 && !program->showdown;
}

static int points_of(const struct genome_spot *spot, enum felt_scoring_trigger trigger,
                     felt_cards cards)
{
    int points = 0;
    if (!(spot->program->scores >> trigger & 1)) return 0;
    while (cards) points += spot->program->points[trigger][felt_cards_take(&cards)];
    return points * rule_direction(spot);
}

/* What it costs to be left with the cards. */
static int burden(const struct genome_spot *spot, felt_cards cards)
{
    int points = -points_of(spot, FELT_SCORE_HAND_END, cards);
    if (!rule_wins_by(spot, FELT_WIN_NOT_HOLDING)) return points;
    for (int i = 0; i < spot->program->wins; i++) {
        const int32_t *win = spot->program->win[i];
        if (win[FELT_WIN_TYPE] != FELT_WIN_NOT_HOLDING) continue;
        felt_cards held = cards;
        if (win[FELT_WIN_RANK] >= 0) held &= felt_cards_of_rank(win[FELT_WIN_RANK]);
        if (win[FELT_WIN_SUIT] >= 0) held &= rule_suit(win[FELT_WIN_SUIT]);
        points += 20 * felt_cards_count(held);
    }
    return points;
}

static int suit_held_most(felt_cards hand)
{
    int best = 0;
    for (int suit = 1; suit < FELT_SUITS; suit++)
        if (felt_cards_count(hand & rule_suit(suit)) > felt_cards_count(hand & rule_suit(best)))
            best = suit;
    return best;
}

/* ---- playing ---- */

/* Cards of the table that the card would take, at best. */
static felt_cards best_capture(const struct genome_spot *spot, felt_card card)
{
    const struct felt_genome_state *state = spot->state;
    int way = spot_step(spot)->gene[FELT_PLAY_CAPTURE], most = -1;
    felt_cards ways[64], best = 0;
    if (way == FELT_CAPTURE_RANK) return state->table & felt_cards_of_rank(felt_card_rank(card));
    if (way != FELT_CAPTURE_SUM) return 0;
    int count = felt_genome_captures(spot->program, state, card, ways);
    for (int i = 0; i < count; i++) {
        int worth =
            2 * felt_cards_count(ways[i]) + 3 * points_of(spot, FELT_SCORE_CAPTURE, ways[i]);
        if (worth > most) {
            most = worth;
            best = ways[i];
        }
    }
    return best;
}

static int worth_of_capture(const struct genome_spot *spot, felt_card card)
{
    felt_cards taken = best_capture(spot, card), own = felt_cards_of(card);
    int rule = spot_step(spot)->gene[FELT_PLAY_CAPTURE];
    if (rule == FELT_CAPTURE_NONE) return 0;
    if (taken)
        return 20 + 4 * felt_cards_count(taken) +
               6 * points_of(spot, FELT_SCORE_CAPTURE, taken | own);
    /* What is left lying there is for somebody else. */
    return -6 * points_of(spot, FELT_SCORE_CAPTURE, own) -
           spot->program->value[felt_card_rank(card)] / 4;
}

static felt_cards cards_of_item(const struct genome_spot *spot, int item)
{
    felt_cards hand = spot->state->hand[spot->seat], cards = 0;
    if (spot_step(spot)->gene[FELT_PLAY_GROUP] != FELT_GROUP_SET)
        return felt_cards_of((felt_card)item);
    hand &= felt_cards_of_rank(item >> 2);
    for (int count = (item & 3) + 1; count > 0 && hand; count--)
        cards |= felt_cards_of(felt_cards_take(&hand));
    return cards;
}

/* Cards that trouble the next player. */
static int worth_of_effects(const struct genome_spot *spot, felt_card card)
{
    int worth = 0;
    for (unsigned left = spot->program->effects_of[card]; left; left &= left - 1) {
        const int32_t *gene = spot->program->effect[__builtin_ctz(left)];
        int type = gene[FELT_EFFECT_TYPE];
        bool self = gene[FELT_EFFECT_TARGET] == FELT_TARGET_SELF;
        if (type == FELT_EFFECT_SKIP || type == FELT_EFFECT_EXTRA_TURN) worth += 2;
        if (type == FELT_EFFECT_DRAW) worth += self ? -3 : 2;
    }
    return worth;
}

static int worth_of_play(const struct genome_spot *spot, int item)
{
    const int32_t *gene = spot_step(spot)->gene;
    const struct felt_genome_program *program = spot->program;
    felt_cards hand = spot->state->hand[spot->seat], cards = cards_of_item(spot, item);
    felt_card card = (felt_card)__builtin_ctzll(cards);
    int count = felt_cards_count(cards), place = program->order[felt_card_rank(card)];
    int worth = worth_of_capture(spot, card) + 4 * points_of(spot, FELT_SCORE_PLAY, cards);
    if (gene[FELT_PLAY_LADDER]) return worth + 2 * count - 4 * place; /* low cards first */
    if (sheds(spot)) {
        worth += 8 * count + burden(spot, cards) + worth_of_effects(spot, card);
        if (cards & program->wild && felt_cards_count(hand) > count) worth -= 40;
        worth += 2 * felt_cards_count(hand & rule_suit(felt_card_suit(card)));
    }
    return worth;
}

static int capture_choice(const struct genome_spot *spot)
{
    felt_cards ways[64];
    felt_card card = spot->state->laid[spot->state->turn];
    felt_cards best = best_capture(spot, card);
    int count = felt_genome_captures(spot->program, spot->state, card, ways);
    for (int i = 0; i < count; i++)
        if (ways[i] == best) return i;
    return 0;
}

int felt_rule_play(const struct genome_spot *spot)
{
    int best = -1, most = 0;
    enum felt_asks asks = felt_genome_asks(spot->program, spot->state);
    if (asks == FELT_ASKS_SUIT) return suit_held_most(spot->state->hand[spot->seat]);
    if (asks == FELT_ASKS_CAPTURE) return capture_choice(spot);
    for (uint64_t left = spot->moves.items; left; left &= left - 1) {
        int item = __builtin_ctzll(left), worth = worth_of_play(spot, item);
        if (best < 0 || worth > most) {
            best = item;
            most = worth;
        }
    }
    return best < 0 ? felt_moves_pick(&spot->moves, 0) : best;
}

/* ---- what to keep ---- */

/* Four cards or more that could be a straight, one of each rank; 0: there are none. */
static felt_cards near_straight(felt_cards hand)
{
    unsigned ranks = 0, best = 0;
    for (felt_cards left = hand; left;) ranks |= 1u << felt_card_rank(felt_cards_take(&left));
    for (int low = 0; low + 4 < FELT_RANKS; low++) {
        unsigned here = ranks & 31u << low, without = here & (here - 1);
        without &= without - 1;
        if (!(without & (without - 1))) continue; /* less than four */
        if (!best || here == 31u << low) best = here;
    }
    felt_cards cards = 0;
    for (; best; best &= best - 1) {
        felt_cards here = hand & felt_cards_of_rank(__builtin_ctz(best));
        cards |= here & -here;
    }
    return cards;
}

static felt_cards near_flush(felt_cards hand)
{
    for (int suit = 0; suit < FELT_SUITS; suit++) {
        felt_cards cards = hand & rule_suit(suit), less = cards & (cards - 1);
        less &= less - 1;
        if (less & (less - 1)) return cards; /* four or more */
    }
    return 0;
}

/* Cards of ranks that are held twice or more. */
static felt_cards groups(felt_cards hand)
{
    const felt_cards ranks = UINT64_C(0x1111111111111);
    felt_cards one = hand & ranks, two = hand >> 1 & ranks, three = hand >> 2 & ranks,
               four = hand >> 3 & ranks;
    return hand & ((one & two) | (three & four) | ((one | two) & (three | four))) * 15;
}

static felt_cards keep_high(const struct genome_spot *spot, felt_cards hand)
{
    felt_cards pairs = groups(hand), wild = hand & spot->program->wild;
    int worth[FELT_CARDS];
    if (pairs && felt_cards_count(hand) <= 5) return pairs | wild;
    felt_cards flush = near_flush(hand), straight = near_straight(hand);
    if (felt_cards_count(flush) >= 5) return flush;
    if (felt_cards_count(straight) >= 5) return straight;
    if (pairs) return pairs | wild;
    if (flush) return flush | wild;
    if (straight) return straight | wild;
    for (felt_cards left = hand; left;) {
        felt_card card = felt_cards_take(&left);
        worth[card] = spot->program->order[felt_card_rank(card)];
    }
    return felt_rule_highest(hand, 2, worth) | wild;
}

/* One card of each rank, and of each suit if suits must differ, low ones first. */
static felt_cards keep_low(const struct genome_spot *spot, felt_cards hand, bool suits)
{
    felt_cards kept = 0;
    for (felt_cards left = hand; left;) {
        felt_card card = felt_cards_take(&left), least = card;
        for (felt_cards rest = left; rest;) {
            felt_card other = felt_cards_take(&rest);
            if (spot->program->order[felt_card_rank(other)] <
                spot->program->order[felt_card_rank(least)])
                least = other;
        }
        left = (left | felt_cards_of(card)) & ~felt_cards_of(least);
        bool same = kept & felt_cards_of_rank(felt_card_rank(least));
        if (suits) same |= (kept & rule_suit(felt_card_suit(least))) != 0;
        if (!same && spot->program->order[felt_card_rank(least)] < 8) kept |= felt_cards_of(least);
    }
    return kept;
}

static felt_cards keep_for_showdown(const struct genome_spot *spot, felt_cards hand)
{
    bool low = spot->program->evaluation[FELT_EVAL_LOW];
    switch (spot->program->evaluation[FELT_EVAL_METHOD]) {
    case FELT_EVAL_POKER:
    case FELT_EVAL_PATTERN: return low ? keep_low(spot, hand, false) : keep_high(spot, hand);
    case FELT_EVAL_BADUGI: return keep_low(spot, hand, true);
    case FELT_EVAL_CARD_COUNT: return low ? 0 : hand;
    default: break;
    }
    felt_cards kept = 0;
    for (felt_cards left = hand; left;) { /* high cards, or points: the better half of the deck */
        felt_card card = felt_cards_take(&left);
        bool high = spot->program->order[felt_card_rank(card)] >= FELT_EIGHT;
        if (high != low) kept |= felt_cards_of(card);
    }
    return kept;
}

/* ---- melds ---- */

static const struct felt_genome_step *meld_step(const struct genome_spot *spot)
{
    for (int i = 0; i < spot->program->steps; i++)
        if (spot->program->step[i].type == FELT_PHASE_TYPE_MELD) return &spot->program->step[i];
    return NULL;
}

/* Cards of the hand that a card could be melded with one day. */
static int prospects(const struct genome_spot *spot, felt_cards hand, felt_card card)
{
    int rank = felt_card_rank(card);
    felt_cards near = spot->program->beside[rank] & rule_suit(felt_card_suit(card));
    return felt_cards_count(hand & (near | felt_cards_of_rank(rank)) & ~felt_cards_of(card));
}

/* The card that a melder misses least, and the deadwood without it. */
static felt_card least_missed(const struct genome_spot *spot, const struct felt_genome_step *meld,
                              felt_cards hand, felt_cards from, int *deadwood)
{
    felt_card best = 0;
    int least = INT32_MAX;
    for (felt_cards left = from; left;) {
        felt_card card = felt_cards_take(&left);
        int dead = felt_meld_deadwood(spot->program, meld, hand & ~felt_cards_of(card));
        int missed = 2 * dead + 3 * prospects(spot, hand, card);
        if (missed < least) {
            least = missed;
            best = card;
            *deadwood = dead;
        }
    }
    return best;
}

/* ---- discarding ---- */

static felt_cards keep(const struct genome_spot *spot, felt_cards hand)
{
    const struct felt_genome_step *meld = meld_step(spot);
    int deadwood;
    if (meld) return hand & ~felt_cards_of(least_missed(spot, meld, hand, hand, &deadwood));
    if (spot->program->showdown) return keep_for_showdown(spot, hand);
    return sheds(spot) ? 0 : hand;
}

int felt_rule_discard(const struct genome_spot *spot)
{
    const int32_t *gene = spot_step(spot)->gene;
    felt_cards hand = spot->state->hand[spot->seat], thrown = hand & ~keep(spot, hand);
    int min = gene[FELT_DISCARD_MIN], max = gene[FELT_DISCARD_MAX], worth[FELT_CARDS];
    if (gene[FELT_DISCARD_MATCHING] == FELT_MATCHING_PAIRS)
        return felt_moves_pick(&spot->moves, 0); /* a pair, as long as there is one */
    bool high = sheds(spot) || meld_step(spot) || spot->program->evaluation[FELT_EVAL_LOW];
    for (felt_cards left = hand; left;) {
        felt_card card = felt_cards_take(&left);
        int place = spot->program->order[felt_card_rank(card)];
        worth[card] = burden(spot, felt_cards_of(card)) + (high ? place : -place);
        if (thrown >> card & 1) worth[card] += 1000;
    }
    int count = felt_cards_count(thrown);
    count = count < min ? min : count > max ? max : count;
    return rule_next_of(spot, felt_rule_highest(hand, count, worth) | spot->state->chosen);
}

/* ---- drawing ---- */

/* After a pass, is there a card to play? */
static bool can_play(const struct genome_spot *spot)
{
    struct felt_genome_state next = *spot->state;
    struct felt_moves moves;
    if (next.pc + 1 >= spot_step(spot)->block_end) return false;
    felt_genome_play(spot->program, &next, FELT_MOVE_PASS, NULL);
    if (next.actor != spot->seat || next.turn != spot->seat ||
        spot->program->step[next.pc].type != FELT_PHASE_TYPE_PLAY)
        return false;
    felt_genome_moves(spot->program, &next, &moves);
    return moves.items != 0;
}

/* Points that are missing to the target, with one card more or without. */
static bool wants_points(const struct genome_spot *spot)
{
    const int32_t *gene = spot->program->evaluation;
    int limit = gene[FELT_EVAL_BUST] ? gene[FELT_EVAL_BUST] : gene[FELT_EVAL_TARGET];
    uint32_t value = felt_genome_value(spot->program, spot->state, spot->seat);
    if (!limit || gene[FELT_EVAL_LOW]) return !gene[FELT_EVAL_LOW];
    int points =
        gene[FELT_EVAL_TARGET] ? gene[FELT_EVAL_TARGET] - (20000 - (int)value) : (int)value - 20000;
    return value > 0 && points < limit - 4; /* sixteen hits, seventeen stands */
}

/* Is the top of the discards better than a card nobody knows? */
static bool wants_top(const struct genome_spot *spot)
{
    const struct felt_genome_state *state = spot->state;
    const struct felt_genome_step *meld = meld_step(spot);
    felt_card top = state->order[state->discards - 1];
    felt_cards hand = state->hand[spot->seat], with = hand | felt_cards_of(top);
    if (meld) {
        int after = 0, before = felt_meld_deadwood(spot->program, meld, hand);
        (void)least_missed(spot, meld, with, hand, &after);
        return before - after >= spot->program->value[felt_card_rank(top)] / 2 + 2;
    }
    if (!spot->program->showdown) return false;
    return keep_for_showdown(spot, with) >> top & 1;
}

static felt_cards best_of_table(const struct genome_spot *spot)
{
    int worth[FELT_CARDS];
    bool low = spot->program->evaluation[FELT_EVAL_LOW] || rule_direction(spot) < 0;
    for (felt_cards left = spot->moves.items; left;) {
        felt_card card = felt_cards_take(&left);
        int place = spot->program->order[felt_card_rank(card)];
        felt_cards pair = spot->state->hand[spot->seat] & felt_cards_of_rank(felt_card_rank(card));
        worth[card] = (low ? -place : place) + (pair && !low ? 20 : 0);
    }
    return felt_rule_highest(spot->moves.items, 1, worth);
}

int felt_rule_draw(const struct genome_spot *spot)
{
    bool pass = spot_has(spot, FELT_MOVE_PASS);
    bool points = spot->program->evaluation[FELT_EVAL_METHOD] == FELT_EVAL_POINT_TOTAL &&
                  spot->program->showdown;
    if (pass && points && !wants_points(spot)) return FELT_MOVE_PASS;
    if (pass && !points && sheds(spot) && can_play(spot)) return FELT_MOVE_PASS;
    if (spot->moves.items) return __builtin_ctzll(best_of_table(spot));
    if (!spot_has(spot, FELT_MOVE_TAKE))
        return spot_has(spot, FELT_MOVE_DRAW) ? FELT_MOVE_DRAW : FELT_MOVE_PASS;
    if (!spot_has(spot, FELT_MOVE_DRAW) || wants_top(spot)) return FELT_MOVE_TAKE;
    return FELT_MOVE_DRAW;
}
