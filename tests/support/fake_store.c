/* fake_store.c -- see fake_store.h. */
#include "fake_store.h"

#include "felt/assert.h"
#include "os/secret.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { USERS = 8192, ACCOUNTS = 16384, SESSIONS = 4096, TRANSACTIONS = 65536, REST = 4096 };

struct fake_store {
    struct felt_ledger *ledger;
    struct felt_counters counters;
    char wrong[200];
    int users, accounts, sessions, transactions, signatures, audits;
    struct felt_user user[USERS];
    struct felt_account account[ACCOUNTS];
    struct felt_session session[SESSIONS];
    struct felt_transaction transaction[TRANSACTIONS];
    struct felt_signature signature[REST];
    struct felt_ledger_audit audit[REST];
    int clubs, members, reports;
    struct felt_club club[REST];
    struct felt_member member[REST];
    struct felt_user_report report[REST];
};

void fake_store_allow_reloads(struct fake_store *fake_store, uint32_t reloads)
{
    struct felt_ledger_config config = {.digests = &felt_secret_digests, .reloads = reloads};
    memset(config.secret, 7, sizeof config.secret);
    felt_ledger_init(fake_store->ledger, &config);
}

struct fake_store *fake_store_open(void)
{
    struct fake_store *fake_store = calloc(1, sizeof *fake_store);
    felt_assert(fake_store != NULL);
    fake_store->ledger = malloc(felt_ledger_bytes());
    felt_assert(fake_store->ledger != NULL);
    fake_store_allow_reloads(fake_store, 0);
    return fake_store;
}

void fake_store_close(struct fake_store *fake_store)
{
    free(fake_store->ledger);
    free(fake_store);
}

void fake_store_clear(struct fake_store *fake_store)
{
    fake_store->users = fake_store->accounts = fake_store->sessions = fake_store->transactions = 0;
    fake_store->signatures = fake_store->audits = fake_store->clubs = fake_store->members =
        fake_store->reports = 0;
    fake_store->counters = (struct felt_counters){0};
    *fake_store->wrong = '\0';
}

const char *fake_store_wrong(const struct fake_store *fake_store)
{
    return *fake_store->wrong ? fake_store->wrong : NULL;
}

static void complain(struct fake_store *fake_store, const char *what, const char *name)
{
    if (!*fake_store->wrong)
        (void)snprintf(fake_store->wrong, sizeof fake_store->wrong, "%s: %s", what, name);
}

void fake_store_set_balance(struct fake_store *fake_store, const char *name, felt_chips balance)
{
    for (int i = 0; i < fake_store->accounts; i++)
        if (strcmp(fake_store->account[i].name, name) == 0)
            fake_store->account[i].balance = balance;
}

void fake_store_forgive(struct fake_store *fake_store)
{
    *fake_store->wrong = '\0';
}

/* ---- loading ---- */

static void put_accounts_of(struct fake_store *fake_store, int64_t user)
{
    for (int i = 0; i < fake_store->accounts; i++) {
        const struct felt_account *account = &fake_store->account[i];
        if (account->owner == user && (account->kind == FELT_ACCOUNT_BANK || account->balance > 0))
            felt_ledger_put_account(fake_store->ledger, account);
    }
}

static void put_user(struct fake_store *fake_store, const struct felt_user *user, bool accounts)
{
    if (!user) return;
    felt_ledger_put_user(fake_store->ledger, user);
    if (accounts) put_accounts_of(fake_store, user->id);
}

const struct felt_user *fake_store_user(const struct fake_store *fake_store, int64_t id)
{
    for (int i = 0; i < fake_store->users; i++)
        if (fake_store->user[i].id == id) return &fake_store->user[i];
    return NULL;
}

const struct felt_user *fake_store_username(const struct fake_store *fake_store, const char *name)
{
    char folded[FELT_HANDLE_BYTES + 1], own[FELT_HANDLE_BYTES + 1];
    felt_name_fold(name, folded);
    for (int i = 0; i < fake_store->users; i++) {
        felt_name_fold(fake_store->user[i].username, own);
        if (strcmp(own, folded) == 0) return &fake_store->user[i];
    }
    return NULL;
}

