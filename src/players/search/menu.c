/* menu.c -- which of the legal actions a search looks at, and how likely a seat takes them.
 *
 * A range of amounts becomes a few sizes.  They are parts of the pot where there is one: from the
 * smallest raise on half a pot, a pot, and either everything or, if that is far away, two pots and
 * a half.  Games whose actions put nothing at stake get the ends of the range and its middle.
 *
 * Sets of cards and choices are all on the menu if there is room for them, else evenly spaced ones
 * with the first and the last: that is to throw away as few cards as possible, and as many. */
#include "players/search/search.h"

#include "felt/assert.h"

/* How far a raise may be from the smallest one, in pots, to be called a bet of everything. */
enum { FAR_POTS = 4 };

static void put(struct search_menu *menu, struct felt_action action)
{
    for (int i = 0; i < menu->count; i++) {
        const struct felt_action *other = &menu->action[i];
        if (other->kind == action.kind && other->amount == action.amount &&
            other->cards == action.cards && other->choice == action.choice)
            return;
    }
    felt_assert(menu->count < FELT_SEARCH_MENU_MAX);
    menu->action[menu->count++] = action;
}

static void put_raise(struct search_menu *menu, const struct felt_option *raise, felt_chips to)
{
    felt_chips amount = to > raise->max ? raise->max : to;
    put(menu, (struct felt_action){.kind = FELT_RAISE_TO, .amount = amount});
}

static void put_raises(struct search_menu *menu, const struct felt_option *raise)
{
    felt_chips range = raise->max - raise->min, pot = menu->at_stake + menu->to_call;
    if (pot == 0 || range == 0) {
        put_raise(menu, raise, raise->min);
        put_raise(menu, raise, raise->min + range / 2);
        put_raise(menu, raise, raise->max);
        return;
    }
    put_raise(menu, raise, raise->min + pot / 2);
    put_raise(menu, raise, raise->min + pot);
    put_raise(menu, raise, range < FAR_POTS * pot ? raise->max : raise->min + 5 * pot / 2);
}

static void put_some(struct search_menu *menu, const struct felt_option *option, int room)
{
    int64_t count = felt_options_count(option, 1), last = count - 1;
    int some = count < room ? (int)count : room;
    for (int i = 0; i < some - 1; i++)
        put(menu, felt_options_pick(option, 1, last / (some - 1) * i));
    put(menu, felt_options_pick(option, 1, last));
}

void felt_search_menu(const struct felt_option *options, int count, felt_chips at_stake,
                      struct search_menu *out)
{
    felt_assert(count > 0 && count <= FELT_OPTIONS_MAX);
    bool is_free = false;
    out->count = 0;
    out->draws = false;
    out->to_call = 0;
    out->at_stake = at_stake;
    for (int i = 0; i < count; i++) {
        if (options[i].kind == FELT_CALL) out->to_call = options[i].min;
        out->draws |= options[i].kind == FELT_DISCARD;
        is_free |= options[i].kind == FELT_CHECK;
    }
    for (int i = 0; i < count; i++) {
        if (options[i].kind == FELT_FOLD && is_free) continue; /* nobody gives up for nothing */
        if (options[i].kind == FELT_RAISE_TO)
            put_raises(out, &options[i]);
        else
            put_some(out, &options[i], (FELT_SEARCH_MENU_MAX - out->count) / (count - i));
    }
    felt_assert(out->count > 0);
}

/* ---- guesses ---- */

static double within(double x, double low, double high)
{
    return x < low ? low : x > high ? high : x;
}

/* Who is offered a price folds if its share is less, and not always to a chip: playouts say the
 * share only roughly, and who bets has more than an average hand. */
static double guess_fold(const struct search_menu *menu, double share)
{
    if (menu->to_call == 0) return 0.01;
    double price = (double)menu->to_call / (double)(menu->to_call + menu->at_stake);
    return within(0.5 - 6 * (share - price - 0.03), 0.02, 0.98);
}

static double guess_raise(const struct search_menu *menu, double strength)
{
    return menu->to_call ? within((strength - 0.65) * 1.5, 0.03, 0.5)
                         : within((strength - 0.45) * 1.5, 0.05, 0.7);
}

void felt_search_guess(const struct search_menu *menu, struct search_outlook outlook,
                       double guess[FELT_SEARCH_MENU_MAX])
{
    int folds = 0, raises = 0;
    for (int i = 0; i < menu->count; i++) {
        folds += menu->action[i].kind == FELT_FOLD;
        raises += menu->action[i].kind == FELT_RAISE_TO;
    }
    int others = menu->count - folds - raises;
    double fold = folds ? guess_fold(menu, outlook.share) : 0;
    double raise = raises ? (1 - fold) * guess_raise(menu, outlook.strength) : 0;
    double other = others ? 1 - fold - raise : 0, sum = fold + raise + other;
    for (int i = 0; i < menu->count; i++) {
        bool folding = menu->action[i].kind == FELT_FOLD;
        bool raising = menu->action[i].kind == FELT_RAISE_TO;
        double each = folding ? fold / folds : raising ? raise / raises : other / others;
        guess[i] = each / sum;
    }
}
