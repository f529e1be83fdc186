/* power_told.c -- see power_told.h. */
#include "power_told.h"

#include "felt/assert.h"

#include <stdio.h>
#include <string.h>

/* The newest first: it is asked for most. */
static struct power_hand *find(struct power_told *told, const char *id)
{
    for (int i = told->hands; i-- > 0;)
        if (strcmp(told->hand[i].id, id) == 0) return &told->hand[i];
    return NULL;
}

static struct power_hand *find_or_add(struct power_told *told, const char *id)
{
    struct power_hand *hand = find(told, id);
    if (hand) return hand;
    felt_assert(told->hands < POWER_HANDS_MAX);
    hand = &told->hand[told->hands++];
    *hand = (struct power_hand){0};
    (void)snprintf(hand->id, sizeof hand->id, "%s", id);
    return hand;
}

static void add_quick(struct power_told *told)
{
    felt_assert(told->quicks < POWER_HANDS_MAX);
    told->quick[told->quicks++] = told->power->flushes;
}

static void note_quick(struct power_told *told, uint32_t table, uint64_t dealt, bool seen)
{
    uint64_t before = told->dealt[table];
    told->dealt[table] = dealt;
    if (!dealt && before) add_quick(told); /* its last hand may have been one, and it closed */
    if (dealt < before) before = 0;        /* another table of this number */
    for (uint64_t i = before + seen; i < dealt; i++) add_quick(told);
}

void power_told_scan(struct power_told *told, uint32_t table, const char *id, uint64_t dealt)
{
    felt_assert(table < POWER_TABLES_MAX);
    struct power_hand *before = told->running[table] ? &told->hand[told->running[table] - 1] : NULL;
    bool same = before && strcmp(before->id, id) == 0;
    note_quick(told, table, dealt, *id && !same);
    if (same) return;
    if (before && !before->over) before->over = told->power->flushes;
    told->running[table] = 0;
    if (!*id) return;
    struct power_hand *hand = find_or_add(told, id);
    if (!hand->born) hand->born = told->power->flushes;
    hand->table = table;
    told->running[table] = (int)(hand - told->hand) + 1;
}

/* All of its players were all in before a card was dealt: no flush saw it run. */
static void claim_quick(struct power_told *told, struct power_hand *hand)
{
    if (hand->born || !told->quicks) return;
    hand->born = hand->over = told->quick[0];
    hand->table = POWER_TABLES_MAX;
    memmove(told->quick, told->quick + 1, (size_t)--told->quicks * sizeof told->quick[0]);
}

/* P1: the frame rests on this flush. */
static void verify_flush(struct power_told *told, const char *id, uint64_t flush, const char *what)
{
    if (!told->power->lies && (!flush || flush > told->power->durable))
        power_journal_complain(
            told->power, "P1: hand %s is told to %s by flush %llu, but %llu was acknowledged", id,
            what, (unsigned long long)flush, (unsigned long long)told->power->durable);
}

void power_told_begun(struct power_told *told, const char *id, const char *commit)
{
    struct power_hand *hand = find_or_add(told, id);
    claim_quick(told, hand);
    verify_flush(told, id, hand->born, "begin");
    for (int i = 0; i < told->hands; i++) {
        const struct power_hand *other = &told->hand[i];
        if (other != hand && strcmp(other->commit, commit) == 0)
            power_journal_complain(told->power, "P2: the deck of hand %s was that of %s", id,
                                   other->id);
    }
    if (hand->begun_told && strcmp(hand->commit, commit) != 0)
        power_journal_complain(told->power, "P2: hand %s begins twice, with other cards", id);
    if (hand->over_told)
        power_journal_complain(told->power, "P2: hand %s is dealt again after its end", id);
    if (!hand->begun_told) told->begun++;
    hand->begun_told = true;
    (void)snprintf(hand->commit, sizeof hand->commit, "%s", commit);
}

void power_told_over(struct power_told *told, const char *id)
{
    struct power_hand *hand = find_or_add(told, id);
    verify_flush(told, id, hand->over, "be over");
    hand->over_told = true;
}

const struct power_hand *power_told_last(struct power_told *told, const char *id)
{
    const struct power_hand *hand = find(told, id);
    if (!hand || !hand->born) return NULL;
    for (int i = 0; i < told->hands; i++)
        if (told->hand[i].table == hand->table && told->hand[i].born > hand->born) return NULL;
    return hand;
}

/* ---- after a failure ---- */

void power_told_lost(struct power_told *told)
{
    uint64_t found = told->power->found;
    while (told->quicks && told->quick[told->quicks - 1] > found) told->quicks--;
    memset(told->dealt, 0, sizeof told->dealt);
    memset(told->running, 0, sizeof told->running);
    for (int i = 0; i < told->hands; i++) {
        struct power_hand *hand = &told->hand[i];
        if (hand->born > found) hand->born = 0;
        if (hand->over > found) hand->over = 0;
    }
}

void power_told_runs(struct power_told *told, uint32_t table, const char *id, uint64_t dealt)
{
    told->dealt[table] = dealt;
    if (!*id) return;
    struct power_hand *hand = find_or_add(told, id);
    if (hand->over_told && !told->power->lies)
        power_journal_complain(told->power, "P1: hand %s was told to be over, and runs again", id);
    if (!hand->born) hand->born = told->power->found; /* of records behind the last flush */
    hand->over = 0;
    hand->table = table;
    told->running[table] = (int)(hand - told->hand) + 1;
}

static bool runs(const struct power_told *told, int index)
{
    for (int i = 0; i < POWER_TABLES_MAX; i++)
        if (told->running[i] == index + 1) return true;
    return false;
}

void power_told_restored(struct power_told *told)
{
    for (int i = 0; i < told->hands && !told->power->lies; i++) {
        struct power_hand *hand = &told->hand[i];
        if (hand->over_told && !hand->over)
            power_journal_complain(told->power, "P1: hand %s was told to be over: it is forgotten",
                                   hand->id);
        if (!hand->begun_told || hand->over || runs(told, i)) continue;
        if (!hand->born)
            power_journal_complain(told->power, "P1: hand %s was told to begin: it is forgotten",
                                   hand->id);
        hand->over = told->power->found; /* it ended in records behind the last flush */
    }
}
