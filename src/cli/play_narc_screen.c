/* play_narc_screen.c -- see play_narc_screen.h.
 *
 * A sheet of cells is filled first and printed then: cutting and colours cannot disturb each other.
 * A cell holds one character of any script; wide ones take two cells. */
#include "cli/play_narc_screen.h"

#include "felt/assert.h"

#include <string.h>

enum {
    ROWS = FELT_NARC_ROWS - 2, /* one for the prompt, one for the cursor behind it               */
    NAME_COLUMNS = 17,
    HELD_COLUMNS = 14,
    DOWN_COLUMN = NAME_COLUMNS + HELD_COLUMNS,
    DID_COLUMN = 44,
    BADGE_COLUMN = 66,
    CARD_COLUMNS = 26,
    BAR = 12,
    BAR_EVIDENCE = 60, /* what fills a bar, at least                                            */
    BAR_PROFIT = 150,
    BAR_HEAT = 50,
    TEXT_BYTES = 512,
    NEWS_LINES = 16,
    NEWS_ROWS = 3 /* at least, if it can be helped                                               */
};

struct sheet {
    int rows;
    uint32_t cell[ROWS][FELT_NARC_COLUMNS]; /* 0: right half of a wide one                      */
    uint8_t style[ROWS][FELT_NARC_COLUMNS];
};

/* ---- characters ---- */

/* The next one of a text; what is no UTF-8 is a question mark.  The loader has refused control
 * characters. */
static uint32_t take_character(const char **text)
{
    const unsigned char *at = (const unsigned char *)*text;
    int more = *at < 0x80 ? 0 : *at < 0xc0 ? -1 : *at < 0xe0 ? 1 : *at < 0xf0 ? 2 : 3;
    uint32_t code = more <= 0 ? *at : *at & (0x3fu >> more);
    for (int i = 1; i <= more; i++) {
        if ((at[i] & 0xc0) != 0x80) {
            more = -1;
            break;
        }
        code = code << 6 | (at[i] & 0x3f);
    }
    *text += more > 0 ? more + 1 : 1;
    return more < 0 || code < ' ' || code == 0x7f ? '?' : code;
}

static int columns_of(uint32_t code)
{
    static const uint32_t wide[][2] = {{0x1100, 0x115f},   {0x2e80, 0xa4cf},  {0xac00, 0xd7a3},
                                       {0xf900, 0xfaff},   {0xfe30, 0xfe6f},  {0xff00, 0xff60},
                                       {0x1f300, 0x1faff}, {0x20000, 0x3fffd}};
    for (size_t i = 0; i < sizeof wide / sizeof wide[0]; i++)
        if (code >= wide[i][0] && code <= wide[i][1]) return 2;
    return 1;
}

static int measure(const char *text)
{
    int columns = 0;
    while (*text) columns += columns_of(take_character(&text));
    return columns;
}

static void print_character(FILE *out, uint32_t code)
{
    if (code < 0x80) {
        fputc((int)code, out);
    } else if (code < 0x800) {
        fputc((int)(0xc0 | code >> 6), out);
        fputc((int)(0x80 | (code & 0x3f)), out);
    } else {
        if (code < 0x10000) {
            fputc((int)(0xe0 | code >> 12), out);
        } else {
            fputc((int)(0xf0 | code >> 18), out);
            fputc((int)(0x80 | (code >> 12 & 0x3f)), out);
        }
        fputc((int)(0x80 | (code >> 6 & 0x3f)), out);
        fputc((int)(0x80 | (code & 0x3f)), out);
    }
}

/* ---- the sheet ---- */

