/* betting_phase_scene.h -- for the tests of the betting phase: a game of five cards, its moves and
 * chips.  Include it behind cmocka.h. */
#ifndef FELT_TESTS_BETTING_PHASE_SCENE_H
#define FELT_TESTS_BETTING_PHASE_SCENE_H

#include "felt/genome_play.h"
#include "support.h"

#include <string.h>

enum { CHIPS = 100, MIN_BET = 10, MAX_RAISES = 3, HAND_CARDS = 5 };

#define MAY(move) (1u << (FELT_MOVE_##move - FELT_MOVE_ITEMS))

/* A game of five cards, two betting phases and a showdown: when the first round is over, its pot
 * still lies there to be looked at. */
struct table {
    struct felt_genome genome;
    struct felt_genome_program program;
    struct felt_genome_state state;
    struct felt_event event[FELT_EVENTS_MAX];
    struct felt_event_log log; /* of the last move */
};

static inline struct felt_genome_phase *add_phase(struct felt_genome *genome,
                                                  enum felt_phase_type type)
{
    struct felt_genome_phase *phase = &genome->phase[genome->phases++];
    felt_phase_init(phase, type);
    return phase;
}

static inline void add_betting(struct felt_genome *genome, int min_bet, int max_raises)
{
    struct felt_genome_phase *phase = add_phase(genome, FELT_PHASE_TYPE_BETTING);
    phase->genes.gene[FELT_BET_MIN] = min_bet;
    phase->genes.gene[FELT_BET_RAISES] = max_raises;
}

static inline void make_genome(struct felt_genome *genome, int min_bet, int max_raises)
{
    felt_genome_init(genome);
    snprintf(genome->name, sizeof genome->name, "document");
    genome->players.gene[FELT_PLAYERS_MAX] = 4;
    genome->setup.gene[FELT_SETUP_CARDS] = HAND_CARDS;
    genome->setup.gene[FELT_SETUP_CHIPS] = CHIPS;
    genome->session.gene[FELT_SESSION_CYCLES] = 1;
    genome->evaluation.gene[FELT_EVAL_METHOD] = FELT_EVAL_POKER;
    add_betting(genome, min_bet, max_raises);
    add_betting(genome, min_bet, max_raises);
    felt_genes_init(&genome->win[0], FELT_SECTION_WIN);
    genome->win[0].gene[FELT_WIN_TYPE] = FELT_WIN_MOST_CHIPS;
    genome->wins = 1;
}

/* `hands` may be NULL: a random deal.  Else five cards for each seat. */
static inline void open_table_with(struct table *table, int seats, const felt_chips *stack,
                                   const char *const *hands)
{
    struct felt_deal deal = {.seats = (felt_seats)((1 << seats) - 1), .opener = 0};
    felt_card deck[FELT_CARDS];
    struct felt_genome_error error;
    if (felt_genome_verify(&table->genome, &error, 1))
        fail_msg("%s: %s", error.pointer, error.text);
    felt_genome_compile(&table->genome, seats, &table->program);
    memcpy(deal.stack, stack, (size_t)seats * sizeof *stack);
    if (hands) {
        for (int seat = 0; seat < seats; seat++) {
            felt_card hand[HAND_CARDS];
            assert_int_equal(cards_parse(hands[seat], hand, HAND_CARDS), HAND_CARDS);
            for (int i = 0; i < HAND_CARDS; i++) deck[i * seats + seat] = hand[i];
        }
        deal.deck = deck;
        deal.deck_count = HAND_CARDS * seats;
    }
    table->log = (struct felt_event_log){.event = table->event, .room = FELT_EVENTS_MAX};
    felt_genome_begin(&table->program, &deal, 1, &table->state, &table->log);
}

static inline void open_table(struct table *table, int seats, const felt_chips *stack)
{
    make_genome(&table->genome, MIN_BET, MAX_RAISES);
    open_table_with(table, seats, stack, NULL);
}

/* This seat is asked, and may do just that. */
static inline void expect_moves(const struct table *table, felt_seat seat, unsigned others)
{
    struct felt_moves moves;
    assert_int_equal(table->state.actor, seat);
    felt_genome_moves(&table->program, &table->state, &moves);
    assert_true(moves.items == 0);
    assert_int_equal(moves.others, others);
}

/* Seats that are not asked have no moves. */
static inline void expect_no_moves(const struct table *table, felt_seat seat)
{
    struct felt_view view;
    assert_int_not_equal(table->state.actor, seat);
    felt_genome_game.view(&table->program, &table->state, seat, &view);
    assert_int_equal(view.options, 0);
}

static inline void play(struct table *table, felt_seat seat, int move)
{
    struct felt_moves moves;
    assert_int_equal(table->state.actor, seat);
    felt_genome_moves(&table->program, &table->state, &moves);
    assert_true(felt_moves_has(&moves, move));
    table->log.count = 0;
    felt_genome_play(&table->program, &table->state, move, &table->log);
}

/* Chips that a seat won by the last move. */
static inline felt_chips won(const struct table *table, felt_seat seat)
{
    felt_chips sum = 0;
    for (uint32_t i = 0; i < table->log.count; i++)
        if (table->event[i].kind == FELT_EVENT_WIN && table->event[i].seat == seat)
            sum += table->event[i].amount;
    return sum;
}

static inline bool told(const struct table *table, enum felt_event_kind kind)
{
    for (uint32_t i = 0; i < table->log.count; i++)
        if (table->event[i].kind == kind) return true;
    return false;
}

static const felt_chips even[] = {CHIPS, CHIPS, CHIPS, CHIPS};

/* A bets in the first phase, everybody calls; all check in the second. */
static inline void play_called_bet(struct table *table, int seats)
{
    play(table, 0, FELT_MOVE_BET);
    for (int seat = 1; seat < seats; seat++) play(table, (felt_seat)seat, FELT_MOVE_CALL);
    for (int seat = 0; seat < seats; seat++) play(table, (felt_seat)seat, FELT_MOVE_CHECK);
}

static inline felt_chips chips_at(const struct table *table)
{
    felt_chips sum = table->state.betting.pot;
    for (int seat = 0; seat < table->program.seats; seat++) sum += table->state.betting.stack[seat];
    return sum;
}

static inline int random_move(const struct table *table, struct felt_rng *rng)
{
    struct felt_moves moves;
    felt_genome_moves(&table->program, &table->state, &moves);
    return felt_moves_pick(&moves, (int)felt_rng_below(rng, (uint32_t)felt_moves_count(&moves)));
}

#endif
