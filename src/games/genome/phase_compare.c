/* phase_compare.c -- everybody turns a card, and the highest takes: War, and bids made at once.
 *
 * All live seats that have cards take part: state->sub.  `top` is the top of a pile face down; of a
 * hand that its owner may order it is a random card, so that nobody knows it before.  `choose`: a
 * card of the hand, face down until all have chosen.  laid[] holds the cards; state->chosen marks
 * those that lie face down, here and among the discards (not with piles: there nothing is decided,
 * and chosen is not there).
 *
 * The winner takes
 *   captured  the cards, for their capture points; of piles face down as `hand`
 *   hand      the cards.  They go under a pile in a fixed order: the winner's own, then those of
 *             the others clockwise from the winner, then what waited, last card first
 *   pot       the pot; the cards are discarded
 *   points    `points`; or, if there are cards on the table, the lowest of them as a captured card
 *             and its value.  Prizes of ties that were carried come with it
 *   discard   nothing: the cards are discarded
 *
 * A tie
 *   split     nobody takes: the cards are discarded, a pot is shared
 *   carry     the cards wait for the next winner: the upper state->carried discards.  With `points`
 *             state->carried counts the prizes that wait; a pot just stays
 *   battle    each of the tied lays battle_down cards face down, which nobody sees, and then one
 *             more is compared.  Who has no card for that has lost the
 * battle, and the cards it laid: the stricter of the two usual rules.  If all have run out, it is a
 * split
 *
 * A single seat takes what it laid, unless that would go round for ever (hand). */
#include "games/genome/hands.h"

#include <string.h>

static bool chooses(genome_program program, const int32_t *gene)
{
    return gene[FELT_COMPARE_REVEAL] == FELT_REVEAL_CHOOSE && !program->queue;
}

/* Do the cards go to the winner? */
static bool keeps(const int32_t *gene)
{
    return gene[FELT_COMPARE_TAKES] == FELT_TAKES_CAPTURED ||
           gene[FELT_COMPARE_TAKES] == FELT_TAKES_HAND;
}

static bool returns_cards(genome_program program, const int32_t *gene)
{
    return program->queue ? keeps(gene) : gene[FELT_COMPARE_TAKES] == FELT_TAKES_HAND;
}

/* ---- cards ---- */

/* The top of a pile, or a random card of a hand; the seat has one. */
static felt_card turn_card(genome_program program, genome_state state, felt_seat seat)
{
    if (program->queue) return felt_genome_pop(state, seat);
    felt_card card = felt_genome_random(state, state->hand[seat]);
    state->hand[seat] &= ~felt_cards_of(card);
    return card;
}

/* The cards of this comparison leave their places. */
static felt_cards gather(genome_state state)
{
    felt_cards cards = 0;
    for (unsigned seats = state->asked; seats; seats &= seats - 1)
        cards |= felt_cards_of(state->laid[__builtin_ctz(seats)]);
    memset(state->laid, FELT_CARD_NONE, sizeof state->laid);
    return cards;
}

/* What waits for a winner.  A phase in between may have taken cards off the discards. */
static felt_card take_waiting(genome_state state)
{
    if (!state->carried || !state->discards) {
        state->carried = 0;
        return FELT_CARD_NONE;
    }
    state->carried--;
    return felt_genome_undiscard(state);
}

static void take_under(genome_program program, genome_state state, felt_seat winner,
                       struct felt_event_log *log)
{
    felt_cards cards = 0;
    felt_seat seat = winner;
    for (felt_seats rest = state->asked; rest; rest &= (felt_seats)~felt_seats_of(seat)) {
        seat = felt_seats_from(rest, seat);
        felt_genome_push(state, winner, state->laid[seat]);
        cards |= felt_cards_of(state->laid[seat]);
    }
    for (felt_card card; (card = take_waiting(state)) != FELT_CARD_NONE;) {
        felt_genome_push(state, winner, card);
        cards |= felt_cards_of(card);
    }
    memset(state->laid, FELT_CARD_NONE, sizeof state->laid);
    if (log) felt_genome_tell_cards(log, FELT_EVENT_TAKE, winner, cards, GENOME_EVERYBODY, 0);
    if (program->scores &&
        genome_step(program, state)->gene[FELT_COMPARE_TAKES] == FELT_TAKES_CAPTURED)
        felt_genome_score(state, winner, felt_genome_points(program, FELT_SCORE_CAPTURE, cards),
                          log);
}

