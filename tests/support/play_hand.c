/* play_hand.c -- see play_hand.h. */
#include "play_hand.h"

#include "felt/assert.h"

#include <string.h>

void play_sit(struct play_table *table, const struct felt_poker_rules *rules, int seats,
              const struct felt_player_kind *const *kind, uint64_t seed)
{
    struct felt_strategy_config settings = felt_strategy_config_default();
    memset(table, 0, offsetof(struct play_table, block));
    table->seats = seats;
    for (int seat = 0; seat < seats; seat++) {
        table->kind[seat] = kind[seat];
        play_sit_as(table, (felt_seat)seat, &settings, seed);
    }
    play_change(table, rules);
}

void play_sit_as(struct play_table *table, felt_seat seat,
                 const struct felt_strategy_config *settings, uint64_t seed)
{
    const struct felt_player_kind *kind = table->kind[seat];
    struct felt_rng rng = felt_rng_make(seed);
    felt_assert(kind->bytes <= PLAY_BLOCK_BYTES);
    memset(table->block[seat], 0xA5, kind->bytes); /* sit() must not rely on zeros */
    kind->sit(table->block[seat], settings, felt_rng_split(&rng, (uint64_t)seat));
}

void play_change(struct play_table *table, const struct felt_poker_rules *rules)
{
    table->rules = rules;
    for (int seat = 0; seat < table->seats; seat++)
        table->place[seat] =
            (struct felt_place){.game = &felt_poker_game, .rules = rules, .seat = (felt_seat)seat};
}

static void tell(struct play_table *table, struct felt_event_log *log)
{
    for (int seat = 0; seat < table->seats; seat++) {
        if (!table->kind[seat]->observe) continue;
        for (uint32_t i = 0; i < log->count; i++) {
            struct felt_event event = felt_event_for(&log->event[i], (felt_seat)seat);
            table->kind[seat]->observe(table->block[seat], &event);
        }
    }
    log->count = 0;
}

static bool admits(const struct felt_view *view, struct felt_action action)
{
    for (int i = 0; i < view->options; i++)
        if (felt_option_admits(&view->option[i], action)) return true;
    return false;
}

static void note(struct play_table *table, felt_seat seat, const struct felt_decision *decision)
{
    const uint64_t words[] = {table->hash, decision->action.kind, decision->action.choice,
                              (uint64_t)decision->action.amount, decision->action.cards};
    for (size_t i = 1; i < sizeof words / sizeof words[0]; i++)
        table->hash = (table->hash ^ words[i]) * UINT64_C(0x9E3779B97F4A7C15) + i;
    table->count[seat][decision->action.kind]++;
    table->decisions++;
    table->warnings +=
        decision->warning != FELT_WARN_NONE && decision->warning != FELT_WARN_NO_EVALUATOR;
    bool good = decision->reasoning && decision->reasoning[0] && decision->confidence >= 0 &&
                decision->confidence <= 1;
    table->wrong_words += !good;
}

static struct felt_action ask(struct play_table *table, const struct felt_poker *state,
                              felt_seat seat)
{
    struct felt_view view;
    felt_poker_view(table->rules, state, seat, &view);
    struct felt_decision decision =
        table->kind[seat]->choose(table->block[seat], &view, &table->budget);
    note(table, seat, &decision);
    if (admits(&view, decision.action)) return decision.action;
    table->illegal++;
    return felt_player_timid(&view);
}

void play_deal(struct play_table *table, const struct felt_deal *deal, struct felt_rng *rng)
{
    struct felt_event events[FELT_EVENTS_MAX];
    struct felt_event_log log = {events, 0, FELT_EVENTS_MAX};
    struct felt_poker state;
    felt_chips won[FELT_SEATS_MAX];
    for (int seat = 0; seat < table->seats; seat++)
        table->kind[seat]->begin(table->block[seat], &table->place[seat]);
    felt_assert(felt_poker_open(table->rules, deal, &state, &log) == FELT_OK);
    felt_assert(felt_poker_deal(table->rules, deal, rng, &state, &log) == FELT_OK);
    for (;;) { /* H4: a hand takes a bounded number of actions */
        tell(table, &log);
        felt_seat seat = felt_poker_actor(&state);
        if (seat < 0) break;
        struct felt_action action = ask(table, &state, seat);
        felt_assert(felt_poker_apply(table->rules, &state, seat, action, &log) == FELT_OK);
    }
    felt_poker_payoff(&state, won);
    for (int seat = 0; seat < table->seats; seat++) table->won[seat] += won[seat];
}

void play_hand(struct play_table *table, const felt_chips *stacks, felt_seat button,
               const felt_card *deck, int deck_count, struct felt_rng *rng)
{
    struct felt_deal deal = felt_poker_deal_make(table->rules, table->seats, stacks, button);
    deal.deck = deck;
    deal.deck_count = deck_count;
    play_deal(table, &deal, rng);
}
