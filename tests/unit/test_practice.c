/* test_practice.c -- tables of games of the lab: what lies ready, texts of stakes and back, and
 * games that are played for the score (server/config/practice.h). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "any_move.h"
#include "command/lab_file.h"
#include "server/config/practice.h"
#include "server/config/private_stakes.h"
#include "felt/deck.h"
#include "module.h"
#include "fake_tables.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct felt_room_client_terms nothing;
static int64_t time_ms = 1000;

static int64_t tell_time(void)
{
    return time_ms;
}

static struct felt_room_client_terms terms_of(const char *game)
{
    struct felt_room_client_terms terms = {.said = 1u << FELT_TERM_GAME};
    (void)snprintf(terms.game, sizeof terms.game, "%s", game);
    return terms;
}

/* The text of the stake that somebody wants; its length, 0: refused. */
static size_t write_stake(struct felt_practices *practices,
                          const struct felt_room_client_terms *terms,
                          char text[FELT_STAKE_TEXT_BYTES])
{
    char why[FELT_ROOM_TEXT_BYTES] = "";
    struct felt_buffer out = felt_buffer_make(text, FELT_STAKE_TEXT_BYTES);
    bool good = felt_practices_write(practices, "p-abc", terms, &out, why);
    assert_int_equal(good, why[0] == '\0');
    return good ? out.used : 0;
}

static void practice_known_games_always_lie_ready(void **state)
{
    struct felt_practices *practices = felt_practices_open();
    char text[FELT_STAKE_TEXT_BYTES];
    (void)state;
    for (int i = 0; i < felt_lab_known_count(); i++) {
        char game[64];
        struct felt_stake stake;
        (void)snprintf(game, sizeof game, "lab:%s", felt_lab_known_at(i)->name);
        struct felt_room_client_terms terms = terms_of(game);
        size_t bytes = write_stake(practices, &terms, text);
        assert_true(bytes > 0 && felt_practice_wrote(text, bytes));
        struct felt_genome_adapter *adapter = felt_practice_read(text, bytes, &stake);
        assert_non_null(adapter);
        assert_string_equal(stake.id, "p-abc");
        assert_string_equal(stake.limit, "score");
        assert_int_equal(stake.buy_in_max, 1);
        assert_int_equal(stake.house, stake.seats);
        assert_true(stake.practice && stake.markers && stake.seats >= adapter->rules.seats_min);
        assert_true(adapter->rules.for_score);
        free(adapter);
    }
    felt_practices_close(practices);
}

static void practice_games_that_were_asked_for_lie_ready_under_their_key(void **state)
{
    struct felt_practices *practices = felt_practices_open();
    const struct felt_lab_known *war = felt_lab_known_find("war");
    char key[FELT_PRACTICE_KEY_BYTES + 1], text[FELT_STAKE_TEXT_BYTES];
    (void)state;
    felt_practice_key(war->text, war->bytes, key);
    struct felt_room_client_terms terms = terms_of(key);
    assert_int_equal(write_stake(practices, &terms, text), 0);
    assert_true(felt_practices_prepare(practices, 2, war->text, war->bytes));
    assert_true(write_stake(practices, &terms, text) > 0);
    /* others push it out, unless it is asked for again */
    for (int i = 0; i < FELT_PRACTICES_READY; i++) {
        char other[32];
        int bytes = snprintf(other, sizeof other, "{\"n\":%d}", i);
        if (i == FELT_PRACTICES_READY / 2)
            assert_true(felt_practices_prepare(practices, 2, war->text, war->bytes));
        assert_true(felt_practices_prepare(practices, 2, other, (size_t)bytes));
    }
    assert_true(write_stake(practices, &terms, text) > 0);
    for (int i = 0; i < FELT_PRACTICES_READY; i++) {
        char other[32];
        int bytes = snprintf(other, sizeof other, "{\"m\":%d}", i);
        assert_true(felt_practices_prepare(practices, 2, other, (size_t)bytes));
    }
    assert_int_equal(write_stake(practices, &terms, text), 0);
    char *large = calloc(1, FELT_PRACTICE_TEXT_BYTES + 1);
    assert_non_null(large);
    assert_false(felt_practices_prepare(practices, 2, large, FELT_PRACTICE_TEXT_BYTES + 1));
    assert_false(felt_practices_prepare(practices, 2, large, 0));
    free(large);
    felt_practices_close(practices);
}

