/* away.c -- connections that are gone: what is done for absent players, grace, coming back.
 *
 * Everything goes by the user: whoever has no connection at all is away, at all his tables at once.
 *  A turn that comes while he is away is played at once by his wish (auto_action); one that was
 * running when his connection broke keeps its clock, so that he may be back in time; so does the
 * first one after a restart, which broke everybody's. */
#include "server/room/room_parts.h"

#include "felt/player.h"

/* ---- what is done for him ---- */

static const struct felt_option *find_option(const struct felt_view *view,
                                             enum felt_action_kind kind)
{
    for (int i = 0; i < view->options; i++)
        if (view->option[i].kind == kind) return &view->option[i];
    return NULL;
}

static struct felt_action plain(enum felt_action_kind kind)
{
    return (struct felt_action){.kind = (uint8_t)kind};
}

/* Draws, discards, bring-ins and shows are no question of money: the least is done. */
static struct felt_action fold(const struct felt_view *view)
{
    return find_option(view, FELT_FOLD) ? plain(FELT_FOLD) : felt_player_timid(view);
}

static struct felt_action check_fold(const struct felt_view *view)
{
    if (find_option(view, FELT_CONTINUE)) return plain(FELT_CONTINUE);
    return find_option(view, FELT_CHECK) ? plain(FELT_CHECK) : fold(view);
}

/* A call that costs chips, or nothing: no card is chosen for anybody. */
static const struct felt_option *find_call(const struct felt_view *view)
{
    const struct felt_option *call = find_option(view, FELT_CALL);
    return call && call->cards_max == 0 ? call : NULL;
}

static struct felt_action auto_action(const struct felt_view *view,
                                      const struct felt_room_seat *seat)
{
    const struct felt_option *call = find_call(view);
    felt_chips spent = seat->auto_action == FELT_ROOM_AUTO_CALL_HAND ? seat->auto_spent : 0;
    if (seat->expired) return fold(view);
    switch ((enum felt_room_auto_action)seat->auto_action) {
    case FELT_ROOM_AUTO_FOLD: return fold(view);
    case FELT_ROOM_AUTO_CALL:
    case FELT_ROOM_AUTO_CALL_HAND:
        if (call && spent + call->min <= seat->auto_limit) return plain(FELT_CALL);
        return check_fold(view);
    default: return check_fold(view);
    }
}

/* What he chose ahead, if it is still that.  It is used up either way. */
static bool ahead(const struct felt_room_table *table, struct felt_room_seat *seat,
                  const struct felt_view *view, struct felt_action *action)
{
    const struct felt_option *call = find_call(view);
    enum felt_preselect what = (enum felt_preselect)seat->preselect;
    if (what == FELT_PRESELECT_NONE || seat->preselect_hand != table->live.counter) return false;
    if (view->phase != FELT_PHASE_BET) return false; /* kept for the next bet */
    seat->preselect = FELT_PRESELECT_NONE;
    bool check = find_option(view, FELT_CHECK) != NULL;
    if (what == FELT_PRESELECT_FOLD)
        *action = fold(view);
    else if (what == FELT_PRESELECT_CHECK_FOLD)
        *action = check_fold(view);
    else if (what == FELT_PRESELECT_CHECK && check)
        *action = plain(FELT_CHECK);
    else if (what == FELT_PRESELECT_CALL && call && call->min == seat->preselect_amount)
        *action = plain(FELT_CALL);
    else
        return false;
    return true;
}

/* `table`: what counts for all seats of it, if that is not to ask. */
static bool by_setting(const struct felt_room_seat *seat, uint8_t table,
                       const struct felt_view *view, struct felt_action *action)
{
    uint8_t twice = table != FELT_TWICE_ASK ? table : seat->twice;
    if (view->phase == FELT_PHASE_SHOW && seat->muck && find_option(view, FELT_MUCK)) {
        *action = plain(FELT_MUCK);
        return true;
    }
    if (view->phase == FELT_PHASE_RUNS && twice != FELT_TWICE_ASK) {
        *action =
            (struct felt_action){.kind = FELT_RUNS, .choice = twice == FELT_TWICE_ALWAYS ? 1 : 0};
        return true;
    }
    return false;
}

