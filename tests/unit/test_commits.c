/* test_commits.c -- betting rounds in cards: the vectors V1 to V9 of the design step by step, every
 * round there is by count, and each of them node by node against narc_slow_round.c.
 *
 * Rounds are written as texts: N, C, P is the seat; c checks, r raises, f folds, l calls. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "felt/commits.h"
#include "module.h"
#include "narc_slow_round.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SEATS = 3, ALL = 7, PLAYER = 2, TEXT = 64, HAND = 3, PLENTY = 9, DEPTH_MAX = 32 };

static const char letters[] = "NCP";

static struct felt_commit_rules machine(const struct felt_turn_rules *turn, uint8_t cap,
                                        enum felt_cap_effect effect)
{
    struct felt_commit_rules rules = {.turn = *turn, .cap = cap};
    rules.turn.cap_effect = (uint8_t)effect;
    return rules;
}

static struct felt_commits begin(const struct felt_commit_rules *rules, uint8_t narc,
                                 uint8_t customer, uint8_t player)
{
    struct felt_commits commits = {.held = {narc, customer, player}};
    commits.turn.live = ALL;
    felt_commits_begin(&commits, rules, 0);
    return commits;
}

static enum felt_action_kind kind_of(char letter)
{
    switch (letter) {
    case 'c': return FELT_CHECK;
    case 'r': return FELT_COMMIT;
    case 'l': return FELT_CALL;
    default: return FELT_FOLD;
    }
}

static char letter_of(felt_seat seat)
{
    return seat < 0 ? '-' : letters[seat];
}

/* Plays a text; the seat that is named has the turn each time, and everything is accepted. */
static void play(struct felt_commits *commits, const struct felt_commit_rules *rules,
                 const char *text)
{
    for (; *text; text += 2) {
        assert_int_equal(letter_of(commits->turn.actor), text[0]);
        assert_int_equal(felt_commits_apply(commits, rules, kind_of(text[1])), FELT_OK);
    }
}

/* ---- V1 to V8, with their columns ---- */

struct step {
    const char *act; /* "Cr" */
    int raises;
    char holder;
    const char *to_act;
    char next;
    bool option;
};

static const char *to_act_text(const struct felt_commits *commits, char out[SEATS + 1])
{
    int count = 0;
    for (int seat = 0; seat < SEATS; seat++)
        if (felt_seats_has(commits->turn.owes, seat)) out[count++] = letters[seat];
    out[count] = 0;
    return out;
}

static void expect_step(const struct felt_commits *commits, const struct step *step)
{
    char text[SEATS + 1];
    assert_int_equal(commits->turn.raises, step->raises);
    assert_int_equal(letter_of(commits->turn.holder), step->holder);
    assert_string_equal(to_act_text(commits, text), step->to_act);
    assert_int_equal(letter_of(commits->turn.actor), step->next);
    assert_int_equal(commits->turn.on_option, step->option);
    assert_int_equal(felt_commits_over(commits), step->next == '-');
    assert_int_equal(felt_commits_left(commits), 3 - step->raises);
}

static struct felt_commits follow(const struct felt_commit_rules *rules, const struct step *steps,
                                  int count)
{
    struct felt_commits commits = begin(rules, HAND, HAND, HAND);
    expect_step(&commits, &(struct step){"", 0, '-', "NCP", 'N', false});
    for (int i = 0; i < count; i++) {
        play(&commits, rules, steps[i].act);
        expect_step(&commits, &steps[i]);
    }
    return commits;
}
#define FOLLOW(rules, steps) follow(rules, steps, (int)(sizeof(steps) / sizeof(steps)[0]))

static void expect_held(const struct felt_commits *commits, int narc, int customer, int player)
{
    assert_int_equal(commits->held[0], narc);
    assert_int_equal(commits->held[1], customer);
    assert_int_equal(commits->held[2], player);
}

static const struct step v1[] = {{"Nc", 0, '-', "CP", 'C', false}, {"Cr", 1, 'C', "P", 'P', false},
                                 {"Pc", 1, 'C', "", 'C', true},    {"Cr", 2, 'C', "P", 'P', false},
                                 {"Pc", 2, 'C', "", 'C', true},    {"Cc", 2, 'C', "", '-', false}};

