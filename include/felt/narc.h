/* narc.h -- Narc, Customer, Player: a game in which a raise is a card.
 *
 * The Player wants Cover of at least the Evidence when the hand ends, and as much Profit as can be
 * had.  The Narc builds Evidence, the Customer changes the terms.  A hand has rounds of draw, bet,
 * flip, decide; in a betting round (commits.h) a raise commits a card face down.  docs/RULES.md 18
 * has the rules by number, docs/NARC.md how to play.
 *
 * Rules are a catalogue of cards and a rule set, made and verified once (felt_narc_rules_make()).
 * A state is one hand, with everything that lasts from hand to hand of a session: piles, heat,
 * cash.  The next hand is opened from the state of the last one (felt_deal.carry).
 *
 *   N1  every card is in exactly one pile: deck, hand, committed (down, up), spent, gone.
 *       Asserted after every action, in release builds too.
 *   N2  G2: what an option admits is accepted, all else is refused and changes nothing.
 *   N3  chance is spent by deal(): it gives the decks in an order, or a generator that decides
 * which card of a deck is drawn next.  The same generator shuffles what is recycled and picks the
 *       price of a fold.  The same deal and actions give the same bytes.
 *   N4  a view and its events show a card to whoever may see it: one's own hand, what has been
 *       flipped, what was discarded openly; never the order of a deck, a card face down of
 *       another, or one that was folded unseen.
 *   N5  no round has more than seats * (cap + 1) actions, no hand more than rounds of them plus the
 *       decisions, no session more than session_hands hands.
 *   N6  Evidence and Cover are never negative; Profit neither.  Totals are those of all flipped
 *       cards in the order in which they were committed.
 *
 * A seat is a place in the order of a round; a role is what it plays.  In the usual order they are
 * the same.  Cards have two numbers.  Inside a state each copy has its own (0 .. rules.cards-1):
 * piles are masks.  Events, views and decks of the outside show *kinds*: entries of the catalogue.
 */
#ifndef FELT_NARC_H
#define FELT_NARC_H

#include "felt/commits.h"
#include "felt/game.h"

FELT_BEGIN

enum felt_narc_role { FELT_ROLE_NARC, FELT_ROLE_CUSTOMER, FELT_ROLE_PLAYER, FELT_ROLES };

enum felt_narc_type {
    FELT_NARC_PRODUCT,    /* price, heat: the last one counts                                */
    FELT_NARC_LOCATION,   /* evidence, cover: the last one is the base; price_flat with it   */
    FELT_NARC_EVIDENCE,   /* evidence: added                                                 */
    FELT_NARC_COVER,      /* cover: added                                                    */
    FELT_NARC_MODIFIER,   /* evidence, cover, price_flat: added; price_steps: multiplied     */
    FELT_NARC_INSURANCE,  /* cover: added; cost, heat_penalty: the last one counts           */
    FELT_NARC_CONVICTION, /* threshold: the last one counts                                  */
    FELT_NARC_TYPES
};

enum {
    FELT_NARC_KINDS_MAX = FELT_CARDS_MAX, /* of a catalogue: a set of kinds is a felt_cards     */
    FELT_NARC_CARDS_MAX = FELT_CARDS_MAX, /* in the three decks together                        */
    FELT_NARC_DECK_MIN = 15,
    FELT_NARC_DECK_MAX = 20,    /* of one role                                                    */
    FELT_NARC_FACTORS_MAX = 18, /* cards with a price factor, so that 128 bits hold the product  */
    FELT_NARC_STEPS_MAX = 60,   /* a factor is at most three times the price                     */
    FELT_NARC_TIERS_MAX = 8,
    FELT_NARC_ROUNDS_MAX = 5,
    FELT_NARC_HAND_MAX = 6,
    FELT_NARC_CAP_MAX = 6,
    FELT_NARC_COMMITS_MAX = 45, /* rounds * (cap + calls)                                       */
    FELT_NARC_SESSION_MAX = 24, /* hands                                                        */
    FELT_NARC_FACTOR = 20,      /* price factors are in steps of 5 %: 20 is once the price      */
    FELT_NARC_NUMBER_MAX = 10000,
    FELT_NARC_CASH_MAX = 1000000000, /* cash and heat of a run stay within                      */
    FELT_NARC_ID_BYTES = 32,
    FELT_NARC_NAME_BYTES = 48,
    FELT_NARC_TEXT_BYTES = 120
};

