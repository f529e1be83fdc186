/* conf_rows.c -- every setting of felt.conf, the file that is printed of them, and the room
 * that is made of them.
 *
 * Tables say everything about settings, also what they are for.  So the printed file cannot tell of
 * one that is not there, nor leave one out. */
#include "server/config/conf_parts.h"

#include "accounts/ledger.h"
#include "server/config/lobby_genome.h"
#include "server/config/lobby_narc.h"
#include "felt/assert.h"

#include <stdio.h>
#include <string.h>

/* ---- what can be set ---- */

enum { MANY = 1000000 };

const struct felt_conf_option_row felt_conf_option_rows[FELT_CONF_OPTIONS] = {
    [FELT_CONF_PORT] = {"port", "8080", NULL, false, "Where to listen; port 0 takes a free one."},
    [FELT_CONF_BIND] = {"bind", "127.0.0.1", NULL, false,
                        "127.0.0.1 is this machine only, 0.0.0.0 everybody."},
    [FELT_CONF_CERT] = {"cert", NULL, "/etc/felt/cert.pem", false,
                        "TLS: a certificate and its key, or neither."},
    [FELT_CONF_KEY] = {"key", NULL, "/etc/felt/key.pem", false, NULL},
    [FELT_CONF_PROXY] = {"behind-proxy", "no", NULL, true,
                         "Connections of this machine come from a proxy, which says whose they "
                         "are."},
    [FELT_CONF_ORIGINS] = {"origins", NULL, "www.example.com", false,
                           "Other hosts whose pages may call us, with commas between them."},
    [FELT_CONF_HOSTS] = {"hosts", NULL, "felt.example.com", false,
                         "Names by which browsers may ask for us, with commas between them.  If "
                         "nothing is said:\n# any name, but on 127.0.0.1 without a proxy only that "
                         "of this machine.  Addresses and\n# localhost are always fine."},
    [FELT_CONF_HSTS] = {"hsts-days", "180", NULL, false,
                        "Over TLS: so long browsers come back by TLS only; 0: that is not said."},
    [FELT_CONF_METRICS] = {"metrics", "loopback", NULL, false,
                           "Who may see /metrics: loopback (this machine), all, off."},
    [FELT_CONF_WEB] = {"web", NULL, "/srv/www", false,
                       "A directory whose files are served; else the web client is, if it is "
                       "installed."},
    [FELT_CONF_NO_WEB] = {"no-web", "no", NULL, true, "Neither of them."},
    [FELT_CONF_LAB] = {"lab-dir", NULL, "/var/lib/felt/lab", false,
                       "Archives of felt lab evolve that are shown under /api/lab."},
    [FELT_CONF_LOG] = {"log", NULL, "/var/log/felt.log", false,
                       "A JSON object for each line; - for stderr."},
    [FELT_CONF_STORE] = {"store", NULL, "postgres:host=db.example user=felt dbname=felt", false,
                         "Where the books are; SQLite in the data directory if nothing is said."},
    [FELT_CONF_CLOSED] = {"closed", "no", NULL, true,
                          "Nobody may register; felt admin users create makes accounts."},
    [FELT_CONF_FACTOR] = {"operator-second-factor", "optional", NULL, false,
                          "required: operators sign in by password only with a second factor "
                          "(felt admin factor).\n# optional: those who have one need it."},
    [FELT_CONF_FACEBOOK] = {"facebook-secret", NULL, "/etc/felt/facebook", false,
                            "A file with the app secret of a Facebook app, and the app's number."},
    [FELT_CONF_FACEBOOK_APP] = {"facebook-app", NULL, "123456789012345", false, NULL},
    [FELT_CONF_RESET] = {"daily-reset", NULL, "04:00", false,
                         "At this time (UTC) every human's account is set back to 400 chips."},
    [FELT_CONF_PER_ADDRESS] = {"per-address", "64", NULL, false,
                               "Lines of one address; this machine has no limit."},
    [FELT_CONF_CONNECTIONS] = {"connections", "4000", NULL, false,
                               "Of the tables for bots at /ws: lines, tables, and who plays "
                               "against them."},
    [FELT_CONF_TABLES] = {"tables", "1000", NULL, false, NULL},
    [FELT_CONF_HOUSE] = {"house", "house", NULL, false, NULL},
    [FELT_CONF_WATCH] = {"watch", "secret", NULL, false,
                         "Matches of bots (--match): open lets everybody look on, one hand behind; "
                         "secret nobody."},
};

