/* order.c -- see order.h: words, what an order must be before any book is opened, and what makes
 * two orders the same request. */
#include "accounts/order.h"

#include "felt/assert.h"
#include "felt/buffer.h"

#include <string.h>

enum { FINGERPRINT_TEXT = 2048 };

/* ---- words ---- */

static const struct {
    const char *word;
    bool moves;
} orders[FELT_ORDER_KINDS] = {
    [FELT_ORDER_SIGN_UP] = {"sign_up", true},
    [FELT_ORDER_SIGN_IN] = {"sign_in", false},
    [FELT_ORDER_FACEBOOK] = {"facebook", true},
    [FELT_ORDER_SIGN_OUT] = {"sign_out", false},
    [FELT_ORDER_SEEN] = {"seen", false},
    [FELT_ORDER_REDEEM] = {"redeem", false},
    [FELT_ORDER_ISSUE] = {"issue", false},
    [FELT_ORDER_PASSWORD] = {"password", false},
    [FELT_ORDER_PROFILE] = {"profile", false},
    [FELT_ORDER_FACTOR] = {"factor", false},
    [FELT_ORDER_DISABLE] = {"disable", false},
    [FELT_ORDER_CLOSE] = {"close", false},
    [FELT_ORDER_RELOAD] = {"reload", true},
    [FELT_ORDER_BUY_IN] = {"buy_in", true},
    [FELT_ORDER_TOP_UP] = {"top_up", true},
    [FELT_ORDER_CASH_OUT] = {"cash_out", true},
    [FELT_ORDER_SETTLE] = {"settle", true},
    [FELT_ORDER_FUND] = {"fund", true},
    [FELT_ORDER_STAKE] = {"stake", true},
    [FELT_ORDER_UNSTAKE] = {"unstake", true},
    [FELT_ORDER_CREDIT] = {"credit", true},
    [FELT_ORDER_DEBIT] = {"debit", true},
    [FELT_ORDER_RESET] = {"reset", true},
    [FELT_ORDER_ENTER] = {"enter", true},
    [FELT_ORDER_PRIZE] = {"prize", true},
    [FELT_ORDER_REFUND] = {"refund", true},
    [FELT_ORDER_FEE] = {"fee", true},
    [FELT_ORDER_OVERLAY] = {"overlay", true},
    [FELT_ORDER_NOTE] = {"note", false},
    [FELT_ORDER_SILENCE] = {"silence", false},
    [FELT_ORDER_REPORT] = {"report", false},
    [FELT_ORDER_REPORT_DONE] = {"report_done", false},
    [FELT_ORDER_CLUB_OPEN] = {"club_open", false},
    [FELT_ORDER_CLUB_JOIN] = {"club_join", false},
    [FELT_ORDER_CLUB_LEAVE] = {"club_leave", false},
    [FELT_ORDER_CLUB_RANK] = {"club_rank", false},
    [FELT_ORDER_CLUB_CODE] = {"club_code", false},
    [FELT_ORDER_CLUB_NAME] = {"club_name", false},
    [FELT_ORDER_CLUB_CLOSE] = {"club_close", false},
    [FELT_ORDER_RESERVE] = {"reserve", false},
    [FELT_ORDER_KEEP] = {"keep", false},
};

const char *felt_order_word(enum felt_order_kind kind)
{
    felt_assert(kind < FELT_ORDER_KINDS);
    return orders[kind].word;
}

int felt_order_find(const char *word)
{
    for (int kind = 0; kind < FELT_ORDER_KINDS; kind++)
        if (strcmp(orders[kind].word, word) == 0) return kind;
    return -1;
}

bool felt_order_moves(enum felt_order_kind kind)
{
    felt_assert(kind < FELT_ORDER_KINDS);
    return orders[kind].moves;
}

static const char *const session_words[FELT_SESSION_KINDS] = {
    [FELT_SESSION_COOKIE] = "cookie",
    [FELT_SESSION_BEARER] = "bearer",
    [FELT_SESSION_LINK] = "link",
    [FELT_SESSION_FRESH] = "fresh",
};

const char *felt_session_kind_word(enum felt_session_kind kind)
{
    felt_assert(kind < FELT_SESSION_KINDS);
    return session_words[kind];
}