static void practice_no_text_of_a_client_is_a_file(void **state)
{
    static const char *const games[] = {
        "lab:",         "lab:/etc/passwd", "lab:../data/genomes/war.json",
        "lab:war.json", "lab:-",           "lab:0123456789abcdef",
        "lab:war "};
    struct felt_practices *practices = felt_practices_open();
    char text[FELT_STAKE_TEXT_BYTES];
    (void)state;
    for (size_t i = 0; i < sizeof games / sizeof games[0]; i++) {
        struct felt_room_client_terms terms = terms_of(games[i]);
        assert_true(felt_practice_named(games[i]));
        assert_int_equal(write_stake(practices, &terms, text), 0);
    }
    assert_false(felt_practice_named("holdem"));
    assert_false(felt_practice_named(nothing.game));
    felt_practices_close(practices);
}

static void practice_seats_are_those_of_the_game(void **state)
{
    struct felt_practices *practices = felt_practices_open();
    char text[FELT_STAKE_TEXT_BYTES];
    (void)state;
    struct felt_room_client_terms terms = terms_of("lab:kuhn"); /* for two */
    terms.said |= 1u << FELT_TERM_SEATS | 1u << FELT_TERM_PAUSE;
    terms.seats = 3;
    assert_int_equal(write_stake(practices, &terms, text), 0);
    terms.seats = 2;
    terms.pause_ms = UINT32_MAX;
    struct felt_stake stake;
    size_t bytes = write_stake(practices, &terms, text);
    struct felt_genome_adapter *adapter = felt_practice_read(text, bytes, &stake);
    assert_non_null(adapter);
    assert_int_equal(stake.seats, 2);
    assert_int_equal(stake.pause_ms, 60000);
    free(adapter);
    felt_practices_close(practices);
}

static void practice_texts_that_are_none_are_refused(void **state)
{
    static const char *const heads[] = {
        "",
        "[practice ",
        "[practice p-x]\n",
        "[practice p-x]\nseats = 2\npause = 0\n",
        "[practice p-x]\nseats = 9\npause = 0\n",
        "[practice p-x]\nseats = -2\npause = 0\n",
        "[practice p-x]\nseats = 2\npause = -1\n",
        "[practice P/X]\nseats = 2\npause = 0\n",
        "[practice aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa]\nseats = 2\n",
        "[table p-x]\ngame = genome:war\n",
    };
    const struct felt_lab_known *war = felt_lab_known_find("war");
    (void)state;
    for (size_t i = 0; i < sizeof heads / sizeof heads[0]; i++) {
        char text[FELT_STAKE_TEXT_BYTES];
        struct felt_stake stake;
        int head = snprintf(text, sizeof text, "%s", heads[i]);
        assert_null(felt_practice_read(text, (size_t)head, &stake));
        bool fine = i == 3;
        memcpy(text + head, war->text, war->bytes);
        struct felt_genome_adapter *adapter =
            felt_practice_read(text, (size_t)head + war->bytes, &stake);
        assert_int_equal(adapter != NULL, fine);
        free(adapter);
        /* a genome that is cut */
        assert_null(felt_practice_read(text, (size_t)head + war->bytes / 2, &stake));
    }
}

static void practice_stakes_are_private_ones(void **state)
{
    struct felt_private_stakes *privates = felt_private_stakes_open(tell_time);
    struct felt_room_client_terms terms = terms_of("lab:crazy-eights"), more = nothing;
    char why[FELT_ROOM_TEXT_BYTES] = "";
    (void)state;
    assert_non_null(privates);
    const struct felt_stake *stake = felt_private_stakes_make(privates, "p-x7", &terms, NULL, why);
    assert_non_null(stake);
    assert_string_equal(stake->title, "Crazy Eights");
    const struct felt_stake *again =
        felt_private_stakes_again(privates, stake->text, stake->text_bytes);
    assert_non_null(again);
    assert_string_equal(again->id, stake->id);
    assert_int_equal(again->seats, stake->seats);
    /* its terms stay */
    more.said = 1u << FELT_TERM_PAUSE;
    assert_null(felt_private_stakes_make(privates, "p-x7", &more, stake, why));
    assert_true(why[0] != '\0');
    /* and a table of poker does not become one */
    const struct felt_stake *poker =
        felt_private_stakes_make(privates, "p-x8", &nothing, NULL, why);
    assert_non_null(poker);
    assert_null(felt_private_stakes_make(privates, "p-x8", &terms, poker, why));
    felt_private_stakes_gone(privates, stake);
    felt_private_stakes_close(privates);
}

