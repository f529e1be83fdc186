/* probe.c -- see probe.h.
 *
 * Streams, all from the seed of the match:
 *
 *     cards    group                       the same in both legs
 *     luck     "luck", group               the same in both legs
 *     player   "player", group, leg        of the player at the table
 *     probe    "probe", group, leg         of the probe: which hands and boards it looks at
 *     ask      "ask", question, cards      of the player when it is asked (probe_ask.c) */
#include "felt/probe.h"

#include "felt/assert.h"
#include "felt/hash.h"
#include "match/luck.h"
#include "match/probe_parts.h"

#include <stdalign.h>
#include <string.h>

enum { PROBE, PLAYER };

struct table {
    const struct felt_probe *probe;
    const struct felt_match_watch *watch; /* may be NULL                                     */
    struct felt_match_group *out;
    uint64_t group;
    int leg;
    felt_seat seat[2]; /* of the probe and of the player                                    */
    struct felt_place place;
    void *block; /* of the player                                                           */
    struct felt_poker state, before, scratch;
    struct felt_rng root;
    felt_seat last_seat;
    struct felt_action last;
    bool dealt; /* the last decision was followed by cards                                   */
    felt_chips rake;
    struct felt_play_stats_hand manners;
    struct felt_view view;
    struct felt_event event[FELT_EVENTS_MAX];
    struct felt_probe_lbr lbr;
};

/* ---- what is probed -------------------------------------------------------------------------- */

/* Two cards each, five on the table, one half of the pot, no joker. */
static bool plays(const struct felt_game *game, const void *rules_of_game)
{
    if (game != &felt_poker_game) return false;
    const struct felt_poker_rules *rules = rules_of_game;
    const struct felt_variant *variant = rules->variant;
    return variant->hole_cards == 2 && variant->board_cards == FELT_BOARD_MAX && !rules->special &&
           variant->step[0].down == 2 && (variant->deck & FELT_CARDS_JOKERS) == 0 &&
           rules->wild == 0 && rules->showdown->second == FELT_FAMILY_NONE;
}

/* Only felt_probe_play() knows whom to ask. */
static void sit_idle(void *self, const struct felt_strategy_config *settings, struct felt_rng rng)
{
    (void)self, (void)settings, (void)rng;
}

static void begin_idle(void *self, const struct felt_place *place)
{
    (void)self, (void)place;
}

static struct felt_decision choose_timid(void *self, const struct felt_view *view,
                                         const struct felt_budget *budget)
{
    (void)self, (void)budget;
    return (struct felt_decision){.action = felt_player_timid(view), .reasoning = "timid"};
}

const struct felt_player_kind felt_probe_kind = {.name = "lbr",
                                                 .title = "local best response",
                                                 .plays = plays,
                                                 .sit = sit_idle,
                                                 .begin = begin_idle,
                                                 .choose = choose_timid};

struct felt_probe felt_probe_make(const struct felt_match *match)
{
    return (struct felt_probe){
        .match = *match, .asked = FELT_PROBE_ASKED, .boards = FELT_PROBE_BOARDS};
}

enum felt_status felt_probe_verify(const struct felt_probe *probe, struct felt_complaint *complaint)
{
    const struct felt_match *match = &probe->match;
    if (match->players != 2 || match->deals != 1)
        return felt_complain(complaint, FELT_WRONG_COUNT, 0, 0,
                             "a probe plays one player, one deal at a time");
    if (probe->asked < FELT_PROBE_ASKED_MIN || probe->asked > FELT_PROBE_ASKED_MAX)
        return felt_complain(complaint, FELT_WRONG_COUNT, 0, 0,
                             "a probe asks about %d to %d hands; these are %u",
                             FELT_PROBE_ASKED_MIN, FELT_PROBE_ASKED_MAX, probe->asked);
    if (probe->boards < 1 || probe->boards > FELT_PROBE_BOARDS_MAX)
        return felt_complain(complaint, FELT_WRONG_COUNT, 0, 0,
                             "a probe looks at 1 to %d boards; these are %u", FELT_PROBE_BOARDS_MAX,
                             probe->boards);
    if (match->player[PROBE].kind != &felt_probe_kind)
        return felt_complain(complaint, FELT_UNSUPPORTED, PROBE, 0,
                             "the first player of a probe is the probe");
    if (!plays(match->game, match->rules))
        return felt_complain(complaint, FELT_UNSUPPORTED, PROBE, 0,
                             "a probe needs a game that is dealt like hold'em, without jokers");
    return felt_match_verify(match, complaint);
}

