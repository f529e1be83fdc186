/* rotation.c -- see rotation.h.
 *
 * The well-known lists are texts of the same language as those that people write; their limits are
 * what is usual there, and yield to a limit of the table. */
#include "felt/rotation.h"

#include "felt/assert.h"

#include <string.h>

static const struct {
    const char *name, *title;
    uint8_t order;
    const char *games; /* NULL: all rows */
} lists[] = {
    {"dealers-choice", "Dealer's choice", FELT_ROTATION_CHOICE, NULL},
    {"horse", "HORSE", FELT_ROTATION_IN_TURN,
     "holdem:fl,omaha-hilo:fl,razz:fl,stud:fl,stud-hilo:fl"},
    {"eight-game", "Eight-game", FELT_ROTATION_IN_TURN,
     "27-triple:fl,holdem:fl,omaha-hilo:fl,razz:fl,stud:fl,stud-hilo:fl,holdem:nl,omaha:pl"},
};
enum { LISTS = sizeof lists / sizeof lists[0] };

/* A piece of the text, and where it stands in it. */
struct span {
    const char *text;
    size_t at, bytes;
};

static bool is_blank(char c)
{
    return c == ' ' || c == '\t';
}

static bool equals(struct span span, const char *word)
{
    return strlen(word) == span.bytes && memcmp(span.text + span.at, word, span.bytes) == 0;
}

static struct span trim(struct span span)
{
    while (span.bytes > 0 && is_blank(span.text[span.at])) span.at++, span.bytes--;
    while (span.bytes > 0 && is_blank(span.text[span.at + span.bytes - 1])) span.bytes--;
    return span;
}

/* Cuts off what stands before the first `end`, which goes too; *more says whether there was one. */
static struct span cut(struct span *rest, char end, bool *more)
{
    struct span head = *rest;
    const char *found = rest->bytes ? memchr(rest->text + rest->at, end, rest->bytes) : NULL;
    *more = found != NULL;
    if (found) head.bytes = (size_t)(found - (rest->text + rest->at));
    size_t gone = head.bytes + (found != NULL);
    rest->at += gone;
    rest->bytes -= gone;
    return trim(head);
}

static int find_row(struct span name)
{
    for (int i = 0; i < felt_variant_count(); i++)
        if (equals(name, felt_variant_at(i)->name)) return i;
    return -1;
}

static int find_limit(struct span name)
{
    static const char *const names[] = {
        [FELT_NO_LIMIT] = "nl", [FELT_POT_LIMIT] = "pl", [FELT_FIXED_LIMIT] = "fl"};
    for (int i = 0; i <= FELT_FIXED_LIMIT; i++)
        if (equals(name, names[i])) return i;
    return -1;
}

static enum felt_status refuse_game(struct span name, struct felt_complaint *complaint)
{
    if (name.bytes == 0)
        return felt_complain(complaint, FELT_BAD_NAME, name.at, 0,
                             "a game is missing: write names with commas between them, as in "
                             "holdem,omaha:pl");
    return felt_complain(complaint, FELT_BAD_NAME, name.at, name.bytes,
                         "there is no game \"%.*s\": take names of variants, as in "
                         "holdem,omaha:pl, or dealers-choice, horse, eight-game",
                         (int)name.bytes, name.text + name.at);
}

/* "omaha:pl" */
static enum felt_status read_game(struct span item, enum felt_limit limit,
                                  struct felt_rotation_game *game, struct felt_complaint *complaint)
{
    bool limited;
    struct span name = cut(&item, ':', &limited), suffix = trim(item);
    int row = find_row(name);
    if (row < 0) return refuse_game(name, complaint);
    int own = limited ? find_limit(suffix) : (int)limit;
    if (own < 0)
        return felt_complain(complaint, FELT_BAD_NAME, suffix.at, suffix.bytes,
                             "behind %s: comes nl, pl or fl", felt_variant_at(row)->name);
    if (own == FELT_LIMITS) own = felt_variant_at(row)->limit;
    *game = (struct felt_rotation_game){.row = (uint8_t)row, .limit = (uint8_t)own};
    return FELT_OK;
}

static enum felt_status read_games(struct span rest, enum felt_limit limit,
                                   struct felt_rotation *out, struct felt_complaint *complaint)
{
    out->count = 0;
    for (bool more = true; more;) { /* bounded: each turn adds a game, and 64 are the end */
        struct span item = cut(&rest, ',', &more);
        if (out->count == FELT_ROTATION_MAX)
            return felt_complain(complaint, FELT_WRONG_COUNT, item.at, item.bytes,
                                 "a rotation has at most %d games", FELT_ROTATION_MAX);
        enum felt_status status = read_game(item, limit, &out->game[out->count], complaint);
        if (status != FELT_OK) return status;
        out->count++;
    }
    return FELT_OK;
}

