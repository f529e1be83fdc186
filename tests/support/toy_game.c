#include "toy_game.h"

#include "felt/assert.h"

#include <string.h>

static void tell(struct felt_event_log *log, struct felt_event event)
{
    if (!log) return;
    felt_assert(log->count < log->room);
    log->event[log->count++] = event;
}

static felt_chips pay(struct toy_state *toy, felt_seat seat)
{
    felt_assert(toy->stack[seat] > 0);
    toy->stack[seat]--;
    toy->pot++;
    return 1;
}

static enum felt_status open_toy(const void *rules, const struct felt_deal *from, void *state,
                                 struct felt_event_log *log)
{
    struct toy_state *toy = state;
    (void)rules;
    *toy = (struct toy_state){.seats = from->seats,
                              .live = from->seats,
                              .waiting = from->seats,
                              .button = from->button,
                              .actor = FELT_SEAT_NONE};
    for (felt_seats left = from->seats; left;) {
        felt_seat seat = felt_seats_take(&left);
        if (from->stack[seat] < 1) return FELT_BAD_DEAL;
        toy->start[seat] = toy->stack[seat] = from->stack[seat];
        pay(toy, seat);
        if (!toy->stack[seat]) toy->waiting &= (felt_seats)~felt_seats_of(seat);
        tell(log, (struct felt_event){.kind = FELT_EVENT_ANTE, .seat = seat, .amount = 1});
    }
    return FELT_OK;
}

static void finish(struct toy_state *toy, struct felt_event_log *log)
{
    felt_seat best = FELT_SEAT_NONE;
    toy->actor = FELT_SEAT_NONE;
    toy->over = 1;
    for (felt_seats left = toy->live; left;) {
        felt_seat seat = felt_seats_take(&left);
        if (best < 0 || toy->card[seat] > toy->card[best]) best = seat;
        if (felt_seats_lone(toy->live)) continue;
        tell(log, (struct felt_event){.kind = FELT_EVENT_SHOW,
                                      .seat = seat,
                                      .count = 1,
                                      .cards_to = (felt_seats)-1,
                                      .cards = {toy->card[seat]}});
    }
    felt_assert(best >= 0);
    tell(log, (struct felt_event){.kind = FELT_EVENT_WIN, .seat = best, .amount = toy->pot});
    toy->stack[best] += toy->pot;
    toy->pot = 0;
    tell(log, (struct felt_event){.kind = FELT_EVENT_OVER, .seat = FELT_SEAT_NONE});
}

static void pass(struct toy_state *toy, int from, struct felt_event_log *log)
{
    if (!toy->waiting || felt_seats_lone(toy->live))
        finish(toy, log);
    else
        toy->actor = felt_seats_from(toy->waiting, from);
}

static enum felt_status deal_toy(const void *rules, const struct felt_deal *from,
                                 struct felt_rng *rng, void *state, struct felt_event_log *log)
{
    struct toy_state *toy = state;
    felt_seat seat = toy->button;
    (void)rules, (void)rng;
    felt_assert(from->deck && from->deck_count >= FELT_SEATS_MAX);
    for (int i = 0; i < felt_seats_count(toy->seats); i++) {
        seat = felt_seats_from(toy->seats, seat + 1);
        toy->card[seat] = from->deck[i];
        tell(log, (struct felt_event){.kind = FELT_EVENT_DEAL,
                                      .seat = seat,
                                      .count = 1,
                                      .cards_to = felt_seats_of(seat),
                                      .cards = {from->deck[i]}});
    }
    pass(toy, toy->button + 1, log);
    return FELT_OK;
}

static felt_seat find_actor(const void *rules, const void *state)
{
    (void)rules;
    return ((const struct toy_state *)state)->actor;
}

static int list_options(const void *rules, const void *state,
                        struct felt_option out[FELT_OPTIONS_MAX])
{
    if (find_actor(rules, state) < 0) return 0;
    out[0] = (struct felt_option){.kind = FELT_FOLD};
    out[1] = (struct felt_option){.kind = FELT_CALL, .min = 1, .max = 1};
    return 2;
}

