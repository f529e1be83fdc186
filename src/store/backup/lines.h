/* lines.h -- one line of a backup: a row of a table as JSON, and back.
 *
 * Knows no database and no file, so that any bytes can be tried on it.
 *
 *     {"head":{"what":"felt backup","format":1,"schema":3}}
 *     {"counter":{"name":"account","value":4}}
 *     {"user":{"id":1,"facebook_id":null,"username":"ada", ... }}
 *     {"account":{"id":1,"kind":"mint","owner":null,"name":"mint","balance":-400}}
 *     {"transaction":{"id":1, ... ,"created":1767323045000,"lines":[[1,-400,-400],[4,400,400]]}}
 *     {"audit":{"id":1, ... }}
 *     {"club":{"id":1, ... }}, {"member":{"id":1, ... }}, {"report":{"id":1, ... }}
 *     {"end":{"counters":7,"users":1,"accounts":4,"transactions":1,"audits":1,"clubs":1,
 *             "members":1,"reports":1,"sha256":"..."}}       (in one line)
 *
 * A line of a transaction is [account, amount, balance behind it], in order of the accounts.
 *
 * A backup of tables of an older version (its head says which) lacks what came since.
 *
 *   V1  there is one text for every row: what is read is, byte for byte, what would be written. */
#ifndef FELT_STORE_BACKUP_LINES_H
#define FELT_STORE_BACKUP_LINES_H

#include "accounts/ledger.h"
#include "felt/buffer.h"
#include "felt/json.h"
#include "store/sql/sql.h"

/* In the order in which they follow each other. */
enum felt_ledger_backup_kind {
    FELT_LEDGER_BACKUP_HEAD,
    FELT_LEDGER_BACKUP_COUNTER,
    FELT_LEDGER_BACKUP_USER,
    FELT_LEDGER_BACKUP_ACCOUNT,
    FELT_LEDGER_BACKUP_TRANSACTION,
    FELT_LEDGER_BACKUP_AUDIT,
    FELT_LEDGER_BACKUP_CLUB,
    FELT_LEDGER_BACKUP_MEMBER,
    FELT_LEDGER_BACKUP_REPORT,
    FELT_LEDGER_BACKUP_END,
    FELT_LEDGER_BACKUP_KINDS
};

enum {
    FELT_LEDGER_BACKUP_FORMAT = 1,
    FELT_LEDGER_BACKUP_LINE_BYTES = 16384, /* without its end; every row that fits() is shorter */
    FELT_LEDGER_BACKUP_COLUMNS_MAX = 21,
    FELT_LEDGER_BACKUP_TEXT_BYTES = 2304 /* all texts of a row, a control character each */
};
#define FELT_LEDGER_BACKUP_WHAT "felt backup"

struct felt_ledger_backup_column {
    const char *name;
    char type;      /* i a whole number, t a text                                               */
    bool or_null;   /* may be NULL                                                              */
    bool kept;      /* by the database itself (S2): new rows begin with 0                        */
    uint16_t bytes; /* t: at most so many, that a row is never longer than a line                 */
    uint8_t since;  /* the version of the tables that has it; 0: all                             */
};
struct felt_ledger_backup_table {
    const char *name; /* of a line                                                               */
    int columns;
    uint8_t since; /* as above                                                                   */
    struct felt_ledger_backup_column column[FELT_LEDGER_BACKUP_COLUMNS_MAX];
};
extern const struct felt_ledger_backup_table felt_ledger_backup_tables[FELT_LEDGER_BACKUP_KINDS];

/* Texts point into `text`: a row is not to be copied. */
struct felt_ledger_backup_row {
    uint8_t kind;
    int schema; /* the version of the tables                */
    struct felt_value value[FELT_LEDGER_BACKUP_COLUMNS_MAX]; /* as many as the table has columns */
    uint8_t lines; /* of a transaction                         */
    struct felt_ledger_line line[FELT_LEDGER_LINES_MAX];
    size_t used;
    char text[FELT_LEDGER_BACKUP_TEXT_BYTES];
};

/* An empty row, to be filled column by column.  False: no such row can be in a backup; *wrong is
 * the column. */
void felt_ledger_backup_row_init(struct felt_ledger_backup_row *row,
                                 enum felt_ledger_backup_kind kind, int schema);
FELT_MUST_USE bool felt_ledger_backup_row_fill(struct felt_ledger_backup_row *row,
                                               const struct felt_value *value, int *wrong);
/* False: it has as many lines as it can have. */
FELT_MUST_USE bool felt_ledger_backup_row_line(struct felt_ledger_backup_row *row,
                                               struct felt_ledger_line line);

/* The line, with "\n". */
void felt_ledger_backup_line_write(const struct felt_ledger_backup_row *row,
                                   struct felt_buffer *out);
/* The line without "\n".  FELT_BAD_FORMAT, or FELT_UNSUPPORTED: a head of another format. */
FELT_MUST_USE enum felt_status felt_ledger_backup_line_read(const char *text, size_t bytes,
                                                            int schema,
                                                            struct felt_ledger_backup_row *out,
                                                            struct felt_complaint *complaint);

/* A number, a text or null. */
void felt_ledger_backup_value_write(struct felt_json *json, const struct felt_value *value);

#endif