static void take_all(enum felt_limit limit, struct felt_rotation *out)
{
    felt_assert(felt_variant_count() <= FELT_ROTATION_MAX); /* R1 */
    for (int i = 0; i < felt_variant_count(); i++) {
        uint8_t usual = felt_variant_at(i)->limit;
        out->game[i] = (struct felt_rotation_game){
            .row = (uint8_t)i, .limit = limit == FELT_LIMITS ? usual : (uint8_t)limit};
    }
    out->count = (uint8_t)felt_variant_count();
}

static enum felt_status take_list(int list, struct span rest, bool more, enum felt_limit limit,
                                  struct felt_rotation *out, struct felt_complaint *complaint)
{
    out->title = lists[list].title;
    out->order = lists[list].order;
    if (more && lists[list].games)
        return felt_complain(complaint, FELT_BAD_NAME, rest.at, rest.bytes,
                             "nothing comes behind %s", lists[list].name);
    if (more) return read_games(rest, limit, out, complaint);
    if (lists[list].games == NULL) {
        take_all(limit, out);
        return FELT_OK;
    }
    struct span games = {lists[list].games, 0, strlen(lists[list].games)};
    enum felt_status status = read_games(games, limit, out, complaint);
    felt_assert(status == FELT_OK);
    for (int i = 0; limit != FELT_LIMITS && i < out->count; i++)
        out->game[i].limit = (uint8_t)limit;
    return status;
}

enum felt_status felt_rotation_make(const char *text, size_t bytes, enum felt_limit limit,
                                    struct felt_rotation *out, struct felt_complaint *complaint)
{
    felt_assert(limit <= FELT_FIXED_LIMIT || limit == FELT_LIMITS);
    struct span whole = {text, 0, bytes}, rest = whole;
    struct felt_rotation made = {.order = FELT_ROTATION_IN_TURN};
    bool more;
    struct span name = cut(&rest, ':', &more);
    int list = 0;
    while (list < LISTS && !equals(name, lists[list].name)) list++;
    enum felt_status status = list < LISTS ? take_list(list, rest, more, limit, &made, complaint)
                                           : read_games(whole, limit, &made, complaint);
    if (status == FELT_OK) *out = made;
    return status;
}

const struct felt_variant *felt_rotation_variant(const struct felt_rotation *rotation, int index)
{
    felt_assert(index >= 0 && index < rotation->count);
    return felt_variant_at(rotation->game[index].row);
}

static bool allows(const struct felt_rotation *rotation, int index, int seats)
{
    const struct felt_variant *row = felt_rotation_variant(rotation, index);
    return seats >= row->seats_min && seats <= row->seats_max;
}

int felt_rotation_playable(const struct felt_rotation *rotation, int seats,
                           uint8_t out[FELT_ROTATION_MAX])
{
    int count = 0;
    for (int i = 0; i < rotation->count; i++)
        if (allows(rotation, i, seats)) out[count++] = (uint8_t)i;
    return count;
}

bool felt_rotation_option(const struct felt_rotation *rotation, int seats, struct felt_option *out)
{
    uint8_t playable[FELT_ROTATION_MAX];
    int count = felt_rotation_playable(rotation, seats, playable);
    if (count == 0) return false;
    *out = (struct felt_option){.kind = FELT_CHOOSE, .choice_max = (uint16_t)(count - 1)};
    return true;
}

int felt_rotation_next(const struct felt_rotation *rotation, int index, int played, int seats)
{
    felt_assert(index >= -1 && index < rotation->count);
    felt_assert(played >= 0);
    if (index >= 0 && played < seats && allows(rotation, index, seats)) return index;
    for (int i = 1; i <= rotation->count; i++) {
        int next = (index + i) % rotation->count;
        if (allows(rotation, next, seats)) return next;
    }
    return -1; /* R3 */
}

enum felt_status felt_rotation_rules(const struct felt_rotation *rotation, int index,
                                     felt_chips big_blind, struct felt_poker_rules *rules,
                                     struct felt_complaint *complaint)
{
    const struct felt_variant *row = felt_rotation_variant(rotation, index);
    return felt_poker_rules_make(row->name, (enum felt_limit)rotation->game[index].limit, big_blind,
                                 rules, complaint);
}
