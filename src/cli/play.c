/* play.c -- felt play: a person at a table with players who choose at random.
 *
 * The person is seat 0 and is shown what that seat may know (table.h).  On a terminal there is a
 * prompt; in a pipe every line that was read is printed behind it, so that the output reads like a
 * session.  The end of the input is a wish to leave. */
#include "cli/args.h"
#include "cli/cli.h"
#include "cli/input.h"
#include "cli/policy.h"
#include "cli/setting.h"
#include "cli/table.h"
#include "felt/assert.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum {
    OPTION_LIMIT,
    OPTION_PLAYERS,
    OPTION_STACKS,
    OPTION_UNIT,
    OPTION_SEED,
    OPTION_HANDS,
    OPTIONS
};
enum {
    ME = 0,
    PLAYERS = 6,
    UNIT = 100,
    LINE_BYTES = 128,
    RAISES_END = 60, /* actions after which the others raise no more */
    STREAM_CARDS = 0,
    STREAM_CHOICES = 1
};

static const struct felt_args_option options[OPTIONS] = {
    [OPTION_LIMIT] = {"limit", true},   [OPTION_PLAYERS] = {"players", true},
    [OPTION_STACKS] = {"stacks", true}, [OPTION_UNIT] = {"unit", true},
    [OPTION_SEED] = {"seed", true},     [OPTION_HANDS] = {"hands", true},
};

static const char help[] =
    "Usage: felt play [VARIANT] [--limit L] [--players N] [--stacks CHIPS] [--unit N] [--seed S]\n"
    "                 [--hands H]\n"
    "\n"
    "Sit down at a table with players who choose at random.  VARIANT is a name of felt variants,\n"
    "holdem if not given.\n"
    "\n"
    "  --limit L       nl, pl or fl; what is usual for the variant if not given\n"
    "  --players N     how many, you among them; 6 if not given\n"
    "  --stacks CHIPS  500 for everybody, or 500,200,80, yours first; 100 units if not given\n"
    "  --unit N        the big blind, or the small bet; 100 if not given\n"
    "  --seed S        deals and players of an earlier session\n"
    "  --hands H       stop after H hands\n"
    "\n"
    "When it is your turn, type a word or its letter:\n"
    "  f fold   k check   c call   i bring in   a all-in\n"
    "  r 300    raise to 300, or bet 300; also r min, r pot, r all\n"
    "  t table  h history of the hand   ? help   q quit\n"
    "\n"
    "Examples:\n"
    "  felt play\n"
    "  felt play omaha --players 4 --stacks 5k\n"
    "  felt play holdem --limit fl --seed 7 --hands 3\n"
    "  printf 'c\\nk\\nq\\n' | felt play holdem --players 2 --seed 1\n";

static const struct felt_args_spec spec = {"play", help, options, OPTIONS};

struct session {
    struct felt_setting setting;
    struct felt_term term;
    bool echo; /* nobody sees what is typed, unless we print it */
    uint64_t seed, hands_max, hands;
    felt_chips stack[FELT_SEATS_MAX];
    felt_chips bought; /* by the person, so far */

    /* the hand under way */
    struct felt_poker state;
    struct felt_rng choices;
    int actions;
    struct felt_table table;
    struct felt_event *history; /* as the person may know them */
    size_t events, room;
};

enum wish { ACT, AGAIN, LEAVE };

/* ---- events --------------------------------------------------------------------------------- */

/* Tells new events and keeps them.  False: no memory. */
static bool tell(struct session *session, const struct felt_event_log *log)
{
    for (uint32_t i = 0; i < log->count; i++) {
        if (session->events == session->room) {
            size_t room = session->room ? 2 * session->room : FELT_EVENTS_MAX;
            struct felt_event *more = realloc(session->history, room * sizeof *more);
            if (more == NULL) return false;
            session->history = more;
            session->room = room;
        }
        struct felt_event event = felt_event_for(&log->event[i], ME);
        session->history[session->events++] = event;
        felt_table_tell(&session->table, &event);
    }
    return true;
}

static void tell_history(const struct session *session)
{
    struct felt_table table =
        felt_table_begin(&session->term, &session->setting.rules, ME, session->stack);
    fprintf(session->term.out, "  hand %llu so far:\n", (unsigned long long)session->hands);
    for (size_t i = 0; i < session->events; i++) felt_table_tell(&table, &session->history[i]);
}

/* ---- reading -------------------------------------------------------------------------------- */

/* A line without its end and without blanks around it, in lower case; the rest of a long one is
 * thrown away.  False at the end of the input. */
