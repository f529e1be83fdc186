/* quick.c -- random play without stopping at every card: whole tricks, piles that are turned over,
 * cards that are passed on.
 *
 * felt_genome_playout() is what simulation and search spend their time in.  For the phases in
 * which a move is over in a few instructions, the way to it (which step, whose turn, chips counted)
 * costs more than the move; here a phase is played to its end in one loop.
 *
 *   Q1  the state afterwards, and the random numbers used, are those of felt_genome_moves(), a
 *       choice by felt_rng_below() among several, and felt_genome_play(), move by move.
 *
 * The rules are those of phase_trick.c, phase_compare.c and phase_transfer.c, and whatever is rare
 * is left to them: a trick that has begun, cards that must win, ties, the end of the turns. */
#include "games/genome/hands.h"
#include "games/genome/quick.h"

/* One move through the phase; FLOW_NEXT at the end of the turns, too. */
static enum genome_flow move_on(genome_program program, genome_state state, struct felt_rng *rng)
{
    struct felt_moves moves;
    felt_genome_moves(program, state, &moves);
    int among = felt_moves_count(&moves);
    int n = among > 1 ? (int)felt_rng_below(rng, (uint32_t)among) : 0;
    int move = felt_moves_pick(&moves, n);
    int type = genome_step(program, state)->type;
    enum genome_flow flow =
        type == FELT_PHASE_TYPE_TRICK     ? felt_phase_trick_play(program, state, move, NULL)
        : type == FELT_PHASE_TYPE_COMPARE ? felt_phase_compare_play(program, state, move, NULL)
                                          : felt_phase_transfer_play(program, state, move, NULL);
    if (++state->turns < program->session[FELT_SESSION_TURNS]) return flow;
    state->flags |= FELT_FLAG_ENDING; /* M4 */
    return FLOW_NEXT;
}

/* Can everybody play a card, or somebody choose the cards to be passed on, before the turns are
 * over?
 */
static bool has_time(genome_program program, genome_look state)
{
    return state->turns + FELT_GENOME_SEATS_MAX < program->session[FELT_SESSION_TURNS];
}

/* ---- tricks ---- */

struct table {
    felt_cards trumps, breaking;
    felt_cards any;     /* all cards if nobody must follow suit */
    felt_cards opening; /* must be led now                      */
    unsigned holding;   /* live seats that have cards           */
    int tricks;         /* -1: until the hands are empty */
    bool high;
};

static struct table look(genome_program program, genome_look state)
{
    const int32_t *gene = genome_step(program, state)->gene;
    int trump = gene[FELT_TRICK_TRUMP] ? state->trump : FELT_CARD_NONE;
    int breaking = gene[FELT_TRICK_BREAKING_SUIT];
    felt_card opening = felt_trick_opening(state, genome_step(program, state));
    return (struct table){.trumps = trump == FELT_CARD_NONE ? 0 : genome_suit_cards(trump),
                          .breaking = breaking < 0 ? 0 : genome_suit_cards(breaking),
                          .any = gene[FELT_TRICK_FOLLOW] ? 0 : ~UINT64_C(0),
                          .opening = opening == FELT_CARD_NONE ? 0 : felt_cards_of(opening),
                          .holding = genome_holding(state),
                          .tricks = gene[FELT_TRICK_COUNT] ? gene[FELT_TRICK_COUNT] : -1,
                          .high = gene[FELT_TRICK_HIGH]};
}

/* A whole trick; FLOW_NEXT: it was the last one. */
QUICK_INLINE enum genome_flow play_trick(genome_program program, genome_state state,
                                         struct table *table, struct felt_rng *rng, pick_card *pick)
{
    felt_seat seat = state->leader;
    felt_cards cards = state->hand[seat], others = cards & ~table->breaking;
    if (others && !(state->flags & FELT_FLAG_BROKEN)) cards = others;
    if (state->hand[seat] & table->opening) cards = table->opening;
    uint8_t laid[FELT_GENOME_SEATS_MAX];
    felt_card card = laid[seat] = pick(cards, rng);
    felt_cards trick = felt_cards_of(card), led = genome_suit_cards(felt_card_suit(card));
    unsigned all = table->holding, count = 1;
    state->hand[seat] &= ~trick;
    for (unsigned rest = all & ~(1u << seat); rest; rest &= ~(1u << seat)) {
        seat = genome_after(state, rest, seat);
        cards = state->hand[seat];
        felt_cards same = cards & (led | table->any);
        cards = same | (cards & -(felt_cards)(same == 0));
        card = laid[seat] = pick(cards, rng);
        trick |= felt_cards_of(card);
        state->hand[seat] &= ~felt_cards_of(card);
        count++;
    }
    if (trick & table->breaking) state->flags |= FELT_FLAG_BROKEN;
    felt_cards able = trick & table->trumps;
    card = felt_trick_strongest(program, able ? able : trick & led, table->high);
    felt_seat winner = 0;
    for (unsigned left = all; laid[winner = (felt_seat)__builtin_ctz(left)] != card;)
        left &= left - 1;
    state->turns = (uint16_t)(state->turns + count);
    state->asked = (uint8_t)all;
    state->actor = seat;
    felt_trick_won(program, state, winner, trick, NULL);
    table->opening = 0;
    table->holding = genome_holding(state);
    if (!table->holding || state->sub == table->tricks) return FLOW_NEXT;
    state->leader = genome_from(state, table->holding, winner);
    return FLOW_ASK;
}

