/* match_file.c -- see match_file.h. */
#include "cli/match/match_file.h"
#include "base/json_member.h"

#include "base/format.h"
#include "felt/assert.h"
#include "felt/buffer.h"
#include "felt/hash.h"
#include "felt/json.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { VERSION = 2, DIGITS = 32, LINE_BYTES = 1400, PAIRING_BYTES = 160, FRAME_BYTES = 512 };
/* More than all hands of a match could take, and far from what a count can hold. */
#define DECISIONS_MAX (UINT64_C(1) << 60)
static const char format[] = "felt-match", mark[] = ",\"checksum\":\"";

__extension__ typedef unsigned __int128 wide;

static const char *const keys[FELT_CLI_MATCH_KEYS] = {
    [FELT_CLI_MATCH_KEY_PROGRAM] = "program",    [FELT_CLI_MATCH_KEY_FORM] = "form",
    [FELT_CLI_MATCH_KEY_VARIANT] = "variant",    [FELT_CLI_MATCH_KEY_LIMIT] = "limit",
    [FELT_CLI_MATCH_KEY_UNIT] = "unit",          [FELT_CLI_MATCH_KEY_STACKS] = "stacks",
    [FELT_CLI_MATCH_KEY_SEED] = "seed",          [FELT_CLI_MATCH_KEY_DEALS] = "deals",
    [FELT_CLI_MATCH_KEY_FUTURES] = "futures",    [FELT_CLI_MATCH_KEY_SAMPLES] = "samples",
    [FELT_CLI_MATCH_KEY_ILLEGAL] = "on-illegal", [FELT_CLI_MATCH_KEY_SPRT] = "sprt",
    [FELT_CLI_MATCH_KEY_CHUNK] = "chunk",        [FELT_CLI_MATCH_KEY_PLAYERS] = "players",
};

/* ---- writing --------------------------------------------------------------------------------- */

size_t felt_cli_match_file_bytes(const struct felt_cli_match_file *file)
{
    size_t bytes = FRAME_BYTES;
    /* A byte of a text takes six at most: \u001f. */
    for (int i = 0; i < FELT_CLI_MATCH_KEYS; i++)
        bytes += strlen(keys[i]) + 6 * strlen(file->key[i]);
    size_t lines = (size_t)file->pairings * (size_t)file->players;
    return bytes + (size_t)file->pairings * PAIRING_BYTES + lines * LINE_BYTES;
}

static void write_score(struct felt_json *json, const char *key, const char *squares_key,
                        const struct felt_score *score)
{
    char digits[DIGITS + 1];
    felt_json_key(json, key);
    felt_json_int(json, score->sum);
    snprintf(digits, sizeof digits, "%016llx%016llx", (unsigned long long)score->squares[1],
             (unsigned long long)score->squares[0]);
    felt_json_key(json, squares_key);
    felt_json_text(json, digits);
}

static void write_line(struct felt_json *json, const struct felt_cli_match_line *line,
                       const struct felt_play_stats *play_stats)
{
    felt_json_object(json);
    write_score(json, "won", "won_squares", &line->won);
    write_score(json, "adjusted", "adjusted_squares", &line->adjusted);
    felt_cli_match_write_counts(json, line);
    felt_json_key(json, "manners");
    felt_json_object(json);
    felt_cli_match_write_counters(json, play_stats);
    felt_json_end(json);
    felt_json_end(json);
}

static void write_sum(struct felt_json *json, const struct felt_cli_match_sum *sum, int players)
{
    felt_json_object(json);
    felt_json_put_uint(json, "groups", sum->groups);
    felt_json_put_uint(json, "hands", sum->hands);
    felt_json_put_uint(json, "showdowns", sum->showdowns);
    felt_json_put_uint(json, "lucky", sum->lucky);
    felt_json_key(json, "players");
    felt_json_array(json);
    for (int i = 0; i < players; i++) write_line(json, &sum->line[i], &sum->manners[i]);
    felt_json_end(json);
    felt_json_end(json);
}

static uint64_t checksum_of(const char *text, size_t bytes)
{
    return felt_hash_bytes(felt_hash_text(format), text, bytes);
}

void felt_cli_match_file_write(const struct felt_cli_match_file *file, struct felt_buffer *out)
{
    struct felt_json json = felt_json_make(out);
    char checksum[24];
    size_t start = out->used;
    felt_json_object(&json);
    felt_json_key(&json, "format");
    felt_json_text(&json, format);
    felt_json_put_uint(&json, "version", VERSION);
    felt_json_key(&json, "match");
    felt_json_object(&json);
    for (int i = 0; i < FELT_CLI_MATCH_KEYS; i++) {
        felt_json_key(&json, keys[i]);
        felt_json_text(&json, file->key[i]);
    }
    felt_json_end(&json);
    felt_json_put_uint(&json, "plan", file->plan);
    felt_json_key(&json, "pairings");
    felt_json_array(&json);
    for (int i = 0; i < file->pairings; i++) write_sum(&json, &file->sum[i], file->players);
    felt_json_end(&json);
    snprintf(checksum, sizeof checksum, "%016llx",
             (unsigned long long)checksum_of(out->bytes + start, out->used - start));
    felt_json_key(&json, "checksum");
    felt_json_text(&json, checksum);
    felt_json_end(&json);
    felt_buffer_char(out, '\n');
    felt_assert(felt_json_done(&json));
}

