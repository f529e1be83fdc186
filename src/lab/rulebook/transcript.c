/* transcript.c -- see transcript.h.
 *
 * Cards of one thing may be told in several events (an event holds eight): events that follow each
 * other and differ only in their cards are one line.  A deal goes round the table card by card; its
 * lines are one for each seat. */
#include "lab/rulebook/transcript.h"

#include "felt/assert.h"
#include "felt/genome_play.h"

#include <string.h>

enum { LINE_BYTES = 512, INDENT = 4, CARDS_ROOM = 64 };

/* A line that is being written, and where it goes. */
struct line {
    const struct felt_transcript *transcript;
    struct felt_buffer *out;
    struct felt_buffer text;
    char memory[LINE_BYTES];
};

/* Everything that was told in one breath. */
struct told {
    struct felt_event event; /* the first                                                   */
    const struct felt_event *before, *after; /* what was told before and after it, or NULL  */
    int count;   /* cards                                                       */
    bool hidden; /* from the viewer                                             */
    felt_card cards[CARDS_ROOM];
};

/* ---- words ---- */

static void say(struct line *line, const char *words)
{
    felt_buffer_text(&line->text, words);
}

static void say_number(struct line *line, int64_t number)
{
    felt_buffer_int(&line->text, number);
}

static void say_seat(struct line *line, int seat)
{
    const char *const *names = line->transcript->names;
    if (seat < 0 || seat >= FELT_SEATS_MAX)
        say(line, "nobody");
    else if (names && names[seat])
        felt_buffer_bytes(&line->text, names[seat],
                          strnlen(names[seat], FELT_TRANSCRIPT_NAME_BYTES));
    else
        felt_buffer_char(&line->text, (char)('A' + seat));
}

static void say_count(struct line *line, int64_t count, const char *one, const char *many)
{
    if (count == 1) {
        say(line, one);
    } else {
        say_number(line, count);
        say(line, many);
    }
}

/* The line goes out; what is longer than the columns allow is broken where it has blanks. */
static void end_line(struct line *line)
{
    const char *text = line->memory;
    size_t left = line->text.used, room = FELT_TRANSCRIPT_COLUMNS;
    while (left > room) {
        size_t cut = room;
        while (cut > 0 && text[cut] != ' ') cut--;
        if (cut == 0) cut = room;
        felt_buffer_bytes(line->out, text, cut);
        felt_buffer_text(line->out, "\n    ");
        if (text[cut] == ' ') cut++;
        text += cut;
        left -= cut;
        room = FELT_TRANSCRIPT_COLUMNS - INDENT;
    }
    felt_buffer_bytes(line->out, text, left);
    felt_buffer_char(line->out, '\n');
    felt_buffer_clear(&line->text);
}

/* " 7h 8h", or " 2 cards" if they are hidden. */
static void say_cards(struct line *line, const struct told *told)
{
    if (told->hidden || told->count == 0) {
        felt_buffer_char(&line->text, ' ');
        say_count(line, told->count, "a card", " cards");
        return;
    }
    for (int i = 0; i < told->count; i++) {
        char name[FELT_CARD_TEXT_BYTES];
        felt_card_write(told->cards[i], name);
        felt_buffer_char(&line->text, ' ');
        say(line, name);
    }
}

/* ---- chips ---- */

static void tell_forced(struct line *line, const struct told *told)
{
    static const char *const words[] = {[FELT_EVENT_ANTE] = " antes ",
                                        [FELT_EVENT_DEAD] = " pays ",
                                        [FELT_EVENT_BLIND] = " posts "};
    say_seat(line, told->event.seat);
    say(line, words[told->event.kind]);
    say_number(line, told->event.amount);
}

/* The words of the document (GEN-4). */
static void tell_betting(struct line *line, const struct felt_event *event)
{
    switch (event->board) {
    case FELT_MOVE_FOLD: say(line, " folds"); break;
    case FELT_MOVE_CHECK: say(line, " checks"); break;
    case FELT_MOVE_BET: say(line, " bets "), say_number(line, event->amount); break;
    case FELT_MOVE_CALL: say(line, " calls "), say_number(line, event->amount); break;
    case FELT_MOVE_RAISE: say(line, " raises to "), say_number(line, event->to); break;
    default: say(line, " is all-in with "), say_number(line, event->amount); break;
    }
}

