/* phase_trick.c -- tricks, bids on them, and what contracts are worth at the end of the hand.
 *
 * A trick.  The leader plays a card, the others follow in the direction of play, each one card;
 * who has none is left out.  laid[] holds the trick, laid[leader] is the card that was led.
 *
 *   follow         a card of the led suit if there is one
 *   trump          cards of state->trump beat all others
 *   high_wins      false: the lowest card of the led suit (or the lowest trump) wins
 *   breaking_suit  is not led before one of its cards was played, unless nothing else is held; the
 *                  first one to be played is thrown off, or led for want of others
 *   must_beat      of the cards that may be played those that would win, if there are any
 *   moon           who takes all the points of the hand gives them to everybody else (Hearts)
 *   opening_rank,  whoever holds this card leads the first trick of the hand, with it; everybody
 *   opening_suit   knows then who holds it
 *
 * The winner captures the cards and leads the next trick, of a later TrickPhase too; the seat that
 * starts leads the first one.  Cards in a trick cause no effects and score only as trick_win.
 * state->sub counts the tricks of the phase, state->asked holds who has played to this one.
 *
 * Bids.  Everybody bids once in a hand.  by.count.bid[] is the bid plus one, so that 0 is no bid
 * and 1 is a bid of nothing.  Partners' bids and tricks are added up; a nil bid stands for itself:
 * its bonus or penalty goes to the side, and the tricks still count for the partner's contract. */
#include "games/genome/hands.h"

#include <string.h>

/* ---- tricks ---- */

/* The card of a set of one suit that wins, in the order of ranks of this deck: that of the numbers
 * of cards, but for an ace that is low or a deuce that is high. */
felt_card felt_trick_strongest(genome_program program, felt_cards cards, bool high)
{
    felt_cards aces = cards & felt_cards_of_rank(FELT_ACE);
    felt_cards deuces = cards & felt_cards_of_rank(FELT_DEUCE), others = 0;
    if (program->order[FELT_ACE] < program->order[FELT_KING])
        others = high ? cards & ~aces : aces;
    else if (program->order[FELT_DEUCE] > program->order[FELT_ACE])
        others = high ? deuces : cards & ~deuces;
    if (others) cards = others;
    return (felt_card)(high ? 63 - __builtin_clzll(cards) : __builtin_ctzll(cards));
}

/* The card of the trick that wins as it lies. */
static felt_card winning_card(genome_program program, genome_look state,
                              const struct felt_genome_step *step, felt_cards trick)
{
    felt_cards able = trick & genome_suit_cards(felt_card_suit(state->laid[state->leader]));
    if (step->gene[FELT_TRICK_TRUMP] && state->trump != FELT_CARD_NONE) {
        felt_cards trumps = trick & genome_suit_cards(state->trump);
        if (trumps) able = trumps;
    }
    return felt_trick_strongest(program, able, step->gene[FELT_TRICK_HIGH]);
}

static felt_cards trick_cards(genome_look state)
{
    felt_cards trick = 0;
    for (unsigned seats = state->asked; seats; seats &= seats - 1)
        trick |= felt_cards_of(state->laid[__builtin_ctz(seats)]);
    return trick;
}

/* Cards that would win the trick. */
static felt_cards beating(genome_program program, genome_look state,
                          const struct felt_genome_step *step)
{
    felt_card best = winning_card(program, state, step, trick_cards(state));
    int suit = felt_card_suit(best);
    felt_cards above = program->above[felt_card_rank(best)];
    if (!step->gene[FELT_TRICK_HIGH]) above = ~above & ~felt_cards_of(best);
    felt_cards cards = above & genome_suit_cards(suit);
    if (step->gene[FELT_TRICK_TRUMP] && state->trump != FELT_CARD_NONE && state->trump != suit)
        cards |= genome_suit_cards(state->trump);
    return cards;
}

felt_card felt_trick_opening(genome_look state, const struct felt_genome_step *step)
{
    int rank = step->gene[FELT_TRICK_OPENING_RANK], suit = step->gene[FELT_TRICK_OPENING_SUIT];
    if (rank < 0 || suit < 0) return FELT_CARD_NONE;
    for (int seat = 0; seat < FELT_GENOME_SEATS_MAX; seat++)
        if (state->by.count.tricks[seat]) return FELT_CARD_NONE;
    return felt_card_make(rank, suit);
}