int felt_session_kind_find(const char *word)
{
    for (int kind = 0; kind < FELT_SESSION_KINDS; kind++)
        if (strcmp(session_words[kind], word) == 0) return kind;
    return -1;
}

bool felt_session_is_browser(enum felt_session_kind kind)
{
    return kind == FELT_SESSION_COOKIE || kind == FELT_SESSION_FRESH;
}

bool felt_session_is_fresh(const struct felt_session *session, int64_t now_ms)
{
    return session->kind == FELT_SESSION_FRESH &&
           now_ms - session->created <= FELT_SESSION_FRESH_MS;
}

static const char *const rank_words[FELT_CLUB_RANKS] = {
    [FELT_CLUB_MEMBER] = "member",
    [FELT_CLUB_MANAGER] = "manager",
    [FELT_CLUB_OWNER] = "owner",
};

const char *felt_club_rank_word(enum felt_club_rank rank)
{
    felt_assert(rank < FELT_CLUB_RANKS);
    return rank_words[rank];
}

int felt_club_rank_find(const char *word)
{
    for (int rank = 0; rank < FELT_CLUB_RANKS; rank++)
        if (strcmp(rank_words[rank], word) == 0) return rank;
    return -1;
}

static const struct {
    const char *word, *text;
} outcomes[FELT_OUTCOMES] = {
    [FELT_OUTCOME_OK] = {"OK", "done"},
    [FELT_OUTCOME_UNAVAILABLE] = {"UNAVAILABLE", "the books cannot be reached, and nobody knows "
                                                 "whether it was done; send it again with the "
                                                 "same key"},
    [FELT_OUTCOME_BUSY] = {"BUSY", "too much is waiting; nothing was done, try again soon"},
    [FELT_OUTCOME_NO_USER] = {"NO_USER", "there is no such user"},
    [FELT_OUTCOME_NO_SESSION] = {"NOT_SIGNED_IN", "sign in first"},
    [FELT_OUTCOME_DISABLED] = {"DISABLED", "this account is disabled"},
    [FELT_OUTCOME_WRONG_KIND] = {"WRONG_KIND", "this is not for an account of this kind"},
    [FELT_OUTCOME_NAME_TAKEN] = {"NAME_TAKEN", "somebody has that username; choose another"},
    [FELT_OUTCOME_HANDLE_TAKEN] = {"HANDLE_TAKEN", "somebody has that handle; choose another"},
    [FELT_OUTCOME_BAD_NAME] = {"BAD_NAME", "that name is not allowed; choose another"},
    [FELT_OUTCOME_BAD_AMOUNT] = {"BAD_AMOUNT", "an amount is a whole number of chips, at least 1"},
    [FELT_OUTCOME_BAD_SUM] = {"BAD_SUM", "what is won and lost does not sum to zero"},
    [FELT_OUTCOME_BAD_KEY] = {"BAD_KEY", "a key of printable characters is needed"},
    [FELT_OUTCOME_KEY_REUSED] = {"KEY_REUSED",
                                 "that key was used for another request; choose a new one"},
    [FELT_OUTCOME_INSUFFICIENT] = {"INSUFFICIENT_CHIPS", "there are not so many chips"},
    [FELT_OUTCOME_ENOUGH] = {"ENOUGH_CHIPS",
                             "a reload is for those with fewer than 400 chips, tables counted"},
    [FELT_OUTCOME_RELOADS] = {"TOO_MANY_RELOADS", "you have had all reloads of 24 hours"},
    [FELT_OUTCOME_SEATED] = {"SEATED", "there are chips on a table; leave it first"},
    [FELT_OUTCOME_NOT_SEATED] = {"NOT_SEATED", "there are no chips at that table"},
    [FELT_OUTCOME_TOO_MANY] = {"TOO_MANY_TABLES", "there are chips on too many tables"},
    [FELT_OUTCOME_REPLAYED] = {"REPLAYED", "this signed request was used before"},
    [FELT_OUTCOME_MINT_EMPTY] = {"MINT_EMPTY", "there are no more chips to be given out"},
    [FELT_OUTCOME_WRONG_SECRET] = {"WRONG_SECRET", "name and password do not belong together"},
    [FELT_OUTCOME_NO_CLUB] = {"NO_CLUB", "there is no such club, or it is not yours to see; ask "
                                         "its owner for an invitation"},
    [FELT_OUTCOME_NO_MEMBER] = {"NO_MEMBER", "there is no such member"},
    [FELT_OUTCOME_NOT_ALLOWED] = {"NOT_ALLOWED", "your rank in the club does not allow that"},
    [FELT_OUTCOME_CLUB_FULL] = {"CLUB_FULL", "the club has as many members as it can have"},
    [FELT_OUTCOME_CLUBS] = {"TOO_MANY_CLUBS", "you are in as many clubs as one can be; leave one"},
    [FELT_OUTCOME_NO_REPORT] = {"NO_REPORT", "there is no such report that is open"},
    [FELT_OUTCOME_NEEDS_CODE] = {"SECOND_FACTOR", "type the code of your second factor too"},
    [FELT_OUTCOME_WRONG_CODE] = {"WRONG_CODE",
                                 "this is not the code, or it was used: wait for the next one"},
    [FELT_OUTCOME_BAD_TEXT] = {"BAD_TEXT", "say in words what it is about"},
    [FELT_OUTCOME_FACTOR_ON] =
        {"FACTOR_ON", "a second factor is on: remove it first (felt admin factor remove)"},
};

