/* shelf.c -- see shelf.h. */
#include "shelf.h"

#include "felt/assert.h"
#include "os/secret.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { USERS = 8192, ACCOUNTS = 16384, SESSIONS = 4096, TRANSACTIONS = 65536, REST = 4096 };

struct shelf {
    struct felt_books *books;
    struct felt_counters counters;
    char wrong[200];
    int users, accounts, sessions, transactions, signatures, audits;
    struct felt_user user[USERS];
    struct felt_account account[ACCOUNTS];
    struct felt_session session[SESSIONS];
    struct felt_transaction transaction[TRANSACTIONS];
    struct felt_signature signature[REST];
    struct felt_audit audit[REST];
    int clubs, members, reports;
    struct felt_club club[REST];
    struct felt_member member[REST];
    struct felt_user_report report[REST];
};

void shelf_allow_reloads(struct shelf *shelf, uint32_t reloads)
{
    struct felt_books_config config = {.digests = &felt_secret_digests, .reloads = reloads};
    memset(config.secret, 7, sizeof config.secret);
    felt_books_init(shelf->books, &config);
}

struct shelf *shelf_open(void)
{
    struct shelf *shelf = calloc(1, sizeof *shelf);
    felt_assert(shelf != NULL);
    shelf->books = malloc(felt_books_bytes());
    felt_assert(shelf->books != NULL);
    shelf_allow_reloads(shelf, 0);
    return shelf;
}

void shelf_close(struct shelf *shelf)
{
    free(shelf->books);
    free(shelf);
}

void shelf_clear(struct shelf *shelf)
{
    shelf->users = shelf->accounts = shelf->sessions = shelf->transactions = 0;
    shelf->signatures = shelf->audits = shelf->clubs = shelf->members = shelf->reports = 0;
    shelf->counters = (struct felt_counters){0};
    *shelf->wrong = '\0';
}

const char *shelf_wrong(const struct shelf *shelf)
{
    return *shelf->wrong ? shelf->wrong : NULL;
}

static void complain(struct shelf *shelf, const char *what, const char *name)
{
    if (!*shelf->wrong) (void)snprintf(shelf->wrong, sizeof shelf->wrong, "%s: %s", what, name);
}

void shelf_set_balance(struct shelf *shelf, const char *name, felt_chips balance)
{
    for (int i = 0; i < shelf->accounts; i++)
        if (strcmp(shelf->account[i].name, name) == 0) shelf->account[i].balance = balance;
}

void shelf_forgive(struct shelf *shelf)
{
    *shelf->wrong = '\0';
}

/* ---- loading ---- */

static void put_accounts_of(struct shelf *shelf, int64_t user)
{
    for (int i = 0; i < shelf->accounts; i++) {
        const struct felt_account *account = &shelf->account[i];
        if (account->owner == user && (account->kind == FELT_ACCOUNT_BANK || account->balance > 0))
            felt_books_put_account(shelf->books, account);
    }
}

static void put_user(struct shelf *shelf, const struct felt_user *user, bool accounts)
{
    if (!user) return;
    felt_books_put_user(shelf->books, user);
    if (accounts) put_accounts_of(shelf, user->id);
}

const struct felt_user *shelf_user(const struct shelf *shelf, int64_t id)
{
    for (int i = 0; i < shelf->users; i++)
        if (shelf->user[i].id == id) return &shelf->user[i];
    return NULL;
}

const struct felt_user *shelf_username(const struct shelf *shelf, const char *name)
{
    char folded[FELT_HANDLE_BYTES + 1], own[FELT_HANDLE_BYTES + 1];
    felt_name_fold(name, folded);
    for (int i = 0; i < shelf->users; i++) {
        felt_name_fold(shelf->user[i].username, own);
        if (strcmp(own, folded) == 0) return &shelf->user[i];
    }
    return NULL;
}

