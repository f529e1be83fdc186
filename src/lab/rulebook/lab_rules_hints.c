/* lab_rules_hints.c -- hints for a rulebook, from players who were not free to do something.
 *
 * Two names play each deal from every seat; one of them never folds, never raises, never bluffs, or
 * always bets all it can.  What it loses by that is what the freedom is worth.  A hint is written
 * only if the 99 % interval leaves out zero: no hint is better than a wrong one. */
#include "base/format.h"
#include "lab/rulebook/lab_rules_parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { TURNS = 400000 /* moves that an effort of 1 plays for one hint */, GROUPS_MAX = 1000 };

static const double level = 0.99;

/* ---- playing ---- */

static bool run(struct felt_batch *batch, uint64_t groups, struct felt_batch_tally *tally)
{
    void *memory = malloc(felt_batch_bytes(batch));
    if (!memory) return false;
    struct felt_batch_table *table = felt_batch_sit(batch, memory);
    memset(tally, 0, sizeof *tally);
    for (uint64_t group = 0; group < groups; group++) felt_batch_play(table, group, tally);
    free(memory);
    return true;
}

static struct felt_batch batch_of(struct rules_play *play, struct felt_agent_spec first,
                                  struct felt_agent_spec second)
{
    return (struct felt_batch){.program = &play->program,
                               .strengths = &play->strengths,
                               .names = 2,
                               .agent = {first, second},
                               .seed = play->rules->seed + 1,
                               .watch = 1};
}

/* Moves are not all alike: to bet with cards of the table is to compare many hands, and with more
 * of them than may be used, many more. */
static double weight_of(const struct felt_genome_program *program)
{
    int use = program->evaluation[FELT_EVAL_COMMUNITY];
    int table = program->setup[FELT_SETUP_COMMUNITY];
    bool betting = false, more = program->session[FELT_SESSION_CYCLES] != 1;
    for (int i = 0; i < program->steps; i++) {
        const struct felt_genome_step *step = &program->step[i];
        betting |= step->type == FELT_PHASE_TYPE_BETTING;
        more |= step->type == FELT_PHASE_TYPE_PLAY && step->gene[FELT_PLAY_TARGET] == FELT_TO_TABLE;
        if (step->type == FELT_PHASE_TYPE_DEAL && step->gene[FELT_DEAL_TO] == FELT_DEAL_COMMUNITY)
            table += step->gene[FELT_DEAL_COUNT];
    }
    if (use == 0 || !betting) return 1;
    return more || table > use ? 60 : 4;
}

/* So many groups that the turns of an effort are spent, judged by the first few. */
static bool play_out(struct rules_play *play, struct felt_batch *batch,
                     struct felt_batch_tally *tally)
{
    enum { FIRST = 4 };
    if (!run(batch, FIRST, tally)) return false;
    double turns = (double)tally->turns / FIRST, wanted = TURNS * play->rules->effort;
    wanted /= weight_of(&play->program);
    double groups = turns > 0 ? wanted / turns : 0;
    if (groups > GROUPS_MAX) groups = GROUPS_MAX;
    if (groups < FELT_SCORE_MIN) return true; /* too few to prove anything */
    return run(batch, (uint64_t)groups, tally);
}

/* ---- saying it ---- */

__attribute__((format(printf, 2, 3))) static void hint(struct rules_play *play, const char *format,
                                                       ...)
{
    va_list arguments;
    if (play->hints == FELT_RULEBOOK_HINTS) return;
    struct felt_buffer text = felt_buffer_make(play->hint[play->hints++], RULES_HINT_BYTES);
    va_start(arguments, format);
    felt_format(&text, format, arguments);
    va_end(arguments);
    (void)felt_buffer_terminate(&text);
}

/* "1.2 chips", "14 chips": three figures are more than we know. */
static const char *figure(double number, char out[32])
{
    struct felt_buffer text = felt_buffer_make(out, 32);
    felt_buffer_decimal(&text, number, number < 1 ? 2 : number < 10 ? 1 : 0);
    return felt_buffer_terminate(&text);
}

struct limit_words {
    uint8_t limit;
    const char *worse, *better, *who; /* if the limit costs, if it pays; who plays so          */
};

/* What the second name loses against the first, per hand in chips, or in games. */
static bool say_limit(struct rules_play *play, const struct limit_words *words)
{
    struct felt_batch_tally tally;
    struct felt_agent_spec free_one = {.kind = FELT_AGENT_GREEDY};
    struct felt_agent_spec limited = {.kind = FELT_AGENT_GREEDY, .limit = words->limit};
    struct felt_batch batch = batch_of(play, free_one, limited);
    char number[32];
    if (!play_out(play, &batch, &tally)) return false;
    const struct felt_batch_line *line = &tally.line[1];
    const struct felt_score *score = play->program.chips ? &line->payoff : &line->won;
    if (score->count < FELT_SCORE_MIN) return true;
    struct felt_interval interval = felt_interval_fixed(score, level);
    double seats = (double)line->games / (double)score->count; /* and games in a group */
    if (play->program.chips) {
        if (interval.low <= 0 && interval.high >= 0) return true;
        double hands = (double)tally.hands / (double)tally.games;
        double chips = fabs(interval.mean) / seats / hands;
        hint(play, "%s: %s %s %s chips a hand against players who are free to choose.",
             interval.mean < 0 ? words->worse : words->better, words->who,
             interval.mean < 0 ? "loses" : "wins", figure(chips, number));
        return true;
    }
    double fair = FELT_GENOME_POINT * seats / play->program.seats;
    if (interval.low <= fair && interval.high >= fair) return true;
    double share = interval.mean / seats / FELT_GENOME_POINT * 100;
    hint(play, "%s: %s wins %s %% of games instead of %d %%.",
         interval.mean < fair ? words->worse : words->better, words->who, figure(share, number),
         (int)(100.0 / play->program.seats + 0.5));
    return true;
}

