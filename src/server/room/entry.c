/* entry.c -- what must survive, as records of the journal.
 *
 * A record is a byte that says its kind, then fields (base/fields.h).  Records tell what was
 * decided, not what was asked: applying them again makes the same rings.
 *
 *   FLOOR    epoch, next hand, next order
 *   STAKE    number, what becomes of it, text: of an added stake (entry_stake.c)
 *   OTHER    bytes of somebody else's
 *   PRIVATE  ring, its host, key and so on (entry_private.c)
 *   RING     ring, next hand, stake, number, hands, req_id, game, flags, blinds, series, secret
 *   CHAIR    ring, seat, everything about it that lasts; user 0: it is free; at the end the epoch
 * of an order that waits (none in older journals: that of FLOOR) DEAL     ring, date, counter,
 * game, the plan of the blinds; the whole hand of a guided table; fresh bytes of the shuffle (none
 * in older journals) ACT      ring, req_id, seat, done for him, kind, choice, amount, cards SETTLE
 * ring, number of the order that settles the hand, its epoch (none in older journals), what each
 * seat won SETTLED  ring, seats that are away, what each seat won VOID     ring, req_id CLOSE ring
 *   GAME     ring, req_id, game, flags
 *   AWAY     ring, seat, away or back, the stack then
 *   NOTES    ring, seat, notes of an absent player          } in a snapshot
 *   GUIDE    ring, void or not, the last hand of a guided table } in a snapshot
 *   EVENTS   ring, held or not, events of the running hand  } in a snapshot: instead of DEAL and
 *   STATE    ring, date, counter, the deal and its state    } ACT
 *
 * A hand is played again from DEAL and ACT by the same program only; of another program's hands the
 * stacks are taken from SETTLED, and one that was not settled is void. */
#include "server/room/entry.h"

enum { FLAG_CHOSEN = 1, FLAG_CLOSING = 2 };
enum { FLAG_CUT = 1, FLAG_FOREIGN = 2, FLAG_BOMB = 4 };
enum { STRADDLE = 0x80 }; /* with the chair's wish for two boards */

void felt_entry_begin(struct felt_putter *entry, enum felt_entry_kind kind,
                      const struct felt_floor *floor, const struct felt_ring *ring)
{
    entry->out = felt_buffer_make(entry->bytes, sizeof entry->bytes);
    felt_put(entry, kind, 1);
    if (ring) felt_put(entry, felt_ring_index(floor, ring), 4);
}

void felt_entry_append(struct felt_floor *floor, const struct felt_putter *entry)
{
    felt_assert(!entry->out.overflow);
    floor->services->append(floor->services->self, entry->out.bytes, entry->out.used);
}

/* ---- writing ---- */

void felt_entry_floor(struct felt_floor *floor)
{
    struct felt_putter entry;
    if (floor->quiet) return;
    felt_entry_begin(&entry, FELT_ENTRY_FLOOR, floor, NULL);
    felt_buffer_bytes(&entry.out, floor->epoch, sizeof floor->epoch);
    felt_put(&entry, floor->next_hand, 4);
    felt_put(&entry, floor->next_order, 8);
    felt_entry_append(floor, &entry);
}

/* A question that waits is asked anew after a restart, with its number. */
static void put_req_id(struct felt_putter *entry, const struct felt_ring *ring)
{
    felt_put(entry, ring->req_id - (ring->asked || ring->choosing ? 1 : 0), 8);
}

static void put_flags(struct felt_putter *entry, const struct felt_ring *ring)
{
    felt_put(entry, ring->game, 1);
    felt_put(entry, (ring->chosen ? FLAG_CHOSEN : 0u) | (ring->closing ? FLAG_CLOSING : 0u), 1);
}

void felt_entry_ring(struct felt_floor *floor, const struct felt_ring *ring)
{
    struct felt_putter entry;
    if (floor->quiet) return;
    felt_entry_begin(&entry, FELT_ENTRY_RING, floor, ring);
    felt_put(&entry, floor->next_hand, 4);
    felt_put_text(&entry, felt_ring_stake(floor, ring)->id);
    felt_put(&entry, ring->number, 4);
    felt_put(&entry, ring->hands, 8);
    put_req_id(&entry, ring);
    put_flags(&entry, ring);
    felt_put(&entry, (uint8_t)ring->blinds.button, 1);
    felt_put(&entry, (uint8_t)ring->blinds.small, 1);
    felt_put(&entry, (uint8_t)ring->blinds.big, 1);
    felt_put(&entry, ring->blinds.dealt, 2);
    felt_put_text(&entry, ring->series);
    felt_buffer_bytes(&entry.out, ring->secret, sizeof ring->secret);
    felt_entry_append(floor, &entry);
}

void felt_entry_ring_game(struct felt_floor *floor, const struct felt_ring *ring)
{
    struct felt_putter entry;
    if (floor->quiet) return;
    felt_entry_begin(&entry, FELT_ENTRY_GAME, floor, ring);
    put_req_id(&entry, ring);
    put_flags(&entry, ring);
    felt_entry_append(floor, &entry);
}

