/* journal_records.c -- records of the journal: written, read, applied again.
 *
 * A byte says the kind, four bytes the number of the tournament; then fields (base/fields.h).
 *
 *   EVENT    follows, flags, epoch, when it was created, the seed of its draws, its row as text
 *   INPUT    of the director (tournament/record.c)
 *   JOIN     somebody asks to come in: his order has the next number
 *   DONE     number of an order, outcome, when
 *   TABLE    of the director: its number on the room + 1, its last hand
 *   RETIRED  the last one of its series
 *   GONE     it is forgotten
 *   UNHEARD  an entry ended while its owner had no connection: user, row, number
 *   HEARD    number of an entry whose owner was told then
 *   STRAY    user, chips that are in its pool and that the journal had lost
 *   LIFE     of no tournament: part of the keys of payments that are owed from here on
 *
 * A snapshot has, behind EVENT, what they made so far: BLOCK (the director, from an offset on),
 * PERSON (who has an entry), PAYMENT (orders that are not done), MONEY (sums, the next number),
 * TABLE and UNHEARD. */
#include "server/room/tournaments/tournaments_parts.h"
#include "base/fields.h"

#include <string.h>

enum kind {
    EVENT = 1,
    INPUT,
    JOIN,
    DONE,
    TABLE,
    RETIRED,
    GONE,
    BLOCK,
    PERSON,
    PAYMENT,
    MONEY,
    UNHEARD,
    HEARD,
    LIFE,
    STRAY
};
enum { BLOCK_BYTES = 4000, GAP_MAX = 1 << 17 };
enum { FOLLOWED = 1, WAS_RETIRED = 2, HAS_SEED = 4, FLAGS = 7 };

/* ---- written ---- */

static void start_number(struct felt_putter *record, enum kind kind, uint32_t number)
{
    record->out = felt_buffer_make(record->bytes, sizeof record->bytes);
    felt_put(record, kind, 1);
    felt_put(record, number, 4);
}

static void start(struct felt_putter *record, enum kind kind,
                  const struct felt_tournament *tournament)
{
    start_number(record, kind, tournament->number);
}

static void append(struct felt_tournaments *tournaments, const struct felt_putter *record)
{
    felt_assert(!record->out.overflow && record->out.used <= FELT_TOURNAMENTS_RECORD_BYTES);
    tournaments->services->append(tournaments->services->self, record->bytes, record->out.used);
}

static void put_guest(struct felt_putter *record, const struct felt_room_guest *who)
{
    felt_put(record, (uint64_t)who->user, 8);
    felt_put(record, who->kind, 1);
    felt_put(record, (uint64_t)who->bot | (uint64_t)who->local << 1, 1);
    felt_put_text(record, who->name);
}

void felt_tournaments_write_life(struct felt_tournaments *tournaments)
{
    struct felt_putter record;
    start_number(&record, LIFE, 0);
    felt_buffer_bytes(&record.out, (const char *)tournaments->life, sizeof tournaments->life);
    append(tournaments, &record);
}

void felt_tournaments_write_tournament(struct felt_tournaments *tournaments,
                                       const struct felt_tournament *tournament)
{
    struct felt_putter record;
    char text[FELT_TOURNAMENT_ROW_BYTES];
    struct felt_buffer row = felt_buffer_make(text, sizeof text);
    felt_tournament_row_write(&tournament->row, &row);
    felt_assert(!row.overflow);
    start(&record, EVENT, tournament);
    felt_put(&record, tournament->follows, 4);
    felt_put(&record,
             (tournament->followed ? FOLLOWED : 0u) | (tournament->retired ? WAS_RETIRED : 0u) |
                 (tournament->has_seed ? HAS_SEED : 0u),
             1);
    felt_buffer_bytes(&record.out, (const char *)tournament->epoch, sizeof tournament->epoch);
    felt_put(&record, (uint64_t)tournament->created_ms, 8);
    if (tournament->has_seed)
        felt_buffer_bytes(&record.out, (const char *)tournament->seed, sizeof tournament->seed);
    felt_buffer_bytes(&record.out, text, row.used);
    append(tournaments, &record);
}

