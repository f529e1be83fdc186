/* genome_audit.c -- see genome_audit.h. */
#include "genome_audit.h"

#include "felt/hash.h"

#include <string.h>

enum { IMAGINE_EVERY = 5, TRY_ALL_EVERY = 7 };

/* ---- one moment ---- */

static bool add_card(felt_cards *seen, int card)
{
    if (card < 0 || card >= FELT_CARDS || *seen >> card & 1) return false;
    *seen |= felt_cards_of((felt_card)card);
    return true;
}

static bool add_cards(felt_cards *seen, felt_cards cards)
{
    if (*seen & cards) return false;
    *seen |= cards;
    return true;
}

/* A pile in order: as many cards as the set says, from top to bottom. */
static bool is_queue(const struct felt_genome_state *state, int seat)
{
    felt_cards found = 0;
    int card = state->by.queue.top[seat], count = felt_cards_count(state->hand[seat]);
    if (count == 0) return card == FELT_CARD_NONE;
    for (int i = 0; i < count; i++) {
        if (!add_card(&found, card)) return false;
        if (i + 1 == count && card != state->by.queue.bottom[seat]) return false;
        card = state->next[card];
    }
    return found == state->hand[seat];
}

const char *genome_audit_cards(const struct felt_genome_program *program,
                               const struct felt_genome_state *state)
{
    felt_cards seen = 0, deck = felt_cards_from(program->deck, program->deck_count);
    bool good = state->discards <= state->deck_at && state->deck_at <= program->deck_count;
    for (int seat = 0; seat < program->seats; seat++) {
        good &= add_cards(&seen, state->hand[seat]);
        if (program->queue)
            good &= is_queue(state, seat);
        else
            good &= add_cards(&seen, state->pile.captured[seat]);
        if (state->laid[seat] != FELT_CARD_NONE) good &= add_card(&seen, state->laid[seat]);
    }
    good &= add_cards(&seen, state->table);
    for (int i = 0; good && i < state->discards; i++) good &= add_card(&seen, state->order[i]);
    for (int i = state->deck_at; good && i < program->deck_count; i++)
        good &= add_card(&seen, state->order[i]);
    return good && seen == deck ? NULL : "M2: a card is in two places, or in none";
}

static const char *audit_chips(const struct felt_genome_program *program,
                               const struct felt_genome_state *state)
{
    felt_chips have = state->betting.pot, want = 0;
    for (int seat = 0; seat < program->seats; seat++) {
        if (state->betting.stack[seat] < 0) return "M1: a stack below nothing";
        have += state->betting.stack[seat];
        want += state->chips[seat];
    }
    return have == want ? NULL : "M1: chips are made or lost";
}

/* ---- what the actor cannot see ---- */

static const char *audit_imagined(const struct felt_genome_program *program,
                                  const struct felt_genome_state *state,
                                  const struct felt_moves *moves, struct felt_rng *rng)
{
    struct felt_genome_state other = *state;
    struct felt_moves again;
    struct felt_view view, same;
    const char *why;
    felt_genome_redeal(program, state->actor, rng, &other);
    felt_genome_moves(program, &other, &again);
    if (again.items != moves->items || again.others != moves->others)
        return "M6: legal moves depend on hidden cards";
    if ((why = genome_audit_cards(program, &other))) return why;
    felt_genome_game.view(program, state, state->actor, &view);
    felt_genome_game.view(program, &other, state->actor, &same);
    if (!felt_view_equal(&view, &same)) return "M6: the actor sees a card that was drawn anew";
    felt_genome_game.imagine(program, &view, rng, &other);
    if ((why = genome_audit_cards(program, &other))) return why;
    felt_genome_game.view(program, &other, state->actor, &same);
    if (!felt_view_equal(&view, &same)) return "G4: an imagined state looks different";
    felt_genome_playout(program, &other, rng, true); /* and can be played on */
    return audit_chips(program, &other);
}

/* Everything that is legal can be played. */
static const char *try_all(const struct felt_genome_program *program,
                           const struct felt_genome_state *state, const struct felt_moves *moves)
{
    const char *why = NULL;
    for (int n = 0; n < felt_moves_count(moves) && !why; n++) {
        struct felt_genome_state next = *state;
        int move = felt_moves_pick(moves, n);
        struct felt_action action = felt_genome_action(program, state, move);
        if (felt_genome_move_of(program, state, action) != move)
            return "a move is another one as an action";
        felt_genome_play(program, &next, move, NULL);
        why = genome_audit_cards(program, &next);
    }
    return why;
}

/* ---- who has folded ---- */

/* Folded seats win nothing: told by events alone (M5). */
static const char *audit_events(const struct felt_event_log *log, unsigned *folded)
{
    for (uint32_t i = 0; i < log->count; i++) {
        const struct felt_event *event = &log->event[i];
        if (event->kind == FELT_EVENT_HAND) *folded = 0;
        if (event->kind == FELT_EVENT_ACT && event->act == FELT_FOLD) *folded |= 1u << event->seat;
        if (event->kind == FELT_EVENT_WIN && *folded >> event->seat & 1)
            return "M5: a folded seat wins a pot";
    }
    return NULL;
}

/* ---- games ---- */

struct audit {
    const struct felt_genome_program *program;
    struct genome_tally *tally;
    struct felt_rng rng;
    struct felt_genome_state state;
    struct felt_event events[FELT_EVENTS_MAX];
    struct felt_event_log log;
    unsigned folded;
};

