/* bureau_verify.c -- see bureau.h: what always holds. */
#include "bureau.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

felt_chips bureau_account(const struct bureau *bureau, uint32_t index)
{
    char name[FELT_ACCOUNT_NAME_BYTES + 1], pool[FELT_ORDER_TABLE_BYTES + 1];
    felt_office_pool(bureau->office, index, pool);
    (void)snprintf(name, sizeof name, "prize:%s", pool);
    return shelf_balance(ledger_toy_shelf(bureau->toy), name);
}

/* U2 of one table of a director. */
static void verify_table(struct bureau *bureau, uint32_t index, uint32_t table)
{
    const struct felt_tour *tour = felt_office_tour(bureau->office, index);
    int64_t floor = felt_office_table(bureau->office, index, table);
    struct felt_guided_look look;
    struct felt_tour_hand hand;
    uint16_t entry[FELT_SEATS_MAX];
    bool open = felt_tour_table(tour, table, entry);
    if (open && floor < 0) bureau_fail(bureau, "U2: table %u is not on the floor", table);
    if (!open && floor >= 0) bureau_fail(bureau, "U2: table %u is still on the floor", table);
    if (!open || floor < 0) return;
    if (!felt_guided_look(bureau->floor, (uint32_t)floor, &look)) {
        bureau_fail(bureau, "U2: there is no table %lld", (long long)floor);
        return;
    }
    bool under_way = felt_tour_under_way(tour, table, &hand);
    if (look.hand && !under_way) bureau_fail(bureau, "U2: a hand that the director does not know");
    for (int i = 0; i < FELT_SEATS_MAX; i++) {
        const struct felt_tour_entry *who =
            entry[i] == FELT_TOUR_NOBODY ? NULL : felt_tour_entry(tour, entry[i]);
        if (under_way && !felt_seats_has(hand.seats, i)) continue; /* he waits for its end */
        if ((who ? who->user : 0) != look.user[i] ||
            (!under_way && who && who->stack != look.stack[i]))
            bureau_fail(bureau, "U2: chair %d of table %u has %lld with %lld, not %lld with %lld",
                        i, table, (long long)look.user[i], (long long)look.stack[i],
                        (long long)(who ? who->user : 0), (long long)(who ? who->stack : 0));
    }
}

/* Nobody of a tournament sits in two chairs of the floor; T4 when no hand is under way. */
static void verify_event(struct bureau *bureau, uint32_t index)
{
    struct felt_event_face face;
    felt_office_face(bureau->office, index, &face);
    const struct felt_tour *tour = felt_office_tour(bureau->office, index);
    uint32_t least = UINT32_MAX, most = 0;
    bool quiet = true;
    size_t chairs = 0;
    int64_t *user = calloc((size_t)face.row->plan.tables_max * FELT_SEATS_MAX, sizeof *user);
    for (uint32_t table = 0; user && table < face.row->plan.tables_max; table++) {
        struct felt_guided_look look;
        struct felt_tour_hand hand;
        verify_table(bureau, index, table);
        int64_t floor = felt_office_table(bureau->office, index, table);
        if (floor < 0 || !felt_guided_look(bureau->floor, (uint32_t)floor, &look)) continue;
        quiet = quiet && !felt_tour_under_way(tour, table, &hand);
        uint32_t size = 0;
        for (int i = 0; i < FELT_SEATS_MAX; i++) {
            if (!look.user[i]) continue;
            size++;
            for (size_t k = 0; face.row->plan.entrants_max < 500 && k < chairs; k++)
                if (user[k] == look.user[i])
                    bureau_fail(bureau, "U2: user %lld sits twice", (long long)user[k]);
            user[chairs++] = look.user[i];
        }
        if (size < least) least = size;
        if (size > most) most = size;
    }
    free(user);
    bool balanced = face.row->plan.format == FELT_TOUR_FREEZEOUT && face.tour.closed &&
                    !face.tour.hand_for_hand; /* then nobody moves before all have played */
    if (quiet && balanced && most > least + 1 && least != UINT32_MAX)
        bureau_fail(bureau, "T4: tables of %u and %u players", least, most);
    const char *why = felt_tour_audit(tour, felt_tour_bytes(&face.row->plan));
    if (why) bureau_fail(bureau, "%s", why);
    if (face.settled && bureau_account(bureau, index) != 0)
        bureau_fail(bureau, "U3: %s is settled with %lld chips in its account", face.row->id,
                    (long long)bureau_account(bureau, index));
}

