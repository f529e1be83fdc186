/* hand.c -- the life of a hand: draw, bet, flip, decide, three times, then resolution (RULES 18).
 *
 * Everything is written once, with a log that may be NULL; in felt_narc_act() the compiler knows
 * that there is none. */
#include "betting/commit_round.h"
#include "games/narc/parts.h"

#include <string.h>

#define NARC_INLINE static inline __attribute__((always_inline))
/* What happens once a round stays out of the way of what happens at every action. */
#define NARC_APART static __attribute__((noinline))

enum { EVERYBODY = 0xffff };

NARC_INLINE void tell(struct felt_event_log *log, struct felt_event event)
{
    if (!log) return;
    felt_assert(log->count < log->room);
    log->event[log->count++] = event;
}

/* ---- the deck ---- */

/* What Narc and Customer have spent is their deck again. */
static bool recycle(const struct felt_narc_rules *rules, struct felt_narc_state *state, int role,
                    struct felt_event_log *log)
{
    felt_cards spent = state->spent & rules->of_role[role];
    if (!rules->options.recycles || role == FELT_ROLE_PLAYER || !spent) return false;
    uint8_t *pile = state->pile + rules->first[role];
    int count = narc_list(spent, pile);
    state->spent &= ~spent;
    state->open_spent &= ~spent;
    state->deck |= spent;
    state->top[role] = 0;
    state->left[role] = (uint8_t)count;
    state->ordered &= (uint8_t) ~(1u << role);
    tell(log, (struct felt_event){.kind = FELT_EVENT_SHUFFLE,
                                  .seat = felt_narc_seat(rules, (enum felt_narc_role)role),
                                  .cards_to = EVERYBODY,
                                  .amount = count});
    return true;
}

/* Returns what was drawn.  The generator is the caller's copy: a store of bytes, such as those of a
 * pile, would make the compiler load it again. */
NARC_INLINE felt_cards draw_up(const struct felt_narc_rules *rules, struct felt_narc_state *state,
                               int seat, struct felt_rng *later, struct felt_event_log *log)
{
    int role = rules->options.order[seat], left = state->left[role];
    int held = state->betting.held[seat], wanted = rules->options.hand_size;
    bool ordered = state->ordered >> role & 1;
    felt_cards drawn = 0;
    struct felt_event event = {
        .kind = FELT_EVENT_DEAL, .seat = (felt_seat)seat, .cards_to = felt_seats_of(seat)};
    while (held < wanted) {
        if (left == 0) {
            if (!recycle(rules, state, role, log)) break;
            left = state->left[role];
            ordered = false;
        }
        uint8_t *next = state->pile + rules->first[role] + state->top[role];
        int some = wanted - held < left ? wanted - held : left;
        for (int i = 0; i < some; i++) {
            int card = ordered ? next[i] : narc_pick(next + i, left - i, later);
            drawn |= felt_cards_of((felt_card)card);
            if (log) event.cards[event.count++] = (felt_card)felt_narc_kind(rules, state, card);
        }
        held += some;
        left -= some;
        state->top[role] = (uint8_t)(state->top[role] + some);
        state->left[role] = (uint8_t)left;
    }
    state->betting.held[seat] = (uint8_t)held;
    if (event.count) tell(log, event);
    return drawn;
}

/* ---- the end of a hand ---- */

/* Cards that the Player loses by folding, out of the hand, by chance. */
static void pay_fold(const struct felt_narc_rules *rules, struct felt_narc_state *state,
                     struct felt_event_log *log)
{
    felt_seat seat = felt_narc_seat(rules, FELT_ROLE_PLAYER);
    for (int i = 0; i < rules->options.fold_price; i++) {
        felt_cards hand = state->hand & rules->of_role[FELT_ROLE_PLAYER];
        if (!hand) return;
        uint32_t pick = felt_rng_below(&state->later, (uint32_t)narc_count(hand));
        while (pick--) hand &= hand - 1;
        felt_cards lost = hand & -hand;
        state->hand &= ~lost;
        state->spent |= lost;
        state->betting.held[seat]--;
        int card = narc_count(lost - 1);
        tell(log, (struct felt_event){.kind = FELT_EVENT_PLAY,
                                      .act = FELT_DISCARD,
                                      .seat = seat,
                                      .count = 1,
                                      .cards_to = felt_seats_of(seat),
                                      .cards = {(felt_card)felt_narc_kind(rules, state, card)}});
    }
}