/* Its holder leads; a card that nobody holds is forgotten. */
static void find_opener(genome_state state, felt_card card, unsigned seats)
{
    for (; card != FELT_CARD_NONE && seats; seats &= seats - 1) {
        felt_seat seat = (felt_seat)__builtin_ctz(seats);
        if (!(state->hand[seat] >> card & 1)) continue;
        state->leader = seat;
        state->shown |= felt_cards_of(card);
    }
}

/* Asks for the next lead, or ends the phase. */
static enum genome_flow begin_trick(genome_program program, genome_state state)
{
    const struct felt_genome_step *step = genome_step(program, state);
    int count = step->gene[FELT_TRICK_COUNT];
    unsigned seats = genome_holding(state);
    if (!seats || (count && state->sub == count)) return FLOW_NEXT;
    find_opener(state, felt_trick_opening(state, step), seats);
    felt_seat leader = state->leader >= 0 ? state->leader : state->start;
    state->leader = state->actor = genome_from(state, seats, leader);
    state->asked = 0;
    return FLOW_ASK;
}

void felt_trick_won(genome_program program, genome_state state, felt_seat winner, felt_cards trick,
                    struct felt_event_log *log)
{
    state->leader = winner;
    state->sub++;
    state->by.count.tricks[winner]++; /* of 52 cards at most */
    felt_genome_capture(program, state, winner, trick, FELT_SCORE_TRICK_WIN, log);
}

static enum genome_flow end_trick(genome_program program, genome_state state,
                                  struct felt_event_log *log)
{
    felt_cards trick = trick_cards(state);
    felt_card best = winning_card(program, state, genome_step(program, state), trick);
    felt_seat winner = 0;
    while (state->laid[winner] != best) winner++;
    memset(state->laid, FELT_CARD_NONE, sizeof state->laid);
    felt_trick_won(program, state, winner, trick, log);
    return begin_trick(program, state);
}

enum genome_flow felt_phase_trick_enter(genome_program program, genome_state state,
                                        struct felt_event_log *log)
{
    (void)log;
    felt_assert(!program->queue); /* by.count is there */
    return begin_trick(program, state);
}

void felt_phase_trick_moves(genome_program program, genome_look state, struct felt_moves *out)
{
    const struct felt_genome_step *step = genome_step(program, state);
    felt_cards cards = state->hand[state->actor];
    out->others = 0;
    if (!state->asked) {
        int breaking = step->gene[FELT_TRICK_BREAKING_SUIT];
        if (breaking >= 0 && !(state->flags & FELT_FLAG_BROKEN)) {
            felt_cards rest = cards & ~genome_suit_cards(breaking);
            if (rest) cards = rest;
        }
        felt_card opening = felt_trick_opening(state, step);
        if (opening != FELT_CARD_NONE && state->hand[state->actor] >> opening & 1)
            cards = felt_cards_of(opening);
        out->items = cards;
        return;
    }
    if (step->gene[FELT_TRICK_FOLLOW]) {
        int led = felt_card_suit(state->laid[state->leader]);
        felt_cards same = cards & genome_suit_cards(led);
        if (same) cards = same;
    }
    if (step->gene[FELT_TRICK_MUST_BEAT]) {
        felt_cards winning = cards & beating(program, state, step);
        if (winning) cards = winning;
    }
    out->items = cards;
}

enum genome_flow felt_phase_trick_play(genome_program program, genome_state state, int move,
                                       struct felt_event_log *log)
{
    felt_seat seat = state->actor;
    felt_cards card = felt_cards_of((felt_card)move);
    felt_assert(state->hand[seat] & card);
    state->hand[seat] &= ~card;
    state->shown &= ~card;
    state->laid[seat] = (uint8_t)move;
    state->asked |= (uint8_t)(1u << seat);
    if (felt_card_suit((felt_card)move) ==
        genome_step(program, state)->gene[FELT_TRICK_BREAKING_SUIT])
        state->flags |= FELT_FLAG_BROKEN;
    if (log) felt_genome_tell_cards(log, FELT_EVENT_PLAY, seat, card, (felt_seats)-1, 3);
    /* A hand that is empty now and has not played was empty when the trick began. */
    for (unsigned rest = genome_live(state) & ~(unsigned)state->asked; rest;) {
        felt_seat next = genome_after(state, rest, seat);
        if (state->hand[next]) {
            state->actor = next;
            return FLOW_ASK;
        }
        rest &= ~(1u << next);
    }
    return end_trick(program, state, log);
}

/* ---- bids ---- */

