/* test_room_directed.c -- tables of tournaments: somebody else seats and deals, the room plays. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "server/room/directed.h"
#include "module.h"
#include "fake_tables.h"

#include <stdlib.h>
#include <string.h>

enum { ADA, BEA, CID, PEOPLE, STACK = 500, CASH = 0, DIRECTOR = 1 };

struct evening {
    struct fake_tables fake_tables; /* first: services are the fake tables's */
    struct felt_poker_adapter level[2], cash;
    int64_t user[PEOPLE], house;
    uint32_t table;
    uint64_t over, last; /* hands that were told to be over                                  */
    bool last_void;
    felt_chips stack[FELT_SEATS_MAX];
    struct felt_room_directed_hand next; /* dealt from inside guided_over() */
    uint32_t deals;
};

static void hand_is_over(void *self, uint32_t table, uint64_t number,
                         const felt_chips stack[FELT_SEATS_MAX], bool is_void)
{
    struct evening *evening = self;
    evening->over++;
    evening->last = number;
    evening->last_void = is_void;
    memcpy(evening->stack, stack, sizeof evening->stack);
    if (!evening->deals) return;
    evening->deals--;
    evening->next.number = number + 1;
    assert_true(felt_room_directed_deal(evening->fake_tables.room, table, &evening->next,
                                        evening->fake_tables.now_ms));
}

static struct felt_room_guest guest(struct evening *evening, int64_t user)
{
    const struct felt_user *row =
        fake_store_user(ledger_toy_fake_store(evening->fake_tables.toy), user);
    struct felt_room_guest who = {.user = user, .kind = row->kind};
    memcpy(who.name, row->handle, strlen(row->handle) + 1);
    return who;
}

static bool seat(struct evening *evening, int64_t user, int place, felt_chips stack)
{
    struct felt_room_guest who = guest(evening, user);
    return felt_room_directed_seat(evening->fake_tables.room, evening->table, (felt_seat)place,
                                   &who, stack, evening->fake_tables.now_ms);
}

/* A cash table, a tournament of levels 5/10 and 10/20 with a table for six; three people. */
static int open_evening(void **state)
{
    struct evening *evening = calloc(1, sizeof *evening);
    struct felt_complaint complaint;
    if (!evening) return -1;
    struct fake_tables *fake_tables = &evening->fake_tables;
    for (int i = 0; i < 2; i++)
        if (felt_poker_adapter_make(&evening->level[i], "holdem", FELT_NO_LIMIT, 5 << i, 10 << i,
                                    &complaint) != FELT_OK)
            return -1;
    if (felt_poker_adapter_make(&evening->cash, "holdem", FELT_NO_LIMIT, 5, 10, &complaint) !=
        FELT_OK)
        return -1;
    fake_tables_init(fake_tables, 3);
    (void)fake_tables_stake(fake_tables, "nl", &evening->cash.adapter, 6, 1);
    struct felt_stake *stake =
        fake_tables_stake(fake_tables, "cup", &evening->level[0].adapter, 6, 0);
    stake->directed = true;
    stake->game[1] = &evening->level[1].adapter;
    stake->games = 2;
    fake_tables->services.directed_over = hand_is_over;
    fake_tables_open(fake_tables, NULL);
    for (int i = 0; i < PEOPLE; i++) {
        evening->user[i] = fake_tables_user(fake_tables, FELT_USER_HUMAN, 2000);
        if (!fake_tables_enter(fake_tables, (uint32_t)i, evening->user[i], false)) return -1;
    }
    evening->house = fake_tables_user(fake_tables, FELT_USER_HOUSE, 0);
    if (!fake_tables_enter(fake_tables, 40, evening->house, true)) return -1;
    int64_t table = felt_room_directed_open(fake_tables->room, DIRECTOR, fake_tables->now_ms);
    if (table < 0) return -1;
    evening->table = (uint32_t)table;
    fake_tables_turn(fake_tables);
    *state = evening;
    return 0;
}

static int close_evening(void **state)
{
    struct evening *evening = *state;
    fake_tables_verify(&evening->fake_tables);
    bool good = evening->fake_tables.failure[0] == '\0' && evening->fake_tables.orders == 0;
    if (!good) print_error("%s\n", evening->fake_tables.failure);
    fake_tables_close(&evening->fake_tables);
    free(evening);
    return good ? 0 : -1;
}

static void seat_three(struct evening *evening)
{
    for (int i = 0; i < PEOPLE; i++) assert_true(seat(evening, evening->user[i], 2 * i, STACK));
    fake_tables_turn(&evening->fake_tables);
}

/* Level 1 with so many seats; the big blind posts its 10. */
static struct felt_room_directed_hand hand_of(felt_seats seats, int button, int small, int big)
{
    struct felt_room_directed_hand hand = {.seats = seats,
                                           .button = (felt_seat)button,
                                           .small = (felt_seat)small,
                                           .big = (felt_seat)big,
                                           .number = 1};
    if (small >= 0) hand.blind[small] = 5;
    hand.blind[big] = 10;
    return hand;
}

