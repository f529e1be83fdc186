/* stats.c -- figures of users in the file of the hand store.
 *
 *     figures   a row for each user, day, stake and manner of sitting there; its columns are the
 *               counters of match/user_stats.h, so a hand is one addition for each seat.
 *     counted   hands of the last days, so that one that is told again is not counted again (Y4).
 *
 * Columns are made from the names of the counters: a new one there is a new version here. */
#include "felt/assert.h"
#include "felt/buffer.h"
#include "store/hands/parts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum statement {
    NOTE,
    ADD,
    STAKES,
    DAYS,
    HANDS,
    BEST_BLINDS,
    BEST_HANDS,
    BEST_WON,
    HOUSE,
    FORGET,
    STATEMENTS
};
_Static_assert((int)STATEMENTS == (int)FELT_HAND_STORE_OF_FIGURES, "room for each");
_Static_assert((int)BEST_BLINDS + (int)FELT_BEST_WON == (int)BEST_WON, "in the same order");

enum {
    COLUMN_BYTES = 32,
    FIXED = 5, /* user, day, seated, kind, stake come before the counters                        */
    COUNTED_DAYS = 3,
    SWEEP_BYTES = 256,
    ROWS_MAX = 10000
};

#define SUMS "sum(hands), sum(won), sum(won_mbb), sum(time_ms)"
#define BEST                                                                                       \
    "SELECT user, " SUMS " FROM figures WHERE day >= ?1 AND seated = 0 AND kind = 0"               \
    " GROUP BY user HAVING sum(hands) >= ?2 ORDER BY "

static const char *const texts[STATEMENTS] = {
    [NOTE] = "INSERT OR IGNORE INTO counted (number, kind, day) VALUES (?1, ?2, ?3)",
    [DAYS] = "SELECT day, " SUMS " FROM figures WHERE user = ?1 AND day >= ?2 AND kind < 2"
             " GROUP BY day ORDER BY day",
    [HANDS] = "SELECT hand_id, at_ms, won, place, variant FROM hand WHERE user = ?1 AND kind < 2"
              " ORDER BY number DESC LIMIT ?2",
    [BEST_BLINDS] = BEST "CAST(sum(won_mbb) AS REAL) / sum(hands) DESC, user LIMIT ?3",
    [BEST_HANDS] = BEST "sum(hands) DESC, user LIMIT ?3",
    [BEST_WON] = BEST "sum(won) DESC, user LIMIT ?3",
    [HOUSE] = "SELECT day, " SUMS " FROM figures WHERE seated = 2 AND kind < 2 AND day >= ?1"
              " GROUP BY day ORDER BY day",
    [FORGET] = "DELETE FROM figures WHERE user = ?1",
};

/* ---- texts ---- */

static void append(struct felt_buffer *out, const char *before, const char *middle,
                   const char *after)
{
    for (int i = 0; i < FELT_USER_STATS_FIELDS; i++) {
        struct felt_play_stats_field field = felt_user_stats_field_at(i);
        felt_buffer_text(out, before);
        felt_buffer_text(out, field.name);
        if (middle) felt_buffer_text(out, middle);
        if (middle && after) felt_buffer_text(out, field.name);
        if (after) felt_buffer_text(out, after);
    }
}

static void terminate(struct felt_buffer *out)
{
    felt_buffer_char(out, '\0');
    felt_assert(!out->overflow);
}

void felt_hand_store_stats_schema(char *out, size_t bytes)
{
    struct felt_buffer text = felt_buffer_make(out, bytes);
    felt_buffer_text(&text, "CREATE TABLE counted (number INTEGER PRIMARY KEY,"
                            " kind INTEGER NOT NULL, day INTEGER NOT NULL) STRICT;"
                            "CREATE TABLE figures (user INTEGER NOT NULL, day INTEGER NOT NULL,"
                            " seated INTEGER NOT NULL, kind INTEGER NOT NULL,"
                            " stake TEXT NOT NULL");
    append(&text, ", ", " INTEGER NOT NULL", NULL);
    felt_buffer_text(&text, ", PRIMARY KEY (user, day, stake, seated)) STRICT, WITHOUT ROWID;"
                            "CREATE INDEX figures_day ON figures (day);");
    terminate(&text);
}

