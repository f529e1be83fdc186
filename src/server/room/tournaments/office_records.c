/* office_records.c -- records of the journal: written, read, applied again.
 *
 * A byte says the kind, four bytes the number of the tournament; then fields (base/fields.h).
 *
 *   EVENT    follows, flags, epoch, when it was created, the seed of its draws, its row as text
 *   INPUT    of the director (tournament/record.c)
 *   JOIN     somebody asks to come in: his order has the next number
 *   DONE     number of an order, outcome, when
 *   TABLE    of the director: its number on the floor + 1, its last hand
 *   RETIRED  the last one of its series
 *   GONE     it is forgotten
 *   UNHEARD  an entry ended while its owner had no line: user, row, number
 *   HEARD    number of an entry whose owner was told then
 *   STRAY    user, chips that are in its pool and that the journal had lost
 *   LIFE     of no tournament: part of the keys of payments that are owed from here on
 *
 * A snapshot has, behind EVENT, what they made so far: BLOCK (the director, from an offset on),
 * PERSON (who has an entry), PAYMENT (orders that are not done), MONEY (sums, the next number),
 * TABLE and UNHEARD. */
#include "server/room/tournaments/office_parts.h"
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

static void start(struct felt_putter *record, enum kind kind, const struct felt_cup *event)
{
    start_number(record, kind, event->number);
}

static void append(struct felt_office *office, const struct felt_putter *record)
{
    felt_assert(!record->out.overflow && record->out.used <= FELT_OFFICE_RECORD_BYTES);
    office->services->append(office->services->self, record->bytes, record->out.used);
}

static void put_guest(struct felt_putter *record, const struct felt_guest_of_floor *who)
{
    felt_put(record, (uint64_t)who->user, 8);
    felt_put(record, who->kind, 1);
    felt_put(record, (uint64_t)who->bot | (uint64_t)who->local << 1, 1);
    felt_put_text(record, who->name);
}

void felt_office_write_life(struct felt_office *office)
{
    struct felt_putter record;
    start_number(&record, LIFE, 0);
    felt_buffer_bytes(&record.out, (const char *)office->life, sizeof office->life);
    append(office, &record);
}

void felt_office_write_event(struct felt_office *office, const struct felt_cup *event)
{
    struct felt_putter record;
    char text[FELT_EVENT_ROW_BYTES];
    struct felt_buffer row = felt_buffer_make(text, sizeof text);
    felt_event_row_write(&event->row, &row);
    felt_assert(!row.overflow);
    start(&record, EVENT, event);
    felt_put(&record, event->follows, 4);
    felt_put(&record,
             (event->followed ? FOLLOWED : 0u) | (event->retired ? WAS_RETIRED : 0u) |
                 (event->has_seed ? HAS_SEED : 0u),
             1);
    felt_buffer_bytes(&record.out, (const char *)event->epoch, sizeof event->epoch);
    felt_put(&record, (uint64_t)event->created_ms, 8);
    if (event->has_seed)
        felt_buffer_bytes(&record.out, (const char *)event->seed, sizeof event->seed);
    felt_buffer_bytes(&record.out, text, row.used);
    append(office, &record);
}

void felt_office_write_input(struct felt_office *office, const struct felt_cup *event,
                             const struct felt_tour_input *input)
{
    struct felt_putter record;
    uint8_t bytes[FELT_TOUR_RECORD_BYTES];
    size_t count = felt_tour_write(input, bytes);
    start(&record, INPUT, event);
    felt_buffer_bytes(&record.out, (const char *)bytes, count);
    append(office, &record);
}

void felt_office_write_join(struct felt_office *office, const struct felt_cup *event,
                            const struct felt_guest_of_floor *who)
{
    struct felt_putter record;
    start(&record, JOIN, event);
    put_guest(&record, who);
    append(office, &record);
}

void felt_office_write_done(struct felt_office *office, const struct felt_cup *event,
                            uint32_t number, enum felt_outcome outcome, int64_t now_ms)
{
    struct felt_putter record;
    start(&record, DONE, event);
    felt_put(&record, number, 4);
    felt_put(&record, outcome, 1);
    felt_put(&record, (uint64_t)now_ms, 8);
    append(office, &record);
}

void felt_office_write_table(struct felt_office *office, const struct felt_cup *event,
                             uint32_t table)
{
    struct felt_putter record;
    start(&record, TABLE, event);
    felt_put(&record, table, 4);
    felt_put(&record, (uint64_t)(event->table[table].floor + 1), 4);
    felt_put(&record, event->table[table].hand, 8);
    append(office, &record);
}

