/* test_genome_tricks.c -- tricks, bids, comparisons, passed cards, melds and points of genomes, as
 * a card player would lay them out on a table.
 *
 * Hands are written from seat 0 on; what is left of the deck is the draw pile.  Moves are written
 * "0:Ah 1:flip": who is to move, and what. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "games/genome/parts.h"
#include "support.h"

#include <stdlib.h>
#include <string.h>

struct table {
    struct felt_genome genome;
    struct felt_genome_program program;
    struct felt_genome_state state;
    struct felt_event event[FELT_EVENTS_MAX];
    struct felt_event_log log;
};

/* ---- setting the table ---- */

static int32_t *add_phase(struct table *table, enum felt_phase_type type)
{
    struct felt_genome_phase *phase = &table->genome.phase[table->genome.phases++];
    felt_phase_init(phase, type);
    return phase->genes.gene;
}

static void add_win(struct table *table, enum felt_win_type type)
{
    struct felt_genes *win = &table->genome.win[table->genome.wins++];
    felt_genes_init(win, FELT_SECTION_WIN);
    win->gene[FELT_WIN_TYPE] = (int32_t)type;
}

static void add_scoring(struct table *table, int rank, int suit, int points,
                        enum felt_scoring_trigger trigger)
{
    struct felt_genes *scoring = &table->genome.scoring[table->genome.scorings++];
    felt_genes_init(scoring, FELT_SECTION_SCORING);
    scoring->gene[FELT_SCORING_RANK] = rank;
    scoring->gene[FELT_SCORING_SUIT] = suit;
    scoring->gene[FELT_SCORING_POINTS] = points;
    scoring->gene[FELT_SCORING_TRIGGER] = (int32_t)trigger;
}

/* One deal, and nothing on it yet. */
static void clear_table(struct table *table)
{
    memset(table, 0, sizeof *table);
    felt_genome_init(&table->genome);
    table->genome.session.gene[FELT_SESSION_MODE] = FELT_MODE_CONTINUOUS;
    table->log = (struct felt_event_log){.event = table->event, .room = FELT_EVENTS_MAX};
    for (int rank = 0; rank < FELT_RANKS; rank++)
        table->genome.values[rank] = (int16_t)(rank == FELT_ACE ? 1 : rank < 8 ? rank + 2 : 10);
}

/* Deals hands of the same size, then `more` cards from the top of the deck. */
static void deal(struct table *table, int seats, const char *const hands[], const char *more)
{
    felt_card hand[FELT_GENOME_SEATS_MAX][FELT_CARDS], deck[FELT_CARDS];
    int count = 0, size = 0;
    for (int seat = 0; seat < seats; seat++)
        size = cards_parse(hands[seat], hand[seat], FELT_CARDS);
    for (int i = 0; i < size; i++)
        for (int seat = 0; seat < seats; seat++) deck[count++] = hand[seat][i];
    if (more) count += cards_parse(more, deck + count, FELT_CARDS - count);
    table->genome.setup.gene[FELT_SETUP_CARDS] = size;
    felt_genome_compile(&table->genome, seats, &table->program);
    struct felt_deal from = {.seats = (felt_seats)((1u << seats) - 1),
                             .opener = FELT_SEAT_NONE,
                             .deck = deck,
                             .deck_count = count};
    for (int seat = 0; seat < seats; seat++) from.stack[seat] = table->program.starting_chips;
    felt_genome_begin(&table->program, &from, 1, &table->state, &table->log);
}
#define HANDS(...) ((const char *const[]){__VA_ARGS__})

/* ---- playing ---- */

static felt_cards set_of(const char *text)
{
    felt_card cards[FELT_CARDS];
    return felt_cards_from(cards, cards_parse(text, cards, FELT_CARDS));
}

static int move_of(const char *word)
{
    if (!strcmp(word, "flip")) return FELT_MOVE_FLIP;
    if (!strcmp(word, "knock")) return FELT_MOVE_KNOCK;
    if (!strcmp(word, "pass")) return FELT_MOVE_PASS;
    if (word[0] == '=') return atoi(word + 1);
    felt_card card;
    return cards_parse(word, &card, 1) == 1 ? card : -1;
}

static void play(struct table *table, const char *moves)
{
    char copy[256], *rest = copy;
    assert_true(strlen(moves) < sizeof copy);
    memcpy(copy, moves, strlen(moves) + 1);
    for (char *word; (word = strtok_r(rest, " ", &rest)) != NULL;) {
        struct felt_moves legal;
        int move = move_of(word + 2);
        if (table->state.actor != word[0] - '0')
            fail_msg("%s: it is the turn of seat %d", word, table->state.actor);
        felt_genome_moves(&table->program, &table->state, &legal);
        if (!felt_moves_has(&legal, move)) fail_msg("%s is not legal", word);
        table->log.count = 0;
        felt_genome_play(&table->program, &table->state, move, &table->log);
    }
}

/* The actor may play these cards and no others. */
static void expect_cards(const struct table *table, const char *cards)
{
    struct felt_moves legal;
    felt_genome_moves(&table->program, &table->state, &legal);
    assert_int_equal(legal.items, set_of(cards));
    assert_int_equal(legal.others, 0);
}

/* The last call told of so many events of a kind. */
static int told(const struct table *table, enum felt_event_kind kind)
{
    int count = 0;
    for (uint32_t i = 0; i < table->log.count; i++) count += table->event[i].kind == kind;
    return count;
}

/* M2, and a pile in order has the cards of its hand. */
static void expect_all_cards(const struct table *table)
{
    const struct felt_genome_state *state = &table->state;
    int count = 0;
    felt_cards all = state->table;
    for (int seat = 0; seat < table->program.seats; seat++) {
        felt_cards captured = table->program.queue ? 0 : state->pile.captured[seat];
        all |= state->hand[seat] | captured;
        count += felt_cards_count(state->hand[seat]) + felt_cards_count(captured);
        if (state->laid[seat] == FELT_CARD_NONE) continue;
        all |= felt_cards_of(state->laid[seat]);
        count++;
    }
    count += felt_cards_count(state->table);
    for (int i = 0; i < table->program.deck_count; i++) {
        if (i >= state->discards && i < state->deck_at) continue;
        all |= felt_cards_of(state->order[i]);
        count++;
    }
    assert_int_equal(count, table->program.deck_count);
    assert_int_equal(felt_cards_count(all), table->program.deck_count);
}

/* ---- tricks ---- */

static int32_t *trick_table(struct table *table)
{
    clear_table(table);
    add_win(table, FELT_WIN_MOST_TRICKS);
    return add_phase(table, FELT_PHASE_TYPE_TRICK);
}

static void trick_who_has_the_led_suit_must_follow(void **unused)
{
    (void)unused;
    struct table table;
    trick_table(&table);
    deal(&table, 3, HANDS("2c 9h Kd", "4c Ac Ks", "5h 6h 7s"), NULL);
    expect_cards(&table, "2c 9h Kd"); /* anything may be led */
    play(&table, "0:2c");
    expect_cards(&table, "4c Ac");
    play(&table, "1:4c");
    expect_cards(&table, "5h 6h 7s"); /* void */
}

static void trick_without_follow_any_card_will_do(void **unused)
{
    (void)unused;
    struct table table;
    trick_table(&table)[FELT_TRICK_FOLLOW] = 0;
    deal(&table, 2, HANDS("2c 9h", "4c Ks"), NULL);
    play(&table, "0:2c");
    expect_cards(&table, "4c Ks");
}

static void trick_highest_of_the_led_suit_wins_and_leads(void **unused)
{
    (void)unused;
    struct table table;
    trick_table(&table);
    deal(&table, 4, HANDS("9c 2h", "Tc 3h", "As 4h", "4c 5h"), NULL);
    play(&table, "0:9c 1:Tc 2:As 3:4c");
    assert_int_equal(table.state.actor, 1);
    assert_int_equal(table.state.leader, 1);
    assert_int_equal(table.state.by.count.tricks[1], 1);
    assert_int_equal(table.state.pile.captured[1], set_of("9c Tc As 4c"));
    assert_int_equal(told(&table, FELT_EVENT_PLAY), 1);
    assert_int_equal(told(&table, FELT_EVENT_TAKE), 1);
    expect_all_cards(&table);
    play(&table, "1:3h 2:4h 3:5h 0:2h");
    assert_int_equal(table.state.actor, FELT_SEAT_NONE);
    assert_int_equal(table.state.by.count.tricks[3], 1);
}

