/* journal_records.c -- what must survive, as records of the journal.
 *
 * A record is a byte that says its kind, then fields of fixed width, little-endian.  Records tell
 * what was decided, not what was asked: applying them again makes the same tables.
 *
 *   ROOM    next hand, next match
 *   TABLE   table, config, hands, req_id, match id, secret, name
 *   SEAT    table, seat, flags, stack, code, team
 *   DEAL    table, date, counter, button, seats dealt in, fresh bytes of the shuffle
 *   ACT     table, req_id, seat, kind, choice, amount, cards
 *   SETTLE  table, stack of each seat
 *   FLAGS   table, paused, started, end, seats that forfeited, what happened: 1 a hand was given
 *           up, 2 nothing, it is part of a snapshot
 *   CLOSE   table
 *   PAST    table, hands that were dealt before (for reveals); written by older programs
 *   DEALT   table, the same with their fresh bytes
 *   EVENTS  table, events of the running hand        } in a snapshot: instead of DEAL and ACT
 *   STATE   table, date, counter, button, seats, fresh bytes, state of the running hand }
 *   TEAM    of a directed arena: number, flags, counts, code, name; again when it changes
 *   GUIDE   table, config, blinds, number, deal, hands, req_id, who sits there with which stack:
 *           before DEAL, or in a snapshot
 *   DEALS   of a directed arena: hands that were dealt before, with their deals; by older programs
 *   DEALT_DEALS  the same with their fresh bytes
 *
 * A hand is played again from DEAL and ACT by the same program only; of another program's hands the
 * stacks are taken from SETTLE, and one that was not settled is void. */
#include "server/arena/arena_parts.h"

#include "base/fields.h"

enum kind {
    ENTRY_ROOM = 1,
    ENTRY_TABLE,
    ENTRY_SEAT,
    ENTRY_DEAL,
    ENTRY_ACT,
    ENTRY_SETTLE,
    ENTRY_FLAGS,
    ENTRY_CLOSE,
    ENTRY_PAST,
    ENTRY_EVENTS,
    ENTRY_STATE,
    ENTRY_TEAM,
    ENTRY_DIRECTION,
    ENTRY_DEALS,
    ENTRY_DEALT,
    ENTRY_DEALT_DEALS
};
enum { FLAGS_GIVEN_UP = 1, FLAGS_SNAPSHOT = 2 };

static void begin(struct felt_putter *entry, enum kind kind, const struct felt_arena *arena,
                  const struct felt_arena_table *table)
{
    entry->out = felt_buffer_make(entry->bytes, sizeof entry->bytes);
    felt_put(entry, kind, 1);
    if (table) felt_put(entry, felt_arena_table_index(arena, table), 4);
}

static void append(struct felt_arena *arena, const struct felt_putter *entry)
{
    felt_assert(!entry->out.overflow);
    arena->services->append(arena->services->self, entry->out.bytes, entry->out.used);
}

static bool written(const struct felt_arena *arena, const struct felt_arena_table *table)
{
    return table->durable && !arena->quiet;
}

/* ---- writing ---- */

void felt_arena_journal_table(struct felt_arena *arena, const struct felt_arena_table *table)
{
    if (!written(arena, table)) return;
    struct felt_putter entry;
    begin(&entry, ENTRY_TABLE, arena, table);
    felt_put(&entry, table->config, 1);
    felt_put(&entry, table->hands, 4);
    felt_put(&entry, table->req_id - (table->asked ? 1 : 0), 8);
    felt_put(&entry, (uint8_t)table->live.button, 1);
    felt_buffer_bytes(&entry.out, table->secret, sizeof table->secret);
    felt_put_text(&entry, table->match_id);
    felt_put_text(&entry, table->name);
    append(arena, &entry);
}

void felt_arena_journal_seat(struct felt_arena *arena, const struct felt_arena_table *table,
                             felt_seat seat)
{
    if (!written(arena, table)) return;
    const struct felt_arena_seat *one = felt_arena_table_seat(arena, table, seat);
    struct felt_putter entry;
    begin(&entry, ENTRY_SEAT, arena, table);
    felt_put(&entry, (uint8_t)seat, 1);
    felt_put(&entry, one->has_code, 1);
    felt_put(&entry, (uint64_t)one->stack, 8);
    felt_buffer_bytes(&entry.out, one->code, sizeof one->code);
    felt_put_text(&entry, one->team);
    append(arena, &entry);
}

