/* genome_screen.c -- see genome_screen.h. */
#include "terminal/local/genome_screen.h"

#include "felt/assert.h"
#include "lab/rulebook/transcript.h"

#include <stdlib.h>
#include <string.h>

enum {
    COLUMNS = 79,
    GAP = 3,
    LINES_BYTES = 1 << 17,
    WORD_BYTES = 64,
    HAND_INDENT = 12,
    NAME_COLUMNS = 10
};

const char *felt_genome_screen_name(const struct felt_genome_screen *table, felt_seat seat)
{
    static const char *const names[FELT_GENOME_SEATS_MAX] = {"Zoe", "Ada", "Bob",
                                                             "Cy",  "Dot", "Eve"};
    felt_assert(seat >= 0 && seat < FELT_GENOME_SEATS_MAX);
    return seat == table->viewer ? "you" : names[seat];
}

/* ---- words in lines ---- */

static void pen_begin(struct felt_genome_pen *pen, int bytes)
{
    FILE *out = pen->term->out;
    int at = pen->column + 1 > pen->next ? pen->column + 1 : pen->next;
    if (pen->column > pen->indent && at + bytes > COLUMNS) {
        fputc('\n', out);
        pen->column = 0;
    }
    if (pen->column == 0) at = pen->indent;
    for (; pen->column < at; pen->column++) fputc(' ', out);
    pen->column += bytes;
    pen->next = 0;
}

void felt_genome_pen_word(struct felt_genome_pen *pen, const char *word)
{
    pen_begin(pen, (int)strlen(word));
    fputs(word, pen->term->out);
}

/* More blanks before the next word. */
static void pen_gap(struct felt_genome_pen *pen)
{
    if (pen->next < pen->column + GAP) pen->next = pen->column + GAP;
}

void felt_genome_pen_end(struct felt_genome_pen *pen)
{
    if (pen->column) fputc('\n', pen->term->out);
    pen->column = pen->next = 0;
}

static void pen_card(struct felt_genome_pen *pen, felt_card card)
{
    pen_begin(pen, 2);
    felt_term_card(pen->term, card);
}

/* "bet 20", "5 cards" */
static void pen_number(struct felt_genome_pen *pen, const char *before, int64_t number,
                       const char *behind)
{
    char text[WORD_BYTES];
    snprintf(text, sizeof text, "%s%lld%s", before, (long long)number, behind);
    felt_genome_pen_word(pen, text);
}

/* ---- events ---- */

/* What others do is told of them; of the viewer it is "you bet", not "you bets". */
static size_t second_person(const char *line, size_t bytes, char out[WORD_BYTES])
{
    static const struct {
        const char *theirs, *yours;
    } verbs[] = {
        {"is", "are"}, {"has", "have"}, {"passes", "pass"}, {"must", "must"}, {"and", "and"}};
    size_t end = 4;
    if (bytes < 5 || strncmp(line, "you ", 4) != 0) return 0;
    while (end < bytes && line[end] != ' ') end++;
    size_t length = end - 4;
    for (size_t i = 0; i < sizeof verbs / sizeof verbs[0]; i++)
        if (strlen(verbs[i].theirs) == length && !memcmp(line + 4, verbs[i].theirs, length)) {
            snprintf(out, WORD_BYTES, "you %s", verbs[i].yours);
            return end;
        }
    if (end >= WORD_BYTES || line[end - 1] != 's') return 0;
    snprintf(out, WORD_BYTES, "%.*s", (int)(end - 1), line);
    return end;
}

/* A line of the transcript, as the viewer reads it. */
static void tell_line(const struct felt_genome_screen *table, const char *line, size_t bytes)
{
    static const char starts[] = ", you starts";
    struct felt_genome_pen pen = {.term = table->term, .indent = 2};
    char word[WORD_BYTES];
    size_t at = second_person(line, bytes, word);
    if (at) felt_genome_pen_word(&pen, word);
    while (at < bytes) {
        at += strspn(line + at, " ");
        size_t length = strcspn(line + at, " \n");
        if (at + length > bytes) length = bytes - at;
        bool verb = at >= 6 && !strncmp(line + at - 6, starts, sizeof starts - 1);
        snprintf(word, sizeof word, "%s%.*s", verb ? "start" : "",
                 (int)(verb ? length - 6 : length), line + at + (verb ? 6 : 0));
        if (*word) felt_genome_pen_word(&pen, word);
        if (at == 0) pen.indent = 6; /* where a long line goes on */
        at += length;
        if (length == 0) break;
    }
    felt_genome_pen_end(&pen);
}

static void tell_lines(const struct felt_genome_screen *table, const char *text, size_t bytes)
{
    for (size_t at = 0; at < bytes;) {
        const char *end = memchr(text + at, '\n', bytes - at);
        size_t length = end ? (size_t)(end - text) - at : bytes - at;
        if (length >= 5 && !strncmp(text + at, "hand ", 5)) fputc('\n', table->term->out);
        tell_line(table, text + at, length);
        at += length + 1;
    }
}

