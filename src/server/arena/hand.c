/* hand.c -- the life of a hand at a table: dealt, asked, applied, settled.
 *
 * The stacks in the seats are those before the hand until it is settled, so a hand that must be
 * given up is void by forgetting it. */
#include "server/arena/room_parts.h"

#include "felt/player.h"

#include <string.h>

/* What a plug is told of the hand under way: the same again at any moment of it. */
void felt_table_hand_of(const struct felt_room *room, const struct felt_table *table,
                        struct felt_deal *deal, felt_chips stack[FELT_SEATS_MAX])
{
    const struct felt_table_config *config = felt_table_config(room, table);
    for (int seat = 0; seat < FELT_SEATS_MAX; seat++)
        stack[seat] =
            felt_seats_has(table->live.dealt, seat) ? felt_table_seat(room, table, seat)->stack : 0;
    *deal = (struct felt_deal){0};
    if (felt_room_is_guided(room))
        felt_steered_blinds(room, table, stack, deal);
    else
        config->plug->deal(config->plug, table->live.dealt, stack, table->live.button, deal);
}

void felt_table_keys(const struct felt_room *room, const struct felt_table *table,
                     uint8_t key[FELT_KEY_BYTES], uint8_t commit[FELT_KEY_BYTES])
{
    const struct felt_digests *digests = &room->services->digests;
    felt_shuffle_key(digests, table->secret, table->fresh, table->match_id,
                     felt_table_number(room, table), key);
    if (!table->deal) {
        felt_shuffle_commit(digests, key, commit);
        return;
    }
    uint8_t blind[FELT_KEY_BYTES];
    memcpy(blind, key, sizeof blind);
    felt_shuffle_deal_key(digests, table->secret, table->match_id, table->deal, key);
    felt_shuffle_deal_commit(digests, blind, key, commit);
}

void felt_history_retell(const void *self, felt_say say, void *to)
{
    const struct felt_retell *retell = self;
    struct felt_deal deal;
    felt_chips stack[FELT_SEATS_MAX];
    felt_table_hand_of(retell->room, retell->table, &deal, stack);
    felt_live_retell(&retell->table->live, &retell->room->pool,
                     felt_table_config(retell->room, retell->table)->plug, &deal, retell->seat, say,
                     to);
}

/* ---- telling ---- */

struct telling {
    struct felt_room *room;
    const struct felt_table *table;
};

static void tell_event(const struct telling *telling, const uint32_t *to, int count,
                       const struct felt_announcement *said)
{
    if (!count) return;
    const struct felt_room_services *services = telling->room->services;
    services->post(services->self, to, count,
                   &(struct felt_tell){.kind = FELT_TELL_EVENT, .event = said});
}

/* Everybody who may see the cards gets a frame of his own, the others share one. */
static void say_to_table(void *self, const struct felt_announcement *said)
{
    const struct telling *telling = self;
    const struct felt_room *room = telling->room;
    int seats = felt_table_config(room, telling->table)->seats, others = 0;
    uint32_t to[FELT_SEATS_MAX];
    bool hidden = said->count && said->cards_to != (felt_seats)-1;
    for (int seat = 0; seat < seats; seat++) {
        uint32_t session = felt_table_seat(room, telling->table, seat)->session;
        if (session == FELT_SESSION_NONE) continue;
        if (hidden && felt_seats_has(said->cards_to, seat)) {
            struct felt_announcement mine = felt_announcement_for(said, (felt_seat)seat);
            tell_event(telling, &session, 1, &mine);
        } else {
            to[others++] = session;
        }
    }
    struct felt_announcement theirs = hidden ? felt_announcement_for(said, FELT_SEAT_NONE) : *said;
    tell_event(telling, to, others, &theirs);
}

static void say_nothing(void *self, const struct felt_announcement *said)
{
    (void)self, (void)said;
}