static enum genome_flow ask_bid(genome_state state, int from)
{
    unsigned seats = genome_holding(state);
    for (int seat = 0; seat < FELT_GENOME_SEATS_MAX; seat++)
        if (state->by.count.bid[seat]) seats &= ~(1u << seat);
    if (!seats) return FLOW_NEXT;
    state->actor = genome_from(state, seats, from);
    return FLOW_ASK;
}

enum genome_flow felt_phase_bidding_enter(genome_program program, genome_state state,
                                          struct felt_event_log *log)
{
    (void)log;
    felt_assert(!program->queue); /* by.count is there */
    return ask_bid(state, state->start);
}

void felt_phase_bidding_moves(genome_program program, genome_look state, struct felt_moves *out)
{
    const int32_t *gene = genome_step(program, state)->gene;
    int cards = felt_cards_count(state->hand[state->actor]);
    int max = gene[FELT_BID_MAX] < cards ? gene[FELT_BID_MAX] : cards;
    int min = gene[FELT_BID_MIN] < max ? gene[FELT_BID_MIN] : max;
    out->items = (UINT64_C(2) << max) - (UINT64_C(1) << min);
    if (gene[FELT_BID_NIL] > 0) out->items |= 1;
    out->others = 0;
}

enum genome_flow felt_phase_bidding_play(genome_program program, genome_state state, int move,
                                         struct felt_event_log *log)
{
    (void)program;
    felt_seat seat = state->actor;
    felt_assert(move >= 0 && move <= FELT_RANKS);
    state->by.count.bid[seat] = (uint8_t)(move + 1);
    genome_tell(log, FELT_EVENT_SAY, seat, FELT_ASKS_NUMBER, move);
    return ask_bid(state, seat);
}

/* ---- contracts ---- */

static unsigned side_of(genome_program program, felt_seat seat)
{
    unsigned side = 1u << seat;
    for (int other = 0; program->teams && other < program->seats; other++)
        if (program->team[other] == program->team[seat]) side |= 1u << other;
    return side;
}

static int side_points(const int32_t *gene, genome_look state, unsigned side)
{
    int bid = 0, tricks = 0, points = 0;
    bool bound = false;
    for (; side; side &= side - 1) {
        int seat = __builtin_ctz(side), said = state->by.count.bid[seat] - 1;
        int taken = state->by.count.tricks[seat];
        tricks += taken;
        if (said < 0) continue;
        if (said == 0 && gene[FELT_BID_NIL] > 0) {
            points += taken ? -gene[FELT_BID_NIL] : gene[FELT_BID_NIL];
        } else {
            bid += said;
            bound = true;
        }
    }
    if (!bound) return points;
    if (tricks < bid) return points - gene[FELT_BID_PENALTY] * bid;
    return points + gene[FELT_BID_POINTS] * bid + gene[FELT_BID_OVER] * (tricks - bid);
}

/* Hearts: whoever has taken all the points there are has none, and everybody else has them. */
static void shoot_moon(genome_program program, genome_state state, struct felt_event_log *log)
{
    felt_cards deck = felt_cards_from(program->deck, program->deck_count);
    int total = felt_genome_points(program, FELT_SCORE_TRICK_WIN, deck), at = 0;
    while (at < program->steps && (program->step[at].type != FELT_PHASE_TYPE_TRICK ||
                                   !program->step[at].gene[FELT_TRICK_MOON]))
        at++;
    if (at == program->steps || total <= 0) return;
    for (int seat = 0; seat < program->seats; seat++) {
        felt_cards taken = state->pile.captured[seat];
        if (felt_genome_points(program, FELT_SCORE_TRICK_WIN, taken) != total) continue;
        felt_genome_score(state, (felt_seat)seat, -total, log);
        unsigned others = state->dealt & ~side_of(program, (felt_seat)seat);
        for (; others; others &= others - 1)
            felt_genome_score(state, (felt_seat)__builtin_ctz(others), total, log);
        return;
    }
}

void felt_contracts_score(genome_program program, genome_state state, struct felt_event_log *log)
{
    int at = 0;
    if (program->scores >> FELT_SCORE_TRICK_WIN & 1 && !program->queue)
        shoot_moon(program, state, log);
    while (at < program->steps && program->step[at].type != FELT_PHASE_TYPE_BIDDING) at++;
    if (at == program->steps) return;
    for (unsigned seats = state->dealt; seats; seats &= seats - 1) {
        felt_seat seat = (felt_seat)__builtin_ctz(seats);
        unsigned side = side_of(program, seat) & state->dealt;
        felt_genome_score(state, seat, side_points(program->step[at].gene, state, side), log);
    }
}