static enum felt_status apply_toy(const void *rules, void *state, felt_seat seat,
                                  struct felt_action action, struct felt_event_log *log)
{
    struct toy_state *toy = state;
    struct felt_option option[FELT_OPTIONS_MAX];
    bool legal = false;
    for (int i = list_options(rules, state, option); i-- > 0;)
        legal = legal || felt_option_admits(&option[i], action);
    if (seat != toy->actor || !legal) return FELT_NOT_LEGAL;
    toy->waiting &= (felt_seats)~felt_seats_of(seat);
    if (action.kind == FELT_FOLD)
        toy->live &= (felt_seats)~felt_seats_of(seat);
    else
        toy->called[seat] = pay(toy, seat);
    tell(log, (struct felt_event){.kind = FELT_EVENT_ACT,
                                  .act = action.kind,
                                  .seat = seat,
                                  .amount = toy->called[seat],
                                  .to = toy->called[seat]});
    pass(toy, seat + 1, log);
    return FELT_OK;
}

static void view_toy(const void *rules, const void *state, felt_seat viewer, struct felt_view *out)
{
    const struct toy_state *toy = state;
    memset(out, 0, sizeof *out);
    out->viewer = viewer;
    out->actor = toy->actor;
    out->button = toy->button;
    out->opener = FELT_SEAT_NONE;
    out->phase = toy->over ? FELT_PHASE_OVER : FELT_PHASE_BET;
    out->seats = toy->seats;
    out->betting.to_match = 1;
    out->betting.pot = toy->pot;
    out->betting.turn.live = toy->live;
    out->betting.turn.actor = toy->actor;
    for (felt_seats left = toy->seats; left;) {
        felt_seat seat = felt_seats_take(&left);
        out->betting.stack[seat] = toy->stack[seat];
        out->betting.staked[seat] = toy->called[seat];
        out->start[seat] = toy->start[seat];
        out->cards[out->zones] = seat == viewer ? toy->card[seat] : (felt_card)FELT_CARD_NONE;
        out->zone[out->zones] =
            (struct felt_zone){.kind = FELT_ZONE_HAND, .owner = seat, .at = out->zones, .count = 1};
        out->zones++;
    }
    if (viewer >= 0 && viewer == toy->actor)
        out->options = (uint8_t)list_options(rules, state, out->option);
}

static void pay_off(const void *rules, const void *state, felt_chips out[FELT_SEATS_MAX])
{
    const struct toy_state *toy = state;
    (void)rules;
    for (int seat = 0; seat < FELT_SEATS_MAX; seat++)
        out[seat] = toy->stack[seat] - toy->start[seat];
}

const struct felt_game toy_game = {.name = "toy",
                                   .state_bytes = sizeof(struct toy_state),
                                   .open = open_toy,
                                   .deal = deal_toy,
                                   .actor = find_actor,
                                   .legal = list_options,
                                   .apply = apply_toy,
                                   .view = view_toy,
                                   .payoff = pay_off};

/* ---- the adapter ---- */

static void begin_hand(const struct felt_game_adapter *adapter, felt_seats seats,
                       const felt_chips stack[FELT_SEATS_MAX], felt_seat button,
                       struct felt_deal *out)
{
    (void)adapter;
    *out = (struct felt_deal){.seats = seats, .button = button, .opener = FELT_SEAT_NONE};
    for (felt_seats left = seats; left;) {
        felt_seat seat = felt_seats_take(&left);
        out->stack[seat] = stack[seat];
        out->ante[seat] = 1;
    }
}

static const char *name_phase(const struct felt_game_adapter *adapter, const struct felt_view *view)
{
    (void)adapter;
    return view->phase == FELT_PHASE_OVER ? "SHOWDOWN" : "CARD";
}

static const char *name_rank(const struct felt_game_adapter *adapter, const struct felt_event *show,
                             char name[FELT_VALUE_NAME_BYTES])
{
    (void)adapter, (void)show;
    memcpy(name, "one card", 9);
    return "one_card";
}

static const felt_card toy_deck[] = {0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12,
                                     13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25,
                                     26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38,
                                     39, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51};

const struct felt_game_adapter toy_adapter = {.game = &toy_game,
                                              .variant = "TOY",
                                              .seats_min = 2,
                                              .seats_max = FELT_SEATS_MAX,
                                              .big_blind = 1,
                                              .deck = toy_deck,
                                              .deck_count = sizeof toy_deck / sizeof toy_deck[0],
                                              .deal = begin_hand,
                                              .phase = name_phase,
                                              .rank = name_rank};
