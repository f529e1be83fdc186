/* test_staff.c -- house players at tables that are made up here: the floor of this file takes every
 * want as it is told to, so that every refusal and every silence can be tried.  test_staff_floor.c
 * has them at the real one. */
#include "expect.h"
#include "server/room/staff.h"
#include "module.h"
#include "os/clock.h"
#include "support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- a floor ---- */

enum { TABLES = 1000, FEW = 20, MEMBERS = 6000, FIRST_LINE = 100, NEVER = -1 };

struct table {
    bool there;
    char id[16];
    struct felt_floor_face face;
};

struct felt_floor {
    struct felt_floor_counts counts;
    bool closed, silent; /* no want is answered                                               */
    int refuses;         /* enum felt_no of SIT, 0: it is taken                               */
    int refuses_others;  /* of everything else                                                */
    int pays;            /* stake(): 1 at once, 0 refused at once, NEVER                       */
    uint64_t wants[FELT_WANT_KINDS], stakes;
    int64_t now_ms;
    felt_chips least, most; /* amounts of SIT                                                   */
    struct felt_stake stake[4];
    struct felt_staff *staff;
    void *memory;
    struct table table[TABLES];
};

const struct felt_floor_counts *felt_floor_counts(const struct felt_floor *floor)
{
    return &floor->counts;
}

bool felt_floor_is_open(const struct felt_floor *floor)
{
    return !floor->closed;
}

bool felt_floor_face(const struct felt_floor *floor, uint32_t table, struct felt_floor_face *face)
{
    if (table >= TABLES || !floor->table[table].there) return false;
    *face = floor->table[table].face;
    return true;
}

static struct table *find_table(struct felt_floor *floor, const char *id)
{
    struct table *table = &floor->table[strtoul(id + 2, NULL, 10)];
    return table->there && strcmp(table->id, id) == 0 ? table : NULL;
}

static int find_seat(const struct table *table, int64_t user)
{
    for (int seat = 0; seat < table->face.stake->seats; seat++)
        if (table->face.chair[seat].user == user) return seat;
    return -1;
}

static void take_want(struct table *table, int64_t user, const struct felt_want *want, int *seat)
{
    struct felt_chair_face *chair = &table->face.chair[*seat >= 0 ? *seat : 0];
    switch (want->kind) {
    case FELT_WANT_SIT:
        assert_int_equal(*seat, -1); /* one chair at a table */
        *seat = find_seat(table, 0);
        assert_true(*seat >= 0);
        table->face.chair[*seat] = (struct felt_chair_face){
            .user = user, .kind = FELT_USER_HOUSE, .state = FELT_CHAIR_PLAYING};
        break;
    case FELT_WANT_STAND: chair->state = FELT_CHAIR_LEAVING; break;
    case FELT_WANT_SIT_OUT: assert_false(want->on); /* fall through */
    case FELT_WANT_TOP_UP: chair->state = FELT_CHAIR_PLAYING; break;
    default: fail_msg("a want of kind %d", want->kind);
    }
}

void felt_floor_want(struct felt_floor *floor, uint32_t line, const struct felt_want *want,
                     bool stale, int64_t now_ms)
{
    struct table *table = find_table(floor, want->table);
    assert_false(stale);
    assert_true(want->has_req);
    assert_non_null(table);
    floor->wants[want->kind]++;
    int64_t user = felt_staff_at(floor->staff, line - FIRST_LINE)->user;
    int seat = find_seat(table, user);
    int no = want->kind == FELT_WANT_SIT ? floor->refuses : floor->refuses_others;
    if (want->kind == FELT_WANT_SIT) {
        assert_true(want->settings.has_rebuy && want->settings.rebuy);
        if (!floor->least || want->amount < floor->least) floor->least = want->amount;
        if (want->amount > floor->most) floor->most = want->amount;
    } else {
        assert_true(seat >= 0);
    }
    if (floor->silent) return;
    if (!no) take_want(table, user, want, &seat);
    struct felt_news news = {.kind = no ? FELT_NEWS_ERROR : FELT_NEWS_OK,
                             .no = (uint8_t)no,
                             .has_req = true,
                             .req = want->req,
                             .seat = seat < 0 ? FELT_SEAT_NONE : (felt_seat)seat,
                             .table = &table->face};
    felt_staff_hear(floor->staff, line, &news, now_ms);
}

/* ---- the rest of the world ---- */

static void stake(void *self, uint32_t member, felt_chips amount)
{
    struct felt_floor *floor = self;
    floor->stakes++;
    assert_true(amount > 0);
    felt_chips bank = felt_staff_at(floor->staff, member)->bank;
    if (floor->pays != NEVER)
        felt_staff_paid(floor->staff, member, floor->pays, bank + (floor->pays ? amount : 0),
                        floor->now_ms);
}

