/* play_narc_screen.c -- see play_narc_screen.h.
 *
 * A sheet of cells is filled first and printed then: cutting and colours cannot disturb each other.
 * A cell holds one character of any script; wide ones take two cells. */
#include "terminal/narc/play_narc_screen.h"

#include "terminal/narc/play_narc_text.h"
#include "felt/assert.h"

#include <string.h>

enum {
    ROWS = FELT_NARC_ROWS - 2, /* one for the prompt, one for the cursor behind it               */
    NAME_COLUMNS = 17,
    HELD_COLUMNS = 14,
    DOWN_COLUMN = NAME_COLUMNS + HELD_COLUMNS,
    DID_COLUMN = 44,
    BADGE_COLUMN = 66,
    CARD_COLUMNS = 22,
    BAR = 12,
    BAR_EVIDENCE = 60, /* what fills a bar, at least                                            */
    BAR_PROFIT = 150,
    BAR_HEAT = 50,
    TEXT_BYTES = 512,
    NEWS_LINES = 16,
    NEWS_ROWS = 3 /* so that a second row of cards is worth it                                    */
};

struct sheet {
    int rows;
    uint32_t cell[ROWS][FELT_NARC_COLUMNS]; /* 0: right half of a wide one                      */
    uint8_t style[ROWS][FELT_NARC_COLUMNS];
};

/* ---- the sheet ---- */

/* Writes into the last row; what does not fit is cut.  Returns the column behind it. */
static int put(struct sheet *sheet, int column, enum felt_style style, const char *text)
{
    felt_assert(sheet->rows > 0);
    while (*text) {
        uint32_t code = felt_narc_text_take(&text);
        int columns = felt_narc_text_columns(code);
        if (column + columns > FELT_NARC_COLUMNS) break;
        sheet->cell[sheet->rows - 1][column] = code;
        sheet->style[sheet->rows - 1][column] = (uint8_t)style;
        if (columns == 2) sheet->cell[sheet->rows - 1][column + 1] = 0;
        column += columns;
    }
    return column;
}

static int put_int(struct sheet *sheet, int column, enum felt_style style, const char *format,
                   long long number)
{
    char text[64];
    snprintf(text, sizeof text, format, number);
    return put(sheet, column, style, text);
}

/* False: the sheet is full, and what comes is written into its last row. */
static bool next_row(struct sheet *sheet)
{
    if (sheet->rows == ROWS) return false;
    for (int i = 0; i < FELT_NARC_COLUMNS; i++) sheet->cell[sheet->rows][i] = ' ';
    sheet->rows++;
    return true;
}

static void put_rule(struct sheet *sheet)
{
    if (!next_row(sheet)) return;
    for (int i = 1; i < FELT_NARC_COLUMNS - 1; i++) sheet->cell[sheet->rows - 1][i] = '-';
}

static void print_sheet(const struct felt_term *term, const struct sheet *sheet)
{
    for (int row = 0; row < sheet->rows; row++) {
        int last = FELT_NARC_COLUMNS, style = FELT_PLAIN;
        while (last > 0 && sheet->cell[row][last - 1] == ' ') last--;
        for (int i = 0; i < last; i++) {
            uint32_t code = sheet->cell[row][i];
            if (code == 0) continue;
            if (sheet->style[row][i] != style && code != ' ') {
                if (style != FELT_PLAIN) felt_term_style(term, FELT_PLAIN);
                style = sheet->style[row][i];
                if (style != FELT_PLAIN) felt_term_style(term, (enum felt_style)style);
            }
            felt_narc_text_print(term->out, code);
        }
        if (style != FELT_PLAIN) felt_term_style(term, FELT_PLAIN);
        fputc('\n', term->out);
    }
}

void felt_narc_screen_clear(const struct felt_term *term, bool forget)
{
    fputs(forget ? "\033[H\033[2J\033[3J" : "\033[H\033[2J", term->out);
}

/* ---- rows ---- */