const struct felt_conf_number_row felt_conf_number_rows[FELT_CONF_NUMBERS] = {
    [FELT_CONF_ROOM] = {"room", FELT_CONF_FLAG, 1, 0, 1,
                        "Cash tables at /room; no: there are none."},
    [FELT_CONF_ROOM_CONNECTIONS] = {"room-connections", FELT_CONF_COUNT, 4000, 1, 100000,
                                    "Lines of people in the room."},
    [FELT_CONF_ROOM_TABLES] = {"room-tables", FELT_CONF_COUNT, 200, 1, 100000,
                               "Tables at most, with those that an operator opens."},
    [FELT_CONF_ROOM_PLAYERS] = {"room-players", FELT_CONF_COUNT, 8000, 2, MANY,
                                "Users with a line or a seat, house players included."},
    [FELT_CONF_ROOM_WATCHES] = {"room-watches", FELT_CONF_COUNT, 20000, 2, 10 * MANY,
                                "Tables that are watched, for all lines together."},
    [FELT_CONF_HOUSE_PLAYERS] = {"house-players", FELT_CONF_COUNT_OR_AUTO, FELT_CONF_AUTO, 0,
                                 100000,
                                 "auto: as many as the tables below want, a few to relieve them, "
                                 "and two for\n# each of private-tables."},
    [FELT_CONF_HOUSE_FUND] = {"house-fund", FELT_CONF_COUNT, 10 * MANY, 0, 1000 * MANY,
                              "Chips that the house account is filled up with when it runs short; "
                              "0: never."},
    [FELT_CONF_THINK] = {"think", FELT_CONF_TIME, 1200, 0, FELT_CONF_MINUTE,
                         "House players seem to think so long where people play, now less and now "
                         "more;\n# 0ms: not at all."},
    [FELT_CONF_THINK_MAX] = {"think-max", FELT_CONF_TIME, 6 * FELT_CONF_SECOND, 0,
                             5 * FELT_CONF_MINUTE, NULL},
    [FELT_CONF_LOOK] = {"look", FELT_CONF_TIME, 250, 10, FELT_CONF_MINUTE,
                        "How often it is looked whether a table wants house players."},
    [FELT_CONF_STAY_HANDS] = {"stay-hands", FELT_CONF_COUNT, 200, 0, MANY,
                              "A house player is relieved after about so many hands; 0: never."},
    [FELT_CONF_GRACE] = {"grace", FELT_CONF_TIME, 60 * FELT_CONF_SECOND, FELT_CONF_SECOND,
                         FELT_CONF_HOUR, "A seat whose line is gone is kept so long."},
    [FELT_CONF_SIT_OUT] = {"sit-out", FELT_CONF_TIME, 10 * FELT_CONF_MINUTE, FELT_CONF_SECOND,
                           24 * FELT_CONF_HOUR, "Whoever sits out so long stands up."},
    [FELT_CONF_RETURN] = {"return", FELT_CONF_TIME, 30 * FELT_CONF_MINUTE, 0, 24 * FELT_CONF_HOUR,
                          "Whoever comes back sooner brings what he left with."},
    [FELT_CONF_TIMEOUTS] = {"timeouts", FELT_CONF_COUNT, 2, 1, 1000,
                            "Turns in a row without a word, then he sits out."},
    [FELT_CONF_CHOOSE] = {"choose", FELT_CONF_TIME, 15 * FELT_CONF_SECOND, FELT_CONF_SECOND,
                          5 * FELT_CONF_MINUTE, "To choose the next game, at dealer's choice."},
    [FELT_CONF_RETRY] = {"ledger-retry", FELT_CONF_TIME, FELT_CONF_SECOND, 10, FELT_CONF_MINUTE,
                         "What the ledger did not answer is asked again after this."},
    [FELT_CONF_LOBBY] = {"lobby-news", FELT_CONF_TIME, FELT_CONF_SECOND, 10, FELT_CONF_MINUTE,
                         "A table's row of the lobby is told that often at most."},
    [FELT_CONF_CHAT_BURST] = {"chat-burst", FELT_CONF_COUNT, 5, 1, 1000,
                              "Lines of chat at once, then one in so long."},
    [FELT_CONF_CHAT] = {"chat-every", FELT_CONF_TIME, 3 * FELT_CONF_SECOND, 1, FELT_CONF_HOUR,
                        NULL},
    [FELT_CONF_BURST] = {"message-burst", FELT_CONF_COUNT, 50, 1, MANY,
                         "Messages of a line at once, then so many in a second: whoever sends "
                         "faster is read later."},
    [FELT_CONF_PER_SECOND] = {"messages-per-second", FELT_CONF_COUNT, 20, 1, MANY, NULL},
    [FELT_CONF_ERROR_BURST] = {"error-burst", FELT_CONF_COUNT, 20, 1, MANY,
                               "The same for answers that say what is wrong: more are left out."},
    [FELT_CONF_ERROR_PER_SECOND] = {"errors-per-second", FELT_CONF_COUNT, 10, 1, MANY, NULL},
    [FELT_CONF_BAD_IN_ROW] = {"bad-in-row", FELT_CONF_COUNT, 20, 1, MANY,
                              "Messages in a row that are no requests, then the line is closed."},
    [FELT_CONF_HELLO] = {"hello", FELT_CONF_TIME, 5 * FELT_CONF_SECOND, 100, FELT_CONF_HOUR,
                         "So long a new line may take to say who it is."},
    [FELT_CONF_PRIVATE_TABLES] = {"private-tables", FELT_CONF_COUNT, 64, 0, 128,
                                  "Tables that people open for their friends; 0: none."},
    [FELT_CONF_PRIVATE_OF_USER] = {"private-per-user", FELT_CONF_COUNT, 2, 1, 128,
                                   "That one of them is the host of."},
    [FELT_CONF_PRIVATE_EMPTY] = {"private-empty", FELT_CONF_TIME, 10 * FELT_CONF_MINUTE,
                                 FELT_CONF_SECOND, 24 * FELT_CONF_HOUR,
                                 "One where no person sits so long is closed."},
    [FELT_CONF_HANDS_KEPT] = {"hands-kept", FELT_CONF_COUNT, 10000, 0, MANY,
                              "Hands of each user that he can look up again; 0: none are kept."},
    [FELT_CONF_RELOADS] = {"reloads-per-day", FELT_CONF_COUNT, 5, 0, FELT_RELOADS_MAX,
                           "Reloads of a user in any 24 hours; 0: as many as are wanted."},
    [FELT_CONF_GUESTS_ADDRESS] = {"guests-per-address", FELT_CONF_COUNT, 60, 1, MANY,
                                  "New guests in an hour from an IPv4 address or an IPv6 /64; a "
                                  "third of them at once."},
    [FELT_CONF_GUESTS_NETWORK] = {"guests-per-network", FELT_CONF_COUNT, 240, 1, MANY,
                                  "The same from an IPv4 /24 or an IPv6 /48, in multiples of the "
                                  "former; half from a /56."},
    [FELT_CONF_GUESTS_HOUR] = {"guests-per-hour", FELT_CONF_COUNT, 1000, 1, MANY,
                               "The same from everywhere together, all of them at once if need "
                               "be."},
    [FELT_CONF_GUESTS_MAX] = {"guests-max", FELT_CONF_COUNT, 100000, 0, 100 * MANY,
                              "Accounts of guests at a time; 0: any number."},
    [FELT_CONF_GUEST_IDLE] = {"guest-idle", FELT_CONF_TIME, 24 * FELT_CONF_HOUR, FELT_CONF_HOUR,
                              720u * FELT_CONF_HOUR,
                              "A guest who never sat down and is unseen so long is closed."},
    [FELT_CONF_GUEST_AWAY] = {"guest-away", FELT_CONF_TIME, 720u * FELT_CONF_HOUR, FELT_CONF_HOUR,
                              720u * FELT_CONF_HOUR,
                              "Any other guest who is unseen so long and has no chips on a table "
                              "is closed."},
    [FELT_CONF_NO_EVENTS] = {"no-tournaments", FELT_CONF_FLAG, 0, 0, 1,
                             "Tournaments of this file are not held; an operator can still create "
                             "some."},
    [FELT_CONF_EVENT_CHAIR] = {"tournament-chair", FELT_CONF_TIME, 15 * FELT_CONF_SECOND, 10,
                               FELT_CONF_HOUR,
                               "A sit-and-go that somebody waits for: a house player comes every "
                               "so long."},
    [FELT_CONF_EVENT_HOUSE] = {"tournament-house", FELT_CONF_COUNT_OR_AUTO, FELT_CONF_AUTO, 0,
                               10000,
                               "House players for tournaments; auto: as many as those below let "
                               "in."},
    [FELT_CONF_FILE_CHECK] = {"file-check", FELT_CONF_TIME, 24 * FELT_CONF_HOUR, FELT_CONF_SECOND,
                              240 * FELT_CONF_HOUR,
                              "How often the file of the books (SQLite) is read through for "
                              "damage."},
    [FELT_CONF_OPERATOR_SESSION] = {"operator-session", FELT_CONF_TIME, 12 * FELT_CONF_HOUR,
                                    FELT_CONF_MINUTE, 720u * FELT_CONF_HOUR,
                                    "A browser session older than this opens nothing for "
                                    "operators until they sign in again."},
    [FELT_CONF_OPERATOR_PROOF] = {"operator-proof", FELT_CONF_TIME, 15 * FELT_CONF_MINUTE, 0,
                                  720u * FELT_CONF_HOUR,
                                  "In a browser, moving chips and disabling users needs a sign-in "
                                  "not older than this;\n# 0ms: any session will do."},
};