static void commits_v1_worked_example_of_the_document(void **state)
{
    (void)state;
    struct felt_commit_rules rules = machine(&felt_commit_behind, 3, FELT_CAP_ENDS);
    struct felt_commits commits = FOLLOW(&rules, v1);
    expect_held(&commits, 3, 1, 3);
    assert_int_equal(commits.committed[1], 2);
}

static void commits_v2_option_declined(void **state)
{
    (void)state;
    static const struct step steps[] = {{"Nr", 1, 'N', "CP", 'C', false},
                                        {"Cc", 1, 'N', "P", 'P', false},
                                        {"Pc", 1, 'N', "", 'N', true},
                                        {"Nc", 1, 'N', "", '-', false}};
    const struct felt_turn_rules *const machines[] = {&felt_commit_behind, &felt_commit_others,
                                                      &felt_commit_poker};
    for (int i = 0; i < 3; i++) {
        struct felt_commit_rules rules = machine(machines[i], 3, FELT_CAP_ENDS);
        struct felt_commits commits = FOLLOW(&rules, steps);
        expect_held(&commits, 2, 3, 3);
    }
}

static void commits_v3_third_raise_ends_at_once(void **state)
{
    (void)state;
    static const struct step steps[] = {{"Nr", 1, 'N', "CP", 'C', false},
                                        {"Cr", 2, 'N', "P", 'P', false},
                                        {"Pr", 3, 'N', "", '-', false}};
    struct felt_commit_rules rules = machine(&felt_commit_behind, 3, FELT_CAP_ENDS);
    struct felt_commits commits = FOLLOW(&rules, steps);
    expect_held(&commits, 2, 2, 2);
    assert_int_equal(felt_commits_legal(&commits, &rules), 0);
    rules = machine(&felt_commit_others, 3, FELT_CAP_ENDS);
    (void)FOLLOW(&rules, steps);
}

static void commits_v4_all_check(void **state)
{
    (void)state;
    static const struct step steps[] = {{"Nc", 0, '-', "CP", 'C', false},
                                        {"Cc", 0, '-', "P", 'P', false},
                                        {"Pc", 0, '-', "", '-', false}};
    struct felt_commit_rules rules = machine(&felt_commit_behind, 3, FELT_CAP_ENDS);
    struct felt_commits commits = FOLLOW(&rules, steps);
    expect_held(&commits, 3, 3, 3);
}

static void commits_v5_last_seat_raises_three_times(void **state)
{
    (void)state;
    static const struct step steps[] = {{"Nc", 0, '-', "CP", 'C', false},
                                        {"Cc", 0, '-', "P", 'P', false},
                                        {"Pr", 1, 'P', "", 'P', true},
                                        {"Pr", 2, 'P', "", 'P', true},
                                        {"Pr", 3, 'P', "", '-', false}};
    struct felt_commit_rules rules = machine(&felt_commit_behind, 3, FELT_CAP_ENDS);
    struct felt_commits commits = FOLLOW(&rules, steps);
    expect_held(&commits, 3, 3, 0);
}

static void commits_v6_holder_folds_on_its_option(void **state)
{
    (void)state;
    struct step steps[] = {v1[0], v1[1], v1[2], {"Cf", 1, '-', "", '-', false}};
    struct felt_commit_rules rules = machine(&felt_commit_behind, 3, FELT_CAP_ENDS);
    struct felt_commits commits = FOLLOW(&rules, steps);
    assert_int_equal(commits.turn.live, 5);
}

static void commits_v7_customer_folds_and_is_not_asked_again(void **state)
{
    (void)state;
    static const struct step steps[] = {{"Nr", 1, 'N', "CP", 'C', false},
                                        {"Cf", 1, 'N', "P", 'P', false},
                                        {"Pc", 1, 'N', "", 'N', true},
                                        {"Nc", 1, 'N', "", '-', false}};
    struct felt_commit_rules rules = machine(&felt_commit_behind, 3, FELT_CAP_ENDS);
    struct felt_commits commits = FOLLOW(&rules, steps);
    felt_commits_begin(&commits, &rules, 0);
    play(&commits, &rules, "NcPc");
    assert_true(felt_commits_over(&commits));
}

