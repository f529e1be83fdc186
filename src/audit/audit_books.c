/* audit_books.c -- the books: what the events of a hand say, entered one by one.
 *
 * An event is refused where it is against the rules as far as the events before it tell: a card
 * that is not in the deck any more, a draw out of turn, a shuffle without need, a second board that
 * nobody agreed to. */
#include "audit/audit.h"

#include <string.h>

void felt_audit_open(struct felt_audit *audit)
{
    struct felt_audit_books *books = &audit->books;
    memset(books, 0, sizeof *books);
    memset(books->drew, -1, sizeof books->drew);
    for (felt_seats left = audit->deal->seats; left;) {
        felt_seat seat = felt_seats_take(&left);
        books->stack[seat] = audit->deal->stack[seat];
    }
    books->live = audit->deal->seats;
    books->rows = felt_seats_count(books->live);
    books->first = books->raiser = FELT_SEAT_NONE;
}

const struct felt_step *felt_audit_discard(const struct felt_variant *variant, int n)
{
    for (int i = 0; i < variant->steps; i++)
        if (variant->step[i].kind == FELT_STEP_DISCARD && n-- == 0) return &variant->step[i];
    return NULL;
}

static int count_cards(felt_cards cards)
{
    return __builtin_popcountll(cards);
}

static felt_cards stub(const struct felt_audit *audit)
{
    return audit->rules->variant->deck & ~audit->books.out;
}

/* RULES 14.1: how many cards are left when the last one is due. */
static int cards_for_last(const struct felt_audit *audit)
{
    const struct felt_variant *variant = audit->rules->variant;
    int seats = audit->books.rows, cards = felt_cards_count(variant->deck);
    if (seats * variant->hole_cards <= cards) return cards; /* everybody has one */
    return count_cards(stub(audit));
}

static felt_seat left_of_button(const struct felt_audit *audit, felt_seats seats)
{
    return felt_seats_from(seats, audit->deal->button + 1);
}

/* ---- chips ---------------------------------------------------------------------------------- */

static felt_chips least(felt_chips a, felt_chips b)
{
    return a < b ? a : b;
}

static bool pay(struct felt_audit *audit, const struct felt_event *event)
{
    struct felt_audit_books *books = &audit->books;
    felt_seat seat = event->seat;
    FELT_AUDIT(seat >= 0 && felt_seats_has(books->live, seat), "seat %d pays and is not live",
               seat);
    FELT_AUDIT(event->amount >= 0 && event->amount <= books->stack[seat],
               "seat %d pays %lld of %lld", seat, (long long)event->amount,
               (long long)books->stack[seat]);
    const felt_chips *asked = event->kind == FELT_EVENT_ANTE    ? audit->deal->ante
                              : event->kind == FELT_EVENT_DEAD  ? audit->deal->dead
                              : event->kind == FELT_EVENT_BLIND ? audit->deal->blind
                                                                : NULL;
    FELT_AUDIT(asked == NULL || event->amount == least(asked[seat], books->stack[seat]),
               "seat %d posts %lld of %lld", seat, (long long)event->amount,
               asked ? (long long)asked[seat] : 0);
    books->stack[seat] -= event->amount;
    books->pot += event->amount;
    if (event->kind == FELT_EVENT_DEAD)
        books->dead += event->amount;
    else
        books->paid[seat] += event->amount;
    return true;
}

static bool give_back(struct felt_audit *audit, const struct felt_event *event)
{
    struct felt_audit_books *books = &audit->books;
    felt_seat seat = event->seat;
    FELT_AUDIT(seat >= 0 && felt_seats_has(books->live, seat),
               "chips go back to seat %d, which is not live", seat);
    FELT_AUDIT(event->amount > 0 && event->amount <= books->paid[seat],
               "seat %d gets %lld back and paid %lld", seat, (long long)event->amount,
               (long long)books->paid[seat]);
    if (books->stack[seat] == 0) books->all_in |= felt_seats_of(seat);
    books->paid[seat] -= event->amount;
    books->stack[seat] += event->amount;
    books->pot -= event->amount;
    return true;
}

