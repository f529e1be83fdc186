/* deal.c -- between hands: who plays, who chooses the game, the next hand. */
#include "server/room/room_parts.h"

#include <string.h>

/* ---- pace ---- */

/* People who do not have to wait for a house player to think about a hand of the house. */
bool felt_room_table_hurries(const struct felt_room_table *table)
{
    bool waits = false;
    for (int seat = 0; seat < FELT_SEATS_MAX; seat++) {
        const struct felt_room_seat *place = &table->seat[seat];
        if (!place->user || place->kind == FELT_USER_HOUSE) continue;
        if (felt_seats_has(table->blinds.dealt, seat) && !(place->owes & FELT_OWES_ENTRY))
            return false;
        waits |= felt_room_seat_is_present(place);
    }
    return waits;
}

static int64_t pause_end(const struct felt_room *room, const struct felt_room_table *table)
{
    int64_t pause = felt_room_table_stake(room, table)->pause_ms;
    if (!table->ended_ms) return 0;
    if (pause > FELT_HURRY_MS && felt_room_table_hurries(table)) pause = FELT_HURRY_MS;
    return table->ended_ms + pause;
}

/* ---- the plan ---- */

static bool has_blinds(const struct felt_game_adapter *adapter)
{
    return adapter->small_blind > 0;
}

static bool make_plan(const struct felt_room *room, struct felt_room_table *table)
{
    struct felt_room_blinds_seat place[FELT_SEATS_MAX] = {0};
    const struct felt_stake *stake = felt_room_table_stake(room, table);
    for (int seat = 0; seat < stake->seats; seat++) {
        const struct felt_room_seat *one = &table->seat[seat];
        place[seat] = (struct felt_room_blinds_seat){
            .taken = one->user && one->sitting == FELT_SITTING_DOWN && one->stack > 0,
            .present = felt_room_seat_is_present(one),
            .waits = one->wait,
            .owes = one->owes};
    }
    felt_room_blinds_next(&table->blinds, place, stake->seats,
                          has_blinds(felt_room_table_adapter(room, table)), &table->plan);
    return table->plan.possible;
}

/* ---- choosing a game ---- */

int felt_room_table_games(const struct felt_room *room, const struct felt_room_table *table,
                          const struct felt_game_adapter *game[FELT_GAMES_MAX],
                          int index[FELT_GAMES_MAX])
{
    const struct felt_stake *stake = felt_room_table_stake(room, table);
    int seats = felt_seats_count(table->plan.dealt), count = 0;
    for (int i = 0; i < stake->games; i++) {
        if (stake->game[i]->seats_max < seats || stake->game[i]->seats_min > seats) continue;
        game[count] = stake->game[i];
        index[count++] = i;
    }
    return count;
}

void felt_room_table_tell_choose(struct felt_room *room, const struct felt_room_table *table,
                                 uint32_t conn, int64_t now_ms)
{
    const struct felt_game_adapter *game[FELT_GAMES_MAX];
    int index[FELT_GAMES_MAX];
    struct felt_room_face face;
    felt_room_table_face(room, table, &face);
    struct felt_room_server_msg msg = {.kind = FELT_ROOM_SERVER_CHOOSE,
                                       .table = &face,
                                       .seq = table->seq,
                                       .seat = table->actor,
                                       .games = game,
                                       .req_id = table->req_id,
                                       .text = "choose"};
    msg.count = (uint32_t)felt_room_table_games(room, table, game, index);
    msg.time_ms = table->deadline > now_ms ? (uint32_t)(table->deadline - now_ms) : 0;
    if (conn != FELT_NO_LINE)
        felt_room_post_conn(room, conn, &msg);
    else
        felt_room_table_post_seats(room, table, &msg, felt_seats_of(table->actor), false);
}

void felt_room_table_choose(struct felt_room *room, struct felt_room_table *table, int game,
                            int64_t now_ms)
{
    struct felt_room_face face;
    (void)now_ms;
    table->choosing = false;
    table->chosen = true;
    table->game = (uint8_t)game;
    felt_room_journal_table_game(room, table);
    felt_room_table_face(room, table, &face);
    felt_room_table_post(room, table,
                         &(struct felt_room_server_msg){.kind = FELT_ROOM_SERVER_GAME,
                                                        .table = &face,
                                                        .seat = table->plan.button});
}

