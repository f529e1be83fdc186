/* narc_show.h -- felt narc list, cards, rules, check and replay: what there is, and what was
 * played. Commands in the sense of cli.h. */
#ifndef FELT_CLI_NARC_NARC_SHOW_H
#define FELT_CLI_NARC_NARC_SHOW_H

int felt_cli_narc_show_list(int argc, char **argv);
int felt_cli_narc_show_cards(int argc, char **argv);
int felt_cli_narc_show_rules(int argc, char **argv);
int felt_cli_narc_show_check(int argc, char **argv);  /* narc_check.c  */
int felt_cli_narc_show_replay(int argc, char **argv); /* narc_replay.c */

#endif
