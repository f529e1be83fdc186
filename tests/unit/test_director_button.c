/* test_director_button.c -- the dead button (RULES 19.5), in pictures.
 *
 * A seat is a request:  .  nobody      P  plays      n  plays, never dealt in here before
 * The last hand and the next:  D  button   S  small blind   B  big blind   H  button and small
 * blind d s b  the same, on a seat where nobody sits or is dealt in
 *                       +  dealt in   -  waits */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "module.h"
#include "tournament/button.h"

#include <stdio.h>
#include <string.h>

static struct felt_button last_of(const char *picture)
{
    struct felt_button last = {FELT_SEAT_NONE, FELT_SEAT_NONE, FELT_SEAT_NONE};
    for (int i = 0; picture[i]; i++) {
        felt_seat seat = (felt_seat)i;
        if (strchr("DdH", picture[i])) last.button = seat;
        if (strchr("SsH", picture[i])) last.small = seat;
        if (strchr("Bb", picture[i])) last.big = seat;
    }
    return last;
}

static void draw(const struct felt_button_plan *plan, const char *seats, char out[16])
{
    memset(out, 0, 16);
    for (int i = 0; seats[i]; i++) {
        bool dealt = felt_seats_has(plan->dealt, i);
        out[i] = seats[i] == '.' ? '.' : dealt ? '+' : '-';
        if (!plan->possible) continue;
        if (i == plan->at.big) out[i] = 'B';
        if (i == plan->at.small) out[i] = dealt ? 'S' : 's';
        if (i == plan->at.button) out[i] = dealt ? 'D' : 'd';
        if (i == plan->at.button && i == plan->at.small) out[i] = 'H';
    }
}

static void button_as_drawn(void **state)
{
    static const struct {
        const char *last, *seats, *next, *about;
    } rows[] = {
        {"DSB+++", "PPPPPP", "+DSB++", "everything moves on by one"},
        {"++DSB+", "PPPPPP", "+++DSB", "and on"},
        {"B++.DS", "PPP.PP", "SB+.+D", "round the end of the table"},
        {"DSB+++", "P.PPPP", "+dSB++", "the small blind is out: the button is dead"},
        {"DSB+++", "PP.PPP", "+DsB++", "the big blind is out: no small blind"},
        {"DSB+++", "P..PPP", "+dsB++", "both are out"},
        {"DSB+++", ".PPPPP", ".DSB++", "the button is out: nobody minds"},
        {"DSB+++", "PPP.PP", "+DS.B+", "the next big blind is out: one more"},
        {"+dSB++", "PPP.PP",
         "++Ds"
         "B+",
         "the chair of the big blind is passed as a small blind"},
        {"d.SB++", "..PPPP", "..DSB+", "after a dead button all is well"},
        {"DSB...", "P.P...", "B.H...", "heads-up: who had the big blind has the button"},
        {"DSB...", "PP....", "BH....", "heads-up: the big blind is out, it moves on"},
        {"DSB...", ".PP...", ".BH...", "heads-up: the button is out"},
        {"H.B...", "P.P...", "B.H...", "heads-up they take turns"},
        {"H.B...", "P.PP..", "D.SB..", "a third comes behind the big blind: he has it"},
        {"H.B...", "PnP...", "BDS...", "a third comes between: he has the button, nobody waits"},
        {"DSB+++", "PPPnPP", "+DSB++", "who is new may have the big blind"},
        {"DSB+++", "PPnPPP", "+DSB++", "and the small blind, in the chair of the last big blind"},
        {"DSB+++", "PnPPPP", "+DSB++", "and the button"},
        {"D.SB++", "P.PPPP", "+.DSB+", "chairs that are free do not count"},
        {"+DS.B+", "PPPnPP", "++D-SB", "but not between button and small blind: he waits"},
        {"++D.SB", "PPPnPP", "B+++DS", "one hand"},
        {"D.....", "PPPPPP", "DSB+++", "the first hand: the button was drawn"},
        {"d.....", ".PP.PP", ".DS.B+", "by an empty chair: the next one"},
        {"..d...", "P....P", "B....H", "heads-up"},
        {"DSB+++", "P.....", "-.....", "one alone plays nothing"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct felt_button last = last_of(rows[i].last);
        struct felt_button_plan plan;
        felt_seats live = 0, fresh = 0;
        char seen[16];
        for (int seat = 0; rows[i].seats[seat]; seat++) {
            if (rows[i].seats[seat] != '.') live |= felt_seats_of(seat);
            if (rows[i].seats[seat] == 'n') fresh |= felt_seats_of(seat);
        }
        felt_button_next(&last, live, fresh, (int)strlen(rows[i].seats), &plan);
        draw(&plan, rows[i].seats, seen);
        if (strcmp(seen, rows[i].next) != 0)
            fail_msg("%s: %s, then %s is %s, not %s", rows[i].about, rows[i].last, rows[i].seats,
                     seen, rows[i].next);
    }
}

/* Two old ones, two new ones between the last small blind and the big blind, who is out. */
static void button_begins_afresh_where_all_would_wait(void **state)
{
    (void)state;
    struct felt_button last = {0, 1, 5};
    struct felt_button_plan plan;
    felt_button_next(&last, 0x4e, 0x0c, 7, &plan); /* seats 1, 2n, 3n, 6 */
    assert_int_equal(plan.dealt, 0x4e);
    assert_int_equal(plan.at.big, 6);
    assert_int_equal(plan.at.small, 3);
    assert_int_equal(plan.at.button, 2);
}

/* Nobody comes or goes: everybody has the big blind once in a round, then the small blind, then the
 * button. */
static void button_goes_round_every_table_size(void **state)
{
    (void)state;
    for (int players = 3; players <= FELT_SEATS_MAX; players++) {
        struct felt_button at = {1, FELT_SEAT_NONE, FELT_SEAT_NONE};
        felt_seats live = (felt_seats)((1u << players) - 1);
        int bigs[FELT_SEATS_MAX] = {0};
        for (int hand = 0; hand < 3 * players; hand++) {
            struct felt_button_plan plan;
            felt_button_next(&at, live, 0, players, &plan);
            if (hand) assert_int_equal(plan.poster, at.big);
            if (hand) assert_int_equal(plan.at.button, at.small);
            at = plan.at;
            bigs[at.big]++;
        }
        for (int i = 0; i < players; i++) assert_int_equal(bigs[i], 3);
    }
}

TEST_MODULE(director_button)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(button_as_drawn),
        cmocka_unit_test(button_begins_afresh_where_all_would_wait),
        cmocka_unit_test(button_goes_round_every_table_size),
    };
    return cmocka_run_group_tests_name("director_button", tests, NULL, NULL);
}