static void tell_act(struct line *line, const struct told *told)
{
    say_seat(line, told->event.seat);
    if (told->event.act != FELT_DISCARD) {
        tell_betting(line, &told->event);
    } else if (told->count == 0) {
        say(line, " discards nothing");
    } else {
        say(line, " discards");
        say_cards(line, told);
    }
}

static void tell_return(struct line *line, const struct told *told)
{
    say_seat(line, told->event.seat);
    say(line, " gets back ");
    say_number(line, told->event.amount);
}

static void tell_win(struct line *line, const struct told *told)
{
    say_seat(line, told->event.seat);
    say(line, " wins ");
    say_number(line, told->event.amount);
    if (told->event.pot) {
        say(line, " of side pot ");
        say_number(line, told->event.pot);
    }
}

static void tell_out(struct line *line, const struct told *told)
{
    say_seat(line, told->event.seat);
    say(line, " is out");
}

/* ---- cards ---- */

static void tell_deal(struct line *line, const struct told *told)
{
    say_seat(line, told->event.seat);
    say(line, told->event.kind == FELT_EVENT_DRAW ? " draws" : " is dealt");
    say_cards(line, told);
    if (told->event.kind == FELT_EVENT_DEAL_UP) say(line, " face up");
}

static void tell_board(struct line *line, const struct told *told)
{
    say(line, told->event.to == FELT_DEAL_DISCARD ? "to the discards:" : "to the table:");
    say_cards(line, told);
}

static void tell_show(struct line *line, const struct told *told)
{
    say_seat(line, told->event.seat);
    if (told->count == 0) {
        say(line, " has no cards to show");
        return;
    }
    say(line, " shows");
    say_cards(line, told);
}

static void tell_shuffle(struct line *line, const struct told *told)
{
    say(line, "the discards are shuffled:");
    felt_buffer_char(&line->text, ' ');
    say_count(line, told->event.amount, "a card", " cards");
}

/* Is the other event the same seat's word for a rank? */
static bool is_rank_said(const struct felt_event *event, felt_seat seat)
{
    return event && event->kind == FELT_EVENT_SAY && event->amount == FELT_ASKS_RANK &&
           event->seat == seat;
}

static void tell_play(struct line *line, const struct told *told)
{
    bool claims = is_rank_said(told->after, told->event.seat);
    bool discards = told->event.act == FELT_DISCARD && !claims;
    say_seat(line, told->event.seat);
    say(line, discards ? " discards" : told->event.to == FELT_TO_OWN ? " lays down" : " plays");
    say_cards(line, told);
    if (told->event.cards_to != (felt_seats)-1 && !discards) say(line, " face down");
}

static void tell_take(struct line *line, const struct told *told)
{
    say_seat(line, told->event.seat);
    say(line, " takes");
    if (told->count > 0 && !told->hidden && told->count == told->event.amount) {
        say_cards(line, told);
    } else {
        felt_buffer_char(&line->text, ' ');
        say_count(line, told->event.amount, "a card", " cards");
    }
}

static void tell_give(struct line *line, const struct told *told)
{
    say_seat(line, told->event.seat);
    say(line, " gives");
    say_cards(line, told);
    say(line, " to ");
    say_seat(line, (int)told->event.to);
}

/* ---- words, points, effects ---- */

static void tell_word(struct line *line, int move)
{
    switch (move) {
    case FELT_MOVE_PASS: say(line, " passes"); break;
    case FELT_MOVE_DOUBT: say(line, " doubts it"); break;
    case FELT_MOVE_BELIEVE: say(line, " believes it"); break;
    case FELT_MOVE_KNOCK: say(line, " knocks"); break;
    default: say(line, " discards nothing"); break;
    }
}

