/* play_company.c -- see play_company.h. */
#include "terminal/local/play_company.h"

#include "command/player_name.h"
#include "felt/assert.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
    DECISION_MS = 2000,                    /* nobody waits longer for a player */
    NAME_BYTES = FELT_PLAYER_TEXT_MAX + 2, /* so much more that the reader sees what is too long */
    ACTION_COLUMNS = 20,
    REASON_COLUMNS = 14,
    NAME_COLUMNS = 10, /* a round and a name */
    HAND_COLUMNS = 6,
    PRICE_COLUMNS = 7,
    RANGE_COLUMNS = 7,
    SHARE_COLUMNS = 7,
    GAIN_COLUMNS = 9,
    CONFIDENCE_COLUMNS = 12,
    ACTION_BYTES = 40,
    LESSON_COLUMNS = 100,
    LESSON_LINES = 2,
    INTRODUCTION_COLUMNS = 80,
    INDENT = 2, /* of a continued line */
    CARDS_BYTES = 3 * FELT_HOLE_MAX + 1,
    SEAT_BYTES = FELT_PLAYER_TEXT_MAX + 40, /* a name, and who that is */
    PERCENT = 100
};
#define BETWEEN " \t," /* names */

/* ---- names ---------------------------------------------------------------------------------- */

/* Who sits there. */
static const struct felt_player_spec *spec_of(const struct felt_company *company, felt_seat seat)
{
    felt_assert(seat > 0 && seat < FELT_SEATS_MAX);
    return &company->named[(seat - 1) % company->names];
}

/* "aggr=3" is one, "house:aggr=3" is not. */
static bool is_dial(const char *piece, size_t bytes)
{
    const char *equals = memchr(piece, '=', bytes);
    return equals && !memchr(piece, ':', (size_t)(equals - piece));
}

/* As much of it as there is room for. */
static void append(char name[NAME_BYTES], const char *text, size_t bytes)
{
    size_t used = strlen(name), room = NAME_BYTES - 1 - used;
    if (bytes > room) bytes = room;
    memcpy(name + used, text, bytes);
    name[used + bytes] = '\0';
}

/* Does the name have settings, so that more of them follow a comma? */
static bool has_dials(const char name[NAME_BYTES])
{
    const char *colon = strchr(name, ':');
    if (strchr(name, '=')) return true;
    const struct felt_player_kind *kind =
        colon ? felt_player_find(name, (size_t)(colon - name)) : NULL;
    return kind && kind->has_settings; /* a persona, or a file */
}

/* Takes a name with the dials that follow it; returns where the next one begins. */
static const char *take_name(const char *at, char name[NAME_BYTES])
{
    size_t bytes = strcspn(at, BETWEEN);
    name[0] = '\0';
    append(name, at, bytes);
    for (;;) {
        at += bytes;
        at += strspn(at, BETWEEN);
        bytes = strcspn(at, BETWEEN);
        if (!is_dial(at, bytes)) return at;
        append(name, has_dials(name) ? "," : ":", 1);
        append(name, at, bytes);
    }
}

bool felt_company_read(const struct felt_args *args, const char *names,
                       struct felt_company *company)
{
    char name[NAME_BYTES];
    const char *at = names + strspn(names, BETWEEN);
    company->names = 0;
    if (*at == '\0' || is_dial(at, strcspn(at, BETWEEN))) {
        (void)felt_args_refuse(args, "--with \"%s\": name a player first, as in house or zoo:tag",
                               names);
        return false;
    }
    while (*at) {
        if (company->names == FELT_COMPANY_MAX) {
            (void)felt_args_refuse(args, "--with: at most %d players sit with you",
                                   FELT_COMPANY_MAX);
            return false;
        }
        at = take_name(at, name);
        if (!felt_player_name_read(args, name, &company->named[company->names])) return false;
        company->names++;
    }
    return true;
}

