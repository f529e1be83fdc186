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
 * All three have nothing to say about the mean of r.  With a multiple of the matrix of ones added,
 * A can be inverted, and its inverse takes vectors of sum 0 to vectors of sum 0. */
#include "felt/rating.h"

#include "felt/assert.h"
#include "match/logarithm.h"

#include <math.h>
#include <stdbool.h>

enum { PLAYERS_MAX = FELT_RATING_PLAYERS_MAX, STEPS_MAX = 400 };
/* No rating moves by more in a step: where p is near 0 or 1 the curvature of one place says little
 * about the next. */
#define STEP_MAX 0.5
#define ELO      173.71779276130072717 /* 400 / log 10: points of Elo in one of r */

struct fit {
    const struct felt_pairing *pairing;
    int players;
    double rating[PLAYERS_MAX];
    double slope[PLAYERS_MAX];
    double matrix[PLAYERS_MAX][PLAYERS_MAX]; /* A with ones added; then its lower Cholesky factor */
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
    double trace = 0;
    for (int i = 0; i < fit->players; i++) {
        fit->slope[i] = 0;
        for (int j = 0; j < fit->players; j++) fit->matrix[i][j] = 0;
    }
    for (int i = 0; i < fit->players; i++)
        for (int j = i + 1; j < fit->players; j++) {
            struct outcome outcome;
            if (!look_at(fit, i, j, &outcome)) continue;
            /* Not n (m - p) nor p (1 - p): the difference of two numbers near 1 has few digits. */
            double odds = felt_exp(fit->rating[i] - fit->rating[j]);
            double chance = odds / (1 + odds), other = 1 / (1 + odds);
            double pull = outcome.won * other - outcome.lost * chance;
            double weight = (outcome.won + outcome.lost) * chance * other;
            fit->slope[i] += pull;
            fit->slope[j] -= pull;
            fit->matrix[i][i] += weight;
            fit->matrix[j][j] += weight;
            fit->matrix[j][i] -= weight;
            trace += 2 * weight;
        }
    double ones = trace / fit->players / fit->players;
    for (int i = 0; i < fit->players; i++)
        for (int j = 0; j <= i; j++) fit->matrix[i][j] += ones;
}

/* The lower half of the matrix becomes L with L L^T = A. */
static void factor(struct fit *fit)
{
    for (int i = 0; i < fit->players; i++)
        for (int j = 0; j <= i; j++) {
            double left = fit->matrix[i][j];
            for (int k = 0; k < j; k++) left -= fit->matrix[i][k] * fit->matrix[j][k];
            if (i == j) felt_assert(left > 0);
            fit->matrix[i][j] = i == j ? sqrt(left) : left / fit->matrix[j][j];
        }
}

/* x becomes A^-1 x. */
static void solve(const struct fit *fit, double x[PLAYERS_MAX])
{
    for (int i = 0; i < fit->players; i++) {
        for (int k = 0; k < i; k++) x[i] -= fit->matrix[i][k] * x[k];
        x[i] /= fit->matrix[i][i];
    }
    for (int i = fit->players; i-- > 0;) {
        for (int k = i + 1; k < fit->players; k++) x[i] -= fit->matrix[k][i] * x[k];
        x[i] /= fit->matrix[i][i];
    }
}

/* Moves the ratings; returns by how much, at most. */
static double step(struct fit *fit)
{
    double move[PLAYERS_MAX], largest = 0, mean = 0;
    differentiate(fit);
    factor(fit);
    for (int i = 0; i < fit->players; i++) move[i] = fit->slope[i];
    solve(fit, move);
    for (int i = 0; i < fit->players; i++) largest = fmax(largest, fabs(move[i]));
    double scale = largest > STEP_MAX ? STEP_MAX / largest : 1;
    for (int i = 0; i < fit->players; i++) {
        fit->rating[i] += scale * move[i];
        mean += fit->rating[i] / fit->players;
    }
    for (int i = 0; i < fit->players; i++) fit->rating[i] -= mean;
    return largest;
}

/* e^T A^-1 B A^-1 e, for the unit vector e of a player. */
static double error_square(const struct fit *fit, int player)
{
    double x[PLAYERS_MAX] = {0}, sum = 0;
    x[player] = 1;
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
    felt_assert(are_joined(&fit));
    for (int i = 0; i < STEPS_MAX; i++)
        if (step(&fit) < 1e-10) break;
    differentiate(&fit);
    factor(&fit);
    for (int i = 0; i < players; i++) {
        out[i].elo = ELO * fit.rating[i];
        out[i].error = ELO * sqrt(error_square(&fit, i));
    }
}
