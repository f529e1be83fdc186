/* test_golden_hands.c -- plays the showdowns of tests/golden/hands/: what each hand is called and
 * what part of the pot it takes.  Every row of showdown.h has one.
 *
 * The format is described in holdem.txt there.  A pot is divided as RULES 4 says: the second half
 * exists if somebody has one, and each half is split evenly between those who have the best. */
#include "expect.h"

#include "felt/showdown.h"
#include "module.h"

#include <glob.h>
#include <stdlib.h>
#include <string.h>

enum { LINE = 256, PLAYERS = 10, FIELDS_MAX = 5, POT = 5040, HANDS_LEAST = 60, ROWS_MAX = 64 };

struct hand {
    const struct felt_showdown *game;
    int boards, players, line;
    felt_card board[FELT_BOARD_MAX];
    felt_value values[PLAYERS][2];
    int expected[PLAYERS]; /* part of the pot, in 1/5040 */
    felt_cards seen;
};

static void see_cards(struct hand *hand, const felt_card *cards, int count, const char *file)
{
    for (int i = 0; i < count; i++) {
        if (hand->seen >> cards[i] & 1) fail_msg("%s:%d: a card twice", file, hand->line);
        hand->seen |= felt_cards_of(cards[i]);
    }
}

/* "0", "1", "3/4" in 1/5040. */
static int part_of_pot(const char *text)
{
    char *end;
    long above = strtol(text, &end, 10), below = 1;
    if (*end == '/') below = strtol(end + 1, &end, 10);
    assert_int_equal(*end, 0);
    assert_int_equal(POT % below, 0);
    return (int)(POT * above / below);
}

static void add_player(struct hand *hand, char *line, const char *file)
{
    char *field[FIELDS_MAX], name[FELT_VALUE_NAME_BYTES];
    felt_card cards[FELT_HOLE_MAX];
    const struct felt_showdown *game = hand->game;
    int halves = game->second == FELT_FAMILY_NONE ? 1 : 2;
    int fields = fields_split(line, '|', field, FIELDS_MAX), player = hand->players++;
    if (fields != 3 + halves) fail_msg("%s:%d: %d fields", file, hand->line, fields);
    int count = cards_parse(field[1], cards, FELT_HOLE_MAX);
    see_cards(hand, cards, count, file);
    if (count != game->hole) fail_msg("%s:%d: %d own cards", file, hand->line, count);
    felt_showdown_values(game, cards, count, hand->board, hand->boards, hand->values[player]);
    for (int half = 0; half < halves; half++) {
        felt_showdown_name(game, half, hand->values[player][half], name, sizeof name);
        if (strcmp(name, field[2 + half]) != 0)
            fail_msg("%s:%d: %s has \"%s\", should be \"%s\"", file, hand->line, field[0], name,
                     field[2 + half]);
    }
    hand->expected[player] = part_of_pot(field[2 + halves]);
}

static void share(const struct hand *hand, int half, int amount, int parts[PLAYERS])
{
    int winners = 0;
    felt_value best = 0;
    for (int i = 0; i < hand->players; i++)
        if (hand->values[i][half] > best) best = hand->values[i][half];
    for (int i = 0; i < hand->players; i++) winners += hand->values[i][half] == best;
    for (int i = 0; i < hand->players; i++)
        if (hand->values[i][half] == best) parts[i] += amount / winners;
}

static void end_hand(struct hand *hand, const char *file)
{
    int parts[PLAYERS] = {0};
    bool second = false;
    for (int i = 0; i < hand->players; i++)
        if (hand->values[i][1]) second = true;
    share(hand, 0, second ? POT / 2 : POT, parts);
    if (second) share(hand, 1, POT / 2, parts);
    for (int i = 0; i < hand->players; i++)
        if (parts[i] != hand->expected[i])
            fail_msg("%s:%d: player %d of this hand takes %d/5040, should be %d/5040", file,
                     hand->line, i + 1, parts[i], hand->expected[i]);
    *hand = (struct hand){.line = hand->line};
}

/* Plays all hands of a file; returns their number, and notes which rows they are of. */
static int play_file(const char *path, bool *shown)
{
    FILE *stream = fopen(path, "r");
    const char *file = strrchr(path, '/') + 1;
    char line[LINE];
    int hands = 0;
    struct hand hand = {0};
    assert_non_null(stream);
    for (;;) {
        bool more = fgets(line, sizeof line, stream);
        hand.line++;
        if (!more || line[0] == '\n') {
            if (hand.players) {
                end_hand(&hand, file);
                hands++;
            }
            if (!more) break;
            continue;
        }
        line[strcspn(line, "\n")] = 0;
        if (line[0] == '%') continue;
        if (strncmp(line, "game ", 5) == 0) {
            hand.game = felt_showdown_find(line + 5 + strspn(line + 5, " "));
            if (!hand.game) fail_msg("%s:%d: no such game", file, hand.line);
            shown[hand.game - felt_showdown_at(0)] = true;
        } else if (strncmp(line, "board ", 6) == 0) {
            hand.boards = cards_parse(line + 6, hand.board, FELT_BOARD_MAX);
            see_cards(&hand, hand.board, hand.boards, file);
        } else {
            if (!hand.game) fail_msg("%s:%d: a player before the game", file, hand.line);
            add_player(&hand, line, file);
        }
    }
    fclose(stream);
    return hands;
}

static void golden_hands_have_their_names_and_winners(void **state)
{
    (void)state;
    char pattern[1024];
    glob_t files;
    int hands = 0;
    bool shown[ROWS_MAX] = {false};
    assert_true(felt_showdown_count() <= ROWS_MAX);
    snprintf(pattern, sizeof pattern, "%s/hands/*.txt", golden_folder());
    assert_int_equal(glob(pattern, 0, NULL, &files), 0);
    for (size_t i = 0; i < files.gl_pathc; i++) hands += play_file(files.gl_pathv[i], shown);
    globfree(&files);
    assert_true(hands >= HANDS_LEAST);
    for (int i = 0; i < felt_showdown_count(); i++)
        if (!shown[i]) fail_msg("no hand of %s", felt_showdown_at(i)->name);
}

TEST_MODULE(golden_hands)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(golden_hands_have_their_names_and_winners),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
