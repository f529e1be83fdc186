/* exit.h -- how a command ends: its exit code. */
#ifndef FELT_COMMAND_EXIT_H
#define FELT_COMMAND_EXIT_H

enum { FELT_EXIT_OK = 0, FELT_EXIT_FAILED = 1, FELT_EXIT_USAGE = 2 };

#endif
