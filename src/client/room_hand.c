/* room_hand.c -- the hand under way at a table of the room, from what its server says.
 *
 * What is said becomes events of the engine, which is what everything that shows a hand
 * understands, and a tally of chips and cards beside them.  An `act` or a snapshot brings the tally
 * up to date: between two of them it may be off where a game moves cards about (a draw puts new
 * cards into the places of old ones), and nothing but the look of the table depends on it. */
#include "client/room_parts.h"

#include "felt/record.h"

#include <string.h>

/* ---- rules ---- */

static enum felt_limit find_limit(const char *word)
{
    if (strcmp(word, "fixed-limit") == 0) return FELT_FIXED_LIMIT;
    return strcmp(word, "pot-limit") == 0 ? FELT_POT_LIMIT : FELT_NO_LIMIT;
}

void room_hand_rules(struct felt_client_room_table *table, const char *game, const char *limit)
{
    struct felt_record_variant variant = {.row = "holdem", .limit = FELT_NO_LIMIT};
    int code = felt_record_variant_find(game, strlen(game));
    felt_chips unit = table->big_blind > 0 ? table->big_blind : 100;
    bool known = strcmp(game, "HUNL") == 0;
    if (code >= 0) {
        variant = felt_record_variant_at(code);
        known = true;
    } else if (felt_variant_find(game)) {
        variant.row = felt_variant_find(game)->name;
        variant.limit = (uint8_t)find_limit(limit);
        known = true;
    }
    memset(&table->rules, 0, sizeof table->rules);
    enum felt_status status = felt_poker_rules_make(variant.row, (enum felt_limit)variant.limit,
                                                    unit, &table->rules, NULL);
    table->has_rules = known && status == FELT_OK;
    if (status != FELT_OK)
        status = felt_poker_rules_make("holdem", FELT_NO_LIMIT, 100, &table->rules, NULL);
    (void)status;
}

/* ---- cards ---- */

static bool all_known(const struct client_cards *cards)
{
    for (int i = 0; i < cards->count; i++)
        if (cards->card[i] == FELT_CARD_NONE) return false;
    return cards->count > 0;
}

/* A card that lies face up may make a rank wild (RULES 14.2). */
static void follow(struct felt_client_room_table *table, felt_card card)
{
    const struct felt_variant *variant = table->rules.variant;
    struct felt_client_room_hand *hand = &table->hand;
    if (variant->on_up != FELT_UP_FOLLOW || card >= FELT_CARDS) return;
    if (variant->trigger & felt_cards_of(card))
        hand->follow = 1;
    else if (hand->follow == 1)
        hand->follow = (uint8_t)(2 + felt_card_rank(card));
}

static void add_hole(struct felt_client_room_hand *hand, const felt_card *cards, int count)
{
    for (int i = 0; i < count && hand->holes < FELT_HOLE_MAX; i++)
        if (cards[i] != FELT_CARD_NONE) hand->hole[hand->holes++] = cards[i];
}

static void drop_hole(struct felt_client_room_hand *hand, felt_card card)
{
    int kept = 0;
    for (int i = 0; i < hand->holes; i++)
        if (hand->hole[i] != card) hand->hole[kept++] = hand->hole[i];
    hand->holes = (uint8_t)kept;
}

static void add_up(struct felt_client_room_table *table, const struct felt_event *event)
{
    struct felt_client_room_hand *hand = &table->hand;
    for (int i = 0; i < event->count; i++) {
        if (hand->ups[event->seat] < FELT_CLIENT_ROOM_UP_MAX)
            hand->up[event->seat][hand->ups[event->seat]++] = event->cards[i];
        follow(table, event->cards[i]);
    }
    if (event->seat == table->seat) add_hole(hand, event->cards, event->count);
}

/* ---- the tally ---- */

static void next_street(struct felt_client_room_hand *hand)
{
    memset(hand->staked, 0, sizeof hand->staked);
    hand->to_match = 0;
    hand->acted = false;
}

