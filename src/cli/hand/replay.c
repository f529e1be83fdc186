/* replay.c -- felt replay: recorded hands through the engine.
 *
 * Each hand is read, played and compared with what the file says about its end.  A hand that is
 * malformed, illegal or ends otherwise is different; one that nobody here can play is skipped. */
#include "cli/cli.h"
#include "cli/hand/hand_source.h"
#include "command/input.h"
#include "cli/hand/verify_shuffle.h"

#include "felt/assert.h"
#include "felt/replay.h"

#include <stdlib.h>
#include <string.h>

enum { OPTION_DECISIONS = FELT_CLI_HAND_OPTIONS, OPTION_JSON, OPTION_SHUFFLE, OPTIONS };
enum { REASONS_MAX = 16, LINE_BYTES = 1024 };

static const struct felt_args_option options[OPTIONS] = {
    FELT_CLI_HAND_OPTION_ROWS,
    [OPTION_DECISIONS] = {"decisions", false},
    [OPTION_JSON] = {"json", false},
    [OPTION_SHUFFLE] = {"verify-shuffle", true},
};

static const char help[] =
    "Usage: felt replay FILE... [--decisions | --json] [--format F] [--blinds SMALL/BIG]\n"
    "                   [--stacks CHIPS] [--limit L]\n"
    "       felt replay --verify-shuffle MATCH [FILE...]\n"
    "\n"
    "Plays recorded hands through the betting engine: every action must be legal, every card due,\n"
    "and the chips must end where the file says.  Says which hands are different and why; hands\n"
    "that unknown cards decide are skipped.  Exit code 1 if a hand is different, 2 if a file\n"
    "cannot be read.\n"
    "\n" FELT_CLI_HAND_FILE_HELP
    "  --decisions    one JSON object a hand: what could be done at each decision, final stacks\n"
    "  --json         the answer for a script\n"
    "  --verify-shuffle MATCH  does not play the hands but compares their cards with the keys "
    "that\n"
    "                 an arena told: MATCH holds a match_end frame, start_hand frames if you kept\n"
    "                 them, or an answer of /api/arena/matches/ID (docs/PROTOCOL.md, section "
    "8)\n" FELT_CLI_HAND_OPTION_HELP "\n"
    "Examples:\n"
    "  felt replay - --blinds 50/100 --stacks 20k <<<'STATE:0:f:5d5c|9hQd:50|-50:Ann|Bob'\n"
    "  felt replay - --blinds 50/100 --stacks 20k --decisions <<<'STATE:1:r300f:AhAd|7c2d:"
    "-100|100:A|B'\n"
    "  felt replay - --blinds 50/100 --stacks 20k --json <<<'STATE:0:f:5d5c|9hQd:50|-50:A|B'\n";

static const struct felt_args_spec spec = {"replay", help, options, OPTIONS};

struct reason {
    uint64_t hands;
    char text[FELT_COMPLAINT_BYTES];
    const char *file; /* where the first such hand stands */
    uint64_t line;
    char label[FELT_CLI_HAND_LABEL_BYTES];
};

struct work {
    bool decisions, json;
    uint64_t different, skipped, bad_listed;
    int reasons; /* why hands were skipped; what does not fit is only counted */
    struct reason reason[REASONS_MAX];
    struct felt_cli_hand_source source;
    struct felt_replay replay;
    char memory[FELT_RECORD_TEXT_MAX];
};

/* ---- words ---- */

static void list_bad(struct work *work, uint64_t line, const char *label, const char *reason)
{
    char memory[4 * LINE_BYTES];
    struct felt_buffer buffer = felt_buffer_make(memory, sizeof memory);
    struct felt_json json = felt_json_make(&buffer);
    felt_json_object(&json);
    felt_json_key(&json, "file");
    felt_json_text_n(&json, work->source.name, strnlen(work->source.name, LINE_BYTES / 2));
    felt_json_key(&json, "line");
    felt_json_uint(&json, line);
    felt_json_key(&json, "id");
    felt_json_text(&json, label);
    felt_json_key(&json, "reason");
    felt_json_text(&json, reason);
    felt_json_end(&json);
    felt_assert(felt_json_done(&json));
    if (work->bad_listed++ > 0) fputc(',', stdout);
    fwrite(memory, 1, buffer.used, stdout);
}

/* A hand that is different. */
static void report(struct work *work, bool readable, const struct felt_complaint *complaint)
{
    char label[FELT_CLI_HAND_LABEL_BYTES];
    uint64_t line = felt_cli_hand_source_line(&work->source, readable, complaint);
    work->different++;
    felt_cli_hand_source_label(&work->source, readable, label);
    felt_cli_hand_source_say(&work->source, "%s:%llu: hand %s: %s", work->source.name,
                             (unsigned long long)line, label, complaint->text);
    if (work->json) list_bad(work, line, label, complaint->text);
}

static void note_skip(struct work *work, bool readable, const struct felt_complaint *complaint)
{
    work->skipped++;
    int at = 0;
    while (at < work->reasons && strcmp(work->reason[at].text, complaint->text) != 0) at++;
    if (at == REASONS_MAX) return;
    if (at == work->reasons) {
        struct reason *fresh = &work->reason[work->reasons++];
        fresh->hands = 0;
        memcpy(fresh->text, complaint->text, sizeof fresh->text);
        fresh->file = work->source.name;
        fresh->line = felt_cli_hand_source_line(&work->source, readable, complaint);
        felt_cli_hand_source_label(&work->source, readable, fresh->label);
    }
    work->reason[at].hands++;
}