static bool take_award(struct felt_audit *audit, const struct felt_event *event)
{
    struct felt_audit_books *books = &audit->books;
    FELT_AUDIT(event->amount > 0 && event->amount <= books->pot, "%lld chips of a pot of %lld move",
               (long long)event->amount, (long long)books->pot);
    books->pot -= event->amount;
    if (event->kind == FELT_EVENT_RAKE) {
        books->rake += event->amount;
        return true;
    }
    FELT_AUDIT(event->seat >= 0 && felt_seats_has(books->live, event->seat),
               "seat %d wins and is not live", event->seat);
    FELT_AUDIT(event->pot < FELT_SEATS_MAX && event->board < 2, "there is no pot %d on board %d",
               event->pot, event->board);
    books->stack[event->seat] += event->amount;
    books->won[event->board][event->pot][event->seat] += event->amount;
    return true;
}

/* ---- cards ---------------------------------------------------------------------------------- */

/* G5: seats that may not see the cards get the event without them, and nothing else is missing. */
static bool hide_cards(struct felt_audit *audit, const struct felt_event *event)
{
    for (int viewer = FELT_SEAT_NONE; viewer < FELT_SEATS_MAX; viewer++) {
        struct felt_event seen = felt_event_for(event, (felt_seat)viewer);
        bool open = event->cards_to == (felt_seats)-1 ||
                    (viewer >= 0 && felt_seats_has(event->cards_to, viewer));
        for (int i = 0; i < event->count; i++) {
            felt_card want = open ? event->cards[i] : (felt_card)FELT_CARD_NONE;
            FELT_AUDIT(seen.cards[i] == want, "an event %s shows a wrong card to seat %d",
                       felt_event_word((enum felt_event_kind)event->kind), viewer);
            if (open) audit->books.known[viewer + 1] |= felt_cards_of(want);
        }
        FELT_AUDIT(seen.kind == event->kind && seen.seat == event->seat &&
                       seen.count == event->count && seen.amount == event->amount &&
                       seen.to == event->to && seen.board == event->board,
                   "an event %s is not the same for seat %d",
                   felt_event_word((enum felt_event_kind)event->kind), viewer);
    }
    return true;
}

/* A card leaves the stub. */
static bool leave_stub(struct felt_audit *audit, felt_card card)
{
    FELT_AUDIT(card < FELT_CARDS_MAX && audit->rules->variant->deck >> card & 1,
               "card %d is not in the deck", card);
    FELT_AUDIT(!(audit->books.out >> card & 1), "card %d is dealt twice", card);
    audit->books.out |= felt_cards_of(card);
    return true;
}

/* RULES 14.2 and 14.3: a card lies face up; the seats have `held` cards at the end of the street.
 */
static void turn_up(struct felt_audit *audit, felt_card card, int held)
{
    const struct felt_variant *variant = audit->rules->variant;
    struct felt_audit_books *books = &audit->books;
    bool trigger = variant->trigger >> card & 1;
    if (variant->on_up == FELT_UP_FOLLOW && (trigger || books->follow == 1))
        books->follow = (uint8_t)(trigger ? 1 : 2 + felt_card_rank(card));
    if (variant->on_up == FELT_UP_REDEAL && trigger && books->redeals < FELT_REDEALS_MAX)
        books->redeal_at = (uint8_t)held;
}

/* Dealt to a seat.  A street is dealt clockwise from left of the button: who is before a seat has
 * more cards than it, who is behind it has not. */
static bool take_cards(struct felt_audit *audit, const struct felt_event *event)
{
    const struct felt_variant *variant = audit->rules->variant;
    struct felt_audit_books *books = &audit->books;
    felt_seat seat = event->seat;
    bool up = event->kind == FELT_EVENT_DEAL_UP, before = true;
    FELT_AUDIT(seat >= 0 && felt_seats_has(books->live, seat),
               "seat %d gets a card and is not live", seat);
    FELT_AUDIT(event->cards_to == (up ? (felt_seats)-1 : felt_seats_of(seat)),
               "cards of seat %d are shown to the wrong seats", seat);
    int held = books->holes[seat], count = event->count;
    FELT_AUDIT(held + count <= variant->hole_cards, "seat %d gets more than %d cards", seat,
               variant->hole_cards);
    for (felt_seats left = books->live; left;) {
        felt_seat other = left_of_button(audit, left);
        left &= (felt_seats)~felt_seats_of(other);
        if (other == seat) before = false;
        FELT_AUDIT(other == seat ||
                       (before ? books->holes[other] > held : books->holes[other] <= held),
                   "seat %d gets its cards before seat %d", seat, other);
    }
    bool begins_last = variant->shares_last && held + count == variant->hole_cards &&
                       seat == left_of_button(audit, books->live);
    FELT_AUDIT(!begins_last || cards_for_last(audit) >= felt_seats_count(books->live),
               "%d cards are left for %d seats, and none is shared", cards_for_last(audit),
               felt_seats_count(books->live));
    for (int i = 0; i < count; i++) {
        if (!leave_stub(audit, event->cards[i])) return false;
        if (up) books->up[seat] |= (uint8_t)(1u << books->holes[seat]);
        books->hole[seat][books->holes[seat]++] = event->cards[i];
        if (up) turn_up(audit, event->cards[i], held + count);
    }
    FELT_AUDIT(!books->redeal_at || books->holes[seat] <= books->redeal_at,
               "the next street is dealt although a redeal is due");
    return hide_cards(audit, event);
}