static unsigned chair_bits(const struct felt_chair *chair)
{
    const bool bit[] = {chair->bot,   chair->out,  chair->leaving, chair->wait,
                        chair->rebuy, chair->muck, chair->away,    chair->expired};
    unsigned bits = 0;
    for (int i = 0; i < 8; i++) bits |= (bit[i] ? 1u : 0u) << i;
    return bits;
}

void felt_entry_chair(struct felt_floor *floor, const struct felt_ring *ring, felt_seat seat)
{
    const struct felt_chair *chair = &ring->chair[seat];
    struct felt_putter entry;
    if (floor->quiet) return;
    felt_entry_begin(&entry, FELT_ENTRY_CHAIR, floor, ring);
    felt_put(&entry, (uint8_t)seat, 1);
    felt_put(&entry, (uint64_t)chair->user, 8);
    if (chair->user) {
        const uint8_t small[] = {chair->kind,
                                 chair->sitting,
                                 (uint8_t)chair_bits(chair),
                                 (uint8_t)(chair->twice | (chair->straddle ? STRADDLE : 0)),
                                 chair->auto_action,
                                 chair->owes};
        const felt_chips large[] = {chair->auto_limit, chair->auto_spent, chair->stack,
                                    chair->extra,      chair->buy_in,     chair->top_up,
                                    chair->away_stack, chair->due.amount};
        felt_buffer_bytes(&entry.out, small, sizeof small);
        for (size_t i = 0; i < sizeof large / sizeof large[0]; i++)
            felt_put(&entry, (uint64_t)large[i], 8);
        felt_put(&entry, chair->bank_ms, 4);
        felt_put(&entry, chair->due.kind, 1);
        felt_put(&entry, chair->due.number, 8);
        felt_put_text(&entry, chair->name);
        if (chair->due.number)
            felt_buffer_bytes(&entry.out, chair->due.epoch, sizeof chair->due.epoch);
    }
    felt_entry_append(floor, &entry);
}

void felt_entry_ring_deal(struct felt_floor *floor, const struct felt_ring *ring,
                          const struct felt_blinds_plan *plan)
{
    struct felt_putter entry;
    if (floor->quiet) return;
    felt_entry_begin(&entry, FELT_ENTRY_DEAL, floor, ring);
    felt_put(&entry, ring->live.date, 4);
    felt_put(&entry, ring->live.counter, 4);
    felt_put(&entry, ring->game, 1);
    felt_put(&entry, (uint8_t)plan->button, 1);
    felt_put(&entry, (uint8_t)plan->small, 1);
    felt_put(&entry, (uint8_t)plan->big, 1);
    felt_put(&entry, plan->dealt, 2);
    felt_put(&entry, plan->posts, 2);
    felt_put(&entry, plan->dead, 2);
    felt_buffer_bytes(&entry.out, plan->owes, sizeof plan->owes);
    if (felt_ring_is_guided(floor, ring)) felt_guided_put(&entry, &ring->guide.hand);
    felt_buffer_bytes(&entry.out, ring->fresh, sizeof ring->fresh);
    felt_entry_append(floor, &entry);
}

void felt_entry_ring_act(struct felt_floor *floor, const struct felt_ring *ring, felt_seat seat,
                         const struct felt_action *action, bool done_for_him)
{
    struct felt_putter entry;
    if (floor->quiet) return;
    felt_entry_begin(&entry, FELT_ENTRY_ACT, floor, ring);
    felt_put(&entry, ring->req_id, 8);
    felt_put(&entry, (uint8_t)seat, 1);
    felt_put(&entry, done_for_him, 1);
    felt_put(&entry, action->kind, 1);
    felt_put(&entry, action->choice, 2);
    felt_put(&entry, (uint64_t)action->amount, 8);
    felt_put(&entry, action->cards, 8);
    felt_entry_append(floor, &entry);
}

static void put_won(struct felt_putter *entry, const felt_chips won[FELT_SEATS_MAX])
{
    for (int seat = 0; seat < FELT_SEATS_MAX; seat++) felt_put(entry, (uint64_t)won[seat], 8);
}

void felt_entry_ring_settle(struct felt_floor *floor, const struct felt_ring *ring)
{
    struct felt_putter entry;
    if (floor->quiet) return;
    felt_entry_begin(&entry, FELT_ENTRY_SETTLE, floor, ring);
    felt_put(&entry, ring->settle.number, 8);
    felt_buffer_bytes(&entry.out, ring->settle.epoch, sizeof ring->settle.epoch);
    put_won(&entry, ring->won);
    felt_entry_append(floor, &entry);
}

void felt_entry_ring_settled(struct felt_floor *floor, const struct felt_ring *ring,
                             felt_seats away)
{
    struct felt_putter entry;
    felt_chips won[FELT_SEATS_MAX];
    if (floor->quiet) return;
    felt_ring_won(floor, ring, won);
    felt_entry_begin(&entry, FELT_ENTRY_SETTLED, floor, ring);
    felt_put(&entry, away, 2);
    put_won(&entry, won);
    felt_entry_append(floor, &entry);
}

void felt_entry_ring_void(struct felt_floor *floor, const struct felt_ring *ring)
{
    struct felt_putter entry;
    if (floor->quiet) return;
    felt_entry_begin(&entry, FELT_ENTRY_VOID, floor, ring);
    felt_put(&entry, ring->req_id, 8); /* the question that was open is never asked again */
    felt_entry_append(floor, &entry);
}