bool felt_room_away_is_removed(const struct felt_room *room, const struct felt_room_table *table)
{
    return felt_room_table_is_directed(room, table) &&
           felt_seats_has(table->direction.hand.removed, table->actor);
}

bool felt_room_away_action(struct felt_room *room, struct felt_room_table *table,
                           struct felt_action *action)
{
    const struct felt_game_adapter *adapter = felt_room_table_adapter(room, table);
    struct felt_room_seat *seat = &table->seat[table->actor];
    adapter->game->view(adapter->rules, felt_room_table_state(table), table->actor, &room->view);
    bool here = felt_room_seat_is_here(room, seat);
    if (felt_room_away_is_removed(room, table)) {
        *action = check_fold(&room->view);
        return true;
    }
    if (!here && !seat->expired && felt_room_player_of(room, seat)->cut) return false;
    if (seat->expired || !here) {
        *action = auto_action(&room->view, seat);
        return true;
    }
    if (felt_room_player_of(room, seat)->local) return false;
    if (seat->asleep) {
        *action = felt_player_timid(&room->view);
        return true;
    }
    return ahead(table, seat, &room->view, action) ||
           by_setting(seat, felt_room_table_stake(room, table)->options.twice, &room->view, action);
}

struct felt_action felt_room_away_timeout(struct felt_room *room, struct felt_room_table *table)
{
    const struct felt_game_adapter *adapter = felt_room_table_adapter(room, table);
    const struct felt_room_seat *seat = &table->seat[table->actor];
    adapter->game->view(adapter->rules, felt_room_table_state(table), table->actor, &room->view);
    return felt_room_seat_is_here(room, seat) ? felt_player_timid(&room->view)
                                              : auto_action(&room->view, seat);
}

/* ---- notes for his return ---- */

static struct felt_room_away_note *add_note(const struct felt_room_table *table,
                                            struct felt_room_seat *seat)
{
    struct felt_room_away_note *note = &seat->note[seat->notes++ % FELT_ROOM_AWAY_NOTES];
    *note = (struct felt_room_away_note){.date = table->live.date, .counter = table->live.counter};
    return note;
}

void felt_room_away_note_action(struct felt_room_table *table, struct felt_room_seat *place,
                                const struct felt_event *events, uint32_t count,
                                struct felt_action action, felt_seat seat)
{
    struct felt_room_away_note *note = add_note(table, place);
    note->action = action.kind;
    for (uint32_t i = 0; i < count; i++)
        if (events[i].kind == FELT_EVENT_ACT && events[i].seat == seat) {
            note->amount =
                action.kind == FELT_CALL || action.kind == FELT_BRING_IN ? events[i].amount : 0;
            return;
        }
}

void felt_room_away_note_result(const struct felt_room_table *table, struct felt_room_seat *seat,
                                felt_chips won)
{
    struct felt_room_away_note *note = add_note(table, seat);
    note->result = true;
    note->amount = won;
}

felt_seats felt_room_away_seats(const struct felt_room_table *table)
{
    felt_seats away = 0;
    for (felt_seats left = table->live.dealt; left;) {
        felt_seat seat = felt_seats_take(&left);
        if (table->seat[seat].away) away |= felt_seats_of(seat);
    }
    return away;
}

static void tell_report(struct felt_room *room, const struct felt_room_table *table, felt_seat seat,
                        uint32_t conn, int64_t away_ms)
{
    const struct felt_room_seat *place = &table->seat[seat];
    struct felt_room_away_note note[FELT_ROOM_AWAY_NOTES];
    struct felt_room_face face;
    uint32_t count = place->notes < FELT_ROOM_AWAY_NOTES ? place->notes : FELT_ROOM_AWAY_NOTES;
    for (uint32_t i = 0; i < count; i++)
        note[i] = place->note[(place->notes - count + i) % FELT_ROOM_AWAY_NOTES];
    felt_room_table_face(room, table, &face);
    felt_room_post_conn(room, conn,
                        &(struct felt_room_server_msg){
                            .kind = FELT_ROOM_SERVER_REPORT,
                            .table = &face,
                            .seat = seat,
                            .notes = note,
                            .count = count,
                            .more = place->notes > count,
                            .amount = place->away_stack,
                            .time_ms = away_ms > UINT32_MAX ? UINT32_MAX : (uint32_t)away_ms});
}

