/* action_text.c -- actions as hand histories write them.
 *
 *     d db 2c3d4h         d dh p1 Ah??        p1 f        p1 cc        p1 cbr 47.50
 *     p1 pb               p1 sd AsKd          p1 sd       p1 sm AhKd   # only a remark
 *
 * Words have any white space between them; a remark may follow any action. */
#include "felt/record.h"

#include "base/format.h"
#include "felt/assert.h"
#include "formats/hands/amount.h"
#include "formats/hands/fields.h"

#include <string.h>

enum { WORDS_MAX = 4 };

struct word {
    size_t at, bytes;
};

struct line {
    const char *text;
    size_t bytes; /* without the remark */
    int words;
    struct word word[WORDS_MAX];
    struct felt_complaint *complaint;
};

/* How the notation calls what a seat does, and how many words follow at least and at most. */
static const struct verb {
    const char *name;
    uint8_t kind, least, most;
} verbs[] = {
    {"f", FELT_RECORD_FOLD, 0, 0},       {"cc", FELT_RECORD_CHECK_CALL, 0, 0},
    {"cbr", FELT_RECORD_RAISE_TO, 1, 1}, {"pb", FELT_RECORD_BRING_IN, 0, 0},
    {"sd", FELT_RECORD_DISCARD, 0, 1},   {"sm", FELT_RECORD_SHOW, 0, 1},
};
enum { VERBS = sizeof verbs / sizeof verbs[0] };

