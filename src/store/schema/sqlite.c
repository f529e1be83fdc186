/* sqlite.c -- the tables for SQLite, and the triggers that keep them true.
 *
 * A transaction is written as its lines first, then the row of ledger_tx that seals them:
 *
 *     INSERT ledger_entry   refused if its transaction is sealed; adds to account.balance, which
 *                           must become balance_after; a ledger store brings users.chips along
 *     INSERT ledger_tx      two lines or more, sum zero; brings users.invested along
 *     COMMIT                a line without its ledger_tx is refused (the key is deferred)
 *
 * A trigger of SQLite cannot know whether a statement or another trigger caused it.  So what is
 * brought along is compared with what it comes from: a balance must be that of the last line of the
 * account, chips must be the balance of the ledger store, invested the sum over the transactions.
 * All three are found by an index.  To set one of them by hand is refused thereby. */
#include "store/schema/schema.h"

#include <stddef.h>

static const char meta[] = "CREATE TABLE meta ("
                           "  name TEXT PRIMARY KEY NOT NULL,"
                           "  value TEXT NOT NULL"
                           ") STRICT, WITHOUT ROWID;"
                           "INSERT INTO meta VALUES ('version', '1');"
                           "CREATE TABLE counters ("
                           "  name TEXT PRIMARY KEY NOT NULL,"
                           "  value INTEGER NOT NULL CHECK (value >= 0)"
                           ") STRICT, WITHOUT ROWID;"
                           "INSERT INTO counters VALUES ('user', 0), ('account', 0),"
                           "  ('transaction', 0);";

static const char users[] =
    "CREATE TABLE users ("
    "  id INTEGER PRIMARY KEY NOT NULL CHECK (id > 0),"
    "  facebook_id TEXT UNIQUE CHECK (length(facebook_id) BETWEEN 1 AND 20),"
    "  username TEXT CHECK (length(username) BETWEEN 1 AND 24),"
    "  username_folded TEXT UNIQUE CHECK (length(username_folded) BETWEEN 1 AND 24),"
    "  handle TEXT CHECK (length(handle) BETWEEN 1 AND 24),"
    "  handle_folded TEXT UNIQUE CHECK (length(handle_folded) BETWEEN 1 AND 24),"
    "  password TEXT CHECK (length(password) BETWEEN 1 AND 127),"
    "  email TEXT CHECK (length(email) BETWEEN 1 AND 80),"
    "  birthday TEXT CHECK (length(birthday) = 10),"
    "  chips INTEGER NOT NULL DEFAULT 0 CHECK (chips >= 0),"
    "  invested INTEGER NOT NULL DEFAULT 0 CHECK (invested >= 0),"
    "  level INTEGER NOT NULL DEFAULT 0 CHECK (level >= 0),"
    "  kind TEXT NOT NULL CHECK (kind IN ('guest', 'human', 'house', 'admin')),"
    "  bookmark TEXT CHECK (length(bookmark) = 40),"
    "  reg_date INTEGER NOT NULL CHECK (reg_date >= 0),"
    "  last_visit INTEGER CHECK (last_visit >= 0),"
    "  remote_address TEXT CHECK (length(remote_address) BETWEEN 1 AND 45),"
    "  disabled_at INTEGER CHECK (disabled_at >= 0),"
    "  deleted_at INTEGER CHECK (deleted_at >= 0),"
    "  CHECK ((username IS NULL) = (username_folded IS NULL)),"
    "  CHECK ((handle IS NULL) = (handle_folded IS NULL)),"
    "  CHECK (deleted_at IS NOT NULL OR (username IS NOT NULL AND handle IS NOT NULL))"
    ") STRICT;";

static const char account[] =
    "CREATE TABLE account ("
    "  id INTEGER PRIMARY KEY NOT NULL CHECK (id > 0),"
    "  kind TEXT NOT NULL"
    "    CHECK (kind IN ('mint', 'house', 'rake', 'bank', 'seat', 'pot', 'prize')),"
    "  owner INTEGER REFERENCES users (id),"
    "  name TEXT NOT NULL UNIQUE CHECK (length(name) BETWEEN 1 AND 63),"
    "  balance INTEGER NOT NULL DEFAULT 0 CHECK (balance <= 1000000000000000),"
    "  CHECK (kind = 'mint' OR balance >= 0),"
    "  CHECK ((kind IN ('bank', 'seat')) = (owner IS NOT NULL)),"
    "  CHECK (kind NOT IN ('mint', 'house', 'rake') OR name = kind)"
    ") STRICT;"
    "CREATE UNIQUE INDEX account_bank ON account (owner) WHERE kind = 'bank';"
    "CREATE INDEX account_owner ON account (owner) WHERE owner IS NOT NULL;";