/* ---- the catalogue ---- */

struct felt_narc_card {
    char id[FELT_NARC_ID_BYTES];     /* "bootleg_records": lower case, digits, underscores       */
    char name[FELT_NARC_NAME_BYTES]; /* "Bootleg Records"                                        */
    char text[FELT_NARC_TEXT_BYTES]; /* a line for the mood; may be empty                        */
    uint8_t owner, type;             /* enum felt_narc_role, enum felt_narc_type                 */
    uint8_t count;                   /* copies in the deck, in the first tier                    */
    uint8_t price_steps;             /* factor of the price in steps of 5 %                      */
    int16_t price, price_flat;
    int16_t evidence, cover, heat;
    int16_t cost, heat_penalty, threshold;
};

/* Heat at the start of a session picks the Narc's deck: the base deck and its changes. */
struct felt_narc_tier {
    char name[FELT_NARC_NAME_BYTES];
    int32_t heat_min;
    int8_t change[FELT_NARC_KINDS_MAX]; /* copies more or less than card.count                 */
};

struct felt_narc_catalogue {
    char name[FELT_NARC_NAME_BYTES];
    uint8_t hand_size; /* what a rule set does not say otherwise                                */
    uint8_t kinds, tiers;
    struct felt_narc_card card[FELT_NARC_KINDS_MAX];
    struct felt_narc_tier tier[FELT_NARC_TIERS_MAX];
};

/* ---- a rule set ---- */

enum felt_narc_answers {
    FELT_ANSWERS_BEHIND,
    FELT_ANSWERS_OTHERS,
    FELT_ANSWERS_POKER,
    FELT_ANSWERS
};

struct felt_narc_options {
    char name[FELT_NARC_NAME_BYTES];  /* "house"                                                 */
    char title[FELT_NARC_TEXT_BYTES]; /* a line for lists                                        */
    uint8_t rounds, hand_size, cap;
    uint8_t cap_effect; /* enum felt_cap_effect                                                  */
    uint8_t answers;    /* enum felt_narc_answers                                                */
    bool initiative;    /* no: nobody has an option                                              */
    uint8_t order[FELT_ROLES];  /* roles by seat, in the order of a round                         */
    bool rotates;               /* each round begins one seat later                               */
    uint8_t fold_price;         /* cards that the Player loses by folding, at random              */
    bool pays_to_stay;          /* commits.h K5                                                   */
    bool insurance, conviction; /* no: these cards only count for what they add                  */
    bool tiers;                 /* no: always the first one                                      */
    bool open;                  /* cards are committed face up                                   */
    int16_t pot_per_card;       /* profit for each card that lies on the table at the end        */
    uint8_t session_hands;      /* at most                                                       */
    uint8_t session_cards;      /* the session ends when the Player has fewer, deck and hand     */
    bool recycles;              /* Narc and Customer shuffle what they spent when they run out   */
    /* Who plays a seat that no person plays, by role: names of narc_players.h. */
    char bot[FELT_ROLES][FELT_NARC_ID_BYTES];
};
/* `house` without a name: what a rule set is that says nothing. */
extern FELT_API const struct felt_narc_options felt_narc_options_usual;

/* ---- rules: both, ready to play ---- */

/* What a flip needs of a kind. */
struct felt_narc_worth {
    int16_t evidence, cover, heat, price, price_flat;
    uint8_t type, owner, price_steps;
    uint8_t slot; /* of the totals: the last card of a slot is the active one                    */
    int16_t cost, penalty, threshold;
    int16_t add_evidence, add_cover, add_flat; /* what every card adds; a location only if active */
};

