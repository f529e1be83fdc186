/* match_hands.c -- see match_hands.h. */
#include "cli/match/match_hands.h"

#include "felt/assert.h"
#include "felt/buffer.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

enum { NAMES_BYTES = FELT_SEATS_MAX * (2 * FELT_PLAYER_TEXT_MAX + 8), NUMBER_BYTES = 32 };

/* ---- one hand -------------------------------------------------------------------------------- */

static void quote(struct felt_buffer *out, const char *text)
{
    felt_buffer_char(out, '"');
    for (; *text; text++) {
        if (*text == '"' || *text == '\\') felt_buffer_char(out, '\\');
        bool printable = *text >= ' ' && *text <= '~';
        felt_buffer_char(out, printable ? *text : '?');
    }
    felt_buffer_char(out, '"');
}

/* ["zoo:tag", "zoo:call"], in the order of the record. */
static enum felt_status note_players(struct felt_cli_match_hands *hands, const int8_t *player)
{
    const char *name[FELT_SEATS_MAX] = {0};
    char text[NAMES_BYTES];
    struct felt_buffer list = felt_buffer_make(text, sizeof text);
    int players = hands->match->players;
    for (int seat = 0; seat < players; seat++)
        name[hands->recorder.place[seat]] = hands->match->player[player[seat]].text;
    for (int i = 0; i < players; i++) {
        felt_buffer_text(&list, i ? ", " : "[");
        quote(&list, name[i]);
    }
    felt_buffer_char(&list, ']');
    felt_assert(!list.overflow);
    return felt_record_add_raw(&hands->record, "players", list.bytes, list.used);
}

static enum felt_status note_number(struct felt_cli_match_hands *hands, const char *key,
                                    uint64_t number)
{
    char digits[NUMBER_BYTES];
    struct felt_buffer text = felt_buffer_make(digits, sizeof digits);
    felt_buffer_uint(&text, number);
    return felt_record_add_raw(&hands->record, key, text.bytes, text.used);
}

static void begin_hand(void *self, uint64_t group, int leg, uint32_t deal,
                       const struct felt_deal *from, const int8_t player[FELT_SEATS_MAX])
{
    struct felt_cli_match_hands *hands = self;
    const struct felt_match *match = hands->match;
    hands->status = felt_recorder_begin(&hands->recorder, match->rules, from, &hands->record);
    if (hands->status == FELT_OK) hands->status = note_players(hands, player);
    if (hands->status == FELT_OK) hands->status = note_number(hands, "_group", group);
    if (hands->status == FELT_OK) hands->status = note_number(hands, "_leg", (uint64_t)leg);
    if (hands->status == FELT_OK && match->deals > 1)
        hands->status = note_number(hands, "_deal", deal);
}

static bool make_room(struct felt_cli_match_hands *hands)
{
    size_t needed = hands->used + FELT_RECORD_TEXT_MAX;
    if (needed <= hands->room) return true;
    size_t room = needed + hands->room;
    char *text = realloc(hands->text, room);
    hands->no_memory |= text == NULL;
    if (text == NULL) return false;
    hands->text = text;
    hands->room = room;
    return true;
}

static void end_hand(struct felt_cli_match_hands *hands)
{
    uint64_t number = hands->number++;
    if (hands->status != FELT_OK) {
        hands->left_out++;
        return;
    }
    if (!make_room(hands)) return;
    struct felt_buffer out = felt_buffer_make(hands->text + hands->used, hands->room - hands->used);
    enum felt_status status = felt_phh_write(&hands->record, number, &out);
    felt_assert(status == FELT_OK);
    hands->used += out.used;
}

static void take_events(void *self, const struct felt_event *events, uint32_t count)
{
    struct felt_cli_match_hands *hands = self;
    if (hands->status == FELT_OK)
        hands->status = felt_recorder_observe(&hands->recorder, events, count);
    if (count > 0 && events[count - 1].kind == FELT_EVENT_OVER) end_hand(hands);
}

/* ---- a job ----------------------------------------------------------------------------------- */

struct felt_cli_match_hands *felt_cli_match_hands_open(void)
{
    struct felt_cli_match_hands *hands = calloc(1, sizeof *hands);
    if (hands == NULL) return NULL;
    hands->watch =
        (struct felt_match_watch){.self = hands, .begin = begin_hand, .events = take_events};
    return hands;
}

void felt_cli_match_hands_close(struct felt_cli_match_hands *hands)
{
    if (hands == NULL) return;
    free(hands->text);
    free(hands);
}

void felt_cli_match_hands_begin(struct felt_cli_match_hands *hands, const struct felt_match *match,
                                uint64_t number)
{
    hands->match = match;
    hands->number = number;
    hands->used = 0;
    hands->left_out = 0;
    hands->no_memory = false;
}

/* ---- the file -------------------------------------------------------------------------------- */

/* NULL, or why hands cannot be written to a file that is open.  The lock, which ends with the
 * process, is for two matches that both find it empty. */
static const char *why_not(int file)
{
    struct stat about;
    if (fstat(file, &about) != 0 || !S_ISREG(about.st_mode)) return NULL;
    if (flock(file, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK)
        return "another match is writing it; name another file";
    if (fstat(file, &about) != 0 || about.st_size == 0) return NULL;
    return "it is there already, and not empty; name another file, or remove it";
}

FILE *felt_cli_match_hands_create(const char *name, const char **why)
{
    int file = open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (file < 0 && errno == EEXIST) file = open(name, O_WRONLY | O_CLOEXEC);
    *why = file < 0 ? NULL : why_not(file);
    if (*why) {
        close(file);
        return NULL;
    }
    FILE *out = file < 0 ? NULL : fdopen(file, "wb");
    if (out == NULL) *why = strerror(errno);
    return out;
}
