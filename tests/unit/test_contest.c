/* test_contest.c -- whole tournaments of bots on a made-up clock, with lines that break and a
 * server that dies: chips, chairs, places, deals that are played twice.  B1 to B5 are those of
 * server/arena/contest.h, paragraphs those of docs/PROTOCOL.md.
 *
 * test_room contest --speed says how many hands a server without sockets plays in a second of
 * processor time, with bots that read every frame. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "felt/eval.h"
#include "hall.h"
#include "server/table/poker_plug.h"
#include "os/clock.h"
#include "os/secret.h"
#include "support.h"

#include "base/hex.h"
#include "module.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TEAMS_MAX = 12, LEVELS = 4, DEALS_MAX = 4096 };

struct told {  /* what a team knows                                                               */
    bool out;  /* ELIMINATED                                                                  */
    bool over; /* match_end came                                                              */
    int seat, place, hands, removed;
    char table[40], hand_id[40], start_id[40];
};

struct seen { /* a hand as somebody remembers it who forgets nothing                             */
    char hand_id[40];
    felt_card hole[2], board[5];
    int count;
};

struct evening {
    struct hall hall;
    struct felt_poker_plug poker[LEVELS];
    struct felt_table_config level[LEVELS];
    struct felt_contest_plan plan;
    struct felt_rng rng;
    uint32_t teams;
    struct told told[TEAMS_MAX];
    json_t *end;     /* the last match_end                                                       */
    json_t *commits; /* hand_id: commit                                                          */
    json_t *holes;   /* hand_id: {team: [cards]}                                                 */
    uint64_t crashes, hands, dead; /* dead: small blinds                                         */
    int mute; /* a team that never answers; -1: none                                             */
    struct seen *seen; /* of team 0, which cheats, while the others call; NULL: nobody does      */
    int memories;
};

static void plan_levels(struct evening *evening, uint32_t hands)
{
    struct felt_tour_plan *tour = &evening->plan.tour;
    felt_chips big = 100;
    for (int i = 0; i < LEVELS; i++, big *= 3) {
        struct felt_complaint complaint;
        assert_int_equal(felt_poker_plug_make(&evening->poker[i], "holdem", FELT_NO_LIMIT, big / 2,
                                              big, &complaint),
                         FELT_OK);
        tour->level[i] = (struct felt_tour_level){
            .small = big / 2, .big = big, .hands = i + 1 < LEVELS ? hands : 0};
    }
    tour->levels = LEVELS;
}

static void begin(struct evening *evening, enum felt_tour_format format, int seats, uint32_t teams,
                  uint32_t deals)
{
    *evening = (struct evening){.rng = felt_rng_make(7), .teams = teams, .mute = -1};
    struct felt_tour_plan *tour = &evening->plan.tour;
    *tour = (struct felt_tour_plan){.format = (uint8_t)format,
                                    .start = FELT_TOUR_AT_TIME,
                                    .start_ms = FELT_CONTEST_START_MS,
                                    .seats = (uint8_t)seats,
                                    .entrants_min = 2,
                                    .entrants_max = TEAMS_MAX,
                                    .tables_max = (uint32_t)((TEAMS_MAX + seats - 1) / seats),
                                    .stack = 3000};
    tour->prizes = (struct felt_prize_table){.rows = 1,
                                             .runs = 1,
                                             .row = {{.entries_min = 2, .count = 1}},
                                             .run = {{.last_place = 1, .weight = 1}}};
    plan_levels(evening, 15);
    evening->plan.deals = deals;
    evening->plan.wanted = teams;
    evening->plan.start_ms = INT64_MAX;
    struct hall *hall = &evening->hall;
    hall_init(hall, &evening->poker[0].plug);
    hall->config.contest = &evening->plan;
    hall->config.room.guided_teams = TEAMS_MAX;
    hall->config.room.tables_max = tour->tables_max;
    hall->config.room.configs = LEVELS;
    for (int i = 0; i < LEVELS; i++) {
        evening->level[i] = hall->table;
        evening->level[i].plug = &evening->poker[i].plug;
        evening->level[i].seats = (uint8_t)seats;
        evening->level[i].stack = tour->stack;
        evening->level[i].absent_ms = 20;
        hall->config.room.config[i] = &evening->level[i];
    }
    assert_null(felt_contest_verify(&evening->plan));
    evening->commits = json_object();
    evening->holes = json_object();
    hall_open(hall);
}

