/* books_clubs.c -- see books_parts.h: clubs and their members, reports, silence, and notes for the
 * audit.
 *
 * Nothing moves here, so nothing has a key.  What would be done twice if its receipt were lost is
 * known by what it leaves behind: a club by its code, a member by being one.  Leaving
 * twice is refused: the second time there is no member.  A report and a note may be there twice
 * after a failure; both are read by people.
 *
 * A club that is closed stays as a row, and its members with it: nobody sees them any more. */
#include "accounts/books_parts.h"

#include "felt/assert.h"

#include <string.h>

/* ---- rows: few of a batch are about clubs, so they are looked for one by one ---- */

static struct club_row *find_club(struct felt_books *books, int64_t id)
{
    for (int i = 0; i < books->clubs; i++)
        if (books->club[i].club.id == id) return &books->club[i];
    return NULL;
}

static struct club_row *find_code(struct felt_books *books, const char *code)
{
    for (int i = 0; i < books->clubs; i++)
        if (strcmp(books->club[i].club.code, code) == 0) return &books->club[i];
    return NULL;
}

static struct member_row *find_member(struct felt_books *books, int64_t club, int64_t user)
{
    for (int i = 0; i < books->members; i++) {
        struct member_row *row = &books->member[i];
        if (!row->ended && row->member.club == club && row->member.user == user) return row;
    }
    return NULL;
}

static int count_clubs(const struct felt_books *books, int64_t user)
{
    int count = 0;
    for (int i = 0; i < books->members; i++)
        count += !books->member[i].ended && books->member[i].member.user == user;
    return count;
}

static struct club_row *add_club(struct felt_books *books, const struct felt_club *club)
{
    felt_assert(books->clubs < CLUBS_MAX);
    struct club_row *row = &books->club[books->clubs++];
    *row = (struct club_row){.club = *club};
    return row;
}

static struct member_row *add_member(struct felt_books *books, const struct felt_member *member)
{
    felt_assert(books->members < MEMBERS_MAX);
    struct member_row *row = &books->member[books->members++];
    *row = (struct member_row){.member = *member};
    return row;
}

void felt_books_put_club(struct felt_books *books, const struct felt_club *club)
{
    felt_assert(books->orders == 0);
    if (!find_club(books, club->id)) add_club(books, club);
}

void felt_books_put_member(struct felt_books *books, const struct felt_member *member)
{
    felt_assert(books->orders == 0);
    if (!find_member(books, member->club, member->user)) add_member(books, member);
}

static struct report_row *find_report(struct felt_books *books, int64_t id)
{
    for (int i = 0; i < books->reports; i++)
        if (books->report[i].report.id == id) return &books->report[i];
    return NULL;
}

static struct report_row *add_report(struct felt_books *books,
                                     const struct felt_user_report *report)
{
    felt_assert(books->reports < FELT_BOOKS_ORDERS_MAX);
    struct report_row *row = &books->report[books->reports++];
    *row = (struct report_row){.report = *report};
    return row;
}

void felt_books_put_report(struct felt_books *books, const struct felt_user_report *report)
{
    felt_assert(books->orders == 0);
    if (!find_report(books, report->id)) add_report(books, report);
}

/* ---- who ---- */

/* Somebody who is there and may do things himself.  NULL: *outcome says why not. */
static struct user_row *find_actor(struct felt_books *books, const struct felt_order *order,
                                   enum felt_outcome *outcome)
{
    struct user_row *row = felt_books_user(books, order->by);
    *outcome = FELT_OUTCOME_OK;
    if (!row || row->user.deleted_at)
        *outcome = FELT_OUTCOME_NO_USER;
    else if (felt_user_is_disabled(&row->user, order->now_ms))
        *outcome = FELT_OUTCOME_DISABLED;
    else if (row->user.kind == FELT_USER_HOUSE)
        *outcome = FELT_OUTCOME_WRONG_KIND;
    return *outcome == FELT_OUTCOME_OK ? row : NULL;
}

/* A guest comes and goes: he owns nothing. */
static bool may_own(const struct felt_user *user)
{
    return user->kind == FELT_USER_HUMAN || user->kind == FELT_USER_ADMIN;
}

