/* postgres.c -- the tables for PostgreSQL, and the triggers that keep them true.
 *
 * The same tables and the same promises as in sqlite.c, which tells how a transaction is
 * written.  Here a trigger can know whether a statement or another trigger caused it, so what is
 * brought along (balances, chips, invested) may be changed from within triggers only.
 *
 * Texts are compared byte by byte (COLLATE "C"), whatever the language of the database. */
#include "store/schema/schema.h"

#include <stddef.h>

static const char meta[] = "CREATE TABLE meta ("
                           "  name TEXT COLLATE \"C\" PRIMARY KEY NOT NULL,"
                           "  value TEXT COLLATE \"C\" NOT NULL"
                           ");"
                           "INSERT INTO meta VALUES ('version', '1');"
                           "CREATE TABLE counters ("
                           "  name TEXT COLLATE \"C\" PRIMARY KEY NOT NULL,"
                           "  value BIGINT NOT NULL CHECK (value >= 0)"
                           ");"
                           "INSERT INTO counters VALUES ('user', 0), ('account', 0),"
                           "  ('transaction', 0);";

static const char users[] =
    "CREATE TABLE users ("
    "  id BIGINT PRIMARY KEY NOT NULL CHECK (id > 0),"
    "  facebook_id TEXT COLLATE \"C\" UNIQUE CHECK (length(facebook_id) BETWEEN 1 AND 20),"
    "  username TEXT COLLATE \"C\" CHECK (length(username) BETWEEN 1 AND 24),"
    "  username_folded TEXT COLLATE \"C\" UNIQUE CHECK (length(username_folded) BETWEEN 1 AND 24),"
    "  handle TEXT COLLATE \"C\" CHECK (length(handle) BETWEEN 1 AND 24),"
    "  handle_folded TEXT COLLATE \"C\" UNIQUE CHECK (length(handle_folded) BETWEEN 1 AND 24),"
    "  password TEXT COLLATE \"C\" CHECK (length(password) BETWEEN 1 AND 127),"
    "  email TEXT COLLATE \"C\" CHECK (length(email) BETWEEN 1 AND 80),"
    "  birthday TEXT COLLATE \"C\" CHECK (length(birthday) = 10),"
    "  chips BIGINT NOT NULL DEFAULT 0 CHECK (chips >= 0),"
    "  invested BIGINT NOT NULL DEFAULT 0 CHECK (invested >= 0),"
    "  level BIGINT NOT NULL DEFAULT 0 CHECK (level >= 0),"
    "  kind TEXT COLLATE \"C\" NOT NULL CHECK (kind IN ('guest', 'human', 'house', 'admin')),"
    "  bookmark TEXT COLLATE \"C\" CHECK (length(bookmark) = 40),"
    "  reg_date BIGINT NOT NULL CHECK (reg_date >= 0),"
    "  last_visit BIGINT CHECK (last_visit >= 0),"
    "  remote_address TEXT COLLATE \"C\" CHECK (length(remote_address) BETWEEN 1 AND 45),"
    "  disabled_at BIGINT CHECK (disabled_at >= 0),"
    "  deleted_at BIGINT CHECK (deleted_at >= 0),"
    "  CHECK ((username IS NULL) = (username_folded IS NULL)),"
    "  CHECK ((handle IS NULL) = (handle_folded IS NULL)),"
    "  CHECK (deleted_at IS NOT NULL OR (username IS NOT NULL AND handle IS NOT NULL))"
    ");";