void felt_entry_ring_close(struct felt_floor *floor, const struct felt_ring *ring)
{
    struct felt_putter entry;
    if (floor->quiet) return;
    felt_entry_begin(&entry, FELT_ENTRY_CLOSE, floor, ring);
    felt_entry_append(floor, &entry);
}

void felt_entry_away(struct felt_floor *floor, const struct felt_ring *ring, felt_seat seat)
{
    struct felt_putter entry;
    if (floor->quiet) return;
    felt_entry_begin(&entry, FELT_ENTRY_AWAY, floor, ring);
    felt_put(&entry, (uint8_t)seat, 1);
    felt_put(&entry, ring->chair[seat].away, 1);
    felt_put(&entry, (uint64_t)ring->chair[seat].away_stack, 8);
    felt_entry_append(floor, &entry);
}

/* ---- a snapshot ---- */

static void write_notes(struct felt_floor *floor, const struct felt_ring *ring, felt_seat seat)
{
    const struct felt_chair *chair = &ring->chair[seat];
    struct felt_putter entry;
    if (!chair->user || !chair->notes) return;
    felt_entry_begin(&entry, FELT_ENTRY_NOTES, floor, ring);
    felt_put(&entry, (uint8_t)seat, 1);
    felt_put(&entry, chair->notes, 4);
    for (int i = 0; i < FELT_AWAY_NOTES; i++) {
        const struct felt_away_note *note = &chair->note[i];
        felt_put(&entry, note->date, 4);
        felt_put(&entry, note->counter, 4);
        felt_put(&entry, note->result, 1);
        felt_put(&entry, note->action, 1);
        felt_put(&entry, (uint64_t)note->amount, 8);
    }
    felt_entry_append(floor, &entry);
}

static void write_events(struct felt_floor *floor, const struct felt_ring *ring,
                         const struct felt_chunks *list, bool held)
{
    uint32_t left = list->count;
    for (uint32_t at = list->first; left; at = floor->pool.chunk[at].next) {
        const struct felt_chunk *chunk = &floor->pool.chunk[at];
        struct felt_putter entry;
        felt_entry_begin(&entry, FELT_ENTRY_EVENTS, floor, ring);
        felt_put(&entry, held, 1);
        felt_buffer_bytes(&entry.out, chunk->event, chunk->count * sizeof chunk->event[0]);
        felt_entry_append(floor, &entry);
        left -= chunk->count;
    }
}

static void write_running(struct felt_floor *floor, const struct felt_ring *ring)
{
    struct felt_putter entry;
    write_events(floor, ring, &ring->live.history, false);
    write_events(floor, ring, &ring->held, true);
    felt_entry_begin(&entry, FELT_ENTRY_STATE, floor, ring);
    felt_put(&entry, ring->live.date, 4);
    felt_put(&entry, ring->live.counter, 4);
    felt_put(&entry, (uint8_t)ring->live.button, 1);
    felt_put(&entry, ring->live.dealt, 2);
    felt_put(&entry,
             (ring->live.cut ? FLAG_CUT : 0u) | (ring->foreign ? FLAG_FOREIGN : 0u) |
                 (ring->deal.bomb ? FLAG_BOMB : 0u),
             1);
    felt_put(&entry, (uint8_t)ring->deal.opener, 1);
    for (int seat = 0; seat < FELT_SEATS_MAX; seat++) {
        const felt_chips posted[] = {ring->deal.stack[seat], ring->deal.ante[seat],
                                     ring->deal.dead[seat], ring->deal.blind[seat]};
        for (int i = 0; i < 4; i++) felt_put(&entry, (uint64_t)posted[i], 8);
    }
    felt_buffer_bytes(&entry.out, ring->fresh, sizeof ring->fresh);
    felt_buffer_bytes(&entry.out, felt_ring_state(ring),
                      felt_ring_plug(floor, ring)->game->state_bytes);
    felt_entry_append(floor, &entry);
    if (ring->settle.number) felt_entry_ring_settle(floor, ring);
}

static void write_guide(struct felt_floor *floor, const struct felt_ring *ring)
{
    struct felt_putter entry;
    felt_entry_begin(&entry, FELT_ENTRY_GUIDE, floor, ring);
    felt_put(&entry, ring->guide.voided, 1);
    felt_guided_put(&entry, &ring->guide.hand);
    felt_entry_append(floor, &entry);
}

void felt_floor_snapshot(struct felt_floor *floor)
{
    felt_entry_floor(floor);
    felt_entry_stakes(floor);
    for (uint32_t index = 0; index < floor->fresh_ring; index++) {
        const struct felt_ring *ring = felt_ring_at(floor, index);
        if (!ring->used) continue;
        felt_entry_ring(floor, ring);
        if (felt_ring_is_private(floor, ring)) felt_entry_private(floor, ring);
        for (int seat = 0; seat < felt_ring_stake(floor, ring)->seats; seat++) {
            if (ring->chair[seat].user) felt_entry_chair(floor, ring, (felt_seat)seat);
            write_notes(floor, ring, (felt_seat)seat);
        }
        if (ring->guide.any) write_guide(floor, ring);
        if (ring->hand) write_running(floor, ring);
    }
}

