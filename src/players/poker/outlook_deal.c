/* outlook_deal.c -- one deal, from what is known to the showdown.
 *
 * Hands of opponents are any cards, but for three things that are known of them: cards that lie up;
 * how many cards they drew; and that who discards without new cards keeps the better ones.
 *
 * How many cards a seat drew says much, and seldom fits a hand that is dealt at random: one of a
 * hundred stands pat in five-card draw.  So hands that fit are collected once, by dealing and
 * drawing as often as that takes (to a limit), and deals choose among them.
 *
 * Draws are played round by round, the own seat among them, because cards may run out, and then it
 * matters who draws when.  Where they will not, the others may just as well draw first. */
#include "felt/assert.h"
#include "players/poker/outlook.h"

#include <string.h>

/* ---- what draws tell ------------------------------------------------------------------------ */

/* At the showdown of a draw game the others lie open. */
static bool is_shown(const struct felt_known_hand *hand)
{
    return hand->count > 0 && hand->card[0] != FELT_CARD_NONE;
}

/* One hand from the deal to the draws that are done; false: it would have drawn otherwise. */
static bool draw_like(const struct felt_known *known, const struct outlook_plan *plan,
                      uint16_t drew, struct felt_rng *rng, felt_card *cards)
{
    struct outlook_pool pool = {.count = plan->cards};
    int count = plan->holes_end;
    felt_assert(count <= 5);
    memcpy(pool.card, plan->card, plan->cards);
    for (int i = 0; i < count; i++) cards[i] = outlook_take(&pool, rng);
    for (int draw = 0; draw < plan->draws; draw++) {
        int thrown = felt_poker_drew(drew, draw);
        if (thrown < 0) break;
        unsigned keep = outlook_keep(&known->showdown, cards, count, plan->draws - draw - 1);
        if (count - __builtin_popcount(keep) != thrown) return false;
        /* In the draw under way nobody has new cards yet. */
        if (draw < plan->draw) outlook_replace(cards, count, keep, &pool, rng);
    }
    return true;
}

/* How often it is tried: who stood pat has a rare hand, and one that is worth the search. */
static int tries_for(const struct outlook_plan *plan, uint16_t drew)
{
    enum { TRIES = 800, TRIES_PAT = 6000 };
    int last = -1;
    for (int draw = 0; draw < plan->draws && felt_poker_drew(drew, draw) >= 0; draw++)
        last = felt_poker_drew(drew, draw);
    return last == 0 ? TRIES_PAT : TRIES;
}

void outlook_past_make(const struct felt_known *known, const struct outlook_plan *plan, int want,
                       struct felt_rng *rng, struct outlook_past *out)
{
    enum { TRIES_ALL = 8000, ENOUGH = 6 };
    int spent = 0;
    if (want > OUTLOOK_PAST_HANDS) want = OUTLOOK_PAST_HANDS;
    for (int i = 0; i < known->opponents; i++) {
        uint16_t drew = known->opponent[i].drew;
        out->of[i] = -1;
        out->hands[i] = 0;
        if (!plan->replaces || is_shown(&known->opponent[i]) || felt_poker_drew(drew, 0) < 0)
            continue;
        for (int k = 0; k < i && out->of[i] < 0; k++)
            if (known->opponent[k].drew == drew) out->of[i] = out->of[k];
        if (out->of[i] >= 0) continue;
        int end = spent + tries_for(plan, drew);
        for (; spent < end && spent < TRIES_ALL && out->hands[i] < want; spent++) {
            felt_card cards[FELT_HOLE_MAX];
            if (!draw_like(known, plan, drew, rng, cards)) continue;
            memcpy(out->hand[i][out->hands[i]], cards, plan->holes_end);
            out->set[i][out->hands[i]++] = felt_cards_from(cards, plan->holes_end);
        }
        if (out->hands[i] >= ENOUGH) out->of[i] = (int8_t)i;
    }
}

/* A hand of the collection whose cards are all there yet; false: there is none. */
static bool deal_like(const struct outlook_past *past, int row, int count, struct felt_rng *rng,
                      felt_cards *left, felt_card *cards)
{
    uint32_t hands = past->hands[row], start = felt_rng_below(rng, hands);
    for (uint32_t i = 0; i < hands; i++) {
        uint32_t at = start + i < hands ? start + i : start + i - hands;
        felt_cards set = past->set[row][at];
        if ((set & *left) != set) continue;
        *left &= ~set;
        memcpy(cards, past->hand[row][at], (size_t)count);
        return true;
    }
    return false;
}

/* ---- draws ---------------------------------------------------------------------------------- */

static void draw_other(const struct outlook_plan *plan, int draw, int seat, struct felt_rng *rng,
                       struct outlook_deal *deal)
{
    unsigned keep =
        outlook_keep(&deal->showdown, deal->hand[seat], plan->holes_end, plan->draws - draw - 1);
    outlook_replace(deal->hand[seat], plan->holes_end, keep, &deal->pool, rng);
}

