/* view.c -- what a seat may know of a genome's game, and states that look the same.
 *
 * Seen by everybody: the table, captured piles, cards laid in tricks, discards that lie face up,
 * cards in hands that were shown, and how many cards are anywhere.  Seen by one seat: its own hand
 * (unless hands are piles face down), and the cards it is choosing.  Everything else is hidden, and
 * drawing it anew is one routine for search (felt_genome_redeal) and for views (imagine): the
 * hidden cards are collected, shuffled, and laid into the hidden places.
 *
 * `chosen` marks what lies face down where cards are usually seen: cards that wait to be passed on
 * (Transfer), in pile.captured[receiver]; cards laid for a comparison; cards of a battle among the
 * discards.  Its other bits are cards of the actor's hand that it is choosing.
 *
 * The numbers of a view:
 *   0 .. 5    scores
 *   6 .. 11   tricks + 256 * bid
 *   12        pc, sub, turn, leader, dealt, asked, passed, flags    (bytes, lowest first)
 *   13        rank, size, suit, trump, raises, repeat, carried, turned
 *   14        hands, cycle, start, winners, turns (two bytes)
 *   15        cards chosen so far, if the viewer is choosing */
#include "felt/deck.h"
#include "games/genome/parts.h"

#include <string.h>

enum {
    NUMBER_SCORE = 0,
    NUMBER_COUNT = 6,
    NUMBER_STEP = 12,
    NUMBER_PLAY,
    NUMBER_HANDS,
    NUMBER_CHOSEN
};

/* ---- what is hidden ---- */

/* Cards that lie in a comparison face down until everybody has chosen. */
static bool laid_hidden(genome_program program, genome_look state)
{
    const struct felt_genome_step *step = genome_step(program, state);
    return step->type == FELT_PHASE_TYPE_COMPARE &&
           step->gene[FELT_COMPARE_REVEAL] == FELT_REVEAL_CHOOSE;
}

static felt_cards waiting(genome_program program, genome_look state, int seat)
{
    return program->queue ? 0 : state->pile.captured[seat] & state->chosen;
}

static bool marked(genome_program program, genome_look state, felt_card card)
{
    return !program->queue && state->chosen >> card & 1;
}

static bool discard_hidden(genome_program program, genome_look state, int place)
{
    return !program->open_discards || marked(program, state, state->order[place]);
}

/* Of a hand, the cards that `viewer` knows. */
static felt_cards known_of(genome_program program, genome_look state, int seat, felt_seat viewer)
{
    if (program->queue) return 0;
    return seat == viewer ? state->hand[seat] : state->hand[seat] & state->shown;
}

/* Hidden cards in the order in which they are laid into hidden places. */
struct hidden {
    struct felt_genome_hidden list;
    int at; /* how many are laid */
};

static felt_cards reveal(struct hidden *hidden, int count)
{
    felt_cards cards = 0;
    while (count-- > 0) cards |= felt_cards_of(hidden->list.card[hidden->at++]);
    return cards;
}

/* In the order of cards: where one lay must not show in what is drawn from the list. */
void felt_genome_hide(const struct felt_genome_program *program,
                      const struct felt_genome_state *state, felt_seat viewer,
                      struct felt_genome_hidden *out)
{
    bool face_down = laid_hidden(program, state);
    felt_cards cards = 0;
    for (int i = state->deck_at; i < program->deck_count; i++)
        cards |= felt_cards_of(state->order[i]);
    for (int i = 0; i < state->discards; i++)
        if (discard_hidden(program, state, i)) cards |= felt_cards_of(state->order[i]);
    for (int seat = 0; seat < program->seats; seat++) {
        cards |= state->hand[seat] & ~known_of(program, state, seat, viewer);
        cards |= waiting(program, state, seat);
        if (face_down && seat != viewer && state->laid[seat] != FELT_CARD_NONE)
            cards |= felt_cards_of(state->laid[seat]);
    }
    out->count = 0;
    while (cards) out->card[out->count++] = felt_cards_take(&cards);
}