void felt_tournaments_write_input(struct felt_tournaments *tournaments,
                                  const struct felt_tournament *tournament,
                                  const struct felt_director_input *input)
{
    struct felt_putter record;
    uint8_t bytes[FELT_DIRECTOR_RECORD_BYTES];
    size_t count = felt_director_write(input, bytes);
    start(&record, INPUT, tournament);
    felt_buffer_bytes(&record.out, (const char *)bytes, count);
    append(tournaments, &record);
}

void felt_tournaments_write_join(struct felt_tournaments *tournaments,
                                 const struct felt_tournament *tournament,
                                 const struct felt_room_guest *who)
{
    struct felt_putter record;
    start(&record, JOIN, tournament);
    put_guest(&record, who);
    append(tournaments, &record);
}

void felt_tournaments_write_done(struct felt_tournaments *tournaments,
                                 const struct felt_tournament *tournament, uint32_t number,
                                 enum felt_outcome outcome, int64_t now_ms)
{
    struct felt_putter record;
    start(&record, DONE, tournament);
    felt_put(&record, number, 4);
    felt_put(&record, outcome, 1);
    felt_put(&record, (uint64_t)now_ms, 8);
    append(tournaments, &record);
}

void felt_tournaments_write_table(struct felt_tournaments *tournaments,
                                  const struct felt_tournament *tournament, uint32_t table)
{
    struct felt_putter record;
    start(&record, TABLE, tournament);
    felt_put(&record, table, 4);
    felt_put(&record, (uint64_t)(tournament->table[table].room + 1), 4);
    felt_put(&record, tournament->table[table].hand, 8);
    append(tournaments, &record);
}

void felt_tournaments_write_stray(struct felt_tournaments *tournaments,
                                  const struct felt_tournament *tournament, int64_t user,
                                  felt_chips amount)
{
    struct felt_putter record;
    start(&record, STRAY, tournament);
    felt_put(&record, (uint64_t)user, 8);
    felt_put(&record, (uint64_t)amount, 8);
    append(tournaments, &record);
}

void felt_tournaments_write_gone(struct felt_tournaments *tournaments, uint32_t number)
{
    struct felt_putter record;
    start_number(&record, GONE, number);
    append(tournaments, &record);
}

void felt_tournaments_write_retired(struct felt_tournaments *tournaments,
                                    const struct felt_tournament *tournament)
{
    struct felt_putter record;
    start(&record, RETIRED, tournament);
    append(tournaments, &record);
}

void felt_tournaments_write_message(struct felt_tournaments *tournaments,
                                    const struct felt_tournament *tournament,
                                    const struct felt_tournament_message *one)
{
    struct felt_putter record;
    start(&record, UNHEARD, tournament);
    felt_put(&record, (uint64_t)one->user, 8);
    felt_put(&record, one->entry, 4);
    felt_put(&record, one->number, 4);
    append(tournaments, &record);
}

void felt_tournaments_write_delivered(struct felt_tournaments *tournaments,
                                      const struct felt_tournament *tournament, uint32_t number)
{
    struct felt_putter record;
    start(&record, HEARD, tournament);
    felt_put(&record, number, 4);
    append(tournaments, &record);
}

/* ---- a snapshot ---- */

static void write_block(struct felt_tournaments *tournaments,
                        const struct felt_tournament *tournament)
{
    struct felt_putter record;
    for (size_t at = 0; at < tournament->bytes; at += BLOCK_BYTES) {
        size_t count = tournament->bytes - at < BLOCK_BYTES ? tournament->bytes - at : BLOCK_BYTES;
        start(&record, BLOCK, tournament);
        felt_put(&record, at, 4);
        felt_buffer_bytes(&record.out, (const char *)tournament->director + at, count);
        append(tournaments, &record);
    }
}

static void write_money(struct felt_tournaments *tournaments,
                        const struct felt_tournament *tournament)
{
    struct felt_putter record;
    for (uint32_t i = 0; i < tournament->payments; i++) {
        const struct felt_tournament_payment *payment = &tournament->payment[i];
        if (payment->done) continue;
        start(&record, PAYMENT, tournament);
        felt_put(&record, tournament->first_payment + i, 4);
        felt_put(&record, payment->kind, 1);
        felt_put(&record, (uint64_t)payment->user, 8);
        felt_put(&record, (uint64_t)payment->amount, 8);
        put_guest(&record, &payment->who);
        felt_buffer_bytes(&record.out, (const char *)payment->life, sizeof payment->life);
        append(tournaments, &record);
    }
    start(&record, MONEY, tournament);
    felt_put(&record, tournament->first_payment + tournament->payments, 4);
    felt_put(&record, (uint64_t)tournament->paid, 8);
    felt_put(&record, (uint64_t)tournament->paid_out, 8);
    felt_put(&record, tournament->hands, 8);
    append(tournaments, &record);
}

