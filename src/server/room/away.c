/* away.c -- lines that are gone: what is done for absent players, grace, coming back.
 *
 * Everything goes by the user: whoever has no line at all is away, at all his tables at once.  A
 * turn that comes while he is away is played at once by his wish (auto_action); one that was
 * running when his line broke keeps its clock, so that he may be back in time; so does the first
 * one after a restart, which broke everybody's. */
#include "server/room/floor_parts.h"

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

static struct felt_action auto_action(const struct felt_view *view, const struct felt_chair *chair)
{
    const struct felt_option *call = find_call(view);
    felt_chips spent = chair->auto_action == FELT_AUTO_CALL_HAND ? chair->auto_spent : 0;
    if (chair->expired) return fold(view);
    switch ((enum felt_auto_action)chair->auto_action) {
    case FELT_AUTO_FOLD: return fold(view);
    case FELT_AUTO_CALL:
    case FELT_AUTO_CALL_HAND:
        if (call && spent + call->min <= chair->auto_limit) return plain(FELT_CALL);
        return check_fold(view);
    default: return check_fold(view);
    }
}

/* What he chose ahead, if it is still that.  It is used up either way. */
static bool ahead(const struct felt_ring *ring, struct felt_chair *chair,
                  const struct felt_view *view, struct felt_action *action)
{
    const struct felt_option *call = find_call(view);
    enum felt_preselect what = (enum felt_preselect)chair->preselect;
    if (what == FELT_PRESELECT_NONE || chair->preselect_hand != ring->live.counter) return false;
    if (view->phase != FELT_PHASE_BET) return false; /* kept for the next bet */
    chair->preselect = FELT_PRESELECT_NONE;
    bool check = find_option(view, FELT_CHECK) != NULL;
    if (what == FELT_PRESELECT_FOLD)
        *action = fold(view);
    else if (what == FELT_PRESELECT_CHECK_FOLD)
        *action = check_fold(view);
    else if (what == FELT_PRESELECT_CHECK && check)
        *action = plain(FELT_CHECK);
    else if (what == FELT_PRESELECT_CALL && call && call->min == chair->preselect_amount)
        *action = plain(FELT_CALL);
    else
        return false;
    return true;
}

