/* test_guided.c -- tables of tournaments: somebody else seats and deals, the floor plays. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "server/room/guided.h"
#include "module.h"
#include "salon.h"

#include <stdlib.h>
#include <string.h>

enum { ADA, BEA, CID, PEOPLE, STACK = 500, CASH = 0, TOUR = 1 };

struct evening {
    struct salon salon; /* first: services are the salon's                                   */
    struct felt_poker_plug level[2], cash;
    int64_t user[PEOPLE], house;
    uint32_t table;
    uint64_t over, last; /* hands that were told to be over                                  */
    bool last_void;
    felt_chips stack[FELT_SEATS_MAX];
    struct felt_guided_hand next; /* dealt from inside guided_over() */
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
    assert_true(
        felt_guided_deal(evening->salon.floor, table, &evening->next, evening->salon.now_ms));
}

static struct felt_guest_of_floor guest(struct evening *evening, int64_t user)
{
    const struct felt_user *row = shelf_user(ledger_toy_shelf(evening->salon.toy), user);
    struct felt_guest_of_floor who = {.user = user, .kind = row->kind};
    memcpy(who.name, row->handle, strlen(row->handle) + 1);
    return who;
}

static bool seat(struct evening *evening, int64_t user, int chair, felt_chips stack)
{
    struct felt_guest_of_floor who = guest(evening, user);
    return felt_guided_seat(evening->salon.floor, evening->table, (felt_seat)chair, &who, stack,
                            evening->salon.now_ms);
}

/* A cash table, a tournament of levels 5/10 and 10/20 with a table for six; three people. */
static int open_evening(void **state)
{
    struct evening *evening = calloc(1, sizeof *evening);
    struct felt_complaint complaint;
    if (!evening) return -1;
    struct salon *salon = &evening->salon;
    for (int i = 0; i < 2; i++)
        if (felt_poker_plug_make(&evening->level[i], "holdem", FELT_NO_LIMIT, 5 << i, 10 << i,
                                 &complaint) != FELT_OK)
            return -1;
    if (felt_poker_plug_make(&evening->cash, "holdem", FELT_NO_LIMIT, 5, 10, &complaint) != FELT_OK)
        return -1;
    salon_init(salon, 3);
    (void)salon_stake(salon, "nl", &evening->cash.plug, 6, 1);
    struct felt_stake *stake = salon_stake(salon, "cup", &evening->level[0].plug, 6, 0);
    stake->guided = true;
    stake->game[1] = &evening->level[1].plug;
    stake->games = 2;
    salon->services.guided_over = hand_is_over;
    salon_open(salon, NULL);
    for (int i = 0; i < PEOPLE; i++) {
        evening->user[i] = salon_user(salon, FELT_USER_HUMAN, 2000);
        if (!salon_enter(salon, (uint32_t)i, evening->user[i], false)) return -1;
    }
    evening->house = salon_user(salon, FELT_USER_HOUSE, 0);
    if (!salon_enter(salon, 40, evening->house, true)) return -1;
    int64_t table = felt_guided_open(salon->floor, TOUR, salon->now_ms);
    if (table < 0) return -1;
    evening->table = (uint32_t)table;
    salon_turn(salon);
    *state = evening;
    return 0;
}

static int close_evening(void **state)
{
    struct evening *evening = *state;
    salon_verify(&evening->salon);
    bool good = evening->salon.failure[0] == '\0' && evening->salon.orders == 0;
    if (!good) print_error("%s\n", evening->salon.failure);
    salon_close(&evening->salon);
    free(evening);
    return good ? 0 : -1;
}

static void seat_three(struct evening *evening)
{
    for (int i = 0; i < PEOPLE; i++) assert_true(seat(evening, evening->user[i], 2 * i, STACK));
    salon_turn(&evening->salon);
}

/* Level 1 with so many seats; the big blind posts its 10. */
static struct felt_guided_hand hand_of(felt_seats seats, int button, int small, int big)
{
    struct felt_guided_hand hand = {.seats = seats,
                                    .button = (felt_seat)button,
                                    .small = (felt_seat)small,
                                    .big = (felt_seat)big,
                                    .number = 1};
    if (small >= 0) hand.blind[small] = 5;
    hand.blind[big] = 10;
    return hand;
}

