/* test_room_narc.c -- Narc at cash tables: sessions come to their end, chips move as the score
 * says and none is lost, no frame holds a card that its connection may not know, and a crash in the
 * middle leaves a session as it was. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "felt/narc_json.h"
#include "server/table/narc_adapter.h"
#include "module.h"
#include "narc_known.h"
#include "fake_tables.h"
#include "support.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { HOUSE = 4, UNIT = 10, TURNS_MAX = 20000, PEOPLE = 3 };

static struct felt_narc_adapter adapter;

static void make_adapter(const char *rules_name, felt_chips unit, bool turns)
{
    static struct felt_narc_rules rules;
    narc_known_rules(rules_name, &rules);
    felt_narc_adapter_make(&adapter, &rules, unit, turns);
}

static struct fake_tables *open_fake_tables(uint64_t seed, bool wire)
{
    struct fake_tables *fake_tables = malloc(sizeof *fake_tables);
    assert_non_null(fake_tables);
    fake_tables_init(fake_tables, seed);
    fake_tables->wire = wire;
    fake_tables->slack_ms = 60000;
    fake_tables_stake(fake_tables, "game", &adapter.adapter, FELT_ROLES, 1);
    if (adapter.rules.unit == 0) {
        fake_tables->stake[0].big_blind = 1;
        fake_tables->stake[0].buy_in_min = fake_tables->stake[0].buy_in_max = 1;
        fake_tables->stake[0].markers = true;
    }
    fake_tables_open(fake_tables, NULL);
    return fake_tables;
}

static felt_chips all_chips(const struct fake_tables *fake_tables)
{
    felt_chips sum = 0;
    for (int64_t user = 1; user < FAKE_TABLES_USERS; user++)
        sum += fake_store_total(ledger_toy_fake_store(fake_tables->toy), user);
    return sum;
}

static void step(struct fake_tables *fake_tables, struct fake_tables_crowd *crowd)
{
    uint64_t seen = fake_tables->hands;
    fake_tables_crowd_answer(crowd, 100);
    fake_tables_step(fake_tables, 1000);
    if (seen != fake_tables->hands) {
        fake_tables_crowd_seat_house(crowd);
        fake_tables_verify(fake_tables);
    }
    if (*fake_tables->failure) fail_msg("%s", fake_tables->failure);
}

static void play(struct fake_tables *fake_tables, struct fake_tables_crowd *crowd, uint64_t hands)
{
    for (int i = 0; fake_tables->hands < hands; i++) {
        step(fake_tables, crowd);
        if (i == TURNS_MAX) fail_msg("no session comes to its end");
    }
}

/* Everybody stands up; what they bring home is what they came with. */
static void close_fake_tables(struct fake_tables *fake_tables, struct fake_tables_crowd *crowd,
                              felt_chips chips)
{
    assert_true(felt_room_close_table(fake_tables->room, "game-1", fake_tables->now_ms));
    for (int i = 0; i < TURNS_MAX && felt_room_counts(fake_tables->room)->seated; i++) {
        fake_tables_crowd_answer(crowd, 100);
        fake_tables_step(fake_tables, 1000);
    }
    assert_string_equal(fake_tables->failure, "");
    assert_int_equal(felt_room_counts(fake_tables->room)->seated, 0);
    assert_int_equal(all_chips(fake_tables), chips);
    assert_null(ledger_toy_wrong(fake_tables->toy));
    fake_tables_close(fake_tables);
    free(fake_tables);
}

/* ---- chips ---- */

struct ledger {
    int sessions, moved;
    felt_seats players; /* seats that were the Player's */
};

static void note_session(void *listener, const struct felt_room_report *report)
{
    struct ledger *ledger = listener;
    bool moved = false;
    ledger->sessions++;
    for (int seat = 0; seat < FELT_ROLES; seat++) moved |= report->won[seat] != 0;
    ledger->moved += moved;
    for (uint32_t i = 0; i < report->count; i++)
        if (report->events[i].kind == FELT_EVENT_OUTCOME)
            ledger->players |= felt_seats_of(report->events[i].seat);
}