struct felt_narc_rules {
    struct felt_narc_options options;
    struct felt_narc_catalogue catalogue;
    struct felt_commit_rules betting;
    bool usual_betting; /* seats behind answer, the cap ends, with an option, nobody pays to stay */
    uint8_t cards;      /* in all decks                          */
    uint8_t first[FELT_ROLES], count[FELT_ROLES]; /* cards of a role: first .. first+count  */
    felt_cards of_role[FELT_ROLES];               /* the same as masks                     */
    uint8_t kind[FELT_NARC_TIERS_MAX][FELT_NARC_CARDS_MAX]; /* of a card, rising within a role    */
    struct felt_narc_worth worth[FELT_NARC_KINDS_MAX + 1];  /* the last one is nothing         */
    uint8_t seat_of[FELT_ROLES]; /* options.order turned round            */
    uint64_t hash; /* of everything that play depends on: names and texts do not                 */
};

/* Why not: a JSON pointer into the file it came from ("/cards/3/price", "/cap") and the reason. */
enum { FELT_NARC_POINTER_BYTES = 64 };
struct felt_narc_error {
    bool in_options; /* else in the catalogue                                                    */
    char pointer[FELT_NARC_POINTER_BYTES];
    char text[FELT_COMPLAINT_BYTES];
};
/* FELT_BAD_RULES; *out is written only on FELT_OK.  error may be NULL.  `sweep`: a cap below three
 * is accepted, and mutes (DECISIONS NARC-3). */
FELT_API FELT_MUST_USE enum felt_status
felt_narc_rules_make(const struct felt_narc_options *options,
                     const struct felt_narc_catalogue *catalogue, bool sweep,
                     struct felt_narc_rules *out, struct felt_narc_error *error);

static inline enum felt_narc_role felt_narc_role(const struct felt_narc_rules *rules,
                                                 felt_seat seat)
{
    return (enum felt_narc_role)rules->options.order[seat];
}
static inline felt_seat felt_narc_seat(const struct felt_narc_rules *rules,
                                       enum felt_narc_role role)
{
    return (felt_seat)rules->seat_of[role];
}
/* "Narc", "Customer", "Player"; "product", ... */
FELT_API const char *felt_narc_role_name(enum felt_narc_role role);
FELT_API const char *felt_narc_type_word(enum felt_narc_type type);
/* The tier of a session that begins with this heat. */
FELT_API int felt_narc_tier_at(const struct felt_narc_rules *rules, int32_t heat);

/* ---- totals ---- */

struct felt_narc_totals {
    int32_t evidence, cover, heat, profit;
    int8_t product, location, insurance, conviction; /* kinds that are active, -1: none           */
};
/* Of kinds in the order in which they were committed; `withdrawn`: roles that folded (bits), of
 * whose cards only the heat counts. */
FELT_API struct felt_narc_totals felt_narc_totals_of(const struct felt_narc_rules *rules,
                                                     const uint8_t *kinds, int count,
                                                     unsigned withdrawn);

enum felt_narc_end {
    FELT_NARC_PLAYING,
    FELT_NARC_SAFE,   /* Evidence <= Cover: Profit is banked                                    */
    FELT_NARC_SAVED,  /* an insurance paid; no Profit                                           */
    FELT_NARC_BUSTED, /* the run is over                                                        */
    FELT_NARC_FOLDED, /* the Player left the hand                                               */
    FELT_NARC_ENDS
};
/* "safe", ... */
FELT_API const char *felt_narc_end_word(enum felt_narc_end end);
/* Resolution (RULES 18.7) of totals with the cash and the heat of the run before the hand. */
FELT_API enum felt_narc_end felt_narc_resolve(const struct felt_narc_rules *rules,
                                              const struct felt_narc_totals *totals, int32_t cash,
                                              int32_t run_heat);

/* ---- a hand ---- */

enum felt_narc_phase { FELT_NARC_BETTING, FELT_NARC_DECISION, FELT_NARC_OVER };

