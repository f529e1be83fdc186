/* test_floor_narc.c -- Narc at cash tables: sessions come to their end, chips move as the score
 * says and none is lost, no frame holds a card that its line may not know, and a crash in the
 * middle leaves a session as it was. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "felt/narc_json.h"
#include "server/table/narc_plug.h"
#include "module.h"
#include "narc_known.h"
#include "salon.h"
#include "support.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { HOUSE = 4, UNIT = 10, TURNS_MAX = 20000, PEOPLE = 3 };

static struct felt_narc_plug plug;

static void make_plug(const char *rules_name, felt_chips unit, bool turns)
{
    static struct felt_narc_rules rules;
    narc_known_rules(rules_name, &rules);
    felt_narc_plug_make(&plug, &rules, unit, turns);
}

static struct salon *open_salon(uint64_t seed, bool wire)
{
    struct salon *salon = malloc(sizeof *salon);
    assert_non_null(salon);
    salon_init(salon, seed);
    salon->wire = wire;
    salon->slack_ms = 60000;
    salon_stake(salon, "game", &plug.plug, FELT_ROLES, 1);
    if (plug.rules.unit == 0) {
        salon->stake[0].big_blind = 1;
        salon->stake[0].buy_in_min = salon->stake[0].buy_in_max = 1;
        salon->stake[0].markers = true;
    }
    salon_open(salon, NULL);
    return salon;
}

static felt_chips all_chips(const struct salon *salon)
{
    felt_chips sum = 0;
    for (int64_t user = 1; user < SALON_USERS; user++)
        sum += shelf_total(ledger_toy_shelf(salon->toy), user);
    return sum;
}

static void step(struct salon *salon, struct salon_crowd *crowd)
{
    uint64_t seen = salon->hands;
    salon_crowd_answer(crowd, 100);
    salon_step(salon, 1000);
    if (seen != salon->hands) {
        salon_crowd_seat_house(crowd);
        salon_verify(salon);
    }
    if (*salon->failure) fail_msg("%s", salon->failure);
}

static void play(struct salon *salon, struct salon_crowd *crowd, uint64_t hands)
{
    for (int i = 0; salon->hands < hands; i++) {
        step(salon, crowd);
        if (i == TURNS_MAX) fail_msg("no session comes to its end");
    }
}

/* Everybody stands up; what they bring home is what they came with. */
static void close_salon(struct salon *salon, struct salon_crowd *crowd, felt_chips chips)
{
    assert_true(felt_floor_close_table(salon->floor, "game-1", salon->now_ms));
    for (int i = 0; i < TURNS_MAX && felt_floor_counts(salon->floor)->seated; i++) {
        salon_crowd_answer(crowd, 100);
        salon_step(salon, 1000);
    }
    assert_string_equal(salon->failure, "");
    assert_int_equal(felt_floor_counts(salon->floor)->seated, 0);
    assert_int_equal(all_chips(salon), chips);
    assert_null(ledger_toy_wrong(salon->toy));
    salon_close(salon);
    free(salon);
}

/* ---- chips ---- */

struct books {
    int sessions, moved;
    felt_seats players; /* chairs that were the Player's */
};

static void note_session(void *listener, const struct felt_floor_report *report)
{
    struct books *books = listener;
    bool moved = false;
    books->sessions++;
    for (int seat = 0; seat < FELT_ROLES; seat++) moved |= report->won[seat] != 0;
    books->moved += moved;
    for (uint32_t i = 0; i < report->count; i++)
        if (report->events[i].kind == FELT_EVENT_OUTCOME)
            books->players |= felt_seats_of(report->events[i].seat);
}

static void play_sessions(felt_chips unit, bool turns, struct books *books)
{
    struct salon_crowd crowd;
    make_plug("house", unit, turns);
    struct salon *salon = open_salon(7, true);
    salon->listener = books;
    salon->over = note_session;
    salon_crowd_make(&crowd, salon, 7, 0, HOUSE);
    felt_chips chips = all_chips(salon);
    salon_crowd_seat_house(&crowd);
    salon_turn(salon);
    play(salon, &crowd, test_is_quick() ? 4 : 8);
    close_salon(salon, &crowd, chips);
}

static void floor_narc_settles_chips(void **state)
{
    struct books books = {0};
    (void)state;
    play_sessions(UNIT, true, &books);
    assert_true(books.sessions >= 4 && books.moved > 0);
    assert_int_equal(books.players, 7); /* everybody was the Player */
}