void felt_tournaments_snapshot(struct felt_tournaments *tournaments)
{
    struct felt_putter record;
    felt_tournaments_write_life(tournaments);
    for (uint32_t i = 0; i < tournaments->count; i++) {
        const struct felt_tournament *tournament = tournaments->event[i];
        felt_tournaments_write_tournament(tournaments, tournament);
        write_block(tournaments, tournament);
        for (uint32_t k = 0; k < tournament->row.plan.entrants_max; k++) {
            if (!tournament->person[k].user) continue;
            start(&record, PERSON, tournament);
            felt_put(&record, k, 4);
            put_guest(&record, &tournament->person[k]);
            append(tournaments, &record);
        }
        write_money(tournaments, tournament);
        for (uint32_t k = 0; k < tournament->row.plan.tables_max; k++)
            if (tournament->table[k].room >= 0 || tournament->table[k].hand)
                felt_tournaments_write_table(tournaments, tournament, k);
        for (uint32_t k = 0; k < tournament->unheards; k++)
            felt_tournaments_write_message(tournaments, tournament, &tournament->unheard[k]);
    }
}

/* ---- read ---- */

static void get_guest(struct felt_getter *getter, struct felt_room_guest *who)
{
    *who = (struct felt_room_guest){0};
    who->user = (int64_t)felt_get(getter, 8);
    who->kind = (uint8_t)felt_get(getter, 1);
    unsigned flags = (unsigned)felt_get(getter, 1);
    who->bot = flags & 1;
    who->local = flags >> 1 & 1;
    felt_get_text(getter, who->name, sizeof who->name);
    if (flags > 3) getter->bad = true;
}

static bool read_event(struct felt_tournaments *tournaments, uint32_t number,
                       struct felt_getter *getter)
{
    struct felt_complaint complaint;
    struct felt_tournament_row row;
    uint8_t epoch[FELT_TOURNAMENT_EPOCH_BYTES], seed[FELT_TOURNAMENT_SEED_BYTES];
    uint32_t follows = (uint32_t)felt_get(getter, 4);
    unsigned flags = (unsigned)felt_get(getter, 1);
    memcpy(epoch, felt_get_bytes(getter, sizeof epoch), sizeof epoch);
    int64_t created_ms = (int64_t)felt_get(getter, 8);
    if (flags & HAS_SEED) memcpy(seed, felt_get_bytes(getter, sizeof seed), sizeof seed);
    if (getter->bad || flags > FLAGS || created_ms < 0) return false;
    if (felt_tournament_row_read(&row, (const char *)getter->at, getter->left, &complaint) !=
            FELT_OK ||
        felt_tournament_row_verify(&row, &complaint) != FELT_OK || !felt_tournament_row_fixed(&row))
        return false;
    struct felt_tournament *tournament =
        felt_tournament_make(tournaments, number, &row, epoch, flags & HAS_SEED ? seed : NULL);
    if (!tournament) return false;
    tournament->follows = follows;
    tournament->followed = flags & FOLLOWED;
    tournament->retired = flags & WAS_RETIRED;
    tournament->created_ms = created_ms;
    struct felt_tournament *leader = follows ? felt_tournament_find(tournaments, follows) : NULL;
    if (leader) leader->followed = true;
    return true;
}

static bool read_input(struct felt_tournaments *tournaments, struct felt_tournament *tournament,
                       const struct felt_getter *getter)
{
    struct felt_director_input input;
    return felt_director_read(getter->at, getter->left, &input) &&
           felt_tournament_apply(tournaments, tournament, &input) == FELT_DIRECTOR_OK;
}

