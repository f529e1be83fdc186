/* hand.c -- the life of a hand at a table: dealt, asked, applied, settled.
 *
 * The stacks in the seats are those before the hand until it is settled, so a hand that must be
 * given up is void by forgetting it. */
#include "server/arena/arena_parts.h"

#include "felt/player.h"

#include <string.h>

/* What an adapter is told of the hand under way: the same again at any moment of it. */
void felt_arena_table_hand_of(const struct felt_arena *arena, const struct felt_arena_table *table,
                              struct felt_deal *deal, felt_chips stack[FELT_SEATS_MAX])
{
    const struct felt_table_config *config = felt_arena_table_config(arena, table);
    for (int seat = 0; seat < FELT_SEATS_MAX; seat++)
        stack[seat] = felt_seats_has(table->live.dealt, seat)
                          ? felt_arena_table_seat(arena, table, seat)->stack
                          : 0;
    *deal = (struct felt_deal){0};
    if (felt_arena_is_directed(arena))
        felt_arena_directed_blinds(arena, table, stack, deal);
    else
        config->adapter->deal(config->adapter, table->live.dealt, stack, table->live.button, deal);
}

/* The deck's key and the commitment to it. */
static void keys_of(const struct felt_arena *arena, const struct felt_arena_table *table,
                    uint8_t key[FELT_KEY_BYTES], uint8_t commit[FELT_KEY_BYTES])
{
    const struct felt_digests *digests = &arena->services->digests;
    felt_shuffle_key(digests, table->secret, table->fresh, table->match_id,
                     felt_arena_table_number(arena, table), key);
    if (!table->deal) {
        felt_shuffle_commit(digests, key, commit);
        return;
    }
    uint8_t blind[FELT_KEY_BYTES];
    memcpy(blind, key, sizeof blind);
    felt_shuffle_deal_key(digests, table->secret, table->match_id, table->deal, key);
    felt_shuffle_deal_commit(digests, blind, key, commit);
}

static void retell_history(const void *self, felt_say say, void *to)
{
    const struct felt_arena_retell *retell = self;
    struct felt_deal deal;
    felt_chips stack[FELT_SEATS_MAX];
    felt_arena_table_hand_of(retell->arena, retell->table, &deal, stack);
    felt_live_hand_retell(&retell->table->live, &retell->arena->pool,
                          felt_arena_table_config(retell->arena, retell->table)->adapter, &deal,
                          retell->seat, say, to);
}

/* ---- telling ---- */

struct telling {
    struct felt_arena *arena;
    const struct felt_arena_table *table;
};

static void tell_event(const struct telling *telling, const uint32_t *to, int count,
                       const struct felt_announcement *said)
{
    if (!count) return;
    const struct felt_arena_services *services = telling->arena->services;
    services->post(services->self, to, count,
                   &(struct felt_arena_server_msg){.kind = FELT_ARENA_SERVER_EVENT, .event = said});
}