/* V8: what a fold of the Player means is the hand's; here it is legal on each of its turns. */
static void commits_v8_player_may_fold_at_any_turn(void **state)
{
    (void)state;
    static const char *const before[] = {"NcCc",   "NrCc",     "NrCr",    "NcCrPcCr",
                                         "NcCcPr", "NrCcPcNr", "NcCcPrPr"};
    struct felt_commit_rules rules = machine(&felt_commit_behind, 3, FELT_CAP_ENDS);
    for (size_t i = 0; i < sizeof before / sizeof before[0]; i++) {
        struct felt_commits commits = begin(&rules, HAND, HAND, HAND);
        play(&commits, &rules, before[i]);
        if (commits.turn.actor != PLAYER) play(&commits, &rules, "Cc");
        assert_int_equal(commits.turn.actor, PLAYER);
        assert_true(felt_commits_legal(&commits, &rules) >> FELT_FOLD & 1);
        assert_int_equal(felt_commits_apply(&commits, &rules, FELT_FOLD), FELT_OK);
        assert_int_equal(commits.turn.live, 3);
    }
}

/* ADR-005 prints the worked example with a check of the Narc in between: machine A. */
static void commits_adr_005_examples_under_a(void **state)
{
    (void)state;
    static const struct step one[] = {
        {"Nc", 0, '-', "CP", 'C', false}, {"Cr", 1, 'C', "P", 'P', false},
        {"Pc", 1, 'C', "", 'C', true},    {"Cr", 2, 'C', "NP", 'N', false},
        {"Nc", 2, 'C', "P", 'P', false},  {"Pc", 2, 'C', "", 'C', true},
        {"Cc", 2, 'C', "", '-', false}};
    struct felt_commit_rules rules = machine(&felt_commit_others, 3, FELT_CAP_ENDS);
    (void)FOLLOW(&rules, one);
    /* Machine S replays the document, and does not ask the Narc there; P asks at once. */
    rules = machine(&felt_commit_behind, 3, FELT_CAP_ENDS);
    struct felt_commits commits = begin(&rules, HAND, HAND, HAND);
    play(&commits, &rules, "NcCrPcCr");
    assert_int_equal(commits.turn.actor, PLAYER);
    rules = machine(&felt_commit_poker, 3, FELT_CAP_ENDS);
    commits = begin(&rules, HAND, HAND, HAND);
    play(&commits, &rules, "NcCrPc");
    assert_int_equal(commits.turn.actor, 0);
}

/* The holder folds in a lap: the lap is finished, and nobody has an option (A10). */
static void commits_holder_folds_in_a_lap(void **state)
{
    (void)state;
    struct felt_commit_rules rules = machine(&felt_commit_poker, 3, FELT_CAP_ENDS);
    struct felt_commits commits = begin(&rules, HAND, HAND, HAND);
    play(&commits, &rules, "NrCrPc");
    assert_int_equal(commits.turn.actor, 0);
    play(&commits, &rules, "Nf");
    assert_int_equal(commits.turn.holder, FELT_SEAT_NONE);
    assert_true(felt_commits_over(&commits)); /* the Customer raised last: nobody owes an answer */
    commits = begin(&rules, HAND, HAND, HAND);
    play(&commits, &rules, "NrCcPrNf");
    assert_int_equal(commits.turn.actor, 1);
    play(&commits, &rules, "Cr"); /* a later raise does not give the initiative (A2) */
    assert_int_equal(commits.turn.holder, FELT_SEAT_NONE);
}

/* ---- V9 and the golden counts ---- */

static const char *const rounds_of_s[] = {
    "NcCcPc",       "NcCcPrPc",       "NcCcPrPrPc",     "NcCcPrPrPr",   "NcCrPcCc",
    "NcCrPcCrPcCc", "NcCrPcCrPcCr",   "NcCrPcCrPr",     "NcCrPrCc",     "NcCrPrCr",
    "NrCcPcNc",     "NrCcPcNrCcPcNc", "NrCcPcNrCcPcNr", "NrCcPcNrCcPr", "NrCcPcNrCr",
    "NrCcPrNc",     "NrCcPrNr",       "NrCrPcNc",       "NrCrPcNr",     "NrCrPr"};
enum { ROUNDS_OF_S = sizeof rounds_of_s / sizeof rounds_of_s[0] };

struct listing {
    struct felt_commit_rules rules;
    struct narc_slow_rules slow;
    felt_seats folders; /* who may fold in it */
    felt_seat first;
    bool by_name; /* the rounds are those of V9 */
    int count, longest, nodes;
    bool found[ROUNDS_OF_S];
};

struct node {
    struct felt_commits commits;
    struct narc_slow_round slow;
    char text[TEXT];
    int actions;
    bool ended; /* the Player folded */
};

