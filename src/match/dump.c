/* dump.c -- see dump.h. */
#include "match/dump.h"

#include "felt/assert.h"

enum {
    DUMP_BB = 50,
    SAMPLES = 400,
    FEW_OTHERS = 50,  /* hands with others: a newcomer                                       */
    OFTEN = 50,       /* one hand in so many                                                 */
    SEED = 0x64756d70 /* the same hand is judged the same every time                         */
};
/* The share of the pot against a random holding below which no sense is seen.  Before the flop half
 * of all holdings are worth less, and fifty big blinds want a good one; later people bluff. */
#define FIRST_WORTH 0.50
#define LATER_WORTH 0.30

/* Where most of a player's chips went in. */
struct moment {
    bool folded, calls, hidden; /* hidden: cards that we cannot judge were dealt               */
    felt_chips most;            /* of one action                                               */
    int holes, boards, boards_then;
    felt_card hole[FELT_HOLE_MAX], board[FELT_BOARD_MAX];
};

static void take_cards(struct moment *moment, const struct felt_event *event, felt_seat from)
{
    bool own = event->kind == FELT_EVENT_DEAL && event->seat == from;
    bool board = event->kind == FELT_EVENT_BOARD && event->board == 0;
    for (int i = 0; i < event->count && i < FELT_EVENT_CARDS; i++) {
        if (own && moment->holes < FELT_HOLE_MAX) moment->hole[moment->holes++] = event->cards[i];
        if (board && moment->boards < FELT_BOARD_MAX)
            moment->board[moment->boards++] = event->cards[i];
    }
    moment->hidden = moment->hidden || event->kind == FELT_EVENT_DEAL_UP ||
                     event->kind == FELT_EVENT_DRAW || event->kind == FELT_EVENT_REDEAL ||
                     event->kind == FELT_EVENT_SHUFFLE;
}

static void take_act(struct moment *moment, const struct felt_event *event)
{
    if (event->act == FELT_FOLD) moment->folded = true;
    if (event->act != FELT_CALL && event->act != FELT_RAISE_TO) return;
    if (event->amount < moment->most) return;
    moment->most = event->amount;
    moment->calls = event->act == FELT_CALL;
    moment->boards_then = moment->boards;
}

static struct moment find_moment(const struct felt_told_hand *hand, felt_seat from)
{
    struct moment moment = {0};
    for (uint32_t i = 0; i < hand->count; i++) {
        const struct felt_event *event = &hand->events[i];
        take_cards(&moment, event, from);
        if (felt_probe_walk_bets(event) && event->seat == from) take_act(&moment, event);
    }
    return moment;
}

/* Of one half of the pot: 1 won, 0.5 shared, 0 lost. */
static double half_of(felt_value own, felt_value other)
{
    return own == other ? 0.5 : own > other;
}

static double share_of(const struct felt_showdown *game, const felt_card *own,
                       const felt_card *other, const felt_card *board)
{
    felt_value mine[2], his[2];
    felt_showdown_values(game, own, game->hole, board, game->board, mine);
    felt_showdown_values(game, other, game->hole, board, game->board, his);
    double first = half_of(mine[0], his[0]);
    bool split = game->second != FELT_FAMILY_NONE && (mine[1] || his[1]);
    return split ? (first + half_of(mine[1], his[1])) / 2 : first;
}

/* The share of the pot that the holding wins against a random one, over all that may come. */
static double worth_of(const struct felt_showdown *game, const struct moment *moment)
{
    felt_cards left = felt_deck_cards(game->deck);
    left &= ~felt_cards_from(moment->hole, moment->holes);
    left &= ~felt_cards_from(moment->board, moment->boards_then);
    struct felt_deck deck = felt_deck_make(left);
    struct felt_rng rng = felt_rng_make(SEED);
    int more = game->board - moment->boards_then;
    felt_card board[FELT_BOARD_MAX];
    double sum = 0;
    for (int i = 0; i < moment->boards_then; i++) board[i] = moment->board[i];
    for (int sample = 0; sample < SAMPLES; sample++) {
        felt_deck_shuffle(&deck, more + game->hole, &rng);
        for (int i = 0; i < more; i++) board[moment->boards_then + i] = deck.card[game->hole + i];
        sum += share_of(game, moment->hole, deck.card, board);
    }
    return sum / SAMPLES;
}

static bool can_judge(const struct felt_showdown *game, const struct moment *moment)
{
    return game && game->board > 0 && !moment->hidden && moment->holes == game->hole &&
           moment->boards_then <= game->board;
}

uint8_t felt_dump_find(const struct felt_told_hand *hand, felt_seat from, int64_t flow_mbb)
{
    felt_chips lost = -hand->won[from];
    int64_t lost_mbb = felt_probe_walk_mbb(lost, hand->big_blind);
    if (hand->count == 0 || lost_mbb < DUMP_BB * INT64_C(1000)) return 0;
    if (3 * lost < 2 * hand->deal->stack[from] || 4 * flow_mbb < 3 * lost_mbb) return 0;
    struct moment moment = find_moment(hand, from);
    bool most = 5 * lost >= 4 * hand->deal->stack[from]; /* a call would have been cheap */
    if (moment.folded) return most ? FELT_CLUE_DUMP_FOLD : 0;
    if (!can_judge(hand->game, &moment)) return 0;
    double limit = moment.boards_then == 0 ? FIRST_WORTH : LATER_WORTH;
    if (worth_of(hand->game, &moment) >= limit) return 0;
    return moment.calls ? FELT_CLUE_DUMP_CALL : FELT_CLUE_DUMP_BET;
}

int felt_dump_points(const struct felt_dumps *dumps)
{
    int points = 0;
    if (dumps->clues & FELT_CLUE_DUMP_BET) points = 2;
    if (dumps->clues & (FELT_CLUE_DUMP_FOLD | FELT_CLUE_DUMP_CALL)) points = 3;
    if (!points || dumps->elsewhere >= dumps->hands) return 0; /* he does it with everybody */
    points += dumps->same_address ? 2 : 0;
    points += dumps->others < FEW_OTHERS || dumps->others < 2 * dumps->together;
    points += dumps->hands > 1 && dumps->together <= (int64_t)OFTEN * dumps->hands;
    return points;
}

bool felt_pair_is_suspect(const struct felt_suspicion *suspicion)
{
    return suspicion->score >= FELT_PAIR_SUSPECT || suspicion->dump >= FELT_DUMP_SUSPECT;
}
