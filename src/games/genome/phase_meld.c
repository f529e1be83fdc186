/* phase_meld.c -- melds, deadwood and knocking, as at Gin.
 *
 * Melds are sets (min_set cards of a rank or more) and runs (min_run cards of a suit in a row or
 * more); a card is in one of them at most.  Deadwood is what the other cards are worth, by the best
 * arrangement; a card of negative value is worth nothing.  The phase stands after the discard: the
 * hand is looked at as it is.  Who has no more deadwood than knock_limit may knock.  A knock ends
 * the hand: all hands are shown, and the knocker is compared with each of the others by itself,
 *
 *   more deadwood than the knocker   the knocker scores the difference
 *   as much or less                  that one scores the difference and `undercut`
 *
 * and for no deadwood at all the knocker scores `gin` once, and cannot be undercut.  Cards in melds
 * score set_complete.  Nobody lays off cards on the knocker's melds.
 *
 * The arrangement.  Cards are laid out by *places*, bit 4 * place + suit: place 1 is the lowest
 * rank of the deck, and place 0 is for aces that are low in a deck in which they may be both. Masks
 * say which cards could be in a set and which in a run.  If no card could be in both, all of them
 * are melded.  Else we go from place to place.  A set of a place is none of its cards, all of them,
 * or three of four; the cards that are left go on with the runs of their suits, and a run counts
 * from the moment it is long enough.  All that matters for later places is how long the four runs
 * are, up to min_run; of ways with the same lengths the best one is kept.  Lengths depend only on
 * where the last set was and which card it left out: with min_run m there are at most m * (1 + 4m)
 * + 1 ways, 106 for m = 5. */
#include "games/genome/hands.h"

enum { PLACES = 14, WAYS_MAX = 128, LENGTH_BITS = 3 };

struct way {
    felt_cards melded;
    int16_t points;  /* of melded cards                     */
    uint16_t length; /* of the runs, LENGTH_BITS for a suit */
};

/* A hand in places. */
struct layout {
    felt_cards cards, sets, runs; /* all; that could be in a set; in a run */
    int min_set, min_run;
    int16_t sum[PLACES + 1]; /* of values of one card of each place before */
};

static int worth(genome_program program, int rank)
{
    return program->value[rank] > 0 ? program->value[rank] : 0;
}

/* Nobody wants to know how far above the limit it is. */
static int worth_of(genome_program program, felt_cards cards, int limit)
{
    int points = 0;
    while (cards && points <= limit)
        points += worth(program, felt_card_rank(felt_cards_take(&cards)));
    return points;
}

/* ---- places ---- */

/* Whole decks are shifted: with the ace high, and with the ace low. */
static felt_cards to_places(genome_program program, felt_cards hand)
{
    felt_cards aces = hand >> (4 * FELT_ACE), cards = 0;
    if (program->order[FELT_ACE] == FELT_RANKS - 1) return hand << 4;
    if (program->order[FELT_KING] == FELT_RANKS - 1)
        return (hand ^ aces << (4 * FELT_ACE)) << 8 | aces << 4;
    for (int rank = 0; rank < FELT_RANKS; rank++)
        cards |= (hand >> (4 * rank) & 15) << (4 * (program->order[rank] + 1));
    return cards;
}

static felt_cards from_places(genome_program program, felt_cards cards, felt_cards hand)
{
    felt_cards aces = (cards & 15) << (4 * FELT_ACE), found = 0;
    if (program->order[FELT_ACE] == FELT_RANKS - 1) return cards >> 4 | aces;
    if (program->order[FELT_KING] == FELT_RANKS - 1)
        return cards >> 8 | (cards >> 4 & 15) << (4 * FELT_ACE);
    for (int rank = 0; rank < FELT_RANKS; rank++)
        found |= (cards >> (4 * (program->order[rank] + 1)) & 15) << (4 * rank);
    return (found & hand) | aces;
}

/* Aces that are the end of a run both ways: those could be moved to place 0. */
static felt_cards double_aces(genome_program program, felt_cards cards, int min_run)
{
    felt_cards beside = program->beside[FELT_ACE];
    int place = program->order[FELT_ACE] + 1;
    if (place < 3 || !beside || program->order[__builtin_ctzll(beside) >> 2] != 0) return 0;
    felt_cards low = cards >> (4 * place) & 15;
    for (int i = 1; i < min_run; i++) low &= cards >> (4 * i);
    return low;
}