static void load_user(struct shelf *shelf, const struct felt_need *need)
{
    char folded[FELT_HANDLE_BYTES + 1];
    for (int i = 0; i < shelf->users; i++) {
        const struct felt_user *user = &shelf->user[i];
        bool wanted = false;
        if (need->kind == FELT_NEED_USER) wanted = user->id == need->number;
        if (need->kind == FELT_NEED_FACEBOOK) wanted = strcmp(user->facebook_id, need->text) == 0;
        if (need->kind == FELT_NEED_USERNAME || need->kind == FELT_NEED_HANDLE) {
            if (need->kind == FELT_NEED_HANDLE)
                felt_handle_fold(user->handle, folded);
            else
                felt_name_fold(user->username, folded);
            wanted = strcmp(folded, need->text) == 0;
        }
        if (wanted) put_user(shelf, user, need->kind != FELT_NEED_HANDLE);
    }
}

static const struct felt_club *find_club(const struct shelf *shelf, int64_t id)
{
    for (int i = 0; i < shelf->clubs; i++)
        if (shelf->club[i].id == id) return &shelf->club[i];
    return NULL;
}

static void load_club(struct shelf *shelf, const struct felt_need *need)
{
    for (int i = 0; i < shelf->clubs; i++) {
        struct felt_club club = shelf->club[i];
        if (need->kind == FELT_NEED_CLUB ? club.id != need->number
                                         : strcmp(club.code, need->text) != 0)
            continue;
        club.members = 0;
        for (int k = 0; k < shelf->members; k++) club.members += shelf->member[k].club == club.id;
        felt_books_put_club(shelf->books, &club);
    }
}

static void load_members(struct shelf *shelf, int64_t user)
{
    for (int i = 0; i < shelf->members; i++)
        if (shelf->member[i].user == user && !find_club(shelf, shelf->member[i].club)->closed_at)
            felt_books_put_member(shelf->books, &shelf->member[i]);
}

static void load_reloads(struct shelf *shelf, int64_t user)
{
    int left = FELT_RELOADS_MAX;
    for (int i = shelf->transactions - 1; i >= 0 && left > 0; i--) {
        const struct felt_transaction *row = &shelf->transaction[i];
        if (row->user != user || row->kind != FELT_ORDER_RELOAD) continue;
        felt_books_put_reload(shelf->books, user, row->id, row->at_ms);
        left--;
    }
}

static void load(struct shelf *shelf, const struct felt_need *need)
{
    switch (need->kind) {
    case FELT_NEED_RELOADS: load_reloads(shelf, need->number); return;
    case FELT_NEED_CLUB:
    case FELT_NEED_CODE: load_club(shelf, need); return;
    case FELT_NEED_MEMBER: load_members(shelf, need->number); return;
    case FELT_NEED_REPORT:
        for (int i = 0; i < shelf->reports; i++)
            if (shelf->report[i].id == need->number)
                felt_books_put_report(shelf->books, &shelf->report[i]);
        return;
    case FELT_NEED_ACCOUNT:
        for (int i = 0; i < shelf->accounts; i++)
            if (strcmp(shelf->account[i].name, need->text) == 0)
                felt_books_put_account(shelf->books, &shelf->account[i]);
        return;
    case FELT_NEED_TRANSACTION:
        for (int i = 0; i < shelf->transactions; i++)
            if (strcmp(shelf->transaction[i].key, need->text) == 0) {
                felt_books_put_transaction(shelf->books, &shelf->transaction[i]);
                put_user(shelf, shelf_user(shelf, shelf->transaction[i].user), true);
            }
        return;
    case FELT_NEED_SESSION:
        for (int i = 0; i < shelf->sessions; i++)
            if (memcmp(shelf->session[i].token, need->digest, FELT_DIGEST_BYTES) == 0) {
                felt_books_put_session(shelf->books, &shelf->session[i]);
                put_user(shelf, shelf_user(shelf, shelf->session[i].user), true);
            }
        return;
    case FELT_NEED_SIGNATURE:
        for (int i = 0; i < shelf->signatures; i++)
            if (memcmp(shelf->signature[i].signature, need->digest, FELT_DIGEST_BYTES) == 0)
                felt_books_put_signature(shelf->books, shelf->signature[i].signature,
                                         shelf->signature[i].token, shelf->signature[i].until_ms);
        return;
    default: load_user(shelf, need);
    }
}

