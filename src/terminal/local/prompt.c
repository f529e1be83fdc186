/* prompt.c -- see prompt.h. */
#include "terminal/local/prompt.h"

#include "command/input.h"
#include "audit/policy.h"
#include "felt/assert.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* ---- words ---------------------------------------------------------------------------------- */

enum word {
    FOLD,
    CHECK,
    CALL,
    BRING,
    SHOW,
    MUCK,
    TWICE,
    ONCE, /* up to here: actions that name nothing */
    RAISE,
    ALL_IN,
    DISCARD,
    PAT,
    TABLE,
    HISTORY,
    WHY,
    HELP,
    QUIT,
    NO_WORD
};

static enum word find_word(const char *text, size_t bytes)
{
    static const struct {
        const char *text;
        enum word word;
    } words[] = {
        {"f", FOLD},          {"fold", FOLD},      {"k", CHECK},       {"check", CHECK},
        {"x", CHECK},         {"c", CALL},         {"call", CALL},     {"i", BRING},
        {"bring", BRING},     {"bring-in", BRING}, {"r", RAISE},       {"raise", RAISE},
        {"b", RAISE},         {"bet", RAISE},      {"to", RAISE},      {"complete", RAISE},
        {"a", ALL_IN},        {"all", ALL_IN},     {"all-in", ALL_IN}, {"allin", ALL_IN},
        {"d", DISCARD},       {"draw", DISCARD},   {"throw", DISCARD}, {"discard", DISCARD},
        {"p", PAT},           {"pat", PAT},        {"stand", PAT},     {"s", SHOW},
        {"show", SHOW},       {"m", MUCK},         {"muck", MUCK},     {"y", TWICE},
        {"yes", TWICE},       {"2", TWICE},        {"two", TWICE},     {"twice", TWICE},
        {"n", ONCE},          {"no", ONCE},        {"1", ONCE},        {"one", ONCE},
        {"once", ONCE},       {"t", TABLE},        {"table", TABLE},   {"h", HISTORY},
        {"history", HISTORY}, {"?", HELP},         {"help", HELP},     {"q", QUIT},
        {"quit", QUIT},       {"exit", QUIT},      {"w", WHY},         {"why", WHY}};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (strlen(words[i].text) == bytes && memcmp(words[i].text, text, bytes) == 0)
            return words[i].word;
    return NO_WORD;
}

void felt_prompt_trim(char *line, bool keep_case)
{
    size_t bytes = strlen(line);
    while (bytes > 0 && isspace((unsigned char)line[bytes - 1])) line[--bytes] = '\0';
    size_t blanks = strspn(line, " \t");
    memmove(line, line + blanks, bytes - blanks + 1);
    for (char *at = line; *at; at++) {
        bool prints = isprint((unsigned char)*at) || (keep_case && (unsigned char)*at >= 0x80);
        if (!prints)
            *at = '?';
        else if (!keep_case)
            *at = (char)tolower((unsigned char)*at);
    }
}

bool felt_prompt_line(const struct felt_term *term, bool echo, char line[FELT_PROMPT_BYTES])
{
    fputs("> ", term->out);
    fflush(term->out);
    if (fgets(line, FELT_PROMPT_BYTES, stdin) == NULL) {
        fputc('\n', term->out);
        return false;
    }
    size_t bytes = strlen(line);
    if (bytes > 0 && line[bytes - 1] != '\n')
        for (int c = getchar(); c != EOF && c != '\n';) c = getchar();
    felt_prompt_trim(line, false);
    if (echo) fprintf(term->out, "%s\n", line);
    return true;
}

bool felt_prompt_quits(const char *line)
{
    return find_word(line, strlen(line)) == QUIT;
}

bool felt_prompt_wonders(const char *line)
{
    return find_word(line, strlen(line)) == WHY;
}

