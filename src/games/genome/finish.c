/* finish.c -- the end of a hand and of a game: who has won.
 *
 * Win conditions are read in order, each as a number that says how well a seat does by it; the
 * seats that do best stay, the next condition decides among them.  A condition that tells nothing
 * about hands (most_chips) leaves them all, and if no condition tells anything nobody is named:
 * then the pot stays on the table (S6, GEN-3). */
#include "games/genome/parts.h"

enum { SHOWN = UINT8_MAX }; /* state->sub after a showdown: the next step clears it */

/* ---- how well a seat does ---- */

/* By a condition that looks at one hand; false: it does not. */
static bool hand_measure(genome_program program, genome_look state, const int32_t *win,
                         felt_seat seat, int64_t *out)
{
    felt_cards hand = state->hand[seat];
    felt_cards captured = program->queue ? 0 : state->pile.captured[seat];
    switch (win[FELT_WIN_TYPE]) {
    case FELT_WIN_EMPTY_HAND: *out = -felt_cards_count(hand); return true;
    case FELT_WIN_CAPTURE_ALL: *out = felt_cards_count(hand | captured); return true;
    case FELT_WIN_MOST_CAPTURED: *out = felt_cards_count(captured); return true;
    case FELT_WIN_BEST_HAND: *out = felt_genome_value(program, state, seat); return true;
    case FELT_WIN_MOST_TRICKS:
        *out = program->queue ? 0 : state->by.count.tricks[seat];
        return true;
    case FELT_WIN_FEWEST_TRICKS:
        *out = program->queue ? 0 : -state->by.count.tricks[seat];
        return true;
    case FELT_WIN_NOT_HOLDING: {
        felt_cards cards = FELT_CARDS_ALL;
        if (win[FELT_WIN_RANK] >= 0) cards &= felt_cards_of_rank(win[FELT_WIN_RANK]);
        if (win[FELT_WIN_SUIT] >= 0) cards &= genome_suit_cards(win[FELT_WIN_SUIT]);
        *out = !(hand & cards);
        return true;
    }
    default: return false;
    }
}

static bool score_measure(genome_look state, const int32_t *win, felt_seat seat, int64_t *out)
{
    int type = win[FELT_WIN_TYPE];
    if (type != FELT_WIN_HIGH_SCORE && type != FELT_WIN_LOW_SCORE &&
        type != FELT_WIN_FIRST_TO_SCORE)
        return false;
    *out = type == FELT_WIN_LOW_SCORE ? -state->score[seat] : state->score[seat];
    return true;
}

/* At the end of a session of several hands. */
static bool game_measure(genome_program program, genome_look state, const int32_t *win,
                         felt_seat seat, int64_t *out)
{
    int type = win[FELT_WIN_TYPE];
    bool chips = type == FELT_WIN_MOST_CHIPS || type == FELT_WIN_LAST_WITH_CHIPS;
    if (score_measure(state, win, seat, out)) return true;
    if (type == FELT_WIN_ALL_HANDS_EMPTY) return false;
    if (!chips && !program->several) return hand_measure(program, state, win, seat, out);
    *out = program->chips ? state->betting.stack[seat] : state->score[seat];
    return true;
}

/* Partners do as well as they do together. */
static int64_t with_team(genome_program program, const int64_t measure[], felt_seat seat)
{
    int64_t sum = 0;
    if (!program->teams) return measure[seat];
    for (int other = 0; other < program->seats; other++)
        if (program->team[other] == program->team[seat]) sum += measure[other];
    return sum;
}

static unsigned best(genome_program program, const int64_t measure[], unsigned seats)
{
    unsigned winners = 0;
    int64_t most = INT64_MIN;
    for (felt_seats left = (felt_seats)seats; left;) {
        felt_seat seat = felt_seats_take(&left);
        int64_t here = with_team(program, measure, seat);
        if (here > most) {
            most = here;
            winners = 0;
        }
        if (here == most) winners |= 1u << seat;
    }
    return winners;
}

