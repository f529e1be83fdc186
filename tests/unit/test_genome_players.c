/* test_genome_players.c -- who plays genomes: names and limits, legal and blind to what is hidden
 * in every known game and in random ones, and better than chance where there is something to play
 * for. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "felt/genome_players.h"
#include "genome_script.h"
#include "module.h"
#include "random_genome.h"
#include "support.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char *const known[] = {"betting-war",  "blackjack", "cheat",
                                    "crazy-eights", "fan-tan",   "five-card-draw",
                                    "gin-lite",     "go-fish",   "gops",
                                    "hearts",       "kuhn",      "leduc",
                                    "holdem-like",  "open-pit",  "knock-out-whist",
                                    "old-maid",     "spades",    "liars-poker-style",
                                    "simple-poker", "scopa",     "uno-style",
                                    "president",    "war",       "whist"};
enum { KNOWN = sizeof known / sizeof known[0] };

/* A game and what agents need of it. */
struct game {
    struct felt_genome_program program;
    struct felt_strengths strengths;
};

static void open_game(const char *name, struct game *out)
{
    struct felt_genome genome;
    char complaint[KNOWN_COMPLAINT_BYTES];
    if (!known_genome_read(name, &genome, complaint)) fail_msg("%s", complaint);
    felt_genome_compile(&genome, genome.players.gene[FELT_PLAYERS_MIN], &out->program);
    felt_strengths_make(&out->program, &out->strengths);
}

static struct felt_agent *new_agent(const char *name, const struct game *game)
{
    struct felt_agent_spec spec;
    assert_int_equal(felt_agent_read(name, strlen(name), &spec, NULL), FELT_OK);
    void *memory = malloc(felt_agent_bytes(&spec));
    assert_non_null(memory);
    memset(memory, 0xA5, felt_agent_bytes(&spec)); /* nothing relies on zeros */
    return felt_agent_init(&spec, &game->program, &game->strengths, memory);
}

static int any_move(const struct game *game, const struct felt_genome_state *state,
                    struct felt_rng *rng)
{
    struct felt_moves moves;
    felt_genome_moves(&game->program, state, &moves);
    return felt_moves_pick(&moves, (int)felt_rng_below(rng, (uint32_t)felt_moves_count(&moves)));
}

/* ---- names ---- */

static void genome_players_names_are_read_and_written(void **unused)
{
    (void)unused;
    static const char *const names[] = {"random",
                                        "greedy",
                                        "mcts",
                                        "mcts:400",
                                        "mcts:1000000",
                                        "greedy/never-fold",
                                        "random/never-raise",
                                        "mcts:25/never-bluff",
                                        "mcts/always-max"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        struct felt_agent_spec spec;
        char text[FELT_AGENT_TEXT_BYTES];
        assert_int_equal(felt_agent_read(names[i], strlen(names[i]), &spec, NULL), FELT_OK);
        assert_string_equal(felt_agent_write(&spec, text), names[i]);
        /* The same words name a player of the platform. */
        struct felt_player_spec player;
        assert_int_equal(felt_player_read(names[i], strlen(names[i]), &player, NULL), FELT_OK);
        assert_true(player.kind->plays(&felt_genome_game, NULL));
        assert_int_equal(player.samples, spec.samples);
    }
}

static void genome_players_wrong_names_are_refused(void **unused)
{
    (void)unused;
    static const struct {
        const char *text;
        enum felt_status status;
        size_t at;
    } rows[] = {
        {"", FELT_BAD_NAME, 0},           {"greed", FELT_BAD_NAME, 0},
        {"mcts:", FELT_BAD_NUMBER, 5},    {"mcts:0", FELT_BAD_NUMBER, 5},
        {"mcts:x", FELT_BAD_FORMAT, 5},   {"mcts:1000001", FELT_BAD_NUMBER, 5},
        {"greedy:4", FELT_BAD_FORMAT, 6}, {"mcts:4/never", FELT_BAD_NAME, 7},
        {"greedy/", FELT_BAD_NAME, 7},    {"mcts:99999999999999999999", FELT_BAD_NUMBER, 5},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct felt_agent_spec spec;
        struct felt_complaint complaint = {0};
        size_t bytes = strlen(rows[i].text);
        if (felt_agent_read(rows[i].text, bytes, &spec, &complaint) != rows[i].status ||
            complaint.at != rows[i].at || !complaint.text[0])
            fail_msg("\"%s\" at %zu: %s", rows[i].text, complaint.at, complaint.text);
    }
    struct felt_player_spec player;
    struct felt_complaint complaint = {0};
    assert_int_equal(felt_player_read("house/never-fold", 16, &player, &complaint),
                     FELT_BAD_FORMAT);
    assert_int_equal(complaint.at, 5);
    assert_int_equal(felt_player_read("greedy/never", 12, &player, &complaint), FELT_BAD_NAME);
    assert_null(felt_player_find("house/never-fold", 16));
    assert_non_null(felt_player_find("mcts/never-fold", 15));
}

