/* journal_private.c -- the record of a private table.
 *
 *   PRIVATE  table, host (8), club (8), flags (1), host's name, key, salt (16), hash of the
 *            password (32), users who were sent away: how many (1), each (8) */
#include "server/room/journal_records.h"

enum { FLAG_PAUSED = 1, FLAG_BOMB = 2, FLAG_PASSWORD = 4 };

void felt_room_journal_private(struct felt_room *room, const struct felt_room_table *table)
{
    const struct felt_room_private *mine = &table->private_table;
    struct felt_putter entry;
    if (room->quiet) return;
    felt_room_journal_begin(&entry, FELT_ROOM_JOURNAL_PRIVATE, room, table);
    felt_put(&entry, (uint64_t)mine->host, 8);
    felt_put(&entry, (uint64_t)mine->club, 8);
    felt_put(&entry,
             (mine->paused ? FLAG_PAUSED : 0u) | (mine->bomb ? FLAG_BOMB : 0u) |
                 (mine->has_password ? FLAG_PASSWORD : 0u),
             1);
    felt_put_text(&entry, mine->host_name);
    felt_put_text(&entry, mine->key);
    felt_buffer_bytes(&entry.out, mine->salt, sizeof mine->salt);
    felt_buffer_bytes(&entry.out, mine->password, sizeof mine->password);
    felt_put(&entry, mine->bans, 1);
    for (uint32_t i = 0; i < mine->bans; i++) felt_put(&entry, (uint64_t)mine->ban[i], 8);
    felt_room_journal_append(room, &entry);
}

bool felt_room_journal_restore_private(struct felt_room *room, struct felt_room_table *table,
                                       struct felt_getter *getter)
{
    struct felt_room_private one = {.door = table->private_table.door};
    one.host = (int64_t)felt_get(getter, 8);
    one.club = (int64_t)felt_get(getter, 8);
    unsigned flags = (unsigned)felt_get(getter, 1);
    one.paused = flags & FLAG_PAUSED;
    one.bomb = flags & FLAG_BOMB;
    one.has_password = flags & FLAG_PASSWORD;
    felt_get_text(getter, one.host_name, sizeof one.host_name);
    felt_get_text(getter, one.key, sizeof one.key);
    memcpy(one.salt, felt_get_bytes(getter, sizeof one.salt), sizeof one.salt);
    memcpy(one.password, felt_get_bytes(getter, sizeof one.password), sizeof one.password);
    one.bans = (uint32_t)felt_get(getter, 1);
    if (one.bans > FELT_BANS_MAX) return false;
    for (uint32_t i = 0; i < one.bans; i++) one.ban[i] = (int64_t)felt_get(getter, 8);
    if (!felt_get_is_over(getter) || !felt_room_table_is_private(room, table) || one.host < 0 ||
        one.club < 0)
        return false;
    table->private_table = one;
    return true;
}
