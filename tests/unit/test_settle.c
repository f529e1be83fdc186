/* test_settle.c -- random hands of every game, played to their end, and paid twice: by the hand
 * store, and by tests/support/slow_settle.h from what the events say.
 *
 * A showdown is a hand in which at least two seats are left.  `./dev test` looks at a share of
 * them; for a long run say how many:
 *
 *     FELT_TEST_SHOWDOWNS=1000000 build-dev/tests/unit/test_games settle
 *
 * Decks are made so that hands are often equal: few ranks, or the same ranks for everybody.
 * FELT_TEST_SEED=N plays other hands; a failure prints the seed of its hand. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "felt/poker.h"
#include "module.h"
#include "slow_settle.h"
#include "support.h"

#include <stdlib.h>
#include <string.h>

enum { EVENTS = 4096, SHOWDOWNS = 150000, SHOWDOWNS_QUICK = 3000, UNIT = 4, UP_MAX = 256 };

struct play {
    struct felt_poker_rules rules;
    struct felt_deal deal;
    felt_card deck[FELT_CARDS_MAX];
    struct felt_poker state;
    struct felt_event event[EVENTS];
    struct felt_event_log log;
};

struct tally {
    long hands, showdowns, ties, halves, twice, mucked, redealt, reshuffled, shared, followed,
        raked;
};

/* ---- tables and decks ----------------------------------------------------------------------- */

static void shuffle(felt_card *cards, int count, struct felt_rng *rng)
{
    for (int i = count - 1; i > 0; i--) {
        int j = (int)felt_rng_below(rng, (uint32_t)i + 1);
        felt_card card = cards[i];
        cards[i] = cards[j];
        cards[j] = card;
    }
}

/* Cards of a few ranks on top. */
static void sort_few_ranks(felt_card *cards, int count, struct felt_rng *rng)
{
    felt_card sorted[FELT_CARDS_MAX];
    int top = 0, ranks = 0;
    int few = 2 + (int)felt_rng_below(rng, 6);
    while (__builtin_popcount((unsigned)ranks) < few) ranks |= 1 << felt_rng_below(rng, 14);
    for (int pass = 0; pass < 2; pass++)
        for (int i = 0; i < count; i++)
            if ((ranks >> (cards[i] / 4) & 1) == !pass) sorted[top++] = cards[i];
    memcpy(cards, sorted, (size_t)count);
}

/* Cards of one rank next to each other, so that each card a seat gets is like its neighbour's. */
static void sort_alike(felt_card *cards, int count)
{
    for (int at = 0; at < count;) {
        int rank = cards[at] / 4, end = at + 1;
        for (int i = end; i < count; i++) {
            if (cards[i] / 4 != rank) continue;
            felt_card card = cards[i];
            cards[i] = cards[end];
            cards[end++] = card;
        }
        at = end;
    }
}

static void make_deck(struct play *play, struct felt_rng *rng)
{
    int count = play->rules.deck_count;
    uint32_t way = felt_rng_below(rng, 4);
    memcpy(play->deck, play->rules.deck, (size_t)count);
    shuffle(play->deck, count, rng);
    if (way == 1) sort_few_ranks(play->deck, count, rng);
    if (way == 2) sort_alike(play->deck, count);
    play->deal.deck = play->deck;
    play->deal.deck_count = count;
}

static bool has_board(const struct felt_variant *row)
{
    return row->board_cards > 0;
}

static bool can_bomb(const struct play *play)
{
    struct felt_deal bomb = play->deal;
    bomb.bomb = true;
    memset(bomb.blind, 0, sizeof bomb.blind);
    return felt_poker_deal_verify(&play->rules, &bomb, NULL) == FELT_OK;
}

