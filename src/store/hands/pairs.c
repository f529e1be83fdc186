/* pairs.c -- who met whom at a table, in the file of the hand store.
 *
 *     pair      what a person did to another one, by day: columns are those of match/collusion.h;
 *               `same` says that both came from one address on that day.
 *     clue      the few hands of a pair and day that say most.
 *     address   hashes of addresses from which a user came, by day.
 *     daykey    the key of these hashes; there is none for days that are over (Y5), so what is left
 *               tells that two addresses were the same, and not which.
 *
 * A report adds the days up, holds each pair against what both did with all others, and judges it
 * (felt_pair_judge(), and felt_dump_points() for single hands). */
#include "felt/assert.h"
#include "match/dump.h"
#include "os/secret.h"
#include "store/hands/parts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum statement {
    ADD,
    SAME,
    MARK,
    SEEN,
    OTHERS,
    KEY,
    NEW_KEY,
    OLD_KEYS,
    CLUE,
    TRIM,
    SUMS,
    CLUES,
    DUMPS,
    FORGET_PAIR,
    FORGET_CLUE,
    FORGET_ADDRESS,
    STATEMENTS
};
_Static_assert((int)STATEMENTS == (int)FELT_HAND_STORE_OF_PAIRS, "room for each");
_Static_assert((int)FELT_CLUE_DUMP_FOLD == 8, "and greater ones are dumps too: see the texts");
_Static_assert((int)FELT_HAND_STORE_KEY_BYTES == (int)FELT_SECRET_BYTES, "a key is a secret");

enum { HASH_BYTES = 16, LINE_BYTES = 160, SUMS_MAX = 400000, OTHERS_MAX = 64 };
#define NOTEWORTHY 9.0 /* a pair below this score is not told of */

const char felt_hand_store_pairs_schema[] =
    "CREATE TABLE pair (giver INTEGER NOT NULL, taker INTEGER NOT NULL, day INTEGER NOT NULL,"
    " hands INTEGER NOT NULL, gave_mbb INTEGER NOT NULL, gave_sq INTEGER NOT NULL,"
    " gave_up INTEGER NOT NULL, duels INTEGER NOT NULL, duel_bets INTEGER NOT NULL,"
    " same INTEGER NOT NULL DEFAULT 0, PRIMARY KEY (giver, taker, day)) STRICT, WITHOUT ROWID;"
    "CREATE TABLE clue (giver INTEGER NOT NULL, taker INTEGER NOT NULL, day INTEGER NOT NULL,"
    " number INTEGER NOT NULL, hand_id TEXT NOT NULL, mbb INTEGER NOT NULL,"
    " what INTEGER NOT NULL, PRIMARY KEY (giver, taker, day, number)) STRICT, WITHOUT ROWID;"
    "CREATE TABLE address (day INTEGER NOT NULL, user INTEGER NOT NULL, hash BLOB NOT NULL,"
    " PRIMARY KEY (day, user, hash)) STRICT, WITHOUT ROWID;"
    "CREATE INDEX address_hash ON address (day, hash);"
    "CREATE TABLE daykey (day INTEGER PRIMARY KEY, key BLOB NOT NULL) STRICT;";

