/* probe_range.c -- which hands the player may hold, after what it did.
 *
 * Bayes: a hand with which the player would seldom have done what it did is seldom the one it
 * holds.  Before the flop there are 169 kinds of hands, all of which are asked about (probe_ask.c
 * remembers the answers).  Behind it a question is new every time, so combinations are drawn by
 * their weights before the flop, and those are asked.  The draw is systematic: all weights lie on a
 * line, and every step of equal length hits one of them.
 *
 * When the player did something that few hands do, few of the sample are left, and what is computed
 * from them is mostly chance.  Then more is drawn, and asked about everything the player did since
 * the flop; who would have done something else is put aside after the first such answer.  A hand
 * that is drawn again counts double without being asked again. */
#include "match/probe_parts.h"

#include "felt/assert.h"

#include <string.h>

/* An answer that differs does not rule a hand out: it was one of several. */
static const double doubt = 0.01;
/* Draws in all, and the part of a sample that should be left. */
enum { PASSES = 4, LEFT = 4 };

void felt_probe_holdings_begin(struct felt_probe_holdings *range, felt_cards deck)
{
    range->known = 0;
    range->count = range->past = range->done = 0;
    range->sampled = false;
    range->scale = 1;
    for (int combo = 0; combo < FELT_COMBOS; combo++) {
        felt_card card[2];
        felt_combo_cards(combo, &card[0], &card[1]);
        felt_cards both = felt_cards_from(card, 2);
        range->weight[combo] = (deck & both) == both ? 1 : 0;
    }
}

void felt_probe_holdings_exclude(struct felt_probe_holdings *range, const felt_card *cards,
                                 int count)
{
    range->known |= felt_cards_from(cards, count);
    for (int i = 0; i < count; i++) {
        for (felt_card other = 0; other < FELT_CARDS; other++)
            if (other != cards[i]) range->weight[felt_combo_index(cards[i], other)] = 0;
    }
    for (int i = 0; i < range->count; i++)
        if (felt_cards_from(range->holding[i].card, 2) & range->known) range->holding[i].likely = 0;
}

void felt_probe_holdings_note(struct felt_probe_holdings *range,
                              const struct felt_probe_ask_question *question,
                              struct felt_action action)
{
    if (range->past == FELT_PROBE_LBR_PAST) return;
    range->did[range->past++] = (struct felt_probe_past){*question, action};
}

static double likely(struct felt_probe_ask *ask, const struct felt_probe_past *past,
                     const felt_card cards[2])
{
    struct felt_probe_ask_reply reply = felt_probe_ask_put(ask, &past->question, cards);
    return doubt + (1 - doubt) * felt_probe_ask_likeness(&reply, past->action);
}

/* What the player did before the flop. */
static void learn_kinds(struct felt_probe_holdings *range, struct felt_probe_ask *ask,
                        const struct felt_probe_past *past)
{
    double known[FELT_STARTING_KINDS];
    for (int i = 0; i < FELT_STARTING_KINDS; i++) known[i] = -1;
    for (int combo = 0; combo < FELT_COMBOS; combo++) {
        felt_card card[2];
        if (range->weight[combo] == 0) continue;
        felt_combo_cards(combo, &card[0], &card[1]);
        int kind = felt_probe_ask_kind(card);
        if (known[kind] < 0) known[kind] = likely(ask, past, card);
        range->weight[combo] *= known[kind];
    }
}

static void learn_holdings(struct felt_probe_holdings *range, struct felt_probe_ask *ask,
                           const struct felt_probe_past *past)
{
    double most = 0;
    for (int i = 0; i < range->count; i++) {
        struct felt_probe_holding *holding = &range->holding[i];
        holding->likely *=
            felt_probe_holding_hopeless(holding) ? doubt : likely(ask, past, holding->card);
        if (holding->likely > most) most = holding->likely;
    }
    if (most == 0) return;
    range->scale *= most;
    for (int i = 0; i < range->count; i++) range->holding[i].likely /= most;
}

static void add(struct felt_probe_holdings *range, struct felt_probe_ask *ask, int combo,
                double times)
{
    if (range->at[combo] < 0) {
        struct felt_probe_holding *holding = &range->holding[range->count];
        felt_combo_cards(combo, &holding->card[0], &holding->card[1]);
        holding->drawn = 0;
        holding->likely = 1 / range->scale;
        for (int i = 0; i < range->done && range->sampled; i++) {
            const struct felt_probe_past *past = &range->did[i];
            if (past->question.view.street == 0) continue;
            holding->likely *=
                felt_probe_holding_hopeless(holding) ? doubt : likely(ask, past, holding->card);
        }
        range->at[combo] = (int16_t)range->count++;
    }
    range->holding[range->at[combo]].drawn += times;
}

static void draw(struct felt_probe_holdings *range, struct felt_probe_ask *ask,
                 struct felt_rng *rng)
{
    double total = 0, sum = 0;
    for (int combo = 0; combo < FELT_COMBOS; combo++) total += range->weight[combo];
    felt_assert(total > 0);
    double step = total / (double)ask->probe->asked, next = felt_rng_unit(rng) * step;
    for (int combo = 0; combo < FELT_COMBOS; combo++) {
        double times = 0;
        sum += range->weight[combo];
        for (; next < sum; next += step) times++;
        if (times > 0) add(range, ask, combo, times);
    }
}

/* How many equal weights would be worth as much as these. */
static double effective(const struct felt_probe_holdings *range)
{
    double sum = 0, squares = 0;
    for (int i = 0; i < range->count; i++) {
        double weight = felt_probe_holding_weight(&range->holding[i]);
        sum += weight;
        squares += weight * weight;
    }
    return squares > 0 ? sum * sum / squares : 0;
}

void felt_probe_holdings_update(struct felt_probe_holdings *range, struct felt_probe_ask *ask,
                                struct felt_rng *rng)
{
    bool flop = felt_cards_count(range->known) > 2;
    if (!range->sampled) {
        range->count = 0;
        memset(range->at, -1, sizeof range->at);
    }
    /* Everything of before the flop comes first. */
    for (; range->done < range->past; range->done++) {
        const struct felt_probe_past *past = &range->did[range->done];
        if (past->question.view.street == 0) {
            learn_kinds(range, ask, past);
            continue;
        }
        if (!range->sampled) {
            range->sampled = true;
            draw(range, ask, rng);
        }
        learn_holdings(range, ask, past);
    }
    if (range->count == 0) draw(range, ask, rng);
    range->sampled = flop;
    for (int i = 1; i < PASSES && flop; i++) {
        if (effective(range) * LEFT >= (double)ask->probe->asked) break;
        draw(range, ask, rng);
    }
    felt_assert(range->count > 0);
}
