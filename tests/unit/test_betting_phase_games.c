/* test_betting_phase_games.c -- the tests of the design document of the betting phase, by its
 * names: 5 of whole games, 8 criteria of success.  Each plays the real engine through its public
 * functions. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "betting_phase_scene.h"
#include "felt/genome_json.h"
#include "felt/genome_players.h"
#include "genome_script.h"
#include "lab/search/operators.h"
#include "module.h"

#include <stdlib.h>

/* ---- whole games ---- */

static void read_text(const char *text, struct felt_genome *out)
{
    struct felt_genome_error error;
    if (felt_genome_json_read(text, strlen(text), out, &error) != FELT_OK)
        fail_msg("%s: %s", error.pointer, error.text);
}

static void test_betting_genome_roundtrip(void **state)
{
    (void)state;
    static char text[FELT_GENOME_TEXT_MAX];
    struct felt_genome genome, again;
    struct felt_buffer out = felt_buffer_make(text, sizeof text);
    make_genome(&genome, MIN_BET, MAX_RAISES);
    assert_int_equal(felt_genome_json_write(&genome, &out), FELT_OK);
    read_text(felt_buffer_terminate(&out), &again);
    assert_true(felt_genome_equal(&genome, &again));
    assert_non_null(strstr(text, "{\"type\":\"BettingPhase\",\"min_bet\":10,\"max_raises\":3}"));
    /* A genome without betting fields loads with defaults. */
    read_text("{\"setup\":{\"cards_per_player\":5},\"turn_structure\":{\"phases\":["
              "{\"type\":\"BettingPhase\"}]},\"win_conditions\":[{\"type\":\"best_hand\"}]}",
              &again);
    assert_int_equal(again.setup.gene[FELT_SETUP_CHIPS], 0);
    assert_int_equal(again.phase[0].genes.gene[FELT_BET_MIN], 10);
    assert_int_equal(again.phase[0].genes.gene[FELT_BET_RAISES], 3);
}

static void test_betting_simulation_completes(void **state)
{
    (void)state;
    struct table table;
    struct felt_rng rng = felt_rng_make(1);
    make_genome(&table.genome, MIN_BET, MAX_RAISES);
    for (int game = 0; game < 100; game++) {
        open_table_with(&table, 2 + game % 3, even, NULL);
        assert_true(felt_genome_playout(&table.program, &table.state, &rng, false) > 0);
        assert_int_equal(table.state.actor, FELT_SEAT_NONE);
        assert_false(table.state.flags & FELT_FLAG_CUT);
    }
}

static void test_betting_chips_conserved(void **state)
{
    (void)state;
    struct table table;
    struct felt_rng rng = felt_rng_make(2);
    make_genome(&table.genome, MIN_BET, MAX_RAISES);
    for (int game = 0; game < 50; game++) {
        int seats = 2 + game % 3;
        open_table_with(&table, seats, even, NULL);
        while (table.state.actor >= 0) {
            assert_int_equal(chips_at(&table), seats * CHIPS);
            felt_genome_play(&table.program, &table.state, random_move(&table, &rng), NULL);
        }
        assert_int_equal(chips_at(&table), seats * CHIPS);
        assert_int_equal(table.state.betting.pot, 0);
    }
}

/* ---- mutations ---- */

static bool bets_fit(const struct felt_genome *genome)
{
    int chips = genome->setup.gene[FELT_SETUP_CHIPS];
    for (int i = 0; i < genome->phases; i++) {
        int least = genome->phase[i].genes.gene[FELT_BET_MIN];
        if (genome->phase[i].type == FELT_PHASE_TYPE_BETTING && (least < 1 || least > chips))
            return false;
    }
    return true;
}

static int count_bets(const struct felt_genome *genome)
{
    int count = 0;
    for (int i = 0; i < genome->phases; i++)
        count += genome->phase[i].type == FELT_PHASE_TYPE_BETTING;
    return count;
}

static bool mutate(const char *name, struct felt_genome *genome, struct felt_rng *rng)
{
    const struct felt_operator *operation = felt_operator_find(name);
    assert_non_null(operation);
    return felt_operator_apply(operation, genome, rng, 0);
}

static void test_betting_mutations(void **state)
{
    (void)state;
    struct felt_rng rng = felt_rng_make(3);
    struct felt_genome genome;
    char complaint[KNOWN_COMPLAINT_BYTES];
    assert_true(known_genome_read("crazy-eights", &genome, complaint));
    assert_true(mutate("AddBettingPhase", &genome, &rng));
    assert_int_equal(count_bets(&genome), 1);
    assert_true(genome.setup.gene[FELT_SETUP_CHIPS] > 0);
    assert_true(bets_fit(&genome));
    assert_int_equal(felt_genome_verify(&genome, NULL, 0), 0);
    assert_true(mutate("RemoveBettingPhase", &genome, &rng));
    assert_int_equal(count_bets(&genome), 0);
}

