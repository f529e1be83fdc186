/* worth.c -- chips expected from an action, over giving up.
 *
 * In every deal to the end each of the others folds, stays or raises as his hand's place among
 * those he may hold says; those who stay are met at the showdown.  Streets to come are not played
 * but counted in: a good hand wins more than its share of the pot as long as there are chips
 * behind, a bad one less, and whoever acts last a little more (realize()). */
#include "felt/assert.h"
#include "players/poker/house/house.h"

#include <math.h>

/* What somebody answers to the action, as far as it is up to him. */
struct answer {
    bool asked;   /* he has to act, and can                     */
    double calls; /* chips a call takes from him                */
    double most;  /* of the pot that he can win */
    float fold[HOUSE_PLACES + 1], raise[HOUSE_PLACES + 1]; /* chances by the place of his hand */
};

static double smaller(double a, double b)
{
    return a < b ? a : b;
}

/* ---- shares --------------------------------------------------------------------------------- */

static double half_share(uint32_t mine, const uint32_t *theirs, int count)
{
    int tied = 1;
    for (int i = 0; i < count; i++) {
        if (theirs[i] > mine) return 0;
        tied += theirs[i] == mine;
    }
    return 1.0 / tied;
}

/* Of the pot, among those whose bit is set. */
static double row_share(const struct house_rows *rows, int row, unsigned in)
{
    uint32_t first[HOUSE_OTHERS], second[HOUSE_OTHERS], best = 0, mine = rows->mine[row];
    int count = 0;
    if (rows->known) return (double)rows->share[row];
    for (; in; in &= in - 1) {
        uint32_t value = rows->theirs[row][__builtin_ctz(in)];
        first[count] = rows->split ? value >> 16 : value;
        second[count] = value & 0xffff;
        if (second[count] > best) best = second[count];
        count++;
    }
    if (!rows->split) return half_share(mine, first, count);
    double high = half_share(mine >> 16, first, count);
    uint32_t low = mine & 0xffff;
    if (low == 0 && best == 0) return high;
    return 0.5 * high + (low ? 0.5 * half_share(low, second, count) : 0);
}

/* The same where somebody who is all-in can win a part of the pot only: `most[i]` chips of it for
 * opponent i.  Layer by layer, each among those whose stake reaches it. */
static double layered_share(const struct house_rows *rows, int row, unsigned in, const double *most,
                            double pot)
{
    double sum = 0, below = 0;
    while (below < pot) {
        unsigned there = 0;
        double next = pot;
        for (unsigned left = in; left; left &= left - 1) {
            int i = __builtin_ctz(left);
            if (!(most[i] > below)) continue;
            there |= 1u << i;
            if (most[i] < next) next = most[i];
        }
        sum += (next - below) * (there ? row_share(rows, row, there) : 1);
        below = next;
    }
    return sum / pot;
}

/* ---- streets to come ------------------------------------------------------------------------ */

/* Is nobody left who acts behind the viewer in later rounds? */
bool house_acts_last(const struct felt_view *view)
{
    for (felt_seats left = view->betting.turn.able & view->betting.turn.live; left;) {
        felt_seat seat = felt_seats_take(&left);
        if (seat == view->viewer) continue;
        int mine = (view->viewer - view->button - 1 + 2 * FELT_SEATS_MAX) % FELT_SEATS_MAX;
        int his = (seat - view->button - 1 + 2 * FELT_SEATS_MAX) % FELT_SEATS_MAX;
        if (his > mine) return false;
    }
    return true;
}

static double realize(const struct house_turn *turn, double share, double pot, double behind,
                      double others)
{
    static const double leverage = 0.45, burden = 1.4, position = 0.05;
    double depth = pot > 0 ? house_clamp(behind / pot, 0, 1) : 0;
    if (turn->last_round || !(depth > 0)) return share;
    double fair = 1 / (others + 1);
    double moved = share + depth * ((share > fair ? leverage : burden) * (share - fair) * share +
                                    (turn->acts_last ? position : -position) * share);
    return house_clamp(moved, 0, 1.4);
}

