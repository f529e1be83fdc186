/* clubs.c -- see parts.h: rows of clubs, their members, and reports. */
#include "felt/assert.h"
#include "store/ledger/parts.h"

#define READ_TEXT(value, field) felt_ledger_store_read_text(&(value), (field), sizeof(field))

/* ---- reading --------------------------------------------------------------------------------- */

void felt_ledger_store_read_club(const struct felt_value *value, struct felt_club *out)
{
    *out = (struct felt_club){.id = value[0].number,
                              .owner = value[2].number,
                              .created = value[4].number,
                              .closed_at = value[5].number,
                              .members = (uint32_t)value[6].number};
    READ_TEXT(value[1], out->name);
    READ_TEXT(value[3], out->code);
}

bool felt_ledger_store_read_member(struct felt_sql *sql, const struct felt_value *value,
                                   struct felt_member *out)
{
    *out = (struct felt_member){.id = value[0].number,
                                .club = value[1].number,
                                .user = value[2].number,
                                .joined = value[4].number};
    return felt_ledger_store_read_word(sql, &value[3], felt_club_rank_find, "club_members: member",
                                       out->id, &out->rank);
}

void felt_ledger_store_read_report(const struct felt_value *value, struct felt_user_report *out)
{
    *out = (struct felt_user_report){.id = value[0].number,
                                     .at_ms = value[1].number,
                                     .by = value[2].number,
                                     .user = value[3].number,
                                     .done_at = value[7].number};
    READ_TEXT(value[4], out->table);
    READ_TEXT(value[5], out->hand);
    READ_TEXT(value[6], out->text);
    READ_TEXT(value[8], out->done_by);
    READ_TEXT(value[9], out->remark);
}

/* ---- writing --------------------------------------------------------------------------------- */

static void write_club(struct felt_sql *sql, const struct felt_club *club, bool is_new)
{
    static const struct felt_statement insert = {
        "INSERT INTO clubs (name, owner, code, created, closed_at, id) VALUES ($1, $2, $3, $4, $5,"
        " $6)",
        "titiii"};
    static const struct felt_statement update = {
        "UPDATE clubs SET name = $1, owner = $2, code = $3, created = $4, closed_at = $5"
        " WHERE id = $6",
        "titiii"};
    const struct felt_value value[] = {felt_value_text(club->name),
                                       felt_value_int(club->owner),
                                       felt_value_text(club->code),
                                       felt_value_int(club->created),
                                       felt_value_int_or_null(club->closed_at),
                                       felt_value_int(club->id)};
    felt_sql_add(sql, is_new ? &insert : &update, value, 6, NULL, NULL);
}

/* Members that are gone first: somebody may have left and come back within a batch. */
static void write_members(struct felt_sql *sql, const struct felt_changes *changes)
{
    static const struct felt_statement insert = {
        "INSERT INTO club_members (id, club_id, user_id, rank, joined) VALUES ($1, $2, $3, $4, $5)",
        "iiiti"};
    static const struct felt_statement update = {"UPDATE club_members SET rank = $1 WHERE id = $2",
                                                 "ti"};
    static const struct felt_statement end = {"DELETE FROM club_members WHERE id = $1", "i"};
    for (int i = 0; i < changes->ended_member_count; i++) {
        const struct felt_value id = felt_value_int(changes->ended_members[i]->id);
        felt_sql_add(sql, &end, &id, 1, NULL, NULL);
    }
    for (int i = 0; i < changes->new_member_count; i++) {
        const struct felt_member *member = changes->new_members[i];
        const struct felt_value value[] = {
            felt_value_int(member->id), felt_value_int(member->club), felt_value_int(member->user),
            felt_value_text(felt_club_rank_word(member->rank)), felt_value_int(member->joined)};
        felt_sql_add(sql, &insert, value, 5, NULL, NULL);
    }
    for (int i = 0; i < changes->changed_member_count; i++) {
        const struct felt_member *member = changes->changed_members[i];
        const struct felt_value value[] = {felt_value_text(felt_club_rank_word(member->rank)),
                                           felt_value_int(member->id)};
        felt_sql_add(sql, &update, value, 2, NULL, NULL);
    }
}

static void write_report(struct felt_sql *sql, const struct felt_user_report *report)
{
    static const struct felt_statement insert = {
        "INSERT INTO reports (id, at, by_id, user_id, place, hand, text) VALUES ($1, $2, $3, $4,"
        " $5, $6, $7)",
        "iiiittt"};
    char text[sizeof report->text], table[sizeof report->table], hand[sizeof report->hand];
    felt_ledger_store_clean(report->text, sizeof text, text);
    felt_ledger_store_clean(report->table, sizeof table, table);
    felt_ledger_store_clean(report->hand, sizeof hand, hand);
    const struct felt_value value[] = {
        felt_value_int(report->id),   felt_value_int(report->at_ms),  felt_value_int(report->by),
        felt_value_int(report->user), felt_value_text_or_null(table), felt_value_text_or_null(hand),
        felt_value_text(text)};
    felt_sql_add(sql, &insert, value, 7, NULL, NULL);
}

static void end_report(struct felt_sql *sql, const struct felt_user_report *report)
{
    static const struct felt_statement update = {
        "UPDATE reports SET done_at = $1, done_by = $2, remark = $3 WHERE id = $4", "itti"};
    char by[sizeof report->done_by], remark[sizeof report->remark];
    felt_ledger_store_clean(report->done_by, sizeof by, by);
    felt_ledger_store_clean(report->remark, sizeof remark, remark);
    const struct felt_value value[] = {felt_value_int(report->done_at), felt_value_text(by),
                                       felt_value_text_or_null(remark), felt_value_int(report->id)};
    felt_sql_add(sql, &update, value, 4, NULL, NULL);
}

static void forget(struct felt_sql *sql, const struct felt_forgotten *who)
{
    static const struct felt_statement leave = {"DELETE FROM club_members WHERE user_id = $1", "i"};
    static const struct felt_statement close = {
        "UPDATE clubs SET closed_at = $1 WHERE owner = $2 AND closed_at IS NULL", "ii"};
    const struct felt_value value[] = {felt_value_int(who->at_ms), felt_value_int(who->user)};
    felt_sql_add(sql, &leave, &value[1], 1, NULL, NULL);
    felt_sql_add(sql, &close, value, 2, NULL, NULL);
}

bool felt_ledger_store_write_clubs(struct felt_sql *sql, const struct felt_changes *changes)
{
    for (int i = 0; i < changes->forgotten_count; i++) forget(sql, &changes->forgotten[i]);
    for (int i = 0; i < changes->new_club_count; i++) write_club(sql, changes->new_clubs[i], true);
    for (int i = 0; i < changes->changed_club_count; i++)
        write_club(sql, changes->changed_clubs[i], false);
    write_members(sql, changes);
    for (int i = 0; i < changes->new_report_count; i++) write_report(sql, changes->new_reports[i]);
    for (int i = 0; i < changes->done_report_count; i++) end_report(sql, changes->done_reports[i]);
    return changes->forgotten_count > 0 || changes->new_club_count > 0 ||
           changes->changed_club_count > 0 || changes->ended_member_count > 0 ||
           changes->new_member_count > 0 || changes->changed_member_count > 0 ||
           changes->new_report_count > 0 || changes->done_report_count > 0;
}
