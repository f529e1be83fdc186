/* betting_script.c -- see betting_script.h. */
#include "betting_script.h"

#include "felt/poker.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum { LINE = 512, WORDS_MAX = 96, EVENTS = 1024, TEXT = 256, UNSAID = -100 };

struct script {
    struct betting_report *report;
    const char *name;
    int line;
    char title[TEXT];
    bool failed;

    struct felt_poker_rules rules;
    struct felt_deal deal;
    felt_card hole[FELT_SEATS_MAX][FELT_HOLE_MAX], board[FELT_BOARD_MAX];
    felt_card deck[FELT_CARDS_MAX];
    bool has_rules, started;

    struct felt_poker state;
    struct felt_event event[EVENTS];
    struct felt_event_log log;
};

/* ---- complaints and words ------------------------------------------------------------------- */

/* Adds a line to the message; the rest of the case is left out. */
static bool fail(struct script *script, const char *format, ...)
{
    struct betting_report *report = script->report;
    size_t used = strlen(report->message), room = sizeof report->message - used;
    if (script->failed) return false;
    int length = snprintf(report->message + used, room, "%s%s:%d: %s: ", used ? "\n" : "",
                          script->name, script->line, script->title);
    if (length > 0 && (size_t)length < room) {
        va_list list;
        va_start(list, format);
        vsnprintf(report->message + used + length, room - (size_t)length, format, list);
        va_end(list);
    }
    report->failures++;
    script->failed = true;
    return false;
}

struct words {
    char *at[WORDS_MAX];
    int count, next;
};

static const char *peek(const struct words *words)
{
    return words->next < words->count ? words->at[words->next] : "";
}
static const char *take(struct words *words)
{
    return words->next < words->count ? words->at[words->next++] : "";
}
static bool take_if(struct words *words, const char *word)
{
    if (strcmp(peek(words), word) != 0) return false;
    words->next++;
    return true;
}

/* Words between blanks; commas, colons and semicolons are dropped where `plain`. */
static void split(char *text, struct words *words, const char *separators)
{
    words->count = words->next = 0;
    for (char *at = text; *at && words->count < WORDS_MAX;) {
        at += strspn(at, separators);
        if (*at == 0) break;
        words->at[words->count++] = at;
        at += strcspn(at, separators);
        if (*at) *at++ = 0;
    }
}

static bool read_number(const char *word, felt_chips *out)
{
    char *end;
    *out = strtoll(word, &end, 10);
    return end != word && *end == 0;
}

static bool is_seat(const char *word)
{
    return word[0] >= 'A' && word[0] < 'A' + FELT_SEATS_MAX && word[1] == 0;
}

static char letter(int seat)
{
    return (char)('A' + seat);
}

/* ---- the table ------------------------------------------------------------------------------ */

static bool read_chips(struct script *script, struct words *words, felt_chips *to)
{
    if (take_if(words, "all")) {
        felt_chips amount;
        if (!read_number(take(words), &amount)) return fail(script, "all what?");
        for (int seat = 0; seat < FELT_SEATS_MAX; seat++)
            if (felt_seats_has(script->deal.seats, seat)) to[seat] = amount;
        return true;
    }
    while (is_seat(peek(words))) {
        int seat = take(words)[0] - 'A';
        if (!read_number(take(words), &to[seat]))
            return fail(script, "seat %c: how many chips?", letter(seat));
    }
    return true;
}

static bool read_cards(struct script *script, const char *word, felt_card *out, int room,
                       int *count)
{
    struct felt_complaint complaint;
    int more = 0;
    if (felt_cards_read(word, strlen(word), room - *count, out + *count, &more, &complaint) !=
        FELT_OK)
        return fail(script, "%s: %s", word, complaint.text);
    *count += more;
    return true;
}

static bool read_holes(struct script *script, struct words *words)
{
    while (is_seat(peek(words))) {
        int seat = take(words)[0] - 'A', count = 0;
        while (words->next < words->count && !is_seat(peek(words)) &&
               strcmp(peek(words), "board") != 0)
            if (!read_cards(script, take(words), script->hole[seat], FELT_HOLE_MAX, &count))
                return false;
    }
    return true;
}