static void put_header(struct sheet *sheet, const struct felt_narc_look *look)
{
    const struct felt_narc_options *options = &look->rules->options;
    const struct felt_turn *turn = &look->view->betting.turn;
    const int64_t *number = look->view->number;
    char text[TEXT_BYTES], meter[FELT_NARC_CAP_MAX + 1] = "";
    next_row(sheet);
    snprintf(text, sizeof text, "Round %d/%d   Run heat %d (%s)   Deck %d   Hand %d/%d",
             (int)number[FELT_NARC_ROUND], options->rounds, (int)number[FELT_NARC_RUN_HEAT],
             look->rules->catalogue.tier[number[FELT_NARC_TIER]].name, felt_narc_look_deck(look),
             (int)number[FELT_NARC_HAND_NUMBER], options->session_hands);
    put(sheet, 1, FELT_BOLD, text);
    if (look->view->phase != FELT_PHASE_BET) return;
    int raises = turn->raises < options->cap ? turn->raises : options->cap;
    memset(meter, '#', (size_t)raises);
    memset(meter + raises, '.', (size_t)(options->cap - raises));
    snprintf(text, sizeof text, "  Raises left [%s] %d of %d", meter, options->cap - raises,
             options->cap);
    put(sheet, FELT_NARC_COLUMNS - 1 - felt_narc_text_measure(text), FELT_BOLD, text);
}

/* "> NARC (you)": the Player is simply YOU. */
static void put_name(struct sheet *sheet, const struct felt_narc_look *look, felt_seat seat)
{
    static const char *const names[FELT_ROLES] = {"NARC", "CUSTOMER", "PLAYER"};
    enum felt_narc_role role = felt_narc_role(look->rules, seat);
    bool me = seat == look->view->viewer, acts = seat == look->view->actor;
    if (acts) put(sheet, 1, FELT_YELLOW, ">");
    enum felt_style style = acts ? FELT_YELLOW : FELT_PLAIN;
    if (me && role == FELT_ROLE_PLAYER) {
        put(sheet, 3, style, "YOU");
    } else {
        int column = put(sheet, 3, style, names[role]);
        if (me) put(sheet, column, style, " (you)");
    }
}

/* What matters most comes first: what is active or still face down, then what is added, then what
 * only has heat. */
static int urgency(const struct felt_narc_laid *laid, enum felt_narc_standing standing)
{
    if (!laid->flipped || standing == FELT_NARC_ACTIVE) return 0;
    return standing == FELT_NARC_COUNTED ? 1 : 2;
}

/* One card behind the others; what does not fit begins another row, `rows` of them at most.  More
 * may come behind it that needs a row, or dots. */
static bool put_card(struct sheet *sheet, int *column, int *rows, bool last, enum felt_style style,
                     const char *text)
{
    enum { FIRST = 5, DOTS = 5 };
    bool starts = *column == 0;
    int room = FELT_NARC_COLUMNS - (last ? 0 : *rows ? 1 : DOTS);
    bool fits = !starts && *column + 2 + felt_narc_text_measure(text) <= room;
    if (!starts && !fits && *rows == 0) {
        put(sheet, *column, FELT_PLAIN, ", ...");
        return false; /* `table` lists all of them */
    }
    if (!starts) *column = put(sheet, *column, FELT_PLAIN, ",");
    if (!fits) {
        if (!next_row(sheet)) return false;
        --*rows;
        *column = FIRST;
    } else {
        ++*column;
    }
    *column = put(sheet, *column, style, text);
    return true;
}