static void take_cards(genome_program program, genome_state state, felt_seat winner,
                       struct felt_event_log *log)
{
    if (program->queue) {
        take_under(program, state, winner, log);
        return;
    }
    felt_cards cards = gather(state);
    for (felt_card card; (card = take_waiting(state)) != FELT_CARD_NONE;)
        cards |= felt_cards_of(card);
    if (genome_step(program, state)->gene[FELT_COMPARE_TAKES] == FELT_TAKES_CAPTURED) {
        felt_genome_capture(program, state, winner, cards, FELT_SCORE_CAPTURE, log);
        return;
    }
    state->hand[winner] |= cards;
    state->shown |= cards; /* everybody has seen them by now */
    if (log) felt_genome_tell_cards(log, FELT_EVENT_TAKE, winner, cards, GENOME_EVERYBODY, 0);
}

/* ---- chips and points ---- */

/* Larger wins; folded seats have nothing, seats out of the comparison the least. */
static void award_pot(genome_program program, genome_state state, unsigned winners,
                      struct felt_event_log *log)
{
    const int32_t *gene = genome_step(program, state)->gene;
    uint32_t value[FELT_GENOME_SEATS_MAX] = {0};
    for (unsigned seats = genome_live(state); seats; seats &= seats - 1) {
        int seat = __builtin_ctz(seats);
        value[seat] = 1;
        if (state->laid[seat] == FELT_CARD_NONE) continue;
        uint32_t place = program->order[felt_card_rank(state->laid[seat])];
        value[seat] +=
            1 + (gene[FELT_COMPARE_WINNER] == FELT_COMPARE_LOW ? FELT_RANKS - place : place);
    }
    felt_genome_award(program, state, value, winners, log);
}

static void score_prize(genome_program program, genome_state state, felt_seat winner,
                        struct felt_event_log *log)
{
    int prizes = state->carried + 1, points = 0;
    felt_cards cards = 0;
    if (!state->table) points = prizes * genome_step(program, state)->gene[FELT_COMPARE_POINTS];
    for (; prizes > 0 && state->table; prizes--) {
        felt_card card = felt_cards_take(&state->table);
        points += program->value[felt_card_rank(card)];
        cards |= felt_cards_of(card);
    }
    state->carried = 0;
    if (cards) felt_genome_capture(program, state, winner, cards, FELT_SCORE_CAPTURE, log);
    felt_genome_score(state, winner, points, log);
}

/* ---- who takes ---- */

static void win(genome_program program, genome_state state, felt_seat winner,
                struct felt_event_log *log)
{
    const int32_t *gene = genome_step(program, state)->gene;
    if (!program->queue) state->chosen = 0; /* all is turned up */
    if (keeps(gene)) {
        take_cards(program, state, winner, log);
        return;
    }
    if (gene[FELT_COMPARE_TAKES] == FELT_TAKES_POT) award_pot(program, state, 1u << winner, log);
    felt_genome_discard(program, state, gather(state));
    if (gene[FELT_COMPARE_TAKES] == FELT_TAKES_POINTS) score_prize(program, state, winner, log);
}

static void share(genome_program program, genome_state state, unsigned tied,
                  struct felt_event_log *log)
{
    const int32_t *gene = genome_step(program, state)->gene;
    if (!program->queue) state->chosen = 0;
    if (gene[FELT_COMPARE_TAKES] == FELT_TAKES_POT) award_pot(program, state, tied, log);
    felt_genome_discard(program, state, gather(state));
    state->carried = 0;
}

/* What lies there waits for a winner. */
static void wait_for_winner(genome_program program, genome_state state)
{
    const int32_t *gene = genome_step(program, state)->gene;
    int before = state->discards;
    felt_genome_discard(program, state, gather(state));
    if (keeps(gene)) state->carried += (uint8_t)(state->discards - before);
}

static enum genome_flow ask(genome_state state, unsigned seats)
{
    state->sub = (uint8_t)seats;
    state->asked = 0;
    state->actor = genome_from(state, seats, state->start);
    return FLOW_ASK;
}

static enum genome_flow battle(genome_program program, genome_state state, unsigned tied,
                               struct felt_event_log *log)
{
    const int32_t *gene = genome_step(program, state)->gene;
    wait_for_winner(program, state);
    for (unsigned seats = tied; seats; seats &= seats - 1) {
        felt_seat seat = (felt_seat)__builtin_ctz(seats);
        for (int i = 0; i < gene[FELT_COMPARE_DOWN] && state->hand[seat]; i++) {
            felt_cards card = felt_cards_of(turn_card(program, state, seat));
            felt_genome_discard(program, state, card);
            if (keeps(gene)) state->carried++;
            if (!program->queue) state->chosen |= card;
            felt_genome_tell_cards(log, FELT_EVENT_PLAY, seat, card, 0, 3);
        }
    }
    state->asked = 0;
    unsigned able = genome_holding(state) & tied;
    if (!able) {
        share(program, state, tied, log);
        return FLOW_NEXT;
    }
    if (!felt_seats_lone((felt_seats)able)) return ask(state, able);
    win(program, state, felt_seats_first((felt_seats)able), log);
    return FLOW_NEXT;
}