static bool read_game_option(struct script *script, struct words *words)
{
    struct felt_poker_rules *rules = &script->rules;
    felt_chips number = 0;
    if (take_if(words, "bets")) {
        char *end;
        const char *word = take(words);
        rules->bet[0] = strtoll(word, &end, 10);
        rules->bet[1] = *end == '/' ? strtoll(end + 1, &end, 10) : 0;
        return *end == 0 || fail(script, "bets small/big");
    }
    if (take_if(words, "cap")) {
        if (take_if(words, "counts")) return rules->cap_counts_blind = take_if(words, "blind");
        if (!read_number(take(words), &number)) return fail(script, "cap of what?");
        rules->cap = (uint8_t)number;
        return true;
    }
    if (take_if(words, "heads-up")) return rules->heads_up_uncapped = take_if(words, "uncapped");
    if (take_if(words, "bring-in")) return read_number(take(words), &rules->bring_in);
    if (take_if(words, "rake")) {
        bool cap = take_if(words, "cap");
        if (!read_number(take(words), &number)) return fail(script, "rake of what?");
        if (cap)
            rules->rake_cap = number;
        else
            rules->rake_per_10000 = (uint16_t)number;
        return cap || (take_if(words, "per") && take_if(words, "10000"));
    }
    if (take_if(words, "no") && take_if(words, "flop") && take_if(words, "no") &&
        take_if(words, "drop"))
        return rules->rake_needs_board = true;
    return fail(script, "no such word in a game: %s", peek(words));
}

static bool read_game(struct script *script, struct words *words)
{
    static const char *const limits[] = {"no-limit", "pot-limit", "fixed-limit"};
    struct felt_complaint complaint;
    const char *variant = take(words), *limit = take(words);
    felt_chips unit;
    int which = 0;
    while (which < 3 && strcmp(limits[which], limit) != 0) which++;
    if (which == 3) return fail(script, "no such limit: %s", limit);
    if (!take_if(words, "unit") || !read_number(take(words), &unit))
        return fail(script, "game VARIANT LIMIT, unit N");
    if (felt_poker_rules_make(variant, (enum felt_limit)which, unit, &script->rules, &complaint) !=
        FELT_OK)
        return fail(script, "%s", complaint.text);
    while (words->next < words->count)
        if (!read_game_option(script, words)) return fail(script, "the game line is wrong");
    if (felt_poker_rules_verify(&script->rules, &complaint) != FELT_OK)
        return fail(script, "%s", complaint.text);
    return script->has_rules = true;
}

/* One word of the table and what follows it; *known is false if it is no such word. */
static bool read_table(struct script *script, struct words *words, bool *known)
{
    struct felt_deal *deal = &script->deal;
    int count = 0;
    *known = true;
    if (take_if(words, "game")) return read_game(script, words);
    if (take_if(words, "stacks")) {
        for (int i = words->next; i + 1 < words->count && is_seat(words->at[i]); i += 2)
            deal->seats |= felt_seats_of(words->at[i][0] - 'A');
        return read_chips(script, words, deal->stack);
    }
    if (take_if(words, "blinds")) return read_chips(script, words, deal->blind);
    if (take_if(words, "antes")) return read_chips(script, words, deal->ante);
    if (take_if(words, "dead")) return read_chips(script, words, deal->dead);
    if (take_if(words, "cards")) return read_holes(script, words);
    if (take_if(words, "board")) {
        while (words->next < words->count)
            if (!read_cards(script, take(words), script->board, FELT_BOARD_MAX, &count))
                return false;
        return true;
    }
    bool button = take_if(words, "button");
    if (button || take_if(words, "first")) {
        if (!is_seat(peek(words))) return fail(script, "which seat?");
        *(button ? &deal->button : &deal->opener) = (felt_seat)(take(words)[0] - 'A');
        return true;
    }
    *known = false;
    return true;
}

