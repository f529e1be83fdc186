/* answer.h -- an action as a client names it, against what the game offers. */
#ifndef FELT_SERVER_TABLE_ANSWER_H
#define FELT_SERVER_TABLE_ANSWER_H

#include "server/table/arena_message.h"

enum { FELT_TABLE_ANSWER_TEXT_BYTES = 160 };

/* The action of a client message for the seat of the view; cards by name become places in the own
 * hand, a move by its text its number.  False: a card or move is not there, or the word is not
 * known. */
bool felt_table_answer_read(const struct felt_game_adapter *adapter, const struct felt_view *view,
                            const struct felt_arena_client_action *ask, struct felt_action *action);
/* What the viewer may do instead: "not possible now; send one of: FOLD, CALL ..." */
void felt_table_answer_legal(const struct felt_view *view, char text[FELT_TABLE_ANSWER_TEXT_BYTES]);

#endif