/* Cards of a seat that lie open, or that the viewer laid itself, in so many rows at most. */
static void put_laid(struct sheet *sheet, const struct felt_narc_look *look,
                     const struct felt_narc_laid *laid, int count, felt_seat seat, int rows)
{
    static const char *const behind[] = {[FELT_NARC_COUNTED] = "",
                                         [FELT_NARC_ACTIVE] = " (active)",
                                         [FELT_NARC_REPLACED] = " (replaced)",
                                         [FELT_NARC_WITHDRAWN] = " (withdrawn)"};
    int column = 0, left = 0;
    for (int i = 0; i < count; i++) left += laid[i].seat == seat && laid[i].kind != FELT_CARD_NONE;
    for (int i = 0; i < 3 * count; i++) {
        const struct felt_narc_laid *card = &laid[i % count];
        if (card->seat != seat || card->kind == FELT_CARD_NONE) continue;
        enum felt_narc_standing standing = felt_narc_look_standing(look, laid, count, i % count);
        if (urgency(card, standing) != i / count) continue;
        bool dim = standing == FELT_NARC_REPLACED || standing == FELT_NARC_WITHDRAWN;
        char text[TEXT_BYTES];
        snprintf(text, sizeof text, "%s%s", look->rules->catalogue.card[card->kind].name,
                 card->flipped ? behind[standing]
                 : card->up    ? " (to flip)"
                               : " (face down)");
        if (!put_card(sheet, &column, &rows, --left == 0, dim ? FELT_DIM : FELT_PLAIN, text))
            return;
    }
}

static void put_seat(struct sheet *sheet, const struct felt_narc_look *look,
                     const struct felt_narc_laid *laid, int count, felt_seat seat)
{
    const struct felt_turn *turn = &look->view->betting.turn;
    int held = felt_narc_look_held(look, seat), column = NAME_COLUMNS;
    if (!next_row(sheet)) return;
    put_name(sheet, look, seat);
    if (!felt_seats_has(turn->live, seat)) {
        put(sheet, column, FELT_DIM, "out of this hand");
    } else {
        for (int i = 0; i < held; i++, column += 2) put(sheet, column, FELT_PLAIN, "o");
        if (held == 0) put(sheet, column, FELT_PLAIN, "no cards");
    }
    column = DOWN_COLUMN;
    for (int i = 0; i < count; i++)
        if (laid[i].seat == seat && !laid[i].flipped && column < DID_COLUMN - 3)
            column = put(sheet, column, FELT_BLUE, laid[i].up ? "[!]" : "[?]");
    put(sheet, DID_COLUMN, FELT_PLAIN, look->did[seat]);
    if (look->view->phase == FELT_PHASE_BET && turn->holder == seat)
        put(sheet, BADGE_COLUMN, FELT_YELLOW, "INITIATIVE *");
}

/* What a card does, up to the edge: if need be without the name of what it replaces, which the
 * totals of `what` show. */
static void put_effects(struct sheet *sheet, const struct felt_narc_look *look, felt_card kind,
                        int column, enum felt_style style)
{
    static const char note[] = " (replaces)";
    char memory[TEXT_BYTES];
    struct felt_buffer text = felt_buffer_make(memory, sizeof memory);
    felt_narc_look_card(look, kind, &text);
    if (column + felt_narc_text_measure(felt_buffer_terminate(&text)) > FELT_NARC_COLUMNS) {
        felt_buffer_clear(&text);
        felt_narc_words_effects(look->rules, kind, &text);
        bool room =
            column + felt_narc_text_measure(felt_buffer_terminate(&text)) + (int)sizeof note - 1 <=
            FELT_NARC_COLUMNS;
        if (room && felt_narc_look_replaces(look, kind) != FELT_CARD_NONE)
            felt_buffer_text(&text, note);
    }
    put(sheet, column, style, felt_buffer_terminate(&text));
}

static void put_hand(struct sheet *sheet, const struct felt_narc_look *look)
{
    felt_card hand[FELT_NARC_HAND_MAX];
    int held = felt_narc_look_hand(look, hand), width = CARD_COLUMNS;
    if (look->view->viewer < 0) return;
    put_rule(sheet);
    if (held == 0) {
        next_row(sheet);
        put(sheet, 3, FELT_PLAIN, "You hold no cards.");
    }
    for (int i = 0; i < held; i++) {
        int columns = felt_narc_text_measure(look->rules->catalogue.card[hand[i]].name) + 2;
        if (columns > width) width = columns;
    }
    for (int i = 0; i < held; i++) {
        bool chosen = i == look->selected;
        enum felt_style style = chosen ? FELT_BOLD : FELT_PLAIN;
        if (!next_row(sheet)) return;
        if (chosen) put(sheet, 1, FELT_YELLOW, "*");
        put_int(sheet, 3, style, "%lld) ", i + 1);
        put(sheet, 6, style, look->rules->catalogue.card[hand[i]].name);
        put_effects(sheet, look, hand[i], 6 + width, style);
    }
}