/* ---- memory ---------------------------------------------------------------------------------- */

static size_t padded(size_t bytes)
{
    size_t unit = alignof(max_align_t);
    return (bytes + unit - 1) / unit * unit;
}

size_t felt_probe_bytes(const struct felt_probe *probe)
{
    return padded(sizeof(struct table)) + 2 * padded(probe->match.player[PLAYER].kind->bytes);
}

void felt_probe_init(const struct felt_probe *probe, void *memory)
{
    struct table *table = memory;
    size_t bytes = padded(probe->match.player[PLAYER].kind->bytes);
    felt_assert((uintptr_t)memory % alignof(max_align_t) == 0);
    table->probe = probe;
    table->block = (char *)memory + padded(sizeof *table);
    table->root = felt_rng_make(probe->match.seed);
    felt_probe_lbr_init(&table->lbr, probe, (char *)table->block + bytes);
}

/* ---- one hand -------------------------------------------------------------------------------- */

/* Passes events on, and keeps the books. */
static void tell(struct table *table, const struct felt_event_log *log)
{
    const struct felt_player_kind *kind = table->probe->match.player[PLAYER].kind;
    table->dealt = false;
    for (uint32_t i = 0; i < log->count; i++) {
        const struct felt_event *event = &log->event[i];
        table->dealt |= event->kind == FELT_EVENT_BOARD;
        felt_play_stats_observe(&table->manners, event);
        if (event->kind == FELT_EVENT_RAKE) table->rake += event->amount;
        struct felt_event seen = felt_event_for(event, table->seat[PROBE]);
        felt_probe_lbr_observe(&table->lbr, &seen);
        if (kind->observe == NULL) continue;
        seen = felt_event_for(event, table->seat[PLAYER]);
        kind->observe(table->block, &seen);
    }
    if (table->watch && table->watch->events)
        table->watch->events(table->watch->self, log->event, log->count);
}

static bool is_legal(const struct felt_view *view, struct felt_action action)
{
    for (int i = 0; i < view->options; i++)
        if (felt_option_admits(&view->option[i], action)) return true;
    return false;
}

/* The match ends here. */
static void stop(struct table *table, struct felt_action action)
{
    struct felt_match_group *out = table->out;
    const char *word =
        action.kind < FELT_ACTION_KINDS ? felt_action_word(action.kind) : "no action";
    out->stopped = true;
    out->culprit = PLAYER;
    (void)felt_complain(&out->complaint, FELT_NOT_LEGAL, 0, 0,
                        "%s took an action that is not legal: %s, amount %lld, in group %llu, "
                        "leg %d",
                        table->probe->match.player[PLAYER].text, word, (long long)action.amount,
                        (unsigned long long)table->group, table->leg);
}

static void ask_player(struct table *table, struct felt_decision *decision)
{
    const struct felt_match *match = &table->probe->match;
    const struct felt_budget budget = {
        .samples = felt_player_samples(&match->player[PLAYER], match->samples)};
    felt_poker_view(match->rules, &table->state, table->seat[PROBE], &table->view);
    felt_probe_lbr_wait(&table->lbr, &table->view);
    felt_poker_view(match->rules, &table->state, table->seat[PLAYER], &table->view);
    *decision = match->player[PLAYER].kind->choose(table->block, &table->view, &budget);
    if (decision->warning != FELT_WARN_NONE) table->out->warnings[PLAYER]++;
    if (is_legal(&table->view, decision->action)) return;
    table->out->illegal[PLAYER]++;
    if (match->stop_on_illegal) stop(table, decision->action);
    decision->action = felt_player_timid(&table->view);
}

static void ask_probe(struct table *table, struct felt_decision *decision)
{
    felt_poker_view(table->probe->match.rules, &table->state, table->seat[PROBE], &table->view);
    *decision = felt_probe_lbr_choose(&table->lbr, &table->view);
}

