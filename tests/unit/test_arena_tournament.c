/* test_arena_tournament.c -- whole tournaments of bots on a made-up clock, with connections that
 * break and a server that dies: chips, seats, places, deals that are played twice.  B1 to B5 are
 * those of server/arena/tournament.h, paragraphs those of docs/PROTOCOL.md.
 *
 * test_arena tournament --speed says how many hands a server without sockets plays in a second of
 * processor time, with bots that read every frame. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "felt/eval.h"
#include "fake_arena.h"
#include "server/table/poker_adapter.h"
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
    struct fake_arena fake_arena;
    struct felt_poker_adapter poker[LEVELS];
    struct felt_table_config level[LEVELS];
    struct felt_arena_tournament_plan plan;
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
    struct felt_director_plan *director = &evening->plan.director;
    felt_chips big = 100;
    for (int i = 0; i < LEVELS; i++, big *= 3) {
        struct felt_complaint complaint;
        assert_int_equal(felt_poker_adapter_make(&evening->poker[i], "holdem", FELT_NO_LIMIT,
                                                 big / 2, big, &complaint),
                         FELT_OK);
        director->level[i] = (struct felt_director_level){
            .small = big / 2, .big = big, .hands = i + 1 < LEVELS ? hands : 0};
    }
    director->levels = LEVELS;
}

static void begin(struct evening *evening, enum felt_director_format format, int seats,
                  uint32_t teams, uint32_t deals)
{
    *evening = (struct evening){.rng = felt_rng_make(7), .teams = teams, .mute = -1};
    struct felt_director_plan *director = &evening->plan.director;
    *director =
        (struct felt_director_plan){.format = (uint8_t)format,
                                    .start = FELT_DIRECTOR_AT_TIME,
                                    .start_ms = FELT_ARENA_TOURNAMENT_START_MS,
                                    .seats = (uint8_t)seats,
                                    .entrants_min = 2,
                                    .entrants_max = TEAMS_MAX,
                                    .tables_max = (uint32_t)((TEAMS_MAX + seats - 1) / seats),
                                    .stack = 3000};
    director->prizes = (struct felt_prize_table){.rows = 1,
                                                 .runs = 1,
                                                 .row = {{.entries_min = 2, .count = 1}},
                                                 .run = {{.last_place = 1, .weight = 1}}};
    plan_levels(evening, 15);
    evening->plan.deals = deals;
    evening->plan.wanted = teams;
    evening->plan.start_ms = INT64_MAX;
    struct fake_arena *fake_arena = &evening->fake_arena;
    fake_arena_init(fake_arena, &evening->poker[0].adapter);
    fake_arena->config.tournament = &evening->plan;
    fake_arena->config.arena.directed_teams = TEAMS_MAX;
    fake_arena->config.arena.tables_max = director->tables_max;
    fake_arena->config.arena.configs = LEVELS;
    for (int i = 0; i < LEVELS; i++) {
        evening->level[i] = fake_arena->table;
        evening->level[i].adapter = &evening->poker[i].adapter;
        evening->level[i].seats = (uint8_t)seats;
        evening->level[i].stack = director->stack;
        evening->level[i].absent_ms = 20;
        fake_arena->config.arena.config[i] = &evening->level[i];
    }
    assert_null(felt_arena_tournament_verify(&evening->plan));
    evening->commits = json_object();
    evening->holes = json_object();
    fake_arena_open(fake_arena);
}

static void finish(struct evening *evening)
{
    json_decref(evening->end);
    json_decref(evening->commits);
    json_decref(evening->holes);
    fake_arena_close(&evening->fake_arena);
}

static void come(struct evening *evening, uint32_t conn)
{
    fake_arena_connect(&evening->fake_arena, conn, "");
    fake_arena_say(&evening->fake_arena, conn,
                   "{\"type\":\"hello\",\"v\":1,\"team\":\"Team %u\",\"join_code\":\"code %u\"}",
                   conn, conn);
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
static void answer(struct evening *evening, uint32_t conn, const json_t *act)
{
    const char *word = is_legal(act, "CHECK") ? "CHECK" : "CALL";
    const char *hand_id = json_string_value(json_object_get(act, "hand_id"));
    uint32_t dice = felt_rng_below(&evening->rng, 20);
    int amount = number_of(act, dice == 0 ? "max_raise_to" : "min_raise_to");
    if ((int)conn == evening->mute) return;
    if (evening->seen) { /* everybody checks and calls, but for what a cheat knows */
        int ahead = conn == 0 ? remember(evening, act) : 0;
        dice = ahead == 0 ? 10 : ahead > 0 ? 0 : 19;
        amount = number_of(act, "max_raise_to");
    }
    if (dice < 5 && is_legal(act, "RAISE_TO")) word = "RAISE_TO";
    if (dice > 14 && is_legal(act, "FOLD")) word = "FOLD";
    fake_arena_say(
        &evening->fake_arena, conn,
        "{\"type\":\"action\",\"v\":1,\"hand_id\":\"%s\",\"action\":\"%s\",\"amount\":%d,"
        "\"req_id\":%d}",
        hand_id, word, amount, number_of(act, "req_id"));
}