static void trick_trump_beats_the_ace_and_a_higher_trump_beats_it(void **unused)
{
    (void)unused;
    struct table table;
    trick_table(&table)[FELT_TRICK_TRUMP] = 1;
    table.genome.setup.gene[FELT_SETUP_TRUMP_MODE] = FELT_TRUMP_FIXED;
    table.genome.setup.gene[FELT_SETUP_TRUMP] = FELT_SPADES;
    deal(&table, 3, HANDS("Ac 2h", "2s 3h", "4s 5h"), NULL);
    play(&table, "0:Ac 1:2s 2:4s");
    assert_int_equal(table.state.by.count.tricks[2], 1);
}

static void trick_trump_suit_is_plain_if_the_phase_says_so(void **unused)
{
    (void)unused;
    struct table table;
    trick_table(&table);
    table.genome.setup.gene[FELT_SETUP_TRUMP_MODE] = FELT_TRUMP_FIXED;
    table.genome.setup.gene[FELT_SETUP_TRUMP] = FELT_SPADES;
    deal(&table, 2, HANDS("Ac 2h", "2s 3h"), NULL);
    play(&table, "0:Ac 1:2s");
    assert_int_equal(table.state.by.count.tricks[0], 1);
}

static void trick_lowest_card_wins_if_high_does_not(void **unused)
{
    (void)unused;
    struct table table;
    int32_t *gene = trick_table(&table);
    gene[FELT_TRICK_HIGH] = 0;
    deal(&table, 3, HANDS("9c 2h", "4c 3h", "2d 5h"), NULL);
    play(&table, "0:9c 1:4c 2:2d"); /* the deuce is of another suit */
    assert_int_equal(table.state.by.count.tricks[1], 1);
}

static void trick_low_ace_loses_to_the_deuce_and_wins_low_tricks(void **unused)
{
    (void)unused;
    struct table table;
    for (int high = 0; high < 2; high++) {
        trick_table(&table)[FELT_TRICK_HIGH] = high;
        table.genome.deck.gene[FELT_DECK_ACE] = FELT_ACE_LOW;
        deal(&table, 3, HANDS("Ac 2h", "2c 3h", "Kc 5h"), NULL);
        play(&table, "0:Ac 1:2c 2:Kc");
        assert_int_equal(table.state.by.count.tricks[high ? 2 : 0], 1);
    }
}

static void trick_hearts_are_not_led_before_one_was_thrown_off(void **unused)
{
    (void)unused;
    struct table table;
    trick_table(&table)[FELT_TRICK_BREAKING_SUIT] = FELT_HEARTS;
    deal(&table, 3, HANDS("Ac Kc 9h Qd", "4c 2h 3h 4h", "5c 6c 6h 7h"), NULL);
    expect_cards(&table, "Ac Kc Qd");
    play(&table, "0:Ac 1:4c 2:5c");
    expect_cards(&table, "Kc Qd");
    play(&table, "0:Kc 1:2h 2:6c"); /* broken */
    assert_true(table.state.flags & FELT_FLAG_BROKEN);
    expect_cards(&table, "9h Qd");
}

static void trick_who_has_nothing_but_hearts_may_lead_them(void **unused)
{
    (void)unused;
    struct table table;
    trick_table(&table)[FELT_TRICK_BREAKING_SUIT] = FELT_HEARTS;
    deal(&table, 2, HANDS("9h Qh", "4c 2h"), NULL);
    expect_cards(&table, "9h Qh");
}

static void trick_must_beat_asks_for_a_winning_card(void **unused)
{
    (void)unused;
    struct table table;
    int32_t *gene = trick_table(&table);
    gene[FELT_TRICK_MUST_BEAT] = gene[FELT_TRICK_TRUMP] = 1;
    table.genome.setup.gene[FELT_SETUP_TRUMP_MODE] = FELT_TRUMP_FIXED;
    table.genome.setup.gene[FELT_SETUP_TRUMP] = FELT_SPADES;
    deal(&table, 4, HANDS("9c 2d 3d 4d", "4c Jc Kc As", "2s 7s 2h 3h", "3s 8s 9s Th"), NULL);
    play(&table, "0:9c");
    expect_cards(&table, "Jc Kc"); /* follows, and heads it */
    play(&table, "1:Jc");
    expect_cards(&table, "2s 7s"); /* void: any trump wins */
    play(&table, "2:7s");
    expect_cards(&table, "8s 9s"); /* overtrumps */
}

static void trick_must_beat_leaves_all_cards_to_who_cannot(void **unused)
{
    (void)unused;
    struct table table;
    trick_table(&table)[FELT_TRICK_MUST_BEAT] = 1;
    deal(&table, 2, HANDS("Ac 2d", "4c Jc"), NULL);
    play(&table, "0:Ac");
    expect_cards(&table, "4c Jc");
    int32_t *gene = trick_table(&table);
    gene[FELT_TRICK_MUST_BEAT] = 1;
    gene[FELT_TRICK_HIGH] = 0;
    deal(&table, 2, HANDS("9c 2d", "4c Jc"), NULL);
    play(&table, "0:9c");
    expect_cards(&table, "4c"); /* the lowest wins */
}

static void trick_seat_without_cards_is_left_out(void **unused)
{
    (void)unused;
    struct table table;
    trick_table(&table);
    deal(&table, 3, HANDS("9c 2d", "4c 3d", "Tc 4d"), NULL);
    table.state.hand[1] = 0;
    play(&table, "0:9c 2:Tc 2:4d 0:2d");
    assert_int_equal(table.state.by.count.tricks[2], 2);
    assert_int_equal(table.state.actor, FELT_SEAT_NONE);
}

static void trick_folded_seat_takes_no_part(void **unused)
{
    (void)unused;
    struct table table;
    trick_table(&table);
    deal(&table, 3, HANDS("9c 2d", "Ac 3d", "Tc 4d"), NULL);
    table.state.betting.turn.live = 5;
    play(&table, "0:9c 2:Tc");
    assert_int_equal(table.state.by.count.tricks[2], 1);
    assert_int_equal(table.state.hand[1], set_of("Ac 3d"));
}

static void trick_goes_the_other_way_when_play_is_reversed(void **unused)
{
    (void)unused;
    struct table table;
    trick_table(&table);
    deal(&table, 3, HANDS("9c 2d", "Ac 3d", "Tc 4d"), NULL);
    table.state.flags |= FELT_FLAG_REVERSED;
    play(&table, "0:9c 2:Tc 1:Ac");
    assert_int_equal(table.state.actor, 1);
}

static void trick_count_ends_the_phase_and_the_winner_leads_the_next_one(void **unused)
{
    (void)unused;
    struct table table;
    trick_table(&table)[FELT_TRICK_COUNT] = 1;
    add_phase(&table, FELT_PHASE_TYPE_SCORE)[FELT_SCORE_ZONE] = FELT_ZONE_OF_TRICKS;
    deal(&table, 3, HANDS("9c 2d 2h", "Ac 3d 3h", "Tc 4d 4h"), NULL);
    play(&table, "0:9c 1:Ac 2:Tc");
    assert_int_equal(table.state.score[1], 1);
    assert_int_equal(table.state.cycle, 1);
    play(&table, "1:3d 2:4d 0:2d");
    assert_int_equal(table.state.score[1], 2); /* tricks of the hand so far */
    assert_int_equal(table.state.score[2], 1);
}

static void trick_cards_score_for_who_wins_them(void **unused)
{
    (void)unused;
    struct table table;
    trick_table(&table);
    add_scoring(&table, FELT_GENE_NONE, FELT_HEARTS, 1, FELT_SCORE_TRICK_WIN);
    add_scoring(&table, FELT_QUEEN, FELT_SPADES, 13, FELT_SCORE_TRICK_WIN);
    deal(&table, 4, HANDS("9c 2d", "Ac 3d", "Qs 4d", "5h 6d"), NULL);
    play(&table, "0:9c 1:Ac 2:Qs 3:5h");
    assert_int_equal(table.state.score[1], 14);
    assert_int_equal(told(&table, FELT_EVENT_SCORE), 1);
}

