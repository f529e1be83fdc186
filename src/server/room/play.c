/* play.c -- the life of a hand: asked, applied, settled.
 *
 * The stacks of the seats are those before the hand until it is settled, so a hand that must be
 * given up is void by forgetting it.  What a hand ends with is held back until the ledger has it.
 */
#include "server/room/room_parts.h"

#include "felt/player.h"
#include "server/table/answer.h"

#include <string.h>

void felt_room_table_won(const struct felt_room *room, const struct felt_room_table *table,
                         felt_chips won[FELT_SEATS_MAX])
{
    const struct felt_game_adapter *adapter = felt_room_table_adapter(room, table);
    felt_chips sum = 0;
    memset(won, 0, FELT_SEATS_MAX * sizeof won[0]);
    if (table->foreign) /* the hand itself is not known, only its end */
        memcpy(won, table->won, FELT_SEATS_MAX * sizeof won[0]);
    else
        adapter->game->payoff(adapter->rules, felt_room_table_state(table), won);
    for (int seat = 0; seat < FELT_SEATS_MAX; seat++) {
        felt_assert(won[seat] == 0 || felt_seats_has(table->live.dealt, seat));
        felt_assert(!felt_seats_has(table->live.dealt, seat) ||
                    table->seat[seat].stack + won[seat] >= 0);
        sum += won[seat];
    }
    felt_assert(sum == 0); /* F1 */
}

/* ---- telling ---- */

struct telling {
    struct felt_room *room;
    struct felt_room_table *table;
    const struct felt_room_face *face;
};

/* Whoever may see the cards gets a frame of his own, the others share one. */
static void say_to_table(void *self, const struct felt_announcement *said)
{
    const struct telling *telling = self;
    struct felt_announcement seen;
    struct felt_arena_server_msg msg = {.kind = FELT_ARENA_SERVER_EVENT, .event = &seen};
    struct felt_room_server_msg out = {.kind = FELT_ROOM_SERVER_HAND,
                                       .table = telling->face,
                                       .seat = FELT_SEAT_NONE,
                                       .tell = &msg};
    bool hidden = said->count && said->cards_to != (felt_seats)-1;
    felt_seats owners = hidden ? said->cards_to & telling->table->live.dealt : 0;
    telling->table->seq++;
    for (felt_seats left = owners; left;) {
        felt_seat seat = felt_seats_take(&left);
        seen = felt_announcement_for(said, seat);
        felt_room_table_post_seats(telling->room, telling->table, &out, felt_seats_of(seat), false);
    }
    seen = hidden ? felt_announcement_for(said, FELT_SEAT_NONE) : *said;
    felt_room_table_post_seats(telling->room, telling->table, &out, owners, true);
}

static void say_nothing(void *self, const struct felt_announcement *said)
{
    ((const struct telling *)self)->table->seq++;
    (void)said;
}

static void tell_local(struct felt_room *room, const struct felt_room_table *table,
                       const struct felt_event *events, uint32_t count)
{
    const struct felt_room_services *services = room->services;
    for (felt_seats left = table->live.dealt; left && services->local_event;) {
        felt_seat seat = felt_seats_take(&left);
        if (!felt_room_player_of(room, &table->seat[seat])->local) continue;
        for (uint32_t i = 0; i < count; i++) {
            struct felt_event mine = felt_event_for(&events[i], seat);
            services->local_event(services->self, felt_room_table_index(room, table), seat, &mine);
        }
    }
}

/* For the lobby. */
static void count_events(struct felt_room_table *table, const struct felt_event *events,
                         uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        if (events[i].kind == FELT_EVENT_ACT && events[i].act == FELT_FOLD) table->folds++;
        if (events[i].kind == FELT_EVENT_BOARD && !table->saw)
            table->saw = (uint32_t)felt_seats_count(table->live.dealt) - table->folds;
    }
}

static void spread(struct felt_room *room, struct felt_room_table *table,
                   const struct felt_event *events, uint32_t count)
{
    struct felt_room_face face;
    struct telling telling = {.room = room, .table = table, .face = &face};
    const struct felt_game_adapter *adapter = felt_room_table_adapter(room, table);
    felt_live_hand_keep(&table->live, &room->pool, adapter, events, count);
    if (!adapter->no_streets) count_events(table, events, count);
    if (!room->quiet) {
        tell_local(room, table, events, count);
        felt_room_table_face(room, table, &face);
    }
    felt_announce(&table->live.announcer, adapter, events, count,
                  room->quiet ? say_nothing : say_to_table, &telling);
}