static void floor_narc_plays_for_the_score(void **state)
{
    struct books books = {0};
    (void)state;
    play_sessions(0, false, &books);
    assert_int_equal(books.moved, 0);
    assert_int_equal(books.players, 4); /* the third chair is his */
}

/* Nobody has a chip: they sit down, are found a chair, play, and leave with none. */
static void floor_narc_needs_no_chips_for_the_score(void **state)
{
    struct salon_crowd crowd;
    (void)state;
    make_plug("house", 0, false);
    struct salon *salon = open_salon(5, true);
    salon_crowd_make(&crowd, salon, 5, 0, 0);
    for (uint32_t i = 0; i < PEOPLE; i++) {
        struct felt_want want =
            i ? salon_make(FELT_WANT_SIT, "game-1") : (struct felt_want){.kind = FELT_WANT_QUICK};
        int64_t user = salon_user(salon, FELT_USER_HUMAN, 0);
        assert_true(salon_enter(salon, i, user, false));
        assert_int_equal(salon_do(salon, i, &want), FELT_NO_NOT);
    }
    for (int i = 0; i < TURNS_MAX && salon->hands == 0; i++) salon_step(salon, 1000);
    assert_true(salon->hands > 0);
    close_salon(salon, &crowd, 0);
}

/* ---- people ---- */

static struct salon *seat_people(int people, int64_t user[])
{
    struct salon *salon = open_salon(11, true);
    for (int i = 0; i < people; i++) {
        struct felt_want want = salon_make(FELT_WANT_SIT, "game-1");
        want.seat = (felt_seat)i;
        user[i] = salon_user(salon, FELT_USER_HUMAN, 10000);
        assert_true(salon_enter(salon, (uint32_t)i, user[i], false));
        assert_int_equal(salon_do(salon, (uint32_t)i, &want), FELT_NO_NOT);
    }
    salon_wait(salon, 3000);
    return salon;
}

/* The house leaves the Player's chair to people; others get it if they do not ask for another. */
static void floor_narc_keeps_the_players_chair(void **state)
{
    struct salon_crowd crowd;
    struct felt_floor_face face;
    (void)state;
    make_plug("house", 0, false);
    struct salon *salon = open_salon(5, true);
    salon->stake[0].house = 2;
    struct felt_want want = salon_make(FELT_WANT_SIT, "game-1");
    for (uint32_t line = 0; line < 2; line++) {
        int64_t house = salon_user(salon, FELT_USER_HOUSE, 100);
        assert_true(salon_enter(salon, line, house, true));
        assert_int_equal(salon_do(salon, line, &want), FELT_NO_NOT);
        assert_true(salon_find(salon, 0, house, &face) < 2);
    }
    int64_t person = salon_user(salon, FELT_USER_HUMAN, 100);
    assert_true(salon_enter(salon, 2, person, false));
    assert_int_equal(salon_do(salon, 2, &want), FELT_NO_NOT);
    assert_int_equal(salon_find(salon, 0, person, &face), 2);
    salon_crowd_make(&crowd, salon, 5, 0, 0);
    salon_wait(salon, 3000);
    assert_string_equal(salon->failure, "");
    salon_close(salon);
    free(salon);
}

static void done(struct salon *salon)
{
    assert_string_equal(salon->failure, "");
    salon_close(salon);
    free(salon);
}

/* Any chair can be a person's: whoever asks for one of the house is heard.  Not where roles move
 * on: there all chairs are the same. */
