/* ledger_users.c -- see ledger_parts.h: users and sessions. */
#include "accounts/ledger_parts.h"
#include "base/hex.h"

#include "felt/assert.h"
#include "felt/buffer.h"

#include <string.h>

enum { DECIMAL_BYTES = 24 };

static void write_name(const char *start, int64_t id, char *out, size_t bytes)
{
    struct felt_buffer text = felt_buffer_make(out, bytes);
    felt_buffer_text(&text, start);
    felt_buffer_int(&text, id);
    felt_assert(!text.overflow);
    felt_buffer_terminate(&text);
}

/* HMAC-SHA1 of the decimal number, forty hexadecimal digits.  It proves nothing to us. */
static void write_bookmark(const struct felt_ledger_config *config, struct felt_user *user)
{
    char id[DECIMAL_BYTES];
    uint8_t digest[FELT_DIGEST_SHA1_BYTES];
    write_name("", user->id, id, sizeof id);
    config->digests->sign_sha1(config->secret, sizeof config->secret, id, strlen(id), digest);
    felt_hex_write(digest, sizeof digest, user->bookmark);
}

/* The row of a user whom nobody has closed. */
static struct user_row *find(struct felt_ledger *ledger, int64_t id)
{
    struct user_row *row = felt_ledger_user(ledger, id);
    return row && !row->user.deleted_at ? row : NULL;
}

/* The session that the client had until now; NULL: none that counts. */
static struct session_row *find_session(struct felt_ledger *ledger, const struct felt_order *order)
{
    if (!order->has_old_token) return NULL;
    struct session_row *row = felt_ledger_session(ledger, order->old_token);
    if (!row || row->ended || row->session.expires <= order->now_ms) return NULL;
    return row;
}

/* The guest who is signed in with the old token; NULL: nobody, or no guest. */
static struct user_row *find_guest(struct felt_ledger *ledger, const struct felt_order *order)
{
    const struct session_row *session = find_session(ledger, order);
    struct user_row *row = session ? find(ledger, session->session.user) : NULL;
    return row && row->user.kind == FELT_USER_GUEST &&
                   !felt_user_is_disabled(&row->user, order->now_ms)
               ? row
               : NULL;
}

static void fill_user(const struct felt_ledger_config *config, const struct felt_order *order,
                      struct felt_user *user)
{
    user->kind = order->user_kind;
    memcpy(user->username, order->username, sizeof user->username);
    memcpy(user->handle, order->handle, sizeof user->handle);
    memcpy(user->password, order->password, sizeof user->password);
    memcpy(user->email, order->email, sizeof user->email);
    memcpy(user->birthday, order->birthday, sizeof user->birthday);
    memcpy(user->facebook_id, order->facebook_id, sizeof user->facebook_id);
    memcpy(user->remote_address, order->address, sizeof user->remote_address);
    if (!*user->username) write_name("guest-", user->id, user->username, sizeof user->username);
    if (!*user->handle && user->kind == FELT_USER_HOUSE)
        memcpy(user->handle, user->username, sizeof user->username);
    if (!*user->handle) write_name("Player", user->id, user->handle, sizeof user->handle);
    if (!user->reg_date) user->reg_date = order->now_ms;
    user->last_visit = order->now_ms;
    write_bookmark(config, user);
}

void felt_ledger_make_guest(const struct felt_ledger_config *config, const struct felt_order *order,
                            struct felt_user *out)
{
    felt_assert(order->kind == FELT_ORDER_SIGN_UP);
    felt_assert(order->user_kind == FELT_USER_GUEST);
    felt_assert(order->number > 0);
    *out = (struct felt_user){.id = order->number, .level = 1};
    out->chips = out->invested = FELT_GRANT_CHIPS;
    fill_user(config, order, out);
}

static bool taken(const struct user_row *holder, const struct user_row *own)
{
    return holder && holder != own;
}

/* A number that was given out and is no user's yet. */
static bool is_reserved(struct felt_ledger *ledger, int64_t number)
{
    return number > 0 && number <= ledger->counters.user && !felt_ledger_user(ledger, number);
}

static enum felt_outcome reserve(struct felt_ledger *ledger, const struct felt_order *order,
                                 struct felt_receipt *receipt)
{
    receipt->number = ledger->counters.user + 1;
    ledger->counters.user += order->amount;
    return FELT_OUTCOME_OK;
}