/* `table`: what counts for all seats of it, if that is not to ask. */
static bool by_setting(const struct felt_chair *chair, uint8_t table, const struct felt_view *view,
                       struct felt_action *action)
{
    uint8_t twice = table != FELT_TWICE_ASK ? table : chair->twice;
    if (view->phase == FELT_PHASE_SHOW && chair->muck && find_option(view, FELT_MUCK)) {
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

bool felt_away_is_removed(const struct felt_floor *floor, const struct felt_ring *ring)
{
    return felt_ring_is_guided(floor, ring) &&
           felt_seats_has(ring->guide.hand.removed, ring->actor);
}

bool felt_away_action(struct felt_floor *floor, struct felt_ring *ring, struct felt_action *action)
{
    const struct felt_plug *plug = felt_ring_plug(floor, ring);
    struct felt_chair *chair = &ring->chair[ring->actor];
    plug->game->view(plug->rules, felt_ring_state(ring), ring->actor, &floor->view);
    bool here = felt_chair_is_here(floor, chair);
    if (felt_away_is_removed(floor, ring)) {
        *action = check_fold(&floor->view);
        return true;
    }
    if (!here && !chair->expired && felt_player_of(floor, chair)->cut) return false;
    if (chair->expired || !here) {
        *action = auto_action(&floor->view, chair);
        return true;
    }
    if (felt_player_of(floor, chair)->local) return false;
    if (chair->asleep) {
        *action = felt_player_timid(&floor->view);
        return true;
    }
    return ahead(ring, chair, &floor->view, action) ||
           by_setting(chair, felt_ring_stake(floor, ring)->options.twice, &floor->view, action);
}

struct felt_action felt_away_timeout(struct felt_floor *floor, struct felt_ring *ring)
{
    const struct felt_plug *plug = felt_ring_plug(floor, ring);
    const struct felt_chair *chair = &ring->chair[ring->actor];
    plug->game->view(plug->rules, felt_ring_state(ring), ring->actor, &floor->view);
    return felt_chair_is_here(floor, chair) ? felt_player_timid(&floor->view)
                                            : auto_action(&floor->view, chair);
}

/* ---- notes for his return ---- */

static struct felt_away_note *add_note(const struct felt_ring *ring, struct felt_chair *chair)
{
    struct felt_away_note *note = &chair->note[chair->notes++ % FELT_AWAY_NOTES];
    *note = (struct felt_away_note){.date = ring->live.date, .counter = ring->live.counter};
    return note;
}

void felt_away_note_action(struct felt_ring *ring, struct felt_chair *chair,
                           const struct felt_event *events, uint32_t count,
                           struct felt_action action, felt_seat seat)
{
    struct felt_away_note *note = add_note(ring, chair);
    note->action = action.kind;
    for (uint32_t i = 0; i < count; i++)
        if (events[i].kind == FELT_EVENT_ACT && events[i].seat == seat) {
            note->amount =
                action.kind == FELT_CALL || action.kind == FELT_BRING_IN ? events[i].amount : 0;
            return;
        }
}

void felt_away_note_result(const struct felt_ring *ring, struct felt_chair *chair, felt_chips won)
{
    struct felt_away_note *note = add_note(ring, chair);
    note->result = true;
    note->amount = won;
}

felt_seats felt_away_seats(const struct felt_ring *ring)
{
    felt_seats away = 0;
    for (felt_seats left = ring->live.dealt; left;) {
        felt_seat seat = felt_seats_take(&left);
        if (ring->chair[seat].away) away |= felt_seats_of(seat);
    }
    return away;
}

static void tell_report(struct felt_floor *floor, const struct felt_ring *ring, felt_seat seat,
                        uint32_t line, int64_t away_ms)
{
    const struct felt_chair *chair = &ring->chair[seat];
    struct felt_away_note note[FELT_AWAY_NOTES];
    struct felt_floor_face face;
    uint32_t count = chair->notes < FELT_AWAY_NOTES ? chair->notes : FELT_AWAY_NOTES;
    for (uint32_t i = 0; i < count; i++)
        note[i] = chair->note[(chair->notes - count + i) % FELT_AWAY_NOTES];
    felt_ring_face(floor, ring, &face);
    felt_floor_post_line(
        floor, line,
        &(struct felt_news){.kind = FELT_NEWS_REPORT,
                            .table = &face,
                            .seat = seat,
                            .notes = note,
                            .count = count,
                            .more = chair->notes > count,
                            .amount = chair->away_stack,
                            .time_ms = away_ms > UINT32_MAX ? UINT32_MAX : (uint32_t)away_ms});
}

/* ---- going and coming ---- */

void felt_away_begin(struct felt_floor *floor, uint32_t index, int64_t now_ms)
{
    struct felt_floor_player *player = &floor->player[index];
    player->away_ms = now_ms;
    if (!player->seats) return;
    felt_heap_set(&floor->alarms, index, now_ms + floor->config->grace_ms);
    for (uint32_t i = 0; i < player->seats; i++) {
        struct felt_ring *ring = felt_ring_at(floor, player->ring[i]);
        struct felt_chair *chair = &ring->chair[player->seat[i]];
        chair->away = true;
        chair->away_stack = chair->stack + chair->extra;
        chair->notes = 0;
        felt_entry_away(floor, ring, player->seat[i]);
        felt_ring_post_chair(floor, ring, player->seat[i]);
    }
}

/* A house player who comes back hears the hand from its beginning, and the question if it is his.
 */
static void retell_local(struct felt_floor *floor, struct felt_ring *ring, felt_seat seat)
{
    const struct felt_floor_services *services = floor->services;
    uint32_t index = felt_ring_index(floor, ring);
    if (services->local_sit)
        services->local_sit(services->self, index, seat, ring->chair[seat].user);
    if (!felt_chair_in_hand(ring, seat) || ring->foreign || !services->local_begin) return;
    services->local_begin(services->self, index, seat, felt_ring_plug(floor, ring));
    uint32_t count = felt_live_events(&ring->live, &floor->pool, floor->event);
    for (uint32_t i = 0; i < count && services->local_event; i++) {
        struct felt_event mine = felt_event_for(&floor->event[i], seat);
        services->local_event(services->self, index, seat, &mine);
    }
    if (ring->asked && ring->actor == seat) felt_ring_ask_local(floor, ring);
}

void felt_away_end(struct felt_floor *floor, uint32_t index, uint32_t line, int64_t now_ms)
{
    struct felt_floor_player *player = &floor->player[index];
    felt_heap_clear(&floor->alarms, index);
    player->cut = false;
    for (uint32_t i = 0; i < player->seats; i++) {
        struct felt_ring *ring = felt_ring_at(floor, player->ring[i]);
        felt_seat seat = player->seat[i];
        struct felt_chair *chair = &ring->chair[seat];
        bool back = chair->away;
        chair->asleep = false;
        if (player->local)
            retell_local(floor, ring, seat);
        else if (felt_line_watch(floor, line, ring, now_ms))
            felt_private_tell_host(floor, line, ring);
        if (!back) continue;
        if (!player->local) tell_report(floor, ring, seat, line, now_ms - player->away_ms);
        chair->away = false;
        chair->notes = 0;
        felt_entry_away(floor, ring, seat);
        felt_ring_post_chair(floor, ring, seat);
    }
}

void felt_away_expire(struct felt_floor *floor, uint32_t index, int64_t now_ms)
{
    struct felt_floor_player *player = &floor->player[index];
    int64_t user = player->user;
    if (!user || player->line_count) return;
    for (uint32_t i = player->seats; i-- > 0 && player->user == user;) {
        if (i >= player->seats) continue; /* he stood up from more than one */
        struct felt_ring *ring = felt_ring_at(floor, player->ring[i]);
        felt_seat seat = player->seat[i];
        if (felt_ring_is_guided(floor, ring)) continue; /* he is never sent away */
        ring->chair[seat].expired = true;
        felt_entry_chair(floor, ring, seat);
        felt_ring_post_chair(floor, ring, seat);
        if (ring->asked && ring->actor == seat) felt_ring_time_over(floor, ring, now_ms);
        felt_ring_go_on(floor, ring, now_ms);
    }
}
