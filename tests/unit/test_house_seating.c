/* test_house_seating.c -- house players at tables that are made up here: the room of this file
 * takes every want as it is told to, so that every refusal and every silence can be tried.
 * test_house_seating_room.c has them at the real one. */
#include "expect.h"
#include "server/room/house_seating.h"
#include "module.h"
#include "os/clock.h"
#include "support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- a room ---- */

enum { TABLES = 1000, FEW = 20, MEMBERS = 6000, FIRST_LINE = 100, NEVER = -1 };

struct table {
    bool there;
    char id[16];
    struct felt_room_face face;
};

struct felt_room {
    struct felt_room_counts counts;
    bool closed, silent; /* no want is answered                                               */
    int refuses;         /* enum felt_no of SIT, 0: it is taken                               */
    int refuses_others;  /* of everything else                                                */
    int pays;            /* stake(): 1 at once, 0 refused at once, NEVER                       */
    uint64_t wants[FELT_ROOM_CLIENT_KINDS], stakes;
    int64_t now_ms;
    felt_chips least, most; /* amounts of SIT                                                   */
    struct felt_stake stake[4];
    struct felt_house_seating *seating;
    void *memory;
    struct table table[TABLES];
};

const struct felt_room_counts *felt_room_counts(const struct felt_room *room)
{
    return &room->counts;
}

bool felt_room_is_open(const struct felt_room *room)
{
    return !room->closed;
}

bool felt_room_face(const struct felt_room *room, uint32_t table, struct felt_room_face *face)
{
    if (table >= TABLES || !room->table[table].there) return false;
    *face = room->table[table].face;
    return true;
}

static struct table *find_table(struct felt_room *room, const char *id)
{
    struct table *table = &room->table[strtoul(id + 2, NULL, 10)];
    return table->there && strcmp(table->id, id) == 0 ? table : NULL;
}

static int find_seat(const struct table *table, int64_t user)
{
    for (int seat = 0; seat < table->face.stake->seats; seat++)
        if (table->face.seat[seat].user == user) return seat;
    return -1;
}

static void take_want(struct table *table, int64_t user, const struct felt_room_client_msg *msg,
                      int *seat)
{
    struct felt_room_seat_face *place = &table->face.seat[*seat >= 0 ? *seat : 0];
    switch (msg->kind) {
    case FELT_ROOM_CLIENT_SIT:
        assert_int_equal(*seat, -1); /* one seat at a table */
        *seat = find_seat(table, 0);
        assert_true(*seat >= 0);
        table->face.seat[*seat] = (struct felt_room_seat_face){
            .user = user, .kind = FELT_USER_HOUSE, .state = FELT_ROOM_SEAT_PLAYING};
        break;
    case FELT_ROOM_CLIENT_STAND: place->state = FELT_ROOM_SEAT_LEAVING; break;
    case FELT_ROOM_CLIENT_SIT_OUT: assert_false(msg->on); /* fall through */
    case FELT_ROOM_CLIENT_TOP_UP: place->state = FELT_ROOM_SEAT_PLAYING; break;
    default: fail_msg("a want of kind %d", msg->kind);
    }
}

void felt_room_client_msg_take(struct felt_room *room, uint32_t line,
                               const struct felt_room_client_msg *msg, bool stale, int64_t now_ms)
{
    struct table *table = find_table(room, msg->table);
    assert_false(stale);
    assert_true(msg->has_req);
    assert_non_null(table);
    room->wants[msg->kind]++;
    int64_t user = felt_house_seating_at(room->seating, line - FIRST_LINE)->user;
    int seat = find_seat(table, user);
    int no = msg->kind == FELT_ROOM_CLIENT_SIT ? room->refuses : room->refuses_others;
    if (msg->kind == FELT_ROOM_CLIENT_SIT) {
        assert_true(msg->settings.has_rebuy && msg->settings.rebuy);
        if (!room->least || msg->amount < room->least) room->least = msg->amount;
        if (msg->amount > room->most) room->most = msg->amount;
    } else {
        assert_true(seat >= 0);
    }
    if (room->silent) return;
    if (!no) take_want(table, user, msg, &seat);
    struct felt_room_server_msg out = {.kind = no ? FELT_ROOM_SERVER_ERROR : FELT_ROOM_SERVER_OK,
                                       .no = (uint8_t)no,
                                       .has_req = true,
                                       .req = msg->req,
                                       .seat = seat < 0 ? FELT_SEAT_NONE : (felt_seat)seat,
                                       .table = &table->face};
    felt_house_seating_hear(room->seating, line, &out, now_ms);
}

/* ---- the rest of the world ---- */

static void stake(void *self, uint32_t member, felt_chips amount)
{
    struct felt_room *room = self;
    room->stakes++;
    assert_true(amount > 0);
    felt_chips bank = felt_house_seating_at(room->seating, member)->bank;
    if (room->pays != NEVER)
        felt_house_seating_paid(room->seating, member, room->pays, bank + (room->pays ? amount : 0),
                                room->now_ms);
}

