/* play_stats.h -- how a player behaves, in numbers: how often it enters, raises, folds, bluffs.
 *
 * Whole numbers, counted from decisions and public events; shares are made of them at the edge.
 * Knows views and events of any game that bets, nothing of cards.  What a player won is elsewhere
 * (match.h), and so are its decisions and warnings.
 *
 *   N1  raised <= entered <= hands, showdowns_won <= showdowns <= hands.
 *   N2  what was done after the first round is part of what was done: later_bets <= bets, ...
 *   N3  folded_to_bet <= faced and <= folds, bluffs <= weak and <= bets.
 *   N4  all are sums over hands: adding them in any order gives the same. */
#ifndef FELT_PLAY_STATS_H
#define FELT_PLAY_STATS_H

#include "felt/player.h"

FELT_BEGIN

/* Below this strength a hand is weak, and to bet or raise with it is a bluff.  The strength is the
 * player's own opinion (struct felt_decision); who has none has no weak hands. */
#define FELT_PLAY_STATS_WEAK 0.3

struct felt_play_stats {
    uint64_t hands;
    uint64_t entered; /* hands in which it called, bet or raised in the first round: blinds,
                         antes and bring-ins are not of one's own accord              */
    uint64_t raised;  /* hands in which it bet or raised in the first round           */
    uint64_t bets;    /* actions from here on: bets, raises, completions              */
    uint64_t calls;
    uint64_t checks;
    uint64_t folds;
    uint64_t later_bets; /* the same after the first round                               */
    uint64_t later_calls;
    uint64_t later_checks;
    uint64_t later_folds;
    uint64_t faced;         /* decisions behind a bet or raise of this round                */
    uint64_t folded_to_bet; /* of these                                                     */
    uint64_t showdowns;     /* hands in which it compared cards with somebody               */
    uint64_t showdowns_won; /* of these: at least a part of a pot                           */
    uint64_t weak;          /* decisions with a weak hand in which it could bet or raise    */
    uint64_t bluffs;        /* of these: it did                                             */
};

/* The counters by name, in their order: for whoever reads or writes all of them. */
struct felt_play_stats_field {
    const char *name;
    size_t at; /* offset of a uint64_t in struct felt_play_stats */
};
enum { FELT_PLAY_STATS_FIELDS = sizeof(struct felt_play_stats) / sizeof(uint64_t) };
FELT_API const struct felt_play_stats_field *felt_play_stats_field_at(int index);

/* N1 to N3. */
FELT_API bool felt_play_stats_possible(const struct felt_play_stats *stats);
/* N4. */
FELT_API void felt_play_stats_add(struct felt_play_stats *sum, const struct felt_play_stats *more);

/* Bets and raises for each call; infinite without calls, not a number without either. */
FELT_API double felt_play_stats_aggression(const struct felt_play_stats *stats);
/* The same after the first round. */
FELT_API double felt_play_stats_later_aggression(const struct felt_play_stats *stats);
/* `part` of `whole`; not a number if there is nothing to take a part of. */
FELT_API double felt_play_stats_share(uint64_t part, uint64_t whole);

/* One hand under way, as everybody may know it; begins as {0}. */
struct felt_play_stats_hand {
    felt_seats entered, raised;
    felt_seats shown; /* compared cards, or threw them away when it was time to            */
    felt_seats won;
    uint8_t bet_round; /* the last betting round with a bet or raise, from 1; 0: none       */
};
/* The viewer takes a decision, which is legal; the actions are counted in *of. */
FELT_API void felt_play_stats_decide(struct felt_play_stats_hand *hand,
                                     const struct felt_view *view,
                                     const struct felt_decision *decision,
                                     struct felt_play_stats *of);
/* What happened. */
static inline void felt_play_stats_observe(struct felt_play_stats_hand *hand,
                                           const struct felt_event *event)
{
    bool mucked = event->kind == FELT_EVENT_ACT && event->act == FELT_MUCK;
    if (event->kind == FELT_EVENT_SHOW || mucked) hand->shown |= (felt_seats)(1u << event->seat);
    if (event->kind == FELT_EVENT_WIN) hand->won |= (felt_seats)(1u << event->seat);
}
/* The hand is over for `seat`, which was dealt in: what is counted by hands. */
FELT_API void felt_play_stats_end(const struct felt_play_stats_hand *hand, felt_seat seat,
                                  struct felt_play_stats *of);

FELT_END

#endif