static struct felt_floor *open_floor(int members, const struct felt_staff_config *config)
{
    struct felt_floor *floor = calloc(1, sizeof *floor);
    struct felt_staff_services services = {.self = floor, .stake = stake};
    assert_non_null(floor);
    floor->pays = 1;
    floor->now_ms = 1000000;
    uint32_t tables = members == MEMBERS ? TABLES : FEW;
    floor->memory = malloc(felt_staff_bytes(MEMBERS, tables));
    assert_non_null(floor->memory);
    floor->staff =
        felt_staff_init(floor->memory, floor, MEMBERS, tables, config, &services, felt_rng_make(5));
    for (int i = 0; i < members; i++) {
        struct felt_guest_of_floor who = {
            .user = 1000 + i, .kind = FELT_USER_HOUSE, .local = true, .name = "HousePlayer"};
        assert_int_equal(
            felt_staff_hire(floor->staff, &who, FIRST_LINE + (uint32_t)i, floor->now_ms), i);
    }
    return floor;
}

static void close_floor(struct felt_floor *floor)
{
    free(floor->memory);
    free(floor);
}

static struct felt_stake *make_stake(struct felt_floor *floor, int number, int seats, int house)
{
    floor->stake[number] = (struct felt_stake){.seats = (uint8_t)seats,
                                               .house = (uint8_t)house,
                                               .small_blind = 1,
                                               .big_blind = 2,
                                               .buy_in_min = 40,
                                               .buy_in_max = 200};
    return &floor->stake[number];
}

static struct table *open_table(struct felt_floor *floor, uint32_t index,
                                const struct felt_stake *stake_of)
{
    struct table *table = &floor->table[index];
    *table = (struct table){.there = true, .face = {.index = index, .stake = stake_of}};
    snprintf(table->id, sizeof table->id, "t-%u", index);
    table->face.id = table->id;
    return table;
}

static void wait(struct felt_floor *floor, int64_t ms)
{
    for (int64_t until = floor->now_ms + ms; floor->now_ms < until;) {
        int64_t next = felt_staff_tick(floor->staff, floor->now_ms);
        if (next > until) next = until;
        if (next > floor->now_ms) floor->now_ms = next;
    }
}

static int count_kind(const struct table *table, bool house)
{
    int count = 0;
    for (int seat = 0; seat < table->face.stake->seats; seat++) {
        const struct felt_chair_face *chair = &table->face.chair[seat];
        if (chair->user && chair->state != FELT_CHAIR_LEAVING)
            count += (chair->kind == FELT_USER_HOUSE) == house;
    }
    return count;
}

static int seat_person(struct felt_floor *floor, struct table *table, enum felt_chair_state state)
{
    int seat = find_seat(table, 0);
    assert_true(seat >= 0);
    table->face.chair[seat] = (struct felt_chair_face){
        .user = 1 + seat, .kind = FELT_USER_HUMAN, .state = (uint8_t)state};
    floor->counts.seated_people++;
    return seat;
}

/* Whoever leaves is gone. */
static void end_hand(struct table *table)
{
    table->face.hands++;
    for (int seat = 0; seat < FELT_SEATS_MAX; seat++)
        if (table->face.chair[seat].state == FELT_CHAIR_LEAVING)
            table->face.chair[seat] = (struct felt_chair_face){0};
}

static uint64_t count_wants(const struct felt_floor *floor)
{
    uint64_t sum = 0;
    for (int kind = 0; kind < FELT_WANT_KINDS; kind++) sum += floor->wants[kind];
    return sum;
}

/* ---- who sits where ---- */

static void staff_fills_tables_but_the_last_chair(void **state)
{
    (void)state;
    static const struct {
        int seats, house, out, sits; /* out: people who sit out                                 */
    } rows[] = {{6, 4, 0, 4}, {6, 6, 0, 5}, {6, 0, 0, 0}, {2, 2, 0, 1},
                {9, 1, 0, 1}, {6, 4, 2, 3}, {6, 6, 5, 0}, {10, 9, 0, 9}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct felt_floor *floor = open_floor(20, &felt_staff_config_usual);
        struct table *table =
            open_table(floor, 3, make_stake(floor, 0, rows[i].seats, rows[i].house));
        for (int person = 0; person < rows[i].out; person++)
            seat_person(floor, table, FELT_CHAIR_OUT);
        wait(floor, 300);
        assert_true(count_kind(table, true) <= 2); /* one after the other */
        wait(floor, 10000);
        if (count_kind(table, true) != rows[i].sits)
            fail_msg("row %zu: %d sit", i, count_kind(table, true));
        assert_true(count_wants(floor) == (uint64_t)rows[i].sits);
        for (int seat = 0; seat < rows[i].seats; seat++) {
            int member = felt_staff_find(floor->staff, 3, (felt_seat)seat);
            int64_t user = table->face.chair[seat].user;
            assert_int_equal(member, user >= 1000 ? user - 1000 : -1);
        }
        close_floor(floor);
    }
}

