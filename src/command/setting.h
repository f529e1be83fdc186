/* setting.h -- the table that a command line describes: variant, limit, seats, stacks.
 *
 * Each function reads one option.  What is wrong is said on stderr in one line; the command then
 * ends with exit code 2. */
#ifndef FELT_COMMAND_SETTING_H
#define FELT_COMMAND_SETTING_H

#include "command/args.h"
#include "felt/rotation.h"

enum { FELT_SETTING_LIMITS = 3 }; /* no limit, pot limit, fixed limit: 0, 1, 2 */
enum { FELT_SETTING_SEATS_BYTES = 32 };

/* "nl" and "no limit". */
const char *felt_setting_limit_name(enum felt_limit limit);
const char *felt_setting_limit_title(enum felt_limit limit);

/* Whether a variant is played with a limit: whether its usual rules can be made. */
bool felt_setting_plays(const struct felt_variant *variant, enum felt_limit limit);

/* What a variant is usually played with. */
enum felt_limit felt_setting_usual(const struct felt_variant *variant);

/* For how many players: "2", "2 to 8". */
const char *felt_setting_seats(int min, int max, char out[FELT_SETTING_SEATS_BYTES]);

/* The variant of that name, in any case.  NULL: complained. */
const struct felt_variant *felt_setting_variant(const struct felt_args *args, const char *name);

/* The limit that an option names, as a set with bit 1 << limit; "all" is all three of them, and the
 * set is `*limits` as it was if the option is not given.  `choices` is what a complaint offers:
 * "nl, pl or fl".  False: complained. */
bool felt_setting_limits(const struct felt_args *args, int option, const char *choices,
                         unsigned *limits);

/* "6" or "2-10".  Both ends are as they were if the option is not given. */
bool felt_setting_players(const struct felt_args *args, int option, int *min, int *max);

/* The big blind, or the small bet. */
bool felt_setting_unit(const struct felt_args *args, int option, felt_chips *unit);

/* "500", which is everybody's stack, or "500,1k,80".  `*count` is how many were named, 0 if the
 * option is not given.  False: complained. */
bool felt_setting_stacks(const struct felt_args *args, int option,
                         felt_chips stacks[FELT_SEATS_MAX], int *count);

/* One variant with one limit at one table, for commands that play no mixture. */
struct felt_setting {
    const struct felt_variant *variant;
    enum felt_limit limit;
    felt_chips unit;
    int players;
    felt_chips stack[FELT_SEATS_MAX];
    struct felt_poker_rules rules;
};
struct felt_setting_options {
    int limit, players, stacks, unit; /* which options of the command they are */
};
/* `name` is the variant; `setting` comes with the defaults for limit (FELT_LIMITS: the usual one),
 * unit and players, of which limit and players yield to what the variant can do.  Without
 * --players, a list of stacks says how many seats there are.  Stacks are 100 units if they are not
 * given. */
bool felt_setting_read(const struct felt_args *args, const struct felt_setting_options *options,
                       const char *name, struct felt_setting *setting);

/* Several games at one table: `typed` is a rotation (rotation.h), in any case.  Fills in unit,
 * players and stacks as above; variant, limit and rules change with each game
 * (felt_rotation_rules()). */
bool felt_setting_rotation(const struct felt_args *args, const struct felt_setting_options *options,
                           const char *typed, struct felt_rotation *rotation,
                           struct felt_setting *setting);

#endif