felt_chips felt_prompt_chips(const char *text)
{
    felt_chips chips = 0;
    bool digits = false;
    for (; (*text >= '0' && *text <= '9') || (digits && *text == ','); text++) {
        if (*text == ',') continue;
        digits = true;
        if (chips <= FELT_CHIPS_MAX) chips = 10 * chips + (*text - '0');
    }
    felt_chips unit = *text == 'k' ? 1000 : *text == 'm' ? 1000000 : 1;
    if (unit > 1) text++;
    if (!digits || *text != '\0') return -1;
    return chips > FELT_CHIPS_MAX ? FELT_CHIPS_MAX : chips * unit;
}

struct felt_prompt felt_prompt_of_hand(const struct felt_term *term,
                                       const struct felt_poker_rules *rules,
                                       const struct felt_poker *state, felt_seat seat, bool echo)
{
    const struct felt_betting *betting = &state->betting;
    struct felt_prompt ask = {.term = term,
                              .echo = echo,
                              .replaces = rules->variant->step[state->step].replace,
                              .phase = state->phase,
                              .stack = betting->stack[seat],
                              .staked = betting->staked[seat],
                              .to_match = betting->to_match,
                              .pot = betting->pot,
                              .rules = rules,
                              .state = state,
                              .seat = seat};
    felt_poker_legal(rules, state, &ask.legal);
    ask.owns = felt_poker_hole(rules, state, seat, ask.own);
    return ask;
}

/* ---- what is offered ------------------------------------------------------------------------ */

static const char *chips_text(felt_chips amount, char out[FELT_TERM_NUMBER_BYTES])
{
    return felt_term_number((uint64_t)amount, out);
}

/* What a raise is called now. */
static const char *raise_verb(const struct felt_prompt *ask)
{
    const struct felt_legal *legal = &ask->legal;
    bool only = legal->raise_to_min == legal->raise_to_max;
    if (ask->to_match > 0) return "raise to";
    return only && felt_legal_has(legal, FELT_BRING_IN) ? "complete to" : "bet";
}

static void offer_raise(const struct felt_prompt *ask)
{
    const struct felt_legal *legal = &ask->legal;
    FILE *out = ask->term->out;
    char low[FELT_TERM_NUMBER_BYTES], high[FELT_TERM_NUMBER_BYTES];
    fprintf(out, ", %s %s", raise_verb(ask), chips_text(legal->raise_to_min, low));
    if (legal->raise_to_min == legal->raise_to_max)
        fputs(" (r)", out);
    else
        fprintf(out, " .. %s (r AMOUNT)", chips_text(legal->raise_to_max, high));
}

/* Folding comes first, or last where it would give away a free check. */
static void offer_bets(const struct felt_prompt *ask)
{
    const struct felt_legal *legal = &ask->legal;
    FILE *out = ask->term->out;
    char number[FELT_TERM_NUMBER_BYTES];
    bool is_free = felt_legal_has(legal, FELT_CHECK), folds = felt_legal_has(legal, FELT_FOLD);
    if (is_free) fputs("check (k)", out);
    if (folds && !is_free) fputs("fold (f), ", out);
    if (felt_legal_has(legal, FELT_CALL))
        fprintf(out, "call %s (c)", chips_text(legal->to_call, number));
    if (felt_legal_has(legal, FELT_BRING_IN))
        fprintf(out, "bring in %s (i)", chips_text(legal->to_call, number));
    if (felt_legal_has(legal, FELT_RAISE_TO)) offer_raise(ask);
    if (folds && is_free) fputs(", fold (f)", out);
}

/* An example of a discard names the first of the own cards. */
static void offer_discard(const struct felt_prompt *ask)
{
    const struct felt_legal *legal = &ask->legal;
    FILE *out = ask->term->out;
    bool exactly = legal->discard_min == legal->discard_max;
    int example = exactly ? legal->discard_min : 2;
    if (exactly)
        fprintf(out, "discard %d card%s (d", legal->discard_min,
                legal->discard_min == 1 ? "" : "s");
    else
        fprintf(out, "discard up to %d cards%s (d", legal->discard_max,
                ask->replaces ? " and draw new ones" : "");
    for (int i = 0; i < example && i < ask->owns; i++) {
        char text[FELT_CARD_TEXT_BYTES];
        felt_card_write(ask->own[i], text);
        fprintf(out, " %s", text);
    }
    fputc(')', out);
    if (legal->discard_min == 0) fputs(", stand pat (p)", out);
}

