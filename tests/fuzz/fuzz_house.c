/* fuzz_house.c -- any bytes as a table at which the house sits, and as what the others do.
 *
 * The bytes choose variant, limit, options of the house, seats, stacks, forced bets, the seed of
 * the cards, dials, where the house sits and from when on it listens; the rest are actions of the
 * others.  Whatever happens, the house answers with an action that is admitted, and with numbers
 * that are numbers. */
#include "table_bytes.h"

#include "felt/player.h"

#include <math.h>

enum { ACTIONS_MAX = 400, DECISIONS_MAX = 8, SAMPLES = 8 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* The house in its seat, and what it was told. */
struct guest {
    const struct felt_player_kind *kind;
    struct felt_place place;
    bool deaf; /* until it is asked, or for good                                            */
    bool comes_late;
    int decisions;
    _Alignas(16) char block[1 << 18];
};

static struct felt_strategy_config read_config(struct bytes *bytes)
{
    struct felt_strategy_config config = felt_strategy_config_default();
    for (int i = 0; i < FELT_STRATEGY_DIALS; i++) {
        const struct felt_strategy_dial *dial = felt_strategy_dial_at(i);
        double value = dial->min + (dial->max - dial->min) * take(bytes) / 255;
        memcpy((char *)&config + dial->at, &value, sizeof value);
    }
    felt_assert(felt_strategy_config_validate(&config, NULL) == FELT_OK);
    return config;
}

static void sit(struct guest *guest, const struct felt_poker_rules *rules, felt_seats seats,
                struct bytes *bytes)
{
    struct felt_strategy_config config = read_config(bytes);
    unsigned where = take(bytes);
    guest->kind = felt_player_find("house", 5);
    guest->place =
        (struct felt_place){.game = &felt_poker_game,
                            .rules = rules,
                            .seat = felt_seats_from(seats, (int)(where % FELT_SEATS_MAX))};
    guest->deaf = where & 128;
    guest->comes_late = where & 64;
    guest->decisions = 0;
    felt_assert(guest->kind->bytes <= sizeof guest->block);
    guest->kind->sit(guest->block, &config, felt_rng_make(where));
    guest->kind->begin(guest->block, &guest->place);
}

static void tell(struct guest *guest, struct felt_event_log *log)
{
    for (uint32_t i = 0; i < log->count && !guest->deaf; i++) {
        struct felt_event event = felt_event_for(&log->event[i], guest->place.seat);
        guest->kind->observe(guest->block, &event);
    }
    log->count = 0;
}

static void verify_decision(const struct felt_view *view, const struct felt_decision *made)
{
    const double shares[] = {made->confidence, made->strength, made->price, made->range,
                             made->share};
    bool admitted = false;
    for (int i = 0; i < view->options; i++)
        admitted |= felt_option_admits(&view->option[i], made->action);
    felt_assert(admitted);
    for (size_t i = 0; i < sizeof shares / sizeof shares[0]; i++)
        felt_assert(shares[i] >= 0 && shares[i] <= 1);
    felt_assert(isfinite(made->gain));
    felt_assert(made->reasoning[0] != 0);
    felt_assert(made->warning == FELT_WARN_NONE);
}

static struct felt_action ask(struct guest *guest, const struct felt_poker *state)
{
    const struct felt_budget budget = {.samples = SAMPLES};
    struct felt_view view;
    felt_poker_view(guest->place.rules, state, guest->place.seat, &view);
    struct felt_decision made = guest->kind->choose(guest->block, &view, &budget);
    verify_decision(&view, &made);
    if (guest->comes_late) guest->deaf = false;
    guest->decisions++;
    return made.action;
}

/* One of the options; when the bytes are used up the quiet one. */
static struct felt_action read_action(struct bytes *bytes, const struct felt_option *option,
                                      int count)
{
    unsigned byte = bytes->left ? take(bytes) : 1;
    const struct felt_option *chosen = &option[byte % (unsigned)count];
    struct felt_action action = {.kind = chosen->kind};
    uint64_t from = chosen->cards;
    if (action.kind == FELT_RAISE_TO)
        action.amount = chosen->min + (chosen->max - chosen->min) / 63 * (byte >> 2);
    int wanted = chosen->cards_min + (int)(byte >> 4) % (chosen->cards_max - chosen->cards_min + 1);
    for (; action.kind == FELT_DISCARD && wanted > 0; wanted--, from &= from - 1)
        action.cards |= from & -from;
    return action;
}

static void play(struct guest *guest, struct felt_poker *state, struct bytes *bytes,
                 struct felt_event_log *log)
{
    const struct felt_poker_rules *rules = guest->place.rules;
    for (int i = 0; felt_poker_actor(state) >= 0 && i < ACTIONS_MAX; i++) {
        struct felt_option option[FELT_OPTIONS_MAX];
        felt_seat seat = felt_poker_actor(state);
        int count = felt_poker_options(rules, state, option);
        tell(guest, log);
        if (guest->decisions == DECISIONS_MAX) return;
        struct felt_action action =
            seat == guest->place.seat ? ask(guest, state) : read_action(bytes, option, count);
        felt_assert(felt_poker_apply(rules, state, seat, action, log) == FELT_OK);
    }
    tell(guest, log);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct felt_event event[FELT_EVENTS_MAX];
    static struct guest guest;
    struct felt_event_log log = {.event = event, .room = FELT_EVENTS_MAX};
    struct bytes bytes = {data, size};
    struct felt_poker state;
    struct felt_poker_rules rules = read_rules(&bytes);
    struct felt_deal deal = read_deal(&bytes, &rules);
    struct felt_rng rng = felt_rng_make(take_two(&bytes));
    if (felt_poker_open(&rules, &deal, &state, &log) != FELT_OK) return 0;
    felt_assert(felt_poker_deal(&rules, &deal, &rng, &state, &log) == FELT_OK);
    sit(&guest, &rules, deal.seats, &bytes);
    play(&guest, &state, &bytes, &log);
    return 0;
}
