/* arena.c -- see arena.h.
 *
 * The hand is played along with the engine (mirror.h) from its beginning, whenever the player is
 * asked and when the hand is over: that is a few dozen actions, and nothing has to be undone when a
 * frame turns out to be wrong.  If it does not come to what the `act` says, the view is made of the
 * `act` alone (guess.c); and if that makes no sense either, the player is not asked, and the timid
 * action is taken. */
#include "client/arena.h"

#include "felt/assert.h"
#include "felt/hash.h"
#include "felt/json.h"
#include "felt/record.h"
#include "client/mirror.h"

#include <stdlib.h>
#include <string.h>

struct felt_client_arena {
    struct felt_player_spec player;
    void *block; /* of the player                                                            */
    struct felt_client_arena_facts facts;
    struct client_game game[2]; /* a player keeps looking at that of its last hand               */
    struct felt_place place[2];
    int game_at, place_at;
    bool plays;    /* a game is known, and the player knows it                                */
    bool joined;   /* the player was told that the hand begins                                */
    uint32_t told; /* events of the hand that it has seen                               */
    uint64_t told_hash; /* of them                                                           */
    bool asked;
    bool from_snapshot; /* the last answer was given to a snapshot, and nothing happened since */
    struct client_offer offer;
    struct client_table table;
    struct client_hand hand;
    struct client_mirror mirror;
    struct client_frame frame;
};

struct felt_client_arena *felt_client_arena_open(const struct felt_player_spec *player,
                                                 uint64_t seed)
{
    struct felt_client_arena *client = calloc(1, sizeof *client);
    void *block = calloc(1, player->kind->bytes ? player->kind->bytes : 1);
    if (client == NULL || block == NULL) {
        free(client);
        free(block);
        return NULL;
    }
    client->player = *player;
    client->block = block;
    client->facts.seat = client->hand.seat = client->hand.button = FELT_SEAT_NONE;
    player->kind->sit(block, &player->settings, felt_rng_make(seed));
    return client;
}

void felt_client_arena_close(struct felt_client_arena *client)
{
    if (client) free(client->block);
    free(client);
}

const struct felt_client_arena_facts *
felt_client_arena_facts(const struct felt_client_arena *client)
{
    return &client->facts;
}

/* ---- what is played ---- */

/* "HUNL", or a code of recorded hands; what is not known is taken for no-limit hold'em. */
static bool find_rules(const struct client_frame *frame, struct client_game *out)
{
    felt_chips unit = frame->big_blind > 0 ? frame->big_blind : 100;
    int index = felt_record_variant_find(frame->variant, strlen(frame->variant));
    struct felt_record_variant variant = {.row = "holdem", .limit = FELT_NO_LIMIT};
    if (index >= 0) variant = felt_record_variant_at(index);
    out->big_blind = unit;
    out->small_blind = frame->small_blind > 0 ? frame->small_blind : (unit + 1) / 2;
    if (out->small_blind > unit) out->small_blind = unit;
    return felt_poker_rules_make(variant.row, (enum felt_limit)variant.limit, unit, &out->rules,
                                 NULL) == FELT_OK;
}

static bool same_game(const struct client_game *a, const struct client_game *b)
{
    return a->rules.variant == b->rules.variant && a->rules.limit == b->rules.limit &&
           a->small_blind == b->small_blind && a->big_blind == b->big_blind;
}

static void take_game(struct felt_client_arena *client, const struct client_frame *frame)
{
    struct client_game *next = &client->game[!client->game_at];
    if (!find_rules(frame, next)) {
        client->plays = false;
        return;
    }
    if (client->plays && same_game(next, &client->game[client->game_at])) return;
    client->game_at = !client->game_at;
    client->plays = client->player.kind->plays(&felt_poker_game, &next->rules);
}

/* ---- a hand ---- */

static void begin_hand(struct felt_client_arena *client, const char *hand_id)
{
    memcpy(client->facts.hand_id, hand_id, sizeof client->facts.hand_id);
    memset(&client->hand, 0, offsetof(struct client_hand, said));
    client->hand.seat = client->facts.seat;
    client->hand.button = FELT_SEAT_NONE;
    client->joined = client->asked = client->from_snapshot = false;
    client->told = 0;
}