static bool deal(struct evening *evening, const struct felt_guided_hand *hand)
{
    bool dealt =
        felt_guided_deal(evening->salon.floor, evening->table, hand, evening->salon.now_ms);
    salon_turn(&evening->salon);
    return dealt;
}

static struct felt_floor_face face_of(struct evening *evening)
{
    struct felt_floor_face face;
    assert_true(felt_floor_face(evening->salon.floor, evening->table, &face));
    return face;
}

static enum felt_no act(struct evening *evening, enum felt_action_kind kind, felt_chips amount)
{
    struct salon *salon = &evening->salon;
    const struct salon_ask *ask = &salon->ask[evening->table];
    for (int i = 0; i < 50 && !ask->due; i++) salon_step(salon, 500);
    assert_true(ask->due);
    struct felt_want want =
        salon_action("cup-1", ask, (struct felt_action){.kind = (uint8_t)kind, .amount = amount});
    int64_t user = face_of(evening).chair[ask->seat].user;
    return salon_do(salon, (uint32_t)salon_line_of(salon, user), &want);
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
    struct felt_guided_hand hand = hand_of(0x15, 0, 2, 4);
    hand.game = 1;
    hand.ante[0] = hand.ante[2] = hand.ante[4] = 1;
    hand.number = 77;
    assert_true(deal(evening, &hand));
    assert_false(deal(evening, &hand)); /* one is under way */
    struct felt_floor_face face = face_of(evening);
    assert_true(face.hand && face.plug == &evening->level[1].plug);
    assert_int_equal(face.chair[0].stack, STACK - 1);
    assert_int_equal(face.chair[2].stack, STACK - 6);
    assert_int_equal(face.chair[4].stack, STACK - 11);
    assert_int_equal(evening->salon.ask[evening->table].seat, 0); /* left of the big blind */
    fold_out(evening);
    assert_int_equal(evening->last, 77);
    assert_int_equal(evening->over, 1);
    assert_int_equal(sum_of(evening->stack), 3 * STACK);
    assert_int_equal(evening->stack[4], STACK + 7);
    salon_wait(&evening->salon, 3600000); /* nothing happens by itself */
    assert_false(face_of(evening).hand);
    assert_int_equal(evening->over, 1);
    assert_int_equal(felt_floor_counts(evening->salon.floor)->orders, 0);
}

static void the_button_may_be_an_empty_chair(void **state)
{
    struct evening *evening = *state;
    seat_three(evening);
    struct felt_guided_hand hand = hand_of(0x15, 3, FELT_SEAT_NONE, 4); /* a dead small blind too */
    assert_true(deal(evening, &hand));
    assert_int_equal(evening->salon.ask[evening->table].seat, 0);
    assert_int_equal(face_of(evening).chair[0].stack, STACK);
    assert_int_equal(act(evening, FELT_CALL, 0), FELT_NO_NOT);
    assert_int_equal(act(evening, FELT_CALL, 0), FELT_NO_NOT);
    assert_int_equal(act(evening, FELT_CHECK, 0), FELT_NO_NOT);
    assert_int_equal(evening->salon.ask[evening->table].seat, 4); /* left of the button */
    fold_out(evening);
}

static void two_play_with_the_small_blind_on_the_button(void **state)
{
    struct evening *evening = *state;
    seat_three(evening);
    assert_true(felt_guided_rise(evening->salon.floor, evening->table, 4, evening->salon.now_ms));
    struct felt_guided_hand hand = hand_of(0x5, 2, 2, 0);
    assert_true(deal(evening, &hand));
    assert_int_equal(evening->salon.ask[evening->table].seat, 2);
    fold_out(evening);
}

