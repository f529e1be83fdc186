/* replay.c -- felt replay: recorded hands through the engine.
 *
 * Each hand is read, played and compared with what the file says about its end.  A hand that is
 * malformed, illegal or ends otherwise is different; one that nobody here can play is skipped. With
 * --convert hands are only read, and written in another form. */
#include "cli/args.h"
#include "cli/cli.h"
#include "cli/hand_file.h"
#include "cli/input.h"
#include "cli/setting.h"
#include "cli/term.h"

#include "base/format.h"
#include "felt/acpc.h"
#include "felt/assert.h"
#include "felt/replay.h"

#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum {
    OPTION_DECISIONS,
    OPTION_JSON,
    OPTION_FORMAT,
    OPTION_CONVERT,
    OPTION_BLINDS,
    OPTION_STACKS,
    OPTION_LIMIT,
    OPTIONS
};
enum { REASONS_MAX = 16, LINE_BYTES = 1024, LABEL_BYTES = 80, TICK_EVERY = 64 };

static const struct felt_args_option options[OPTIONS] = {
    [OPTION_DECISIONS] = {"decisions", false}, [OPTION_JSON] = {"json", false},
    [OPTION_FORMAT] = {"format", true},        [OPTION_CONVERT] = {"convert", true},
    [OPTION_BLINDS] = {"blinds", true},        [OPTION_STACKS] = {"stacks", true},
    [OPTION_LIMIT] = {"limit", true},
};

static const char help[] =
    "Usage: felt replay FILE... [--decisions | --json | --convert F] [--format F]\n"
    "                   [--blinds SMALL/BIG] [--stacks CHIPS] [--limit L]\n"
    "\n"
    "Plays recorded hands through the betting engine: every action must be legal, every card due,\n"
    "and the chips must end where the file says.  Says which hands are different and why; hands\n"
    "of games that are not played here, or that unknown cards decide, are skipped.  Exit code 1\n"
    "if a hand is different, 2 if a file cannot be read.\n"
    "\n"
    "  FILE           poker hand histories (.phh, .phhs), one JSON object a line (.jsonl, .json),\n"
    "                 or log lines of the computer poker competition (.acpc, .log); others by "
    "what\n"
    "                 their first line looks like; - is standard input\n"
    "  --decisions    one JSON object a hand: what could be done at each decision, final stacks\n"
    "  --json         the answer for a script\n"
    "  --convert F    write the hands as phh, jsonl or acpc, and do not play them\n"
    "  --format F     what the files are, whatever their names: phh, jsonl or acpc\n"
    "  --blinds S/B   of ACPC lines, which do not tell; with --limit fl the bets are B and 2 x B\n"
    "  --stacks CHIPS of ACPC lines: 20k, or one for each seat as in 500,200\n"
    "  --limit L      of ACPC lines: nl or fl; nl if not given\n"
    "\n"
    "Examples:\n"
    "  felt replay - --blinds 50/100 --stacks 20k <<<'STATE:0:f:5d5c|9hQd:50|-50:Ann|Bob'\n"
    "  felt replay - --blinds 50/100 --stacks 20k --decisions "
    "<<<'STATE:1:r300f:AhAd|7c2d:-100|100:Ann|Bob'\n"
    "  felt replay - --blinds 5/10 --stacks 500 --limit fl --convert phh "
    "<<<'STATE:2:rc/cc/rf:AsKd|QhQc/2c7d9h/Kh:20|-20:Ann|Bob'\n"
    "  felt replay - --json <<<'{\"variant\":\"NT\",\"starting_stacks\":[90,80],"
    "\"blinds_or_straddles\":[1,2],\"min_bet\":2,\"actions\":[\"d dh p1 ????\","
    "\"d dh p2 ????\",\"p2 f\"],\"finishing_stacks\":[91,79]}'\n";

static const struct felt_args_spec spec = {"replay", help, options, OPTIONS};

struct reason {
    uint64_t hands;
    char text[FELT_COMPLAINT_BYTES];
};

struct work {
    const struct felt_args *args;
    enum felt_hand_form format, convert;
    struct felt_acpc_game game;
    bool has_game, decisions, json;

    const char *file; /* under way */
    uint64_t number;  /* of the hand in its file */
    struct felt_hand_text hand;
    uint64_t hands, different, skipped, written, bad_listed;
    int reasons; /* why hands were skipped; what does not fit is only counted */
    struct reason reason[REASONS_MAX];
    struct felt_progress progress;