static const char ledger[] =
    "CREATE TABLE ledger_tx ("
    "  id INTEGER PRIMARY KEY NOT NULL CHECK (id > 0),"
    "  kind TEXT NOT NULL"
    "    CHECK (kind IN ('sign_up', 'facebook', 'close', 'reload', 'buy_in', 'top_up', 'cash_out',"
    "      'settle', 'fund', 'stake', 'unstake', 'credit', 'debit', 'reset', 'enter', 'prize')),"
    "  idem_key TEXT NOT NULL UNIQUE CHECK (length(idem_key) BETWEEN 1 AND 96),"
    "  fingerprint TEXT NOT NULL CHECK (length(fingerprint) = 64),"
    "  user_id INTEGER REFERENCES users (id),"
    "  invested INTEGER NOT NULL,"
    "  amount INTEGER NOT NULL,"
    "  hand TEXT CHECK (length(hand) BETWEEN 1 AND 40),"
    "  created INTEGER NOT NULL CHECK (created >= 0),"
    "  CHECK (invested = 0 OR user_id IS NOT NULL)"
    ") STRICT;"
    "CREATE INDEX ledger_tx_user ON ledger_tx (user_id, id) WHERE user_id IS NOT NULL;"
    "CREATE INDEX ledger_tx_invested ON ledger_tx (user_id, invested) WHERE invested <> 0;"
    "CREATE TABLE ledger_entry ("
    "  tx_id INTEGER NOT NULL REFERENCES ledger_tx (id) DEFERRABLE INITIALLY DEFERRED,"
    "  account_id INTEGER NOT NULL REFERENCES account (id),"
    "  amount INTEGER NOT NULL"
    "    CHECK (amount <> 0 AND amount BETWEEN -1000000000000000 AND 1000000000000000),"
    "  balance_after INTEGER NOT NULL,"
    "  PRIMARY KEY (tx_id, account_id)"
    ") STRICT, WITHOUT ROWID;"
    "CREATE INDEX ledger_entry_account ON ledger_entry (account_id, tx_id);";

/* Lines move balances, a seal closes the transaction. */
static const char booking[] =
    "CREATE TRIGGER ledger_entry_sealed BEFORE INSERT ON ledger_entry"
    "  WHEN EXISTS (SELECT 1 FROM ledger_tx WHERE id = NEW.tx_id) BEGIN"
    "  SELECT RAISE(ABORT, 'the transaction is sealed');"
    " END;"
    "CREATE TRIGGER ledger_entry_books AFTER INSERT ON ledger_entry BEGIN"
    "  UPDATE account SET balance = balance + NEW.amount WHERE id = NEW.account_id;"
    " END;"
    "CREATE TRIGGER account_balance BEFORE UPDATE OF balance ON account"
    "  WHEN NEW.balance IS NOT (SELECT balance_after FROM ledger_entry"
    "    WHERE account_id = NEW.id ORDER BY tx_id DESC LIMIT 1) BEGIN"
    "  SELECT RAISE(ABORT, 'a balance is not that behind its last line');"
    " END;"
    "CREATE TRIGGER account_chips AFTER UPDATE OF balance ON account WHEN NEW.kind = 'bank' BEGIN"
    "  UPDATE users SET chips = NEW.balance WHERE id = NEW.owner;"
    " END;"
    "CREATE TRIGGER ledger_tx_seals BEFORE INSERT ON ledger_tx"
    "  WHEN (SELECT count(*) < 2 OR sum(amount) <> 0 FROM ledger_entry WHERE tx_id = NEW.id) BEGIN"
    "  SELECT RAISE(ABORT, 'a transaction needs two lines that sum to zero');"
    " END;"
    "CREATE TRIGGER ledger_tx_invests AFTER INSERT ON ledger_tx WHEN NEW.invested <> 0 BEGIN"
    "  UPDATE users SET invested = invested + NEW.invested WHERE id = NEW.user_id;"
    " END;";

