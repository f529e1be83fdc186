/* play_narc.h -- felt play narc: a person at a table of Narc, with bots or other people. */
#ifndef FELT_TERMINAL_NARC_PLAY_NARC_H
#define FELT_TERMINAL_NARC_PLAY_NARC_H

#include <stdbool.h>

/* Are these arguments of felt play (its name first) meant for Narc?  A table of a server may have
 * the same name: with --connect they are not. */
bool felt_play_narc_meant(int argc, char **argv);

/* With "narc" as the first argument.  Returns the exit code. */
int felt_play_narc(int argc, char **argv);

#endif