static void finish(struct evening *evening)
{
    json_decref(evening->end);
    json_decref(evening->commits);
    json_decref(evening->holes);
    hall_close(&evening->hall);
}

static void come(struct evening *evening, uint32_t line)
{
    hall_connect(&evening->hall, line, "");
    hall_say(&evening->hall, line,
             "{\"type\":\"hello\",\"v\":1,\"team\":\"Team %u\",\"join_code\":\"code %u\"}", line,
             line);
}

/* ---- bots ---- */

static int number_of(const json_t *frame, const char *key)
{
    return (int)json_integer_value(json_object_get(frame, key));
}

static bool is_legal(const json_t *act, const char *word)
{
    size_t i;
    json_t *one;
    json_array_foreach(json_object_get(act, "legal"), i,
                       one) if (strcmp(json_string_value(one), word) == 0) return true;
    return false;
}

static int read_cards(const json_t *list, felt_card *out, int max)
{
    char text[64] = "";
    size_t i;
    json_t *one;
    json_array_foreach((json_t *)(uintptr_t)list, i, one)
    {
        size_t used = strlen(text);
        snprintf(text + used, sizeof text - used, "%s ", json_string_value(one));
    }
    return cards_parse(text, out, max);
}

/* The hand under way is remembered; another one with the same flop is the same deal, in which the
 * opponent has now what we had then: 1, we are ahead; -1, behind; 0, who knows. */
static int remember(struct evening *evening, const json_t *act)
{
    struct seen now = {0}, *seen = evening->seen;
    int at = 0;
    snprintf(now.hand_id, sizeof now.hand_id, "%s",
             json_string_value(json_object_get(act, "hand_id")));
    (void)read_cards(json_object_get(json_object_get(act, "you"), "hole"), now.hole, 2);
    now.count = read_cards(json_object_get(act, "community"), now.board, 5);
    if (now.count < 3) return 0;
    while (at < evening->memories && strcmp(seen[at].hand_id, now.hand_id) != 0) at++;
    seen[at] = now;
    if (at == evening->memories) evening->memories++;
    for (int i = 0; i < evening->memories; i++) {
        if (i == at || memcmp(seen[i].board, now.board, 3 * sizeof now.board[0]) != 0) continue;
        const struct seen *longer = seen[i].count > now.count ? &seen[i] : &now;
        felt_card mine[7] = {now.hole[0], now.hole[1]};
        felt_card theirs[7] = {seen[i].hole[0], seen[i].hole[1]};
        memcpy(mine + 2, longer->board, (size_t)longer->count * sizeof mine[0]);
        memcpy(theirs + 2, longer->board, (size_t)longer->count * sizeof mine[0]);
        return felt_eval(FELT_HIGH, mine, 2 + longer->count) >
                       felt_eval(FELT_HIGH, theirs, 2 + longer->count)
                   ? 1
                   : -1;
    }
    return 0;
}

/* Anything at all: half calls, some raises, all-in now and then. */
static void answer(struct evening *evening, uint32_t line, const json_t *act)
{
    const char *word = is_legal(act, "CHECK") ? "CHECK" : "CALL";
    const char *hand_id = json_string_value(json_object_get(act, "hand_id"));
    uint32_t dice = felt_rng_below(&evening->rng, 20);
    int amount = number_of(act, dice == 0 ? "max_raise_to" : "min_raise_to");
    if ((int)line == evening->mute) return;
    if (evening->seen) { /* everybody checks and calls, but for what a cheat knows */
        int ahead = line == 0 ? remember(evening, act) : 0;
        dice = ahead == 0 ? 10 : ahead > 0 ? 0 : 19;
        amount = number_of(act, "max_raise_to");
    }
    if (dice < 5 && is_legal(act, "RAISE_TO")) word = "RAISE_TO";
    if (dice > 14 && is_legal(act, "FOLD")) word = "FOLD";
    hall_say(&evening->hall, line,
             "{\"type\":\"action\",\"v\":1,\"hand_id\":\"%s\",\"action\":\"%s\",\"amount\":%d,"
             "\"req_id\":%d}",
             hand_id, word, amount, number_of(act, "req_id"));
}

static void note_hole(struct evening *evening, uint32_t line, const json_t *act)
{
    const char *hand_id = json_string_value(json_object_get(act, "hand_id"));
    char team[16];
    json_t *hand = json_object_get(evening->holes, hand_id);
    if (!hand) json_object_set_new(evening->holes, hand_id, hand = json_object());
    snprintf(team, sizeof team, "%u", line);
    json_object_set(hand, team, json_object_get(json_object_get(act, "you"), "hole"));
}

