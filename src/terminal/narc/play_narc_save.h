/* play_narc_save.h -- a run of Narc that outlives the program, and what a person has reached.
 *
 *     narc.json           the run, as felt.narc.run (narc_json.h): felt narc replay shows it
 *     narc-profile.json   who sits where, when it was played last, best session, runs, hands
 *
 * They are in $FELT_STATE, else $XDG_STATE_HOME/felt, else ~/.local/state/felt, or where --save
 * says.
 *
 *   V1  a file is written beside its place, synced and renamed: whoever reads finds the old one or
 *       the new one, also after kill -9.
 *   V2  a file that we cannot read is never overwritten: it is refused, or put aside under another
 *       name when the person begins anew. */
#ifndef FELT_TERMINAL_NARC_PLAY_NARC_SAVE_H
#define FELT_TERMINAL_NARC_PLAY_NARC_SAVE_H

#include "felt/narc_json.h"

enum { FELT_NARC_SAVE_PATH = 1024, FELT_NARC_SAVE_WHY = 1280, FELT_NARC_SAVE_NAME = 512 };

struct felt_narc_profile {
    int64_t at; /* Unix time when a hand was over last                                           */
    int64_t runs, sessions, hands;
    int64_t best_session, best_run; /* banked                                                    */
    bool taught;                    /* knows the tutorial, or did not want it                    */
    /* of the run that is saved, as they were typed; "" what is usual */
    char rules[FELT_NARC_SAVE_NAME], cards[FELT_NARC_SAVE_NAME];
    char seat[64], with[128];
};

struct felt_narc_save {
    bool on;  /* else nothing is read or written                                                 */
    int lock; /* a file that is held while we play; -1: none                                     */
    char run[FELT_NARC_SAVE_PATH], profile[FELT_NARC_SAVE_PATH];
};

/* Where it is: `typed`, else the usual place.  False: there is none, or it is too long; `why`. */
bool felt_narc_save_place(const char *typed, struct felt_narc_save *save,
                          char why[FELT_NARC_SAVE_WHY]);

/* One sitting at a time: NAME.lock is held until the end, also if that is kill -9.  False: somebody
 * else holds it.  Where no such file can be made there is no lock, and nothing will be saved. */
bool felt_narc_save_lock(struct felt_narc_save *save);
void felt_narc_save_unlock(struct felt_narc_save *save);

/* FELT_OK also if there is none: then everything is 0. */
FELT_MUST_USE enum felt_status felt_narc_profile_read(const struct felt_narc_save *save,
                                                      struct felt_narc_profile *out,
                                                      char why[FELT_NARC_SAVE_WHY]);
bool felt_narc_profile_write(const struct felt_narc_save *save,
                             const struct felt_narc_profile *profile, char why[FELT_NARC_SAVE_WHY]);

/* V1: a run as a file of any name. */
bool felt_narc_save_run(const char *path, const struct felt_narc_run *run,
                        const struct felt_narc_rules *rules, char why[FELT_NARC_SAVE_WHY]);
/* V2: the file is NAME.old from now on, which `why` names.  False: there is none, or `why`. */
bool felt_narc_save_aside(const char *path, char why[FELT_NARC_SAVE_WHY]);
bool felt_narc_save_there(const char *path);

/* Unix time, and a number that is another one each time. */
int64_t felt_narc_save_now(void);
uint64_t felt_narc_save_seed(void);
/* Heat after so many seconds: 1 point an hour, never below 0; a clock that ran backwards cools
 * nothing. */
int32_t felt_narc_save_cool(int32_t heat, int64_t since, int64_t now);

#endif