/* W1, and at once: not after the next look. */
static void staff_gives_a_person_company_at_once(void **state)
{
    (void)state;
    static const struct {
        int seats, house, out, company;
    } rows[] = {{6, 1, 0, 1}, {6, 4, 0, 1}, {2, 2, 0, 1}, {6, 2, 4, 1}, {6, 0, 0, 0}, {6, 3, 5, 0}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct felt_staff_config slow = felt_staff_config_usual;
        slow.look_ms = 60000;
        struct felt_floor *floor = open_floor(20, &slow);
        wait(floor, 1000);
        struct table *table =
            open_table(floor, 0, make_stake(floor, 0, rows[i].seats, rows[i].house));
        for (int person = 0; person < rows[i].out; person++)
            seat_person(floor, table, FELT_CHAIR_OUT);
        seat_person(floor, table, FELT_CHAIR_WAITING);
        wait(floor, 50);
        if (count_kind(table, true) < rows[i].company)
            fail_msg("row %zu: %d sit", i, count_kind(table, true));
        close_floor(floor);
    }
}

/* A game for four: one person gets three others, and they stay; without people the last chair is
 * free. */
static void staff_brings_as_many_as_the_game_needs(void **state)
{
    (void)state;
    static const struct felt_plug four = {.seats_min = 4, .seats_max = 4};
    struct felt_floor *floor = open_floor(20, &felt_staff_config_usual);
    struct felt_stake *stake_of = make_stake(floor, 0, 4, 2);
    stake_of->game[0] = &four;
    stake_of->games = 1;
    struct table *table = open_table(floor, 0, stake_of);
    wait(floor, 5000);
    assert_int_equal(count_kind(table, true), 2);
    int person = seat_person(floor, table, FELT_CHAIR_PLAYING);
    wait(floor, 5000);
    assert_int_equal(count_kind(table, true), 3);
    uint64_t wants = count_wants(floor);
    for (int hand = 0; hand < 20; hand++) {
        wait(floor, 1000);
        end_hand(table);
    }
    assert_int_equal(count_kind(table, true), 3);
    assert_true(count_wants(floor) == wants);
    table->face.chair[person] = (struct felt_chair_face){0};
    floor->counts.seated_people--;
    for (int hand = 0; hand < 5; hand++) {
        wait(floor, 1000);
        end_hand(table);
    }
    assert_int_equal(count_kind(table, true), 2);
    close_floor(floor);
}

static const struct felt_plug two_to_six = {.seats_min = 2, .seats_max = 6};
static const struct felt_plug four_only = {.seats_min = 4, .seats_max = 4};

static struct table *open_practice(struct felt_floor *floor, uint32_t index, int number,
                                   const struct felt_plug *plug)
{
    struct felt_stake *stake_of = make_stake(floor, number, plug->seats_max, plug->seats_max);
    stake_of->game[0] = plug;
    stake_of->games = 1;
    stake_of->practice = stake_of->markers = true;
    stake_of->big_blind = stake_of->buy_in_min = stake_of->buy_in_max = 1;
    struct table *table = open_table(floor, index, stake_of);
    table->face.is_private = true;
    return table;
}

/* Somebody tries a game: all chairs are taken at once, and by the same until he goes; a friend of
 * his finds one if he wants it. */
static void staff_fills_every_chair_for_practice(void **state)
{
    (void)state;
    struct felt_floor *floor = open_floor(20, &felt_staff_config_usual);
    struct table *table = open_practice(floor, 2, 0, &two_to_six);
    wait(floor, 5000);
    assert_int_equal(count_kind(table, true), 0);
    int person = seat_person(floor, table, FELT_CHAIR_WAITING);
    wait(floor, 50);
    assert_int_equal(count_kind(table, true), 5);
    uint64_t wants = count_wants(floor);
    for (int hand = 0; hand < 20; hand++) {
        wait(floor, 1000);
        end_hand(table);
    }
    assert_true(count_wants(floor) == wants);
    table->face.knocked_ms = floor->now_ms;
    wait(floor, 1000);
    end_hand(table);
    wait(floor, 20000);
    assert_int_equal(count_kind(table, true), 4);
    seat_person(floor, table, FELT_CHAIR_PLAYING);
    table->face.knocked_ms = 0;
    wait(floor, 5000);
    assert_int_equal(count_kind(table, true), 4);
    for (int seat = 0; seat < 6; seat++)
        if (table->face.chair[seat].kind == FELT_USER_HUMAN)
            table->face.chair[seat] = (struct felt_chair_face){0};
    assert_int_equal(table->face.chair[person].user, 0);
    for (int hand = 0; hand < 8; hand++) {
        wait(floor, 1000);
        end_hand(table);
    }
    assert_int_equal(count_kind(table, true), 0);
    close_floor(floor);
}

