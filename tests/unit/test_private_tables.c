/* test_private_tables.c -- tables of a host, and options of tables, rule by rule
 * (docs/RULES.md 16.10 ff., docs/ROOM.md 12). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "fake_tables.h"

#include "felt/buffer.h"
#include "module.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ADA, BEA, CID, DOT, PEOPLE };
enum { PUBLIC, FIRST, SECOND }; /* numbers of tables */

struct evening {
    struct fake_tables fake_tables;
    struct felt_poker_adapter adapter;
    int64_t user[PEOPLE];
    struct felt_room_client_terms terms; /* of the next table */
    char table[FELT_TABLE_NAME_BYTES + 1], key[FELT_ROOM_CLIENT_KEY_BYTES + 1];
    char posted[256]; /* of the last hand */
    bool bomb;
    int runs; /* seats that had a say in two boards, in the last hand */
};

/* "0 ante 2 blind 5 | 1 ..., first 2" */
static void note_posts(void *listener, const struct felt_room_report *report)
{
    struct evening *evening = listener;
    struct felt_buffer out = felt_buffer_make(evening->posted, sizeof evening->posted);
    const struct felt_deal *deal = report->deal;
    for (int seat = 0; seat < FELT_SEATS_MAX; seat++) {
        if (!felt_seats_has(deal->seats, seat)) continue;
        const struct {
            const char *word;
            felt_chips chips;
        } posts[] = {{" ante ", deal->ante[seat]},
                     {" dead ", deal->dead[seat]},
                     {" blind ", deal->blind[seat]}};
        if (out.used) felt_buffer_text(&out, " | ");
        felt_buffer_int(&out, seat);
        for (int i = 0; i < 3; i++) {
            if (!posts[i].chips) continue;
            felt_buffer_text(&out, posts[i].word);
            felt_buffer_int(&out, posts[i].chips);
        }
    }
    if (deal->opener >= 0) {
        felt_buffer_text(&out, ", first ");
        felt_buffer_int(&out, deal->opener);
    }
    felt_buffer_terminate(&out);
    evening->bomb = deal->bomb;
    evening->runs = 0;
    for (uint32_t i = 0; i < report->count; i++)
        evening->runs +=
            report->events[i].kind == FELT_EVENT_ACT && report->events[i].act == FELT_RUNS;
}

/* Four people with 2000 chips at their lines, and one public table that nobody uses. */
static int open_evening(void **state)
{
    struct evening *evening = calloc(1, sizeof *evening);
    struct felt_complaint complaint;
    if (!evening || felt_poker_adapter_make(&evening->adapter, "holdem", FELT_NO_LIMIT, 5, 10,
                                            &complaint) != FELT_OK)
        return -1;
    struct fake_tables *fake_tables = &evening->fake_tables;
    fake_tables_init(fake_tables, 11);
    (void)fake_tables_stake(fake_tables, "nl", &evening->adapter.adapter, 6, 1);
    fake_tables->wire = true;
    fake_tables->listener = evening;
    fake_tables->over = note_posts;
    fake_tables_stakes_join(fake_tables);
    fake_tables_open(fake_tables, NULL);
    for (int i = 0; i < PEOPLE; i++) {
        evening->user[i] = fake_tables_user(fake_tables, FELT_USER_HUMAN, 2000);
        if (!fake_tables_enter(fake_tables, (uint32_t)i, evening->user[i], false)) return -1;
    }
    *state = evening;
    return 0;
}

static int close_evening(void **state)
{
    struct evening *evening = *state;
    fake_tables_verify(&evening->fake_tables);
    bool good = evening->fake_tables.failure[0] == '\0';
    if (!good) print_error("%s\n", evening->fake_tables.failure);
    fake_tables_close(&evening->fake_tables);
    free(evening);
    return good ? 0 : -1;
}

static bool has(const void *bytes, size_t count, const char *text)
{
    size_t length = strlen(text);
    for (size_t at = 0; at + length <= count; at++)
        if (memcmp((const char *)bytes + at, text, length) == 0) return true;
    return false;
}

static struct felt_room_face face_of(struct evening *evening, uint32_t table)
{
    struct felt_room_face face;
    assert_true(felt_room_face(evening->fake_tables.room, table, &face));
    return face;
}

/* Ada opens a table by evening->terms. */
static void create(struct evening *evening)
{
    struct fake_tables *fake_tables = &evening->fake_tables;
    struct felt_room_client_msg msg = fake_tables_make(FELT_ROOM_CLIENT_CREATE, "");
    msg.terms = evening->terms;
    assert_int_equal(fake_tables_do(fake_tables, ADA, &msg), FELT_NO_NOT);
    struct felt_room_face face = face_of(evening, FIRST);
    (void)snprintf(evening->table, sizeof evening->table, "%s", face.id);
    (void)snprintf(evening->key, sizeof evening->key, "%s", fake_tables->key);
    assert_int_equal(strlen(evening->key), 16);
    assert_true(face.is_private);
}

static enum felt_no come(struct evening *evening, int who, enum felt_room_client_kind kind,
                         const char *table, const char *key)
{
    struct felt_room_client_msg msg = fake_tables_make(kind, table);
    (void)snprintf(msg.key, sizeof msg.key, "%s", key);
    return fake_tables_do(&evening->fake_tables, (uint32_t)who, &msg);
}

static enum felt_no sit(struct evening *evening, int who, int seat, felt_chips amount)
{
    struct felt_room_client_msg msg = fake_tables_make(FELT_ROOM_CLIENT_SIT, evening->table);
    msg.seat = (felt_seat)seat;
    msg.amount = amount;
    (void)snprintf(msg.key, sizeof msg.key, "%s", evening->key);
    return fake_tables_do(&evening->fake_tables, (uint32_t)who, &msg);
}

