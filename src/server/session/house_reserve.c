/* house_reserve.c -- house players for tournaments: they sit at no cash table, and wait for the
 * tournament service to hire them.
 *
 * What they have in their ledger stores is known by receipts.  Whoever has too little for a buy-in
 * is staked by the house; that takes a moment, in which the tournament service asks again. */
#include "server/session/room_session_parts.h"

#include "felt/assert.h"

#include <string.h>

enum { BUY_INS = 4, PAID_AT_ONCE = 64 }; /* he is staked with so many; so many of them at a time */

static struct felt_house_account *find(struct felt_room_session *session, int64_t user)
{
    struct felt_house_accounts *house_accounts = &session->house_accounts;
    for (uint32_t i = session->config.house_players; i < felt_room_session_house(session); i++)
        if (house_accounts->house[i].user == user) return &house_accounts->house[i];
    return NULL;
}

void felt_house_reserve_found(struct felt_room_session *session, uint32_t number,
                              const struct felt_user *user)
{
    struct felt_house_accounts *house_accounts = &session->house_accounts;
    struct felt_house_account *house = &house_accounts->house[number];
    struct felt_room_guest who = {
        .user = user->id, .kind = user->kind, .local = true, .bank = user->chips};
    struct felt_room_reply reply;
    memcpy(who.name, user->handle, sizeof who.name);
    memcpy(house->name, user->handle, sizeof house->name);
    house->user = user->id;
    house->bank = user->chips;
    for (uint32_t i = 0; i < house_accounts->engagements; i++)
        house->engaged |= house_accounts->engaged[i] == user->id;
    if (!felt_room_enter(session->room, session->conns + number, &who,
                         felt_room_session_ms(session), &reply)) {
        house->step = FELT_HOUSE_LOST;
        return;
    }
    /* Once he was one of those who sit at cash tables. */
    felt_room_clear(session->room, user->id, felt_room_session_ms(session));
}

bool felt_house_reserve_hire(struct felt_room_session *session, felt_chips buy_in,
                             struct felt_room_guest *who)
{
    struct felt_house_accounts *house_accounts = &session->house_accounts;
    uint32_t first = session->config.house_players, all = felt_room_session_house(session);
    for (uint32_t i = first; i < all; i++) {
        struct felt_house_account *house = &house_accounts->house[i];
        if (house->step != FELT_HOUSE_HIRED || house->engaged || house->bank < buy_in) continue;
        house->engaged = true;
        house->bank -= buy_in;
        *who = (struct felt_room_guest){
            .user = house->user, .kind = FELT_USER_HOUSE, .local = true, .bank = house->bank};
        memcpy(who->name, house->name, sizeof who->name);
        return true;
    }
    if (felt_room_session_ms(session) < house_accounts->reserve_broke_ms) return false;
    int paid = 0;
    for (uint32_t i = first; i < all && paid < PAID_AT_ONCE; i++) {
        const struct felt_house_account *house = &house_accounts->house[i];
        if (house->step != FELT_HOUSE_HIRED || house->engaged) continue;
        felt_house_accounts_pay(session, i, BUY_INS * buy_in);
        paid++;
    }
    return false;
}

void felt_house_reserve_hired(struct felt_room_session *session, int64_t user)
{
    struct felt_house_accounts *house_accounts = &session->house_accounts;
    struct felt_house_account *house = find(session, user);
    if (house) {
        house->engaged = true;
        return;
    }
    /* He is looked up later; one for whom there is no room is none of ours any more. */
    if (house_accounts->engagements < felt_room_session_house(session))
        house_accounts->engaged[house_accounts->engagements++] = user;
}

void felt_house_reserve_let_go(struct felt_room_session *session, int64_t user)
{
    struct felt_house_accounts *house_accounts = &session->house_accounts;
    struct felt_house_account *house = find(session, user);
    if (house) house->engaged = false;
    for (uint32_t i = 0; i < house_accounts->engagements; i++)
        if (house_accounts->engaged[i] == user) house_accounts->engaged[i] = 0;
}

void felt_house_reserve_bank(struct felt_room_session *session, int64_t user, felt_chips bank)
{
    struct felt_house_account *house = find(session, user);
    if (house) house->bank = bank;
}