struct felt_narc_state {
    struct felt_commits betting;
    struct felt_rng later; /* for cards to be drawn and the price of a fold: nobody sees it      */
    /* N1: where the cards are. */
    felt_cards deck, hand, down, up, spent, gone;
    felt_cards open_spent; /* of spent: those that everybody has seen                            */
    uint8_t pile[FELT_NARC_CARDS_MAX]; /* the decks: what is left of a role's from first+top on   */
    uint8_t top[FELT_ROLES], left[FELT_ROLES];
    uint8_t ordered; /* roles as bits whose deck is drawn as it lies; else `later` picks the card */
    uint8_t commit[FELT_NARC_COMMITS_MAX]; /* cards of this hand, in order                    */
    uint8_t commits, flipped;
    struct felt_narc_totals totals; /* of what is flipped                                         */
    int32_t cash, heat;             /* of the run: before this hand, and after it once it is over */
    int32_t banked;                 /* by this hand; negative: an insurance was paid              */
    int32_t session_banked;         /* by this session, this hand included once it is over        */
    uint16_t actions;
    uint8_t phase, end; /* enum felt_narc_phase, enum felt_narc_end                               */
    uint8_t round;      /* 0, 1, 2                                                                */
    uint8_t tier;
    uint8_t hand_number; /* in the session, from 1                                                */
    uint8_t folded;      /* roles as bits                                                         */
    bool session_over;   /* known once the hand is over: busted, too few cards, the last hand     */
};
FELT_STATIC_ASSERT(sizeof(struct felt_narc_state) <= 512, "copied at every step of a search");

/* A run before its first session, to open a hand from: no cards are lost yet. */
FELT_API void felt_narc_rest(const struct felt_narc_rules *rules, int32_t heat, int32_t cash,
                             struct felt_narc_state *state);

/* The next hand of the run that `last` is over of: of the same session, or, if that is over or
 * `last` is one of felt_narc_rest(), of a new one (all cards but those that are gone).  After a
 * bust a new run begins: heat and cash are as `last` says, whoever starts anew rests first.  `last`
 * and `state` may be the same. */
FELT_API void felt_narc_begin(const struct felt_narc_rules *rules,
                              const struct felt_narc_state *last, struct felt_rng *rng,
                              struct felt_narc_state *state, struct felt_event_log *log);
/* The same with given decks: `cards` are all copies in the order in which they will be drawn, each
 * role's among themselves; FELT_BAD_DEAL: not every card once.  For a new session only. */
FELT_API FELT_MUST_USE enum felt_status
felt_narc_begin_with(const struct felt_narc_rules *rules, const struct felt_narc_state *last,
                     const uint8_t *cards, int count, const struct felt_rng *later,
                     struct felt_narc_state *state, struct felt_event_log *log);

static inline felt_seat felt_narc_actor(const struct felt_narc_rules *rules,
                                        const struct felt_narc_state *state)
{
    if (state->phase == FELT_NARC_BETTING) return state->betting.turn.actor;
    return state->phase == FELT_NARC_DECISION ? felt_narc_seat(rules, FELT_ROLE_PLAYER)
                                              : (felt_seat)FELT_SEAT_NONE;
}
/* Bits 1 << enum felt_action_kind of the actor: FOLD, CHECK, CALL, COMMIT; FOLD, CONTINUE; 0. */
FELT_API unsigned felt_narc_legal(const struct felt_narc_rules *rules,
                                  const struct felt_narc_state *state);
/* The cards of a seat's hand in the order that actions count them (by number, lowest first).  The
 * `cards` of COMMIT and CALL have one bit: 1 << i is the i-th.  Returns how many. */
FELT_API int felt_narc_hand(const struct felt_narc_rules *rules,
                            const struct felt_narc_state *state, felt_seat seat,
                            uint8_t cards[FELT_NARC_HAND_MAX]);