/* New events: into the history, to local seats, aloud. */
static void spread(struct felt_room *room, struct felt_table *table, uint32_t count)
{
    const struct felt_room_services *services = room->services;
    const struct felt_table_config *config = felt_table_config(room, table);
    felt_live_keep(&table->live, &room->pool, config->plug, room->event, count);
    for (uint32_t i = 0; i < count; i++) {
        for (int seat = 0; seat < config->seats && !table->durable; seat++) {
            if (!felt_table_seat(room, table, seat)->local || room->quiet) continue;
            if (!felt_seats_has(table->live.dealt, seat)) continue;
            struct felt_event mine = felt_event_for(&room->event[i], (felt_seat)seat);
            services->local_event(services->self, felt_table_index(room, table), (felt_seat)seat,
                                  &mine);
        }
    }
    struct telling telling = {.room = room, .table = table};
    felt_announce(&table->live.announcer, config->plug, room->event, count,
                  room->quiet ? say_nothing : say_to_table, &telling);
}

/* ---- dealing ---- */

static void tell_start(struct felt_room *room, const struct felt_table *table,
                       const uint8_t commit[FELT_KEY_BYTES])
{
    struct felt_table_face face;
    felt_chips stacks[FELT_SEATS_MAX] = {0};
    char hand_id[FELT_HAND_ID_BYTES + 1];
    felt_table_face(room, table, &face);
    for (int seat = 0; seat < face.config->seats; seat++)
        stacks[seat] = felt_table_seat(room, table, seat)->stack;
    felt_table_post(
        room, table,
        &(struct felt_tell){.kind = FELT_TELL_START_HAND,
                            .table = &face,
                            .hand_id = felt_hand_id(table->live.date, table->live.counter, hand_id),
                            .hand_number = felt_table_number(room, table),
                            .commit = commit,
                            .fresh = table->fresh,
                            .button = table->live.button,
                            .stacks = stacks});
}

void felt_table_deal(struct felt_room *room, struct felt_table *table, uint32_t date,
                     uint32_t counter, felt_seat button, felt_seats dealt)
{
    felt_assert(!table->in_hand && !table->end);
    felt_assert(felt_seats_count(dealt) >= 2);
    const struct felt_plug *plug = felt_table_config(room, table)->plug;
    const struct felt_room_services *services = room->services;
    table->in_hand = table->started = true;
    table->asked = table->live.cut = table->skip = false;
    table->hands++;
    table->live.date = date;
    table->live.counter = counter;
    table->live.button = button;
    table->live.dealt = dealt;
    room->counts.in_hand++;
    felt_chunks_clear(&room->pool, &table->live.history);
    if (!room->quiet) services->entropy(services->self, table->fresh, sizeof table->fresh);
    struct felt_dealt one = {.hand = (uint64_t)date << 32 | counter, .deal = table->deal};
    memcpy(one.fresh, table->fresh, sizeof one.fresh);
    if (felt_room_is_guided(room)) room->numbers = table->number;
    felt_chunks_hand(&room->pool, felt_room_is_guided(room) ? &room->past : &table->past, &one);
    if (table->foreign) return;
    felt_entry_deal(room, table); /* before anybody hears of it */

    uint8_t key[FELT_KEY_BYTES], commit[FELT_KEY_BYTES];
    struct felt_deal deal;
    felt_chips stack[FELT_SEATS_MAX];
    struct felt_event_log log = {.event = room->event, .room = FELT_EVENTS_MAX};
    felt_table_keys(room, table, key, commit);
    felt_table_hand_of(room, table, &deal, stack);
    felt_live_deal(&table->live, &services->digests, plug, key, &deal, felt_table_state(table),
                   &log);
    if (!room->quiet) {
        tell_start(room, table, commit);
        for (int seat = 0; !table->durable && seat < felt_table_config(room, table)->seats; seat++)
            if (felt_table_seat(room, table, seat)->local && felt_seats_has(dealt, seat))
                services->local_begin(services->self, felt_table_index(room, table),
                                      (felt_seat)seat, plug);
    }
    spread(room, table, log.count);
}

