/* player_name.h -- a player as it is named on a command line, with a persona in a file if need be.
 *
 * Knows files, and how to complain; names and dials are those of felt/player.h. */
#ifndef FELT_COMMAND_PLAYER_NAME_H
#define FELT_COMMAND_PLAYER_NAME_H

#include "command/args.h"
#include "felt/player.h"

/* Can it be printed as it is?  UTF-8, and no byte of it drives a terminal. */
bool felt_player_name_is_printable(const char *text);

/* felt_player_read(), and "house:@FILE,tight=7" with dials of a persona in a file.  False:
 * complained. */
bool felt_player_name_read(const struct felt_args *args, const char *text,
                           struct felt_player_spec *out);

#endif