static void write_add(struct felt_buffer *text)
{
    felt_buffer_text(text, "INSERT INTO figures (user, day, seated, kind, stake");
    append(text, ", ", NULL, NULL);
    felt_buffer_text(text, ") VALUES (?1, ?2, ?3, ?4, ?5");
    for (int i = 0; i < FELT_USER_STATS_FIELDS; i++) felt_buffer_text(text, ", ?");
    felt_buffer_text(text,
                     ") ON CONFLICT (user, day, stake, seated) DO UPDATE SET kind = excluded.kind");
    for (int i = 0; i < FELT_USER_STATS_FIELDS; i++) {
        const char *name = felt_user_stats_field_at(i).name;
        felt_buffer_text(text, ", ");
        felt_buffer_text(text, name);
        felt_buffer_text(text, " = ");
        felt_buffer_text(text, name);
        felt_buffer_text(text, " + excluded.");
        felt_buffer_text(text, name);
    }
}

void felt_hand_store_stats_text(int statement, char *out, size_t bytes)
{
    struct felt_buffer text = felt_buffer_make(out, bytes);
    felt_assert(statement >= 0 && statement < STATEMENTS);
    if (statement == ADD) {
        write_add(&text);
    } else if (statement == STAKES) {
        felt_buffer_text(&text, "SELECT stake, kind, seated");
        append(&text, ", sum(", ")", NULL);
        felt_buffer_text(&text, " FROM figures WHERE user = ?1 AND day >= ?2"
                                " GROUP BY kind, stake, seated ORDER BY kind, sum(hands) DESC");
    } else {
        felt_buffer_text(&text, texts[statement]);
    }
    terminate(&text);
}

/* ---- counting ---- */

static void add(struct felt_hand_store_file *file, const struct felt_counted_hand *hand,
                const struct felt_counted_seat *seat)
{
    const int64_t numbers[] = {seat->user, hand->day, seat->seated, hand->kind};
    sqlite3_stmt *prepared = felt_hand_store_bind(file, file->stats[ADD], numbers, FIXED - 1);
    if (!prepared) return;
    (void)sqlite3_bind_text(prepared, FIXED, hand->stake, -1, SQLITE_STATIC);
    for (int i = 0; i < FELT_USER_STATS_FIELDS; i++)
        (void)sqlite3_bind_int64(prepared, FIXED + 1 + i, felt_user_stats_get(&seat->stats, i));
    (void)felt_hand_store_finish(file, prepared);
}

/* Once a day: what is too old goes. */
static void sweep(struct felt_hand_store_file *file, int32_t day)
{
    char text[SWEEP_BYTES];
    if (file->swept == day || file->result != FELT_HAND_STORE_DONE) return;
    (void)snprintf(text, sizeof text,
                   "DELETE FROM counted WHERE day < %d; DELETE FROM figures WHERE day < %d;"
                   "DELETE FROM pair WHERE day < %d; DELETE FROM clue WHERE day < %d;"
                   "DELETE FROM address WHERE day < %d; DELETE FROM daykey WHERE day < %d",
                   day - COUNTED_DAYS, day - FELT_HAND_STORE_STATS_DAYS,
                   day - FELT_HAND_STORE_PAIRS_DAYS, day - FELT_HAND_STORE_PAIRS_DAYS,
                   day - FELT_HAND_STORE_PAIRS_DAYS, day);
    int code = sqlite3_exec(file->database, text, NULL, NULL, NULL);
    if (code != SQLITE_OK)
        felt_hand_store_fail(file, code);
    else
        file->swept = day;
}

bool felt_hand_store_file_count(struct felt_hand_store_file *file,
                                const struct felt_counted_hand *hand)
{
    const int64_t numbers[] = {felt_hand_store_number(hand->hand_id), hand->kind, hand->day};
    sweep(file, hand->day);
    sqlite3_stmt *prepared = felt_hand_store_bind(file, file->stats[NOTE], numbers, 3);
    if (!prepared) return false;
    (void)felt_hand_store_finish(file, prepared);
    if (file->result != FELT_HAND_STORE_DONE || sqlite3_changes(file->database) == 0) return false;
    for (int i = 0; i < hand->seats; i++) add(file, hand, &hand->seat[i]);
    return true;
}