/* RULES 11.5: at most one live seat has chips, and there is more of the board to come. */
static bool may_run_twice(const struct felt_audit *audit)
{
    const struct felt_variant *variant = audit->rules->variant;
    const struct felt_audit_books *books = &audit->books;
    int with_chips = 0, missing = variant->board_cards - books->boards[0];
    int rest = audit->rules->deck_count - variant->board_cards -
               felt_seats_count(audit->deal->seats) * variant->hole_cards;
    for (felt_seats left = books->live; left;)
        with_chips += books->stack[felt_seats_take(&left)] > 0;
    return audit->rules->run_twice && !felt_seats_lone(books->live) && with_chips <= 1 &&
           missing > 0 && missing <= rest && felt_audit_discard(variant, books->draws) == NULL;
}

/* RULES 14.1: one card for all, in a game that has no board. */
static bool take_shared(struct felt_audit *audit, const struct felt_event *event)
{
    const struct felt_variant *variant = audit->rules->variant;
    const struct felt_audit_books *books = &audit->books;
    FELT_AUDIT(variant->shares_last && event->count == 1 && books->boards[0] == 0,
               "%d cards are dealt to the middle", event->count);
    FELT_AUDIT(cards_for_last(audit) < felt_seats_count(books->live),
               "a card is shared by %d seats, and %d are left", felt_seats_count(books->live),
               cards_for_last(audit));
    for (felt_seats left = books->live; left;)
        FELT_AUDIT(books->holes[felt_seats_take(&left)] == variant->hole_cards - 1,
                   "a card is shared that is not the last one");
    return true;
}

static bool take_board(struct felt_audit *audit, const struct felt_event *event)
{
    const struct felt_variant *variant = audit->rules->variant;
    struct felt_audit_books *books = &audit->books;
    int which = event->board, room = variant->board_cards + (variant->board_cards == 0);
    FELT_AUDIT(event->cards_to == (felt_seats)-1, "the board is not shown to everybody");
    FELT_AUDIT(which == 0 ||
                   (which == 1 && books->runs == 2 && books->boards[0] == variant->board_cards),
               "a card of board %d of %d", which, books->runs);
    if (variant->board_cards == 0 && !take_shared(audit, event)) return false;
    bool at_first = books->boards[0] < variant->step[0].board;
    FELT_AUDIT(at_first || books->runs > 0 || !may_run_twice(audit),
               "nobody is asked whether the board is run twice");
    if (which == 1 && books->boards[1] == 0) {
        memcpy(books->board[1], books->board[0], books->common);
        books->boards[1] = books->common;
    }
    FELT_AUDIT(books->boards[which] + event->count <= room, "the board has more than %d cards",
               room);
    for (int i = 0; i < event->count; i++) {
        if (!leave_stub(audit, event->cards[i])) return false;
        books->board[which][books->boards[which]++] = event->cards[i];
        if (variant->board_cards == 0) turn_up(audit, event->cards[i], variant->hole_cards - 1);
    }
    return hide_cards(audit, event);
}

static bool take_redeal(struct felt_audit *audit)
{
    struct felt_audit_books *books = &audit->books;
    FELT_AUDIT(books->redeal_at > 0 && books->redeals < FELT_REDEALS_MAX,
               "redeal %d without a card that brings it about", books->redeals + 1);
    for (felt_seats left = books->live; left;)
        FELT_AUDIT(books->holes[felt_seats_take(&left)] == books->redeal_at,
                   "cards go back before the street is dealt to its end");
    books->redeals++;
    books->rows = felt_seats_count(books->live);
    books->redeal_at = books->follow = 0;
    books->boards[0] = 0;
    books->out = 0;
    memset(books->holes, 0, sizeof books->holes);
    memset(books->up, 0, sizeof books->up);
    memset(books->known, 0, sizeof books->known);
    return true;
}