static bool read_line(const struct session *session, char line[LINE_BYTES])
{
    fputs("> ", session->term.out);
    fflush(session->term.out);
    if (fgets(line, LINE_BYTES, stdin) == NULL) {
        fputc('\n', session->term.out);
        return false;
    }
    size_t bytes = strlen(line);
    if (bytes > 0 && line[bytes - 1] != '\n')
        for (int c = getchar(); c != EOF && c != '\n';) c = getchar();
    while (bytes > 0 && isspace((unsigned char)line[bytes - 1])) line[--bytes] = '\0';
    size_t blanks = strspn(line, " \t");
    memmove(line, line + blanks, bytes - blanks + 1);
    for (char *at = line; *at; at++)
        *at = (char)(isprint((unsigned char)*at) ? tolower((unsigned char)*at) : '?');
    if (session->echo) fprintf(session->term.out, "%s\n", line);
    return true;
}

enum word { FOLD, CHECK, CALL, BRING, RAISE, ALL_IN, TABLE, HISTORY, HELP, QUIT, NO_WORD };

static enum word find_word(const char *text, size_t bytes)
{
    static const struct {
        const char *text;
        enum word word;
    } words[] = {{"f", FOLD},      {"fold", FOLD},      {"k", CHECK},       {"check", CHECK},
                 {"x", CHECK},     {"c", CALL},         {"call", CALL},     {"i", BRING},
                 {"bring", BRING}, {"bring-in", BRING}, {"r", RAISE},       {"raise", RAISE},
                 {"b", RAISE},     {"bet", RAISE},      {"to", RAISE},      {"complete", RAISE},
                 {"a", ALL_IN},    {"all", ALL_IN},     {"all-in", ALL_IN}, {"allin", ALL_IN},
                 {"t", TABLE},     {"table", TABLE},    {"h", HISTORY},     {"history", HISTORY},
                 {"?", HELP},      {"help", HELP},      {"q", QUIT},        {"quit", QUIT},
                 {"exit", QUIT}};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (strlen(words[i].text) == bytes && memcmp(words[i].text, text, bytes) == 0)
            return words[i].word;
    return NO_WORD;
}

/* "300", "1,500", "2k"; -1 if it is no such number. */
static felt_chips read_chips(const char *text)
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

/* ---- a decision ----------------------------------------------------------------------------- */

static const char *chips_text(felt_chips amount, char out[FELT_TERM_NUMBER_BYTES])
{
    return felt_term_number((uint64_t)amount, out);
}

/* "  fold (f), call 100 (c), raise to 200 .. 9,900 (r AMOUNT)" */
static void print_choices(const struct session *session, const struct felt_legal *legal)
{
    FILE *out = session->term.out;
    char low[FELT_TERM_NUMBER_BYTES], high[FELT_TERM_NUMBER_BYTES];
    const char *comma = "  ";
    felt_term_style(&session->term, FELT_YELLOW);
    if (felt_legal_has(legal, FELT_FOLD)) fprintf(out, "%sfold (f)", comma), comma = ", ";
    if (felt_legal_has(legal, FELT_CHECK)) fprintf(out, "%scheck (k)", comma), comma = ", ";
    if (felt_legal_has(legal, FELT_CALL))
        fprintf(out, "%scall %s (c)", comma, chips_text(legal->to_call, low)), comma = ", ";
    if (felt_legal_has(legal, FELT_BRING_IN))
        fprintf(out, "%sbring in %s (i)", comma, chips_text(legal->to_call, low)), comma = ", ";
    if (felt_legal_has(legal, FELT_RAISE_TO)) {
        const char *verb = session->state.betting.to_match > 0 ? "raise to" : "bet";
        if (legal->raise_to_min == legal->raise_to_max)
            fprintf(out, "%s%s %s (r)", comma, verb, chips_text(legal->raise_to_min, low));
        else
            fprintf(out, "%s%s %s .. %s (r AMOUNT)", comma, verb,
                    chips_text(legal->raise_to_min, low), chips_text(legal->raise_to_max, high));
    }
    fputs("; help (?)", out);
    felt_term_style(&session->term, FELT_PLAIN);
    fputc('\n', out);
}

