/* test_conf.c -- felt.conf and the lobby: what is printed is what counts, and what is wrong
 * is refused with its line. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "command/narc_file.h"
#include "server/config/conf.h"
#include "server/config/lobby_narc.h"
#include "server/config/private_stakes.h"
#include "module.h"
#include "support.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TEXT_BYTES = 64 * 1024 };

static struct felt_conf *read_good(const char *text)
{
    struct felt_conf *conf = malloc(sizeof *conf);
    struct felt_complaint complaint = {0};
    if (felt_conf_read(conf, text, strlen(text), &complaint) != FELT_OK)
        fail_msg("%s\n%s", complaint.text, text);
    return conf;
}

static char *print_usual(void)
{
    char *text = malloc(TEXT_BYTES);
    struct felt_buffer out = felt_buffer_make(text, TEXT_BYTES);
    felt_conf_print(&out);
    (void)felt_buffer_terminate(&out);
    assert_false(out.overflow);
    return text;
}

static void assert_rows(const struct felt_conf *a, const struct felt_conf *b)
{
    assert_int_equal(a->rows, b->rows);
    for (int i = 0; i < a->rows; i++) {
        const struct felt_lobby_row *x = &a->row[i], *y = &b->row[i];
        assert_string_equal(x->id, y->id);
        assert_string_equal(x->title, y->title);
        assert_string_equal(x->game, y->game);
        assert_int_equal(x->limit, y->limit);
        assert_int_equal(x->bots, y->bots);
        assert_int_equal(x->seats, y->seats);
        assert_int_equal(x->tables, y->tables);
        assert_int_equal(x->house, y->house);
        assert_int_equal(x->small_blind, y->small_blind);
        assert_int_equal(x->big_blind, y->big_blind);
        assert_int_equal(x->buy_in_min, y->buy_in_min);
        assert_int_equal(x->buy_in_max, y->buy_in_max);
        assert_int_equal(x->clock_ms, y->clock_ms);
        assert_int_equal(x->bank_ms, y->bank_ms);
        assert_int_equal(x->pause_ms, y->pause_ms);
    }
}

/* The printed file changes nothing. */
static void assert_tournaments(const struct felt_conf *a, const struct felt_conf *b)
{
    static char text[2][FELT_TOURNAMENT_ROW_BYTES + 1];
    assert_int_equal(a->tournaments, b->tournaments);
    for (int i = 0; i < a->tournaments; i++) {
        struct felt_buffer x = felt_buffer_make(text[0], sizeof text[0]);
        struct felt_buffer y = felt_buffer_make(text[1], sizeof text[1]);
        felt_tournament_row_write(&a->event[i], &x);
        felt_tournament_row_write(&b->event[i], &y);
        assert_string_equal(felt_buffer_terminate(&x), felt_buffer_terminate(&y));
    }
}

static void conf_printed_is_the_usual(void **state)
{
    (void)state;
    char *text = print_usual();
    struct felt_conf *read = read_good(text), *usual = read_good("");
    assert_memory_equal(read->number, usual->number, sizeof read->number);
    assert_rows(read, usual);
    assert_tournaments(read, usual);
    assert_string_equal(read->option[FELT_CONF_PORT], "8080");
    assert_string_equal(read->option[FELT_CONF_CLOSED], "no");
    assert_string_equal(read->option[FELT_CONF_CERT], "");
    for (const char *at = text; *at;) {
        size_t length = strcspn(at, "\n");
        if (length > 100) fail_msg("too wide: %.*s", (int)length, at);
        at += length + (at[length] == '\n');
    }
    free(text), free(read), free(usual);
}

/* A setting that is left as a remark, because it has no usual value, is a setting all the same. */
static void conf_examples_are_settings(void **state)
{
    (void)state;
    char *text = print_usual(), line[1024];
    int examples = 0;
    for (const char *at = text; *at;) {
        size_t length = strcspn(at, "\n");
        snprintf(line, sizeof line, "%.*s", (int)length, at);
        at += length + (at[length] == '\n');
        const char *equals = strstr(line, " = ");
        if (strncmp(line, "# ", 2) != 0 || !equals) continue;
        if (strcspn(line + 2, " ") != (size_t)(equals - line) - 2) continue;
        free(read_good(line + 2));
        examples++;
    }
    assert_int_equal(examples, 11);
    free(text);
}

