/* words.h -- actions by their names in frames.  Private to this folder. */
#ifndef FELT_SERVER_PROTOCOL_WORDS_H
#define FELT_SERVER_PROTOCOL_WORDS_H

#include "felt/action.h"

static const char *const felt_protocol_actions[FELT_ACTION_KINDS] = {
    [FELT_FOLD] = "FOLD",         [FELT_CHECK] = "CHECK",       [FELT_CALL] = "CALL",
    [FELT_RAISE_TO] = "RAISE_TO", [FELT_BRING_IN] = "BRING_IN", [FELT_DISCARD] = "DISCARD",
    [FELT_CHOOSE] = "CHOOSE",     [FELT_SHOW] = "SHOW",         [FELT_MUCK] = "MUCK",
    [FELT_RUNS] = "RUNS",         [FELT_COMMIT] = "COMMIT",     [FELT_CONTINUE] = "CONTINUE",
    [FELT_MOVE] = "MOVE",
};

#endif
