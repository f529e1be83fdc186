/* deal.c -- between hands: who plays, who chooses the game, the next hand. */
#include "server/room/floor_parts.h"

#include <string.h>

/* ---- pace ---- */

/* People who do not have to wait for a house player to think about a hand of the house. */
bool felt_ring_hurries(const struct felt_ring *ring)
{
    bool waits = false;
    for (int seat = 0; seat < FELT_SEATS_MAX; seat++) {
        const struct felt_chair *chair = &ring->chair[seat];
        if (!chair->user || chair->kind == FELT_USER_HOUSE) continue;
        if (felt_seats_has(ring->blinds.dealt, seat) && !(chair->owes & FELT_OWES_ENTRY))
            return false;
        waits |= felt_chair_is_present(chair);
    }
    return waits;
}

static int64_t pause_end(const struct felt_floor *floor, const struct felt_ring *ring)
{
    int64_t pause = felt_ring_stake(floor, ring)->pause_ms;
    if (!ring->ended_ms) return 0;
    if (pause > FELT_HURRY_MS && felt_ring_hurries(ring)) pause = FELT_HURRY_MS;
    return ring->ended_ms + pause;
}

/* ---- the plan ---- */

static bool has_blinds(const struct felt_plug *plug)
{
    return plug->small_blind > 0;
}

static bool make_plan(const struct felt_floor *floor, struct felt_ring *ring)
{
    struct felt_blinds_chair chair[FELT_SEATS_MAX] = {0};
    const struct felt_stake *stake = felt_ring_stake(floor, ring);
    for (int seat = 0; seat < stake->seats; seat++) {
        const struct felt_chair *one = &ring->chair[seat];
        chair[seat] = (struct felt_blinds_chair){
            .taken = one->user && one->sitting == FELT_SITTING_DOWN && one->stack > 0,
            .present = felt_chair_is_present(one),
            .waits = one->wait,
            .owes = one->owes};
    }
    felt_blinds_next(&ring->blinds, chair, stake->seats, has_blinds(felt_ring_plug(floor, ring)),
                     &ring->plan);
    return ring->plan.possible;
}

/* ---- choosing a game ---- */

int felt_ring_games(const struct felt_floor *floor, const struct felt_ring *ring,
                    const struct felt_plug *game[FELT_GAMES_MAX], int index[FELT_GAMES_MAX])
{
    const struct felt_stake *stake = felt_ring_stake(floor, ring);
    int seats = felt_seats_count(ring->plan.dealt), count = 0;
    for (int i = 0; i < stake->games; i++) {
        if (stake->game[i]->seats_max < seats || stake->game[i]->seats_min > seats) continue;
        game[count] = stake->game[i];
        index[count++] = i;
    }
    return count;
}

void felt_ring_tell_choose(struct felt_floor *floor, const struct felt_ring *ring, uint32_t line,
                           int64_t now_ms)
{
    const struct felt_plug *game[FELT_GAMES_MAX];
    int index[FELT_GAMES_MAX];
    struct felt_floor_face face;
    felt_ring_face(floor, ring, &face);
    struct felt_news news = {.kind = FELT_NEWS_CHOOSE,
                             .table = &face,
                             .seq = ring->seq,
                             .seat = ring->actor,
                             .games = game,
                             .req_id = ring->req_id,
                             .text = "choose"};
    news.count = (uint32_t)felt_ring_games(floor, ring, game, index);
    news.time_ms = ring->deadline > now_ms ? (uint32_t)(ring->deadline - now_ms) : 0;
    if (line != FELT_NO_LINE)
        felt_floor_post_line(floor, line, &news);
    else
        felt_ring_post_seats(floor, ring, &news, felt_seats_of(ring->actor), false);
}

void felt_ring_choose(struct felt_floor *floor, struct felt_ring *ring, int game, int64_t now_ms)
{
    struct felt_floor_face face;
    (void)now_ms;
    ring->choosing = false;
    ring->chosen = true;
    ring->game = (uint8_t)game;
    felt_entry_ring_game(floor, ring);
    felt_ring_face(floor, ring, &face);
    felt_ring_post(
        floor, ring,
        &(struct felt_news){.kind = FELT_NEWS_GAME, .table = &face, .seat = ring->plan.button});
}