static void print_help(const struct session *session, const struct felt_legal *legal)
{
    FILE *out = session->term.out;
    char number[FELT_TERM_NUMBER_BYTES], other[FELT_TERM_NUMBER_BYTES];
    if (felt_legal_has(legal, FELT_FOLD)) fputs("  f, fold     give up the hand\n", out);
    if (felt_legal_has(legal, FELT_CHECK))
        fputs("  k, check    stay in, there is nothing to pay\n", out);
    if (felt_legal_has(legal, FELT_CALL))
        fprintf(out, "  c, call     pay %s and stay in\n", chips_text(legal->to_call, number));
    if (felt_legal_has(legal, FELT_BRING_IN))
        fprintf(out, "  i, bring    open with %s, because you have to\n",
                chips_text(legal->to_call, number));
    if (felt_legal_has(legal, FELT_RAISE_TO)) {
        fprintf(out, "  r, raise    put in so much that your bet of this street is %s",
                chips_text(legal->raise_to_min, number));
        if (legal->raise_to_max > legal->raise_to_min)
            fprintf(out, " to %s:\n              r 300, r min, r pot (which is %s), r all",
                    chips_text(legal->raise_to_max, number),
                    chips_text(felt_policy_pot(&session->state.betting, legal), other));
        fputs("\n  a, all-in   everything you have, if the limit allows it\n", out);
    } else {
        fputs("  no raise is possible now\n", out);
    }
    fputs("  t, table    the table again\n"
          "  h, history  what happened in this hand\n"
          "  q, quit     leave the table\n",
          out);
}

/* The amount behind "r"; -1: complained. */
static felt_chips read_amount(const struct session *session, const char *text,
                              const struct felt_legal *legal)
{
    FILE *out = session->term.out;
    bool may = felt_legal_has(legal, FELT_RAISE_TO);
    if (!may) return 0; /* the engine knows best why not */
    if (strncmp(text, "to ", 3) == 0) text += 3;
    text += strspn(text, " \t");
    if (*text == '\0' && legal->raise_to_min == legal->raise_to_max) return legal->raise_to_min;
    if (*text == '\0') {
        fputs("  say how much: r 300, r min, r pot or r all\n", out);
        return -1;
    }
    if (strcmp(text, "min") == 0) return legal->raise_to_min;
    if (strcmp(text, "all") == 0 || strcmp(text, "max") == 0) return legal->raise_to_max;
    if (strcmp(text, "pot") == 0) return felt_policy_pot(&session->state.betting, legal);
    felt_chips chips = read_chips(text);
    if (chips < 0) fprintf(out, "  \"%s\" is no amount: take a number, min, pot or all\n", text);
    return chips;
}

/* Everything, as a raise or as a call.  False: complained. */
static bool all_in(const struct session *session, const struct felt_legal *legal,
                   struct felt_action *action)
{
    const struct felt_betting *betting = &session->state.betting;
    felt_chips all = betting->staked[ME] + betting->stack[ME];
    char number[FELT_TERM_NUMBER_BYTES];
    if (felt_legal_has(legal, FELT_RAISE_TO) && legal->raise_to_max == all) {
        *action = (struct felt_action){.kind = FELT_RAISE_TO, .amount = all};
        return true;
    }
    if (felt_legal_has(legal, FELT_CALL) && legal->to_call == betting->stack[ME]) {
        *action = (struct felt_action){.kind = FELT_CALL};
        return true;
    }
    if (felt_legal_has(legal, FELT_RAISE_TO))
        fprintf(session->term.out, "  not all of it: the largest raise goes to %s\n",
                chips_text(legal->raise_to_max, number));
    else
        fputs("  not all of it: no raise is possible now\n", session->term.out);
    return false;
}

/* What a line asks for. */
static enum wish understand(const struct session *session, const char *line,
                            const struct felt_legal *legal, struct felt_action *action)
{
    static const uint8_t kinds[] = {
        [FOLD] = FELT_FOLD, [CHECK] = FELT_CHECK, [CALL] = FELT_CALL, [BRING] = FELT_BRING_IN};
    size_t bytes = strcspn(line, " \t");
    const char *rest = line + bytes + strspn(line + bytes, " \t");
    enum word word = find_word(line, bytes);
    /* "r300" too. */
    if (word == NO_WORD && (line[0] == 'r' || line[0] == 'b') && isdigit((unsigned char)line[1])) {
        word = RAISE;
        rest = line + 1;
    }
    if (word <= BRING && *rest) {
        fprintf(session->term.out, "  %.*s takes no amount\n", (int)bytes, line);
        return AGAIN;
    }
    switch (word) {
    case FOLD:
    case CHECK:
    case CALL:
    case BRING: *action = (struct felt_action){.kind = kinds[word]}; return ACT;
    case RAISE: {
        felt_chips to = read_amount(session, rest, legal);
        *action = (struct felt_action){.kind = FELT_RAISE_TO, .amount = to};
        return to < 0 ? AGAIN : ACT;
    }
    case ALL_IN: return all_in(session, legal, action) ? ACT : AGAIN;
    case TABLE: {
        struct felt_view view;
        felt_poker_view(&session->setting.rules, &session->state, ME, &view);
        felt_table_draw(&session->table, &view);
        print_choices(session, legal);
        return AGAIN;
    }
    case HISTORY: tell_history(session); return AGAIN;
    case HELP: print_help(session, legal); return AGAIN;
    case QUIT: return LEAVE;
    default:
        fprintf(session->term.out, "  \"%s\" is no word of this table; ? lists them\n", line);
        return AGAIN;
    }
}

