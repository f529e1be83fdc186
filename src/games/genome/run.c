/* run.c -- the life of a game: hands, cycles, steps, and whose turn it is.
 *
 * The program counter is state->pc; a step that asks somebody leaves the state with an actor, and
 * the next move goes on from there.  A run of turn phases is a block: a seat goes through all of
 * it, then the next seat does (state->turn), until everybody has had his turn (state->turned).  In
 * a program without table phases turns simply go on round the table.
 *
 *   R1  between two decisions a hand goes through its steps at most twice: a cycle in which nobody
 *       had anything to decide ends the hand. */
#include "felt/deck.h"
#include "games/genome/parts.h"

#include <string.h>

/* ---- moves, to the phase of the step ---- */

/* The n-th bit; past the last item come the words. */
static inline int pick(const struct felt_moves *moves, int n)
{
    uint64_t bits = moves->items;
    for (; n > 0 && bits; n--) bits &= bits - 1;
    if (bits) return __builtin_ctzll(bits);
    bits = moves->others;
    for (; n > 0; n--) bits &= bits - 1;
    return __builtin_ctzll(bits) + FELT_MOVE_ITEMS;
}

int felt_moves_pick(const struct felt_moves *moves, int n)
{
    felt_assert(n >= 0 && n < felt_moves_count(moves));
    return pick(moves, n);
}

void felt_genome_moves(const struct felt_genome_program *program,
                       const struct felt_genome_state *state, struct felt_moves *out)
{
    switch (genome_step(program, state)->type) {
    case FELT_PHASE_TYPE_BETTING: felt_phase_betting_moves(program, state, out); break;
    case FELT_PHASE_TYPE_DRAW: felt_phase_draw_moves(program, state, out); break;
    case FELT_PHASE_TYPE_PLAY: felt_phase_play_moves(program, state, out); break;
    case FELT_PHASE_TYPE_DISCARD: felt_phase_discard_moves(program, state, out); break;
    case FELT_PHASE_TYPE_TRANSFER: felt_phase_transfer_moves(program, state, out); break;
    case FELT_PHASE_TYPE_COMPARE: felt_phase_compare_moves(program, state, out); break;
    case FELT_PHASE_TYPE_TRICK: felt_phase_trick_moves(program, state, out); break;
    case FELT_PHASE_TYPE_BIDDING: felt_phase_bidding_moves(program, state, out); break;
    case FELT_PHASE_TYPE_CLAIM: felt_phase_claim_moves(program, state, out); break;
    case FELT_PHASE_TYPE_ASK: felt_phase_ask_moves(program, state, out); break;
    default: felt_phase_meld_moves(program, state, out); break;
    }
}

static enum genome_flow play_step(genome_program program, genome_state state, int move,
                                  struct felt_event_log *log)
{
    switch (genome_step(program, state)->type) {
    case FELT_PHASE_TYPE_BETTING: return felt_phase_betting_play(program, state, move, log);
    case FELT_PHASE_TYPE_DRAW: return felt_phase_draw_play(program, state, move, log);
    case FELT_PHASE_TYPE_PLAY: return felt_phase_play_play(program, state, move, log);
    case FELT_PHASE_TYPE_DISCARD: return felt_phase_discard_play(program, state, move, log);
    case FELT_PHASE_TYPE_TRANSFER: return felt_phase_transfer_play(program, state, move, log);
    case FELT_PHASE_TYPE_COMPARE: return felt_phase_compare_play(program, state, move, log);
    case FELT_PHASE_TYPE_TRICK: return felt_phase_trick_play(program, state, move, log);
    case FELT_PHASE_TYPE_BIDDING: return felt_phase_bidding_play(program, state, move, log);
    case FELT_PHASE_TYPE_CLAIM: return felt_phase_claim_play(program, state, move, log);
    case FELT_PHASE_TYPE_ASK: return felt_phase_ask_play(program, state, move, log);
    default: return felt_phase_meld_play(program, state, move, log);
    }
}

