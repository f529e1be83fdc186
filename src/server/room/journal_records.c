/* journal_records.c -- what must survive, as records of the journal.
 *
 * A record is a byte that says its kind, then fields (base/fields.h).  Records tell what was
 * decided, not what was asked: applying them again makes the same tables.
 *
 *   ROOM    epoch, next hand, next order
 *   STAKE    number, what becomes of it, text: of an added stake (journal_stake.c)
 *   OTHER    bytes of somebody else's
 *   PRIVATE  table, its host, key and so on (journal_private.c)
 *   TABLE    table, next hand, stake, number, hands, req_id, game, flags, blinds, series, secret
 *   SEAT     table, seat, everything about it that lasts; user 0: it is free; at the end the epoch
 * of an order that waits (none in older journals: that of ROOM) DEAL     table, date, counter,
 * game, the plan of the blinds; the whole hand of a directed table; fresh bytes of the shuffle
 * (none in older journals) ACT      table, req_id, seat, done for him, kind, choice, amount, cards
 * SETTLE table, number of the order that settles the hand, its epoch (none in older journals), what
 * each seat won SETTLED  table, seats that are away, what each seat won VOID     table, req_id
 * CLOSE table
 *   GAME     table, req_id, game, flags
 *   AWAY     table, seat, away or back, the stack then
 *   NOTES    table, seat, notes of an absent player          } in a snapshot
 *   GUIDE    table, void or not, the last hand of a directed table } in a snapshot
 *   EVENTS   table, held or not, events of the running hand  } in a snapshot: instead of DEAL and
 *   STATE    table, date, counter, the deal and its state    } ACT
 *
 * A hand is played again from DEAL and ACT by the same program only; of another program's hands the
 * stacks are taken from SETTLED, and one that was not settled is void. */
#include "server/room/journal_records.h"

enum { FLAG_CHOSEN = 1, FLAG_CLOSING = 2 };
enum { FLAG_CUT = 1, FLAG_FOREIGN = 2, FLAG_BOMB = 4 };
enum { STRADDLE = 0x80 }; /* with the seat's wish for two boards */

void felt_room_journal_begin(struct felt_putter *entry, enum felt_room_journal_kind kind,
                             const struct felt_room *room, const struct felt_room_table *table)
{
    entry->out = felt_buffer_make(entry->bytes, sizeof entry->bytes);
    felt_put(entry, kind, 1);
    if (table) felt_put(entry, felt_room_table_index(room, table), 4);
}

void felt_room_journal_append(struct felt_room *room, const struct felt_putter *entry)
{
    felt_assert(!entry->out.overflow);
    room->services->append(room->services->self, entry->out.bytes, entry->out.used);
}

/* ---- writing ---- */

void felt_room_journal_room(struct felt_room *room)
{
    struct felt_putter entry;
    if (room->quiet) return;
    felt_room_journal_begin(&entry, FELT_ROOM_JOURNAL_ROOM, room, NULL);
    felt_buffer_bytes(&entry.out, room->epoch, sizeof room->epoch);
    felt_put(&entry, room->next_hand, 4);
    felt_put(&entry, room->next_order, 8);
    felt_room_journal_append(room, &entry);
}

/* A question that waits is asked anew after a restart, with its number. */
static void put_req_id(struct felt_putter *entry, const struct felt_room_table *table)
{
    felt_put(entry, table->req_id - (table->asked || table->choosing ? 1 : 0), 8);
}

static void put_flags(struct felt_putter *entry, const struct felt_room_table *table)
{
    felt_put(entry, table->game, 1);
    felt_put(entry, (table->chosen ? FLAG_CHOSEN : 0u) | (table->closing ? FLAG_CLOSING : 0u), 1);
}

void felt_room_journal_table(struct felt_room *room, const struct felt_room_table *table)
{
    struct felt_putter entry;
    if (room->quiet) return;
    felt_room_journal_begin(&entry, FELT_ROOM_JOURNAL_TABLE, room, table);
    felt_put(&entry, room->next_hand, 4);
    felt_put_text(&entry, felt_room_table_stake(room, table)->id);
    felt_put(&entry, table->number, 4);
    felt_put(&entry, table->hands, 8);
    put_req_id(&entry, table);
    put_flags(&entry, table);
    felt_put(&entry, (uint8_t)table->blinds.button, 1);
    felt_put(&entry, (uint8_t)table->blinds.small, 1);
    felt_put(&entry, (uint8_t)table->blinds.big, 1);
    felt_put(&entry, table->blinds.dealt, 2);
    felt_put_text(&entry, table->series);
    felt_buffer_bytes(&entry.out, table->secret, sizeof table->secret);
    felt_room_journal_append(room, &entry);
}

void felt_room_journal_table_game(struct felt_room *room, const struct felt_room_table *table)
{
    struct felt_putter entry;
    if (room->quiet) return;
    felt_room_journal_begin(&entry, FELT_ROOM_JOURNAL_GAME, room, table);
    put_req_id(&entry, table);
    put_flags(&entry, table);
    felt_room_journal_append(room, &entry);
}