static int32_t within(int64_t number, int64_t low)
{
    return (int32_t)(number < low                  ? low
                     : number > FELT_NARC_CASH_MAX ? FELT_NARC_CASH_MAX
                                                   : number);
}

static int cards_left(const struct felt_narc_rules *rules, const struct felt_narc_state *state)
{
    return narc_count((state->deck | state->hand) & rules->of_role[FELT_ROLE_PLAYER]);
}

static void finish(const struct felt_narc_rules *rules, struct felt_narc_state *state,
                   enum felt_narc_end end, struct felt_event_log *log)
{
    const struct felt_narc_totals *totals = &state->totals;
    int64_t heat = (int64_t)state->heat + totals->heat;
    state->phase = FELT_NARC_OVER;
    state->end = (uint8_t)end;
    felt_turn_close(&state->betting.turn);
    if (end == FELT_NARC_SAFE) state->banked = totals->profit;
    if (end == FELT_NARC_SAVED) {
        const struct felt_narc_worth *policy = &rules->worth[totals->insurance];
        state->banked = -policy->cost;
        heat += totals->evidence - totals->cover + policy->penalty;
    }
    if (end == FELT_NARC_FOLDED) pay_fold(rules, state, log);
    state->heat = within(heat, 0);
    state->cash = within((int64_t)state->cash + state->banked, 0);
    state->session_banked =
        within((int64_t)state->session_banked + state->banked, -FELT_NARC_CASH_MAX);
    state->session_over = end == FELT_NARC_BUSTED ||
                          state->hand_number >= rules->options.session_hands ||
                          cards_left(rules, state) < rules->options.session_cards;
    tell(log, (struct felt_event){.kind = FELT_EVENT_OUTCOME,
                                  .seat = felt_narc_seat(rules, FELT_ROLE_PLAYER),
                                  .cards_to = EVERYBODY,
                                  .pot = state->session_over,
                                  .amount = state->banked,
                                  .to = end});
    tell(log, (struct felt_event){
                  .kind = FELT_EVENT_OVER, .seat = FELT_SEAT_NONE, .cards_to = EVERYBODY});
}

/* ---- rounds ---- */

NARC_INLINE void tell_totals(struct felt_event_log *log, const struct felt_narc_totals *before,
                             const struct felt_narc_totals *now)
{
    const int32_t was[] = {before->evidence, before->cover, before->heat, before->profit};
    const int32_t is[] = {now->evidence, now->cover, now->heat, now->profit};
    for (uint8_t i = 0; log && i < 4; i++)
        tell(log, (struct felt_event){.kind = FELT_EVENT_TALLY,
                                      .seat = FELT_SEAT_NONE,
                                      .cards_to = EVERYBODY,
                                      .pot = i,
                                      .amount = is[i] - was[i],
                                      .to = is[i]});
}

NARC_INLINE void add_up(const struct felt_narc_rules *rules, struct felt_narc_state *state,
                        struct felt_event_log *log)
{
    struct felt_narc_totals totals = narc_totals(rules, state, state->flipped);
    tell_totals(log, &state->totals, &totals);
    state->totals = totals;
}

/* All cards of the round together; then the decision point, or resolution. */
NARC_INLINE void flip(const struct felt_narc_rules *rules, struct felt_narc_state *state,
                      struct felt_event_log *log)
{
    for (int i = state->flipped; log && i < state->commits; i++) {
        int card = state->commit[i];
        enum felt_narc_role role = narc_owner(rules, card);
        tell(log, (struct felt_event){.kind = FELT_EVENT_FLIP,
                                      .seat = felt_narc_seat(rules, role),
                                      .count = 1,
                                      .cards_to = EVERYBODY,
                                      .cards = {(felt_card)felt_narc_kind(rules, state, card)}});
    }
    state->up |= state->down;
    state->down = 0;
    state->flipped = state->commits;
    add_up(rules, state, log);
    if (state->round + 1 < rules->options.rounds)
        state->phase = FELT_NARC_DECISION;
    else
        finish(rules, state, felt_narc_resolve(rules, &state->totals, state->cash, state->heat),
               log);
}

