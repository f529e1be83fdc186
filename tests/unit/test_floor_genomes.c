/* test_floor_genomes.c -- genomes at cash tables: every known game is played to its end, no chip is
 * lost, nobody sees a card he may not see; a crash in the middle of a game leaves it as it was. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "felt/genome_json.h"
#include "host/genome_plug.h"
#include "salon.h"
#include "support.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { HOUSE = 7, UNIT = 5, TURNS_MAX = 200000, GAMES_MAX = 64 };

static void open_genome(const char *name, struct felt_genome_plug *plug)
{
    static char text[FELT_GENOME_TEXT_MAX];
    static struct felt_genome genome;
    struct felt_genome_error error = {0};
    char path[1024];
    snprintf(path, sizeof path, "%s/../../data/genomes/%s.json", golden_folder(), name);
    FILE *in = fopen(path, "rb");
    assert_non_null(in);
    size_t bytes = fread(text, 1, sizeof text, in);
    fclose(in);
    if (felt_genome_json_read(text, bytes, &genome, &error) != FELT_OK)
        fail_msg("%s: %s %s", name, error.pointer, error.text);
    felt_genome_plug_make(plug, &genome, UNIT);
}

/* Names of all known games, in order. */
static int list_games(char names[GAMES_MAX][64])
{
    char path[1024];
    int count = 0;
    snprintf(path, sizeof path, "%s/../../data/genomes", golden_folder());
    DIR *dir = opendir(path);
    assert_non_null(dir);
    for (struct dirent *entry; (entry = readdir(dir)) && count < GAMES_MAX;) {
        const char *dot = strstr(entry->d_name, ".json");
        if (!dot) continue;
        snprintf(names[count++], 64, "%.*s", (int)(dot - entry->d_name), entry->d_name);
    }
    closedir(dir);
    qsort(names, (size_t)count, 64, (int (*)(const void *, const void *))strcmp);
    return count;
}

static struct salon *open_salon(const struct felt_plug *plug, uint64_t seed, bool wire)
{
    struct salon *salon = malloc(sizeof *salon);
    assert_non_null(salon);
    salon_init(salon, seed);
    salon->wire = wire;
    salon->slack_ms = 60000;
    salon_stake(salon, "game", plug, plug->seats_max, 1);
    salon_open(salon, NULL);
    return salon;
}

static felt_chips all_chips(const struct salon *salon)
{
    felt_chips sum = 0;
    for (int64_t user = 1; user < SALON_USERS; user++)
        sum += shelf_total(ledger_toy_shelf(salon->toy), user);
    return sum;
}

/* Everybody stands up; what they bring home is what they came with. */
static void close_salon(struct salon *salon, struct salon_crowd *crowd, felt_chips chips)
{
    assert_true(felt_floor_close_table(salon->floor, "game-1", salon->now_ms));
    for (int i = 0; i < TURNS_MAX && felt_floor_counts(salon->floor)->seated; i++) {
        salon_crowd_answer(crowd, 100);
        salon_step(salon, 1000);
    }
    assert_string_equal(salon->failure, "");
    assert_int_equal(felt_floor_counts(salon->floor)->seated, 0);
    assert_int_equal(all_chips(salon), chips);
    assert_null(ledger_toy_wrong(salon->toy));
    salon_close(salon);
    free(salon);
}

static void play(struct salon *salon, struct salon_crowd *crowd, uint64_t hands)
{
    uint64_t seen = salon->hands;
    for (int i = 0; salon->hands < hands; i++) {
        salon_crowd_answer(crowd, 100);
        salon_step(salon, 1000);
        if (seen != salon->hands) {
            salon_crowd_seat_house(crowd);
            salon_verify(salon);
        }
        seen = salon->hands;
        if (*salon->failure) fail_msg("%s: %s", salon->stake[0].variant, salon->failure);
        if (i == TURNS_MAX) fail_msg("%s: no hand comes to its end", salon->stake[0].variant);
    }
}

static void floor_plays_every_genome(void **state)
{
    (void)state;
    static char names[GAMES_MAX][64];
    static struct felt_genome_plug plug;
    int games = list_games(names);
    assert_true(games >= 16);
    for (int i = 0; i < games; i++) {
        struct salon_crowd crowd;
        open_genome(names[i], &plug);
        struct salon *salon = open_salon(&plug.plug, (uint64_t)i, true);
        salon_crowd_make(&crowd, salon, (uint64_t)i, 0, HOUSE);
        felt_chips chips = all_chips(salon);
        salon_crowd_seat_house(&crowd);
        salon_turn(salon);
        play(salon, &crowd, test_is_quick() ? 1 : 2);
        close_salon(salon, &crowd, chips);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(floor_plays_every_genome),
    };
    return cmocka_run_group_tests_name("floor_genomes", tests, NULL, NULL);
}