static void trick_holder_of_the_opening_card_leads_it(void **unused)
{
    (void)unused;
    struct table table;
    int32_t *gene = trick_table(&table);
    gene[FELT_TRICK_OPENING_RANK] = FELT_DEUCE;
    gene[FELT_TRICK_OPENING_SUIT] = FELT_CLUBS;
    deal(&table, 3, HANDS("9c 3d", "Ac 4d", "2c 5d"), NULL);
    assert_int_equal(table.state.shown, set_of("2c")); /* everybody knows now who has it */
    assert_int_equal(table.state.actor, 2);
    expect_cards(&table, "2c");
    play(&table, "2:2c 0:9c 1:Ac");
    expect_cards(&table, "4d");
    trick_table(&table);
    deal(&table, 3, HANDS("9c 3d", "Ac 4d", "2c 5d"), NULL);
    assert_int_equal(table.state.actor, 0);
}

static void trick_deuce_is_the_highest_card_where_it_stands_above_the_ace(void **unused)
{
    (void)unused;
    struct table table;
    for (int high = 0; high < 2; high++) {
        trick_table(&table)[FELT_TRICK_HIGH] = high;
        table.genome.deck.gene[FELT_DECK_ACE] = FELT_ACE_UNDER_DEUCE;
        deal(&table, 3, HANDS("Ac 2h", "2c 3h", "Kc 5h"), NULL);
        play(&table, "0:Ac 1:2c 2:Kc");
        assert_int_equal(table.state.by.count.tricks[high ? 1 : 2], 1);
    }
}

/* ---- bids and contracts ---- */

static int32_t *bid_table(struct table *table)
{
    clear_table(table);
    add_win(table, FELT_WIN_HIGH_SCORE);
    int32_t *gene = add_phase(table, FELT_PHASE_TYPE_BIDDING);
    add_phase(table, FELT_PHASE_TYPE_TRICK);
    return gene;
}

static void bid_numbers_go_up_to_the_cards_held(void **unused)
{
    (void)unused;
    struct table table;
    struct felt_moves moves;
    int32_t *gene = bid_table(&table);
    deal(&table, 2, HANDS("9c 2d 4h", "Ac 3d 5h"), NULL);
    felt_genome_moves(&table.program, &table.state, &moves);
    assert_int_equal(moves.items, 0xe); /* 1 2 3 */
    gene = bid_table(&table);
    gene[FELT_BID_MAX] = 2;
    gene[FELT_BID_NIL] = 50;
    deal(&table, 2, HANDS("9c 2d 4h", "Ac 3d 5h"), NULL);
    felt_genome_moves(&table.program, &table.state, &moves);
    assert_int_equal(moves.items, 0x7); /* nil 1 2 */
}

static void bid_contract_made_with_overtricks_and_failed(void **unused)
{
    (void)unused;
    struct table table;
    bid_table(&table);
    deal(&table, 2, HANDS("9c 2d 4h", "Ac 3d 3h"), NULL);
    play(&table, "0:=2 1:=1");
    assert_int_equal(told(&table, FELT_EVENT_SAY), 1);
    play(&table, "0:9c 1:Ac 1:3d 0:2d 1:3h 0:4h");
    assert_int_equal(table.state.actor, FELT_SEAT_NONE);
    assert_int_equal(table.state.score[0], -20);    /* one of two */
    assert_int_equal(table.state.score[1], 10 + 1); /* two of one */
    assert_int_equal(table.state.winners, 2);
}

static void bid_nil_is_a_bid_of_its_own(void **unused)
{
    (void)unused;
    struct table table;
    bid_table(&table)[FELT_BID_NIL] = 50;
    deal(&table, 3, HANDS("9c 2d", "Ac 3d", "4c 5h"), NULL);
    struct felt_genome_state *state = &table.state;
    play(&table, "0:=0 1:=0");
    state->by.count.tricks[1] = 1;
    felt_contracts_score(&table.program, state, NULL);
    assert_int_equal(state->score[0], 50);
    assert_int_equal(state->score[1], -50);
    assert_int_equal(state->score[2], 0); /* has not bid */
}

static void bid_of_partners_is_one_contract(void **unused)
{
    (void)unused;
    struct table table;
    bid_table(&table)[FELT_BID_NIL] = 50;
    for (int seat = 0; seat < 4; seat++) table.genome.teams[seat] = (uint8_t)(1 + seat % 2);
    deal(&table, 4, HANDS("9c 2d 4h", "Ac 3d 5h", "4c 5d 6h", "6c 7d 8h"), NULL);
    struct felt_genome_state *state = &table.state;
    play(&table, "0:=1 1:=0 2:=2 3:=2");
    state->by.count.tricks[0] = 3; /* 3 of 1 + 2, by one of them: made */
    state->by.count.tricks[1] = 1; /* nil fails, but helps the partner to 2 */
    state->by.count.tricks[3] = 1;
    felt_contracts_score(&table.program, state, NULL);
    assert_int_equal(state->score[0], 30);
    assert_int_equal(state->score[2], 30);
    assert_int_equal(state->score[1], 20 - 50);
    assert_int_equal(state->score[3], 20 - 50);
}

static void bid_is_made_once_in_a_hand(void **unused)
{
    (void)unused;
    struct table table;
    bid_table(&table);
    table.genome.phase[1].genes.gene[FELT_TRICK_COUNT] = 1;
    deal(&table, 2, HANDS("9c 2d", "Ac 3d"), NULL);
    play(&table, "0:=1 1:=1 0:9c 1:Ac 1:3d 0:2d");
    assert_int_equal(table.state.actor, FELT_SEAT_NONE);
}

/* ---- comparisons ---- */

static int32_t *war_table(struct table *table)
{
    clear_table(table);
    add_win(table, FELT_WIN_CAPTURE_ALL);
    table->genome.setup.gene[FELT_SETUP_VISIBLE] = FELT_HAND_NOBODY;
    int32_t *gene = add_phase(table, FELT_PHASE_TYPE_COMPARE);
    gene[FELT_COMPARE_TAKES] = FELT_TAKES_HAND;
    gene[FELT_COMPARE_TIE] = FELT_COMPARE_BATTLE;
    return gene;
}

/* The pile of a seat, from its top. */
static void expect_pile(const struct table *table, felt_seat seat, const char *text)
{
    felt_card want[FELT_CARDS];
    int count = cards_parse(text, want, FELT_CARDS);
    uint8_t card = table->state.by.queue.top[seat];
    assert_int_equal(table->state.hand[seat], set_of(text));
    for (int i = 0; i < count; i++) {
        assert_int_equal(card, want[i]);
        card = table->state.next[card];
    }
    if (count) assert_int_equal(table->state.by.queue.bottom[seat], want[count - 1]);
}

static void war_higher_card_takes_both_under_the_pile(void **unused)
{
    (void)unused;
    struct table table;
    struct felt_moves moves;
    war_table(&table);
    deal(&table, 2, HANDS("9c 2d 4h", "8c 3d 5h"), NULL);
    felt_genome_moves(&table.program, &table.state, &moves);
    assert_int_equal(felt_moves_count(&moves), 1);
    play(&table, "0:flip 1:flip");
    expect_pile(&table, 0, "2d 4h 9c 8c"); /* his own first */
    expect_pile(&table, 1, "3d 5h");
    assert_int_equal(told(&table, FELT_EVENT_TAKE), 1);
    play(&table, "0:flip 1:flip");
    expect_pile(&table, 1, "5h 3d 2d");
    expect_all_cards(&table);
}

static void war_lower_card_takes_if_low_wins(void **unused)
{
    (void)unused;
    struct table table;
    war_table(&table)[FELT_COMPARE_WINNER] = FELT_COMPARE_LOW;
    deal(&table, 2, HANDS("9c 2d", "8c 3d"), NULL);
    play(&table, "0:flip 1:flip");
    expect_pile(&table, 1, "3d 8c 9c");
}

static void war_battle_is_fought_with_cards_face_down(void **unused)
{
    (void)unused;
    struct table table;
    war_table(&table);
    deal(&table, 2, HANDS("9c 2d 4h 6c", "9d 3d 5h 6d"), NULL);
    play(&table, "0:flip 1:flip");
    assert_int_equal(told(&table, FELT_EVENT_PLAY), 3); /* the nine, and one each face down */
    assert_int_equal(table.event[1].cards_to, 0);
    assert_int_equal(table.state.carried, 4);
    expect_all_cards(&table);
    play(&table, "0:flip 1:flip"); /* 4 against 5 */
    expect_pile(&table, 0, "6c");
    expect_pile(&table, 1, "6d 5h 4h 3d 2d 9d 9c");
    assert_int_equal(table.state.carried, 0);
    expect_all_cards(&table);
}