static void test_betting_parameter_validation(void **state)
{
    (void)state;
    static const char *const names[] = {"AddBettingPhase", "RemoveBettingPhase",
                                        "MutateBettingPhase", "MutateStartingChips"};
    struct felt_rng rng = felt_rng_make(4);
    struct felt_genome genome;
    make_genome(&genome, MIN_BET, MAX_RAISES);
    for (int i = 0; i < 2000; i++) {
        (void)mutate(names[felt_rng_below(&rng, 4)], &genome, &rng);
        assert_true(bets_fit(&genome));
        assert_int_equal(felt_genome_verify(&genome, NULL, 0), 0);
        if (count_bets(&genome) == 0) make_genome(&genome, MIN_BET, MAX_RAISES);
    }
}

/* ---- criteria of success ---- */

static const char *const known[] = {"war",    "crazy-eights", "hearts",   "old-maid",  "go-fish",
                                    "cheat",  "scopa",        "gin-lite", "president", "gops",
                                    "spades", "kuhn",         "blackjack"};
enum { KNOWN = sizeof known / sizeof known[0] };

static void success_1_betting_phase_can_be_added_to_any_genome(void **state)
{
    (void)state;
    struct felt_rng rng = felt_rng_make(5);
    for (int i = 0; i < KNOWN; i++) {
        struct table table;
        char complaint[KNOWN_COMPLAINT_BYTES];
        bool bet = false;
        assert_true(known_genome_read(known[i], &table.genome, complaint));
        int before = count_bets(&table.genome);
        if (!mutate("AddBettingPhase", &table.genome, &rng)) fail_msg("%s", known[i]);
        assert_true(count_bets(&table.genome) > before);
        felt_genome_compile(&table.genome, table.genome.players.gene[FELT_PLAYERS_MIN],
                            &table.program);
        felt_genome_begin(&table.program, NULL, 1, &table.state, NULL);
        while (table.state.actor >= 0) {
            int move = random_move(&table, &rng);
            bet |= move == FELT_MOVE_CHECK || move == FELT_MOVE_BET;
            felt_genome_play(&table.program, &table.state, move, NULL);
        }
        if (!bet) fail_msg("%s: nobody was asked for a bet", known[i]);
    }
}

static void success_2_evolution_can_mutate_betting_parameters(void **state)
{
    (void)state;
    struct felt_rng rng = felt_rng_make(6);
    struct felt_genome genome;
    bool bets = false, raises = false, chips = false;
    for (int i = 0; i < 200 && !(bets && raises && chips); i++) {
        make_genome(&genome, MIN_BET, MAX_RAISES);
        (void)mutate("MutateBettingPhase", &genome, &rng);
        (void)mutate("MutateStartingChips", &genome, &rng);
        for (int phase = 0; phase < 2; phase++) {
            bets |= genome.phase[phase].genes.gene[FELT_BET_MIN] != MIN_BET;
            raises |= genome.phase[phase].genes.gene[FELT_BET_RAISES] != MAX_RAISES;
        }
        chips |= genome.setup.gene[FELT_SETUP_CHIPS] != CHIPS;
    }
    assert_true(bets && raises && chips);
}

static void success_3_ai_players_make_legal_betting_decisions(void **state)
{
    (void)state;
    static const char *const names[] = {"random", "greedy", "mcts:20", "greedy/never-fold",
                                        "random/always-max"};
    struct table table;
    struct felt_strengths strengths;
    struct felt_rng rng = felt_rng_make(7);
    make_genome(&table.genome, MIN_BET, MAX_RAISES);
    open_table_with(&table, 3, even, NULL);
    felt_strengths_make(&table.program, &strengths);
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        struct felt_agent_spec spec;
        struct felt_complaint complaint;
        assert_int_equal(felt_agent_read(names[i], strlen(names[i]), &spec, &complaint), FELT_OK);
        void *memory = malloc(felt_agent_bytes(&spec));
        struct felt_agent *agent = felt_agent_init(&spec, &table.program, &strengths, memory);
        open_table_with(&table, 3, even, NULL);
        while (table.state.actor >= 0 && table.state.hands < 10) {
            struct felt_moves moves;
            int move = felt_agent_choose(agent, &table.state, &rng, NULL);
            felt_genome_moves(&table.program, &table.state, &moves);
            assert_true(felt_moves_has(&moves, move));
            felt_genome_play(&table.program, &table.state, move, NULL);
        }
        free(memory);
    }
}