static struct felt_room *open_room(int members, const struct felt_house_seating_config *config)
{
    struct felt_room *room = calloc(1, sizeof *room);
    struct felt_house_seating_services services = {.self = room, .stake = stake};
    assert_non_null(room);
    room->pays = 1;
    room->now_ms = 1000000;
    uint32_t tables = members == MEMBERS ? TABLES : FEW;
    room->memory = malloc(felt_house_seating_bytes(MEMBERS, tables));
    assert_non_null(room->memory);
    room->seating = felt_house_seating_init(room->memory, room, MEMBERS, tables, config, &services,
                                            felt_rng_make(5));
    for (int i = 0; i < members; i++) {
        struct felt_room_guest who = {
            .user = 1000 + i, .kind = FELT_USER_HOUSE, .local = true, .name = "HousePlayer"};
        assert_int_equal(
            felt_house_seating_hire(room->seating, &who, FIRST_LINE + (uint32_t)i, room->now_ms),
            i);
    }
    return room;
}

static void close_room(struct felt_room *room)
{
    free(room->memory);
    free(room);
}

static struct felt_stake *make_stake(struct felt_room *room, int number, int seats, int house)
{
    room->stake[number] = (struct felt_stake){.seats = (uint8_t)seats,
                                              .house = (uint8_t)house,
                                              .small_blind = 1,
                                              .big_blind = 2,
                                              .buy_in_min = 40,
                                              .buy_in_max = 200};
    return &room->stake[number];
}

static struct table *open_table(struct felt_room *room, uint32_t index,
                                const struct felt_stake *stake_of)
{
    struct table *table = &room->table[index];
    *table = (struct table){.there = true, .face = {.index = index, .stake = stake_of}};
    snprintf(table->id, sizeof table->id, "t-%u", index);
    table->face.id = table->id;
    return table;
}

static void wait(struct felt_room *room, int64_t ms)
{
    for (int64_t until = room->now_ms + ms; room->now_ms < until;) {
        int64_t next = felt_house_seating_tick(room->seating, room->now_ms);
        if (next > until) next = until;
        if (next > room->now_ms) room->now_ms = next;
    }
}

static int count_kind(const struct table *table, bool house)
{
    int count = 0;
    for (int seat = 0; seat < table->face.stake->seats; seat++) {
        const struct felt_room_seat_face *place = &table->face.seat[seat];
        if (place->user && place->state != FELT_ROOM_SEAT_LEAVING)
            count += (place->kind == FELT_USER_HOUSE) == house;
    }
    return count;
}

static int seat_person(struct felt_room *room, struct table *table, enum felt_room_seat_state state)
{
    int seat = find_seat(table, 0);
    assert_true(seat >= 0);
    table->face.seat[seat] = (struct felt_room_seat_face){
        .user = 1 + seat, .kind = FELT_USER_HUMAN, .state = (uint8_t)state};
    room->counts.seated_people++;
    return seat;
}

/* Whoever leaves is gone. */
static void end_hand(struct table *table)
{
    table->face.hands++;
    for (int seat = 0; seat < FELT_SEATS_MAX; seat++)
        if (table->face.seat[seat].state == FELT_ROOM_SEAT_LEAVING)
            table->face.seat[seat] = (struct felt_room_seat_face){0};
}

static uint64_t count_wants(const struct felt_room *room)
{
    uint64_t sum = 0;
    for (int kind = 0; kind < FELT_ROOM_CLIENT_KINDS; kind++) sum += room->wants[kind];
    return sum;
}

/* ---- who sits where ---- */

static void house_seating_fills_tables_but_the_last_chair(void **state)
{
    (void)state;
    static const struct {
        int seats, house, out, sits; /* out: people who sit out                                 */
    } rows[] = {{6, 4, 0, 4}, {6, 6, 0, 5}, {6, 0, 0, 0}, {2, 2, 0, 1},
                {9, 1, 0, 1}, {6, 4, 2, 3}, {6, 6, 5, 0}, {10, 9, 0, 9}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct felt_room *room = open_room(20, &felt_house_seating_config_usual);
        struct table *table =
            open_table(room, 3, make_stake(room, 0, rows[i].seats, rows[i].house));
        for (int person = 0; person < rows[i].out; person++)
            seat_person(room, table, FELT_ROOM_SEAT_OUT);
        wait(room, 300);
        assert_true(count_kind(table, true) <= 2); /* one after the other */
        wait(room, 10000);
        if (count_kind(table, true) != rows[i].sits)
            fail_msg("row %zu: %d sit", i, count_kind(table, true));
        assert_true(count_wants(room) == (uint64_t)rows[i].sits);
        for (int seat = 0; seat < rows[i].seats; seat++) {
            int member = felt_house_seating_find(room->seating, 3, (felt_seat)seat);
            int64_t user = table->face.seat[seat].user;
            assert_int_equal(member, user >= 1000 ? user - 1000 : -1);
        }
        close_room(room);
    }
}