static felt_cards in_sets(felt_cards cards, int min_set)
{
    felt_cards c = cards & GENOME_RANKS * 16, d = cards >> 1 & GENOME_RANKS * 16;
    felt_cards h = cards >> 2 & GENOME_RANKS * 16, s = cards >> 3 & GENOME_RANKS * 16;
    felt_cards ranks = min_set > 3 ? c & d & h & s : (c & d & (h | s)) | (h & s & (c | d));
    return ranks * 15 & cards;
}

static felt_cards in_runs(felt_cards cards, int min_run)
{
    felt_cards low = cards, runs = 0;
    for (int i = 1; i < min_run; i++) low &= cards >> (4 * i);
    for (int i = 0; i < min_run; i++) runs |= low << (4 * i);
    return runs;
}

/* ---- the best way ---- */

/* These cards of a place go on with the runs of their suits; runs of other suits are over. */
static struct way go_on(const struct layout *layout, struct way way, int place, unsigned cards)
{
    unsigned lengths = 0;
    for (; cards; cards &= cards - 1) {
        int suit = __builtin_ctz(cards), first = place;
        int length = way.length >> (LENGTH_BITS * suit) & 7;
        if (length < layout->min_run) {
            length++;
            first = length == layout->min_run ? place - length + 1 : place + 1;
        }
        lengths |= (unsigned)length << (LENGTH_BITS * suit);
        way.points = (int16_t)(way.points + layout->sum[place + 1] - layout->sum[first]);
        felt_cards places = (UINT64_C(1) << (4 * place + 4)) - (UINT64_C(1) << (4 * first));
        way.melded |= places & (UINT64_C(0x11111111111111) << suit);
    }
    way.length = (uint16_t)lengths;
    return way;
}

static struct way lay_set(const struct layout *layout, struct way way, int place, unsigned cards)
{
    int value = layout->sum[place + 1] - layout->sum[place];
    way.points = (int16_t)(way.points + value * __builtin_popcount(cards));
    way.melded |= (felt_cards)cards << (4 * place);
    return way;
}

static int add_way(struct way *ways, int count, struct way way)
{
    for (int i = 0; i < count; i++) {
        if (ways[i].length != way.length) continue;
        if (ways[i].points < way.points) ways[i] = way;
        return count;
    }
    felt_assert(count < WAYS_MAX);
    ways[count] = way;
    return count + 1;
}

/* All that can be done with the cards of a place, from one way. */
static int add_ways(const struct layout *layout, int place, struct way from, struct way *ways,
                    int count)
{
    unsigned set = layout->sets >> (4 * place) & 15, run = layout->runs >> (4 * place) & 15;
    if (run || !set) count = add_way(ways, count, go_on(layout, from, place, run));
    if (!set) return count;
    struct way all = lay_set(layout, from, place, set);
    count = add_way(ways, count, go_on(layout, all, place, 0));
    if (set != 15 || layout->min_set > 3) return count;
    for (; run; run &= run - 1) {
        unsigned out = run & -run;
        struct way three = lay_set(layout, from, place, set & ~out);
        count = add_way(ways, count, go_on(layout, three, place, out));
    }
    return count;
}

static struct way best_way(const struct layout *layout)
{
    struct way ways[2][WAYS_MAX], best;
    int count = 1, now = 0;
    if (!(layout->sets & layout->runs)) return (struct way){.melded = layout->sets | layout->runs};
    ways[0][0] = (struct way){0};
    for (int place = 0; place < PLACES; place++) {
        int next = 0;
        for (int i = 0; i < count; i++)
            next = add_ways(layout, place, ways[now][i], ways[!now], next);
        count = next;
        now = !now;
    }
    best = ways[now][0];
    for (int i = 1; i < count; i++)
        if (ways[now][i].points > best.points) best = ways[now][i];
    return best;
}

static void lay_out(genome_program program, felt_cards hand, felt_cards cards, struct layout *out)
{
    out->cards = cards;
    out->sets = in_sets(cards, out->min_set);
    out->runs = in_runs(cards, out->min_run);
    if (!(out->sets & out->runs)) return; /* values do not matter */
    int16_t value[PLACES] = {(int16_t)worth(program, FELT_ACE)};
    for (int rank = 0; rank < FELT_RANKS; rank++)
        if (hand & felt_cards_of_rank(rank))
            value[program->order[rank] + 1] = (int16_t)worth(program, rank);
    out->sum[0] = 0;
    for (int i = 0; i < PLACES; i++) out->sum[i + 1] = (int16_t)(out->sum[i] + value[i]);
}