/* RULES 17.19: what the greedy player does with a hand, as B when A has bet (or C raised to the
 * cap), or as A when nothing is to be called. */
static void expect_greedy(const char *hand, felt_chips stack, const char *before, int move)
{
    struct felt_agent_spec spec = {.kind = FELT_AGENT_GREEDY};
    static struct felt_strengths strengths;
    struct table table;
    struct felt_rng rng = felt_rng_make(9);
    bool opens = strcmp(before, "") == 0;
    const char *hands[] = {opens ? hand : "Js Th 6d 5c 3h", opens ? "Js Th 6d 5c 3h" : hand};
    felt_chips stacks[] = {opens ? stack : CHIPS, opens ? CHIPS : stack};
    make_genome(&table.genome, MIN_BET, strcmp(before, "bet") == 0 ? MAX_RAISES : 0);
    open_table_with(&table, 2, stacks, hands);
    felt_strengths_make(&table.program, &strengths);
    if (!opens) play(&table, 0, FELT_MOVE_BET);
    void *memory = malloc(felt_agent_bytes(&spec));
    struct felt_agent *agent = felt_agent_init(&spec, &table.program, &strengths, memory);
    int choice = felt_agent_choose(agent, &table.state, &rng, NULL);
    free(memory);
    if (choice != move)
        fail_msg("%s, %lld chips, after \"%s\": move %d, not %d", hand, (long long)stack, before,
                 choice, move);
}

static void success_3_greedy_ai_goes_by_the_thresholds_of_the_document(void **state)
{
    (void)state;
    static const char *const strong = "As Ah Ad Ac 2c", *const medium = "4s 4d Qd 9c 2h";
    static const char *const weak = "7s 4h 3d 2c 8d";
    expect_greedy(strong, CHIPS, "", FELT_MOVE_BET);
    expect_greedy(strong, CHIPS, "bet", FELT_MOVE_RAISE);
    expect_greedy(strong, CHIPS, "bet to the cap", FELT_MOVE_CALL); /* S10 */
    expect_greedy(strong, 5, "", FELT_MOVE_ALL_IN);
    expect_greedy(strong, 5, "bet", FELT_MOVE_ALL_IN);
    expect_greedy(medium, CHIPS, "", FELT_MOVE_CHECK);
    expect_greedy(medium, CHIPS, "bet", FELT_MOVE_CALL);
    expect_greedy(medium, 5, "", FELT_MOVE_CHECK);
    expect_greedy(medium, 5, "bet", FELT_MOVE_FOLD);
    expect_greedy(weak, CHIPS, "", FELT_MOVE_CHECK);
    expect_greedy(weak, CHIPS, "bet", FELT_MOVE_FOLD);
}

static void success_4_short_stack_goes_all_in_instead_of_folding(void **state)
{
    (void)state;
    struct table table;
    static const char *const hands[] = {"7s 5h 4d 3c 2c", "As Ah Ad 2d 3d"};
    make_genome(&table.genome, MIN_BET, MAX_RAISES);
    open_table_with(&table, 2, (felt_chips[]){100, 3}, hands);
    play(&table, 0, FELT_MOVE_BET);
    expect_moves(&table, 1, MAY(ALL_IN) | MAY(FOLD));
    play(&table, 1, FELT_MOVE_ALL_IN);
    assert_int_equal(won(&table, 1), 6); /* its own chips, and as many of A */
    assert_int_equal(table.state.betting.stack[0], 97);
}

/* S4: the document has one pot, which a short stack may win; with side_pots it wins from each
 * other player no more than it put in. */
static void success_4_short_stack_wins_one_pot_or_its_layer(void **state)
{
    (void)state;
    static const char *const hands[] = {"7s 5h 4d 3c 2c", "Ks Kh 9d 2d 3d", "As Ah Ad 2h 3h"};
    for (int layers = 0; layers < 2; layers++) {
        struct table table;
        make_genome(&table.genome, MIN_BET, MAX_RAISES);
        table.genome.phase[0].genes.gene[FELT_BET_SIDE_POTS] = layers;
        open_table_with(&table, 3, (felt_chips[]){100, 100, 4}, hands);
        play(&table, 0, FELT_MOVE_BET);
        play(&table, 1, FELT_MOVE_CALL);
        play(&table, 2, FELT_MOVE_ALL_IN);
        play(&table, 0, FELT_MOVE_CHECK);
        play(&table, 1, FELT_MOVE_CHECK);
        assert_int_equal(won(&table, 2), layers ? 12 : 24);
        assert_int_equal(won(&table, 1), layers ? 12 : 0);
    }
}