/* After a move or the deal. */
static const char *look(struct audit *audit)
{
    const struct felt_genome_state *state = &audit->state;
    const char *why = genome_audit_cards(audit->program, state);
    if (!why) why = audit_chips(audit->program, state);
    if (!why) why = audit_events(&audit->log, &audit->folded);
    audit->log.count = 0;
    return why;
}

static const char *move(struct audit *audit, uint32_t number)
{
    const struct felt_genome_program *program = audit->program;
    struct felt_genome_state *state = &audit->state;
    struct felt_moves moves;
    const char *why = NULL;
    felt_genome_moves(program, state, &moves);
    int count = felt_moves_count(&moves), seat = state->actor;
    if (count == 0) return "M3: no legal move";
    if (seat >= program->seats || !(state->dealt >> seat & 1)) return "an actor who is not there";
    if (audit->folded >> seat & 1) return "M5: a folded seat has a turn";
    audit->tally->looked++;
    audit->tally->asked[program->step[state->pc].type]++;
    if (number % IMAGINE_EVERY == 0) {
        audit->tally->imagined++;
        why = audit_imagined(program, state, &moves, &audit->rng);
    }
    if (!why && number % TRY_ALL_EVERY == 0) why = try_all(program, state, &moves);
    if (why) return why;
    int choice = felt_moves_pick(&moves, (int)felt_rng_below(&audit->rng, (uint32_t)count));
    felt_genome_play(program, state, choice, &audit->log);
    return look(audit);
}

/* Random play by the engine is random play move by move, and takes the same random numbers. */
static const char *audit_playout(const struct felt_genome_program *program, uint64_t seed)
{
    struct felt_genome_state one, other;
    struct felt_rng rng = felt_rng_make(seed), same = rng;
    uint32_t moved = 0;
    felt_genome_begin(program, NULL, seed, &one, NULL);
    other = one;
    for (; one.actor >= 0; moved++) {
        struct felt_moves moves;
        felt_genome_moves(program, &one, &moves);
        int among = felt_moves_count(&moves);
        int n = among > 1 ? (int)felt_rng_below(&rng, (uint32_t)among) : 0;
        felt_genome_play(program, &one, felt_moves_pick(&moves, n), NULL);
    }
    if (felt_genome_playout(program, &other, &same, false) != moved)
        return "Q1: a playout has another length than its moves";
    bool equal = one.winners == other.winners && one.hands == other.hands &&
                 one.flags == other.flags && one.chance == other.chance &&
                 one.table == other.table && one.discards == other.discards &&
                 rng.state[0] == same.state[0];
    for (int seat = 0; seat < program->seats; seat++)
        equal &= one.score[seat] == other.score[seat] && one.hand[seat] == other.hand[seat] &&
                 one.betting.stack[seat] == other.betting.stack[seat];
    return equal ? NULL : "Q1: a playout ends otherwise than its moves";
}

const char *genome_audit_game(const struct felt_genome_program *program, uint64_t seed,
                              struct genome_tally *tally)
{
    struct audit audit = {.program = program, .tally = tally, .rng = felt_rng_make(seed)};
    audit.log = (struct felt_event_log){audit.events, 0, FELT_EVENTS_MAX};
    felt_genome_begin(program, NULL, seed, &audit.state, &audit.log);
    const char *why = look(&audit);
    if (!why) why = audit_playout(program, seed);
    uint32_t moves = 0;
    for (; audit.state.actor >= 0 && !why; moves++) why = move(&audit, moves);
    if (why) return why;
    if (moves > (uint32_t)program->session[FELT_SESSION_TURNS])
        return "M4: more moves than its cap";
    if (!program->several && audit.state.winners & audit.folded) return "M5: a folded seat wins";
    tally->games++;
    tally->moves += moves;
    tally->hands += audit.state.hands;
    tally->cut += (audit.state.flags & FELT_FLAG_CUT) != 0;
    return NULL;
}

static void play(const struct felt_genome_program *program, uint64_t seed,
                 struct genome_tally *tally)
{
    struct felt_rng rng = felt_rng_make(seed);
    struct felt_genome_state state;
    felt_genome_begin(program, NULL, seed, &state, NULL);
    tally->moves += felt_genome_playout(program, &state, &rng, false);
    tally->games++;
    tally->hands += state.hands;
    tally->cut += (state.flags & FELT_FLAG_CUT) != 0;
}

const char *genome_audit(const struct felt_genome *genome, uint64_t hands, int every,
                         uint64_t *seed, int *seats, struct genome_tally *tally)
{
    struct felt_genome_program program[FELT_GENOME_SEATS_MAX + 1];
    int min = genome->players.gene[FELT_PLAYERS_MIN], max = genome->players.gene[FELT_PLAYERS_MAX];
    uint64_t before = tally->hands, first = *seed;
    for (*seats = min; *seats <= max; ++*seats)
        felt_genome_compile(genome, *seats, &program[*seats]);
    for (uint64_t game = 0; tally->hands - before < hands; game++) {
        int range = max - min + 1;
        *seed = felt_hash_word(first, game);
        *seats = min + (int)(game % (uint64_t)range);
        if (game / (uint64_t)range % (uint64_t)every != 0) {
            play(&program[*seats], *seed, tally);
            continue;
        }
        const char *why = genome_audit_game(&program[*seats], *seed, tally);
        if (why) return why;
    }
    return NULL;
}
