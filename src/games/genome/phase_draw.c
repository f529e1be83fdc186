/* phase_draw.c -- a player draws: from the deck, the discards, the table, or a neighbour's hand.
 *
 * One draw is `count` cards, or as many as refill_to asks for; from the table it is one card, which
 * the player chooses.  state->repeat counts the draws of this turn.  Drawing from the deck because
 * one must is no decision and is done at once, so that a player of Crazy Eights who has no card to
 * play is asked again only when there is one. */
#include "games/genome/hands.h"

void felt_genome_rob(genome_program program, genome_state state, felt_seat from, felt_seat to,
                     int count, struct felt_event_log *log)
{
    for (; count > 0 && state->hand[from]; count--) {
        felt_card card = felt_genome_random(state, state->hand[from]);
        if (!genome_open(program)) state->shown &= ~state->hand[from]; /* which one was it? */
        state->hand[from] &= ~felt_cards_of(card);
        state->hand[to] |= felt_cards_of(card);
        if (log)
            felt_genome_tell_cards(
                log, FELT_EVENT_GIVE, from, felt_cards_of(card),
                genome_knowing(program, (unsigned)felt_seats_of(from) | felt_seats_of(to)), to);
    }
}

static felt_seat neighbour(genome_look state)
{
    unsigned others = genome_holding(state) & ~(1u << state->turn);
    return others ? genome_after(state, others, state->turn) : (felt_seat)FELT_SEAT_NONE;
}

/* Where cards can be had. */
static struct felt_moves sources(genome_program program, genome_look state,
                                 const struct felt_genome_step *step)
{
    struct felt_moves moves = {0};
    int source = step->gene[FELT_DRAW_SOURCE];
    if (source == FELT_FROM_DECK || source == FELT_FROM_EITHER)
        if (felt_genome_drawable(program, state) > 0) moves.others |= GENOME_WORD(FELT_MOVE_DRAW);
    if (source == FELT_FROM_DISCARD || source == FELT_FROM_EITHER)
        if (state->discards > 0) moves.others |= GENOME_WORD(FELT_MOVE_TAKE);
    if (source == FELT_FROM_OPPONENT && neighbour(state) >= 0)
        moves.others |= GENOME_WORD(FELT_MOVE_DRAW);
    if (source == FELT_FROM_TABLE) moves.items = state->table;
    return moves;
}

static bool may_pass(genome_look state, const struct felt_genome_step *step)
{
    return !step->gene[FELT_DRAW_MANDATORY] ||
           (step->gene[FELT_DRAW_REPEAT] == FELT_REPEAT_UNTIL_PASS && state->repeat > 0);
}

/* Cards of the next draw. */
static int wanted(genome_look state, const struct felt_genome_step *step)
{
    int refill = step->gene[FELT_DRAW_REFILL];
    return refill ? refill - felt_cards_count(state->hand[state->turn])
                  : step->gene[FELT_DRAW_COUNT];
}

static int draws_max(genome_program program, const struct felt_genome_step *step)
{
    int repeat = step->gene[FELT_DRAW_REPEAT], draws = step->gene[FELT_DRAW_MAX_REPEAT];
    if (repeat == FELT_REPEAT_ONCE ||
        (repeat == FELT_REPEAT_UNTIL_PLAYABLE && program->play == FELT_SLOT_NONE))
        draws = 1;
    if (step->gene[FELT_DRAW_SOURCE] != FELT_FROM_TABLE) return draws;
    return step->gene[FELT_DRAW_REFILL] ? UINT8_MAX : draws * step->gene[FELT_DRAW_COUNT];
}

/* Who has too many points has lost already and gets no more cards (Blackjack). */
static bool is_bust(genome_program program, genome_look state)
{
    return program->evaluation[FELT_EVAL_METHOD] == FELT_EVAL_POINT_TOTAL &&
           program->evaluation[FELT_EVAL_BUST] > 0 &&
           felt_genome_value(program, state, state->turn) == 0;
}

static bool can_play(genome_program program, genome_look state, const struct felt_genome_step *step)
{
    return step->gene[FELT_DRAW_REPEAT] == FELT_REPEAT_UNTIL_PLAYABLE &&
           program->play != FELT_SLOT_NONE &&
           felt_phase_play_cards(program, state, program->play, state->turn);
}

static bool has_enough(genome_program program, genome_look state,
                       const struct felt_genome_step *step)
{
    return state->repeat >= draws_max(program, step) || wanted(state, step) <= 0 ||
           (step->gene[FELT_DRAW_REPEAT] == FELT_REPEAT_UNTIL_PASS && is_bust(program, state));
}

static void draw(genome_program program, genome_state state, const struct felt_genome_step *step,
                 struct felt_event_log *log)
{
    int count = wanted(state, step);
    if (step->gene[FELT_DRAW_SOURCE] == FELT_FROM_OPPONENT) {
        felt_genome_rob(program, state, neighbour(state), state->turn, count, log);
        return;
    }
    while (count-- > 0 && felt_genome_deal_to(program, state, state->turn, false, log)) {
    }
}

