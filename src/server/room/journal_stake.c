/* journal_stake.c -- records that are not of a table: stakes that were added, and what others want
 * to survive.
 *
 *   STAKE   number from 0 (2 bytes), IS, WILL_BE, TURNS or GONE (1), text (the rest; none of the
 * last two, and of a change that does not come after all) */
#include "server/room/journal_records.h"

void felt_room_journal_stake(struct felt_room *room, int number, enum felt_room_journal_stake what,
                             const struct felt_stake *stake)
{
    struct felt_putter entry;
    if (room->quiet) return;
    felt_room_journal_begin(&entry, FELT_ROOM_JOURNAL_STAKE, room, NULL);
    felt_put(&entry, (uint64_t)(number - FELT_STAKES_MAX), 2);
    felt_put(&entry, what, 1);
    if (stake) felt_buffer_bytes(&entry.out, stake->text, stake->text_bytes);
    felt_room_journal_append(room, &entry);
}

void felt_room_journal_stakes(struct felt_room *room)
{
    for (int i = 0; i < FELT_STAKES_ADDED; i++) {
        const struct felt_added_stake *added = &room->added[i];
        if (!added->stake) continue;
        felt_room_journal_stake(room, FELT_STAKES_MAX + i, FELT_STAKE_IS, added->stake);
        if (added->next)
            felt_room_journal_stake(room, FELT_STAKES_MAX + i, FELT_STAKE_WILL_BE, added->next);
    }
}

void felt_room_append_other(struct felt_room *room, const void *bytes, size_t count)
{
    struct felt_putter entry;
    felt_assert(count >= 1 && count <= FELT_OTHER_BYTES);
    if (room->quiet) return;
    felt_room_journal_begin(&entry, FELT_ROOM_JOURNAL_OTHER, room, NULL);
    felt_buffer_bytes(&entry.out, bytes, count);
    felt_room_journal_append(room, &entry);
}

/* What its owner makes of a text, if it is good for this room. */
static const struct felt_stake *make(struct felt_room *room, const struct felt_getter *getter)
{
    const struct felt_room_services *services = room->services;
    if (!services->stake_again) return NULL;
    const struct felt_stake *stake =
        services->stake_again(services->self, (const char *)getter->at, getter->left);
    if (!stake || felt_stake_fits(room, stake)) return stake;
    services->stake_gone(services->self, stake);
    return NULL;
}

static bool restore_new(struct felt_room *room, struct felt_added_stake *added,
                        const struct felt_getter *getter)
{
    const struct felt_stake *stake = make(room, getter);
    if (!stake) return true; /* its tables will be missing */
    if (felt_room_find_stake(room, stake->id) >= 0) {
        room->services->stake_gone(room->services->self, stake);
        return false;
    }
    *added = (struct felt_added_stake){.stake = stake};
    return true;
}

bool felt_room_journal_restore_stake(struct felt_room *room, struct felt_getter *getter)
{
    int number = (int)felt_get(getter, 2);
    unsigned what = (unsigned)felt_get(getter, 1);
    if (getter->bad || number >= FELT_STAKES_ADDED || getter->left > FELT_STAKE_TEXT_BYTES)
        return false;
    struct felt_added_stake *added = &room->added[number];
    if (what == FELT_STAKE_IS)
        return getter->left > 0 && !added->stake && restore_new(room, added, getter);
    if (!added->stake) return true; /* it could not be made */
    if (what == FELT_STAKE_WILL_BE) {
        const struct felt_stake *next = getter->left ? make(room, getter) : NULL;
        bool good = !next || (strcmp(next->id, added->stake->id) == 0 &&
                              next->markers == added->stake->markers);
        if (next && !good) room->services->stake_gone(room->services->self, next);
        if (good) felt_stake_next(room, FELT_STAKES_MAX + number, next);
        return good;
    }
    if (getter->left) return false;
    if (what == FELT_STAKE_GONE) {
        if (added->tables) return false;
        felt_room_drop_stake(room, FELT_STAKES_MAX + number);
        return true;
    }
    if (what != FELT_STAKE_TURNS) return false;
    for (uint32_t index = 0; index < room->fresh_table; index++) {
        const struct felt_room_table *table = felt_room_table_at(room, index);
        if (table->used && table->stake == FELT_STAKES_MAX + number && table->hand) return false;
    }
    (void)felt_stake_turn(room, FELT_STAKES_MAX + number);
    return true;
}