static void pay(struct felt_client_room_hand *hand, const struct felt_event *event, bool stakes)
{
    felt_chips *stack = &hand->stack[event->seat], *staked = &hand->staked[event->seat];
    *stack -= event->amount < *stack ? event->amount : *stack;
    hand->pot += event->amount;
    if (!stakes) return;
    *staked += event->amount;
    if (*staked > hand->to_match) hand->to_match = *staked;
}

static void tally_act(struct felt_client_room_table *table, const struct felt_event *event)
{
    struct felt_client_room_hand *hand = &table->hand;
    pay(hand, event, true);
    hand->acted = true;
    if (event->act == FELT_FOLD) hand->live &= (felt_seats)~felt_seats_of(event->seat);
    if (event->act != FELT_DISCARD) return;
    if (hand->to_match) next_street(hand);
    uint8_t draw = hand->draws[event->seat];
    if (draw < 4) hand->drew[event->seat] |= (uint16_t)((event->count + 1) << 4 * draw);
    if (draw < 4) hand->draws[event->seat]++;
    for (int i = 0; event->seat == table->seat && i < event->count; i++)
        drop_hole(hand, event->cards[i]);
}

static void tally_board(struct felt_client_room_table *table, const struct felt_event *event)
{
    struct felt_client_room_hand *hand = &table->hand;
    bool shared = table->rules.variant->board_cards == 0;
    if (event->board == 1 && hand->boards[1] == 0) {
        /* The second board has the first cards of the first one: those it had when it was asked. */
        int common = hand->boards[0] - event->count > 0 ? hand->boards[0] - event->count : 0;
        memcpy(hand->board[1], hand->board[0], sizeof hand->board[1]);
        hand->boards[1] = (uint8_t)common;
    }
    for (int i = 0; i < event->count; i++) {
        if (hand->boards[event->board] < FELT_BOARD_MAX)
            hand->board[event->board][hand->boards[event->board]++] = event->cards[i];
        if (shared) follow(table, event->cards[i]);
    }
    next_street(hand);
}

static void tally(struct felt_client_room_table *table, const struct felt_event *event)
{
    struct felt_client_room_hand *hand = &table->hand;
    switch (event->kind) {
    case FELT_EVENT_ANTE: pay(hand, event, false); break;
    case FELT_EVENT_BLIND: pay(hand, event, true); break;
    case FELT_EVENT_ACT: tally_act(table, event); break;
    case FELT_EVENT_BOARD: tally_board(table, event); break;
    case FELT_EVENT_DEAL:
        if (hand->acted) next_street(hand);
        if (event->seat == table->seat) add_hole(hand, event->cards, event->count);
        break;
    case FELT_EVENT_DEAL_UP:
        if (hand->acted) next_street(hand);
        add_up(table, event);
        break;
    case FELT_EVENT_DRAW:
        if (event->seat == table->seat) add_hole(hand, event->cards, event->count);
        break;
    case FELT_EVENT_RETURN:
    case FELT_EVENT_WIN:
        hand->stack[event->seat] += event->amount;
        hand->pot -= event->amount < hand->pot ? event->amount : hand->pot;
        break;
    case FELT_EVENT_REDEAL:
        hand->holes = hand->boards[0] = hand->follow = 0;
        memset(hand->ups, 0, sizeof hand->ups);
        break;
    default: break;
    }
}

static void add(struct felt_client_room_table *table, struct felt_event event)
{
    struct felt_client_room_hand *hand = &table->hand;
    if (hand->events == FELT_CLIENT_ROOM_EVENTS_MAX) return;
    hand->event[hand->events++] = event;
    if (event.seat >= 0 && event.kind != FELT_EVENT_WIN) hand->seats |= felt_seats_of(event.seat);
    tally(table, &event);
}

/* ---- what is said ---- */

static felt_chips told(felt_chips amount)
{
    return amount > 0 ? amount : 0;
}

