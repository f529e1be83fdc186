/* play_narc_table.c -- see play_narc_table.h. */
#include "terminal/narc/play_narc_table.h"

#include "terminal/narc/play_narc_ask.h"
#include "terminal/narc/play_narc_help.h"
#include "terminal/narc/play_narc_text.h"
#include "felt/assert.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
    PAUSE_ACT_MS = 600,
    PAUSE_FLIP_MS = 1500,
    PAGE_LINES = FELT_NARC_ROWS - 3,
    TEXT_BYTES = 1 << 16, /* of the log of a hand                                               */
    BLANK_LINES = 60      /* push a hand away where a terminal cannot be cleared                */
};

void felt_narc_table_init(struct felt_narc_table *table, const struct felt_term *term,
                          const struct felt_narc_rules *rules, felt_seats people)
{
    memset(table, 0, sizeof *table);
    table->term = term;
    table->rules = rules;
    table->people = people;
    bool alone = people != 0 && (people & (people - 1)) == 0;
    table->words =
        felt_narc_words_make(rules, alone ? felt_seats_from(people, 0) : (felt_seat)FELT_SEAT_NONE);
    table->shown = FELT_SEAT_NONE;
}

/* P1: the only person, or nobody. */
static felt_seat audience(const struct felt_narc_table *table)
{
    return table->words.you ? felt_seats_from(table->words.you, 0) : (felt_seat)FELT_SEAT_NONE;
}

static bool shares(const struct felt_narc_table *table)
{
    return (table->people & (table->people - 1)) != 0;
}

static struct felt_narc_look look_as(const struct felt_narc_table *table, felt_seat seat,
                                     const struct felt_narc_words *words, struct felt_view *view)
{
    struct felt_narc_look look = {
        .rules = table->rules, .words = words, .view = view, .selected = -1};
    felt_narc_game.view(table->rules, &table->state, seat, view);
    for (int i = 0; i < FELT_ROLES; i++) look.did[i] = table->did[i];
    return look;
}

static void pause_ms(const struct felt_narc_table *table, int ms)
{
    struct timespec wait = {.tv_sec = ms / 1000, .tv_nsec = (long)(ms % 1000) * 1000000};
    if (table->fast || !table->term->terminal) return;
    fflush(table->term->out);
    (void)nanosleep(&wait, NULL);
}

/* ---- telling ---- */

/* The oldest sentences go when there is no room. */
static void keep_news(struct felt_narc_table *table, const char *text)
{
    size_t bytes = strlen(text);
    felt_assert(bytes + 2 < FELT_NARC_NEWS_BYTES);
    while (table->news_used + bytes + 2 > FELT_NARC_NEWS_BYTES) {
        const char *end = memchr(table->news, '\n', table->news_used);
        size_t old = end ? (size_t)(end - table->news) + 1 : table->news_used;
        memmove(table->news, table->news + old, table->news_used - old);
        table->news_used -= old;
    }
    memcpy(table->news + table->news_used, text, bytes);
    table->news_used += bytes;
    table->news[table->news_used++] = '\n';
    table->news[table->news_used] = '\0';
}

static void forget_news(struct felt_narc_table *table)
{
    table->news_used = 0;
    table->news[0] = '\0';
}

void felt_narc_table_say(struct felt_narc_table *table, const char *text)
{
    if (table->lines)
        felt_narc_text_say(table->term->out, text);
    else
        keep_news(table, text);
}

/* What a seat did last, for its row. */
static void remember_deed(struct felt_narc_table *table, const struct felt_event *event)
{
    if (event->kind == FELT_EVENT_HAND || event->kind == FELT_EVENT_ROUND) {
        memset(table->did, 0, sizeof table->did);
        memset(table->raised, 0, sizeof table->raised);
        return;
    }
    if (event->kind != FELT_EVENT_ACT) return;
    char *did = table->did[event->seat];
    size_t room = sizeof table->did[0];
    switch (event->act) {
    case FELT_CHECK: snprintf(did, room, event->amount ? "checked by itself" : "checked"); break;
    case FELT_CALL: snprintf(did, room, "stayed with a card"); break;
    case FELT_FOLD: snprintf(did, room, "folded"); break;
    case FELT_COMMIT:
        if (++table->raised[event->seat] == 1)
            snprintf(did, room, "raised");
        else
            snprintf(did, room, "raised %d times", table->raised[event->seat]);
        break;
    default: break;
    }
}

static void draw(struct felt_narc_table *table, felt_seat seat)
{
    struct felt_view view;
    struct felt_narc_look look = look_as(table, seat, &table->words, &view);
    felt_narc_screen_draw(table->term, &look, table->news);
    fflush(table->term->out);
}

/* Is the next thing that happens a question to somebody who was told all this? */
static bool asks_next(const struct felt_narc_table *table)
{
    felt_seat actor = felt_narc_actor(table->rules, &table->state);
    return actor < 0 || (actor >= 0 && felt_seats_has(table->people, actor));
}