/* The file of the repository is the printed one: felt serve --print-config > data/felt.conf */
static void conf_sample_is_printed(void **state)
{
    (void)state;
    char name[1024], *text = print_usual(), *file = calloc(1, TEXT_BYTES);
    snprintf(name, sizeof name, "%s/../../data/felt.conf", golden_folder());
    FILE *in = fopen(name, "rb");
    if (!in) fail_msg("%s is missing", name);
    size_t bytes = fread(file, 1, TEXT_BYTES - 1, in);
    fclose(in);
    assert_int_equal(bytes, strlen(text));
    assert_string_equal(file, text);
    free(text), free(file);
}

static void conf_says_what_was_said(void **state)
{
    (void)state;
    struct felt_conf *conf = read_good("port=0 # any\r\n"
                                       "  behind-proxy = yes\n"
                                       "store = postgres:host=db password=a#b\n"
                                       "grace = 2min\n"
                                       "think = 0 ms\n"
                                       "house-players = 12\n"
                                       "room = no\n"
                                       "\n"
                                       "[table x-1]\n"
                                       "title = K\xc3\xb6nig & <b>\n"
                                       "game = omaha, holdem ,stud\n"
                                       "blinds = 50 / 100\n"
                                       "buy-in = 1-7\n"
                                       "seats = 3\n"
                                       "[table  y ]\n"
                                       "limit = fl\n"
                                       "house = 0\n"
                                       "clock = 90s\n"
                                       "bots = yes");
    assert_string_equal(conf->option[FELT_CONF_PORT], "0");
    assert_string_equal(conf->option[FELT_CONF_PROXY], "yes");
    assert_string_equal(conf->option[FELT_CONF_STORE], "postgres:host=db password=a#b");
    assert_int_equal(conf->number[FELT_CONF_GRACE], 120000);
    assert_int_equal(conf->number[FELT_CONF_THINK], 0);
    assert_int_equal(conf->number[FELT_CONF_HOUSE_PLAYERS], 12);
    assert_int_equal(conf->number[FELT_CONF_ROOM], 0);
    assert_int_equal(conf->number[FELT_CONF_SIT_OUT], 600000);
    assert_int_equal(conf->rows, 2);
    assert_string_equal(conf->row[0].title, "K\xc3\xb6nig & <b>");
    assert_string_equal(conf->row[0].game, "omaha, holdem ,stud");
    assert_int_equal(conf->row[0].big_blind, 100);
    assert_int_equal(conf->row[0].house, 2);
    assert_string_equal(conf->row[1].id, "y");
    assert_int_equal(conf->row[1].limit, FELT_FIXED_LIMIT);
    assert_int_equal(conf->row[1].house, 0);
    assert_int_equal(conf->row[1].clock_ms, 90000);
    assert_true(conf->row[1].bots);

    struct felt_lobby *lobby = felt_lobby_open(conf->row, conf->rows);
    assert_int_equal(lobby->stake[0].games, 3);
    assert_string_equal(lobby->stake[0].variant, "choice");
    assert_int_equal(lobby->stake[0].buy_in_max, 700);
    assert_string_equal(lobby->stake[1].limit, "fixed-limit");
    assert_string_equal(lobby->stake[1].title, "y");
    felt_lobby_close(lobby);
    free(conf);
}

/* Tournaments: own ones instead of the usual; with tables before and behind them. */
static void conf_reads_tournaments(void **state)
{
    (void)state;
    struct felt_conf *conf = read_good("tournament-house = 30\n"
                                       "[table a]\n"
                                       "blinds = 5/10\n"
                                       "[tournament friday]\n"
                                       "start = daily 19:30   # after dinner\n"
                                       "title = Friday's\n"
                                       "entrants = 4-40\n"
                                       "house = 50\n"
                                       "levels = 10m 10/20 20/40 break=5m 30/60/5\n"
                                       "late = 2\n"
                                       "[table b]\n"
                                       "[tournament sng]\n"
                                       "key = open sesame\n");
    assert_int_equal(conf->rows, 2);
    assert_int_equal(conf->row[0].big_blind, 10);
    assert_string_equal(conf->row[1].id, "b");
    assert_int_equal(conf->tournaments, 2);
    assert_string_equal(conf->event[0].id, "friday");
    assert_string_equal(conf->event[0].title, "Friday's");
    assert_int_equal(conf->event[0].start, FELT_TOURNAMENT_DAILY);
    assert_int_equal(conf->event[0].plan.levels, 4);
    assert_int_equal(conf->event[0].plan.house_max, 20);
    assert_string_equal(conf->event[1].id, "sng");
    assert_true(felt_tournament_row_private(&conf->event[1]));
    assert_int_equal(felt_conf_tournament_house(conf), 30);
    conf->number[FELT_CONF_EVENT_HOUSE] = FELT_CONF_AUTO;
    assert_int_equal(felt_conf_tournament_house(conf), 26);
    free(conf);
    conf = read_good("no-tournaments = yes\n");
    assert_int_equal(conf->tournaments, 0);
    assert_true(conf->rows > 0);
    free(conf);
    conf = read_good("[tournament sng]\n"); /* the tables are the usual ones */
    assert_int_equal(conf->tournaments, 1);
    assert_true(conf->rows > 2);
    free(conf);
}

