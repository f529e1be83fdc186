/* narc_json.h -- Narc as text: catalogues of cards, rule sets, and runs that were played.
 *
 * Knows texts in memory, no files.  All three are strict JSON: no field twice, no field that is not
 * known, numbers whole and in their range, texts in UTF-8 without control characters.  What is
 * wrong is said with a JSON pointer and a reason; line and column where the text is no JSON.
 *
 *   J1  *out is written only on FELT_OK: nothing is half loaded.
 *   J2  write(read(text)) is canonical; read(write(x)) equals x.
 *   J3  reading takes time and memory in proportion to the limit of its text, whatever the text. */
#ifndef FELT_NARC_JSON_H
#define FELT_NARC_JSON_H

#include "felt/buffer.h"
#include "felt/narc.h"

FELT_BEGIN

enum { FELT_NARC_TEXT_MAX = 64 * 1024 };

/* "felt.narc.cards", version 1.  FELT_BAD_FORMAT, FELT_BAD_NAME, FELT_BAD_NUMBER, FELT_UNSUPPORTED,
 * FELT_FULL.  What a catalogue must be besides is said by felt_narc_rules_make().  `error` may be
 * NULL. */
FELT_API FELT_MUST_USE enum felt_status felt_narc_cards_read(const char *text, size_t bytes,
                                                             struct felt_narc_catalogue *out,
                                                             struct felt_narc_error *error);
/* FELT_FULL; FELT_BAD_RULES: a card without copies stands before one that has some (the former are
 * tier_cards in the file). */
FELT_API FELT_MUST_USE enum felt_status
felt_narc_cards_write(const struct felt_narc_catalogue *catalogue, struct felt_buffer *out);
/* A pointer of felt_narc_rules_make() names cards by their place in memory; this makes it one into
 * the file. */
FELT_API void felt_narc_cards_point(const struct felt_narc_catalogue *catalogue,
                                    struct felt_narc_error *error);

/* "felt.narc.rules", version 1.  Fields that are missing are those of felt_narc_options_usual;
 * hand_size is 0 if it is missing: the catalogue says (felt_narc_rules_join()). */
FELT_API FELT_MUST_USE enum felt_status felt_narc_options_read(const char *text, size_t bytes,
                                                               struct felt_narc_options *out,
                                                               struct felt_narc_error *error);
FELT_API FELT_MUST_USE enum felt_status
felt_narc_options_write(const struct felt_narc_options *options, struct felt_buffer *out);

/* What felt_narc_rules_make() does, with a hand_size of 0 and pointers as above. */
FELT_API FELT_MUST_USE enum felt_status
felt_narc_rules_join(const struct felt_narc_options *options,
                     const struct felt_narc_catalogue *catalogue, bool sweep,
                     struct felt_narc_rules *out, struct felt_narc_error *error);
/* Both texts at once; error->in_options says in which of them the fault is. */
FELT_API FELT_MUST_USE enum felt_status
felt_narc_rules_read(const char *options_text, size_t options_bytes, const char *cards_text,
                     size_t cards_bytes, bool sweep, struct felt_narc_rules *out,
                     struct felt_narc_error *error);

/* ---- a run that was played ----
 *
 * Actions by kinds of cards, session by session, hand by hand.  Chance is a seed: session k has the
 * generator felt_narc_run_rng(seed, k), which its first hand is opened with.  A session begins with
 * the state that the one before it left, but for heat and cash, which are told (heat cools down
 * between sessions); after a bust all cards are back (felt_narc_rest()).
 *
 *   J4  whoever plays by felt_narc_run_open(), _deal() and _act() has the very state that a replay
 *       of the run comes to, bit for bit.
 *
 *     felt_narc_run_begin(&run, &rules, seed);
 *     felt_narc_run_open(&run, &rules, heat, cash, &state, &log);       a session, its first hand
 *     felt_narc_run_act(&run, &rules, &state, seat, action, &log);      until the hand is over
 *     felt_narc_run_deal(&run, &rules, &state, &log);                   the next hand */
enum {
    FELT_NARC_RUN_SESSIONS_MAX = 64,
    FELT_NARC_RUN_ACTIONS_MAX = 16384,
    FELT_NARC_RUN_TEXT_MAX = 1024 * 1024 /* any run fits                                        */
};
struct felt_narc_run_action {
    uint8_t kind;
    uint8_t card; /* a kind of the catalogue, or FELT_CARD_NONE                                  */
};
struct felt_narc_run_session {
    int32_t heat, cash;    /* at its beginning                                                  */
    uint32_t first, count; /* its actions; automatic checks are none                            */
    uint32_t hands;        /* begun; the last one of a run may be unfinished                    */
};
struct felt_narc_run {
    char rules[FELT_NARC_NAME_BYTES], cards[FELT_NARC_NAME_BYTES];
    uint64_t hash, seed;
    uint32_t sessions, actions;
    struct felt_narc_run_session session[FELT_NARC_RUN_SESSIONS_MAX];
    struct felt_narc_run_action action[FELT_NARC_RUN_ACTIONS_MAX];
};

