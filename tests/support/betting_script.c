/* betting_script.c -- see betting_script.h. */
#include "betting_script.h"

#include "felt/poker.h"
#include "script_complain.h"

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
    felt_card stub[FELT_CARDS_MAX];
    int stub_count;
    felt_card deck[FELT_CARDS_MAX];
    struct felt_rng later;
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

static bool is_card(const char *word)
{
    felt_card cards[FELT_CARDS_MAX];
    int count = 0;
    return !is_seat(word) && word[0] != 0 &&
           felt_cards_read(word, strlen(word), FELT_CARDS_MAX, cards, &count, NULL) == FELT_OK;
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
        while (is_card(peek(words)))
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
    if (take_if(words, "may")) return rules->may_muck = take_if(words, "muck");
    if (take_if(words, "run")) return rules->run_twice = take_if(words, "twice");
    if (take_if(words, "queens")) {
        rules->wild &= ~((felt_cards)15 << (4 * FELT_QUEEN));
        return take_if(words, "not") && take_if(words, "wild");
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

static bool read_stub(struct script *script, struct words *words)
{
    while (words->next < words->count)
        if (!read_cards(script, take(words), script->stub, FELT_CARDS_MAX, &script->stub_count))
            return false;
    return true;
}

/* What is said of the cards: *known is false if it is no such word. */
static bool read_dealing(struct script *script, struct words *words, bool *known)
{
    int count = 0;
    *known = true;
    if (take_if(words, "cards")) return read_holes(script, words);
    if (take_if(words, "stub")) return read_stub(script, words);
    if (take_if(words, "board")) {
        while (words->next < words->count)
            if (!read_cards(script, take(words), script->board, FELT_BOARD_MAX, &count))
                return false;
        return true;
    }
    if (take_if(words, "later")) {
        felt_chips number;
        if (!read_number(take(words), &number)) return fail(script, "later: a number");
        script->later = felt_rng_make((uint64_t)number);
        return true;
    }
    if (take_if(words, "bomb")) return script->deal.bomb = take_if(words, "pot");
    *known = false;
    return true;
}

/* One word of the table and what follows it; *known is false if it is no such word. */
static bool read_table(struct script *script, struct words *words, bool *known)
{
    struct felt_deal *deal = &script->deal;
    if (!read_dealing(script, words, known)) return fail(script, "the cards are wrong");
    if (*known) return true;
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
    bool button = take_if(words, "button");
    if (button || take_if(words, "first")) {
        if (!is_seat(peek(words))) return fail(script, "which seat?");
        *(button ? &deal->button : &deal->opener) = (felt_seat)(take(words)[0] - 'A');
        return true;
    }
    *known = false;
    return true;
}

/* RULES 2.4: rows without the last card if the deck is too small for it. */
static void stack_deck(struct script *script)
{
    const struct felt_variant *variant = script->rules.variant;
    int seats = felt_seats_count(script->deal.seats), holes = variant->hole_cards, k = 0, at;
    if (seats * holes + variant->board_cards > script->rules.deck_count) holes--;
    memset(script->deck, FELT_CARD_NONE, sizeof script->deck);
    for (int step = 1; step <= FELT_SEATS_MAX; step++) {
        int seat = (script->deal.button + step) % FELT_SEATS_MAX;
        if (!felt_seats_has(script->deal.seats, seat)) continue;
        for (int i = 0; i < holes; i++) script->deck[i * seats + k] = script->hole[seat][i];
        k++;
    }
    at = seats * holes;
    for (int i = 0; i < variant->board_cards; i++) script->deck[at++] = script->board[i];
    for (int i = 0; i < script->stub_count && at < FELT_CARDS_MAX; i++)
        script->deck[at++] = script->stub[i];
    script->deal.deck = script->deck;
    script->deal.deck_count = at;
    script->deal.later = &script->later;
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

/* The cards named, as places of the own hand. */
static bool read_discards(struct script *script, int seat, struct words *words,
                          struct felt_action *out)
{
    felt_card hole[FELT_HOLE_MAX], cards[FELT_CARDS_MAX];
    int holes = felt_poker_hole(&script->rules, &script->state, (felt_seat)seat, hole), count = 0;
    while (is_card(peek(words)))
        if (!read_cards(script, take(words), cards, FELT_CARDS_MAX, &count)) return false;
    *out = (struct felt_action){.kind = FELT_DISCARD};
    for (int i = 0; i < count; i++) {
        int place = 0;
        while (place < holes && hole[place] != cards[i]) place++;
        if (place == holes) return fail(script, "%c does not hold that card", letter(seat));
        out->cards |= UINT64_C(1) << place;
    }
    return true;
}

static bool read_action(struct script *script, int seat, struct words *words,
                        struct felt_action *out)
{
    static const struct {
        const char *word;
        enum felt_action_kind kind;
    } plain[] = {{"fold", FELT_FOLD},         {"check", FELT_CHECK},        {"call", FELT_CALL},
                 {"bring-in", FELT_BRING_IN}, {"stands-pat", FELT_DISCARD}, {"shows", FELT_SHOW},
                 {"mucks", FELT_MUCK}};
    const struct felt_betting *betting = &script->state.betting;
    const char *word = take(words);
    felt_chips number = 0;
    *out = (struct felt_action){.kind = FELT_RAISE_TO};
    for (size_t i = 0; i < sizeof plain / sizeof plain[0]; i++)
        if (strcmp(word, plain[i].word) == 0) {
            out->kind = (uint8_t)plain[i].kind;
            return true;
        }
    if (strcmp(word, "discards") == 0) return read_discards(script, seat, words, out);
    if (strcmp(word, "runs") == 0) {
        *out = (struct felt_action){.kind = FELT_RUNS, .choice = take_if(words, "twice")};
        return out->choice || take_if(words, "once") || fail(script, "runs once or twice?");
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
                   {"wrong amount", FELT_BAD_AMOUNT},
                   {"wrong number of cards", FELT_WRONG_COUNT}};
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
        if (kind == FELT_RUNS) {
            add(text, option[i].choice_max == 1 ? "runs once, runs twice" : "runs how often?");
            continue;
        }
        add(text, "%s", kind == FELT_BRING_IN ? "bring-in" : felt_action_word(kind));
        if (option[i].min) add(text, " %lld", (long long)option[i].min);
        if (kind != FELT_DISCARD) continue;
        add(text, " %d", option[i].cards_min);
        if (option[i].cards_max != option[i].cards_min) add(text, "..%d", option[i].cards_max);
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
        if (kind != FELT_EVENT_WIN) continue;
        add(&is, event->pot ? " side%d" : " main", event->pot);
        if (script->state.runs == 2) add(&is, event->board ? " second" : " first");
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

static bool verify_cards(struct script *script, const char *what, const felt_card *cards, int count,
                         struct words *words)
{
    struct text is = {.used = 0};
    for (int i = 0; i < count; i++) {
        char card[FELT_CARD_TEXT_BYTES];
        felt_card_write(cards[i], card);
        add(&is, "%s%s", i ? " " : "", card);
    }
    if (count == 0) add(&is, "nothing");
    return same(script, what, &is, words);
}

static bool verify_second_board(struct script *script, struct words *words)
{
    felt_card cards[FELT_BOARD_MAX];
    int count = felt_poker_second_board(&script->rules, &script->state, cards);
    return verify_cards(script, "the second board", cards, count, words);
}

static bool verify_holding(struct script *script, int seat, struct words *words)
{
    felt_card cards[FELT_HOLE_MAX];
    int count = felt_poker_hole(&script->rules, &script->state, (felt_seat)seat, cards);
    return verify_cards(script, "what the seat holds", cards, count, words);
}

/* As many numbers as there were draws. */
static bool verify_drew(struct script *script, int seat, struct words *words)
{
    felt_chips said;
    for (int draw = 0; draw < FELT_DRAWS_MAX; draw++) {
        int count = felt_poker_drew(script->state.drew[seat], draw);
        if (count < 0) continue;
        if (!read_number(take(words), &said) || said != count)
            return fail(script, "%c drew %d cards in draw %d", letter(seat), count, draw + 1);
    }
    return !read_number(peek(words), &said) ||
           fail(script, "%c did not draw that often", letter(seat));
}

/* Ranks of which all four cards are wild, the queens first. */
static bool verify_wild(struct script *script, struct words *words)
{
    static const char *const names[FELT_RANKS] = {"deuces", "threes", "fours", "fives", "sixes",
                                                  "sevens", "eights", "nines", "tens",  "jacks",
                                                  "queens", "kings",  "aces"};
    struct text is = {.used = 0};
    felt_cards wild = felt_poker_showdown(&script->rules, &script->state).wild;
    for (int i = 0; i < FELT_RANKS; i++) {
        int rank = (FELT_QUEEN + FELT_RANKS - i) % FELT_RANKS;
        if ((wild >> (4 * rank) & 15) == 15) add(&is, "%s%s", is.used ? ", " : "", names[rank]);
    }
    if (is.used == 0) add(&is, "nothing");
    return same(script, "what is wild", &is, words);
}

static bool verify_mucked(struct script *script, struct words *words)
{
    struct text is = {.used = 0};
    for (uint32_t i = 0; i < script->log.count; i++) {
        const struct felt_event *event = &script->event[i];
        if (event->kind == FELT_EVENT_ACT && event->act == FELT_MUCK)
            add(&is, "%s%c", is.used ? ", " : "", letter(event->seat));
    }
    if (is.used == 0) add(&is, "nobody");
    return same(script, "who has mucked", &is, words);
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

static int count_events(const struct script *script, enum felt_event_kind kind)
{
    int count = 0;
    for (uint32_t i = 0; i < script->log.count; i++) count += script->event[i].kind == kind;
    return count;
}

/* Claims about cards; *known is false if it is none. */
static bool verify_dealing(struct script *script, struct words *words, bool *known)
{
    const struct felt_poker *state = &script->state;
    *known = true;
    if (take_if(words, "board:"))
        return verify_cards(script, "the board", felt_poker_board(state), state->boards, words);
    if (take_if(words, "second-board:")) return verify_second_board(script, words);
    if (take_if(words, "wild")) return verify_wild(script, words);
    if (take_if(words, "mucked")) return verify_mucked(script, words);
    if (take_if(words, "reshuffled"))
        return verify_events(script, FELT_EVENT_SHUFFLE, "what was reshuffled", "nothing", words);
    if (take_if(words, "redeals"))
        return verify_number(script, "redeals", count_events(script, FELT_EVENT_REDEAL), words);
    if (take_if(words, "round")) {
        if (felt_poker_actor(state) < 0) return fail(script, "the hand is over");
        return verify_number(script, "round", state->street + 1, words);
    }
    *known = false;
    return true;
}

static bool verify_claim(struct script *script, struct words *words, bool *known)
{
    script->report->claims++;
    if (!verify_dealing(script, words, known)) return false;
    if (*known) return true;
    *known = true;
    if (take_if(words, "refused")) return verify_refused(script, words);
    if (take_if(words, "pots")) return verify_pots(script, words);
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

static void clear_cards(struct script *script)
{
    memset(script->hole, FELT_CARD_NONE, sizeof script->hole);
    memset(script->board, FELT_CARD_NONE, sizeof script->board);
    script->stub_count = 0;
}

static void begin_case(struct script *script, const char *title)
{
    struct betting_report *report = script->report;
    const char *name = script->name;
    int line = script->line;
    memset(script, 0, sizeof *script);
    *script = (struct script){.report = report, .name = name, .line = line};
    clear_cards(script);
    script->later = felt_rng_make(1);
    script->deal.button = UNSAID;
    script->deal.opener = FELT_SEAT_NONE;
    title += strspn(title, "% ");
    snprintf(script->title, sizeof script->title, "%s", title);
    char *end = strstr(script->title, "  ");
    if (end) *end = 0;
    report->cases++;
    cite(script, title);
}

/* The forced bets and cards of another hand are to be said; chips stay where they are. */
static bool next_hand(struct script *script)
{
    if (!script->started || felt_poker_actor(&script->state) >= 0)
        return fail(script, "the last hand is not over");
    struct felt_deal deal = {.button = UNSAID, .opener = FELT_SEAT_NONE};
    for (int seat = 0; seat < FELT_SEATS_MAX; seat++) {
        deal.stack[seat] = script->state.betting.stack[seat];
        if (deal.stack[seat]) deal.seats |= felt_seats_of(seat);
    }
    script->deal = deal;
    clear_cards(script);
    script->started = false;
    return true;
}

/* What a seat does, or what is claimed of it. */
static bool run_seat(struct script *script, int seat, struct words *words)
{
    if (take_if(words, "turn")) return verify_turn(script, seat, words);
    if (take_if(words, "holds")) return verify_holding(script, seat, words);
    if (take_if(words, "drew")) return verify_drew(script, seat, words);
    return play(script, seat, words);
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
        if (take_if(&words, "next-hand")) {
            if (!next_hand(script)) return false;
            continue;
        }
        if (!script->started && !read_table(script, &words, &known)) return false;
        if (known) continue;
        if (!start(script) || !verify_claim(script, &words, &known)) return false;
        if (known) continue;
        if (!is_seat(peek(&words))) return fail(script, "no such word: %s", peek(&words));
        script->report->claims++;
        if (!run_seat(script, take(&words)[0] - 'A', &words)) return false;
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