static void draw_own(const struct outlook_plan *plan, int draw, int keep, struct felt_rng *rng,
                     struct outlook_deal *deal)
{
    unsigned kept =
        keep >= 0 ? (unsigned)keep
                  : outlook_keep(&deal->showdown, deal->mine, deal->mines, plan->draws - draw - 1);
    outlook_replace(deal->mine, deal->mines, kept, &deal->pool, rng);
}

/* A discard without new cards. */
static void throw_own(const struct outlook_plan *plan, int keep, struct outlook_deal *deal)
{
    int count = 0;
    unsigned kept = keep >= 0 ? (unsigned)keep
                              : outlook_keep_best(&deal->showdown, deal->mine, deal->mines,
                                                  plan->holes_end, deal->board, plan->boards_throw);
    for (int i = 0; i < deal->mines; i++)
        if (kept >> i & 1) deal->mine[count++] = deal->mine[i];
    deal->mines = count;
}

/* ---- the deal ------------------------------------------------------------------------------- */

/* Cards that are left when some hands are dealt; if none is, they are mixed at once. */
static void fill_pool(struct outlook_pool *pool, const struct outlook_plan *plan, felt_cards left,
                      bool none, struct felt_rng *rng)
{
    pool->count = pool->top = pool->throws = pool->mixed = 0;
    if (none) {
        pool->count = plan->cards;
        pool->mixed = plan->need;
        memcpy(pool->card, plan->card, plan->cards);
        felt_cards_shuffle(pool->card, pool->count, pool->mixed, rng);
        return;
    }
    for (int i = 0; i < plan->cards; i++) {
        pool->card[pool->count] = plan->card[i];
        pool->count += (int)(left >> plan->card[i] & 1);
    }
}

/* What is not known of a hand.  Who discards without new cards has more of them at first. */
static void deal_hand(const struct outlook_plan *plan, const struct felt_known_hand *known,
                      struct felt_rng *rng, struct outlook_deal *deal, felt_card *cards)
{
    felt_card all[FELT_HOLE_MAX];
    for (int i = 0; i < plan->holes_full; i++) {
        bool is_known = i < known->count && known->card[i] != FELT_CARD_NONE;
        all[i] = is_known ? known->card[i] : outlook_take(&deal->pool, rng);
    }
    if (plan->holes_full == plan->holes_end) {
        memcpy(cards, all, plan->holes_end);
        return;
    }
    unsigned keep = outlook_keep_best(&deal->showdown, all, plan->holes_full, plan->holes_end,
                                      deal->board, plan->boards_throw);
    for (int i = 0, count = 0; i < plan->holes_full; i++)
        if (keep >> i & 1) cards[count++] = all[i];
}

/* RULES 14.2: what the cards to come make wild. */
static void follow_queens(const struct felt_known *known, const struct outlook_plan *plan,
                          struct outlook_deal *deal)
{
    const struct felt_variant *variant = known->variant;
    int follow = known->follow;
    for (int slot = known->holes; slot < plan->holes_end; slot++)
        for (int i = 0; plan->up >> slot & 1 && i <= known->opponents; i++) {
            int other = i < known->before ? i : i - 1;
            felt_card card = i == known->before ? deal->mine[slot] : deal->hand[other][slot];
            if (variant->trigger >> card & 1)
                follow = 1;
            else if (follow == 1)
                follow = 2 + felt_card_rank(card);
        }
    deal->showdown.wild = known->wild;
    if (follow > 1) deal->showdown.wild |= felt_cards_of_rank(follow - 2);
}

void outlook_deal_begin(const struct felt_known *known, const struct outlook_plan *plan,
                        const struct outlook_past *past, struct felt_rng *rng,
                        struct outlook_deal *deal)
{
    felt_cards left = known->variant->deck & ~known->seen;
    bool dealt[FELT_SEATS_MAX] = {false}, none = true;
    deal->showdown = known->showdown;
    deal->settled = false;
    for (int i = 0; plan->replaces && i < known->opponents; i++)
        dealt[i] = past->of[i] >= 0 &&
                   deal_like(past, past->of[i], plan->holes_end, rng, &left, deal->hand[i]);
    for (int i = 0; i < known->opponents; i++) none &= !dealt[i];
    fill_pool(&deal->pool, plan, left, none, rng);
    memcpy(deal->board, known->board, known->boards);
    for (int i = known->boards; i < plan->boards_end; i++)
        deal->board[i] = outlook_take(&deal->pool, rng);
    for (int i = 0; i < known->opponents; i++)
        if (!dealt[i]) deal_hand(plan, &known->opponent[i], rng, deal, deal->hand[i]);
    for (int i = 0; plan->replaces && i < known->opponents; i++) {
        if (dealt[i] || is_shown(&known->opponent[i])) continue;
        for (int draw = 0; draw < plan->draw; draw++) draw_other(plan, draw, i, rng, deal);
    }
    deal->mines = known->holes;
    memcpy(deal->mine, known->hole, known->holes);
    while (deal->mines < plan->holes_end)
        deal->mine[deal->mines++] = outlook_take(&deal->pool, rng);
    if (known->variant->on_up == FELT_UP_FOLLOW) follow_queens(known, plan, deal);
}