/* ---- one hand ---- */

static void print_decisions(struct work *work)
{
    char label[FELT_CLI_HAND_LABEL_BYTES];
    struct felt_buffer buffer = felt_buffer_make(work->memory, sizeof work->memory);
    struct felt_json json = felt_json_make(&buffer);
    felt_cli_hand_source_label(&work->source, true, label);
    felt_json_object(&json);
    felt_json_key(&json, "id");
    felt_json_text(&json, label);
    felt_json_key(&json, "decisions");
    felt_record_decisions_write(work->replay.decision, work->replay.decisions, &json);
    felt_json_key(&json, "final_stacks");
    felt_json_array(&json);
    for (int seat = 0; seat < work->source.record.seats; seat++)
        felt_json_int(&json, work->replay.finish[seat]);
    felt_json_end(&json);
    felt_json_end(&json);
    (void)felt_input_flush(&json);
}

static void play(struct work *work)
{
    const struct felt_record *record = &work->source.record;
    struct felt_complaint complaint = {0};
    enum felt_status status = felt_replay_run(record, &work->replay, &complaint);
    if (status == FELT_UNSUPPORTED) {
        note_skip(work, true, &complaint);
        return;
    }
    if (status == FELT_OK && work->decisions) print_decisions(work);
    if (status != FELT_OK || !felt_replay_agrees(record, &work->replay, &complaint))
        report(work, true, &complaint);
}

/* ---- the end ---- */

static void finish_json(const struct work *work)
{
    char memory[REASONS_MAX * 2 * FELT_COMPLAINT_BYTES + LINE_BYTES];
    struct felt_buffer buffer = felt_buffer_make(memory, sizeof memory);
    struct felt_json json = felt_json_make(&buffer);
    felt_json_array(&json);
    for (int i = 0; i < work->reasons; i++) {
        felt_json_object(&json);
        felt_json_key(&json, "reason");
        felt_json_text(&json, work->reason[i].text);
        felt_json_key(&json, "hands");
        felt_json_uint(&json, work->reason[i].hands);
        felt_json_end(&json);
    }
    felt_json_end(&json);
    felt_assert(felt_json_done(&json));
    printf("],\"skips\":%.*s,\"hands\":%llu,\"different\":%llu,\"skipped\":%llu}\n",
           (int)buffer.used, memory, (unsigned long long)work->source.hands,
           (unsigned long long)work->different, (unsigned long long)work->skipped);
}

static void finish(struct work *work)
{
    uint64_t counted = 0;
    for (int i = 0; i < work->reasons; i++) {
        const struct reason *reason = &work->reason[i];
        felt_cli_hand_source_say(&work->source, "%llu skipped: %s (first: %s:%llu, hand %s)",
                                 (unsigned long long)reason->hands, reason->text, reason->file,
                                 (unsigned long long)reason->line, reason->label);
        counted += reason->hands;
    }
    if (counted < work->skipped)
        felt_cli_hand_source_say(&work->source, "%llu skipped for other reasons",
                                 (unsigned long long)(work->skipped - counted));
    if (work->json)
        finish_json(work);
    else
        fprintf(work->decisions ? stderr : stdout, "%llu hands, %llu different, %llu skipped\n",
                (unsigned long long)work->source.hands, (unsigned long long)work->different,
                (unsigned long long)work->skipped);
}

static int replay_all(struct work *work)
{
    struct felt_complaint complaint;
    enum felt_status status;
    if (work->json) fputs("{\"bad\":[", stdout);
    while (felt_cli_hand_source_next(&work->source, &status, &complaint)) {
        if (status == FELT_OK)
            play(work);
        else if (status == FELT_UNSUPPORTED)
            note_skip(work, false, &complaint);
        else
            report(work, false, &complaint);
    }
    finish(work);
    if (work->source.failed) return FELT_EXIT_USAGE;
    return work->different ? FELT_EXIT_FAILED : FELT_EXIT_OK;
}

int felt_cli_replay(int argc, char **argv)
{
    struct felt_args args;
    if (!felt_args_read(&spec, argc, argv, &args)) return args.exit;
    if (felt_args_flag(&args, OPTION_DECISIONS) && felt_args_flag(&args, OPTION_JSON))
        return felt_args_refuse(&args, "take one of --decisions and --json");
    const char *match = args.value[OPTION_SHUFFLE];
    if (match && (felt_args_flag(&args, OPTION_DECISIONS) || felt_args_flag(&args, OPTION_JSON)))
        return felt_args_refuse(&args, "--verify-shuffle takes neither --decisions nor --json");
    if (match && args.count == 0) return felt_cli_verify_shuffle(&args, match, NULL);
    struct work *work = calloc(1, sizeof *work);
    if (work == NULL) return felt_args_refuse(&args, "there is not enough memory");
    work->decisions = felt_args_flag(&args, OPTION_DECISIONS);
    work->json = felt_args_flag(&args, OPTION_JSON);
    int code = FELT_EXIT_USAGE;
    if (felt_cli_hand_source_begin(&work->source, &args))
        code = match ? felt_cli_verify_shuffle(&args, match, &work->source) : replay_all(work);
    free(work);
    return code;
}