/* ---- going and coming ---- */

void felt_room_away_begin(struct felt_room *room, uint32_t index, int64_t now_ms)
{
    struct felt_room_player *player = &room->player[index];
    player->away_ms = now_ms;
    if (!player->seats) return;
    felt_heap_set(&room->alarms, index, now_ms + room->config->grace_ms);
    for (uint32_t i = 0; i < player->seats; i++) {
        struct felt_room_table *table = felt_room_table_at(room, player->table[i]);
        struct felt_room_seat *seat = &table->seat[player->seat[i]];
        seat->away = true;
        seat->away_stack = seat->stack + seat->extra;
        seat->notes = 0;
        felt_room_journal_away(room, table, player->seat[i]);
        felt_room_table_post_seat(room, table, player->seat[i]);
    }
}

/* A house player who comes back hears the hand from its beginning, and the question if it is his.
 */
static void retell_local(struct felt_room *room, struct felt_room_table *table, felt_seat seat)
{
    const struct felt_room_services *services = room->services;
    uint32_t index = felt_room_table_index(room, table);
    if (services->local_sit)
        services->local_sit(services->self, index, seat, table->seat[seat].user);
    if (!felt_room_seat_in_hand(table, seat) || table->foreign || !services->local_begin) return;
    services->local_begin(services->self, index, seat, felt_room_table_adapter(room, table));
    uint32_t count = felt_live_hand_events(&table->live, &room->pool, room->event);
    for (uint32_t i = 0; i < count && services->local_event; i++) {
        struct felt_event mine = felt_event_for(&room->event[i], seat);
        services->local_event(services->self, index, seat, &mine);
    }
    if (table->asked && table->actor == seat) felt_room_table_ask_local(room, table);
}

void felt_room_away_end(struct felt_room *room, uint32_t index, uint32_t conn, int64_t now_ms)
{
    struct felt_room_player *player = &room->player[index];
    felt_heap_clear(&room->alarms, index);
    player->cut = false;
    for (uint32_t i = 0; i < player->seats; i++) {
        struct felt_room_table *table = felt_room_table_at(room, player->table[i]);
        felt_seat seat = player->seat[i];
        struct felt_room_seat *place = &table->seat[seat];
        bool back = place->away;
        place->asleep = false;
        if (player->local)
            retell_local(room, table, seat);
        else if (felt_room_conn_watch(room, conn, table, now_ms))
            felt_room_private_tell_host(room, conn, table);
        if (!back) continue;
        if (!player->local) tell_report(room, table, seat, conn, now_ms - player->away_ms);
        place->away = false;
        place->notes = 0;
        felt_room_journal_away(room, table, seat);
        felt_room_table_post_seat(room, table, seat);
    }
}

void felt_room_away_expire(struct felt_room *room, uint32_t index, int64_t now_ms)
{
    struct felt_room_player *player = &room->player[index];
    int64_t user = player->user;
    if (!user || player->conn_count) return;
    for (uint32_t i = player->seats; i-- > 0 && player->user == user;) {
        if (i >= player->seats) continue; /* he stood up from more than one */
        struct felt_room_table *table = felt_room_table_at(room, player->table[i]);
        felt_seat seat = player->seat[i];
        if (felt_room_table_is_directed(room, table)) continue; /* he is never sent away */
        table->seat[seat].expired = true;
        felt_room_journal_seat(room, table, seat);
        felt_room_table_post_seat(room, table, seat);
        if (table->asked && table->actor == seat) felt_room_table_time_over(room, table, now_ms);
        felt_room_table_go_on(room, table, now_ms);
    }
}
