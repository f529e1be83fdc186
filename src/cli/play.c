/* play.c -- felt play: a person at a table with players of its choice (play_company.h).
 *
 * The person is seat 0 and is shown what that seat may know (table.h); what it types is understood
 * in ask.c.  On a terminal there is a prompt; in a pipe every line that was read is printed behind
 * it, so that the output reads like a session.  The end of the input is a wish to leave.
 *
 * Every session is a rotation (rotation.h): most have one game. */
#include "command/args.h"
#include "terminal/local/prompt.h"
#include "cli/cli.h"
#include "terminal/local/play_company.h"
#include "terminal/room/play_connect.h"
#include "terminal/local/play_genome.h"
#include "terminal/local/play_help.h"
#include "terminal/narc/play_narc.h"
#include "command/setting.h"
#include "terminal/local/table_screen.h"
#include "felt/assert.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

FELT_STATIC_ASSERT(FELT_ROTATION_MAX <= 64, "the rows of all games are bits of one word");

enum {
    OPTION_WITH,
    OPTION_AGAINST, /* the same */
    OPTION_LIMIT,
    OPTION_PLAYERS,
    OPTION_STACKS,
    OPTION_UNIT,
    OPTION_SEED,
    OPTION_HANDS,
    OPTION_MUCK,
    OPTION_RUN_TWICE,
    OPTION_BOMB,
    OPTION_CONNECT,
    OPTION_USER,
    OPTION_TOKEN,
    OPTION_BUY_IN,
    OPTION_JSON,
    OPTION_RATE,
    OPTION_NO_RATING,
    OPTIONS
};
enum {
    ME = 0,
    PLAYERS = 6,
    UNIT = 100,
    BOMB_UNITS = 2, /* the ante of a bomb pot */
    CHOICE_COLUMNS = 3,
    GREETING_BYTES = 100,
    STREAM_COMPANY = 0, /* of a session; n is that of hand n */
    STREAM_CARDS = 0,   /* of a hand                         */
    STREAM_GAMES = 2
};

static const struct felt_args_option options[OPTIONS] = {
    [OPTION_LIMIT] = {"limit", true},     [OPTION_PLAYERS] = {"players", true},
    [OPTION_STACKS] = {"stacks", true},   [OPTION_UNIT] = {"unit", true},
    [OPTION_SEED] = {"seed", true},       [OPTION_HANDS] = {"hands", true},
    [OPTION_MUCK] = {"muck", false},      [OPTION_RUN_TWICE] = {"run-twice", false},
    [OPTION_BOMB] = {"bomb", true},       [OPTION_WITH] = {"with", true},
    [OPTION_CONNECT] = {"connect", true}, [OPTION_USER] = {"user", true},
    [OPTION_TOKEN] = {"token", true},     [OPTION_BUY_IN] = {"buy-in", true},
    [OPTION_JSON] = {"json", false},      [OPTION_AGAINST] = {"against", true},
    [OPTION_RATE] = {"rate", false},      [OPTION_NO_RATING] = {"no-rating", false},
};

static const struct felt_args_spec spec = {"play", felt_play_usage, options, OPTIONS};

struct session {
    struct felt_setting setting; /* variant, limit and rules are those of the hand under way */
    struct felt_rotation rotation;
    struct felt_company company;
    struct felt_term term;
    bool echo; /* nobody sees what is typed, unless we print it */
    bool may_muck, run_twice;
    uint64_t seed, hands_max, hands;
    uint64_t over;       /* number of the last hand that is over */
    uint64_t bomb_every; /* 0: never */
    felt_chips stack[FELT_SEATS_MAX];
    felt_chips bought; /* by the person, so far */
    int game, played;  /* of the rotation; how many hands of it in a row */

    /* the hand under way */
    bool dealt; /* there is one, or was */
    struct felt_poker state;
    struct felt_table_screen table;
    struct felt_event *history; /* as the person may know them */
    size_t events, room;
};

/* ---- events --------------------------------------------------------------------------------- */

/* Tells everybody new events and keeps them.  False: no memory. */
static bool tell(struct session *session, const struct felt_event_log *log)
{
    if (session->events + log->count > session->room) {
        size_t room = 2 * session->room + FELT_EVENTS_MAX;
        struct felt_event *more = realloc(session->history, room * sizeof *more);
        if (more == NULL) return false;
        session->history = more;
        session->room = room;
    }
    struct felt_event *fresh = session->history + session->events;
    for (uint32_t i = 0; i < log->count; i++) fresh[i] = felt_event_for(&log->event[i], ME);
    session->events += log->count;
    felt_company_observe(&session->company, log->event, log->count);
    felt_table_screen_tell(&session->table, fresh, log->count);
    return true;
}

