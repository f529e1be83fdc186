/* ledger_clubs.c -- see ledger_parts.h: clubs and their members, reports, silence, and notes for
 * the audit.
 *
 * Nothing moves here, so nothing has a key.  What would be done twice if its receipt were lost is
 * known by what it leaves behind: a club by its code, a member by being one.  Leaving
 * twice is refused: the second time there is no member.  A report and a note may be there twice
 * after a failure; both are read by people.
 *
 * A club that is closed stays as a row, and its members with it: nobody sees them any more. */
#include "accounts/ledger_parts.h"

#include "felt/assert.h"

#include <string.h>

/* ---- rows: few of a batch are about clubs, so they are looked for one by one ---- */

static struct club_row *find_club(struct felt_ledger *ledger, int64_t id)
{
    for (int i = 0; i < ledger->clubs; i++)
        if (ledger->club[i].club.id == id) return &ledger->club[i];
    return NULL;
}

static struct club_row *find_code(struct felt_ledger *ledger, const char *code)
{
    for (int i = 0; i < ledger->clubs; i++)
        if (strcmp(ledger->club[i].club.code, code) == 0) return &ledger->club[i];
    return NULL;
}

static struct member_row *find_member(struct felt_ledger *ledger, int64_t club, int64_t user)
{
    for (int i = 0; i < ledger->members; i++) {
        struct member_row *row = &ledger->member[i];
        if (!row->ended && row->member.club == club && row->member.user == user) return row;
    }
    return NULL;
}

static int count_clubs(const struct felt_ledger *ledger, int64_t user)
{
    int count = 0;
    for (int i = 0; i < ledger->members; i++)
        count += !ledger->member[i].ended && ledger->member[i].member.user == user;
    return count;
}

static struct club_row *add_club(struct felt_ledger *ledger, const struct felt_club *club)
{
    felt_assert(ledger->clubs < CLUBS_MAX);
    struct club_row *row = &ledger->club[ledger->clubs++];
    *row = (struct club_row){.club = *club};
    return row;
}

static struct member_row *add_member(struct felt_ledger *ledger, const struct felt_member *member)
{
    felt_assert(ledger->members < MEMBERS_MAX);
    struct member_row *row = &ledger->member[ledger->members++];
    *row = (struct member_row){.member = *member};
    return row;
}

void felt_ledger_put_club(struct felt_ledger *ledger, const struct felt_club *club)
{
    felt_assert(ledger->orders == 0);
    if (!find_club(ledger, club->id)) add_club(ledger, club);
}

void felt_ledger_put_member(struct felt_ledger *ledger, const struct felt_member *member)
{
    felt_assert(ledger->orders == 0);
    if (!find_member(ledger, member->club, member->user)) add_member(ledger, member);
}

static struct report_row *find_report(struct felt_ledger *ledger, int64_t id)
{
    for (int i = 0; i < ledger->reports; i++)
        if (ledger->report[i].report.id == id) return &ledger->report[i];
    return NULL;
}

static struct report_row *add_report(struct felt_ledger *ledger,
                                     const struct felt_user_report *report)
{
    felt_assert(ledger->reports < FELT_LEDGER_ORDERS_MAX);
    struct report_row *row = &ledger->report[ledger->reports++];
    *row = (struct report_row){.report = *report};
    return row;
}

void felt_ledger_put_report(struct felt_ledger *ledger, const struct felt_user_report *report)
{
    felt_assert(ledger->orders == 0);
    if (!find_report(ledger, report->id)) add_report(ledger, report);
}

/* ---- who ---- */