/* W1, and at once: not after the next look. */
static void house_seating_gives_a_person_company_at_once(void **state)
{
    (void)state;
    static const struct {
        int seats, house, out, company;
    } rows[] = {{6, 1, 0, 1}, {6, 4, 0, 1}, {2, 2, 0, 1}, {6, 2, 4, 1}, {6, 0, 0, 0}, {6, 3, 5, 0}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct felt_house_seating_config slow = felt_house_seating_config_usual;
        slow.look_ms = 60000;
        struct felt_room *room = open_room(20, &slow);
        wait(room, 1000);
        struct table *table =
            open_table(room, 0, make_stake(room, 0, rows[i].seats, rows[i].house));
        for (int person = 0; person < rows[i].out; person++)
            seat_person(room, table, FELT_ROOM_SEAT_OUT);
        seat_person(room, table, FELT_ROOM_SEAT_WAITING);
        wait(room, 50);
        if (count_kind(table, true) < rows[i].company)
            fail_msg("row %zu: %d sit", i, count_kind(table, true));
        close_room(room);
    }
}

/* A game for four: one person gets three others, and they stay; without people the last seat is
 * free. */
static void house_seating_brings_as_many_as_the_game_needs(void **state)
{
    (void)state;
    static const struct felt_game_adapter four = {.seats_min = 4, .seats_max = 4};
    struct felt_room *room = open_room(20, &felt_house_seating_config_usual);
    struct felt_stake *stake_of = make_stake(room, 0, 4, 2);
    stake_of->game[0] = &four;
    stake_of->games = 1;
    struct table *table = open_table(room, 0, stake_of);
    wait(room, 5000);
    assert_int_equal(count_kind(table, true), 2);
    int person = seat_person(room, table, FELT_ROOM_SEAT_PLAYING);
    wait(room, 5000);
    assert_int_equal(count_kind(table, true), 3);
    uint64_t wants = count_wants(room);
    for (int hand = 0; hand < 20; hand++) {
        wait(room, 1000);
        end_hand(table);
    }
    assert_int_equal(count_kind(table, true), 3);
    assert_true(count_wants(room) == wants);
    table->face.seat[person] = (struct felt_room_seat_face){0};
    room->counts.seated_people--;
    for (int hand = 0; hand < 5; hand++) {
        wait(room, 1000);
        end_hand(table);
    }
    assert_int_equal(count_kind(table, true), 2);
    close_room(room);
}

static const struct felt_game_adapter two_to_six = {.seats_min = 2, .seats_max = 6};
static const struct felt_game_adapter four_only = {.seats_min = 4, .seats_max = 4};

static struct table *open_practice(struct felt_room *room, uint32_t index, int number,
                                   const struct felt_game_adapter *adapter)
{
    struct felt_stake *stake_of = make_stake(room, number, adapter->seats_max, adapter->seats_max);
    stake_of->game[0] = adapter;
    stake_of->games = 1;
    stake_of->practice = stake_of->markers = true;
    stake_of->big_blind = stake_of->buy_in_min = stake_of->buy_in_max = 1;
    struct table *table = open_table(room, index, stake_of);
    table->face.is_private = true;
    return table;
}

/* Somebody tries a game: all seats are taken at once, and by the same until he goes; a friend of
 * his finds one if he wants it. */
static void house_seating_fills_every_chair_for_practice(void **state)
{
    (void)state;
    struct felt_room *room = open_room(20, &felt_house_seating_config_usual);
    struct table *table = open_practice(room, 2, 0, &two_to_six);
    wait(room, 5000);
    assert_int_equal(count_kind(table, true), 0);
    int person = seat_person(room, table, FELT_ROOM_SEAT_WAITING);
    wait(room, 50);
    assert_int_equal(count_kind(table, true), 5);
    uint64_t wants = count_wants(room);
    for (int hand = 0; hand < 20; hand++) {
        wait(room, 1000);
        end_hand(table);
    }
    assert_true(count_wants(room) == wants);
    table->face.knocked_ms = room->now_ms;
    wait(room, 1000);
    end_hand(table);
    wait(room, 20000);
    assert_int_equal(count_kind(table, true), 4);
    seat_person(room, table, FELT_ROOM_SEAT_PLAYING);
    table->face.knocked_ms = 0;
    wait(room, 5000);
    assert_int_equal(count_kind(table, true), 4);
    for (int seat = 0; seat < 6; seat++)
        if (table->face.seat[seat].kind == FELT_USER_HUMAN)
            table->face.seat[seat] = (struct felt_room_seat_face){0};
    assert_int_equal(table->face.seat[person].user, 0);
    for (int hand = 0; hand < 8; hand++) {
        wait(room, 1000);
        end_hand(table);
    }
    assert_int_equal(count_kind(table, true), 0);
    close_room(room);
}

/* Nobody is free, and people are alone: those come who play where no people are, and no more of
 * them than it takes; afterwards they are back. */
