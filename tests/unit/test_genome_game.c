/* test_genome_game.c -- what always holds in games of genomes, whatever they are: the laws of
 * game.h (G) and of genome_play.h (M), tried on invented genomes. */
#include "felt/genome_play.h"
#include "lab/search/operators.h"
#include "module.h"
#include "support.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

/* ---- where the cards are ---- */

/* M2: every card of the deck lies in exactly one place. */
static void assert_cards(const struct felt_genome_program *program,
                         const struct felt_genome_state *state)
{
    uint8_t seen[FELT_CARDS] = {0};
    for (int seat = 0; seat < program->seats; seat++) {
        for (felt_cards left = state->hand[seat]; left;) seen[felt_cards_take(&left)]++;
        felt_cards captured = program->queue ? 0 : state->pile.captured[seat];
        while (captured) seen[felt_cards_take(&captured)]++;
        if (state->laid[seat] != FELT_CARD_NONE) seen[state->laid[seat]]++;
    }
    for (felt_cards left = state->table; left;) seen[felt_cards_take(&left)]++;
    for (int i = 0; i < state->discards; i++) seen[state->order[i]]++;
    for (int i = state->deck_at; i < program->deck_count; i++) seen[state->order[i]]++;
    int cards = 0;
    for (int i = 0; i < program->deck_count; i++) {
        assert_int_equal(seen[program->deck[i]], 1);
        cards++;
    }
    for (int card = 0; card < FELT_CARDS; card++) cards -= seen[card];
    assert_int_equal(cards, 0);
}

/* ---- games of an invented genome ---- */

struct table {
    struct felt_genome genome;
    struct felt_genome_program program;
    struct felt_genome_state state;
    struct felt_rng rng;
};

static void sit(struct table *table, uint64_t seed)
{
    table->rng = felt_rng_make(seed);
    felt_genome_invent(&table->rng, &table->genome);
    int min = table->genome.players.gene[FELT_PLAYERS_MIN];
    int max = table->genome.players.gene[FELT_PLAYERS_MAX];
    int seats = min + (int)felt_rng_below(&table->rng, (uint32_t)(max - min + 1));
    felt_genome_compile(&table->genome, seats, &table->program);
    felt_genome_begin(&table->program, NULL, seed, &table->state, NULL);
}

static int random_move(struct table *table)
{
    struct felt_moves moves;
    felt_genome_moves(&table->program, &table->state, &moves);
    int count = felt_moves_count(&moves);
    assert_true(count > 0); /* M3 */
    return felt_moves_pick(&moves, (int)felt_rng_below(&table->rng, (uint32_t)count));
}

enum { GENOMES = 400, LOOKS = 40 }; /* decisions of a game that are looked at */

typedef void look_function(struct table *table);

/* Looks at the first decisions of a game of each genome, and at some later ones. */
static void look_at_games(uint64_t seed, look_function *look)
{
    int genomes = test_is_quick() ? GENOMES / 4 : GENOMES;
    static struct table table;
    for (int i = 0; i < genomes; i++) {
        sit(&table, seed + (uint64_t)i);
        for (int turn = 0; table.state.actor >= 0 && turn < 2000; turn++) {
            if (turn < LOOKS || turn % 61 == 0) look(&table);
            felt_genome_play(&table.program, &table.state, random_move(&table), NULL);
        }
        assert_cards(&table.program, &table.state);
    }
}

static void look_for_cards(struct table *table)
{
    assert_cards(&table->program, &table->state);
}

static void genome_game_cards_lie_in_one_place(void **unused)
{
    (void)unused;
    look_at_games(1000, look_for_cards);
}

/* ---- views ---- */

/* G4, and G3: a view is the same whatever is hidden from its seat. */
static void look_at_views(struct table *table)
{
    const struct felt_game *game = &felt_genome_game;
    for (int seat = FELT_SEAT_NONE; seat < table->program.seats; seat++) {
        struct felt_view view, again;
        struct felt_genome_state other = table->state;
        game->view(&table->program, &table->state, (felt_seat)seat, &view);
        felt_genome_redeal(&table->program, (felt_seat)seat, &table->rng, &other);
        assert_cards(&table->program, &other);
        game->view(&table->program, &other, (felt_seat)seat, &again);
        assert_true(felt_view_equal(&view, &again));
        game->imagine(&table->program, &view, &table->rng, &other);
        assert_cards(&table->program, &other);
        game->view(&table->program, &other, (felt_seat)seat, &again);
        assert_true(felt_view_equal(&view, &again));
    }
}