    struct felt_record record;
    struct felt_replay replay;
    char memory[FELT_RECORD_TEXT_MAX];
};

/* ---- words ---- */

/* One line on stderr, with nothing in it that could drive a terminal. */
__attribute__((format(printf, 2, 3))) static void say(struct work *work, const char *format, ...)
{
    char line[LINE_BYTES];
    struct felt_buffer buffer = felt_buffer_make(line, sizeof line - 1);
    va_list rest;
    va_start(rest, format);
    felt_format(&buffer, format, rest);
    va_end(rest);
    felt_progress_end(&work->progress);
    fprintf(stderr, "%s\n", felt_buffer_terminate(&buffer));
}

/* How to call the hand: its id, else its `hand`, else its number in the file. */
static void name_hand(const struct work *work, bool readable, char out[LABEL_BYTES])
{
    const struct felt_record *record = &work->record;
    const struct felt_record_note *note = readable ? felt_record_find_note(record, "hand") : NULL;
    struct felt_buffer label = felt_buffer_make(out, LABEL_BYTES);
    struct felt_record_text text = {0};
    if (readable && record->id.bytes > 0)
        text = record->id;
    else if (note)
        text = note->value;
    size_t bytes = text.bytes < LABEL_BYTES - 1 ? text.bytes : LABEL_BYTES - 1;
    const char *from = felt_record_bytes(record, text);
    if (bytes >= 2 && text.bytes == bytes && from[0] == '"') from++, bytes -= 2;
    if (bytes > 0)
        felt_buffer_bytes(&label, from, bytes);
    else
        felt_buffer_uint(&label, work->number);
    (void)felt_buffer_terminate(&label);
}