static void make_table(struct play *play, const struct felt_variant *row, struct felt_rng *rng)
{
    felt_chips stacks[FELT_SEATS_MAX];
    struct felt_poker_rules *rules = &play->rules;
    struct felt_complaint complaint;
    enum felt_limit limit = (enum felt_limit)felt_rng_below(rng, 3);
    if (felt_poker_rules_make(row->name, limit, UNIT, rules, &complaint) != FELT_OK)
        fail_msg("%s: %s", row->name, complaint.text);
    rules->may_muck = felt_rng_below(rng, 3) == 0;
    rules->run_twice = has_board(row) && felt_rng_below(rng, 2);
    if (row->on_up == FELT_UP_FOLLOW && felt_rng_below(rng, 4) == 0) rules->wild = 0;
    if (felt_rng_below(rng, 4) == 0) {
        rules->rake_per_10000 = (uint16_t)felt_rng_below(rng, 1001);
        rules->rake_cap = felt_rng_below(rng, 20);
        rules->rake_needs_board = felt_rng_below(rng, 2);
    }
    if (felt_poker_rules_verify(rules, &complaint) != FELT_OK)
        fail_msg("%s: %s", row->name, complaint.text);
    int span = row->seats_max - row->seats_min + 1, seats = row->seats_min;
    seats += (int)felt_rng_below(rng, (uint32_t)span);
    if (felt_rng_below(rng, 2) && seats > 4) seats = 4;
    felt_chips most = felt_rng_below(rng, 2) ? 12 : 90;
    bool equal = felt_rng_below(rng, 4) == 0;
    for (int seat = 0; seat < seats; seat++)
        stacks[seat] = equal ? most : 1 + felt_rng_below(rng, (uint32_t)most);
    play->deal =
        felt_poker_deal_make(rules, seats, stacks, (felt_seat)felt_rng_below(rng, (uint32_t)seats));
    for (int seat = 0; seat < seats; seat++)
        if (felt_rng_below(rng, 8) == 0) play->deal.dead[seat] = felt_rng_below(rng, 4);
    make_deck(play, rng);
    if (felt_rng_below(rng, 4) == 0 && can_bomb(play)) {
        play->deal.bomb = true;
        for (int seat = 0; seat < seats; seat++) {
            play->deal.ante[seat] = UNIT;
            play->deal.blind[seat] = 0;
        }
    }
}

/* ---- play ----------------------------------------------------------------------------------- */

/* Folds are rare, so that hands reach their end; chips go in often, so that there are side pots. */
static struct felt_action choose(const struct play *play, struct felt_rng *rng)
{
    struct felt_option option[FELT_OPTIONS_MAX];
    int count = felt_poker_options(&play->rules, &play->state, option);
    for (;;) {
        const struct felt_option *one = &option[felt_rng_below(rng, (uint32_t)count)];
        struct felt_action action = {.kind = one->kind};
        if (one->kind == FELT_FOLD && felt_rng_below(rng, 8)) continue;
        if (one->kind == FELT_RUNS) action.choice = felt_rng_below(rng, 8) > 0;
        if (one->kind == FELT_RAISE_TO) {
            uint32_t way = felt_rng_below(rng, 3);
            felt_chips wide = one->max - one->min + 1;
            action.amount = one->min;
            if (way == 1) action.amount = one->max;
            if (way == 2) action.amount += felt_rng_below(rng, (uint32_t)wide);
        }
        if (one->kind == FELT_DISCARD) {
            int some = one->cards_max - one->cards_min + 1, left = one->cards_min;
            left += (int)felt_rng_below(rng, (uint32_t)some);
            while (left) {
                uint64_t bit = UINT64_C(1) << felt_rng_below(rng, FELT_HOLE_MAX);
                if (!(one->cards & bit) || action.cards & bit) continue;
                action.cards |= bit;
                left--;
            }
        }
        return action;
    }
}

static void play_hand(struct play *play, struct felt_rng *rng)
{
    struct felt_rng later = felt_rng_make(felt_rng_next(rng));
    play->deal.later = &later;
    play->log = (struct felt_event_log){.event = play->event, .room = EVENTS};
    assert_int_equal(felt_poker_open(&play->rules, &play->deal, &play->state, &play->log), FELT_OK);
    assert_int_equal(felt_poker_deal(&play->rules, &play->deal, rng, &play->state, &play->log),
                     FELT_OK);
    while (felt_poker_actor(&play->state) >= 0) {
        struct felt_action action = choose(play, rng);
        felt_seat seat = felt_poker_actor(&play->state);
        enum felt_status status =
            felt_poker_apply(&play->rules, &play->state, seat, action, &play->log);
        if (status != FELT_OK)
            fail_msg("%s: %s by seat %d is refused: %s", play->rules.variant->name,
                     felt_action_word((enum felt_action_kind)action.kind), seat,
                     felt_status_text(status));
    }
}

/* ---- what the events say -------------------------------------------------------------------- */

/* Cards of a hand whose owner threw some away and got others for them, or none. */
struct holding {
    felt_card card[FELT_HOLE_MAX];
    int count;
    int gap[FELT_HOLE_MAX], gaps; /* places of what was thrown away                     */
};

