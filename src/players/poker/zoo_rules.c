/* zoo_rules.c -- simple players that look at their cards: tag, lag and station play one set of
 * rules with different numbers, by the share of the pot that their hand would win against any
 * cards; threshold looks at ranks and at nothing else.
 *
 * A share is compared with the fair one, 1 / (opponents + 1): twice the fair share is a strong hand
 * among two as among ten.  Among many a hand must be better still, for more of them may have
 * something: thresholds grow by the part (opponents - 1) / (opponents + 2).
 *
 * A call is a matter of pot odds.  Who bets has not any cards, so the share must be larger than the
 * price, and the more so the larger the bet is. */
#include "players/poker/zoo.h"

#include "felt/assert.h"

struct manner {
    double open;    /* shares, in fair ones: to raise first in                            */
    double reraise; /* before the flop: to raise again; each raise demands more           */
    double bet;     /* later: to bet                                                      */
    double raise;   /* later: to raise a bet                                              */
    double step;    /* how much more each raise of the street demands                     */
    double call;    /* no call with less, whatever the price                              */
    double margin;  /* of a share over the price of a call                                */
    double growth;  /* and so much of the price more                                      */
    double later;   /* and so much more after the first street: who bets has something    */
    double size;    /* of bets and raises, in pots                                        */
    double keep_on; /* chance to bet again on the second street after a raise on the first */
    double bluff;   /* chance to bet with nothing                                         */
    bool limps;     /* calls first in                                                     */
    bool any_price; /* pays whatever a call costs */
};

static const struct manner tag_manner = {
    .open = 0.81,
    .reraise = 1.24,
    .bet = 1.20,
    .raise = 1.50,
    .step = 0.12,
    .call = 0.60,
    .margin = 0.05,
    .growth = 0.08,
    .later = 0.10,
    .size = 0.66,
    .keep_on = 0.50,
    .bluff = 0.05,
};
static const struct manner lag_manner = {
    .open = 0.70,
    .reraise = 1.14,
    .bet = 1.06,
    .raise = 1.36,
    .step = 0.12,
    .call = 0.50,
    .margin = 0.02,
    .growth = 0.14,
    .later = 0.06,
    .size = 0.90,
    .keep_on = 0.80,
    .bluff = 0.20,
};
static const struct manner station_manner = {
    .open = 1.64,
    .reraise = 1.64,
    .bet = 1.80,
    .raise = 1.86,
    .step = 0.03,
    .call = 0.25,
    .size = 0.50,
    .keep_on = 0,
    .bluff = 0,
    .limps = true,
    .any_price = true,
};

enum { SAMPLES = 200 };

/* What a hand is worth: the share, and how many fair ones it is. */
struct worth {
    double share, fair_shares;
};

static double clamp(double value, double low, double high)
{
    return value < low ? low : value > high ? high : value;
}

/* How sure a player is of something that depends on a number and a threshold. */
static double sure(double number, double threshold)
{
    double apart = number > threshold ? number - threshold : threshold - number;
    return clamp(0.5 + apart, 0.5, 1);
}

static uint32_t samples_of(const struct felt_budget *budget)
{
    return budget->samples ? budget->samples : SAMPLES;
}

/* More opponents, better hands. */
static double demand(const struct zoo_spot *spot, double threshold)
{
    return threshold * (1 + (double)(spot->opponents - 1) / (spot->opponents + 2));
}

/* ---- bets ---- */

/* Is the share worth the price? */
static bool worth_calling(const struct manner *manner, const struct zoo_spot *spot,
                          struct worth worth, double *need)
{
    double fair = 1.0 / (spot->opponents + 1);
    double price = (double)spot->to_call / (double)(spot->pot + spot->to_call);
    double margin = manner->margin + manner->growth * price;
    if (spot->view->street > 0) margin += manner->later;
    *need = manner->call * fair;
    if (!manner->any_price) *need = clamp(price + margin * 2 * fair, *need, 1);
    return worth.share > *need;
}

static struct felt_decision call_or_fold(const struct manner *manner, const struct zoo_spot *spot,
                                         struct worth worth)
{
    double need;
    if (!spot->option[FELT_CALL]) return felt_zoo_give_up(spot, "weak_hand", 0.5);
    if (worth_calling(manner, spot, worth, &need))
        return felt_zoo_pass(spot, "pot_odds", sure(worth.share, need));
    return felt_zoo_give_up(spot, "weak_hand", sure(worth.share, need));
}