static bool deal(struct evening *evening, const struct felt_room_directed_hand *hand)
{
    bool dealt = felt_room_directed_deal(evening->fake_tables.room, evening->table, hand,
                                         evening->fake_tables.now_ms);
    fake_tables_turn(&evening->fake_tables);
    return dealt;
}

static struct felt_room_face face_of(struct evening *evening)
{
    struct felt_room_face face;
    assert_true(felt_room_face(evening->fake_tables.room, evening->table, &face));
    return face;
}

static enum felt_no act(struct evening *evening, enum felt_action_kind kind, felt_chips amount)
{
    struct fake_tables *fake_tables = &evening->fake_tables;
    const struct fake_tables_ask *ask = &fake_tables->ask[evening->table];
    for (int i = 0; i < 50 && !ask->due; i++) fake_tables_step(fake_tables, 500);
    assert_true(ask->due);
    struct felt_room_client_msg msg = fake_tables_action(
        "cup-1", ask, (struct felt_action){.kind = (uint8_t)kind, .amount = amount});
    int64_t user = face_of(evening).seat[ask->seat].user;
    return fake_tables_do(fake_tables, (uint32_t)fake_tables_line_of(fake_tables, user), &msg);
}

static void fold_out(struct evening *evening)
{
    uint64_t over = evening->over;
    while (evening->over == over) assert_int_equal(act(evening, FELT_FOLD, 0), FELT_NO_NOT);
}

static felt_chips sum_of(const felt_chips stack[FELT_SEATS_MAX])
{
    felt_chips sum = 0;
    for (int i = 0; i < FELT_SEATS_MAX; i++) sum += stack[i];
    return sum;
}

/* ---- tests ---- */

static void a_hand_is_dealt_as_it_is_told(void **state)
{
    struct evening *evening = *state;
    seat_three(evening);
    struct felt_room_directed_hand hand = hand_of(0x15, 0, 2, 4);
    hand.game = 1;
    hand.ante[0] = hand.ante[2] = hand.ante[4] = 1;
    hand.number = 77;
    assert_true(deal(evening, &hand));
    assert_false(deal(evening, &hand)); /* one is under way */
    struct felt_room_face face = face_of(evening);
    assert_true(face.hand && face.adapter == &evening->level[1].adapter);
    assert_int_equal(face.seat[0].stack, STACK - 1);
    assert_int_equal(face.seat[2].stack, STACK - 6);
    assert_int_equal(face.seat[4].stack, STACK - 11);
    assert_int_equal(evening->fake_tables.ask[evening->table].seat, 0); /* left of the big blind */
    fold_out(evening);
    assert_int_equal(evening->last, 77);
    assert_int_equal(evening->over, 1);
    assert_int_equal(sum_of(evening->stack), 3 * STACK);
    assert_int_equal(evening->stack[4], STACK + 7);
    fake_tables_wait(&evening->fake_tables, 3600000); /* nothing happens by itself */
    assert_false(face_of(evening).hand);
    assert_int_equal(evening->over, 1);
    assert_int_equal(felt_room_counts(evening->fake_tables.room)->orders, 0);
}

static void the_button_may_be_an_empty_seat(void **state)
{
    struct evening *evening = *state;
    seat_three(evening);
    struct felt_room_directed_hand hand =
        hand_of(0x15, 3, FELT_SEAT_NONE, 4); /* a dead small blind too */
    assert_true(deal(evening, &hand));
    assert_int_equal(evening->fake_tables.ask[evening->table].seat, 0);
    assert_int_equal(face_of(evening).seat[0].stack, STACK);
    assert_int_equal(act(evening, FELT_CALL, 0), FELT_NO_NOT);
    assert_int_equal(act(evening, FELT_CALL, 0), FELT_NO_NOT);
    assert_int_equal(act(evening, FELT_CHECK, 0), FELT_NO_NOT);
    assert_int_equal(evening->fake_tables.ask[evening->table].seat, 4); /* left of the button */
    fold_out(evening);
}

static void two_play_with_the_small_blind_on_the_button(void **state)
{
    struct evening *evening = *state;
    seat_three(evening);
    assert_true(felt_room_directed_rise(evening->fake_tables.room, evening->table, 4,
                                        evening->fake_tables.now_ms));
    struct felt_room_directed_hand hand = hand_of(0x5, 2, 2, 0);
    assert_true(deal(evening, &hand));
    assert_int_equal(evening->fake_tables.ask[evening->table].seat, 2);
    fold_out(evening);
}