static void throw_away(struct holding *holding, const struct felt_event *event)
{
    holding->gaps = 0;
    for (int at = 0; at < holding->count; at++)
        for (int i = 0; i < event->count; i++)
            if (event->cards[i] == holding->card[at]) holding->gap[holding->gaps++] = at;
    assert_int_equal(holding->gaps, event->count);
}

static void fill_gaps(struct holding *holding, const struct felt_event *event)
{
    assert_int_equal(holding->gaps, event->count);
    for (int i = 0; i < event->count; i++) holding->card[holding->gap[i]] = event->cards[i];
    holding->gaps = 0;
}

/* A discard without replacement: the others close up. */
static void close_up(struct holding *holding)
{
    int kept = 0;
    for (int at = 0; at < holding->count; at++) {
        bool thrown = false;
        for (int i = 0; i < holding->gaps; i++) thrown = thrown || holding->gap[i] == at;
        if (!thrown) holding->card[kept++] = holding->card[at];
    }
    holding->count = kept;
    holding->gaps = 0;
}

struct account {
    struct slow_ending ending;
    struct holding holding[FELT_SEATS_MAX];
    felt_card up[UP_MAX]; /* face up, in order                                          */
    int ups, boards[2];
    felt_chips won[FELT_SEATS_MAX], dead[FELT_SEATS_MAX], rake;
    bool redealt, reshuffled;
};

static void account_cards(struct account *account, const struct felt_event *event)
{
    struct holding *holding = event->seat >= 0 ? &account->holding[event->seat] : NULL;
    bool up = event->kind == FELT_EVENT_DEAL_UP || event->kind == FELT_EVENT_BOARD;
    for (int i = 0; i < event->count; i++) {
        if (up) account->up[account->ups++] = event->cards[i];
        if (event->kind == FELT_EVENT_BOARD)
            account->ending.board[event->board][account->boards[event->board]++] = event->cards[i];
        else
            holding->card[holding->count++] = event->cards[i];
    }
    assert_true(account->ups < UP_MAX);
}

static void account_action(struct account *account, const struct felt_event *event, bool replace)
{
    account->ending.paid[event->seat] += event->amount;
    if (event->act == FELT_FOLD) account->ending.live &= (felt_seats)~felt_seats_of(event->seat);
    if (event->act == FELT_MUCK) account->ending.mucked |= felt_seats_of(event->seat);
    if (event->act == FELT_DISCARD) {
        throw_away(&account->holding[event->seat], event);
        if (!replace) close_up(&account->holding[event->seat]);
    }
    /* Two boards have in common what lies there when the last seat agrees. */
    if (event->act == FELT_RUNS) {
        account->boards[1] = account->boards[0];
        memcpy(account->ending.board[1], account->ending.board[0], FELT_BOARD_MAX);
        if (account->ending.runs != 1) account->ending.runs = event->to ? 2 : 1;
    }
}

static void account_event(struct account *account, const struct felt_event *event, bool replace)
{
    struct slow_ending *ending = &account->ending;
    switch ((enum felt_event_kind)event->kind) {
    case FELT_EVENT_ANTE:
    case FELT_EVENT_BLIND: ending->paid[event->seat] += event->amount; break;
    case FELT_EVENT_DEAD:
        ending->dead += event->amount;
        account->dead[event->seat] += event->amount;
        break;
    case FELT_EVENT_RETURN: ending->paid[event->seat] -= event->amount; break;
    case FELT_EVENT_DEAL:
    case FELT_EVENT_DEAL_UP:
    case FELT_EVENT_BOARD: account_cards(account, event); break;
    case FELT_EVENT_ACT: account_action(account, event, replace); break;
    case FELT_EVENT_DRAW: fill_gaps(&account->holding[event->seat], event); break;
    case FELT_EVENT_RAKE: account->rake += event->amount; break;
    case FELT_EVENT_WIN: account->won[event->seat] += event->amount; break;
    case FELT_EVENT_SHUFFLE: account->reshuffled = true; break;
    case FELT_EVENT_REDEAL:
        account->redealt = true;
        account->ups = account->boards[0] = account->boards[1] = 0;
        memset(account->holding, 0, sizeof account->holding);
        break;
    case FELT_EVENT_SHOW:
    case FELT_EVENT_OVER:
    case FELT_EVENT_HAND: /* not of poker */
    case FELT_EVENT_PLAY:
    case FELT_EVENT_TAKE:
    case FELT_EVENT_GIVE:
    case FELT_EVENT_SAY:
    case FELT_EVENT_SCORE:
    case FELT_EVENT_EFFECT:
    case FELT_EVENT_OUT:
    case FELT_EVENT_ROUND:
    case FELT_EVENT_INITIATIVE:
    case FELT_EVENT_FLIP:
    case FELT_EVENT_TALLY:
    case FELT_EVENT_OUTCOME:
    case FELT_EVENT_KINDS: break;
    }
}