/* A guest who registers keeps his number and his chips; only his names change. */
static enum felt_outcome sign_up(struct felt_ledger *ledger, const struct felt_order *order,
                                 struct felt_receipt *receipt)
{
    bool upgrades = order->user_kind == FELT_USER_HUMAN;
    bool house = order->user_kind == FELT_USER_HOUSE;
    struct user_row *row = upgrades ? find_guest(ledger, order) : NULL;
    const struct user_row *same = house ? felt_ledger_username(ledger, order->username) : NULL;
    if (same && same->user.kind == FELT_USER_HOUSE) { /* nothing of it depends on who made it */
        receipt->replayed = true;
        receipt->user.id = same->user.id;
        return FELT_OUTCOME_OK;
    }
    if (!row && !house && !felt_ledger_mint_has(ledger, FELT_GRANT_CHIPS, 0))
        return FELT_OUTCOME_MINT_EMPTY;
    if (*order->username && taken(felt_ledger_username(ledger, order->username), row))
        return FELT_OUTCOME_NAME_TAKEN;
    if (*order->handle && taken(felt_ledger_handle(ledger, order->handle), row))
        return FELT_OUTCOME_HANDLE_TAKEN;
    bool is_new = !row;
    if (is_new && order->number && !is_reserved(ledger, order->number)) return FELT_OUTCOME_NO_USER;
    if (is_new) row = felt_ledger_make_user(ledger, order->number);
    fill_user(&ledger->config, order, &row->user);
    row->changed = true;
    felt_ledger_index_user(ledger, row);
    if (!is_new)
        felt_ledger_end_sessions(ledger, row->user.id, NULL);
    else if (!house)
        felt_ledger_grant(ledger, order, row, receipt);
    if (order->has_token) felt_ledger_open_session(ledger, order, row->user.id);
    receipt->created = is_new;
    receipt->user.id = row->user.id;
    return FELT_OUTCOME_OK;
}

static void visit(struct user_row *row, const struct felt_order *order)
{
    row->user.last_visit = order->now_ms;
    if (*order->address)
        memcpy(row->user.remote_address, order->address, sizeof row->user.remote_address);
    row->changed = true;
}

/* To compare a password takes a while: meanwhile it may have been changed. */
static bool is_outdated(const struct felt_user *user, const struct felt_order *order)
{
    return *order->proof && strcmp(order->proof, user->password) != 0;
}

/* The second factor of an admin, if there is one.  A token that felt admin made (ISSUE) proves that
 * its owner is on the machine. */
static enum felt_outcome ask_factor(struct felt_ledger *ledger, const struct felt_order *order,
                                    struct user_row *row)
{
    struct felt_user *user = &row->user;
    struct felt_factor_lock lock = {ledger->config.digests, ledger->config.secret, user->id};
    if (order->kind != FELT_ORDER_SIGN_IN || !felt_factor_is_on(user->factor))
        return FELT_OUTCOME_OK;
    if (!*order->factor_code) return FELT_OUTCOME_NEEDS_CODE;
    if (!felt_factor_accept(&lock, order->factor_code, order->now_ms, user->factor))
        return FELT_OUTCOME_WRONG_CODE;
    row->changed = true;
    return FELT_OUTCOME_OK;
}

static enum felt_outcome sign_in(struct felt_ledger *ledger, const struct felt_order *order,
                                 struct felt_receipt *receipt)
{
    struct user_row *row = find(ledger, order->user);
    if (!row) return FELT_OUTCOME_NO_USER;
    if (felt_user_is_disabled(&row->user, order->now_ms)) return FELT_OUTCOME_DISABLED;
    if (is_outdated(&row->user, order)) return FELT_OUTCOME_WRONG_SECRET;
    enum felt_outcome outcome = ask_factor(ledger, order, row);
    if (outcome != FELT_OUTCOME_OK) return outcome;
    struct session_row *old = find_session(ledger, order);
    if (old) old->ended = true;
    felt_ledger_open_session(ledger, order, row->user.id);
    if (order->kind == FELT_ORDER_SIGN_IN) visit(row, order);
    receipt->user.id = row->user.id;
    return FELT_OUTCOME_OK;
}