/* A thread may still think about a table that is closed: whoever opens and closes tables as fast as
 * he can does not take the rules away from it, nor all memory. */
static void practice_rules_outlive_their_table(void **state)
{
    enum { MANY = 100000 };
    struct felt_private_stakes *privates = felt_private_stakes_open(tell_time);
    struct felt_room_client_terms terms = terms_of("lab:war");
    char why[FELT_ROOM_TEXT_BYTES] = "";
    (void)state;
    const struct felt_stake *first = felt_private_stakes_make(privates, "p-a", &terms, NULL, why);
    assert_non_null(first);
    const struct felt_game_adapter *adapter = first->game[0];
    felt_private_stakes_gone(privates, first);
    int made = 0;
    for (const struct felt_stake *stake; made < MANY; made++) {
        if (!(stake = felt_private_stakes_make(privates, "p-b", &terms, NULL, why))) break;
        felt_private_stakes_gone(privates, stake);
    }
    assert_true(made > 100 && made < MANY); /* then others wait */
    assert_non_null(strstr(why, "try again"));
    assert_int_equal(adapter->seats_max, 2);
    struct felt_room_client_terms poker = nothing;
    assert_null(felt_private_stakes_make(privates, "p-c", &poker, NULL, why));
    time_ms += FELT_PRIVATE_STAKES_KEPT_MS;
    assert_non_null(felt_private_stakes_make(privates, "p-c", &poker, NULL, why));
    felt_private_stakes_close(privates);
}

/* ---- for the score ---- */

enum { MOVES_MAX = 30000, STATE_BYTES = 1024 };

/* A game from its deal to its end, by chance; how many chips were told to have been won. */
static felt_chips play_game(const struct felt_genome_adapter *genome, int seats, uint64_t seed)
{
    static struct felt_event tournaments[FELT_EVENTS_MAX];
    _Alignas(16) char state[STATE_BYTES] = {0};
    const struct felt_game_adapter *adapter = &genome->adapter;
    const struct felt_genome_program *program = &genome->rules.program[seats];
    struct felt_rng rng = felt_rng_make(seed);
    struct felt_deal deal;
    felt_chips marker[FELT_SEATS_MAX] = {0}, won[FELT_SEATS_MAX], told = 0;
    felt_seats places = (felt_seats)(((1u << seats) - 1) << 1); /* not the first */
    for (int seat = 1; seat <= seats; seat++) marker[seat] = 1;
    adapter->deal(adapter, places, marker, 1, &deal);
    for (int seat = 1; seat <= seats; seat++) {
        assert_int_equal(deal.stack[seat], program->chips ? program->starting_chips : 2);
        assert_int_equal(deal.ante[seat], program->chips ? 0 : 1);
    }
    struct felt_event_log log = {tournaments, 0, FELT_EVENTS_MAX};
    assert_int_equal(adapter->game->open(adapter->rules, &deal, state, &log), FELT_OK);
    assert_int_equal(adapter->game->deal(adapter->rules, &deal, &rng, state, &log), FELT_OK);
    int moves = 0;
    while (adapter->game->actor(adapter->rules, state) >= 0 && moves++ < MOVES_MAX) {
        struct felt_action action = any_move(adapter->game, adapter->rules, state, &rng);
        log.count = 0;
        felt_seat actor = adapter->game->actor(adapter->rules, state);
        assert_int_equal(adapter->game->apply(adapter->rules, state, actor, action, &log), FELT_OK);
        for (uint32_t i = 0; i < log.count; i++)
            if (tournaments[i].kind == FELT_EVENT_WIN) told += tournaments[i].amount;
    }
    assert_true(moves < MOVES_MAX);
    adapter->game->payoff(adapter->rules, state, won);
    for (int seat = 0; seat < FELT_SEATS_MAX; seat++) assert_int_equal(won[seat], 0);
    return told;
}

static void practice_no_chips_move_and_somebody_wins(void **state)
{
    (void)state;
    for (int i = 0; i < felt_lab_known_count(); i++) {
        struct felt_lab_file *file = malloc(sizeof *file);
        struct felt_genome_adapter *adapter = malloc(sizeof *adapter);
        felt_chips told = 0;
        assert_true(file && adapter);
        felt_lab_file_look(felt_lab_known_at(i)->name, file);
        felt_genome_adapter_make(adapter, &file->genome, 0);
        assert_int_equal(adapter->adapter.big_blind, 1);
        for (uint64_t seed = 0; seed < 8; seed++)
            told += play_game(adapter, adapter->rules.seats_min, seed);
        if (told == 0) fail_msg("nobody wins anything at %s", felt_lab_known_at(i)->name);
        free(adapter);
        free(file);
    }
}

