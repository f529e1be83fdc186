/* narc_study.h -- several trials of Narc that belong together: rule sets, policies, options.
 *
 * All cases of a study play the same sessions: each one after the first as many as the first did.
 * So differences between them are paired. */
#ifndef FELT_LAB_NARC_NARC_STUDY_H
#define FELT_LAB_NARC_NARC_STUDY_H

#include "lab/narc/narc_figure.h"

enum { FELT_NARC_LABEL_BYTES = 48, FELT_NARC_CASES_MAX = 24 };

/* Nearly a megabyte. */
struct felt_narc_case {
    char label[FELT_NARC_LABEL_BYTES];
    struct felt_narc_rules rules;
    struct felt_narc_result result;
    struct felt_narc_values values;
};

/* What cases have in common, and who plays them. */
struct felt_narc_study {
    const struct felt_narc_catalogue *catalogue;
    struct felt_narc_options options;
    struct felt_narc_bot bot[FELT_ROLES];
    uint64_t seed, hands;
    int32_t heat;
    uint8_t sessions_max;
    felt_jobs_runner runner;
    void *pool;
    /* How much of everything is done; false: stop.  May be NULL. */
    bool (*tick)(void *self, double done);
    void *self;
    double begin, part; /* of what tick() is told: where the next case begins, how much it is     */
};

enum felt_narc_study_end { FELT_STUDY_DONE, FELT_STUDY_STOPPED, FELT_STUDY_NO_MEMORY };

/* One case with the study's bots.  The rules have been made; `first` is the case whose sessions are
 * played again, or NULL.  Moves study->begin on by study->part. */
FELT_MUST_USE enum felt_narc_study_end felt_narc_study_play(struct felt_narc_study *study,
                                                            const struct felt_narc_case *first,
                                                            uint16_t playouts,
                                                            struct felt_narc_case *out);

/* "Narc,Customer,Player" by names of narc_players.h; a name that is empty or left out stays as it
 * is.  FELT_BAD_NAME, ...; complaint->at is the place in the text. */
FELT_MUST_USE enum felt_status felt_narc_policy_read(const char *text,
                                                     struct felt_narc_bot bot[FELT_ROLES],
                                                     struct felt_complaint *complaint);
enum { FELT_NARC_POLICY_BYTES = FELT_ROLES * FELT_NARC_BOT_TEXT_BYTES };
const char *felt_narc_policy_write(const struct felt_narc_bot bot[FELT_ROLES],
                                   char out[FELT_NARC_POLICY_BYTES]);

/* ---- sweeps: one option in several values ---- */

struct felt_narc_sweep {
    int option; /* a row of narc_study.c                                                         */
    int values;
    uint32_t value[FELT_NARC_CASES_MAX];
};
/* "cap=2..5", "fold_price=0,1,2", "order=NCP,PNC", "initiative=no,yes".  FELT_BAD_FORMAT,
 * FELT_BAD_NAME, FELT_BAD_NUMBER. */
FELT_MUST_USE enum felt_status felt_narc_sweep_read(const char *text, struct felt_narc_sweep *out,
                                                    struct felt_complaint *complaint);
/* Changes the options; `label` says how: "cap 2". */
void felt_narc_sweep_set(const struct felt_narc_sweep *sweep, int index,
                         struct felt_narc_options *options, char label[FELT_NARC_LABEL_BYTES]);
const char *felt_narc_sweep_name(const struct felt_narc_sweep *sweep);

#endif
