/* guests.c -- see guests.h. */
#include "store/ledger/guests.h"

#include "felt/assert.h"

#include <stdlib.h>
#include <string.h>

enum { NUMBERS_LOW = FELT_LEDGER_GUEST_NUMBERS / 2 }; /* more are wanted when so few are left */

bool felt_ledger_guests_open(struct felt_ledger_guests *guests, uint32_t max)
{
    *guests = (struct felt_ledger_guests){.max = max};
    if (!max) return true;
    guests->guest = calloc(max, sizeof *guests->guest);
    guests->chain = calloc(max, sizeof *guests->chain);
    return guests->guest && guests->chain;
}

void felt_ledger_guests_close(struct felt_ledger_guests *guests)
{
    free(guests->guest);
    free(guests->chain);
    *guests = (struct felt_ledger_guests){0};
}

/* ---- finding ---- */

static struct felt_ledger_guest *place_of(const struct felt_ledger_guests *guests, int64_t number)
{
    return &guests->guest[(uint64_t)number % guests->max];
}

static struct felt_ledger_guest *find_number(const struct felt_ledger_guests *guests,
                                             int64_t number)
{
    if (!guests->count || number <= 0) return NULL;
    struct felt_ledger_guest *guest = place_of(guests, number);
    return guest->used && guest->number == number ? guest : NULL;
}

/* Tokens are hashes already: any of their bytes will do. */
static uint32_t *chain_of(const struct felt_ledger_guests *guests,
                          const uint8_t token[FELT_DIGEST_BYTES])
{
    uint32_t word;
    memcpy(&word, token, sizeof word);
    return &guests->chain[word % guests->max];
}

static struct felt_ledger_guest *find_token(const struct felt_ledger_guests *guests,
                                            const uint8_t token[FELT_DIGEST_BYTES])
{
    uint32_t place = guests->count ? *chain_of(guests, token) : 0;
    while (place && memcmp(guests->guest[place - 1].token, token, FELT_DIGEST_BYTES) != 0)
        place = guests->guest[place - 1].next;
    return place ? &guests->guest[place - 1] : NULL;
}

static void drop(struct felt_ledger_guests *guests, struct felt_ledger_guest *guest)
{
    felt_assert(guest->used && guests->count > 0);
    uint32_t own = (uint32_t)(guest - guests->guest) + 1;
    uint32_t *link = chain_of(guests, guest->token);
    while (*link != own) link = &guests->guest[*link - 1].next;
    *link = guest->next;
    *guest = (struct felt_ledger_guest){0};
    guests->count--;
}

/* An empty place for this number; the oldest guest leaves for it (U4).  NULL: the sign-up of that
 * one is on its way. */
static struct felt_ledger_guest *find_place(struct felt_ledger_guests *guests, int64_t number)
{
    struct felt_ledger_guest *guest = place_of(guests, number);
    if (guest->used && guest->saving) return NULL;
    if (guest->used) drop(guests, guest);
    return guest;
}

/* ---- a guest as the database would know them ---- */

static void write_sign_up(const struct felt_ledger_guest *guest, struct felt_order *out)
{
    *out = (struct felt_order){.kind = FELT_ORDER_SIGN_UP,
                               .user_kind = FELT_USER_GUEST,
                               .now_ms = guest->created,
                               .number = guest->number,
                               .session_kind = FELT_SESSION_COOKIE,
                               .has_token = true,
                               .expires_ms = guest->expires};
    memcpy(out->token, guest->token, sizeof out->token);
    memcpy(out->key, guest->key, sizeof out->key);
    memcpy(out->address, guest->address, sizeof out->address);
    memcpy(out->agent, guest->agent, sizeof out->agent);
}

static void write_user(const struct felt_ledger_config *config,
                       const struct felt_ledger_guest *guest, struct felt_user *out)
{
    struct felt_order sign_up;
    write_sign_up(guest, &sign_up);
    felt_ledger_make_guest(config, &sign_up, out);
    out->last_visit = guest->last_seen;
}

static struct felt_session session_of(const struct felt_ledger_guest *guest)
{
    struct felt_session session = {.user = guest->number,
                                   .kind = FELT_SESSION_COOKIE,
                                   .created = guest->created,
                                   .last_seen = guest->last_seen,
                                   .expires = guest->expires};
    memcpy(session.token, guest->token, sizeof session.token);
    memcpy(session.address, guest->address, sizeof session.address);
    memcpy(session.agent, guest->agent, sizeof session.agent);
    return session;
}

