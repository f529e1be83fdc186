/* room_game.h -- teams at a table of hold'em whose deck lies as a test says: what test_room.c and
 * test_room_people.c share.  Lines 0, 1, 2 are Alpha, Beta, Gamma.  Include it after cmocka.h. */
#ifndef FELT_TESTS_ROOM_GAME_H
#define FELT_TESTS_ROOM_GAME_H

#include "hall.h"
#include "server/table/poker_plug.h"
#include "support.h"

#include <stdio.h>
#include <string.h>

static const char *const teams[] = {"Alpha", "Beta", "Gamma", "Delta"};

struct game {
    struct hall hall;
    struct felt_poker_plug poker;
    felt_card deck[FELT_CARDS];
    int hand;
    char brief[HALL_BRIEF_BYTES];
};

/* The first cards from the top; the others follow in their order. */
static inline void begin(struct game *game, const char *top)
{
    struct felt_complaint complaint;
    int count = 0;
    assert_int_equal(
        felt_poker_plug_make(&game->poker, "holdem", FELT_NO_LIMIT, 50, 100, &complaint), FELT_OK);
    if (*top) count = cards_parse(top, game->deck, FELT_CARDS);
    felt_cards used = felt_cards_from(game->deck, count);
    for (int card = 0; card < FELT_CARDS; card++)
        if (!(used & felt_cards_of((felt_card)card))) game->deck[count++] = (felt_card)card;
    game->poker.plug.deck = game->deck;
    hall_init(&game->hall, &game->poker.plug);
    game->hall.services.digests = hall_unshuffled;
    game->hand = 1;
}

static inline void hello(struct game *game, uint32_t line, const char *team)
{
    hall_connect(&game->hall, line, "");
    hall_say(&game->hall, line, "{\"type\":\"hello\",\"v\":1,\"team\":\"%s\",\"join_code\":\"%s\"}",
             team, team);
}

/* So many teams at a table of that many chips; what they heard so far is forgotten. */
static inline void seat(struct game *game, int count, felt_chips stack)
{
    game->hall.table.stack = stack;
    game->hall.table.min_players = (uint8_t)count;
    hall_open(&game->hall);
    for (int i = 0; i < count; i++) hello(game, (uint32_t)i, teams[i]);
    hall_deafen(&game->hall);
}

/* "CALL", or "RAISE_TO 300". */
static inline void act(struct game *game, uint32_t line, const char *action)
{
    char word[32];
    long long amount = 0;
    bool raises = sscanf(action, "%31s %lld", word, &amount) == 2;
    hall_say(
        &game->hall, line,
        raises
            ? "{\"type\":\"action\",\"v\":1,\"hand_id\":\"H-2025-10-17-%05d\",\"action\":\"%s\","
              "\"amount\":%lld}"
            : "{\"type\":\"action\",\"v\":1,\"hand_id\":\"H-2025-10-17-%05d\",\"action\":\"%s\"}",
        game->hand, word, amount);
}

/* Several: "0 CALL, 1 CHECK". */
static inline void play(struct game *game, const char *script)
{
    for (const char *at = script; *at;) {
        char action[64];
        unsigned line;
        int used;
        assert_true(sscanf(at, "%u %63[^,]%n", &line, action, &used) == 2);
        act(game, line, action);
        at += used;
        while (*at == ',' || *at == ' ') at++;
    }
}

#define expect(game, line, text)                                                                   \
    assert_string_equal(hall_brief(&(game)->hall, line, (game)->brief), text)

#endif
