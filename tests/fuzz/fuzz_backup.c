/* fuzz_backup.c -- any bytes as a line of a backup.
 *
 * What is accepted is, byte for byte, what would be written, and keeps to the bounds of its table;
 * what is refused comes with a complaint. */
#include "complaint.h"

#include "store/backup/lines.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void verify_row(const struct felt_ledger_backup_row *row, const char *text, size_t size)
{
    char memory[FELT_LEDGER_BACKUP_LINE_BYTES + 1];
    felt_assert(row->kind < FELT_LEDGER_BACKUP_KINDS);
    const struct felt_ledger_backup_table *table = &felt_ledger_backup_tables[row->kind];
    for (int i = 0; i < table->columns; i++) {
        const struct felt_value *value = &row->value[i];
        if (value->kind != FELT_VALUE_TEXT) continue;
        felt_assert(value->bytes <= table->column[i].bytes);
        felt_assert(strlen(value->text) == value->bytes);
    }
    felt_assert(row->lines <= FELT_LEDGER_LINES_MAX);
    felt_assert(row->lines == 0 || row->kind == FELT_LEDGER_BACKUP_TRANSACTION);
    struct felt_buffer again = felt_buffer_make(memory, sizeof memory);
    felt_ledger_backup_line_write(row, &again);
    felt_assert(!again.overflow);
    felt_assert(again.used == size + 1);
    felt_assert(memcmp(memory, text, size) == 0);
    felt_assert(memory[size] == '\n');
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct felt_ledger_backup_row row;
    struct felt_complaint complaint;
    memset(&complaint, 0xFF, sizeof complaint);
    /* A line of today's tables, or of those before them: the first byte says which. */
    int schema = size > 0 && data[0] == '2' ? 2 : 3;
    if (schema == 2) data++, size--;
    enum felt_status status =
        felt_ledger_backup_line_read((const char *)data, size, schema, &row, &complaint);
    if (status == FELT_OK) {
        verify_row(&row, (const char *)data, size);
        return 0;
    }
    felt_assert(status == FELT_BAD_FORMAT || status == FELT_UNSUPPORTED || status == FELT_FULL);
    verify_complaint(&complaint, size);
    return 0;
}
