/* room_journal.c -- see room.h: the journal of the room, and others in its place.
 *
 * A room that runs gets another journal between two turns: what waits is acknowledged first, so
 * that nothing of the old numbers is left when the new ones begin with 1.  Nothing is read back
 * here, so the new journal needs no snapshot. */
#include "bench/room_parts.h"

#include <dirent.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

void room_empty(const char *name)
{
    DIR *directory = opendir(name);
    for (const struct dirent *entry; directory && (entry = readdir(directory));)
        if (entry->d_name[0] != '.' || strlen(entry->d_name) > 2)
            (void)unlinkat(dirfd(directory), entry->d_name, 0);
    if (directory) (void)closedir(directory);
    (void)rmdir(name);
}

bool room_journal_open(struct room_journal *journal, enum bench_room_journal kind, void *waker,
                       struct felt_complaint *complaint)
{
    bool slow = kind == BENCH_JOURNAL_SLOW || kind == BENCH_JOURNAL_SLOW_TURNS;
    journal->slow = bench_slow_disk();
    journal->turns = kind == BENCH_JOURNAL_TURNS || kind == BENCH_JOURNAL_SLOW_TURNS;
    const struct felt_journal_config config = {.directory = journal->place,
                                               .signature = 1,
                                               .unsynced = kind == BENCH_JOURNAL_WRITTEN,
                                               .wake = bench_room_wake,
                                               .waker = waker,
                                               .disk = slow ? &journal->slow : NULL};
    return felt_journal_open(&config, &journal->journal, complaint) == FELT_OK;
}

void room_journal_close(struct room_journal *journal)
{
    if (journal->journal) felt_journal_close(journal->journal);
    journal->journal = NULL;
    room_empty(journal->place);
}

enum felt_flush room_journal_flush(struct room_journal *journal, uint64_t *number)
{
    enum felt_flush flush = felt_journal_flush(journal->journal, number);
    if (!journal->turns || flush != FELT_FLUSH_LATER) return flush;
    /* Without group commit: no turn begins before this one is on the disk. */
    return felt_journal_wait(journal->journal, 0) == FELT_OK ? FELT_FLUSH_DONE : FELT_FLUSH_FAILED;
}
