/* verify_shuffle.h -- felt replay --verify-shuffle: were the cards those the server committed to?
 */
#ifndef FELT_CLI_HAND_VERIFY_SHUFFLE_H
#define FELT_CLI_HAND_VERIFY_SHUFFLE_H

#include "cli/hand/hand_source.h"

/* Takes the keys of a match from `name` (frames, one after the other, or an answer of /api/arena)
 * and compares them with each other, with the commitments among the frames, and with the hands of
 * `source`, which is NULL if there are none.  Returns the exit code. */
int felt_cli_verify_shuffle(const struct felt_args *args, const char *name,
                            struct felt_cli_hand_source *source);

#endif