static void genome_game_views_are_the_same_whatever_is_hidden(void **unused)
{
    (void)unused;
    look_at_games(2000, look_at_views);
}

/* M6, and what is imagined can be played to its end. */
static void look_at_imagined_games(struct table *table)
{
    struct felt_moves moves, others;
    struct felt_genome_state other = table->state;
    felt_genome_moves(&table->program, &table->state, &moves);
    felt_genome_redeal(&table->program, table->state.actor, &table->rng, &other);
    felt_genome_moves(&table->program, &other, &others);
    assert_true(moves.items == others.items && moves.others == others.others);
    felt_genome_playout(&table->program, &other, &table->rng, true);
}

static void genome_game_moves_depend_on_what_the_seat_sees(void **unused)
{
    (void)unused;
    look_at_games(3000, look_at_imagined_games);
}

/* ---- actions ---- */

static void assert_refused(struct table *table, felt_seat seat, struct felt_action action)
{
    struct felt_genome_state before = table->state;
    assert_int_not_equal(felt_genome_game.apply(&table->program, &table->state, seat, action, NULL),
                         FELT_OK);
    assert_memory_equal(&before, &table->state, sizeof before);
}

/* G2: options and apply() agree. */
static void look_at_options(struct table *table)
{
    const struct felt_game *game = &felt_genome_game;
    struct felt_option options[FELT_OPTIONS_MAX];
    felt_seat actor = game->actor(&table->program, &table->state);
    int count = game->legal(&table->program, &table->state, options);
    struct felt_moves moves;
    felt_genome_moves(&table->program, &table->state, &moves);
    assert_int_equal(felt_options_count(options, count), felt_moves_count(&moves));
    for (int n = 0; n < felt_moves_count(&moves); n++) {
        struct felt_action action = felt_options_pick(options, count, n);
        int move = felt_genome_move_of(&table->program, &table->state, action);
        assert_true(move >= 0 && felt_moves_has(&moves, move));
        struct felt_action same = felt_genome_action(&table->program, &table->state, move);
        assert_true(same.kind == action.kind && same.choice == action.choice &&
                    same.amount == action.amount);
        assert_refused(table, (felt_seat)((actor + 1) % table->program.seats), action);
    }
    assert_refused(table, actor, (struct felt_action){.kind = FELT_SHOW});
    assert_refused(table, actor, (struct felt_action){.kind = FELT_MOVE, .choice = 500});
    assert_refused(table, actor, (struct felt_action){.kind = FELT_RAISE_TO, .amount = 1 << 30});
    assert_refused(table, actor, (struct felt_action){.kind = FELT_MOVE, .cards = 1});
}

static void genome_game_options_and_actions_agree(void **unused)
{
    (void)unused;
    look_at_games(4000, look_at_options);
}

/* ---- events, folds, ends ---- */

/* M5: who has folded wins nothing in that hand; M1 by the events: what they say moves is what the
 * stacks say. */
static void follow_events(struct table *table, const struct felt_event_log *log, felt_chips stack[],
                          unsigned *folded)
{
    for (uint32_t i = 0; i < log->count; i++) {
        const struct felt_event *event = &log->event[i];
        switch (event->kind) {
        case FELT_EVENT_HAND: *folded = 0; break;
        case FELT_EVENT_ACT:
            if (event->act == FELT_FOLD) *folded |= 1u << event->seat;
            stack[event->seat] -= event->amount;
            break;
        case FELT_EVENT_ANTE:
        case FELT_EVENT_BLIND:
        case FELT_EVENT_DEAD: stack[event->seat] -= event->amount; break;
        case FELT_EVENT_WIN:
            assert_false(*folded >> event->seat & 1);
            stack[event->seat] += event->amount;
            break;
        case FELT_EVENT_RETURN: stack[event->seat] += event->amount; break;
        default: break;
        }
        for (int k = 0; k < event->count; k++) assert_true(event->cards[k] < FELT_CARDS);
    }
    if (log->count == log->room) return; /* more was to tell */
    for (int seat = 0; seat < table->program.seats; seat++)
        assert_int_equal(stack[seat], table->state.betting.stack[seat]);
}