/* ---- what is hidden ---- */

static const char *const everybody[] = {
    "random", "greedy", "mcts:24", "mcts:12/never-bluff", "greedy/always-max", "mcts:8/never-fold"};
enum { EVERYBODY = sizeof everybody / sizeof everybody[0] };

/* U2: other cards in all hidden places, and the same generator: the same move. */
static int count_peeks(const struct game *game, struct felt_agent *agent,
                       const struct felt_genome_state *state, struct felt_rng *rng, int deals)
{
    int peeks = 0;
    struct felt_rng seed = felt_rng_make(felt_rng_next(rng)), first = seed;
    int move = felt_agent_choose(agent, state, &first, NULL);
    for (int i = 0; i < deals; i++) {
        struct felt_genome_state other = *state;
        struct felt_rng again = seed;
        felt_genome_redeal(&game->program, state->actor, rng, &other);
        peeks += felt_agent_choose(agent, &other, &again, NULL) != move;
    }
    return peeks;
}

static void look_at_game(const char *name, int looks)
{
    static struct game game;
    struct felt_agent *agent[EVERYBODY];
    struct felt_rng rng = felt_rng_make(11);
    open_game(name, &game);
    for (int i = 0; i < EVERYBODY; i++) agent[i] = new_agent(everybody[i], &game);
    for (uint64_t seed = 0; looks > 0 && seed < 40; seed++) {
        struct felt_genome_state state;
        felt_genome_begin(&game.program, NULL, seed, &state, NULL);
        for (int turn = 0; state.actor >= 0 && turn < 60; turn++) {
            struct felt_moves moves;
            felt_genome_moves(&game.program, &state, &moves);
            if (felt_moves_count(&moves) > 1 && felt_rng_below(&rng, 3) == 0 && looks-- > 0)
                for (int i = 0; i < EVERYBODY; i++)
                    if (count_peeks(&game, agent[i], &state, &rng, 2))
                        fail_msg("%s in %s: hidden cards changed its move", everybody[i], name);
            felt_genome_play(&game.program, &state, any_move(&game, &state, &rng), NULL);
        }
    }
    for (int i = 0; i < EVERYBODY; i++) free(agent[i]);
}

static void genome_players_do_not_see_what_is_hidden(void **unused)
{
    (void)unused;
    for (int i = 0; i < KNOWN; i++) look_at_game(known[i], 16);
}

/* The test would notice: an agent that looked at the deck. */
static void genome_players_hidden_cards_do_change(void **unused)
{
    (void)unused;
    static struct game game;
    struct felt_genome_state state, other;
    struct felt_rng rng = felt_rng_make(2);
    open_game("five-card-draw", &game);
    felt_genome_begin(&game.program, NULL, 5, &state, NULL);
    int changed = 0;
    for (int i = 0; i < 20; i++) {
        other = state;
        felt_genome_redeal(&game.program, state.actor, &rng, &other);
        assert_true(other.hand[state.actor] == state.hand[state.actor]);
        changed += other.hand[!state.actor] != state.hand[!state.actor];
        changed += other.order[state.deck_at] != state.order[state.deck_at];
    }
    assert_true(changed >= 38);
}

/* ---- legal everywhere ---- */

