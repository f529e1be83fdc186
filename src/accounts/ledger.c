/* ledger.c -- see ledger.h: how an order is decided, and which rows it needs for that. */
#include "accounts/ledger_parts.h"

#include "felt/assert.h"

#include <string.h>

static const char *const account_words[FELT_ACCOUNT_KINDS] = {
    [FELT_ACCOUNT_MINT] = "mint",   [FELT_ACCOUNT_HOUSE] = "house", [FELT_ACCOUNT_RAKE] = "rake",
    [FELT_ACCOUNT_BANK] = "bank",   [FELT_ACCOUNT_SEAT] = "seat",   [FELT_ACCOUNT_POT] = "pot",
    [FELT_ACCOUNT_PRIZE] = "prize",
};

const char *felt_account_kind_word(enum felt_account_kind kind)
{
    felt_assert(kind < FELT_ACCOUNT_KINDS);
    return account_words[kind];
}

int felt_account_kind_find(const char *word)
{
    for (int kind = 0; kind < FELT_ACCOUNT_KINDS; kind++)
        if (strcmp(account_words[kind], word) == 0) return kind;
    return -1;
}

/* ---- needs ---- */

struct needs {
    struct felt_need *out;
    int count;
};

static struct felt_need *add(struct needs *needs, enum felt_need_kind kind)
{
    felt_assert(needs->count < FELT_NEEDS_MAX);
    struct felt_need *need = &needs->out[needs->count++];
    *need = (struct felt_need){.kind = (uint8_t)kind};
    return need;
}

static void add_text(struct needs *needs, enum felt_need_kind kind, const char *text)
{
    struct felt_need *need = add(needs, kind);
    felt_assert(strlen(text) < sizeof need->text);
    memcpy(need->text, text, strlen(text) + 1);
}

static void add_folded(struct needs *needs, enum felt_need_kind kind, const char *text)
{
    if (!*text) return;
    if (kind == FELT_NEED_HANDLE)
        felt_handle_fold(text, add(needs, kind)->text);
    else
        felt_name_fold(text, add(needs, kind)->text);
}

static void add_digest(struct needs *needs, enum felt_need_kind kind,
                       const uint8_t digest[FELT_DIGEST_BYTES])
{
    memcpy(add(needs, kind)->digest, digest, FELT_DIGEST_BYTES);
}

static void add_table(struct needs *needs, const struct felt_order *order)
{
    char name[NAME_BYTES];
    switch (order->kind) {
    case FELT_ORDER_BUY_IN:
    case FELT_ORDER_TOP_UP:
    case FELT_ORDER_CASH_OUT:
        add_text(needs, FELT_NEED_ACCOUNT, felt_ledger_seat_name(order->table, order->user, name));
        break;
    case FELT_ORDER_SETTLE:
        for (int i = 0; i < order->seats; i++)
            add_text(needs, FELT_NEED_ACCOUNT,
                     felt_ledger_seat_name(order->table, order->seat[i].user, name));
        if (order->pot)
            add_text(needs, FELT_NEED_ACCOUNT, felt_ledger_table_name("pot", order->table, name));
        if (order->rake) add_text(needs, FELT_NEED_ACCOUNT, "rake");
        break;
    case FELT_ORDER_ENTER:
    case FELT_ORDER_PRIZE:
    case FELT_ORDER_REFUND:
    case FELT_ORDER_FEE:
    case FELT_ORDER_OVERLAY:
        add_text(needs, FELT_NEED_ACCOUNT, felt_ledger_table_name("prize", order->table, name));
        break;
    default: break;
    }
}

static void add_society(struct needs *needs, const struct felt_order *order)
{
    bool club = order->kind >= FELT_ORDER_CLUB_OPEN;
    if (order->by) add(needs, FELT_NEED_USER)->number = order->by;
    if (order->kind == FELT_ORDER_REPORT_DONE) add(needs, FELT_NEED_REPORT)->number = order->number;
    if (!club) return;
    if (order->number) add(needs, FELT_NEED_CLUB)->number = order->number;
    if (*order->code) add_text(needs, FELT_NEED_CODE, order->code);
    if (order->by) add(needs, FELT_NEED_MEMBER)->number = order->by;
    if (order->user) add(needs, FELT_NEED_MEMBER)->number = order->user;
}

static bool touches_mint(enum felt_order_kind kind)
{
    switch (kind) {
    case FELT_ORDER_SIGN_UP:
    case FELT_ORDER_FACEBOOK:
    case FELT_ORDER_CLOSE:
    case FELT_ORDER_RELOAD:
    case FELT_ORDER_FUND:
    case FELT_ORDER_CREDIT:
    case FELT_ORDER_DEBIT:
    case FELT_ORDER_RESET: return true;
    default: return false;
    }
}