static void war_battle_after_battle_goes_on(void **unused)
{
    (void)unused;
    struct table table;
    war_table(&table)[FELT_COMPARE_DOWN] = 0;
    deal(&table, 2, HANDS("9c 8c 7c 2c", "9d 8d 6d 2d"), NULL);
    play(&table, "0:flip 1:flip 0:flip 1:flip 0:flip 1:flip");
    expect_pile(&table, 0, "2c 7c 6d 8d 8c 9d 9c");
}

static void war_who_runs_out_in_a_battle_has_lost(void **unused)
{
    (void)unused;
    struct table table;
    war_table(&table);
    deal(&table, 2, HANDS("9c 2d", "9d 3d"), NULL);
    felt_genome_push(&table.state, 0, felt_card_make(FELT_FOUR, FELT_CLUBS)); /* one more */
    play(&table, "0:flip 1:flip");
    assert_int_equal(table.state.actor, FELT_SEAT_NONE);
    assert_int_equal(table.state.winners, 1);
    expect_pile(&table, 0, "4c 3d 2d 9d 9c");
}

static void war_both_run_out_and_nobody_wins(void **unused)
{
    (void)unused;
    struct table table;
    war_table(&table);
    deal(&table, 2, HANDS("9c 2d", "9d 3d"), NULL);
    play(&table, "0:flip 1:flip");
    assert_int_equal(table.state.actor, FELT_SEAT_NONE);
    assert_int_equal(table.state.winners, 0);
    expect_all_cards(&table);
}

static void war_of_three_takes_clockwise_and_only_the_tied_fight(void **unused)
{
    (void)unused;
    struct table table;
    war_table(&table);
    deal(&table, 3, HANDS("9c 2d 4h 6c", "Td 3d 5h 6d", "8d 4d 5s 6h"), NULL);
    play(&table, "0:flip 1:flip 2:flip");
    expect_pile(&table, 1, "3d 5h 6d Td 8d 9c");
    war_table(&table);
    deal(&table, 3, HANDS("9c 2d 4h 6c", "Td 3d 5h 6d", "Tc 4d 5s 6h"), NULL);
    play(&table, "0:flip 1:flip 2:flip");
    assert_int_equal(table.state.carried, 3 + 2);
    play(&table, "1:flip 2:flip"); /* five against five, and then they have no cards left */
    assert_int_equal(table.state.carried, 0);
    assert_int_equal(table.state.winners, 1);
    expect_pile(&table, 0, "2d 4h 6c");
    expect_all_cards(&table);
}

static void compare_carried_cards_go_to_the_next_winner(void **unused)
{
    (void)unused;
    struct table table;
    clear_table(&table);
    add_win(&table, FELT_WIN_MOST_CAPTURED);
    add_phase(&table, FELT_PHASE_TYPE_COMPARE)[FELT_COMPARE_REVEAL] = FELT_REVEAL_CHOOSE;
    add_scoring(&table, FELT_KING, FELT_GENE_NONE, 3, FELT_SCORE_CAPTURE);
    deal(&table, 2, HANDS("Kc 2d 4h", "Kd 3d 5h"), NULL);
    play(&table, "0:Kc 1:Kd");
    assert_int_equal(table.state.carried, 2);
    play(&table, "0:4h 1:3d");
    assert_int_equal(table.state.pile.captured[0], set_of("Kc Kd 4h 3d"));
    assert_int_equal(table.state.score[0], 6);
    assert_int_equal(table.state.carried, 0);
    play(&table, "0:2d 1:5h");
    assert_int_equal(table.state.actor, FELT_SEAT_NONE);
    assert_int_equal(table.state.winners, 1);
}

static void compare_split_cards_are_nobodys(void **unused)
{
    (void)unused;
    struct table table;
    clear_table(&table);
    add_win(&table, FELT_WIN_MOST_CAPTURED);
    int32_t *gene = add_phase(&table, FELT_PHASE_TYPE_COMPARE);
    gene[FELT_COMPARE_REVEAL] = FELT_REVEAL_CHOOSE;
    gene[FELT_COMPARE_TIE] = FELT_COMPARE_SPLIT;
    deal(&table, 2, HANDS("Kc 2d", "Kd 3d"), NULL);
    play(&table, "0:Kc 1:Kd 0:2d 1:3d");
    assert_int_equal(table.state.pile.captured[0], 0);
    assert_int_equal(table.state.pile.captured[1], set_of("2d 3d"));
    expect_all_cards(&table);
}

static void compare_chosen_cards_lie_face_down_until_all_have_chosen(void **unused)
{
    (void)unused;
    struct table table;
    clear_table(&table);
    add_win(&table, FELT_WIN_MOST_CAPTURED);
    add_phase(&table, FELT_PHASE_TYPE_COMPARE)[FELT_COMPARE_REVEAL] = FELT_REVEAL_CHOOSE;
    deal(&table, 2, HANDS("Kc 2d", "Qd 3d"), NULL);
    expect_cards(&table, "Kc 2d");
    play(&table, "0:Kc");
    assert_int_equal(table.log.count, 1);
    assert_int_equal(table.event[0].cards_to, 1);
    assert_int_equal(table.state.chosen, set_of("Kc"));
    play(&table, "1:Qd");
    assert_int_equal(table.state.chosen, 0);
    assert_int_equal(told(&table, FELT_EVENT_SHOW), 2);
}

static void compare_winner_takes_cards_into_the_hand_for_all_to_see(void **unused)
{
    (void)unused;
    struct table table;
    clear_table(&table);
    add_win(&table, FELT_WIN_EMPTY_HAND);
    int32_t *gene = add_phase(&table, FELT_PHASE_TYPE_COMPARE);
    gene[FELT_COMPARE_REVEAL] = FELT_REVEAL_CHOOSE;
    gene[FELT_COMPARE_TAKES] = FELT_TAKES_HAND;
    deal(&table, 2, HANDS("Kc 2d", "Qd 3d"), NULL);
    play(&table, "0:Kc 1:Qd");
    assert_int_equal(table.state.hand[0], set_of("Kc Qd 2d"));
    assert_int_equal(table.state.shown, set_of("Kc Qd"));
    play(&table, "0:2d 1:3d");
    assert_int_equal(table.state.shown, set_of("Kc Qd 2d 3d"));
}

static void compare_top_of_a_hand_is_a_random_card_of_it(void **unused)
{
    (void)unused;
    struct table table;
    clear_table(&table);
    add_win(&table, FELT_WIN_MOST_CAPTURED);
    add_phase(&table, FELT_PHASE_TYPE_COMPARE);
    deal(&table, 2, HANDS("Kc 2d 4c", "Qd 3d 4d"), NULL);
    play(&table, "0:flip 1:flip 0:flip 1:flip 0:flip 1:flip");
    assert_int_equal(table.state.actor, FELT_SEAT_NONE);
    expect_all_cards(&table);
}

static void compare_prize_is_the_lowest_card_of_the_table(void **unused)
{
    (void)unused;
    struct table table;
    clear_table(&table);
    add_win(&table, FELT_WIN_HIGH_SCORE);
    table.genome.setup.gene[FELT_SETUP_COMMUNITY] = 3;
    int32_t *gene = add_phase(&table, FELT_PHASE_TYPE_COMPARE);
    gene[FELT_COMPARE_REVEAL] = FELT_REVEAL_CHOOSE;
    gene[FELT_COMPARE_TAKES] = FELT_TAKES_POINTS;
    gene[FELT_COMPARE_POINTS] = 2;
    deal(&table, 2, HANDS("Kc 2d 4c 6c 7c", "Kd 3d 4d 5d 8d"), "5c 9h 7s");
    play(&table, "0:2d 1:3d");
    assert_int_equal(table.state.score[1], 5);
    assert_int_equal(table.state.pile.captured[1], set_of("5c"));
    play(&table, "0:Kc 1:Kd"); /* the seven waits */
    assert_int_equal(table.state.carried, 1);
    play(&table, "0:6c 1:5d");
    assert_int_equal(table.state.score[0], 7 + 9);
    assert_int_equal(table.state.table, 0);
    play(&table, "0:4c 1:4d"); /* points of the gene now, two times */
    play(&table, "0:7c 1:8d");
    assert_int_equal(table.state.score[1], 5 + 4);
    expect_all_cards(&table);
}