static void take_welcome(struct told *told, const json_t *frame)
{
    assert_true(json_is_integer(json_object_get(frame, "seat"))); /* 17.2 */
    told->seat = number_of(frame, "seat");
    snprintf(told->table, sizeof told->table, "%s",
             json_string_value(json_object_get(frame, "table_id")));
}

/* A hand is told to those who sit there, and one at a time. */
static void take_start(struct evening *evening, struct told *told, const json_t *frame)
{
    const char *hand_id = json_string_value(json_object_get(frame, "hand_id"));
    size_t i;
    json_t *one;
    bool here = false;
    assert_string_equal(told->start_id, ""); /* B2 */
    snprintf(told->start_id, sizeof told->start_id, "%s", hand_id);
    json_array_foreach(json_object_get(frame, "stacks"), i, one) here |=
        number_of(one, "seat") == told->seat;
    assert_true(here);
    const json_t *known = json_object_get(evening->commits, hand_id);
    const json_t *commit = json_object_get(frame, "commit");
    if (known) assert_true(json_equal(known, commit));
    json_object_set(evening->commits, hand_id, (json_t *)(uintptr_t)commit);
    told->hands++;
}

/* Both seats are told, a dead small blind as one of nothing (17.5). */
static void take_blinds(struct evening *evening, const json_t *event)
{
    assert_true(json_is_integer(json_object_get(event, "sb_seat")));
    assert_true(json_is_integer(json_object_get(event, "bb_seat")));
    bool dead = number_of(event, "sb_seat") == number_of(event, "bb_seat");
    assert_int_equal(dead, number_of(event, "sb") == 0);
    evening->dead += dead;
}

static void take_frame(struct evening *evening, uint32_t line, const json_t *frame)
{
    struct told *told = &evening->told[line];
    const char *type = json_string_value(json_object_get(frame, "type"));
    const char *ev = json_string_value(json_object_get(frame, "ev"));
    if (ev && strcmp(ev, "POST_BLINDS") == 0) take_blinds(evening, frame);
    if (strcmp(type, "welcome") == 0) take_welcome(told, frame);
    if (strcmp(type, "start_hand") == 0) take_start(evening, told, frame);
    if (strcmp(type, "end_hand") == 0) told->start_id[0] = '\0';
    if (strcmp(type, "event") == 0 && number_of(frame, "seat") == told->seat &&
        strcmp(json_string_value(json_object_get(frame, "ev")), "ELIMINATED") == 0)
        told->out = true;
    if (strcmp(type, "act") == 0) {
        assert_int_equal(number_of(frame, "seat"), told->seat);
        note_hole(evening, line, frame);
        answer(evening, line, frame);
    }
    if (strcmp(type, "match_end") == 0) {
        told->over = true;
        told->place = number_of(frame, "place");
        json_decref(evening->end);
        evening->end = json_incref((json_t *)(uintptr_t)frame);
    }
}

/* Everything that was sent is read; true: there was something. */
static bool listen(struct evening *evening)
{
    bool any = false;
    for (uint32_t line = 0; line < evening->teams; line++) {
        struct hall_frame *one;
        while ((one = hall_take(&evening->hall, line))) {
            json_t *frame = json_loadb(one->text, one->bytes, 0, NULL);
            assert_non_null(frame);
            free(one);
            take_frame(evening, line, frame);
            json_decref(frame);
            any = true;
        }
    }
    return any;
}

/* ---- what always holds ---- */

static struct felt_contest *contest_of(struct evening *evening)
{
    return felt_host_contest(evening->hall.host);
}

static void hold(struct evening *evening)
{
    const struct felt_contest *contest = contest_of(evening);
    const struct felt_tour *tour = felt_contest_tour(contest);
    struct felt_contest_row row;
    felt_chips chips = 0;
    for (uint32_t team = 0; team < felt_contest_rows(contest); team++) {
        felt_contest_row(contest, team, &row);
        chips += row.chips;
        if (felt_contest_over(contest) || row.table == FELT_SESSION_NONE) continue;
        uint16_t chair[FELT_SEATS_MAX];
        assert_true(felt_tour_table(tour, row.table, chair)); /* B2 */
        assert_int_equal(felt_tour_entry(tour, chair[row.seat])->user, team + 1);
    }
    assert_int_equal(chips, 0); /* B1 */
}