static const char *const texts[STATEMENTS] = {
    [ADD] = "INSERT INTO pair (giver, taker, day, hands, gave_mbb, gave_sq, gave_up, duels,"
            " duel_bets) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)"
            " ON CONFLICT (giver, taker, day) DO UPDATE SET hands = hands + excluded.hands,"
            " gave_mbb = gave_mbb + excluded.gave_mbb, gave_sq = gave_sq + excluded.gave_sq,"
            " gave_up = gave_up + excluded.gave_up, duels = duels + excluded.duels,"
            " duel_bets = duel_bets + excluded.duel_bets RETURNING hands",
    [SAME] = "SELECT count(*) FROM address a JOIN address b ON a.day = b.day AND a.hash = b.hash"
             " WHERE a.day = ?3 AND a.user = ?1 AND b.user = ?2",
    [MARK] = "UPDATE pair SET same = 1 WHERE giver = ?1 AND taker = ?2 AND day = ?3 AND same = 0",
    [SEEN] = "INSERT OR IGNORE INTO address (day, user, hash) VALUES (?1, ?2, ?3)",
    [OTHERS] = "SELECT user FROM address WHERE day = ?1 AND hash = ?3 AND user <> ?2 LIMIT 64",
    [KEY] = "SELECT key FROM daykey WHERE day = ?1",
    [NEW_KEY] = "INSERT INTO daykey (day, key) VALUES (?1, ?2)",
    [OLD_KEYS] = "DELETE FROM daykey WHERE day < ?1",
    [CLUE] = "INSERT OR REPLACE INTO clue (giver, taker, day, number, what, mbb, hand_id)"
             " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
    [TRIM] = "DELETE FROM clue WHERE giver = ?1 AND taker = ?2 AND day = ?3 AND number NOT IN"
             " (SELECT number FROM clue WHERE giver = ?1 AND taker = ?2 AND day = ?3"
             " ORDER BY what >= 8 DESC, mbb DESC, number DESC LIMIT ?4)",
    [SUMS] = "SELECT giver, taker, sum(hands), sum(gave_mbb), sum(gave_sq), sum(gave_up),"
             " sum(duels), sum(duel_bets), max(same) FROM pair WHERE day >= ?1"
             " GROUP BY giver, taker ORDER BY giver, taker",
    [CLUES] = "SELECT hand_id, what, CASE WHEN giver = ?1 THEN mbb ELSE -mbb END AS flow FROM clue"
              " WHERE ((giver = ?1 AND taker = ?2) OR (giver = ?2 AND taker = ?1)) AND day >= ?3"
              " ORDER BY what >= 8 DESC, abs(flow) DESC, number DESC LIMIT ?4",
    [DUMPS] = "SELECT giver, taker, max(what & 8) | max(what & 16) | max(what & 32), count(*)"
              " FROM clue WHERE day >= ?1 AND what >= 8 GROUP BY giver, taker"
              " ORDER BY giver, taker",
    [FORGET_PAIR] = "DELETE FROM pair WHERE giver = ?1 OR taker = ?1",
    [FORGET_CLUE] = "DELETE FROM clue WHERE giver = ?1 OR taker = ?1",
    [FORGET_ADDRESS] = "DELETE FROM address WHERE user = ?1",
};

const char *felt_hand_store_pairs_text(int statement)
{
    felt_assert(statement >= 0 && statement < STATEMENTS);
    return texts[statement];
}

static int64_t run(struct felt_hand_store_file *file, enum statement which, const int64_t *numbers,
                   int count)
{
    sqlite3_stmt *prepared = felt_hand_store_bind(file, file->pairs[which], numbers, count);
    return prepared ? felt_hand_store_finish(file, prepared) : 0;
}

/* ---- addresses ---- */

/* Two who play together came from one address: the operator's log has it once a day. */
static void mark(struct felt_hand_store_file *file, int64_t one, int64_t other, int32_t day)
{
    char line[LINE_BYTES];
    const int64_t there[] = {one, other, day}, back[] = {other, one, day};
    (void)run(file, MARK, there, 3);
    if (file->result != FELT_HAND_STORE_DONE || sqlite3_changes(file->database) == 0) return;
    (void)run(file, MARK, back, 3);
    (void)snprintf(line, sizeof line,
                   "fair play: users %lld and %lld play together from one address",
                   (long long)(one < other ? one : other), (long long)(one < other ? other : one));
    if (file->config->log) file->config->log(file->config->self, "warn", line);
}

