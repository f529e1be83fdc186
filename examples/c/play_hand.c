/* play_hand.c -- plays a hand of hold'em through the library and tells what happens.
 *
 *     cc play_hand.c $(pkg-config --cflags --libs felt) -o play_hand
 *     ./play_hand
 *
 * A game has rules, which never change, and a state, which is a plain value.  Everything that
 * happens is an event; whoever wants to know gives the library a log to write them to. */
#include <felt/felt.h>

#include <stdio.h>
#include <string.h>

static void print_cards(const felt_card *cards, int count)
{
    for (int i = 0; i < count; i++) {
        char text[FELT_CARD_TEXT_BYTES];
        felt_card_write(cards[i], text);
        printf(" %s", text);
    }
}

/* Events as `seat` may know them: cards it may not see become "??". */
static void print_events(struct felt_event_log *log, felt_seat seat)
{
    for (uint32_t i = 0; i < log->count; i++) {
        struct felt_event event = felt_event_for(&log->event[i], seat);
        printf("  %s", felt_event_word(event.kind));
        if (event.seat >= 0) printf(" seat %d", event.seat);
        if (event.kind == FELT_EVENT_ACT) printf(" %s", felt_action_word(event.act));
        print_cards(event.cards, event.count);
        if (event.kind == FELT_EVENT_ACT && event.act == FELT_RAISE_TO)
            printf(" %lld", (long long)event.to);
        else if (event.amount && event.kind != FELT_EVENT_SHOW)
            printf(" %lld", (long long)event.amount);
        putchar('\n');
    }
    log->count = 0;
}

static void print_options(const struct felt_poker_rules *rules, const struct felt_poker *hand)
{
    struct felt_option option[FELT_OPTIONS_MAX];
    int count = felt_poker_options(rules, hand, option);
    printf("seat %d:", felt_poker_actor(hand));
    for (int i = 0; i < count; i++) {
        printf(" %s", felt_action_word(option[i].kind));
        if (option[i].max) printf(" %lld", (long long)option[i].min);
        if (option[i].max > option[i].min) printf("..%lld", (long long)option[i].max);
    }
    putchar('\n');
}

int main(void)
{
    /* From the top: a card to each seat, left of the button first, twice; then the board. */
    const char *text = "Qc As Qd Ah 2c 7d 9h Js 3s";
    const struct felt_action script[] = {
        {.kind = FELT_RAISE_TO, .amount = 300},
        {.kind = FELT_RAISE_TO, .amount = 20000},
        {.kind = FELT_RAISE_TO, .amount = 900},
        {.kind = FELT_CALL},
        {.kind = FELT_CHECK},
        {.kind = FELT_RAISE_TO, .amount = 1200},
        {.kind = FELT_RAISE_TO, .amount = 5100},
        {.kind = FELT_CALL},
    };
    const felt_chips stacks[2] = {10000, 6000};
    felt_card deck[9];
    int cards = 0;
    struct felt_complaint complaint;
    struct felt_poker_rules rules;
    if (felt_cards_read(text, strlen(text), 9, deck, &cards, &complaint) != FELT_OK ||
        felt_poker_rules_make("holdem", FELT_NO_LIMIT, 100, &rules, &complaint) != FELT_OK) {
        fprintf(stderr, "%s\n", complaint.text);
        return 1;
    }

    /* The usual blinds for these stacks.  Cards the deck does not name come from the generator. */
    struct felt_deal deal = felt_poker_deal_make(&rules, 2, stacks, 0);
    deal.deck = deck;
    deal.deck_count = cards;
    struct felt_event events[FELT_EVENTS_MAX];
    struct felt_event_log log = {events, 0, FELT_EVENTS_MAX};
    struct felt_rng rng = felt_rng_make(1);
    struct felt_poker hand;
    if (felt_poker_deal_verify(&rules, &deal, &complaint) != FELT_OK ||
        felt_poker_open(&rules, &deal, &hand, &log) != FELT_OK ||
        felt_poker_deal(&rules, &deal, &rng, &hand, &log) != FELT_OK) {
        fprintf(stderr, "%s\n", complaint.text);
        return 1;
    }
    print_events(&log, 0);

    int steps = (int)(sizeof script / sizeof script[0]);
    for (int i = 0; i < steps && felt_poker_actor(&hand) >= 0; i++) {
        felt_seat actor = felt_poker_actor(&hand);
        print_options(&rules, &hand);
        if (felt_poker_apply(&rules, &hand, actor, script[i], &log) != FELT_OK) {
            /* The second action of the script is one: nothing has changed. */
            (void)felt_poker_explain(&rules, &hand, actor, script[i], &complaint);
            printf("  refused: %s\n", complaint.text);
        }
        print_events(&log, 0);
    }

    felt_chips won[FELT_SEATS_MAX];
    felt_poker_payoff(&hand, won);
    for (int seat = 0; seat < 2; seat++)
        printf("seat %d has %lld (%+lld)\n", seat, (long long)hand.betting.stack[seat],
               (long long)won[seat]);
    return 0;
}
