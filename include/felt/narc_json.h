/* narc_json.h -- Narc as text: catalogues of cards, rule sets, and runs that were played.
 *
 * Knows texts in memory, no files.  All three are strict JSON: no field twice, no field that is not
 * known, numbers whole and in their range, texts in UTF-8 without control characters.  What is
 * wrong is said with a JSON pointer and a reason; line and column where the text is no JSON.
 *
 *   J1  *out is written only on FELT_OK: nothing is half loaded.
 *   J2  write(read(text)) is canonical; read(write(x)) equals x.
 *   J3  reading takes time and memory in proportion to FELT_NARC_TEXT_MAX, whatever the text. */
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

/* ---- a run that was played: "felt.narc.run", version 1 ----
 *
 * Names of rule set and catalogue and the hash of the rules, the seed, heat and cash at the
 * beginning, and every action of every hand in short words, in which a card player can read along:
 *
 *     {"format": "felt.narc.run", "version": 1, "rules": "house", "cards": "back-room-curios",
 *      "hash": "0123456789abcdef", "seed": "42", "sessions": [{"heat": 0, "cash": 0,
 *      "hands": ["Nc Cr:handshake Pr:bootleg_records Cc | ... ", ...]}]}
 *
 * c checks, r:ID raises, s:ID stays (commits a card to do so), f folds, g goes on at a decision
 * point, | is a flip; automatic checks are written in capitals (NC).  A session's seed is made of
 * the run's and its number.  The last hand may be unfinished: a saved game is such a file. */
enum {
    FELT_NARC_RUN_SESSIONS_MAX = 64,
    FELT_NARC_RUN_ACTIONS_MAX = 16384,
    FELT_NARC_RUN_TEXT_MAX = 512 * 1024
};
struct felt_narc_run_action {
    uint8_t kind;
    uint8_t card; /* a kind of the catalogue, or FELT_CARD_NONE                                  */
};
struct felt_narc_run_session {
    int32_t heat, cash;    /* at its beginning                                                  */
    uint32_t first, count; /* its actions                                                       */
};
/* A flat value of some kilobytes for a hand; actions are the caller's memory. */
struct felt_narc_run {
    char rules[FELT_NARC_NAME_BYTES], cards[FELT_NARC_NAME_BYTES];
    uint64_t hash, seed;
    uint32_t sessions, actions;
    struct felt_narc_run_session session[FELT_NARC_RUN_SESSIONS_MAX];
    struct felt_narc_run_action action[FELT_NARC_RUN_ACTIONS_MAX];
};
/* Reads against rules, by which the actions are played: FELT_NOT_LEGAL names the first action that
 * cannot be.  FELT_UNSUPPORTED: other rules (hash).  A text is read with its names first
 * (felt_narc_run_names()), so that the caller can find the rules. */
FELT_API FELT_MUST_USE enum felt_status felt_narc_run_names(const char *text, size_t bytes,
                                                            char rules[FELT_NARC_NAME_BYTES],
                                                            char cards[FELT_NARC_NAME_BYTES],
                                                            struct felt_narc_error *error);
FELT_API FELT_MUST_USE enum felt_status felt_narc_run_read(const char *text, size_t bytes,
                                                           const struct felt_narc_rules *rules,
                                                           struct felt_narc_run *out,
                                                           struct felt_narc_error *error);
FELT_API FELT_MUST_USE enum felt_status felt_narc_run_write(const struct felt_narc_run *run,
                                                            const struct felt_narc_rules *rules,
                                                            struct felt_buffer *out);

/* Plays a run, step by step: what `felt narc replay`, a saved game and the reader use.
 *
 *     felt_narc_replay_begin(&replay, rules, run);
 *     while (felt_narc_replay_next(&replay, &log)) ...;      one action, hand or session further
 */
struct felt_narc_replay {
    const struct felt_narc_rules *rules;
    const struct felt_narc_run *run;
    uint32_t session, action; /* the next ones                                                   */
    struct felt_narc_state state;
};
FELT_API void felt_narc_replay_begin(struct felt_narc_replay *replay,
                                     const struct felt_narc_rules *rules,
                                     const struct felt_narc_run *run);
/* False: there is no more, or the next action is not legal (then replay->action < run->actions). */
FELT_API bool felt_narc_replay_next(struct felt_narc_replay *replay, struct felt_event_log *log);
/* The generator of a session of a run. */
FELT_API struct felt_rng felt_narc_run_rng(uint64_t seed, uint32_t session);

FELT_END

#endif