static bool is_space(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

static void trim(const char *text, size_t *at, size_t *end)
{
    while (*at < *end && is_space(text[*at])) ++*at;
    while (*end > *at && is_space(text[*end - 1])) --*end;
}

static bool word_is(const struct line *line, int index, const char *name)
{
    struct word word = line->word[index];
    return word.bytes == strlen(name) && memcmp(line->text + word.at, name, word.bytes) == 0;
}

/* A complaint about the whole line. */
static enum felt_status refuse_line(const struct line *line, const char *wanted)
{
    char quoted[FELT_QUOTE_BYTES];
    felt_quote(line->text, line->bytes, quoted);
    return felt_complain(line->complaint, FELT_BAD_FORMAT, 0, line->bytes,
                         "\"%s\" is no action; %s", quoted, wanted);
}

static enum felt_status split(struct line *line)
{
    for (size_t at = 0; at < line->bytes;) {
        if (is_space(line->text[at])) {
            at++;
            continue;
        }
        size_t start = at;
        while (at < line->bytes && !is_space(line->text[at])) at++;
        if (line->words == WORDS_MAX) return refuse_line(line, "it has more than four words");
        line->word[line->words++] = (struct word){start, at - start};
    }
    return FELT_OK;
}

/* "p1" .. "p10" */
static enum felt_status read_seat(const struct line *line, int index, felt_seat *out)
{
    struct word word = line->word[index];
    const char *text = line->text + word.at;
    int number = 0;
    bool good = word.bytes >= 2 && word.bytes <= 3 && text[0] == 'p' && text[1] != '0';
    for (size_t i = 1; good && i < word.bytes; i++) {
        good = text[i] >= '0' && text[i] <= '9';
        number = number * 10 + (text[i] - '0');
    }
    if (!good || number > FELT_SEATS_MAX) {
        char quoted[FELT_QUOTE_BYTES];
        felt_quote(text, word.bytes, quoted);
        return felt_complain(line->complaint, FELT_BAD_FORMAT, word.at, word.bytes,
                             "\"%s\" is no seat; seats are p1 to p%d, the dealer is d", quoted,
                             FELT_SEATS_MAX);
    }
    *out = (felt_seat)(number - 1);
    return FELT_OK;
}

static enum felt_status read_cards(const struct line *line, int index,
                                   struct felt_record_action *out)
{
    struct word word = line->word[index];
    const char *text = line->text + word.at;
    for (size_t at = 0, used = 2; at < word.bytes; at += used) {
        felt_card card = FELT_CARD_NONE;
        used = 2;
        if (out->count == FELT_RECORD_CARDS_MAX)
            return felt_complain(line->complaint, FELT_WRONG_COUNT, word.at + at, word.bytes - at,
                                 "an action has at most %d cards", FELT_RECORD_CARDS_MAX);
        if (word.bytes - at < 2 || memcmp(text + at, "??", 2) != 0) {
            enum felt_status status =
                felt_card_read(text + at, word.bytes - at, &used, &card, line->complaint);
            if (status != FELT_OK) {
                if (line->complaint) line->complaint->at += word.at + at;
                return status;
            }
        }
        out->cards[out->count++] = card;
    }
    return FELT_OK;
}

static enum felt_status read_amount(const struct line *line, int index, felt_chips *out,
                                    int *digits)
{
    struct word word = line->word[index];
    const char *text = line->text + word.at;
    if (text[0] != '-' && felt_amount_read(text, word.bytes, out, digits) == FELT_OK)
        return FELT_OK;
    char quoted[FELT_QUOTE_BYTES];
    felt_quote(text, word.bytes, quoted);
    return felt_complain(line->complaint, FELT_BAD_NUMBER, word.at, word.bytes,
                         "\"%s\" is no amount of chips; " FELT_AMOUNT_WANTED, quoted);
}

static enum felt_status read_dealing(const struct line *line, struct felt_record_action *out)
{
    bool board = line->words == 3 && word_is(line, 1, "db");
    bool hole = line->words == 4 && word_is(line, 1, "dh");
    if (!board && !hole) return refuse_line(line, "the dealer does d db CARDS or d dh SEAT CARDS");
    out->kind = board ? FELT_RECORD_BOARD : FELT_RECORD_HOLE;
    out->seat = FELT_SEAT_NONE;
    enum felt_status status = hole ? read_seat(line, 2, &out->seat) : FELT_OK;
    return status == FELT_OK ? read_cards(line, line->words - 1, out) : status;
}

static enum felt_status read_deed(const struct line *line, struct felt_record_action *out,
                                  int *digits)
{
    enum felt_status status = read_seat(line, 0, &out->seat);
    if (status != FELT_OK) return status;
    for (int i = 0; i < VERBS; i++) {
        if (line->words < 2 || !word_is(line, 1, verbs[i].name)) continue;
        int rest = line->words - 2;
        if (rest < verbs[i].least) return refuse_line(line, "cbr is followed by an amount");
        if (rest > verbs[i].most) return refuse_line(line, "it has a word too many");
        out->kind = verbs[i].kind;
        if (rest == 0) return FELT_OK;
        if (out->kind == FELT_RECORD_RAISE_TO) return read_amount(line, 2, &out->amount, digits);
        return read_cards(line, 2, out);
    }
    return refuse_line(line, "a seat does f cc cbr pb sd or sm");
}

enum felt_status felt_action_text_read(const char *text, size_t bytes, struct felt_record *record,
                                       struct felt_record_action *out, int *digits,
                                       struct felt_complaint *complaint)
{
    *out = (struct felt_record_action){.seat = FELT_SEAT_NONE, .kind = FELT_RECORD_REMARK};
    const char *hash = bytes > 0 ? memchr(text, '#', bytes) : NULL;
    struct line line = {.text = text, .complaint = complaint};
    line.bytes = hash ? (size_t)(hash - text) : bytes;
    size_t start = hash ? line.bytes + 1 : bytes, end = bytes;
    trim(text, &start, &end);
    if (felt_record_keep(record, text + start, end - start, &out->remark) != FELT_OK)
        return felt_complain(complaint, FELT_FULL, start, end - start,
                             "all texts of a hand together have at most %d bytes",
                             FELT_RECORD_POOL_BYTES);
    enum felt_status status = split(&line);
    if (status != FELT_OK || line.words == 0) return status;
    if (word_is(&line, 0, "d")) return read_dealing(&line, out);
    return read_deed(&line, out, digits);
}

enum felt_status felt_record_action_read(const char *text, size_t bytes, int decimals,
                                         struct felt_record *record, struct felt_record_action *out,
                                         struct felt_complaint *complaint)
{
    felt_assert(decimals >= 0 && decimals <= FELT_RECORD_DECIMALS_MAX);
    int digits = 0;
    enum felt_status status = felt_action_text_read(text, bytes, record, out, &digits, complaint);
    if (status != FELT_OK) return status;
    if (digits > decimals)
        return felt_complain(complaint, FELT_BAD_NUMBER, 0, bytes,
                             "an amount has %d decimal places, the hand has %d", digits, decimals);
    if (!felt_amount_scale(&out->amount, decimals))
        return felt_complain(complaint, FELT_BAD_NUMBER, 0, bytes, "the amount is too large");
    return FELT_OK;
}

static void write_cards(struct felt_buffer *out, const struct felt_record_action *action)
{
    for (int i = 0; i < action->count; i++) {
        char card[FELT_CARD_TEXT_BYTES];
        felt_card_write(action->cards[i], card);
        felt_buffer_text(out, card);
    }
}

static void write_deed(struct felt_buffer *out, const struct felt_record_action *action,
                       int decimals)
{
    felt_buffer_char(out, 'p');
    felt_buffer_int(out, action->seat + 1);
    felt_buffer_char(out, ' ');
    for (int i = 0; i < VERBS; i++)
        if (verbs[i].kind == action->kind) felt_buffer_text(out, verbs[i].name);
    if (action->kind == FELT_RECORD_RAISE_TO) {
        felt_buffer_char(out, ' ');
        felt_amount_write(out, action->amount, decimals);
    }
    if (action->count > 0) felt_buffer_char(out, ' ');
    write_cards(out, action);
}

void felt_record_action_write(const struct felt_record *record,
                              const struct felt_record_action *action, int decimals,
                              struct felt_buffer *out)
{
    if (action->kind == FELT_RECORD_BOARD || action->kind == FELT_RECORD_HOLE) {
        felt_buffer_text(out, action->kind == FELT_RECORD_BOARD ? "d db " : "d dh p");
        if (action->kind == FELT_RECORD_HOLE) {
            felt_buffer_int(out, action->seat + 1);
            felt_buffer_char(out, ' ');
        }
        write_cards(out, action);
    } else if (action->kind != FELT_RECORD_REMARK) {
        write_deed(out, action, decimals);
    }
    if (action->remark.bytes == 0) return;
    felt_buffer_text(out, action->kind == FELT_RECORD_REMARK ? "# " : " # ");
    felt_buffer_bytes(out, felt_record_bytes(record, action->remark), action->remark.bytes);
}