/* ---- asking ---- */

static const char *turn_word(const struct felt_view *view)
{
    if (view->options && view->option[0].kind == FELT_MOVE) return "move";
    switch ((enum felt_phase)view->phase) {
    case FELT_PHASE_DISCARD: return "draw";
    case FELT_PHASE_SHOW: return "show";
    case FELT_PHASE_RUNS: return "runs";
    case FELT_PHASE_DECIDE: return "decide";
    default: return "bet";
    }
}

static uint32_t time_left(const struct felt_room_table *table, int64_t now_ms)
{
    return table->deadline > now_ms ? (uint32_t)(table->deadline - now_ms) : 0;
}

/* What the actor sees is in room->view until another view is made. */
static void see_as_actor(struct felt_room *room, const struct felt_room_table *table)
{
    const struct felt_game_adapter *adapter = felt_room_table_adapter(room, table);
    adapter->game->view(adapter->rules, felt_room_table_state(table), table->actor, &room->view);
}

/* To one connection, or to everybody: the actor, who sees room->view, is asked, the others learn
 * who is. */
static void tell_turn(struct felt_room *room, struct felt_room_table *table, uint32_t conn,
                      felt_seat seat, int64_t now_ms)
{
    struct felt_room_face face;
    struct felt_room_hand_face hand;
    felt_room_table_face(room, table, &face);
    felt_room_table_hand_face(room, table, &hand);
    struct felt_arena_server_msg msg = {.kind = FELT_ARENA_SERVER_ACT,
                                        .table = &hand.face,
                                        .seat = table->actor,
                                        .hand_id = face.hand_id,
                                        .view = &room->view,
                                        .req_id = table->req_id,
                                        .time_ms = time_left(table, now_ms)};
    struct felt_room_server_msg act = {.kind = FELT_ROOM_SERVER_HAND,
                                       .table = &face,
                                       .seq = table->seq,
                                       .seat = table->actor,
                                       .bank_ms = table->seat[table->actor].bank_ms,
                                       .tell = &msg};
    struct felt_room_server_msg turn = {.kind = FELT_ROOM_SERVER_TURN,
                                        .table = &face,
                                        .seq = table->seq,
                                        .seat = table->actor,
                                        .time_ms = msg.time_ms,
                                        .bank_ms = act.bank_ms,
                                        .text = turn_word(&room->view)};
    if (conn != FELT_NO_LINE) {
        felt_room_post_conn(room, conn, seat == table->actor ? &act : &turn);
        return;
    }
    felt_room_table_post_seats(room, table, &act, felt_seats_of(table->actor), false);
    felt_room_table_post_seats(room, table, &turn, felt_seats_of(table->actor), true);
}

/* The same for a house player. */
static void ask_house(struct felt_room *room, const struct felt_room_table *table)
{
    const struct felt_room_services *services = room->services;
    if (!services->local_ask) return;
    services->local_ask(
        services->self, felt_room_table_index(room, table), table->actor, table->req_id,
        &room->view, !felt_room_table_hurries(table) && !felt_room_directed_is_houses(room, table));
}

void felt_room_table_ask_local(struct felt_room *room, struct felt_room_table *table)
{
    see_as_actor(room, table);
    ask_house(room, table);
}

void felt_room_table_ask(struct felt_room *room, struct felt_room_table *table, felt_seat actor,
                         int64_t now_ms)
{
    felt_assert(table->hand && !table->asked && actor != FELT_SEAT_NONE);
    table->actor = actor;
    const struct felt_room_seat *seat = &table->seat[table->actor];
    struct felt_action action;
    if (felt_room_away_action(room, table, &action)) { /* and now we see as the actor */
        bool absent = seat->away || seat->expired || felt_room_away_is_removed(room, table);
        if (absent) room->counts.autos++;
        bool done = felt_room_table_apply(room, table, table->actor, action, absent);
        felt_assert(done);
        return;
    }
    table->asked = true;
    table->in_bank = false;
    table->asked_turn = room->turn;
    table->req_id++;
    table->deadline = now_ms + felt_room_table_stake(room, table)->move_ms;
    table->seq++;
    if (table->watches != FELT_NO_WATCH) tell_turn(room, table, FELT_NO_LINE, table->actor, now_ms);
    if (felt_room_player_of(room, seat)->local) ask_house(room, table);
}

/* ---- coming to a table in the middle of a hand ---- */

struct retelling {
    const struct felt_room *room;
    const struct felt_room_table *table;
    felt_seat seat;
};