/* ---- reading ---- */

static uint64_t later(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

static bool good_seat(int seat)
{
    return seat >= FELT_SEAT_NONE && seat < FELT_SEATS_MAX;
}

static bool good_chips(felt_chips chips)
{
    return chips >= 0 && chips <= FELT_CHIPS_MAX;
}

/* Rings get the numbers they had. */
static bool take_number(struct felt_floor *floor, uint32_t index)
{
    while (floor->fresh_ring <= index) {
        struct felt_ring *ring = felt_ring_at(floor, floor->fresh_ring++);
        ring->next = floor->free_ring;
        floor->free_ring = floor->fresh_ring;
    }
    uint32_t *link = &floor->free_ring;
    while (*link && *link != index + 1) link = &felt_ring_at(floor, *link - 1)->next;
    if (!*link) return false;
    *link = felt_ring_at(floor, index)->next;
    felt_ring_at(floor, index)->next = floor->free_ring;
    floor->free_ring = index + 1;
    return true;
}

static void get_flags(const struct felt_floor *floor, struct felt_ring *ring,
                      struct felt_getter *getter)
{
    uint8_t game = (uint8_t)felt_get(getter, 1), flags = (uint8_t)felt_get(getter, 1);
    ring->game = game < felt_ring_stake(floor, ring)->games ? game : 0;
    ring->chosen = flags & FLAG_CHOSEN;
    ring->closing = flags & FLAG_CLOSING;
}

static bool restore_ring(struct felt_floor *floor, uint32_t index, struct felt_getter *getter)
{
    char id[FELT_STAKE_ID_BYTES + 1];
    floor->next_hand = (uint32_t)later(floor->next_hand, felt_get(getter, 4));
    felt_get_text(getter, id, sizeof id);
    uint32_t number = (uint32_t)felt_get(getter, 4);
    int stake = felt_floor_find_stake(floor, id);
    if (getter->bad) return false;
    if (felt_ring_at(floor, index)->used || !take_number(floor, index)) return false;
    if (stake < 0 || (floor->strange && stake < FELT_STAKES_MAX)) {
        /* The lobby has it no more: its chips are strays. */
        felt_ring_at(floor, index)->missing = true;
        return true;
    }
    struct felt_ring *ring = felt_ring_open(floor, stake, number);
    ring->hands = felt_get(getter, 8);
    ring->req_id = felt_get(getter, 8);
    get_flags(floor, ring, getter);
    ring->blinds.button = (felt_seat)felt_get(getter, 1);
    ring->blinds.small = (felt_seat)felt_get(getter, 1);
    ring->blinds.big = (felt_seat)felt_get(getter, 1);
    ring->blinds.dealt = (felt_seats)felt_get(getter, 2);
    felt_get_text(getter, ring->series, sizeof ring->series);
    memcpy(ring->secret, felt_get_bytes(getter, sizeof ring->secret), sizeof ring->secret);
    int seats = felt_ring_stake(floor, ring)->seats;
    if (ring->blinds.big >= seats || ring->blinds.small >= seats || ring->blinds.button >= seats)
        ring->blinds = felt_blinds_none; /* the table is smaller now */
    return felt_get_is_over(getter) && good_seat(ring->blinds.big) &&
           good_seat(ring->blinds.small) && good_seat(ring->blinds.button);
}

static void free_chair(struct felt_floor *floor, struct felt_ring *ring, felt_seat seat)
{
    struct felt_chair *chair = &ring->chair[seat];
    uint32_t player = chair->player;
    if (chair->due.number) floor->counts.pending--;
    felt_floor_player_rises(floor, player, felt_ring_index(floor, ring));
    *chair = (struct felt_chair){.player = FELT_NO_PLAYER};
    felt_floor_player_drop(floor, player);
}

/* `epoch`: of orders that do not tell theirs. */
static bool get_chair(struct felt_getter *getter, const uint8_t epoch[FELT_EPOCH_BYTES],
                      struct felt_chair *chair)
{
    chair->kind = (uint8_t)felt_get(getter, 1);
    chair->sitting = (uint8_t)felt_get(getter, 1);
    unsigned bits = (unsigned)felt_get(getter, 1);
    bool *bit[] = {&chair->bot,   &chair->out,  &chair->leaving, &chair->wait,
                   &chair->rebuy, &chair->muck, &chair->away,    &chair->expired};
    for (int i = 0; i < 8; i++) *bit[i] = bits >> i & 1;
    uint8_t twice = (uint8_t)felt_get(getter, 1);
    chair->twice = twice & (STRADDLE - 1);
    chair->straddle = twice & STRADDLE;
    chair->auto_action = (uint8_t)felt_get(getter, 1);
    chair->owes = (uint8_t)felt_get(getter, 1);
    felt_chips *chips[] = {&chair->auto_limit, &chair->auto_spent, &chair->stack,
                           &chair->extra,      &chair->buy_in,     &chair->top_up,
                           &chair->away_stack, &chair->due.amount};
    bool good = true;
    for (size_t i = 0; i < sizeof chips / sizeof chips[0]; i++) {
        *chips[i] = (felt_chips)felt_get(getter, 8);
        good &= good_chips(*chips[i]);
    }
    chair->bank_ms = (uint32_t)felt_get(getter, 4);
    chair->due.kind = (uint8_t)felt_get(getter, 1);
    chair->due.number = felt_get(getter, 8);
    chair->due.line = FELT_NO_LINE;
    felt_get_text(getter, chair->name, sizeof chair->name);
    chair->due.again = true;
    if (getter->left)
        memcpy(chair->due.epoch, felt_get_bytes(getter, FELT_EPOCH_BYTES), FELT_EPOCH_BYTES);
    else
        memcpy(chair->due.epoch, epoch, FELT_EPOCH_BYTES);
    return good && felt_get_is_over(getter) && chair->kind < FELT_USER_KINDS &&
           chair->sitting >= FELT_SITTING_BUYING && chair->sitting <= FELT_SITTING_UP &&
           chair->twice < FELT_TWICES && chair->auto_action < FELT_AUTO_ACTIONS &&
           chair->due.kind < FELT_ORDER_KINDS && chair->stack + chair->extra <= FELT_CHIPS_MAX;
}

static bool restore_chair(struct felt_floor *floor, struct felt_ring *ring,
                          struct felt_getter *getter)
{
    struct felt_chair one = {0};
    int seat = (int)felt_get(getter, 1);
    one.user = (int64_t)felt_get(getter, 8);
    if (seat >= FELT_SEATS_MAX || one.user < 0) return false;
    struct felt_chair *chair = &ring->chair[seat];
    bool playing = felt_chair_in_hand(ring, (felt_seat)seat);
    if (!one.user) {
        if (!felt_get_is_over(getter) || !chair->user || playing) return false;
        free_chair(floor, ring, (felt_seat)seat);
        return true;
    }
    if (!get_chair(getter, floor->epoch, &one)) return false;
    if (seat >= felt_ring_stake(floor, ring)->seats) return true; /* no such chair any more */
    if (playing && (one.user != chair->user || one.stack != chair->stack)) return false;
    if (chair->user && chair->user != one.user) return false;
    if (!chair->user) {
        uint32_t player = felt_floor_player_find(floor, one.user);
        if (player != FELT_NO_PLAYER)
            for (uint32_t i = 0; i < floor->player[player].seats; i++)
                if (floor->player[player].ring[i] == felt_ring_index(floor, ring)) return false;
        one.player = felt_floor_player_make(floor, one.user, one.name, one.kind, one.bot);
        if (one.player == FELT_NO_PLAYER) return false;
        if (!felt_floor_player_sits(floor, one.player, felt_ring_index(floor, ring),
                                    (felt_seat)seat))
            return false;
    } else {
        one.player = chair->player;
        one.notes = chair->notes;
        memcpy(one.note, chair->note, sizeof one.note);
        if (chair->due.number) floor->counts.pending--;
    }
    if (one.due.number) floor->counts.pending++;
    floor->next_order = later(floor->next_order, one.due.number);
    *chair = one;
    return true;
}

static bool good_plan(const struct felt_floor *floor, const struct felt_ring *ring,
                      const struct felt_blinds_plan *plan)
{
    int seats = felt_ring_stake(floor, ring)->seats;
    const struct felt_plug *plug = felt_ring_plug(floor, ring);
    for (felt_seats left = plan->dealt; left;) {
        felt_seat seat = felt_seats_take(&left);
        if (seat >= seats || !ring->chair[seat].user || ring->chair[seat].stack <= 0) return false;
    }
    const felt_seat place[] = {plan->button, plan->small, plan->big};
    for (int i = 0; i < 3; i++)
        if (place[i] < 0 || place[i] >= seats || !felt_seats_has(plan->dealt, place[i]))
            return false;
    for (int i = 0; i < FELT_SEATS_MAX; i++)
        if (plan->owes[i] > (FELT_OWES_ENTRY | FELT_OWES_BIG | FELT_OWES_SMALL)) return false;
    int count = felt_seats_count(plan->dealt);
    return plan->small != plan->big && count >= plug->seats_min && count <= plug->seats_max;
}

/* Fresh bytes are the last of a record.  Older programs wrote none: what stands before them has a
 * length of its own, which is not that of both. */
static void take_fresh(struct felt_getter *getter, struct felt_ring *ring)
{
    struct felt_getter without = *getter;
    struct felt_guided_hand hand;
    bool guided = getter->left != FELT_KEY_BYTES;
    memset(ring->fresh, 0, sizeof ring->fresh);
    if (getter->left < FELT_KEY_BYTES) return;
    without.left -= FELT_KEY_BYTES;
    if (guided && !felt_guided_get(&without, &hand)) return;
    getter->left -= FELT_KEY_BYTES;
    memcpy(ring->fresh, getter->at + getter->left, sizeof ring->fresh);
}

/* What follows the plan says it all. */
static bool restore_guided_deal(struct felt_floor *floor, struct felt_ring *ring, bool same_build,
                                uint32_t date, uint32_t counter, struct felt_getter *getter)
{
    struct felt_guide guide = {.any = true};
    take_fresh(getter, ring);
    if (!felt_guided_get(getter, &guide.hand) || ring->hand ||
        !felt_guided_is_good(floor, ring, &guide.hand))
        return false;
    struct felt_blinds_plan plan = felt_guided_plan(&guide.hand);
    ring->guide = guide;
    ring->game = guide.hand.game;
    ring->foreign = !same_build;
    floor->next_hand = (uint32_t)later(floor->next_hand, counter);
    felt_ring_deal(floor, ring, date, counter, &plan, 0);
    return true;
}

static bool restore_guide(const struct felt_floor *floor, struct felt_ring *ring,
                          struct felt_getter *getter)
{
    struct felt_guide guide = {.any = true, .voided = felt_get(getter, 1) != 0};
    if (!felt_guided_get(getter, &guide.hand) || ring->hand || !felt_ring_is_guided(floor, ring))
        return false;
    ring->guide = guide;
    return true;
}

static bool restore_deal(struct felt_floor *floor, struct felt_ring *ring, bool same_build,
                         struct felt_getter *getter)
{
    struct felt_blinds_plan plan = {.possible = true};
    uint32_t date = (uint32_t)felt_get(getter, 4), counter = (uint32_t)felt_get(getter, 4);
    uint8_t game = (uint8_t)felt_get(getter, 1);
    plan.button = (felt_seat)felt_get(getter, 1);
    plan.small = (felt_seat)felt_get(getter, 1);
    plan.big = (felt_seat)felt_get(getter, 1);
    plan.dealt = (felt_seats)felt_get(getter, 2);
    plan.posts = (felt_seats)felt_get(getter, 2);
    plan.dead = (felt_seats)felt_get(getter, 2);
    memcpy(plan.owes, felt_get_bytes(getter, sizeof plan.owes), sizeof plan.owes);
    if (felt_ring_is_guided(floor, ring))
        return restore_guided_deal(floor, ring, same_build, date, counter, getter);
    take_fresh(getter, ring);
    if (!felt_get_is_over(getter) || ring->hand) return false;
    ring->game = game < felt_ring_stake(floor, ring)->games ? game : 0;
    if (!good_plan(floor, ring, &plan)) return false;
    ring->foreign = !same_build;
    floor->next_hand = (uint32_t)later(floor->next_hand, counter);
    felt_ring_deal(floor, ring, date, counter, &plan, 0);
    return true;
}

static bool restore_act(struct felt_floor *floor, struct felt_ring *ring,
                        struct felt_getter *getter)
{
    uint64_t req_id = felt_get(getter, 8);
    felt_seat seat = (felt_seat)felt_get(getter, 1);
    bool done_for_him = felt_get(getter, 1) != 0;
    struct felt_action action = {.kind = (uint8_t)felt_get(getter, 1)};
    action.choice = (uint16_t)felt_get(getter, 2);
    action.amount = (felt_chips)felt_get(getter, 8);
    action.cards = felt_get(getter, 8);
    if (!felt_get_is_over(getter) || !ring->hand || ring->settling || seat < 0 ||
        seat >= FELT_SEATS_MAX || !felt_chair_in_hand(ring, seat))
        return false;
    ring->req_id = req_id;
    return ring->foreign || felt_ring_apply(floor, ring, seat, action, done_for_him);
}

static bool is_over(const struct felt_floor *floor, const struct felt_ring *ring)
{
    const struct felt_plug *plug = felt_ring_plug(floor, ring);
    return ring->foreign || plug->game->actor(plug->rules, felt_ring_state(ring)) == FELT_SEAT_NONE;
}

/* What each seat won; false: nobody can have won that. */
static bool get_won(const struct felt_floor *floor, const struct felt_ring *ring,
                    struct felt_getter *getter, felt_chips won[FELT_SEATS_MAX])
{
    felt_chips sum = 0, mine[FELT_SEATS_MAX];
    for (int seat = 0; seat < FELT_SEATS_MAX; seat++) {
        won[seat] = (felt_chips)felt_get(getter, 8);
        if (won[seat] < -FELT_CHIPS_MAX || won[seat] > FELT_CHIPS_MAX) return false;
        sum += won[seat];
    }
    if (!felt_get_is_over(getter) || !ring->hand || sum != 0 || !is_over(floor, ring)) return false;
    for (int seat = 0; seat < FELT_SEATS_MAX; seat++) {
        bool playing = felt_seats_has(ring->live.dealt, seat);
        if (won[seat] && (!playing || ring->chair[seat].stack + won[seat] < 0)) return false;
    }
    if (ring->foreign) return true;
    felt_ring_won(floor, ring, mine);
    return memcmp(mine, won, sizeof mine) == 0;
}

static bool restore_settle(struct felt_floor *floor, struct felt_ring *ring,
                           struct felt_getter *getter)
{
    uint64_t number = felt_get(getter, 8);
    felt_chips won[FELT_SEATS_MAX];
    struct felt_due due = {
        .kind = FELT_ORDER_SETTLE, .number = number, .again = true, .line = FELT_NO_LINE};
    memcpy(due.epoch, floor->epoch, sizeof due.epoch);
    if (getter->left > sizeof won)
        memcpy(due.epoch, felt_get_bytes(getter, sizeof due.epoch), sizeof due.epoch);
    if (!get_won(floor, ring, getter, won) || !number || ring->settling) return false;
    ring->settling = true;
    memcpy(ring->won, won, sizeof ring->won);
    ring->settle = due;
    floor->counts.pending++;
    floor->next_order = later(floor->next_order, number);
    return true;
}

static void end_order(struct felt_floor *floor, struct felt_ring *ring)
{
    if (ring->settle.number) floor->counts.pending--;
    ring->settle = (struct felt_due){.line = FELT_NO_LINE};
}

static bool restore_settled(struct felt_floor *floor, struct felt_ring *ring,
                            struct felt_getter *getter)
{
    felt_seats away = (felt_seats)felt_get(getter, 2);
    felt_chips won[FELT_SEATS_MAX];
    if (!get_won(floor, ring, getter, won)) return false;
    end_order(floor, ring);
    memcpy(ring->won, won, sizeof ring->won);
    felt_ring_settle(floor, ring, away, 0);
    return true;
}

static bool restore_away(struct felt_ring *ring, struct felt_getter *getter)
{
    int seat = (int)felt_get(getter, 1);
    bool away = felt_get(getter, 1) != 0;
    felt_chips stack = (felt_chips)felt_get(getter, 8);
    if (!felt_get_is_over(getter) || seat >= FELT_SEATS_MAX || !good_chips(stack)) return false;
    struct felt_chair *chair = &ring->chair[seat];
    if (!chair->user) return false;
    chair->away = away;
    chair->away_stack = stack;
    chair->notes = 0;
    return true;
}

static bool restore_notes(struct felt_ring *ring, struct felt_getter *getter)
{
    int seat = (int)felt_get(getter, 1);
    if (seat >= FELT_SEATS_MAX || !ring->chair[seat].user) return false;
    struct felt_chair *chair = &ring->chair[seat];
    chair->notes = (uint32_t)felt_get(getter, 4);
    for (int i = 0; i < FELT_AWAY_NOTES; i++) {
        struct felt_away_note *note = &chair->note[i];
        note->date = (uint32_t)felt_get(getter, 4);
        note->counter = (uint32_t)felt_get(getter, 4);
        note->result = felt_get(getter, 1) != 0;
        note->action = (uint8_t)felt_get(getter, 1);
        note->amount = (felt_chips)felt_get(getter, 8);
        if (note->action >= FELT_ACTION_KINDS) return false;
    }
    return felt_get_is_over(getter);
}

static bool restore_events(struct felt_floor *floor, struct felt_ring *ring,
                           struct felt_getter *getter)
{
    struct felt_event event;
    struct felt_chunks *list = felt_get(getter, 1) ? &ring->held : &ring->live.history;
    if (ring->hand) return false;
    while (getter->left >= sizeof event) {
        memcpy(&event, felt_get_bytes(getter, sizeof event), sizeof event);
        if (event.count > FELT_EVENT_CARDS || event.kind >= FELT_EVENT_KINDS ||
            event.seat < FELT_SEAT_NONE || event.seat >= FELT_SEATS_MAX)
            return false;
        if (!felt_chunks_event(&floor->pool, list, &event)) return true; /* STATE says: cut */
    }
    return felt_get_is_over(getter);
}

static bool get_deal(struct felt_ring *ring, struct felt_getter *getter)
{
    struct felt_deal *deal = &ring->deal;
    *deal = (struct felt_deal){.seats = ring->live.dealt, .button = ring->live.button};
    deal->opener = (felt_seat)felt_get(getter, 1);
    bool good = good_seat(deal->opener);
    for (int seat = 0; seat < FELT_SEATS_MAX; seat++) {
        felt_chips *posted[] = {&deal->stack[seat], &deal->ante[seat], &deal->dead[seat],
                                &deal->blind[seat]};
        for (int i = 0; i < 4; i++) {
            *posted[i] = (felt_chips)felt_get(getter, 8);
            good &= good_chips(*posted[i]);
        }
    }
    return good && !getter->bad;
}

static bool restore_state(struct felt_floor *floor, struct felt_ring *ring, bool same_build,
                          struct felt_getter *getter)
{
    const struct felt_plug *plug = felt_ring_plug(floor, ring);
    if (ring->hand) return false;
    ring->live.date = (uint32_t)felt_get(getter, 4);
    ring->live.counter = (uint32_t)felt_get(getter, 4);
    felt_hand_id(ring->live.date, ring->live.counter, ring->hand_id);
    ring->live.button = (felt_seat)felt_get(getter, 1);
    ring->live.dealt = (felt_seats)felt_get(getter, 2);
    unsigned flags = (unsigned)felt_get(getter, 1);
    ring->live.cut = flags & FLAG_CUT;
    if (!get_deal(ring, getter) || !good_seat(ring->live.button)) return false;
    ring->deal.bomb = flags & FLAG_BOMB;
    for (felt_seats left = ring->live.dealt; left;) {
        felt_seat seat = felt_seats_take(&left);
        if (seat >= felt_ring_stake(floor, ring)->seats || !ring->chair[seat].user) return false;
    }
    ring->hand = true;
    ring->foreign = !same_build || flags & FLAG_FOREIGN; /* another's before the snapshot, too */
    floor->counts.in_hand++;
    floor->next_hand = (uint32_t)later(floor->next_hand, ring->live.counter);
    if (ring->foreign) return true;
    memcpy(ring->fresh, felt_get_bytes(getter, sizeof ring->fresh), sizeof ring->fresh);
    if (getter->left != plug->game->state_bytes) return false;
    memcpy(felt_ring_state(ring), getter->at, getter->left);
    felt_live_recall(&ring->live, &floor->pool, plug, &ring->deal);
    if (!ring->live.cut) return true;
    plug->game->view(plug->rules, felt_ring_state(ring), FELT_SEAT_NONE, &floor->view);
    memcpy(ring->live.announcer.stack, floor->view.betting.stack,
           sizeof ring->live.announcer.stack);
    return true;
}

static bool restore_of_ring(struct felt_floor *floor, enum felt_entry_kind kind, bool same_build,
                            struct felt_ring *ring, struct felt_getter *getter)
{
    switch (kind) {
    case FELT_ENTRY_CHAIR: return restore_chair(floor, ring, getter);
    case FELT_ENTRY_DEAL: return restore_deal(floor, ring, same_build, getter);
    case FELT_ENTRY_ACT: return restore_act(floor, ring, getter);
    case FELT_ENTRY_SETTLE: return restore_settle(floor, ring, getter);
    case FELT_ENTRY_SETTLED: return restore_settled(floor, ring, getter);
    case FELT_ENTRY_AWAY: return restore_away(ring, getter);
    case FELT_ENTRY_NOTES: return restore_notes(ring, getter);
    case FELT_ENTRY_PRIVATE: return felt_entry_restore_private(floor, ring, getter);
    case FELT_ENTRY_EVENTS: return restore_events(floor, ring, getter);
    case FELT_ENTRY_GUIDE: return restore_guide(floor, ring, getter);
    case FELT_ENTRY_STATE: return restore_state(floor, ring, same_build, getter);
    case FELT_ENTRY_GAME:
        ring->req_id = felt_get(getter, 8);
        get_flags(floor, ring, getter);
        return felt_get_is_over(getter);
    case FELT_ENTRY_VOID:
        if (getter->left) ring->req_id = felt_get(getter, 8); /* old ones do not tell */
        if (!felt_get_is_over(getter) || !ring->hand) return false;
        end_order(floor, ring);
        felt_ring_give_up(floor, ring);
        felt_guided_ended(floor, ring, true);
        return true;
    case FELT_ENTRY_CLOSE:
        for (int seat = 0; seat < FELT_SEATS_MAX; seat++)
            if (ring->chair[seat].user) return false;
        if (!felt_get_is_over(getter) || ring->hand) return false;
        felt_ring_close(floor, ring);
        return true;
    default: return false;
    }
}

/* Of a table that is not there any more: no number of an order or a hand comes twice. */
static void pass_over(struct felt_floor *floor, enum felt_entry_kind kind,
                      struct felt_getter *getter)
{
    struct felt_chair chair = {0};
    if (kind == FELT_ENTRY_SETTLE) {
        floor->next_order = later(floor->next_order, felt_get(getter, 8));
    } else if (kind == FELT_ENTRY_DEAL || kind == FELT_ENTRY_STATE) {
        (void)felt_get(getter, 4);
        floor->next_hand = (uint32_t)later(floor->next_hand, felt_get(getter, 4));
    } else if (kind == FELT_ENTRY_CHAIR) {
        (void)felt_get(getter, 1);
        if (felt_get(getter, 8) && get_chair(getter, floor->epoch, &chair))
            floor->next_order = later(floor->next_order, chair.due.number);
    }
}

void felt_floor_forget_lobby(struct felt_floor *floor)
{
    floor->strange = true;
}

bool felt_floor_restore(struct felt_floor *floor, bool same_build, const void *bytes, size_t count)
{
    struct felt_getter getter = {.at = bytes, .left = count};
    enum felt_entry_kind kind = (enum felt_entry_kind)felt_get(&getter, 1);
    bool good;
    floor->quiet = true;
    if (kind == FELT_ENTRY_FLOOR) {
        memcpy(floor->epoch, felt_get_bytes(&getter, sizeof floor->epoch), sizeof floor->epoch);
        floor->next_hand = (uint32_t)later(floor->next_hand, felt_get(&getter, 4));
        floor->next_order = later(floor->next_order, felt_get(&getter, 8));
        good = floor->has_epoch = felt_get_is_over(&getter);
    } else if (kind == FELT_ENTRY_STAKE) {
        good = felt_entry_restore_stake(floor, &getter);
    } else if (kind == FELT_ENTRY_OTHER) {
        const struct felt_floor_services *services = floor->services;
        good = !services->other || services->other(services->self, getter.at, getter.left);
    } else {
        uint32_t index = (uint32_t)felt_get(&getter, 4);
        bool room = index < floor->config->tables_max;
        good = !getter.bad && (room || floor->strange);
        if (good && !room) {
            pass_over(floor, kind, &getter);
        } else if (good && kind == FELT_ENTRY_RING) {
            good = restore_ring(floor, index, &getter);
        } else if (good) {
            struct felt_ring *ring = felt_ring_at(floor, index);
            good = ring->used ? restore_of_ring(floor, kind, same_build, ring, &getter)
                              : ring->missing;
            if (good && !ring->used) pass_over(floor, kind, &getter);
        }
    }
    floor->quiet = false;
    return good;
}