/* Guided tables of the floor are those of tournaments. */
static void verify_strays(struct bureau *bureau)
{
    uint32_t there = 0, known = 0;
    struct felt_guided_look look;
    struct felt_event_face face;
    for (uint32_t i = 0; i < bureau->tables; i++)
        there += felt_guided_look(bureau->floor, i, &look);
    for (uint32_t i = 0; i < felt_office_count(bureau->office); i++) {
        felt_office_face(bureau->office, i, &face);
        for (uint32_t table = 0; table < face.row->plan.tables_max; table++)
            known += felt_office_table(bureau->office, i, table) >= 0;
    }
    if (there != known) bureau_fail(bureau, "U2: %u tables on the floor, %u known", there, known);
}

/* Whoever of the house plays is hired, or he would be sent elsewhere. */
static void verify_hired(struct bureau *bureau, uint32_t index)
{
    struct felt_event_face face;
    felt_office_face(bureau->office, index, &face);
    for (uint32_t i = 0; i < face.row->plan.entrants_max; i++) {
        struct felt_event_entrant one;
        if (!felt_office_entrant(bureau->office, index, i, &one) ||
            !(one.entry->flags & FELT_ENTRY_HOUSE))
            continue;
        bool is_in = one.entry->state == FELT_ENTRY_WAITS || one.entry->state == FELT_ENTRY_IN;
        uint32_t who = (uint32_t)(one.entry->user - bureau->person[0].user);
        if (is_in && !bureau->person[who].busy) bureau_fail(bureau, "%s is not hired", one.name);
    }
}

void bureau_verify(struct bureau *bureau)
{
    const char *wrong = ledger_toy_wrong(bureau->toy);
    if (wrong) bureau_fail(bureau, "the ledger: %s", wrong);
    for (uint32_t i = 0; i < felt_office_count(bureau->office); i++) {
        verify_event(bureau, i);
        verify_hired(bureau, i);
    }
    verify_strays(bureau);
}

/* What everybody should have, by the books of the directors alone. */
void bureau_verify_money(struct bureau *bureau)
{
    uint32_t all = bureau->people + bureau->house;
    felt_chips house = bureau->house_began, rake = bureau->rake_began;
    felt_chips *has = calloc(all, sizeof *has);
    if (!has) return;
    for (uint32_t i = 0; i < all; i++) has[i] = bureau->person[i].began;
    for (uint32_t i = 0; i < felt_office_count(bureau->office); i++) {
        struct felt_event_face face;
        felt_office_face(bureau->office, i, &face);
        if (!face.settled) bureau_fail(bureau, "U3: %s is not settled", face.row->id);
        felt_chips prizes = 0;
        uint32_t entries = 0;
        for (uint32_t entry = 0; entry < face.row->plan.entrants_max; entry++) {
            struct felt_event_entrant one;
            if (!felt_office_entrant(bureau->office, i, entry, &one)) continue;
            if (one.entry->state == FELT_ENTRY_REFUNDED) continue;
            int64_t first = bureau->person[0].user; /* users are numbered in a row */
            uint32_t who = (uint32_t)(one.entry->user - first);
            if (who >= all || strcmp(one.name, bureau->person[who].name) != 0) {
                bureau_fail(bureau, "U3: an entry of nobody");
                continue;
            }
            has[who] += one.entry->prize - face.row->plan.buy_in;
            prizes += one.entry->prize;
            entries++;
        }
        if (entries == 0) continue;
        rake += face.row->plan.fee * entries;
        house -= prizes - (face.row->plan.buy_in - face.row->plan.fee) * (felt_chips)entries;
        if (prizes < face.row->plan.guarantee) bureau_fail(bureau, "U3: less than guaranteed");
    }
    for (uint32_t i = 0; i < all; i++)
        if (ledger_toy_bank(bureau->toy, bureau->person[i].user) != has[i])
            bureau_fail(bureau, "U3: %s has %lld, should have %lld", bureau->person[i].name,
                        (long long)ledger_toy_bank(bureau->toy, bureau->person[i].user),
                        (long long)has[i]);
    const struct shelf *shelf = ledger_toy_shelf(bureau->toy);
    if (shelf_balance(shelf, "house") != house || shelf_balance(shelf, "rake") != rake)
        bureau_fail(bureau, "U3: the house has %lld and %lld, should have %lld and %lld",
                    (long long)shelf_balance(shelf, "house"),
                    (long long)shelf_balance(shelf, "rake"), (long long)house, (long long)rake);
    free(has);
}
