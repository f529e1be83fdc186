/* parts.h -- what the files of games/genome share.  Private to the folder.
 *
 *   run.c      the life of a game: hands, cycles, steps, whose turn, moves to the right phase
 *   zones.c    where cards lie: draw pile, discards, queues; shuffles, scores
 *   expr.c     expressions as sets of cards
 *   compile.c  genome -> program
 *   value.c    what a hand is worth at a showdown
 *   chips.c    betting phase, antes, pots: the document's rules on betting/
 *   finish.c   the end of a hand and of a game: who has won
 *   phase_*.c  one phase each
 *   effects.c  what a card brings about when it is played
 *   view.c     what a seat may know; imagined states
 *   words.c    moves in words
 *   quick.c    tricks and piles in playouts: the same moves without stopping
 *   quick_turns.c  the same for turns of games like Crazy Eights
 *   game.c     the table of game.h
 *
 * A phase has three functions:
 *
 *   enter  the step begins: for turn phases for seat state->turn, else for the table.  It returns
 *          FLOW_ASK after setting state->actor to whoever is to decide, or FLOW_NEXT if there is
 *          nothing (more) to do.  state->sub, asked, repeat, chosen are 0 then.
 *   moves  the legal moves of state->actor: at least one (M3), by what the actor sees (M6).
 *   play   the actor's move; returns as enter does.
 *
 * A phase that finds the hand to be over sets FELT_FLAG_ENDING and returns FLOW_NEXT.  run.c looks
 * for empty hands, captured decks and hand_end after every step that returns FLOW_NEXT, and after
 * every turn.  `log` may be NULL everywhere. */
#ifndef FELT_GAMES_GENOME_PARTS_H
#define FELT_GAMES_GENOME_PARTS_H

#include "betting/round.h"
#include "felt/genome_play.h"

typedef const struct felt_genome_program *genome_program;
typedef struct felt_genome_state *genome_state;
typedef const struct felt_genome_state *genome_look;

enum genome_flow { FLOW_NEXT, FLOW_ASK };

#define GENOME_PHASE(name)                                                                         \
    enum genome_flow felt_##name##_enter(genome_program program, genome_state state,               \
                                         struct felt_event_log *log);                              \
    void felt_##name##_moves(genome_program program, genome_look state, struct felt_moves *out);   \
    enum genome_flow felt_##name##_play(genome_program program, genome_state state, int move,      \
                                        struct felt_event_log *log)
GENOME_PHASE(phase_betting);  /* chips.c        */
GENOME_PHASE(phase_draw);     /* phase_draw.c   */
GENOME_PHASE(phase_play);     /* phase_play.c   */
GENOME_PHASE(phase_discard);  /* phase_discard.c */
GENOME_PHASE(phase_transfer); /* phase_transfer.c */
GENOME_PHASE(phase_compare);  /* phase_compare.c */
GENOME_PHASE(phase_trick);    /* phase_trick.c  */
GENOME_PHASE(phase_bidding);  /* phase_trick.c  */
GENOME_PHASE(phase_claim);    /* phase_claim.c  */
GENOME_PHASE(phase_ask);      /* phase_ask.c    */
GENOME_PHASE(phase_meld);     /* phase_meld.c   */
/* Phases without decisions. */
void felt_phase_ante(genome_program program, genome_state state, struct felt_event_log *log);
void felt_phase_showdown(genome_program program, genome_state state, struct felt_event_log *log);
void felt_phase_score(genome_program program, genome_state state, struct felt_event_log *log);
/* What the items of the pending decision are, of phases whose answer depends on state->sub. */
enum felt_asks felt_phase_play_asks(genome_program program, genome_look state);
enum felt_asks felt_phase_claim_asks(genome_program program, genome_look state);
enum felt_asks felt_phase_ask_asks(genome_program program, genome_look state);
/* Contracts of a bidding phase, at the end of the hand (phase_trick.c). */
void felt_contracts_score(genome_program program, genome_state state, struct felt_event_log *log);
/* Nobody who knocked: deadwood is compared in phase_meld.c.  Points of unmelded cards of a hand. */
int felt_meld_deadwood(genome_program program, const struct felt_genome_step *step,
                       felt_cards hand);

