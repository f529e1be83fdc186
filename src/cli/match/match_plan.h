/* match_plan.h -- what `felt match` is asked to play: the options, read and verified.
 *
 * Two names are a duel, more are a league (every pair heads-up), with --table all names sit at one
 * table, and with --probe the one that is named plays against the probe.  A pairing is one of the
 * matches that follow from it: one, or one for each pair.  All pairings play the same number of
 * groups; the seed of each is derived from that of the match, so that results of different pairings
 * are independent. */
#ifndef FELT_CLI_MATCH_MATCH_PLAN_H
#define FELT_CLI_MATCH_MATCH_PLAN_H

#include "command/args.h"
#include "cli/match/match_file.h"
#include "programs/outside_player.h"
#include "command/setting.h"
#include "felt/probe.h"
#include "felt/rating.h"

enum felt_cli_match_option {
    FELT_CLI_MATCH_OPTION_VARIANT,
    FELT_CLI_MATCH_OPTION_LIMIT,
    FELT_CLI_MATCH_OPTION_STACKS,
    FELT_CLI_MATCH_OPTION_UNIT,
    FELT_CLI_MATCH_OPTION_HANDS,
    FELT_CLI_MATCH_OPTION_SEED,
    FELT_CLI_MATCH_OPTION_THREADS,
    FELT_CLI_MATCH_OPTION_DEALS,
    FELT_CLI_MATCH_OPTION_FUTURES,
    FELT_CLI_MATCH_OPTION_SAMPLES,
    FELT_CLI_MATCH_OPTION_SPRT,
    FELT_CLI_MATCH_OPTION_ON_ILLEGAL,
    FELT_CLI_MATCH_OPTION_PHH,
    FELT_CLI_MATCH_OPTION_RESUME,
    FELT_CLI_MATCH_OPTION_TABLE,
    FELT_CLI_MATCH_OPTION_JSON,
    FELT_CLI_MATCH_OPTION_MANNERS,
    FELT_CLI_MATCH_OPTION_PROBE,
    FELT_CLI_MATCH_OPTION_ASKED,
    FELT_CLI_MATCH_OPTION_LIST,
    FELT_CLI_MATCH_OPTION_BOT_MS,
    FELT_CLI_MATCH_OPTION_BOT_START,
    FELT_CLI_MATCH_OPTION_BOT_MEMORY,
    FELT_CLI_MATCH_OPTION_BOT_LOG,
    FELT_CLI_MATCH_OPTION_ACPC_BIND,
    FELT_CLI_MATCH_OPTIONS
};
_Static_assert((int)FELT_CLI_MATCH_OPTIONS < (int)FELT_ARGS_OPTIONS_MAX,
               "felt_setting_read() asks for one more, --players, that is never given");

enum felt_cli_match_form {
    FELT_CLI_MATCH_DUEL,
    FELT_CLI_MATCH_LEAGUE,
    FELT_CLI_MATCH_TABLE,
    FELT_CLI_MATCH_FORMS
};
/* "duel", "league", "table" */
const char *felt_cli_match_form_word(enum felt_cli_match_form form);

enum { FELT_CLI_MATCH_NAMES_MAX = FELT_RATING_PLAYERS_MAX, FELT_CLI_MATCH_IDENTITY_BYTES = 32768 };

struct felt_cli_match_plan {
    const struct felt_args *args;
    enum felt_cli_match_form form;
    struct felt_setting setting; /* players: seats of each pairing                          */
    int names;
    struct felt_player_spec player[FELT_CLI_MATCH_NAMES_MAX];
    uint64_t hands_wanted, seed;
    uint32_t deals, futures, samples;
    int threads;
    bool stop_on_illegal, has_sprt, manners, probing;
    double sprt_low, sprt_high; /* units won by the first player in 100 hands                */
    const char *phh, *resume;   /* file names, or NULL                                      */
    struct felt_outside_options outside; /* for players from outside                        */
    bool has_outside;                    /* there are such players: not reproducible         */
    /* what follows */
    int pairings;
    struct felt_match *match;                     /* of each pairing; owned                      */
    uint8_t (*who)[FELT_SEATS_MAX];               /* its players, as numbers of player[]; owned  */
    uint64_t groups, hands;                       /* groups of a pairing, hands of a group       */
    uint32_t chunk;                               /* groups of a job                             */
    struct felt_probe probe;                      /* if probing: of the one pairing              */
    struct felt_cli_match_file file;              /* its identity; sums are the runner's         */
    char identity[FELT_CLI_MATCH_IDENTITY_BYTES]; /* the texts of `file`                        */
};

/* False: complained, exit 2; or *failed: no memory.  Close it in any case. */
bool felt_cli_match_plan_read(struct felt_cli_match_plan *plan, const struct felt_args *args,
                              bool *failed);
void felt_cli_match_plan_close(struct felt_cli_match_plan *plan);

/* What a result of a group, in thousandths of a chip, is in units per 100 hands. */
double felt_cli_match_plan_scale(const struct felt_cli_match_plan *plan);
/* The test on results of the first player of a duel. */
struct felt_sprt felt_cli_match_plan_sprt(const struct felt_cli_match_plan *plan);

#endif