bool felt_company_verify(const struct felt_args *args, const struct felt_company *company,
                         const struct felt_rotation *rotation, int players, felt_chips unit)
{
    uint8_t playable[FELT_ROTATION_MAX];
    int games = felt_rotation_playable(rotation, players, playable);
    if (company->names > players - 1) {
        (void)felt_args_refuse(args, "--with names %d players, but only %d can sit with you",
                               company->names, players - 1);
        return false;
    }
    for (int i = 0; i < games; i++) {
        struct felt_poker_rules rules;
        enum felt_status status = felt_rotation_rules(rotation, playable[i], unit, &rules, NULL);
        felt_assert(status == FELT_OK);
        for (int name = 0; name < company->names; name++) {
            const struct felt_player_kind *kind = company->named[name].kind;
            if (kind->plays(&felt_poker_game, &rules)) continue;
            (void)felt_args_refuse(args, "%s does not play %s; take another player or game",
                                   kind->name, rules.variant->name);
            return false;
        }
    }
    return true;
}

/* ---- seats ---------------------------------------------------------------------------------- */

/* So many bytes that what follows is aligned as malloc does. */
static size_t block_bytes(const struct felt_player_kind *kind)
{
    size_t align = _Alignof(max_align_t);
    return (kind->bytes + align - 1) / align * align;
}

bool felt_company_sit(struct felt_company *company, int players, struct felt_rng rng)
{
    size_t bytes = 0;
    felt_assert(players > company->names && players <= FELT_SEATS_MAX);
    for (felt_seat seat = 1; seat < players; seat++)
        bytes += block_bytes(spec_of(company, seat)->kind);
    char *memory = malloc(bytes);
    company->memory = memory;
    if (memory == NULL) return false;
    company->players = players;
    for (felt_seat seat = 1; seat < players; seat++) {
        const struct felt_player_spec *spec = spec_of(company, seat);
        company->block[seat] = memory;
        memory += block_bytes(spec->kind);
        spec->kind->sit(company->block[seat], &spec->settings,
                        felt_rng_split(&rng, (uint64_t)seat));
    }
    return true;
}

void felt_company_close(struct felt_company *company)
{
    free(company->memory);
    company->memory = NULL;
}

/* ---- a hand --------------------------------------------------------------------------------- */

void felt_company_begin(struct felt_company *company, const struct felt_poker_rules *rules)
{
    company->now.count = 0;
    for (felt_seat seat = 1; seat < company->players; seat++) {
        company->place[seat] = (struct felt_place){.game = &felt_poker_game,
                                                   .rules = rules,
                                                   .seat = seat,
                                                   .owner = spec_of(company, seat)->owner};
        spec_of(company, seat)->kind->begin(company->block[seat], &company->place[seat]);
    }
}

void felt_company_observe(struct felt_company *company, const struct felt_event *events,
                          uint32_t count)
{
    for (felt_seat seat = 1; seat < company->players; seat++) {
        const struct felt_player_kind *kind = spec_of(company, seat)->kind;
        if (kind->observe == NULL) continue;
        for (uint32_t i = 0; i < count; i++) {
            struct felt_event event = felt_event_for(&events[i], seat);
            kind->observe(company->block[seat], &event);
        }
    }
}

static int64_t now_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static bool time_left(void *self)
{
    const int64_t *deadline_ms = self;
    return now_ms() < *deadline_ms;
}

static void remember(struct felt_company *company, const struct felt_variant *variant,
                     const struct felt_view *view, const struct felt_decision *decision)
{
    uint64_t at = company->now.count++;
    if (at >= FELT_COMPANY_THOUGHTS_MAX) return;
    company->now.thought[at] = felt_lesson_think(variant, view, decision);
}

struct felt_action felt_company_choose(struct felt_company *company, felt_seat seat,
                                       const struct felt_poker *state)
{
    const struct felt_player_spec *spec = spec_of(company, seat);
    const struct felt_poker_rules *rules = company->place[seat].rules;
    int64_t deadline_ms = now_ms() + DECISION_MS;
    const struct felt_budget budget = {
        .samples = felt_player_samples(spec, 0), .time_left = time_left, .self = &deadline_ms};
    struct felt_complaint complaint;
    struct felt_view view;
    felt_poker_view(rules, state, seat, &view);
    struct felt_decision decision = spec->kind->choose(company->block[seat], &view, &budget);
    bool legal = felt_poker_explain(rules, state, seat, decision.action, &complaint) == FELT_OK;
    if (!legal) fprintf(stderr, "felt play: %s: %s\n", spec->text, complaint.text);
    felt_assert(legal); /* P1 of player.h */
    remember(company, rules->variant, &view, &decision);
    return decision.action;
}

void felt_company_end(struct felt_company *company)
{
    company->before = company->now;
    company->now.count = 0;
}