void felt_arena_journal_team(struct felt_arena *arena, uint32_t team)
{
    if (arena->quiet) return;
    const struct felt_arena_team *one = &arena->team[team];
    struct felt_putter entry;
    begin(&entry, ENTRY_TEAM, arena, NULL);
    felt_put(&entry, team, 4);
    felt_put(&entry, one->who.has_code + 2u * one->who.forfeited, 1);
    felt_put(&entry, one->timeouts, 4);
    felt_put(&entry, one->errors, 4);
    felt_buffer_bytes(&entry.out, one->who.code, sizeof one->who.code);
    felt_put_text(&entry, one->who.team);
    append(arena, &entry);
}

void felt_arena_journal_guide(struct felt_arena *arena, const struct felt_arena_table *table)
{
    if (!written(arena, table)) return;
    struct felt_putter entry;
    begin(&entry, ENTRY_DIRECTION, arena, table);
    felt_put(&entry, table->config, 1);
    felt_put(&entry, (uint8_t)table->small, 1);
    felt_put(&entry, (uint8_t)table->big, 1);
    felt_put(&entry, table->number, 4);
    felt_put(&entry, table->deal, 4);
    felt_put(&entry, table->hands, 4);
    felt_put(&entry, table->req_id - (table->asked ? 1 : 0), 8);
    for (int seat = 0; seat < felt_arena_table_config(arena, table)->seats; seat++) {
        const struct felt_arena_seat *one = felt_arena_table_seat(arena, table, seat);
        felt_put(&entry, one->taken ? one->member : FELT_TEAM_NONE, 4);
        felt_put(&entry, one->taken ? (uint64_t)one->stack : 0, 8);
    }
    append(arena, &entry);
}

void felt_arena_journal_deal(struct felt_arena *arena, const struct felt_arena_table *table)
{
    if (!written(arena, table)) return;
    struct felt_putter entry;
    begin(&entry, ENTRY_DEAL, arena, table);
    felt_put(&entry, table->live.date, 4);
    felt_put(&entry, table->live.counter, 4);
    felt_put(&entry, (uint8_t)table->live.button, 1);
    felt_put(&entry, table->live.dealt, 2);
    felt_buffer_bytes(&entry.out, table->fresh, sizeof table->fresh);
    append(arena, &entry);
}

void felt_arena_journal_act(struct felt_arena *arena, const struct felt_arena_table *table,
                            felt_seat seat, const struct felt_action *action)
{
    if (!written(arena, table)) return;
    struct felt_putter entry;
    begin(&entry, ENTRY_ACT, arena, table);
    felt_put(&entry, table->req_id, 8);
    felt_put(&entry, (uint8_t)seat, 1);
    felt_put(&entry, action->kind, 1);
    felt_put(&entry, action->choice, 2);
    felt_put(&entry, (uint64_t)action->amount, 8);
    felt_put(&entry, action->cards, 8);
    append(arena, &entry);
}

/* Somebody who was moved here during the hand is no part of it: his seat is no record (D4). */
static bool counts_here(const struct felt_arena *arena, const struct felt_arena_table *table,
                        int seat)
{
    return !felt_arena_is_directed(arena) || felt_seats_has(table->live.dealt, seat);
}

void felt_arena_journal_settle(struct felt_arena *arena, const struct felt_arena_table *table,
                               const felt_chips stack[FELT_SEATS_MAX])
{
    if (!written(arena, table)) return;
    struct felt_putter entry;
    begin(&entry, ENTRY_SETTLE, arena, table);
    for (int seat = 0; seat < felt_arena_table_config(arena, table)->seats; seat++)
        felt_put(&entry, counts_here(arena, table, seat) ? (uint64_t)stack[seat] : 0, 8);
    append(arena, &entry);
}

