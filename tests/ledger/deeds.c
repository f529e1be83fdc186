/* deeds.c -- see deeds.h. */
#include "deeds.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static const char key_start[] = "deed-";

void deed_order(const struct deed *deed, struct felt_order *out)
{
    *out = (struct felt_order){.kind = deed->kind,
                               .now_ms = DEED_NOW_MS,
                               .user = deed->user,
                               .amount = deed->amount,
                               .seats = deed->seats,
                               .rake = deed->rake,
                               .pot = deed->pot};
    (void)snprintf(out->key, sizeof out->key, "%s%" PRIu64, key_start, deed->number);
    switch (deed->kind) {
    case FELT_ORDER_SIGN_UP:
        out->user_kind = deed->guest ? FELT_USER_GUEST : FELT_USER_HUMAN;
        if (!deed->guest)
            (void)snprintf(out->username, sizeof out->username, "u%" PRIu64, deed->number);
        break;
    case FELT_ORDER_SETTLE:
        memcpy(out->seat, deed->seat, sizeof deed->seat);
        (void)snprintf(out->hand, sizeof out->hand, "hand-%" PRIu64, deed->number);
        /* fall through */
    case FELT_ORDER_BUY_IN:
    case FELT_ORDER_TOP_UP:
    case FELT_ORDER_CASH_OUT:
    case FELT_ORDER_ENTER:
    case FELT_ORDER_PRIZE:
    case FELT_ORDER_REFUND:
    case FELT_ORDER_FEE:
    case FELT_ORDER_OVERLAY:
        (void)snprintf(out->table, sizeof out->table, "t%u", (unsigned)deed->table);
        break;
    default: (void)snprintf(out->actor, sizeof out->actor, "operator"); break;
    }
}

bool deed_read_key(const char *key, size_t bytes, uint64_t *number, bool *out_too)
{
    char text[FELT_ORDER_KEY_BYTES + 1];
    const size_t start = sizeof key_start - 1;
    if (bytes >= sizeof text || bytes <= start || memcmp(key, key_start, start) != 0) return false;
    memcpy(text, key, bytes);
    text[bytes] = '\0';
    char *digits = text + start;
    size_t count = strspn(digits, "0123456789");
    *out_too = strcmp(digits + count, FELT_ORDER_KEY_OUT) == 0;
    return count > 0 && sscanf(digits, "%" SCNu64, number) == 1 &&
           (*out_too || digits[count] == '\0');
}

/* ---- a random deed --------------------------------------------------------------------------- */

static felt_chips some(struct felt_rng *rng, uint32_t most)
{
    return 1 + (felt_chips)felt_rng_below(rng, most);
}

/* The index of somebody who seems to sit there, if there is one within a few looks. */
static int look_for(struct world *world, struct felt_rng *rng, int table)
{
    int users = atomic_load(&world->users), index = 0;
    for (int tries = 0; tries < 8; tries++) {
        index = (int)felt_rng_below(rng, (uint32_t)users);
        if (atomic_load(&world->seated[index][table])) break;
    }
    return index;
}

/* The first one wins what the others lose, but for the rake and what stays in the middle or comes
 * from there. */
static void settle(struct world *world, struct felt_rng *rng, struct deed *out)
{
    felt_chips lost = 0;
    int wanted = 2 + (int)felt_rng_below(rng, DEED_SEATS_MAX - 1);
    for (int i = 0; i < wanted; i++) {
        int64_t user = atomic_load(&world->user[look_for(world, rng, out->table)]);
        bool twice = false;
        for (int k = 0; k < out->seats; k++) twice = twice || out->seat[k].user == user;
        if (twice) continue;
        felt_chips won = out->seats == 0 ? 0 : -some(rng, 25);
        out->seat[out->seats++] = (struct felt_order_seat){.user = user, .won = won};
        lost -= won;
    }
    if (out->seats == 1) { /* alone he can only add to the middle */
        out->pot = some(rng, 5);
        out->seat[0].won = -out->pot;
        return;
    }
    out->rake = felt_rng_below(rng, 3) == 0 ? 1 : 0;
    out->pot = (felt_chips)felt_rng_below(rng, 7) - 3;
    if (out->pot + out->rake > lost) out->pot = 0;
    out->seat[0].won = lost - out->rake - out->pot;
}