/* ---- lines ---------------------------------------------------------------------------------- */

/* Text that is broken between words when a line is full. */
struct lines {
    FILE *out; /* NULL: only counted */
    int columns, indent;
    int column, count;
};

/* The next word; a number and its "%" are one. */
static int word_bytes(const char *text)
{
    size_t bytes = strcspn(text, " ");
    if (text[bytes] == ' ' && text[bytes + 1] == '%') bytes += 1 + strcspn(text + bytes + 1, " ");
    return (int)bytes;
}

/* Adds what stays on one line; blanks before it are lost where the line breaks. */
static void add_bytes(struct lines *lines, const char *text, int bytes)
{
    int blanks = (int)strspn(text, " ");
    if (lines->column > 0 && lines->column + bytes > lines->columns && blanks > 0) {
        if (lines->out) fprintf(lines->out, "\n%*s", lines->indent, "");
        lines->column = lines->indent;
        lines->count++;
        text += blanks;
        bytes -= blanks;
    }
    if (lines->out) fprintf(lines->out, "%.*s", bytes, text);
    lines->column += bytes;
}
static void add_piece(struct lines *lines, const char *text)
{
    add_bytes(lines, text, (int)strlen(text));
}

static void add_words(struct lines *lines, const char *text)
{
    while (*text) {
        int blanks = (int)strspn(text, " "), bytes = blanks + word_bytes(text + blanks);
        add_bytes(lines, text, bytes);
        text += bytes;
    }
}

/* ---- in words ------------------------------------------------------------------------------- */

/* Was one name given for everybody, however often? */
static bool all_equal(const struct felt_company *company)
{
    for (int i = 1; i < company->names; i++)
        if (strcmp(company->named[i].text, company->named[0].text) != 0) return false;
    return true;
}

/* "Ada (zoo:tag)" stays on one line, however many blanks a file name has. */
static void introduce_one(const struct felt_company *company, const struct felt_table_screen *table,
                          felt_seat seat, struct lines *lines)
{
    char memory[SEAT_BYTES];
    struct felt_buffer text = felt_buffer_make(memory, sizeof memory);
    felt_buffer_text(&text, company->players == 2 ? " and " : " ");
    felt_buffer_text(&text, felt_table_screen_name(table, seat));
    felt_buffer_text(&text, " (");
    felt_buffer_text(&text, spec_of(company, seat)->text);
    felt_buffer_text(&text, seat < company->players - 1 ? ")," : ")");
    add_piece(lines, felt_buffer_terminate(&text));
}

void felt_company_introduce(const struct felt_company *company,
                            const struct felt_table_screen *table, const char *before,
                            const char *behind)
{
    FILE *out = table->term->out;
    struct lines lines = {.out = out, .columns = INTRODUCTION_COLUMNS, .indent = INDENT};
    int others = company->players - 1;
    if (others > 1 && all_equal(company)) {
        fprintf(out, "%syou and %d %s players%s\n", before, others, company->named[0].text, behind);
        return;
    }
    add_piece(&lines, before);
    add_piece(&lines, others == 1 ? "you" : "you,");
    for (felt_seat seat = 1; seat <= others; seat++) introduce_one(company, table, seat, &lines);
    add_piece(&lines, behind);
    fputc('\n', out);
}

/* "strong_hand" as "strong hand" */
static int print_words(FILE *out, const char *word)
{
    int width = 0;
    for (; word[width]; width++) fputc(word[width] == '_' ? ' ' : word[width], out);
    return width;
}

/* "62 %", at the right end of so many columns. */
static void print_share(FILE *out, int columns, double share)
{
    fprintf(out, "%*d %%", columns - 2, (int)(PERCENT * share + 0.5));
}

/* As print_share(), or nothing but blanks for 0. */
static void print_known(FILE *out, int columns, double share)
{
    if (share > 0)
        print_share(out, columns, share);
    else
        fprintf(out, "%*s", columns, "");
}

/* "+1,200", or blanks for 0. */
static void print_gain(FILE *out, double gain)
{
    char number[FELT_TERM_NUMBER_BYTES], text[FELT_TERM_NUMBER_BYTES + 1] = "";
    double size = gain < 0 ? -gain : gain;
    if (size > 0 && size < (double)INT64_MAX / 2)
        snprintf(text, sizeof text, "%c%s", gain < 0 ? '-' : '+',
                 felt_term_number((uint64_t)(size + 0.5), number));
    fprintf(out, "%*s", GAIN_COLUMNS, text);
}