/* Who wins the hand by the win conditions, of these seats; 0: nobody does. */
static unsigned hand_winners(genome_program program, genome_look state, unsigned seats)
{
    bool named = false;
    for (int i = 0; i < program->wins && !felt_seats_lone((felt_seats)seats); i++) {
        int64_t measure[FELT_GENOME_SEATS_MAX] = {0};
        bool tells = true;
        for (int seat = 0; seat < program->seats; seat++)
            tells =
                hand_measure(program, state, program->win[i], (felt_seat)seat, &measure[seat]) ||
                score_measure(state, program->win[i], (felt_seat)seat, &measure[seat]);
        if (!tells) continue;
        named = true;
        seats = best(program, measure, seats);
        if (program->win[i][FELT_WIN_TYPE] == FELT_WIN_BEST_HAND && seats &&
            measure[felt_seats_first((felt_seats)seats)] == 0)
            return 0; /* all have gone bust */
    }
    return named || felt_seats_lone((felt_seats)seats) ? seats : 0;
}

/* ---- the pot ---- */

static void show_hands(genome_program program, genome_look state, const uint32_t value[],
                       unsigned seats, struct felt_event_log *log)
{
    felt_seat seat = state->start;
    for (felt_seats left = (felt_seats)seats; log && left;
         left &= (felt_seats)~felt_seats_of(seat)) {
        seat = felt_seats_from(left, seat);
        felt_cards cards = state->hand[seat];
        do {
            struct felt_event *event = genome_tell(log, FELT_EVENT_SHOW, seat, value[seat], 0);
            while (event && cards && event->count < FELT_EVENT_CARDS)
                event->cards[event->count++] = felt_cards_take(&cards);
            if (!event) return;
        } while (cards);
    }
    (void)program;
}

/* Values of the hands that are compared, and who wins with them. */
static unsigned compare_hands(genome_program program, genome_state state, uint32_t value[],
                              struct felt_event_log *log)
{
    unsigned live = genome_live(state), winners = 0;
    uint32_t most = 0;
    if (felt_seats_lone((felt_seats)live)) return live; /* wins without showing */
    for (felt_seats left = (felt_seats)live; left;) {
        felt_seat seat = felt_seats_take(&left);
        value[seat] = felt_genome_value(program, state, seat);
        if (value[seat] > most) {
            most = value[seat];
            winners = 0;
        }
        if (value[seat] == most && most) winners |= 1u << seat;
    }
    show_hands(program, state, value, live, log);
    return winners;
}

/* Who wins what lies on the table now: by the hands, or by what the win conditions name. */
static unsigned settle(genome_program program, genome_state state, struct felt_event_log *log)
{
    uint32_t value[FELT_GENOME_SEATS_MAX] = {0};
    unsigned winners;
    if (program->showdown) {
        winners = compare_hands(program, state, value, log);
    } else {
        winners = hand_winners(program, state, genome_live(state));
        for (int seat = 0; seat < program->seats; seat++) value[seat] = winners >> seat & 1;
    }
    felt_genome_award(program, state, value, winners, log);
    return winners;
}

void felt_phase_showdown(genome_program program, genome_state state, struct felt_event_log *log)
{
    const int32_t *gene = genome_step(program, state)->gene;
    unsigned winners = settle(program, state, log);
    state->sub = SHOWN;
    if (gene[FELT_SHOWDOWN_AWARD] == FELT_AWARD_POINTS)
        for (felt_seats left = (felt_seats)winners; left;)
            felt_genome_score(state, felt_seats_take(&left), gene[FELT_SHOWDOWN_POINTS], log);
}

/* Nobody has won it until the end: it goes back to those who paid it (BET-15). */
static void return_pot(genome_program program, genome_state state, struct felt_event_log *log)
{
    for (int seat = 0; seat < program->seats; seat++) {
        felt_chips back = state->paid[seat];
        state->betting.stack[seat] += back;
        state->betting.pot -= back;
        state->paid[seat] = 0;
        if (back) genome_tell(log, FELT_EVENT_RETURN, (felt_seat)seat, back, 0);
    }
    felt_assert(state->betting.pot == 0);
}

/* ---- the end ---- */