/* Nobody is free, and people are alone: those come who play where no people are, and no more of
 * them than it takes; afterwards they are back. */
static void staff_lends_to_whoever_is_alone(void **state)
{
    (void)state;
    enum { MANY = 11, OPENED = 3 };
    struct felt_floor *floor = open_floor(MANY, &felt_staff_config_usual);
    struct felt_stake *usual = make_stake(floor, 0, 6, 5);
    struct table *idle[2] = {open_table(floor, 0, usual), open_table(floor, 1, usual)};
    struct table *busy = open_table(floor, 2, make_stake(floor, 1, 6, 2)), *own[OPENED];
    seat_person(floor, busy, FELT_CHAIR_PLAYING);
    wait(floor, 10000);
    assert_int_equal(count_kind(idle[0], true) + count_kind(idle[1], true), 10);
    assert_int_equal(count_kind(busy, true), 1);
    for (uint32_t i = 0; i < OPENED; i++) {
        own[i] = open_practice(floor, 3 + i, 2, &four_only);
        seat_person(floor, own[i], FELT_CHAIR_WAITING);
    }
    for (int second = 0; second < 10; second++) {
        wait(floor, 1000);
        end_hand(idle[0]);
        end_hand(idle[1]);
        end_hand(busy);
    }
    for (int i = 0; i < OPENED; i++) assert_int_equal(count_kind(own[i], true), 3);
    assert_int_equal(count_kind(idle[0], true) + count_kind(idle[1], true), 1);
    assert_int_equal(count_kind(busy, true), 1); /* a person plays there */
    for (int i = 0; i < OPENED; i++) own[i]->there = false;
    wait(floor, 10000);
    assert_int_equal(count_kind(idle[0], true) + count_kind(idle[1], true), 10);
    close_floor(floor);
}

/* There are not enough for everybody: one has a game rather than all of them none. */
static void staff_sees_to_one_table_after_the_other(void **state)
{
    (void)state;
    struct felt_floor *floor = open_floor(4, &felt_staff_config_usual);
    struct table *own[3];
    for (uint32_t i = 0; i < 3; i++) own[i] = open_practice(floor, i, 0, &four_only);
    for (uint32_t i = 0; i < 3; i++) seat_person(floor, own[i], FELT_CHAIR_WAITING);
    wait(floor, 10000);
    assert_int_equal(count_kind(own[0], true), 3);
    assert_int_equal(count_kind(own[1], true) + count_kind(own[2], true), 1);
    own[0]->there = false;
    wait(floor, 10000);
    assert_int_equal(count_kind(own[1], true), 3);
    close_floor(floor);
}

static void staff_makes_room_for_people(void **state)
{
    (void)state;
    struct felt_floor *floor = open_floor(20, &felt_staff_config_usual);
    struct table *table = open_table(floor, 0, make_stake(floor, 0, 6, 4));
    wait(floor, 5000);
    table->face.hands = 10;
    for (int people = 1; people <= 5; people++) {
        seat_person(floor, table, FELT_CHAIR_PLAYING);
        for (int hand = 0; hand < 8; hand++) {
            wait(floor, 1000);
            end_hand(table);
        }
        int house = count_kind(table, true), wanted = people < 4 ? 4 - people : 0;
        if (house != wanted) fail_msg("%d people: %d of the house", people, house);
        assert_true(find_seat(table, 0) >= 0);
    }
    seat_person(floor, table, FELT_CHAIR_PLAYING); /* full of people: nothing to do */
    uint64_t before = count_wants(floor);
    wait(floor, 100000);
    assert_true(count_wants(floor) == before);
    close_floor(floor);
}

/* Somebody wants a chair that one of the house has: that one gets up, nobody else, and the chair is
 * left alone for a while. */
static void staff_gets_up_from_the_chair_that_is_wanted(void **state)
{
    (void)state;
    static const struct felt_plug three = {.seats_min = 3, .seats_max = 3};
    struct felt_floor *floor = open_floor(20, &felt_staff_config_usual);
    struct felt_stake *stake_of = make_stake(floor, 0, 3, 2);
    stake_of->game[0] = &three;
    stake_of->games = 1;
    struct table *table = open_table(floor, 0, stake_of);
    wait(floor, 5000);
    assert_int_equal(count_kind(table, true), 2);
    int64_t other = table->face.chair[1].user;
    table->face.knocked_ms = floor->now_ms;
    table->face.knocked_chair = 1;
    wait(floor, 5000);
    assert_int_equal(table->face.chair[0].state, FELT_CHAIR_LEAVING);
    end_hand(table);
    wait(floor, 10000);
    assert_int_equal(table->face.chair[0].user, 0);
    assert_int_equal(table->face.chair[1].user, other);
    assert_int_equal(seat_person(floor, table, FELT_CHAIR_PLAYING), 0);
    table->face.knocked_ms = 0;
    wait(floor, 5000);
    assert_int_equal(count_kind(table, true), 2);
    assert_int_equal(table->face.chair[1].user, other);
    close_floor(floor);
}