/* Whatever a genome says of its length, a game has an end, and the cap of turns is one. */
static void practice_games_without_end_are_cut(void **state)
{
    struct felt_lab_file *file = malloc(sizeof *file);
    struct felt_genome_adapter *adapter = malloc(sizeof *adapter);
    (void)state;
    assert_true(file && adapter);
    for (int i = 0; i < felt_lab_known_count(); i++) {
        static const int turns[] = {4, 20000};
        for (int which = 0; which < 2; which++) {
            felt_lab_file_look(felt_lab_known_at(i)->name, file);
            file->genome.session.gene[FELT_SESSION_TURNS] = turns[which];
            struct felt_genome_error error;
            assert_int_equal(felt_genome_verify(&file->genome, &error, 1), 0);
            felt_genome_adapter_make(adapter, &file->genome, 0);
            (void)play_game(adapter, adapter->rules.seats_max, 3);
        }
    }
    free(adapter);
    free(file);
}

/* ---- at the room ---- */

enum { ADA, BEA, HOUSE, HOUSES = 3, TABLE = 1, CHIPS = 1000 };

/* A room whose private tables are made as those of felt serve. */
struct den {
    struct fake_tables fake_tables; /* first: services know it by this */
    struct felt_poker_adapter poker;
    struct felt_private_stakes *privates;
    int64_t user[HOUSE + HOUSES];
    char table[FELT_TABLE_NAME_BYTES + 1];
};

static const struct felt_stake *make(void *self, const char *id,
                                     const struct felt_room_client_terms *terms,
                                     const struct felt_stake *old, char why[FELT_ROOM_TEXT_BYTES])
{
    return felt_private_stakes_make(((struct den *)self)->privates, id, terms, old, why);
}

static const struct felt_stake *again(void *self, const char *text, size_t bytes)
{
    return felt_private_stakes_again(((struct den *)self)->privates, text, bytes);
}

static void gone(void *self, const struct felt_stake *stake)
{
    felt_private_stakes_gone(((struct den *)self)->privates, stake);
}

static int open_den(void **state)
{
    struct den *den = calloc(1, sizeof *den);
    struct felt_complaint complaint;
    if (!den ||
        felt_poker_adapter_make(&den->poker, "holdem", FELT_NO_LIMIT, 5, 10, &complaint) != FELT_OK)
        return -1;
    struct fake_tables *fake_tables = &den->fake_tables;
    den->privates = felt_private_stakes_open(tell_time);
    fake_tables_init(fake_tables, 17);
    (void)fake_tables_stake(fake_tables, "nl", &den->poker.adapter, 6, 1);
    fake_tables->wire = fake_tables->hashes = true;
    fake_tables->config.state_bytes = STATE_BYTES;
    fake_tables->services.stake_make = make;
    fake_tables->services.stake_again = again;
    fake_tables->services.stake_gone = gone;
    fake_tables_open(fake_tables, NULL);
    for (uint32_t i = 0; i < HOUSE + HOUSES; i++) {
        den->user[i] = fake_tables_user(fake_tables, i < HOUSE ? FELT_USER_HUMAN : FELT_USER_HOUSE,
                                        i == BEA ? 0 : (felt_chips)CHIPS);
        if (!fake_tables_enter(fake_tables, i, den->user[i], i >= HOUSE)) return -1;
    }
    *state = den;
    return 0;
}

static int close_den(void **state)
{
    struct den *den = *state;
    fake_tables_verify(&den->fake_tables);
    bool good = den->fake_tables.failure[0] == '\0';
    if (!good) print_error("%s\n", den->fake_tables.failure);
    fake_tables_close(&den->fake_tables);
    felt_private_stakes_close(den->privates);
    free(den);
    return good ? 0 : -1;
}

/* For three. */
static void open_table_of(struct den *den, uint32_t host)
{
    struct felt_room_face face;
    struct felt_room_client_msg msg = fake_tables_make(FELT_ROOM_CLIENT_CREATE, "");
    msg.terms = terms_of("lab:crazy-eights");
    msg.terms.said |= 1u << FELT_TERM_SEATS;
    msg.terms.seats = 3;
    assert_int_equal(fake_tables_do(&den->fake_tables, host, &msg), FELT_NO_NOT);
    assert_true(felt_room_face(den->fake_tables.room, TABLE, &face));
    (void)snprintf(den->table, sizeof den->table, "%s", face.id);
}

