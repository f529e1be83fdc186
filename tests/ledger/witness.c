/* witness.c -- see witness.h. */
#include "witness.h"

#include "store/backup/backup.h"
#include "tally.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void witness_breach(struct witness *witness, const char *format, ...)
{
    va_list arguments;
    if (++witness->breaches > WITNESS_BREACHES_SHOWN) return;
    va_start(arguments, format);
    fputs("breach: ", stderr);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
    va_end(arguments);
}

/* ---- deeds by number ------------------------------------------------------------------------- */

static size_t slot_of(const struct witness *witness, uint64_t number)
{
    size_t at = (size_t)(number * UINT64_C(0x9e3779b97f4a7c15) >> 20) & (witness->slots - 1);
    while (witness->slot[at] && witness->testimony[witness->slot[at] - 1].deed.number != number)
        at = (at + 1) & (witness->slots - 1);
    return at;
}

static void grow(struct witness *witness)
{
    witness->room = witness->room ? 2 * witness->room : 1024;
    witness->slots = 4 * witness->room;
    witness->testimony = realloc(witness->testimony, witness->room * sizeof *witness->testimony);
    free(witness->slot);
    witness->slot = calloc(witness->slots, sizeof *witness->slot);
    if (!witness->testimony || !witness->slot) abort();
    for (size_t i = 0; i < witness->count; i++)
        witness->slot[slot_of(witness, witness->testimony[i].deed.number)] = (uint32_t)i + 1;
}

void witness_open(struct witness *witness)
{
    *witness = (struct witness){0};
    grow(witness);
}

void witness_close(struct witness *witness)
{
    free(witness->testimony);
    free(witness->slot);
}

struct testimony *witness_find(struct witness *witness, uint64_t number)
{
    uint32_t found = witness->slot[slot_of(witness, number)];
    return found ? &witness->testimony[found - 1] : NULL;
}

bool witness_give(struct witness *witness, const struct deed *deed)
{
    struct testimony *own = witness_find(witness, deed->number);
    witness->given++;
    if (!own) {
        if (witness->count == witness->room) grow(witness);
        own = &witness->testimony[witness->count++];
        *own = (struct testimony){.deed = *deed};
        witness->slot[slot_of(witness, deed->number)] = (uint32_t)witness->count;
    }
    own->pending = own->transaction == 0;
    return own->transaction > 0;
}

/* ---- receipts -------------------------------------------------------------------------------- */

static void hear_good(struct witness *witness, struct testimony *own, const struct word *word)
{
    if (word->transaction <= 0)
        witness_breach(witness, "deed %" PRIu64 " was done without a transaction", word->number);
    if (own->transaction && (own->transaction != word->transaction || own->amount != word->amount))
        witness_breach(witness,
                       "deed %" PRIu64 " was transaction %" PRId64 " of %" PRId64
                       ", and then %" PRId64 " of %" PRId64,
                       word->number, own->transaction, own->amount, word->transaction,
                       word->amount);
    own->done += !word->replayed;
    if (own->done > 1) witness_breach(witness, "deed %" PRIu64 " was done twice", word->number);
    if (word->replayed)
        witness->replayed++;
    else
        witness->acknowledged++;
    own->transaction = word->transaction;
    own->amount = word->amount;
    own->user = word->user;
    own->pending = false;
}

void witness_hear(struct witness *witness, const struct word *word)
{
    struct testimony *own = witness_find(witness, word->number);
    if (!own) {
        witness_breach(witness, "a receipt for deed %" PRIu64 ", which nobody gave", word->number);
        return;
    }
    switch (word->outcome) {
    case FELT_OUTCOME_OK: hear_good(witness, own, word); return;
    case FELT_OUTCOME_UNAVAILABLE: witness->unavailable++; return;
    case FELT_OUTCOME_BUSY: return; /* it is to be sent again, as that one */
    case FELT_OUTCOME_KEY_REUSED:
        witness_breach(witness, "deed %" PRIu64 " is taken for another", word->number);
        break;
    default:
        witness->refused++;
        if (word->known)
            witness_breach(witness, "deed %" PRIu64 " was done, and is refused now: %s",
                           word->number, felt_outcome_word(word->outcome));
    }
    own->pending = false;
}

/* ---- the ledger ------------------------------------------------------------------------------ */

struct look {
    struct witness *witness;
    int64_t last;
};