/* ---- asking ---- */

static uint32_t time_left(const struct felt_table *table, int64_t now_ms)
{
    int64_t left = table->paused ? table->deadline : table->deadline - now_ms;
    return left < 0 ? 0 : (uint32_t)left;
}

static void tell_act(struct felt_room *room, const struct felt_table *table, uint32_t session,
                     int64_t now_ms)
{
    struct felt_table_face face;
    char hand_id[FELT_HAND_ID_BYTES + 1];
    felt_table_face(room, table, &face);
    room->services->post(
        room->services->self, &session, 1,
        &(struct felt_tell){.kind = FELT_TELL_ACT,
                            .table = &face,
                            .seat = table->actor,
                            .hand_id = felt_hand_id(table->live.date, table->live.counter, hand_id),
                            .view = &room->view,
                            .req_id = table->req_id,
                            .time_ms = time_left(table, now_ms)});
}

void felt_table_ask(struct felt_room *room, struct felt_table *table, int64_t now_ms)
{
    const struct felt_table_config *config = felt_table_config(room, table);
    const struct felt_game *game = config->plug->game;
    felt_assert(table->in_hand && !table->asked);
    table->actor = game->actor(config->plug->rules, felt_table_state(table));
    felt_assert(table->actor != FELT_SEAT_NONE);
    const struct felt_room_seat *seat = felt_table_seat(room, table, table->actor);
    /* A line that just dropped, or was cut by a restart, may come back in time. */
    bool absent = seat->session == FELT_SESSION_NONE && !seat->local &&
                  now_ms - seat->away_ms >= (int64_t)config->move_ms;
    absent |= felt_steered_is_idle(room, seat);
    uint32_t ms = absent ? config->absent_ms : config->move_ms;
    table->asked = true;
    table->asked_turn = room->turn;
    table->req_id++;
    table->deadline = table->paused ? (int64_t)ms : now_ms + (int64_t)ms;
    if (!seat->local && seat->session == FELT_SESSION_NONE) return;
    game->view(config->plug->rules, felt_table_state(table), table->actor, &room->view);
    if (seat->local)
        room->services->local_ask(room->services->self, felt_table_index(room, table), table->actor,
                                  table->req_id, &room->view);
    else
        tell_act(room, table, seat->session, now_ms);
}

void felt_table_snapshot_to(struct felt_room *room, struct felt_table *table, felt_seat seat,
                            uint32_t session, int64_t now_ms)
{
    const struct felt_plug *plug = felt_table_config(room, table)->plug;
    struct felt_retell retell = {.room = room, .table = table, .seat = seat};
    struct felt_table_face face;
    char hand_id[FELT_HAND_ID_BYTES + 1];
    bool dealt_in = felt_seats_has(table->live.dealt, seat);
    felt_table_face(room, table, &face);
    plug->game->view(plug->rules, felt_table_state(table), dealt_in ? seat : FELT_SEAT_NONE,
                     &room->view);
    room->services->post(
        room->services->self, &session, 1,
        &(struct felt_tell){.kind = FELT_TELL_SNAPSHOT,
                            .table = &face,
                            .seat = seat,
                            .hand_id = felt_hand_id(table->live.date, table->live.counter, hand_id),
                            .view = &room->view,
                            .req_id = table->req_id,
                            .time_ms = table->asked ? time_left(table, now_ms) : 0,
                            .retell = felt_history_retell,
                            .retell_self = &retell});
    if (!table->asked || table->actor != seat) return;
    /* Whatever was on its way on another line answers nothing. */
    table->asked_turn = room->turn;
    tell_act(room, table, session, now_ms);
}

/* ---- acting ---- */