/* A genome brings its seats and its name; without chips of its own the unit is the stake, with
 * chips its smallest bet. */
static void conf_reads_genomes(void **state)
{
    (void)state;
    struct felt_conf *conf = read_good("[table eights]\n"
                                       "game = genome:crazy-eights\n"
                                       "unit = 3\n"
                                       "[table poker]\n"
                                       "title = Poker\n"
                                       "game = genome:simple-poker\n"
                                       "seats = 4\n"
                                       "buy-in = 10-30\n");
    struct felt_lobby *lobby = felt_lobby_open(conf->row, conf->rows);
    const struct felt_stake *eights = &lobby->stake[0], *poker = &lobby->stake[1];
    assert_int_equal(eights->seats, 5);
    assert_int_equal(eights->house, 4);
    assert_string_equal(eights->title, "Crazy Eights");
    assert_string_equal(eights->variant, "genome");
    assert_string_equal(eights->game[0]->variant, "Crazy Eights");
    assert_int_equal(eights->small_blind, 0);
    assert_int_equal(eights->big_blind, 3);
    assert_int_equal(eights->buy_in_min, 60);
    assert_int_equal(eights->game[0]->seats_min, 2);
    assert_int_equal(poker->seats, 4);
    assert_string_equal(poker->title, "Poker");
    assert_int_equal(poker->big_blind, 10);
    assert_int_equal(poker->buy_in_max, 300);
    felt_lobby_close(lobby);
    free(conf);
}

/* For the score with a marker in each seat, or for chips, whose roles turn; rules and cards by
 * name or as files; names of different rules differ. */
static void conf_reads_narc(void **state)
{
    (void)state;
    struct felt_conf *conf = read_good("[table score]\n"
                                       "game = narc\n"
                                       "[table chips]\n"
                                       "title = Narc for 5\n"
                                       "game = narc:quick,cards\n"
                                       "unit = 5\n"
                                       "house = 1\n"
                                       "[table chairs]\n"
                                       "game = narc:quick\n"
                                       "unit = 5\n"
                                       "roles = fixed\n"
                                       "buy-in = 10-30\n");
    struct felt_lobby *lobby = felt_lobby_open(conf->row, conf->rows);
    const struct felt_stake *score = &lobby->stake[0], *chips = &lobby->stake[1];
    assert_int_equal(score->seats, 3);
    assert_int_equal(score->house, 2);
    assert_string_equal(score->title, "Narc");
    assert_string_equal(score->variant, "narc");
    assert_string_equal(score->limit, "score");
    assert_true(score->markers);
    assert_string_equal(score->game[0]->variant, "house");
    assert_int_equal(score->buy_in_min, 1);
    assert_int_equal(score->buy_in_max, 1);
    assert_int_equal(lobby->narc[0]->rules.unit, 0);
    assert_false(lobby->narc[0]->rules.turns);
    assert_string_equal(score->game[0]->roles[2], "player");
    assert_string_equal(chips->title, "Narc for 5");
    assert_string_equal(chips->limit, "");
    assert_false(chips->markers);
    assert_int_equal(chips->big_blind, 5);
    assert_int_equal(chips->buy_in_max, 500);
    assert_true(lobby->narc[1]->rules.turns);
    assert_null(chips->game[0]->roles);
    assert_false(lobby->narc[2]->rules.turns);
    assert_int_equal(lobby->stake[2].buy_in_min, 50);
    assert_string_equal(lobby->narc[1]->variant, "quick");
    assert_string_equal(lobby->narc[2]->variant, "quick");
    lobby->narc[2]->rules.narc.hash++;
    felt_lobby_narc_name(lobby, 2);
    assert_string_equal(lobby->narc[2]->variant, "chairs");
    felt_lobby_close(lobby);
    free(conf);
}