static bool read_done(struct felt_tournaments *tournaments, struct felt_tournament *tournament,
                      struct felt_getter *getter)
{
    uint32_t number = (uint32_t)felt_get(getter, 4);
    unsigned outcome = (unsigned)felt_get(getter, 1);
    int64_t now_ms = (int64_t)felt_get(getter, 8);
    const struct felt_tournament_payment *payment = felt_tournament_payment_at(tournament, number);
    if (!felt_get_is_over(getter) || !payment || payment->done || outcome >= FELT_OUTCOMES)
        return false;
    bool may_fail = payment->kind == FELT_ORDER_ENTER || payment->kind == FELT_ORDER_PRIZE ||
                    payment->kind == FELT_ORDER_REFUND;
    if (outcome != FELT_OUTCOME_OK && outcome != FELT_OUTCOME_REPLAYED && !may_fail) return false;
    felt_tournament_done(tournaments, tournament, number, (enum felt_outcome)outcome, now_ms);
    return true;
}

static bool read_table(struct felt_tournaments *tournaments, struct felt_tournament *tournament,
                       struct felt_getter *getter)
{
    uint32_t table = (uint32_t)felt_get(getter, 4);
    int64_t room = (int64_t)felt_get(getter, 4) - 1;
    uint64_t hand = felt_get(getter, 8);
    if (!felt_get_is_over(getter) || table >= tournament->row.plan.tables_max ||
        room >= (int64_t)tournaments->config.tables_max)
        return false;
    felt_tournament_set_table(tournaments, tournament, table, room);
    tournament->table[table].hand = hand;
    return true;
}

/* Behind the last bytes of a director: is it one, and this one? */
static bool read_block(struct felt_tournament *tournament, struct felt_getter *getter)
{
    size_t at = (size_t)felt_get(getter, 4);
    if (getter->bad || at != tournament->block_read || getter->left > tournament->bytes - at)
        return false;
    memcpy((char *)tournament->director + at, getter->at, getter->left);
    tournament->block_read += getter->left;
    if (tournament->block_read < tournament->bytes) return true;
    tournament->block_read = 0;
    if (felt_director_audit(tournament->director, tournament->bytes)) return false;
    const struct felt_director_plan *is = felt_director_plan_of(tournament->director),
                                    *was = &tournament->row.plan;
    return is->entrants_max == was->entrants_max && is->tables_max == was->tables_max &&
           is->levels == was->levels && is->buy_in == was->buy_in && is->fee == was->fee;
}

/* Orders between those that are not done are. */
static bool fill_up(const struct felt_tournaments *tournaments, struct felt_tournament *tournament,
                    uint32_t number)
{
    uint32_t next = tournament->first_payment + tournament->payments;
    if (number < next) return false;
    if (tournament->payments == 0) { /* of many payments that are done a snapshot has none */
        tournament->first_payment = number;
        return true;
    }
    if (number - next > GAP_MAX) return false;
    for (; next < number; next++) {
        uint32_t one = felt_tournament_payment_add(tournaments, tournament, FELT_ORDER_ENTER, 0, 0);
        felt_tournament_payment_at(tournament, one)->done = true;
        tournament->due--;
    }
    return true;
}

static bool read_payment(const struct felt_tournaments *tournaments,
                         struct felt_tournament *tournament, struct felt_getter *getter)
{
    uint8_t life[FELT_LIFE_BYTES] = {0};
    struct felt_room_guest who;
    uint32_t number = (uint32_t)felt_get(getter, 4);
    unsigned kind = (unsigned)felt_get(getter, 1);
    int64_t user = (int64_t)felt_get(getter, 8);
    felt_chips amount = (felt_chips)felt_get(getter, 8);
    get_guest(getter, &who);
    if (getter->left) memcpy(life, felt_get_bytes(getter, sizeof life), sizeof life);
    bool known = kind == FELT_ORDER_ENTER || kind == FELT_ORDER_PRIZE ||
                 kind == FELT_ORDER_REFUND || kind == FELT_ORDER_FEE || kind == FELT_ORDER_OVERLAY;
    if (!felt_get_is_over(getter) || !known || amount < (kind != FELT_ORDER_ENTER) ||
        amount > FELT_CHIPS_MAX || !fill_up(tournaments, tournament, number))
        return false;
    uint32_t one = felt_tournament_payment_add(tournaments, tournament, (enum felt_order_kind)kind,
                                               user, amount);
    felt_tournament_payment_at(tournament, one)->who = who;
    memcpy(felt_tournament_payment_at(tournament, one)->life, life, sizeof life);
    return one == number;
}

