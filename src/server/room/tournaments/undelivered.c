/* undelivered.c -- ends of entries that nobody was there to hear.
 *
 * Whoever is knocked out or refunded while he has no connection is told when he comes back: once.
 * What is kept is whose entry it was, not what became of it: that is looked up when it is told.  It
 * is forgotten with its tournament. */
#include "server/room/tournaments/tournaments_parts.h"

#include <stdlib.h>

bool felt_tournament_keep_message(struct felt_tournament *tournament,
                                  const struct felt_tournament_message *one)
{
    for (uint32_t i = 0; i < tournament->unheards; i++)
        if (tournament->unheard[i].number == one->number) return false;
    if (tournament->unheards == tournament->unheards_room) {
        uint32_t room = 2 * tournament->unheards_room + 8;
        struct felt_tournament_message *more = realloc(tournament->unheard, room * sizeof *more);
        felt_assert(more != NULL);
        tournament->unheard = more;
        tournament->unheards_room = room;
    }
    tournament->unheard[tournament->unheards++] = *one;
    return true;
}

bool felt_tournament_message_delivered(struct felt_tournament *tournament, uint32_t number)
{
    uint32_t at = 0;
    while (at < tournament->unheards && tournament->unheard[at].number != number) at++;
    if (at == tournament->unheards) return false;
    for (tournament->unheards--; at < tournament->unheards; at++)
        tournament->unheard[at] = tournament->unheard[at + 1];
    return true;
}

void felt_tournaments_undelivered(struct felt_tournaments *tournaments, uint32_t index,
                                  uint32_t entry)
{
    felt_assert(index < tournaments->count);
    struct felt_tournament *tournament = tournaments->event[index];
    const struct felt_director_entry *who = felt_director_entry(tournament->director, entry);
    struct felt_tournament_message one = {.user = who->user, .entry = entry, .number = who->number};
    if (felt_tournament_keep_message(tournament, &one))
        felt_tournaments_write_message(tournaments, tournament, &one);
}

bool felt_tournaments_deliver(struct felt_tournaments *tournaments, uint32_t index, int64_t user,
                              struct felt_tournament_message *one)
{
    felt_assert(index < tournaments->count);
    struct felt_tournament *tournament = tournaments->event[index];
    uint32_t at = 0;
    while (at < tournament->unheards && tournament->unheard[at].user != user) at++;
    if (at == tournament->unheards) return false;
    *one = tournament->unheard[at];
    (void)felt_tournament_message_delivered(tournament, one->number);
    felt_tournaments_write_delivered(tournaments, tournament, one->number);
    return true;
}
