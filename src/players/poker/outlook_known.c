/* outlook_known.c -- what a seat knows of the cards, and what is yet to be dealt. */
#include "felt/assert.h"
#include "players/poker/outlook.h"

#include <string.h>

/* ---- from a view ---------------------------------------------------------------------------- */

static void add_opponent(const struct felt_view *view, const struct felt_zone *zone,
                         struct felt_known *out)
{
    struct felt_known_hand *hand = &out->opponent[out->opponents++];
    hand->count = zone->count;
    hand->drew = (uint16_t)view->number[FELT_POKER_DREW + zone->owner];
    memcpy(hand->card, view->cards + zone->at, zone->count);
}

/* The others in the order in which cards are dealt, from left of the button. */
static void add_opponents(const struct felt_view *view, struct felt_known *out)
{
    for (felt_seats left = view->betting.turn.live; left;) {
        felt_seat seat = felt_seats_from(left, view->button + 1);
        left &= (felt_seats)~felt_seats_of(seat);
        if (seat == view->viewer)
            out->before = out->opponents;
        else
            add_opponent(view, felt_view_zone(view, FELT_ZONE_HAND, seat), out);
    }
}

void felt_known_make(const struct felt_poker_rules *rules, const struct felt_view *view,
                     struct felt_known *out)
{
    int64_t follow = view->number[FELT_POKER_FOLLOW];
    *out = (struct felt_known){.variant = rules->variant,
                               .showdown = *rules->showdown,
                               .step = view->step,
                               .drawing = view->phase == FELT_PHASE_DISCARD,
                               .wild = rules->wild,
                               .follow = (uint8_t)follow};
    out->showdown.wild = rules->wild;
    if (follow > 1) out->showdown.wild |= felt_cards_of_rank((int)follow - 2);
    for (int i = 0; i < view->zones; i++) {
        const struct felt_zone *zone = &view->zone[i];
        const felt_card *cards = view->cards + zone->at;
        for (int k = 0; k < zone->count; k++)
            if (cards[k] != FELT_CARD_NONE) out->seen |= felt_cards_of(cards[k]);
        if (zone->kind == FELT_ZONE_BOARD) {
            out->boards = zone->count;
            memcpy(out->board, cards, zone->count);
        }
        if (zone->kind != FELT_ZONE_HAND || zone->owner != view->viewer) continue;
        out->holes = zone->count;
        memcpy(out->hole, cards, zone->count);
    }
    add_opponents(view, out);
    felt_assert(out->holes > 0);
}

/* ---- from a list of cards ------------------------------------------------------------------- */

/* The first betting round or draw in which a seat holds so many cards; -1 if there is none. */
static int find_step(const struct felt_variant *variant, int holes, int boards)
{
    int held = 0, open = 0, found = -1;
    for (int i = 0; i < variant->steps; i++) {
        const struct felt_step *step = &variant->step[i];
        held += step->down + step->up;
        open += step->board;
        if (held == holes && open == boards && step->kind != FELT_STEP_DEAL && found < 0) found = i;
        if (step->kind == FELT_STEP_DISCARD && !step->replace) held -= step->discard_min;
    }
    return found;
}

enum felt_status felt_known_of(const struct felt_variant *variant, const felt_card *hole, int holes,
                               const felt_card *board, int boards, int opponents,
                               struct felt_known *out)
{
    struct felt_poker_rules rules;
    if (holes < 1 || holes > FELT_HOLE_MAX || boards < 0 || boards > FELT_BOARD_MAX ||
        opponents < 0 || opponents >= variant->seats_max)
        return FELT_WRONG_COUNT;
    int step = find_step(variant, holes, boards);
    if (step < 0) return FELT_WRONG_COUNT;
    /* RULES 14.1: at a crowded table nobody gets a last card of its own. */
    if (variant->shares_last && holes == variant->hole_cards &&
        holes * (opponents + 1) > felt_cards_count(variant->deck))
        return FELT_WRONG_COUNT;
    enum felt_status status =
        felt_poker_rules_of(variant, (enum felt_limit)variant->limit, 100, &rules, NULL);
    if (status != FELT_OK) return status;
    struct felt_known known = {.variant = variant,
                               .showdown = *rules.showdown,
                               .step = (uint8_t)step,
                               .holes = (uint8_t)holes,
                               .boards = (uint8_t)boards,
                               .opponents = (uint8_t)opponents};
    known.wild = known.showdown.wild = rules.wild;
    known.drawing = variant->step[step].kind == FELT_STEP_DISCARD;
    for (int i = 0; i < holes + boards; i++) {
        felt_card card = i < holes ? hole[i] : board[i - holes];
        if (card >= FELT_CARDS_MAX || !(variant->deck & felt_cards_of(card))) return FELT_BAD_CARD;
        if (known.seen & felt_cards_of(card)) return FELT_DUPLICATE_CARD;
        known.seen |= felt_cards_of(card);
    }
    memcpy(known.hole, hole, (size_t)holes);
    if (boards) memcpy(known.board, board, (size_t)boards);
    for (int i = 0; i < opponents; i++) {
        known.opponent[i].count = (uint8_t)holes;
        memset(known.opponent[i].card, FELT_CARD_NONE, sizeof known.opponent[i].card);
    }
    *out = known;
    return FELT_OK;
}

/* ---- what is to come ------------------------------------------------------------------------ */

/* Cards that a deal to the end takes from the pool, if nobody draws. */
static int cards_needed(const struct felt_known *known, const struct outlook_plan *plan)
{
    int need = plan->boards_end - known->boards;
    if (known->holes < plan->holes_end) need += plan->holes_end - known->holes;
    for (int i = 0; i < known->opponents; i++) {
        need += plan->holes_full;
        for (int k = 0; k < known->opponent[i].count; k++)
            need -= known->opponent[i].card[k] != FELT_CARD_NONE;
    }
    return need;
}

void outlook_plan_make(const struct felt_known *known, struct outlook_plan *out)
{
    const struct felt_variant *variant = known->variant;
    felt_cards left = variant->deck & ~known->seen;
    int boards = 0, held = 0;
    *out = (struct outlook_plan){.holes_end = known->showdown.hole,
                                 .holes_full = known->showdown.hole,
                                 .boards_end = variant->board_cards};
    for (int i = 0; i < variant->steps; i++) {
        const struct felt_step *step = &variant->step[i];
        out->up |= (uint8_t)(((1u << step->up) - 1) << (held + step->down));
        held += step->down + step->up;
        boards += step->board;
        if (step->kind != FELT_STEP_DISCARD) continue;
        out->draws++;
        out->replaces |= step->replace;
        if (i < known->step) out->draw++;
        if (step->replace) continue;
        out->holes_full = (uint8_t)held;
        out->boards_throw = (uint8_t)boards;
    }
    while (left) out->card[out->cards++] = felt_cards_take(&left);
    /* Three and a half cards for each draw of each seat are more than are usually drawn. */
    int seats = known->opponents + 1, draws = out->draws - out->draw;
    out->ample = 2 * (out->cards - known->opponents * out->holes_end) >= 7 * seats * draws;
    /* RULES 14.1: too few cards are left, or the one for all lies there already. */
    out->need = (uint8_t)cards_needed(known, out);
    if (!variant->shares_last || (known->boards == 0 && out->need <= out->cards)) return;
    out->holes_full = --out->holes_end;
    out->boards_end++;
    out->need = (uint8_t)cards_needed(known, out);
}