/* Lines of the hand that is under way: those of the last one are forgotten. */
static bool keep(struct felt_genome_screen *table, const char *text, size_t bytes)
{
    for (size_t at = 0; at < bytes; at++) {
        bool begins = at == 0 || text[at - 1] == '\n';
        if (!begins || bytes - at < 5 || strncmp(text + at, "hand ", 5) != 0) continue;
        table->used = 0;
        text += at;
        bytes -= at;
        at = 0;
    }
    if (table->used + bytes > table->room) {
        size_t room = 2 * table->room + bytes;
        char *more = realloc(table->history, room);
        if (!more) return false;
        table->history = more;
        table->room = room;
    }
    if (bytes) memcpy(table->history + table->used, text, bytes);
    table->used += bytes;
    return true;
}

bool felt_genome_screen_tell(struct felt_genome_screen *table, const struct felt_event *events,
                             uint32_t count)
{
    const char *names[FELT_SEATS_MAX] = {0};
    const struct felt_transcript transcript = {.names = names, .viewer = table->viewer};
    char *memory = malloc(LINES_BYTES);
    if (!memory) return false;
    struct felt_buffer text = felt_buffer_make(memory, LINES_BYTES);
    for (felt_seat seat = 0; seat < table->program->seats; seat++)
        names[seat] = felt_genome_screen_name(table, seat);
    felt_transcript_write(&transcript, events, count, &text);
    tell_lines(table, text.bytes, text.used);
    bool kept = keep(table, text.bytes, text.used);
    free(memory);
    return kept;
}

void felt_genome_screen_again(const struct felt_genome_screen *table)
{
    tell_lines(table, table->history, table->used);
}

void felt_genome_screen_close(struct felt_genome_screen *table)
{
    free(table->history);
    table->history = NULL;
}

/* ---- the table ---- */

static bool has_step(const struct felt_genome_program *program, int type)
{
    for (int i = 0; i < program->steps; i++)
        if (program->step[i].type == type) return true;
    return false;
}

static void draw_zone(struct felt_genome_pen *pen, const struct felt_view *view,
                      const struct felt_zone *zone, bool top)
{
    int hidden = 0;
    for (int i = top && zone->count ? zone->count - 1 : 0; i < zone->count; i++) {
        felt_card card = view->cards[zone->at + i];
        if (card == FELT_CARD_NONE)
            hidden++;
        else
            pen_card(pen, card);
    }
    if (top) hidden = hidden ? zone->count : 0;
    if (hidden) pen_number(pen, "", hidden, hidden == 1 ? " card" : " cards");
}

/* What was called or claimed, and has to be followed. */
static void draw_calls(struct felt_genome_pen *pen, const struct felt_genome_state *state)
{
    char text[WORD_BYTES];
    if (state->trump != FELT_CARD_NONE) {
        snprintf(text, sizeof text, "%s are trumps", felt_suit_name(state->trump));
        pen_gap(pen);
        felt_genome_pen_word(pen, text);
    }
    if (state->suit != FELT_CARD_NONE) {
        snprintf(text, sizeof text, "%s were named", felt_suit_name(state->suit));
        pen_gap(pen);
        felt_genome_pen_word(pen, text);
    }
    if (state->rank < FELT_RANKS) { /* a claim, a group to be beaten; or what is to be claimed */
        pen_gap(pen);
        if (state->size > 0)
            pen_number(pen, "last: ", state->size, " of");
        else
            felt_genome_pen_word(pen, "next:");
        felt_genome_pen_word(pen, felt_rank_plural(state->rank));
    }
}

static void draw_middle(const struct felt_genome_screen *table, const struct felt_view *view,
                        const struct felt_genome_state *state)
{
    struct felt_genome_pen pen = {.term = table->term, .indent = 2};
    const struct felt_zone *board = felt_view_zone(view, FELT_ZONE_BOARD, FELT_SEAT_NONE);
    const struct felt_zone *discards = felt_view_zone(view, FELT_ZONE_DISCARDS, FELT_SEAT_NONE);
    const struct felt_zone *stub = felt_view_zone(view, FELT_ZONE_STUB, FELT_SEAT_NONE);
    if (table->program->chips || state->betting.pot)
        pen_number(&pen, "pot ", state->betting.pot, "");
    if (board && board->count) {
        pen_gap(&pen);
        felt_genome_pen_word(&pen, "table");
        draw_zone(&pen, view, board, false);
    }
    if (discards && discards->count) {
        pen_gap(&pen);
        felt_genome_pen_word(&pen, "discards");
        draw_zone(&pen, view, discards, true);
    }
    if (stub && stub->count && table->program->draws) {
        pen_gap(&pen);
        pen_number(&pen, "deck ", stub->count, "");
    }
    draw_calls(&pen, state);
    felt_genome_pen_end(&pen);
}