static void tell_history(const struct session *session)
{
    struct felt_table_screen table =
        felt_table_screen_begin(&session->term, &session->setting.rules, ME, session->stack);
    fprintf(session->term.out, "  hand %llu so far:\n", (unsigned long long)session->hands);
    felt_table_screen_tell(&table, session->history, session->events);
}

/* C3 of play_company.h: the hand under way is not told of. */
static void tell_why(const struct session *session)
{
    if (session->over == 0) {
        fputs("  no hand is over yet: ask again after this one\n", session->term.out);
        return;
    }
    bool any = session->company.before.count > 0;
    fprintf(session->term.out,
            any ? "  how the others decided in hand %llu, by round:\n"
                : "  the others had nothing to decide in hand %llu\n",
            (unsigned long long)session->over);
    felt_company_explain(&session->company, &session->table);
}

/* ---- which game ----------------------------------------------------------------------------- */

static const char *limit_title(const struct session *session, int game)
{
    return felt_setting_limit_title((enum felt_limit)session->rotation.game[game].limit);
}

static void print_games(const struct session *session, const uint8_t *playable, int count)
{
    FILE *out = session->term.out;
    int rows = (count + CHOICE_COLUMNS - 1) / CHOICE_COLUMNS;
    for (int i = 0; i < rows; i++) {
        for (int at = i; at < count; at += rows) {
            const struct felt_rotation_game *game = &session->rotation.game[playable[at]];
            fprintf(out, "%s  %2d %-15s %s", at == i ? "" : "   ", at + 1,
                    felt_rotation_variant(&session->rotation, playable[at])->name,
                    felt_setting_limit_name((enum felt_limit)game->limit));
        }
        fputc('\n', out);
    }
}

/* A number of the list, or a name; -1: complained. */
static int read_game(const struct session *session, const char *line, const uint8_t *playable,
                     int count)
{
    const char *names[FELT_ROTATION_MAX];
    char *end;
    for (int i = 0; i < count; i++) {
        names[i] = felt_rotation_variant(&session->rotation, playable[i])->name;
        if (strcmp(names[i], line) == 0) return i;
    }
    unsigned long number = strtoul(line, &end, 10);
    bool digits = line[0] >= '0' && line[0] <= '9' && *end == '\0';
    if (digits && number >= 1 && number <= (unsigned long)count) return (int)number - 1;
    const char *near = digits ? NULL : felt_args_nearest(line, names, count);
    fprintf(session->term.out, "  \"%s\" is none of them: take a number from 1 to %d, or a name",
            line, count);
    if (near) fprintf(session->term.out, "; did you mean %s?", near);
    fputc('\n', session->term.out);
    return -1;
}

/* The person holds the button; false: leaves. */
static bool ask_game(struct session *session, const uint8_t *playable, int count)
{
    char line[FELT_PROMPT_BYTES];
    fputs("\n  you have the button: which game? (a number or a name; ? the list, q quit)\n",
          session->term.out);
    print_games(session, playable, count);
    while (felt_prompt_line(&session->term, session->echo, line)) {
        if (line[0] == '\0') continue;
        if (felt_prompt_quits(line)) return false;
        if (felt_prompt_wonders(line)) {
            tell_why(session);
            continue;
        }
        if (felt_play_help_asked(line)) {
            print_games(session, playable, count);
            continue;
        }
        int choice = read_game(session, line, playable, count);
        if (choice < 0) continue;
        session->game = playable[choice];
        return true;
    }
    return false;
}