/* The generator of a session of a run. */
FELT_API struct felt_rng felt_narc_run_rng(uint64_t seed, uint32_t session);
FELT_API void felt_narc_run_begin(struct felt_narc_run *run, const struct felt_narc_rules *rules,
                                  uint64_t seed);
/* What *state is does not matter before the first session; later it is what the last one left.
 * FELT_FULL: too many sessions or actions; FELT_NOT_LEGAL: a hand is being played.  Then nothing
 * has changed. */
FELT_API FELT_MUST_USE enum felt_status
felt_narc_run_open(struct felt_narc_run *run, const struct felt_narc_rules *rules, int32_t heat,
                   int32_t cash, struct felt_narc_state *state, struct felt_event_log *log);
/* FELT_NOT_LEGAL: a hand is being played, or the session is over. */
FELT_API FELT_MUST_USE enum felt_status felt_narc_run_deal(struct felt_narc_run *run,
                                                           const struct felt_narc_rules *rules,
                                                           struct felt_narc_state *state,
                                                           struct felt_event_log *log);
/* As felt_narc_apply(); of several copies of a kind in the hand the first one is taken. */
FELT_API FELT_MUST_USE enum felt_status felt_narc_run_act(struct felt_narc_run *run,
                                                          const struct felt_narc_rules *rules,
                                                          struct felt_narc_state *state,
                                                          felt_seat seat, struct felt_action action,
                                                          struct felt_event_log *log);

/* Plays a run, step by step: what `felt narc replay` and a saved game use.
 *
 *     felt_narc_replay_begin(&replay, rules, run);
 *     while (felt_narc_replay_next(&replay, &log)) ...;      a hand begins, or one action
 */
struct felt_narc_replay {
    const struct felt_narc_rules *rules;
    const struct felt_narc_run *run;
    uint32_t sessions, hands, actions; /* begun; hands: of the last session; actions: done      */
    bool refused;                      /* the run goes on as it cannot                          */
    struct felt_narc_state state;      /* nothing before the first step                         */
};
FELT_API void felt_narc_replay_begin(struct felt_narc_replay *replay,
                                     const struct felt_narc_rules *rules,
                                     const struct felt_narc_run *run);
/* False: there is no more, or the next step is not legal (`refused`).  The log, which may be NULL,
 * is emptied first. */
FELT_API bool felt_narc_replay_next(struct felt_narc_replay *replay, struct felt_event_log *log);

/* ---- the same as a text: "felt.narc.run", version 1 ----
 *
 *     {"format": "felt.narc.run", "version": 1, "rules": "house", "cards": "back-room-curios",
 *      "hash": "0123456789abcdef", "seed": "42", "sessions": [{"heat": 0, "cash": 0,
 *      "hands": ["Nc Cr:handshake Pr:bootleg_records Cc | Pg ...", ...]}]}
 *
 * in which a card player can read along: N, C and P are the three; c checks, r:ID raises, s:ID
 * stays (commits a card to do so), f folds, g goes on at a decision point, | is a flip; automatic
 * checks are written in capitals (NC).  Automatic checks and flips must stand where they happen.
 * The last hand may be unfinished: a saved game is such a file. */

/* The names come first, so that the caller can find the rules. */
FELT_API FELT_MUST_USE enum felt_status felt_narc_run_names(const char *text, size_t bytes,
                                                            char rules[FELT_NARC_NAME_BYTES],
                                                            char cards[FELT_NARC_NAME_BYTES],
                                                            struct felt_narc_error *error);
/* Reads and plays by the rules.  FELT_NOT_LEGAL names the first action that cannot be;
 * FELT_UNSUPPORTED: other rules (hash). */
FELT_API FELT_MUST_USE enum felt_status felt_narc_run_read(const char *text, size_t bytes,
                                                           const struct felt_narc_rules *rules,
                                                           struct felt_narc_run *out,
                                                           struct felt_narc_error *error);
/* FELT_FULL; FELT_NOT_LEGAL: it cannot be played by these rules. */
FELT_API FELT_MUST_USE enum felt_status felt_narc_run_write(const struct felt_narc_run *run,
                                                            const struct felt_narc_rules *rules,
                                                            struct felt_buffer *out);

FELT_END

#endif