static void play_legally(const struct game *game, uint64_t seed, int turns)
{
    struct felt_agent *agent[EVERYBODY];
    struct felt_genome_state state;
    struct felt_rng rng = felt_rng_make(seed);
    for (int i = 0; i < EVERYBODY; i++) agent[i] = new_agent(everybody[i], game);
    felt_genome_begin(&game->program, NULL, seed, &state, NULL);
    for (int turn = 0; state.actor >= 0 && turn < turns; turn++) {
        struct felt_moves moves;
        int move = felt_agent_choose(agent[(turn + state.actor) % EVERYBODY], &state, &rng, NULL);
        felt_genome_moves(&game->program, &state, &moves);
        assert_true(move >= 0 && move < FELT_MOVE_CODES && felt_moves_has(&moves, move)); /* U1 */
        felt_genome_play(&game->program, &state, move, NULL);
    }
    for (int i = 0; i < EVERYBODY; i++) free(agent[i]);
}

static void genome_players_are_legal_in_random_games(void **unused)
{
    (void)unused;
    static struct game game;
    static struct felt_genome genome;
    struct felt_rng rng = felt_rng_make(77);
    int games = 0, wanted = 160;
    for (int i = 0; games < wanted; i++) {
        assert_true(i < 100 * wanted);
        random_genome(&rng, &genome);
        if (!felt_genome_repair(&genome)) continue;
        const int32_t *players = genome.players.gene;
        felt_genome_compile(&genome, players[felt_rng_below(&rng, 2)], &game.program);
        felt_strengths_make(&game.program, &game.strengths);
        play_legally(&game, felt_rng_next(&rng), 60);
        games++;
    }
    for (int i = 0; i < KNOWN; i++) {
        open_game(known[i], &game);
        play_legally(&game, 3, 200);
    }
}

/* ---- discards ---- */

/* Five-card draw in which hands are compared in another way. */
static void open_draw(int32_t method, bool low, struct game *out)
{
    struct felt_genome genome;
    char complaint[KNOWN_COMPLAINT_BYTES];
    if (!known_genome_read("five-card-draw", &genome, complaint)) fail_msg("%s", complaint);
    genome.evaluation.gene[FELT_EVAL_METHOD] = method;
    genome.evaluation.gene[FELT_EVAL_LOW] = low;
    felt_genome_compile(&genome, genome.players.gene[FELT_PLAYERS_MIN], &out->program);
    felt_strengths_make(&out->program, &out->strengths);
}

/* How many of the cards that a greedy player throws are above the eight. */
static double share_of_high_throws(const struct game *game)
{
    struct felt_agent *agent = new_agent("greedy", game);
    struct felt_rng rng = felt_rng_make(9);
    int thrown = 0, high = 0;
    for (uint64_t seed = 0; seed < 60; seed++) {
        struct felt_genome_state state;
        felt_genome_begin(&game->program, NULL, seed, &state, NULL);
        while (state.actor >= 0) {
            int move = felt_agent_choose(agent, &state, &rng, NULL);
            if (move < FELT_CARDS) { /* only discards are cards */
                thrown++;
                high += game->program.order[felt_card_rank((felt_card)move)] >= FELT_NINE;
            }
            felt_genome_play(&game->program, &state, move, NULL);
        }
    }
    free(agent);
    assert_true(thrown >= 60);
    return (double)high / thrown;
}

/* Six ranks of thirteen are above the eight: random throws would have 46 % of such cards. */
static void genome_players_throw_high_cards_where_the_lowest_hand_wins(void **unused)
{
    (void)unused;
    static struct game game;
    open_draw(FELT_EVAL_POKER, true, &game);
    assert_true(share_of_high_throws(&game) > 0.6);
    open_draw(FELT_EVAL_BADUGI, false, &game);
    assert_true(share_of_high_throws(&game) > 0.6);
    open_draw(FELT_EVAL_HIGH_CARD, true, &game);
    assert_true(share_of_high_throws(&game) > 0.6);
    open_draw(FELT_EVAL_HIGH_CARD, false, &game);
    assert_true(share_of_high_throws(&game) < 0.4);
}

/* ---- limits ---- */

