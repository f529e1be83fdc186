/* narc_players.h -- who plays Narc: four levels for each seat, yardsticks for the balance tool, and
 * each of them under a limit.
 *
 * A bot is given the whole state and looks only at what its seat may see, or at a copy in which
 * everything hidden was dealt anew (felt_narc_redeal()): no view is made for a decision, which
 * simulations are glad of.  For tables with people the same bots are players with views (player.h):
 * "narc:3" plays whatever role its seat has.
 *
 *   O1  the choice is legal.
 *   O2  it depends on the spec, the rules, the generator and on what the actor can see: whatever
 *       lies hidden, the same choice follows.
 *   O3  a bot remembers nothing from one decision to the next.
 *
 * Names, by role ("1" to "4" are the levels of each):
 *
 *     Narc       seed (1), best (2), pressure (3), rollout:N (4: 64)
 *     Customer   seed (1), wary (2), persona (3: greedy, shy or loyal, another one each hand),
 *                rollout:N (4: 64)
 *     Player     random (1), careful (2), rollout:16 (3), rollout:256 (4); passive, dump, cover
 *
 * and for each of them a limit: "careful/never-fold", "/never-raise", "/never-check". */
#ifndef FELT_NARC_PLAYERS_H
#define FELT_NARC_PLAYERS_H

#include "felt/narc.h"
#include "felt/player.h"

FELT_BEGIN

enum felt_narc_bot_kind {
    FELT_BOT_RANDOM,   /* any card or none, each as likely; folds one time in ten               */
    FELT_BOT_SEED,     /* the document's Narc and Customer                                      */
    FELT_BOT_BEST,     /* Narc: the document's odds, its best evidence card                     */
    FELT_BOT_PRESSURE, /* Narc: takes the initiative when it is close, saves a card for the end */
    FELT_BOT_WARY,     /* Customer: acts from the first round on, leaves when Evidence is high   */
    FELT_BOT_GREEDY,   /* Customer: wants large orders                                          */
    FELT_BOT_SHY,      /* Customer: leaves early                                                */
    FELT_BOT_LOYAL,    /* Customer: stays, and helps                                            */
    FELT_BOT_PERSONA,  /* Customer: one of the three, by the hand                               */
    FELT_BOT_PASSIVE,  /* only checks and goes on                                               */
    FELT_BOT_DUMP,     /* raises whatever it can, folds if behind at a flip                     */
    FELT_BOT_COVER,    /* always the most cover, never folds                                    */
    FELT_BOT_CAREFUL,  /* Player: thresholds                                                    */
    FELT_BOT_ROLLOUT,  /* imagines what is hidden and plays it out                              */
    FELT_BOT_KINDS
};
enum felt_narc_bot_limit {
    FELT_BOT_FREE,
    FELT_BOT_NEVER_FOLD,
    FELT_BOT_NEVER_RAISE,
    FELT_BOT_NEVER_CHECK, /* raises if it can; if it cannot, it checks all the same             */
    FELT_BOT_LIMITS
};

struct felt_narc_bot {
    uint8_t role; /* for which it was read                                                      */
    uint8_t kind, limit;
    uint32_t samples; /* of a rollout                                                           */
};
enum { FELT_NARC_BOT_TEXT_BYTES = 40, FELT_NARC_BOT_SAMPLES_MAX = 100000 };

/* FELT_BAD_NAME (with the nearest), FELT_BAD_FORMAT, FELT_BAD_NUMBER, FELT_UNSUPPORTED (a bot of
 * another role); *out is written only on FELT_OK. */
FELT_API FELT_MUST_USE enum felt_status felt_narc_bot_read(const char *text, size_t bytes,
                                                           enum felt_narc_role role,
                                                           struct felt_narc_bot *out,
                                                           struct felt_complaint *complaint);
/* The name that reads as this bot; returns `out`. */
FELT_API const char *felt_narc_bot_write(const struct felt_narc_bot *bot,
                                         char out[FELT_NARC_BOT_TEXT_BYTES]);
/* The bots that the rule set names. */
FELT_API void felt_narc_bots_usual(const struct felt_narc_rules *rules,
                                   struct felt_narc_bot out[FELT_ROLES]);
/* A line about how it plays; a constant. */
FELT_API const char *felt_narc_bot_about(const struct felt_narc_bot *bot);

/* What a bot does: a kind of action, and for COMMIT and CALL the card (narc.h, felt_narc_act()). */
struct felt_narc_choice {
    uint8_t kind;
    uint8_t card;
};
/* Of the actor (O1, O2), for whose role the bot was read.  A rollout imagines the usual bots of the
 * rules at all seats; it takes its samples, or those of the budget if they are fewer, and at least
 * one; the budget may be NULL. */
FELT_API struct felt_narc_choice felt_narc_bot_choose(const struct felt_narc_bot *bot,
                                                      const struct felt_narc_rules *rules,
                                                      const struct felt_narc_state *state,
                                                      struct felt_rng *rng,
                                                      const struct felt_budget *budget);
/* The same choice as an action of felt_narc_apply(). */
FELT_API struct felt_action felt_narc_bot_action(const struct felt_narc_rules *rules,
                                                 const struct felt_narc_state *state,
                                                 struct felt_narc_choice choice);
/* Plays the hand to its end, bots by role: the loop of simulations.  Returns the actions. */
FELT_API int felt_narc_bots_play(const struct felt_narc_bot bot[FELT_ROLES],
                                 const struct felt_narc_rules *rules, struct felt_narc_state *state,
                                 struct felt_rng *rng);

FELT_END

#endif