static void what_cannot_be_is_refused(void **state)
{
    struct evening *evening = *state;
    struct felt_room *room = evening->fake_tables.room;
    int64_t now = evening->fake_tables.now_ms;
    struct felt_room_directed_look look;
    seat_three(evening);
    struct felt_room_directed_hand bad = hand_of(0x1, 0, FELT_SEAT_NONE, 0);
    assert_false(deal(evening, &bad));
    bad = hand_of(0x1f, 0, 2, 4); /* nobody sits there */
    assert_false(deal(evening, &bad));
    bad = hand_of(0x15, 7, 2, 4);
    assert_false(deal(evening, &bad));
    bad = hand_of(0x15, 0, 2, 2);
    assert_false(deal(evening, &bad));
    bad = hand_of(0x15, 0, 2, 4);
    bad.game = 2;
    assert_false(deal(evening, &bad));
    bad = hand_of(0x15, 0, 2, 4);
    bad.ante[1] = 1;
    assert_false(deal(evening, &bad));
    bad = hand_of(0x15, 0, 2, 4);
    bad.removed = 2;
    assert_false(deal(evening, &bad));
    assert_false(seat(evening, evening->house, 0, STACK));     /* taken */
    assert_false(seat(evening, evening->user[ADA], 1, STACK)); /* twice */
    assert_false(seat(evening, evening->house, 6, STACK));
    assert_false(seat(evening, evening->house, 1, 0));
    assert_false(felt_room_directed_rise(room, evening->table, 1, now));
    assert_false(felt_room_directed_rise(room, CASH, 0, now));
    assert_false(felt_room_directed_look(room, CASH, &look));
    assert_int_equal(felt_room_directed_open(room, CASH, now), -1);
    assert_int_equal(felt_room_add_table(room, DIRECTOR, now), -1);
    assert_false(felt_room_close_table(room, "cup-1", now));
    felt_room_clear(room, 0, now);
    assert_true(felt_room_directed_look(room, evening->table, &look));
    assert_false(look.any || look.hand);
    assert_int_equal(look.user[2], evening->user[BEA]);
    assert_int_equal(sum_of(look.stack), 3 * STACK);
}

static enum felt_no say(struct evening *evening, int who, enum felt_room_client_kind kind)
{
    struct felt_room_client_msg msg = fake_tables_make(kind, "cup-1");
    msg.on = true;
    if (kind == FELT_ROOM_CLIENT_SETTINGS)
        msg.settings = (struct felt_room_client_settings){
            .has_auto = true, .auto_action = FELT_ROOM_AUTO_CALL, .auto_limit = 1000};
    return fake_tables_do(&evening->fake_tables, (uint32_t)who, &msg);
}

static void nobody_comes_or_goes_by_himself(void **state)
{
    struct evening *evening = *state;
    assert_int_equal(say(evening, ADA, FELT_ROOM_CLIENT_SIT), FELT_NO_FORBIDDEN);
    seat_three(evening);
    assert_int_equal(say(evening, ADA, FELT_ROOM_CLIENT_STAND), FELT_NO_FORBIDDEN);
    assert_int_equal(say(evening, ADA, FELT_ROOM_CLIENT_SIT_OUT), FELT_NO_FORBIDDEN);
    assert_int_equal(say(evening, ADA, FELT_ROOM_CLIENT_TOP_UP), FELT_NO_FORBIDDEN);
    assert_int_equal(say(evening, ADA, FELT_ROOM_CLIENT_SETTINGS), FELT_NO_NOT);
    struct felt_room_client_msg quick = fake_tables_make(FELT_ROOM_CLIENT_QUICK, "");
    assert_int_equal(fake_tables_do(&evening->fake_tables, ADA, &quick), FELT_NO_NOT);
    struct felt_room_face face;
    assert_true(fake_tables_find(&evening->fake_tables, CASH, evening->user[ADA], &face) >= 0);
    assert_int_equal(felt_room_chips(evening->fake_tables.room, evening->user[ADA]), 1000);
}

static void whoever_is_away_is_played_for_and_stays(void **state)
{
    struct evening *evening = *state;
    struct fake_tables *fake_tables = &evening->fake_tables;
    seat_three(evening);
    fake_tables_leave(fake_tables, BEA);
    fake_tables_leave(fake_tables, CID);
    fake_tables_wait(fake_tables, 3600000);
    struct felt_room_directed_hand hand = hand_of(0x15, 0, 2, 4);
    for (uint64_t i = 1; i <= 3; i++) {
        hand.number = i;
        assert_true(deal(evening, &hand));
        if (i == 1) assert_int_equal(act(evening, FELT_FOLD, 0), FELT_NO_NOT);
        fake_tables_wait(fake_tables,
                         60000); /* then his clock runs out, twice: he is dealt in all the same */
        assert_int_equal(evening->over, i);
    }
    struct felt_room_face face = face_of(evening);
    assert_int_equal(face.seat[0].state, FELT_ROOM_SEAT_PLAYING);
    assert_int_equal(face.seat[2].state, FELT_ROOM_SEAT_PLAYING);
    assert_int_equal(evening->stack[2], STACK - 15); /* a small blind each time */
    assert_true(fake_tables_enter(fake_tables, BEA, evening->user[BEA], false));
    fake_tables_turn(fake_tables);
    assert_true(fake_tables->report[evening->table][evening->user[BEA]].count >= 6);
    hand.number = 4;
    assert_true(deal(evening, &hand));
    assert_int_equal(act(evening, FELT_CALL, 0), FELT_NO_NOT);
    assert_int_equal(fake_tables->ask[evening->table].seat, 2);
    fake_tables_leave(fake_tables, BEA); /* his clock goes on: he may be back in time */
    fake_tables_wait(fake_tables, 5000);
    assert_true(fake_tables_enter(fake_tables, BEA, evening->user[BEA], false));
    fake_tables_turn(fake_tables);
    assert_true(fake_tables->snapshot[evening->table][evening->user[BEA]].heard > 0);
    fold_out(evening);
}