const char *felt_outcome_word(enum felt_outcome outcome)
{
    felt_assert(outcome < FELT_OUTCOMES);
    return outcomes[outcome].word;
}

const char *felt_outcome_text(enum felt_outcome outcome)
{
    felt_assert(outcome < FELT_OUTCOMES);
    return outcomes[outcome].text;
}

/* ---- what an order must be ---- */

static bool is_key(const char *key)
{
    if (!*key) return false;
    for (const char *at = key; *at; at++)
        if (*at <= ' ' || *at > '~') return false;
    /* A reset books two transactions, the second under a longer key. */
    return strlen(key) <= FELT_ORDER_KEY_BYTES - sizeof FELT_ORDER_KEY_OUT + 1;
}

static bool is_table(const char *table)
{
    if (!*table) return false;
    for (const char *at = table; *at; at++) {
        bool letter = (*at >= 'a' && *at <= 'z') || (*at >= 'A' && *at <= 'Z');
        bool digit = *at >= '0' && *at <= '9';
        if (!letter && !digit && *at != '.' && *at != '_' && *at != '-') return false;
    }
    return true;
}

static bool is_amount(felt_chips amount)
{
    return amount >= 1 && amount <= FELT_ACCOUNT_CHIPS_MAX;
}

/* Every seat once, nothing lost that is not won, by the table, by the house or by another seat. */
static enum felt_outcome verify_settlement(const struct felt_order *order)
{
    if (order->seats < 1 || order->seats > FELT_SEATS_MAX) return FELT_OUTCOME_BAD_SUM;
    if (order->rake < 0 || order->rake > FELT_ACCOUNT_CHIPS_MAX) return FELT_OUTCOME_BAD_AMOUNT;
    if (order->pot < -FELT_ACCOUNT_CHIPS_MAX || order->pot > FELT_ACCOUNT_CHIPS_MAX)
        return FELT_OUTCOME_BAD_AMOUNT;
    felt_chips sum = order->rake + order->pot;
    for (int i = 0; i < order->seats; i++) {
        const struct felt_order_seat *seat = &order->seat[i];
        if (seat->user <= 0) return FELT_OUTCOME_NO_USER;
        if (seat->won < -FELT_ACCOUNT_CHIPS_MAX || seat->won > FELT_ACCOUNT_CHIPS_MAX)
            return FELT_OUTCOME_BAD_AMOUNT;
        for (int other = 0; other < i; other++)
            if (order->seat[other].user == seat->user) return FELT_OUTCOME_BAD_SUM;
        sum += seat->won;
    }
    return sum == 0 ? FELT_OUTCOME_OK : FELT_OUTCOME_BAD_SUM;
}

static bool begins(const char *folded, const char *start)
{
    return strncmp(folded, start, strlen(start)) == 0;
}

