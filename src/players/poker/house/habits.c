/* habits.c -- how people act.
 *
 * Usual shares:
 *
 *   a bet that is `alpha` of the pot with it is answered so that a bluff with it neither wins nor
 *   loses: 1 - alpha of all hands stay.  Where several have to answer, they share that.
 *   one hand of three is bet where nobody has; more by who raised before
 *   one of nine raises a bet
 *
 * Of the hands that are bet seven of ten are the best ones, the others are any: bluffs.  The larger
 * a bet, the fewer the good hands behind it; but nobody is so sure of what people do that any hand
 * is ruled out (`unlikely`), and so a bet that is much too large may well be that of somebody who
 * bets anything. */
#include "felt/assert.h"
#include "players/poker/house/house.h"

static const double huge_size = 3; /* pots */
static const double unlikely = 0.052;
static const double bluffs_first = 0.10, bluffs = 0.30; /* of bets before the flop, and later */
static const double soft = 0.16; /* the width of the edge between two actions */

/* 0 below the edge, 1 above it. */
static double step(double place, double edge)
{
    return house_clamp((place - edge) / soft + 0.5, 0, 1);
}

/* ---- usual shares --------------------------------------------------------------------------- */

/* By opponents with cards. */
static const double open_by[FELT_SEATS_MAX] = {0.70, 0.70, 0.42, 0.32, 0.26,
                                               0.21, 0.18, 0.16, 0.14, 0.13};
/* How much of a task falls to one of so many. */
static const double part_of[FELT_SEATS_MAX] = {1,    1,    0.66, 0.52, 0.44,
                                               0.39, 0.35, 0.32, 0.30, 0.28};

static double usual(const struct house_spot *spot, enum house_habit habit)
{
    double part = part_of[spot->others < FELT_SEATS_MAX ? spot->others : FELT_SEATS_MAX - 1];
    switch (habit) {
    case HOUSE_OPEN: return open_by[spot->others < FELT_SEATS_MAX ? spot->others : 9];
    case HOUSE_DEFEND:
        return house_clamp((1.08 - spot->alpha) * part + 0.3 * (0.4 - spot->price), 0.05, 0.95);
    case HOUSE_RERAISE: return 0.14 * part;
    case HOUSE_LEAD: return 0.34 * part;
    case HOUSE_PRESS: return (spot->street == 1 ? 0.60 : 0.48) * part;
    case HOUSE_STAY:
        return house_clamp((1.02 - spot->alpha) * (0.4 + 0.6 * part) + 0.02, 0.05, 0.97);
    case HOUSE_RAISE: return 0.11 * part;
    case HOUSE_HUGE: return 0.02;
    default: return 0;
    }
}

/* A habit of somebody: the odds that are usual, moved by what was seen. */
static double share_of(const struct house_spot *spot, enum house_habit habit,
                       const struct house_model *model, double trust)
{
    enum { DOUBT = 8 }; /* usual cases that are taken as seen */
    double base = usual(spot, habit);
    if (model == NULL || !(trust > 0)) return base;
    double of = model->habit[habit].of, seen = model->habit[habit].seen,
           expected = model->habit[habit].usual;
    double mean = of > 0 ? expected / of : base;
    double yes = (seen + DOUBT * mean) / (expected + DOUBT * mean);
    double no = (of - seen + DOUBT * (1 - mean)) / (of - expected + DOUBT * (1 - mean));
    double moved = base * yes / (base * yes + (1 - base) * no);
    return base + trust * (moved - base);
}

static bool is_open(const struct house_spot *spot)
{
    return spot->street == 0 && spot->raises == 0;
}

static enum house_habit raise_habit(const struct house_spot *spot)
{
    if (is_open(spot)) return HOUSE_OPEN;
    if (spot->street == 0) return HOUSE_RERAISE;
    if (spot->raises > 0) return HOUSE_RAISE;
    return spot->pressing ? HOUSE_PRESS : HOUSE_LEAD;
}

struct house_shares house_shares_of(const struct house_spot *spot, const struct house_model *model,
                                    double trust)
{
    static const double limps = 0.12;
    struct house_shares shares = {.raise = share_of(spot, raise_habit(spot), model, trust)};
    /* In the big blind where nobody raised: half as often as first in. */
    if (is_open(spot) && spot->free) shares.raise *= 0.5;
    if (spot->free)
        shares.stay = 1;
    else if (is_open(spot))
        shares.stay = shares.raise + limps * (1 - shares.raise);
    else
        shares.stay = share_of(spot, spot->street ? HOUSE_STAY : HOUSE_DEFEND, model, trust);
    if (shares.raise > shares.stay) shares.stay = shares.raise;
    shares.huge = share_of(spot, HOUSE_HUGE, model, trust);
    return shares;
}

/* ---- chances -------------------------------------------------------------------------------- */

static double raise_chance(double share, bool first, double size, double place)
{
    /* Up to the pot any size may mean anything. */
    double narrow = size > 1 ? 1 / (1 + 0.6 * (size - 1)) : 1;
    double any = first ? bluffs_first : bluffs;
    double good = share * (1 - any) * narrow, other = share * any * narrow / (1 - good);
    double sure = step(place, 1 - good);
    return sure * (1 - 0.1) + (1 - sure) * other;
}

double house_chance(const struct house_shares *shares, const struct house_spot *spot, uint8_t kind,
                    double size, double place)
{
    double raises =
        raise_chance(shares->raise, spot->street == 0, kind == FELT_RAISE_TO ? size : 0, place);
    double stays = spot->free ? 1 : step(place, 1 - shares->stay);
    double chance;
    if (raises > stays) stays = raises;
    switch (kind) {
    case FELT_RAISE_TO: chance = raises; break;
    case FELT_FOLD: chance = 1 - stays; break;
    default: chance = stays - raises; break;
    }
    /* Who often bets so much does it with anything. */
    double least = unlikely, wild = shares->huge * shares->raise;
    if (kind == FELT_RAISE_TO && size > huge_size && wild > least) least = wild;
    return least + (1 - least) * chance;
}

void house_chances(const struct house_shares *shares, const struct house_spot *spot, uint8_t kind,
                   double size, float out[HOUSE_PLACES + 1])
{
    for (int i = 0; i <= HOUSE_PLACES; i++)
        out[i] = (float)house_chance(shares, spot, kind, size, (double)i / HOUSE_PLACES);
}

/* ---- learning ------------------------------------------------------------------------------- */

static void count(struct house_model *model, enum house_habit habit, const struct house_spot *spot,
                  bool did)
{
    model->habit[habit].of++;
    model->habit[habit].seen += did;
    model->habit[habit].usual += usual(spot, habit);
}

void house_model_learn(struct house_model *model, const struct house_act *act)
{
    const struct house_spot *spot = &act->spot;
    if (!(is_open(spot) && spot->free))
        count(model, raise_habit(spot), spot, act->kind == FELT_RAISE_TO);
    if (act->kind == FELT_RAISE_TO) count(model, HOUSE_HUGE, spot, act->size > huge_size);
    if (!spot->free && !is_open(spot))
        count(model, spot->street ? HOUSE_STAY : HOUSE_DEFEND, spot, act->kind != FELT_FOLD);
}
