/* zoo.h -- what the simple players share: the memory of one, what there is to decide, and words for
 * what they do about it.  Private to players/. */
#ifndef FELT_PLAYERS_POKER_ZOO_H
#define FELT_PLAYERS_POKER_ZOO_H

#include "felt/outlook.h"
#include "players/kinds.h"

struct zoo {
    struct felt_rng rng;
    const struct felt_place *place;
    uint8_t raised; /* bit s: it bet or raised on street s of this hand                    */
};

/* What there is to decide.  Prices are those of a betting round. */
struct zoo_spot {
    const struct felt_poker_rules *rules;
    const struct felt_view *view;
    const struct felt_option *option[FELT_ACTION_KINDS]; /* NULL: not offered               */
    felt_chips pot;                                      /* with the stakes on the table     */
    felt_chips to_call;                                  /* chips a call moves               */
    int opponents;                                       /* still in the hand                */
    bool unraised; /* nobody has bet or raised on this street; blinds are no bets            */
};

void felt_zoo_sit(void *self, const struct felt_strategy_config *settings, struct felt_rng rng);
void felt_zoo_begin(void *self, const struct felt_place *place);
bool felt_zoo_plays_poker(const struct felt_game *game, const void *rules);

/* False: there is no time, and *out is the timid answer (P4). */
bool felt_zoo_look(const struct zoo *zoo, const struct felt_view *view,
                   const struct felt_budget *budget, struct zoo_spot *spot,
                   struct felt_decision *out);
struct felt_decision felt_zoo_late(const struct felt_view *view);

/* Each of these takes what is nearest to it if it is not offered. */
struct felt_decision felt_zoo_give_up(const struct zoo_spot *spot, const char *reasoning,
                                      double confidence); /* check, else fold */
struct felt_decision felt_zoo_pass(const struct zoo_spot *spot, const char *reasoning,
                                   double confidence); /* check, else call or bring in */
struct felt_decision felt_zoo_raise(struct zoo *zoo, const struct zoo_spot *spot, felt_chips to,
                                    const char *reasoning, double confidence); /* else pass */

/* What a raise by a part of the pot goes to, the call counted in; in whole chips. */
felt_chips felt_zoo_part_of_pot(const struct zoo_spot *spot, double part);
/* The first raise of a hand: two and three quarter units on top of what limpers paid; the pot in
 * pot limit. */
felt_chips felt_zoo_open_to(const struct zoo_spot *spot);

/* Decisions that are no bets.  True: *out is what to do. */
bool felt_zoo_no_bet(const struct zoo_spot *spot, struct felt_decision *out);
/* A draw by the rule of thumb. */
struct felt_decision felt_zoo_draw_by_rule(const struct zoo_spot *spot);
/* Throws away these cards, and more or fewer if their number is not allowed. */
struct felt_decision felt_zoo_throw(const struct zoo_spot *spot, uint64_t cards, double confidence);

#endif
