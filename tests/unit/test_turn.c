/* test_turn.c -- whole betting rounds, every one of them: against tables written by hand, against
 * counts that were found by other machines, and node by node against slow_turn.c.
 *
 * Rounds are written as texts.  Seats 0, 1, 2, ... are N, C, P, Q; after the seat stands what it
 * does: c passes, r raises, f folds, s passes with its last means, a raises with its last means,
 * h raises without giving anybody the right to raise again and without counting. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "felt/turn.h"
#include "module.h"
#include "slow_turn.h"
#include "support.h"

#include <stdio.h>
#include <string.h>

enum { ROUND_TEXT = 128, ALL = 7, NOBODY = FELT_SEATS_MAX };

static const char letters[] = "NCPQ";

/* Seats answer those who raised behind them; the first raiser may go on. */
static const struct felt_turn_rules behind = {FELT_REOPEN_BEHIND, FELT_REOPEN_BEHIND,
                                              FELT_SCAN_AFTER_ACTOR, FELT_CAP_ENDS,
                                              FELT_OPTION_FIRST_RAISER};
/* One lap; what the first raiser does on its option everybody answers, from the first seat on. */
static const struct felt_turn_rules answers = {FELT_REOPEN_NONE, FELT_REOPEN_OTHERS,
                                               FELT_SCAN_FROM_FIRST, FELT_CAP_ENDS,
                                               FELT_OPTION_FIRST_RAISER};
/* As in poker, with an option. */
static const struct felt_turn_rules others = {FELT_REOPEN_OTHERS, FELT_REOPEN_OTHERS,
                                              FELT_SCAN_AFTER_ACTOR, FELT_CAP_ENDS,
                                              FELT_OPTION_FIRST_RAISER};

static struct felt_turn begin(felt_seats seats, felt_seat first, uint8_t cap)
{
    struct felt_turn turn = {.live = seats, .able = seats};
    felt_turn_begin(&turn, seats, first, cap);
    return turn;
}

static void act(struct felt_turn *turn, const struct felt_turn_rules *rules, char what)
{
    if (what == 's' || what == 'a') felt_turn_spent(turn, turn->actor);
    if (what == 'c' || what == 's')
        felt_turn_pass(turn, rules);
    else if (what == 'f')
        felt_turn_fold(turn, rules);
    else
        felt_turn_raise(turn, rules, what == 'h' ? 0 : turn->able, what != 'h');
}

/* --- the golden counts --- */

struct listing {
    const struct felt_turn_rules *rules;
    felt_seats folders;
    int count, longest;
    char (*text)[ROUND_TEXT]; /* NULL, or room for every round */
};

static void list_rounds(struct listing *listing, struct felt_turn turn, const char *so_far)
{
    char text[ROUND_TEXT];
    if (turn.actor < 0) {
        int actions = (int)strlen(so_far) / 2;
        if (listing->text) memcpy(listing->text[listing->count], so_far, strlen(so_far) + 1);
        listing->count++;
        if (actions > listing->longest) listing->longest = actions;
        return;
    }
    for (const char *what = "crf"; *what; what++) {
        struct felt_turn after = turn;
        if (*what == 'r' && felt_turn_capped(&turn)) continue;
        if (*what == 'f' && !felt_seats_has(listing->folders, turn.actor)) continue;
        snprintf(text, sizeof text, "%s%c%c", so_far, letters[turn.actor], *what);
        act(&after, listing->rules, *what);
        if (*what == 'f' && turn.actor == 2) felt_turn_close(&after); /* its fold ends the hand */
        list_rounds(listing, after, text);
    }
}

static void turn_rounds_of_three_seats_have_known_counts(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        const struct felt_turn_rules *rules;
        int effect, none, two, all, longest;
    } rows[] = {
        {"behind", &behind, FELT_CAP_ENDS, 20, 50, 77, 7},
        {"answers", &answers, FELT_CAP_ENDS, 23, 57, 97, 7},
        {"others", &others, FELT_CAP_ENDS, 40, 103, 185, 9},
        {"behind", &behind, FELT_CAP_MUTES, 20, 65, 94, 9},
        {"answers", &answers, FELT_CAP_MUTES, 23, 75, 128, 9},
        {"others", &others, FELT_CAP_MUTES, 40, 155, 295, 11},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct felt_turn_rules rules = *rows[i].rules;
        rules.cap_effect = (uint8_t)rows[i].effect;
        const int expected[3] = {rows[i].none, rows[i].two, rows[i].all};
        static const felt_seats folders[3] = {0, 6, ALL};
        for (int f = 0; f < 3; f++) {
            struct listing listing = {.rules = &rules, .folders = folders[f]};
            list_rounds(&listing, begin(ALL, 0, 3), "");
            if (listing.count != expected[f])
                fail_msg("%s, effect %d, folders %d: %d rounds, should be %d", rows[i].name,
                         rows[i].effect, folders[f], listing.count, expected[f]);
            if (f == 2) assert_int_equal(listing.longest, rows[i].longest);
        }
    }
}