void felt_narc_table_note(struct felt_narc_table *table, const struct felt_event_log *log,
                          bool silently)
{
    bool flips = false, spoke = false;
    for (uint32_t i = 0; i < log->count; i++) {
        const struct felt_event *event = &log->event[i];
        char memory[FELT_NARC_SENTENCE_BYTES];
        struct felt_buffer text = felt_buffer_make(memory, sizeof memory);
        if (event->kind == FELT_EVENT_HAND) {
            table->events = 0;
            table->words.heat = table->state.heat;
            table->words.cash = table->state.cash;
            forget_news(table);
        }
        if (table->events < FELT_NARC_EVENTS_MAX) table->event[table->events++] = *event;
        remember_deed(table, event);
        flips |= event->kind == FELT_EVENT_FLIP;
        struct felt_event known = felt_event_for(event, audience(table));
        if (!felt_narc_words_event(&table->words, &known, &text) || silently) continue;
        if (event->kind == FELT_EVENT_HAND && table->lines) fputc('\n', table->term->out);
        felt_narc_table_say(table, felt_buffer_terminate(&text));
        spoke = true;
    }
    if (silently || !spoke) return;
    if (table->lines) {
        pause_ms(table, flips ? PAUSE_ACT_MS : 0);
    } else if (!asks_next(table) || flips) {
        draw(table, audience(table));
        pause_ms(table, flips ? PAUSE_FLIP_MS : PAUSE_ACT_MS);
    }
}

bool felt_narc_table_line(struct felt_narc_table *table, const char *prompt,
                          char line[FELT_PROMPT_BYTES])
{
    if (*prompt) felt_narc_text_say(table->term->out, prompt);
    return felt_prompt_line(table->term, table->echo, line);
}

bool felt_narc_table_rest(struct felt_narc_table *table, const char *prompt)
{
    char line[FELT_PROMPT_BYTES];
    if (table->lines) return true;
    draw(table, audience(table));
    forget_news(table);
    return felt_narc_table_line(table, prompt, line) && !felt_prompt_quits(line);
}

void felt_narc_table_flush(struct felt_narc_table *table)
{
    char memory[2 * FELT_NARC_NEWS_BYTES];
    struct felt_buffer lines = felt_buffer_make(memory, sizeof memory);
    if (table->lines) return;
    felt_narc_text_wrap(table->news, 4, &lines);
    felt_narc_screen_clear(table->term, false);
    fputs(felt_buffer_terminate(&lines), table->term->out);
    forget_news(table);
}

bool felt_narc_table_pages(struct felt_narc_table *table, const char *text, const char *last)
{
    size_t bytes = 2 * strlen(text) + 1;
    char *memory = malloc(bytes);
    if (!memory) return false;
    bool more = true;
    struct felt_buffer wrapped = felt_buffer_make(memory, bytes);
    felt_narc_text_wrap(text, -1, &wrapped);
    const char *at = felt_buffer_terminate(&wrapped);
    char line[FELT_PROMPT_BYTES];
    if (table->lines) fputs(at, table->term->out);
    while (!table->lines && more && *at) {
        felt_narc_screen_clear(table->term, false);
        for (int i = 0; i < PAGE_LINES && *at; i++) {
            size_t length = strcspn(at, "\n");
            fprintf(table->term->out, "%.*s\n", (int)length, at);
            at += length + (at[length] == '\n');
        }
        const char *prompt = *at ? "Enter: more; q: no more" : last;
        more = felt_narc_table_line(table, prompt, line) && !felt_prompt_quits(line);
    }
    free(memory);
    return more;
}

/* ---- asking ---- */

static const char back[] = "Enter: back to the table";

/* The hand so far, as a seat may know it. */
static void show_log(struct felt_narc_table *table, felt_seat seat)
{
    char *memory = malloc(TEXT_BYTES);
    if (!memory) return;
    struct felt_buffer text = felt_buffer_make(memory, TEXT_BYTES);
    struct felt_narc_words words = felt_narc_words_make(table->rules, seat);
    for (uint32_t i = 0; i < table->events; i++) {
        struct felt_event known = felt_event_for(&table->event[i], seat);
        size_t before = text.used;
        bool begins = known.kind == FELT_EVENT_HAND || known.kind == FELT_EVENT_ROUND;
        if (!begins) felt_buffer_text(&text, "  ");
        if (felt_narc_words_event(&words, &known, &text))
            felt_buffer_char(&text, '\n');
        else
            text.used = before;
    }
    (void)felt_narc_table_pages(table, felt_buffer_terminate(&text), back);
    free(memory);
}

static void show_rules(struct felt_narc_table *table)
{
    char *memory = malloc(TEXT_BYTES);
    if (!memory) return;
    struct felt_buffer text = felt_buffer_make(memory, TEXT_BYTES);
    felt_play_narc_rules(table->rules, &text);
    (void)felt_narc_table_pages(table, felt_buffer_terminate(&text), back);
    free(memory);
}