/* ---- reading --------------------------------------------------------------------------------- */

static enum felt_status refuse(struct felt_complaint *complaint, const char *what)
{
    return felt_complain(complaint, FELT_BAD_FORMAT, 0, 0, "%s", what);
}

static bool read_count(const json_t *object, const char *key, uint64_t *out)
{
    const json_t *value = json_object_get(object, key);
    if (!json_is_integer(value) || json_integer_value(value) < 0) return false;
    *out = (uint64_t)json_integer_value(value);
    return true;
}

/* Could so many results, none larger than result_max, have this sum and these squares?  What is
 * multiplied stays below 2^128: count * result_max is at most FELT_CLI_MATCH_FILE_SUM_MAX. */
static bool is_possible(const struct felt_score *score, int64_t result_max)
{
    uint64_t size = (uint64_t)(score->sum < 0 ? -score->sum : score->sum);
    wide squares = (wide)score->squares[1] << 64 | score->squares[0];
    wide most = (wide)score->count * (uint64_t)result_max;
    if (size > most || squares > most * (uint64_t)result_max) return false;
    if (squares < size) return false; /* results are whole numbers */
    wide about = squares * score->count, square = (wide)size * size;
    return score->count == 1 ? about == square : about >= square; /* no variance is negative */
}

static bool read_score(const json_t *object, const char *key, const char *squares_key,
                       const struct felt_cli_match_file *file, uint64_t count,
                       struct felt_score *out)
{
    const json_t *sum = json_object_get(object, key),
                 *squares = json_object_get(object, squares_key);
    if (!json_is_integer(sum) || !json_is_string(squares)) return false;
    const char *digits = json_string_value(squares);
    if (strlen(digits) != DIGITS || strspn(digits, "0123456789abcdef") != DIGITS) return false;
    *out = (struct felt_score){.count = count, .sum = json_integer_value(sum)};
    for (int i = 0; i < DIGITS; i++) {
        char c = digits[i];
        uint64_t *word = &out->squares[i < DIGITS / 2];
        *word = *word << 4 | (uint64_t)(c <= '9' ? c - '0' : c - 'a' + 10);
    }
    return out->sum > INT64_MIN && is_possible(out, file->result_max);
}

static bool read_line(const json_t *object, const struct felt_cli_match_file *file, uint64_t groups,
                      struct felt_cli_match_line *out)
{
    return read_score(object, "won", "won_squares", file, groups, &out->won) &&
           read_score(object, "adjusted", "adjusted_squares", file, groups, &out->adjusted) &&
           read_count(object, "wins", &out->wins) && read_count(object, "draws", &out->draws) &&
           read_count(object, "losses", &out->losses) &&
           read_count(object, "illegal", &out->illegal) &&
           read_count(object, "warnings", &out->warnings) &&
           read_count(object, "decisions", &out->decisions) && out->illegal <= out->decisions &&
           out->warnings <= out->decisions && out->decisions <= DECISIONS_MAX &&
           out->wins <= groups && out->draws <= groups &&
           out->wins + out->draws + out->losses == groups; /* U2 */
}

/* No counter is larger than the decisions, or the hands. */
static bool read_play_stats(const json_t *object, uint64_t decisions, uint64_t hands,
                            struct felt_play_stats *out)
{
    uint64_t most = decisions > hands ? decisions : hands;
    for (int i = 0; i < FELT_PLAY_STATS_FIELDS; i++) {
        const struct felt_play_stats_field *field = felt_play_stats_field_at(i);
        uint64_t count;
        if (!read_count(object, field->name, &count) || count > most) return false;
        memcpy((char *)out + field->at, &count, sizeof count);
    }
    uint64_t actions = out->bets + out->calls + out->checks + out->folds;
    return out->hands == hands && actions <= decisions && out->faced <= actions &&
           out->weak <= actions && felt_play_stats_possible(out);
}

static bool read_sum(const json_t *object, const struct felt_cli_match_file *file,
                     struct felt_cli_match_sum *out)
{
    const json_t *players = json_object_get(object, "players");
    if (!read_count(object, "groups", &out->groups) || !read_count(object, "hands", &out->hands) ||
        !read_count(object, "showdowns", &out->showdowns) ||
        !read_count(object, "lucky", &out->lucky) || !json_is_array(players) ||
        json_array_size(players) != (size_t)file->players)
        return false;
    if (out->groups > file->groups_max || out->hands != out->groups * file->hands ||
        out->showdowns > out->hands || out->lucky > out->hands)
        return false;
    for (int i = 0; i < file->players; i++) {
        const json_t *line = json_array_get(players, (size_t)i);
        if (!read_line(line, file, out->groups, &out->line[i]) ||
            !read_play_stats(json_object_get(line, "manners"), out->line[i].decisions, out->hands,
                             &out->manners[i]))
            return false;
    }
    return true;
}