/* The process dies; sometimes a part of what was not flushed is on the disk all the same. */
static void crash(struct evening *evening, bool same_build)
{
    struct hall *hall = &evening->hall;
    uint32_t more = felt_rng_below(&evening->rng, hall->records - hall->flushed + 1);
    hall_deafen(hall);
    assert_true(hall_crash(hall, more, same_build));
    evening->crashes++;
    hall_turn(hall);
    hold(evening);
    for (uint32_t line = 0; line < evening->teams; line++) {
        evening->told[line].start_id[0] = '\0';
        if (!evening->told[line].removed) come(evening, line);
    }
}

/* To the end.  One turn in `every` the server dies; 0: never. */
static void play(struct evening *evening, uint32_t every, bool same_build)
{
    for (int idle = 0; idle < 2000;) {
        bool over = felt_contest_over(contest_of(evening));
        idle = listen(evening) ? 0 : idle + 1;
        hold(evening);
        if (over && idle > 2) break;
        if (idle) hall_wait(&evening->hall, 25);
        bool whole = evening->hall.flushed == evening->hall.records;
        if (every && whole && felt_rng_below(&evening->rng, 2 * every) == 0)
            hall_snapshot(&evening->hall);
        if (every && !over && felt_rng_below(&evening->rng, every) == 0)
            crash(evening, same_build || felt_rng_below(&evening->rng, 2));
    }
    assert_true(felt_contest_over(contest_of(evening)));
    evening->hands = felt_contest_hands(contest_of(evening));
}

/* Places are 1 .. teams, shared ones counted as many times as they are shared. */
static void places_are_whole(struct evening *evening)
{
    int count[TEAMS_MAX + 1] = {0};
    struct felt_contest_row row;
    for (uint32_t team = 0; team < evening->teams; team++) {
        felt_contest_row(contest_of(evening), team, &row);
        assert_in_range(row.place, 1, evening->teams);
        assert_int_equal(evening->told[team].place, evening->told[team].removed ? 0 : row.place);
        count[row.place]++;
    }
    assert_int_equal(count[1], 1);
    for (uint32_t place = 1; place <= evening->teams;) {
        assert_true(count[place] > 0);
        place += (uint32_t)count[place];
    }
}

/* ---- cases ---- */

static void contest_freezeout_ends(void **state)
{
    struct evening *evening = calloc(1, sizeof *evening);
    (void)state;
    begin(evening, FELT_TOUR_FREEZEOUT, 6, 12, 0);
    evening->rng = felt_rng_make(2); /* big blinds go out, and leave small ones that nobody posts */
    for (uint32_t line = 0; line < 12; line++) come(evening, line);
    play(evening, 0, true);
    places_are_whole(evening);
    assert_true(evening->dead > 0);
    for (uint32_t line = 0; line < 12; line++) {
        assert_true(evening->told[line].over);
        assert_int_equal(evening->told[line].out, evening->told[line].place != 1);
    }
    finish(evening);
    free(evening);
}

static void contest_survives_crashes(void **state)
{
    (void)state;
    uint64_t crashes = 0;
    for (uint64_t seed = 1; seed <= (test_is_quick() ? 2 : 6); seed++) {
        struct evening *evening = calloc(1, sizeof *evening);
        bool deals = seed % 3 == 0, shootout = seed % 3 == 1;
        begin(evening,
              deals      ? FELT_TOUR_BRACKET
              : shootout ? FELT_TOUR_SHOOTOUT
                         : FELT_TOUR_FREEZEOUT,
              deals ? 2 : 3, 7, deals ? 6 : 0);
        evening->rng = felt_rng_make(seed);
        for (uint32_t line = 0; line < 7; line++) come(evening, line);
        play(evening, 25, seed % 2);
        places_are_whole(evening);
        crashes += evening->crashes;
        finish(evening);
        free(evening);
    }
    assert_true(crashes > 10 || test_is_quick());
}