/* ---- the table ------------------------------------------------------------------------------ */

static double reach_of(const struct felt_view *view, felt_seat seat)
{
    return (double)(view->betting.staked[seat] + view->betting.stack[seat]);
}

/* The most that any of the others can have at stake in this round. */
static double reach_of_others(const struct house_turn *turn)
{
    double most = 0;
    for (int i = 0; i < turn->house->others; i++) {
        double reach = reach_of(turn->view, turn->house->other[i]);
        if (reach > most) most = reach;
    }
    return most;
}

/* Chips of the pot that somebody can win: all of them unless he is all-in. */
static double most_of(const struct felt_view *view, felt_seat seat)
{
    felt_chips stake = view->paid[seat] + view->betting.staked[seat], most = view->dead;
    if (view->betting.stack[seat] > 0) return INFINITY;
    for (felt_seats left = view->seats; left;) {
        felt_seat other = felt_seats_take(&left);
        felt_chips his = view->paid[other] + view->betting.staked[other];
        bool pays = view->betting.turn.live >> other & 1; /* now, or to stay */
        most += pays || his > stake ? stake : his;
    }
    return (double)most;
}

int house_count_rivals(const struct house_turn *turn)
{
    double pot = (double)felt_player_pot(turn->view);
    int rivals = 0;
    for (int i = 0; i < turn->house->others; i++)
        rivals += most_of(turn->view, turn->house->other[i]) >= 0.5 * pot;
    return rivals > 0 ? rivals : 1;
}

/* Nobody folds as often as he should: so much of it is counted on. */
static const float folds = 0.85f;

static void expect(const struct house_turn *turn, felt_seat seat, const struct house_spot *spot,
                   bool may_raise, struct answer *out)
{
    static const double usual_size = 0.8;
    struct house_shares shares = house_shares_of(spot, &turn->house->model[seat], turn->trust);
    house_chances(&shares, spot, FELT_FOLD, 0, out->fold);
    for (int i = 0; i <= HOUSE_PLACES; i++) out->fold[i] *= folds;
    if (may_raise) house_chances(&shares, spot, FELT_RAISE_TO, usual_size, out->raise);
}

static void ask(const struct house_turn *turn, double to, double pot, double alpha, bool raised,
                struct answer *answer)
{
    const struct felt_view *view = turn->view;
    const struct house *house = turn->house;
    for (int i = 0; i < house->others; i++) {
        felt_seat seat = house->other[i];
        double staked = (double)view->betting.staked[seat];
        double calls = smaller(to, reach_of(view, seat)) - staked;
        if (calls < 0) calls = 0;
        answer[i] = (struct answer){.calls = calls, .most = most_of(view, seat)};
        if (!(view->betting.turn.able >> seat & 1) || !(calls > 0)) continue;
        if (!raised && !(view->betting.turn.owes >> seat & 1)) continue;
        struct house_spot spot = {.street = turn->street,
                                  .boards = turn->known.boards,
                                  .others = (uint8_t)turn->rivals,
                                  .raises = (uint8_t)(view->betting.turn.raises + raised),
                                  .pressing = house->hand.presser == seat,
                                  .alpha = alpha,
                                  .price = calls / (pot + calls)};
        answer[i].asked = true;
        expect(turn, seat, &spot, reach_of(view, seat) > to, &answer[i]);
    }
}

/* ---- outcomes ------------------------------------------------------------------------------- */

/* What happened over all rows. */
struct tally {
    double alone;                  /* everybody gave up                                */
    double met, share, pot, meets; /* nobody raised: rows, shares, pots, opponents     */
    double raised, raised_share;   /* somebody did                                     */
};