static void ask_choice(struct felt_floor *floor, struct felt_ring *ring, int64_t now_ms)
{
    const struct felt_floor_services *services = floor->services;
    const struct felt_chair *chair = &ring->chair[ring->plan.button];
    const struct felt_plug *game[FELT_GAMES_MAX];
    int index[FELT_GAMES_MAX], games = felt_ring_games(floor, ring, game, index);
    felt_assert(games >= 1);
    if (!felt_chair_is_here(floor, chair) || games == 1) {
        felt_ring_choose(floor, ring, index[0], now_ms);
        return;
    }
    ring->choosing = true;
    ring->actor = ring->plan.button;
    ring->asked_turn = floor->turn;
    ring->req_id++;
    ring->deadline = now_ms + floor->config->choose_ms;
    struct felt_floor_face face;
    felt_ring_face(floor, ring, &face);
    ring->seq++;
    felt_ring_post_seats(floor, ring,
                         &(struct felt_news){.kind = FELT_NEWS_TURN,
                                             .table = &face,
                                             .seat = ring->actor,
                                             .time_ms = floor->config->choose_ms,
                                             .text = "choose"},
                         felt_seats_of(ring->actor), true);
    felt_ring_tell_choose(floor, ring, FELT_NO_LINE, now_ms);
    if (felt_player_of(floor, chair)->local && services->local_choose)
        services->local_choose(services->self, felt_ring_index(floor, ring), ring->actor,
                               ring->req_id, games);
}

/* ---- the hand ---- */

/* Blinds by the plan, as far as the game has some. */
static void post_blinds(const struct felt_plug *plug, struct felt_ring *ring,
                        const struct felt_blinds_plan *plan)
{
    if (!has_blinds(plug)) return;
    memset(ring->deal.blind, 0, sizeof ring->deal.blind);
    for (felt_seats left = plan->dealt; left;) {
        felt_seat seat = felt_seats_take(&left);
        bool posts = seat == plan->big || felt_seats_has(plan->posts, seat);
        ring->deal.blind[seat] = posts                 ? plug->big_blind
                                 : seat == plan->small ? plug->small_blind
                                                       : 0;
        if (felt_seats_has(plan->dead, seat)) ring->deal.dead[seat] = plug->small_blind;
    }
    ring->deal.opener = felt_seats_from(plan->dealt, plan->big + 1);
}

/* What the seats post: blinds by the plan, what the table wants, all else as the game has it. */
static void make_deal(const struct felt_floor *floor, struct felt_ring *ring, bool bomb,
                      const struct felt_blinds_plan *plan)
{
    const struct felt_plug *plug = felt_ring_plug(floor, ring);
    felt_chips stack[FELT_SEATS_MAX] = {0};
    if (felt_ring_is_guided(floor, ring)) {
        felt_guided_make_deal(floor, ring);
        return;
    }
    for (felt_seats left = plan->dealt; left;) {
        felt_seat seat = felt_seats_take(&left);
        stack[seat] = ring->chair[seat].stack;
    }
    ring->deal = (struct felt_deal){0};
    plug->deal(plug, plan->dealt, stack, plan->button, &ring->deal);
    post_blinds(plug, ring, plan);
    felt_options_deal(floor, ring, bomb, plan);
}

static void tell_start(struct felt_floor *floor, struct felt_ring *ring,
                       const uint8_t key[FELT_KEY_BYTES])
{
    struct felt_floor_face face;
    struct felt_hand_face hand;
    uint8_t commit[FELT_KEY_BYTES];
    felt_shuffle_commit(&floor->services->digests, key, commit);
    felt_ring_face(floor, ring, &face);
    felt_ring_hand_face(floor, ring, &hand);
    struct felt_tell tell = {.kind = FELT_TELL_START_HAND,
                             .table = &hand.face,
                             .hand_id = face.hand_id,
                             .hand_number = (uint32_t)ring->hands,
                             .commit = commit,
                             .button = ring->live.button,
                             .stacks = ring->deal.stack};
    felt_ring_post(
        floor, ring,
        &(struct felt_news){
            .kind = FELT_NEWS_HAND, .table = &face, .seat = FELT_SEAT_NONE, .tell = &tell});
}