/* What nobody may do. */
static const char guards[] =
    "CREATE TRIGGER ledger_tx_stays BEFORE UPDATE ON ledger_tx BEGIN"
    "  SELECT RAISE(ABORT, 'transactions are never changed');"
    " END;"
    "CREATE TRIGGER ledger_tx_remains BEFORE DELETE ON ledger_tx BEGIN"
    "  SELECT RAISE(ABORT, 'transactions are never removed');"
    " END;"
    "CREATE TRIGGER ledger_entry_stays BEFORE UPDATE ON ledger_entry BEGIN"
    "  SELECT RAISE(ABORT, 'lines are never changed');"
    " END;"
    "CREATE TRIGGER ledger_entry_remains BEFORE DELETE ON ledger_entry BEGIN"
    "  SELECT RAISE(ABORT, 'lines are never removed');"
    " END;"
    "CREATE TRIGGER account_begins BEFORE INSERT ON account WHEN NEW.balance <> 0 BEGIN"
    "  SELECT RAISE(ABORT, 'an account begins with nothing');"
    " END;"
    "CREATE TRIGGER account_stays BEFORE UPDATE OF id, kind, owner, name ON account BEGIN"
    "  SELECT RAISE(ABORT, 'accounts never change their owners');"
    " END;"
    "CREATE TRIGGER account_remains BEFORE DELETE ON account BEGIN"
    "  SELECT RAISE(ABORT, 'accounts are never removed');"
    " END;"
    "CREATE TRIGGER users_begin BEFORE INSERT ON users"
    "  WHEN NEW.chips <> 0 OR NEW.invested <> 0 BEGIN"
    "  SELECT RAISE(ABORT, 'a user begins with nothing');"
    " END;"
    "CREATE TRIGGER users_chips BEFORE UPDATE OF chips ON users"
    "  WHEN NEW.chips IS NOT"
    "    (SELECT balance FROM account WHERE owner = NEW.id AND kind = 'bank') BEGIN"
    "  SELECT RAISE(ABORT, 'chips are those of the bank account');"
    " END;"
    "CREATE TRIGGER users_invested BEFORE UPDATE OF invested ON users"
    "  WHEN NEW.invested IS NOT (SELECT sum(invested) FROM ledger_tx"
    "    WHERE user_id = NEW.id AND invested <> 0) BEGIN"
    "  SELECT RAISE(ABORT, 'invested is what transactions say');"
    " END;"
    "CREATE TRIGGER users_remain BEFORE DELETE ON users BEGIN"
    "  SELECT RAISE(ABORT, 'users are never removed');"
    " END;";

static const char sessions[] =
    "CREATE TABLE sessions ("
    "  token TEXT PRIMARY KEY NOT NULL CHECK (length(token) = 64),"
    "  user_id INTEGER NOT NULL REFERENCES users (id),"
    "  kind TEXT NOT NULL CHECK (kind IN ('cookie', 'bearer', 'link', 'fresh')),"
    "  created INTEGER NOT NULL CHECK (created >= 0),"
    "  last_seen INTEGER CHECK (last_seen >= 0),"
    "  expires INTEGER CHECK (expires >= 0),"
    "  address TEXT CHECK (length(address) BETWEEN 1 AND 45),"
    "  agent TEXT CHECK (length(agent) BETWEEN 1 AND 127)"
    ") STRICT, WITHOUT ROWID;"
    "CREATE INDEX sessions_user ON sessions (user_id);"
    "CREATE INDEX sessions_expires ON sessions (expires);"
    "CREATE TABLE signatures ("
    "  signature TEXT PRIMARY KEY NOT NULL CHECK (length(signature) = 64),"
    "  token TEXT CHECK (length(token) = 64),"
    "  expires INTEGER NOT NULL CHECK (expires >= 0)"
    ") STRICT, WITHOUT ROWID;"
    "CREATE INDEX signatures_expires ON signatures (expires);";

static const char audit[] =
    "CREATE TABLE audit ("
    "  id INTEGER PRIMARY KEY NOT NULL CHECK (id > 0),"
    "  at INTEGER NOT NULL CHECK (at >= 0),"
    "  actor TEXT NOT NULL CHECK (length(actor) BETWEEN 1 AND 63),"
    "  kind TEXT NOT NULL CHECK (length(kind) BETWEEN 1 AND 32),"
    "  user_id INTEGER REFERENCES users (id),"
    "  amount INTEGER NOT NULL,"
    "  reason TEXT CHECK (length(reason) BETWEEN 1 AND 127)"
    ") STRICT;"
    "CREATE INDEX audit_user ON audit (user_id, id) WHERE user_id IS NOT NULL;"
    "CREATE TRIGGER audit_stays BEFORE UPDATE ON audit BEGIN"
    "  SELECT RAISE(ABORT, 'the audit is never changed');"
    " END;"
    "CREATE TRIGGER audit_remains BEFORE DELETE ON audit BEGIN"
    "  SELECT RAISE(ABORT, 'the audit is never removed');"
    " END;"
    "INSERT INTO counters VALUES ('audit', 0);"
    "UPDATE meta SET value = '2' WHERE name = 'version';";