int felt_order_needs(const struct felt_order *order, struct felt_need out[FELT_NEEDS_MAX])
{
    struct needs needs = {.out = out};
    if (felt_order_verify(order) != FELT_OUTCOME_OK) return 0; /* it will be refused as it is */
    if (felt_order_moves(order->kind)) add_text(&needs, FELT_NEED_TRANSACTION, order->key);
    if (order->kind == FELT_ORDER_RESET) {
        struct felt_need *out_key = add(&needs, FELT_NEED_TRANSACTION);
        size_t length = strlen(order->key);
        memcpy(out_key->text, order->key, length);
        memcpy(out_key->text + length, FELT_ORDER_KEY_OUT, sizeof FELT_ORDER_KEY_OUT);
    }
    if (order->user) add(&needs, FELT_NEED_USER)->number = order->user;
    if (order->kind == FELT_ORDER_SIGN_UP && order->number)
        add(&needs, FELT_NEED_USER)->number = order->number;
    if (order->has_old_token) add_digest(&needs, FELT_NEED_SESSION, order->old_token);
    if (order->kind == FELT_ORDER_SIGN_UP) add_folded(&needs, FELT_NEED_USERNAME, order->username);
    if (order->kind == FELT_ORDER_SIGN_UP || order->kind == FELT_ORDER_PROFILE)
        add_folded(&needs, FELT_NEED_HANDLE, order->handle);
    if (order->kind == FELT_ORDER_FACEBOOK) {
        add_text(&needs, FELT_NEED_FACEBOOK, order->facebook_id);
        add_digest(&needs, FELT_NEED_SIGNATURE, order->signature);
    }
    if (order->has_token) add_digest(&needs, FELT_NEED_SESSION, order->token);
    if (touches_mint(order->kind)) add_text(&needs, FELT_NEED_ACCOUNT, "mint");
    if (order->kind == FELT_ORDER_RELOAD) add(&needs, FELT_NEED_RELOADS)->number = order->user;
    if (order->kind == FELT_ORDER_FUND || order->kind == FELT_ORDER_STAKE ||
        order->kind == FELT_ORDER_UNSTAKE || order->kind == FELT_ORDER_OVERLAY)
        add_text(&needs, FELT_NEED_ACCOUNT, "house");
    if (order->kind == FELT_ORDER_FEE) add_text(&needs, FELT_NEED_ACCOUNT, "rake");
    add_table(&needs, order);
    if (order->kind >= FELT_ORDER_NOTE && order->kind < FELT_ORDER_RESERVE)
        add_society(&needs, order);
    return needs.count;
}

/* ---- deciding ---- */

/* True: the key was used before, for this request or another. */
static bool find_replay(struct felt_ledger *ledger, const struct felt_order *order,
                        struct felt_receipt *receipt)
{
    if (!felt_order_moves(order->kind)) return false;
    const struct felt_transaction *known = felt_ledger_transaction(ledger, order->key);
    if (!known) return false;
    uint8_t fingerprint[FELT_DIGEST_BYTES];
    felt_order_fingerprint(order, ledger->config.digests, fingerprint);
    if (known->kind != order->kind ||
        memcmp(known->fingerprint, fingerprint, FELT_DIGEST_BYTES) != 0) {
        receipt->outcome = FELT_OUTCOME_KEY_REUSED;
        return true;
    }
    receipt->replayed = true;
    receipt->transaction = known->id;
    receipt->amount = known->amount;
    receipt->user.id = known->user;
    receipt->created = order->kind == FELT_ORDER_SIGN_UP || order->kind == FELT_ORDER_FACEBOOK;
    return true;
}

static void write_audit(struct felt_ledger *ledger, const struct felt_order *order, int64_t user)
{
    if (!*order->actor) return;
    struct felt_ledger_audit *audit = &ledger->audit[ledger->audits++];
    *audit = (struct felt_ledger_audit){.id = ++ledger->counters.audit,
                                        .at_ms = order->now_ms,
                                        .user = user,
                                        .kind = order->kind,
                                        .amount = order->amount};
    memcpy(audit->actor, order->actor, sizeof audit->actor);
    memcpy(audit->reason, order->reason, sizeof audit->reason);
    memcpy(audit->action, order->action, sizeof audit->action);
    memcpy(audit->about, order->about, sizeof audit->about);
}

static void tell_user(struct felt_ledger *ledger, const struct felt_order *order,
                      struct felt_receipt *receipt)
{
    int64_t id = receipt->user.id ? receipt->user.id : order->user;
    const struct user_row *row = id ? felt_ledger_user(ledger, id) : NULL;
    if (!row) return;
    int tables;
    receipt->user = row->user;
    receipt->total = row->user.chips + felt_ledger_seated(ledger, id, &tables);
}

static enum felt_outcome decide(struct felt_ledger *ledger, const struct felt_order *order,
                                struct felt_receipt *receipt)
{
    if (order->kind < FELT_ORDER_RELOAD || order->kind >= FELT_ORDER_RESERVE)
        return felt_ledger_identify(ledger, order, receipt);
    if (order->kind < FELT_ORDER_NOTE) return felt_ledger_move(ledger, order, receipt);
    return felt_ledger_associate(ledger, order, receipt);
}

void felt_ledger_decide(struct felt_ledger *ledger, const struct felt_order *order,
                        struct felt_receipt *receipt)
{
    felt_assert(ledger->orders < FELT_LEDGER_ORDERS_MAX);
    ledger->orders++;
    *receipt = (struct felt_receipt){.outcome = (uint8_t)felt_order_verify(order)};
    if (receipt->outcome != FELT_OUTCOME_OK) return;
    if (!find_replay(ledger, order, receipt)) {
        enum felt_outcome outcome = decide(ledger, order, receipt);
        receipt->outcome = (uint8_t)outcome;
        if (outcome == FELT_OUTCOME_OK && !receipt->replayed)
            write_audit(ledger, order, receipt->user.id ? receipt->user.id : order->user);
    }
    if (receipt->outcome == FELT_OUTCOME_OK) tell_user(ledger, order, receipt);
}