static void who_has_no_conn_can_be_seated(void **state)
{
    struct evening *evening = *state;
    struct fake_tables *fake_tables = &evening->fake_tables;
    int64_t late = fake_tables_user(fake_tables, FELT_USER_HUMAN, 0);
    seat_three(evening);
    assert_true(seat(evening, late, 1, STACK));
    fake_tables_turn(fake_tables);
    assert_false(face_of(evening).seat[1].connected);
    struct felt_room_directed_hand hand = hand_of(0x17, 0, 1, 2);
    assert_true(deal(evening, &hand));
    assert_true(fake_tables_enter(fake_tables, 9, late, false));
    fake_tables_turn(fake_tables);
    assert_true(fake_tables->conn[9].watches[evening->table]);
    assert_true(fake_tables->report[evening->table][late].heard > 0);
    fold_out(evening);
}

static void the_removed_check_or_fold_at_once(void **state)
{
    struct evening *evening = *state;
    seat_three(evening);
    struct felt_room_directed_hand hand = hand_of(0x15, 0, 2, 4);
    hand.removed = 0x5;
    assert_true(deal(evening, &hand)); /* nobody is asked: the big blind has it */
    assert_int_equal(evening->over, 1);
    assert_int_equal(evening->stack[4], STACK + 5);
}

static void all_in_and_out(void **state)
{
    struct evening *evening = *state;
    seat_three(evening);
    struct felt_room_directed_hand hand = hand_of(0x15, 0, 2, 4);
    assert_true(deal(evening, &hand));
    assert_int_equal(act(evening, FELT_RAISE_TO, STACK), FELT_NO_NOT);
    assert_int_equal(act(evening, FELT_CALL, 0), FELT_NO_NOT);
    assert_int_equal(act(evening, FELT_CALL, 0), FELT_NO_NOT);
    fake_tables_wait(&evening->fake_tables, 60000);
    assert_int_equal(evening->over, 1);
    assert_int_equal(sum_of(evening->stack), 3 * STACK);
    int out = 0;
    for (int i = 0; i < 6; i += 2) {
        if (evening->stack[i]) continue;
        out++;
        assert_int_equal(face_of(evening).seat[i].state, FELT_ROOM_SEAT_BROKE);
        assert_true(felt_room_directed_rise(evening->fake_tables.room, evening->table, (felt_seat)i,
                                            evening->fake_tables.now_ms));
    }
    assert_true(out >= 1);
    felt_room_directed_close(evening->fake_tables.room, evening->table,
                             evening->fake_tables.now_ms);
    fake_tables_turn(&evening->fake_tables);
    assert_int_equal(felt_room_find(evening->fake_tables.room, "cup-1"), -1);
    assert_int_equal(felt_room_counts(evening->fake_tables.room)->seated, 0);
}

static void players_move_with_their_chips(void **state)
{
    struct evening *evening = *state;
    struct felt_room *room = evening->fake_tables.room;
    seat_three(evening);
    assert_true(felt_room_directed_rise(room, evening->table, 4, evening->fake_tables.now_ms));
    int64_t other = felt_room_directed_open(room, DIRECTOR, evening->fake_tables.now_ms);
    assert_true(other > 0);
    struct felt_room_guest who = guest(evening, evening->user[CID]);
    assert_true(felt_room_directed_seat(room, (uint32_t)other, 3, &who, STACK,
                                        evening->fake_tables.now_ms));
    fake_tables_turn(&evening->fake_tables);
    assert_false(evening->fake_tables.conn[CID].watches[evening->table]);
    assert_true(evening->fake_tables.conn[CID].watches[other]);
    felt_room_directed_tell(room, (uint32_t)other, "level 2: 10/20");
    /* Four tournaments at a time. */
    for (int i = 0; i < 3; i++) {
        int64_t more = felt_room_directed_open(room, DIRECTOR, evening->fake_tables.now_ms);
        assert_true(
            felt_room_directed_seat(room, (uint32_t)more, 0, &who, 1, evening->fake_tables.now_ms));
    }
    assert_false(seat(evening, evening->user[CID], 5, 1));
    fake_tables_turn(&evening->fake_tables);
}

static void a_hand_can_be_void(void **state)
{
    struct evening *evening = *state;
    seat_three(evening);
    struct felt_room_directed_hand hand = hand_of(0x15, 0, 2, 4);
    assert_true(deal(evening, &hand));
    assert_int_equal(act(evening, FELT_RAISE_TO, 100), FELT_NO_NOT);
    felt_room_directed_void(evening->fake_tables.room, evening->table, "the director says so",
                            evening->fake_tables.now_ms);
    fake_tables_turn(&evening->fake_tables);
    assert_true(evening->last_void);
    assert_int_equal(evening->over, 1);
    for (int i = 0; i < 6; i += 2) assert_int_equal(evening->stack[i], STACK);
}