/* What is known of somebody is forgotten; his lines in the ledger stay, under a number. */
static void forget(struct felt_ledger *ledger, const struct felt_order *order, struct user_row *row)
{
    struct felt_user *user = &row->user;
    char key[FELT_ORDER_KEY_BYTES + 1];
    write_name("close:", user->id, key, sizeof key);
    felt_ledger_burn(ledger, order, user->id, key);
    write_name("deleted-", user->id, user->username, sizeof user->username);
    memcpy(user->handle, user->username, sizeof user->username);
    *user->facebook_id = *user->password = *user->email = *user->birthday = '\0';
    *user->remote_address = *user->bookmark = *user->factor = '\0';
    user->deleted_at = order->now_ms;
    row->changed = true;
    felt_ledger_index_user(ledger, row);
    felt_ledger_end_sessions(ledger, user->id, NULL);
    felt_ledger_leave_clubs(ledger, user->id, order->now_ms);
}

/* The signed request was verified before; here it is used up, once.  A guest who signs in by
 * Facebook is closed: the chips of the Facebook account count, and a new one begins with its 400.
 */
static enum felt_outcome facebook(struct felt_ledger *ledger, const struct felt_order *order,
                                  struct felt_receipt *receipt)
{
    const struct signature_row *used = felt_ledger_signature(ledger, order->signature);
    struct user_row *row = felt_ledger_facebook(ledger, order->facebook_id);
    if (used) return FELT_OUTCOME_REPLAYED;
    if (row && felt_user_is_disabled(&row->user, order->now_ms)) return FELT_OUTCOME_DISABLED;
    struct user_row *guest = find_guest(ledger, order);
    int tables;
    if (guest && felt_ledger_seated(ledger, guest->user.id, &tables) > 0)
        return FELT_OUTCOME_SEATED;
    if (!row && !felt_ledger_mint_has(ledger, FELT_GRANT_CHIPS, 0)) return FELT_OUTCOME_MINT_EMPTY;
    felt_assert(order->has_token);
    felt_ledger_make_signature(ledger, order);
    if (guest) {
        forget(ledger, order, guest);
    } else {
        struct session_row *old = find_session(ledger, order);
        if (old) old->ended = true;
    }
    receipt->created = !row;
    if (!row) {
        row = felt_ledger_make_user(ledger, 0);
        struct felt_order named = *order; /* a new user's name is his Facebook id */
        named.user_kind = FELT_USER_HUMAN;
        memcpy(named.username, order->facebook_id, sizeof order->facebook_id);
        fill_user(&ledger->config, &named, &row->user);
        felt_ledger_index_user(ledger, row);
        felt_ledger_grant(ledger, order, row, receipt);
    } else {
        visit(row, order);
    }
    felt_ledger_open_session(ledger, order, row->user.id);
    receipt->user.id = row->user.id;
    return FELT_OUTCOME_OK;
}

static enum felt_outcome sign_out(struct felt_ledger *ledger, const struct felt_order *order)
{
    if (!order->has_old_token) {
        if (!felt_ledger_user(ledger, order->user)) return FELT_OUTCOME_NO_USER;
        felt_ledger_end_sessions(ledger, order->user, NULL);
        return FELT_OUTCOME_OK;
    }
    struct session_row *session = find_session(ledger, order);
    if (!session) return FELT_OUTCOME_NO_SESSION;
    session->ended = true;
    struct user_row *row = find(ledger, session->session.user);
    if (row) visit(row, order);
    return FELT_OUTCOME_OK;
}

static enum felt_outcome note_seen(struct felt_ledger *ledger, const struct felt_order *order)
{
    struct session_row *session = find_session(ledger, order);
    if (!session) return FELT_OUTCOME_NO_SESSION;
    struct user_row *row = find(ledger, session->session.user);
    if (!row) return FELT_OUTCOME_NO_SESSION;
    session->session.last_seen = order->now_ms;
    session->changed = true;
    visit(row, order);
    return FELT_OUTCOME_OK;
}

/* A link becomes a session the first time it is used, and is nothing afterwards.  The session is
 * fresh whatever the order says: only a link makes one. */
