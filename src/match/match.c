/* match.c -- see match.h.
 *
 * Streams, all from the seed of the match:
 *
 *     cards    group, deal                    the same in all legs: the same cards at the same
 * seats later    a child of the cards           for cards that go back into the deck luck "luck",
 * group, deal            the same in all legs, so that equal hands that are all-in at the same
 * moment get equal means and cancel player   "player", index, group, leg    no two players and no
 * two legs share one
 *
 * A hand is kept cheap: the state is copied once for each decision (the luck of its last one may be
 * asked for), events are written to a log that is emptied after each action, and only players that
 * observe get them. */
#include "felt/match.h"

#include "felt/assert.h"
#include "felt/hash.h"
#include "felt/score.h"
#include "match/luck.h"

#include <stdalign.h>
#include <string.h>

/* States of games that verify() looks at; poker's has less than 1 KiB. */
enum { STATE_BYTES_MAX = 16384 };

/* Everything of one group that is not in the blocks of players. */
struct table {
    const struct felt_match *match;
    const struct felt_match_watch *watch; /* may be NULL                                     */
    struct felt_play_stats *counted; /* by player; may be NULL                                   */
    struct felt_match_group *out;
    uint64_t group;
    int leg;
    uint32_t deal;
    bool observed;                 /* somebody wants events                             */
    int8_t player[FELT_SEATS_MAX]; /* who sits there                                     */
    void *block[FELT_SEATS_MAX];   /* by player                                          */
    struct felt_place place[FELT_SEATS_MAX];
    void *state, *before, *scratch;
    struct felt_rng root, cards; /* the stream of the match, and that of the group's cards */
    /* of the hand */
    felt_seat last_seat; /* who took the last decision, NONE: nobody has acted                  */
    struct felt_action last;
    bool dealt; /* it was followed by cards                                              */
    felt_chips rake;
    struct felt_play_stats_hand manners;
    struct felt_view view;
    struct felt_event event[FELT_EVENTS_MAX];
};

/* ---- what is played -------------------------------------------------------------------------- */

static enum felt_status verify_deal(const struct felt_match *match,
                                    struct felt_complaint *complaint)
{
    alignas(max_align_t) char state[STATE_BYTES_MAX];
    felt_chips chips = 0;
    for (int seat = 0; seat < match->players; seat++) {
        felt_chips stack = match->deal.stack[seat];
        if (stack > FELT_MATCH_STACK_MAX)
            return felt_complain(complaint, FELT_BAD_DEAL, 0, 0,
                                 "a stack of %lld chips is too large for a match; the largest is "
                                 "%lld",
                                 (long long)stack, (long long)FELT_MATCH_STACK_MAX);
        chips += stack;
    }
    int64_t hands = (int64_t)felt_match_legs(match->players) * match->deals;
    if (chips * FELT_MATCH_MILLI > (FELT_SCORE_RESULT_MAX - 1) / hands)
        return felt_complain(complaint, FELT_BAD_DEAL, 0, 0,
                             "%lld chips on the table are too many for groups of %lld hands; take "
                             "smaller stacks or fewer deals",
                             (long long)chips, (long long)hands);
    felt_assert(match->game->state_bytes <= sizeof state);
    bool seats = match->deal.seats == (felt_seats)((1u << match->players) - 1);
    if (!seats || match->deal.deck || match->deal.carry ||
        match->game->open(match->rules, &match->deal, state, NULL) != FELT_OK)
        return felt_complain(complaint, FELT_BAD_DEAL, 0, 0,
                             "the game cannot begin with these seats, stacks and forced bets");
    return FELT_OK;
}

enum felt_status felt_match_verify(const struct felt_match *match, struct felt_complaint *complaint)
{
    if (match->players < 2 || match->players > FELT_SEATS_MAX)
        return felt_complain(complaint, FELT_WRONG_COUNT, 0, 0,
                             "a match has 2 to %d players at a table; these are %d", FELT_SEATS_MAX,
                             match->players);
    if (match->deals < 1 || match->deals > FELT_MATCH_DEALS_MAX)
        return felt_complain(complaint, FELT_WRONG_COUNT, 0, 0,
                             "a group has 1 to %d deals; these are %u", FELT_MATCH_DEALS_MAX,
                             match->deals);
    if (match->futures > FELT_MATCH_FUTURES_MAX)
        return felt_complain(complaint, FELT_WRONG_COUNT, 0, 0,
                             "at most %d futures are looked at; these are %u",
                             FELT_MATCH_FUTURES_MAX, match->futures);
    enum felt_status status = verify_deal(match, complaint);
    for (int i = 0; status == FELT_OK && i < match->players; i++) {
        const struct felt_player_spec *spec = &match->player[i];
        if (!spec->kind->plays(match->game, match->rules))
            status = felt_complain(complaint, FELT_UNSUPPORTED, (size_t)i, 0,
                                   "%s does not play this game", spec->text);
    }
    return status;
}