/* Names that the ledger themselves give. */
static bool is_given_name(const char *name)
{
    char folded[FELT_HANDLE_BYTES + 1];
    felt_name_fold(name, folded);
    return begins(folded, "guest-") || begins(folded, "deleted-");
}

static enum felt_outcome verify_names(const struct felt_order *order)
{
    struct felt_complaint why;
    const char *name = order->username, *handle = order->handle;
    enum felt_user_kind kind = FELT_USER_ADMIN; /* anybody: whose handle it is, the ledger know */
    if (order->kind == FELT_ORDER_SIGN_UP) {
        if (order->user_kind >= FELT_USER_KINDS) return FELT_OUTCOME_WRONG_KIND;
        kind = order->user_kind;
        bool guest = kind == FELT_USER_GUEST;
        bool house = kind == FELT_USER_HOUSE;
        if (guest != !*name) return FELT_OUTCOME_BAD_NAME;
        if (!guest && felt_username_verify(kind, name, strlen(name), &why) != FELT_OK &&
            !(house && felt_name_is_house(name)))
            return FELT_OUTCOME_BAD_NAME;
        if (house ? !felt_name_is_house(name) : felt_name_is_reserved(name) || is_given_name(name))
            return FELT_OUTCOME_BAD_NAME;
        if (house && *handle && strcmp(handle, name) != 0) return FELT_OUTCOME_BAD_NAME;
        if (house) return FELT_OUTCOME_OK;
    }
    if (*handle && felt_handle_verify(kind, handle, strlen(handle), &why) != FELT_OK)
        return FELT_OUTCOME_BAD_NAME;
    return FELT_OUTCOME_OK;
}

/* ---- notes, reports, clubs ---- */

static bool is_code(const char *code)
{
    for (const char *at = code; *at; at++) {
        bool letter = (*at >= 'a' && *at <= 'z') || (*at >= 'A' && *at <= 'Z');
        if (!letter && !(*at >= '0' && *at <= '9') && *at != '-' && *at != '_') return false;
    }
    return strlen(code) >= FELT_CLUB_CODE_MIN;
}

static bool is_action(const char *action)
{
    for (const char *at = action; *at; at++)
        if (!(*at >= 'a' && *at <= 'z') && !(*at >= '0' && *at <= '9') && *at != '_') return false;
    return *action != '\0';
}

/* A name of a club is like a handle, and nobody's. */
static bool is_club_name(const char *name)
{
    struct felt_complaint why;
    return felt_handle_verify(FELT_USER_HUMAN, name, strlen(name), &why) == FELT_OK;
}

static enum felt_outcome verify_society(const struct felt_order *order)
{
    bool named = order->kind == FELT_ORDER_CLUB_OPEN || order->kind == FELT_ORDER_CLUB_NAME;
    bool coded = order->kind == FELT_ORDER_CLUB_OPEN || order->kind == FELT_ORDER_CLUB_CODE;
    switch (order->kind) {
    case FELT_ORDER_NOTE:
        return *order->actor && is_action(order->action) ? FELT_OUTCOME_OK : FELT_OUTCOME_BAD_TEXT;
    case FELT_ORDER_SILENCE:
        return order->until_ms >= 0 ? FELT_OUTCOME_OK : FELT_OUTCOME_BAD_AMOUNT;
    case FELT_ORDER_REPORT: return *order->text ? FELT_OUTCOME_OK : FELT_OUTCOME_BAD_TEXT;
    case FELT_ORDER_REPORT_DONE:
        return order->number > 0 && *order->actor ? FELT_OUTCOME_OK : FELT_OUTCOME_NO_REPORT;
    default: break;
    }
    if (named && !is_club_name(order->handle)) return FELT_OUTCOME_BAD_NAME;
    if (coded && !is_code(order->code)) return FELT_OUTCOME_BAD_NAME;
    if (order->kind == FELT_ORDER_CLUB_JOIN)
        return is_code(order->code) ? FELT_OUTCOME_OK : FELT_OUTCOME_NO_CLUB;
    if (order->kind == FELT_ORDER_CLUB_RANK && order->rank >= FELT_CLUB_RANKS)
        return FELT_OUTCOME_NOT_ALLOWED;
    if (order->kind != FELT_ORDER_CLUB_OPEN && order->number <= 0) return FELT_OUTCOME_NO_CLUB;
    return order->by || *order->actor ? FELT_OUTCOME_OK : FELT_OUTCOME_NOT_ALLOWED;
}