static void genome_game_events_tell_every_chip(void **unused)
{
    static struct table table;
    static struct felt_event events[FELT_EVENTS_MAX];
    (void)unused;
    for (int i = 0; i < GENOMES / (test_is_quick() ? 4 : 1); i++) {
        struct felt_event_log log = {.event = events, .room = FELT_EVENTS_MAX};
        felt_chips stack[FELT_SEATS_MAX];
        unsigned folded = 0;
        sit(&table, 5000 + (uint64_t)i);
        felt_genome_begin(&table.program, NULL, (uint64_t)i, &table.state, &log);
        for (int seat = 0; seat < table.program.seats; seat++)
            stack[seat] = table.program.starting_chips;
        follow_events(&table, &log, stack, &folded);
        bool cut = log.count == log.room;
        for (int turn = 0; table.state.actor >= 0 && turn < 300 && !cut; turn++) {
            log.count = 0;
            felt_genome_play(&table.program, &table.state, random_move(&table), &log);
            follow_events(&table, &log, stack, &folded);
            cut = log.count == log.room;
        }
        if (table.state.actor < 0 && !table.program.several)
            assert_int_equal(table.state.winners & folded, 0);
    }
}

/* M7, and a log changes nothing. */
static void genome_game_repeats_from_its_seed(void **unused)
{
    static struct table table, again;
    static struct felt_event events[FELT_EVENTS_MAX];
    (void)unused;
    for (int i = 0; i < GENOMES / 4; i++) {
        sit(&table, 6000 + (uint64_t)i);
        sit(&again, 6000 + (uint64_t)i);
        for (int turn = 0; table.state.actor >= 0 && turn < 500; turn++) {
            struct felt_event_log log = {.event = events, .room = FELT_EVENTS_MAX};
            int move = random_move(&table);
            assert_int_equal(random_move(&again), move);
            felt_genome_play(&table.program, &table.state, move, NULL);
            felt_genome_play(&again.program, &again.state, move, &log);
        }
        assert_int_equal(table.state.chance, again.state.chance);
        assert_int_equal(table.state.actor, again.state.actor);
        assert_int_equal(table.state.winners, again.state.winners);
        assert_memory_equal(table.state.score, again.state.score, sizeof table.state.score);
    }
}

/* M4, and payoffs sum to nothing. */
static void genome_game_ends_by_its_cap(void **unused)
{
    static struct table table;
    (void)unused;
    for (int i = 0; i < GENOMES; i++) {
        felt_chips won[FELT_SEATS_MAX], sum = 0;
        sit(&table, 7000 + (uint64_t)i);
        uint32_t cap = (uint32_t)table.program.session[FELT_SESSION_TURNS];
        if (table.state.actor >= 0)
            assert_true(felt_genome_playout(&table.program, &table.state, &table.rng, false) <=
                        cap);
        assert_true(table.state.flags & FELT_FLAG_OVER);
        felt_genome_payoff(&table.program, &table.state, won);
        for (int seat = 0; seat < FELT_SEATS_MAX; seat++) sum += won[seat];
        assert_int_equal(sum, 0);
    }
}

TEST_MODULE(genome_game)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(genome_game_cards_lie_in_one_place),
        cmocka_unit_test(genome_game_views_are_the_same_whatever_is_hidden),
        cmocka_unit_test(genome_game_moves_depend_on_what_the_seat_sees),
        cmocka_unit_test(genome_game_options_and_actions_agree),
        cmocka_unit_test(genome_game_events_tell_every_chip),
        cmocka_unit_test(genome_game_repeats_from_its_seed),
        cmocka_unit_test(genome_game_ends_by_its_cap),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