static int32_t *pot_table(struct table *table)
{
    clear_table(table);
    add_win(table, FELT_WIN_MOST_CHIPS);
    table->genome.setup.gene[FELT_SETUP_CHIPS] = 100;
    add_phase(table, FELT_PHASE_TYPE_ANTE)[FELT_ANTE_AMOUNT] = 5;
    int32_t *gene = add_phase(table, FELT_PHASE_TYPE_COMPARE);
    gene[FELT_COMPARE_REVEAL] = FELT_REVEAL_CHOOSE;
    gene[FELT_COMPARE_TAKES] = FELT_TAKES_POT;
    return gene;
}

static void compare_winner_takes_the_pot_or_the_tied_share_it(void **unused)
{
    (void)unused;
    struct table table;
    pot_table(&table)[FELT_COMPARE_TIE] = FELT_COMPARE_SPLIT;
    deal(&table, 3, HANDS("Kc 2d", "Kd 3d", "Qh 2c"), NULL);
    play(&table, "0:2d 1:3d 2:2c");
    assert_int_equal(table.state.betting.stack[1], 110 - 5); /* the next ante is paid */
    play(&table, "0:Kc 1:Kd 2:Qh");
    assert_int_equal(table.state.betting.stack[0], 90 + 8); /* odd chip: from the start seat */
    assert_int_equal(table.state.betting.stack[1], 105 + 7);
    assert_int_equal(table.state.betting.stack[2], 90);
}

static void compare_pot_stays_on_the_table_when_it_is_carried(void **unused)
{
    (void)unused;
    struct table table;
    pot_table(&table);
    deal(&table, 3, HANDS("Kc 2d", "Kd 3d", "Qh 2c"), NULL);
    play(&table, "0:Kc 1:Kd 2:Qh");
    assert_int_equal(table.state.betting.pot, 30);
    play(&table, "0:2d 1:3d 2:2c");
    assert_int_equal(table.state.betting.stack[1], 120);
}

/* ---- passing cards ---- */

static int32_t *pass_table(struct table *table, int count, int direction)
{
    clear_table(table);
    add_win(table, FELT_WIN_MOST_TRICKS);
    int32_t *gene = add_phase(table, FELT_PHASE_TYPE_TRANSFER);
    gene[FELT_TRANSFER_COUNT] = count;
    gene[FELT_TRANSFER_DIRECTION] = direction;
    add_phase(table, FELT_PHASE_TYPE_TRICK);
    return gene;
}

static void transfer_nobody_gets_cards_before_all_have_chosen(void **unused)
{
    (void)unused;
    struct table table;
    pass_table(&table, 2, FELT_LEFT);
    deal(&table, 3, HANDS("2c 3c 4c 5c", "2d 3d 4d 5d", "2h 3h 4h 5h"), NULL);
    expect_cards(&table, "2c 3c 4c"); /* a higher one must be left */
    play(&table, "0:3c");
    expect_cards(&table, "4c 5c");
    play(&table, "0:5c");
    assert_int_equal(table.log.count, 0); /* nobody is told */
    expect_cards(&table, "2d 3d 4d");
    play(&table, "1:2d 1:3d 2:4h");
    assert_int_equal(table.state.hand[1], set_of("4d 5d"));
    expect_all_cards(&table);
    play(&table, "2:5h");
    assert_int_equal(table.state.hand[0], set_of("2c 4c 4h 5h"));
    assert_int_equal(table.state.hand[1], set_of("3c 5c 4d 5d"));
    assert_int_equal(table.state.hand[2], set_of("2d 3d 2h 3h"));
    assert_int_equal(table.state.chosen, 0);
    assert_int_equal(told(&table, FELT_EVENT_GIVE), 3);
    assert_int_equal(table.event[0].seat, 0);
    assert_int_equal(table.event[0].to, 1);
    assert_int_equal(table.event[0].cards_to, 3); /* giver and receiver */
    expect_all_cards(&table);
}

static void transfer_right_and_across(void **unused)
{
    (void)unused;
    struct table table;
    pass_table(&table, 1, FELT_RIGHT);
    deal(&table, 3, HANDS("2c 3c", "2d 3d", "2h 3h"), NULL);
    play(&table, "0:2c 1:2d 2:2h");
    assert_int_equal(table.state.hand[2], set_of("2c 3h"));
    pass_table(&table, 1, FELT_ACROSS);
    deal(&table, 4, HANDS("2c 3c", "2d 3d", "2h 3h", "2s 3s"), NULL);
    play(&table, "0:2c 1:2d 2:2h 3:2s");
    assert_int_equal(table.state.hand[2], set_of("2c 3h"));
    assert_int_equal(table.state.hand[3], set_of("2d 3s"));
}

static void transfer_short_hand_goes_as_it_is_and_folded_seats_are_passed_over(void **unused)
{
    (void)unused;
    struct table table;
    pass_table(&table, 2, FELT_LEFT);
    deal(&table, 3, HANDS("2c 3c 4c", "2d 3d 4d", "2h 3h 4h"), NULL);
    table.state.betting.turn.live = 5;
    table.state.hand[2] = set_of("2h");
    table.state.shown = set_of("2c 2h");
    play(&table, "0:3c 0:4c");
    assert_int_equal(table.state.hand[0], set_of("2c 2h"));
    assert_int_equal(table.state.hand[2], set_of("3c 4c"));
    assert_int_equal(table.state.shown, 0); /* nobody can tell any more */
}

static void transfer_that_rotates_goes_left_right_across_and_not_at_all(void **unused)
{
    (void)unused;
    static const struct {
        int seats, hand, receiver; /* -1: nobody passes */
    } rows[] = {{4, 0, 1}, {4, 1, 3}, {4, 2, 2},  {4, 3, -1}, {4, 4, 1},
                {3, 0, 1}, {3, 1, 2}, {3, 2, -1}, {3, 3, 1}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct table table;
        pass_table(&table, 1, FELT_PASS_ROTATES);
        deal(&table, rows[i].seats, HANDS("2c 3c", "2d 3d", "2h 3h", "2s 3s"), NULL);
        table.state.hands = (uint8_t)rows[i].hand;
        if (rows[i].receiver < 0) {
            assert_int_equal(felt_phase_transfer_enter(&table.program, &table.state, NULL),
                             FLOW_NEXT);
            continue;
        }
        play(&table, "0:2c 1:2d 2:2h");
        if (rows[i].seats == 4) play(&table, "3:2s");
        assert_true(table.state.hand[rows[i].receiver] & set_of("2c"));
    }
}

/* ---- melds ---- */

static int32_t *gin_table(struct table *table, int ace)
{
    clear_table(table);
    add_win(table, FELT_WIN_HIGH_SCORE);
    add_phase(table, FELT_PHASE_TYPE_DISCARD);
    int32_t *gene = add_phase(table, FELT_PHASE_TYPE_MELD);
    table->genome.deck.gene[FELT_DECK_ACE] = ace;
    return gene;
}

static void meld_deadwood_of_known_hands(void **unused)
{
    (void)unused;
    static const struct {
        const char *hand;
        int ace, deadwood;
    } rows[] = {
        {"2c 5d 9h Ks", FELT_ACE_LOW, 26},
        {"7c 7d 7h Ks", FELT_ACE_LOW, 10},
        {"7c 7d 7h 7s 8s 9s", FELT_ACE_LOW, 0},    /* three sevens, and a run */
        {"7c 7d 7h 8h 9h", FELT_ACE_LOW, 14},      /* the run is worth more */
        {"7c 7d 7h 8h 9h Th 6h", FELT_ACE_LOW, 6}, /* the whole run leaves 14 */
        {"4s 5s 6s 7s 8s 9s", FELT_ACE_LOW, 0},
        {"Ac 2c 3c", FELT_ACE_LOW, 0},
        {"Ac Kc Qc", FELT_ACE_LOW, 21},
        {"Ac Kc Qc", FELT_ACE_HIGH, 0},
        {"Ac 2c 3c", FELT_ACE_HIGH, 6},
        {"Ac 2c 3c", FELT_ACE_BOTH, 0},
        {"Ac 2c 3c Kc Qc", FELT_ACE_BOTH, 5}, /* with king and queen */
        {"Kc Ac 2c", FELT_ACE_BOTH, 13},      /* not round the corner */
        {"", FELT_ACE_LOW, 0},
        {"3c 3d 3h 4c 4d 4h 5c 5d 5h", FELT_ACE_LOW, 0},
        {"3c 3d 3h 3s 4c 4d 4h 4s 5c 5d 5h 5s 6c", FELT_ACE_LOW, 0},
    };
    struct table table;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        gin_table(&table, rows[i].ace);
        felt_genome_compile(&table.genome, 2, &table.program);
        int deadwood =
            felt_meld_deadwood(&table.program, &table.program.step[1], set_of(rows[i].hand));
        if (deadwood != rows[i].deadwood)
            fail_msg("%s: %d, not %d", rows[i].hand, deadwood, rows[i].deadwood);
    }
}