static void see_key(struct look *look, int64_t id, const struct felt_value *key, felt_chips amount)
{
    struct witness *witness = look->witness;
    uint64_t number = 0;
    bool out_too = false;
    struct testimony *own = NULL;
    if (deed_read_key(key->text, key->bytes, &number, &out_too))
        own = witness_find(witness, number);
    if (!own) {
        witness_breach(witness, "transaction %" PRId64 " has a key that nobody gave", id);
        return;
    }
    if (out_too) { /* the half of a reset that its receipt does not name */
        if (own->deed.kind != FELT_ORDER_RESET)
            witness_breach(witness, "deed %" PRIu64 " is no reset", number);
        return;
    }
    if (own->booked && own->booked != id)
        witness_breach(witness, "deed %" PRIu64 " is booked twice", number);
    own->booked = id;
    if (own->transaction && (own->transaction != id || own->amount != amount))
        witness_breach(witness,
                       "deed %" PRIu64 " was acknowledged as %" PRId64 " of %" PRId64
                       ", the ledger says %" PRId64 " of %" PRId64,
                       number, own->transaction, own->amount, id, amount);
}

static void see_transaction(void *self, const struct felt_value *value, int count)
{
    struct look *look = self;
    int64_t id = value[0].number;
    if (count != 5 || id != look->last + 1)
        witness_breach(look->witness, "transaction %" PRId64 " follows %" PRId64, id, look->last);
    if (value[3].number < 2 || value[4].number != 0)
        witness_breach(look->witness,
                       "transaction %" PRId64 " has %" PRId64 " lines that sum to %" PRId64, id,
                       value[3].number, value[4].number);
    look->last = id;
    see_key(look, id, &value[1], value[2].number);
}

bool witness_look(struct witness *witness, const struct felt_sql_config *config, bool all)
{
    static const struct felt_statement statement = {
        "SELECT t.id, t.idem_key, t.amount, count(e.amount),"
        " CAST(coalesce(sum(e.amount), 0) AS BIGINT)"
        " FROM ledger_tx AS t LEFT JOIN ledger_entry AS e ON e.tx_id = t.id WHERE t.id > $1"
        " GROUP BY t.id, t.idem_key, t.amount ORDER BY t.id",
        "i"};
    struct felt_complaint complaint;
    struct felt_sql *sql = NULL;
    struct felt_sql_config reading = *config;
    struct look look = {witness, all ? 0 : witness->seen};
    reading.read_only = reading.patient = true; /* the ledger may be long */
    reading.vfs = NULL;
    /* What was never acknowledged may be there today and not tomorrow, after a loss of power. */
    for (size_t i = 0; all && i < witness->count; i++) witness->testimony[i].booked = 0;
    if (felt_sql_open(&reading, &sql, &complaint) != FELT_OK) {
        witness_breach(witness, "the ledger cannot be opened: %s", complaint.text);
        return false;
    }
    const struct felt_value from = felt_value_int(look.last);
    felt_sql_begin(sql, false);
    felt_sql_add(sql, &statement, &from, 1, see_transaction, &look);
    bool good = felt_sql_commit(sql) == FELT_SQL_OK;
    if (!good) witness_breach(witness, "the ledger cannot be read: %s", felt_sql_why(sql));
    felt_sql_close(sql);
    if (!good) return false;
    witness->seen = look.last;
    for (size_t i = 0; i < witness->count; i++) {
        const struct testimony *own = &witness->testimony[i];
        if (own->transaction && own->booked != own->transaction)
            witness_breach(witness,
                           "deed %" PRIu64 " was acknowledged as %" PRId64
                           " and is not in the ledger",
                           own->deed.number, own->transaction);
    }
    return true;
}

bool witness_ask_backup(struct witness *witness, const struct felt_sql_config *config, bool quick)
{
    struct felt_proof proof[FELT_PROOFS];
    struct felt_complaint complaint;
    struct felt_sql_config reading = *config;
    int count = 0;
    bool good = false;
    reading.vfs = NULL;
    if (felt_ledger_backup_prove(&reading, quick, proof, &count, &good, &complaint) != FELT_OK) {
        witness_breach(witness, "the books cannot be proved: %s", complaint.text);
        return false;
    }
    for (int i = 0; i < count; i++)
        if (proof[i].wrong > 0)
            witness_breach(witness, "proof '%s': wrong %" PRIu64 " times, first %s",
                           felt_proof_text(proof[i].kind), proof[i].wrong, proof[i].first);
    return good;
}

bool witness_prove(struct witness *witness, const struct felt_sql_config *config)
{
    bool good = witness_look(witness, config, true);
    good = witness_ask_backup(witness, config, false) && good;
    for (size_t i = 0; i < witness->count; i++) {
        const struct testimony *own = &witness->testimony[i];
        if (own->pending)
            witness_breach(witness, "deed %" PRIu64 " was never answered", own->deed.number);
        if (own->booked && !own->transaction)
            witness_breach(witness, "deed %" PRIu64 " is booked, and was not acknowledged",
                           own->deed.number);
    }
    return tally_compare(witness, config) && good && witness->breaches == 0;
}