/* Deadwood, if it is not above the limit, else anything above; and the cards in melds. */
static int arrange(genome_program program, const int32_t *gene, felt_cards hand, int limit,
                   felt_cards *melded)
{
    struct layout layout = {.min_set = gene[FELT_MELD_MIN_SET], .min_run = gene[FELT_MELD_MIN_RUN]};
    felt_cards cards = to_places(program, hand);
    felt_cards twice = double_aces(program, cards, layout.min_run);
    int place = program->order[FELT_ACE] + 1, least = INT16_MAX;
    felt_cards possible = in_sets(cards, layout.min_set) | in_runs(cards | twice, layout.min_run);
    *melded = 0;
    int loose = worth_of(program, hand & ~from_places(program, possible, hand), limit);
    if (loose > limit) return loose;
    /* Each choice of aces that go to place 0. */
    for (felt_cards low = twice;; low = (low - 1) & twice) {
        lay_out(program, hand, (cards & ~(low << (4 * place))) | low, &layout);
        felt_cards best = from_places(program, best_way(&layout).melded, hand);
        int points = worth_of(program, hand & ~best, least);
        if (points < least) {
            least = points;
            *melded = best;
        }
        if (!low) return least;
    }
}

int felt_meld_deadwood(genome_program program, const struct felt_genome_step *step, felt_cards hand)
{
    felt_cards melded;
    return arrange(program, step->gene, hand, INT16_MAX, &melded);
}

/* ---- the phase ---- */

enum genome_flow felt_phase_meld_enter(genome_program program, genome_state state,
                                       struct felt_event_log *log)
{
    const int32_t *gene = genome_step(program, state)->gene;
    felt_cards hand = state->hand[state->turn], melded;
    (void)log;
    felt_assert(!program->queue);
    int limit = gene[FELT_MELD_KNOCK];
    if (!hand || arrange(program, gene, hand, limit, &melded) > limit) return FLOW_NEXT;
    state->actor = state->turn;
    return FLOW_ASK;
}

void felt_phase_meld_moves(genome_program program, genome_look state, struct felt_moves *out)
{
    (void)program;
    (void)state;
    out->items = 0;
    out->others = GENOME_WORD(FELT_MOVE_KNOCK) | GENOME_WORD(FELT_MOVE_PASS);
}

static void knock(genome_program program, genome_state state, struct felt_event_log *log)
{
    const int32_t *gene = genome_step(program, state)->gene;
    felt_seat knocker = state->actor, seat = knocker;
    int dead[FELT_GENOME_SEATS_MAX] = {0}, won = 0;
    unsigned seats = genome_live(state);
    for (unsigned rest = seats; rest; rest &= ~(1u << seat)) {
        felt_cards melded;
        seat = genome_from(state, rest, seat);
        dead[seat] = arrange(program, gene, state->hand[seat], INT16_MAX, &melded);
        felt_genome_tell_cards(log, FELT_EVENT_SHOW, seat, state->hand[seat], GENOME_EVERYBODY,
                               dead[seat]);
        felt_genome_score(state, seat, felt_genome_points(program, FELT_SCORE_SET_COMPLETE, melded),
                          log);
    }
    bool gin = dead[knocker] == 0;
    for (unsigned rest = seats & ~(1u << knocker); rest; rest &= rest - 1) {
        seat = (felt_seat)__builtin_ctz(rest);
        if (gin || dead[seat] > dead[knocker])
            won += dead[seat] - dead[knocker];
        else
            felt_genome_score(state, seat, dead[knocker] - dead[seat] + gene[FELT_MELD_UNDERCUT],
                              log);
    }
    felt_genome_score(state, knocker, won + (gin ? gene[FELT_MELD_GIN] : 0), log);
    state->flags |= FELT_FLAG_ENDING;
}

enum genome_flow felt_phase_meld_play(genome_program program, genome_state state, int move,
                                      struct felt_event_log *log)
{
    if (move == FELT_MOVE_PASS) return FLOW_NEXT; /* nobody is told that a knock was possible */
    felt_assert(move == FELT_MOVE_KNOCK);
    genome_tell(log, FELT_EVENT_SAY, state->actor, FELT_ASKS_NOTHING, FELT_MOVE_KNOCK);
    knock(program, state, log);
    return FLOW_NEXT;
}
