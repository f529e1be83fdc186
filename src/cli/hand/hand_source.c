/* hand_source.c -- see hand_source.h. */
#include "cli/hand/hand_source.h"

#include "command/setting.h"

#include "base/format.h"
#include "felt/pokerstars.h"

#include <errno.h>
#include <stdarg.h>
#include <string.h>

enum { LINE_BYTES = 1024, TICK_EVERY = 64 };

/* ---- options ---- */

bool felt_cli_hand_source_form(const struct felt_args *args, int option, const char *choices,
                               unsigned forms, enum felt_hand_form *out)
{
    const char *name = args->value[option];
    *out = name ? felt_hand_form_find(name) : FELT_HAND_ANY;
    if (name == NULL || forms >> *out & 1) return true;
    (void)felt_args_refuse(args, "--%s %s: take %s", args->spec->options[option].name, name,
                           choices);
    return false;
}

/* "50/100" */
static bool read_blinds(const struct felt_args *args, struct felt_acpc_game *game)
{
    const char *text = args->value[FELT_CLI_HAND_OPTION_BLINDS];
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

bool felt_cli_hand_source_begin(struct felt_cli_hand_source *source, const struct felt_args *args)
{
    const unsigned readable = 1u << FELT_HAND_PHH | 1u << FELT_HAND_JSON | 1u << FELT_HAND_ACPC |
                              1u << FELT_HAND_POKERSTARS;
    unsigned limits = 1u << FELT_NO_LIMIT;
    int stacks = 0;
    *source = (struct felt_cli_hand_source){.args = args, .progress = felt_progress_make()};
    if (args->count == 0) {
        (void)felt_args_refuse(args, "name a file of hands, or - for standard input");
        return false;
    }
    if (!felt_cli_hand_source_form(args, FELT_CLI_HAND_OPTION_FORMAT,
                                   "phh, json, acpc or pokerstars", readable, &source->format))
        return false;
    if (args->value[FELT_CLI_HAND_OPTION_BLINDS] && !read_blinds(args, &source->game)) return false;
    if (!felt_setting_stacks(args, FELT_CLI_HAND_OPTION_STACKS, source->game.stack, &stacks))
        return false;
    if (!felt_setting_limits(args, FELT_CLI_HAND_OPTION_LIMIT, "nl or fl", &limits)) return false;
    if (limits != 1u << FELT_NO_LIMIT && limits != 1u << FELT_FIXED_LIMIT) {
        (void)felt_args_refuse(args, "--limit %s: ACPC lines are of nl or fl",
                               args->value[FELT_CLI_HAND_OPTION_LIMIT]);
        return false;
    }
    source->game.limit = limits == 1u << FELT_NO_LIMIT ? FELT_NO_LIMIT : FELT_FIXED_LIMIT;
    source->game.stacks = (uint8_t)stacks;
    source->has_game = args->value[FELT_CLI_HAND_OPTION_BLINDS] && stacks > 0;
    return true;
}

/* ---- files ---- */

static void close_file(struct felt_cli_hand_source *source)
{
    if (source->open) felt_hand_file_close(&source->file);
    source->open = false;
}

/* False: it could not be read, or needs options; said so. */
static bool open_file(struct felt_cli_hand_source *source)
{
    const char *name = source->args->word[source->index++];
    if (!felt_hand_file_open(&source->file, name, source->format)) {
        (void)felt_args_refuse(source->args, "%s: %s", name, strerror(errno));
        return false;
    }
    source->open = true;
    source->name = strcmp(name, "-") == 0 ? "standard input" : name;
    source->number = 0;
    if (source->file.form != FELT_HAND_ACPC || source->has_game) return true;
    (void)felt_args_refuse(
        source->args, "%s: ACPC lines do not tell blinds and stacks; give --blinds and --stacks",
        source->name);
    close_file(source);
    return false;
}

/* The text of the next hand. */
static bool find_hand(struct felt_cli_hand_source *source)
{
    for (;;) {
        if (source->open) {
            if (felt_hand_file_next(&source->file, &source->hand)) return true;
            if (source->file.failed) {
                (void)felt_args_refuse(source->args, "%s: %s", source->name, strerror(errno));
                source->failed = true;
            } else if (source->number == 0) {
                felt_cli_hand_source_say(source, "%s: no hands", source->name);
            }
            close_file(source);
        }
        if (source->index == source->args->count) return false;
        source->failed |= !open_file(source);
    }
}

static enum felt_status read_hand(struct felt_cli_hand_source *source,
                                  struct felt_complaint *complaint)
{
    const struct felt_hand_text *hand = &source->hand;
    struct felt_record *record = &source->record;
    if (hand->too_long)
        return felt_complain(complaint, FELT_FULL, 0, 0, "a hand has at most %d bytes",
                             FELT_RECORD_TEXT_MAX);
    switch (source->file.form) {
    case FELT_HAND_JSON: return felt_hand_json_read(hand->text, hand->bytes, record, complaint);
    case FELT_HAND_ACPC:
        return felt_acpc_read(hand->text, hand->bytes, &source->game, record, complaint);
    case FELT_HAND_POKERSTARS:
        return felt_pokerstars_read(hand->text, hand->bytes, record, complaint);
    default: return felt_phh_read(hand->text, hand->bytes, record, complaint);
    }
}

bool felt_cli_hand_source_next(struct felt_cli_hand_source *source, enum felt_status *status,
                               struct felt_complaint *complaint)
{
    if (!find_hand(source)) {
        felt_progress_end(&source->progress);
        return false;
    }
    source->hands++;
    source->number++;
    *complaint = (struct felt_complaint){0};
    *status = read_hand(source, complaint);
    const struct felt_hand_file *file = &source->file;
    if (file->size > 0 && source->hands % TICK_EVERY == 0)
        felt_progress_tick(&source->progress,
                           (source->index - 1 + (double)file->taken / (double)file->size) /
                               source->args->count);
    return true;
}

/* ---- words ---- */

void felt_cli_hand_source_label(const struct felt_cli_hand_source *source, bool readable,
                                char out[FELT_CLI_HAND_LABEL_BYTES])
{
    const struct felt_record *record = &source->record;
    const struct felt_record_note *note = readable ? felt_record_find_note(record, "hand") : NULL;
    struct felt_buffer label = felt_buffer_make(out, FELT_CLI_HAND_LABEL_BYTES);
    struct felt_record_text text = {0};
    if (readable && record->id.bytes > 0)
        text = record->id;
    else if (note)
        text = note->value;
    const size_t room = FELT_CLI_HAND_LABEL_BYTES - 1;
    size_t bytes = text.bytes < room ? text.bytes : room;
    const char *from = felt_record_bytes(record, text);
    if (bytes >= 2 && text.bytes == bytes && from[0] == '"') from++, bytes -= 2;
    if (bytes > 0)
        felt_buffer_bytes(&label, from, bytes);
    else
        felt_buffer_uint(&label, source->number);
    (void)felt_buffer_terminate(&label);
}

uint64_t felt_cli_hand_source_line(const struct felt_cli_hand_source *source, bool readable,
                                   const struct felt_complaint *complaint)
{
    return readable ? source->hand.line : felt_hand_line(&source->hand, complaint->at);
}

void felt_cli_hand_source_say(struct felt_cli_hand_source *source, const char *format, ...)
{
    char line[LINE_BYTES];
    struct felt_buffer buffer = felt_buffer_make(line, sizeof line - 1);
    va_list rest;
    va_start(rest, format);
    felt_format(&buffer, format, rest);
    va_end(rest);
    felt_progress_end(&source->progress);
    fprintf(stderr, "%s\n", felt_buffer_terminate(&buffer));
}
