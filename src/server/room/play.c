/* play.c -- the life of a hand: asked, applied, settled.
 *
 * The stacks of the chairs are those before the hand until it is settled, so a hand that must be
 * given up is void by forgetting it.  What a hand ends with is held back until the ledger has it.
 */
#include "server/room/floor_parts.h"

#include "felt/player.h"
#include "server/table/answer.h"

#include <string.h>

void felt_ring_won(const struct felt_floor *floor, const struct felt_ring *ring,
                   felt_chips won[FELT_SEATS_MAX])
{
    const struct felt_plug *plug = felt_ring_plug(floor, ring);
    felt_chips sum = 0;
    memset(won, 0, FELT_SEATS_MAX * sizeof won[0]);
    if (ring->foreign) /* the hand itself is not known, only its end */
        memcpy(won, ring->won, FELT_SEATS_MAX * sizeof won[0]);
    else
        plug->game->payoff(plug->rules, felt_ring_state(ring), won);
    for (int seat = 0; seat < FELT_SEATS_MAX; seat++) {
        felt_assert(won[seat] == 0 || felt_seats_has(ring->live.dealt, seat));
        felt_assert(!felt_seats_has(ring->live.dealt, seat) ||
                    ring->chair[seat].stack + won[seat] >= 0);
        sum += won[seat];
    }
    felt_assert(sum == 0); /* F1 */
}

/* ---- telling ---- */

struct telling {
    struct felt_floor *floor;
    struct felt_ring *ring;
    const struct felt_floor_face *face;
};

/* Whoever may see the cards gets a frame of his own, the others share one. */
static void say_to_ring(void *self, const struct felt_announcement *said)
{
    const struct telling *telling = self;
    struct felt_announcement seen;
    struct felt_tell tell = {.kind = FELT_TELL_EVENT, .event = &seen};
    struct felt_news news = {
        .kind = FELT_NEWS_HAND, .table = telling->face, .seat = FELT_SEAT_NONE, .tell = &tell};
    bool hidden = said->count && said->cards_to != (felt_seats)-1;
    felt_seats owners = hidden ? said->cards_to & telling->ring->live.dealt : 0;
    telling->ring->seq++;
    for (felt_seats left = owners; left;) {
        felt_seat seat = felt_seats_take(&left);
        seen = felt_announcement_for(said, seat);
        felt_ring_post_seats(telling->floor, telling->ring, &news, felt_seats_of(seat), false);
    }
    seen = hidden ? felt_announcement_for(said, FELT_SEAT_NONE) : *said;
    felt_ring_post_seats(telling->floor, telling->ring, &news, owners, true);
}

static void say_nothing(void *self, const struct felt_announcement *said)
{
    ((const struct telling *)self)->ring->seq++;
    (void)said;
}

static void tell_local(struct felt_floor *floor, const struct felt_ring *ring,
                       const struct felt_event *events, uint32_t count)
{
    const struct felt_floor_services *services = floor->services;
    for (felt_seats left = ring->live.dealt; left && services->local_event;) {
        felt_seat seat = felt_seats_take(&left);
        if (!felt_player_of(floor, &ring->chair[seat])->local) continue;
        for (uint32_t i = 0; i < count; i++) {
            struct felt_event mine = felt_event_for(&events[i], seat);
            services->local_event(services->self, felt_ring_index(floor, ring), seat, &mine);
        }
    }
}

/* For the lobby. */
static void count_events(struct felt_ring *ring, const struct felt_event *events, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        if (events[i].kind == FELT_EVENT_ACT && events[i].act == FELT_FOLD) ring->folds++;
        if (events[i].kind == FELT_EVENT_BOARD && !ring->saw)
            ring->saw = (uint32_t)felt_seats_count(ring->live.dealt) - ring->folds;
    }
}