static int put_bar(struct sheet *sheet, int column, enum felt_style style, int64_t number,
                   int64_t full)
{
    int64_t filled = number <= 0 ? 0 : number >= full ? BAR : (number * BAR + full / 2) / full;
    column = put(sheet, column, FELT_PLAIN, " |");
    for (int i = 0; i < BAR; i++) column = put(sheet, column, style, i < filled ? "#" : " ");
    return put(sheet, column, FELT_PLAIN, "|");
}

static felt_seat player_seat(const struct felt_narc_look *look)
{
    return felt_narc_seat(look->rules, FELT_ROLE_PLAYER);
}

static void put_totals(struct sheet *sheet, const struct felt_narc_look *look)
{
    const int64_t *number = look->view->number;
    int64_t evidence = number[FELT_NARC_EVIDENCE_NOW], cover = number[FELT_NARC_COVER_NOW];
    int64_t full = evidence > cover ? evidence : cover;
    if (full < BAR_EVIDENCE) full = BAR_EVIDENCE;
    put_rule(sheet);
    next_row(sheet);
    int column = put_int(sheet, 2, FELT_PLAIN, "Evidence %4lld", evidence);
    column = put_bar(sheet, column, FELT_RED, evidence, full);
    column = put_int(sheet, column + 2, FELT_PLAIN, "Cover %5lld", cover);
    column = put_bar(sheet, column, FELT_GREEN, cover, full);
    bool safe = evidence <= cover, mine = look->view->viewer == player_seat(look);
    column = put_int(sheet, column + 2, safe ? FELT_GREEN : FELT_RED,
                     mine ? "margin %+lld " : "Player %+lld ", cover - evidence);
    put(sheet, column, safe ? FELT_GREEN : FELT_RED, safe ? "safe" : "behind");
    next_row(sheet);
    int64_t profit = number[FELT_NARC_PROFIT_NOW], heat = number[FELT_NARC_HEAT_NOW];
    column = put_int(sheet, 2, FELT_PLAIN, "Profit %6lld", profit);
    column = put_bar(sheet, column, FELT_BLUE, profit, profit > BAR_PROFIT ? profit : BAR_PROFIT);
    column = put_int(sheet, column + 2, FELT_PLAIN, "Heat %+6lld", heat);
    column = put_bar(sheet, column, FELT_YELLOW, heat, heat > BAR_HEAT ? heat : BAR_HEAT);
    put_int(sheet, column + 2, FELT_PLAIN, "cash %lld", number[FELT_NARC_RUN_CASH]);
}

/* One row of words, if there are any. */
static void put_words(struct sheet *sheet, const struct felt_narc_look *look, enum felt_style style,
                      void (*write)(const struct felt_narc_look *, struct felt_buffer *))
{
    char memory[TEXT_BYTES];
    struct felt_buffer text = felt_buffer_make(memory, sizeof memory);
    write(look, &text);
    if (text.used == 0 || !next_row(sheet)) return;
    put(sheet, 2, style, felt_buffer_terminate(&text));
}

/* ---- what may be done ---- */