/* Every set and run there is in a hand, and then every choice of them. */
struct melds {
    felt_cards meld[4096];
    int points[4096], count;
};

static void add_runs(const struct felt_genome_program *program, felt_cards hand, int ace,
                     int min_run, struct melds *out)
{
    int ranks[FELT_RANKS + 1], count = 0;
    if (ace != FELT_ACE_HIGH) ranks[count++] = FELT_ACE;
    for (int rank = 0; rank < FELT_ACE; rank++)
        if (felt_cards_from(program->deck, program->deck_count) & felt_cards_of_rank(rank))
            ranks[count++] = rank;
    if (ace != FELT_ACE_LOW) ranks[count++] = FELT_ACE;
    for (int suit = 0; suit < FELT_SUITS; suit++)
        for (int from = 0; from < count; from++) {
            felt_cards run = 0;
            for (int to = from; to < count; to++) {
                felt_cards card = felt_cards_of(felt_card_make(ranks[to], suit));
                if (!(hand & card) || run & card) break;
                run |= card;
                if (to - from + 1 >= min_run) out->meld[out->count++] = run;
            }
        }
}

static void add_sets(felt_cards hand, int min_set, struct melds *out)
{
    for (int rank = 0; rank < FELT_RANKS; rank++)
        for (unsigned some = 1; some < 16; some++) {
            felt_cards set = (felt_cards)some << (4 * rank);
            if (__builtin_popcount(some) >= min_set && (hand & set) == set)
                out->meld[out->count++] = set;
        }
}

static int most_melded(const struct melds *melds, int at, felt_cards used)
{
    int most = 0;
    for (; at < melds->count; at++) {
        if (melds->meld[at] & used) continue;
        int here = melds->points[at] + most_melded(melds, at + 1, used | melds->meld[at]);
        if (here > most) most = here;
    }
    return most;
}

static int slow_points(const struct felt_genome_program *program, felt_cards cards)
{
    int points = 0;
    while (cards) points += program->value[felt_card_rank(felt_cards_take(&cards))];
    return points;
}

static void meld_deadwood_is_that_of_the_best_of_all_arrangements(void **unused)
{
    (void)unused;
    static struct melds melds;
    struct felt_rng rng = felt_rng_make(11);
    struct table table;
    for (int i = 0; i < (test_is_quick() ? 4000 : 40000); i++) {
        int ace = (int)felt_rng_below(&rng, 3), size = 4 + (int)felt_rng_below(&rng, 8);
        int32_t *gene = gin_table(&table, ace);
        gene[FELT_MELD_MIN_SET] = 3 + i % 2;
        gene[FELT_MELD_MIN_RUN] = 3 + i / 2 % 3;
        table.genome.deck.gene[FELT_DECK_KIND] = (int32_t)felt_rng_below(&rng, 4);
        felt_genome_compile(&table.genome, 2, &table.program);
        /* Some neighbouring ranks, so that there is something to meld. */
        felt_cards from = 0;
        for (int k = 0, first = (int)felt_rng_below(&rng, 13); k < 5; k++)
            from |= felt_cards_of_rank((first + k) % FELT_RANKS);
        from &= felt_cards_from(table.program.deck, table.program.deck_count);
        if (felt_cards_count(from) < size) continue;
        felt_card cards[16];
        cards_deal(&rng, from, size, cards);
        felt_cards hand = felt_cards_from(cards, size);
        melds.count = 0;
        add_sets(hand, gene[FELT_MELD_MIN_SET], &melds);
        add_runs(&table.program, hand, ace, gene[FELT_MELD_MIN_RUN], &melds);
        for (int k = 0; k < melds.count; k++)
            melds.points[k] = slow_points(&table.program, melds.meld[k]);
        int want = slow_points(&table.program, hand) - most_melded(&melds, 0, 0);
        int have = felt_meld_deadwood(&table.program, &table.program.step[1], hand);
        char text[CARDS_TEXT_BYTES];
        if (have != want)
            fail_msg("%s ace %d: %d, not %d", cards_show(cards, size, text), ace, have, want);
    }
}

static void meld_whole_deck_is_arranged(void **unused)
{
    (void)unused;
    struct table table;
    for (int min_run = 3; min_run <= 5; min_run++) {
        gin_table(&table, FELT_ACE_BOTH)[FELT_MELD_MIN_RUN] = min_run;
        felt_genome_compile(&table.genome, 2, &table.program);
        assert_int_equal(felt_meld_deadwood(&table.program, &table.program.step[1], FELT_CARDS_ALL),
                         0);
    }
}

static void meld_knock_is_offered_up_to_the_limit_only(void **unused)
{
    (void)unused;
    struct table table;
    gin_table(&table, FELT_ACE_LOW);
    deal(&table, 2, HANDS("7c 7d 7h 9s 2d Kc", "2c 3c 4c Jd Kd Qd"), NULL);
    play(&table, "0:Kc"); /* eleven */
    assert_int_equal(table.state.actor, 1);
    gin_table(&table, FELT_ACE_LOW);
    deal(&table, 2, HANDS("7c 7d 7h 9s Ad Kc", "2c 3c 4c Jd Kd Qd"), NULL);
    play(&table, "0:Kc 0:pass"); /* ten */
    assert_int_equal(table.state.actor, 1);
}

static void meld_knocker_scores_the_difference(void **unused)
{
    (void)unused;
    struct table table;
    gin_table(&table, FELT_ACE_LOW);
    deal(&table, 2, HANDS("7c 7d 7h 5s Kc", "2c 3c 9c Td Kd"), NULL);
    play(&table, "0:Kc");
    struct felt_moves moves;
    felt_genome_moves(&table.program, &table.state, &moves);
    assert_int_equal(felt_moves_count(&moves), 2);
    play(&table, "0:knock");
    assert_int_equal(table.state.actor, FELT_SEAT_NONE);
    assert_int_equal(told(&table, FELT_EVENT_SAY), 1);
    assert_int_equal(told(&table, FELT_EVENT_SHOW), 2);
    assert_int_equal(table.state.score[0], 34 - 5);
    assert_int_equal(table.state.winners, 1);
}

static void meld_gin_has_a_bonus_and_cannot_be_undercut(void **unused)
{
    (void)unused;
    struct table table;
    gin_table(&table, FELT_ACE_LOW);
    deal(&table, 3, HANDS("7c 7d 7h Kc", "2c 3c 4c 5c", "9c Td Kd 2h"), NULL);
    play(&table, "0:Kc 0:knock");
    assert_int_equal(table.state.score[0], 25 + 0 + 31);
    assert_int_equal(table.state.score[1], 0);
}

static void meld_knocker_is_undercut_by_as_little_deadwood(void **unused)
{
    (void)unused;
    struct table table;
    gin_table(&table, FELT_ACE_LOW);
    deal(&table, 3, HANDS("7c 7d 7h 8s Kc", "2c 3c 4c 5d 2d", "9c 9d 9h 8d Kh"), NULL);
    table.state.hand[1] = set_of("2c 3c 4c 5d");
    table.state.hand[2] = set_of("9c 9d 9h 8d");
    play(&table, "0:Kc 0:knock");
    assert_int_equal(table.state.score[0], 0);
    assert_int_equal(table.state.score[1], 8 - 5 + 10);
    assert_int_equal(table.state.score[2], 0 + 10);
}

static void meld_cards_in_melds_score_set_complete(void **unused)
{
    (void)unused;
    struct table table;
    gin_table(&table, FELT_ACE_LOW);
    add_scoring(&table, FELT_SEVEN, FELT_GENE_NONE, 2, FELT_SCORE_SET_COMPLETE);
    add_scoring(&table, FELT_FIVE, FELT_GENE_NONE, 50, FELT_SCORE_SET_COMPLETE);
    deal(&table, 2, HANDS("7c 7d 7h 5s Kc", "2c 3c 9c Td Kd"), NULL);
    play(&table, "0:Kc 0:knock");
    assert_int_equal(table.state.score[0], 34 - 5 + 6);
}