/* The key of a day: it is made when it is first needed. */
static bool find_key(struct felt_hand_store_file *file, int32_t day)
{
    const int64_t number = day;
    if (file->key_day == day) return true;
    sqlite3_stmt *prepared = felt_hand_store_bind(file, file->pairs[KEY], &number, 1);
    if (!prepared) return false;
    int code = sqlite3_step(prepared);
    bool found = code == SQLITE_ROW && sqlite3_column_bytes(prepared, 0) == sizeof file->key;
    if (found) memcpy(file->key, sqlite3_column_blob(prepared, 0), sizeof file->key);
    (void)sqlite3_reset(prepared);
    if (code != SQLITE_ROW && code != SQLITE_DONE) felt_hand_store_fail(file, code);
    if (!found) {
        felt_secret_fill(file->key, sizeof file->key);
        prepared = felt_hand_store_bind(file, file->pairs[NEW_KEY], &number, 1);
        if (!prepared) return false;
        (void)sqlite3_bind_blob(prepared, 2, file->key, sizeof file->key, SQLITE_STATIC);
        (void)felt_hand_store_finish(file, prepared);
        (void)run(file, OLD_KEYS, &number, 1); /* Y5 */
    }
    file->key_day = file->result == FELT_HAND_STORE_DONE ? day : 0;
    return file->key_day == day;
}

static sqlite3_stmt *bind_hash(struct felt_hand_store_file *file, enum statement which,
                               int64_t user, int32_t day, const uint8_t hash[HASH_BYTES])
{
    const int64_t numbers[] = {day, user};
    sqlite3_stmt *prepared = felt_hand_store_bind(file, file->pairs[which], numbers, 2);
    if (prepared) (void)sqlite3_bind_blob(prepared, 3, hash, HASH_BYTES, SQLITE_STATIC);
    return prepared;
}

void felt_hand_store_file_seen(struct felt_hand_store_file *file, int64_t user, const char *address,
                               int32_t day)
{
    uint8_t hash[FELT_SECRET_BYTES];
    int64_t other[OTHERS_MAX];
    int others = 0;
    if (!find_key(file, day)) return;
    felt_secret_hmac(file->key, address, strlen(address), hash);
    sqlite3_stmt *prepared = bind_hash(file, SEEN, user, day, hash);
    if (!prepared) return;
    (void)felt_hand_store_finish(file, prepared);
    if (file->result != FELT_HAND_STORE_DONE || sqlite3_changes(file->database) == 0) return;
    prepared = bind_hash(file, OTHERS, user, day, hash);
    if (!prepared) return;
    int code = sqlite3_step(prepared);
    for (; code == SQLITE_ROW; code = sqlite3_step(prepared))
        if (others < OTHERS_MAX) other[others++] = sqlite3_column_int64(prepared, 0);
    if (code != SQLITE_DONE) felt_hand_store_fail(file, code);
    (void)sqlite3_reset(prepared);
    for (int i = 0; i < others; i++) mark(file, user, other[i], day);
}

/* ---- counting ---- */

static void note_clue(struct felt_hand_store_file *file, const struct felt_counted_hand *hand,
                      const struct felt_counted_pair *pair)
{
    const int64_t numbers[] = {pair->giver, pair->taker,
                               hand->day,   felt_hand_store_number(hand->hand_id),
                               pair->clue,  pair->of.gave_mbb};
    const int64_t trim[] = {pair->giver, pair->taker, hand->day, FELT_HAND_STORE_CLUES};
    sqlite3_stmt *prepared = felt_hand_store_bind(file, file->pairs[CLUE], numbers, 6);
    if (!prepared) return;
    (void)sqlite3_bind_text(prepared, 7, hand->hand_id, -1, SQLITE_STATIC);
    (void)felt_hand_store_finish(file, prepared);
    (void)run(file, TRIM, trim, 4);
}