/* ---- draws ---------------------------------------------------------------------------------- */

/* Hands get smaller when the last seat has thrown (RULES 13.5). */
static void end_draw(struct felt_audit_books *books, const struct felt_step *step)
{
    struct felt_audit_draw *draw = &books->draw;
    for (felt_seats left = step->replace ? 0 : books->live; left;) {
        felt_seat seat = felt_seats_take(&left);
        int kept = 0;
        for (int i = 0; i < books->holes[seat]; i++)
            if (!(draw->slots[seat] >> i & 1)) books->hole[seat][kept++] = books->hole[seat][i];
        books->holes[seat] = (uint8_t)kept;
    }
    books->draws++;
    if (books->gone == books->draws) memcpy(books->lost, books->discards, sizeof books->lost);
    *draw = (struct felt_audit_draw){0};
}

static bool take_discard(struct felt_audit *audit, const struct felt_event *event)
{
    struct felt_audit_books *books = &audit->books;
    struct felt_audit_draw *draw = &books->draw;
    const struct felt_step *step = felt_audit_discard(audit->rules->variant, books->draws);
    felt_seat seat = event->seat;
    FELT_AUDIT(step != NULL, "seat %d throws cards away and there is no draw", seat);
    if (!draw->on) draw->owes = books->live;
    draw->on = true;
    FELT_AUDIT(draw->owes && seat == left_of_button(audit, draw->owes),
               "seat %d throws cards away out of turn", seat);
    FELT_AUDIT(event->count >= step->discard_min && event->count <= step->discard_max,
               "seat %d throws %d cards away; it may throw %d to %d", seat, event->count,
               step->discard_min, step->discard_max);
    FELT_AUDIT(event->count == 0 || event->cards_to == felt_seats_of(seat),
               "discards of seat %d are shown to the wrong seats", seat);
    int slot = 0;
    for (int i = 0; i < event->count; i++, slot++) {
        while (slot < books->holes[seat] && books->hole[seat][slot] != event->cards[i]) slot++;
        FELT_AUDIT(slot < books->holes[seat], "seat %d throws card %d away and does not hold it",
                   seat, event->cards[i]);
        draw->slots[seat] |= (uint8_t)(1u << slot);
        draw->threw[seat] |= felt_cards_of(event->cards[i]);
    }
    books->discards[seat] |= draw->threw[seat];
    books->drew[seat][books->draws] = (int8_t)event->count;
    draw->owes &= (felt_seats)~felt_seats_of(seat);
    if (event->count && step->replace) draw->due |= felt_seats_of(seat);
    if (draw->owes == 0 && draw->due == 0) end_draw(books, step);
    return hide_cards(audit, event);
}

/* RULES 13.4: discards and folded hands go back, but not what the seat that gets its cards threw in
 * this draw. */
static bool take_shuffle(struct felt_audit *audit, const struct felt_event *event)
{
    struct felt_audit_books *books = &audit->books;
    struct felt_audit_draw *draw = &books->draw;
    felt_cards back = 0;
    FELT_AUDIT(draw->due && draw->owes == 0 && !draw->shuffled, "cards are shuffled out of turn");
    felt_seat seat = left_of_button(audit, draw->due);
    draw->first = stub(audit) & ~draw->threw[seat];
    FELT_AUDIT(count_cards(draw->first) < __builtin_popcount(draw->slots[seat]),
               "cards are shuffled although %d are left for seat %d", count_cards(draw->first),
               seat);
    for (felt_seats left = audit->deal->seats; left;) {
        felt_seat other = felt_seats_take(&left);
        felt_cards kept = other == seat ? draw->threw[other] : 0;
        back |= books->discards[other] & ~kept;
        books->discards[other] &= kept;
        if (felt_seats_has(books->live, other)) continue;
        back |= felt_cards_from(books->hole[other], books->holes[other]);
        books->holes[other] = 0;
    }
    FELT_AUDIT(event->amount == count_cards(back), "%lld cards are shuffled; %d can go back",
               (long long)event->amount, count_cards(back));
    books->out &= ~back;
    for (int viewer = 0; viewer <= FELT_SEATS_MAX; viewer++) books->known[viewer] &= ~back;
    books->shuffles++;
    books->gone = books->draws + 1;
    draw->shuffled = true;
    return true;
}