static void play_sessions(felt_chips unit, bool turns, struct ledger *ledger)
{
    struct fake_tables_crowd crowd;
    make_adapter("house", unit, turns);
    struct fake_tables *fake_tables = open_fake_tables(7, true);
    fake_tables->listener = ledger;
    fake_tables->over = note_session;
    fake_tables_crowd_make(&crowd, fake_tables, 7, 0, HOUSE);
    felt_chips chips = all_chips(fake_tables);
    fake_tables_crowd_seat_house(&crowd);
    fake_tables_turn(fake_tables);
    play(fake_tables, &crowd, test_is_quick() ? 4 : 8);
    close_fake_tables(fake_tables, &crowd, chips);
}

static void room_narc_settles_chips(void **state)
{
    struct ledger ledger = {0};
    (void)state;
    play_sessions(UNIT, true, &ledger);
    assert_true(ledger.sessions >= 4 && ledger.moved > 0);
    assert_int_equal(ledger.players, 7); /* everybody was the Player */
}

static void room_narc_plays_for_the_score(void **state)
{
    struct ledger ledger = {0};
    (void)state;
    play_sessions(0, false, &ledger);
    assert_int_equal(ledger.moved, 0);
    assert_int_equal(ledger.players, 4); /* the third seat is his */
}

/* Nobody has a chip: they sit down, are found a seat, play, and leave with none. */
static void room_narc_needs_no_chips_for_the_score(void **state)
{
    struct fake_tables_crowd crowd;
    (void)state;
    make_adapter("house", 0, false);
    struct fake_tables *fake_tables = open_fake_tables(5, true);
    fake_tables_crowd_make(&crowd, fake_tables, 5, 0, 0);
    for (uint32_t i = 0; i < PEOPLE; i++) {
        struct felt_room_client_msg msg =
            i ? fake_tables_make(FELT_ROOM_CLIENT_SIT, "game-1")
              : (struct felt_room_client_msg){.kind = FELT_ROOM_CLIENT_QUICK};
        int64_t user = fake_tables_user(fake_tables, FELT_USER_HUMAN, 0);
        assert_true(fake_tables_enter(fake_tables, i, user, false));
        assert_int_equal(fake_tables_do(fake_tables, i, &msg), FELT_NO_NOT);
    }
    for (int i = 0; i < TURNS_MAX && fake_tables->hands == 0; i++)
        fake_tables_step(fake_tables, 1000);
    assert_true(fake_tables->hands > 0);
    close_fake_tables(fake_tables, &crowd, 0);
}

/* ---- people ---- */

static struct fake_tables *seat_people(int people, int64_t user[])
{
    struct fake_tables *fake_tables = open_fake_tables(11, true);
    for (int i = 0; i < people; i++) {
        struct felt_room_client_msg msg = fake_tables_make(FELT_ROOM_CLIENT_SIT, "game-1");
        msg.seat = (felt_seat)i;
        user[i] = fake_tables_user(fake_tables, FELT_USER_HUMAN, 10000);
        assert_true(fake_tables_enter(fake_tables, (uint32_t)i, user[i], false));
        assert_int_equal(fake_tables_do(fake_tables, (uint32_t)i, &msg), FELT_NO_NOT);
    }
    fake_tables_wait(fake_tables, 3000);
    return fake_tables;
}