/* RULES 2.4. */
static void stack_deck(struct script *script)
{
    const struct felt_variant *variant = script->rules.variant;
    int seats = felt_seats_count(script->deal.seats), k = 0, at;
    memset(script->deck, FELT_CARD_NONE, sizeof script->deck);
    for (int step = 1; step <= FELT_SEATS_MAX; step++) {
        int seat = (script->deal.button + step) % FELT_SEATS_MAX;
        if (!felt_seats_has(script->deal.seats, seat)) continue;
        for (int i = 0; i < variant->hole_cards; i++)
            script->deck[i * seats + k] = script->hole[seat][i];
        k++;
    }
    at = seats * variant->hole_cards;
    for (int i = 0; i < variant->board_cards; i++) script->deck[at++] = script->board[i];
    script->deal.deck = script->deck;
    script->deal.deck_count = at;
}

static bool start(struct script *script)
{
    struct felt_complaint complaint;
    struct felt_rng rng = felt_rng_make((uint64_t)script->line);
    if (script->started) return true;
    if (!script->has_rules) return fail(script, "no game");
    if (script->deal.button == UNSAID) return fail(script, "where is the button?");
    stack_deck(script);
    if (felt_poker_deal_verify(&script->rules, &script->deal, &complaint) != FELT_OK)
        return fail(script, "%s", complaint.text);
    script->log = (struct felt_event_log){.event = script->event, .room = EVENTS};
    if (felt_poker_open(&script->rules, &script->deal, &script->state, &script->log) != FELT_OK ||
        felt_poker_deal(&script->rules, &script->deal, &rng, &script->state, &script->log) !=
            FELT_OK)
        return fail(script, "the hand cannot be dealt");
    return script->started = true;
}

/* ---- play ----------------------------------------------------------------------------------- */

/* What the amount of the actor is called: a bet opens, a completion fills up a level. */
static const char *raise_word(const struct felt_poker *state)
{
    const struct felt_betting *betting = &state->betting;
    if (betting->raise_from == 0 && (betting->to_match > 0 || state->phase == FELT_PHASE_BRING_IN))
        return "complete";
    return betting->to_match == 0 ? "bet" : "raise-to";
}

static bool read_action(struct script *script, int seat, struct words *words,
                        struct felt_action *out)
{
    static const struct {
        const char *word;
        enum felt_action_kind kind;
    } plain[] = {{"fold", FELT_FOLD},
                 {"check", FELT_CHECK},
                 {"call", FELT_CALL},
                 {"bring-in", FELT_BRING_IN}};
    const struct felt_betting *betting = &script->state.betting;
    const char *word = take(words);
    felt_chips number = 0;
    *out = (struct felt_action){.kind = FELT_RAISE_TO};
    for (size_t i = 0; i < sizeof plain / sizeof plain[0]; i++)
        if (strcmp(word, plain[i].word) == 0) {
            out->kind = (uint8_t)plain[i].kind;
            return true;
        }
    if (strcmp(word, "all-in") == 0) {
        out->amount = betting->stack[seat] + betting->staked[seat];
        if (out->amount > betting->to_match) return true;
        *out = (struct felt_action){.kind = FELT_CALL};
        return true;
    }
    if (!read_number(take(words), &number)) return fail(script, "%s: how much?", word);
    if (strcmp(word, "adds") == 0)
        out->amount = felt_raise_to_by_adding(betting, (felt_seat)seat, number);
    else if (strcmp(word, "increment") == 0)
        out->amount = felt_raise_to_by_increment(betting, number);
    else if (strcmp(word, "bet") == 0 || strcmp(word, "raise-to") == 0 ||
             strcmp(word, "complete") == 0)
        out->amount = number;
    else
        return fail(script, "no such action: %s", word);
    return true;
}

static bool play(struct script *script, int seat, struct words *words)
{
    struct felt_action action;
    struct felt_complaint complaint = {.text = ""};
    const char *word = peek(words);
    bool named =
        strcmp(word, "bet") == 0 || strcmp(word, "raise-to") == 0 || strcmp(word, "complete") == 0;
    if (!read_action(script, seat, words, &action)) return false;
    if (named && strcmp(word, raise_word(&script->state)) != 0)
        return fail(script, "%c: this is no %s, but a %s", letter(seat), word,
                    raise_word(&script->state));
    if (felt_poker_explain(&script->rules, &script->state, (felt_seat)seat, action, &complaint) !=
            FELT_OK ||
        felt_poker_apply(&script->rules, &script->state, (felt_seat)seat, action, &script->log) !=
            FELT_OK)
        return fail(script, "%c %s is refused: %s", letter(seat), word, complaint.text);
    return true;
}