static void fill_queue(genome_state state, felt_seat seat, struct hidden *from, int count)
{
    state->hand[seat] = 0;
    state->by.queue.top[seat] = state->by.queue.bottom[seat] = FELT_CARD_NONE;
    while (count-- > 0) felt_genome_push(state, seat, from->list.card[from->at++]);
}

/* The draw pile last: what no hand will need of it need not be shuffled.  `mark` gets the new cards
 * of marked places. */
static void lay(genome_program program, genome_state state, felt_seat viewer, struct hidden *from,
                felt_cards *mark)
{
    bool face_down = laid_hidden(program, state);
    for (int seat = program->seats - 1; seat >= 0; seat--) {
        felt_cards known = known_of(program, state, seat, viewer);
        felt_cards hidden = state->hand[seat] & ~known, wait = waiting(program, state, seat);
        if (face_down && state->laid[seat] != FELT_CARD_NONE) {
            if (seat != viewer) state->laid[seat] = from->list.card[from->at++];
            *mark |= felt_cards_of(state->laid[seat]);
        }
        if (wait) {
            felt_cards other = reveal(from, felt_cards_count(wait));
            state->pile.captured[seat] = (state->pile.captured[seat] & ~wait) | other;
            *mark |= other;
        }
        if (program->queue)
            fill_queue(state, (felt_seat)seat, from, felt_cards_count(hidden));
        else if (hidden)
            state->hand[seat] = known | reveal(from, felt_cards_count(hidden));
    }
    for (int i = state->discards - 1; i >= 0; i--) {
        bool down = marked(program, state, state->order[i]);
        if (discard_hidden(program, state, i)) state->order[i] = from->list.card[from->at++];
        if (down) *mark |= felt_cards_of(state->order[i]);
    }
    int left = program->deck_count - state->deck_at;
    felt_assert(from->at + left == from->list.count); /* M2 */
    memcpy(state->order + state->deck_at, from->list.card + from->at, (size_t)left);
}

felt_cards felt_genome_own_suit(genome_program program, int seat)
{
    felt_cards deck = felt_cards_from(program->deck, program->deck_count);
    for (int suit = 0; suit < FELT_SUITS; suit++) {
        felt_cards cards = deck & genome_suit_cards(suit);
        if (cards && seat-- == 0) return cards;
    }
    return 0;
}

/* Everybody was dealt a suit of his own and still has nothing else: then its hidden cards are his.
 * They come first in the list, in the order of lay(). */
static void match_suits(genome_program program, genome_look state, felt_seat viewer,
                        struct felt_genome_hidden *hidden)
{
    bool face_down = laid_hidden(program, state);
    struct felt_genome_hidden sorted = {.count = 0};
    felt_cards used = 0;
    for (int seat = program->seats - 1; seat >= 0; seat--) {
        felt_cards own = felt_genome_own_suit(program, seat);
        int places = felt_cards_count(state->hand[seat] & ~known_of(program, state, seat, viewer));
        places += face_down && seat != viewer && state->laid[seat] != FELT_CARD_NONE;
        if (waiting(program, state, seat)) return;
        for (int i = 0; i < hidden->count; i++)
            if (own >> hidden->card[i] & 1) {
                sorted.card[sorted.count++] = hidden->card[i];
                used |= felt_cards_of(hidden->card[i]);
                places--;
            }
        if (places) return;
    }
    for (int i = 0; i < hidden->count; i++)
        if (!(used >> hidden->card[i] & 1)) sorted.card[sorted.count++] = hidden->card[i];
    memcpy(hidden->card, sorted.card, sizeof hidden->card);
}

void felt_genome_redeal_from(const struct felt_genome_program *program, felt_seat seat,
                             const struct felt_genome_hidden *cards, struct felt_rng *rng,
                             struct felt_genome_state *state)
{
    struct hidden hidden = {.list = *cards};
    felt_seat actor = state->actor;
    felt_cards choosing = 0, mark = 0;
    int idle = program->deck_count -
               (program->shuffled > state->deck_at ? program->shuffled : state->deck_at);
    felt_cards_shuffle(hidden.list.card, cards->count, cards->count - idle, rng);
    if (program->setup[FELT_SETUP_OWN_SUITS]) match_suits(program, state, seat, &hidden.list);
    if (!program->queue && actor >= 0) choosing = state->chosen & state->hand[actor];
    lay(program, state, seat, &hidden, &mark);
    if (choosing && actor != seat) {
        /* As many cards chosen, from its new hand: how many is all that others see. */
        felt_cards hand = state->hand[actor];
        int count = felt_cards_count(choosing);
        for (choosing = 0; count > 0; count--) choosing |= felt_cards_of(felt_cards_take(&hand));
    }
    if (!program->queue) state->chosen = mark | choosing;
    state->chance = felt_rng_next(rng);
}