/* How often each move was made by an agent that plays all seats. */
static void count_moves(const struct game *game, const char *name, int games,
                        int count[FELT_MOVE_CODES], double *weakest)
{
    struct felt_agent *agent = new_agent(name, game);
    struct felt_rng rng = felt_rng_make(4);
    memset(count, 0, FELT_MOVE_CODES * sizeof count[0]);
    *weakest = 1;
    for (int i = 0; i < games; i++) {
        struct felt_genome_state state;
        felt_genome_begin(&game->program, NULL, (uint64_t)i, &state, NULL);
        while (state.actor >= 0) {
            int move = felt_agent_choose(agent, &state, &rng, NULL);
            double strength =
                felt_strengths_of(&game->strengths, &game->program, &state, state.actor, &rng);
            count[move]++;
            if ((move == FELT_MOVE_BET || move == FELT_MOVE_RAISE) && strength < *weakest)
                *weakest = strength;
            felt_genome_play(&game->program, &state, move, NULL);
        }
    }
    free(agent);
}

static void genome_players_limits_hold(void **unused)
{
    (void)unused;
    static struct game game;
    int count[FELT_MOVE_CODES];
    double weakest;
    open_game("simple-poker", &game);
    count_moves(&game, "random", 4, count, &weakest);
    assert_true(count[FELT_MOVE_FOLD] && count[FELT_MOVE_BET] && count[FELT_MOVE_RAISE]);
    assert_true(weakest < 0.2);
    count_moves(&game, "random/never-fold", 4, count, &weakest);
    assert_true(!count[FELT_MOVE_FOLD] && count[FELT_MOVE_CALL] && count[FELT_MOVE_BET]);
    count_moves(&game, "random/never-raise", 4, count, &weakest);
    assert_true(!count[FELT_MOVE_BET] && !count[FELT_MOVE_RAISE] && count[FELT_MOVE_CHECK]);
    count_moves(&game, "random/never-bluff", 4, count, &weakest);
    assert_true(count[FELT_MOVE_BET] && weakest >= 0.5);
    count_moves(&game, "random/always-max", 4, count, &weakest);
    assert_true(!count[FELT_MOVE_FOLD] && !count[FELT_MOVE_CHECK] && count[FELT_MOVE_RAISE]);
    count_moves(&game, "mcts:20/never-fold", 1, count, &weakest);
    assert_int_equal(count[FELT_MOVE_FOLD], 0);
}

/* A claim that could have been true is true. */
static void genome_players_never_bluff_is_honest(void **unused)
{
    (void)unused;
    static struct game game;
    struct felt_genome_state state;
    struct felt_rng rng = felt_rng_make(9);
    int claims = 0;
    open_game("cheat", &game);
    struct felt_agent *agent = new_agent("random/never-bluff", &game);
    felt_genome_begin(&game.program, NULL, 1, &state, NULL);
    for (int turn = 0; state.actor >= 0 && turn < 2000; turn++) {
        int move = felt_agent_choose(agent, &state, &rng, NULL);
        felt_cards truth = state.hand[state.actor] & felt_cards_of_rank(state.rank % FELT_RANKS);
        if (felt_genome_asks(&game.program, &state) == FELT_ASKS_CARD && move < FELT_MOVE_ITEMS &&
            truth && !state.chosen) {
            assert_true(truth >> move & 1);
            claims++;
        }
        felt_genome_play(&game.program, &state, move, NULL);
    }
    assert_true(claims > 100);
    free(agent);
}

/* ---- strength ---- */

static void genome_players_strength_is_calibrated(void **unused)
{
    (void)unused;
    static const char *const games[] = {"simple-poker", "five-card-draw", "holdem-like"};
    static struct game game;
    struct felt_rng rng = felt_rng_make(6);
    for (size_t i = 0; i < sizeof games / sizeof games[0]; i++) {
        int strong = 0, weak = 0, deals = 1000;
        open_game(games[i], &game);
        for (int k = 0; k < deals; k++) {
            struct felt_genome_state state;
            felt_genome_begin(&game.program, NULL, (uint64_t)(k + 100), &state, NULL);
            double strength =
                felt_strengths_of(&game.strengths, &game.program, &state, state.actor, &rng);
            assert_true(strength >= 0 && strength <= 1);
            strong += strength > 0.7;
            weak += strength < 0.3;
        }
        /* Three of ten are better than seven of ten others. */
        assert_true(abs(strong - 3 * deals / 10) < 60 && abs(weak - 3 * deals / 10) < 60);
    }
    open_game("war", &game);
    struct felt_genome_state state;
    felt_genome_begin(&game.program, NULL, 1, &state, NULL);
    assert_true(felt_strengths_of(&game.strengths, &game.program, &state, 0, &rng) == 0.5);
}