static unsigned game_winners(genome_program program, genome_look state, unsigned seats)
{
    unsigned all = seats;
    for (int i = 0; i < program->wins && !felt_seats_lone((felt_seats)seats); i++) {
        int64_t measure[FELT_GENOME_SEATS_MAX] = {0};
        bool tells = true;
        for (int seat = 0; seat < program->seats; seat++)
            tells = game_measure(program, state, program->win[i], (felt_seat)seat, &measure[seat]);
        if (tells) seats = best(program, measure, seats);
    }
    if (program->session[FELT_SESSION_TIE] == FELT_TIE_START && !program->teams)
        return 1u << felt_seats_from((felt_seats)seats, state->start);
    return seats == all ? 0 : seats; /* everybody: a draw */
}

static void end_game(genome_program program, genome_state state, struct felt_event_log *log)
{
    unsigned all = (1u << program->seats) - 1;
    /* In a game of one hand only those who did not fold can win (M5). */
    unsigned seats = program->several ? all : genome_live(state);
    unsigned winners = game_winners(program, state, seats);
    if (seats != all && !winners) winners = seats;
    if (state->betting.pot) {
        uint32_t value[FELT_GENOME_SEATS_MAX] = {0};
        for (int seat = 0; seat < program->seats; seat++) value[seat] = winners >> seat & 1;
        /* A stake that was put up for the game; chips that a betting game left go back. */
        if (!program->chips)
            felt_genome_award(program, state, value, winners & genome_live(state), log);
        if (state->betting.pot) return_pot(program, state, log);
    }
    state->winners = (uint8_t)(winners == all ? 0 : winners);
    state->actor = FELT_SEAT_NONE;
    state->flags |= FELT_FLAG_OVER;
    genome_tell(log, FELT_EVENT_OVER, FELT_SEAT_NONE, state->winners, state->hands);
}

static bool score_reached(genome_program program, genome_look state)
{
    for (int i = 0; i < program->wins; i++) {
        int type = program->win[i][FELT_WIN_TYPE], enough = program->win[i][FELT_WIN_THRESHOLD];
        if (type != FELT_WIN_FIRST_TO_SCORE && (type != FELT_WIN_LOW_SCORE || !enough)) continue;
        for (int seat = 0; seat < program->seats; seat++)
            if (state->score[seat] >= enough) return true;
    }
    return false;
}

static bool game_is_over(genome_program program, genome_look state)
{
    if (program->session[FELT_SESSION_MODE] == FELT_MODE_CONTINUOUS) return true;
    if (state->flags & FELT_FLAG_CUT) return true;
    if (state->hands >= program->session[FELT_SESSION_HANDS]) return true;
    if (program->chips) {
        unsigned with = 0;
        for (int seat = 0; seat < program->seats; seat++)
            with |= (unsigned)(state->betting.stack[seat] > 0) << seat;
        if (felt_seats_lone((felt_seats)with)) return true;
    }
    return score_reached(program, state);
}

static void score_hands(genome_program program, genome_state state, struct felt_event_log *log)
{
    felt_contracts_score(program, state, log);
    if (!(program->scores >> FELT_SCORE_HAND_END & 1)) return;
    for (int seat = 0; seat < program->seats; seat++)
        if (state->dealt >> seat & 1)
            felt_genome_score(state, (felt_seat)seat,
                              felt_genome_points(program, FELT_SCORE_HAND_END, state->hand[seat]),
                              log);
}

void felt_genome_finish_hand(genome_program program, genome_state state, struct felt_event_log *log)
{
    bool chips = program->chips;
    score_hands(program, state, log);
    if (chips && state->betting.pot && state->sub != SHOWN) settle(program, state, log);
    if (program->counts_hands) {
        unsigned winners = hand_winners(program, state, genome_live(state));
        for (felt_seats left = (felt_seats)winners; left;)
            felt_genome_score(state, felt_seats_take(&left), 1, log);
    }
    state->hands++;
    for (int seat = 0; chips && seat < program->seats; seat++)
        if ((state->dealt >> seat & 1) && state->betting.stack[seat] == 0)
            genome_tell(log, FELT_EVENT_OUT, (felt_seat)seat, 0, 0);
    if (game_is_over(program, state)) end_game(program, state, log);
}