void felt_prompt_offer(const struct felt_prompt *ask)
{
    FILE *out = ask->term->out;
    felt_term_style(ask->term, FELT_YELLOW);
    fputs("  ", out);
    switch (ask->phase) {
    case FELT_PHASE_DISCARD: offer_discard(ask); break;
    case FELT_PHASE_RUNS: fputs("all-in: run it twice, two boards (y), or once (n)", out); break;
    case FELT_PHASE_SHOW: fputs("your hand has lost: show it (s), muck it (m)", out); break;
    default: offer_bets(ask); break;
    }
    fputs("; help (?)", out);
    felt_term_style(ask->term, FELT_PLAIN);
    fputc('\n', out);
}

/* ---- what a line says ----------------------------------------------------------------------- */

/* The amount behind "r"; -1: complained. */
static felt_chips read_amount(const struct felt_prompt *ask, const char *text)
{
    FILE *out = ask->term->out;
    const struct felt_legal legal = ask->legal;
    const struct felt_betting middle = {.to_match = ask->to_match, .pot = ask->pot};
    if (!felt_legal_has(&legal, FELT_RAISE_TO)) return 0; /* the engine knows best why not */
    if (strncmp(text, "to ", 3) == 0) text += 3;
    text += strspn(text, " \t");
    if (*text == '\0' && legal.raise_to_min == legal.raise_to_max) return legal.raise_to_min;
    if (*text == '\0') {
        fputs("  say how much: r 300, r min, r pot or r all\n", out);
        return -1;
    }
    if (strcmp(text, "min") == 0) return legal.raise_to_min;
    if (strcmp(text, "all") == 0 || strcmp(text, "max") == 0) return legal.raise_to_max;
    if (strcmp(text, "pot") == 0) return felt_policy_pot(&middle, &legal);
    felt_chips chips = felt_prompt_chips(text);
    if (chips < 0) fprintf(out, "  \"%s\" is no amount: take a number, min, pot or all\n", text);
    return chips;
}

/* Everything, as a raise or as a call.  False: complained. */
static bool all_in(const struct felt_prompt *ask, struct felt_action *action)
{
    felt_chips all = ask->staked + ask->stack;
    char number[FELT_TERM_NUMBER_BYTES];
    const struct felt_legal legal = ask->legal;
    if (felt_legal_has(&legal, FELT_RAISE_TO) && legal.raise_to_max == all) {
        *action = (struct felt_action){.kind = FELT_RAISE_TO, .amount = all};
        return true;
    }
    if (felt_legal_has(&legal, FELT_CALL) && legal.to_call == ask->stack) {
        *action = (struct felt_action){.kind = FELT_CALL};
        return true;
    }
    if (felt_legal_has(&legal, FELT_RAISE_TO))
        fprintf(ask->term->out, "  not all of it: the largest raise goes to %s\n",
                chips_text(legal.raise_to_max, number));
    else
        fputs("  not all of it: no raise is possible now\n", ask->term->out);
    return false;
}

/* The cards behind "d", as places in the own hand.  False: complained. */
static bool read_discard(const struct felt_prompt *ask, const char *text,
                         struct felt_action *action)
{
    FILE *out = ask->term->out;
    struct felt_complaint complaint;
    felt_card thrown[FELT_CARDS_MAX];
    const felt_card *own = ask->own;
    int owns = ask->owns, count = 0;
    *action = (struct felt_action){.kind = FELT_DISCARD};
    if (*text == '\0') {
        fputs("  say which cards:\n", out);
        felt_prompt_offer(ask);
        return false;
    }
    if (strcmp(text, "all") == 0) {
        action->cards = (UINT64_C(1) << owns) - 1; /* the engine says if that is too many */
        return true;
    }
    if (felt_cards_read(text, strlen(text), FELT_CARDS_MAX, thrown, &count, &complaint) !=
        FELT_OK) {
        fprintf(out, "  %s\n", complaint.text);
        return false;
    }
    for (int i = 0; i < count; i++) {
        int at = 0;
        while (at < owns && own[at] != thrown[i]) at++;
        if (at < owns) {
            action->cards |= UINT64_C(1) << at;
            continue;
        }
        fputs("  you do not hold ", out);
        felt_term_card(ask->term, thrown[i]);
        fputs(": name some of ", out);
        felt_input_print(ask->term, own, owns);
        fputc('\n', out);
        return false;
    }
    return true;
}

