/* genome_script.c -- see genome_script.h. */
#include "genome_script.h"

#include "felt/genome_json.h"
#include "felt/genome_play.h"
#include "lab/rulebook/transcript.h"
#include "script_complain.h"
#include "support.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum { LINE = 1024, TEXT = 256, PENDING = 1 << 16, WORDS_MAX = 80, ZONE_CARDS = FELT_CARDS };

struct script {
    struct genome_report *report;
    FILE *echo;
    const char *name;
    int line;
    char title[TEXT];
    bool failed, has_genome, started;

    struct felt_genome genome;
    struct felt_genome_program program;
    struct felt_genome_state state;
    int seats;
    uint64_t seed;
    struct felt_deal deal;
    felt_card hold[FELT_GENOME_SEATS_MAX][ZONE_CARDS], discard[ZONE_CARDS], table[ZONE_CARDS];
    felt_card pile[ZONE_CARDS], deck[FELT_CARDS];
    int holds[FELT_GENOME_SEATS_MAX], discards, tables, piles;

    struct felt_transcript transcript;
    struct felt_event event[FELT_EVENTS_MAX];
    struct felt_event_log log;
    char pending[PENDING]; /* lines of the transcript that no claim has named yet */
    struct felt_buffer lines;
    size_t at;
};

/* ---- complaints and words ---- */

static bool fail(struct script *script, const char *format, ...)
{
    struct genome_report *report = script->report;
    va_list list;
    if (script->failed) return false;
    va_start(list, format);
    script_complain(report->message, sizeof report->message, script->name, script->line,
                    script->title, format, list);
    va_end(list);
    report->failures++;
    script->failed = true;
    return false;
}

struct words {
    char *at[WORDS_MAX];
    int count, next;
};

static void split(char *text, struct words *words)
{
    words->count = words->next = 0;
    for (char *at = text; *at && words->count < WORDS_MAX;) {
        at += strspn(at, " \t");
        if (*at == 0) break;
        words->at[words->count++] = at;
        at += strcspn(at, " \t");
        if (*at) *at++ = 0;
    }
}

static const char *take(struct words *words)
{
    return words->next < words->count ? words->at[words->next++] : "";
}

static bool is_seat(const char *word)
{
    return word[0] >= 'A' && word[0] < 'A' + FELT_GENOME_SEATS_MAX && word[1] == 0;
}

static bool read_number(const char *word, long *out)
{
    char *end;
    *out = strtol(word, &end, 10);
    return end != word && *end == 0;
}

static char *trim(char *text)
{
    while (isspace((unsigned char)*text)) text++;
    size_t length = strlen(text);
    while (length && isspace((unsigned char)text[length - 1])) text[--length] = 0;
    return text;
}

/* All that is left of the words are cards. */
static bool read_cards(struct script *script, struct words *words, felt_card *out, int *count)
{
    while (words->next < words->count) {
        const char *word = take(words);
        int more = 0;
        if (felt_cards_read(word, strlen(word), ZONE_CARDS - *count, out + *count, &more, NULL) !=
            FELT_OK)
            return fail(script, "%s is no card", word);
        *count += more;
    }
    return true;
}

/* ---- known genomes ---- */

char *known_genome_text(const char *name, size_t *bytes)
{
    char path[LINE];
    snprintf(path, sizeof path, "%s/../../data/genomes/%s.json", golden_folder(), name);
    FILE *file = fopen(path, "rb");
    if (!file) return NULL;
    char *text = malloc(FELT_GENOME_TEXT_MAX);
    *bytes = text ? fread(text, 1, FELT_GENOME_TEXT_MAX, file) : 0;
    fclose(file);
    return text;
}

bool known_genome_read(const char *name, struct felt_genome *out,
                       char complaint[KNOWN_COMPLAINT_BYTES])
{
    struct felt_genome_error error;
    size_t bytes;
    char *text = known_genome_text(name, &bytes);
    snprintf(complaint, KNOWN_COMPLAINT_BYTES, "%s: there is no such genome", name);
    if (!text) return false;
    enum felt_status status = felt_genome_json_read(text, bytes, out, &error);
    free(text);
    if (status == FELT_OK && !felt_genome_verify(out, &error, 1)) return true;
    snprintf(complaint, KNOWN_COMPLAINT_BYTES, "%s%s: %s", name, error.pointer, error.text);
    return false;
}

