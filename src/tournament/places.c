/* places.c -- who is out, in which place, with which prize (RULES 19.10, 19.12).
 *
 * Places are counted from the end, since somebody may still come in: who is out knows how many went
 * out before him and with him.  With E entries his place is E - beaten - tied + 1, shared by all
 * who went out with him. */
#include "tournament/tour_parts.h"

felt_chips felt_tour_pool(const struct felt_tour *tour)
{
    felt_chips paid_in = (tour->plan.buy_in - tour->plan.fee) * tour->entries;
    return paid_in > tour->plan.guarantee ? paid_in : tour->plan.guarantee;
}

uint32_t felt_tour_place(const struct felt_tour *tour, uint32_t entry)
{
    felt_assert(entry < tour->plan.entrants_max);
    const struct felt_tour_entry *who = &felt_tour_entries(tour)[entry];
    if (who->state != FELT_ENTRY_OUT) return 0;
    return tour->entries - who->beaten - who->tied + 1;
}

/* Those who share places share their prizes; odd chips go to who registered first. */
void felt_tour_pay(struct felt_tour_work *work, uint16_t entry)
{
    struct felt_tour *tour = work->tour;
    struct felt_tour_entry *who = &felt_tour_entries(tour)[entry];
    felt_assert(who->state == FELT_ENTRY_OUT && tour->closed && !who->paid);
    uint32_t place = felt_tour_place(tour, entry);
    uint32_t places = felt_prizes_places(&tour->plan.prizes, tour->entries);
    felt_chips sum = 0;
    for (uint32_t i = place; i < place + who->tied && i <= places; i++)
        sum += felt_prizes_of(&tour->plan.prizes, tour->entries, tour->pool, i);
    who->paid = true;
    if (sum == 0) return;
    who->prize = sum / who->tied;
    felt_chips odd = sum % who->tied, earlier = 0;
    for (uint32_t i = 0; odd && i < tour->used; i++) {
        const struct felt_tour_entry *other = &felt_tour_entries(tour)[i];
        earlier += other->state == FELT_ENTRY_OUT && other->beaten == who->beaten &&
                   other->number < who->number;
    }
    if (earlier < odd) who->prize++;
    tour->given += who->prize;
    felt_assert(tour->given <= tour->pool); /* T6 */
    felt_tour_tell(work, (struct felt_tour_event){
                             .kind = FELT_TOUR_PRIZE, .entry = entry, .amount = who->prize});
}

/* By rank, the worst first; equal ones by number. */
static bool is_before(const struct felt_tour_entry *a, const struct felt_tour_entry *b)
{
    return a->rank != b->rank ? a->rank < b->rank : a->number < b->number;
}

static void place_group(struct felt_tour_work *work, uint32_t first, uint32_t count)
{
    struct felt_tour *tour = work->tour;
    for (uint32_t i = first; i < first + count; i++) {
        struct felt_tour_entry *who = &felt_tour_entries(tour)[felt_tour_list(tour)[i]];
        who->state = FELT_ENTRY_OUT;
        who->beaten = (uint16_t)tour->placed;
        who->tied = (uint16_t)count;
        who->rank = 0;
    }
    tour->placed += count;
    for (uint32_t i = first; i < first + count; i++) {
        uint16_t entry = felt_tour_list(tour)[i];
        felt_tour_tell(work, (struct felt_tour_event){.kind = FELT_TOUR_PLACED,
                                                      .entry = entry,
                                                      .amount = felt_tour_place(tour, entry)});
        if (tour->closed) felt_tour_pay(work, entry);
    }
}

void felt_tour_place_pending(struct felt_tour_work *work)
{
    struct felt_tour *tour = work->tour;
    uint32_t count = 0;
    for (uint32_t i = 0; i < tour->used; i++)
        if (felt_tour_entries(tour)[i].state == FELT_ENTRY_PENDING)
            felt_tour_list(tour)[count++] = (uint16_t)i;
    felt_tour_sort(tour, count, is_before);
    for (uint32_t first = 0, next; first < count; first = next) {
        int64_t rank = felt_tour_entries(tour)[felt_tour_list(tour)[first]].rank;
        next = first + 1;
        while (next < count && felt_tour_entries(tour)[felt_tour_list(tour)[next]].rank == rank)
            next++;
        place_group(work, first, next - first);
    }
}

/* The last one who is in has won. */
void felt_tour_finish(struct felt_tour_work *work)
{
    struct felt_tour *tour = work->tour;
    felt_assert(tour->alive == 1 && tour->closed);
    uint32_t winner = 0;
    while (felt_tour_entries(tour)[winner].state != FELT_ENTRY_IN) winner++;
    struct felt_tour_entry *who = &felt_tour_entries(tour)[winner];
    felt_assert(who->stack == tour->chips); /* T1 */
    uint32_t table = who->table;
    felt_tour_rise(tour, (uint16_t)winner);
    felt_tour_close_table(work, table);
    who->state = FELT_ENTRY_PENDING;
    tour->alive = 0;
    tour->chips = 0;
    felt_tour_place_pending(work);
    tour->state = FELT_TOUR_OVER;
    tour->by_hand = false;
    felt_assert(tour->placed == tour->entries); /* T7 */
    felt_assert(tour->given == tour->pool);     /* T6 */
    felt_tour_tell(work, (struct felt_tour_event){.kind = FELT_TOUR_DONE});
}
