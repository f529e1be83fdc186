/* narc_adapter.h -- Narc as tables want it (server/table/game_adapter.h).
 *
 * A hand of the table is a session of Narc: when a hand of it is over and the session is not, the
 * next one begins at once, in the same log.  Three table seats; the first seat of a round is the
 * first dealt table seat where roles are fixed, else the one left of the button, so that roles move
 * on by one with each session.
 *
 *   V1  seats of options, events, views and payoffs are table seats; everything else is as Narc's
 *       own game has it.
 *   V2  chance is that of the deal: the deck, and `later` for what comes behind it.
 *   V3  the score of a session is what was banked, less FELT_NARC_BUST if it ended in a bust: said
 *       as SCORE of the Player whenever it changes.
 *   V4  where it is played for chips, each hundred of the score is worth the unit, rounded towards
 *       nothing, to be paid by each of the other two or to each of them; nobody pays more than he
 *       has, and both pay or get the same.  Without a unit no chip moves. */
#ifndef FELT_SERVER_TABLE_NARC_ADAPTER_H
#define FELT_SERVER_TABLE_NARC_ADAPTER_H

#include "felt/narc.h"
#include "server/table/game_adapter.h"

enum { FELT_NARC_BUST = 150, FELT_NARC_UNIT_MAX = 1000000000 };

struct felt_narc_adapter_rules {
    struct felt_narc_rules narc;
    felt_chips unit; /* 0: for the score alone                                               */
    bool turns;      /* roles move on with the button                                        */
};

struct felt_narc_adapter {
    struct felt_game_adapter adapter; /* first: an adapter that is passed around is this one */
    struct felt_narc_adapter_rules rules;
    felt_card deck[FELT_NARC_CARDS_MAX];
    char variant[FELT_NARC_NAME_BYTES]; /* name of the rule set                               */
    char rules_id[17];                  /* its hash                                           */
    const char *roles[FELT_ROLES];      /* of the table seats, where they are fixed */
};

/* *out stays where it is; rules are those of felt_narc_rules_make(). */
void felt_narc_adapter_make(struct felt_narc_adapter *out, const struct felt_narc_rules *rules,
                            felt_chips unit, bool turns);

/* V4: what each of the two others pays the Player, or gets from him if it is negative. */
felt_chips felt_narc_adapter_due(felt_chips unit, int64_t score, felt_chips player, felt_chips one,
                                 felt_chips other);

/* Rules: struct felt_narc_adapter_rules. */
extern const struct felt_game felt_narc_adapter_game;

#endif