/* Kuhn: the king is never folded, the jack never calls. */
static void genome_players_know_the_best_hand(void **unused)
{
    (void)unused;
    static const char *const names[] = {"greedy", "mcts:200"};
    static struct game game;
    int faced = 0;
    open_game("kuhn", &game);
    for (int i = 0; i < 2; i++) {
        struct felt_agent *agent = new_agent(names[i], &game);
        for (uint64_t seed = 0; seed < 30; seed++) {
            struct felt_genome_state state;
            struct felt_rng rng = felt_rng_make(seed);
            felt_genome_begin(&game.program, NULL, seed, &state, NULL);
            felt_genome_play(&game.program, &state, FELT_MOVE_BET, NULL);
            int rank = felt_card_rank((felt_card)__builtin_ctzll(state.hand[state.actor]));
            int move = felt_agent_choose(agent, &state, &rng, NULL);
            if (rank == FELT_KING) assert_int_equal(move, FELT_MOVE_CALL);
            if (rank == FELT_JACK) assert_int_equal(move, FELT_MOVE_FOLD);
            faced += rank != FELT_QUEEN;
        }
        free(agent);
    }
    assert_true(faced > 20);
}

/* ---- who wins ---- */

struct result {
    double share; /* of wins of the first                                                     */
    double chips; /* won in a hand                                                            */
};

static bool is_side(const struct felt_genome_program *program, int seat, int other)
{
    return seat == other || (program->teams && program->team[seat] == program->team[other]);
}

/* Of the game, for the side of a seat. */
static double share_of(const struct felt_genome_program *program,
                       const struct felt_genome_state *state, int seat)
{
    int winners = 0, size = 0;
    for (int other = 0; other < program->seats; other++) {
        winners += state->winners ? state->winners >> other & 1 : 1;
        size += is_side(program, seat, other);
    }
    if (state->winners && !(state->winners >> seat & 1)) return 0;
    return (double)size / winners;
}

/* The first sits in every seat of each deal in turn, others in the rest; partners play alike. */
static struct result play_match(const struct game *game, const char *first, const char *others,
                                int deals)
{
    const struct felt_genome_program *program = &game->program;
    struct felt_agent *agent[2] = {new_agent(first, game), new_agent(others, game)};
    struct result result = {0, 0};
    int hands = 0, games = deals * program->seats;
    for (int i = 0; i < games; i++) {
        struct felt_rng rng = felt_rng_make((uint64_t)i);
        struct felt_genome_state state;
        felt_chips payoff[FELT_SEATS_MAX];
        int me = i % program->seats;
        felt_genome_begin(program, NULL, (uint64_t)(i / program->seats), &state, NULL);
        while (state.actor >= 0) {
            struct felt_agent *who = agent[!is_side(program, me, state.actor)];
            int move = felt_agent_choose(who, &state, &rng, NULL);
            felt_genome_play(program, &state, move, NULL);
        }
        result.share += share_of(program, &state, me);
        felt_genome_payoff(program, &state, payoff);
        result.chips += (double)payoff[me];
        hands += state.hands;
    }
    result.share /= games;
    result.chips /= hands;
    free(agent[0]);
    free(agent[1]);
    return result;
}

/* Nothing is decided in War: a search is as good as chance. */
static void genome_players_search_wins_half_of_war(void **unused)
{
    (void)unused;
    static struct game game;
    open_game("war", &game);
    struct result result = play_match(&game, "mcts:400", "random", test_is_quick() ? 500 : 1500);
    assert_true(fabs(result.share - 0.5) <= 0.02);
}