static void what_cannot_be_is_refused(void **state)
{
    struct evening *evening = *state;
    struct felt_floor *floor = evening->salon.floor;
    int64_t now = evening->salon.now_ms;
    struct felt_guided_look look;
    seat_three(evening);
    struct felt_guided_hand bad = hand_of(0x1, 0, FELT_SEAT_NONE, 0);
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
    assert_false(felt_guided_rise(floor, evening->table, 1, now));
    assert_false(felt_guided_rise(floor, CASH, 0, now));
    assert_false(felt_guided_look(floor, CASH, &look));
    assert_int_equal(felt_guided_open(floor, CASH, now), -1);
    assert_int_equal(felt_floor_add_table(floor, TOUR, now), -1);
    assert_false(felt_floor_close_table(floor, "cup-1", now));
    felt_floor_clear(floor, 0, now);
    assert_true(felt_guided_look(floor, evening->table, &look));
    assert_false(look.any || look.hand);
    assert_int_equal(look.user[2], evening->user[BEA]);
    assert_int_equal(sum_of(look.stack), 3 * STACK);
}

static enum felt_no say(struct evening *evening, int who, enum felt_want_kind kind)
{
    struct felt_want want = salon_make(kind, "cup-1");
    want.on = true;
    if (kind == FELT_WANT_SETTINGS)
        want.settings = (struct felt_want_settings){
            .has_auto = true, .auto_action = FELT_AUTO_CALL, .auto_limit = 1000};
    return salon_do(&evening->salon, (uint32_t)who, &want);
}

static void nobody_comes_or_goes_by_himself(void **state)
{
    struct evening *evening = *state;
    assert_int_equal(say(evening, ADA, FELT_WANT_SIT), FELT_NO_FORBIDDEN);
    seat_three(evening);
    assert_int_equal(say(evening, ADA, FELT_WANT_STAND), FELT_NO_FORBIDDEN);
    assert_int_equal(say(evening, ADA, FELT_WANT_SIT_OUT), FELT_NO_FORBIDDEN);
    assert_int_equal(say(evening, ADA, FELT_WANT_TOP_UP), FELT_NO_FORBIDDEN);
    assert_int_equal(say(evening, ADA, FELT_WANT_SETTINGS), FELT_NO_NOT);
    struct felt_want quick = salon_make(FELT_WANT_QUICK, "");
    assert_int_equal(salon_do(&evening->salon, ADA, &quick), FELT_NO_NOT);
    struct felt_floor_face face;
    assert_true(salon_find(&evening->salon, CASH, evening->user[ADA], &face) >= 0);
    assert_int_equal(felt_floor_chips(evening->salon.floor, evening->user[ADA]), 1000);
}

static void whoever_is_away_is_played_for_and_stays(void **state)
{
    struct evening *evening = *state;
    struct salon *salon = &evening->salon;
    seat_three(evening);
    salon_leave(salon, BEA);
    salon_leave(salon, CID);
    salon_wait(salon, 3600000);
    struct felt_guided_hand hand = hand_of(0x15, 0, 2, 4);
    for (uint64_t i = 1; i <= 3; i++) {
        hand.number = i;
        assert_true(deal(evening, &hand));
        if (i == 1) assert_int_equal(act(evening, FELT_FOLD, 0), FELT_NO_NOT);
        salon_wait(salon, 60000); /* then his clock runs out, twice: he is dealt in all the same */
        assert_int_equal(evening->over, i);
    }
    struct felt_floor_face face = face_of(evening);
    assert_int_equal(face.chair[0].state, FELT_CHAIR_PLAYING);
    assert_int_equal(face.chair[2].state, FELT_CHAIR_PLAYING);
    assert_int_equal(evening->stack[2], STACK - 15); /* a small blind each time */
    assert_true(salon_enter(salon, BEA, evening->user[BEA], false));
    salon_turn(salon);
    assert_true(salon->report[evening->table][evening->user[BEA]].count >= 6);
    hand.number = 4;
    assert_true(deal(evening, &hand));
    assert_int_equal(act(evening, FELT_CALL, 0), FELT_NO_NOT);
    assert_int_equal(salon->ask[evening->table].seat, 2);
    salon_leave(salon, BEA); /* his clock goes on: he may be back in time */
    salon_wait(salon, 5000);
    assert_true(salon_enter(salon, BEA, evening->user[BEA], false));
    salon_turn(salon);
    assert_true(salon->snapshot[evening->table][evening->user[BEA]].heard > 0);
    fold_out(evening);
}

