/* player.h -- what every player is to the rest of the platform: it watches, and it chooses.
 *
 * A player is a kind (a table of functions) and a block of memory that the caller brings.  It gets
 * events and views made for its seat, never a state: it cannot look at a card it may not see.  It
 * logs nothing; what it wants to tell is in its decision.
 *
 *   P1  choose() returns an action that one of the options of the view admits.
 *   P2  the choice depends on the settings, the generator given to sit(), and what was observed and
 *       viewed since: the same again, and the same actions follow.
 *   P3  a player writes to its own block only; the block holds no pointer into itself, and of
 *       others only those to constants and to what begin() was given.
 *   P4  a player whose time is over answers at once, with a warning.
 *
 * The order of calls:
 *
 *     sit, then for each hand: begin, observe (every event of the hand, forced bets first),
 *     choose when the seat is to act. */
#ifndef FELT_PLAYER_H
#define FELT_PLAYER_H

#include "felt/game.h"
#include "felt/persona.h"

FELT_BEGIN

/* How much thought a decision may take. */
struct felt_budget {
    uint32_t samples;              /* imagined deals, or iterations of a search; 0: as many as
                                      the player likes                                   */
    bool (*time_left)(void *self); /* asked now and then; NULL: there is time            */
    void *self;
};

/* What went wrong on the way to a decision, for the log of the caller. */
enum felt_warning {
    FELT_WARN_NONE,
    FELT_WARN_TIMEOUT,      /* time was over: check if it is free, else fold               */
    FELT_WARN_BAD_STATE,    /* the game state makes no sense: check if it is free, else fold */
    FELT_WARN_NO_EVALUATOR, /* no evaluator for this game: the default one was used        */
    FELT_WARN_BAD_CONFIG,   /* new settings were refused, the old ones are kept            */
    FELT_WARN_NO_ENTROPY,   /* no random seed was to be had: one was derived               */
    FELT_WARNINGS
};
/* "timeout", "bad_state", ... */
FELT_API const char *felt_warning_word(enum felt_warning warning);

struct felt_decision {
    struct felt_action action;
    const char *reasoning; /* a word like "strong_hand"; a constant, never NULL            */
    double confidence;     /* 0 .. 1                                                       */
    double strength;       /* 0 .. 1 of the hand as the player saw it; 0: it did not look  */
    double price;          /* what a call is of the pot with it, 0 .. 1                    */
    double range;          /* of all hands the share that the others are thought to hold after
                              what they did, 0 .. 1; 0: it did not ask                     */
    double share;          /* of the pot that it expects to win from those; 0: it did not ask */
    double gain;           /* chips expected over giving up; 0: it did not ask             */
    uint8_t warning;       /* enum felt_warning                                            */
};

/* Where a player sits during one hand. */
struct felt_place {
    const struct felt_game *game;
    const void *rules;
    felt_seat seat;
    void *owner;                  /* of the player's spec                                  */
    const struct felt_deal *deal; /* how the hand begins; NULL: events and views tell       */
};

struct felt_player_kind {
    const char *name;  /* "zoo:tag"                                                       */
    const char *title; /* a line about how it plays                                       */
    size_t bytes;      /* of the block, aligned as malloc does                            */
    size_t lasting;    /* so many at its beginning must last from call to call; what is behind
                          them only saves work and may be zeroed.  0: all of them         */
    bool has_settings; /* a persona may be given                                          */
    bool has_effort;   /* a number may be given: samples of a decision, as in mcts:400    */
    /* Does it know what to do in this game? */
    bool (*plays)(const struct felt_game *game, const void *rules);
    /* Takes a seat, with nothing remembered. */
    void (*sit)(void *self, const struct felt_strategy_config *settings, struct felt_rng rng);
    /* Other settings, from the next begin() on; nothing is forgotten.  NULL: sit anew. */
    void (*adjust)(void *self, const struct felt_strategy_config *settings);
    /* A hand begins; *place stays where it is until the next one. */
    void (*begin)(void *self, const struct felt_place *place);
    /* The event as the seat may know it (felt_event_for()).  NULL: the player does not watch. */
    void (*observe)(void *self, const struct felt_event *event);
    /* The viewer is to act. */
    struct felt_decision (*choose)(void *self, const struct felt_view *view,
                                   const struct felt_budget *budget);
};

/* Every kind there is, in the order of the help text. */
FELT_API int felt_player_count(void);
FELT_API const struct felt_player_kind *felt_player_at(int index);
/* NULL if there is none. */
FELT_API const struct felt_player_kind *felt_player_find(const char *name, size_t bytes);

/* A player as somebody names it: "zoo:tag", "house", "house:tight=7,aggr=3", "house:rock,aggr=4"
 * (felt_persona_read()), "mcts:400". */
enum { FELT_PLAYER_TEXT_MAX = 120 };
struct felt_player_spec {
    const struct felt_player_kind *kind;
    struct felt_strategy_config settings;
    uint32_t samples; /* 0: none were named, those of the budget hold                      */
    bool explains;    /* of its persona (persona.h)                                        */
    void *owner;      /* what begin() is given besides, for players from outside the library: it
                         outlives the game; NULL for ours                                  */
    char text[FELT_PLAYER_TEXT_MAX + 1]; /* as it was named                                */
};
/* What is given to choose(): the samples of its name, else those of the caller. */
static inline uint32_t felt_player_samples(const struct felt_player_spec *spec, uint32_t samples)
{
    return spec->samples ? spec->samples : samples;
}
enum { FELT_PLAYER_SAMPLES_MAX = 1000000 };
/* FELT_BAD_NAME (with the nearest name), FELT_BAD_NUMBER (a dial or number out of its range),
 * FELT_BAD_FORMAT, FELT_WRONG_COUNT (too long).  *out is written only on FELT_OK. */
FELT_API FELT_MUST_USE enum felt_status felt_player_read(const char *text, size_t bytes,
                                                         struct felt_player_spec *out,
                                                         struct felt_complaint *complaint);

/* What is done for a seat that gives no answer or a wrong one: check if it is free, else fold; go
 * on where a hand may be left between rounds, and stay with the lowest card where that is the
 * price; stand pat; of a forced discard the lowest cards; post the bring-in; one board; muck; of
 * moves the one that does the least.  The viewer is to act. */
FELT_API struct felt_action felt_player_timid(const struct felt_view *view);

/* The chips the viewer can win: the pot without what others staked on this street beyond the
 * viewer's reach. */
FELT_API felt_chips felt_player_pot(const struct felt_view *view);

FELT_END

#endif