static enum felt_no say(struct evening *evening, int who, enum felt_room_client_kind kind, bool on)
{
    struct felt_room_client_msg msg = fake_tables_make(kind, evening->table);
    msg.on = on;
    return fake_tables_do(&evening->fake_tables, (uint32_t)who, &msg);
}

static enum felt_no host(struct evening *evening, int who, enum felt_room_host_do what, int whom)
{
    struct felt_room_client_msg msg = fake_tables_make(FELT_ROOM_CLIENT_HOST, evening->table);
    msg.host = (uint8_t)what;
    if (whom >= 0)
        (void)snprintf(
            msg.name, sizeof msg.name, "%s",
            fake_store_user(ledger_toy_fake_store(evening->fake_tables.toy), evening->user[whom])
                ->handle);
    return fake_tables_do(&evening->fake_tables, (uint32_t)who, &msg);
}

static void wait_for_ask(struct evening *evening)
{
    struct fake_tables *fake_tables = &evening->fake_tables;
    for (int i = 0; i < 200 && !fake_tables->ask[FIRST].due; i++)
        fake_tables_step(fake_tables, 500);
    assert_true(fake_tables->ask[FIRST].due);
}

/* Everybody folds or checks until the hand is over. */
static void play_out(struct evening *evening)
{
    struct fake_tables *fake_tables = &evening->fake_tables;
    uint64_t hands = fake_tables->hands;
    for (int i = 0; i < 100 && fake_tables->hands == hands; i++) {
        wait_for_ask(evening);
        const struct fake_tables_ask *ask = &fake_tables->ask[FIRST];
        if (!ask->has_view) { /* asked before a crash: the clock answers */
            fake_tables_step(fake_tables, 5000);
            continue;
        }
        int64_t user = face_of(evening, FIRST).seat[ask->seat].user;
        bool may_check = false;
        struct felt_action action = {.kind = FELT_FOLD};
        for (int k = 0; k < ask->view.options; k++)
            may_check |= ask->view.option[k].kind == FELT_CHECK;
        if (may_check) action.kind = FELT_CHECK;
        struct felt_room_client_msg msg = fake_tables_action(evening->table, ask, action);
        int conn = fake_tables_line_of(fake_tables, user);
        assert_true(conn >= 0);
        (void)fake_tables_do(fake_tables, (uint32_t)conn, &msg);
    }
    assert_true(fake_tables->hands > hands);
}

static void seat_three(struct evening *evening)
{
    assert_int_equal(host(evening, ADA, FELT_ROOM_HOST_PAUSE, -1), FELT_NO_NOT);
    assert_int_equal(sit(evening, ADA, 0, 1000), FELT_NO_NOT);
    assert_int_equal(sit(evening, BEA, 1, 1000), FELT_NO_NOT);
    assert_int_equal(sit(evening, CID, 2, 1000), FELT_NO_NOT);
    assert_int_equal(host(evening, ADA, FELT_ROOM_HOST_RESUME, -1), FELT_NO_NOT);
}

/* ---- the door ---- */

static void without_its_key_a_table_is_not_there(void **state)
{
    struct evening *evening = *state;
    create(evening);
    const char *table = evening->table;
    assert_int_equal(come(evening, BEA, FELT_ROOM_CLIENT_WATCH, table, ""), FELT_NO_TABLE);
    assert_int_equal(come(evening, BEA, FELT_ROOM_CLIENT_SIT, table, ""), FELT_NO_TABLE);
    assert_int_equal(come(evening, BEA, FELT_ROOM_CLIENT_CHAT, table, ""), FELT_NO_TABLE);
    assert_int_equal(come(evening, BEA, FELT_ROOM_CLIENT_HOST, table, ""), FELT_NO_TABLE);
    assert_int_equal(come(evening, BEA, FELT_ROOM_CLIENT_WATCH, "p-aaaaaa-1", ""), FELT_NO_TABLE);
    assert_int_equal(come(evening, BEA, FELT_ROOM_CLIENT_WATCH, table, "wrong"), FELT_NO_FORBIDDEN);
    assert_int_equal(come(evening, BEA, FELT_ROOM_CLIENT_WATCH, "p-aaaaaa-1", "wrong"),
                     FELT_NO_FORBIDDEN);
    assert_int_equal(come(evening, BEA, FELT_ROOM_CLIENT_WATCH, table, evening->key), FELT_NO_NOT);
    /* Once is enough. */
    assert_int_equal(come(evening, BEA, FELT_ROOM_CLIENT_UNWATCH, table, ""), FELT_NO_NOT);
    assert_int_equal(come(evening, BEA, FELT_ROOM_CLIENT_SIT, table, ""), FELT_NO_NOT);
}

static void a_password_opens_it_too(void **state)
{
    struct evening *evening = *state;
    evening->terms.said = 1u << FELT_TERM_PASSWORD;
    (void)snprintf(evening->terms.password, sizeof evening->terms.password, "%s", "swordfish");
    create(evening);
    assert_int_equal(come(evening, BEA, FELT_ROOM_CLIENT_WATCH, evening->table, "swordfis"),
                     FELT_NO_FORBIDDEN);
    assert_int_equal(come(evening, BEA, FELT_ROOM_CLIENT_WATCH, evening->table, "swordfish"),
                     FELT_NO_NOT);
    /* It is not in the journal as it is, and the host may take it away. */
    for (uint32_t i = 0; i < evening->fake_tables.records; i++)
        assert_false(has(evening->fake_tables.record[i].bytes, evening->fake_tables.record[i].count,
                         "swordfish"));
    struct felt_room_client_msg change = fake_tables_make(FELT_ROOM_CLIENT_CHANGE, evening->table);
    change.terms.said = 1u << FELT_TERM_PASSWORD;
    assert_int_equal(fake_tables_do(&evening->fake_tables, ADA, &change), FELT_NO_NOT);
    assert_int_equal(come(evening, CID, FELT_ROOM_CLIENT_WATCH, evening->table, "swordfish"),
                     FELT_NO_FORBIDDEN);
}

