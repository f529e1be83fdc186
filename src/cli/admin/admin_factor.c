/* admin_factor.c -- felt admin factor: the second factor of an operator.
 *
 * `begin` prints a secret for an authenticator and ten recovery codes, once; `confirm` takes the
 * first code of the authenticator, and from then on a sign-in by password needs one. */
#include "cli/admin/admin.h"
#include "cli/cli.h"
#include "os/secret.h"

#include <stdio.h>
#include <string.h>

enum { BEGIN = 1, CONFIRM = 2, CODE_BYTES = FELT_FACTOR_CODE_LETTERS * 5 / 8 };

struct codes {
    char letters[FELT_FACTOR_CODES][FELT_FACTOR_CODE_LETTERS + 1];
};

/* New codes; their hashes go into the factor. */
static void make_codes(struct felt_factor *factor, struct codes *out)
{
    uint8_t raw[CODE_BYTES];
    for (int i = 0; i < FELT_FACTOR_CODES; i++) {
        felt_secret_fill(raw, sizeof raw);
        felt_factor_base32(raw, sizeof raw, out->letters[i]);
        (void)felt_factor_hash(&felt_secret_digests, out->letters[i], factor->code[i]);
    }
    explicit_bzero(raw, sizeof raw);
}

static void print_factor(const struct felt_cli_admin_job *admin, const char *name,
                         const char *secret, const struct codes *codes)
{
    fprintf(admin->out, "secret   %s\naddress  otpauth://totp/felt:%s?secret=%s&issuer=felt\n",
            secret, name, secret);
    fputs("Each of these codes signs in once if the authenticator is lost; keep them apart:\n",
          admin->out);
    for (int i = 0; i < FELT_FACTOR_CODES; i++) {
        const char *letters = codes->letters[i];
        fprintf(admin->out, "  %.4s-%.4s-%.4s-%.4s\n", letters, letters + 4, letters + 8,
                letters + 12);
    }
    fprintf(admin->out,
            "It counts when a code has confirmed it: felt admin factor confirm %s CODE\n", name);
}

static int give_order(const struct felt_cli_admin_job *admin, const char *name,
                      struct felt_order *order)
{
    int code;
    struct felt_ledger_answer answer;
    struct felt_receipt receipt;
    if (!felt_cli_admin_customer(admin, name, &answer, &code)) return code;
    order->user = answer.user.id;
    bool done = felt_cli_admin_order(admin, order, &answer.user, &receipt);
    explicit_bzero(&order->factor, sizeof order->factor);
    if (done && order->amount == CONFIRM)
        felt_cli_admin_dismiss(admin, answer.user.id, false, false, "you were signed out");
    return done ? FELT_EXIT_OK : FELT_EXIT_FAILED;
}

int felt_cli_admin_factor_begin(const struct felt_cli_admin_job *admin, const char *const *word)
{
    int code;
    struct felt_ledger_answer answer;
    char secret[2 * FELT_FACTOR_SECRET_BYTES];
    struct codes codes;
    struct felt_order order = {.kind = FELT_ORDER_FACTOR, .amount = BEGIN};
    if (!felt_cli_admin_customer(admin, word[0], &answer, &code)) return code;
    if (answer.user.kind != FELT_USER_ADMIN)
        return felt_cli_admin_refuse(admin, "%s is no operator: a second factor is for operators",
                                     word[0]);
    felt_secret_fill(order.factor.secret, sizeof order.factor.secret);
    felt_secret_fill(order.factor.nonce, sizeof order.factor.nonce);
    felt_factor_base32(order.factor.secret, sizeof order.factor.secret, secret);
    make_codes(&order.factor, &codes);
    /* Printed only if they count: secrets of a refused order would be kept for nothing. */
    code = give_order(admin, word[0], &order);
    if (code == FELT_EXIT_OK) print_factor(admin, answer.user.username, secret, &codes);
    explicit_bzero(secret, sizeof secret);
    explicit_bzero(&codes, sizeof codes);
    return code;
}

int felt_cli_admin_factor_confirm(const struct felt_cli_admin_job *admin, const char *const *word)
{
    struct felt_order order = {.kind = FELT_ORDER_FACTOR, .amount = CONFIRM};
    if (strlen(word[1]) >= sizeof order.factor_code)
        return felt_cli_admin_refuse(admin, "a code has six digits");
    memcpy(order.factor_code, word[1], strlen(word[1]) + 1);
    int code = give_order(admin, word[0], &order);
    if (code == FELT_EXIT_OK)
        fputs("from now on a sign-in by password needs a code; every session has ended\n",
              admin->out);
    return code;
}

int felt_cli_admin_factor_remove(const struct felt_cli_admin_job *admin, const char *const *word)
{
    struct felt_order order = {.kind = FELT_ORDER_FACTOR};
    int code = give_order(admin, word[0], &order);
    if (code == FELT_EXIT_OK) fputs("there is no second factor any more\n", admin->out);
    return code;
}
