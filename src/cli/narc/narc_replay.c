/* narc_replay.c -- felt narc replay: a run that was played, hand by hand, in words or for a script.
 *
 * A file that was tampered with, or was played by other rules, is refused before anything is told
 * (narc_json.h). */
#include "command/args.h"
#include "cli/cli.h"
#include "command/narc_file.h"
#include "cli/narc/narc_show.h"
#include "lab/narc/narc_words.h"
#include "command/term.h"
#include "felt/assert.h"
#include "felt/json.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { OPTION_RULES, OPTION_CARDS, OPTION_VIEW, OPTION_STEP, OPTION_JSON, OPTIONS };
enum { HAND_BYTES = 512 * 1024, LINE_BYTES = 256 };

static const struct felt_args_option options[OPTIONS] = {
    {"rules", true}, {"cards", true}, {"view", true}, {"step", false}, {"json", false}};
static const char help[] =
    "Usage: felt narc replay FILE [--view ROLE] [--step | --json] [--rules R] [--cards C]\n"
    "\n"
    "Tells a run of Narc that was played, hand by hand: a file of felt play narc, or - for\n"
    "standard input.  Every action is played again by the engine; a file that does not fit is\n"
    "refused with the first word that is wrong.\n"
    "\n"
    "  --view ROLE  as the narc, the customer or the player saw it; all cards are open otherwise\n"
    "  --step       waits for a line after each action; q stops\n"
    "  --json       one JSON object for each hand\n"
    "  --rules R    the rule set it was played by, if it is none of felt narc list\n"
    "  --cards C    the same for the catalogue\n"
    "\n"
    "Examples:\n"
    "  felt narc replay --help\n";
static const struct felt_args_spec spec = {"narc replay", help, options, OPTIONS};

struct telling {
    struct felt_term term;
    felt_seat viewer; /* FELT_SEAT_NONE: sees everything */
    bool step, script;
    bool stopped; /* the person has seen enough */
    struct felt_narc_rules rules;
    struct felt_narc_run run;
    struct felt_narc_replay replay;
    struct felt_narc_words words;
    struct felt_event event[FELT_EVENTS_MAX];
    struct felt_buffer buffer; /* of the hand's object */
    struct felt_json json;
    char memory[HAND_BYTES];
};

/* ---- a hand ---- */

static int32_t number_of(const struct felt_narc_totals *totals, int index)
{
    const int32_t numbers[] = {totals->evidence, totals->cover, totals->heat, totals->profit};
    return numbers[index];
}

static void begin_hand(struct telling *telling)
{
    const struct felt_narc_replay *replay = &telling->replay;
    const struct felt_narc_state *state = &replay->state;
    const char *tier = telling->rules.catalogue.tier[state->tier].name;
    telling->words.heat = state->heat;
    telling->words.cash = state->cash;
    if (!telling->script) {
        if (replay->sessions > 1 || replay->hands > 1) printf("\n");
        felt_term_style(&telling->term, FELT_BOLD);
        printf("Session %u, hand %u", replay->sessions, replay->hands);
        felt_term_style(&telling->term, FELT_PLAIN);
        printf(" (heat %d, %s; cash %d)\n", (int)state->heat, tier, (int)state->cash);
        return;
    }
    telling->buffer = felt_buffer_make(telling->memory, sizeof telling->memory);
    telling->json = felt_json_make(&telling->buffer);
    felt_json_object(&telling->json);
    felt_json_key(&telling->json, "session");
    felt_json_uint(&telling->json, replay->sessions);
    felt_json_key(&telling->json, "hand");
    felt_json_uint(&telling->json, replay->hands);
    felt_json_key(&telling->json, "tier");
    felt_json_text(&telling->json, tier);
    felt_json_key(&telling->json, "told");
    felt_json_array(&telling->json);
}

/* The hand is over, or the run ends within it. */
static void end_hand(struct telling *telling)
{
    static const char *const names[] = {"evidence", "cover", "heat", "profit"};
    const struct felt_narc_state *state = &telling->replay.state;
    struct felt_json *json = &telling->json;
    if (!telling->script) return;
    felt_json_end(json);
    felt_json_key(json, "end");
    felt_json_text(json, felt_narc_end_word((enum felt_narc_end)state->end));
    for (int i = 0; i < 4; i++) {
        felt_json_key(json, names[i]);
        felt_json_int(json, number_of(&state->totals, i));
    }
    felt_json_key(json, "banked");
    felt_json_int(json, state->banked);
    felt_json_key(json, "run_heat");
    felt_json_int(json, state->heat);
    felt_json_key(json, "run_cash");
    felt_json_int(json, state->cash);
    felt_json_key(json, "session_over");
    felt_json_bool(json, state->session_over);
    felt_json_end(json);
    felt_assert(felt_json_done(json)); /* a hand has at most some 300 sentences */
    fwrite(telling->buffer.bytes, 1, telling->buffer.used, stdout);
    fputc('\n', stdout);
}