static void guessing_is_slow(void **state)
{
    struct evening *evening = *state;
    create(evening);
    for (int i = 0; i < 5; i++)
        assert_int_equal(come(evening, BEA, FELT_ROOM_CLIENT_WATCH, evening->table, "wrong"),
                         FELT_NO_FORBIDDEN);
    /* Now not even the right one; and the same where there is no table. */
    assert_int_equal(come(evening, BEA, FELT_ROOM_CLIENT_WATCH, evening->table, evening->key),
                     FELT_NO_TOO_MANY);
    assert_int_equal(come(evening, BEA, FELT_ROOM_CLIENT_WATCH, "p-aaaaaa-1", "x"),
                     FELT_NO_TOO_MANY);
    assert_int_equal(come(evening, CID, FELT_ROOM_CLIENT_WATCH, evening->table, evening->key),
                     FELT_NO_NOT);
    fake_tables_wait(&evening->fake_tables, 12000);
    assert_int_equal(come(evening, BEA, FELT_ROOM_CLIENT_WATCH, evening->table, evening->key),
                     FELT_NO_NOT);
}

static void create_with_password(struct evening *evening)
{
    evening->terms.said = 1u << FELT_TERM_PASSWORD;
    (void)snprintf(evening->terms.password, sizeof evening->terms.password, "%s", "swordfish");
    create(evening);
}

/* So many wrong passwords by lines of nobody known, five of each, from this network. */
static void guess_from(struct evening *evening, int first_conn, int count, uint64_t network)
{
    evening->fake_tables.network = network;
    for (int i = 0; i < count; i++) {
        int conn = first_conn + i / 5;
        if (i % 5 == 0)
            assert_true(fake_tables_enter(&evening->fake_tables, (uint32_t)conn, 0, false));
        assert_int_equal(come(evening, conn, FELT_ROOM_CLIENT_WATCH, evening->table, "guess"),
                         FELT_NO_FORBIDDEN);
    }
}

static enum felt_no enter_and_say(struct evening *evening, int conn, uint64_t network)
{
    evening->fake_tables.network = network;
    assert_true(fake_tables_enter(&evening->fake_tables, (uint32_t)conn, 0, false));
    return come(evening, conn, FELT_ROOM_CLIENT_WATCH, evening->table, "swordfish");
}

/* Thirty of any lines, then even the password has to wait; the key opens as ever, and so does the
 * password of somebody who is signed in. */
static void many_guess_no_faster_than_one(void **state)
{
    struct evening *evening = *state;
    create_with_password(evening);
    guess_from(evening, 20, 30, 0);
    assert_int_equal(enter_and_say(evening, 30, 0), FELT_NO_FORBIDDEN);
    assert_int_equal(come(evening, CID, FELT_ROOM_CLIENT_WATCH, evening->table, evening->key),
                     FELT_NO_NOT);
    assert_int_equal(come(evening, BEA, FELT_ROOM_CLIENT_WATCH, evening->table, "swordfish"),
                     FELT_NO_NOT);
    fake_tables_wait(&evening->fake_tables, 12000);
    assert_int_equal(come(evening, 30, FELT_ROOM_CLIENT_WATCH, evening->table, "swordfish"),
                     FELT_NO_NOT);
}

/* Ten of one network, then one in a minute: it keeps only itself out. */
static void a_network_that_guesses_keeps_only_itself_out(void **state)
{
    struct evening *evening = *state;
    create_with_password(evening);
    guess_from(evening, 20, 20, 7);
    assert_int_equal(enter_and_say(evening, 24, 7), FELT_NO_FORBIDDEN);
    assert_int_equal(enter_and_say(evening, 25, 8), FELT_NO_NOT);
    fake_tables_wait(&evening->fake_tables, 60000);
    assert_int_equal(come(evening, 24, FELT_ROOM_CLIENT_WATCH, evening->table, "swordfish"),
                     FELT_NO_NOT);
}

/* A guest costs as little as no name at all: wrong passwords of guests of five networks must not
 * use up what people with an account have. */
static void guests_keep_no_user_out(void **state)
{
    struct evening *evening = *state;
    create_with_password(evening);
    for (int i = 0; i < 10; i++) { /* six of each network, three of each guest */
        evening->fake_tables.network = 100 + (uint64_t)i / 2;
        int64_t guest = fake_tables_user(&evening->fake_tables, FELT_USER_GUEST, 1000);
        assert_true(fake_tables_enter(&evening->fake_tables, (uint32_t)(20 + i), guest, false));
        for (int guess = 0; guess < 3; guess++)
            assert_int_equal(come(evening, 20 + i, FELT_ROOM_CLIENT_WATCH, evening->table, "guess"),
                             FELT_NO_FORBIDDEN);
    }
    assert_int_equal(enter_and_say(evening, 30, 200), FELT_NO_FORBIDDEN);
    assert_int_equal(come(evening, BEA, FELT_ROOM_CLIENT_WATCH, evening->table, "swordfish"),
                     FELT_NO_NOT);
}

/* More networks than a table remembers: all of them together are bounded all the same. */
static void networks_together_guess_no_faster_than_one(void **state)
{
    struct evening *evening = *state;
    create_with_password(evening);
    for (int i = 0; i < 15; i++) guess_from(evening, 20 + i, 2, 100 + (uint64_t)i);
    assert_int_equal(enter_and_say(evening, 36, 200), FELT_NO_FORBIDDEN);
    assert_int_equal(come(evening, BEA, FELT_ROOM_CLIENT_WATCH, evening->table, "swordfish"),
                     FELT_NO_NOT);
}

