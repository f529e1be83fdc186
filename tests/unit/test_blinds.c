/* test_blinds.c -- who has the button, who posts, who waits (RULES 16), in pictures.
 *
 * A seat is a request:  .  nobody        P  plays       o  sits out
 *                      w  is new, waits for the big blind
 *                      n  is new, posts if he may
 *                      b  was out, owes the big blind   s  and the small one; both post
 * The plan:            D  button (heads-up it posts the small blind)   S B  blinds
 *                      p  posts a big blind    d  and a dead small one   +  just dealt in
 *                      -  not dealt in */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "server/room/blinds.h"
#include "module.h"

#include <string.h>

static struct felt_room_blinds_seat seat_of(char letter)
{
    struct felt_room_blinds_seat seat = {.taken = letter != '.'};
    seat.present = letter != '.' && letter != 'o';
    seat.waits = letter == 'w';
    if (letter == 'w' || letter == 'n') seat.owes = FELT_OWES_ENTRY;
    if (letter == 'b') seat.owes = FELT_OWES_BIG;
    if (letter == 's') seat.owes = FELT_OWES_BIG | FELT_OWES_SMALL;
    return seat;
}

static void draw(const struct felt_room_blinds_plan *plan, const char *seats, char out[16])
{
    size_t count = strlen(seats);
    memset(out, 0, 16);
    for (size_t i = 0; i < count; i++) {
        felt_seat seat = (felt_seat)i;
        bool dealt = plan->possible && felt_seats_has(plan->dealt, seat);
        out[i] = seats[i] == '.' ? '.' : '-';
        if (!dealt) continue;
        out[i] = '+';
        if (felt_seats_has(plan->posts, seat)) out[i] = 'p';
        if (felt_seats_has(plan->dead, seat)) out[i] = 'd';
        if (seat == plan->small) out[i] = 'S';
        if (seat == plan->button) out[i] = 'D';
        if (seat == plan->big) out[i] = 'B';
    }
}

struct row {
    const char *what;
    const char *last;  /* of the hand before: D S B and + for others; "" : there was none */
    const char *seats; /* now                                                             */
    const char *plan;
};

static const struct row rows[] = {
    {"the first hand: the lowest seat has the button", "", "PPPP..", "DSB+.."},
    {"the first hand of two", "", "P.P...", "D.B..."},
    {"one player waits", "", "P.....", "-....."},
    {"everything moves on", "DSB+++", "PPPPPP", "+DSB++"},
    {"round the corner", "S++++D", "PPPPPP", "DSB+++"},
    {"heads-up the blinds alternate", "D.B...", "P.P...", "B.D..."},
    {"the small blind left: the big blind moves on all the same", "DSB+..", "P.PP..", "D.SB.."},
    {"the big blind left: the next one posts it, nobody twice", "DSB+..", "PP.P..", "DS.B.."},
    {"three become two: nobody posts the big blind twice running", "DSB...", ".PP...", ".BD..."},
    {"somebody new waits for the big blind", "DSB++.", "PPPPPw", "+DSB+-"},
    {"it comes to him", "++DSB.", "PPPPPw",
     "++"
     "+DSB"},
    {"somebody new posts", "DSB++.", "PPPPPn", "+DSB+p"},
    {"but not between button and big blind", "DS.B+.", "PPnPP.", "+D-SB."},
    {"whoever sits out is passed over", "DSB+++", "PPPoPP", "+DS-B+"},
    {"back with a big blind to pay", "B+++DS", "PPPbPP",
     "SB"
     "+p+D"},
    {"back with both to pay", "B+++DS", "PPPsPP",
     "SB"
     "+d+D"},
    {"the big blind pays for all", "DSB+++", "PPPsPP", "+DSB++"},
    {"fewer than two are left: a fresh start, nobody posts", "DSB...", "P..nns", "S..B+D"},
    {"the big blind comes to a third player", "D.B...", "P.Pn..", "D.SB.."},
    {"a third comes to a heads-up table and posts", "B.D...", "P.Pn..", "S.BD.."},
};

static struct felt_room_blinds last_of(const char *text)
{
    struct felt_room_blinds last = felt_room_blinds_none;
    for (int i = 0; text[i]; i++) {
        if (text[i] == '.') continue;
        last.dealt |= felt_seats_of(i);
        if (text[i] == 'D') last.button = (felt_seat)i;
        if (text[i] == 'S') last.small = (felt_seat)i;
        if (text[i] == 'B') last.big = (felt_seat)i;
    }
    if (last.small == FELT_SEAT_NONE) last.small = last.button;
    return last;
}

static void blinds_as_drawn(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct felt_room_blinds_seat seat[FELT_SEATS_MAX] = {0};
        struct felt_room_blinds last = last_of(rows[i].last);
        struct felt_room_blinds_plan plan;
        char drawn[16];
        for (size_t k = 0; rows[i].seats[k]; k++) seat[k] = seat_of(rows[i].seats[k]);
        felt_room_blinds_next(&last, seat, (int)strlen(rows[i].seats), true, &plan);
        draw(&plan, rows[i].seats, drawn);
        if (strcmp(drawn, rows[i].plan) != 0)
            fail_msg("%s: %s, then %s: %s, not %s", rows[i].what, rows[i].last, rows[i].seats,
                     drawn, rows[i].plan);
    }
}

static void blinds_that_pass_are_owed(void **state)
{
    (void)state;
    struct felt_room_blinds last = last_of("DSB+++");
    struct felt_room_blinds_seat seat[FELT_SEATS_MAX] = {0};
    struct felt_room_blinds_plan plan;
    for (int i = 0; i < 6; i++) seat[i] = seat_of("PPPoPP"[i]);
    felt_room_blinds_next(&last, seat, 6, true, &plan);
    assert_int_equal(plan.owes[3], FELT_OWES_BIG);
    last = (struct felt_room_blinds){
        .button = plan.button, .small = plan.small, .big = plan.big, .dealt = plan.dealt};
    seat[3].owes = plan.owes[3];
    felt_room_blinds_next(&last, seat, 6, true, &plan); /* the small blind passes him */
    assert_int_equal(plan.owes[3], FELT_OWES_BIG | FELT_OWES_SMALL);
    for (int i = 0; i < 6; i++)
        if (i != 3) assert_int_equal(plan.owes[i], 0);
}

static void games_without_blinds_deal_everybody_in(void **state)
{
    (void)state;
    struct felt_room_blinds last = last_of("DSB++.");
    struct felt_room_blinds_seat seat[FELT_SEATS_MAX] = {0};
    struct felt_room_blinds_plan plan;
    for (int i = 0; i < 6; i++) seat[i] = seat_of("PPwonP"[i]);
    felt_room_blinds_next(&last, seat, 6, false, &plan);
    assert_int_equal(plan.dealt, 0x37);
    assert_int_equal(plan.posts | plan.dead, 0);
    assert_int_equal(plan.owes[3], 0);
}

TEST_MODULE(blinds)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(blinds_as_drawn),
        cmocka_unit_test(blinds_that_pass_are_owed),
        cmocka_unit_test(games_without_blinds_deal_everybody_in),
    };
    return cmocka_run_group_tests_name("blinds", tests, NULL, NULL);
}