static void turn_rounds_behind_are_these_twenty(void **state)
{
    (void)state;
    static const char *const rounds[20] = {
        "NcCcPc",       "NcCcPrPc",       "NcCcPrPrPc",     "NcCcPrPrPr",   "NcCrPcCc",
        "NcCrPcCrPcCc", "NcCrPcCrPcCr",   "NcCrPcCrPr",     "NcCrPrCc",     "NcCrPrCr",
        "NrCcPcNc",     "NrCcPcNrCcPcNc", "NrCcPcNrCcPcNr", "NrCcPcNrCcPr", "NrCcPcNrCr",
        "NrCcPrNc",     "NrCcPrNr",       "NrCrPcNc",       "NrCrPcNr",     "NrCrPr"};
    char found[64][ROUND_TEXT];
    struct listing listing = {.rules = &behind, .text = found};
    list_rounds(&listing, begin(ALL, 0, 3), "");
    assert_int_equal(listing.count, 20);
    for (int i = 0; i < 20; i++) assert_string_equal(found[i], rounds[i]);
}

/* --- rounds told step by step --- */

struct story {
    const char *name;
    const struct felt_turn_rules *rules;
    felt_seats seats;
    felt_seat first;
    uint8_t cap;
    const char *round; /* seat and action; `!` = on its option; `.` = the round is over           */
    int holder, raises;
};

static void tell(const struct story *story)
{
    struct felt_turn turn = begin(story->seats, story->first, story->cap);
    const char *at = story->round;
    for (; *at != '.'; at += 2) {
        bool option = *at == '!';
        at += option;
        const char *letter = strchr(letters, at[0]);
        assert_non_null(letter);
        if (turn.actor != letter - letters || turn.on_option != option)
            fail_msg("%s: at \"%s\" seat %d is asked, option %d", story->name, at, turn.actor,
                     turn.on_option);
        act(&turn, story->rules, at[1]);
    }
    if (turn.actor != FELT_SEAT_NONE)
        fail_msg("%s: seat %d is asked, the round should be over", story->name, turn.actor);
    if (turn.holder != story->holder || turn.raises != story->raises)
        fail_msg("%s: holder %d, %d raises", story->name, turn.holder, turn.raises);
}

static void turn_follows_the_stories(void **state)
{
    (void)state;
    static const struct felt_turn_rules poker = {FELT_REOPEN_OTHERS, FELT_REOPEN_OTHERS,
                                                 FELT_SCAN_AFTER_ACTOR, FELT_CAP_MUTES,
                                                 FELT_OPTION_NONE};
    static const struct story stories[] = {
        {"raise, raise on the option, decline", &behind, 7, 0, 3, "NcCrPc!CrPc!Cc.", 1, 2},
        {"the same, answered from the first seat", &answers, 7, 0, 3, "NcCrPc!CrNcPc!Cc.", 1, 2},
        {"decline at once", &behind, 7, 0, 3, "NrCcPc!Nc.", 0, 1},
        {"the cap ends the round; the first raiser stays holder", &behind, 7, 0, 3, "NrCrPr.", 0,
         3},
        {"nobody raises: nobody has an option", &behind, 7, 0, 3, "NcCcPc.", -1, 0},
        {"the last seat answers itself", &behind, 7, 0, 3, "NcCcPr!Pr!Pr.", 2, 3},
        {"fold on the option: over, without a holder", &behind, 7, 0, 3, "NcCrPc!Cf.", -1, 1},
        {"a fold on the way", &behind, 7, 0, 3, "NrCfPc!Nc.", 0, 1},
        {"the holder folds to a raise: no option for it", &others, 7, 0, 3, "NrCrPcNf.", -1, 2},
        {"only the first raise of a round makes a holder", &others, 7, 0, 4, "NrCcPrNfCrPc.", -1,
         3},
        {"a holder without means has no option", &behind, 7, 0, 3, "NaCcPc.", 0, 1},
        {"a seat without means is not asked again", &others, 7, 0, 3, "NcCrPsNrCc!Cc.", 1, 2},
        {"poker: everybody checks", &poker, 7, 0, FELT_CAP_NONE, "NcCcPc.", -1, 0},
        {"poker: a raise asks everybody else again", &poker, 7, 0, FELT_CAP_NONE, "NcCrPcNc.", 1,
         1},
        {"poker: begins in the middle and goes round", &poker, 15, 2, FELT_CAP_NONE,
         "PrQcNfCrPcQc.", 2, 2},
        {"poker: one seat is left", &poker, 7, 1, FELT_CAP_NONE, "CrPfNf.", 1, 1},
        {"poker: a mute cap does not end the round", &poker, 3, 0, 2, "NrCrNc.", 0, 2},
        {"poker: a raise that does not count", &poker, 7, 0, 2, "NrCcPhNcCc.", 0, 1},
        {"poker: all-in raise and all-in call", &poker, 7, 0, FELT_CAP_NONE, "NaCsPc.", 0, 1},
        {"discards: everybody passes once, from the first seat", &poker, 13, 2, FELT_CAP_NONE,
         "PcQcNc.", -1, 0},
    };
    for (size_t i = 0; i < sizeof stories / sizeof stories[0]; i++) tell(&stories[i]);
}