static unsigned seat_bits(const struct felt_room_seat *seat)
{
    const bool bit[] = {seat->bot,   seat->out,  seat->leaving, seat->wait,
                        seat->rebuy, seat->muck, seat->away,    seat->expired};
    unsigned bits = 0;
    for (int i = 0; i < 8; i++) bits |= (bit[i] ? 1u : 0u) << i;
    return bits;
}

void felt_room_journal_seat(struct felt_room *room, const struct felt_room_table *table,
                            felt_seat seat)
{
    const struct felt_room_seat *place = &table->seat[seat];
    struct felt_putter entry;
    if (room->quiet) return;
    felt_room_journal_begin(&entry, FELT_ROOM_JOURNAL_SEAT, room, table);
    felt_put(&entry, (uint8_t)seat, 1);
    felt_put(&entry, (uint64_t)place->user, 8);
    if (place->user) {
        const uint8_t small[] = {place->kind,
                                 place->sitting,
                                 (uint8_t)seat_bits(place),
                                 (uint8_t)(place->twice | (place->straddle ? STRADDLE : 0)),
                                 place->auto_action,
                                 place->owes};
        const felt_chips large[] = {place->auto_limit, place->auto_spent, place->stack,
                                    place->extra,      place->buy_in,     place->top_up,
                                    place->away_stack, place->due.amount};
        felt_buffer_bytes(&entry.out, small, sizeof small);
        for (size_t i = 0; i < sizeof large / sizeof large[0]; i++)
            felt_put(&entry, (uint64_t)large[i], 8);
        felt_put(&entry, place->bank_ms, 4);
        felt_put(&entry, place->due.kind, 1);
        felt_put(&entry, place->due.number, 8);
        felt_put_text(&entry, place->name);
        if (place->due.number)
            felt_buffer_bytes(&entry.out, place->due.epoch, sizeof place->due.epoch);
    }
    felt_room_journal_append(room, &entry);
}

void felt_room_journal_table_deal(struct felt_room *room, const struct felt_room_table *table,
                                  const struct felt_room_blinds_plan *plan)
{
    struct felt_putter entry;
    if (room->quiet) return;
    felt_room_journal_begin(&entry, FELT_ROOM_JOURNAL_DEAL, room, table);
    felt_put(&entry, table->live.date, 4);
    felt_put(&entry, table->live.counter, 4);
    felt_put(&entry, table->game, 1);
    felt_put(&entry, (uint8_t)plan->button, 1);
    felt_put(&entry, (uint8_t)plan->small, 1);
    felt_put(&entry, (uint8_t)plan->big, 1);
    felt_put(&entry, plan->dealt, 2);
    felt_put(&entry, plan->posts, 2);
    felt_put(&entry, plan->dead, 2);
    felt_buffer_bytes(&entry.out, plan->owes, sizeof plan->owes);
    if (felt_room_table_is_directed(room, table))
        felt_room_directed_put(&entry, &table->direction.hand);
    felt_buffer_bytes(&entry.out, table->fresh, sizeof table->fresh);
    felt_room_journal_append(room, &entry);
}

void felt_room_journal_table_act(struct felt_room *room, const struct felt_room_table *table,
                                 felt_seat seat, const struct felt_action *action,
                                 bool done_for_him)
{
    struct felt_putter entry;
    if (room->quiet) return;
    felt_room_journal_begin(&entry, FELT_ROOM_JOURNAL_ACT, room, table);
    felt_put(&entry, table->req_id, 8);
    felt_put(&entry, (uint8_t)seat, 1);
    felt_put(&entry, done_for_him, 1);
    felt_put(&entry, action->kind, 1);
    felt_put(&entry, action->choice, 2);
    felt_put(&entry, (uint64_t)action->amount, 8);
    felt_put(&entry, action->cards, 8);
    felt_room_journal_append(room, &entry);
}

static void put_won(struct felt_putter *entry, const felt_chips won[FELT_SEATS_MAX])
{
    for (int seat = 0; seat < FELT_SEATS_MAX; seat++) felt_put(entry, (uint64_t)won[seat], 8);
}

void felt_room_journal_table_settle(struct felt_room *room, const struct felt_room_table *table)
{
    struct felt_putter entry;
    if (room->quiet) return;
    felt_room_journal_begin(&entry, FELT_ROOM_JOURNAL_SETTLE, room, table);
    felt_put(&entry, table->settle.number, 8);
    felt_buffer_bytes(&entry.out, table->settle.epoch, sizeof table->settle.epoch);
    put_won(&entry, table->won);
    felt_room_journal_append(room, &entry);
}

void felt_room_journal_table_settled(struct felt_room *room, const struct felt_room_table *table,
                                     felt_seats away)
{
    struct felt_putter entry;
    felt_chips won[FELT_SEATS_MAX];
    if (room->quiet) return;
    felt_room_table_won(room, table, won);
    felt_room_journal_begin(&entry, FELT_ROOM_JOURNAL_SETTLED, room, table);
    felt_put(&entry, away, 2);
    put_won(&entry, won);
    felt_room_journal_append(room, &entry);
}

