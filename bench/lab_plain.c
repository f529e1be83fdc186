/* lab_plain.c -- three games written by hand, for themselves alone (lab.h). */
#include "bench/lab.h"
#include "felt/eval.h"

#include <string.h>

enum { DECK = 52, TURNS_MAX = 1000, HANDS_MAX = 40, CHIPS = 500, BET = 10, RAISES = 3, EIGHT = 6 };

struct list {
    int count;
    uint8_t card[DECK];
};

static void add(struct list *list, uint8_t card)
{
    list->card[list->count++] = card;
}

static uint8_t take(struct list *list, int at)
{
    uint8_t card = list->card[at];
    list->count--;
    memmove(&list->card[at], &list->card[at + 1], (size_t)(list->count - at));
    return card;
}

static void shuffle(struct list *list, struct felt_rng *rng)
{
    for (int i = list->count - 1; i > 0; i--) {
        int j = (int)felt_rng_below(rng, (uint32_t)i + 1);
        uint8_t card = list->card[i];
        list->card[i] = list->card[j];
        list->card[j] = card;
    }
}

static struct list make_deck(struct felt_rng *rng)
{
    struct list deck = {0};
    for (int i = 0; i < DECK; i++) add(&deck, (uint8_t)i);
    shuffle(&deck, rng);
    return deck;
}

static void move_all(struct list *from, struct list *to)
{
    while (from->count) add(to, take(from, 0));
}

/* ---- War ---- */

static uint64_t play_war(struct felt_rng *rng, uint64_t *turns)
{
    struct list deck = make_deck(rng), hand[2] = {0}, pile = {0};
    int turn = 0;
    while (deck.count) add(&hand[deck.count % 2], take(&deck, deck.count - 1));
    for (; turn < TURNS_MAX && hand[0].count && hand[1].count; turn += 2) {
        uint8_t a = take(&hand[0], 0), b = take(&hand[1], 0);
        add(&pile, a);
        add(&pile, b);
        if (a / 4 != b / 4) {
            move_all(&pile, &hand[a / 4 > b / 4 ? 0 : 1]);
            continue;
        }
        for (int i = 0; i < 2; i++)
            if (hand[i].count) add(&pile, take(&hand[i], 0));
    }
    *turns += (uint64_t)turn;
    return (uint64_t)hand[0].count;
}

/* ---- Crazy Eights ---- */

static struct list playable(const struct list *hand, uint8_t top, int suit)
{
    struct list legal = {0};
    for (int i = 0; i < hand->count; i++) {
        uint8_t card = hand->card[i];
        if (card / 4 == EIGHT || card / 4 == top / 4 || card % 4 == suit) add(&legal, (uint8_t)i);
    }
    return legal;
}

/* False: there is nothing left to draw. */
static bool draw(struct list *deck, struct list *discards, struct list *hand, struct felt_rng *rng)
{
    if (deck->count == 0 && discards->count > 1) {
        uint8_t top = take(discards, discards->count - 1);
        move_all(discards, deck);
        shuffle(deck, rng);
        add(discards, top);
    }
    if (deck->count == 0) return false;
    add(hand, take(deck, deck->count - 1));
    return true;
}

static uint64_t play_eights(struct felt_rng *rng, uint64_t *turns)
{
    struct list deck = make_deck(rng), hand[2] = {0}, discards = {0}, legal;
    int actor = 0, turn = 0, passes = 0;
    for (int i = 0; i < 14; i++) add(&hand[i % 2], take(&deck, deck.count - 1));
    add(&discards, take(&deck, deck.count - 1));
    int suit = discards.card[0] % 4;
    for (; turn < TURNS_MAX && passes < 2; turn++) {
        uint8_t top = discards.card[discards.count - 1];
        legal = playable(&hand[actor], top, suit);
        while (legal.count == 0 && draw(&deck, &discards, &hand[actor], rng))
            legal = playable(&hand[actor], top, suit);
        passes = legal.count ? 0 : passes + 1;
        if (legal.count) {
            int at = legal.card[felt_rng_below(rng, (uint32_t)legal.count)];
            uint8_t card = take(&hand[actor], at);
            add(&discards, card);
            suit = card / 4 == EIGHT ? (int)felt_rng_below(rng, 4) : card % 4;
            turn += card / 4 == EIGHT; /* naming a suit is a move */
            if (hand[actor].count == 0) break;
        }
        actor = 1 - actor;
    }
    *turns += (uint64_t)turn;
    return (uint64_t)actor;
}

