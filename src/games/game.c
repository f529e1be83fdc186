/* game.c -- events and views, the parts that are the same in every game. */
#include "felt/game.h"
#include "felt/assert.h"

#include <string.h>

const char *felt_event_word(enum felt_event_kind kind)
{
    static const char *const words[FELT_EVENT_KINDS] = {
        "ante",   "dead",   "blind", "deal",       "deal_up", "board", "act",
        "draw",   "return", "show",  "rake",       "win",     "over",  "shuffle",
        "redeal", "hand",   "play",  "take",       "give",    "say",   "score",
        "effect", "out",    "round", "initiative", "flip",    "tally", "outcome"};
    felt_assert((unsigned)kind < FELT_EVENT_KINDS);
    return words[kind];
}

struct felt_event felt_event_for(const struct felt_event *event, felt_seat seat)
{
    struct felt_event seen = *event;
    bool to_all = event->cards_to == (felt_seats)-1;
    if (to_all || (seat >= 0 && felt_seats_has(event->cards_to, seat))) return seen;
    memset(seen.cards, FELT_CARD_NONE, event->count);
    return seen;
}

const struct felt_zone *felt_view_zone(const struct felt_view *view, enum felt_zone_kind kind,
                                       felt_seat owner)
{
    for (int i = 0; i < view->zones; i++)
        if (view->zone[i].kind == kind && view->zone[i].owner == owner) return &view->zone[i];
    return NULL;
}

static bool same_zones(const struct felt_view *a, const struct felt_view *b)
{
    int cards = 0;
    if (a->zones != b->zones) return false;
    for (int i = 0; i < a->zones; i++) {
        const struct felt_zone *x = &a->zone[i], *y = &b->zone[i];
        if (x->kind != y->kind || x->owner != y->owner || x->at != y->at || x->count != y->count ||
            x->up != y->up)
            return false;
        if (x->at + x->count > cards) cards = x->at + x->count;
    }
    return !memcmp(a->cards, b->cards, (size_t)cards);
}

static bool same_options(const struct felt_view *a, const struct felt_view *b)
{
    if (a->options != b->options) return false;
    for (int i = 0; i < a->options; i++) {
        const struct felt_option *x = &a->option[i], *y = &b->option[i];
        if (x->kind != y->kind || x->cards_min != y->cards_min || x->cards_max != y->cards_max ||
            x->choice_max != y->choice_max || x->min != y->min || x->max != y->max ||
            x->cards != y->cards)
            return false;
    }
    return true;
}

static bool same_pots(const struct felt_view *a, const struct felt_view *b)
{
    if (a->pots != b->pots) return false;
    for (int i = 0; i < a->pots; i++)
        if (a->pot[i].amount != b->pot[i].amount || a->pot[i].eligible != b->pot[i].eligible)
            return false;
    return true;
}

bool felt_view_equal(const struct felt_view *a, const struct felt_view *b)
{
    return a->viewer == b->viewer && a->actor == b->actor && a->button == b->button &&
           a->opener == b->opener && a->phase == b->phase && a->step == b->step &&
           a->street == b->street && a->seats == b->seats &&
           felt_betting_equal(&a->betting, &b->betting) &&
           !memcmp(a->start, b->start, sizeof a->start) &&
           !memcmp(a->paid, b->paid, sizeof a->paid) && a->dead == b->dead && a->rake == b->rake &&
           !memcmp(a->number, b->number, sizeof a->number) && same_pots(a, b) && same_zones(a, b) &&
           same_options(a, b);
}