static bool take_draw(struct felt_audit *audit, const struct felt_event *event)
{
    struct felt_audit_books *books = &audit->books;
    struct felt_audit_draw *draw = &books->draw;
    felt_seat seat = event->seat;
    FELT_AUDIT(draw->due && draw->owes == 0 && seat == left_of_button(audit, draw->due),
               "seat %d gets new cards out of turn", seat);
    FELT_AUDIT(event->cards_to == felt_seats_of(seat),
               "new cards of seat %d are shown to the wrong seats", seat);
    FELT_AUDIT(event->count == __builtin_popcount(draw->slots[seat]),
               "seat %d gets %d new cards for %d", seat, event->count,
               __builtin_popcount(draw->slots[seat]));
    for (int i = 0, slot = 0; i < event->count; i++, slot++) {
        felt_card card = event->cards[i];
        while (!(draw->slots[seat] >> slot & 1)) slot++;
        if (!leave_stub(audit, card)) return false;
        FELT_AUDIT(!(draw->threw[seat] >> card & 1), "seat %d gets back a card it threw away",
                   seat);
        FELT_AUDIT(draw->first == 0 || draw->first >> card & 1,
                   "seat %d gets a shuffled card before the stub is dealt out", seat);
        draw->first &= ~felt_cards_of(card);
        books->hole[seat][slot] = card;
        books->fresh[books->draws][books->freshes[books->draws]++] = card;
    }
    draw->shuffled = false;
    draw->due &= (felt_seats)~felt_seats_of(seat);
    if (!hide_cards(audit, event)) return false;
    if (draw->due == 0) end_draw(books, felt_audit_discard(audit->rules->variant, books->draws));
    return true;
}

/* ---- actions -------------------------------------------------------------------------------- */

static bool take_bet(struct felt_audit *audit, const struct felt_event *event)
{
    struct felt_audit_books *books = &audit->books;
    if (!pay(audit, event)) return false;
    if (!books->betting) {
        books->first = event->seat;
        books->raiser = FELT_SEAT_NONE;
    }
    books->betting = true;
    if (event->act == FELT_RAISE_TO) books->raiser = event->seat;
    if (event->act == FELT_FOLD) books->live &= (felt_seats)~felt_seats_of(event->seat);
    return true;
}

static bool take_runs(struct felt_audit *audit, const struct felt_event *event)
{
    struct felt_audit_books *books = &audit->books;
    FELT_AUDIT(books->runs == 0 && may_run_twice(audit),
               "seat %d is asked for two boards and should not be", event->seat);
    if (books->runs_owes == 0) books->runs_owes = books->live;
    FELT_AUDIT(event->seat == left_of_button(audit, books->runs_owes),
               "seat %d is asked for two boards out of turn", event->seat);
    FELT_AUDIT(event->to == 0 || event->to == 1, "seat %d asks for %lld boards", event->seat,
               (long long)event->to + 1);
    books->runs_owes &= (felt_seats)~felt_seats_of(event->seat);
    if (event->to == 1 && books->runs_owes) return true;
    books->runs = event->to ? 2 : 1;
    books->common = books->boards[0];
    return true;
}

static bool take_choice_to_show(struct felt_audit *audit, const struct felt_event *event)
{
    struct felt_audit_books *books = &audit->books;
    felt_seat seat = event->seat;
    FELT_AUDIT(felt_audit_mucks(audit) && seat == felt_audit_shower(audit),
               "seat %d shows or mucks out of turn", seat);
    FELT_AUDIT(!felt_audit_must_show(audit, seat), "seat %d may muck and must show", seat);
    if (event->act == FELT_MUCK)
        books->mucked |= felt_seats_of(seat);
    else
        books->chose_show = true;
    return true;
}