/* A rank after cards is a claim about them; alone it is a question. */
static void tell_rank(struct line *line, const struct told *told)
{
    const struct felt_event *before = told->before;
    bool claims = before && before->kind == FELT_EVENT_PLAY && before->seat == told->event.seat;
    say(line, claims ? " claims " : " asks for ");
    say(line, felt_rank_plural((int)told->event.to));
}

static void tell_say(struct line *line, const struct told *told)
{
    int what = (int)told->event.to;
    say_seat(line, told->event.seat);
    switch ((enum felt_asks)told->event.amount) {
    case FELT_ASKS_RANK: tell_rank(line, told); break;
    case FELT_ASKS_SUIT: say(line, " names "), say(line, felt_suit_name(what)); break;
    case FELT_ASKS_NUMBER: say(line, " bids "), say_number(line, what); break;
    case FELT_ASKS_SEAT: say(line, " asks "), say_seat(line, what); break;
    default: tell_word(line, what); break;
    }
}

static void tell_score(struct line *line, const struct told *told)
{
    say_seat(line, told->event.seat);
    say(line, " scores ");
    say_number(line, told->event.amount);
    say(line, ": ");
    say_number(line, told->event.to);
}

static void tell_effect(struct line *line, const struct told *told)
{
    /* Behind the seat, or by itself; and whether its value follows. */
    static const struct {
        const char *seat, *alone;
        bool value;
    } words[] = {
        [FELT_EFFECT_SKIP] = {" is skipped", NULL, false},
        [FELT_EFFECT_REVERSE] = {NULL, "the direction turns round", false},
        [FELT_EFFECT_DRAW] = {" must draw ", NULL, true},
        [FELT_EFFECT_EXTRA_TURN] = {" plays again", NULL, false},
        [FELT_EFFECT_FORCE_DISCARD] = {" must discard ", NULL, true},
        [FELT_EFFECT_WILD] = {" plays a wild card", NULL, false},
        [FELT_EFFECT_SWAP_HANDS] = {" must swap hands", NULL, false},
        [FELT_EFFECT_STEAL] = {" must give up ", NULL, true},
        [FELT_EFFECT_PEEK] = {" must show ", NULL, true},
        [FELT_EFFECT_ANTE_UP] = {NULL, "everybody must ante ", true},
        [FELT_EFFECT_DOUBLE_POT] = {" must double the pot", NULL, false},
        [FELT_EFFECT_FREE_CHECK] = {NULL, "the next betting is left out", false},
        [FELT_EFFECT_RAISE_CAP] = {NULL, "raises that are allowed from now on: +", true},
    };
    int effect = (int)told->event.to;
    felt_assert(effect >= 0 && effect < (int)(sizeof words / sizeof words[0]));
    if (words[effect].seat) say_seat(line, told->event.seat);
    say(line, words[effect].seat ? words[effect].seat : words[effect].alone);
    if (words[effect].value) say_number(line, told->event.amount);
}

/* ---- hands and games ---- */

static void tell_hand(struct line *line, const struct told *told)
{
    say(line, "hand ");
    say_number(line, told->event.to);
    say(line, ", ");
    say_seat(line, told->event.seat);
    say(line, " starts");
    if (told->event.amount > 0) {
        say(line, ", ");
        say(line, felt_suit_name((int)told->event.amount - 1));
        say(line, " are trumps");
    }
}

static void tell_over(struct line *line, const struct told *told)
{
    felt_seats winners = (felt_seats)told->event.amount;
    bool several = !felt_seats_lone(winners), first = true;
    if (!winners) say(line, "nobody wins: a draw");
    while (winners) {
        felt_seat seat = felt_seats_take(&winners);
        if (!first) say(line, winners ? ", " : " and ");
        say_seat(line, seat);
        first = false;
    }
    if (!first) say(line, several ? " win the game" : " wins the game");
}