/* Seats whose cards are the best of the comparison. */
static unsigned best_seats(genome_program program, genome_look state)
{
    bool low = genome_step(program, state)->gene[FELT_COMPARE_WINNER] == FELT_COMPARE_LOW;
    unsigned best = 0;
    int most = -1;
    for (unsigned seats = state->asked; seats; seats &= seats - 1) {
        int place = program->order[felt_card_rank(state->laid[__builtin_ctz(seats)])];
        if (low) place = FELT_RANKS - place;
        if (place > most) best = 0;
        if (place >= most) {
            best |= seats & -seats;
            most = place;
        }
    }
    return best;
}

/* All have chosen: the cards of the comparison are turned up, those of a battle stay. */
static void turn_up(genome_state state, struct felt_event_log *log)
{
    for (unsigned seats = state->asked; seats; seats &= seats - 1) {
        felt_seat seat = (felt_seat)__builtin_ctz(seats);
        felt_cards card = felt_cards_of(state->laid[seat]);
        state->chosen &= ~card;
        felt_genome_tell_cards(log, FELT_EVENT_SHOW, seat, card, GENOME_EVERYBODY, 0);
    }
}

static enum genome_flow compare(genome_program program, genome_state state,
                                struct felt_event_log *log)
{
    const int32_t *gene = genome_step(program, state)->gene;
    unsigned best = best_seats(program, state);
    if (chooses(program, gene)) turn_up(state, log);
    if (felt_seats_lone((felt_seats)best)) {
        win(program, state, felt_seats_first((felt_seats)best), log);
        return FLOW_NEXT;
    }
    if (gene[FELT_COMPARE_TIE] == FELT_COMPARE_BATTLE) return battle(program, state, best, log);
    if (gene[FELT_COMPARE_TIE] == FELT_COMPARE_SPLIT) {
        share(program, state, best, log);
        return FLOW_NEXT;
    }
    wait_for_winner(program, state);
    if (gene[FELT_COMPARE_TAKES] == FELT_TAKES_POINTS && state->carried < FELT_CARDS)
        state->carried++;
    return FLOW_NEXT;
}

/* ---- the phase ---- */

enum genome_flow felt_phase_compare_enter(genome_program program, genome_state state,
                                          struct felt_event_log *log)
{
    const int32_t *gene = genome_step(program, state)->gene;
    unsigned seats = genome_holding(state);
    (void)log;
    if (!seats || (felt_seats_lone((felt_seats)seats) && returns_cards(program, gene)))
        return FLOW_NEXT;
    return ask(state, seats);
}

void felt_phase_compare_moves(genome_program program, genome_look state, struct felt_moves *out)
{
    bool choice = chooses(program, genome_step(program, state)->gene);
    out->items = choice ? state->hand[state->actor] : 0;
    out->others = choice ? 0 : GENOME_WORD(FELT_MOVE_FLIP);
}

enum genome_flow felt_phase_compare_play(genome_program program, genome_state state, int move,
                                         struct felt_event_log *log)
{
    felt_seat seat = state->actor;
    felt_card card;
    felt_seats who = GENOME_EVERYBODY;
    if (chooses(program, genome_step(program, state)->gene)) {
        card = (felt_card)move;
        felt_assert(state->hand[seat] >> card & 1);
        state->hand[seat] &= ~felt_cards_of(card);
        state->chosen |= felt_cards_of(card);
        who = felt_seats_of(seat);
    } else {
        felt_assert(move == FELT_MOVE_FLIP);
        card = turn_card(program, state, seat);
    }
    state->shown &= ~felt_cards_of(card);
    state->laid[seat] = card;
    state->asked |= (uint8_t)(1u << seat);
    if (log) felt_genome_tell_cards(log, FELT_EVENT_PLAY, seat, felt_cards_of(card), who, 3);
    unsigned rest = state->sub & ~(unsigned)state->asked;
    if (!rest) return compare(program, state, log);
    state->actor = genome_after(state, rest, seat);
    return FLOW_ASK;
}