static void phase_deal(genome_program program, genome_state state, struct felt_event_log *log)
{
    const int32_t *gene = genome_step(program, state)->gene;
    for (int i = 0; i < gene[FELT_DEAL_COUNT]; i++) {
        if (gene[FELT_DEAL_TO] == FELT_DEAL_HANDS) {
            felt_seat seat = state->start;
            for (felt_seats left = (felt_seats)genome_live(state); left;) {
                seat = felt_seats_from(left, seat);
                left &= (felt_seats)~felt_seats_of(seat);
                felt_genome_deal_to(program, state, seat, gene[FELT_DEAL_FACE] == FELT_FACE_UP,
                                    log);
            }
            continue;
        }
        felt_card card = felt_genome_top(program, state, log);
        if (card == FELT_CARD_NONE) return;
        if (gene[FELT_DEAL_TO] == FELT_DEAL_COMMUNITY)
            state->table |= felt_cards_of(card);
        else
            felt_genome_discard(program, state, felt_cards_of(card));
        bool seen = gene[FELT_DEAL_TO] == FELT_DEAL_COMMUNITY || program->open_discards;
        felt_genome_tell_cards(log, FELT_EVENT_BOARD, FELT_SEAT_NONE, felt_cards_of(card),
                               seen ? (felt_seats)-1 : 0, gene[FELT_DEAL_TO]);
    }
}

static enum genome_flow enter_step(genome_program program, genome_state state,
                                   struct felt_event_log *log)
{
    const struct felt_genome_step *step = genome_step(program, state);
    state->sub = state->asked = state->repeat = 0;
    if (!program->queue) state->chosen = 0;
    if (step->condition != FELT_SLOT_NONE &&
        !felt_genome_holds(program, state, step->condition,
                           step->turn ? state->turn : state->start))
        return FLOW_NEXT;
    switch (step->type) {
    case FELT_PHASE_TYPE_BETTING: return felt_phase_betting_enter(program, state, log);
    case FELT_PHASE_TYPE_ANTE: felt_phase_ante(program, state, log); return FLOW_NEXT;
    case FELT_PHASE_TYPE_DEAL: phase_deal(program, state, log); return FLOW_NEXT;
    case FELT_PHASE_TYPE_SHOWDOWN: felt_phase_showdown(program, state, log); return FLOW_NEXT;
    case FELT_PHASE_TYPE_SCORE: felt_phase_score(program, state, log); return FLOW_NEXT;
    case FELT_PHASE_TYPE_DRAW: return felt_phase_draw_enter(program, state, log);
    case FELT_PHASE_TYPE_PLAY: return felt_phase_play_enter(program, state, log);
    case FELT_PHASE_TYPE_DISCARD: return felt_phase_discard_enter(program, state, log);
    case FELT_PHASE_TYPE_TRANSFER: return felt_phase_transfer_enter(program, state, log);
    case FELT_PHASE_TYPE_COMPARE: return felt_phase_compare_enter(program, state, log);
    case FELT_PHASE_TYPE_TRICK: return felt_phase_trick_enter(program, state, log);
    case FELT_PHASE_TYPE_BIDDING: return felt_phase_bidding_enter(program, state, log);
    case FELT_PHASE_TYPE_CLAIM: return felt_phase_claim_enter(program, state, log);
    case FELT_PHASE_TYPE_ASK: return felt_phase_ask_enter(program, state, log);
    default: return felt_phase_meld_enter(program, state, log);
    }
}

/* ---- dealing ---- */

static void name_trump(genome_program program, genome_state state)
{
    int suit = program->setup[FELT_SETUP_TRUMP];
    state->trump = FELT_CARD_NONE;
    switch (program->setup[FELT_SETUP_TRUMP_MODE]) {
    case FELT_TRUMP_FIXED: break;
    case FELT_TRUMP_ROTATE: suit = ((suit < 0 ? 0 : suit) + state->hands) % FELT_SUITS; break;
    case FELT_TRUMP_RANDOM: {
        struct felt_rng rng = felt_genome_chance(state);
        suit = (int)felt_rng_below(&rng, FELT_SUITS);
        break;
    }
    default: return;
    }
    if (suit >= 0) state->trump = (uint8_t)suit;
}

/* Seat n is to have suit n of the deck: its cards change places with those it would be dealt.  What
 * is left stays in the order of the shuffle. */
static void sort_suits(genome_program program, genome_state state, int seats, int count)
{
    felt_cards used = 0;
    felt_seat seat = felt_seats_from(state->dealt, state->start);
    uint8_t sorted[FELT_CARDS];
    memset(sorted, FELT_CARD_NONE, sizeof sorted);
    for (int i = 0; i < seats; i++) {
        felt_cards own = felt_genome_own_suit(program, seat);
        for (int at = i; at < count && own; at += seats) {
            sorted[at] = felt_cards_take(&own);
            used |= felt_cards_of(sorted[at]);
        }
        seat = felt_seats_from(state->dealt, seat + 1);
    }
    for (int at = 0, next = 0; at < program->deck_count; at++) {
        if (sorted[at] != FELT_CARD_NONE) continue;
        while (used >> state->order[next] & 1) next++;
        sorted[at] = state->order[next++];
    }
    memcpy(state->order, sorted, sizeof sorted);
}