/* Everybody who may see the cards gets a frame of his own, the others share one. */
static void say_to_table(void *self, const struct felt_announcement *said)
{
    const struct telling *telling = self;
    const struct felt_arena *arena = telling->arena;
    int seats = felt_arena_table_config(arena, telling->table)->seats, others = 0;
    uint32_t to[FELT_SEATS_MAX];
    bool hidden = said->count && said->cards_to != (felt_seats)-1;
    for (int seat = 0; seat < seats; seat++) {
        uint32_t conn = felt_arena_table_seat(arena, telling->table, seat)->conn;
        if (conn == FELT_ARENA_CONN_NONE) continue;
        if (hidden && felt_seats_has(said->cards_to, seat)) {
            struct felt_announcement mine = felt_announcement_for(said, (felt_seat)seat);
            tell_event(telling, &conn, 1, &mine);
        } else {
            to[others++] = conn;
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
static void spread(struct felt_arena *arena, struct felt_arena_table *table, uint32_t count)
{
    const struct felt_arena_services *services = arena->services;
    const struct felt_table_config *config = felt_arena_table_config(arena, table);
    felt_live_hand_keep(&table->live, &arena->pool, config->adapter, arena->event, count);
    for (uint32_t i = 0; i < count; i++) {
        for (int seat = 0; seat < config->seats && !table->durable; seat++) {
            if (!felt_arena_table_seat(arena, table, seat)->local || arena->quiet) continue;
            if (!felt_seats_has(table->live.dealt, seat)) continue;
            struct felt_event mine = felt_event_for(&arena->event[i], (felt_seat)seat);
            services->local_event(services->self, felt_arena_table_index(arena, table),
                                  (felt_seat)seat, &mine);
        }
    }
    struct telling telling = {.arena = arena, .table = table};
    felt_announce(&table->live.announcer, config->adapter, arena->event, count,
                  arena->quiet ? say_nothing : say_to_table, &telling);
}

/* ---- dealing ---- */

static void tell_start(struct felt_arena *arena, const struct felt_arena_table *table,
                       const uint8_t commit[FELT_KEY_BYTES])
{
    struct felt_table_face face;
    felt_chips stacks[FELT_SEATS_MAX] = {0};
    char hand_id[FELT_LIVE_HAND_ID_BYTES + 1];
    felt_arena_table_face(arena, table, &face);
    for (int seat = 0; seat < face.config->seats; seat++)
        stacks[seat] = felt_arena_table_seat(arena, table, seat)->stack;
    felt_arena_table_post(
        arena, table,
        &(struct felt_arena_server_msg){
            .kind = FELT_ARENA_SERVER_START_HAND,
            .table = &face,
            .hand_id = felt_live_hand_id(table->live.date, table->live.counter, hand_id),
            .hand_number = felt_arena_table_number(arena, table),
            .commit = commit,
            .fresh = table->fresh,
            .button = table->live.button,
            .stacks = stacks});
}

void felt_arena_table_deal(struct felt_arena *arena, struct felt_arena_table *table, uint32_t date,
                           uint32_t counter, felt_seat button, felt_seats dealt)
{
    felt_assert(!table->in_hand && !table->end);
    felt_assert(felt_seats_count(dealt) >= 2);
    const struct felt_game_adapter *adapter = felt_arena_table_config(arena, table)->adapter;
    const struct felt_arena_services *services = arena->services;
    table->in_hand = table->started = true;
    table->asked = table->live.cut = table->skip = false;
    table->hands++;
    table->live.date = date;
    table->live.counter = counter;
    table->live.button = button;
    table->live.dealt = dealt;
    arena->counts.in_hand++;
    felt_chunks_clear(&arena->pool, &table->live.history);
    if (!arena->quiet) services->entropy(services->self, table->fresh, sizeof table->fresh);
    struct felt_dealt one = {.hand = (uint64_t)date << 32 | counter, .deal = table->deal};
    memcpy(one.fresh, table->fresh, sizeof one.fresh);
    if (felt_arena_is_directed(arena)) arena->numbers = table->number;
    felt_chunks_hand(&arena->pool, felt_arena_is_directed(arena) ? &arena->past : &table->past,
                     &one);
    if (table->foreign) return;
    felt_arena_journal_deal(arena, table); /* before anybody hears of it */

    uint8_t key[FELT_KEY_BYTES], commit[FELT_KEY_BYTES];
    struct felt_deal deal;
    felt_chips stack[FELT_SEATS_MAX];
    struct felt_event_log log = {.event = arena->event, .room = FELT_EVENTS_MAX};
    keys_of(arena, table, key, commit);
    felt_arena_table_hand_of(arena, table, &deal, stack);
    felt_live_hand_deal(&table->live, &services->digests, adapter, key, &deal,
                        felt_arena_table_state(table), &log);
    if (!arena->quiet) {
        tell_start(arena, table, commit);
        for (int seat = 0; !table->durable && seat < felt_arena_table_config(arena, table)->seats;
             seat++)
            if (felt_arena_table_seat(arena, table, seat)->local && felt_seats_has(dealt, seat))
                services->local_begin(services->self, felt_arena_table_index(arena, table),
                                      (felt_seat)seat, adapter);
    }
    spread(arena, table, log.count);
}

/* ---- asking ---- */

static uint32_t time_left(const struct felt_arena_table *table, int64_t now_ms)
{
    int64_t left = table->paused ? table->deadline : table->deadline - now_ms;
    return left < 0 ? 0 : (uint32_t)left;
}

static void tell_act(struct felt_arena *arena, const struct felt_arena_table *table, uint32_t conn,
                     int64_t now_ms)
{
    struct felt_table_face face;
    char hand_id[FELT_LIVE_HAND_ID_BYTES + 1];
    felt_arena_table_face(arena, table, &face);
    arena->services->post(
        arena->services->self, &conn, 1,
        &(struct felt_arena_server_msg){
            .kind = FELT_ARENA_SERVER_ACT,
            .table = &face,
            .seat = table->actor,
            .hand_id = felt_live_hand_id(table->live.date, table->live.counter, hand_id),
            .view = &arena->view,
            .req_id = table->req_id,
            .time_ms = time_left(table, now_ms)});
}

void felt_arena_table_ask(struct felt_arena *arena, struct felt_arena_table *table, int64_t now_ms)
{
    const struct felt_table_config *config = felt_arena_table_config(arena, table);
    const struct felt_game *game = config->adapter->game;
    felt_assert(table->in_hand && !table->asked);
    table->actor = game->actor(config->adapter->rules, felt_arena_table_state(table));
    felt_assert(table->actor != FELT_SEAT_NONE);
    const struct felt_arena_seat *seat = felt_arena_table_seat(arena, table, table->actor);
    /* A connection that just dropped, or was cut by a restart, may come back in time. */
    bool absent = seat->conn == FELT_ARENA_CONN_NONE && !seat->local &&
                  now_ms - seat->away_ms >= (int64_t)config->move_ms;
    absent |= felt_arena_directed_is_idle(arena, seat);
    uint32_t ms = absent ? config->absent_ms : config->move_ms;
    table->asked = true;
    table->asked_turn = arena->turn;
    table->req_id++;
    table->deadline = table->paused ? (int64_t)ms : now_ms + (int64_t)ms;
    if (!seat->local && seat->conn == FELT_ARENA_CONN_NONE) return;
    game->view(config->adapter->rules, felt_arena_table_state(table), table->actor, &arena->view);
    if (seat->local)
        arena->services->local_ask(arena->services->self, felt_arena_table_index(arena, table),
                                   table->actor, table->req_id, &arena->view);
    else
        tell_act(arena, table, seat->conn, now_ms);
}

void felt_arena_table_snapshot_to(struct felt_arena *arena, struct felt_arena_table *table,
                                  felt_seat seat, uint32_t conn, int64_t now_ms)
{
    const struct felt_game_adapter *adapter = felt_arena_table_config(arena, table)->adapter;
    struct felt_arena_retell retell = {.arena = arena, .table = table, .seat = seat};
    struct felt_table_face face;
    char hand_id[FELT_LIVE_HAND_ID_BYTES + 1];
    bool dealt_in = felt_seats_has(table->live.dealt, seat);
    felt_arena_table_face(arena, table, &face);
    adapter->game->view(adapter->rules, felt_arena_table_state(table),
                        dealt_in ? seat : FELT_SEAT_NONE, &arena->view);
    arena->services->post(
        arena->services->self, &conn, 1,
        &(struct felt_arena_server_msg){
            .kind = FELT_ARENA_SERVER_SNAPSHOT,
            .table = &face,
            .seat = seat,
            .hand_id = felt_live_hand_id(table->live.date, table->live.counter, hand_id),
            .view = &arena->view,
            .req_id = table->req_id,
            .time_ms = table->asked ? time_left(table, now_ms) : 0,
            .retell = retell_history,
            .retell_self = &retell});
    if (!table->asked || table->actor != seat) return;
    /* Whatever was on its way on another line answers nothing. */
    table->asked_turn = arena->turn;
    tell_act(arena, table, conn, now_ms);
}

/* ---- acting ---- */

struct felt_action felt_arena_table_default(struct felt_arena *arena,
                                            const struct felt_arena_table *table)
{
    const struct felt_game_adapter *adapter = felt_arena_table_config(arena, table)->adapter;
    bool gone = felt_arena_table_seat(arena, table, table->actor)->forfeited;
    uint8_t wanted[] = {gone ? FELT_FOLD : FELT_CHECK, gone ? FELT_CHECK : FELT_CALL};
    adapter->game->view(adapter->rules, felt_arena_table_state(table), table->actor, &arena->view);
    for (int i = 0; i < 2; i++)
        for (int option = 0; option < arena->view.options; option++)
            if (arena->view.option[option].kind == wanted[i])
                return (struct felt_action){.kind = wanted[i]};
    return felt_player_timid(&arena->view);
}

bool felt_arena_table_apply(struct felt_arena *arena, struct felt_arena_table *table,
                            felt_seat seat, struct felt_action action)
{
    felt_assert(table->in_hand && !table->foreign);
    const struct felt_game_adapter *adapter = felt_arena_table_config(arena, table)->adapter;
    struct felt_event_log log = {.event = arena->event, .room = FELT_EVENTS_MAX};
    if (adapter->game->apply(adapter->rules, felt_arena_table_state(table), seat, action, &log) !=
        FELT_OK)
        return false;
    felt_arena_journal_act(arena, table, seat, &action);
    table->asked = table->skip = false;
    arena->counts.actions++;
    spread(arena, table, log.count);
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
    struct felt_arena *arena;
    const uint32_t *to;
    int count;
};
static void say_to_watchers(void *self, const struct felt_announcement *said)
{
    const struct watching *watching = self;
    const struct felt_arena_services *services = watching->arena->services;
    services->post(services->self, watching->to, watching->count,
                   &(struct felt_arena_server_msg){.kind = FELT_ARENA_SERVER_EVENT, .event = said});
}

static void tell_watchers(struct felt_arena *arena, const struct felt_arena_table *table,
                          felt_seats losers, const struct felt_arena_server_msg *start,
                          const struct felt_arena_server_msg *end)
{
    uint32_t to[FELT_ARENA_WATCHERS_AT_ONCE];
    const struct felt_arena_services *services = arena->services;
    struct felt_arena_retell retell = {.arena = arena, .table = table, .seat = FELT_SEAT_NONE};
    for (uint32_t conn = table->watchers; conn != FELT_ARENA_CONN_NONE;) {
        struct watching watching = {.arena = arena, .to = to};
        conn = felt_arena_watchers_next(arena, conn, to, &watching.count);
        services->post(services->self, to, watching.count, start);
        retell_history(&retell, say_to_watchers, &watching);
        say_eliminated(losers, start->stacks, say_to_watchers, &watching);
        services->post(services->self, to, watching.count, end);
    }
}

static void report(struct felt_arena *arena, const struct felt_arena_table *table,
                   const struct felt_table_face *face, const char *hand_id,
                   const felt_chips won[FELT_SEATS_MAX], const uint8_t key[FELT_KEY_BYTES])
{
    const struct felt_arena_services *services = arena->services;
    const struct felt_game_adapter *adapter = felt_arena_table_config(arena, table)->adapter;
    if (!services->hand_over) return;
    felt_card deck[FELT_CARDS_MAX];
    struct felt_deal deal;
    struct felt_rng later;
    felt_chips stack[FELT_SEATS_MAX];
    felt_arena_table_hand_of(arena, table, &deal, stack);
    felt_live_hand_deck(&services->digests, adapter, key, deck, &later);
    deal.deck = deck;
    deal.deck_count = adapter->deck_count;
    deal.later = &later;
    uint32_t count = felt_live_hand_events(&table->live, &arena->pool, arena->event);
    services->hand_over(services->self, &(struct felt_arena_report){.table = face,
                                                                    .hand_id = hand_id,
                                                                    .deal = &deal,
                                                                    .events = arena->event,
                                                                    .count = count,
                                                                    .seats = table->live.dealt,
                                                                    .won = won,
                                                                    .key = key});
}

static void tell_end(struct felt_arena *arena, struct felt_arena_table *table, felt_seats losers,
                     const felt_chips before[FELT_SEATS_MAX], const felt_chips won[FELT_SEATS_MAX])
{
    struct telling telling = {.arena = arena, .table = table};
    struct felt_table_face face;
    felt_chips after[FELT_SEATS_MAX];
    char hand_id[FELT_LIVE_HAND_ID_BYTES + 1];
    uint8_t key[FELT_KEY_BYTES], commit[FELT_KEY_BYTES];
    felt_arena_table_face(arena, table, &face);
    felt_live_hand_id(table->live.date, table->live.counter, hand_id);
    keys_of(arena, table, key, commit);
    for (int seat = 0; seat < FELT_SEATS_MAX; seat++) after[seat] = before[seat] + won[seat];
    struct felt_arena_server_msg start = {.kind = FELT_ARENA_SERVER_START_HAND,
                                          .table = &face,
                                          .hand_id = hand_id,
                                          .hand_number = felt_arena_table_number(arena, table),
                                          .commit = commit,
                                          .fresh = table->fresh,
                                          .button = table->live.button,
                                          .stacks = before};
    struct felt_arena_server_msg end = {.kind = FELT_ARENA_SERVER_END_HAND,
                                        .table = &face,
                                        .hand_id = hand_id,
                                        .stacks = after,
                                        .key = face.config->reveal_hands ? key : NULL};
    say_eliminated(losers, before, say_to_table, &telling);
    felt_arena_table_post(arena, table, &end);
    report(arena, table, &face, hand_id, won, key);
    tell_watchers(arena, table, losers, &start, &end);
}

void felt_arena_table_count(struct felt_arena *arena, const struct felt_arena_table *table,
                            const felt_chips won[FELT_SEATS_MAX])
{
    const struct felt_arena_services *services = arena->services;
    struct felt_table_face face;
    if (!services->hand_counted) return;
    felt_arena_table_face(arena, table, &face);
    services->hand_counted(services->self, &face, table->live.dealt, won);
}

void felt_arena_table_settle(struct felt_arena *arena, struct felt_arena_table *table)
{
    const struct felt_table_config *config = felt_arena_table_config(arena, table);
    felt_assert(table->in_hand && !table->foreign);
    felt_chips won[FELT_SEATS_MAX] = {0}, before[FELT_SEATS_MAX] = {0};
    felt_chips after[FELT_SEATS_MAX] = {0}, sum = 0;
    felt_seats losers = 0;
    config->adapter->game->payoff(config->adapter->rules, felt_arena_table_state(table), won);
    for (int seat = 0; seat < FELT_SEATS_MAX; seat++) {
        if (seat >= config->seats || !felt_arena_table_seat(arena, table, seat)->taken) continue;
        before[seat] = felt_arena_table_seat(arena, table, seat)->stack;
        if (!felt_seats_has(table->live.dealt, seat)) felt_assert(won[seat] == 0);
        after[seat] = before[seat] + won[seat];
        felt_assert(after[seat] >= 0);
        if (felt_seats_has(table->live.dealt, seat) && after[seat] == 0 && !table->deal)
            losers |= felt_seats_of(seat);
        sum += won[seat];
    }
    felt_assert(sum == 0); /* R1 */
    felt_arena_journal_settle(arena, table, after);
    felt_arena_table_count(arena, table, won);
    if (!arena->quiet) tell_end(arena, table, losers, before, won);
    for (int seat = 0; seat < config->seats; seat++)
        felt_arena_table_seat(arena, table, seat)->stack = after[seat];
    table->in_hand = table->asked = false;
    arena->counts.in_hand--;
    arena->counts.hands++;
    felt_chunks_clear(&arena->pool, &table->live.history);
}