/* All but one person go, house players had left: he is not alone, whoever has the chairs. */
static void staff_never_leaves_a_person_alone(void **state)
{
    (void)state;
    struct felt_staff_config brief = felt_staff_config_usual;
    brief.stay_hands = 2;
    for (int seats = 2; seats <= 6; seats += 4) {
        struct felt_floor *floor = open_floor(3, &brief);
        struct table *table = open_table(floor, 0, make_stake(floor, 0, seats, 2));
        wait(floor, 5000);
        seat_person(floor, table, FELT_CHAIR_PLAYING);
        for (int hand = 0; hand < 50; hand++) {
            wait(floor, 1000);
            assert_true(count_kind(table, true) >= 1);
            end_hand(table);
        }
        close_floor(floor);
    }
}

/* A private table is its host's: the house comes when a person sits there, and goes with the last.
 */
static void staff_is_at_private_tables_for_people(void **state)
{
    (void)state;
    struct felt_floor *floor = open_floor(20, &felt_staff_config_usual);
    struct table *table = open_table(floor, 0, make_stake(floor, 0, 6, 3));
    table->face.is_private = true;
    wait(floor, 60000);
    assert_int_equal(count_kind(table, true), 0);
    int seat = seat_person(floor, table, FELT_CHAIR_PLAYING);
    wait(floor, 60000);
    assert_int_equal(count_kind(table, true), 2);
    table->face.chair[seat] = (struct felt_chair_face){0};
    floor->counts.seated_people--;
    for (int i = 0; i < 5; i++) wait(floor, 20000), end_hand(table);
    assert_int_equal(count_kind(table, true), 0);
    close_floor(floor);
}

static void staff_who_played_most_stands_up(void **state)
{
    (void)state;
    struct felt_staff_config lasting = felt_staff_config_usual;
    lasting.stay_hands = 0;
    struct felt_floor *floor = open_floor(20, &lasting);
    struct felt_stake *stake_of = make_stake(floor, 0, 9, 1);
    struct table *table = open_table(floor, 0, stake_of);
    for (int house = 1; house <= 4; house++) {
        stake_of->house = (uint8_t)house;
        wait(floor, 1000);
        for (int hand = 0; hand < 10; hand++) end_hand(table);
    }
    assert_int_equal(count_kind(table, true), 4);
    int64_t first = table->face.chair[0].user;
    stake_of->house = 3;
    wait(floor, 1000);
    int seat = find_seat(table, first);
    assert_true(seat >= 0);
    assert_int_equal(table->face.chair[seat].state, FELT_CHAIR_LEAVING);
    wait(floor, 10000);
    assert_int_equal(floor->wants[FELT_WANT_STAND], 1); /* one at a time, told once */
    end_hand(table);
    wait(floor, 1000);
    assert_int_equal(felt_staff_at(floor->staff, (uint32_t)first - 1000)->state, FELT_STAFF_FREE);
    close_floor(floor);
}

static void staff_changes_after_some_hands(void **state)
{
    (void)state;
    struct felt_staff_config config = felt_staff_config_usual;
    config.stay_hands = 40;
    struct felt_floor *floor = open_floor(8, &config);
    struct table *table = open_table(floor, 0, make_stake(floor, 0, 6, 4));
    int longest = 0, since[8] = {0};
    bool came[8] = {false};
    for (int hand = 0; hand < 600; hand++) {
        wait(floor, 1000);
        end_hand(table);
        for (int member = 0; member < 8; member++) {
            since[member] = find_seat(table, 1000 + member) < 0 ? 0 : since[member] + 1;
            came[member] |= since[member] > 0;
            if (since[member] > longest) longest = since[member];
        }
    }
    for (int member = 0; member < 8; member++) assert_true(came[member]);
    assert_in_range(longest, 40, 70);
    close_floor(floor);
}

static void staff_brings_different_amounts(void **state)
{
    (void)state;
    struct felt_floor *floor = open_floor(100, &felt_staff_config_usual);
    const struct felt_stake *stake_of = make_stake(floor, 0, 6, 5);
    for (uint32_t i = 0; i < 20; i++) open_table(floor, i, stake_of);
    wait(floor, 10000);
    assert_int_equal(floor->wants[FELT_WANT_SIT], 100);
    assert_in_range(floor->least, 104, 110); /* 40 % of 40 .. 200 */
    assert_in_range(floor->most, 194, 200);
    close_floor(floor);
}

/* ---- what goes wrong ---- */