/* How many thoughts of the last hand were kept. */
static uint64_t count_kept(const struct felt_company_thoughts *thoughts)
{
    uint64_t most = FELT_COMPANY_THOUGHTS_MAX;
    return thoughts->count < most ? thoughts->count : most;
}

/* Columns that stay empty in most hands are only there if somebody has something to put there. */
struct columns {
    bool range, share, gain;
};

static void explain_one(const struct felt_lesson_thought *thought, struct columns columns,
                        const struct felt_table_screen *table)
{
    FILE *out = table->term->out;
    char memory[ACTION_BYTES];
    struct felt_buffer action = felt_buffer_make(memory, sizeof memory);
    felt_lesson_action(thought, &action);
    fprintf(out, "  %d  %-4s %-*s ", thought->round, felt_table_screen_name(table, thought->seat),
            ACTION_COLUMNS, felt_buffer_terminate(&action));
    int width = print_words(out, thought->reasoning);
    fprintf(out, "%*s", width < REASON_COLUMNS ? REASON_COLUMNS - width : 0, "");
    print_known(out, HAND_COLUMNS, thought->strength);
    print_known(out, PRICE_COLUMNS, thought->price);
    if (columns.range) print_known(out, RANGE_COLUMNS, thought->range);
    if (columns.share) print_known(out, SHARE_COLUMNS, thought->share);
    if (columns.gain) print_gain(out, thought->gain);
    print_share(out, CONFIDENCE_COLUMNS, thought->confidence);
    if (thought->warning != FELT_WARN_NONE) {
        fputs(", ", out);
        (void)print_words(out, felt_warning_word((enum felt_warning)thought->warning));
    }
    fputc('\n', out);
}

void felt_company_explain(const struct felt_company *company, const struct felt_table_screen *table)
{
    FILE *out = table->term->out;
    const struct felt_company_thoughts *thoughts = &company->before;
    uint64_t kept = count_kept(thoughts);
    struct columns columns = {false, false, false};
    if (kept == 0) return;
    for (uint64_t i = 0; i < kept; i++) {
        const struct felt_lesson_thought *thought = &thoughts->thought[i];
        columns.range |= thought->range > 0;
        columns.share |= thought->share > 0;
        columns.gain |= thought->gain < 0 || thought->gain > 0;
    }
    fprintf(out, "%*s%*s%*s", NAME_COLUMNS + ACTION_COLUMNS + 1 + REASON_COLUMNS, "", HAND_COLUMNS,
            "hand", PRICE_COLUMNS, "price");
    if (columns.range) fprintf(out, "%*s", RANGE_COLUMNS, "range");
    if (columns.share) fprintf(out, "%*s", SHARE_COLUMNS, "share");
    if (columns.gain) fprintf(out, "%*s", GAIN_COLUMNS, "gain");
    fprintf(out, "%*s\n", CONFIDENCE_COLUMNS, "confidence");
    for (uint64_t i = 0; i < kept; i++) explain_one(&thoughts->thought[i], columns, table);
    if (thoughts->count > kept)
        fprintf(out, "  and %llu more\n", (unsigned long long)(thoughts->count - kept));
}

/* ---- lessons -------------------------------------------------------------------------------- */

/* "Kh 9s" */
static void write_cards(const felt_card *cards, int count, struct felt_buffer *out)
{
    for (int i = 0; i < count; i++) {
        char card[FELT_CARD_TEXT_BYTES];
        felt_card_write(cards[i], card);
        felt_buffer_text(out, i ? " " : "");
        felt_buffer_text(out, card);
    }
}

/* The first or the last thought of a seat in the last hand; NULL: there is none. */
static const struct felt_lesson_thought *find_thought(const struct felt_company_thoughts *thoughts,
                                                      felt_seat seat, bool last)
{
    const struct felt_lesson_thought *found = NULL;
    for (uint64_t i = 0; i < count_kept(thoughts); i++)
        if (thoughts->thought[i].seat == seat && (last || found == NULL))
            found = &thoughts->thought[i];
    return found;
}

