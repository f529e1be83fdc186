/* ledger_chips.c -- see ledger_parts.h: double entry.
 *
 * A transaction is put together in a draft: accounts and what each gets.  post() verifies that it
 * sums to zero and leaves no balance below zero or beyond all bounds, and only then books it; so an
 * order is decided by its draft.  An account that was opened for a draft gets its number when the
 * first transaction touches it, so a draft that fails leaves nothing behind. */
#include "accounts/ledger_parts.h"

#include "felt/assert.h"

#include <string.h>

struct draft {
    int lines;
    struct {
        struct account_row *account;
        felt_chips amount;
    } line[FELT_LEDGER_LINES_MAX];
};

static void add_line(struct draft *draft, struct account_row *account, felt_chips amount)
{
    if (amount == 0) return;
    felt_assert(draft->lines < FELT_LEDGER_LINES_MAX);
    for (int i = 0; i < draft->lines; i++) felt_assert(draft->line[i].account != account); /* B1 */
    draft->line[draft->lines].account = account;
    draft->line[draft->lines++].amount = amount;
}

/* Could this be booked? */
static enum felt_outcome verify(const struct draft *draft)
{
    felt_chips sum = 0;
    for (int i = 0; i < draft->lines; i++) {
        const struct felt_account *account = &draft->line[i].account->account;
        felt_chips after = account->balance + draft->line[i].amount;
        sum += draft->line[i].amount;
        if (after < 0 && account->kind != FELT_ACCOUNT_MINT) return FELT_OUTCOME_INSUFFICIENT;
        if (after < -FELT_ACCOUNT_CHIPS_MAX) return FELT_OUTCOME_MINT_EMPTY;
        if (after > FELT_ACCOUNT_CHIPS_MAX) return FELT_OUTCOME_BAD_AMOUNT;
    }
    return sum == 0 ? FELT_OUTCOME_OK : FELT_OUTCOME_BAD_SUM;
}

static void tell_bank(struct felt_ledger *ledger, const struct felt_account *account)
{
    if (account->kind != FELT_ACCOUNT_BANK) return;
    struct user_row *user = felt_ledger_user(ledger, account->owner);
    felt_assert(user != NULL);
    user->user.chips = account->balance; /* B5 */
}

/* Books a draft that verify() has seen. */
static const struct felt_transaction *post(struct felt_ledger *ledger,
                                           const struct felt_order *order, const char *key,
                                           int64_t user, felt_chips invested, felt_chips amount,
                                           const struct draft *draft)
{
    enum felt_outcome good = verify(draft);
    felt_assert(good == FELT_OUTCOME_OK);
    felt_assert(draft->lines >= 2); /* B1 */
    struct felt_transaction *transaction = felt_ledger_make_transaction(ledger, key);
    transaction->kind = order->kind;
    transaction->at_ms = order->now_ms;
    transaction->user = user;
    transaction->invested = invested;
    transaction->amount = amount;
    felt_order_fingerprint(order, ledger->config.digests, transaction->fingerprint);
    memcpy(transaction->hand, order->hand, sizeof transaction->hand);
    felt_chips sum = 0;
    for (int i = 0; i < draft->lines; i++) {
        struct felt_account *account = &draft->line[i].account->account;
        if (!account->id) account->id = ++ledger->counters.account;
        account->balance += draft->line[i].amount;
        sum += draft->line[i].amount;
        felt_assert(account->balance >= 0 || account->kind == FELT_ACCOUNT_MINT); /* B2 */
        transaction->line[transaction->lines++] = (struct felt_ledger_line){
            .account = account->id, .amount = draft->line[i].amount, .after = account->balance};
        tell_bank(ledger, account);
    }
    felt_assert(sum == 0); /* B1 */
    if (user) {
        struct user_row *row = felt_ledger_user(ledger, user);
        felt_assert(row != NULL);
        row->user.invested += invested;
        felt_assert(row->user.invested >= 0);
    }
    return transaction;
}

/* ---- accounts of an order ---- */

static struct account_row *open_mint(struct felt_ledger *ledger)
{
    return felt_ledger_open_account(ledger, FELT_ACCOUNT_MINT, 0, "mint");
}

static struct account_row *open_house(struct felt_ledger *ledger)
{
    return felt_ledger_open_account(ledger, FELT_ACCOUNT_HOUSE, 0, "house");
}