static void join(struct felt_books *books, struct club_row *club, int64_t user,
                 enum felt_club_rank rank, int64_t now_ms)
{
    struct felt_member member = {.id = ++books->counters.member,
                                 .club = club->club.id,
                                 .user = user,
                                 .joined = now_ms,
                                 .rank = (uint8_t)rank};
    add_member(books, &member)->is_new = true;
    club->club.members++;
}

/* ---- orders about a club ---- */

static enum felt_outcome open_club(struct felt_books *books, const struct felt_order *order,
                                   struct felt_receipt *receipt)
{
    enum felt_outcome outcome;
    const struct user_row *by = find_actor(books, order, &outcome);
    if (!by) return outcome;
    const struct club_row *same = find_code(books, order->code);
    if (same && same->club.owner == order->by) { /* the same order, done again */
        receipt->replayed = true;
        receipt->number = same->club.id;
        return FELT_OUTCOME_OK;
    }
    if (same) return FELT_OUTCOME_NAME_TAKEN;
    if (!may_own(&by->user)) return FELT_OUTCOME_WRONG_KIND;
    if (count_clubs(books, order->by) >= FELT_CLUBS_OF_USER_MAX) return FELT_OUTCOME_CLUBS;
    struct felt_club club = {
        .id = ++books->counters.club, .owner = order->by, .created = order->now_ms};
    memcpy(club.name, order->handle, sizeof club.name);
    memcpy(club.code, order->code, sizeof club.code);
    struct club_row *row = add_club(books, &club);
    row->is_new = true;
    join(books, row, order->by, FELT_CLUB_OWNER, order->now_ms);
    receipt->number = club.id;
    return FELT_OUTCOME_OK;
}

static enum felt_outcome join_club(struct felt_books *books, const struct felt_order *order,
                                   struct felt_receipt *receipt)
{
    enum felt_outcome outcome;
    if (!find_actor(books, order, &outcome)) return outcome;
    struct club_row *club = find_code(books, order->code);
    if (!club || club->club.closed_at) return FELT_OUTCOME_NO_CLUB;
    receipt->number = club->club.id;
    if (find_member(books, club->club.id, order->by)) {
        receipt->replayed = true;
        return FELT_OUTCOME_OK;
    }
    if (count_clubs(books, order->by) >= FELT_CLUBS_OF_USER_MAX) return FELT_OUTCOME_CLUBS;
    if (club->club.members >= FELT_CLUB_MEMBERS_MAX) return FELT_OUTCOME_CLUB_FULL;
    join(books, club, order->by, FELT_CLUB_MEMBER, order->now_ms);
    return FELT_OUTCOME_OK;
}

/* Oneself, or somebody of a lower rank.  An owner stays: he closes the club or hands it over. */
static enum felt_outcome leave_club(struct felt_books *books, const struct felt_order *order,
                                    struct club_row *club, int rank, struct felt_receipt *receipt)
{
    struct member_row *member = find_member(books, club->club.id, order->user);
    if (!member) return FELT_OUTCOME_NO_MEMBER;
    receipt->user.id = order->user;
    bool himself = order->by == order->user;
    if (member->member.rank == FELT_CLUB_OWNER || (!himself && member->member.rank >= rank))
        return FELT_OUTCOME_NOT_ALLOWED;
    member->ended = true;
    club->club.members--;
    return FELT_OUTCOME_OK;
}

static enum felt_outcome rank_member(struct felt_books *books, const struct felt_order *order,
                                     struct club_row *club, struct felt_receipt *receipt)
{
    struct member_row *member = find_member(books, club->club.id, order->user);
    struct member_row *owner = find_member(books, club->club.id, order->by);
    const struct user_row *user = felt_books_user(books, order->user);
    if (!member || !user || user->user.deleted_at) return FELT_OUTCOME_NO_MEMBER;
    if (!owner || member == owner) return FELT_OUTCOME_NOT_ALLOWED;
    if (order->rank != FELT_CLUB_MEMBER && !may_own(&user->user)) return FELT_OUTCOME_WRONG_KIND;
    receipt->user.id = order->user;
    member->member.rank = order->rank;
    member->changed = true;
    if (order->rank != FELT_CLUB_OWNER) return FELT_OUTCOME_OK;
    owner->member.rank = FELT_CLUB_MANAGER;
    owner->changed = true;
    club->club.owner = order->user;
    club->changed = true;
    return FELT_OUTCOME_OK;
}

