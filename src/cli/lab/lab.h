/* lab.h -- felt lab: its sub-commands.  Each gets its own name as argv[0], and its --help. */
#ifndef FELT_CLI_LAB_LAB_H
#define FELT_CLI_LAB_LAB_H

int felt_cli_lab_evolve(int argc, char **argv);
int felt_cli_lab_measure(int argc, char **argv);
int felt_cli_lab_mutate(int argc, char **argv);
int felt_cli_lab_report(int argc, char **argv);
int felt_cli_lab_rules(int argc, char **argv);
int felt_cli_lab_run(int argc, char **argv);
int felt_cli_lab_show(int argc, char **argv);
int felt_cli_lab_validate(int argc, char **argv);

#endif
