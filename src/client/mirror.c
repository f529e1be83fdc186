/* mirror.c -- see mirror.h.
 *
 * The engine deals a whole hand at once, and most of its cards are not known here.  Only cards face
 * up decide who acts, so these are put into the deck beforehand; everything else is made up, and
 * put right when the engine deals it: the card that was told changes places with the one that was
 * made up, in the state and in the event.
 *
 * What others throw away is made up as well: how many is public, which is not.  So the engine
 * cannot find out who wins; shows and awards are taken from what was said. */
#include "client/mirror.h"

#include "felt/assert.h"

#include <string.h>

/* Reading along. */
struct player_along {
    const struct client_game *game;
    const struct client_hand *hand;
    struct client_mirror *mirror;
    struct felt_event_log log;
    uint32_t seen;         /* events that were put right                                     */
    int own, drawn, board; /* said[] is read up to here: own cards, own draws, the board     */
    int own_at, drawn_at, board_at; /* and so many cards of that one                          */
    int held;        /* own cards                                                      */
    unsigned thrown; /* own discards that wait                                         */
    bool said_deals; /* own cards are among what was said                              */
};

static const struct felt_poker_rules *rules_of(const struct player_along *along)
{
    return &along->game->rules;
}

/* ---- the deal ---- */

static felt_chips larger(felt_chips a, felt_chips b)
{
    return a > b ? a : b;
}

/* Blinds are told as posted; their price is what the table plays for. */
static void take_blinds(const struct player_along *along, const struct client_said *said,
                        struct felt_deal *deal)
{
    felt_seat small = said->seat, big = said->other;
    if (small >= 0) deal->blind[small] = larger(along->game->small_blind, said->amount);
    if (big < 0) return;
    deal->blind[big] = larger(along->game->big_blind, said->to);
    deal->opener = felt_seats_from(deal->seats, big + 1);
}

static bool make_deal(const struct player_along *along, struct felt_deal *deal)
{
    const struct client_hand *hand = along->hand;
    *deal =
        (struct felt_deal){.seats = hand->seats, .button = hand->button, .opener = FELT_SEAT_NONE};
    if (hand->button < 0 || felt_seats_lone(hand->seats)) return false;
    memcpy(deal->stack, hand->start, sizeof deal->stack);
    if (rules_of(along)->variant->forced == FELT_FORCED_BUTTON_BLIND) {
        deal->blind[hand->button] = along->game->big_blind;
        deal->opener = felt_seats_from(deal->seats, hand->button + 1);
    }
    for (int i = 0; i < hand->saids; i++) {
        const struct client_said *said = &hand->said[i];
        if (said->ev == FELT_SAID_POST_BLINDS) take_blinds(along, said, deal);
        if (said->ev == FELT_SAID_ANTE && said->seat >= 0 && said->amount > 0)
            deal->ante[said->seat] = said->amount;
    }
    for (int seat = 0; seat < FELT_SEATS_MAX; seat++)
        if (!felt_seats_has(deal->seats, seat) && deal->ante[seat] + deal->blind[seat] > 0)
            return false;
    return true;
}

/* The place of a seat in the order of RULES 2.4. */
static int order_of(const struct client_hand *hand, felt_seat seat)
{
    int order = 0;
    for (felt_seat at = felt_seats_from(hand->seats, hand->button + 1); at != seat;
         at = felt_seats_from(hand->seats, at + 1))
        order++;
    return order;
}

/* Cards face up, at their places; false: a card is there twice, or more than the game deals. */
static bool place_up_cards(const struct player_along *along, felt_card deck[FELT_CARDS_MAX])
{
    const struct client_hand *hand = along->hand;
    unsigned left[FELT_SEATS_MAX];
    felt_cards used = 0;
    int seats = felt_seats_count(hand->seats);
    memset(deck, FELT_CARD_NONE, FELT_CARDS_MAX);
    for (int seat = 0; seat < FELT_SEATS_MAX; seat++) left[seat] = rules_of(along)->up;
    for (int i = 0; i < hand->saids; i++) {
        const struct client_said *said = &hand->said[i];
        if (said->ev != FELT_SAID_DEAL || !said->up || said->seat < 0) continue;
        if (!felt_seats_has(hand->seats, said->seat)) return false;
        for (int k = 0; k < said->cards.count; k++) {
            felt_card card = said->cards.card[k];
            if (!left[said->seat] || card == FELT_CARD_NONE || used >> card & 1) return false;
            int place = __builtin_ctz(left[said->seat]) * seats + order_of(hand, said->seat);
            left[said->seat] &= left[said->seat] - 1;
            if (place >= FELT_CARDS_MAX) return false;
            deck[place] = card;
            used |= felt_cards_of(card);
        }
    }
    return true;
}