static struct account_row *open_bank(struct felt_ledger *ledger, int64_t user)
{
    char name[NAME_BYTES];
    return felt_ledger_open_account(ledger, FELT_ACCOUNT_BANK, user,
                                    felt_ledger_bank_name(user, name));
}

static felt_chips bank_of(struct felt_ledger *ledger, int64_t user)
{
    char name[NAME_BYTES];
    const struct account_row *row = felt_ledger_account(ledger, felt_ledger_bank_name(user, name));
    return row ? row->account.balance : 0;
}

bool felt_ledger_mint_has(struct felt_ledger *ledger, felt_chips amount, felt_chips reserve)
{
    const struct account_row *mint = felt_ledger_account(ledger, "mint");
    return (mint ? mint->account.balance : 0) - amount >= reserve - FELT_ACCOUNT_CHIPS_MAX;
}

/* One account gives, another gets. */
static enum felt_outcome transfer(struct felt_ledger *ledger, const struct felt_order *order,
                                  int64_t user, felt_chips invested, felt_chips amount,
                                  struct account_row *from, struct account_row *to,
                                  struct felt_receipt *receipt)
{
    struct draft draft = {0};
    add_line(&draft, from, -amount);
    add_line(&draft, to, amount);
    enum felt_outcome outcome = verify(&draft);
    if (outcome != FELT_OUTCOME_OK) return outcome;
    receipt->transaction = post(ledger, order, order->key, user, invested, amount, &draft)->id;
    receipt->amount = amount;
    return FELT_OUTCOME_OK;
}

void felt_ledger_grant(struct felt_ledger *ledger, const struct felt_order *order,
                       struct user_row *user, struct felt_receipt *receipt)
{
    int64_t id = user->user.id;
    struct account_row *bank = open_bank(ledger, id);
    enum felt_outcome outcome = transfer(ledger, order, id, FELT_GRANT_CHIPS, FELT_GRANT_CHIPS,
                                         open_mint(ledger), bank, receipt);
    felt_assert(outcome == FELT_OUTCOME_OK);
}

void felt_ledger_burn(struct felt_ledger *ledger, const struct felt_order *order, int64_t user,
                      const char *key)
{
    felt_chips chips = bank_of(ledger, user);
    if (chips == 0) return;
    struct draft draft = {0};
    add_line(&draft, open_bank(ledger, user), -chips);
    add_line(&draft, open_mint(ledger), chips);
    post(ledger, order, key, user, 0, chips, &draft);
}

/* ---- orders ---- */

static bool plays_with_chips_of_the_mint(const struct felt_user *user)
{
    return user->kind != FELT_USER_HOUSE;
}

/* ---- reloads: so many of a user in any 24 hours ---- */

static void add_reload(struct felt_ledger *ledger, int64_t user, int64_t transaction, int64_t at_ms)
{
    felt_assert(ledger->reloads < RELOADS_MAX);
    ledger->reload[ledger->reloads++] =
        (struct reload_row){.user = user, .transaction = transaction, .at_ms = at_ms};
}

void felt_ledger_put_reload(struct felt_ledger *ledger, int64_t user, int64_t transaction,
                            int64_t at_ms)
{
    felt_assert(ledger->orders == 0);
    for (int i = 0; i < ledger->reloads; i++)
        if (ledger->reload[i].transaction == transaction) return;
    add_reload(ledger, user, transaction, at_ms);
}

/* How many reloads of its user there are from this one on. */
static uint32_t rank_reload(const struct felt_ledger *ledger, const struct reload_row *row)
{
    uint32_t rank = 0;
    for (int i = 0; i < ledger->reloads; i++)
        rank += ledger->reload[i].user == row->user &&
                ledger->reload[i].transaction >= row->transaction;
    return rank;
}

/* When the user may reload: a day after the last but so many.  0: there were not so many. */
static int64_t next_reload(const struct felt_ledger *ledger, int64_t user)
{
    for (int i = 0; i < ledger->reloads; i++)
        if (ledger->reload[i].user == user &&
            rank_reload(ledger, &ledger->reload[i]) == ledger->config.reloads)
            return ledger->reload[i].at_ms + FELT_RELOADS_MS;
    return 0;
}