static void list_bad(struct work *work, uint64_t line, const char *label, const char *reason)
{
    char memory[4 * LINE_BYTES];
    struct felt_buffer buffer = felt_buffer_make(memory, sizeof memory);
    struct felt_json json = felt_json_make(&buffer);
    felt_json_object(&json);
    felt_json_key(&json, "file");
    felt_json_text_n(&json, work->file, strnlen(work->file, LINE_BYTES / 2));
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

/* A hand that is different, or left out of a conversion. */
static void report(struct work *work, uint64_t line, bool readable,
                   const struct felt_complaint *complaint)
{
    char label[LABEL_BYTES];
    name_hand(work, readable, label);
    say(work, "%s:%llu: hand %s: %s", work->file, (unsigned long long)line, label, complaint->text);
    if (work->json) list_bad(work, line, label, complaint->text);
}

static void note_skip(struct work *work, const struct felt_complaint *complaint)
{
    work->skipped++;
    int at = 0;
    while (at < work->reasons && strcmp(work->reason[at].text, complaint->text) != 0) at++;
    if (at == REASONS_MAX) return;
    if (at == work->reasons) {
        struct reason *fresh = &work->reason[work->reasons++];
        fresh->hands = 0;
        memcpy(fresh->text, complaint->text, sizeof fresh->text);
    }
    work->reason[at].hands++;
}

/* ---- one hand ---- */

static enum felt_status read_hand(struct work *work, enum felt_hand_form form,
                                  struct felt_complaint *complaint)
{
    const struct felt_hand_text *hand = &work->hand;
    if (hand->too_long)
        return felt_complain(complaint, FELT_FULL, 0, 0, "a hand has at most %d bytes",
                             FELT_RECORD_TEXT_MAX);
    if (form == FELT_HAND_JSON)
        return felt_hand_json_read(hand->text, hand->bytes, &work->record, complaint);
    if (form == FELT_HAND_ACPC)
        return felt_acpc_read(hand->text, hand->bytes, &work->game, &work->record, complaint);
    return felt_phh_read(hand->text, hand->bytes, &work->record, complaint);
}

static void convert(struct work *work)
{
    struct felt_complaint complaint = {0};
    struct felt_buffer out = felt_buffer_make(work->memory, sizeof work->memory);
    enum felt_status status;
    if (work->convert == FELT_HAND_JSON)
        status = felt_hand_json_write(&work->record, &out);
    else if (work->convert == FELT_HAND_PHH)
        status = felt_phh_write(&work->record, work->written + 1, &out);
    else
        status = felt_acpc_write(&work->record, work->written, NULL, &out, &complaint);
    if (status != FELT_OK) {
        report(work, work->hand.line, true, &complaint);
        work->skipped++;
        return;
    }
    if (work->convert == FELT_HAND_PHH && work->written > 0) fputc('\n', stdout);
    fwrite(work->memory, 1, out.used, stdout);
    if (work->convert != FELT_HAND_PHH) fputc('\n', stdout);
    work->written++;
}

static void print_decisions(struct work *work)
{
    char label[LABEL_BYTES];
    struct felt_buffer buffer = felt_buffer_make(work->memory, sizeof work->memory);
    struct felt_json json = felt_json_make(&buffer);
    name_hand(work, true, label);
    felt_json_object(&json);
    felt_json_key(&json, "id");
    felt_json_text(&json, label);
    felt_json_key(&json, "decisions");
    felt_record_decisions_write(work->replay.decision, work->replay.decisions, &json);
    felt_json_key(&json, "final_stacks");
    felt_json_array(&json);
    for (int seat = 0; seat < work->record.seats; seat++)
        felt_json_int(&json, work->replay.finish[seat]);
    felt_json_end(&json);
    felt_json_end(&json);
    (void)felt_input_flush(&json);
}

static void play(struct work *work)
{
    struct felt_complaint complaint = {0};
    enum felt_status status = felt_replay_run(&work->record, &work->replay, &complaint);
    if (status == FELT_UNSUPPORTED) {
        note_skip(work, &complaint);
        return;
    }
    if (status == FELT_OK && work->decisions) print_decisions(work);
    if (status == FELT_OK && felt_replay_agrees(&work->record, &work->replay, &complaint)) return;
    work->different++;
    report(work, work->hand.line, true, &complaint);
}

static void take_hand(struct work *work, enum felt_hand_form form)
{
    struct felt_complaint complaint = {0};
    work->hands++;
    work->number++;
    enum felt_status status = read_hand(work, form, &complaint);
    if (status == FELT_UNSUPPORTED) {
        note_skip(work, &complaint);
    } else if (status != FELT_OK) {
        work->different++;
        report(work, felt_hand_line(&work->hand, complaint.at), false, &complaint);
    } else if (work->convert != FELT_HAND_ANY) {
        convert(work);
    } else {
        play(work);
    }
}

/* ---- files ---- */

/* False: the file could not be read, or needs options; said so. */
static bool take_file(struct work *work, int index)
{
    struct felt_hand_file file;
    const char *name = work->args->word[index];
    if (!felt_hand_file_open(&file, name, work->format)) {
        (void)felt_args_refuse(work->args, "%s: %s", name, strerror(errno));
        return false;
    }
    work->file = strcmp(name, "-") == 0 ? "standard input" : name;
    work->number = 0;
    if (file.form == FELT_HAND_ACPC && !work->has_game) {
        (void)felt_args_refuse(work->args,
                               "%s: ACPC lines do not tell blinds and stacks; give --blinds and "
                               "--stacks",
                               work->file);
        felt_hand_file_close(&file);
        return false;
    }
    while (felt_hand_file_next(&file, &work->hand)) {
        take_hand(work, file.form);
        if (file.size > 0 && work->hands % TICK_EVERY == 0)
            felt_progress_tick(&work->progress, (index + (double)file.taken / (double)file.size) /
                                                    work->args->count);
    }
    bool failed = file.failed;
    if (failed) (void)felt_args_refuse(work->args, "%s: %s", name, strerror(errno));
    felt_hand_file_close(&file);
    return !failed;
}

/* ---- options ---- */

static bool read_form(const struct felt_args *args, int option, enum felt_hand_form *out)
{
    const char *name = args->value[option];
    if (name == NULL) return true;
    *out = felt_hand_form_find(name);
    if (*out != FELT_HAND_ANY) return true;
    (void)felt_args_refuse(args, "--%s %s: take phh, jsonl or acpc",
                           args->spec->options[option].name, name);
    return false;
}

/* "50/100" */
static bool read_blinds(const struct felt_args *args, struct felt_acpc_game *game)
{
    const char *text = args->value[OPTION_BLINDS];
    felt_chips blind[2] = {0, 0};
    int at = 0;
    for (const char *c = text; *c; c++) {
        if (*c == '/' && at == 0 && c > text)
            at = 1;
        else if (*c >= '0' && *c <= '9' && blind[at] < FELT_CHIPS_MAX / 100)
            blind[at] = blind[at] * 10 + (*c - '0');
        else
            at = 2;
        if (at == 2) break;
    }
    if (at == 1 && blind[1] > 0 && blind[0] <= blind[1]) {
        game->small_blind = blind[0];
        game->big_blind = game->small_bet = blind[1];
        game->big_bet = 2 * blind[1];
        return true;
    }
    (void)felt_args_refuse(args, "--blinds %s: take the small and the big blind, as in 50/100",
                           text);
    return false;
}

static bool read_game(const struct felt_args *args, struct work *work)
{
    int stacks = 0;
    unsigned limits = 1u << FELT_NO_LIMIT;
    if (args->value[OPTION_BLINDS] && !read_blinds(args, &work->game)) return false;
    if (!felt_setting_stacks(args, OPTION_STACKS, work->game.stack, &stacks)) return false;
    if (!felt_setting_limits(args, OPTION_LIMIT, "nl or fl", &limits)) return false;
    if (limits != 1u << FELT_NO_LIMIT && limits != 1u << FELT_FIXED_LIMIT) {
        (void)felt_args_refuse(args, "--limit %s: ACPC lines are of nl or fl",
                               args->value[OPTION_LIMIT]);
        return false;
    }
    work->game.limit = limits == 1u << FELT_NO_LIMIT ? FELT_NO_LIMIT : FELT_FIXED_LIMIT;
    work->game.stacks = (uint8_t)stacks;
    work->has_game = args->value[OPTION_BLINDS] && stacks > 0;
    return true;
}

static bool read_options(const struct felt_args *args, struct work *work)
{
    if (args->count == 0) {
        (void)felt_args_refuse(args, "name a file of hands, or - for standard input");
        return false;
    }
    work->decisions = felt_args_flag(args, OPTION_DECISIONS);
    work->json = felt_args_flag(args, OPTION_JSON);
    if (work->decisions + work->json + (args->value[OPTION_CONVERT] != NULL) > 1) {
        (void)felt_args_refuse(args, "take one of --decisions, --json and --convert");
        return false;
    }
    return read_form(args, OPTION_FORMAT, &work->format) &&
           read_form(args, OPTION_CONVERT, &work->convert) && read_game(args, work);
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
           (int)buffer.used, memory, (unsigned long long)work->hands,
           (unsigned long long)work->different, (unsigned long long)work->skipped);
}