static void show_table(struct felt_narc_table *table, const struct felt_narc_look *look)
{
    char *memory = malloc(TEXT_BYTES);
    if (!memory) return;
    struct felt_buffer text = felt_buffer_make(memory, TEXT_BYTES);
    felt_narc_screen_table(look, &text);
    (void)felt_narc_table_pages(table, felt_buffer_terminate(&text), back);
    free(memory);
    if (table->lines) felt_narc_screen_tell(table->term, look);
}

/* Whoever sat here before must not be read. */
static void hide_hand(const struct felt_narc_table *table)
{
    const char *kind = getenv("TERM");
    bool dumb = !kind || strcmp(kind, "dumb") == 0;
    if (!table->term->terminal) return;
    if (!dumb)
        felt_narc_screen_clear(table->term, true);
    else
        for (int i = 0; i < BLANK_LINES; i++) fputc('\n', table->term->out);
}

/* P1.  False: leaves. */
static bool pass_terminal(struct felt_narc_table *table, felt_seat seat)
{
    char line[FELT_PROMPT_BYTES], text[128];
    if (!shares(table) || table->shown == seat) return true;
    if (!table->lines) felt_narc_screen_clear(table->term, true);
    snprintf(text, sizeof text, "Pass the terminal to %s, then press Enter.",
             felt_narc_words_seat(&table->words, seat, false));
    table->shown = seat;
    return felt_narc_table_line(table, text, line) && !felt_prompt_quits(line);
}

/* What is seen before a line is read; `fresh`: it has not been seen yet. */
static void show(struct felt_narc_table *table, const struct felt_narc_look *look, bool fresh,
                 const char *message)
{
    if (table->lines) {
        if (*message) felt_narc_text_say(table->term->out, message);
        if (!fresh) return;
        felt_narc_screen_tell(table->term, look);
        felt_narc_screen_offer(table->term, look);
        return;
    }
    char news[FELT_NARC_NEWS_BYTES + FELT_NARC_SENTENCE_BYTES];
    snprintf(news, sizeof news, "%s%s", table->news, message);
    felt_narc_screen_draw(table->term, look, news);
}

/* Looks at a card: lines say at once what it would do. */
static void look_at(const struct felt_narc_table *table, struct felt_narc_look *look, int card)
{
    char memory[FELT_NARC_SENTENCE_BYTES];
    struct felt_buffer text = felt_buffer_make(memory, sizeof memory);
    look->selected = card;
    if (!table->lines) return;
    felt_narc_look_what(look, &text);
    felt_buffer_text(&text, ". ");
    felt_narc_look_hidden(look, &text);
    felt_buffer_char(&text, '.');
    if (felt_narc_look_legal(look, FELT_COMMIT))
        felt_buffer_text(&text, " An empty line raises with it.");
    felt_narc_text_say(table->term->out, felt_buffer_terminate(&text));
}

bool felt_narc_table_ask(struct felt_narc_table *table, struct felt_action *action)
{
    felt_seat seat = felt_narc_actor(table->rules, &table->state);
    struct felt_narc_words words = felt_narc_words_make(table->rules, seat);
    struct felt_view view;
    char line[FELT_PROMPT_BYTES], memory[FELT_NARC_SENTENCE_BYTES];
    bool fresh = true;
    int card = -1;
    felt_assert(felt_seats_has(table->people, seat));
    if (!pass_terminal(table, seat)) return false;
    struct felt_narc_look look = look_as(table, seat, &words, &view);
    struct felt_buffer why = felt_buffer_make(memory, sizeof memory);
    for (;;) {
        show(table, &look, fresh, felt_buffer_terminate(&why));
        felt_buffer_clear(&why);
        fresh = false;
        if (!felt_prompt_line(table->term, table->echo, line)) return false;
        switch (felt_narc_ask(&look, line, action, &card, &why)) {
        case FELT_NARC_WISH_ACT:
            if (shares(table)) hide_hand(table);
            forget_news(table);
            return true;
        case FELT_NARC_WISH_LOOK: look_at(table, &look, card); break;
        case FELT_NARC_WISH_AGAIN:
            if (!table->teaches) break;
            felt_narc_table_say(table, felt_buffer_terminate(&why));
            *action = (struct felt_action){.kind = FELT_ACTION_KINDS};
            return true;
        case FELT_NARC_WISH_TABLE: show_table(table, &look); break;
        case FELT_NARC_WISH_LOG: show_log(table, seat); break;
        case FELT_NARC_WISH_HELP:
            (void)felt_narc_table_pages(table, felt_play_narc_words, back);
            break;
        case FELT_NARC_WISH_RULES: show_rules(table); break;
        case FELT_NARC_WISH_QUIT: return false;
        }
    }
}