/* ---- writing ---- */

static struct felt_account *find_account(struct shelf *shelf, int64_t id)
{
    for (int i = 0; i < shelf->accounts; i++)
        if (shelf->account[i].id == id) return &shelf->account[i];
    return NULL;
}

static void book_line(struct shelf *shelf, const struct felt_transaction *transaction,
                      const struct felt_line *line)
{
    struct felt_account *account = find_account(shelf, line->account);
    if (!account) {
        complain(shelf, "a line of no account", transaction->key);
        return;
    }
    account->balance += line->amount;
    if (line->amount == 0) complain(shelf, "a line of nothing", transaction->key);
    if (account->balance != line->after) complain(shelf, "a wrong balance", account->name);
    if (account->balance < 0 && account->kind != FELT_ACCOUNT_MINT)
        complain(shelf, "below zero", account->name);
    for (int i = 0; i < shelf->users && account->kind == FELT_ACCOUNT_BANK; i++)
        if (shelf->user[i].id == account->owner) shelf->user[i].chips = account->balance;
}

static void book(struct shelf *shelf, const struct felt_transaction *transaction)
{
    felt_chips sum = 0;
    felt_assert(shelf->transactions < TRANSACTIONS);
    if (transaction->id != shelf->transactions + 1) complain(shelf, "a gap", transaction->key);
    for (int i = 0; i < shelf->transactions; i++)
        if (strcmp(shelf->transaction[i].key, transaction->key) == 0)
            complain(shelf, "a key twice", transaction->key);
    for (int i = 0; i < transaction->lines; i++) {
        sum += transaction->line[i].amount;
        book_line(shelf, transaction, &transaction->line[i]);
        for (int other = 0; other < i; other++)
            if (transaction->line[other].account == transaction->line[i].account)
                complain(shelf, "an account twice", transaction->key);
    }
    if (transaction->lines < 2 || sum != 0) complain(shelf, "not balanced", transaction->key);
    for (int i = 0; i < shelf->users; i++)
        if (shelf->user[i].id == transaction->user)
            shelf->user[i].invested += transaction->invested;
    shelf->transaction[shelf->transactions++] = *transaction;
}

static void write_users(struct shelf *shelf, const struct felt_changes *changes)
{
    for (int i = 0; i < changes->new_user_count; i++) {
        felt_assert(shelf->users < USERS);
        shelf->user[shelf->users] = *changes->new_users[i];
        shelf->user[shelf->users].chips = shelf->user[shelf->users].invested = 0;
        shelf->users++;
    }
    for (int i = 0; i < changes->changed_user_count; i++)
        for (int k = 0; k < shelf->users; k++) {
            struct felt_user *user = &shelf->user[k];
            if (user->id != changes->changed_users[i]->id) continue;
            felt_chips chips = user->chips, invested = user->invested;
            *user = *changes->changed_users[i];
            user->chips = chips;
            user->invested = invested;
        }
    for (int i = 0; i < changes->new_account_count; i++) {
        felt_assert(shelf->accounts < ACCOUNTS);
        shelf->account[shelf->accounts] = *changes->new_accounts[i];
        shelf->account[shelf->accounts++].balance = 0;
    }
}

static void remove_session(struct shelf *shelf, int index)
{
    shelf->session[index] = shelf->session[--shelf->sessions];
}

static void write_session(struct shelf *shelf, const struct felt_session *session)
{
    for (int i = 0; i < shelf->sessions; i++)
        if (memcmp(shelf->session[i].token, session->token, FELT_DIGEST_BYTES) == 0)
            remove_session(shelf, i--);
    felt_assert(shelf->sessions < SESSIONS);
    shelf->session[shelf->sessions++] = *session;
}

