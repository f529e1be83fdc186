/* narc.h -- the sub-commands of felt narc.  argv[0] is the sub-command. */
#ifndef FELT_CLI_NARC_NARC_H
#define FELT_CLI_NARC_NARC_H

int felt_cli_narc_simulate(int argc, char **argv);

#endif
