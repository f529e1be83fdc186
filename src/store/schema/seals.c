/* seals.c -- see seals.h.
 *
 * Statements are written once, for both kinds of database, and each is prepared once: so there is
 * one for each of a few numbers of rows, and a remainder is put together from several. */
#include "store/schema/seals.h"

#include <stddef.h>

/* clang-format off */
#define LINE(a, b, c, d) "($" #a ", $" #b ", $" #c ", $" #d ")"
#define MORE(a, b, c, d) ", " LINE(a, b, c, d)
#define LINES_2 LINE(1, 2, 3, 4) MORE(5, 6, 7, 8)
#define LINES_4 LINES_2 MORE(9, 10, 11, 12) MORE(13, 14, 15, 16)
#define LINES_6 LINES_4 MORE(17, 18, 19, 20) MORE(21, 22, 23, 24)
#define LINES_8 LINES_6 MORE(25, 26, 27, 28) MORE(29, 30, 31, 32)
#define LINES_16 LINES_8 \
    MORE(33, 34, 35, 36) MORE(37, 38, 39, 40) MORE(41, 42, 43, 44) MORE(45, 46, 47, 48) \
    MORE(49, 50, 51, 52) MORE(53, 54, 55, 56) MORE(57, 58, 59, 60) MORE(61, 62, 63, 64)
#define LINES_32 LINES_16 \
    MORE(65, 66, 67, 68) MORE(69, 70, 71, 72) MORE(73, 74, 75, 76) MORE(77, 78, 79, 80) \
    MORE(81, 82, 83, 84) MORE(85, 86, 87, 88) MORE(89, 90, 91, 92) MORE(93, 94, 95, 96) \
    MORE(97, 98, 99, 100) MORE(101, 102, 103, 104) MORE(105, 106, 107, 108) \
    MORE(109, 110, 111, 112) MORE(113, 114, 115, 116) MORE(117, 118, 119, 120) \
    MORE(121, 122, 123, 124) MORE(125, 126, 127, 128)
/* clang-format on */
#define NEW_LINES "INSERT INTO ledger_entry (tx_id, account_id, amount, balance_after) VALUES "
#define I8        "iiiiiiii"
#define I32       I8 I8 I8 I8
enum { LINE_SIZES = 7, SEAL_SIZES = 4 };
static const struct sized {
    int rows;
    struct felt_statement statement;
} new_lines[LINE_SIZES] = {{32, {NEW_LINES LINES_32, I32 I32 I32 I32}},
                           {16, {NEW_LINES LINES_16, I32 I32}},
                           {8, {NEW_LINES LINES_8, I32}},
                           {6, {NEW_LINES LINES_6, I8 I8 I8}},
                           {4, {NEW_LINES LINES_4, I8 I8}},
                           {2, {NEW_LINES LINES_2, I8}},
                           {1, {NEW_LINES LINE(1, 2, 3, 4), "iiii"}}};
_Static_assert(FELT_LEDGER_STORE_LINES *FELT_LEDGER_STORE_LINE_COLUMNS <= FELT_SQL_PARAMETERS_MAX,
               "one statement takes them");

/* clang-format off */
#define SEAL(a, b, c, d, e, f, g, h, i) \
    "($" #a ", $" #b ", $" #c ", $" #d ", $" #e ", $" #f ", $" #g ", $" #h ", $" #i ")"
#define SEALS_2 SEAL(1, 2, 3, 4, 5, 6, 7, 8, 9) ", " SEAL(10, 11, 12, 13, 14, 15, 16, 17, 18)
#define SEALS_4 SEALS_2 ", " \
    SEAL(19, 20, 21, 22, 23, 24, 25, 26, 27) ", " SEAL(28, 29, 30, 31, 32, 33, 34, 35, 36)
#define SEALS_8 SEALS_4 ", " \
    SEAL(37, 38, 39, 40, 41, 42, 43, 44, 45) ", " SEAL(46, 47, 48, 49, 50, 51, 52, 53, 54) ", " \
    SEAL(55, 56, 57, 58, 59, 60, 61, 62, 63) ", " SEAL(64, 65, 66, 67, 68, 69, 70, 71, 72)
/* clang-format on */
#define NEW_SEALS                                                                                  \
    "INSERT INTO ledger_tx (id, kind, idem_key, fingerprint, user_id, invested, amount, hand, "    \
    "created) VALUES "
#define SEAL_TYPES "itttiiiti"
static const struct sized new_seals[SEAL_SIZES] = {
    {8,
     {NEW_SEALS SEALS_8,
      SEAL_TYPES SEAL_TYPES SEAL_TYPES SEAL_TYPES SEAL_TYPES SEAL_TYPES SEAL_TYPES SEAL_TYPES}},
    {4, {NEW_SEALS SEALS_4, SEAL_TYPES SEAL_TYPES SEAL_TYPES SEAL_TYPES}},
    {2, {NEW_SEALS SEALS_2, SEAL_TYPES SEAL_TYPES}},
    {1, {NEW_SEALS SEAL(1, 2, 3, 4, 5, 6, 7, 8, 9), SEAL_TYPES}}};
_Static_assert(FELT_LEDGER_STORE_SEALS *FELT_LEDGER_STORE_SEAL_COLUMNS <= FELT_SQL_PARAMETERS_MAX,
               "one statement takes them");

/* Writes `rows` rows of so many columns, with the largest statements that fit. */
static void write_rows(struct felt_sql *sql, const struct sized *sizes,
                       const struct felt_value *value, int columns, int rows)
{
    for (const struct sized *size = sizes; rows > 0;) {
        if (size->rows > rows) {
            size++;
            continue;
        }
        felt_sql_add(sql, &size->statement, value, columns * size->rows, NULL, NULL);
        value += columns * size->rows;
        rows -= size->rows;
    }
}

void felt_ledger_store_add_line(struct felt_ledger_store_lines *lines, int64_t transaction,
                                const struct felt_ledger_line *line)
{
    struct felt_value *row = &lines->value[FELT_LEDGER_STORE_LINE_COLUMNS * lines->rows];
    row[0] = felt_value_int(transaction);
    row[1] = felt_value_int(line->account);
    row[2] = felt_value_int(line->amount);
    row[3] = felt_value_int(line->after);
    if (++lines->rows == FELT_LEDGER_STORE_LINES) felt_ledger_store_end_lines(lines);
}

void felt_ledger_store_end_lines(struct felt_ledger_store_lines *lines)
{
    write_rows(lines->sql, new_lines, lines->value, FELT_LEDGER_STORE_LINE_COLUMNS, lines->rows);
    lines->rows = 0;
}

void felt_ledger_store_add_seals(struct felt_sql *sql, const struct felt_value *value, int rows)
{
    write_rows(sql, new_seals, value, FELT_LEDGER_STORE_SEAL_COLUMNS, rows);
}