static enum felt_outcome change_code(struct felt_books *books, const struct felt_order *order,
                                     struct club_row *club)
{
    const struct club_row *same = find_code(books, order->code);
    if (same && same != club) return FELT_OUTCOME_NAME_TAKEN;
    memcpy(club->club.code, order->code, sizeof club->club.code);
    club->changed = true;
    return FELT_OUTCOME_OK;
}

/* What the wish needs of the one who has it.  An operator needs nothing, and does not do what only
 * a member can. */
static int rank_needed(enum felt_order_kind kind)
{
    switch (kind) {
    case FELT_ORDER_CLUB_LEAVE: return FELT_CLUB_MEMBER;
    case FELT_ORDER_CLUB_CODE: return FELT_CLUB_MANAGER;
    default: return FELT_CLUB_OWNER;
    }
}

/* A club is not there for a user who is no member: every wish is refused like one about a number
 * that was never given, so that no answer tells which clubs there are. */
static enum felt_outcome change_club(struct felt_books *books, const struct felt_order *order,
                                     struct felt_receipt *receipt)
{
    enum felt_outcome outcome;
    if (order->by && !find_actor(books, order, &outcome)) return outcome;
    struct club_row *club = find_club(books, order->number);
    const struct member_row *own = order->by ? find_member(books, order->number, order->by) : NULL;
    if (!club || (order->by && !own)) return FELT_OUTCOME_NO_CLUB;
    if (club->club.closed_at && order->kind != FELT_ORDER_CLUB_CLOSE) return FELT_OUTCOME_NO_CLUB;
    receipt->number = club->club.id;
    int rank = own ? own->member.rank : FELT_CLUB_RANKS;
    bool leaves = order->kind == FELT_ORDER_CLUB_LEAVE && order->by == order->user;
    if (rank < rank_needed(order->kind) && !leaves) return FELT_OUTCOME_NOT_ALLOWED;
    switch (order->kind) {
    case FELT_ORDER_CLUB_LEAVE: return leave_club(books, order, club, rank, receipt);
    case FELT_ORDER_CLUB_RANK: return rank_member(books, order, club, receipt);
    case FELT_ORDER_CLUB_CODE: return change_code(books, order, club);
    case FELT_ORDER_CLUB_NAME:
        memcpy(club->club.name, order->handle, sizeof club->club.name);
        club->changed = true;
        return FELT_OUTCOME_OK;
    default:
        receipt->replayed = club->club.closed_at != 0;
        if (!receipt->replayed) club->club.closed_at = order->now_ms;
        club->changed = club->changed || !receipt->replayed;
        return FELT_OUTCOME_OK;
    }
}

void felt_books_leave_clubs(struct felt_books *books, int64_t user, int64_t now_ms)
{
    felt_assert(books->forgotten_users < FELT_BOOKS_ORDERS_MAX);
    books->forgotten[books->forgotten_users++] = (struct felt_forgotten){user, now_ms};
    for (int i = 0; i < books->clubs; i++) {
        struct club_row *club = &books->club[i];
        if (club->club.owner != user || club->club.closed_at) continue;
        club->club.closed_at = now_ms;
        club->changed = true;
    }
    for (int i = 0; i < books->members; i++) {
        struct member_row *row = &books->member[i];
        if (row->ended || row->member.user != user) continue;
        row->ended = true;
        struct club_row *club = find_club(books, row->member.club);
        if (club) club->club.members--;
    }
}

/* ---- reports, silence ---- */