static void retell(const void *self, felt_say say, void *to)
{
    const struct retelling *one = self;
    felt_live_hand_retell(&one->table->live, &one->room->pool,
                          felt_room_table_adapter(one->room, one->table), &one->table->deal,
                          one->seat, say, to);
}

void felt_room_table_snapshot_to(struct felt_room *room, struct felt_room_table *table,
                                 uint32_t conn, felt_seat seat, int64_t now_ms)
{
    const struct felt_game_adapter *adapter = felt_room_table_adapter(room, table);
    felt_seat eyes =
        seat != FELT_SEAT_NONE && felt_room_seat_in_hand(table, seat) ? seat : FELT_SEAT_NONE;
    struct retelling retelling = {.room = room, .table = table, .seat = eyes};
    struct felt_room_face face;
    struct felt_room_hand_face hand;
    felt_room_table_face(room, table, &face);
    felt_room_table_hand_face(room, table, &hand);
    adapter->game->view(adapter->rules, felt_room_table_state(table), eyes, &room->view);
    struct felt_arena_server_msg msg = {.kind = FELT_ARENA_SERVER_SNAPSHOT,
                                        .table = &hand.face,
                                        .seat = eyes,
                                        .hand_id = face.hand_id,
                                        .view = &room->view,
                                        .req_id = table->req_id,
                                        .time_ms = table->asked ? time_left(table, now_ms) : 0,
                                        .cut = table->live.cut,
                                        .retell = retell,
                                        .retell_self = &retelling};
    felt_room_post_conn(room, conn,
                        &(struct felt_room_server_msg){.kind = FELT_ROOM_SERVER_HAND,
                                                       .table = &face,
                                                       .seq = table->seq,
                                                       .seat = seat,
                                                       .tell = &msg});
    if (!table->asked) return;
    /* Whatever was on its way on another line answers nothing. */
    if (seat == table->actor) table->asked_turn = room->turn;
    see_as_actor(room, table);
    tell_turn(room, table, conn, seat, now_ms);
}

/* ---- acting ---- */

static bool is_result(const struct felt_event *event)
{
    return event->kind == FELT_EVENT_RETURN || event->kind == FELT_EVENT_SHOW ||
           event->kind == FELT_EVENT_RAKE || event->kind == FELT_EVENT_WIN ||
           event->kind == FELT_EVENT_OVER || (event->kind == FELT_EVENT_OUTCOME && event->pot);
}

/* The last events wait for the ledger, if there is room for them. */
static void spread_last(struct felt_room *room, struct felt_room_table *table, uint32_t count)
{
    uint32_t at = 0;
    while (at < count && !is_result(&room->event[at])) at++;
    bool kept = true;
    for (uint32_t i = at; i < count && kept; i++)
        kept = felt_chunks_event(&room->pool, &table->held, &room->event[i]);
    if (!kept) {
        felt_chunks_clear(&room->pool, &table->held);
        at = count;
    }
    spread(room, table, room->event, at);
}

void felt_room_table_spread(struct felt_room *room, struct felt_room_table *table, uint32_t count)
{
    const struct felt_game_adapter *adapter = felt_room_table_adapter(room, table);
    if (adapter->game->actor(adapter->rules, felt_room_table_state(table)) == FELT_SEAT_NONE)
        spread_last(room, table, count);
    else
        spread(room, table, room->event, count);
}

bool felt_room_table_apply(struct felt_room *room, struct felt_room_table *table, felt_seat seat,
                           struct felt_action action, bool done_for_him)
{
    felt_assert(table->hand && !table->foreign && !table->settling);
    const struct felt_game_adapter *adapter = felt_room_table_adapter(room, table);
    struct felt_event_log log = {.event = room->event, .room = FELT_EVENTS_MAX};
    if (adapter->game->apply(adapter->rules, felt_room_table_state(table), seat, action, &log) !=
        FELT_OK)
        return false;
    felt_room_journal_table_act(room, table, seat, &action, done_for_him);
    table->asked = table->in_bank = false;
    room->counts.actions++;
    struct felt_room_seat *place = &table->seat[seat];
    place->preselect = FELT_PRESELECT_NONE;
    for (uint32_t i = 0; i < log.count; i++)
        if (room->event[i].kind == FELT_EVENT_ACT && room->event[i].seat == seat &&
            action.kind == FELT_CALL && done_for_him)
            place->auto_spent += room->event[i].amount;
    if (done_for_him)
        felt_room_away_note_action(table, place, room->event, log.count, action, seat);
    felt_room_table_spread(room, table, log.count);
    return true;
}