/* The house leaves the Player's seat to people; others get it if they do not ask for another. */
static void room_narc_keeps_the_players_chair(void **state)
{
    struct fake_tables_crowd crowd;
    struct felt_room_face face;
    (void)state;
    make_adapter("house", 0, false);
    struct fake_tables *fake_tables = open_fake_tables(5, true);
    fake_tables->stake[0].house = 2;
    struct felt_room_client_msg msg = fake_tables_make(FELT_ROOM_CLIENT_SIT, "game-1");
    for (uint32_t conn = 0; conn < 2; conn++) {
        int64_t house = fake_tables_user(fake_tables, FELT_USER_HOUSE, 100);
        assert_true(fake_tables_enter(fake_tables, conn, house, true));
        assert_int_equal(fake_tables_do(fake_tables, conn, &msg), FELT_NO_NOT);
        assert_true(fake_tables_find(fake_tables, 0, house, &face) < 2);
    }
    int64_t person = fake_tables_user(fake_tables, FELT_USER_HUMAN, 100);
    assert_true(fake_tables_enter(fake_tables, 2, person, false));
    assert_int_equal(fake_tables_do(fake_tables, 2, &msg), FELT_NO_NOT);
    assert_int_equal(fake_tables_find(fake_tables, 0, person, &face), 2);
    fake_tables_crowd_make(&crowd, fake_tables, 5, 0, 0);
    fake_tables_wait(fake_tables, 3000);
    assert_string_equal(fake_tables->failure, "");
    fake_tables_close(fake_tables);
    free(fake_tables);
}

static void done(struct fake_tables *fake_tables)
{
    assert_string_equal(fake_tables->failure, "");
    fake_tables_close(fake_tables);
    free(fake_tables);
}

/* Any seat can be a person's: whoever asks for one of the house is heard.  Not where roles move
 * on: there all seats are the same. */
static void room_narc_hears_who_wants_a_role(void **state)
{
    (void)state;
    for (int turns = 0; turns < 2; turns++) {
        struct felt_room_face face;
        make_adapter("house", turns ? UNIT : 0, turns);
        struct fake_tables *fake_tables = open_fake_tables(5, true);
        struct felt_room_client_msg msg = fake_tables_make(FELT_ROOM_CLIENT_SIT, "game-1");
        msg.seat = 0;
        assert_true(fake_tables_enter(fake_tables, 0,
                                      fake_tables_user(fake_tables, FELT_USER_HOUSE, 10000), true));
        assert_int_equal(fake_tables_do(fake_tables, 0, &msg), FELT_NO_NOT);
        assert_true(fake_tables_enter(
            fake_tables, 1, fake_tables_user(fake_tables, FELT_USER_HUMAN, 10000), false));
        assert_int_equal(fake_tables_do(fake_tables, 1, &msg), FELT_NO_SEAT);
        assert_true(felt_room_face(fake_tables->room, 0, &face));
        assert_int_equal(face.knocked_seat, turns ? 0 : 1);
        assert_int_equal(face.knocked_ms != 0, !turns);
        msg.seat = 2; /* another one will do: nobody waits any more */
        assert_int_equal(fake_tables_do(fake_tables, 1, &msg), FELT_NO_NOT);
        assert_true(felt_room_face(fake_tables->room, 0, &face));
        assert_int_equal(face.knocked_ms, 0);
        assert_true(fake_tables_enter(
            fake_tables, 2, fake_tables_user(fake_tables, FELT_USER_HUMAN, 10000), false));
        assert_int_equal(fake_tables_do(fake_tables, 2, &msg), FELT_NO_SEAT); /* a person's */
        assert_true(felt_room_face(fake_tables->room, 0, &face));
        assert_int_equal(face.knocked_ms, 0);
        fake_tables_close(fake_tables);
        free(fake_tables);
    }
}

/* Nobody can keep seats free that he does not take: somebody is heard, has his time, and then
 * nobody is for a while. */