static void house_seating_lends_to_whoever_is_alone(void **state)
{
    (void)state;
    enum { MANY = 11, OPENED = 3 };
    struct felt_room *room = open_room(MANY, &felt_house_seating_config_usual);
    struct felt_stake *usual = make_stake(room, 0, 6, 5);
    struct table *idle[2] = {open_table(room, 0, usual), open_table(room, 1, usual)};
    struct table *busy = open_table(room, 2, make_stake(room, 1, 6, 2)), *own[OPENED];
    seat_person(room, busy, FELT_ROOM_SEAT_PLAYING);
    wait(room, 10000);
    assert_int_equal(count_kind(idle[0], true) + count_kind(idle[1], true), 10);
    assert_int_equal(count_kind(busy, true), 1);
    for (uint32_t i = 0; i < OPENED; i++) {
        own[i] = open_practice(room, 3 + i, 2, &four_only);
        seat_person(room, own[i], FELT_ROOM_SEAT_WAITING);
    }
    for (int second = 0; second < 10; second++) {
        wait(room, 1000);
        end_hand(idle[0]);
        end_hand(idle[1]);
        end_hand(busy);
    }
    for (int i = 0; i < OPENED; i++) assert_int_equal(count_kind(own[i], true), 3);
    assert_int_equal(count_kind(idle[0], true) + count_kind(idle[1], true), 1);
    assert_int_equal(count_kind(busy, true), 1); /* a person plays there */
    for (int i = 0; i < OPENED; i++) own[i]->there = false;
    wait(room, 10000);
    assert_int_equal(count_kind(idle[0], true) + count_kind(idle[1], true), 10);
    close_room(room);
}

/* There are not enough for everybody: one has a game rather than all of them none. */
static void house_seating_sees_to_one_table_after_the_other(void **state)
{
    (void)state;
    struct felt_room *room = open_room(4, &felt_house_seating_config_usual);
    struct table *own[3];
    for (uint32_t i = 0; i < 3; i++) own[i] = open_practice(room, i, 0, &four_only);
    for (uint32_t i = 0; i < 3; i++) seat_person(room, own[i], FELT_ROOM_SEAT_WAITING);
    wait(room, 10000);
    assert_int_equal(count_kind(own[0], true), 3);
    assert_int_equal(count_kind(own[1], true) + count_kind(own[2], true), 1);
    own[0]->there = false;
    wait(room, 10000);
    assert_int_equal(count_kind(own[1], true), 3);
    close_room(room);
}

static void house_seating_makes_room_for_people(void **state)
{
    (void)state;
    struct felt_room *room = open_room(20, &felt_house_seating_config_usual);
    struct table *table = open_table(room, 0, make_stake(room, 0, 6, 4));
    wait(room, 5000);
    table->face.hands = 10;
    for (int people = 1; people <= 5; people++) {
        seat_person(room, table, FELT_ROOM_SEAT_PLAYING);
        for (int hand = 0; hand < 8; hand++) {
            wait(room, 1000);
            end_hand(table);
        }
        int house = count_kind(table, true), wanted = people < 4 ? 4 - people : 0;
        if (house != wanted) fail_msg("%d people: %d of the house", people, house);
        assert_true(find_seat(table, 0) >= 0);
    }
    seat_person(room, table, FELT_ROOM_SEAT_PLAYING); /* full of people: nothing to do */
    uint64_t before = count_wants(room);
    wait(room, 100000);
    assert_true(count_wants(room) == before);
    close_room(room);
}

/* Somebody wants a seat that one of the house has: that one gets up, nobody else, and the seat is
 * left alone for a while. */
static void house_seating_gets_up_from_the_chair_that_is_wanted(void **state)
{
    (void)state;
    static const struct felt_game_adapter three = {.seats_min = 3, .seats_max = 3};
    struct felt_room *room = open_room(20, &felt_house_seating_config_usual);
    struct felt_stake *stake_of = make_stake(room, 0, 3, 2);
    stake_of->game[0] = &three;
    stake_of->games = 1;
    struct table *table = open_table(room, 0, stake_of);
    wait(room, 5000);
    assert_int_equal(count_kind(table, true), 2);
    int64_t other = table->face.seat[1].user;
    table->face.knocked_ms = room->now_ms;
    table->face.knocked_seat = 1;
    wait(room, 5000);
    assert_int_equal(table->face.seat[0].state, FELT_ROOM_SEAT_LEAVING);
    end_hand(table);
    wait(room, 10000);
    assert_int_equal(table->face.seat[0].user, 0);
    assert_int_equal(table->face.seat[1].user, other);
    assert_int_equal(seat_person(room, table, FELT_ROOM_SEAT_PLAYING), 0);
    table->face.knocked_ms = 0;
    wait(room, 5000);
    assert_int_equal(count_kind(table, true), 2);
    assert_int_equal(table->face.seat[1].user, other);
    close_room(room);
}

/* All but one person go, house players had left: he is not alone, whoever has the seats. */
static void house_seating_never_leaves_a_person_alone(void **state)
{
    (void)state;
    struct felt_house_seating_config brief = felt_house_seating_config_usual;
    brief.stay_hands = 2;
    for (int seats = 2; seats <= 6; seats += 4) {
        struct felt_room *room = open_room(3, &brief);
        struct table *table = open_table(room, 0, make_stake(room, 0, seats, 2));
        wait(room, 5000);
        seat_person(room, table, FELT_ROOM_SEAT_PLAYING);
        for (int hand = 0; hand < 50; hand++) {
            wait(room, 1000);
            assert_true(count_kind(table, true) >= 1);
            end_hand(table);
        }
        close_room(room);
    }
}