static bool take_action(struct felt_audit *audit, const struct felt_event *event)
{
    switch (event->act) {
    case FELT_FOLD:
    case FELT_CHECK:
    case FELT_CALL:
    case FELT_RAISE_TO:
    case FELT_BRING_IN: return take_bet(audit, event);
    default: break;
    }
    FELT_AUDIT(event->amount == 0, "seat %d pays %lld for nothing", event->seat,
               (long long)event->amount);
    switch (event->act) {
    case FELT_DISCARD: return take_discard(audit, event);
    case FELT_RUNS: return take_runs(audit, event);
    case FELT_SHOW:
    case FELT_MUCK: return take_choice_to_show(audit, event);
    default: return felt_audit_violate(audit, "an action of kind %d", event->act);
    }
}

/* ---- the showdown --------------------------------------------------------------------------- */

static bool take_show(struct felt_audit *audit, const struct felt_event *event)
{
    struct felt_audit_books *books = &audit->books;
    felt_seat seat = event->seat;
    int which = event->board;
    FELT_AUDIT(seat >= 0 && felt_seats_has(books->live, seat), "seat %d shows and is not live",
               seat);
    FELT_AUDIT(which == 0 || (which == 1 && books->runs == 2 && books->shown[0] == books->live),
               "seat %d shows on board %d of %d", seat, which, books->runs);
    if (felt_audit_mucks(audit)) {
        FELT_AUDIT(seat == felt_audit_shower(audit), "seat %d shows out of turn", seat);
        FELT_AUDIT(books->chose_show || felt_audit_must_show(audit, seat),
                   "seat %d shows and was not asked", seat);
    }
    books->chose_show = false;
    FELT_AUDIT(!felt_seats_has(books->shown[which], seat), "seat %d shows twice", seat);
    books->shown[which] |= felt_seats_of(seat);
    FELT_AUDIT(event->count == books->holes[seat] &&
                   memcmp(event->cards, books->hole[seat], event->count) == 0,
               "seat %d shows cards that it was not dealt", seat);
    felt_value value[2];
    felt_audit_values(audit, seat, which, value);
    FELT_AUDIT(event->amount == value[0] && event->to == value[1],
               "seat %d shows values %lld and %lld; its cards are worth %d and %d", seat,
               (long long)event->amount, (long long)event->to, value[0], value[1]);
    return hide_cards(audit, event);
}

/* ---- all of them ---------------------------------------------------------------------------- */

static bool dealing(const struct felt_event *event)
{
    return event->kind == FELT_EVENT_DEAL || event->kind == FELT_EVENT_DEAL_UP ||
           event->kind == FELT_EVENT_BOARD;
}

static bool take_event(struct felt_audit *audit, const struct felt_event *event)
{
    struct felt_audit_books *books = &audit->books;
    bool drawing = event->kind == FELT_EVENT_DRAW || event->kind == FELT_EVENT_SHUFFLE;
    FELT_AUDIT(!books->over, "an event follows the last one");
    FELT_AUDIT(drawing || books->draw.owes || !books->draw.due, "new cards for %#x are missing",
               books->draw.due);
    FELT_AUDIT(dealing(event) || event->kind == FELT_EVENT_REDEAL || !books->redeal_at,
               "a redeal is due");
    if (dealing(event) || drawing || event->act == FELT_DISCARD) books->betting = false;
    switch (event->kind) {
    case FELT_EVENT_ANTE:
    case FELT_EVENT_DEAD:
    case FELT_EVENT_BLIND: return pay(audit, event);
    case FELT_EVENT_ACT: return take_action(audit, event);
    case FELT_EVENT_RETURN: return give_back(audit, event);
    case FELT_EVENT_DEAL:
    case FELT_EVENT_DEAL_UP: return take_cards(audit, event);
    case FELT_EVENT_BOARD: return take_board(audit, event);
    case FELT_EVENT_DRAW: return take_draw(audit, event);
    case FELT_EVENT_SHUFFLE: return take_shuffle(audit, event);
    case FELT_EVENT_REDEAL: return take_redeal(audit);
    case FELT_EVENT_SHOW: return take_show(audit, event);
    case FELT_EVENT_RAKE:
    case FELT_EVENT_WIN: return take_award(audit, event);
    case FELT_EVENT_OVER: books->over = true; return true;
    default: return felt_audit_violate(audit, "an event of kind %d", event->kind);
    }
}

bool felt_audit_take(struct felt_audit *audit, const struct felt_event_log *log)
{
    for (uint32_t i = 0; i < log->count; i++)
        if (!take_event(audit, &log->event[i])) return false;
    return true;
}