/* Did the seat do nothing but fold in the first round?  There is little to learn from that. */
static bool folds_at_once(const struct felt_company_thoughts *thoughts, felt_seat seat)
{
    const struct felt_lesson_thought *first = find_thought(thoughts, seat, false);
    return first && first == find_thought(thoughts, seat, true) && first->act == FELT_FOLD &&
           first->round == 1;
}

/* "turn", and the cards if they are not those that were told before: of a hand that grew the new
 * ones, else all of them. */
static void write_round(const struct felt_lesson_thought *thought,
                        const struct felt_lesson_thought *before, struct felt_buffer *out)
{
    int same = 0;
    felt_lesson_round(thought, out);
    while (same < before->cards && same < thought->cards &&
           before->card[same] == thought->card[same])
        same++;
    if (same == before->cards && same == thought->cards) return;
    bool grew = same == before->cards;
    felt_buffer_text(out, grew ? " (and " : " (now ");
    write_cards(thought->card + (grew ? same : 0), thought->cards - (grew ? same : 0), out);
    felt_buffer_char(out, ')');
}

/* One decision, shortened if that takes too many lines. */
static void teach_one(const struct felt_lesson_thought *thought,
                      const struct felt_lesson_thought *before, const char *others, FILE *out)
{
    for (int brief = 0; brief < 2; brief++) {
        char memory[FELT_LESSON_BYTES];
        struct felt_buffer text = felt_buffer_make(memory, sizeof memory);
        struct lines count = {.columns = LESSON_COLUMNS, .indent = 3 * INDENT, .count = 1};
        felt_buffer_text(&text, "    ");
        write_round(thought, before, &text);
        felt_buffer_text(&text, ": ");
        felt_lesson_write(thought, others, brief, &text);
        struct lines lines = count;
        add_words(&count, felt_buffer_terminate(&text));
        if (count.count > LESSON_LINES && !brief) continue;
        lines.out = out;
        add_words(&lines, memory);
        fputc('\n', out);
        return;
    }
}

static void teach_seat(const struct felt_company *company, const struct felt_table_screen *table,
                       felt_seat seat)
{
    FILE *out = table->term->out;
    const struct felt_company_thoughts *thoughts = &company->before;
    const struct felt_lesson_thought *before = find_thought(thoughts, seat, false);
    char memory[CARDS_BYTES];
    struct felt_buffer cards = felt_buffer_make(memory, sizeof memory);
    write_cards(before->card, before->cards, &cards);
    fprintf(out, "  what %s thought with %s:\n", felt_table_screen_name(table, seat),
            felt_buffer_terminate(&cards));
    for (uint64_t i = 0; i < count_kept(thoughts); i++) {
        const struct felt_lesson_thought *thought = &thoughts->thought[i];
        if (thought->seat != seat) continue;
        teach_one(thought, before, company->players == 2 ? "you" : "the others", out);
        before = thought;
    }
}

/* "folded at once: Ada with 7d 2c, Cy with 9h 3s" */
static void teach_folds(const struct felt_company *company, const struct felt_table_screen *table,
                        felt_seats seats)
{
    struct lines lines = {
        .out = table->term->out, .columns = LESSON_COLUMNS, .indent = 2 * INDENT, .count = 1};
    if (seats == 0) return;
    add_words(&lines, "  folded at once:");
    while (seats) {
        felt_seat seat = felt_seats_take(&seats);
        const struct felt_lesson_thought *thought = find_thought(&company->before, seat, false);
        char memory[SEAT_BYTES];
        struct felt_buffer text = felt_buffer_make(memory, sizeof memory);
        felt_buffer_char(&text, ' ');
        felt_buffer_text(&text, felt_table_screen_name(table, seat));
        felt_buffer_text(&text, " with ");
        write_cards(thought->card, thought->cards, &text);
        felt_buffer_text(&text, seats ? "," : "");
        add_piece(&lines, felt_buffer_terminate(&text));
    }
    fputc('\n', lines.out);
}

void felt_company_teach(const struct felt_company *company, const struct felt_table_screen *table)
{
    felt_seats folds = 0;
    for (felt_seat seat = 1; seat < company->players; seat++) {
        bool told = find_thought(&company->before, seat, false) != NULL;
        if (!spec_of(company, seat)->explains || !told) continue;
        if (folds_at_once(&company->before, seat))
            folds |= felt_seats_of(seat);
        else
            teach_seat(company, table, seat);
    }
    teach_folds(company, table, folds);
}