/* RULES 15.  False: the person leaves. */
static bool choose_game(struct session *session, felt_seat button, struct felt_rng rng)
{
    uint8_t playable[FELT_ROTATION_MAX];
    int seats = session->setting.players, last = session->game;
    if (session->rotation.order == FELT_ROTATION_IN_TURN) {
        session->game = felt_rotation_next(&session->rotation, last, session->played, seats);
    } else {
        struct felt_option option;
        int count = felt_rotation_playable(&session->rotation, seats, playable);
        bool any = felt_rotation_option(&session->rotation, seats, &option);
        felt_assert(any);
        if (button == ME && !ask_game(session, playable, count)) return false;
        if (button != ME) {
            int64_t n = (int64_t)felt_rng_below(&rng, (uint32_t)felt_options_count(&option, 1));
            session->game = playable[felt_options_pick(&option, 1, n).choice];
        }
    }
    session->played = session->game == last ? session->played + 1 : 1;
    struct felt_setting *setting = &session->setting;
    enum felt_status status = felt_rotation_rules(&session->rotation, session->game, setting->unit,
                                                  &setting->rules, NULL);
    felt_assert(status == FELT_OK);
    setting->variant = setting->rules.variant;
    setting->limit = (enum felt_limit)setting->rules.limit;
    setting->rules.may_muck = session->may_muck;
    setting->rules.run_twice = session->run_twice && setting->variant->board_cards > 0;
    return true;
}

/* ---- a hand --------------------------------------------------------------------------------- */

static void draw(const struct session *session, const struct felt_prompt *ask)
{
    struct felt_view view;
    struct felt_showdown showdown = felt_poker_showdown(ask->rules, ask->state);
    felt_poker_view(ask->rules, ask->state, ME, &view);
    felt_table_screen_draw(&session->table, &view);
    felt_table_screen_hand(&session->table, &view, &showdown);
    felt_prompt_offer(ask);
}

/* The person's decision; false: leaves. */
static bool ask(const struct session *session, struct felt_action *action)
{
    const struct felt_prompt ask = felt_prompt_of_hand(&session->term, &session->setting.rules,
                                                       &session->state, ME, session->echo);
    char line[FELT_PROMPT_BYTES];
    draw(session, &ask);
    while (felt_prompt_line(&session->term, session->echo, line)) {
        if (line[0] == '\0') continue;
        switch (felt_prompt_understand(&ask, felt_prompt_as_meant(&ask, line), action)) {
        case FELT_WISH_ACT: return true;
        case FELT_WISH_AGAIN: break;
        case FELT_WISH_HELP: felt_play_help_print(&ask); break;
        case FELT_WISH_TABLE: draw(session, &ask); break;
        case FELT_WISH_HISTORY: tell_history(session); break;
        case FELT_WISH_WHY: tell_why(session); break;
        case FELT_WISH_LEAVE: return false;
        }
    }
    return false;
}

/* Who is dealt in, with the usual forced bets or those of a bomb pot (RULES 6.9). */
static struct felt_deal plan_hand(const struct session *session, felt_seat button)
{
    const struct felt_setting *setting = &session->setting;
    struct felt_deal deal =
        felt_poker_deal_make(&setting->rules, setting->players, session->stack, button);
    bool due = session->bomb_every && session->hands % session->bomb_every == 0;
    if (!due || setting->variant->board_cards == 0) return deal;
    deal.bomb = true;
    deal.opener = FELT_SEAT_NONE;
    for (int seat = 0; seat < setting->players; seat++) {
        deal.blind[seat] = 0;
        deal.ante[seat] = BOMB_UNITS * setting->unit;
    }
    return deal;
}

/* "hand 3: Razz, fixed limit, chosen by Ada" */
static void announce(const struct session *session, felt_seat button, bool bomb)
{
    FILE *out = session->term.out;
    const struct felt_table_screen *table = &session->table;
    fputc('\n', out);
    felt_term_style(&session->term, FELT_BOLD);
    fprintf(out, "hand %llu", (unsigned long long)session->hands);
    if (session->rotation.count > 1)
        fprintf(out, ": %s, %s", session->setting.variant->title,
                limit_title(session, session->game));
    if (session->rotation.order == FELT_ROTATION_CHOICE && button != ME)
        fprintf(out, ", chosen by %s", felt_table_screen_name(table, button));
    if (bomb) fprintf(out, "%s a bomb pot", session->rotation.count > 1 ? "," : ":");
    felt_term_style(&session->term, FELT_PLAIN);
    fputc('\n', out);
}