static void begin_local(struct felt_floor *floor, const struct felt_ring *ring)
{
    const struct felt_floor_services *services = floor->services;
    for (felt_seats left = ring->live.dealt; left;) {
        felt_seat seat = felt_seats_take(&left);
        if (felt_player_of(floor, &ring->chair[seat])->local && services->local_begin)
            services->local_begin(services->self, felt_ring_index(floor, ring), seat,
                                  felt_ring_plug(floor, ring));
    }
}

void felt_ring_deal(struct felt_floor *floor, struct felt_ring *ring, uint32_t date,
                    uint32_t counter, const struct felt_blinds_plan *plan, int64_t now_ms)
{
    felt_assert(!ring->hand && felt_seats_count(plan->dealt) >= 2);
    ring->hand = true;
    ring->chosen = ring->asked = ring->slow = false;
    ring->hands++;
    ring->started_ms = now_ms;
    ring->folds = ring->saw = 0;
    ring->live.date = date;
    ring->live.counter = counter;
    felt_hand_id(date, counter, ring->hand_id);
    ring->live.button = plan->button;
    ring->live.dealt = plan->dealt;
    ring->live.cut = false;
    ring->blinds = (struct felt_blinds){
        .button = plan->button, .small = plan->small, .big = plan->big, .dealt = plan->dealt};
    felt_seats square = 0; /* owed something until now, or owe something new */
    for (int seat = 0; seat < felt_ring_stake(floor, ring)->seats; seat++) {
        if (ring->chair[seat].user && ring->chair[seat].owes != plan->owes[seat])
            square |= felt_seats_of(seat);
        ring->chair[seat].owes = plan->owes[seat];
        ring->chair[seat].auto_spent = 0;
        ring->chair[seat].preselect = FELT_PRESELECT_NONE;
        ring->chair[seat].asleep = false;
    }
    bool bomb = !felt_ring_is_guided(floor, ring) && felt_options_is_bomb(floor, ring);
    if (bomb) ring->private.bomb = false;
    floor->counts.in_hand++;
    felt_chunks_clear(&floor->pool, &ring->live.history);
    felt_chunks_clear(&floor->pool, &ring->held);
    if (ring->foreign) return;
    if (!floor->quiet && !floor->config->not_fresh)
        floor->services->entropy(floor->services->self, ring->fresh, sizeof ring->fresh);
    felt_entry_ring_deal(floor, ring, plan); /* before anybody hears of it */

    uint8_t key[FELT_KEY_BYTES];
    struct felt_event_log log = {.event = floor->event, .room = FELT_EVENTS_MAX};
    felt_shuffle_key(&floor->services->digests, ring->secret, ring->fresh, ring->series,
                     (uint32_t)ring->hands, key);
    make_deal(floor, ring, bomb, plan);
    felt_live_deal(&ring->live, &floor->services->digests, felt_ring_plug(floor, ring), key,
                   &ring->deal, felt_ring_state(ring), &log);
    if (!floor->quiet) {
        tell_start(floor, ring, key);
        begin_local(floor, ring);
    }
    felt_ring_spread(floor, ring, log.count);
    while (square && !floor->quiet) {
        felt_seat seat = felt_seats_take(&square);
        felt_ring_post_chair(floor, ring, seat);
        felt_ring_post_mine(floor, ring, seat);
    }
}

/* ---- going on ---- */

static bool is_empty(const struct felt_floor *floor, const struct felt_ring *ring)
{
    for (int seat = 0; seat < felt_ring_stake(floor, ring)->seats; seat++)
        if (ring->chair[seat].user) return false;
    return true;
}

/* Can the game that was chosen be played by those who are dealt in? */
static bool fits(const struct felt_floor *floor, const struct felt_ring *ring)
{
    const struct felt_plug *plug = felt_ring_plug(floor, ring);
    int seats = felt_seats_count(ring->plan.dealt);
    return seats >= plug->seats_min && seats <= plug->seats_max;
}