QUICK_INLINE enum genome_flow play_tricks(genome_program program, genome_state state,
                                          struct felt_rng *rng, pick_card *pick)
{
    const int32_t *gene = genome_step(program, state)->gene;
    enum genome_flow flow = FLOW_ASK;
    while (flow == FLOW_ASK && (state->asked || gene[FELT_TRICK_MUST_BEAT]))
        flow = move_on(program, state, rng);
    if (flow == FLOW_NEXT) return flow;
    struct table table = look(program, state);
    while (flow == FLOW_ASK && has_time(program, state))
        flow = play_trick(program, state, &table, rng, pick);
    if (flow == FLOW_NEXT) return flow;
    state->asked = 0; /* the last ones card by card */
    state->actor = state->leader;
    while (flow == FLOW_ASK) flow = move_on(program, state, rng);
    return flow;
}

#ifdef QUICK_DEPOSIT
QUICK_DEPOSIT static enum genome_flow deposit_tricks(genome_program program, genome_state state,
                                                     struct felt_rng *rng)
{
    return play_tricks(program, state, rng, pick_by_deposit);
}
#endif

enum genome_flow felt_quick_tricks(genome_program program, genome_state state, struct felt_rng *rng)
{
#ifdef QUICK_DEPOSIT
    if (quick_can_deposit()) return deposit_tricks(program, state, rng);
#endif
    return play_tricks(program, state, rng, pick_by_steps);
}

/* ---- piles ---- */

/* Nothing but comparisons of piles, and nothing that ends the hand while all have cards. */
static bool only_piles(genome_program program, genome_look state)
{
    const struct felt_genome_step *step = genome_step(program, state);
    return program->queue && program->steps == 1 && step->condition == FELT_SLOT_NONE &&
           step->gene[FELT_COMPARE_TAKES] == FELT_TAKES_HAND && !program->hand_ends &&
           program->session[FELT_SESSION_CYCLES] == 0 && !state->shown;
}

/* Comparisons of two piles until a tie, the last card of a pile, or the end of the turns. */
static void turn_piles(genome_program program, genome_state state, felt_seat first,
                       felt_seat second)
{
    bool low = genome_step(program, state)->gene[FELT_COMPARE_WINNER] == FELT_COMPARE_LOW;
    uint8_t *next = state->next, *bottom = state->by.queue.bottom, *top = state->by.queue.top;
    unsigned count = 0;
    while (has_time(program, state)) {
        felt_card a = top[first], b = top[second];
        int by = program->order[felt_card_rank(a)] - program->order[felt_card_rank(b)];
        if (by == 0 || a == bottom[first] || b == bottom[second]) break;
        bool won = (by > 0) != low;
        felt_seat winner = won ? first : second;
        felt_card mine = won ? a : b, his = won ? b : a;
        top[first] = next[a];
        top[second] = next[b];
        next[bottom[winner]] = mine;
        next[mine] = his;
        bottom[winner] = his;
        state->hand[winner] |= felt_cards_of(his);
        state->hand[winner ^ first ^ second] &= ~felt_cards_of(his);
        state->turns = (uint16_t)(state->turns + 2);
        count++;
    }
    count += state->cycle;
    state->cycle = (uint8_t)(count < UINT8_MAX ? count : UINT8_MAX);
}

enum genome_flow felt_quick_compare(genome_program program, genome_state state,
                                    struct felt_rng *rng)
{
    if (!state->asked && !state->carried && only_piles(program, state)) {
        felt_seats seats = (felt_seats)genome_holding(state);
        felt_seat first = genome_from(state, seats, state->start);
        seats &= (felt_seats)~felt_seats_of(first);
        if (seats && felt_seats_lone(seats))
            turn_piles(program, state, first, felt_seats_first(seats));
    }
    while (move_on(program, state, rng) == FLOW_ASK) continue;
    return FLOW_NEXT;
}

/* ---- cards that are passed on ---- */

/* The actor's choice. */
QUICK_INLINE void choose(genome_state state, int count, struct felt_rng *rng, pick_card *pick)
{
    felt_cards hand = state->hand[state->actor], chosen = hand & state->chosen;
    for (; state->repeat < count; state->repeat++, state->turns++)
        chosen |= felt_cards_of(pick(genome_choice_need(hand, chosen, count - state->repeat), rng));
    state->chosen |= chosen;
}

QUICK_INLINE enum genome_flow choose_all(genome_program program, genome_state state,
                                         struct felt_rng *rng, pick_card *pick)
{
    int count = genome_step(program, state)->gene[FELT_TRANSFER_COUNT];
    enum genome_flow flow = FLOW_ASK;
    while (flow == FLOW_ASK && has_time(program, state)) {
        choose(state, count, rng, pick);
        flow = felt_transfer_chosen(program, state, NULL);
    }
    while (flow == FLOW_ASK) flow = move_on(program, state, rng);
    return flow;
}

#ifdef QUICK_DEPOSIT
QUICK_DEPOSIT static enum genome_flow deposit_all(genome_program program, genome_state state,
                                                  struct felt_rng *rng)
{
    return choose_all(program, state, rng, pick_by_deposit);
}
#endif

enum genome_flow felt_quick_transfer(genome_program program, genome_state state,
                                     struct felt_rng *rng)
{
#ifdef QUICK_DEPOSIT
    if (quick_can_deposit()) return deposit_all(program, state, rng);
#endif
    return choose_all(program, state, rng, pick_by_steps);
}