static void a_hand_of_another_program_is_void(void **state)
{
    struct evening *evening = *state;
    seat_three(evening);
    struct felt_room_directed_hand hand = hand_of(0x15, 0, 2, 4);
    hand.number = 5;
    assert_true(deal(evening, &hand));
    assert_int_equal(act(evening, FELT_RAISE_TO, 100), FELT_NO_NOT);
    fake_tables_crash(&evening->fake_tables, 0, 0, false);
    assert_int_equal(evening->over, 1);
    assert_true(evening->last_void);
    assert_int_equal(evening->last, 5);
    assert_int_equal(sum_of(evening->stack), 3 * STACK);
    assert_int_equal(face_of(evening).taken, 3);
}

/* Hands without a question follow each other from inside guided_over(), and nothing grows. */
static void the_next_hand_may_be_dealt_at_once(void **state)
{
    struct evening *evening = *state;
    seat_three(evening);
    evening->next = hand_of(0x15, 0, 2, 4);
    evening->next.removed = 0x15;
    evening->deals = 50;
    assert_true(deal(evening, &evening->next));
    assert_int_equal(evening->over, 51);
    assert_int_equal(evening->last, 51);
}

/* ---- surviving ---- */

enum { DAMAGES = 1500 };

static struct felt_room *restored(const struct fake_tables *fake_tables,
                                  const struct made_up_record *record, uint32_t count,
                                  void **memory)
{
    *memory = calloc(1, felt_room_bytes(&fake_tables->config));
    assert_non_null(*memory);
    struct felt_room *room = felt_room_init(*memory, &fake_tables->config, &fake_tables->services);
    for (uint32_t i = 0; i < count; i++)
        assert_true(felt_room_restore(room, true, record[i].bytes, record[i].count));
    return room;
}

/* Of every beginning of the journal: it can be read, a snapshot of it is the same room, and no
 * chip of the tournament is gone. */
static void read_beginnings(struct evening *evening)
{
    struct fake_tables *fake_tables = &evening->fake_tables;
    uint32_t all = fake_tables->flushed;
    struct made_up_record *kept = fake_tables->record;
    for (uint32_t count = 0; count <= all; count++) {
        void *memory, *memory_again;
        struct felt_room_directed_look look;
        struct felt_room *room = restored(fake_tables, kept, count, &memory);
        if (felt_room_directed_look(room, evening->table, &look) && sum_of(look.stack) == 3 * STACK)
            assert_true(look.user[0] && look.user[2] && look.user[4]);
        else
            assert_true(sum_of(look.stack) < 3 * STACK && !look.any); /* while they sit down */
        fake_tables->record = NULL;
        fake_tables->records = fake_tables->records_room = 0;
        felt_room_snapshot(room);
        struct felt_room *again =
            restored(fake_tables, fake_tables->record, fake_tables->records, &memory_again);
        assert_int_equal(felt_room_hash(again), felt_room_hash(room));
        for (uint32_t i = 0; i < fake_tables->records; i++) free(fake_tables->record[i].bytes);
        free(fake_tables->record);
        free(memory);
        free(memory_again);
    }
    fake_tables->record = kept;
    fake_tables->records = fake_tables->records_room = all;
}

static void any_beginning_of_the_journal_is_a_room(void **state)
{
    struct evening *evening = *state;
    seat_three(evening);
    struct felt_room_directed_hand hand = hand_of(0x15, 0, 2, 4);
    hand.ante[0] = 3;
    hand.dead[2] = 2;
    assert_true(deal(evening, &hand));
    assert_int_equal(act(evening, FELT_RAISE_TO, 60), FELT_NO_NOT);
    assert_int_equal(act(evening, FELT_CALL, 0), FELT_NO_NOT);
    fold_out(evening);
    hand.number = 2;
    assert_true(deal(evening, &hand));
    felt_room_directed_void(evening->fake_tables.room, evening->table, "once more",
                            evening->fake_tables.now_ms);
    hand.number = 3;
    hand.removed = 4;
    assert_true(deal(evening, &hand));
    fake_tables_leave(&evening->fake_tables, CID);
    assert_int_equal(act(evening, FELT_CALL, 0), FELT_NO_NOT);
    fake_tables_turn(&evening->fake_tables);
    read_beginnings(evening);
}