void felt_office_write_stray(struct felt_office *office, const struct felt_cup *event, int64_t user,
                             felt_chips amount)
{
    struct felt_putter record;
    start(&record, STRAY, event);
    felt_put(&record, (uint64_t)user, 8);
    felt_put(&record, (uint64_t)amount, 8);
    append(office, &record);
}

void felt_office_write_gone(struct felt_office *office, uint32_t number)
{
    struct felt_putter record;
    start_number(&record, GONE, number);
    append(office, &record);
}

void felt_office_write_retired(struct felt_office *office, const struct felt_cup *event)
{
    struct felt_putter record;
    start(&record, RETIRED, event);
    append(office, &record);
}

void felt_office_write_unheard(struct felt_office *office, const struct felt_cup *event,
                               const struct felt_unheard *one)
{
    struct felt_putter record;
    start(&record, UNHEARD, event);
    felt_put(&record, (uint64_t)one->user, 8);
    felt_put(&record, one->entry, 4);
    felt_put(&record, one->number, 4);
    append(office, &record);
}

void felt_office_write_heard(struct felt_office *office, const struct felt_cup *event,
                             uint32_t number)
{
    struct felt_putter record;
    start(&record, HEARD, event);
    felt_put(&record, number, 4);
    append(office, &record);
}

/* ---- a snapshot ---- */

static void write_block(struct felt_office *office, const struct felt_cup *event)
{
    struct felt_putter record;
    for (size_t at = 0; at < event->bytes; at += BLOCK_BYTES) {
        size_t count = event->bytes - at < BLOCK_BYTES ? event->bytes - at : BLOCK_BYTES;
        start(&record, BLOCK, event);
        felt_put(&record, at, 4);
        felt_buffer_bytes(&record.out, (const char *)event->tour + at, count);
        append(office, &record);
    }
}

static void write_money(struct felt_office *office, const struct felt_cup *event)
{
    struct felt_putter record;
    for (uint32_t i = 0; i < event->payments; i++) {
        const struct felt_payment *payment = &event->payment[i];
        if (payment->done) continue;
        start(&record, PAYMENT, event);
        felt_put(&record, event->first_payment + i, 4);
        felt_put(&record, payment->kind, 1);
        felt_put(&record, (uint64_t)payment->user, 8);
        felt_put(&record, (uint64_t)payment->amount, 8);
        put_guest(&record, &payment->who);
        felt_buffer_bytes(&record.out, (const char *)payment->life, sizeof payment->life);
        append(office, &record);
    }
    start(&record, MONEY, event);
    felt_put(&record, event->first_payment + event->payments, 4);
    felt_put(&record, (uint64_t)event->paid, 8);
    felt_put(&record, (uint64_t)event->paid_out, 8);
    felt_put(&record, event->hands, 8);
    append(office, &record);
}

void felt_office_snapshot(struct felt_office *office)
{
    struct felt_putter record;
    felt_office_write_life(office);
    for (uint32_t i = 0; i < office->count; i++) {
        const struct felt_cup *event = office->event[i];
        felt_office_write_event(office, event);
        write_block(office, event);
        for (uint32_t k = 0; k < event->row.plan.entrants_max; k++) {
            if (!event->person[k].user) continue;
            start(&record, PERSON, event);
            felt_put(&record, k, 4);
            put_guest(&record, &event->person[k]);
            append(office, &record);
        }
        write_money(office, event);
        for (uint32_t k = 0; k < event->row.plan.tables_max; k++)
            if (event->table[k].floor >= 0 || event->table[k].hand)
                felt_office_write_table(office, event, k);
        for (uint32_t k = 0; k < event->unheards; k++)
            felt_office_write_unheard(office, event, &event->unheard[k]);
    }
}

/* ---- read ---- */

static void get_guest(struct felt_getter *getter, struct felt_guest_of_floor *who)
{
    *who = (struct felt_guest_of_floor){0};
    who->user = (int64_t)felt_get(getter, 8);
    who->kind = (uint8_t)felt_get(getter, 1);
    unsigned flags = (unsigned)felt_get(getter, 1);
    who->bot = flags & 1;
    who->local = flags >> 1 & 1;
    felt_get_text(getter, who->name, sizeof who->name);
    if (flags > 3) getter->bad = true;
}

