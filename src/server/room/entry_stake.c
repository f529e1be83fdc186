/* entry_stake.c -- records that are not of a table: stakes that were added, and what others want to
 * survive.
 *
 *   STAKE   number from 0 (2 bytes), IS, WILL_BE, TURNS or GONE (1), text (the rest; none of the
 * last two, and of a change that does not come after all) */
#include "server/room/entry.h"

void felt_entry_stake(struct felt_floor *floor, int number, enum felt_entry_stake what,
                      const struct felt_stake *stake)
{
    struct felt_putter entry;
    if (floor->quiet) return;
    felt_entry_begin(&entry, FELT_ENTRY_STAKE, floor, NULL);
    felt_put(&entry, (uint64_t)(number - FELT_STAKES_MAX), 2);
    felt_put(&entry, what, 1);
    if (stake) felt_buffer_bytes(&entry.out, stake->text, stake->text_bytes);
    felt_entry_append(floor, &entry);
}

void felt_entry_stakes(struct felt_floor *floor)
{
    for (int i = 0; i < FELT_STAKES_ADDED; i++) {
        const struct felt_added_stake *added = &floor->added[i];
        if (!added->stake) continue;
        felt_entry_stake(floor, FELT_STAKES_MAX + i, FELT_STAKE_IS, added->stake);
        if (added->next)
            felt_entry_stake(floor, FELT_STAKES_MAX + i, FELT_STAKE_WILL_BE, added->next);
    }
}

void felt_floor_append_other(struct felt_floor *floor, const void *bytes, size_t count)
{
    struct felt_putter entry;
    felt_assert(count >= 1 && count <= FELT_OTHER_BYTES);
    if (floor->quiet) return;
    felt_entry_begin(&entry, FELT_ENTRY_OTHER, floor, NULL);
    felt_buffer_bytes(&entry.out, bytes, count);
    felt_entry_append(floor, &entry);
}

/* What its owner makes of a text, if it is good for this floor. */
static const struct felt_stake *make(struct felt_floor *floor, const struct felt_getter *getter)
{
    const struct felt_floor_services *services = floor->services;
    if (!services->stake_again) return NULL;
    const struct felt_stake *stake =
        services->stake_again(services->self, (const char *)getter->at, getter->left);
    if (!stake || felt_stake_fits(floor, stake)) return stake;
    services->stake_gone(services->self, stake);
    return NULL;
}

static bool restore_new(struct felt_floor *floor, struct felt_added_stake *added,
                        const struct felt_getter *getter)
{
    const struct felt_stake *stake = make(floor, getter);
    if (!stake) return true; /* its tables will be missing */
    if (felt_floor_find_stake(floor, stake->id) >= 0) {
        floor->services->stake_gone(floor->services->self, stake);
        return false;
    }
    *added = (struct felt_added_stake){.stake = stake};
    return true;
}

bool felt_entry_restore_stake(struct felt_floor *floor, struct felt_getter *getter)
{
    int number = (int)felt_get(getter, 2);
    unsigned what = (unsigned)felt_get(getter, 1);
    if (getter->bad || number >= FELT_STAKES_ADDED || getter->left > FELT_STAKE_TEXT_BYTES)
        return false;
    struct felt_added_stake *added = &floor->added[number];
    if (what == FELT_STAKE_IS)
        return getter->left > 0 && !added->stake && restore_new(floor, added, getter);
    if (!added->stake) return true; /* it could not be made */
    if (what == FELT_STAKE_WILL_BE) {
        const struct felt_stake *next = getter->left ? make(floor, getter) : NULL;
        bool good = !next || (strcmp(next->id, added->stake->id) == 0 &&
                              next->markers == added->stake->markers);
        if (next && !good) floor->services->stake_gone(floor->services->self, next);
        if (good) felt_stake_next(floor, FELT_STAKES_MAX + number, next);
        return good;
    }
    if (getter->left) return false;
    if (what == FELT_STAKE_GONE) {
        if (added->rings) return false;
        felt_floor_drop_stake(floor, FELT_STAKES_MAX + number);
        return true;
    }
    if (what != FELT_STAKE_TURNS) return false;
    for (uint32_t index = 0; index < floor->fresh_ring; index++) {
        const struct felt_ring *ring = felt_ring_at(floor, index);
        if (ring->used && ring->stake == FELT_STAKES_MAX + number && ring->hand) return false;
    }
    (void)felt_stake_turn(floor, FELT_STAKES_MAX + number);
    return true;
}