static void room_narc_hears_nobody_all_the_time(void **state)
{
    (void)state;
    struct felt_room_face face;
    make_adapter("house", UNIT, false);
    struct fake_tables *fake_tables = open_fake_tables(5, true);
    struct felt_room_client_msg msg = fake_tables_make(FELT_ROOM_CLIENT_SIT, "game-1");
    for (uint32_t conn = 0; conn < 2; conn++) {
        msg.seat = (felt_seat)conn;
        assert_true(fake_tables_enter(fake_tables, conn,
                                      fake_tables_user(fake_tables, FELT_USER_HOUSE, 10000), true));
        assert_int_equal(fake_tables_do(fake_tables, conn, &msg), FELT_NO_NOT);
    }
    assert_true(fake_tables_enter(fake_tables, 2, fake_tables_user(fake_tables, FELT_USER_HUMAN, 0),
                                  false));
    assert_true(fake_tables_enter(fake_tables, 3,
                                  fake_tables_user(fake_tables, FELT_USER_HUMAN, 10000), false));
    assert_true(fake_tables_enter(fake_tables, 4,
                                  fake_tables_user(fake_tables, FELT_USER_HUMAN, 10000), false));
    static const struct {
        uint32_t conn, wait_ms;
        felt_seat seat;
        bool heard;
    } rows[] = {
        {2, 0, 0, false},     /* he has no chips */
        {3, 0, 0, true},      /* a seat is wanted */
        {3, 20000, 0, true},  /* he waits */
        {3, 20000, 1, false}, /* another one too */
        {4, 1000, 1, false},  /* somebody else wants that */
        {3, 20000, 0, false}, /* he was away for too long */
        {4, 40000, 1, false}, /* that was a while ago */
        {4, 20000, 1, true},  {3, 1000, 1, false},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        fake_tables_wait(fake_tables, rows[i].wait_ms);
        msg.seat = rows[i].seat;
        assert_int_equal(fake_tables_do(fake_tables, rows[i].conn, &msg), FELT_NO_SEAT);
        assert_true(felt_room_face(fake_tables->room, 0, &face));
        bool heard =
            face.knocked_ms == fake_tables->now_ms && face.knocked_seat == rows[i].seat + 1;
        if (heard != rows[i].heard) fail_msg("row %zu: %d", i, heard);
    }
    fake_tables_close(fake_tables);
    free(fake_tables);
}

static void room_narc_takes_cards_by_name(void **state)
{
    int64_t user[PEOPLE];
    (void)state;
    make_adapter("house", 0, false);
    struct fake_tables *fake_tables = seat_people(PEOPLE, user);
    const struct fake_tables_ask *ask = &fake_tables->ask[0];
    for (int turn = 0; turn < 6; turn++) {
        assert_true(ask->due);
        uint32_t conn = (uint32_t)ask->seat; /* each seat at the connection of its number */
        const struct felt_zone *hand = felt_view_zone(&ask->view, FELT_ZONE_HAND, ask->seat);
        struct felt_room_client_msg msg =
            fake_tables_action("game-1", ask, (struct felt_action){.kind = FELT_COMMIT});
        assert_int_equal(fake_tables_do(fake_tables, conn, &msg),
                         FELT_NO_INVALID_ACTION); /* which one? */
        msg.action.names_card = true;
        snprintf(msg.action.move, sizeof msg.action.move, "%s", "no_such_card");
        assert_int_equal(fake_tables_do(fake_tables, conn, &msg), FELT_NO_INVALID_ACTION);
        snprintf(msg.action.move, sizeof msg.action.move, "%s",
                 adapter.adapter.card(&adapter.adapter, ask->view.cards[hand->at]));
        assert_int_equal(fake_tables_do(fake_tables, (conn + 1) % PEOPLE, &msg),
                         FELT_NO_OUT_OF_TURN);
        if (ask->view.phase == FELT_PHASE_DECIDE)
            msg = fake_tables_action("game-1", ask, (struct felt_action){.kind = FELT_CONTINUE});
        assert_int_equal(fake_tables_do(fake_tables, conn, &msg), FELT_NO_NOT);
        fake_tables_wait(fake_tables, 10);
        fake_tables_verify(fake_tables);
        assert_string_equal(fake_tables->failure, "");
    }
    done(fake_tables);
}