void felt_hand_store_file_forget_stats(struct felt_hand_store_file *file, int64_t user)
{
    sqlite3_stmt *prepared = felt_hand_store_bind(file, file->stats[FORGET], &user, 1);
    if (prepared) (void)felt_hand_store_finish(file, prepared);
}

/* ---- questions ---- */

static void read_stake(sqlite3_stmt *prepared, struct felt_hand_store_stake_stats *row)
{
    felt_hand_store_copy_text(prepared, 0, row->stake, sizeof row->stake);
    row->kind = (uint8_t)sqlite3_column_int(prepared, 1);
    row->seated = (uint8_t)sqlite3_column_int(prepared, 2);
    for (int i = 0; i < FELT_USER_STATS_FIELDS; i++)
        felt_user_stats_set(&row->stats, i, sqlite3_column_int64(prepared, 3 + i));
}

/* The first column is a day, or a user. */
static void read_day(sqlite3_stmt *prepared, bool user, struct felt_hand_store_day_stats *row)
{
    int64_t first = sqlite3_column_int64(prepared, 0);
    *row = (struct felt_hand_store_day_stats){.user = user ? first : 0,
                                              .day = user ? 0 : (int32_t)first,
                                              .hands = sqlite3_column_int64(prepared, 1),
                                              .won = sqlite3_column_int64(prepared, 2),
                                              .won_mbb = sqlite3_column_int64(prepared, 3),
                                              .time_ms = sqlite3_column_int64(prepared, 4)};
}

static void find_hands(struct felt_hand_store_file *file,
                       const struct felt_hand_store_question *question,
                       struct felt_hand_store_findings *out)
{
    uint32_t limit = question->limit;
    if (limit > FELT_HAND_STORE_HANDS_TOLD) limit = FELT_HAND_STORE_HANDS_TOLD;
    sqlite3_stmt *prepared =
        felt_hand_store_bind(file, file->stats[HANDS], (int64_t[]){question->user, limit}, 2);
    if (!prepared) return;
    void *rows = NULL;
    int code = sqlite3_step(prepared);
    for (; code == SQLITE_ROW; code = sqlite3_step(prepared)) {
        struct felt_hand_store_row *row = felt_hand_store_more(
            file, &rows, &out->hand_count, sizeof *row, FELT_HAND_STORE_HANDS_TOLD);
        if (row) felt_hand_store_read_row(prepared, row);
    }
    out->hands = rows;
    if (code != SQLITE_DONE) felt_hand_store_fail(file, code);
    (void)sqlite3_reset(prepared);
}

static sqlite3_stmt *bind_question(struct felt_hand_store_file *file,
                                   const struct felt_hand_store_question *question)
{
    const int64_t own[] = {question->user, question->since};
    const int64_t best[] = {question->since, question->hands_min, question->limit};
    switch (question->topic) {
    case FELT_HAND_STORE_STAKES: return felt_hand_store_bind(file, file->stats[STAKES], own, 2);
    case FELT_HAND_STORE_GRAPH: return felt_hand_store_bind(file, file->stats[DAYS], own, 2);
    case FELT_HAND_STORE_HOUSE: return felt_hand_store_bind(file, file->stats[HOUSE], best, 1);
    default:
        felt_assert(question->by < FELT_BEST_ORDERS);
        return felt_hand_store_bind(file, file->stats[BEST_BLINDS + question->by], best, 3);
    }
}

void felt_hand_store_file_stats(struct felt_hand_store_file *file,
                                const struct felt_hand_store_question *question,
                                struct felt_hand_store_findings *out)
{
    bool stakes = question->topic == FELT_HAND_STORE_STAKES;
    size_t bytes = stakes ? sizeof *out->stakes : sizeof *out->days;
    sqlite3_stmt *prepared = bind_question(file, question);
    if (!prepared) return;
    int code = sqlite3_step(prepared);
    for (; code == SQLITE_ROW; code = sqlite3_step(prepared)) {
        void *row = felt_hand_store_more(file, &out->rows, &out->count, bytes, ROWS_MAX);
        if (row && stakes) read_stake(prepared, row);
        if (row && !stakes) read_day(prepared, question->topic == FELT_HAND_STORE_BEST, row);
    }
    if (code != SQLITE_DONE) felt_hand_store_fail(file, code);
    (void)sqlite3_reset(prepared);
    if (question->topic == FELT_HAND_STORE_GRAPH) find_hands(file, question, out);
}