static enum felt_outcome reload(struct felt_ledger *ledger, const struct felt_order *order,
                                const struct felt_user *user, struct felt_receipt *receipt)
{
    if (!plays_with_chips_of_the_mint(user)) return FELT_OUTCOME_WRONG_KIND;
    int tables;
    felt_chips total = bank_of(ledger, user->id) + felt_ledger_seated(ledger, user->id, &tables);
    if (total >= FELT_GRANT_CHIPS) return FELT_OUTCOME_ENOUGH;
    int64_t next_ms = next_reload(ledger, user->id);
    if (next_ms > order->now_ms) {
        receipt->next_ms = next_ms;
        return FELT_OUTCOME_RELOADS;
    }
    felt_chips missing = FELT_GRANT_CHIPS - total;
    enum felt_outcome outcome = transfer(ledger, order, user->id, missing, missing,
                                         open_mint(ledger), open_bank(ledger, user->id), receipt);
    if (outcome == FELT_OUTCOME_OK)
        add_reload(ledger, user->id, receipt->transaction, order->now_ms);
    return outcome;
}

static enum felt_outcome sit(struct felt_ledger *ledger, const struct felt_order *order,
                             const struct felt_user *user, struct felt_receipt *receipt)
{
    char name[NAME_BYTES];
    felt_ledger_seat_name(order->table, user->id, name);
    const struct account_row *seat = felt_ledger_account(ledger, name);
    felt_chips stack = seat ? seat->account.balance : 0;
    int tables;
    felt_ledger_seated(ledger, user->id, &tables);
    if (order->kind == FELT_ORDER_BUY_IN && stack > 0) return FELT_OUTCOME_SEATED;
    if (order->kind == FELT_ORDER_TOP_UP && !seat) return FELT_OUTCOME_NOT_SEATED;
    if (stack == 0 && tables >= FELT_ORDER_SEATED_MAX) return FELT_OUTCOME_TOO_MANY;
    if (bank_of(ledger, user->id) < order->amount) return FELT_OUTCOME_INSUFFICIENT;
    if (stack + order->amount > FELT_ACCOUNT_CHIPS_MAX) return FELT_OUTCOME_BAD_AMOUNT;
    return transfer(ledger, order, user->id, 0, order->amount, open_bank(ledger, user->id),
                    felt_ledger_open_account(ledger, FELT_ACCOUNT_SEAT, user->id, name), receipt);
}

static enum felt_outcome cash_out(struct felt_ledger *ledger, const struct felt_order *order,
                                  const struct felt_user *user, struct felt_receipt *receipt)
{
    char name[NAME_BYTES];
    struct account_row *seat =
        felt_ledger_account(ledger, felt_ledger_seat_name(order->table, user->id, name));
    if (!seat || seat->account.balance == 0) return FELT_OUTCOME_NOT_SEATED;
    return transfer(ledger, order, user->id, 0, seat->account.balance, seat,
                    open_bank(ledger, user->id), receipt);
}

/* An account that is not there holds nothing: who would lose from it cannot. */
static enum felt_outcome draft_seats(struct felt_ledger *ledger, const struct felt_order *order,
                                     struct draft *draft, felt_chips *moved)
{
    char name[NAME_BYTES];
    for (int i = 0; i < order->seats; i++) {
        const struct felt_order_seat *seat = &order->seat[i];
        struct account_row *account =
            felt_ledger_account(ledger, felt_ledger_seat_name(order->table, seat->user, name));
        if (!account) return FELT_OUTCOME_NOT_SEATED;
        add_line(draft, account, seat->won);
        if (seat->won < 0) *moved -= seat->won;
    }
    return FELT_OUTCOME_OK;
}

static enum felt_outcome settle(struct felt_ledger *ledger, const struct felt_order *order,
                                struct felt_receipt *receipt)
{
    char name[NAME_BYTES];
    struct draft draft = {0};
    felt_chips moved = 0;
    enum felt_outcome outcome = draft_seats(ledger, order, &draft, &moved);
    if (outcome != FELT_OUTCOME_OK) return outcome;
    felt_ledger_table_name("pot", order->table, name);
    if (order->pot < 0) {
        struct account_row *pot = felt_ledger_account(ledger, name);
        if (!pot) return FELT_OUTCOME_INSUFFICIENT;
        add_line(&draft, pot, order->pot);
        moved -= order->pot;
    }
    /* Who gets can always be given: the rest of the lines decides. */
    enum felt_outcome sum_aside = verify(&draft);
    if (sum_aside != FELT_OUTCOME_OK && sum_aside != FELT_OUTCOME_BAD_SUM) return sum_aside;
    if (draft.lines == 0) return FELT_OUTCOME_OK; /* nobody won anything */
    if (order->pot > 0)
        add_line(&draft, felt_ledger_open_account(ledger, FELT_ACCOUNT_POT, 0, name), order->pot);
    if (order->rake > 0)
        add_line(&draft, felt_ledger_open_account(ledger, FELT_ACCOUNT_RAKE, 0, "rake"),
                 order->rake);
    receipt->transaction = post(ledger, order, order->key, 0, 0, moved, &draft)->id;
    receipt->amount = moved;
    return FELT_OUTCOME_OK;
}