static void tell(struct telling *telling, const struct felt_event *event)
{
    char sentence[FELT_NARC_SENTENCE_BYTES];
    struct felt_buffer out = felt_buffer_make(sentence, sizeof sentence);
    struct felt_event seen = *event;
    if (telling->viewer != FELT_SEAT_NONE) seen = felt_event_for(event, telling->viewer);
    if (!felt_narc_words_event(&telling->words, &seen, &out)) return;
    (void)felt_buffer_terminate(&out);
    if (event->kind == FELT_EVENT_HAND) return; /* begin_hand() said so */
    if (telling->script)
        felt_json_text(&telling->json, sentence);
    else
        printf("  %s\n", sentence);
}

/* ---- the run ---- */

static void wait_for_line(struct telling *telling)
{
    char line[LINE_BYTES];
    if (!telling->step) return;
    (void)fflush(stdout);
    if (!fgets(line, sizeof line, stdin))
        telling->step = false; /* nobody is there any more: the rest in one go */
    else
        telling->stopped = line[0] == 'q';
}

static void tell_run(struct telling *telling)
{
    struct felt_event_log log = {telling->event, 0, FELT_EVENTS_MAX};
    struct felt_narc_replay *replay = &telling->replay;
    bool open = false; /* a hand is being told */
    felt_narc_replay_begin(replay, &telling->rules, &telling->run);
    telling->words = felt_narc_words_make(&telling->rules, telling->viewer);
    while (!telling->stopped && felt_narc_replay_next(replay, &log)) {
        if (!open) begin_hand(telling);
        for (uint32_t i = 0; i < log.count; i++) tell(telling, &log.event[i]);
        open = replay->state.phase != FELT_NARC_OVER;
        if (!open) end_hand(telling);
        wait_for_line(telling);
    }
    felt_assert(!replay->refused); /* it was read, which is playing it */
    if (open) end_hand(telling);
}

static void print_end(const struct telling *telling)
{
    const struct felt_narc_state *state = &telling->replay.state;
    unsigned hands = 0;
    if (telling->script || telling->stopped) return;
    for (uint32_t i = 0; i < telling->run.sessions; i++) hands += telling->run.session[i].hands;
    printf("%sSessions %u, hands %u, actions %u", hands ? "\n" : "", telling->run.sessions, hands,
           telling->run.actions);
    if (hands && state->phase == FELT_NARC_OVER)
        printf("; heat %d, cash %d in the end", (int)state->heat, (int)state->cash);
    else if (hands)
        printf("; the last hand is not finished");
    printf(".\n");
}

/* ---- the file ---- */

static bool read_view(const struct felt_args *args, const struct felt_narc_rules *rules,
                      felt_seat *out)
{
    static const char *const roles[FELT_ROLES] = {"narc", "customer", "player"};
    const char *word = args->value[OPTION_VIEW];
    *out = FELT_SEAT_NONE;
    if (!word) return true;
    for (int role = 0; role < FELT_ROLES; role++)
        if (!strcmp(word, roles[role])) {
            *out = felt_narc_seat(rules, (enum felt_narc_role)role);
            return true;
        }
    (void)felt_args_refuse(args, "--view \"%s\": take narc, customer or player", word);
    return false;
}

static int replay_file(const struct felt_args *args, struct telling *telling)
{
    char why[FELT_NARC_WHY_BYTES];
    size_t bytes;
    char *text = felt_narc_file_text(args->word[0], FELT_NARC_RUN_TEXT_MAX, &bytes, why);
    enum felt_status status = FELT_BAD_NAME;
    if (text)
        status = felt_narc_load_run(args->word[0], text, bytes, args->value[OPTION_RULES],
                                    args->value[OPTION_CARDS], &telling->rules, &telling->run, why);
    free(text);
    if (status != FELT_OK) {
        fprintf(stderr, "felt narc replay: %s\n", why);
        return FELT_EXIT_FAILED;
    }
    if (!read_view(args, &telling->rules, &telling->viewer)) return FELT_EXIT_USAGE;
    telling->term = felt_term_make(stdout);
    telling->step = felt_args_flag(args, OPTION_STEP);
    telling->script = felt_args_flag(args, OPTION_JSON);
    tell_run(telling);
    print_end(telling);
    return FELT_EXIT_OK;
}

int felt_cli_narc_show_replay(int argc, char **argv)
{
    struct felt_args args;
    if (!felt_args_read(&spec, argc, argv, &args)) return args.exit;
    if (args.count != 1) return felt_args_refuse(&args, "name one file of a run, or -");
    if (felt_args_flag(&args, OPTION_STEP) && felt_args_flag(&args, OPTION_JSON))
        return felt_args_refuse(&args, "take one of --step and --json");
    if (felt_args_flag(&args, OPTION_STEP) && !strcmp(args.word[0], "-"))
        return felt_args_refuse(&args, "--step reads standard input; name the run as a file");
    struct telling *telling = calloc(1, sizeof *telling);
    if (!telling) {
        (void)felt_args_refuse(&args, "out of memory; free some and try again");
        return FELT_EXIT_FAILED;
    }
    int code = replay_file(&args, telling);
    free(telling);
    return code;
}