/* The time that is used of the bank goes. */
static void stop_clock(struct felt_room_table *table, int64_t now_ms)
{
    if (!table->in_bank) return;
    struct felt_room_seat *seat = &table->seat[table->actor];
    int64_t used = now_ms - table->bank_from;
    seat->bank_ms = used < seat->bank_ms ? seat->bank_ms - (uint32_t)used : 0;
    table->in_bank = false;
}

static void refuse(struct felt_room *room, uint32_t conn, const struct felt_room_client_msg *msg,
                   enum felt_no no, const char *text)
{
    felt_room_refuse(room, conn, msg, no, text);
}

static void choose(struct felt_room *room, uint32_t conn, const struct felt_room_client_msg *msg,
                   struct felt_room_table *table, felt_seat seat, int64_t now_ms)
{
    const struct felt_game_adapter *game[FELT_GAMES_MAX];
    int index[FELT_GAMES_MAX], games = felt_room_table_games(room, table, game, index);
    if (msg->action.kind != FELT_CHOOSE || !msg->action.known || msg->action.choice >= games) {
        refuse(room, conn, msg, FELT_NO_INVALID_ACTION,
               "choose one of the games: CHOOSE with its number as choice");
        return;
    }
    felt_room_ok(room, conn, msg, table, seat, 0);
    felt_room_table_choose(room, table, index[msg->action.choice], now_ms);
    felt_room_table_go_on(room, table, now_ms);
}

/* The order of these questions is PROTOCOL 5.4. */
static bool is_answer(struct felt_room *room, uint32_t conn, const struct felt_room_client_msg *msg,
                      const struct felt_room_table *table, felt_seat seat, bool stale)
{
    const struct felt_arena_client_action *ask = &msg->action;
    bool right = table->hand && !table->foreign && strcmp(table->hand_id, ask->hand_id) == 0;
    if (!table->choosing && !right)
        refuse(room, conn, msg, FELT_NO_TOO_LATE,
               "this hand is not under way: answer the hand_id of the last act");
    else if (ask->has_req && ask->req_id != table->req_id)
        refuse(room, conn, msg, FELT_NO_TOO_LATE,
               "this act is not waiting any more: its time was over, or it was answered");
    else if (!(table->asked || table->choosing) || table->actor != seat)
        refuse(room, conn, msg, FELT_NO_OUT_OF_TURN, "it is not your turn: wait for the next act");
    else if (!felt_room_table_was_asked(room, table) || (stale && !ask->has_req))
        refuse(room, conn, msg, FELT_NO_TOO_LATE,
               "sent before the act that it would answer: send one action for each act");
    else
        return true;
    return false;
}

void felt_room_table_act(struct felt_room *room, uint32_t conn,
                         const struct felt_room_client_msg *msg, struct felt_room_table *table,
                         felt_seat seat, bool stale, int64_t now_ms)
{
    const struct felt_game_adapter *adapter = felt_room_table_adapter(room, table);
    if (!is_answer(room, conn, msg, table, seat, stale)) return;
    if (table->choosing) {
        choose(room, conn, msg, table, seat, now_ms);
        return;
    }
    struct felt_action action;
    struct felt_room_seat *place = &table->seat[seat];
    adapter->game->view(adapter->rules, felt_room_table_state(table), seat, &room->view);
    bool bank = table->in_bank;
    bool done = felt_table_answer_read(adapter, &room->view, &msg->action, &action);
    if (done) {
        uint32_t left = place->bank_ms;
        stop_clock(table, now_ms);
        done = felt_room_table_apply(room, table, seat, action, false);
        if (!done) { /* F3 */
            place->bank_ms = left;
            table->in_bank = bank;
        }
    }
    if (!done) {
        char text[FELT_TABLE_ANSWER_TEXT_BYTES];
        adapter->game->view(adapter->rules, felt_room_table_state(table), seat, &room->view);
        felt_table_answer_legal(&room->view, text);
        refuse(room, conn, msg, FELT_NO_INVALID_ACTION, text);
        return;
    }
    place->timeouts = 0;
    felt_room_ok(room, conn, msg, table, seat, 0);
    felt_room_table_go_on(room, table, now_ms);
}