void felt_hand_store_file_count_pairs(struct felt_hand_store_file *file,
                                      const struct felt_counted_hand *hand)
{
    for (int i = 0; i < hand->pairs; i++) {
        const struct felt_counted_pair *pair = &hand->pair[i];
        const struct felt_collusion *of = &pair->of;
        const int64_t numbers[] = {pair->giver, pair->taker, hand->day, of->hands,    of->gave_mbb,
                                   of->gave_sq, of->gave_up, of->duels, of->duel_bets};
        int64_t hands = run(file, ADD, numbers, 9);
        if (hands == 1 && pair->giver < pair->taker && run(file, SAME, numbers, 3) > 0)
            mark(file, pair->giver, pair->taker, hand->day);
        if (pair->clue) note_clue(file, hand, pair);
    }
}

void felt_hand_store_file_forget_pairs(struct felt_hand_store_file *file, int64_t user)
{
    (void)run(file, FORGET_PAIR, &user, 1);
    (void)run(file, FORGET_CLUE, &user, 1);
    (void)run(file, FORGET_ADDRESS, &user, 1);
}

/* ---- the report ---- */

struct sum {
    int64_t giver, taker;
    bool same;
    struct felt_collusion of;
};

/* Single hands that make no sense. */
struct dump {
    int64_t giver, taker;
    uint8_t clues;
    uint32_t hands;
};

/* Everything that a user gave and took. */
struct whole {
    int64_t user;
    struct felt_collusion out, in;
    uint32_t dumps; /* single hands that make no sense, to anybody                              */
};

struct report {
    struct sum *sums; /* by giver, then taker                                                   */
    uint32_t count;
    struct whole *wholes; /* by user                                                            */
    uint32_t users;
    struct dump *dumps; /* by giver, then taker                                                 */
    uint32_t dump_count;
};

static int compare_sums(const void *a, const void *b)
{
    const struct sum *one = a, *two = b;
    if (one->giver != two->giver) return one->giver < two->giver ? -1 : 1;
    return (one->taker > two->taker) - (one->taker < two->taker);
}

static int compare_wholes(const void *a, const void *b)
{
    const struct whole *one = a, *two = b;
    return (one->user > two->user) - (one->user < two->user);
}

static int compare_dumps(const void *a, const void *b)
{
    const struct dump *one = a, *two = b;
    if (one->giver != two->giver) return one->giver < two->giver ? -1 : 1;
    return (one->taker > two->taker) - (one->taker < two->taker);
}

/* Those that are marked first, then by score, then by points; of equal ones those of one address,
 * then the older users. */
static int compare_rows(const void *a, const void *b)
{
    const struct felt_hand_store_pair_row *one = a, *two = b;
    bool marked = felt_pair_is_suspect(&one->suspicion);
    if (marked != felt_pair_is_suspect(&two->suspicion)) return marked ? -1 : 1;
    if (one->suspicion.score > two->suspicion.score) return -1;
    if (one->suspicion.score < two->suspicion.score) return 1;
    if (one->suspicion.dump != two->suspicion.dump)
        return one->suspicion.dump > two->suspicion.dump ? -1 : 1;
    if (one->same_address != two->same_address) return one->same_address ? -1 : 1;
    if (one->first != two->first) return one->first < two->first ? -1 : 1;
    return (one->second > two->second) - (one->second < two->second);
}

static void read_sums(struct felt_hand_store_file *file, int32_t since, struct report *report)
{
    const int64_t number = since;
    sqlite3_stmt *prepared = felt_hand_store_bind(file, file->pairs[SUMS], &number, 1);
    if (!prepared) return;
    void *rows = NULL;
    int code = sqlite3_step(prepared);
    for (; code == SQLITE_ROW; code = sqlite3_step(prepared)) {
        struct sum *sum = felt_hand_store_more(file, &rows, &report->count, sizeof *sum, SUMS_MAX);
        if (!sum) break;
        *sum = (struct sum){.giver = sqlite3_column_int64(prepared, 0),
                            .taker = sqlite3_column_int64(prepared, 1),
                            .same = sqlite3_column_int(prepared, 8) != 0,
                            .of = {.hands = sqlite3_column_int64(prepared, 2),
                                   .gave_mbb = sqlite3_column_int64(prepared, 3),
                                   .gave_sq = sqlite3_column_int64(prepared, 4),
                                   .gave_up = sqlite3_column_int64(prepared, 5),
                                   .duels = sqlite3_column_int64(prepared, 6),
                                   .duel_bets = sqlite3_column_int64(prepared, 7)}};
    }
    report->sums = rows;
    if (code != SQLITE_DONE && code != SQLITE_ROW) felt_hand_store_fail(file, code);
    (void)sqlite3_reset(prepared);
}