/* ---- the table ---- */

static bool read_genome(struct script *script, struct words *words)
{
    char complaint[KNOWN_COMPLAINT_BYTES];
    long seats;
    if (!known_genome_read(take(words), &script->genome, complaint))
        return fail(script, "%s", complaint);
    int32_t *players = script->genome.players.gene;
    if (strcmp(take(words), "seats") != 0 || !read_number(take(words), &seats) ||
        seats < players[FELT_PLAYERS_MIN] || seats > players[FELT_PLAYERS_MAX])
        return fail(script, "genome NAME seats N, as many as may play");
    script->seats = (int)seats;
    players[FELT_PLAYERS_MIN] = players[FELT_PLAYERS_MAX] = (int32_t)seats;
    return script->has_genome = true;
}

static bool read_gene(const struct felt_gene_row *row, const char *word, int32_t *out)
{
    static const char suits[] = "CDHS";
    long number;
    if (row->kind == FELT_GENE_WORD)
        for (int i = 0; i <= row->max; i++)
            if (!strcmp(row->words[i], word)) return *out = i, true;
    if (row->kind == FELT_GENE_BOOL && (!strcmp(word, "true") || !strcmp(word, "false")))
        return *out = word[0] == 't', true;
    if (row->kind == FELT_GENE_RANK && felt_rank_from_letter(word[0]) >= 0)
        return *out = felt_rank_from_letter(word[0]), true;
    const char *suit = word[0] ? strchr(suits, word[0]) : NULL;
    if (row->kind == FELT_GENE_SUIT && suit) return *out = (int32_t)(suit - suits), true;
    if (row->kind != FELT_GENE_INT || !read_number(word, &number)) return false;
    return *out = (int32_t)number, true;
}

/* set session.max_hands 1 */
static bool read_set(struct script *script, struct words *words)
{
    struct felt_genome *genome = &script->genome;
    struct felt_genes *genes[] = {&genome->players, &genome->deck, &genome->setup, &genome->session,
                                  &genome->evaluation};
    char path[TEXT];
    snprintf(path, sizeof path, "%s", take(words));
    char *dot = strchr(path, '.');
    if (!dot) return fail(script, "set SECTION.GENE VALUE");
    *dot = 0;
    for (int section = 0; section < 5; section++) {
        int count;
        const struct felt_gene_row *rows = felt_genes_of((enum felt_section)section, &count);
        for (int i = 0; i < count && !strcmp(path, felt_section_word((enum felt_section)section));
             i++)
            if (!strcmp(rows[i].key, dot + 1))
                return read_gene(&rows[i], take(words), &genes[section]->gene[i]) ||
                       fail(script, "%s: not such a value", dot + 1);
    }
    return fail(script, "there is no gene %s.%s", path, dot + 1);
}

static bool read_only(struct script *script, struct words *words)
{
    felt_card cards[ZONE_CARDS];
    int count = 0;
    if (!read_cards(script, words, cards, &count)) return false;
    script->genome.deck.gene[FELT_DECK_KIND] = FELT_GENOME_DECK_CUSTOM;
    script->genome.deck_cards = felt_cards_from(cards, count);
    return true;
}

static bool read_chips(struct script *script, struct words *words)
{
    while (words->next < words->count) {
        const char *seat = take(words);
        long amount;
        if (!is_seat(seat) || !read_number(take(words), &amount))
            return fail(script, "chips A N B N ...");
        script->deal.stack[seat[0] - 'A'] = amount;
    }
    return true;
}

