/* value.c -- what a hand is worth at a showdown: larger is better, 0 is no hand at all (bust).
 *
 * Poker hands of up to seven cards go to the evaluator of the platform.  From more cards the best
 * five are among a few candidates: the best groups, the best five of each long suit, and the
 * highest straight, in one suit or in any. */
#include "felt/eval.h"
#include "felt/hand.h"
#include "games/genome/parts.h"

enum { TOP = 1 << 30, /* lows count down from it */ TABLE_MAX = 10 };

static int list(felt_cards cards, felt_card *out)
{
    int count = 0;
    while (cards) out[count++] = felt_cards_take(&cards);
    return count;
}

/* ---- groups: pairs, trips and kickers of `size` cards, for hands too small for straights ---- */

/* The rank with most cards (no more than `room`), highest rank first; its cards leave *counts. */
static int take_group(uint8_t counts[FELT_RANKS], int room, int *size)
{
    int best = -1, most = 0;
    for (int rank = FELT_RANKS - 1; rank >= 0; rank--) {
        int here = counts[rank] < room ? counts[rank] : room;
        if (here > most) {
            most = here;
            best = rank;
        }
    }
    if (best >= 0) counts[best] = 0;
    *size = most;
    return best;
}

static uint32_t groups(felt_cards cards, int size)
{
    uint8_t counts[FELT_RANKS];
    uint32_t sizes = 0, ranks = 0;
    for (int rank = 0; rank < FELT_RANKS; rank++)
        counts[rank] = (uint8_t)__builtin_popcountll(cards >> (4 * rank) & 15);
    for (int i = 0, room = size; i < 4; i++) { /* four cards at most */
        int taken = 0, rank = room ? take_group(counts, room, &taken) : -1;
        sizes = sizes * 5 + (uint32_t)taken;
        ranks = ranks * 14 + (uint32_t)(rank + 1);
        room -= taken;
    }
    return sizes * 38416u + ranks + 1; /* 38416 = 14^4; sizes below 5^4: fits 25 bits */
}

/* ---- more than seven cards ---- */

static felt_cards highest(felt_cards cards, int count)
{
    felt_cards out = 0;
    while (cards && count-- > 0) {
        felt_cards top = UINT64_C(1) << (63 - __builtin_clzll(cards));
        out |= top;
        cards ^= top;
    }
    return out;
}

/* Five cards in a row, as high as possible, one of each rank; 0: there are none. */
static felt_cards straight_of(felt_cards cards)
{
    for (int low = FELT_RANKS - 5; low >= -1; low--) { /* -1: ace to five */
        felt_cards found = 0;
        int length = 0;
        for (; length < 5; length++) {
            felt_cards here = cards & felt_cards_of_rank((low + length + FELT_RANKS) % FELT_RANKS);
            if (!here) break;
            found |= here & -here;
        }
        if (length == 5) return found;
    }
    return 0;
}

static felt_cards best_groups(felt_cards cards)
{
    uint8_t counts[FELT_RANKS];
    felt_cards out = 0;
    for (int rank = 0; rank < FELT_RANKS; rank++)
        counts[rank] = (uint8_t)__builtin_popcountll(cards >> (4 * rank) & 15);
    for (int room = 5; room > 0;) {
        int taken = 0, rank = take_group(counts, room, &taken);
        if (rank < 0) break;
        felt_cards group = cards & felt_cards_of_rank(rank);
        for (int i = 0; i < taken; i++) out |= felt_cards_of(felt_cards_take(&group));
        room -= taken;
    }
    return out;
}

static uint32_t evaluate(felt_cards cards)
{
    felt_card listed[FELT_CARDS];
    int count = list(cards, listed);
    return felt_eval(FELT_HIGH, listed, count);
}

static uint32_t best_of_many(felt_cards cards)
{
    uint32_t best = evaluate(best_groups(cards)), here;
    felt_cards straight = straight_of(cards);
    if (straight && (here = evaluate(straight)) > best) best = here;
    for (int suit = 0; suit < FELT_SUITS; suit++) {
        felt_cards flush = cards & genome_suit_cards(suit);
        if (felt_cards_count(flush) < 5) continue;
        if ((here = evaluate(highest(flush, 5))) > best) best = here;
        straight = straight_of(flush);
        if (straight && (here = evaluate(straight)) > best) best = here;
    }
    return best;
}

static uint32_t poker(genome_program program, felt_cards cards)
{
    int best_of = program->evaluation[FELT_EVAL_BEST_OF];
    felt_card listed[FELT_CARDS];
    if (best_of < 5) return groups(cards, best_of);
    int count = list(cards, listed);
    if (count > FELT_EVAL_CARDS_MAX) return best_of_many(cards) + 1u;
    if (program->wild_ranks) return felt_eval_wild(program->wild, listed, count) + 1u;
    struct felt_tally tally = felt_tally_empty();
    for (int i = 0; i < count; i++) felt_tally_add(&tally, listed[i]);
    return felt_tally_value(tally) + 1u;
}

/* ---- the other methods ---- */