/* Frames of another hand than the last one: its beginning was missed. */
static void notice_hand(struct felt_client_arena *client, const struct client_frame *frame)
{
    if (frame->hand_id[0] && strcmp(frame->hand_id, client->facts.hand_id) != 0)
        begin_hand(client, frame->hand_id);
}

/* Own cards may become known after others have acted; everything else stays as it was. */
static uint64_t hash_events(const struct felt_event *events, uint32_t count)
{
    uint64_t hash = 0;
    for (uint32_t i = 0; i < count; i++) {
        struct felt_event event = events[i];
        if (event.kind == FELT_EVENT_DEAL) memset(event.cards, 0, sizeof event.cards);
        hash = felt_hash_bytes(hash, &event, sizeof event);
    }
    return hash;
}

static void join_hand(struct felt_client_arena *client)
{
    struct felt_place *place = &client->place[client->place_at = !client->place_at];
    *place = (struct felt_place){.game = &felt_poker_game,
                                 .rules = &client->game[client->game_at].rules,
                                 .seat = client->hand.seat,
                                 .owner = client->player.owner};
    client->player.kind->begin(client->block, place);
    client->joined = true;
    client->told = 0;
}

/* The player hears what it has not heard yet.  What it heard before must be the beginning of the
 * same hand: if a server changed its mind, or the view is a guess, the hand begins anew. */
static void tell_player(struct felt_client_arena *client)
{
    const struct felt_player_kind *kind = client->player.kind;
    const struct client_mirror *mirror = &client->mirror;
    if (!client->joined || !mirror->fits || client->told > mirror->events ||
        hash_events(mirror->event, client->told) != client->told_hash)
        join_hand(client);
    for (; mirror->fits && kind->observe && client->told < mirror->events; client->told++) {
        struct felt_event heard = felt_event_for(&mirror->event[client->told], client->hand.seat);
        kind->observe(client->block, &heard);
    }
    client->told_hash = hash_events(mirror->event, client->told);
    if (!mirror->fits) client->joined = false;
}

static void play_along(struct felt_client_arena *client)
{
    client->mirror.fits = false;
    client->mirror.events = 0;
    if (client->plays && client->hand.seat >= 0)
        client_mirror_run(&client->game[client->game_at], &client->hand, &client->mirror);
}

/* ---- frames ---- */

static void take_said(struct client_hand *hand, const struct client_said *said)
{
    if (said->ev == FELT_SAIDS) return; /* not known: nothing that moves chips, we hope */
    if (hand->saids == CLIENT_SAIDS_MAX)
        hand->lost = true;
    else
        hand->said[hand->saids++] = *said;
}

static void take_start(struct felt_client_arena *client, const struct client_frame *frame)
{
    struct client_hand *hand = &client->hand;
    begin_hand(client, frame->hand_id);
    hand->begun = true;
    hand->button = frame->button;
    memcpy(hand->start, frame->stack, sizeof hand->start);
    for (int seat = 0; seat < FELT_SEATS_MAX; seat++)
        if (felt_seats_has(frame->stacks, seat) && hand->start[seat] > 0)
            hand->seats |= felt_seats_of(seat);
    if (hand->seat >= 0 && felt_seats_has(frame->stacks, hand->seat))
        client->facts.stack = hand->start[hand->seat];
    client->facts.hands++;
}

static felt_chips told_chips(felt_chips amount)
{
    return amount > 0 ? amount : 0;
}

/* Who was dealt in, and with which stacks, when only the history of the hand is known: those who
 * are in or did something, with the chips they have and those they put in. */
static void restore_start(struct client_hand *hand, const struct client_table *table)
{
    memcpy(hand->start, table->stack, sizeof hand->start);
    hand->button = table->button;
    hand->seats = table->seats & (felt_seats)~table->folded;
    for (int i = 0; i < hand->saids; i++) {
        const struct client_said *said = &hand->said[i];
        bool forced = said->ev == FELT_SAID_POST_BLINDS || said->ev == FELT_SAID_ANTE;
        bool moves = forced || said->ev == FELT_SAID_BET || said->ev == FELT_SAID_CALL ||
                     said->ev == FELT_SAID_BRING_IN;
        if (said->seat >= 0 && (moves || said->ev == FELT_SAID_FOLD || said->ev == FELT_SAID_DEAL))
            hand->seats |= felt_seats_of(said->seat);
        if (said->seat >= 0 && moves) hand->start[said->seat] += told_chips(said->amount);
        if (said->seat >= 0 && said->ev == FELT_SAID_RETURN)
            hand->start[said->seat] -= told_chips(said->amount);
        if (said->ev != FELT_SAID_POST_BLINDS || said->other < 0) continue;
        hand->seats |= felt_seats_of(said->other);
        hand->start[said->other] += told_chips(said->to);
    }
    for (int seat = 0; seat < FELT_SEATS_MAX; seat++)
        if (hand->start[seat] < 0 || hand->start[seat] > FELT_CHIPS_MAX) hand->lost = true;
    hand->begun = true;
}