void felt_room_journal_table_void(struct felt_room *room, const struct felt_room_table *table)
{
    struct felt_putter entry;
    if (room->quiet) return;
    felt_room_journal_begin(&entry, FELT_ROOM_JOURNAL_VOID, room, table);
    felt_put(&entry, table->req_id, 8); /* the question that was open is never asked again */
    felt_room_journal_append(room, &entry);
}

void felt_room_journal_table_close(struct felt_room *room, const struct felt_room_table *table)
{
    struct felt_putter entry;
    if (room->quiet) return;
    felt_room_journal_begin(&entry, FELT_ROOM_JOURNAL_CLOSE, room, table);
    felt_room_journal_append(room, &entry);
}

void felt_room_journal_away(struct felt_room *room, const struct felt_room_table *table,
                            felt_seat seat)
{
    struct felt_putter entry;
    if (room->quiet) return;
    felt_room_journal_begin(&entry, FELT_ROOM_JOURNAL_AWAY, room, table);
    felt_put(&entry, (uint8_t)seat, 1);
    felt_put(&entry, table->seat[seat].away, 1);
    felt_put(&entry, (uint64_t)table->seat[seat].away_stack, 8);
    felt_room_journal_append(room, &entry);
}

/* ---- a snapshot ---- */

static void write_notes(struct felt_room *room, const struct felt_room_table *table, felt_seat seat)
{
    const struct felt_room_seat *place = &table->seat[seat];
    struct felt_putter entry;
    if (!place->user || !place->notes) return;
    felt_room_journal_begin(&entry, FELT_ROOM_JOURNAL_NOTES, room, table);
    felt_put(&entry, (uint8_t)seat, 1);
    felt_put(&entry, place->notes, 4);
    for (int i = 0; i < FELT_ROOM_AWAY_NOTES; i++) {
        const struct felt_room_away_note *note = &place->note[i];
        felt_put(&entry, note->date, 4);
        felt_put(&entry, note->counter, 4);
        felt_put(&entry, note->result, 1);
        felt_put(&entry, note->action, 1);
        felt_put(&entry, (uint64_t)note->amount, 8);
    }
    felt_room_journal_append(room, &entry);
}

static void write_events(struct felt_room *room, const struct felt_room_table *table,
                         const struct felt_chunks *list, bool held)
{
    uint32_t left = list->count;
    for (uint32_t at = list->first; left; at = room->pool.chunk[at].next) {
        const struct felt_chunk *chunk = &room->pool.chunk[at];
        struct felt_putter entry;
        felt_room_journal_begin(&entry, FELT_ROOM_JOURNAL_EVENTS, room, table);
        felt_put(&entry, held, 1);
        felt_buffer_bytes(&entry.out, chunk->event, chunk->count * sizeof chunk->event[0]);
        felt_room_journal_append(room, &entry);
        left -= chunk->count;
    }
}

static void write_running(struct felt_room *room, const struct felt_room_table *table)
{
    struct felt_putter entry;
    write_events(room, table, &table->live.history, false);
    write_events(room, table, &table->held, true);
    felt_room_journal_begin(&entry, FELT_ROOM_JOURNAL_STATE, room, table);
    felt_put(&entry, table->live.date, 4);
    felt_put(&entry, table->live.counter, 4);
    felt_put(&entry, (uint8_t)table->live.button, 1);
    felt_put(&entry, table->live.dealt, 2);
    felt_put(&entry,
             (table->live.cut ? FLAG_CUT : 0u) | (table->foreign ? FLAG_FOREIGN : 0u) |
                 (table->deal.bomb ? FLAG_BOMB : 0u),
             1);
    felt_put(&entry, (uint8_t)table->deal.opener, 1);
    for (int seat = 0; seat < FELT_SEATS_MAX; seat++) {
        const felt_chips posted[] = {table->deal.stack[seat], table->deal.ante[seat],
                                     table->deal.dead[seat], table->deal.blind[seat]};
        for (int i = 0; i < 4; i++) felt_put(&entry, (uint64_t)posted[i], 8);
    }
    felt_buffer_bytes(&entry.out, table->fresh, sizeof table->fresh);
    felt_buffer_bytes(&entry.out, felt_room_table_state(table),
                      felt_room_table_adapter(room, table)->game->state_bytes);
    felt_room_journal_append(room, &entry);
    if (table->settle.number) felt_room_journal_table_settle(room, table);
}

static void write_direction(struct felt_room *room, const struct felt_room_table *table)
{
    struct felt_putter entry;
    felt_room_journal_begin(&entry, FELT_ROOM_JOURNAL_GUIDE, room, table);
    felt_put(&entry, table->direction.voided, 1);
    felt_room_directed_put(&entry, &table->direction.hand);
    felt_room_journal_append(room, &entry);
}