static void write_flags(struct felt_arena *arena, const struct felt_arena_table *table,
                        uint8_t what)
{
    if (!written(arena, table)) return;
    felt_seats forfeited = 0;
    for (int seat = 0; seat < felt_arena_table_config(arena, table)->seats; seat++)
        if (felt_arena_table_seat(arena, table, seat)->forfeited) forfeited |= felt_seats_of(seat);
    struct felt_putter entry;
    begin(&entry, ENTRY_FLAGS, arena, table);
    felt_put(&entry, table->paused, 1);
    felt_put(&entry, table->started, 1);
    felt_put(&entry, table->end, 1);
    felt_put(&entry, forfeited, 2);
    felt_put(&entry, what, 1);
    append(arena, &entry);
}

void felt_arena_journal_flags(struct felt_arena *arena, const struct felt_arena_table *table)
{
    write_flags(arena, table, 0);
}

void felt_arena_journal_close(struct felt_arena *arena, const struct felt_arena_table *table)
{
    if (!written(arena, table)) return;
    struct felt_putter entry;
    begin(&entry, ENTRY_CLOSE, arena, table);
    append(arena, &entry);
}

/* ---- a snapshot ---- */

static void write_running(struct felt_arena *arena, const struct felt_arena_table *table)
{
    struct felt_putter entry;
    uint32_t left = table->live.history.count;
    for (uint32_t index = table->live.history.first; left; index = arena->pool.chunk[index].next) {
        const struct felt_chunk *chunk = &arena->pool.chunk[index];
        begin(&entry, ENTRY_EVENTS, arena, table);
        felt_buffer_bytes(&entry.out, chunk->event, chunk->count * sizeof chunk->event[0]);
        append(arena, &entry);
        left -= chunk->count;
    }
    begin(&entry, ENTRY_STATE, arena, table);
    felt_put(&entry, table->live.date, 4);
    felt_put(&entry, table->live.counter, 4);
    felt_put(&entry, (uint8_t)table->live.button, 1);
    felt_put(&entry, table->live.dealt, 2);
    felt_put(&entry, table->live.cut, 1);
    felt_buffer_bytes(&entry.out, table->fresh, sizeof table->fresh);
    felt_buffer_bytes(&entry.out, felt_arena_table_state(table),
                      felt_arena_table_config(arena, table)->adapter->game->state_bytes);
    append(arena, &entry);
}

static void write_past(struct felt_arena *arena, const struct felt_arena_table *table)
{
    uint32_t left = table->past.count;
    for (uint32_t index = table->past.first; left; index = arena->pool.chunk[index].next) {
        const struct felt_chunk *chunk = &arena->pool.chunk[index];
        struct felt_putter entry;
        begin(&entry, ENTRY_DEALT, arena, table);
        for (uint32_t i = 0; i < chunk->count; i++) {
            felt_put(&entry, chunk->hand[i].hand, 8);
            felt_buffer_bytes(&entry.out, chunk->hand[i].fresh, sizeof chunk->hand[i].fresh);
        }
        append(arena, &entry);
        left -= chunk->count;
    }
}

static void write_deals(struct felt_arena *arena)
{
    struct felt_putter entry;
    uint32_t left = arena->past.count;
    begin(&entry, ENTRY_DEALT_DEALS, arena, NULL);
    felt_put(&entry, arena->numbers, 4);
    append(arena, &entry);
    for (uint32_t index = arena->past.first; left; index = arena->pool.chunk[index].next) {
        const struct felt_chunk *chunk = &arena->pool.chunk[index];
        begin(&entry, ENTRY_DEALT_DEALS, arena, NULL);
        felt_put(&entry, arena->numbers, 4);
        for (uint32_t i = 0; i < chunk->count; i++) {
            felt_put(&entry, chunk->hand[i].hand, 8);
            felt_put(&entry, chunk->hand[i].deal, 4);
            felt_buffer_bytes(&entry.out, chunk->hand[i].fresh, sizeof chunk->hand[i].fresh);
        }
        append(arena, &entry);
        left -= chunk->count;
    }
}

static void write_directed(struct felt_arena *arena)
{
    for (uint32_t team = 0; team < arena->teams; team++) felt_arena_journal_team(arena, team);
    write_deals(arena);
    for (uint32_t index = 0; index < arena->fresh_table; index++) {
        const struct felt_arena_table *table = felt_arena_table_at(arena, index);
        if (!table->hands) continue;
        felt_arena_journal_guide(arena, table);
        if (table->in_hand) write_running(arena, table);
    }
}