/* What a hand of poker asks; other games are for the room (room.h). */
static uint16_t poker_kinds(uint16_t kinds)
{
    const unsigned others =
        1u << FELT_CHOOSE | 1u << FELT_COMMIT | 1u << FELT_CONTINUE | 1u << FELT_MOVE;
    return (uint16_t)(kinds & ~others);
}

static void take_offer(struct felt_client_arena *client, const struct client_frame *frame)
{
    client->offer = frame->offer;
    client->offer.kinds = poker_kinds(frame->offer.kinds);
    client->table = frame->table;
    client->facts.time_ms = frame->time_ms;
    if (frame->table.own_stack >= 0) client->facts.stack = frame->table.own_stack;
    if (client->hand.hole.count == 0) client->hand.hole = frame->table.hole;
    client->asked = client->offer.kinds != 0;
}

/* What was missed while the connection was down is in the history; without one the hand is lost. */
static enum felt_client_arena_news take_snapshot(struct felt_client_arena *client,
                                                 const struct client_frame *frame)
{
    struct client_hand *hand = &client->hand;
    notice_hand(client, frame);
    if (client->facts.seat < 0) client->facts.seat = hand->seat = frame->seat;
    hand->saids = 0;
    for (int i = 0; i < frame->saids; i++) take_said(hand, &frame->said[i]);
    if (!frame->has_history) hand->lost = true;
    if (frame->has_history && !hand->begun) restore_start(hand, &frame->table);
    take_offer(client, frame);
    return client->asked ? FELT_CLIENT_ARENA_ACT : FELT_CLIENT_ARENA_NOTHING;
}

/* After a snapshot some servers ask once more, with an `act`: answering twice would be an action
 * too many. */
static enum felt_client_arena_news take_act(struct felt_client_arena *client,
                                            const struct client_frame *frame)
{
    bool again = client->from_snapshot && frame->offer.has_req == client->offer.has_req &&
                 frame->offer.req_id == client->offer.req_id;
    notice_hand(client, frame);
    if (client->facts.seat < 0) client->facts.seat = client->hand.seat = frame->seat;
    if (again && client->from_snapshot) return FELT_CLIENT_ARENA_NOTHING;
    take_offer(client, frame);
    return client->asked ? FELT_CLIENT_ARENA_ACT : FELT_CLIENT_ARENA_NOTHING;
}

static void take_stack(struct felt_client_arena *client, const struct client_frame *frame)
{
    felt_seat seat = client->facts.seat;
    if (seat >= 0 && felt_seats_has(frame->stacks, seat)) client->facts.stack = frame->stack[seat];
}

static enum felt_client_arena_news take_end(struct felt_client_arena *client,
                                            const struct client_frame *frame)
{
    notice_hand(client, frame);
    take_stack(client, frame);
    client->asked = client->from_snapshot = false;
    client->hand.over = true;
    play_along(client);
    if (client->mirror.fits) tell_player(client);
    return FELT_CLIENT_ARENA_HAND_OVER;
}