/* The bytes before the mark are what the checksum behind it is of. */
static bool checksum_fits(const char *text, size_t bytes)
{
    static const char end[] = "\"}\n";
    size_t tail = sizeof mark - 1 + DIGITS / 2 + sizeof end - 1;
    char digits[DIGITS];
    if (bytes < tail) return false;
    const char *at = text + bytes - tail;
    snprintf(digits, sizeof digits, "%016llx", (unsigned long long)checksum_of(text, bytes - tail));
    return memcmp(at, mark, sizeof mark - 1) == 0 &&
           memcmp(at + sizeof mark - 1, digits, DIGITS / 2) == 0 &&
           memcmp(text + bytes - (sizeof end - 1), end, sizeof end - 1) == 0;
}

static enum felt_status compare_match(const json_t *match, const struct felt_cli_match_file *file,
                                      struct felt_complaint *complaint)
{
    for (int i = 0; i < FELT_CLI_MATCH_KEYS; i++) {
        const json_t *value = json_object_get(match, keys[i]);
        if (!json_is_string(value)) return refuse(complaint, "it is damaged: a setting is missing");
        const char *theirs = json_string_value(value), *ours = file->key[i];
        if (strcmp(theirs, ours) == 0) continue;
        char their_quote[FELT_QUOTE_BYTES], our_quote[FELT_QUOTE_BYTES];
        felt_quote(theirs, strlen(theirs), their_quote);
        felt_quote(ours, strlen(ours), our_quote);
        return felt_complain(complaint, FELT_IMPOSSIBLE, 0, 0,
                             "it is of another match: %s was \"%s\" there, here it is \"%s\"",
                             keys[i], their_quote, our_quote);
    }
    return FELT_OK;
}

static bool is_ours(const char *text, size_t bytes, const struct felt_cli_match_file *file)
{
    size_t room = felt_cli_match_file_bytes(file);
    char *memory = malloc(room);
    if (memory == NULL) return false;
    struct felt_buffer again = felt_buffer_make(memory, room);
    felt_cli_match_file_write(file, &again);
    bool same = again.used == bytes && memcmp(memory, text, bytes) == 0;
    free(memory);
    return same;
}

static enum felt_status read_root(const json_t *root, const char *text, size_t bytes,
                                  struct felt_cli_match_file *file,
                                  struct felt_complaint *complaint)
{
    const char *name = json_string_value(json_object_get(root, "format"));
    const json_t *version = json_object_get(root, "version");
    const json_t *pairings = json_object_get(root, "pairings");
    if (name == NULL || strcmp(name, format) != 0)
        return refuse(complaint, "it is not a file of felt match");
    if (!json_is_integer(version) || json_integer_value(version) != VERSION)
        return felt_complain(complaint, FELT_UNSUPPORTED, 0, 0,
                             "it is of another version of felt; this one reads version %d",
                             VERSION);
    if (!checksum_fits(text, bytes))
        return refuse(complaint, "it is damaged: its checksum is wrong");
    enum felt_status status = compare_match(json_object_get(root, "match"), file, complaint);
    if (status != FELT_OK) return status;
    if (!read_count(root, "plan", &file->plan) || file->plan == 0 ||
        file->plan > felt_cli_match_file_plan(file->groups_max) || !json_is_array(pairings) ||
        json_array_size(pairings) != (size_t)file->pairings)
        return refuse(complaint, "it is damaged: its sums do not belong to this match");
    for (int i = 0; i < file->pairings; i++)
        if (!read_sum(json_array_get(pairings, (size_t)i), file, &file->sum[i]))
            return refuse(complaint, "it is damaged: its sums cannot be");
    if (!is_ours(text, bytes, file))
        return refuse(complaint, "it is damaged: felt would have written it otherwise");
    return FELT_OK;
}

enum felt_status felt_cli_match_file_read(const char *text, size_t bytes,
                                          struct felt_cli_match_file *file,
                                          struct felt_complaint *complaint)
{
    json_error_t error;
    felt_assert(file->result_max > 0 && file->result_max < FELT_SCORE_RESULT_MAX);
    felt_assert(file->groups_max <= (uint64_t)(FELT_CLI_MATCH_FILE_SUM_MAX / file->result_max));
    if (bytes == 0) return refuse(complaint, "it is empty");
    json_t *root = json_loadb(text, bytes, JSON_REJECT_DUPLICATES, &error);
    if (root == NULL) return refuse(complaint, "it is damaged, or not a file of felt match");
    enum felt_status status = read_root(root, text, bytes, file, complaint);
    json_decref(root);
    return status;
}
