/* power_told.h -- hands that clients heard of, and since which flush the server knew of them.
 *
 * At each flush the simulator says which hand runs at each table.  So it is known without the
 * server's outbox which flush a frame rests on.
 *
 *   P1  a hand is told to begin, or to be over, only when the flush that has it was acknowledged;
 *       after a power failure one that was told to be over does not run, and one that was told to
 *       have begun runs or is over.
 *   P2  no deck is dealt twice, and no id of a hand is used twice, over all lives. */
#ifndef FELT_TESTS_POWER_TOLD_H
#define FELT_TESTS_POWER_TOLD_H

#include "power_journal.h"

enum {
    POWER_HANDS_MAX = 8192,
    POWER_TABLES_MAX = 32,
    POWER_ID_BYTES = 47,
    POWER_COMMIT_BYTES = 64
};

struct power_hand {
    char id[POWER_ID_BYTES + 1], commit[POWER_COMMIT_BYTES + 1];
    uint32_t table;
    uint64_t born, over; /* the first flush that knew of it, and of its end; 0: none yet          */
    bool begun_told, over_told;
};

struct power_told {
    struct power_journal *power;
    struct power_hand hand[POWER_HANDS_MAX];
    int hands;
    int running[POWER_TABLES_MAX]; /* 1 + index of the hand as of the last flush; 0: none         */
    uint64_t dealt[POWER_TABLES_MAX]; /* hands of the table as of the last flush                  */
    /* Flushes that found hands which had begun and ended in one turn; their ids are not known. */
    uint64_t quick[POWER_HANDS_MAX];
    int quicks;
    uint64_t begun; /* hands that were told                                        */
};

/* A flush finds this hand at the table, which has dealt so many; "": none runs. */
void power_told_scan(struct power_told *told, uint32_t table, const char *id, uint64_t dealt);
void power_told_begun(struct power_told *told, const char *id, const char *commit);
void power_told_over(struct power_told *told, const char *id);
/* The last hand of its table that is known; NULL: it is not the last one, or it is not known. */
const struct power_hand *power_told_last(struct power_told *told, const char *id);
/* The power failed: what was not read back is forgotten.  Then each table is named. */
void power_told_lost(struct power_told *told);
void power_told_runs(struct power_told *told, uint32_t table, const char *id, uint64_t dealt);
/* And all of them were named. */
void power_told_restored(struct power_told *told);

#endif
