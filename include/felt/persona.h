/* persona.h -- the dials of a house player.
 *
 * Names, ranges and defaults are those of the strategy module (docs/STRATEGY.md).  A setting out of
 * its range is refused as a whole, and what was set before stays. */
#ifndef FELT_PERSONA_H
#define FELT_PERSONA_H

#include "felt/status.h"

#include <stdbool.h>

FELT_BEGIN

struct felt_strategy_config {
    double aggression;           /* 1 .. 10: how often and how large it bets          */
    double tightness;            /* 1 .. 10: how good a hand must be to be played     */
    double bluff_frequency;      /* 0.05 .. 0.15 of weak hands                        */
    double randomization_factor; /* 0 .. 0.15: thresholds move by so much             */
    double slow_play_threshold;  /* 0 .. 1: hands as strong as this may lie in wait   */
};

/* 5, 5, 0.10, 0.15, 0.85 */
FELT_API struct felt_strategy_config felt_strategy_config_default(void);

/* FELT_OK, or FELT_BAD_NUMBER and which dial is out of which range. */
FELT_API FELT_MUST_USE enum felt_status
felt_strategy_config_validate(const struct felt_strategy_config *config,
                              struct felt_complaint *complaint);

/* "tight=7,aggr=3" changes two dials of *config.  Dials are aggr, tight, bluff, random and slow, or
 * their full names.  On any status but FELT_OK *config is as it was. */
FELT_API FELT_MUST_USE enum felt_status
felt_strategy_config_read(const char *text, size_t bytes, struct felt_strategy_config *config,
                          struct felt_complaint *complaint);

/* Manners of play that have a name: rock, tag, lag, station, maniac and teacher. */
struct felt_persona_kind {
    const char *name;
    const char *title; /* a line about how it plays */
    struct felt_strategy_config config;
    bool explains; /* tells after the hand why it did what it did: for whoever shows the table */
};
FELT_API int felt_persona_count(void);
FELT_API const struct felt_persona_kind *felt_persona_at(int index);
/* NULL if there is none. */
FELT_API const struct felt_persona_kind *felt_persona_find(const char *name, size_t bytes);

/* "rock", "rock,aggr=4" or dials alone: a first piece without '=' names a persona, which sets all
 * dials of *config, and dials change them.  FELT_BAD_NAME (with the nearest name), and else as
 * above. */
FELT_API FELT_MUST_USE enum felt_status felt_persona_read(const char *text, size_t bytes,
                                                          struct felt_strategy_config *config,
                                                          struct felt_complaint *complaint);

/* The dials, for whoever reads or writes them: full name, short name, range, where it is. */
struct felt_strategy_dial {
    const char *name, *brief;
    double min, max;
    size_t at; /* offset of a double in struct felt_strategy_config */
};
enum { FELT_STRATEGY_DIALS = 5 };
FELT_API const struct felt_strategy_dial *felt_strategy_dial_at(int index);

FELT_END

#endif
