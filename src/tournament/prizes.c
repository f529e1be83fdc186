/* prizes.c -- how a prize pool is shared. */
#include "tournament/prizes.h"

#include "felt/assert.h"

#include <stddef.h>

const char *felt_prizes_verify(const struct felt_prize_table *table)
{
    if (table->rows < 1 || table->rows > FELT_PRIZE_ROWS_MAX)
        return "a table of prizes has 1 to 16 rows";
    if (table->runs > FELT_PRIZE_RUNS_MAX) return "a table of prizes has at most 128 runs";
    for (uint32_t i = 0; i < table->rows; i++) {
        const struct felt_prize_row *row = &table->row[i];
        if (i == 0 ? row->entries_min > 2 : row->entries_min <= table->row[i - 1].entries_min)
            return "rows of prizes begin at 2 entries or fewer, and grow";
        if (row->count < 1 || row->first > table->runs || row->count > table->runs - row->first)
            return "a row of prizes has runs of the table";
        uint32_t last = 0, weight = FELT_PRIZE_WEIGHT_MAX;
        for (uint32_t j = row->first; j < (uint32_t)row->first + row->count; j++) {
            if (table->run[j].last_place <= last) return "places of prizes grow from run to run";
            if (table->run[j].weight < 1 || table->run[j].weight > weight)
                return "weights of prizes are 1 to 1000000 and never grow";
            last = table->run[j].last_place;
            weight = table->run[j].weight;
        }
    }
    return NULL;
}

static const struct felt_prize_row *row_of(const struct felt_prize_table *table, uint32_t entries)
{
    uint32_t at = 0;
    while (at + 1 < table->rows && table->row[at + 1].entries_min <= entries) at++;
    return &table->row[at];
}

uint32_t felt_prizes_places(const struct felt_prize_table *table, uint32_t entries)
{
    const struct felt_prize_row *row = row_of(table, entries);
    uint32_t last = table->run[row->first + row->count - 1].last_place;
    return last < entries ? last : entries;
}

felt_chips felt_prizes_of(const struct felt_prize_table *table, uint32_t entries, felt_chips pool,
                          uint32_t place)
{
    uint32_t places = felt_prizes_places(table, entries);
    felt_assert(place >= 1 && pool >= 0);
    if (place > places) return 0;
    const struct felt_prize_row *row = row_of(table, entries);
    int64_t total = 0, weight = 0;
    for (uint32_t i = 0, from = 1; i < row->count && from <= places; i++) {
        const struct felt_prize_run *run = &table->run[row->first + i];
        uint32_t last = run->last_place < places ? run->last_place : places;
        total += (int64_t)(last - from + 1) * run->weight;
        if (place >= from && place <= last) weight = run->weight;
        from = last + 1;
    }
    felt_assert(total > 0);
    if (total < 1) return 0; /* for analysers that do not know the line above */
    /* pool * weight / total in two steps, since the product may have more than 64 bits. */
    int64_t whole = pool / total, rest = pool % total;
    if (place > 1) return whole * weight + rest * weight / total;
    felt_chips others = 0;
    for (uint32_t i = 0, from = 1; i < row->count && from <= places; i++) {
        const struct felt_prize_run *run = &table->run[row->first + i];
        uint32_t last = run->last_place < places ? run->last_place : places;
        int64_t count = last - from + 1 - (from == 1);
        others += count * (whole * run->weight + rest * run->weight / total);
        from = last + 1;
    }
    felt_assert(others <= pool); /* P1: what the others do not get is the first one's */
    return pool - others;
}