static void open_table(struct den *den)
{
    open_table_of(den, ADA);
}

static bool is_there(struct den *den, struct felt_room_face *face)
{
    return felt_room_face(den->fake_tables.room, TABLE, face);
}

static void do_want(struct den *den, uint32_t line, enum felt_room_client_kind kind)
{
    struct felt_room_client_msg msg = fake_tables_make(kind, den->table);
    assert_int_equal(fake_tables_do(&den->fake_tables, line, &msg), FELT_NO_NOT);
}

/* Plays for so long, whoever is asked. */
static void play_for(struct den *den, int64_t ms)
{
    struct fake_tables_crowd crowd = {
        .fake_tables = &den->fake_tables, .rng = felt_rng_make(4), .people = 0};
    for (int64_t until = den->fake_tables.now_ms + ms; den->fake_tables.now_ms < until;) {
        fake_tables_crowd_answer(&crowd, 100);
        fake_tables_step(&den->fake_tables, 200);
    }
}

/* Nobody's chips have moved, and none are on a table. */
static void expect_banks(struct den *den)
{
    char table[FELT_ORDER_TABLE_BYTES + 1];
    int64_t user;
    felt_chips balance;
    int at = 0;
    for (int i = 0; i < HOUSE + HOUSES; i++)
        assert_int_equal(ledger_toy_bank(den->fake_tables.toy, den->user[i]), i == BEA ? 0 : CHIPS);
    assert_false(ledger_toy_seats(den->fake_tables.toy, &at, table, &user, &balance));
}

static void practice_waits_for_house_players_but_not_for_long(void **state)
{
    struct den *den = *state;
    struct felt_room_face face;
    open_table(den);
    do_want(den, ADA, FELT_ROOM_CLIENT_SIT);
    fake_tables_wait(&den->fake_tables, 1000);
    do_want(den, HOUSE, FELT_ROOM_CLIENT_SIT);
    fake_tables_wait(&den->fake_tables, 100);
    assert_true(is_there(den, &face));
    assert_int_equal(face.hands, 0); /* there is another seat */
    do_want(den, HOUSE + 1, FELT_ROOM_CLIENT_SIT);
    fake_tables_wait(&den->fake_tables, 10);
    assert_true(is_there(den, &face));
    assert_int_equal(face.hands, 1);
    do_want(den, ADA, FELT_ROOM_CLIENT_STAND);
    play_for(den, 100); /* the house does not go on by itself */
    assert_false(is_there(den, &face));
    /* somebody is missing: it begins without him */
    open_table(den);
    do_want(den, ADA, FELT_ROOM_CLIENT_SIT);
    do_want(den, HOUSE, FELT_ROOM_CLIENT_SIT);
    fake_tables_wait(&den->fake_tables, 2500);
    assert_true(is_there(den, &face));
    assert_int_equal(face.hands, 0);
    fake_tables_wait(&den->fake_tables, 1000);
    assert_true(is_there(den, &face));
    assert_int_equal(face.hands, 1);
}

static void practice_tables_close_soon_where_nobody_sits(void **state)
{
    struct den *den = *state;
    struct felt_room_face face;
    open_table(den);
    fake_tables_wait(&den->fake_tables, 55000);
    assert_true(is_there(den, &face));
    fake_tables_wait(&den->fake_tables, 6000);
    assert_false(is_there(den, &face));
    expect_banks(den);
}

/* Bea has no chip at all. */
static void practice_needs_no_chips(void **state)
{
    struct den *den = *state;
    struct fake_tables *fake_tables = &den->fake_tables;
    struct felt_room_face face;
    open_table_of(den, BEA);
    struct felt_room_client_msg sit = fake_tables_make(FELT_ROOM_CLIENT_SIT, den->table);
    sit.amount = 2; /* there is one marker */
    assert_int_equal(fake_tables_do(fake_tables, BEA, &sit), FELT_NO_AMOUNT);
    do_want(den, BEA, FELT_ROOM_CLIENT_SIT);
    for (uint32_t i = 0; i < 2; i++) do_want(den, HOUSE + i, FELT_ROOM_CLIENT_SIT);
    play_for(den, 30000);
    assert_true(is_there(den, &face) && face.hands > 0);
    expect_banks(den);
    struct felt_room_client_msg more = fake_tables_make(FELT_ROOM_CLIENT_TOP_UP, den->table);
    assert_int_equal(fake_tables_do(fake_tables, BEA, &more), FELT_NO_AMOUNT);
    do_want(den, BEA, FELT_ROOM_CLIENT_STAND); /* in the middle of a game, or not */
    play_for(den, 100);
    assert_false(is_there(den, &face));
    expect_banks(den);
}