/* The rows of a lobby that a line is told. */
static void count_rows(void *listener, const uint32_t *conns, int count, const char *text,
                       size_t bytes)
{
    struct evening *evening = listener;
    (void)conns, (void)count;
    bool lobby = has(text, bytes, "\"type\":\"lobby\"");
    if (lobby) evening->bomb = has(text, bytes, evening->table);
}

static void the_lobby_shows_it_to_those_inside(void **state)
{
    struct evening *evening = *state;
    create(evening);
    evening->fake_tables.frame = count_rows;
    struct felt_room_client_msg lobby = fake_tables_make(FELT_ROOM_CLIENT_LOBBY, "");
    assert_int_equal(fake_tables_do(&evening->fake_tables, ADA, &lobby), FELT_NO_NOT);
    assert_true(evening->bomb);
    assert_int_equal(fake_tables_do(&evening->fake_tables, BEA, &lobby), FELT_NO_NOT);
    assert_false(evening->bomb);
    assert_int_equal(sit(evening, BEA, 1, 500), FELT_NO_NOT);
    assert_int_equal(fake_tables_do(&evening->fake_tables, BEA, &lobby), FELT_NO_NOT);
    assert_true(evening->bomb);
    struct felt_room_client_msg quick = fake_tables_make(FELT_ROOM_CLIENT_QUICK, "");
    assert_int_equal(fake_tables_do(&evening->fake_tables, CID, &quick), FELT_NO_NOT);
    assert_int_equal(face_of(evening, PUBLIC).taken, 1); /* never there */
}

static void nobody_hosts_more_than_two(void **state)
{
    struct evening *evening = *state;
    struct felt_room_client_msg msg = fake_tables_make(FELT_ROOM_CLIENT_CREATE, "");
    create(evening);
    assert_int_equal(fake_tables_do(&evening->fake_tables, ADA, &msg), FELT_NO_NOT);
    assert_int_equal(fake_tables_do(&evening->fake_tables, ADA, &msg), FELT_NO_TOO_MANY);
    assert_int_equal(fake_tables_do(&evening->fake_tables, BEA, &msg), FELT_NO_NOT);
    msg.terms.said = 1u << FELT_TERM_SEATS;
    msg.terms.seats = 1;
    assert_int_equal(fake_tables_do(&evening->fake_tables, BEA, &msg), FELT_NO_BAD_SCHEMA);
    assert_true(fake_tables_enter(&evening->fake_tables, 10, 0, false));
    assert_int_equal(fake_tables_do(&evening->fake_tables, 10, &msg), FELT_NO_SIGN_IN);
    assert_int_equal(evening->fake_tables.stakes_live, 3);
}

/* ---- the host ---- */

static void only_the_host_does_what_hosts_do(void **state)
{
    struct evening *evening = *state;
    create(evening);
    seat_three(evening);
    for (int what = 0; what < FELT_ROOM_HOST_DOS; what++)
        assert_int_equal(host(evening, BEA, (enum felt_room_host_do)what, ADA), FELT_NO_FORBIDDEN);
    struct felt_room_client_msg change = fake_tables_make(FELT_ROOM_CLIENT_CHANGE, evening->table);
    assert_int_equal(fake_tables_do(&evening->fake_tables, BEA, &change), FELT_NO_FORBIDDEN);
    struct felt_room_client_msg there =
        fake_tables_make(FELT_ROOM_CLIENT_HOST, "nl-1"); /* a table of nobody's */
    assert_int_equal(fake_tables_do(&evening->fake_tables, ADA, &there), FELT_NO_FORBIDDEN);
}

static void a_pause_lasts_until_the_host_goes_on(void **state)
{
    struct evening *evening = *state;
    struct fake_tables *fake_tables = &evening->fake_tables;
    create(evening);
    seat_three(evening);
    wait_for_ask(evening);
    assert_int_equal(host(evening, ADA, FELT_ROOM_HOST_PAUSE, -1), FELT_NO_NOT);
    play_out(evening); /* the hand goes on */
    uint64_t hands = fake_tables->hands;
    fake_tables_wait(fake_tables, 60000);
    assert_false(face_of(evening, FIRST).hand);
    fake_tables_crash(fake_tables, 0, 9, true);
    assert_true(face_of(evening, FIRST).paused);
    for (int i = 0; i < 3; i++)
        assert_true(fake_tables_enter(fake_tables, (uint32_t)i, evening->user[i], false));
    fake_tables_wait(fake_tables, 10000);
    assert_int_equal(fake_tables->hands, hands);
    assert_int_equal(host(evening, ADA, FELT_ROOM_HOST_RESUME, -1), FELT_NO_NOT);
    play_out(evening);
}

static void whoever_is_kicked_leaves_with_his_chips(void **state)
{
    struct evening *evening = *state;
    struct fake_tables *fake_tables = &evening->fake_tables;
    create(evening);
    seat_three(evening);
    wait_for_ask(evening);
    assert_int_equal(host(evening, ADA, FELT_ROOM_HOST_KICK, CID), FELT_NO_NOT);
    assert_int_equal(host(evening, ADA, FELT_ROOM_HOST_KICK, ADA), FELT_NO_USER);
    assert_int_equal(host(evening, ADA, FELT_ROOM_HOST_KICK, DOT), FELT_NO_USER);
    assert_true(face_of(evening, FIRST).seat[2].in_hand);
    assert_int_equal(say(evening, CID, FELT_ROOM_CLIENT_SIT_OUT, false), FELT_NO_NOT); /* in vain */
    play_out(evening);
    fake_tables_wait(fake_tables, 3000);
    assert_int_equal(face_of(evening, FIRST).taken, 2);
    assert_true(ledger_toy_bank(fake_tables->toy, evening->user[CID]) > 1900);
    assert_false(fake_tables->conn[CID].watches[FIRST]);
    assert_int_equal(sit(evening, CID, 2, 1000), FELT_NO_FORBIDDEN);
    assert_int_equal(come(evening, CID, FELT_ROOM_CLIENT_WATCH, evening->table, evening->key),
                     FELT_NO_FORBIDDEN);
    fake_tables_crash(fake_tables, 0, 9, true);
    for (int i = 0; i < 3; i++)
        assert_true(fake_tables_enter(fake_tables, (uint32_t)i, evening->user[i], false));
    fake_tables_wait(fake_tables, 3000);
    assert_int_equal(sit(evening, CID, 2, 1000), FELT_NO_FORBIDDEN);
    assert_int_equal(host(evening, ADA, FELT_ROOM_HOST_ALLOW, CID), FELT_NO_NOT);
    assert_int_equal(host(evening, ADA, FELT_ROOM_HOST_ALLOW, CID), FELT_NO_USER);
    assert_int_equal(sit(evening, CID, 2, 1000), FELT_NO_NOT);
}