/* What a snapshot makes is what was there. */
static void contest_snapshot_is_the_same(void **state)
{
    (void)state;
    for (int deals = 0; deals <= 8; deals += 8) {
        struct evening *evening = calloc(1, sizeof *evening);
        begin(evening, deals ? FELT_TOUR_BRACKET : FELT_TOUR_FREEZEOUT, deals ? 2 : 3, 6,
              (uint32_t)deals);
        for (uint32_t line = 0; line < 6; line++) come(evening, line);
        for (int i = 0; i < 40; i++) {
            (void)listen(evening);
            hall_snapshot(&evening->hall);
            hall_deafen(&evening->hall);
            uint64_t before = felt_contest_hash(contest_of(evening));
            assert_true(hall_crash(&evening->hall, 0, true));
            /* Nothing is timed here, so waking changes the clock alone. */
            uint64_t first = felt_contest_hash(contest_of(evening));
            assert_true(hall_crash(&evening->hall, 0, true));
            assert_int_equal(felt_contest_hash(contest_of(evening)), first);
            if (evening->hall.now_us == 1000000) assert_int_equal(first, before);
            for (uint32_t line = 0; line < 6; line++) {
                evening->told[line].start_id[0] = '\0';
                come(evening, line);
            }
        }
        finish(evening);
        free(evening);
    }
}

/* ---- samples ---- */

/* Sample number `which` of PROTOCOL 17. */
static json_t *read_sample(int which)
{
    char path[1024], *line = NULL;
    size_t room = 0;
    bool here = false, inside = false;
    json_t *sample = NULL;
    snprintf(path, sizeof path, "%s/../../docs/PROTOCOL.md", golden_folder());
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    while (!sample && getline(&line, &room, file) > 0) {
        here |= strncmp(line, "## 17.", 6) == 0;
        if (strncmp(line, "```", 3) == 0)
            inside = strncmp(line, "```json", 7) == 0;
        else if (here && inside && which-- == 0)
            sample = json_loads(line, 0, NULL);
    }
    free(line);
    fclose(file);
    assert_non_null(sample);
    return sample;
}

/* Members have the same names in the same order, down to the first of each list. */
static void same_shape(const json_t *sample, const json_t *real, const char *where)
{
    if (json_typeof(sample) != json_typeof(real) && !json_is_number(sample))
        fail_msg("%s is of another type", where);
    if (json_is_array(sample) && json_array_size(sample) && json_array_size(real))
        same_shape(json_array_get(sample, 0), json_array_get(real, 0), where);
    if (!json_is_object(sample)) return;
    void *at = json_object_iter((json_t *)(uintptr_t)real);
    const char *key;
    json_t *value;
    json_object_foreach((json_t *)(uintptr_t)sample, key, value)
    {
        if (!at || strcmp(json_object_iter_key(at), key) != 0)
            fail_msg("%s: %s of the sample is %s in truth", where, key,
                     at ? json_object_iter_key(at) : "nothing");
        same_shape(value, json_object_iter_value(at), key);
        at = json_object_iter_next((json_t *)(uintptr_t)real, at);
    }
    if (at) fail_msg("%s: no %s in the sample", where, json_object_iter_key(at));
}

static json_t *read_api(struct evening *evening)
{
    char *text;
    size_t bytes;
    assert_true(felt_host_api(evening->hall.host, "/api/arena/tournament", "", &text, &bytes));
    json_t *api = json_loadb(text, bytes, 0, NULL);
    assert_non_null(api);
    free(text);
    return api;
}

static void contest_samples_are_true(void **state)
{
    struct evening *evening = calloc(1, sizeof *evening);
    (void)state;
    begin(evening, FELT_TOUR_BRACKET, 2, 3, 500); /* one has a bye */
    for (uint32_t line = 0; line < 3; line++) come(evening, line);
    const struct felt_contest_result *result;
    while (!felt_contest_results(contest_of(evening), &result))
        if (!listen(evening)) hall_wait(&evening->hall, 1);
    json_t *api = read_api(evening), *frame = read_sample(0), *answer = read_sample(1);
    same_shape(answer, api, "GET /api/arena/tournament");
    json_decref(api);
    play(evening, 0, true);
    same_shape(frame, evening->end, "match_end");
    json_decref(frame);
    json_decref(answer);
    finish(evening);
    free(evening);
}

/* ---- deals ---- */

static void read_key(const json_t *row, const char *key, uint8_t out[32])
{
    const json_t *text = json_object_get(row, key);
    assert_true(felt_hex_read(json_string_value(text), json_string_length(text), out, 32));
}

/* Every deal twice, with the same key and the cards of both teams changed (B3), under commitments
 * that do not tell (17.7). */