static void write_sessions(struct shelf *shelf, const struct felt_changes *changes)
{
    for (int i = 0; i < changes->sessions_of_count; i++)
        for (int k = 0; k < shelf->sessions; k++)
            if (shelf->session[k].user == changes->sessions_of[i]) remove_session(shelf, k--);
    for (int i = 0; i < changes->ended_session_count; i++)
        for (int k = 0; k < shelf->sessions; k++)
            if (memcmp(shelf->session[k].token, changes->ended_sessions[i]->token,
                       FELT_DIGEST_BYTES) == 0)
                remove_session(shelf, k--);
    for (int i = 0; i < changes->new_session_count; i++)
        write_session(shelf, changes->new_sessions[i]);
    for (int i = 0; i < changes->changed_session_count; i++)
        write_session(shelf, changes->changed_sessions[i]);
}

static void forget(struct shelf *shelf, const struct felt_forgotten *who)
{
    for (int i = 0; i < shelf->members; i++)
        if (shelf->member[i].user == who->user)
            shelf->member[i--] = shelf->member[--shelf->members];
    for (int i = 0; i < shelf->clubs; i++)
        if (shelf->club[i].owner == who->user && !shelf->club[i].closed_at)
            shelf->club[i].closed_at = who->at_ms;
}

static void add_member(struct shelf *shelf, const struct felt_member *member)
{
    felt_assert(shelf->members < REST);
    for (int i = 0; i < shelf->members; i++)
        if (shelf->member[i].club == member->club && shelf->member[i].user == member->user)
            complain(shelf, "a member twice", "club_members");
    if (!find_club(shelf, member->club)) complain(shelf, "a member of no club", "club_members");
    shelf->member[shelf->members++] = *member;
}

static void write_members(struct shelf *shelf, const struct felt_changes *changes)
{
    for (int i = 0; i < changes->ended_member_count; i++)
        for (int k = 0; k < shelf->members; k++)
            if (shelf->member[k].id == changes->ended_members[i]->id)
                shelf->member[k--] = shelf->member[--shelf->members];
    for (int i = 0; i < changes->new_member_count; i++) add_member(shelf, changes->new_members[i]);
    for (int i = 0; i < changes->changed_member_count; i++)
        for (int k = 0; k < shelf->members; k++)
            if (shelf->member[k].id == changes->changed_members[i]->id)
                shelf->member[k] = *changes->changed_members[i];
}

static void write_clubs(struct shelf *shelf, const struct felt_changes *changes)
{
    for (int i = 0; i < changes->forgotten_count; i++) forget(shelf, &changes->forgotten[i]);
    felt_assert(shelf->clubs + changes->new_club_count <= REST);
    felt_assert(shelf->reports + changes->new_report_count <= REST);
    for (int i = 0; i < changes->new_club_count; i++)
        shelf->club[shelf->clubs++] = *changes->new_clubs[i];
    for (int i = 0; i < changes->changed_club_count; i++)
        for (int k = 0; k < shelf->clubs; k++)
            if (shelf->club[k].id == changes->changed_clubs[i]->id)
                shelf->club[k] = *changes->changed_clubs[i];
    write_members(shelf, changes);
    for (int i = 0; i < changes->new_report_count; i++)
        shelf->report[shelf->reports++] = *changes->new_reports[i];
    for (int i = 0; i < changes->done_report_count; i++)
        for (int k = 0; k < shelf->reports; k++)
            if (shelf->report[k].id == changes->done_reports[i]->id)
                shelf->report[k] = *changes->done_reports[i];
    /* an open club has one owner, who is a member */
    for (int i = 0; i < shelf->clubs; i++) {
        int owners = 0;
        for (int k = 0; k < shelf->members; k++)
            owners += shelf->member[k].club == shelf->club[i].id &&
                      shelf->member[k].rank == FELT_CLUB_OWNER &&
                      shelf->member[k].user == shelf->club[i].owner;
        if (!shelf->club[i].closed_at && owners != 1)
            complain(shelf, "a club without its owner", shelf->club[i].name);
    }
}

