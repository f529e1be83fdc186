/* genome_table.h -- for the tests of phases: a genome put together gene by gene, hands as a player
 * would lay them out, and moves in words.  Include it behind cmocka.h.
 *
 * Hands are written from seat 0 on and are of one size; the cards behind them come next from the
 * deck, first those that are laid out face up.  A move is "0 play 7h": the seat, and the words of
 * felt_genome_move_text(). */
#ifndef FELT_TESTS_GENOME_TABLE_H
#define FELT_TESTS_GENOME_TABLE_H

#include "felt/genome_play.h"
#include "support.h"

#include <string.h>

struct table {
    struct felt_genome genome;
    struct felt_genome_program program;
    struct felt_genome_state state;
    struct felt_event event[FELT_EVENTS_MAX];
    struct felt_event_log log; /* of the last call */
};

/* ---- the genome ---- */

/* One deal, no phases. */
static inline void clear_table(struct table *table)
{
    memset(table, 0, sizeof *table);
    felt_genome_init(&table->genome);
    table->genome.players.gene[FELT_PLAYERS_MAX] = FELT_GENOME_SEATS_MAX;
    table->genome.session.gene[FELT_SESSION_MODE] = FELT_MODE_CONTINUOUS;
    table->log = (struct felt_event_log){.event = table->event, .room = FELT_EVENTS_MAX};
}

static inline int32_t *add_phase(struct table *table, enum felt_phase_type type)
{
    struct felt_genome_phase *phase = &table->genome.phase[table->genome.phases++];
    felt_phase_init(phase, type);
    return phase->genes.gene;
}

static inline int32_t *add_win(struct table *table, enum felt_win_type type)
{
    struct felt_genes *win = &table->genome.win[table->genome.wins++];
    felt_genes_init(win, FELT_SECTION_WIN);
    win->gene[FELT_WIN_TYPE] = (int32_t)type;
    return win->gene;
}

static inline void add_scoring(struct table *table, int rank, int points,
                               enum felt_scoring_trigger trigger)
{
    struct felt_genes *scoring = &table->genome.scoring[table->genome.scorings++];
    felt_genes_init(scoring, FELT_SECTION_SCORING);
    scoring->gene[FELT_SCORING_RANK] = rank;
    scoring->gene[FELT_SCORING_POINTS] = points;
    scoring->gene[FELT_SCORING_TRIGGER] = (int32_t)trigger;
}

static inline void add_effect(struct table *table, int rank, enum felt_effect_type type,
                              enum felt_effect_target target, int value)
{
    struct felt_genes *effect = &table->genome.effect[table->genome.effects++];
    felt_genes_init(effect, FELT_SECTION_EFFECT);
    effect->gene[FELT_EFFECT_RANK] = rank;
    effect->gene[FELT_EFFECT_TYPE] = (int32_t)type;
    effect->gene[FELT_EFFECT_TARGET] = (int32_t)target;
    effect->gene[FELT_EFFECT_VALUE] = value;
}

/* valid_play_condition of the last phase: any of these tests of the reference card will do. */
static inline void add_valid(struct table *table, enum felt_ref ref, enum felt_test first,
                             enum felt_test second)
{
    struct felt_expr *valid = &table->genome.phase[table->genome.phases - 1].valid;
    enum felt_test tests[2] = {first, second};
    for (int i = 0; i < 2; i++)
        valid->node[i] = (struct felt_expr_node){
            .op = FELT_EXPR_TEST, .test = (uint8_t)tests[i], .ref = (uint8_t)ref};
    valid->node[2] = (struct felt_expr_node){.op = FELT_EXPR_OR, .args = 2};
    valid->count = 3;
}

/* ---- cards ---- */

static inline felt_cards set_of(const char *text)
{
    felt_card cards[FELT_CARDS];
    return felt_cards_from(cards, cards_parse(text, cards, FELT_CARDS));
}

#define HANDS(...) ((const char *const[]){__VA_ARGS__})

/* Of a genome that nobody proves: a part of a game is enough. */
static inline void deal_unproved(struct table *table, int seats, const char *const hands[],
                                 const char *more)
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