static void contest_deals_are_played_twice(void **state)
{
    struct evening *evening = calloc(1, sizeof *evening);
    (void)state;
    begin(evening, FELT_TOUR_BRACKET, 2, 4, 12);
    for (uint32_t line = 0; line < 4; line++) come(evening, line);
    play(evening, 0, true);
    const json_t *reveals = json_object_get(evening->end, "reveals"), *one, *other;
    size_t i, k;
    int pairs = 0, swapped = 0;
    assert_true(json_array_size(reveals) >= 3 * 24);
    json_array_foreach((json_t *)(uintptr_t)reveals, i, one)
    {
        uint8_t both[64], commit[32];
        char hex[65];
        const char *id = json_string_value(json_object_get(one, "hand_id"));
        read_key(one, "blind", both);
        read_key(one, "key", both + 32);
        felt_secret_hash(both, sizeof both, commit);
        felt_hex_write(commit, sizeof commit, hex);
        assert_string_equal(json_string_value(json_object_get(evening->commits, id)), hex);
        int same = 0;
        json_array_foreach((json_t *)(uintptr_t)reveals, k, other)
        {
            if (number_of(one, "deal") != number_of(other, "deal") || k == i) continue;
            assert_true(json_equal(json_object_get(one, "key"), json_object_get(other, "key")));
            assert_false(
                json_equal(json_object_get(one, "blind"), json_object_get(other, "blind")));
            same++;
            /* Whoever was asked in both had other cards; the one's are the other's. */
            const json_t *mine = json_object_get(evening->holes, id);
            const json_t *theirs = json_object_get(
                evening->holes, json_string_value(json_object_get(other, "hand_id")));
            const char *team;
            json_t *hole;
            json_object_foreach((json_t *)(uintptr_t)mine, team, hole)
            {
                const char *rival;
                json_t *held;
                json_object_foreach((json_t *)(uintptr_t)theirs, rival, held)
                {
                    assert_int_equal(json_equal(hole, held), strcmp(team, rival) != 0);
                    swapped += strcmp(team, rival) != 0;
                }
            }
        }
        assert_int_equal(same, 1);
        pairs++;
    }
    assert_true(pairs >= 72 && swapped > 20);
    const struct felt_contest_result *result;
    assert_int_equal(felt_contest_results(contest_of(evening), &result), 3);
    for (int r = 0; r < 3; r++) assert_int_equal(result[r].winner, result[r].chips < 0);
    finish(evening);
    free(evening);
}

/* Two who always do the same tie in every deal: then by lot, and all deals were tried. */
static void contest_tie_ends_by_lot(void **state)
{
    struct evening *evening = calloc(1, sizeof *evening);
    (void)state;
    begin(evening, FELT_TOUR_BRACKET, 2, 2, 4);
    evening->mute = 0; /* the clock checks and calls */
    come(evening, 0);
    come(evening, 1);
    for (int i = 0; i < 20000 && !felt_contest_over(contest_of(evening)); i++) {
        hall_deafen(&evening->hall); /* nobody answers */
        hall_wait(&evening->hall, 200);
    }
    const struct felt_contest_result *result;
    assert_int_equal(felt_contest_results(contest_of(evening), &result), 1);
    assert_int_equal(result->how, FELT_CONTEST_BY_LOT);
    assert_int_equal(result->deals, 4 + FELT_CONTEST_MORE_MAX * FELT_CONTEST_MORE_DEALS);
    assert_int_equal(result->chips, 0);
    finish(evening);
    free(evening);
}

