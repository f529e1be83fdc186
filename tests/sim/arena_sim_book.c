/* arena_sim_book.c -- what the journal says, read by a reader of its own
 * (src/server/arena/journal_records.c has the format): secrets and so decks, stacks, which hands
 * are over. */
#include "arena_sim_parts.h"

#include "os/secret.h"

#include <stdlib.h>
#include <string.h>

enum { ROOM = 1, TABLE, SEAT, DEAL, ACT, SETTLE, FLAGS, CLOSE, PAST, EVENTS, STATE };
enum {
    HOST_RECORDS = 0x80
}; /* from here on they are the host's (src/server/session/arena_records.c) */

static uint64_t get(const uint8_t **at, int bytes)
{
    uint64_t value = 0;
    for (int i = 0; i < bytes; i++) value |= (uint64_t)(*at)[i] << (8 * i);
    *at += bytes;
    return value;
}

static void get_text(const uint8_t **at, char *out)
{
    size_t length = (size_t)get(at, 1);
    memcpy(out, *at, length);
    out[length] = '\0';
    *at += length;
}

static void note_table(struct sim_book *book, const uint8_t *at)
{
    *book = (struct sim_book){.used = true, .pending = FELT_SEAT_NONE};
    get(&at, 1);
    book->hands = (uint32_t)get(&at, 4);
    book->req_id = get(&at, 8);
    get(&at, 1);
    memcpy(book->secret, at, sizeof book->secret);
    at += sizeof book->secret;
    get_text(&at, book->match_id);
    get_text(&at, book->name);
}

/* Numbers have gaps: a start passes some over. */
struct sim_hand *sim_book_place(struct sim *sim, uint32_t counter)
{
    uint32_t at = counter * 2654435761U % SIM_HANDS;
    for (uint32_t i = 0; i < SIM_HANDS; i++, at = (at + 1) % SIM_HANDS)
        if (!sim->hand[at].known || sim->hand[at].counter == counter) return &sim->hand[at];
    sim_fail(sim, "more hands than the simulation keeps");
}

/* Of DEAL, or of STATE, where some bytes stand before the fresh ones. */
static void note_deal(struct sim *sim, uint32_t table, const uint8_t *at, int between)
{
    static const struct felt_digests digests = {.hmac = felt_secret_hmac, .hash = felt_secret_hash};
    const struct felt_game_adapter *adapter = sim->fake_arena.table.adapter;
    struct sim_book *book = &sim->book[table];
    struct felt_rng later;
    get(&at, 4);
    book->counter = (uint32_t)get(&at, 4);
    struct sim_hand *hand = sim_book_place(sim, book->counter);
    *hand = (struct sim_hand){
        .known = true, .table = table, .number = book->hands, .counter = book->counter};
    hand->button = (felt_seat)get(&at, 1);
    hand->dealt = (felt_seats)get(&at, 2);
    felt_shuffle_key(&digests, book->secret, at + between, book->match_id, book->hands, hand->key);
    memcpy(hand->deck, adapter->deck, (size_t)adapter->deck_count * sizeof hand->deck[0]);
    felt_shuffle_deck(&digests, hand->key, hand->deck, adapter->deck_count, &later);
}

void sim_book_note(void *self, const void *bytes, size_t count)
{
    struct sim *sim = self;
    const uint8_t *at = bytes;
    if (sim->quiet || !count) return;
    int kind = (int)get(&at, 1);
    sim->result->records++;
    if (kind == ROOM || kind >= HOST_RECORDS) return;
    uint32_t table = (uint32_t)get(&at, 4);
    struct sim_book *book = &sim->book[table];
    if (kind == TABLE) {
        note_table(book, at);
    } else if (kind == SEAT) {
        int seat = (int)get(&at, 1);
        get(&at, 1);
        book->stack[seat] = (felt_chips)get(&at, 8);
        book->taken |= felt_seats_of(seat);
    } else if (kind == DEAL) {
        book->hands++;
        note_deal(sim, table, at, 0);
    } else if (kind == STATE) {
        note_deal(sim, table, at, 1);
    } else if (kind == SETTLE) {
        for (int seat = 0; seat < sim->plan.seats; seat++)
            book->stack[seat] = (felt_chips)get(&at, 8);
        sim_book_place(sim, book->counter)->over = true;
    } else if (kind == CLOSE) {
        book->used = false;
    }
    book->progress_us = sim->fake_arena.now_us;
}

void sim_book_rebuild(struct sim *sim)
{
    memset(sim->book, 0, sizeof sim->book);
    for (uint32_t i = 0; i < sim->fake_arena.records; i++)
        sim_book_note(sim, sim->fake_arena.record[i].bytes, sim->fake_arena.record[i].count);
    for (int i = 0; i < FAKE_ARENA_TABLES; i++) sim->book[i].pending = FELT_SEAT_NONE;
}

struct sim_book *sim_book_of(struct sim *sim, const char *table, int *index)
{
    for (int i = 0; i < FAKE_ARENA_TABLES; i++) {
        if (!sim->book[i].used || strcmp(sim->book[i].name, table) != 0) continue;
        *index = i;
        return &sim->book[i];
    }
    sim_fail(sim, "a frame names table %s, the journal does not", table);
}

const struct sim_hand *sim_book_hand(struct sim *sim, const char *hand_id, uint32_t *counter)
{
    const char *digits = strrchr(hand_id, '-');
    *counter = digits ? (uint32_t)strtoul(digits + 1, NULL, 10) : 0;
    const struct sim_hand *hand = sim_book_place(sim, *counter);
    if (!hand->known) sim_fail(sim, "hand %s is not in the journal", hand_id);
    return hand;
}