/* Every code, for an hour: tried again, but not often. */
static void staff_refused_waits(void **state)
{
    (void)state;
    for (int no = 1; no < FELT_NOS; no++) {
        struct felt_floor *floor = open_floor(50, &felt_staff_config_usual);
        struct table *table = open_table(floor, 0, make_stake(floor, 0, 6, 4));
        floor->refuses = no;
        wait(floor, 3600000);
        if (count_wants(floor) < 30 || count_wants(floor) > 130)
            fail_msg("%s: %lu wants in an hour", felt_no_word((enum felt_no)no),
                     (unsigned long)count_wants(floor));
        floor->refuses = 0;
        wait(floor, 300000);
        assert_int_equal(count_kind(table, true), 4);
        close_floor(floor);
    }
}

static void staff_who_may_not_stand_asks_rarely(void **state)
{
    (void)state;
    struct felt_floor *floor = open_floor(20, &felt_staff_config_usual);
    struct felt_stake *stake_of = make_stake(floor, 0, 6, 4);
    struct table *table = open_table(floor, 0, stake_of);
    wait(floor, 5000);
    floor->refuses_others = FELT_NO_BUSY;
    stake_of->house = 2;
    wait(floor, 600000);
    assert_in_range(floor->wants[FELT_WANT_STAND], 10, 80);
    floor->refuses_others = 0;
    for (int i = 0; i < 10; i++) {
        wait(floor, 30000);
        end_hand(table);
    }
    assert_int_equal(count_kind(table, true), 2);
    close_floor(floor);
}

static void staff_without_chips_waits_for_them(void **state)
{
    (void)state;
    for (int pays = NEVER; pays <= 0; pays++) {
        struct felt_floor *floor = open_floor(50, &felt_staff_config_usual);
        struct table *table = open_table(floor, 0, make_stake(floor, 0, 6, 4));
        floor->pays = pays;
        wait(floor, 600000);
        assert_int_equal(count_wants(floor), 0);
        if (pays == NEVER)
            assert_int_equal(floor->stakes, 4); /* for every chair once */
        else
            assert_in_range(floor->stakes, 5, 40);
        floor->pays = 1;
        if (pays == NEVER)
            for (uint32_t i = 0; i < 4; i++)
                felt_staff_paid(floor->staff, i, true, 600, floor->now_ms);
        wait(floor, 120000);
        assert_int_equal(count_kind(table, true), 4);
        close_floor(floor);
    }
}

static void staff_minds_those_who_sit(void **state)
{
    (void)state;
    static const struct {
        enum felt_chair_state is;
        enum felt_want_kind wants;
    } rows[] = {{FELT_CHAIR_OUT, FELT_WANT_SIT_OUT}, {FELT_CHAIR_BROKE, FELT_WANT_TOP_UP}};
    for (int i = 0; i < 2; i++) {
        struct felt_floor *floor = open_floor(6, &felt_staff_config_usual);
        struct table *table = open_table(floor, 0, make_stake(floor, 0, 6, 2));
        wait(floor, 10000);
        table->face.chair[0].state = (uint8_t)rows[i].is;
        wait(floor, 1000);
        assert_int_equal(floor->wants[rows[i].wants], 1);
        assert_int_equal(table->face.chair[0].state, FELT_CHAIR_PLAYING);
        close_floor(floor);
    }
}

/* Broke, and the house has nothing: he gives his chair up. */
static void staff_broke_without_a_house_leaves(void **state)
{
    (void)state;
    struct felt_floor *floor = open_floor(6, &felt_staff_config_usual);
    struct table *table = open_table(floor, 0, make_stake(floor, 0, 6, 2));
    wait(floor, 10000);
    floor->pays = 0;
    table->face.chair[0].state = FELT_CHAIR_BROKE;
    struct felt_news news = {.kind = FELT_NEWS_CASHIER, .bank = 0};
    int member = felt_staff_find(floor->staff, 0, 0);
    assert_true(member >= 0);
    felt_staff_hear(floor->staff, FIRST_LINE + (uint32_t)member, &news, floor->now_ms);
    wait(floor, 2000);
    assert_int_equal(table->face.chair[0].state, FELT_CHAIR_LEAVING);
    close_floor(floor);
}

/* Chips behind those who sit are asked for, and rarely where there are none. */
static void staff_who_sits_asks_for_chips_rarely(void **state)
{
    (void)state;
    struct felt_floor *floor = open_floor(6, &felt_staff_config_usual);
    open_table(floor, 0, make_stake(floor, 0, 6, 4));
    wait(floor, 10000);
    uint64_t before = floor->stakes;
    struct felt_news news = {.kind = FELT_NEWS_CASHIER, .bank = 10};
    for (uint32_t line = FIRST_LINE; line < FIRST_LINE + 6; line++)
        felt_staff_hear(floor->staff, line, &news, floor->now_ms);
    floor->pays = 0;
    wait(floor, 600000);
    assert_in_range(floor->stakes - before, 5, 40);
    floor->pays = 1;
    wait(floor, 120000);
    for (uint32_t i = 0; i < 6; i++)
        if (felt_staff_at(floor->staff, i)->state == FELT_STAFF_SEATED)
            assert_true(felt_staff_at(floor->staff, i)->bank >= 200);
    close_floor(floor);
}