/* What /api/narc tells: rules that are played, then those that are known; each as its files. */
static void serve_narc_answers(void **state)
{
    (void)state;
    struct felt_conf *conf = read_good("[table score]\ngame = narc:quick\n");
    struct felt_lobby *lobby = felt_lobby_open(conf->row, conf->rows);
    struct felt_net_answer answer;
    assert_true(felt_http_narc_owns("/api/narc") && felt_http_narc_owns("/api/narc/house"));
    assert_false(felt_http_narc_owns("/api/narcs") || felt_http_narc_owns("/api"));
    felt_http_narc_answer(lobby, false, "/api/narc", &answer);
    assert_int_equal(answer.status, 200);
    json_t *list = json_loadb(answer.body, answer.bytes, 0, NULL), *rows;
    rows = json_object_get(list, "rules");
    assert_int_equal(json_array_size(rows), felt_narc_rules_known_count());
    const json_t *first = json_array_get(rows, 0);
    assert_string_equal(json_string_value(json_object_get(first, "name")), "quick");
    assert_true(json_is_true(json_object_get(first, "played")));
    json_decref(list);
    free(answer.body);
    felt_http_narc_answer(lobby, false, "/api/narc/quick", &answer);
    assert_int_equal(answer.status, 200);
    json_t *one = json_loadb(answer.body, answer.bytes, 0, NULL);
    assert_string_equal(json_string_value(json_object_get(one, "hash")),
                        lobby->narc[0]->adapter.rules_id);
    char *text = json_dumps(json_object_get(one, "cards"), 0);
    static struct felt_narc_catalogue cards;
    struct felt_narc_error error;
    assert_int_equal(felt_narc_cards_read(text, strlen(text), &cards, &error), FELT_OK);
    free(text);
    text = json_dumps(json_object_get(one, "rules"), 0);
    struct felt_narc_options options;
    assert_int_equal(felt_narc_options_read(text, strlen(text), &options, &error), FELT_OK);
    static struct felt_narc_rules rules;
    assert_int_equal(felt_narc_rules_join(&options, &cards, false, &rules, NULL), FELT_OK);
    assert_true(rules.hash == lobby->narc[0]->rules.narc.hash);
    free(text);
    json_decref(one);
    free(answer.body);
    static const struct {
        bool post;
        const char *path;
        int status;
    } others[] = {{false, "/api/narc/house", 200},
                  {false, "/api/narc/nothing", 404},
                  {false, "/api/narc/", 404},
                  {false, "/api/narc/../quick", 404},
                  {false, "/api/narc//etc/passwd", 404},
                  {true, "/api/narc/house", 405}};
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        felt_http_narc_answer(i % 2 ? lobby : NULL, others[i].post, others[i].path, &answer);
        assert_int_equal(answer.status, others[i].status);
        free(answer.body);
    }
    felt_lobby_close(lobby);
    free(conf);
}