enum felt_client_arena_news felt_client_arena_take(struct felt_client_arena *client,
                                                   const char *frame, size_t bytes)
{
    struct client_frame *told = &client->frame;
    struct felt_client_arena_facts *facts = &client->facts;
    client_frame_read(frame, bytes, told);
    switch ((enum client_kind)told->kind) {
    case CLIENT_WELCOME:
        facts->seat = client->hand.seat = told->seat;
        take_game(client, told);
        return FELT_CLIENT_ARENA_WELCOME;
    case CLIENT_START_HAND: take_start(client, told); return FELT_CLIENT_ARENA_HAND;
    case CLIENT_EVENT:
        client->asked = client->from_snapshot = false;
        take_said(&client->hand, &told->said[0]);
        return FELT_CLIENT_ARENA_NOTHING;
    case CLIENT_ACT: return take_act(client, told);
    case CLIENT_SNAPSHOT: return take_snapshot(client, told);
    case CLIENT_END_HAND: return take_end(client, told);
    case CLIENT_MATCH_END:
        take_stack(client, told);
        memcpy(facts->winner, told->winner, sizeof facts->winner);
        facts->won = facts->seat >= 0 && told->seat == facts->seat;
        return FELT_CLIENT_ARENA_MATCH_END;
    case CLIENT_ERROR:
        memcpy(facts->code, told->code, sizeof facts->code);
        memcpy(facts->text, told->text, sizeof facts->text);
        return FELT_CLIENT_ARENA_ERROR;
    case CLIENT_OTHER: break;
    }
    return FELT_CLIENT_ARENA_NOTHING;
}

/* ---- the view ---- */

/* Is the engine where the `act` says we are? */
static bool agrees(const struct client_table *table, const struct felt_view *view)
{
    const struct felt_zone *board = felt_view_zone(view, FELT_ZONE_BOARD, FELT_SEAT_NONE);
    const struct felt_zone *own = felt_view_zone(view, FELT_ZONE_HAND, view->viewer);
    if (view->actor != view->viewer) return false;
    for (felt_seats left = table->seats & view->seats; left;) {
        felt_seat seat = felt_seats_take(&left);
        if (table->stack[seat] != view->betting.stack[seat]) return false;
    }
    if (board->count != table->community.count) return false;
    felt_cards held = felt_cards_from(view->cards + own->at, own->count);
    for (int i = 0; i < table->hole.count; i++) {
        felt_card card = table->hole.card[i];
        if (card != FELT_CARD_NONE && !(held >> card & 1)) return false;
    }
    return true;
}

/* What both the engine and the server allow (E1). */
static bool narrow(const struct client_offer *offer, struct felt_option *option, felt_chips stack)
{
    if (!(offer->kinds >> option->kind & 1)) return false;
    switch (option->kind) {
    case FELT_CALL:
        if (offer->call > 0) option->min = option->max = offer->call < stack ? offer->call : stack;
        return true;
    case FELT_RAISE_TO:
        if (offer->raise_to_min > option->min) option->min = offer->raise_to_min;
        if (offer->raise_to_max >= 0 && offer->raise_to_max < option->max)
            option->max = offer->raise_to_max;
        return option->min <= option->max;
    case FELT_DISCARD:
        if (offer->discard_max < option->cards_max) option->cards_max = (uint8_t)offer->discard_max;
        return option->cards_min <= option->cards_max;
    default: return true;
    }
}

static bool narrow_options(const struct client_offer *offer, struct felt_view *view)
{
    int count = 0;
    felt_chips stack = view->betting.stack[view->viewer];
    for (int i = 0; i < view->options; i++) {
        struct felt_option option = view->option[i];
        if (narrow(offer, &option, stack)) view->option[count++] = option;
    }
    memset(view->option + count, 0, sizeof view->option[0] * (size_t)(view->options - count));
    view->options = (uint8_t)count;
    return count > 0;
}

/* The view of the seat that is asked; false: there is none that a player could understand. */
static bool make_view(struct felt_client_arena *client, struct felt_view *view)
{
    const struct client_game *game = &client->game[client->game_at];
    felt_seat seat = client->hand.seat;
    if (!client->plays || seat < 0) return false;
    play_along(client);
    if (client->mirror.fits && !client->mirror.blank) {
        felt_poker_view(&game->rules, &client->mirror.state, seat, view);
        if (agrees(&client->table, view)) return narrow_options(&client->offer, view);
    }
    client->mirror.fits = false;
    if (!client_guess_view(game, &client->hand, &client->table, seat, view)) return false;
    struct felt_rng rng = felt_rng_make(1);
    felt_poker_imagine(&game->rules, view, &rng, &client->mirror.state);
    view->options = (uint8_t)felt_poker_options(&game->rules, &client->mirror.state, view->option);
    return narrow_options(&client->offer, view);
}

/* ---- the answer ---- */

static bool admits(const struct felt_view *view, struct felt_action action)
{
    for (int i = 0; i < view->options; i++)
        if (felt_option_admits(&view->option[i], action)) return true;
    return false;
}