/* The process dies after every step of a hand, and it goes on as if it had not. */
static void a_crash_at_any_moment_loses_nothing(void **state)
{
    struct evening *evening = *state;
    struct fake_tables *fake_tables = &evening->fake_tables;
    seat_three(evening);
    struct felt_rng rng = felt_rng_make(8);
    struct felt_room_directed_hand hand = hand_of(0x15, 0, 2, 4);
    for (hand.number = 1; hand.number <= 6 && sum_of(evening->stack) >= 0;) {
        struct felt_room_directed_look look;
        if (hand.number % 2) fake_tables_snapshot(fake_tables);
        assert_true(felt_room_directed_look(fake_tables->room, evening->table, &look));
        if (!look.stack[0] || !look.stack[2] || !look.stack[4]) break;
        assert_true(deal(evening, &hand));
        uint64_t over = evening->over;
        for (int i = 0; i < 100 && evening->over == over; i++) {
            fake_tables_crash(fake_tables, 0, 0, true);
            for (int who = 0; who < PEOPLE; who++)
                assert_true(
                    fake_tables_enter(fake_tables, (uint32_t)who, evening->user[who], false));
            fake_tables_turn(fake_tables);
            assert_string_equal(fake_tables->failure, "");
            const struct fake_tables_ask *ask = &fake_tables->ask[evening->table];
            if (!ask->due) break;
            struct felt_room_client_msg look_again =
                fake_tables_make(FELT_ROOM_CLIENT_WATCH, "cup-1");
            if (!ask->has_view)
                (void)fake_tables_do(fake_tables, (uint32_t)(ask->seat / 2), &look_again);
            struct felt_action action = fake_tables_choose(&rng, &ask->view);
            struct felt_room_client_msg msg = fake_tables_action("cup-1", ask, action);
            (void)fake_tables_do(fake_tables, (uint32_t)(ask->seat / 2), &msg);
        }
        assert_int_equal(evening->last, hand.number);
        assert_false(evening->last_void);
        over = evening->over;
        fake_tables_crash(fake_tables, 0, 0, true); /* it is told again */
        assert_int_equal(evening->over, over + 1);
        assert_int_equal(evening->last, hand.number);
        assert_int_equal(sum_of(evening->stack), 3 * STACK);
        for (int who = 0; who < PEOPLE; who++)
            assert_true(fake_tables_enter(fake_tables, (uint32_t)who, evening->user[who], false));
        hand.number++;
    }
    assert_true(hand.number > 1);
}

/* A journal may have any bytes: a record is refused, or it makes a room that can be written. */
static void a_damaged_record_does_no_harm(void **state)
{
    struct evening *evening = *state;
    struct fake_tables *fake_tables = &evening->fake_tables;
    struct felt_rng rng = felt_rng_make(4);
    seat_three(evening);
    struct felt_room_directed_hand hand = hand_of(0x15, 0, 2, 4);
    hand.ante[0] = 3;
    assert_true(deal(evening, &hand));
    assert_int_equal(act(evening, FELT_RAISE_TO, 60), FELT_NO_NOT);
    fold_out(evening);
    hand.number = 2;
    assert_true(deal(evening, &hand));
    fake_tables_turn(fake_tables);
    uint32_t all = fake_tables->flushed, refused = 0;
    struct made_up_record *kept = fake_tables->record;
    for (int i = 0; i < DAMAGES; i++) {
        void *memory, *memory_again;
        uint32_t at = felt_rng_below(&rng, all);
        struct felt_room *room = restored(fake_tables, kept, at, &memory);
        size_t count = kept[at].count;
        uint8_t *bytes = malloc(count);
        assert_non_null(bytes);
        memcpy(bytes, kept[at].bytes, count);
        uint32_t changes = 1 + felt_rng_below(&rng, 3);
        for (uint32_t k = 0; k < changes; k++)
            bytes[felt_rng_below(&rng, (uint32_t)count)] = (uint8_t)felt_rng_next(&rng);
        if (!felt_rng_below(&rng, 8)) count = felt_rng_below(&rng, (uint32_t)count) + 1;
        if (felt_room_restore(room, true, bytes, count)) {
            fake_tables->record = NULL;
            fake_tables->records = fake_tables->records_room = 0;
            felt_room_snapshot(room);
            (void)restored(fake_tables, fake_tables->record, fake_tables->records, &memory_again);
            for (uint32_t k = 0; k < fake_tables->records; k++) free(fake_tables->record[k].bytes);
            free(fake_tables->record);
            free(memory_again);
        } else {
            refused++;
        }
        free(bytes);
        free(memory);
    }
    fake_tables->record = kept;
    fake_tables->records = fake_tables->records_room = all;
    assert_true(refused > DAMAGES / 20);
}

