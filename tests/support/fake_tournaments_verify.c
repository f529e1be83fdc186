/* fake_tournaments_verify.c -- see fake_tournaments.h: what always holds. */
#include "fake_tournaments.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

felt_chips fake_tournaments_account(const struct fake_tournaments *fake_tournaments, uint32_t index)
{
    char name[FELT_ACCOUNT_NAME_BYTES + 1], pool[FELT_ORDER_TABLE_BYTES + 1];
    felt_tournaments_pool(fake_tournaments->tournaments, index, pool);
    (void)snprintf(name, sizeof name, "prize:%s", pool);
    return fake_store_balance(ledger_toy_fake_store(fake_tournaments->toy), name);
}

/* U2 of one table of a director. */
static void verify_table(struct fake_tournaments *fake_tournaments, uint32_t index, uint32_t table)
{
    const struct felt_director *director =
        felt_tournaments_director(fake_tournaments->tournaments, index);
    int64_t room = felt_tournaments_table(fake_tournaments->tournaments, index, table);
    struct felt_room_directed_look look;
    struct felt_director_hand hand;
    uint16_t entry[FELT_SEATS_MAX];
    bool open = felt_director_table(director, table, entry);
    if (open && room < 0)
        fake_tournaments_fail(fake_tournaments, "U2: table %u is not on the floor", table);
    if (!open && room >= 0)
        fake_tournaments_fail(fake_tournaments, "U2: table %u is still on the floor", table);
    if (!open || room < 0) return;
    if (!felt_room_directed_look(fake_tournaments->room, (uint32_t)room, &look)) {
        fake_tournaments_fail(fake_tournaments, "U2: there is no table %lld", (long long)room);
        return;
    }
    bool under_way = felt_director_under_way(director, table, &hand);
    if (look.hand && !under_way)
        fake_tournaments_fail(fake_tournaments, "U2: a hand that the director does not know");
    for (int i = 0; i < FELT_SEATS_MAX; i++) {
        const struct felt_director_entry *who =
            entry[i] == FELT_DIRECTOR_NOBODY ? NULL : felt_director_entry(director, entry[i]);
        if (under_way && !felt_seats_has(hand.seats, i)) continue; /* he waits for its end */
        if ((who ? who->user : 0) != look.user[i] ||
            (!under_way && who && who->stack != look.stack[i]))
            fake_tournaments_fail(
                fake_tournaments, "U2: chair %d of table %u has %lld with %lld, not %lld with %lld",
                i, table, (long long)look.user[i], (long long)look.stack[i],
                (long long)(who ? who->user : 0), (long long)(who ? who->stack : 0));
    }
}

/* Nobody of a tournament sits in two seats of the room; T4 when no hand is under way. */
static void verify_event(struct fake_tournaments *fake_tournaments, uint32_t index)
{
    struct felt_tournament_face face;
    felt_tournaments_face(fake_tournaments->tournaments, index, &face);
    const struct felt_director *director =
        felt_tournaments_director(fake_tournaments->tournaments, index);
    uint32_t least = UINT32_MAX, most = 0;
    bool quiet = true;
    size_t seats = 0;
    int64_t *user = calloc((size_t)face.row->plan.tables_max * FELT_SEATS_MAX, sizeof *user);
    for (uint32_t table = 0; user && table < face.row->plan.tables_max; table++) {
        struct felt_room_directed_look look;
        struct felt_director_hand hand;
        verify_table(fake_tournaments, index, table);
        int64_t room = felt_tournaments_table(fake_tournaments->tournaments, index, table);
        if (room < 0 || !felt_room_directed_look(fake_tournaments->room, (uint32_t)room, &look))
            continue;
        quiet = quiet && !felt_director_under_way(director, table, &hand);
        uint32_t size = 0;
        for (int i = 0; i < FELT_SEATS_MAX; i++) {
            if (!look.user[i]) continue;
            size++;
            for (size_t k = 0; face.row->plan.entrants_max < 500 && k < seats; k++)
                if (user[k] == look.user[i])
                    fake_tournaments_fail(fake_tournaments, "U2: user %lld sits twice",
                                          (long long)user[k]);
            user[seats++] = look.user[i];
        }
        if (size < least) least = size;
        if (size > most) most = size;
    }
    free(user);
    bool balanced = face.row->plan.format == FELT_DIRECTOR_FREEZEOUT && face.director.closed &&
                    !face.director.hand_for_hand; /* then nobody moves before all have played */
    if (quiet && balanced && most > least + 1 && least != UINT32_MAX)
        fake_tournaments_fail(fake_tournaments, "T4: tables of %u and %u players", least, most);
    const char *why = felt_director_audit(director, felt_director_bytes(&face.row->plan));
    if (why) fake_tournaments_fail(fake_tournaments, "%s", why);
    if (face.settled && fake_tournaments_account(fake_tournaments, index) != 0)
        fake_tournaments_fail(fake_tournaments, "U3: %s is settled with %lld chips in its account",
                              face.row->id,
                              (long long)fake_tournaments_account(fake_tournaments, index));
}