static void read_events(const struct play *play, struct account *account)
{
    const struct felt_variant *row = play->rules.variant;
    struct slow_ending *ending = &account->ending;
    bool replace = false;
    memset(account, 0, sizeof *account);
    for (int i = 0; i < row->steps; i++) replace = replace || row->step[i].replace;
    ending->game = play->rules.showdown;
    ending->by_card = row->odd_chips == FELT_ODD_BY_CARD;
    ending->button = play->deal.button;
    ending->dealt = ending->live = play->deal.seats;
    ending->rake_per_10000 = play->rules.rake_per_10000;
    ending->rake_cap = play->rules.rake_cap;
    ending->rake_needs_board = play->rules.rake_needs_board;
    for (uint32_t i = 0; i < play->log.count; i++) account_event(account, &play->event[i], replace);
    ending->boards = account->boards[0];
    ending->wild = play->rules.wild;
    if (row->on_up == FELT_UP_FOLLOW)
        ending->wild |= slow_follow(row->trigger, account->up, account->ups);
    for (int seat = 0; seat < FELT_SEATS_MAX; seat++) {
        if (!felt_seats_has(ending->live, seat)) continue;
        ending->holes = account->holding[seat].count;
        memcpy(ending->hole[seat], account->holding[seat].card, FELT_HOLE_MAX);
    }
}

/* ---- the comparison ------------------------------------------------------------------------- */

/* Events and state must agree too: what a client shows is what is paid for. */
static void verify_cards(const struct play *play, const struct account *account, uint64_t seed)
{
    felt_card hole[FELT_HOLE_MAX], second[FELT_BOARD_MAX];
    for (int seat = 0; seat < FELT_SEATS_MAX; seat++) {
        if (!felt_seats_has(account->ending.live, seat)) continue;
        const struct holding *holding = &account->holding[seat];
        int count = felt_poker_hole(&play->rules, &play->state, (felt_seat)seat, hole);
        if (count != holding->count || memcmp(hole, holding->card, (size_t)count) != 0)
            fail_msg("seed %llu, %s: seat %d holds other cards than it was dealt",
                     (unsigned long long)seed, play->rules.variant->name, seat);
    }
    assert_int_equal(play->state.boards, account->boards[0]);
    assert_memory_equal(felt_poker_board(&play->state), account->ending.board[0],
                        (size_t)account->boards[0]);
    int count = felt_poker_second_board(&play->rules, &play->state, second);
    if (account->ending.runs != 2) {
        assert_int_equal(count, 0);
        return;
    }
    assert_int_equal(count, account->boards[1]);
    assert_memory_equal(second, account->ending.board[1], (size_t)count);
}

static void explain(const struct play *play, const struct account *account)
{
    char text[CARDS_TEXT_BYTES];
    const struct slow_ending *ending = &account->ending;
    print_message("# button %d, runs %d, dead %lld, wild %#llx, mucked %#x, board %s\n",
                  ending->button, ending->runs, (long long)ending->dead,
                  (unsigned long long)ending->wild, ending->mucked,
                  cards_show(ending->board[0], ending->boards, text));
    if (ending->runs == 2)
        print_message("# second board %s\n", cards_show(ending->board[1], ending->boards, text));
    for (int seat = 0; seat < FELT_SEATS_MAX; seat++) {
        if (!felt_seats_has(ending->dealt, seat)) continue;
        print_message("# seat %d paid %lld, wins %lld, %s %s\n", seat,
                      (long long)ending->paid[seat], (long long)account->won[seat],
                      felt_seats_has(ending->live, seat) ? "has" : "folded",
                      cards_show(account->holding[seat].card, account->holding[seat].count, text));
    }
    print_message("# limit %d, rake %lld\n", play->rules.limit, (long long)account->rake);
}