/* Random moves to the end of the phase, or of the turns (quick.c). */
enum genome_flow felt_quick_tricks(genome_program program, genome_state state,
                                   struct felt_rng *rng);
enum genome_flow felt_quick_compare(genome_program program, genome_state state,
                                    struct felt_rng *rng);
enum genome_flow felt_quick_transfer(genome_program program, genome_state state,
                                     struct felt_rng *rng);
/* Random turns as long as nothing rare happens (quick_turns.c).  FLOW_ASK: the pending decision is
 * left to the phase. */
enum genome_flow felt_quick_turns(genome_program program, genome_state state, struct felt_rng *rng);
/* The actor has chosen all the cards that it passes on (phase_transfer.c). */
enum genome_flow felt_transfer_chosen(genome_program program, genome_state state,
                                      struct felt_event_log *log);
/* The card of a set of one suit that wins (phase_trick.c). */
felt_card felt_trick_strongest(genome_program program, felt_cards cards, bool high);
/* The card that must be led now, or FELT_CARD_NONE. */
felt_card felt_trick_opening(genome_look state, const struct felt_genome_step *step);
/* The cards of a trick go to the seat that has won it. */
void felt_trick_won(genome_program program, genome_state state, felt_seat winner, felt_cards trick,
                    struct felt_event_log *log);

/* ---- the moment ---- */

static inline const struct felt_genome_step *genome_step(genome_program program, genome_look state)
{
    return &program->step[state->pc];
}
/* Seats that are in the hand and have not folded. */
static inline unsigned genome_live(genome_look state)
{
    return state->dealt & state->betting.turn.live;
}
/* The next seat of a set that is not empty, after `seat`, in the direction of play. */
static inline felt_seat genome_after(genome_look state, unsigned seats, int seat)
{
    if (!(state->flags & FELT_FLAG_REVERSED)) return felt_seats_from((felt_seats)seats, seat + 1);
    unsigned below = seats & ((1u << seat) - 1);
    return (felt_seat)(31 - __builtin_clz(below ? below : seats));
}
/* The seat itself if it is in the set, else the next one. */
static inline felt_seat genome_from(genome_look state, unsigned seats, int seat)
{
    return seats >> seat & 1 ? (felt_seat)seat : genome_after(state, seats, seat);
}
/* Live seats that have cards. */
static inline unsigned genome_holding(genome_look state)
{
    unsigned seats = 0;
    for (int seat = 0; seat < FELT_GENOME_SEATS_MAX; seat++)
        seats |= (unsigned)(state->hand[seat] != 0) << seat;
    return seats & genome_live(state);
}
static inline felt_cards genome_suit_cards(int suit)
{
    return UINT64_C(0x1111111111111) << suit;
}

/* ---- zones.c ---- */

/* A generator for one shuffle or draw; the state's chance goes on (M7). */
struct felt_rng felt_genome_chance(genome_state state);
/* The top of the draw pile; if it is empty and the session says so, the discards but the top one
 * are shuffled first.  FELT_CARD_NONE: there is none, and FELT_FLAG_ENDING is set if the session
 * ends hands then. */
felt_card felt_genome_top(genome_program program, genome_state state, struct felt_event_log *log);
/* A card for a seat: into its hand (or under its pile).  False: there was none. */
bool felt_genome_deal_to(genome_program program, genome_state state, felt_seat seat, bool face_up,
                         struct felt_event_log *log);
/* How many cards could still be drawn. */
int felt_genome_drawable(genome_program program, genome_look state);
/* Cards onto the discards, lowest first; they are in no other zone any more. */
void felt_genome_discard(genome_program program, genome_state state, felt_cards cards);
/* The top of the discards, or FELT_CARD_NONE; and the same, taken off. */
static inline felt_card genome_top_discard(genome_look state)
{
    return state->discards ? state->order[state->discards - 1] : (felt_card)FELT_CARD_NONE;
}
felt_card felt_genome_undiscard(genome_state state);
/* A random card of a set that is not empty. */
felt_card felt_genome_random(genome_state state, felt_cards cards);
/* Queues: under the pile of a seat, and off its top (FELT_CARD_NONE: it is empty). */
void felt_genome_push(genome_state state, felt_seat seat, felt_card card);
felt_card felt_genome_pop(genome_state state, felt_seat seat);
/* Adds points to a score, which stays within 16 bits. */
void felt_genome_score(genome_state state, felt_seat seat, int points, struct felt_event_log *log);
/* Points of cards for a trigger; 0 at once if the trigger has none. */
int felt_genome_points(genome_program program, enum felt_scoring_trigger trigger, felt_cards cards);
/* Cards become a seat's captured ones (queue: go under its pile), and score FELT_SCORE_CAPTURE
 * or FELT_SCORE_TRICK_WIN. */
