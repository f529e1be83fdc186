/* books_chips.c -- see books_parts.h: double entry.
 *
 * A transaction is put together in a draft: accounts and what each gets.  post() verifies that it
 * sums to zero and leaves no balance below zero or beyond all bounds, and only then books it; so an
 * order is decided by its draft.  An account that was opened for a draft gets its number when the
 * first transaction touches it, so a draft that fails leaves nothing behind. */
#include "accounts/books_parts.h"

#include "felt/assert.h"

#include <string.h>

struct draft {
    int lines;
    struct {
        struct account_row *account;
        felt_chips amount;
    } line[FELT_LINES_MAX];
};

static void add_line(struct draft *draft, struct account_row *account, felt_chips amount)
{
    if (amount == 0) return;
    felt_assert(draft->lines < FELT_LINES_MAX);
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

static void tell_bank(struct felt_books *books, const struct felt_account *account)
{
    if (account->kind != FELT_ACCOUNT_BANK) return;
    struct user_row *user = felt_books_user(books, account->owner);
    felt_assert(user != NULL);
    user->user.chips = account->balance; /* B5 */
}

/* Books a draft that verify() has seen. */
static const struct felt_transaction *post(struct felt_books *books, const struct felt_order *order,
                                           const char *key, int64_t user, felt_chips invested,
                                           felt_chips amount, const struct draft *draft)
{
    enum felt_outcome good = verify(draft);
    felt_assert(good == FELT_OUTCOME_OK);
    felt_assert(draft->lines >= 2); /* B1 */
    struct felt_transaction *transaction = felt_books_make_transaction(books, key);
    transaction->kind = order->kind;
    transaction->at_ms = order->now_ms;
    transaction->user = user;
    transaction->invested = invested;
    transaction->amount = amount;
    felt_order_fingerprint(order, books->config.digests, transaction->fingerprint);
    memcpy(transaction->hand, order->hand, sizeof transaction->hand);
    felt_chips sum = 0;
    for (int i = 0; i < draft->lines; i++) {
        struct felt_account *account = &draft->line[i].account->account;
        if (!account->id) account->id = ++books->counters.account;
        account->balance += draft->line[i].amount;
        sum += draft->line[i].amount;
        felt_assert(account->balance >= 0 || account->kind == FELT_ACCOUNT_MINT); /* B2 */
        transaction->line[transaction->lines++] = (struct felt_line){
            .account = account->id, .amount = draft->line[i].amount, .after = account->balance};
        tell_bank(books, account);
    }
    felt_assert(sum == 0); /* B1 */
    if (user) {
        struct user_row *row = felt_books_user(books, user);
        felt_assert(row != NULL);
        row->user.invested += invested;
        felt_assert(row->user.invested >= 0);
    }
    return transaction;
}

/* ---- accounts of an order ---- */

static struct account_row *open_mint(struct felt_books *books)
{
    return felt_books_open_account(books, FELT_ACCOUNT_MINT, 0, "mint");
}

static struct account_row *open_house(struct felt_books *books)
{
    return felt_books_open_account(books, FELT_ACCOUNT_HOUSE, 0, "house");
}

static struct account_row *open_bank(struct felt_books *books, int64_t user)
{
    char name[NAME_BYTES];
    return felt_books_open_account(books, FELT_ACCOUNT_BANK, user,
                                   felt_books_bank_name(user, name));
}

felt_chips felt_books_bank(struct felt_books *books, int64_t user)
{
    char name[NAME_BYTES];
    const struct account_row *row = felt_books_account(books, felt_books_bank_name(user, name));
    return row ? row->account.balance : 0;
}

bool felt_books_mint_has(struct felt_books *books, felt_chips amount, felt_chips reserve)
{
    const struct account_row *mint = felt_books_account(books, "mint");
    return (mint ? mint->account.balance : 0) - amount >= reserve - FELT_ACCOUNT_CHIPS_MAX;
}

/* One account gives, another gets. */
static enum felt_outcome transfer(struct felt_books *books, const struct felt_order *order,
                                  int64_t user, felt_chips invested, felt_chips amount,
                                  struct account_row *from, struct account_row *to,
                                  struct felt_receipt *receipt)
{
    struct draft draft = {0};
    add_line(&draft, from, -amount);
    add_line(&draft, to, amount);
    enum felt_outcome outcome = verify(&draft);
    if (outcome != FELT_OUTCOME_OK) return outcome;
    receipt->transaction = post(books, order, order->key, user, invested, amount, &draft)->id;
    receipt->amount = amount;
    return FELT_OUTCOME_OK;
}

void felt_books_grant(struct felt_books *books, const struct felt_order *order,
                      struct user_row *user, struct felt_receipt *receipt)
{
    int64_t id = user->user.id;
    struct account_row *bank = open_bank(books, id);
    enum felt_outcome outcome = transfer(books, order, id, FELT_GRANT_CHIPS, FELT_GRANT_CHIPS,
                                         open_mint(books), bank, receipt);
    felt_assert(outcome == FELT_OUTCOME_OK);
}

void felt_books_burn(struct felt_books *books, const struct felt_order *order, int64_t user,
                     const char *key)
{
    felt_chips chips = felt_books_bank(books, user);
    if (chips == 0) return;
    struct draft draft = {0};
    add_line(&draft, open_bank(books, user), -chips);
    add_line(&draft, open_mint(books), chips);
    post(books, order, key, user, 0, chips, &draft);
}

/* ---- orders ---- */

static bool plays_with_chips_of_the_mint(const struct felt_user *user)
{
    return user->kind != FELT_USER_HOUSE;
}

/* ---- reloads: so many of a user in any 24 hours ---- */

static void add_reload(struct felt_books *books, int64_t user, int64_t transaction, int64_t at_ms)
{
    felt_assert(books->reloads < RELOADS_MAX);
    books->reload[books->reloads++] =
        (struct reload_row){.user = user, .transaction = transaction, .at_ms = at_ms};
}

void felt_books_put_reload(struct felt_books *books, int64_t user, int64_t transaction,
                           int64_t at_ms)
{
    felt_assert(books->orders == 0);
    for (int i = 0; i < books->reloads; i++)
        if (books->reload[i].transaction == transaction) return;
    add_reload(books, user, transaction, at_ms);
}

/* How many reloads of its user there are from this one on. */
static uint32_t rank_reload(const struct felt_books *books, const struct reload_row *row)
{
    uint32_t rank = 0;
    for (int i = 0; i < books->reloads; i++)
        rank +=
            books->reload[i].user == row->user && books->reload[i].transaction >= row->transaction;
    return rank;
}

/* When the user may reload: a day after the last but so many.  0: there were not so many. */
static int64_t next_reload(const struct felt_books *books, int64_t user)
{
    for (int i = 0; i < books->reloads; i++)
        if (books->reload[i].user == user &&
            rank_reload(books, &books->reload[i]) == books->config.reloads)
            return books->reload[i].at_ms + FELT_RELOADS_MS;
    return 0;
}

static enum felt_outcome reload(struct felt_books *books, const struct felt_order *order,
                                const struct felt_user *user, struct felt_receipt *receipt)
{
    if (!plays_with_chips_of_the_mint(user)) return FELT_OUTCOME_WRONG_KIND;
    int tables;
    felt_chips total =
        felt_books_bank(books, user->id) + felt_books_seated(books, user->id, &tables);
    if (total >= FELT_GRANT_CHIPS) return FELT_OUTCOME_ENOUGH;
    int64_t next_ms = next_reload(books, user->id);
    if (next_ms > order->now_ms) {
        receipt->next_ms = next_ms;
        return FELT_OUTCOME_RELOADS;
    }
    felt_chips missing = FELT_GRANT_CHIPS - total;
    enum felt_outcome outcome = transfer(books, order, user->id, missing, missing, open_mint(books),
                                         open_bank(books, user->id), receipt);
    if (outcome == FELT_OUTCOME_OK)
        add_reload(books, user->id, receipt->transaction, order->now_ms);
    return outcome;
}

static enum felt_outcome sit(struct felt_books *books, const struct felt_order *order,
                             const struct felt_user *user, struct felt_receipt *receipt)
{
    char name[NAME_BYTES];
    felt_books_seat_name(order->table, user->id, name);
    const struct account_row *seat = felt_books_account(books, name);
    felt_chips stack = seat ? seat->account.balance : 0;
    int tables;
    felt_books_seated(books, user->id, &tables);
    if (order->kind == FELT_ORDER_BUY_IN && stack > 0) return FELT_OUTCOME_SEATED;
    if (order->kind == FELT_ORDER_TOP_UP && !seat) return FELT_OUTCOME_NOT_SEATED;
    if (stack == 0 && tables >= FELT_ORDER_SEATED_MAX) return FELT_OUTCOME_TOO_MANY;
    if (felt_books_bank(books, user->id) < order->amount) return FELT_OUTCOME_INSUFFICIENT;
    if (stack + order->amount > FELT_ACCOUNT_CHIPS_MAX) return FELT_OUTCOME_BAD_AMOUNT;
    return transfer(books, order, user->id, 0, order->amount, open_bank(books, user->id),
                    felt_books_open_account(books, FELT_ACCOUNT_SEAT, user->id, name), receipt);
}

static enum felt_outcome cash_out(struct felt_books *books, const struct felt_order *order,
                                  const struct felt_user *user, struct felt_receipt *receipt)
{
    char name[NAME_BYTES];
    struct account_row *seat =
        felt_books_account(books, felt_books_seat_name(order->table, user->id, name));
    if (!seat || seat->account.balance == 0) return FELT_OUTCOME_NOT_SEATED;
    return transfer(books, order, user->id, 0, seat->account.balance, seat,
                    open_bank(books, user->id), receipt);
}

/* An account that is not there holds nothing: who would lose from it cannot. */
static enum felt_outcome draft_seats(struct felt_books *books, const struct felt_order *order,
                                     struct draft *draft, felt_chips *moved)
{
    char name[NAME_BYTES];
    for (int i = 0; i < order->seats; i++) {
        const struct felt_order_seat *seat = &order->seat[i];
        struct account_row *account =
            felt_books_account(books, felt_books_seat_name(order->table, seat->user, name));
        if (!account) return FELT_OUTCOME_NOT_SEATED;
        add_line(draft, account, seat->won);
        if (seat->won < 0) *moved -= seat->won;
    }
    return FELT_OUTCOME_OK;
}

static enum felt_outcome settle(struct felt_books *books, const struct felt_order *order,
                                struct felt_receipt *receipt)
{
    char name[NAME_BYTES];
    struct draft draft = {0};
    felt_chips moved = 0;
    enum felt_outcome outcome = draft_seats(books, order, &draft, &moved);
    if (outcome != FELT_OUTCOME_OK) return outcome;
    felt_books_table_name("pot", order->table, name);
    if (order->pot < 0) {
        struct account_row *pot = felt_books_account(books, name);
        if (!pot) return FELT_OUTCOME_INSUFFICIENT;
        add_line(&draft, pot, order->pot);
        moved -= order->pot;
    }
    /* Who gets can always be given: the rest of the lines decides. */
    enum felt_outcome sum_aside = verify(&draft);
    if (sum_aside != FELT_OUTCOME_OK && sum_aside != FELT_OUTCOME_BAD_SUM) return sum_aside;
    if (draft.lines == 0) return FELT_OUTCOME_OK; /* nobody won anything */
    if (order->pot > 0)
        add_line(&draft, felt_books_open_account(books, FELT_ACCOUNT_POT, 0, name), order->pot);
    if (order->rake > 0)
        add_line(&draft, felt_books_open_account(books, FELT_ACCOUNT_RAKE, 0, "rake"), order->rake);
    receipt->transaction = post(books, order, order->key, 0, 0, moved, &draft)->id;
    receipt->amount = moved;
    return FELT_OUTCOME_OK;
}

/* What somebody was given counts as invested, what is taken away again does not; never below 0. */
static enum felt_outcome credit(struct felt_books *books, const struct felt_order *order,
                                const struct felt_user *user, struct felt_receipt *receipt)
{
    if (!plays_with_chips_of_the_mint(user)) return FELT_OUTCOME_WRONG_KIND;
    bool gives = order->kind == FELT_ORDER_CREDIT;
    felt_chips bank = felt_books_bank(books, user->id);
    if (!gives && bank < order->amount) return FELT_OUTCOME_INSUFFICIENT;
    if (gives && !felt_books_mint_has(books, order->amount, FELT_MINT_RESERVE))
        return FELT_OUTCOME_MINT_EMPTY;
    felt_chips invested = order->amount;
    if (!gives) invested = -(order->amount < user->invested ? order->amount : user->invested);
    struct account_row *mint = open_mint(books), *own = open_bank(books, user->id);
    return transfer(books, order, user->id, invested, order->amount, gives ? mint : own,
                    gives ? own : mint, receipt);
}

static enum felt_outcome stake(struct felt_books *books, const struct felt_order *order,
                               const struct felt_user *user, struct felt_receipt *receipt)
{
    if (user->kind != FELT_USER_HOUSE) return FELT_OUTCOME_WRONG_KIND;
    const struct account_row *house = felt_books_account(books, "house");
    bool gives = order->kind == FELT_ORDER_STAKE;
    felt_chips there =
        gives ? (house ? house->account.balance : 0) : felt_books_bank(books, user->id);
    if (there < order->amount) return FELT_OUTCOME_INSUFFICIENT;
    struct account_row *own = open_bank(books, user->id);
    return transfer(books, order, user->id, 0, order->amount, gives ? open_house(books) : own,
                    gives ? own : open_house(books), receipt);
}

/* Two transactions, so that there is one even if the bank holds 400 already and only `invested` is
 * wrong: everything out, 400 in. */
static enum felt_outcome reset(struct felt_books *books, const struct felt_order *order,
                               const struct felt_user *user, struct felt_receipt *receipt)
{
    if (user->kind != FELT_USER_HUMAN && user->kind != FELT_USER_GUEST)
        return FELT_OUTCOME_WRONG_KIND;
    int tables;
    if (felt_books_seated(books, user->id, &tables) > 0) return FELT_OUTCOME_SEATED;
    char key[FELT_ORDER_KEY_BYTES + 1];
    size_t length = strlen(order->key);
    felt_assert(length + sizeof FELT_ORDER_KEY_OUT <= sizeof key);
    memcpy(key, order->key, length);
    memcpy(key + length, FELT_ORDER_KEY_OUT, sizeof FELT_ORDER_KEY_OUT);
    if (felt_books_transaction(books, key)) return FELT_OUTCOME_KEY_REUSED;
    felt_chips more = FELT_GRANT_CHIPS - felt_books_bank(books, user->id);
    if (!felt_books_mint_has(books, more, 0)) return FELT_OUTCOME_MINT_EMPTY;
    felt_books_burn(books, order, user->id, key);
    return transfer(books, order, user->id, FELT_GRANT_CHIPS - user->invested, FELT_GRANT_CHIPS,
                    open_mint(books), open_bank(books, user->id), receipt);
}

static enum felt_outcome play_for_prizes(struct felt_books *books, const struct felt_order *order,
                                         const struct felt_user *user, struct felt_receipt *receipt)
{
    char name[NAME_BYTES];
    felt_books_table_name("prize", order->table, name);
    struct account_row *prize = felt_books_account(books, name);
    bool enters = order->kind == FELT_ORDER_ENTER;
    felt_chips there = enters  ? felt_books_bank(books, user->id)
                       : prize ? prize->account.balance
                               : 0;
    if (there < order->amount) return FELT_OUTCOME_INSUFFICIENT;
    struct account_row *own = open_bank(books, user->id);
    if (enters) prize = felt_books_open_account(books, FELT_ACCOUNT_PRIZE, 0, name);
    return transfer(books, order, user->id, 0, order->amount, enters ? own : prize,
                    enters ? prize : own, receipt);
}

/* Between a prize pool and the house: about nobody. */
static enum felt_outcome share_pool(struct felt_books *books, const struct felt_order *order,
                                    struct felt_receipt *receipt)
{
    char name[NAME_BYTES];
    bool adds = order->kind == FELT_ORDER_OVERLAY;
    felt_books_table_name("prize", order->table, name);
    const struct account_row *giver = felt_books_account(books, adds ? "house" : name);
    if (!giver || giver->account.balance < order->amount) return FELT_OUTCOME_INSUFFICIENT;
    struct account_row *prize = felt_books_open_account(books, FELT_ACCOUNT_PRIZE, 0, name);
    struct account_row *other =
        adds ? open_house(books) : felt_books_open_account(books, FELT_ACCOUNT_RAKE, 0, "rake");
    return transfer(books, order, 0, 0, order->amount, adds ? other : prize, adds ? prize : other,
                    receipt);
}

/* May this user's chips be moved now?  Chips that are on a table or in a pool can always come back,
 * whoever was disabled meanwhile. */
static enum felt_outcome find_mover(struct felt_books *books, const struct felt_order *order,
                                    const struct felt_user **out)
{
    const struct user_row *row = felt_books_user(books, order->user);
    if (!row || row->user.deleted_at) return FELT_OUTCOME_NO_USER;
    *out = &row->user;
    bool by_himself = order->kind == FELT_ORDER_RELOAD || order->kind == FELT_ORDER_BUY_IN ||
                      order->kind == FELT_ORDER_TOP_UP || order->kind == FELT_ORDER_ENTER;
    return by_himself && felt_user_is_disabled(&row->user, order->now_ms) ? FELT_OUTCOME_DISABLED
                                                                          : FELT_OUTCOME_OK;
}

enum felt_outcome felt_books_move(struct felt_books *books, const struct felt_order *order,
                                  struct felt_receipt *receipt)
{
    if (order->kind == FELT_ORDER_SETTLE) return settle(books, order, receipt);
    if (order->kind == FELT_ORDER_FUND &&
        !felt_books_mint_has(books, order->amount, FELT_MINT_RESERVE))
        return FELT_OUTCOME_MINT_EMPTY;
    if (order->kind == FELT_ORDER_FUND)
        return transfer(books, order, 0, 0, order->amount, open_mint(books), open_house(books),
                        receipt);
    if (order->kind == FELT_ORDER_FEE || order->kind == FELT_ORDER_OVERLAY)
        return share_pool(books, order, receipt);
    const struct felt_user *user = NULL;
    enum felt_outcome outcome = find_mover(books, order, &user);
    if (outcome != FELT_OUTCOME_OK) return outcome;
    switch (order->kind) {
    case FELT_ORDER_RELOAD: return reload(books, order, user, receipt);
    case FELT_ORDER_BUY_IN:
    case FELT_ORDER_TOP_UP: return sit(books, order, user, receipt);
    case FELT_ORDER_CASH_OUT: return cash_out(books, order, user, receipt);
    case FELT_ORDER_CREDIT:
    case FELT_ORDER_DEBIT: return credit(books, order, user, receipt);
    case FELT_ORDER_STAKE:
    case FELT_ORDER_UNSTAKE: return stake(books, order, user, receipt);
    case FELT_ORDER_RESET: return reset(books, order, user, receipt);
    case FELT_ORDER_ENTER:
    case FELT_ORDER_PRIZE:
    case FELT_ORDER_REFUND: return play_for_prizes(books, order, user, receipt);
    default: felt_assert(!"an order that moves no chips"); return FELT_OUTCOME_WRONG_KIND;
    }
}
