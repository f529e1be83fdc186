/* play_narc_run.h -- a run of Narc at a table: hands, sessions, bots, what is kept.
 *
 * Knows who plays each role and where the run is saved; reads no options (play_narc.c).
 *
 *   R1  what a bot does depends on the run and on what was done so far, not on when the program was
 *       started: a run that is gone on with is the same run.
 *   R2  the run is saved after every action of a person, before anything is shown of what follows.
 */
#ifndef FELT_TERMINAL_NARC_PLAY_NARC_RUN_H
#define FELT_TERMINAL_NARC_PLAY_NARC_RUN_H

#include "terminal/narc/play_narc_save.h"
#include "terminal/narc/play_narc_table.h"
#include "felt/narc_players.h"

struct felt_narc_play {
    struct felt_narc_rules rules;
    struct felt_narc_bot bot[FELT_ROLES]; /* by role                                            */
    struct felt_narc_save save;
    struct felt_narc_profile profile;
    struct felt_term term;
    struct felt_narc_table table;
    struct felt_narc_run run;
    const char *record;   /* a file, or NULL                                                     */
    uint64_t seed;        /* of the first run; later ones are made of it                         */
    uint64_t hands_max;   /* of this sitting                                                     */
    bool one_session;     /* then it is over: --daily, --watch                                   */
    uint32_t daily;       /* 20261117, or 0                                                      */
    uint64_t hands, runs; /* of this sitting                                                    */
    uint8_t ends[FELT_NARC_SESSION_MAX]; /* of the session: enum felt_narc_end                  */
    int ended;
    bool warned; /* that nothing can be saved                                                   */
};

/* The run of a file is gone on with: its text against play->rules.  False: `why`. */
bool felt_narc_play_resume(struct felt_narc_play *play, const char *text, size_t bytes,
                           struct felt_narc_error *error);

/* Plays until the person leaves, or all is done.  Returns the exit code. */
int felt_narc_play(struct felt_narc_play *play);

#endif
