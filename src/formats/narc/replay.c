/* replay.c -- runs of Narc: recording one while it is played, and playing it again.
 *
 * Both go through the same three steps (a session, a hand, an action), so that they cannot differ.
 * An action names a kind of card, not a copy: of equal cards in a hand the first one is taken,
 * which recording sees to as well. */
#include "felt/assert.h"
#include "formats/narc/parts.h"

#include <string.h>

/* ---- the three steps ---- */

struct felt_rng felt_narc_run_rng(uint64_t seed, uint32_t session)
{
    struct felt_rng whole = felt_rng_make(seed);
    return felt_rng_split(&whole, session);
}

/* `number` sessions were before this one. */
static bool open_session(const struct felt_narc_rules *rules, uint64_t seed, uint32_t number,
                         int32_t heat, int32_t cash, struct felt_narc_state *state,
                         struct felt_event_log *log)
{
    struct felt_rng rng = felt_narc_run_rng(seed, number);
    if (number > 0 && state->phase != FELT_NARC_OVER) return false;
    felt_assert(heat >= 0 && heat <= FELT_NARC_CASH_MAX);
    felt_assert(cash >= 0 && cash <= FELT_NARC_CASH_MAX);
    if (number == 0 || state->end == FELT_NARC_BUSTED) felt_narc_rest(rules, heat, cash, state);
    state->heat = heat;
    state->cash = cash;
    state->session_over = true; /* it may have been left before its end */
    felt_narc_begin(rules, state, &rng, state, log);
    return true;
}

static bool deal_hand(const struct felt_narc_rules *rules, struct felt_narc_state *state,
                      struct felt_event_log *log)
{
    struct felt_rng unused = felt_rng_make(0); /* N3: chance was spent by the first hand */
    if (state->phase != FELT_NARC_OVER || state->session_over) return false;
    felt_narc_begin(rules, state, &unused, state, log);
    return true;
}

static bool names_card(unsigned kind)
{
    return kind == FELT_COMMIT || kind == FELT_CALL;
}

struct felt_action felt_narc_action_with(const struct felt_narc_rules *rules,
                                         const struct felt_narc_state *state, felt_seat seat,
                                         struct felt_narc_run_action from)
{
    struct felt_action action = {.kind = from.kind};
    uint8_t hand[FELT_NARC_HAND_MAX];
    if (!names_card(from.kind)) return action;
    int count = felt_narc_hand(rules, state, seat, hand);
    for (int i = count - 1; i >= 0; i--)
        if (felt_narc_kind(rules, state, hand[i]) == from.card) action.cards = UINT64_C(1) << i;
    return action;
}

/* ---- recording ---- */

void felt_narc_run_begin(struct felt_narc_run *run, const struct felt_narc_rules *rules,
                         uint64_t seed)
{
    memset(run, 0, sizeof *run);
    memcpy(run->rules, rules->options.name, sizeof run->rules);
    memcpy(run->cards, rules->catalogue.name, sizeof run->cards);
    run->hash = rules->hash;
    run->seed = seed;
}

enum felt_status felt_narc_run_open(struct felt_narc_run *run, const struct felt_narc_rules *rules,
                                    int32_t heat, int32_t cash, struct felt_narc_state *state,
                                    struct felt_event_log *log)
{
    if (run->sessions == FELT_NARC_RUN_SESSIONS_MAX) return FELT_FULL;
    if (!open_session(rules, run->seed, run->sessions, heat, cash, state, log))
        return FELT_NOT_LEGAL;
    run->session[run->sessions++] = (struct felt_narc_run_session){
        .heat = heat, .cash = cash, .first = run->actions, .hands = 1};
    return FELT_OK;
}

enum felt_status felt_narc_run_deal(struct felt_narc_run *run, const struct felt_narc_rules *rules,
                                    struct felt_narc_state *state, struct felt_event_log *log)
{
    if (run->sessions == 0 || !deal_hand(rules, state, log)) return FELT_NOT_LEGAL;
    run->session[run->sessions - 1].hands++;
    felt_assert(run->session[run->sessions - 1].hands <= FELT_NARC_SESSION_MAX);
    return FELT_OK;
}

enum felt_status felt_narc_run_act(struct felt_narc_run *run, const struct felt_narc_rules *rules,
                                   struct felt_narc_state *state, felt_seat seat,
                                   struct felt_action action, struct felt_event_log *log)
{
    struct felt_narc_run_action record = {.kind = action.kind, .card = FELT_CARD_NONE};
    if (run->sessions == 0) return FELT_NOT_YOUR_TURN;
    if (run->actions == FELT_NARC_RUN_ACTIONS_MAX) return FELT_FULL;
    if (names_card(action.kind) && seat >= 0 && seat == felt_narc_actor(rules, state)) {
        uint8_t hand[FELT_NARC_HAND_MAX];
        int count = felt_narc_hand(rules, state, seat, hand), index = 0;
        while (index < count && action.cards != UINT64_C(1) << index) index++;
        if (index < count) {
            record.card = (uint8_t)felt_narc_kind(rules, state, hand[index]);
            action.cards = felt_narc_action_with(rules, state, seat, record).cards;
        }
    }
    enum felt_status status = felt_narc_apply(rules, state, seat, action, log);
    if (status != FELT_OK) return status;
    run->action[run->actions++] = record;
    run->session[run->sessions - 1].count++;
    return FELT_OK;
}

/* ---- playing again ---- */

void felt_narc_replay_begin(struct felt_narc_replay *replay, const struct felt_narc_rules *rules,
                            const struct felt_narc_run *run)
{
    memset(replay, 0, sizeof *replay);
    replay->rules = rules;
    replay->run = run;
    replay->state.phase = FELT_NARC_OVER;
}

/* Between two hands. */
static bool begin_something(struct felt_narc_replay *replay, struct felt_event_log *log)
{
    const struct felt_narc_run *run = replay->run;
    const struct felt_narc_run_session *now =
        replay->sessions ? &run->session[replay->sessions - 1] : NULL;
    if (now && replay->hands < now->hands) {
        if (!deal_hand(replay->rules, &replay->state, log)) return !(replay->refused = true);
        replay->hands++;
        return true;
    }
    if (now && replay->actions != now->first + now->count) return !(replay->refused = true);
    if (replay->sessions == run->sessions) return false;
    const struct felt_narc_run_session *next = &run->session[replay->sessions];
    if (next->first != replay->actions || next->hands == 0) return !(replay->refused = true);
    if (!open_session(replay->rules, run->seed, replay->sessions, next->heat, next->cash,
                      &replay->state, log))
        return !(replay->refused = true);
    replay->sessions++;
    replay->hands = 1;
    return true;
}

bool felt_narc_replay_next(struct felt_narc_replay *replay, struct felt_event_log *log)
{
    const struct felt_narc_run *run = replay->run;
    if (log) log->count = 0;
    if (replay->refused) return false;
    if (replay->state.phase == FELT_NARC_OVER) return begin_something(replay, log);
    const struct felt_narc_run_session *now = &run->session[replay->sessions - 1];
    if (replay->actions == now->first + now->count) {
        /* Unfinished: nothing may follow. */
        replay->refused = replay->hands < now->hands || replay->sessions < run->sessions;
        return false;
    }
    felt_seat seat = felt_narc_actor(replay->rules, &replay->state);
    struct felt_action action =
        felt_narc_action_with(replay->rules, &replay->state, seat, run->action[replay->actions]);
    if (felt_narc_apply(replay->rules, &replay->state, seat, action, log) != FELT_OK)
        return !(replay->refused = true);
    replay->actions++;
    return true;
}