/* ---- putting right ---- */

/* The card changes places with the one that lies there. */
static bool put_card(struct felt_poker *state, int place, felt_card card)
{
    for (int at = 0; at < state->size; at++) {
        if (state->deck[at] != card) continue;
        state->deck[at] = state->deck[place];
        state->deck[place] = card;
        return true;
    }
    return false; /* not in this deck */
}

/* Does this tell own cards that the engine deals face down? */
static bool deals_own(const struct player_along *along, const struct client_said *said)
{
    return said->ev == FELT_SAID_DEAL && said->seat == along->hand->seat && !said->up;
}

static bool draws_own(const struct player_along *along, const struct client_said *said)
{
    return said->ev == FELT_SAID_DRAW && said->seat == along->hand->seat;
}

static bool is_board(const struct player_along *along, const struct client_said *said)
{
    (void)along;
    return said->ev == FELT_SAID_FLOP || said->ev == FELT_SAID_TURN ||
           said->ev == FELT_SAID_RIVER || (said->ev == FELT_SAID_DEAL && said->seat < 0);
}

/* The next card of those that `wanted` tells; FELT_CARD_NONE: nobody told. */
static felt_card next_card(const struct player_along *along, int *said, int *at,
                           bool (*wanted)(const struct player_along *, const struct client_said *))
{
    for (; *said < along->hand->saids; (*said)++, *at = 0) {
        const struct client_said *it = &along->hand->said[*said];
        if (wanted(along, it) && *at < it->cards.count) return it->cards.card[(*at)++];
    }
    return FELT_CARD_NONE;
}

static felt_card next_own(struct player_along *along)
{
    if (along->said_deals) return next_card(along, &along->own, &along->own_at, deals_own);
    const struct client_cards *hole = &along->hand->hole;
    return along->own_at < hole->count ? hole->card[along->own_at++] : (felt_card)FELT_CARD_NONE;
}

static int own_place(const struct player_along *along, int index)
{
    const struct felt_poker *state = &along->mirror->state;
    felt_seat seat = along->hand->seat;
    bool late = state->late[seat] && index == rules_of(along)->variant->hole_cards - 1;
    return late ? state->late[seat] - 1 : state->row[seat] + index;
}

static bool settle_own(struct player_along *along, struct felt_event *event)
{
    for (int i = 0; i < event->count; i++) {
        felt_card card = next_own(along);
        int place = own_place(along, along->held++);
        event->cards[i] = card;
        if (card == FELT_CARD_NONE)
            along->mirror->blank = true;
        else if (!put_card(&along->mirror->state, place, card))
            return false;
    }
    return true;
}

static bool settle_draw(struct player_along *along, struct felt_event *event)
{
    for (int i = 0; i < event->count && along->thrown; i++) {
        felt_card card = next_card(along, &along->drawn, &along->drawn_at, draws_own);
        int place = along->mirror->state.row[along->hand->seat] + __builtin_ctz(along->thrown);
        along->thrown &= along->thrown - 1;
        event->cards[i] = card;
        if (card == FELT_CARD_NONE || !put_card(&along->mirror->state, place, card)) return false;
    }
    return true;
}

static bool settle_board(struct player_along *along, struct felt_event *event, int *boards)
{
    for (int i = 0; i < event->count; i++) {
        felt_card card = next_card(along, &along->board, &along->board_at, is_board);
        event->cards[i] = card;
        if (card == FELT_CARD_NONE || !put_card(&along->mirror->state, (*boards)++, card))
            return false;
    }
    return true;
}

/* Cards of the board that the engine had dealt before the events that are not yet seen. */
static int boards_before(const struct player_along *along)
{
    int boards = along->mirror->state.boards;
    for (uint32_t i = along->seen; i < along->log.count; i++)
        if (along->log.event[i].kind == FELT_EVENT_BOARD) boards -= along->log.event[i].count;
    return boards;
}