/* What somebody was given counts as invested, what is taken away again does not; never below 0. */
static enum felt_outcome credit(struct felt_ledger *ledger, const struct felt_order *order,
                                const struct felt_user *user, struct felt_receipt *receipt)
{
    if (!plays_with_chips_of_the_mint(user)) return FELT_OUTCOME_WRONG_KIND;
    bool gives = order->kind == FELT_ORDER_CREDIT;
    felt_chips bank = bank_of(ledger, user->id);
    if (!gives && bank < order->amount) return FELT_OUTCOME_INSUFFICIENT;
    if (gives && !felt_ledger_mint_has(ledger, order->amount, FELT_MINT_RESERVE))
        return FELT_OUTCOME_MINT_EMPTY;
    felt_chips invested = order->amount;
    if (!gives) invested = -(order->amount < user->invested ? order->amount : user->invested);
    struct account_row *mint = open_mint(ledger), *own = open_bank(ledger, user->id);
    return transfer(ledger, order, user->id, invested, order->amount, gives ? mint : own,
                    gives ? own : mint, receipt);
}

static enum felt_outcome stake(struct felt_ledger *ledger, const struct felt_order *order,
                               const struct felt_user *user, struct felt_receipt *receipt)
{
    if (user->kind != FELT_USER_HOUSE) return FELT_OUTCOME_WRONG_KIND;
    const struct account_row *house = felt_ledger_account(ledger, "house");
    bool gives = order->kind == FELT_ORDER_STAKE;
    felt_chips there = gives ? (house ? house->account.balance : 0) : bank_of(ledger, user->id);
    if (there < order->amount) return FELT_OUTCOME_INSUFFICIENT;
    struct account_row *own = open_bank(ledger, user->id);
    return transfer(ledger, order, user->id, 0, order->amount, gives ? open_house(ledger) : own,
                    gives ? own : open_house(ledger), receipt);
}

/* Two transactions, so that there is one even if the bank holds 400 already and only `invested` is
 * wrong: everything out, 400 in. */
static enum felt_outcome reset(struct felt_ledger *ledger, const struct felt_order *order,
                               const struct felt_user *user, struct felt_receipt *receipt)
{
    if (user->kind != FELT_USER_HUMAN && user->kind != FELT_USER_GUEST)
        return FELT_OUTCOME_WRONG_KIND;
    int tables;
    if (felt_ledger_seated(ledger, user->id, &tables) > 0) return FELT_OUTCOME_SEATED;
    char key[FELT_ORDER_KEY_BYTES + 1];
    size_t length = strlen(order->key);
    felt_assert(length + sizeof FELT_ORDER_KEY_OUT <= sizeof key);
    memcpy(key, order->key, length);
    memcpy(key + length, FELT_ORDER_KEY_OUT, sizeof FELT_ORDER_KEY_OUT);
    if (felt_ledger_transaction(ledger, key)) return FELT_OUTCOME_KEY_REUSED;
    felt_chips more = FELT_GRANT_CHIPS - bank_of(ledger, user->id);
    if (!felt_ledger_mint_has(ledger, more, 0)) return FELT_OUTCOME_MINT_EMPTY;
    felt_ledger_burn(ledger, order, user->id, key);
    return transfer(ledger, order, user->id, FELT_GRANT_CHIPS - user->invested, FELT_GRANT_CHIPS,
                    open_mint(ledger), open_bank(ledger, user->id), receipt);
}

