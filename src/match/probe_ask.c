/* probe_ask.c -- what the player would do with a hand.
 *
 * A player is a block that sits down, hears what happened, and chooses.  To ask it about a hand, it
 * sits down in a spare block, hears the events of this hand with the cards in question in place of
 * its own, and chooses on a view with the same cards.  Its generator is another one than at the
 * table: nobody who knows how a player plays knows which way its coins fall.
 *
 * Answers are a function of the seed of the probe, of what is public, and of the cards.  Before the
 * flop the same questions come up hand after hand, and suits do not matter: so the answers for the
 * 169 kinds of hands are kept, by the key of the question.  Behind it those to the last few
 * questions are: what a raise would bring is asked before it is made, and what was answered is
 * wanted again when the player has acted.  Whether an answer was still there makes no difference
 * but in time.
 *
 * Earlier decisions of the hand are told, not taken again.  A player that settles in choose() what
 * it will do later is so known less well, and the probe wins less than it might. */
#include "match/probe_parts.h"

#include "felt/assert.h"
#include "felt/hash.h"

#include <string.h>

/* Raises within this ratio are the same action, within the second one nearly so. */
static const double same_ratio = 1.5, near_ratio = 3, near_counts = 0.3, far_counts = 0.1;

int felt_probe_ask_kind(const felt_card cards[2])
{
    int a = felt_card_rank(cards[0]), b = felt_card_rank(cards[1]);
    int high = a > b ? a : b, low = a > b ? b : a;
    bool suited = felt_card_suit(cards[0]) == felt_card_suit(cards[1]);
    return suited || high == low ? FELT_RANKS * high + low : FELT_RANKS * low + high;
}

void felt_probe_ask_init(struct felt_probe_ask *ask, const struct felt_probe *probe, void *block)
{
    struct felt_rng root = felt_rng_make(probe->match.seed);
    ask->probe = probe;
    ask->block = block;
    ask->root = felt_rng_split(&root, felt_hash_text("ask"));
    for (int i = 0; i < FELT_PROBE_ASK_ROWS; i++) ask->row[i].used = false;
    memset(ask->recent, 0, sizeof ask->recent);
}

void felt_probe_ask_begin(struct felt_probe_ask *ask, felt_seat seat)
{
    ask->place = (struct felt_place){
        .game = ask->probe->match.game, .rules = ask->probe->match.rules, .seat = seat};
    ask->events = 0;
}

bool felt_probe_ask_observe(struct felt_probe_ask *ask, const struct felt_event *event)
{
    if (ask->events == FELT_PROBE_ASK_EVENTS) return false;
    ask->event[ask->events++] = *event;
    return true;
}

/* Of everything both seats know. */
static uint64_t hash_events(const struct felt_probe_ask *ask, uint64_t hash)
{
    for (uint32_t i = 0; i < ask->events; i++) {
        const struct felt_event *event = &ask->event[i];
        hash = felt_hash_word(hash, (uint64_t)event->kind << 16 | (uint64_t)event->act << 8 |
                                        (uint8_t)event->seat);
        hash = felt_hash_word(hash, (uint64_t)event->amount);
        hash = felt_hash_word(hash, (uint64_t)event->to);
        if (event->kind == FELT_EVENT_BOARD)
            hash = felt_hash_bytes(hash, event->cards, event->count);
    }
    return hash;
}

void felt_probe_ask_make(const struct felt_probe_ask *ask, const struct felt_poker *state,
                         struct felt_probe_ask_question *out)
{
    felt_assert(felt_poker_actor(state) == ask->place.seat);
    felt_poker_view(ask->place.rules, state, ask->place.seat, &out->view);
    out->events = ask->events;
    out->key = hash_events(ask, (uint64_t)ask->place.seat);
}

/* The event as the player would have seen it with these cards. */
static struct felt_event told(const struct felt_event *event, felt_seat seat,
                              const felt_card cards[2])
{
    struct felt_event seen = felt_event_for(event, seat);
    if (event->kind != FELT_EVENT_DEAL || event->seat != seat) return seen;
    /* Hold'em deals both at once; two events of one card would be the same to the player. */
    felt_assert(event->count == 2);
    memcpy(seen.cards, cards, 2);
    return seen;
}