/* The cards of new events, as they were told. */
static bool settle(struct player_along *along)
{
    int boards = boards_before(along);
    for (; along->seen < along->log.count; along->seen++) {
        struct felt_event *event = &along->log.event[along->seen];
        bool own = event->seat == along->hand->seat, good = true;
        if (event->kind == FELT_EVENT_DEAL && own) good = settle_own(along, event);
        if (event->kind == FELT_EVENT_DEAL_UP && own) along->held += event->count;
        if (event->kind == FELT_EVENT_DRAW && own) good = settle_draw(along, event);
        if (event->kind == FELT_EVENT_BOARD) good = settle_board(along, event, &boards);
        if (event->kind == FELT_EVENT_REDEAL || !good) return false;
    }
    return true;
}

/* ---- actions ---- */

/* Which cards of the hand these are; of others, as many as they threw away. */
static unsigned find_discards(const struct player_along *along, const struct client_said *said)
{
    const struct felt_poker *state = &along->mirror->state;
    const felt_card *row = state->deck + state->row[said->seat];
    unsigned mask = 0;
    if (said->seat != along->hand->seat) return (1u << said->cards.count) - 1;
    for (int k = 0; k < said->cards.count; k++)
        for (int i = 0; i < state->slots; i++)
            if (row[i] == said->cards.card[k]) mask |= 1u << i;
    return mask;
}

static bool throw_cards(struct player_along *along, const struct client_said *said)
{
    struct felt_poker *state = &along->mirror->state;
    struct felt_action action = {.kind = FELT_DISCARD, .cards = find_discards(along, said)};
    bool own = said->seat == along->hand->seat;
    if (state->phase != FELT_PHASE_DISCARD) return false;
    if (own && rules_of(along)->variant->step[state->step].replace)
        along->thrown = (unsigned)action.cards;
    else if (own)
        along->held -= said->cards.count;
    return felt_poker_apply(rules_of(along), state, said->seat, action, &along->log) == FELT_OK;
}

static bool is_action(const struct client_said *said)
{
    return said->ev == FELT_SAID_BET || said->ev == FELT_SAID_CALL || said->ev == FELT_SAID_CHECK ||
           said->ev == FELT_SAID_FOLD || said->ev == FELT_SAID_BRING_IN ||
           said->ev == FELT_SAID_DISCARD || said->ev == FELT_SAID_OTHER;
}

static bool act(struct player_along *along, const struct client_said *said)
{
    struct felt_poker *state = &along->mirror->state;
    struct felt_action action = {.kind = FELT_CALL};
    if (said->seat < 0 || said->seat != felt_poker_actor(state)) return false;
    if (along->log.room - along->log.count < FELT_EVENTS_MAX) return false;
    switch (said->ev) {
    case FELT_SAID_DISCARD: return throw_cards(along, said);
    case FELT_SAID_BET:
        action.kind = FELT_RAISE_TO;
        action.amount = said->to >= 0 ? said->to : state->betting.staked[said->seat] + said->amount;
        break;
    case FELT_SAID_CHECK: action.kind = FELT_CHECK; break;
    case FELT_SAID_FOLD: action.kind = FELT_FOLD; break;
    case FELT_SAID_BRING_IN: action.kind = FELT_BRING_IN; break;
    case FELT_SAID_CALL: break;
    default: return false;
    }
    return felt_poker_apply(rules_of(along), state, said->seat, action, &along->log) == FELT_OK;
}

/* ---- the end ---- */

static bool is_end(const struct felt_event *event)
{
    return event->kind == FELT_EVENT_SHOW || event->kind == FELT_EVENT_RAKE ||
           event->kind == FELT_EVENT_WIN || event->kind == FELT_EVENT_OVER;
}

/* The hand that was shown, and what it is worth. */
static struct felt_event show(const struct player_along *along, const struct client_said *said)
{
    const struct felt_poker *state = &along->mirror->state;
    struct felt_showdown game = felt_poker_showdown(rules_of(along), state);
    felt_value values[2] = {0};
    struct felt_event event = {.kind = FELT_EVENT_SHOW,
                               .seat = said->seat,
                               .count = said->cards.count,
                               .cards_to = (felt_seats)-1};
    felt_cards deck = rules_of(along)->variant->deck, used = 0;
    memcpy(event.cards, said->cards.card, said->cards.count);
    for (int i = 0; i < event.count; i++) {
        if (event.cards[i] == FELT_CARD_NONE || !(deck >> event.cards[i] & 1)) return event;
        used |= felt_cards_of(event.cards[i]);
    }
    used &= ~felt_cards_from(state->deck, state->boards);
    if (felt_cards_count(used) != event.count || event.count > game.hole) return event;
    felt_showdown_values(&game, event.cards, event.count, state->deck, state->boards, values);
    event.amount = values[0];
    event.to = values[1];
    return event;
}