static void copy_cards(const struct client_cards *from, struct felt_event *event)
{
    bool known = all_known(from);
    event->count = from->count;
    event->cards_to = (felt_seats)-1;
    memset(event->cards, FELT_CARD_NONE, sizeof event->cards);
    if (known) memcpy(event->cards, from->card, from->count);
}

static void say_post(struct felt_client_room_table *table, felt_seat seat, felt_chips amount)
{
    if (seat >= 0 && amount > 0)
        add(table, (struct felt_event){.kind = FELT_EVENT_BLIND, .seat = seat, .amount = amount});
}

static void say_act(struct felt_client_room_table *table, const struct client_said *said,
                    enum felt_action_kind kind)
{
    felt_chips staked = table->hand.staked[said->seat], amount = told(said->amount);
    if (said->amount < 0 && said->to > staked) amount = said->to - staked;
    add(table, (struct felt_event){.kind = FELT_EVENT_ACT,
                                   .act = (uint8_t)kind,
                                   .seat = said->seat,
                                   .amount = amount,
                                   .to = said->to >= 0 ? said->to : staked + amount});
}

/* Can these cards be hole cards of this game on that board, and be compared? */
static bool fits_showdown(const struct felt_client_room_table *table, const felt_card *cards,
                          int count, const felt_card *board, int boards)
{
    const struct felt_showdown *game = table->rules.showdown;
    felt_cards used = 0;
    if (!table->has_rules || count < 1 || count > game->hole ||
        count + boards > game->hole + game->board)
        return false;
    for (int i = 0; i < count + boards; i++) {
        felt_card card = i < count ? cards[i] : board[i - count];
        if (card >= FELT_CARDS_MAX || !(table->rules.variant->deck >> card & 1) || used >> card & 1)
            return false;
        used |= felt_cards_of(card);
    }
    return true;
}

/* A hand that cannot be compared is shown all the same: its values stay 0. */
static void say_show(struct felt_client_room_table *table, const struct client_said *said)
{
    struct felt_poker like = {.follow = table->hand.follow};
    struct felt_showdown game = felt_poker_showdown(&table->rules, &like);
    struct felt_event event = {.kind = FELT_EVENT_SHOW, .seat = said->seat, .board = said->run};
    felt_value values[2] = {0, 0};
    if (!all_known(&said->cards)) return;
    copy_cards(&said->cards, &event);
    if (fits_showdown(table, event.cards, event.count, said->board.card, said->board.count))
        felt_showdown_values(&game, event.cards, event.count, said->board.card, said->board.count,
                             values);
    event.amount = values[0];
    event.to = values[1];
    add(table, event);
}

static void say_cards(struct felt_client_room_table *table, const struct client_said *said)
{
    struct felt_event event = {.kind = FELT_EVENT_BOARD, .seat = said->seat, .board = said->run};
    bool deals = said->ev == FELT_SAID_DEAL, draws = said->ev == FELT_SAID_DRAW;
    copy_cards(&said->cards, &event);
    if (draws && said->seat < 0) return;
    if (deals && said->seat >= 0) event.kind = said->up ? FELT_EVENT_DEAL_UP : FELT_EVENT_DEAL;
    if (draws) event.kind = FELT_EVENT_DRAW;
    if (event.kind == FELT_EVENT_BOARD) event.seat = FELT_SEAT_NONE;
    bool open = event.kind == FELT_EVENT_BOARD || event.kind == FELT_EVENT_DEAL_UP;
    bool own = event.seat >= 0 && event.seat == table->seat;
    if ((open || own) && !all_known(&said->cards)) return;
    add(table, event);
}

static void say_discard(struct felt_client_room_table *table, const struct client_said *said)
{
    struct felt_event event = {.kind = FELT_EVENT_ACT, .act = FELT_DISCARD, .seat = said->seat};
    copy_cards(&said->cards, &event);
    add(table, event);
}

static void say_other(struct felt_client_room_table *table, const struct client_said *said)
{
    if (said->act != FELT_RUNS && said->act != FELT_SHOW && said->act != FELT_MUCK) return;
    add(table,
        (struct felt_event){
            .kind = FELT_EVENT_ACT, .act = said->act, .seat = said->seat, .to = said->choice});
}