static enum felt_outcome redeem(struct felt_ledger *ledger, const struct felt_order *order,
                                struct felt_receipt *receipt)
{
    struct session_row *link = find_session(ledger, order);
    if (!link || link->session.kind != FELT_SESSION_LINK) return FELT_OUTCOME_NO_SESSION;
    struct user_row *row = find(ledger, link->session.user);
    if (!row) return FELT_OUTCOME_NO_SESSION;
    if (felt_user_is_disabled(&row->user, order->now_ms)) return FELT_OUTCOME_DISABLED;
    link->ended = true;
    struct felt_order fresh = *order;
    fresh.session_kind = FELT_SESSION_FRESH;
    felt_ledger_open_session(ledger, &fresh, row->user.id);
    visit(row, order);
    receipt->user.id = row->user.id;
    return FELT_OUTCOME_OK;
}

static enum felt_outcome change_profile(struct felt_ledger *ledger, const struct felt_order *order,
                                        struct user_row *row)
{
    struct felt_user *user = &row->user;
    if (user->kind == FELT_USER_HOUSE && *order->handle) return FELT_OUTCOME_WRONG_KIND;
    if (user->kind != FELT_USER_ADMIN && felt_name_is_official(order->handle))
        return FELT_OUTCOME_BAD_NAME;
    if (*order->handle && taken(felt_ledger_handle(ledger, order->handle), row))
        return FELT_OUTCOME_HANDLE_TAKEN;
    if (*order->handle) memcpy(user->handle, order->handle, sizeof user->handle);
    if (*order->email) memcpy(user->email, order->email, sizeof user->email);
    if (*order->birthday) memcpy(user->birthday, order->birthday, sizeof user->birthday);
    if (order->clears_email) *user->email = '\0';
    if (order->clears_birthday) *user->birthday = '\0';
    row->changed = true;
    felt_ledger_index_user(ledger, row);
    return FELT_OUTCOME_OK;
}

/* A guest is swept away only if nothing has happened since somebody looked. */
static bool came_back(const struct felt_user *user, const struct felt_order *order)
{
    return order->unseen_since_ms &&
           (user->kind != FELT_USER_GUEST || user->last_visit > order->unseen_since_ms);
}

/* A link is good for one new password: the session that it became is then like any other. */
static void set_password(struct felt_ledger *ledger, const struct felt_order *order,
                         struct user_row *row)
{
    struct session_row *own = find_session(ledger, order);
    if (own && own->session.kind == FELT_SESSION_FRESH) own->session.kind = FELT_SESSION_COOKIE;
    memcpy(row->user.password, order->password, sizeof row->user.password);
    row->changed = true;
    felt_ledger_end_sessions(ledger, row->user.id, own ? order->old_token : NULL);
}

static enum felt_outcome change_factor(struct felt_ledger *ledger, const struct felt_order *order,
                                       struct user_row *row)
{
    enum { REMOVE, BEGIN, CONFIRM };
    struct felt_user *user = &row->user;
    struct felt_factor_lock lock = {ledger->config.digests, ledger->config.secret, user->id};
    if (user->kind != FELT_USER_ADMIN) return FELT_OUTCOME_WRONG_KIND;
    /* A new one is pending until it is confirmed: meanwhile the password alone would do. */
    if (order->amount == BEGIN && felt_factor_is_on(user->factor)) return FELT_OUTCOME_FACTOR_ON;
    if (order->amount == CONFIRM &&
        !felt_factor_accept(&lock, order->factor_code, order->now_ms, user->factor))
        return FELT_OUTCOME_WRONG_CODE;
    if (order->amount == REMOVE) *user->factor = '\0';
    if (order->amount == BEGIN) felt_factor_write(&lock, &order->factor, user->factor);
    if (order->amount == CONFIRM) felt_ledger_end_sessions(ledger, user->id, NULL);
    row->changed = true;
    return FELT_OUTCOME_OK;
}