NARC_INLINE void tell_act(const struct felt_narc_rules *rules, const struct felt_narc_state *state,
                          struct felt_event_log *log, felt_seat seat, enum felt_action_kind kind,
                          int card, bool automatic)
{
    struct felt_event event = {.kind = FELT_EVENT_ACT,
                               .act = (uint8_t)kind,
                               .seat = seat,
                               .cards_to = EVERYBODY,
                               .amount = automatic};
    if (kind == FELT_COMMIT || kind == FELT_CALL) {
        event.count = 1;
        event.cards[0] = (felt_card)felt_narc_kind(rules, state, card);
        if (!rules->options.open) event.cards_to = felt_seats_of(seat);
    }
    tell(log, event);
}

static __attribute__((noinline)) void bet_by(const struct felt_commit_rules *rules,
                                             struct felt_commits *betting,
                                             enum felt_action_kind kind)
{
    commit_apply(betting, rules, kind);
}

/* The usual betting is known to the compiler. */
NARC_INLINE void bet(const struct felt_narc_rules *rules, struct felt_commits *betting,
                     enum felt_action_kind kind)
{
    static const struct felt_commit_rules usual = {.turn = {FELT_REOPEN_BEHIND, FELT_REOPEN_BEHIND,
                                                            FELT_SCAN_AFTER_ACTOR, FELT_CAP_ENDS,
                                                            FELT_OPTION_FIRST_RAISER}};
    if (__builtin_expect(rules->usual_betting, 1))
        commit_apply(betting, &usual, kind);
    else
        bet_by(&rules->betting, betting, kind);
}

/* Seats without cards check by themselves; a round that is over is flipped. */
NARC_APART void move_on(const struct felt_narc_rules *rules, struct felt_narc_state *state,
                        struct felt_event_log *log)
{
    while (commit_idle(&state->betting)) {
        tell_act(rules, state, log, state->betting.turn.actor, FELT_CHECK, 0, true);
        bet_by(&rules->betting, &state->betting, FELT_CHECK);
        state->actions++;
    }
    if (state->betting.turn.actor < 0) flip(rules, state, log);
}

NARC_INLINE void run_betting(const struct felt_narc_rules *rules, struct felt_narc_state *state,
                             struct felt_event_log *log)
{
    felt_seat actor = state->betting.turn.actor;
    if (actor < 0 || state->betting.held[actor] == 0) move_on(rules, state, log);
}

NARC_APART void begin_round(const struct felt_narc_rules *rules, struct felt_narc_state *state,
                            struct felt_event_log *log)
{
    felt_seat first =
        rules->options.rotates ? (felt_seat)(state->round % FELT_ROLES) : (felt_seat)0;
    tell(log, (struct felt_event){.kind = FELT_EVENT_ROUND,
                                  .seat = felt_seats_from(state->betting.turn.live, first),
                                  .cards_to = EVERYBODY,
                                  .to = state->round + 1});
    felt_cards drawn = 0;
    struct felt_rng later = state->later;
    for (int seat = 0; seat < FELT_ROLES; seat++)
        if (felt_seats_has(state->betting.turn.live, seat))
            drawn |= draw_up(rules, state, seat, &later, log);
    state->later = later;
    state->deck &= ~drawn;
    state->hand |= drawn;
    state->phase = FELT_NARC_BETTING;
    commit_begin(&state->betting, &rules->betting, first);
    run_betting(rules, state, log);
}

/* ---- actions ---- */

NARC_INLINE void commit(struct felt_narc_state *state, int card)
{
    felt_cards bit = felt_cards_of((felt_card)card);
    felt_assert(state->hand & bit);
    felt_assert(state->commits < FELT_NARC_COMMITS_MAX);
    state->hand &= ~bit;
    state->down |= bit;
    state->commit[state->commits++] = (uint8_t)card;
}

/* The seat has folded. */
NARC_APART void leave(const struct felt_narc_rules *rules, struct felt_narc_state *state,
                      felt_seat seat, struct felt_event_log *log)
{
    int role = rules->options.order[seat];
    state->folded |= (uint8_t)(1u << role);
    if (role == FELT_ROLE_PLAYER) {
        finish(rules, state, FELT_NARC_FOLDED, log);
        return;
    }
    if (state->flipped) add_up(rules, state, log); /* its cards are withdrawn */
    run_betting(rules, state, log);
}