/* A private table is its host's: the house comes when a person sits there, and goes with the last.
 */
static void house_seating_is_at_private_tables_for_people(void **state)
{
    (void)state;
    struct felt_room *room = open_room(20, &felt_house_seating_config_usual);
    struct table *table = open_table(room, 0, make_stake(room, 0, 6, 3));
    table->face.is_private = true;
    wait(room, 60000);
    assert_int_equal(count_kind(table, true), 0);
    int seat = seat_person(room, table, FELT_ROOM_SEAT_PLAYING);
    wait(room, 60000);
    assert_int_equal(count_kind(table, true), 2);
    table->face.seat[seat] = (struct felt_room_seat_face){0};
    room->counts.seated_people--;
    for (int i = 0; i < 5; i++) wait(room, 20000), end_hand(table);
    assert_int_equal(count_kind(table, true), 0);
    close_room(room);
}

static void house_seating_who_played_most_stands_up(void **state)
{
    (void)state;
    struct felt_house_seating_config lasting = felt_house_seating_config_usual;
    lasting.stay_hands = 0;
    struct felt_room *room = open_room(20, &lasting);
    struct felt_stake *stake_of = make_stake(room, 0, 9, 1);
    struct table *table = open_table(room, 0, stake_of);
    for (int house = 1; house <= 4; house++) {
        stake_of->house = (uint8_t)house;
        wait(room, 1000);
        for (int hand = 0; hand < 10; hand++) end_hand(table);
    }
    assert_int_equal(count_kind(table, true), 4);
    int64_t first = table->face.seat[0].user;
    stake_of->house = 3;
    wait(room, 1000);
    int seat = find_seat(table, first);
    assert_true(seat >= 0);
    assert_int_equal(table->face.seat[seat].state, FELT_ROOM_SEAT_LEAVING);
    wait(room, 10000);
    assert_int_equal(room->wants[FELT_ROOM_CLIENT_STAND], 1); /* one at a time, told once */
    end_hand(table);
    wait(room, 1000);
    assert_int_equal(felt_house_seating_at(room->seating, (uint32_t)first - 1000)->state,
                     FELT_HOUSE_SEATING_FREE);
    close_room(room);
}

static void house_seating_changes_after_some_hands(void **state)
{
    (void)state;
    struct felt_house_seating_config config = felt_house_seating_config_usual;
    config.stay_hands = 40;
    struct felt_room *room = open_room(8, &config);
    struct table *table = open_table(room, 0, make_stake(room, 0, 6, 4));
    int longest = 0, since[8] = {0};
    bool came[8] = {false};
    for (int hand = 0; hand < 600; hand++) {
        wait(room, 1000);
        end_hand(table);
        for (int member = 0; member < 8; member++) {
            since[member] = find_seat(table, 1000 + member) < 0 ? 0 : since[member] + 1;
            came[member] |= since[member] > 0;
            if (since[member] > longest) longest = since[member];
        }
    }
    for (int member = 0; member < 8; member++) assert_true(came[member]);
    assert_in_range(longest, 40, 70);
    close_room(room);
}

static void house_seating_brings_different_amounts(void **state)
{
    (void)state;
    struct felt_room *room = open_room(100, &felt_house_seating_config_usual);
    const struct felt_stake *stake_of = make_stake(room, 0, 6, 5);
    for (uint32_t i = 0; i < 20; i++) open_table(room, i, stake_of);
    wait(room, 10000);
    assert_int_equal(room->wants[FELT_ROOM_CLIENT_SIT], 100);
    assert_in_range(room->least, 104, 110); /* 40 % of 40 .. 200 */
    assert_in_range(room->most, 194, 200);
    close_room(room);
}

/* ---- what goes wrong ---- */

/* Every code, for an hour: tried again, but not often. */
static void house_seating_refused_waits(void **state)
{
    (void)state;
    for (int no = 1; no < FELT_NOS; no++) {
        struct felt_room *room = open_room(50, &felt_house_seating_config_usual);
        struct table *table = open_table(room, 0, make_stake(room, 0, 6, 4));
        room->refuses = no;
        wait(room, 3600000);
        if (count_wants(room) < 30 || count_wants(room) > 130)
            fail_msg("%s: %lu wants in an hour", felt_no_word((enum felt_no)no),
                     (unsigned long)count_wants(room));
        room->refuses = 0;
        wait(room, 300000);
        assert_int_equal(count_kind(table, true), 4);
        close_room(room);
    }
}

static void house_seating_who_may_not_stand_asks_rarely(void **state)
{
    (void)state;
    struct felt_room *room = open_room(20, &felt_house_seating_config_usual);
    struct felt_stake *stake_of = make_stake(room, 0, 6, 4);
    struct table *table = open_table(room, 0, stake_of);
    wait(room, 5000);
    room->refuses_others = FELT_NO_BUSY;
    stake_of->house = 2;
    wait(room, 600000);
    assert_in_range(room->wants[FELT_ROOM_CLIENT_STAND], 10, 80);
    room->refuses_others = 0;
    for (int i = 0; i < 10; i++) {
        wait(room, 30000);
        end_hand(table);
    }
    assert_int_equal(count_kind(table, true), 2);
    close_room(room);
}

