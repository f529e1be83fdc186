/* stakes.c -- stakes that are added while the room is there: private tables, tournaments. */
#include "server/room/journal_records.h"

void felt_stake_verify(const struct felt_stake *stake)
{
    felt_assert(stake->games >= 1 && stake->games <= FELT_GAMES_MAX);
    felt_assert(stake->seats >= 2 && stake->seats <= FELT_SEATS_MAX);
    felt_assert(stake->seats <= stake->game[0]->seats_max); /* the one by default */
    felt_assert(stake->buy_in_min >= 1 && stake->buy_in_min <= stake->buy_in_max);
    felt_assert(stake->move_ms > 0 && stake->big_blind > 0);
}

bool felt_stake_fits(const struct felt_room *room, const struct felt_stake *stake)
{
    felt_stake_verify(stake);
    felt_assert(stake->text && stake->text_bytes >= 1);
    felt_assert(stake->text_bytes <= FELT_STAKE_TEXT_BYTES);
    for (int game = 0; game < stake->games; game++)
        if (stake->game[game]->game->state_bytes > room->state_bytes) return false;
    return true;
}

const struct felt_stake *felt_room_stake(const struct felt_room *room, int stake)
{
    if (stake < 0 || stake >= FELT_STAKES_MAX + FELT_STAKES_ADDED) return NULL;
    if (stake >= FELT_STAKES_MAX) return room->added[stake - FELT_STAKES_MAX].stake;
    return stake < room->config->stakes ? room->config->stake[stake] : NULL;
}

int felt_room_find_stake(const struct felt_room *room, const char *id)
{
    for (int i = 0; i < FELT_STAKES_MAX + FELT_STAKES_ADDED; i++) {
        const struct felt_stake *stake = felt_room_stake(room, i);
        if (stake && strcmp(stake->id, id) == 0) return i;
    }
    return -1;
}

static struct felt_added_stake *added_at(struct felt_room *room, int stake)
{
    felt_assert(stake >= FELT_STAKES_MAX && stake < FELT_STAKES_MAX + FELT_STAKES_ADDED);
    felt_assert(room->added[stake - FELT_STAKES_MAX].stake);
    return &room->added[stake - FELT_STAKES_MAX];
}

int felt_room_add_stake(struct felt_room *room, const struct felt_stake *stake)
{
    int slot = 0;
    if (!felt_stake_fits(room, stake) || felt_room_find_stake(room, stake->id) >= 0) return -1;
    while (slot < FELT_STAKES_ADDED && room->added[slot].stake) slot++;
    if (slot == FELT_STAKES_ADDED) return -1;
    room->added[slot] = (struct felt_added_stake){.stake = stake};
    felt_room_journal_stake(room, FELT_STAKES_MAX + slot, FELT_STAKE_IS, stake);
    return FELT_STAKES_MAX + slot;
}

static void let_go(struct felt_room *room, const struct felt_stake *stake)
{
    const struct felt_room_services *services = room->services;
    if (stake && services->stake_gone) services->stake_gone(services->self, stake);
}

/* Its number may be another's soon: nobody has left that one with chips. */
static void go_if_unused(struct felt_room *room, int number)
{
    struct felt_added_stake *added = added_at(room, number);
    if (!added->dropped || added->tables) return;
    struct felt_added_stake gone = *added;
    *added = (struct felt_added_stake){0};
    for (int i = 0; i < FELT_RATHOLES; i++)
        if (room->rathole[i].stake == number) room->rathole[i].user = 0;
    felt_room_journal_stake(room, number, FELT_STAKE_GONE, NULL);
    let_go(room, gone.next);
    let_go(room, gone.stake);
}

void felt_room_drop_stake(struct felt_room *room, int stake)
{
    added_at(room, stake)->dropped = true;
    go_if_unused(room, stake);
}

void felt_stake_opened(struct felt_room *room, int stake)
{
    if (stake >= FELT_STAKES_MAX) added_at(room, stake)->tables++;
}

void felt_stake_closed(struct felt_room *room, int stake)
{
    if (stake < FELT_STAKES_MAX) return;
    felt_assert(added_at(room, stake)->tables > 0);
    added_at(room, stake)->tables--;
    go_if_unused(room, stake);
}

void felt_stake_next(struct felt_room *room, int number, const struct felt_stake *next)
{
    struct felt_added_stake *added = added_at(room, number);
    const struct felt_stake *old = added->next;
    felt_assert(!next || strcmp(next->id, added->stake->id) == 0);
    added->next = next;
    felt_room_journal_stake(room, number, FELT_STAKE_WILL_BE, next);
    let_go(room, old);
}

bool felt_stake_turn(struct felt_room *room, int number)
{
    if (number < FELT_STAKES_MAX) return false;
    struct felt_added_stake *added = added_at(room, number);
    const struct felt_stake *old = added->stake;
    if (!added->next) return false;
    added->stake = added->next;
    added->next = NULL;
    for (uint32_t index = 0; index < room->fresh_table; index++) {
        struct felt_room_table *table = felt_room_table_at(room, index);
        if (!table->used || table->stake != number) continue;
        table->game = 0; /* of the new ones; whoever has the button chooses again */
        table->chosen = false;
    }
    felt_room_journal_stake(room, number, FELT_STAKE_TURNS, NULL);
    let_go(room, old);
    return true;
}

void felt_room_stakes_resume(struct felt_room *room)
{
    for (int i = 0; i < FELT_STAKES_ADDED; i++)
        if (room->added[i].stake && !room->added[i].stake->directed)
            felt_room_drop_stake(room, FELT_STAKES_MAX + i);
}