const struct felt_conf_unit felt_conf_units[FELT_CONF_UNITS] = {
    {"h", FELT_CONF_HOUR}, {"min", FELT_CONF_MINUTE}, {"s", FELT_CONF_SECOND}, {"ms", 1}};

const char *felt_conf_option_name(enum felt_conf_option option, bool *is_flag)
{
    *is_flag = felt_conf_option_rows[option].flag;
    return felt_conf_option_rows[option].name;
}

void felt_conf_usual(struct felt_conf *conf)
{
    const struct felt_lobby_row *rows;
    memset(conf, 0, sizeof *conf);
    for (int i = 0; i < FELT_CONF_NUMBERS; i++) conf->number[i] = felt_conf_number_rows[i].usual;
    conf->rows = felt_lobby_usual(&rows);
    felt_assert(conf->rows <= FELT_STAKES_MAX);
    memcpy(conf->row, rows, (size_t)conf->rows * sizeof *rows);
    conf->tournaments = felt_conf_usual_tournaments(conf->event);
}

/* ---- printing ---- */

static void print_remark(struct felt_buffer *out, const char *remark)
{
    if (!remark) return;
    felt_buffer_text(out, "\n# ");
    felt_buffer_text(out, remark);
    felt_buffer_char(out, '\n');
}

