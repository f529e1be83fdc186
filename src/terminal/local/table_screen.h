/* table_screen.h -- a hand in words and as a table, the way one seat may see it.
 *
 * Knows views and events, never a state: what it prints is what felt_poker_view() and
 * felt_event_for() give to its viewer, so it cannot show a hidden card. */
#ifndef FELT_TERMINAL_LOCAL_TABLE_SCREEN_H
#define FELT_TERMINAL_LOCAL_TABLE_SCREEN_H

#include "command/term.h"
#include "felt/poker.h"

struct felt_table_screen {
    const struct felt_term *term;
    const struct felt_poker_rules *rules;
    felt_seat viewer;
    const char *const *names; /* by seat; NULL: those of felt play.  Stays as long as the table */
    /* what the lines so far have told */
    felt_chips stack[FELT_SEATS_MAX];
    int boards[2];  /* cards of each board                                     */
    uint8_t follow; /* as in struct felt_poker                                 */
    bool bet;       /* somebody has bet on this street                         */
    bool twice;     /* there is a second board                                 */
    felt_value shown[2][2][FELT_SEATS_MAX]; /* by board, half and seat         */
};

/* Who sits there: "you" for the viewer. */
const char *felt_table_screen_name(const struct felt_table_screen *table, felt_seat seat);

/* A new hand with these stacks before the forced bets. */
struct felt_table_screen felt_table_screen_begin(const struct felt_term *term,
                                                 const struct felt_poker_rules *rules,
                                                 felt_seat viewer,
                                                 const felt_chips stacks[FELT_SEATS_MAX]);

/* Lines for events that follow each other; none for what there is nothing to say about.  The events
 * are as the viewer may know them (felt_event_for()), and those of one call begin and end with
 * actions, as the engine gives them. */
void felt_table_screen_tell(struct felt_table_screen *table, const struct felt_event *events,
                            size_t count);

/* Boards, pots, what is wild, and a line for each seat. */
void felt_table_screen_draw(const struct felt_table_screen *table, const struct felt_view *view);

/* "  you have two pair, ...": the viewer's cards as they stand, compared by `showdown`, which knows
 * what is wild (felt_poker_showdown()).  Where cards have yet to be thrown away and no new ones
 * come, it is the best hand of those that can be kept.  No line if they are no hand yet. */
void felt_table_screen_hand(const struct felt_table_screen *table, const struct felt_view *view,
                            const struct felt_showdown *showdown);

#endif