static void who_has_no_line_can_be_seated(void **state)
{
    struct evening *evening = *state;
    struct salon *salon = &evening->salon;
    int64_t late = salon_user(salon, FELT_USER_HUMAN, 0);
    seat_three(evening);
    assert_true(seat(evening, late, 1, STACK));
    salon_turn(salon);
    assert_false(face_of(evening).chair[1].connected);
    struct felt_guided_hand hand = hand_of(0x17, 0, 1, 2);
    assert_true(deal(evening, &hand));
    assert_true(salon_enter(salon, 9, late, false));
    salon_turn(salon);
    assert_true(salon->line[9].watches[evening->table]);
    assert_true(salon->report[evening->table][late].heard > 0);
    fold_out(evening);
}

static void the_removed_check_or_fold_at_once(void **state)
{
    struct evening *evening = *state;
    seat_three(evening);
    struct felt_guided_hand hand = hand_of(0x15, 0, 2, 4);
    hand.removed = 0x5;
    assert_true(deal(evening, &hand)); /* nobody is asked: the big blind has it */
    assert_int_equal(evening->over, 1);
    assert_int_equal(evening->stack[4], STACK + 5);
}

static void all_in_and_out(void **state)
{
    struct evening *evening = *state;
    seat_three(evening);
    struct felt_guided_hand hand = hand_of(0x15, 0, 2, 4);
    assert_true(deal(evening, &hand));
    assert_int_equal(act(evening, FELT_RAISE_TO, STACK), FELT_NO_NOT);
    assert_int_equal(act(evening, FELT_CALL, 0), FELT_NO_NOT);
    assert_int_equal(act(evening, FELT_CALL, 0), FELT_NO_NOT);
    salon_wait(&evening->salon, 60000);
    assert_int_equal(evening->over, 1);
    assert_int_equal(sum_of(evening->stack), 3 * STACK);
    int out = 0;
    for (int i = 0; i < 6; i += 2) {
        if (evening->stack[i]) continue;
        out++;
        assert_int_equal(face_of(evening).chair[i].state, FELT_CHAIR_BROKE);
        assert_true(felt_guided_rise(evening->salon.floor, evening->table, (felt_seat)i,
                                     evening->salon.now_ms));
    }
    assert_true(out >= 1);
    felt_guided_close(evening->salon.floor, evening->table, evening->salon.now_ms);
    salon_turn(&evening->salon);
    assert_int_equal(felt_floor_find(evening->salon.floor, "cup-1"), -1);
    assert_int_equal(felt_floor_counts(evening->salon.floor)->seated, 0);
}

static void players_move_with_their_chips(void **state)
{
    struct evening *evening = *state;
    struct felt_floor *floor = evening->salon.floor;
    seat_three(evening);
    assert_true(felt_guided_rise(floor, evening->table, 4, evening->salon.now_ms));
    int64_t other = felt_guided_open(floor, TOUR, evening->salon.now_ms);
    assert_true(other > 0);
    struct felt_guest_of_floor who = guest(evening, evening->user[CID]);
    assert_true(felt_guided_seat(floor, (uint32_t)other, 3, &who, STACK, evening->salon.now_ms));
    salon_turn(&evening->salon);
    assert_false(evening->salon.line[CID].watches[evening->table]);
    assert_true(evening->salon.line[CID].watches[other]);
    felt_guided_tell(floor, (uint32_t)other, "level 2: 10/20");
    /* Four tournaments at a time. */
    for (int i = 0; i < 3; i++) {
        int64_t more = felt_guided_open(floor, TOUR, evening->salon.now_ms);
        assert_true(felt_guided_seat(floor, (uint32_t)more, 0, &who, 1, evening->salon.now_ms));
    }
    assert_false(seat(evening, evening->user[CID], 5, 1));
    salon_turn(&evening->salon);
}

static void a_hand_can_be_void(void **state)
{
    struct evening *evening = *state;
    seat_three(evening);
    struct felt_guided_hand hand = hand_of(0x15, 0, 2, 4);
    assert_true(deal(evening, &hand));
    assert_int_equal(act(evening, FELT_RAISE_TO, 100), FELT_NO_NOT);
    felt_guided_void(evening->salon.floor, evening->table, "the director says so",
                     evening->salon.now_ms);
    salon_turn(&evening->salon);
    assert_true(evening->last_void);
    assert_int_equal(evening->over, 1);
    for (int i = 0; i < 6; i += 2) assert_int_equal(evening->stack[i], STACK);
}

