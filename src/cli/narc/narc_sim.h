/* narc_sim.h -- parts of felt narc sim: what was asked, and who prints the answer. */
#ifndef FELT_CLI_NARC_NARC_SIM_H
#define FELT_CLI_NARC_NARC_SIM_H

#include "lab/narc/narc_goals.h"
#include "lab/narc/narc_validate.h"

enum felt_cli_narc_sim_mode {
    FELT_SIM_PLAIN,
    FELT_SIM_COMPARE,  /* two cases: the second less the first                                   */
    FELT_SIM_SWEEP,    /* the first case is the rules as they are                                */
    FELT_SIM_VALIDATE, /* four answers                                                           */
    FELT_SIM_GOALS
};

struct felt_cli_narc_sim {
    enum felt_cli_narc_sim_mode mode;
    struct felt_narc_catalogue catalogue;
    struct felt_narc_study study;
    struct felt_narc_sweep sweep;
    int cases;
    struct felt_narc_case *play; /* malloc; each has its label                                    */
    int ladder;                  /* cases behind them: Players of all kinds, for a page           */
    struct felt_narc_answer answer[FELT_VALIDATIONS];
    struct felt_narc_goals goals;
};

/* On stdout; return the exit code. */
int felt_cli_narc_sim_print(const struct felt_cli_narc_sim *sim);
int felt_cli_narc_sim_json(const struct felt_cli_narc_sim *sim);
#endif