/* The lobby is another one: cash tables are gone, and their numbers are never given again. */
static void another_lobby_keeps_no_table_of_the_config(void **state)
{
    struct evening *evening = *state;
    struct fake_tables *fake_tables = &evening->fake_tables;
    void *memory;
    struct felt_room_face face;
    struct felt_room_client_msg sit = fake_tables_make(FELT_ROOM_CLIENT_SIT, "nl-1");
    sit.amount = 1000;
    assert_int_equal(fake_tables_do(fake_tables, ADA, &sit), FELT_NO_NOT);
    fake_tables_turn(fake_tables);
    memory = calloc(1, felt_room_bytes(&fake_tables->config));
    assert_non_null(memory);
    struct felt_room *room = felt_room_init(memory, &fake_tables->config, &fake_tables->services);
    felt_room_forget_lobby(room);
    for (uint32_t i = 0; i < fake_tables->flushed; i++)
        assert_true(felt_room_restore(room, true, fake_tables->record[i].bytes,
                                      fake_tables->record[i].count));
    assert_false(felt_room_face(room, CASH, &face));
    assert_int_equal(felt_room_chips(room, evening->user[ADA]), 0);
    uint32_t records = fake_tables->records;
    felt_room_snapshot(room); /* its first record has the numbers that were given so far */
    const uint8_t *bytes = (const uint8_t *)fake_tables->record[records].bytes;
    assert_true(fake_tables->record[records].count >= 21);
    assert_true(bytes[13] >= 1); /* kind, epoch of 8, next hand of 4, then the next order */
    for (uint32_t i = records; i < fake_tables->records; i++) free(fake_tables->record[i].bytes);
    fake_tables->records = records;
    free(memory);
}

/* ---- anything at all ---- */

enum { TABLES = 2, WALKS = 12, STEPS = 250, CROWD = 8 };

struct walk {
    struct evening *evening;
    struct felt_rng rng;
    uint32_t table[TABLES];
    felt_chips given[TABLES];
    int64_t user[CROWD];
};

static uint32_t below(struct walk *walk, uint32_t count)
{
    return felt_rng_below(&walk->rng, count);
}

static void look_at(struct walk *walk, int table, struct felt_room_directed_look *look)
{
    assert_true(felt_room_directed_look(walk->evening->fake_tables.room, walk->table[table], look));
}

static void walk_seat(struct walk *walk, int table)
{
    struct fake_tables *fake_tables = &walk->evening->fake_tables;
    struct felt_room_guest who = guest(walk->evening, walk->user[below(walk, CROWD)]);
    felt_chips stack = 1 + (felt_chips)below(walk, 300);
    if (felt_room_directed_seat(fake_tables->room, walk->table[table], (felt_seat)below(walk, 6),
                                &who, stack, fake_tables->now_ms))
        walk->given[table] += stack;
}

static void walk_rise(struct walk *walk, int table)
{
    struct fake_tables *fake_tables = &walk->evening->fake_tables;
    struct felt_room_directed_look look;
    felt_seat seat = (felt_seat)below(walk, 6);
    look_at(walk, table, &look);
    if (felt_room_directed_rise(fake_tables->room, walk->table[table], seat, fake_tables->now_ms)) {
        assert_false(look.hand);
        walk->given[table] -= look.stack[seat];
    }
}

static felt_seat any_of(struct walk *walk, felt_seats seats)
{
    for (uint32_t skip = below(walk, (uint32_t)felt_seats_count(seats)); skip; skip--)
        (void)felt_seats_take(&seats);
    return felt_seats_take(&seats);
}

static void walk_deal(struct walk *walk, int table)
{
    struct fake_tables *fake_tables = &walk->evening->fake_tables;
    struct felt_room_directed_look look;
    struct felt_room_directed_hand hand = {.game = (uint8_t)below(walk, 2),
                                           .small = FELT_SEAT_NONE};
    look_at(walk, table, &look);
    for (int i = 0; i < 6; i++)
        if (look.user[i] && look.stack[i] > 0) hand.seats |= felt_seats_of(i);
    if (felt_seats_count(hand.seats) < 2) return;
    hand.number = look.number + 1;
    hand.button = (felt_seat)below(walk, 6);
    hand.big = any_of(walk, hand.seats);
    if (below(walk, 3)) hand.small = any_of(walk, hand.seats & ~felt_seats_of(hand.big));
    hand.removed = below(walk, 3) ? 0 : (felt_seats)(hand.seats & below(walk, 64));
    for (int i = 0; i < 6; i++)
        if (felt_seats_has(hand.seats, i)) hand.ante[i] = (felt_chips)below(walk, 3);
    hand.blind[hand.big] = 10;
    if (hand.small != FELT_SEAT_NONE) hand.blind[hand.small] = 5;
    bool dealt =
        felt_room_directed_deal(fake_tables->room, walk->table[table], &hand, fake_tables->now_ms);
    assert_true(dealt != look.hand);
}

static void walk_answer(struct walk *walk, int table)
{
    struct fake_tables *fake_tables = &walk->evening->fake_tables;
    uint32_t table_index = walk->table[table];
    struct felt_room_face face;
    if (fake_tables->local[table_index].due)
        (void)fake_tables_answer(
            fake_tables, table_index,
            fake_tables_choose(&walk->rng, &fake_tables->local[table_index].view));
    const struct fake_tables_ask *ask = &fake_tables->ask[table_index];
    if (!ask->due || !ask->has_view || !felt_room_face(fake_tables->room, table_index, &face))
        return;
    int conn = fake_tables_line_of(fake_tables, face.seat[ask->seat].user);
    if (conn < 0 || face.seat[ask->seat].kind == FELT_USER_HOUSE) return;
    struct felt_room_client_msg msg =
        fake_tables_action(face.id, ask, fake_tables_choose(&walk->rng, &ask->view));
    (void)fake_tables_want(fake_tables, (uint32_t)conn, &msg);
}