/* *known is false if it is no line about the table. */
static bool read_table(struct script *script, const char *word, struct words *words, bool *known)
{
    long number = 0;
    *known = true;
    if (!strcmp(word, "genome")) return read_genome(script, words);
    if (!strcmp(word, "set")) return read_set(script, words);
    if (!strcmp(word, "only")) return read_only(script, words);
    if (!strcmp(word, "chips")) return read_chips(script, words);
    if (!strcmp(word, "discard"))
        return read_cards(script, words, script->discard, &script->discards);
    if (!strcmp(word, "table")) return read_cards(script, words, script->table, &script->tables);
    if (!strcmp(word, "pile")) return read_cards(script, words, script->pile, &script->piles);
    if (!strcmp(word, "starts") || !strcmp(word, "viewer")) {
        const char *seat = take(words);
        if (!is_seat(seat)) return fail(script, "%s who?", word);
        *(word[0] == 's' ? &script->deal.opener : &script->transcript.viewer) =
            (felt_seat)(seat[0] - 'A');
        return true;
    }
    if (!strcmp(word, "seed")) {
        if (!read_number(take(words), &number)) return fail(script, "seed N");
        script->seed = (uint64_t)number;
        return true;
    }
    if (is_seat(word) && words->next < words->count && !strcmp(words->at[words->next], "holds")) {
        int seat = take(words) ? word[0] - 'A' : 0;
        return read_cards(script, words, script->hold[seat], &script->holds[seat]);
    }
    *known = false;
    return true;
}

/* ---- dealing ---- */

/* Places of the deck that are named; the others are FELT_CARD_NONE. */
static bool stack_deck(struct script *script)
{
    const int32_t *setup = script->program.setup;
    int seats = script->seats, start = script->deal.opener, room = script->program.deck_count;
    int fixed = setup[FELT_SETUP_DISCARDS] + setup[FELT_SETUP_COMMUNITY];
    int hands = setup[FELT_SETUP_DEAL_ALL] ? room - fixed : seats * setup[FELT_SETUP_CARDS];
    memset(script->deck, FELT_CARD_NONE, sizeof script->deck);
    if (setup[FELT_SETUP_OWN_SUITS]) { /* hands are given: what is left is the pile */
        memcpy(script->deck, script->pile, (size_t)script->piles);
        return true;
    }
    for (int i = 0; i < seats; i++) {
        int seat = (start + i) % seats;
        for (int card = 0; card < script->holds[seat]; card++) {
            if (i + card * seats >= hands) return fail(script, "%c holds too many", 'A' + seat);
            script->deck[i + card * seats] = script->hold[seat][card];
        }
    }
    if (script->discards > setup[FELT_SETUP_DISCARDS] ||
        script->tables > setup[FELT_SETUP_COMMUNITY] || hands + fixed + script->piles > room)
        return fail(script, "more cards than are dealt there");
    memcpy(script->deck + hands, script->discard, (size_t)script->discards);
    memcpy(script->deck + hands + setup[FELT_SETUP_DISCARDS], script->table,
           (size_t)script->tables);
    memcpy(script->deck + hands + fixed, script->pile, (size_t)script->piles);
    return true;
}

/* Places that are not named get the other cards, in a random order. */
static bool fill_deck(struct script *script)
{
    struct felt_rng rng = felt_rng_make(script->seed);
    felt_cards all = felt_cards_from(script->program.deck, script->program.deck_count), named = 0;
    felt_card rest[FELT_CARDS];
    int count = script->program.deck_count, next = 0;
    for (int i = 0; i < count; i++) {
        felt_card card = script->deck[i];
        if (card == FELT_CARD_NONE) continue;
        if (!(all >> card & 1) || named >> card & 1)
            return fail(script, "card %d is named twice, or not in this deck", card);
        named |= felt_cards_of(card);
    }
    cards_deal(&rng, all & ~named, felt_cards_count(all & ~named), rest);
    for (int i = 0; i < count; i++)
        if (script->deck[i] == FELT_CARD_NONE) script->deck[i] = rest[next++];
    script->deal.deck = script->deck;
    script->deal.deck_count = count;
    return true;
}

/* What the last call told becomes lines. */
static void write_lines(struct script *script)
{
    felt_transcript_write(&script->transcript, script->event, script->log.count, &script->lines);
    felt_buffer_terminate(&script->lines);
    script->log.count = 0;
}