static const char account[] =
    "CREATE TABLE account ("
    "  id BIGINT PRIMARY KEY NOT NULL CHECK (id > 0),"
    "  kind TEXT COLLATE \"C\" NOT NULL"
    "    CHECK (kind IN ('mint', 'house', 'rake', 'bank', 'seat', 'pot', 'prize')),"
    "  owner BIGINT REFERENCES users (id),"
    "  name TEXT COLLATE \"C\" NOT NULL UNIQUE CHECK (length(name) BETWEEN 1 AND 63),"
    "  balance BIGINT NOT NULL DEFAULT 0 CHECK (balance <= 1000000000000000),"
    "  CHECK (kind = 'mint' OR balance >= 0),"
    "  CHECK ((kind IN ('bank', 'seat')) = (owner IS NOT NULL)),"
    "  CHECK (kind NOT IN ('mint', 'house', 'rake') OR name = kind)"
    ");"
    "CREATE UNIQUE INDEX account_bank ON account (owner) WHERE kind = 'bank';"
    "CREATE INDEX account_owner ON account (owner) WHERE owner IS NOT NULL;";

static const char ledger[] =
    "CREATE TABLE ledger_tx ("
    "  id BIGINT PRIMARY KEY NOT NULL CHECK (id > 0),"
    "  kind TEXT COLLATE \"C\" NOT NULL"
    "    CHECK (kind IN ('sign_up', 'facebook', 'close', 'reload', 'buy_in', 'top_up', 'cash_out',"
    "      'settle', 'fund', 'stake', 'unstake', 'credit', 'debit', 'reset', 'enter', 'prize')),"
    "  idem_key TEXT COLLATE \"C\" NOT NULL UNIQUE CHECK (length(idem_key) BETWEEN 1 AND 96),"
    "  fingerprint TEXT COLLATE \"C\" NOT NULL CHECK (length(fingerprint) = 64),"
    "  user_id BIGINT REFERENCES users (id),"
    "  invested BIGINT NOT NULL,"
    "  amount BIGINT NOT NULL,"
    "  hand TEXT COLLATE \"C\" CHECK (length(hand) BETWEEN 1 AND 40),"
    "  created BIGINT NOT NULL CHECK (created >= 0),"
    "  CHECK (invested = 0 OR user_id IS NOT NULL)"
    ");"
    "CREATE INDEX ledger_tx_user ON ledger_tx (user_id, id) WHERE user_id IS NOT NULL;"
    "CREATE TABLE ledger_entry ("
    "  tx_id BIGINT NOT NULL REFERENCES ledger_tx (id) DEFERRABLE INITIALLY DEFERRED,"
    "  account_id BIGINT NOT NULL," /* is there: ledger_entry_books(); and stays: account_remains */
    "  amount BIGINT NOT NULL"
    "    CHECK (amount <> 0 AND amount BETWEEN -1000000000000000 AND 1000000000000000),"
    "  balance_after BIGINT NOT NULL,"
    "  PRIMARY KEY (tx_id, account_id)"
    ");"
    "CREATE INDEX ledger_entry_account ON ledger_entry (account_id, tx_id);";

/* A server plans the statements of a function once for a connection, perhaps while the tables are
 * empty; such a plan reads whole tables later.  Rows are found by their keys, whatever it thinks.
 */
#define BY_KEYS " SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off"

/* Lines move balances, a seal closes the transaction.  A trigger runs once for all rows of a
 * statement: for each row it would cost twenty times as much.  Lines of one account follow each
 * other in the order of their transactions: from the oldest of them on there are no others. `since`
 * is what they moved from a line on, so the balance behind it is the balance now without what came
 * later. */