static const struct {
    const char *text, *why;
} refusals[] = {
    {"prot = 80", "line 1: there is no setting \"prot\"; is it \"port\"?"},
    {"\n\nfrobnicate = 1", "line 3: there is no setting \"frobnicate\": felt serve"},
    {"port 80", "line 1: a line is NAME = VALUE"},
    {"port =", "line 1: port has no value"},
    {"port = 1\nport = 2", "line 2: port is set a second time"},
    {"closed = maybe", "line 1: closed: yes or no"},
    {"grace = 60", "line 1: grace: a time"},
    {"grace = 60s more", "line 1: grace: a time"},
    {"grace = 100h", "line 1: grace: 1000ms to 3600s"},
    {"grace = 99999999999s", "line 1: grace: a time"},
    {"timeouts = 0", "line 1: timeouts: a number, 1 to 1000"},
    {"timeouts = -1", "line 1: timeouts: a number"},
    {"house-players = some", "line 1: house-players: a number"},
    {"[tables x]", "line 1: a section is [table NAME]"},
    {"[table x", "line 1: a section is [table NAME]"},
    {"[table x y]", "line 1: a table's name is one word"},
    {"[table abcdefghijklmnopqrstuvwxyz]", "line 1: a table's name is one word"},
    {"[table X]", "line 1: [table X] a table's name is small letters"},
    {"[table ]", "line 1: [table ] a table's name"},
    {"[table x]\n[table x]", "line 2: there are two [table x]"},
    {"[table x]\nport = 1", "line 2: port is no setting of a table"},
    {"[table x]\nblind = 1/2", "line 2: there is no setting \"blind\"; is it \"blinds\"?"},
    {"[table x]\nseats = 2\nseats = 3", "line 3: seats is set a second time"},
    {"[table x]\nblinds = 1-2", "line 2: blinds: the small one and the big one"},
    {"[table x]\nblinds = 2/1", "line 1: [table x] blinds: the small one first"},
    {"[table x]\nblinds = 0/1", "line 1: [table x] blinds: the small one first"},
    {"[table x]\ngame = holdm", "line 1: [table x] game: there is no game \"holdm\"; is it"},
    {"[table x]\ngame = holdem,", "line 1: [table x] game: there is no game \"\""},
    {"[table x]\ngame = razz, razz", "line 1: [table x] game: razz is there twice"},
    {"[table x]\nlimit = big", "line 2: limit: no-limit, pot-limit"},
    {"[table x]\ngame = stud\nseats = 9", "line 1: [table x] seats: stud is for 2 to 8"},
    {"[table x]\nseats = 11", "line 1: [table x] seats: 2 to 10"},
    {"[table x]\nseats = 1", "line 1: [table x] seats: 2 to 10"},
    {"[table x]\nseats = 1000", "line 2: seats: a number, 0 to 100"},
    {"[table x]\nhouse = 6", "line 1: [table x] house: fewer than there are seats"},
    {"[table x]\nbuy-in = 100-20", "line 1: [table x] buy-in: the least and the most"},
    {"[table x]\nbuy-in = 20", "line 2: buy-in: in big blinds"},
    {"[table x]\nblinds = 1/9999999999\nbuy-in = 1-4000000000", "line 1: [table x] buy-in: "},
    {"[table x]\nclock = 10ms", "line 2: clock: 1000ms to"},
    {"[table x]\nbots = 1", "line 2: bots: yes or no"},
    {"[table x]\ngame = genome:wra", "line 1: [table x] game: wra: there is no such file or game"},
    {"[table x]\ngame = genome:", "line 1: [table x] game: genome: and the name"},
    {"[table x]\ngame = genome:-", "line 1: [table x] game: genome: and the name"},
    {"[table x]\ngame = genome:./no/file.json", "line 1: [table x] game: ./no/file.json: No such"},
    {"[table x]\ngame = genome:/dev/zero", "line 1: [table x] game: /dev/zero"},
    {"[table x]\ngame = genome:war\nseats = 3", "line 1: [table x] seats: War is for 2 to 2"},
    {"[table x]\ngame = genome:war\nlimit = nl", "line 1: [table x] limit: a genome has its"},
    {"[table x]\ngame = genome:war\nblinds = 1/2", "line 1: [table x] blinds: a genome has a"},
    {"[table x]\ngame = genome:war\nunit = 0", "line 1: [table x] unit: a number, 1 to 1000000"},
    {"[table x]\nunit = 5", "line 1: [table x] unit: of a genome"},
    {"[table x]\nroles = turn", "line 1: [table x] roles: Narc alone"},
    {"[table x]\ngame = narc\nroles = some", "line 3: roles: fixed, turn, or usual"},
    {"[table x]\ngame = narc\nblinds = 1/2", "line 1: [table x] blinds: Narc has a unit"},
    {"[table x]\ngame = narc\nseats = 4", "line 1: [table x] seats: Narc is for three"},
    {"[table x]\ngame = narc\nlimit = nl", "line 1: [table x] limit: Narc has its own"},
    {"[table x]\ngame = narc\nbuy-in = 1-5", "line 1: [table x] buy-in: without a unit"},
    {"[table x]\ngame = narc:-", "line 1: [table x] game: name a rule set"},
    {"[table x]\ngame = narc:huose", "line 1: [table x] game: huose"},
    {"[table x]\ngame = narc:house,./no.json", "line 1: [table x] game: ./no.json"},
    {"[table x]\ngame = narc:house,house", "line 1: [table x] game: house"},
    {"[table x]\ngame = narc:/dev/zero", "line 1: [table x] game: /dev/zero"},
    {"[table x]\ngame = narcotics", "line 1: [table x] game: there is no game"},
    {"[table x]\nante = 5", "line 2: ante: "},
    {"[table x]\nante = 5 all", "line 2: ante: "},
    {"[table x]\nante = 3 each", "line 1: [table x] ante: "},
    {"[table x]\nbomb = 10", "line 2: bomb: "},
    {"[table x]\nstraddle = yes", "line 2: straddle: "},
    {"[table x]\nseats = 2\nstraddle = always", "line 1: [table x] straddle: three seats"},
    {"[table x]\nrun-twice = no", "line 2: run-twice: "},
    {"[table x]\nrathole = maybe", "line 2: rathole: yes or no"},
    {"[table x]\ngame = narc\nunit = 1\nbomb = 5/2", "line 1: [table x] ante, straddle"},
    {"[tournament]", "line 1: a section is [table NAME] or [tournament NAME]"},
    {"[tournament Friday]", "line 1: [tournament] id: 1 to 19 small letters"},
    {"[tournament a]\n[tournament a]", "line 2: there are two [tournament a]"},
    {"[tournament a]\nseats = 3\nseats = 4", "line 3: seats is set a second time"},
    {"[tournament a]\nblinds = 1/2", "line 2: a tournament has no setting \"blinds\""},
    {"[tournament a]\nid = b", "line 2: the id of a tournament is in [tournament ID]"},
    {"[tournament a]\nlevels = 10/20 20/40", "line 2: levels: how long they last comes first"},
    {"\n[tournament a]\nlate = 3\n[table x]", "line 2: [tournament a] nobody comes late"},
    {"[tournament a]\ngame = stud", "line 1: [tournament a] game: stud is not for tournaments"},
    {"[tournament a]\nstart = 8pm", "line 2: start: 2026-11-20 20:00"},
    {"log = \xff", "line 1: too long, or not UTF-8 text"},
    {"log = a\001b", "line 1: too long, or not UTF-8 text"},
};