static inline int felt_narc_kind(const struct felt_narc_rules *rules,
                                 const struct felt_narc_state *state, int card)
{
    return rules->kind[state->tier][card];
}
/* N2.  FELT_NOT_YOUR_TURN, FELT_NOT_LEGAL, FELT_BAD_DISCARD (not one card of the hand),
 * FELT_BAD_AMOUNT (fields that do not belong to the kind).  The log may be NULL. */
FELT_API FELT_MUST_USE enum felt_status felt_narc_apply(const struct felt_narc_rules *rules,
                                                        struct felt_narc_state *state,
                                                        felt_seat seat, struct felt_action action,
                                                        struct felt_event_log *log);
/* The same without asking whether it is legal, for simulations that know: `card` is a card of the
 * actor's hand, for COMMIT and CALL. */
FELT_API void felt_narc_act(const struct felt_narc_rules *rules, struct felt_narc_state *state,
                            enum felt_action_kind kind, int card);

/* What lies hidden from the seat is dealt anew, uniformly: hands and face-down cards of others,
 * cards nobody saw, the order of all decks, the generator.  What the seat knows stays. */
FELT_API void felt_narc_redeal(const struct felt_narc_rules *rules, struct felt_narc_state *state,
                               felt_seat seat, struct felt_rng *rng);

/* N1, N6 and what turn.h and commits.h promise: false names nothing, it is for tests and searches
 * of faults; apply() asserts N1 itself. */
FELT_API bool felt_narc_sound(const struct felt_narc_rules *rules,
                              const struct felt_narc_state *state);
/* Field by field, and a hash of the same. */
FELT_API bool felt_narc_equal(const struct felt_narc_state *a, const struct felt_narc_state *b);
FELT_API uint64_t felt_narc_hash(const struct felt_narc_state *state);

/* ---- as a game (game.h) ---- */

/* felt_view.number of this game. */
enum felt_narc_number {
    FELT_NARC_EVIDENCE_NOW,
    FELT_NARC_COVER_NOW,
    FELT_NARC_HEAT_NOW, /* of this hand                                                           */
    FELT_NARC_PROFIT_NOW,
    FELT_NARC_RUN_HEAT,
    FELT_NARC_RUN_CASH,
    FELT_NARC_TIER,
    FELT_NARC_ROUND, /* from 1                                                                   */
    FELT_NARC_HAND_NUMBER,
    FELT_NARC_END,     /* enum felt_narc_end                                                  */
    FELT_NARC_BANKED,  /* by this hand                                                        */
    FELT_NARC_SESSION, /* banked by the session                                               */
    FELT_NARC_OWNERS,  /* two bits for each card of the table, first one lowest: its role     */
    FELT_NARC_FOLDED_ROLES,
    FELT_NARC_COUNTS, /* bits 0-15 actions, 16 session over, 24-31 cards flipped, 32-39 faces */
    FELT_NARC_MORE_OWNERS, /* of the table's cards from the 33rd on                              */
    FELT_NARC_NUMBERS
};
FELT_STATIC_ASSERT((int)FELT_NARC_NUMBERS <= (int)FELT_NUMBERS_MAX, "they fit a view");

/* Rules: struct felt_narc_rules, state: struct felt_narc_state.  Seats are 0, 1 and 2; stacks are
 * not looked at.  felt_deal.carry is the last state or NULL (a run without heat and cash);
 * felt_deal.deck, for a new session, holds all copies (0 .. rules.cards-1).
 *
 * Zones of a view: HAND of each seat; BOARD: the cards of the table in the order in which they were
 * committed; DISCARDS of each seat; PILE of the Player: cards that are gone; STUB of each seat.
 * betting.turn is the round's; stacks are 0.  Phases: FELT_PHASE_BET, FELT_PHASE_DECIDE.
 *
 * Events: HAND (to = its number), ROUND, DEAL, ACT (CHECK with amount 1: it was automatic; COMMIT
 * and CALL with the card), INITIATIVE, FLIP, TALLY, PLAY (the price of a fold), SHUFFLE, OUTCOME,
 * OVER. */
extern FELT_API const struct felt_game felt_narc_game;

FELT_END

#endif