void felt_genome_capture(genome_program program, genome_state state, felt_seat seat,
                         felt_cards cards, enum felt_scoring_trigger trigger,
                         struct felt_event_log *log);

/* ---- expr.c ---- */

/* Cards that pass an expression for a seat at this moment; all cards for FELT_SLOT_NONE.  Wild
 * cards are no special case here. */
felt_cards felt_genome_mask(genome_program program, genome_look state, int slot, felt_seat seat);
/* Does it hold?  (genome.h: tests of cards ask for a card of the hand.) */
bool felt_genome_holds(genome_program program, genome_look state, int slot, felt_seat seat);
/* Can the seat play a card in the first PlayPhase?  (draws until_playable) */
felt_cards felt_phase_play_cards(genome_program program, genome_look state, int step,
                                 felt_seat seat);

/* ---- value.c, chips.c, finish.c ---- */

/* Cards of suit n of the deck, suits without cards not counted: those of seat n with own_suits. */
felt_cards felt_genome_own_suit(genome_program program, int seat);
/* Points of cards; aces count what is best under the limit of the evaluation. */
int felt_genome_total(genome_program program, felt_cards cards);
/* Up to `amount` chips of a seat to the pot, dead; returns what moved. */
felt_chips felt_genome_pay(genome_state state, felt_seat seat, felt_chips amount,
                           struct felt_event_log *log);
/* The pot to the winners, by layers if the program has side pots (values[seat], larger wins), the
 * whole remainder to the first from state->start; nobody: it stays (S6). */
void felt_genome_award(genome_program program, genome_state state, const uint32_t value[],
                       unsigned winners, struct felt_event_log *log);
/* The betting round is over, or must be: what nobody matched goes back, stakes become paid. */
void felt_genome_end_round(genome_state state, struct felt_event_log *log);
/* The hand is over: showdown, pot, scores; then the next hand, or the game is over. */
void felt_genome_finish_hand(genome_program program, genome_state state,
                             struct felt_event_log *log);

/* ---- view.c, game.c ---- */

void felt_genome_view(genome_program program, genome_look state, felt_seat seat,
                      struct felt_view *out);
void felt_genome_imagine(genome_program program, const struct felt_view *view, struct felt_rng *rng,
                         genome_state state);
int felt_genome_options(genome_program program, genome_look state,
                        struct felt_option out[FELT_OPTIONS_MAX]);

/* ---- effects.c ---- */

/* What the played cards bring about.  FELT_EFFECT_WILD only passes (phase_play.c asks for a suit).
 */
void felt_genome_effects(genome_program program, genome_state state, felt_seat seat,
                         felt_cards played, struct felt_event_log *log);

/* ---- events ---- */

static inline struct felt_event *genome_tell(struct felt_event_log *log, enum felt_event_kind kind,
                                             felt_seat seat, felt_chips amount, felt_chips to)
{
    /* A genome may play many hands between two decisions: what is too much to tell is left out. */
    if (!log || log->count == log->room) return NULL;
    struct felt_event *event = &log->event[log->count++];
    *event = (struct felt_event){.kind = (uint8_t)kind,
                                 .seat = seat,
                                 .cards_to = (felt_seats)-1,
                                 .amount = amount,
                                 .to = to};
    return event;
}
/* The same with cards, in as many events as it takes; `who` may see them. */
void felt_genome_tell_cards(struct felt_event_log *log, enum felt_event_kind kind, felt_seat seat,
                            felt_cards cards, felt_seats who, felt_chips to);

#endif