static void conf_refuses(void **state)
{
    (void)state;
    struct felt_conf *conf = malloc(sizeof *conf);
    for (size_t i = 0; i < sizeof refusals / sizeof refusals[0]; i++) {
        struct felt_complaint complaint = {0};
        size_t bytes = strlen(refusals[i].text);
        if (felt_conf_read(conf, refusals[i].text, bytes, &complaint) == FELT_OK)
            fail_msg("%s: taken", refusals[i].text);
        if (strncmp(complaint.text, refusals[i].why, strlen(refusals[i].why)) != 0)
            fail_msg("%s: %s", refusals[i].text, complaint.text);
    }
    free(conf);
}

/* Every prefix and every file with one byte changed is read or refused, and no more than that. */
static void conf_survives_anything(void **state)
{
    (void)state;
    char *text = print_usual();
    struct felt_conf *conf = malloc(sizeof *conf);
    struct felt_complaint complaint;
    size_t bytes = strlen(text), step = test_is_quick() ? 97 : 13;
    for (size_t at = 0; at < bytes; at += step) {
        (void)!felt_conf_read(conf, text, at, &complaint);
        char kept = text[at];
        text[at] = "=[]#\n\x80 9"[at % 8];
        (void)!felt_conf_read(conf, text, bytes, &complaint);
        text[at] = kept;
    }
    free(conf), free(text);
}

/* What a person finds: every kind of game that is promised, low stakes for a new account, company
 * and a free seat at each table, and games as cash tables have them. */
static void serve_lobby_usual_suits_a_newcomer(void **state)
{
    (void)state;
    static const char *const games[] = {"holdem", "omaha",  "draw",   "stud-hilo", "27-triple",
                                        "badugi", "choice", "genome", "narc"};
    struct felt_conf *conf = read_good("");
    struct felt_lobby *lobby = felt_lobby_open(conf->row, conf->rows);
    struct felt_room_session_config session;
    bool bots = false;
    for (size_t i = 0; i < sizeof games / sizeof games[0]; i++) {
        bool found = false;
        for (int j = 0; j < lobby->stakes; j++)
            found |= strcmp(lobby->stake[j].variant, games[i]) == 0 &&
                     lobby->stake[j].buy_in_min <= FELT_GRANT_CHIPS;
        if (!found) fail_msg("no %s for a new account", games[i]);
    }
    for (int i = 0; i < lobby->stakes; i++) {
        const struct felt_stake *stake = &lobby->stake[i];
        assert_in_range(stake->house, 1, stake->seats - 1);
        bots |= stake->bots_welcome;
        for (int j = 0; j < stake->games && !lobby->genome[i] && !lobby->narc[i]; j++) {
            const struct felt_poker_rules *rules = stake->game[j]->rules;
            assert_true(rules->may_muck);
            assert_int_equal(rules->run_twice,
                             rules->limit != FELT_FIXED_LIMIT && rules->variant->board_cards > 0);
            assert_int_equal(stake->game[j]->big_blind, stake->big_blind);
            assert_false(stake->game[j]->awards_uncalled);
            assert_string_not_equal(stake->game[j]->variant, "HUNL");
            assert_true(stake->game[j]->seats_max >= stake->seats);
        }
        if (strcmp(stake->variant, "choice") == 0)
            assert_in_range(stake->games, 25, FELT_GAMES_MAX);
    }
    assert_true(bots);
    felt_conf_room_session(conf, lobby, &session);
    /* Twenty people try games for six at once: nobody has to come from another table. */
    assert_true(session.house_players > lobby->table_seats + 20 * 5);
    assert_true(session.house_players > lobby->table_seats + 2 * session.room.private_max);
    assert_int_equal(session.room.stakes, lobby->stakes);
    assert_int_equal(session.room.conns_max - session.house_players - session.event_house, 4000);
    felt_lobby_close(lobby);
    free(conf);
}