static void genome_players_greedy_beats_random(void **unused)
{
    (void)unused;
    static const struct {
        const char *name;
        int deals;
        double share; /* at least */
    } rows[] = {
        {"crazy-eights", 400, 0.53}, {"hearts", 8, 0.7},        {"gin-lite", 10, 0.9},
        {"five-card-draw", 20, 0.9}, {"simple-poker", 20, 0.8}, {"holdem-like", 10, 0.7},
        {"president", 60, 0.6},      {"scopa", 30, 0.75},       {"whist", 60, 0.55},
        {"gops", 100, 0.75},         {"go-fish", 300, 0.52},    {"cheat", 20, 0.9},
        {"betting-war", 20, 0.8},    {"blackjack", 20, 0.8},    {"knock-out-whist", 300, 0.55},
        {"fan-tan", 10, 0.4},        {"uno-style", 300, 0.53},  {"liars-poker-style", 10, 0.8},
    };
    static struct game game;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        open_game(rows[i].name, &game);
        struct result result = play_match(&game, "greedy", "random", rows[i].deals);
        if (result.share < rows[i].share)
            fail_msg("greedy wins %.3f of %s", result.share, rows[i].name);
    }
}

static void genome_players_search_beats_random(void **unused)
{
    (void)unused;
    static const struct {
        const char *name;
        int deals;
        double share; /* at least */
    } rows[] = {
        {"crazy-eights", 16, 0.52},
        {"hearts", 1, 0.7},
        {"gin-lite", 1, 0.9},
        {"five-card-draw", 4, 0.7},
    };
    static struct game game;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        open_game(rows[i].name, &game);
        int deals = test_is_quick() && rows[i].deals > 1 ? rows[i].deals / 2 : rows[i].deals;
        struct result result = play_match(&game, "mcts:400", "random", deals);
        if (result.share < rows[i].share)
            fail_msg("mcts:400 wins %.3f of %s", result.share, rows[i].name);
        if (game.program.chips) assert_true(result.chips > 1);
    }
}

/* ---- work ---- */

static bool runs_out(void *self)
{
    int *left = self;
    return (*left)-- > 0;
}

static void genome_players_search_keeps_its_budget(void **unused)
{
    (void)unused;
    static struct game game;
    struct felt_genome_state state;
    struct felt_rng rng = felt_rng_make(1);
    open_game("hearts", &game);
    felt_genome_begin(&game.program, NULL, 1, &state, NULL);
    struct felt_agent *agent = new_agent("mcts:100", &game);
    (void)felt_agent_choose(agent, &state, &rng, NULL);
    struct felt_agent_work work = felt_agent_worked(agent);
    assert_int_equal(work.decisions, 1);
    assert_int_equal(work.iterations, 100);
    assert_true(work.turns >= 100 * 52);
    free(agent);
    agent = new_agent("mcts", &game);
    (void)felt_agent_choose(agent, &state, &rng, &(struct felt_budget){.samples = 33});
    assert_int_equal(felt_agent_worked(agent).iterations, 33);
    int left = 2; /* looks at the clock */
    (void)felt_agent_choose(agent, &state, &rng,
                            &(struct felt_budget){.time_left = runs_out, .self = &left});
    assert_int_equal(felt_agent_worked(agent).iterations, 33 + 48);
    free(agent);
    /* A single move is no decision. */
    open_game("war", &game);
    agent = new_agent("mcts:400", &game);
    felt_genome_begin(&game.program, NULL, 1, &state, NULL);
    assert_int_equal(felt_agent_choose(agent, &state, &rng, NULL), FELT_MOVE_FLIP);
    assert_int_equal(felt_agent_worked(agent).iterations, 0);
    free(agent);
}

/* ---- players with views ---- */

struct chair {
    const struct felt_player_kind *kind;
    struct felt_place place;
    void *block;
};

static void take_chair(struct chair *chair, const char *name, const struct game *game,
                       felt_seat seat)
{
    struct felt_player_spec spec;
    assert_int_equal(felt_player_read(name, strlen(name), &spec, NULL), FELT_OK);
    chair->kind = spec.kind;
    chair->place =
        (struct felt_place){.game = &felt_genome_game, .rules = &game->program, .seat = seat};
    chair->block = malloc(spec.kind->bytes);
    assert_non_null(chair->block);
    memset(chair->block, 0xA5, spec.kind->bytes);
    spec.kind->sit(chair->block, &spec.settings, felt_rng_make((uint64_t)seat));
    spec.kind->begin(chair->block, &chair->place);
}