/* A CHECK is part of the text of its table, and SQLite has no statement that changes it: the text
 * is changed, as its manual says.  Rows stay where they are, however many. */
static const char words[] =
    "PRAGMA writable_schema = ON;"
    "UPDATE sqlite_schema SET sql ="
    "  replace(sql, '''enter'', ''prize''))', '''enter'', ''prize'', ''refund'', ''fee'','"
    "    || ' ''overlay''))') WHERE type = 'table' AND name = 'ledger_tx';"
    "PRAGMA writable_schema = RESET;";

static const char restraints[] =
    "ALTER TABLE users ADD COLUMN disabled_until INTEGER CHECK (disabled_until >= 0);"
    "ALTER TABLE users ADD COLUMN silenced_until INTEGER CHECK (silenced_until >= 0);"
    "CREATE INDEX users_silenced ON users (silenced_until) WHERE silenced_until IS NOT NULL;"
    "ALTER TABLE audit ADD COLUMN action TEXT CHECK (length(action) BETWEEN 1 AND 32);"
    "ALTER TABLE audit ADD COLUMN about TEXT CHECK (length(about) BETWEEN 1 AND 63);";

static const char clubs[] = "CREATE TABLE clubs ("
                            "  id INTEGER PRIMARY KEY NOT NULL CHECK (id > 0),"
                            "  name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 24),"
                            "  owner INTEGER NOT NULL REFERENCES users (id),"
                            "  code TEXT NOT NULL UNIQUE CHECK (length(code) BETWEEN 16 AND 32),"
                            "  created INTEGER NOT NULL CHECK (created >= 0),"
                            "  closed_at INTEGER CHECK (closed_at >= 0)"
                            ") STRICT;"
                            "CREATE INDEX clubs_owner ON clubs (owner);"
                            "CREATE TABLE club_members ("
                            "  id INTEGER PRIMARY KEY NOT NULL CHECK (id > 0),"
                            "  club_id INTEGER NOT NULL REFERENCES clubs (id),"
                            "  user_id INTEGER NOT NULL REFERENCES users (id),"
                            "  rank TEXT NOT NULL CHECK (rank IN ('member', 'manager', 'owner')),"
                            "  joined INTEGER NOT NULL CHECK (joined >= 0),"
                            "  UNIQUE (club_id, user_id)"
                            ") STRICT;"
                            "CREATE INDEX club_members_user ON club_members (user_id);"
                            "CREATE TABLE reports ("
                            "  id INTEGER PRIMARY KEY NOT NULL CHECK (id > 0),"
                            "  at INTEGER NOT NULL CHECK (at >= 0),"
                            "  by_id INTEGER NOT NULL REFERENCES users (id),"
                            "  user_id INTEGER NOT NULL REFERENCES users (id),"
                            "  place TEXT CHECK (length(place) BETWEEN 1 AND 32),"
                            "  hand TEXT CHECK (length(hand) BETWEEN 1 AND 40),"
                            "  text TEXT NOT NULL CHECK (length(text) BETWEEN 1 AND 400),"
                            "  done_at INTEGER CHECK (done_at >= 0),"
                            "  done_by TEXT CHECK (length(done_by) BETWEEN 1 AND 63),"
                            "  remark TEXT CHECK (length(remark) BETWEEN 1 AND 127),"
                            "  CHECK ((done_at IS NULL) = (done_by IS NULL))"
                            ") STRICT;"
                            "CREATE INDEX reports_open ON reports (id) WHERE done_at IS NULL;"
                            "INSERT INTO counters VALUES ('club', 0), ('member', 0), ('report', 0);"
                            "UPDATE meta SET value = '3' WHERE name = 'version';";

static const char *const first[] = {meta, users, account, ledger, booking, guards, NULL};
static const char *const second[] = {sessions, audit, NULL};
static const char factors[] =
    "ALTER TABLE users ADD COLUMN factor TEXT CHECK (length(factor) BETWEEN 1 AND 409);"
    "UPDATE meta SET value = '4' WHERE name = 'version';";

static const char *const third[] = {restraints, clubs, words, NULL};
static const char *const fourth[] = {factors, NULL};
const char *const *const felt_schema_sqlite[FELT_SCHEMA_VERSION] = {first, second, third, fourth};