static bool verify_refused(struct script *script, struct words *words)
{
    static const struct {
        const char *reason;
        enum felt_status status;
    } reasons[] = {{"not your turn", FELT_NOT_YOUR_TURN},
                   {"not offered", FELT_NOT_LEGAL},
                   {"wrong amount", FELT_BAD_AMOUNT}};
    struct felt_action action;
    struct felt_complaint complaint = {.text = ""};
    struct felt_poker before = script->state;
    char reason[TEXT] = "";
    if (!is_seat(peek(words))) return fail(script, "refused whom?");
    felt_seat seat = (felt_seat)(take(words)[0] - 'A');
    if (!read_action(script, seat, words, &action)) return false;
    while (words->next < words->count) {
        size_t length = strlen(reason);
        snprintf(reason + length, sizeof reason - length, "%s%s", length ? " " : "", take(words));
    }
    uint32_t events = script->log.count;
    enum felt_status status =
        felt_poker_apply(&script->rules, &script->state, seat, action, &script->log);
    enum felt_status said =
        felt_poker_explain(&script->rules, &script->state, seat, action, &complaint);
    if (status == FELT_OK) return fail(script, "is not refused");
    if (said != status || complaint.text[0] == 0)
        return fail(script, "explained as %d, refused as %d", said, status);
    if (!felt_poker_equal(&before, &script->state) || script->log.count != events)
        return fail(script, "refused, but something has changed");
    for (size_t i = 0; i < sizeof reasons / sizeof reasons[0]; i++)
        if (strcmp(reason, reasons[i].reason) == 0 && status == reasons[i].status) return true;
    return fail(script, "refused because \"%s\", not because \"%s\"", felt_status_text(status),
                reason);
}

/* ---- claims --------------------------------------------------------------------------------- */

struct text {
    char bytes[LINE];
    size_t used;
};

static void add(struct text *text, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    int more = vsnprintf(text->bytes + text->used, sizeof text->bytes - text->used, format, list);
    va_end(list);
    text->used += more > 0 ? (size_t)more : 0;
    if (text->used >= sizeof text->bytes) text->used = sizeof text->bytes - 1;
}

/* Compares without regard to blanks, commas and colons. */
static bool same(struct script *script, const char *what, const struct text *is,
                 struct words *claim)
{
    struct text said = {.used = 0};
    char copy[LINE];
    struct words mine;
    bool equal = true;
    memcpy(copy, is->bytes, sizeof copy);
    split(copy, &mine, " ,:\t");
    while (mine.next < mine.count || claim->next < claim->count) {
        const char *a = take(&mine), *b = take(claim);
        if (strcmp(a, b) != 0) equal = false;
        add(&said, "%s%s", said.used ? " " : "", b);
    }
    if (equal) return true;
    return fail(script, "%s is \"%s\", not \"%s\"", what, is->bytes, said.bytes);
}

/* Raises last, whatever the order of the engine. */
static void describe_options(const struct script *script, struct text *text)
{
    struct felt_option option[FELT_OPTIONS_MAX];
    int count = felt_poker_options(&script->rules, &script->state, option);
    for (int i = 0; i < count; i++) {
        enum felt_action_kind kind = (enum felt_action_kind)option[i].kind;
        if (kind == FELT_RAISE_TO) continue;
        if (text->used) add(text, ", ");
        add(text, "%s", kind == FELT_BRING_IN ? "bring-in" : felt_action_word(kind));
        if (option[i].min) add(text, " %lld", (long long)option[i].min);
    }
    for (int i = 0; i < count; i++) {
        if (option[i].kind != FELT_RAISE_TO) continue;
        add(text, ", %s %lld", raise_word(&script->state), (long long)option[i].min);
        if (option[i].max != option[i].min) add(text, "..%lld", (long long)option[i].max);
    }
}

