/* narc_table.h -- a table of Narc for tests: decks that are stacked by name, actions in words.
 *
 * Roles are letters: N, C, P.  An action is a letter and what it does:
 *     Nc check     Pr bootleg_records   raise with that card     Cf fold
 *     Pl week_off  stay by a card (call)     P+ go on to the next round
 * Several stand after each other with commas: "Nc, Cc, Pr bootleg_records, Pc, P+". */
#ifndef FELT_TESTS_NARC_TABLE_H
#define FELT_TESTS_NARC_TABLE_H

#include "felt/narc.h"

FELT_BEGIN

enum { NARC_EVENTS = 512, NARC_ERROR_BYTES = 256 };

struct narc_table {
    struct felt_narc_rules rules;
    struct felt_narc_state state;
    struct felt_rng rng;
    uint8_t stacked[FELT_ROLES][FELT_NARC_DECK_MAX]; /* kinds that come first, of a new session */
    int stacks[FELT_ROLES];
    struct felt_event event[NARC_EVENTS]; /* of the last call */
    struct felt_event_log log;
    char error[NARC_ERROR_BYTES]; /* why a call was false */
};

/* A run without heat and cash, on the catalogue narc_curios or another one. */
bool narc_table_make(struct narc_table *table, const struct felt_narc_options *options,
                     const struct felt_narc_catalogue *catalogue);
/* Ids with spaces between them: the next cards of a role's deck in the session to come; the others
 * follow by their number. */
bool narc_table_stack(struct narc_table *table, enum felt_narc_role role, const char *ids);
/* The next hand. */
bool narc_table_begin(struct narc_table *table);
/* False: an action was refused; *status says how, those before it are done. */
bool narc_table_act(struct narc_table *table, const char *actions, enum felt_status *status);
/* The hand of a role as ids, by number. */
const char *narc_table_hand(const struct narc_table *table, enum felt_narc_role role, char *out,
                            size_t room);
/* The kind with an id in the catalogue of the table; -1: none. */
int narc_table_kind(const struct narc_table *table, const char *id, size_t bytes);

FELT_END

#endif