static uint32_t high_card(genome_program program, felt_cards cards)
{
    uint8_t counts[FELT_RANKS] = {0};
    uint32_t value = 0;
    int left = program->evaluation[FELT_EVAL_BEST_OF];
    while (cards) counts[program->order[felt_card_rank(felt_cards_take(&cards))]]++;
    for (int place = FELT_RANKS - 1; place >= 0; place--)
        for (; counts[place] && left > 0; counts[place]--, left--)
            value = value * 14 + (uint32_t)place + 1;
    while (left-- > 0) value *= 14; /* a missing card is below any */
    return value + 1;
}

int felt_genome_total(genome_program program, felt_cards cards)
{
    int points = 0, aces = 0, bust = program->evaluation[FELT_EVAL_BUST];
    int alternative = program->evaluation[FELT_EVAL_ACE_ALT];
    int limit = bust ? bust : program->evaluation[FELT_EVAL_TARGET];
    while (cards) {
        int rank = felt_card_rank(felt_cards_take(&cards));
        points += program->value[rank];
        aces += rank == FELT_ACE;
    }
    for (; alternative && aces > 0; aces--) {
        int more = points - program->value[FELT_ACE] + alternative;
        if (limit ? more <= limit && more > points : more > points) points = more;
    }
    return points;
}

static uint32_t point_total(genome_program program, felt_cards cards)
{
    int points = felt_genome_total(program, cards), bust = program->evaluation[FELT_EVAL_BUST];
    int target = program->evaluation[FELT_EVAL_TARGET];
    if (bust && points > bust) return 0;
    if (!target) return (uint32_t)(points + 20000); /* negative points are points too */
    return (uint32_t)(20000 - (points > target ? points - target : target - points));
}

static bool holds_pattern(genome_program program, felt_cards cards, const int32_t pattern[2])
{
    int pairs = 0, most = 0;
    for (int rank = 0; rank < FELT_RANKS; rank++) {
        int here = __builtin_popcountll(cards >> (4 * rank) & 15);
        pairs += here >= 2;
        if (here > most) most = here;
    }
    if (pattern[0] == FELT_PATTERN_SAME_RANK) return most >= pattern[1];
    if (pattern[0] == FELT_PATTERN_PAIRS) return pairs >= pattern[1];
    if (pattern[0] == FELT_PATTERN_RUN) {
        unsigned places = 0;
        int length = 0;
        for (felt_cards left = cards; left;)
            places |= 1u << program->order[felt_card_rank(felt_cards_take(&left))];
        for (; places; places &= places << 1) length++;
        return length >= pattern[1];
    }
    for (int suit = 0; suit < FELT_SUITS; suit++)
        if (felt_cards_count(cards & genome_suit_cards(suit)) >= pattern[1]) return true;
    return false;
}

static uint32_t by_pattern(genome_program program, felt_cards cards)
{
    uint32_t kicker = high_card(program, cards), rank = 0;
    for (int i = 0; i < program->patterns && !rank; i++)
        if (holds_pattern(program, cards, program->pattern[i]))
            rank = (uint32_t)(program->patterns - i);
    return (rank << 24) + kicker + 1;
}

static uint32_t badugi(felt_cards cards)
{
    felt_card listed[FELT_CARDS];
    int count = list(highest(cards, FELT_EVAL_CARDS_MAX), listed);
    return count ? felt_eval(FELT_BADUGI, listed, count) + 1u : 0;
}

static uint32_t value_of(genome_program program, felt_cards cards)
{
    switch (program->evaluation[FELT_EVAL_METHOD]) {
    case FELT_EVAL_POKER: return poker(program, cards);
    case FELT_EVAL_HIGH_CARD: return high_card(program, cards);
    case FELT_EVAL_POINT_TOTAL: return point_total(program, cards);
    case FELT_EVAL_PATTERN: return by_pattern(program, cards);
    case FELT_EVAL_CARD_COUNT: return (uint32_t)felt_cards_count(cards) + 1;
    case FELT_EVAL_BADUGI: return badugi(cards);
    default: return 1;
    }
}

/* The best of the hand with at most `use` of the cards of the table: of those of a large one, which
 * a play phase may leave there, the TABLE_MAX highest. */
static uint32_t with_table(genome_program program, felt_cards hand, felt_cards table, int use,
                           bool low)
{
    uint32_t best = low ? UINT32_MAX : 0;
    table = highest(table, TABLE_MAX);
    for (felt_cards some = table;; some = (some - 1) & table) { /* all subsets */
        if (felt_cards_count(some) == use) {
            uint32_t value = value_of(program, hand | some);
            if (low ? value < best : value > best) best = value;
        }
        if (!some) return best;
    }
}

uint32_t felt_genome_value(const struct felt_genome_program *program,
                           const struct felt_genome_state *state, felt_seat seat)
{
    felt_cards hand = state->hand[seat], table = state->table;
    int use = program->evaluation[FELT_EVAL_COMMUNITY];
    bool low = program->evaluation[FELT_EVAL_LOW];
    uint32_t value;
    if (use > 0 && felt_cards_count(table) > use)
        value = with_table(program, hand, table, use, low);
    else
        value = value_of(program, use ? hand | table : hand);
    if (!low || value == 0) return value;
    return TOP > value ? TOP - value : 1;
}