/* Nobody answers: after two turns nobody waits for anybody, and the session comes to its end. */
static void room_narc_goes_on_without_answers(void **state)
{
    int64_t user[PEOPLE];
    struct felt_room_face face;
    (void)state;
    make_adapter("house", UNIT, false);
    struct fake_tables *fake_tables = seat_people(PEOPLE, user);
    int64_t began = fake_tables->now_ms;
    for (int i = 0; fake_tables->hands == 0; i++) {
        assert_true(i < 1000);
        fake_tables_step(fake_tables, 60000);
    }
    assert_true(fake_tables->now_ms - began < PEOPLE * (2 * 15000 + 30000) + 1000);
    fake_tables_wait(fake_tables, 1000);
    for (int i = 0; i < PEOPLE; i++) {
        int seat = fake_tables_find(fake_tables, 0, user[i], &face);
        assert_int_equal(face.seat[seat].state, FELT_ROOM_SEAT_OUT);
    }
    done(fake_tables);
}

/* Connections are gone, with every setting for that: what is done for people is legal, whatever it
 * is; also where staying costs a card, which nobody chooses for them. */
static void room_narc_plays_for_who_is_away(void **state)
{
    static const uint8_t settings[] = {FELT_ROOM_AUTO_CHECK_FOLD, FELT_ROOM_AUTO_FOLD,
                                       FELT_ROOM_AUTO_CALL, FELT_ROOM_AUTO_CALL_HAND};
    (void)state;
    for (size_t i = 0; i < 2 * sizeof settings; i++) {
        int64_t user[PEOPLE];
        struct felt_narc_options options;
        static struct felt_narc_catalogue cards;
        static struct felt_narc_rules rules;
        narc_known_options("house", &options);
        narc_known_cards(&cards);
        options.pays_to_stay = i % 2;
        options.answers = i % 2 ? FELT_ANSWERS_POKER : FELT_ANSWERS_BEHIND;
        options.cap_effect = i % 2 ? FELT_CAP_MUTES : options.cap_effect;
        assert_int_equal(felt_narc_rules_join(&options, &cards, false, &rules, NULL), FELT_OK);
        felt_narc_adapter_make(&adapter, &rules, UNIT, true);
        struct fake_tables *fake_tables = seat_people(PEOPLE, user);
        for (uint32_t conn = 0; conn < PEOPLE; conn++) {
            struct felt_room_client_msg msg = fake_tables_make(FELT_ROOM_CLIENT_SETTINGS, "game-1");
            msg.settings.has_auto = true;
            msg.settings.auto_action = settings[i / 2];
            msg.settings.auto_limit = 100;
            assert_int_equal(fake_tables_do(fake_tables, conn, &msg), FELT_NO_NOT);
        }
        struct felt_rng rng = felt_rng_make(i);
        for (int turn = 0; turn < 2000 && fake_tables->hands == 0; turn++) {
            if (turn == 3) fake_tables_leave(fake_tables, 0);
            if (turn == 9) fake_tables_leave(fake_tables, 1);
            const struct fake_tables_ask *ask = &fake_tables->ask[0];
            if (ask->due && ask->has_view && fake_tables->conn[ask->seat].in) {
                struct felt_room_client_msg msg =
                    fake_tables_action("game-1", ask, fake_tables_choose(&rng, &ask->view));
                (void)fake_tables_do(fake_tables, (uint32_t)ask->seat, &msg);
            }
            fake_tables_step(fake_tables, 20000);
            assert_string_equal(fake_tables->failure, "");
        }
        assert_true(fake_tables->hands > 0);
        done(fake_tables);
    }
}

/* ---- hidden cards ---- */

/* What each connection knows: cards that were dealt to its seat, and those that were flipped. */
struct secrets {
    felt_cards known[PEOPLE + 1]; /* the last one is a spectator */
    int frames, cards;
    char failure[256];
};

static int find_card(const char *text)
{
    const struct felt_narc_catalogue *catalogue = &adapter.rules.narc.catalogue;
    for (int i = 0; text && i < catalogue->kinds; i++)
        if (strcmp(catalogue->card[i].id, text) == 0) return i;
    return -1;
}

static felt_cards cards_in(const json_t *value)
{
    const char *key;
    size_t index;
    json_t *item;
    int card = find_card(json_string_value(value));
    felt_cards cards = card < 0 ? 0 : felt_cards_of((felt_card)card);
    if (json_is_array(value)) json_array_foreach(value, index, item) cards |= cards_in(item);
    if (json_is_object(value))
        json_object_foreach((json_t *)value, key, item) cards |= cards_in(item);
    return cards;
}