static enum felt_outcome play_for_prizes(struct felt_ledger *ledger, const struct felt_order *order,
                                         const struct felt_user *user, struct felt_receipt *receipt)
{
    char name[NAME_BYTES];
    felt_ledger_table_name("prize", order->table, name);
    struct account_row *prize = felt_ledger_account(ledger, name);
    bool enters = order->kind == FELT_ORDER_ENTER;
    felt_chips there = enters ? bank_of(ledger, user->id) : prize ? prize->account.balance : 0;
    if (there < order->amount) return FELT_OUTCOME_INSUFFICIENT;
    struct account_row *own = open_bank(ledger, user->id);
    if (enters) prize = felt_ledger_open_account(ledger, FELT_ACCOUNT_PRIZE, 0, name);
    return transfer(ledger, order, user->id, 0, order->amount, enters ? own : prize,
                    enters ? prize : own, receipt);
}

/* Between a prize pool and the house: about nobody. */
static enum felt_outcome share_pool(struct felt_ledger *ledger, const struct felt_order *order,
                                    struct felt_receipt *receipt)
{
    char name[NAME_BYTES];
    bool adds = order->kind == FELT_ORDER_OVERLAY;
    felt_ledger_table_name("prize", order->table, name);
    const struct account_row *giver = felt_ledger_account(ledger, adds ? "house" : name);
    if (!giver || giver->account.balance < order->amount) return FELT_OUTCOME_INSUFFICIENT;
    struct account_row *prize = felt_ledger_open_account(ledger, FELT_ACCOUNT_PRIZE, 0, name);
    struct account_row *other =
        adds ? open_house(ledger) : felt_ledger_open_account(ledger, FELT_ACCOUNT_RAKE, 0, "rake");
    return transfer(ledger, order, 0, 0, order->amount, adds ? other : prize, adds ? prize : other,
                    receipt);
}

/* May this user's chips be moved now?  Chips that are on a table or in a pool can always come back,
 * whoever was disabled meanwhile. */
static enum felt_outcome find_mover(struct felt_ledger *ledger, const struct felt_order *order,
                                    const struct felt_user **out)
{
    const struct user_row *row = felt_ledger_user(ledger, order->user);
    if (!row || row->user.deleted_at) return FELT_OUTCOME_NO_USER;
    *out = &row->user;
    bool by_himself = order->kind == FELT_ORDER_RELOAD || order->kind == FELT_ORDER_BUY_IN ||
                      order->kind == FELT_ORDER_TOP_UP || order->kind == FELT_ORDER_ENTER;
    return by_himself && felt_user_is_disabled(&row->user, order->now_ms) ? FELT_OUTCOME_DISABLED
                                                                          : FELT_OUTCOME_OK;
}

enum felt_outcome felt_ledger_move(struct felt_ledger *ledger, const struct felt_order *order,
                                   struct felt_receipt *receipt)
{
    if (order->kind == FELT_ORDER_SETTLE) return settle(ledger, order, receipt);
    if (order->kind == FELT_ORDER_FUND &&
        !felt_ledger_mint_has(ledger, order->amount, FELT_MINT_RESERVE))
        return FELT_OUTCOME_MINT_EMPTY;
    if (order->kind == FELT_ORDER_FUND)
        return transfer(ledger, order, 0, 0, order->amount, open_mint(ledger), open_house(ledger),
                        receipt);
    if (order->kind == FELT_ORDER_FEE || order->kind == FELT_ORDER_OVERLAY)
        return share_pool(ledger, order, receipt);
    const struct felt_user *user = NULL;
    enum felt_outcome outcome = find_mover(ledger, order, &user);
    if (outcome != FELT_OUTCOME_OK) return outcome;
    switch (order->kind) {
    case FELT_ORDER_RELOAD: return reload(ledger, order, user, receipt);
    case FELT_ORDER_BUY_IN:
    case FELT_ORDER_TOP_UP: return sit(ledger, order, user, receipt);
    case FELT_ORDER_CASH_OUT: return cash_out(ledger, order, user, receipt);
    case FELT_ORDER_CREDIT:
    case FELT_ORDER_DEBIT: return credit(ledger, order, user, receipt);
    case FELT_ORDER_STAKE:
    case FELT_ORDER_UNSTAKE: return stake(ledger, order, user, receipt);
    case FELT_ORDER_RESET: return reset(ledger, order, user, receipt);
    case FELT_ORDER_ENTER:
    case FELT_ORDER_PRIZE:
    case FELT_ORDER_REFUND: return play_for_prizes(ledger, order, user, receipt);
    default: felt_assert(!"an order that moves no chips"); return FELT_OUTCOME_WRONG_KIND;
    }
}