/* Cards for the seats, one by one from the start seat. */
static void deal_hands(genome_program program, genome_state state, struct felt_event_log *log)
{
    int seats = felt_seats_count(state->dealt), count = program->setup[FELT_SETUP_CARDS] * seats;
    int room = program->deck_count - program->setup[FELT_SETUP_DISCARDS] -
               program->setup[FELT_SETUP_COMMUNITY];
    if (program->setup[FELT_SETUP_DEAL_ALL]) count = room;
    felt_assert(count <= room);
    if (program->setup[FELT_SETUP_OWN_SUITS]) sort_suits(program, state, seats, count);
    felt_seat seat = felt_seats_from(state->dealt, state->start);
    for (int i = 0; i < seats; i++) {
        felt_cards cards = 0;
        for (int at = i; at < count; at += seats) {
            if (program->queue)
                felt_genome_push(state, seat, state->order[at]);
            else
                cards |= felt_cards_of(state->order[at]);
        }
        if (!program->queue) state->hand[seat] = cards;
        bool none = program->setup[FELT_SETUP_VISIBLE] == FELT_HAND_NOBODY;
        bool all = program->setup[FELT_SETUP_VISIBLE] == FELT_HAND_ALL;
        if (all) state->shown |= cards;
        felt_genome_tell_cards(log, FELT_EVENT_DEAL, seat, state->hand[seat],
                               none  ? 0
                               : all ? (felt_seats)-1
                                     : felt_seats_of(seat),
                               0);
        seat = felt_seats_from(state->dealt, seat + 1);
    }
    state->deck_at = (uint8_t)count;
}

static void clear_hand(genome_program program, genome_state state)
{
    memset(state->hand, 0, sizeof state->hand);
    if (!program->queue) {
        memset(&state->pile, 0, sizeof state->pile);
        state->chosen = 0;
    }
    memset(&state->by, program->queue ? FELT_CARD_NONE : 0, sizeof state->by);
    memset(state->laid, FELT_CARD_NONE, sizeof state->laid);
    state->table = state->shown = 0;
    state->discards = state->cycle = state->asked = state->passed = 0;
    state->flags = 0;
    state->rank = state->suit = FELT_CARD_NONE;
    state->size = state->raises = state->repeat = state->carried = state->turned = 0;
    state->leader = state->turn = state->start;
}

/* ResetHand of the document: stakes are gone, nobody has folded, the broke are out. */
static void seat_hand(genome_program program, genome_state state)
{
    struct felt_betting *betting = &state->betting;
    unsigned with = 0;
    for (int seat = 0; seat < program->seats; seat++)
        with |= (unsigned)(betting->stack[seat] > 0) << seat;
    state->dealt = (uint8_t)(program->chips ? with : (1u << program->seats) - 1);
    betting->turn = (struct felt_turn){.live = state->dealt,
                                       .able = (felt_seats)(with & state->dealt),
                                       .actor = FELT_SEAT_NONE,
                                       .holder = FELT_SEAT_NONE,
                                       .raiser = FELT_SEAT_NONE};
}

static void lay_out(genome_program program, genome_state state, struct felt_event_log *log)
{
    const int32_t *setup = program->setup;
    clear_hand(program, state);
    name_trump(program, state);
    genome_tell(log, FELT_EVENT_HAND, state->start,
                state->trump == FELT_CARD_NONE ? 0 : state->trump + 1, state->hands + 1);
    deal_hands(program, state, log);
    for (int i = 0; i < setup[FELT_SETUP_DISCARDS] + setup[FELT_SETUP_COMMUNITY]; i++) {
        bool discard = i < setup[FELT_SETUP_DISCARDS];
        felt_card card = state->order[state->deck_at++];
        if (discard)
            felt_genome_discard(program, state, felt_cards_of(card));
        else
            state->table |= felt_cards_of(card);
        felt_genome_tell_cards(log, FELT_EVENT_BOARD, FELT_SEAT_NONE, felt_cards_of(card),
                               !discard || program->open_discards ? (felt_seats)-1 : 0,
                               discard ? FELT_DEAL_DISCARD : FELT_DEAL_COMMUNITY);
    }
}