static void walk_conn(struct walk *walk)
{
    struct fake_tables *fake_tables = &walk->evening->fake_tables;
    uint32_t who = below(walk, PEOPLE);
    if (fake_tables->conn[who].in)
        fake_tables_leave(fake_tables, who);
    else
        (void)fake_tables_enter(fake_tables, who, walk->evening->user[who], false);
    if (!fake_tables->conn[40].in)
        (void)fake_tables_enter(fake_tables, 40, walk->evening->house, true);
}

static void take_step(struct walk *walk)
{
    struct fake_tables *fake_tables = &walk->evening->fake_tables;
    int table = (int)below(walk, TABLES);
    uint32_t what = below(walk, 100);
    if (what < 12)
        walk_seat(walk, table);
    else if (what < 18)
        walk_rise(walk, table);
    else if (what < 40)
        walk_deal(walk, table);
    else if (what < 80)
        walk_answer(walk, table);
    else if (what < 86)
        walk_conn(walk);
    else if (what < 88)
        felt_room_directed_void(fake_tables->room, walk->table[table], "by chance",
                                fake_tables->now_ms);
    else if (what < 95)
        fake_tables_wait(fake_tables, (int64_t)below(walk, 40000));
    else if (what < 97)
        fake_tables_snapshot(fake_tables);
    else {
        fake_tables_turn(fake_tables);
        fake_tables_crash(fake_tables, 0, 0, what < 99);
    }
}

static void no_chip_is_lost_whatever_happens(void **state)
{
    struct evening *evening = *state;
    struct fake_tables *fake_tables = &evening->fake_tables;
    struct walk walk = {.evening = evening, .table = {evening->table}};
    int64_t other = felt_room_directed_open(fake_tables->room, DIRECTOR, fake_tables->now_ms);
    assert_true(other > 0);
    walk.table[1] = (uint32_t)other;
    for (int i = 0; i < CROWD; i++)
        walk.user[i] = i < PEOPLE    ? evening->user[i]
                       : i == PEOPLE ? evening->house
                                     : fake_tables_user(fake_tables, FELT_USER_HUMAN, 0);
    for (int i = 0; i < WALKS * STEPS; i++) {
        if (i % STEPS == 0) walk.rng = felt_rng_make((uint64_t)i);
        take_step(&walk);
        if (below(&walk, 2)) {
            fake_tables_turn(fake_tables);
            fake_tables_verify(fake_tables);
        }
        for (int table = 0; table < TABLES; table++) {
            struct felt_room_directed_look look;
            look_at(&walk, table, &look);
            assert_int_equal(sum_of(look.stack), walk.given[table]); /* G3 */
        }
        assert_string_equal(fake_tables->failure, "");
    }
    fake_tables_turn(fake_tables);
    assert_int_equal(felt_room_counts(fake_tables->room)->orders, 0);
    assert_true(evening->over > 100 && fake_tables->crashes > 10);
}

static void house_players_are_asked(void **state)
{
    struct evening *evening = *state;
    struct fake_tables *fake_tables = &evening->fake_tables;
    assert_true(seat(evening, evening->user[ADA], 0, STACK));
    assert_true(seat(evening, evening->house, 1, STACK));
    struct felt_room_directed_hand hand = hand_of(0x3, 1, 1, 0);
    assert_true(deal(evening, &hand));
    assert_true(fake_tables->local[evening->table].due);
    assert_true(
        fake_tables_answer(fake_tables, evening->table, (struct felt_action){.kind = FELT_CALL}));
    fake_tables_turn(fake_tables);
    assert_int_equal(act(evening, FELT_CHECK, 0), FELT_NO_NOT);
    fold_out(evening);
    assert_int_equal(evening->stack[1], STACK + 10);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, open_evening, close_evening)

TEST_MODULE(room_directed)
{
    const struct CMUnitTest tests[] = {
        TEST(a_hand_is_dealt_as_it_is_told),
        TEST(the_button_may_be_an_empty_seat),
        TEST(two_play_with_the_small_blind_on_the_button),
        TEST(what_cannot_be_is_refused),
        TEST(nobody_comes_or_goes_by_himself),
        TEST(whoever_is_away_is_played_for_and_stays),
        TEST(who_has_no_conn_can_be_seated),
        TEST(the_removed_check_or_fold_at_once),
        TEST(all_in_and_out),
        TEST(players_move_with_their_chips),
        TEST(a_hand_can_be_void),
        TEST(a_hand_of_another_program_is_void),
        TEST(the_next_hand_may_be_dealt_at_once),
        TEST(any_beginning_of_the_journal_is_a_room),
        TEST(a_crash_at_any_moment_loses_nothing),
        TEST(a_damaged_record_does_no_harm),
        TEST(another_lobby_keeps_no_table_of_the_config),
        TEST(house_players_are_asked),
        TEST(no_chip_is_lost_whatever_happens),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