/* Nobody has raised, and it costs something to stay: blinds, a bring-in. */
static struct felt_decision open_or_fold(struct zoo *zoo, const struct manner *manner,
                                         const struct zoo_spot *spot, struct worth worth)
{
    double need = demand(spot, manner->open), confidence = sure(worth.fair_shares, need);
    if (worth.fair_shares >= need)
        return felt_zoo_raise(zoo, spot, felt_zoo_open_to(spot), "open", confidence);
    if (manner->limps) return call_or_fold(manner, spot, worth);
    return felt_zoo_give_up(spot, "weak_hand", confidence);
}

/* Nobody has bet, and it costs nothing to stay. */
static struct felt_decision bet_or_check(struct zoo *zoo, const struct manner *manner,
                                         const struct zoo_spot *spot, struct worth worth)
{
    const struct felt_view *view = spot->view;
    bool first = view->street == 0;
    double need = demand(spot, first ? manner->reraise : manner->bet);
    double drawn = felt_rng_unit(&zoo->rng);
    felt_chips to = first && view->betting.to_match > 0 ? felt_zoo_open_to(spot)
                                                        : felt_zoo_part_of_pot(spot, manner->size);
    if (worth.fair_shares >= need)
        return felt_zoo_raise(zoo, spot, to, "strong_hand", sure(worth.fair_shares, need));
    if (view->street == 1 && zoo->raised & 1 && drawn < manner->keep_on / spot->opponents)
        return felt_zoo_raise(zoo, spot, to, "continue", 0.5);
    if (!first && drawn < manner->bluff / spot->opponents)
        return felt_zoo_raise(zoo, spot, to, "bluff", manner->bluff);
    return felt_zoo_pass(spot, "weak_hand", sure(worth.fair_shares, need));
}

/* Somebody has bet or raised. */
static struct felt_decision answer_bet(struct zoo *zoo, const struct manner *manner,
                                       const struct zoo_spot *spot, struct worth worth)
{
    int raises = spot->view->betting.turn.raises;
    double again = manner->step * (raises > 1 ? raises - 1 : 0);
    double need = demand(spot, (spot->view->street ? manner->raise : manner->reraise) + again);
    double most = 0.95 * (spot->opponents + 1); /* nobody has more than the pot */
    if (need > most) need = most;
    if (spot->option[FELT_RAISE_TO] && worth.fair_shares >= need)
        return felt_zoo_raise(zoo, spot, felt_zoo_part_of_pot(spot, manner->size), "strong_hand",
                              sure(worth.fair_shares, need));
    return call_or_fold(manner, spot, worth);
}

static struct felt_decision choose_bet(struct zoo *zoo, const struct manner *manner,
                                       const struct zoo_spot *spot, struct worth worth)
{
    if (!spot->unraised) return answer_bet(zoo, manner, spot, worth);
    if (spot->option[FELT_CHECK]) return bet_or_check(zoo, manner, spot, worth);
    return open_or_fold(zoo, manner, spot, worth);
}

/* ---- the whole decision ---- */

static struct felt_decision draw(struct zoo *zoo, const struct zoo_spot *spot,
                                 const struct felt_known *known, const struct felt_budget *budget)
{
    const struct felt_option *option = spot->option[FELT_DISCARD];
    uint64_t cards = felt_outlook_discard(known, option->cards_min, option->cards_max,
                                          samples_of(budget), budget, &zoo->rng);
    return felt_zoo_throw(spot, cards, 0.75);
}

static struct felt_decision choose_by(struct zoo *zoo, const struct manner *manner,
                                      const struct felt_view *view,
                                      const struct felt_budget *budget)
{
    struct zoo_spot spot;
    struct felt_decision decision;
    struct felt_known known;
    if (!felt_zoo_look(zoo, view, budget, &spot, &decision)) return decision;
    if (felt_zoo_no_bet(&spot, &decision)) return decision;
    felt_known_make(spot.rules, view, &known);
    if (spot.option[FELT_DISCARD]) return draw(zoo, &spot, &known, budget);
    struct felt_outlook outlook =
        felt_outlook_sample(&known, samples_of(budget), budget, &zoo->rng);
    if (outlook.timeout) return felt_zoo_late(view);
    struct worth worth = {outlook.share, outlook.share * (spot.opponents + 1)};
    decision = choose_bet(zoo, manner, &spot, worth);
    decision.strength = outlook.share;
    return decision;
}