/* The economy decides who may raise again: an increase that is too small obliges without giving
 * the right back (RULES 7.4). */
static void turn_regain_decides_who_may_raise_again(void **state)
{
    (void)state;
    struct felt_turn turn = begin(15, 0, FELT_CAP_NONE);
    assert_int_equal(turn.may_raise, 15);
    felt_turn_raise(&turn, &felt_turn_poker, 15, true); /* seat 0: a full bet */
    assert_int_equal(turn.may_raise, 14);
    felt_turn_pass(&turn, &felt_turn_poker); /* seat 1 calls */
    assert_int_equal(turn.may_raise, 12);
    felt_turn_spent(&turn, 2);
    felt_turn_raise(&turn, &felt_turn_poker, 0, false); /* seat 2: a short all-in */
    assert_int_equal(turn.may_raise, 8);                /* only seat 3, which has not acted */
    assert_int_equal(turn.owes, 11);
    assert_int_equal(turn.raises, 1);
    felt_turn_pass(&turn, &felt_turn_poker);
    assert_int_equal(turn.actor, 0);
    assert_int_equal(turn.may_raise, 0);
    felt_turn_pass(&turn, &felt_turn_poker);
    assert_int_equal(turn.actor, 1);
    felt_turn_raise(&turn, &felt_turn_poker, 1, true); /* regain one seat by name */
    assert_int_equal(turn.may_raise, 1);
    assert_int_equal(turn.owes, 9);
}

static void turn_raises_without_a_cap_never_overflow(void **state)
{
    (void)state;
    struct felt_turn turn = begin(3, 0, FELT_CAP_NONE);
    for (int i = 0; i < 1000; i++) {
        assert_int_equal(turn.actor, i % 2);
        assert_false(felt_turn_capped(&turn));
        felt_turn_raise(&turn, &felt_turn_poker, 3, true);
    }
}

static void turn_begin_without_debtors_is_over(void **state)
{
    (void)state;
    struct felt_turn turn = {.live = 3, .able = 1};
    felt_turn_begin(&turn, 0, 0, FELT_CAP_NONE);
    assert_int_equal(turn.actor, FELT_SEAT_NONE);
    felt_turn_begin(&turn, 1, 1, FELT_CAP_NONE); /* the search goes round the table */
    assert_int_equal(turn.actor, 0);
    assert_int_equal(turn.may_raise, 1);
}

/* --- every node of every round, beside the slow machine --- */

struct walk {
    struct felt_turn_rules rules;
    felt_seats began;
    int cap;
    long nodes;
};
struct path {
    int actions, options, specials; /* specials: s, a and h still allowed */
    felt_seats asked, spent;
    int opener;             /* the first raiser, or a seat that nobody ever sits on */
    bool uncounted, closed; /* closed: ended by the cap, a fold, or on the option */
    char text[ROUND_TEXT];
};

static void fail_at(const struct walk *walk, const struct path *path, const char *what)
{
    fail_msg("%s after \"%s\": reopen %d, on the option %d, scan %d, cap %d, effect %d, option %d",
             what, path->text, walk->rules.reopen, walk->rules.reopen_option, walk->rules.scan,
             walk->cap, walk->rules.cap_effect, walk->rules.option);
}

static void verify_invariants(const struct walk *walk, const struct path *path,
                              const struct felt_turn *turn)
{
    felt_seats live = turn->live;
    if ((turn->able | turn->owes | turn->may_raise) & ~live) fail_at(walk, path, "T1");
    if (turn->may_raise & ~turn->able) fail_at(walk, path, "T1");
    if (turn->actor == FELT_SEAT_NONE) {
        if (turn->owes || turn->on_option) fail_at(walk, path, "T2");
    } else if (turn->on_option ? turn->actor != turn->holder || turn->owes != 0
                               : !felt_seats_has(turn->owes, turn->actor)) {
        fail_at(walk, path, "T2");
    }
    if (turn->holder != (felt_seats_has(live, path->opener) ? path->opener : FELT_SEAT_NONE))
        fail_at(walk, path, "T3");
    int seats = felt_seats_count(walk->began);
    if (!path->uncounted && path->actions > seats * (walk->cap + 1)) fail_at(walk, path, "T4");
    if (turn->actor == FELT_SEAT_NONE && !path->closed &&
        (walk->began & ~path->asked & ~path->spent))
        fail_at(walk, path, "T5");
}