static void note_round(struct listing *listing, const struct node *node)
{
    listing->count++;
    if (node->actions > listing->longest) listing->longest = node->actions;
    if (!listing->by_name) return;
    for (int i = 0; i < ROUNDS_OF_S; i++) {
        if (strcmp(rounds_of_s[i], node->text) != 0) continue;
        assert_false(listing->found[i]);
        listing->found[i] = true;
        return;
    }
    fail_msg("%s is no round of machine S", node->text);
}

/* What is not legal is refused, and leaves every field as it was. */
static void expect_refusals(const struct listing *listing, const struct node *node)
{
    unsigned legal = felt_commits_legal(&node->commits, &listing->rules);
    for (int kind = 0; kind <= FELT_ACTION_KINDS; kind++) {
        struct felt_commits commits;
        memcpy(&commits, &node->commits, sizeof commits);
        if (kind < FELT_ACTION_KINDS && (legal >> kind & 1)) continue;
        assert_int_equal(felt_commits_apply(&commits, &listing->rules, (enum felt_action_kind)kind),
                         FELT_NOT_LEGAL);
        assert_memory_equal(&commits, &node->commits, sizeof commits);
    }
}

static struct node child_of(const struct listing *listing, const struct node *node,
                            enum felt_action_kind kind, char letter)
{
    struct node child;
    memcpy(&child, node, sizeof child);
    size_t used = strlen(child.text);
    assert_true(used + 3 < TEXT);
    child.text[used] = letter_of(node->commits.turn.actor);
    child.text[used + 1] = letter;
    child.text[used + 2] = 0;
    child.actions++;
    child.ended = kind == FELT_FOLD && node->commits.turn.actor == PLAYER;
    narc_slow_act(&child.slow, &listing->slow, kind);
    assert_int_equal(felt_commits_apply(&child.commits, &listing->rules, kind), FELT_OK);
    return child;
}

/* Every sequence there is, depth first. */
static void list_rounds(struct listing *listing, const uint8_t held[SEATS])
{
    static const char words[] = "crlf";
    static struct node stack[DEPTH_MAX * 4];
    int depth = 1;
    memset(&stack[0], 0, sizeof stack[0]);
    stack[0].commits = begin(&listing->rules, held[0], held[1], held[2]);
    for (int seat = 0; seat < SEATS; seat++) {
        stack[0].slow.cards[seat] = held[seat];
        stack[0].slow.in[seat] = true;
    }
    felt_commits_begin(&stack[0].commits, &listing->rules, listing->first);
    narc_slow_begin(&stack[0].slow, listing->first);
    while (depth > 0) {
        struct node node = stack[--depth];
        listing->nodes++;
        if (!node.ended &&
            !narc_slow_agrees(&node.slow, &listing->slow, &node.commits, &listing->rules))
            fail_msg("the slow machine says something else after %s", node.text);
        expect_refusals(listing, &node);
        assert_true(node.actions <= SEATS * (listing->rules.cap + 1)); /* T4 */
        if (node.ended || felt_commits_over(&node.commits)) {
            note_round(listing, &node);
            continue;
        }
        unsigned legal = felt_commits_legal(&node.commits, &listing->rules);
        bool idle = felt_commits_idle(&node.commits);
        assert_int_equal(idle, node.commits.held[node.commits.turn.actor] == 0);
        for (int i = 0; words[i]; i++) {
            enum felt_action_kind kind = kind_of(words[i]);
            if (!(legal >> kind & 1) || (idle && kind != FELT_CHECK)) continue;
            if (kind == FELT_FOLD && !felt_seats_has(listing->folders, node.commits.turn.actor))
                continue;
            assert_true(depth < (int)(sizeof stack / sizeof stack[0]));
            stack[depth++] = child_of(listing, &node, kind, words[i]);
        }
    }
}

static struct listing listing_of(char name, uint8_t cap, enum felt_cap_effect effect,
                                 felt_seats folders)
{
    const struct felt_turn_rules *turn = name == 'S'   ? &felt_commit_behind
                                         : name == 'A' ? &felt_commit_others
                                                       : &felt_commit_poker;
    return (struct listing){.rules = machine(turn, cap, effect),
                            .slow = {.machine = name,
                                     .cap_ends = effect == FELT_CAP_ENDS,
                                     .initiative = true,
                                     .cap = cap},
                            .folders = folders};
}