struct felt_action felt_table_default(struct felt_room *room, const struct felt_table *table)
{
    const struct felt_plug *plug = felt_table_config(room, table)->plug;
    bool gone = felt_table_seat(room, table, table->actor)->forfeited;
    uint8_t wanted[] = {gone ? FELT_FOLD : FELT_CHECK, gone ? FELT_CHECK : FELT_CALL};
    plug->game->view(plug->rules, felt_table_state(table), table->actor, &room->view);
    for (int i = 0; i < 2; i++)
        for (int option = 0; option < room->view.options; option++)
            if (room->view.option[option].kind == wanted[i])
                return (struct felt_action){.kind = wanted[i]};
    return felt_player_timid(&room->view);
}

bool felt_table_apply(struct felt_room *room, struct felt_table *table, felt_seat seat,
                      struct felt_action action)
{
    felt_assert(table->in_hand && !table->foreign);
    const struct felt_plug *plug = felt_table_config(room, table)->plug;
    struct felt_event_log log = {.event = room->event, .room = FELT_EVENTS_MAX};
    if (plug->game->apply(plug->rules, felt_table_state(table), seat, action, &log) != FELT_OK)
        return false;
    felt_entry_act(room, table, seat, &action);
    table->asked = table->skip = false;
    room->counts.actions++;
    spread(room, table, log.count);
    return true;
}

/* ---- settling ---- */

/* ELIMINATED once for each seat, the smallest stack first. */
static void say_eliminated(felt_seats losers, const felt_chips before[FELT_SEATS_MAX], felt_say say,
                           void *self)
{
    while (losers) {
        felt_seat least = felt_seats_first(losers);
        for (int seat = least; seat < FELT_SEATS_MAX; seat++)
            if (felt_seats_has(losers, seat) && before[seat] < before[least])
                least = (felt_seat)seat;
        losers &= (felt_seats)~felt_seats_of(least);
        say(self, &(struct felt_announcement){
                      .ev = FELT_SAID_ELIMINATED, .seat = least, .other = FELT_SEAT_NONE});
    }
}

/* Watchers hear the whole hand now that it is over, without hidden cards. */
struct watching {
    struct felt_room *room;
    const uint32_t *to;
    int count;
};
static void say_to_watchers(void *self, const struct felt_announcement *said)
{
    const struct watching *watching = self;
    const struct felt_room_services *services = watching->room->services;
    services->post(services->self, watching->to, watching->count,
                   &(struct felt_tell){.kind = FELT_TELL_EVENT, .event = said});
}

static void tell_watchers(struct felt_room *room, const struct felt_table *table, felt_seats losers,
                          const struct felt_tell *start, const struct felt_tell *end)
{
    uint32_t to[FELT_WATCHERS_AT_ONCE];
    const struct felt_room_services *services = room->services;
    struct felt_retell retell = {.room = room, .table = table, .seat = FELT_SEAT_NONE};
    for (uint32_t session = table->watchers; session != FELT_SESSION_NONE;) {
        struct watching watching = {.room = room, .to = to};
        session = felt_watchers_next(room, session, to, &watching.count);
        services->post(services->self, to, watching.count, start);
        felt_history_retell(&retell, say_to_watchers, &watching);
        say_eliminated(losers, start->stacks, say_to_watchers, &watching);
        services->post(services->self, to, watching.count, end);
    }
}

static void report(struct felt_room *room, const struct felt_table *table,
                   const struct felt_table_face *face, const char *hand_id,
                   const felt_chips won[FELT_SEATS_MAX], const uint8_t key[FELT_KEY_BYTES])
{
    const struct felt_room_services *services = room->services;
    const struct felt_plug *plug = felt_table_config(room, table)->plug;
    if (!services->hand_over) return;
    felt_card deck[FELT_CARDS_MAX];
    struct felt_deal deal;
    struct felt_rng later;
    felt_chips stack[FELT_SEATS_MAX];
    felt_table_hand_of(room, table, &deal, stack);
    felt_live_deck(&services->digests, plug, key, deck, &later);
    deal.deck = deck;
    deal.deck_count = plug->deck_count;
    deal.later = &later;
    uint32_t count = felt_live_events(&table->live, &room->pool, room->event);
    services->hand_over(services->self, &(struct felt_room_report){.table = face,
                                                                   .hand_id = hand_id,
                                                                   .deal = &deal,
                                                                   .events = room->event,
                                                                   .count = count,
                                                                   .seats = table->live.dealt,
                                                                   .won = won,
                                                                   .key = key});
}