static void put_once(struct felt_probe_ask *ask, const struct felt_probe_ask_question *question,
                     const felt_card cards[2], struct felt_rng rng,
                     struct felt_probe_ask_reply *reply)
{
    const struct felt_player_spec *spec = &ask->probe->match.player[1];
    const struct felt_player_kind *kind = spec->kind;
    const struct felt_budget budget = {.samples =
                                           felt_player_samples(spec, ask->probe->match.samples)};
    struct felt_view view = question->view;
    const struct felt_zone *hand = felt_view_zone(&view, FELT_ZONE_HAND, view.viewer);
    felt_assert(hand->count == 2);
    memcpy(view.cards + hand->at, cards, 2);
    kind->sit(ask->block, &spec->settings, rng);
    kind->begin(ask->block, &ask->place);
    for (uint32_t i = 0; kind->observe && i < question->events; i++) {
        struct felt_event event = told(&ask->event[i], ask->place.seat, cards);
        kind->observe(ask->block, &event);
    }
    struct felt_action action = kind->choose(ask->block, &view, &budget).action;
    bool legal = false;
    for (int i = 0; i < view.options; i++) legal |= felt_option_admits(&view.option[i], action);
    if (!legal) action = felt_player_timid(&view);
    reply->kind[reply->count] = action.kind;
    reply->amount[reply->count] = action.amount;
    reply->count++;
}

static struct felt_probe_ask_reply put(struct felt_probe_ask *ask,
                                       const struct felt_probe_ask_question *question,
                                       const felt_card cards[2], uint64_t label, int times)
{
    struct felt_probe_ask_reply reply = {0};
    struct felt_rng rng = felt_rng_split(&ask->root, question->key);
    rng = felt_rng_split(&rng, label);
    for (int i = 0; i < times; i++)
        put_once(ask, question, cards, felt_rng_split(&rng, (uint64_t)i), &reply);
    return reply;
}

/* Once a board lies there. */
static struct felt_probe_ask_reply put_combo(struct felt_probe_ask *ask,
                                             const struct felt_probe_ask_question *question,
                                             const felt_card cards[2])
{
    int combo = felt_combo_index(cards[0], cards[1]);
    struct felt_probe_ask_recent *recent =
        &ask->recent[question->key % FELT_PROBE_ASK_RECENT][combo];
    if (recent->key != question->key || recent->reply.count == 0) {
        recent->key = question->key;
        recent->reply = put(ask, question, cards, (uint64_t)combo, 1);
    }
    return recent->reply;
}

/* The same two suits for all hands of a kind, whichever is asked about first. */
static void take_suits(const felt_card cards[2], felt_card out[2])
{
    int a = felt_card_rank(cards[0]), b = felt_card_rank(cards[1]);
    bool suited = felt_card_suit(cards[0]) == felt_card_suit(cards[1]);
    out[0] = felt_card_make(a > b ? a : b, FELT_SPADES);
    out[1] = felt_card_make(a > b ? b : a, suited ? FELT_SPADES : FELT_HEARTS);
}

struct felt_probe_ask_reply felt_probe_ask_put(struct felt_probe_ask *ask,
                                               const struct felt_probe_ask_question *question,
                                               const felt_card cards[2])
{
    if (question->view.street > 0) return put_combo(ask, question, cards);
    int kind = felt_probe_ask_kind(cards);
    struct felt_probe_ask_row *row = &ask->row[question->key % FELT_PROBE_ASK_ROWS];
    if (!row->used || row->key != question->key) {
        memset(row, 0, sizeof *row);
        row->used = true;
        row->key = question->key;
    }
    if (row->reply[kind].count == 0) {
        felt_card alike[2];
        take_suits(cards, alike);
        row->reply[kind] = put(ask, question, alike, (uint64_t)kind, FELT_PROBE_ASK_REPLIES);
    }
    return row->reply[kind];
}

static double likeness(felt_chips a, felt_chips b)
{
    double ratio = a > b ? (double)a / (double)b : (double)b / (double)a;
    return ratio <= same_ratio ? 1 : ratio <= near_ratio ? near_counts : far_counts;
}

double felt_probe_ask_likeness(const struct felt_probe_ask_reply *reply, struct felt_action action)
{
    double sum = 0;
    felt_assert(reply->count > 0);
    for (int i = 0; i < reply->count; i++) {
        if (reply->kind[i] != action.kind) continue;
        sum += action.kind == FELT_RAISE_TO ? likeness(reply->amount[i], action.amount) : 1;
    }
    return sum / reply->count;
}
