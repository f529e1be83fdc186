/* parlour_reserve.c -- house players for tournaments: they sit at no cash table, and wait for the
 * office to hire them.
 *
 * What they have in their banks is known by receipts.  Whoever has too little for a buy-in is
 * staked by the house; that takes a moment, in which the office asks again. */
#include "server/session/parlour_parts.h"

#include "felt/assert.h"

#include <string.h>

enum { BUY_INS = 4, PAID_AT_ONCE = 64 }; /* he is staked with so many; so many of them at a time */

static struct felt_house *find(struct felt_parlour *parlour, int64_t user)
{
    struct felt_manager *manager = &parlour->manager;
    for (uint32_t i = parlour->config.house_players; i < felt_parlour_house(parlour); i++)
        if (manager->house[i].user == user) return &manager->house[i];
    return NULL;
}

void felt_reserve_found(struct felt_parlour *parlour, uint32_t number, const struct felt_user *user)
{
    struct felt_manager *manager = &parlour->manager;
    struct felt_house *house = &manager->house[number];
    struct felt_guest_of_floor who = {
        .user = user->id, .kind = user->kind, .local = true, .bank = user->chips};
    struct felt_floor_reply reply;
    memcpy(who.name, user->handle, sizeof who.name);
    memcpy(house->name, user->handle, sizeof house->name);
    house->user = user->id;
    house->bank = user->chips;
    for (uint32_t i = 0; i < manager->engagements; i++)
        house->engaged |= manager->engaged[i] == user->id;
    if (!felt_floor_enter(parlour->floor, parlour->lines + number, &who, felt_parlour_ms(parlour),
                          &reply)) {
        house->step = FELT_HOUSE_LOST;
        return;
    }
    /* Once he was one of those who sit at cash tables. */
    felt_floor_clear(parlour->floor, user->id, felt_parlour_ms(parlour));
}

bool felt_reserve_hire(struct felt_parlour *parlour, felt_chips buy_in,
                       struct felt_guest_of_floor *who)
{
    struct felt_manager *manager = &parlour->manager;
    uint32_t first = parlour->config.house_players, all = felt_parlour_house(parlour);
    for (uint32_t i = first; i < all; i++) {
        struct felt_house *house = &manager->house[i];
        if (house->step != FELT_HOUSE_HIRED || house->engaged || house->bank < buy_in) continue;
        house->engaged = true;
        house->bank -= buy_in;
        *who = (struct felt_guest_of_floor){
            .user = house->user, .kind = FELT_USER_HOUSE, .local = true, .bank = house->bank};
        memcpy(who->name, house->name, sizeof who->name);
        return true;
    }
    if (felt_parlour_ms(parlour) < manager->reserve_broke_ms) return false;
    int paid = 0;
    for (uint32_t i = first; i < all && paid < PAID_AT_ONCE; i++) {
        const struct felt_house *house = &manager->house[i];
        if (house->step != FELT_HOUSE_HIRED || house->engaged) continue;
        felt_manager_pay(parlour, i, BUY_INS * buy_in);
        paid++;
    }
    return false;
}

void felt_reserve_hired(struct felt_parlour *parlour, int64_t user)
{
    struct felt_manager *manager = &parlour->manager;
    struct felt_house *house = find(parlour, user);
    if (house) {
        house->engaged = true;
        return;
    }
    /* He is looked up later; one for whom there is no room is none of ours any more. */
    if (manager->engagements < felt_parlour_house(parlour))
        manager->engaged[manager->engagements++] = user;
}

void felt_reserve_let_go(struct felt_parlour *parlour, int64_t user)
{
    struct felt_manager *manager = &parlour->manager;
    struct felt_house *house = find(parlour, user);
    if (house) house->engaged = false;
    for (uint32_t i = 0; i < manager->engagements; i++)
        if (manager->engaged[i] == user) manager->engaged[i] = 0;
}

void felt_reserve_bank(struct felt_parlour *parlour, int64_t user, felt_chips bank)
{
    struct felt_house *house = find(parlour, user);
    if (house) house->bank = bank;
}