/* ---- orders ---- */

/* A guest who brings no other session: this is what is kept here. */
static bool is_new_guest(const struct felt_order *order)
{
    return order->kind == FELT_ORDER_SIGN_UP && order->user_kind == FELT_USER_GUEST &&
           order->number == 0 && order->has_token && !order->has_old_token &&
           order->session_kind == FELT_SESSION_COOKIE && !*order->handle && !*order->actor;
}

static void answer(const struct felt_ledger_config *config, const struct felt_ledger_guest *guest,
                   struct felt_receipt *receipt)
{
    *receipt = (struct felt_receipt){.outcome = FELT_OUTCOME_OK};
    write_user(config, guest, &receipt->user);
    receipt->total = receipt->user.chips;
}

/* With the next number.  NULL: there is no place for one more. */
static struct felt_ledger_guest *add(struct felt_ledger_guests *guests,
                                     const struct felt_order *order)
{
    struct felt_ledger_guest *guest = find_place(guests, guests->next);
    if (!guest) return NULL;
    uint32_t *chain = chain_of(guests, order->token);
    *guest = (struct felt_ledger_guest){.used = true,
                                        .next = *chain,
                                        .number = guests->next++,
                                        .created = order->now_ms,
                                        .last_seen = order->now_ms,
                                        .expires = order->expires_ms};
    *chain = (uint32_t)(guest - guests->guest) + 1;
    guests->count++;
    memcpy(guest->token, order->token, sizeof guest->token);
    memcpy(guest->key, order->key, sizeof guest->key);
    memcpy(guest->address, order->address, sizeof guest->address);
    memcpy(guest->agent, order->agent, sizeof guest->agent);
    return guest;
}

static enum felt_ledger_guest_step make(struct felt_ledger_guests *guests,
                                        const struct felt_ledger_config *config,
                                        const struct felt_order *order,
                                        struct felt_receipt *receipt)
{
    struct felt_ledger_guest *guest =
        find_token(guests, order->token); /* the same order, sent again */
    guests->wanted = true;
    if (!guest && felt_order_verify(order) != FELT_OUTCOME_OK) return FELT_LEDGER_GUEST_PASS;
    if (!guest && guests->next >= guests->end) return FELT_LEDGER_GUEST_WAIT;
    if (!guest) guest = add(guests, order);
    if (!guest) return FELT_LEDGER_GUEST_PASS;
    answer(config, guest, receipt);
    receipt->created = true;
    return FELT_LEDGER_GUEST_DONE;
}

/* The guest whom an order is about, by any of the names that it can have for one. */
static struct felt_ledger_guest *find_named(struct felt_ledger_guests *guests,
                                            const struct felt_order *order)
{
    struct felt_ledger_guest *guest =
        order->has_old_token ? find_token(guests, order->old_token) : NULL;
    if (!guest) guest = find_number(guests, order->user);
    if (!guest) guest = find_number(guests, order->by);
    return guest;
}

/* Orders that need no row: the session was used, or ends with all that is known of the guest; or
 * the guest wants chips, and has all 400. */
static bool ends_here(const struct felt_ledger_guest *guest, const struct felt_order *order)
{
    bool out = order->kind == FELT_ORDER_SIGN_OUT || order->kind == FELT_ORDER_CLOSE;
    return !guest->saving &&
           (out || order->kind == FELT_ORDER_SEEN || order->kind == FELT_ORDER_RELOAD);
}

/* Signing in as another user leaves the guest behind. */
static bool leaves(const struct felt_ledger_guest *guest, const struct felt_order *order)
{
    return !guest->saving &&
           (order->kind == FELT_ORDER_SIGN_IN || order->kind == FELT_ORDER_FACEBOOK ||
            order->kind == FELT_ORDER_REDEEM) &&
           order->has_old_token && memcmp(order->old_token, guest->token, FELT_DIGEST_BYTES) == 0;
}