NARC_INLINE void act_in_betting(const struct felt_narc_rules *rules, struct felt_narc_state *state,
                                enum felt_action_kind kind, int card, struct felt_event_log *log)
{
    struct felt_commits *betting = &state->betting;
    felt_seat me = betting->turn.actor;
    bool first = kind == FELT_COMMIT && betting->turn.raiser < 0;
    tell_act(rules, state, log, me, kind, card, false);
    if (kind == FELT_COMMIT || kind == FELT_CALL) commit(state, card);
    bet(rules, betting, kind);
    if (first && rules->options.initiative)
        tell(log,
             (struct felt_event){.kind = FELT_EVENT_INITIATIVE, .seat = me, .cards_to = EVERYBODY});
    if (kind == FELT_FOLD)
        leave(rules, state, me, log);
    else
        run_betting(rules, state, log);
}

NARC_INLINE void act(const struct felt_narc_rules *rules, struct felt_narc_state *state,
                     enum felt_action_kind kind, int card, struct felt_event_log *log)
{
    state->actions++;
    if (state->phase == FELT_NARC_BETTING) {
        act_in_betting(rules, state, kind, card, log);
    } else {
        felt_assert(state->phase == FELT_NARC_DECISION);
        tell_act(rules, state, log, felt_narc_seat(rules, FELT_ROLE_PLAYER), kind, card, false);
        if (kind == FELT_CONTINUE) {
            state->round++;
            begin_round(rules, state, log);
        } else {
            state->folded |= 1u << FELT_ROLE_PLAYER;
            finish(rules, state, FELT_NARC_FOLDED, log);
        }
    }
    felt_assert(narc_piles_are_sound(rules, state)); /* N1 */
}

unsigned felt_narc_legal(const struct felt_narc_rules *rules, const struct felt_narc_state *state)
{
    if (state->phase == FELT_NARC_BETTING) return commit_legal(&state->betting, &rules->betting);
    if (state->phase == FELT_NARC_DECISION) return 1u << FELT_CONTINUE | 1u << FELT_FOLD;
    return 0;
}

int felt_narc_hand(const struct felt_narc_rules *rules, const struct felt_narc_state *state,
                   felt_seat seat, uint8_t cards[FELT_NARC_HAND_MAX])
{
    felt_cards hand = state->hand & rules->of_role[rules->options.order[seat]];
    felt_assert(narc_count(hand) <= FELT_NARC_HAND_MAX);
    return narc_list(hand, cards);
}

enum felt_status felt_narc_apply(const struct felt_narc_rules *rules, struct felt_narc_state *state,
                                 felt_seat seat, struct felt_action action,
                                 struct felt_event_log *log)
{
    uint8_t hand[FELT_NARC_HAND_MAX];
    int card = 0;
    if (seat < 0 || seat != felt_narc_actor(rules, state)) return FELT_NOT_YOUR_TURN;
    if (action.kind >= FELT_ACTION_KINDS || !(felt_narc_legal(rules, state) >> action.kind & 1))
        return FELT_NOT_LEGAL;
    if (action.amount || action.choice) return FELT_BAD_AMOUNT;
    bool names = action.kind == FELT_COMMIT || action.kind == FELT_CALL;
    if (!names && action.cards) return FELT_BAD_AMOUNT;
    if (names) {
        int count = felt_narc_hand(rules, state, seat, hand);
        if (felt_cards_count(action.cards) != 1 || action.cards >> count) return FELT_BAD_DISCARD;
        card = hand[__builtin_ctzll(action.cards)];
    }
    act(rules, state, (enum felt_action_kind)action.kind, card, log);
    return FELT_OK;
}

void felt_narc_act(const struct felt_narc_rules *rules, struct felt_narc_state *state,
                   enum felt_action_kind kind, int card)
{
    act(rules, state, kind, card, NULL);
}

/* ---- hands begin ---- */

static const uint8_t numbers[FELT_NARC_CARDS_MAX] = {
    0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13, 14, 15, 16, 17,
    18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35,
    36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51, 52, 53};

/* The deck of a role as its mask has it. */
static void lay_deck(const struct felt_narc_rules *rules, struct felt_narc_state *state, int role)
{
    felt_cards deck = state->deck & rules->of_role[role];
    uint8_t *pile = state->pile + rules->first[role];
    int count = rules->count[role];
    if (deck == rules->of_role[role])
        memcpy(pile, numbers + rules->first[role], (size_t)count);
    else
        count = narc_list(deck, pile);
    state->left[role] = (uint8_t)count;
    state->top[role] = 0;
}