static void deal_next(genome_program program, genome_state state, struct felt_event_log *log)
{
    struct felt_rng rng = felt_genome_chance(state);
    seat_hand(program, state);
    if (program->session[FELT_SESSION_ROTATE])
        state->start = felt_seats_from(state->dealt, state->start + 1);
    else if (!(state->dealt >> state->start & 1))
        state->start = felt_seats_from(state->dealt, state->start);
    memcpy(state->order, program->deck, sizeof state->order);
    felt_cards_shuffle(state->order, program->deck_count, program->shuffled, &rng);
    lay_out(program, state, log);
}

/* ---- the end of a hand ---- */

static unsigned holding(genome_program program, genome_look state)
{
    unsigned seats = 0;
    for (int seat = 0; seat < program->seats; seat++)
        seats |= (unsigned)(state->hand[seat] != 0) << seat;
    return seats & genome_live(state);
}

static bool captured_all(genome_program program, genome_look state)
{
    if (program->queue) return felt_seats_lone((felt_seats)holding(program, state));
    for (int seat = 0; seat < program->seats; seat++)
        if (felt_cards_count(state->pile.captured[seat]) == program->deck_count) return true;
    return false;
}

/* Drawing takes cards from nobody but an opponent: it empties no hand. */
static bool only_adds(const struct felt_genome_step *step)
{
    return step->type == FELT_PHASE_TYPE_DRAW && step->gene[FELT_DRAW_SOURCE] != FELT_FROM_OPPONENT;
}

static bool hand_is_won(genome_program program, genome_look state, unsigned types)
{
    unsigned with = holding(program, state);
    if (types & 1u << FELT_WIN_EMPTY_HAND && with != genome_live(state)) return true;
    if (types & 1u << FELT_WIN_ALL_HANDS_EMPTY && with == 0) return true;
    if (types & 1u << FELT_WIN_NOT_HOLDING && felt_seats_lone((felt_seats)with)) return true;
    return types & 1u << FELT_WIN_CAPTURE_ALL && captured_all(program, state);
}

static bool hand_is_over(genome_program program, genome_look state)
{
    enum {
        BY_CARDS = 1 << FELT_WIN_EMPTY_HAND | 1 << FELT_WIN_ALL_HANDS_EMPTY |
                   1 << FELT_WIN_NOT_HOLDING | 1 << FELT_WIN_CAPTURE_ALL
    };
    const struct felt_genome_step *step = genome_step(program, state);
    unsigned types = program->win_types & BY_CARDS;
    if (state->flags & FELT_FLAG_ENDING || felt_seats_lone((felt_seats)genome_live(state)))
        return true;
    if (types && !only_adds(step) && hand_is_won(program, state, types)) return true;
    return program->hand_ends && felt_genome_holds(program, state, FELT_EXPR_SLOTS - 1,
                                                   step->turn ? state->turn : state->start);
}

/* ---- one step after the other ---- */

/* Is there anything for the seat to do in the block? */
static bool has_turn(genome_program program, genome_look state, felt_seat seat)
{
    const struct felt_genome_step *step = genome_step(program, state);
    if (state->hand[seat]) return true;
    for (int i = step->block; i < step->block_end; i++)
        if (program->step[i].type == FELT_PHASE_TYPE_DRAW ||
            program->step[i].type == FELT_PHASE_TYPE_ASK)
            return true;
    return false;
}

/* The next seat of the block, or FELT_SEAT_NONE: all have had their turn.  state->turn is whoever
 * follows, in either case. */
static felt_seat pass_on(genome_program program, genome_state state)
{
    unsigned live = genome_live(state);
    for (int i = 0; i <= 2 * FELT_GENOME_SEATS_MAX; i++) {
        bool again = state->flags & FELT_FLAG_AGAIN, skip = state->flags & FELT_FLAG_SKIP;
        state->flags &= (uint8_t) ~(FELT_FLAG_AGAIN | FELT_FLAG_SKIP);
        state->turned |= (uint8_t)(1u << state->turn);
        if (!again) {
            state->turn = genome_after(state, live, state->turn);
            if (skip) {
                state->turned |= (uint8_t)(1u << state->turn);
                state->turn = genome_after(state, live, state->turn);
            }
            if (state->turned >> state->turn & 1) return FELT_SEAT_NONE;
        }
        if (has_turn(program, state, state->turn)) return state->turn;
    }
    return FELT_SEAT_NONE;
}