/* ---- poker: five cards, one betting round ---- */

enum { CHECK, RAISE, CALL, FOLD };

struct pot {
    int stack[2], bet[2], raises;
};

static int moves_of(const struct pot *pot, int actor, int move[3])
{
    int owed = pot->bet[1 - actor] - pot->bet[actor], count = 0;
    bool covered = pot->stack[1 - actor] > 0 && pot->stack[actor] >= owed + BET;
    move[count++] = owed ? CALL : CHECK;
    if (covered && pot->raises <= RAISES) move[count++] = RAISE;
    if (owed) move[count++] = FOLD;
    return count;
}

static void pay(struct pot *pot, int actor, int chips)
{
    if (chips > pot->stack[actor]) chips = pot->stack[actor];
    pot->stack[actor] -= chips;
    pot->bet[actor] += chips;
}

/* Whoever folds, or -1. */
static int bet_round(struct pot *pot, int actor, struct felt_rng *rng, uint64_t *turns)
{
    for (int acted = 0; acted < 2 || pot->bet[0] != pot->bet[1]; acted++, actor = 1 - actor) {
        int move[3], count = moves_of(pot, actor, move);
        int owed = pot->bet[1 - actor] - pot->bet[actor];
        int chosen = move[felt_rng_below(rng, (uint32_t)count)];
        ++*turns;
        if (chosen == FOLD) return actor;
        if (chosen == RAISE) pay(pot, actor, owed + BET), pot->raises++;
        if (chosen == CALL) {
            pay(pot, actor, owed);
            break;
        }
    }
    return -1;
}

static void show_down(const struct list *deck, struct pot *pot, int folded)
{
    int all = pot->bet[0] + pot->bet[1], winner = 1 - folded;
    if (folded < 0) {
        felt_value a = felt_eval(FELT_HIGH, &deck->card[0], 5);
        felt_value b = felt_eval(FELT_HIGH, &deck->card[5], 5);
        winner = a > b ? 0 : a < b ? 1 : -1;
    }
    for (int i = 0; i < 2; i++) {
        pot->stack[i] += winner == i ? all : winner < 0 ? all / 2 : 0;
        pot->bet[i] = 0;
    }
}

static uint64_t play_poker(struct felt_rng *rng, uint64_t *turns)
{
    struct pot pot = {.stack = {CHIPS, CHIPS}};
    for (int hand = 0; hand < HANDS_MAX && pot.stack[0] && pot.stack[1]; hand++) {
        struct list deck = make_deck(rng);
        pot.raises = 0;
        show_down(&deck, &pot, bet_round(&pot, hand % 2, rng, turns));
    }
    return (uint64_t)pot.stack[0];
}

uint64_t bench_lab_plain(enum bench_lab_plain game, uint64_t games, uint64_t *turns)
{
    uint64_t (*const play[])(struct felt_rng *, uint64_t *) = {[BENCH_PLAIN_WAR] = play_war,
                                                               [BENCH_PLAIN_EIGHTS] = play_eights,
                                                               [BENCH_PLAIN_POKER] = play_poker};
    struct felt_rng rng = felt_rng_make(52);
    uint64_t sum = 0;
    *turns = 0;
    for (uint64_t i = 0; i < games; i++) sum = 3 * sum + play[game](&rng, turns);
    return sum;
}