static void spread(struct felt_floor *floor, struct felt_ring *ring,
                   const struct felt_event *events, uint32_t count)
{
    struct felt_floor_face face;
    struct telling telling = {.floor = floor, .ring = ring, .face = &face};
    const struct felt_plug *plug = felt_ring_plug(floor, ring);
    felt_live_keep(&ring->live, &floor->pool, plug, events, count);
    if (!plug->no_streets) count_events(ring, events, count);
    if (!floor->quiet) {
        tell_local(floor, ring, events, count);
        felt_ring_face(floor, ring, &face);
    }
    felt_announce(&ring->live.announcer, plug, events, count,
                  floor->quiet ? say_nothing : say_to_ring, &telling);
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

static uint32_t time_left(const struct felt_ring *ring, int64_t now_ms)
{
    return ring->deadline > now_ms ? (uint32_t)(ring->deadline - now_ms) : 0;
}

/* To one line, or to everybody: the actor is asked, the others learn who is. */
static void tell_turn(struct felt_floor *floor, struct felt_ring *ring, uint32_t line,
                      felt_seat seat, int64_t now_ms)
{
    const struct felt_plug *plug = felt_ring_plug(floor, ring);
    struct felt_floor_face face;
    struct felt_hand_face hand;
    felt_ring_face(floor, ring, &face);
    felt_ring_hand_face(floor, ring, &hand);
    plug->game->view(plug->rules, felt_ring_state(ring), ring->actor, &floor->view);
    struct felt_tell tell = {.kind = FELT_TELL_ACT,
                             .table = &hand.face,
                             .seat = ring->actor,
                             .hand_id = face.hand_id,
                             .view = &floor->view,
                             .req_id = ring->req_id,
                             .time_ms = time_left(ring, now_ms)};
    struct felt_news act = {.kind = FELT_NEWS_HAND,
                            .table = &face,
                            .seq = ring->seq,
                            .seat = ring->actor,
                            .bank_ms = ring->chair[ring->actor].bank_ms,
                            .tell = &tell};
    struct felt_news turn = {.kind = FELT_NEWS_TURN,
                             .table = &face,
                             .seq = ring->seq,
                             .seat = ring->actor,
                             .time_ms = tell.time_ms,
                             .bank_ms = act.bank_ms,
                             .text = turn_word(&floor->view)};
    if (line != FELT_NO_LINE) {
        felt_floor_post_line(floor, line, seat == ring->actor ? &act : &turn);
        return;
    }
    felt_ring_post_seats(floor, ring, &act, felt_seats_of(ring->actor), false);
    felt_ring_post_seats(floor, ring, &turn, felt_seats_of(ring->actor), true);
}

void felt_ring_ask_local(struct felt_floor *floor, struct felt_ring *ring)
{
    const struct felt_plug *plug = felt_ring_plug(floor, ring);
    const struct felt_floor_services *services = floor->services;
    if (!services->local_ask) return;
    plug->game->view(plug->rules, felt_ring_state(ring), ring->actor, &floor->view);
    services->local_ask(services->self, felt_ring_index(floor, ring), ring->actor, ring->req_id,
                        &floor->view,
                        !felt_ring_hurries(ring) && !felt_guided_is_houses(floor, ring));
}

void felt_ring_ask(struct felt_floor *floor, struct felt_ring *ring, int64_t now_ms)
{
    const struct felt_plug *plug = felt_ring_plug(floor, ring);
    felt_assert(ring->hand && !ring->asked);
    ring->actor = plug->game->actor(plug->rules, felt_ring_state(ring));
    const struct felt_chair *chair = &ring->chair[ring->actor];
    struct felt_action action;
    if (felt_away_action(floor, ring, &action)) {
        bool absent = chair->away || chair->expired || felt_away_is_removed(floor, ring);
        if (absent) floor->counts.autos++;
        bool done = felt_ring_apply(floor, ring, ring->actor, action, absent);
        felt_assert(done);
        return;
    }
    ring->asked = true;
    ring->in_bank = false;
    ring->asked_turn = floor->turn;
    ring->req_id++;
    ring->deadline = now_ms + felt_ring_stake(floor, ring)->move_ms;
    ring->seq++;
    if (ring->watches != FELT_NO_WATCH) tell_turn(floor, ring, FELT_NO_LINE, ring->actor, now_ms);
    if (felt_player_of(floor, chair)->local) felt_ring_ask_local(floor, ring);
}

/* ---- coming to a table in the middle of a hand ---- */

struct retelling {
    const struct felt_floor *floor;
    const struct felt_ring *ring;
    felt_seat seat;
};

static void retell(const void *self, felt_say say, void *to)
{
    const struct retelling *one = self;
    felt_live_retell(&one->ring->live, &one->floor->pool, felt_ring_plug(one->floor, one->ring),
                     &one->ring->deal, one->seat, say, to);
}

void felt_ring_snapshot_to(struct felt_floor *floor, struct felt_ring *ring, uint32_t line,
                           felt_seat seat, int64_t now_ms)
{
    const struct felt_plug *plug = felt_ring_plug(floor, ring);
    felt_seat eyes =
        seat != FELT_SEAT_NONE && felt_chair_in_hand(ring, seat) ? seat : FELT_SEAT_NONE;
    struct retelling retelling = {.floor = floor, .ring = ring, .seat = eyes};
    struct felt_floor_face face;
    struct felt_hand_face hand;
    felt_ring_face(floor, ring, &face);
    felt_ring_hand_face(floor, ring, &hand);
    plug->game->view(plug->rules, felt_ring_state(ring), eyes, &floor->view);
    struct felt_tell tell = {.kind = FELT_TELL_SNAPSHOT,
                             .table = &hand.face,
                             .seat = eyes,
                             .hand_id = face.hand_id,
                             .view = &floor->view,
                             .req_id = ring->req_id,
                             .time_ms = ring->asked ? time_left(ring, now_ms) : 0,
                             .cut = ring->live.cut,
                             .retell = retell,
                             .retell_self = &retelling};
    felt_floor_post_line(
        floor, line,
        &(struct felt_news){
            .kind = FELT_NEWS_HAND, .table = &face, .seq = ring->seq, .seat = seat, .tell = &tell});
    if (!ring->asked) return;
    /* Whatever was on its way on another line answers nothing. */
    if (seat == ring->actor) ring->asked_turn = floor->turn;
    tell_turn(floor, ring, line, seat, now_ms);
}

/* ---- acting ---- */

static bool is_result(const struct felt_event *event)
{
    return event->kind == FELT_EVENT_RETURN || event->kind == FELT_EVENT_SHOW ||
           event->kind == FELT_EVENT_RAKE || event->kind == FELT_EVENT_WIN ||
           event->kind == FELT_EVENT_OVER || (event->kind == FELT_EVENT_OUTCOME && event->pot);
}

/* The last events wait for the ledger, if there is room for them. */
static void spread_last(struct felt_floor *floor, struct felt_ring *ring, uint32_t count)
{
    uint32_t at = 0;
    while (at < count && !is_result(&floor->event[at])) at++;
    bool kept = true;
    for (uint32_t i = at; i < count && kept; i++)
        kept = felt_chunks_event(&floor->pool, &ring->held, &floor->event[i]);
    if (!kept) {
        felt_chunks_clear(&floor->pool, &ring->held);
        at = count;
    }
    spread(floor, ring, floor->event, at);
}

void felt_ring_spread(struct felt_floor *floor, struct felt_ring *ring, uint32_t count)
{
    const struct felt_plug *plug = felt_ring_plug(floor, ring);
    if (plug->game->actor(plug->rules, felt_ring_state(ring)) == FELT_SEAT_NONE)
        spread_last(floor, ring, count);
    else
        spread(floor, ring, floor->event, count);
}

bool felt_ring_apply(struct felt_floor *floor, struct felt_ring *ring, felt_seat seat,
                     struct felt_action action, bool done_for_him)
{
    felt_assert(ring->hand && !ring->foreign && !ring->settling);
    const struct felt_plug *plug = felt_ring_plug(floor, ring);
    struct felt_event_log log = {.event = floor->event, .room = FELT_EVENTS_MAX};
    if (plug->game->apply(plug->rules, felt_ring_state(ring), seat, action, &log) != FELT_OK)
        return false;
    felt_entry_ring_act(floor, ring, seat, &action, done_for_him);
    ring->asked = ring->in_bank = false;
    floor->counts.actions++;
    struct felt_chair *chair = &ring->chair[seat];
    chair->preselect = FELT_PRESELECT_NONE;
    for (uint32_t i = 0; i < log.count; i++)
        if (floor->event[i].kind == FELT_EVENT_ACT && floor->event[i].seat == seat &&
            action.kind == FELT_CALL && done_for_him)
            chair->auto_spent += floor->event[i].amount;
    if (done_for_him) felt_away_note_action(ring, chair, floor->event, log.count, action, seat);
    felt_ring_spread(floor, ring, log.count);
    return true;
}

void felt_ring_stop_clock(struct felt_ring *ring, int64_t now_ms)
{
    if (!ring->in_bank) return;
    struct felt_chair *chair = &ring->chair[ring->actor];
    int64_t used = now_ms - ring->bank_from;
    chair->bank_ms = used < chair->bank_ms ? chair->bank_ms - (uint32_t)used : 0;
    ring->in_bank = false;
}

static void refuse(struct felt_floor *floor, uint32_t line, const struct felt_want *want,
                   enum felt_no no, const char *text)
{
    felt_floor_refuse(floor, line, want, no, text);
}

static void choose(struct felt_floor *floor, uint32_t line, const struct felt_want *want,
                   struct felt_ring *ring, felt_seat seat, int64_t now_ms)
{
    const struct felt_plug *game[FELT_GAMES_MAX];
    int index[FELT_GAMES_MAX], games = felt_ring_games(floor, ring, game, index);
    if (want->action.kind != FELT_CHOOSE || !want->action.known || want->action.choice >= games) {
        refuse(floor, line, want, FELT_NO_INVALID_ACTION,
               "choose one of the games: CHOOSE with its number as choice");
        return;
    }
    felt_floor_ok(floor, line, want, ring, seat, 0);
    felt_ring_choose(floor, ring, index[want->action.choice], now_ms);
    felt_ring_go_on(floor, ring, now_ms);
}

/* The order of these questions is PROTOCOL 5.4. */
static bool is_answer(struct felt_floor *floor, uint32_t line, const struct felt_want *want,
                      const struct felt_ring *ring, felt_seat seat, bool stale)
{
    const struct felt_ask_action *ask = &want->action;
    bool right = ring->hand && !ring->foreign && strcmp(ring->hand_id, ask->hand_id) == 0;
    if (!ring->choosing && !right)
        refuse(floor, line, want, FELT_NO_TOO_LATE,
               "this hand is not under way: answer the hand_id of the last act");
    else if (ask->has_req && ask->req_id != ring->req_id)
        refuse(floor, line, want, FELT_NO_TOO_LATE,
               "this act is not waiting any more: its time was over, or it was answered");
    else if (!(ring->asked || ring->choosing) || ring->actor != seat)
        refuse(floor, line, want, FELT_NO_OUT_OF_TURN,
               "it is not your turn: wait for the next act");
    else if (!felt_ring_was_asked(floor, ring) || (stale && !ask->has_req))
        refuse(floor, line, want, FELT_NO_TOO_LATE,
               "sent before the act that it would answer: send one action for each act");
    else
        return true;
    return false;
}

void felt_ring_act(struct felt_floor *floor, uint32_t line, const struct felt_want *want,
                   struct felt_ring *ring, felt_seat seat, bool stale, int64_t now_ms)
{
    const struct felt_plug *plug = felt_ring_plug(floor, ring);
    if (!is_answer(floor, line, want, ring, seat, stale)) return;
    if (ring->choosing) {
        choose(floor, line, want, ring, seat, now_ms);
        return;
    }
    struct felt_action action;
    struct felt_chair *chair = &ring->chair[seat];
    plug->game->view(plug->rules, felt_ring_state(ring), seat, &floor->view);
    bool bank = ring->in_bank;
    bool done = felt_answer_read(plug, &floor->view, &want->action, &action);
    if (done) {
        uint32_t left = chair->bank_ms;
        felt_ring_stop_clock(ring, now_ms);
        done = felt_ring_apply(floor, ring, seat, action, false);
        if (!done) { /* F3 */
            chair->bank_ms = left;
            ring->in_bank = bank;
        }
    }
    if (!done) {
        char text[FELT_ANSWER_TEXT_BYTES];
        plug->game->view(plug->rules, felt_ring_state(ring), seat, &floor->view);
        felt_answer_legal(&floor->view, text);
        refuse(floor, line, want, FELT_NO_INVALID_ACTION, text);
        return;
    }
    chair->timeouts = 0;
    felt_floor_ok(floor, line, want, ring, seat, 0);
    felt_ring_go_on(floor, ring, now_ms);
}

void felt_floor_answer(struct felt_floor *floor, uint32_t table, felt_seat seat, uint64_t req_id,
                       struct felt_action action, int64_t now_ms)
{
    if (table >= floor->fresh_ring) return;
    struct felt_ring *ring = felt_ring_at(floor, table);
    if (!ring->used || !(ring->asked || ring->choosing) || ring->actor != seat ||
        ring->req_id != req_id || !felt_player_of(floor, &ring->chair[seat])->local)
        return;
    if (ring->choosing) {
        const struct felt_plug *game[FELT_GAMES_MAX];
        int index[FELT_GAMES_MAX], games = felt_ring_games(floor, ring, game, index);
        felt_ring_choose(floor, ring, index[action.choice < games ? action.choice : 0], now_ms);
    } else if (!felt_ring_apply(floor, ring, seat, action, false)) {
        bool done = felt_ring_apply(floor, ring, seat, felt_away_timeout(floor, ring), false);
        felt_assert(done);
    }
    felt_ring_go_on(floor, ring, now_ms);
}

void felt_ring_time_over(struct felt_floor *floor, struct felt_ring *ring, int64_t now_ms)
{
    struct felt_chair *chair = &ring->chair[ring->actor];
    if (ring->choosing) {
        const struct felt_plug *game[FELT_GAMES_MAX];
        int index[FELT_GAMES_MAX];
        (void)felt_ring_games(floor, ring, game, index);
        felt_ring_choose(floor, ring, index[0], now_ms);
        return;
    }
    bool here = felt_chair_is_here(floor, chair), local = felt_player_of(floor, chair)->local;
    if (here && !local && !ring->in_bank && chair->bank_ms) {
        ring->in_bank = true;
        ring->bank_from = now_ms;
        ring->deadline = now_ms + chair->bank_ms;
        ring->seq++;
        tell_turn(floor, ring, FELT_NO_LINE, ring->actor, now_ms);
        return;
    }
    felt_ring_stop_clock(ring, now_ms);
    felt_player_of(floor, chair)->cut = false; /* he is not coming back at once */
    floor->counts.timeouts++;
    felt_seat seat = ring->actor;
    bool done = felt_ring_apply(floor, ring, seat, felt_away_timeout(floor, ring), !here);
    felt_assert(done);
    if (felt_ring_is_guided(floor, ring)) return; /* nobody sits out there */
    if (!here || local || ++chair->timeouts < floor->config->timeouts_max) return;
    chair->out = true;
    chair->asleep = felt_ring_plug(floor, ring)->lasts;
    chair->timeouts = 0;
    chair->since_ms = now_ms;
    felt_entry_chair(floor, ring, seat);
    felt_ring_post_chair(floor, ring, seat);
    felt_ring_post_mine(floor, ring, seat);
}

/* ---- settling ---- */

static void report(struct felt_floor *floor, struct felt_ring *ring,
                   const struct felt_floor_face *face, const felt_chips won[FELT_SEATS_MAX])
{
    const struct felt_floor_services *services = floor->services;
    if (!services->hand_over) return;
    uint8_t key[FELT_KEY_BYTES];
    felt_card deck[FELT_CARDS_MAX];
    struct felt_rng later;
    struct felt_deal deal = ring->deal;
    const struct felt_plug *plug = felt_ring_plug(floor, ring);
    felt_shuffle_key(&services->digests, ring->secret, ring->fresh, ring->series,
                     (uint32_t)ring->hands, key);
    felt_live_deck(&services->digests, plug, key, deck, &later);
    deal.deck = deck;
    deal.deck_count = plug->deck_count;
    deal.later = &later;
    uint32_t count = felt_live_events(&ring->live, &floor->pool, floor->event);
    services->hand_over(services->self, &(struct felt_floor_report){.table = face,
                                                                    .hand_id = face->hand_id,
                                                                    .deal = &deal,
                                                                    .events = floor->event,
                                                                    .count = count,
                                                                    .seats = ring->live.dealt,
                                                                    .won = won,
                                                                    .key = key});
}

static void tell_end(struct felt_floor *floor, struct felt_ring *ring,
                     const felt_chips won[FELT_SEATS_MAX])
{
    struct felt_floor_face face;
    struct felt_hand_face hand;
    felt_chips after[FELT_SEATS_MAX];
    felt_ring_face(floor, ring, &face);
    felt_ring_hand_face(floor, ring, &hand);
    for (int seat = 0; seat < FELT_SEATS_MAX; seat++)
        after[seat] = ring->deal.stack[seat] + won[seat];
    struct felt_tell tell = {
        .kind = FELT_TELL_END_HAND, .table = &hand.face, .hand_id = face.hand_id, .stacks = after};
    felt_ring_post(
        floor, ring,
        &(struct felt_news){
            .kind = FELT_NEWS_HAND, .table = &face, .seat = FELT_SEAT_NONE, .tell = &tell});
    report(floor, ring, &face, won);
}

/* Says what was held back; returns the chips that were in the pots. */
static felt_chips say_held(struct felt_floor *floor, struct felt_ring *ring)
{
    uint32_t index = ring->held.first;
    felt_chips pot = 0;
    for (uint32_t left = ring->held.count; left;) {
        const struct felt_chunk *chunk = &floor->pool.chunk[index];
        uint32_t count = chunk->count, next = chunk->next;
        memcpy(floor->event, chunk->event, count * sizeof chunk->event[0]);
        for (uint32_t i = 0; i < count; i++)
            if (floor->event[i].kind == FELT_EVENT_WIN) pot += floor->event[i].amount;
        spread(floor, ring, floor->event, count);
        left -= count;
        index = next;
    }
    felt_chunks_clear(&floor->pool, &ring->held);
    return pot;
}

static void note_speed(struct felt_floor *floor, struct felt_ring *ring, felt_chips pot,
                       int64_t now_ms)
{
    double share = ring->hand_ms > 0 ? 0.1 : 1;
    double took = (double)(now_ms - ring->started_ms + felt_ring_stake(floor, ring)->pause_ms);
    double seen = (double)ring->saw / felt_seats_count(ring->live.dealt);
    ring->hand_ms += share * (took + 1 - ring->hand_ms);
    ring->pot += share * ((double)pot - ring->pot);
    ring->flops += share * (seen - ring->flops);
}

void felt_ring_give_up(struct felt_floor *floor, struct felt_ring *ring)
{
    ring->hand = ring->asked = ring->settling = ring->foreign = ring->in_bank = ring->slow = false;
    ring->actor = FELT_SEAT_NONE;
    ring->hand_id[0] = '\0';
    floor->counts.in_hand--;
    felt_chunks_clear(&floor->pool, &ring->live.history);
    felt_chunks_clear(&floor->pool, &ring->held);
    for (int seat = 0; seat < FELT_SEATS_MAX; seat++) {
        struct felt_chair *chair = &ring->chair[seat];
        if (!chair->user) continue;
        chair->stack += chair->extra;
        chair->extra = 0;
    }
}

void felt_ring_settle(struct felt_floor *floor, struct felt_ring *ring, felt_seats away,
                      int64_t now_ms)
{
    const struct felt_stake *stake = felt_ring_stake(floor, ring);
    felt_chips won[FELT_SEATS_MAX];
    felt_ring_won(floor, ring, won);
    felt_entry_ring_settled(floor, ring, away);
    if (!ring->foreign) {
        note_speed(floor, ring, say_held(floor, ring), now_ms);
        if (!floor->quiet) tell_end(floor, ring, won);
    }
    for (felt_seats left = ring->live.dealt; left;) {
        felt_seat seat = felt_seats_take(&left);
        struct felt_chair *chair = &ring->chair[seat];
        if (felt_seats_has(away, seat)) felt_away_note_result(ring, chair, won[seat]);
        if (!(chair->stack += won[seat])) chair->since_ms = now_ms;
        uint32_t more = chair->bank_ms + stake->bank_ms / 100;
        chair->bank_ms = more < stake->bank_ms ? more : stake->bank_ms;
    }
    felt_seats dealt = ring->live.dealt;
    felt_ring_give_up(floor, ring);
    ring->ended_ms = now_ms;
    floor->counts.hands++;
    felt_guided_ended(floor, ring, false);
    felt_lobby_touch(floor, ring);
    while (dealt) { /* who has nothing left is broke: another state */
        felt_seat seat = felt_seats_take(&dealt);
        if (ring->chair[seat].stack == 0) felt_ring_post_chair(floor, ring, seat);
    }
}

void felt_ring_void(struct felt_floor *floor, struct felt_ring *ring, const char *why)
{
    struct felt_floor_face face;
    char hand_id[FELT_HAND_ID_BYTES + 1]; /* which the ring forgets */
    memcpy(hand_id, ring->hand_id, sizeof hand_id);
    felt_assert(ring->hand);
    felt_ring_face(floor, ring, &face);
    felt_entry_ring_void(floor, ring);
    felt_ring_give_up(floor, ring);
    felt_guided_ended(floor, ring, true);
    floor->counts.voids++;
    felt_ring_post(floor, ring,
                   &(struct felt_news){.kind = FELT_NEWS_VOID,
                                       .table = &face,
                                       .seat = FELT_SEAT_NONE,
                                       .hand_id = hand_id,
                                       .text = why});
}