static void meld_pass_says_nothing(void **unused)
{
    (void)unused;
    struct table table;
    gin_table(&table, FELT_ACE_LOW);
    deal(&table, 2, HANDS("7c 7d 7h 5s Kc", "2c 3c 9c Td Kd"), NULL);
    play(&table, "0:Kc 0:pass");
    assert_int_equal(table.log.count, 0);
    assert_int_equal(table.state.actor, 1);
}

/* ---- points ---- */

static void score_zone(int zone, int who, const int want[3])
{
    struct table table;
    clear_table(&table);
    add_win(&table, FELT_WIN_HIGH_SCORE);
    add_phase(&table, FELT_PHASE_TYPE_TRICK)[FELT_TRICK_COUNT] = 2;
    int32_t *gene = add_phase(&table, FELT_PHASE_TYPE_SCORE);
    gene[FELT_SCORE_ZONE] = zone;
    gene[FELT_SCORE_WHO] = who;
    add_scoring(&table, FELT_KING, FELT_GENE_NONE, 5, FELT_SCORE_HAND_END);
    deal(&table, 3, HANDS("9c 2d Kh", "Ac 3d 3h", "Tc 4d Ks"), NULL);
    play(&table, "0:9c 1:Ac 2:Tc 1:3d 2:4d 0:2d");
    for (int seat = 0; seat < 3; seat++) assert_int_equal(table.state.score[seat], want[seat]);
}

static void score_of_hands_captures_and_tricks(void **unused)
{
    (void)unused;
    score_zone(FELT_ZONE_OF_HAND, 0, (const int[]){5, 0, 5});
    score_zone(FELT_ZONE_OF_HAND, 1, (const int[]){5, 0, 0});
    score_zone(FELT_ZONE_OF_CAPTURED, 0, (const int[]){0, 0, 0}); /* three cards each: none */
    score_zone(FELT_ZONE_OF_TRICKS, 0, (const int[]){0, 1, 1});
}

static void score_for_the_most_captured_cards(void **unused)
{
    (void)unused;
    struct table table;
    clear_table(&table);
    add_win(&table, FELT_WIN_HIGH_SCORE);
    add_phase(&table, FELT_PHASE_TYPE_TRICK)[FELT_TRICK_COUNT] = 1;
    add_phase(&table, FELT_PHASE_TYPE_SCORE)[FELT_SCORE_ZONE] = FELT_ZONE_OF_CAPTURED;
    deal(&table, 2, HANDS("9c 2d", "Ac 3d"), NULL);
    play(&table, "0:9c 1:Ac");
    assert_int_equal(table.state.score[1], 1);
}

static void score_of_tricks_beyond_the_book_goes_to_both_partners(void **unused)
{
    (void)unused;
    struct table table;
    clear_table(&table);
    add_win(&table, FELT_WIN_HIGH_SCORE);
    add_phase(&table, FELT_PHASE_TYPE_TRICK)[FELT_TRICK_COUNT] = 2;
    int32_t *gene = add_phase(&table, FELT_PHASE_TYPE_SCORE);
    gene[FELT_SCORE_ZONE] = FELT_ZONE_OF_TRICKS;
    gene[FELT_SCORE_BEYOND] = 1;
    for (int seat = 0; seat < 4; seat++) table.genome.teams[seat] = (uint8_t)(1 + seat % 2);
    deal(&table, 4, HANDS("9c 2d 2h", "Ac 3d 3h", "Tc 4d 4h", "3c 5d 5h"), NULL);
    play(&table, "0:9c 1:Ac 2:Tc 3:3c 1:3d 2:4d 3:5d 0:2d"); /* one each of 1 and 3 */
    assert_int_equal(table.state.score[1], 1);
    assert_int_equal(table.state.score[3], 1);
    assert_int_equal(table.state.score[0], 0);
}

static void score_of_captured_cards_of_one_suit(void **unused)
{
    (void)unused;
    struct table table;
    clear_table(&table);
    add_win(&table, FELT_WIN_HIGH_SCORE);
    add_phase(&table, FELT_PHASE_TYPE_TRICK)[FELT_TRICK_COUNT] = 2;
    int32_t *gene = add_phase(&table, FELT_PHASE_TYPE_SCORE);
    gene[FELT_SCORE_ZONE] = FELT_ZONE_OF_CAPTURED;
    gene[FELT_SCORE_SUIT] = FELT_DIAMONDS;
    deal(&table, 2, HANDS("9c 4d 2h", "Ac 3d 3h"), NULL);
    play(&table, "0:9c 1:Ac 1:3d 0:4d");
    assert_int_equal(table.state.score[0], 1);
    assert_int_equal(table.state.score[1], 0);
}

/* ---- playouts ---- */

static void expect_same(const struct table *table, const struct felt_genome_state *a,
                        const struct felt_genome_state *b)
{
    for (int seat = 0; seat < table->program.seats; seat++) {
        assert_int_equal(a->hand[seat], b->hand[seat]);
        assert_int_equal(a->score[seat], b->score[seat]);
        assert_int_equal(a->laid[seat], b->laid[seat]);
        assert_int_equal(a->betting.stack[seat], b->betting.stack[seat]);
        assert_int_equal(a->by.count.tricks[seat], b->by.count.tricks[seat]);
        assert_int_equal(a->by.count.bid[seat], b->by.count.bid[seat]);
        if (!table->program.queue) assert_int_equal(a->pile.captured[seat], b->pile.captured[seat]);
    }
    for (uint8_t card = a->by.queue.top[0]; table->program.queue && card != FELT_CARD_NONE;) {
        assert_int_equal(a->next[card], b->next[card]);
        card = card == a->by.queue.bottom[0] ? (uint8_t)FELT_CARD_NONE : a->next[card];
    }
    assert_memory_equal(a->order, b->order, a->discards);
    assert_int_equal(a->discards, b->discards);
    assert_int_equal(a->table, b->table);
    assert_int_equal(a->shown, b->shown);
    assert_int_equal(a->chance, b->chance);
    assert_int_equal(a->turns, b->turns);
    assert_int_equal(a->hands, b->hands);
    assert_int_equal(a->cycle, b->cycle);
    assert_int_equal(a->actor, b->actor);
    assert_int_equal(a->leader, b->leader);
    assert_int_equal(a->asked, b->asked);
    assert_int_equal(a->sub, b->sub);
    assert_int_equal(a->flags, b->flags);
    assert_int_equal(a->carried, b->carried);
    assert_int_equal(a->winners, b->winners);
}

static void move_by_move(const struct felt_genome_program *program, struct felt_genome_state *state,
                         struct felt_rng *rng, int moves, bool hand_only)
{
    for (int hands = state->hands; moves > 0 && state->actor >= 0; moves--) {
        struct felt_moves legal;
        if (hand_only && state->hands != hands) return;
        felt_genome_moves(program, state, &legal);
        int among = felt_moves_count(&legal);
        int n = among > 1 ? (int)felt_rng_below(rng, (uint32_t)among) : 0;
        felt_genome_play(program, state, felt_moves_pick(&legal, n), NULL);
    }
}

/* Some number of moves one by one, then the rest both ways. */
static void expect_same_playouts(struct table *table, int seats, struct felt_rng *rng)
{
    struct felt_rng one = felt_rng_make(felt_rng_next(rng)), other;
    felt_genome_compile(&table->genome, seats, &table->program);
    felt_genome_begin(&table->program, NULL, felt_rng_next(rng), &table->state, NULL);
    move_by_move(&table->program, &table->state, &one, (int)felt_rng_below(rng, 40), false);
    bool hand_only = felt_rng_below(rng, 2);
    struct felt_genome_state copy = table->state;
    unsigned before = copy.turns;
    other = one;
    move_by_move(&table->program, &table->state, &one, INT32_MAX, hand_only);
    assert_int_equal(felt_genome_playout(&table->program, &copy, &other, hand_only),
                     table->state.turns - before);
    expect_same(table, &table->state, &copy);
    expect_all_cards(table);
    assert_int_equal(felt_rng_next(&one), felt_rng_next(&other)); /* as many numbers were used */
}

static void any_gene(int32_t *gene, struct felt_rng *rng, int below)
{
    *gene = (int32_t)felt_rng_below(rng, (uint32_t)below);
}