static bool is_digits(const char *text)
{
    if (!*text) return false;
    for (; *text; text++)
        if (*text < '0' || *text > '9') return false;
    return true;
}

enum felt_outcome felt_order_verify(const struct felt_order *order)
{
    felt_assert(order->kind < FELT_ORDER_KINDS);
    if (felt_order_moves(order->kind) && !is_key(order->key)) return FELT_OUTCOME_BAD_KEY;
    switch (order->kind) {
    case FELT_ORDER_SIGN_UP:
    case FELT_ORDER_PROFILE: return verify_names(order);
    case FELT_ORDER_FACEBOOK:
        return is_digits(order->facebook_id) ? FELT_OUTCOME_OK : FELT_OUTCOME_BAD_NAME;
    case FELT_ORDER_SETTLE:
        return is_table(order->table) ? verify_settlement(order) : FELT_OUTCOME_BAD_NAME;
    case FELT_ORDER_CASH_OUT:
        return is_table(order->table) ? FELT_OUTCOME_OK : FELT_OUTCOME_BAD_NAME;
    case FELT_ORDER_BUY_IN:
    case FELT_ORDER_TOP_UP:
    case FELT_ORDER_ENTER:
    case FELT_ORDER_PRIZE:
    case FELT_ORDER_REFUND:
    case FELT_ORDER_FEE:
    case FELT_ORDER_OVERLAY:
        if (!is_table(order->table)) return FELT_OUTCOME_BAD_NAME;
        return is_amount(order->amount) ? FELT_OUTCOME_OK : FELT_OUTCOME_BAD_AMOUNT;
    case FELT_ORDER_FUND:
    case FELT_ORDER_STAKE:
    case FELT_ORDER_UNSTAKE:
    case FELT_ORDER_CREDIT:
    case FELT_ORDER_DEBIT:
        return is_amount(order->amount) ? FELT_OUTCOME_OK : FELT_OUTCOME_BAD_AMOUNT;
    case FELT_ORDER_RESERVE:
        return order->amount > 0 && order->amount <= FELT_ORDER_RESERVED_MAX
                   ? FELT_OUTCOME_OK
                   : FELT_OUTCOME_BAD_AMOUNT;
    case FELT_ORDER_KEEP: return order->user ? FELT_OUTCOME_OK : FELT_OUTCOME_NO_USER;
    default: break;
    }
    return order->kind >= FELT_ORDER_NOTE ? verify_society(order) : FELT_OUTCOME_OK;
}

/* ---- sameness ---- */

static void add_text(struct felt_buffer *out, const char *text)
{
    felt_buffer_uint(out, strlen(text)); /* no text can pretend to be the end of another */
    felt_buffer_char(out, ':');
    felt_buffer_text(out, text);
}

static void add_number(struct felt_buffer *out, int64_t number)
{
    felt_buffer_int(out, number);
    felt_buffer_char(out, ';');
}

void felt_order_fingerprint(const struct felt_order *order, const struct felt_digests *digests,
                            uint8_t out[FELT_DIGEST_BYTES])
{
    char memory[FINGERPRINT_TEXT];
    struct felt_buffer text = felt_buffer_make(memory, sizeof memory);
    felt_buffer_text(&text, "felt/order/1|");
    add_text(&text, felt_order_word(order->kind));
    add_number(&text, order->user);
    add_number(&text, order->amount);
    add_text(&text, order->table);
    add_text(&text, order->hand);
    add_number(&text, order->seats);
    for (int i = 0; i < order->seats; i++) {
        add_number(&text, order->seat[i].user);
        add_number(&text, order->seat[i].won);
    }
    add_number(&text, order->rake);
    add_number(&text, order->pot);
    add_number(&text, order->user_kind);
    add_text(&text, order->username);
    add_text(&text, order->handle);
    add_text(&text, order->email);
    add_text(&text, order->birthday);
    add_text(&text, order->facebook_id);
    if (order->has_token) felt_buffer_bytes(&text, order->token, sizeof order->token);
    felt_assert(!text.overflow);
    digests->hash(memory, text.used, out);
}