static struct whole *whole_of(const struct report *report, int64_t user)
{
    struct whole key = {.user = user};
    return report->users ? bsearch(&key, report->wholes, report->users, sizeof key, compare_wholes)
                         : NULL;
}

static void read_dumps(struct felt_hand_store_file *file, int32_t since, struct report *report)
{
    const int64_t number = since;
    sqlite3_stmt *prepared = felt_hand_store_bind(file, file->pairs[DUMPS], &number, 1);
    if (!prepared) return;
    void *rows = NULL;
    int code = sqlite3_step(prepared);
    for (; code == SQLITE_ROW; code = sqlite3_step(prepared)) {
        struct dump *dump =
            felt_hand_store_more(file, &rows, &report->dump_count, sizeof *dump, SUMS_MAX);
        if (!dump) break;
        *dump = (struct dump){.giver = sqlite3_column_int64(prepared, 0),
                              .taker = sqlite3_column_int64(prepared, 1),
                              .clues = (uint8_t)sqlite3_column_int(prepared, 2),
                              .hands = (uint32_t)sqlite3_column_int(prepared, 3)};
        struct whole *giver = whole_of(report, dump->giver);
        if (giver) giver->dumps += dump->hands;
    }
    report->dumps = rows;
    if (code != SQLITE_DONE && code != SQLITE_ROW) felt_hand_store_fail(file, code);
    (void)sqlite3_reset(prepared);
}

static void add_wholes(struct felt_hand_store_file *file, struct report *report)
{
    void *rows = NULL;
    for (uint32_t i = 0; i < report->count; i++) {
        if (i > 0 && report->sums[i].giver == report->sums[i - 1].giver) continue;
        struct whole *whole =
            felt_hand_store_more(file, &rows, &report->users, sizeof *whole, SUMS_MAX);
        if (!whole) break;
        whole->user = report->sums[i].giver;
    }
    report->wholes = rows;
    for (uint32_t i = 0; i < report->count; i++) {
        struct whole *giver = whole_of(report, report->sums[i].giver);
        struct whole *taker = whole_of(report, report->sums[i].taker);
        if (giver) felt_collusion_add(&giver->out, &report->sums[i].of);
        if (taker) felt_collusion_add(&taker->in, &report->sums[i].of);
    }
}

/* Everything but what is between these two. */
static struct felt_collusion without(const struct felt_collusion *all,
                                     const struct felt_collusion *part)
{
    return (struct felt_collusion){all->hands - part->hands,     all->gave_mbb - part->gave_mbb,
                                   all->gave_sq - part->gave_sq, all->gave_up - part->gave_up,
                                   all->duels - part->duels,     all->duel_bets - part->duel_bets};
}

/* Points of single hands in which the giver's stack went to the taker. */
static int judge_dumps(const struct report *report, const struct sum *sum,
                       const struct whole *giver)
{
    struct dump key = {.giver = sum->giver, .taker = sum->taker};
    const struct dump *found = report->dump_count ? bsearch(&key, report->dumps, report->dump_count,
                                                            sizeof key, compare_dumps)
                                                  : NULL;
    if (!found) return 0;
    return felt_dump_points(&(struct felt_dumps){.clues = found->clues,
                                                 .hands = found->hands,
                                                 .together = sum->of.hands,
                                                 .others = giver->out.hands - sum->of.hands,
                                                 .elsewhere = giver->dumps - found->hands,
                                                 .same_address = sum->same});
}