static void note_hole(struct evening *evening, uint32_t conn, const json_t *act)
{
    const char *hand_id = json_string_value(json_object_get(act, "hand_id"));
    char team[16];
    json_t *hand = json_object_get(evening->holes, hand_id);
    if (!hand) json_object_set_new(evening->holes, hand_id, hand = json_object());
    snprintf(team, sizeof team, "%u", conn);
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

static void take_frame(struct evening *evening, uint32_t conn, const json_t *frame)
{
    struct told *told = &evening->told[conn];
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
        note_hole(evening, conn, frame);
        answer(evening, conn, frame);
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
    for (uint32_t conn = 0; conn < evening->teams; conn++) {
        struct fake_arena_frame *one;
        while ((one = fake_arena_take(&evening->fake_arena, conn))) {
            json_t *frame = json_loadb(one->text, one->bytes, 0, NULL);
            assert_non_null(frame);
            free(one);
            take_frame(evening, conn, frame);
            json_decref(frame);
            any = true;
        }
    }
    return any;
}

/* ---- what always holds ---- */

static struct felt_arena_tournament *tournament_of(struct evening *evening)
{
    return felt_arena_session_tournament(evening->fake_arena.host);
}

static void hold(struct evening *evening)
{
    const struct felt_arena_tournament *tournament = tournament_of(evening);
    const struct felt_director *director = felt_arena_tournament_director(tournament);
    struct felt_arena_tournament_row row;
    felt_chips chips = 0;
    for (uint32_t team = 0; team < felt_arena_tournament_rows(tournament); team++) {
        felt_arena_tournament_row(tournament, team, &row);
        chips += row.chips;
        if (felt_arena_tournament_over(tournament) || row.table == FELT_ARENA_CONN_NONE) continue;
        uint16_t seat[FELT_SEATS_MAX];
        assert_true(felt_director_table(director, row.table, seat)); /* B2 */
        assert_int_equal(felt_director_entry(director, seat[row.seat])->user, team + 1);
    }
    assert_int_equal(chips, 0); /* B1 */
}

/* The process dies; sometimes a part of what was not flushed is on the disk all the same. */
static void crash(struct evening *evening, bool same_build)
{
    struct fake_arena *fake_arena = &evening->fake_arena;
    uint32_t more = felt_rng_below(&evening->rng, fake_arena->records - fake_arena->flushed + 1);
    fake_arena_deafen(fake_arena);
    assert_true(fake_arena_crash(fake_arena, more, same_build));
    evening->crashes++;
    fake_arena_turn(fake_arena);
    hold(evening);
    for (uint32_t conn = 0; conn < evening->teams; conn++) {
        evening->told[conn].start_id[0] = '\0';
        if (!evening->told[conn].removed) come(evening, conn);
    }
}

/* To the end.  One turn in `every` the server dies; 0: never. */
static void play(struct evening *evening, uint32_t every, bool same_build)
{
    for (int idle = 0; idle < 2000;) {
        bool over = felt_arena_tournament_over(tournament_of(evening));
        idle = listen(evening) ? 0 : idle + 1;
        hold(evening);
        if (over && idle > 2) break;
        if (idle) fake_arena_wait(&evening->fake_arena, 25);
        bool whole = evening->fake_arena.flushed == evening->fake_arena.records;
        if (every && whole && felt_rng_below(&evening->rng, 2 * every) == 0)
            fake_arena_snapshot(&evening->fake_arena);
        if (every && !over && felt_rng_below(&evening->rng, every) == 0)
            crash(evening, same_build || felt_rng_below(&evening->rng, 2));
    }
    assert_true(felt_arena_tournament_over(tournament_of(evening)));
    evening->hands = felt_arena_tournament_hands(tournament_of(evening));
}

/* Places are 1 .. teams, shared ones counted as many times as they are shared. */
static void places_are_whole(struct evening *evening)
{
    int count[TEAMS_MAX + 1] = {0};
    struct felt_arena_tournament_row row;
    for (uint32_t team = 0; team < evening->teams; team++) {
        felt_arena_tournament_row(tournament_of(evening), team, &row);
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

static void arena_tournament_freezeout_ends(void **state)
{
    struct evening *evening = calloc(1, sizeof *evening);
    (void)state;
    begin(evening, FELT_DIRECTOR_FREEZEOUT, 6, 12, 0);
    evening->rng = felt_rng_make(2); /* big blinds go out, and leave small ones that nobody posts */
    for (uint32_t conn = 0; conn < 12; conn++) come(evening, conn);
    play(evening, 0, true);
    places_are_whole(evening);
    assert_true(evening->dead > 0);
    for (uint32_t conn = 0; conn < 12; conn++) {
        assert_true(evening->told[conn].over);
        assert_int_equal(evening->told[conn].out, evening->told[conn].place != 1);
    }
    finish(evening);
    free(evening);
}

static void arena_tournament_survives_crashes(void **state)
{
    (void)state;
    uint64_t crashes = 0;
    for (uint64_t seed = 1; seed <= (test_is_quick() ? 2 : 6); seed++) {
        struct evening *evening = calloc(1, sizeof *evening);
        bool deals = seed % 3 == 0, shootout = seed % 3 == 1;
        begin(evening,
              deals      ? FELT_DIRECTOR_BRACKET
              : shootout ? FELT_DIRECTOR_SHOOTOUT
                         : FELT_DIRECTOR_FREEZEOUT,
              deals ? 2 : 3, 7, deals ? 6 : 0);
        evening->rng = felt_rng_make(seed);
        for (uint32_t conn = 0; conn < 7; conn++) come(evening, conn);
        play(evening, 25, seed % 2);
        places_are_whole(evening);
        crashes += evening->crashes;
        finish(evening);
        free(evening);
    }
    assert_true(crashes > 10 || test_is_quick());
}

/* What a snapshot makes is what was there. */
static void arena_tournament_snapshot_is_the_same(void **state)
{
    (void)state;
    for (int deals = 0; deals <= 8; deals += 8) {
        struct evening *evening = calloc(1, sizeof *evening);
        begin(evening, deals ? FELT_DIRECTOR_BRACKET : FELT_DIRECTOR_FREEZEOUT, deals ? 2 : 3, 6,
              (uint32_t)deals);
        for (uint32_t conn = 0; conn < 6; conn++) come(evening, conn);
        for (int i = 0; i < 40; i++) {
            (void)listen(evening);
            fake_arena_snapshot(&evening->fake_arena);
            fake_arena_deafen(&evening->fake_arena);
            uint64_t before = felt_arena_tournament_hash(tournament_of(evening));
            assert_true(fake_arena_crash(&evening->fake_arena, 0, true));
            /* Nothing is timed here, so waking changes the clock alone. */
            uint64_t first = felt_arena_tournament_hash(tournament_of(evening));
            assert_true(fake_arena_crash(&evening->fake_arena, 0, true));
            assert_int_equal(felt_arena_tournament_hash(tournament_of(evening)), first);
            if (evening->fake_arena.now_us == 1000000) assert_int_equal(first, before);
            for (uint32_t conn = 0; conn < 6; conn++) {
                evening->told[conn].start_id[0] = '\0';
                come(evening, conn);
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
    char path[1024], *conn = NULL;
    size_t room = 0;
    bool here = false, inside = false;
    json_t *sample = NULL;
    snprintf(path, sizeof path, "%s/../../docs/PROTOCOL.md", golden_folder());
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    while (!sample && getline(&conn, &room, file) > 0) {
        here |= strncmp(conn, "## 17.", 6) == 0;
        if (strncmp(conn, "```", 3) == 0)
            inside = strncmp(conn, "```json", 7) == 0;
        else if (here && inside && which-- == 0)
            sample = json_loads(conn, 0, NULL);
    }
    free(conn);
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
    assert_true(felt_arena_session_api(evening->fake_arena.host, "/api/arena/tournament", "", &text,
                                       &bytes));
    json_t *api = json_loadb(text, bytes, 0, NULL);
    assert_non_null(api);
    free(text);
    return api;
}

static void arena_tournament_samples_are_true(void **state)
{
    struct evening *evening = calloc(1, sizeof *evening);
    (void)state;
    begin(evening, FELT_DIRECTOR_BRACKET, 2, 3, 500); /* one has a bye */
    for (uint32_t conn = 0; conn < 3; conn++) come(evening, conn);
    const struct felt_arena_tournament_result *result;
    while (!felt_arena_tournament_results(tournament_of(evening), &result))
        if (!listen(evening)) fake_arena_wait(&evening->fake_arena, 1);
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
static void arena_tournament_deals_are_played_twice(void **state)
{
    struct evening *evening = calloc(1, sizeof *evening);
    (void)state;
    begin(evening, FELT_DIRECTOR_BRACKET, 2, 4, 12);
    for (uint32_t conn = 0; conn < 4; conn++) come(evening, conn);
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
    const struct felt_arena_tournament_result *result;
    assert_int_equal(felt_arena_tournament_results(tournament_of(evening), &result), 3);
    for (int r = 0; r < 3; r++) assert_int_equal(result[r].winner, result[r].chips < 0);
    finish(evening);
    free(evening);
}

/* Two who always do the same tie in every deal: then by lot, and all deals were tried. */
static void arena_tournament_tie_ends_by_lot(void **state)
{
    struct evening *evening = calloc(1, sizeof *evening);
    (void)state;
    begin(evening, FELT_DIRECTOR_BRACKET, 2, 2, 4);
    evening->mute = 0; /* the clock checks and calls */
    come(evening, 0);
    come(evening, 1);
    for (int i = 0; i < 20000 && !felt_arena_tournament_over(tournament_of(evening)); i++) {
        fake_arena_deafen(&evening->fake_arena); /* nobody answers */
        fake_arena_wait(&evening->fake_arena, 200);
    }
    const struct felt_arena_tournament_result *result;
    assert_int_equal(felt_arena_tournament_results(tournament_of(evening), &result), 1);
    assert_int_equal(result->how, FELT_ARENA_TOURNAMENT_BY_LOT);
    assert_int_equal(result->deals,
                     4 + FELT_ARENA_TOURNAMENT_MORE_MAX * FELT_ARENA_TOURNAMENT_MORE_DEALS);
    assert_int_equal(result->chips, 0);
    finish(evening);
    free(evening);
}

/* A team that never answers is waited for three times, then not any more; removed, it folds. */
static void arena_tournament_operator_is_obeyed(void **state)
{
    struct evening *evening = calloc(1, sizeof *evening);
    (void)state;
    begin(evening, FELT_DIRECTOR_FREEZEOUT, 3, 5, 0);
    evening->plan.wanted = 0;
    evening->mute = 4;
    for (uint32_t conn = 0; conn < 4; conn++) come(evening, conn);
    struct felt_arena_session *session = evening->fake_arena.host;
    int64_t now = evening->fake_arena.now_us;
    assert_non_null(felt_arena_session_direct(session, FELT_ARENA_TOURNAMENT_PAUSE, "", 0, now));
    assert_non_null(
        felt_arena_session_direct(session, FELT_ARENA_TOURNAMENT_REMOVE, "Nobody", 0, now));
    come(evening, 4);
    fake_arena_connect(&evening->fake_arena, 20, "T-1");
    fake_arena_say(&evening->fake_arena, 20,
                   "{\"type\":\"hello\",\"v\":1,\"role\":\"operator\",\"secret\":\"sesame\"}");
    fake_arena_say(&evening->fake_arena, 20,
                   "{\"type\":\"control\",\"v\":1,\"command\":\"START_HAND\"}");
    struct felt_director_face face;
    felt_director_face(felt_arena_tournament_director(tournament_of(evening)), &face);
    assert_int_equal(face.state, FELT_DIRECTOR_RUNNING);
    assert_non_null(felt_arena_tournament_may_come(tournament_of(evening)));
    fake_arena_say(&evening->fake_arena, 20,
                   "{\"type\":\"control\",\"v\":1,\"command\":\"PAUSE\"}");
    for (int i = 0; i < 400; i++) {
        (void)listen(evening);
        fake_arena_wait(&evening->fake_arena, 100);
    }
    uint64_t hands = felt_arena_tournament_hands(tournament_of(evening));
    fake_arena_wait(&evening->fake_arena, 60000);
    assert_int_equal(felt_arena_tournament_hands(tournament_of(evening)), hands);
    fake_arena_say(&evening->fake_arena, 20,
                   "{\"type\":\"control\",\"v\":1,\"command\":\"RESUME\"}");
    assert_null(felt_arena_session_direct(session, FELT_ARENA_TOURNAMENT_ADD_TIME, "", 3,
                                          evening->fake_arena.now_us));
    for (int i = 0; i < 600; i++) {
        (void)listen(evening);
        fake_arena_wait(&evening->fake_arena, 100);
    }
    struct felt_arena_tournament_row row;
    felt_arena_tournament_row(tournament_of(evening), 4, &row);
    assert_true(row.timeouts >= 3);
    if (row.in) {
        assert_null(felt_arena_session_direct(session, FELT_ARENA_TOURNAMENT_REMOVE, "team 4", 0,
                                              evening->fake_arena.now_us));
        assert_int_equal(evening->fake_arena.conn[4].closed, FELT_CLOSE_FORFEIT);
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
static void arena_tournament_removed_teams_are_out(void **state)
{
    struct evening *evening = calloc(1, sizeof *evening);
    struct felt_arena_tournament_row row;
    (void)state;
    begin(evening, FELT_DIRECTOR_FREEZEOUT, 3, 5, 0);
    evening->plan.wanted = 0;
    for (uint32_t conn = 0; conn < 4; conn++) come(evening, conn);
    struct felt_arena_session *session = evening->fake_arena.host;
    assert_null(felt_arena_session_direct(session, FELT_ARENA_TOURNAMENT_REMOVE, "Team 1", 0,
                                          evening->fake_arena.now_us));
    come(evening, 4); /* has the entry of team 1 now */
    fake_arena_connect(&evening->fake_arena, 30, "");
    fake_arena_say(&evening->fake_arena, 30,
                   "{\"type\":\"hello\",\"v\":1,\"team\":\"Team 1\",\"join_code\":\"code 1\"}");
    assert_int_equal(evening->fake_arena.conn[30].closed, FELT_CLOSE_POLICY);
    assert_null(felt_arena_session_direct(session, FELT_ARENA_TOURNAMENT_START, "", 0,
                                          evening->fake_arena.now_us));
    assert_non_null(felt_arena_session_direct(session, FELT_ARENA_TOURNAMENT_START, "", 0,
                                              evening->fake_arena.now_us));
    fake_arena_turn(&evening->fake_arena);
    const char *const names[] = {"Team 0", "Team 2", "Team 3"};
    for (int i = 0; i < 3; i++)
        assert_null(felt_arena_session_direct(session, FELT_ARENA_TOURNAMENT_REMOVE, names[i], 0,
                                              evening->fake_arena.now_us));
    assert_non_null(felt_arena_session_direct(session, FELT_ARENA_TOURNAMENT_REMOVE, "Team 4", 0,
                                              evening->fake_arena.now_us));
    fake_arena_turn(&evening->fake_arena);
    play(evening, 0, true);
    assert_int_equal(evening->told[4].place, 1);
    felt_arena_tournament_row(tournament_of(evening), 1, &row);
    assert_int_equal(row.place, 0);
    assert_int_equal(json_array_size(json_object_get(evening->end, "standings")), 4);
    finish(evening);
    free(evening);
}

/* A team that knows deals again is seen by what it gains in second plays; one that does not, is
 * not. */
static void arena_tournament_cheat_is_seen(void **state)
{
    (void)state;
    for (int cheats = 0; cheats < 2; cheats++) {
        struct evening *evening = calloc(1, sizeof *evening);
        struct felt_arena_tournament_row row;
        begin(evening, FELT_DIRECTOR_BRACKET, 2, 2, 150);
        if (cheats) evening->seen = calloc(1024, sizeof *evening->seen);
        come(evening, 0);
        come(evening, 1);
        play(evening, 0, true);
        felt_arena_tournament_row(tournament_of(evening), 0, &row);
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
static void arena_tournament_levels_last_minutes(void **state)
{
    struct evening *evening = calloc(1, sizeof *evening);
    struct felt_director_face face;
    (void)state;
    begin(evening, FELT_DIRECTOR_FREEZEOUT, 4, 4, 0);
    fake_arena_close(&evening->fake_arena); /* another plan */
    struct felt_director_plan *director = &evening->plan.director;
    for (int i = 0; i + 1 < LEVELS; i++)
        director->level[i].hands = 0, director->level[i].ms = 60000;
    director->late_levels = 1;
    evening->plan.wanted = 3;
    struct felt_arena_session_config config = evening->fake_arena.config;
    fake_arena_init(&evening->fake_arena, &evening->poker[0].adapter);
    evening->fake_arena.config = config;
    fake_arena_open(&evening->fake_arena);
    for (uint32_t conn = 0; conn < 3; conn++) come(evening, conn);
    assert_null(felt_arena_tournament_may_come(tournament_of(evening)));
    come(evening, 3);
    (void)listen(evening);
    felt_director_face(felt_arena_tournament_director(tournament_of(evening)), &face);
    assert_int_equal(face.entries, 4);
    assert_null(felt_arena_session_direct(evening->fake_arena.host, FELT_ARENA_TOURNAMENT_PAUSE, "",
                                          0, evening->fake_arena.now_us));
    fake_arena_wait(&evening->fake_arena, 300000); /* hands end; the clock stands */
    felt_director_face(felt_arena_tournament_director(tournament_of(evening)), &face);
    assert_int_equal(face.level, 0);
    int64_t left = face.level_ms;
    evening->fake_arena.now_us += 1000000000;
    fake_arena_deafen(&evening->fake_arena);
    assert_true(fake_arena_crash(&evening->fake_arena, 0, true));
    assert_null(felt_arena_session_direct(evening->fake_arena.host, FELT_ARENA_TOURNAMENT_RESUME,
                                          "", 0, evening->fake_arena.now_us));
    felt_director_face(felt_arena_tournament_director(tournament_of(evening)), &face);
    assert_int_equal(face.level, 0);
    assert_true(face.level_ms > left - 5000 && face.level_ms <= left);
    fake_arena_turn(&evening->fake_arena);
    fake_arena_wait(&evening->fake_arena, 30000);
    evening->fake_arena.now_us += 1000000000;
    fake_arena_deafen(&evening->fake_arena);
    assert_true(fake_arena_crash(&evening->fake_arena, 0, true)); /* what had passed has passed */
    fake_arena_turn(&evening->fake_arena);
    felt_director_face(felt_arena_tournament_director(tournament_of(evening)), &face);
    assert_true(face.level_ms <= left - 28000 && face.level_ms >= left - 31000);
    fake_arena_wait(&evening->fake_arena, left - 27000);
    felt_director_face(felt_arena_tournament_director(tournament_of(evening)), &face);
    assert_int_equal(face.level, 1);
    assert_non_null(felt_arena_tournament_may_come(tournament_of(evening)));
    finish(evening);
    free(evening);
}

static void say_speed(void)
{
    struct evening *evening = calloc(1, sizeof *evening);
    if (!evening) return;
    begin(evening, FELT_DIRECTOR_BRACKET, 2, 4, 2000);
    for (uint32_t conn = 0; conn < 4; conn++) come(evening, conn);
    int64_t before = felt_clock_cpu_us();
    play(evening, 0, true);
    double seconds = (double)(felt_clock_cpu_us() - before) / 1e6;
    printf("%llu hands, %.0f in a second\n", (unsigned long long)evening->hands,
           (double)evening->hands / seconds);
    finish(evening);
    free(evening);
}

TEST_MODULE(arena_tournament)
{
    if (argc > 1 && strcmp(argv[1], "--speed") == 0) {
        say_speed();
        return 0;
    }
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(arena_tournament_freezeout_ends),
        cmocka_unit_test(arena_tournament_survives_crashes),
        cmocka_unit_test(arena_tournament_snapshot_is_the_same),
        cmocka_unit_test(arena_tournament_deals_are_played_twice),
        cmocka_unit_test(arena_tournament_tie_ends_by_lot),
        cmocka_unit_test(arena_tournament_operator_is_obeyed),
        cmocka_unit_test(arena_tournament_removed_teams_are_out),
        cmocka_unit_test(arena_tournament_cheat_is_seen),
        cmocka_unit_test(arena_tournament_levels_last_minutes),
        cmocka_unit_test(arena_tournament_samples_are_true),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