static const char booking[] =
    "CREATE FUNCTION ledger_entry_books() RETURNS trigger LANGUAGE plpgsql" BY_KEYS " AS $$"
    " BEGIN"
    "  IF EXISTS (SELECT 1 FROM line"
    "    WHERE (SELECT ledger_tx.id FROM ledger_tx WHERE ledger_tx.id = line.tx_id) IS NOT NULL) "
    "THEN"
    "   RAISE EXCEPTION 'the transaction is sealed';"
    "  END IF;"
    "  IF EXISTS (SELECT 1 FROM"
    "    (SELECT account_id, min(tx_id) AS oldest, count(*) AS lines FROM line"
    "     GROUP BY account_id) AS own"
    "    WHERE own.lines <> (SELECT count(*) FROM ledger_entry"
    "     WHERE ledger_entry.account_id = own.account_id"
    "     AND ledger_entry.tx_id >= own.oldest)) THEN"
    "   RAISE EXCEPTION 'a line of a later transaction is there';"
    "  END IF;"
    "  UPDATE account SET balance = account.balance + moved.amount FROM"
    "   (SELECT account_id, sum(amount) AS amount FROM line GROUP BY account_id) AS moved"
    "   WHERE account.id = moved.account_id;"
    "  IF EXISTS (SELECT 1 FROM"
    "    (SELECT account_id, amount, balance_after,"
    "      sum(amount) OVER (PARTITION BY account_id ORDER BY tx_id DESC) AS since FROM line) AS l"
    "    LEFT JOIN account ON account.id = l.account_id"
    "    WHERE account.id IS NULL"
    "     OR l.balance_after <> account.balance - l.since + l.amount) THEN"
    "   RAISE EXCEPTION 'a balance is not that behind its last line';"
    "  END IF;"
    "  IF EXISTS (SELECT 1 FROM line JOIN account ON account.id = line.account_id"
    "    WHERE line.balance_after < 0 AND account.kind <> 'mint') THEN"
    "   RAISE EXCEPTION 'a balance is below zero';"
    "  END IF;"
    "  UPDATE users SET chips = account.balance FROM account"
    "   WHERE account.id IN (SELECT account_id FROM line) AND account.kind = 'bank'"
    "   AND users.id = account.owner;"
    "  RETURN NULL;"
    " END $$;"
    "CREATE TRIGGER ledger_entry_books AFTER INSERT ON ledger_entry"
    " REFERENCING NEW TABLE AS line"
    " FOR EACH STATEMENT EXECUTE FUNCTION ledger_entry_books();"
    "CREATE FUNCTION ledger_tx_seals() RETURNS trigger LANGUAGE plpgsql" BY_KEYS " AS $$"
    " BEGIN"
    "  IF EXISTS (SELECT 1 FROM seal WHERE (SELECT count(*) < 2 OR sum(ledger_entry.amount) <> 0"
    "    FROM ledger_entry WHERE ledger_entry.tx_id = seal.id)) THEN"
    "   RAISE EXCEPTION 'a transaction needs two lines that sum to zero';"
    "  END IF;"
    "  IF EXISTS (SELECT 1 FROM seal WHERE invested <> 0) THEN"
    "   UPDATE users SET invested = users.invested + given.invested FROM"
    "    (SELECT user_id, sum(invested) AS invested FROM seal WHERE invested <> 0"
    "     GROUP BY user_id) AS given"
    "    WHERE users.id = given.user_id;"
    "  END IF;"
    "  RETURN NULL;"
    " END $$;"
    "CREATE TRIGGER ledger_tx_seals AFTER INSERT ON ledger_tx"
    " REFERENCING NEW TABLE AS seal"
    " FOR EACH STATEMENT EXECUTE FUNCTION ledger_tx_seals();";

/* What nobody may do. */
#define REFUSE(name, when, table, text)                                                            \
    "CREATE TRIGGER " name " BEFORE " when " ON " table                                            \
    " FOR EACH ROW EXECUTE FUNCTION ledger_refuse('" text "');"
#define REFUSE_IF(name, when, table, condition, text)                                              \
    "CREATE TRIGGER " name " BEFORE " when " ON " table " FOR EACH ROW WHEN (" condition           \
    ") EXECUTE FUNCTION ledger_refuse('" text "');"
#define REFUSE_TRUNCATE(table)                                                                     \
    "CREATE TRIGGER " table "_truncate BEFORE TRUNCATE ON " table                                  \
    " FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse('the books are never emptied');"