/* Writes into the last row; what does not fit is cut.  Returns the column behind it. */
static int put(struct sheet *sheet, int column, enum felt_style style, const char *text)
{
    felt_assert(sheet->rows > 0);
    while (*text) {
        uint32_t code = take_character(&text);
        int columns = columns_of(code);
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
            print_character(term->out, code);
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
    put(sheet, FELT_NARC_COLUMNS - 1 - measure(text), FELT_BOLD, text);
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
    bool fits = !starts && *column + 2 + measure(text) <= room;
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

static void put_hand(struct sheet *sheet, const struct felt_narc_look *look)
{
    felt_card hand[FELT_NARC_HAND_MAX];
    int held = felt_narc_look_hand(look, hand);
    if (look->view->viewer < 0) return;
    put_rule(sheet);
    if (held == 0) {
        next_row(sheet);
        put(sheet, 3, FELT_PLAIN, "You hold no cards.");
    }
    for (int i = 0; i < held; i++) {
        char memory[TEXT_BYTES];
        struct felt_buffer text = felt_buffer_make(memory, sizeof memory);
        bool chosen = i == look->selected;
        if (!next_row(sheet)) return;
        enum felt_style style = chosen ? FELT_BOLD : FELT_PLAIN;
        if (chosen) put(sheet, 1, FELT_YELLOW, "*");
        put_int(sheet, 3, style, "%lld) ", i + 1);
        put(sheet, 6, style, look->rules->catalogue.card[hand[i]].name);
        felt_narc_look_card(look, hand[i], &text);
        int width = measure(look->rules->catalogue.card[hand[i]].name);
        put(sheet, 6 + (width < CARD_COLUMNS ? CARD_COLUMNS : width + 2), style,
            felt_buffer_terminate(&text));
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
    bool safe = evidence <= cover;
    column =
        put_int(sheet, column + 2, safe ? FELT_GREEN : FELT_RED, "margin %+lld ", cover - evidence);
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
    int lines = felt_narc_screen_wrap(news, 4, &text);
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
        if (ROWS - sheet.rows - below >= NEWS_ROWS) break;
    }
    put_news(&sheet, news, ROWS - sheet.rows - below);
    if (acts) put_offer(&sheet, look);
    felt_narc_screen_clear(term, false);
    print_sheet(term, &sheet);
}

/* ---- lines ---- */

int felt_narc_screen_wrap(const char *text, int indent, struct felt_buffer *out)
{
    int lines = 0;
    while (*text) {
        size_t rest = strcspn(text, "\n");
        const char *end = text + rest;
        int column = 0;
        /* what a line begins with is kept: lists are indented */
        for (; *text == ' '; text++, column++) felt_buffer_char(out, ' ');
        int margin = indent >= 0 ? indent : column ? column + 2 : 0;
        bool first = true;
        while (text < end) {
            size_t bytes = strcspn(text, " \n");
            char word[FELT_NARC_COLUMNS * 4];
            snprintf(word, sizeof word, "%.*s", (int)bytes, text);
            int columns = measure(word);
            if (!first && column + 1 + columns > FELT_NARC_COLUMNS - 2) {
                felt_buffer_char(out, '\n');
                lines++;
                for (column = 0; column < margin; column++) felt_buffer_char(out, ' ');
            } else if (!first) {
                felt_buffer_char(out, ' ');
                column++;
            }
            felt_buffer_text(out, word);
            column += columns;
            first = false;
            text += bytes;
            while (text < end && *text == ' ') text++;
        }
        felt_buffer_char(out, '\n');
        lines++;
        text = *end ? end + 1 : end;
    }
    return lines;
}

static void print_wrapped(const struct felt_term *term, struct felt_buffer *text)
{
    char memory[2 * TEXT_BYTES];
    struct felt_buffer lines = felt_buffer_make(memory, sizeof memory);
    felt_narc_screen_wrap(felt_buffer_terminate(text), 4, &lines);
    fputs(felt_buffer_terminate(&lines), term->out);
    felt_buffer_clear(text);
}

/* "The Narc: 3 cards in hand, 1 face down, raised." */
static void tell_seat(const struct felt_narc_look *look, const struct felt_narc_laid *laid,
                      int count, felt_seat seat, struct felt_buffer *out)
{
    int held = felt_narc_look_held(look, seat), down = 0;
    for (int i = 0; i < count; i++) down += laid[i].seat == seat && !laid[i].flipped;
    felt_buffer_text(out, felt_narc_words_seat(look->words, seat, true));
    felt_buffer_text(out, ": ");
    if (!felt_seats_has(look->view->betting.turn.live, seat)) {
        felt_buffer_text(out, "out of this hand. ");
        return;
    }
    felt_buffer_int(out, held);
    felt_buffer_text(out, held == 1 ? " card in hand" : " cards in hand");
    if (down) {
        felt_buffer_text(out, ", ");
        felt_buffer_int(out, down);
        felt_buffer_text(out, look->rules->options.open ? " to flip" : " face down");
    }
    if (*look->did[seat]) {
        felt_buffer_text(out, ", ");
        felt_buffer_text(out, look->did[seat]);
    }
    felt_buffer_text(out, ". ");
}

static void tell_place(const struct felt_narc_look *look, struct felt_buffer *out)
{
    const struct felt_narc_options *options = &look->rules->options;
    const int64_t *number = look->view->number;
    char text[TEXT_BYTES];
    snprintf(text, sizeof text,
             "Hand %d of at most %d, round %d of %d. Run heat %d (%s), cash %d, %d in the deck.",
             (int)number[FELT_NARC_HAND_NUMBER], options->session_hands,
             (int)number[FELT_NARC_ROUND], options->rounds, (int)number[FELT_NARC_RUN_HEAT],
             look->rules->catalogue.tier[number[FELT_NARC_TIER]].name,
             (int)number[FELT_NARC_RUN_CASH], felt_narc_look_deck(look));
    felt_buffer_text(out, text);
}

static void tell_totals(const struct felt_narc_look *look, struct felt_buffer *out)
{
    const int64_t *number = look->view->number;
    char text[TEXT_BYTES];
    int heat = (int)number[FELT_NARC_HEAT_NOW];
    snprintf(text, sizeof text,
             "Evidence %d, Cover %d, Heat %s%d, Profit %d: ", (int)number[FELT_NARC_EVIDENCE_NOW],
             (int)number[FELT_NARC_COVER_NOW], heat > 0 ? "+" : "", heat,
             (int)number[FELT_NARC_PROFIT_NOW]);
    felt_buffer_text(out, text);
    felt_narc_words_margin((int32_t)number[FELT_NARC_EVIDENCE_NOW],
                           (int32_t)number[FELT_NARC_COVER_NOW], out);
    felt_buffer_char(out, '.');
}

static void tell_hand(const struct felt_term *term, const struct felt_narc_look *look)
{
    felt_card hand[FELT_NARC_HAND_MAX];
    int held = felt_narc_look_hand(look, hand);
    char memory[TEXT_BYTES];
    struct felt_buffer text = felt_buffer_make(memory, sizeof memory);
    for (int i = 0; i < held; i++) {
        felt_buffer_text(&text, i == look->selected ? "* " : "  ");
        felt_buffer_int(&text, i + 1);
        felt_buffer_char(&text, ' ');
        felt_buffer_text(&text, look->rules->catalogue.card[hand[i]].name);
        felt_buffer_text(&text, ": ");
        felt_narc_look_card(look, hand[i], &text);
        print_wrapped(term, &text);
    }
}

void felt_narc_screen_tell(const struct felt_term *term, const struct felt_narc_look *look)
{
    struct felt_narc_laid laid[FELT_NARC_COMMITS_MAX];
    int count = felt_narc_look_table(look, laid);
    const struct felt_turn *turn = &look->view->betting.turn;
    char memory[2 * TEXT_BYTES];
    struct felt_buffer text = felt_buffer_make(memory, sizeof memory);
    if (look->view->phase != FELT_PHASE_DECIDE) { /* what was flipped has just been told */
        tell_place(look, &text);
        print_wrapped(term, &text);
        tell_totals(look, &text);
        print_wrapped(term, &text);
    }
    if (look->view->phase == FELT_PHASE_BET) {
        int left = look->rules->options.cap - turn->raises;
        felt_buffer_text(&text, "Raises left for all together: ");
        felt_buffer_int(&text, left > 0 ? left : 0);
        felt_buffer_text(&text, " of ");
        felt_buffer_int(&text, look->rules->options.cap);
        felt_buffer_text(&text, ". ");
        felt_narc_look_initiative(look, &text);
        felt_buffer_char(&text, '.');
        print_wrapped(term, &text);
        for (felt_seat seat = 0; seat < FELT_ROLES; seat++)
            tell_seat(look, laid, count, seat, &text);
        print_wrapped(term, &text);
        felt_narc_look_hidden(look, &text);
        felt_buffer_char(&text, '.');
        print_wrapped(term, &text);
    }
    felt_narc_look_what(look, &text);
    if (text.used) {
        felt_buffer_char(&text, '.');
        print_wrapped(term, &text);
    }
    tell_hand(term, look);
}

void felt_narc_screen_offer(const struct felt_term *term, const struct felt_narc_look *look)
{
    char memory[2 * TEXT_BYTES];
    struct felt_buffer text = felt_buffer_make(memory, sizeof memory);
    int held = felt_narc_look_held(look, look->view->viewer);
    char range[32];
    snprintf(range, sizeof range, held > 1 ? " 1-%d" : " %d", held);
    if (felt_narc_look_legal(look, FELT_CONTINUE)) {
        felt_narc_look_decision(look, &text);
        felt_buffer_text(&text, ". ");
    }
    felt_buffer_text(&text, "Say ");
    if (felt_narc_look_legal(look, FELT_CONTINUE)) felt_buffer_text(&text, "go on, ");
    if (felt_narc_look_legal(look, FELT_CHECK)) felt_buffer_text(&text, "check, ");
    if (felt_narc_look_legal(look, FELT_CALL)) {
        felt_buffer_text(&text, "stay");
        felt_buffer_text(&text, range);
        felt_buffer_text(&text, ", ");
    }
    if (felt_narc_look_legal(look, FELT_COMMIT)) {
        felt_buffer_text(&text, "raise");
        felt_buffer_text(&text, range);
        felt_buffer_text(&text, " or the name of a card, what");
        felt_buffer_text(&text, range);
        felt_buffer_text(&text, " to look at one, ");
    }
    felt_buffer_text(&text, "fold (");
    felt_narc_look_fold_price(look, &text);
    felt_buffer_text(&text, "), help or quit.");
    print_wrapped(term, &text);
}

void felt_narc_screen_table(const struct felt_narc_look *look, struct felt_buffer *out)
{
    static const char *const behind[] = {[FELT_NARC_COUNTED] = "",
                                         [FELT_NARC_ACTIVE] = ", active",
                                         [FELT_NARC_REPLACED] = ", replaced: only its heat counts",
                                         [FELT_NARC_WITHDRAWN] =
                                             ", withdrawn: only its heat counts"};
    struct felt_narc_laid laid[FELT_NARC_COMMITS_MAX];
    int count = felt_narc_look_table(look, laid);
    felt_buffer_text(out, count ? "On the table, in the order in which cards were committed:\n"
                                : "No card lies on the table yet.\n");
    for (int i = 0; i < count; i++) {
        felt_buffer_text(out, "  ");
        felt_buffer_text(out, felt_narc_words_seat(look->words, laid[i].seat, true));
        felt_buffer_text(out, ": ");
        if (laid[i].kind == FELT_CARD_NONE) {
            felt_buffer_text(out, "a card face down\n");
            continue;
        }
        felt_buffer_text(out, look->rules->catalogue.card[laid[i].kind].name);
        felt_buffer_text(out, ", ");
        felt_narc_words_effects(look->rules, laid[i].kind, out);
        felt_buffer_text(out, laid[i].flipped
                                  ? behind[felt_narc_look_standing(look, laid, count, i)]
                              : laid[i].up ? ", not counted yet"
                                           : ", face down: only you know it");
        felt_buffer_char(out, '\n');
    }
}