void felt_genome_redeal(const struct felt_genome_program *program, felt_seat seat,
                        struct felt_rng *rng, struct felt_genome_state *state)
{
    struct felt_genome_hidden hidden;
    felt_genome_hide(program, state, seat, &hidden);
    felt_genome_redeal_from(program, seat, &hidden, rng, state);
}

/* ---- view ---- */

static struct felt_zone *add_zone(struct felt_view *out, int kind, felt_seat owner, int *at)
{
    struct felt_zone *zone = &out->zone[out->zones++];
    *zone = (struct felt_zone){.kind = (uint8_t)kind, .owner = owner, .at = (uint8_t)*at};
    return zone;
}

static void add_cards(struct felt_view *out, struct felt_zone *zone, felt_cards seen, int hidden,
                      felt_cards up, int *at)
{
    while (seen) {
        felt_card card = felt_cards_take(&seen);
        if (up >> card & 1) zone->up |= UINT64_C(1) << zone->count;
        out->cards[(*at)++] = card;
        zone->count++;
    }
    for (; hidden > 0; hidden--, zone->count++) out->cards[(*at)++] = FELT_CARD_NONE;
}

static void see_seats(genome_program program, genome_look state, struct felt_view *out, int *at)
{
    bool face_down = laid_hidden(program, state);
    for (int i = 0; i < program->seats; i++) {
        felt_seat seat = (felt_seat)i;
        felt_cards known = known_of(program, state, i, out->viewer);
        struct felt_zone *zone = add_zone(out, FELT_ZONE_HAND, seat, at);
        add_cards(out, zone, known, felt_cards_count(state->hand[i] & ~known), state->shown, at);
        felt_cards pile = program->queue ? 0 : state->pile.captured[i];
        felt_cards wait = waiting(program, state, i);
        if (pile) {
            zone = add_zone(out, FELT_ZONE_PILE, seat, at);
            add_cards(out, zone, pile & ~wait, felt_cards_count(wait), pile, at);
        }
        if (state->laid[i] == FELT_CARD_NONE) continue;
        bool hidden = face_down && seat != out->viewer;
        zone = add_zone(out, FELT_ZONE_LAID, seat, at);
        add_cards(out, zone, hidden ? 0 : felt_cards_of(state->laid[i]), hidden, FELT_CARDS_ALL,
                  at);
    }
}

static void see_table(genome_program program, genome_look state, struct felt_view *out, int *at)
{
    struct felt_zone *zone = add_zone(out, FELT_ZONE_BOARD, FELT_SEAT_NONE, at);
    add_cards(out, zone, state->table, 0, state->table, at);
    zone = add_zone(out, FELT_ZONE_DISCARDS, FELT_SEAT_NONE, at);
    for (int i = 0; i < state->discards; i++, zone->count++)
        out->cards[(*at)++] =
            discard_hidden(program, state, i) ? (felt_card)FELT_CARD_NONE : state->order[i];
    zone = add_zone(out, FELT_ZONE_STUB, FELT_SEAT_NONE, at);
    add_cards(out, zone, 0, program->deck_count - state->deck_at, 0, at);
}

static int64_t pack(const uint8_t byte[8])
{
    uint64_t word = 0;
    for (int i = 7; i >= 0; i--) word = word << 8 | byte[i];
    return (int64_t)word;
}