static void house_seating_without_chips_waits_for_them(void **state)
{
    (void)state;
    for (int pays = NEVER; pays <= 0; pays++) {
        struct felt_room *room = open_room(50, &felt_house_seating_config_usual);
        struct table *table = open_table(room, 0, make_stake(room, 0, 6, 4));
        room->pays = pays;
        wait(room, 600000);
        assert_int_equal(count_wants(room), 0);
        if (pays == NEVER)
            assert_int_equal(room->stakes, 4); /* for every seat once */
        else
            assert_in_range(room->stakes, 5, 40);
        room->pays = 1;
        if (pays == NEVER)
            for (uint32_t i = 0; i < 4; i++)
                felt_house_seating_paid(room->seating, i, true, 600, room->now_ms);
        wait(room, 120000);
        assert_int_equal(count_kind(table, true), 4);
        close_room(room);
    }
}

static void house_seating_minds_those_who_sit(void **state)
{
    (void)state;
    static const struct {
        enum felt_room_seat_state is;
        enum felt_room_client_kind wants;
    } rows[] = {{FELT_ROOM_SEAT_OUT, FELT_ROOM_CLIENT_SIT_OUT},
                {FELT_ROOM_SEAT_BROKE, FELT_ROOM_CLIENT_TOP_UP}};
    for (int i = 0; i < 2; i++) {
        struct felt_room *room = open_room(6, &felt_house_seating_config_usual);
        struct table *table = open_table(room, 0, make_stake(room, 0, 6, 2));
        wait(room, 10000);
        table->face.seat[0].state = (uint8_t)rows[i].is;
        wait(room, 1000);
        assert_int_equal(room->wants[rows[i].wants], 1);
        assert_int_equal(table->face.seat[0].state, FELT_ROOM_SEAT_PLAYING);
        close_room(room);
    }
}

/* Broke, and the house has nothing: he gives his seat up. */
static void house_seating_broke_without_a_house_leaves(void **state)
{
    (void)state;
    struct felt_room *room = open_room(6, &felt_house_seating_config_usual);
    struct table *table = open_table(room, 0, make_stake(room, 0, 6, 2));
    wait(room, 10000);
    room->pays = 0;
    table->face.seat[0].state = FELT_ROOM_SEAT_BROKE;
    struct felt_room_server_msg msg = {.kind = FELT_ROOM_SERVER_CASHIER, .bank = 0};
    int member = felt_house_seating_find(room->seating, 0, 0);
    assert_true(member >= 0);
    felt_house_seating_hear(room->seating, FIRST_LINE + (uint32_t)member, &msg, room->now_ms);
    wait(room, 2000);
    assert_int_equal(table->face.seat[0].state, FELT_ROOM_SEAT_LEAVING);
    close_room(room);
}

/* Chips behind those who sit are asked for, and rarely where there are none. */
static void house_seating_who_sits_asks_for_chips_rarely(void **state)
{
    (void)state;
    struct felt_room *room = open_room(6, &felt_house_seating_config_usual);
    open_table(room, 0, make_stake(room, 0, 6, 4));
    wait(room, 10000);
    uint64_t before = room->stakes;
    struct felt_room_server_msg msg = {.kind = FELT_ROOM_SERVER_CASHIER, .bank = 10};
    for (uint32_t line = FIRST_LINE; line < FIRST_LINE + 6; line++)
        felt_house_seating_hear(room->seating, line, &msg, room->now_ms);
    room->pays = 0;
    wait(room, 600000);
    assert_in_range(room->stakes - before, 5, 40);
    room->pays = 1;
    wait(room, 120000);
    for (uint32_t i = 0; i < 6; i++)
        if (felt_house_seating_at(room->seating, i)->state == FELT_HOUSE_SEATING_SEATED)
            assert_true(felt_house_seating_at(room->seating, i)->bank >= 200);
    close_room(room);
}

static void house_seating_of_a_table_that_goes_is_free(void **state)
{
    (void)state;
    struct felt_room *room = open_room(10, &felt_house_seating_config_usual);
    const struct felt_stake *stake_of = make_stake(room, 0, 6, 4);
    struct table *table = open_table(room, 0, stake_of);
    wait(room, 5000);
    table->face.closing = true;
    for (int seat = 0; seat < 4; seat++) table->face.seat[seat].state = FELT_ROOM_SEAT_LEAVING;
    uint64_t before = count_wants(room);
    wait(room, 5000);
    assert_true(count_wants(room) == before);
    table->there = false;
    wait(room, 1000);
    for (uint32_t i = 0; i < 10; i++)
        assert_int_equal(felt_house_seating_at(room->seating, i)->state, FELT_HOUSE_SEATING_FREE);
    for (int seat = 0; seat < 6; seat++)
        assert_int_equal(felt_house_seating_find(room->seating, 0, (felt_seat)seat), -1);
    open_table(room, 7, stake_of);
    wait(room, 5000);
    assert_int_equal(count_kind(&room->table[7], true), 4);
    close_room(room);
}