static void load_user(struct fake_store *fake_store, const struct felt_need *need)
{
    char folded[FELT_HANDLE_BYTES + 1];
    for (int i = 0; i < fake_store->users; i++) {
        const struct felt_user *user = &fake_store->user[i];
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
        if (wanted) put_user(fake_store, user, need->kind != FELT_NEED_HANDLE);
    }
}

static const struct felt_club *find_club(const struct fake_store *fake_store, int64_t id)
{
    for (int i = 0; i < fake_store->clubs; i++)
        if (fake_store->club[i].id == id) return &fake_store->club[i];
    return NULL;
}

static void load_club(struct fake_store *fake_store, const struct felt_need *need)
{
    for (int i = 0; i < fake_store->clubs; i++) {
        struct felt_club club = fake_store->club[i];
        if (need->kind == FELT_NEED_CLUB ? club.id != need->number
                                         : strcmp(club.code, need->text) != 0)
            continue;
        club.members = 0;
        for (int k = 0; k < fake_store->members; k++)
            club.members += fake_store->member[k].club == club.id;
        felt_ledger_put_club(fake_store->ledger, &club);
    }
}

static void load_members(struct fake_store *fake_store, int64_t user)
{
    for (int i = 0; i < fake_store->members; i++)
        if (fake_store->member[i].user == user &&
            !find_club(fake_store, fake_store->member[i].club)->closed_at)
            felt_ledger_put_member(fake_store->ledger, &fake_store->member[i]);
}

static void load_reloads(struct fake_store *fake_store, int64_t user)
{
    int left = FELT_RELOADS_MAX;
    for (int i = fake_store->transactions - 1; i >= 0 && left > 0; i--) {
        const struct felt_transaction *row = &fake_store->transaction[i];
        if (row->user != user || row->kind != FELT_ORDER_RELOAD) continue;
        felt_ledger_put_reload(fake_store->ledger, user, row->id, row->at_ms);
        left--;
    }
}

static void load(struct fake_store *fake_store, const struct felt_need *need)
{
    switch (need->kind) {
    case FELT_NEED_RELOADS: load_reloads(fake_store, need->number); return;
    case FELT_NEED_CLUB:
    case FELT_NEED_CODE: load_club(fake_store, need); return;
    case FELT_NEED_MEMBER: load_members(fake_store, need->number); return;
    case FELT_NEED_REPORT:
        for (int i = 0; i < fake_store->reports; i++)
            if (fake_store->report[i].id == need->number)
                felt_ledger_put_report(fake_store->ledger, &fake_store->report[i]);
        return;
    case FELT_NEED_ACCOUNT:
        for (int i = 0; i < fake_store->accounts; i++)
            if (strcmp(fake_store->account[i].name, need->text) == 0)
                felt_ledger_put_account(fake_store->ledger, &fake_store->account[i]);
        return;
    case FELT_NEED_TRANSACTION:
        for (int i = 0; i < fake_store->transactions; i++)
            if (strcmp(fake_store->transaction[i].key, need->text) == 0) {
                felt_ledger_put_transaction(fake_store->ledger, &fake_store->transaction[i]);
                put_user(fake_store, fake_store_user(fake_store, fake_store->transaction[i].user),
                         true);
            }
        return;
    case FELT_NEED_SESSION:
        for (int i = 0; i < fake_store->sessions; i++)
            if (memcmp(fake_store->session[i].token, need->digest, FELT_DIGEST_BYTES) == 0) {
                felt_ledger_put_session(fake_store->ledger, &fake_store->session[i]);
                put_user(fake_store, fake_store_user(fake_store, fake_store->session[i].user),
                         true);
            }
        return;
    case FELT_NEED_SIGNATURE:
        for (int i = 0; i < fake_store->signatures; i++)
            if (memcmp(fake_store->signature[i].signature, need->digest, FELT_DIGEST_BYTES) == 0)
                felt_ledger_put_signature(fake_store->ledger, fake_store->signature[i].signature,
                                          fake_store->signature[i].token,
                                          fake_store->signature[i].until_ms);
        return;
    default: load_user(fake_store, need);
    }
}

