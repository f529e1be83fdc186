/* effects.c -- what a card brings about when it is played.
 *
 * An effect of a group of cards comes about once, however many of them have it.  Targets are live
 * seats in the direction of play; next and previous are never the player itself.  Cards move from
 * zone to zone by the functions of zones.c and hands.h, chips to the pot by felt_genome_pay(): what
 * cannot be done (no card to draw, too few chips) is left undone. */
#include "games/genome/hands.h"

/* Against the direction of play. */
static felt_seat seat_before(genome_look state, unsigned seats, int seat)
{
    if (state->flags & FELT_FLAG_REVERSED) return felt_seats_from((felt_seats)seats, seat + 1);
    unsigned below = seats & ((1u << seat) - 1);
    return (felt_seat)(31 - __builtin_clz(below ? below : seats));
}

static unsigned targets(genome_look state, felt_seat seat, int target)
{
    unsigned live = genome_live(state), rest = live & ~(1u << seat);
    switch (target) {
    case FELT_TARGET_SELF: return live & ~rest;
    case FELT_TARGET_OTHERS: return rest;
    case FELT_TARGET_ALL: return live;
    case FELT_TARGET_PREVIOUS: return rest ? felt_seats_of(seat_before(state, rest, seat)) : 0;
    default: return rest ? felt_seats_of(genome_after(state, rest, seat)) : 0;
    }
}

static void tell(struct felt_event_log *log, felt_seat seat, const int32_t *effect)
{
    genome_tell(log, FELT_EVENT_EFFECT, seat, effect[FELT_EFFECT_VALUE], effect[FELT_EFFECT_TYPE]);
}

/* ---- cards ---- */

static void lose_cards(genome_program program, genome_state state, felt_seat seat, int count,
                       struct felt_event_log *log)
{
    for (; count > 0 && state->hand[seat]; count--)
        genome_shed(program, state, seat,
                    felt_cards_of(felt_genome_random(state, state->hand[seat])), log);
}

static void show_cards(genome_program program, genome_state state, felt_seat seat, int count,
                       struct felt_event_log *log)
{
    (void)program;
    felt_cards peeked = 0;
    for (; count > 0 && state->hand[seat] & ~state->shown; count--) {
        felt_card card = felt_genome_random(state, state->hand[seat] & ~state->shown);
        state->shown |= felt_cards_of(card);
        peeked |= felt_cards_of(card);
    }
    if (log) felt_genome_tell_cards(log, FELT_EVENT_SHOW, seat, peeked, GENOME_EVERYBODY, 0);
}

/* What everybody knew of the two hands it still knows: they change as they are. */
static void swap_hands(genome_program program, genome_state state, felt_seat a, felt_seat b,
                       struct felt_event_log *log)
{
    felt_cards hand = state->hand[a];
    felt_seats who =
        genome_knowing(program, (unsigned)felt_seats_of(a) | (unsigned)felt_seats_of(b));
    if (log) {
        felt_genome_tell_cards(log, FELT_EVENT_GIVE, a, hand, who, b);
        felt_genome_tell_cards(log, FELT_EVENT_GIVE, b, state->hand[b], who, a);
    }
    state->hand[a] = state->hand[b];
    state->hand[b] = hand;
}

static void move_cards(genome_program program, genome_state state, felt_seat seat, felt_seat target,
                       const int32_t *effect, struct felt_event_log *log)
{
    int count = effect[FELT_EFFECT_VALUE];
    switch (effect[FELT_EFFECT_TYPE]) {
    case FELT_EFFECT_DRAW:
        while (count-- > 0 && felt_genome_deal_to(program, state, target, false, log)) {
        }
        break;
    case FELT_EFFECT_FORCE_DISCARD: lose_cards(program, state, target, count, log); break;
    case FELT_EFFECT_PEEK: show_cards(program, state, target, count, log); break;
    case FELT_EFFECT_STEAL:
        if (target != seat) felt_genome_rob(program, state, target, seat, count, log);
        break;
    default:
        if (target != seat) swap_hands(program, state, seat, target, log);
        break;
    }
}

/* ---- turns ---- */

static void change_turns(genome_state state, felt_seat seat, const int32_t *effect,
                         struct felt_event_log *log)
{
    unsigned rest = genome_live(state) & ~(1u << seat);
    switch (effect[FELT_EFFECT_TYPE]) {
    case FELT_EFFECT_EXTRA_TURN: state->flags |= FELT_FLAG_AGAIN; break;
    case FELT_EFFECT_REVERSE:
        if (!felt_seats_lone((felt_seats)rest)) {
            state->flags ^= FELT_FLAG_REVERSED;
            break;
        } /* between two players there is no other direction: it skips, as in Uno */
        __attribute__((fallthrough));
    default:
        if (!rest) return;
        state->flags |= FELT_FLAG_SKIP;
        seat = genome_after(state, rest, seat);
        break;
    }
    tell(log, seat, effect);
}

/* ---- chips ---- */

static void move_chips(genome_program program, genome_state state, felt_seat seat,
                       const int32_t *effect, struct felt_event_log *log)
{
    felt_chips amount = effect[FELT_EFFECT_VALUE];
    if (!program->chips) return;
    tell(log, seat, effect);
    if (effect[FELT_EFFECT_TYPE] == FELT_EFFECT_DOUBLE_POT) {
        amount = state->betting.pot;
        if (amount > 0 && state->betting.stack[seat] >= amount)
            felt_genome_pay(state, seat, amount, log);
        return;
    }
    if (amount == 0) return;
    for (felt_seats left = (felt_seats)genome_live(state); left;) {
        felt_seat payer = felt_seats_take(&left);
        if (state->betting.stack[payer] >= amount) felt_genome_pay(state, payer, amount, log);
    }
}

/* ---- one effect ---- */

static void bring_about(genome_program program, genome_state state, felt_seat seat,
                        const int32_t *effect, struct felt_event_log *log)
{
    unsigned raises = state->raises + (unsigned)effect[FELT_EFFECT_VALUE];
    felt_seats who;
    switch (effect[FELT_EFFECT_TYPE]) {
    case FELT_EFFECT_WILD: break;
    case FELT_EFFECT_SKIP:
    case FELT_EFFECT_REVERSE:
    case FELT_EFFECT_EXTRA_TURN: change_turns(state, seat, effect, log); break;
    case FELT_EFFECT_ANTE_UP:
    case FELT_EFFECT_DOUBLE_POT: move_chips(program, state, seat, effect, log); break;
    case FELT_EFFECT_FREE_CHECK:
        state->flags |= FELT_FLAG_FREE_CHECK;
        tell(log, seat, effect);
        break;
    case FELT_EFFECT_RAISE_CAP:
        state->raises = (uint8_t)(raises > UINT8_MAX ? UINT8_MAX : raises);
        tell(log, seat, effect);
        break;
    default:
        who = (felt_seats)targets(state, seat, effect[FELT_EFFECT_TARGET]);
        while (who) {
            felt_seat target = felt_seats_take(&who);
            tell(log, target, effect);
            move_cards(program, state, seat, target, effect, log);
        }
        break;
    }
}

void felt_genome_effects(genome_program program, genome_state state, felt_seat seat,
                         felt_cards played, struct felt_event_log *log)
{
    unsigned effects = 0;
    for (felt_cards left = played; left;) effects |= program->effects_of[felt_cards_take(&left)];
    for (; effects; effects &= effects - 1)
        bring_about(program, state, seat, program->effect[__builtin_ctz(effects)], log);
}