static void staff_of_a_table_that_goes_is_free(void **state)
{
    (void)state;
    struct felt_floor *floor = open_floor(10, &felt_staff_config_usual);
    const struct felt_stake *stake_of = make_stake(floor, 0, 6, 4);
    struct table *table = open_table(floor, 0, stake_of);
    wait(floor, 5000);
    table->face.closing = true;
    for (int seat = 0; seat < 4; seat++) table->face.chair[seat].state = FELT_CHAIR_LEAVING;
    uint64_t before = count_wants(floor);
    wait(floor, 5000);
    assert_true(count_wants(floor) == before);
    table->there = false;
    wait(floor, 1000);
    for (uint32_t i = 0; i < 10; i++)
        assert_int_equal(felt_staff_at(floor->staff, i)->state, FELT_STAFF_FREE);
    for (int seat = 0; seat < 6; seat++)
        assert_int_equal(felt_staff_find(floor->staff, 0, (felt_seat)seat), -1);
    open_table(floor, 7, stake_of);
    wait(floor, 5000);
    assert_int_equal(count_kind(&floor->table[7], true), 4);
    close_floor(floor);
}

static void staff_without_answers_gives_up(void **state)
{
    (void)state;
    struct felt_floor *floor = open_floor(4, &felt_staff_config_usual);
    struct table *table = open_table(floor, 0, make_stake(floor, 0, 6, 3));
    floor->silent = true;
    wait(floor, 20000);
    assert_int_equal(count_wants(floor), 4); /* whoever is free, once */
    floor->silent = false;
    wait(floor, 60000);
    assert_int_equal(count_kind(table, true), 3);
    close_floor(floor);
}

static void staff_waits_until_the_floor_is_open(void **state)
{
    (void)state;
    struct felt_floor *floor = open_floor(4, &felt_staff_config_usual);
    struct table *table = open_table(floor, 0, make_stake(floor, 0, 6, 3));
    floor->closed = true;
    table->face.chair[2] = (struct felt_chair_face){
        .user = 1001, .kind = FELT_USER_HOUSE, .state = FELT_CHAIR_PLAYING};
    felt_staff_found(floor->staff, 1, 0, 2);
    wait(floor, 10000);
    assert_int_equal(count_wants(floor) + floor->stakes, 0);
    floor->closed = false;
    wait(floor, 10000);
    assert_int_equal(count_kind(table, true), 3);
    assert_int_equal(felt_staff_find(floor->staff, 0, 2), 1);
    close_floor(floor);
}

/* ---- many ---- */

static void expect_sound(const struct felt_floor *floor)
{
    for (uint32_t i = 0; i < felt_staff_count(floor->staff); i++) {
        const struct felt_staff_member *member = felt_staff_at(floor->staff, i);
        if (member->state == FELT_STAFF_SEATED)
            assert_int_equal(felt_staff_find(floor->staff, member->table, member->seat), i);
    }
}

static void staff_fills_a_thousand_tables(void **state)
{
    (void)state;
    struct felt_floor *floor = open_floor(MEMBERS, &felt_staff_config_usual);
    const struct felt_stake *stake_of = make_stake(floor, 0, 9, 6);
    int tables = test_is_quick() ? 100 : TABLES;
    for (int i = 0; i < tables; i++) open_table(floor, (uint32_t)i, stake_of);
    wait(floor, 4000);
    for (int i = 0; i < tables; i++) assert_int_equal(count_kind(&floor->table[i], true), 6);
    expect_sound(floor);
    int64_t began = felt_clock_us();
    wait(floor, 25000);
    print_message("# a look at a table: %.3f us\n",
                  (double)(felt_clock_us() - began) / (100.0 * TABLES));
    close_floor(floor);
}

static void shake(struct felt_floor *floor, struct table *table, struct felt_rng *rng)
{
    struct felt_chair_face *chair = &table->face.chair[felt_rng_below(rng, 6)];
    bool person = chair->user && chair->kind == FELT_USER_HUMAN;
    switch (felt_rng_below(rng, 8)) {
    case 0:
        if (find_seat(table, 0) >= 0) seat_person(floor, table, FELT_CHAIR_WAITING);
        break;
    case 1:
        if (person) *chair = (struct felt_chair_face){0};
        break;
    case 2:
        if (person) chair->state = FELT_CHAIR_OUT;
        break;
    case 3:
        if (chair->user) chair->state = FELT_CHAIR_LEAVING;
        break;
    case 4:
        if (chair->user) chair->state = FELT_CHAIR_BROKE;
        break;
    case 5: floor->refuses = felt_rng_below(rng, 4) ? 0 : (int)felt_rng_below(rng, FELT_NOS); break;
    case 6: floor->pays = felt_rng_below(rng, 3) != 0; break;
    default: end_hand(table); break;
    }
}