static void write_room(struct felt_arena *arena)
{
    struct felt_putter entry;
    begin(&entry, ENTRY_ROOM, arena, NULL);
    felt_put(&entry, arena->next_hand, 4);
    felt_put(&entry, arena->next_match, 4);
    append(arena, &entry);
}

void felt_arena_snapshot(struct felt_arena *arena)
{
    write_room(arena);
    if (felt_arena_is_directed(arena)) {
        write_directed(arena);
        return;
    }
    for (uint32_t index = 0; index < arena->fresh_table; index++) {
        const struct felt_arena_table *table = felt_arena_table_at(arena, index);
        if (!table->used || !table->durable) continue;
        felt_arena_journal_table(arena, table);
        for (int seat = 0; seat < felt_arena_table_config(arena, table)->seats; seat++)
            if (felt_arena_table_seat(arena, table, seat)->taken)
                felt_arena_journal_seat(arena, table, (felt_seat)seat);
        write_flags(arena, table, FLAGS_SNAPSHOT);
        write_past(arena, table);
        if (table->in_hand) write_running(arena, table);
    }
}

/* ---- reading ---- */

static uint32_t later(uint32_t a, uint32_t b)
{
    return a > b ? a : b;
}

static bool restore_table(struct felt_arena *arena, uint32_t index, struct felt_getter *reader)
{
    int config = (int)felt_get(reader, 1);
    uint32_t hands = (uint32_t)felt_get(reader, 4);
    uint64_t req_id = felt_get(reader, 8);
    felt_seat button = (felt_seat)felt_get(reader, 1);
    uint8_t secret[FELT_KEY_BYTES];
    char match_id[FELT_MATCH_ID_BYTES], name[FELT_TABLE_NAME_BYTES + 1];
    memcpy(secret, felt_get_bytes(reader, sizeof secret), sizeof secret);
    felt_get_text(reader, match_id, sizeof match_id);
    felt_get_text(reader, name, sizeof name);
    if (!felt_get_is_over(reader) || config >= arena->config->configs ||
        felt_arena_table_find(arena, name) || button < FELT_SEAT_NONE || button >= FELT_SEATS_MAX)
        return false;
    /* Tables get the numbers they had. */
    while (arena->fresh_table <= index) {
        struct felt_arena_table *table = felt_arena_table_at(arena, arena->fresh_table++);
        table->next = arena->free_table;
        arena->free_table = arena->fresh_table;
    }
    uint32_t *link = &arena->free_table;
    while (*link && *link != index + 1) link = &felt_arena_table_at(arena, *link - 1)->next;
    if (!*link) return false;
    *link = felt_arena_table_at(arena, index)->next;
    felt_arena_table_at(arena, index)->next = arena->free_table;
    arena->free_table = index + 1;
    struct felt_arena_table *table = felt_arena_table_open(arena, name, config, true);
    table->hands = hands;
    table->req_id = req_id;
    table->live.button = button;
    memcpy(table->secret, secret, sizeof secret);
    memcpy(table->match_id, match_id, sizeof match_id);
    const char *digits = strrchr(match_id, '-');
    uint32_t number = 0;
    for (const char *c = digits ? digits + 1 : ""; *c >= '0' && *c <= '9'; c++)
        number = number * 10 + (uint32_t)(*c - '0');
    arena->next_match = later(arena->next_match, number);
    return true;
}

static bool restore_seat(struct felt_arena *arena, struct felt_arena_table *table,
                         struct felt_getter *reader)
{
    struct felt_arena_seat one = {0};
    int seat = (int)felt_get(reader, 1);
    one.has_code = felt_get(reader, 1) != 0;
    one.stack = (felt_chips)felt_get(reader, 8);
    memcpy(one.code, felt_get_bytes(reader, sizeof one.code), sizeof one.code);
    felt_get_text(reader, one.team, sizeof one.team);
    if (!felt_get_is_over(reader) || seat >= felt_arena_table_config(arena, table)->seats ||
        one.stack < 0 || one.stack > FELT_CHIPS_MAX ||
        felt_arena_table_seat(arena, table, seat)->taken)
        return false;
    felt_arena_table_take_seat(arena, table, (felt_seat)seat, &one);
    return true;
}