/* From the forced bets to the end; false: the person left, or there is no memory. */
static bool play_hand(struct session *session)
{
    const struct felt_poker_rules *rules = &session->setting.rules;
    struct felt_event event[FELT_EVENTS_MAX];
    struct felt_event_log log = {event, 0, FELT_EVENTS_MAX};
    struct felt_rng root = felt_rng_make(session->seed);
    struct felt_rng hand = felt_rng_split(&root, session->hands + 1);
    struct felt_rng cards = felt_rng_split(&hand, STREAM_CARDS);
    felt_seat button = (felt_seat)(session->hands % (uint64_t)session->setting.players);
    if (!choose_game(session, button, felt_rng_split(&hand, STREAM_GAMES))) return false;
    session->hands++;
    session->events = 0;
    session->table = felt_table_screen_begin(&session->term, rules, ME, session->stack);
    struct felt_deal deal = plan_hand(session, button);
    announce(session, button, deal.bomb);
    felt_company_begin(&session->company, rules);
    enum felt_status status = felt_poker_open(rules, &deal, &session->state, &log);
    felt_assert(status == FELT_OK);
    session->dealt = true;
    status = felt_poker_deal(rules, &deal, &cards, &session->state, &log);
    felt_assert(status == FELT_OK);
    if (!tell(session, &log)) return false;
    for (felt_seat seat; (seat = felt_poker_actor(&session->state)) >= 0;) {
        struct felt_action action;
        if (seat != ME)
            action = felt_company_choose(&session->company, seat, &session->state);
        else if (!ask(session, &action))
            return false;
        log.count = 0;
        status = felt_poker_apply(rules, &session->state, seat, action, &log);
        felt_assert(status == FELT_OK);
        if (!tell(session, &log)) return false;
    }
    felt_company_end(&session->company);
    session->over = session->hands;
    return true;
}

/* ---- a session ------------------------------------------------------------------------------ */

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
                felt_table_screen_name(&session->table, seat),
                felt_term_number((uint64_t)session->stack[seat], number));
    }
}

