/* ledger_check.h -- is this the ledger that the directory belongs to?
 *
 * Books have a name (felt_schema_identify()), and the directory of a server keeps it in its file
 * `books`.  A database that is empty, because a disk is not mounted or a name was mistyped, would
 * otherwise be filled with a new ledger without a word, and so would another server's be taken for
 * ours: seats of room/ and hands of hands.db would belong to the wrong users.
 *
 * A directory from before there were names is known by its room/ or hands.db.  Books without a name
 * (restored, or not served since there are names) are taken as they are. */
#ifndef FELT_SERVER_APP_LEDGER_CHECK_H
#define FELT_SERVER_APP_LEDGER_CHECK_H

#include "server/app/data_dir.h"

/* The file of a directory that shows that it has had books; NULL: none does. */
const char *felt_ledger_check_trace(const char *directory);
/* Before the ledger is opened to write.  False: complained. */
bool felt_ledger_check_verify(const struct felt_data_dir *data, const struct felt_args *args);
/* The file of SQLite is whole, as far as a quick look can tell, if it is not too large for one.
 * False: complained. */
enum { FELT_BOOKS_QUICK_MB = 1024 };
bool felt_ledger_check_intact(const struct felt_data_dir *data, const struct felt_args *args);
/* Afterwards: writes the name down.  False: errno says why. */
bool felt_ledger_check_remember(const struct felt_data_dir *data);
/* No server works on them: for a restore to PostgreSQL.  False: complained. */
bool felt_ledger_check_free(const struct felt_data_dir *data, const struct felt_args *args);

#endif
