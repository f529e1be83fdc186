/* tricks.c -- rules of thumb for tricks, comparisons, bids, claims and questions.
 *
 * Whether a trick is good follows from its points and from how the game is won: then the cheapest
 * card that takes it is played, else the most harmful one that does not.  A claim is true if it can
 * be; who hears one doubts it if the own hand proves a lie, or makes one likely. */
#include "players/genome/rules.h"

/* ---- what a trick is worth ---- */

static bool has_trump(const struct genome_spot *spot, const struct felt_genome_step *step)
{
    return step->gene[FELT_TRICK_TRUMP] && spot->state->trump != FELT_CARD_NONE;
}

static const struct felt_genome_step *find_step(const struct genome_spot *spot, int type)
{
    for (int i = 0; i < spot->program->steps; i++)
        if (spot->program->step[i].type == type) return &spot->program->step[i];
    return NULL;
}

/* Of tricks as such: a contract to be made or not to be broken, tricks that are counted. */
static int worth_of_tricks(const struct genome_spot *spot)
{
    const struct felt_genome_step *bidding = find_step(spot, FELT_PHASE_TYPE_BIDDING);
    const struct felt_genome_step *score = find_step(spot, FELT_PHASE_TYPE_SCORE);
    int worth = 0, bid = bidding ? spot->state->by.count.bid[spot->seat] : 0;
    if (bid) {
        bool more = spot->state->by.count.tricks[spot->seat] < bid - 1;
        int over = bidding->gene[FELT_BID_OVER];
        worth += more ? 4 : bid == 1 && bidding->gene[FELT_BID_NIL] ? -8 : over > 0 ? 1 : -1;
    }
    if (rule_wins_by(spot, FELT_WIN_MOST_TRICKS)) worth += 2;
    if (rule_wins_by(spot, FELT_WIN_FEWEST_TRICKS)) worth -= 2;
    if (rule_wins_by(spot, FELT_WIN_MOST_CAPTURED) || rule_wins_by(spot, FELT_WIN_CAPTURE_ALL))
        worth += 2;
    if (score && score->gene[FELT_SCORE_ZONE] != FELT_ZONE_OF_HAND) worth += rule_direction(spot);
    return worth;
}

/* Points of a card that goes into the trick, for whoever wins it. */
static int worth_of_card(const struct genome_spot *spot, felt_card card)
{
    return rule_direction(spot) * spot->program->points[FELT_SCORE_TRICK_WIN][card];
}

static int worth_of_trick(const struct genome_spot *spot)
{
    int worth = worth_of_tricks(spot), points = 0, all = 0;
    for (felt_seats left = spot->state->asked; left;) {
        felt_card card = spot->state->laid[felt_seats_take(&left)];
        if (card != FELT_CARD_NONE) points += worth_of_card(spot, card); /* none while passing */
    }
    if (worth || points) return 4 * points + worth;
    for (int card = 0; card < FELT_CARDS; card++) all += worth_of_card(spot, (felt_card)card);
    return all > 0 ? 1 : all < 0 ? -1 : 0;
}

/* How high a card is for winning tricks: trumps over all others. */
static int height(const struct genome_spot *spot, const struct felt_genome_step *step,
                  felt_card card)
{
    int place = spot->program->order[felt_card_rank(card)];
    if (!step->gene[FELT_TRICK_HIGH]) place = FELT_RANKS - 1 - place;
    return place + (has_trump(spot, step) && felt_card_suit(card) == spot->state->trump ? 20 : 0);
}

/* ---- playing to a trick ---- */

/* Who wins as it lies, and how high; FELT_SEAT_NONE: nobody has led. */
static felt_seat winner_so_far(const struct genome_spot *spot, int *high)
{
    const struct felt_genome_step *step = spot_step(spot);
    const struct felt_genome_state *state = spot->state;
    felt_seat winner = FELT_SEAT_NONE;
    *high = -1;
    for (felt_seats left = state->asked; left;) {
        felt_seat seat = felt_seats_take(&left);
        felt_card card = state->laid[seat];
        int here = height(spot, step, card);
        bool counts =
            felt_card_suit(card) == felt_card_suit(state->laid[state->leader]) || here >= 20;
        if (counts && here > *high) {
            *high = here;
            winner = seat;
        }
    }
    return winner;
}