/* Nobody is in a hand here.  False: it waits. */
static bool go_on_between(struct felt_floor *floor, struct felt_ring *ring, int64_t now_ms)
{
    if (ring->choosing) return false;
    felt_chairs_tidy(floor, ring, now_ms);
    bool goes_on = felt_private_goes_on(floor, ring, now_ms);
    if (ring->closing) felt_chairs_tidy(floor, ring, now_ms);
    if (ring->closing) {
        if (is_empty(floor, ring)) felt_ring_close(floor, ring);
        return false;
    }
    if (!goes_on || now_ms < pause_end(floor, ring) || !make_plan(floor, ring)) return false;
    if (felt_ring_stake(floor, ring)->games > 1 && ring->chosen && !fits(floor, ring)) {
        ring->chosen = false; /* somebody came or went since then */
        felt_entry_ring_game(floor, ring);
    }
    if (felt_ring_stake(floor, ring)->games > 1 && !ring->chosen) {
        ask_choice(floor, ring, now_ms);
        return !ring->choosing;
    }
    if (!fits(floor, ring)) return false; /* too few for this game: somebody else must come */
    struct felt_blinds_plan plan = ring->plan;
    felt_ring_deal(floor, ring, floor->date, ++floor->next_hand, &plan, now_ms);
    return true;
}

static void finish(struct felt_floor *floor, struct felt_ring *ring, int64_t now_ms)
{
    felt_chips won[FELT_SEATS_MAX];
    bool moved = false;
    felt_ring_won(floor, ring, won);
    for (int seat = 0; seat < FELT_SEATS_MAX; seat++) moved |= won[seat] != 0;
    if (!moved || felt_ring_is_guided(floor, ring)) {
        felt_ring_settle(floor, ring, moved ? felt_away_seats(ring) : 0, now_ms);
        return;
    }
    ring->settling = true;
    memcpy(ring->won, won, sizeof ring->won);
    felt_ring_order_settle(floor, ring, now_ms);
}

/* False: it waits for an answer, a receipt or the clock. */
static bool step(struct felt_floor *floor, struct felt_ring *ring, int64_t now_ms)
{
    if (!floor->open) return false; /* what was ordered is given all the same */
    if (!ring->hand) return !felt_ring_is_guided(floor, ring) && go_on_between(floor, ring, now_ms);
    if (ring->settling || ring->asked || ring->foreign) return false;
    const struct felt_plug *plug = felt_ring_plug(floor, ring);
    if (plug->game->actor(plug->rules, felt_ring_state(ring)) == FELT_SEAT_NONE)
        finish(floor, ring, now_ms);
    else
        felt_ring_ask(floor, ring, now_ms);
    return !ring->asked;
}

static void set_alarm(struct felt_floor *floor, struct felt_ring *ring, int64_t now_ms, bool busy)
{
    uint32_t index = felt_ring_index(floor, ring);
    bool guided = felt_ring_is_guided(floor, ring);
    int64_t next = felt_ring_give(floor, ring, now_ms), other = INT64_MAX;
    if (busy)
        other = now_ms + 1;
    else if (ring->asked || ring->choosing)
        other = ring->deadline;
    else if (!ring->hand && floor->open && ring->guide.over)
        other = now_ms;
    else if (!ring->hand && floor->open && !guided && now_ms < pause_end(floor, ring))
        other = pause_end(floor, ring);
    if (other < next) next = other;
    /* Else nobody is sent away. */
    bool tidies = floor->open && !ring->hand && !ring->choosing && !guided;
    if (tidies && (other = felt_chairs_alarm(floor, ring)) < next) next = other;
    if (tidies && (other = felt_private_alarm(floor, ring, now_ms)) < next) next = other;
    if (next == INT64_MAX)
        felt_heap_clear(&floor->alarms, felt_alarm_of_ring(floor, index));
    else
        felt_heap_set(&floor->alarms, felt_alarm_of_ring(floor, index), next);
}

void felt_ring_go_on(struct felt_floor *floor, struct felt_ring *ring, int64_t now_ms)
{
    uint64_t most = ring->hands + FELT_HANDS_OF_TURN;
    int steps = 0;
    if (floor->quiet) return;
    while (ring->used && ring->hands < most && steps < FELT_STEPS_OF_TURN &&
           step(floor, ring, now_ms))
        steps++;
    bool busy = ring->hands >= most || steps == FELT_STEPS_OF_TURN;
    if (ring->used) set_alarm(floor, ring, now_ms, busy);
}