static enum felt_outcome change_user(struct felt_ledger *ledger, const struct felt_order *order,
                                     struct user_row *row)
{
    struct felt_user *user = &row->user;
    int tables;
    switch (order->kind) {
    case FELT_ORDER_PROFILE: return change_profile(ledger, order, row);
    case FELT_ORDER_FACTOR: return change_factor(ledger, order, row);
    case FELT_ORDER_PASSWORD:
        if (user->kind == FELT_USER_HOUSE || user->kind == FELT_USER_GUEST)
            return FELT_OUTCOME_WRONG_KIND;
        set_password(ledger, order, row);
        return FELT_OUTCOME_OK;
    case FELT_ORDER_DISABLE:
        user->disabled_at = order->amount ? order->now_ms : 0;
        user->disabled_until = order->amount ? order->until_ms : 0;
        row->changed = true;
        if (order->amount) felt_ledger_end_sessions(ledger, user->id, NULL);
        return FELT_OUTCOME_OK;
    case FELT_ORDER_CLOSE:
        if (user->kind == FELT_USER_HOUSE || came_back(user, order)) return FELT_OUTCOME_WRONG_KIND;
        if (felt_ledger_seated(ledger, user->id, &tables) > 0) return FELT_OUTCOME_SEATED;
        forget(ledger, order, row);
        return FELT_OUTCOME_OK;
    default: felt_assert(!"an order that changes no user"); return FELT_OUTCOME_WRONG_KIND;
    }
}

/* Whoever has a password and wants another one has proved that he knows it, or came by a link just
 * now.  An operator (no session) proves nothing. */
static bool is_unproved(const struct felt_user *user, const struct felt_order *order,
                        const struct session_row *session)
{
    return order->kind == FELT_ORDER_PASSWORD && session && *user->password && !*order->proof &&
           !felt_session_is_fresh(&session->session, order->now_ms);
}

/* A token is made for one order: if its session is there, this is that order, done again after its
 * receipt was lost. */
static bool was_done(struct felt_ledger *ledger, const struct felt_order *order,
                     struct felt_receipt *receipt)
{
    const struct session_row *session =
        order->has_token ? felt_ledger_session(ledger, order->token) : NULL;
    if (!session || !session->loaded || session->ended) return false;
    receipt->replayed = true;
    receipt->user.id = session->session.user;
    return true;
}

/* Is a user already what the order wants of him?  Then it was done before, or need not be. */
static bool is_so(const struct felt_user *user, const struct felt_order *order)
{
    switch (order->kind) {
    case FELT_ORDER_CLOSE: return user->deleted_at != 0;
    case FELT_ORDER_DISABLE: {
        bool same = !order->amount || user->disabled_until == order->until_ms;
        return !user->deleted_at && !user->disabled_at == !order->amount && same;
    }
    case FELT_ORDER_PASSWORD:
        return *order->password && strcmp(user->password, order->password) == 0;
    default: return false;
    }
}

enum felt_outcome felt_ledger_identify(struct felt_ledger *ledger, const struct felt_order *order,
                                       struct felt_receipt *receipt)
{
    if (was_done(ledger, order, receipt)) return FELT_OUTCOME_OK;
    switch (order->kind) {
    case FELT_ORDER_SIGN_UP: return sign_up(ledger, order, receipt);
    case FELT_ORDER_SIGN_IN:
    case FELT_ORDER_ISSUE: return sign_in(ledger, order, receipt);
    case FELT_ORDER_FACEBOOK: return facebook(ledger, order, receipt);
    case FELT_ORDER_SIGN_OUT: return sign_out(ledger, order);
    case FELT_ORDER_SEEN: return note_seen(ledger, order);
    case FELT_ORDER_REDEEM: return redeem(ledger, order, receipt);
    case FELT_ORDER_RESERVE: return reserve(ledger, order, receipt);
    case FELT_ORDER_KEEP: return find(ledger, order->user) ? FELT_OUTCOME_OK : FELT_OUTCOME_NO_USER;
    default: break;
    }
    struct user_row *row = felt_ledger_user(ledger, order->user);
    if (row && is_so(&row->user, order)) {
        receipt->replayed = true;
        receipt->user.id = row->user.id;
        return FELT_OUTCOME_OK;
    }
    if (!row || row->user.deleted_at) return FELT_OUTCOME_NO_USER;
    bool himself = order->has_old_token;
    const struct session_row *session = find_session(ledger, order);
    if (himself && (!session || session->session.user != order->user))
        return FELT_OUTCOME_NO_SESSION;
    if (himself && felt_user_is_disabled(&row->user, order->now_ms)) return FELT_OUTCOME_DISABLED;
    if (is_outdated(&row->user, order)) return FELT_OUTCOME_WRONG_SECRET;
    if (is_unproved(&row->user, order, session)) return FELT_OUTCOME_WRONG_SECRET;
    receipt->user.id = row->user.id;
    return change_user(ledger, order, row);
}