/* ---- S1, S2 ---- */

static felt_chips sum_of(const struct felt_table_face *face, int *taken)
{
    felt_chips sum = 0;
    *taken = 0;
    for (int seat = 0; seat < face->config->seats; seat++) {
        if (!face->seat[seat].team) continue;
        sum += face->seat[seat].stack;
        ++*taken;
    }
    return sum;
}

static void verify_table(struct sim *sim, uint32_t index, const struct felt_table_face *face)
{
    struct sim_book *book = &sim->book[index];
    int taken;
    felt_chips sum = sum_of(face, &taken), brought = taken * face->config->stack;
    if (sum > brought || (!face->in_hand && sum != brought))
        sim_fail(sim, "S1: table %s has %lld chips of %lld", face->id, (long long)sum,
                 (long long)brought);
    if (sim->plan.practice) return; /* not in the journal */
    if (!book->used || strcmp(book->name, face->id) != 0)
        sim_fail(sim, "table %s is not in the journal", face->id);
    for (int seat = 0; seat < face->config->seats && !face->in_hand; seat++)
        if (face->seat[seat].team && face->seat[seat].stack != book->stack[seat])
            sim_fail(sim, "table %s seat %d has %lld chips, the journal says %lld", face->id, seat,
                     (long long)face->seat[seat].stack, (long long)book->stack[seat]);
    int64_t clock = face->config->move_ms > face->config->absent_ms ? face->config->move_ms
                                                                    : face->config->absent_ms;
    if (face->in_hand && !face->paused &&
        sim->fake_arena.now_us / 1000 - book->progress_us / 1000 >= clock + 1)
        sim_fail(sim, "S2: table %s stands still since %lld ms", face->id,
                 (long long)(book->progress_us / 1000));
    if (face->in_hand && !face->paused &&
        sim->fake_arena.next_us / 1000 > book->progress_us / 1000 + clock)
        sim_fail(sim, "S2: the host does not want to be called for table %s in time", face->id);
}

void sim_book_verify(struct sim *sim)
{
    struct felt_table_face face;
    for (uint32_t i = 0; i < FAKE_ARENA_TABLES; i++)
        if (felt_arena_face(felt_arena_session_arena(sim->fake_arena.host), i, &face))
            verify_table(sim, i, &face);
}

/* After another build took over: no hand runs, and every chip is back. */
void sim_book_verify_void(struct sim *sim)
{
    struct felt_table_face face;
    for (uint32_t i = 0; i < FAKE_ARENA_TABLES; i++) {
        if (!felt_arena_face(felt_arena_session_arena(sim->fake_arena.host), i, &face)) continue;
        if (face.in_hand) sim_fail(sim, "S5: a hand of another build goes on at %s", face.id);
        verify_table(sim, i, &face);
    }
}

/* ---- S5 ---- */

static void post_nothing(void *self, const uint32_t *conns, int count,
                         const struct felt_arena_server_msg *msg)
{
    (void)conns, (void)count, (void)msg;
    sim_fail(self, "S5: something is told while a room is restored");
}

static void dismiss_nobody(void *self, uint32_t conn, uint16_t code, const char *reason)
{
    (void)conn, (void)code, (void)reason;
    sim_fail(self, "S5: somebody is dismissed while a room is restored");
}

static void append_nothing(void *self, const void *bytes, size_t count)
{
    (void)self, (void)bytes, (void)count;
}

static void restore(struct sim *sim, uint32_t from, bool same_build, const char *what)
{
    const struct fake_arena *fake_arena = &sim->fake_arena;
    size_t bytes = felt_arena_bytes(&fake_arena->config.arena);
    if (!sim->spare_memory) sim->spare_memory = malloc(bytes);
    memset(sim->spare_memory, 0, bytes);
    sim->spare_services = (struct felt_arena_services){.self = sim,
                                                       .digests = fake_arena->services.digests,
                                                       .post = post_nothing,
                                                       .dismiss = dismiss_nobody,
                                                       .append = append_nothing};
    sim->spare =
        felt_arena_init(sim->spare_memory, &fake_arena->config.arena, &sim->spare_services);
    sim->result->restored++;
    for (uint32_t i = from; i < fake_arena->records; i++)
        if ((uint8_t)fake_arena->record[i].bytes[0] < HOST_RECORDS &&
            !felt_arena_restore(sim->spare, same_build, fake_arena->record[i].bytes,
                                fake_arena->record[i].count))
            sim_fail(sim, "S5: record %u of %u (kind %d) of %s is refused", i, fake_arena->records,
                     fake_arena->record[i].bytes[0], what);
    if (same_build && felt_arena_hash(sim->spare) !=
                          felt_arena_hash(felt_arena_session_arena(sim->fake_arena.host)))
        sim_fail(sim, "S5: a room restored from %s is another one", what);
    felt_arena_resume(sim->spare, fake_arena->now_us / 1000);
}

void sim_book_restore_spare(struct sim *sim)
{
    struct fake_arena *fake_arena = &sim->fake_arena;
    uint32_t records = fake_arena->records;
    restore(sim, 0, true, "the journal");
    restore(sim, 0, false, "the journal of another build");
    sim->quiet = true;
    felt_arena_snapshot(felt_arena_session_arena(fake_arena->host));
    sim->quiet = false;
    restore(sim, records, true, "a snapshot");
    restore(sim, records, false, "a snapshot of another build");
    while (fake_arena->records > records) free(fake_arena->record[--fake_arena->records].bytes);
}
