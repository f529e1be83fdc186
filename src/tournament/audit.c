/* audit.c -- a number for a whole tournament, and what always holds in it. */
#include "tournament/tour_parts.h"

#include "felt/hash.h"

/* The block has no byte that nobody set: structures have no padding but zeros of the beginning, and
 * the list for draws is left as the last draw left it, which the inputs decide too. */
uint64_t felt_tour_hash(const struct felt_tour *tour)
{
    return felt_hash_bytes(FELT_TOUR_MARK, tour, tour->bytes);
}

static const char *audit_tables(const struct felt_tour *tour)
{
    uint32_t open = 0;
    for (uint32_t i = 0; i < tour->plan.tables_max; i++) {
        const struct felt_tour_table *table = &felt_tour_tables(tour)[i];
        uint32_t size = 0;
        felt_chips chips = 0;
        open += table->open;
        for (int chair = 0; chair < FELT_SEATS_MAX; chair++) {
            uint16_t entry = table->chair[chair];
            if (entry == FELT_TOUR_NOBODY) continue;
            if (!table->open) return "T2: somebody sits at a table that is closed";
            if (entry >= tour->used || chair >= felt_tour_chairs(tour))
                return "T2: a chair names nobody";
            const struct felt_tour_entry *who = &felt_tour_entries(tour)[entry];
            if (who->state != FELT_ENTRY_IN || who->table != i || who->chair != chair)
                return "T2: somebody sits where he is not";
            if (who->stack < 1 || who->stack > tour->chips) return "T1: a stack is impossible";
            size++;
            chips += who->stack;
        }
        if (size != table->size) return "T2: a table is larger or smaller than it says";
        if (chips != table->chips) return "T1: the chips of a table are not those of its players";
        if (table->in_hand &&
            (!table->open || table->dealt == 0 || table->dealt & ~felt_tour_taken(tour, table)))
            return "T5: cards were dealt to an empty chair";
        if (table->level >= tour->plan.levels) return "T5: there is no such level";
        const felt_seat at[] = {table->at.button,     table->at.small,     table->at.big,
                                table->before.button, table->before.small, table->before.big};
        for (int j = 0; j < 6; j++)
            if (at[j] < FELT_SEAT_NONE || at[j] >= felt_tour_chairs(tour))
                return "T5: button or blinds are not at the table";
    }
    return open == tour->tables ? NULL : "T2: there are more or fewer tables than it says";
}

/* Ties are a group of so many with the same number of beaten ones; groups lie end to end. */
static const char *audit_places(const struct felt_tour *tour)
{
    uint32_t expected = 0;
    while (expected < tour->placed) {
        uint32_t found = 0, tied = 0;
        for (uint32_t i = 0; i < tour->used; i++) {
            const struct felt_tour_entry *who = &felt_tour_entries(tour)[i];
            if (who->state != FELT_ENTRY_OUT || who->beaten != expected) continue;
            if (found && who->tied != tied) return "T7: those who tie do not agree";
            tied = who->tied;
            found++;
        }
        if (found == 0 || found != tied) return "T7: a place is missing or given twice";
        expected += tied;
    }
    return expected == tour->placed ? NULL : "T7: there are too many places";
}

static const char *audit_entries(const struct felt_tour *tour)
{
    uint32_t in = 0, out = 0, pending = 0, waits = 0, house = 0;
    felt_chips chips = 0, given = 0;
    for (uint32_t i = 0; i < tour->plan.entrants_max; i++) {
        const struct felt_tour_entry *who = &felt_tour_entries(tour)[i];
        if (who->state > FELT_ENTRY_REFUNDED) return "T2: an entry is in no state";
        if (i >= tour->used && who->state != FELT_ENTRY_FREE) return "T2: an entry is too many";
        if (who->state == FELT_ENTRY_IN) {
            in++;
            chips += who->stack;
            if (who->table == FELT_TOUR_NO_TABLE && !felt_tour_is_rounds(tour))
                return "T2: somebody has no chair";
            if (who->table != FELT_TOUR_NO_TABLE &&
                (who->table >= tour->plan.tables_max || who->chair >= FELT_SEATS_MAX ||
                 felt_tour_tables(tour)[who->table].chair[who->chair] != i))
                return "T2: somebody's chair is not his";
        } else if (who->table != FELT_TOUR_NO_TABLE) {
            return "T2: somebody who is not in has a chair";
        }
        out += who->state == FELT_ENTRY_OUT;
        pending += who->state == FELT_ENTRY_PENDING;
        waits += who->state == FELT_ENTRY_WAITS;
        bool counts = who->state != FELT_ENTRY_FREE && who->state != FELT_ENTRY_REFUNDED;
        if (counts && who->flags & FELT_ENTRY_HOUSE) house++;
        given += who->prize;
    }
    if (in != tour->alive || out != tour->placed || house != tour->house)
        return "T2: it says other numbers of players";
    if (in + out + pending + waits != tour->entries) return "T2: it says another number of entries";
    if (chips != tour->chips) return "T1: chips were made or lost";
    if (given != tour->given || given > felt_tour_pool(tour)) return "T6: prizes are not the pool";
    if (tour->state == FELT_TOUR_OVER && given != tour->pool) return "T6: prizes are not the pool";
    return NULL;
}

/* Nobody is in twice. */
static const char *audit_users(const struct felt_tour *tour)
{
    for (uint32_t i = 0; i < tour->used; i++) {
        uint8_t state = felt_tour_entries(tour)[i].state;
        if (state != FELT_ENTRY_IN && state != FELT_ENTRY_WAITS) continue;
        for (uint32_t j = i + 1; j < tour->used; j++) {
            const struct felt_tour_entry *other = &felt_tour_entries(tour)[j];
            if (other->user != felt_tour_entries(tour)[i].user) continue;
            if (other->state == FELT_ENTRY_IN || other->state == FELT_ENTRY_WAITS)
                return "T2: a user is in twice";
        }
    }
    return NULL;
}

const char *felt_tour_audit(const void *memory, size_t bytes)
{
    const struct felt_tour *tour = memory;
    if (bytes < sizeof *tour || tour->mark != FELT_TOUR_MARK) return "this is no tournament";
    const char *why = felt_tour_verify(&tour->plan);
    if (why) return why;
    if (tour->bytes != bytes || felt_tour_bytes(&tour->plan) != bytes)
        return "a part of the tournament is missing";
    if (tour->state > FELT_TOUR_CALLED_OFF || tour->level >= tour->plan.levels ||
        tour->used > tour->plan.entrants_max || tour->entries > tour->used ||
        tour->placed > tour->entries || tour->final > 1 || (tour->final && !tour->plan.final_seats))
        return "this is no tournament";
    why = audit_tables(tour);
    if (!why) why = audit_entries(tour);
    if (!why) why = audit_users(tour);
    if (!why) why = audit_places(tour);
    return why;
}