static bool read_money(const struct felt_tournaments *tournaments,
                       struct felt_tournament *tournament, struct felt_getter *getter)
{
    uint32_t next = (uint32_t)felt_get(getter, 4);
    tournament->paid = (felt_chips)felt_get(getter, 8);
    tournament->paid_out = (felt_chips)felt_get(getter, 8);
    tournament->hands = felt_get(getter, 8);
    return felt_get_is_over(getter) && fill_up(tournaments, tournament, next);
}

static bool read_person(struct felt_tournament *tournament, struct felt_getter *getter)
{
    struct felt_room_guest who;
    uint32_t entry = (uint32_t)felt_get(getter, 4);
    get_guest(getter, &who);
    if (!felt_get_is_over(getter) || entry >= tournament->row.plan.entrants_max) return false;
    tournament->person[entry] = who;
    return true;
}

static bool read_join(const struct felt_tournaments *tournaments,
                      struct felt_tournament *tournament, struct felt_getter *getter)
{
    struct felt_room_guest who;
    get_guest(getter, &who);
    if (!felt_get_is_over(getter) || who.user == 0) return false;
    (void)felt_tournament_join(tournaments, tournament, &who);
    return true;
}

static bool read_unheard(struct felt_tournament *tournament, struct felt_getter *getter)
{
    struct felt_tournament_message one = {.user = (int64_t)felt_get(getter, 8)};
    one.entry = (uint32_t)felt_get(getter, 4);
    one.number = (uint32_t)felt_get(getter, 4);
    return felt_get_is_over(getter) && one.entry < tournament->row.plan.entrants_max &&
           felt_tournament_keep_message(tournament, &one);
}

static bool read_heard(struct felt_tournament *tournament, struct felt_getter *getter)
{
    uint32_t number = (uint32_t)felt_get(getter, 4);
    return felt_get_is_over(getter) && felt_tournament_message_delivered(tournament, number);
}

static bool read_stray(const struct felt_tournaments *tournaments,
                       struct felt_tournament *tournament, struct felt_getter *getter)
{
    int64_t user = (int64_t)felt_get(getter, 8);
    felt_chips amount = (felt_chips)felt_get(getter, 8);
    if (!felt_get_is_over(getter) || user < 0 || amount < 1 || amount > FELT_CHIPS_MAX)
        return false;
    felt_tournament_stray(tournaments, tournament, user, amount);
    return true;
}

static bool read_life(struct felt_tournaments *tournaments, struct felt_getter *getter)
{
    uint8_t life[FELT_LIFE_BYTES];
    memcpy(life, felt_get_bytes(getter, sizeof life), sizeof life);
    if (!felt_get_is_over(getter)) return false;
    memcpy(tournaments->life, life, sizeof life);
    return true;
}

bool felt_tournaments_restore(struct felt_tournaments *tournaments, const void *bytes, size_t count)
{
    struct felt_getter getter = {.at = bytes, .left = count};
    unsigned kind = (unsigned)felt_get(&getter, 1);
    uint32_t number = (uint32_t)felt_get(&getter, 4);
    felt_assert(!tournaments->awake);
    if (!getter.bad && kind == LIFE && number == 0) return read_life(tournaments, &getter);
    if (getter.bad || number == 0) return false;
    struct felt_tournament *tournament = felt_tournament_find(tournaments, number);
    if (kind == EVENT) return !tournament && read_event(tournaments, number, &getter);
    if (!tournament || (tournament->block_read && kind != BLOCK)) return false;
    switch (kind) {
    case INPUT: return read_input(tournaments, tournament, &getter);
    case JOIN: return read_join(tournaments, tournament, &getter);
    case DONE: return read_done(tournaments, tournament, &getter);
    case TABLE: return read_table(tournaments, tournament, &getter);
    case BLOCK: return read_block(tournament, &getter);
    case PERSON: return read_person(tournament, &getter);
    case PAYMENT: return read_payment(tournaments, tournament, &getter);
    case MONEY: return read_money(tournaments, tournament, &getter);
    case UNHEARD: return read_unheard(tournament, &getter);
    case HEARD: return read_heard(tournament, &getter);
    case STRAY: return read_stray(tournaments, tournament, &getter);
    case RETIRED: tournament->retired = true; return felt_get_is_over(&getter);
    case GONE:
        if (!felt_get_is_over(&getter)) return false;
        felt_tournament_drop(tournaments, tournament);
        return true;
    default: return false;
    }
}
