/* play_company.h -- who sits with the person at the table of felt play, and what they thought.
 *
 * Knows players (felt/player.h) and seats; the person is seat 0.  Knows nothing of what is typed or
 * told (prompt.h, table_screen.h).
 *
 *   C1  a player sits down once and stays for the session: it may remember what it saw.
 *   C2  each has a stream of its own, and sees events and views of its own seat only.
 *   C3  what was thought in a hand is told when the hand is over, never before: it would tell of
 *       hidden cards.
 *
 * The order of calls: read, verify, sit; then for each hand: begin, observe and choose, end. */
#ifndef FELT_TERMINAL_LOCAL_PLAY_COMPANY_H
#define FELT_TERMINAL_LOCAL_PLAY_COMPANY_H

#include "command/args.h"
#include "terminal/local/play_lesson.h"
#include "terminal/local/table_screen.h"
#include "felt/player.h"
#include "felt/rotation.h"

enum {
    FELT_COMPANY_MAX = FELT_SEATS_MAX - 1,
    FELT_COMPANY_THOUGHTS_MAX = 200 /* of a hand: more are counted, not kept                */
};

struct felt_company_thoughts {
    uint64_t count;
    struct felt_lesson_thought thought[FELT_COMPANY_THOUGHTS_MAX];
};

struct felt_company {
    int names;
    struct felt_player_spec named[FELT_COMPANY_MAX];
    int players; /* seats of the table, with the person's                                   */
    void *memory;
    void *block[FELT_SEATS_MAX]; /* of each player, in `memory`                             */
    struct felt_place place[FELT_SEATS_MAX];
    struct felt_company_thoughts now, before; /* of the hand under way, of the last that is over */
};

/* Names with blanks or commas between them: "house zoo:tag", "house:tight=7,aggr=3,zoo:tag".  What
 * has a '=' and no ':' before it is a dial of the name before, with or without a persona there:
 * "house:rock,aggr=4".  False: complained. */
bool felt_company_read(const struct felt_args *args, const char *names,
                       struct felt_company *company);
/* Is there a seat for everybody, and does everybody know every game that may come up?  False:
 * complained. */
bool felt_company_verify(const struct felt_args *args, const struct felt_company *company,
                         const struct felt_rotation *rotation, int players, felt_chips unit);

/* Everybody takes a seat, 1 .. players-1; the names are repeated as often as need be.  False: there
 * is no memory.  Close it in any case. */
FELT_MUST_USE bool felt_company_sit(struct felt_company *company, int players, struct felt_rng rng);
void felt_company_close(struct felt_company *company);

/* A hand begins, by rules that stay where they are until the next one. */
void felt_company_begin(struct felt_company *company, const struct felt_poker_rules *rules);
/* What happened; each player learns what its seat may know. */
void felt_company_observe(struct felt_company *company, const struct felt_event *events,
                          uint32_t count);
/* The decision of a seat that is to act: a legal one. */
struct felt_action felt_company_choose(struct felt_company *company, felt_seat seat,
                                       const struct felt_poker *state);
/* The hand is over. */
void felt_company_end(struct felt_company *company);

/* "you and 5 house players"; "you, Ada (house), Bob (zoo:tag)"; with a text before it and one
 * behind it, in lines of 80 columns between names. */
void felt_company_introduce(const struct felt_company *company,
                            const struct felt_table_screen *table, const char *before,
                            const char *behind);
/* A line for each decision of the last hand that is over, with what the player made of its hand and
 * of the price; what it did not look at stays blank.  What it thought of the others, of its share
 * against those and of its gain has columns if anybody asked for it. */
void felt_company_explain(const struct felt_company *company,
                          const struct felt_table_screen *table);
/* The same in sentences and with their cards, for the players that explain themselves (persona.h);
 * nothing if there are none.  Who only folded in the first round shares a line with others. */
void felt_company_teach(const struct felt_company *company, const struct felt_table_screen *table);

#endif