/* ---- writing ---- */

static struct felt_account *find_account(struct fake_store *fake_store, int64_t id)
{
    for (int i = 0; i < fake_store->accounts; i++)
        if (fake_store->account[i].id == id) return &fake_store->account[i];
    return NULL;
}

static void book_line(struct fake_store *fake_store, const struct felt_transaction *transaction,
                      const struct felt_ledger_line *line)
{
    struct felt_account *account = find_account(fake_store, line->account);
    if (!account) {
        complain(fake_store, "a line of no account", transaction->key);
        return;
    }
    account->balance += line->amount;
    if (line->amount == 0) complain(fake_store, "a line of nothing", transaction->key);
    if (account->balance != line->after) complain(fake_store, "a wrong balance", account->name);
    if (account->balance < 0 && account->kind != FELT_ACCOUNT_MINT)
        complain(fake_store, "below zero", account->name);
    for (int i = 0; i < fake_store->users && account->kind == FELT_ACCOUNT_BANK; i++)
        if (fake_store->user[i].id == account->owner) fake_store->user[i].chips = account->balance;
}

static void book(struct fake_store *fake_store, const struct felt_transaction *transaction)
{
    felt_chips sum = 0;
    felt_assert(fake_store->transactions < TRANSACTIONS);
    if (transaction->id != fake_store->transactions + 1)
        complain(fake_store, "a gap", transaction->key);
    for (int i = 0; i < fake_store->transactions; i++)
        if (strcmp(fake_store->transaction[i].key, transaction->key) == 0)
            complain(fake_store, "a key twice", transaction->key);
    for (int i = 0; i < transaction->lines; i++) {
        sum += transaction->line[i].amount;
        book_line(fake_store, transaction, &transaction->line[i]);
        for (int other = 0; other < i; other++)
            if (transaction->line[other].account == transaction->line[i].account)
                complain(fake_store, "an account twice", transaction->key);
    }
    if (transaction->lines < 2 || sum != 0) complain(fake_store, "not balanced", transaction->key);
    for (int i = 0; i < fake_store->users; i++)
        if (fake_store->user[i].id == transaction->user)
            fake_store->user[i].invested += transaction->invested;
    fake_store->transaction[fake_store->transactions++] = *transaction;
}

static void write_users(struct fake_store *fake_store, const struct felt_changes *changes)
{
    for (int i = 0; i < changes->new_user_count; i++) {
        felt_assert(fake_store->users < USERS);
        fake_store->user[fake_store->users] = *changes->new_users[i];
        fake_store->user[fake_store->users].chips = fake_store->user[fake_store->users].invested =
            0;
        fake_store->users++;
    }
    for (int i = 0; i < changes->changed_user_count; i++)
        for (int k = 0; k < fake_store->users; k++) {
            struct felt_user *user = &fake_store->user[k];
            if (user->id != changes->changed_users[i]->id) continue;
            felt_chips chips = user->chips, invested = user->invested;
            *user = *changes->changed_users[i];
            user->chips = chips;
            user->invested = invested;
        }
    for (int i = 0; i < changes->new_account_count; i++) {
        felt_assert(fake_store->accounts < ACCOUNTS);
        fake_store->account[fake_store->accounts] = *changes->new_accounts[i];
        fake_store->account[fake_store->accounts++].balance = 0;
    }
}

static void remove_session(struct fake_store *fake_store, int index)
{
    fake_store->session[index] = fake_store->session[--fake_store->sessions];
}

static void write_session(struct fake_store *fake_store, const struct felt_session *session)
{
    for (int i = 0; i < fake_store->sessions; i++)
        if (memcmp(fake_store->session[i].token, session->token, FELT_DIGEST_BYTES) == 0)
            remove_session(fake_store, i--);
    felt_assert(fake_store->sessions < SESSIONS);
    fake_store->session[fake_store->sessions++] = *session;
}