/* "r300" and "7h 2c" are understood without a word before them. */
static enum word guess_word(const struct felt_prompt *ask, const char *line, const char **rest)
{
    felt_card card;
    size_t used;
    if ((line[0] == 'r' || line[0] == 'b') && isdigit((unsigned char)line[1])) {
        *rest = line + 1;
        return RAISE;
    }
    if (ask->phase != FELT_PHASE_DISCARD) return NO_WORD;
    bool glued =
        line[0] == 'd' && felt_card_read(line + 1, strlen(line + 1), &used, &card, NULL) == FELT_OK;
    if (!glued && felt_card_read(line, strlen(line), &used, &card, NULL) != FELT_OK) return NO_WORD;
    *rest = line + glued;
    return DISCARD;
}

/* The action that a line names.  False: complained. */
static bool read_action(const struct felt_prompt *ask, enum word word, const char *rest,
                        struct felt_action *action)
{
    static const struct felt_action plain[] = {[FOLD] = {.kind = FELT_FOLD},
                                               [CHECK] = {.kind = FELT_CHECK},
                                               [CALL] = {.kind = FELT_CALL},
                                               [BRING] = {.kind = FELT_BRING_IN},
                                               [SHOW] = {.kind = FELT_SHOW},
                                               [MUCK] = {.kind = FELT_MUCK},
                                               [TWICE] = {.kind = FELT_RUNS, .choice = 1},
                                               [ONCE] = {.kind = FELT_RUNS}};
    if (word == ALL_IN) return all_in(ask, action);
    if (word == DISCARD) return read_discard(ask, rest, action);
    if (word == PAT) {
        *action = (struct felt_action){.kind = FELT_DISCARD};
        return true;
    }
    if (word == RAISE) {
        *action = (struct felt_action){.kind = FELT_RAISE_TO, .amount = read_amount(ask, rest)};
        return action->amount >= 0;
    }
    felt_assert(word <= ONCE);
    *action = plain[word];
    return true;
}

/* Is this an answer to the question of the phase?  Why a bet is none the engine says. */
static bool answers(const struct felt_prompt *ask, enum word word)
{
    switch (ask->phase) {
    case FELT_PHASE_DISCARD: return word == DISCARD || word == PAT;
    case FELT_PHASE_RUNS: return word == TWICE || word == ONCE;
    case FELT_PHASE_SHOW: return word == SHOW || word == MUCK;
    default: return word <= BRING || word == RAISE || word == ALL_IN;
    }
}

/* Of a hand that is played elsewhere we know what is legal, and not why. */
static enum felt_status explain(const struct felt_prompt *ask, struct felt_action action,
                                struct felt_complaint *complaint)
{
    const struct felt_legal *legal = &ask->legal;
    if (ask->state) return felt_poker_explain(ask->rules, ask->state, ask->seat, action, complaint);
    int cards = __builtin_popcountll(action.cards);
    if (!felt_legal_has(legal, (enum felt_action_kind)action.kind))
        return felt_complain(complaint, FELT_NOT_LEGAL, 0, 0, "that is not possible now");
    if (action.kind == FELT_RAISE_TO &&
        (action.amount < legal->raise_to_min || action.amount > legal->raise_to_max))
        return felt_complain(complaint, FELT_BAD_AMOUNT, 0, 0, "that is no raise");
    if (action.kind == FELT_DISCARD && (cards < legal->discard_min || cards > legal->discard_max))
        return felt_complain(complaint, FELT_NOT_LEGAL, 0, 0,
                             "discard %d to %d cards, these are %d", legal->discard_min,
                             legal->discard_max, cards);
    return FELT_OK;
}