/* Anything happens; when it is quiet again, W1 holds everywhere. */
static void staff_survives_anything(void **state)
{
    (void)state;
    struct felt_staff_config config = felt_staff_config_usual;
    config.stay_hands = 10;
    struct felt_floor *floor = open_floor(60, &config);
    const struct felt_stake *stake_of = make_stake(floor, 0, 6, 4);
    struct felt_rng rng = felt_rng_make(11);
    int rounds = test_is_quick() ? 5 : 40;
    for (uint32_t i = 0; i < 10; i++) open_table(floor, i, stake_of);
    for (int round = 0; round < rounds; round++) {
        for (int i = 0; i < 300; i++) {
            shake(floor, &floor->table[felt_rng_below(&rng, 10)], &rng);
            wait(floor, felt_rng_below(&rng, 400));
            expect_sound(floor);
        }
        floor->refuses = 0;
        floor->pays = 1;
        for (int i = 0; i < 10; i++) {
            wait(floor, 30000);
            for (int table = 0; table < 10; table++) end_hand(&floor->table[table]);
        }
        wait(floor, 30000);
        for (int i = 0; i < 10; i++) {
            const struct table *table = &floor->table[i];
            bool wants = false;
            for (int seat = 0; seat < 6; seat++)
                wants |= table->face.chair[seat].kind == FELT_USER_HUMAN &&
                         table->face.chair[seat].state == FELT_CHAIR_WAITING;
            int people = count_kind(table, false), house = count_kind(table, true);
            if (wants && people + house < 2) fail_msg("round %d: alone at table %d", round, i);
            if (!people) assert_int_equal(house, 4);
        }
    }
    close_floor(floor);
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

static void staff_thinks_as_people_do(void **state)
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
    struct felt_floor *floor = open_floor(0, &felt_staff_config_usual);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct felt_view view = {
            .viewer = 1, .street = rows[i].street, .betting = {.pot = rows[i].pot}};
        view.start[1] = 200;
        struct felt_action action = {.kind = rows[i].kind};
        uint32_t time[DRAWS];
        for (int draw = 0; draw < DRAWS; draw++) {
            time[draw] = felt_staff_think_ms(floor->staff, &view, &action, true, 30000);
            assert_in_range(time[draw], rows[i].least, rows[i].most);
            assert_int_equal(felt_staff_think_ms(floor->staff, &view, &action, false, 30000), 0);
            assert_in_range(felt_staff_think_ms(floor->staff, &view, &action, true, 1000), 0, 500);
        }
        uint32_t middle = median(time, DRAWS);
        if (middle < rows[i].median_min || middle > rows[i].median_max)
            fail_msg("row %zu: median %u", i, middle);
    }
    struct felt_staff_config quick = {.look_ms = 250};
    felt_staff_configure(floor->staff, &quick);
    struct felt_view view = {.viewer = 0};
    struct felt_action action = {.kind = FELT_CALL};
    assert_int_equal(felt_staff_think_ms(floor->staff, &view, &action, true, 30000), 0);
    close_floor(floor);
}

TEST_MODULE(staff)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(staff_fills_tables_but_the_last_chair),
        cmocka_unit_test(staff_gives_a_person_company_at_once),
        cmocka_unit_test(staff_brings_as_many_as_the_game_needs),
        cmocka_unit_test(staff_fills_every_chair_for_practice),
        cmocka_unit_test(staff_lends_to_whoever_is_alone),
        cmocka_unit_test(staff_sees_to_one_table_after_the_other),
        cmocka_unit_test(staff_makes_room_for_people),
        cmocka_unit_test(staff_gets_up_from_the_chair_that_is_wanted),
        cmocka_unit_test(staff_never_leaves_a_person_alone),
        cmocka_unit_test(staff_is_at_private_tables_for_people),
        cmocka_unit_test(staff_who_played_most_stands_up),
        cmocka_unit_test(staff_changes_after_some_hands),
        cmocka_unit_test(staff_brings_different_amounts),
        cmocka_unit_test(staff_refused_waits),
        cmocka_unit_test(staff_who_may_not_stand_asks_rarely),
        cmocka_unit_test(staff_without_chips_waits_for_them),
        cmocka_unit_test(staff_minds_those_who_sit),
        cmocka_unit_test(staff_broke_without_a_house_leaves),
        cmocka_unit_test(staff_who_sits_asks_for_chips_rarely),
        cmocka_unit_test(staff_of_a_table_that_goes_is_free),
        cmocka_unit_test(staff_without_answers_gives_up),
        cmocka_unit_test(staff_waits_until_the_floor_is_open),
        cmocka_unit_test(staff_fills_a_thousand_tables),
        cmocka_unit_test(staff_survives_anything),
        cmocka_unit_test(staff_thinks_as_people_do),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