/* A team that never answers is waited for three times, then not any more; removed, it folds. */
static void contest_operator_is_obeyed(void **state)
{
    struct evening *evening = calloc(1, sizeof *evening);
    (void)state;
    begin(evening, FELT_TOUR_FREEZEOUT, 3, 5, 0);
    evening->plan.wanted = 0;
    evening->mute = 4;
    for (uint32_t line = 0; line < 4; line++) come(evening, line);
    struct felt_host *host = evening->hall.host;
    int64_t now = evening->hall.now_us;
    assert_non_null(felt_host_direct(host, FELT_CONTEST_PAUSE, "", 0, now));
    assert_non_null(felt_host_direct(host, FELT_CONTEST_REMOVE, "Nobody", 0, now));
    come(evening, 4);
    hall_connect(&evening->hall, 20, "T-1");
    hall_say(&evening->hall, 20,
             "{\"type\":\"hello\",\"v\":1,\"role\":\"operator\",\"secret\":\"sesame\"}");
    hall_say(&evening->hall, 20, "{\"type\":\"control\",\"v\":1,\"command\":\"START_HAND\"}");
    struct felt_tour_face face;
    felt_tour_face(felt_contest_tour(contest_of(evening)), &face);
    assert_int_equal(face.state, FELT_TOUR_RUNNING);
    assert_non_null(felt_contest_may_come(contest_of(evening)));
    hall_say(&evening->hall, 20, "{\"type\":\"control\",\"v\":1,\"command\":\"PAUSE\"}");
    for (int i = 0; i < 400; i++) {
        (void)listen(evening);
        hall_wait(&evening->hall, 100);
    }
    uint64_t hands = felt_contest_hands(contest_of(evening));
    hall_wait(&evening->hall, 60000);
    assert_int_equal(felt_contest_hands(contest_of(evening)), hands);
    hall_say(&evening->hall, 20, "{\"type\":\"control\",\"v\":1,\"command\":\"RESUME\"}");
    assert_null(felt_host_direct(host, FELT_CONTEST_ADD_TIME, "", 3, evening->hall.now_us));
    for (int i = 0; i < 600; i++) {
        (void)listen(evening);
        hall_wait(&evening->hall, 100);
    }
    struct felt_contest_row row;
    felt_contest_row(contest_of(evening), 4, &row);
    assert_true(row.timeouts >= 3);
    if (row.in) {
        assert_null(felt_host_direct(host, FELT_CONTEST_REMOVE, "team 4", 0, evening->hall.now_us));
        assert_int_equal(evening->hall.line[4].closed, FELT_CLOSE_FORFEIT);
        evening->told[4].removed = true;
    }
    play(evening, 0, true);
    places_are_whole(evening);
    json_t *api = read_api(evening);
    assert_int_equal(json_array_size(json_object_get(api, "teams")), 5);
    json_decref(api);
    finish(evening);
    free(evening);
}

/* Whoever is removed before the start has no place, and his entry is another's; the last one who
 * plays cannot be removed. */
static void contest_removed_teams_are_out(void **state)
{
    struct evening *evening = calloc(1, sizeof *evening);
    struct felt_contest_row row;
    (void)state;
    begin(evening, FELT_TOUR_FREEZEOUT, 3, 5, 0);
    evening->plan.wanted = 0;
    for (uint32_t line = 0; line < 4; line++) come(evening, line);
    struct felt_host *host = evening->hall.host;
    assert_null(felt_host_direct(host, FELT_CONTEST_REMOVE, "Team 1", 0, evening->hall.now_us));
    come(evening, 4); /* has the entry of team 1 now */
    hall_connect(&evening->hall, 30, "");
    hall_say(&evening->hall, 30,
             "{\"type\":\"hello\",\"v\":1,\"team\":\"Team 1\",\"join_code\":\"code 1\"}");
    assert_int_equal(evening->hall.line[30].closed, FELT_CLOSE_POLICY);
    assert_null(felt_host_direct(host, FELT_CONTEST_START, "", 0, evening->hall.now_us));
    assert_non_null(felt_host_direct(host, FELT_CONTEST_START, "", 0, evening->hall.now_us));
    hall_turn(&evening->hall);
    const char *const names[] = {"Team 0", "Team 2", "Team 3"};
    for (int i = 0; i < 3; i++)
        assert_null(felt_host_direct(host, FELT_CONTEST_REMOVE, names[i], 0, evening->hall.now_us));
    assert_non_null(felt_host_direct(host, FELT_CONTEST_REMOVE, "Team 4", 0, evening->hall.now_us));
    hall_turn(&evening->hall);
    play(evening, 0, true);
    assert_int_equal(evening->told[4].place, 1);
    felt_contest_row(contest_of(evening), 1, &row);
    assert_int_equal(row.place, 0);
    assert_int_equal(json_array_size(json_object_get(evening->end, "standings")), 4);
    finish(evening);
    free(evening);
}

/* A team that knows deals again is seen by what it gains in second plays; one that does not, is
 * not. */
static void contest_cheat_is_seen(void **state)
{
    (void)state;
    for (int cheats = 0; cheats < 2; cheats++) {
        struct evening *evening = calloc(1, sizeof *evening);
        struct felt_contest_row row;
        begin(evening, FELT_TOUR_BRACKET, 2, 2, 150);
        if (cheats) evening->seen = calloc(1024, sizeof *evening->seen);
        come(evening, 0);
        come(evening, 1);
        play(evening, 0, true);
        felt_contest_row(contest_of(evening), 0, &row);
        struct felt_interval gain = felt_interval_fixed(&row.gain, 0.95);
        assert_true(gain.high > 0);
        assert_int_equal(gain.low > 0, cheats);
        if (cheats) assert_int_equal(row.place, 1);
        free(evening->seen);
        finish(evening);
        free(evening);
    }
}