/* Whoever is dealt in has chips; he may have forfeited since. */
static bool good_hand(const struct felt_arena *arena, const struct felt_arena_table *table,
                      felt_seat button, felt_seats dealt)
{
    int seats = felt_arena_table_config(arena, table)->seats;
    for (felt_seats left = dealt; left;) {
        felt_seat seat = felt_seats_take(&left);
        if (seat >= seats || !felt_arena_table_seat(arena, table, seat)->taken ||
            felt_arena_table_seat(arena, table, seat)->stack <= 0)
            return false;
    }
    felt_seats blinds = 0; /* whoever posts must be dealt in */
    if (button < 0 || button >= seats) return false;
    if (felt_arena_is_directed(arena)) {
        if (table->big < 0) return false;
        blinds = felt_seats_of(table->big);
        if (table->small >= 0) blinds |= felt_seats_of(table->small);
    }
    bool whose = blinds ? (blinds & dealt) == blinds : felt_seats_has(dealt, button);
    return whose && !felt_seats_lone(dealt) && !table->in_hand && !table->end;
}

/* None in what older programs wrote. */
static void get_fresh(struct felt_getter *reader, bool any, uint8_t out[FELT_KEY_BYTES])
{
    if (any)
        memcpy(out, felt_get_bytes(reader, FELT_KEY_BYTES), FELT_KEY_BYTES);
    else
        memset(out, 0, FELT_KEY_BYTES);
}

static bool restore_deal(struct felt_arena *arena, struct felt_arena_table *table, bool same_build,
                         struct felt_getter *reader)
{
    uint32_t date = (uint32_t)felt_get(reader, 4), counter = (uint32_t)felt_get(reader, 4);
    felt_seat button = (felt_seat)felt_get(reader, 1);
    felt_seats dealt = (felt_seats)felt_get(reader, 2);
    get_fresh(reader, same_build || reader->left > 0, table->fresh);
    if (!felt_get_is_over(reader) || !good_hand(arena, table, button, dealt)) return false;
    table->foreign = !same_build;
    arena->next_hand = later(arena->next_hand, counter);
    felt_arena_table_deal(arena, table, date, counter, button, dealt);
    return true;
}

static bool restore_act(struct felt_arena *arena, struct felt_arena_table *table,
                        struct felt_getter *reader)
{
    uint64_t req_id = felt_get(reader, 8);
    felt_seat seat = (felt_seat)felt_get(reader, 1);
    struct felt_action action = {.kind = (uint8_t)felt_get(reader, 1)};
    action.choice = (uint16_t)felt_get(reader, 2);
    action.amount = (felt_chips)felt_get(reader, 8);
    action.cards = felt_get(reader, 8);
    if (!felt_get_is_over(reader) || !table->in_hand || seat < 0 || seat >= FELT_SEATS_MAX)
        return false;
    table->req_id = req_id;
    return table->foreign || felt_arena_table_apply(arena, table, seat, action);
}

static void give_up_hand(struct felt_arena *arena, struct felt_arena_table *table)
{
    table->in_hand = table->asked = table->foreign = false;
    arena->counts.in_hand--;
    felt_chunks_clear(&arena->pool, &table->live.history);
}

void felt_arena_table_void(struct felt_arena *arena, struct felt_arena_table *table)
{
    felt_assert(table->in_hand);
    give_up_hand(arena, table);
    table->voided = true;
    write_flags(arena, table, FLAGS_GIVEN_UP);
}