static void a_hand_of_another_program_is_void(void **state)
{
    struct evening *evening = *state;
    seat_three(evening);
    struct felt_guided_hand hand = hand_of(0x15, 0, 2, 4);
    hand.number = 5;
    assert_true(deal(evening, &hand));
    assert_int_equal(act(evening, FELT_RAISE_TO, 100), FELT_NO_NOT);
    salon_crash(&evening->salon, 0, 0, false);
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

static struct felt_floor *restored(const struct salon *salon, const struct made_up_record *record,
                                   uint32_t count, void **memory)
{
    *memory = calloc(1, felt_floor_bytes(&salon->config));
    assert_non_null(*memory);
    struct felt_floor *floor = felt_floor_init(*memory, &salon->config, &salon->services);
    for (uint32_t i = 0; i < count; i++)
        assert_true(felt_floor_restore(floor, true, record[i].bytes, record[i].count));
    return floor;
}

/* Of every beginning of the journal: it can be read, a snapshot of it is the same floor, and no
 * chip of the tournament is gone. */
static void read_beginnings(struct evening *evening)
{
    struct salon *salon = &evening->salon;
    uint32_t all = salon->flushed;
    struct made_up_record *kept = salon->record;
    for (uint32_t count = 0; count <= all; count++) {
        void *memory, *memory_again;
        struct felt_guided_look look;
        struct felt_floor *floor = restored(salon, kept, count, &memory);
        if (felt_guided_look(floor, evening->table, &look) && sum_of(look.stack) == 3 * STACK)
            assert_true(look.user[0] && look.user[2] && look.user[4]);
        else
            assert_true(sum_of(look.stack) < 3 * STACK && !look.any); /* while they sit down */
        salon->record = NULL;
        salon->records = salon->records_room = 0;
        felt_floor_snapshot(floor);
        struct felt_floor *again = restored(salon, salon->record, salon->records, &memory_again);
        assert_int_equal(felt_floor_hash(again), felt_floor_hash(floor));
        for (uint32_t i = 0; i < salon->records; i++) free(salon->record[i].bytes);
        free(salon->record);
        free(memory);
        free(memory_again);
    }
    salon->record = kept;
    salon->records = salon->records_room = all;
}

static void any_beginning_of_the_journal_is_a_floor(void **state)
{
    struct evening *evening = *state;
    seat_three(evening);
    struct felt_guided_hand hand = hand_of(0x15, 0, 2, 4);
    hand.ante[0] = 3;
    hand.dead[2] = 2;
    assert_true(deal(evening, &hand));
    assert_int_equal(act(evening, FELT_RAISE_TO, 60), FELT_NO_NOT);
    assert_int_equal(act(evening, FELT_CALL, 0), FELT_NO_NOT);
    fold_out(evening);
    hand.number = 2;
    assert_true(deal(evening, &hand));
    felt_guided_void(evening->salon.floor, evening->table, "once more", evening->salon.now_ms);
    hand.number = 3;
    hand.removed = 4;
    assert_true(deal(evening, &hand));
    salon_leave(&evening->salon, CID);
    assert_int_equal(act(evening, FELT_CALL, 0), FELT_NO_NOT);
    salon_turn(&evening->salon);
    read_beginnings(evening);
}

/* The process dies after every step of a hand, and it goes on as if it had not. */
static void a_crash_at_any_moment_loses_nothing(void **state)
{
    struct evening *evening = *state;
    struct salon *salon = &evening->salon;
    seat_three(evening);
    struct felt_rng rng = felt_rng_make(8);
    struct felt_guided_hand hand = hand_of(0x15, 0, 2, 4);
    for (hand.number = 1; hand.number <= 6 && sum_of(evening->stack) >= 0;) {
        struct felt_guided_look look;
        if (hand.number % 2) salon_snapshot(salon);
        assert_true(felt_guided_look(salon->floor, evening->table, &look));
        if (!look.stack[0] || !look.stack[2] || !look.stack[4]) break;
        assert_true(deal(evening, &hand));
        uint64_t over = evening->over;
        for (int i = 0; i < 100 && evening->over == over; i++) {
            salon_crash(salon, 0, 0, true);
            for (int who = 0; who < PEOPLE; who++)
                assert_true(salon_enter(salon, (uint32_t)who, evening->user[who], false));
            salon_turn(salon);
            assert_string_equal(salon->failure, "");
            const struct salon_ask *ask = &salon->ask[evening->table];
            if (!ask->due) break;
            struct felt_want look_again = salon_make(FELT_WANT_WATCH, "cup-1");
            if (!ask->has_view) (void)salon_do(salon, (uint32_t)(ask->seat / 2), &look_again);
            struct felt_action action = salon_choose(&rng, &ask->view);
            struct felt_want want = salon_action("cup-1", ask, action);
            (void)salon_do(salon, (uint32_t)(ask->seat / 2), &want);
        }
        assert_int_equal(evening->last, hand.number);
        assert_false(evening->last_void);
        over = evening->over;
        salon_crash(salon, 0, 0, true); /* it is told again */
        assert_int_equal(evening->over, over + 1);
        assert_int_equal(evening->last, hand.number);
        assert_int_equal(sum_of(evening->stack), 3 * STACK);
        for (int who = 0; who < PEOPLE; who++)
            assert_true(salon_enter(salon, (uint32_t)who, evening->user[who], false));
        hand.number++;
    }
    assert_true(hand.number > 1);
}

/* A journal may have any bytes: a record is refused, or it makes a floor that can be written. */
static void a_damaged_record_does_no_harm(void **state)
{
    struct evening *evening = *state;
    struct salon *salon = &evening->salon;
    struct felt_rng rng = felt_rng_make(4);
    seat_three(evening);
    struct felt_guided_hand hand = hand_of(0x15, 0, 2, 4);
    hand.ante[0] = 3;
    assert_true(deal(evening, &hand));
    assert_int_equal(act(evening, FELT_RAISE_TO, 60), FELT_NO_NOT);
    fold_out(evening);
    hand.number = 2;
    assert_true(deal(evening, &hand));
    salon_turn(salon);
    uint32_t all = salon->flushed, refused = 0;
    struct made_up_record *kept = salon->record;
    for (int i = 0; i < DAMAGES; i++) {
        void *memory, *memory_again;
        uint32_t at = felt_rng_below(&rng, all);
        struct felt_floor *floor = restored(salon, kept, at, &memory);
        size_t count = kept[at].count;
        uint8_t *bytes = malloc(count);
        assert_non_null(bytes);
        memcpy(bytes, kept[at].bytes, count);
        uint32_t changes = 1 + felt_rng_below(&rng, 3);
        for (uint32_t k = 0; k < changes; k++)
            bytes[felt_rng_below(&rng, (uint32_t)count)] = (uint8_t)felt_rng_next(&rng);
        if (!felt_rng_below(&rng, 8)) count = felt_rng_below(&rng, (uint32_t)count) + 1;
        if (felt_floor_restore(floor, true, bytes, count)) {
            salon->record = NULL;
            salon->records = salon->records_room = 0;
            felt_floor_snapshot(floor);
            (void)restored(salon, salon->record, salon->records, &memory_again);
            for (uint32_t k = 0; k < salon->records; k++) free(salon->record[k].bytes);
            free(salon->record);
            free(memory_again);
        } else {
            refused++;
        }
        free(bytes);
        free(memory);
    }
    salon->record = kept;
    salon->records = salon->records_room = all;
    assert_true(refused > DAMAGES / 20);
}

/* The lobby is another one: cash tables are gone, and their numbers are never given again. */
static void another_lobby_keeps_no_table_of_the_config(void **state)
{
    struct evening *evening = *state;
    struct salon *salon = &evening->salon;
    void *memory;
    struct felt_floor_face face;
    struct felt_want sit = salon_make(FELT_WANT_SIT, "nl-1");
    sit.amount = 1000;
    assert_int_equal(salon_do(salon, ADA, &sit), FELT_NO_NOT);
    salon_turn(salon);
    memory = calloc(1, felt_floor_bytes(&salon->config));
    assert_non_null(memory);
    struct felt_floor *floor = felt_floor_init(memory, &salon->config, &salon->services);
    felt_floor_forget_lobby(floor);
    for (uint32_t i = 0; i < salon->flushed; i++)
        assert_true(
            felt_floor_restore(floor, true, salon->record[i].bytes, salon->record[i].count));
    assert_false(felt_floor_face(floor, CASH, &face));
    assert_int_equal(felt_floor_chips(floor, evening->user[ADA]), 0);
    uint32_t records = salon->records;
    felt_floor_snapshot(floor); /* its first record has the numbers that were given so far */
    const uint8_t *bytes = (const uint8_t *)salon->record[records].bytes;
    assert_true(salon->record[records].count >= 21);
    assert_true(bytes[13] >= 1); /* kind, epoch of 8, next hand of 4, then the next order */
    for (uint32_t i = records; i < salon->records; i++) free(salon->record[i].bytes);
    salon->records = records;
    free(memory);
}

/* ---- anything at all ---- */

enum { RINGS = 2, WALKS = 12, STEPS = 250, CROWD = 8 };

struct walk {
    struct evening *evening;
    struct felt_rng rng;
    uint32_t table[RINGS];
    felt_chips given[RINGS];
    int64_t user[CROWD];
};

static uint32_t below(struct walk *walk, uint32_t count)
{
    return felt_rng_below(&walk->rng, count);
}

static void look_at(struct walk *walk, int ring, struct felt_guided_look *look)
{
    assert_true(felt_guided_look(walk->evening->salon.floor, walk->table[ring], look));
}

static void walk_seat(struct walk *walk, int ring)
{
    struct salon *salon = &walk->evening->salon;
    struct felt_guest_of_floor who = guest(walk->evening, walk->user[below(walk, CROWD)]);
    felt_chips stack = 1 + (felt_chips)below(walk, 300);
    if (felt_guided_seat(salon->floor, walk->table[ring], (felt_seat)below(walk, 6), &who, stack,
                         salon->now_ms))
        walk->given[ring] += stack;
}

static void walk_rise(struct walk *walk, int ring)
{
    struct salon *salon = &walk->evening->salon;
    struct felt_guided_look look;
    felt_seat chair = (felt_seat)below(walk, 6);
    look_at(walk, ring, &look);
    if (felt_guided_rise(salon->floor, walk->table[ring], chair, salon->now_ms)) {
        assert_false(look.hand);
        walk->given[ring] -= look.stack[chair];
    }
}

static felt_seat any_of(struct walk *walk, felt_seats seats)
{
    for (uint32_t skip = below(walk, (uint32_t)felt_seats_count(seats)); skip; skip--)
        (void)felt_seats_take(&seats);
    return felt_seats_take(&seats);
}

static void walk_deal(struct walk *walk, int ring)
{
    struct salon *salon = &walk->evening->salon;
    struct felt_guided_look look;
    struct felt_guided_hand hand = {.game = (uint8_t)below(walk, 2), .small = FELT_SEAT_NONE};
    look_at(walk, ring, &look);
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
    bool dealt = felt_guided_deal(salon->floor, walk->table[ring], &hand, salon->now_ms);
    assert_true(dealt != look.hand);
}

static void walk_answer(struct walk *walk, int ring)
{
    struct salon *salon = &walk->evening->salon;
    uint32_t table = walk->table[ring];
    struct felt_floor_face face;
    if (salon->local[table].due)
        (void)salon_answer(salon, table, salon_choose(&walk->rng, &salon->local[table].view));
    const struct salon_ask *ask = &salon->ask[table];
    if (!ask->due || !ask->has_view || !felt_floor_face(salon->floor, table, &face)) return;
    int line = salon_line_of(salon, face.chair[ask->seat].user);
    if (line < 0 || face.chair[ask->seat].kind == FELT_USER_HOUSE) return;
    struct felt_want want = salon_action(face.id, ask, salon_choose(&walk->rng, &ask->view));
    (void)salon_want(salon, (uint32_t)line, &want);
}

static void walk_line(struct walk *walk)
{
    struct salon *salon = &walk->evening->salon;
    uint32_t who = below(walk, PEOPLE);
    if (salon->line[who].in)
        salon_leave(salon, who);
    else
        (void)salon_enter(salon, who, walk->evening->user[who], false);
    if (!salon->line[40].in) (void)salon_enter(salon, 40, walk->evening->house, true);
}

static void take_step(struct walk *walk)
{
    struct salon *salon = &walk->evening->salon;
    int ring = (int)below(walk, RINGS);
    uint32_t what = below(walk, 100);
    if (what < 12)
        walk_seat(walk, ring);
    else if (what < 18)
        walk_rise(walk, ring);
    else if (what < 40)
        walk_deal(walk, ring);
    else if (what < 80)
        walk_answer(walk, ring);
    else if (what < 86)
        walk_line(walk);
    else if (what < 88)
        felt_guided_void(salon->floor, walk->table[ring], "by chance", salon->now_ms);
    else if (what < 95)
        salon_wait(salon, (int64_t)below(walk, 40000));
    else if (what < 97)
        salon_snapshot(salon);
    else {
        salon_turn(salon);
        salon_crash(salon, 0, 0, what < 99);
    }
}

static void no_chip_is_lost_whatever_happens(void **state)
{
    struct evening *evening = *state;
    struct salon *salon = &evening->salon;
    struct walk walk = {.evening = evening, .table = {evening->table}};
    int64_t other = felt_guided_open(salon->floor, TOUR, salon->now_ms);
    assert_true(other > 0);
    walk.table[1] = (uint32_t)other;
    for (int i = 0; i < CROWD; i++)
        walk.user[i] = i < PEOPLE    ? evening->user[i]
                       : i == PEOPLE ? evening->house
                                     : salon_user(salon, FELT_USER_HUMAN, 0);
    for (int i = 0; i < WALKS * STEPS; i++) {
        if (i % STEPS == 0) walk.rng = felt_rng_make((uint64_t)i);
        take_step(&walk);
        if (below(&walk, 2)) {
            salon_turn(salon);
            salon_verify(salon);
        }
        for (int ring = 0; ring < RINGS; ring++) {
            struct felt_guided_look look;
            look_at(&walk, ring, &look);
            assert_int_equal(sum_of(look.stack), walk.given[ring]); /* G3 */
        }
        assert_string_equal(salon->failure, "");
    }
    salon_turn(salon);
    assert_int_equal(felt_floor_counts(salon->floor)->orders, 0);
    assert_true(evening->over > 100 && salon->crashes > 10);
}

static void house_players_are_asked(void **state)
{
    struct evening *evening = *state;
    struct salon *salon = &evening->salon;
    assert_true(seat(evening, evening->user[ADA], 0, STACK));
    assert_true(seat(evening, evening->house, 1, STACK));
    struct felt_guided_hand hand = hand_of(0x3, 1, 1, 0);
    assert_true(deal(evening, &hand));
    assert_true(salon->local[evening->table].due);
    assert_true(salon_answer(salon, evening->table, (struct felt_action){.kind = FELT_CALL}));
    salon_turn(salon);
    assert_int_equal(act(evening, FELT_CHECK, 0), FELT_NO_NOT);
    fold_out(evening);
    assert_int_equal(evening->stack[1], STACK + 10);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, open_evening, close_evening)

TEST_MODULE(guided)
{
    const struct CMUnitTest tests[] = {
        TEST(a_hand_is_dealt_as_it_is_told),
        TEST(the_button_may_be_an_empty_chair),
        TEST(two_play_with_the_small_blind_on_the_button),
        TEST(what_cannot_be_is_refused),
        TEST(nobody_comes_or_goes_by_himself),
        TEST(whoever_is_away_is_played_for_and_stays),
        TEST(who_has_no_line_can_be_seated),
        TEST(the_removed_check_or_fold_at_once),
        TEST(all_in_and_out),
        TEST(players_move_with_their_chips),
        TEST(a_hand_can_be_void),
        TEST(a_hand_of_another_program_is_void),
        TEST(the_next_hand_may_be_dealt_at_once),
        TEST(any_beginning_of_the_journal_is_a_floor),
        TEST(a_crash_at_any_moment_loses_nothing),
        TEST(a_damaged_record_does_no_harm),
        TEST(another_lobby_keeps_no_table_of_the_config),
        TEST(house_players_are_asked),
        TEST(no_chip_is_lost_whatever_happens),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