static void ask_choice(struct felt_room *room, struct felt_room_table *table, int64_t now_ms)
{
    const struct felt_room_services *services = room->services;
    const struct felt_room_seat *seat = &table->seat[table->plan.button];
    const struct felt_game_adapter *game[FELT_GAMES_MAX];
    int index[FELT_GAMES_MAX], games = felt_room_table_games(room, table, game, index);
    felt_assert(games >= 1);
    if (!felt_room_seat_is_here(room, seat) || games == 1) {
        felt_room_table_choose(room, table, index[0], now_ms);
        return;
    }
    table->choosing = true;
    table->actor = table->plan.button;
    table->asked_turn = room->turn;
    table->req_id++;
    table->deadline = now_ms + room->config->choose_ms;
    struct felt_room_face face;
    felt_room_table_face(room, table, &face);
    table->seq++;
    felt_room_table_post_seats(room, table,
                               &(struct felt_room_server_msg){.kind = FELT_ROOM_SERVER_TURN,
                                                              .table = &face,
                                                              .seat = table->actor,
                                                              .time_ms = room->config->choose_ms,
                                                              .text = "choose"},
                               felt_seats_of(table->actor), true);
    felt_room_table_tell_choose(room, table, FELT_NO_LINE, now_ms);
    if (felt_room_player_of(room, seat)->local && services->local_choose)
        services->local_choose(services->self, felt_room_table_index(room, table), table->actor,
                               table->req_id, games);
}

/* ---- the hand ---- */

/* Blinds by the plan, as far as the game has some. */
static void post_blinds(const struct felt_game_adapter *adapter, struct felt_room_table *table,
                        const struct felt_room_blinds_plan *plan)
{
    if (!has_blinds(adapter)) return;
    memset(table->deal.blind, 0, sizeof table->deal.blind);
    for (felt_seats left = plan->dealt; left;) {
        felt_seat seat = felt_seats_take(&left);
        bool posts = seat == plan->big || felt_seats_has(plan->posts, seat);
        table->deal.blind[seat] = posts                 ? adapter->big_blind
                                  : seat == plan->small ? adapter->small_blind
                                                        : 0;
        if (felt_seats_has(plan->dead, seat)) table->deal.dead[seat] = adapter->small_blind;
    }
    table->deal.opener = felt_seats_from(plan->dealt, plan->big + 1);
}

/* What the seats post: blinds by the plan, what the table wants, all else as the game has it. */
static void make_deal(const struct felt_room *room, struct felt_room_table *table, bool bomb,
                      const struct felt_room_blinds_plan *plan)
{
    const struct felt_game_adapter *adapter = felt_room_table_adapter(room, table);
    felt_chips stack[FELT_SEATS_MAX] = {0};
    if (felt_room_table_is_directed(room, table)) {
        felt_room_directed_make_deal(room, table);
        return;
    }
    for (felt_seats left = plan->dealt; left;) {
        felt_seat seat = felt_seats_take(&left);
        stack[seat] = table->seat[seat].stack;
    }
    table->deal = (struct felt_deal){0};
    adapter->deal(adapter, plan->dealt, stack, plan->button, &table->deal);
    post_blinds(adapter, table, plan);
    felt_room_options_deal(room, table, bomb, plan);
}

static void tell_start(struct felt_room *room, struct felt_room_table *table,
                       const uint8_t key[FELT_KEY_BYTES])
{
    struct felt_room_face face;
    struct felt_room_hand_face hand;
    uint8_t commit[FELT_KEY_BYTES];
    felt_shuffle_commit(&room->services->digests, key, commit);
    felt_room_table_face(room, table, &face);
    felt_room_table_hand_face(room, table, &hand);
    struct felt_arena_server_msg msg = {.kind = FELT_ARENA_SERVER_START_HAND,
                                        .table = &hand.face,
                                        .hand_id = face.hand_id,
                                        .hand_number = (uint32_t)table->hands,
                                        .commit = commit,
                                        .button = table->live.button,
                                        .stacks = table->deal.stack};
    felt_room_table_post(
        room, table,
        &(struct felt_room_server_msg){
            .kind = FELT_ROOM_SERVER_HAND, .table = &face, .seat = FELT_SEAT_NONE, .tell = &msg});
}