static bool start(struct script *script)
{
    struct felt_genome_error error;
    if (script->started) return true;
    if (!script->has_genome) return fail(script, "no genome");
    if (felt_genome_verify(&script->genome, &error, 1))
        return fail(script, "%s: %s", error.pointer, error.text);
    felt_genome_compile(&script->genome, script->seats, &script->program);
    script->deal.seats = (felt_seats)((1 << script->seats) - 1);
    for (int seat = 0; seat < script->seats; seat++)
        if (script->deal.stack[seat] < 0) script->deal.stack[seat] = script->program.starting_chips;
    if (!stack_deck(script) || !fill_deck(script)) return false;
    script->log = (struct felt_event_log){.event = script->event, .room = FELT_EVENTS_MAX};
    felt_genome_begin(&script->program, &script->deal, script->seed, &script->state, &script->log);
    write_lines(script);
    return script->started = true;
}

/* ---- play ---- */

/* Lines that nobody has named are a mistake of the script, or are echoed. */
static bool no_lines_left(struct script *script)
{
    if (script->at == script->lines.used) return true;
    if (script->echo) {
        for (const char *at = script->pending + script->at; *at;) {
            size_t bytes = strcspn(at, "\n");
            fprintf(script->echo, "> %.*s\n", (int)bytes, at);
            at += bytes + (at[bytes] == '\n');
        }
        script->at = script->lines.used;
        return true;
    }
    const char *line = script->pending + script->at;
    return fail(script, "not said: > %.*s", (int)strcspn(line, "\n"), line);
}

static bool expect_line(struct script *script, const char *line)
{
    char *next = script->pending + script->at;
    size_t bytes = strcspn(next, "\n");
    script->report->claims++;
    if (!strcmp(line, "...")) {
        if (script->echo) fprintf(script->echo, "> ...\n");
        script->at = script->lines.used;
        return true;
    }
    if (script->echo) { /* the line that is really there is written instead */
        if (*next) fprintf(script->echo, "> %.*s\n", (int)bytes, next);
        script->at += bytes + (*next != 0);
        return true;
    }
    if (!*next) return fail(script, "nothing more is said, not \"%s\"", line);
    next[bytes] = 0;
    if (strcmp(trim(next), line) != 0)
        return fail(script, "the line is \"%s\", not \"%s\"", next, line);
    script->at += bytes + 1;
    return true;
}

static void list_moves(const struct script *script, char *out, size_t room)
{
    struct felt_moves moves;
    size_t used = 0;
    out[0] = 0;
    felt_genome_moves(&script->program, &script->state, &moves);
    for (int i = 0; i < felt_moves_count(&moves) && used < room; i++) {
        char word[TEXT];
        felt_genome_move_text(&script->program, &script->state, felt_moves_pick(&moves, i), word,
                              sizeof word);
        used += (size_t)snprintf(out + used, room - used, "%s%s", i ? ", " : "", word);
    }
}

static bool is_asked(struct script *script, int seat)
{
    if (script->state.actor == seat) return true;
    if (script->state.actor < 0) return fail(script, "the game is over");
    return fail(script, "%c is asked, not %c", 'A' + script->state.actor, 'A' + seat);
}

/* What was told before is forgotten: the next lines are about what follows. */
static bool turn_page(struct script *script)
{
    if (!no_lines_left(script)) return false;
    felt_buffer_clear(&script->lines);
    felt_buffer_terminate(&script->lines);
    script->at = 0;
    return true;
}

static bool play(struct script *script, int seat, const char *words)
{
    struct felt_moves moves;
    char list[LINE];
    if (!is_asked(script, seat)) return false;
    felt_genome_moves(&script->program, &script->state, &moves);
    for (int i = 0; i < felt_moves_count(&moves); i++) {
        int move = felt_moves_pick(&moves, i);
        char text[TEXT];
        felt_genome_move_text(&script->program, &script->state, move, text, sizeof text);
        if (strcmp(text, words) != 0) continue;
        felt_genome_play(&script->program, &script->state, move, &script->log);
        script->report->moves++;
        write_lines(script);
        return true;
    }
    list_moves(script, list, sizeof list);
    return fail(script, "%c cannot %s; may: %s", 'A' + seat, words, list);
}