static void act(struct table *table, felt_seat seat)
{
    struct felt_event_log log = {table->event, 0, FELT_EVENTS_MAX};
    int who = seat == table->seat[PROBE] ? PROBE : PLAYER;
    struct felt_decision decision;
    if (who == PROBE)
        ask_probe(table, &decision);
    else
        ask_player(table, &decision);
    if (table->out->stopped) return;
    felt_assert(is_legal(&table->view, decision.action)); /* B3 */
    table->out->decisions[who]++;
    if (table->watch && table->watch->manners)
        felt_play_stats_decide(&table->manners, &table->view, &decision,
                               &table->watch->manners[who]);
    if (table->watch && table->watch->decision)
        table->watch->decision(table->watch->self, seat, &decision);
    table->before = table->state;
    table->last_seat = seat;
    table->last = decision.action;
    enum felt_status status =
        felt_poker_apply(table->probe->match.rules, &table->state, seat, decision.action, &log);
    felt_assert(status == FELT_OK);
    tell(table, &log);
}

static void settle(struct table *table)
{
    struct felt_match_group *out = table->out;
    felt_chips payoff[FELT_SEATS_MAX] = {0}, sum = table->rake;
    int64_t mean[FELT_SEATS_MAX] = {0};
    felt_poker_payoff(&table->state, payoff);
    for (int who = 0; who < 2; who++) {
        felt_seat seat = table->seat[who];
        sum += payoff[seat];
        mean[seat] = payoff[seat] * FELT_MATCH_MILLI;
        out->won[who] += mean[seat];
    }
    felt_assert(sum == 0);
    if (table->dealt) {
        struct felt_rng luck = felt_rng_split(&table->root, felt_hash_text("luck"));
        luck = felt_rng_split(&luck, table->group);
        out->lucky += felt_luck_mean(&table->probe->match, &table->before, table->last_seat,
                                     table->last, luck, &table->scratch, mean);
    }
    for (int who = 0; who < 2; who++) out->adjusted[who] += mean[table->seat[who]];
    out->hands++;
    out->showdowns += felt_seats_count(table->manners.shown) >= 2;
}

static struct felt_rng stream(const struct table *table, const char *label)
{
    struct felt_rng rng = felt_rng_split(&table->root, felt_hash_text(label));
    rng = felt_rng_split(&rng, table->group);
    return felt_rng_split(&rng, (uint64_t)table->leg);
}

static void sit_down(struct table *table)
{
    const struct felt_match *match = &table->probe->match;
    const struct felt_player_spec *player = &match->player[PLAYER];
    for (int who = 0; who < 2; who++) table->seat[who] = felt_match_seat(2, table->leg, who);
    table->place = (struct felt_place){.game = match->game,
                                       .rules = match->rules,
                                       .seat = table->seat[PLAYER],
                                       .owner = player->owner};
    player->kind->sit(table->block, &player->settings, stream(table, "player"));
    player->kind->begin(table->block, &table->place);
    felt_probe_lbr_begin(&table->lbr, table->seat[PROBE], stream(table, "probe"));
}

static void play_hand(struct table *table)
{
    const struct felt_match *match = &table->probe->match;
    struct felt_event_log log = {table->event, 0, FELT_EVENTS_MAX};
    struct felt_rng cards = felt_rng_split(&table->root, table->group);
    const struct felt_deal *from = &match->deal;
    int8_t player[FELT_SEATS_MAX];
    table->rake = 0;
    table->manners = (struct felt_play_stats_hand){0};
    sit_down(table);
    memset(player, -1, sizeof player);
    for (int who = 0; who < 2; who++) player[table->seat[who]] = (int8_t)who;
    if (table->watch && table->watch->begin)
        table->watch->begin(table->watch->self, table->group, table->leg, 0, from, player);
    enum felt_status status = felt_poker_open(match->rules, from, &table->state, &log);
    felt_assert(status == FELT_OK);
    status = felt_poker_deal(match->rules, from, &cards, &table->state, &log);
    felt_assert(status == FELT_OK);
    tell(table, &log);
    table->dealt = false;
    for (felt_seat seat; (seat = felt_poker_actor(&table->state)) >= 0;) {
        act(table, seat);
        if (table->out->stopped) return;
    }
    settle(table);
    for (int who = 0; table->watch && table->watch->manners && who < 2; who++)
        felt_play_stats_end(&table->manners, table->seat[who], &table->watch->manners[who]);
}

void felt_probe_play(const struct felt_probe *probe, uint64_t group, void *memory,
                     const struct felt_match_watch *watch, struct felt_match_group *out)
{
    struct table *table = memory;
    felt_assert(table->probe == probe);
    memset(out, 0, sizeof *out);
    table->watch = watch;
    table->out = out;
    table->group = group;
    for (table->leg = 0; table->leg < felt_match_legs(2) && !out->stopped; table->leg++)
        play_hand(table);
    felt_assert(out->stopped || out->hands == 2);
}