static bool would_win(const struct genome_spot *spot, felt_card card, int high)
{
    int here = height(spot, spot_step(spot), card);
    int led = felt_card_suit(spot->state->laid[spot->state->leader]);
    return here > high && (felt_card_suit(card) == led || here >= 20);
}

static int follow(const struct genome_spot *spot, int worth)
{
    const struct felt_genome_program *program = spot->program;
    int high, best = -1, most = INT32_MIN;
    felt_seat winner = winner_so_far(spot, &high);
    felt_seats live = (felt_seats)(spot->state->dealt & spot->state->betting.turn.live);
    bool last = felt_seats_count((felt_seats)(live & ~spot->state->asked)) == 1;
    bool partner = program->teams && program->team[winner] == program->team[spot->seat];
    for (felt_cards left = spot->moves.items; left;) {
        felt_card card = felt_cards_take(&left);
        int here = height(spot, spot_step(spot), card), points = 4 * worth_of_card(spot, card);
        bool wins = would_win(spot, card, high);
        int value;
        if (wins)
            value = worth > 0 ? (partner ? 0 : 500) + (last ? -here : here) + points
                              : -500 + (last ? here : -here) + points;
        else if (worth > 0)
            value = (partner ? 400 : 0) - here + (partner ? points : -points);
        else
            value = here - 5 * points; /* away with what hurts */
        if (value > most) {
            most = value;
            best = card;
        }
    }
    return best;
}

static int lead(const struct genome_spot *spot, int worth)
{
    int best = -1, most = INT32_MIN;
    for (felt_cards left = spot->moves.items; left;) {
        felt_card card = felt_cards_take(&left);
        int here = height(spot, spot_step(spot), card) % 20, points = worth_of_card(spot, card);
        int value = worth > 0 ? here + points : 4 * points - here;
        if (value > most) {
            most = value;
            best = card;
        }
    }
    return best;
}

int felt_rule_trick(const struct genome_spot *spot)
{
    int worth = worth_of_trick(spot);
    return spot->state->asked ? follow(spot, worth) : lead(spot, worth);
}

/* Away with cards that win tricks nobody wants, or with those that win none. */
int felt_rule_transfer(const struct genome_spot *spot)
{
    const struct felt_genome_step *trick = find_step(spot, FELT_PHASE_TYPE_TRICK);
    felt_cards hand = spot->state->hand[spot->seat];
    int worth[FELT_CARDS], want = trick ? worth_of_trick(spot) : 0;
    for (felt_cards left = hand; left;) {
        felt_card card = felt_cards_take(&left);
        int place = trick ? height(spot, trick, card) : spot->program->order[felt_card_rank(card)];
        worth[card] = (want < 0 ? place : -place) - 2 * worth_of_card(spot, card);
    }
    int count = spot_step(spot)->gene[FELT_TRANSFER_COUNT];
    return rule_next_of(spot, felt_rule_highest(hand, count, worth));
}

/* ---- comparing and bidding ---- */

/* For a prize on the table a card of about its rank; else the best. */
int felt_rule_compare(const struct genome_spot *spot)
{
    const struct felt_genome_program *program = spot->program;
    bool low = spot_step(spot)->gene[FELT_COMPARE_WINNER] == FELT_COMPARE_LOW;
    felt_cards table = spot->state->table;
    int worth[FELT_CARDS];
    if (!spot->moves.items) return felt_moves_pick(&spot->moves, 0);
    int prize = table ? program->order[felt_card_rank((felt_card)__builtin_ctzll(table))] : -1;
    for (felt_cards left = spot->moves.items; left;) {
        felt_card card = felt_cards_take(&left);
        int place = program->order[felt_card_rank(card)];
        if (low) place = FELT_RANKS - 1 - place;
        worth[card] = prize < 0 ? place : place >= prize ? prize - place : 2 * (place - prize);
    }
    return __builtin_ctzll(felt_rule_highest(spot->moves.items, 1, worth));
}

/* Tricks to be expected: a card wins if all the others follow with lower ones.  Over a whole deck
 * that makes as many tricks as there are. */