/* Out of chips: a new stack, or the end. */
static bool buy_again(struct session *session)
{
    char line[FELT_PROMPT_BYTES], number[FELT_TERM_NUMBER_BYTES];
    felt_chips stack = session->setting.stack[ME];
    fprintf(session->term.out, "  you have no chips left; a new stack of %s? (y or n)\n",
            felt_term_number((uint64_t)stack, number));
    while (felt_prompt_line(&session->term, session->echo, line)) {
        bool yes = strcmp(line, "y") == 0 || strcmp(line, "yes") == 0;
        if (felt_prompt_wonders(line)) {
            tell_why(session);
            continue;
        }
        bool no = strcmp(line, "n") == 0 || strcmp(line, "no") == 0 || felt_prompt_quits(line);
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

/* The end of --hands: no hand follows in which the last one could be asked about. */
static void look_back(const struct session *session)
{
    char line[FELT_PROMPT_BYTES];
    fputs("  that was the last hand: why (w), leave (q)\n", session->term.out);
    while (felt_prompt_line(&session->term, session->echo, line) && felt_prompt_wonders(line))
        tell_why(session);
}

/* "left out with 6 players: kuhn (2)": what was asked for and is never dealt.  Who asks for any
 * game has asked for none of them. */
static void tell_left_out(const struct session *session)
{
    const struct felt_rotation *rotation = &session->rotation;
    int players = session->setting.players;
    const char *comma = "";
    uint64_t told = 0; /* rows, since a list may name one twice */
    if (rotation->order == FELT_ROTATION_CHOICE && rotation->count == felt_variant_count()) return;
    for (int i = 0; i < rotation->count; i++) {
        const struct felt_variant *variant = felt_rotation_variant(rotation, i);
        uint64_t row = UINT64_C(1) << rotation->game[i].row;
        char seats[FELT_SETTING_SEATS_BYTES];
        if (told & row || (players >= variant->seats_min && players <= variant->seats_max))
            continue;
        if (told == 0) fprintf(session->term.out, "left out with %d players: ", players);
        fprintf(session->term.out, "%s%s (%s)", comma, variant->name,
                felt_setting_seats(variant->seats_min, variant->seats_max, seats));
        told |= row;
        comma = ", ";
    }
    if (told) fputc('\n', session->term.out);
}

static void greet(const struct session *session)
{
    const struct felt_rotation *rotation = &session->rotation;
    char game[GREETING_BYTES], seed[GREETING_BYTES];
    if (rotation->count == 1)
        snprintf(game, sizeof game, "%s, %s: ", felt_rotation_variant(rotation, 0)->title,
                 limit_title(session, 0));
    else if (rotation->title)
        snprintf(game, sizeof game, "%s: ", rotation->title);
    else
        snprintf(game, sizeof game, "%d games in turn: ", rotation->count);
    snprintf(seed, sizeof seed, " (seed %llu)", (unsigned long long)session->seed);
    felt_company_introduce(&session->company, &session->table, game, seed);
    tell_left_out(session);
}

/* Who has how much at the end. */
static void print_stacks(const struct session *session)
{
    fputs("Stacks:", session->term.out);
    for (felt_seat seat = 0; seat < session->setting.players; seat++) {
        char number[FELT_TERM_NUMBER_BYTES];
        fprintf(session->term.out, "%s %s %s", seat ? "," : "",
                felt_table_screen_name(&session->table, seat),
                felt_term_number((uint64_t)session->stack[seat], number));
    }
    fputs(".\n", session->term.out);
}

static void play(struct session *session)
{
    bool stays = true;
    session->table = felt_table_screen_begin(&session->term, NULL, ME, session->stack);
    greet(session);
    session->bought = session->stack[ME];
    while (stays && session->hands < session->hands_max) {
        stays = play_hand(session);
        if (!stays) break;
        settle(session);
        felt_company_teach(&session->company, &session->table); /* C3: the hand is over */
        if (session->stack[ME] == 0 && session->hands < session->hands_max)
            stays = buy_again(session);
    }
    if (stays) look_back(session);
    /* Chips of a hand that was left stay in its pot. */
    bool under_way = session->dealt && felt_poker_actor(&session->state) >= 0;
    felt_chips mine = under_way ? session->state.betting.stack[ME] : session->stack[ME];
    fputs("You leave the table with ", session->term.out);
    print_net(session, mine - session->bought);
    fprintf(session->term.out, " after %llu hand%s.\n", (unsigned long long)session->hands,
            session->hands == 1 ? "" : "s");
    if (session->dealt && !under_way) print_stacks(session);
}

/* Every session is another one, unless a seed is given. */
static uint64_t seed_by_clock(void)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return (uint64_t)now.tv_sec % 100000 * 1000 + (uint64_t)now.tv_nsec / 1000000;
}

/* More names than the usual seats make a larger table.  False: complained. */
static bool read_company(const struct felt_args *args, struct session *session)
{
    const char *with = args->value[OPTION_WITH], *names = with ? with : args->value[OPTION_AGAINST];
    if (!felt_company_read(args, names ? names : "house", &session->company)) return false;
    int players = session->company.names + 1;
    if (players > session->setting.players) session->setting.players = players;
    return true;
}

/* Bomb pots and second boards need a game with a board.  False: complained. */
static bool read_boards(const struct felt_args *args, struct session *session)
{
    session->run_twice = felt_args_flag(args, OPTION_RUN_TWICE);
    if (!felt_args_uint(args, OPTION_BOMB, 1, UINT64_C(1000000), &session->bomb_every))
        return false;
    if (session->bomb_every == 0 && !session->run_twice) return true;
    for (int i = 0; i < session->rotation.count; i++)
        if (felt_rotation_variant(&session->rotation, i)->board_cards > 0) return true;
    (void)felt_args_refuse(args, "--%s needs a game with a board; leave it out",
                           session->run_twice ? "run-twice" : "bomb");
    return false;
}

/* Which options are for a room, and which for a table of one's own. */
static bool is_for_room(int option)
{
    return option == OPTION_CONNECT || option == OPTION_USER || option == OPTION_TOKEN ||
           option == OPTION_BUY_IN || option == OPTION_JSON;
}

/* An option that has no meaning where the person plays is refused, not passed over. */
static bool verify_options(const struct felt_args *args, bool room)
{
    for (int i = 0; i < OPTIONS; i++) {
        if (args->value[i] == NULL || i == OPTION_HANDS || is_for_room(i) == room) continue;
        if (room)
            (void)felt_args_refuse(args,
                                   "--%s is for a table of your own; leave it out with "
                                   "--connect",
                                   options[i].name);
        else
            (void)felt_args_refuse(args, "--%s is for a room: name its server with --connect URL",
                                   options[i].name);
        return false;
    }
    return true;
}

static int play_in_room(const struct felt_args *args)
{
    struct felt_room_terminal_options connect = {.url = args->value[OPTION_CONNECT],
                                                 .user = args->value[OPTION_USER],
                                                 .token_file = args->value[OPTION_TOKEN],
                                                 .table = args->count ? args->word[0] : NULL,
                                                 .json = felt_args_flag(args, OPTION_JSON)};
    if (connect.user && connect.token_file)
        return felt_args_refuse(args, "--user and --token are two ways to sign in: take one");
    if (!felt_args_uint(args, OPTION_BUY_IN, 1, (uint64_t)FELT_CHIPS_MAX, &connect.buy_in) ||
        !felt_args_uint(args, OPTION_HANDS, 1, UINT64_C(1000000000), &connect.hands))
        return FELT_EXIT_USAGE;
    return felt_play_connect(args, &connect);
}

static int play_genome(const struct felt_args *args)
{
    struct felt_play_genome play = {.name = args->word[0],
                                    .with = args->value[OPTION_WITH] ? OPTION_WITH : OPTION_AGAINST,
                                    .players = OPTION_PLAYERS,
                                    .seed = seed_by_clock(),
                                    .rate = felt_args_flag(args, OPTION_RATE),
                                    .no_rating = felt_args_flag(args, OPTION_NO_RATING)};
    for (int i = 0; i < OPTIONS; i++)
        if (args->value[i] && i != play.with && i != OPTION_PLAYERS && i != OPTION_SEED &&
            i != OPTION_RATE && i != OPTION_NO_RATING)
            return felt_args_refuse(args, "--%s is not for a genome, which has its own rules",
                                    options[i].name);
    if (!felt_args_uint(args, OPTION_SEED, 0, UINT64_MAX, &play.seed)) return FELT_EXIT_USAGE;
    return felt_play_genome(args, &play);
}

int felt_cli_play(int argc, char **argv)
{
    static const struct felt_setting_options places = {OPTION_LIMIT, OPTION_PLAYERS, OPTION_STACKS,
                                                       OPTION_UNIT};
    struct felt_args args;
    if (felt_play_narc_meant(argc, argv)) return felt_play_narc(argc, argv);
    if (!felt_args_read(&spec, argc, argv, &args)) return args.exit;
    if (args.count > 1)
        return felt_args_refuse(&args, "name one variant, or several with commas between them, as "
                                       "in holdem,razz; felt variants lists them");
    bool room = args.value[OPTION_CONNECT] != NULL;
    if (args.value[OPTION_WITH] && args.value[OPTION_AGAINST])
        return felt_args_refuse(&args, "--with and --against are the same; give one of them");
    if (!verify_options(&args, room)) return FELT_EXIT_USAGE;
    if (room) return play_in_room(&args);
    if (args.count && strcmp(args.word[0], "narc") == 0)
        return felt_args_refuse(&args, "narc comes first: felt play narc [OPTIONS]");
    if (args.count && felt_play_genome_named(args.word[0])) return play_genome(&args);
    for (int i = OPTION_RATE; i <= OPTION_NO_RATING; i++)
        if (args.value[i])
            return felt_args_refuse(&args, "--%s is for a game of felt lab evolve",
                                    options[i].name);
    struct session session = {.setting = {.limit = FELT_LIMITS, .unit = UNIT, .players = PLAYERS},
                              .game = -1,
                              .seed = seed_by_clock(),
                              .hands_max = UINT64_MAX,
                              .may_muck = felt_args_flag(&args, OPTION_MUCK)};
    const char *games = args.count ? args.word[0] : "holdem";
    if (!read_company(&args, &session) ||
        !felt_setting_rotation(&args, &places, games, &session.rotation, &session.setting) ||
        !felt_company_verify(&args, &session.company, &session.rotation, session.setting.players,
                             session.setting.unit) ||
        !read_boards(&args, &session) ||
        !felt_args_uint(&args, OPTION_SEED, 0, UINT64_MAX, &session.seed) ||
        !felt_args_uint(&args, OPTION_HANDS, 1, UINT64_C(1000000000), &session.hands_max))
        return FELT_EXIT_USAGE;
    memcpy(session.stack, session.setting.stack, sizeof session.stack);
    session.term = felt_term_make(stdout);
    session.echo = isatty(STDIN_FILENO) != 1;
    struct felt_rng root = felt_rng_make(session.seed);
    bool seated = felt_company_sit(&session.company, session.setting.players,
                                   felt_rng_split(&root, STREAM_COMPANY));
    if (seated)
        play(&session);
    else
        fputs("felt play: not enough memory\n", stderr);
    felt_company_close(&session.company);
    free(session.history);
    return seated ? FELT_EXIT_OK : FELT_EXIT_FAILED;
}
