/* narc_page.h -- trials of Narc as a page of HTML: plots and tables in one file, without scripts,
 * light and dark.  Every number that is drawn also stands as text. */
#ifndef FELT_LAB_NARC_NARC_PAGE_H
#define FELT_LAB_NARC_NARC_PAGE_H

#include "felt/buffer.h"
#include "lab/narc/narc_validate.h"

struct felt_narc_page {
    const struct felt_narc_study *study;
    const struct felt_narc_case *play; /* may be NULL with answers                               */
    int cases;
    const struct felt_narc_case *ladder; /* Players of several kinds                             */
    int rungs;
    const struct felt_narc_sweep *sweep;    /* then play[0] is the base; or NULL                 */
    const struct felt_narc_answer *answers; /* FELT_VALIDATIONS of them, or NULL                 */
};
/* The buffer says whether it fitted; a megabyte does. */
void felt_narc_page_write(const struct felt_narc_page *page, struct felt_buffer *out);

/* ---- plots, for narc_page.c ---- */

void felt_narc_plot_money(const struct felt_narc_case *play, struct felt_buffer *out);
/* Of several Players: how hands end, and in which round they are folded. */
void felt_narc_plot_ends(const struct felt_narc_case *play, int count, struct felt_buffer *out);
void felt_narc_plot_folds(const struct felt_narc_case *play, int count, struct felt_buffer *out);
void felt_narc_plot_cards(const struct felt_narc_case *play, struct felt_buffer *out);
void felt_narc_plot_sweep(const struct felt_narc_page *page, struct felt_buffer *out);
/* Intervals of an answer that are differences, about their zero. */
void felt_narc_plot_answer(const struct felt_narc_answer *answer, struct felt_buffer *out);

#endif