/* trick: 2c Jc Ac 5c: whoever is asked plays the next of these cards. */
static bool play_trick(struct script *script, struct words *words)
{
    if (!turn_page(script)) return false;
    while (words->next < words->count) {
        char text[TEXT];
        snprintf(text, sizeof text, "play %s", take(words));
        if (script->state.actor < 0) return fail(script, "the game is over");
        if (!play(script, script->state.actor, text)) return false;
    }
    return true;
}

static bool expect_moves(struct script *script, int seat, const char *words)
{
    char list[LINE];
    script->report->claims++;
    if (!is_asked(script, seat)) return false;
    list_moves(script, list, sizeof list);
    if (script->echo) return fprintf(script->echo, "%c may: %s", 'A' + seat, list) > 0;
    return !strcmp(list, words) || fail(script, "%c may: %s", 'A' + seat, list);
}

static bool play_rest(struct script *script, struct words *words)
{
    long seed;
    if (!read_number(take(words), &seed)) return fail(script, "rest N");
    struct felt_rng rng = felt_rng_make((uint64_t)seed);
    if (!turn_page(script)) return false;
    felt_genome_playout(&script->program, &script->state, &rng, false);
    return true;
}

/* ---- claims ---- */

static bool expect_numbers(struct script *script, struct words *words, bool stacks)
{
    while (words->next < words->count) {
        const char *seat = take(words);
        long want;
        if (!is_seat(seat) || !read_number(take(words), &want)) return fail(script, "A N B N ...");
        long have = stacks ? (long)script->state.betting.stack[seat[0] - 'A']
                           : script->state.score[seat[0] - 'A'];
        if (have != want) return fail(script, "%s has %ld, not %ld", seat, have, want);
    }
    return true;
}

static bool expect_winner(struct script *script, struct words *words)
{
    unsigned want = 0;
    while (words->next < words->count) {
        const char *seat = take(words);
        if (is_seat(seat)) want |= 1u << (seat[0] - 'A');
    }
    if (script->state.actor >= 0) return fail(script, "the game is not over");
    return script->state.winners == want ||
           fail(script, "winners are %#x, not %#x", script->state.winners, want);
}

static bool expect_cards(struct script *script, struct words *words, felt_cards have)
{
    felt_card cards[ZONE_CARDS];
    char text[CARDS_TEXT_BYTES];
    int count = 0;
    if (!read_cards(script, words, cards, &count)) return false;
    if (felt_cards_from(cards, count) == have) return true;
    for (count = 0; have; count++) cards[count] = felt_cards_take(&have);
    return fail(script, "there is %s", cards_show(cards, count, text));
}

static bool read_claim(struct script *script, const char *word, struct words *words)
{
    long want;
    script->report->claims++;
    if (!strcmp(word, "score:")) return expect_numbers(script, words, false);
    if (!strcmp(word, "stacks:")) return expect_numbers(script, words, true);
    if (!strcmp(word, "winner:")) return expect_winner(script, words);
    if (!strcmp(word, "table:")) return expect_cards(script, words, script->state.table);
    if (!strcmp(word, "rest")) return play_rest(script, words);
    if (!strcmp(word, "trick:")) return play_trick(script, words);
    if (!strcmp(word, "pot:"))
        return (read_number(take(words), &want) && want == script->state.betting.pot) ||
               fail(script, "the pot is %lld", (long long)script->state.betting.pot);
    if (is_seat(word) && !strcmp(take(words), "hand:"))
        return expect_cards(script, words, script->state.hand[word[0] - 'A']);
    return fail(script, "no such line: %s", word);
}

/* ---- lines ---- */