static void stakes_change_between_hands(void **state)
{
    struct evening *evening = *state;
    struct fake_tables *fake_tables = &evening->fake_tables;
    create(evening);
    seat_three(evening);
    wait_for_ask(evening);
    struct felt_room_client_msg change = fake_tables_make(FELT_ROOM_CLIENT_CHANGE, evening->table);
    change.terms.said = 1u << FELT_TERM_BLINDS;
    change.terms.small_blind = 10, change.terms.big_blind = 20;
    uint32_t told = fake_tables->terms;
    assert_int_equal(fake_tables_do(fake_tables, ADA, &change), FELT_NO_NOT);
    assert_int_equal(fake_tables->terms, told + 1); /* before it happens */
    assert_int_equal(face_of(evening, FIRST).stake->big_blind, 10);
    fake_tables_crash(fake_tables, 0, 9, true); /* and it is not forgotten */
    for (int i = 0; i < 3; i++)
        assert_true(fake_tables_enter(fake_tables, (uint32_t)i, evening->user[i], false));
    play_out(evening);
    assert_non_null(strstr(evening->posted, "blind 10"));
    play_out(evening);
    assert_int_equal(face_of(evening, FIRST).stake->big_blind, 20);
    assert_int_equal(face_of(evening, FIRST).stake->buy_in_max, 2000); /* it follows */
    assert_non_null(strstr(evening->posted, "blind 20"));
    assert_int_equal(fake_tables->stakes_live, 1);
    change.terms.said = 1u << FELT_TERM_SEATS;
    change.terms.seats = 9;
    assert_int_equal(fake_tables_do(fake_tables, ADA, &change), FELT_NO_FORBIDDEN);
    change.terms.said = 1u << FELT_TERM_BLINDS;
    change.terms.small_blind = 30; /* more than the big one */
    assert_int_equal(fake_tables_do(fake_tables, ADA, &change), FELT_NO_BAD_SCHEMA);
    change.terms.said = 1u << FELT_TERM_GAME;
    memcpy(change.terms.game, "omaha", 6);
    assert_int_equal(fake_tables_do(fake_tables, ADA, &change), FELT_NO_NOT);
    play_out(evening);
    play_out(evening);
    assert_string_equal(face_of(evening, FIRST).stake->variant, "PO");
}

static void a_host_hands_over_and_draws_a_new_key(void **state)
{
    struct evening *evening = *state;
    struct fake_tables *fake_tables = &evening->fake_tables;
    create(evening);
    assert_int_equal(host(evening, ADA, FELT_ROOM_HOST_HAND_OVER, BEA),
                     FELT_NO_USER); /* not there */
    seat_three(evening);
    assert_int_equal(host(evening, ADA, FELT_ROOM_HOST_KEY, -1), FELT_NO_NOT);
    assert_string_not_equal(fake_tables->key, evening->key);
    assert_int_equal(come(evening, DOT, FELT_ROOM_CLIENT_WATCH, evening->table, evening->key),
                     FELT_NO_FORBIDDEN);
    assert_int_equal(come(evening, DOT, FELT_ROOM_CLIENT_WATCH, evening->table, fake_tables->key),
                     FELT_NO_NOT);
    assert_int_equal(host(evening, ADA, FELT_ROOM_HOST_HAND_OVER, BEA), FELT_NO_NOT);
    assert_int_equal(host(evening, ADA, FELT_ROOM_HOST_PAUSE, -1), FELT_NO_FORBIDDEN);
    fake_tables_crash(fake_tables, 0, 9, true);
    struct felt_room_make_private door;
    assert_true(felt_room_make_private(fake_tables->room, FIRST, &door));
    assert_int_equal(door.host, evening->user[BEA]);
    assert_string_equal(door.key, fake_tables->key);
    assert_false(felt_room_make_private(fake_tables->room, PUBLIC, &door));
    assert_true(felt_room_new_key(fake_tables->room, FIRST));
    assert_true(felt_room_make_private(fake_tables->room, FIRST, &door));
    assert_string_not_equal(door.key, fake_tables->key);
    assert_true(
        felt_room_show_out(fake_tables->room, FIRST, evening->user[CID], fake_tables->now_ms));
    assert_false(
        felt_room_show_out(fake_tables->room, PUBLIC, evening->user[CID], fake_tables->now_ms));
    fake_tables_wait(fake_tables, 30000);
    assert_int_equal(
        fake_tables_find(fake_tables, FIRST, evening->user[CID], &(struct felt_room_face){0}), -1);
}