static enum genome_flow enter_block(genome_program program, genome_state state, bool keep,
                                    struct felt_event_log *log)
{
    unsigned live = genome_live(state);
    state->turned = 0;
    state->flags &= (uint8_t) ~(FELT_FLAG_AGAIN | FELT_FLAG_SKIP);
    if (!keep) state->turn = state->start;
    if (!(live >> state->turn & 1)) state->turn = genome_after(state, live, state->turn);
    if (!has_turn(program, state, state->turn) && pass_on(program, state) < 0) {
        state->pc = (uint8_t)(genome_step(program, state)->block_end - 1);
        return FLOW_NEXT;
    }
    return enter_step(program, state, log);
}

/* Behind the last step: another cycle, or the hand is over. */
static bool wrap(genome_program program, genome_state state, int *wraps)
{
    int cycles = program->session[FELT_SESSION_CYCLES];
    if (state->cycle < UINT8_MAX) state->cycle++;
    state->pc = 0;
    if ((cycles && state->cycle >= cycles) || ++*wraps > 1) { /* R1 */
        state->flags |= FELT_FLAG_ENDING;
        return false;
    }
    return true;
}

static enum genome_flow step_on(genome_program program, genome_state state, int *wraps,
                                struct felt_event_log *log)
{
    const struct felt_genome_step *step = genome_step(program, state);
    bool keep = false;
    if (step->turn) {
        if (state->pc + 1 < step->block_end) {
            state->pc++;
            return enter_step(program, state, log);
        }
        if (pass_on(program, state) >= 0) {
            state->pc = step->block;
            return enter_step(program, state, log);
        }
        state->pc = (uint8_t)(step->block_end - 1);
        keep = program->all_turns;
    }
    if (++state->pc == program->steps && !wrap(program, state, wraps)) return FLOW_NEXT;
    if (genome_step(program, state)->turn) return enter_block(program, state, keep, log);
    return enter_step(program, state, log);
}

static void assert_chips(genome_program program, genome_look state)
{
    felt_chips have = state->betting.pot, want = 0;
    if (!program->chips && state->actor >= 0) return; /* nothing but stakes, until it is over */
    for (int seat = 0; seat < program->seats; seat++) {
        have += state->betting.stack[seat];
        want += state->chips[seat];
    }
    felt_assert(have == want); /* M1 */
}

static enum genome_flow enter_hand(genome_program program, genome_state state,
                                   struct felt_event_log *log)
{
    state->pc = 0;
    return program->step[0].turn ? enter_block(program, state, false, log)
                                 : enter_step(program, state, log);
}

/* Goes on until somebody is to decide or the game is over. */
static void run(genome_program program, genome_state state, enum genome_flow flow,
                struct felt_event_log *log)
{
    int wraps = 0;
    while (flow == FLOW_NEXT) {
        if (!hand_is_over(program, state)) {
            flow = step_on(program, state, &wraps, log);
            continue;
        }
        if (state->turns >= program->session[FELT_SESSION_TURNS]) state->flags |= FELT_FLAG_CUT;
        felt_genome_end_round(state, log);
        felt_genome_finish_hand(program, state, log);
        if (state->flags & FELT_FLAG_OVER) break;
        deal_next(program, state, log);
        wraps = 0;
        flow = enter_hand(program, state, log);
    }
    assert_chips(program, state);
}

/* ---- public ---- */

static void take_stakes(genome_program program, const struct felt_deal *from, genome_state state,
                        struct felt_event_log *log)
{
    for (int seat = 0; seat < program->seats; seat++) {
        felt_chips moved = round_ante(&state->betting, (felt_seat)seat, from->ante[seat]);
        state->paid[seat] = (int32_t)moved;
        if (moved) genome_tell(log, FELT_EVENT_ANTE, (felt_seat)seat, moved, 0);
    }
}

/* The given cards first, then the others as the shuffle leaves them. */
static void lay_deck(genome_program program, const struct felt_deal *from, genome_state state)
{
    struct felt_rng rng = felt_genome_chance(state);
    felt_cards given = 0;
    int count = 0;
    memcpy(state->order, program->deck, sizeof state->order);
    felt_cards_shuffle(state->order, program->deck_count, program->shuffled, &rng);
    if (!from || !from->deck) return;
    felt_card deck[FELT_CARDS];
    for (int i = 0; i < from->deck_count && i < program->deck_count; i++) {
        deck[count++] = from->deck[i];
        given |= felt_cards_of(from->deck[i]);
    }
    for (int i = 0; i < program->deck_count; i++)
        if (!(given >> state->order[i] & 1)) deck[count++] = state->order[i];
    felt_assert(count == program->deck_count); /* cards of this deck, none twice */
    memcpy(state->order, deck, (size_t)count);
}