static void begin_local(struct felt_room *room, const struct felt_room_table *table)
{
    const struct felt_room_services *services = room->services;
    for (felt_seats left = table->live.dealt; left;) {
        felt_seat seat = felt_seats_take(&left);
        if (felt_room_player_of(room, &table->seat[seat])->local && services->local_begin)
            services->local_begin(services->self, felt_room_table_index(room, table), seat,
                                  felt_room_table_adapter(room, table));
    }
}

void felt_room_table_deal(struct felt_room *room, struct felt_room_table *table, uint32_t date,
                          uint32_t counter, const struct felt_room_blinds_plan *plan,
                          int64_t now_ms)
{
    felt_assert(!table->hand && felt_seats_count(plan->dealt) >= 2);
    table->hand = true;
    table->chosen = table->asked = table->slow = false;
    table->hands++;
    table->started_ms = now_ms;
    table->folds = table->saw = 0;
    table->live.date = date;
    table->live.counter = counter;
    felt_live_hand_id(date, counter, table->hand_id);
    table->live.button = plan->button;
    table->live.dealt = plan->dealt;
    table->live.cut = false;
    table->blinds = (struct felt_room_blinds){
        .button = plan->button, .small = plan->small, .big = plan->big, .dealt = plan->dealt};
    felt_seats square = 0; /* owed something until now, or owe something new */
    for (int seat = 0; seat < felt_room_table_stake(room, table)->seats; seat++) {
        if (table->seat[seat].user && table->seat[seat].owes != plan->owes[seat])
            square |= felt_seats_of(seat);
        table->seat[seat].owes = plan->owes[seat];
        table->seat[seat].auto_spent = 0;
        table->seat[seat].preselect = FELT_PRESELECT_NONE;
        table->seat[seat].asleep = false;
    }
    bool bomb = !felt_room_table_is_directed(room, table) && felt_room_options_is_bomb(room, table);
    if (bomb) table->private_table.bomb = false;
    room->counts.in_hand++;
    felt_chunks_clear(&room->pool, &table->live.history);
    felt_chunks_clear(&room->pool, &table->held);
    if (table->foreign) return;
    if (!room->quiet && !room->config->not_fresh)
        room->services->entropy(room->services->self, table->fresh, sizeof table->fresh);
    felt_room_journal_table_deal(room, table, plan); /* before anybody hears of it */

    uint8_t key[FELT_KEY_BYTES];
    struct felt_event_log log = {.event = room->event, .room = FELT_EVENTS_MAX};
    felt_shuffle_key(&room->services->digests, table->secret, table->fresh, table->series,
                     (uint32_t)table->hands, key);
    make_deal(room, table, bomb, plan);
    felt_live_hand_deal(&table->live, &room->services->digests,
                        felt_room_table_adapter(room, table), key, &table->deal,
                        felt_room_table_state(table), &log);
    if (!room->quiet) {
        tell_start(room, table, key);
        begin_local(room, table);
    }
    felt_room_table_spread(room, table, log.count);
    while (square && !room->quiet) {
        felt_seat seat = felt_seats_take(&square);
        felt_room_table_post_seat(room, table, seat);
        felt_room_table_post_mine(room, table, seat);
    }
}

/* ---- going on ---- */

static bool is_empty(const struct felt_room *room, const struct felt_room_table *table)
{
    for (int seat = 0; seat < felt_room_table_stake(room, table)->seats; seat++)
        if (table->seat[seat].user) return false;
    return true;
}

/* Can the game that was chosen be played by those who are dealt in? */
static bool fits(const struct felt_room *room, const struct felt_room_table *table)
{
    const struct felt_game_adapter *adapter = felt_room_table_adapter(room, table);
    int seats = felt_seats_count(table->plan.dealt);
    return seats >= adapter->seats_min && seats <= adapter->seats_max;
}

