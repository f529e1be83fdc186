/* probe_lbr.c -- the local best response.
 *
 * With a range of the player's hands and what it would do with each of them, the value of an action
 * follows if everything is checked and called behind it.  P is the pot, c what a call costs, and a
 * raise costs r and the player, if it stays in, m:
 *
 *     fold    0
 *     call    share * (P + c) - c
 *     raise   folds * P + (1 - folds) * (share' * (P + r + m) - r)
 *
 * `share` is the part of the pot that the own hand wins against the range, `folds` the part of the
 * range that folds to this raise, and `share'` the part won against the rest of it.  The player is
 * asked about every hand of the sample and both raises, by the pot and all-in.
 *
 * This looks one step ahead, and so it is no best response: it never bluffs twice by plan, nor lies
 * in wait.  (V. Lisy and M. Bowling, Equilibrium approximation quality of current no-limit poker
 * bots, 2017, found that it is enough to beat strong programs by far.)  To wait for a later street
 * by rule (probe->street) often wins more, because pots are larger by then and fewer cards to come
 * spoil what was computed. */
#include "match/probe_parts.h"

#include "felt/assert.h"
#include "felt/deck.h"

#include <string.h>

void felt_probe_lbr_init(struct felt_probe_lbr *lbr, const struct felt_probe *probe, void *block)
{
    lbr->probe = probe;
    felt_probe_ask_init(&lbr->ask, probe, block);
}

void felt_probe_lbr_begin(struct felt_probe_lbr *lbr, felt_seat seat, struct felt_rng rng)
{
    const struct felt_poker_rules *rules = lbr->probe->match.rules;
    lbr->seat = seat;
    lbr->rng = rng;
    lbr->waiting = lbr->full = false;
    felt_probe_ask_begin(&lbr->ask, (felt_seat)(1 - seat));
    felt_probe_holdings_begin(&lbr->range, rules->variant->deck);
}

void felt_probe_lbr_observe(struct felt_probe_lbr *lbr, const struct felt_event *event)
{
    lbr->full |= !felt_probe_ask_observe(&lbr->ask, event);
    bool own = event->kind == FELT_EVENT_DEAL && event->seat == lbr->seat;
    if (own) memcpy(lbr->hole, event->cards, 2);
    if (own || event->kind == FELT_EVENT_BOARD)
        felt_probe_holdings_exclude(&lbr->range, event->cards, event->count);
    if (event->kind != FELT_EVENT_ACT || event->seat == lbr->seat || !lbr->waiting) return;
    bool raise = event->act == FELT_RAISE_TO;
    struct felt_action action = {.kind = event->act, .amount = raise ? event->to : 0};
    felt_probe_holdings_note(&lbr->range, &lbr->question, action);
    lbr->waiting = false;
}

void felt_probe_lbr_wait(struct felt_probe_lbr *lbr, const struct felt_view *view)
{
    felt_assert(view->viewer == lbr->seat);
    if (view->phase != FELT_PHASE_BET || lbr->full) return;
    /* What is not known of this state does not get into the question. */
    felt_poker_imagine(lbr->probe->match.rules, view, &lbr->rng, &lbr->state);
    felt_probe_ask_make(&lbr->ask, &lbr->state, &lbr->question);
    lbr->waiting = true;
}

/* ---- what the hand is worth ------------------------------------------------------------------ */

/* Against each holding on one board. */
static void lay_open(struct felt_probe_lbr *lbr, const felt_card board[FELT_BOARD_MAX])
{
    const struct felt_poker_rules *rules = lbr->probe->match.rules;
    struct felt_probe_holdings *range = &lbr->range;
    felt_cards lies = felt_cards_from(board, FELT_BOARD_MAX);
    felt_showdown_values_each(rules->showdown, lbr->hand, range->count + 1, 2, board,
                              FELT_BOARD_MAX, lbr->value, NULL);
    felt_value own = lbr->value[range->count];
    for (int i = 0; i < range->count; i++) {
        struct felt_probe_holding *holding = &range->holding[i];
        if (lies & felt_cards_from(holding->card, 2)) continue;
        holding->share += own > lbr->value[i] ? 1 : own == lbr->value[i] ? 0.5 : 0;
        lbr->deals[i]++;
    }
}

/* Cards to come: none and one are counted, more are sampled. */
static void share(struct felt_probe_lbr *lbr, const struct felt_view *view)
{
    const struct felt_poker_rules *rules = lbr->probe->match.rules;
    const struct felt_zone *zone = felt_view_zone(view, FELT_ZONE_BOARD, FELT_SEAT_NONE);
    struct felt_probe_holdings *range = &lbr->range;
    felt_card board[FELT_BOARD_MAX];
    int missing = FELT_BOARD_MAX - zone->count;
    memcpy(board, view->cards + zone->at, zone->count);
    struct felt_deck deck = felt_deck_make(rules->variant->deck & ~range->known);
    for (int i = 0; i < range->count; i++) {
        lbr->hand[i] = range->holding[i].card;
        lbr->deals[i] = 0;
        range->holding[i].share = 0;
    }
    lbr->hand[range->count] = lbr->hole;
    uint32_t boards = missing == 0 ? 1 : missing == 1 ? (uint32_t)deck.count : lbr->probe->boards;
    for (uint32_t i = 0; i < boards; i++) {
        if (missing > 1) felt_deck_shuffle(&deck, missing, &lbr->rng);
        memcpy(board + zone->count, deck.card + (missing == 1 ? i : 0), (size_t)missing);
        lay_open(lbr, board);
    }
    for (int i = 0; i < range->count; i++) {
        struct felt_probe_holding *holding = &range->holding[i];
        holding->share = lbr->deals[i] ? holding->share / lbr->deals[i] : 0.5;
    }
}