static void finish(struct work *work)
{
    felt_progress_end(&work->progress);
    uint64_t counted = 0;
    for (int i = 0; i < work->reasons; i++) {
        say(work, "%llu skipped: %s", (unsigned long long)work->reason[i].hands,
            work->reason[i].text);
        counted += work->reason[i].hands;
    }
    if (work->convert == FELT_HAND_ANY && counted < work->skipped)
        say(work, "%llu skipped for other reasons", (unsigned long long)(work->skipped - counted));
    if (work->json) {
        finish_json(work);
    } else if (work->convert != FELT_HAND_ANY) {
        say(work, "%llu hands, %llu written", (unsigned long long)work->hands,
            (unsigned long long)work->written);
    } else {
        fprintf(work->decisions ? stderr : stdout, "%llu hands, %llu different, %llu skipped\n",
                (unsigned long long)work->hands, (unsigned long long)work->different,
                (unsigned long long)work->skipped);
    }
}

int felt_cli_replay(int argc, char **argv)
{
    struct felt_args args;
    if (!felt_args_read(&spec, argc, argv, &args)) return args.exit;
    struct work *work = calloc(1, sizeof *work);
    if (work == NULL) return felt_args_refuse(&args, "there is not enough memory");
    work->args = &args;
    work->progress = felt_progress_make();
    int code = FELT_EXIT_USAGE;
    if (read_options(&args, work)) {
        bool good = true;
        if (work->json) fputs("{\"bad\":[", stdout);
        for (int i = 0; i < args.count; i++) good &= take_file(work, i);
        finish(work);
        code = !good ? FELT_EXIT_USAGE : work->different ? FELT_EXIT_FAILED : FELT_EXIT_OK;
    }
    free(work);
    return code;
}