/* False: not worth telling. */
static bool judge(const struct report *report, const struct sum *there,
                  struct felt_hand_store_pair_row *out)
{
    struct sum key = {.giver = there->taker, .taker = there->giver};
    const struct sum *back = bsearch(&key, report->sums, report->count, sizeof key, compare_sums);
    const struct whole *first = whole_of(report, there->giver);
    const struct whole *second = whole_of(report, there->taker);
    if (!back || !first || !second) return false;
    struct felt_pair pair = {.there = there->of,
                             .back = back->of,
                             .first_out = without(&first->out, &there->of),
                             .first_in = without(&first->in, &back->of),
                             .second_out = without(&second->out, &back->of),
                             .second_in = without(&second->in, &there->of)};
    *out = (struct felt_hand_store_pair_row){.same_address = there->same};
    felt_pair_judge(&pair, &out->suspicion);
    int gives = judge_dumps(report, there, first), takes = judge_dumps(report, back, second);
    out->suspicion.dump = (uint8_t)(gives > takes ? gives : takes);
    if (out->suspicion.score < FELT_PAIR_SUSPECT && gives != takes)
        out->suspicion.first_gives = gives > takes;
    bool turned = !out->suspicion.first_gives;
    out->first = turned ? there->taker : there->giver;
    out->second = turned ? there->giver : there->taker;
    out->there = turned ? back->of : there->of;
    out->back = turned ? there->of : back->of;
    out->suspicion.first_gives = true;
    return out->same_address || out->suspicion.score >= NOTEWORTHY ||
           out->suspicion.dump >= FELT_DUMP_TELL;
}

static void read_clues(struct felt_hand_store_file *file, int32_t since,
                       struct felt_hand_store_pair_row *row)
{
    const int64_t numbers[] = {row->first, row->second, since, FELT_HAND_STORE_CLUES};
    sqlite3_stmt *prepared = felt_hand_store_bind(file, file->pairs[CLUES], numbers, 4);
    if (!prepared) return;
    int code = sqlite3_step(prepared);
    for (; code == SQLITE_ROW; code = sqlite3_step(prepared)) {
        if (row->clues == FELT_HAND_STORE_CLUES) continue;
        struct felt_hand_store_clue_row *clue = &row->clue[row->clues++];
        felt_hand_store_copy_text(prepared, 0, clue->hand_id, sizeof clue->hand_id);
        clue->clue = (uint8_t)sqlite3_column_int(prepared, 1);
        clue->gave_mbb = sqlite3_column_int64(prepared, 2);
    }
    if (code != SQLITE_DONE) felt_hand_store_fail(file, code);
    (void)sqlite3_reset(prepared);
}

void felt_hand_store_file_pairs(struct felt_hand_store_file *file,
                                const struct felt_hand_store_question *question,
                                struct felt_hand_store_findings *out)
{
    struct report report = {0};
    struct felt_hand_store_pair_row row;
    read_sums(file, question->since, &report);
    add_wholes(file, &report);
    read_dumps(file, question->since, &report);
    for (uint32_t i = 0; i < report.count && file->result == FELT_HAND_STORE_DONE; i++) {
        const struct sum *sum = &report.sums[i];
        if (sum->giver > sum->taker || !judge(&report, sum, &row)) continue;
        struct felt_hand_store_pair_row *place =
            felt_hand_store_more(file, &out->rows, &out->count, sizeof row, SUMS_MAX);
        if (place) *place = row;
    }
    free(report.sums);
    free(report.wholes);
    free(report.dumps);
    if (out->count > 0) qsort(out->pairs, out->count, sizeof row, compare_rows);
    uint32_t limit = question->limit;
    if (limit > FELT_HAND_STORE_PAIRS_TOLD) limit = FELT_HAND_STORE_PAIRS_TOLD;
    if (out->count > limit) out->count = limit;
    for (uint32_t i = 0; i < out->count; i++) read_clues(file, question->since, &out->pairs[i]);
}