static uint8_t pick_kind(struct world *world, struct felt_rng *rng)
{
    static const struct {
        uint8_t kind, weight;
    } kinds[] = {
        {FELT_ORDER_SETTLE, 26},  {FELT_ORDER_BUY_IN, 18}, {FELT_ORDER_TOP_UP, 8},
        {FELT_ORDER_CASH_OUT, 8}, {FELT_ORDER_RELOAD, 6},  {FELT_ORDER_CREDIT, 5},
        {FELT_ORDER_DEBIT, 3},    {FELT_ORDER_RESET, 2},   {FELT_ORDER_FUND, 2},
        {FELT_ORDER_STAKE, 4},    {FELT_ORDER_UNSTAKE, 2}, {FELT_ORDER_ENTER, 6},
        {FELT_ORDER_PRIZE, 3},    {FELT_ORDER_SIGN_UP, 2}, {FELT_ORDER_REFUND, 2},
        {FELT_ORDER_FEE, 2},      {FELT_ORDER_OVERLAY, 1},
    };
    int users = atomic_load(&world->users);
    if (users < WORLD_HOUSE + 4) return FELT_ORDER_SIGN_UP;
    uint32_t at = felt_rng_below(rng, 100);
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        if (at < kinds[i].weight)
            return kinds[i].kind == FELT_ORDER_SIGN_UP && users >= WORLD_USERS ? FELT_ORDER_SETTLE
                                                                               : kinds[i].kind;
        at -= kinds[i].weight;
    }
    return FELT_ORDER_SETTLE;
}

void world_make_deed(struct world *world, struct felt_rng *rng, uint64_t number, struct deed *out)
{
    *out = (struct deed){.number = number, .kind = pick_kind(world, rng)};
    int users = atomic_load(&world->users);
    int index = users > 0 ? (int)felt_rng_below(rng, (uint32_t)users) : 0;
    out->table = (uint8_t)felt_rng_below(rng, DEED_TABLES);
    switch (out->kind) {
    case FELT_ORDER_SIGN_UP: out->guest = felt_rng_below(rng, 2) == 0; return;
    case FELT_ORDER_SETTLE: settle(world, rng, out); return;
    case FELT_ORDER_FUND: out->amount = some(rng, 500); return;
    case FELT_ORDER_FEE:
    case FELT_ORDER_OVERLAY: out->amount = some(rng, 20); return;
    case FELT_ORDER_STAKE:
    case FELT_ORDER_UNSTAKE: index = (int)felt_rng_below(rng, WORLD_HOUSE); break;
    case FELT_ORDER_TOP_UP:
    case FELT_ORDER_CASH_OUT: index = look_for(world, rng, out->table); break;
    default: break;
    }
    out->user = atomic_load(&world->user[index]);
    bool has_amount = out->kind != FELT_ORDER_RELOAD && out->kind != FELT_ORDER_RESET &&
                      out->kind != FELT_ORDER_CASH_OUT;
    if (has_amount) out->amount = some(rng, out->kind == FELT_ORDER_BUY_IN ? 150 : 60);
}

/* ---- what is remembered ---------------------------------------------------------------------- */

static void add_user(struct world *world, int64_t user)
{
    int users = atomic_load(&world->users);
    do {
        if (users == WORLD_USERS_MAX) return;
    } while (!atomic_compare_exchange_weak(&world->users, &users, users + 1));
    /* For a moment somebody may see nobody there: user 0, whom the ledger store refuses. */
    atomic_store(&world->user[users], user);
}

static void seat(struct world *world, const struct deed *deed, bool seated)
{
    for (int i = 0; i < atomic_load(&world->users); i++)
        if (atomic_load(&world->user[i]) == deed->user)
            atomic_store(&world->seated[i][deed->table], seated);
}

void world_hear(struct world *world, const struct deed *deed, const struct word *word)
{
    if (word->outcome != FELT_OUTCOME_OK || word->known) return;
    if (deed->kind == FELT_ORDER_SIGN_UP && !word->replayed) add_user(world, word->user);
    if (deed->kind == FELT_ORDER_BUY_IN) seat(world, deed, true);
    if (deed->kind == FELT_ORDER_CASH_OUT) seat(world, deed, false);
}

/* A ledger store in a hurry may say that it does not know: then it is asked again. */
bool world_open_house(struct world *world, struct felt_ledger_client *client)
{
    enum { TRIES_MAX = 200 };
    for (int i = 1; i <= WORLD_HOUSE; i++) {
        struct felt_receipt receipt;
        struct felt_order order = {
            .kind = FELT_ORDER_SIGN_UP, .now_ms = DEED_NOW_MS, .user_kind = FELT_USER_HOUSE};
        (void)snprintf(order.key, sizeof order.key, "house-%d", i);
        (void)snprintf(order.username, sizeof order.username, "HousePlayer%d", i);
        int tries = 0;
        do felt_ledger_client_do(client, &order, &receipt);
        while (receipt.outcome == FELT_OUTCOME_UNAVAILABLE && ++tries < TRIES_MAX);
        if (receipt.outcome != FELT_OUTCOME_OK) return false;
        add_user(world, receipt.user.id);
    }
    return true;
}

struct word word_of(const struct deed *deed, bool known, const struct felt_receipt *receipt)
{
    return (struct word){.number = deed->number,
                         .outcome = receipt->outcome,
                         .replayed = receipt->replayed,
                         .known = known,
                         .transaction = receipt->transaction,
                         .user = receipt->user.id,
                         .amount = receipt->amount};
}