enum felt_ledger_guest_step felt_ledger_guests_order(struct felt_ledger_guests *guests,
                                                     const struct felt_ledger_config *config,
                                                     const struct felt_order *order,
                                                     struct felt_order *sign_up,
                                                     struct felt_receipt *receipt)
{
    if (!guests->max) return FELT_LEDGER_GUEST_PASS;
    if (is_new_guest(order)) return make(guests, config, order, receipt);
    struct felt_ledger_guest *guest = find_named(guests, order);
    if (!guest) return FELT_LEDGER_GUEST_PASS;
    if (leaves(guest, order)) {
        drop(guests, guest);
        return FELT_LEDGER_GUEST_PASS;
    }
    if (ends_here(guest, order)) {
        guest->last_seen = order->now_ms;
        answer(config, guest, receipt);
        if (order->kind == FELT_ORDER_RELOAD)
            receipt->outcome = FELT_OUTCOME_ENOUGH;
        else if (order->kind != FELT_ORDER_SEEN)
            drop(guests, guest);
        return FELT_LEDGER_GUEST_DONE;
    }
    write_sign_up(guest, sign_up);
    sign_up->now_ms = order->now_ms;
    guest->saving = true;
    return FELT_LEDGER_GUEST_SAVE;
}

/* ---- questions ---- */

/* The names of guests end with their numbers. */
static int64_t number_in(const char *name)
{
    size_t end = strlen(name), begin = end;
    while (begin > 0 && name[begin - 1] >= '0' && name[begin - 1] <= '9') begin--;
    return end - begin > 0 && end - begin < 19 ? strtoll(name + begin, NULL, 10) : 0;
}

static struct felt_ledger_guest *find_name(struct felt_ledger_guests *guests,
                                           const struct felt_ledger_config *config,
                                           const char *name, bool handle)
{
    char asked[FELT_ORDER_KEY_BYTES + 1], own[FELT_ORDER_KEY_BYTES + 1];
    struct felt_user user;
    struct felt_ledger_guest *guest = find_number(guests, number_in(name));
    if (!guest) return NULL;
    write_user(config, guest, &user);
    felt_name_fold(name, asked);
    felt_name_fold(handle ? user.handle : user.username, own);
    return strcmp(asked, own) == 0 ? guest : NULL;
}

static struct felt_ledger_guest *find_asked(struct felt_ledger_guests *guests,
                                            const struct felt_ledger_config *config,
                                            const struct felt_question *question)
{
    switch (question->kind) {
    case FELT_QUESTION_SESSION: return find_token(guests, question->token);
    case FELT_QUESTION_USER:
    case FELT_QUESTION_SESSIONS: return find_number(guests, question->number);
    case FELT_QUESTION_NAME: return find_name(guests, config, question->text, false);
    case FELT_QUESTION_HANDLE: return find_name(guests, config, question->text, true);
    default: return NULL;
    }
}

bool felt_ledger_guests_ask(struct felt_ledger_guests *guests,
                            const struct felt_ledger_config *config,
                            const struct felt_question *question, struct felt_ledger_answer *answer)
{
    struct felt_ledger_guest *guest = guests->count ? find_asked(guests, config, question) : NULL;
    if (!guest || guest->expires <= question->now_ms) return false;
    *answer = (struct felt_ledger_answer){.outcome = FELT_OUTCOME_OK, .in_memory = true};
    if (question->kind == FELT_QUESTION_SESSIONS) {
        answer->sessions = malloc(sizeof *answer->sessions);
        if (!answer->sessions) return false;
        *answer->sessions = session_of(guest);
        answer->count = 1;
        return true;
    }
    if (question->kind == FELT_QUESTION_SESSION) guest->last_seen = question->now_ms;
    write_user(config, guest, &answer->user);
    answer->session = session_of(guest);
    answer->total = answer->user.chips;
    return true;
}

/* ---- what the ledger store does for guests ---- */

bool felt_ledger_guests_need_numbers(struct felt_ledger_guests *guests, int64_t now_ms,
                                     struct felt_order *order)
{
    if (!guests->wanted || guests->reserving || guests->end - guests->next >= NUMBERS_LOW)
        return false;
    guests->reserving = true;
    *order = (struct felt_order){
        .kind = FELT_ORDER_RESERVE, .now_ms = now_ms, .amount = FELT_LEDGER_GUEST_NUMBERS};
    return true;
}

void felt_ledger_guests_receipt(struct felt_ledger_guests *guests, const struct felt_order *order,
                                const struct felt_receipt *receipt)
{
    bool good = receipt->outcome == FELT_OUTCOME_OK;
    if (order->kind == FELT_ORDER_RESERVE) {
        guests->reserving = false;
        if (!good) return;
        /* The few that are left of the block before are given up. */
        guests->next = receipt->number;
        guests->end = receipt->number + order->amount;
        return;
    }
    struct felt_ledger_guest *guest = find_number(guests, order->number);
    if (!guest) return;
    guest->saving = false; /* if it failed, the next order tries again */
    if (good) drop(guests, guest);
}