/* Levels by the clock, a team that comes late, a crash that takes no time away. */
static void contest_levels_last_minutes(void **state)
{
    struct evening *evening = calloc(1, sizeof *evening);
    struct felt_tour_face face;
    (void)state;
    begin(evening, FELT_TOUR_FREEZEOUT, 4, 4, 0);
    hall_close(&evening->hall); /* another plan */
    struct felt_tour_plan *tour = &evening->plan.tour;
    for (int i = 0; i + 1 < LEVELS; i++) tour->level[i].hands = 0, tour->level[i].ms = 60000;
    tour->late_levels = 1;
    evening->plan.wanted = 3;
    struct felt_host_config config = evening->hall.config;
    hall_init(&evening->hall, &evening->poker[0].plug);
    evening->hall.config = config;
    hall_open(&evening->hall);
    for (uint32_t line = 0; line < 3; line++) come(evening, line);
    assert_null(felt_contest_may_come(contest_of(evening)));
    come(evening, 3);
    (void)listen(evening);
    felt_tour_face(felt_contest_tour(contest_of(evening)), &face);
    assert_int_equal(face.entries, 4);
    assert_null(
        felt_host_direct(evening->hall.host, FELT_CONTEST_PAUSE, "", 0, evening->hall.now_us));
    hall_wait(&evening->hall, 300000); /* hands end; the clock stands */
    felt_tour_face(felt_contest_tour(contest_of(evening)), &face);
    assert_int_equal(face.level, 0);
    int64_t left = face.level_ms;
    evening->hall.now_us += 1000000000;
    hall_deafen(&evening->hall);
    assert_true(hall_crash(&evening->hall, 0, true));
    assert_null(
        felt_host_direct(evening->hall.host, FELT_CONTEST_RESUME, "", 0, evening->hall.now_us));
    felt_tour_face(felt_contest_tour(contest_of(evening)), &face);
    assert_int_equal(face.level, 0);
    assert_true(face.level_ms > left - 5000 && face.level_ms <= left);
    hall_turn(&evening->hall);
    hall_wait(&evening->hall, 30000);
    evening->hall.now_us += 1000000000;
    hall_deafen(&evening->hall);
    assert_true(hall_crash(&evening->hall, 0, true)); /* what had passed has passed */
    hall_turn(&evening->hall);
    felt_tour_face(felt_contest_tour(contest_of(evening)), &face);
    assert_true(face.level_ms <= left - 28000 && face.level_ms >= left - 31000);
    hall_wait(&evening->hall, left - 27000);
    felt_tour_face(felt_contest_tour(contest_of(evening)), &face);
    assert_int_equal(face.level, 1);
    assert_non_null(felt_contest_may_come(contest_of(evening)));
    finish(evening);
    free(evening);
}

static void say_speed(void)
{
    struct evening *evening = calloc(1, sizeof *evening);
    if (!evening) return;
    begin(evening, FELT_TOUR_BRACKET, 2, 4, 2000);
    for (uint32_t line = 0; line < 4; line++) come(evening, line);
    int64_t before = felt_clock_cpu_us();
    play(evening, 0, true);
    double seconds = (double)(felt_clock_cpu_us() - before) / 1e6;
    printf("%llu hands, %.0f in a second\n", (unsigned long long)evening->hands,
           (double)evening->hands / seconds);
    finish(evening);
    free(evening);
}

TEST_MODULE(contest)
{
    if (argc > 1 && strcmp(argv[1], "--speed") == 0) {
        say_speed();
        return 0;
    }
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(contest_freezeout_ends),
        cmocka_unit_test(contest_survives_crashes),
        cmocka_unit_test(contest_snapshot_is_the_same),
        cmocka_unit_test(contest_deals_are_played_twice),
        cmocka_unit_test(contest_tie_ends_by_lot),
        cmocka_unit_test(contest_operator_is_obeyed),
        cmocka_unit_test(contest_removed_teams_are_out),
        cmocka_unit_test(contest_cheat_is_seen),
        cmocka_unit_test(contest_levels_last_minutes),
        cmocka_unit_test(contest_samples_are_true),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