int felt_rule_bid(const struct genome_spot *spot)
{
    const struct felt_genome_step *trick = find_step(spot, FELT_PHASE_TYPE_TRICK);
    double sum = 0;
    for (felt_cards left = spot->state->hand[spot->seat]; trick && left;) {
        felt_card card = felt_cards_take(&left);
        int here = height(spot, trick, card);
        double below = (here % 20) / (double)(FELT_RANKS - 1), all = 1;
        if (here >= 20) below = 0.5 + below / 2;
        for (int i = 1; i < spot->program->seats; i++) all *= below;
        sum += all;
    }
    int bid = (int)(sum + 0.3);
    for (int by = 0; by <= FELT_RANKS; by++) { /* the nearest that may be said */
        if (bid - by > 0 && spot_has(spot, bid - by)) return bid - by;
        if (bid + by > 0 && spot_has(spot, bid + by)) return bid + by;
    }
    return felt_moves_pick(&spot->moves, 0);
}

/* ---- claims and questions ---- */

static int cards_of_rank(const struct genome_spot *spot, int rank)
{
    int count = 0;
    for (int i = 0; i < spot->program->deck_count; i++)
        count += felt_card_rank(spot->program->deck[i]) == rank;
    return count;
}

double felt_rule_truth(const struct genome_spot *spot)
{
    const struct felt_genome_state *state = spot->state;
    felt_cards hand = state->hand[spot->seat];
    int missing =
        cards_of_rank(spot, state->rank) - felt_cards_count(hand & felt_cards_of_rank(state->rank));
    int unseen = spot->program->deck_count - felt_cards_count(hand);
    int held = felt_cards_count(state->hand[state->turn]) + state->size;
    double each = unseen ? (double)held / unseen : 1, chance = 0;
    if (each > 1) each = 1;
    for (int have = state->size; have <= missing; have++) { /* binomial */
        double ways = 1;
        for (int i = 0; i < have; i++) ways *= each * (missing - i) / (i + 1);
        for (int i = have; i < missing; i++) ways *= 1 - each;
        chance += ways;
    }
    return chance;
}

int felt_rule_claim(const struct genome_spot *spot)
{
    const struct felt_genome_state *state = spot->state;
    felt_cards hand = state->hand[spot->seat];
    enum felt_asks asks = felt_genome_asks(spot->program, state);
    if (asks == FELT_ASKS_NOTHING) {
        bool last = felt_cards_count(state->hand[state->turn]) == 0;
        return last || felt_rule_truth(spot) < 0.5 ? FELT_MOVE_DOUBT : FELT_MOVE_BELIEVE;
    }
    if (asks == FELT_ASKS_RANK) {
        int best = felt_moves_pick(&spot->moves, 0);
        for (uint64_t left = spot->moves.items; left; left &= left - 1) {
            int rank = __builtin_ctzll(left);
            if (felt_cards_count(hand & felt_cards_of_rank(rank)) >
                felt_cards_count(hand & felt_cards_of_rank(best)))
                best = rank;
        }
        return best;
    }
    felt_cards truth = hand & felt_cards_of_rank(state->rank);
    if (spot_step(spot)->gene[FELT_CLAIM_PENALTY] != FELT_PENALTY_CHIPS || !spot->moves.items)
        return rule_next_of(spot, truth);
    /* Chips may be lost, but no cards come back: as many as go. */
    return __builtin_ctzll(spot->moves.items & truth ? spot->moves.items & truth
                                                     : spot->moves.items);
}

/* Whoever holds the most cards is asked; for a rank that it is known to hold, else for any: who
 * asks for the same rank again and again learns nothing. */
int felt_rule_ask(const struct genome_spot *spot, struct felt_rng *rng)
{
    const struct felt_genome_state *state = spot->state;
    struct felt_moves known = {0};
    int best = -1, most = -1;
    if (felt_genome_asks(spot->program, state) == FELT_ASKS_SEAT) {
        for (uint64_t left = spot->moves.items; left; left &= left - 1) {
            int seat = __builtin_ctzll(left), held = felt_cards_count(state->hand[seat]);
            if (held > most) {
                most = held;
                best = seat;
            }
        }
        return best;
    }
    felt_cards shown = state->hand[felt_seats_first(state->asked)] & state->shown;
    for (uint64_t left = spot->moves.items; left; left &= left - 1)
        if (shown & felt_cards_of_rank(__builtin_ctzll(left))) known.items |= left & -left;
    return felt_moves_random(known.items ? &known : &spot->moves, rng);
}