static void print_setting(struct felt_buffer *out, const char *name, const char *value)
{
    felt_buffer_text(out, name);
    felt_buffer_text(out, " = ");
    felt_buffer_text(out, value);
    felt_buffer_char(out, '\n');
}

/* In the largest unit that leaves no rest. */
static void print_time(struct felt_buffer *out, const char *name, uint32_t ms)
{
    char text[32];
    int unit = 0;
    while (ms == 0 ? unit < FELT_CONF_UNITS - 1 : ms % felt_conf_units[unit].ms != 0) unit++;
    (void)snprintf(text, sizeof text, "%u%s", ms / felt_conf_units[unit].ms,
                   felt_conf_units[unit].word);
    print_setting(out, name, text);
}

static void print_number(struct felt_buffer *out, const struct felt_conf_number_row *row)
{
    char text[32];
    print_remark(out, row->remark);
    (void)snprintf(text, sizeof text, "%u", row->usual);
    if (row->kind == FELT_CONF_TIME)
        print_time(out, row->name, row->usual);
    else if (row->kind == FELT_CONF_FLAG)
        print_setting(out, row->name, row->usual ? "yes" : "no");
    else
        print_setting(out, row->name, row->usual == FELT_CONF_AUTO ? "auto" : text);
}

/* Only what is not as usual. */
static void print_options(struct felt_buffer *out, const struct felt_room_table_options *options)
{
    char text[64];
    if (options->ante_by) {
        (void)snprintf(text, sizeof text, "%lld %s", (long long)options->ante,
                       felt_ante_word((enum felt_ante)options->ante_by));
        print_setting(out, "ante", text);
    }
    if (options->straddle)
        print_setting(out, "straddle", felt_straddle_word((enum felt_straddle)options->straddle));
    if (options->bomb_every) {
        (void)snprintf(text, sizeof text, "%d/%d", options->bomb_every, options->bomb_units);
        print_setting(out, "bomb", text);
    }
    if (options->twice)
        print_setting(out, "run-twice", felt_twice_word((enum felt_twice)options->twice));
    if (options->no_rathole) print_setting(out, "rathole", "no");
}