static bool restore_settle(struct felt_arena *arena, struct felt_arena_table *table,
                           struct felt_getter *reader)
{
    const struct felt_table_config *config = felt_arena_table_config(arena, table);
    felt_chips stack[FELT_SEATS_MAX] = {0}, sum = 0;
    for (int seat = 0; seat < config->seats; seat++) {
        stack[seat] = (felt_chips)felt_get(reader, 8);
        if (stack[seat] < 0 || stack[seat] > FELT_CHIPS_MAX) return false;
        if (!counts_here(arena, table, seat)) {
            stack[seat] = felt_arena_table_seat(arena, table, seat)->stack;
            continue;
        }
        sum += stack[seat] - felt_arena_table_seat(arena, table, seat)->stack;
    }
    if (!felt_get_is_over(reader) || !table->in_hand || sum != 0) return false; /* R1 */
    if (table->foreign) {
        felt_chips won[FELT_SEATS_MAX] = {0};
        for (int seat = 0; seat < config->seats; seat++)
            won[seat] = stack[seat] - felt_arena_table_seat(arena, table, seat)->stack;
        felt_arena_table_count(arena, table, won);
        give_up_hand(arena, table);
        for (int seat = 0; seat < config->seats; seat++)
            felt_arena_table_seat(arena, table, seat)->stack = stack[seat];
        return true;
    }
    if (config->adapter->game->actor(config->adapter->rules, felt_arena_table_state(table)) !=
        FELT_SEAT_NONE)
        return false;
    felt_arena_table_settle(arena, table);
    for (int seat = 0; seat < config->seats; seat++)
        if (felt_arena_table_seat(arena, table, seat)->stack != stack[seat]) return false;
    return true;
}

static bool restore_flags(struct felt_arena *arena, struct felt_arena_table *table,
                          struct felt_getter *reader)
{
    bool paused = felt_get(reader, 1) != 0, started = felt_get(reader, 1) != 0;
    uint8_t end = (uint8_t)felt_get(reader, 1);
    felt_seats forfeited = (felt_seats)felt_get(reader, 2);
    uint8_t what = (uint8_t)felt_get(reader, 1);
    if (!felt_get_is_over(reader) || end > FELT_END_ABANDONED || what > FLAGS_SNAPSHOT ||
        (end && felt_arena_is_directed(arena)))
        return false;
    bool ends = end && !table->end && what != FLAGS_SNAPSHOT;
    table->paused = paused;
    table->started = started;
    table->end = end;
    for (int seat = 0; seat < felt_arena_table_config(arena, table)->seats; seat++)
        felt_arena_table_seat(arena, table, seat)->forfeited = felt_seats_has(forfeited, seat);
    if (what == FLAGS_GIVEN_UP && table->in_hand) give_up_hand(arena, table);
    if (ends) felt_arena_table_match_end(arena, table, NULL, -1);
    return true;
}

static bool restore_past(struct felt_arena *arena, struct felt_arena_table *table, bool fresh,
                         struct felt_getter *reader)
{
    while (reader->left) {
        struct felt_dealt one = {.hand = felt_get(reader, 8)};
        get_fresh(reader, fresh, one.fresh);
        felt_chunks_hand(&arena->pool, &table->past, &one);
    }
    return felt_get_is_over(reader);
}

static bool restore_events(struct felt_arena *arena, struct felt_arena_table *table,
                           struct felt_getter *reader)
{
    struct felt_event event;
    while (reader->left >= sizeof event) {
        memcpy(&event, felt_get_bytes(reader, sizeof event), sizeof event);
        if (event.count > FELT_EVENT_CARDS || event.kind >= FELT_EVENT_KINDS ||
            event.seat < FELT_SEAT_NONE || event.seat >= FELT_SEATS_MAX)
            return false;
        if (!felt_chunks_event(&arena->pool, &table->live.history, &event))
            return true; /* STATE says: cut */
    }
    return felt_get_is_over(reader);
}