static void count_up(genome_program program, genome_look s, struct felt_view *out)
{
    for (int seat = 0; seat < program->seats; seat++) {
        out->number[NUMBER_SCORE + seat] = s->score[seat];
        out->number[NUMBER_COUNT + seat] =
            program->queue ? 0 : s->by.count.tricks[seat] + 256 * s->by.count.bid[seat];
    }
    out->number[NUMBER_STEP] =
        pack((uint8_t[8]){s->pc, s->sub, (uint8_t)s->turn, (uint8_t)s->leader, s->dealt, s->asked,
                          s->passed, s->flags});
    out->number[NUMBER_PLAY] = pack((uint8_t[8]){s->rank, s->size, s->suit, s->trump, s->raises,
                                                 s->repeat, s->carried, s->turned});
    out->number[NUMBER_HANDS] = pack((uint8_t[8]){s->hands, s->cycle, (uint8_t)s->start, s->winners,
                                                  (uint8_t)s->turns, (uint8_t)(s->turns >> 8)});
    if (!program->queue && s->actor >= 0)
        out->number[NUMBER_CHOSEN] = s->actor == out->viewer
                                         ? (int64_t)(s->chosen & s->hand[s->actor])
                                         : felt_cards_count(s->chosen & s->hand[s->actor]);
}

static uint8_t phase_of(genome_program program, genome_look state)
{
    if (state->actor < 0) return FELT_PHASE_OVER;
    return genome_step(program, state)->type == FELT_PHASE_TYPE_BETTING ? FELT_PHASE_BET
                                                                        : FELT_PHASE_DISCARD;
}

void felt_genome_view(const struct felt_genome_program *program,
                      const struct felt_genome_state *state, felt_seat seat, struct felt_view *out)
{
    int at = 0;
    memset(out, 0, sizeof *out);
    out->viewer = seat;
    out->actor = state->actor;
    out->button = out->opener = state->start;
    out->phase = phase_of(program, state);
    out->step = state->pc;
    out->seats = state->dealt;
    out->betting = state->betting;
    for (int i = 0; i < program->seats; i++) {
        out->start[i] = state->chips[i];
        out->paid[i] = state->paid[i];
    }
    see_seats(program, state, out, &at);
    see_table(program, state, out, &at);
    count_up(program, state, out);
    if (seat >= 0 && seat == state->actor)
        out->options = (uint8_t)felt_genome_options(program, state, out->option);
}

/* ---- imagine ---- */

static void unpack(int64_t from, uint8_t byte[8])
{
    for (int i = 0; i < 8; i++) byte[i] = (uint8_t)((uint64_t)from >> (8 * i));
}

static void restore_numbers(genome_program program, const struct felt_view *view, genome_state s)
{
    uint8_t b[8];
    for (int seat = 0; seat < program->seats; seat++) {
        s->score[seat] = (int16_t)view->number[NUMBER_SCORE + seat];
        if (program->queue) continue;
        s->by.count.tricks[seat] = (uint8_t)view->number[NUMBER_COUNT + seat];
        s->by.count.bid[seat] = (uint8_t)(view->number[NUMBER_COUNT + seat] >> 8);
    }
    unpack(view->number[NUMBER_STEP], b);
    s->pc = b[0], s->sub = b[1], s->turn = (felt_seat)b[2], s->leader = (felt_seat)b[3];
    s->dealt = b[4], s->asked = b[5], s->passed = b[6], s->flags = b[7];
    unpack(view->number[NUMBER_PLAY], b);
    s->rank = b[0], s->size = b[1], s->suit = b[2], s->trump = b[3], s->raises = b[4];
    s->repeat = b[5], s->carried = b[6], s->turned = b[7];
    unpack(view->number[NUMBER_HANDS], b);
    s->hands = b[0], s->cycle = b[1], s->start = (felt_seat)b[2], s->winners = b[3];
    s->turns = (uint16_t)(b[4] + 256 * b[5]);
}

/* A zone into a set: cards that are seen stay, for the others some of the unseen are taken. */
static felt_cards fill_zone(const struct felt_view *view, const struct felt_zone *zone,
                            felt_cards *unseen)
{
    felt_cards cards = 0;
    for (int i = 0; i < zone->count; i++) {
        felt_card seen = view->cards[zone->at + i];
        felt_cards lowest = *unseen & -*unseen;
        if (seen != FELT_CARD_NONE) {
            cards |= felt_cards_of(seen);
            continue;
        }
        felt_assert(lowest);
        *unseen ^= lowest;
        cards |= lowest;
    }
    return cards;
}

