/* stakes.c -- stakes that are added while the floor is there: private tables, tournaments. */
#include "server/room/entry.h"

void felt_stake_verify(const struct felt_stake *stake)
{
    felt_assert(stake->games >= 1 && stake->games <= FELT_GAMES_MAX);
    felt_assert(stake->seats >= 2 && stake->seats <= FELT_SEATS_MAX);
    felt_assert(stake->seats <= stake->game[0]->seats_max); /* the one by default */
    felt_assert(stake->buy_in_min >= 1 && stake->buy_in_min <= stake->buy_in_max);
    felt_assert(stake->move_ms > 0 && stake->big_blind > 0);
}

bool felt_stake_fits(const struct felt_floor *floor, const struct felt_stake *stake)
{
    felt_stake_verify(stake);
    felt_assert(stake->text && stake->text_bytes >= 1);
    felt_assert(stake->text_bytes <= FELT_STAKE_TEXT_BYTES);
    for (int game = 0; game < stake->games; game++)
        if (stake->game[game]->game->state_bytes > floor->state_bytes) return false;
    return true;
}

const struct felt_stake *felt_floor_stake(const struct felt_floor *floor, int stake)
{
    if (stake < 0 || stake >= FELT_STAKES_MAX + FELT_STAKES_ADDED) return NULL;
    if (stake >= FELT_STAKES_MAX) return floor->added[stake - FELT_STAKES_MAX].stake;
    return stake < floor->config->stakes ? floor->config->stake[stake] : NULL;
}

int felt_floor_find_stake(const struct felt_floor *floor, const char *id)
{
    for (int i = 0; i < FELT_STAKES_MAX + FELT_STAKES_ADDED; i++) {
        const struct felt_stake *stake = felt_floor_stake(floor, i);
        if (stake && strcmp(stake->id, id) == 0) return i;
    }
    return -1;
}

static struct felt_added_stake *added_at(struct felt_floor *floor, int stake)
{
    felt_assert(stake >= FELT_STAKES_MAX && stake < FELT_STAKES_MAX + FELT_STAKES_ADDED);
    felt_assert(floor->added[stake - FELT_STAKES_MAX].stake);
    return &floor->added[stake - FELT_STAKES_MAX];
}

int felt_floor_add_stake(struct felt_floor *floor, const struct felt_stake *stake)
{
    int slot = 0;
    if (!felt_stake_fits(floor, stake) || felt_floor_find_stake(floor, stake->id) >= 0) return -1;
    while (slot < FELT_STAKES_ADDED && floor->added[slot].stake) slot++;
    if (slot == FELT_STAKES_ADDED) return -1;
    floor->added[slot] = (struct felt_added_stake){.stake = stake};
    felt_entry_stake(floor, FELT_STAKES_MAX + slot, FELT_STAKE_IS, stake);
    return FELT_STAKES_MAX + slot;
}

static void let_go(struct felt_floor *floor, const struct felt_stake *stake)
{
    const struct felt_floor_services *services = floor->services;
    if (stake && services->stake_gone) services->stake_gone(services->self, stake);
}

/* Its number may be another's soon: nobody has left that one with chips. */
static void go_if_unused(struct felt_floor *floor, int number)
{
    struct felt_added_stake *added = added_at(floor, number);
    if (!added->dropped || added->rings) return;
    struct felt_added_stake gone = *added;
    *added = (struct felt_added_stake){0};
    for (int i = 0; i < FELT_RATHOLES; i++)
        if (floor->rathole[i].stake == number) floor->rathole[i].user = 0;
    felt_entry_stake(floor, number, FELT_STAKE_GONE, NULL);
    let_go(floor, gone.next);
    let_go(floor, gone.stake);
}

void felt_floor_drop_stake(struct felt_floor *floor, int stake)
{
    added_at(floor, stake)->dropped = true;
    go_if_unused(floor, stake);
}

void felt_stake_opened(struct felt_floor *floor, int stake)
{
    if (stake >= FELT_STAKES_MAX) added_at(floor, stake)->rings++;
}

void felt_stake_closed(struct felt_floor *floor, int stake)
{
    if (stake < FELT_STAKES_MAX) return;
    felt_assert(added_at(floor, stake)->rings > 0);
    added_at(floor, stake)->rings--;
    go_if_unused(floor, stake);
}

void felt_stake_next(struct felt_floor *floor, int number, const struct felt_stake *next)
{
    struct felt_added_stake *added = added_at(floor, number);
    const struct felt_stake *old = added->next;
    felt_assert(!next || strcmp(next->id, added->stake->id) == 0);
    added->next = next;
    felt_entry_stake(floor, number, FELT_STAKE_WILL_BE, next);
    let_go(floor, old);
}

bool felt_stake_turn(struct felt_floor *floor, int number)
{
    if (number < FELT_STAKES_MAX) return false;
    struct felt_added_stake *added = added_at(floor, number);
    const struct felt_stake *old = added->stake;
    if (!added->next) return false;
    added->stake = added->next;
    added->next = NULL;
    for (uint32_t index = 0; index < floor->fresh_ring; index++) {
        struct felt_ring *ring = felt_ring_at(floor, index);
        if (!ring->used || ring->stake != number) continue;
        ring->game = 0; /* of the new ones; whoever has the button chooses again */
        ring->chosen = false;
    }
    felt_entry_stake(floor, number, FELT_STAKE_TURNS, NULL);
    let_go(floor, old);
    return true;
}

void felt_stakes_resume(struct felt_floor *floor)
{
    for (int i = 0; i < FELT_STAKES_ADDED; i++)
        if (floor->added[i].stake && !floor->added[i].stake->guided)
            felt_floor_drop_stake(floor, FELT_STAKES_MAX + i);
}