void felt_narc_rest(const struct felt_narc_rules *rules, int32_t heat, int32_t cash,
                    struct felt_narc_state *state)
{
    memset(state, 0, sizeof *state);
    state->later = felt_rng_make(0);
    state->deck = narc_all(rules);
    for (int role = 0; role < FELT_ROLES; role++) lay_deck(rules, state, role);
    state->betting.turn.live = (1u << FELT_ROLES) - 1;
    state->totals = narc_totals(rules, state, 0);
    state->heat = within(heat, 0);
    state->cash = within(cash, 0);
    state->phase = FELT_NARC_OVER;
    state->session_over = true;
    felt_turn_begin(&state->betting.turn, 0, 0, 0);
}

/* The policy that paid is used up for the whole run: the last one that was committed.  It lies on
 * the table until the next hand begins. */
static void use_insurance(const struct felt_narc_rules *rules, struct felt_narc_state *state)
{
    if (state->end != FELT_NARC_SAVED) return;
    for (int i = state->flipped - 1; i >= 0; i--) {
        if (felt_narc_kind(rules, state, state->commit[i]) != state->totals.insurance) continue;
        felt_cards card = felt_cards_of(state->commit[i]);
        state->up &= ~card;
        state->gone |= card;
        return;
    }
}

/* A new session: all cards but those that are gone are in the decks, in order. */
static void gather(const struct felt_narc_rules *rules, struct felt_narc_state *state)
{
    state->deck = narc_all(rules) & ~state->gone;
    state->hand = state->down = state->up = state->spent = state->open_spent = 0;
    state->tier = (uint8_t)(rules->options.tiers ? felt_narc_tier_at(rules, state->heat) : 0);
    state->hand_number = 0;
    state->session_banked = 0;
    for (int role = 0; role < FELT_ROLES; role++) {
        lay_deck(rules, state, role);
        state->betting.held[rules->seat_of[role]] = 0;
    }
}

/* The table is cleared, everybody is in again. */
NARC_INLINE void begin_hand(const struct felt_narc_rules *rules, struct felt_narc_state *state,
                            struct felt_event_log *log)
{
    state->open_spent |= state->up;
    state->spent |= state->up | state->down;
    state->up = state->down = 0;
    state->commits = state->flipped = 0;
    state->totals =
        (struct felt_narc_totals){.product = -1, .location = -1, .insurance = -1, .conviction = -1};
    state->banked = 0;
    state->actions = 0;
    state->end = FELT_NARC_PLAYING;
    state->round = 0;
    state->folded = 0;
    state->session_over = false;
    state->hand_number++;
    state->betting.turn.live = (1u << FELT_ROLES) - 1;
    tell(log,
         (struct felt_event){
             .kind = FELT_EVENT_HAND, .seat = 0, .cards_to = EVERYBODY, .to = state->hand_number});
    begin_round(rules, state, log);
    felt_assert(narc_piles_are_sound(rules, state)); /* N1 */
}

void felt_narc_begin(const struct felt_narc_rules *rules, const struct felt_narc_state *last,
                     struct felt_rng *rng, struct felt_narc_state *state,
                     struct felt_event_log *log)
{
    felt_assert(last->phase == FELT_NARC_OVER);
    if (state != last) *state = *last;
    use_insurance(rules, state);
    if (state->session_over) {
        gather(rules, state);
        narc_renew(state, rng);
    }
    begin_hand(rules, state, log);
}

enum felt_status felt_narc_begin_with(const struct felt_narc_rules *rules,
                                      const struct felt_narc_state *last, const uint8_t *cards,
                                      int count, const struct felt_rng *later,
                                      struct felt_narc_state *state, struct felt_event_log *log)
{
    struct felt_narc_state next = *last;
    felt_assert(last->phase == FELT_NARC_OVER);
    if (!last->session_over) return FELT_BAD_DEAL;
    use_insurance(rules, &next);
    gather(rules, &next);
    felt_cards missing = next.deck;
    uint8_t at[FELT_ROLES] = {rules->first[0], rules->first[1], rules->first[2]};
    for (int i = 0; i < count; i++) {
        if (cards[i] >= rules->cards) return FELT_BAD_DEAL;
        felt_cards bit = felt_cards_of(cards[i]);
        if (next.gone & bit) continue; /* whoever shuffles need not know what is gone */
        if (!(missing & bit)) return FELT_BAD_DEAL;
        missing &= ~bit;
        next.pile[at[narc_owner(rules, cards[i])]++] = cards[i];
    }
    if (missing) return FELT_BAD_DEAL;
    next.later = *later;
    next.ordered = (1u << FELT_ROLES) - 1;
    *state = next;
    begin_hand(rules, state, log);
    return FELT_OK;
}