static void play_rows(const struct house_turn *turn, const struct answer *answer, double pot,
                      struct tally *out)
{
    const struct house_rows *rows = &turn->house->rows;
    double most[HOUSE_OTHERS];
    bool layers = false;
    *out = (struct tally){0};
    for (int i = 0; i < rows->others; i++) {
        most[i] = answer[i].most;
        layers |= most[i] < pot;
    }
    for (int row = 0; row < rows->rows; row++) {
        unsigned in = 0;
        int meets = 0;
        bool raised = false;
        double chips = pot;
        for (int i = 0; i < rows->others; i++) {
            const struct answer *his = &answer[i];
            if (his->asked) {
                int place = (int)(rows->place[row][i] * HOUSE_PLACES + 0.5f);
                float drawn = rows->drawn[row][i];
                if (drawn < his->fold[place]) continue;
                raised |= 1 - drawn < his->raise[place];
                chips += his->calls;
            }
            in |= 1u << i;
            meets += most[i] >= 0.5 * pot;
        }
        if (in == 0) {
            out->alone++;
            continue;
        }
        double share =
            layers ? layered_share(rows, row, in, most, chips) : row_share(rows, row, in);
        if (raised) {
            out->raised++;
            out->raised_share += share;
            continue;
        }
        out->met++;
        out->share += share;
        out->pot += chips;
        out->meets += meets;
    }
}

static double behind_of(const struct house_turn *turn, double to)
{
    double mine = reach_of(turn->view, turn->view->viewer) - to;
    double theirs = reach_of_others(turn) - to;
    double behind = smaller(mine, theirs);
    return behind > 0 ? behind : 0;
}

struct house_worth house_worth_pass(const struct house_turn *turn)
{
    const struct felt_view *view = turn->view;
    struct answer answer[HOUSE_OTHERS];
    struct tally tally;
    double call = (double)turn->call, pot = (double)felt_player_pot(view) + call;
    double to = (double)(view->betting.staked[view->viewer]) + call;
    ask(turn, to, pot, turn->house->hand.alpha, false, answer);
    play_rows(turn, answer, pot, &tally);
    double rows = turn->house->rows.rows, met = tally.met + tally.raised;
    struct house_worth worth = {.fold = tally.alone / rows};
    if (met > 0) worth.share = (tally.share + tally.raised_share) / met;
    double chips = tally.met > 0 ? tally.pot / tally.met : pot;
    double meets = tally.met > 0 ? tally.meets / tally.met : 1;
    double value = realize(turn, worth.share, chips, behind_of(turn, to), meets) * chips;
    /* Who is raised behind his call has mostly paid for nothing. */
    if (tally.raised > 0) value *= 1 - 0.5 * tally.raised / met;
    worth.gain = worth.fold * pot + (1 - worth.fold) * value - call;
    return worth;
}

struct house_worth house_worth_raise(const struct house_turn *turn, felt_chips wish)
{
    const struct felt_view *view = turn->view;
    struct answer answer[HOUSE_OTHERS];
    struct tally tally;
    double staked = (double)view->betting.staked[view->viewer];
    double to = smaller((double)wish, reach_of_others(turn)), mine = to - staked;
    double pot = (double)felt_player_pot(view), with = pot + mine;
    ask(turn, to, with, mine / with, true, answer);
    play_rows(turn, answer, with, &tally);
    double rows = turn->house->rows.rows, value = tally.alone * with;
    struct house_worth worth = {.to = wish, .fold = tally.alone / rows};
    if (tally.met > 0) {
        worth.share = tally.share / tally.met;
        double chips = tally.pot / tally.met, meets = tally.meets / tally.met;
        value += tally.met * chips * realize(turn, worth.share, chips, behind_of(turn, to), meets);
    }
    if (tally.raised > 0) {
        /* He goes to three times as much: call if that is worth it. */
        double share = tally.raised_share / tally.raised;
        double limit = smaller(reach_of(view, view->viewer), reach_of_others(turn));
        double more = smaller(3 * to, limit) - to;
        double gain = share * (with + (mine + more) + more) - more;
        if (gain > 0) value += tally.raised * gain;
    }
    worth.gain = value / rows - mine;
    return worth;
}