static void house_seating_without_answers_gives_up(void **state)
{
    (void)state;
    struct felt_room *room = open_room(4, &felt_house_seating_config_usual);
    struct table *table = open_table(room, 0, make_stake(room, 0, 6, 3));
    room->silent = true;
    wait(room, 20000);
    assert_int_equal(count_wants(room), 4); /* whoever is free, once */
    room->silent = false;
    wait(room, 60000);
    assert_int_equal(count_kind(table, true), 3);
    close_room(room);
}

static void house_seating_waits_until_the_floor_is_open(void **state)
{
    (void)state;
    struct felt_room *room = open_room(4, &felt_house_seating_config_usual);
    struct table *table = open_table(room, 0, make_stake(room, 0, 6, 3));
    room->closed = true;
    table->face.seat[2] = (struct felt_room_seat_face){
        .user = 1001, .kind = FELT_USER_HOUSE, .state = FELT_ROOM_SEAT_PLAYING};
    felt_house_seating_found(room->seating, 1, 0, 2);
    wait(room, 10000);
    assert_int_equal(count_wants(room) + room->stakes, 0);
    room->closed = false;
    wait(room, 10000);
    assert_int_equal(count_kind(table, true), 3);
    assert_int_equal(felt_house_seating_find(room->seating, 0, 2), 1);
    close_room(room);
}

/* ---- many ---- */

static void expect_sound(const struct felt_room *room)
{
    for (uint32_t i = 0; i < felt_house_seating_count(room->seating); i++) {
        const struct felt_house_seating_member *member = felt_house_seating_at(room->seating, i);
        if (member->state == FELT_HOUSE_SEATING_SEATED)
            assert_int_equal(felt_house_seating_find(room->seating, member->table, member->seat),
                             i);
    }
}

static void house_seating_fills_a_thousand_tables(void **state)
{
    (void)state;
    struct felt_room *room = open_room(MEMBERS, &felt_house_seating_config_usual);
    const struct felt_stake *stake_of = make_stake(room, 0, 9, 6);
    int tables = test_is_quick() ? 100 : TABLES;
    for (int i = 0; i < tables; i++) open_table(room, (uint32_t)i, stake_of);
    wait(room, 4000);
    for (int i = 0; i < tables; i++) assert_int_equal(count_kind(&room->table[i], true), 6);
    expect_sound(room);
    int64_t began = felt_clock_us();
    wait(room, 25000);
    print_message("# a look at a table: %.3f us\n",
                  (double)(felt_clock_us() - began) / (100.0 * TABLES));
    close_room(room);
}

static void shake(struct felt_room *room, struct table *table, struct felt_rng *rng)
{
    struct felt_room_seat_face *seat = &table->face.seat[felt_rng_below(rng, 6)];
    bool person = seat->user && seat->kind == FELT_USER_HUMAN;
    switch (felt_rng_below(rng, 8)) {
    case 0:
        if (find_seat(table, 0) >= 0) seat_person(room, table, FELT_ROOM_SEAT_WAITING);
        break;
    case 1:
        if (person) *seat = (struct felt_room_seat_face){0};
        break;
    case 2:
        if (person) seat->state = FELT_ROOM_SEAT_OUT;
        break;
    case 3:
        if (seat->user) seat->state = FELT_ROOM_SEAT_LEAVING;
        break;
    case 4:
        if (seat->user) seat->state = FELT_ROOM_SEAT_BROKE;
        break;
    case 5: room->refuses = felt_rng_below(rng, 4) ? 0 : (int)felt_rng_below(rng, FELT_NOS); break;
    case 6: room->pays = felt_rng_below(rng, 3) != 0; break;
    default: end_hand(table); break;
    }
}

/* Anything happens; when it is quiet again, W1 holds everywhere. */
static void house_seating_survives_anything(void **state)
{
    (void)state;
    struct felt_house_seating_config config = felt_house_seating_config_usual;
    config.stay_hands = 10;
    struct felt_room *room = open_room(60, &config);
    const struct felt_stake *stake_of = make_stake(room, 0, 6, 4);
    struct felt_rng rng = felt_rng_make(11);
    int rounds = test_is_quick() ? 5 : 40;
    for (uint32_t i = 0; i < 10; i++) open_table(room, i, stake_of);
    for (int round = 0; round < rounds; round++) {
        for (int i = 0; i < 300; i++) {
            shake(room, &room->table[felt_rng_below(&rng, 10)], &rng);
            wait(room, felt_rng_below(&rng, 400));
            expect_sound(room);
        }
        room->refuses = 0;
        room->pays = 1;
        for (int i = 0; i < 10; i++) {
            wait(room, 30000);
            for (int table = 0; table < 10; table++) end_hand(&room->table[table]);
        }
        wait(room, 30000);
        for (int i = 0; i < 10; i++) {
            const struct table *table = &room->table[i];
            bool wants = false;
            for (int seat = 0; seat < 6; seat++)
                wants |= table->face.seat[seat].kind == FELT_USER_HUMAN &&
                         table->face.seat[seat].state == FELT_ROOM_SEAT_WAITING;
            int people = count_kind(table, false), house = count_kind(table, true);
            if (wants && people + house < 2) fail_msg("round %d: alone at table %d", round, i);
            if (!people) assert_int_equal(house, 4);
        }
    }
    close_room(room);
}