static void draw_chips(struct felt_genome_pen *pen, const struct felt_genome_screen *table,
                       const struct felt_genome_state *state, felt_seat seat)
{
    const struct felt_betting *betting = &state->betting;
    unsigned bit = 1u << seat;
    if (!table->program->chips) return;
    char stack[WORD_BYTES];
    snprintf(stack, sizeof stack, "%8lld", (long long)betting->stack[seat]);
    felt_genome_pen_word(pen, stack);
    pen_gap(pen);
    if (!(state->dealt & bit))
        felt_genome_pen_word(pen, "out");
    else if (!(betting->turn.live & bit))
        felt_genome_pen_word(pen, "folded");
    else if (betting->staked[seat] > 0)
        pen_number(pen, "bet ", betting->staked[seat], "");
    else if (betting->stack[seat] == 0)
        felt_genome_pen_word(pen, "all-in");
}

static void draw_counts(struct felt_genome_pen *pen, const struct felt_genome_screen *table,
                        const struct felt_genome_state *state, felt_seat seat)
{
    const struct felt_genome_program *program = table->program;
    bool scores = program->scores || program->counts_hands;
    for (int i = 0; i < program->seats; i++) scores |= state->score[i] != 0;
    if (scores) {
        pen_gap(pen);
        pen_number(pen, "score ", state->score[seat], "");
    }
    if (program->queue || !has_step(program, FELT_PHASE_TYPE_TRICK)) return;
    pen_gap(pen);
    pen_number(pen, "tricks ", state->by.count.tricks[seat], "");
    if (state->by.count.bid[seat]) pen_number(pen, "of ", state->by.count.bid[seat] - 1, "");
}

static void draw_seat(const struct felt_genome_screen *table, const struct felt_view *view,
                      const struct felt_genome_state *state, felt_seat seat)
{
    struct felt_genome_pen pen = {.term = table->term, .indent = 2};
    const struct felt_zone *hand = felt_view_zone(view, FELT_ZONE_HAND, seat);
    const struct felt_zone *pile = felt_view_zone(view, FELT_ZONE_PILE, seat);
    const struct felt_zone *laid = felt_view_zone(view, FELT_ZONE_LAID, seat);
    char name[WORD_BYTES];
    snprintf(name, sizeof name, "%c %s", seat == state->start ? '*' : ' ',
             felt_genome_screen_name(table, seat));
    felt_genome_pen_word(&pen, name);
    pen.next = NAME_COLUMNS;
    draw_chips(&pen, table, state, seat);
    draw_counts(&pen, table, state, seat);
    if (pile && pile->count) {
        pen_gap(&pen);
        pen_number(&pen, "pile ", pile->count, "");
    }
    if (laid && laid->count) {
        pen_gap(&pen);
        felt_genome_pen_word(&pen, "played");
        draw_zone(&pen, view, laid, false);
    }
    if (hand && hand->count && (seat != table->viewer || table->program->queue)) {
        pen_gap(&pen);
        draw_zone(&pen, view, hand, false);
    }
    felt_genome_pen_end(&pen);
}

static void draw_hand(const struct felt_genome_screen *table, const struct felt_view *view)
{
    struct felt_genome_pen pen = {.term = table->term, .indent = 2};
    const struct felt_zone *hand = felt_view_zone(view, FELT_ZONE_HAND, table->viewer);
    if (table->program->queue || !hand || hand->count == 0) return;
    felt_genome_pen_word(&pen, "your hand");
    pen.indent = HAND_INDENT;
    pen.next = HAND_INDENT;
    draw_zone(&pen, view, hand, false);
    felt_genome_pen_end(&pen);
}

void felt_genome_screen_chosen(const struct felt_genome_screen *table, felt_cards cards)
{
    struct felt_genome_pen pen = {.term = table->term, .indent = 2};
    felt_genome_pen_word(&pen, "chosen");
    pen.indent = HAND_INDENT;
    pen.next = HAND_INDENT;
    while (cards) pen_card(&pen, felt_cards_take(&cards));
    felt_genome_pen_end(&pen);
}

void felt_genome_screen_draw(const struct felt_genome_screen *table,
                             const struct felt_genome_state *state)
{
    struct felt_view view;
    felt_genome_game.view(table->program, state, table->viewer, &view);
    fputc('\n', table->term->out);
    draw_middle(table, &view, state);
    for (felt_seat seat = 0; seat < table->program->seats; seat++)
        draw_seat(table, &view, state, seat);
    draw_hand(table, &view);
}

void felt_genome_screen_sum(const struct felt_genome_screen *table,
                            const struct felt_genome_state *state)
{
    const struct felt_genome_program *program = table->program;
    FILE *out = table->term->out;
    bool scores = false;
    for (int i = 0; i < program->seats; i++) scores |= state->score[i] != 0;
    for (int chips = 1; chips >= 0; chips--) {
        if (!(chips ? program->chips : scores)) continue;
        fputs(chips ? "Chips:" : "Scores:", out);
        for (felt_seat seat = 0; seat < program->seats; seat++)
            fprintf(out, "%s %s %lld", seat ? "," : "", felt_genome_screen_name(table, seat),
                    chips ? (long long)state->betting.stack[seat] : state->score[seat]);
        fputs(".\n", out);
    }
}