static void write(struct shelf *shelf)
{
    struct felt_changes changes;
    felt_books_changes(shelf->books, &changes);
    write_users(shelf, &changes);
    for (int i = 0; i < changes.transaction_count; i++) book(shelf, &changes.transactions[i]);
    write_sessions(shelf, &changes);
    write_clubs(shelf, &changes);
    felt_assert(shelf->signatures + changes.signature_count <= REST);
    felt_assert(shelf->audits + changes.audit_count <= REST);
    for (int i = 0; i < changes.signature_count; i++)
        shelf->signature[shelf->signatures++] = changes.signatures[i];
    for (int i = 0; i < changes.audit_count; i++) shelf->audit[shelf->audits++] = changes.audits[i];
    shelf->counters = changes.counters;
    felt_chips sum = 0;
    for (int i = 0; i < shelf->accounts; i++) sum += shelf->account[i].balance;
    if (sum != 0) complain(shelf, "chips came or went", "all accounts");
}

void shelf_do(struct shelf *shelf, const struct felt_order *order, int count,
              struct felt_receipt *receipt, bool lost)
{
    for (int round = 0; round < (lost ? 2 : 1); round++) {
        felt_books_begin(shelf->books, &shelf->counters);
        for (int i = 0; i < count; i++) {
            struct felt_need need[FELT_NEEDS_MAX];
            int needs = felt_order_needs(&order[i], need);
            for (int k = 0; k < needs; k++) load(shelf, &need[k]);
        }
        for (int i = 0; i < count; i++) felt_books_decide(shelf->books, &order[i], &receipt[i]);
        write(shelf);
    }
}

/* ---- looking ---- */

felt_chips shelf_balance(const struct shelf *shelf, const char *name)
{
    for (int i = 0; i < shelf->accounts; i++)
        if (strcmp(shelf->account[i].name, name) == 0) return shelf->account[i].balance;
    return 0;
}

felt_chips shelf_total(const struct shelf *shelf, int64_t user)
{
    felt_chips sum = 0;
    for (int i = 0; i < shelf->accounts; i++)
        if (shelf->account[i].owner == user) sum += shelf->account[i].balance;
    return sum;
}

bool shelf_session(const struct shelf *shelf, const uint8_t token[FELT_DIGEST_BYTES],
                   struct felt_session *out)
{
    for (int i = 0; i < shelf->sessions; i++)
        if (memcmp(shelf->session[i].token, token, FELT_DIGEST_BYTES) == 0) {
            *out = shelf->session[i];
            return true;
        }
    return false;
}

const struct felt_member *shelf_member(const struct shelf *shelf, int64_t club, int64_t user)
{
    const struct felt_club *there = find_club(shelf, club);
    for (int i = 0; there && !there->closed_at && i < shelf->members; i++)
        if (shelf->member[i].club == club && shelf->member[i].user == user)
            return &shelf->member[i];
    return NULL;
}

int shelf_users(const struct shelf *shelf)
{
    return shelf->users;
}

int shelf_transactions(const struct shelf *shelf)
{
    return shelf->transactions;
}

int shelf_accounts(const struct shelf *shelf)
{
    return shelf->accounts;
}

int shelf_sessions(const struct shelf *shelf)
{
    return shelf->sessions;
}

int shelf_audits(const struct shelf *shelf)
{
    return shelf->audits;
}

const struct felt_transaction *shelf_transaction(const struct shelf *shelf, int index)
{
    felt_assert(index >= 0 && index < shelf->transactions);
    return &shelf->transaction[index];
}

const struct felt_account *shelf_account(const struct shelf *shelf, int index)
{
    felt_assert(index >= 0 && index < shelf->accounts);
    return &shelf->account[index];
}

const struct felt_audit *shelf_audit(const struct shelf *shelf, int index)
{
    felt_assert(index >= 0 && index < shelf->audits);
    return &shelf->audit[index];
}
