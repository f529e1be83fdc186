/* arena_message.c -- the words of asks and refusals. */
#include "server/table/arena_message.h"

#include "felt/assert.h"

const char *felt_control_word(enum felt_control control)
{
    static const char *const words[FELT_CONTROLS] = {
        [FELT_CONTROL_START_HAND] = "START_HAND",
        [FELT_CONTROL_SKIP_ACTION] = "SKIP_ACTION",
        [FELT_CONTROL_FORFEIT_SEAT] = "FORFEIT_SEAT",
        [FELT_CONTROL_PAUSE] = "PAUSE",
        [FELT_CONTROL_RESUME] = "RESUME",
        [FELT_CONTROL_STATUS] = "STATUS",
    };
    felt_assert((unsigned)control < FELT_CONTROLS);
    return words[control];
}

const char *felt_refusal_word(enum felt_refusal refusal)
{
    static const char *const words[FELT_REFUSALS] = {
        [FELT_REFUSED_NOT] = "",
        [FELT_REFUSED_BAD_SCHEMA] = "BAD_SCHEMA",
        [FELT_REFUSED_BAD_HELLO] = "BAD_HELLO",
        [FELT_REFUSED_UNKNOWN_TYPE] = "UNKNOWN_TYPE",
        [FELT_REFUSED_TEAM_TAKEN] = "TEAM_TAKEN",
        [FELT_REFUSED_TEAM_UNKNOWN] = "TEAM_UNKNOWN",
        [FELT_REFUSED_TABLE_FULL] = "TABLE_FULL",
        [FELT_REFUSED_INVALID_ACTION] = "INVALID_ACTION",
        [FELT_REFUSED_OUT_OF_TURN] = "OUT_OF_TURN",
        [FELT_REFUSED_ACTION_TOO_LATE] = "ACTION_TOO_LATE",
        [FELT_REFUSED_FORBIDDEN] = "FORBIDDEN",
        [FELT_REFUSED_TOO_MANY] = "TOO_MANY",
    };
    felt_assert((unsigned)refusal < FELT_REFUSALS);
    return words[refusal];
}

bool felt_team_is(const char *a, const char *b)
{
    for (;; a++, b++) {
        unsigned char x = (unsigned char)*a, y = (unsigned char)*b;
        if (x >= 'A' && x <= 'Z') x = (unsigned char)(x + 32);
        if (y >= 'A' && y <= 'Z') y = (unsigned char)(y + 32);
        if (x != y) return false;
        if (!x) return true;
    }
}