static void say_amount(struct felt_client_room_table *table, const struct client_said *said,
                       enum felt_event_kind kind)
{
    add(table, (struct felt_event){.kind = (uint8_t)kind,
                                   .seat = said->seat,
                                   .pot = said->pot,
                                   .board = said->run,
                                   .amount = told(said->amount)});
}

/* What is about a seat. */
static void say_of_seat(struct felt_client_room_table *table, const struct client_said *said)
{
    switch ((enum felt_said)said->ev) {
    case FELT_SAID_ANTE: say_amount(table, said, FELT_EVENT_ANTE); break;
    case FELT_SAID_BRING_IN: say_act(table, said, FELT_BRING_IN); break;
    case FELT_SAID_BET: say_act(table, said, FELT_RAISE_TO); break;
    case FELT_SAID_CALL: say_act(table, said, FELT_CALL); break;
    case FELT_SAID_CHECK: say_act(table, said, FELT_CHECK); break;
    case FELT_SAID_FOLD: say_act(table, said, FELT_FOLD); break;
    case FELT_SAID_DISCARD: say_discard(table, said); break;
    case FELT_SAID_OTHER: say_other(table, said); break;
    case FELT_SAID_RETURN: say_amount(table, said, FELT_EVENT_RETURN); break;
    case FELT_SAID_SHOWDOWN: say_show(table, said); break;
    case FELT_SAID_POT_AWARD: say_amount(table, said, FELT_EVENT_WIN); break;
    default: break;
    }
}

void room_hand_said(struct felt_client_room_table *table, const struct client_said *said)
{
    if (table->narc.here || (table->genome.here && !room_genome_is_chips(said->ev))) return;
    switch ((enum felt_said)said->ev) {
    case FELT_SAID_POST_BLINDS:
        say_post(table, said->seat, said->amount);
        say_post(table, said->other, said->to);
        break;
    case FELT_SAID_FLOP:
    case FELT_SAID_TURN:
    case FELT_SAID_RIVER:
    case FELT_SAID_DEAL:
    case FELT_SAID_DRAW: say_cards(table, said); break;
    case FELT_SAID_RAKE: say_amount(table, said, FELT_EVENT_RAKE); break;
    case FELT_SAID_SHUFFLE:
        add(table, (struct felt_event){.kind = FELT_EVENT_SHUFFLE,
                                       .seat = FELT_SEAT_NONE,
                                       .amount = told(said->amount)});
        break;
    case FELT_SAID_REDEAL:
        add(table, (struct felt_event){.kind = FELT_EVENT_REDEAL, .seat = FELT_SEAT_NONE});
        break;
    default:
        if (said->seat >= 0) say_of_seat(table, said);
        break;
    }
}

/* ---- frames ---- */

void room_hand_begin(struct felt_client_room_table *table, const struct client_frame *frame)
{
    struct felt_client_room_hand *hand = &table->hand;
    memset(hand, 0, offsetof(struct felt_client_room_hand, event));
    memcpy(hand->id, frame->hand_id, sizeof hand->id);
    hand->under_way = true;
    hand->button = frame->button;
    hand->actor = FELT_SEAT_NONE;
    memcpy(hand->start, frame->stack, sizeof hand->start);
    memcpy(hand->stack, frame->stack, sizeof hand->stack);
    hand->live = hand->seats = frame->stacks;
    table->offer.asked = false;
    for (int seat = 0; seat < FELT_SEATS_MAX; seat++)
        if (felt_seats_has(frame->stacks, seat)) table->table_seat[seat].stack = frame->stack[seat];
}