static void what_nobody_sits_at_closes(void **state)
{
    struct evening *evening = *state;
    struct fake_tables *fake_tables = &evening->fake_tables;
    struct felt_room_face face;
    create(evening);
    seat_three(evening);
    wait_for_ask(evening);
    assert_int_equal(host(evening, ADA, FELT_ROOM_HOST_CLOSE, -1), FELT_NO_NOT);
    assert_int_equal(sit(evening, DOT, 4, 1000), FELT_NO_CLOSED);
    play_out(evening);
    fake_tables_wait(fake_tables, 3000);
    assert_false(felt_room_face(fake_tables->room, FIRST, &face));
    felt_chips all = 0;
    for (int i = 0; i < 3; i++) all += ledger_toy_bank(fake_tables->toy, evening->user[i]);
    assert_int_equal(all, 6000);
    assert_int_equal(fake_tables->stakes_live, 0);
    /* And by itself, after ten minutes without anybody. */
    struct felt_room_client_msg msg = fake_tables_make(FELT_ROOM_CLIENT_CREATE, "");
    assert_int_equal(fake_tables_do(fake_tables, ADA, &msg), FELT_NO_NOT);
    fake_tables_wait(fake_tables, fake_tables->config.private_ms - 10);
    fake_tables_crash(fake_tables, 0, 9, true); /* time begins anew */
    fake_tables_wait(fake_tables, fake_tables->config.private_ms - 1000);
    assert_true(felt_room_face(fake_tables->room, FIRST, &face));
    fake_tables_wait(fake_tables, 2000);
    assert_false(felt_room_face(fake_tables->room, FIRST, &face));
    assert_int_equal(fake_tables->stakes_live, 0);
}

/* ---- options ---- */

/* Three at the table, who begin with the button at seat 0, or two. */
static void options_of_a_table(void **state)
{
    static const struct {
        struct felt_room_table_options options;
        int players;
        bool wishes; /* seat 0, behind the big blind, wants to straddle */
        const char *posted;
    } rows[] = {
        {{0}, 3, false, "0 | 1 blind 5 | 2 blind 10, first 0"},
        {{0}, 2, false, "0 blind 5 | 1 blind 10, first 0"},
        /* 16.10: an ante of everybody, or of the big blind for all. */
        {{.ante_by = FELT_ANTE_EACH, .ante = 2},
         3,
         false,
         "0 ante 2 | 1 ante 2 blind 5 | 2 ante 2 blind 10, first 0"},
        {{.ante_by = FELT_ANTE_BIG, .ante = 10},
         3,
         false,
         "0 | 1 blind 5 | 2 dead 10 blind 10, first 0"},
        /* 16.11: a straddle is two big blinds behind the big blind; he is asked last. */
        {{.straddle = FELT_STRADDLE_ALWAYS},
         3,
         false,
         "0 blind 20 | 1 blind 5 | 2 blind 10, first 1"},
        {{.straddle = FELT_STRADDLE_OPTIONAL},
         3,
         true,
         "0 blind 20 | 1 blind 5 | 2 blind 10, first 1"},
        {{.straddle = FELT_STRADDLE_OPTIONAL}, 3, false, "0 | 1 blind 5 | 2 blind 10, first 0"},
        {{.straddle = FELT_STRADDLE_NONE}, 3, true, "0 | 1 blind 5 | 2 blind 10, first 0"},
        {{.straddle = FELT_STRADDLE_ALWAYS}, 2, true, "0 blind 5 | 1 blind 10, first 0"},
        {{.straddle = FELT_STRADDLE_ALWAYS, .ante_by = FELT_ANTE_EACH, .ante = 1},
         3,
         false,
         "0 ante 1 blind 20 | 1 ante 1 blind 5 | 2 ante 1 blind 10, first 1"},
        /* 16.12: a bomb pot instead of blinds, antes and straddles. */
        {{.bomb_every = 1, .bomb_units = 3, .straddle = FELT_STRADDLE_ALWAYS},
         3,
         false,
         "0 ante 30 | 1 ante 30 | 2 ante 30"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        void *one = NULL;
        assert_int_equal(open_evening(&one), 0);
        struct evening *evening = one;
        evening->terms.said =
            1u << FELT_TERM_ANTE | 1u << FELT_TERM_STRADDLE | 1u << FELT_TERM_BOMB;
        evening->terms.options = rows[i].options;
        create(evening);
        assert_int_equal(host(evening, ADA, FELT_ROOM_HOST_PAUSE, -1), FELT_NO_NOT);
        for (int who = 0; who < rows[i].players; who++)
            assert_int_equal(sit(evening, who, who, 1000), FELT_NO_NOT);
        struct felt_room_client_msg settings =
            fake_tables_make(FELT_ROOM_CLIENT_SETTINGS, evening->table);
        settings.settings.has_straddle = true;
        settings.settings.straddle = rows[i].wishes;
        assert_int_equal(fake_tables_do(&evening->fake_tables, ADA, &settings), FELT_NO_NOT);
        assert_int_equal(host(evening, ADA, FELT_ROOM_HOST_RESUME, -1), FELT_NO_NOT);
        play_out(evening);
        assert_string_equal(evening->posted, rows[i].posted);
        assert_int_equal(evening->bomb, rows[i].options.bomb_every == 1);
        assert_int_equal(close_evening(&one), 0);
    }
}

static void whoever_cannot_pay_two_blinds_does_not_straddle(void **state)
{
    struct evening *evening = *state;
    evening->terms.said = 1u << FELT_TERM_STRADDLE | 1u << FELT_TERM_BUY_IN;
    evening->terms.options.straddle = FELT_STRADDLE_ALWAYS;
    evening->terms.buy_in_min = 1, evening->terms.buy_in_max = 100;
    create(evening);
    assert_int_equal(host(evening, ADA, FELT_ROOM_HOST_PAUSE, -1), FELT_NO_NOT);
    assert_int_equal(sit(evening, ADA, 0, 19), FELT_NO_NOT);
    assert_int_equal(sit(evening, BEA, 1, 500), FELT_NO_NOT);
    assert_int_equal(sit(evening, CID, 2, 500), FELT_NO_NOT);
    assert_int_equal(host(evening, ADA, FELT_ROOM_HOST_RESUME, -1), FELT_NO_NOT);
    play_out(evening);
    assert_string_equal(evening->posted, "0 | 1 blind 5 | 2 blind 10, first 0");
}

static void bomb_pots_come_when_they_are_due(void **state)
{
    struct evening *evening = *state;
    evening->terms.said = 1u << FELT_TERM_BOMB;
    evening->terms.options.bomb_every = 3;
    evening->terms.options.bomb_units = 1;
    create(evening);
    seat_three(evening);
    for (uint64_t hand = 1; hand <= 7; hand++) {
        play_out(evening);
        assert_int_equal(evening->bomb, hand % 3 == 0);
    }
    /* At the host's word, once; also after a crash before it and in it. */
    wait_for_ask(evening);
    assert_int_equal(host(evening, ADA, FELT_ROOM_HOST_BOMB, -1), FELT_NO_NOT);
    assert_true(face_of(evening, FIRST).bomb_next);
    play_out(evening);
    wait_for_ask(evening);
    assert_false(face_of(evening, FIRST).bomb_next);
    fake_tables_snapshot(&evening->fake_tables);
    fake_tables_crash(&evening->fake_tables, 0, 9, true);
    for (int i = 0; i < 3; i++)
        assert_true(fake_tables_enter(&evening->fake_tables, (uint32_t)i, evening->user[i], false));
    play_out(evening);
    assert_true(evening->bomb);
    play_out(evening);
    assert_false(evening->bomb);
}

/* 16.13: two all-in before the flop; who is asked about a second board? */
static void two_boards_by_the_table(void **state)
{
    static const struct {
        enum felt_twice twice;
        bool asked, runs;
    } rows[] = {{FELT_TWICE_ASK, true, true},
                {FELT_TWICE_NEVER, false, false},
                {FELT_TWICE_ALWAYS, false, true}};
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        void *one = NULL;
        assert_int_equal(open_evening(&one), 0);
        struct evening *evening = one;
        struct fake_tables *fake_tables = &evening->fake_tables;
        bool asked = false;
        evening->terms.said = 1u << FELT_TERM_TWICE;
        evening->terms.options.twice = (uint8_t)rows[i].twice;
        create(evening);
        assert_int_equal(sit(evening, ADA, 0, 1000), FELT_NO_NOT);
        assert_int_equal(sit(evening, BEA, 1, 1000), FELT_NO_NOT);
        for (int step = 0; step < 20 && fake_tables->hands == 0; step++) {
            wait_for_ask(evening);
            const struct fake_tables_ask *ask = &fake_tables->ask[FIRST];
            struct felt_action action = {.kind = FELT_CALL};
            if (ask->view.phase == FELT_PHASE_RUNS) asked = true;
            for (int k = 0; k < ask->view.options; k++) {
                const struct felt_option *option = &ask->view.option[k];
                if (option->kind == FELT_RUNS) action.kind = FELT_RUNS;
                if (option->kind == FELT_RAISE_TO)
                    action = (struct felt_action){.kind = FELT_RAISE_TO, .amount = option->max};
            }
            int64_t user = face_of(evening, FIRST).seat[ask->seat].user;
            struct felt_room_client_msg msg = fake_tables_action(evening->table, ask, action);
            (void)fake_tables_do(fake_tables, (uint32_t)fake_tables_line_of(fake_tables, user),
                                 &msg);
        }
        assert_int_equal(fake_tables->hands, 1);
        assert_int_equal(asked, rows[i].asked);
        assert_int_equal(evening->runs > 0, rows[i].runs);
        assert_int_equal(close_evening(&one), 0);
    }
}