static bool restore_state(struct felt_arena *arena, struct felt_arena_table *table, bool same_build,
                          struct felt_getter *reader)
{
    const struct felt_game_adapter *adapter = felt_arena_table_config(arena, table)->adapter;
    uint32_t date = (uint32_t)felt_get(reader, 4), counter = (uint32_t)felt_get(reader, 4);
    felt_seat button = (felt_seat)felt_get(reader, 1);
    felt_seats dealt = (felt_seats)felt_get(reader, 2);
    bool cut = felt_get(reader, 1) != 0;
    if (reader->bad || !good_hand(arena, table, button, dealt)) return false;
    table->in_hand = true;
    arena->counts.in_hand++;
    table->foreign = !same_build;
    table->live.date = date;
    table->live.counter = counter;
    table->live.button = button;
    table->live.dealt = dealt;
    table->live.cut = cut;
    if (!same_build) return true;
    get_fresh(reader, true, table->fresh);
    if (reader->left != adapter->game->state_bytes) return false;
    memcpy(felt_arena_table_state(table), reader->at, reader->left);
    struct felt_deal deal;
    felt_chips stack[FELT_SEATS_MAX];
    felt_arena_table_hand_of(arena, table, &deal, stack);
    felt_live_hand_recall(&table->live, &arena->pool, adapter, &deal);
    return true;
}

static bool restore_team(struct felt_arena *arena, struct felt_getter *reader)
{
    struct felt_arena_team one = {.table = FELT_ARENA_CONN_NONE, .seat = FELT_SEAT_NONE};
    uint32_t team = (uint32_t)felt_get(reader, 4);
    uint8_t flags = (uint8_t)felt_get(reader, 1);
    one.who.has_code = (flags & 1) != 0;
    one.who.forfeited = (flags & 2) != 0;
    one.timeouts = (uint32_t)felt_get(reader, 4);
    one.errors = (uint32_t)felt_get(reader, 4);
    memcpy(one.who.code, felt_get_bytes(reader, sizeof one.who.code), sizeof one.who.code);
    felt_get_text(reader, one.who.team, sizeof one.who.team);
    if (!felt_get_is_over(reader) || !felt_arena_is_directed(arena) || team > arena->teams ||
        team >= arena->config->directed_teams)
        return false;
    struct felt_arena_team *mine = &arena->team[team];
    if (team == arena->teams) {
        arena->teams++;
    } else {
        one.table = mine->table;
        one.seat = mine->seat;
        if (one.table != FELT_ARENA_CONN_NONE && one.who.forfeited)
            felt_arena_table_seat(arena, felt_arena_table_at(arena, one.table), one.seat)
                ->forfeited = true;
    }
    one.who.conn = FELT_ARENA_CONN_NONE;
    one.who.replaced_ms = INT64_MIN / 2;
    one.who.member = team;
    *mine = one;
    return true;
}

static bool restore_direction(struct felt_arena *arena, struct felt_arena_table *table,
                              struct felt_getter *reader)
{
    uint8_t config = (uint8_t)felt_get(reader, 1);
    felt_seat small = (felt_seat)felt_get(reader, 1), big = (felt_seat)felt_get(reader, 1);
    uint32_t number = (uint32_t)felt_get(reader, 4), deal = (uint32_t)felt_get(reader, 4);
    uint32_t hands = (uint32_t)felt_get(reader, 4);
    uint64_t req_id = felt_get(reader, 8);
    int seats = felt_arena_table_config(arena, table)->seats;
    if (!felt_arena_is_directed(arena) || table->in_hand || config >= arena->config->configs ||
        small < FELT_SEAT_NONE || small >= seats || big < FELT_SEAT_NONE || big >= seats)
        return false;
    table->config = config;
    table->small = small;
    table->big = big;
    table->number = number;
    table->deal = deal;
    table->hands = hands;
    table->req_id = req_id;
    for (int seat = 0; seat < seats; seat++) {
        uint32_t team = (uint32_t)felt_get(reader, 4);
        felt_chips stack = (felt_chips)felt_get(reader, 8);
        if (reader->bad || stack < 0 || stack > FELT_CHIPS_MAX ||
            (team != FELT_TEAM_NONE && team >= arena->teams))
            return false;
        for (int other = 0; other < seat; other++) { /* D1 */
            const struct felt_arena_seat *one = felt_arena_table_seat(arena, table, other);
            if (one->taken && one->member == team) return false;
        }
        felt_arena_directed_fill(arena, table, (felt_seat)seat, team, stack);
    }
    return felt_get_is_over(reader);
}