void felt_room_snapshot(struct felt_room *room)
{
    felt_room_journal_room(room);
    felt_room_journal_stakes(room);
    for (uint32_t index = 0; index < room->fresh_table; index++) {
        const struct felt_room_table *table = felt_room_table_at(room, index);
        if (!table->used) continue;
        felt_room_journal_table(room, table);
        if (felt_room_table_is_private(room, table)) felt_room_journal_private(room, table);
        for (int seat = 0; seat < felt_room_table_stake(room, table)->seats; seat++) {
            if (table->seat[seat].user) felt_room_journal_seat(room, table, (felt_seat)seat);
            write_notes(room, table, (felt_seat)seat);
        }
        if (table->direction.any) write_direction(room, table);
        if (table->hand) write_running(room, table);
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

/* Tables get the numbers they had. */
static bool take_number(struct felt_room *room, uint32_t index)
{
    while (room->fresh_table <= index) {
        struct felt_room_table *table = felt_room_table_at(room, room->fresh_table++);
        table->next = room->free_table;
        room->free_table = room->fresh_table;
    }
    uint32_t *link = &room->free_table;
    while (*link && *link != index + 1) link = &felt_room_table_at(room, *link - 1)->next;
    if (!*link) return false;
    *link = felt_room_table_at(room, index)->next;
    felt_room_table_at(room, index)->next = room->free_table;
    room->free_table = index + 1;
    return true;
}

static void get_flags(const struct felt_room *room, struct felt_room_table *table,
                      struct felt_getter *getter)
{
    uint8_t game = (uint8_t)felt_get(getter, 1), flags = (uint8_t)felt_get(getter, 1);
    table->game = game < felt_room_table_stake(room, table)->games ? game : 0;
    table->chosen = flags & FLAG_CHOSEN;
    table->closing = flags & FLAG_CLOSING;
}

static bool restore_table(struct felt_room *room, uint32_t index, struct felt_getter *getter)
{
    char id[FELT_STAKE_ID_BYTES + 1];
    room->next_hand = (uint32_t)later(room->next_hand, felt_get(getter, 4));
    felt_get_text(getter, id, sizeof id);
    uint32_t number = (uint32_t)felt_get(getter, 4);
    int stake = felt_room_find_stake(room, id);
    if (getter->bad) return false;
    if (felt_room_table_at(room, index)->used || !take_number(room, index)) return false;
    if (stake < 0 || (room->strange && stake < FELT_STAKES_MAX)) {
        /* The lobby has it no more: its chips are strays. */
        felt_room_table_at(room, index)->missing = true;
        return true;
    }
    struct felt_room_table *table = felt_room_table_open(room, stake, number);
    table->hands = felt_get(getter, 8);
    table->req_id = felt_get(getter, 8);
    get_flags(room, table, getter);
    table->blinds.button = (felt_seat)felt_get(getter, 1);
    table->blinds.small = (felt_seat)felt_get(getter, 1);
    table->blinds.big = (felt_seat)felt_get(getter, 1);
    table->blinds.dealt = (felt_seats)felt_get(getter, 2);
    felt_get_text(getter, table->series, sizeof table->series);
    memcpy(table->secret, felt_get_bytes(getter, sizeof table->secret), sizeof table->secret);
    int seats = felt_room_table_stake(room, table)->seats;
    if (table->blinds.big >= seats || table->blinds.small >= seats || table->blinds.button >= seats)
        table->blinds = felt_room_blinds_none; /* the table is smaller now */
    return felt_get_is_over(getter) && good_seat(table->blinds.big) &&
           good_seat(table->blinds.small) && good_seat(table->blinds.button);
}

static void free_seat(struct felt_room *room, struct felt_room_table *table, felt_seat seat)
{
    struct felt_room_seat *place = &table->seat[seat];
    uint32_t player = place->player;
    if (place->due.number) room->counts.pending--;
    felt_room_player_rises(room, player, felt_room_table_index(room, table));
    *place = (struct felt_room_seat){.player = FELT_NO_PLAYER};
    felt_room_player_drop(room, player);
}

/* `epoch`: of orders that do not tell theirs. */
static bool get_seat(struct felt_getter *getter, const uint8_t epoch[FELT_EPOCH_BYTES],
                     struct felt_room_seat *seat)
{
    seat->kind = (uint8_t)felt_get(getter, 1);
    seat->sitting = (uint8_t)felt_get(getter, 1);
    unsigned bits = (unsigned)felt_get(getter, 1);
    bool *bit[] = {&seat->bot,   &seat->out,  &seat->leaving, &seat->wait,
                   &seat->rebuy, &seat->muck, &seat->away,    &seat->expired};
    for (int i = 0; i < 8; i++) *bit[i] = bits >> i & 1;
    uint8_t twice = (uint8_t)felt_get(getter, 1);
    seat->twice = twice & (STRADDLE - 1);
    seat->straddle = twice & STRADDLE;
    seat->auto_action = (uint8_t)felt_get(getter, 1);
    seat->owes = (uint8_t)felt_get(getter, 1);
    felt_chips *chips[] = {&seat->auto_limit, &seat->auto_spent, &seat->stack,
                           &seat->extra,      &seat->buy_in,     &seat->top_up,
                           &seat->away_stack, &seat->due.amount};
    bool good = true;
    for (size_t i = 0; i < sizeof chips / sizeof chips[0]; i++) {
        *chips[i] = (felt_chips)felt_get(getter, 8);
        good &= good_chips(*chips[i]);
    }
    seat->bank_ms = (uint32_t)felt_get(getter, 4);
    seat->due.kind = (uint8_t)felt_get(getter, 1);
    seat->due.number = felt_get(getter, 8);
    seat->due.conn = FELT_NO_LINE;
    felt_get_text(getter, seat->name, sizeof seat->name);
    seat->due.again = true;
    if (getter->left)
        memcpy(seat->due.epoch, felt_get_bytes(getter, FELT_EPOCH_BYTES), FELT_EPOCH_BYTES);
    else
        memcpy(seat->due.epoch, epoch, FELT_EPOCH_BYTES);
    return good && felt_get_is_over(getter) && seat->kind < FELT_USER_KINDS &&
           seat->sitting >= FELT_SITTING_BUYING && seat->sitting <= FELT_SITTING_UP &&
           seat->twice < FELT_TWICES && seat->auto_action < FELT_ROOM_AUTO_ACTIONS &&
           seat->due.kind < FELT_ORDER_KINDS && seat->stack + seat->extra <= FELT_CHIPS_MAX;
}

static bool restore_seat(struct felt_room *room, struct felt_room_table *table,
                         struct felt_getter *getter)
{
    struct felt_room_seat one = {0};
    int seat = (int)felt_get(getter, 1);
    one.user = (int64_t)felt_get(getter, 8);
    if (seat >= FELT_SEATS_MAX || one.user < 0) return false;
    struct felt_room_seat *place = &table->seat[seat];
    bool playing = felt_room_seat_in_hand(table, (felt_seat)seat);
    if (!one.user) {
        if (!felt_get_is_over(getter) || !place->user || playing) return false;
        free_seat(room, table, (felt_seat)seat);
        return true;
    }
    if (!get_seat(getter, room->epoch, &one)) return false;
    if (seat >= felt_room_table_stake(room, table)->seats) return true; /* no such seat any more */
    if (playing && (one.user != place->user || one.stack != place->stack)) return false;
    if (place->user && place->user != one.user) return false;
    if (!place->user) {
        uint32_t player = felt_room_player_find(room, one.user);
        if (player != FELT_NO_PLAYER)
            for (uint32_t i = 0; i < room->player[player].seats; i++)
                if (room->player[player].table[i] == felt_room_table_index(room, table))
                    return false;
        one.player = felt_room_player_make(room, one.user, one.name, one.kind, one.bot);
        if (one.player == FELT_NO_PLAYER) return false;
        if (!felt_room_player_sits(room, one.player, felt_room_table_index(room, table),
                                   (felt_seat)seat))
            return false;
    } else {
        one.player = place->player;
        one.notes = place->notes;
        memcpy(one.note, place->note, sizeof one.note);
        if (place->due.number) room->counts.pending--;
    }
    if (one.due.number) room->counts.pending++;
    room->next_order = later(room->next_order, one.due.number);
    *place = one;
    return true;
}

static bool good_plan(const struct felt_room *room, const struct felt_room_table *table,
                      const struct felt_room_blinds_plan *plan)
{
    int seats = felt_room_table_stake(room, table)->seats;
    const struct felt_game_adapter *adapter = felt_room_table_adapter(room, table);
    for (felt_seats left = plan->dealt; left;) {
        felt_seat seat = felt_seats_take(&left);
        if (seat >= seats || !table->seat[seat].user || table->seat[seat].stack <= 0) return false;
    }
    const felt_seat place[] = {plan->button, plan->small, plan->big};
    for (int i = 0; i < 3; i++)
        if (place[i] < 0 || place[i] >= seats || !felt_seats_has(plan->dealt, place[i]))
            return false;
    for (int i = 0; i < FELT_SEATS_MAX; i++)
        if (plan->owes[i] > (FELT_OWES_ENTRY | FELT_OWES_BIG | FELT_OWES_SMALL)) return false;
    int count = felt_seats_count(plan->dealt);
    return plan->small != plan->big && count >= adapter->seats_min && count <= adapter->seats_max;
}

/* Fresh bytes are the last of a record.  Older programs wrote none: what stands before them has a
 * length of its own, which is not that of both. */
static void take_fresh(struct felt_getter *getter, struct felt_room_table *table)
{
    struct felt_getter without = *getter;
    struct felt_room_directed_hand hand;
    bool directed = getter->left != FELT_KEY_BYTES;
    memset(table->fresh, 0, sizeof table->fresh);
    if (getter->left < FELT_KEY_BYTES) return;
    without.left -= FELT_KEY_BYTES;
    if (directed && !felt_room_directed_get(&without, &hand)) return;
    getter->left -= FELT_KEY_BYTES;
    memcpy(table->fresh, getter->at + getter->left, sizeof table->fresh);
}

/* What follows the plan says it all. */
static bool restore_directed_deal(struct felt_room *room, struct felt_room_table *table,
                                  bool same_build, uint32_t date, uint32_t counter,
                                  struct felt_getter *getter)
{
    struct felt_room_director_state direction = {.any = true};
    take_fresh(getter, table);
    if (!felt_room_directed_get(getter, &direction.hand) || table->hand ||
        !felt_room_directed_is_good(room, table, &direction.hand))
        return false;
    struct felt_room_blinds_plan plan = felt_room_directed_plan(&direction.hand);
    table->direction = direction;
    table->game = direction.hand.game;
    table->foreign = !same_build;
    room->next_hand = (uint32_t)later(room->next_hand, counter);
    felt_room_table_deal(room, table, date, counter, &plan, 0);
    return true;
}

static bool restore_direction(const struct felt_room *room, struct felt_room_table *table,
                              struct felt_getter *getter)
{
    struct felt_room_director_state direction = {.any = true, .voided = felt_get(getter, 1) != 0};
    if (!felt_room_directed_get(getter, &direction.hand) || table->hand ||
        !felt_room_table_is_directed(room, table))
        return false;
    table->direction = direction;
    return true;
}

static bool restore_deal(struct felt_room *room, struct felt_room_table *table, bool same_build,
                         struct felt_getter *getter)
{
    struct felt_room_blinds_plan plan = {.possible = true};
    uint32_t date = (uint32_t)felt_get(getter, 4), counter = (uint32_t)felt_get(getter, 4);
    uint8_t game = (uint8_t)felt_get(getter, 1);
    plan.button = (felt_seat)felt_get(getter, 1);
    plan.small = (felt_seat)felt_get(getter, 1);
    plan.big = (felt_seat)felt_get(getter, 1);
    plan.dealt = (felt_seats)felt_get(getter, 2);
    plan.posts = (felt_seats)felt_get(getter, 2);
    plan.dead = (felt_seats)felt_get(getter, 2);
    memcpy(plan.owes, felt_get_bytes(getter, sizeof plan.owes), sizeof plan.owes);
    if (felt_room_table_is_directed(room, table))
        return restore_directed_deal(room, table, same_build, date, counter, getter);
    take_fresh(getter, table);
    if (!felt_get_is_over(getter) || table->hand) return false;
    table->game = game < felt_room_table_stake(room, table)->games ? game : 0;
    if (!good_plan(room, table, &plan)) return false;
    table->foreign = !same_build;
    room->next_hand = (uint32_t)later(room->next_hand, counter);
    felt_room_table_deal(room, table, date, counter, &plan, 0);
    return true;
}

static bool restore_act(struct felt_room *room, struct felt_room_table *table,
                        struct felt_getter *getter)
{
    uint64_t req_id = felt_get(getter, 8);
    felt_seat seat = (felt_seat)felt_get(getter, 1);
    bool done_for_him = felt_get(getter, 1) != 0;
    struct felt_action action = {.kind = (uint8_t)felt_get(getter, 1)};
    action.choice = (uint16_t)felt_get(getter, 2);
    action.amount = (felt_chips)felt_get(getter, 8);
    action.cards = felt_get(getter, 8);
    if (!felt_get_is_over(getter) || !table->hand || table->settling || seat < 0 ||
        seat >= FELT_SEATS_MAX || !felt_room_seat_in_hand(table, seat))
        return false;
    table->req_id = req_id;
    return table->foreign || felt_room_table_apply(room, table, seat, action, done_for_him);
}

static bool is_over(const struct felt_room *room, const struct felt_room_table *table)
{
    const struct felt_game_adapter *adapter = felt_room_table_adapter(room, table);
    return table->foreign ||
           adapter->game->actor(adapter->rules, felt_room_table_state(table)) == FELT_SEAT_NONE;
}

/* What each seat won; false: nobody can have won that. */
static bool get_won(const struct felt_room *room, const struct felt_room_table *table,
                    struct felt_getter *getter, felt_chips won[FELT_SEATS_MAX])
{
    felt_chips sum = 0, mine[FELT_SEATS_MAX];
    for (int seat = 0; seat < FELT_SEATS_MAX; seat++) {
        won[seat] = (felt_chips)felt_get(getter, 8);
        if (won[seat] < -FELT_CHIPS_MAX || won[seat] > FELT_CHIPS_MAX) return false;
        sum += won[seat];
    }
    if (!felt_get_is_over(getter) || !table->hand || sum != 0 || !is_over(room, table))
        return false;
    for (int seat = 0; seat < FELT_SEATS_MAX; seat++) {
        bool playing = felt_seats_has(table->live.dealt, seat);
        if (won[seat] && (!playing || table->seat[seat].stack + won[seat] < 0)) return false;
    }
    if (table->foreign) return true;
    felt_room_table_won(room, table, mine);
    return memcmp(mine, won, sizeof mine) == 0;
}

static bool restore_settle(struct felt_room *room, struct felt_room_table *table,
                           struct felt_getter *getter)
{
    uint64_t number = felt_get(getter, 8);
    felt_chips won[FELT_SEATS_MAX];
    struct felt_due due = {
        .kind = FELT_ORDER_SETTLE, .number = number, .again = true, .conn = FELT_NO_LINE};
    memcpy(due.epoch, room->epoch, sizeof due.epoch);
    if (getter->left > sizeof won)
        memcpy(due.epoch, felt_get_bytes(getter, sizeof due.epoch), sizeof due.epoch);
    if (!get_won(room, table, getter, won) || !number || table->settling) return false;
    table->settling = true;
    memcpy(table->won, won, sizeof table->won);
    table->settle = due;
    room->counts.pending++;
    room->next_order = later(room->next_order, number);
    return true;
}

static void end_order(struct felt_room *room, struct felt_room_table *table)
{
    if (table->settle.number) room->counts.pending--;
    table->settle = (struct felt_due){.conn = FELT_NO_LINE};
}

static bool restore_settled(struct felt_room *room, struct felt_room_table *table,
                            struct felt_getter *getter)
{
    felt_seats away = (felt_seats)felt_get(getter, 2);
    felt_chips won[FELT_SEATS_MAX];
    if (!get_won(room, table, getter, won)) return false;
    end_order(room, table);
    memcpy(table->won, won, sizeof table->won);
    felt_room_table_settle(room, table, away, 0);
    return true;
}

static bool restore_away(struct felt_room_table *table, struct felt_getter *getter)
{
    int seat = (int)felt_get(getter, 1);
    bool away = felt_get(getter, 1) != 0;
    felt_chips stack = (felt_chips)felt_get(getter, 8);
    if (!felt_get_is_over(getter) || seat >= FELT_SEATS_MAX || !good_chips(stack)) return false;
    struct felt_room_seat *place = &table->seat[seat];
    if (!place->user) return false;
    place->away = away;
    place->away_stack = stack;
    place->notes = 0;
    return true;
}

static bool restore_notes(struct felt_room_table *table, struct felt_getter *getter)
{
    int seat = (int)felt_get(getter, 1);
    if (seat >= FELT_SEATS_MAX || !table->seat[seat].user) return false;
    struct felt_room_seat *place = &table->seat[seat];
    place->notes = (uint32_t)felt_get(getter, 4);
    for (int i = 0; i < FELT_ROOM_AWAY_NOTES; i++) {
        struct felt_room_away_note *note = &place->note[i];
        note->date = (uint32_t)felt_get(getter, 4);
        note->counter = (uint32_t)felt_get(getter, 4);
        note->result = felt_get(getter, 1) != 0;
        note->action = (uint8_t)felt_get(getter, 1);
        note->amount = (felt_chips)felt_get(getter, 8);
        if (note->action >= FELT_ACTION_KINDS) return false;
    }
    return felt_get_is_over(getter);
}

static bool restore_events(struct felt_room *room, struct felt_room_table *table,
                           struct felt_getter *getter)
{
    struct felt_event event;
    struct felt_chunks *list = felt_get(getter, 1) ? &table->held : &table->live.history;
    if (table->hand) return false;
    while (getter->left >= sizeof event) {
        memcpy(&event, felt_get_bytes(getter, sizeof event), sizeof event);
        if (event.count > FELT_EVENT_CARDS || event.kind >= FELT_EVENT_KINDS ||
            event.seat < FELT_SEAT_NONE || event.seat >= FELT_SEATS_MAX)
            return false;
        if (!felt_chunks_event(&room->pool, list, &event)) return true; /* STATE says: cut */
    }
    return felt_get_is_over(getter);
}

static bool get_deal(struct felt_room_table *table, struct felt_getter *getter)
{
    struct felt_deal *deal = &table->deal;
    *deal = (struct felt_deal){.seats = table->live.dealt, .button = table->live.button};
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

static bool restore_state(struct felt_room *room, struct felt_room_table *table, bool same_build,
                          struct felt_getter *getter)
{
    const struct felt_game_adapter *adapter = felt_room_table_adapter(room, table);
    if (table->hand) return false;
    table->live.date = (uint32_t)felt_get(getter, 4);
    table->live.counter = (uint32_t)felt_get(getter, 4);
    felt_live_hand_id(table->live.date, table->live.counter, table->hand_id);
    table->live.button = (felt_seat)felt_get(getter, 1);
    table->live.dealt = (felt_seats)felt_get(getter, 2);
    unsigned flags = (unsigned)felt_get(getter, 1);
    table->live.cut = flags & FLAG_CUT;
    if (!get_deal(table, getter) || !good_seat(table->live.button)) return false;
    table->deal.bomb = flags & FLAG_BOMB;
    for (felt_seats left = table->live.dealt; left;) {
        felt_seat seat = felt_seats_take(&left);
        if (seat >= felt_room_table_stake(room, table)->seats || !table->seat[seat].user)
            return false;
    }
    table->hand = true;
    table->foreign = !same_build || flags & FLAG_FOREIGN; /* another's before the snapshot, too */
    room->counts.in_hand++;
    room->next_hand = (uint32_t)later(room->next_hand, table->live.counter);
    if (table->foreign) return true;
    memcpy(table->fresh, felt_get_bytes(getter, sizeof table->fresh), sizeof table->fresh);
    if (getter->left != adapter->game->state_bytes) return false;
    memcpy(felt_room_table_state(table), getter->at, getter->left);
    felt_live_hand_recall(&table->live, &room->pool, adapter, &table->deal);
    if (!table->live.cut) return true;
    adapter->game->view(adapter->rules, felt_room_table_state(table), FELT_SEAT_NONE, &room->view);
    memcpy(table->live.announcer.stack, room->view.betting.stack,
           sizeof table->live.announcer.stack);
    return true;
}

static bool restore_of_table(struct felt_room *room, enum felt_room_journal_kind kind,
                             bool same_build, struct felt_room_table *table,
                             struct felt_getter *getter)
{
    switch (kind) {
    case FELT_ROOM_JOURNAL_SEAT: return restore_seat(room, table, getter);
    case FELT_ROOM_JOURNAL_DEAL: return restore_deal(room, table, same_build, getter);
    case FELT_ROOM_JOURNAL_ACT: return restore_act(room, table, getter);
    case FELT_ROOM_JOURNAL_SETTLE: return restore_settle(room, table, getter);
    case FELT_ROOM_JOURNAL_SETTLED: return restore_settled(room, table, getter);
    case FELT_ROOM_JOURNAL_AWAY: return restore_away(table, getter);
    case FELT_ROOM_JOURNAL_NOTES: return restore_notes(table, getter);
    case FELT_ROOM_JOURNAL_PRIVATE: return felt_room_journal_restore_private(room, table, getter);
    case FELT_ROOM_JOURNAL_EVENTS: return restore_events(room, table, getter);
    case FELT_ROOM_JOURNAL_GUIDE: return restore_direction(room, table, getter);
    case FELT_ROOM_JOURNAL_STATE: return restore_state(room, table, same_build, getter);
    case FELT_ROOM_JOURNAL_GAME:
        table->req_id = felt_get(getter, 8);
        get_flags(room, table, getter);
        return felt_get_is_over(getter);
    case FELT_ROOM_JOURNAL_VOID:
        if (getter->left) table->req_id = felt_get(getter, 8); /* old ones do not tell */
        if (!felt_get_is_over(getter) || !table->hand) return false;
        end_order(room, table);
        felt_room_table_give_up(room, table);
        felt_room_directed_ended(room, table, true);
        return true;
    case FELT_ROOM_JOURNAL_CLOSE:
        for (int seat = 0; seat < FELT_SEATS_MAX; seat++)
            if (table->seat[seat].user) return false;
        if (!felt_get_is_over(getter) || table->hand) return false;
        felt_room_table_close(room, table);
        return true;
    default: return false;
    }
}

/* Of a table that is not there any more: no number of an order or a hand comes twice. */
static void pass_over(struct felt_room *room, enum felt_room_journal_kind kind,
                      struct felt_getter *getter)
{
    struct felt_room_seat seat = {0};
    if (kind == FELT_ROOM_JOURNAL_SETTLE) {
        room->next_order = later(room->next_order, felt_get(getter, 8));
    } else if (kind == FELT_ROOM_JOURNAL_DEAL || kind == FELT_ROOM_JOURNAL_STATE) {
        (void)felt_get(getter, 4);
        room->next_hand = (uint32_t)later(room->next_hand, felt_get(getter, 4));
    } else if (kind == FELT_ROOM_JOURNAL_SEAT) {
        (void)felt_get(getter, 1);
        if (felt_get(getter, 8) && get_seat(getter, room->epoch, &seat))
            room->next_order = later(room->next_order, seat.due.number);
    }
}

void felt_room_forget_lobby(struct felt_room *room)
{
    room->strange = true;
}

bool felt_room_restore(struct felt_room *room, bool same_build, const void *bytes, size_t count)
{
    struct felt_getter getter = {.at = bytes, .left = count};
    enum felt_room_journal_kind kind = (enum felt_room_journal_kind)felt_get(&getter, 1);
    bool good;
    room->quiet = true;
    if (kind == FELT_ROOM_JOURNAL_ROOM) {
        memcpy(room->epoch, felt_get_bytes(&getter, sizeof room->epoch), sizeof room->epoch);
        room->next_hand = (uint32_t)later(room->next_hand, felt_get(&getter, 4));
        room->next_order = later(room->next_order, felt_get(&getter, 8));
        good = room->has_epoch = felt_get_is_over(&getter);
    } else if (kind == FELT_ROOM_JOURNAL_STAKE) {
        good = felt_room_journal_restore_stake(room, &getter);
    } else if (kind == FELT_ROOM_JOURNAL_OTHER) {
        const struct felt_room_services *services = room->services;
        good = !services->other || services->other(services->self, getter.at, getter.left);
    } else {
        uint32_t index = (uint32_t)felt_get(&getter, 4);
        bool space = index < room->config->tables_max;
        good = !getter.bad && (space || room->strange);
        if (good && !space) {
            pass_over(room, kind, &getter);
        } else if (good && kind == FELT_ROOM_JOURNAL_TABLE) {
            good = restore_table(room, index, &getter);
        } else if (good) {
            struct felt_room_table *table = felt_room_table_at(room, index);
            good = table->used ? restore_of_table(room, kind, same_build, table, &getter)
                               : table->missing;
            if (good && !table->used) pass_over(room, kind, &getter);
        }
    }
    room->quiet = false;
    return good;
}