/* Cards of the own hand that nobody said: hold'em tells them with the first question. */
static void learn_hole(struct felt_client_room_table *table, const struct client_cards *hole)
{
    struct felt_client_room_hand *hand = &table->hand;
    struct felt_event event = {.kind = FELT_EVENT_DEAL, .seat = table->seat};
    if (table->genome.here) return; /* a hand of any number of cards: room_genome.c */
    if (table->seat < 0 || !all_known(hole) || hole->count > FELT_HOLE_MAX) return;
    copy_cards(hole, &event);
    if (hand->holes == 0) add(table, event);
    hand->holes = hole->count;
    memcpy(hand->hole, hole->card, hole->count);
}

static void copy_board(const struct client_cards *from, felt_card out[FELT_BOARD_MAX],
                       uint8_t *count)
{
    if (!all_known(from) || from->count > FELT_BOARD_MAX) return;
    memcpy(out, from->card, from->count);
    *count = from->count;
}

void room_hand_state(struct felt_client_room_table *table, const struct client_frame *frame)
{
    struct felt_client_room_hand *hand = &table->hand;
    const struct client_table *told_table = &frame->table;
    learn_hole(table, &told_table->hole);
    if (!table->genome.here) copy_board(&told_table->community, hand->board[0], &hand->boards[0]);
    copy_board(&told_table->second, hand->board[1], &hand->boards[1]);
    if (told_table->button >= 0) hand->button = told_table->button;
    if (told_table->pot >= 0) hand->pot = told_table->pot;
    if (told_table->current_bet >= 0) hand->to_match = told_table->current_bet;
    for (felt_seats left = told_table->seats; left;) {
        felt_seat seat = felt_seats_take(&left);
        const struct client_cards *up = &told_table->up[seat];
        bool folded = felt_seats_has(told_table->folded, seat);
        hand->stack[seat] = told_table->stack[seat];
        hand->staked[seat] = told_table->committed[seat];
        if (!folded) hand->seats |= felt_seats_of(seat);
        if (!folded) hand->live |= felt_seats_of(seat);
        if (folded) hand->live &= (felt_seats)~felt_seats_of(seat);
        if (table->genome.here || !all_known(up) || up->count > FELT_CLIENT_ROOM_UP_MAX) continue;
        hand->ups[seat] = up->count;
        memcpy(hand->up[seat], up->card, up->count);
    }
}

static uint8_t find_phase(uint16_t kinds)
{
    if (kinds >> FELT_DISCARD & 1) return FELT_PHASE_DISCARD;
    if (kinds >> FELT_RUNS & 1) return FELT_PHASE_RUNS;
    if (kinds >> FELT_SHOW & 1 || kinds >> FELT_MUCK & 1) return FELT_PHASE_SHOW;
    return kinds >> FELT_BRING_IN & 1 ? FELT_PHASE_BRING_IN : FELT_PHASE_BET;
}

void room_hand_asked(struct felt_client_room_table *table, const struct client_frame *frame)
{
    const struct client_offer *offered = &frame->offer;
    struct felt_client_room_offer *offer = &table->offer;
    bool brings = offered->kinds >> FELT_BRING_IN & 1;
    offer->games = 0;
    offer->asked = offered->kinds != 0;
    if (!offer->asked) return;
    offer->answered = false;
    offer->phase = find_phase(offered->kinds);
    offer->replaces = strcmp(frame->phase, "DRAW") == 0;
    offer->legal = (struct felt_legal){.kinds = offered->kinds,
                                       .discard_min = (uint8_t)offered->discard_min,
                                       .discard_max = (uint8_t)offered->discard_max,
                                       .to_call = told(brings ? offered->bring_in : offered->call),
                                       .raise_to_min = told(offered->raise_to_min),
                                       .raise_to_max = told(offered->raise_to_max)};
    if (offer->legal.raise_to_max < offer->legal.raise_to_min)
        offer->legal.kinds &= (uint16_t) ~(1u << FELT_RAISE_TO); /* G3: a range of nothing */
    offer->has_req = offered->has_req;
    offer->req_id = offered->req_id;
    offer->time_ms = frame->time_ms;
    table->hand.actor = table->seat;
}