static void ask_player(struct felt_client_arena *client, const struct felt_view *view,
                       const struct felt_budget *budget, struct felt_decision *out)
{
    struct felt_budget own = *budget;
    own.samples = felt_player_samples(&client->player, budget->samples);
    tell_player(client);
    *out = client->player.kind->choose(client->block, view, &own);
    if (admits(view, out->action)) return;
    out->action = felt_player_timid(view);
    out->warning = FELT_WARN_BAD_STATE;
}

/* Without a view: what costs least. */
static struct felt_decision give_way(const struct client_offer *offer)
{
    static const uint8_t order[] = {FELT_CHECK, FELT_DISCARD, FELT_FOLD, FELT_BRING_IN, FELT_CALL,
                                    FELT_RUNS,  FELT_MUCK,    FELT_SHOW, FELT_RAISE_TO};
    struct felt_decision decision = {.reasoning = "no_view", .warning = FELT_WARN_BAD_STATE};
    size_t i = 0;
    while (i + 1 < sizeof order && !(offer->kinds >> order[i] & 1)) i++;
    decision.action.kind = order[i];
    if (order[i] == FELT_RAISE_TO) decision.action.amount = told_chips(offer->raise_to_min);
    if (order[i] == FELT_DISCARD) decision.action.cards = (1u << offer->discard_min) - 1;
    return decision;
}

static const char *action_word(uint8_t kind)
{
    switch ((enum felt_action_kind)kind) {
    case FELT_CHECK: return "CHECK";
    case FELT_CALL: return "CALL";
    case FELT_RAISE_TO: return "RAISE_TO";
    case FELT_BRING_IN: return "BRING_IN";
    case FELT_DISCARD: return "DISCARD";
    case FELT_SHOW: return "SHOW";
    case FELT_MUCK: return "MUCK";
    case FELT_RUNS: return "RUNS";
    default: return "FOLD";
    }
}

static void write_cards(struct felt_json *json, const felt_card *cards, int count, uint64_t mask)
{
    felt_json_key(json, "cards");
    felt_json_array(json);
    for (int i = 0; i < count; i++) {
        char name[FELT_CARD_TEXT_BYTES];
        if (!(mask >> i & 1)) continue;
        felt_card_write(cards[i], name);
        felt_json_text(json, name);
    }
    felt_json_end(json);
}

static void write_action(const struct felt_client_arena *client, struct felt_action action,
                         const felt_card *cards, int count, struct felt_buffer *out)
{
    struct felt_json json = felt_json_make(out);
    felt_json_object(&json);
    felt_json_key(&json, "type");
    felt_json_text(&json, "action");
    felt_json_key(&json, "v");
    felt_json_int(&json, 1);
    felt_json_key(&json, "hand_id");
    felt_json_text(&json, client->facts.hand_id);
    if (client->offer.has_req) {
        felt_json_key(&json, "req_id");
        felt_json_uint(&json, client->offer.req_id);
    }
    felt_json_key(&json, "action");
    felt_json_text(&json, action_word(action.kind));
    if (action.kind == FELT_RAISE_TO) {
        felt_json_key(&json, "amount");
        felt_json_int(&json, action.amount);
    }
    if (action.kind == FELT_DISCARD) write_cards(&json, cards, count, action.cards);
    if (action.kind == FELT_RUNS) {
        felt_json_key(&json, "choice");
        felt_json_int(&json, action.choice);
    }
    felt_json_end(&json);
}

void felt_client_arena_answer(struct felt_client_arena *client, const struct felt_budget *budget,
                              struct felt_buffer *out, struct felt_decision *decision)
{
    struct felt_view view;
    const felt_card *cards = client->table.hole.card;
    int count = client->table.hole.count;
    felt_assert(client->offer.kinds != 0);
    struct felt_decision chosen = give_way(&client->offer);
    if (make_view(client, &view)) {
        ask_player(client, &view, budget, &chosen);
        const struct felt_zone *own = felt_view_zone(&view, FELT_ZONE_HAND, view.viewer);
        cards = view.cards + own->at;
        count = own->count;
    }
    write_action(client, chosen.action, cards, count, out);
    client->from_snapshot = client->frame.kind == CLIENT_SNAPSHOT;
    client->asked = false;
    if (decision) *decision = chosen;
}