void felt_conf_print_row(struct felt_buffer *out, const struct felt_lobby_row *row)
{
    char text[64];
    felt_buffer_text(out, "\n[table ");
    felt_buffer_text(out, row->id);
    felt_buffer_text(out, "]\n");
    if (row->title[0]) print_setting(out, "title", row->title);
    print_setting(out, "game", row->game);
    print_setting(out, "limit", felt_lobby_limit_word(row->limit));
    bool narc = felt_lobby_is_narc(row), unit = narc || felt_lobby_genome_name(row) != NULL;
    if (unit)
        (void)snprintf(text, sizeof text, "%lld", (long long)row->big_blind);
    else
        (void)snprintf(text, sizeof text, "%lld/%lld", (long long)row->small_blind,
                       (long long)row->big_blind);
    print_setting(out, unit ? "unit" : "blinds", text);
    if (narc) print_setting(out, "roles", felt_lobby_roles_word(row->roles));
    (void)snprintf(text, sizeof text, "%d", row->seats);
    print_setting(out, "seats", text);
    (void)snprintf(text, sizeof text, "%d", row->tables);
    print_setting(out, "tables", text);
    (void)snprintf(text, sizeof text, "%u-%u", row->buy_in_min, row->buy_in_max);
    print_setting(out, "buy-in", text);
    print_time(out, "clock", row->clock_ms);
    print_time(out, "time-bank", row->bank_ms);
    print_time(out, "pause", row->pause_ms);
    (void)snprintf(text, sizeof text, "%d", row->house);
    print_setting(out, "house", text);
    print_setting(out, "bots", row->bots ? "yes" : "no");
    print_options(out, &row->options);
}

static const char head[] =
    "# felt.conf -- what felt serve does if the command line does not say otherwise.\n"
    "#\n"
    "# It is read from the data directory, or from where --config says.  Every setting is here "
    "with the\n"
    "# value that it has without a file.  Times are 500ms, 20s, 10min or 1h.\n";

static const char tables_head[] =
    "\n# What is played.  Without a [table] in a file there are these; a file that has one names "
    "them all.\n"
    "#\n"
    "#   title      what people see\n"
    "#   game       a name of felt variants; several with commas between them, or all: dealer's "
    "choice\n"
    "#   limit      no-limit, pot-limit, fixed-limit; usual: what the game is usually played with\n"
    "#   blinds     or antes and bring-in that go with them; fixed limit bets the big one and its "
    "double\n"
    "#   unit       instead of blinds, of a genome (game = genome:NAME, of felt lab list, or\n"
    "#              genome:FILE): what everybody puts up for a game; one with chips has its own.\n"
    "#              Of Narc (game = narc, narc:RULES or narc:RULES,CARDS; names of felt narc list, "
    "or\n"
    "#              files): what each of the others pays for a hundred of the Player's score; 0: "
    "none,\n"
    "#              it is played for the score\n"
    "#   roles      of Narc: fixed, the Player sits at the third chair; turn, they move on with "
    "each\n"
    "#              session; usual: fixed for the score, turn for chips\n"
    "#   seats      2 to 10;  tables: that are always there\n"
    "#   buy-in     the least and the most to sit down with, in big blinds\n"
    "#   clock      for a turn;  time-bank: of a seat, for when that is not enough\n"
    "#   pause      between hands\n"
    "#   house      chairs that house players fill up to, people included; all but one if nothing "
    "is said\n"
    "#   bots       whether programs of people may sit down\n"
    "#   ante       none; 5 each: everybody puts in 5 chips; 5 big: the big blind does for all\n"
    "#   straddle   none, optional (whoever wants it), always: two big blinds behind the big "
    "blind\n"
    "#   bomb       none; 10/2: every tenth hand is a bomb pot for two big blinds of everybody\n"
    "#   run-twice  ask, never, always: two boards when all are all-in\n"
    "#   rathole    yes: whoever comes back soon brings what he left with;  no: what he likes\n";