static inline void deal(struct table *table, int seats, const char *const hands[], const char *more)
{
    felt_card hand[FELT_CARDS];
    struct felt_genome_error error;
    table->genome.setup.gene[FELT_SETUP_CARDS] = cards_parse(hands[0], hand, FELT_CARDS);
    if (table->genome.players.gene[FELT_PLAYERS_MAX] > seats)
        table->genome.players.gene[FELT_PLAYERS_MAX] = seats;
    if (felt_genome_verify(&table->genome, &error, 1))
        fail_msg("%s: %s", error.pointer, error.text);
    deal_unproved(table, seats, hands, more);
}

/* M2, and M1. */
static inline void expect_conserved(const struct table *table)
{
    const struct felt_genome_state *state = &table->state;
    uint8_t seen[FELT_CARDS] = {0};
    felt_chips chips = state->betting.pot;
    for (int seat = 0; seat < table->program.seats; seat++) {
        felt_cards captured = state->pile.captured[seat], hand = state->hand[seat];
        while (hand) seen[felt_cards_take(&hand)]++;
        while (captured) seen[felt_cards_take(&captured)]++;
        if (state->laid[seat] != FELT_CARD_NONE) seen[state->laid[seat]]++;
        chips += state->betting.stack[seat];
    }
    for (felt_cards left = state->table; left;) seen[felt_cards_take(&left)]++;
    for (int i = 0; i < table->program.deck_count; i++)
        if (i < state->discards || i >= state->deck_at) seen[state->order[i]]++;
    for (int i = 0; i < table->program.deck_count; i++)
        assert_int_equal(seen[table->program.deck[i]], 1);
    assert_int_equal(chips, table->program.seats * table->program.starting_chips);
}

static inline void expect_hand(const struct table *table, int seat, const char *cards)
{
    assert_int_equal(table->state.hand[seat], set_of(cards));
}

/* ---- moves ---- */

static inline void list_moves(const struct table *table, char *out, size_t bytes)
{
    struct felt_moves moves;
    size_t used = (size_t)snprintf(out, bytes, "%d ", table->state.actor);
    if (table->state.actor < 0) return;
    felt_genome_moves(&table->program, &table->state, &moves);
    for (int i = 0; i < felt_moves_count(&moves); i++) {
        char words[128];
        felt_genome_move_text(&table->program, &table->state, felt_moves_pick(&moves, i), words,
                              sizeof words);
        used += (size_t)snprintf(out + used, bytes - used, "%s%s", i ? ", " : "", words);
        if (used >= bytes) fail_msg("too many moves");
    }
}

/* "0 play 7h, pass": who is asked, and all that may be done. */
static inline void expect_moves(const struct table *table, const char *moves)
{
    char list[2048];
    list_moves(table, list, sizeof list);
    assert_string_equal(list, moves);
}

static inline void play_one(struct table *table, const char *words)
{
    struct felt_moves moves;
    if (table->state.actor != words[0] - '0')
        fail_msg("%s: it is the turn of seat %d", words, table->state.actor);
    felt_genome_moves(&table->program, &table->state, &moves);
    for (int i = 0; i < felt_moves_count(&moves); i++) {
        char text[128];
        int move = felt_moves_pick(&moves, i);
        felt_genome_move_text(&table->program, &table->state, move, text, sizeof text);
        if (strcmp(text, words + 2) != 0) continue;
        table->log.count = 0;
        felt_genome_play(&table->program, &table->state, move, &table->log);
        expect_conserved(table);
        return;
    }
    char list[2048];
    list_moves(table, list, sizeof list);
    fail_msg("%s is not legal; legal is %s", words, list);
}

static inline void play_all(struct table *table, const char *const words[], int count)
{
    for (int i = 0; i < count; i++) play_one(table, words[i]);
}
#define PLAY(table, ...)                                                                           \
    play_all(table, (const char *const[]){__VA_ARGS__},                                            \
             (int)(sizeof((const char *const[]){__VA_ARGS__}) / sizeof(const char *)))

/* ---- events ---- */

/* The n-th event of a kind that the last call told of, or NULL. */
static inline const struct felt_event *told(const struct table *table, enum felt_event_kind kind,
                                            int n)
{
    for (uint32_t i = 0; i < table->log.count; i++)
        if (table->event[i].kind == kind && n-- == 0) return &table->event[i];
    return NULL;
}

static inline int count_told(const struct table *table, enum felt_event_kind kind)
{
    int count = 0;
    while (told(table, kind, count)) count++;
    return count;
}

#endif