static const char *text_of(const json_t *object, const char *key)
{
    const char *text = json_string_value(json_object_get(object, key));
    return text ? text : "";
}

/* A frame to a connection: whatever it names is known there by now, or becomes so by it rightly. */
static void take_frame(void *listener, const uint32_t *conns, int count, const char *text,
                       size_t bytes)
{
    struct secrets *secrets = listener;
    json_t *frame = json_loadb(text, bytes, 0, NULL);
    const char *ev = text_of(frame, "ev");
    felt_cards cards = cards_in(frame);
    bool dealt = strcmp(ev, "DEAL") == 0, flipped = strcmp(ev, "FLIP") == 0;
    json_int_t seat = json_integer_value(json_object_get(frame, "seat"));
    if (strcmp(text_of(frame, "type"), "start_hand") == 0)
        memset(secrets->known, 0, sizeof secrets->known);
    for (int i = 0; i < count; i++) {
        int conn = conns[i] < PEOPLE ? (int)conns[i] : PEOPLE;
        felt_cards *known = &secrets->known[conn];
        if (flipped || (dealt && conn == seat)) *known |= cards;
        if (cards & ~*known && !secrets->failure[0])
            snprintf(secrets->failure, sizeof secrets->failure, "line %u: %.*s", conns[i],
                     bytes < 200 ? (int)bytes : 200, text);
    }
    secrets->frames++;
    secrets->cards += cards != 0;
    json_decref(frame);
}

/* Every copy is a card of its own, and nothing is shuffled again: what was not dealt to a
 * connection and not flipped is not known there. */
static void make_secretive(bool open)
{
    static struct felt_narc_catalogue cards;
    static struct felt_narc_rules rules;
    struct felt_narc_options options;
    narc_known_options("house", &options);
    narc_known_cards(&cards);
    struct felt_narc_catalogue one = cards;
    one.kinds = one.tiers = 0;
    for (int i = 0; i < cards.kinds; i++)
        for (int j = 0; j < cards.card[i].count; j++) {
            assert_true(one.kinds < FELT_NARC_KINDS_MAX);
            struct felt_narc_card *card = &one.card[one.kinds++];
            *card = cards.card[i];
            card->count = 1;
            snprintf(card->id, sizeof card->id, "card_%d_%d", i, j);
        }
    one.tier[one.tiers++] = cards.tier[0];
    memset(one.tier[0].change, 0, sizeof one.tier[0].change);
    options.recycles = false;
    options.open = open;
    struct felt_narc_error error;
    if (felt_narc_rules_join(&options, &one, false, &rules, &error) != FELT_OK)
        fail_msg("%s: %s", error.pointer, error.text);
    felt_narc_adapter_make(&adapter, &rules, 0, true);
}