/* Some turns at a table; returns a hash of what was done. */
static uint64_t play_at_table(const struct game *game, const char *name, int turns)
{
    struct chair chair[FELT_GENOME_SEATS_MAX];
    struct felt_genome_state state;
    uint64_t hash = 0;
    for (int seat = 0; seat < game->program.seats; seat++)
        take_chair(&chair[seat], seat % 2 ? "greedy" : name, game, (felt_seat)seat);
    felt_genome_begin(&game->program, NULL, 8, &state, NULL);
    for (int turn = 0; state.actor >= 0 && turn < turns; turn++) {
        const struct chair *who = &chair[state.actor];
        struct felt_view view;
        felt_genome_game.view(&game->program, &state, state.actor, &view);
        struct felt_decision decision =
            who->kind->choose(who->block, &view, &(struct felt_budget){.samples = 20});
        assert_int_equal(decision.warning, FELT_WARN_NONE);
        assert_true(decision.confidence > 0 && decision.confidence <= 1);
        assert_true(decision.strength >= 0 && decision.strength <= 1);
        assert_true(decision.price >= 0 && decision.price < 1);
        assert_int_equal(
            felt_genome_game.apply(&game->program, &state, state.actor, decision.action, NULL),
            FELT_OK); /* P1 */
        hash = 31 * hash + decision.action.kind + 7u * decision.action.choice;
    }
    for (int seat = 0; seat < game->program.seats; seat++) free(chair[seat].block);
    return hash;
}

static void genome_players_sit_at_tables(void **unused)
{
    (void)unused;
    static const char *const names[] = {"mcts:20", "greedy/never-fold", "mcts/always-max",
                                        "random"};
    static struct game game;
    for (int i = 0; i < KNOWN; i++) {
        const char *name = names[i % 4];
        open_game(known[i], &game);
        uint64_t hash = play_at_table(&game, name, 60);
        assert_true(play_at_table(&game, name, 60) == hash); /* P2 */
    }
}

static void genome_players_no_time_is_the_timid_answer(void **unused)
{
    (void)unused;
    static const char *const names[] = {"mcts", "greedy"};
    static struct game game;
    struct felt_genome_state state;
    struct felt_view view;
    open_game("simple-poker", &game);
    felt_genome_begin(&game.program, NULL, 8, &state, NULL);
    felt_genome_play(&game.program, &state, FELT_MOVE_BET, NULL);
    felt_genome_game.view(&game.program, &state, state.actor, &view);
    for (int i = 0; i < 2; i++) {
        struct chair chair;
        int left = 0;
        take_chair(&chair, names[i], &game, state.actor);
        struct felt_decision decision = chair.kind->choose(
            chair.block, &view, &(struct felt_budget){.time_left = runs_out, .self = &left});
        assert_int_equal(decision.action.kind, FELT_FOLD);
        assert_int_equal(decision.warning, FELT_WARN_TIMEOUT);
        free(chair.block);
    }
}

TEST_MODULE(genome_players)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(genome_players_names_are_read_and_written),
        cmocka_unit_test(genome_players_wrong_names_are_refused),
        cmocka_unit_test(genome_players_do_not_see_what_is_hidden),
        cmocka_unit_test(genome_players_hidden_cards_do_change),
        cmocka_unit_test(genome_players_throw_high_cards_where_the_lowest_hand_wins),
        cmocka_unit_test(genome_players_are_legal_in_random_games),
        cmocka_unit_test(genome_players_limits_hold),
        cmocka_unit_test(genome_players_never_bluff_is_honest),
        cmocka_unit_test(genome_players_strength_is_calibrated),
        cmocka_unit_test(genome_players_know_the_best_hand),
        cmocka_unit_test(genome_players_search_wins_half_of_war),
        cmocka_unit_test(genome_players_greedy_beats_random),
        cmocka_unit_test(genome_players_search_beats_random),
        cmocka_unit_test(genome_players_search_keeps_its_budget),
        cmocka_unit_test(genome_players_sit_at_tables),
        cmocka_unit_test(genome_players_no_time_is_the_timid_answer),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