static bool read_event(struct felt_office *office, uint32_t number, struct felt_getter *getter)
{
    struct felt_complaint complaint;
    struct felt_event_row row;
    uint8_t epoch[FELT_EVENT_EPOCH_BYTES], seed[FELT_EVENT_SEED_BYTES];
    uint32_t follows = (uint32_t)felt_get(getter, 4);
    unsigned flags = (unsigned)felt_get(getter, 1);
    memcpy(epoch, felt_get_bytes(getter, sizeof epoch), sizeof epoch);
    int64_t created_ms = (int64_t)felt_get(getter, 8);
    if (flags & HAS_SEED) memcpy(seed, felt_get_bytes(getter, sizeof seed), sizeof seed);
    if (getter->bad || flags > FLAGS || created_ms < 0) return false;
    if (felt_event_row_read(&row, (const char *)getter->at, getter->left, &complaint) != FELT_OK ||
        felt_event_row_verify(&row, &complaint) != FELT_OK || !felt_event_row_fixed(&row))
        return false;
    struct felt_cup *event =
        felt_cup_make(office, number, &row, epoch, flags & HAS_SEED ? seed : NULL);
    if (!event) return false;
    event->follows = follows;
    event->followed = flags & FOLLOWED;
    event->retired = flags & WAS_RETIRED;
    event->created_ms = created_ms;
    struct felt_cup *leader = follows ? felt_cup_find(office, follows) : NULL;
    if (leader) leader->followed = true;
    return true;
}

static bool read_input(struct felt_office *office, struct felt_cup *event,
                       const struct felt_getter *getter)
{
    struct felt_tour_input input;
    return felt_tour_read(getter->at, getter->left, &input) &&
           felt_cup_apply(office, event, &input) == FELT_TOUR_OK;
}

static bool read_done(struct felt_office *office, struct felt_cup *event,
                      struct felt_getter *getter)
{
    uint32_t number = (uint32_t)felt_get(getter, 4);
    unsigned outcome = (unsigned)felt_get(getter, 1);
    int64_t now_ms = (int64_t)felt_get(getter, 8);
    const struct felt_payment *payment = felt_payment_at(event, number);
    if (!felt_get_is_over(getter) || !payment || payment->done || outcome >= FELT_OUTCOMES)
        return false;
    bool may_fail = payment->kind == FELT_ORDER_ENTER || payment->kind == FELT_ORDER_PRIZE ||
                    payment->kind == FELT_ORDER_REFUND;
    if (outcome != FELT_OUTCOME_OK && outcome != FELT_OUTCOME_REPLAYED && !may_fail) return false;
    felt_cup_done(office, event, number, (enum felt_outcome)outcome, now_ms);
    return true;
}

static bool read_table(struct felt_office *office, struct felt_cup *event,
                       struct felt_getter *getter)
{
    uint32_t table = (uint32_t)felt_get(getter, 4);
    int64_t floor = (int64_t)felt_get(getter, 4) - 1;
    uint64_t hand = felt_get(getter, 8);
    if (!felt_get_is_over(getter) || table >= event->row.plan.tables_max ||
        floor >= (int64_t)office->config.tables_max)
        return false;
    felt_cup_set_table(office, event, table, floor);
    event->table[table].hand = hand;
    return true;
}

/* Behind the last bytes of a director: is it one, and this one? */
static bool read_block(struct felt_cup *event, struct felt_getter *getter)
{
    size_t at = (size_t)felt_get(getter, 4);
    if (getter->bad || at != event->block_read || getter->left > event->bytes - at) return false;
    memcpy((char *)event->tour + at, getter->at, getter->left);
    event->block_read += getter->left;
    if (event->block_read < event->bytes) return true;
    event->block_read = 0;
    if (felt_tour_audit(event->tour, event->bytes)) return false;
    const struct felt_tour_plan *is = felt_tour_plan_of(event->tour), *was = &event->row.plan;
    return is->entrants_max == was->entrants_max && is->tables_max == was->tables_max &&
           is->levels == was->levels && is->buy_in == was->buy_in && is->fee == was->fee;
}

/* Orders between those that are not done are. */
static bool fill_up(const struct felt_office *office, struct felt_cup *event, uint32_t number)
{
    uint32_t next = event->first_payment + event->payments;
    if (number < next) return false;
    if (event->payments == 0) { /* of many payments that are done a snapshot has none */
        event->first_payment = number;
        return true;
    }
    if (number - next > GAP_MAX) return false;
    for (; next < number; next++) {
        uint32_t one = felt_payment_add(office, event, FELT_ORDER_ENTER, 0, 0);
        felt_payment_at(event, one)->done = true;
        event->due--;
    }
    return true;
}