static void tell_end(struct felt_room *room, struct felt_table *table, felt_seats losers,
                     const felt_chips before[FELT_SEATS_MAX], const felt_chips won[FELT_SEATS_MAX])
{
    struct telling telling = {.room = room, .table = table};
    struct felt_table_face face;
    felt_chips after[FELT_SEATS_MAX];
    char hand_id[FELT_HAND_ID_BYTES + 1];
    uint8_t key[FELT_KEY_BYTES], commit[FELT_KEY_BYTES];
    felt_table_face(room, table, &face);
    felt_hand_id(table->live.date, table->live.counter, hand_id);
    felt_table_keys(room, table, key, commit);
    for (int seat = 0; seat < FELT_SEATS_MAX; seat++) after[seat] = before[seat] + won[seat];
    struct felt_tell start = {.kind = FELT_TELL_START_HAND,
                              .table = &face,
                              .hand_id = hand_id,
                              .hand_number = felt_table_number(room, table),
                              .commit = commit,
                              .fresh = table->fresh,
                              .button = table->live.button,
                              .stacks = before};
    struct felt_tell end = {.kind = FELT_TELL_END_HAND,
                            .table = &face,
                            .hand_id = hand_id,
                            .stacks = after,
                            .key = face.config->reveal_hands ? key : NULL};
    say_eliminated(losers, before, say_to_table, &telling);
    felt_table_post(room, table, &end);
    report(room, table, &face, hand_id, won, key);
    tell_watchers(room, table, losers, &start, &end);
}

void felt_table_count(struct felt_room *room, const struct felt_table *table,
                      const felt_chips won[FELT_SEATS_MAX])
{
    const struct felt_room_services *services = room->services;
    struct felt_table_face face;
    if (!services->hand_counted) return;
    felt_table_face(room, table, &face);
    services->hand_counted(services->self, &face, table->live.dealt, won);
}

void felt_table_settle(struct felt_room *room, struct felt_table *table)
{
    const struct felt_table_config *config = felt_table_config(room, table);
    felt_assert(table->in_hand && !table->foreign);
    felt_chips won[FELT_SEATS_MAX] = {0}, before[FELT_SEATS_MAX] = {0};
    felt_chips after[FELT_SEATS_MAX] = {0}, sum = 0;
    felt_seats losers = 0;
    config->plug->game->payoff(config->plug->rules, felt_table_state(table), won);
    for (int seat = 0; seat < FELT_SEATS_MAX; seat++) {
        if (seat >= config->seats || !felt_table_seat(room, table, seat)->taken) continue;
        before[seat] = felt_table_seat(room, table, seat)->stack;
        if (!felt_seats_has(table->live.dealt, seat)) felt_assert(won[seat] == 0);
        after[seat] = before[seat] + won[seat];
        felt_assert(after[seat] >= 0);
        if (felt_seats_has(table->live.dealt, seat) && after[seat] == 0 && !table->deal)
            losers |= felt_seats_of(seat);
        sum += won[seat];
    }
    felt_assert(sum == 0); /* R1 */
    felt_entry_settle(room, table, after);
    felt_table_count(room, table, won);
    if (!room->quiet) tell_end(room, table, losers, before, won);
    for (int seat = 0; seat < config->seats; seat++)
        felt_table_seat(room, table, seat)->stack = after[seat];
    table->in_hand = table->asked = false;
    room->counts.in_hand--;
    room->counts.hands++;
    felt_chunks_clear(&room->pool, &table->live.history);
}
