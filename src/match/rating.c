/* rating.c -- see rating.h.
 *
 * In the model of Bradley and Terry player i scores against j with the chance p = 1 / (1 +
 * exp(r_j - r_i)).  The likelihood is concave in r; Newton's method finds its maximum.  With n
 * games in a pairing, the virtual draw among them, and m the share of the points that i got,
 *
 *     g = sum of n (m - p) (e_i - e_j)                       the slope,
 *     A = sum of n p (1 - p) (e_i - e_j) (e_i - e_j)^T       the curvature,
 *     B = sum of v (e_i - e_j) (e_i - e_j)^T                 the spread of the slope,
 *
 * where v is the sum of (score - m)^2 over the games of the pairing.  A draw spreads less than a
 * win and a loss, and A knows nothing of that: hence the standard errors are the roots of the
 * diagonal of A^-1 B A^-1.  The virtual draw counts in v too, so that a player who won everything
 * is not certain to win.
 *
 * All three have nothing to say about the mean of r: they are networks, with a weight between every
 * two players who met, and only differences count.  Such a system is solved by taking players out
 * one after the other, as star and mesh of electrical networks: a player with the weights w to the
 * others, W in all, leaves w_j w_k / W between j and k, and hands his slope on in the same shares.
 * Nothing is ever subtracted, so it is good to all digits though weights may differ by a factor of
 * 10^300.
 *
 * Steps.  Where p is near 0 or 1 the curvature of one place says little about the next, and a full
 * step may go far beyond the summit.  It is halved until the slope at its end, seen along the
 * step, is hardly downwards. */
#include "felt/rating.h"

#include "felt/assert.h"
#include "match/logarithm.h"

#include <math.h>
#include <stdbool.h>

enum { PLAYERS_MAX = FELT_RATING_PLAYERS_MAX, STEPS_MAX = 400, HALVES_MAX = 60 };
/* Ratings have been found when a step, of which the next one is about the square, moves none by
 * more than this share of the largest one or of 1.  No step moves one by more than STEP_MAX. */
#define STEP_MIN 1e-7
#define STEP_MAX 64.0
/* How steep it may be downwards at the end of a step, as a share of upwards at its start. */
#define OVERSHOOT 0.1
#define ELO       173.71779276130072717 /* 400 / log 10: points of Elo in one of r */

struct fit {
    const struct felt_pairing *pairing;
    int players;
    double rating[PLAYERS_MAX];
    double slope[PLAYERS_MAX];
    /* Above the diagonal: the weights of A, then, of a player who was taken out, the weights he had
     * to those behind him.  On it: their sum. */
    double weight[PLAYERS_MAX][PLAYERS_MAX];
};

/* What a pairing brought, the virtual draw included. */
struct outcome {
    double won, lost; /* points of either player: n m and n (1 - m) */
    double spread;    /* v */
};

/* False: it was not played. */
static bool look_at(const struct fit *fit, int i, int j, struct outcome *out)
{
    const struct felt_pairing *pairing = &fit->pairing[i * fit->players + j];
    double wins = (double)pairing->wins, losses = (double)pairing->losses;
    double draws = (double)pairing->draws + 1, games = wins + draws + losses;
    if (pairing->wins == 0 && pairing->losses == 0 && pairing->draws == 0) return false;
    out->won = wins + draws / 2;
    out->lost = losses + draws / 2;
    double from_win = out->lost / games, from_loss = out->won / games;
    double from_draw = (from_win - from_loss) / 2;
    out->spread =
        wins * from_win * from_win + draws * from_draw * from_draw + losses * from_loss * from_loss;
    return true;
}

static bool are_joined(const struct fit *fit)
{
    bool reached[PLAYERS_MAX] = {true};
    struct outcome unused;
    for (int round = 1; round < fit->players; round++)
        for (int i = 0; i < fit->players; i++)
            for (int j = i + 1; j < fit->players; j++)
                if (reached[i] != reached[j] && look_at(fit, i, j, &unused))
                    reached[i] = reached[j] = true;
    for (int i = 0; i < fit->players; i++)
        if (!reached[i]) return false;
    return true;
}