static const char guards[] =
    "CREATE FUNCTION ledger_refuse() RETURNS trigger LANGUAGE plpgsql AS $$"
    " BEGIN RAISE EXCEPTION '%', TG_ARGV[0]; END $$;"
    /* each of them: table, what is refused, why */
    REFUSE("ledger_tx_stays", "UPDATE", "ledger_tx", "transactions are never changed") REFUSE(
        "ledger_tx_remains", "DELETE", "ledger_tx", "transactions are never removed")
        REFUSE("ledger_entry_stays", "UPDATE", "ledger_entry", "lines are never changed") REFUSE(
            "ledger_entry_remains", "DELETE", "ledger_entry",
            "lines are never removed") REFUSE("account_stays", "UPDATE OF id, kind, owner, name",
                                              "account", "accounts never change their owners")
            REFUSE("account_remains", "DELETE", "account", "accounts are never removed")
                REFUSE("users_remain", "DELETE", "users", "users are never removed")
                    REFUSE_IF("account_begins", "INSERT", "account", "NEW.balance <> 0",
                              "an account begins with nothing")
                        REFUSE_IF("users_begin", "INSERT", "users",
                                  "NEW.chips <> 0 OR NEW.invested <> 0",
                                  "a user begins with nothing")
                            REFUSE_IF("account_balance", "UPDATE OF balance", "account",
                                      "pg_trigger_depth() = 0", "a balance is moved by lines only")
                                REFUSE_IF("users_chips", "UPDATE OF chips, invested", "users",
                                          "pg_trigger_depth() = 0",
                                          "chips and invested are moved by transactions only")
                                    REFUSE_TRUNCATE("ledger_tx") REFUSE_TRUNCATE("ledger_entry")
                                        REFUSE_TRUNCATE("account") REFUSE_TRUNCATE("users");

static const char sessions[] =
    "CREATE TABLE sessions ("
    "  token TEXT COLLATE \"C\" PRIMARY KEY NOT NULL CHECK (length(token) = 64),"
    "  user_id BIGINT NOT NULL REFERENCES users (id),"
    "  kind TEXT COLLATE \"C\" NOT NULL CHECK (kind IN ('cookie', 'bearer', 'link', 'fresh')),"
    "  created BIGINT NOT NULL CHECK (created >= 0),"
    "  last_seen BIGINT CHECK (last_seen >= 0),"
    "  expires BIGINT CHECK (expires >= 0),"
    "  address TEXT COLLATE \"C\" CHECK (length(address) BETWEEN 1 AND 45),"
    "  agent TEXT COLLATE \"C\" CHECK (length(agent) BETWEEN 1 AND 127)"
    ");"
    "CREATE INDEX sessions_user ON sessions (user_id);"
    "CREATE INDEX sessions_expires ON sessions (expires);"
    "CREATE TABLE signatures ("
    "  signature TEXT COLLATE \"C\" PRIMARY KEY NOT NULL CHECK (length(signature) = 64),"
    "  token TEXT COLLATE \"C\" CHECK (length(token) = 64),"
    "  expires BIGINT NOT NULL CHECK (expires >= 0)"
    ");"
    "CREATE INDEX signatures_expires ON signatures (expires);";

static const char audit[] =
    "CREATE TABLE audit ("
    "  id BIGINT PRIMARY KEY NOT NULL CHECK (id > 0),"
    "  at BIGINT NOT NULL CHECK (at >= 0),"
    "  actor TEXT COLLATE \"C\" NOT NULL CHECK (length(actor) BETWEEN 1 AND 63),"
    "  kind TEXT COLLATE \"C\" NOT NULL CHECK (length(kind) BETWEEN 1 AND 32),"
    "  user_id BIGINT REFERENCES users (id),"
    "  amount BIGINT NOT NULL,"
    "  reason TEXT COLLATE \"C\" CHECK (length(reason) BETWEEN 1 AND 127)"
    ");"
    "CREATE INDEX audit_user ON audit (user_id, id) WHERE user_id IS NOT NULL;" REFUSE(
        "audit_stays", "UPDATE", "audit", "the audit is never changed")
        REFUSE("audit_remains", "DELETE", "audit", "the audit is never removed")
            REFUSE_TRUNCATE("audit") "INSERT INTO counters VALUES ('audit', 0);"
                                     "UPDATE meta SET value = '2' WHERE name = 'version';";