static bool restore_deals(struct felt_arena *arena, bool fresh, struct felt_getter *reader)
{
    if (!felt_arena_is_directed(arena)) return false;
    arena->numbers = later(arena->numbers, (uint32_t)felt_get(reader, 4));
    while (reader->left) {
        struct felt_dealt one = {.hand = felt_get(reader, 8)};
        one.deal = (uint32_t)felt_get(reader, 4);
        get_fresh(reader, fresh, one.fresh);
        felt_chunks_hand(&arena->pool, &arena->past, &one);
    }
    return felt_get_is_over(reader);
}

static bool restore_of_table(struct felt_arena *arena, enum kind kind, bool same_build,
                             struct felt_arena_table *table, struct felt_getter *reader)
{
    /* Directed tables are there, and so are their seats. */
    bool fixed =
        kind == ENTRY_SEAT || kind == ENTRY_CLOSE || kind == ENTRY_PAST || kind == ENTRY_DEALT;
    if (felt_arena_is_directed(arena) && fixed) return false;
    switch (kind) {
    case ENTRY_SEAT: return restore_seat(arena, table, reader);
    case ENTRY_DEAL: return restore_deal(arena, table, same_build, reader);
    case ENTRY_ACT: return restore_act(arena, table, reader);
    case ENTRY_SETTLE: return restore_settle(arena, table, reader);
    case ENTRY_FLAGS: return restore_flags(arena, table, reader);
    case ENTRY_PAST: return restore_past(arena, table, false, reader);
    case ENTRY_DEALT: return restore_past(arena, table, true, reader);
    case ENTRY_EVENTS: return restore_events(arena, table, reader);
    case ENTRY_STATE: return restore_state(arena, table, same_build, reader);
    case ENTRY_DIRECTION: return restore_direction(arena, table, reader);
    case ENTRY_CLOSE:
        if (!felt_get_is_over(reader)) return false;
        felt_arena_table_close(arena, table);
        return true;
    default: return false;
    }
}

bool felt_arena_restore(struct felt_arena *arena, bool same_build, const void *bytes, size_t count)
{
    struct felt_getter reader = {.at = bytes, .left = count};
    enum kind kind = (enum kind)felt_get(&reader, 1);
    bool good;
    arena->quiet = true;
    if (kind == ENTRY_ROOM) {
        uint32_t hand = (uint32_t)felt_get(&reader, 4), match = (uint32_t)felt_get(&reader, 4);
        good = felt_get_is_over(&reader);
        arena->next_hand = later(arena->next_hand, hand);
        arena->next_match = later(arena->next_match, match);
    } else if (kind == ENTRY_TEAM) {
        good = restore_team(arena, &reader);
    } else if (kind == ENTRY_DEALS || kind == ENTRY_DEALT_DEALS) {
        good = restore_deals(arena, kind == ENTRY_DEALT_DEALS, &reader);
    } else {
        uint32_t index = (uint32_t)felt_get(&reader, 4);
        good = !reader.bad && index < arena->config->tables_max;
        if (good && kind == ENTRY_TABLE)
            good = !felt_arena_is_directed(arena) && restore_table(arena, index, &reader);
        else if (good)
            good = felt_arena_table_at(arena, index)->used &&
                   restore_of_table(arena, kind, same_build, felt_arena_table_at(arena, index),
                                    &reader);
    }
    arena->quiet = false;
    return good;
}

void felt_arena_resume(struct felt_arena *arena, int64_t now_ms)
{
    arena->counts = (struct felt_arena_counts){.tables = arena->counts.tables,
                                               .in_hand = arena->counts.in_hand,
                                               .seated = arena->counts.seated};
    /* Hands whose records were lost had these numbers. */
    if (arena->next_hand) {
        arena->next_hand += FELT_HANDS_SKIPPED;
        write_room(arena);
    }
    felt_arena_directed_resume(arena, now_ms);
    for (uint32_t index = 0; index < arena->fresh_table; index++) {
        struct felt_arena_table *table = felt_arena_table_at(arena, index);
        if (!table->used) continue;
        for (int seat = 0; seat < felt_arena_table_config(arena, table)->seats; seat++)
            felt_arena_table_seat(arena, table, seat)->away_ms = now_ms;
        if (table->in_hand && table->foreign) {
            felt_arena_table_void(arena, table);
        }
        felt_arena_table_go_on(arena, table, now_ms);
    }
}