static void floor_narc_hears_who_wants_a_role(void **state)
{
    (void)state;
    for (int turns = 0; turns < 2; turns++) {
        struct felt_floor_face face;
        make_plug("house", turns ? UNIT : 0, turns);
        struct salon *salon = open_salon(5, true);
        struct felt_want want = salon_make(FELT_WANT_SIT, "game-1");
        want.seat = 0;
        assert_true(salon_enter(salon, 0, salon_user(salon, FELT_USER_HOUSE, 10000), true));
        assert_int_equal(salon_do(salon, 0, &want), FELT_NO_NOT);
        assert_true(salon_enter(salon, 1, salon_user(salon, FELT_USER_HUMAN, 10000), false));
        assert_int_equal(salon_do(salon, 1, &want), FELT_NO_SEAT);
        assert_true(felt_floor_face(salon->floor, 0, &face));
        assert_int_equal(face.knocked_chair, turns ? 0 : 1);
        assert_int_equal(face.knocked_ms != 0, !turns);
        want.seat = 2; /* another one will do: nobody waits any more */
        assert_int_equal(salon_do(salon, 1, &want), FELT_NO_NOT);
        assert_true(felt_floor_face(salon->floor, 0, &face));
        assert_int_equal(face.knocked_ms, 0);
        assert_true(salon_enter(salon, 2, salon_user(salon, FELT_USER_HUMAN, 10000), false));
        assert_int_equal(salon_do(salon, 2, &want), FELT_NO_SEAT); /* a person's */
        assert_true(felt_floor_face(salon->floor, 0, &face));
        assert_int_equal(face.knocked_ms, 0);
        salon_close(salon);
        free(salon);
    }
}

/* Nobody can keep chairs free that he does not take: somebody is heard, has his time, and then
 * nobody is for a while. */
static void floor_narc_hears_nobody_all_the_time(void **state)
{
    (void)state;
    struct felt_floor_face face;
    make_plug("house", UNIT, false);
    struct salon *salon = open_salon(5, true);
    struct felt_want want = salon_make(FELT_WANT_SIT, "game-1");
    for (uint32_t line = 0; line < 2; line++) {
        want.seat = (felt_seat)line;
        assert_true(salon_enter(salon, line, salon_user(salon, FELT_USER_HOUSE, 10000), true));
        assert_int_equal(salon_do(salon, line, &want), FELT_NO_NOT);
    }
    assert_true(salon_enter(salon, 2, salon_user(salon, FELT_USER_HUMAN, 0), false));
    assert_true(salon_enter(salon, 3, salon_user(salon, FELT_USER_HUMAN, 10000), false));
    assert_true(salon_enter(salon, 4, salon_user(salon, FELT_USER_HUMAN, 10000), false));
    static const struct {
        uint32_t line, wait_ms;
        felt_seat seat;
        bool heard;
    } rows[] = {
        {2, 0, 0, false},     /* he has no chips */
        {3, 0, 0, true},      /* a chair is wanted */
        {3, 20000, 0, true},  /* he waits */
        {3, 20000, 1, false}, /* another one too */
        {4, 1000, 1, false},  /* somebody else wants that */
        {3, 20000, 0, false}, /* he was away for too long */
        {4, 40000, 1, false}, /* that was a while ago */
        {4, 20000, 1, true},  {3, 1000, 1, false},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        salon_wait(salon, rows[i].wait_ms);
        want.seat = rows[i].seat;
        assert_int_equal(salon_do(salon, rows[i].line, &want), FELT_NO_SEAT);
        assert_true(felt_floor_face(salon->floor, 0, &face));
        bool heard = face.knocked_ms == salon->now_ms && face.knocked_chair == rows[i].seat + 1;
        if (heard != rows[i].heard) fail_msg("row %zu: %d", i, heard);
    }
    salon_close(salon);
    free(salon);
}

static void floor_narc_takes_cards_by_name(void **state)
{
    int64_t user[PEOPLE];
    (void)state;
    make_plug("house", 0, false);
    struct salon *salon = seat_people(PEOPLE, user);
    const struct salon_ask *ask = &salon->ask[0];
    for (int turn = 0; turn < 6; turn++) {
        assert_true(ask->due);
        uint32_t line = (uint32_t)ask->seat; /* each chair at the line of its number */
        const struct felt_zone *hand = felt_view_zone(&ask->view, FELT_ZONE_HAND, ask->seat);
        struct felt_want want =
            salon_action("game-1", ask, (struct felt_action){.kind = FELT_COMMIT});
        assert_int_equal(salon_do(salon, line, &want), FELT_NO_INVALID_ACTION); /* which one? */
        want.action.names_card = true;
        snprintf(want.action.move, sizeof want.action.move, "%s", "no_such_card");
        assert_int_equal(salon_do(salon, line, &want), FELT_NO_INVALID_ACTION);
        snprintf(want.action.move, sizeof want.action.move, "%s",
                 plug.plug.card(&plug.plug, ask->view.cards[hand->at]));
        assert_int_equal(salon_do(salon, (line + 1) % PEOPLE, &want), FELT_NO_OUT_OF_TURN);
        if (ask->view.phase == FELT_PHASE_DECIDE)
            want = salon_action("game-1", ask, (struct felt_action){.kind = FELT_CONTINUE});
        assert_int_equal(salon_do(salon, line, &want), FELT_NO_NOT);
        salon_wait(salon, 10);
        salon_verify(salon);
        assert_string_equal(salon->failure, "");
    }
    done(salon);
}