static void where_nobody_must_bring_it_again_he_does_not(void **state)
{
    struct evening *evening = *state;
    for (int free_to_choose = 0; free_to_choose < 2; free_to_choose++) {
        evening->terms.said = 1u << FELT_TERM_RATHOLE;
        evening->terms.options.no_rathole = free_to_choose;
        create(evening);
        assert_int_equal(sit(evening, BEA, 0, 1000), FELT_NO_NOT);
        assert_int_equal(say(evening, BEA, FELT_ROOM_CLIENT_STAND, true), FELT_NO_NOT);
        fake_tables_wait(&evening->fake_tables, 100);
        assert_int_equal(sit(evening, BEA, 0, 300), free_to_choose ? FELT_NO_NOT : FELT_NO_RATHOLE);
        assert_int_equal(host(evening, ADA, FELT_ROOM_HOST_CLOSE, -1), FELT_NO_NOT);
        fake_tables_wait(&evening->fake_tables, 100);
    }
}

/* ---- everything at once ---- */

static void host_something(struct evening *evening, struct felt_rng *rng)
{
    struct fake_tables *fake_tables = &evening->fake_tables;
    uint32_t table = FIRST + felt_rng_below(rng, 4), conn = felt_rng_below(rng, PEOPLE);
    struct felt_room_face face;
    bool there = felt_room_face(fake_tables->room, table, &face) && face.is_private;
    if (!fake_tables->conn[conn].in) return;
    struct felt_room_client_msg msg =
        fake_tables_make(FELT_ROOM_CLIENT_CREATE, there ? face.id : "");
    if (there && felt_rng_below(rng, 4)) {
        msg.kind = felt_rng_below(rng, 3) ? FELT_ROOM_CLIENT_HOST : FELT_ROOM_CLIENT_CHANGE;
        msg.host = (uint8_t)felt_rng_below(rng, FELT_ROOM_HOST_DOS);
        if (msg.host == FELT_ROOM_HOST_CLOSE && felt_rng_below(rng, 5))
            msg.host = FELT_ROOM_HOST_RESUME;
        const char *name = face.seat[felt_rng_below(rng, 6)].name;
        if (msg.kind == FELT_ROOM_CLIENT_HOST && name)
            (void)snprintf(msg.name, sizeof msg.name, "%s", name);
    }
    if (msg.kind != FELT_ROOM_CLIENT_HOST) {
        msg.terms.said = felt_rng_below(rng, 1u << FELT_TERMS) & ~(1u << FELT_TERM_SEATS);
        msg.terms.buy_in_min = 1 + felt_rng_below(rng, 20);
        msg.terms.buy_in_max = 20 + felt_rng_below(rng, 100);
        msg.terms.small_blind = 1 + felt_rng_below(rng, 5);
        msg.terms.big_blind = 2 + felt_rng_below(rng, 10);
        msg.terms.pause_ms = felt_rng_below(rng, 3000);
        msg.terms.options = (struct felt_room_table_options){
            .ante_by = (uint8_t)felt_rng_below(rng, FELT_ANTES),
            .ante = 1 + felt_rng_below(rng, 3),
            .straddle = (uint8_t)felt_rng_below(rng, FELT_STRADDLES),
            .twice = (uint8_t)felt_rng_below(rng, FELT_TWICES),
            .bomb_every = (uint16_t)felt_rng_below(rng, 4),
            .bomb_units = (uint16_t)(1 + felt_rng_below(rng, 3))};
        memcpy(msg.terms.game, "omaha", 6);
    }
    (void)fake_tables_want(fake_tables, conn, &msg);
}

