/* places.c -- who is out, in which place, with which prize (RULES 19.10, 19.12).
 *
 * Places are counted from the end, since somebody may still come in: who is out knows how many went
 * out before him and with him.  With E entries his place is E - beaten - tied + 1, shared by all
 * who went out with him. */
#include "tournament/director_parts.h"

felt_chips felt_director_pool(const struct felt_director *director)
{
    felt_chips paid_in = (director->plan.buy_in - director->plan.fee) * director->entries;
    return paid_in > director->plan.guarantee ? paid_in : director->plan.guarantee;
}

uint32_t felt_director_place(const struct felt_director *director, uint32_t entry)
{
    felt_assert(entry < director->plan.entrants_max);
    const struct felt_director_entry *who = &felt_director_entries(director)[entry];
    if (who->state != FELT_DIRECTOR_ENTRY_OUT) return 0;
    return director->entries - who->beaten - who->tied + 1;
}

/* Those who share places share their prizes; odd chips go to who registered first. */
void felt_director_pay(struct felt_director_work *work, uint16_t entry)
{
    struct felt_director *director = work->director;
    struct felt_director_entry *who = &felt_director_entries(director)[entry];
    felt_assert(who->state == FELT_DIRECTOR_ENTRY_OUT && director->closed && !who->paid);
    uint32_t place = felt_director_place(director, entry);
    uint32_t places = felt_prizes_places(&director->plan.prizes, director->entries);
    felt_chips sum = 0;
    for (uint32_t i = place; i < place + who->tied && i <= places; i++)
        sum += felt_prizes_of(&director->plan.prizes, director->entries, director->pool, i);
    who->paid = true;
    if (sum == 0) return;
    who->prize = sum / who->tied;
    felt_chips odd = sum % who->tied, earlier = 0;
    for (uint32_t i = 0; odd && i < director->used; i++) {
        const struct felt_director_entry *other = &felt_director_entries(director)[i];
        earlier += other->state == FELT_DIRECTOR_ENTRY_OUT && other->beaten == who->beaten &&
                   other->number < who->number;
    }
    if (earlier < odd) who->prize++;
    director->given += who->prize;
    felt_assert(director->given <= director->pool); /* T6 */
    felt_director_tell(work, (struct felt_director_event){.kind = FELT_DIRECTOR_PRIZE,
                                                          .entry = entry,
                                                          .amount = who->prize});
}

/* By rank, the worst first; equal ones by number. */
static bool is_before(const struct felt_director_entry *a, const struct felt_director_entry *b)
{
    return a->rank != b->rank ? a->rank < b->rank : a->number < b->number;
}

static void place_group(struct felt_director_work *work, uint32_t first, uint32_t count)
{
    struct felt_director *director = work->director;
    for (uint32_t i = first; i < first + count; i++) {
        struct felt_director_entry *who =
            &felt_director_entries(director)[felt_director_list(director)[i]];
        who->state = FELT_DIRECTOR_ENTRY_OUT;
        who->beaten = (uint16_t)director->placed;
        who->tied = (uint16_t)count;
        who->rank = 0;
    }
    director->placed += count;
    for (uint32_t i = first; i < first + count; i++) {
        uint16_t entry = felt_director_list(director)[i];
        felt_director_tell(
            work, (struct felt_director_event){.kind = FELT_DIRECTOR_PLACED,
                                               .entry = entry,
                                               .amount = felt_director_place(director, entry)});
        if (director->closed) felt_director_pay(work, entry);
    }
}

void felt_director_place_pending(struct felt_director_work *work)
{
    struct felt_director *director = work->director;
    uint32_t count = 0;
    for (uint32_t i = 0; i < director->used; i++)
        if (felt_director_entries(director)[i].state == FELT_DIRECTOR_ENTRY_PENDING)
            felt_director_list(director)[count++] = (uint16_t)i;
    felt_director_sort(director, count, is_before);
    for (uint32_t first = 0, next; first < count; first = next) {
        int64_t rank = felt_director_entries(director)[felt_director_list(director)[first]].rank;
        next = first + 1;
        while (next < count &&
               felt_director_entries(director)[felt_director_list(director)[next]].rank == rank)
            next++;
        place_group(work, first, next - first);
    }
}

/* The last one who is in has won. */
void felt_director_finish(struct felt_director_work *work)
{
    struct felt_director *director = work->director;
    felt_assert(director->alive == 1 && director->closed);
    uint32_t winner = 0;
    while (felt_director_entries(director)[winner].state != FELT_DIRECTOR_ENTRY_IN) winner++;
    struct felt_director_entry *who = &felt_director_entries(director)[winner];
    felt_assert(who->stack == director->chips); /* T1 */
    uint32_t table = who->table;
    felt_director_rise(director, (uint16_t)winner);
    felt_director_close_table(work, table);
    who->state = FELT_DIRECTOR_ENTRY_PENDING;
    director->alive = 0;
    director->chips = 0;
    felt_director_place_pending(work);
    director->state = FELT_DIRECTOR_OVER;
    director->by_hand = false;
    felt_assert(director->placed == director->entries); /* T7 */
    felt_assert(director->given == director->pool);     /* T6 */
    felt_director_tell(work, (struct felt_director_event){.kind = FELT_DIRECTOR_DONE});
}