/* Nobody answers: after two turns nobody waits for anybody, and the session comes to its end. */
static void floor_narc_goes_on_without_answers(void **state)
{
    int64_t user[PEOPLE];
    struct felt_floor_face face;
    (void)state;
    make_plug("house", UNIT, false);
    struct salon *salon = seat_people(PEOPLE, user);
    int64_t began = salon->now_ms;
    for (int i = 0; salon->hands == 0; i++) {
        assert_true(i < 1000);
        salon_step(salon, 60000);
    }
    assert_true(salon->now_ms - began < PEOPLE * (2 * 15000 + 30000) + 1000);
    salon_wait(salon, 1000);
    for (int i = 0; i < PEOPLE; i++) {
        int seat = salon_find(salon, 0, user[i], &face);
        assert_int_equal(face.chair[seat].state, FELT_CHAIR_OUT);
    }
    done(salon);
}

/* Lines are gone, with every setting for that: what is done for people is legal, whatever it is;
 * also where staying costs a card, which nobody chooses for them. */
static void floor_narc_plays_for_who_is_away(void **state)
{
    static const uint8_t settings[] = {FELT_AUTO_CHECK_FOLD, FELT_AUTO_FOLD, FELT_AUTO_CALL,
                                       FELT_AUTO_CALL_HAND};
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
        felt_narc_plug_make(&plug, &rules, UNIT, true);
        struct salon *salon = seat_people(PEOPLE, user);
        for (uint32_t line = 0; line < PEOPLE; line++) {
            struct felt_want want = salon_make(FELT_WANT_SETTINGS, "game-1");
            want.settings.has_auto = true;
            want.settings.auto_action = settings[i / 2];
            want.settings.auto_limit = 100;
            assert_int_equal(salon_do(salon, line, &want), FELT_NO_NOT);
        }
        struct felt_rng rng = felt_rng_make(i);
        for (int turn = 0; turn < 2000 && salon->hands == 0; turn++) {
            if (turn == 3) salon_leave(salon, 0);
            if (turn == 9) salon_leave(salon, 1);
            const struct salon_ask *ask = &salon->ask[0];
            if (ask->due && ask->has_view && salon->line[ask->seat].in) {
                struct felt_want want = salon_action("game-1", ask, salon_choose(&rng, &ask->view));
                (void)salon_do(salon, (uint32_t)ask->seat, &want);
            }
            salon_step(salon, 20000);
            assert_string_equal(salon->failure, "");
        }
        assert_true(salon->hands > 0);
        done(salon);
    }
}

/* ---- hidden cards ---- */

/* What each line knows: cards that were dealt to its chair, and those that were flipped. */
struct secrets {
    felt_cards known[PEOPLE + 1]; /* the last one is a spectator */
    int frames, cards;
    char failure[256];
};

static int find_card(const char *text)
{
    const struct felt_narc_catalogue *catalogue = &plug.rules.narc.catalogue;
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

/* A frame to a line: whatever it names is known there by now, or becomes so by it rightly. */
static void take_frame(void *listener, const uint32_t *lines, int count, const char *text,
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
        int line = lines[i] < PEOPLE ? (int)lines[i] : PEOPLE;
        felt_cards *known = &secrets->known[line];
        if (flipped || (dealt && line == seat)) *known |= cards;
        if (cards & ~*known && !secrets->failure[0])
            snprintf(secrets->failure, sizeof secrets->failure, "line %u: %.*s", lines[i],
                     bytes < 200 ? (int)bytes : 200, text);
    }
    secrets->frames++;
    secrets->cards += cards != 0;
    json_decref(frame);
}

/* Every copy is a card of its own, and nothing is shuffled again: what was not dealt to a line and
 * not flipped is not known there. */
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
    felt_narc_plug_make(&plug, &rules, 0, true);
}