static struct felt_decision choose_tag(void *self, const struct felt_view *view,
                                       const struct felt_budget *budget)
{
    return choose_by(self, &tag_manner, view, budget);
}

static struct felt_decision choose_lag(void *self, const struct felt_view *view,
                                       const struct felt_budget *budget)
{
    return choose_by(self, &lag_manner, view, budget);
}

static struct felt_decision choose_station(void *self, const struct felt_view *view,
                                           const struct felt_budget *budget)
{
    return choose_by(self, &station_manner, view, budget);
}

const struct felt_player_kind felt_zoo_tag = {
    .name = "zoo:tag",
    .title = "tight and aggressive, by pot odds and the share its hand wins",
    .bytes = sizeof(struct zoo),
    .plays = felt_zoo_plays_poker,
    .sit = felt_zoo_sit,
    .begin = felt_zoo_begin,
    .choose = choose_tag,
};

const struct felt_player_kind felt_zoo_lag = {
    .name = "zoo:lag",
    .title = "the same with more hands, larger bets and more bluffs",
    .bytes = sizeof(struct zoo),
    .plays = felt_zoo_plays_poker,
    .sit = felt_zoo_sit,
    .begin = felt_zoo_begin,
    .choose = choose_lag,
};

const struct felt_player_kind felt_zoo_station = {
    .name = "zoo:station",
    .title = "calls with almost anything, raises the best hands only",
    .bytes = sizeof(struct zoo),
    .plays = felt_zoo_plays_poker,
    .sit = felt_zoo_sit,
    .begin = felt_zoo_begin,
    .choose = choose_station,
};

/* ---- threshold ---- */

static const double raise_from = 0.70, call_from = 0.45;

enum { RAISES_MAX = 2 }; /* on one street: two of a kind would raise each other for ever */

/* Is a low card a good one, and is the ace low? */
static bool is_low_game(enum felt_family family, bool *ace_low)
{
    *ace_low = family == FELT_LOW_A5 || family == FELT_LOW_8 || family == FELT_BADUGI;
    return *ace_low || family == FELT_LOW_27 || family == FELT_BADUGI_HIGH;
}

static double goodness_of(felt_card card, bool low, bool ace_low)
{
    if (card >= FELT_CARDS) return 1; /* a joker is always good */
    int rank = felt_card_rank(card);
    if (ace_low) rank = (rank + 1) % FELT_RANKS;
    double part = (double)rank / (FELT_RANKS - 1);
    return low ? 1 - part : part;
}

/* The mean over the own cards: 0 for the worst ranks, 1 for the best. */
static double rank_mean(const struct zoo_spot *spot)
{
    const struct felt_zone *hand = felt_view_zone(spot->view, FELT_ZONE_HAND, spot->view->viewer);
    bool ace_low, low = is_low_game(spot->rules->showdown->first, &ace_low);
    double sum = 0;
    felt_assert(hand && hand->count > 0);
    for (int i = 0; i < hand->count; i++)
        sum += goodness_of(spot->view->cards[hand->at + i], low, ace_low);
    return sum / hand->count;
}

static struct felt_decision choose_threshold(void *self, const struct felt_view *view,
                                             const struct felt_budget *budget)
{
    struct zoo *zoo = self;
    struct zoo_spot spot;
    struct felt_decision decision;
    if (!felt_zoo_look(zoo, view, budget, &spot, &decision)) return decision;
    if (felt_zoo_no_bet(&spot, &decision)) return decision;
    if (spot.option[FELT_DISCARD]) return felt_zoo_draw_by_rule(&spot);
    double mean = rank_mean(&spot);
    if (mean >= raise_from && view->betting.turn.raises < RAISES_MAX)
        return felt_zoo_raise(zoo, &spot, felt_zoo_part_of_pot(&spot, 0.5), "good_ranks",
                              sure(mean, raise_from));
    if (mean >= call_from) return felt_zoo_pass(&spot, "fair_ranks", sure(mean, call_from));
    return felt_zoo_give_up(&spot, "poor_ranks", sure(mean, call_from));
}

const struct felt_player_kind felt_zoo_threshold = {
    .name = "zoo:threshold",
    .title = "looks at the ranks of its own cards and at nothing else",
    .bytes = sizeof(struct zoo),
    .plays = felt_zoo_plays_poker,
    .sit = felt_zoo_sit,
    .begin = felt_zoo_begin,
    .choose = choose_threshold,
};