void felt_room_answer(struct felt_room *room, uint32_t table_index, felt_seat seat, uint64_t req_id,
                      struct felt_action action, int64_t now_ms)
{
    if (table_index >= room->fresh_table) return;
    struct felt_room_table *table = felt_room_table_at(room, table_index);
    if (!table->used || !(table->asked || table->choosing) || table->actor != seat ||
        table->req_id != req_id || !felt_room_player_of(room, &table->seat[seat])->local)
        return;
    if (table->choosing) {
        const struct felt_game_adapter *game[FELT_GAMES_MAX];
        int index[FELT_GAMES_MAX], games = felt_room_table_games(room, table, game, index);
        felt_room_table_choose(room, table, index[action.choice < games ? action.choice : 0],
                               now_ms);
    } else if (!felt_room_table_apply(room, table, seat, action, false)) {
        bool done =
            felt_room_table_apply(room, table, seat, felt_room_away_timeout(room, table), false);
        felt_assert(done);
    }
    felt_room_table_go_on(room, table, now_ms);
}

void felt_room_table_time_over(struct felt_room *room, struct felt_room_table *table,
                               int64_t now_ms)
{
    struct felt_room_seat *place = &table->seat[table->actor];
    if (table->choosing) {
        const struct felt_game_adapter *game[FELT_GAMES_MAX];
        int index[FELT_GAMES_MAX];
        (void)felt_room_table_games(room, table, game, index);
        felt_room_table_choose(room, table, index[0], now_ms);
        return;
    }
    bool here = felt_room_seat_is_here(room, place),
         local = felt_room_player_of(room, place)->local;
    if (here && !local && !table->in_bank && place->bank_ms) {
        table->in_bank = true;
        table->bank_from = now_ms;
        table->deadline = now_ms + place->bank_ms;
        table->seq++;
        see_as_actor(room, table);
        tell_turn(room, table, FELT_NO_LINE, table->actor, now_ms);
        return;
    }
    stop_clock(table, now_ms);
    felt_room_player_of(room, place)->cut = false; /* he is not coming back at once */
    room->counts.timeouts++;
    felt_seat seat = table->actor;
    bool done =
        felt_room_table_apply(room, table, seat, felt_room_away_timeout(room, table), !here);
    felt_assert(done);
    if (felt_room_table_is_directed(room, table)) return; /* nobody sits out there */
    if (!here || local || ++place->timeouts < room->config->timeouts_max) return;
    place->out = true;
    place->asleep = felt_room_table_adapter(room, table)->lasts;
    place->timeouts = 0;
    place->since_ms = now_ms;
    felt_room_journal_seat(room, table, seat);
    felt_room_table_post_seat(room, table, seat);
    felt_room_table_post_mine(room, table, seat);
}

/* ---- settling ---- */

static void report(struct felt_room *room, struct felt_room_table *table,
                   const struct felt_room_face *face, const felt_chips won[FELT_SEATS_MAX])
{
    const struct felt_room_services *services = room->services;
    if (!services->hand_over) return;
    uint8_t key[FELT_KEY_BYTES];
    felt_card deck[FELT_CARDS_MAX];
    struct felt_rng later;
    struct felt_deal deal = table->deal;
    const struct felt_game_adapter *adapter = felt_room_table_adapter(room, table);
    felt_shuffle_key(&services->digests, table->secret, table->fresh, table->series,
                     (uint32_t)table->hands, key);
    felt_live_hand_deck(&services->digests, adapter, key, deck, &later);
    deal.deck = deck;
    deal.deck_count = adapter->deck_count;
    deal.later = &later;
    uint32_t count = felt_live_hand_events(&table->live, &room->pool, room->event);
    services->hand_over(services->self, &(struct felt_room_report){.table = face,
                                                                   .hand_id = face->hand_id,
                                                                   .deal = &deal,
                                                                   .events = room->event,
                                                                   .count = count,
                                                                   .seats = table->live.dealt,
                                                                   .won = won,
                                                                   .key = key});
}

static void tell_end(struct felt_room *room, struct felt_room_table *table,
                     const felt_chips won[FELT_SEATS_MAX])
{
    struct felt_room_face face;
    struct felt_room_hand_face hand;
    felt_chips after[FELT_SEATS_MAX];
    felt_room_table_face(room, table, &face);
    felt_room_table_hand_face(room, table, &hand);
    for (int seat = 0; seat < FELT_SEATS_MAX; seat++)
        after[seat] = table->deal.stack[seat] + won[seat];
    struct felt_arena_server_msg msg = {.kind = FELT_ARENA_SERVER_END_HAND,
                                        .table = &hand.face,
                                        .hand_id = face.hand_id,
                                        .stacks = after};
    felt_room_table_post(
        room, table,
        &(struct felt_room_server_msg){
            .kind = FELT_ROOM_SERVER_HAND, .table = &face, .seat = FELT_SEAT_NONE, .tell = &msg});
    report(room, table, &face, won);
}