/* Nobody is in a hand here.  False: it waits. */
static bool go_on_between(struct felt_room *room, struct felt_room_table *table, int64_t now_ms)
{
    if (table->choosing) return false;
    felt_room_seats_tidy(room, table, now_ms);
    bool goes_on = felt_room_private_goes_on(room, table, now_ms);
    if (table->closing) felt_room_seats_tidy(room, table, now_ms);
    if (table->closing) {
        if (is_empty(room, table)) felt_room_table_close(room, table);
        return false;
    }
    if (!goes_on || now_ms < pause_end(room, table) || !make_plan(room, table)) return false;
    if (felt_room_table_stake(room, table)->games > 1 && table->chosen && !fits(room, table)) {
        table->chosen = false; /* somebody came or went since then */
        felt_room_journal_table_game(room, table);
    }
    if (felt_room_table_stake(room, table)->games > 1 && !table->chosen) {
        ask_choice(room, table, now_ms);
        return !table->choosing;
    }
    if (!fits(room, table)) return false; /* too few for this game: somebody else must come */
    struct felt_room_blinds_plan plan = table->plan;
    felt_room_table_deal(room, table, room->date, ++room->next_hand, &plan, now_ms);
    return true;
}

static void finish(struct felt_room *room, struct felt_room_table *table, int64_t now_ms)
{
    felt_chips won[FELT_SEATS_MAX];
    bool moved = false;
    felt_room_table_won(room, table, won);
    for (int seat = 0; seat < FELT_SEATS_MAX; seat++) moved |= won[seat] != 0;
    if (!moved || felt_room_table_is_directed(room, table)) {
        felt_room_table_settle(room, table, moved ? felt_room_away_seats(table) : 0, now_ms);
        return;
    }
    table->settling = true;
    memcpy(table->won, won, sizeof table->won);
    felt_room_table_order_settle(room, table, now_ms);
}

/* False: it waits for an answer, a receipt or the clock. */
static bool step(struct felt_room *room, struct felt_room_table *table, int64_t now_ms)
{
    if (!room->open) return false; /* what was ordered is given all the same */
    if (!table->hand)
        return !felt_room_table_is_directed(room, table) && go_on_between(room, table, now_ms);
    if (table->settling || table->asked || table->foreign) return false;
    const struct felt_game_adapter *adapter = felt_room_table_adapter(room, table);
    felt_seat actor = adapter->game->actor(adapter->rules, felt_room_table_state(table));
    if (actor == FELT_SEAT_NONE)
        finish(room, table, now_ms);
    else
        felt_room_table_ask(room, table, actor, now_ms);
    return !table->asked;
}

static void set_alarm(struct felt_room *room, struct felt_room_table *table, int64_t now_ms,
                      bool busy)
{
    uint32_t index = felt_room_table_index(room, table);
    bool directed = felt_room_table_is_directed(room, table);
    int64_t next = felt_room_table_give(room, table, now_ms), other = INT64_MAX;
    if (busy)
        other = now_ms + 1;
    else if (table->asked || table->choosing)
        other = table->deadline;
    else if (!table->hand && room->open && table->direction.over)
        other = now_ms;
    else if (!table->hand && room->open && !directed && now_ms < pause_end(room, table))
        other = pause_end(room, table);
    if (other < next) next = other;
    /* Else nobody is sent away. */
    bool tidies = room->open && !table->hand && !table->choosing && !directed;
    if (tidies && (other = felt_room_seats_alarm(room, table)) < next) next = other;
    if (tidies && (other = felt_room_private_alarm(room, table, now_ms)) < next) next = other;
    if (next == INT64_MAX)
        felt_heap_clear(&room->alarms, felt_room_table_alarm(room, index));
    else
        felt_heap_set(&room->alarms, felt_room_table_alarm(room, index), next);
}

void felt_room_table_go_on(struct felt_room *room, struct felt_room_table *table, int64_t now_ms)
{
    uint64_t most = table->hands + FELT_HANDS_OF_TURN;
    int steps = 0;
    if (room->quiet) return;
    while (table->used && table->hands < most && steps < FELT_STEPS_OF_TURN &&
           step(room, table, now_ms))
        steps++;
    bool busy = table->hands >= most || steps == FELT_STEPS_OF_TURN;
    if (table->used) set_alarm(room, table, now_ms, busy);
}
