/* table.h -- a hand in words and as a table, the way one seat may see it.
 *
 * Knows views and events, never a state: what it prints is what felt_poker_view() and
 * felt_event_for() give to its viewer, so it cannot show a hidden card. */
#ifndef FELT_CLI_TABLE_H
#define FELT_CLI_TABLE_H

#include "cli/term.h"
#include "felt/poker.h"

struct felt_table {
    const struct felt_term *term;
    const struct felt_poker_rules *rules;
    felt_seat viewer;
    /* what the lines so far have told */
    felt_chips stack[FELT_SEATS_MAX];
    int boards;
    bool bet; /* somebody has bet on this street */
};

/* Who sits there: "you" for the viewer. */
const char *felt_table_name(const struct felt_table *table, felt_seat seat);

/* A new hand with these stacks before the forced bets. */
struct felt_table felt_table_begin(const struct felt_term *term,
                                   const struct felt_poker_rules *rules, felt_seat viewer,
                                   const felt_chips stacks[FELT_SEATS_MAX]);

/* One line for an event, none if there is nothing to say.  The event is as the viewer may know it
 * (felt_event_for()). */
void felt_table_tell(struct felt_table *table, const struct felt_event *event);

/* Board, pots, and a line for each seat. */
void felt_table_draw(const struct felt_table *table, const struct felt_view *view);

#endif