/* The person's decision; false: leaves. */
static bool ask(const struct session *session, struct felt_action *action)
{
    const struct felt_poker_rules *rules = &session->setting.rules;
    struct felt_view view;
    struct felt_legal legal;
    felt_poker_view(rules, &session->state, ME, &view);
    felt_poker_legal(rules, &session->state, &legal);
    felt_table_draw(&session->table, &view);
    print_choices(session, &legal);
    for (;;) {
        char line[LINE_BYTES];
        struct felt_complaint complaint;
        if (!read_line(session, line)) return false;
        if (line[0] == '\0') continue;
        enum wish wish = understand(session, line, &legal, action);
        if (wish == LEAVE) return false;
        if (wish == AGAIN) continue;
        if (felt_poker_explain(rules, &session->state, ME, *action, &complaint) == FELT_OK)
            return true;
        fprintf(session->term.out, "  %s\n", complaint.text);
    }
}

/* ---- a hand --------------------------------------------------------------------------------- */

/* The others fold seldom, and never when a check is free. */
static struct felt_action choose(struct session *session)
{
    struct felt_legal legal;
    felt_poker_legal(&session->setting.rules, &session->state, &legal);
    struct felt_policy policy = {1, 5, 2};
    if (felt_legal_has(&legal, FELT_CHECK)) policy.fold = 0;
    if (session->actions >= RAISES_END) policy.raise = 0;
    return felt_policy_choose(policy, &session->state.betting, &legal, &session->choices);
}

/* From the forced bets to the end; false: the person left, or there is no memory. */
static bool play_hand(struct session *session)
{
    const struct felt_poker_rules *rules = &session->setting.rules;
    struct felt_event event[FELT_EVENTS_MAX];
    struct felt_event_log log = {event, 0, FELT_EVENTS_MAX};
    struct felt_rng root = felt_rng_make(session->seed);
    struct felt_rng hand = felt_rng_split(&root, ++session->hands);
    struct felt_rng cards = felt_rng_split(&hand, STREAM_CARDS);
    session->choices = felt_rng_split(&hand, STREAM_CHOICES);
    session->actions = 0;
    session->events = 0;
    session->table = felt_table_begin(&session->term, rules, ME, session->stack);
    felt_seat button = (felt_seat)((session->hands - 1) % (uint64_t)session->setting.players);
    struct felt_deal deal =
        felt_poker_deal_make(rules, session->setting.players, session->stack, button);
    fputc('\n', session->term.out);
    felt_term_style(&session->term, FELT_BOLD);
    fprintf(session->term.out, "hand %llu", (unsigned long long)session->hands);
    felt_term_style(&session->term, FELT_PLAIN);
    fputc('\n', session->term.out);
    enum felt_status status = felt_poker_open(rules, &deal, &session->state, &log);
    felt_assert(status == FELT_OK);
    status = felt_poker_deal(rules, &deal, &cards, &session->state, &log);
    felt_assert(status == FELT_OK);
    if (!tell(session, &log)) return false;
    for (felt_seat seat; (seat = felt_poker_actor(&session->state)) >= 0; session->actions++) {
        struct felt_action action;
        if (seat != ME)
            action = choose(session);
        else if (!ask(session, &action))
            return false;
        log.count = 0;
        status = felt_poker_apply(rules, &session->state, seat, action, &log);
        felt_assert(status == FELT_OK);
        if (!tell(session, &log)) return false;
    }
    return true;
}

/* "+1,500", "-200", "0". */
static void print_net(const struct session *session, felt_chips net)
{
    char number[FELT_TERM_NUMBER_BYTES];
    felt_term_style(&session->term, net > 0 ? FELT_GREEN : net < 0 ? FELT_RED : FELT_PLAIN);
    fprintf(session->term.out, "%s%s",
            net > 0   ? "+"
            : net < 0 ? "-"
                      : "",
            felt_term_number((uint64_t)(net < 0 ? -net : net), number));
    felt_term_style(&session->term, FELT_PLAIN);
}