static bool verify_turn(struct script *script, int seat, struct words *words)
{
    struct text is = {.used = 0};
    felt_seat actor = felt_poker_actor(&script->state);
    if (actor < 0) return fail(script, "the hand is over, %c is not asked", letter(seat));
    if (actor != seat) return fail(script, "%c is asked, not %c", letter(actor), letter(seat));
    if (words->next == words->count) return true;
    describe_options(script, &is);
    return same(script, "what is offered", &is, words);
}

static bool verify_pots(struct script *script, struct words *words)
{
    struct felt_pot pots[FELT_SEATS_MAX];
    struct text is = {.used = 0};
    int count = felt_poker_pots(&script->state, pots);
    for (int i = 0; i < count; i++) {
        add(&is, "%s%s %lld", i ? ", " : "", i ? "side" : "main", (long long)pots[i].amount);
        for (int seat = 0; seat < FELT_SEATS_MAX; seat++)
            if (felt_seats_has(pots[i].eligible, seat)) add(&is, " %c", letter(seat));
    }
    if (count == 0) add(&is, "none");
    return same(script, "the pot", &is, words);
}

/* "A 200, B 10 side": the events of a kind, in order. */
static bool verify_events(struct script *script, enum felt_event_kind kind, const char *what,
                          const char *none, struct words *words)
{
    struct text is = {.used = 0};
    for (uint32_t i = 0; i < script->log.count; i++) {
        const struct felt_event *event = &script->event[i];
        if (event->kind != kind) continue;
        if (is.used) add(&is, ", ");
        if (event->seat >= 0) add(&is, "%c", letter(event->seat));
        if (kind != FELT_EVENT_SHOW)
            add(&is, "%s%lld", event->seat >= 0 ? " " : "", (long long)event->amount);
        if (kind == FELT_EVENT_WIN) add(&is, event->pot ? " side%d" : " main", event->pot);
    }
    if (is.used == 0) add(&is, "%s", none);
    return same(script, what, &is, words);
}

static bool verify_end(struct script *script, struct words *words)
{
    struct text is = {.used = 0};
    if (script->state.phase != FELT_PHASE_OVER || felt_poker_actor(&script->state) >= 0)
        return fail(script, "the hand is not over");
    for (int seat = 0; seat < FELT_SEATS_MAX; seat++)
        if (felt_seats_has(script->deal.seats, seat))
            add(&is, "%s%c %lld", is.used ? ", " : "", letter(seat),
                (long long)script->state.betting.stack[seat]);
    return same(script, "the end", &is, words);
}

static bool verify_board(struct script *script, struct words *words)
{
    struct text is = {.used = 0};
    for (int i = 0; i < script->state.boards; i++) {
        char card[FELT_CARD_TEXT_BYTES];
        felt_card_write(felt_poker_board(&script->state)[i], card);
        add(&is, "%s%s", i ? " " : "", card);
    }
    return same(script, "the board", &is, words);
}

static bool verify_number(struct script *script, const char *what, felt_chips is,
                          struct words *words)
{
    felt_chips said;
    if (!read_number(take(words), &said)) return fail(script, "%s: a number", what);
    if (is == said) return true;
    return fail(script, "%s: %lld, not %lld", what, (long long)is, (long long)said);
}

static bool verify_street(struct script *script, const char *word, bool *known)
{
    static const char *const streets[][5] = {{"before-flop", "flop", "turn", "river", ""},
                                             {"third", "fourth", "fifth", "sixth", "seventh"}};
    for (int family = 0; family < 2; family++)
        for (int street = 0; street < 5; street++) {
            if (strcmp(word, streets[family][street]) != 0) continue;
            *known = true;
            if (felt_poker_actor(&script->state) < 0) return fail(script, "the hand is over");
            if (script->state.street == street) return true;
            return fail(script, "it is round %d, not %s", script->state.street + 1, word);
        }
    return true;
}