/* A marker of an older program was a chip of the ledger: it goes back, and the game goes on. */
static void practice_gives_old_markers_back(void **state)
{
    struct den *den = *state;
    struct fake_tables *fake_tables = &den->fake_tables;
    struct felt_room_face face;
    open_table(den);
    for (uint32_t i = 0; i < 3; i++) do_want(den, i ? HOUSE + i - 1 : ADA, FELT_ROOM_CLIENT_SIT);
    play_for(den, 3000);
    for (uint32_t i = 0; i < 3; i++) {
        struct felt_order order = {.kind = FELT_ORDER_BUY_IN,
                                   .user = den->user[i ? HOUSE + i - 1 : ADA],
                                   .amount = 1,
                                   .now_ms = fake_tables->now_ms};
        struct felt_receipt receipt;
        (void)snprintf(order.table, sizeof order.table, "%s", den->table);
        (void)snprintf(order.key, sizeof order.key, "old-%u", i);
        ledger_toy_do(fake_tables->toy, &order, &receipt);
        assert_int_equal(receipt.outcome, FELT_OUTCOME_OK);
    }
    fake_tables_crash(fake_tables, 0, 9, true);
    expect_banks(den);
    for (uint32_t i = 0; i < HOUSE + HOUSES; i++)
        assert_true(fake_tables_enter(fake_tables, i, den->user[i], i >= HOUSE));
    play_for(den, 30000);
    assert_true(is_there(den, &face) && face.hands > 0 && face.seat[0].stack == 1);
    do_want(den, ADA, FELT_ROOM_CLIENT_STAND);
    play_for(den, 100);
    assert_false(is_there(den, &face));
    expect_banks(den);
}

/* Games and crashes, in the middle of a game too, by the same program and another: chips are where
 * they were, and when the player has left the table is gone. */
static void practice_survives_crashes(void **state)
{
    struct den *den = *state;
    struct fake_tables *fake_tables = &den->fake_tables;
    struct felt_room_face face;
    open_table(den);
    for (uint32_t i = 0; i < 3; i++) do_want(den, i ? HOUSE + i - 1 : ADA, FELT_ROOM_CLIENT_SIT);
    for (int round = 0; round < 8; round++) {
        play_for(den, 5000 + 7000 * round);
        expect_banks(den);
        if (round == 4) fake_tables_snapshot(fake_tables);
        fake_tables_crash(fake_tables, 0, 9, round != 6);
        for (uint32_t i = 0; i < HOUSE + HOUSES; i++)
            assert_true(fake_tables_enter(fake_tables, i, den->user[i], i >= HOUSE));
        assert_true(is_there(den, &face) && face.stake->practice);
        assert_string_equal(face.id, den->table);
    }
    play_for(den, 60000);
    assert_true(is_there(den, &face) && face.hands > 3);
    expect_banks(den);
    do_want(den, ADA, FELT_ROOM_CLIENT_STAND);
    fake_tables_crash(fake_tables, 0, 9, true);
    play_for(den, 5000);
    assert_false(is_there(den, &face));
    expect_banks(den);
}

TEST_MODULE(practice)
{
#define DEN(name) cmocka_unit_test_setup_teardown(name, open_den, close_den)
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(practice_known_games_always_lie_ready),
        cmocka_unit_test(practice_games_that_were_asked_for_lie_ready_under_their_key),
        cmocka_unit_test(practice_no_text_of_a_client_is_a_file),
        cmocka_unit_test(practice_seats_are_those_of_the_game),
        cmocka_unit_test(practice_texts_that_are_none_are_refused),
        cmocka_unit_test(practice_stakes_are_private_ones),
        cmocka_unit_test(practice_rules_outlive_their_table),
        cmocka_unit_test(practice_no_chips_move_and_somebody_wins),
        cmocka_unit_test(practice_games_without_end_are_cut),
        DEN(practice_waits_for_house_players_but_not_for_long),
        DEN(practice_tables_close_soon_where_nobody_sits),
        DEN(practice_needs_no_chips),
        DEN(practice_gives_old_markers_back),
        DEN(practice_survives_crashes),
    };
    return cmocka_run_group_tests_name("practice", tests, NULL, NULL);
}