static void compare(const struct play *play, const struct reference_targets *targets, uint64_t seed,
                    struct tally *tally)
{
    struct account account;
    struct slow_result slow;
    read_events(play, &account);
    verify_cards(play, &account, seed);
    slow_settle(targets, &account.ending, &slow);
    for (int seat = 0; seat < FELT_SEATS_MAX; seat++) {
        felt_chips left = play->deal.stack[seat] - account.ending.paid[seat] - account.dead[seat];
        assert_int_equal(play->state.betting.stack[seat], left + account.won[seat]);
        if (account.won[seat] == slow.won[seat] && account.rake == slow.rake) continue;
        explain(play, &account);
        fail_msg("seed %llu, %s: seat %d wins %lld, by hand %lld; rake %lld, by hand %lld",
                 (unsigned long long)seed, play->rules.variant->name, seat,
                 (long long)account.won[seat], (long long)slow.won[seat], (long long)account.rake,
                 (long long)slow.rake);
    }
    tally->hands++;
    tally->showdowns += !felt_seats_lone(account.ending.live);
    tally->ties += slow.tied;
    tally->halves += account.ending.game->second != FELT_FAMILY_NONE;
    tally->twice += account.ending.runs == 2;
    tally->mucked += account.ending.mucked != 0;
    tally->redealt += account.redealt;
    tally->reshuffled += account.reshuffled;
    tally->shared += play->rules.variant->board_cards == 0 && account.boards[0] > 0;
    tally->followed += account.ending.wild != play->rules.wild;
    tally->raked += account.rake > 0;
}

static uint64_t number_from(const char *name, uint64_t usual)
{
    const char *text = getenv(name);
    return text ? strtoull(text, NULL, 10) : usual;
}

static void settle_pays_what_is_counted_by_hand(void **state)
{
    (void)state;
    static struct play play;
    struct tally tally = {0};
    struct reference_targets *targets = reference_targets_open();
    uint64_t seed = number_from("FELT_TEST_SEED", 1);
    uint64_t wanted =
        number_from("FELT_TEST_SHOWDOWNS", test_is_quick() ? SHOWDOWNS_QUICK : SHOWDOWNS);
    for (; (uint64_t)tally.showdowns < wanted; seed++) {
        struct felt_rng rng = felt_rng_make(seed);
        int row = (int)(seed % (uint64_t)felt_variant_count());
        make_table(&play, felt_variant_at(row), &rng);
        play_hand(&play, &rng);
        compare(&play, targets, seed, &tally);
    }
    reference_targets_close(targets);
    print_message("# %ld hands, %ld showdowns: %ld with ties, %ld in halves, %ld run twice, "
                  "%ld with mucked hands, %ld redealt, %ld reshuffled, %ld with a shared card, "
                  "%ld with a wild follower, %ld raked\n",
                  tally.hands, tally.showdowns, tally.ties, tally.halves, tally.twice, tally.mucked,
                  tally.redealt, tally.reshuffled, tally.shared, tally.followed, tally.raked);
    assert_true(tally.ties > 0 && tally.halves > 0 && tally.twice > 0 && tally.mucked > 0);
    assert_true(tally.redealt > 0 && tally.reshuffled > 0 && tally.shared > 0);
    assert_true(tally.followed > 0 && tally.raked > 0);
}

/* ---- the slow one itself -------------------------------------------------------------------- */

static void slow_follow_knows_the_rule(void **state)
{
    (void)state;
    static const struct {
        const char *up, *wild; /* one card of the rank, or "" */
    } rows[] = {{"Kc 3d 9h", ""},        {"Qc 7d 9h", "7c"},    {"7d Qc", ""},
                {"Qc 7d Qh", ""},        {"Qc 7d Qh 9s", "9c"}, {"Qc Qd 5s 6s", "5c"},
                {"2c Qd 3s 4s 5s", "3c"}};
    const felt_cards queens = (felt_cards)15 << (4 * FELT_QUEEN);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        felt_card up[8], rank[1];
        int count = cards_parse(rows[i].up, up, 8);
        felt_cards wild = 0;
        if (cards_parse(rows[i].wild, rank, 1)) wild = (felt_cards)15 << rank[0];
        if (slow_follow(queens, up, count) != wild) fail_msg("%s", rows[i].up);
    }
}

TEST_MODULE(settle)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(slow_follow_knows_the_rule),
        cmocka_unit_test(settle_pays_what_is_counted_by_hand),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