/* Journals belong to a lobby: one that deals other games is another one, other words are not. */
static void serve_lobby_hash_tells_games_apart(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        bool same;
    } rows[] = {{"[table x]\n", true},
                {"[table x]\ntitle = other\nclock = 5s\nhouse = 1\ntables = 3\n", true},
                {"[table y]\n", false},
                {"[table x]\nseats = 5\n", false},
                {"[table x]\nblinds = 1/3\n", false},
                {"[table x]\ngame = omaha\n", false},
                {"[table x]\nrathole = no\n", true},
                {"[table x]\nante = 1 each\n", false},
                {"[table x]\nstraddle = always\n", false},
                {"[table x]\nbomb = 5/2\n", false},
                {"[table x]\nrun-twice = never\n", false},
                {"[table x]\nlimit = pl\n", false},
                {"[table x]\ngame = genome:war\n", false},
                {"[table x]\ngame = narc\n", false},
                {"[table x]\n[table y]\n", false}};
    uint64_t first = 0;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct felt_conf *conf = read_good(rows[i].text);
        struct felt_lobby *lobby = felt_lobby_open(conf->row, conf->rows);
        uint64_t hash = felt_lobby_hash(lobby);
        if (i == 0) first = hash;
        if ((hash == first) != rows[i].same) fail_msg("%s", rows[i].text);
        felt_lobby_close(lobby);
        free(conf);
    }
}

/* ---- options, and tables of hosts ---- */

static void conf_reads_options(void **state)
{
    (void)state;
    struct felt_conf *conf =
        read_good("[table x]\nante = 2 big\nstraddle = optional\nbomb = 10/3\nrun-twice = always\n"
                  "rathole = no\n[table y]\nante = none\nstraddle = none\nbomb = none\n"
                  "run-twice = ask\nrathole = yes\n[table z]\nrun-twice = never\n");
    struct felt_room_table_options options = conf->row[0].options;
    assert_true(options.ante_by == FELT_ANTE_BIG && options.ante == 2);
    assert_true(options.straddle == FELT_STRADDLE_OPTIONAL && options.twice == FELT_TWICE_ALWAYS);
    assert_true(options.bomb_every == 10 && options.bomb_units == 3 && options.no_rathole);
    options = conf->row[1].options;
    assert_true(!options.ante_by && !options.straddle && !options.bomb_every && !options.twice);
    assert_false(options.no_rathole);
    struct felt_lobby *lobby = felt_lobby_open(conf->row, conf->rows);
    assert_true(((const struct felt_poker_rules *)lobby->stake[0].game[0]->rules)->run_twice);
    assert_false(((const struct felt_poker_rules *)lobby->stake[2].game[0]->rules)->run_twice);
    assert_int_equal(lobby->stake[0].options.bomb_units, 3);
    felt_lobby_close(lobby);
    free(conf);
}

static int64_t tell_time(void)
{
    return 1000;
}

/* One of everything; the same stake again from its text, also after a change. */
static void a_private_table_is_made_of_its_text(void **state)
{
    (void)state;
    struct felt_private_stakes *privates = felt_private_stakes_open(tell_time);
    struct felt_room_client_terms terms = {.said = (1u << FELT_TERMS) - 1,
                                           .bots = true,
                                           .seats = 5,
                                           .house = 2,
                                           .small_blind = 5,
                                           .big_blind = 10,
                                           .buy_in_min = 30,
                                           .buy_in_max = 60,
                                           .move_ms = 7000,
                                           .bank_ms = 9000,
                                           .pause_ms = 100,
                                           .options = {.ante_by = FELT_ANTE_EACH,
                                                       .ante = 3,
                                                       .straddle = FELT_STRADDLE_ALWAYS,
                                                       .twice = FELT_TWICE_NEVER,
                                                       .no_rathole = true,
                                                       .bomb_every = 7},
                                           .title = "Freitag \xc3\xbc = [x]",
                                           .limit = "pot-limit",
                                           .game = "holdem, omaha"};
    char why[FELT_ROOM_TEXT_BYTES] = "";
    const struct felt_stake *one = felt_private_stakes_make(privates, "p-abc", &terms, NULL, why);
    if (!one) fail_msg("%s", why);
    const struct felt_stake *two = felt_private_stakes_again(privates, one->text, one->text_bytes);
    assert_non_null(two);
    const struct felt_stake *both[] = {one, two};
    for (int i = 0; i < 2; i++) {
        const struct felt_stake *stake = both[i];
        assert_string_equal(stake->id, "p-abc");
        assert_string_equal(stake->title, terms.title);
        assert_true(stake->games == 2 && stake->seats == 5 && stake->house == 2);
        assert_true(stake->small_blind == 5 && stake->big_blind == 10 && stake->bots_welcome);
        assert_true(stake->buy_in_min == 300 && stake->buy_in_max == 600 && stake->tables == 0);
        assert_true(stake->move_ms == 7000 && stake->bank_ms == 9000 && stake->pause_ms == 100);
        assert_true(stake->options.bomb_every == 7 && stake->options.bomb_units == 2);
        assert_true(stake->options.ante == 3 && stake->options.no_rathole);
        assert_int_equal(stake->text_bytes, one->text_bytes);
        assert_memory_equal(stake->text, one->text, one->text_bytes);
    }
    terms.said = 1u << FELT_TERM_BLINDS;
    terms.small_blind = 10, terms.big_blind = 20;
    const struct felt_stake *three = felt_private_stakes_make(privates, "p-abc", &terms, one, why);
    assert_non_null(three);
    assert_true(three->buy_in_max == 1200 && three->seats == 5 && three->options.ante == 3);
    felt_private_stakes_gone(privates, two);
    felt_private_stakes_gone(privates, one);
    for (int i = 0; i < 3000; i++) { /* what was played is not kept for ever */
        const struct felt_stake *more =
            felt_private_stakes_make(privates, "p-b", &terms, NULL, why);
        assert_non_null(more);
        felt_private_stakes_gone(privates, more);
    }
    felt_private_stakes_close(privates);
}