/* Uncalled chips: the engine has given them back, and servers that do not say so award them. */
static felt_chips find_returned(const struct player_along *along, felt_seat seat)
{
    felt_chips back = 0;
    for (int i = 0; i < along->hand->saids; i++)
        if (along->hand->said[i].ev == FELT_SAID_RETURN) return 0;
    for (uint32_t i = 0; i < along->log.count; i++) {
        const struct felt_event *event = &along->log.event[i];
        if (event->kind == FELT_EVENT_RETURN && event->seat == seat) back += event->amount;
    }
    return back;
}

static bool is_last_award(const struct client_hand *hand, int index)
{
    for (int i = index + 1; i < hand->saids; i++)
        if (hand->said[i].ev == FELT_SAID_POT_AWARD && hand->said[i].seat == hand->said[index].seat)
            return false;
    return true;
}

/* Shows and awards as they were said, in place of the engine's, which knows only cards that are
 * made up. */
static void end_as_said(struct player_along *along)
{
    const struct client_hand *hand = along->hand;
    struct felt_event_log *log = &along->log;
    uint32_t kept = 0;
    while (kept < log->count && !is_end(&log->event[kept])) kept++;
    log->count = kept;
    for (int i = 0; i < hand->saids && log->count + 1 < log->room; i++) {
        const struct client_said *said = &hand->said[i];
        if (said->seat < 0) continue;
        if (said->ev == FELT_SAID_SHOWDOWN) log->event[log->count++] = show(along, said);
        if (said->ev != FELT_SAID_POT_AWARD) continue;
        felt_chips back = is_last_award(hand, i) ? find_returned(along, said->seat) : 0;
        if (said->amount > back)
            log->event[log->count++] = (struct felt_event){.kind = FELT_EVENT_WIN,
                                                           .seat = said->seat,
                                                           .pot = said->pot,
                                                           .amount = said->amount - back};
    }
    log->event[log->count++] = (struct felt_event){.kind = FELT_EVENT_OVER, .seat = FELT_SEAT_NONE};
}

/* ---- all of it ---- */

static bool open_hand(struct player_along *along)
{
    const struct felt_poker_rules *rules = rules_of(along);
    felt_card deck[FELT_CARDS_MAX];
    struct felt_rng rng = felt_rng_make(1); /* for what is made up: nobody sees it */
    struct felt_deal deal;
    struct felt_poker *state = &along->mirror->state;
    if (!make_deal(along, &deal) || !place_up_cards(along, deck)) return false;
    deal.deck = deck;
    deal.deck_count = rules->deck_count;
    deal.later = &rng;
    if (felt_poker_deal_verify(rules, &deal, NULL) != FELT_OK) return false;
    return felt_poker_open(rules, &deal, state, &along->log) == FELT_OK &&
           felt_poker_deal(rules, &deal, &rng, state, &along->log) == FELT_OK && settle(along);
}

static bool play_along(struct player_along *along)
{
    const struct client_hand *hand = along->hand;
    if (!open_hand(along)) return false;
    for (int i = 0; i < hand->saids; i++)
        if (is_action(&hand->said[i]) && !(act(along, &hand->said[i]) && settle(along)))
            return false;
    return true;
}

void client_mirror_run(const struct client_game *game, const struct client_hand *hand,
                       struct client_mirror *out)
{
    struct player_along along = {
        .game = game, .hand = hand, .mirror = out, .log = {out->event, 0, CLIENT_EVENTS_MAX}};
    out->blank = false;
    for (int i = 0; i < hand->saids; i++) along.said_deals |= deals_own(&along, &hand->said[i]);
    felt_assert(hand->seat >= 0 && hand->seat < FELT_SEATS_MAX);
    out->fits =
        hand->begun && !hand->lost && felt_seats_has(hand->seats, hand->seat) && play_along(&along);
    if (out->fits && hand->over && felt_poker_actor(&out->state) >= 0) out->fits = false;
    if (out->fits && hand->over) end_as_said(&along);
    out->events = along.log.count;
}
