/* draw_hand.c -- triple draw, played by seats that keep what makes their hand low.
 *
 * draw_hand [SEED]
 *
 * Shows what a draw is to a program: a decision whose only option is FELT_DISCARD, with a bit for
 * each card of the own hand.
 *
 *     cc draw_hand.c $(pkg-config --cflags --libs felt) -o draw_hand */
#include <felt/felt.h>

#include <stdio.h>
#include <stdlib.h>

/* Throws away pairs and cards above the eight: what nobody wants in deuce to seven. */
static uint64_t useless(const felt_card *own, int count)
{
    uint64_t cards = 0;
    unsigned ranks = 0;
    for (int i = 0; i < count; i++) {
        int rank = felt_card_rank(own[i]);
        if (rank > FELT_EIGHT || ranks >> rank & 1) cards |= UINT64_C(1) << i;
        ranks |= 1u << rank;
    }
    return cards;
}

static struct felt_action choose(const struct felt_poker_rules *rules,
                                 const struct felt_poker *hand)
{
    struct felt_legal legal;
    felt_poker_legal(rules, hand, &legal);
    if (felt_legal_has(&legal, FELT_DISCARD)) {
        felt_card own[FELT_HOLE_MAX];
        int count = felt_poker_hole(rules, hand, felt_poker_actor(hand), own);
        return (struct felt_action){.kind = FELT_DISCARD, .cards = useless(own, count)};
    }
    return (struct felt_action){.kind =
                                    felt_legal_has(&legal, FELT_CHECK) ? FELT_CHECK : FELT_CALL};
}

static void print_hand(const struct felt_poker_rules *rules, const struct felt_poker *hand,
                       felt_seat seat)
{
    felt_card own[FELT_HOLE_MAX];
    felt_value value[2];
    char name[FELT_VALUE_NAME_BYTES];
    int count = felt_poker_hole(rules, hand, seat, own);
    struct felt_showdown showdown = felt_poker_showdown(rules, hand);
    felt_showdown_values(&showdown, own, count, NULL, 0, value);
    felt_showdown_name(&showdown, 0, value[0], name, sizeof name);
    printf("seat %d:", seat);
    for (int i = 0; i < count; i++) {
        char text[FELT_CARD_TEXT_BYTES];
        felt_card_write(own[i], text);
        printf(" %s", text);
    }
    printf("  %s\n", name);
}

int main(int argc, char **argv)
{
    static const felt_chips stacks[3] = {1000, 1000, 1000};
    struct felt_rng rng = felt_rng_make(argc > 1 ? strtoull(argv[1], NULL, 10) : 1);
    struct felt_complaint complaint;
    struct felt_poker_rules rules;
    struct felt_poker hand;
    if (felt_poker_rules_make("27-triple", FELT_FIXED_LIMIT, 10, &rules, &complaint) != FELT_OK) {
        fprintf(stderr, "%s\n", complaint.text);
        return 1;
    }
    struct felt_deal deal = felt_poker_deal_make(&rules, 3, stacks, 0);
    if (felt_poker_open(&rules, &deal, &hand, NULL) != FELT_OK) return 1;
    felt_poker_shuffle(&rules, &rng, &hand, NULL);
    for (felt_seat seat = 0; seat < 3; seat++) print_hand(&rules, &hand, seat);
    for (felt_seat seat; (seat = felt_poker_actor(&hand)) >= 0;) {
        struct felt_action action = choose(&rules, &hand);
        if (action.kind == FELT_DISCARD)
            printf("draw %d, seat %d: %d\n", hand.draws + 1, seat,
                   __builtin_popcountll(action.cards));
        if (felt_poker_apply(&rules, &hand, seat, action, NULL) != FELT_OK) return 1;
    }
    felt_chips won[FELT_SEATS_MAX];
    felt_poker_payoff(&hand, won);
    for (felt_seat seat = 0; seat < 3; seat++) {
        print_hand(&rules, &hand, seat);
        printf("        %+lld\n", (long long)won[seat]);
    }
    return 0;
}