felt_seat felt_match_seat(int players, int leg, int player)
{
    felt_assert(leg >= 0 && leg < felt_match_legs(players));
    felt_assert(player >= 0 && player < players);
    /* Three players: three turns of the table one way round, and three the other way. */
    int steps = leg >= players ? players - player : player;
    return (felt_seat)((steps + leg) % players);
}

/* ---- memory ---------------------------------------------------------------------------------- */

static size_t padded(size_t bytes)
{
    size_t unit = alignof(max_align_t);
    return (bytes + unit - 1) / unit * unit;
}

size_t felt_match_bytes(const struct felt_match *match)
{
    size_t bytes = padded(sizeof(struct table)) + 3 * padded(match->game->state_bytes);
    for (int i = 0; i < match->players; i++) bytes += padded(match->player[i].kind->bytes);
    return bytes;
}

static struct table *lay_out(const struct felt_match *match, void *memory)
{
    struct table *table = memory;
    char *at = (char *)memory + padded(sizeof *table);
    void **const states[] = {&table->state, &table->before, &table->scratch};
    felt_assert((uintptr_t)memory % alignof(max_align_t) == 0);
    table->match = match;
    table->observed = false;
    for (int i = 0; i < 3; i++) {
        *states[i] = at;
        at += padded(match->game->state_bytes);
    }
    for (int i = 0; i < match->players; i++) {
        table->block[i] = at;
        at += padded(match->player[i].kind->bytes);
        table->observed |= match->player[i].kind->observe != NULL;
    }
    felt_assert((size_t)(at - (char *)memory) == felt_match_bytes(match));
    return table;
}

/* ---- one hand -------------------------------------------------------------------------------- */

static bool is_dealing(uint8_t kind)
{
    return kind == FELT_EVENT_BOARD || kind == FELT_EVENT_DEAL || kind == FELT_EVENT_DEAL_UP ||
           kind == FELT_EVENT_DRAW || kind == FELT_EVENT_REDEAL;
}

/* Passes events on, and keeps the books.  True: cards were dealt. */
static bool tell(struct table *table, const struct felt_event_log *log)
{
    const struct felt_match *match = table->match;
    bool dealt = false;
    for (uint32_t i = 0; i < log->count; i++) {
        const struct felt_event *event = &log->event[i];
        dealt |= is_dealing(event->kind);
        felt_play_stats_observe(&table->manners, event);
        if (event->kind == FELT_EVENT_RAKE) table->rake += event->amount;
        for (int p = 0; table->observed && p < match->players; p++) {
            const struct felt_player_kind *kind = match->player[p].kind;
            if (kind->observe == NULL) continue;
            struct felt_event seen = felt_event_for(event, table->place[p].seat);
            kind->observe(table->block[p], &seen);
        }
    }
    if (table->watch && table->watch->events)
        table->watch->events(table->watch->self, log->event, log->count);
    return dealt;
}

static bool is_legal(const struct felt_view *view, struct felt_action action)
{
    for (int i = 0; i < view->options; i++)
        if (felt_option_admits(&view->option[i], action)) return true;
    return false;
}

/* M4.  False: the match ends here. */
static bool correct(struct table *table, int player, struct felt_action *action)
{
    struct felt_match_group *out = table->out;
    out->illegal[player]++;
    if (table->match->stop_on_illegal) {
        const char *word =
            action->kind < FELT_ACTION_KINDS ? felt_action_word(action->kind) : "no action";
        out->stopped = true;
        out->culprit = (felt_seat)player;
        (void)felt_complain(&out->complaint, FELT_NOT_LEGAL, 0, 0,
                            "%s took an action that is not legal: %s, amount %lld, in group %llu, "
                            "leg %d, deal %u",
                            table->match->player[player].text, word, (long long)action->amount,
                            (unsigned long long)table->group, table->leg, table->deal);
        return false;
    }
    *action = felt_player_timid(&table->view);
    felt_assert(is_legal(&table->view, *action));
    return true;
}

/* The actor chooses.  False: the match ends here. */
static bool decide(struct table *table, felt_seat seat, struct felt_action *action)
{
    const struct felt_match *match = table->match;
    int player = table->player[seat];
    const struct felt_budget budget = {
        .samples = felt_player_samples(&match->player[player], match->samples)};
    match->game->view(match->rules, table->state, seat, &table->view);
    felt_assert(table->view.actor == seat);
    struct felt_decision decision =
        match->player[player].kind->choose(table->block[player], &table->view, &budget);
    *action = decision.action;
    table->out->decisions[player]++;
    if (decision.warning != FELT_WARN_NONE) table->out->warnings[player]++;
    if (!is_legal(&table->view, *action) && !correct(table, player, action)) return false;
    decision.action = *action;
    if (table->counted)
        felt_play_stats_decide(&table->manners, &table->view, &decision, &table->counted[player]);
    if (table->watch && table->watch->decision)
        table->watch->decision(table->watch->self, seat, &decision);
    return true;
}