static struct path extend(const struct path *path, const struct felt_turn *before,
                          const struct felt_turn *after, char what)
{
    struct path next = *path;
    size_t length = strlen(path->text);
    felt_seats me = felt_seats_of(before->actor);
    snprintf(next.text + length, sizeof next.text - length, "%d%c", before->actor, what);
    next.actions++;
    next.asked |= me;
    if (what == 's' || what == 'a') next.spent |= me;
    if (what == 's' || what == 'a' || what == 'h') next.specials--;
    if (what == 'h') next.uncounted = true;
    if (strchr("rah", what) && path->opener == NOBODY) next.opener = before->actor;
    bool cap_hit = (what == 'r' || what == 'a') && felt_turn_capped(after);
    next.closed = cap_hit || before->on_option || felt_seats_lone(after->live);
    return next;
}

static void compare(struct walk *walk, const struct path *path, struct felt_turn turn,
                    struct slow_turn slow)
{
    walk->nodes++;
    if (!slow_turn_agrees(&slow, &turn)) fail_at(walk, path, "the slow machine differs");
    verify_invariants(walk, path, &turn);
    if (turn.actor < 0) return;
    for (const char *what = "crfsah"; *what; what++) {
        bool raise = *what == 'r' || *what == 'a' || *what == 'h';
        struct felt_turn after = turn;
        struct slow_turn slow_after = slow;
        if (raise && (felt_turn_capped(&turn) || !felt_seats_has(turn.may_raise, turn.actor)))
            continue;
        if (strchr("sah", *what) && path->specials == 0) continue;
        act(&after, &walk->rules, *what);
        if (*what == 's' || *what == 'a') slow_turn_spent(&slow_after, slow.actor);
        if (raise)
            slow_turn_raise(&slow_after, &walk->rules, *what != 'h', *what != 'h');
        else if (*what == 'f')
            slow_turn_fold(&slow_after, &walk->rules);
        else
            slow_turn_pass(&slow_after, &walk->rules);
        struct path next = extend(path, &turn, &after, *what);
        compare(walk, &next, after, slow_after);
    }
}

/* The n-th combination of the policies; false after the last one. */
static bool nth_rules(int n, struct felt_turn_rules *out)
{
    out->reopen = (uint8_t)(n % 3);
    out->reopen_option = (uint8_t)(n / 3 % 3);
    out->scan = (uint8_t)(n / 9 % 2);
    out->cap_effect = (uint8_t)(n / 18 % 2);
    out->option = (uint8_t)(n / 36 % 2);
    return n < 72;
}

static void turn_agrees_with_the_slow_machine_at_every_node(void **state)
{
    (void)state;
    static const struct {
        felt_seats seats;
        felt_seat first;
        int cap_max, specials;
    } tables[] = {{0x003, 0, 3, 2}, {0x201, 9, 3, 2}, {0x007, 0, 3, 1}, {0x007, 1, 2, 2},
                  {0x211, 5, 3, 1}, {0x00F, 0, 2, 1}, {0x099, 4, 2, 1}, {0x00F, 2, 3, 0}};
    struct walk walk = {.nodes = 0};
    for (size_t i = 0; i < sizeof tables / sizeof tables[0]; i++)
        for (int n = 0; nth_rules(n, &walk.rules); n++)
            for (walk.cap = 0; walk.cap <= tables[i].cap_max; walk.cap++) {
                struct path path = {.opener = NOBODY,
                                    .specials = test_is_quick() ? 0 : tables[i].specials};
                struct slow_turn slow;
                walk.began = tables[i].seats;
                slow_turn_begin(&slow, walk.began, tables[i].first, walk.cap);
                compare(&walk, &path, begin(walk.began, tables[i].first, (uint8_t)walk.cap), slow);
            }
    assert_true(walk.nodes > 100000);
    print_message("# %ld nodes\n", walk.nodes);
}

TEST_MODULE(turn)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(turn_rounds_of_three_seats_have_known_counts),
        cmocka_unit_test(turn_rounds_behind_are_these_twenty),
        cmocka_unit_test(turn_follows_the_stories),
        cmocka_unit_test(turn_regain_decides_who_may_raise_again),
        cmocka_unit_test(turn_raises_without_a_cap_never_overflow),
        cmocka_unit_test(turn_begin_without_debtors_is_over),
        cmocka_unit_test(turn_agrees_with_the_slow_machine_at_every_node),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