/* Somebody who is there and may do things himself.  NULL: *outcome says why not. */
static struct user_row *find_actor(struct felt_ledger *ledger, const struct felt_order *order,
                                   enum felt_outcome *outcome)
{
    struct user_row *row = felt_ledger_user(ledger, order->by);
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

static void join(struct felt_ledger *ledger, struct club_row *club, int64_t user,
                 enum felt_club_rank rank, int64_t now_ms)
{
    struct felt_member member = {.id = ++ledger->counters.member,
                                 .club = club->club.id,
                                 .user = user,
                                 .joined = now_ms,
                                 .rank = (uint8_t)rank};
    add_member(ledger, &member)->is_new = true;
    club->club.members++;
}

/* ---- orders about a club ---- */

static enum felt_outcome open_club(struct felt_ledger *ledger, const struct felt_order *order,
                                   struct felt_receipt *receipt)
{
    enum felt_outcome outcome;
    const struct user_row *by = find_actor(ledger, order, &outcome);
    if (!by) return outcome;
    const struct club_row *same = find_code(ledger, order->code);
    if (same && same->club.owner == order->by) { /* the same order, done again */
        receipt->replayed = true;
        receipt->number = same->club.id;
        return FELT_OUTCOME_OK;
    }
    if (same) return FELT_OUTCOME_NAME_TAKEN;
    if (!may_own(&by->user)) return FELT_OUTCOME_WRONG_KIND;
    if (count_clubs(ledger, order->by) >= FELT_CLUBS_OF_USER_MAX) return FELT_OUTCOME_CLUBS;
    struct felt_club club = {
        .id = ++ledger->counters.club, .owner = order->by, .created = order->now_ms};
    memcpy(club.name, order->handle, sizeof club.name);
    memcpy(club.code, order->code, sizeof club.code);
    struct club_row *row = add_club(ledger, &club);
    row->is_new = true;
    join(ledger, row, order->by, FELT_CLUB_OWNER, order->now_ms);
    receipt->number = club.id;
    return FELT_OUTCOME_OK;
}

static enum felt_outcome join_club(struct felt_ledger *ledger, const struct felt_order *order,
                                   struct felt_receipt *receipt)
{
    enum felt_outcome outcome;
    if (!find_actor(ledger, order, &outcome)) return outcome;
    struct club_row *club = find_code(ledger, order->code);
    if (!club || club->club.closed_at) return FELT_OUTCOME_NO_CLUB;
    receipt->number = club->club.id;
    if (find_member(ledger, club->club.id, order->by)) {
        receipt->replayed = true;
        return FELT_OUTCOME_OK;
    }
    if (count_clubs(ledger, order->by) >= FELT_CLUBS_OF_USER_MAX) return FELT_OUTCOME_CLUBS;
    if (club->club.members >= FELT_CLUB_MEMBERS_MAX) return FELT_OUTCOME_CLUB_FULL;
    join(ledger, club, order->by, FELT_CLUB_MEMBER, order->now_ms);
    return FELT_OUTCOME_OK;
}

/* Oneself, or somebody of a lower rank.  An owner stays: he closes the club or hands it over. */
static enum felt_outcome leave_club(struct felt_ledger *ledger, const struct felt_order *order,
                                    struct club_row *club, int rank, struct felt_receipt *receipt)
{
    struct member_row *member = find_member(ledger, club->club.id, order->user);
    if (!member) return FELT_OUTCOME_NO_MEMBER;
    receipt->user.id = order->user;
    bool himself = order->by == order->user;
    if (member->member.rank == FELT_CLUB_OWNER || (!himself && member->member.rank >= rank))
        return FELT_OUTCOME_NOT_ALLOWED;
    member->ended = true;
    club->club.members--;
    return FELT_OUTCOME_OK;
}

static enum felt_outcome rank_member(struct felt_ledger *ledger, const struct felt_order *order,
                                     struct club_row *club, struct felt_receipt *receipt)
{
    struct member_row *member = find_member(ledger, club->club.id, order->user);
    struct member_row *owner = find_member(ledger, club->club.id, order->by);
    const struct user_row *user = felt_ledger_user(ledger, order->user);
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

static enum felt_outcome change_code(struct felt_ledger *ledger, const struct felt_order *order,
                                     struct club_row *club)
{
    const struct club_row *same = find_code(ledger, order->code);
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
static enum felt_outcome change_club(struct felt_ledger *ledger, const struct felt_order *order,
                                     struct felt_receipt *receipt)
{
    enum felt_outcome outcome;
    if (order->by && !find_actor(ledger, order, &outcome)) return outcome;
    struct club_row *club = find_club(ledger, order->number);
    const struct member_row *own = order->by ? find_member(ledger, order->number, order->by) : NULL;
    if (!club || (order->by && !own)) return FELT_OUTCOME_NO_CLUB;
    if (club->club.closed_at && order->kind != FELT_ORDER_CLUB_CLOSE) return FELT_OUTCOME_NO_CLUB;
    receipt->number = club->club.id;
    int rank = own ? own->member.rank : FELT_CLUB_RANKS;
    bool leaves = order->kind == FELT_ORDER_CLUB_LEAVE && order->by == order->user;
    if (rank < rank_needed(order->kind) && !leaves) return FELT_OUTCOME_NOT_ALLOWED;
    switch (order->kind) {
    case FELT_ORDER_CLUB_LEAVE: return leave_club(ledger, order, club, rank, receipt);
    case FELT_ORDER_CLUB_RANK: return rank_member(ledger, order, club, receipt);
    case FELT_ORDER_CLUB_CODE: return change_code(ledger, order, club);
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

void felt_ledger_leave_clubs(struct felt_ledger *ledger, int64_t user, int64_t now_ms)
{
    felt_assert(ledger->forgotten_users < FELT_LEDGER_ORDERS_MAX);
    ledger->forgotten[ledger->forgotten_users++] = (struct felt_forgotten){user, now_ms};
    for (int i = 0; i < ledger->clubs; i++) {
        struct club_row *club = &ledger->club[i];
        if (club->club.owner != user || club->club.closed_at) continue;
        club->club.closed_at = now_ms;
        club->changed = true;
    }
    for (int i = 0; i < ledger->members; i++) {
        struct member_row *row = &ledger->member[i];
        if (row->ended || row->member.user != user) continue;
        row->ended = true;
        struct club_row *club = find_club(ledger, row->member.club);
        if (club) club->club.members--;
    }
}

/* ---- reports, silence ---- */

static enum felt_outcome report(struct felt_ledger *ledger, const struct felt_order *order,
                                struct felt_receipt *receipt)
{
    enum felt_outcome outcome;
    if (!find_actor(ledger, order, &outcome)) return outcome;
    const struct user_row *about = felt_ledger_user(ledger, order->user);
    if (!about || about->user.deleted_at) return FELT_OUTCOME_NO_USER;
    struct felt_user_report said = {.id = ++ledger->counters.report,
                                    .at_ms = order->now_ms,
                                    .by = order->by,
                                    .user = order->user};
    memcpy(said.table, order->table, sizeof said.table);
    memcpy(said.hand, order->hand, sizeof said.hand);
    memcpy(said.text, order->text, sizeof said.text);
    add_report(ledger, &said)->is_new = true;
    receipt->number = said.id;
    return FELT_OUTCOME_OK;
}

static enum felt_outcome end_report(struct felt_ledger *ledger, const struct felt_order *order,
                                    struct felt_receipt *receipt)
{
    struct report_row *row = find_report(ledger, order->number);
    if (!row || row->report.done_at) return FELT_OUTCOME_NO_REPORT;
    row->report.done_at = order->now_ms;
    memcpy(row->report.done_by, order->actor, sizeof row->report.done_by);
    memcpy(row->report.remark, order->reason, sizeof row->report.remark);
    row->changed = true;
    receipt->number = order->number;
    return FELT_OUTCOME_OK;
}

static enum felt_outcome silence(struct felt_ledger *ledger, const struct felt_order *order,
                                 struct felt_receipt *receipt)
{
    struct user_row *row = felt_ledger_user(ledger, order->user);
    if (!row || row->user.deleted_at) return FELT_OUTCOME_NO_USER;
    receipt->user.id = order->user;
    receipt->replayed = row->user.silenced_until == order->until_ms;
    row->user.silenced_until = order->until_ms;
    row->changed = true;
    return FELT_OUTCOME_OK;
}

enum felt_outcome felt_ledger_associate(struct felt_ledger *ledger, const struct felt_order *order,
                                        struct felt_receipt *receipt)
{
    switch (order->kind) {
    case FELT_ORDER_NOTE: /* only the line of the audit */
        if (order->user && !felt_ledger_user(ledger, order->user)) return FELT_OUTCOME_NO_USER;
        return FELT_OUTCOME_OK;
    case FELT_ORDER_SILENCE: return silence(ledger, order, receipt);
    case FELT_ORDER_REPORT: return report(ledger, order, receipt);
    case FELT_ORDER_REPORT_DONE: return end_report(ledger, order, receipt);
    case FELT_ORDER_CLUB_OPEN: return open_club(ledger, order, receipt);
    case FELT_ORDER_CLUB_JOIN: return join_club(ledger, order, receipt);
    default: return change_club(ledger, order, receipt);
    }
}

/* ---- what has changed ---- */

static void tell_members(struct felt_ledger *ledger, struct felt_changes *out)
{
    for (int i = 0; i < ledger->members; i++) {
        const struct member_row *row = &ledger->member[i];
        if (row->ended && row->is_new) continue; /* came and went within the batch */
        if (row->ended)
            ledger->ended_member[out->ended_member_count++] = &row->member;
        else if (row->is_new)
            ledger->new_member[out->new_member_count++] = &row->member;
        else if (row->changed)
            ledger->changed_member[out->changed_member_count++] = &row->member;
    }
}

void felt_ledger_tell_clubs(struct felt_ledger *ledger, struct felt_changes *out)
{
    out->forgotten = ledger->forgotten, out->forgotten_count = ledger->forgotten_users;
    out->new_clubs = ledger->new_club, out->changed_clubs = ledger->changed_club;
    out->new_members = ledger->new_member, out->changed_members = ledger->changed_member;
    out->ended_members = ledger->ended_member;
    out->new_reports = ledger->new_report, out->done_reports = ledger->done_report;
    for (int i = 0; i < ledger->clubs; i++) {
        if (ledger->club[i].is_new)
            ledger->new_club[out->new_club_count++] = &ledger->club[i].club;
        else if (ledger->club[i].changed)
            ledger->changed_club[out->changed_club_count++] = &ledger->club[i].club;
    }
    tell_members(ledger, out);
    for (int i = 0; i < ledger->reports; i++) {
        if (ledger->report[i].is_new)
            ledger->new_report[out->new_report_count++] = &ledger->report[i].report;
        else if (ledger->report[i].changed)
            ledger->done_report[out->done_report_count++] = &ledger->report[i].report;
    }
}