static bool read_payment(const struct felt_office *office, struct felt_cup *event,
                         struct felt_getter *getter)
{
    uint8_t life[FELT_LIFE_BYTES] = {0};
    struct felt_guest_of_floor who;
    uint32_t number = (uint32_t)felt_get(getter, 4);
    unsigned kind = (unsigned)felt_get(getter, 1);
    int64_t user = (int64_t)felt_get(getter, 8);
    felt_chips amount = (felt_chips)felt_get(getter, 8);
    get_guest(getter, &who);
    if (getter->left) memcpy(life, felt_get_bytes(getter, sizeof life), sizeof life);
    bool known = kind == FELT_ORDER_ENTER || kind == FELT_ORDER_PRIZE ||
                 kind == FELT_ORDER_REFUND || kind == FELT_ORDER_FEE || kind == FELT_ORDER_OVERLAY;
    if (!felt_get_is_over(getter) || !known || amount < (kind != FELT_ORDER_ENTER) ||
        amount > FELT_CHIPS_MAX || !fill_up(office, event, number))
        return false;
    uint32_t one = felt_payment_add(office, event, (enum felt_order_kind)kind, user, amount);
    felt_payment_at(event, one)->who = who;
    memcpy(felt_payment_at(event, one)->life, life, sizeof life);
    return one == number;
}

static bool read_money(const struct felt_office *office, struct felt_cup *event,
                       struct felt_getter *getter)
{
    uint32_t next = (uint32_t)felt_get(getter, 4);
    event->paid = (felt_chips)felt_get(getter, 8);
    event->paid_out = (felt_chips)felt_get(getter, 8);
    event->hands = felt_get(getter, 8);
    return felt_get_is_over(getter) && fill_up(office, event, next);
}

static bool read_person(struct felt_cup *event, struct felt_getter *getter)
{
    struct felt_guest_of_floor who;
    uint32_t entry = (uint32_t)felt_get(getter, 4);
    get_guest(getter, &who);
    if (!felt_get_is_over(getter) || entry >= event->row.plan.entrants_max) return false;
    event->person[entry] = who;
    return true;
}

static bool read_join(const struct felt_office *office, struct felt_cup *event,
                      struct felt_getter *getter)
{
    struct felt_guest_of_floor who;
    get_guest(getter, &who);
    if (!felt_get_is_over(getter) || who.user == 0) return false;
    (void)felt_cup_join(office, event, &who);
    return true;
}

static bool read_unheard(struct felt_cup *event, struct felt_getter *getter)
{
    struct felt_unheard one = {.user = (int64_t)felt_get(getter, 8)};
    one.entry = (uint32_t)felt_get(getter, 4);
    one.number = (uint32_t)felt_get(getter, 4);
    return felt_get_is_over(getter) && one.entry < event->row.plan.entrants_max &&
           felt_cup_unheard(event, &one);
}

static bool read_heard(struct felt_cup *event, struct felt_getter *getter)
{
    uint32_t number = (uint32_t)felt_get(getter, 4);
    return felt_get_is_over(getter) && felt_cup_heard(event, number);
}

static bool read_stray(const struct felt_office *office, struct felt_cup *event,
                       struct felt_getter *getter)
{
    int64_t user = (int64_t)felt_get(getter, 8);
    felt_chips amount = (felt_chips)felt_get(getter, 8);
    if (!felt_get_is_over(getter) || user < 0 || amount < 1 || amount > FELT_CHIPS_MAX)
        return false;
    felt_cup_stray(office, event, user, amount);
    return true;
}

static bool read_life(struct felt_office *office, struct felt_getter *getter)
{
    uint8_t life[FELT_LIFE_BYTES];
    memcpy(life, felt_get_bytes(getter, sizeof life), sizeof life);
    if (!felt_get_is_over(getter)) return false;
    memcpy(office->life, life, sizeof life);
    return true;
}

bool felt_office_restore(struct felt_office *office, const void *bytes, size_t count)
{
    struct felt_getter getter = {.at = bytes, .left = count};
    unsigned kind = (unsigned)felt_get(&getter, 1);
    uint32_t number = (uint32_t)felt_get(&getter, 4);
    felt_assert(!office->awake);
    if (!getter.bad && kind == LIFE && number == 0) return read_life(office, &getter);
    if (getter.bad || number == 0) return false;
    struct felt_cup *event = felt_cup_find(office, number);
    if (kind == EVENT) return !event && read_event(office, number, &getter);
    if (!event || (event->block_read && kind != BLOCK)) return false;
    switch (kind) {
    case INPUT: return read_input(office, event, &getter);
    case JOIN: return read_join(office, event, &getter);
    case DONE: return read_done(office, event, &getter);
    case TABLE: return read_table(office, event, &getter);
    case BLOCK: return read_block(event, &getter);
    case PERSON: return read_person(event, &getter);
    case PAYMENT: return read_payment(office, event, &getter);
    case MONEY: return read_money(office, event, &getter);
    case UNHEARD: return read_unheard(event, &getter);
    case HEARD: return read_heard(event, &getter);
    case STRAY: return read_stray(office, event, &getter);
    case RETIRED: event->retired = true; return felt_get_is_over(&getter);
    case GONE:
        if (!felt_get_is_over(&getter)) return false;
        felt_cup_drop(office, event);
        return true;
    default: return false;
    }
}