static void write_sessions(struct fake_store *fake_store, const struct felt_changes *changes)
{
    for (int i = 0; i < changes->sessions_of_count; i++)
        for (int k = 0; k < fake_store->sessions; k++)
            if (fake_store->session[k].user == changes->sessions_of[i])
                remove_session(fake_store, k--);
    for (int i = 0; i < changes->ended_session_count; i++)
        for (int k = 0; k < fake_store->sessions; k++)
            if (memcmp(fake_store->session[k].token, changes->ended_sessions[i]->token,
                       FELT_DIGEST_BYTES) == 0)
                remove_session(fake_store, k--);
    for (int i = 0; i < changes->new_session_count; i++)
        write_session(fake_store, changes->new_sessions[i]);
    for (int i = 0; i < changes->changed_session_count; i++)
        write_session(fake_store, changes->changed_sessions[i]);
}

static void forget(struct fake_store *fake_store, const struct felt_forgotten *who)
{
    for (int i = 0; i < fake_store->members; i++)
        if (fake_store->member[i].user == who->user)
            fake_store->member[i--] = fake_store->member[--fake_store->members];
    for (int i = 0; i < fake_store->clubs; i++)
        if (fake_store->club[i].owner == who->user && !fake_store->club[i].closed_at)
            fake_store->club[i].closed_at = who->at_ms;
}

static void add_member(struct fake_store *fake_store, const struct felt_member *member)
{
    felt_assert(fake_store->members < REST);
    for (int i = 0; i < fake_store->members; i++)
        if (fake_store->member[i].club == member->club &&
            fake_store->member[i].user == member->user)
            complain(fake_store, "a member twice", "club_members");
    if (!find_club(fake_store, member->club))
        complain(fake_store, "a member of no club", "club_members");
    fake_store->member[fake_store->members++] = *member;
}

static void write_members(struct fake_store *fake_store, const struct felt_changes *changes)
{
    for (int i = 0; i < changes->ended_member_count; i++)
        for (int k = 0; k < fake_store->members; k++)
            if (fake_store->member[k].id == changes->ended_members[i]->id)
                fake_store->member[k--] = fake_store->member[--fake_store->members];
    for (int i = 0; i < changes->new_member_count; i++)
        add_member(fake_store, changes->new_members[i]);
    for (int i = 0; i < changes->changed_member_count; i++)
        for (int k = 0; k < fake_store->members; k++)
            if (fake_store->member[k].id == changes->changed_members[i]->id)
                fake_store->member[k] = *changes->changed_members[i];
}

static void write_clubs(struct fake_store *fake_store, const struct felt_changes *changes)
{
    for (int i = 0; i < changes->forgotten_count; i++) forget(fake_store, &changes->forgotten[i]);
    felt_assert(fake_store->clubs + changes->new_club_count <= REST);
    felt_assert(fake_store->reports + changes->new_report_count <= REST);
    for (int i = 0; i < changes->new_club_count; i++)
        fake_store->club[fake_store->clubs++] = *changes->new_clubs[i];
    for (int i = 0; i < changes->changed_club_count; i++)
        for (int k = 0; k < fake_store->clubs; k++)
            if (fake_store->club[k].id == changes->changed_clubs[i]->id)
                fake_store->club[k] = *changes->changed_clubs[i];
    write_members(fake_store, changes);
    for (int i = 0; i < changes->new_report_count; i++)
        fake_store->report[fake_store->reports++] = *changes->new_reports[i];
    for (int i = 0; i < changes->done_report_count; i++)
        for (int k = 0; k < fake_store->reports; k++)
            if (fake_store->report[k].id == changes->done_reports[i]->id)
                fake_store->report[k] = *changes->done_reports[i];
    /* an open club has one owner, who is a member */
    for (int i = 0; i < fake_store->clubs; i++) {
        int owners = 0;
        for (int k = 0; k < fake_store->members; k++)
            owners += fake_store->member[k].club == fake_store->club[i].id &&
                      fake_store->member[k].rank == FELT_CLUB_OWNER &&
                      fake_store->member[k].user == fake_store->club[i].owner;
        if (!fake_store->club[i].closed_at && owners != 1)
            complain(fake_store, "a club without its owner", fake_store->club[i].name);
    }
}