void felt_conf_print(struct felt_buffer *out)
{
    const struct felt_lobby_row *rows;
    int count = felt_lobby_usual(&rows);
    felt_buffer_text(out, head);
    for (int i = 0; i < FELT_CONF_OPTIONS; i++) {
        const struct felt_conf_option_row *row = &felt_conf_option_rows[i];
        print_remark(out, row->remark);
        if (!row->usual) felt_buffer_text(out, "# ");
        print_setting(out, row->name, row->usual ? row->usual : row->example);
    }
    for (int i = 0; i < FELT_CONF_NUMBERS; i++) print_number(out, &felt_conf_number_rows[i]);
    felt_buffer_text(out, tables_head);
    for (int i = 0; i < count; i++) felt_conf_print_row(out, &rows[i]);
    felt_conf_print_tournaments(out);
}

/* ---- the room ---- */

/* Of games that may be played at tables which are opened at run time. */
static size_t most_state(void)
{
    size_t poker = felt_poker_game.state_bytes, genome = felt_genome_table.state_bytes;
    return poker > genome ? poker : genome;
}

/* Some more than the tables want, so that others can come when somebody leaves; and for each table
 * that people open two: some want more of them, others none.  Should they not be enough, those who
 * play at tables without people help out (server/room/house_seating.c). */
static uint32_t count_house(const struct felt_conf *conf, const struct felt_lobby *lobby)
{
    uint32_t said = conf->number[FELT_CONF_HOUSE_PLAYERS];
    uint32_t own = 2 * conf->number[FELT_CONF_PRIVATE_TABLES];
    if (said != FELT_CONF_AUTO) return said;
    return lobby->table_seats > 0 ? lobby->table_seats + lobby->table_seats / 8 + 2 + own : 0;
}

void felt_conf_room_session(const struct felt_conf *conf, const struct felt_lobby *lobby,
                            struct felt_room_session_config *out)
{
    const uint32_t *number = conf->number;
    uint32_t own = count_house(conf, lobby), tables = number[FELT_CONF_ROOM_TABLES];
    uint32_t guests = felt_conf_tournament_house(conf), house = own + guests;
    *out = (struct felt_room_session_config){
        .room = {.tables_max = tables > lobby->tables ? tables : lobby->tables,
                 .conns_max = number[FELT_CONF_ROOM_CONNECTIONS] + house,
                 .players_max = number[FELT_CONF_ROOM_PLAYERS] + house,
                 .watches_max = number[FELT_CONF_ROOM_WATCHES] + house,
                 .stakes = lobby->stakes,
                 .grace_ms = number[FELT_CONF_GRACE],
                 .out_ms = number[FELT_CONF_SIT_OUT],
                 .rathole_ms = number[FELT_CONF_RETURN],
                 .timeouts_max = number[FELT_CONF_TIMEOUTS],
                 .retry_ms = number[FELT_CONF_RETRY],
                 .lobby_ms = number[FELT_CONF_LOBBY],
                 .chat_burst = number[FELT_CONF_CHAT_BURST],
                 .chat_ms = number[FELT_CONF_CHAT],
                 .choose_ms = number[FELT_CONF_CHOOSE],
                 .state_bytes = most_state(),
                 .private_max = number[FELT_CONF_PRIVATE_TABLES],
                 .private_of_user = number[FELT_CONF_PRIVATE_OF_USER],
                 .private_ms = number[FELT_CONF_PRIVATE_EMPTY]},
        .limits = {.burst = number[FELT_CONF_BURST],
                   .per_second = number[FELT_CONF_PER_SECOND],
                   .error_burst = number[FELT_CONF_ERROR_BURST],
                   .error_per_second = number[FELT_CONF_ERROR_PER_SECOND],
                   .bad_in_row = number[FELT_CONF_BAD_IN_ROW],
                   .hello_ms = number[FELT_CONF_HELLO],
                   .wrong_codes = felt_arena_session_limits_usual.wrong_codes},
        .seating = {.look_ms = number[FELT_CONF_LOOK],
                    .think_ms = number[FELT_CONF_THINK],
                    .think_max_ms = number[FELT_CONF_THINK_MAX],
                    .stay_hands = number[FELT_CONF_STAY_HANDS]},
        .house_players = own,
        .event_house = guests,
        .event_seat_ms = number[FELT_CONF_EVENT_CHAIR],
        .tournaments = true,
        .house_fund = number[FELT_CONF_HOUSE_FUND]};
    for (int i = 0; i < lobby->stakes; i++) out->room.stake[i] = &lobby->stake[i];
}