static void fill_hand(genome_program program, const struct felt_view *view,
                      const struct felt_zone *zone, genome_state state, felt_cards *unseen)
{
    felt_cards cards = fill_zone(view, zone, unseen);
    for (int i = 0; i < zone->count; i++)
        if (zone->up >> i & 1) state->shown |= felt_cards_of(view->cards[zone->at + i]);
    if (!program->queue) {
        state->hand[zone->owner] = cards;
        return;
    }
    while (cards) felt_genome_push(state, zone->owner, felt_cards_take(&cards));
}

static void fill_pile(const struct felt_view *view, const struct felt_zone *zone,
                      genome_state state, felt_cards *unseen)
{
    felt_cards before = *unseen;
    state->pile.captured[zone->owner] = fill_zone(view, zone, unseen);
    state->chosen |= before & ~*unseen; /* waiting for the seat */
}

static void fill_order(genome_program program, const struct felt_view *view,
                       const struct felt_zone *zone, genome_state state, felt_cards *unseen)
{
    bool stub = zone->kind == FELT_ZONE_STUB;
    int at = stub ? program->deck_count - zone->count : 0;
    for (int i = 0; i < zone->count; i++) {
        felt_card card = view->cards[zone->at + i];
        bool hidden = card == FELT_CARD_NONE;
        if (hidden) card = felt_cards_take(unseen);
        state->order[at + i] = card;
        if (hidden && !stub && program->open_discards) state->chosen |= felt_cards_of(card);
    }
    if (stub)
        state->deck_at = (uint8_t)at;
    else
        state->discards = zone->count;
}

static void fill_zones(genome_program program, const struct felt_view *view, genome_state state)
{
    felt_cards unseen = 0;
    for (int i = 0; i < program->deck_count; i++) unseen |= felt_cards_of(program->deck[i]);
    for (int i = 0; i < view->zones; i++)
        for (int j = 0; j < view->zone[i].count; j++) {
            felt_card card = view->cards[view->zone[i].at + j];
            if (card != FELT_CARD_NONE) unseen &= ~felt_cards_of(card);
        }
    for (int i = 0; i < view->zones; i++) {
        const struct felt_zone *zone = &view->zone[i];
        switch (zone->kind) {
        case FELT_ZONE_HAND: fill_hand(program, view, zone, state, &unseen); break;
        case FELT_ZONE_PILE: fill_pile(view, zone, state, &unseen); break;
        case FELT_ZONE_LAID:
            state->laid[zone->owner] = (uint8_t)__builtin_ctzll(fill_zone(view, zone, &unseen));
            break;
        case FELT_ZONE_BOARD: state->table = fill_zone(view, zone, &unseen); break;
        default: fill_order(program, view, zone, state, &unseen); break;
        }
    }
}

void felt_genome_imagine(const struct felt_genome_program *program, const struct felt_view *view,
                         struct felt_rng *rng, struct felt_genome_state *state)
{
    memset(state, 0, sizeof *state);
    state->betting = view->betting;
    state->actor = view->actor;
    memset(state->laid, FELT_CARD_NONE, sizeof state->laid);
    if (program->queue) memset(&state->by, FELT_CARD_NONE, sizeof state->by);
    for (int seat = 0; seat < program->seats; seat++) {
        state->chips[seat] = (int32_t)view->start[seat];
        state->paid[seat] = (int32_t)view->paid[seat];
    }
    restore_numbers(program, view, state);
    fill_zones(program, view, state);
    if (!program->queue && view->actor >= 0) {
        felt_cards hand = state->hand[view->actor];
        int64_t chosen = view->number[NUMBER_CHOSEN];
        if (view->actor == view->viewer)
            state->chosen |= (felt_cards)chosen;
        else
            for (; chosen > 0; chosen--) state->chosen |= felt_cards_of(felt_cards_take(&hand));
    }
    felt_genome_redeal(program, view->viewer, rng, state);
}