/* "A: play 7h; done" and "A may: ..." */
static bool read_turn(struct script *script, char *line, bool *known)
{
    char *colon = strchr(line, ':');
    bool may = colon && colon - line == 5 && !strncmp(line + 1, " may", 4);
    *known = colon && (colon - line == 1 || may) && line[0] >= 'A' &&
             line[0] < 'A' + FELT_GENOME_SEATS_MAX;
    if (!*known) return true;
    if (!start(script)) return false;
    if (may) return expect_moves(script, line[0] - 'A', trim(colon + 1));
    if (!turn_page(script)) return false;
    for (char *words = colon + 1; words;) {
        char *end = strchr(words, ';');
        if (end) *end++ = 0;
        if (!play(script, line[0] - 'A', trim(words))) return false;
        words = end;
    }
    return true;
}

static bool read_line(struct script *script, char *line)
{
    struct words words;
    bool known;
    if (line[0] == '>') return start(script) && expect_line(script, trim(line + 1));
    if (!read_turn(script, line, &known)) return false;
    if (known) return true;
    split(line, &words);
    const char *word = take(&words);
    if (!read_table(script, word, &words, &known)) return false;
    if (known) return !script->started || fail(script, "too late: %s", word);
    return start(script) && read_claim(script, word, &words);
}

static void begin_case(struct script *script, const char *title)
{
    struct genome_report *report = script->report;
    struct script fresh = {.report = report,
                           .echo = script->echo,
                           .name = script->name,
                           .line = script->line,
                           .seed = 1,
                           .transcript = {.viewer = FELT_TRANSCRIPT_ALL}};
    *script = fresh;
    script->lines = felt_buffer_make(script->pending, sizeof script->pending);
    for (int seat = 0; seat < FELT_SEATS_MAX; seat++) script->deal.stack[seat] = -1;
    const char *rules = strstr(title, "RULES ");
    snprintf(script->title, sizeof script->title, "%.*s",
             (int)(rules ? (size_t)(rules - title) : strlen(title)), title);
    snprintf(script->title, sizeof script->title, "%s", trim(script->title));
    report->cases++;
    for (const char *at = rules ? rules : ""; *at;) {
        at += strcspn(at, "0123456789");
        char *end;
        long section = strtol(at, &end, 10),
             paragraph = *end == '.' ? strtol(end + 1, &end, 10) : 0;
        if (section == GENOME_RULES_SECTION && paragraph > 0 && paragraph < GENOME_RULES_PARAGRAPHS)
            report->cited[paragraph] = true;
        at = end;
    }
}

static void end_case(struct script *script)
{
    if (script->name && script->started && !script->failed) no_lines_left(script);
}

/* The line with its remark; what is really so was written instead of the claims. */
static void echo_line(struct script *script, const char *line)
{
    const char *remark = strchr(line, '#');
    size_t bytes = strlen(line);
    while (bytes && isspace((unsigned char)line[bytes - 1])) bytes--;
    if (line[0] == '>' && !script->failed) return;
    if (line[0] && !strncmp(line + 1, " may:", 5) && !script->failed) {
        if (remark)
            fprintf(script->echo, "   %.*s", (int)(bytes - (size_t)(remark - line)), remark);
        fprintf(script->echo, "\n");
        return;
    }
    if (bytes == 0 && !script->failed && script->started) no_lines_left(script);
    fprintf(script->echo, "%.*s\n", (int)bytes, line);
    if (bytes == 0 && !script->failed && script->has_genome && start(script)) no_lines_left(script);
}

void genome_script_run(FILE *stream, const char *name, struct genome_report *report, FILE *echo)
{
    struct script *script = calloc(1, sizeof *script);
    char line[LINE], copy[LINE];
    if (!script) return;
    script->report = report;
    script->echo = echo;
    script->name = name;
    script->failed = true; /* nothing before the first title */
    for (int number = 1; fgets(line, sizeof line, stream); number++) {
        memcpy(copy, line, sizeof copy);
        line[strcspn(line, "#")] = 0;
        char *text = trim(line);
        script->line = number;
        if (text[0] == '%') {
            end_case(script);
            if (text[1] != '%') begin_case(script, trim(text + 1));
        } else if (*text && !script->failed) {
            if (echo && text[0] != '>' && script->started) no_lines_left(script);
            read_line(script, text);
        }
        if (echo) echo_line(script, copy);
    }
    end_case(script);
    free(script);
}