/* A bet, the raises, and an all-in of each: after any of them everybody else acts once. */
static void success_5_betting_rounds_terminate(void **state)
{
    (void)state;
    struct felt_rng rng = felt_rng_make(8);
    for (int round = 0; round < 3000; round++) {
        struct table table;
        felt_chips stack[4];
        int seats = 2 + round % 3, raises = round % 5, moves = 0;
        make_genome(&table.genome, MIN_BET, raises);
        for (int seat = 0; seat < seats; seat++) stack[seat] = 1 + felt_rng_below(&rng, 60);
        open_table_with(&table, seats, stack, NULL);
        while (table.state.actor >= 0 && table.state.hands == 0 && table.state.pc == 0) {
            felt_genome_play(&table.program, &table.state, random_move(&table, &rng), NULL);
            moves++;
        }
        assert_true(moves <= seats * (2 + raises + seats));
    }
}

static void success_6_tied_hands_split_the_pot_fairly(void **state)
{
    (void)state;
    struct table table;
    static const char *const hands[] = {"As Ah 9d 5c 3c", "Ac Ad 9h 5d 3d", "7s 5h 4d 4c 2c"};
    make_genome(&table.genome, MIN_BET, MAX_RAISES);
    open_table_with(&table, 3, even, hands);
    play_called_bet(&table, 3);
    assert_int_equal(won(&table, 0), 3 * MIN_BET / 2);
    assert_int_equal(won(&table, 1), 3 * MIN_BET / 2);
    assert_int_equal(chips_at(&table), 3 * CHIPS);
}

static void success_7_position_rotates_each_hand(void **state)
{
    (void)state;
    struct table table;
    open_table(&table, 3, even);
    for (int hand = 0; hand < 7; hand++) {
        assert_int_equal(table.state.start, hand % 3);
        assert_int_equal(table.state.actor, hand % 3);
        for (int i = 0; i < 6; i++) play(&table, (felt_seat)((hand + i) % 3), FELT_MOVE_CHECK);
    }
}

static void success_8_genomes_with_betting_save_and_load(void **state)
{
    (void)state;
    static const char *const names[] = {"betting-war", "simple-poker", "five-card-draw", "leduc",
                                        "holdem-like", "open-pit",     "fan-tan",        "kuhn"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        static char text[FELT_GENOME_TEXT_MAX];
        struct felt_buffer out = felt_buffer_make(text, sizeof text);
        struct felt_genome genome, again;
        struct felt_genome_program program[2];
        char complaint[KNOWN_COMPLAINT_BYTES];
        if (!known_genome_read(names[i], &genome, complaint)) fail_msg("%s", complaint);
        assert_int_equal(felt_genome_json_write(&genome, &out), FELT_OK);
        read_text(felt_buffer_terminate(&out), &again);
        assert_true(felt_genome_equal(&genome, &again));
        felt_genome_compile(&genome, genome.players.gene[FELT_PLAYERS_MIN], &program[0]);
        felt_genome_compile(&again, genome.players.gene[FELT_PLAYERS_MIN], &program[1]);
        assert_true(program[0].hash == program[1].hash);
    }
}

TEST_MODULE(betting_phase_games)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_betting_genome_roundtrip),
        cmocka_unit_test(test_betting_simulation_completes),
        cmocka_unit_test(test_betting_chips_conserved),
        cmocka_unit_test(test_betting_mutations),
        cmocka_unit_test(test_betting_parameter_validation),
        cmocka_unit_test(success_1_betting_phase_can_be_added_to_any_genome),
        cmocka_unit_test(success_2_evolution_can_mutate_betting_parameters),
        cmocka_unit_test(success_3_ai_players_make_legal_betting_decisions),
        cmocka_unit_test(success_3_greedy_ai_goes_by_the_thresholds_of_the_document),
        cmocka_unit_test(success_4_short_stack_goes_all_in_instead_of_folding),
        cmocka_unit_test(success_4_short_stack_wins_one_pot_or_its_layer),
        cmocka_unit_test(success_5_betting_rounds_terminate),
        cmocka_unit_test(success_6_tied_hands_split_the_pot_fairly),
        cmocka_unit_test(success_7_position_rotates_each_hand),
        cmocka_unit_test(success_8_genomes_with_betting_save_and_load),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