static void a_private_table_that_cannot_be_is_refused(void **state)
{
    (void)state;
    static const struct {
        struct felt_room_client_terms terms;
        const char *why;
    } rows[] = {
        {{.said = 1u << FELT_TERM_GAME, .game = "genome:/etc/passwd"}, "game: games of poker"},
        {{.said = 1u << FELT_TERM_GAME, .game = "narc"}, "game: games of poker"},
        {{.said = 1u << FELT_TERM_GAME, .game = "holdm"}, "game: there is no game"},
        {{.said = 1u << FELT_TERM_TITLE, .title = "#1"}, "title: "},
        {{.said = 1u << FELT_TERM_LIMIT, .limit = "none"}, "limit: "},
        {{.said = 1u << FELT_TERM_BLINDS, .small_blind = 3, .big_blind = 2}, "blinds: "},
        {{.said = 1u << FELT_TERM_BLINDS, .small_blind = 3, .big_blind = FELT_CHIPS_MAX}, "buy-in"},
        {{.said = 1u << FELT_TERM_HOUSE, .house = 6}, "house: "},
        {{.said = 1u << FELT_TERM_ANTE, .options = {.ante_by = FELT_ANTE_EACH, .ante = 3}},
         "ante: 1 chip to the big blind"},
        {{.said = 1u << FELT_TERM_GAME | 1u << FELT_TERM_BOMB,
          .game = "stud",
          .options = {.bomb_every = 2}},
         "bomb: of games with a board"},
        {{.said = 1u << FELT_TERM_LIMIT | 1u << FELT_TERM_STRADDLE,
          .limit = "fixed-limit",
          .options = {.straddle = FELT_STRADDLE_ALWAYS}},
         "straddle: of games with blinds"},
    };
    struct felt_private_stakes *privates = felt_private_stakes_open(tell_time);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char why[FELT_ROOM_TEXT_BYTES] = "";
        if (felt_private_stakes_make(privates, "p-abc", &rows[i].terms, NULL, why))
            fail_msg("row %zu is taken", i);
        if (strncmp(why, rows[i].why, strlen(rows[i].why)) != 0) fail_msg("%zu: %s", i, why);
    }
    static const char *const texts[] = {"",
                                        "[table x",
                                        "[table x]\ngame = narc\n",
                                        "port = 1\n",
                                        "[table x]\n[table y]\n",
                                        "[table x]\ngame = none\n"};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
        assert_null(felt_private_stakes_again(privates, texts[i], strlen(texts[i])));
    felt_private_stakes_close(privates);
}

TEST_MODULE(conf)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(conf_printed_is_the_usual),
        cmocka_unit_test(conf_examples_are_settings),
        cmocka_unit_test(conf_sample_is_printed),
        cmocka_unit_test(conf_says_what_was_said),
        cmocka_unit_test(conf_reads_tournaments),
        cmocka_unit_test(conf_reads_genomes),
        cmocka_unit_test(conf_reads_narc),
        cmocka_unit_test(serve_narc_answers),
        cmocka_unit_test(conf_refuses),
        cmocka_unit_test(conf_survives_anything),
        cmocka_unit_test(serve_lobby_usual_suits_a_newcomer),
        cmocka_unit_test(serve_lobby_hash_tells_games_apart),
        cmocka_unit_test(conf_reads_options),
        cmocka_unit_test(a_private_table_is_made_of_its_text),
        cmocka_unit_test(a_private_table_that_cannot_be_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