/* "c)heck   1-3 look at a card, again to raise   f)old ..." in two rows. */
static void put_offer(struct sheet *sheet, const struct felt_narc_look *look)
{
    char memory[TEXT_BYTES];
    struct felt_buffer text = felt_buffer_make(memory, sizeof memory);
    int held = felt_narc_look_held(look, look->view->viewer);
    next_row(sheet);
    int column = 2;
    if (felt_narc_look_legal(look, FELT_CONTINUE))
        column = put(sheet, column, FELT_YELLOW, "g)o on   ");
    if (felt_narc_look_legal(look, FELT_CHECK))
        column = put(sheet, column, FELT_YELLOW, "c)heck   ");
    bool raises = felt_narc_look_legal(look, FELT_COMMIT);
    bool stays = felt_narc_look_legal(look, FELT_CALL);
    if (raises || stays) {
        column = put(sheet, column, FELT_YELLOW, held > 1 ? "1" : "");
        if (held > 1) column = put(sheet, column, FELT_YELLOW, "-");
        column = put_int(sheet, column, FELT_YELLOW, "%lld", held);
        column = put(sheet, column, FELT_YELLOW, " look at a card, again to ");
        column = put(sheet, column, FELT_YELLOW, raises ? "raise   " : "stay   ");
        if (raises && stays) column = put(sheet, column, FELT_YELLOW, "s 1 stay   ");
    }
    put(sheet, column, FELT_YELLOW, "t)able  l)og  ? help  q)uit");
    next_row(sheet);
    column = put(sheet, 2, FELT_YELLOW, "f)old: ");
    felt_narc_look_fold_price(look, &text);
    put(sheet, column, FELT_YELLOW, felt_buffer_terminate(&text));
}

/* The last lines of a text, so many rows. */
static void put_news(struct sheet *sheet, const char *news, int rows)
{
    char memory[TEXT_BYTES * NEWS_LINES];
    struct felt_buffer text = felt_buffer_make(memory, sizeof memory);
    int lines = felt_narc_text_wrap(news, 4, &text);
    const char *at = felt_buffer_terminate(&text);
    for (; lines > rows; lines--) {
        const char *end = strchr(at, '\n');
        if (!end) break;
        at = end + 1;
    }
    for (; *at == ' '; at += *at == '\n') at += strcspn(at, "\n"); /* no half sentence */
    while (*at && rows-- > 0) {
        size_t bytes = strcspn(at, "\n");
        char line[TEXT_BYTES];
        snprintf(line, sizeof line, "%.*s", (int)bytes, at);
        if (!next_row(sheet)) return;
        put(sheet, 1, FELT_PLAIN, line);
        at += bytes + (at[bytes] == '\n');
    }
}

/* Everything above the news.  `rows`: for the open cards of a seat. */
static void compose(struct sheet *sheet, const struct felt_narc_look *look, int rows)
{
    struct felt_narc_laid laid[FELT_NARC_COMMITS_MAX];
    int count = felt_narc_look_table(look, laid);
    sheet->rows = 0;
    put_header(sheet, look);
    put_rule(sheet);
    for (felt_seat seat = 0; seat < FELT_ROLES; seat++) {
        put_seat(sheet, look, laid, count, seat);
        if (rows > 0) put_laid(sheet, look, laid, count, seat, rows);
    }
    put_words(sheet, look, FELT_PLAIN, felt_narc_look_initiative);
    put_hand(sheet, look);
    put_totals(sheet, look);
    if (look->view->phase == FELT_PHASE_BET)
        put_words(sheet, look, FELT_PLAIN, felt_narc_look_hidden);
    put_words(sheet, look, FELT_BOLD, felt_narc_look_what);
    if (look->view->phase == FELT_PHASE_DECIDE && look->view->options > 0)
        put_words(sheet, look, FELT_BOLD, felt_narc_look_decision);
    put_rule(sheet);
}

void felt_narc_screen_draw(const struct felt_term *term, const struct felt_narc_look *look,
                           const char *news)
{
    struct sheet sheet = {.rows = 0};
    bool acts = look->view->options > 0;
    int below = acts ? 2 : 1; /* what may be done, or a prompt of words */
    for (int rows = 2; rows >= 0; rows--) {
        compose(&sheet, look, rows);
        if (ROWS - sheet.rows - below >= (rows == 2 ? NEWS_ROWS : 1)) break;
    }
    put_news(&sheet, news, ROWS - sheet.rows - below);
    if (acts) put_offer(&sheet, look);
    felt_narc_screen_clear(term, false);
    print_sheet(term, &sheet);
}