/* ---- the end -------------------------------------------------------------------------------- */

/* The best value of each half, and how many seats have it. */
static void compare(const struct felt_known *known, const struct outlook_plan *plan,
                    struct outlook_deal *deal)
{
    const felt_card *hand[FELT_SEATS_MAX];
    felt_value value[2][FELT_SEATS_MAX];
    int halves = known->showdown.second != FELT_FAMILY_NONE ? 2 : 1;
    for (int i = 0; i < known->opponents; i++) hand[i] = deal->hand[i];
    felt_showdown_values_each(&deal->showdown, hand, known->opponents, plan->holes_end, deal->board,
                              plan->boards_end, value[0], halves == 2 ? value[1] : NULL);
    for (int half = 0; half < 2; half++) {
        deal->best[half] = 0;
        deal->tied[half] = 0;
        for (int i = 0; half < halves && i < known->opponents; i++) {
            if (value[half][i] > deal->best[half]) deal->tied[half] = 0;
            if (value[half][i] < deal->best[half]) continue;
            deal->best[half] = value[half][i];
            deal->tied[half]++;
        }
    }
    deal->settled = true;
}

void outlook_deal_settle(const struct felt_known *known, const struct outlook_plan *plan,
                         struct felt_rng *rng, struct outlook_deal *deal)
{
    bool draws = plan->replaces && outlook_drawing(plan);
    if (draws && !plan->ample) return;
    for (int draw = plan->draw; draws && draw < plan->draws; draw++)
        for (int i = 0; i < known->opponents; i++) draw_other(plan, draw, i, rng, deal);
    compare(known, plan, deal);
}

/* Of one half: all, a part or nothing. */
static double half_share(felt_value mine, felt_value best, int tied)
{
    if (mine < best) return 0;
    return mine > best ? 1 : 1.0 / (tied + 1);
}

static double share_of(const struct outlook_deal *deal, const felt_value mine[2])
{
    double first = half_share(mine[0], deal->best[0], deal->tied[0]);
    if (deal->showdown.second == FELT_FAMILY_NONE || (mine[1] == 0 && deal->best[1] == 0))
        return first;
    double second = mine[1] ? half_share(mine[1], deal->best[1], deal->tied[1]) : 0;
    return 0.5 * first + 0.5 * second;
}

/* Everything that is drawn and thrown until the end. */
static void play_out(const struct felt_known *known, const struct outlook_plan *plan, int keep,
                     struct felt_rng *rng, struct outlook_deal *deal)
{
    for (int draw = plan->draw; plan->replaces && draw < plan->draws; draw++) {
        for (int i = 0; !deal->settled && i < known->before; i++)
            draw_other(plan, draw, i, rng, deal);
        draw_own(plan, draw, keep, rng, deal);
        for (int i = known->before; !deal->settled && i < known->opponents; i++)
            draw_other(plan, draw, i, rng, deal);
        keep = OUTLOOK_BY_RULE;
    }
    if (!plan->replaces && deal->mines > plan->holes_end) throw_own(plan, keep, deal);
}

double outlook_deal_share(const struct felt_known *known, const struct outlook_plan *plan, int keep,
                          struct felt_rng *rng, struct outlook_deal *deal)
{
    felt_value mine[2];
    play_out(known, plan, keep, rng, deal);
    if (!deal->settled) compare(known, plan, deal);
    felt_showdown_values(&deal->showdown, deal->mine, deal->mines, deal->board, plan->boards_end,
                         mine);
    return share_of(deal, mine);
}

void outlook_deal_values(const struct felt_known *known, const struct outlook_plan *plan,
                         struct felt_rng *rng, struct outlook_deal *deal,
                         felt_value theirs[2][FELT_SEATS_MAX], felt_value mine[2])
{
    const felt_card *hand[FELT_SEATS_MAX];
    bool split = known->showdown.second != FELT_FAMILY_NONE;
    play_out(known, plan, OUTLOOK_BY_RULE, rng, deal);
    for (int i = 0; i < known->opponents; i++) {
        hand[i] = deal->hand[i];
        theirs[1][i] = 0;
    }
    felt_showdown_values_each(&deal->showdown, hand, known->opponents, plan->holes_end, deal->board,
                              plan->boards_end, theirs[0], split ? theirs[1] : NULL);
    felt_showdown_values(&deal->showdown, deal->mine, deal->mines, deal->board, plan->boards_end,
                         mine);
}