/* ---- thinking time ---- */

static uint32_t median(uint32_t *time, int count)
{
    for (int i = 1; i < count; i++) {
        uint32_t value = time[i];
        int at = i;
        for (; at > 0 && time[at - 1] > value; at--) time[at] = time[at - 1];
        time[at] = value;
    }
    return time[count / 2];
}

static void house_seating_thinks_as_people_do(void **state)
{
    (void)state;
    enum { DRAWS = 2001 };
    static const struct {
        uint8_t kind, street;
        int pot;
        uint32_t least, median_min, median_max, most;
    } rows[] = {
        {FELT_FOLD, 0, 3, 400, 650, 750, 1000},        {FELT_FOLD, 1, 10, 250, 900, 1000, 6000},
        {FELT_CHECK, 1, 10, 200, 850, 950, 6000},      {FELT_CALL, 0, 10, 300, 1250, 1400, 6000},
        {FELT_RAISE_TO, 0, 10, 400, 1550, 1700, 6000}, {FELT_CALL, 3, 80, 400, 1650, 1800, 6000},
        {FELT_CALL, 3, 300, 500, 2150, 2350, 6000},    {FELT_DISCARD, 1, 10, 300, 1350, 1500, 6000},
        {FELT_MUCK, 4, 300, 100, 430, 530, 6000}};
    struct felt_room *room = open_room(0, &felt_house_seating_config_usual);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct felt_view view = {
            .viewer = 1, .street = rows[i].street, .betting = {.pot = rows[i].pot}};
        view.start[1] = 200;
        struct felt_action action = {.kind = rows[i].kind};
        uint32_t time[DRAWS];
        for (int draw = 0; draw < DRAWS; draw++) {
            time[draw] = felt_house_seating_think_ms(room->seating, &view, &action, true, 30000);
            assert_in_range(time[draw], rows[i].least, rows[i].most);
            assert_int_equal(
                felt_house_seating_think_ms(room->seating, &view, &action, false, 30000), 0);
            assert_in_range(felt_house_seating_think_ms(room->seating, &view, &action, true, 1000),
                            0, 500);
        }
        uint32_t middle = median(time, DRAWS);
        if (middle < rows[i].median_min || middle > rows[i].median_max)
            fail_msg("row %zu: median %u", i, middle);
    }
    struct felt_house_seating_config quick = {.look_ms = 250};
    felt_house_seating_configure(room->seating, &quick);
    struct felt_view view = {.viewer = 0};
    struct felt_action action = {.kind = FELT_CALL};
    assert_int_equal(felt_house_seating_think_ms(room->seating, &view, &action, true, 30000), 0);
    close_room(room);
}

TEST_MODULE(house_seating)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(house_seating_fills_tables_but_the_last_chair),
        cmocka_unit_test(house_seating_gives_a_person_company_at_once),
        cmocka_unit_test(house_seating_brings_as_many_as_the_game_needs),
        cmocka_unit_test(house_seating_fills_every_chair_for_practice),
        cmocka_unit_test(house_seating_lends_to_whoever_is_alone),
        cmocka_unit_test(house_seating_sees_to_one_table_after_the_other),
        cmocka_unit_test(house_seating_makes_room_for_people),
        cmocka_unit_test(house_seating_gets_up_from_the_chair_that_is_wanted),
        cmocka_unit_test(house_seating_never_leaves_a_person_alone),
        cmocka_unit_test(house_seating_is_at_private_tables_for_people),
        cmocka_unit_test(house_seating_who_played_most_stands_up),
        cmocka_unit_test(house_seating_changes_after_some_hands),
        cmocka_unit_test(house_seating_brings_different_amounts),
        cmocka_unit_test(house_seating_refused_waits),
        cmocka_unit_test(house_seating_who_may_not_stand_asks_rarely),
        cmocka_unit_test(house_seating_without_chips_waits_for_them),
        cmocka_unit_test(house_seating_minds_those_who_sit),
        cmocka_unit_test(house_seating_broke_without_a_house_leaves),
        cmocka_unit_test(house_seating_who_sits_asks_for_chips_rarely),
        cmocka_unit_test(house_seating_of_a_table_that_goes_is_free),
        cmocka_unit_test(house_seating_without_answers_gives_up),
        cmocka_unit_test(house_seating_waits_until_the_floor_is_open),
        cmocka_unit_test(house_seating_fills_a_thousand_tables),
        cmocka_unit_test(house_seating_survives_anything),
        cmocka_unit_test(house_seating_thinks_as_people_do),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