/* Directed tables of the room are those of tournaments. */
static void verify_strays(struct fake_tournaments *fake_tournaments)
{
    uint32_t there = 0, known = 0;
    struct felt_room_directed_look look;
    struct felt_tournament_face face;
    for (uint32_t i = 0; i < fake_tournaments->tables; i++)
        there += felt_room_directed_look(fake_tournaments->room, i, &look);
    for (uint32_t i = 0; i < felt_tournaments_count(fake_tournaments->tournaments); i++) {
        felt_tournaments_face(fake_tournaments->tournaments, i, &face);
        for (uint32_t table = 0; table < face.row->plan.tables_max; table++)
            known += felt_tournaments_table(fake_tournaments->tournaments, i, table) >= 0;
    }
    if (there != known)
        fake_tournaments_fail(fake_tournaments, "U2: %u tables on the floor, %u known", there,
                              known);
}

/* Whoever of the house plays is hired, or he would be sent elsewhere. */
static void verify_hired(struct fake_tournaments *fake_tournaments, uint32_t index)
{
    struct felt_tournament_face face;
    felt_tournaments_face(fake_tournaments->tournaments, index, &face);
    for (uint32_t i = 0; i < face.row->plan.entrants_max; i++) {
        struct felt_tournament_entrant one;
        if (!felt_tournaments_entrant(fake_tournaments->tournaments, index, i, &one) ||
            !(one.entry->flags & FELT_DIRECTOR_ENTRY_HOUSE))
            continue;
        bool is_in = one.entry->state == FELT_DIRECTOR_ENTRY_WAITS ||
                     one.entry->state == FELT_DIRECTOR_ENTRY_IN;
        uint32_t who = (uint32_t)(one.entry->user - fake_tournaments->person[0].user);
        if (is_in && !fake_tournaments->person[who].busy)
            fake_tournaments_fail(fake_tournaments, "%s is not hired", one.name);
    }
}

void fake_tournaments_verify(struct fake_tournaments *fake_tournaments)
{
    const char *wrong = ledger_toy_wrong(fake_tournaments->toy);
    if (wrong) fake_tournaments_fail(fake_tournaments, "the ledger: %s", wrong);
    for (uint32_t i = 0; i < felt_tournaments_count(fake_tournaments->tournaments); i++) {
        verify_event(fake_tournaments, i);
        verify_hired(fake_tournaments, i);
    }
    verify_strays(fake_tournaments);
}

/* What everybody should have, by the ledger of the directors alone. */
void fake_tournaments_verify_money(struct fake_tournaments *fake_tournaments)
{
    uint32_t all = fake_tournaments->people + fake_tournaments->house;
    felt_chips house = fake_tournaments->house_began, rake = fake_tournaments->rake_began;
    felt_chips *has = calloc(all, sizeof *has);
    if (!has) return;
    for (uint32_t i = 0; i < all; i++) has[i] = fake_tournaments->person[i].began;
    for (uint32_t i = 0; i < felt_tournaments_count(fake_tournaments->tournaments); i++) {
        struct felt_tournament_face face;
        felt_tournaments_face(fake_tournaments->tournaments, i, &face);
        if (!face.settled)
            fake_tournaments_fail(fake_tournaments, "U3: %s is not settled", face.row->id);
        felt_chips prizes = 0;
        uint32_t entries = 0;
        for (uint32_t entry = 0; entry < face.row->plan.entrants_max; entry++) {
            struct felt_tournament_entrant one;
            if (!felt_tournaments_entrant(fake_tournaments->tournaments, i, entry, &one)) continue;
            if (one.entry->state == FELT_DIRECTOR_ENTRY_REFUNDED) continue;
            int64_t first = fake_tournaments->person[0].user; /* users are numbered in a row */
            uint32_t who = (uint32_t)(one.entry->user - first);
            if (who >= all || strcmp(one.name, fake_tournaments->person[who].name) != 0) {
                fake_tournaments_fail(fake_tournaments, "U3: an entry of nobody");
                continue;
            }
            has[who] += one.entry->prize - face.row->plan.buy_in;
            prizes += one.entry->prize;
            entries++;
        }
        if (entries == 0) continue;
        rake += face.row->plan.fee * entries;
        house -= prizes - (face.row->plan.buy_in - face.row->plan.fee) * (felt_chips)entries;
        if (prizes < face.row->plan.guarantee)
            fake_tournaments_fail(fake_tournaments, "U3: less than guaranteed");
    }
    for (uint32_t i = 0; i < all; i++)
        if (ledger_toy_bank(fake_tournaments->toy, fake_tournaments->person[i].user) != has[i])
            fake_tournaments_fail(
                fake_tournaments, "U3: %s has %lld, should have %lld",
                fake_tournaments->person[i].name,
                (long long)ledger_toy_bank(fake_tournaments->toy, fake_tournaments->person[i].user),
                (long long)has[i]);
    const struct fake_store *fake_store = ledger_toy_fake_store(fake_tournaments->toy);
    if (fake_store_balance(fake_store, "house") != house ||
        fake_store_balance(fake_store, "rake") != rake)
        fake_tournaments_fail(
            fake_tournaments, "U3: the house has %lld and %lld, should have %lld and %lld",
            (long long)fake_store_balance(fake_store, "house"),
            (long long)fake_store_balance(fake_store, "rake"), (long long)house, (long long)rake);
    free(has);
}
