/* genome_tricks_scene.h -- for the tests of tricks, comparisons, melds and playouts: genome_table.h
 * with parts of games that nobody proves, and moves in a line.  Include it behind cmocka.h.
 *
 * Hands are written from seat 0 on; what is left of the deck is the draw pile.  Moves are written
 * "0:Ah 1:flip": who is to move, and what. */
#ifndef FELT_TESTS_GENOME_TRICKS_SCENE_H
#define FELT_TESTS_GENOME_TRICKS_SCENE_H

#include "games/genome/parts.h"
#include "genome_table.h"

#include <stdlib.h>

/* One deal, and nothing on it yet; aces count one, pictures ten. */
static inline void clear_values(struct table *table)
{
    clear_table(table);
    for (int rank = 0; rank < FELT_RANKS; rank++)
        table->genome.values[rank] = (int16_t)(rank == FELT_ACE ? 1 : rank < 8 ? rank + 2 : 10);
}

static inline void add_suit_scoring(struct table *table, int rank, int suit, int points,
                                    enum felt_scoring_trigger trigger)
{
    add_scoring(table, rank, points, trigger);
    table->genome.scoring[table->genome.scorings - 1].gene[FELT_SCORING_SUIT] = suit;
}

static inline int move_of(const char *word)
{
    if (!strcmp(word, "flip")) return FELT_MOVE_FLIP;
    if (!strcmp(word, "knock")) return FELT_MOVE_KNOCK;
    if (!strcmp(word, "pass")) return FELT_MOVE_PASS;
    if (word[0] == '=') return atoi(word + 1);
    felt_card card;
    return cards_parse(word, &card, 1) == 1 ? card : -1;
}

static inline void play(struct table *table, const char *moves)
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
static inline void expect_cards(const struct table *table, const char *cards)
{
    struct felt_moves legal;
    felt_genome_moves(&table->program, &table->state, &legal);
    assert_int_equal(legal.items, set_of(cards));
    assert_int_equal(legal.others, 0);
}

/* M2, and a pile in order has the cards of its hand. */
static inline void expect_all_cards(const struct table *table)
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

/* Genes of one phase: tricks, a war, cards that are passed on before tricks. */
static inline int32_t *trick_table(struct table *table)
{
    clear_values(table);
    add_win(table, FELT_WIN_MOST_TRICKS);
    return add_phase(table, FELT_PHASE_TYPE_TRICK);
}

static inline int32_t *war_table(struct table *table)
{
    clear_values(table);
    add_win(table, FELT_WIN_CAPTURE_ALL);
    table->genome.setup.gene[FELT_SETUP_VISIBLE] = FELT_HAND_NOBODY;
    int32_t *gene = add_phase(table, FELT_PHASE_TYPE_COMPARE);
    gene[FELT_COMPARE_TAKES] = FELT_TAKES_HAND;
    gene[FELT_COMPARE_TIE] = FELT_COMPARE_BATTLE;
    return gene;
}

static inline int32_t *pass_table(struct table *table, int count, int direction)
{
    clear_values(table);
    add_win(table, FELT_WIN_MOST_TRICKS);
    int32_t *gene = add_phase(table, FELT_PHASE_TYPE_TRANSFER);
    gene[FELT_TRANSFER_COUNT] = count;
    gene[FELT_TRANSFER_DIRECTION] = direction;
    add_phase(table, FELT_PHASE_TYPE_TRICK);
    return gene;
}

#endif