/* What everybody began with: what is there, and what was put in. */
static void restore_start(struct felt_client_room_hand *hand)
{
    memcpy(hand->start, hand->stack, sizeof hand->start);
    for (uint32_t i = 0; i < hand->events; i++) {
        const struct felt_event *event = &hand->event[i];
        bool pays = event->kind == FELT_EVENT_ANTE || event->kind == FELT_EVENT_BLIND ||
                    event->kind == FELT_EVENT_ACT;
        bool gets = event->kind == FELT_EVENT_RETURN || event->kind == FELT_EVENT_WIN;
        if (pays) hand->start[event->seat] += event->amount;
        if (gets) hand->start[event->seat] -= event->amount;
    }
}

void room_hand_snapshot(struct felt_client_room_table *table, const struct client_frame *frame)
{
    struct felt_client_room_hand *hand = &table->hand;
    memset(hand, 0, offsetof(struct felt_client_room_hand, event));
    memcpy(hand->id, frame->hand_id, sizeof hand->id);
    hand->under_way = true;
    hand->button = FELT_SEAT_NONE;
    hand->live = frame->table.seats;
    for (int i = 0; i < frame->saids; i++) room_hand_said(table, &frame->said[i]);
    room_hand_state(table, frame);
    restore_start(hand);
    hand->actor = frame->actor;
    table->offer.asked = false;
    if (frame->offer.kinds) room_hand_asked(table, frame);
}

void room_hand_end(struct felt_client_room_table *table, const struct client_frame *frame)
{
    table->hand.under_way = table->offer.asked = false;
    table->hand.actor = FELT_SEAT_NONE;
    for (felt_seats left = frame->stacks; left;) {
        felt_seat seat = felt_seats_take(&left);
        table->table_seat[seat].stack = frame->stack[seat];
    }
}

/* ---- the view ---- */

static void add_zone(struct felt_view *view, enum felt_zone_kind kind, felt_seat owner,
                     const felt_card *cards, int count, int *at)
{
    struct felt_zone *zone = &view->zone[view->zones++];
    *zone = (struct felt_zone){
        .kind = (uint8_t)kind, .owner = owner, .at = (uint8_t)*at, .count = (uint8_t)count};
    memcpy(view->cards + *at, cards, (size_t)count);
    *at += count;
}

void felt_client_room_view(const struct felt_client_room_table *table, struct felt_view *out)
{
    const struct felt_client_room_hand *hand = &table->hand;
    int at = 0;
    memset(out, 0, sizeof *out);
    out->viewer = table->seat;
    out->actor = hand->actor;
    out->button = hand->button;
    out->opener = FELT_SEAT_NONE;
    out->seats = hand->seats;
    out->betting.pot = hand->pot;
    out->betting.to_match = hand->to_match;
    out->betting.turn.live = hand->live;
    out->number[FELT_POKER_FOLLOW] = hand->follow;
    for (felt_seats left = hand->seats; left;) {
        felt_seat seat = felt_seats_take(&left);
        bool own = seat == table->seat && hand->holes;
        out->betting.stack[seat] = hand->stack[seat];
        out->betting.staked[seat] = hand->staked[seat];
        if (hand->stack[seat] > 0) out->betting.turn.able |= felt_seats_of(seat);
        out->number[FELT_POKER_DREW + seat] = hand->drew[seat];
        add_zone(out, FELT_ZONE_HAND, seat, own ? hand->hole : hand->up[seat],
                 own ? hand->holes : hand->ups[seat], &at);
    }
    add_zone(out, FELT_ZONE_BOARD, FELT_SEAT_NONE, hand->board[0], hand->boards[0], &at);
    if (hand->boards[1])
        add_zone(out, FELT_ZONE_SECOND_BOARD, FELT_SEAT_NONE, hand->board[1], hand->boards[1], &at);
}

bool felt_client_room_comparable(const struct felt_client_room_table *table)
{
    const struct felt_client_room_hand *hand = &table->hand;
    return table->seat >= 0 && felt_seats_has(hand->live, table->seat) &&
           fits_showdown(table, hand->hole, hand->holes, hand->board[0], hand->boards[0]);
}
