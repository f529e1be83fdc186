/* table_script.h -- a hand of poker told in a line of letters, with a player who listens.
 *
 *     script_open(&table, "holdem", FELT_NO_LIMIT, 100, 2, 10000, 0);
 *     script_deal(&table, &(struct script_cards){.hole = {"As Ah"}, .board = "Kd 7c 2h"}, 1);
 *     script_act(&table, "r250 r900 c");
 *     decision = script_choose(&player, &table, &budget);
 *
 * Letters are taken by whoever is to act: f (fold), k (check), c (call), r900 (bet or raise to
 * 900), b (bring in), d (stand pat), d124 (throws away the first, second and fourth card); p is
 * check or call, whichever there is, and x the whole stack.  What stands between is free: "r250 c |
 * k r300". A line that the game does not admit is a mistake of the test and stops it. */
#ifndef FELT_TESTS_TABLE_SCRIPT_H
#define FELT_TESTS_TABLE_SCRIPT_H

#include "felt/player.h"
#include "felt/poker.h"

FELT_BEGIN

enum { SCRIPT_EVENTS_MAX = 4096 };

struct script_table {
    struct felt_poker_rules rules;
    struct felt_deal deal; /* may be changed between open and deal                          */
    struct felt_poker state;
    felt_card deck[FELT_CARDS_MAX];
    uint32_t events; /* of the hand so far                                                  */
    struct felt_event event[SCRIPT_EVENTS_MAX];
};

/* Cards that somebody has; NULL and what is missing is drawn at random. */
struct script_cards {
    const char *hole[FELT_SEATS_MAX];
    const char *board;
};

/* The usual rules and forced bets of the variant, the same stack for all. */
void script_open(struct script_table *table, const char *variant, enum felt_limit limit,
                 felt_chips unit, int seats, felt_chips stack, felt_seat button);
/* Forced bets and cards.  May be called again for the next hand. */
void script_deal(struct script_table *table, const struct script_cards *cards, uint64_t seed);
/* The same with the whole deck from the top, in the order of RULES 2.4. */
void script_deal_deck(struct script_table *table, const felt_card *deck, uint64_t seed);
void script_act(struct script_table *table, const char *line);
void script_apply(struct script_table *table, struct felt_action action);

/* The order of the deck that brings a card to each place of felt_poker.deck[]: deck[from[place]]
 * lies there after the deal. */
void script_places(const struct felt_poker_rules *rules, const struct felt_deal *deal,
                   uint8_t from[FELT_CARDS_MAX]);

/* A player in one of the seats. */
struct script_player {
    const struct felt_player_kind *kind;
    struct felt_place place;
    void *block;   /* kind->bytes of the caller                                             */
    uint32_t told; /* events it was told of this hand                                       */
    struct felt_view view; /* what it was asked last                                        */
};
void script_begin(struct script_player *player, const struct script_table *table, felt_seat seat);
/* What happened since it was told last. */
void script_tell(struct script_player *player, const struct script_table *table);
/* Tells it, and asks it; the seat is to act. */
struct felt_decision script_choose(struct script_player *player, const struct script_table *table,
                                   const struct felt_budget *budget);

FELT_END

#endif