void felt_genome_begin(const struct felt_genome_program *program, const struct felt_deal *from,
                       uint64_t seed, struct felt_genome_state *state, struct felt_event_log *log)
{
    memset(state, 0, sizeof *state);
    state->chance = from && from->later ? from->later->state[0] ^ from->later->state[1] : seed;
    state->betting.limit = FELT_STEP_LIMIT;
    state->start = from && from->opener >= 0 ? from->opener : 0;
    felt_assert(state->start < program->seats);
    for (int seat = 0; seat < program->seats; seat++) {
        felt_chips stack = from ? from->stack[seat] : program->starting_chips;
        felt_assert(stack >= 0 && stack <= INT32_MAX / FELT_GENOME_SEATS_MAX);
        state->betting.stack[seat] = stack;
        state->chips[seat] = (int32_t)stack;
    }
    lay_deck(program, from, state);
    seat_hand(program, state);
    if (!(state->dealt >> state->start & 1))
        state->start = felt_seats_from(state->dealt, state->start);
    if (from) take_stakes(program, from, state, log);
    lay_out(program, state, log);
    run(program, state, enter_hand(program, state, log), log);
}

void felt_genome_play(const struct felt_genome_program *program, struct felt_genome_state *state,
                      int move, struct felt_event_log *log)
{
    felt_assert(state->actor >= 0);
    enum genome_flow flow = play_step(program, state, move, log);
    if (++state->turns >= program->session[FELT_SESSION_TURNS]) {
        state->flags |= FELT_FLAG_ENDING; /* M4 */
        flow = FLOW_NEXT;
    }
    if (flow == FLOW_NEXT)
        run(program, state, flow, log);
    else
        assert_chips(program, state);
}

uint32_t felt_genome_playout(const struct felt_genome_program *program,
                             struct felt_genome_state *state, struct felt_rng *rng, bool hand_only)
{
    uint32_t count = 0;
    uint8_t hands = state->hands;
    while (state->actor >= 0 && !(hand_only && state->hands != hands)) {
        int type = genome_step(program, state)->type;
        if (type == FELT_PHASE_TYPE_TRICK || type == FELT_PHASE_TYPE_COMPARE ||
            type == FELT_PHASE_TYPE_TRANSFER) {
            uint16_t turns = state->turns;
            enum genome_flow flow =
                type == FELT_PHASE_TYPE_TRICK     ? felt_quick_tricks(program, state, rng)
                : type == FELT_PHASE_TYPE_COMPARE ? felt_quick_compare(program, state, rng)
                                                  : felt_quick_transfer(program, state, rng);
            count += (uint16_t)(state->turns - turns);
            run(program, state, flow, NULL);
            continue;
        }
        if (type == FELT_PHASE_TYPE_PLAY) {
            uint16_t turns = state->turns;
            enum genome_flow flow = felt_quick_turns(program, state, rng);
            count += (uint16_t)(state->turns - turns);
            if (flow == FLOW_NEXT) {
                run(program, state, flow, NULL);
                continue;
            }
        }
        struct felt_moves moves;
        felt_genome_moves(program, state, &moves);
        int among = felt_moves_count(&moves);
        int n = among > 1 ? (int)felt_rng_below(rng, (uint32_t)among) : 0;
        felt_genome_play(program, state, pick(&moves, n), NULL);
        count++;
    }
    return count;
}

void felt_genome_payoff(const struct felt_genome_program *program,
                        const struct felt_genome_state *state, felt_chips out[FELT_SEATS_MAX])
{
    bool chips = program->chips;
    memset(out, 0, FELT_SEATS_MAX * sizeof out[0]);
    for (int seat = 0; seat < program->seats; seat++) chips |= state->chips[seat] > 0;
    int winners = __builtin_popcount(state->winners);
    for (int seat = 0; seat < program->seats; seat++) {
        if (chips)
            out[seat] = state->betting.stack[seat] - state->chips[seat];
        else if (winners)
            out[seat] =
                (state->winners >> seat & 1 ? FELT_GENOME_POINT * program->seats / winners : 0) -
                FELT_GENOME_POINT;
    }
}