static void room_narc_hides_cards(void **state)
{
    enum { SPECTATOR = PEOPLE };
    static struct secrets secrets;
    int64_t user[PEOPLE];
    (void)state;
    make_secretive(false);
    struct fake_tables *fake_tables = open_fake_tables(21, true);
    memset(&secrets, 0, sizeof secrets);
    fake_tables->listener = &secrets;
    fake_tables->frame = take_frame;
    for (int i = 0; i < PEOPLE; i++) {
        struct felt_room_client_msg msg = fake_tables_make(FELT_ROOM_CLIENT_SIT, "game-1");
        msg.seat = (felt_seat)i;
        user[i] = fake_tables_user(fake_tables, FELT_USER_HUMAN, 10000);
        assert_true(fake_tables_enter(fake_tables, (uint32_t)i, user[i], false));
        assert_int_equal(fake_tables_do(fake_tables, (uint32_t)i, &msg), FELT_NO_NOT);
    }
    struct felt_rng rng = felt_rng_make(9);
    uint64_t sessions = test_is_quick() ? 2 : 4;
    for (int turn = 0; fake_tables->hands < sessions; turn++) {
        const struct fake_tables_ask *ask = &fake_tables->ask[0];
        assert_true(turn < TURNS_MAX);
        if (ask->due && ask->has_view) {
            struct felt_room_client_msg msg =
                fake_tables_action("game-1", ask, fake_tables_choose(&rng, &ask->view));
            assert_int_equal(fake_tables_do(fake_tables, (uint32_t)ask->seat, &msg), FELT_NO_NOT);
        }
        fake_tables_step(fake_tables, 1000);
        uint32_t back = felt_rng_below(&rng, PEOPLE);
        if (turn % 5 == 2) { /* who comes back, and who comes to look, get a snapshot */
            fake_tables_leave(fake_tables, back);
            assert_true(fake_tables_enter(fake_tables, back, user[back], false));
            if (fake_tables->conn[SPECTATOR].in) fake_tables_leave(fake_tables, SPECTATOR);
            struct felt_room_client_msg msg = fake_tables_make(FELT_ROOM_CLIENT_WATCH, "game-1");
            assert_true(fake_tables_enter(fake_tables, SPECTATOR, 0, false));
            assert_int_equal(fake_tables_do(fake_tables, SPECTATOR, &msg), FELT_NO_NOT);
        }
        if (secrets.failure[0]) fail_msg("%s", secrets.failure);
        if (*fake_tables->failure) fail_msg("%s", fake_tables->failure);
    }
    assert_true(secrets.frames > 1000 && secrets.cards > 200);
    done(fake_tables);
}

/* ---- surviving ---- */

static void crash_within(bool snapshot)
{
    struct fake_tables_crowd crowd;
    make_adapter("house", UNIT, true);
    struct fake_tables *fake_tables = open_fake_tables(3, false);
    fake_tables_crowd_make(&crowd, fake_tables, 3, 0, HOUSE);
    felt_chips chips = all_chips(fake_tables);
    fake_tables_crowd_seat_house(&crowd);
    fake_tables_turn(fake_tables);
    for (int i = 0; i < 12; i++) {
        struct felt_room_face face;
        char hand_id[FELT_LIVE_HAND_ID_BYTES + 1];
        for (int turn = 0; turn < 5 + 7 * i; turn++) step(fake_tables, &crowd);
        assert_true(felt_room_face(fake_tables->room, 0, &face));
        snprintf(hand_id, sizeof hand_id, "%s", face.hand_id);
        if (snapshot) fake_tables_snapshot(fake_tables);
        fake_tables_crash(fake_tables, 0, 100, true); /* V4 */
        assert_string_equal(fake_tables->failure, "");
        assert_true(felt_room_face(fake_tables->room, 0, &face));
        if (!face.settling) assert_string_equal(face.hand_id, hand_id);
        fake_tables_crowd_seat_house(&crowd);
        fake_tables_verify(fake_tables);
    }
    assert_int_equal(fake_tables->voids, 0);
    play(fake_tables, &crowd, fake_tables->hands + 1);
    close_fake_tables(fake_tables, &crowd, chips);
}

static void room_narc_survives_crashes(void **state)
{
    (void)state;
    crash_within(false);
    crash_within(true);
}

TEST_MODULE(room_narc)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(room_narc_settles_chips),
        cmocka_unit_test(room_narc_plays_for_the_score),
        cmocka_unit_test(room_narc_needs_no_chips_for_the_score),
        cmocka_unit_test(room_narc_keeps_the_players_chair),
        cmocka_unit_test(room_narc_hears_who_wants_a_role),
        cmocka_unit_test(room_narc_hears_nobody_all_the_time),
        cmocka_unit_test(room_narc_takes_cards_by_name),
        cmocka_unit_test(room_narc_goes_on_without_answers),
        cmocka_unit_test(room_narc_plays_for_who_is_away),
        cmocka_unit_test(room_narc_hides_cards),
        cmocka_unit_test(room_narc_survives_crashes),
    };
    return cmocka_run_group_tests_name("room_narc", tests, NULL, NULL);
}