/* Why the action is not legal.  The engine speaks to programs, too: where it would name chips or
 * kinds of actions, people get words of their own. */
static void refuse(const struct felt_prompt *ask, struct felt_action action, const char *reason)
{
    static const char *const doing[] = {[FELT_FOLD] = "folding",
                                        [FELT_CHECK] = "checking",
                                        [FELT_CALL] = "calling",
                                        [FELT_RAISE_TO] = "raising",
                                        [FELT_BRING_IN] = "bringing in"};
    FILE *out = ask->term->out;
    char low[FELT_TERM_NUMBER_BYTES], high[FELT_TERM_NUMBER_BYTES];
    const struct felt_legal legal = ask->legal;
    bool raises = felt_legal_has(&legal, FELT_RAISE_TO);
    if (action.kind == FELT_RAISE_TO && raises && legal.raise_to_min == legal.raise_to_max)
        fprintf(out, "  %s %s and nothing else\n", raise_verb(ask),
                chips_text(legal.raise_to_min, low));
    else if (action.kind == FELT_RAISE_TO && raises)
        fprintf(out, "  %s %s at least, %s at most\n", raise_verb(ask),
                chips_text(legal.raise_to_min, low), chips_text(legal.raise_to_max, high));
    else if (action.kind == FELT_CHECK && felt_legal_has(&legal, FELT_CALL))
        fprintf(out, "  there is a bet: call %s%s or fold\n", chips_text(legal.to_call, low),
                raises ? ", raise" : "");
    else if (felt_legal_has(&legal, FELT_BRING_IN))
        fprintf(out, "  %s is not possible now: bring in %s%s\n", doing[action.kind],
                chips_text(legal.to_call, low), raises ? " or complete the bet" : "");
    else if (action.kind == FELT_BRING_IN)
        fprintf(out, "  %s is not possible now\n", doing[action.kind]);
    else
        fprintf(out, "  %s\n", reason);
}

const char *felt_prompt_as_meant(const struct felt_prompt *ask, const char *line)
{
    bool calls = strcmp(line, "c") == 0 || strcmp(line, "call") == 0;
    return calls && felt_legal_has(&ask->legal, FELT_CHECK) ? "check" : line;
}

enum felt_wish felt_prompt_understand(const struct felt_prompt *ask, const char *line,
                                      struct felt_action *action)
{
    FILE *out = ask->term->out;
    size_t bytes = strcspn(line, " \t");
    const char *rest = line + bytes + strspn(line + bytes, " \t");
    enum word word = find_word(line, bytes);
    if (word == NO_WORD) word = guess_word(ask, line, &rest);
    switch (word) {
    case TABLE: return FELT_WISH_TABLE;
    case HISTORY: return FELT_WISH_HISTORY;
    case WHY: return FELT_WISH_WHY;
    case QUIT: return FELT_WISH_LEAVE;
    case HELP: return FELT_WISH_HELP;
    case NO_WORD:
        fprintf(out, "  \"%s\" is no word of this table; ? lists them\n", line);
        return FELT_WISH_AGAIN;
    default: break;
    }
    if (!answers(ask, word)) {
        fprintf(out, "  %.*s is not possible now; this is:\n", (int)bytes, line);
        felt_prompt_offer(ask);
        return FELT_WISH_AGAIN;
    }
    if ((word <= ONCE || word == PAT) && *rest) {
        fprintf(out, "  %.*s takes no %s\n", (int)bytes, line, word == PAT ? "cards" : "amount");
        return FELT_WISH_AGAIN;
    }
    struct felt_complaint complaint;
    if (!read_action(ask, word, rest, action)) return FELT_WISH_AGAIN;
    if (explain(ask, *action, &complaint) == FELT_OK) return FELT_WISH_ACT;
    refuse(ask, *action, complaint.text);
    return FELT_WISH_AGAIN;
}