static void floor_narc_hides_cards(void **state)
{
    enum { SPECTATOR = PEOPLE };
    static struct secrets secrets;
    int64_t user[PEOPLE];
    (void)state;
    make_secretive(false);
    struct salon *salon = open_salon(21, true);
    memset(&secrets, 0, sizeof secrets);
    salon->listener = &secrets;
    salon->frame = take_frame;
    for (int i = 0; i < PEOPLE; i++) {
        struct felt_want want = salon_make(FELT_WANT_SIT, "game-1");
        want.seat = (felt_seat)i;
        user[i] = salon_user(salon, FELT_USER_HUMAN, 10000);
        assert_true(salon_enter(salon, (uint32_t)i, user[i], false));
        assert_int_equal(salon_do(salon, (uint32_t)i, &want), FELT_NO_NOT);
    }
    struct felt_rng rng = felt_rng_make(9);
    uint64_t sessions = test_is_quick() ? 2 : 4;
    for (int turn = 0; salon->hands < sessions; turn++) {
        const struct salon_ask *ask = &salon->ask[0];
        assert_true(turn < TURNS_MAX);
        if (ask->due && ask->has_view) {
            struct felt_want want = salon_action("game-1", ask, salon_choose(&rng, &ask->view));
            assert_int_equal(salon_do(salon, (uint32_t)ask->seat, &want), FELT_NO_NOT);
        }
        salon_step(salon, 1000);
        uint32_t back = felt_rng_below(&rng, PEOPLE);
        if (turn % 5 == 2) { /* who comes back, and who comes to look, get a snapshot */
            salon_leave(salon, back);
            assert_true(salon_enter(salon, back, user[back], false));
            if (salon->line[SPECTATOR].in) salon_leave(salon, SPECTATOR);
            struct felt_want want = salon_make(FELT_WANT_WATCH, "game-1");
            assert_true(salon_enter(salon, SPECTATOR, 0, false));
            assert_int_equal(salon_do(salon, SPECTATOR, &want), FELT_NO_NOT);
        }
        if (secrets.failure[0]) fail_msg("%s", secrets.failure);
        if (*salon->failure) fail_msg("%s", salon->failure);
    }
    assert_true(secrets.frames > 1000 && secrets.cards > 200);
    done(salon);
}

/* ---- surviving ---- */

static void crash_within(bool snapshot)
{
    struct salon_crowd crowd;
    make_plug("house", UNIT, true);
    struct salon *salon = open_salon(3, false);
    salon_crowd_make(&crowd, salon, 3, 0, HOUSE);
    felt_chips chips = all_chips(salon);
    salon_crowd_seat_house(&crowd);
    salon_turn(salon);
    for (int i = 0; i < 12; i++) {
        struct felt_floor_face face;
        char hand_id[FELT_HAND_ID_BYTES + 1];
        for (int turn = 0; turn < 5 + 7 * i; turn++) step(salon, &crowd);
        assert_true(felt_floor_face(salon->floor, 0, &face));
        snprintf(hand_id, sizeof hand_id, "%s", face.hand_id);
        if (snapshot) salon_snapshot(salon);
        salon_crash(salon, 0, 100, true); /* V4 */
        assert_string_equal(salon->failure, "");
        assert_true(felt_floor_face(salon->floor, 0, &face));
        if (!face.settling) assert_string_equal(face.hand_id, hand_id);
        salon_crowd_seat_house(&crowd);
        salon_verify(salon);
    }
    assert_int_equal(salon->voids, 0);
    play(salon, &crowd, salon->hands + 1);
    close_salon(salon, &crowd, chips);
}

static void floor_narc_survives_crashes(void **state)
{
    (void)state;
    crash_within(false);
    crash_within(true);
}

TEST_MODULE(floor_narc)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(floor_narc_settles_chips),
        cmocka_unit_test(floor_narc_plays_for_the_score),
        cmocka_unit_test(floor_narc_needs_no_chips_for_the_score),
        cmocka_unit_test(floor_narc_keeps_the_players_chair),
        cmocka_unit_test(floor_narc_hears_who_wants_a_role),
        cmocka_unit_test(floor_narc_hears_nobody_all_the_time),
        cmocka_unit_test(floor_narc_takes_cards_by_name),
        cmocka_unit_test(floor_narc_goes_on_without_answers),
        cmocka_unit_test(floor_narc_plays_for_who_is_away),
        cmocka_unit_test(floor_narc_hides_cards),
        cmocka_unit_test(floor_narc_survives_crashes),
    };
    return cmocka_run_group_tests_name("floor_narc", tests, NULL, NULL);
}