static void write(struct fake_store *fake_store)
{
    struct felt_changes changes;
    felt_ledger_changes(fake_store->ledger, &changes);
    write_users(fake_store, &changes);
    for (int i = 0; i < changes.transaction_count; i++) book(fake_store, &changes.transactions[i]);
    write_sessions(fake_store, &changes);
    write_clubs(fake_store, &changes);
    felt_assert(fake_store->signatures + changes.signature_count <= REST);
    felt_assert(fake_store->audits + changes.audit_count <= REST);
    for (int i = 0; i < changes.signature_count; i++)
        fake_store->signature[fake_store->signatures++] = changes.signatures[i];
    for (int i = 0; i < changes.audit_count; i++)
        fake_store->audit[fake_store->audits++] = changes.audits[i];
    fake_store->counters = changes.counters;
    felt_chips sum = 0;
    for (int i = 0; i < fake_store->accounts; i++) sum += fake_store->account[i].balance;
    if (sum != 0) complain(fake_store, "chips came or went", "all accounts");
}

void fake_store_do(struct fake_store *fake_store, const struct felt_order *order, int count,
                   struct felt_receipt *receipt, bool lost)
{
    for (int round = 0; round < (lost ? 2 : 1); round++) {
        felt_ledger_begin(fake_store->ledger, &fake_store->counters);
        for (int i = 0; i < count; i++) {
            struct felt_need need[FELT_NEEDS_MAX];
            int needs = felt_order_needs(&order[i], need);
            for (int k = 0; k < needs; k++) load(fake_store, &need[k]);
        }
        for (int i = 0; i < count; i++)
            felt_ledger_decide(fake_store->ledger, &order[i], &receipt[i]);
        write(fake_store);
    }
}

/* ---- looking ---- */

felt_chips fake_store_balance(const struct fake_store *fake_store, const char *name)
{
    for (int i = 0; i < fake_store->accounts; i++)
        if (strcmp(fake_store->account[i].name, name) == 0) return fake_store->account[i].balance;
    return 0;
}

felt_chips fake_store_total(const struct fake_store *fake_store, int64_t user)
{
    felt_chips sum = 0;
    for (int i = 0; i < fake_store->accounts; i++)
        if (fake_store->account[i].owner == user) sum += fake_store->account[i].balance;
    return sum;
}

bool fake_store_session(const struct fake_store *fake_store, const uint8_t token[FELT_DIGEST_BYTES],
                        struct felt_session *out)
{
    for (int i = 0; i < fake_store->sessions; i++)
        if (memcmp(fake_store->session[i].token, token, FELT_DIGEST_BYTES) == 0) {
            *out = fake_store->session[i];
            return true;
        }
    return false;
}

const struct felt_member *fake_store_member(const struct fake_store *fake_store, int64_t club,
                                            int64_t user)
{
    const struct felt_club *there = find_club(fake_store, club);
    for (int i = 0; there && !there->closed_at && i < fake_store->members; i++)
        if (fake_store->member[i].club == club && fake_store->member[i].user == user)
            return &fake_store->member[i];
    return NULL;
}

int fake_store_users(const struct fake_store *fake_store)
{
    return fake_store->users;
}

int fake_store_transactions(const struct fake_store *fake_store)
{
    return fake_store->transactions;
}

int fake_store_accounts(const struct fake_store *fake_store)
{
    return fake_store->accounts;
}

int fake_store_sessions(const struct fake_store *fake_store)
{
    return fake_store->sessions;
}

int fake_store_audits(const struct fake_store *fake_store)
{
    return fake_store->audits;
}

const struct felt_transaction *fake_store_transaction(const struct fake_store *fake_store,
                                                      int index)
{
    felt_assert(index >= 0 && index < fake_store->transactions);
    return &fake_store->transaction[index];
}

const struct felt_account *fake_store_account(const struct fake_store *fake_store, int index)
{
    felt_assert(index >= 0 && index < fake_store->accounts);
    return &fake_store->account[index];
}

const struct felt_ledger_audit *fake_store_audit(const struct fake_store *fake_store, int index)
{
    felt_assert(index >= 0 && index < fake_store->audits);
    return &fake_store->audit[index];
}