static bool has_phase(const struct rules_play *play, int type)
{
    for (int i = 0; i < play->program.steps; i++)
        if (play->program.step[i].type == type) return true;
    return false;
}

static bool say_limits(struct rules_play *play)
{
    static const struct limit_words words[] = {
        {FELT_AGENT_NEVER_FOLD, "Folding pays", "Do not fold too easily",
         "a player who never folds"},
        {FELT_AGENT_NEVER_RAISE, "Bet your good hands", "Go easy on bets and raises",
         "a player who never bets or raises"},
        {FELT_AGENT_NEVER_BLUFF, "Bluff now and then", "Honesty pays", "a player who never bluffs"},
        {FELT_AGENT_ALWAYS_MAX, "Choose when to bet", "Boldness pays",
         "a player who bets and raises whenever possible"}};
    bool betting = has_phase(play, FELT_PHASE_TYPE_BETTING) && play->program.chips;
    bool claims = has_phase(play, FELT_PHASE_TYPE_CLAIM);
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        bool there = betting || (claims && words[i].limit == FELT_AGENT_NEVER_BLUFF);
        if (there && !say_limit(play, &words[i])) return false;
    }
    return true;
}

/* Rules of thumb against chance. */
static bool say_skill(struct rules_play *play)
{
    struct felt_batch_tally tally;
    const struct felt_agent_spec greedy = {.kind = FELT_AGENT_GREEDY};
    const struct felt_agent_spec random = {.kind = FELT_AGENT_RANDOM};
    struct felt_batch batch = batch_of(play, greedy, random);
    char number[32];
    if (!play_out(play, &batch, &tally)) return false;
    const struct felt_batch_line *line = &tally.line[0];
    if (line->won.count < FELT_SCORE_MIN) return true;
    struct felt_interval interval = felt_interval_fixed(&line->won, level);
    double seats = (double)line->games / (double)line->won.count, all = (double)play->program.seats;
    double fair = FELT_GENOME_POINT * seats / all;
    double share = interval.mean / seats / FELT_GENOME_POINT * all / 2; /* of two names, 0 .. 1 */
    if (interval.low > fair)
        hint(play,
             share > 0.65
                 ? "Think before you play: simple rules of thumb win %s %% of games against "
                   "play at random."
                 : "There is a good deal of luck in it: simple rules of thumb win only %s %% "
                   "of games against play at random.",
             figure(share * 100, number));
    return true;
}

/* Who sits where the game begins, between equals. */
static bool say_seats(struct rules_play *play)
{
    struct felt_batch_tally tally;
    const struct felt_agent_spec greedy = {.kind = FELT_AGENT_GREEDY};
    struct felt_batch batch = batch_of(play, greedy, greedy);
    char number[32];
    if (!play_out(play, &batch, &tally) || tally.games < FELT_SCORE_MIN) return true;
    double games = (double)tally.games, fair = 1.0 / play->program.seats;
    double share = (double)tally.seat_won[0] / FELT_GENOME_POINT / games;
    double error = 2.576 * sqrt(fair * (1 - fair) / games);
    if (fabs(share - fair) < error || fabs(share - fair) < 0.02) return true;
    hint(play, "Starting the %s is %s: whoever does wins %s %% of games instead of %d %%.",
         play->program.several ? "first hand" : "game",
         share > fair ? "an advantage" : "a disadvantage", figure(share * 100, number),
         (int)(fair * 100 + 0.5));
    return true;
}

/* Of games between players of one kind. */
static bool minutes_of(struct rules_play *play, enum felt_agent_kind kind, double *minutes)
{
    enum { GROUPS = 3 };
    struct felt_batch_tally tally;
    struct felt_agent_spec agent = {.kind = (uint8_t)kind};
    struct felt_batch batch = batch_of(play, agent, agent);
    if (!run(&batch, GROUPS, &tally)) return false;
    const struct felt_batch_watch *watched = &tally.watched;
    double games = watched->games ? (double)watched->games : 1;
    double decisions = (double)watched->decisions;
    double choices = decisions > 0 ? (double)watched->moves / decisions : 1;
    double dull = (double)watched->turns - decisions;
    double seconds = decisions * (2 + log2(choices)) + dull + 25.0 * (double)tally.hands;
    *minutes = seconds / games / 60;
    return true;
}

/* People are neither; where the two differ much, one of them goes round in circles. */
bool rules_minutes(struct rules_play *play)
{
    double greedy, random;
    if (!minutes_of(play, FELT_AGENT_GREEDY, &greedy) ||
        !minutes_of(play, FELT_AGENT_RANDOM, &random))
        return false;
    play->minutes = greedy < random ? greedy : random;
    return true;
}

bool rules_hints(struct rules_play *play)
{
    return say_limits(play) && say_skill(play) && say_seats(play);
}