/* Slope and curvature at the ratings as they are. */
static void differentiate(struct fit *fit)
{
    for (int i = 0; i < fit->players; i++) fit->slope[i] = 0;
    for (int i = 0; i < fit->players; i++)
        for (int j = i + 1; j < fit->players; j++) {
            struct outcome outcome;
            fit->weight[i][j] = 0;
            if (!look_at(fit, i, j, &outcome)) continue;
            /* Not n (m - p) nor p (1 - p): the difference of two numbers near 1 has few digits. */
            double odds = felt_exp(fit->rating[i] - fit->rating[j]);
            double chance = odds / (1 + odds), other = 1 / (1 + odds);
            double pull = outcome.won * other - outcome.lost * chance;
            fit->weight[i][j] = (outcome.won + outcome.lost) * chance * other;
            fit->slope[i] += pull;
            fit->slope[j] -= pull;
        }
}

/* Takes all players but the last one out. */
static void eliminate(struct fit *fit)
{
    for (int i = 0; i + 1 < fit->players; i++) {
        double *row = fit->weight[i], sum = 0;
        for (int j = i + 1; j < fit->players; j++) sum += row[j];
        felt_assert(sum > 0);
        row[i] = sum;
        for (int j = i + 1; j < fit->players; j++)
            for (int k = j + 1; k < fit->players; k++) fit->weight[j][k] += row[j] * (row[k] / sum);
    }
}

/* x, of the sum 0, becomes A^-1 x, of the mean 0. */
static void solve(const struct fit *fit, double x[PLAYERS_MAX])
{
    int last = fit->players - 1;
    double mean = 0;
    for (int i = 0; i < last; i++)
        for (int k = i + 1; k <= last; k++) x[k] += x[i] * (fit->weight[i][k] / fit->weight[i][i]);
    x[last] = 0;
    for (int i = last; i-- > 0;) {
        x[i] /= fit->weight[i][i];
        for (int k = i + 1; k <= last; k++) x[i] += x[k] * (fit->weight[i][k] / fit->weight[i][i]);
    }
    for (int i = 0; i <= last; i++) mean += x[i] / fit->players;
    for (int i = 0; i <= last; i++) x[i] -= mean;
}

static double along(const struct fit *fit, const double move[PLAYERS_MAX])
{
    double sum = 0;
    for (int i = 0; i < fit->players; i++) sum += fit->slope[i] * move[i];
    return sum;
}

/* Moves the ratings from where they were differentiated, and differentiates them where they come
 * to.  False: they stay. */
static bool step(struct fit *fit)
{
    double move[PLAYERS_MAX], start[PLAYERS_MAX] = {0}, largest = 0, size = 1;
    for (int i = 0; i < fit->players; i++) {
        start[i] = fit->rating[i];
        move[i] = fit->slope[i];
        size = fmax(size, fabs(start[i]));
    }
    eliminate(fit);
    solve(fit, move);
    double upwards = along(fit, move), part = 1;
    for (int i = 0; i < fit->players; i++) largest = fmax(largest, fabs(move[i]));
    if (largest > STEP_MAX) part = STEP_MAX / largest;
    for (int halves = 0; halves < HALVES_MAX; halves++, part /= 2) {
        for (int i = 0; i < fit->players; i++) fit->rating[i] = start[i] + part * move[i];
        differentiate(fit);
        if (largest < STEP_MIN * size) return false;
        if (along(fit, move) >= -upwards * OVERSHOOT) break;
    }
    return true;
}

/* e^T A^-1 B A^-1 e, for the unit vector e of a player, less its mean. */
static double error_square(const struct fit *fit, int player)
{
    double x[PLAYERS_MAX], sum = 0;
    for (int i = 0; i < fit->players; i++) x[i] = (i == player) - 1.0 / fit->players;
    solve(fit, x);
    for (int i = 0; i < fit->players; i++)
        for (int j = i + 1; j < fit->players; j++) {
            struct outcome outcome;
            if (!look_at(fit, i, j, &outcome)) continue;
            sum += outcome.spread * (x[i] - x[j]) * (x[i] - x[j]);
        }
    return sum;
}

void felt_rating_fit(const struct felt_pairing *pairing, int players, struct felt_rating *out)
{
    felt_assert(players >= 2 && players <= PLAYERS_MAX);
    struct fit fit = {.pairing = pairing, .players = players};
    bool joined = are_joined(&fit), found = false;
    if (joined) {
        differentiate(&fit);
        for (int i = 0; i < STEPS_MAX && !found; i++) found = !step(&fit);
        eliminate(&fit);
    }
    for (int i = 0; i < players; i++) {
        out[i].elo = ELO * fit.rating[i];
        out[i].error = found ? ELO * sqrt(error_square(&fit, i)) : INFINITY;
    }
}
