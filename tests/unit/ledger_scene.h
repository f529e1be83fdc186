/* ledger_scene.h -- for the tests of the ledger: rows in memory, and orders in short.  Include it
 * behind cmocka.h. */
#ifndef FELT_TESTS_LEDGER_SCENE_H
#define FELT_TESTS_LEDGER_SCENE_H

#include "os/secret.h"
#include "fake_store.h"

#include <stdio.h>
#include <string.h>

static struct fake_store *fake_store;
static int keys;

static inline int open_fake_store(void **state)
{
    (void)state;
    fake_store = fake_store_open();
    keys = 0;
    return 0;
}

static inline int close_fake_store(void **state)
{
    (void)state;
    const char *wrong = fake_store_wrong(fake_store);
    if (wrong) print_error("the shelf says: %s\n", wrong);
    fake_store_close(fake_store);
    return wrong ? -1 : 0;
}

/* ---- orders, in short ---- */

static inline struct felt_order order_of(enum felt_order_kind kind, int64_t user, felt_chips amount)
{
    struct felt_order order = {
        .kind = (uint8_t)kind, .now_ms = 1000000 + keys, .user = user, .amount = amount};
    if (felt_order_moves(kind)) (void)snprintf(order.key, sizeof order.key, "key-%d", ++keys);
    return order;
}

static inline struct felt_receipt do_order(const struct felt_order *order)
{
    struct felt_receipt receipt;
    fake_store_do(fake_store, order, 1, &receipt, false);
    return receipt;
}

static inline enum felt_outcome outcome_of(const struct felt_order *order)
{
    return do_order(order).outcome;
}

static inline struct felt_order named(enum felt_user_kind kind, const char *name)
{
    struct felt_order order = order_of(FELT_ORDER_SIGN_UP, 0, 0);
    order.user_kind = (uint8_t)kind;
    (void)snprintf(order.username, sizeof order.username, "%s", name);
    if (kind == FELT_USER_HUMAN)
        (void)snprintf(order.password, sizeof order.password, "$2b$12$hash");
    return order;
}

static inline int64_t sign_up(enum felt_user_kind kind, const char *name)
{
    struct felt_order order = named(kind, name);
    struct felt_receipt receipt = do_order(&order);
    assert_int_equal(receipt.outcome, FELT_OUTCOME_OK);
    return receipt.user.id;
}

static inline struct felt_order at_table(enum felt_order_kind kind, int64_t user, felt_chips amount,
                                         const char *table)
{
    struct felt_order order = order_of(kind, user, amount);
    (void)snprintf(order.table, sizeof order.table, "%s", table);
    return order;
}

static inline void sit(int64_t user, felt_chips amount, const char *table)
{
    struct felt_order order = at_table(FELT_ORDER_BUY_IN, user, amount, table);
    assert_int_equal(outcome_of(&order), FELT_OUTCOME_OK);
}

static inline void with_token(struct felt_order *order, int number)
{
    order->has_token = true;
    order->token[0] = (uint8_t)number;
    order->expires_ms = order->now_ms + 1000000;
}

static inline void with_old(struct felt_order *order, int number)
{
    order->has_old_token = true;
    order->old_token[0] = (uint8_t)number;
}

static inline bool has_session(int number)
{
    uint8_t token[FELT_DIGEST_BYTES] = {(uint8_t)number};
    struct felt_session session;
    return fake_store_session(fake_store, token, &session);
}

static inline struct felt_order facebook(const char *id, int signature, int token)
{
    struct felt_order order = order_of(FELT_ORDER_FACEBOOK, 0, 0);
    (void)snprintf(order.facebook_id, sizeof order.facebook_id, "%s", id);
    order.signature[0] = (uint8_t)signature;
    order.signature_until_ms = order.now_ms + 600000;
    with_token(&order, token);
    return order;
}

#endif