static const char words[] =
    "ALTER TABLE ledger_tx DROP CONSTRAINT ledger_tx_kind_check,"
    " ADD CONSTRAINT ledger_tx_kind_check"
    "    CHECK (kind IN ('sign_up', 'facebook', 'close', 'reload', 'buy_in', 'top_up', 'cash_out',"
    "      'settle', 'fund', 'stake', 'unstake', 'credit', 'debit', 'reset', 'enter', 'prize',"
    "      'refund', 'fee', 'overlay'));";

static const char restraints[] =
    "ALTER TABLE users ADD COLUMN disabled_until BIGINT CHECK (disabled_until >= 0);"
    "ALTER TABLE users ADD COLUMN silenced_until BIGINT CHECK (silenced_until >= 0);"
    "CREATE INDEX users_silenced ON users (silenced_until) WHERE silenced_until IS NOT NULL;"
    "ALTER TABLE audit ADD COLUMN action TEXT COLLATE \"C\" CHECK (length(action) BETWEEN 1 AND "
    "32);"
    "ALTER TABLE audit ADD COLUMN about TEXT COLLATE \"C\" CHECK (length(about) BETWEEN 1 AND 63);";

static const char clubs[] =
    "CREATE TABLE clubs ("
    "  id BIGINT PRIMARY KEY NOT NULL CHECK (id > 0),"
    "  name TEXT COLLATE \"C\" NOT NULL CHECK (length(name) BETWEEN 1 AND 24),"
    "  owner BIGINT NOT NULL REFERENCES users (id),"
    "  code TEXT COLLATE \"C\" NOT NULL UNIQUE CHECK (length(code) BETWEEN 16 AND 32),"
    "  created BIGINT NOT NULL CHECK (created >= 0),"
    "  closed_at BIGINT CHECK (closed_at >= 0)"
    ");"
    "CREATE INDEX clubs_owner ON clubs (owner);"
    "CREATE TABLE club_members ("
    "  id BIGINT PRIMARY KEY NOT NULL CHECK (id > 0),"
    "  club_id BIGINT NOT NULL REFERENCES clubs (id),"
    "  user_id BIGINT NOT NULL REFERENCES users (id),"
    "  rank TEXT COLLATE \"C\" NOT NULL CHECK (rank IN ('member', 'manager', 'owner')),"
    "  joined BIGINT NOT NULL CHECK (joined >= 0),"
    "  UNIQUE (club_id, user_id)"
    ");"
    "CREATE INDEX club_members_user ON club_members (user_id);"
    "CREATE TABLE reports ("
    "  id BIGINT PRIMARY KEY NOT NULL CHECK (id > 0),"
    "  at BIGINT NOT NULL CHECK (at >= 0),"
    "  by_id BIGINT NOT NULL REFERENCES users (id),"
    "  user_id BIGINT NOT NULL REFERENCES users (id),"
    "  place TEXT COLLATE \"C\" CHECK (length(place) BETWEEN 1 AND 32),"
    "  hand TEXT COLLATE \"C\" CHECK (length(hand) BETWEEN 1 AND 40),"
    "  text TEXT COLLATE \"C\" NOT NULL CHECK (length(text) BETWEEN 1 AND 400),"
    "  done_at BIGINT CHECK (done_at >= 0),"
    "  done_by TEXT COLLATE \"C\" CHECK (length(done_by) BETWEEN 1 AND 63),"
    "  remark TEXT COLLATE \"C\" CHECK (length(remark) BETWEEN 1 AND 127),"
    "  CHECK ((done_at IS NULL) = (done_by IS NULL))"
    ");"
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
const char *const *const felt_schema_postgres[FELT_SCHEMA_VERSION] = {first, second, third, fourth};