static void commits_v9_exactly_twenty_rounds(void **state)
{
    (void)state;
    static const uint8_t full[SEATS] = {HAND, HAND, HAND};
    struct listing listing = listing_of('S', 3, FELT_CAP_ENDS, 0);
    listing.by_name = true;
    list_rounds(&listing, full);
    assert_int_equal(listing.count, 20);
    assert_int_equal(listing.longest, 7);
    for (int i = 0; i < ROUNDS_OF_S; i++) assert_true(listing.found[i]);
}

static void commits_v9_golden_counts(void **state)
{
    (void)state;
    static const uint8_t full[SEATS] = {HAND, HAND, HAND};
    static const struct {
        char machine;
        enum felt_cap_effect effect;
        int none, two, all, longest;
    } rows[] = {{'S', FELT_CAP_ENDS, 20, 50, 77, 7},   {'A', FELT_CAP_ENDS, 23, 57, 97, 7},
                {'P', FELT_CAP_ENDS, 40, 103, 185, 9}, {'S', FELT_CAP_MUTES, 20, 65, 94, 9},
                {'A', FELT_CAP_MUTES, 23, 75, 128, 9}, {'P', FELT_CAP_MUTES, 40, 155, 295, 11}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const int counts[] = {rows[i].none, rows[i].two, rows[i].all};
        static const felt_seats folders[] = {0, 6, ALL};
        int longest = 0;
        for (int j = 0; j < 3; j++) {
            struct listing listing = listing_of(rows[i].machine, 3, rows[i].effect, folders[j]);
            list_rounds(&listing, full);
            if (listing.count != counts[j])
                fail_msg("%c, effect %d, folders %d: %d rounds, not %d", rows[i].machine,
                         (int)rows[i].effect, folders[j], listing.count, counts[j]);
            if (listing.longest > longest) longest = listing.longest;
        }
        assert_int_equal(longest, rows[i].longest);
    }
}

/* Every machine, cap, effect, price and hand, from a first seat of chance, against the slow one,
 * with all folds. */
static void commits_every_sequence_is_that_of_the_slow_machine(void **state)
{
    (void)state;
    static const char names[] = "SAP";
    int rounds = 0, nodes = 0;
    for (int i = 0; i < 3 * 4 * 2 * 2 * 2 * 27; i++) {
        int left = i;
        char name = names[left % 3];
        uint8_t cap = (uint8_t)(1 + (left /= 3) % 4);
        enum felt_cap_effect effect = (enum felt_cap_effect)((left /= 4) % 2);
        struct listing listing = listing_of(name, cap, effect, ALL);
        listing.rules.pays_to_stay = listing.slow.pays = (left /= 2) % 2;
        listing.slow.initiative = (left /= 2) % 2;
        if (!listing.slow.initiative) listing.rules.turn.option = FELT_OPTION_NONE;
        left /= 2;
        static const uint8_t hands[] = {0, 1, HAND};
        uint8_t held[SEATS] = {hands[left % 3], hands[left / 3 % 3], hands[left / 9 % 3]};
        listing.first = (felt_seat)(i % 7 % SEATS);
        list_rounds(&listing, held);
        rounds += listing.count;
        nodes += listing.nodes;
    }
    print_message("# %d rounds, %d nodes\n", rounds, nodes);
    assert_true(rounds > 50000);
}

/* ---- the economy ---- */

static void commits_seat_without_cards_checks_by_itself(void **state)
{
    (void)state;
    struct felt_commit_rules rules = machine(&felt_commit_behind, 3, FELT_CAP_ENDS);
    struct felt_commits commits = begin(&rules, 0, 1, 2);
    assert_true(felt_commits_idle(&commits)); /* K2 */
    assert_int_equal(felt_commits_legal(&commits, &rules), 1u << FELT_CHECK | 1u << FELT_FOLD);
    play(&commits, &rules, "NcCrPc");
    assert_true(commits.turn.on_option); /* all-in with the initiative: declined by itself */
    assert_true(felt_commits_idle(&commits));
    play(&commits, &rules, "Cc");
    assert_true(felt_commits_over(&commits));
    assert_false(felt_commits_idle(&commits));
}