static enum felt_outcome report(struct felt_books *books, const struct felt_order *order,
                                struct felt_receipt *receipt)
{
    enum felt_outcome outcome;
    if (!find_actor(books, order, &outcome)) return outcome;
    const struct user_row *about = felt_books_user(books, order->user);
    if (!about || about->user.deleted_at) return FELT_OUTCOME_NO_USER;
    struct felt_user_report said = {.id = ++books->counters.report,
                                    .at_ms = order->now_ms,
                                    .by = order->by,
                                    .user = order->user};
    memcpy(said.table, order->table, sizeof said.table);
    memcpy(said.hand, order->hand, sizeof said.hand);
    memcpy(said.text, order->text, sizeof said.text);
    add_report(books, &said)->is_new = true;
    receipt->number = said.id;
    return FELT_OUTCOME_OK;
}

static enum felt_outcome end_report(struct felt_books *books, const struct felt_order *order,
                                    struct felt_receipt *receipt)
{
    struct report_row *row = find_report(books, order->number);
    if (!row || row->report.done_at) return FELT_OUTCOME_NO_REPORT;
    row->report.done_at = order->now_ms;
    memcpy(row->report.done_by, order->actor, sizeof row->report.done_by);
    memcpy(row->report.remark, order->reason, sizeof row->report.remark);
    row->changed = true;
    receipt->number = order->number;
    return FELT_OUTCOME_OK;
}

static enum felt_outcome silence(struct felt_books *books, const struct felt_order *order,
                                 struct felt_receipt *receipt)
{
    struct user_row *row = felt_books_user(books, order->user);
    if (!row || row->user.deleted_at) return FELT_OUTCOME_NO_USER;
    receipt->user.id = order->user;
    receipt->replayed = row->user.silenced_until == order->until_ms;
    row->user.silenced_until = order->until_ms;
    row->changed = true;
    return FELT_OUTCOME_OK;
}

enum felt_outcome felt_books_associate(struct felt_books *books, const struct felt_order *order,
                                       struct felt_receipt *receipt)
{
    switch (order->kind) {
    case FELT_ORDER_NOTE: /* only the line of the audit */
        if (order->user && !felt_books_user(books, order->user)) return FELT_OUTCOME_NO_USER;
        return FELT_OUTCOME_OK;
    case FELT_ORDER_SILENCE: return silence(books, order, receipt);
    case FELT_ORDER_REPORT: return report(books, order, receipt);
    case FELT_ORDER_REPORT_DONE: return end_report(books, order, receipt);
    case FELT_ORDER_CLUB_OPEN: return open_club(books, order, receipt);
    case FELT_ORDER_CLUB_JOIN: return join_club(books, order, receipt);
    default: return change_club(books, order, receipt);
    }
}

/* ---- what has changed ---- */

static void tell_members(struct felt_books *books, struct felt_changes *out)
{
    for (int i = 0; i < books->members; i++) {
        const struct member_row *row = &books->member[i];
        if (row->ended && row->is_new) continue; /* came and went within the batch */
        if (row->ended)
            books->ended_member[out->ended_member_count++] = &row->member;
        else if (row->is_new)
            books->new_member[out->new_member_count++] = &row->member;
        else if (row->changed)
            books->changed_member[out->changed_member_count++] = &row->member;
    }
}

void felt_books_tell_clubs(struct felt_books *books, struct felt_changes *out)
{
    out->forgotten = books->forgotten, out->forgotten_count = books->forgotten_users;
    out->new_clubs = books->new_club, out->changed_clubs = books->changed_club;
    out->new_members = books->new_member, out->changed_members = books->changed_member;
    out->ended_members = books->ended_member;
    out->new_reports = books->new_report, out->done_reports = books->done_report;
    for (int i = 0; i < books->clubs; i++) {
        if (books->club[i].is_new)
            books->new_club[out->new_club_count++] = &books->club[i].club;
        else if (books->club[i].changed)
            books->changed_club[out->changed_club_count++] = &books->club[i].club;
    }
    tell_members(books, out);
    for (int i = 0; i < books->reports; i++) {
        if (books->report[i].is_new)
            books->new_report[out->new_report_count++] = &books->report[i].report;
        else if (books->report[i].changed)
            books->done_report[out->done_report_count++] = &books->report[i].report;
    }
}