static void act(struct table *table, felt_seat seat, struct felt_action action)
{
    const struct felt_match *match = table->match;
    struct felt_event_log log = {table->event, 0, FELT_EVENTS_MAX};
    memcpy(table->before, table->state, match->game->state_bytes);
    enum felt_status status = match->game->apply(match->rules, table->state, seat, action, &log);
    felt_assert(status == FELT_OK); /* G2 */
    table->last_seat = seat;
    table->last = action;
    table->dealt = tell(table, &log);
}

/* Replaces what a hand brought by its mean over luck.  False: there was none. */
static bool adjust(struct table *table, int64_t mean[FELT_SEATS_MAX])
{
    if (!table->dealt) return false;
    struct felt_rng luck = felt_rng_split(&table->root, felt_hash_text("luck"));
    luck = felt_rng_split(&luck, table->group);
    luck = felt_rng_split(&luck, table->deal);
    return felt_luck_mean(table->match, table->before, table->last_seat, table->last, luck,
                          table->scratch, mean);
}

static void settle(struct table *table)
{
    const struct felt_match *match = table->match;
    struct felt_match_group *out = table->out;
    felt_chips payoff[FELT_SEATS_MAX] = {0}, sum = table->rake;
    int64_t mean[FELT_SEATS_MAX];
    match->game->payoff(match->rules, table->state, payoff);
    for (int seat = 0; seat < match->players; seat++) {
        sum += payoff[seat];
        mean[seat] = payoff[seat] * FELT_MATCH_MILLI;
    }
    felt_assert(sum == 0); /* M2 */
    for (int seat = 0; seat < match->players; seat++) out->won[table->player[seat]] += mean[seat];
    out->lucky += adjust(table, mean);
    for (int seat = 0; seat < match->players; seat++)
        out->adjusted[table->player[seat]] += mean[seat];
    out->hands++;
    out->showdowns += felt_seats_count(table->manners.shown) >= 2;
}

/* False: the match ends here. */
static bool play_hand(struct table *table)
{
    const struct felt_match *match = table->match;
    struct felt_rng cards = felt_rng_split(&table->cards, table->deal);
    struct felt_rng later = felt_rng_split(&cards, felt_hash_text("later"));
    table->last_seat = FELT_SEAT_NONE;
    table->dealt = false;
    table->manners = (struct felt_play_stats_hand){0};
    table->rake = 0;

    struct felt_deal from = match->deal;
    from.later = &later;
    struct felt_event_log log = {table->event, 0, FELT_EVENTS_MAX};
    if (table->watch && table->watch->begin)
        table->watch->begin(table->watch->self, table->group, table->leg, table->deal, &from,
                            table->player);
    for (int i = 0; i < match->players; i++)
        match->player[i].kind->begin(table->block[i], &table->place[i]);
    enum felt_status status = match->game->open(match->rules, &from, table->state, &log);
    felt_assert(status == FELT_OK);
    status = match->game->deal(match->rules, &from, &cards, table->state, &log);
    felt_assert(status == FELT_OK);
    (void)tell(table, &log);
    for (felt_seat seat; (seat = match->game->actor(match->rules, table->state)) >= 0;) {
        struct felt_action action;
        if (!decide(table, seat, &action)) return false;
        act(table, seat, action);
    }
    settle(table);
    for (felt_seat seat = 0; table->counted && seat < match->players; seat++)
        felt_play_stats_end(&table->manners, seat, &table->counted[table->player[seat]]);
    return true;
}

/* ---- a group --------------------------------------------------------------------------------- */

static void sit_down(struct table *table)
{
    const struct felt_match *match = table->match;
    struct felt_rng players = felt_rng_split(&table->root, felt_hash_text("player"));
    memset(table->player, -1, sizeof table->player);
    for (int i = 0; i < match->players; i++) {
        felt_seat seat = felt_match_seat(match->players, table->leg, i);
        felt_assert(table->player[seat] == -1);
        table->player[seat] = (int8_t)i;
        table->place[i] = (struct felt_place){.game = match->game,
                                              .rules = match->rules,
                                              .seat = seat,
                                              .owner = match->player[i].owner,
                                              .deal = &match->deal};
        struct felt_rng rng = felt_rng_split(&players, (uint64_t)i);
        rng = felt_rng_split(&rng, table->group);
        rng = felt_rng_split(&rng, (uint64_t)table->leg);
        match->player[i].kind->sit(table->block[i], &match->player[i].settings, rng);
    }
}

void felt_match_play(const struct felt_match *match, uint64_t group, void *memory,
                     const struct felt_match_watch *watch, struct felt_match_group *out)
{
    struct table *table = lay_out(match, memory);
    memset(out, 0, sizeof *out);
    table->watch = watch;
    table->counted = watch ? watch->manners : NULL;
    table->out = out;
    table->group = group;
    table->root = felt_rng_make(match->seed);
    table->cards = felt_rng_split(&table->root, group);
    for (table->leg = 0; table->leg < felt_match_legs(match->players); table->leg++) {
        sit_down(table);
        for (table->deal = 0; table->deal < match->deals; table->deal++)
            if (!play_hand(table)) return;
    }
    felt_assert(out->hands == (uint32_t)felt_match_legs(match->players) * match->deals);
}