static void commits_staying_costs_a_card(void **state)
{
    (void)state;
    struct felt_commit_rules rules = machine(&felt_commit_behind, 3, FELT_CAP_MUTES);
    rules.pays_to_stay = true;
    struct felt_commits commits = begin(&rules, 2, 2, 1);
    assert_true(felt_commits_legal(&commits, &rules) >> FELT_CHECK & 1);
    play(&commits, &rules, "NcCr");
    assert_int_equal(felt_commits_legal(&commits, &rules),
                     1u << FELT_FOLD | 1u << FELT_CALL | 1u << FELT_COMMIT);
    play(&commits, &rules, "Pl"); /* K5: no raise, nothing is reopened */
    expect_held(&commits, 2, 1, 0);
    assert_int_equal(commits.turn.raises, 1);
    assert_int_equal(commits.committed[PLAYER], 1);
    assert_true(commits.turn.on_option);
    assert_int_equal(felt_commits_legal(&commits, &rules),
                     1u << FELT_FOLD | 1u << FELT_CHECK | 1u << FELT_COMMIT); /* a right */
    play(&commits, &rules, "Cr");
    assert_true(felt_commits_idle(&commits)); /* without cards one stays for nothing */
    assert_true(felt_commits_legal(&commits, &rules) >> FELT_CHECK & 1);
}

static void commits_holder_who_was_raised_declines_for_nothing(void **state)
{
    (void)state;
    struct felt_commit_rules rules = machine(&felt_commit_behind, 3, FELT_CAP_ENDS);
    rules.pays_to_stay = true;
    struct felt_commits commits = begin(&rules, 3, 3, 3);
    play(&commits, &rules, "NrClPr");
    assert_true(felt_seats_has(commits.faces, 0) && commits.turn.on_option);
    play(&commits, &rules, "Nc");
    assert_true(felt_commits_over(&commits));
}

/* A cap below the seats is only for sweeps, and mutes: everybody has its turn. */
static void commits_cap_two_lets_everybody_act(void **state)
{
    (void)state;
    static const uint8_t full[SEATS] = {HAND, HAND, HAND};
    struct listing listing = listing_of('S', 2, FELT_CAP_MUTES, 0);
    list_rounds(&listing, full);
    struct felt_commits commits = begin(&listing.rules, HAND, HAND, HAND);
    play(&commits, &listing.rules, "NrCr");
    assert_int_equal(commits.turn.actor, PLAYER);
    assert_int_equal(felt_commits_left(&commits), 0);
    assert_int_equal(felt_commits_legal(&commits, &listing.rules),
                     1u << FELT_FOLD | 1u << FELT_CHECK);
    play(&commits, &listing.rules, "Pc");
    assert_true(felt_commits_over(&commits)); /* K3: no option at the cap */
}

static void commits_one_live_seat_plays_alone(void **state)
{
    (void)state;
    struct felt_commit_rules rules = machine(&felt_commit_poker, 3, FELT_CAP_ENDS);
    struct felt_commits commits = begin(&rules, HAND, HAND, HAND);
    play(&commits, &rules, "NfCf");
    assert_true(felt_commits_over(&commits));
    commits.held[PLAYER] = PLENTY;
    felt_commits_begin(&commits, &rules, 0);
    play(&commits, &rules, "PrPrPr");
    assert_true(felt_commits_over(&commits));
    assert_int_equal(commits.held[PLAYER], PLENTY - 3);
}

TEST_MODULE(commits)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(commits_v1_worked_example_of_the_document),
        cmocka_unit_test(commits_v2_option_declined),
        cmocka_unit_test(commits_v3_third_raise_ends_at_once),
        cmocka_unit_test(commits_v4_all_check),
        cmocka_unit_test(commits_v5_last_seat_raises_three_times),
        cmocka_unit_test(commits_v6_holder_folds_on_its_option),
        cmocka_unit_test(commits_v7_customer_folds_and_is_not_asked_again),
        cmocka_unit_test(commits_v8_player_may_fold_at_any_turn),
        cmocka_unit_test(commits_adr_005_examples_under_a),
        cmocka_unit_test(commits_holder_folds_in_a_lap),
        cmocka_unit_test(commits_v9_exactly_twenty_rounds),
        cmocka_unit_test(commits_v9_golden_counts),
        cmocka_unit_test(commits_every_sequence_is_that_of_the_slow_machine),
        cmocka_unit_test(commits_seat_without_cards_checks_by_itself),
        cmocka_unit_test(commits_staying_costs_a_card),
        cmocka_unit_test(commits_holder_who_was_raised_declines_for_nothing),
        cmocka_unit_test(commits_cap_two_lets_everybody_act),
        cmocka_unit_test(commits_one_live_seat_plays_alone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