static void sit_somewhere(struct evening *evening, struct felt_rng *rng)
{
    struct fake_tables *fake_tables = &evening->fake_tables;
    uint32_t conn = felt_rng_below(rng, PEOPLE);
    struct felt_room_face face;
    struct felt_room_make_private door = {.key = ""};
    uint32_t table = felt_rng_below(rng, 5);
    if (!fake_tables->conn[conn].in) {
        (void)fake_tables_enter(fake_tables, conn, evening->user[conn], false);
        return;
    }
    if (!felt_room_face(fake_tables->room, table, &face)) return;
    (void)felt_room_make_private(fake_tables->room, table, &door);
    struct felt_room_client_msg msg = fake_tables_make(
        felt_rng_below(rng, 5) ? FELT_ROOM_CLIENT_SIT : FELT_ROOM_CLIENT_STAND, face.id);
    if (felt_rng_below(rng, 8)) (void)snprintf(msg.key, sizeof msg.key, "%s", door.key);
    msg.settings.has_straddle = msg.settings.straddle = felt_rng_below(rng, 2);
    (void)fake_tables_want(fake_tables, conn, &msg);
}

/* Hosts, players and crashes in any order: every room that is restored is the one that was, every
 * chip is where the ledger has it (V1 to V7). */
static void whatever_hosts_do_survives(void **state)
{
    enum { SEEDS = 6, STEPS = 400 };
    uint64_t hands = 0, crashes = 0;
    (void)state;
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        void *one = NULL;
        assert_int_equal(open_evening(&one), 0);
        struct evening *evening = one;
        struct fake_tables *fake_tables = &evening->fake_tables;
        struct felt_rng rng = felt_rng_make(seed);
        struct fake_tables_crowd crowd = {
            .fake_tables = fake_tables, .rng = felt_rng_make(seed), .people = 0};
        fake_tables->wire = false;
        fake_tables->hashes = true;
        for (int step = 0; step < STEPS && !fake_tables->failure[0]; step++) {
            uint32_t what = felt_rng_below(&rng, 100);
            if (what < 30) host_something(evening, &rng);
            if (what >= 30 && what < 60) sit_somewhere(evening, &rng);
            if (what == 60) fake_tables_snapshot(fake_tables);
            if (what == 61 || what == 62)
                fake_tables_crash(fake_tables, felt_rng_below(&rng, 4), 9, what == 61);
            fake_tables_crowd_answer(&crowd, 80);
            fake_tables_step(fake_tables, 1500);
            fake_tables_verify(fake_tables);
        }
        hands += fake_tables->hands;
        crashes += fake_tables->crashes;
        if (fake_tables->failure[0]) print_error("seed %llu\n", (unsigned long long)seed);
        assert_int_equal(close_evening(&one), 0);
    }
    print_message("%llu hands, %llu crashes\n", (unsigned long long)hands,
                  (unsigned long long)crashes);
    assert_true(hands > 100);
    assert_true(crashes > 10);
}

TEST_MODULE(private_tables)
{
#define EVENING(name) cmocka_unit_test_setup_teardown(name, open_evening, close_evening)
    const struct CMUnitTest tests[] = {
        EVENING(without_its_key_a_table_is_not_there),
        EVENING(a_password_opens_it_too),
        EVENING(guessing_is_slow),
        EVENING(many_guess_no_faster_than_one),
        EVENING(a_network_that_guesses_keeps_only_itself_out),
        EVENING(guests_keep_no_user_out),
        EVENING(networks_together_guess_no_faster_than_one),
        EVENING(the_lobby_shows_it_to_those_inside),
        EVENING(nobody_hosts_more_than_two),
        EVENING(only_the_host_does_what_hosts_do),
        EVENING(a_pause_lasts_until_the_host_goes_on),
        EVENING(whoever_is_kicked_leaves_with_his_chips),
        EVENING(stakes_change_between_hands),
        EVENING(a_host_hands_over_and_draws_a_new_key),
        EVENING(what_nobody_sits_at_closes),
        cmocka_unit_test(options_of_a_table),
        EVENING(whoever_cannot_pay_two_blinds_does_not_straddle),
        EVENING(bomb_pots_come_when_they_are_due),
        cmocka_unit_test(two_boards_by_the_table),
        EVENING(where_nobody_must_bring_it_again_he_does_not),
        cmocka_unit_test(whatever_hosts_do_survives),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
