/* office_unheard.c -- ends of entries that nobody was there to hear.
 *
 * Whoever is knocked out or refunded while he has no line is told when he comes back: once.  What
 * is kept is whose entry it was, not what became of it: that is looked up when it is told.  It is
 * forgotten with its tournament. */
#include "server/room/tournaments/office_parts.h"

#include <stdlib.h>

bool felt_cup_unheard(struct felt_cup *event, const struct felt_unheard *one)
{
    for (uint32_t i = 0; i < event->unheards; i++)
        if (event->unheard[i].number == one->number) return false;
    if (event->unheards == event->unheards_room) {
        uint32_t room = 2 * event->unheards_room + 8;
        struct felt_unheard *more = realloc(event->unheard, room * sizeof *more);
        felt_assert(more != NULL);
        event->unheard = more;
        event->unheards_room = room;
    }
    event->unheard[event->unheards++] = *one;
    return true;
}

bool felt_cup_heard(struct felt_cup *event, uint32_t number)
{
    uint32_t at = 0;
    while (at < event->unheards && event->unheard[at].number != number) at++;
    if (at == event->unheards) return false;
    for (event->unheards--; at < event->unheards; at++) event->unheard[at] = event->unheard[at + 1];
    return true;
}

void felt_office_unheard(struct felt_office *office, uint32_t index, uint32_t entry)
{
    felt_assert(index < office->count);
    struct felt_cup *event = office->event[index];
    const struct felt_tour_entry *who = felt_tour_entry(event->tour, entry);
    struct felt_unheard one = {.user = who->user, .entry = entry, .number = who->number};
    if (felt_cup_unheard(event, &one)) felt_office_write_unheard(office, event, &one);
}

bool felt_office_hear(struct felt_office *office, uint32_t index, int64_t user,
                      struct felt_unheard *one)
{
    felt_assert(index < office->count);
    struct felt_cup *event = office->event[index];
    uint32_t at = 0;
    while (at < event->unheards && event->unheard[at].user != user) at++;
    if (at == event->unheards) return false;
    *one = event->unheard[at];
    (void)felt_cup_heard(event, one->number);
    felt_office_write_heard(office, event, one->number);
    return true;
}