/* Says what was held back; returns the chips that were in the pots. */
static felt_chips say_held(struct felt_room *room, struct felt_room_table *table)
{
    uint32_t index = table->held.first;
    felt_chips pot = 0;
    for (uint32_t left = table->held.count; left;) {
        const struct felt_chunk *chunk = &room->pool.chunk[index];
        uint32_t count = chunk->count, next = chunk->next;
        memcpy(room->event, chunk->event, count * sizeof chunk->event[0]);
        for (uint32_t i = 0; i < count; i++)
            if (room->event[i].kind == FELT_EVENT_WIN) pot += room->event[i].amount;
        spread(room, table, room->event, count);
        left -= count;
        index = next;
    }
    felt_chunks_clear(&room->pool, &table->held);
    return pot;
}

static void note_speed(struct felt_room *room, struct felt_room_table *table, felt_chips pot,
                       int64_t now_ms)
{
    double share = table->hand_ms > 0 ? 0.1 : 1;
    double took =
        (double)(now_ms - table->started_ms + felt_room_table_stake(room, table)->pause_ms);
    double seen = (double)table->saw / felt_seats_count(table->live.dealt);
    table->hand_ms += share * (took + 1 - table->hand_ms);
    table->pot += share * ((double)pot - table->pot);
    table->flops += share * (seen - table->flops);
}

void felt_room_table_give_up(struct felt_room *room, struct felt_room_table *table)
{
    table->hand = table->asked = table->settling = table->foreign = table->in_bank = table->slow =
        false;
    table->actor = FELT_SEAT_NONE;
    table->hand_id[0] = '\0';
    room->counts.in_hand--;
    felt_chunks_clear(&room->pool, &table->live.history);
    felt_chunks_clear(&room->pool, &table->held);
    for (int seat = 0; seat < FELT_SEATS_MAX; seat++) {
        struct felt_room_seat *place = &table->seat[seat];
        if (!place->user) continue;
        place->stack += place->extra;
        place->extra = 0;
    }
}

void felt_room_table_settle(struct felt_room *room, struct felt_room_table *table, felt_seats away,
                            int64_t now_ms)
{
    const struct felt_stake *stake = felt_room_table_stake(room, table);
    felt_chips won[FELT_SEATS_MAX];
    felt_room_table_won(room, table, won);
    felt_room_journal_table_settled(room, table, away);
    if (!table->foreign) {
        note_speed(room, table, say_held(room, table), now_ms);
        if (!room->quiet) tell_end(room, table, won);
    }
    for (felt_seats left = table->live.dealt; left;) {
        felt_seat seat = felt_seats_take(&left);
        struct felt_room_seat *place = &table->seat[seat];
        if (felt_seats_has(away, seat)) felt_room_away_note_result(table, place, won[seat]);
        if (!(place->stack += won[seat])) place->since_ms = now_ms;
        uint32_t more = place->bank_ms + stake->bank_ms / 100;
        place->bank_ms = more < stake->bank_ms ? more : stake->bank_ms;
    }
    felt_seats dealt = table->live.dealt;
    felt_room_table_give_up(room, table);
    table->ended_ms = now_ms;
    room->counts.hands++;
    felt_room_directed_ended(room, table, false);
    felt_room_lobby_touch(room, table);
    while (dealt) { /* who has nothing left is broke: another state */
        felt_seat seat = felt_seats_take(&dealt);
        if (table->seat[seat].stack == 0) felt_room_table_post_seat(room, table, seat);
    }
}

void felt_room_table_void(struct felt_room *room, struct felt_room_table *table, const char *why)
{
    struct felt_room_face face;
    char hand_id[FELT_LIVE_HAND_ID_BYTES + 1]; /* which the table forgets */
    memcpy(hand_id, table->hand_id, sizeof hand_id);
    felt_assert(table->hand);
    felt_room_table_face(room, table, &face);
    felt_room_journal_table_void(room, table);
    felt_room_table_give_up(room, table);
    felt_room_directed_ended(room, table, true);
    room->counts.voids++;
    felt_room_table_post(room, table,
                         &(struct felt_room_server_msg){.kind = FELT_ROOM_SERVER_VOID,
                                                        .table = &face,
                                                        .seat = FELT_SEAT_NONE,
                                                        .hand_id = hand_id,
                                                        .text = why});
}