static bool verify_claim(struct script *script, struct words *words, bool *known)
{
    *known = true;
    script->report->claims++;
    if (take_if(words, "refused")) return verify_refused(script, words);
    if (take_if(words, "pots")) return verify_pots(script, words);
    if (take_if(words, "board:")) return verify_board(script, words);
    if (take_if(words, "returned"))
        return verify_events(script, FELT_EVENT_RETURN, "what was returned", "nothing", words);
    if (take_if(words, "shown"))
        return verify_events(script, FELT_EVENT_SHOW, "who has shown", "nobody", words);
    if (take_if(words, "rake"))
        return verify_events(script, FELT_EVENT_RAKE, "the rake", "0", words);
    if (take_if(words, "won"))
        return verify_events(script, FELT_EVENT_WIN, "what was won", "nothing", words);
    if (take_if(words, "end")) return verify_end(script, words);
    if (take_if(words, "pot"))
        return verify_number(script, "pot", script->state.betting.pot, words);
    bool stack = take_if(words, "stack");
    if (stack || take_if(words, "in")) {
        if (!is_seat(peek(words))) return fail(script, "whose?");
        int seat = take(words)[0] - 'A';
        const struct felt_betting *betting = &script->state.betting;
        return verify_number(script, stack ? "stack" : "in",
                             stack ? betting->stack[seat] : betting->staked[seat], words);
    }
    *known = false;
    bool good = verify_street(script, peek(words), known);
    if (*known)
        words->next++;
    else
        script->report->claims--;
    return good;
}

/* ---- lines ---------------------------------------------------------------------------------- */

static void cite(struct script *script, const char *text)
{
    const char *at = strstr(text, "RULES");
    if (!at) {
        fail(script, "the title names no paragraph of RULES");
        return;
    }
    for (at += 5; *at;) {
        char *end;
        if (!isdigit((unsigned char)*at)) {
            at++;
            continue;
        }
        long section = strtol(at, &end, 10),
             paragraph = *end == '.' ? strtol(end + 1, &end, 10) : 0;
        if (section < 1 || section >= RULES_SECTIONS || paragraph < 1 ||
            paragraph >= RULES_PARAGRAPHS) {
            fail(script, "no paragraph: %s", at);
            return;
        }
        script->report->cited[section][paragraph] = true;
        at = end;
    }
}

static void begin_case(struct script *script, const char *title)
{
    struct betting_report *report = script->report;
    const char *name = script->name;
    int line = script->line;
    memset(script, 0, sizeof *script);
    *script = (struct script){.report = report, .name = name, .line = line};
    memset(script->hole, FELT_CARD_NONE, sizeof script->hole);
    memset(script->board, FELT_CARD_NONE, sizeof script->board);
    script->deal.button = UNSAID;
    script->deal.opener = FELT_SEAT_NONE;
    title += strspn(title, "% ");
    snprintf(script->title, sizeof script->title, "%s", title);
    char *end = strstr(script->title, "  ");
    if (end) *end = 0;
    report->cases++;
    cite(script, title);
}

static bool run_line(struct script *script, char *line)
{
    struct words words;
    bool claims_board = strstr(line, "board:") != NULL;
    char *remark = strchr(line, '#');
    if (remark) *remark = 0;
    /* "board:" claims what "board" would give. */
    split(line, &words, claims_board ? " \t\n" : " ,:\t\n");
    while (words.next < words.count && !script->failed) {
        bool known = false;
        if (!script->started && !read_table(script, &words, &known)) return false;
        if (known) continue;
        if (!start(script) || !verify_claim(script, &words, &known)) return false;
        if (known) continue;
        if (!is_seat(peek(&words))) return fail(script, "no such word: %s", peek(&words));
        int seat = take(&words)[0] - 'A';
        script->report->claims++;
        if (!(take_if(&words, "turn") ? verify_turn(script, seat, &words)
                                      : play(script, seat, &words)))
            return false;
    }
    return true;
}

void betting_script_run(FILE *stream, const char *name, struct betting_report *report)
{
    char line[LINE];
    struct script *script = calloc(1, sizeof *script);
    if (!script) abort();
    script->report = report;
    script->name = name;
    while (fgets(line, sizeof line, stream)) {
        script->line++;
        if (!strchr(line, '\n') && !feof(stream)) {
            fail(script, "the line is too long");
        } else if (line[0] == '%' && line[1] != '%') {
            line[strcspn(line, "\n")] = 0;
            begin_case(script, line);
        } else if (line[0] != '%' && !script->failed) {
            run_line(script, line);
        }
    }
    free(script);
}
