/* probe_parts.h -- what the files of the probe know of each other.  Private to match.
 *
 *   probe_ask.c    what the player would do with a hand
 *   probe_range.c  which hands it may hold, after what it did
 *   probe_lbr.c    the best response to that
 *   probe.c        deals, and the players at the table
 *
 * Nothing here sees a state of the game that is played, only events and views of the probe's seat:
 * the type of the arguments keeps hidden cards hidden. */
#ifndef FELT_MATCH_PROBE_PARTS_H
#define FELT_MATCH_PROBE_PARTS_H

#include "felt/poker.h"
#include "felt/probe.h"
#include "felt/range.h"

enum {
    FELT_PROBE_ASK_REPLIES = 4, /* to one question before the flop; they are remembered          */
    FELT_PROBE_ASK_EVENTS = 2048,
    FELT_PROBE_ASK_ROWS = 64,
    FELT_PROBE_ASK_RECENT = 4,
    FELT_PROBE_LBR_RAISES = 2,
    FELT_PROBE_LBR_PAST = 16
};

/* ---- asking ---------------------------------------------------------------------------------- */

/* A decision of the player, for any cards of its own. */
struct felt_probe_ask_question {
    uint64_t key;    /* of all that was public: equal keys, equal questions                */
    uint32_t events; /* of the log that it has seen                                        */
    struct felt_view view;
};
/* What it said, several times; 0: it was not asked. */
struct felt_probe_ask_reply {
    uint8_t count;
    uint8_t kind[FELT_PROBE_ASK_REPLIES]; /* enum felt_action_kind                               */
    felt_chips amount[FELT_PROBE_ASK_REPLIES];
};
struct felt_probe_ask_row {
    uint64_t key;
    bool used;
    struct felt_probe_ask_reply reply[FELT_STARTING_KINDS];
};
struct felt_probe_ask_recent {
    uint64_t key;
    struct felt_probe_ask_reply reply;
};
struct felt_probe_ask {
    const struct felt_probe *probe;
    void *block;             /* of a player that is asked and forgotten                   */
    struct felt_place place; /* of the player                                              */
    struct felt_rng root;
    uint32_t events;
    struct felt_event event[FELT_PROBE_ASK_EVENTS]; /* as the probe saw them                    */
    struct felt_probe_ask_row row[FELT_PROBE_ASK_ROWS]; /* before the flop, by key */
    struct felt_probe_ask_recent recent[FELT_PROBE_ASK_RECENT]
                                       [FELT_COMBOS]; /* from then on, by key */
};

void felt_probe_ask_init(struct felt_probe_ask *ask, const struct felt_probe *probe, void *block);
/* A hand begins; the player has this seat. */
void felt_probe_ask_begin(struct felt_probe_ask *ask, felt_seat seat);
/* False: the log is full, and the event left out. */
bool felt_probe_ask_observe(struct felt_probe_ask *ask, const struct felt_event *event);
/* The question that this state puts to the player, who is to act; its cards do not matter. */
void felt_probe_ask_make(const struct felt_probe_ask *ask, const struct felt_poker *state,
                         struct felt_probe_ask_question *out);
/* What the player answers with these two cards: a function of the seed, the question and them. */
struct felt_probe_ask_reply felt_probe_ask_put(struct felt_probe_ask *ask,
                                               const struct felt_probe_ask_question *question,
                                               const felt_card cards[2]);
/* How often it would have taken the action, 0 .. 1; nearly so is nearly counted. */
double felt_probe_ask_likeness(const struct felt_probe_ask_reply *reply, struct felt_action action);

/* 0 .. 168, as in range.h. */
int felt_probe_ask_kind(const felt_card cards[2]);

/* ---- the range ------------------------------------------------------------------------------- */

/* What the player may hold.  Before the flop a weight for each combination; from then on a sample
 * of them, since every board is a question of its own. */
struct felt_probe_holding {
    felt_card card[2];
    double drawn;  /* how often it was drawn                                               */
    double likely; /* how well it explains what the player did since the flop; the best is 1 */
    double share;  /* of the pot that the probe wins against it                            */
};
struct felt_probe_past {
    struct felt_probe_ask_question question;
    struct felt_action action;
};
struct felt_probe_holdings {
    double weight[FELT_COMBOS]; /* before the flop                                        */
    felt_cards known;           /* own and on the board                                   */
    int count, past, done;      /* of past, those that are in the weights                 */
    bool sampled;               /* the flop lies there                                    */
    double scale;               /* what `likely` was divided by                           */
    struct felt_probe_holding holding[FELT_COMBOS];
    int16_t at[FELT_COMBOS]; /* place in holding[]; -1                                     */
    struct felt_probe_past did[FELT_PROBE_LBR_PAST];
};

void felt_probe_holdings_begin(struct felt_probe_holdings *range, felt_cards deck);
/* Cards that the player cannot hold. */
void felt_probe_holdings_exclude(struct felt_probe_holdings *range, const felt_card *cards,
                                 int count);
/* The player took this action; what it says is learnt when the range is wanted. */
void felt_probe_holdings_note(struct felt_probe_holdings *range,
                              const struct felt_probe_ask_question *question,
                              struct felt_action action);
/* Learns from what was noted, and fills holding[]. */
void felt_probe_holdings_update(struct felt_probe_holdings *range, struct felt_probe_ask *ask,
                                struct felt_rng *rng);
static inline double felt_probe_holding_weight(const struct felt_probe_holding *holding)
{
    return holding->drawn * holding->likely;
}
/* Not worth a question. */
static inline bool felt_probe_holding_hopeless(const struct felt_probe_holding *holding)
{
    return holding->likely < 0.05;
}

/* ---- the best response ----------------------------------------------------------------------- */

struct felt_probe_lbr {
    const struct felt_probe *probe;
    felt_seat seat;
    felt_card hole[2];
    struct felt_rng rng;
    struct felt_probe_ask ask;
    struct felt_probe_holdings range;
    bool waiting; /* the player is to answer `question`                                   */
    bool full;    /* too long a hand: no more raises                                      */
    struct felt_probe_ask_question question, imagined;
    struct felt_poker state; /* imagined, never the one that is played                     */
    /* Room for felt_probe_lbr_choose(). */
    const felt_card *hand[FELT_COMBOS + 1];
    felt_value value[FELT_COMBOS + 1];
    uint32_t deals[FELT_COMBOS];
};

void felt_probe_lbr_init(struct felt_probe_lbr *lbr, const struct felt_probe *probe, void *block);
/* A hand begins, in this seat; *rng is the probe's own. */
void felt_probe_lbr_begin(struct felt_probe_lbr *lbr, felt_seat seat, struct felt_rng rng);
/* Every event, as the probe's seat may know it. */
void felt_probe_lbr_observe(struct felt_probe_lbr *lbr, const struct felt_event *event);
/* The player is to act; the view is that of the probe's seat. */
void felt_probe_lbr_wait(struct felt_probe_lbr *lbr, const struct felt_view *view);
/* The probe is to act. */
struct felt_decision felt_probe_lbr_choose(struct felt_probe_lbr *lbr,
                                           const struct felt_view *view);

#endif
