/* convert.c -- felt convert: recorded hands in another form.
 *
 * Hands go to stdout, everything else to stderr.  A hand that the new form has no words for is left
 * out, and said so; one that cannot be read is wrong, which costs exit code 1, as does an output
 * without any of the hands. */
#include "cli/cli.h"
#include "cli/hand/hand_source.h"

#include "felt/ohh.h"

#include <stdlib.h>

enum { OPTION_TO = FELT_CLI_HAND_OPTIONS, OPTIONS };

static const struct felt_args_option options[OPTIONS] = {
    FELT_CLI_HAND_OPTION_ROWS,
    [OPTION_TO] = {"to", true},
};

static const char help[] =
    "Usage: felt convert --to F FILE... [--format F] [--blinds SMALL/BIG] [--stacks CHIPS]\n"
    "                    [--limit L]\n"
    "\n"
    "Writes recorded hands in another form.  What the form has no words for is left out, and a\n"
    "line on stderr says so.  phh and json are written as they were read: whether the hands keep\n"
    "to the rules is not looked at (felt replay does that).  Exit code 1 if a hand cannot be read\n"
    "or none could be written, 2 if a file cannot be read.\n"
    "\n"
    "  --to F         phh: hand histories with a header [1], [2] for each\n"
    "                 json: one object a line, with whole amounts\n"
    "                 acpc: log lines of the computer poker competition; hold'em, nl and fl\n"
    "                 ohh: Open Hand History, with a blank line between hands; hold'em and "
    "Omaha\n" FELT_CLI_HAND_FILE_HELP FELT_CLI_HAND_OPTION_HELP "\n"
    "Examples:\n"
    "  felt convert --to phh - --blinds 5/10 --stacks 500 --limit fl "
    "<<<'STATE:2:rc/cc/rf:AsKd|QhQc/2c7d9h/Kh:20|-20:Ann|Bob'\n"
    "  felt convert --to ohh - --blinds 50/100 --stacks 20k "
    "<<<'STATE:1:r300f:AhAd|7c2d:-100|100:Ann|Bob'\n"
    "  felt convert --to acpc - <<<'{\"variant\":\"NT\",\"starting_stacks\":[90,80],"
    "\"blinds_or_straddles\":[1,2],\"min_bet\":2,\"actions\":[\"d dh p1 ????\","
    "\"d dh p2 ????\",\"p2 f\"]}'\n";

static const struct felt_args_spec spec = {"convert", help, options, OPTIONS};

struct work {
    enum felt_hand_form to;
    uint64_t written, skipped, wrong;
    struct felt_cli_hand_source source;
    char memory[FELT_RECORD_TEXT_MAX];
};

static void leave_out(struct work *work, bool readable, bool wrong,
                      const struct felt_complaint *complaint)
{
    char label[FELT_CLI_HAND_LABEL_BYTES];
    uint64_t line = felt_cli_hand_source_line(&work->source, readable, complaint);
    felt_cli_hand_source_label(&work->source, readable, label);
    felt_cli_hand_source_say(&work->source, "%s:%llu: hand %s: skipped: %s", work->source.name,
                             (unsigned long long)line, label, complaint->text);
    work->skipped++;
    work->wrong += wrong;
}

static void write_hand(struct work *work)
{
    const struct felt_record *record = &work->source.record;
    struct felt_complaint complaint = {0};
    struct felt_buffer out = felt_buffer_make(work->memory, sizeof work->memory);
    enum felt_status status;
    switch (work->to) {
    case FELT_HAND_JSON: status = felt_hand_json_write(record, &out); break;
    case FELT_HAND_ACPC:
        status = felt_acpc_write(record, work->written, NULL, &out, &complaint);
        break;
    case FELT_HAND_OHH: status = felt_ohh_write(record, work->written + 1, &out, &complaint); break;
    default: status = felt_phh_write(record, work->written + 1, &out); break;
    }
    if (status != FELT_OK) {
        leave_out(work, true, status != FELT_UNSUPPORTED, &complaint);
        return;
    }
    bool blank = work->to == FELT_HAND_PHH || work->to == FELT_HAND_OHH;
    if (blank && work->written > 0) fputc('\n', stdout);
    fwrite(work->memory, 1, out.used, stdout);
    if (work->to != FELT_HAND_PHH) fputc('\n', stdout);
    work->written++;
}

static int convert_all(struct work *work)
{
    struct felt_complaint complaint;
    enum felt_status status;
    while (felt_cli_hand_source_next(&work->source, &status, &complaint)) {
        if (status == FELT_OK)
            write_hand(work);
        else
            leave_out(work, false, status != FELT_UNSUPPORTED, &complaint);
    }
    felt_cli_hand_source_say(&work->source, "%llu hands, %llu skipped",
                             (unsigned long long)work->source.hands,
                             (unsigned long long)work->skipped);
    if (work->source.failed) return FELT_EXIT_USAGE;
    bool nothing = work->source.hands > 0 && work->written == 0;
    return work->wrong || nothing ? FELT_EXIT_FAILED : FELT_EXIT_OK;
}

int felt_cli_convert(int argc, char **argv)
{
    const unsigned writable =
        1u << FELT_HAND_PHH | 1u << FELT_HAND_JSON | 1u << FELT_HAND_ACPC | 1u << FELT_HAND_OHH;
    struct felt_args args;
    if (!felt_args_read(&spec, argc, argv, &args)) return args.exit;
    struct work *work = calloc(1, sizeof *work);
    if (work == NULL) return felt_args_refuse(&args, "there is not enough memory");
    int code = FELT_EXIT_USAGE;
    if (args.value[OPTION_TO] == NULL)
        (void)felt_args_refuse(&args, "--to says what to write: phh, json, acpc or ohh");
    else if (felt_cli_hand_source_form(&args, OPTION_TO, "phh, json, acpc or ohh", writable,
                                       &work->to) &&
             felt_cli_hand_source_begin(&work->source, &args))
        code = convert_all(work);
    free(work);
    return code;
}