static void take(genome_program program, genome_state state, felt_cards cards, bool known,
                 struct felt_event_log *log)
{
    felt_seat seat = state->turn;
    state->hand[seat] |= cards;
    known |= genome_open(program);
    if (known) state->shown |= cards;
    if (log)
        felt_genome_tell_cards(
            log, FELT_EVENT_TAKE, seat, cards,
            known ? GENOME_EVERYBODY : genome_knowing(program, felt_seats_of(seat)), 0);
}

static void take_discards(genome_program program, genome_state state, int count,
                          struct felt_event_log *log)
{
    felt_cards cards = 0;
    for (; count > 0 && state->discards > 0; count--)
        cards |= felt_cards_of(felt_genome_undiscard(state));
    state->suit = FELT_CARD_NONE; /* named for a card that is gone */
    take(program, state, cards, program->open_discards, log);
}

/* Draws what must be drawn, until there is something to decide or the hand has enough. */
static enum genome_flow go_on(genome_program program, genome_state state,
                              const struct felt_genome_step *step, struct felt_event_log *log)
{
    bool from_deck = step->gene[FELT_DRAW_SOURCE] == FELT_FROM_DECK ||
                     step->gene[FELT_DRAW_SOURCE] == FELT_FROM_EITHER;
    while (!can_play(program, state, step) && !has_enough(program, state, step)) {
        struct felt_moves moves = sources(program, state, step);
        if (from_deck && program->session[FELT_SESSION_EMPTY] == FELT_EMPTY_END_HAND &&
            !(moves.others & GENOME_WORD(FELT_MOVE_DRAW))) {
            state->flags |= FELT_FLAG_ENDING;
            return FLOW_NEXT;
        }
        if (!moves.items && !moves.others) return FLOW_NEXT;
        if (!from_deck || moves.others != GENOME_WORD(FELT_MOVE_DRAW) || may_pass(state, step)) {
            state->actor = state->turn;
            return FLOW_ASK;
        }
        draw(program, state, step, log);
        state->repeat++;
    }
    return FLOW_NEXT;
}

/* Crazy Eights: from the deck, one by one, until a card fits that lies on the discards.  What fits
 * does not change meanwhile. */
static void draw_until_playable(genome_program program, genome_state state,
                                const struct felt_genome_step *step, struct felt_event_log *log)
{
    const struct felt_genome_step *play = &program->step[program->play];
    if (!step->gene[FELT_DRAW_MANDATORY] || step->gene[FELT_DRAW_SOURCE] != FELT_FROM_DECK ||
        step->gene[FELT_DRAW_COUNT] != 1 || step->gene[FELT_DRAW_REFILL] ||
        play->gene[FELT_PLAY_GROUP] != FELT_GROUP_SINGLE || play->gene[FELT_PLAY_LADDER] ||
        play->valid != program->top_slot || !state->discards)
        return;
    felt_seat seat = state->turn;
    felt_cards valid = program->wild | genome_valid(program, state, play->valid, seat);
    while (!(state->hand[seat] & valid) && state->repeat < step->gene[FELT_DRAW_MAX_REPEAT] &&
           felt_genome_deal_to(program, state, seat, false, log))
        state->repeat++;
}

enum genome_flow felt_phase_draw_enter(genome_program program, genome_state state,
                                       struct felt_event_log *log)
{
    const struct felt_genome_step *step = genome_step(program, state);
    if (can_play(program, state, step)) return FLOW_NEXT;
    if (step->gene[FELT_DRAW_REPEAT] == FELT_REPEAT_UNTIL_PLAYABLE &&
        program->play != FELT_SLOT_NONE)
        draw_until_playable(program, state, step, log);
    return go_on(program, state, step, log);
}

void felt_phase_draw_moves(genome_program program, genome_look state, struct felt_moves *out)
{
    const struct felt_genome_step *step = genome_step(program, state);
    *out = sources(program, state, step);
    if (may_pass(state, step)) out->others |= GENOME_WORD(FELT_MOVE_PASS);
}

enum genome_flow felt_phase_draw_play(genome_program program, genome_state state, int move,
                                      struct felt_event_log *log)
{
    const struct felt_genome_step *step = genome_step(program, state);
    switch (move) {
    case FELT_MOVE_PASS:
        genome_tell(log, FELT_EVENT_SAY, state->turn, FELT_ASKS_NOTHING, FELT_MOVE_PASS);
        return FLOW_NEXT;
    case FELT_MOVE_DRAW: draw(program, state, step, log); break;
    case FELT_MOVE_TAKE: take_discards(program, state, wanted(state, step), log); break;
    default:
        felt_assert(move < FELT_CARDS);
        state->table &= ~felt_cards_of((felt_card)move);
        take(program, state, felt_cards_of((felt_card)move), true, log);
        break;
    }
    state->repeat++;
    return go_on(program, state, step, log);
}