static void playout_of_tricks_is_the_game_move_by_move(void **unused)
{
    (void)unused;
    struct felt_rng rng = felt_rng_make(5);
    struct table table;
    for (int i = 0; i < (test_is_quick() ? 500 : 4000); i++) {
        int32_t *gene = trick_table(&table), seats;
        if (i % 3 == 0) {
            pass_table(&table, 1 + (int)felt_rng_below(&rng, 5), (int)felt_rng_below(&rng, 4));
            gene = table.genome.phase[1].genes.gene;
        }
        for (int k = 0; k <= FELT_TRICK_HIGH; k++) any_gene(&gene[k], &rng, 2);
        gene[FELT_TRICK_FOLLOW] |= i & 1;
        gene[FELT_TRICK_BREAKING_SUIT] = (int32_t)felt_rng_below(&rng, 5) - 1;
        gene[FELT_TRICK_MUST_BEAT] = felt_rng_below(&rng, 4) == 0;
        if (felt_rng_below(&rng, 3) == 0) any_gene(&gene[FELT_TRICK_COUNT], &rng, 5);
        if (felt_rng_below(&rng, 3) == 0) {
            gene[FELT_TRICK_OPENING_RANK] = FELT_DEUCE;
            gene[FELT_TRICK_OPENING_SUIT] = FELT_CLUBS;
        }
        any_gene(&table.genome.deck.gene[FELT_DECK_ACE], &rng, 4);
        any_gene(&table.genome.setup.gene[FELT_SETUP_TRUMP_MODE], &rng, 4);
        any_gene(&table.genome.setup.gene[FELT_SETUP_TRUMP], &rng, 4);
        any_gene(&table.genome.session.gene[FELT_SESSION_MODE], &rng, 2);
        table.genome.session.gene[FELT_SESSION_HANDS] = 3;
        table.genome.session.gene[FELT_SESSION_TURNS] = 10 + (int32_t)felt_rng_below(&rng, 200);
        add_scoring(&table, FELT_GENE_NONE, FELT_HEARTS, 1, FELT_SCORE_TRICK_WIN);
        seats = 2 + (int32_t)felt_rng_below(&rng, 5);
        table.genome.setup.gene[FELT_SETUP_CARDS] = 1 + (int32_t)felt_rng_below(&rng, 8);
        any_gene(&table.genome.setup.gene[FELT_SETUP_DEAL_ALL], &rng, 2);
        expect_same_playouts(&table, seats, &rng);
    }
}

static void playout_of_comparisons_is_the_game_move_by_move(void **unused)
{
    (void)unused;
    struct felt_rng rng = felt_rng_make(6);
    struct table table;
    for (int i = 0; i < (test_is_quick() ? 200 : 1500); i++) {
        int32_t *gene = war_table(&table);
        any_gene(&gene[FELT_COMPARE_WINNER], &rng, 2);
        any_gene(&gene[FELT_COMPARE_DOWN], &rng, 5);
        if (i % 3 == 0) any_gene(&gene[FELT_COMPARE_TAKES], &rng, FELT_TAKES_DISCARD + 1);
        if (i % 3 == 0) any_gene(&gene[FELT_COMPARE_TIE], &rng, FELT_COMPARE_BATTLE + 1);
        if (i % 5 == 0) {
            any_gene(&gene[FELT_COMPARE_REVEAL], &rng, 2);
            table.genome.setup.gene[FELT_SETUP_VISIBLE] = FELT_HAND_OWNER;
        }
        any_gene(&table.genome.deck.gene[FELT_DECK_ACE], &rng, 4);
        any_gene(&table.genome.session.gene[FELT_SESSION_MODE], &rng, 2);
        if (i % 7 == 0) any_gene(&table.genome.session.gene[FELT_SESSION_CYCLES], &rng, 30);
        table.genome.session.gene[FELT_SESSION_TURNS] = 10 + (int32_t)felt_rng_below(&rng, 600);
        table.genome.setup.gene[FELT_SETUP_CARDS] = 1 + (int32_t)felt_rng_below(&rng, 8);
        any_gene(&table.genome.setup.gene[FELT_SETUP_DEAL_ALL], &rng, 2);
        expect_same_playouts(&table, 2 + (i % 4 == 0) + (i % 16 == 0), &rng);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(trick_who_has_the_led_suit_must_follow),
        cmocka_unit_test(trick_without_follow_any_card_will_do),
        cmocka_unit_test(trick_highest_of_the_led_suit_wins_and_leads),
        cmocka_unit_test(trick_trump_beats_the_ace_and_a_higher_trump_beats_it),
        cmocka_unit_test(trick_trump_suit_is_plain_if_the_phase_says_so),
        cmocka_unit_test(trick_lowest_card_wins_if_high_does_not),
        cmocka_unit_test(trick_low_ace_loses_to_the_deuce_and_wins_low_tricks),
        cmocka_unit_test(trick_hearts_are_not_led_before_one_was_thrown_off),
        cmocka_unit_test(trick_who_has_nothing_but_hearts_may_lead_them),
        cmocka_unit_test(trick_must_beat_asks_for_a_winning_card),
        cmocka_unit_test(trick_must_beat_leaves_all_cards_to_who_cannot),
        cmocka_unit_test(trick_seat_without_cards_is_left_out),
        cmocka_unit_test(trick_folded_seat_takes_no_part),
        cmocka_unit_test(trick_goes_the_other_way_when_play_is_reversed),
        cmocka_unit_test(trick_count_ends_the_phase_and_the_winner_leads_the_next_one),
        cmocka_unit_test(trick_cards_score_for_who_wins_them),
        cmocka_unit_test(trick_holder_of_the_opening_card_leads_it),
        cmocka_unit_test(trick_deuce_is_the_highest_card_where_it_stands_above_the_ace),
        cmocka_unit_test(bid_numbers_go_up_to_the_cards_held),
        cmocka_unit_test(bid_contract_made_with_overtricks_and_failed),
        cmocka_unit_test(bid_nil_is_a_bid_of_its_own),
        cmocka_unit_test(bid_of_partners_is_one_contract),
        cmocka_unit_test(bid_is_made_once_in_a_hand),
        cmocka_unit_test(war_higher_card_takes_both_under_the_pile),
        cmocka_unit_test(war_lower_card_takes_if_low_wins),
        cmocka_unit_test(war_battle_is_fought_with_cards_face_down),
        cmocka_unit_test(war_battle_after_battle_goes_on),
        cmocka_unit_test(war_who_runs_out_in_a_battle_has_lost),
        cmocka_unit_test(war_both_run_out_and_nobody_wins),
        cmocka_unit_test(war_of_three_takes_clockwise_and_only_the_tied_fight),
        cmocka_unit_test(compare_carried_cards_go_to_the_next_winner),
        cmocka_unit_test(compare_split_cards_are_nobodys),
        cmocka_unit_test(compare_chosen_cards_lie_face_down_until_all_have_chosen),
        cmocka_unit_test(compare_winner_takes_cards_into_the_hand_for_all_to_see),
        cmocka_unit_test(compare_top_of_a_hand_is_a_random_card_of_it),
        cmocka_unit_test(compare_prize_is_the_lowest_card_of_the_table),
        cmocka_unit_test(compare_winner_takes_the_pot_or_the_tied_share_it),
        cmocka_unit_test(compare_pot_stays_on_the_table_when_it_is_carried),
        cmocka_unit_test(transfer_nobody_gets_cards_before_all_have_chosen),
        cmocka_unit_test(transfer_right_and_across),
        cmocka_unit_test(transfer_short_hand_goes_as_it_is_and_folded_seats_are_passed_over),
        cmocka_unit_test(transfer_that_rotates_goes_left_right_across_and_not_at_all),
        cmocka_unit_test(meld_deadwood_of_known_hands),
        cmocka_unit_test(meld_deadwood_is_that_of_the_best_of_all_arrangements),
        cmocka_unit_test(meld_whole_deck_is_arranged),
        cmocka_unit_test(meld_knock_is_offered_up_to_the_limit_only),
        cmocka_unit_test(meld_knocker_scores_the_difference),
        cmocka_unit_test(meld_gin_has_a_bonus_and_cannot_be_undercut),
        cmocka_unit_test(meld_knocker_is_undercut_by_as_little_deadwood),
        cmocka_unit_test(meld_cards_in_melds_score_set_complete),
        cmocka_unit_test(meld_pass_says_nothing),
        cmocka_unit_test(score_of_hands_captures_and_tricks),
        cmocka_unit_test(score_for_the_most_captured_cards),
        cmocka_unit_test(score_of_tricks_beyond_the_book_goes_to_both_partners),
        cmocka_unit_test(score_of_captured_cards_of_one_suit),
        cmocka_unit_test(playout_of_tricks_is_the_game_move_by_move),
        cmocka_unit_test(playout_of_comparisons_is_the_game_move_by_move),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
