/* match_hands.h -- the hands of a match as PHH.
 *
 * Each job writes its hands to a text of its own, with the numbers they have in the whole match;
 * the texts are put into the file in the order of jobs, so a file does not depend on the number of
 * threads.  A hand with more actions than a record holds is left out, and counted. */
#ifndef FELT_CLI_MATCH_MATCH_HANDS_H
#define FELT_CLI_MATCH_MATCH_HANDS_H

#include "felt/match.h"
#include "felt/replay.h"

#include <stdio.h>

/* Of one job; about 100 KiB, and the text. */
struct felt_cli_match_hands {
    const struct felt_match *match;
    struct felt_match_watch watch; /* give it to felt_match_play()                        */
    uint64_t number;               /* of the next hand                                    */
    uint64_t left_out;
    bool no_memory;
    char *text; /* owned; `used` bytes                                             */
    size_t used, room;
    enum felt_status status; /* of the hand under way                                     */
    struct felt_recorder recorder;
    struct felt_record record;
};

/* NULL: no memory. */
struct felt_cli_match_hands *felt_cli_match_hands_open(void);
void felt_cli_match_hands_close(struct felt_cli_match_hands *hands);
/* A job of this match begins, with an empty text; its first hand has this number. */
void felt_cli_match_hands_begin(struct felt_cli_match_hands *hands, const struct felt_match *match,
                                uint64_t number);

/* Opens a file that is new or empty, or no regular file (a pipe).  NULL: *why is the reason. */
FILE *felt_cli_match_hands_create(const char *name, const char **why);

#endif