/* ---- what an action is worth ----------------------------------------------------------------- */

/* The share that is won against the whole range. */
static double mean_share(const struct felt_probe_lbr *lbr)
{
    double sum = 0, won = 0;
    for (int i = 0; i < lbr->range.count; i++) {
        const struct felt_probe_holding *holding = &lbr->range.holding[i];
        double weight = felt_probe_holding_weight(holding);
        sum += weight;
        won += weight * holding->share;
    }
    return sum > 0 ? won / sum : 0.5;
}

/* The question that the raise would put to the player. */
static void imagine_raise(struct felt_probe_lbr *lbr, const struct felt_view *view,
                          struct felt_action action)
{
    const struct felt_poker_rules *rules = lbr->probe->match.rules;
    struct felt_probe_ask *ask = &lbr->ask;
    struct felt_event_log log = {ask->event + ask->events, 0, FELT_PROBE_ASK_EVENTS - ask->events};
    uint32_t before = ask->events;
    felt_poker_imagine(rules, view, &lbr->rng, &lbr->state);
    enum felt_status status = felt_poker_apply(rules, &lbr->state, lbr->seat, action, &log);
    felt_assert(status == FELT_OK);
    ask->events += log.count;
    felt_probe_ask_make(ask, &lbr->state, &lbr->imagined);
    ask->events = before; /* the event itself stays behind the end of the log until it is asked */
}

static double raise_value(struct felt_probe_lbr *lbr, const struct felt_view *view,
                          struct felt_action action)
{
    const struct felt_betting *betting = &view->betting;
    felt_seat other = (felt_seat)(1 - lbr->seat);
    felt_chips reach = betting->staked[other] + betting->stack[other];
    felt_chips to = action.amount < reach ? action.amount : reach;
    double pot = (double)felt_player_pot(view), cost = (double)(to - betting->staked[lbr->seat]);
    double match = (double)(to - betting->staked[other]), sum = 0, stays = 0, won = 0;
    const struct felt_action fold = {.kind = FELT_FOLD};
    imagine_raise(lbr, view, action);
    for (int i = 0; i < lbr->range.count; i++) {
        const struct felt_probe_holding *holding = &lbr->range.holding[i];
        double weight = felt_probe_holding_weight(holding);
        if (felt_probe_holding_hopeless(holding)) continue;
        struct felt_probe_ask_reply reply =
            felt_probe_ask_put(&lbr->ask, &lbr->imagined, holding->card);
        double stay = weight * (1 - felt_probe_ask_likeness(&reply, fold));
        sum += weight;
        stays += stay;
        won += stay * holding->share;
    }
    if (sum == 0) return 0;
    double folds = 1 - stays / sum, part = stays > 0 ? won / stays : 0;
    return folds * pot + (1 - folds) * (part * (pot + cost + match) - cost);
}

/* ---- the choice ------------------------------------------------------------------------------ */

static const struct felt_option *find(const struct felt_view *view, enum felt_action_kind kind)
{
    for (int i = 0; i < view->options; i++)
        if (view->option[i].kind == kind) return &view->option[i];
    return NULL;
}

static felt_chips within(felt_chips amount, const struct felt_option *option)
{
    return amount < option->min ? option->min : amount > option->max ? option->max : amount;
}

/* The raises that are looked at, smaller first; returns how many. */
static int list_raises(const struct felt_probe_lbr *lbr, const struct felt_view *view,
                       felt_chips out[FELT_PROBE_LBR_RAISES])
{
    const struct felt_option *raise = find(view, FELT_RAISE_TO), *call = find(view, FELT_CALL);
    if (raise == NULL || view->street < lbr->probe->street || lbr->full) return 0;
    if (lbr->ask.events + FELT_EVENTS_MAX > FELT_PROBE_ASK_EVENTS) return 0;
    felt_chips cost = call ? call->min : 0;
    out[0] = within(view->betting.to_match + view->betting.pot + cost, raise);
    out[1] = raise->max;
    return out[0] == out[1] ? 1 : 2;
}

struct felt_decision felt_probe_lbr_choose(struct felt_probe_lbr *lbr, const struct felt_view *view)
{
    const struct felt_option *call = find(view, FELT_CALL);
    struct felt_decision best = {.reasoning = "best_response", .confidence = 1};
    felt_chips raise[FELT_PROBE_LBR_RAISES], cost = call ? call->min : 0;
    felt_assert(view->viewer == lbr->seat && view->actor == lbr->seat);
    if (view->phase != FELT_PHASE_BET) {
        best.action = felt_player_timid(view);
        return best;
    }
    felt_probe_holdings_update(&lbr->range, &lbr->ask, &lbr->rng);
    share(lbr, view);
    best.strength = mean_share(lbr);
    best.action.kind = call ? FELT_CALL : FELT_CHECK;
    best.gain = best.strength * (double)(felt_player_pot(view) + cost) - (double)cost;
    if (call && best.gain <= 0) {
        best.action.kind = FELT_FOLD;
        best.gain = 0;
    }
    int raises = list_raises(lbr, view, raise);
    for (int i = 0; i < raises; i++) {
        struct felt_action action = {.kind = FELT_RAISE_TO, .amount = raise[i]};
        double gain = raise_value(lbr, view, action);
        if (gain <= best.gain) continue;
        best.action = action;
        best.gain = gain;
    }
    return best;
}