typedef void teller(struct line *line, const struct told *told);
static teller *const tellers[FELT_EVENT_KINDS] = {
    [FELT_EVENT_ANTE] = tell_forced,     [FELT_EVENT_DEAD] = tell_forced,
    [FELT_EVENT_BLIND] = tell_forced,    [FELT_EVENT_DEAL] = tell_deal,
    [FELT_EVENT_DEAL_UP] = tell_deal,    [FELT_EVENT_BOARD] = tell_board,
    [FELT_EVENT_ACT] = tell_act,         [FELT_EVENT_DRAW] = tell_deal,
    [FELT_EVENT_RETURN] = tell_return,   [FELT_EVENT_SHOW] = tell_show,
    [FELT_EVENT_WIN] = tell_win,         [FELT_EVENT_OVER] = tell_over,
    [FELT_EVENT_SHUFFLE] = tell_shuffle, [FELT_EVENT_HAND] = tell_hand,
    [FELT_EVENT_PLAY] = tell_play,       [FELT_EVENT_TAKE] = tell_take,
    [FELT_EVENT_GIVE] = tell_give,       [FELT_EVENT_SAY] = tell_say,
    [FELT_EVENT_SCORE] = tell_score,     [FELT_EVENT_EFFECT] = tell_effect,
    [FELT_EVENT_OUT] = tell_out,
};

/* ---- gathering ---- */

static bool is_hidden(const struct felt_transcript *transcript, const struct felt_event *event)
{
    felt_seat viewer = transcript->viewer;
    if (viewer == FELT_TRANSCRIPT_ALL || event->cards_to == (felt_seats)-1) return false;
    return viewer < 0 || !felt_seats_has(event->cards_to, viewer);
}

static void add_cards(struct told *told, const struct felt_event *event)
{
    for (int i = 0; i < event->count && told->count < CARDS_ROOM; i++)
        told->cards[told->count++] = event->cards[i];
}

static bool is_deal(const struct felt_event *event)
{
    return event->kind == FELT_EVENT_DEAL || event->kind == FELT_EVENT_DEAL_UP;
}

/* Is it more of the same? */
static bool goes_on(const struct felt_event *a, const struct felt_event *b)
{
    return a->kind == b->kind && a->seat == b->seat && a->act == b->act && a->to == b->to &&
           a->cards_to == b->cards_to && a->count > 0 && b->count > 0;
}

static uint32_t tell_run(struct line *line, const struct felt_event *events, uint32_t count,
                         bool first)
{
    struct told told = {.event = events[0], .hidden = is_hidden(line->transcript, events)};
    uint32_t at = 0;
    if (!first) told.before = events - 1;
    for (; at < count && (at == 0 || goes_on(&events[0], &events[at])); at++) {
        if (at > 0) told.event.amount += events[at].amount;
        add_cards(&told, &events[at]);
    }
    if (at < count) told.after = &events[at];
    if (tellers[told.event.kind]) {
        tellers[told.event.kind](line, &told);
        end_line(line);
    }
    return at;
}

/* A deal: one line for each seat, in the order of their first cards. */
static uint32_t tell_deals(struct line *line, const struct felt_event *events, uint32_t count)
{
    uint32_t end = 0;
    felt_seats done = 0;
    while (end < count && events[end].kind == events[0].kind) end++;
    for (uint32_t at = 0; at < end; at++) {
        struct told told = {.event = events[at],
                            .hidden = is_hidden(line->transcript, &events[at])};
        if (felt_seats_has(done, events[at].seat)) continue;
        for (uint32_t more = at; more < end; more++)
            if (events[more].seat == events[at].seat) add_cards(&told, &events[more]);
        done |= felt_seats_of(events[at].seat);
        tell_deal(line, &told);
        end_line(line);
    }
    return end;
}

void felt_transcript_write(const struct felt_transcript *transcript,
                           const struct felt_event *events, uint32_t count, struct felt_buffer *out)
{
    struct line line = {.transcript = transcript, .out = out};
    line.text = felt_buffer_make(line.memory, sizeof line.memory);
    for (uint32_t at = 0; at < count;) {
        felt_assert(events[at].kind < FELT_EVENT_KINDS);
        at += is_deal(&events[at]) ? tell_deals(&line, events + at, count - at)
                                   : tell_run(&line, events + at, count - at, at == 0);
    }
}
