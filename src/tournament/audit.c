/* audit.c -- a number for a whole tournament, and what always holds in it. */
#include "tournament/director_parts.h"

#include "felt/hash.h"

/* The block has no byte that nobody set: structures have no padding but zeros of the beginning, and
 * the list for draws is left as the last draw left it, which the inputs decide too. */
uint64_t felt_director_hash(const struct felt_director *director)
{
    return felt_hash_bytes(FELT_DIRECTOR_MARK, director, director->bytes);
}

static const char *audit_tables(const struct felt_director *director)
{
    uint32_t open = 0;
    for (uint32_t i = 0; i < director->plan.tables_max; i++) {
        const struct felt_director_table *table = &felt_director_tables(director)[i];
        uint32_t size = 0;
        felt_chips chips = 0;
        open += table->open;
        for (int seat = 0; seat < FELT_SEATS_MAX; seat++) {
            uint16_t entry = table->seat[seat];
            if (entry == FELT_DIRECTOR_NOBODY) continue;
            if (!table->open) return "T2: somebody sits at a table that is closed";
            if (entry >= director->used || seat >= felt_director_seats(director))
                return "T2: a chair names nobody";
            const struct felt_director_entry *who = &felt_director_entries(director)[entry];
            if (who->state != FELT_DIRECTOR_ENTRY_IN || who->table != i || who->seat != seat)
                return "T2: somebody sits where he is not";
            if (who->stack < 1 || who->stack > director->chips) return "T1: a stack is impossible";
            size++;
            chips += who->stack;
        }
        if (size != table->size) return "T2: a table is larger or smaller than it says";
        if (chips != table->chips) return "T1: the chips of a table are not those of its players";
        if (table->in_hand && (!table->open || table->dealt == 0 ||
                               table->dealt & ~felt_director_taken(director, table)))
            return "T5: cards were dealt to an empty chair";
        if (table->level >= director->plan.levels) return "T5: there is no such level";
        const felt_seat at[] = {table->at.button,     table->at.small,     table->at.big,
                                table->before.button, table->before.small, table->before.big};
        for (int j = 0; j < 6; j++)
            if (at[j] < FELT_SEAT_NONE || at[j] >= felt_director_seats(director))
                return "T5: button or blinds are not at the table";
    }
    return open == director->tables ? NULL : "T2: there are more or fewer tables than it says";
}

/* Ties are a group of so many with the same number of beaten ones; groups lie end to end. */
static const char *audit_places(const struct felt_director *director)
{
    uint32_t expected = 0;
    while (expected < director->placed) {
        uint32_t found = 0, tied = 0;
        for (uint32_t i = 0; i < director->used; i++) {
            const struct felt_director_entry *who = &felt_director_entries(director)[i];
            if (who->state != FELT_DIRECTOR_ENTRY_OUT || who->beaten != expected) continue;
            if (found && who->tied != tied) return "T7: those who tie do not agree";
            tied = who->tied;
            found++;
        }
        if (found == 0 || found != tied) return "T7: a place is missing or given twice";
        expected += tied;
    }
    return expected == director->placed ? NULL : "T7: there are too many places";
}

static const char *audit_entries(const struct felt_director *director)
{
    uint32_t in = 0, out = 0, pending = 0, waits = 0, house = 0;
    felt_chips chips = 0, given = 0;
    for (uint32_t i = 0; i < director->plan.entrants_max; i++) {
        const struct felt_director_entry *who = &felt_director_entries(director)[i];
        if (who->state > FELT_DIRECTOR_ENTRY_REFUNDED) return "T2: an entry is in no state";
        if (i >= director->used && who->state != FELT_DIRECTOR_ENTRY_FREE)
            return "T2: an entry is too many";
        if (who->state == FELT_DIRECTOR_ENTRY_IN) {
            in++;
            chips += who->stack;
            if (who->table == FELT_DIRECTOR_NO_TABLE && !felt_director_is_rounds(director))
                return "T2: somebody has no chair";
            if (who->table != FELT_DIRECTOR_NO_TABLE &&
                (who->table >= director->plan.tables_max || who->seat >= FELT_SEATS_MAX ||
                 felt_director_tables(director)[who->table].seat[who->seat] != i))
                return "T2: somebody's chair is not his";
        } else if (who->table != FELT_DIRECTOR_NO_TABLE) {
            return "T2: somebody who is not in has a chair";
        }
        out += who->state == FELT_DIRECTOR_ENTRY_OUT;
        pending += who->state == FELT_DIRECTOR_ENTRY_PENDING;
        waits += who->state == FELT_DIRECTOR_ENTRY_WAITS;
        bool counts =
            who->state != FELT_DIRECTOR_ENTRY_FREE && who->state != FELT_DIRECTOR_ENTRY_REFUNDED;
        if (counts && who->flags & FELT_DIRECTOR_ENTRY_HOUSE) house++;
        given += who->prize;
    }
    if (in != director->alive || out != director->placed || house != director->house)
        return "T2: it says other numbers of players";
    if (in + out + pending + waits != director->entries)
        return "T2: it says another number of entries";
    if (chips != director->chips) return "T1: chips were made or lost";
    if (given != director->given || given > felt_director_pool(director))
        return "T6: prizes are not the pool";
    if (director->state == FELT_DIRECTOR_OVER && given != director->pool)
        return "T6: prizes are not the pool";
    return NULL;
}

/* Nobody is in twice. */
static const char *audit_users(const struct felt_director *director)
{
    for (uint32_t i = 0; i < director->used; i++) {
        uint8_t state = felt_director_entries(director)[i].state;
        if (state != FELT_DIRECTOR_ENTRY_IN && state != FELT_DIRECTOR_ENTRY_WAITS) continue;
        for (uint32_t j = i + 1; j < director->used; j++) {
            const struct felt_director_entry *other = &felt_director_entries(director)[j];
            if (other->user != felt_director_entries(director)[i].user) continue;
            if (other->state == FELT_DIRECTOR_ENTRY_IN || other->state == FELT_DIRECTOR_ENTRY_WAITS)
                return "T2: a user is in twice";
        }
    }
    return NULL;
}

const char *felt_director_audit(const void *memory, size_t bytes)
{
    const struct felt_director *director = memory;
    if (bytes < sizeof *director || director->mark != FELT_DIRECTOR_MARK)
        return "this is no tournament";
    const char *why = felt_director_verify(&director->plan);
    if (why) return why;
    if (director->bytes != bytes || felt_director_bytes(&director->plan) != bytes)
        return "a part of the tournament is missing";
    if (director->state > FELT_DIRECTOR_CALLED_OFF || director->level >= director->plan.levels ||
        director->used > director->plan.entrants_max || director->entries > director->used ||
        director->placed > director->entries || director->final > 1 ||
        (director->final && !director->plan.final_seats))
        return "this is no tournament";
    why = audit_tables(director);
    if (!why) why = audit_entries(director);
    if (!why) why = audit_users(director);
    if (!why) why = audit_places(director);
    return why;
}