/* The result, and the stacks of the next hand. */
static void settle(struct session *session)
{
    felt_chips payoff[FELT_SEATS_MAX];
    felt_poker_payoff(&session->state, payoff);
    memcpy(session->stack, session->state.betting.stack, sizeof session->stack);
    fputs("  this hand ", session->term.out);
    print_net(session, payoff[ME]);
    fputs(", in all ", session->term.out);
    print_net(session, session->stack[ME] - session->bought);
    fputc('\n', session->term.out);
    for (felt_seat seat = 1; seat < session->setting.players; seat++) {
        char number[FELT_TERM_NUMBER_BYTES];
        if (session->stack[seat] > 0) continue;
        session->stack[seat] = session->setting.stack[seat];
        fprintf(session->term.out, "  %s takes a new stack of %s\n",
                felt_table_name(&session->table, seat), chips_text(session->stack[seat], number));
    }
}

/* Out of chips: a new stack, or the end. */
static bool buy_again(struct session *session)
{
    char line[LINE_BYTES], number[FELT_TERM_NUMBER_BYTES];
    felt_chips stack = session->setting.stack[ME];
    fprintf(session->term.out, "  you have no chips left; a new stack of %s? (y or n)\n",
            chips_text(stack, number));
    while (read_line(session, line)) {
        bool yes = strcmp(line, "y") == 0 || strcmp(line, "yes") == 0;
        bool no = strcmp(line, "n") == 0 || strcmp(line, "no") == 0 ||
                  find_word(line, strlen(line)) == QUIT;
        if (no) return false;
        if (yes) {
            session->stack[ME] = stack;
            session->bought += stack;
            return true;
        }
        fputs("  y for a new stack, n to leave\n", session->term.out);
    }
    return false;
}

static void greet(const struct session *session)
{
    const struct felt_setting *setting = &session->setting;
    printf("%s, %s: you and %d player%s who choose%s at random (seed %llu)\n",
           setting->variant->title, felt_setting_limit_title(setting->limit), setting->players - 1,
           setting->players == 2 ? "" : "s", setting->players == 2 ? "s" : "",
           (unsigned long long)session->seed);
}

static void play(struct session *session)
{
    bool stays = true;
    greet(session);
    session->bought = session->stack[ME];
    while (stays && session->hands < session->hands_max) {
        stays = play_hand(session);
        if (!stays) break;
        settle(session);
        if (session->stack[ME] == 0 && session->hands < session->hands_max)
            stays = buy_again(session);
    }
    /* Chips of a hand that was left stay in its pot. */
    felt_chips mine = felt_poker_actor(&session->state) >= 0 ? session->state.betting.stack[ME]
                                                             : session->stack[ME];
    fputs("You leave the table with ", session->term.out);
    print_net(session, mine - session->bought);
    fprintf(session->term.out, " after %llu hand%s.\n", (unsigned long long)session->hands,
            session->hands == 1 ? "" : "s");
}

/* Every session is another one, unless a seed is given. */
static uint64_t seed_by_clock(void)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return (uint64_t)now.tv_sec % 100000 * 1000 + (uint64_t)now.tv_nsec / 1000000;
}

int felt_cli_play(int argc, char **argv)
{
    static const struct felt_setting_options places = {OPTION_LIMIT, OPTION_PLAYERS, OPTION_STACKS,
                                                       OPTION_UNIT};
    struct felt_args args;
    if (!felt_args_read(&spec, argc, argv, &args)) return args.exit;
    if (args.count > 1)
        return felt_args_refuse(&args, "name one variant; felt variants lists them");
    struct session session = {.setting = {.limit = FELT_LIMITS, .unit = UNIT, .players = PLAYERS},
                              .seed = seed_by_clock(),
                              .hands_max = UINT64_MAX};
    const char *name = args.count ? args.word[0] : "holdem";
    if (!felt_setting_read(&args, &places, name, &session.setting) ||
        !felt_args_uint(&args, OPTION_SEED, 0, UINT64_MAX, &session.seed) ||
        !felt_args_uint(&args, OPTION_HANDS, 1, UINT64_C(1000000000), &session.hands_max))
        return FELT_EXIT_USAGE;
    memcpy(session.stack, session.setting.stack, sizeof session.stack);
    session.term = felt_term_make(stdout);
    session.echo = isatty(STDIN_FILENO) != 1;
    play(&session);
    free(session.history);
    return FELT_EXIT_OK;
}
